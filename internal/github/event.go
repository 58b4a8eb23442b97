package github

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Event is what started a run of GitHub Actions. Outside Actions it is the
// zero value.
type Event struct {
	Actions       bool
	Name          string // "pull_request", "schedule", …
	Repository    string // owner/name
	DefaultBranch string
	Ref           string // refs/heads/main, refs/pull/7/merge
	SHA           string
	Before        string // of a push
	Pull          *Pull  // of events about a pull request
	Run           *Run   // of workflow_run
	broken        bool   // the payload could not be read
	onPull        bool   // an issue's event that is about a pull request
}

// Pull is the pull request of an event.
type Pull struct {
	Number  int
	BaseSHA string
	BaseRef string
	HeadSHA string
	// HeadRepository is owner/name, or "" for a fork that is gone.
	HeadRepository string
}

// Run is the workflow run that a workflow_run event is about.
type Run struct {
	ID             int64
	Event          string
	HeadSHA        string
	HeadBranch     string
	HeadRepository string
	Conclusion     string
}

type repository struct {
	FullName      string `json:"full_name"`
	DefaultBranch string `json:"default_branch"`
}

// payload is the part of an event's file that is read here.
type payload struct {
	Before      string
	Repository  repository
	PullRequest *struct {
		Number int
		Base   struct{ SHA, Ref string }
		Head   struct {
			SHA  string
			Repo *repository
		}
	} `json:"pull_request"`
	WorkflowRun *struct {
		ID             int64
		Event          string
		HeadSHA        string      `json:"head_sha"`
		HeadBranch     string      `json:"head_branch"`
		HeadRepository *repository `json:"head_repository"`
		Conclusion     string
	} `json:"workflow_run"`
	Issue *struct {
		PullRequest *struct{} `json:"pull_request"`
	}
}

// ReadEvent reads what the runner tells in the environment and in the file of
// the event. A file that can't be read closes production; it is no error
// here.
func ReadEvent(getenv func(string) string) *Event {
	e := &Event{
		Actions: getenv("GITHUB_ACTIONS") == "true", Name: getenv("GITHUB_EVENT_NAME"),
		Repository: getenv("GITHUB_REPOSITORY"), Ref: getenv("GITHUB_REF"), SHA: getenv("GITHUB_SHA"),
	}
	if !e.Actions {
		return &Event{}
	}
	var p payload
	text, err := os.ReadFile(getenv("GITHUB_EVENT_PATH"))
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	e.broken = err != nil
	e.take(&p)
	return e
}

func (e *Event) take(p *payload) {
	e.Before, e.DefaultBranch = p.Before, p.Repository.DefaultBranch
	if e.Repository == "" {
		e.Repository = p.Repository.FullName
	}
	if e.DefaultBranch == "" && e.Name == "schedule" { // its runs are always of the default branch
		e.DefaultBranch = strings.TrimPrefix(e.Ref, "refs/heads/")
	}
	if x := p.PullRequest; x != nil {
		e.Pull = &Pull{Number: x.Number, BaseSHA: x.Base.SHA, BaseRef: x.Base.Ref, HeadSHA: x.Head.SHA, HeadRepository: name(x.Head.Repo)}
	}
	if x := p.WorkflowRun; x != nil {
		e.Run = &Run{ID: x.ID, Event: x.Event, HeadSHA: x.HeadSHA, HeadBranch: x.HeadBranch, HeadRepository: name(x.HeadRepository), Conclusion: x.Conclusion}
	}
	e.onPull = p.Issue != nil && p.Issue.PullRequest != nil
}

func name(r *repository) string {
	if r == nil {
		return ""
	}
	return r.FullName
}

// Fork reports whether the run is about code of another repository.
func (e *Event) Fork() bool {
	return e.Pull != nil && e.Pull.HeadRepository != e.Repository || e.Run != nil && e.Run.HeadRepository != e.Repository
}

// strangers are the events that anyone with an account can raise and that
// nevertheless run with the repository's secrets.
var strangers = []string{"pull_request_target", "issue_comment", "issues", "discussion", "discussion_comment", "fork", "watch"}

// Closed says why production must not be opened in a run of this event, or
// is "". The rule is GitHub's own advice on untrusted code: a run that a
// stranger can start, or that has a fork's code, gets no secret.
func (e *Event) Closed() string {
	switch {
	case !e.Actions:
		return ""
	case slices.Contains(strangers, e.Name) || e.onPull:
		return fmt.Sprintf("anyone can raise %s", e.Name)
	case e.Fork():
		return "the run is about a fork"
	case e.broken:
		return "the event of this run can't be read"
	case strings.HasPrefix(e.Name, "pull_request") && e.Pull == nil:
		return "the event does not say whose code it brings"
	}
	return ""
}

// OnDefault reports whether the run is of the default branch, so that what is
// checked out has been merged.
func (e *Event) OnDefault() bool {
	return e.DefaultBranch != "" && e.Ref == "refs/heads/"+e.DefaultBranch && e.Pull == nil
}
