#include "ReportLibrary.h"

static const char page[] = {
#embed "html/page.html"
};
static const char style[] = {
#embed "html/style.css"
};
static const char script[] = {
#embed "html/script.js"
};
static const char index_script[] = {
#embed "html/index.js"
};

#define FILE_OF(array, name) (struct report_file){name, array, sizeof array}

struct report_file report_page(void) {
    return FILE_OF(page, "html/page.html");
}

struct report_file report_style(void) {
    return FILE_OF(style, "html/style.css");
}

struct report_file report_script(void) {
    return FILE_OF(script, "html/script.js");
}

struct report_file report_index_script(void) {
    return FILE_OF(index_script, "html/index.js");
}
