package diff

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// trigger reads a trigger with its state. The copy of a parent's trigger on a
// partition is only read for a state of its own.
func (r *reader) trigger(rel *catalog.Relation, t *catalog.Trigger, table *fact) {
	f := newFact("trigger", rel.Name.Member(t.Name.Name), t.Line)
	f.parent, f.table = table.id, rel.Name.String()
	f.set("on", table.kind)
	f.set("state", t.Enabled)
	if !t.Cloned {
		r.triggerBody(rel, t, f)
		if rel.PartitionOf != nil && r.parentTrigger(rel, t, f) {
			return
		}
	} else if t.Enabled == parentState(rel, t.Name.Name) {
		return
	}
	f.show = statementText(t.Text)
	r.add(f)
	r.commentOn(&t.Object, f.name, f)
}

func (r *reader) triggerBody(rel *catalog.Relation, t *catalog.Trigger, f *fact) {
	s := t.Stmt
	f.set("timing", map[int32]string{2: "BEFORE", 0: "AFTER", 64: "INSTEAD OF"}[s.Timing])
	var events []string
	for bit, word := range map[int32]string{4: "INSERT", 8: "DELETE", 16: "UPDATE", 32: "TRUNCATE"} {
		if s.Events&bit != 0 {
			events = append(events, word)
		}
	}
	slices.Sort(events)
	f.set("events", strings.Join(events, ", "))
	var cols []string
	for _, c := range expr.Strings(s.Columns) {
		cols = append(cols, r.columnNow(rel, c, t.At))
	}
	slices.Sort(cols)
	f.set("update of", strings.Join(cols, ", "))
	f.flag("for each row", s.Row)
	f.set("function", r.cat.FunctionName(s.Funcname, t.Path))
	if args := expr.Strings(s.Args); len(args) > 0 {
		for i := range args {
			args[i] = schema.Literal(args[i])
		}
		f.set("arguments", strings.Join(args, ", "))
	}
	f.flag("constraint", s.Isconstraint)
	f.flag("deferrable", s.Deferrable || s.Initdeferred)
	f.flag("initially deferred", s.Initdeferred)
	if s.Constrrel != nil {
		from := schema.Name{Schema: s.Constrrel.Schemaname, Name: s.Constrrel.Relname}
		if o := r.cat.Find(t.Path, from.Schema, from.Name, t.At); o != nil {
			from = o.Name
		}
		f.set("from", from.String())
	}
	for _, n := range s.TransitionRels {
		x := n.GetTriggerTransition()
		f.set(map[bool]string{true: "new table", false: "old table"}[x.GetIsNew()], x.GetName())
	}
	if s.WhenClause != nil {
		row := r.cat.Row(rel, t.At)
		a := r.cat.Analyzer(t.Path, t.At).WithRelation(row, "old", "old").WithRelation(row, "new", "new")
		f.setShown("when", a.Condition(s.WhenClause).String(), source(s.WhenClause))
		r.note(a)
	}
	if r.mentions == nil {
		r.mentions = map[string]bool{}
	}
	r.mentions[f.get("function")] = true
}

// parentTrigger reports whether a trigger on a partition is the parent's.
func (r *reader) parentTrigger(rel *catalog.Relation, t *catalog.Trigger, f *fact) bool {
	for p := rel.PartitionOf; p != nil; p = p.PartitionOf {
		for _, o := range p.Triggers {
			if o.Name.Name != t.Name.Name || o.Cloned {
				continue
			}
			g := newFact("trigger", "", 0)
			g.set("on", f.get("on"))
			g.set("state", o.Enabled)
			r.triggerBody(p, o, g)
			if g.definition() == f.definition() {
				return true
			}
		}
	}
	return false
}

func parentState(rel *catalog.Relation, name string) string {
	for p := rel.PartitionOf; p != nil; p = p.PartitionOf {
		for _, o := range p.Triggers {
			if o.Name.Name == name {
				return o.Enabled
			}
		}
	}
	return ""
}

// rule reads a rewrite rule; old and new are rows of its table.
func (r *reader) rule(rel *catalog.Relation, u *catalog.Rule, table *fact) {
	f := newFact("rule", rel.Name.Member(u.Name.Name), u.Line)
	f.parent, f.table = table.id, rel.Name.String()
	s := u.Stmt
	f.set("event", strings.TrimPrefix(s.Event.String(), "CMD_"))
	f.flag("instead", s.Instead)
	f.set("state", u.Enabled)
	row := r.cat.Row(rel, u.At)
	if rel.IsView() {
		row.Columns = r.cat.ColumnsOf(rel)
	}
	see := func() *expr.Analyzer {
		a := r.cat.Analyzer(u.Path, u.At)
		if event := f.get("event"); event != "INSERT" {
			a.WithRelation(row, "old", "old")
		}
		if event := f.get("event"); event == "INSERT" || event == "UPDATE" {
			a.WithRelation(row, "new", "new")
		}
		return a
	}
	if s.WhereClause != nil {
		f.setShown("where", see().Condition(s.WhereClause).String(), source(s.WhereClause))
	}
	for i, n := range s.Actions {
		a := see()
		f.setShown("action "+itoa(i+1), a.Statement(n).String(), query(n))
		r.note(a)
	}
	f.show = statementText(u.Text)
	r.add(f)
	r.commentOn(&u.Object, f.name, f)
}

// policy reads a row security policy; its roles are a set.
func (r *reader) policy(rel *catalog.Relation, p *catalog.Policy, table *fact) {
	if slices.Contains(r.opt.IgnorePolicies, p.Name.Name) {
		return
	}
	f := newFact("policy", rel.Name.Member(p.Name.Name), p.Line)
	f.parent, f.table = table.id, rel.Name.String()
	f.flag("restrictive", !p.Permissive)
	f.set("for", strings.ToLower(p.Command))
	if f.get("for") == "" {
		f.set("for", "all")
	}
	var to []string
	for _, name := range p.Roles {
		to = append(to, r.role(name))
	}
	slices.Sort(to)
	to = slices.Compact(to)
	if len(to) == 0 || slices.Contains(to, "public") {
		to = []string{"public"}
	}
	f.set("to", strings.Join(to, ", "))
	boolean := expr.Type{Name: "bool"}
	if p.Using != nil {
		f.setShown("using", r.form(rel, p.Using, boolean), source(p.Using.Node))
	}
	if p.Check != nil {
		f.setShown("with check", r.form(rel, p.Check, boolean), source(p.Check.Node))
	}
	f.show = statementText(p.Text)
	r.add(f)
	r.commentOn(&p.Object, f.name, f)
}
