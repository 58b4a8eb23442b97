-- Names for functions.txt: run on the oldest and the newest server, sort -u,
-- then leave out what deny.go denies (go test says which).
SELECT DISTINCT proname
FROM pg_proc p
WHERE pronamespace = 'pg_catalog'::regnamespace
  AND prokind IN ('f', 'a', 'w')
  AND proname !~ '(_send|_recv|hash|hashextended)$'
  AND (provolatile <> 'v' OR proname IN (
        'array_sample', 'array_shuffle', 'clock_timestamp', 'gen_random_uuid', 'pg_database_size', 'pg_indexes_size',
        'pg_is_in_recovery', 'pg_jit_available', 'pg_partition_ancestors', 'pg_partition_tree', 'pg_relation_size',
        'pg_table_size', 'pg_total_relation_size', 'random', 'random_normal', 'timeofday', 'uuidv4', 'uuidv7'))
  AND NOT (proargtypes::oid[] && ARRAY['internal'::regtype::oid, 'cstring'::regtype::oid])
  AND prorettype NOT IN (SELECT oid FROM pg_type WHERE typname IN ('internal', 'cstring', 'trigger', 'event_trigger',
        'language_handler', 'fdw_handler', 'index_am_handler', 'tsm_handler', 'table_am_handler'))
ORDER BY 1;
