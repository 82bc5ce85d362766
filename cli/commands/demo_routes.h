/* Many routes through one space at once, on any number of threads. */
#ifndef CLI_COMMANDS_DEMO_ROUTES_H
#define CLI_COMMANDS_DEMO_ROUTES_H

#include "wend/search.h"
#include "wend/types.h"

enum { DEMO_ROUTE_COUNT = 100, DEMO_BLOCK = 10, DEMO_BLOCK_COUNT = 10 };

/* One query and its answer. */
typedef struct demo_route {
    wend_node start, goal;
    wend_search_answer answer;
    uint64_t nanoseconds; /* of search and path together */
    wend_path *path;
} demo_route;

typedef struct demo_routes {
    const wend_space *space;
    size_t node_count;
    demo_route routes[DEMO_ROUTE_COUNT];
    /* Bit n of a block's row: node n was searched by a route of the block. Blocks have rows of
     * their own, so that no two threads write to one word. */
    uint64_t *searched[DEMO_BLOCK_COUNT]; /* [words] */
    size_t words;
    wend_result results[DEMO_BLOCK_COUNT];
} demo_routes;

/** Takes starts and goals from the open nodes by the seed, far apart.
 * @return WEND_OK, WEND_ERROR_MEMORY. Free with demo_routes_free in either case. */
wend_result demo_routes_make(demo_routes *r, const wend_grid *grid, const wend_space *space,
                             uint64_t seed);
void demo_routes_free(demo_routes *r);

/** Answers all: blocks of ten, each with a search of its own on the shared space. */
wend_result demo_routes_run(demo_routes *r, const wend_executor *executor);
/** Runs all queries again, records the expanded cells, and straightens the paths. */
wend_result demo_routes_trace(demo_routes *r, const wend_executor *executor);

/** Number of blocks that searched a node, 0 to DEMO_BLOCK_COUNT. */
int demo_routes_searched(const demo_routes *r, wend_node node);
/** A fingerprint of all paths and their costs. */
uint64_t demo_routes_hash(const demo_routes *r);

#endif
