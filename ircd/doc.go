// Package ircd is a small IRC server for demos and tests: it lets a person try
// the referee without a network, and it does to a client whatever a network can
// do to it, on command (see the hooks of Server: Split, Kill, Refuse, ...).
//
// It runs on the standard library's time and on any net.Conn, so a whole match
// runs over net.Pipe inside testing/synctest. One goroutine owns all state; each
// client has one goroutine that reads and one that writes, with a bounded queue
// between: who does not read is dropped, and delays nobody.
//
// It does not do what one server without operators or services does not need:
// no links to other servers, no OPER, no ident or DNS, no chat history of its
// own, nothing on disk. Accounts are what Config says.
package ircd
