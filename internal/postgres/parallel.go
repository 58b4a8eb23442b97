package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/effigydb/effigy/schema"
)

// What a worker of RunParallel takes at once: small steps many at a time,
// large ones alone.
const (
	shareSteps = 40
	shareCost  = 50_000
)

// indexMemory lets the sessions that build indexes share half of what the
// server caches with (shared_buffers, by Postgres' advice a quarter of its
// memory), at most 1 GB each and never less than the server's own setting.
const indexMemory = `SELECT set_config('maintenance_work_mem', greatest(pg_size_bytes(current_setting('maintenance_work_mem')),
	least(pg_size_bytes(current_setting('shared_buffers')) / (2 * $1::bigint), 1024 ^ 3))::bigint || 'B', false)`

// longCost is the number of rows from which on a step gets the workers of the
// server that it would have in a session of its own. Shorter ones do without:
// the connections keep the cores busy, and to start workers for each of them
// costs the server more than it gains.
const longCost = 5_000_000

// workers says how many workers the statements of a session may start.
func workers(ctx context.Context, conn *Conn, many bool) error {
	to := "0"
	if many {
		to = "DEFAULT"
	}
	return conn.Script(ctx, "SET max_parallel_workers_per_gather TO "+to+"; SET max_parallel_maintenance_workers TO "+to)
}

// schedule hands out steps so that those out at one time share no lock.
// Within one worker's share they may: it runs them in order, in one
// transaction at most, and waits for nobody.
type schedule struct {
	mu      sync.Mutex
	changed *sync.Cond
	steps   []Step
	waiting []int               // indexes, in order
	held    map[schema.Name]int // by all that are out
	shared  map[schema.Name]int // by the shared steps among them
	out     int
	alone   bool // a step without locks is out
	err     error
}

func runParallel(ctx context.Context, url string, steps []Step, o RunOptions) error {
	if o.Jobs <= 0 {
		o.Jobs = 2
	}
	s := &schedule{steps: steps, held: map[schema.Name]int{}, shared: map[schema.Name]int{}}
	s.changed = sync.NewCond(&s.mu)
	for i := range steps {
		s.waiting = append(s.waiting, i)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Skip != nil {
		o.Skip = serialised(o.Skip)
	}
	var wg sync.WaitGroup
	for range min(o.Jobs, len(steps)) {
		wg.Go(func() {
			if err := s.work(ctx, url, o); err != nil {
				s.fail(err)
				cancel()
			}
		})
	}
	wg.Wait()
	return s.err
}

func serialised(skip func(*StepError) bool) func(*StepError) bool {
	var mu sync.Mutex
	return func(e *StepError) bool {
		mu.Lock()
		defer mu.Unlock()
		return skip(e)
	}
}

func (s *schedule) work(ctx context.Context, url string, o RunOptions) error {
	conn, err := ConnectForLoad(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, indexMemory, o.Jobs); err != nil {
		return fmt.Errorf("setting up the session: %w", err)
	}
	many := true
	for {
		share := s.take(o.Jobs)
		if share == nil {
			return nil
		}
		var err error
		if long := o.Jobs < 2 || s.steps[share[0]].Cost >= longCost; long != many {
			err, many = workers(ctx, conn, long), long
		}
		if err == nil {
			err = s.runShare(ctx, conn, share, o)
		}
		s.giveBack(share)
		if err != nil {
			return err
		}
	}
}

func (s *schedule) runShare(ctx context.Context, conn *Conn, share []int, o RunOptions) error {
	steps := make([]Step, len(share))
	for i, index := range share {
		steps[i] = s.steps[index]
	}
	if o.Skip != nil {
		skip := o.Skip
		o.Skip = func(e *StepError) bool {
			whole := *e
			whole.Index = share[e.Index]
			return skip(&whole)
		}
	}
	err := run(ctx, conn, steps, o)
	var refused *StepError
	if errors.As(err, &refused) {
		refused.Index = share[refused.Index]
	}
	return err
}

func (s *schedule) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.changed.Broadcast()
}

// take waits for steps that nobody out is in the way of. Nil is the end.
func (s *schedule) take(jobs int) []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if s.err != nil || len(s.waiting) == 0 {
			return nil
		}
		if share := s.share(jobs); share != nil {
			return share
		}
		s.changed.Wait()
	}
}

// share picks the next steps: in order, passing over those whose locks are
// out or wanted by an earlier step that was passed over.
func (s *schedule) share(jobs int) []int {
	if s.alone {
		return nil
	}
	if first := s.steps[s.waiting[0]]; len(first.Locks) == 0 {
		if s.out > 0 {
			return nil
		}
		s.alone = true
		return s.claim([]int{s.waiting[0]})
	}
	limit := min(shareSteps, max(1, len(s.waiting)/jobs))
	blocked := map[schema.Name]bool{}
	var share []int
	var cost int64
	for _, i := range s.waiting {
		step := s.steps[i]
		if len(step.Locks) == 0 || len(share) >= limit {
			break
		}
		if s.inTheWay(step, blocked) || len(share) > 0 && cost+step.Cost > shareCost {
			for _, lock := range step.Locks {
				blocked[lock] = true
			}
			continue
		}
		cost += step.Cost
		share = append(share, i)
	}
	if share == nil {
		return nil
	}
	return s.claim(share)
}

func (s *schedule) inTheWay(step Step, blocked map[schema.Name]bool) bool {
	return slices.ContainsFunc(step.Locks, func(n schema.Name) bool {
		others := s.held[n]
		if step.Shared {
			others -= s.shared[n]
		}
		return others > 0 || blocked[n]
	})
}

func (s *schedule) claim(share []int) []int {
	s.waiting = slices.DeleteFunc(s.waiting, func(i int) bool { return slices.Contains(share, i) })
	s.out++
	for _, i := range share {
		s.hold(s.steps[i], 1)
	}
	return share
}

func (s *schedule) giveBack(share []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out--
	for _, i := range share {
		if len(s.steps[i].Locks) == 0 {
			s.alone = false
		}
		s.hold(s.steps[i], -1)
	}
	s.changed.Broadcast()
}

// hold counts the locks of a step in or out.
func (s *schedule) hold(step Step, by int) {
	for _, lock := range step.Locks {
		s.held[lock] += by
		if step.Shared {
			s.shared[lock] += by
		}
	}
}
