/* Obstacles of bodies among random cells and walls: nearest points, what they allow, and how discs
 * move, against a look at every cell and line. */
#include "crowd/obstacles/candidates.h"
#include "crowd/obstacles/obstacles.h"
#include "support/crowd_slow.h"
#include "support/fault.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/walls.h"

#include <math.h>

enum { SIDE = 14, LINES = 18, PLACES = 200 };

static bool is_near(double a, double b, double most)
{
    return a - b <= most && b - a <= most;
}

static const double CELL = 1.25;
static const double MARGIN = 3;

typedef struct ground {
    wend_grid *grid;
    wend_walls *walls;
    wendi_obstacles obstacles;
    uint64_t seed;
    double width;
} ground;

static double unit(const ground *g, uint64_t id, uint64_t tick)
{
    return wend_random_unit(g->seed, id, tick);
}

static wend_vec2 place(const ground *g, uint64_t id, uint64_t tick)
{
    return (wend_vec2){g->width * unit(g, id, tick), g->width * unit(g, id + 1, tick)};
}

static void build_grid(ground *g)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.cell_size = CELL;
    g->grid = grids_make(def);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        if (unit(g, 100, i) < 0.25) {
            grids_set(g->grid, (int32_t)(i % SIDE), (int32_t)(i / SIDE), WEND_COST_WALL);
        }
    }
}

static void build_walls(ground *g)
{
    g->walls = walls_empty();
    for (uint32_t i = 0; i < LINES; i++) {
        const wend_vec2 a = place(g, 200, i);
        const wend_vec2 b = {a.x + 6 * unit(g, 202, i) - 3, a.y + 6 * unit(g, 203, i) - 3};
        const wend_vec2 c[3] = {a, b, {a.x + 1, a.y + 1}};
        const uint32_t stops = i % 5 == 4 ? WEND_STOPS_SIGHT : WEND_STOPS_ALL;
        const wend_result result = i % 3 == 0
                                       ? wend_walls_add_polygon(g->walls, c, 3, stops, 0, NULL)
                                       : wend_walls_add_segment(g->walls, a, b, stops, 0, NULL);
        assert_int_equal(result, WEND_OK);
    }
}

static void begin(ground *g, uint64_t seed, bool has_grid, bool has_walls)
{
    *g = (ground){.seed = seed, .width = (double)SIDE * CELL};
    if (has_grid) {
        build_grid(g);
    }
    if (has_walls) {
        build_walls(g);
    }
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = g->grid;
    def.walls = g->walls;
    assert_int_equal(wendi_obstacles_create(&g->obstacles, &def, MARGIN), WEND_OK);
}

static void end(ground *g)
{
    wendi_obstacles_free(&g->obstacles);
    wend_grid_destroy(g->grid);
    wend_walls_destroy(g->walls);
}

static const wendi_obstacle_set *set_of(const ground *g)
{
    return wendi_obstacles_set_of(&g->obstacles, 0, 0);
}

/* ---- nearest points ---- */

static bool is_nearest_right(const ground *g, wend_vec2 at, double reach)
{
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    const uint32_t count = wendi_obstacles_nearest(set_of(g), at.x, at.y, reach, near);
    const double room = crowd_slow_room(g->grid, g->walls, at);
    if (room <= 0) {
        return true;
    }
    if (room > reach) {
        return count == 0;
    }
    bool is_good = count > 0 && fabs(near[0].distance - room) < 1e-9 &&
                   wendi_obstacles_may_be_near(set_of(g), at.x, at.y, reach);
    for (uint32_t i = 0; i < count && is_good; i++) {
        is_good = fabs(hypot(near[i].x, near[i].y) - 1) < 1e-9 && near[i].distance <= reach &&
                  (i == 0 || near[i].distance >= near[i - 1].distance - 1e-12);
    }
    return is_good;
}

/* ---- what is allowed ---- */

/* A displacement that is allowed ends with as much room as the radius, or with as much as there
 * was. */
