#include "SQLitePools.h"

#include <sched.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    /// Pieces are multiples of so many bytes.
    GRAIN = 16,
    /// Larger ones, in bytes, are malloc's.
    LARGEST = 1024,
    /// Pieces are cut from blocks of so many bytes, which stay with their pool.
    BLOCK = 64 << 10,
    /// Each of the first threads has a pool of its own, so that they seldom wait for one another.
    POOLS = 8,
};

/// What stands before each piece. SQLite asks for pieces at multiples of 8.
struct head {
    /// Of the piece, without its head.
    uint32_t size;
    /// Where it goes back to, whichever thread gives it back; POOLS for malloc's.
    uint32_t pool;
};

/// A piece that was given back.
struct idle {
    struct head head;
    struct idle *next;
};

struct pool {
    atomic_flag is_taken;
    /// By their length in grains.
    struct idle *idle[LARGEST / GRAIN + 1];
    /// What is left of the last block.
    char *fresh, *end;
};

static struct pool pools[POOLS];
static atomic_uint threads;
/// The number of the thread's pool, from 1.
static _Thread_local uint32_t own;

static void take(struct pool *pool) {
    while (atomic_flag_test_and_set_explicit(&pool->is_taken, memory_order_acquire)) sched_yield();
}

static void leave(struct pool *pool) {
    atomic_flag_clear_explicit(&pool->is_taken, memory_order_release);
}

static size_t grains(size_t size) {
    return (size + sizeof(struct head) + GRAIN - 1) / GRAIN;
}

static int is_small(int size) {
    return size <= LARGEST - (int)sizeof(struct head);
}

static struct head *head_of(void *piece) {
    return (struct head *)piece - 1;
}

/// Cuts a piece from the block; NULL where there is no memory.
static struct head *cut(struct pool *pool, size_t length) {
    if ((size_t)(pool->end - pool->fresh) < length) {
        char *block = malloc(BLOCK);
        if (!block) return NULL;
        pool->fresh = block;
        pool->end = block + BLOCK;
    }
    struct head *head = (struct head *)pool->fresh;
    pool->fresh += length;
    return head;
}

static void *large(struct head *known, int size) {
    struct head *head = realloc(known, sizeof *head + (size_t)size);
    if (!head) return NULL;
    *head = (struct head){(uint32_t)size, POOLS};
    return head + 1;
}

static void *allocate(int size) {
    if (!is_small(size)) return large(NULL, size);
    if (own == 0) own = 1 + atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) % POOLS;
    struct pool *pool = &pools[own - 1];
    size_t length = grains((size_t)size);
    take(pool);
    struct idle *idle = pool->idle[length];
    if (idle) pool->idle[length] = idle->next;
    struct head *head = idle ? &idle->head : cut(pool, length * GRAIN);
    leave(pool);
    if (!head) return NULL;
    *head = (struct head){(uint32_t)(length * GRAIN - sizeof *head), own - 1};
    return head + 1;
}

static void release(void *piece) {
    if (!piece) return;
    struct head *head = head_of(piece);
    if (head->pool == POOLS) {
        free(head);
        return;
    }
    struct pool *pool = &pools[head->pool];
    size_t length = grains(head->size);
    take(pool);
    struct idle *idle = (struct idle *)head;
    idle->next = pool->idle[length];
    pool->idle[length] = idle;
    leave(pool);
}

static void *resize(void *piece, int size) {
    struct head *head = head_of(piece);
    int is_pooled = head->pool != POOLS;
    if (is_pooled && (uint32_t)size <= head->size) return piece;
    if (!is_pooled && !is_small(size)) return large(head, size);
    void *moved = allocate(size);
    if (!moved) return NULL;
    memcpy(moved, piece, head->size < (uint32_t)size ? head->size : (uint32_t)size);
    release(piece);
    return moved;
}

static int size_of(void *piece) {
    return piece ? (int)head_of(piece)->size : 0;
}

static int rounded(int size) {
    return is_small(size) ? (int)(grains((size_t)size) * GRAIN - sizeof(struct head)) : (size + 7) & ~7;
}

static int begin(void *unused) {
    (void)unused;
    return SQLITE_OK;
}

static void end(void *unused) {
    (void)unused;
}

int sqlite_use_pools(void) {
    static const sqlite3_mem_methods methods = {allocate, release, resize, size_of, rounded, begin, end, NULL};
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}
