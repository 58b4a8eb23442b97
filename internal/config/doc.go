// Package config reads effigy.yaml, the settings of a repository.
//
// A key that is not known is an error with the nearest match, never ignored.
// The file is trusted as code of the repository is; it never holds a
// connection string, only the names of environment variables.
package config
