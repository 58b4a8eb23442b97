package predicate_test

type sample struct {
	name, typ string
	values    []string
}

// samples are the columns of the table that expressions are tried on, and
// values worth trying.
var samples = []sample{
	{"i", "int4", []string{"0", "1", "-1", "7", "-7", "100", "2147483647", "-2147483648", "15", "60"}},
	{"j", "int4", []string{"0", "3", "-3", "12", "90", "7"}},
	{"s", "int2", []string{"0", "5", "-32768", "32767", "13"}},
	{"l", "int8", []string{"0", "9", "-9223372036854775808", "9223372036854775807", "33"}},
	{"n", "numeric(8,2)", []string{"0", "0.05", "-0.05", "1.50", "2.50", "999999.99", "-12.345", "7"}},
	{"m", "numeric", []string{"0", "0.1", "1e-20", "123456789012345678901234567890.5", "-7.77", "2.5", "3"}},
	{"f", "float8", []string{"0", "0.1", "-1.5", "2.5", "1e10", "3"}},
	{"r", "float4", []string{"0", "0.1", "-1.5", "59.9"}},
	{"b", "bool", []string{"t", "f"}},
	{"c", "bool", []string{"t", "f"}},
	{"t", "text", []string{"", "a", "abc", "ABC", " a b ", "a@b.org", "ZZ1234", "x|y|z", "x||z", "12", "12.5", "2024-02-29", "ünï", "100%", "G-abcd-x", "foo bar", "abc\n", "q", "a1_b", "true"}},
	{"u", "text", []string{"", "a", "b", "ABC", "mail", "sms", "abc", "abd"}},
	{"v", "varchar(12)", []string{"coarse", "fine", "", "Dust", "a "}},
	{"p", "char(5)", []string{"", "a", "ab", "abcde", "AB12", "12345"}},
	{"d", "date", []string{"2000-01-01", "2024-02-29", "2023-12-31", "1970-01-01", "2026-11-29", "infinity", "2026-12-15", "0044-03-15 BC"}},
	{"e", "date", []string{"2000-01-01", "2024-03-31", "2020-05-10", "1953-08-30"}},
	{"ts", "timestamp", []string{"2000-01-01 00:00:00", "2024-02-29 12:34:56.789", "2023-12-31 23:59:59.999999", "infinity", "1999-05-05 10:00:00"}},
	{"tz", "timestamptz", []string{"2000-01-01 00:00:00+00", "2026-11-29 12:00:00+02", "2026-11-29 00:00:00+00", "2024-01-31 08:00:00+00"}},
	{"tm", "time", []string{"00:00:00", "06:30:00", "23:59:59.5", "24:00:00"}},
	{"iv", "interval", []string{"1 day", "24:00:00", "1 mon", "30 days", "-5 min", "1 year 2 mons 3 days 04:05:06", "00:05:00"}},
	{"by", "bytea", []string{`\x`, `\x00`, `\xdeadbeef`}},
	{"ia", "int4[]", []string{"{}", "{1}", "{1,2,3}", "{NULL}", "{3,NULL,90}", "{100,101}"}},
	{"ta", "text[]", []string{"{}", "{teal}", "{teal,plum}", "{depot,x}", "{mo,NULL}"}},
	{"js", "jsonb", []string{"{}", `{"kind":"open","score":5}`, `{"kind":"shut","score":"12","a":{"b":[1,2,{"c":null}]}}`, "[1,2]", `"x"`, "null", `{"score":null,"email":"a@b"}`, `[]`}},
	{"jn", "json", []string{"{}", `[1, 2]`, `{"kind":"open", "n": 1.50}`}},
	{"nr", "numrange", []string{"empty", "[1,2)", "(,5]", "[3,)", "(0.5,0.7)"}},
	{"ir", "int4range", []string{"empty", "[6,19)", "(3,9]", "(,)"}},
	{"dr", "daterange", []string{"empty", "[2024-01-01,2024-02-01)", "[2024-01-01,)"}},
	{"sr", "tstzrange", []string{"empty", "[2024-01-01,2024-01-01 05:00)", "[2024-01-01,2024-03-01)", "(,)"}},
	{"ip", "inet", []string{"192.0.2.1", "192.0.2.0/24", "10.0.0.1/8", "2001:db8::1", "127.0.0.1"}},
	{"ci", "cidr", []string{"192.0.2.0/24", "10.0.0.0/8", "2001:db8::/32"}},
	{"uu", "uuid", []string{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "00000000-0000-0000-0000-000000000000"}},
	{"en", "mood", []string{"sad", "ok", "glad"}},
	{"mo", "money", []string{"0.00", "12.34", "-5.00"}},
	{"bi", "bit(6)", []string{"000000", "101010"}},
	{"mr", "int4multirange", []string{"{}", "{[1,5),[7,9)}", "{[2,3)}"}},
	{"pg", "polygon", []string{"((0,0),(1,0),(1,1))", "((0,0),(1,1))"}},
	{"ci2", "circle", []string{"<(0,0),2>", "<(1.5,-1),0.5>"}},
	{"pt", "point", []string{"(1,2)", "(-3.5,0)"}},
	{"xm", "xml", []string{"<a/>", "text", "<a>b</a><c/>"}},
	{"ch", `"char"`, []string{"a", "I", "U"}},
}

