package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/internal/postgres"
)

// mighty are the predefined roles that reach beyond reading tables.
var mighty = []string{
	"pg_write_all_data", "pg_execute_server_program", "pg_read_server_files", "pg_write_server_files",
	"pg_database_owner", "pg_maintain", "pg_create_subscription", "pg_signal_backend",
}

// loginChecks judges a login that is to dump a schema and do nothing else.
func loginChecks(f *postgres.LoginFacts) []Check {
	return []Check{attributes(f), memberships(f), rightsToWrite(f), rightsToRead(f), replica(f), locks(f)}
}

func attributes(f *postgres.LoginFacts) Check {
	var has []string
	for _, a := range []struct {
		set  bool
		name string
	}{{f.Superuser, "SUPERUSER"}, {f.CreateDB, "CREATEDB"}, {f.CreateRole, "CREATEROLE"}, {f.Replicates, "REPLICATION"}, {f.BypassRLS, "BYPASSRLS"}} {
		if a.set {
			has = append(has, a.name)
		}
	}
	if len(has) == 0 {
		return Check{Name: "attributes", State: Good, Text: "the login has no attribute beyond LOGIN"}
	}
	return Check{Name: "attributes", State: Bad, Text: "the login has " + strings.Join(has, ", "), Advice: "dump as a role without attributes"}
}

func memberships(f *postgres.LoginFacts) Check {
	has := slices.DeleteFunc(slices.Clone(f.MemberOf), func(role string) bool { return !slices.Contains(mighty, role) })
	switch {
	case len(has) > 0:
		return Check{Name: "memberships", State: Bad, Text: "the login is a member of " + strings.Join(has, ", "), Advice: "dump as a role that belongs to none of them"}
	case len(f.MemberOf) > 0:
		return Check{Name: "memberships", State: Good, Text: fmt.Sprintf("the login is a member of %s; their rights are counted below", some(f.MemberOf))}
	}
	return Check{Name: "memberships", State: Good, Text: "the login is a member of no role"}
}

func rightsToWrite(f *postgres.LoginFacts) Check {
	if f.Superuser {
		return Check{Name: "writes", State: Bad, Text: "the login can do everything", Advice: "dump as a role that was granted USAGE and SELECT alone"}
	}
	var can []string
	if n := len(f.Writable); n > 0 {
		can = append(can, fmt.Sprintf("write to %d tables (%s)", n, some(f.Writable)))
	}
	if f.Owns > 0 {
		can = append(can, fmt.Sprintf("alter %d objects it owns", f.Owns))
	}
	if f.CanCreate {
		can = append(can, "create objects")
	}
	if len(can) == 0 {
		return Check{Name: "writes", State: Good, Text: "the login can write nothing"}
	}
	return Check{Name: "writes", State: Bad, Text: "the login can " + strings.Join(can, ", and "), Advice: "dump as a role that was granted USAGE and SELECT alone"}
}

func rightsToRead(f *postgres.LoginFacts) Check {
	if n := len(f.Unreadable); n > 0 {
		return Check{Name: "reads", State: Bad, Text: fmt.Sprintf("pg_dump needs SELECT on %d more tables: %s", n, some(f.Unreadable)), Advice: strings.Join(f.Grants, " ")}
	}
	return Check{Name: "reads", State: Good, Text: "pg_dump can lock every table"}
}

func replica(f *postgres.LoginFacts) Check {
	text := "PostgreSQL " + f.Version + ", the primary"
	if f.Replica {
		text = "PostgreSQL " + f.Version + ", a replica: nothing can be written through it"
	}
	return Check{Name: "replica", State: Good, Text: text}
}

func locks(f *postgres.LoginFacts) Check {
	if f.Waiting == 0 {
		return Check{Name: "locks", State: Good, Text: "nobody waits for a lock"}
	}
	return Check{Name: "locks", State: Odd, Text: fmt.Sprintf("%d sessions wait for a lock: a migration may be running", f.Waiting), Advice: "dump when it is through"}
}

// some names the first few of a list.
func some(list []string) string {
	const most = 5
	if n := len(list); n > most {
		return strings.Join(list[:most], ", ") + fmt.Sprintf(" and %d more", n-most)
	}
	return strings.Join(list, ", ")
}
