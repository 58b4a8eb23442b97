package schema

import (
	"fmt"
	"strings"
	"testing"
)

// tables builds a schema from "child>parent,parent other" words.
func tables(text string) *Schema {
	s := &Schema{}
	for _, word := range strings.Fields(text) {
		name, refs, _ := strings.Cut(word, ">")
		t := &Table{Name: Name{"public", name}}
		for _, r := range strings.FieldsFunc(refs, func(r rune) bool { return r == ',' }) {
			t.Constraints = append(t.Constraints, &Constraint{Kind: ForeignKey, RefTable: Name{"public", r}})
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

func TestGraph(t *testing.T) {
	for text, want := range map[string]struct{ order, cycles string }{
		"c>b b>a a":                 {"a0 b1 c2", ""},
		"z y x":                     {"x0 y0 z0", ""},
		"d>b,c c>a b>a a":           {"a0 b1 c1 d2", ""},
		"a>a b>a":                   {"a0 b1", ""},
		"b>a a>b c>a":               {"a0 b0 c1", "public.a -> public.b -> public.a"},
		"m>z z>k k>m y>root,k root": {"k0 m0 z0 root0 y1", "public.k -> public.m -> public.z -> public.k"},
		"a>gone":                    {"a0", ""},
		"b>a,b,c a>c c>b,a":         {"a0 b0 c0", "public.a -> public.c -> public.a"},
	} {
		g := tables(text).Graph()
		var order []string
		for _, n := range g.Order {
			order = append(order, fmt.Sprint(n.Table.Name.Name, n.Level))
		}
		if got := strings.Join(order, " "); got != want.order {
			t.Errorf("%s: order %s, want %s", text, got, want.order)
		}
		if got := strings.Join(g.Cycles(), "; "); got != want.cycles {
			t.Errorf("%s: cycles %q, want %q", text, got, want.cycles)
		}
	}
}

func TestGraphFoldsPartitions(t *testing.T) {
	s := tables("events_1>users events users log>events_1")
	s.Tables[0].PartitionOf = &PartitionBound{Parent: Name{"public", "events"}}
	g := s.Graph()
	events := g.Node(Name{"public", "events_1"})
	if len(g.Nodes) != 3 || events.Table.Name.Name != "events" {
		t.Fatalf("%d nodes, the partition is in %v", len(g.Nodes), events.Table.Name)
	}
	if len(events.Edges) != 1 || events.Edges[0].Owner.Name.Name != "events_1" || events.Edges[0].Self {
		t.Errorf("edges of the root: %+v", events.Edges)
	}
	if log := g.Node(Name{"public", "log"}); log.Edges[0].To != events || log.Level != 2 {
		t.Errorf("log refers to %v at level %d", log.Edges[0].To.Table.Name, log.Level)
	}
}

func TestGraphOfALongChain(t *testing.T) {
	var b strings.Builder
	const n = 50_000
	for i := range n {
		fmt.Fprintf(&b, "t%06d>t%06d ", i, i+1)
	}
	g := tables(b.String()).Graph()
	if g.Order[0].Table.Name.Name != fmt.Sprintf("t%06d", n-1) || g.Order[n-1].Level != n-1 {
		t.Errorf("starts with %v", g.Order[0].Table.Name)
	}
}

func TestGraphEndsOnPartitionsOfEachOther(t *testing.T) {
	s := tables("a b")
	s.Tables[0].PartitionOf = &PartitionBound{Parent: Name{"public", "b"}}
	s.Tables[1].PartitionOf = &PartitionBound{Parent: Name{"public", "a"}}
	if g := s.Graph(); len(g.Order) != 0 {
		t.Errorf("%d nodes", len(g.Order))
	}
}
