/* Stamps with known shapes: where they lie, what is seen, their ids and order, and what bad calls
 * return. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/hex.h"
#include "wend/overlay.h"
#include "wend/stamp.h"

#include <stdlib.h>
#include <string.h>

enum { WALL = WEND_COST_WALL };

static wend_stamp_def shape(int32_t x, int32_t y, int32_t width, int32_t height,
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

static wend_stamp_id place(wend_grid *grid, wend_stamp_def def)
{
    wend_stamp_id id = {7, 7};
    wend_message message;
    assert_int_equal(wend_grid_add_stamp(grid, &def, &id, &message), WEND_OK);
    assert_string_equal(message.text, "");
    assert_int_not_equal(id.index1, 0);
    return id;
}

static void stamp_of_one_cost_is_the_stamp_of_equal_costs(void **state)
{
    (void)state;
    static const uint8_t walls[6] = {WALL, WALL, WALL, WALL, WALL, WALL};
    wend_grid *listed = grids_open(10, 10);
    wend_grid *solid = grids_open(10, 10);
    wend_stamp_def def = shape(3, 4, 3, 2, NULL);
    def.cost = WALL;
    assert_true(wend_grid_can_add_stamp(solid, &def, true, 0));
    wend_stamp_id id;
    assert_int_equal(wend_grid_add_stamp(solid, &def, &id, NULL), WEND_OK);
    def = shape(3, 4, 3, 2, walls);
    def.cost = 3; /* costs count */
    assert_int_equal(wend_grid_add_stamp(listed, &def, &id, NULL), WEND_OK);
    assert_true(wend_grid_hash(listed) == wend_grid_hash(solid));
    assert_int_equal(wend_grid_cost(solid, 0, 5, 5), WALL);
    wend_grid_destroy(listed);
    wend_grid_destroy(solid);
}

static void check_bad(wend_grid *grid, wend_stamp_def def, const char *text)
{
    wend_stamp_id id = {7, 7};
    wend_message message;
    const uint64_t hash = wend_grid_hash(grid);
    const uint64_t revision = wend_grid_revision(grid);
    assert_int_equal(wend_grid_add_stamp(grid, &def, &id, &message), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, text);
    assert_int_equal(id.index1, 0);
    assert_false(wend_grid_can_add_stamp(grid, &def, false, 0));
    assert_true(wend_grid_hash(grid) == hash && wend_grid_revision(grid) == revision);
}

/* Costs of row y as digits, walls as '#'. */
static void check_row(const wend_grid *grid, int32_t y, const char *row)
{
    char text[64] = {0};
    const int32_t width = (int32_t)strlen(row);
    for (int32_t x = 0; x < width; x++) {
        const uint8_t cost = wend_grid_cost(grid, 0, x, y);
        text[x] = cost == WALL ? '#' : (char)('0' + cost);
    }
    assert_string_equal(text, row);
}

static const uint8_t building[] = {WALL, WALL, WALL, 0, /* as in stamp.h */
                                   WALL, 1,    WALL, 0, WALL, 1, WALL, 0};

static void stamp_closes_opens_and_leaves_cells(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(5, 3, 1));
    grids_fill(grid, 1, 1, 3, 2, 2);
    grids_set(grid, 2, 1, WALL);
    const wend_stamp_id id = place(grid, shape(1, 0, 4, 3, building));
    check_row(grid, 0, "1###1");
    check_row(grid, 1, "1#1#1");
    check_row(grid, 2, "1#1#1");
    assert_int_equal(wend_grid_ground_cost(grid, 0, 2, 1), WALL);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 1, 0), 1);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 5, 0), WALL);
    assert_int_equal(wend_grid_ground_cost(grid, 1, 0, 0), WALL);
    assert_int_equal(wend_grid_remove_stamp(grid, id), WEND_OK);
    check_row(grid, 0, "11111");
    check_row(grid, 1, "12#21");
    check_row(grid, 2, "12221");
    wend_grid_destroy(grid);
}

