package pipeline

import (
	"context"
	"errors"
)

func (r *Run) readServer(ctx context.Context, source, name string) (Text, error) {
	return Text{}, errors.New(source + ": not readable yet")
}

func (r *Run) readSandbox(ctx context.Context, source, name string) (Text, error) {
	return Text{}, errors.New(source + ": not readable yet")
}

func (r *Run) readMigrations(ctx context.Context, source, dir string) (Text, error) {
	return Text{}, errors.New(source + ": not readable yet")
}
