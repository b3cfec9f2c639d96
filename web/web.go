// Package web is the door for programs that speak no IRC: a player's program
// hears its boards and says its moves over a WebSocket, in the way of Codenjoy's
// Snake Battle, so that the clients that people have play unchanged; and a page
// shows a seat's board live in a browser. It knows seats, boards and answers,
// and nothing of IRC, of matches or of any game's rules.
package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"sync"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"arbitre/referee"
)

// Config is what an organiser sets for the door.
type Config struct {
	Listen string // host:port; "": no door
	Base   string // how players reach it: "http://host:port", without a slash at the end
	// BehindProxy: who calls is whom the last X-Forwarded-For names. Without a
	// proxy in front anybody could say to be anybody.
	BehindProxy    bool
	PerAddress     int // sockets and pages from one address
	SocketsPerSeat int
}

// DefaultConfig is the one place of the defaults.
func DefaultConfig() Config {
	return Config{PerAddress: 64, SocketsPerSeat: 4}
}

// The limits of a connection.
const (
	maxHeader   = 8 << 10          // bytes of a request
	maxFrame    = 4 << 10          // bytes of a frame
	headerTime  = 10 * time.Second // for a request
	writeTime   = 5 * time.Second  // for a frame or a scene: who is slower is cut off
	pingEvery   = 30 * time.Second
	pongTime    = 30 * time.Second
	idleTime    = time.Minute
	closingTime = time.Second // for goodbyes, when the program stops
)

// Server is the door. All its methods may be called from any goroutine.
type Server struct {
	config  Config
	log     *zap.Logger
	callers callers
	page    *template.Template

	mu     sync.Mutex
	visits map[string]*visit // by ID
	ended  []string          // IDs, the oldest first
	closed bool
	open   sync.WaitGroup // sockets, which http.Server knows nothing of
}

// New makes a door that nobody has been let in by.
func New(config Config, log *zap.Logger) *Server {
	return &Server{
		config: config, log: log, page: template.Must(template.ParseFS(embedded, "page/page.html")), visits: map[string]*visit{},
		callers: callers{most: config.PerAddress, byAddress: map[string]*caller{}},
	}
}

// Admit makes a visit and its addresses, of which it keeps no more than hashes.
func (s *Server) Admit() (v referee.Visit, play, look string) {
	playCode, lookCode := newCode(), newCode()
	fresh := &visit{
		server: s, id: newID(), play: hashOf(playCode), look: hashOf(lookCode),
		pages: map[*page]struct{}{},
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.visits[fresh.id], fresh.closed = fresh, s.closed
	return fresh, s.config.Base + pathPlay + fresh.id + "?code=" + playCode + gameName,
		s.config.Base + pathLook + fresh.id + "?code=" + lookCode + gameName
}

// The paths of the contest, and ours.
const (
	pathSocket = "/codenjoy-contest/ws"
	pathPlay   = "/codenjoy-contest/board/player/"
	pathLook   = "/watch/"
	gameName   = "&gameName=snakebattle"
)

// Handler is the door as a http.Handler.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+pathSocket, s.serveSocket)
	for path, play := range map[string]bool{pathPlay: true, pathLook: false} {
		mux.HandleFunc("GET "+path+"{id}", func(w http.ResponseWriter, r *http.Request) { s.servePage(w, r, play) })
		mux.HandleFunc("GET "+path+"{id}/scenes", func(w http.ResponseWriter, r *http.Request) { s.serveScenes(w, r, play) })
	}
	mux.Handle("GET /page/", http.StripPrefix("/page/", http.FileServerFS(pageFiles())))
	return withHeaders(mux)
}

// withHeaders keeps what is on the pages, and their addresses, to themselves.
func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
		next.ServeHTTP(w, r)
	})
}

// Run opens the door until the context ends, and returns when everybody is out.
func (s *Server) Run(ctx context.Context) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.config.Listen)
	if err != nil {
		return fmt.Errorf("open the door for WebSocket: %w", err)
	}
	return s.Serve(ctx, listener)
}

// Serve is Run on a listener, which it closes.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	s.log.Info("door open", zap.Stringer("address", listener.Addr()), zap.String("base", s.config.Base))
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerTime, WriteTimeout: writeTime,
		IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: zap.NewStdLog(zap.NewNop()), // it would show what strangers send
	}
	parts, ctx := errgroup.WithContext(ctx) // it ends by itself if nobody can come in any more
	parts.Go(func() error {
		<-ctx.Done()
		s.closeAll()
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
		defer cancel()
		if err := server.Shutdown(ending); err != nil {
			return server.Close()
		}
		return nil
	})
	parts.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("door for WebSocket: %w", err)
		}
		return nil
	})
	err := parts.Wait()
	s.open.Wait()
	return err
}

// maxEnded is how many visits are remembered after their end. There are programs
// that knock every second for ever; they guess nothing, and so don't bar the door
// to others from their address.
const maxEnded = 1000

// end notes that the addresses of a visit are void.
func (s *Server) end(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended = append(s.ended, id); len(s.ended) > maxEnded {
		delete(s.visits, s.ended[0])
		s.ended = s.ended[1:]
	}
}

// closeAll puts everybody out.
func (s *Server) closeAll() {
	s.mu.Lock()
	s.closed = true
	visits := make([]*visit, 0, len(s.visits))
	for _, v := range s.visits {
		visits = append(visits, v)
	}
	s.mu.Unlock()
	for _, v := range visits {
		v.Close()
	}
}

// admitted finds the visit that a request has the code for, or refuses it: 401
// for a wrong user or code, 429 for an address that has been wrong too often or
// has too much open. Else it counts as one of its address's until left is called.
func (s *Server) admitted(w http.ResponseWriter, r *http.Request, id string, play bool) (v *visit, left func()) {
	address := s.addressOf(r)
	if !s.callers.mayTry(address, time.Now()) {
		refuse(w, http.StatusTooManyRequests)
		return nil, nil
	}
	s.mu.Lock()
	v = s.visits[id]
	s.mu.Unlock()
	switch {
	case !v.opensTo(r.URL.Query().Get("code"), play):
		s.callers.wrong(address, time.Now())
		refuse(w, http.StatusUnauthorized)
		return nil, nil
	case v.hasEnded():
		refuse(w, http.StatusUnauthorized)
		return nil, nil
	}
	if !s.callers.enter(address) {
		refuse(w, http.StatusTooManyRequests)
		return nil, nil
	}
	return v, func() { s.callers.leave(address) }
}

func refuse(w http.ResponseWriter, status int) {
	http.Error(w, http.StatusText(status), status)
}
