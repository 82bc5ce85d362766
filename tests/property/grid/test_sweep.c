/* Swept discs over random grids of squares and hexes, against the exact segment test and against
 * plain distances to every closed cell. */
#include "support/gen.h"
#include "support/test.h"
#include "wend/hex.h"
#include "wend/path.h"
#include "wend/search.h"
#include "wend/sweep.h"

enum { SIDE = 14 };

/* ---- the slow twin: distances to all closed cells, in doubles ---- */

static double distance_to_outline(const wend_vec2 *corners, int count, wend_vec2 p, wend_vec2 *at)
{
    double least = 1e300;
    bool is_in = true;
    for (int i = 0; i < count; ++i) {
        const wend_vec2 a = corners[i];
        const wend_vec2 edge = wend_vec2_sub(corners[(i + 1) % count], a);
        const wend_vec2 off = wend_vec2_sub(p, a);
        double t = wend_vec2_dot(edge, off) / wend_vec2_dot(edge, edge);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const wend_vec2 q = wend_vec2_add(a, wend_vec2_scale(edge, t));
        const double d = wend_vec2_distance(p, q);
        is_in = is_in && wend_vec2_cross(edge, off) >= 0;
        if (d < least) {
            least = d;
            *at = q;
        }
    }
    return is_in ? 0 : least;
}

/* Corners of a cell, also outside of the grid, in an order that has the inside to the left. */
static int outline(const wend_grid_info *info, int32_t x, int32_t y, wend_vec2 corners[6])
{
    if (info->neighbours == WEND_NEIGHBOURS_6) {
        const wend_hex hex = wend_hex_from_offset(info->hex_layout, x, y);
        wend_hex_corners(info->hex_layout, info->cell_size,
                         wend_hex_position(info->hex_layout, info->cell_size, info->origin, hex),
                         corners);
        const double turn = wend_vec2_cross(wend_vec2_sub(corners[1], corners[0]),
                                            wend_vec2_sub(corners[2], corners[1]));
        for (int i = 0; turn < 0 && i < 3; ++i) {
            const wend_vec2 kept = corners[i];
            corners[i] = corners[5 - i];
            corners[5 - i] = kept;
        }
        return 6;
    }
    static const int8_t OFFSET[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int i = 0; i < 4; ++i) {
        corners[i] = (wend_vec2){info->origin.x + (x + OFFSET[i][0]) * info->cell_size,
                                 info->origin.y + (y + OFFSET[i][1]) * info->cell_size};
    }
    return 4;
}

/* Metres to the nearest closed cell, the ones just outside included. */
static double slow_distance(const wend_grid *grid, wend_vec2 p, wend_vec2 *at)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    double least = 1e300;
    for (int32_t y = -1; y <= info.height; ++y) {
        for (int32_t x = -1; x <= info.width; ++x) {
            if (wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y)) {
                continue;
            }
            wend_vec2 corners[6];
            wend_vec2 nearest;
            const int count = outline(&info, x, y, corners);
            const double d = distance_to_outline(corners, count, p, &nearest);
            if (d < least) {
                least = d;
                *at = nearest;
            }
        }
    }
    return least;
}

/* ---- one random world and sweep ---- */

typedef struct sweep_case {
    wend_grid *grid;
    wend_space *space;
    double size; /* metres of a cell */
    wend_vec2 from, to;
    double radius;
} sweep_case;

static double unit(uint64_t seed, uint64_t id)
{
    return wend_random_unit(seed, id, 77);
}

static wend_vec2 random_position(const wend_grid *grid, uint64_t seed, uint64_t id, double margin)
{
    wend_vec2 low;
    wend_vec2 high;
    wend_grid_bounds(grid, &low, &high);
    return (wend_vec2){
        low.x - margin + (high.x - low.x + 2 * margin) * unit(seed, id),
        low.y - margin + (high.y - low.y + 2 * margin) * unit(seed, id + 1),
    };
}

static void make_grid(sweep_case *c, uint64_t seed)
{
    static const double SIZES[] = {1, 0.5, 3.7, 0.1};
    wend_grid_def def = wend_grid_def_default();
    def.width = 1 + (int32_t)wend_random_below(seed, 1, 0, SIDE);
    def.height = 1 + (int32_t)wend_random_below(seed, 2, 0, SIDE);
    def.neighbours = wend_random_below(seed, 3, 0, 2) == 0 ? WEND_NEIGHBOURS_8 : WEND_NEIGHBOURS_6;
    if (def.neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = (wend_hex_layout)wend_random_below(seed, 4, 0, 4);
    }
    def.cell_size = SIZES[wend_random_below(seed, 5, 0, 4)];
    def.origin = (wend_vec2){unit(seed, 6) * 20 - 10, unit(seed, 7) * 20 - 10};
    assert_int_equal(wend_grid_create(&def, &c->grid), WEND_OK);
    const double walls = unit(seed, 8) * 0.5;
    for (int32_t y = 0; y < def.height; ++y) {
        for (int32_t x = 0; x < def.width; ++x) {
            if (wend_random_unit(seed, 9, (uint64_t)y * SIDE + (uint64_t)x) < walls) {
                assert_int_equal(wend_grid_set_cost(c->grid, 0, x, y, WEND_COST_WALL), WEND_OK);
            }
        }
    }
    c->size = def.cell_size;
    wend_space_def space = wend_space_def_default();
    space.grid = c->grid;
    assert_int_equal(wend_space_create(&space, &c->space), WEND_OK);
}

