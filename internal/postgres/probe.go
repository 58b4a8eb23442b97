package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"time"
)

// Speed is how fast a server takes rows, as a short probe measures it.
type Speed struct {
	Byte time.Duration // of a row that is copied, in units of 1/1024
	Key  time.Duration // of a row that is put into an index, in the same units
}

// SpeedUnit divides the durations of a Speed.
const SpeedUnit = 1024

// probeRows are enough for the fixed costs not to count.
const probeRows = 40_000

// Probe copies rows into a temporary table of the session and indexes them;
// clock is read around both. It takes a tenth of a second and leaves nothing.
func Probe(ctx context.Context, conn *Conn, clock func() time.Time) (Speed, error) {
	s, err := probe(ctx, conn, clock)
	if err != nil {
		return s, fmt.Errorf("measuring the server: %w", err)
	}
	return s, nil
}

func probe(ctx context.Context, conn *Conn, clock func() time.Time) (s Speed, err error) {
	const table = "pg_temp.effigy_probe"
	if err := conn.Script(ctx, "CREATE TEMPORARY TABLE effigy_probe (id bigint, parent integer, note text, at timestamp)"); err != nil {
		return s, err
	}
	rows := probeCopy()
	began := clock()
	if _, err := conn.PgConn().CopyFrom(ctx, bytes.NewReader(rows), "COPY "+table+" FROM STDIN (FORMAT binary)"); err != nil {
		return s, err
	}
	copied := clock()
	if err := conn.Script(ctx, "CREATE INDEX ON "+table+" (parent)"); err != nil {
		return s, err
	}
	s.Byte = copied.Sub(began) * SpeedUnit / time.Duration(len(rows))
	s.Key = clock().Sub(copied) * SpeedUnit / probeRows
	return s, conn.Script(ctx, "DROP TABLE "+table)
}

// probeCopy is a COPY stream of rows in the binary form.
func probeCopy() []byte {
	b := []byte(binaryHeader)
	note := []byte("a note of some length")
	for i := range uint64(probeRows) {
		b = binary.BigEndian.AppendUint16(b, 4)
		b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, 8), i)
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, 4), uint32(i*2654435761))
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(note))), note...)
		b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, 8), i*1_000_000)
	}
	return append(b, binaryTrailer...)
}
