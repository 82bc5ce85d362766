/* Walls of grids: layers, the map's edge, walls of the user's, and what an edit replaces. */
#include "support/test.h"

#include "support/grids.h"
#include "wend/grid_walls.h"
#include "wend/hex.h"
#include "wend/walls.h"

#include <string.h>

static const char *const house[6] = {
    "............", ".####.......", ".#..#.......", ".#..#.......", ".####.......", "............",
};

static wend_grid *make_house(void)
{
    wend_grid_def def = grids_def(12, 6, 2);
    def.sector_size = 8;
    return grids_drawn(def, house, 6);
}

static wend_grid_walls *make(wend_grid_walls_def def)
{
    wend_grid_walls *made = NULL;
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_OK);
    return made;
}

static void borders_are_joined_within_a_sector(void **state)
{
    (void)state;
    wend_grid *grid = make_house();
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    wend_grid_walls *grid_walls = make(def);
    /* 4 + 4 around the walls, and the map's edge in two parts above and below, one at each side. */
    assert_int_equal(wend_grid_walls_segment_count(grid_walls), 14);
    const wend_walls *walls = wend_grid_walls_get(grid_walls);
    assert_int_equal(wend_walls_count(walls), 14);
    assert_false(
        wend_walls_can_see(walls, (wend_vec2){0.5, 0.5}, (wend_vec2){3, 3}, WEND_STOPS_SIGHT));
    assert_true(
        wend_walls_can_see(walls, (wend_vec2){2.5, 2.5}, (wend_vec2){3.5, 3.5}, WEND_STOPS_SIGHT));
    assert_false(
        wend_walls_can_see(walls, (wend_vec2){0.5, 0.5}, (wend_vec2){-2, 0.5}, WEND_STOPS_SIGHT));
    assert_true(wend_grid_walls_memory_bytes(grid_walls) > 14 * sizeof(wend_wall_id));
    wend_grid_walls_destroy(grid_walls);
    def.has_edge = false;
    grid_walls = make(def);
    assert_int_equal(wend_grid_walls_segment_count(grid_walls), 8);
    assert_true(wend_walls_can_see(wend_grid_walls_get(grid_walls), (wend_vec2){0.5, 0.5},
                                   (wend_vec2){-2, 0.5}, WEND_STOPS_SIGHT));
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
}

static void water_and_glass_stop_what_their_layers_say(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 3, 2));
    /* Column 2: water (walking alone); column 4: a hedge (sight alone); column 6: a wall. */
    (void)wend_grid_fill(grid, 0, 2, 0, 1, 3, WEND_COST_WALL);
    (void)wend_grid_fill(grid, 1, 4, 0, 1, 3, WEND_COST_WALL);
    (void)wend_grid_fill(grid, WEND_CLASS_ALL, 6, 0, 1, 3, WEND_COST_WALL);
    const wend_grid_walls_layer layers[2] = {{0, WEND_STOPS_WALK, 70}, {1, WEND_STOPS_SIGHT, 71}};
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    def.layers = layers;
    def.layer_count = 2;
    wend_grid_walls *grid_walls = make(def);
    const wend_walls *walls = wend_grid_walls_get(grid_walls);
    const wend_vec2 before = {0.5, 1.5};
    wend_wall_hit hit;
    wend_wall wall;
    assert_true(wend_walls_ray(walls, before, (wend_vec2){3.5, 1.5}, WEND_STOPS_WALK, &hit));
    assert_float_equal(hit.point.x, 2, 0);
    assert_int_equal(wend_walls_get(walls, hit.wall, &wall), WEND_OK);
    assert_int_equal(wall.user, 70);
    assert_true(wend_walls_can_see(walls, before, (wend_vec2){3.5, 1.5}, WEND_STOPS_SIGHT));
    assert_true(wend_walls_ray(walls, before, (wend_vec2){8, 1.5}, WEND_STOPS_SIGHT, &hit));
    assert_float_equal(hit.point.x, 4, 0);
    assert_int_equal(wend_walls_get(walls, hit.wall, &wall), WEND_OK);
    assert_int_equal(wall.user, 71);
    const wend_vec2 between = {5.5, 1.5};
    assert_true(wend_walls_ray(walls, between, (wend_vec2){8, 1.5}, WEND_STOPS_SIGHT, &hit));
    assert_int_equal(wend_walls_get(walls, hit.wall, &wall), WEND_OK);
    assert_int_equal(wall.stops, WEND_STOPS_SIGHT | WEND_STOPS_WALK);
    assert_int_equal(wall.user, 70);
    /* The field of view over cells is that of the same class. */
    size_t count = 0;
    wend_node nodes[27];
    assert_int_equal(
        wend_grid_field_of_view(grid, 1, wend_grid_node(grid, 0, 1), 9, nodes, 27, &count),
        WEND_OK);
    assert_int_equal(count, 15);
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
}

