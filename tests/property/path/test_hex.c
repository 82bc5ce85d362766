/* Segment clearance tests on random maps of hexes against measuring every wall. */
#include "hex_reference.h"
#include "route/segment/segment.h"
#include "support/gen.h"
#include "support/test.h"

#include <string.h>

/* ---- walks ---- */

static point random_point(const fixture *f, uint64_t salt)
{
    static const uint32_t grains[] = {16, 8, 1};
    const uint32_t grain = grains[pick(f, salt, 3)];
    const uint32_t lines = (uint32_t)(f->is_rows ? f->height : f->width);
    const uint32_t places = (uint32_t)(f->is_rows ? f->width : f->height);
    if (grain == 16) {
        return centre(f, (int32_t)pick(f, salt + 1, lines), (int32_t)pick(f, salt + 2, places));
    }
    return (point){pick(f, salt + 1, (2 * places + 1) * HALF / grain) * grain,
                   pick(f, salt + 2, (3 * lines + 1) * HALF / grain) * grain};
}

static point random_end(const fixture *f, uint64_t salt, point from)
{
    point to = random_point(f, salt);
    switch (pick(f, salt + 5, 8)) {
    case 0: /* along sides */
        to.u = from.u;
        return to;
    case 1:
        to.u = from.u + (to.v - from.v);
        return to;
    case 2:
        to.u = from.u - (to.v - from.v);
        return to;
    case 3:
        return to;
    default: /* Near: far ones nearly always meet a wall. */
        return (point){(to.u + from.u * 3) / 4, (to.v + from.v * 3) / 4};
    }
}

/* In 16 * SCALE parts of a cell. */
static int64_t random_radius(const fixture *f, uint64_t salt)
{
    static const int64_t radii[] = {0, 0, 0, 8 * SCALE, 4 * SCALE, 16 * SCALE, 37837, 75674};
    const uint32_t kind = pick(f, salt, 10);
    return kind < 8 ? radii[kind] : (int64_t)pick(f, salt + 1, 30 * SCALE);
}

static bool is_between(const fixture *f, point p)
{
    const int64_t lines = f->is_rows ? f->height : f->width;
    const int64_t places = f->is_rows ? f->width : f->height;
    return p.u >= 0 && p.v >= 0 && p.u <= (2 * places + 1) * HALF && p.v <= (3 * lines + 1) * HALF;
}

/* The walk test itself is exact; from metres one unit of radius is left to rounding. */
static bool is_line_right(fixture *f, uint64_t salt)
{
    const point a = random_point(f, salt);
    const point b = random_end(f, salt + 10, a);
    const int64_t radius = random_radius(f, salt + 20);
    if (!is_between(f, b)) {
        return true;
    }
    const wendi_segment walk = {a.u * SCALE, a.v * SCALE, b.u * SCALE, b.v * SCALE, radius};
    const bool expected = can_walk(f, a, b, radius);
    const bool got = wendi_segment_is_clear(f->space, &walk);
    wend_cost cost = 0;
    const double r = (double)radius / (2 * HALF * SCALE) * f->cell_size;
    const bool public = wend_space_can_walk(f->space, metres(f, a), metres(f, b), r, &cost);
    const bool looser = radius < 4 ? expected : can_walk(f, a, b, radius - 3);
    ++f->all;
    f->walkable += got;
    if (got != expected) {
        return complain(f, "walk", a, b, got, expected);
    }
    if (public < expected || public > looser) {
        return complain(f, "walk from metres", a, b, public, expected);
    }
    if (!public) {
        return cost == WEND_COST_INFINITE || complain(f, "cost", a, b, 0, 1);
    }
    return is_cost_right(f, a, b, cost);
}

static bool lines_are_right(uint64_t seed, void *context)
{
    fixture *f = context;
    make(f, seed);
    bool is_right = true;
    for (uint64_t line = 0; line < LINES && is_right; ++line) {
        is_right = is_line_right(f, 5000 + 100 * line);
    }
    drop(f);
    return is_right;
}

static void hex_walk_agrees_with_measuring_every_wall(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("hex walk", WORLDS, lines_are_right, &f);
    if (f.all > 100 * LINES) {
        assert_in_range(f.walkable, f.all / 20, f.all - f.all / 20);
    }
}

