// Package worker plays seats of sentiant by scripts, each in a process of its own:
// whatever a script does, it harms nobody but its own colony. It joins package
// script, which knows the language, and package script/confine, which knows
// processes, to what the referee calls a Hand.
//
// The process is the same program, started as Command, which calls [Serve].
package worker

import (
	"fmt"
	"io"

	"arbitre/script"
	"arbitre/script/confine"
)

// Command is the hidden command of the program that must call [Serve].
const Command = "script-worker"

// The bounds of a worker.
const (
	mostGrowth = 64 << 20 // bytes that a process may grow by
	mostFrame  = 16 << 20 // bytes of a request and of an answer
)

// Serve confines this process and plays a colony, until its input ends.
func Serve(in io.Reader, out io.Writer) error {
	cell, err := confine.Enter(mostGrowth)
	if err != nil {
		return err
	}
	var player script.Player
	var frame []byte
	err = cell.Serve(in, out, mostFrame, func(request []byte) []byte {
		frame, err = player.Play(request, frame[:0])
		if err != nil {
			panic(fmt.Errorf("a worker is asked: %w", err)) // its parent is this program
		}
		return frame
	})
	if err != nil {
		return fmt.Errorf("serve scripts: %w", err)
	}
	return nil
}
