package vocabulary

import "strings"

// exceptions are the names of columns that have a value only where something
// went another way than it mostly does: a row that is deleted, a run that
// failed; or once it is over, while most rows are of what still goes on.
// ended_at is not among them: runs and sessions end soon.
var exceptions = func() map[string]bool {
	known := map[string]bool{}
	for _, what := range strings.Fields("deleted removed archived cancelled canceled deactivated disabled revoked failed locked banned blocked suspended hidden rejected refunded voided expired muted declined withdrawn lost reopened dropped delisted discontinued frozen") {
		for _, when := range strings.Fields("at on by date time until reason") {
			known[what+" "+when] = true
		}
	}
	for _, what := range strings.Fields("disposed scrapped decommissioned closed died deceased left retired terminated expelled discharged dismissed resigned") {
		for _, when := range strings.Fields("at on date reason") {
			known[what+" "+when] = true
		}
	}
	for _, name := range strings.Fields("date+of+death death+date ended+on termination+date termination+reason retirement+date discharge+date resignation+date error errors last+error error+message error+msg error+text error+code error+details error+stack exception failure failure+reason failure+message failure+code fail+reason cancel+reason cancellation+reason rejection+reason reject+reason deletion+date deleted+by+id stack+trace stacktrace") {
		known[strings.ReplaceAll(name, "+", " ")] = true
	}
	return known
}()

// Exceptional reports a column that is empty in most rows, by its name.
func Exceptional(column string) bool { return exceptions[strings.Join(tokens(column), " ")] }

// rare are labels that few rows of a table have.
var rare = func() map[string]bool {
	known := map[string]bool{}
	for _, w := range strings.Fields("cancelled canceled archived deleted removed failed failure error rejected declined denied refused refunded returned void voided banned blocked locked suspended expired inactive disabled closed lost dead deceased withdrawn terminated retired abandoned aborted revoked obsolete deprecated discontinued fraud spam disputed chargeback critical fatal blacklisted bounced unsubscribed skipped overdue uncollectible waived inquiry other unknown none") {
		known[w] = true
	}
	known["no show"], known["charged back"], known["written off"] = true, true, true
	return known
}()

// Rare reports a label that tells an exception.
func Rare(label string) bool { return len(label) < 24 && rare[strings.Join(tokens(label), " ")] }

// common are labels that most rows of a table have.
var common = func() map[string]bool {
	known := map[string]bool{}
	for _, w := range strings.Fields("active paid completed complete done delivered confirmed published approved accepted succeeded successful success settled captured fulfilled finished resolved verified posted dispensed available enabled healthy normal standard regular valid present ok") {
		known[w] = true
	}
	return known
}()

// Common reports a label that tells of what becomes of most rows.
func Common(label string) bool { return len(label) < 24 && common[strings.Join(tokens(label), " ")] }

// Stage is what has happened last where a label says how far a row has come, or
// what a column of moments tells of; None where they say nothing.
func Stage(name string) Meaning {
	words := tokens(name)
	if Initial(name) {
		return Created
	}
	m, _ := find(words, moment)
	switch joined := strings.Join(words, " "); {
	case joined == "running" || joined == "in progress" || joined == "ongoing" || joined == "active":
		return Started
	case m.Group() != Moments:
		m, _ = find(append(words, "at"), moment)
	}
	if m.Group() != Moments {
		return None
	}
	return m
}

// Initial reports a label of rows of which nothing has happened yet.
func Initial(label string) bool { return len(label) < 24 && initial[strings.Join(tokens(label), " ")] }

// initial are labels of rows of which nothing has happened yet.
var initial = func() map[string]bool {
	known := map[string]bool{}
	for _, w := range strings.Fields("pending new draft open created placed submitted requested unpaid waiting queued todo planned scheduled received+order initial awaiting+payment cart in+cart basket quote") {
		known[strings.ReplaceAll(w, "+", " ")] = true
	}
	return known
}()

// Tells reports a column, such as cancelled_at, that tells when a row got a
// label.
func Tells(column, label string) bool {
	words := tokens(column)
	if n := len(words) - 1; n > 0 && (words[n] == "at" || words[n] == "on" || words[n] == "date" || words[n] == "time") {
		return strings.Join(words[:n], " ") == strings.Join(tokens(label), " ")
	}
	return false
}

// Over reports a label of what has begun, or is past.
func Over(label string) bool { return len(label) < 24 && over[strings.Join(tokens(label), " ")] }

// Upcoming reports a label of what is agreed and has not begun.
func Upcoming(label string) bool {
	return len(label) < 24 && upcoming[strings.Join(tokens(label), " ")]
}

var over, upcoming = phrases("done completed complete finished attended checked+in checked+out no+show noshow missed arrived in+progress ongoing started running fulfilled seen ended closed departed boarding landed"),
	phrases("booked scheduled confirmed reserved upcoming planned")

// phrases is a set of labels, the words of each parted by a plus.
func phrases(list string) map[string]bool {
	known := map[string]bool{}
	for _, w := range strings.Fields(list) {
		known[strings.ReplaceAll(w, "+", " ")] = true
	}
	return known
}
