package verdict

import (
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// rule denies names and says why.
type rule struct {
	pattern pattern.Lazy
	reason  string
}

func rules(pairs ...string) []rule {
	var out []rule
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, rule{pattern.Of("^(?:" + pairs[i] + ")$"), pairs[i+1]})
	}
	return out
}

func (r rule) denies(name string) bool { return r.pattern().MatchString(name) }

// deniedFunctions are the functions that read or write outside the tables,
// change the session or the server, run SQL from a string, or tell of other
// sessions; by the documentation of PostgreSQL 18, chapters 9.27, 9.28, 9.15.3,
// 12.4 and 35.4, and of the contrib modules. functions.txt holds none of
// them: these rules give the reason, and close the ways to call a function
// without a call (attribute notation).
var deniedFunctions = rules(
	`pg_read_.*|pg_ls_.*|pg_stat_file|pg_file_.*|pg_logdir_ls|pg_current_logfile|pg_rotate_logfile.*|pg_relation_file.*|pg_filenode_relation|pg_tablespace_(?:location|databases)`, "reads or writes the server's files",
	`lo_.*|loread|lowrite`, "works on large objects",
	`set_config|setseed|pg_stat_reset.*|pg_stat_statements_reset|pg_stat_clear_snapshot|pg_stat_force_next_flush`, "changes the session or its statistics",
	`current_setting|pg_show_.*|pg_settings_get_flags|pg_config|pg_hba_file_rules|pg_ident_file_mappings|pg_options_to_table|pg_control_.*|pg_get_(?:loaded_modules|backend_memory_contexts|shmem_allocations.*|aios|wait_events|replication_slots)`, "shows the server's configuration",
	`inet_(?:server|client)_.*`, "shows network addresses",
	`nextval|setval|currval|lastval|pg_nextoid|pg_get_sequence_data`, "moves or reads the state of a sequence",
	`pg_notify|pg_listening_channels|pg_notification_.*`, "talks to other sessions",
	`pg_(?:try_)?advisory_.*`, "takes or frees an advisory lock",
	`pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_promote|pg_blocking_pids|pg_safe_snapshot_blocking_pids|pg_log_.*|pg_isolation_.*|pg_import_.*|pg_stop_.*`, "acts on the server or on other sessions",
	`pg_stat_get_.*|pg_stat_have_stats|pg_lock_status|pg_cursor|pg_prepared_.*|pg_stat_statements.*`, "shows what other sessions do",
	`pg_sleep.*`, "sleeps",
	`txid_current|pg_current_xact_id|pg_export_snapshot|pg_xact_.*|txid_status|pg_last_.*xact.*|pg_get_multixact_members`, "assigns or exports a transaction",
	`pg_(?:logical|replication|create|drop|copy|sync|switch|wal|walfile|split_walfile|backup|current_wal|last_wal|get_wal|is_wal|available_wal)_?.*`, "acts on the write-ahead log or on replication",
	`(?:query|table|schema|database|cursor)_to_xml.*|ts_stat|ts_rewrite|xpath_table|crosstab.*|connectby|querytree`, "runs SQL that is given as a string",
	`dblink.*|postgres_fdw_.*|http|http_(?:get|post|put|patch|delete|head)`, "opens another connection",
	`pg_input_.*`, "calls a type's input function by name",
	`pg_clear_.*|pg_restore_.*|brin_(?:summarize|desummarize)_.*|gin_clean_pending_list|pg_extension_config_dump|pg_event_trigger_.*|pg_collation_actual_version|pg_database_collation_.*|binary_upgrade_.*`, "is for maintenance",
)

// deniedRelations are catalogs that hold credentials, configuration, other
// sessions' statements or other databases' objects.
var deniedRelations = rules(
	`pg_authid|pg_shadow|pg_auth_members|pg_user_mappings?`, "holds credentials",
	`pg_subscription.*|pg_foreign_server|pg_foreign_data_wrapper|pg_db_role_setting|pg_settings|pg_file_settings|pg_hba_file_rules|pg_ident_file_mappings|pg_config`, "holds configuration",
	`pg_stat_(?:activity|replication.*|wal.*|ssl|gssapi|subscription.*|progress_.*|statements.*|io|slru|archiver|bgwriter|checkpointer|recovery.*)`, "shows what other sessions do",
	`pg_largeobject.*|pg_replication_.*|pg_prepared_.*|pg_cursors|pg_locks|pg_shmem_.*|pg_backend_memory_contexts|pg_shdescription|pg_shseclabel|pg_seclabels?|pg_aios|pg_wait_events|pg_parameter_acl`, "tells of more than this database's schema",
)

// openRelations are the catalogs that describe the sandbox itself. What is in
// pg_catalog and neither here nor denied is refused as unknown.
var openRelations = set(`pg_aggregate pg_am pg_amop pg_amproc pg_attrdef pg_attribute pg_available_extension_versions
pg_available_extensions pg_cast pg_class pg_collation pg_constraint pg_conversion pg_database pg_default_acl pg_depend
pg_description pg_enum pg_event_trigger pg_extension pg_foreign_table pg_group pg_index pg_indexes pg_inherits
pg_init_privs pg_language pg_matviews pg_namespace pg_opclass pg_operator pg_opfamily pg_partitioned_table pg_policies
pg_policy pg_proc pg_publication pg_publication_namespace pg_publication_rel pg_publication_tables pg_range pg_rewrite
pg_roles pg_rules pg_sequence pg_sequences pg_shdepend pg_stat_all_indexes pg_stat_all_tables pg_stat_database
pg_stat_user_functions pg_stat_user_indexes pg_stat_user_tables pg_statio_all_indexes pg_statio_all_sequences
pg_statio_all_tables pg_statio_user_indexes pg_statio_user_sequences pg_statio_user_tables pg_statistic_ext pg_stats
pg_stats_ext pg_stats_ext_exprs pg_tables pg_tablespace pg_timezone_abbrevs pg_timezone_names pg_transform pg_trigger
pg_ts_config pg_ts_config_map pg_ts_dict pg_ts_parser pg_ts_template pg_type pg_user pg_views`)

// deniedViews are the views of information_schema that show options.
var deniedViews = rules(
	`_pg_.*|user_mappings?|user_mapping_options|foreign_server_options|foreign_servers|foreign_data_wrapper_options|foreign_data_wrappers|foreign_table_options`, "holds options of foreign servers",
)

func reasonIn(rules []rule, name string) string {
	for _, r := range rules {
		if r.denies(name) {
			return r.reason
		}
	}
	return ""
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