/* Water turns into lava, which stops the same: the walls are those of lava. */
static void walls_take_the_user_value_of_their_new_layer(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 3, 2));
    (void)wend_grid_fill(grid, 0, 2, 0, 1, 3, WEND_COST_WALL);
    const wend_grid_walls_layer layers[2] = {{0, WEND_STOPS_WALK, 70}, {1, WEND_STOPS_WALK, 71}};
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    def.layers = layers;
    def.layer_count = 2;
    def.has_edge = false;
    wend_grid_walls *grid_walls = make(def);
    const wend_walls *walls = wend_grid_walls_get(grid_walls);
    for (uint64_t user = 70; user <= 71; ++user) {
        wend_wall_hit hit;
        wend_wall wall;
        assert_true(wend_walls_ray(walls, (wend_vec2){0.5, 1.5}, (wend_vec2){3.5, 1.5},
                                   WEND_STOPS_WALK, &hit));
        assert_int_equal(wend_walls_get(walls, hit.wall, &wall), WEND_OK);
        assert_int_equal(wall.user, user);
        (void)wend_grid_fill(grid, 0, 2, 0, 1, 3, 1);
        (void)wend_grid_fill(grid, 1, 2, 0, 1, 3, WEND_COST_WALL);
        assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    }
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
}

static void walls_of_the_user_keep_their_own(void **state)
{
    (void)state;
    wend_grid *grid = make_house();
    wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    wend_wall_id door;
    assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){7, 0}, (wend_vec2){7, 6},
                                            WEND_STOPS_ALL, 9, &door),
                     WEND_OK);
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    def.walls = walls;
    wend_grid_walls *grid_walls = make(def);
    assert_ptr_equal(wend_grid_walls_get(grid_walls), walls);
    assert_int_equal(wend_walls_count(walls), 15);
    grids_fill(grid, 0, 0, 12, 6, 1);
    assert_false(wend_grid_walls_is_fresh(grid_walls));
    assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    assert_true(wend_grid_walls_is_fresh(grid_walls));
    assert_int_equal(wend_walls_count(walls), 7);
    wend_grid_walls_destroy(grid_walls);
    assert_int_equal(wend_walls_count(walls), 1);
    wend_wall wall;
    assert_int_equal(wend_walls_get(walls, door, &wall), WEND_OK);
    wend_walls_destroy(walls);
    wend_grid_destroy(grid);
}

static void edits_elsewhere_and_of_costs_keep_the_segments(void **state)
{
    (void)state;
    wend_grid_def grid_def = grids_def(64, 64, 1);
    wend_grid *grid = grids_make(grid_def);
    grids_wall(grid, 5, 5, 2, 2);
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    wend_grid_walls *grid_walls = make(def);
    const wend_walls *walls = wend_grid_walls_get(grid_walls);
    const uint64_t revision = wend_walls_revision(walls);
    grids_fill(grid, 5, 0, 9, 3, 7);
    assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    assert_int_equal(wend_walls_revision(walls), revision);
    wend_wall_hit before;
    assert_true(
        wend_walls_ray(walls, (wend_vec2){5.5, 1}, (wend_vec2){5.5, 8}, WEND_STOPS_ALL, &before));
    grids_wall(grid, 40, 40, 1, 1);
    assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    wend_wall_hit after;
    assert_true(
        wend_walls_ray(walls, (wend_vec2){5.5, 1}, (wend_vec2){5.5, 8}, WEND_STOPS_ALL, &after));
    assert_int_equal(after.wall.index1, before.wall.index1);
    assert_int_equal(after.wall.generation, before.wall.generation);
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
}

