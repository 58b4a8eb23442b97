package diff

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/effigydb/effigy/ddl/statement"
)

// split parses both texts; of equal texts it returns one script. Most statements stand in both: they are parsed
// once, since nothing changes a parse tree afterwards.
func split(old, new string) (a, b *statement.Script, err error) {
	a = statement.Split(old)
	if a.Err != nil {
		return nil, nil, &TextError{Old, a.Err}
	}
	if old == new {
		return a, a, nil
	}
	b = statement.Cut(new)
	if b.Err != nil {
		return nil, nil, &TextError{New, b.Err}
	}
	known := make(map[string]*statement.Statement, len(a.Statements))
	for i := range a.Statements {
		known[a.Statements[i].Text] = &a.Statements[i]
	}
	var left []*statement.Statement
	for i := range b.Statements {
		st := &b.Statements[i]
		if k := known[st.Text]; k != nil {
			st.Node, st.Err = k.Node, k.Err
		} else {
			left = append(left, st)
		}
	}
	parseAll(left)
	return a, b, nil
}

// parseAll parses statements that were only cut, by several workers.
func parseAll(left []*statement.Statement) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(left)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(left)); i = next.Add(1) - 1 {
				st := left[i]
				parsed := statement.Split(st.Text)
				if len(parsed.Statements) == 1 {
					p := parsed.Statements[0]
					st.Node, st.Err = p.Node, p.Err
				}
			}
		})
	}
	workers.Wait()
}
