package confine_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"arbitre/script/confine"
)

const (
	most   = 1 << 17  // the longest request and answer
	memory = 64 << 20 // what a child may grow by
	ready  = "ready"
	asking = "contain" // the first argument of a child of these tests
)

// TestMain is also the program of the children: their second argument says how
// they behave.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == asking {
		if err := beChild(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func beChild(words []string) error {
	how := words[0]
	if how == "parent of" {
		return beParent(words[1])
	}
	if before, ok := beforeEntering[how]; ok {
		before()
	}
	behave, ok := behaviours[how]
	if !ok {
		return fmt.Errorf("no child behaves like %q", how)
	}
	cell, err := confine.Enter(memory)
	if err != nil {
		return err
	}
	return cell.Serve(os.Stdin, os.Stdout, most, behave)
}

// beforeEntering is what a child does while it still can.
var beforeEntering = map[string]func(){
	"deaf":                            func() { signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP) },
	"blind":                           func() { loop(nil) },
	"orphan that sees to itself":      forgetParent,
	"idle orphan that sees to itself": forgetParent,
}

// behaviours are answers that a child gives.
var behaviours = map[string]func(request []byte) []byte{
	"echo":                            func(request []byte) []byte { return request },
	"loop":                            loop,
	"deaf":                            loop,
	"blind":                           loop,
	"orphan":                          answerOnce,
	"orphan that sees to itself":      answerOnce,
	"idle orphan that sees to itself": func(request []byte) []byte { return request },
	"exit":                            func([]byte) []byte { os.Exit(7); return nil },
	"panic":                           func([]byte) []byte { panic("the work has a fault") },
	"environment":                     func([]byte) []byte { return []byte(strings.Join(os.Environ(), "\n")) },
	"list": func([]byte) []byte {
		var kept []byte
		for i := 0; ; i++ {
			kept = append(kept, make([]byte, 1<<20)...)
			kept[len(kept)-1] = byte(i)
		}
	},
	"half": func(request []byte) []byte {
		var kept [][]byte
		for range memory / 2 >> 20 {
			kept = append(kept, bytes.Repeat([]byte{1}, 1<<20))
		}
		runtime.KeepAlive(kept)
		return request
	},
	"a quarter in one": func(request []byte) []byte { return append(request, bytes.Repeat([]byte{1}, memory/4)[:1]...) },
	"one block": func([]byte) []byte {
		block := make([]byte, 1<<30)
		for i := range block {
			block[i] = 1
		}
		return block[:1]
	},
	"repeat": func([]byte) []byte { return []byte(strings.Repeat("x", 1_000_000_000)) },
	"many small": func([]byte) []byte {
		kept := map[int]*[1024]byte{}
		for i := 0; ; i++ {
			kept[i] = new([1024]byte)
		}
	},
	"open": func([]byte) []byte {
		_, err := os.Open(os.DevNull)
		return say(err)
	},
	"create": func([]byte) []byte { return say(os.WriteFile("made by a child", []byte("x"), 0o600)) },
	"remove": func([]byte) []byte { return say(os.Remove("never was")) },
	"fork":   func([]byte) []byte { return say(exec.Command(os.Args[0]).Run()) },
	"connect": func([]byte) []byte {
		conn, err := net.Dial("tcp", "127.0.0.1:9")
		if err == nil {
			_ = conn.Close()
		}
		return say(err)
	},
	"flood out": func([]byte) []byte { return flood(os.Stdout) },
	"flood err": func([]byte) []byte {
		for range 1000 {
			fmt.Fprintln(os.Stderr, strings.Repeat("x", 1000))
		}
		os.Exit(5)
		return nil
	},
	"flood err without end": func([]byte) []byte { return flood(os.Stderr) },
	"half a head":           func([]byte) []byte { return write([]byte{0, 0}) },
	"half a frame":          func([]byte) []byte { return write([]byte{0, 0, 0, 9, 'h', 'a', 'l', 'f'}) },
	"huge length":           func([]byte) []byte { return write([]byte{0xff, 0xff, 0xff, 0xff}) },
	"a byte too long":       func([]byte) []byte { return make([]byte, most+1) },
	"close and go on": func([]byte) []byte {
		_ = os.Stdout.Close()
		return loop(nil)
	},
	"two answers": func(request []byte) []byte {
		frame := append(binary.BigEndian.AppendUint32(nil, uint32(len(request))), request...)
		_, _ = os.Stdout.Write(frame)
		return bytes.ToUpper(request)
	},
}

func loop([]byte) []byte {
	for turn := 0; ; turn++ {
		if turn < 0 {
			return nil
		}
	}
}

// answerOnce answers the request ready, and no other.
func answerOnce(request []byte) []byte {
	if string(request) == ready {
		return nil
	}
	return loop(nil)
}

func flood(w io.Writer) []byte {
	for {
		_, _ = w.Write(bytes.Repeat([]byte{0xff}, 1<<16))
	}
}

// write writes to the parent and ends.
func write(raw []byte) []byte {
	_, _ = os.Stdout.Write(raw)
	os.Exit(0)
	return nil
}

func say(err error) []byte {
	if err == nil {
		return []byte("done")
	}
	return []byte(err.Error())
}
