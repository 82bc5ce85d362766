/* The contestants: the yardsticks, the peer, and wend with a query's settings. */
#ifndef BENCH_SEARCH_CONTESTANTS_H
#define BENCH_SEARCH_CONTESTANTS_H

#include "measure/maps.h"
#include "measure/timing.h"
#include "peers/peer.h"
#include "wend/search.h"
#include "wend/types.h"

/* An allocator over libc that counts. */
typedef struct bench_counter {
    size_t calls;      /* that allocated memory */
    size_t bytes_held; /* now */
    size_t bytes_most; /* at any time */
} bench_counter;

/** The allocator; the counter must stay where it is. */
wend_allocator bench_counter_allocator(bench_counter *counter);

/* The plain searches on one map. */
typedef struct bench_plain {
    yardstick_ground ground;
    yardstick_astar *astar;
    yardstick_bucket *bucket;
    bench_peer *peer; /* NULL: none */
} bench_plain;

/** @return false: out of memory. */
bool bench_plain_make(bench_plain *plain, const bench_map *map, bool with_peer);
void bench_plain_free(bench_plain *plain);
bench_runner bench_plain_astar(bench_plain *plain);
bench_runner bench_plain_bucket(bench_plain *plain);
/** Takes part in about PEER_QUERIES queries of a run. */
bench_runner bench_plain_peer(bench_plain *plain, size_t query_count);

/* wend on one map. Must stay where it is once made: its counter is known by address. */
typedef struct bench_wend {
    bench_counter counter; /* of space, search and path; the grid is not counted */
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_path *path;
    wend_search_query query;   /* start and goal are filled in for each query */
    wend_search_answer answer; /* of the last query */
    double prepare_ms;         /* to lay the space out and make the search */
    double table_ms;           /* to build the jump table; 0: has none */
} bench_wend;

/** With the default query. @return false: out of memory (said on stderr). */
bool bench_wend_make(bench_wend *wend, const bench_map *map);
void bench_wend_free(bench_wend *wend);
/** Builds the jump table. @return false: out of memory. */
bool bench_wend_prepare(bench_wend *wend);
/** True if the map allows the query's settings. */
bool bench_wend_can(bench_wend *wend, const bench_map *map);
bench_runner bench_wend_runner(bench_wend *wend);

/* A heuristic as a user writes it. */
typedef struct bench_estimate {
    wend_node width;
    uint32_t factor_min;
} bench_estimate;

/** Makes the query use it. The estimate must outlive the query. */
void bench_wend_use_estimate(bench_wend *wend, bench_estimate *estimate,
                             const yardstick_ground *ground);

#endif
