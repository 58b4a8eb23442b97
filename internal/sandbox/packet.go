package sandbox

import (
	"context"

	"github.com/effigydb/effigy/internal/postgres"
)

// Packet is the proof of isolation: what the sandbox's login is and may do,
// as the server says after logging in with it.
type Packet struct {
	Sandbox        string            `json:"sandbox"`
	Database       string            `json:"database"`
	CurrentUser    string            `json:"current_user"`
	SessionUser    string            `json:"session_user"`
	Superuser      bool              `json:"superuser"`
	CreateDB       bool              `json:"createdb"`
	CreateRole     bool              `json:"createrole"`
	Replication    bool              `json:"replication"`
	BypassRLS      bool              `json:"bypassrls"`
	OwnsDatabase   bool              `json:"owns_database"`
	MemberOf       []string          `json:"member_of"`
	OtherDatabases []string          `json:"other_databases"` // it may CONNECT to
	TempElsewhere  []string          `json:"temp_elsewhere"`
	PublicConnect  bool              `json:"public_connect"`
	Grantees       []string          `json:"grantees"` // that may CONNECT to the sandbox's database
	Settings       map[string]string `json:"settings"`
	Extensions     []string          `json:"extensions"`
	Network        []string          `json:"network"` // ways out of the database
	Expired        bool              `json:"expired"`
	Problems       []string          `json:"problems"`
}

// Verified reports whether nothing is off.
func (p *Packet) Verified() bool { return len(p.Problems) == 0 }

// Verify logs in as the sandbox and gathers the packet. strict makes another
// database that it may CONNECT to a problem instead of a line.
func Verify(ctx context.Context, admin *postgres.Admin, sb *Sandbox, strict bool) (*Packet, error) {
	return nil, errNotYet
}
