package pipeline

import (
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
)

// A table with room for few of the rows that are asked for has the same ones
// before and after that is known: a child repeats the keys it saw.
func TestFewRows(t *testing.T) {
	l := &laboratory{admin: pgtest.Admin(t)}
	built(t, l, `
CREATE EXTENSION btree_gist WITH SCHEMA public;
CREATE DOMAIN public.d5 AS character varying CONSTRAINT d5_check CHECK (VALUE::text = ANY (ARRAY['00001', '00003', '00005']));
CREATE TABLE public.t1 (id bigint GENERATED ALWAYS AS IDENTITY NOT NULL, meta jsonb NOT NULL);
CREATE TABLE public.t2 (id text NOT NULL, slug public.d5 NOT NULL);
CREATE TABLE public.t5 (token uuid, t2_id_2 text);
ALTER TABLE public.t1 ADD CONSTRAINT k2 PRIMARY KEY (id);
ALTER TABLE public.t1 ADD CONSTRAINT k3 UNIQUE (meta, id);
ALTER TABLE public.t2 ADD CONSTRAINT k8 PRIMARY KEY (id);
ALTER TABLE public.t2 ADD CONSTRAINT k13 EXCLUDE USING gist (slug WITH =);
ALTER TABLE public.t5 ADD CONSTRAINT k43 FOREIGN KEY (t2_id_2) REFERENCES public.t2(id);
ALTER TABLE public.t5 ADD CONSTRAINT k52 CHECK (t2_id_2 = 'ash-1' OR token::text ~~ '00000000%');
`, 1)
}
