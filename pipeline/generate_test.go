package pipeline

import "testing"

func TestShardRows(t *testing.T) {
	for _, total := range []int64{0, 1, 3, 10, 101} {
		for _, count := range []int64{1, 2, 3, 7} {
			next := int64(0)
			for i := range count {
				from, to := (Shard{i, count}).rows(total)
				if from != next || to < from {
					t.Errorf("shard %d/%d of %d: %d to %d, want from %d", i, count, total, from, to, next)
				}
				next = to
			}
			if next != total {
				t.Errorf("%d shards of %d end at %d", count, total, next)
			}
		}
	}
}

func TestCSVLine(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\n":               "\"a\",\"b\"\n",
		"\\N\t\n":              ",\"\"\n",
		"a\\tb\\\\c\\n\"\t1\n": "\"a\tb\\c\n\"\"\",\"1\"\n",
	} {
		if got := string(appendCSV(nil, []byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
