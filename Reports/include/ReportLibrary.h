#pragma once
#include <stddef.h>

/// One file of the page frame, as text inside the binary.
struct report_file {
    const char *name;
    const char *text;
    size_t length;
};

/// html/page.html: the page with its named slots.
struct report_file report_page(void);
/// html/style.css, inlined into the page.
struct report_file report_style(void);
/// html/script.js, inlined into the page.
struct report_file report_script(void);
/// html/index.js, inlined into the index of a batch.
struct report_file report_index_script(void);
