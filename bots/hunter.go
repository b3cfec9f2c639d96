package bots

// hunter wants to stand where you stand. It learns to run, then runs at whoever
// is nearest and lays its bombs at his feet.
func hunter(o *Outlook) string {
	if order, ok := o.attack(0.5 - 0.4*o.boldness(40)); ok {
		return order
	}
	if o.Me.Speed < min(2+o.Turn/12, 6) {
		if order, ok := o.study("SPEED", 10); ok {
			return order
		}
	}
	if o.Me.Firepower < min(o.Me.Speed-1, 3) {
		if order, ok := o.study("FIREPOWER", 10); ok {
			return order
		}
	}
	if o.Me.Timer < 1+o.Turn/25 {
		if order, ok := o.study("TIMER", 10); ok {
			return order
		}
	}
	if order, ok := o.sow(1); ok {
		return order
	}
	return o.step(2, func(option Option) float64 {
		if len(o.Enemies) == 0 {
			return 0
		}
		return float64(distance(option.At, o.Enemies[0].At))
	})
}
