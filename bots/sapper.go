package bots

// sapper is careful. It takes the bombs of others apart when there is time,
// learns a little of everything, and strikes when it is all but sure.
func sapper(o *Outlook) string {
	if order, ok := o.attack(0.7 - 0.6*o.boldness(50)); ok {
		return order
	}
	if order, ok := o.defuse(); ok {
		return order
	}
	for _, lesson := range []struct {
		what  string
		knows int
	}{
		{"TIMER", o.Me.Timer - 1},
		{"SPEED", o.Me.Speed},
		{"FIREPOWER", o.Me.Firepower},
	} {
		if lesson.knows <= 1+o.Turn/15 {
			if order, ok := o.study(lesson.what, 3); ok {
				return order
			}
		}
	}
	if order, ok := o.sow(3); ok {
		return order
	}
	return o.step(5-4*o.boldness(50), func(option Option) float64 {
		if len(o.Enemies) == 0 {
			return 0
		}
		return float64(distance(option.At, o.Enemies[0].At)) * o.boldness(30)
	})
}

// defuse takes away what lies under my feet, unless an enemy would catch me with
// my tools in my hands.
func (o *Outlook) defuse() (string, bool) {
	for _, option := range o.Options {
		if option.Order == "DEFUSE" && option.Exposed == 0 {
			return option.Order, true
		}
	}
	return "", false
}