static void bad_definitions_are_refused_with_a_sentence(void **state)
{
    (void)state;
    wend_grid *grid = make_house();
    wend_message message = {0};
    wend_grid_walls *made = NULL;
    wend_grid_walls_layer layers[2] = {{0, WEND_STOPS_WALK, 0}, {2, WEND_STOPS_SIGHT, 0}};
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.message = &message;
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "grid is NULL"));
    def.grid = grid;
    def.layer_count = 2;
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "layer_count is 2"));
    def.layers = layers;
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "layers[1].movement_class is 2"));
    layers[1] = (wend_grid_walls_layer){1, 0, 0};
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "layers[1].stops is 0"));
    layers[1].stops = WEND_STOPS_SIGHT;
    def.team = 40;
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "team is 40"));
    def.team = 0;
    assert_int_equal(wend_grid_walls_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_walls_create(NULL, &made), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "wend_grid_walls_def_default"));
    assert_null(made);
    assert_int_equal(wend_grid_walls_update(NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_grid_walls_error(NULL), "");
    assert_false(wend_grid_walls_is_fresh(NULL));
    assert_null(wend_grid_walls_get(NULL));
    assert_int_equal(wend_grid_walls_segment_count(NULL), 0);
    assert_int_equal(wend_grid_walls_memory_bytes(NULL), 0);
    wend_grid_walls_destroy(NULL);
    wend_grid_destroy(grid);
    wend_grid_def far = grids_def(4, 4, 1);
    far.origin.x = 2 * WEND_COORDINATE_MAX;
    grid = grids_make(far);
    def = wend_grid_walls_def_default();
    def.grid = grid;
    def.message = &message;
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "beyond 2^30 metres"));
    wend_grid_destroy(grid);
}

/* ---- saving ---- */

static size_t save(const wend_grid_walls *grid_walls, uint8_t *bytes, size_t capacity)
{
    size_t count = 0;
    assert_int_equal(wend_grid_walls_save(grid_walls, NULL, 0, &count), WEND_TRUNCATED);
    assert_true(count <= capacity);
    assert_int_equal(wend_grid_walls_save(grid_walls, bytes, count - 1, &count), WEND_TRUNCATED);
    assert_int_equal(wend_grid_walls_save(grid_walls, bytes, capacity, &count), WEND_OK);
    return count;
}

enum { SAVED_MOST = 4096 };

/* The segments that were made after an edit are found again, and go when their cells are opened. */
static void restored_segments_follow_the_grid(void **state)
{
    static uint8_t bytes[SAVED_MOST], all[SAVED_MOST], cells[SAVED_MOST];
    size_t all_count = 0, cells_count = 0;
    (void)state;
    wend_walls *walls = NULL;
    const wend_walls_def walls_def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    wend_grid *grid = make_house();
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    def.walls = walls;
    wend_grid_walls *grid_walls = make(def);
    (void)wend_grid_fill(grid, WEND_CLASS_ALL, 8, 2, 2, 2, WEND_COST_WALL);
    assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    const size_t count = save(grid_walls, bytes, SAVED_MOST);
    assert_int_equal(wend_walls_save(walls, all, SAVED_MOST, &all_count), WEND_OK);
    assert_int_equal(wend_grid_save(grid, cells, SAVED_MOST, &cells_count), WEND_OK);
    const uint64_t hash = wend_grid_walls_hash(grid_walls);
    const uint64_t walls_hash = wend_walls_hash(walls);
    wend_grid_walls_destroy(grid_walls);
    wend_walls_destroy(walls);
    wend_grid_destroy(grid);

    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    grid = make_house();
    def.grid = grid;
    def.walls = walls;
    grid_walls = make(def);
    assert_int_equal(wend_grid_restore(grid, cells, cells_count), WEND_OK);
    assert_int_equal(wend_walls_restore(walls, all, all_count), WEND_OK);
    assert_int_equal(wend_grid_walls_restore(grid_walls, bytes, count), WEND_OK);
    assert_true(wend_grid_walls_is_fresh(grid_walls));
    assert_true(wend_grid_walls_hash(grid_walls) == hash);
    assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    assert_true(wend_walls_hash(walls) == walls_hash);
    (void)wend_grid_fill(grid, WEND_CLASS_ALL, 8, 2, 2, 2, 1);
    assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    assert_int_equal(wend_walls_count(walls), 14);
    assert_int_equal(wend_grid_walls_segment_count(grid_walls), 14);

    /* Over another grid than the saved one they are not fresh, and the next update mends them. */
    assert_int_equal(wend_walls_restore(walls, all, all_count), WEND_OK);
    assert_int_equal(wend_grid_walls_restore(grid_walls, bytes, count), WEND_OK);
    assert_false(wend_grid_walls_is_fresh(grid_walls));
    assert_int_equal(wend_walls_count(walls), wend_grid_walls_segment_count(grid_walls));
    assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    assert_true(wend_grid_walls_is_fresh(grid_walls));
    assert_int_equal(wend_walls_count(walls), 14);
    wend_grid_walls_destroy(grid_walls);
    assert_int_equal(wend_walls_count(walls), 0);
    wend_walls_destroy(walls);
    wend_grid_destroy(grid);
}

