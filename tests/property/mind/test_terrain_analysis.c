/* An analysis after edits, in slices, equals a new one; distances, cover, heights, regions and choke points
 * equal slow twins. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/grid.h"
#include "wend/terrain_analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 100, SIDE_MOST = 20, REGIONS_MOST = SIDE_MOST * SIDE_MOST, EDITS = 4 };

typedef struct twin {
    uint64_t seed, roll;
    wend_grid *grid;
    wend_grid_info info;
    int32_t width, height;
    wend_terrain_analysis_def def;
    wend_terrain_analysis *analysis;
    float heights[SIDE_MOST * SIDE_MOST];
    bool has_heights;
    uint32_t labels[SIDE_MOST * SIDE_MOST];
    bool fitting[SIDE_MOST * SIDE_MOST];
    uint32_t roots[REGIONS_MOST];
} twin;

static uint32_t below(twin *t, uint32_t count)
{
    return wend_random_below(t->seed, 77, t->roll++, count);
}

static double unit(twin *t)
{
    return wend_random_unit(t->seed, 78, t->roll++);
}

static bool is_open(const twin *t, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < t->width && y < t->height &&
           wend_grid_is_open(t->grid, 0, WEND_TEAM_NONE, x, y);
}

static wend_vec2 centre(const twin *t, int32_t x, int32_t y)
{
    return wend_grid_position(t->grid, wend_grid_node(t->grid, x, y));
}

/* From a cell's centre to the nearest point of a wall. */
static double clearance(const twin *t, int32_t x, int32_t y)
{
    double best = (double)INFINITY;
    for (int32_t wy = -1; wy <= t->height; wy++) {
        for (int32_t wx = -1; wx <= t->width; wx++) {
            if (!is_open(t, wx, wy)) {
                const double dx = fmax(fabs((double)(wx - x)) - 0.5, 0);
                const double dy = fmax(fabs((double)(wy - y)) - 0.5, 0);
                best = fmin(best, sqrt(dx * dx + dy * dy));
            }
        }
    }
    return is_open(t, x, y) ? best * t->info.cell_size : 0;
}

static bool fits(const twin *t, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < t->width && y < t->height && t->fitting[y * t->width + x];
}

static bool cells_are_right(const twin *t)
{
    for (int32_t i = 0; i < t->width * t->height; i++) {
        const int32_t x = i % t->width, y = i / t->width;
        wend_terrain_cell cell;
        double walls = 0, all = 0, sum = 0, open = 0;
        if (wend_terrain_analysis_get_cell(t->analysis, centre(t, x, y), &cell) != WEND_OK) {
            return false;
        }
        const int32_t reach = (int32_t)(t->def.cover_radius / t->info.cell_size);
        const int32_t high = (int32_t)(t->def.height_radius / t->info.cell_size);
        for (int32_t ny = y - reach; ny <= y + reach; ny++) {
            for (int32_t nx = x - reach; nx <= x + reach; nx++) {
                walls += is_open(t, nx, ny) ? 0 : 1;
                all += 1;
            }
        }
        for (int32_t ny = y - high; ny <= y + high; ny++) {
            for (int32_t nx = x - high; nx <= x + high; nx++) {
                sum += is_open(t, nx, ny) ? (double)t->heights[ny * t->width + nx] : 0;
                open += is_open(t, nx, ny) ? 1 : 0;
            }
        }
        const double advantage =
            t->has_heights && is_open(t, x, y) ? (double)t->heights[i] - sum / open : 0;
        if (fabs(cell.clearance - clearance(t, x, y)) > 1e-9 ||
            fabs(cell.cover - walls / all) > 1e-9 || fabs(cell.advantage - advantage) > 1e-3 ||
            !(cell.openness >= 0 && cell.openness <= 1) || cell.region != t->labels[i]) {
            return false;
        }
    }
    return true;
}

