/* Reads framed costs from the grids, and finds tiles made of uniform parts.
 * Cost: reading copies rows; uniform sectors among uniform ones are recognized without reading. */
#include "flow/portals/portal_graph_private.h"

#include <string.h>

/* ---- reading ---- */

void wendi_portal_graph_read_costs(const wendi_portal_graph *graph,
                                   const wendi_sector_bounds *bounds, const wendi_tile_shape *shape,
                                   uint8_t *costs)
{
    const wendi_sector_map_floor *floor = &graph->map->floors[bounds->floor];
    const wendi_agent_grid *ground = &graph->floors[bounds->floor].ground;
    const int32_t left = bounds->x > 0 ? 1 : 0;
    const int32_t right = bounds->x + bounds->width < floor->width ? 1 : 0;
    const int32_t above = bounds->y > 0 ? 1 : 0;
    const int32_t below = bounds->y + bounds->height < floor->height ? 1 : 0;
    memset(costs, WENDI_TILE_WALL, (size_t)shape->count);
    for (int32_t y = -above; y < bounds->height + below; ++y) {
        wendi_agent_grid_copy_row(ground, bounds->x - left, bounds->y + y,
                                  left + bounds->width + right,
                                  costs + wendi_tile_index(shape, -left, y));
    }
}

/* ---- uniform parts ---- */

/* A part of a frame; the sides are as long as the tile, the corners are one cell. */
typedef struct frame_part {
    const uint8_t *first;
    int32_t count, step;
} frame_part;

static frame_part frame_part_of(const wendi_tile_shape *shape, const uint8_t *costs,
                                int32_t direction)
{
    const int32_t w = shape->width;
    const int32_t h = shape->height;
    const int32_t x = direction == 0 || direction == 1 || direction == 7   ? w
                      : direction == 3 || direction == 4 || direction == 5 ? -1
                                                                           : 0;
    const int32_t y = direction >= 1 && direction <= 3 ? h : direction >= 5 ? -1 : 0;
    const bool is_corner = (direction & 1) != 0;
    const bool is_upright = direction == 0 || direction == 4;
    return (frame_part){costs + wendi_tile_index(shape, x, y),
                        is_corner    ? 1
                        : is_upright ? h
                                     : w,
                        is_upright ? shape->stride : 1};
}

static bool frame_part_is(const frame_part *p, uint8_t cost)
{
    for (int32_t i = 0; i < p->count; ++i) {
        if (p->first[i * p->step] != cost) {
            return false;
        }
    }
    return true;
}

bool wendi_cost_tile_is_uniform(const wendi_tile_shape *shape, const uint8_t *costs)
{
    const uint8_t *first = costs + wendi_tile_index(shape, 0, 0);
    for (int32_t y = 0; y < shape->height; ++y) {
        const uint8_t *row = first + y * shape->stride;
        if (row[0] != *first || memcmp(row, row + 1, (size_t)shape->width - 1) != 0) {
            return false;
        }
    }
    return true;
}

wendi_uniform_tile wendi_uniform_tile_of(const wendi_tile_shape *shape, const uint8_t *costs)
{
    const wendi_uniform_tile none = {0, 0};
    if (!wendi_cost_tile_is_uniform(shape, costs)) {
        return none;
    }
    const uint8_t cost = costs[wendi_tile_index(shape, 0, 0)];
    uint32_t around = 0;
    for (int32_t direction = 0; direction < 8; ++direction) {
        const frame_part p = frame_part_of(shape, costs, direction);
        if (!frame_part_is(&p, *p.first) || (*p.first != cost && *p.first != WENDI_TILE_WALL)) {
            return none;
        }
        around |= (uint32_t)(*p.first != WENDI_TILE_WALL) << direction;
    }
    return (wendi_uniform_tile){cost, (uint8_t)around};
}

void wendi_uniform_tile_fill(const wendi_tile_shape *shape, wendi_uniform_tile face, uint8_t *costs)
{
    memset(costs, WENDI_TILE_WALL, (size_t)shape->count);
    for (int32_t y = -1; y <= shape->height; ++y) {
        for (int32_t x = -1; x <= shape->width; ++x) {
            const int32_t column = x < 0 ? 0 : x < shape->width ? 1 : 2;
            const int32_t row = y < 0 ? 0 : y < shape->height ? 1 : 2;
            static const uint8_t bits[3][3] = {{5, 6, 7}, {4, 8, 0}, {3, 2, 1}};
            const uint32_t parts = face.around | 1u << 8;
            if ((parts >> bits[row][column] & 1) != 0) {
                costs[wendi_tile_index(shape, x, y)] = face.cost;
            }
        }
    }
}

