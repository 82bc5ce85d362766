/* Counts of traffic equal sums of what was counted, faded by their age; lists equal a look at all cells. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/grid.h"
#include "wend/traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 300, SIDE_MOST = 40, ADDED = 120, KINDS = 2 };

typedef struct mark {
    int32_t cell, kind; /* -1: an agent */
    int direction;      /* -1: it stands */
    double amount;
    uint64_t tick;
} mark;

typedef struct twin {
    uint64_t seed, roll, tick;
    wend_traffic_def def;
    wend_traffic *traffic;
    mark marks[ADDED];
    uint32_t count;
} twin;

static uint32_t below(twin *t, uint32_t count)
{
    return wend_random_below(t->seed, 5, t->roll++, count);
}

static double unit(twin *t)
{
    return wend_random_unit(t->seed, 6, t->roll++);
}

static void add_one(twin *t)
{
    const double x = unit(t) * (t->def.width + 2) - 1, y = unit(t) * (t->def.height + 2) - 1;
    const wend_vec2 at = {t->def.origin.x + x * t->def.cell_size,
                          t->def.origin.y + y * t->def.cell_size};
    const bool is_inside = x >= 0 && y >= 0 && x < t->def.width && y < t->def.height;
    mark m = {(int32_t)floor(y) * t->def.width + (int32_t)floor(x), -1, -1, 1, t->tick};
    if (below(t, 3) == 0) {
        m.kind = (int32_t)below(t, KINDS);
        m.amount = unit(t) * 5;
        (void)wend_traffic_add_event(t->traffic, (uint32_t)m.kind, at, m.amount);
    } else {
        const double angle = unit(t) * 6.283185307179586, speed = unit(t);
        const wend_vec2 velocity = {speed * cos(angle), speed * sin(angle)};
        if (speed >= t->def.least_speed) {
            m.direction = (int)floor(angle / (3.141592653589793 / 4) + 0.5) % 8;
        }
        (void)wend_traffic_add(t->traffic, at, velocity);
    }
    if (is_inside) {
        t->marks[t->count++] = m;
    }
}

/* The count of a cell, and of one direction. */
static double slow_count(const twin *t, int32_t kind, int direction, int32_t cell)
{
    double sum = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const mark *m = &t->marks[i];
        if (m->kind == kind && m->cell == cell && (direction < 0 || m->direction == direction)) {
            sum += m->amount * exp2(-(double)(t->tick - m->tick) / t->def.half_life);
        }
    }
    return sum;
}

static bool counts_are_right(const twin *t)
{
    for (int32_t i = 0; i < t->def.width * t->def.height; i++) {
        const int32_t x = i % t->def.width, y = i / t->def.width;
        for (int32_t kind = -1; kind < KINDS; kind++) {
            if (fabs(wend_traffic_cell_count(t->traffic, kind, x, y) - slow_count(t, kind, -1, i)) >
                3e-3) {
                return false;
            }
        }
        for (uint32_t d = 0; d < 8 && t->def.has_directions; d++) {
            if (fabs(wend_traffic_direction_count(t->traffic, d, x, y) -
                     slow_count(t, -1, (int)d, i)) > 3e-3) {
                return false;
            }
        }
    }
    return true;
}

/* Each listed cell is no worse than all cells that are not listed. */
static bool lists_are_right(twin *t)
{
    wend_traffic_cell busy[6], quiet[6];
    const int32_t x0 = (int32_t)below(t, 9), y0 = (int32_t)below(t, 9);
    const int32_t width = 1 + (int32_t)below(t, 20), height = 1 + (int32_t)below(t, 20);
    const size_t b = wend_traffic_busiest(t->traffic, -1, x0, y0, width, height, busy, 6);
    const size_t q =
        wend_traffic_quietest(t->traffic, -1, x0, y0, width, height, NULL, 0, quiet, 6);
    double sum = 0;
    for (int32_t y = y0; y < y0 + height && y < t->def.height; y++) {
        for (int32_t x = x0; x < x0 + width && x < t->def.width; x++) {
            const double count = wend_traffic_cell_count(t->traffic, -1, x, y);
            bool in_busy = false, in_quiet = false;
            sum += count;
            for (size_t i = 0; i < b; i++) {
                in_busy |= busy[i].x == x && busy[i].y == y;
            }
            for (size_t i = 0; i < q; i++) {
                in_quiet |= quiet[i].x == x && quiet[i].y == y;
            }
            if ((!in_busy && count > 0 && (b < 6 || count > busy[b - 1].count)) ||
                (!in_quiet && (q < 6 || count < quiet[q - 1].count))) {
                return false;
            }
        }
    }
    return fabs(sum - wend_traffic_sum(t->traffic, -1, x0, y0, width, height)) < 0.1;
}

static bool reload(twin *t)
{
    size_t count;
    wend_traffic *loaded;
    (void)wend_traffic_save(t->traffic, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    (void)wend_traffic_save(t->traffic, bytes, count, &count);
    const wend_result result = wend_traffic_load(NULL, bytes, count, &loaded);
    free(bytes);
    if (result != WEND_OK || wend_traffic_hash(loaded) != wend_traffic_hash(t->traffic)) {
        wend_traffic_destroy(loaded);
        return false;
    }
    wend_traffic_destroy(t->traffic);
    t->traffic = loaded;
    return true;
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    static twin t;
    memset(&t, 0, sizeof t);
    t.seed = seed;
    t.def = wend_traffic_def_default();
    t.def.width = 1 + (int32_t)below(&t, SIDE_MOST);
    t.def.height = 1 + (int32_t)below(&t, SIDE_MOST);
    t.def.cell_size = 0.5 + unit(&t);
    t.def.origin = (wend_vec2){unit(&t) * 10 - 5, unit(&t)};
    t.def.has_directions = below(&t, 3) != 0;
    t.def.half_life = 1 + below(&t, 60);
    bool is_fine = wend_traffic_create(&t.def, &t.traffic) == WEND_OK;
    for (uint32_t i = 0; is_fine && i < ADDED; i++) {
        add_one(&t);
        if (below(&t, 3) == 0) {
            t.tick += below(&t, 9);
            is_fine = wend_traffic_set_tick(t.traffic, t.tick) == WEND_OK;
        }
        if (i % 40 == 39) {
            is_fine = is_fine && counts_are_right(&t) && lists_are_right(&t) && reload(&t) &&
                      counts_are_right(&t);
        }
    }
    wend_traffic_destroy(t.traffic);
    return is_fine;
}

static void counts_equal_sums_by_age(void **state)
{
    (void)state;
    gen_property("traffic", SEEDS, holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_equal_sums_by_age),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