static void stamp_edits_of_covered_ground_are_seen_after_lifting(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(5, 3, 1));
    const wend_stamp_id id = place(grid, shape(1, 0, 4, 3, building));
    const uint64_t revision = wend_grid_revision(grid);
    grids_set(grid, 1, 1, 5);
    assert_int_equal(wend_grid_cost(grid, 0, 1, 1), WALL);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 1, 1), 5);
    size_t count;
    assert_int_equal(wend_grid_list_changes(grid, revision, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_remove_stamp(grid, id), WEND_OK);
    check_row(grid, 1, "15111");
    wend_grid_destroy(grid);
}

static void stamp_placed_last_is_seen_in_any_order_of_lifting(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(4, 1, 1));
    const uint8_t threes[] = {3, 3, 3};
    const uint8_t fours[] = {4, 4};
    const uint8_t five = 5;
    const wend_stamp_id a = place(grid, shape(0, 0, 3, 1, threes));
    const wend_stamp_id b = place(grid, shape(1, 0, 2, 1, fours));
    const wend_stamp_id c = place(grid, shape(2, 0, 1, 1, &five));
    check_row(grid, 0, "3451");
    assert_int_equal(wend_grid_stamp_at(grid, 0, 2, 0).index1, c.index1);
    assert_int_equal(wend_grid_stamp_at(grid, 0, 3, 0).index1, 0);
    assert_int_equal(wend_grid_remove_stamp(grid, b), WEND_OK);
    check_row(grid, 0, "3351");
    assert_int_equal(wend_grid_remove_stamp(grid, c), WEND_OK);
    check_row(grid, 0, "3331");
    assert_int_equal(wend_grid_stamp_at(grid, 0, 2, 0).index1, a.index1);
    assert_int_equal(wend_grid_remove_stamp(grid, a), WEND_OK);
    check_row(grid, 0, "1111");
    wend_grid_destroy(grid);
}

static void stamp_with_layers_differs_between_classes(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(3, 1, 2));
    const uint8_t bridge[] = {0, 1, 9, WALL};
    wend_stamp_def def = shape(1, 0, 2, 1, bridge);
    def.layer_count = 2;
    const wend_stamp_id id = place(grid, def);
    assert_int_equal(wend_grid_cost(grid, 0, 1, 0), 1);
    assert_int_equal(wend_grid_cost(grid, 1, 1, 0), 9);
    assert_int_equal(wend_grid_cost(grid, 1, 2, 0), WALL);
    assert_int_equal(wend_grid_stamp_at(grid, 0, 1, 0).index1, 0);
    assert_int_equal(wend_grid_stamp_at(grid, 1, 1, 0).index1, id.index1);
    assert_int_equal(wend_grid_stamp_at(grid, 2, 1, 0).index1, 0);
    wend_grid_destroy(grid);
}

/* An L that is different in each of the eight positions. */
static void stamp_turned_and_mirrored_lies_as_told(void **state)
{
    (void)state;
    static const uint8_t l[] = {2, 3, 4, 5, 0, 0};
    static const int8_t places[8][4][2] = {
        {{0, 0}, {1, 0}, {2, 0}, {0, 1}},     {{0, 0}, {0, 1}, {0, 2}, {-1, 0}},
        {{0, 0}, {-1, 0}, {-2, 0}, {0, -1}},  {{0, 0}, {0, -1}, {0, -2}, {1, 0}},
        {{2, 0}, {1, 0}, {0, 0}, {2, 1}},     {{0, 2}, {0, 1}, {0, 0}, {-1, 2}},
        {{-2, 0}, {-1, 0}, {0, 0}, {-2, -1}}, {{0, -2}, {0, -1}, {0, 0}, {1, -2}}};
    for (int32_t i = 0; i < 8; i++) {
        wend_grid *grid = grids_make(grids_def(7, 7, 1));
        wend_stamp_def def = shape(3, 3, 3, 2, l);
        def.quarter_turns = i % 4;
        def.is_mirrored = i >= 4;
        place(grid, def);
        int32_t sum = 0;
        for (int32_t cell = 0; cell < 49; cell++) {
            sum += wend_grid_cost(grid, 0, cell % 7, cell / 7);
        }
        assert_int_equal(sum, 45 + 2 + 3 + 4 + 5);
        for (int32_t k = 0; k < 4; k++) {
            assert_int_equal(wend_grid_cost(grid, 0, 3 + places[i][k][0], 3 + places[i][k][1]),
                             2 + k);
        }
        wend_grid_destroy(grid);
    }
}

