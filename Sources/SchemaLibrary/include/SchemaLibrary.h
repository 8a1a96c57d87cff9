#pragma once
#include <stddef.h>

/// One SQL file of the schema, as text inside the binary.
struct schema_file {
    const char *name;
    const char *text;
    size_t length;
};

/// The schema steps in order, then NULL names.
struct schema_file schema_step(size_t index);
/// The files that define the public views.
struct schema_file schema_views(size_t index);
/// The views that earlier steps had and later ones replaced.
struct schema_file schema_earlier(void);
/// The files that make the indexes: those of decoding, then the rest.
struct schema_file schema_indexes(size_t index);
/// The tables of the relation library, and their indexes.
struct schema_file schema_relations(void);
