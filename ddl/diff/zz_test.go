package diff
import "testing"
func TestZZ(t *testing.T){
 r,err:=Texts("CREATE EXTENSION IF NOT EXISTS hstore;\ncreate table part(a hstore NOT NULL DEFAULT 'unit=>mm');","CREATE EXTENSION IF NOT EXISTS hstore WITH SCHEMA public;\ncreate table public.part(a public.hstore DEFAULT '\"unit\"=>\"mm\"'::public.hstore NOT NULL);",Options{})
 t.Log(err); for _,c:=range r.Changes{t.Logf("%+v",c)}
}