/* The cells of a ring stay a ring wherever it is placed and however it is turned. */
static void stamp_of_hexes_keeps_its_form_everywhere(void **state)
{
    (void)state;
    for (int32_t i = 0; i < 4 * 2 * 6 * 2; i++) {
        wend_grid_def grid_def = grids_def(20, 20, 1);
        grid_def.neighbours = WEND_NEIGHBOURS_6;
        grid_def.hex_layout = (wend_hex_layout)(i % 4);
        wend_grid *grid = grids_make(grid_def);
        uint8_t costs[25] = {0};
        const wend_hex centre = wend_hex_from_offset(grid_def.hex_layout, 2, 2);
        for (int32_t k = 0; k < 6; k++) {
            int32_t x;
            int32_t y;
            wend_hex_to_offset(grid_def.hex_layout, wend_hex_neighbour(centre, k), &x, &y);
            costs[y * 5 + x] = WALL;
        }
        wend_stamp_def def = shape(9 + i / 4 % 2, 9 + i / 8 % 2, 5, 5, costs);
        def.quarter_turns = i / 8 % 6;
        def.is_mirrored = i / 48 != 0;
        place(grid, def);
        int32_t walls = 0;
        int32_t closed_rings = 0;
        for (wend_node node = 0; node < 400; node++) {
            const wend_hex hex = wend_grid_hex(grid, node);
            int32_t around = 0;
            for (int32_t k = 0; k < 6; k++) {
                int32_t x;
                int32_t y;
                wend_hex_to_offset(grid_def.hex_layout, wend_hex_neighbour(hex, k), &x, &y);
                const bool is_inside = wend_grid_node(grid, x, y) != WEND_NODE_NONE;
                around += is_inside && wend_grid_cost(grid, 0, x, y) == WALL ? 1 : 0;
            }
            closed_rings += around == 6 ? 1 : 0;
            walls += wend_grid_cost(grid, 0, (int32_t)node % 20, (int32_t)node / 20) == WALL;
        }
        assert_int_equal(walls, 6);
        assert_int_equal(closed_rings, 1);
        wend_grid_destroy(grid);
    }
}

static void stamp_goes_around_where_the_grid_wraps(void **state)
{
    (void)state;
    wend_grid_def grid_def = grids_def(5, 3, 1);
    grid_def.wrap = WEND_WRAP_X;
    wend_grid *grid = grids_make(grid_def);
    const uint8_t row[] = {2, 3, 4};
    place(grid, shape(-11, 1, 3, 1, row)); /* -11 is column 4. */
    check_row(grid, 1, "34112");
    check_bad(grid, shape(0, -1, 3, 1, row),
              "wend_grid_add_stamp: cell 0, 0 of the stamp has a cost and lies outside");
    const uint8_t over_itself[] = {2, 3, 4, 5, 6, 7, 8};
    place(grid, shape(0, 2, 7, 1, over_itself));
    check_row(grid, 2, "78456");
    wend_grid_destroy(grid);
}

static void stamp_may_lie_outside_where_it_has_no_cost(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(3, 3, 1));
    const uint8_t corner[] = {0, 0, 0, 0, 0, 0, 0, 0, 6};
    place(grid, shape(-2, -2, 3, 3, corner));
    check_row(grid, 0, "611");
    check_bad(grid, shape(INT32_MIN, INT32_MAX, 3, 3, corner),
              "wend_grid_add_stamp: cell 2, 2 of the stamp has a cost and lies outside");
    wend_grid_destroy(grid);
}