static bool is_allowed_right(const ground *g, wend_vec2 at, uint64_t id)
{
    const double radius = 0.05 + 0.6 * unit(g, 300, id);
    const double room = crowd_slow_room(g->grid, g->walls, at);
    const wend_vec2 by = {2 * unit(g, 301, id) - 1, 2 * unit(g, 302, id) - 1};
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    if (room < radius) {
        return true;
    }
    const double length = hypot(by.x, by.y);
    const uint32_t count = wendi_obstacles_nearest(set_of(g), at.x, at.y, radius + length, near);
    if (count == WENDI_CONSTRAINTS_MOST) {
        return true;
    }
    const wend_vec2 done = wendi_obstacles_clip(near, count, by, radius);
    const wend_vec2 to = {at.x + done.x, at.y + done.y};
    return hypot(done.x, done.y) <= length * (1 + 1e-9) + 1e-12 &&
           crowd_slow_room(g->grid, g->walls, to) >= radius - 1e-6;
}

/* ---- moving ---- */

static bool is_move_right(const ground *g, wend_vec2 at, uint64_t id)
{
    const double drawn = unit(g, 400, id);
    const double radius = id % 4 == 0 ? 1e-6 + 0.04 * drawn * drawn * drawn : 0.05 + 0.6 * drawn;
    if (crowd_slow_room(g->grid, g->walls, at) < radius) {
        return true;
    }
    const double far = unit(g, 401, id) < 0.5 ? 60 : 3;
    const wend_vec2 by = {far * (2 * unit(g, 402, id) - 1), far * (2 * unit(g, 403, id) - 1)};
    const wend_vec2 to = wendi_obstacles_move_disc(set_of(g), at, by, radius, MARGIN);
    const double room = crowd_slow_room(g->grid, g->walls, to);
    if (!(room >= radius - 1e-6)) {
        print_message("from %g %g by %g %g radius %g: room %g\n", at.x, at.y, by.x, by.y, radius,
                      room);
        return false;
    }
    return true;
}

/* A body that can walk there arrives by moving, and is nowhere nearer to a wall than its radius. */
static bool is_walk_right(const ground *g, wend_vec2 at, uint64_t id)
{
    const double radius = 0.3 * unit(g, 500, id);
    const wend_vec2 to = place(g, 501, id);
    if (crowd_slow_room(g->grid, g->walls, at) <= 0 ||
        !wendi_obstacles_is_segment_clear(set_of(g), at, to, radius, MARGIN)) {
        return true;
    }
    for (int i = 0; i <= 200; i++) {
        const double part = (double)i / 200;
        const wend_vec2 on = {at.x + part * (to.x - at.x), at.y + part * (to.y - at.y)};
        /* Strides are a quarter of a radius long at least, or a centimetre. */
        const double slack = radius > 0.04 ? 0.25 * radius : 0.01;
        if (crowd_slow_room(g->grid, g->walls, on) < radius - slack) {
            return false;
        }
    }
    return true;
}

/* Where the bits of cells tell that a way, or a square around a position, is open, no part of it is
 * nearer to a closed cell than the radius; and they do tell where there is twice the room. */
static bool is_known_open_right(const ground *g, wend_vec2 at, uint64_t id)
{
    const double radius = 0.3 * unit(g, 600, id);
    const wend_vec2 to = place(g, 601, id);
    const wendi_obstacle_cells *cells = &set_of(g)->cells;
    uint64_t looks = 0;
    const bool is_open = wendi_obstacle_cells_are_open_along(cells, at, to, radius, &looks);
    double room = 1e300;
    for (int i = 0; i <= 400; i++) {
        const double part = (double)i / 400;
        const wend_vec2 on = {at.x + part * (to.x - at.x), at.y + part * (to.y - at.y)};
        room = fmin(room, crowd_slow_room(g->grid, NULL, on));
    }
    const double around = wendi_obstacle_cells_open_radius(cells, at, 8, &looks);
    const double nearest = crowd_slow_room(g->grid, NULL, at);
    return (!is_open || room >= radius - 1e-9) && (is_open || room < 1.5 * radius + CELL) &&
           (around <= 0 || around <= nearest + 1e-9) &&
           (nearest > 1e9 || around >= fmin(8, nearest / sqrt(2) - 2 * CELL));
}

