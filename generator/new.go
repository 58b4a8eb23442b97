package generator

import "context"

func newPlan(_ context.Context, r Request) (*Plan, error) {
	return &Plan{Version: Version, Seed: r.Seed, Now: r.Now}, nil
}
