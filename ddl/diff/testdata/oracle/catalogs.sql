-- What a database is, one line a thing, as the server itself prints it. Objects
-- of extensions and their owners are left out.
WITH ns AS (SELECT oid, nspname, nspacl FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
ext AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
rel AS (SELECT c.* FROM pg_class c JOIN ns ON ns.oid = c.relnamespace WHERE (1259::oid, c.oid) NOT IN (SELECT classid, objid FROM ext)),
proc AS (SELECT p.* FROM pg_proc p JOIN ns ON ns.oid = p.pronamespace WHERE (1255::oid, p.oid) NOT IN (SELECT classid, objid FROM ext)),
typ AS (SELECT t.* FROM pg_type t JOIN ns ON ns.oid = t.typnamespace WHERE (1247::oid, t.oid) NOT IN (SELECT classid, objid FROM ext)),
fact(line) AS (
SELECT concat_ws('|', 'schema', nspname, nspacl) FROM ns
UNION ALL SELECT concat_ws('|', 'relation', c.oid::regclass, relkind, relpersistence, (SELECT array_agg(o ORDER BY o) FROM unnest(reloptions) o), relrowsecurity, relforcerowsecurity, relreplident,
  CASE relkind WHEN 'p' THEN pg_get_partkeydef(c.oid) END, pg_get_expr(relpartbound, c.oid), relacl, (SELECT amname FROM pg_am WHERE oid = relam), CASE WHEN reloftype <> 0 THEN reloftype::regtype END,
  (SELECT array_agg(inhparent::regclass ORDER BY inhseqno) FROM pg_inherits WHERE inhrelid = c.oid)) FROM rel c
UNION ALL SELECT concat_ws('|', 'column', c.oid::regclass, attname, row_number() OVER (PARTITION BY c.oid ORDER BY attnum), format_type(atttypid, atttypmod), attnotnull, 'default ' || pg_get_expr(d.adbin, d.adrelid),
  attidentity, attgenerated, attcollation::regcollation, attstorage, attcompression, attstattarget, attoptions, attislocal, attinhcount, attacl)
  FROM rel c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE attnum > 0 AND NOT attisdropped AND relkind <> 'i' AND relkind <> 'I'
UNION ALL SELECT concat_ws('|', 'constraint', conrelid::regclass, contypid::regtype, conname, pg_get_constraintdef(k.oid), convalidated, conislocal) FROM pg_constraint k JOIN ns ON ns.oid = k.connamespace
  WHERE (2606::oid, k.oid) NOT IN (SELECT classid, objid FROM ext)
UNION ALL SELECT concat_ws('|', 'index', pg_get_indexdef(i.indexrelid), indisclustered, indisreplident, indisvalid,
  (SELECT array_agg(attnum || ' ' || attstattarget::text) FROM pg_attribute a WHERE attrelid = i.indexrelid AND attstattarget > 0)) FROM pg_index i JOIN rel c ON c.oid = i.indexrelid
UNION ALL SELECT concat_ws('|', 'view', c.oid::regclass, pg_get_viewdef(c.oid)) FROM rel c WHERE relkind IN ('v', 'm')
UNION ALL SELECT concat_ws('|', 'function', pg_get_functiondef(p.oid), proacl) FROM proc p WHERE prokind IN ('f', 'p', 'w')
UNION ALL SELECT concat_ws('|', 'aggregate', p.oid::regprocedure, prorettype::regtype, provolatile, proparallel, aggtransfn, aggfinalfn, aggtranstype::regtype, agginitval, aggkind, aggsortop, aggfinalextra, aggfinalmodify, aggtransspace, aggcombinefn, proacl)
  FROM proc p JOIN pg_aggregate a ON a.aggfnoid = p.oid
UNION ALL SELECT concat_ws('|', 'trigger', pg_get_triggerdef(t.oid), tgenabled) FROM pg_trigger t JOIN rel c ON c.oid = t.tgrelid WHERE NOT tgisinternal
UNION ALL SELECT concat_ws('|', 'policy', polrelid::regclass, polname, polcmd, polpermissive, (SELECT array_agg(r::regrole::text ORDER BY 1) FROM unnest(polroles) r), pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)) FROM pg_policy JOIN rel c ON c.oid = polrelid
UNION ALL SELECT concat_ws('|', 'rule', pg_get_ruledef(r.oid), ev_enabled) FROM pg_rewrite r JOIN rel c ON c.oid = ev_class WHERE rulename <> '_RETURN'
UNION ALL SELECT concat_ws('|', 'type', t.oid::regtype, typtype, typbasetype::regtype, format_type(typbasetype, typtypmod), typnotnull, typdefault, typacl, CASE WHEN typtype = 'd' THEN typcollation::regcollation END) FROM typ t WHERE typtype IN ('d', 'e', 'r')
UNION ALL SELECT concat_ws('|', 'label', enumtypid::regtype, row_number() OVER (PARTITION BY enumtypid ORDER BY enumsortorder), enumlabel) FROM pg_enum JOIN typ t ON t.oid = enumtypid
UNION ALL SELECT concat_ws('|', 'range', rngtypid::regtype, rngsubtype::regtype, rngmultitypid::regtype, rngcollation::regcollation, rngcanonical, rngsubdiff) FROM pg_range JOIN typ t ON t.oid = rngtypid
UNION ALL SELECT concat_ws('|', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle, (SELECT refobjid::regclass || '.' || refobjsubid || deptype::text FROM pg_depend WHERE classid = 1259 AND objid = seqrelid AND deptype IN ('a', 'i') AND refclassid = 1259)) FROM pg_sequence JOIN rel c ON c.oid = seqrelid
UNION ALL SELECT concat_ws('|', 'comment', o.type, o.identity, description) FROM pg_description d, pg_identify_object(classoid, objoid, objsubid) o WHERE objoid >= 16384 AND (classoid, objoid) NOT IN (SELECT classid, objid FROM ext) AND o.type <> 'extension'
UNION ALL SELECT concat_ws('|', 'default acl', defaclnamespace::regnamespace, defaclobjtype, defaclacl) FROM pg_default_acl
UNION ALL SELECT concat_ws('|', 'statistics', pg_get_statisticsobjdef(s.oid), stxstattarget) FROM pg_statistic_ext s
UNION ALL SELECT concat_ws('|', 'extension', extname, extnamespace::regnamespace) FROM pg_extension
UNION ALL SELECT concat_ws('|', 'operator', o.oid::regoperator, oprcode, oprcom::regoperator, oprnegate::regoperator, oprrest, oprjoin, oprcanmerge, oprcanhash) FROM pg_operator o JOIN ns ON ns.oid = oprnamespace WHERE (2617::oid, o.oid) NOT IN (SELECT classid, objid FROM ext)
UNION ALL SELECT concat_ws('|', 'cast', castsource::regtype, casttarget::regtype, castfunc::regprocedure, castcontext, castmethod) FROM pg_cast k WHERE k.oid >= 16384 AND (2605::oid, k.oid) NOT IN (SELECT classid, objid FROM ext)
UNION ALL SELECT concat_ws('|', 'collation', to_jsonb(k) - '{oid,collnamespace,collowner,collversion}'::text[]) FROM pg_collation k JOIN ns ON ns.oid = collnamespace
UNION ALL SELECT concat_ws('|', 'dictionary', dictname, dicttemplate::oid, dictinitoption) FROM pg_ts_dict k JOIN ns ON ns.oid = dictnamespace WHERE (3600::oid, k.oid) NOT IN (SELECT classid, objid FROM ext)
UNION ALL SELECT concat_ws('|', 'configuration', c.cfgname, c.cfgparser, m.maptokentype, m.mapseqno, m.mapdict::regdictionary) FROM pg_ts_config c JOIN ns ON ns.oid = cfgnamespace LEFT JOIN pg_ts_config_map m ON m.mapcfg = c.oid
UNION ALL SELECT concat_ws('|', 'publication', pubname, puballtables, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot, prrelid::regclass, pg_get_expr(prqual, prrelid), prattrs) FROM pg_publication p LEFT JOIN pg_publication_rel r ON r.prpubid = p.oid
UNION ALL SELECT concat_ws('|', 'server', srvname, srvtype, srvversion, (SELECT array_agg(o ORDER BY o) FROM unnest(srvoptions) o), srvacl) FROM pg_foreign_server
UNION ALL SELECT concat_ws('|', 'wrapper', fdwname, (SELECT array_agg(o ORDER BY o) FROM unnest(fdwoptions) o), fdwacl) FROM pg_foreign_data_wrapper
UNION ALL SELECT concat_ws('|', 'mapping', usename, srvname, umoptions) FROM pg_user_mappings
UNION ALL SELECT concat_ws('|', 'foreign', ftrelid::regclass, (SELECT array_agg(o ORDER BY o) FROM unnest(ftoptions) o), (SELECT array_agg(attname || attfdwoptions::text ORDER BY attnum) FROM pg_attribute WHERE attrelid = ftrelid)) FROM pg_foreign_table
UNION ALL SELECT concat_ws('|', 'amop', opfname, amoplefttype::regtype, amoprighttype::regtype, amopstrategy, amopopr::regoperator) FROM pg_amop JOIN pg_opfamily f ON f.oid = amopfamily JOIN ns ON ns.oid = opfnamespace
UNION ALL SELECT concat_ws('|', 'amproc', opfname, amproclefttype::regtype, amprocrighttype::regtype, amprocnum, amproc) FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily JOIN ns ON ns.oid = opfnamespace
UNION ALL SELECT concat_ws('|', 'opclass', opcname, opcdefault, opcintype::regtype, opckeytype::regtype) FROM pg_opclass JOIN ns ON ns.oid = opcnamespace WHERE (2616::oid, pg_opclass.oid) NOT IN (SELECT classid, objid FROM ext)
UNION ALL SELECT concat_ws('|', 'label', provider, label) FROM pg_seclabel
UNION ALL SELECT concat_ws('|', 'language', lanname, lanpltrusted, lanacl) FROM pg_language
UNION ALL SELECT concat_ws('|', 'conversion', conname, conforencoding, contoencoding, conproc, condefault) FROM pg_conversion JOIN ns ON ns.oid = connamespace
UNION ALL SELECT concat_ws('|', 'event trigger', evtname, evtevent, evtfoid::regproc, evtenabled, evttags) FROM pg_event_trigger
) SELECT coalesce(string_agg(line, E'\n' ORDER BY line COLLATE "C"), '') FROM fact
