package report

import "time"

// Kind says what an Event tells.
type Kind int

// The kinds of event.
const (
	Begin    Kind = iota // a stage begins: Stage
	Progress             // a stage has got so far: Done of Total
	End                  // a stage is done: Took, Text sums it up
	Notice               // something people should know: Text
	Warning              // something people should act on: Text
)

// Event is one step of a run.
type Event struct {
	Kind  Kind
	Stage string
	Text  string
	Done  int64
	Total int64
	Took  time.Duration
}

// Sink takes the events of a run. It must be safe for use by several
// goroutines. Close is called once, after the last event and before the
// result is printed.
type Sink interface {
	Event(Event)
	Close()
}

// Discard is the sink of a quiet run.
var Discard Sink = discard{}

type discard struct{}

func (discard) Event(Event) {}
func (discard) Close()      {}
