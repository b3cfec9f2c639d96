package ircd

// fold gives equal names of the server, by its CASEMAPPING, the same form.
func (s *Server) fold(name string) string {
	last := byte('Z')
	if s.cfg.CaseMapping == "rfc1459" {
		last = '^' // [ \ ] ^ are the capitals of { | } ~
	}
	for i := range len(name) {
		if 'A' <= name[i] && name[i] <= last {
			return foldFrom(name, i, last)
		}
	}
	return name
}

// foldFrom turns the capitals from A to last into small letters, by bytes: names
// need not be UTF-8.
func foldFrom(name string, from int, last byte) string {
	b := []byte(name)
	for i := from; i < len(b); i++ {
		if 'A' <= b[i] && b[i] <= last {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// matches tells whether a folded name matches a folded mask with * and ?. It is
// linear but for a factor of the stars' number, and never recurses.
func matches(mask, name string) bool {
	m, n, star, back := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case m < len(mask) && mask[m] == '*':
			star, back = m, n
			m++
		case m < len(mask) && (mask[m] == '?' || mask[m] == name[n]):
			m++
			n++
		case star >= 0:
			back++
			m, n = star+1, back
		default:
			return false
		}
	}
	for m < len(mask) && mask[m] == '*' {
		m++
	}
	return m == len(mask)
}
