/* Smells equal their formula: path lengths by relaxing all cells until nothing changes, from each source
 * and from the nose, on grids of all kinds that are edited; with any executor, saved and loaded too. */
#include "support/test.h"

#include "wend/grid.h"
#include "wend/smell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 15, STEPS = 40, SIDE = 14, CELLS = SIDE * SIDE, SOURCES = 5, TRAIL = 6, FAR = -1 };

static const double UNIT = 65536;

typedef struct twin_source {
    wend_smell_source source;
    wend_smell_id id;
    uint32_t trail_count; /* may be more than TRAIL: only the last count */
    uint32_t cells[STEPS + 1];
    uint64_t ticks[STEPS + 1];
    bool is_there;
} twin_source;

typedef struct twin {
    uint64_t seed, draw, tick, half_life;
    wend_grid *grid;
    wend_grid_info info;
    double trail_radius;
    twin_source sources[SOURCES];
    wend_smell *smell, *other; /* other: reloaded, with another executor */
} twin;

static uint32_t below(twin *t, uint32_t count)
{
    return wend_random_below(t->seed, 1, t->draw++, count);
}

/* ---- path lengths ---- */

static uint32_t cell_at(const twin *t, int32_t x, int32_t y)
{
    const int32_t w = t->info.width, h = t->info.height;
    x = (t->info.wrap & WEND_WRAP_X) != 0 ? (x + w) % w : x;
    y = (t->info.wrap & WEND_WRAP_Y) != 0 ? (y + h) % h : y;
    return wend_grid_node(t->grid, x, y);
}

static bool is_open(const twin *t, uint32_t cell)
{
    return cell != WEND_NODE_NONE &&
           wend_grid_is_open(t->grid, 0, WEND_TEAM_NONE, (int32_t)cell % t->info.width,
                             (int32_t)cell / t->info.width);
}

/* The length of a step in units, from a cell to one of the eight around; 0 if there is none. */
static uint32_t step_length(const twin *t, uint32_t from, int32_t dx, int32_t dy, uint32_t *to)
{
    const int32_t x = (int32_t)from % t->info.width, y = (int32_t)from / t->info.width;
    *to = cell_at(t, x + dx, y + dy);
    if (!is_open(t, *to)) {
        return 0;
    }
    if (t->info.neighbours == WEND_NEIGHBOURS_6) {
        /* Neighbours of hexes lie one cell size apart; across a seam a copy of the cell does. */
        const bool rows = t->info.hex_layout <= WEND_HEX_EVEN_ROWS;
        const uint32_t is_even = t->info.hex_layout % 2;
        const int32_t line = rows ? y : x, other = rows ? dy : dx;
        const double shift_from = (((uint32_t)line ^ is_even) & 1) != 0 ? 0.5 : 0;
        const double shift_to = (((uint32_t)(line + other) ^ is_even) & 1) != 0 ? 0.5 : 0;
        const double along = (rows ? dx : dy) + shift_to - shift_from;
        const double across = other * sqrt(0.75);
        return along * along + across * across < 1.01 ? 65536 : 0;
    }
    if (dx == 0 || dy == 0) {
        return 65536;
    }
    const bool a = is_open(t, cell_at(t, x + dx, y)), b = is_open(t, cell_at(t, x, y + dy));
    const bool is_free = t->info.corner_rule == WEND_CORNER_ALWAYS ||
                         (t->info.corner_rule == WEND_CORNER_NEVER ? a && b : a || b);
    return t->info.neighbours == WEND_NEIGHBOURS_8 && is_free ? 92682 : 0;
}

static void measure(const twin *t, uint32_t from, int64_t lengths[CELLS])
{
    bool is_changed = true;
    for (uint32_t i = 0; i < CELLS; i++) {
        lengths[i] = FAR;
    }
    if (is_open(t, from)) {
        lengths[from] = 0;
    }
    while (is_changed) {
        is_changed = false;
        for (uint32_t i = 0; i < (uint32_t)(t->info.width * t->info.height); i++) {
            for (int32_t k = 0; lengths[i] != FAR && k < 9; k++) {
                uint32_t to;
                const uint32_t length = k == 4 ? 0 : step_length(t, i, k % 3 - 1, k / 3 - 1, &to);
                if (length > 0 && (lengths[to] == FAR || lengths[i] + length < lengths[to])) {
                    lengths[to] = lengths[i] + length;
                    is_changed = true;
                }
            }
        }
    }
}

static int64_t reach_of(const twin *t, double radius)
{
    const int64_t units = (int64_t)(radius / t->info.cell_size * UNIT);
    return units < 1 ? 1 : units;
}

