/* Random edits, stamps, gradients and overlays compared with a model that recomputes everything:
 * the composed costs, the ground, and exactly the marked sectors. */
#include "stamps_model.h"
#include "support/gen.h"
#include "support/test.h"
#include "world/layers/compose.h"

#include <stdlib.h>
#include <string.h>

/* ---- comparing ---- */

static bool same_costs(const wend_grid *grid, const model *m)
{
    for (int32_t i = 0; i < m->width * m->height; i++) {
        for (uint32_t c = 0; c < m->class_count; c++) {
            const int32_t x = i % m->width;
            const int32_t y = i / m->width;
            if (wend_grid_cost(grid, c, x, y) != m->seen[c][i] ||
                wend_grid_ground_cost(grid, c, x, y) != m->ground[c][i]) {
                return false;
            }
        }
        for (uint32_t o = 0; o < OVERLAYS; o++) {
            const model_overlay *overlay = &m->overlays[o];
            if (overlay->id.index1 != 0 &&
                wend_grid_overlay_value(grid, overlay->id, i % m->width, i / m->width) !=
                    overlay->values[i]) {
                return false;
            }
        }
    }
    return true;
}

static bool same_stamps(const wend_grid *grid, const model *m, dice *d)
{
    wend_stamp_id ids[STAMPS_MAX];
    size_t count;
    if (wend_grid_list_stamps(grid, ids, STAMPS_MAX, &count) != WEND_OK ||
        count != m->stamp_count) {
        return false;
    }
    const int32_t cell = roll(d, 0, m->width * m->height - 1);
    const uint32_t c = (uint32_t)roll(d, 0, (int32_t)m->class_count - 1);
    wend_stamp_id top = {0, 0};
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&ids[i], &m->stamps[i].id, sizeof ids[i]) != 0) {
            return false;
        }
        top = m->stamps[i].costs[c][cell] != 0 ? ids[i] : top;
    }
    const wend_stamp_id at = wend_grid_stamp_at(grid, c, cell % m->width, cell / m->width);
    return at.index1 == top.index1 && at.generation == top.generation;
}

/* True if an overlay may hide a change of what lies below it. */
static bool may_hide(const model *m, uint32_t c, int32_t cell)
{
    bool has_numbers = false;
    for (uint32_t o = 0; o < OVERLAYS; o++) {
        const model_overlay *overlay = &m->overlays[o];
        has_numbers |= overlay->id.index1 != 0 && (overlay->class_mask >> c & 1) != 0 &&
                       overlay->values[cell] >= WEND_OVERLAY_ONE;
    }
    return has_numbers && m->seen[c][cell] == WEND_COST_WALL - 1;
}

/* A sector is marked if something that is seen in it changed, and only if it did, or may have below
 * an overlay. */
static bool same_marks(const wend_grid *grid, const model *m, uint64_t old_revision)
{
    bool changed[SECTORS_MAX] = {false};
    bool may_have[SECTORS_MAX] = {false};
    const int32_t size = m->def.sector_size;
    const int32_t sectors_x = (m->width + size - 1) / size;
    const int32_t sectors_y = (m->height + size - 1) / size;
    for (uint32_t c = 0; c < m->class_count; c++) {
        for (int32_t i = 0; i < m->width * m->height; i++) {
            const int32_t sector = i / m->width / size * sectors_x + i % m->width / size;
            changed[sector] |= m->seen[c][i] != m->before[c][i];
            may_have[sector] |= may_hide(m, c, i);
        }
    }
    size_t count = 0;
    for (int32_t i = 0; i < sectors_x * sectors_y; i++) {
        const bool is_marked = wend_grid_sector_revision(grid, (uint32_t)i) > old_revision;
        if (is_marked != changed[i] && !(is_marked && may_have[i])) {
            return false;
        }
        count += is_marked ? 1 : 0;
    }
    size_t listed;
    (void)wend_grid_list_changes(grid, old_revision, NULL, 0, &listed);
    return listed == count && wend_grid_revision(grid) <= old_revision + 1;
}

/* The reserved pages are those that hot sectors lack, and exist; the sets of sectors are empty; the
 * ground has an entry only where it differs from the composed costs. */
static bool promises_hold(wend_grid *grid)
{
    if (grid->compose == NULL) {
        return true;
    }
    uint32_t promised = 0;
    for (uint32_t c = 0; c < grid->class_count; c++) {
        const wendi_class_state *state = &grid->compose->states[c];
        uint32_t hot_count = 0;
        for (uint32_t i = 0; i < grid->sector_count && state->hot != NULL; i++) {
            const wendi_sector_rect box = wendi_sector_rect_of(grid, i);
            const bool is_apart = state->under.entries[i] != 0;
            bool differs = false;
            for (int32_t k = 0; k < box.width * box.height; k++) {
                const int32_t x = box.x + k % box.width;
                const int32_t y = box.y + k / box.width;
                differs |= wend_grid_cost(grid, c, x, y) != wend_grid_ground_cost(grid, c, x, y);
            }
            hot_count += state->hot[i] > 0 ? 1 : 0;
            promised += state->hot[i] > 0 ? 2 - wendi_pages_held(grid, c, i) : 0;
            if (differs != is_apart || state->pending[i / 32] != 0 || state->chosen[i / 32] != 0) {
                return false;
            }
        }
        if (hot_count != state->hot_count) {
            return false;
        }
    }
    const wendi_pages *pages = &grid->cost_pages;
    return promised == pages->promised &&
           promised <= pages->free_count + pages->capacity - pages->used;
}

