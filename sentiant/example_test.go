package sentiant_test

import (
	"fmt"
	"os"

	"arbitre/sentiant"
)

// A turn of two colonies, from the view to the board.
func Example() {
	rules, names, err := sentiant.Parse(nil, `after turn 7
  0 1 2 3 4 5 6
0 . . b # . b .
1 Q Q . c q R R
2 Q Q q # . R R
Q ann 0 1 loaves 0
R bob 5 1 loaves 1
q 1 ann 4 1 hp 2
q 3 ann 2 2 hp 1
next 4
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, event := range rules.View(0, nil)[:1] {
		fmt.Printf("%s\n", event.Fact.AppendLine(nil, names))
	}
	if refusal := rules.Order(0, "1 MOVE LEFT PHERO 3; 3 DIG NORTH"); refusal != nil {
		fmt.Printf("%s: %q\n", refusal.Key, refusal.Order)
	}
	rules.Order(0, "3 DIG RIGHT")
	rules.Order(1, "QUEEN SPAWN")
	for _, event := range rules.Resolve(0, 0, nil) {
		fmt.Printf("%s\n", event.Fact.AppendLine(nil, names))
	}
	os.Stdout.Write(rules.AppendDrawing(nil, names))
	// Output:
	// QUEEN turn=8 ants=2 N1=. N2=. E1=. E2=a S1=^ S2=^ W1=^ W2=^ | ANT 1 hp=2 age=0 solid=^^^^.#...Q..aq?^a#.q?^^^^ floor=????b?.b...c..??.?..????? ants=-2,1,,,,1 | ANT 3 hp=1 age=0 solid=^..#?Q..a^?Qa#??^^^^^^^^^ floor=?.b??..c.??..???????????? ants=2,-1,,,,2
	// bad-direction: "3 DIG NORTH"
	// COLONIES ann:2,0 bob:1,2
	// after turn 8
	//   0 1 2 3 4 5 6
	// 0 . b b # . r .
	// 1 Q Q . q . R R
	// 2 Q Q q . . R R
	// Q ann 0 1 loaves 0
	// R bob 5 1 loaves 2
	// q 1 ann 3 1 hp 2 age 1 last ok
	// q 3 ann 2 2 hp 1 age 1 last ok
	// r 4 bob 5 0 hp 2
	// c 3 1
	// ~ 4 1 scent 3 range 5
	// next 5
}
