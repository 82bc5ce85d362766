/* Makes a level of a grid for one class and team: lines where ground of one cost ends, runs of
 * cells joined.
 * Cost: reads the cells twice; takes memory for a few rows, and the level.
 *
 * Squares: a run along a row continues while the cells above and below stay the same, and so does
 * one along a column. Hexes: their edges never continue straight, each is a line. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/link.h"
#include "wend/walls.h"
#include "world/cells/store.h"
#include "world/derived/agent_grid.h"
#include "world/grid/corners.h"
#include "world/level/store.h"

#include <string.h>

enum { COSTS = 256 };

/* A border that may continue: the regions on both sides and its start. */
typedef struct border_run {
    int32_t begin;
    uint32_t one, other; /* regions; equal = no border */
} border_run;

typedef struct border_tracer {
    const wend_grid *grid;
    wendi_agent_grid ground;
    wend_level *level;
    uint32_t regions[COSTS]; /* [256] region of each cost; walls have none */
    uint8_t *rows[3];        /* [width] costs: above, here, below; walls outside */
    border_run *columns;     /* [width + 1] */
    wend_result result;      /* the first failure sticks */
} border_tracer;

static void load_row(const border_tracer *t, int32_t y, uint8_t *row)
{
    if (y < 0 || y >= t->grid->height) {
        memset(row, WEND_COST_WALL, (size_t)t->grid->width);
        return;
    }
    wendi_agent_grid_copy_row(&t->ground, 0, y, t->grid->width, row);
}

static uint32_t region_at(const border_tracer *t, const uint8_t *row, int32_t x)
{
    return x < 0 || x >= t->grid->width ? WEND_REGION_NONE : t->regions[row[x]];
}

static void add_line(border_tracer *t, wend_vec2 a, wend_vec2 b, uint32_t left, uint32_t right)
{
    if (t->result != WEND_OK) {
        return;
    }
    const bool is_wall = left == WEND_REGION_NONE || right == WEND_REGION_NONE;
    const wend_level_line line = {a, b, left, right, is_wall ? WEND_STOPS_ALL : 0, 0};
    t->result = wend_level_add_line(t->level, &line, NULL);
}

/* ---- regions ---- */

static void find_regions(border_tracer *t)
{
    bool is_used[COSTS] = {false};
    for (int32_t y = 0; y < t->grid->height; ++y) {
        load_row(t, y, t->rows[1]);
        for (int32_t x = 0; x < t->grid->width; ++x) {
            is_used[t->rows[1][x]] = true;
        }
    }
    for (uint32_t cost = 0; cost < COSTS; ++cost) {
        t->regions[cost] = WEND_REGION_NONE;
        if (is_used[cost] && cost != WEND_COST_WALL && t->result == WEND_OK) {
            const wend_level_region region = {.tag = cost};
            t->result = wend_level_add_region(t->level, &region, &t->regions[cost]);
        }
    }
}

/* ---- squares ---- */

/* Along x, larger y lies to the left. */
static void end_row_run(border_tracer *t, const border_run *r, int32_t x, int32_t y)
{
    if (r->one != r->other) {
        add_line(t, wendi_square_corner(t->grid, r->begin, y), wendi_square_corner(t->grid, x, y),
                 r->other, r->one);
    }
}

/* The borders between the row above y and row y. */
static void trace_between(border_tracer *t, int32_t y)
{
    border_run now = {0, WEND_REGION_NONE, WEND_REGION_NONE};
    for (int32_t x = 0; x < t->grid->width; ++x) {
        const uint32_t above = region_at(t, t->rows[0], x);
        const uint32_t below = region_at(t, t->rows[1], x);
        if (above != now.one || below != now.other) {
            end_row_run(t, &now, x, y);
            now = (border_run){x, above, below};
        }
    }
    end_row_run(t, &now, t->grid->width, y);
}

/* The borders within row y; y = height ends them all. */
static void trace_within(border_tracer *t, int32_t y)
{
    for (int32_t x = 0; x <= t->grid->width; ++x) {
        border_run *now = &t->columns[x];
        const uint32_t before = region_at(t, t->rows[1], x - 1);
        const uint32_t after = region_at(t, t->rows[1], x);
        if (before != now->one || after != now->other) {
            /* Along y, larger x lies to the right. */
            if (now->one != now->other) {
                add_line(t, wendi_square_corner(t->grid, x, now->begin),
                         wendi_square_corner(t->grid, x, y), now->one, now->other);
            }
            *now = (border_run){y, before, after};
        }
    }
}

static void trace_squares(border_tracer *t)
{
    for (int32_t x = 0; x <= t->grid->width; ++x) {
        t->columns[x] = (border_run){0, WEND_REGION_NONE, WEND_REGION_NONE};
    }
    load_row(t, -1, t->rows[0]);
    for (int32_t y = 0; y <= t->grid->height; ++y) {
        load_row(t, y, t->rows[1]);
        trace_between(t, y);
        trace_within(t, y);
        memcpy(t->rows[0], t->rows[1], (size_t)t->grid->width);
    }
}

