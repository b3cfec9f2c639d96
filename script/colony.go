package script

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"arbitre/game"
	"arbitre/sentiant"
)

// Colony plays one colony of a match by a script, turn after turn.
type Colony struct {
	seat   game.Seat
	seed   [32]byte
	thread *starlark.Thread
	queen  starlark.Value // the functions
	ant    starlark.Value
	broken *Mistake // of the text outside of functions: nobody can be called

	senses    sentiant.Senses
	orders    [spawn + 1][len(directions) + 1]order // the simple ones, by action and direction
	view      *view
	queenView *queenView
	antArgs   starlark.Tuple
	queenArgs starlark.Tuple

	memories map[int][]byte // by ant, 0 of the queen; none is empty
	writer   memoryWriter
	reader   memoryReader
	draws    []byte

	answer  Answer
	printed int
	caller  string   // who is being called, for what is printed
	wrong   int      // ants that sleep because of a mistake
	first   *Mistake // of those
}

// NewColony begins a colony: it runs what the script has outside of functions. A
// mistake there is told each turn, in which all sleep.
func NewColony(p *Program, start *Start) *Colony {
	c := &Colony{seat: start.Seat, seed: start.Seed, memories: map[int][]byte{}}
	c.reader.strings = map[string]starlark.Value{}
	for _, m := range start.Memories {
		if len(m.Bytes) > 0 {
			c.memories[m.Ant] = bytes.Clone(m.Bytes)
		}
	}
	c.thread = &starlark.Thread{Name: fileName, Print: c.print}
	c.makeOrders()
	c.view, c.queenView = newView(c), newQueenView(c)
	c.antArgs, c.queenArgs = starlark.Tuple{c.view}, starlark.Tuple{c.queenView}
	c.load(p)
	return c
}

// load runs the text outside of functions. Afterwards all that it made is frozen.
func (c *Colony) load(p *Program) {
	names := c.makers()
	for _, k := range constants {
		names[k.name] = k.value
	}
	c.caller = "at the start"
	c.budget(loadSteps)
	globals, err := p.compiled.Init(c.thread, names)
	globals.Freeze()
	if err != nil {
		c.broken = c.mistake(err, loadSteps)
		return
	}
	c.queen, c.ant = globals[queenName], globals[antName]
	for _, name := range []string{queenName, antName} {
		if _, ok := globals[name].(starlark.Callable); !ok {
			c.broken = &Mistake{1, 1, name + " is no function", "write def " + name + "(view):"}
			return
		}
	}
}

// budget lets the thread go so many steps from now on.
func (c *Colony) budget(steps int) {
	c.thread.Uncancel()
	c.thread.Steps = 0
	c.thread.SetMaxExecutionSteps(uint64(steps) + 1)
}

// Play plays a turn: senses in, the bytes of an Answer out. An error is of senses
// that are none.
func (c *Colony) Play(senses, dst []byte) ([]byte, error) {
	if err := c.senses.Read(senses); err != nil {
		return dst, err
	}
	c.forgetTheDead()
	if c.broken != nil {
		c.tellMistake(c.broken, "")
	} else {
		c.playQueen()
		for i := range c.senses.Ants {
			c.playAnt(&c.senses.Ants[i])
		}
	}
	c.tellTheRest()
	dst = c.answer.append(dst)
	c.answer.reset() // here, since what is printed at the start is told in the first turn
	c.printed, c.wrong = 0, 0
	return dst, nil
}

// forgetTheDead drops the memories of ants that live no more, in the order of
// their ids.
func (c *Colony) forgetTheDead() {
	if len(c.memories) <= 1 && c.memories[0] != nil {
		return
	}
	var dead []int
	for id := range c.memories {
		_, lives := slices.BinarySearchFunc(c.senses.Ants, id, func(a sentiant.AntSenses, id int) int { return a.ID - id })
		if !lives && id != 0 {
			dead = append(dead, id)
		}
	}
	slices.Sort(dead)
	for _, id := range dead {
		delete(c.memories, id)
		c.answer.Memories = append(c.answer.Memories, Memory{Ant: id})
	}
}

func (c *Colony) playQueen() {
	c.caller = queenName
	c.queenView.begin(0)
	made, err := c.call(c.queen, c.queenArgs)
	if err == nil && made != nil && made.action != spawn {
		err = fmt.Errorf("queen() returned %s, which is an ant's order: want spawn() or None", made)
	}
	if err == nil {
		err = c.keep(&c.queenView.common, c.queenView.memory)
	}
	switch {
	case err != nil:
		c.sleepOn(err)
	case made != nil:
		c.answer.addOrder(0, made)
	}
}

func (c *Colony) playAnt(a *sentiant.AntSenses) {
	c.caller = ""
	c.view.look(a)
	made, err := c.call(c.ant, c.antArgs)
	switch {
	case err != nil:
	case made == nil:
		err = errors.New("ant() returned None, which is no order: is there a return for every case?")
	case made.action == spawn:
		err = errors.New("ant() returned spawn(), which is the queen's order")
	}
	c.view.kept.step = noCell
	if err != nil { // it keeps no more than where home is
		c.sleepOn(err)
		_ = c.keep(&c.view.common, nil) // which is never too much
		return
	}
	if made.action == move {
		c.view.kept.step = made.way
	}
	if err = c.keep(&c.view.common, c.view.memory); err != nil {
		c.sleepOn(err)
		return
	}
	c.answer.addOrder(a.ID, made)
}

// call calls a function. An order of None is nil.
func (c *Colony) call(fn starlark.Value, args starlark.Tuple) (*order, error) {
	c.budget(c.senses.Steps)
	v, err := starlark.Call(c.thread, fn, args, nil)
	if err != nil {
		return nil, err
	}
	made, ok := v.(*order)
	if !ok && v != starlark.None {
		return nil, fmt.Errorf("returned a %s: want an order, as move(UP)", v.Type())
	}
	return made, nil
}
