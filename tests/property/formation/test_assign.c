/* wend_assign compared with trying all assignments, with the textbook's Hungarian method, and with
 * the guarantee of squared distances: movers do not meet. Costs are whole numbers, so that sums are
 * exact. */
#include "support/test.h"

#include "support/gen.h"
#include "wend/formation.h"

#include <math.h>
#include <stdlib.h>

enum { SMALL = 7, LARGE = 60 };

/* An enormous cost instead of infinity, for methods without one: counts of it come first. */
static const double ENORMOUS = 1e9;

typedef struct task {
    size_t rows, columns;
    double costs[LARGE * LARGE];
} task;

typedef struct sum {
    size_t count;
    double cost;
} sum;

/* None, any part, or all but one to four a row, where much goes without and changes hands. */
static double infinite_part(uint64_t seed, size_t columns)
{
    const double unit = wend_random_unit(seed, 1, 5);
    switch (wend_random_below(seed, 1, 4, 3)) {
    case 0:
        return 0;
    case 1:
        return unit;
    default:
        return 1 - (1 + 3 * unit) / (double)columns;
    }
}

static task task_of(uint64_t seed, uint32_t side_max, bool is_square)
{
    task t = {.rows = 1 + wend_random_below(seed, 1, 0, side_max)};
    t.columns = is_square ? t.rows : 1 + wend_random_below(seed, 1, 1, side_max);
    const uint32_t most = 1 + wend_random_below(seed, 1, 2, 3) * wend_random_below(seed, 1, 3, 999);
    const double infinite = infinite_part(seed, t.columns);
    for (size_t i = 0; i < t.rows * t.columns; i++) {
        const bool is_infinite = wend_random_unit(seed, 2, i) < infinite;
        t.costs[i] = is_infinite ? HUGE_VAL : wend_random_below(seed, 3, i, most);
    }
    return t;
}

static bool is_better(sum a, sum b)
{
    return a.count > b.count || (a.count == b.count && a.cost < b.cost);
}

/* Each row gets nothing, or any of the remaining columns: all combinations. */
static sum try_all(const task *t, size_t row, uint32_t used)
{
    if (row == t->rows) {
        return (sum){0, 0};
    }
    sum best = try_all(t, row + 1, used);
    for (size_t column = 0; column < t->columns; column++) {
        const double cost = t->costs[row * t->columns + column];
        if ((used >> column & 1) == 0 && cost < HUGE_VAL) {
            sum rest = try_all(t, row + 1, used | (uint32_t)1 << column);
            rest.count++;
            rest.cost += cost;
            best = is_better(rest, best) ? rest : best;
        }
    }
    return best;
}

/* False when columns are given twice, or where that is infinite. */
static bool sum_of(const task *t, const uint32_t *places, sum *total)
{
    bool used[LARGE] = {false};
    *total = (sum){0, 0};
    for (size_t row = 0; row < t->rows; row++) {
        const uint32_t place = places[row];
        if (place == UINT32_MAX) {
            continue;
        }
        if (place >= t->columns || used[place] ||
            !(t->costs[row * t->columns + place] < HUGE_VAL)) {
            return false;
        }
        used[place] = true;
        total->count++;
        total->cost += t->costs[row * t->columns + place];
    }
    return true;
}

static bool agrees(const task *t, sum expected)
{
    uint32_t places[LARGE];
    sum total;
    const wend_result result = wend_assign(t->costs, t->rows, t->columns, NULL, places);
    const size_t fewer = t->rows < t->columns ? t->rows : t->columns;
    return sum_of(t, places, &total) && total.count == expected.count &&
           fabs(total.cost - expected.cost) < 0.5 &&
           result == (expected.count == fewer ? WEND_OK : WEND_NO_PATH);
}

static bool is_as_by_trying(uint64_t seed, void *context)
{
    (void)context;
    const task t = task_of(seed, SMALL, seed % 2 == 0);
    return agrees(&t, try_all(&t, 0, 0));
}

/* ---- the Hungarian method, by the book: squares, one row at a time ---- */

static double cell(const task *t, size_t row, size_t column)
{
    if (row >= t->rows || column >= t->columns) {
        return ENORMOUS;
    }
    const double cost = t->costs[row * t->columns + column];
    return cost < HUGE_VAL ? cost : ENORMOUS;
}

/* One row more: rows and columns count from 1, column 0 stands for "none". */
static void add_row(const task *t, size_t side, size_t row, double *u, double *v, size_t *owner)
{
    double slack[LARGE + 1];
    size_t before[LARGE + 1] = {0};
    bool seen[LARGE + 1] = {false};
    for (size_t j = 0; j <= side; j++) {
        slack[j] = HUGE_VAL;
    }
    owner[0] = row;
    size_t at = 0;
    while (owner[at] != 0) {
        seen[at] = true;
        double delta = HUGE_VAL;
        size_t next = 0;
        for (size_t j = 1; j <= side; j++) {
            const double cost = cell(t, owner[at] - 1, j - 1) - u[owner[at]] - v[j];
            if (!seen[j] && cost < slack[j]) {
                slack[j] = cost;
                before[j] = at;
            }
            if (!seen[j] && slack[j] < delta) {
                delta = slack[j];
                next = j;
            }
        }
        for (size_t j = 0; j <= side; j++) {
            u[owner[j]] += seen[j] ? delta : 0;
            v[j] -= seen[j] ? delta : 0;
            slack[j] -= seen[j] ? 0 : delta;
        }
        at = next;
    }
    for (; at != 0; at = before[at]) {
        owner[at] = owner[before[at]];
    }
}

