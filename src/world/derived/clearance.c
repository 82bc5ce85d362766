/* takes: a grid, a class and a team.
 * gives: how large an agent fits in each cell.
 * cost:  create 4 to 6 ns a cell, hexes up to 27; questions are constant. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "world/derived/agent_grid.h"
#include "world/derived/clearance_store.h"

#include <string.h>

enum {
    CLEARANCE_COOKIE = 0x57434C31,
    MOST_BY_DEFAULT = 16,
    SECTORS_AT_LEAST = 4 /* Before all is worked out afresh, even on small maps. */
};

wend_clearance_def wend_clearance_def_default(void)
{
    wend_clearance_def def;
    memset(&def, 0, sizeof def);
    def.cookie = CLEARANCE_COOKIE;
    def.team = WEND_TEAM_NONE;
    def.most = MOST_BY_DEFAULT;
    return def;
}

static wend_result check_def(const wend_clearance_def *def)
{
    if (def == NULL || !wendi_has_cookie(def->cookie, CLEARANCE_COOKIE, def->message,
                                         "wend_clearance_create", "wend_clearance_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    static const char function[] = "wend_clearance_create";
    if (def->most < 1 || def->most > WEND_CLEARANCE_MAX) {
        return wendi_refuse(def->message, function, "most", def->most, 1, WEND_CLEARANCE_MAX);
    }
    return wendi_agent_grid_check(def->grid, def->movement_class, def->team, function,
                                  def->message);
}

/* ---- making ---- */

/* The lines around a hex in which a wall may be nearer than `cap`. */
static int32_t hex_margin(uint32_t cap)
{
    int32_t lines = 0;
    while ((uint32_t)((3 * lines + 1) * (3 * lines + 1)) < cap) {
        ++lines;
    }
    return lines;
}

static void set_shape(wend_clearance *clearance, const wend_clearance_def *def)
{
    wend_grid_info info;
    wend_grid_get_info(def->grid, &info);
    clearance->allocator = def->allocator;
    clearance->grid = def->grid;
    clearance->movement_class = def->movement_class;
    clearance->team = def->team;
    clearance->width = info.width;
    clearance->height = info.height;
    clearance->wrap = info.wrap;
    clearance->is_hex = info.neighbours == WEND_NEIGHBOURS_6;
    clearance->layout = info.hex_layout;
    clearance->cell_size = info.cell_size;
    clearance->most = def->most;
    clearance->parts = clearance->is_hex ? 12 : 4;
    clearance->cap = clearance->parts * (uint32_t)(def->most * def->most);
    clearance->margin = clearance->is_hex ? hex_margin(clearance->cap) : def->most;
    const int32_t around = 2 * clearance->margin + 2;
    clearance->is_round = ((info.wrap & WEND_WRAP_X) != 0 && info.width <= around) ||
                          ((info.wrap & WEND_WRAP_Y) != 0 && info.height <= around);
    const size_t side = (size_t)info.sector_size + 2 * (size_t)clearance->margin;
    const size_t limit = wendi_clearance_cells(clearance) / (side * side) + SECTORS_AT_LEAST;
    clearance->sector_limit =
        limit < WENDI_CLEARANCE_SECTORS_MAX ? limit : WENDI_CLEARANCE_SECTORS_MAX;
    clearance->sector_size = info.sector_size;
}

static bool reserve(wend_clearance *clearance)
{
    const size_t cells = wendi_clearance_cells(clearance);
    const wend_allocator *allocator = &clearance->allocator;
    clearance->squares = wendi_alloc(allocator, cells);
    clearance->discs = wendi_alloc(allocator, cells * sizeof *clearance->discs);
    clearance->work = wendi_alloc(allocator, sizeof *clearance->work);
    return clearance->squares != NULL && clearance->discs != NULL && clearance->work != NULL &&
           wendi_clearance_tables_create(clearance);
}

wend_result wend_clearance_create(const wend_clearance_def *def, wend_clearance **clearance)
{
    if (clearance != NULL) {
        *clearance = NULL;
    }
    const wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    if (clearance == NULL) {
        return wendi_refuse_null(def->message, "wend_clearance_create", "clearance");
    }
    wendi_message_clear(def->message);
    wend_clearance *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "wend_clearance_create: out of memory");
    }
    set_shape(made, def);
    if (!reserve(made)) {
        (void)wendi_fail(def->message, WEND_ERROR_MEMORY,
                         "wend_clearance_create: out of memory for %d x %d cells", made->width,
                         made->height);
        wend_clearance_destroy(made);
        return WEND_ERROR_MEMORY;
    }
    wendi_clearance_build(made);
    made->revision = wend_grid_revision(def->grid);
    *clearance = made;
    return WEND_OK;
}

