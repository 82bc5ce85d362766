/* Line of sight on small tiles drawn as text: visible cells and points, beams into the next tile,
 * and the behaviour at limits. */
#include "flow/line_of_sight/line_of_sight.h"

#include "support/test.h"

#include <string.h>

enum { CELL = WENDI_LOS_CELL };

/* ---- tiles as text ---- */

typedef struct scene {
    wendi_los_input in;
    uint8_t cost[WENDI_TILE_CELLS], flags[WENDI_TILE_CELLS];
    wendi_los_beams out[4];
} scene;

/* '#' wall, '2' a cost of 2, the rest is open. The goal lies at so many units. */
static void set_scene(scene *at, const char *const *rows, int32_t height, int32_t x, int32_t y)
{
    const int32_t width = (int32_t)strlen(rows[0]);
    memset(at, 0, sizeof *at);
    at->in = (wendi_los_input){.shape = wendi_tile_shape_of(width, height),
                               .cost = at->cost,
                               .left = -x,
                               .top = -y,
                               .holds_goal = true};
    for (int32_t i = 0; i < width * height; ++i) {
        const char c = rows[i / width][i % width];
        at->cost[wendi_tile_index(&at->in.shape, i % width, i / width)] = c == '#' ? WENDI_TILE_WALL
                                                                          : c == '2' ? 2
                                                                                     : 1;
    }
}

static void set_open(scene *at, int32_t width, int32_t height, int32_t left, int32_t top)
{
    memset(at, 0, sizeof *at);
    memset(at->cost, 1, sizeof at->cost);
    at->in = (wendi_los_input){
        .shape = wendi_tile_shape_of(width, height), .cost = at->cost, .left = left, .top = top};
}

static int32_t light_scene(scene *at)
{
    return wendi_los_tile(&at->in, at->flags, at->out);
}

/* Rows drawn as above, with '*' completely visible, '/' in parts; other open cells are shadowed. */
static void check_scene(const scene *at, const char *const *rows)
{
    for (int32_t y = 0; y < at->in.shape.height; ++y) {
        for (int32_t x = 0; x < at->in.shape.width; ++x) {
            const char c = rows[y][x];
            const uint8_t flags = at->flags[wendi_tile_index(&at->in.shape, x, y)];
            const uint8_t expected = c == '*'   ? WENDI_FLOW_VISIBLE
                                     : c == '/' ? WENDI_FLOW_LOS_CORNER
                                                : 0;
            if (flags != expected) {
                fail_msg("cell %d, %d: %d, not %d", (int)x, (int)y, (int)flags, (int)expected);
            }
        }
    }
}

/* ---- one tile ---- */

static void sight_in_open_tile_of_goal_is_all_and_leaves_by_all_sides(void **state)
{
    (void)state;
    scene at;
    for (int32_t width = 1; width <= WENDI_TILE_SIDE; ++width) {
        for (int32_t height = 1; height <= WENDI_TILE_SIDE; height += 5) {
            set_open(&at, width, height, -30, -32);
            at.in.holds_goal = true;
            memset(at.flags, WENDI_FLOW_ROOM, sizeof at.flags);
            assert_int_equal(light_scene(&at), width * height);
            for (int32_t i = 0; i < at.in.shape.count; ++i) {
                const int32_t x = i % at.in.shape.stride - 1;
                const int32_t y = i / at.in.shape.stride - 1;
                const bool is_inside = x >= 0 && x < width && y >= 0 && y < height;
                assert_int_equal(at.flags[i],
                                 WENDI_FLOW_ROOM | (is_inside ? WENDI_FLOW_VISIBLE : 0));
            }
            for (int32_t side = 0; side < 4; ++side) {
                assert_int_equal(at.out[side].count, 1);
            }
        }
    }
}

static void sight_behind_a_wall_is_dark_and_parted_at_its_shadow(void **state)
{
    (void)state;
    const char *const rows[] = {".......", ".......", "..#....", ".......", "......."};
    const char *const lit[] = {"*****//", "**///..", "**#....", "**///..", "*****//"};
    scene at;
    set_scene(&at, rows, 5, CELL / 2, 2 * CELL + CELL / 2);
    assert_int_equal(light_scene(&at), 16);
    check_scene(&at, lit);
    /* The shadow's upper edge leaves by the right side, and so does the lower one. */
    assert_int_equal(at.out[1].count, 2);
    assert_int_equal(at.out[1].beams[0].high_x, 96);
    assert_int_equal(at.out[1].beams[0].high_y, -32);
    assert_int_equal(at.out[1].beams[1].low_x, 96);
    assert_int_equal(at.out[1].beams[1].low_y, 32);
}

