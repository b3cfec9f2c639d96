package snake_test

import (
	"fmt"
	"os"

	"arbitre/snake"
)

// A turn of two players, from the orders to the board.
func Example() {
	rules, names, err := snake.Parse(nil, `after turn 4, round 1, play 296
☼☼☼☼☼☼☼
☼#    ☼
☼ ╓   ☼
☼ ╚═► ☼
☼     ☼
☼#×>$ ☼
☼☼☼☼☼☼☼
ann RIGHT stones 1: 4,3 3,3 2,3 2,2
bob RIGHT: 3,5 2,5
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	if refusal := rules.Order(1, "UP,UP"); refusal != nil {
		fmt.Println("bob:", refusal.Key)
	}
	rules.Order(0, "DOWN,ACT")
	for _, event := range rules.Resolve(0, 0, nil) {
		fmt.Printf("%s\n", event.Fact.AppendLine(nil, names))
	}
	os.Stdout.Write(rules.AppendDrawing(nil, names))
	// Output:
	// bob: two-directions
	// SNAKES ann:4,4,DOWN,4,0,0 bob:4,5,RIGHT,2,0,0
	// EVENTS gold:bob new:gold,1,2 laid:ann,2,3
	// SCORES ann:0 bob:10
	// after turn 5, round 1, play 295
	// ☼☼☼☼☼☼☼
	// ☼#    ☼
	// ☼$    ☼
	// ☼ ╘═╗ ☼
	// ☼   ▼ ☼
	// ☼# ×> ☼
	// ☼☼☼☼☼☼☼
	// under 2,3 ●
	// ann DOWN: 4,4 4,3 3,3 2,3
	// bob RIGHT score 10: 4,5 3,5
}