static bool is_open_right(const ground *g, wend_vec2 at)
{
    const double room = crowd_slow_room(g->grid, g->walls, at);
    wend_vec2 out = at;
    const bool is_open = wendi_obstacles_is_open(&g->obstacles, set_of(g), 0, at.x, at.y);
    if (room >= 0 && room < 1e-9) {
        return true;
    }
    if (is_open != (room >= 0)) {
        return false;
    }
    return is_open || !wendi_obstacles_nearest_open(&g->obstacles, set_of(g), 0, at, 0.2, &out) ||
           crowd_slow_room(g->grid, g->walls, out) >= 0;
}

static bool holds(const ground *g)
{
    for (uint64_t i = 0; i < PLACES; i++) {
        wend_vec2 at = place(g, 1, i);
        if (i % 8 == 0 && g->grid != NULL) {
            /* Just on the lines between cells. */
            at.x = CELL * floor(at.x / CELL);
        }
        const bool is_near = is_nearest_right(g, at, 0.2 + (MARGIN - 0.2) * unit(g, 3, i));
        const bool is_allowed = is_allowed_right(g, at, i);
        const bool does_move = is_move_right(g, at, i);
        const bool does_walk = is_walk_right(g, at, i);
        const bool is_open = is_open_right(g, at) && is_known_open_right(g, at, i);
        if (!is_near || !is_allowed || !does_move || !does_walk || !is_open) {
            print_message("at %.17g %.17g: near %d allow %d move %d walk %d open %d\n", at.x, at.y,
                          is_near, is_allowed, does_move, does_walk, is_open);
            return false;
        }
    }
    return true;
}

/* ---- edits ---- */

static void edit(ground *g)
{
    bool has_changed = false;
    if (g->grid != NULL) {
        grids_wall(g->grid, 2, 2, 3, 2);
        grids_fill(g->grid, 7, 6, 2, 5, 1);
    }
    if (g->walls != NULL) {
        wend_wall_id ids[4];
        size_t count;
        (void)wend_walls_list(g->walls, ids, 4, &count);
        assert_int_equal(wend_walls_remove(g->walls, ids[0]), WEND_OK);
        assert_int_equal(wend_walls_set_stops(g->walls, ids[1], 0), WEND_OK);
        walls_add(g->walls, (wend_vec2){0.5, 0.5}, (wend_vec2){15, 14}, WEND_STOPS_ALL);
    }
    assert_int_equal(wendi_obstacles_update(&g->obstacles, &has_changed), WEND_OK);
    assert_true(has_changed);
    has_changed = false;
    assert_int_equal(wendi_obstacles_update(&g->obstacles, &has_changed), WEND_OK);
    assert_false(has_changed);
}

static bool holds_for(uint64_t seed, bool has_grid, bool has_walls)
{
    ground g;
    begin(&g, seed, has_grid, has_walls);
    bool is_good = holds(&g);
    if (is_good) {
        edit(&g);
        is_good = holds(&g);
    }
    end(&g);
    return is_good;
}

static bool cells_hold(uint64_t seed, void *context)
{
    (void)context;
    return holds_for(seed, true, false);
}

static bool walls_hold(uint64_t seed, void *context)
{
    (void)context;
    return holds_for(seed, false, true);
}

static bool both_hold(uint64_t seed, void *context)
{
    (void)context;
    return holds_for(seed, true, true);
}

static void barriers_of_cells_agree_with_a_look_at_every_cell(void **state)
{
    (void)state;
    gen_property("barriers of cells", 12, cells_hold, NULL);
}

static void barriers_of_walls_agree_with_a_look_at_every_line(void **state)
{
    (void)state;
    gen_property("barriers of walls", 12, walls_hold, NULL);
}

static void barriers_of_both_agree_with_a_look_at_everything(void **state)
{
    (void)state;
    gen_property("barriers of both", 12, both_hold, NULL);
}

/* ---- by hand ---- */

