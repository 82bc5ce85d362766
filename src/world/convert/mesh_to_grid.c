/* Makes a grid of squares or hexes of a mesh, cell by cell, under a budget. A cell is open where
 * its centre stands on ground that is flat enough and clear of outer edges.
 * Cost: a look-up in the index for each cell, and for each open one its distance to the walls. */
#include "base/core/budget.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/link.h"
#include "wend/walls.h"
#include "world/cells/directions.h"
#include "world/mesh/store.h"

#include <math.h>
#include <string.h>

static const uint32_t COOKIE = 0x3e5b61d2;

/* Half a cell counts as kept from here on: centres are rounded sums. */
static const double HALF = 0.5 - 0.5 / (1 << 20);

enum { BLOCK_SIDE_MOST = 32 /* of a sector */ };

/* Steps are the cells, block by block and by rows in each, then the links.
 *
 *     +-----+-----+--+   A block is a sector of the grid: its costs are gathered here and written
 *     | 0 1 | 4 5 |8 |   as one edit, so that each sector is laid out once.
 *     | 2 3 | 6 7 |9 |
 *     +-----+-----+--+
 */
struct wend_mesh_raster {
    const wend_mesh *m;
    uint64_t revision; /* of the mesh */
    wend_mesh_grid_def def;
    double clear;    /* least distance of outer edges */
    wend_grid *grid; /* NULL once it was released */
    int32_t width, height, side;
    int32_t block_x, block_y; /* first cell of the current block */
    uint32_t block_done;      /* of its cells */
    uint32_t cells_done, cell_count;
    uint32_t links_done, link_count;
    wend_message error; /* of the last failure */
    uint8_t costs[BLOCK_SIDE_MOST * BLOCK_SIDE_MOST];
};

wend_mesh_grid_def wend_mesh_grid_def_default(void)
{
    wend_mesh_grid_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.max_slope = HUGE_VAL;
    def.low = -HUGE_VAL;
    def.high = HUGE_VAL;
    def.neighbours = WEND_NEIGHBOURS_8;
    return def;
}

/* ---- one cell ---- */

typedef struct mean_plane {
    double x, y, z; /* normal */
} mean_plane;

/* The polygon's mean plane (Newell's method). */
static double slope_of(const wend_mesh *m, wend_node p)
{
    mean_plane n = {0, 0, 0};
    for (uint32_t c = m->firsts[p]; m->heights != NULL && c < m->ends[p]; ++c) {
        const uint32_t next = wendi_mesh_next(m, p, c);
        const wend_vec2 a = wendi_mesh_point(m, c);
        const wend_vec2 b = wendi_mesh_point(m, next);
        n.x += (a.y - b.y) * (m->heights[c] + m->heights[next]);
        n.y += (m->heights[c] + m->heights[next]) * -(a.x - b.x);
        n.z += (a.x - b.x) * (a.y + b.y);
    }
    const double rise = wend_sqrt(n.x * n.x + n.y * n.y);
    const double run = n.z < 0 ? -n.z : n.z;
    return run > 0 ? rise / run : 0;
}

/* The highest ground within the given heights. */
static wend_node ground_at(const wend_mesh_raster *s, wend_vec2 at)
{
    const wend_mesh *m = s->m;
    const wendi_mesh_index_cell cell = wendi_mesh_index_cell_at(m, at.x, at.y);
    wend_node found = WEND_NODE_NONE;
    double highest = 0;
    for (uint32_t i = 0; i < cell.count; ++i) {
        const wend_node p = wendi_mesh_part_at(m, m->index.entries[cell.first + i], at);
        if (p == WEND_NODE_NONE) {
            continue;
        }
        const double height = wend_mesh_height(m, p, at.x, at.y);
        if (height >= s->def.low && height <= s->def.high &&
            (found == WEND_NODE_NONE || height > highest)) {
            found = p;
            highest = height;
        }
    }
    return found;
}

