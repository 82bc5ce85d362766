/* Thousands of random edits of random grids against plain arrays. */
#include "support/gen.h"
#include "support/test.h"

#include "support/grids.h"
#include "world/cells/store.h"
#include "world/grid/read.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 150, CLASSES_MAX = 4, EDITS = 120, SECTORS_MAX = 19 * 19 };

typedef struct model {
    int32_t width, height, sector_size, sectors_x;
    uint32_t class_count;
    uint64_t revision;
    uint8_t costs[CLASSES_MAX][SIDE_MAX * SIDE_MAX];
    uint32_t masks[SIDE_MAX * SIDE_MAX];
    uint64_t sector_revisions[SECTORS_MAX];
    uint32_t sector_count;
} model;

/* A stream of random numbers. */
typedef struct dice {
    uint64_t seed;
    uint64_t tick;
} dice;

static int32_t roll(dice *d, int32_t low, int32_t high)
{
    uint32_t span = (uint32_t)(high - low + 1);
    return low + (int32_t)wend_random_below(d->seed, 0, d->tick++, span);
}

/* ---- the model ---- */

static uint32_t sector_of(const model *m, int32_t x, int32_t y)
{
    return (uint32_t)(y / m->sector_size * m->sectors_x + x / m->sector_size);
}

static void model_init(model *m, dice *d, wend_grid_def *def)
{
    *def = wend_grid_def_default();
    int32_t side = roll(d, 0, 3) == 0 ? 12 : SIDE_MAX;
    def->width = roll(d, 1, side);
    def->height = roll(d, 1, side);
    def->sector_size = roll(d, 8, 32);
    def->class_count = roll(d, 1, CLASSES_MAX);
    def->cost = (uint8_t)(roll(d, 0, 1) == 0 ? 1 : roll(d, 1, 255));
    memset(m, 0, sizeof *m);
    m->width = def->width;
    m->height = def->height;
    m->sector_size = def->sector_size;
    m->sectors_x = (def->width + def->sector_size - 1) / def->sector_size;
    m->sector_count = sector_of(m, m->width - 1, m->height - 1) + 1;
    m->class_count = (uint32_t)def->class_count;
    m->revision = 1;
    memset(m->costs, def->cost, sizeof m->costs);
    for (uint32_t i = 0; i < m->sector_count; i++) {
        m->sector_revisions[i] = 1;
    }
}

/* Marks a sector with the coming revision; says that there will be one. */
static bool model_mark(model *m, int32_t x, int32_t y)
{
    m->sector_revisions[sector_of(m, x, y)] = m->revision + 1;
    return true;
}

static bool model_set(model *m, uint32_t movement_class, int32_t x, int32_t y, uint8_t cost)
{
    bool changed = false;
    for (uint32_t c = 0; c < m->class_count; c++) {
        uint8_t *at = &m->costs[c][y * m->width + x];
        if ((movement_class == WEND_CLASS_ALL || movement_class == c) && *at != cost) {
            *at = cost;
            changed = model_mark(m, x, y);
        }
    }
    return changed;
}

static bool model_close(model *m, int32_t x, int32_t y, uint32_t mask)
{
    uint32_t *at = &m->masks[y * m->width + x];
    if (*at == mask) {
        return false;
    }
    *at = mask;
    return model_mark(m, x, y);
}

/* ---- edits ---- */

typedef struct rect {
    int32_t x, y, width, height;
} rect;

/* Single cells, whole sectors, the whole map and anything. */
static rect roll_rect(dice *d, const model *m)
{
    rect r = {roll(d, 0, m->width - 1), roll(d, 0, m->height - 1), 1, 1};
    switch (roll(d, 0, 4)) {
    case 0:
        break;
    case 1:
        r.x -= r.x % m->sector_size;
        r.y -= r.y % m->sector_size;
        r.width = m->width - r.x < m->sector_size ? m->width - r.x : m->sector_size;
        r.height = m->height - r.y < m->sector_size ? m->height - r.y : m->sector_size;
        break;
    case 2:
        if (roll(d, 0, 4) == 0) {
            r = (rect){0, 0, m->width, m->height};
        }
        break;
    default:
        r.width = roll(d, 0, m->width - r.x);
        r.height = roll(d, 0, m->height - r.y);
        break;
    }
    return r;
}

