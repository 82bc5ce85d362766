/* Tiles of 8 x 8 cells: which cells are neighbours, within a tile and beyond its border, and
 * reading their open cells.
 * Cost: some shifts a step; reading takes 1 ns a cell. */
#include "world/derived/islands.h"

#include <string.h>

enum { SIDE = WENDI_ISLAND_TILE_SIDE };

static const uint64_t COLUMN_FIRST = WENDI_ISLAND_TILE_COLUMN;
static const uint64_t COLUMN_LAST = WENDI_ISLAND_TILE_COLUMN << (SIDE - 1);

/* ---- neighbours ---- */

/* Cells whose row (or column) is moved by half a cell; tiles are even, so all are alike. */
static uint64_t moved_cells(wend_hex_layout layout)
{
    uint64_t moved = 0;
    for (int32_t k = 0; k < SIDE * SIDE; ++k) {
        moved |= (uint64_t)wendi_hex_is_shifted(layout, k % SIDE, k / SIDE) << k;
    }
    return moved;
}

wendi_island_tiling wendi_island_tiling_of(const wend_grid *grid, bool is_disc)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    wendi_island_tiling tiling;
    memset(&tiling, 0, sizeof tiling);
    tiling.width = info.width;
    tiling.height = info.height;
    tiling.tiles_x = (uint32_t)(info.width + SIDE - 1) / SIDE;
    tiling.tiles_y = (uint32_t)(info.height + SIDE - 1) / SIDE;
    tiling.stride = tiling.tiles_x + 2;
    tiling.tile_count = tiling.stride * (tiling.tiles_y + 2);
    tiling.wrap = info.wrap;
    const bool is_loose =
        info.neighbours == WEND_NEIGHBOURS_8 && info.corner_rule == WEND_CORNER_ALWAYS && !is_disc;
    tiling.has_diagonals = is_loose || info.neighbours == WEND_NEIGHBOURS_6;
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        const wend_hex_layout layout = info.hex_layout;
        const bool is_rows = wendi_hex_is_rows(layout);
        const uint64_t moved = moved_cells(layout);
        for (uint32_t hex = 0; hex < 6; ++hex) {
            tiling.from[wendi_hex_to_eight(is_rows, 0, hex)] |= ~moved;
            tiling.from[wendi_hex_to_eight(is_rows, 1, hex)] |= moved;
        }
    } else {
        /* Where a diagonal step needs an open cell beside it, its ends are connected without
         * it. */
        for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
            tiling.from[d] = d % 2 == 0 || is_loose ? UINT64_MAX : 0;
        }
    }
    return tiling;
}

/* ---- within a tile ---- */

static uint64_t grow_straight(uint64_t cells)
{
    return cells | cells << SIDE | cells >> SIDE | (cells & ~COLUMN_LAST) << 1 |
           (cells & ~COLUMN_FIRST) >> 1;
}

/* Hexes have their four straight neighbours too, see cells/directions.h. */
static uint64_t grow_all(const wendi_island_tiling *tiling, uint64_t cells)
{
    const uint64_t *from = tiling->from;
    const uint64_t east = cells & ~COLUMN_LAST;
    const uint64_t west = cells & ~COLUMN_FIRST;
    uint64_t grown = grow_straight(cells);
    grown |= (east & from[WENDI_NORTH_EAST]) >> (SIDE - 1);
    grown |= (east & from[WENDI_SOUTH_EAST]) << (SIDE + 1);
    grown |= (west & from[WENDI_SOUTH_WEST]) << (SIDE - 1);
    return grown | (west & from[WENDI_NORTH_WEST]) >> (SIDE + 1);
}

uint64_t wendi_island_tile_dilate(const wendi_island_tiling *tiling, uint64_t cells)
{
    return tiling->has_diagonals ? grow_all(tiling, cells) : grow_straight(cells);
}

uint64_t wendi_island_tile_flood(const wendi_island_tiling *tiling, uint64_t cells, uint64_t seed)
{
    uint64_t reached = seed;
    uint64_t before;
    if (tiling->has_diagonals) {
        do {
            before = reached;
            reached = grow_all(tiling, reached) & cells;
        } while (reached != before);
        return reached;
    }
    do {
        before = reached;
        reached = grow_straight(reached) & cells;
        reached = grow_straight(reached) & cells;
    } while (reached != before);
    return reached;
}

/* ---- reading ---- */

/* Bit k: costs[k] is not a wall. */
static uint64_t open_of_eight(const uint8_t *costs)
{
    const uint64_t low7 = UINT64_C(0x7f7f7f7f7f7f7f7f);
    const uint64_t apart = ~wendi_load_u64(costs); /* 0 in bytes of walls */
    const uint64_t flags = (((apart & low7) + low7) | apart) >> 7 & COLUMN_FIRST;
    return flags * UINT64_C(0x0102040810204080) >> 56;
}

