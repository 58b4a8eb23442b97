package pipeline

import (
	"fmt"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/report"
)

// Refused says why nothing was built.
type Refused struct {
	List []report.Refused `json:"refused"`
}

// Error counts the refusals.
func (r *Refused) Error() string {
	if len(r.List) == 1 {
		return fmt.Sprintf("refused: %s: %s", r.List[0].Object, r.List[0].Reason)
	}
	return fmt.Sprintf("refused: %d tables cannot be filled", len(r.List))
}

// Refusal marks the error as a refusal.
func (r *Refused) Refusal() bool { return true }

// refusedBy turns the refusals of a plan, and those before it, into an error,
// or nil.
func refusedBy(p *generator.Plan, before []report.Refused) error {
	if len(p.Refused)+len(before) == 0 {
		return nil
	}
	r := &Refused{List: before}
	for _, x := range p.Refused {
		r.List = append(r.List, report.Refused(x))
	}
	return r
}