/* At positions all around one wall, with radii close to their distance from it. */
static bool spots_are_right(uint64_t seed, void *context)
{
    fixture *f = context;
    f->seed = seed;
    f->layout = (wend_hex_layout)pick(f, 3, 4);
    f->width = 7;
    f->height = 7;
    f->is_rows = f->layout == WEND_HEX_ODD_ROWS || f->layout == WEND_HEX_EVEN_ROWS;
    memset(f->costs, 1, sizeof f->costs);
    f->costs[3 * 7 + 3] = WEND_COST_WALL;
    open_world(f, WEND_WRAP_NONE);
    const point wall = centre(f, 3, 3);
    bool is_right = true;
    for (uint64_t k = 0; k < 400 && is_right; ++k) {
        const point at = {wall.u - 32 + pick(f, 2 * k, 65), wall.v - 48 + pick(f, 2 * k + 1, 97)};
        const int64_t radius = pick(f, 9000 + k, 24 * SCALE);
        const wendi_segment walk = {at.u * SCALE, at.v * SCALE, at.u * SCALE, at.v * SCALE, radius};
        const bool got = wendi_segment_is_clear(f->space, &walk);
        const bool expected = can_walk(f, at, at, radius);
        is_right = got == expected || complain(f, "spot", at, wall, got, expected);
    }
    drop(f);
    return is_right;
}

static void hex_walk_on_the_spot_agrees_with_measuring(void **state)
{
    (void)state;
    fixture f = {0};
    f.cell_size = 1.0;
    gen_property("hex walk on the spot", WORLDS / 2, spots_are_right, &f);
}

/* The ground of a clear segment is, point by point, open ground of the grid. */
static bool sampled_lines_are_open(uint64_t seed, void *context)
{
    fixture *f = context;
    make(f, seed);
    bool is_right = true;
    for (uint64_t line = 0; line < LINES && is_right; ++line) {
        const wend_vec2 a = metres(f, random_point(f, 9000 + 100 * line));
        const wend_vec2 b = metres(f, random_end(f, 9010 + 100 * line, random_point(f, line)));
        if (!wend_space_can_walk(f->space, a, b, 0.0, NULL)) {
            continue;
        }
        for (int k = 0; k <= 64 && is_right; ++k) {
            const wend_vec2 at = wend_vec2_lerp(a, b, k / 64.0);
            is_right = wend_space_is_open(f->space, wend_grid_node_at(f->grid, at));
        }
    }
    drop(f);
    return is_right;
}

static void hex_walk_leads_over_open_ground_only(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("hex walk, sampled", WORLDS / 2, sampled_lines_are_open, &f);
}

/* A disc fits in a cell if a segment of no length is clear, with the radius that clearance names.
 */
static bool agrees_with_clearance(uint64_t seed, void *context)
{
    fixture *f = context;
    make(f, seed);
    wend_clearance_def def = wend_clearance_def_default();
    wend_clearance *clearance = NULL;
    def.grid = f->grid;
    def.max_clearance = 6;
    bool is_right = wend_clearance_create(&def, &clearance) == WEND_OK;
    wend_grid_info info;
    wend_grid_get_info(f->grid, &info);
    for (wend_node node = 0; node < (wend_node)(f->width * f->height) && is_right; ++node) {
        const int32_t x = (int32_t)node % f->width;
        const int32_t y = (int32_t)node / f->width;
        const double radius = wend_clearance_disc(clearance, x, y);
        const wend_vec2 at = wend_space_position(f->space, node);
        /* Clearance looks over the seam, walks do not. */
        if (info.wrap == WEND_WRAP_NONE && radius > 0.0) {
            const double more = radius + 3.0 / 65536 * f->cell_size;
            is_right =
                wend_space_can_walk(f->space, at, at, radius, NULL) &&
                (radius >= 6 * f->cell_size || !wend_space_can_walk(f->space, at, at, more, NULL));
        }
    }
    wend_clearance_destroy(clearance);
    drop(f);
    return is_right;
}

static void hex_walk_on_the_spot_agrees_with_clearance(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("hex walk and clearance", WORLDS / 2, agrees_with_clearance, &f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_walk_agrees_with_measuring_every_wall),
        cmocka_unit_test(hex_walk_on_the_spot_agrees_with_measuring),
        cmocka_unit_test(hex_walk_leads_over_open_ground_only),
        cmocka_unit_test(hex_walk_on_the_spot_agrees_with_clearance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