/* ---- hexes ---- */

/* The region beyond edge i, and whether that cell comes earlier in the map. */
static uint32_t beyond_edge(const border_tracer *t, int32_t x, int32_t y, int32_t i,
                            bool *is_earlier)
{
    int32_t to_x;
    int32_t to_y;
    wendi_hex_beyond_edge(t->grid, x, y, i, &to_x, &to_y);
    *is_earlier = to_y < y || (to_y == y && to_x < x);
    return region_at(t, t->rows[1 + to_y - y], to_x);
}

static void trace_hexes(border_tracer *t)
{
    for (int32_t y = 0; y < t->grid->height; ++y) {
        for (int32_t k = -1; k <= 1; ++k) {
            load_row(t, y + k, t->rows[1 + k]);
        }
        for (int32_t x = 0; x < t->grid->width; ++x) {
            const uint32_t here = region_at(t, t->rows[1], x);
            for (int32_t i = 0; here != WEND_REGION_NONE && i < WENDI_HEX_EDGES; ++i) {
                bool is_earlier;
                const uint32_t other = beyond_edge(t, x, y, i, &is_earlier);
                /* A border of two regions is visited from both sides. */
                if (other != here && !(is_earlier && other != WEND_REGION_NONE)) {
                    add_line(t, wendi_hex_corner(t->grid, x, y, i),
                             wendi_hex_corner(t->grid, x, y, i + 1), here, other);
                }
            }
        }
    }
}

/* ---- links ---- */

static bool can_use(const border_tracer *t, const wendi_link *link)
{
    const wendi_agent_grid *g = &t->ground;
    const uint32_t width = (uint32_t)t->grid->width;
    const bool is_closed = g->team == WEND_TEAM_NONE ? link->team_mask == UINT32_MAX
                                                     : (link->team_mask >> g->team & 1) != 0;
    return link->is_open && !is_closed && (link->class_mask >> g->movement_class & 1) != 0 &&
           wend_grid_is_open(t->grid, g->movement_class, g->team, (int32_t)(link->from % width),
                             (int32_t)(link->from / width)) &&
           wend_grid_is_open(t->grid, g->movement_class, g->team, (int32_t)(link->to % width),
                             (int32_t)(link->to / width));
}

static void add_teleports(border_tracer *t)
{
    for (uint32_t i = 0; i < t->grid->links.slot_count && t->result == WEND_OK; ++i) {
        const wendi_link_slot *slot = &t->grid->links.slots[i];
        if (slot->is_used && can_use(t, &slot->link)) {
            const wend_level_teleport teleport = {wend_grid_position(t->grid, slot->link.from),
                                                  wend_grid_position(t->grid, slot->link.to),
                                                  slot->link.is_two_way};
            t->result = wend_level_add_teleport(t->level, &teleport, NULL);
        }
    }
}

/* ---- the level ---- */

static void trace_with_memory(border_tracer *t)
{
    const wend_allocator *a = &t->grid->allocator;
    const size_t width = (size_t)t->grid->width;
    uint8_t *rows = wendi_alloc(a, 3 * width);
    t->columns = wendi_alloc(a, (width + 1) * sizeof *t->columns);
    t->result = rows == NULL || t->columns == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    if (t->result == WEND_OK) {
        for (size_t i = 0; i < 3; ++i) {
            t->rows[i] = rows + i * width;
        }
        find_regions(t);
        if (t->grid->neighbours == WEND_NEIGHBOURS_6) {
            trace_hexes(t);
        } else {
            trace_squares(t);
        }
        add_teleports(t);
    }
    wendi_free(a, rows, 3 * width);
    wendi_free(a, t->columns, (width + 1) * sizeof *t->columns);
}

wend_result wend_level_from_grid(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                                 wend_level **level, wend_message *message)
{
    wendi_message_clear(message);
    if (level != NULL) {
        *level = NULL;
    }
    static const char function[] = "wend_level_from_grid";
    if (level == NULL) {
        return wendi_refuse_null(message, function, "level");
    }
    wend_result result = wendi_agent_grid_check(grid, movement_class, team, function, message);
    if (result != WEND_OK) {
        return result;
    }
    border_tracer t = {.grid = grid,
                       .ground = {grid, movement_class, team, WEND_LAYER_JAM, NULL, 0, 0}};
    result = wend_level_create(&grid->allocator, &t.level);
    if (result == WEND_OK) {
        trace_with_memory(&t);
        result = t.result;
    }
    if (result == WEND_OK) {
        *level = t.level;
        return WEND_OK;
    }
    wend_level_destroy(t.level);
    return wendi_fail(message, result, "%s: %s", function,
                      result == WEND_ERROR_MEMORY ? "no memory for the level"
                                                  : "the grid reaches beyond 2^30 metres");
}
