/* takes: rectangles of new costs or gates.
 * gives: the changed grid, one revision later; or, without memory, the grid as it was.
 * cost:  linear in the cells given; two looks at each, as everything is reserved first. */
#include "base/core/memory.h"
#include "world/cells/store.h"
#include "world/layers/compose.h"

#include <stdio.h>
#include <string.h>

/* One edit on its way. */
typedef struct edit {
    wendi_layer *layers;
    uint32_t layer_count;
    const wendi_patch *patch;
    uint32_t changed_layers; /* One bit for each layer; there are at most 32. */
    uint32_t page_count;     /* Pages needed before it can start. */
} edit;

static bool has_bit(uint32_t bits, uint32_t i)
{
    return (bits >> i & 1) != 0;
}

static void plan_sector(edit *job, const wendi_sector_rect *box)
{
    for (uint32_t i = 0; i < job->layer_count; i++) {
        wendi_layer_change change = wendi_layer_plan(&job->layers[i], job->patch, box);
        if (change != WENDI_LAYER_UNCHANGED) {
            job->changed_layers |= 1u << i;
        }
        if (change == WENDI_LAYER_NEEDS_PAGE) {
            job->page_count++;
        }
    }
}

static void plan_edit(const wend_grid *grid, wendi_sector_range range, edit *job)
{
    for (uint32_t y = range.low_y; y <= range.high_y; y++) {
        for (uint32_t x = range.low_x; x <= range.high_x; x++) {
            wendi_sector_rect box = wendi_patch_sector_rect(grid, job->patch, x, y);
            plan_sector(job, &box);
        }
    }
}

/* Gives tables to the layers that change and have none.
 * @param made those that got one, as bits, also when memory ran out. */
static bool make_tables(wend_grid *grid, const edit *job, uint32_t *made)
{
    *made = 0;
    for (uint32_t i = 0; i < job->layer_count; i++) {
        if (!has_bit(job->changed_layers, i) || job->layers[i].entries != NULL) {
            continue;
        }
        if (!wendi_layer_make_table(grid, &job->layers[i])) {
            return false;
        }
        *made |= 1u << i;
    }
    return true;
}

static bool reserve(wend_grid *grid, const edit *job)
{
    uint32_t made;
    if (make_tables(grid, job, &made) &&
        wendi_pages_reserve(job->layers[0].pages, &grid->allocator, job->page_count)) {
        return true;
    }
    for (uint32_t i = 0; i < job->layer_count; i++) {
        if (has_bit(made, i)) {
            wendi_layer_free_table(grid, &job->layers[i]);
        }
    }
    return false;
}

static bool apply_sector(const edit *job, const wendi_sector_rect *box)
{
    bool has_changed = false;
    for (uint32_t i = 0; i < job->layer_count; i++) {
        if (has_bit(job->changed_layers, i)) {
            has_changed |= wendi_layer_apply(&job->layers[i], job->patch, box);
        }
    }
    return has_changed;
}