static uint64_t faded(uint64_t intensity, int64_t length, int64_t reach)
{
    return length == FAR || length >= reach
               ? 0
               : intensity * (uint64_t)(reach - length) / (uint64_t)reach;
}

static uint64_t fixed(const twin_source *s)
{
    return (uint64_t)(s->source.intensity * UNIT);
}

static bool is_alive(const twin *t, const twin_source *s, uint32_t i)
{
    return i + TRAIL >= s->trail_count && (t->tick - s->ticks[i]) / t->half_life < 32;
}

/* The trail's intensity at the nose by its best cell, in units; *newest: the newest cell that is smelled. */
static double trail_at(const twin *t, const twin_source *s, const int64_t from_nose[CELLS],
                       int32_t *newest, bool *is_doubtful)
{
    double most = 0;
    *newest = -1;
    for (uint32_t i = 0; i < s->trail_count; i++) {
        if (is_alive(t, s, i)) {
            const double age = (double)(t->tick - s->ticks[i]);
            const uint64_t fresh = fixed(s) / 2; /* trail_strength is 0.5 */
            const double left = (double)fresh * pow(2, -age / (double)t->half_life);
            const int64_t reach = reach_of(t, t->trail_radius), length = from_nose[s->cells[i]];
            const double value = length == FAR || length >= reach
                                     ? 0
                                     : left * (double)(reach - length) / (double)reach;
            *is_doubtful = *is_doubtful || (value > 0 && value < 3);
            most = value > most ? value : most;
            *newest = value >= 1 ? (int32_t)i : *newest;
        }
    }
    return most;
}

/* ---- comparison ---- */

static const wend_scent *find(const wend_scent *scents, size_t count, const twin_source *s,
                              bool is_trail)
{
    for (size_t i = 0; i < count; i++) {
        if (scents[i].source.index1 == s->id.index1 && scents[i].is_trail == is_trail) {
            return &scents[i];
        }
    }
    return NULL;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 4;
}

static bool follows(const twin *t, const twin_source *s, wend_vec2 at, int32_t newest)
{
    wend_smell_step step;
    const bool is_followed = wend_smell_follow(t->smell, at, NULL, s->id, &step);
    if (is_followed != (newest >= 0)) {
        return false;
    }
    if (newest < 0) {
        return true;
    }
    const bool is_last = newest + 1 >= (int32_t)s->trail_count;
    const wend_vec2 to =
        is_last ? s->source.position : wend_grid_position(t->grid, s->cells[newest + 1]);
    return step.is_source == is_last && fabs(step.position.x - to.x) < 1e-9 &&
           fabs(step.position.y - to.y) < 1e-9;
}

static bool is_right_at(const twin *t, uint32_t cell, int64_t lengths[SOURCES][CELLS])
{
    int64_t from_nose[CELLS];
    wend_scent scents[2 * SOURCES], others[2 * SOURCES];
    size_t count = 0, other_count = 0, expected = 0;
    const wend_vec2 at = wend_grid_position(t->grid, cell);
    bool is_doubtful = false;
    measure(t, cell, from_nose);
    if (wend_smell_at(t->smell, at, NULL, scents, 2 * SOURCES, &count) != WEND_OK ||
        wend_smell_at(t->other, at, NULL, others, 2 * SOURCES, &other_count) != WEND_OK ||
        count != other_count) {
        return false;
    }
    double sum = 0;
    for (uint32_t i = 0; i < SOURCES; i++) {
        const twin_source *s = &t->sources[i];
        int32_t newest;
        if (!s->is_there) {
            continue;
        }
        const uint64_t direct = faded(fixed(s), lengths[i][cell], reach_of(t, s->source.radius));
        const double trail = trail_at(t, s, from_nose, &newest, &is_doubtful);
        const wend_scent *scent = find(scents, count, s, false);
        if ((scent != NULL) != (direct > 0) ||
            (scent != NULL && fabs(scent->intensity * UNIT - (double)direct) > 1e-6)) {
            return false;
        }
        sum += (double)direct;
        expected += direct > 0 ? 1 : 0;
        scent = find(scents, count, s, true);
        if (!is_doubtful && ((scent != NULL) != (trail >= 1) ||
                             (scent != NULL && !is_near(scent->intensity * UNIT, trail)) ||
                             !follows(t, s, at, newest))) {
            return false;
        }
        expected += trail >= 1 ? 1 : 0;
    }
    for (size_t i = 0; i < count; i++) {
        if ((i > 0 && scents[i].intensity > scents[i - 1].intensity) ||
            memcmp(&scents[i].source, &others[i].source, sizeof scents[i].source) != 0 ||
            fabs(scents[i].intensity - others[i].intensity) > 0) {
            return false;
        }
    }
    return (is_doubtful || count == expected) &&
           fabs(wend_smell_intensity(t->smell, at, NULL) * UNIT - sum) < 1e-3;
}