static uint8_t cost_at(const wend_mesh_raster *s, wend_vec2 position)
{
    const wend_mesh *m = s->m;
    if (!wendi_coordinate_is_valid(position.x) || !wendi_coordinate_is_valid(position.y)) {
        return WEND_COST_WALL;
    }
    const wend_vec2 at = {wendi_flush_coordinate(position.x), wendi_flush_coordinate(position.y)};
    const wend_node p = ground_at(s, at);
    if (p == WEND_NODE_NONE || !wendi_mesh_can_enter(m, p) || slope_of(m, p) > s->def.max_slope) {
        return WEND_COST_WALL;
    }
    const wend_mesh_location place = {at.x, at.y, 0, p};
    if (wend_mesh_wall_distance(m, place, s->clear, NULL) < s->clear) {
        return WEND_COST_WALL;
    }
    const double factor = m->factors[m->areas[p]];
    const uint8_t whole = (uint8_t)(factor < 254 ? factor : 254);
    return whole < 254 && whole < factor ? (uint8_t)(whole + 1) : whole;
}

/* ---- all cells ---- */

/* Of the current block; those at the far sides may be smaller. */
static int32_t block_width(const wend_mesh_raster *s)
{
    const int32_t left = s->width - s->block_x;
    return left < s->side ? left : s->side;
}

static int32_t block_height(const wend_mesh_raster *s)
{
    const int32_t left = s->height - s->block_y;
    return left < s->side ? left : s->side;
}

/* One cell; the last one of a block writes the block. Without memory for that, the cell stays to
 * be done. */
static wend_result fill_cell(wend_mesh_raster *s)
{
    const int32_t width = block_width(s);
    const int32_t height = block_height(s);
    const int32_t x = s->block_x + (int32_t)s->block_done % width;
    const int32_t y = s->block_y + (int32_t)s->block_done / width;
    s->costs[s->block_done] =
        cost_at(s, wend_grid_position(s->grid, wend_grid_node(s->grid, x, y)));
    if (s->block_done + 1 == (uint32_t)(width * height)) {
        const wend_result result = wend_grid_set_costs(s->grid, 0, s->block_x, s->block_y, width,
                                                       height, s->costs, (size_t)width);
        if (result != WEND_OK) {
            return result;
        }
        s->block_x += width;
        if (s->block_x == s->width) {
            s->block_x = 0;
            s->block_y += height;
        }
        s->block_done = 0;
    } else {
        ++s->block_done;
    }
    ++s->cells_done;
    return WEND_OK;
}

static double between(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* The cell of an end of a link. The grid may have ended at the outermost edges of the mesh, and
 * there are gaps between hexes: the cell there is one half a cell, or a whole one, farther in. */
static wend_node cell_of(const wend_mesh_raster *s, const wend_mesh_location *at)
{
    const wend_vec3 low = s->m->low;
    const wend_vec3 high = s->m->high;
    wend_node node = WEND_NODE_NONE;
    for (int32_t halves = 0; node == WEND_NODE_NONE && halves <= 2; ++halves) {
        const double in = s->def.cell_size / 2 * halves;
        const wend_vec2 within = {between(at->x, low.x + in, high.x - in),
                                  between(at->y, low.y + in, high.y - in)};
        node = wend_grid_node_at(s->grid, within);
    }
    return node;
}

/* A link between two cells of the grid, its cost in cells. */
static wend_result add_link(wend_mesh_raster *s)
{
    const wendi_mesh_link_slot *slot = &s->m->links.slots[s->links_done];
    wend_link_def link = wend_link_def_default();
    link.from = cell_of(s, &slot->from);
    link.to = cell_of(s, &slot->to);
    if (slot->is_used && link.from != WEND_NODE_NONE && link.to != WEND_NODE_NONE &&
        link.from != link.to) {
        const wend_cost cost = wend_cost_from_double(slot->cost / s->def.cell_size);
        const wend_cost most = (wend_cost)1 << 48;
        link.cost = cost < 1 ? 1 : cost > most ? most : cost;
        link.is_two_way = slot->is_two_way;
        link.is_open = slot->is_open;
        link.behaviour = slot->behaviour;
        link.user = slot->user;
        wend_link_id id;
        const wend_result result = wend_grid_add_link(s->grid, &link, &id, NULL);
        if (result != WEND_OK) {
            return result;
        }
    }
    ++s->links_done;
    return WEND_OK;
}

/* ---- the definition ---- */

static wend_result check(const wend_mesh *m, const wend_mesh_grid_def *def, const char *caller)
{
    if (m == NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "%s: mesh is NULL", caller);
    }
    if (!(def->cell_size > 0 && def->cell_size <= WEND_COORDINATE_MAX)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: cell_size is %s, and must be above 0 and at most 2^30", caller,
                          wendi_format_number(def->cell_size).text);
    }
    if (!(def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, caller, "radius", def->radius, 0, WEND_COORDINATE_MAX);
    }
    if (!(def->max_slope >= 0)) {
        return wendi_refuse(def->message, caller, "max_slope", def->max_slope, 0, (double)INFINITY);
    }
    if (!(def->low <= def->high)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: low is %s and high is %s: low must not be above high", caller,
                          wendi_format_number(def->low).text, wendi_format_number(def->high).text);
    }
    return WEND_OK;
}

