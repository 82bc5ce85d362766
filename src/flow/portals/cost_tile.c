/* takes: the grids as a class sees them.
 * gives: framed tiles, and whether a tile is made of uniform parts.
 * cost:  copying rows; uniform sectors among uniform ones are known without. */
#include "flow/portals/portal_graph_private.h"

#include <string.h>

/* ---- reading ---- */

void wendi_portal_graph_read_costs(const wendi_portal_graph *portals,
                                   const wendi_sector_bounds *place, const wendi_tile_shape *shape,
                                   uint8_t *costs)
{
    const wendi_sector_map_floor *floor = &portals->map->floors[place->floor];
    const wendi_agent_grid *ground = &portals->floors[place->floor].ground;
    const int32_t left = place->x > 0 ? 1 : 0;
    const int32_t right = place->x + place->width < floor->width ? 1 : 0;
    const int32_t above = place->y > 0 ? 1 : 0;
    const int32_t below = place->y + place->height < floor->height ? 1 : 0;
    memset(costs, WENDI_TILE_WALL, (size_t)shape->count);
    for (int32_t y = -above; y < place->height + below; ++y) {
        wendi_agent_grid_copy_row(ground, place->x - left, place->y + y,
                                  left + place->width + right,
                                  costs + wendi_tile_index(shape, -left, y));
    }
}

/* ---- uniform parts ---- */

/* Width and height of the parts of a frame by direction: sides are as long as the tile. */
typedef struct part {
    const uint8_t *first;
    int32_t count, step;
} part;

static part part_of(const wendi_tile_shape *shape, const uint8_t *costs, int32_t direction)
{
    const int32_t w = shape->width;
    const int32_t h = shape->height;
    const int32_t x = direction == 0 || direction == 1 || direction == 7   ? w
                      : direction == 3 || direction == 4 || direction == 5 ? -1
                                                                           : 0;
    const int32_t y = direction >= 1 && direction <= 3 ? h : direction >= 5 ? -1 : 0;
    const bool is_corner = (direction & 1) != 0;
    const bool is_upright = direction == 0 || direction == 4;
    return (part){costs + wendi_tile_index(shape, x, y),
                  is_corner    ? 1
                  : is_upright ? h
                               : w,
                  is_upright ? shape->stride : 1};
}

static bool part_is(const part *p, uint8_t cost)
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
        const part p = part_of(shape, costs, direction);
        if (!part_is(&p, *p.first) || (*p.first != cost && *p.first != WENDI_TILE_WALL)) {
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

const uint8_t *wendi_portal_graph_costs(const wendi_portal_graph *portals, uint32_t sector)
{
    const uint32_t entry = portals->entries[sector];
    if ((entry & WENDI_ENTRY_OWN) != 0) {
        return wendi_own_tile_costs(portals, entry & ~WENDI_ENTRY_OWN);
    }
    return wendi_shared_tile_costs(portals, entry - 1);
}

/* ---- uniform sectors among uniform ones ---- */

static void look_at_column(wendi_sector_neighbourhood *near, const wendi_portal_graph *portals,
                           int32_t column)
{
    const wendi_sector_map_floor *at = &portals->map->floors[near->floor];
    const int32_t x = near->column + column - 1;
    uint8_t *costs = near->costs[column];
    memset(costs, WENDI_TILE_WALL, sizeof near->costs[column]);
    if (x >= 0 && x < at->sectors_x) {
        const int32_t top = near->row > 0 ? 0 : 1;
        const int32_t rows = (near->row + 1 < at->sectors_y ? 3 : 2) - top;
        const int32_t first = (near->row + top - 1) * at->sectors_x + x;
        wendi_agent_grid_uniform_costs(&portals->floors[near->floor].ground, (uint32_t)first,
                                       (uint32_t)at->sectors_x, (uint32_t)rows, costs + top);
    }
    near->columns[column] = costs[0] == costs[1] && costs[1] == costs[2] ? costs[0] : 0;
}

void wendi_sector_neighbourhood_move(wendi_sector_neighbourhood *near,
                                     const wendi_portal_graph *portals,
                                     const wendi_sector_bounds *place)
{
    const bool moves_on = near->column >= 0 && near->floor == place->floor &&
                          near->row == place->row && near->column + 1 == place->column;
    near->floor = place->floor;
    near->column = place->column;
    near->row = place->row;
    if (moves_on) {
        memmove(near->costs[0], near->costs[1], 2 * sizeof near->costs[0]);
        memmove(near->columns, near->columns + 1, 2 * sizeof near->columns[0]);
    } else {
        look_at_column(near, portals, 0);
        look_at_column(near, portals, 1);
    }
    look_at_column(near, portals, 2);
}

/* Sectors that are not all alike. */
static wendi_uniform_tile mixed_face(const wendi_sector_neighbourhood *near)
{
    static const uint8_t columns[8] = {2, 2, 1, 0, 0, 0, 1, 2};
    static const uint8_t rows[8] = {1, 2, 2, 2, 1, 0, 0, 0};
    const uint8_t cost = near->costs[1][1];
    uint32_t around = 0;
    for (int32_t d = 0; d < 8; ++d) {
        const uint8_t other = near->costs[columns[d]][rows[d]];
        if (other != cost && other != WENDI_TILE_WALL) {
            return (wendi_uniform_tile){0, 0};
        }
        around |= (uint32_t)(other != WENDI_TILE_WALL) << d;
    }
    return (wendi_uniform_tile){cost, (uint8_t)around};
}

wendi_uniform_tile wendi_sector_neighbourhood_uniform_tile(const wendi_sector_neighbourhood *near)
{
    const uint8_t cost = near->columns[1];
    if (cost != near->columns[0] || cost != near->columns[2] || cost == 0) {
        return mixed_face(near);
    }
    return (wendi_uniform_tile){cost, cost == WENDI_TILE_WALL ? 0 : WENDI_FRAME_ALL};
}