/* Few values, so that sectors become uniform again. */
static uint8_t roll_cost(dice *d)
{
    const uint8_t common[] = {1, 1, 1, 7, WEND_COST_WALL};
    return roll(d, 0, 9) == 0 ? (uint8_t)roll(d, 1, 255) : common[roll(d, 0, 4)];
}

static bool edit_fill(wend_grid *grid, model *m, uint32_t movement_class, rect r, uint8_t cost)
{
    bool changed = false;
    for (int32_t i = 0; i < r.width * r.height; i++) {
        changed |= model_set(m, movement_class, r.x + i % r.width, r.y + i / r.width, cost);
    }
    m->revision += changed ? 1 : 0;
    return wend_grid_fill(grid, movement_class, r.x, r.y, r.width, r.height, cost) == WEND_OK;
}

static bool edit_array(wend_grid *grid, model *m, uint32_t movement_class, rect r, dice *d)
{
    static uint8_t costs[SIDE_MAX * (SIDE_MAX + 3)];
    int32_t stride = r.width + roll(d, 0, 3);
    bool changed = false;
    bool is_even = roll(d, 0, 1) == 0;
    uint8_t cost = roll_cost(d);
    memset(costs, 0, sizeof costs);
    for (int32_t i = 0; i < r.width * r.height; i++) {
        int32_t x = i % r.width;
        int32_t y = i / r.width;
        uint8_t value = is_even && roll(d, 0, 30) != 0 ? cost : roll_cost(d);
        costs[y * stride + x] = value;
        changed |= model_set(m, movement_class, r.x + x, r.y + y, value);
    }
    m->revision += changed ? 1 : 0;
    return wend_grid_set_costs(grid, movement_class, r.x, r.y, r.width, r.height, costs,
                               (size_t)stride) == WEND_OK;
}

static bool edit_gates(wend_grid *grid, model *m, rect r, dice *d)
{
    const uint32_t common[] = {0, 0, UINT32_MAX, 1};
    int32_t kind = roll(d, 0, 4);
    uint32_t mask = kind == 4 ? (uint32_t)wend_random(d->seed, 1, d->tick++) : common[kind];
    bool changed = false;
    for (int32_t i = 0; i < r.width * r.height; i++) {
        changed |= model_close(m, r.x + i % r.width, r.y + i / r.width, mask);
    }
    m->revision += changed ? 1 : 0;
    return wend_grid_set_closed_teams(grid, r.x, r.y, r.width, r.height, mask) == WEND_OK;
}

static bool edit_once(wend_grid *grid, model *m, dice *d)
{
    int32_t last = (int32_t)m->class_count - 1;
    uint32_t movement_class = roll(d, 0, 3) == 0 ? WEND_CLASS_ALL : (uint32_t)roll(d, 0, last);
    rect r = roll_rect(d, m);
    switch (roll(d, 0, 3)) {
    case 0: {
        uint8_t cost = roll_cost(d);
        bool changed = model_set(m, movement_class, r.x, r.y, cost);
        m->revision += changed ? 1 : 0;
        return wend_grid_set_cost(grid, movement_class, r.x, r.y, cost) == WEND_OK;
    }
    case 1:
        return edit_fill(grid, m, movement_class, r, roll_cost(d));
    case 2:
        return edit_array(grid, m, movement_class, r, d);
    default:
        return edit_gates(grid, m, r, d);
    }
}

/* ---- comparing ---- */

static bool same_rows(const wend_grid *grid, const model *m)
{
    uint8_t costs[SIDE_MAX];
    uint32_t masks[SIDE_MAX];
    for (int32_t y = 0; y < m->height; y++) {
        for (uint32_t c = 0; c < m->class_count; c++) {
            wendi_grid_copy_row(grid, c, 0, y, m->width, costs);
            if (memcmp(costs, &m->costs[c][y * m->width], (size_t)m->width) != 0) {
                return false;
            }
        }
        wendi_grid_copy_gate_row(grid, 0, y, m->width, masks);
        if (memcmp(masks, &m->masks[y * m->width], (size_t)m->width * sizeof *masks) != 0) {
            return false;
        }
    }
    return true;
}