static void barriers_of_a_straight_wall_are_one(void **state)
{
    (void)state;
    ground g = {.width = 10};
    g.walls = walls_empty();
    for (int i = 0; i < 20; i++) {
        walls_add(g.walls, (wend_vec2){0.5 * i, 1}, (wend_vec2){0.5 * (i + 1), 1}, WEND_STOPS_ALL);
    }
    wend_crowd_def crowd = wend_crowd_def_default();
    crowd.walls = g.walls;
    assert_int_equal(wendi_obstacles_create(&g.obstacles, &crowd, MARGIN), WEND_OK);
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    assert_int_equal(wendi_obstacles_nearest(set_of(&g), 5.1, 0, 2.5, near), 1);
    assert_true(is_near(near[0].y, 1, 1e-12));
    /* Along the wall nothing is lost, and across it everything. */
    const wend_vec2 to = wendi_obstacles_move_disc(set_of(&g), (wend_vec2){2, 0.75},
                                                   (wend_vec2){4, 4}, 0.25, MARGIN);
    assert_true(to.x > 5.9 && to.y < 0.7501);
    end(&g);
}

/* Between rows of cells, which are many walls, a thin disc slides as far as a thick one. */
static void thin_discs_slide_along_cells_as_far_as_thick_ones(void **state)
{
    (void)state;
    static const double radii[] = {0.25, 0.02, 1e-3, 1e-6};
    ground g = {.width = (double)SIDE * CELL};
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.cell_size = CELL;
    g.grid = grids_make(def);
    for (int32_t y = 0; y < 3; y += 2) {
        grids_wall(g.grid, 0, y, SIDE, 1);
    }
    wend_crowd_def crowd = wend_crowd_def_default();
    crowd.grid = g.grid;
    assert_int_equal(wendi_obstacles_create(&g.obstacles, &crowd, MARGIN), WEND_OK);
    for (size_t i = 0; i < sizeof(radii) / sizeof(radii[0]); i++) {
        const wend_vec2 to = wendi_obstacles_move_disc(set_of(&g), (wend_vec2){2, 1.5 * CELL},
                                                       (wend_vec2){9, 6}, radii[i], MARGIN);
        assert_true(to.x > 10.5 && to.x < 11 + 1e-9);
        assert_true(is_near(to.y, 2 * CELL - radii[i], 0.01));
    }
    end(&g);
}

static void barriers_of_hexes_stop_at_their_outlines(void **state)
{
    (void)state;
    ground g = {.width = 10};
    wend_grid_def def = grids_def(9, 9, 1);
    def.neighbours = WEND_NEIGHBOURS_6;
    g.grid = grids_make(def);
    grids_set(g.grid, 4, 4, WEND_COST_WALL);
    wend_crowd_def crowd = wend_crowd_def_default();
    crowd.grid = g.grid;
    assert_int_equal(wendi_obstacles_create(&g.obstacles, &crowd, MARGIN), WEND_OK);
    const wend_vec2 middle = wend_grid_position(g.grid, wend_grid_node(g.grid, 4, 4));
    const wend_vec2 from = {middle.x - 2, middle.y};
    const wend_vec2 to =
        wendi_obstacles_move_disc(set_of(&g), from, (wend_vec2){5, 0}, 0.25, MARGIN);
    assert_true(hypot(to.x - middle.x, to.y - middle.y) >= 0.75 - 1e-6);
    assert_false(wendi_obstacles_is_segment_clear(
        set_of(&g), from, (wend_vec2){middle.x + 2, middle.y}, 0.25, MARGIN));
    assert_true(wendi_obstacles_is_segment_clear(
        set_of(&g), from, (wend_vec2){middle.x - 1, middle.y - 1}, 0.25, MARGIN));
    end(&g);
}

