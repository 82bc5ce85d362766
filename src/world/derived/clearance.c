/* Clearance: the size of agent that fits in each cell.
 * Cost: creating takes 4 to 6 ns a cell, for hexes up to 27; queries are constant. An update takes
 * the cells of the changed sectors, and repairs around cells that changed between open and wall. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "world/derived/agent_grid.h"
#include "world/derived/clearance_store.h"

#include <string.h>

enum {
    CLEARANCE_COOKIE = 0x57434C31,
    MOST_BY_DEFAULT = 16,
    SECTORS_AT_LEAST = 4 /* changed sectors that always take an update, even on small maps */
};

wend_clearance_def wend_clearance_def_default(void)
{
    wend_clearance_def def;
    memset(&def, 0, sizeof def);
    def.cookie = CLEARANCE_COOKIE;
    def.team = WEND_TEAM_NONE;
    def.max_clearance = MOST_BY_DEFAULT;
    return def;
}

static wend_result check_def(const wend_clearance_def *def)
{
    if (def == NULL || !wendi_has_cookie(def->cookie, CLEARANCE_COOKIE, def->message,
                                         "wend_clearance_create", "wend_clearance_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    static const char function[] = "wend_clearance_create";
    if (def->max_clearance < 1 || def->max_clearance > WEND_CLEARANCE_MAX) {
        return wendi_refuse(def->message, function, "max_clearance", def->max_clearance, 1,
                            WEND_CLEARANCE_MAX);
    }
    return wendi_agent_grid_check(def->grid, def->movement_class, def->team, function,
                                  def->message);
}

/* ---- creating ---- */

/* Lines around a hex in which a wall may be nearer than `cap`. */
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
    clearance->most = def->max_clearance;
    clearance->parts = clearance->is_hex ? 12 : 4;
    clearance->cap = clearance->parts * (uint32_t)(def->max_clearance * def->max_clearance);
    clearance->margin = clearance->is_hex ? hex_margin(clearance->cap) : def->max_clearance;
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
    if (def->is_deferred) {
        const size_t cells = wendi_clearance_cells(made);
        memset(made->squares, 0, cells);
        memset(made->discs, 0, cells * sizeof *made->discs);
    } else {
        wendi_clearance_build(made);
        made->revision = wend_grid_revision(def->grid);
    }
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

/* ---- queries ---- */

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

/* The index of a cell inside, else -1; nothing wraps here. */
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

/* The radius of a number. All decisions about radii go through this function, which rises with
 * the number. */
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

/* ---- for agent grids ---- */

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

/* The distance in rows or columns up to which a wall may be nearer than the number. */
static int32_t disc_reach(const wend_clearance *clearance, uint32_t number)
{
    int32_t reach = 0;
    if (!clearance->is_hex) {
        while ((uint32_t)((2 * reach + 1) * (2 * reach + 1)) < number) {
            ++reach;
        }
        return reach;
    }
    /* Along the lines a wall `n` hexes away may be as near as 2n - 2 half cells. */
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

/* ---- updates ---- */

enum {
    REPAIRS_AT_ONCE = 4, /* More changed cells of one sector are faster to rebuild together. */
    SECTOR_SIDE_MAX = 32
};

static void ground_row(const wend_clearance *clearance, int32_t x, int32_t y, int32_t count,
                       uint8_t *costs)
{
    const wendi_agent_grid ground = {
        clearance->grid, clearance->movement_class, clearance->team, WEND_LAYER_JAM, NULL, 0, 0};
    wendi_agent_grid_copy_row(&ground, x, y, count, costs);
}

void wendi_clearance_build(wend_clearance *clearance)
{
    for (int32_t y = 0; y < clearance->height; ++y) {
        uint8_t *row = clearance->squares + (size_t)y * (size_t)clearance->width;
        ground_row(clearance, 0, y, clearance->width, row);
        for (int32_t x = 0; x < clearance->width; ++x) {
            row[x] = row[x] != WEND_COST_WALL;
        }
    }
    wendi_clearance_rebuild(clearance, 0, 0, clearance->width, clearance->height);
}

typedef struct cell_position {
    int32_t x, y;
} cell_position;

/* The cells of a sector that changed between open and wall. */
typedef struct sector_change {
    int32_t x, y, width, height; /* the sector */
    int32_t count;
    int32_t x0, y0, x1, y1; /* the rectangle around them */
    cell_position first[REPAIRS_AT_ONCE];
} sector_change;

static uint8_t *squares_at(const wend_clearance *clearance, int32_t x, int32_t y)
{
    return clearance->squares + (size_t)y * (size_t)clearance->width + (size_t)x;
}

static sector_change sector_of(const wend_clearance *clearance, uint32_t sector)
{
    const int32_t side = clearance->sector_size;
    const int32_t columns = (clearance->width + side - 1) / side;
    sector_change change = {.x = (int32_t)sector % columns * side,
                            .y = (int32_t)sector / columns * side,
                            .x0 = INT32_MAX,
                            .y0 = INT32_MAX,
                            .x1 = -1,
                            .y1 = -1};
    const int32_t right = clearance->width - change.x;
    const int32_t below = clearance->height - change.y;
    change.width = right < side ? right : side;
    change.height = below < side ? below : side;
    return change;
}

static sector_change find_changes(const wend_clearance *clearance, uint32_t sector)
{
    sector_change change = sector_of(clearance, sector);
    uint8_t costs[SECTOR_SIDE_MAX];
    for (int32_t y = change.y; y < change.y + change.height; ++y) {
        const uint8_t *squares = squares_at(clearance, change.x, y);
        ground_row(clearance, change.x, y, change.width, costs);
        for (int32_t i = 0; i < change.width; ++i) {
            if ((costs[i] == WEND_COST_WALL) != (squares[i] == 0)) {
                const int32_t x = change.x + i;
                if (change.count < REPAIRS_AT_ONCE) {
                    change.first[change.count] = (cell_position){x, y};
                }
                ++change.count;
                change.x0 = x < change.x0 ? x : change.x0;
                change.x1 = x > change.x1 ? x : change.x1;
                change.y0 = y < change.y0 ? y : change.y0;
                change.y1 = y > change.y1 ? y : change.y1;
            }
        }
    }
    return change;
}

/* Rebuilds the rectangle around all changed cells of a sector. */
static void rebuild_around(wend_clearance *clearance, const sector_change *change)
{
    uint8_t costs[SECTOR_SIDE_MAX];
    for (int32_t y = change->y; y < change->y + change->height; ++y) {
        uint8_t *squares = squares_at(clearance, change->x, y);
        ground_row(clearance, change->x, y, change->width, costs);
        for (int32_t i = 0; i < change->width; ++i) {
            const bool was_wall = squares[i] == 0;
            if ((costs[i] == WEND_COST_WALL) != was_wall) {
                squares[i] = was_wall;
            }
        }
    }
    const int32_t reach = clearance->margin;
    wendi_clearance_rebuild(clearance, change->x0 - reach, change->y0 - reach,
                            change->x1 - change->x0 + 1 + 2 * reach,
                            change->y1 - change->y0 + 1 + 2 * reach);
}

/* Sector by sector: numbers are always right for the sectors done. */
uint64_t wendi_clearance_update_sector(wend_clearance *clearance, uint32_t sector)
{
    enum { SECTOR_STEPS = 16, FLIP_STEPS = 160, CELLS_A_STEP = 3 };
    const sector_change change = find_changes(clearance, sector);
    if (change.count > REPAIRS_AT_ONCE) {
        rebuild_around(clearance, &change);
        const int32_t margin = 2 * clearance->margin;
        const int32_t cells =
            (change.x1 - change.x0 + 1 + margin) * (change.y1 - change.y0 + 1 + margin);
        return SECTOR_STEPS + (uint64_t)cells / CELLS_A_STEP;
    }
    for (int32_t i = 0; i < change.count; ++i) {
        wendi_clearance_flip(clearance, change.first[i].x, change.first[i].y);
    }
    return SECTOR_STEPS + FLIP_STEPS * (uint64_t)change.count;
}

void wendi_clearance_set_revision(wend_clearance *clearance, uint64_t revision)
{
    clearance->revision = revision;
}

uint64_t wendi_clearance_revision(const wend_clearance *clearance)
{
    return clearance->revision;
}

static wend_result update(wend_clearance *clearance)
{
    if (clearance == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint64_t revision = wend_grid_revision(clearance->grid);
    if (revision == clearance->revision) {
        return WEND_OK;
    }
    uint32_t *sectors = clearance->work->sectors;
    size_t count = 0;
    const wend_result listed =
        clearance->revision == 0 ? WEND_TRUNCATED /* it was never built */
                                 : wend_grid_list_changes(clearance->grid, clearance->revision,
                                                          sectors, clearance->sector_limit, &count);
    if (listed == WEND_OK) {
        for (size_t i = 0; i < count; ++i) {
            (void)wendi_clearance_update_sector(clearance, sectors[i]);
        }
    } else {
        wendi_clearance_build(clearance);
    }
    clearance->revision = revision;
    return WEND_OK;
}

wend_result wend_clearance_update(wend_clearance *clearance)
{
    const wend_result result = update(clearance);
    return clearance == NULL ? result
                             : wendi_fail_plain(&clearance->error, "wend_clearance_update", result);
}

const char *wend_clearance_error(const wend_clearance *clearance)
{
    return clearance == NULL ? "" : clearance->error.text;
}