void wend_clearance_destroy(wend_clearance *clearance)
{
    if (clearance == NULL) {
        return;
    }
    const wend_allocator allocator = clearance->allocator;
    const size_t cells = wendi_clearance_cells(clearance);
    wendi_clearance_tables_destroy(clearance);
    wendi_free(&allocator, clearance->work, clearance->work == NULL ? 0 : sizeof *clearance->work);
    wendi_free(&allocator, clearance->discs,
               clearance->discs == NULL ? 0 : cells * sizeof *clearance->discs);
    wendi_free(&allocator, clearance->squares, clearance->squares == NULL ? 0 : cells);
    wendi_free(&allocator, clearance, sizeof *clearance);
}

/* ---- questions ---- */

bool wend_clearance_is_fresh(const wend_clearance *clearance)
{
    return clearance != NULL && clearance->revision == wend_grid_revision(clearance->grid);
}

uint64_t wend_clearance_revision(const wend_clearance *clearance)
{
    return clearance == NULL ? 0 : clearance->revision;
}

size_t wend_clearance_memory_bytes(const wend_clearance *clearance)
{
    if (clearance == NULL) {
        return 0;
    }
    return sizeof *clearance + sizeof *clearance->work +
           wendi_clearance_tables_memory_bytes(clearance) +
           wendi_clearance_cells(clearance) *
               (sizeof *clearance->squares + sizeof *clearance->discs);
}

/* The index of a cell inside, -1 else; nothing wraps here. */
static ptrdiff_t index_inside(const wend_clearance *clearance, int32_t x, int32_t y)
{
    if (clearance == NULL || x < 0 || y < 0 || x >= clearance->width || y >= clearance->height) {
        return -1;
    }
    return (ptrdiff_t)y * clearance->width + x;
}

int32_t wend_clearance_square(const wend_clearance *clearance, int32_t x, int32_t y)
{
    const ptrdiff_t index = index_inside(clearance, x, y);
    return index < 0 ? 0 : clearance->squares[index];
}

/* The radius that a number stands for. Everything about radii is decided by this one function,
 * which rises with the number. */
static double radius_of(const wend_clearance *clearance, uint32_t number)
{
    return wend_sqrt((double)number / (double)clearance->parts) * clearance->cell_size;
}

double wend_clearance_disc(const wend_clearance *clearance, int32_t x, int32_t y)
{
    const ptrdiff_t index = index_inside(clearance, x, y);
    return index < 0 ? 0 : radius_of(clearance, clearance->discs[index]);
}

bool wend_clearance_fits_disc(const wend_clearance *clearance, int32_t x, int32_t y, double radius)
{
    const ptrdiff_t index = index_inside(clearance, x, y);
    return index >= 0 && wendi_is_finite(radius) && radius >= 0 && clearance->discs[index] != 0 &&
           radius <= radius_of(clearance, clearance->discs[index]);
}

/* ---- for the ground ---- */

uint32_t wendi_clearance_need_disc(const wend_clearance *clearance, double radius)
{
    uint32_t high = clearance->cap;
    if (!wendi_is_finite(radius) || radius < 0 || radius > radius_of(clearance, high)) {
        return UINT32_MAX;
    }
    uint32_t low = 1;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (radius_of(clearance, middle) >= radius) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

void wendi_clearance_close_row(const wend_clearance *clearance, uint32_t need_square,
                               uint32_t need_disc, int32_t x, int32_t y, int32_t count,
                               uint8_t *costs)
{
    const size_t first = (size_t)y * (size_t)clearance->width + (size_t)x;
    const uint8_t *squares = clearance->squares + first;
    const uint16_t *discs = clearance->discs + first;
    for (int32_t i = 0; i < count; ++i) {
        const bool fits = squares[i] >= need_square && discs[i] >= need_disc;
        costs[i] = fits ? costs[i] : WEND_COST_WALL;
    }
}

/* How far a wall may be, in rows or columns, to be nearer than the number. */
static int32_t disc_reach(const wend_clearance *clearance, uint32_t number)
{
    int32_t reach = 0;
    if (!clearance->is_hex) {
        while ((uint32_t)((2 * reach + 1) * (2 * reach + 1)) < number) {
            ++reach;
        }
        return reach;
    }
    /* Along the lines a wall `n` hexes off may be as near as 2n - 2 half cells. */
    const int32_t lines = hex_margin(number);
    while ((uint32_t)(3 * 4 * reach * reach) < number) {
        ++reach;
    }
    return lines > reach ? lines : reach;
}

int32_t wendi_clearance_reach(const wend_clearance *clearance, uint32_t need_square,
                              uint32_t need_disc)
{
    if (need_square > (uint32_t)clearance->most || need_disc > clearance->cap) {
        return 0; /* Fits nowhere, before and after. */
    }
    const int32_t square = need_square == 0 ? 0 : (int32_t)need_square - 1;
    const int32_t disc = disc_reach(clearance, need_disc);
    return square > disc ? square : disc;
}

bool wendi_clearance_matches(const wend_clearance *clearance, const wend_grid *grid,
                             uint32_t movement_class, uint32_t team)
{
    return clearance->grid == grid && clearance->movement_class == movement_class &&
           clearance->team == team;
}

int32_t wendi_clearance_max_size(const wend_clearance *clearance)
{
    return clearance->most;
}