static double sum_at(const twin *t, uint32_t cell, int64_t lengths[SOURCES][CELLS])
{
    double sum = 0;
    for (uint32_t i = 0; i < SOURCES; i++) {
        const twin_source *s = &t->sources[i];
        sum += s->is_there
                   ? (double)faded(fixed(s), lengths[i][cell], reach_of(t, s->source.radius))
                   : 0;
    }
    return sum;
}

/* The direction leads to the neighbour with the greatest sum. */
static bool is_uphill(const twin *t, uint32_t cell, int64_t lengths[SOURCES][CELLS])
{
    const wend_vec2 at = wend_grid_position(t->grid, cell);
    const wend_smell_id none = {0, 0};
    wend_vec2 direction;
    double most = 0;
    for (int32_t k = 0; is_open(t, cell) && k < 9; k++) {
        uint32_t to;
        if (k != 4 && step_length(t, cell, k % 3 - 1, k / 3 - 1, &to) > 0) {
            const double sum = sum_at(t, to, lengths);
            most = sum > most ? sum : most;
        }
    }
    const bool is_found = wend_smell_direction(t->smell, at, NULL, none, &direction);
    if (is_found != (is_open(t, cell) && most > sum_at(t, cell, lengths))) {
        return false;
    }
    if (!is_found || t->info.wrap != WEND_WRAP_NONE) {
        return true;
    }
    const double length = 1.2 * t->info.cell_size;
    const uint32_t to = wend_grid_node_at(
        t->grid, (wend_vec2){at.x + length * direction.x, at.y + length * direction.y});
    return to != WEND_NODE_NONE && fabs(sum_at(t, to, lengths) - most) < 1e-6;
}

static bool is_as_twin(twin *t)
{
    static int64_t lengths[SOURCES][CELLS];
    const uint32_t cells = (uint32_t)(t->info.width * t->info.height);
    for (uint32_t i = 0; i < SOURCES; i++) {
        if (t->sources[i].is_there) {
            measure(t, wend_grid_node_at(t->grid, t->sources[i].source.position), lengths[i]);
        }
    }
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t cell = below(t, cells);
        if (!is_right_at(t, cell, lengths) || !is_uphill(t, cell, lengths)) {
            return false;
        }
    }
    return wend_smell_hash(t->smell) == wend_smell_hash(t->other);
}

/* ---- calls ---- */

static wend_vec2 somewhere(twin *t)
{
    return wend_grid_position(t->grid, below(t, (uint32_t)(t->info.width * t->info.height)));
}

static bool edit_source(twin *t)
{
    twin_source *s = &t->sources[below(t, SOURCES)];
    wend_smell *const both[] = {t->smell, t->other};
    bool is_right = true;
    if (s->is_there && below(t, 4) == 0) {
        for (uint32_t i = 0; i < 2; i++) {
            is_right = is_right && wend_smell_remove_source(both[i], s->id) == WEND_OK;
        }
        s->is_there = false;
        return is_right;
    }
    const wend_vec2 position = s->is_there ? s->source.position : somewhere(t);
    s->source = wend_smell_source_default();
    s->source.position = position;
    s->source.radius = t->info.cell_size * below(t, 100) / 10.0;
    s->source.intensity = 0.5 + below(t, 100);
    s->source.leaves_trail = below(t, 4) != 0;
    for (uint32_t i = 0; i < 2; i++) {
        is_right = is_right &&
                   (s->is_there ? wend_smell_set_source(both[i], s->id, &s->source)
                                : wend_smell_add_source(both[i], &s->source, &s->id)) == WEND_OK;
    }
    s->trail_count = s->is_there ? s->trail_count : 0;
    s->is_there = true;
    return is_right;
}

static bool move(twin *t)
{
    twin_source *s = &t->sources[below(t, SOURCES)];
    const wend_vec2 to = somewhere(t);
    const uint32_t from = wend_grid_node_at(t->grid, s->source.position);
    if (!s->is_there) {
        return true;
    }
    if (from != wend_grid_node_at(t->grid, to) && s->source.leaves_trail) {
        s->cells[s->trail_count] = from;
        s->ticks[s->trail_count++] = t->tick;
    }
    s->source.position = to;
    return wend_smell_move(t->smell, s->id, to) == WEND_OK &&
           wend_smell_move(t->other, s->id, to) == WEND_OK;
}

