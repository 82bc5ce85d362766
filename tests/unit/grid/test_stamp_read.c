/* Stamps on squares and hexes, with and without seams: their properties, the cells they cover, and
 * their saved form. */
#include "support/test.h"

#include "base/core/bytes.h"
#include "support/grids.h"
#include "wend/stamp.h"
#include "world/grid/file.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 26, HEIGHT = 22, CELLS = WIDTH * HEIGHT, SIDE = 9, CLASSES = 2 };

static wend_grid *make(wend_neighbours neighbours, wend_wrap wrap)
{
    wend_grid_def def = grids_def(WIDTH, HEIGHT, 1);
    def.neighbours = neighbours;
    def.wrap = wrap;
    def.class_count = CLASSES;
    return grids_make(def);
}

static wend_stamp_def shape_of(int32_t x, int32_t y, int32_t width, int32_t height,
                               const uint8_t *costs)
{
    wend_stamp_def def = wend_stamp_def_default();
    def.x = x;
    def.y = y;
    def.width = width;
    def.height = height;
    def.costs = costs;
    return def;
}

static wend_stamp_id place(wend_grid *grid, const wend_stamp_def *def)
{
    wend_stamp_id id;
    assert_int_equal(wend_grid_add_stamp(grid, def, &id, NULL), WEND_OK);
    return id;
}

static void stamp_info_repeats_place_and_user(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_NEIGHBOURS_8, WEND_WRAP_NONE);
    const uint8_t costs[] = {0, 0, 0, 0, 9, 0, 0, 9, 0, 0, 0, 0};
    wend_stamp_def def = shape_of(-1, 3, 3, 4, costs);
    def.user = UINT64_MAX - 5;
    const wend_stamp_id id = place(grid, &def);
    wend_stamp_info info;
    assert_int_equal(wend_grid_get_stamp(grid, id, &info), WEND_OK);
    assert_true(info.user == UINT64_MAX - 5);
    assert_int_equal(info.x, -1);
    assert_int_equal(info.y, 3);
    assert_int_equal(info.cell_count, 2);
    assert_int_equal(info.low_x, 0);
    assert_int_equal(info.low_y, 4);
    assert_int_equal(info.high_x, 0);
    assert_int_equal(info.high_y, 5);
    wend_grid_destroy(grid);
}

static void stamp_across_a_seam_has_a_rectangle_as_wide_as_the_map(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_NEIGHBOURS_8, WEND_WRAP_X);
    const uint8_t costs[] = {9, 9, 9};
    const wend_stamp_def def = shape_of(WIDTH - 2, 1, 3, 1, costs);
    const wend_stamp_id id = place(grid, &def);
    wend_stamp_info info;
    assert_int_equal(wend_grid_get_stamp(grid, id, &info), WEND_OK);
    assert_int_equal(info.x, WIDTH - 2);
    assert_int_equal(info.low_x, 0);
    assert_int_equal(info.high_x, WIDTH - 1);
    wend_node nodes[3];
    size_t count;
    assert_int_equal(wend_grid_stamp_cells(grid, id, nodes, 3, &count), WEND_OK);
    const wend_node ascending[] = {WIDTH, 2 * WIDTH - 2, 2 * WIDTH - 1};
    assert_memory_equal(nodes, ascending, sizeof ascending);
    assert_int_equal(wend_stamp_cells(grid, &def, nodes, 3, &count), WEND_OK);
    const wend_node as_in_the_shape[] = {2 * WIDTH - 2, 2 * WIDTH - 1, WIDTH};
    assert_memory_equal(nodes, as_in_the_shape, sizeof as_in_the_shape);
    wend_grid_destroy(grid);
}

