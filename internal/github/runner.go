package github

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/sethvargo/go-githubactions"
)

// Limits of GitHub: a step's summary holds 1 MiB, a step shows 10 annotations
// of each level.
const (
	MaxSummary     = 900 << 10
	maxAnnotations = 10
)

// Runner is the runner of GitHub Actions: inputs, outputs, masks, groups,
// annotations and the summary of a step. The Action hands inputs over as
// variables INPUT_*, with underscores for hyphens.
type Runner struct {
	a      *githubactions.Action
	getenv func(string) string
}

// NewRunner returns the runner whose commands go to w.
func NewRunner(w io.Writer, getenv func(string) string) *Runner {
	return &Runner{
		a:      githubactions.New(githubactions.WithWriter(w), githubactions.WithGetenv(getenv)),
		getenv: getenv,
	}
}

// Input is the value of an input of the Action, or "".
func (r *Runner) Input(name string) string {
	return r.a.GetInput(strings.ReplaceAll(name, "-", "_"))
}

// Output is one output of a step.
type Output struct{ Name, Value string }

// Outputs sets the outputs of the step. A value with a line break could pass
// for another output and is refused.
func (r *Runner) Outputs(list []Output) error {
	if r.getenv("GITHUB_OUTPUT") == "" {
		return nil
	}
	return written(func() error {
		for _, o := range list {
			if strings.ContainsAny(o.Value, "\r\n") {
				return fmt.Errorf("output %s: more than one line", o.Name)
			}
			r.a.SetOutput(o.Name, o.Value)
		}
		return nil
	})
}

// Mask keeps values and what can be read out of them from the log: a URL's
// password is masked by itself too, as other programs print it apart.
func (r *Runner) Mask(values ...string) {
	for _, v := range values {
		if v == "" {
			continue
		}
		r.a.AddMask(v)
		if u, err := url.Parse(v); err == nil && u.User != nil {
			if password, ok := u.User.Password(); ok && len(password) > 3 {
				r.a.AddMask(password)
			}
		}
	}
}

// Group opens a fold in the log and returns what closes it.
func (r *Runner) Group(title string) func() {
	r.a.Group(title)
	return r.a.EndGroup
}

// Summary appends Markdown to the summary of the step.
func (r *Runner) Summary(markdown string) error {
	if r.getenv("GITHUB_STEP_SUMMARY") == "" {
		return nil
	}
	return written(func() error { r.a.AddStepSummary(markdown); return nil })
}

// Note is one annotation: Level is "error", "warning" or "notice", File is
// relative to the repository, Line counts from 1.
type Note struct {
	Level, File, Title, Text string
	Line                     int
}

// Annotate marks lines, most important first; of each level no more than the
// runner shows, the last of which says how many are left out.
func (r *Runner) Annotate(notes []Note) {
	total, shown := map[string]int{}, map[string]int{}
	for _, n := range notes {
		total[n.Level]++
	}
	for _, n := range notes {
		shown[n.Level]++
		switch left := total[n.Level] - maxAnnotations; {
		case shown[n.Level] > maxAnnotations:
			continue
		case shown[n.Level] == maxAnnotations && left > 0:
			n = Note{Level: n.Level, File: n.File, Line: 1, Title: "Effigy", Text: fmt.Sprintf("and %d more, see the summary", left+1)}
		}
		r.annotate(n)
	}
}

func (r *Runner) annotate(n Note) {
	fields := map[string]string{"title": n.Title}
	if n.File != "" {
		fields["file"], fields["line"] = n.File, strconv.Itoa(max(n.Line, 1))
	}
	a := r.a.WithFieldsMap(fields)
	switch n.Level {
	case "error":
		a.Errorf("%s", n.Text)
	case "warning":
		a.Warningf("%s", n.Text)
	default:
		a.Noticef("%s", n.Text)
	}
}

// written turns the library's panic on a file that can't be written into an
// error.
func written(f func() error) (err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("the runner's files: %v", problem)
		}
	}()
	return f()
}

// Temp is the folder for files of the run.
func (r *Runner) Temp() string {
	if dir := r.getenv("RUNNER_TEMP"); dir != "" {
		return dir
	}
	return os.TempDir()
}