static void sight_through_costs_above_1_stops_as_at_walls(void **state)
{
    (void)state;
    const char *const rows[] = {"...2...", "...2...", "...2..."};
    const char *const lit[] = {"***2...", "***2...", "***2..."};
    scene at;
    set_scene(&at, rows, 3, CELL, CELL);
    assert_int_equal(light_scene(&at), 9);
    check_scene(&at, lit);
    assert_int_equal(at.out[1].count, 0);
    assert_int_equal(at.out[0].count, 1);
}

static void sight_between_walls_that_meet_at_a_corner_is_none(void **state)
{
    (void)state;
    const char *const rows[] = {"..#..", "..#..", "##...", "....."};
    const char *const lit[] = {"**#..", "**#..", "##...", "....."};
    scene at;
    set_scene(&at, rows, 4, CELL, CELL);
    assert_int_equal(light_scene(&at), 4);
    check_scene(&at, lit);
    assert_false(wendi_los_point(&at.in, 2 * CELL, 2 * CELL));
    assert_false(wendi_los_point(&at.in, CELL + 1, CELL + 1));
    /* The corner itself can be walked to. */
    assert_true(wendi_los_point(&at.in, CELL, CELL));
}

static void sight_from_a_goal_between_walls_goes_where_cells_are_open(void **state)
{
    (void)state;
    const char *const rows[] = {"...#..", "...#..", "..#...", "..#..."};
    const char *const lit[] = {"***#..", "***#..", "..#***", "..#***"};
    scene at;
    set_scene(&at, rows, 4, 3 * CELL, 2 * CELL);
    assert_int_equal(light_scene(&at), 12);
    check_scene(&at, lit);
    assert_false(wendi_los_point(&at.in, CELL, -CELL / 2));
    assert_true(wendi_los_point(&at.in, -CELL, -CELL / 2));
    /* Along the walls' faces: one side is open. */
    assert_true(wendi_los_point(&at.in, CELL, 0));
    assert_true(wendi_los_point(&at.in, 0, -CELL));
}

static void sight_from_a_goal_in_a_wall_is_none(void **state)
{
    (void)state;
    const char *const rows[] = {"...", ".#.", "..."};
    scene at;
    set_scene(&at, rows, 3, CELL + 20, CELL + 40);
    assert_int_equal(light_scene(&at), 0);
    for (int32_t side = 0; side < 4; ++side) {
        assert_int_equal(at.out[side].count, 0);
    }
    assert_false(wendi_los_point(&at.in, CELL, CELL / 2));
}

/* ---- points ---- */

static void sight_of_points_on_faces_of_walls_is_exact(void **state)
{
    (void)state;
    const char *const rows[] = {"......", "..#...", "......"};
    scene at;
    set_scene(&at, rows, 3, 0, CELL);
    assert_true(wendi_los_point(&at.in, 2 * CELL, CELL / 2)); /* face in front */
    assert_true(wendi_los_point(&at.in, 3 * CELL, 0));        /* along its upper edge */
    assert_true(wendi_los_point(&at.in, 6 * CELL, 0));
    assert_false(wendi_los_point(&at.in, 6 * CELL, 1));
    assert_false(wendi_los_point(&at.in, 3 * CELL, CELL / 2)); /* behind */
    assert_true(wendi_los_point(&at.in, 4 * CELL, 2 * CELL));  /* edge of the shadow */
    assert_false(wendi_los_point(&at.in, 4 * CELL, 2 * CELL - 1));
    assert_false(wendi_los_point(&at.in, 2 * CELL + 10, 10)); /* inside the wall */
}

static void sight_along_a_line_with_walls_on_both_sides_is_none(void **state)
{
    (void)state;
    const char *const rows[] = {"..#...", "....#.", "......"};
    scene at;
    set_scene(&at, rows, 3, 0, CELL);
    assert_true(wendi_los_point(&at.in, 4 * CELL, 0));
    assert_false(wendi_los_point(&at.in, 4 * CELL + 1, 0));
    assert_false(wendi_los_point(&at.in, 6 * CELL, 0));
}

static void sight_of_the_goal_itself_is_there_where_its_tile_is(void **state)
{
    (void)state;
    scene at;
    set_open(&at, 4, 4, -CELL, -CELL);
    assert_false(wendi_los_point(&at.in, 0, 0));
    at.in.holds_goal = true;
    assert_true(wendi_los_point(&at.in, 0, 0));
}

/* ---- light from other tiles ---- */

