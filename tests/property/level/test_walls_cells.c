/* Walls in cells against the tree: crossings, also where only some are of use, and rays to several points;
 * near 0 and far from it, with ends on walls and on their corners; and rays that use what earlier ones found
 * out. */
#include "support/gen.h"
#include "support/test.h"
#include "wend/walls.h"
#include "world/walls/cells.h"
#include "world/walls/fan.h"

#include <math.h>

enum { SEEDS = 120, WALLS_LEAST = 40, WALLS_MORE = 200, RAYS = 40, MOST = 128 };

typedef struct cell_world {
    uint64_t seed, drawn;
    wend_vec2 middle;
    double step; /* a sixteenth of the side */
    bool is_lattice, has_heights;
    wend_walls *walls;
    wendi_wall_cells cells;
} cell_world;

static double unit(cell_world *w)
{
    return wend_random_unit(w->seed, 0, w->drawn++);
}

static uint32_t below(cell_world *w, uint32_t count)
{
    return wend_random_below(w->seed, 1, w->drawn++, count);
}

static double within(double x)
{
    return x < -WEND_COORDINATE_MAX  ? -WEND_COORDINATE_MAX
           : x > WEND_COORDINATE_MAX ? WEND_COORDINATE_MAX
                                     : x;
}

/* From -size to size; in worlds on a lattice a whole number. */
static double offset(cell_world *w, uint32_t size)
{
    return w->is_lattice ? (double)below(w, 2 * size + 1) - size : (2 * unit(w) - 1) * size;
}

static wend_vec2 near_to(cell_world *w, wend_vec2 p, uint32_t size)
{
    const double x = offset(w, size), y = offset(w, size);
    return (wend_vec2){within(p.x + x * w->step), within(p.y + y * w->step)};
}

static void add_wall(cell_world *w)
{
    wend_vec2 points[4];
    wend_wall_id id;
    const uint32_t count = below(w, 4) == 0 ? 3 + below(w, 2) : 2, stops = 1 + below(w, 15);
    points[0] = near_to(w, w->middle, 8);
    for (uint32_t i = 1; i < count; i++) {
        points[i] = near_to(w, points[i - 1], 1);
    }
    assert_int_equal(count == 2
                         ? wend_walls_add_segment(w->walls, points[0], points[1], stops, 0, &id)
                         : wend_walls_add_polygon(w->walls, points, count, stops, 0, &id),
                     WEND_OK);
    if (w->has_heights && below(w, 2) == 0) {
        const double bottom = below(w, 3);
        assert_int_equal(wend_walls_set_heights(w->walls, id, bottom, bottom + 1), WEND_OK);
    }
}

/* Also beside the walls. */
static wend_vec3 some_place(cell_world *w)
{
    const wend_vec2 p = near_to(w, w->middle, below(w, 4) == 0 ? 12 : 8);
    return (wend_vec3){p.x, p.y, w->has_heights ? below(w, 5) : 0};
}

static bool is_same_crossing(const wend_wall_crossing *p, const wend_wall_crossing *q)
{
    return p->wall.index1 == q->wall.index1 && p->stops == q->stops &&
           !(p->fraction < q->fraction) && !(p->fraction > q->fraction);
}

static size_t count_walls(const wend_wall_crossing *all, size_t count)
{
    size_t different = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_new = true;
        for (size_t k = 0; k < i; k++) {
            is_new = is_new && all[k].wall.index1 != all[i].wall.index1;
        }
        different += is_new ? 1 : 0;
    }
    return different;
}

/* @param need NULL: all crossings. */
static bool crossings_agree(const cell_world *w, wend_vec3 from, wend_vec3 to, uint32_t stops,
                            wendi_crossings_need *need)
{
    wend_wall_crossing all[MOST], in_cells[MOST];
    size_t count, cell_count;
    const wend_result result =
        wend_walls_crossings_3d(w->walls, from, to, stops, all, MOST, &count);
    const wend_result cell_result = wendi_walls_crossings_in_cells(
        w->walls, &w->cells, from, to, stops, need, in_cells, MOST, &cell_count);
    if (cell_result == WEND_PARTIAL) {
        return need != NULL && cell_count > need->most &&
               (count > MOST || count_walls(all, count) >= cell_count);
    }
    bool agrees = result == cell_result && count == cell_count;
    for (size_t i = 0; agrees && i < count && i < MOST; i++) {
        agrees = is_same_crossing(&all[i], &in_cells[i]);
    }
    return agrees;
}

/* Points around a first one, some of them above each other. */
static bool fans_agree(cell_world *w, wend_vec3 from)
{
    static const double SPREADS[] = {0.001, 0.2, 3};
    wend_vec3 to[WENDI_WALL_FAN_POINTS];
    const uint32_t count = 1 + below(w, WENDI_WALL_FAN_POINTS);
    const double spread = SPREADS[below(w, 3)] * w->step;
    to[0] = some_place(w);
    for (uint32_t i = 1; i < count; i++) {
        const bool is_above = below(w, 3) == 0;
        const double x = is_above ? 0 : (2 * unit(w) - 1) * spread;
        const double y = is_above ? 0 : (2 * unit(w) - 1) * spread;
        const wend_vec3 *base = &to[is_above ? i - 1 : 0];
        to[i] = (wend_vec3){within(base->x + x), within(base->y + y), base->z + below(w, 2)};
    }
    uint32_t in_cells[2], in_tree[2];
    const wendi_wall_fan of_cells =
        wendi_wall_fan_make(w->walls, &w->cells, from, WEND_STOPS_SIGHT, WEND_STOPS_SHOT);
    const wendi_wall_fan of_tree =
        wendi_wall_fan_make(w->walls, NULL, from, WEND_STOPS_SIGHT, WEND_STOPS_SHOT);
    wendi_wall_fan_cast(&of_cells, to, count, in_cells, NULL);
    wendi_wall_fan_cast(&of_tree, to, count, in_tree, NULL);
    bool agrees = in_cells[0] == in_tree[0] && in_cells[1] == in_tree[1];
    for (uint32_t i = 0; agrees && i < count; i++) {
        agrees = ((in_cells[0] >> i & 1) != 0) ==
                     wend_walls_can_see_3d(w->walls, from, to[i], WEND_STOPS_SIGHT) &&
                 ((in_cells[1] >> i & 1) != 0) ==
                     wend_walls_can_see_3d(w->walls, from, to[i], WEND_STOPS_SHOT);
    }
    return agrees;
}

