#pragma once
#include <sqlite3.h>
#include <stddef.h>

/// Stops SQLite counting the memory that it holds, for which each allocation takes a lock. Before the first connection only.
/// Returns SQLite's result code. Swift cannot call `sqlite3_config`, which takes a variable number of arguments.
static inline int sqlite_without_memory_counts(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Nothing that stands in a file's schema runs: no trigger, no function with side effects, no extension; and nobody writes the
/// schema itself. Returns SQLite's result code.
static inline int sqlite_trust_no_schema(sqlite3 *connection) {
    static const struct {
        int setting, value;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}, {SQLITE_DBCONFIG_DQS_DDL, 0},        {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    };
    for (size_t index = 0; index < sizeof settings / sizeof *settings; index++) {
        int code = sqlite3_db_config(connection, settings[index].setting, settings[index].value, (int *)0);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}

/// Lets rows about objects be written into the schema of a database that is being made, and forbids it again. Returns SQLite's
/// result code.
static inline int sqlite_write_schema(sqlite3 *connection, int isAllowed) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, !isAllowed, (int *)0);
    if (code != SQLITE_OK) return code;
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_WRITABLE_SCHEMA, isAllowed, (int *)0);
}
