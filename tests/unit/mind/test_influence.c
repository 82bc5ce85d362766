/* Influence maps: single sources, walls, edits, measures, events, budgets, bytes, refusals. */
#include "support/test.h"

#include "wend/grid.h"
#include "wend/influence.h"

#include <math.h>
#include <string.h>

enum { SIDE = 20 };

static const wend_vec2 middle = {10.5, 10.5};

static wend_influence *make_map(const wend_grid *grid)
{
    wend_influence_def def = wend_influence_def_default();
    wend_influence *map;
    def.width = def.height = SIDE;
    def.grid = grid;
    def.half_life = 10;
    assert_int_equal(wend_influence_create(&def, &map), WEND_OK);
    return map;
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid;
    def.width = def.height = SIDE;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    return grid;
}

static wend_influence_source source_at(wend_vec2 position, uint32_t side, double strength)
{
    wend_influence_source source = wend_influence_source_default();
    source.position = position;
    source.side = side;
    source.strength = strength;
    source.radius = 4;
    return source;
}

static wend_influence_id add(wend_influence *map, wend_influence_source source)
{
    wend_influence_id id;
    assert_int_equal(wend_influence_add(map, &source, &id), WEND_OK);
    return id;
}

static void update(wend_influence *map)
{
    assert_int_equal(wend_influence_update(map, NULL), WEND_OK);
    assert_true(wend_influence_is_fresh(map));
}

static double value(const wend_influence *map, int32_t x, int32_t y)
{
    return wend_influence_cell_value(map, NULL, x, y);
}

static void assert_is(double value, double expected)
{
    assert_true(fabs(value - expected) < 1e-4);
}

static void a_source_falls_with_distance_as_it_says(void **state)
{
    (void)state;
    static const double at_two[4] = {0.5, 0.25, 0.75, 1};
    for (int falloff = 0; falloff < 4; falloff++) {
        wend_influence *map = make_map(NULL);
        wend_influence_source source = source_at(middle, 0, 8);
        source.falloff = (wend_falloff)falloff;
        add(map, source);
        assert_is(value(map, 10, 10), 0); /* not yet updated */
        update(map);
        assert_is(value(map, 10, 10), 8);
        assert_is(value(map, 12, 10), 8 * at_two[falloff]);
        assert_is(value(map, 10, 8), 8 * at_two[falloff]);
        assert_is(value(map, 15, 10), 0);
        assert_is(value(map, 14, 10), falloff == WEND_FALLOFF_CONSTANT ? 8 : 0);
        wend_influence_destroy(map);
    }
}

static void a_wall_stops_influence_and_its_gap_lets_it_through(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    assert_int_equal(wend_grid_fill(grid, 0, 12, 0, 1, SIDE, WEND_COST_WALL), WEND_OK);
    wend_influence *map = make_map(grid);
    wend_influence_source straight = source_at(middle, 1, 8);
    add(map, source_at(middle, 0, 8));
    straight.is_straight = true;
    add(map, straight);
    update(map);
    wend_influence_measure own = wend_influence_measure_default();
    own.kind = WEND_INFLUENCE_OWN;
    wend_influence_measure enemies = own;
    enemies.kind = WEND_INFLUENCE_ENEMIES;
    assert_is(wend_influence_cell_value(map, &own, 13, 10), 0);
    assert_is(wend_influence_cell_value(map, &enemies, 13, 10), 2);
    assert_int_equal(wend_grid_set_cost(grid, 0, 12, 10, 1), WEND_OK);
    assert_false(wend_influence_is_fresh(map));
    update(map);
    assert_is(wend_influence_cell_value(map, &own, 13, 10), 2);
    wend_influence_destroy(map);
    wend_grid_destroy(grid);
}