wend_result wendi_grid_edit(wend_grid *grid, wendi_layer *layers, uint32_t layer_count,
                            const wendi_patch *patch)
{
    if (patch->width == 0 || patch->height == 0) {
        return WEND_OK;
    }
    wendi_sector_range range = wendi_patch_sectors(grid, patch);
    edit job = {layers, layer_count, patch, 0, 0};
    plan_edit(grid, range, &job);
    if (job.changed_layers == 0) {
        return WEND_OK;
    }
    if (!reserve(grid, &job)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_grid_advance_revision(grid);
    for (uint32_t y = range.low_y; y <= range.high_y; y++) {
        for (uint32_t x = range.low_x; x <= range.high_x; x++) {
            wendi_sector_rect box = wendi_patch_sector_rect(grid, patch, x, y);
            if (apply_sector(&job, &box)) {
                wendi_grid_mark_sector(grid, box.sector);
            }
        }
    }
    return WEND_OK;
}

/* ---- the public calls ---- */

bool wendi_grid_has_rect(const wend_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height)
{
    return x >= 0 && y >= 0 && width >= 0 && height >= 0 && x <= grid->width && y <= grid->height &&
           width <= grid->width - x && height <= grid->height - y;
}

static bool is_any_active(const wend_grid *grid, uint32_t first_class, uint32_t class_count)
{
    bool is_active = false;
    for (uint32_t i = 0; i < class_count; i++) {
        is_active |= wendi_compose_is_active(grid, first_class + i);
    }
    return is_active;
}

static wend_result edit_costs(wend_grid *grid, uint32_t movement_class, const wendi_patch *patch)
{
    const bool is_all = movement_class == WEND_CLASS_ALL;
    const uint32_t first = is_all ? 0 : movement_class;
    const uint32_t count = is_all ? grid->class_count : 1;
    if (grid->compose != NULL && is_any_active(grid, first, count)) {
        return wendi_compose_edit(grid, first, count, patch);
    }
    return wendi_grid_edit(grid, &grid->classes[first], count, patch);
}

wend_result wendi_grid_check_rect(wend_grid *grid, const char *function, int32_t x, int32_t y,
                                  int32_t width, int32_t height)
{
    if (wendi_grid_has_rect(grid, x, y, width, height)) {
        return WEND_OK;
    }
    return wendi_fail(&grid->error, WEND_ERROR_ARGUMENT,
                      "%s: the rectangle of %ld x %ld cells at %ld,%ld lies outside of the map of "
                      "%ld x %ld cells",
                      function, (long)width, (long)height, (long)x, (long)y, (long)grid->width,
                      (long)grid->height);
}

wend_result wendi_grid_check_class(wend_grid *grid, const char *function, uint32_t movement_class)
{
    if (movement_class == WEND_CLASS_ALL || movement_class < grid->class_count) {
        return WEND_OK;
    }
    return wendi_refuse_index(&grid->error, function, "movement_class", movement_class, "classes",
                              grid->class_count);
}

const char *wend_grid_error(const wend_grid *grid)
{
    return grid == NULL ? "" : grid->error.text;
}

static wend_result fill(wend_grid *grid, const char *function, uint32_t movement_class,
                        const wendi_patch *patch)
{
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = wendi_grid_check_class(grid, function, movement_class);
    if (result == WEND_OK && patch->value == 0) {
        result = wendi_refuse(&grid->error, function, "cost", 0, 1, WEND_COST_WALL);
    }
    if (result == WEND_OK) {
        result =
            wendi_grid_check_rect(grid, function, patch->x, patch->y, patch->width, patch->height);
    }
    return result != WEND_OK
               ? result
               : wendi_fail_plain(&grid->error, function, edit_costs(grid, movement_class, patch));
}

wend_result wend_grid_fill(wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                           int32_t width, int32_t height, uint8_t cost)
{
    const wendi_patch patch = {x, y, width, height, NULL, 0, cost};
    return fill(grid, "wend_grid_fill", movement_class, &patch);
}

wend_result wend_grid_set_cost(wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                               uint8_t cost)
{
    const wendi_patch patch = {x, y, 1, 1, NULL, 0, cost};
    return fill(grid, "wend_grid_set_cost", movement_class, &patch);
}

/* The first cost that is 0, or NULL. */
static const uint8_t *find_zero(const uint8_t *costs, size_t stride, int32_t width, int32_t height)
{
    const uint8_t *zero = NULL;
    for (int32_t y = 0; y < height && zero == NULL; y++) {
        zero = memchr(costs + (size_t)y * stride, 0, (size_t)width);
    }
    return zero;
}

bool wendi_grid_has_array(const void *cells, size_t stride, int32_t width, int32_t height)
{
    size_t bytes;
    return width == 0 || height == 0 ||
           (cells != NULL && stride >= (size_t)width &&
            wendi_size_multiply(stride, (size_t)height, &bytes) && bytes <= PTRDIFF_MAX);
}

wend_result wend_grid_set_costs(wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                                int32_t width, int32_t height, const uint8_t *costs, size_t stride)
{
    static const char function[] = "wend_grid_set_costs";
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = wendi_grid_check_class(grid, function, movement_class);
    if (result == WEND_OK) {
        result = wendi_grid_check_rect(grid, function, x, y, width, height);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_grid_has_array(costs, stride, width, height)) {
        return costs == NULL
                   ? wendi_refuse_null(&grid->error, function, "costs")
                   : wendi_fail(&grid->error, WEND_ERROR_ARGUMENT,
                                "%s: stride is %zu, and must be the width %ld or more, and small "
                                "enough for %ld rows in one array",
                                function, stride, (long)width, (long)height);
    }
    const uint8_t *zero = width > 0 ? find_zero(costs, stride, width, height) : NULL;
    if (zero != NULL) {
        char field[48];
        (void)snprintf(field, sizeof field, "costs[%zu]", (size_t)(zero - costs));
        return wendi_refuse(&grid->error, function, field, 0, 1, WEND_COST_WALL);
    }
    const wendi_patch patch = {x, y, width, height, costs, stride, 0};
    return wendi_fail_plain(&grid->error, function, edit_costs(grid, movement_class, &patch));
}

wend_result wend_grid_set_closed_teams(wend_grid *grid, int32_t x, int32_t y, int32_t width,
                                       int32_t height, uint32_t team_mask)
{
    static const char function[] = "wend_grid_set_closed_teams";
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = wendi_grid_check_rect(grid, function, x, y, width, height);
    if (result != WEND_OK) {
        return result;
    }
    const wendi_patch patch = {x, y, width, height, NULL, 0, team_mask};
    return wendi_fail_plain(&grid->error, function, wendi_grid_edit(grid, &grid->gates, 1, &patch));
}