static bool same_cells(const wend_grid *grid, const model *m, dice *d)
{
    for (int i = 0; i < 20; i++) {
        int32_t x = roll(d, 0, m->width - 1);
        int32_t y = roll(d, 0, m->height - 1);
        uint32_t c = (uint32_t)roll(d, 0, (int32_t)m->class_count - 1);
        uint32_t team = (uint32_t)roll(d, 0, 31);
        uint32_t mask = m->masks[y * m->width + x];
        bool is_ground = m->costs[c][y * m->width + x] != WEND_COST_WALL;
        if (wend_grid_cost(grid, c, x, y) != m->costs[c][y * m->width + x] ||
            wend_grid_get_closed_teams(grid, x, y) != mask ||
            wend_grid_is_open(grid, c, team, x, y) != (is_ground && (mask >> team & 1) == 0) ||
            wend_grid_is_open(grid, c, WEND_TEAM_NONE, x, y) != (is_ground && mask != UINT32_MAX)) {
            return false;
        }
    }
    return true;
}

static bool same_changes(const wend_grid *grid, const model *m, uint64_t since)
{
    uint32_t sectors[SECTORS_MAX];
    size_t count = 0;
    if (wend_grid_list_changes(grid, since, sectors, SECTORS_MAX, &count) != WEND_OK) {
        return false;
    }
    size_t found = 0;
    for (uint32_t i = 0; i < m->sector_count; i++) {
        if (wend_grid_sector_revision(grid, i) != m->sector_revisions[i]) {
            return false;
        }
        if (m->sector_revisions[i] > since) {
            if (found >= count || sectors[found] != i) {
                return false;
            }
            found++;
        }
    }
    return found == count;
}

/* Exactly the sectors that are not uniform have pages, and the counts of a layer are right. */
static bool pages_are_exact(const wend_grid *grid, const model *m)
{
    uint32_t cost_pages = 0;
    for (uint32_t c = 0; c < m->class_count; c++) {
        for (uint32_t i = 0; i < m->sector_count; i++) {
            int32_t low_x = (int32_t)i % m->sectors_x * m->sector_size;
            int32_t low_y = (int32_t)i / m->sectors_x * m->sector_size;
            uint8_t first = m->costs[c][low_y * m->width + low_x];
            bool is_uniform = true;
            for (int32_t k = 0; k < m->sector_size * m->sector_size; k++) {
                int32_t x = low_x + k % m->sector_size;
                int32_t y = low_y + k / m->sector_size;
                is_uniform &=
                    x >= m->width || y >= m->height || m->costs[c][y * m->width + x] == first;
            }
            cost_pages += is_uniform ? 0 : 1;
        }
    }
    bool has_gates = false;
    for (int32_t i = 0; i < m->width * m->height; i++) {
        has_gates |= m->masks[i] != 0;
    }
    return grid->cost_pages.used - grid->cost_pages.free_count == cost_pages &&
           wendi_grid_has_gates(grid) == has_gates;
}

static bool same_all(const wend_grid *grid, const model *m, dice *d)
{
    uint64_t since = (uint64_t)roll(d, 0, (int32_t)m->revision);
    return wend_grid_revision(grid) == m->revision && same_rows(grid, m) &&
           same_cells(grid, m, d) && same_changes(grid, m, since) && pages_are_exact(grid, m);
}

static bool edits_hold(uint64_t seed, void *context)
{
    model *m = context;
    dice d = {seed, 0};
    wend_grid_def def;
    model_init(m, &d, &def);
    wend_grid *grid = NULL;
    bool holds = wend_grid_create(&def, &grid) == WEND_OK;
    for (int i = 0; i < EDITS && holds; i++) {
        holds = edit_once(grid, m, &d) && same_all(grid, m, &d);
    }
    wend_grid_destroy(grid);
    return holds;
}

