package pipeline

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// ahead is a plan that is made while a server starts, makes the database and
// the tables. It stands when the server took all of them and the plan had
// nothing to ask.
type ahead struct {
	done  chan struct{}
	plan  *generator.Plan
	asked atomic.Bool
}

// planAhead starts it. What is wrong with it is told by the stage that plans.
func (b *build) planAhead(ctx context.Context) {
	request := b.request()
	a := &ahead{done: make(chan struct{})}
	request.Judge = absent{&a.asked}
	b.ahead = a
	go func() {
		defer close(a.done)
		if plan, err := generator.New(ctx, request); err == nil {
			a.plan = plan
		}
	}()
}

// taken waits for the plan made ahead and takes it over where it stands.
func (b *build) taken() bool {
	if b.ahead == nil {
		return false
	}
	a := b.ahead
	<-a.done
	b.ahead = nil
	if a.plan == nil || a.asked.Load() || len(b.missing)+len(b.lacks)+len(a.plan.Refused) > 0 {
		return false
	}
	b.plan = a.plan
	return true
}

// absent is the judge of a plan made ahead: it only notes that it was asked.
type absent struct{ asked *atomic.Bool }

var errAbsent = errors.New("no judge yet")

func (j absent) note() error {
	j.asked.Store(true)
	return errAbsent
}

func (j absent) Satisfy(context.Context, schema.Name, []string, string, [][]*string) ([]bool, error) {
	return nil, j.note()
}

func (j absent) Accept(context.Context, string, []string) ([]bool, error) { return nil, j.note() }

func (j absent) Evaluate(context.Context, schema.Name, []string, string, [][]*string) ([]*string, error) {
	return nil, j.note()
}

func (j absent) Hold(context.Context, schema.Name, []string, [][]*string, bool) error {
	return j.note()
}

func (j absent) Compute(context.Context, schema.Name, []string, generator.Computation, [][]*string) ([]*string, error) {
	return nil, j.note()
}
