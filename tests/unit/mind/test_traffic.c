/* Traffic maps: directions, crowds, overlays, quiet open cells, pictures. */
#include "support/test.h"

#include "wend/crowd.h"
#include "wend/grid.h"
#include "wend/traffic.h"

#include <math.h>

enum { SIDE = 12 };

static wend_traffic *make_traffic(void)
{
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *traffic;
    def.width = def.height = SIDE;
    assert_int_equal(wend_traffic_create(&def, &traffic), WEND_OK);
    return traffic;
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid;
    def.width = def.height = SIDE;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    return grid;
}

static void velocities_fall_into_eight_directions(void **state)
{
    (void)state;
    static const wend_vec2 velocities[8] = {{1, 0.1},   {1, 1.1},   {0.1, 1},   {-1, 0.9},
                                            {-1, -0.1}, {-1, -0.9}, {-0.1, -1}, {0.9, -1}};
    wend_traffic *traffic = make_traffic();
    wend_vec2 direction;
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(wend_traffic_add(traffic, (wend_vec2){i + 0.5, 3.5}, velocities[i]),
                         WEND_OK);
        assert_true(wend_traffic_direction_count(traffic, i, (int32_t)i, 3) >= 1);
    }
    assert_int_equal(wend_traffic_add(traffic, (wend_vec2){0.5, 0.5}, (wend_vec2){0.01, 0}),
                     WEND_OK); /* it stands */
    assert_true(wend_traffic_cell_count(traffic, WEND_TRAFFIC_MOVES, 0, 0) >= 1);
    assert_int_equal(wend_traffic_get_direction(traffic, 0, 0, &direction), WEND_OK);
    assert_true(wend_vec2_length(direction) <= 0);
    assert_int_equal(wend_traffic_get_direction(traffic, 2, 3, &direction), WEND_OK);
    assert_true(direction.y >= 1 && fabs(direction.x) <= 0);
    assert_int_equal(wend_traffic_get_direction(traffic, -1, 3, &direction), WEND_ERROR_ARGUMENT);
    wend_traffic_destroy(traffic);
}

static void a_crowd_is_counted_body_by_body(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_traffic *traffic = make_traffic();
    wend_crowd_def crowd_def = wend_crowd_def_default();
    wend_crowd *crowd;
    wend_body_id id;
    crowd_def.grid = grid;
    assert_int_equal(wend_crowd_create(&crowd_def, &crowd), WEND_OK);
    for (uint32_t i = 0; i < 4; i++) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){2.5 + 2 * i, 5.5};
        body.group = i % 2;
        assert_int_equal(wend_crowd_add_body(crowd, &body, &id), WEND_OK);
    }
    assert_int_equal(wend_traffic_add_crowd(traffic, crowd, UINT32_MAX), WEND_OK);
    assert_int_equal(wend_traffic_add_crowd(traffic, crowd, 1), WEND_OK);
    const double all = wend_traffic_sum(traffic, WEND_TRAFFIC_MOVES, 0, 0, SIDE, SIDE);
    assert_true(all >= 6 && all <= 6);
    assert_true(wend_traffic_cell_count(traffic, WEND_TRAFFIC_MOVES, 4, 5) >= 2);
    wend_crowd_destroy(crowd);
    wend_traffic_destroy(traffic);
    wend_grid_destroy(grid);
}

static void busy_ground_becomes_expensive(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_traffic *traffic = make_traffic();
    wend_overlay_def overlay_def = wend_overlay_def_default();
    wend_overlay_id overlay;
    overlay_def.keep = 1;
    assert_int_equal(wend_grid_add_overlay(grid, &overlay_def, &overlay, NULL), WEND_OK);
    for (int i = 0; i < 6; i++) {
        (void)wend_traffic_add_event(traffic, 1, (wend_vec2){4.5, 5.5}, 1);
    }
    assert_int_equal(wend_traffic_write_overlay(traffic, 1, 0.5, grid, overlay), WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 0, 4, 5), 4);
    assert_int_equal(wend_grid_cost(grid, 0, 5, 5), 1);
    const uint64_t revision = wend_grid_revision(grid);
    assert_int_equal(wend_traffic_write_overlay(traffic, 1, 0.5, grid, overlay), WEND_OK);
    assert_true(wend_grid_revision(grid) == revision); /* nothing changed */
    assert_int_equal(wend_traffic_write_overlay(traffic, 1, 1e6, grid, overlay), WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 0, 4, 5), 65);
    assert_int_equal(wend_traffic_clear(traffic), WEND_OK);
    assert_int_equal(wend_traffic_write_overlay(traffic, 1, 0.5, grid, overlay), WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 0, 4, 5), 1);
    assert_int_equal(wend_grid_remove_overlay(grid, overlay), WEND_OK);
    assert_int_equal(wend_traffic_write_overlay(traffic, 1, 0.5, grid, overlay), WEND_ERROR_STALE);
    wend_traffic_destroy(traffic);
    wend_grid_destroy(grid);
}

static void quiet_cells_are_open_ones(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_traffic *traffic = make_traffic();
    wend_traffic_cell cells[3];
    assert_int_equal(wend_grid_fill(grid, 0, 0, 0, 2, 1, WEND_COST_WALL), WEND_OK);
    (void)wend_traffic_add(traffic, (wend_vec2){2.5, 0.5}, (wend_vec2){0, 0});
    assert_int_equal(
        wend_traffic_quietest(traffic, WEND_TRAFFIC_MOVES, 0, 0, SIDE, SIDE, grid, 0, cells, 3), 3);
    assert_true(cells[0].x == 3 && cells[0].y == 0 && cells[2].x == 5);
    assert_int_equal(wend_traffic_busiest(traffic, WEND_TRAFFIC_MOVES, 0, 0, SIDE, SIDE, cells, 3),
                     1);
    assert_int_equal(cells[0].x, 2);
    wend_traffic_destroy(traffic);
    wend_grid_destroy(grid);
}

static void see_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                      double amount)
{
    (void)low;
    (void)high;
    assert_int_equal(meaning, WEND_MEANING_REACH);
    assert_true(amount >= 0 && amount < 1);
    ++*(uint32_t *)context;
}

static void drawing_shows_cells_with_counts(void **state)
{
    (void)state;
    uint32_t count = 0;
    wend_draw draw = {.cells = see_cells, .context = &count};
    wend_traffic *traffic = make_traffic();
    (void)wend_traffic_add(traffic, (wend_vec2){2.5, 0.5}, (wend_vec2){1, 0});
    (void)wend_traffic_add(traffic, (wend_vec2){7.5, 0.5}, (wend_vec2){1, 0});
    assert_int_equal(wend_traffic_draw(traffic, WEND_TRAFFIC_MOVES, &draw), WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(wend_traffic_draw(traffic, 7, &draw), WEND_ERROR_ARGUMENT);
    wend_traffic_destroy(traffic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(velocities_fall_into_eight_directions),
        cmocka_unit_test(a_crowd_is_counted_body_by_body),
        cmocka_unit_test(busy_ground_becomes_expensive),
        cmocka_unit_test(quiet_cells_are_open_ones),
        cmocka_unit_test(drawing_shows_cells_with_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
