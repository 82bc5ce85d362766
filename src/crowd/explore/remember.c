/* Depth first exploration of a floor: places at the middles of cells, and whether the disc gets
 * from one to the next. A sweep for each place beside. */
#include "crowd/explore/explorers.h"

#include "base/math/clamp.h"
#include "base/math/floating_point.h"
#include "wend/hex.h"

enum { SIDES_MOST = 6, LATTICE_MIDDLE = 32768 };

/* Part of the distance between places at which one is reached. */
static const double NEAR = 0.1;

/* ---- places: cells of the floor's grid, or of a lattice around the start ---- */

static const wend_grid *grid_of(const wendi_explorer_view *view)
{
    return wendi_obstacles_set_of(&view->crowd->obstacles, view->floor, view->crowd_class)
        ->cells.grid;
}

static uint32_t key_at_start(const wendi_explorer_view *view)
{
    const wend_grid *grid = grid_of(view);
    return grid != NULL ? wend_grid_node_at(grid, view->at)
                        : (uint32_t)LATTICE_MIDDLE << 16 | (uint32_t)LATTICE_MIDDLE;
}

static double spacing_of(const wendi_explorer_view *view)
{
    const wend_grid *grid = grid_of(view);
    wend_grid_info info;
    if (grid == NULL) {
        return view->e->memory_cell > 0 ? view->e->memory_cell : 3 * view->radius;
    }
    wend_grid_get_info(grid, &info);
    return info.cell_size;
}

static wend_vec2 position_of(const wendi_explorer_view *view, uint32_t key)
{
    const wend_grid *grid = grid_of(view);
    if (grid != NULL) {
        return wend_grid_position(grid, key);
    }
    const double spacing = spacing_of(view);
    const int32_t x = (int32_t)(key & 0xFFFF) - LATTICE_MIDDLE;
    const int32_t y = (int32_t)(key >> 16) - LATTICE_MIDDLE;
    return (wend_vec2){view->e->start.x + x * spacing, view->e->start.y + y * spacing};
}

/* The key of a place beside; UINT32_MAX: there is none. */
static uint32_t key_beside(const wendi_explorer_view *view, uint32_t key, uint32_t side)
{
    static const int8_t STEP[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    const wend_grid *grid = grid_of(view);
    wend_grid_info info;
    int32_t x;
    int32_t y;
    if (grid == NULL) {
        x = (int32_t)(key & 0xFFFF) + (side < 4 ? STEP[side][0] : 0);
        y = (int32_t)(key >> 16) + (side < 4 ? STEP[side][1] : 0);
        const bool is_there = side < 4 && x >= 0 && y >= 0 && x <= 0xFFFF && y <= 0xFFFF;
        return is_there ? (uint32_t)y << 16 | (uint32_t)x : UINT32_MAX;
    }
    wend_grid_get_info(grid, &info);
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        return wend_grid_hex_node(grid,
                                  wend_hex_neighbour(wend_grid_hex(grid, key), (int32_t)side));
    }
    if (side >= 4 || !wend_grid_cell(grid, key, &x, &y)) {
        return UINT32_MAX;
    }
    return wend_grid_node(grid, x + STEP[side][0], y + STEP[side][1]);
}

/* ---- exploring ---- */

bool wendi_explorer_reserve_place(const wend_explorers *all, wendi_explorer *e)
{
    if (e->table.count + 1 < e->place_capacity) {
        return true;
    }
    wendi_explorer_place *places = wendi_key_table_grow_with(
        &e->table, e->places, &e->place_capacity, sizeof *e->places, &all->allocator);
    e->places = places != NULL ? places : e->places;
    return places != NULL;
}

static uint32_t add_place(wendi_explorer *e, uint32_t key, uint32_t from)
{
    const uint32_t index =
        wendi_key_table_add(&e->table, wendi_key_table_slot(&e->table, key), key);
    e->places[index] = (wendi_explorer_place){key, from == WENDI_NONE ? index : from};
    return index;
}

/* The next place: the new one nearest to the goal, else back. */
static void choose_place(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    /* The body is a little beside the middle of its place. */
    const wend_vec2 middle = e->place == 0 ? e->start : position_of(view, e->places[e->place].key);
    uint32_t best = UINT32_MAX;
    double least = 0;
    for (uint32_t side = 0; side < SIDES_MOST; ++side) {
        wend_crowd_hit hit;
        const uint32_t key = key_beside(view, e->places[e->place].key, side);
        if (key == UINT32_MAX || wendi_key_table_find(&e->table, key) != UINT32_MAX) {
            continue;
        }
        const wend_vec2 position = position_of(view, key);
        const double left = wend_vec2_distance(position, e->goal);
        if ((best == UINT32_MAX || left < least) &&
            (!wendi_explorer_sweep(view, middle, position, &hit) ||
             !wendi_explorer_sweep(view, view->at, position, &hit))) {
            best = key;
            least = left;
        }
    }
    if (best != UINT32_MAX) {
        e->state = WEND_EXPLORE_STRAIGHT;
        e->target = add_place(e, best, e->place);
        return;
    }
    e->collisions += e->state == WEND_EXPLORE_STRAIGHT;
    const uint32_t from = e->places[e->place].from;
    e->state = from == e->place ? WEND_EXPLORE_NO_PATH : WEND_EXPLORE_BACK;
    e->target = from;
}

wend_vec2 wendi_explorer_remember(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    if (e->table.count == 0) {
        e->place = add_place(e, key_at_start(view), WENDI_NONE);
        e->target = e->place;
    }
    /* The first place is where it began, not the middle of a cell. */
    wend_vec2 target = e->target == 0 ? e->start : position_of(view, e->places[e->target].key);
    const double near = wendi_max(NEAR * spacing_of(view), view->advance);
    if (wend_vec2_distance(view->at, target) <= near) {
        e->place = e->target;
        choose_place(view);
        if (e->state == WEND_EXPLORE_NO_PATH) {
            return (wend_vec2){0, 0};
        }
        target = e->target == 0 ? e->start : position_of(view, e->places[e->target].key);
    }
    return wendi_explorer_slide_to(view, target);
}
