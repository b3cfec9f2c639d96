package sentiant

import "arbitre/chance"

// takeOne draws one of the list and takes it out; the last one gets its place.
func takeOne(c *chance.Source, list *[]int) int {
	all := *list
	i, last := c.Below(len(all)), len(all)-1
	drawn := all[i]
	all[i] = all[last]
	*list = all[:last]
	return drawn
}
