#include "SchemaLibrary.h"

// #embed is C23; clang takes it in every standard and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char history_001[] = {
#embed "history/001.sql"
};
static const char history_002[] = {
#embed "history/002.sql"
};
static const char history_003[] = {
#embed "history/003.sql"
};
static const char history_004[] = {
#embed "history/004.sql"
};
static const char history_005[] = {
#embed "history/005.sql"
};
static const char history_006[] = {
#embed "history/006.sql"
};
static const char history_007[] = {
#embed "history/007.sql"
};
static const char history_views[] = {
#embed "history/views.sql"
};
static const char views_ingest[] = {
#embed "views/ingest.sql"
};
static const char views_interpretation[] = {
#embed "views/interpretation.sql"
};
static const char views_calls[] = {
#embed "views/calls.sql"
};
static const char views_pings[] = {
#embed "views/pings.sql"
};
static const char views_omid[] = {
#embed "views/omid.sql"
};
static const char views_verdict[] = {
#embed "views/verdict.sql"
};
// Generated from Rules/library by `beaconproof rules pack`.
static const char relations[] = {
#embed "../../Rules/Pack/relations.sql"
};
static const char indexes_ingest[] = {
#embed "indexes/ingest.sql"
};
static const char indexes_interpretation[] = {
#embed "indexes/interpretation.sql"
};

#define FILE_OF(array, name) { name, array, sizeof array }

static const struct schema_file history[] = {
    FILE_OF(history_001, "history/001.sql"),
    FILE_OF(history_002, "history/002.sql"),
    FILE_OF(history_003, "history/003.sql"),
    FILE_OF(history_004, "history/004.sql"),
    FILE_OF(history_005, "history/005.sql"),
    FILE_OF(history_006, "history/006.sql"),
    FILE_OF(history_007, "history/007.sql"),
};
static const struct schema_file views[] = {
    FILE_OF(views_ingest, "views/ingest.sql"),
    FILE_OF(views_interpretation, "views/interpretation.sql"),
    FILE_OF(views_calls, "views/calls.sql"),
    FILE_OF(views_pings, "views/pings.sql"),
    FILE_OF(views_omid, "views/omid.sql"),
    FILE_OF(views_verdict, "views/verdict.sql"),
};
static const struct schema_file former_views = FILE_OF(history_views, "history/views.sql");
static const struct schema_file relation_tables = FILE_OF(relations, "relations.sql");
static const struct schema_file indexes[] = {
    FILE_OF(indexes_ingest, "indexes/ingest.sql"),
    FILE_OF(indexes_interpretation, "indexes/interpretation.sql"),
};
static const struct schema_file none = {NULL, NULL, 0};

struct schema_file schema_history(size_t index) {
    return index < sizeof history / sizeof *history ? history[index] : none;
}

struct schema_file schema_views(size_t index) {
    return index < sizeof views / sizeof *views ? views[index] : none;
}

struct schema_file schema_former_views(void) {
    return former_views;
}

struct schema_file schema_indexes(size_t index) {
    return index < sizeof indexes / sizeof *indexes ? indexes[index] : none;
}

struct schema_file schema_relations(void) {
    return relation_tables;
}