static bool is_step(const twin *t, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    if (!fits(t, x, y) || !fits(t, x + dx, y + dy)) {
        return false;
    }
    if (dx == 0 || dy == 0) {
        return true;
    }
    const int beside = (fits(t, x + dx, y) ? 1 : 0) + (fits(t, x, y + dy) ? 1 : 0);
    return t->info.neighbours == WEND_NEIGHBOURS_8 &&
           (t->info.corner_rule == WEND_CORNER_ALWAYS ||
            beside >= (t->info.corner_rule == WEND_CORNER_NEVER ? 2 : 1));
}

static uint32_t root(uint32_t *roots, uint32_t at)
{
    while (roots[at] != at) {
        at = roots[at];
    }
    return at;
}

/* Joins what steps connect; of cells of one region only, or of all. */
static void connect(const twin *t, uint32_t *roots, bool within_regions)
{
    for (int32_t i = 0; i < t->width * t->height; i++) {
        roots[i] = (uint32_t)i;
    }
    for (int32_t i = 0; i < t->width * t->height * 9; i++) {
        const int32_t cell = i / 9, x = cell % t->width, y = cell / t->width;
        const int32_t dx = i % 3 - 1, dy = i % 9 / 3 - 1;
        const int32_t next = (y + dy) * t->width + x + dx;
        if (is_step(t, x, y, dx, dy) && (!within_regions || t->labels[cell] == t->labels[next])) {
            const uint32_t a = root(roots, (uint32_t)cell), b = root(roots, (uint32_t)next);
            roots[a > b ? a : b] = a > b ? b : a;
        }
    }
}

static bool has_choke(const twin *t, uint32_t a, uint32_t b)
{
    wend_terrain_choke choke;
    for (uint32_t i = 0; wend_terrain_analysis_get_choke(t->analysis, i, &choke) == WEND_OK; i++) {
        if ((choke.region_a == a && choke.region_b == b) ||
            (choke.region_a == b && choke.region_b == a)) {
            return true;
        }
    }
    return false;
}

