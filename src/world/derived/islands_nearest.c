/* Finds, of all cells that an agent can reach, the one nearest to its goal in a straight line.
 * Cost: visits each tile that is no farther than the answer, ring by ring around the goal.
 *
 * Distances are compared squared, in whole numbers. Hexes in rows: a cell is half a width farther
 * for each half column, and rows are sqrt(3) / 2 apart, so that 4 d^2 = dx^2 + 3 dy^2 with dx in
 * halves of columns. On a map that wraps the goal is looked at from all its images. */
#include "world/derived/islands.h"

enum { SIDE = WENDI_ISLAND_TILE_SIDE };

typedef enum metric { METRIC_SQUARES, METRIC_ROWS, METRIC_COLUMNS } metric;

typedef struct nearest_reachable {
    const wend_islands *islands;
    metric kind;
    wend_hex_layout layout;
    uint32_t home;
    int32_t x, y; /* The goal, or an image of it outside of the map. */
    uint32_t goal_moved;
    uint64_t best;
    wend_node node;
} nearest_reachable;

static uint64_t square(int64_t a)
{
    return (uint64_t)(a * a);
}

/* Squared distance from distances in columns and rows, with the half columns of hexes. */
static uint64_t measure(metric kind, int64_t dx, int64_t dy, int64_t halves)
{
    switch (kind) {
    case METRIC_ROWS:
        return square(2 * dx + halves) + 3 * square(dy);
    case METRIC_COLUMNS:
        return square(2 * dy + halves) + 3 * square(dx);
    case METRIC_SQUARES:
        break;
    }
    return square(dx) + square(dy);
}

/* Lower bound for cells at least so far away in columns and rows: half columns may shorten it. */
static uint64_t measure_least(metric kind, int64_t dx, int64_t dy)
{
    const int64_t along = kind == METRIC_COLUMNS ? dy : dx;
    return measure(kind, dx, dy, along > 0 ? -1 : 0);
}

static void visit_cell(nearest_reachable *l, int32_t x, int32_t y)
{
    const int64_t halves = l->kind == METRIC_SQUARES
                               ? 0
                               : (int64_t)wendi_hex_is_shifted(l->layout, x, y) - l->goal_moved;
    const uint64_t distance = measure(l->kind, (int64_t)x - l->x, (int64_t)y - l->y, halves);
    const wend_node node = (wend_node)y * (wend_node)l->islands->tiling.width + (wend_node)x;
    if (distance < l->best || (distance == l->best && node < l->node)) {
        l->best = distance;
        l->node = node;
    }
}

static bool is_reachable(const nearest_reachable *l, uint32_t component)
{
    const uint32_t island = wendi_island_of_component(&l->islands->map, component);
    return island == l->home || wendi_island_links_connect(&l->islands->links, l->home, island);
}

static int32_t gap(int32_t at, int32_t low)
{
    if (at < low) {
        return low - at;
    }
    return at >= low + SIDE ? at - (low + SIDE - 1) : 0;
}

static void visit_tile(nearest_reachable *l, int32_t tile_x, int32_t tile_y)
{
    const int32_t x = tile_x * SIDE;
    const int32_t y = tile_y * SIDE;
    if (measure_least(l->kind, gap(l->x, x), gap(l->y, y)) > l->best) {
        return;
    }
    const wendi_tile_component *components = l->islands->map.components;
    uint32_t component =
        wendi_island_tile_at(&l->islands->tiling, (uint32_t)tile_x, (uint32_t)tile_y);
    do {
        uint64_t cells = components[component].cells;
        if (cells != 0 && is_reachable(l, component)) {
            for (; cells != 0; cells &= cells - 1) {
                const int32_t bit = (int32_t)wendi_ctz64(cells);
                visit_cell(l, x + bit % SIDE, y + bit / SIDE);
            }
        }
        component = components[component].next;
    } while (component != 0);
}