static void stamp_cells_beyond_the_edge_are_none(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_NEIGHBOURS_4, WEND_WRAP_NONE);
    const uint8_t costs[] = {9, 0, 9, 9};
    wend_stamp_def def = shape_of(-1, 0, 2, 2, costs);
    wend_node nodes[4] = {7, 7, 7, 7};
    size_t count;
    assert_int_equal(wend_stamp_cells(grid, &def, nodes, 4, &count), WEND_OK);
    assert_int_equal(count, 3);
    const wend_node expected[] = {WEND_NODE_NONE, WEND_NODE_NONE, WIDTH, 7};
    assert_memory_equal(nodes, expected, sizeof expected);
    assert_int_equal(wend_stamp_cells(grid, &def, nodes, 2, &count), WEND_TRUNCATED);
    assert_int_equal(count, 3);
    const uint8_t nothing[4] = {0};
    def.costs = nothing;
    assert_int_equal(wend_stamp_cells(grid, &def, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    wend_grid_destroy(grid);
}

static void stamp_touches_what_is_hidden_and_of_other_classes(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_NEIGHBOURS_8, WEND_WRAP_NONE);
    const uint8_t only_class_1[] = {0, 0, 5, 0};
    const uint8_t both[] = {6, 6};
    wend_stamp_def below = shape_of(4, 4, 2, 1, only_class_1);
    wend_stamp_def above = shape_of(4, 4, 2, 1, both);
    below.layer_count = CLASSES;
    assert_false(wend_grid_stamp_touches(grid, &above));
    (void)place(grid, &below);
    assert_true(wend_grid_stamp_touches(grid, &above));
    above.x = 5; /* The lower one has no cost there. */
    assert_false(wend_grid_stamp_touches(grid, &above));
    above.x = 4;
    const wend_stamp_id id = place(grid, &above);
    above.x = 5;
    assert_true(wend_grid_stamp_touches(grid, &above));
    assert_int_equal(wend_grid_remove_stamp(grid, id), WEND_OK);
    assert_false(wend_grid_stamp_touches(grid, &above));
    above.x = WIDTH - 1; /* Half of it lies outside. */
    assert_false(wend_grid_stamp_touches(grid, &above));
    wend_grid_destroy(grid);
}

/* ---- the cells of all, by hand ---- */

/* A shape of noise, turned, mirrored and placed somewhere. */
static wend_stamp_def random_shape(uint64_t seed, bool is_hex, uint8_t *costs)
{
    const int32_t width = 1 + (int32_t)wend_random_below(seed, 0, 0, SIDE);
    const int32_t height = 1 + (int32_t)wend_random_below(seed, 1, 0, SIDE);
    for (uint32_t i = 0; i < (uint32_t)(CLASSES * width * height); i++) {
        costs[i] = wend_random_below(seed, 2, i, 3) == 0 ? 7 : 0;
    }
    costs[0] = 1;
    wend_stamp_def def =
        shape_of((int32_t)wend_random_below(seed, 3, 0, WIDTH),
                 (int32_t)wend_random_below(seed, 4, 0, HEIGHT), width, height, costs);
    def.layer_count = CLASSES;
    def.quarter_turns = (int32_t)wend_random_below(seed, 5, 0, is_hex ? 6 : 4);
    def.is_mirrored = wend_random_below(seed, 6, 0, 2) == 1;
    def.user = seed;
    return def;
}

static void check_ascending(const wend_node *nodes, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        assert_true(nodes[i - 1] < nodes[i]);
    }
}

/* True if the stamp covers exactly the cells of its definition. */
static void check_cells(const wend_grid *grid, wend_stamp_id id, const wend_node *planned,
                        size_t planned_count)
{
    wend_node nodes[CELLS];
    uint8_t is_planned[CELLS] = {0};
    size_t count;
    wend_stamp_info info;
    assert_int_equal(wend_grid_stamp_cells(grid, id, nodes, CELLS, &count), WEND_OK);
    assert_int_equal(wend_grid_get_stamp(grid, id, &info), WEND_OK);
    check_ascending(nodes, count);
    size_t different = 0;
    for (size_t i = 0; i < planned_count; i++) {
        different += is_planned[planned[i]]++ == 0 ? 1 : 0;
    }
    assert_int_equal(count, different);
    assert_int_equal(count, info.cell_count);
    int32_t low_x = WIDTH, low_y = HEIGHT, high_x = 0, high_y = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(is_planned[nodes[i]]);
        const int32_t x = (int32_t)nodes[i] % WIDTH;
        const int32_t y = (int32_t)nodes[i] / WIDTH;
        low_x = x < low_x ? x : low_x;
        low_y = y < low_y ? y : low_y;
        high_x = x > high_x ? x : high_x;
        high_y = y > high_y ? y : high_y;
    }
    assert_true(info.low_x == low_x && info.low_y == low_y);
    assert_true(info.high_x == high_x && info.high_y == high_y);
}

