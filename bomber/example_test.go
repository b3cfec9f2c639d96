package bomber_test

import (
	"fmt"
	"os"

	"arbitre/bomber"
)

// A turn of two players, from the orders to the board.
func Example() {
	rules, names, err := bomber.Parse(nil, `after turn 0
4 . . . . .
3 . . . B .
2 . . . . .
1 . A . . .
0 . . . . .
  0 1 2 3 4
A ann 1 1
B bob 3 3
idle 0
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	if refusal := rules.Order(0, "NORTH 2"); refusal != nil {
		fmt.Println("ann:", refusal.Key)
	}
	rules.Order(0, "NORTH 1")
	rules.Order(1, "BOMB 2")
	for _, event := range rules.Resolve(0, 0, nil) {
		fmt.Printf("%s\n", event.Fact.AppendLine(nil, names))
	}
	os.Stdout.Write(rules.AppendDrawing(nil, names))
	// Output:
	// ann: too-fast
	// POSITION ann 1 2
	// BOMB bob 1
	// after turn 1
	// 4 . . . . .
	// 3 . . . B .
	// 2 . A . . .
	// 1 . . . . .
	// 0 . . . . .
	//   0 1 2 3 4
	// A ann 1 2
	// B bob 3 3
	// @ bob 3 3 due 2
	// idle 0
}
