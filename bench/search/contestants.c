/* All searches that can answer the queries of a map, behind one interface.
 * Cost: their objects are created before the clock starts. */
#include "search/contestants.h"

#include "wend/wend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEER_QUERIES = 40 };

static void *resize_counted(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    bench_counter *counter = context;
    if (new_bytes == 0) {
        free(block);
        counter->bytes_held -= old_bytes;
        return NULL;
    }
    void *resized = realloc(block, new_bytes);
    counter->calls++;
    if (resized != NULL) {
        counter->bytes_held += new_bytes - old_bytes;
        if (counter->bytes_held > counter->bytes_most) {
            counter->bytes_most = counter->bytes_held;
        }
    }
    return resized;
}

wend_allocator bench_counter_allocator(bench_counter *counter)
{
    return (wend_allocator){resize_counted, counter};
}

/* ---- the plain ones ---- */

bool bench_plain_make(bench_plain *plain, const bench_map *map, bool with_peer)
{
    memset(plain, 0, sizeof *plain);
    if (!yardstick_ground_make(&plain->ground, map->costs, map->width, map->height,
                               map->has_diagonals)) {
        return false;
    }
    plain->astar = yardstick_astar_create(&plain->ground);
    plain->bucket = yardstick_bucket_create(&plain->ground);
    plain->peer = with_peer ? bench_peer_create(&plain->ground) : NULL;
    if (plain->astar == NULL || plain->bucket == NULL) {
        bench_plain_free(plain);
        return false;
    }
    return true;
}

void bench_plain_free(bench_plain *plain)
{
    yardstick_astar_destroy(plain->astar);
    yardstick_bucket_destroy(plain->bucket);
    bench_peer_destroy(plain->peer);
    yardstick_ground_free(&plain->ground);
    memset(plain, 0, sizeof *plain);
}

static yardstick_answer find_astar(void *context, uint32_t start, uint32_t goal)
{
    return yardstick_astar_find(context, start, goal);
}

static yardstick_answer find_bucket(void *context, uint32_t start, uint32_t goal)
{
    return yardstick_bucket_find(context, start, goal);
}

static yardstick_answer find_peer(void *context, uint32_t start, uint32_t goal)
{
    return bench_peer_find(context, start, goal);
}

bench_runner bench_plain_astar(bench_plain *plain)
{
    return (bench_runner){find_astar, plain->astar, 1};
}

bench_runner bench_plain_bucket(bench_plain *plain)
{
    return (bench_runner){find_bucket, plain->bucket, 1};
}

bench_runner bench_plain_peer(bench_plain *plain, size_t query_count)
{
    return (bench_runner){find_peer, plain->peer, 1 + (query_count - 1) / PEER_QUERIES};
}

/* ---- wend ---- */

static wend_result make_searcher(bench_wend *wend)
{
    wend_allocator allocator = bench_counter_allocator(&wend->counter);
    wend_space_def space = wend_space_def_default();
    space.grid = wend->grid;
    space.allocator = allocator;
    wend_result result = wend_space_create(&space, &wend->space);
    if (result != WEND_OK) {
        return result;
    }
    wend_search_def search = wend_search_def_default();
    search.space = wend->space;
    search.allocator = allocator;
    result = wend_search_create(&search, &wend->search);
    return result == WEND_OK ? wend_path_create(&allocator, &wend->path) : result;
}

bool bench_wend_make(bench_wend *wend, const bench_map *map)
{
    memset(wend, 0, sizeof *wend);
    wend->query = wend_search_query_default();
    wend->grid = bench_map_grid(map, NULL);
    uint64_t before = wend_clock_ns();
    wend_result result = wend->grid != NULL ? make_searcher(wend) : WEND_ERROR_MEMORY;
    wend->prepare_ms = (double)(wend_clock_ns() - before) / 1e6;
    if (result != WEND_OK) {
        fprintf(stderr, "%s: %s\n", map->name, wend_result_text(result));
        bench_wend_free(wend);
        return false;
    }
    return true;
}

bool bench_wend_prepare(bench_wend *wend)
{
    uint64_t before = bench_clock_ns();
    wend_result result = wend_space_prepare(wend->space, NULL);
    wend->table_ms = (double)(bench_clock_ns() - before) / 1e6;
    return result == WEND_OK;
}

void bench_wend_free(bench_wend *wend)
{
    wend_path_destroy(wend->path);
    wend_search_destroy(wend->search);
    wend_space_destroy(wend->space);
    wend_grid_destroy(wend->grid);
    memset(wend, 0, sizeof *wend);
}

/* All calls of a user for one path. */
static yardstick_answer find_wend(void *context, uint32_t start, uint32_t goal)
{
    bench_wend *wend = context;
    wend->query.start = start;
    wend->query.goal = goal;
    wend_result result = wend_search_start(wend->search, &wend->query);
    if (result == WEND_OK) {
        result = wend_search_run(wend->search, NULL);
    }
    if (result == WEND_OK) {
        result = wend_path_from_search(wend->path, wend->search);
    }
    wend_search_get_answer(wend->search, &wend->answer);
    yardstick_answer answer = {.is_found = result == WEND_OK, .expanded = wend->answer.expanded};
    if (answer.is_found) {
        answer.cost = wend_path_cost(wend->path);
        answer.path_count = wend_path_leg_count(wend->path) + 1;
    }
    return answer;
}

bool bench_wend_can(bench_wend *wend, const bench_map *map)
{
    if (map->query_count == 0) {
        return false;
    }
    wend->query.start = map->queries[0].start;
    wend->query.goal = map->queries[0].goal;
    return wend_search_start(wend->search, &wend->query) != WEND_ERROR_UNSUPPORTED;
}

bench_runner bench_wend_runner(bench_wend *wend)
{
    return (bench_runner){find_wend, wend, 1};
}

static wend_cost estimate_octile(void *user, wend_node node, wend_node goal)
{
    const bench_estimate *estimate = user;
    int32_t dx = (int32_t)(node % estimate->width) - (int32_t)(goal % estimate->width);
    int32_t dy = (int32_t)(node / estimate->width) - (int32_t)(goal / estimate->width);
    wend_cost across = (wend_cost)(dx < 0 ? -dx : dx);
    wend_cost down = (wend_cost)(dy < 0 ? -dy : dy);
    wend_cost longer = across > down ? across : down;
    wend_cost shorter = across > down ? down : across;
    return estimate->factor_min *
           (longer * WEND_COST_ONE + shorter * (WEND_COST_DIAGONAL - WEND_COST_ONE));
}

void bench_wend_use_estimate(bench_wend *wend, bench_estimate *estimate,
                             const yardstick_ground *ground)
{
    estimate->width = (wend_node)ground->width;
    estimate->factor_min = ground->factor_min;
    wend->query.heuristic = WEND_HEURISTIC_CUSTOM;
    wend->query.estimate = estimate_octile;
    wend->query.user = estimate;
}
