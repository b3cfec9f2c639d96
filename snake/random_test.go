package snake

var everybody = []string{
	"ann", "bob", "carl", "dora", "eve", "fred", "gina", "hal",
	"ivy", "jack", "kim", "leo", "mia", "ned", "olga", "paul",
}