static void only_sources_near_an_edit_are_stamped_again(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_influence *map = make_map(grid);
    wend_influence_info before, after;
    add(map, source_at((wend_vec2){3.5, 3.5}, 0, 1));
    add(map, source_at((wend_vec2){16.5, 16.5}, 0, 1));
    update(map);
    wend_influence_get_info(map, &before);
    assert_int_equal(wend_grid_set_cost(grid, 0, 10, 10, WEND_COST_WALL), WEND_OK);
    update(map);
    wend_influence_get_info(map, &after);
    assert_true(after.stamped == before.stamped);
    assert_int_equal(wend_grid_set_cost(grid, 0, 5, 4, WEND_COST_WALL), WEND_OK);
    update(map);
    wend_influence_get_info(map, &after);
    assert_true(after.stamped > before.stamped && after.stamped - before.stamped < 2 * 81);
    /* A change of costs alone touches none. */
    before = after;
    assert_int_equal(wend_grid_set_cost(grid, 0, 3, 4, 9), WEND_OK);
    update(map);
    wend_influence_get_info(map, &after);
    assert_true(after.stamped == before.stamped);
    wend_influence_destroy(map);
    wend_grid_destroy(grid);
}

static void moving_within_a_cell_costs_nothing(void **state)
{
    (void)state;
    wend_influence *map = make_map(NULL);
    wend_influence_info info;
    const wend_influence_id id = add(map, source_at(middle, 0, 1));
    update(map);
    assert_int_equal(wend_influence_move(map, id, (wend_vec2){10.9, 10.1}), WEND_OK);
    wend_influence_get_info(map, &info);
    assert_int_equal(info.waiting, 0);
    assert_int_equal(wend_influence_move(map, id, (wend_vec2){11.1, 10.1}), WEND_OK);
    wend_influence_get_info(map, &info);
    assert_int_equal(info.waiting, 1);
    wend_influence_destroy(map);
}

static void measures_tell_who_holds_what(void **state)
{
    (void)state;
    wend_influence *map = make_map(NULL);
    wend_influence_measure m = wend_influence_measure_default();
    double margin;
    add(map, source_at((wend_vec2){8.5, 10.5}, 0, 8));
    add(map, source_at((wend_vec2){12.5, 10.5}, 1, 8));
    update(map);
    assert_is(wend_influence_cell_value(map, &m, 10, 10), 0);
    m.kind = WEND_INFLUENCE_TENSION;
    assert_is(wend_influence_cell_value(map, &m, 10, 10), 8);
    m.kind = WEND_INFLUENCE_VULNERABILITY;
    assert_is(wend_influence_cell_value(map, &m, 10, 10), 8);
    assert_is(wend_influence_cell_value(map, &m, 9, 10), 4);
    assert_int_equal(wend_influence_control(map, 8, 10, &margin), 0);
    assert_is(margin, 8);
    assert_int_equal(wend_influence_control(map, 11, 10, &margin), 1);
    assert_is(margin, 4);
    assert_true(wend_influence_control(map, 10, 10, &margin) == WEND_SIDE_NONE);
    assert_true(wend_influence_control(map, 0, 0, NULL) == WEND_SIDE_NONE);
    wend_influence_cell cells[100];
    size_t count;
    assert_int_equal(wend_influence_list_front(map, NULL, NULL, cells, 100, &count), WEND_OK);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(cells[i].x, 10);
    }
    assert_int_equal(wend_influence_list_front(map, NULL, NULL, cells, 1, &count), WEND_TRUNCATED);
    assert_int_equal(wend_influence_list_conflicts(map, NULL, 3.9, 0.1, NULL, cells, 100, &count),
                     WEND_OK);
    assert_int_equal(count, 1);
    assert_true(cells[0].x == 10 && cells[0].y == 10);
    wend_influence_destroy(map);
}

static void values_between_cells_are_bilinear_and_rise_along_the_gradient(void **state)
{
    (void)state;
    wend_influence *map = make_map(NULL);
    wend_vec2 gradient;
    add(map, source_at(middle, 0, 8));
    update(map);
    assert_is(wend_influence_value(map, NULL, (wend_vec2){10.5, 10.5}), 8);
    assert_is(wend_influence_value(map, NULL, (wend_vec2){11, 10.5}), 7);
    assert_is(wend_influence_value(map, NULL, (wend_vec2){11.25, 10.5}), 6.5);
    assert_int_equal(wend_influence_gradient(map, NULL, (wend_vec2){12, 10.5}, &gradient), WEND_OK);
    assert_is(gradient.x, -2);
    assert_int_equal(wend_influence_gradient(map, NULL, (wend_vec2){10.5, 9}, &gradient), WEND_OK);
    assert_is(gradient.y, 2);
    assert_is(wend_influence_value(map, NULL, (wend_vec2){-50, 10.5}), value(map, 0, 10));
    wend_influence_destroy(map);
}