static void stamp_bad_definitions_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 9, 3));
    static const uint8_t costs[4 * 3] = {1, 1, 1, 1};
    static const uint8_t nothing[4] = {0};
    check_bad(grid, shape(0, 0, 0, 2, costs),
              "wend_grid_add_stamp: width is 0, and must be from 1 to 1024");
    check_bad(grid, shape(0, 0, 2, 1025, costs),
              "wend_grid_add_stamp: height is 1025, and must be from 1 to 1024");
    check_bad(grid, shape(0, 0, 2, 2, NULL),
              "wend_grid_add_stamp: costs is NULL and cost is 0, and one of them must be set");
    check_bad(grid, shape(0, 0, 2, 2, nothing),
              "wend_grid_add_stamp: no cell of the stamp has a cost");
    wend_stamp_def def = shape(0, 0, 2, 2, costs);
    def.layer_count = 2;
    check_bad(grid, def,
              "wend_grid_add_stamp: layer_count is 2, and must be 1 or the grid's class_count 3");
    def = shape(4, 4, 2, 2, costs);
    def.quarter_turns = 4;
    check_bad(grid, def, "wend_grid_add_stamp: quarter_turns is 4, and must be from 0 to 3");
    def.quarter_turns = -1;
    check_bad(grid, def, "wend_grid_add_stamp: quarter_turns is -1, and must be from 0 to 3");
    def = shape(0, 0, 2, 2, costs);
    def.cookie = 0;
    check_bad(grid, def,
              "wend_grid_add_stamp: cookie is 0: this was made without wend_stamp_def_default()");
    wend_grid_destroy(grid);
}

