package expr

import (
	"fmt"

	pg "github.com/sqlc-dev/oliphant"
)

// windows are the named windows in sight.
type windows struct {
	named map[string]*pg.WindowDef
}

func (a *Analyzer) define(clause []*pg.Node) {
	a.named = map[string]*pg.WindowDef{}
	for _, n := range clause {
		if w := n.GetWindowDef(); w != nil {
			a.named[w.Name] = w
		}
	}
}

// window is the form of OVER: a window by name is the window it names.
func (a *Analyzer) window(w *pg.WindowDef) *Node {
	if w.Name != "" && w.Refname == "" {
		if d := a.named[w.Name]; d != nil {
			return a.windowBody(d)
		}
	}
	return a.windowBody(w)
}

func (a *Analyzer) windowBody(w *pg.WindowDef) *Node {
	out := list("window", "")
	if w.Refname != "" {
		if d := a.named[w.Refname]; d != nil && d != w {
			out.Args = append(out.Args, a.windowBody(d).Args...)
		}
	}
	for _, p := range w.PartitionClause {
		out.Args = append(out.Args, list("partition", "", a.expr(p)))
	}
	for _, o := range w.OrderClause {
		out.Args = append(out.Args, a.sortKey(o.GetSortBy(), nil))
	}
	if w.FrameOptions&1 != 0 { // FRAMEOPTION_NONDEFAULT
		out.Args = append(out.Args, list("frame", fmt.Sprint(w.FrameOptions)))
		for _, n := range []*pg.Node{w.StartOffset, w.EndOffset} {
			if n != nil {
				out.Args = append(out.Args, loosen(a.expr(n)))
			}
		}
	}
	return out
}