static void a_wall_does_not_weaken_the_ground_beside_it(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    assert_int_equal(wend_grid_fill(grid, 0, 0, 8, SIDE, 1, WEND_COST_WALL), WEND_OK);
    wend_influence *map = make_map(grid);
    wend_influence_source source = source_at((wend_vec2){10.5, 9.5}, 0, 8);
    source.falloff = WEND_FALLOFF_CONSTANT;
    add(map, source);
    update(map);
    assert_is(wend_influence_value(map, NULL, (wend_vec2){10.5, 9.05}), 8);
    wend_influence_destroy(map);
    wend_grid_destroy(grid);
}

static void events_halve_with_each_half_life(void **state)
{
    (void)state;
    wend_influence *map = make_map(NULL);
    const wend_influence_source event = source_at(middle, 0, 64);
    assert_int_equal(wend_influence_set_tick(map, 7), WEND_OK);
    assert_int_equal(wend_influence_add_event(map, &event), WEND_OK);
    assert_is(value(map, 10, 10), 64);
    assert_int_equal(wend_influence_set_tick(map, 17), WEND_OK);
    assert_true(fabs(value(map, 10, 10) - 32) < 1e-3);
    assert_int_equal(wend_influence_add_event(map, &event), WEND_OK);
    assert_int_equal(wend_influence_set_tick(map, 37), WEND_OK);
    assert_true(fabs(value(map, 10, 10) - 24) < 1e-3);
    assert_int_equal(wend_influence_set_tick(map, 36), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_influence_set_tick(map, 1000000), WEND_OK);
    assert_is(value(map, 10, 10), 0);
    assert_int_equal(wend_influence_add_event(map, &event), WEND_OK);
    assert_true(value(map, 10, 10) > 63.9);
    assert_int_equal(wend_influence_clear_events(map), WEND_OK);
    assert_is(value(map, 10, 10), 0);
    wend_influence_destroy(map);
}

static void a_small_budget_does_one_source_at_a_time(void **state)
{
    (void)state;
    wend_influence *map = make_map(NULL);
    for (uint32_t i = 0; i < 5; i++) {
        add(map, source_at((wend_vec2){3.5 + 3 * i, 10.5}, 0, 1));
    }
    for (uint32_t i = 0; i < 4; i++) {
        wend_influence_info info;
        wend_budget budget = wend_budget_steps(1);
        assert_int_equal(wend_influence_update(map, &budget), WEND_IN_PROGRESS);
        wend_influence_get_info(map, &info);
        assert_int_equal(info.waiting, 4 - i);
    }
    update(map);
    wend_influence_destroy(map);
}

static void terms_score_positions_by_several_maps(void **state)
{
    (void)state;
    wend_influence *danger = make_map(NULL), *goal = make_map(NULL);
    wend_influence_cell cell;
    add(danger, source_at((wend_vec2){8.5, 10.5}, 0, 8));
    add(goal, source_at(middle, 0, 4));
    update(danger);
    update(goal);
    const wend_influence_term terms[2] = {{goal, wend_influence_measure_default(), 1},
                                          {danger, wend_influence_measure_default(), -1}};
    assert_is(wend_influence_score(terms, 2, middle), 4 - 4);
    assert_true(wend_influence_best(terms, 2, NULL, &cell));
    assert_true(cell.x == 12 && cell.y == 10);
    assert_is(cell.value, 2);
    wend_influence_destroy(danger);
    wend_influence_destroy(goal);
}

static void removed_sources_leave_nothing_and_their_ids_are_stale(void **state)
{
    (void)state;
    wend_influence *map = make_map(NULL);
    wend_influence_source source;
    const wend_influence_id id = add(map, source_at(middle, 0, 3));
    update(map);
    assert_int_equal(wend_influence_remove(map, id), WEND_OK);
    assert_false(wend_influence_has(map, id));
    assert_int_equal(wend_influence_move(map, id, middle), WEND_ERROR_STALE);
    assert_int_equal(wend_influence_get(map, id, &source), WEND_ERROR_STALE);
    update(map);
    assert_is(wend_influence_sum(map, NULL, NULL), 0);
    const wend_influence_id again = add(map, source_at(middle, 0, 3));
    assert_int_equal(again.index1, id.index1);
    assert_int_not_equal(again.generation, id.generation);
    wend_influence_destroy(map);
}

