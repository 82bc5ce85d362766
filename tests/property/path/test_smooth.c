/* Building paths keeps every cell and every cost, and smoothing keeps its promises, on random maps
 * with shortest and aimless paths. */
#include "reference.h"
#include "route/path/path.h"
#include "support/reference.h"
#include "support/test.h"
#include "support/world.h"

#include <stdio.h>
#include <string.h>

enum { WANDER_STEPS = 120, SIDE_MAX = 24, CELLS_MAX = SIDE_MAX * SIDE_MAX + WANDER_STEPS };

/* The gain of smoothing over all maps, so that a smoother without effect is detected. */
typedef struct gains {
    double before, quick, precise;
} gains;

typedef struct way {
    wend_node nodes[CELLS_MAX];
    size_t count;
} way;

static wend_node cell_count(const gen_map *map)
{
    return (wend_node)(map->width * map->height);
}

/* The last cell of a path before `to`: one that a step joins at exactly the right cost. */
static wend_node cell_before(const gen_map *map, const uint64_t *costs, wend_node to)
{
    for (wend_node from = 0; from < cell_count(map); ++from) {
        uint64_t step = reference_step(map, from, to);
        if (step != REFERENCE_INFINITE && costs[from] != REFERENCE_INFINITE &&
            costs[from] + step == costs[to]) {
            return from;
        }
    }
    return WEND_NODE_NONE;
}

/* The shortest path, written from its end and reversed. */
static void shortest_way(const gen_map *map, way *w)
{
    uint64_t costs[SIDE_MAX * SIDE_MAX];
    w->count = 0;
    reference_dijkstra(map, map->start, costs);
    if (map->goal >= cell_count(map) || costs[map->goal] == REFERENCE_INFINITE) {
        return;
    }
    wend_node at = map->goal;
    while (at != map->start) {
        w->nodes[w->count++] = at;
        at = cell_before(map, costs, at);
    }
    w->nodes[w->count++] = map->start;
    for (size_t i = 0; i < w->count / 2; ++i) {
        wend_node other = w->nodes[w->count - 1 - i];
        w->nodes[w->count - 1 - i] = w->nodes[i];
        w->nodes[i] = other;
    }
}

/* Random steps, mostly in one direction for a while. */
static void aimless_way(const gen_map *map, way *w)
{
    w->count = 0;
    if (map->start >= cell_count(map) || map->costs[map->start] == WEND_COST_WALL) {
        return;
    }
    w->nodes[w->count++] = map->start;
    int64_t step = 1;
    for (uint64_t i = 0; i < WANDER_STEPS; ++i) {
        if (wend_random_below(map->seed, i, 50, 3) == 0) {
            step = (int64_t)wend_random_below(map->seed, i, 51, 3) - 1 +
                   ((int64_t)wend_random_below(map->seed, i, 52, 3) - 1) * map->width;
        }
        int64_t to = (int64_t)w->nodes[w->count - 1] + step;
        if (to >= 0 && to < (int64_t)cell_count(map) &&
            reference_step(map, w->nodes[w->count - 1], (wend_node)to) != REFERENCE_INFINITE) {
            w->nodes[w->count++] = (wend_node)to;
        }
    }
}

/* ---- building ---- */

static bool is_build_wrong(const gen_map *map, const world *w, const way *original)
{
    wend_node cells[CELLS_MAX];
    size_t count = 0;
    if (wendi_path_build(w->path, w->space, original->nodes, NULL, original->count) != WEND_OK ||
        wend_path_cells(w->path, w->space, cells, CELLS_MAX, &count) != WEND_OK ||
        count != original->count) {
        return true;
    }
    if (count == 0) {
        return false;
    }
    wend_cost sum = 0;
    for (size_t i = 0; i < wend_path_leg_count(w->path); ++i) {
        sum += wend_path_leg(w->path, i).cost;
    }
    return memcmp(cells, original->nodes, count * sizeof cells[0]) != 0 ||
           wend_path_cost(w->path) != reference_path(map, original->nodes, count) ||
           wend_path_cost(w->path) != sum;
}

/* ---- smoothing ---- */

static reference_point centre(const gen_map *map, wend_node node)
{
    reference_point p = {(int64_t)(node % (wend_node)map->width) * REFERENCE_UNITS + 8,
                         (int64_t)(node / (wend_node)map->width) * REFERENCE_UNITS + 8};
    return p;
}

static bool is_close(double a, double b)
{
    double slack = 1e-9 + 1e-12 * b;
    return a >= b - slack && a <= b + slack;
}

/* True if the leg passes cells of the original path, from some index on, at their cost. */
static bool is_part_of(const gen_map *map, const way *original, const wend_leg *leg)
{
    for (size_t i = 0; i < original->count; ++i) {
        if (original->nodes[i] != leg->from) {
            continue;
        }
        for (size_t j = i + 1; j < original->count; ++j) {
            int64_t step = (int64_t)original->nodes[i + 1] - (int64_t)original->nodes[i];
            int64_t here = (int64_t)original->nodes[j] - (int64_t)original->nodes[j - 1];
            if (step != here) {
                break;
            }
            if (original->nodes[j] == leg->to &&
                reference_path(map, original->nodes + i, j - i + 1) == leg->cost) {
                return true;
            }
        }
    }
    return false;
}