/* Cells along a side; 0 = too many. One more for the rows of hexes that are moved. */
static int32_t side_of(double length, double step, int32_t more)
{
    const double cells = length / step;
    if (!(cells < WEND_GRID_SIDE_MAX - more)) {
        return 0;
    }
    const int32_t whole = (int32_t)cells;
    return (whole < cells || whole == 0 ? whole + 1 : whole) + more;
}

static wend_result make_grid(wend_mesh_raster *s, const char *caller)
{
    const wend_mesh_grid_def *def = &s->def;
    const bool is_hex = def->neighbours == WEND_NEIGHBOURS_6;
    const bool is_rows = wendi_hex_is_rows(def->hex_layout);
    const double across = 0.8660254037844386 * def->cell_size; /* between rows of hexes */
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width =
        side_of(s->m->high.x - s->m->low.x, is_hex && !is_rows ? across : def->cell_size, is_hex);
    grid_def.height =
        side_of(s->m->high.y - s->m->low.y, is_hex && is_rows ? across : def->cell_size, is_hex);
    if (grid_def.width == 0 || grid_def.height == 0) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: cell_size is %s, too small for this mesh: a grid has at most %d "
                          "cells along a side",
                          caller, wendi_format_number(def->cell_size).text,
                          (int)WEND_GRID_SIDE_MAX);
    }
    grid_def.neighbours = def->neighbours;
    grid_def.hex_layout = def->hex_layout;
    grid_def.cost = WEND_COST_WALL;
    grid_def.cell_size = def->cell_size;
    grid_def.origin = (wend_vec2){s->m->low.x, s->m->low.y};
    grid_def.allocator = def->allocator;
    grid_def.message = def->message;
    s->width = grid_def.width;
    s->height = grid_def.height;
    s->side = grid_def.sector_size;
    s->cell_count = (uint32_t)s->width * (uint32_t)s->height;
    s->link_count = s->m->links.slot_count;
    return wendi_fail_as(def->message, caller, wend_grid_create(&grid_def, &s->grid));
}

/* ---- in slices ---- */

/* @param wanted the name of the output argument. */
static wend_result start(const wend_mesh *mesh, const wend_mesh_grid_def *def, const char *caller,
                         const char *wanted, wend_mesh_raster **made)
{
    if (made != NULL) {
        *made = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, caller,
                                         "wend_mesh_grid_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (made == NULL) {
        return wendi_refuse_null(def->message, caller, wanted);
    }
    wend_result result = check(mesh, def, caller);
    if (result != WEND_OK) {
        return result;
    }
    wend_mesh_raster *s = wendi_alloc_zero(&def->allocator, sizeof *s);
    if (s == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "%s: out of memory", caller);
    }
    const double half = def->cell_size * HALF;
    s->m = mesh;
    s->revision = wend_mesh_revision(mesh);
    s->def = *def;
    s->clear = def->radius > half ? def->radius : half;
    result = make_grid(s, caller);
    if (result != WEND_OK) {
        wend_mesh_raster_destroy(s);
        return result;
    }
    *made = s;
    return WEND_OK;
}

