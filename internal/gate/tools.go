package gate

import (
	"context"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// queried is what query and explain are asked.
type queried struct {
	SQL       string `json:"sql" jsonschema:"one SELECT, TABLE, VALUES or WITH statement"`
	Sandbox   string `json:"sandbox,omitempty" jsonschema:"the sandbox's name or hint; without it, the one that rebuild made here, else the repository's, else the only one"`
	MaxRows   int    `json:"max_rows,omitempty" jsonschema:"fewer rows than the server's limit"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" jsonschema:"less time than the server's limit"`
}

func (q queried) request(m *MCP) Request {
	r := m.request(q.Sandbox, q.SQL)
	r.Lower = Lower{Rows: q.MaxRows, Timeout: time.Duration(q.TimeoutMS) * time.Millisecond}
	return r
}

// described is what describe_schema is asked.
type described struct {
	Sandbox string `json:"sandbox,omitempty" jsonschema:"the sandbox's name or hint; without it, the one that rebuild made here, else the repository's, else the only one"`
	Schema  string `json:"schema,omitempty" jsonschema:"only this schema"`
	Name    string `json:"name,omitempty" jsonschema:"only tables with this in their name"`
	After   string `json:"after,omitempty" jsonschema:"next of the page before"`
	Limit   int    `json:"limit,omitempty" jsonschema:"tables of a page, 1 to 200; 50 when not given"`
}

func (m *MCP) addQueries() {
	add(m, Tool{
		Name: "query", Title: "Read rows", ReadOnly: true, Idempotent: true,
		Description: "Runs one read-only SELECT on a sandbox and returns its rows. Bounded in rows, bytes and time: truncated says which cut the answer. " +
			"bigint and numeric come as text.",
	}, func(ctx context.Context, q queried, _ Progress) (*Result, error) {
		return m.Gate.Query(ctx, q.request(m))
	})
	add(m, Tool{
		Name: "explain", Title: "Explain a query", ReadOnly: true, Idempotent: true,
		Description: "Shows the plan of a SELECT without running it.",
	}, func(ctx context.Context, q queried, _ Progress) (*Result, error) {
		r := q.request(m)
		r.Explain = true
		return m.Gate.Query(ctx, r)
	})
	add(m, Tool{
		Name: "describe_schema", Title: "Describe the schema", ReadOnly: true, Idempotent: true,
		Description: "Tables with columns, keys, foreign keys in both directions, approximate row counts, comments, and the labels of enums. " +
			"A page at a time: pass next as after.",
	}, func(ctx context.Context, d described, _ Progress) (*postgres.Description, error) {
		return m.Gate.Describe(ctx, m.request(d.Sandbox, ""), postgres.Wanted{Schema: d.Schema, Name: d.Name, After: d.After, Limit: d.Limit})
	})
}

// executed is what execute is asked.
type executed struct {
	SQL       string `json:"sql" jsonschema:"any statements, separated by semicolons; outside of BEGIN and COMMIT all of them are one transaction"`
	Sandbox   string `json:"sandbox,omitempty" jsonschema:"the sandbox's name or hint; without it, the one that rebuild made here, else the repository's, else the only one"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" jsonschema:"less time than the server's limit"`
}

func (m *MCP) addExecute() {
	add(m, Tool{
		Name: "execute", Title: "Run any SQL", Destructive: true,
		Description: "Runs any SQL as the sandbox's owner: migrations, writes, damage. reset undoes it. " +
			"Returns what each statement did and the rows of the last one that gave any.",
	}, func(ctx context.Context, x executed, _ Progress) (*Executed, error) {
		r := m.request(x.Sandbox, x.SQL)
		r.Lower.Timeout = time.Duration(x.TimeoutMS) * time.Millisecond
		return m.Gate.Execute(ctx, r)
	})
}