static void check_random_stamps(wend_neighbours neighbours, wend_wrap wrap, uint64_t seed)
{
    wend_grid *grid = make(neighbours, wrap);
    uint8_t is_covered[CELLS] = {0};
    uint32_t placed = 0;
    uint32_t apart = 0;
    for (uint64_t k = 0; k < 200 && placed < 12; k++) {
        uint8_t costs[CLASSES * SIDE * SIDE];
        const wend_stamp_def def =
            random_shape(seed * 1000 + k, neighbours == WEND_NEIGHBOURS_6, costs);
        wend_node planned[SIDE * SIDE];
        size_t count;
        assert_int_equal(wend_stamp_cells(grid, &def, planned, SIDE * SIDE, &count), WEND_OK);
        bool is_inside = true;
        bool is_touching = false;
        for (size_t i = 0; i < count; i++) {
            is_inside = is_inside && planned[i] != WEND_NODE_NONE;
            is_touching = is_touching || (planned[i] < CELLS && is_covered[planned[i]]);
        }
        assert_int_equal(wend_grid_stamp_touches(grid, &def), is_touching);
        assert_int_equal(wend_grid_can_add_stamp(grid, &def, false, 0), is_inside);
        if (!is_inside) {
            continue;
        }
        check_cells(grid, place(grid, &def), planned, count);
        placed++;
        apart += is_touching ? 0 : 1;
        for (size_t i = 0; i < count; i++) {
            is_covered[planned[i]] = 1;
        }
    }
    assert_true(placed == 12 && apart < 12);
    wend_grid_destroy(grid);
}

static void stamp_cells_are_those_of_the_definition(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        check_random_stamps(WEND_NEIGHBOURS_8, WEND_WRAP_NONE, seed);
        check_random_stamps(WEND_NEIGHBOURS_4, WEND_WRAP_BOTH, seed);
        check_random_stamps(WEND_NEIGHBOURS_6, WEND_WRAP_NONE, seed);
        check_random_stamps(WEND_NEIGHBOURS_6, WEND_WRAP_BOTH, seed);
    }
}

/* ---- bad calls ---- */

