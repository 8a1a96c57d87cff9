#pragma once
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Gives all threads one heap; to be called before there are any. glibc gives each thread a heap of its own, which grows by one
/// system call for every few pages: where the stages of a small capture wait for one another, that is most of the system calls.
static inline void malloc_share_one_heap(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
#endif
}