// expressions that the evaluator and the server have to agree on.
const expressions = `
i > 0 AND j < 10
i > 0 OR j < 10 OR b
NOT (i = 1 OR c)
(i IS NULL) <> (j IS NULL)
(b = (i IS NOT NULL)) OR c
b IS NOT TRUE
(i > 3) IS UNKNOWN
b IS DISTINCT FROM c
i IS DISTINCT FROM j
i IS NOT DISTINCT FROM NULL
i = j
s = 13
s = 3::smallint OR s = '14'::smallint OR s = 7
i <> ALL (ARRAY[13, 17, 19]::smallint[])
s <> ALL (ARRAY[13, 17, 19]::smallint[])
i IN (1, 7, NULL)
i NOT IN (1, 7)
i NOT IN (1, NULL)
i = ANY (ARRAY[1, 15])
i = ANY ('{1,15}'::int[])
u = ANY (ARRAY['mail'::text, 'sms'])
v::text = ANY (ARRAY['coarse'::varchar, 'fine'::varchar]::text[])
((v)::text = ANY ((ARRAY['coarse'::character varying, 'fine'::character varying])::text[]))
i BETWEEN 0 AND 100
i NOT BETWEEN 20 AND 80
i BETWEEN SYMMETRIC 9 AND 3
i % 15 = 0
mod(l, 7) = 3
i % 2 = 1
abs(i) < 100
i + j <= 100
i * 2 >= 10
i::bigint * 2 >= 10
i / 2 = 3
j / 4 = 0
-i < 5
i - j > l
n < 1
n * j > 3.5
n = round(n, 1)
n + m = m + n
(n / 3) > 0.8
(n / 3)::text = '0.50000000000000000000'
(m / 7)::text <> ''
n::text = '1.50'
n::int = 2
n::int = 3
m::int > 1
f::int = 2
f > n
f = 0.1
f = m
r = 0.1
r > -60 AND r < 60
r::text = '0.1'
f + 1 > 1.05
m = f
f::numeric = 0.1
n % 2 = 0.5
round(n) = 3
round(f) = 2
ceil(n) = 3
floor(n) = -13
trunc(n) = 2
sign(n) = 1
abs(n) > 1
power(i, 2) > 40
sqrt(j) = 3
i ^ 2 > 40
n ^ 2 <= 50
f ^ 2 BETWEEN 2 AND 49
i ^ 3 < -8 OR m ^ 3 > 27
n ^ 2 > 10404 AND i ^ 4 <= 81
length(t) = 3
char_length(t) BETWEEN 3 AND 40
octet_length(t) <= 5
length(p) < 5
length(v) > 3
lower(t) = t
t = upper(t)
btrim(t) = t AND t <> ''
length(btrim(t)) >= 2
TRIM(BOTH FROM t) = t
trim(leading 'a' from t) = t
position('@' IN t) > 1
strpos(t, '@') > 1 AND right(t, 4) = '.org'
left(t, 2) = 'ZZ' AND length(t) = 6
split_part(t, '|', 2) <> ''
split_part(t, '|', -1) = 'z'
substring(t, 2, 1) = 'b'
substring(t from 1 for 1) = 'a'
substr(t, 0, 3) = 'ab'
replace(t, 'a', 'b') = t
reverse(t) = 'cba'
starts_with(t, 'a')
initcap(t) = 'Abc'
md5(t) LIKE '9%'
t || u = 'abcABC'
concat(t, u, i) <> 'a'
lpad(t, 3, '0') = '012'
translate(t, 'abc', 'xy') = 'xy'
t LIKE 'a%_'
t LIKE '%\%'
t NOT LIKE '%-0%'
t ILIKE 'ab%'
t LIKE 'G-____-%'
t SIMILAR TO '(a|Z)%'
t NOT SIMILAR TO '%(x|y)%'
t ~ '^[a-z0-9_]+$'
t ~* '^ABC$'
t !~ '\d'
t !~* 'q'
t ~ '\ma'
t ~ 'b\M'
t ~ '^\w+$'
t ~ '^[[:alpha:]]+$'
t ~ '\s$'
t ~ '^(foo|abc)'
t ~ '^.{3}$'
t ~ '(?i)^ABC'
p ~ '^[A-Z]{2}$'
p ~ '^[a-z]{5}$'
p::text ~ '^[a-z]+$'
p LIKE 'a%'
p LIKE 'ab'
p = 'ab'
p = 'ab   '
p::text = 'ab'
p < 'abcd'
p || 'x' = 'abx'
v = 'a'
v = 'a '
u > 'ab'
u BETWEEN 'a' AND 'c'
t < u
u < 'B'
t::numeric > 5
t::int > 5
t::date > '2000-01-01'
CASE WHEN t ~ '^\d+$' THEN t::int > 5 ELSE true END
t::boolean
i::text = '7'
b::text = 'true'
b::int = 1
b > c
d::text = '2024-02-29'
d >= DATE '2000-01-01'
d > e
d - e > 100
d + 5 > e
d - 5 < '2024-02-28'
d + interval '1 month' > e
d - interval '1 month' = '2024-01-29'
d > ts
d::timestamp = ts
ts::date <= d
ts - d > interval '1 hour'
tz > d
tz > ts
tz::date = '2026-11-29'
tz::time = '00:00:00'
ts::time < tm
d = date_trunc('month', d)::date
date_trunc('hour', ts) = ts
date_trunc('month', d) = d
date_trunc('week', ts) < ts
date_trunc('quarter', d) = d
date_trunc('year', d) = d
date_trunc('day', tz) = tz
extract(isodow FROM d) < 6
extract(dow FROM d) = 0
extract(month FROM d) IN (3, 6, 9, 12)
extract(year FROM d) = 2024
date_part('hour', ts) BETWEEN 8 AND 17
extract(hour FROM ts) BETWEEN 8 AND 17
extract(second FROM ts) > 56.7
extract(day FROM iv) = 1
extract(epoch FROM iv) > 86399
extract(epoch FROM ts) > 946684800
extract(epoch FROM d) > 946684800
extract(quarter FROM e) = 2
extract(doy FROM e) > 90
extract(week FROM e) = 52
extract(hour from tm) > 5
d <= CURRENT_DATE
d > CURRENT_DATE - interval '70 years'
d <= CURRENT_DATE - interval '16 years'
tz > now()
tz <= CURRENT_TIMESTAMP
tz < now() - interval '1 day'
ts < LOCALTIMESTAMP
s <= extract(year FROM CURRENT_DATE)
age(d, e) BETWEEN interval '15 years' AND interval '65 years'
age(d, e) > interval '3 years 10 mons'
age(d, e)::text = '24 years 1 mon 28 days'
age(ts, e) < interval '5 years'
make_date(j, 1, 1) < d
isfinite(d)
isfinite(ts) AND ts > e
tm >= '06:30' AND tm < '12:00'
tm > time '06:00' + interval '1 hour'
iv > interval '5 minutes' AND iv <= interval '2 days'
iv = interval '1 month'
iv + interval '1 hour' > '1 day'
iv * 2 >= interval '2 days'
-iv < interval '0'
d + iv > ts
ts + iv > tz
tz - iv < ts
ts - tz < interval '3 days'
to_char(d, 'YYYYMMDD')::int = 20240229
to_char(ts, 'YYYY-MM-DD HH24:MI:SS') = '1999-05-05 10:00:00'
num_nonnulls(i, t, b, d) = 1
num_nulls(i, j) <= 1
COALESCE(i, j, 0) > 0
COALESCE(t, u) = 'abc'
NULLIF(i, 0) IS NOT DISTINCT FROM i
GREATEST(i, j) <= 1000
LEAST(i, s, l) < 0
GREATEST(d, ts) > '2010-01-01'
CASE u WHEN 'a' THEN i <= 5 WHEN 'b' THEN i BETWEEN 6 AND 15 ELSE i > 15 AND i < 50 END
CASE WHEN b THEN i ELSE NULL END > 3
length(by) > 0
octet_length(by) = 4
get_byte(by, 0) <> 0
encode(sha256(convert_to(t, 'UTF8')), 'hex') > '8'
encode(sha512(by), 'hex') < '8'
encode(by, 'base64') < 'M'
encode(sha512(by), 'base64') ~ 'a'
length(decode(t, 'base64')) > 1
decode(left(md5(t), 4), 'base64') < sha224(by)
convert_from(convert_to(t, 'utf-8'), 'UTF8') = t
decode('6162', 'hex') = by
cardinality(ia) BETWEEN 1 AND 3
array_length(ia, 1) = 1
array_length(ia, 2) IS NULL
array_position(ia, NULL) IS NULL
array_position(ta, 'teal') = 1
array_ndims(ia) = 1
0 < ALL (ia)
100 >= ALL (ia)
90 = ANY (ia)
'depot' = ANY (ta)
'mo' = ANY (ta)
ta <@ ARRAY['teal', 'plum', 'rust']
ta && ARRAY['teal', 'x']
ta @> ARRAY['teal']
ta <> '{}'
ia = '{1,2,3}'
ia[1] = 1
ia @> ARRAY[1]
jsonb_typeof(js) = 'object'
js ? 'kind'
js ?| ARRAY['a', 'kind']
js ->> 'kind' IN ('open', 'shut')
(js ->> 'score')::int BETWEEN 0 AND 100
(js -> 'score') = '5'
js -> 'score' = '5'::jsonb
js #>> '{a,b,0}' = '1'
js @> '{"kind":"open"}'
js @> '[1]'
js = '{}'
jsonb_array_length(js) = 2
jsonb_typeof(js -> 'score') = 'number'
js -> 0 = '1'
js ->> 'missing' IS NULL
js -> 'score' IS NULL
json_typeof(jn) = 'array'
jn ->> 'n' = '1.50'
jn ->> 'kind' = 'open'
NOT isempty(nr) AND lower(nr) >= 1
lower(ir) >= 6 AND upper(ir) <= 19
lower(nr) < upper(nr) AND lower_inc(nr)
upper_inf(nr) OR upper(nr) > lower(nr)
NOT isempty(sr) AND upper(sr) - lower(sr) <= interval '6 hours'
upper(ir) - lower(ir) > 5
nr @> 3.5
nr @> n
ir && '[1,7)'
ir @> '[7,8)'::int4range
ir <@ '[0,50)'::int4range
dr @> d
family(ip) = 4 AND masklen(ip) = 32
masklen(ci) BETWEEN 8 AND 24
ip << ci
i << (j % 35) > 100
(i::bigint << 40) > 5
i >> 20 = 1
ip <<= '192.0.2.0/24'
NOT (ip && '127.0.0.0/8'::inet)
host(ip) ~ '^10'
host(ip) <> '192.0.2.1'
ip > '10.0.0.0'
uu > '00000000-0000-0000-0000-000000000001'
en > 'sad'
en IN ('ok', 'glad')
en::text = 'ok'
en <> 'sad'::mood
mo > 0::money AND mo < 5000::money
bi <> B'000000'
length(bi) = 6
ch IN ('I', 'U')
ch = 'a'
id = id
1 = 1
NULL::boolean
TRUE OR i < id
(i > 0) = (j > 0)
(i > 0) IS NOT NULL
(t = 'abc') = (u IN ('a', 'b'))
i = 1 AND NULL
lower(u) IN ('abc', 'a')
mr <> '{}' AND mr <@ '{[0,10)}'::int4multirange
mr @> 2
mr && '{[4,6)}'::int4multirange
mr @> '[2,3)'::int4range
isempty(mr)
npoints(pg) >= 3
radius(ci2) > 1
diameter(ci2) = 1
pt[0] BETWEEN 0 AND 2
xm IS DOCUMENT
(i, j) < (s, 5)
(i, j) = (1, 3)
(i, j) <> (1, 3)
ts AT TIME ZONE 'UTC' < tz
(tz AT TIME ZONE 'utc')::date = d
t ~ (u || '$')
upper((v)::text) = ANY (ARRAY['FINE'::text, 'DUST'::text])
`
