// Package storm is the simulation: whole evenings of matches in virtual time,
// with the desk, the journal, the store, the real girc and our own server, under
// a storm of everything that an IRC network, its people and a machine can do to a
// referee. It has no code but its tests.
//
// An evening is a function of its seed. What goes wrong is told with the seed and
// the command that plays the same evening again.
package storm