static void sight_without_light_changes_no_flags(void **state)
{
    (void)state;
    scene at;
    wendi_los_beams dark = {.count = 0};
    set_open(&at, 8, 8, CELL, -2 * CELL);
    at.in.in[3] = &dark;
    memset(at.flags, WENDI_FLOW_PATHABLE, sizeof at.flags);
    memset(at.out, 1, sizeof at.out);
    assert_int_equal(light_scene(&at), 0);
    for (int32_t i = 0; i < at.in.shape.count; ++i) {
        assert_int_equal(at.flags[i], WENDI_FLOW_PATHABLE);
    }
    for (int32_t side = 0; side < 4; ++side) {
        assert_int_equal(at.out[side].count, 0);
    }
    assert_false(wendi_los_fully_visible_tile(&at.in, at.out));
    assert_false(wendi_los_point(&at.in, 2 * CELL, 0));
}

static void sight_through_sides_turned_away_is_not_taken(void **state)
{
    (void)state;
    scene at;
    const wendi_los_beams light = {.beams = {{1, -1, 1, 1}}, .count = 1};
    set_open(&at, 8, 8, CELL, -2 * CELL);
    at.in.in[0] = &light;
    at.in.in[1] = &light;
    at.in.in[2] = &light;
    assert_int_equal(light_scene(&at), 0);
    /* Nor from inside, wherever that is said to be. */
    at.in.holds_goal = true;
    assert_int_equal(light_scene(&at), 0);
    assert_false(wendi_los_fully_visible_tile(&at.in, at.out));
    /* A tile that the goal touches from outside is not visible either. */
    set_open(&at, 8, 8, 0, -2 * CELL);
    at.in.in[3] = &light;
    assert_int_equal(light_scene(&at), 0);
    assert_false(wendi_los_fully_visible_tile(&at.in, at.out));
}

static void sight_that_covers_all_but_a_sliver_does_not_pass(void **state)
{
    (void)state;
    scene at;
    wendi_los_beams light = {.beams = {{CELL, -2 * CELL, CELL, 6 * CELL}}, .count = 1};
    set_open(&at, 8, 8, CELL, -2 * CELL);
    at.in.in[3] = &light;
    assert_true(wendi_los_fully_visible_tile(&at.in, at.out));
    assert_int_equal(at.out[1].count, 1);
    assert_int_equal(at.out[3].count, 0);
    light.beams[0].low_y += 1;
    memset(at.out, 7, sizeof at.out);
    assert_false(wendi_los_fully_visible_tile(&at.in, at.out));
    assert_int_equal(at.out[1].count, 0x07070707);
    assert_int_equal(light_scene(&at), 63);
    light.beams[0].low_y -= 1;
    light.beams[0].high_y -= 1;
    assert_false(wendi_los_fully_visible_tile(&at.in, at.out));
}

static void sight_through_a_gap_between_two_beams_is_none(void **state)
{
    (void)state;
    scene at;
    const wendi_los_beams light = {.beams = {{CELL, -2 * CELL, CELL, 0}, {CELL, 1, CELL, 6 * CELL}},
                                   .count = 2};
    set_open(&at, 8, 8, CELL, -2 * CELL);
    at.in.in[3] = &light;
    assert_false(wendi_los_fully_visible_tile(&at.in, at.out));
    assert_int_equal(light_scene(&at), 56);
    assert_int_equal(at.out[1].count, 2);
    assert_true(wendi_los_point(&at.in, 4 * CELL, 0));
    assert_true(wendi_los_point(&at.in, 4 * CELL, 4));
    assert_false(wendi_los_point(&at.in, 4 * CELL, 3));
    assert_false(wendi_los_point(&at.in, 4 * CELL, 1));
}

/* 32 thin beams by each of two sides, those from above between the left end and `last`. */
static void set_thin_beams(wendi_los_beams *north, wendi_los_beams *west, const wendi_los_input *in,
                           int32_t last)
{
    const int32_t steps = 2 * WENDI_LOS_BEAMS_MAX + 1;
    const int32_t bottom = in->top + in->shape.height * CELL;
    for (int32_t i = 0; i < WENDI_LOS_BEAMS_MAX; ++i) {
        const int32_t from = (last - in->left) * 2 * i + in->left * steps;
        const int32_t to = from + last - in->left;
        north->beams[WENDI_LOS_BEAMS_MAX - 1 - i] =
            (wendi_los_beam){to, in->top * steps, from, in->top * steps};
        const int32_t upper = (bottom - in->top) * (2 * i + 1) + in->top * steps;
        west->beams[i] =
            (wendi_los_beam){in->left * steps, upper, in->left * steps, upper + bottom - in->top};
    }
    north->count = WENDI_LOS_BEAMS_MAX;
    west->count = WENDI_LOS_BEAMS_MAX;
}

