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
	errMemory = errors.New("not a memory")
	errDeep   = fmt.Errorf("memory: nested more than %d deep, or it holds itself", deepest)
)

// appendMemory writes a value, in at most so many bytes.
func appendMemory(dst []byte, v starlark.Value, most int) ([]byte, error) {
	return appendValue(dst, v, len(dst)+most, most, 0)
}

// appendValue writes a value unless dst gets longer than end. Most is only for the
// words.
func appendValue(dst []byte, v starlark.Value, end, most, depth int) ([]byte, error) {
	if depth > deepest {
		return nil, errDeep
	}
	var err error
	switch v := v.(type) {
	case starlark.NoneType:
		dst = append(dst, tagNone)
	case starlark.Bool:
		if v {
			dst = append(dst, tagTrue)
		} else {
			dst = append(dst, tagFalse)
		}
	case starlark.Int:
		n, ok := v.Int64()
		if !ok {
			return nil, errors.New("memory: a number of more than 64 bits")
		}
		dst = binary.AppendVarint(append(dst, tagInt), n)
	case starlark.Float:
		dst = binary.BigEndian.AppendUint64(append(dst, tagFloat), math.Float64bits(float64(v)))
	case starlark.String:
		if len(v) > end-len(dst) {
			return nil, tooMuch(most)
		}
		dst = append(binary.AppendUvarint(append(dst, tagText), uint64(len(v))), v...)
	case *starlark.List:
		dst = binary.AppendUvarint(append(dst, tagList), uint64(v.Len()))
		for i := 0; i < v.Len() && err == nil; i++ {
			dst, err = appendValue(dst, v.Index(i), end, most, depth+1)
		}
	case starlark.Tuple:
		dst = binary.AppendUvarint(append(dst, tagTuple), uint64(len(v)))
		for i := 0; i < len(v) && err == nil; i++ {
			dst, err = appendValue(dst, v[i], end, most, depth+1)
		}
	case *starlark.Dict:
		dst = binary.AppendUvarint(append(dst, tagDict), uint64(v.Len()))
		for key, value := range v.Entries() {
			if dst, err = appendValue(dst, key, end, most, depth+1); err != nil {
				break
			}
			if dst, err = appendValue(dst, value, end, most, depth+1); err != nil {
				break
			}
		}
	default:
		return nil, fmt.Errorf("memory: a %s can't be kept: want numbers, strings, True, False, None, lists, tuples and dicts", v.Type())
	}
	if err == nil && len(dst) > end {
		return nil, tooMuch(most)
	}
	return dst, err
}

func tooMuch(most int) error {
	return fmt.Errorf("memory: more than %d bytes", most)
}

// readMemory reads what appendMemory wrote of a dict; nothing is an empty one.
func readMemory(data []byte) (*starlark.Dict, error) {
	if len(data) == 0 {
		return new(starlark.Dict), nil
	}
	v, rest, err := readValue(data, 0)
	if err != nil {
		return nil, err
	}
	d, ok := v.(*starlark.Dict)
	if !ok || len(rest) > 0 {
		return nil, errMemory
	}
	return d, nil
}

func readValue(data []byte, depth int) (v starlark.Value, rest []byte, err error) {
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
	return readMany(tag, int(n), rest[length:], depth+1)
}

// readMany reads what has a number before it.
func readMany(tag byte, n int, rest []byte, depth int) (starlark.Value, []byte, error) {
	switch tag {
	case tagText:
		return starlark.String(rest[:n]), rest[n:], nil
	case tagList, tagTuple:
		values := make([]starlark.Value, n)
		for i := range values {
			var err error
			if values[i], rest, err = readValue(rest, depth); err != nil {
				return nil, nil, err
			}
		}
		if tag == tagList {
			return starlark.NewList(values), rest, nil
		}
		return starlark.Tuple(values), rest, nil
	case tagDict:
		return readDict(n, rest, depth)
	}
	return nil, nil, errMemory
}

func readDict(n int, rest []byte, depth int) (starlark.Value, []byte, error) {
	d := starlark.NewDict(n)
	for range n {
		key, more, err := readValue(rest, depth)
		if err != nil {
			return nil, nil, err
		}
		value, more, err := readValue(more, depth)
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
