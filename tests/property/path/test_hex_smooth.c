/* Smoothing on random maps of hexes: paths are never more expensive, longer or nearer to walls. */
#include "hex_reference.h"
#include "route/path/path.h"
#include "support/gen.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/hex.h"

#include <math.h>
#include <string.h>

/* ---- the reference ---- */

static point node_point(const fixture *f, wend_node node)
{
    const int32_t x = (int32_t)node % f->width;
    const int32_t y = (int32_t)node / f->width;
    return centre(f, f->is_rows ? y : x, f->is_rows ? x : y);
}

/* ---- smoothing ---- */

static wend_node beside(const fixture *f, wend_node node, int32_t direction)
{
    const wend_hex hex = wend_grid_hex(f->grid, node);
    int32_t x;
    int32_t y;
    wend_hex_to_offset(f->layout, wend_hex_neighbour(hex, direction), &x, &y);
    return wend_grid_node(f->grid, x, y); /* not over seams */
}

/* Random steps, mostly in one direction for a while. */
static void aimless_way(const fixture *f, way *w)
{
    const wend_node start = pick(f, 40, (uint32_t)(f->width * f->height));
    w->count = 0;
    if (!wend_space_is_open(f->space, start)) {
        return;
    }
    w->nodes[w->count++] = start;
    int32_t direction = 0;
    for (uint64_t i = 0; i < 100; ++i) {
        if (pick(f, 3000 + i, 3) == 0) {
            direction = (int32_t)pick(f, 4000 + i, 6);
        }
        const wend_node to = beside(f, w->nodes[w->count - 1], direction);
        if (wend_space_is_open(f->space, to)) {
            w->nodes[w->count++] = to;
        }
    }
}

/* A cheapest path on a map without seams; nothing without a path. */
static void shortest_way(const fixture *f, way *w)
{
    wend_search_query query = wend_search_query_default();
    const uint32_t cells = (uint32_t)(f->width * f->height);
    w->count = 0;
    wend_search *search = searches_on(f->space);
    query.start = pick(f, 41, cells);
    query.goal = pick(f, 42, cells);
    if (wend_search_find(search, &query) == WEND_OK) {
        assert_int_equal(wend_path_from_search(f->path, search), WEND_OK);
        assert_int_equal(wend_path_cells(f->path, f->space, w->nodes, CELLS_MAX, &w->count),
                         WEND_OK);
    }
    wend_search_destroy(search);
    for (size_t i = 1; i < w->count; ++i) {
        const wend_hex a = wend_grid_hex(f->grid, w->nodes[i - 1]);
        const wend_hex b = wend_grid_hex(f->grid, w->nodes[i]);
        w->count = wend_hex_distance(a, b) == 1 ? w->count : 0;
    }
}

static wend_cost step_cost(const fixture *f, wend_node to)
{
    return WEND_COST_ONE * f->costs[to];
}

/* True if the leg passes cells of the original path, in one direction, at their cost. */
static bool is_part_of(const fixture *f, const way *original, const wend_leg *leg)
{
    for (size_t i = 0; i + 1 < original->count; ++i) {
        if (original->nodes[i] != leg->from) {
            continue;
        }
        const point a = node_point(f, original->nodes[i]);
        const point b = node_point(f, original->nodes[i + 1]);
        wend_cost cost = 0;
        for (size_t j = i + 1; j < original->count; ++j) {
            const point c = node_point(f, original->nodes[j - 1]);
            const point d = node_point(f, original->nodes[j]);
            if (d.u - c.u != b.u - a.u || d.v - c.v != b.v - a.v) {
                break;
            }
            cost += step_cost(f, original->nodes[j]);
            if (original->nodes[j] == leg->to && cost == leg->cost) {
                return true;
            }
        }
    }
    return false;
}

static bool is_walk(const fixture *f, const wend_leg *leg, int64_t radius)
{
    const point a = node_point(f, leg->from);
    const point b = node_point(f, leg->to);
    const double length = length_of(a, b) * f->cell_size;
    const int64_t keeps = radius > f->agent ? radius : f->agent;
    /* From metres the radius may lose one unit, as it is rounded down. */
    return can_walk(f, a, b, keeps == 0 ? 0 : keeps - 1) && fabs(leg->length - length) <= 1e-9 &&
           is_cost_right(f, a, b, leg->cost);
}