static void sight_of_more_beams_than_there_is_room_for_is_dark(void **state)
{
    (void)state;
    static scene at;
    static wendi_los_beams north;
    static wendi_los_beams west;
    set_open(&at, 32, 8, 16 * CELL, 16 * CELL);
    set_thin_beams(&north, &west, &at.in, 32 * CELL); /* all would leave below */
    at.in.in[0] = &north;
    at.in.in[3] = &west;
    (void)light_scene(&at);
    assert_int_equal(at.out[2].count, WENDI_LOS_BEAMS_MAX);
    for (int32_t i = 0; i < WENDI_LOS_BEAMS_MAX; ++i) {
        const wendi_los_beam *beam = &at.out[2].beams[i];
        const int64_t width =
            (int64_t)beam->low_x * beam->high_y - (int64_t)beam->low_y * beam->high_x;
        assert_true(width > 0);
        if (i > 0) {
            assert_true((int64_t)beam[-1].high_x * beam->low_y -
                            (int64_t)beam[-1].high_y * beam->low_x >
                        0);
        }
    }
}

static void sight_parted_into_more_beams_than_can_leave_is_dark(void **state)
{
    (void)state;
    static scene at;
    static wendi_los_beams north;
    static wendi_los_beams west;
    set_open(&at, 32, 8, 16 * CELL, 200 * CELL);
    set_thin_beams(&north, &west, &at.in, 24 * CELL);
    at.in.in[0] = &north;
    at.in.in[3] = &west;
    /* The rightmost beam becomes a broad one, that pillars cut to pieces. */
    north.beams[0].low_x = 48 * CELL;
    north.beams[0].low_y = 200 * CELL;
    for (int32_t x = 9; x < 32; x += 2) {
        at.cost[wendi_tile_index(&at.in.shape, x, 0)] = WENDI_TILE_WALL;
    }
    (void)light_scene(&at);
    assert_int_equal(at.out[2].count, WENDI_LOS_BEAMS_MAX);
    assert_int_equal(at.out[1].count, 1);
}

static void sight_at_the_end_of_the_world_is_exact(void **state)
{
    (void)state;
    scene at;
    const int32_t far_away = (1 << 21) - 10 * CELL;
    for (int32_t i = 0; i < 4; ++i) {
        const int32_t left = (i & 1) != 0 ? far_away : -far_away - 10 * CELL;
        const int32_t top = (i & 2) != 0 ? far_away : -far_away - 10 * CELL;
        const int32_t sx = left > 0 ? 1 : -1;
        const int32_t sy = top > 0 ? 1 : -1;
        const bool is_turned = sx != sy;
        const wendi_los_beam half =
            is_turned ? (wendi_los_beam){sx, sy, 2 * sx, sy} : (wendi_los_beam){2 * sx, sy, sx, sy};
        const wendi_los_beams light = {.beams = {half}, .count = 1};
        set_open(&at, 10, 10, left, top);
        at.in.in[sy > 0 ? 0 : 2] = &light;
        at.in.in[sx > 0 ? 3 : 1] = &light;
        assert_int_equal(light_scene(&at), 45);
        const int32_t x = sx * (far_away + 320);
        const int32_t y = sy * (far_away + 320);
        assert_true(wendi_los_point(&at.in, x, y));
        assert_true(wendi_los_point(&at.in, x, y - sy));
        assert_false(wendi_los_point(&at.in, x, y + sy));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_in_open_tile_of_goal_is_all_and_leaves_by_all_sides),
        cmocka_unit_test(sight_behind_a_wall_is_dark_and_parted_at_its_shadow),
        cmocka_unit_test(sight_through_costs_above_1_stops_as_at_walls),
        cmocka_unit_test(sight_between_walls_that_meet_at_a_corner_is_none),
        cmocka_unit_test(sight_from_a_goal_between_walls_goes_where_cells_are_open),
        cmocka_unit_test(sight_from_a_goal_in_a_wall_is_none),
        cmocka_unit_test(sight_of_points_on_faces_of_walls_is_exact),
        cmocka_unit_test(sight_along_a_line_with_walls_on_both_sides_is_none),
        cmocka_unit_test(sight_of_the_goal_itself_is_there_where_its_tile_is),
        cmocka_unit_test(sight_without_light_changes_no_flags),
        cmocka_unit_test(sight_through_sides_turned_away_is_not_taken),
        cmocka_unit_test(sight_that_covers_all_but_a_sliver_does_not_pass),
        cmocka_unit_test(sight_through_a_gap_between_two_beams_is_none),
        cmocka_unit_test(sight_of_more_beams_than_there_is_room_for_is_dark),
        cmocka_unit_test(sight_parted_into_more_beams_than_can_leave_is_dark),
        cmocka_unit_test(sight_at_the_end_of_the_world_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
