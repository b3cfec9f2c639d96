package script

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"go.starlark.net/starlark"
)

// A memory is kept as bytes between turns: a tag and what belongs to it, value by
// value. Numbers are varints; a text has its length before it, a list, tuple or
// dict how many there are.
const (
	tagNone  = 'n'
	tagTrue  = 't'
	tagFalse = 'f'
	tagInt   = 'i'
	tagFloat = 'd'
	tagText  = 's'
	tagList  = 'l'
	tagTuple = 'u'
	tagDict  = 'm'
)

// deepest is how deep lists and dicts in a memory may be nested.
const deepest = 20

var (
	errMemory  = errors.New("not a memory")
	errTooMuch = errors.New("too much")
	errDeep    = fmt.Errorf("memory: nested more than %d deep, or it holds itself", deepest)
)

// memoryWriter writes a value, until it is longer than most.
type memoryWriter struct {
	text []byte
	most int // bytes
	err  error
}

// write writes a value, which is so deep in others. A list that holds itself and a
// web of lists that would be written again and again both end soon.
func (w *memoryWriter) write(v starlark.Value, depth int) {
	if len(w.text) > w.most && w.err == nil {
		w.err = errTooMuch
	}
	if depth > deepest && w.err == nil {
		w.err = errDeep
	}
	if w.err != nil {
		return
	}
	switch v := v.(type) {
	case starlark.NoneType:
		w.text = append(w.text, tagNone)
	case starlark.Bool:
		if v {
			w.text = append(w.text, tagTrue)
		} else {
			w.text = append(w.text, tagFalse)
		}
	case starlark.Int:
		n, ok := v.Int64()
		if !ok {
			w.err = errors.New("memory: a number of more than 64 bits")
		}
		w.text = binary.AppendVarint(append(w.text, tagInt), n)
	case starlark.Float:
		w.text = binary.BigEndian.AppendUint64(append(w.text, tagFloat), math.Float64bits(float64(v)))
	case starlark.String:
		w.count(tagText, len(v))
		w.text = append(w.text, v[:min(len(v), w.most+1)]...) // more is too much anyway
	case *starlark.List:
		w.count(tagList, v.Len())
		for i := 0; i < v.Len() && w.err == nil; i++ {
			w.write(v.Index(i), depth+1)
		}
	case starlark.Tuple:
		w.count(tagTuple, len(v))
		for i := 0; i < len(v) && w.err == nil; i++ {
			w.write(v[i], depth+1)
		}
	case *starlark.Dict:
		w.count(tagDict, v.Len())
		for key, value := range v.Entries() {
			w.write(key, depth+1)
			w.write(value, depth+1)
			if w.err != nil {
				break
			}
		}
	default:
		w.err = fmt.Errorf("memory: a %s can't be kept: want numbers, strings, True, False, None, lists, tuples and dicts", v.Type())
	}
}

func (w *memoryWriter) count(tag byte, n int) {
	w.text = binary.AppendUvarint(append(w.text, tag), uint64(n))
}

// writeMemory writes what an ant keeps behind the text, at most so many bytes.
func (w *memoryWriter) writeMemory(d *starlark.Dict, most int) error {
	w.most, w.err = len(w.text)+most, nil
	if d.Len() == 0 {
		return nil
	}
	w.write(d, 0)
	if w.err == nil && len(w.text) > w.most {
		w.err = errTooMuch
	}
	return w.err
}

// memoryReader reads it again; short strings are made once.
type memoryReader struct{ strings map[string]starlark.Value }

// text is a string as a value.
func (r *memoryReader) text(data []byte) starlark.Value {
	if v, ok := r.strings[string(data)]; ok {
		return v
	}
	v := starlark.String(data)
	if len(data) <= longestShared {
		if len(r.strings) >= mostShared {
			clear(r.strings)
		}
		r.strings[string(v)] = v
	}
	return v
}

// How many strings are shared, and how long they may be, in bytes.
const (
	mostShared    = 1000
	longestShared = 20
)

// read reads a memory; nothing is an empty one.
func (r *memoryReader) read(data []byte) (*starlark.Dict, error) {
	if len(data) == 0 {
		return new(starlark.Dict), nil
	}
	v, rest, err := r.value(data, 0)
	if err != nil {
		return nil, err
	}
	d, ok := v.(*starlark.Dict)
	if !ok || len(rest) > 0 {
		return nil, errMemory
	}
	return d, nil
}

func (r *memoryReader) value(data []byte, depth int) (v starlark.Value, rest []byte, err error) {
	if len(data) == 0 || depth > deepest {
		return nil, nil, errMemory
	}
	tag, rest := data[0], data[1:]
	switch tag {
	case tagNone:
		return starlark.None, rest, nil
	case tagTrue:
		return starlark.True, rest, nil
	case tagFalse:
		return starlark.False, rest, nil
	case tagInt:
		n, length := binary.Varint(rest)
		if length <= 0 {
			return nil, nil, errMemory
		}
		return starlark.MakeInt64(n), rest[length:], nil
	case tagFloat:
		if len(rest) < 8 {
			return nil, nil, errMemory
		}
		return starlark.Float(math.Float64frombits(binary.BigEndian.Uint64(rest))), rest[8:], nil
	}
	n, length := binary.Uvarint(rest)
	if length <= 0 || n > uint64(len(rest)-length) { // each takes a byte at least
		return nil, nil, errMemory
	}
	return r.many(tag, int(n), rest[length:], depth+1)
}

// many reads what has a number before it.
func (r *memoryReader) many(tag byte, n int, rest []byte, depth int) (starlark.Value, []byte, error) {
	switch tag {
	case tagText:
		return r.text(rest[:n]), rest[n:], nil
	case tagList, tagTuple:
		values := make([]starlark.Value, n)
		for i := range values {
			var err error
			if values[i], rest, err = r.value(rest, depth); err != nil {
				return nil, nil, err
			}
		}
		if tag == tagList {
			return starlark.NewList(values), rest, nil
		}
		return starlark.Tuple(values), rest, nil
	case tagDict:
		return r.dict(n, rest, depth)
	}
	return nil, nil, errMemory
}

func (r *memoryReader) dict(n int, rest []byte, depth int) (starlark.Value, []byte, error) {
	d := starlark.NewDict(n)
	for range n {
		key, more, err := r.value(rest, depth)
		if err != nil {
			return nil, nil, err
		}
		value, more, err := r.value(more, depth)
		if err != nil {
			return nil, nil, err
		}
		if d.SetKey(key, value) != nil { // a list is no key
			return nil, nil, errMemory
		}
		rest = more
	}
	return d, rest, nil
}