static int32_t at_least(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t at_most(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static void visit_row(nearest_reachable *l, int32_t tile_y, int32_t low, int32_t high)
{
    const int32_t last = (int32_t)l->islands->tiling.tiles_x - 1;
    if (tile_y < 0 || tile_y >= (int32_t)l->islands->tiling.tiles_y) {
        return;
    }
    for (int32_t x = at_least(low, 0); x <= at_most(high, last); ++x) {
        visit_tile(l, x, tile_y);
    }
}

static void visit_column(nearest_reachable *l, int32_t tile_x, int32_t low, int32_t high)
{
    const int32_t last = (int32_t)l->islands->tiling.tiles_y - 1;
    if (tile_x < 0 || tile_x >= (int32_t)l->islands->tiling.tiles_x) {
        return;
    }
    for (int32_t y = at_least(low, 0); y <= at_most(high, last); ++y) {
        visit_tile(l, tile_x, y);
    }
}

/* Lower bound for the cells of a ring of tiles. */
static uint64_t ring_least(metric kind, int32_t radius)
{
    const int64_t away = radius == 0 ? 0 : (int64_t)(radius - 1) * SIDE + 1;
    const uint64_t x = measure_least(kind, away, 0);
    const uint64_t y = measure_least(kind, 0, away);
    return x < y ? x : y;
}

/* Rings of tiles from the first one that contains a tile of the map. */
static void visit_image(nearest_reachable *l, int32_t x, int32_t y)
{
    const int32_t last_x = (int32_t)l->islands->tiling.tiles_x - 1;
    const int32_t last_y = (int32_t)l->islands->tiling.tiles_y - 1;
    l->x = x;
    l->y = y;
    const int32_t tile_x = x < 0 ? -((SIDE - 1 - x) / SIDE) : x / SIDE;
    const int32_t tile_y = y < 0 ? -((SIDE - 1 - y) / SIDE) : y / SIDE;
    const int32_t near_x = at_least(at_least(-tile_x, tile_x - last_x), 0);
    const int32_t near_y = at_least(at_least(-tile_y, tile_y - last_y), 0);
    const int32_t far_x = at_least(tile_x, last_x - tile_x);
    const int32_t far_y = at_least(tile_y, last_y - tile_y);
    for (int32_t radius = at_least(near_x, near_y);
         radius <= at_least(far_x, far_y) && ring_least(l->kind, radius) <= l->best; ++radius) {
        visit_row(l, tile_y - radius, tile_x - radius, tile_x + radius);
        if (radius > 0) {
            visit_column(l, tile_x - radius, tile_y - radius + 1, tile_y + radius - 1);
            visit_column(l, tile_x + radius, tile_y - radius + 1, tile_y + radius - 1);
            visit_row(l, tile_y + radius, tile_x - radius, tile_x + radius);
        }
    }
}

static metric metric_of(const wend_grid_info *info)
{
    if (info->neighbours != WEND_NEIGHBOURS_6) {
        return METRIC_SQUARES;
    }
    return wendi_hex_is_rows(info->hex_layout) ? METRIC_ROWS : METRIC_COLUMNS;
}

static void try_images(nearest_reachable *l, int32_t x, int32_t y)
{
    const wendi_island_tiling *tiling = &l->islands->tiling;
    const int32_t wide = (tiling->wrap & WEND_WRAP_X) != 0 ? 1 : 0;
    const int32_t high = (tiling->wrap & WEND_WRAP_Y) != 0 ? 1 : 0;
    visit_image(l, x, y);
    for (int32_t j = -high; j <= high; ++j) {
        for (int32_t i = -wide; i <= wide; ++i) {
            if (i != 0 || j != 0) {
                visit_image(l, x + i * tiling->width, y + j * tiling->height);
            }
        }
    }
}

wend_result wend_islands_nearest(const wend_islands *islands, wend_node from, wend_node goal,
                                 wend_node *nearest)
{
    if (nearest == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *nearest = WEND_NODE_NONE;
    int32_t x;
    int32_t y;
    if (islands == NULL || !wend_grid_cell(islands->agent_grid.grid, from, &x, &y) ||
        !wend_grid_cell(islands->agent_grid.grid, goal, &x, &y)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wend_islands_is_fresh(islands)) {
        return WEND_ERROR_STALE;
    }
    const uint32_t home = wend_islands_at(islands, from);
    if (home == WEND_ISLAND_NONE) {
        return WEND_NO_PATH;
    }
    if (wend_islands_can_reach(islands, from, goal)) {
        *nearest = goal;
        return WEND_OK;
    }
    wend_grid_info info;
    wend_grid_get_info(islands->agent_grid.grid, &info);
    nearest_reachable l = {islands, metric_of(&info), info.hex_layout, home, x, y,
                           0,       UINT64_MAX,       WEND_NODE_NONE};
    l.goal_moved = wendi_hex_is_shifted(info.hex_layout, x, y);
    try_images(&l, x, y);
    *nearest = l.node;
    return WEND_OK;
}
