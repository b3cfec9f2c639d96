package referee

// lastWords are the last turn of a match that was aborted, and its end, until the
// server has passed them on. An abort waits for nothing, so it is the desk that says
// them again where the connection was lost over them: a channel that has not heard
// END_GAME waits for ever.
type lastWords struct {
	token uint64 // of the PING behind them
	lines []string
	seed  string // what is said of it
}

// sayLast says the end of a match that was aborted.
func (m *match) sayLast(end *End) {
	words := &lastWords{token: m.newToken(), seed: m.words.say("seed-revealed", end.Seed)}
	if m.turn > 1 {
		words.lines = append(words.lines, m.last...)
	}
	words.lines = append(words.lines, end.Public...)
	if m.missed { // the last turn too
		m.say(words.lines)
	} else {
		m.say(end.Public)
	}
	post := words.post(m.channel)
	post.Stale = m.saidAgain()
	if !m.linked { // nobody can hear it
		post.Prompt = 0
	}
	m.clock = &clock{token: words.token}
	m.lastWords = words
	m.network.Send(post)
}

// post is the last of them.
func (w *lastWords) post(channel string) Post {
	return Post{Channel: channel, Notice: true, Class: Protocol, Text: w.seed, Prompt: w.token}
}

// notPassedOn is the last words of a match that is over, nil if the server has passed
// them on.
func (m *match) notPassedOn() *lastWords {
	if m.lastWords == nil || !m.clock.start.IsZero() {
		return nil
	}
	return m.lastWords
}

// passedOn: the server has passed on everything before the PING of this token.
func (d *Desk) passedOn(token uint64) {
	for _, ch := range d.channels {
		if ch.lastWords != nil && ch.lastWords.token == token {
			ch.lastWords = nil
		}
	}
}

// sayLastWords says again, in a channel that we are back in, how its match ended.
func (d *Desk) sayLastWords(ch *channel) {
	words := ch.lastWords
	if words == nil {
		return
	}
	d.network.Send(Post{Channel: ch.name, Notice: true, Class: Protocol, Text: d.wordsIn(ch).say("ends-again")})
	for _, line := range words.lines {
		d.network.Send(Post{Channel: ch.name, Class: Protocol, Text: line})
	}
	d.network.Send(words.post(ch.name))
}