static void backwards(void *context, size_t count, size_t block, wend_job_fn job, void *job_context)
{
    (void)context;
    for (size_t begin = (count + block - 1) / block * block; begin > 0; begin -= block) {
        job(job_context, begin - block, begin < count ? begin : count);
    }
}

static wend_smell_def def_of(const twin *t)
{
    wend_smell_def def = wend_smell_def_default();
    def.grid = t->grid;
    def.trail_limit = TRAIL;
    def.trail_half_life = t->half_life;
    def.trail_radius = t->trail_radius;
    return def;
}

static bool reload(twin *t)
{
    size_t count = 0;
    (void)wend_smell_save(t->other, NULL, 0, &count);
    uint8_t *bytes = malloc(count + 1);
    wend_smell *loaded = NULL;
    wend_smell_def def = def_of(t);
    def.executor.parallel_for = backwards;
    const bool is_right = bytes != NULL &&
                          wend_smell_save(t->other, bytes, count, &count) == WEND_OK &&
                          wend_smell_load(&def, bytes, count, &loaded) == WEND_OK;
    free(bytes);
    wend_smell_destroy(t->other);
    t->other = loaded;
    return is_right;
}

static void make_grid(twin *t)
{
    static const wend_neighbours neighbours[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                                 WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_8};
    wend_grid_def def = wend_grid_def_default();
    def.width = 4 + 2 * (int32_t)below(t, (SIDE - 4) / 2 + 1);
    def.height = 4 + 2 * (int32_t)below(t, (SIDE - 4) / 2 + 1);
    def.neighbours = neighbours[below(t, 4)];
    def.corner_rule = (wend_corner_rule)below(t, 3);
    def.hex_layout =
        def.neighbours == WEND_NEIGHBOURS_6 ? (wend_hex_layout)below(t, 4) : WEND_HEX_ODD_ROWS;
    def.wrap = (wend_wrap)below(t, 4);
    def.cell_size = 0.5 * (1 + below(t, 3));
    def.origin.x = -3;
    assert_int_equal(wend_grid_create(&def, &t->grid), WEND_OK);
    wend_grid_get_info(t->grid, &t->info);
    for (int32_t i = 0; i < def.width * def.height / 4; i++) {
        (void)wend_grid_set_cost(t->grid, 0, (int32_t)below(t, (uint32_t)def.width),
                                 (int32_t)below(t, (uint32_t)def.height), WEND_COST_WALL);
    }
}

static bool play(uint64_t seed)
{
    static twin t;
    bool is_right = true;
    memset(&t, 0, sizeof t);
    t.seed = seed;
    make_grid(&t);
    t.half_life = 1 + below(&t, 20);
    t.trail_radius = t.info.cell_size * below(&t, 30) / 10.0;
    const wend_smell_def def = def_of(&t);
    assert_int_equal(wend_smell_create(&def, &t.smell), WEND_OK);
    assert_int_equal(wend_smell_create(&def, &t.other), WEND_OK);
    for (uint32_t step = 0; step < STEPS && is_right; step++) {
        const uint32_t what = below(&t, 12);
        if (what < 3) {
            is_right = edit_source(&t);
        } else if (what < 7) {
            is_right = move(&t);
        } else if (what < 9) {
            (void)wend_grid_set_cost(t.grid, 0, (int32_t)below(&t, (uint32_t)t.info.width),
                                     (int32_t)below(&t, (uint32_t)t.info.height),
                                     below(&t, 2) == 0 ? 1 : WEND_COST_WALL);
        } else if (what < 11) {
            t.tick += below(&t, 12);
            is_right = wend_smell_set_tick(t.smell, t.tick) == WEND_OK &&
                       wend_smell_set_tick(t.other, t.tick) == WEND_OK;
        }
        is_right = is_right && wend_smell_update(t.smell) == WEND_OK &&
                   wend_smell_update(t.other) == WEND_OK && wend_smell_is_fresh(t.smell);
        is_right = is_right && (what < 11 || reload(&t)) && is_as_twin(&t);
        if (!is_right) {
            print_error("seed %u, step %u, call %u\n", (unsigned)seed, step, what);
        }
    }
    wend_smell_destroy(t.smell);
    wend_smell_destroy(t.other);
    wend_grid_destroy(t.grid);
    return is_right;
}

static void smells_equal_their_formula(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        assert_true(play(seed));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(smells_equal_their_formula)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