static void a_map_loads_with_its_grid_alone(void **state)
{
    (void)state;
    static uint8_t bytes[8192];
    size_t count;
    wend_grid *grid = make_grid();
    wend_influence *map = make_map(grid), *loaded;
    wend_influence_def def = wend_influence_def_default();
    wend_message message;
    def.message = &message;
    add(map, source_at(middle, 0, 3));
    update(map);
    assert_int_equal(wend_influence_save(map, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_influence_load(&def, bytes, count, &loaded), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "grid is NULL"));
    def.grid = grid;
    /* The grid is edited between: the loaded map follows. */
    assert_int_equal(wend_grid_set_cost(grid, 0, 12, 10, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_influence_load(&def, bytes, count, &loaded), WEND_OK);
    assert_is(value(loaded, 12, 10), 1.5);
    update(loaded);
    assert_is(value(loaded, 12, 10), 0);
    wend_influence_destroy(loaded);
    bytes[count / 2] ^= 1;
    assert_int_equal(wend_influence_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
    wend_influence_destroy(map);
    wend_grid_destroy(grid);
}

static void maps_over_hexes_are_unsupported(void **state)
{
    (void)state;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid;
    wend_influence_def def = wend_influence_def_default();
    wend_influence *map;
    grid_def.width = grid_def.height = 8;
    grid_def.neighbours = WEND_NEIGHBOURS_6;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    def.grid = grid;
    assert_int_equal(wend_influence_create(&def, &map), WEND_ERROR_UNSUPPORTED);
    wend_grid_destroy(grid);
}

typedef struct seen {
    uint32_t cells, marks;
    double most;
} seen;

static void see_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                      double amount)
{
    seen *s = context;
    assert_int_equal(meaning, WEND_MEANING_INFLUENCE);
    assert_true(high.x > low.x && high.y > low.y);
    s->cells++;
    s->most = fabs(amount) > s->most ? fabs(amount) : s->most;
}

static void see_mark(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                     double amount)
{
    (void)centre;
    (void)radius;
    (void)meaning;
    (void)amount;
    ((seen *)context)->marks++;
}

static void drawing_shows_cells_and_the_front(void **state)
{
    (void)state;
    seen s = {0, 0, 0};
    wend_draw draw = {.cells = see_cells, .circle = see_mark, .context = &s};
    wend_influence *map = make_map(NULL);
    add(map, source_at((wend_vec2){8.5, 10.5}, 0, 8));
    add(map, source_at((wend_vec2){12.5, 10.5}, 1, 4));
    update(map);
    assert_int_equal(wend_influence_draw(map, NULL, &draw), WEND_OK);
    assert_true(s.cells > 50 && s.marks > 2 && s.most >= 1 && s.most <= 1);
    wend_influence_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_falls_with_distance_as_it_says),
        cmocka_unit_test(a_wall_stops_influence_and_its_gap_lets_it_through),
        cmocka_unit_test(only_sources_near_an_edit_are_stamped_again),
        cmocka_unit_test(moving_within_a_cell_costs_nothing),
        cmocka_unit_test(measures_tell_who_holds_what),
        cmocka_unit_test(values_between_cells_are_bilinear_and_rise_along_the_gradient),
        cmocka_unit_test(a_wall_does_not_weaken_the_ground_beside_it),
        cmocka_unit_test(events_halve_with_each_half_life),
        cmocka_unit_test(a_small_budget_does_one_source_at_a_time),
        cmocka_unit_test(terms_score_positions_by_several_maps),
        cmocka_unit_test(removed_sources_leave_nothing_and_their_ids_are_stale),
        cmocka_unit_test(a_map_loads_with_its_grid_alone),
        cmocka_unit_test(maps_over_hexes_are_unsupported),
        cmocka_unit_test(drawing_shows_cells_and_the_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