static void refuse(wend_grid_walls *grid_walls, const uint8_t *bytes, size_t count,
                   wend_result result, const char *why)
{
    const uint64_t hash = wend_grid_walls_hash(grid_walls);
    const uint64_t walls = wend_walls_hash(wend_grid_walls_get(grid_walls));
    assert_int_equal(wend_grid_walls_restore(grid_walls, bytes, count), result);
    if (strstr(wend_grid_walls_error(grid_walls), why) == NULL) {
        fail_msg("%s, not: %s", wend_grid_walls_error(grid_walls), why);
    }
    assert_true(wend_grid_walls_hash(grid_walls) == hash);
    assert_true(wend_walls_hash(wend_grid_walls_get(grid_walls)) == walls);
}

static void what_cannot_be_restored_is_refused(void **state)
{
    static uint8_t bytes[SAVED_MOST];
    (void)state;
    wend_walls *walls = NULL;
    const wend_walls_def walls_def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    wend_grid *grid = make_house();
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    def.walls = walls;
    wend_grid_walls *grid_walls = make(def);
    def.walls = NULL;
    wend_grid_walls *own = make(def);
    def.has_edge = false;
    wend_grid_walls *other = make(def);
    size_t count = save(grid_walls, bytes, SAVED_MOST);
    refuse(own, bytes, count, WEND_ERROR_FILE, "they are of another grid, or of other layers");
    refuse(grid_walls, bytes, count - 1, WEND_ERROR_FILE, "wend_grid_walls_restore: ");
    refuse(grid_walls, NULL, 3, WEND_ERROR_ARGUMENT, "bytes is NULL");
    bytes[40] ^= 1;
    refuse(grid_walls, bytes, count, WEND_ERROR_FILE, "wend_grid_walls_restore: ");
    bytes[40] ^= 1;
    (void)wend_grid_fill(grid, WEND_CLASS_ALL, 8, 2, 2, 2, WEND_COST_WALL);
    assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    refuse(grid_walls, bytes, count, WEND_ERROR_FILE,
           "the walls, which are restored first, have not all of the segments");
    count = save(own, bytes, SAVED_MOST);
    refuse(other, bytes, count, WEND_ERROR_FILE, "they are of another grid, or of other layers");
    assert_int_equal(wend_grid_walls_update(own), WEND_OK);
    assert_int_equal(wend_grid_walls_restore(own, bytes, count), WEND_OK);
    assert_false(wend_grid_walls_is_fresh(own));
    assert_int_equal(wend_walls_count(wend_grid_walls_get(own)), 14);
    assert_int_equal(wend_grid_walls_restore(NULL, bytes, count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_walls_save(NULL, bytes, SAVED_MOST, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_walls_save(own, bytes, SAVED_MOST, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_walls_hash(NULL), 0);
    wend_grid_walls_destroy(grid_walls);
    wend_grid_walls_destroy(own);
    wend_grid_walls_destroy(other);
    wend_walls_destroy(walls);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(borders_are_joined_within_a_sector),
        cmocka_unit_test(water_and_glass_stop_what_their_layers_say),
        cmocka_unit_test(walls_take_the_user_value_of_their_new_layer),
        cmocka_unit_test(walls_of_the_user_keep_their_own),
        cmocka_unit_test(edits_elsewhere_and_of_costs_keep_the_segments),
        cmocka_unit_test(bad_definitions_are_refused_with_a_sentence),
        cmocka_unit_test(restored_segments_follow_the_grid),
        cmocka_unit_test(what_cannot_be_restored_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