static void make_query(sweep_case *c, uint64_t seed)
{
    static const double RADII[] = {0, 0.25, 0.5, 1, 0.5};
    const uint32_t kind = wend_random_below(seed, 10, 0, 6);
    c->radius = kind < 5 ? RADII[kind] * c->size : unit(seed, 11) * 1.4 * c->size;
    c->from = random_position(c->grid, seed, 20, 0);
    c->to = random_position(c->grid, seed, 30, wend_random_below(seed, 12, 0, 3) == 0 ? 3 : 0);
    if (wend_random_below(seed, 13, 0, 3) == 0) {
        /* Between centres: along walls at exactly half a cell. */
        c->from = wend_grid_position(c->grid, wend_grid_node_at(c->grid, c->from));
        c->to = wend_grid_position(c->grid, wend_grid_node_at(c->grid, c->to));
    }
}

/* ---- properties ---- */

static bool is_near(double a, double b, double most)
{
    return a - b <= most && b - a <= most;
}

/* The disc is clear of all cells up to the contact, touches there, and the normal leads away. */
static bool contact_is_right(const sweep_case *c, const wend_grid_hit *hit)
{
    const double rounding = 1e-4 * c->size;
    const double way = wend_vec2_distance(c->from, c->to);
    wend_vec2 at;
    if (!is_near(hit->distance, hit->fraction * way, 1e-9 * (1 + way)) ||
        wend_vec2_distance(hit->point, wend_vec2_lerp(c->from, c->to, hit->fraction)) > 1e-9) {
        return false;
    }
    const double reached = slow_distance(c->grid, hit->point, &at);
    if (hit->is_inside) {
        return hit->fraction <= 0 && reached < c->radius + rounding;
    }
    if (!is_near(reached, c->radius, rounding)) {
        return false;
    }
    for (int i = 0; i < 40; ++i) {
        const wend_vec2 before = wend_vec2_lerp(c->from, hit->point, i / 40.0);
        wend_vec2 ignored;
        if (slow_distance(c->grid, before, &ignored) < c->radius - rounding) {
            return false;
        }
    }
    /* Where a disc touches two cells at once either normal is right: the touched point is one of a
     * closed cell at the radius. */
    const wend_vec2 touched = wend_vec2_sub(hit->point, wend_vec2_scale(hit->normal, c->radius));
    wend_vec2 ignored;
    return is_near(wend_vec2_length(hit->normal), 1, 1e-9) &&
           slow_distance(c->grid, touched, &ignored) < rounding;
}

static bool sweep_is_right(uint64_t seed, void *context)
{
    (void)context;
    sweep_case c;
    make_grid(&c, seed);
    bool is_right = true;
    for (uint64_t i = 0; i < 40 && is_right; ++i) {
        make_query(&c, wend_random(seed, i, 5));
        wend_grid_hit hit;
        const bool is_hit =
            wend_grid_sweep(c.grid, 0, WEND_TEAM_NONE, c.from, c.to, c.radius, &hit);
        is_right = is_hit == !wend_space_can_walk(c.space, c.from, c.to, c.radius, NULL);
        if (is_hit && wend_grid_node_at(c.grid, c.from) != WEND_NODE_NONE) {
            is_right = is_right && contact_is_right(&c, &hit);
        } else if (!is_hit) {
            is_right = is_right && hit.node == WEND_NODE_NONE && hit.fraction >= 1;
        }
        if (!is_right) {
            print_message("case %lu: from %g %g to %g %g radius %g: %d fraction %g inside %d\n",
                          (unsigned long)i, c.from.x, c.from.y, c.to.x, c.to.y, c.radius, is_hit,
                          hit.fraction, hit.is_inside);
        }
    }
    wend_space_destroy(c.space);
    wend_grid_destroy(c.grid);
    return is_right;
}

static void grid_sweep_agrees_with_exact_segments_and_plain_distances(void **state)
{
    (void)state;
    gen_property("grid_sweep", 60, sweep_is_right, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_sweep_agrees_with_exact_segments_and_plain_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