static bool is_walk(const gen_map *map, const wend_leg *leg, int64_t radius)
{
    reference_point a = centre(map, leg->from);
    reference_point b = centre(map, leg->to);
    double length = wend_vec2_distance(leg->from_point, leg->to_point);
    return reference_can_walk(map, a, b, radius) && is_close(leg->length, length) &&
           is_close(wend_cost_to_double(leg->cost), reference_mean_factor(map, a, b) * length);
}

static bool is_leg_wrong(const gen_map *map, const way *original, const wend_leg *leg, wend_node at,
                         int64_t radius)
{
    reference_point a = centre(map, leg->from);
    reference_point b = centre(map, leg->to);
    wend_vec2 from = {reference_metres(a.x), reference_metres(a.y)};
    wend_vec2 to = {reference_metres(b.x), reference_metres(b.y)};
    return leg->from != at || leg->behaviour != WEND_BEHAVIOUR_WALK ||
           leg->edge != WEND_EDGE_NONE || wend_vec2_distance(from, leg->from_point) > 0.0 ||
           wend_vec2_distance(to, leg->to_point) > 0.0 ||
           !(is_part_of(map, original, leg) || is_walk(map, leg, radius));
}

/* Looks at the path as it is now, which began as `original` with this cost, length and leg count.
 */
static bool is_smooth_wrong(const gen_map *map, const wend_path *path, const way *original,
                            wend_cost cost, double length, size_t leg_count, int64_t radius)
{
    wend_node at = original->nodes[0];
    wend_cost sum = 0;
    double length_sum = 0.0;
    for (size_t i = 0; i < wend_path_leg_count(path); ++i) {
        wend_leg leg = wend_path_leg(path, i);
        if (is_leg_wrong(map, original, &leg, at, radius)) {
            fprintf(stderr, "leg %d, %d to %d, radius %d sixteenths\n", (int)i, (int)leg.from,
                    (int)leg.to, (int)radius);
            return true;
        }
        at = leg.to;
        sum += leg.cost;
        length_sum += leg.length;
    }
    bool is_wrong = at != original->nodes[original->count - 1] || sum > cost ||
                    sum != wend_path_cost(path) || length_sum > length * (1.0 + 1e-12) ||
                    length_sum < wend_path_length(path) || length_sum > wend_path_length(path) ||
                    wend_path_leg_count(path) > leg_count;
    if (is_wrong) {
        fprintf(stderr, "cost %.9g from %.9g, length %.9g from %.9g, radius %d\n",
                wend_cost_to_double(sum), wend_cost_to_double(cost), length_sum, length,
                (int)radius);
    }
    return is_wrong;
}

static bool is_smoothing_wrong(const gen_map *map, const world *w, const way *original,
                               wend_smoothing smoothing, int64_t radius, gains *won)
{
    if (original->count == 0) {
        return false;
    }
    assert_int_equal(wendi_path_build(w->path, w->space, original->nodes, NULL, original->count),
                     WEND_OK);
    /* Twice: a smoothed path can be smoothed again. */
    for (int round = 0; round < 2; ++round) {
        wend_cost cost = wend_path_cost(w->path);
        double length = wend_path_length(w->path);
        size_t leg_count = wend_path_leg_count(w->path);
        if (wend_path_smooth(w->path, w->space, reference_metres(radius), smoothing) != WEND_OK ||
            is_smooth_wrong(map, w->path, original, cost, length, leg_count, radius)) {
            return true;
        }
        if (round == 0) {
            bool is_quick = smoothing == WEND_SMOOTHING_QUICK;
            won->before += is_quick ? wend_cost_to_double(cost) : 0.0;
            *(is_quick ? &won->quick : &won->precise) +=
                wend_cost_to_double(wend_path_cost(w->path));
        }
    }
    return false;
}

static bool is_way_wrong(const gen_map *map, const world *w, const way *original, gains *won)
{
    const int64_t radii[] = {0, 4, 7, 8, 16};
    if (is_build_wrong(map, w, original)) {
        return true;
    }
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; ++i) {
        if (is_smoothing_wrong(map, w, original, WEND_SMOOTHING_QUICK, radii[i], won) ||
            is_smoothing_wrong(map, w, original, WEND_SMOOTHING_PRECISE, radii[i], won)) {
            return true;
        }
    }
    return false;
}

static bool breaks_promise(const gen_map *map, void *context)
{
    gains *won = context;
    world w = world_on(gen_map_grid(map, NULL));
    way original;
    shortest_way(map, &original);
    bool is_wrong = is_way_wrong(map, &w, &original, won);
    if (!is_wrong) {
        aimless_way(map, &original);
        is_wrong = is_way_wrong(map, &w, &original, won);
    }
    world_free(&w);
    return is_wrong;
}

static void path_smooth_never_more_expensive_longer_or_nearer_to_walls(void **state)
{
    (void)state;
    gains won = {0.0, 0.0, 0.0};
    gen_property_maps("smoothing", 300, SIDE_MAX, breaks_promise, &won);
    print_message("cost %.0f before, %.0f quick, %.0f precise\n", won.before, won.quick,
                  won.precise);
    assert_true(won.quick < won.before * 0.9);
    assert_true(won.precise < won.quick);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_smooth_never_more_expensive_longer_or_nearer_to_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
