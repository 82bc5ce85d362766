/* Clearances of random grids of squares and hexes with gates: every number against a look at every
 * wall, and against a fresh one after each edit. */
#include "support/gen.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/hex.h"
#include "world/derived/clearance_store.h"

#include <stdlib.h>
#include <string.h>

/* A stream of random numbers. */
typedef struct dice {
    uint64_t seed;
    uint64_t tick;
} dice;

static int32_t roll(dice *d, int32_t low, int32_t high)
{
    const uint32_t span = (uint32_t)(high - low + 1);
    return low + (int32_t)wend_random_below(d->seed, 0, d->tick++, span);
}

/* ---- grids ---- */

static wend_hex_layout roll_layout(dice *d)
{
    return (wend_hex_layout)roll(d, 0, 3);
}

/* Hexes wrap only where their halves fit. */
static void make_even(wend_grid_def *def)
{
    const bool is_rows =
        def->hex_layout == WEND_HEX_ODD_ROWS || def->hex_layout == WEND_HEX_EVEN_ROWS;
    if (is_rows && (def->wrap & WEND_WRAP_Y) != 0) {
        def->height += def->height & 1;
    }
    if (!is_rows && (def->wrap & WEND_WRAP_X) != 0) {
        def->width += def->width & 1;
    }
}

static wend_grid *roll_grid(dice *d, int32_t side_max)
{
    static const wend_neighbours kinds[3] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                             WEND_NEIGHBOURS_8};
    wend_grid_def def = wend_grid_def_default();
    def.width = roll(d, 1, roll(d, 0, 3) == 0 ? 3 : side_max);
    def.height = roll(d, 1, roll(d, 0, 3) == 0 ? 3 : side_max);
    def.neighbours = kinds[roll(d, 0, 2)];
    def.wrap = (wend_wrap)(roll(d, 0, 1) * roll(d, 0, 3));
    def.class_count = 2;
    def.sector_size = roll(d, 8, 32);
    def.cost = (uint8_t)(roll(d, 0, 9) == 0 ? WEND_COST_WALL : 1);
    if (def.neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = roll_layout(d);
        make_even(&def);
    }
    return grids_make(def);
}

/* Walls at random, from none to half of the cells. */
static void strew(dice *d, wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    static const int32_t shares[6] = {0, 1, 3, 10, 20, 50};
    const int32_t share = shares[roll(d, 0, 5)];
    for (int32_t i = info.width * info.height * share / 100; i > 0; --i) {
        (void)wend_grid_set_cost(grid, 0, roll(d, 0, info.width - 1), roll(d, 0, info.height - 1),
                                 WEND_COST_WALL);
    }
}

/* One cell, a rectangle, a gate, or the cost of open ground alone. */
static void edit(dice *d, wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const int32_t x = roll(d, 0, info.width - 1);
    const int32_t y = roll(d, 0, info.height - 1);
    const bool is_wide = roll(d, 0, 5) == 0;
    const int32_t width = is_wide ? roll(d, 0, info.width - x) : 1;
    const int32_t height = is_wide ? roll(d, 0, info.height - y) : 1;
    const uint8_t cost =
        wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y) ? WEND_COST_WALL : (uint8_t)1;
    if (roll(d, 0, 5) == 0) {
        const uint32_t masks[3] = {0, 2, UINT32_MAX};
        (void)wend_grid_set_closed_teams(grid, x, y, width, height, masks[roll(d, 0, 2)]);
    } else {
        (void)wend_grid_fill(grid, roll(d, 0, 4) == 0 ? 1 : 0, x, y, width, height,
                             roll(d, 0, 9) == 0 ? (uint8_t)7 : cost);
    }
}

static wend_clearance *clearance_of(const wend_grid *grid, uint32_t team, int32_t most)
{
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.team = team;
    def.max_clearance = most;
    wend_clearance *clearance = NULL;
    assert_int_equal(wend_clearance_create(&def, &clearance), WEND_OK);
    return clearance;
}

static int32_t roll_most(dice *d)
{
    static const int32_t mosts[6] = {1, 2, 3, 5, 16, 64};
    return mosts[roll(d, 0, 5)];
}

/* ---- the reference: every cell looks at every wall ---- */

/* The squared distance from the origin to a piece of a line, times 12, in doubles. */
static double piece_number(wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 along = {b.x - a.x, b.y - a.y};
    double t = -(a.x * along.x + a.y * along.y) / (along.x * along.x + along.y * along.y);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const double x = a.x + t * along.x;
    const double y = a.y + t * along.y;
    return 12 * (x * x + y * y);
}

/* From the centre of one hex to the border of another one. */
static uint32_t hex_number(wend_hex_layout layout, wend_hex from, wend_hex to)
{
    if (from.q == to.q && from.r == to.r) {
        return 0;
    }
    const wend_vec2 zero = {0, 0};
    const wend_vec2 a = wend_hex_position(layout, 1, zero, from);
    const wend_vec2 b = wend_hex_position(layout, 1, zero, to);
    wend_vec2 corners[6];
    wend_hex_corners(layout, 1, (wend_vec2){b.x - a.x, b.y - a.y}, corners);
    double least = piece_number(corners[5], corners[0]);
    for (int i = 0; i < 5; ++i) {
        const double number = piece_number(corners[i], corners[i + 1]);
        least = number < least ? number : least;
    }
    return (uint32_t)(least + 0.5); /* whole but for rounding */
}

