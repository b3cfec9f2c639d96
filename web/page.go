package web

import (
	"embed"
	"encoding/json"
	"io/fs"
	"net/http"
	"time"

	"arbitre/referee"
)

//go:embed page
var embedded embed.FS

// pageFiles are the page's script and style.
func pageFiles() fs.FS {
	files, err := fs.Sub(embedded, "page")
	if err != nil {
		panic(err) // the folder is in the program
	}
	return files
}

// page is a browser that watches a seat.
type page struct {
	scenes chan []byte // to be sent; only the last one matters
}

// show gives a page a scene, in the place of one that it has not taken yet. The
// visit's mutex is held.
func (p *page) show(scene []byte) {
	select {
	case <-p.scenes:
	default:
	}
	p.scenes <- scene
}

// scene is what the page's script is told.
type scene struct {
	Turn    int      `json:"turn"`
	Board   string   `json:"board"`
	Heading string   `json:"heading"`
	Seat    int      `json:"seat"`
	Players []string `json:"players"`
	Points  []int    `json:"points"`
	End     []string `json:"end,omitempty"`
}

// sceneText is a scene as an event of the stream.
func sceneText(s *referee.Scene) []byte {
	text, err := json.Marshal(scene{s.Turn, string(s.Board), s.Heading, s.Seat, s.Players, s.Points, s.End})
	if err != nil {
		panic(err) // texts and numbers
	}
	return append(append([]byte("data: "), text...), "\n\n"...)
}

// servePage is the page on which a seat's board is seen.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request, play bool) {
	v, left := s.admitted(w, r, r.PathValue("id"), play)
	if v == nil {
		return
	}
	defer left()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = s.page.Execute(w, struct{ Play bool }{play})
}

// serveScenes is the stream of scenes, as server-sent events: each one whole, so
// that a page which comes late or is slow needs none of those before.
func (s *Server) serveScenes(w http.ResponseWriter, r *http.Request, play bool) {
	v, left := s.admitted(w, r, r.PathValue("id"), play)
	if v == nil {
		return
	}
	defer left()
	mine := &page{scenes: make(chan []byte, 1)}
	if !v.watch(mine) {
		refuse(w, http.StatusGone)
		return
	}
	defer v.unwatch(mine)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // or a proxy would keep the scenes
	alive := time.NewTicker(pingEvery)
	defer alive.Stop()
	text, more := []byte(": the door is open\n\n"), true
	for {
		if sendScene(w, text) != nil || !more {
			return
		}
		select {
		case text, more = <-mine.scenes:
			if !more {
				text = []byte("event: closed\ndata: \n\n")
			}
		case <-alive.C:
			text = []byte(":\n\n")
		case <-r.Context().Done():
			return
		}
	}
}

func sendScene(w http.ResponseWriter, text []byte) error {
	control := http.NewResponseController(w)
	if err := control.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	return control.Flush()
}
