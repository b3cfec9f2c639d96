package bots

// miner studies fuses and sows bombs as it walks, each within the reach of
// another, until one sets off all.
func miner(o *Outlook) string {
	if order, ok := o.attack(0.4 - 0.35*o.boldness(40)); ok {
		return order
	}
	if o.Me.Timer < 4 {
		if order, ok := o.study("TIMER", 10); ok {
			return order
		}
	}
	if o.Me.Firepower < min(4+o.Turn/10, 8) {
		if order, ok := o.study("FIREPOWER", 10); ok {
			return order
		}
	}
	if o.Me.Speed < 1+o.Turn/20 {
		if order, ok := o.study("SPEED", 10); ok {
			return order
		}
	}
	if order, ok := o.sow(4); ok {
		return order
	}
	return o.step(2, func(option Option) float64 {
		if len(o.Enemies) == 0 {
			return 0
		}
		return float64(distance(option.At, o.Enemies[0].At))
	})
}
