package web_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/game"
	"arbitre/referee"
	"arbitre/snake"
	"arbitre/web"
)

// The programs of the benchmark run in a process of their own, which is this one
// started again with the addresses in its environment.
const programsOf = "ARBITRE_BENCH_PROGRAMS"

func TestMain(m *testing.M) {
	if addresses := os.Getenv(programsOf); addresses != "" {
		playAll(strings.Fields(addresses))
		return
	}
	m.Run()
}

// BenchmarkBoards is 200 sockets of 50 matches of four, on real connections, each
// of which answers every board: a turn is one step, ten a second. It reports how
// long after the tick the frames are at the programs, in the middle and at the
// worst: with each match at a moment of its own, as they are, and with all of them
// at one, which is the worst that can be. With -cpu 1 the door has one core; the
// programs have others.
func BenchmarkBoards(b *testing.B) {
	b.Run("spread", func(b *testing.B) { benchmarkBoards(b, 50, 1) })
	b.Run("together", func(b *testing.B) { benchmarkBoards(b, 1, 50) })
}

// benchmarkBoards has ten turns a second, in so many ticks of so many matches.
func benchmarkBoards(b *testing.B, ticks, matches int) {
	b.Helper()
	const seats = 4
	config := web.DefaultConfig()
	config.Base, config.PerAddress = base, ticks*matches*seats
	listener, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	door := web.New(config, zap.NewNop())
	ctx, cancel := context.WithCancel(b.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = door.Serve(ctx, listener) })
	defer running.Wait()
	visits := make([]referee.Visit, ticks*matches*seats)
	addresses := []string{listener.Addr().String()}
	rung := make(chan struct{}, len(visits))
	for i := range visits {
		var play string
		visits[i], play, _ = door.Admit()
		visits[i].Attend(func() { rung <- struct{}{} })
		_, path, _ := strings.Cut(socketURL(play), "example:8080")
		addresses = append(addresses, path)
	}
	programs := exec.CommandContext(b.Context(), os.Args[0])
	programs.Env = append(os.Environ(), programsOf+"="+strings.Join(addresses, " "))
	programs.Stderr = os.Stderr
	out, err := programs.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := programs.Start(); err != nil {
		b.Fatal(err)
	}
	report := bufio.NewReader(out)
	if _, err := report.ReadString('\n'); err != nil { // all are at the door
		b.Fatal(err)
	}
	for _, visit := range visits {
		for !visit.Attended() {
			runtime.Gosched()
		}
	}
	playTurns(b, slices.Collect(slices.Chunk(visits, matches*seats)), seats, rung)
	cancel() // which puts the programs out
	var took []float64
	for {
		line, err := report.ReadString('\n')
		if err != nil {
			break
		}
		ms, _ := strconv.ParseFloat(strings.TrimSpace(line), 64)
		took = append(took, ms)
	}
	_ = programs.Wait()
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*99/100], "p99-ms")
	b.ReportMetric(took[len(took)-1], "max-ms")
}

// playTurns shows the boards at each tick, and takes the answers. A board starts
// with the time of the tick.
func playTurns(b *testing.B, groups [][]referee.Visit, seats int, rung <-chan struct{}) {
	b.Helper()
	rules, err := snake.Game().New([]byte(`{"map":"valley"}`), seats, [32]byte{})
	if err != nil {
		b.Fatal(err)
	}
	boards := rules.(interface {
		AppendBoard(dst []byte, seat game.Seat) []byte
	})
	players, points := []string{"ann", "bob", "cid", "dan"}, []int{1, 2, 3, 4}
	var answers []referee.Answer
	ticks := time.NewTicker(100 * time.Millisecond / time.Duration(len(groups)))
	defer ticks.Stop()
	for turn := 1; b.Loop(); turn++ {
		for _, visits := range groups {
			<-ticks.C
			now := strconv.AppendInt(nil, time.Now().UnixNano(), 10)
			for i, visit := range visits {
				board := boards.AppendBoard(append(make([]byte, 0, 4096), now...), game.Seat(i%seats))
				visit.Show(&referee.Scene{Turn: turn, Board: board, Seat: i % seats, Players: players, Points: points})
			}
			for range visits {
				<-rung
			}
			for _, visit := range visits {
				answers = visit.Answers(answers[:0])
			}
		}
		rules.Resolve(0, 0, nil)
	}
}

// playAll is the process of the programs: it tells when all have come, and when
// the door has closed how long each frame took, in milliseconds.
func playAll(addresses []string) {
	var running sync.WaitGroup
	took := make([][]time.Duration, len(addresses)-1)
	for i, path := range addresses[1:] {
		conn := dialSocket(addresses[0], path)
		running.Go(func() { took[i] = answerBoards(conn) })
	}
	out := bufio.NewWriter(os.Stdout)
	_, _ = fmt.Fprintln(out, "all here")
	_ = out.Flush()
	running.Wait()
	for _, t := range slices.Concat(took...) {
		_, _ = fmt.Fprintln(out, float64(t.Microseconds())/1000)
	}
	_ = out.Flush()
}

// dialSocket makes the handshake by hand: the programs are to cost little.
func dialSocket(address, path string) net.Conn {
	conn, err := net.Dial("tcp", address) //nolint:noctx // a process of its own
	if err != nil {
		panic(err)
	}
	_, _ = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n", path)
	head := textproto.NewReader(bufio.NewReaderSize(conn, 16)) // reads no frame: there is none before the first board
	if line, err := head.ReadLine(); err != nil || !strings.Contains(line, " 101 ") {
		panic(line)
	}
	if _, err := head.ReadMIMEHeader(); err != nil {
		panic(err)
	}
	return conn
}

// answerBoards reads frames, answers each, and tells how long they took.
func answerBoards(conn net.Conn) (took []time.Duration) {
	in := bufio.NewReader(conn)
	head := make([]byte, 4)
	const sent = len("board=1234567890123456789")
	for {
		if _, err := io.ReadFull(in, head); err != nil || head[1] != 126 { // a board is longer than 125 bytes
			return took
		}
		board := make([]byte, binary.BigEndian.Uint16(head[2:]))
		if _, err := io.ReadFull(in, board); err != nil {
			return took
		}
		at, _ := strconv.ParseInt(string(board[len("board="):sent]), 10, 64)
		took = append(took, time.Duration(time.Now().UnixNano()-at))
		if _, err := conn.Write([]byte{0x81, 0x85, 0, 0, 0, 0, 'R', 'I', 'G', 'H', 'T'}); err != nil {
			return took
		}
	}
}
