/* takes: a mesh.
 * gives: a grid of squares or hexes over it, open where a cell's centre stands on ground that is
 *        flat enough, and clear of outer edges.
 * cost:  for each cell a look into the index, for each open one its distance to the walls. */
#include "base/memory.h"
#include "base/message.h"
#include "wend/link.h"
#include "world/mesh_store.h"
#include "world/topology.h"

#include <math.h>
#include <string.h>

static const uint32_t COOKIE = 0x3e5b61d2;

/* Half a cell counts as kept from here on: centres come out of rounded sums. */
static const double HALF = 0.5 - 0.5 / (1 << 20);

typedef struct sampler {
    const wend_mesh *m;
    const wend_mesh_grid_def *def;
    double clear; /* no outer edge may come nearer */
} sampler;

wend_mesh_grid_def wend_mesh_grid_def_default(void)
{
    wend_mesh_grid_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.slope = HUGE_VAL;
    def.low = -HUGE_VAL;
    def.high = HUGE_VAL;
    def.neighbours = WEND_NEIGHBOURS_8;
    return def;
}

/* ---- one cell ---- */

typedef struct plane {
    double x, y, z; /* normal */
} plane;

/* The polygon's mean plane (Newell's method). */
static double slope_of(const wend_mesh *m, wend_node p)
{
    plane n = {0, 0, 0};
    for (uint32_t c = m->firsts[p]; m->heights != NULL && c < m->firsts[p + 1]; ++c) {
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

/* The highest ground within the heights asked for. */
static wend_node ground_at(const sampler *s, wend_vec2 at)
{
    const wend_mesh *m = s->m;
    const wendi_mesh_cell cell = wendi_mesh_cell_at(m, at.x, at.y);
    wend_node found = WEND_NODE_NONE;
    double highest = 0;
    for (uint32_t i = 0; i < cell.count; ++i) {
        const wend_node p = m->index.entries[cell.first + i];
        if (!wendi_mesh_holds(m, p, at.x, at.y)) {
            continue;
        }
        const double height = wend_mesh_height(m, p, at.x, at.y);
        if (height >= s->def->low && height <= s->def->high &&
            (found == WEND_NODE_NONE || height > highest)) {
            found = p;
            highest = height;
        }
    }
    return found;
}

static uint8_t cost_at(const sampler *s, wend_vec2 position)
{
    const wend_mesh *m = s->m;
    if (!wendi_coordinate_is_valid(position.x) || !wendi_coordinate_is_valid(position.y)) {
        return WEND_COST_WALL;
    }
    const wend_vec2 at = {wendi_coordinate(position.x), wendi_coordinate(position.y)};
    const wend_node p = ground_at(s, at);
    if (p == WEND_NODE_NONE || !wendi_mesh_can_enter(m, p) || slope_of(m, p) > s->def->slope) {
        return WEND_COST_WALL;
    }
    const wend_mesh_place place = {at.x, at.y, 0, p};
    if (wend_mesh_wall_distance(m, place, s->clear, NULL) < s->clear) {
        return WEND_COST_WALL;
    }
    const double factor = m->factors[m->areas[p]];
    const uint8_t whole = (uint8_t)(factor < 254 ? factor : 254);
    return whole < 254 && whole < factor ? (uint8_t)(whole + 1) : whole;
}

/* ---- all cells ---- */

static wend_result fill_rows(const sampler *s, wend_grid *grid, int32_t width, int32_t height,
                             uint8_t *row)
{
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; x < width; ++x) {
            const wend_node node = (wend_node)y * (wend_node)width + (wend_node)x;
            row[x] = cost_at(s, wend_grid_position(grid, node));
        }
        const wend_result result = wend_grid_set_costs(grid, 0, 0, y, width, 1, row, (size_t)width);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

/* Links between open cells of the grid, their cost in cells. */
static wend_result add_links(const sampler *s, wend_grid *grid)
{
    for (uint32_t i = 0; i < s->m->links.slot_count; ++i) {
        const wendi_mesh_link_slot *slot = &s->m->links.slots[i];
        wend_link_def link = wend_link_def_default();
        link.from = wend_grid_node_at(grid, (wend_vec2){slot->from.x, slot->from.y});
        link.to = wend_grid_node_at(grid, (wend_vec2){slot->to.x, slot->to.y});
        if (!slot->is_used || link.from == WEND_NODE_NONE || link.to == WEND_NODE_NONE ||
            link.from == link.to) {
            continue;
        }
        const wend_cost cost = wend_cost_from_double(slot->cost / s->def->cell_size);
        const wend_cost most = (wend_cost)1 << 48;
        link.cost = cost < 1 ? 1 : cost > most ? most : cost;
        link.is_two_way = slot->is_two_way;
        link.is_open = slot->is_open;
        link.behaviour = slot->behaviour;
        link.user = slot->user;
        wend_link_id id;
        const wend_result result = wend_grid_add_link(grid, &link, &id, NULL);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static wend_result fill(const sampler *s, wend_grid *grid, int32_t width, int32_t height)
{
    uint8_t *row = wendi_alloc(&s->def->allocator, (size_t)width);
    if (row == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = fill_rows(s, grid, width, height, row);
    wendi_free(&s->def->allocator, row, (size_t)width);
    return result == WEND_OK ? add_links(s, grid) : result;
}

/* ---- the grid ---- */

static wend_result refuse(const wend_mesh_grid_def *def, const char *what)
{
    return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "wend_mesh_to_grid: %s", what);
}

static wend_result check(const wend_mesh *m, const wend_mesh_grid_def *def)
{
    if (!wendi_is_made(def->cookie, COOKIE, def->message, "wend_mesh_grid_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (m == NULL) {
        return refuse(def, "mesh is NULL");
    }
    if (!(def->cell_size > 0 && def->cell_size <= WEND_COORDINATE_MAX)) {
        return refuse(def, "cell_size is not above 0");
    }
    if (!(def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX)) {
        return refuse(def, "radius is below 0 or not a number");
    }
    if (!(def->slope >= 0) || !(def->low <= def->high)) {
        return refuse(def, "slope is below 0, or low above high");
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

static wend_result make(const sampler *s, wend_grid_def *grid_def, wend_grid **grid)
{
    const wend_mesh_grid_def *def = s->def;
    const bool is_hex = def->neighbours == WEND_NEIGHBOURS_6;
    const bool is_rows = wendi_hex_is_rows(def->hex_layout);
    const double across = 0.8660254037844386 * def->cell_size; /* between rows of hexes */
    grid_def->width =
        side_of(s->m->high.x - s->m->low.x, is_hex && !is_rows ? across : def->cell_size, is_hex);
    grid_def->height =
        side_of(s->m->high.y - s->m->low.y, is_hex && is_rows ? across : def->cell_size, is_hex);
    if (grid_def->width == 0 || grid_def->height == 0) {
        return refuse(def, "more than 16384 cells along a side: cell_size is too small");
    }
    grid_def->neighbours = def->neighbours;
    grid_def->hex_layout = def->hex_layout;
    grid_def->cost = WEND_COST_WALL;
    grid_def->cell_size = def->cell_size;
    grid_def->origin = (wend_vec2){s->m->low.x, s->m->low.y};
    grid_def->allocator = def->allocator;
    grid_def->message = def->message;
    return wend_grid_create(grid_def, grid);
}

wend_result wend_mesh_to_grid(const wend_mesh *m, const wend_mesh_grid_def *def, wend_grid **grid)
{
    if (grid != NULL) {
        *grid = NULL;
    }
    if (m == NULL || def == NULL || grid == NULL || check(m, def) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const double half = def->cell_size * HALF;
    const sampler s = {.m = m, .def = def, .clear = def->radius > half ? def->radius : half};
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *made = NULL;
    wend_result result = make(&s, &grid_def, &made);
    if (result != WEND_OK) {
        return result;
    }
    result = fill(&s, made, grid_def.width, grid_def.height);
    if (result != WEND_OK) {
        wend_grid_destroy(made);
        return wendi_fail(def->message, result, "wend_mesh_to_grid: %s", wend_result_text(result));
    }
    *grid = made;
    return WEND_OK;
}
