-- Prints the catalogs that this package embeds; see generate.sh. A name in
-- pg_catalog stands alone, one of an extension starts with a dot.
\pset format unaligned
\pset tuples_only on
\pset fieldsep '\t'
BEGIN;
SELECT :'ext' <> '' AS is_ext \gset
\if :is_ext
SET LOCAL client_min_messages = error;
CREATE SCHEMA effigy_builtin;
CREATE EXTENSION IF NOT EXISTS :"ext" SCHEMA effigy_builtin CASCADE;
\endif
CREATE TEMP TABLE mine AS SELECT d.classid, d.objid FROM pg_depend d JOIN pg_extension e
  ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e' WHERE e.extname = :'ext';
CREATE TEMP VIEW own AS SELECT 'pg_type'::regclass AS c, oid FROM pg_type WHERE :'ext' = '' AND typnamespace = 'pg_catalog'::regnamespace
  UNION ALL SELECT 'pg_proc'::regclass, oid FROM pg_proc WHERE :'ext' = '' AND pronamespace = 'pg_catalog'::regnamespace
  UNION ALL SELECT 'pg_operator'::regclass, oid FROM pg_operator WHERE :'ext' = '' AND oprnamespace = 'pg_catalog'::regnamespace
  UNION ALL SELECT 'pg_cast'::regclass, oid FROM pg_cast WHERE :'ext' = ''
  UNION ALL SELECT 'pg_opclass'::regclass, oid FROM pg_opclass WHERE :'ext' = '' AND opcnamespace = 'pg_catalog'::regnamespace
  UNION ALL SELECT 'pg_class'::regclass, oid FROM pg_class WHERE :'ext' = '' AND relkind IN ('r', 'v')
    AND relnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  UNION ALL SELECT classid, objid FROM mine;
CREATE TEMP TABLE n AS SELECT t.oid, CASE WHEN t.typcategory = 'A' AND e.oid IS NOT NULL
  THEN CASE WHEN e.typnamespace = 'pg_catalog'::regnamespace THEN '' WHEN e.typnamespace = 'information_schema'::regnamespace THEN 'information_schema.' ELSE '.' END || e.typname || '[]'
  ELSE CASE WHEN t.typnamespace = 'pg_catalog'::regnamespace THEN '' WHEN t.typnamespace = 'information_schema'::regnamespace THEN 'information_schema.' ELSE '.' END || t.typname END AS name
  FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem;
INSERT INTO n VALUES (0, '-');
CREATE TEMP VIEW names AS SELECT oid, name FROM n;
SELECT 'T', name, typtype, typcategory, CASE WHEN typispreferred THEN 'p' ELSE '-' END,
    CASE WHEN typcollation <> 0 THEN 'c' ELSE '-' END, typstorage
  FROM pg_type JOIN n USING (oid) JOIN own ON own.oid = pg_type.oid AND c = 'pg_type'::regclass
  WHERE NOT (typcategory = 'A' AND typelem <> 0) AND typtype <> 'c' ORDER BY name;
SELECT 'R', r.name, s.name, m.name FROM pg_range JOIN n r ON r.oid = rngtypid JOIN n s ON s.oid = rngsubtype JOIN n m ON m.oid = rngmultitypid
  JOIN own ON own.oid = rngtypid ORDER BY r.name;
SELECT 'C', s.name, t.name, castcontext, castmethod FROM pg_cast JOIN n s ON s.oid = castsource JOIN n t ON t.oid = casttarget
  JOIN own ON own.oid = pg_cast.oid AND c = 'pg_cast'::regclass ORDER BY s.name, t.name;
SELECT 'O', oprname, l.name, r.name, t.name FROM pg_operator JOIN n l ON l.oid = oprleft JOIN n r ON r.oid = oprright JOIN n t ON t.oid = oprresult
  JOIN own ON own.oid = pg_operator.oid AND c = 'pg_operator'::regclass ORDER BY oprname, l.name, r.name;
SELECT 'F', proname, prokind, CASE WHEN proretset THEN 's' ELSE '-' END, CASE WHEN provariadic = 0 THEN '-' ELSE 'v' END, pronargdefaults, t.name,
    coalesce((SELECT string_agg(a.name, ',' ORDER BY i) FROM unnest(proargtypes) WITH ORDINALITY u(o, i) JOIN n a ON a.oid = u.o), ''),
    coalesce((SELECT string_agg(proargnames[i] || ' ' || a.name, ',' ORDER BY i) FROM unnest(proallargtypes) WITH ORDINALITY u(o, i) JOIN n a ON a.oid = u.o WHERE proargmodes[i] IN ('o', 't', 'b')), '')
  FROM pg_proc JOIN n t ON t.oid = prorettype JOIN own ON own.oid = pg_proc.oid AND c = 'pg_proc'::regclass
  ORDER BY proname, pronargs, 8;
SELECT 'X', amname, opcname, t.name, CASE WHEN opcdefault THEN 'd' ELSE '-' END FROM pg_opclass JOIN pg_am ON pg_am.oid = opcmethod JOIN n t ON t.oid = opcintype
  JOIN own ON own.oid = pg_opclass.oid AND c = 'pg_opclass'::regclass ORDER BY amname, opcname;
SELECT 'L', CASE relnamespace WHEN 'pg_catalog'::regnamespace THEN '' WHEN 'information_schema'::regnamespace THEN 'information_schema.' ELSE '.' END || relname,
    string_agg(quote_ident(attname) || ' ' || n.name, ',' ORDER BY attnum)
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 JOIN n ON n.oid = atttypid
  JOIN own ON own.oid = pg_class.oid AND c = 'pg_class'::regclass WHERE relkind IN ('r', 'v') GROUP BY relnamespace, relname ORDER BY 1, 2;
ROLLBACK;
