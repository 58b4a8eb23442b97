package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/effigydb/effigy/internal/gate"
	"github.com/effigydb/effigy/internal/report"
)

// progressSink tells the events of a run to the client of a tool.
type progressSink struct {
	tell gate.Progress
	mu   sync.Mutex
	now  func() time.Time
	last time.Time
}

// Event tells one event; of progress within a stage, a few a second.
func (s *progressSink) Event(e report.Event) {
	switch e.Kind {
	case report.Begin:
		s.tell(e.Stage)
	case report.End:
		s.tell(e.Stage + ": " + e.Text)
	case report.Notice, report.Warning:
		s.tell(e.Text)
	case report.Progress:
		s.mu.Lock()
		defer s.mu.Unlock()
		if now := s.now(); now.Sub(s.last) >= 200*time.Millisecond {
			s.last = now
			s.tell(fmt.Sprintf("%s: %d of %d", e.Stage, e.Done, e.Total))
		}
	}
}

// Close ends nothing.
func (s *progressSink) Close() {}
