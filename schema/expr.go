package schema

// ExprKind says what an Expr is and which of its fields count.
type ExprKind int

// The kinds of expression. Args are in the order of the SQL.
const (
	// ExprOpaque is anything the model does not understand: only SQL is set,
	// and Args hold the column references found inside, so that the columns
	// a constraint touches are known all the same.
	ExprOpaque    ExprKind = iota
	ExprColumn             // Name: the column; a whole-row reference has Name "*"
	ExprValue              // VALUE inside a domain's CHECK
	ExprConst              // Value (the literal's text) or Null; Type when the literal says one ('x'::t, 1, 1.5, true)
	ExprOp                 // Name: the operator's symbol (=, <, ~, ||, @>, +, …); one Arg for a prefix operator, two else. LIKE, ILIKE, SIMILAR TO are ~~, ~~*, and SIMILAR (a call of similar_to_escape); NOT forms are !~~, !~~*
	ExprCall               // Name: function name without its schema when built in, qualified text otherwise; Args
	ExprAnd                // Args, two or more
	ExprOr                 // Args, two or more
	ExprNot                // Args[0]
	ExprIsNull             // Args[0]; Negated for IS NOT NULL
	ExprIsBool             // Args[0] IS Name ("true", "false", "unknown"); Negated
	ExprDistinct           // Args[0] IS DISTINCT FROM Args[1]; Negated for IS NOT DISTINCT FROM
	ExprIn                 // Args[0] IN (Args[1:]); Negated for NOT IN
	ExprAny                // Args[0] Name ANY (Args[1]); All for ALL
	ExprBetween            // Args[0] BETWEEN Args[1] AND Args[2]; Negated; Symmetric in Name "symmetric"
	ExprCast               // Args[0]::Type
	ExprCase               // CASE: Subject in Args[0] (nil when searched), then when, then pairs; ELSE last (nil when absent)
	ExprCoalesce           // COALESCE(Args…)
	ExprNullIf             // NULLIF(Args[0], Args[1])
	ExprGreatest           // GREATEST(Args…)
	ExprLeast              // LEAST(Args…)
	ExprArray              // ARRAY[Args…]
	ExprRow                // ROW(Args…)
	ExprSubscript          // Args[0][Args[1]]; slices are opaque
	ExprField              // (Args[0]).Name
	ExprCollate            // Args[0] COLLATE Name
	ExprNow                // CURRENT_TIMESTAMP and friends: Name is "now", "date", "time", "timetz", "timestamp", "localtime"; now() too
)

// Expr is an expression as the model understands it: a small tree with an
// opaque case. Every node of the tree of a constraint, index or default keeps
// in SQL the text that it was read from where it is a root.
type Expr struct {
	Kind    ExprKind
	Name    string
	Value   string
	Type    Type
	Null    bool
	Negated bool
	All     bool
	Args    []*Expr
	SQL     string
}

// Walk calls f for e and every expression below it, parents first; a nil e
// is skipped. When f returns false the children are not visited.
func (e *Expr) Walk(f func(*Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, a := range e.Args {
		a.Walk(f)
	}
}

// Columns lists the columns the expression refers to, each once, in order of
// appearance. A whole-row reference is listed as "*".
func (e *Expr) Columns() []string {
	var names []string
	seen := map[string]bool{}
	e.Walk(func(x *Expr) bool {
		if x.Kind == ExprColumn && !seen[x.Name] {
			seen[x.Name] = true
			names = append(names, x.Name)
		}
		return true
	})
	return names
}

// Opaque reports whether any part of the expression is opaque.
func (e *Expr) Opaque() bool {
	found := false
	e.Walk(func(x *Expr) bool {
		found = found || x.Kind == ExprOpaque
		return !found
	})
	return found
}
