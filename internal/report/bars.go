package report

import (
	"io"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// bars draws one progress bar per running stage on a terminal; a finished
// stage leaves its plain line behind.
type bars struct {
	mu   sync.Mutex
	p    *mpb.Progress
	open map[string]*mpb.Bar
}

// Bars returns a sink for a terminal: a bar for each stage while it runs.
func Bars(w io.Writer) Sink {
	return &bars{p: mpb.New(mpb.WithOutput(w), mpb.WithWidth(48)), open: map[string]*mpb.Bar{}}
}

func (b *bars) Event(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e.Kind {
	case Begin:
		b.begin(e)
	case Progress:
		if bar := b.open[e.Stage]; bar != nil {
			bar.SetTotal(e.Total, false)
			bar.SetCurrent(e.Done)
		}
	case End:
		b.end(e.Stage)
	}
	if s := line(e); s != "" {
		_, _ = b.p.Write([]byte(s + "\n"))
	}
}

func (b *bars) begin(e Event) {
	b.open[e.Stage] = b.p.AddBar(0,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(e.Stage, decor.WC{W: 12, C: decor.DindentRight})),
		mpb.AppendDecorators(decor.CountersNoUnit("%d/%d", decor.WCSyncSpace), decor.Elapsed(decor.ET_STYLE_GO, decor.WCSyncSpace)),
	)
}

func (b *bars) end(stage string) {
	if bar := b.open[stage]; bar != nil {
		bar.Abort(true)
		delete(b.open, stage)
	}
}

func (b *bars) Close() {
	b.mu.Lock()
	for stage := range b.open {
		b.end(stage)
	}
	b.mu.Unlock()
	b.p.Wait()
}
