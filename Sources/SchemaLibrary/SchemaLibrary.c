#include "SchemaLibrary.h"

// #embed is C23; clang takes it in every standard and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char step_001[] = {
#embed "steps/001.sql"
};
static const char step_002[] = {
#embed "steps/002.sql"
};
static const char step_003[] = {
#embed "steps/003.sql"
};
static const char step_004[] = {
#embed "steps/004.sql"
};
static const char step_005[] = {
#embed "steps/005.sql"
};
static const char step_006[] = {
#embed "steps/006.sql"
};
static const char views_ingest[] = {
#embed "views/ingest.sql"
};
static const char views_interpretation[] = {
#embed "views/interpretation.sql"
};
static const char views_verdict[] = {
#embed "views/verdict.sql"
};
static const char views_earlier[] = {
#embed "views/earlier.sql"
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

static const struct schema_file steps[] = {
    FILE_OF(step_001, "steps/001.sql"),
    FILE_OF(step_002, "steps/002.sql"),
    FILE_OF(step_003, "steps/003.sql"),
    FILE_OF(step_004, "steps/004.sql"),
    FILE_OF(step_005, "steps/005.sql"),
    FILE_OF(step_006, "steps/006.sql"),
};
static const struct schema_file views[] = {
    FILE_OF(views_ingest, "views/ingest.sql"),
    FILE_OF(views_interpretation, "views/interpretation.sql"),
    FILE_OF(views_verdict, "views/verdict.sql"),
};
static const struct schema_file earlier = FILE_OF(views_earlier, "views/earlier.sql");
static const struct schema_file relation_tables = FILE_OF(relations, "relations.sql");
static const struct schema_file indexes[] = {
    FILE_OF(indexes_ingest, "indexes/ingest.sql"),
    FILE_OF(indexes_interpretation, "indexes/interpretation.sql"),
};
static const struct schema_file none = {NULL, NULL, 0};

struct schema_file schema_step(size_t index) {
    return index < sizeof steps / sizeof *steps ? steps[index] : none;
}

struct schema_file schema_views(size_t index) {
    return index < sizeof views / sizeof *views ? views[index] : none;
}

struct schema_file schema_earlier(void) {
    return earlier;
}

struct schema_file schema_indexes(size_t index) {
    return index < sizeof indexes / sizeof *indexes ? indexes[index] : none;
}

struct schema_file schema_relations(void) {
    return relation_tables;
}
