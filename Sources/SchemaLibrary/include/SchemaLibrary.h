#pragma once
#include <stddef.h>

/// One SQL file of the schema, as text inside the binary.
struct schema_file {
    const char *name;
    const char *text;
    size_t length;
};

/// The schema of each version in order, then NULL names: up to version 5 what was added to the tables, from version 6 on the
/// whole schema.
struct schema_file schema_history(size_t index);
/// The views that versions before 6 had and later ones of them replaced.
struct schema_file schema_former_views(void);
/// The files that define the views which work something out.
struct schema_file schema_views(size_t index);
/// The files that make the indexes: those of decoding, then the rest.
struct schema_file schema_indexes(size_t index);
/// The tables of the relation library, and their indexes.
struct schema_file schema_relations(void);
