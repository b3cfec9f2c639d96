package bots

// scholar keeps its distance and reads. When its bombs reach across half the map
// it comes out.
func scholar(o *Outlook) string {
	if order, ok := o.attack(0.6 - 0.5*o.boldness(40)); ok {
		return order
	}
	if o.Me.Timer < 2 {
		if order, ok := o.study("TIMER", 10); ok {
			return order
		}
	}
	if o.Me.Firepower < o.Side/2 {
		if order, ok := o.study("FIREPOWER", 35); ok {
			return order
		}
	}
	if o.Me.Speed < 2+o.Turn/25 {
		if order, ok := o.study("SPEED", 25); ok {
			return order
		}
	}
	if order, ok := o.sow(2); ok {
		return order
	}
	// How near it lets others come, or goes to them.
	arm := int(6 - 5*o.boldness(80))
	return o.step(3, func(option Option) float64 {
		sum := 0.0
		for _, enemy := range o.Enemies {
			sum += float64(abs(distance(option.At, enemy.At) - arm))
		}
		return sum / float64(max(len(o.Enemies), 1))
	})
}
