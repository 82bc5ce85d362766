/* Takes: a search that is done.
 * Gives: its steps, and which sectors they stand on, in memory of their own.
 * Cost: linear. */
#include "flow/route/route_private.h"

#include <string.h>

/* All sectors of groups that were looked at, behind the first ones. */
static size_t add_groups(const wendi_router *r, uint32_t *sectors, size_t count)
{
    uint32_t group_count = 0;
    const uint32_t *groups =
        r->groups == NULL ? NULL : wendi_clusters_visited(r->groups, &group_count);
    for (uint32_t i = 0; i < group_count; ++i) {
        count += wendi_clusters_list_sectors(r->groups, groups[i], sectors + count);
    }
    return count;
}

static size_t most_visited(const wendi_router *r)
{
    uint32_t group_count = 0;
    if (r->groups != NULL) {
        (void)wendi_clusters_visited(r->groups, &group_count);
    }
    return r->block_count + (size_t)group_count * (size_t)r->group_size * (size_t)r->group_size;
}

/* @return how many are left when each is there once. */
static size_t unique(uint32_t *values, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (kept == 0 || values[kept - 1] != values[i]) {
            values[kept++] = values[i];
        }
    }
    return kept;
}

/* Lists the sectors, ascending, each once. @return false without memory. */
static bool take_visited(wendi_router *r, wendi_route *route)
{
    const size_t most = most_visited(r);
    uint32_t *sectors = wendi_alloc(&r->allocator, 2 * most * sizeof *sectors);
    if (sectors == NULL) {
        return most == 0;
    }
    for (size_t i = 0; i < r->block_count; ++i) {
        sectors[i] = r->blocks[i].sector;
    }
    const size_t listed = add_groups(r, sectors, r->block_count);
    wendi_sort_u32(sectors, sectors + most, listed);
    const size_t count = unique(sectors, listed);
    route->visited = wendi_alloc(&r->allocator, count * sizeof *sectors);
    if (route->visited != NULL) {
        memcpy(route->visited, sectors, count * sizeof *sectors);
        route->visited_count = (uint32_t)count;
    }
    wendi_free(&r->allocator, sectors, 2 * most * sizeof *sectors);
    return route->visited != NULL;
}

wend_result wendi_router_get_route(wendi_router *r, wendi_route *route)
{
    *route = (wendi_route){NULL, NULL, NULL, 0, 0, 0};
    const size_t step_bytes = r->track_count * sizeof route->steps[0];
    const size_t first_bytes = r->first.count * sizeof route->first[0];
    route->steps = wendi_alloc(&r->allocator, step_bytes);
    route->step_count = route->steps == NULL ? 0 : (uint32_t)r->track_count;
    route->first = wendi_alloc(&r->allocator, first_bytes);
    route->source_count = route->first == NULL ? 0 : (uint32_t)r->first.count;
    if (route->step_count < r->track_count || route->source_count < r->first.count ||
        !take_visited(r, route)) {
        wendi_route_free(route, &r->allocator);
        return WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < route->step_count; ++i) {
        route->steps[i] = r->tracks[i].step;
    }
    if (route->source_count > 0) {
        memcpy(route->first, r->first.items, first_bytes);
    }
    return WEND_OK;
}

void wendi_route_free(wendi_route *route, const wend_allocator *allocator)
{
    wendi_free(allocator, route->steps, route->step_count * sizeof route->steps[0]);
    wendi_free(allocator, route->first, route->source_count * sizeof route->first[0]);
    wendi_free(allocator, route->visited, route->visited_count * sizeof route->visited[0]);
    *route = (wendi_route){NULL, NULL, NULL, 0, 0, 0};
}
