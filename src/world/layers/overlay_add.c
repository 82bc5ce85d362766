/* Adds a number to the cells of an overlay within a disc or a rectangle; without memory nothing
 * changes.
 * Cost: reads each cell of the rectangle, or of the square around the disc, twice. */
#include "base/math/bits.h"
#include "wend/hex.h"
#include "world/cells/directions.h"
#include "world/layers/compose.h"

#include <assert.h>

/* A set of cells: rectangles, and a disc within them. In cells. */
typedef struct overlay_region {
    const wend_grid *grid;
    wendi_patch rects[4]; /* more than one where it wraps around the map */
    uint32_t rect_count;
    bool is_disc;
    double x, y, radius;
    double period_x, period_y; /* the map repeats after this number of cells; 0 = never */
} overlay_region;

/* Half the square root of 3: the distance of rows of hexes. */
static const double half_sqrt_3 = 0.8660254037844386;

static double pitch_of(const wend_grid *grid, bool is_along_x)
{
    const bool is_hex = grid->neighbours == WEND_NEIGHBOURS_6;
    return is_hex && wendi_hex_is_rows(grid->hex_layout) != is_along_x ? half_sqrt_3 : 1.0;
}

static double distance_along(double a, double b, double period)
{
    double distance = a < b ? b - a : a - b;
    if (period > 0.0 && distance > 0.5 * period) {
        distance = distance < period ? period - distance : distance - period;
    }
    return distance;
}

static bool covers(const overlay_region *r, int32_t x, int32_t y)
{
    if (!r->is_disc) {
        return true;
    }
    wend_vec2 centre = {x + 0.5, y + 0.5};
    if (r->grid->neighbours == WEND_NEIGHBOURS_6) {
        const wend_hex hex = wend_hex_from_offset(r->grid->hex_layout, x, y);
        centre = wend_hex_position(r->grid->hex_layout, 1.0, (wend_vec2){0.0, 0.0}, hex);
    }
    const double dx = distance_along(centre.x, r->x, r->period_x);
    const double dy = distance_along(centre.y, r->y, r->period_y);
    return dx * dx + dy * dy <= r->radius * r->radius;
}

/* ---- a disc's region ---- */

/* Cells along a side; on maps that wrap they may continue at 0. */
typedef struct cell_interval {
    int32_t low, count;
} cell_interval;

static cell_interval interval_of(double centre, double radius, double pitch, int32_t side,
                                 bool wraps)
{
    /* Hexes may lie a little off the middle of their line: two more lines on each side. */
    double low = (centre - radius) / pitch - 2.0;
    double high = (centre + radius) / pitch + 2.0;
    if (wraps && high - low + 1.0 < side) {
        const int32_t first = (int32_t)(low + side); /* low is above -side: it is far from 0. */
        return (cell_interval){first % side, (int32_t)(high - low) + 2};
    }
    if (!wraps && !(high >= 0.0 && low < side)) {
        return (cell_interval){0, 0};
    }
    low = wraps || low < 0.0 ? 0.0 : low;
    high = wraps || high >= side ? side - 1.0 : high;
    return (cell_interval){(int32_t)low, (int32_t)high - (int32_t)low + 1};
}

/* @return the number of parts. */
static uint32_t split(cell_interval all, int32_t side, cell_interval *parts)
{
    const int32_t before = side - all.low;
    if (all.count <= before) {
        parts[0] = all;
        return all.count > 0 ? 1 : 0;
    }
    parts[0] = (cell_interval){all.low, before};
    parts[1] = (cell_interval){0, all.count - before};
    return 2;
}

/* Moves a coordinate by whole periods onto the map. @return false: too far away. */
static bool move_onto_map(double *at, double period)
{
    if (period <= 0.0) {
        return true;
    }
    if (!(*at > -1e9 && *at < 1e9)) {
        return false;
    }
    *at -= (double)(int64_t)(*at / period) * period;
    *at += *at < 0.0 ? period : 0.0;
    return true;
}

