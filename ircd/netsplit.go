package ircd

import "slices"

// Split puts the clients behind another server from which the rest is parted:
// either side sees the other quit with the two servers' names. Each side goes on
// as it is.
func (s *Server) Split(server string, nicks ...string) {
	s.do(func() {
		var away []*client
		for _, nick := range nicks {
			if c := s.nicks[s.fold(nick)]; c != nil {
				away = append(away, c)
			}
		}
		reason := "QUIT :" + s.cfg.Name + " " + server
		for _, c := range away {
			quit := s.message(c, reason)
			for _, p := range s.peers(c) {
				if !slices.Contains(away, p) {
					s.send(p, quit)
					s.send(c, s.message(p, reason))
				}
			}
		}
		for _, c := range away {
			c.side = server
		}
		for _, c := range away {
			s.tellWatchers(c, false)
		}
	})
}

// Rejoin ends all splits: either side sees the other join, and the server give
// them their status.
func (s *Server) Rejoin() {
	s.do(func() {
		sides := map[*client]string{}
		for _, c := range s.conns {
			sides[c], c.side = c.side, ""
		}
		for _, c := range s.conns {
			for _, ch := range c.channels {
				to := slices.DeleteFunc(s.onSide(ch, c), func(p *client) bool { return sides[p] == sides[c] })
				s.comeBack(ch, ch.member(c), to)
			}
			if sides[c] != "" {
				s.tellWatchers(c, true)
			}
		}
	})
}

// comeBack shows a member's join to some, and the status that a server gives it.
func (s *Server) comeBack(ch *channel, m *member, to []*client) {
	s.tellJoin(ch, m, to)
	var d changes
	if m.op {
		d.add('+', 'o', m.nick)
	}
	if m.voice {
		d.add('+', 'v', m.nick)
	}
	if d.letters == "" {
		return
	}
	mode := s.messageFrom(nil, s.cfg.Name, "MODE "+ch.name+" "+d.String())
	for _, c := range to {
		s.send(c, mode)
	}
}
