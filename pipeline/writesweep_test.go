package pipeline

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestWriteFileSweeps: what a killed writer left goes with the next write;
// what a living one, or somebody else, has there stays.
func TestWriteFileSweeps(t *testing.T) {
	dir := t.TempDir()
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skip(err)
	}
	stale := fmt.Sprintf(".f-%d-1", gone.ProcessState.Pid())
	kept := []string{fmt.Sprintf(".f-%d-1", os.Getppid()), fmt.Sprintf(".g-%d-1", gone.ProcessState.Pid()), ".f-x"}
	for _, name := range append(kept, stale) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteFile(filepath.Join(dir, "f"), "text", 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, stale)); err == nil {
		t.Error("the killed writer's file is left")
	}
	for _, name := range kept {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
