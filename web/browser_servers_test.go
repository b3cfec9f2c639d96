//go:build servers

package web_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

var screenshot = flag.String("screenshot", "", "put a picture of the page in the middle of the match into this file")

// browser is a page in headless Chromium, spoken to by its DevTools protocol.
type browser struct {
	t    *testing.T
	ctx  context.Context
	conn *websocket.Conn
	asks int
	id   string // of the session with the page
}

// openBrowser starts Chromium as fetch-browser.sh has got it.
func openBrowser(ctx context.Context, t *testing.T) *browser {
	t.Helper()
	folder, err := filepath.Abs("../.cache/browser")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = os.Stat(filepath.Join(folder, "complete")); err != nil {
		t.Fatalf("no browser: get it with: make browser (%v)", err)
	}
	profile, err := os.MkdirTemp("", "browser") // not TempDir: see the end of the browser
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(ctx, filepath.Join(folder, "chromium/usr/lib/chromium/chromium"), // ours
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1100,800",
		"--remote-debugging-port=0", "--user-data-dir="+profile, "about:blank")
	command.Env = append(os.Environ(), "LD_LIBRARY_PATH="+filepath.Join(folder, "libraries"), "XDG_DATA_HOME="+folder)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	errors, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err = command.Start(); err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, ctx: ctx}
	t.Cleanup(func() {
		closing := context.WithoutCancel(ctx)
		_ = wsjson.Write(closing, b.conn, map[string]any{"id": 0, "method": "Browser.close"})
		_ = command.Wait()
		// Its children outlive it by a moment and go on writing there.
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		for os.RemoveAll(profile) != nil && closing.Err() == nil {
			runtime.Gosched()
		}
	})
	lines := bufio.NewScanner(errors)
	for lines.Scan() {
		if _, address, found := strings.Cut(lines.Text(), "DevTools listening on "); found {
			if b.conn, _, err = websocket.Dial(ctx, address, nil); err != nil {
				t.Fatal(err)
			}
			b.conn.SetReadLimit(64 << 20)
			go func() { // or it would wait for us
				for lines.Scan() {
				}
			}()
			return b
		}
	}
	t.Fatal("the browser does not start")
	return nil
}

// ask calls a method of the DevTools protocol.
func (b *browser) ask(method string, params map[string]any) json.RawMessage {
	b.t.Helper()
	b.asks++
	question := map[string]any{"id": b.asks, "method": method, "params": params}
	if b.id != "" {
		question["sessionId"] = b.id
	}
	if err := wsjson.Write(b.ctx, b.conn, question); err != nil {
		b.t.Fatal(err)
	}
	for {
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  any
		}
		if err := wsjson.Read(b.ctx, b.conn, &answer); err != nil {
			b.t.Fatal(err)
		}
		if answer.ID == b.asks {
			if answer.Error != nil {
				b.t.Fatalf("%s: %v", method, answer.Error)
			}
			return answer.Result
		}
	}
}

// open brings the browser to an address.
func (b *browser) open(url string) {
	b.t.Helper()
	var target struct{ TargetID, SessionID string }
	b.id = ""
	b.take(b.ask("Target.createTarget", map[string]any{"url": "about:blank"}), &target)
	b.take(b.ask("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}), &target)
	b.id = target.SessionID
	b.ask("Page.navigate", map[string]any{"url": url})
}

func (b *browser) take(from json.RawMessage, to any) {
	b.t.Helper()
	if err := json.Unmarshal(from, to); err != nil {
		b.t.Fatal(err)
	}
}

// eval is the value of an expression on the page, once it has one.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value string }
		ExceptionDetails any
	}
	b.take(b.ask("Runtime.evaluate", map[string]any{
		"expression": expression, "awaitPromise": true, "returnByValue": true,
	}), &answer)
	if answer.ExceptionDetails != nil {
		b.t.Fatalf("%s: %v", expression, answer.ExceptionDetails)
	}
	return answer.Result.Value
}

// await waits until an expression is true on the page.
func (b *browser) await(condition string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`new Promise((done) => {
		const look = () => { try { if (%s) done("") } catch {} };
		new MutationObserver(look).observe(document, {attributes: true, subtree: true, childList: true, characterData: true});
		look();
	})`, condition))
}

const text = `document.getElementById(%q).textContent`

func (b *browser) text(id string) string { return b.eval(fmt.Sprintf(text, id)) }

func (b *browser) picture(file string) {
	b.t.Helper()
	var picture struct{ Data string }
	b.take(b.ask("Page.captureScreenshot", nil), &picture)
	png, err := base64.StdEncoding.DecodeString(picture.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(file, png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// The page shows a match from before its first turn to its end, to who plays and
// to who only looks, and says when its address is worth nothing any more.
func TestPageInABrowser(t *testing.T) {
	a := newArena(t)
	play, look := a.seat("ann")
	other, _ := a.seat("bob")
	b := openBrowser(a.ctx, t)
	b.open(look)
	b.await(`document.getElementById("state").textContent === "live"`)
	if heading := b.text("heading"); heading != "The match has not begun." {
		t.Errorf("before the match: %q", heading)
	}
	programs := []*websocket.Conn{a.connect(play), a.connect(other)}
	a.begin(len(programs))
	middle := make(chan struct{})
	a.playOn(programs, 4, middle)
	b.await(`document.getElementById("heading").textContent.includes("play 5")`) // 59 to 50, or 5
	if cells := b.eval(`String(document.querySelectorAll("#board i").length)`); cells != "81" {
		t.Errorf("%s cells", cells)
	}
	if own := b.eval(`String(document.querySelectorAll("#board .own").length > 1)`); own != "true" {
		t.Errorf("no snake of one's own: %q", b.text("board"))
	}
	if points := b.text("points"); !strings.Contains(points, "ann") || !strings.Contains(points, "bob") {
		t.Errorf("points: %q", points)
	}
	if *screenshot != "" {
		b.picture(*screenshot)
	}
	close(middle)
	b.await(`document.getElementById("state").textContent === "over"`)
	if end := b.text("end"); !strings.HasPrefix(end, "END_GAME") || !strings.Contains(end, "\nRANK 1 ") {
		t.Errorf("at the end: %q", end)
	}
	b.open(look)
	b.await(`document.body.textContent.includes("Unauthorized")`)
}