static int32_t gap(int32_t d)
{
    const int32_t near = 2 * abs(d) - 1;
    return near > 0 ? near : 0;
}

typedef struct question {
    const wend_grid *grid;
    wend_grid_info info;
    uint32_t team;
    int32_t most;
} question;

static bool is_wall(const question *q, int32_t x, int32_t y)
{
    if ((q->info.wrap & WEND_WRAP_X) != 0) {
        x = wendi_clearance_wrap(x, q->info.width);
    }
    if ((q->info.wrap & WEND_WRAP_Y) != 0) {
        y = wendi_clearance_wrap(y, q->info.height);
    }
    return !wend_grid_is_open(q->grid, 0, q->team, x, y);
}

/* Looks at all walls within reach of a cell, the outside and every round of the map included. */
static void slow_numbers(const question *q, int32_t x, int32_t y, uint32_t *disc, int32_t *ring)
{
    const bool is_hex = q->info.neighbours == WEND_NEIGHBOURS_6;
    const int32_t reach = q->most * 7 / 6 + 2;
    *disc = (is_hex ? 12u : 4u) * (uint32_t)(q->most * q->most);
    *ring = q->most;
    const wend_hex here = wend_hex_from_offset(q->info.hex_layout, x, y);
    for (int32_t dy = -reach; dy <= reach; ++dy) {
        for (int32_t dx = -reach; dx <= reach; ++dx) {
            if (!is_wall(q, x + dx, y + dy)) {
                continue;
            }
            uint32_t number = (uint32_t)(gap(dx) * gap(dx) + gap(dy) * gap(dy));
            if (is_hex) {
                const wend_hex there = wend_hex_from_offset(q->info.hex_layout, x + dx, y + dy);
                const int32_t steps = wend_hex_distance(here, there);
                number = hex_number(q->info.hex_layout, here, there);
                *ring = steps < *ring ? steps : *ring;
            }
            *disc = number < *disc ? number : *disc;
        }
    }
}

static int32_t slow_square(const question *q, int32_t x, int32_t y)
{
    for (int32_t side = 0; side < q->most; ++side) {
        for (int32_t i = 0; i <= side; ++i) {
            if (is_wall(q, x + side, y + i) || is_wall(q, x + i, y + side)) {
                return side;
            }
        }
    }
    return q->most;
}

static bool is_cell_right(const wend_clearance *clearance, const question *q, int32_t x, int32_t y)
{
    uint32_t disc;
    int32_t ring;
    slow_numbers(q, x, y, &disc, &ring);
    if (q->info.neighbours != WEND_NEIGHBOURS_6) {
        ring = slow_square(q, x, y);
    }
    const size_t index = (size_t)y * (size_t)q->info.width + (size_t)x;
    if (clearance->discs[index] != disc || wend_clearance_square(clearance, x, y) != ring) {
        print_message("cell %d, %d: disc %u, not %u; square %d, not %d\n", x, y,
                      clearance->discs[index], disc, wend_clearance_square(clearance, x, y), ring);
        return false;
    }
    return true;
}

/* ---- the properties ---- */

static bool numbers_are_those_of_all_walls(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    wend_grid *grid = roll_grid(&d, 40);
    strew(&d, grid);
    for (int32_t i = 0; i < 3; ++i) {
        edit(&d, grid);
    }
    question q = {grid, {0}, roll(&d, 0, 1) == 0 ? WEND_TEAM_NONE : 1, roll_most(&d)};
    wend_grid_get_info(grid, &q.info);
    wend_clearance *clearance = clearance_of(grid, q.team, q.most);
    bool holds = true;
    for (int32_t i = 0; i < 20 && holds; ++i) {
        holds = is_cell_right(clearance, &q, roll(&d, 0, q.info.width - 1),
                              roll(&d, 0, q.info.height - 1));
    }
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
    return holds;
}

static bool is_same(const wend_clearance *a, const wend_clearance *b)
{
    const size_t cells = wendi_clearance_cells(a);
    for (size_t i = 0; i < cells; ++i) {
        if (a->discs[i] != b->discs[i] || a->squares[i] != b->squares[i]) {
            print_message("cell %d, %d of %d x %d, most %d: disc %u, not %u; square %u, not %u\n",
                          (int)(i % (size_t)a->width), (int)(i / (size_t)a->width), a->width,
                          a->height, a->most, a->discs[i], b->discs[i], a->squares[i],
                          b->squares[i]);
            return false;
        }
    }
    return true;
}