static wend_vec3 moved(cell_world *w, wend_vec3 p, double most)
{
    const double x = (2 * unit(w) - 1) * most, y = (2 * unit(w) - 1) * most;
    return (wend_vec3){within(p.x + 0.7 * x), within(p.y + 0.7 * y), p.z};
}

/* After a small move, what the last cast found out must lead to the answer of a cast that knows nothing. */
static bool known_fans_agree(cell_world *w, wend_vec3 from)
{
    enum { COUNT = 4 };
    const double radius = 0.2 * w->step * unit(w);
    wendi_wall_fan_proof proof = {.margin = 2 * w->step * unit(w)};
    wend_vec3 to[COUNT];
    to[0] = some_place(w);
    for (uint32_t i = 1; i < COUNT; i++) {
        to[i] = moved(w, to[0], radius);
    }
    for (uint32_t step = 0; step < 6; step++) {
        uint32_t plain[2], known[2];
        const wendi_wall_fan fan = wendi_wall_fan_make(w->walls, below(w, 4) > 0 ? &w->cells : NULL,
                                                       from, WEND_STOPS_SIGHT, WEND_STOPS_SHOT);
        const uint32_t last1 = proof.blocker1;
        wendi_wall_fan_cast(&fan, to, COUNT, plain, NULL);
        wendi_wall_fan_cast(&fan, to, COUNT, known, &proof);
        const uint32_t seen = plain[0] | plain[1];
        const double size = fabs(to[0].x) + fabs(to[0].y) + fabs(from.x) + fabs(from.y);
        const double left = proof.clear - radius * (1 + 1e-9) - size * 1e-15;
        if (plain[0] != known[0] || plain[1] != known[1] || (proof.blocker1 > 0 && seen != 0) ||
            (last1 > 0 && seen != 0 &&
             wendi_wall_fan_is_stopped_by(&fan, last1 - 1, (wend_vec2){to[0].x, to[0].y},
                                          radius + size * 1e-15))) {
            return false;
        }
        proof.is_near_enough = below(w, 8) > 0 && left > size * 1e-14;
        const double most = left > size * 1e-14 ? 0.9 * left : 0.1 * w->step;
        from = moved(w, from, most);
        const wend_vec3 next = moved(w, to[0], most);
        for (uint32_t i = COUNT; i > 0; i--) {
            to[i - 1].x = i == 1 ? next.x : within(to[i - 1].x + (next.x - to[0].x));
            to[i - 1].y = i == 1 ? next.y : within(to[i - 1].y + (next.y - to[0].y));
        }
        proof.clear = proof.is_near_enough ? left - most + radius : 0;
        proof.margin = 2 * w->step * unit(w);
    }
    return true;
}

/* All places lie within the greatest coordinates. */
static double some_middle(cell_world *w)
{
    const double middles[] = {0, 1000, 1e-25, 0.5 * WEND_COORDINATE_MAX,
                              16 * w->step - WEND_COORDINATE_MAX};
    return middles[below(w, 5)];
}

static bool cells_agree(uint64_t seed, void *context)
{
    static const double STEPS[] = {0x1p-12, 1, 100, 0x1p+20};
    (void)context;
    cell_world w = {.seed = seed};
    const wend_walls_def def = wend_walls_def_default();
    w.step = STEPS[below(&w, 4)];
    w.middle.x = some_middle(&w);
    w.middle.y = some_middle(&w);
    w.is_lattice = below(&w, 2) == 0;
    w.has_heights = below(&w, 3) == 0;
    assert_int_equal(wend_walls_create(&def, &w.walls), WEND_OK);
    for (uint32_t left = WALLS_LEAST + below(&w, WALLS_MORE); left > 0; left--) {
        add_wall(&w);
    }
    bool agrees = wendi_wall_cells_build(&w.cells, w.walls, &def.allocator) && w.cells.is_useful;
    wendi_crossings_need need = {.edge1 = 0};
    for (uint32_t i = 0; agrees && i < RAYS; i++) {
        const wend_vec3 from = some_place(&w), to = some_place(&w);
        const uint32_t stops = 1 + below(&w, 15);
        need.most = below(&w, 4);
        agrees = crossings_agree(&w, from, to, stops, NULL) &&
                 crossings_agree(&w, from, to, stops, &need) && fans_agree(&w, from) &&
                 known_fans_agree(&w, from);
    }
    wendi_wall_cells_free(&w.cells, &def.allocator);
    wend_walls_destroy(w.walls);
    return agrees;
}

static void walls_in_cells_answer_as_those_of_the_tree(void **state)
{
    (void)state;
    gen_property("walls_cells", SEEDS, cells_agree, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_in_cells_answer_as_those_of_the_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