/* ---- whole runs ---- */

static bool edit_once(wend_grid *grid, model *m, dice *d)
{
    switch (roll(d, 0, 9)) {
    case 0:
    case 1:
    case 2:
        return edit_place(grid, m, d);
    case 3:
    case 4:
        return edit_lift(grid, m, d);
    case 5:
        return roll(d, 0, 1) == 0 ? edit_gradient(grid, m, d) : edit_overlay(grid, m, d);
    case 6:
    case 7:
        return edit_numbers(grid, m, d);
    default:
        return edit_ground(grid, m, d);
    }
}

static uint8_t *save(const wend_grid *grid, size_t *count)
{
    (void)wend_grid_save(grid, NULL, 0, count);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_grid_save(grid, bytes, *count, count), WEND_OK);
    return bytes;
}

/* Loads the saved grid, which must save the same bytes again; continues with either. */
static bool reload(wend_grid **grid, dice *d)
{
    size_t count;
    size_t again_count = 0;
    uint8_t *bytes = save(*grid, &count);
    wend_grid *loaded = NULL;
    if (wend_grid_load(bytes, count, NULL, &loaded, NULL) != WEND_OK) {
        free(bytes);
        return false;
    }
    uint8_t *again = save(loaded, &again_count);
    const bool is_same = count == again_count && memcmp(bytes, again, count) == 0 &&
                         wend_grid_hash(*grid) == wend_grid_hash(loaded);
    free(bytes);
    free(again);
    if (roll(d, 0, 1) == 0) {
        wend_grid *old = *grid;
        *grid = loaded;
        loaded = old;
    }
    wend_grid_destroy(loaded);
    return is_same;
}

static bool edits_hold(uint64_t seed, void *context)
{
    model *m = context;
    dice d = {seed, 0};
    wend_grid *grid = make(m, &d);
    bool holds = true;
    for (int i = 0; i < EDITS && holds; i++) {
        const uint64_t revision = wend_grid_revision(grid);
        holds = edit_once(grid, m, &d);
        see(m);
        holds = holds && same_costs(grid, m) && same_stamps(grid, m, &d) &&
                same_marks(grid, m, revision) && promises_hold(grid);
        holds = holds && (roll(&d, 0, 15) != 0 || (reload(&grid, &d) && promises_hold(grid)));
    }
    wend_grid_destroy(grid);
    return holds;
}

static void grid_composed_at_random_agrees_with_working_everything_out_anew(void **state)
{
    (void)state;
    model *m = malloc(sizeof *m);
    assert_non_null(m);
    gen_property("a grid agrees with ground and stamps worked out anew", 150, edits_hold, m);
    free(m);
}

/* ---- continuing after loading ---- */

/* The same edits on a grid and on its loaded twin: ids and all that is saved stay the same. */
static bool twins_hold(uint64_t seed, void *context)
{
    model *models = context;
    dice d = {seed, 0};
    wend_grid *grid = make(&models[0], &d);
    bool holds = true;
    for (int i = 0; i < EDITS / 2 && holds; i++) {
        holds = edit_once(grid, &models[0], &d);
        see(&models[0]);
    }
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *twin = NULL;
    holds = holds && wend_grid_load(bytes, count, NULL, &twin, NULL) == WEND_OK;
    free(bytes);
    models[1] = models[0];
    dice twin_dice = d;
    for (int i = 0; i < EDITS / 2 && holds; i++) {
        holds = edit_once(grid, &models[0], &d) && edit_once(twin, &models[1], &twin_dice);
        see(&models[0]);
        see(&models[1]);
        holds = holds && wend_grid_hash(grid) == wend_grid_hash(twin) &&
                memcmp(&models[0], &models[1], sizeof models[0]) == 0;
    }
    wend_grid_destroy(grid);
    wend_grid_destroy(twin);
    return holds;
}

static void grid_loaded_goes_on_as_the_one_that_was_saved(void **state)
{
    (void)state;
    model *models = calloc(2, sizeof *models);
    assert_non_null(models);
    gen_property("a loaded grid goes on as the saved one", 40, twins_hold, models);
    free(models);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_composed_at_random_agrees_with_working_everything_out_anew),
        cmocka_unit_test(grid_loaded_goes_on_as_the_one_that_was_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
