/* Influence maps equal the sums of their sources, found by slow floods; a map that was updated equals a new
 * one to the bit; queries equal a look at all cells. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/grid.h"
#include "wend/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 250, SIDE_MOST = 24, SOURCES_MOST = 12, EVENTS_MOST = 12, CALLS = 30, SIDES = 3 };

typedef struct event_record {
    wend_influence_source source;
    uint64_t tick;
} event_record;

typedef struct twin {
    uint64_t seed, roll;
    wend_grid *grid; /* NULL: none */
    int32_t grid_width, grid_height;
    wend_influence_def def;
    wend_influence *map;
    wend_influence_id ids[SOURCES_MOST];
    wend_influence_source sources[SOURCES_MOST];
    uint32_t count;
    event_record events[EVENTS_MOST];
    uint32_t event_count;
    uint64_t tick;
    wend_influence_info info;
} twin;

static uint32_t below(twin *t, uint32_t count)
{
    return wend_random_below(t->seed, 77, t->roll++, count);
}

static double unit(twin *t)
{
    return wend_random_unit(t->seed, 78, t->roll++);
}

static double metres(twin *t, int32_t cells, double size)
{
    return (unit(t) * (cells + 4) - 2) * size;
}

static wend_influence_source some_source(twin *t)
{
    wend_influence_source s = wend_influence_source_default();
    const double size = t->info.cell_size;
    s.position = (wend_vec2){t->info.origin.x + metres(t, t->info.width, size),
                             t->info.origin.y + metres(t, t->info.height, size)};
    s.strength = below(t, 5) == 0 ? 0 : (double)below(t, 1601) / 16 - 20;
    s.radius = below(t, 6) == 0 ? 0 : unit(t) * 9 * size;
    s.falloff = (wend_falloff)below(t, 4);
    s.side = below(t, SIDES);
    s.is_straight = below(t, 3) == 0;
    s.user = t->roll;
    return s;
}

/* ---- the slow twin ---- */

static double part_of(wend_falloff falloff, double distance, double radius)
{
    const double x = radius > 0 ? distance / radius : 0;
    if (distance > radius) {
        return 0;
    }
    switch (falloff) {
    case WEND_FALLOFF_LINEAR:
        return 1 - x;
    case WEND_FALLOFF_QUADRATIC:
        return (1 - x) * (1 - x);
    case WEND_FALLOFF_ROUND:
        return 1 - x * x;
    case WEND_FALLOFF_CONSTANT:
        break;
    }
    return 1;
}

static bool is_open(const twin *t, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < t->grid_width && y < t->grid_height &&
           wend_grid_is_open(t->grid, 0, WEND_TEAM_NONE, x, y);
}

/* True if a step over open cells leads from one to the other. The start may be a wall. */
static bool is_step(const twin *t, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    wend_grid_info info;
    wend_grid_get_info(t->grid, &info);
    if (!is_open(t, x + dx, y + dy) || (dx == 0 && dy == 0)) {
        return false;
    }
    if (dx == 0 || dy == 0) {
        return true;
    }
    const int beside = (is_open(t, x + dx, y) ? 1 : 0) + (is_open(t, x, y + dy) ? 1 : 0);
    return info.neighbours == WEND_NEIGHBOURS_8 &&
           (info.corner_rule == WEND_CORNER_ALWAYS ||
            beside >= (info.corner_rule == WEND_CORNER_NEVER ? 2 : 1));
}

/* Path lengths in cells from a cell, until nothing gets shorter. @param far [cells]. */
static void flood(const twin *t, int32_t from_x, int32_t from_y, double *far)
{
    bool is_changed = true;
    for (int32_t i = 0; i < t->grid_width * t->grid_height; i++) {
        far[i] = (double)INFINITY;
    }
    far[from_y * t->grid_width + from_x] = 0;
    while (is_changed) {
        is_changed = false;
        for (int32_t i = 0; i < t->grid_width * t->grid_height * 9; i++) {
            const int32_t x = i / 9 % t->grid_width, y = i / 9 / t->grid_width;
            const int32_t dx = i % 3 - 1, dy = i % 9 / 3 - 1;
            const double here = far[y * t->grid_width + x];
            if (here < (double)INFINITY && is_step(t, x, y, dx, dy)) {
                double *to = &far[(y + dy) * t->grid_width + x + dx];
                const double cost = here + (dx != 0 && dy != 0 ? sqrt(2) : 1);
                is_changed = is_changed || cost < *to - 1e-9;
                *to = cost < *to - 1e-9 ? cost : *to;
            }
        }
    }
}

