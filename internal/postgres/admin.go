package postgres

import (
	"context"
	"errors"
)

// Getenv looks up an environment variable, as os.Getenv does.
type Getenv func(string) string

// Admin is a server where sandboxes live, with the logins Effigy has there.
type Admin struct {
	// URL is the everyday login: no superuser, CREATEDB and CREATEROLE.
	URL string
	// Superuser is the superuser's URL on the local server, empty elsewhere.
	// It creates extensions that are not trusted, and nothing else.
	Superuser string
	// Secret is the random key of this machine from which the passwords of
	// sandboxes are derived.
	Secret []byte
	// Local is set for the local server.
	Local bool
}

// ErrProduction is returned where the server that sandboxes would live on is
// the production database itself.
var ErrProduction = errors.New("the admin URL is the production database")

// OpenAdmin returns the server that sandboxes live on: the one of
// EFFIGY_ADMIN_URL, or the local server, started when it isn't running.
// EFFIGY_PRODUCTION_URL, where set, is compared with it and never opened;
// when both name the same database the error is ErrProduction.
func OpenAdmin(ctx context.Context, getenv Getenv) (*Admin, error) {
	url := getenv("EFFIGY_ADMIN_URL")
	if url != "" {
		if err := refuseProduction(url, getenv); err != nil {
			return nil, err
		}
		secret, err := machineSecret(getenv)
		if err != nil {
			return nil, err
		}
		return &Admin{URL: url, Secret: secret}, nil
	}
	server, err := (&Local{Getenv: getenv}).Ensure(ctx)
	if err != nil {
		return nil, err
	}
	if err := refuseProduction(server.Admin.URL, getenv); err != nil {
		return nil, err
	}
	return &server.Admin, nil
}

func refuseProduction(url string, getenv Getenv) error {
	production := getenv("EFFIGY_PRODUCTION_URL")
	if production == "" {
		return nil
	}
	same, err := SameDatabase(production, url)
	if err != nil {
		return err
	}
	if same {
		return ErrProduction
	}
	return nil
}
