package ddl

import (
	"errors"
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// Expression reads a scalar SQL expression that stands alone, over the
// columns of one row. A query inside it is an error: other rows are not there
// when it is evaluated.
func Expression(sql string) (*schema.Expr, error) {
	const head = "SELECT ("
	st, err := statement.Parse(head + sql + "\n)")
	if err != nil {
		var fault *statement.SyntaxError
		if errors.As(err, &fault) {
			return nil, errors.New(fault.Message)
		}
		return nil, err
	}
	target := single(st.Node.GetSelectStmt())
	if target == nil {
		return nil, errors.New("expected one expression")
	}
	queried := false
	visit(target, func(n *pg.Node) { queried = queried || n.GetSubLink() != nil })
	if queried {
		return nil, errors.New("an expression can't query tables")
	}
	r := newReader(&Script{Schema: &schema.Schema{}})
	return r.root(target, strings.TrimSpace(sql)), nil
}

// single is the one expression that a SELECT consists of, or nil.
func single(s *pg.SelectStmt) *pg.Node {
	if s == nil || len(s.TargetList) != 1 || len(s.FromClause)+len(s.GroupClause)+len(s.SortClause)+len(s.DistinctClause)+len(s.WindowClause)+len(s.LockingClause) > 0 ||
		s.WhereClause != nil || s.HavingClause != nil || s.LimitCount != nil || s.LimitOffset != nil || s.Larg != nil || s.WithClause != nil || s.IntoClause != nil {
		return nil
	}
	t := s.TargetList[0].GetResTarget()
	if t == nil || t.Name != "" {
		return nil
	}
	return t.Val
}