static int32_t floor_of(double value)
{
    return (int32_t)floor(value);
}

/* Adds a source to the cells of a side. */
static void add_slowly(const twin *t, const wend_influence_source *s, double factor, double *cells)
{
    static double far[SIDE_MOST * SIDE_MOST];
    const double size = t->info.cell_size;
    const int32_t block = t->grid == NULL ? 1 : t->def.block;
    const bool is_straight = t->grid == NULL || s->is_straight;
    const double unit_size = is_straight ? size : size / block;
    const int32_t sx = floor_of((s->position.x - t->info.origin.x) / unit_size);
    const int32_t sy = floor_of((s->position.y - t->info.origin.y) / unit_size);
    if (!is_straight) {
        if (sx < 0 || sy < 0 || sx >= t->grid_width || sy >= t->grid_height) {
            return;
        }
        flood(t, sx, sy, far);
    }
    for (int32_t y = 0; y < t->info.height; y++) {
        for (int32_t x = 0; x < t->info.width; x++) {
            double distance = sqrt((double)((x - sx) * (x - sx) + (y - sy) * (y - sy))) * size;
            if (!is_straight) {
                distance = (double)INFINITY;
                for (int32_t k = 0; k < block * block; k++) {
                    const int32_t gx = x * block + k % block, gy = y * block + k / block;
                    if (gx < t->grid_width && gy < t->grid_height) {
                        distance = fmin(distance, far[gy * t->grid_width + gx] * unit_size);
                    }
                }
            }
            /* Exactly at the radius, rounding may go either way; constant falloff is left out there. */
            cells[y * t->info.width + x] +=
                factor * s->strength * part_of(s->falloff, distance, s->radius + 1e-9);
        }
    }
}

static bool is_near(const twin *t, double a, double b)
{
    return fabs(a - b) <= 1e-3 * (1 + t->event_count);
}

/* The layers are the sums of sources and events. */
static bool equals_slow_sums(const twin *t)
{
    static double cells[SIDE_MOST * SIDE_MOST];
    wend_influence_measure m = wend_influence_measure_default();
    m.kind = WEND_INFLUENCE_OWN;
    for (uint32_t side = 0; side < SIDES; side++) {
        m.own_sides = 1u << side;
        memset(cells, 0, sizeof cells);
        for (uint32_t i = 0; i < t->count; i++) {
            if (t->sources[i].side == side) {
                add_slowly(t, &t->sources[i], 1, cells);
            }
        }
        /* With a grid, events are stopped by the walls of their time: only straight ones are made. */
        for (uint32_t i = 0; i < t->event_count; i++) {
            const double age = (double)(t->tick - t->events[i].tick);
            if (t->events[i].source.side == side) {
                add_slowly(t, &t->events[i].source, exp2(-age / t->def.half_life), cells);
            }
        }
        for (int32_t i = 0; i < t->info.width * t->info.height; i++) {
            const double value =
                wend_influence_cell_value(t->map, &m, i % t->info.width, i / t->info.width);
            if (!is_near(t, value, cells[i])) {
                return false;
            }
        }
    }
    return true;
}

static wend_influence *fresh_map(const twin *t)
{
    wend_influence *map;
    wend_influence_id id;
    if (wend_influence_create(&t->def, &map) != WEND_OK) {
        return NULL;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        (void)wend_influence_add(map, &t->sources[i], &id);
    }
    for (uint32_t i = 0; i < t->event_count; i++) {
        (void)wend_influence_set_tick(map, t->events[i].tick);
        (void)wend_influence_add_event(map, &t->events[i].source);
    }
    (void)wend_influence_set_tick(map, t->tick);
    (void)wend_influence_update(map, NULL);
    return map;
}