/* Every cell where agents fit has a region; regions are in one piece; those that touch have a choke. */
static bool regions_are_right(twin *t)
{
    static uint32_t islands[SIDE_MOST * SIDE_MOST], pieces[SIDE_MOST * SIDE_MOST];
    uint32_t first[REGIONS_MOST];
    wend_terrain_region a, b;
    memset(first, 0xff, sizeof first);
    for (int32_t i = 0; i < t->width * t->height; i++) {
        if (fits(t, i % t->width, i / t->width) != (t->labels[i] != WEND_REGION_NONE)) {
            return false;
        }
    }
    connect(t, islands, false);
    connect(t, pieces, true);
    for (int32_t i = 0; i < t->width * t->height; i++) {
        const uint32_t label = t->labels[i];
        if (label == WEND_REGION_NONE) {
            continue;
        }
        const uint32_t piece = root(pieces, (uint32_t)i);
        first[label] = first[label] == UINT32_MAX ? piece : first[label];
        if (first[label] != piece) {
            return false;
        }
        for (int32_t k = 0; k < 9; k++) {
            const int32_t dx = k % 3 - 1, dy = k / 3 - 1;
            const int32_t x = i % t->width, y = i / t->width;
            if (is_step(t, x, y, dx, dy)) {
                const uint32_t next = t->labels[(y + dy) * t->width + x + dx];
                if (next != label && !has_choke(t, label, next)) {
                    return false;
                }
            }
        }
    }
    for (int32_t i = 0; i < t->width * t->height; i += 3) {
        for (int32_t k = 0; k < t->width * t->height; k += 5) {
            if (t->labels[i] != WEND_REGION_NONE && t->labels[k] != WEND_REGION_NONE) {
                (void)wend_terrain_analysis_get_region(t->analysis, t->labels[i], &a);
                (void)wend_terrain_analysis_get_region(t->analysis, t->labels[k], &b);
                if ((a.island == b.island) !=
                    (root(islands, (uint32_t)i) == root(islands, (uint32_t)k))) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* The least sum of straight distances over chokes, by relaxing until nothing improves. */
static double slow_route(const twin *t, uint32_t from, uint32_t to, uint32_t closed)
{
    static double costs[REGIONS_MOST];
    wend_terrain_analysis_info info;
    wend_terrain_region a, b;
    wend_terrain_choke c, d;
    double best = (double)INFINITY;
    bool is_changed = true;
    wend_terrain_analysis_get_info(t->analysis, &info);
    (void)wend_terrain_analysis_get_region(t->analysis, from, &a);
    (void)wend_terrain_analysis_get_region(t->analysis, to, &b);
    for (uint32_t i = 0; i < info.choke_count; i++) {
        (void)wend_terrain_analysis_get_choke(t->analysis, i, &c);
        costs[i] = i != closed && (c.region_a == from || c.region_b == from)
                       ? wend_vec2_distance(a.position, c.position)
                       : (double)INFINITY;
    }
    while (is_changed) {
        is_changed = false;
        for (uint32_t i = 0; i < info.choke_count * info.choke_count; i++) {
            const uint32_t at = i / info.choke_count, next = i % info.choke_count;
            (void)wend_terrain_analysis_get_choke(t->analysis, at, &c);
            (void)wend_terrain_analysis_get_choke(t->analysis, next, &d);
            const bool touch = c.region_a == d.region_a || c.region_a == d.region_b ||
                               c.region_b == d.region_a || c.region_b == d.region_b;
            const double cost = costs[at] + wend_vec2_distance(c.position, d.position);
            if (touch && next != closed && cost < costs[next] - 1e-12) {
                costs[next] = cost;
                is_changed = true;
            }
        }
    }
    for (uint32_t i = 0; i < info.choke_count; i++) {
        (void)wend_terrain_analysis_get_choke(t->analysis, i, &c);
        if (c.region_a == to || c.region_b == to) {
            best = fmin(best, costs[i] + wend_vec2_distance(c.position, b.position));
        }
    }
    return best;
}

static bool routes_are_right(twin *t)
{
    uint32_t chokes[64];
    size_t count;
    wend_terrain_analysis_info info;
    wend_terrain_region region;
    wend_terrain_choke choke;
    wend_terrain_analysis_get_info(t->analysis, &info);
    if (info.region_count < 2 || info.choke_count == 0 || info.choke_count > 40) {
        return true;
    }
    const uint32_t from = below(t, info.region_count), closed = below(t, info.choke_count);
    const uint32_t to = (from + 1 + below(t, info.region_count - 1)) % info.region_count;
    const wend_result result =
        wend_terrain_analysis_find_route(t->analysis, from, to, &closed, 1, chokes, 64, &count);
    const double slow = slow_route(t, from, to, closed);
    if (result == WEND_NO_PATH) {
        return isinf(slow);
    }
    (void)wend_terrain_analysis_get_region(t->analysis, from, &region);
    wend_vec2 at = region.position;
    double cost = 0;
    for (size_t i = 0; i < count; i++) {
        (void)wend_terrain_analysis_get_choke(t->analysis, chokes[i], &choke);
        cost += wend_vec2_distance(at, choke.position);
        at = choke.position;
    }
    (void)wend_terrain_analysis_get_region(t->analysis, to, &region);
    cost += wend_vec2_distance(at, region.position);
    /* A cut is a choke without which its regions do not reach each other. */
    (void)wend_terrain_analysis_get_choke(t->analysis, closed, &choke);
    const wend_result beside = wend_terrain_analysis_find_route(
        t->analysis, choke.region_a, choke.region_b, &closed, 1, chokes, 64, &count);
    return result == WEND_OK && fabs(cost - slow) < 1e-6 &&
           choke.is_cut == (beside == WEND_NO_PATH);
}

static bool chokes_are_right(const twin *t)
{
    wend_terrain_choke c;
    for (uint32_t i = 0; wend_terrain_analysis_get_choke(t->analysis, i, &c) == WEND_OK; i++) {
        wend_terrain_region a, b;
        wend_terrain_cell cell;
        (void)wend_terrain_analysis_get_region(t->analysis, c.region_a, &a);
        (void)wend_terrain_analysis_get_region(t->analysis, c.region_b, &b);
        (void)wend_terrain_analysis_get_cell(t->analysis, c.position, &cell);
        const double length = wend_vec2_length(c.direction);
        if (c.region_a >= c.region_b || a.clearance < b.clearance ||
            cell.clearance > t->def.choke_ratio * b.clearance + 1e-9 ||
            (cell.region != c.region_a && cell.region != c.region_b) ||
            fabs(c.width - wend_vec2_distance(c.ends[0], c.ends[1])) > 1e-9 ||
            c.width < 2 * cell.clearance - 1e-9 || fabs(length - 1) > 1e-9) {
            return false;
        }
    }
    return true;
}

/* ---- the run ---- */

static void read_labels(twin *t)
{
    for (int32_t i = 0; i < t->width * t->height; i++) {
        t->fitting[i] = is_open(t, i % t->width, i / t->width) &&
                        clearance(t, i % t->width, i / t->width) >= t->def.radius - 1e-9;
        t->labels[i] =
            wend_terrain_analysis_region_at(t->analysis, centre(t, i % t->width, i / t->width));
    }
}

static bool is_equal(double a, double b)
{
    return !(a < b) && !(a > b);
}

static bool is_same(const twin *t, const wend_terrain_analysis *other)
{
    wend_terrain_analysis_info a, b;
    wend_terrain_choke c, d;
    wend_terrain_region r, s;
    wend_terrain_high_ground h, g;
    wend_terrain_analysis_get_info(t->analysis, &a);
    wend_terrain_analysis_get_info(other, &b);
    bool is_fine = a.region_count == b.region_count && a.choke_count == b.choke_count &&
                   a.high_ground_count == b.high_ground_count &&
                   wend_terrain_analysis_hash(t->analysis) == wend_terrain_analysis_hash(other);
    for (uint32_t i = 0; is_fine && i < a.choke_count; i++) {
        (void)wend_terrain_analysis_get_choke(t->analysis, i, &c);
        (void)wend_terrain_analysis_get_choke(other, i, &d);
        is_fine = is_equal(c.width, d.width) && c.region_a == d.region_a &&
                  c.region_b == d.region_b && c.is_cut == d.is_cut &&
                  is_equal(c.position.x, d.position.x) && is_equal(c.position.y, d.position.y);
    }
    for (uint32_t i = 0; is_fine && i < a.region_count; i++) {
        (void)wend_terrain_analysis_get_region(t->analysis, i, &r);
        (void)wend_terrain_analysis_get_region(other, i, &s);
        is_fine =
            r.cell_count == s.cell_count && r.island == s.island && is_equal(r.depth, s.depth);
    }
    for (uint32_t i = 0; is_fine && i < a.high_ground_count; i++) {
        (void)wend_terrain_analysis_get_high_ground(t->analysis, i, &h);
        (void)wend_terrain_analysis_get_high_ground(other, i, &g);
        is_fine = is_equal(h.advantage, g.advantage);
    }
    for (int32_t i = 0; is_fine && i < t->width * t->height; i++) {
        wend_terrain_cell p, q;
        const wend_vec2 at = centre(t, i % t->width, i / t->width);
        (void)wend_terrain_analysis_get_cell(t->analysis, at, &p);
        (void)wend_terrain_analysis_get_cell(other, at, &q);
        is_fine = p.region == q.region && is_equal(p.openness, q.openness);
    }
    return is_fine;
}

static bool equals_new_and_loaded(const twin *t)
{
    wend_terrain_analysis *other;
    size_t count;
    if (wend_terrain_analysis_create(&t->def, &other) != WEND_OK) {
        return false;
    }
    if (t->has_heights) {
        (void)wend_terrain_analysis_set_heights(other, t->heights,
                                                (size_t)t->width * (size_t)t->height);
    }
    bool is_fine = wend_terrain_analysis_update(other, NULL) == WEND_OK && is_same(t, other);
    wend_terrain_analysis_destroy(other);
    (void)wend_terrain_analysis_save(t->analysis, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    is_fine = is_fine && wend_terrain_analysis_save(t->analysis, bytes, count, &count) == WEND_OK &&
              wend_terrain_analysis_load(&t->def, bytes, count, &other) == WEND_OK;
    free(bytes);
    if (is_fine) {
        is_fine = is_same(t, other) && wend_terrain_analysis_update(other, NULL) == WEND_OK &&
                  wend_terrain_analysis_is_fresh(other) && is_same(t, other);
        wend_terrain_analysis_destroy(other);
    }
    return is_fine;
}

static bool update_in_slices(twin *t)
{
    wend_result result = WEND_IN_PROGRESS;
    for (uint32_t i = 0; result == WEND_IN_PROGRESS && i < 10000; i++) {
        wend_budget budget = wend_budget_steps(1 + below(t, 400));
        result = wend_terrain_analysis_update(t->analysis, &budget);
        if (i == 3 && result == WEND_IN_PROGRESS && below(t, 3) == 0) { /* an edit while it works */
            (void)wend_grid_set_cost(t->grid, 0, 0, 0, WEND_COST_WALL);
        }
    }
    return result == WEND_OK && wend_terrain_analysis_is_fresh(t->analysis);
}

static void some_def(twin *t)
{
    t->def = wend_terrain_analysis_def_default();
    t->def.grid = t->grid;
    t->def.radius = below(t, 2) == 0 ? 0 : unit(t) * 1.2;
    t->def.choke_ratio = below(t, 4) == 0 ? 1 : unit(t);
    t->def.min_area = unit(t) * 20;
    t->def.height_radius = unit(t) * 6;
    t->def.height_advantage = 0.1 + unit(t);
    t->def.view_radius = below(t, 4) == 0 ? 0 : unit(t) * 12;
    t->def.view_stride = 1 + (int32_t)below(t, 5);
    t->def.cover_radius = unit(t) * 4;
    t->has_heights = below(t, 2) == 0;
    for (int32_t i = 0; i < t->width * t->height; i++) {
        t->heights[i] = (float)below(t, 4);
    }
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    static twin t;
    memset(&t, 0, sizeof t);
    t.seed = seed;
    gen_map map = gen_map_random(seed, SIDE_MOST);
    if (map.neighbours == WEND_NEIGHBOURS_6) {
        gen_map_free(&map);
        return true;
    }
    t.grid = gen_map_grid(&map, NULL);
    t.width = map.width;
    t.height = map.height;
    gen_map_free(&map);
    wend_grid_get_info(t.grid, &t.info);
    some_def(&t);
    bool is_fine = wend_terrain_analysis_create(&t.def, &t.analysis) == WEND_OK;
    if (is_fine && t.has_heights) {
        (void)wend_terrain_analysis_set_heights(t.analysis, t.heights,
                                                (size_t)t.width * (size_t)t.height);
    }
    for (uint32_t i = 0; is_fine && i < EDITS; i++) {
        is_fine = update_in_slices(&t);
        read_labels(&t);
        is_fine = is_fine && equals_new_and_loaded(&t) && (i > 0 || cells_are_right(&t)) &&
                  (i > 1 || regions_are_right(&t)) && chokes_are_right(&t) && routes_are_right(&t);
        const int32_t x = (int32_t)below(&t, (uint32_t)t.width);
        const int32_t y = (int32_t)below(&t, (uint32_t)t.height);
        (void)wend_grid_fill(t.grid, 0, x, y, 1, 1 + (int32_t)below(&t, (uint32_t)(t.height - y)),
                             below(&t, 2) == 0 ? WEND_COST_WALL : 1);
    }
    wend_terrain_analysis_destroy(t.analysis);
    wend_grid_destroy(t.grid);
    return is_fine;
}

static void an_analysis_equals_its_slow_twin_and_a_new_one(void **state)
{
    (void)state;
    gen_property("terrain analysis", SEEDS, holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_analysis_equals_its_slow_twin_and_a_new_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
