// Package postgres is everything Effigy says to a Postgres server:
// connections, pg_dump, the local throwaway server, the COPY load and catalog
// reads. Nobody else imports pgx, and programs are started only here and in
// internal/git.
//
// What may never happen here: a connection string or a password in a message,
// on a command line or in a log; a production URL opened by anything but Dump
// and Inspect; a row of production read; an identifier or a value put into
// SQL without being quoted.
package postgres
