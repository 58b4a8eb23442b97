package github

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// Guard is a writer for a log of GitHub Actions: whatever passes, no line of
// it is a workflow command. The runner reads "::name::" at the start of a
// line, blanks aside, and "##[name]" anywhere (actions/runner, ActionCommand);
// both are broken by a character that people can read over. Lines are written
// whole; Close writes what is left.
type Guard struct {
	mu   sync.Mutex
	w    io.Writer
	rest []byte
}

// NewGuard returns a guard before w.
func NewGuard(w io.Writer) *Guard { return &Guard{w: w} }

// Write passes whole lines on.
func (g *Guard) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.rest = append(g.rest, p...)
	end := bytes.LastIndexAny(g.rest, "\r\n")
	if end < 0 {
		return len(p), nil
	}
	text := Harmless(string(g.rest[:end+1]))
	g.rest = append(g.rest[:0], g.rest[end+1:]...)
	_, err := io.WriteString(g.w, text)
	return len(p), err
}

// Close passes on a last line without an end.
func (g *Guard) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.rest) == 0 {
		return nil
	}
	text := Harmless(string(g.rest))
	g.rest = nil
	_, err := io.WriteString(g.w, text)
	return err
}

// Harmless breaks what a runner would take for a command.
func Harmless(text string) string {
	text = strings.ReplaceAll(text, "##[", "##\\[")
	var b strings.Builder
	for line := range lines(text) {
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "::") {
			line = "\\" + line
		}
		b.WriteString(line)
	}
	return b.String()
}

// lines cuts a text behind every CR and LF, as a terminal may.
func lines(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for text != "" {
			i := strings.IndexAny(text, "\r\n")
			if i < 0 {
				i = len(text) - 1
			}
			if !yield(text[:i+1]) {
				return
			}
			text = text[i+1:]
		}
	}
}
