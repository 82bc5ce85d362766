/* The least costs of a generated map, in time of cells squared. */
#include "support/reference.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_open(const gen_map *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height &&
           map->costs[(size_t)y * (size_t)map->width + (size_t)x] != WEND_COST_WALL;
}

static size_t cell_count(const gen_map *map)
{
    return (size_t)map->width * (size_t)map->height;
}

static bool corner_allows(const gen_map *map, bool one_is_open, bool other_is_open)
{
    switch (map->corner_rule) {
    case WEND_CORNER_NEVER:
        return one_is_open && other_is_open;
    case WEND_CORNER_ONE_OPEN:
        return one_is_open || other_is_open;
    case WEND_CORNER_ALWAYS:
        return true;
    }
    return false;
}

uint64_t reference_step(const gen_map *map, wend_node from, wend_node to)
{
    if (from >= cell_count(map) || to >= cell_count(map)) {
        return REFERENCE_INFINITE;
    }
    int32_t x = (int32_t)(from % (wend_node)map->width);
    int32_t y = (int32_t)(from / (wend_node)map->width);
    int32_t to_x = (int32_t)(to % (wend_node)map->width);
    int32_t to_y = (int32_t)(to / (wend_node)map->width);
    int32_t along_x = abs(to_x - x);
    int32_t along_y = abs(to_y - y);
    if (from == to || along_x > 1 || along_y > 1 || !is_open(map, x, y) ||
        !is_open(map, to_x, to_y)) {
        return REFERENCE_INFINITE;
    }
    if (along_x + along_y == 1) {
        return REFERENCE_STRAIGHT * map->costs[to];
    }
    if (map->neighbours == WEND_NEIGHBOURS_4 ||
        !corner_allows(map, is_open(map, to_x, y), is_open(map, x, to_y))) {
        return REFERENCE_INFINITE;
    }
    return REFERENCE_DIAGONAL * map->costs[to];
}

/* The cell that is not done yet and costs least; cell_count if all others cannot be reached. */
static size_t nearest(const gen_map *map, const uint64_t *costs, const bool *is_done)
{
    size_t best = cell_count(map);
    for (size_t i = 0; i < cell_count(map); ++i) {
        bool is_candidate = !is_done[i] && costs[i] != REFERENCE_INFINITE;
        if (is_candidate && (best == cell_count(map) || costs[i] < costs[best])) {
            best = i;
        }
    }
    return best;
}

static void relax(const gen_map *map, wend_node from, uint64_t *costs)
{
    for (int32_t dy = -1; dy <= 1; ++dy) {
        for (int32_t dx = -1; dx <= 1; ++dx) {
            int32_t x = (int32_t)(from % (wend_node)map->width) + dx;
            int32_t y = (int32_t)(from / (wend_node)map->width) + dy;
            if (!is_open(map, x, y)) {
                continue;
            }
            wend_node to = (wend_node)y * (wend_node)map->width + (wend_node)x;
            uint64_t step = reference_step(map, from, to);
            if (step != REFERENCE_INFINITE && costs[from] + step < costs[to]) {
                costs[to] = costs[from] + step;
            }
        }
    }
}

static bool *flags_new(size_t count)
{
    bool *flags = calloc(count, sizeof *flags);
    if (flags == NULL) {
        fprintf(stderr, "reference: out of memory\n");
        abort();
    }
    return flags;
}

void reference_dijkstra(const gen_map *map, wend_node start, uint64_t *costs)
{
    for (size_t i = 0; i < cell_count(map); ++i) {
        costs[i] = REFERENCE_INFINITE;
    }
    if (start >= cell_count(map) || map->costs[start] == WEND_COST_WALL) {
        return;
    }
    costs[start] = 0;
    bool *is_done = flags_new(cell_count(map));
    for (size_t at = start; at < cell_count(map); at = nearest(map, costs, is_done)) {
        is_done[at] = true;
        relax(map, (wend_node)at, costs);
    }
    free(is_done);
}

/* One more ring: cells that a step joins to a cell of the ring before. */
static bool grow_ring(const gen_map *map, uint32_t ring, uint32_t *steps)
{
    bool has_grown = false;
    for (size_t to = 0; to < cell_count(map); ++to) {
        for (size_t from = 0; from < cell_count(map) && steps[to] == UINT32_MAX; ++from) {
            if (steps[from] == ring &&
                reference_step(map, (wend_node)from, (wend_node)to) != REFERENCE_INFINITE) {
                steps[to] = ring + 1;
                has_grown = true;
            }
        }
    }
    return has_grown;
}

void reference_steps(const gen_map *map, wend_node start, uint32_t *steps)
{
    for (size_t i = 0; i < cell_count(map); ++i) {
        steps[i] = UINT32_MAX;
    }
    if (start >= cell_count(map) || map->costs[start] == WEND_COST_WALL) {
        return;
    }
    steps[start] = 0;
    uint32_t ring = 0;
    while (grow_ring(map, ring, steps)) {
        ++ring;
    }
}

uint64_t reference_path(const gen_map *map, const wend_node *nodes, size_t count)
{
    if (count == 0 || nodes[0] >= cell_count(map) || map->costs[nodes[0]] == WEND_COST_WALL) {
        return REFERENCE_INFINITE;
    }
    uint64_t cost = 0;
    for (size_t i = 1; i < count; ++i) {
        uint64_t step = reference_step(map, nodes[i - 1], nodes[i]);
        if (step == REFERENCE_INFINITE) {
            return REFERENCE_INFINITE;
        }
        cost += step;
    }
    return cost;
}
