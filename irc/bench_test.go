package irc

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"go.uber.org/zap"

	"arbitre/referee"
)

// benched is a registered network over TCP on this machine, in #arena with ann.
func benched(b *testing.B) (n *Network, server net.Conn, nextLine func() referee.Line) {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	accepted := make(chan net.Conn, 1)
	go func() {
		defer listener.Close()
		if conn, acceptErr := listener.Accept(); acceptErr == nil {
			accepted <- conn
		}
	}()
	n = New(Config{Nick: "bot", Address: listener.Addr().String(), Unlimited: true}, zap.NewNop())
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- n.Run(ctx) }()
	server = <-accepted
	b.Cleanup(func() {
		cancel()
		_ = server.Close()
		for range n.Lines() { // to its end
		}
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	nextLine = func() referee.Line { return <-n.Lines() }
	_, _ = io.WriteString(server, ":s 001 bot :Welcome\r\n:s 376 bot :End\r\n")
	for up := false; !up; {
		up = nextLine().Link == referee.Up
	}
	n.Read(referee.Line{Link: referee.Up})
	n.wanted.add("#arena", "")
	n.Read(referee.Line{Text: ":bot!b@h JOIN #arena"})
	n.Read(referee.Line{Text: ":ann!a@h JOIN #arena"})
	return n, server, nextLine
}

// Private lines from the socket to the event, on TCP.
func BenchmarkIn(b *testing.B) {
	for name, line := range map[string]string{
		"plain":  ":ann!a@h PRIVMSG bot :NORTH 1\r\n",
		"tagged": "@time=2026-01-01T00:00:00.000Z;account=Ann;msgid=0123456789 :ann!a@h PRIVMSG bot :NORTH 1\r\n",
	} {
		b.Run(name, func(b *testing.B) {
			n, server, nextLine := benched(b)
			const many = 100
			chunk := bytes.Repeat([]byte(line), many)
			b.ReportAllocs()
			b.ResetTimer()
			go func() {
				for range b.N/many + 1 {
					if _, err := server.Write(chunk); err != nil {
						return
					}
				}
			}()
			for range b.N {
				n.Read(nextLine())
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// Posts from Send to the other side of a TCP connection, one write each.
func BenchmarkOut(b *testing.B) {
	n, server, _ := benched(b)
	line := len("PRIVMSG #arena :" + "TOUR 0000000\r\n")
	buffer := make([]byte, 64<<10)
	b.ReportAllocs()
	b.ResetTimer()
	const many = 1000 // fewer than may wait
	for sent := 0; sent < b.N; {
		batch := min(many, b.N-sent)
		for range batch {
			n.Send(referee.Post{Channel: "#arena", Text: fmt.Sprintf("TOUR %07d", sent)})
		}
		for rest := batch * line; rest > 0; {
			got, err := server.Read(buffer[:min(len(buffer), rest)])
			if err != nil {
				b.Fatal(err)
			}
			rest -= got
		}
		sent += batch
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

// A line in at the socket, a post out at it: what a prompt's answer waits for.
func BenchmarkRoundTrip(b *testing.B) {
	n, server, nextLine := benched(b)
	ask := []byte(":ann!a@h PRIVMSG bot :NORTH 1\r\n")
	answer := make([]byte, len("PRIVMSG ann :ok\r\n"))
	b.ResetTimer()
	for range b.N {
		if _, err := server.Write(ask); err != nil {
			b.Fatal(err)
		}
		heard, ok := n.Read(nextLine())[0].(referee.Heard)
		if !ok {
			b.Fatal("not heard")
		}
		n.Send(referee.Post{To: heard.From, Text: "ok"})
		if _, err := io.ReadFull(server, answer); err != nil {
			b.Fatal(err)
		}
	}
}

// The roster alone.
func BenchmarkRead(b *testing.B) {
	n := New(Config{Nick: "bot", Channels: []string{"#arena"}}, zap.NewNop())
	n.Read(referee.Line{Link: referee.Up})
	n.Read(referee.Line{Text: ":bot!b@h JOIN #arena"})
	n.Read(referee.Line{Text: ":ann!a@h JOIN #arena"})
	line := referee.Line{At: time.Now(), Text: ":ann!a@h PRIVMSG bot :NORTH 1"}
	b.ReportAllocs()
	for b.Loop() {
		n.Read(line)
	}
}
