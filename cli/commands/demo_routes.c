/* Finds a hundred routes over a space from a seed, the same for any number of threads.
 * Cost: a hundred searches, shared by the executor's threads. */
#include "commands/demo_routes.h"

#include "wend/wend.h"

#include <stdlib.h>

/* Tries to find a pair that lies far apart before the last one is taken as it is. */
enum { TRIES = 64 };

/* Cells that a straightened route keeps from walls. */
static const double AGENT_RADIUS = 0.45;

static wend_node random_open(const demo_routes *r, uint64_t seed, uint64_t id, uint64_t *tick)
{
    for (;;) {
        const wend_node node = wend_random_below(seed, id, (*tick)++, (uint32_t)r->node_count);
        if (wend_space_is_open(r->space, node)) {
            return node;
        }
    }
}

static void choose_ends(demo_routes *r, const wend_grid_info *info, uint64_t seed, uint64_t id)
{
    demo_route *route = &r->routes[id];
    const double far =
        0.4 * info->cell_size * (info->width < info->height ? info->width : info->height);
    uint64_t tick = 0;
    for (int i = 0; i < TRIES; i++) {
        route->start = random_open(r, seed, id, &tick);
        route->goal = random_open(r, seed, id, &tick);
        if (wend_vec2_distance(wend_space_position(r->space, route->start),
                               wend_space_position(r->space, route->goal)) >= far) {
            return;
        }
    }
}

wend_result demo_routes_make(demo_routes *r, const wend_grid *grid, const wend_space *space,
                             uint64_t seed)
{
    wend_grid_info grid_info;
    wend_space_info space_info;
    wend_grid_get_info(grid, &grid_info);
    wend_space_get_info(space, &space_info);
    *r = (demo_routes){.space = space,
                       .node_count = space_info.node_count,
                       .words = (space_info.node_count + 63) / 64};
    if (space_info.open_count == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < DEMO_BLOCK_COUNT; i++) {
        r->searched[i] = calloc(r->words, sizeof *r->searched[i]);
        if (r->searched[i] == NULL) {
            return WEND_ERROR_MEMORY;
        }
    }
    for (size_t i = 0; i < DEMO_ROUTE_COUNT; i++) {
        choose_ends(r, &grid_info, seed, i);
        if (wend_path_create(NULL, &r->routes[i].path) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

void demo_routes_free(demo_routes *r)
{
    for (size_t i = 0; i < DEMO_ROUTE_COUNT; i++) {
        wend_path_destroy(r->routes[i].path);
    }
    for (size_t i = 0; i < DEMO_BLOCK_COUNT; i++) {
        free(r->searched[i]);
    }
}

static wend_result make_search(const demo_routes *r, wend_search **search)
{
    wend_search_def def = wend_search_def_default();
    def.space = r->space;
    return wend_search_create(&def, search);
}

static wend_search_query make_query(const demo_route *route)
{
    wend_search_query query = wend_search_query_default();
    query.start = route->start;
    query.goal = route->goal;
    return query;
}

static wend_result answer_route(demo_route *route, wend_search *search)
{
    const wend_search_query query = make_query(route);
    const uint64_t begin = wend_clock_ns();
    wend_result result = wend_search_find(search, &query);
    if (result >= 0) {
        result = wend_path_from_search(route->path, search);
    }
    route->nanoseconds = wend_clock_ns() - begin;
    wend_search_get_answer(search, &route->answer);
    return result < 0 ? result : WEND_OK;
}

static void run_block(void *context, size_t begin, size_t end)
{
    demo_routes *r = context;
    wend_search *search = NULL;
    wend_result result = make_search(r, &search);
    for (size_t i = begin; i < end && result == WEND_OK; i++) {
        result = answer_route(&r->routes[i], search);
    }
    wend_search_destroy(search);
    r->results[begin / DEMO_BLOCK] = result;
}

static wend_result trace_route(const demo_route *route, wend_search *search, uint64_t *bits)
{
    wend_search_query query = make_query(route);
    query.records_order = true;
    wend_result result = wend_search_find(search, &query);
    size_t count = 0;
    if (result < 0 || wend_search_visited(search, NULL, 0, &count) < 0 || count == 0) {
        return result < 0 ? result : WEND_OK;
    }
    wend_node *nodes = malloc(count * sizeof *nodes);
    if (nodes == NULL) {
        return WEND_ERROR_MEMORY;
    }
    result = wend_search_visited(search, nodes, count, &count);
    for (size_t i = 0; i < count; i++) {
        bits[nodes[i] / 64] |= (uint64_t)1 << (nodes[i] % 64);
    }
    free(nodes);
    return result;
}

/* For the picture: lines as people would walk. */
static wend_result straighten(const demo_routes *r, const demo_route *route)
{
    return wend_path_smooth(route->path, r->space, AGENT_RADIUS, WEND_SMOOTHING_PRECISE);
}

static void trace_block(void *context, size_t begin, size_t end)
{
    demo_routes *r = context;
    const size_t block = begin / DEMO_BLOCK;
    wend_search *search = NULL;
    wend_result result = make_search(r, &search);
    for (size_t i = begin; i < end && result == WEND_OK; i++) {
        result = trace_route(&r->routes[i], search, r->searched[block]);
        result = result == WEND_OK ? straighten(r, &r->routes[i]) : result;
    }
    wend_search_destroy(search);
    r->results[block] = result;
}

static wend_result run_blocks(demo_routes *r, const wend_executor *executor, wend_job_fn job)
{
    wend_parallel_for(executor, DEMO_ROUTE_COUNT, DEMO_BLOCK, job, r);
    for (size_t i = 0; i < DEMO_BLOCK_COUNT; i++) {
        if (r->results[i] != WEND_OK) {
            return r->results[i];
        }
    }
    return WEND_OK;
}

wend_result demo_routes_run(demo_routes *r, const wend_executor *executor)
{
    return run_blocks(r, executor, run_block);
}

wend_result demo_routes_trace(demo_routes *r, const wend_executor *executor)
{
    return run_blocks(r, executor, trace_block);
}

int demo_routes_searched(const demo_routes *r, wend_node node)
{
    int blocks = 0;
    for (size_t i = 0; i < DEMO_BLOCK_COUNT; i++) {
        blocks += (int)(r->searched[i][node / 64] >> (node % 64) & 1);
    }
    return blocks;
}

uint64_t demo_routes_hash(const demo_routes *r)
{
    uint64_t hash = wend_hash_begin();
    for (size_t i = 0; i < DEMO_ROUTE_COUNT; i++) {
        const demo_route *route = &r->routes[i];
        const size_t count = wend_path_leg_count(route->path);
        hash = wend_hash_u64(hash, route->start);
        hash = wend_hash_u64(hash, route->goal);
        hash = wend_hash_u64(hash, wend_path_cost(route->path));
        for (size_t k = 0; k < count; k++) {
            const wend_leg leg = wend_path_leg(route->path, k);
            hash = wend_hash_u64(wend_hash_u64(hash, leg.from), leg.to);
        }
    }
    return hash;
}
