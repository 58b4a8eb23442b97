package main

import (
	"runtime"
	"runtime/debug"

	"github.com/effigydb/effigy/internal/report"
)

// How much the heap may grow before it is collected, in percent of what lives.
// A plan is short, and collecting took a fourth of its time: its heap first
// fills to 96 MiB (generous, of the runtime's least of 4 MiB). From the first
// collection on, or when rows are made, steady holds.
const (
	generous = 2400
	steady   = 100
	filled   = 96 << 20 // bytes
)

// spend lets the heap fill once. Nothing may be collected on purpose after it.
func spend() {
	debug.SetGCPercent(generous)
	first := new([16]byte) // is gone at the first collection
	runtime.SetFinalizer(first, func(*[16]byte) { debug.SetGCPercent(steady) })
}

// saving is a sink that ends the spending when rows are made, so that memory
// does not depend on how many.
type saving struct{ report.Sink }

// Event passes an event on.
func (s saving) Event(e report.Event) {
	if e.Kind == report.Begin && e.Stage == "rows" {
		debug.SetGCPercent(steady)
	}
	s.Sink.Event(e)
}
