/* sample/cell_lookup.h: the ways into a finished plan that every sample takes, inline.
 *
 *   x, y --> cell --> sector --> look (half a line of cache) --> the cell's bytes
 *
 * Tiles and fields themselves are not touched: they lie far apart, and a crowd over a wide map
 * finds none of them in the cache. */
#ifndef WENDI_FLOW_SAMPLE_CELL_LOOKUP_H
#define WENDI_FLOW_SAMPLE_CELL_LOOKUP_H

#include "base/math/bits.h"
#include "flow/sample/cell.h"

enum { WENDI_SECTOR_FACTOR_BITS = 20 };

/* A point, and the cell that it is in. */
typedef struct wendi_sample_point {
    int32_t x, y;
    double px, py; /* cells from the floor's corner */
} wendi_sample_point;

/** Cells of a length; most maps have cells of one metre, and dividing takes a while. */
static inline double wendi_length_in_cells(double length, double cell_size)
{
    return cell_size < 1.0 || cell_size > 1.0 ? length / cell_size : length;
}

/** As wend_grid_node_at has it. @return inside? (false for NaN) */
static inline bool wendi_sample_point_at(const wendi_sector_map *map, uint32_t floor, double x,
                                         double y, wendi_sample_point *spot)
{
    if (floor >= map->floor_count) {
        return false;
    }
    const wendi_sector_map_floor *on = &map->floors[floor];
    spot->px = wendi_length_in_cells(x - on->origin.x, map->cell_size);
    spot->py = wendi_length_in_cells(y - on->origin.y, map->cell_size);
    if (!(spot->px >= 0.0 && spot->px < (double)on->width && spot->py >= 0.0 &&
          spot->py < (double)on->height)) {
        return false;
    }
    spot->x = (int32_t)spot->px;
    spot->y = (int32_t)spot->py;
    return true;
}

/** Which sector along a side. */
static inline uint32_t wendi_sector_along(const wendi_sector_map *map, int32_t cell)
{
    return ((uint32_t)cell * map->sector_factor) >> WENDI_SECTOR_FACTOR_BITS;
}

/** Directions [cells] of a look that has a field. */
static inline const uint8_t *wendi_plan_tile_view_directions(const wend_flow *flow,
                                                             const wendi_plan_tile_view *look)
{
    return (const uint8_t *)look->block + (flow->fields.values << (look->is_wide ? 2 : 1));
}

/** Reads the cell of the place's tile, which there is. */
static inline void wendi_sample_cell_read(const wend_flow *flow, const wendi_plan *plan,
                                          wendi_sample_cell *place)
{
    const wendi_plan_tile_view *look = &plan->looks[place->tile];
    place->look = look;
    place->of = &plan->tiles[place->tile];
    place->sight = look->is_lit ? WENDI_FLOW_VISIBLE : 0;
    if (look->flags != NULL) {
        place->sight = look->flags[place->at];
    }
    if (look->block != NULL) {
        place->field = &flow->fields.items[look->field];
        place->flow = wendi_plan_tile_view_directions(flow, look)[place->at];
        return;
    }
    place->field = NULL;
    place->flow = look->field == WENDI_FIELD_VISIBLE
                      ? WENDI_FLOW_NONE | WENDI_FLOW_PATHABLE | WENDI_FLOW_ROOM
                      : WENDI_FLOW_NONE;
}

/** Where a cell that lies inside is in its sector. */
static inline void wendi_sample_cell_locate(const wendi_sector_map *map, uint32_t floor, int32_t x,
                                            int32_t y, wendi_sample_cell *place)
{
    const wendi_sector_map_floor *on = &map->floors[floor];
    const uint32_t column = wendi_sector_along(map, x);
    const uint32_t row = wendi_sector_along(map, y);
    place->floor = floor;
    place->x = x;
    place->y = y;
    place->sector = on->first_sector + row * (uint32_t)on->sectors_x + column;
    place->left = (int32_t)column * map->sector_size;
    place->top = (int32_t)row * map->sector_size;
    const int32_t right = on->width - place->left;
    const int32_t below = on->height - place->top;
    place->width = right < map->sector_size ? right : map->sector_size;
    place->height = below < map->sector_size ? below : map->sector_size;
    place->at = (uint32_t)((y - place->top) * place->width + x - place->left);
}

/** Of a cell that no tile is for. */
static inline void wendi_sample_cell_clear(wendi_sample_cell *place)
{
    place->of = NULL;
    place->look = NULL;
    place->field = NULL;
    place->flow = WENDI_FLOW_NONE;
    place->sight = 0;
}

