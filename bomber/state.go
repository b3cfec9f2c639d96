package bomber

import (
	"strconv"

	"arbitre/strictjson"
)

// AppendState writes the whole state as one line of JSON.
func (m *match) AppendState(dst []byte, names []string) []byte {
	dst = appendNumber(dst, `{"turn":`, m.turn)
	dst = appendNumber(dst, `,"side":`, m.side)
	dst = append(dst, `,"players":[`...)
	for i := range m.players {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = m.players[i].appendState(dst, names[i])
	}
	dst = append(dst, `],"bombs":[`...)
	for i := range m.bombs {
		if i > 0 {
			dst = append(dst, ',')
		}
		b := &m.bombs[i]
		dst = strictjson.AppendText(append(dst, `{"owner":`...), names[b.owner])
		dst = appendNumber(dst, `,"x":`, b.x)
		dst = appendNumber(dst, `,"y":`, b.y)
		dst = appendNumber(dst, `,"due":`, b.due)
		dst = append(dst, '}')
	}
	dst = appendNumber(dst, `],"idle":`, m.idle)
	dst = append(dst, `,"rng":"`...)
	dst = m.chance.AppendText(dst)
	return append(dst, `"}`...)
}

func (p *player) appendState(dst []byte, name string) []byte {
	dst = strictjson.AppendText(append(dst, `{"name":`...), name)
	dst = appendNumber(dst, `,"x":`, p.x)
	dst = appendNumber(dst, `,"y":`, p.y)
	dst = appendNumber(dst, `,"firepower":`, p.firepower)
	dst = appendNumber(dst, `,"speed":`, p.speed)
	dst = appendNumber(dst, `,"timer":`, p.timer)
	dst = append(dst, `,"busy":"`...)
	dst = append(dst, actionWords[p.busy]...)
	dst = appendNumber(dst, `","busy_turns":`, p.busyTurns)
	dst = appendNumber(dst, `,"died":`, p.died)
	dst = appendNumber(dst, `,"out":`, p.out)
	dst = append(dst, `,"cause":"`...)
	dst = append(dst, p.cause...)
	return append(dst, `"}`...)
}

func appendNumber(dst []byte, key string, n int) []byte {
	return strconv.AppendInt(append(dst, key...), int64(n), 10)
}
