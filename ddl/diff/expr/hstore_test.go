package expr

import "testing"

func TestNormalStore(t *testing.T) {
	for in, want := range map[string]string{
		`unit=>mm`:                  `"unit"=>"mm"`,
		`bb=>1, a => NULL,c=>"x,y"`: `"a"=>NULL, "c"=>"x,y", "bb"=>"1"`,
		`a=>1,a=>2`:                 `"a"=>"1"`,
		`a=>"NULL"`:                 `"a"=>"NULL"`,
		`"a\"b"=>c\,d`:              `"a\"b"=>"c,d"`,
		``:                          ``,
		`no pair`:                   `no pair`,
	} {
		if got := normalStore(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
