#pragma once
#include <sqlite3.h>

/// Stops SQLite counting the memory that it holds, for which each allocation takes a lock. Before the first connection only.
/// Returns SQLite's result code. Swift cannot call `sqlite3_config`, which takes a variable number of arguments.
static inline int sqlite_without_memory_counts(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