static void stamp_null_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 9, 1));
    const uint8_t cost = 3;
    const wend_stamp_def def = shape(0, 0, 1, 1, &cost);
    wend_stamp_id id = {1, 1};
    size_t count = 3;
    assert_int_equal(wend_grid_add_stamp(NULL, &def, &id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(id.index1, 0);
    assert_int_equal(wend_grid_add_stamp(grid, NULL, &id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_add_stamp(grid, &def, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_false(wend_grid_can_add_stamp(NULL, &def, false, 0));
    assert_false(wend_grid_can_add_stamp(grid, NULL, false, 0));
    assert_int_equal(wend_grid_remove_stamp(NULL, (wend_stamp_id){1, 1}), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_stamp_count(NULL), 0);
    assert_int_equal(wend_grid_list_stamps(NULL, &id, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_list_stamps(grid, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_list_stamps(grid, &id, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_list_stamps(grid, NULL, 0, &count), WEND_OK);
    assert_int_equal(wend_grid_stamp_at(NULL, 0, 0, 0).index1, 0);
    assert_int_equal(wend_grid_stamp_at(grid, 0, 0, 0).index1, 0);
    assert_int_equal(wend_grid_ground_cost(NULL, 0, 0, 0), WALL);
    wend_grid_destroy(grid);
}

static void stamp_stale_ids_are_reported(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 9, 1));
    const uint8_t cost = 3;
    assert_int_equal(wend_grid_remove_stamp(grid, (wend_stamp_id){0, 0}), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_remove_stamp(grid, (wend_stamp_id){1, 1}), WEND_ERROR_STALE);
    const wend_stamp_id old = place(grid, shape(0, 0, 1, 1, &cost));
    assert_int_equal(wend_grid_remove_stamp(grid, old), WEND_OK);
    assert_int_equal(wend_grid_remove_stamp(grid, old), WEND_ERROR_STALE);
    const wend_stamp_id now = place(grid, shape(0, 0, 1, 1, &cost));
    assert_int_equal(now.index1, old.index1);
    assert_int_equal(wend_grid_remove_stamp(grid, old), WEND_ERROR_STALE);
    assert_int_equal(wend_grid_remove_stamp(grid, (wend_stamp_id){99, 1}), WEND_ERROR_STALE);
    assert_int_equal(wend_grid_stamp_count(grid), 1);
    wend_grid_destroy(grid);
}

static void stamps_are_listed_in_the_order_they_were_placed(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 9, 1));
    const uint8_t cost = 3;
    wend_stamp_id ids[10];
    wend_stamp_id listed[10];
    for (int32_t i = 0; i < 9; i++) {
        ids[i] = place(grid, shape(i, 0, 1, 1, &cost));
    }
    assert_int_equal(wend_grid_remove_stamp(grid, ids[4]), WEND_OK);
    ids[9] = place(grid, shape(4, 0, 1, 1, &cost));
    assert_int_equal(ids[9].index1, ids[4].index1);
    memmove(&ids[4], &ids[5], 5 * sizeof ids[0]);
    size_t count;
    assert_int_equal(wend_grid_list_stamps(grid, listed, 10, &count), WEND_OK);
    assert_int_equal(count, 9);
    assert_memory_equal(listed, ids, 9 * sizeof ids[0]);
    assert_int_equal(wend_grid_list_stamps(grid, listed, 8, &count), WEND_TRUNCATED);
    assert_int_equal(count, 9);
    wend_grid_destroy(grid);
}

static void stamp_can_be_placed_on_open_ground_only_if_asked(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(5, 3, 2));
    const wend_stamp_def def = shape(1, 0, 4, 3, building);
    assert_int_equal(wend_grid_set_cost(grid, 1, 4, 0, WALL), WEND_OK); /* Under no cost. */
    assert_true(wend_grid_can_add_stamp(grid, &def, true, 1));
    assert_int_equal(wend_grid_set_cost(grid, 1, 1, 2, WALL), WEND_OK);
    assert_false(wend_grid_can_add_stamp(grid, &def, true, 1));
    assert_true(wend_grid_can_add_stamp(grid, &def, true, 0));
    assert_true(wend_grid_can_add_stamp(grid, &def, false, 1));
    assert_false(wend_grid_can_add_stamp(grid, &def, true, 2));
    wend_grid_destroy(grid);
}

static void stamp_marks_only_sectors_that_look_different(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(40, 10, 1));
    uint8_t costs[30];
    memset(costs, 1, sizeof costs);
    costs[29] = 4;
    const uint64_t revision = wend_grid_revision(grid);
    const wend_stamp_id id = place(grid, shape(0, 0, 30, 1, costs));
    uint32_t sectors[4];
    size_t count;
    assert_int_equal(wend_grid_list_changes(grid, revision, sectors, 4, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(sectors[0], 2);
    assert_int_equal(wend_grid_revision(grid), revision + 1);
    assert_int_equal(wend_grid_remove_stamp(grid, id), WEND_OK);
    assert_int_equal(wend_grid_revision(grid), revision + 2);
    assert_int_equal(wend_grid_sector_revision(grid, 2), revision + 2);
    assert_int_equal(wend_grid_sector_revision(grid, 0), 1);
    wend_grid_destroy(grid);
}

static void stamp_grid_without_any_holds_nothing_extra(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(40, 10, 1));
    wend_grid_info before;
    wend_grid_info after;
    wend_grid_get_info(grid, &before);
    const uint8_t nothing = 0;
    check_bad(grid, shape(0, 0, 1, 1, &nothing),
              "wend_grid_add_stamp: no cell of the stamp has a cost");
    assert_int_equal(wend_grid_set_gradient(grid, 0, NULL, 0), WEND_OK);
    wend_grid_get_info(grid, &after);
    assert_int_equal(before.memory_bytes, after.memory_bytes);
    wend_grid_destroy(grid);
}

static void stamp_hash_does_not_depend_on_sector_size(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        wend_grid_def def = grids_def(40, 20, 1);
        def.sector_size = i == 0 ? 8 : 17;
        wend_grid *grid = grids_make(def);
        const uint8_t additions[] = {5, 2};
        place(grid, shape(5, 5, 4, 3, building));
        place(grid, shape(14, 7, 4, 3, building));
        assert_int_equal(wend_grid_set_gradient(grid, 0, additions, 2), WEND_OK);
        wend_overlay_def overlay = wend_overlay_def_default();
        wend_overlay_id id;
        assert_int_equal(wend_grid_add_overlay(grid, &overlay, &id, NULL), WEND_OK);
        assert_int_equal(wend_grid_overlay_add(grid, id, (wend_vec2){9.0, 9.0}, 5.0, 700), WEND_OK);
        hashes[i] = wend_grid_hash(grid);
        wend_grid_destroy(grid);
    }
    assert_true(hashes[0] == hashes[1]);
}

/* Stamps, a gradient and overlays of two classes over a noise of costs, read cell by cell. */
static void ground_costs_of_rectangles_are_those_of_cells(void **state)
{
    (void)state;
    enum { WIDTH = 47, HEIGHT = 33 };
    wend_grid *grid = grids_make(grids_def(WIDTH, HEIGHT, 2));
    uint8_t costs[WIDTH * HEIGHT];
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        costs[i] = (uint8_t)(1 + wend_random_below(3, i, 0, 9));
    }
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, WIDTH, HEIGHT, costs, WIDTH), WEND_OK);
    uint8_t back[WIDTH * HEIGHT];
    assert_int_equal(wend_grid_get_ground_costs(grid, 0, 0, 0, WIDTH, HEIGHT, back, WIDTH),
                     WEND_OK);
    assert_memory_equal(back, costs, sizeof costs);
    (void)place(grid, shape(8, 9, 4, 3, building));
    (void)place(grid, shape(30, 20, 4, 3, building));
    const uint8_t additions[] = {3, 2};
    assert_int_equal(wend_grid_set_gradient(grid, 1, additions, 2), WEND_OK);
    for (uint32_t c = 0; c < 2; c++) {
        memset(back, 0xEE, sizeof back);
        assert_int_equal(wend_grid_get_ground_costs(grid, c, 5, 4, 41, 29, back, WIDTH), WEND_OK);
        for (int32_t i = 0; i < 29 * WIDTH; i++) {
            const int32_t x = 5 + i % WIDTH;
            const int32_t y = 4 + i / WIDTH;
            const uint8_t expected = c == 0 ? costs[y * WIDTH + x % WIDTH] : 1;
            assert_int_equal(back[i], i % WIDTH < 41 ? expected : 0xEE);
        }
    }
    assert_int_equal(wend_grid_get_costs(grid, 0, 8, 9, 3, 1, back, 3), WEND_OK);
    assert_int_equal(back[0], WALL);
    assert_int_equal(wend_grid_get_ground_costs(grid, 0, 47, 33, 0, 0, NULL, 0), WEND_OK);
    assert_int_equal(wend_grid_get_ground_costs(NULL, 0, 0, 0, 1, 1, back, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_ground_costs(grid, 2, 0, 0, 1, 1, back, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_ground_costs(grid, 0, 40, 0, 8, 1, back, 8),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_ground_costs(grid, 0, 0, 0, 2, 2, back, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_ground_costs(grid, 0, 0, 0, 2, 2, NULL, 2), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stamp_of_one_cost_is_the_stamp_of_equal_costs),
        cmocka_unit_test(stamp_closes_opens_and_leaves_cells),
        cmocka_unit_test(stamp_edits_of_covered_ground_are_seen_after_lifting),
        cmocka_unit_test(stamp_placed_last_is_seen_in_any_order_of_lifting),
        cmocka_unit_test(stamp_with_layers_differs_between_classes),
        cmocka_unit_test(stamp_turned_and_mirrored_lies_as_told),
        cmocka_unit_test(stamp_of_hexes_keeps_its_form_everywhere),
        cmocka_unit_test(stamp_goes_around_where_the_grid_wraps),
        cmocka_unit_test(stamp_may_lie_outside_where_it_has_no_cost),
        cmocka_unit_test(stamp_bad_definitions_are_refused),
        cmocka_unit_test(stamp_null_is_refused),
        cmocka_unit_test(stamp_stale_ids_are_reported),
        cmocka_unit_test(stamps_are_listed_in_the_order_they_were_placed),
        cmocka_unit_test(stamp_can_be_placed_on_open_ground_only_if_asked),
        cmocka_unit_test(stamp_marks_only_sectors_that_look_different),
        cmocka_unit_test(stamp_grid_without_any_holds_nothing_extra),
        cmocka_unit_test(stamp_hash_does_not_depend_on_sector_size),
        cmocka_unit_test(ground_costs_of_rectangles_are_those_of_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
