#pragma once

/// Stops SQLite counting the memory that it holds, for which each allocation takes a lock. Before the first connection only.
/// Returns SQLite's result code. Swift cannot call `sqlite3_config`, which takes a variable number of arguments.
int sqlite_without_memory_counts(void);