static void stamp_questions_with_bad_arguments_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_NEIGHBOURS_8, WEND_WRAP_NONE);
    const uint8_t cost = 3;
    wend_stamp_def def = shape_of(2, 2, 1, 1, &cost);
    const wend_stamp_id none = {0, 0};
    wend_stamp_info info;
    wend_node node;
    size_t count = 5;
    assert_int_equal(wend_grid_get_stamp(grid, (wend_stamp_id){1, 1}, &info), WEND_ERROR_STALE);
    const wend_stamp_id id = place(grid, &def);
    memset(&info, 1, sizeof info);
    assert_int_equal(wend_grid_get_stamp(grid, none, &info), WEND_ERROR_ARGUMENT);
    assert_true(info.cell_count == 0 && info.user == 0 && info.x == 0);
    assert_int_equal(wend_grid_get_stamp(NULL, id, &info), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_stamp(grid, id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_stamp_cells(grid, none, &node, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_stamp_cells(grid, id, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_stamp_cells(grid, id, &node, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_stamp_cells(grid, id, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 1);
    assert_int_equal(wend_stamp_cells(NULL, &def, &node, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_stamp_cells(grid, NULL, &node, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_stamp_cells(grid, &def, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_stamp_cells(grid, &def, &node, 1, NULL), WEND_ERROR_ARGUMENT);
    def.width = 0;
    assert_int_equal(wend_stamp_cells(grid, &def, &node, 1, &count), WEND_ERROR_ARGUMENT);
    assert_false(wend_grid_stamp_touches(grid, &def));
    assert_false(wend_grid_stamp_touches(NULL, &def));
    assert_false(wend_grid_stamp_touches(grid, NULL));
    assert_int_equal(wend_grid_remove_stamp(grid, id), WEND_OK);
    assert_int_equal(wend_grid_get_stamp(grid, id, &info), WEND_ERROR_STALE);
    assert_int_equal(wend_grid_stamp_cells(grid, id, &node, 1, &count), WEND_ERROR_STALE);
    wend_grid_destroy(grid);
}

/* ---- files ---- */

static void stamp_placed_and_removed_changes_the_hash(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_NEIGHBOURS_8, WEND_WRAP_NONE);
    const uint8_t cost = 3;
    const wend_stamp_def def = shape_of(2, 2, 1, 1, &cost);
    const uint64_t before = wend_grid_hash(grid);
    assert_int_equal(wend_grid_remove_stamp(grid, place(grid, &def)), WEND_OK);
    assert_true(wend_grid_hash(grid) != before);
    wend_grid_destroy(grid);
}

static uint8_t *save(const wend_grid *grid, size_t *count)
{
    assert_int_equal(wend_grid_save(grid, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_grid_save(grid, bytes, *count, count), WEND_OK);
    return bytes;
}

static void stamp_loaded_has_its_place_and_user(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_NEIGHBOURS_8, WEND_WRAP_BOTH);
    const uint8_t costs[] = {4, 4};
    wend_stamp_def def = shape_of(-7, 1000000, 2, 1, costs);
    def.user = UINT64_C(0x8877665544332211);
    const wend_stamp_id id = place(grid, &def);
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *loaded = NULL;
    assert_int_equal(wend_grid_load(bytes, count, NULL, &loaded, NULL), WEND_OK);
    wend_stamp_info info;
    assert_int_equal(wend_grid_get_stamp(loaded, id, &info), WEND_OK);
    assert_true(info.user == def.user && info.x == -7 && info.y == 1000000);
    assert_true(wend_grid_hash(loaded) == wend_grid_hash(grid));
    wend_grid_destroy(loaded);
    wend_grid_destroy(grid);
    free(bytes);
}

static uint64_t hash_with(const wend_stamp_def *def)
{
    wend_grid *grid = make(WEND_NEIGHBOURS_8, WEND_WRAP_BOTH);
    (void)place(grid, def);
    const uint64_t hash = wend_grid_hash(grid);
    wend_grid_destroy(grid);
    return hash;
}

/* Once around the map the same cells are covered. */
static void stamp_hash_differs_for_user_and_place(void **state)
{
    (void)state;
    const uint8_t costs[] = {4, 4};
    wend_stamp_def def = shape_of(3, 5, 2, 1, costs);
    const uint64_t hash = hash_with(&def);
    assert_true(hash_with(&def) == hash);
    def.user = UINT64_C(1) << 63;
    assert_true(hash_with(&def) != hash);
    def.user = 0;
    def.x += WIDTH;
    assert_true(hash_with(&def) != hash);
    def.x -= WIDTH;
    def.y -= HEIGHT;
    assert_true(hash_with(&def) != hash);
}

enum { CONTENT_AT = 16, CHECKSUM_BYTES = 8, TAIL_BYTES = 16 };

/* One stamp is the last thing in the file: without its tail it is one of version 2. */
static wend_result load_cut(const uint8_t *bytes, size_t count, uint32_t version, size_t cut,
                            wend_grid **grid, wend_message *message)
{
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    const size_t section = wendi_write_section_begin(&writer, WENDI_GRID_FILE_MAGIC, version);
    wendi_write_raw(&writer, bytes + CONTENT_AT, count - CONTENT_AT - CHECKSUM_BYTES - cut);
    wendi_write_section_end(&writer, section);
    const wend_result result =
        wend_grid_load(writer.bytes.items, writer.bytes.count, NULL, grid, message);
    wendi_writer_free(&writer);
    return result;
}

static void stamp_of_a_version_2_file_lies_at_its_low_corner(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_NEIGHBOURS_8, WEND_WRAP_NONE);
    const uint8_t costs[] = {0, 4, 0, 4};
    wend_stamp_def def = shape_of(9, 5, 2, 2, costs);
    def.user = 12;
    const wend_stamp_id id = place(grid, &def);
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *loaded = NULL;
    assert_int_equal(load_cut(bytes, count, 2, TAIL_BYTES, &loaded, NULL), WEND_OK);
    wend_stamp_info info;
    assert_int_equal(wend_grid_get_stamp(loaded, id, &info), WEND_OK);
    assert_true(info.user == 0 && info.x == 10 && info.y == 5 && info.cell_count == 2);
    assert_int_equal(wend_grid_cost(loaded, 0, 10, 6), 4);
    wend_grid_destroy(loaded);
    wend_message message;
    assert_int_equal(load_cut(bytes, count, 2, 0, &loaded, &message), WEND_ERROR_FILE);
    for (size_t cut = 1; cut <= TAIL_BYTES; cut++) {
        assert_int_equal(load_cut(bytes, count, 3, cut, &loaded, &message), WEND_ERROR_FILE);
        assert_non_null(strstr(message.text, "the data ends within a stamp"));
    }
    wend_grid_destroy(grid);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stamp_info_repeats_place_and_user),
        cmocka_unit_test(stamp_across_a_seam_has_a_rectangle_as_wide_as_the_map),
        cmocka_unit_test(stamp_cells_beyond_the_edge_are_none),
        cmocka_unit_test(stamp_touches_what_is_hidden_and_of_other_classes),
        cmocka_unit_test(stamp_cells_are_those_of_the_definition),
        cmocka_unit_test(stamp_questions_with_bad_arguments_are_refused),
        cmocka_unit_test(stamp_placed_and_removed_changes_the_hash),
        cmocka_unit_test(stamp_loaded_has_its_place_and_user),
        cmocka_unit_test(stamp_hash_differs_for_user_and_place),
        cmocka_unit_test(stamp_of_a_version_2_file_lies_at_its_low_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
