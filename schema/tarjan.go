package schema

// tarjan finds strongly connected components without recursion, so that a
// chain of a hundred thousand tables costs heap and not stack.
type tarjan struct {
	index, low map[*Node]int
	onStack    map[*Node]bool
	stack      []*Node
	out        [][]*Node
}

type frame struct {
	node *Node
	edge int
}

// components lists the strongly connected components of the nodes.
func components(nodes []*Node) [][]*Node {
	t := &tarjan{index: map[*Node]int{}, low: map[*Node]int{}, onStack: map[*Node]bool{}}
	for _, n := range nodes {
		if _, seen := t.index[n]; !seen {
			t.visit(n)
		}
	}
	return t.out
}

func (t *tarjan) visit(root *Node) {
	frames := []frame{t.enter(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.edge < len(f.node.Edges) {
			to := f.node.Edges[f.edge].To
			f.edge++
			if _, seen := t.index[to]; !seen {
				frames = append(frames, t.enter(to))
			} else if t.onStack[to] {
				t.low[f.node] = min(t.low[f.node], t.index[to])
			}
			continue
		}
		done := f.node
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].node
			t.low[up] = min(t.low[up], t.low[done])
		}
		if t.low[done] == t.index[done] {
			t.collect(done)
		}
	}
}

func (t *tarjan) enter(n *Node) frame {
	t.index[n] = len(t.index)
	t.low[n] = t.index[n]
	t.stack = append(t.stack, n)
	t.onStack[n] = true
	return frame{node: n}
}

func (t *tarjan) collect(root *Node) {
	for i := len(t.stack) - 1; i >= 0; i-- {
		t.onStack[t.stack[i]] = false
		if t.stack[i] == root {
			members := append([]*Node(nil), t.stack[i:]...)
			t.stack = t.stack[:i]
			t.out = append(t.out, members)
			return
		}
	}
}
