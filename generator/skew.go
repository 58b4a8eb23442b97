package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
)

// fewLabels is the number of values up to which a column is a category whose
// skew holds across branches.
const fewLabels = 32

// skew gives branches that leave a category different labels the shares that
// the labels have where no constraint parts them: about 80 % for one of those
// that most branches have in common, the rest for the others. Otherwise
// (status = 'void') = (void_at IS NOT NULL) would make half of the rows void.
func (t *Table) skew(c *column, weights []float64) {
	// the weights of branches that children ask for are what is asked for
	own := t.firstOwn()
	branches, weights := t.branches[own:], weights[own:]
	if len(branches) < 2 || c.generated || t.inLink(c.pos) || c.settings.shapes() {
		return
	}
	labels, names := make([][]string, len(branches)), make([]string, len(branches))
	for i, b := range branches {
		var few bool
		if labels[i], few = t.labelsIn(b, c); !few {
			return
		}
		names[i] = strings.Join(labels[i], "\x00")
	}
	have, want := map[string]float64{}, map[string]float64{}
	shares := t.sharesOf(c, labels)
	total, wanted := 0.0, 0.0
	for i, name := range names {
		if len(labels[i]) == 0 {
			continue
		}
		if have[name] == 0 {
			for _, l := range labels[i] {
				want[name] += shares[l]
			}
			wanted += want[name]
		}
		have[name] += weights[i]
		total += weights[i]
	}
	for i, name := range names {
		if len(have) > 1 && len(labels[i]) > 0 {
			weights[i] *= want[name] / wanted * total / have[name]
		}
	}
}

// labelsIn are the values that a branch leaves a category, none where the
// column is NULL there; false for a column of more values.
func (t *Table) labelsIn(b *branch, c *column) ([]string, bool) {
	s := b.spaces[c.pos]
	if s == nil {
		return nil, true
	}
	x, ok := s.(space.Categorical)
	if !ok || x.Members() > fewLabels || x.Members() != s.Capacity() {
		return nil, false
	}
	var out []string
	for i := range x.Members() {
		out = append(out, string(c.codec.AppendText(nil, s.Unrank(i, nil))))
	}
	return out, true
}

// sharesOf are those of all labels. The frequent one is that of the branch with
// most of them.
func (t *Table) sharesOf(c *column, labels [][]string) map[string]float64 {
	order := slices.Clone(labels)
	slices.SortStableFunc(order, func(a, b []string) int { return len(b) - len(a) })
	var all []string
	for _, list := range order {
		for _, l := range list {
			if !slices.Contains(all, l) {
				all = append(all, l)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	among := len(order[0])
	if among == 1 {
		among = len(all)
	}
	frequent := all[space.Frequent(among, func(i int) string { return all[i] }, draw.Cell(t.key, c.name, "space"))]
	out := map[string]float64{}
	for _, l := range all {
		out[l] = (1 - space.Share(len(all))) / float64(max(len(all)-1, 1))
	}
	out[frequent] = space.Share(len(all))
	return out
}