static bool updates_equal_fresh_ones(uint64_t seed, void *context)
{
    const int32_t side_max = *(const int32_t *)context;
    dice d = {seed, 0};
    wend_grid *grid = roll_grid(&d, side_max);
    strew(&d, grid);
    const uint32_t team = roll(&d, 0, 1) == 0 ? WEND_TEAM_NONE : 1;
    const int32_t most = roll_most(&d);
    wend_clearance *clearance = clearance_of(grid, team, most);
    bool holds = true;
    for (int32_t round = 0; round < 12 && holds; ++round) {
        for (int32_t i = roll(&d, 0, 3); i >= 0; --i) {
            edit(&d, grid);
        }
        holds = wend_clearance_update(clearance) == WEND_OK && wend_clearance_is_fresh(clearance);
        wend_clearance *fresh = clearance_of(grid, team, most);
        holds = holds && is_same(clearance, fresh);
        wend_clearance_destroy(fresh);
    }
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
    return holds;
}

static int32_t apart(int32_t from, int32_t to, int32_t side, bool wraps)
{
    const int32_t straight = abs(from - to);
    return wraps && side - straight < straight ? side - straight : straight;
}

/* If an agent newly fits or no longer fits after one cell changed, that cell is within reach. */
static bool changes_stay_within_reach(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    wend_grid *grid = roll_grid(&d, 40);
    strew(&d, grid);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const int32_t most = roll_most(&d);
    wend_clearance *before = clearance_of(grid, WEND_TEAM_NONE, most);
    const int32_t x = roll(&d, 0, info.width - 1);
    const int32_t y = roll(&d, 0, info.height - 1);
    (void)wend_grid_set_cost(grid, 0, x, y, wend_clearance_square(before, x, y) == 0 ? 1 : 255);
    wend_clearance *after = clearance_of(grid, WEND_TEAM_NONE, most);
    bool holds = true;
    for (int32_t i = 0; i < 10 && holds; ++i) {
        const uint32_t side = (uint32_t)roll(&d, 0, most + 1);
        const uint32_t disc = (uint32_t)roll(&d, 0, (int32_t)before->cap + 1);
        const int32_t reach = wendi_clearance_reach(before, side, disc);
        for (size_t at = 0; at < wendi_clearance_cells(before) && holds; ++at) {
            const bool fitted = before->squares[at] >= side && before->discs[at] >= disc;
            const bool fits = after->squares[at] >= side && after->discs[at] >= disc;
            const int32_t cell_x = (int32_t)at % info.width;
            const int32_t cell_y = (int32_t)at / info.width;
            holds = fitted == fits ||
                    (apart(x, cell_x, info.width, (info.wrap & WEND_WRAP_X) != 0) <= reach &&
                     apart(y, cell_y, info.height, (info.wrap & WEND_WRAP_Y) != 0) <= reach);
        }
    }
    wend_clearance_destroy(before);
    wend_clearance_destroy(after);
    wend_grid_destroy(grid);
    return holds;
}

/* A need of a disc is met by the very cells in which the disc fits. */
static bool needs_say_what_fits(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    wend_grid *grid = roll_grid(&d, 40);
    strew(&d, grid);
    const int32_t most = roll_most(&d);
    wend_clearance *clearance = clearance_of(grid, WEND_TEAM_NONE, most);
    bool holds = true;
    for (int32_t i = 0; i < 20 && holds; ++i) {
        const int32_t x = roll(&d, 0, clearance->width - 1);
        const int32_t y = roll(&d, 0, clearance->height - 1);
        const int32_t look_x = roll(&d, 0, clearance->width - 1);
        const double radius = roll(&d, 0, 1) == 0 ? wend_clearance_disc(clearance, look_x, y)
                                                  : roll(&d, 0, 1000 * most) / 1000.0;
        const uint32_t need = wendi_clearance_need_disc(clearance, radius);
        uint8_t cost = 7;
        wendi_clearance_close_row(clearance, 0, need, x, y, 1, &cost);
        holds = (cost == 7) == wend_clearance_fits_disc(clearance, x, y, radius);
    }
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
    return holds;
}

static void clearance_changes_stay_within_reach(void **state)
{
    (void)state;
    gen_property("changes_stay_within_reach", 150, changes_stay_within_reach, NULL);
}

static void clearance_needs_say_what_fits(void **state)
{
    (void)state;
    gen_property("needs_say_what_fits", 150, needs_say_what_fits, NULL);
}

static void clearance_numbers_are_those_of_all_walls(void **state)
{
    (void)state;
    gen_property("numbers_are_those_of_all_walls", 150, numbers_are_those_of_all_walls, NULL);
}

static void clearance_updates_equal_fresh_ones(void **state)
{
    (void)state;
    int32_t side_max = 60;
    gen_property("updates_equal_fresh_ones", 330, updates_equal_fresh_ones, &side_max);
}

/* Large enough for repairs away from every edge, and for windows of several tiles. */
static void clearance_updates_of_large_grids_equal_fresh_ones(void **state)
{
    (void)state;
    int32_t side_max = 300;
    gen_property("updates_of_large_grids_equal_fresh_ones", 20, updates_equal_fresh_ones,
                 &side_max);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clearance_numbers_are_those_of_all_walls),
        cmocka_unit_test(clearance_changes_stay_within_reach),
        cmocka_unit_test(clearance_needs_say_what_fits),
        cmocka_unit_test(clearance_updates_equal_fresh_ones),
        cmocka_unit_test(clearance_updates_of_large_grids_equal_fresh_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