/* The eight directions, length 1. */
#define WENDI_ROOT_HALF 0.70710678118654752
static const wend_vec2 wendi_flow_vectors[8] = {{1.0, 0.0},  {WENDI_ROOT_HALF, WENDI_ROOT_HALF},
                                                {0.0, 1.0},  {-WENDI_ROOT_HALF, WENDI_ROOT_HALF},
                                                {-1.0, 0.0}, {-WENDI_ROOT_HALF, -WENDI_ROOT_HALF},
                                                {0.0, -1.0}, {WENDI_ROOT_HALF, -WENDI_ROOT_HALF}};

/** Does the first of a sector's tiles leave a cell to those after it? */
static inline bool wendi_sample_cell_is_undecided(const wendi_sample_cell *place)
{
    return wendi_sample_cell_direction(place) == WENDI_FLOW_NONE &&
           !wendi_sample_cell_is_visible(place);
}

/** Reads the cell of the first tile that says something, for a place that is laid and has its
 * sector's first tile. */
static inline void wendi_sample_cell_read_first(const wend_flow *flow, const wendi_plan *plan,
                                                wendi_sample_cell *place)
{
    if (place->tile == WENDI_TILE_NONE) {
        wendi_sample_cell_clear(place);
        return;
    }
    wendi_sample_cell_read(flow, plan, place);
    if (wendi_sample_cell_is_undecided(place) && place->of->next != WENDI_TILE_NONE) {
        wendi_sample_cell_read_next(flow, plan, place);
    }
}

/** As wendi_sample_cell_at, of a cell that lies inside. */
static inline void wendi_sample_cell_look_up(const wend_flow *flow, const wendi_plan *plan,
                                             uint32_t floor, int32_t x, int32_t y,
                                             wendi_sample_cell *place)
{
    wendi_sample_cell_locate(&flow->map, floor, x, y, place);
    place->tile = wendi_plan_find_tile(plan, place->sector);
    wendi_sample_cell_read_first(flow, plan, place);
}

/** Calls for what will be read of a cell: direction, sight, D. */
static inline void wendi_sample_cell_prefetch(const wend_flow *flow,
                                              const wendi_plan_tile_view *look,
                                              const wendi_sample_cell *place)
{
    if (look->block != NULL) {
        const wendi_tile_shape shape = wendi_tile_shape_of(place->width, place->height);
        const int32_t at = wendi_tile_index(&shape, place->x - place->left, place->y - place->top);
        const uint8_t *d = look->block;
        wendi_prefetch(wendi_plan_tile_view_directions(flow, look) + place->at);
        wendi_prefetch(d + ((size_t)at << (look->is_wide ? 2 : 1)));
    }
    if (look->flags != NULL) {
        wendi_prefetch(look->flags + place->at);
    }
}

/** Are all four cells around a point, of which the first one is given, in the place's tile, and
 * do they say the same, with no light in them? */
static inline bool wendi_sample_cells_are_uniform(const uint8_t *cells, const uint8_t *flags,
                                                  uint32_t at, uint32_t width)
{
    const uint32_t differ =
        (uint32_t)((cells[at] ^ cells[at + 1]) | (cells[at] ^ cells[at + width]) |
                   (cells[at] ^ cells[at + width + 1]));
    if ((differ & WENDI_FLOW_DIRECTION_MASK) != 0) {
        return false;
    }
    const uint32_t light =
        flags == NULL
            ? 0
            : (uint32_t)(flags[at] | flags[at + 1] | flags[at + width] | flags[at + width + 1]);
    return (light & WENDI_FLOW_VISIBLE) == 0;
}

/** What wendi_sample_cell_blend comes to where nothing needs to be blended: the cells around the
 * point lead the same way, and that leads on inside of the tile. @return false: ask it. */
static inline bool wendi_sample_cell_blend_uniform(const wend_flow *flow,
                                                   const wendi_sample_cell *place,
                                                   uint32_t direction, double px, double py,
                                                   wend_vec2 *to)
{
    const int32_t column = place->x - place->left;
    const int32_t row = place->y - place->top;
    const int32_t left = column - (px - (double)place->x < 0.5 ? 1 : 0);
    const int32_t above = row - (py - (double)place->y < 0.5 ? 1 : 0);
    const uint32_t width = (uint32_t)place->width, height = (uint32_t)place->height;
    const bool is_inside = (uint32_t)left < width - 1 && (uint32_t)above < height - 1 &&
                           (uint32_t)(column + wendi_flow_dx[direction]) < width &&
                           (uint32_t)(row + wendi_flow_dy[direction]) < height;
    if (!is_inside || (place->flow & WENDI_FLOW_ROOM) == 0 || flow->has_angles ||
        flow->integration == WEND_FLOW_EIKONAL) {
        return false;
    }
    const uint32_t at = (uint32_t)above * width + (uint32_t)left;
    if (!wendi_sample_cells_are_uniform(wendi_plan_tile_view_directions(flow, place->look),
                                        place->look->flags, at, width)) {
        return false;
    }
    *to = wendi_flow_vectors[direction];
    return true;
}

#endif
