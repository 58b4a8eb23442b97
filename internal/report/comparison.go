package report

import "github.com/effigydb/effigy/ddl/diff"

// Comparison is a drift report: what two texts differ in, and what people
// need to judge it. Markdown is a function of it alone, so that a report can
// be handed on as JSON and rendered by somebody who trusts nothing in it.
type Comparison struct {
	*diff.Result
	// Question says what was compared.
	Question Question `json:"question"`
	// From and To name the two texts; what To has and From lacks is added.
	From string `json:"from"`
	To   string `json:"to"`
	// Provenance are facts about the two texts: versions, the login, the age.
	Provenance []string `json:"provenance"`
	Diagram    *Diagram `json:"diagram,omitempty"`
	Reach      []Reach  `json:"reach,omitempty"`
	Effects    []Effect `json:"effects,omitempty"`
	// Taken counts by class what the sanitiser took out.
	Taken string `json:"taken,omitempty"`
	// Todo is what to do about it, in order.
	Todo []Todo `json:"todo,omitempty"`
}

// Question is what a comparison is about.
type Question string

// The questions.
const (
	Drifts  Question = "drift"  // does production differ from the committed text?
	Reviews Question = "review" // what does a pull request change?
	Differs Question = "diff"   // how do two texts differ?
)

// Todo is one thing to do: words, and the commands or settings that do it.
type Todo struct {
	Text     string `json:"text"`
	Language string `json:"language,omitempty"` // of Code
	Code     string `json:"code,omitempty"`
}

// Reach is what stands on a changed table by foreign keys.
type Reach struct {
	Table  string   `json:"table"`
	Direct []string `json:"direct"` // tables that refer to it
	All    int      `json:"all"`    // those and what refers to them in turn
}

// Effect is what a change does to the rows of a sandbox.
type Effect struct {
	Object string `json:"object"`
	Was    string `json:"was"` // "" when the object is new
	Now    string `json:"now"` // "" when it is gone
	// Fatal is set when no sandbox can be built any more.
	Fatal bool `json:"fatal,omitempty"`
}