static bool have_same_values(const twin *t, const wend_influence *other)
{
    wend_influence_measure m = wend_influence_measure_default();
    for (uint32_t side = 0; side < SIDES; side++) {
        m.kind = WEND_INFLUENCE_OWN;
        m.own_sides = 1u << side;
        for (int32_t i = 0; i < t->info.width * t->info.height; i++) {
            const int32_t x = i % t->info.width, y = i / t->info.width;
            const double a = wend_influence_cell_value(t->map, &m, x, y);
            const double b = wend_influence_cell_value(other, &m, x, y);
            if (a < b || a > b) {
                return false;
            }
        }
    }
    return true;
}

/* ---- queries ---- */

typedef struct query {
    wend_influence_measure measure;
    wend_influence_area area;
    double low, high;
    wend_vec2 position;
} query;

static query some_query(twin *t)
{
    query q = {.measure = wend_influence_measure_default(), .area = wend_influence_area_default()};
    const double size = t->info.cell_size;
    q.measure.kind = (wend_influence_kind)below(t, 5);
    q.measure.own_sides = below(t, 8);
    q.measure.enemy_sides = below(t, 8) & ~q.measure.own_sides;
    q.position = (wend_vec2){t->info.origin.x + metres(t, t->info.width, size),
                             t->info.origin.y + metres(t, t->info.height, size)};
    if (below(t, 2) == 0) {
        q.area.centre = q.position;
        q.area.radius = unit(t) * 8 * size;
    }
    if (below(t, 2) == 0) {
        q.area.low =
            (wend_vec2){q.position.x - unit(t) * 6 * size, q.position.y - unit(t) * 6 * size};
        q.area.high = (wend_vec2){q.position.x + unit(t) * 6, q.position.y + 6 * unit(t)};
    }
    q.low = unit(t) * 20 - 15;
    q.high = below(t, 2) == 0 ? (double)INFINITY : q.low + unit(t) * 20;
    return q;
}

static bool is_cell_open(const twin *t, int32_t x, int32_t y)
{
    for (int32_t k = 0; t->grid != NULL && k < t->def.block * t->def.block; k++) {
        if (is_open(t, x * t->def.block + k % t->def.block, y * t->def.block + k / t->def.block)) {
            return true;
        }
    }
    return t->grid == NULL;
}