static overlay_region disc_region(const wend_grid *grid, wend_vec2 centre, double radius)
{
    overlay_region r = {.grid = grid, .is_disc = true};
    const double pitch_x = pitch_of(grid, true);
    const double pitch_y = pitch_of(grid, false);
    const bool wraps_x = (grid->wrap & WEND_WRAP_X) != 0;
    const bool wraps_y = (grid->wrap & WEND_WRAP_Y) != 0;
    r.x = (centre.x - grid->origin.x) / grid->cell_size;
    r.y = (centre.y - grid->origin.y) / grid->cell_size;
    r.radius = radius / grid->cell_size;
    r.period_x = wraps_x ? grid->width * pitch_x : 0.0;
    r.period_y = wraps_y ? grid->height * pitch_y : 0.0;
    if (move_onto_map(&r.x, r.period_x) && move_onto_map(&r.y, r.period_y)) {
        const cell_interval columns = interval_of(r.x, r.radius, pitch_x, grid->width, wraps_x);
        const cell_interval rows = interval_of(r.y, r.radius, pitch_y, grid->height, wraps_y);
        cell_interval xs[2];
        cell_interval ys[2];
        const uint32_t x_count = split(columns, r.grid->width, xs);
        const uint32_t y_count = split(rows, r.grid->height, ys);
        for (uint32_t i = 0; i < x_count * y_count; i++) {
            const cell_interval x = xs[i % x_count];
            const cell_interval y = ys[i / x_count];
            r.rects[r.rect_count++] = (wendi_patch){x.low, y.low, x.count, y.count, NULL, 0, 0};
        }
    }
    return r;
}

static overlay_region cell_region(const wend_grid *grid, wend_vec2 centre)
{
    overlay_region r = {.grid = grid};
    int32_t x;
    int32_t y;
    if (wend_grid_cell(grid, wend_grid_node_at(grid, centre), &x, &y)) {
        r.rects[r.rect_count++] = (wendi_patch){x, y, 1, 1, NULL, 0, 0};
    }
    return r;
}

/* ---- adding ---- */

/* One addition to an overlay. */
typedef struct overlay_addition {
    wend_grid *grid;
    wendi_overlay *overlay;
    const overlay_region *where;
    int32_t amount;
    uint32_t new_pages;  /* Of the overlay. */
    uint32_t cost_pages; /* To be promised. */
    wendi_recompose job;
} overlay_addition;

/* The effect of an addition on a sector. */
typedef struct overlay_effect {
    bool has_changed;
    bool has_whole; /* a whole number changes */
} overlay_effect;

/* @param values the sector's page; NULL: zeros. @param is_written true writes the sums there. */
static overlay_effect add_to_rect(const overlay_addition *a, const wendi_sector_rect *overlap,
                                  uint16_t *values, bool is_written)
{
    overlay_effect what = {false, false};
    assert(values != NULL || !is_written);
    for (int32_t y = 0; y < overlap->height; y++) {
        for (int32_t x = 0; x < overlap->width; x++) {
            if (!covers(a->where, overlap->x + x, overlap->y + y)) {
                continue;
            }
            const size_t cell = overlap->first + (size_t)y * overlap->row_cells + (size_t)x;
            const uint16_t old = values == NULL ? 0 : values[cell];
            const uint16_t sum = (uint16_t)wendi_overlay_sum(&a->overlay->head, old, a->amount);
            what.has_changed |= sum != old;
            what.has_whole |= sum / WEND_OVERLAY_ONE != old / WEND_OVERLAY_ONE;
            if (is_written) {
                values[cell] = sum;
            }
        }
    }
    return what;
}

typedef void (*rect_fn)(overlay_addition *a, const wendi_sector_rect *overlap);

static void for_rects(overlay_addition *a, rect_fn fn)
{
    for (uint32_t i = 0; i < a->where->rect_count; i++) {
        const wendi_patch *rect = &a->where->rects[i];
        const wendi_sector_range range = wendi_patch_sectors(a->grid, rect);
        for (uint32_t y = range.low_y; y <= range.high_y; y++) {
            for (uint32_t x = range.low_x; x <= range.high_x; x++) {
                const wendi_sector_rect overlap = wendi_patch_sector_rect(a->grid, rect, x, y);
                fn(a, &overlap);
            }
        }
    }
}

static void count_pages(overlay_addition *a, const wendi_sector_rect *overlap)
{
    if (wendi_overlay_page(a->grid, a->overlay, overlap->sector) == NULL &&
        add_to_rect(a, overlap, NULL, false).has_changed) {
        a->new_pages++;
    }
}

static void count_promises(overlay_addition *a, const wendi_sector_rect *overlap)
{
    if (wendi_overlay_page(a->grid, a->overlay, overlap->sector) == NULL &&
        add_to_rect(a, overlap, NULL, false).has_changed) {
        a->cost_pages += wendi_overlay_pages_missing(a->grid, a->overlay, overlap->sector);
    }
}

