package report

import "fmt"

// Count is a number of things for people: 1 table, 2 tables. The plural of the
// noun must end in s.
func Count[N int | int64 | uint64](n N, noun string) string {
	if n == 1 {
		return fmt.Sprint(n, " ", noun)
	}
	return fmt.Sprint(n, " ", noun, "s")
}
