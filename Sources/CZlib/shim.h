#pragma once
#include <zlib.h>

// inflateInit2 is a macro, which the Swift importer does not see.
static inline int beaconproof_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