bool wendi_cost_tile_same_inside(const wendi_tile_shape *shape, const uint8_t *a, const uint8_t *b)
{
    for (int32_t y = 0; y < shape->height; ++y) {
        const int32_t first = wendi_tile_index(shape, 0, y);
        if (memcmp(a + first, b + first, (size_t)shape->width) != 0) {
            return false;
        }
    }
    return true;
}

const uint8_t *wendi_portal_graph_costs(const wendi_portal_graph *graph, uint32_t sector)
{
    const uint32_t entry = graph->entries[sector];
    if ((entry & WENDI_ENTRY_OWN) != 0) {
        return wendi_own_tile_costs(graph, entry & ~WENDI_ENTRY_OWN);
    }
    return wendi_shared_tile_costs(graph, entry - 1);
}

/* ---- uniform sectors among uniform ones ---- */

static void read_column(wendi_sector_neighbourhood *neighbourhood, const wendi_portal_graph *graph,
                        int32_t column)
{
    const wendi_sector_map_floor *at = &graph->map->floors[neighbourhood->floor];
    const int32_t x = neighbourhood->column + column - 1;
    uint8_t *costs = neighbourhood->costs[column];
    memset(costs, WENDI_TILE_WALL, sizeof neighbourhood->costs[column]);
    if (x >= 0 && x < at->sectors_x) {
        const int32_t top = neighbourhood->row > 0 ? 0 : 1;
        const int32_t rows = (neighbourhood->row + 1 < at->sectors_y ? 3 : 2) - top;
        const int32_t first = (neighbourhood->row + top - 1) * at->sectors_x + x;
        wendi_agent_grid_uniform_costs(&graph->floors[neighbourhood->floor].ground, (uint32_t)first,
                                       (uint32_t)at->sectors_x, (uint32_t)rows, costs + top);
    }
    neighbourhood->columns[column] = costs[0] == costs[1] && costs[1] == costs[2] ? costs[0] : 0;
}

void wendi_sector_neighbourhood_move(wendi_sector_neighbourhood *neighbourhood,
                                     const wendi_portal_graph *graph,
                                     const wendi_sector_bounds *bounds)
{
    const bool moves_on = neighbourhood->column >= 0 && neighbourhood->floor == bounds->floor &&
                          neighbourhood->row == bounds->row &&
                          neighbourhood->column + 1 == bounds->column;
    neighbourhood->floor = bounds->floor;
    neighbourhood->column = bounds->column;
    neighbourhood->row = bounds->row;
    if (moves_on) {
        memmove(neighbourhood->costs[0], neighbourhood->costs[1],
                2 * sizeof neighbourhood->costs[0]);
        memmove(neighbourhood->columns, neighbourhood->columns + 1,
                2 * sizeof neighbourhood->columns[0]);
    } else {
        read_column(neighbourhood, graph, 0);
        read_column(neighbourhood, graph, 1);
    }
    read_column(neighbourhood, graph, 2);
}

/* For neighbourhoods of more than one cost. */
static wendi_uniform_tile mixed_face(const wendi_sector_neighbourhood *neighbourhood)
{
    static const uint8_t columns[8] = {2, 2, 1, 0, 0, 0, 1, 2};
    static const uint8_t rows[8] = {1, 2, 2, 2, 1, 0, 0, 0};
    const uint8_t cost = neighbourhood->costs[1][1];
    uint32_t around = 0;
    for (int32_t d = 0; d < 8; ++d) {
        const uint8_t other = neighbourhood->costs[columns[d]][rows[d]];
        if (other != cost && other != WENDI_TILE_WALL) {
            return (wendi_uniform_tile){0, 0};
        }
        around |= (uint32_t)(other != WENDI_TILE_WALL) << d;
    }
    return (wendi_uniform_tile){cost, (uint8_t)around};
}

wendi_uniform_tile
wendi_sector_neighbourhood_uniform_tile(const wendi_sector_neighbourhood *neighbourhood)
{
    const uint8_t cost = neighbourhood->columns[1];
    if (cost != neighbourhood->columns[0] || cost != neighbourhood->columns[2] || cost == 0) {
        return mixed_face(neighbourhood);
    }
    return (wendi_uniform_tile){cost, cost == WENDI_TILE_WALL ? 0 : WENDI_FRAME_ALL};
}
