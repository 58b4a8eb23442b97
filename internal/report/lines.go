package report

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// lines prints plain lines, one per finished stage: what CI logs want.
type lines struct {
	mu sync.Mutex
	w  io.Writer
}

// Lines returns a sink that prints a plain line for every finished stage,
// notice and warning, and nothing for progress.
func Lines(w io.Writer) Sink { return &lines{w: w} }

func (l *lines) Event(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := line(e); s != "" {
		fmt.Fprintln(l.w, s)
	}
}

func (l *lines) Close() {}

// warnings prints what people should act on, and nothing else.
type warnings struct{ lines }

// Warnings returns the sink of a quiet run: it prints the warnings.
func Warnings(w io.Writer) Sink { return &warnings{lines{w: w}} }

func (s *warnings) Event(e Event) {
	if e.Kind == Warning {
		s.lines.Event(e)
	}
}

func line(e Event) string {
	switch e.Kind {
	case End:
		return strings.TrimRight(fmt.Sprintf("%-12s %8s  %s", e.Stage, Short(e.Took), e.Text), " ")
	case Notice:
		return "notice: " + e.Text
	case Warning:
		return "warning: " + e.Text
	}
	return ""
}

// Short prints a duration as people read it: 3 ms, 1.2 s, 2m10s.
func Short(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}
