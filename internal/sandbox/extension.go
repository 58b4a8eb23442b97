package sandbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/effigydb/effigy/internal/postgres"
)

// outside are the extensions that lead out of a database: to the network, to
// the server's files, to a language that is not trusted.
var outside = map[string]string{
	"dblink": "network", "postgres_fdw": "network", "mysql_fdw": "network", "oracle_fdw": "network", "tds_fdw": "network",
	"mongo_fdw": "network", "redis_fdw": "network", "http": "network", "pg_net": "network", "pgsql_http": "network",
	"aws_s3": "network", "aws_lambda": "network", "azure_storage": "network", "google_ml_integration": "network",
	"wrappers": "network", "pgmemcache": "network", "pglogical": "network", "bdr": "network",
	"file_fdw": "files", "adminpack": "files", "pg_file_settings": "files", "orafce_file": "files", "parquet_s3_fdw": "files",
	"plpython3u": "untrusted language", "plpython2u": "untrusted language", "plpythonu": "untrusted language",
	"plperlu": "untrusted language", "pltclu": "untrusted language", "plsh": "untrusted language", "pljava": "untrusted language",
	"plr": "untrusted language", "pllua": "untrusted language", "plluau": "untrusted language",
	"pg_cron": "jobs in other databases", "pg_background": "jobs in other sessions", "pgagent": "jobs in other databases",
}

// RefusedExtension says why a sandbox never gets that extension, because it
// opens network, files or a language that is not trusted; or is empty.
func RefusedExtension(name string) string {
	if why := outside[name]; why != "" {
		return "it leads out of the database: " + why
	}
	return ""
}

// Extension creates an extension in the sandbox's database, in a schema if
// one is given (made, owned by the role, where missing): by the role itself
// where Postgres trusts the extension, else by the admin, on the local server
// by the superuser. Call it before any statement of the text but CREATE
// SCHEMA: an extension's script must not meet functions of the text's. An
// extension the server does not have has SQLSTATE 0A000 or 58P01.
func Extension(ctx context.Context, admin *postgres.Admin, sb *Sandbox, name, schema string) error {
	if why := RefusedExtension(name); why != "" {
		return fmt.Errorf("extension %s: %s", name, why)
	}
	url, _, err := URLs(admin, sb)
	if err != nil {
		return err
	}
	err = createExtension(ctx, url, sb, name, schema)
	if postgres.Code(err) == "42501" {
		err = extensionByAdmin(ctx, admin, sb, name, schema)
	}
	if err != nil {
		return fmt.Errorf("extension %s: %w", name, err)
	}
	return nil
}

func createExtension(ctx context.Context, url string, sb *Sandbox, name, schema string) error {
	conn, err := postgres.ConnectForLoad(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	create := "CREATE EXTENSION IF NOT EXISTS " + postgres.Ident(name)
	if schema == "" || schema == "pg_catalog" {
		return conn.Script(ctx, create)
	}
	return conn.Script(ctx,
		"CREATE SCHEMA IF NOT EXISTS "+postgres.Ident(schema)+" AUTHORIZATION "+postgres.Ident(sb.Name),
		create+" SCHEMA "+postgres.Ident(schema))
}

// extensionByAdmin lets the admin in for as long as it takes.
func extensionByAdmin(ctx context.Context, admin *postgres.Admin, sb *Sandbox, name, schema string) error {
	if admin.Superuser != "" {
		url, err := postgres.WithDatabase(admin.Superuser, sb.Name)
		if err != nil {
			return err
		}
		return createExtension(ctx, url, sb, name, schema)
	}
	url, err := postgres.WithDatabase(admin.URL, sb.Name)
	if err != nil {
		return err
	}
	rights := "CONNECT, CREATE ON DATABASE " + postgres.Ident(sb.Name)
	if err := asOwner(ctx, admin, sb, "GRANT "+rights+" TO "+postgres.Ident(sb.Creator)); err != nil {
		return err
	}
	err = createExtension(ctx, url, sb, name, schema)
	return errors.Join(err, asOwner(context.WithoutCancel(ctx), admin, sb, "REVOKE "+rights+" FROM "+postgres.Ident(sb.Creator)))
}

// asOwner runs a statement about the database as the sandbox's role.
func asOwner(ctx context.Context, admin *postgres.Admin, sb *Sandbox, statement string) error {
	conn, done, err := sb.session(ctx, admin)
	if err != nil {
		return err
	}
	defer done()
	return conn.Script(ctx, "BEGIN", "SET LOCAL ROLE "+postgres.Ident(sb.Name), statement, "COMMIT")
}