/* As many adjacent tiles as the buffer holds. */
enum { READ_TILES = 64 };

static void read_cells(const wendi_island_tiling *tiling, const wendi_agent_grid *agent_grid,
                       int32_t x, int32_t y, uint32_t count, uint64_t *cells)
{
    uint8_t costs[READ_TILES * SIDE];
    const int32_t left = tiling->width - x;
    const int32_t wide = (int32_t)count * SIDE;
    const int32_t there = left < wide ? left : wide;
    memset(cells, 0, count * sizeof *cells);
    memset(costs + there, WEND_COST_WALL, (size_t)(wide - there));
    for (int32_t row = 0; row < SIDE && y + row < tiling->height; ++row) {
        wendi_agent_grid_copy_row(agent_grid, x, y + row, there, costs);
        for (uint32_t i = 0; i < count; ++i) {
            cells[i] |= open_of_eight(costs + (size_t)i * SIDE) << (row * SIDE);
        }
    }
}

void wendi_island_tiles_read(const wendi_island_tiling *tiling, const wendi_agent_grid *agent_grid,
                             uint32_t tile_x, uint32_t tile_y, uint32_t count, uint64_t *cells)
{
    for (uint32_t done = 0; done < count; done += READ_TILES) {
        const uint32_t component = count - done < READ_TILES ? count - done : READ_TILES;
        read_cells(tiling, agent_grid, (int32_t)(tile_x + done) * SIDE, (int32_t)tile_y * SIDE,
                   component, cells + done);
    }
}

/* ---- between tiles ---- */

/* The tiles around a tile: offsets of their numbers, and their last columns and rows. Numbers of
 * tiles are added modulo 2^32. */
typedef struct tile_surroundings {
    uint32_t west, east, north, south;
    uint32_t last_x, last_y;  /* Of this tile. */
    uint32_t west_x, north_y; /* Of the tiles there. */
} tile_surroundings;

static uint32_t last_along(int32_t side, uint32_t tile)
{
    const uint32_t left = (uint32_t)side - 1 - tile * SIDE;
    return left < SIDE - 1 ? left : SIDE - 1;
}

static tile_surroundings surroundings_of(const wendi_island_tiling *tiling, uint32_t tile)
{
    const uint32_t stride = tiling->stride;
    tile_surroundings at = {0u - 1u,  1,        0u - stride, stride,
                            SIDE - 1, SIDE - 1, SIDE - 1,    SIDE - 1};
    if (tiling->wrap == WEND_WRAP_NONE) {
        return at; /* Beyond the border of the map lies the frame. */
    }
    const uint32_t y = tile / stride - 1;
    const uint32_t x = tile % stride - 1;
    at.last_x = last_along(tiling->width, x);
    at.last_y = last_along(tiling->height, y);
    if ((tiling->wrap & WEND_WRAP_X) != 0 && x == 0) {
        at.west = tiling->tiles_x - 1;
        at.west_x = last_along(tiling->width, tiling->tiles_x - 1);
    }
    if ((tiling->wrap & WEND_WRAP_X) != 0 && x == tiling->tiles_x - 1) {
        at.east = 0u - (tiling->tiles_x - 1);
    }
    if ((tiling->wrap & WEND_WRAP_Y) != 0 && y == 0) {
        at.north = (tiling->tiles_y - 1) * stride;
        at.north_y = last_along(tiling->height, tiling->tiles_y - 1);
    }
    if ((tiling->wrap & WEND_WRAP_Y) != 0 && y == tiling->tiles_y - 1) {
        at.south = 0u - (tiling->tiles_y - 1) * stride;
    }
    return at;
}

uint32_t wendi_island_tile_neighbour(const wendi_island_tiling *tiling, uint32_t tile, int32_t dx,
                                     int32_t dy)
{
    const tile_surroundings at = surroundings_of(tiling, tile);
    const uint32_t x = dx < 0 ? at.west : dx > 0 ? at.east : 0;
    const uint32_t y = dy < 0 ? at.north : dy > 0 ? at.south : 0;
    return tile + x + y;
}

/* Adds the components of a tile that hold any of these cells. */
static uint32_t add_components(const wendi_tile_component *components, uint32_t tile,
                               uint64_t cells, uint32_t *touched, uint32_t count)
{
    if (cells == 0) {
        return count;
    }
    uint32_t component = tile;
    do {
        if ((components[component].cells & cells) != 0) {
            touched[count++] = component;
        }
        component = components[component].next;
    } while (component != 0);
    return count;
}