static double square(wend_vec2 a, wend_vec2 b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static bool is_in(const twin *t, const query *q, int32_t x, int32_t y)
{
    const wend_vec2 at = wend_influence_position(t->map, x, y);
    return at.x >= q->area.low.x && at.x <= q->area.high.x && at.y >= q->area.low.y &&
           at.y <= q->area.high.y && is_cell_open(t, x, y) &&
           (isinf(q->area.radius) || square(at, q->area.centre) <= q->area.radius * q->area.radius);
}

static double difference(const twin *t, const query *q, int32_t x, int32_t y)
{
    wend_influence_measure m = q->measure;
    m.kind = WEND_INFLUENCE_DIFFERENCE;
    return wend_influence_cell_value(t->map, &m, x, y);
}

static bool is_front(const twin *t, const query *q, int32_t x, int32_t y)
{
    bool above = difference(t, q, x, y) > 0, beneath = difference(t, q, x, y) < 0;
    for (int32_t k = 0; k < 4; k++) {
        const int32_t bx = x + (k == 0) - (k == 1), by = y + (k == 2) - (k == 3);
        if (bx >= 0 && by >= 0 && bx < t->info.width && by < t->info.height &&
            is_cell_open(t, bx, by)) {
            above = above || difference(t, q, bx, by) > 0;
            beneath = beneath || difference(t, q, bx, by) < 0;
        }
    }
    return above && beneath;
}

static bool is_conflict(const twin *t, const query *q, int32_t x, int32_t y)
{
    wend_influence_measure m = q->measure;
    m.kind = WEND_INFLUENCE_OWN;
    const double own = wend_influence_cell_value(t->map, &m, x, y);
    m.kind = WEND_INFLUENCE_ENEMIES;
    const double enemies = wend_influence_cell_value(t->map, &m, x, y);
    return own >= 3 && enemies >= 3 && fabs(own - enemies) <= 0.5 * (own + enemies);
}

static bool has_cell(const wend_influence_cell *cells, size_t count, size_t at, int32_t x,
                     int32_t y)
{
    return at < count && cells[at].x == x && cells[at].y == y;
}

static bool answers_queries(twin *t)
{
    static wend_influence_cell listed[SIDE_MOST * SIDE_MOST], front[SIDE_MOST * SIDE_MOST],
        conflicts[SIDE_MOST * SIDE_MOST];
    const size_t room = SIDE_MOST * SIDE_MOST;
    const query q = some_query(t);
    wend_influence_cell most = {0}, least = {0}, nearest = {0}, cell;
    bool has_any = false, has_near = false;
    double sum = 0, best = 0;
    size_t counts[3], at[3] = {0, 0, 0};
    (void)wend_influence_list(t->map, &q.measure, q.low, q.high, &q.area, listed, room, &counts[0]);
    (void)wend_influence_list_front(t->map, &q.measure, &q.area, front, room, &counts[1]);
    (void)wend_influence_list_conflicts(t->map, &q.measure, 3, 0.5, &q.area, conflicts, room,
                                        &counts[2]);
    for (int32_t i = 0; i < t->info.width * t->info.height; i++) {
        const int32_t x = i % t->info.width, y = i / t->info.width;
        if (!is_in(t, &q, x, y)) {
            continue;
        }
        const wend_vec2 place = wend_influence_position(t->map, x, y);
        const double value = wend_influence_cell_value(t->map, &q.measure, x, y);
        sum += value;
        if (!has_any || value > most.value) {
            most = (wend_influence_cell){x, y, place, value};
        }
        if (!has_any || value < least.value) {
            least = (wend_influence_cell){x, y, place, value};
        }
        has_any = true;
        const double distance = square(place, q.position);
        if (value >= q.low && value <= q.high) {
            if (!has_near || distance < best) {
                best = distance;
                nearest = (wend_influence_cell){x, y, place, value};
            }
            has_near = true;
            if (!has_cell(listed, counts[0], at[0]++, x, y)) {
                return false;
            }
        }
        if ((is_front(t, &q, x, y) && !has_cell(front, counts[1], at[1]++, x, y)) ||
            (is_conflict(t, &q, x, y) && !has_cell(conflicts, counts[2], at[2]++, x, y))) {
            return false;
        }
    }
    if (at[0] != counts[0] || at[1] != counts[1] || at[2] != counts[2] ||
        fabs(sum - wend_influence_sum(t->map, &q.measure, &q.area)) > 1e-6) {
        return false;
    }
    return wend_influence_strongest(t->map, &q.measure, &q.area, &cell) == has_any &&
           cell.x == most.x && cell.y == most.y &&
           wend_influence_weakest(t->map, &q.measure, &q.area, &cell) == has_any &&
           cell.x == least.x && cell.y == least.y &&
           wend_influence_nearest(t->map, &q.measure, q.position, q.low, q.high, &q.area, &cell) ==
               has_near &&
           cell.x == nearest.x && cell.y == nearest.y;
}

/* ---- random calls ---- */

static void edit_grid(twin *t)
{
    const int32_t x = (int32_t)below(t, (uint32_t)t->grid_width);
    const int32_t y = (int32_t)below(t, (uint32_t)t->grid_height);
    const int32_t width = 1 + (int32_t)below(t, 4), height = 1 + (int32_t)below(t, 4);
    (void)wend_grid_fill(t->grid, 0, x, y, width < t->grid_width - x ? width : t->grid_width - x,
                         height < t->grid_height - y ? height : t->grid_height - y,
                         below(t, 2) == 0 ? WEND_COST_WALL : (uint8_t)(1 + below(t, 5)));
}

/* The map is saved and goes on as the loaded one. */
static bool reload(twin *t)
{
    size_t count;
    wend_influence *loaded;
    (void)wend_influence_save(t->map, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    (void)wend_influence_save(t->map, bytes, count, &count);
    const wend_result result = wend_influence_load(&t->def, bytes, count, &loaded);
    free(bytes);
    if (result != WEND_OK || wend_influence_hash(loaded) != wend_influence_hash(t->map) ||
        !have_same_values(t, loaded)) {
        wend_influence_destroy(loaded);
        return false;
    }
    wend_influence_destroy(t->map);
    t->map = loaded;
    return true;
}

static bool call(twin *t)
{
    const uint32_t which = below(t, 12);
    const uint32_t i = t->count > 0 ? below(t, t->count) : 0;
    if (which < 3 && t->count < SOURCES_MOST) {
        t->sources[t->count] = some_source(t);
        return wend_influence_add(t->map, &t->sources[t->count], &t->ids[t->count]) == WEND_OK &&
               ++t->count > 0;
    }
    if (which < 6 && t->count > 0) {
        t->sources[i].position = some_source(t).position;
        return wend_influence_move(t->map, t->ids[i], t->sources[i].position) == WEND_OK;
    }
    if (which == 6 && t->count > 0) {
        t->sources[i] = some_source(t);
        return wend_influence_set(t->map, t->ids[i], &t->sources[i]) == WEND_OK;
    }
    if (which == 7 && t->count > 0) {
        const wend_result result = wend_influence_remove(t->map, t->ids[i]);
        t->sources[i] = t->sources[--t->count];
        t->ids[i] = t->ids[t->count];
        return result == WEND_OK;
    }
    if (which == 8 && t->event_count < EVENTS_MOST) {
        event_record *event = &t->events[t->event_count++];
        *event = (event_record){some_source(t), t->tick};
        event->source.is_straight = true;
        return wend_influence_add_event(t->map, &event->source) == WEND_OK;
    }
    if (which == 9) {
        t->tick += below(t, 30);
        return wend_influence_set_tick(t->map, t->tick) == WEND_OK;
    }
    if (which == 10 && t->grid != NULL) {
        edit_grid(t);
        return true;
    }
    wend_budget budget = wend_budget_steps(below(t, 100));
    const wend_result result = wend_influence_update(t->map, &budget);
    return (result == WEND_OK || result == WEND_IN_PROGRESS) && reload(t);
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    static twin t;
    memset(&t, 0, sizeof t);
    t.seed = seed;
    t.def = wend_influence_def_default();
    t.def.side_count = SIDES;
    t.def.half_life = 1 + below(&t, 40);
    gen_map map = gen_map_random(seed, SIDE_MOST);
    const bool has_grid = below(&t, 4) != 0 && map.neighbours != WEND_NEIGHBOURS_6;
    if (has_grid) {
        t.grid = gen_map_grid(&map, NULL);
        t.grid_width = map.width;
        t.grid_height = map.height;
        t.def.grid = t.grid;
        t.def.block = 1 + (int32_t)below(&t, 3);
    } else {
        t.def.width = 1 + (int32_t)below(&t, SIDE_MOST);
        t.def.height = 1 + (int32_t)below(&t, SIDE_MOST);
        t.def.cell_size = 0.5 + unit(&t) * 2;
        t.def.origin = (wend_vec2){unit(&t) * 10 - 5, unit(&t) * 10 - 5};
    }
    gen_map_free(&map);
    bool is_fine = wend_influence_create(&t.def, &t.map) == WEND_OK;
    wend_influence_get_info(t.map, &t.info);
    for (uint32_t i = 0; is_fine && i < CALLS; i++) {
        is_fine = call(&t);
        if (is_fine && i % 10 == 9) {
            is_fine = wend_influence_update(t.map, NULL) == WEND_OK &&
                      wend_influence_is_fresh(t.map) && equals_slow_sums(&t) && answers_queries(&t);
            wend_influence *fresh = fresh_map(&t);
            is_fine = is_fine && have_same_values(&t, fresh);
            wend_influence_destroy(fresh);
        }
    }
    wend_influence_destroy(t.map);
    wend_grid_destroy(t.grid);
    return is_fine;
}

static void an_updated_map_equals_a_fresh_one_and_the_slow_sums(void **state)
{
    (void)state;
    gen_property("influence", SEEDS, holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_updated_map_equals_a_fresh_one_and_the_slow_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
