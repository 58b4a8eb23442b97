package main

import (
	"fmt"
	"net/url"
)

// mask keeps the passwords of connection strings out of the logs of GitHub
// Actions. The runner reads commands on stderr too, so stdout stays what it is.
func (p *program) mask(urls ...string) {
	if p.env("GITHUB_ACTIONS") != "true" {
		return
	}
	for _, text := range urls {
		u, err := url.Parse(text)
		if err != nil {
			continue
		}
		if password, ok := u.User.Password(); ok {
			fmt.Fprintf(p.stderr, "::add-mask::%s\n", password)
		}
	}
}