static uint32_t touched_straight(const wendi_tile_component *components,
                                 const tile_surroundings *at, uint32_t tile, uint64_t cells,
                                 uint32_t *touched)
{
    const uint64_t row = WENDI_ISLAND_TILE_ROW;
    uint32_t count = 0;
    count = add_components(components, tile + at->north, (cells & row) << (SIDE * at->north_y),
                           touched, 0);
    count = add_components(components, tile + at->west, (cells & COLUMN_FIRST) << at->west_x,
                           touched, count);
    count = add_components(components, tile + at->east, cells >> at->last_x & COLUMN_FIRST, touched,
                           count);
    return add_components(components, tile + at->south, cells >> (SIDE * at->last_y) & row, touched,
                          count);
}

/* Cells of an adjacent column touched by cells of column x, both shifted to column 0. */
static uint64_t beside_column(const uint64_t *from, uint64_t cells, uint32_t x, uint32_t straight,
                              uint32_t north, uint32_t south)
{
    return ((cells & from[straight]) >> x & COLUMN_FIRST) |
           ((cells & from[north]) >> x & COLUMN_FIRST) >> SIDE |
           ((cells & from[south]) >> x & COLUMN_FIRST) << SIDE;
}

/* Cells of an adjacent row touched by cells of row y, both shifted to row 0. */
static uint64_t beside_row(const uint64_t *from, uint64_t cells, uint32_t y, uint32_t straight,
                           uint32_t west, uint32_t east)
{
    const uint64_t row = WENDI_ISLAND_TILE_ROW;
    const uint32_t shift = y * SIDE;
    return ((cells & from[straight]) >> shift & row) | ((cells & from[west]) >> shift & row) >> 1 |
           (((cells & from[east]) >> shift & row) << 1 & row);
}

/* 1 if a cell is among those that have a neighbour in the direction. */
static uint64_t has_corner(const uint64_t *from, uint64_t cells, uint32_t x, uint32_t y,
                           uint32_t direction)
{
    return (cells & from[direction]) >> (y * SIDE + x) & 1;
}

static uint32_t touched_corners(const uint64_t *from, const wendi_tile_component *components,
                                const tile_surroundings *at, uint32_t tile, uint64_t cells,
                                uint32_t *touched, uint32_t count)
{
    const uint32_t x = at->last_x;
    const uint32_t y = at->last_y;
    const uint32_t north = tile + at->north;
    const uint32_t south = tile + at->south;
    const uint32_t far_row = SIDE * at->north_y;
    count = add_components(
        components, north + at->west,
        has_corner(from, cells, 0, 0, WENDI_NORTH_WEST) << (far_row + at->west_x), touched, count);
    count =
        add_components(components, north + at->east,
                       has_corner(from, cells, x, 0, WENDI_NORTH_EAST) << far_row, touched, count);
    count = add_components(components, south + at->west,
                           has_corner(from, cells, 0, y, WENDI_SOUTH_WEST) << at->west_x, touched,
                           count);
    return add_components(components, south + at->east,
                          has_corner(from, cells, x, y, WENDI_SOUTH_EAST), touched, count);
}

static uint32_t touched_all(const uint64_t *from, const wendi_tile_component *components,
                            const tile_surroundings *at, uint32_t tile, uint64_t cells,
                            uint32_t *touched)
{
    const uint64_t north =
        beside_row(from, cells, 0, WENDI_NORTH, WENDI_NORTH_WEST, WENDI_NORTH_EAST);
    const uint64_t south =
        beside_row(from, cells, at->last_y, WENDI_SOUTH, WENDI_SOUTH_WEST, WENDI_SOUTH_EAST);
    const uint64_t west =
        beside_column(from, cells, 0, WENDI_WEST, WENDI_NORTH_WEST, WENDI_SOUTH_WEST);
    const uint64_t east =
        beside_column(from, cells, at->last_x, WENDI_EAST, WENDI_NORTH_EAST, WENDI_SOUTH_EAST);
    uint32_t count = 0;
    count =
        add_components(components, tile + at->north, north << (SIDE * at->north_y), touched, count);
    count = add_components(components, tile + at->west, west << at->west_x, touched, count);
    count = add_components(components, tile + at->east, east, touched, count);
    count = add_components(components, tile + at->south, south, touched, count);
    return touched_corners(from, components, at, tile, cells, touched, count);
}

uint32_t wendi_island_tile_touched(const wendi_island_tiling *tiling,
                                   const wendi_tile_component *components, uint32_t tile,
                                   uint64_t cells, uint32_t *touched)
{
    const tile_surroundings at = surroundings_of(tiling, tile);
    if (tiling->has_diagonals) {
        return touched_all(tiling->from, components, &at, tile, cells, touched);
    }
    return touched_straight(components, &at, tile, cells, touched);
}
