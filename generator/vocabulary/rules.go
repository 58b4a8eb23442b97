package vocabulary

// class groups the base types that can hold a meaning.
type class uint8

const (
	text    class = 1 << iota // text, varchar, bpchar, name, citext
	integer                   // int2, int4, int8
	number                    // numeric, float4, float8, money
	moment                    // date, timestamp, timestamptz
	network                   // inet
	truth                     // bool
	numeric = integer | number
	digits  = text | integer
)

// rule gives a meaning to names. Alternatives are separated by blanks, the
// tokens of one by a plus; the longest alternative found in a name wins, one
// at its end before one elsewhere, an earlier rule before a later.
type rule struct {
	meaning Meaning
	holds   class
	words   string
}

var rules = []rule{
	{FirstName, text, "first+name given+name fore+name fname middle+name"},
	{LastName, text, "last+name sur+name family+name lname maiden+name"},
	{FullName, text, "full+name display+name real+name contact+name person+name customer+name employee+name author author+name artist recipient recipient+name contact signer patient+name owner+name holder card+holder"},
	{UserName, text, "user+name login nick nick+name screen+name handle account+name login+name created+by updated+by modified+by deleted+by approved+by user actor by staff+name"},
	{Email, text, "email e+mail email+address mail mail+address mail+to"},
	{Phone, text, "phone phone+number telephone tel pager mobile mobile+number cell fax fax+number"},
	{CountryCode, text, "country+code country+iso iso+country iso2 iso3 iso+code country+alpha nationality+code"},
	{City, text, "city town city+name locality place+of+birth birth+place"},
	{Country, text, "country country+name nationality nation"},
	{Region, text, "region province county state+province us+state district region+name billing+state shipping+state home+state address+state mailing+state bill+state ship+state state+name state+code"},
	{Street, text, "street street+name street+address address+1 address+2 address1 address2 address+line address+line+1 address+line+2 line1 line2 addr street1 street2"},
	{Address, text, "address full+address postal+address"},
	{Zip, text, "zip zip+code postal+code post+code postal plz"},
	{Latitude, number, "lat latitude geo+lat"},
	{Longitude, number, "lon lng long longitude geo+lon geo+lng"},
	{Company, text, "company company+name organization organisation organization+name org+name vendor+name supplier+name manufacturer employer business+name brand brand+name publisher merchant+name carrier"},
	{Department, text, "department department+name dept division team"},
	{JobTitle, text, "job+title job position+title occupation profession contact+title designation job+name"},
	{URL, text, "url uri link website web+site homepage home+page href avatar+url image+url callback web photo+url referer referrer"},
	{Host, text, "host host+name hostname domain domain+name server server+name fqdn subdomain"},
	{IP, text | network, "ip ip+address ipaddr ip+addr remote+addr remote+ip client+ip inet last+ip"},
	{MAC, text, "mac mac+address"},
	{Port, integer, "port"},
	{Path, text, "path file+path directory dir folder storage+path"},
	{FileName, text, "file+name filename file attachment image photo picture avatar thumbnail"},
	{MIME, text, "mime mime+type content+type media+type file+type"},
	{UserAgent, text, "user+agent ua browser"},
	{Product, text, "product product+name item item+name product+title article"},
	{Category, digits, "category category+name genre topic subject+area cat kind class"},
	{Kind, digits, "type kind class variant mode form scope plan tier"},
	{Role, digits, "role user+role member+role"},
	{Action, digits, "action event event+type event+name operation op command activity"},
	{Source, text, "source channel provider origin platform medium gateway"},
	{Format, text, "format ext extension file+ext file+extension encoding"},
	{Continent, text, "continent"},
	{Tag, text, "tag tag+name tags label+name keyword keywords"},
	{Title, text, "title headline heading book+title subject caption film movie album song"},
	{Sentence, text, "summary note notes remark remarks reason comment comments excerpt tagline subtitle short+description hint question answer error+message"},
	{Paragraph, text, "description descr desc body content contents text bio biography message details about article+body special+features instructions long+description abstract"},
	{Slug, text, "slug permalink url+key"},
	{SKU, text, "sku part+number item+number product+code stock+code article+number barcode ean upc serial serial+number"},
	{Code, text, "code ref reference reference+number order+number invoice+number number external+id tracking+number identifier ticket+number coupon key short+code account+number"},
	{Color, text, "color colour"},
	{Currency, text, "currency currency+code currency+iso"},
	{Language, text, "language lang language+name"},
	{Locale, text, "locale lang+code language+code culture"},
	{TimeZone, text, "timezone time+zone tz"},
	{Status, digits, "status state order+status payment+status stage phase"},
	{Gender, text, "gender sex"},
	{Hash, text, "hash password password+hash password+digest encrypted+password checksum digest sha256 sha1 md5 fingerprint signature passwd pwd etag salt"},
	{Token, text, "token api+key access+token refresh+token secret session+id session+token auth+token nonce uid guid uuid id session key+hash"},
	{Version, text, "version release app+version semver revision"},
	{Card, text, "card+number credit+card creditcard cc+number pan"},
	{IBAN, text, "iban bank+account"},
	{Unit, text, "unit units uom unit+of+measure quantity+per+unit"},
	{Method, text, "method http+method verb request+method"},
	{Level, digits, "level severity priority log+level importance"},
	{Label, text, "name label"},
	{Percent, numeric, "percent percentage pct discount+percent tax+rate vat+rate progress completion"},
	{Ratio, number, "rate ratio factor probability confidence discount weight+factor similarity fraction"},
	{Cents, integer, "cents amount+cents price+cents total+cents fee+cents cost+cents tax+cents pence minor+units amount+minor"},
	{Salary, numeric, "salary annual+salary base+salary yearly+salary wage wages income annual+income compensation"},
	{Budget, numeric, "budget revenue turnover annual+revenue market+cap funding valuation capital sales"},
	{Fee, numeric, "fee tax tip surcharge freight shipping shipping+cost shipping+fee delivery+fee tax+amount discount+amount hourly+rate day+rate pay+rate rental+rate"},
	{Money, numeric, "amount price cost total subtotal sub+total balance unit+price list+price net gross payment deposit credit debit amt replacement+cost total+amount bonus commission charge"},
	{Quantity, numeric, "quantity qty count stock num units+in+stock units+on+order reorder+level inventory available attempts retries views likes votes clicks visits downloads hits seats capacity total+count retry+count members"},
	{Age, integer, "age"},
	{Year, integer, "year release+year yr"},
	{Month, integer, "month"},
	{Day, integer, "day day+of+month"},
	{Rating, numeric, "rating stars score rank+score grade"},
	{Position, integer, "position rank sort sort+order order+index ordinal seq sequence idx index line+number line+no priority display+order ordering"},
	{Duration, numeric, "duration duration+ms seconds minutes hours elapsed latency timeout length runtime milliseconds ttl rental+duration"},
	{Size, numeric, "size bytes file+size filesize size+bytes"},
	{Weight, numeric, "weight height width depth length+cm distance area volume mass weight+kg"},
	{Birth, moment, "birth birth+date birthdate date+of+birth birthday dob born born+at born+on founded founded+at founding+date established established+at incorporated+at incorporation+date"},
	{Created, moment, "created created+at created+on create+date creation+date created+date date+created inserted+at added+at add+date registered+at registration+date signup+at signed+up+at joined+at join+date order+date ordered+at placed+at opened+at reported+at reviewed+at hired+at enrolled+at admitted+at booked+at purchased+at submitted+at requested+at crdate ctime hire+date hired+at posted+at issued+at invoice+date"},
	{Started, moment, "started started+at start start+at start+date starts+at start+time begin begin+at begin+date begins+at valid+from effective+from from+date date+from from activated+at since borrowed+at checked+out+at checkout+date loaned+at lent+at rented+at rental+date"},
	{Updated, moment, "updated updated+at updated+on update+date updated+date last+update last+updated modified modified+at modified+on modified+date last+modified changed+at mtime last+seen last+seen+at last+login last+login+at paid+at payment+date shipped+at shipped+date confirmed+at verified+at approved+at processed+at sent+at read+at published+at"},
	{Finished, moment, "ended ended+at finished+at completed+at stopped+at resolved+at delivered+at delivered+date received+at received+date return+date returned+at returned+date"},
	{Ended, moment, "end end+at end+date ends+at end+time finish finish+date stop+at valid+to valid+until effective+to to+date date+to until"},
	{Deleted, moment, "deleted deleted+at deleted+on removed+at archived+at cancelled+at canceled+at deactivated+at disabled+at revoked+at closed+at closed+date close+date terminated+at termination+date left+at died+at deceased+at death+date date+of+death retired+at retirement+date expelled+at discharged+at discharge+date dismissed+at resigned+at resignation+date"},
	{Due, moment, "due due+at due+date due+on required+date deadline"},
	{Future, moment, "expires expires+at expires+on expiry expiry+date expiration expiration+date expire+at scheduled+at scheduled+for next+run next+run+at next+attempt trial+ends+at renews+at"},
	{Likely, truth, "active enabled visible published verified confirmed valid current available approved accepted public in+stock success succeeded read required opt+in subscribed"},
	{Unlikely, truth, "deleted archived disabled hidden banned locked blocked suspended admin superuser staff default primary test cancelled canceled expired failed private internal featured anonymous bot spam draft trial closed obsolete deprecated revoked"},
	{Moment, moment, "date time at on timestamp occurred+at event+time logged+at recorded+at"},
}

// tables give a column called "name" or "title" the meaning of its table.
var tables = []struct {
	meaning Meaning
	words   string
}{
	{FullName, "user customer person people employee author contact member staff patient student teacher actor driver guest player candidate artist profile doctor instructor subscriber"},
	{Company, "company organization organisation tenant vendor supplier brand manufacturer account client publisher shop store merchant partner sponsor institution bank airline shipper"},
	{Product, "product item article part ingredient equipment device asset"},
	{City, "city town"},
	{Country, "country nation"},
	{Region, "region province territory county district"},
	{Language, "language"},
	{Color, "color colour"},
	{Topic, "category genre topic tag keyword label department team division group"},
	{Title, "book post film movie album song course event page document"},
	{Currency, "currency"},
	{Host, "server host domain machine node"},
	{FileName, "file attachment image photo upload"},
}

// placed are the words of tables in which a state is part of an address.
const placed = "address customer employee location store venue contact supplier vendor branch hospital city patient site office warehouse"
