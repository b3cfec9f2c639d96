// Package servers runs real IRC servers for tests: ngIRCd, InspIRCd and
// ircd-hybrid, as Debian packages them, each on a free port of the loopback for
// as long as its test lasts. fetch.sh gets them ("make servers").
//
// It is there with the build tag "servers" only, as are the tests that use it:
// whoever has no Debian tests everything else without it.
package servers
