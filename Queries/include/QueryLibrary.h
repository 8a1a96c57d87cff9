#pragma once
#include <stddef.h>

/// Text inside the binary.
struct query_file {
    const char *name;
    const char *text;
    size_t length;
};

/// The saved queries, in the order in which they are listed; without a name beyond the last.
struct query_file saved_query(size_t index);