wend_result wend_mesh_raster_start(const wend_mesh *mesh, const wend_mesh_grid_def *def,
                                   wend_mesh_raster **raster)
{
    return start(mesh, def, "wend_mesh_raster_start", "raster", raster);
}

const char *wend_mesh_raster_error(const wend_mesh_raster *raster)
{
    return raster == NULL ? "" : raster->error.text;
}

/* True if it can continue. */
static wend_result check_going(wend_mesh_raster *s, const char *caller)
{
    if (s->grid == NULL) {
        return wendi_fail(&s->error, WEND_ERROR_ARGUMENT, "%s: the grid was handed over already",
                          caller);
    }
    if (wend_mesh_revision(s->m) != s->revision) {
        return wendi_fail(&s->error, WEND_ERROR_STALE,
                          "%s: the mesh was edited since the raster was started: start another one",
                          caller);
    }
    return WEND_OK;
}

static bool is_done(const wend_mesh_raster *s)
{
    return s->cells_done == s->cell_count && s->links_done == s->link_count;
}

wend_result wend_mesh_raster_run(wend_mesh_raster *raster, wend_budget *budget)
{
    if (raster == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    static const char function[] = "wend_mesh_raster_run";
    wendi_message_clear(raster->def.message);
    wend_result result = check_going(raster, function);
    if (result != WEND_OK) {
        return wendi_fail_as_both(raster->def.message, &raster->error, function, result);
    }
    /* The clock is read for each cell: one far from all walls can take as long as 1000 others. */
    while (result == WEND_OK && !is_done(raster)) {
        if (wendi_budget_grant(budget, 1) == 0) {
            return WEND_IN_PROGRESS;
        }
        result = raster->cells_done < raster->cell_count ? fill_cell(raster) : add_link(raster);
        wendi_budget_spend(budget, 1);
    }
    (void)wendi_fail_plain(&raster->error, function, result);
    return wendi_fail_as_both(raster->def.message, &raster->error, function, result);
}

void wend_mesh_raster_progress(const wend_mesh_raster *raster, uint32_t *done, uint32_t *all)
{
    *done = raster != NULL ? raster->cells_done + raster->links_done : 0;
    *all = raster != NULL ? raster->cell_count + raster->link_count : 0;
}

wend_result wend_mesh_raster_finish(wend_mesh_raster *raster, wend_grid **grid)
{
    static const char function[] = "wend_mesh_raster_finish";
    if (grid != NULL) {
        *grid = NULL;
    }
    if (raster == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(raster->def.message);
    const wend_result result = grid != NULL ? check_going(raster, function)
                                            : wendi_refuse_null(&raster->error, function, "grid");
    if (result != WEND_OK) {
        return wendi_fail_as_both(raster->def.message, &raster->error, function, result);
    }
    if (!is_done(raster)) {
        return WEND_IN_PROGRESS;
    }
    *grid = raster->grid;
    raster->grid = NULL;
    return WEND_OK;
}

void wend_mesh_raster_destroy(wend_mesh_raster *raster)
{
    if (raster != NULL) {
        const wend_allocator allocator = raster->def.allocator;
        wend_grid_destroy(raster->grid);
        wendi_free(&allocator, raster, sizeof *raster);
    }
}

wend_result wend_mesh_to_grid(const wend_mesh *mesh, const wend_mesh_grid_def *def,
                              wend_grid **grid)
{
    static const char *const caller = "wend_mesh_to_grid";
    wend_mesh_raster *s = NULL;
    if (grid != NULL) {
        *grid = NULL;
    }
    wend_result result = start(mesh, def, caller, "grid", grid != NULL ? &s : NULL);
    if (result != WEND_OK) {
        return result;
    }
    result = wend_mesh_raster_run(s, NULL);
    if (result == WEND_OK) {
        result = wend_mesh_raster_finish(s, grid);
    } else {
        (void)wendi_fail_as(def->message, caller, result);
    }
    wend_mesh_raster_destroy(s);
    return result;
}
