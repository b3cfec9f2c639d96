package view

import "arbitre/referee"

// feedSize is more than the records of the longest match that anybody will sit
// through.
const feedSize = 10_000

// Feed is a watcher that keeps the records of one match until they are shown. A
// viewer so slow that it is full misses records; the match does not wait.
type Feed struct{ records chan referee.Record }

// NewFeed makes an empty feed.
func NewFeed() Feed { return Feed{make(chan referee.Record, feedSize)} }

// Watch takes a record.
func (f Feed) Watch(r referee.Record) {
	select {
	case f.records <- r:
	default:
	}
}