static bool are_legs_right(const fixture *f, const way *original, int64_t radius)
{
    wend_node at = original->nodes[0];
    for (size_t i = 0; i < wend_path_leg_count(f->path); ++i) {
        const wend_leg leg = wend_path_leg(f->path, i);
        const point a = node_point(f, leg.from);
        const point b = node_point(f, leg.to);
        if (leg.from != at || leg.behaviour != WEND_BEHAVIOUR_WALK || leg.edge != WEND_EDGE_NONE ||
            wend_vec2_distance(leg.from_point, metres(f, a)) > 1e-9 ||
            wend_vec2_distance(leg.to_point, metres(f, b)) > 1e-9 ||
            !(is_part_of(f, original, &leg) || is_walk(f, &leg, radius))) {
            return complain(f, "leg", a, b, (double)i, (double)radius);
        }
        at = leg.to;
    }
    return at == original->nodes[original->count - 1];
}

static bool is_smoothing_right(fixture *f, const way *original, wend_smoothing smoothing,
                               int64_t radius)
{
    assert_int_equal(wendi_path_build(f->path, f->space, original->nodes, NULL, original->count),
                     WEND_OK);
    const wend_cost first = wend_path_cost(f->path);
    /* Twice: a smoothed path can be smoothed again. */
    for (int round = 0; round < 2; ++round) {
        const wend_cost cost = wend_path_cost(f->path);
        const double length = wend_path_length(f->path);
        const size_t legs = wend_path_leg_count(f->path);
        const double r = (double)radius / (2 * HALF * SCALE) * f->cell_size;
        if (wend_path_smooth(f->path, f->space, r, smoothing) != WEND_OK ||
            wend_path_cost(f->path) > cost || wend_path_leg_count(f->path) > legs ||
            wend_path_length(f->path) > length * (1.0 + 1e-12) ||
            !are_legs_right(f, original, radius)) {
            return false;
        }
    }
    const bool is_quick = smoothing == WEND_SMOOTHING_QUICK;
    f->before += is_quick ? wend_cost_to_double(first) : 0.0;
    *(is_quick ? &f->quick : &f->precise) += wend_cost_to_double(wend_path_cost(f->path));
    return true;
}

static bool is_way_right(fixture *f, const way *original)
{
    static const int64_t radii[] = {0, 4 * SCALE, 8 * SCALE, 18918, 16 * SCALE};
    wend_node cells[CELLS_MAX];
    size_t count = 0;
    if (original->count == 0) {
        return true;
    }
    if (wendi_path_build(f->path, f->space, original->nodes, NULL, original->count) != WEND_OK ||
        wend_path_cells(f->path, f->space, cells, CELLS_MAX, &count) != WEND_OK ||
        count != original->count || memcmp(cells, original->nodes, count * sizeof cells[0]) != 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; ++i) {
        if (!is_smoothing_right(f, original, WEND_SMOOTHING_QUICK, radii[i]) ||
            !is_smoothing_right(f, original, WEND_SMOOTHING_PRECISE, radii[i])) {
            return false;
        }
    }
    return true;
}

static bool keeps_promises(uint64_t seed, void *context)
{
    fixture *f = context;
    way original;
    make(f, seed);
    shortest_way(f, &original);
    bool is_right = is_way_right(f, &original);
    aimless_way(f, &original);
    is_right = is_right && is_way_right(f, &original);
    drop(f);
    return is_right;
}

static void hex_smooth_never_more_expensive_longer_or_nearer_to_walls(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("smoothing on hexes", WORLDS, keeps_promises, &f);
    print_message("cost %.0f before, %.0f quick, %.0f precise\n", f.before, f.quick, f.precise);
    if (f.all == 0 && f.before > 10000.0) {
        assert_true(f.quick < f.before * 0.9);
        assert_true(f.precise < f.quick);
    }
}

/* The same in spaces of round agents, whose paths keep away from walls already. */
static bool keeps_promises_to_discs(uint64_t seed, void *context)
{
    fixture *f = context;
    f->agent = 1 + wend_random_below(seed, 1, 94, 24 * SCALE);
    return keeps_promises(seed, f);
}

static void hex_smooth_of_round_agents_is_never_nearer_to_walls(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("smoothing of discs on hexes", WORLDS / 2, keeps_promises_to_discs, &f);
    assert_true(f.quick < f.before || f.before < 10000.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_smooth_never_more_expensive_longer_or_nearer_to_walls),
        cmocka_unit_test(hex_smooth_of_round_agents_is_never_nearer_to_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