static sum by_the_book(const task *t)
{
    const size_t side = t->rows > t->columns ? t->rows : t->columns;
    double u[LARGE + 1] = {0};
    double v[LARGE + 1] = {0};
    size_t owner[LARGE + 1] = {0};
    for (size_t row = 1; row <= side; row++) {
        add_row(t, side, row, u, v, owner);
    }
    sum total = {0, 0};
    for (size_t column = 1; column <= side; column++) {
        const double cost = cell(t, owner[column] - 1, column - 1);
        total.count += cost < ENORMOUS ? 1 : 0;
        total.cost += cost < ENORMOUS ? cost : 0;
    }
    return total;
}

static bool is_as_by_the_book(uint64_t seed, void *context)
{
    (void)context;
    const task t = task_of(seed, LARGE, seed % 2 == 0);
    return agrees(&t, by_the_book(&t));
}

/* ---- squared distances ---- */

typedef struct crowds {
    size_t count;
    wend_vec2 from[LARGE], to[LARGE];
} crowds;

static double lattice(uint64_t seed, uint64_t id, uint64_t at)
{
    return wend_random_below(seed, id, at, 1000) / 64.0;
}

static crowds crowds_of(uint64_t seed)
{
    crowds c = {.count = 2 + wend_random_below(seed, 1, 0, LARGE - 1)};
    const double far = 100.0 * wend_random_below(seed, 1, 1, 3);
    for (size_t i = 0; i < c.count; i++) {
        c.from[i] = (wend_vec2){lattice(seed, 2, i), lattice(seed, 3, i)};
        c.to[i] = (wend_vec2){lattice(seed, 4, i) + far, lattice(seed, 5, i)};
    }
    return c;
}

/* Exchanging two goals costs 2 (p1 - p2) . (q1 - q2) more, which therefore is 0 or above. Straight
 * paths may cross all the same (see below), but agents that walk them in equal time stay apart:
 * their distance is (1 - t) (p1 - p2) + t (q1 - q2), which for two vectors at no obtuse angle
 * never falls below the shorter one's length / sqrt 2. (Turpin, Michael, Kumar, "CAPT", 2014.) */
static bool keeps_apart(wend_vec2 a, wend_vec2 b)
{
    const double shorter = fmin(wend_vec2_length(a), wend_vec2_length(b));
    for (int step = 0; step <= 16; step++) {
        const wend_vec2 between = wend_vec2_lerp(a, b, step / 16.0);
        if (wend_vec2_length(between) < shorter * 0.7071 - 1e-9) {
            return false;
        }
    }
    return wend_vec2_dot(a, b) >= 0;
}

static bool no_two_should_change(uint64_t seed, void *context)
{
    (void)context;
    const crowds c = crowds_of(seed);
    double costs[LARGE * LARGE];
    uint32_t places[LARGE];
    for (size_t i = 0; i < c.count * c.count; i++) {
        const wend_vec2 way = wend_vec2_sub(c.from[i / c.count], c.to[i % c.count]);
        costs[i] = wend_vec2_dot(way, way);
    }
    if (wend_assign(costs, c.count, c.count, NULL, places) != WEND_OK) {
        return false;
    }
    for (size_t i = 0; i < c.count; i++) {
        for (size_t k = 0; k < i; k++) {
            const wend_vec2 apart = wend_vec2_sub(c.from[i], c.from[k]);
            const wend_vec2 apart_then = wend_vec2_sub(c.to[places[i]], c.to[places[k]]);
            if (!keeps_apart(apart, apart_then)) {
                return false;
            }
        }
    }
    return true;
}

static void assign_agrees_with_trying_everything(void **state)
{
    (void)state;
    gen_property("agrees with trying", 400, is_as_by_trying, NULL);
}

static void assign_agrees_with_the_textbook(void **state)
{
    (void)state;
    gen_property("agrees with the textbook", 300, is_as_by_the_book, NULL);
}

static void assign_of_squared_paths_keeps_walkers_apart(void **state)
{
    (void)state;
    gen_property("keeps walkers apart", 100, no_two_should_change, NULL);
}

/* Least sums of squares forbid meeting, not crossing: the second passes the crossing first. */
static void assign_of_squared_paths_may_let_lines_cross(void **state)
{
    (void)state;
    const wend_vec2 from[] = {{0, 0}, {1, 0}};
    const wend_vec2 to[] = {{2, 0.5}, {2.25, 1.5}};
    double costs[4];
    uint32_t places[2];
    for (int i = 0; i < 4; i++) {
        const wend_vec2 way = wend_vec2_sub(to[i % 2], from[i / 2]);
        costs[i] = wend_vec2_dot(way, way);
    }
    assert_int_equal(wend_assign(costs, 2, 2, NULL, places), WEND_OK);
    assert_int_equal(places[0], 0);
    const wend_vec2 first = to[0];
    assert_true(wend_vec2_cross(first, from[1]) < 0 && wend_vec2_cross(first, to[1]) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_agrees_with_trying_everything),
        cmocka_unit_test(assign_agrees_with_the_textbook),
        cmocka_unit_test(assign_of_squared_paths_keeps_walkers_apart),
        cmocka_unit_test(assign_of_squared_paths_may_let_lines_cross),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
