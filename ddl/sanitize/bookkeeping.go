package sanitize

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/pattern"
)

// bookkeepers are the tables in which migration tools note what has run:
// Rails, golang-migrate and dbmate, Flyway, Prisma, goose, Alembic, Liquibase,
// sqlx, Diesel, Django, Ecto, Knex, TypeORM, Sequelize, Drizzle.
var bookkeepers = wordSet(`schema_migrations ar_internal_metadata flyway_schema_history schema_version
_prisma_migrations goose_db_version alembic_version databasechangelog databasechangeloglock _sqlx_migrations
__diesel_schema_migrations django_migrations knex_migrations knex_migrations_lock migrations sequelizemeta
__drizzle_migrations gorp_migrations refinery_schema_history pgmigrations`)

// versionValue is what such a table's rows are made of: versions, names,
// checksums and times.
var versionValue = pattern.Of(`^[\w.:+/ -]{0,200}$`)

// bookkeeping passes an INSERT … VALUES of constants into such a table.
func bookkeeping(n *pg.InsertStmt, text string) verdict {
	no := refusal("data", "insert", "rows: this is not a schema-only dump")
	if !bookkeepers[n.GetRelation().GetRelname()] || n.OnConflictClause != nil || n.ReturningClause != nil || n.WithClause != nil {
		return no
	}
	sel := n.GetSelectStmt().GetSelectStmt()
	if sel == nil || len(sel.ValuesLists) == 0 {
		return no
	}
	for _, row := range sel.ValuesLists {
		for _, v := range row.GetList().GetItems() {
			if !constant(v) {
				return no
			}
		}
	}
	for _, t := range lex(text) {
		if t.kind == literal {
			if v, _ := decode(t.text); !versionValue().MatchString(v) || len(detect(v)) > 0 {
				return no
			}
		}
	}
	return kept
}

func constant(n *pg.Node) bool {
	if c := n.GetTypeCast(); c != nil {
		n = c.Arg
	}
	return n.GetAConst() != nil
}
