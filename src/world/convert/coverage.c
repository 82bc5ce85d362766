/* Counts the open cells of a grid from which a node of a graph is visible, and lists the others.
 * Cost: a nearest-node search for each open cell; some bytes a cell.
 *
 * Cells that are not connected to the ground of any node do not count: the ground is flooded from the
 * cells from which a node is visible, and only the cells reached that way can be invisible. */
#include "base/core/array.h"
#include "base/core/memory.h"
#include "wend/graph.h"
#include "wend/graph_build.h"
#include "wend/walls.h"
#include "world/cells/directions.h"
#include "world/cells/store.h"
#include "world/grid/read.h"

enum { CLOSED, UNREACHED, INVISIBLE, SEEN };

typedef struct coverage_survey {
    const wend_graph *graph;
    const wend_grid *grid;
    wend_graph_nearest_query query;
    uint8_t *kinds;          /* [cells] */
    wendi_array_u32 waiting; /* cells to flood from */
} coverage_survey;

static bool sees_node(const coverage_survey *s, wend_vec2 position)
{
    /* A position at which an agent cannot stand sees nothing. */
    return wend_graph_nearest(s->graph, position, &s->query) != WEND_NODE_NONE;
}

/* Tests all open cells at which an agent can stand. */
static wend_result survey_cells(coverage_survey *s)
{
    const uint32_t count = (uint32_t)(s->grid->width * s->grid->height);
    for (wend_node node = 0; node < count; ++node) {
        const wend_vec2 position = wend_grid_position(s->grid, node);
        int32_t x;
        int32_t y;
        wend_grid_cell(s->grid, node, &x, &y);
        s->kinds[node] = CLOSED;
        if (wend_grid_is_open(s->grid, 0, WEND_TEAM_NONE, x, y) &&
            wend_walls_can_walk(s->query.walls, position, position, s->query.radius,
                                s->query.stops)) {
            s->kinds[node] = sees_node(s, position) ? SEEN : UNREACHED;
        }
        if (s->kinds[node] == SEEN && !wendi_array_u32_push(&s->waiting, node)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* The node one step away; WEND_NODE_NONE outside. */
static wend_node neighbour_of(const wend_grid *grid, wend_node node, uint32_t direction)
{
    int32_t x;
    int32_t y;
    wend_grid_cell(grid, node, &x, &y);
    if (grid->neighbours == WEND_NEIGHBOURS_6) {
        const uint32_t moved = wendi_hex_is_shifted(grid->hex_layout, x, y);
        if (wendi_hex_from_eight(wendi_hex_is_rows(grid->hex_layout), moved, direction) == 6) {
            return WEND_NODE_NONE;
        }
    }
    return wend_grid_node(grid, x + wendi_direction_x(direction), y + wendi_direction_y(direction));
}

static wend_result flood(coverage_survey *s)
{
    for (size_t k = 0; k < s->waiting.count; ++k) {
        const wend_node node = s->waiting.items[k];
        const wend_vec2 position = wend_grid_position(s->grid, node);
        for (uint32_t direction = 0; direction < WENDI_DIRECTIONS; ++direction) {
            const wend_node next = neighbour_of(s->grid, node, direction);
            if (next != WEND_NODE_NONE && s->kinds[next] == UNREACHED &&
                wend_walls_can_walk(s->query.walls, position, wend_grid_position(s->grid, next),
                                    s->query.radius, s->query.stops)) {
                s->kinds[next] = INVISIBLE;
                if (!wendi_array_u32_push(&s->waiting, next)) {
                    return WEND_ERROR_MEMORY;
                }
            }
        }
    }
    return WEND_OK;
}

static void report(const coverage_survey *s, wend_coverage *coverage, wend_node *invisible,
                   size_t capacity, size_t *count)
{
    const uint32_t cells = (uint32_t)(s->grid->width * s->grid->height);
    for (wend_node node = 0; node < cells; ++node) {
        coverage->walkable += s->kinds[node] >= INVISIBLE;
        if (s->kinds[node] == INVISIBLE) {
            if (*count < capacity) {
                invisible[*count] = node;
            }
            coverage->invisible++;
            ++*count;
        }
    }
    if (coverage->walkable > 0) {
        coverage->part = (double)coverage->invisible / (double)coverage->walkable;
    }
}

wend_result wend_graph_coverage(const wend_graph *graph, const wend_walls *walls,
                                const wend_grid *inside, double radius, uint32_t stops,
                                wend_coverage *coverage, wend_node *invisible, size_t capacity,
                                size_t *count)
{
    size_t unused = 0;
    size_t *written = count == NULL ? &unused : count;
    *written = 0;
    if (coverage != NULL) {
        *coverage = (wend_coverage){0, 0, 0};
    }
    if (graph == NULL || walls == NULL || inside == NULL || coverage == NULL ||
        (invisible == NULL && capacity > 0) || !(radius >= 0 && radius <= WEND_COORDINATE_MAX)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_allocator *a = &inside->allocator;
    const size_t cells = (size_t)inside->width * (size_t)inside->height;
    coverage_survey s = {
        .graph = graph, .grid = inside, .query = wend_graph_nearest_query_default()};
    s.query.walls = walls;
    s.query.radius = radius;
    s.query.stops = stops;
    s.kinds = wendi_alloc(a, cells);
    wendi_array_u32_init(&s.waiting, a);
    wend_result result = s.kinds == NULL ? WEND_ERROR_MEMORY : survey_cells(&s);
    result = result == WEND_OK ? flood(&s) : result;
    if (result == WEND_OK) {
        report(&s, coverage, invisible, capacity, written);
    }
    wendi_array_u32_free(&s.waiting);
    wendi_free(a, s.kinds, cells);
    return result == WEND_OK && count != NULL && *written > capacity ? WEND_TRUNCATED : result;
}
