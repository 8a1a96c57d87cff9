#pragma once

/// Gives SQLite its small pieces of memory from pools. Before the first connection only, and once. Returns SQLite's result code.
///
/// It takes a thousand of them, and gives them back, for each statement that it prepares. Its own pools (`lookaside`) are left
/// out of the library of Debian and Ubuntu, and malloc was a fifth of preparing.
int sqlite_use_pools(void);
