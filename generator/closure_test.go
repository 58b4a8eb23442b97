package generator_test

import (
	"strconv"
	"strings"
	"testing"
)

// TestPathsOfATree: the rows of a closure table are paths of their tree, each
// as long as it says, whatever rules say of a row with itself.
func TestPathsOfATree(t *testing.T) {
	for name, text := range map[string]string{
		"no rule": `CREATE TABLE paths (ancestor_id int NOT NULL REFERENCES nodes, descendant_id int NOT NULL REFERENCES nodes, depth int NOT NULL, PRIMARY KEY (ancestor_id, descendant_id));`,
		"swapped": `CREATE TABLE paths (child_id int NOT NULL REFERENCES nodes, path_length smallint NOT NULL CHECK (path_length >= 0), parent_id int NOT NULL REFERENCES nodes, PRIMARY KEY (child_id, parent_id));`,
		"self":    `CREATE TABLE paths (ancestor int NOT NULL REFERENCES nodes, descendant int NOT NULL REFERENCES nodes, depth int NOT NULL, PRIMARY KEY (ancestor, descendant), CHECK ((depth = 0) = (ancestor = descendant)));`,
		"barred":  `CREATE TABLE paths (ancestor int NOT NULL REFERENCES nodes, descendant int NOT NULL REFERENCES nodes, depth int NOT NULL CHECK (depth > 0), PRIMARY KEY (ancestor, descendant), CHECK (ancestor <> descendant));`,
	} {
		for _, rows := range []int64{40, 3000} {
			p := planOf(t, "CREATE TABLE nodes (id int PRIMARY KEY, parent_id int REFERENCES nodes);"+text, rows)
			above := map[string]string{}
			for _, row := range lines(t, p, "nodes") {
				c := strings.Split(row, "\t")
				above[c[0]] = c[1]
			}
			paths, self := lines(t, p, "paths"), 0
			for _, row := range paths {
				c := strings.Split(row, "\t")
				top, at, said := c[0], c[1], c[2]
				if name == "swapped" {
					top, at, said = c[2], c[0], c[1]
				}
				steps := 0
				for ; at != top && at != `\N`; steps++ {
					at = above[at]
				}
				if at != top || strconv.Itoa(steps) != said {
					t.Fatalf("%s, %d rows: %q is no path", name, rows, row)
				}
				if steps == 0 {
					self++
				}
			}
			if int64(len(paths)) != rows || distinct(paths) != len(paths) || self == len(paths) || (self == 0) != (name == "barred") {
				t.Errorf("%s: %d rows of %d, %d of a node itself", name, len(paths), rows, self)
			}
		}
	}
}
