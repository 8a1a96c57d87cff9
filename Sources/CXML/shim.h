#pragma once
#include <libxml/xmlversion.h>
// Only the handlers of encodings, which are not used here, look different with ICU; its headers are not those that Foundation
// brings along, and one module cannot have both.
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
