#pragma once

struct sqlite3;

/// Stops SQLite counting the memory that it holds, for which each allocation takes a lock. Before the first connection only.
/// Returns SQLite's result code. Swift cannot call `sqlite3_config`, which takes a variable number of arguments.
int sqlite_without_memory_counts(void);

/// Nothing that stands in a file's schema runs: no trigger, no function with side effects, no extension; and nobody writes the
/// schema itself. Returns SQLite's result code.
int sqlite_trust_no_schema(struct sqlite3 *connection);