/* Flat sides face along rows in one make, corners in the other. */
static void hexes_of_each_layout_stop_at_their_sides_and_corners(void **state)
{
    (void)state;
    const wend_hex_layout layouts[] = {WEND_HEX_ODD_ROWS, WEND_HEX_EVEN_ROWS, WEND_HEX_ODD_COLUMNS,
                                       WEND_HEX_EVEN_COLUMNS};
    const double side = 0.5;
    const double corner = 0.5773502691896258;
    for (int i = 0; i < 4; i++) {
        ground g = {.width = 10};
        wend_grid_def def = grids_def(9, 9, 1);
        def.neighbours = WEND_NEIGHBOURS_6;
        def.hex_layout = layouts[i];
        g.grid = grids_make(def);
        grids_set(g.grid, 4, 4, WEND_COST_WALL);
        wend_crowd_def crowd = wend_crowd_def_default();
        crowd.grid = g.grid;
        assert_int_equal(wendi_obstacles_create(&g.obstacles, &crowd, MARGIN), WEND_OK);
        const wend_vec2 middle = wend_grid_position(g.grid, wend_grid_node(g.grid, 4, 4));
        const wend_vec2 by_row = wendi_obstacles_move_disc(
            set_of(&g), (wend_vec2){middle.x - 2, middle.y}, (wend_vec2){1.6, 0}, 0.25, MARGIN);
        const wend_vec2 by_column = wendi_obstacles_move_disc(
            set_of(&g), (wend_vec2){middle.x, middle.y - 2}, (wend_vec2){0, 1.6}, 0.25, MARGIN);
        assert_true(is_near(middle.x - by_row.x, (i < 2 ? side : corner) + 0.25, 0.01));
        assert_true(is_near(middle.y - by_column.y, (i < 2 ? corner : side) + 0.25, 0.01));
        end(&g);
    }
}

/* ---- without memory ---- */

/* Two sets, of two classes: both are as the walls were, or both as they are. */
static void barriers_without_memory_for_new_walls_are_as_before(void **state)
{
    (void)state;
    const wend_crowd_class classes[] = {wend_crowd_class_default(), wend_crowd_class_default()};
    const wend_vec2 at = {5, 5};
    fault_heap heap;
    fault_heap_init(&heap);
    ground g = {.seed = 1, .width = (double)SIDE * CELL};
    const wend_walls_def walls = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&walls, &g.walls), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.walls = g.walls;
    def.classes = classes;
    def.class_count = 2;
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wendi_obstacles_create(&g.obstacles, &def, MARGIN), WEND_OK);
    size_t failures = 0;
    for (uint32_t i = 0; i < 40; i++) {
        /* Each is nearer than the one before. */
        const double x = 5 - MARGIN + (double)i * MARGIN / 60;
        walls_add(g.walls, (wend_vec2){x, 0}, (wend_vec2){x, 10}, WEND_STOPS_ALL);
        wend_result result = WEND_ERROR_MEMORY;
        for (size_t k = 0; result == WEND_ERROR_MEMORY; k++) {
            bool has_changed = false;
            fault_heap_arm(&heap, FAULT_ONCE, k);
            result = wendi_obstacles_update(&g.obstacles, &has_changed);
            assert_int_equal(has_changed, result == WEND_OK);
            failures += result != WEND_OK;
            for (uint32_t c = 0; c < 2; c++) {
                wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
                const uint32_t count = wendi_obstacles_nearest(
                    wendi_obstacles_set_of(&g.obstacles, 0, c), at.x, at.y, MARGIN, near);
                const double known = result == WEND_OK ? x : x - MARGIN / 60;
                assert_int_equal(count, i == 0 && result != WEND_OK ? 0 : 1);
                assert_true(count == 0 || is_near(near[0].distance, 5 - known, 1e-9));
            }
        }
        assert_int_equal(result, WEND_OK);
    }
    assert_true(failures > 10);
    end(&g);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barriers_of_cells_agree_with_a_look_at_every_cell),
        cmocka_unit_test(barriers_of_walls_agree_with_a_look_at_every_line),
        cmocka_unit_test(barriers_of_both_agree_with_a_look_at_everything),
        cmocka_unit_test(barriers_of_a_straight_wall_are_one),
        cmocka_unit_test(thin_discs_slide_along_cells_as_far_as_thick_ones),
        cmocka_unit_test(barriers_of_hexes_stop_at_their_outlines),
        cmocka_unit_test(hexes_of_each_layout_stop_at_their_sides_and_corners),
        cmocka_unit_test(barriers_without_memory_for_new_walls_are_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