static bool is_empty(const uint16_t *values, uint32_t count)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        any |= values[i];
    }
    return any == 0;
}

static void commit_rect(overlay_addition *a, const wendi_sector_rect *overlap)
{
    uint16_t *values = wendi_overlay_page(a->grid, a->overlay, overlap->sector);
    if (!add_to_rect(a, overlap, values, false).has_changed) {
        return;
    }
    if (values == NULL) {
        values = wendi_overlay_add_page(a->grid, a->overlay, overlap->sector);
    }
    const overlay_effect what = add_to_rect(a, overlap, values, true);
    const bool is_over = is_empty(values, overlap->cell_count);
    if (is_over) {
        wendi_overlay_remove_page(a->grid, a->overlay, overlap->sector);
    }
    if (what.has_whole) {
        wendi_overlay_recompose(&a->job, a->overlay, overlap->sector);
    }
    if (is_over) {
        wendi_overlay_cool_sector(a->grid, a->overlay, overlap->sector);
    }
}

/* Reserves everything, so that no later step can fail. */
static bool reserve(overlay_addition *a)
{
    wend_grid *grid = a->grid;
    for_rects(a, count_pages);
    if (a->new_pages == 0) {
        return true;
    }
    wendi_overlay_block block;
    wendi_compose_tables opened;
    if (!wendi_overlay_reserve(grid, a->overlay, a->overlay->head.count + a->new_pages, &block)) {
        return false;
    }
    if (wendi_compose_create_tables(grid, wendi_overlay_composed_classes(a->overlay), false,
                                    &opened)) {
        for_rects(a, count_promises);
        if (wendi_pages_reserve(&grid->cost_pages, &grid->allocator, a->cost_pages)) {
            wendi_overlay_set_block(grid, a->overlay, &block);
            return true;
        }
        wendi_compose_undo_tables(grid, &opened);
    }
    wendi_overlay_free_block(grid, &block);
    return false;
}

static wend_result add(wend_grid *grid, const char *function, wendi_overlay *overlay,
                       const overlay_region *where, int32_t amount)
{
    overlay_addition a = {grid, overlay, where, amount, 0, 0, {grid, false, true}};
    if (!reserve(&a)) {
        return wendi_fail_plain(&grid->error, function, WEND_ERROR_MEMORY);
    }
    for_rects(&a, commit_rect);
    return WEND_OK;
}

/* ---- the public calls ---- */

wend_result wend_grid_overlay_add(wend_grid *grid, wend_overlay_id id, wend_vec2 centre,
                                  double radius, int32_t amount)
{
    static const char function[] = "wend_grid_overlay_add";
    wendi_overlay *overlay;
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    /* Written so that NaN fails. */
    if (!(radius >= 0.0) || !wendi_is_finite(radius) || !wendi_is_finite(centre.x) ||
        !wendi_is_finite(centre.y)) {
        return wendi_fail(
            &grid->error, WEND_ERROR_ARGUMENT,
            "%s: radius is %s and centre is %s, %s: both must be finite, and radius 0 "
            "or more",
            function, wendi_format_number(radius).text, wendi_format_number(centre.x).text,
            wendi_format_number(centre.y).text);
    }
    const wend_result result = wendi_overlay_find_or_fail(grid, function, id, &overlay);
    if (result != WEND_OK) {
        return result;
    }
    const overlay_region where =
        radius > 0.0 ? disc_region(grid, centre, radius) : cell_region(grid, centre);
    return add(grid, function, overlay, &where, amount);
}

wend_result wend_grid_overlay_add_rect(wend_grid *grid, wend_overlay_id id, int32_t x, int32_t y,
                                       int32_t width, int32_t height, int32_t amount)
{
    static const char function[] = "wend_grid_overlay_add_rect";
    wendi_overlay *overlay;
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = wendi_grid_check_rect(grid, function, x, y, width, height);
    if (result != WEND_OK) {
        return result;
    }
    result = wendi_overlay_find_or_fail(grid, function, id, &overlay);
    if (result != WEND_OK) {
        return result;
    }
    overlay_region where = {.grid = grid};
    if (width > 0 && height > 0) {
        where.rects[where.rect_count++] = (wendi_patch){x, y, width, height, NULL, 0, 0};
    }
    return add(grid, function, overlay, &where, amount);
}
