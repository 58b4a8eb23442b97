package report

import (
	"fmt"
	"html"
	"io"

	"github.com/effigydb/effigy/schema"
)

// Measures of the drawing, in pixels.
const (
	boxHeight = 24
	rowGap    = 14
	columnGap = 90
	letter    = 7 // the width of a letter of the font
	margin    = 16
)

// box is a table in the drawing.
type box struct{ x, y, width int }

// writeSVG draws the foreign-key graph: a column of tables for each level,
// those that refer to no other on the left.
func writeSVG(w io.Writer, g *schema.Graph) {
	boxes, width, height := arrange(g)
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="monospace" font-size="12">`+"\n", width, height)
	fmt.Fprintln(w, `<defs><marker id="a" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>`)
	fmt.Fprintln(w, `<rect width="100%" height="100%" fill="#fff"/>`)
	for _, n := range g.Order {
		for _, e := range n.Edges {
			writeEdge(w, boxes[n], boxes[e.To])
		}
	}
	for _, n := range g.Order {
		b := boxes[n]
		fmt.Fprintf(w, `<rect x="%d" y="%d" width="%d" height="%d" rx="4" fill="#eef" stroke="#336"/><text x="%d" y="%d">%s</text>`+"\n",
			b.x, b.y, b.width, boxHeight, b.x+8, b.y+16, html.EscapeString(n.Table.Name.String()))
	}
	fmt.Fprintln(w, "</svg>")
}

// arrange places the tables, and says how large the drawing is.
func arrange(g *schema.Graph) (boxes map[*schema.Node]box, width, height int) {
	boxes = map[*schema.Node]box{}
	widest, used := map[int]int{}, map[int]int{}
	levels := 0
	for _, n := range g.Order {
		widest[n.Level] = max(widest[n.Level], letter*len([]rune(n.Table.Name.String()))+16)
		levels = max(levels, n.Level+1)
	}
	left := make([]int, levels+1)
	left[0] = margin
	for l := range levels {
		left[l+1] = left[l] + widest[l] + columnGap
	}
	for _, n := range g.Order {
		y := margin + used[n.Level]*(boxHeight+rowGap)
		used[n.Level]++
		boxes[n] = box{left[n.Level], y, widest[n.Level]}
		height = max(height, y+boxHeight+margin)
	}
	return boxes, left[levels] - columnGap + margin, height
}

// writeEdge draws the way from a table to the one it refers to; to itself and
// within its level it goes around on the right.
func writeEdge(w io.Writer, from, to box) {
	y1, y2 := from.y+boxHeight/2, to.y+boxHeight/2
	x1, x2, bend := from.x, to.x+to.width, -columnGap/2
	if from.x <= to.x {
		x1, bend = from.x+from.width, columnGap/2
		y2 += 4
	}
	c2 := x2 + columnGap/2
	fmt.Fprintf(w, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="#669" marker-end="url(#a)"/>`+"\n", x1, y1, x1+bend, y1, c2, y2, x2, y2)
}
