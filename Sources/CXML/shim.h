#pragma once
#include <libxml/xmlversion.h>
// Only the handlers of encodings, which are not used here, look different with ICU; its headers are not those that Foundation
// brings along, and one module cannot have both.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlreader.h>

// Of the library that is loaded; a macro in some of its versions, which the Swift importer does not see.
static inline const char *beaconproof_xml_version(void) {
    return xmlParserVersion;
}