static void grid_edited_at_random_agrees_with_plain_arrays(void **state)
{
    (void)state;
    model *m = malloc(sizeof *m);
    assert_non_null(m);
    gen_property("a grid agrees with plain arrays", 150, edits_hold, m);
    free(m);
}

/* ---- equal maps ---- */

/* The model's map, written in one go into a new grid of another first cost. */
static wend_grid *grid_of_model(const model *m, wend_grid_def def)
{
    wend_grid *grid = NULL;
    def.cost = 33;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    for (uint32_t c = 0; c < m->class_count; c++) {
        assert_int_equal(
            wend_grid_set_costs(grid, c, 0, 0, m->width, m->height, m->costs[c], (size_t)m->width),
            WEND_OK);
    }
    for (int32_t i = 0; i < m->width * m->height; i++) {
        assert_int_equal(
            wend_grid_set_closed_teams(grid, i % m->width, i / m->width, 1, 1, m->masks[i]),
            WEND_OK);
    }
    return grid;
}

static uint8_t *save(const wend_grid *grid, size_t *count)
{
    (void)wend_grid_save(grid, NULL, 0, count);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_grid_save(grid, bytes, *count, count), WEND_OK);
    return bytes;
}

static bool equal_maps(const wend_grid *a, const wend_grid *b)
{
    size_t a_count;
    size_t b_count;
    uint8_t *a_bytes = save(a, &a_count);
    uint8_t *b_bytes = save(b, &b_count);
    bool is_equal = a_count == b_count && memcmp(a_bytes, b_bytes, a_count) == 0 &&
                    wend_grid_hash(a) == wend_grid_hash(b);
    free(a_bytes);
    free(b_bytes);
    return is_equal;
}

static bool round_trip_holds(const wend_grid *grid, const model *m)
{
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *loaded = NULL;
    bool holds = wend_grid_load(bytes, count, NULL, &loaded, NULL) == WEND_OK &&
                 equal_maps(grid, loaded) && same_rows(loaded, m) && pages_are_exact(loaded, m) &&
                 wend_grid_revision(loaded) == 1;
    wend_grid_destroy(loaded);
    free(bytes);
    return holds;
}

static bool equality_holds(uint64_t seed, void *context)
{
    model *m = context;
    dice d = {seed, 0};
    wend_grid_def def;
    model_init(m, &d, &def);
    wend_grid *grid = NULL;
    bool holds = wend_grid_create(&def, &grid) == WEND_OK;
    for (int i = 0; i < EDITS && holds; i++) {
        holds = edit_once(grid, m, &d);
    }
    wend_grid *other = grid_of_model(m, def);
    holds = holds && equal_maps(grid, other) && round_trip_holds(grid, m);
    uint64_t hash = wend_grid_hash(grid);
    uint8_t cost = wend_grid_cost(grid, 0, 0, 0);
    (void)wend_grid_set_cost(grid, 0, 0, 0, cost == 1 ? 2 : 1);
    holds = holds && wend_grid_hash(grid) != hash && !equal_maps(grid, other);
    wend_grid_destroy(grid);
    wend_grid_destroy(other);
    return holds;
}

static void grid_equal_maps_have_equal_bytes_and_hash_and_load_again(void **state)
{
    (void)state;
    model *m = malloc(sizeof *m);
    assert_non_null(m);
    gen_property("equal maps have equal bytes and hash", 100, equality_holds, m);
    free(m);
}

/* ---- positions ---- */

/* The quick division by the sector size, for every cell and size there can be. */
static void grid_sector_of_every_cell_is_exact(void **state)
{
    (void)state;
    for (int32_t size = 8; size <= 32; size++) {
        wend_grid_def def = grids_def(WEND_GRID_SIDE_MAX, 1, 1);
        def.sector_size = size;
        wend_grid *grid = grids_make(def);
        for (int32_t x = 0; x < WEND_GRID_SIDE_MAX; x++) {
            assert_int_equal(wendi_sector_along(grid, x), x / size);
        }
        wend_grid_destroy(grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_edited_at_random_agrees_with_plain_arrays),
        cmocka_unit_test(grid_equal_maps_have_equal_bytes_and_hash_and_load_again),
        cmocka_unit_test(grid_sector_of_every_cell_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
