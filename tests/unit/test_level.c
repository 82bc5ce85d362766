/* Takes: small levels made by hand.
 * Gives: what they keep and refuse, the worlds made of them, and how they draw themselves.
 * Cost: milliseconds. */
#include "support/levels.h"
#include "support/meshes.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/level.h"
#include "wend/link.h"

#include <math.h>
#include <string.h>

/* Exactly the same number? */
static bool is(double a, double b)
{
    return !(a < b) && !(a > b);
}

static uint32_t add_region(wend_level *level, uint32_t area)
{
    const wend_level_region region = {0, 3, area, area + 10};
    uint32_t index = 77;
    assert_int_equal(wend_level_add_region(level, &region, &index), WEND_OK);
    return index;
}

static void add_rectangle(wend_level *level, wend_vec2 low, wend_vec2 high, uint32_t inside,
                          uint32_t outside)
{
    const wend_vec2 points[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    assert_int_equal(wend_level_add_outline(level, points, 4, inside, outside), WEND_OK);
}

/* A room of 10 x 8 with a pillar of 2 x 2 in it. */
static wend_level *room_with_pillar(void)
{
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 3);
    add_rectangle(level, (wend_vec2){0, 0}, (wend_vec2){10, 8}, room, WEND_REGION_NONE);
    add_rectangle(level, (wend_vec2){4, 3}, (wend_vec2){6, 5}, WEND_REGION_NONE, room);
    return level;
}

/* ---- the level ---- */

static void level_keeps_what_was_added(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t region = add_region(level, 5);
    uint32_t index = 9;
    const wend_level_line line = {{1, 2}, {3, 1e-40}, region, WEND_REGION_NONE, 5, 42};
    assert_int_equal(wend_level_add_line(level, &line, &index), WEND_OK);
    assert_int_equal(index, 0);
    char name[] = "medikit";
    const wend_level_item item = {{4, 5}, 1.5, 7, name, true};
    assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_OK);
    name[0] = 'X';
    const wend_level_item plain = {{6, 7}, 0, 8, NULL, false};
    assert_int_equal(wend_level_add_item(level, &plain, &index), WEND_OK);
    assert_int_equal(index, 1);
    const wend_level_teleport teleport = {{1, 1}, {2, 2}, true};
    assert_int_equal(wend_level_add_teleport(level, &teleport, &index), WEND_OK);
    assert_int_equal(wend_level_region_count(level) + wend_level_line_count(level) +
                         wend_level_item_count(level) + wend_level_teleport_count(level),
                     5);
    assert_int_equal(wend_level_get_region(level, region).tag, 15);
    const wend_level_line read = wend_level_get_line(level, 0);
    assert_true(read.user == 42 && read.stops == 5 && read.left == region);
    assert_true(is(read.b.y, 0)); /* too small a coordinate is 0 */
    assert_string_equal(wend_level_get_item(level, 0).name, "medikit");
    assert_string_equal(wend_level_get_item(level, 1).name, "");
    assert_true(wend_level_get_item(level, 0).is_start);
    assert_true(wend_level_get_teleport(level, 0).is_two_way);
    wend_level_destroy(level);
}

static void level_reading_outside_gives_nothing(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    assert_true(wend_level_get_region(level, 0).area == 0);
    assert_true(wend_level_get_line(level, 0).left == WEND_REGION_NONE);
    assert_string_equal(wend_level_get_item(level, 0).name, "");
    assert_false(wend_level_get_teleport(level, 0).is_two_way);
    wend_vec2 low = {1, 1};
    assert_false(wend_level_bounds(level, &low, NULL));
    assert_true(is(low.x, 0) && is(low.y, 0));
    assert_int_equal(wend_level_region_count(NULL) + wend_level_line_count(NULL) +
                         wend_level_item_count(NULL) + wend_level_teleport_count(NULL),
                     0);
    wend_level_destroy(level);
    wend_level_destroy(NULL);
    assert_int_equal(wend_level_create(NULL, NULL), WEND_ERROR_ARGUMENT);
}

static void level_refuses_what_cannot_be(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const wend_level_region areas = {0, 1, 256, 0};
    const wend_level_region low = {-(double)INFINITY, 1, 0, 0};
    assert_int_equal(wend_level_add_region(level, &areas, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_region(level, &low, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_region(level, NULL, NULL), WEND_ERROR_ARGUMENT);
    const wend_level_line nowhere = {{0, 0}, {1, 0}, 0, WEND_REGION_NONE, 1, 0};
    const wend_level_line far = {{0, 0}, {2e9, 0}, WEND_REGION_NONE, WEND_REGION_NONE, 1, 0};
    assert_int_equal(wend_level_add_line(level, &nowhere, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_line(level, &far, NULL), WEND_ERROR_ARGUMENT);
    const wend_level_item item = {{0, 0}, (double)NAN, 0, "", false};
    const wend_level_teleport teleport = {{0, (double)NAN}, {0, 0}, false};
    assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_teleport(level, &teleport, NULL), WEND_ERROR_ARGUMENT);
    const wend_vec2 two[3] = {{0, 0}, {1, 0}, {(double)NAN, 1}};
    const uint32_t none = WEND_REGION_NONE;
    assert_int_equal(wend_level_add_outline(level, two, 2, none, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_outline(level, two, 3, none, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_outline(level, NULL, 3, none, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_outline(level, two, 3, 1, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_line_count(level), 0);
    wend_level_destroy(level);
}

static void level_outline_knows_its_inside_either_way_round(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0);
    const wend_vec2 points[3] = {{0, 0}, {4, 0}, {0, 4}};
    const wend_vec2 turned[3] = {{0, 4}, {4, 0}, {0, 0}};
    assert_int_equal(wend_level_add_outline(level, points, 3, room, WEND_REGION_NONE), WEND_OK);
    assert_int_equal(wend_level_add_outline(level, turned, 3, room, room), WEND_OK);
    assert_int_equal(wend_level_get_line(level, 0).left, room);
    assert_int_equal(wend_level_get_line(level, 2).right, WEND_REGION_NONE);
    assert_int_equal(wend_level_get_line(level, 0).stops, WEND_STOPS_ALL);
    assert_int_equal(wend_level_get_line(level, 3).stops, 0);
    wend_vec2 low;
    wend_vec2 high;
    assert_true(wend_level_bounds(level, &low, &high));
    assert_true(is(low.x, 0) && is(high.x, 4) && is(high.y, 4));
    wend_level_destroy(level);
}

static void level_walls_are_the_lines_that_stop(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    const wend_level_line border = {{1, 0}, {1, 8}, 0, 0, 0, 0};
    const wend_level_line window = {{2, 0}, {2, 8}, 0, 0, WEND_STOPS_WALK, 0};
    assert_int_equal(wend_level_add_line(level, &border, NULL), WEND_OK);
    assert_int_equal(wend_level_add_line(level, &window, NULL), WEND_OK);
    wend_walls *walls;
    assert_int_equal(wend_level_build_walls(level, NULL, &walls), WEND_OK);
    assert_int_equal(wend_walls_count(walls), 9);
    assert_true(
        wend_walls_can_see(walls, (wend_vec2){1.5, 1}, (wend_vec2){3, 1}, WEND_STOPS_SIGHT));
    wend_wall_hit hit;
    assert_true(
        wend_walls_ray(walls, (wend_vec2){1.5, 1}, (wend_vec2){3, 1}, WEND_STOPS_WALK, &hit));
    wend_wall wall;
    assert_int_equal(wend_walls_get(walls, hit.wall, &wall), WEND_OK);
    assert_int_equal(wall.user, 9);
    wend_walls_destroy(walls);
    assert_int_equal(wend_level_build_walls(NULL, NULL, &walls), WEND_ERROR_ARGUMENT);
    assert_null(walls);
    wend_level_destroy(level);
}

/* ---- grids ---- */

static wend_grid *grid_of(const wend_level *level, double cell_size, double radius)
{
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = cell_size;
    def.radius = radius;
    wend_grid *grid;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_OK);
    return grid;
}

static int open_count(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    int count = 0;
    for (int32_t i = 0; i < info.width * info.height; i++) {
        count += wend_grid_cost(grid, 0, i % info.width, i / info.width) == 1;
    }
    return count;
}

static void level_grid_is_open_in_regions_off_walls(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    wend_grid *grid = grid_of(level, 1, 0);
    assert_int_equal(open_count(grid), 76);
    wend_grid_destroy(grid);
    /* One cell along the walls and one around the pillar less, but for its corners' corners. */
    grid = grid_of(level, 1, 0.6);
    assert_int_equal(open_count(grid), 8 * 6 - 12);
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_thin_wall_between_cells_does_not_leak(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0);
    add_rectangle(level, (wend_vec2){0, 0}, (wend_vec2){6, 4}, room, WEND_REGION_NONE);
    const wend_level_line thin = {{3, 0}, {3, 4}, room, room, WEND_STOPS_WALK, 0};
    assert_int_equal(wend_level_add_line(level, &thin, NULL), WEND_OK);
    wend_grid *grid = grid_of(level, 1, 0);
    assert_int_equal(open_count(grid), 20);
    for (int32_t y = 0; y < 4; y++) {
        assert_int_equal(wend_grid_cost(grid, 0, 2, y), WEND_COST_WALL);
        assert_int_equal(wend_grid_cost(grid, 0, 3, y), 1);
    }
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_outline_with_a_gap_does_not_flood(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0);
    const uint32_t other = add_region(level, 0);
    add_rectangle(level, (wend_vec2){0, 0}, (wend_vec2){20, 2}, other, WEND_REGION_NONE);
    const wend_vec2 points[4] = {{0, 4}, {4, 4}, {4, 8}, {0, 8}};
    for (int i = 0; i < 4; i++) { /* the right side is not there */
        const wend_level_line line = {points[i], points[(i + 1) % 4], room, WEND_REGION_NONE, 1, 0};
        if (i != 1) {
            assert_int_equal(wend_level_add_line(level, &line, NULL), WEND_OK);
        }
    }
    wend_grid *grid = grid_of(level, 1, 0);
    assert_int_equal(open_count(grid), 40);
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_hex_columns_are_open_inside(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = 0.5;
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = WEND_HEX_ODD_COLUMNS;
    wend_grid *grid;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_OK);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    for (wend_node node = 0; node < (wend_node)(info.width * info.height); node++) {
        const wend_vec2 p = wend_grid_position(grid, node);
        int32_t x;
        int32_t y;
        wend_grid_cell(grid, node, &x, &y);
        const bool is_in_room = p.x > 0.26 && p.x < 9.74 && p.y > 0.26 && p.y < 7.74;
        const bool is_off_pillar = p.x < 3.74 || p.x > 6.26 || p.y < 2.74 || p.y > 5.26;
        const bool is_near = p.x > -0.3 && p.x < 10.3 && p.y > -0.3 && p.y < 8.3;
        if (is_in_room && is_off_pillar) {
            assert_int_equal(wend_grid_cost(grid, 0, x, y), 1);
        } else if (!is_near || (p.x > 4 && p.x < 6 && p.y > 3 && p.y < 5)) {
            assert_int_equal(wend_grid_cost(grid, 0, x, y), WEND_COST_WALL);
        }
    }
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_teleports_become_links_between_open_cells(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    /* One begins at a wall: the open cell beside it is taken; one does not lead anywhere. */
    const wend_level_teleport one = {{4.5, 4.5}, {9.5, 7.5}, false};
    const wend_level_teleport same = {{1.2, 1.2}, {1.8, 1.8}, false};
    const wend_level_teleport out = {{1.2, 1.2}, {100, 100}, false};
    assert_int_equal(wend_level_add_teleport(level, &one, NULL), WEND_OK);
    assert_int_equal(wend_level_add_teleport(level, &same, NULL), WEND_OK);
    assert_int_equal(wend_level_add_teleport(level, &out, NULL), WEND_OK);
    wend_grid *grid = grid_of(level, 1, 0);
    assert_int_equal(wend_grid_link_count(grid), 1);
    wend_link_def link;
    assert_int_equal(wend_grid_get_link(grid, wend_grid_link_of_edge(grid, 0), &link), WEND_OK);
    assert_int_equal(link.to, wend_grid_node(grid, 9, 7));
    int32_t x;
    int32_t y;
    assert_true(wend_grid_cell(grid, link.from, &x, &y));
    assert_int_equal(wend_grid_cost(grid, 0, x, y), 1);
    wend_level *back;
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &back, NULL), WEND_OK);
    assert_int_equal(wend_level_teleport_count(back), 1);
    assert_true(is(wend_level_get_teleport(back, 0).to.x, 9.5));
    wend_level_destroy(back);
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_refuses_what_cannot_be(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    wend_level *empty = levels_empty();
    wend_message message;
    wend_level_grid_def def = wend_level_grid_def_default();
    def.message = &message;
    wend_grid *grid;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_string_equal(
        message.text,
        "wend_level_build_grid: cell_size is 0, and must be above 0 and at most 2^30");
    def.cell_size = 1e-4;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "16384 cells"));
    def.cell_size = 1;
    def.radius = (double)NAN;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "radius"));
    def.radius = 0;
    assert_int_equal(wend_level_build_grid(empty, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_build_grid(NULL, &def, &grid), WEND_ERROR_ARGUMENT);
    def.hex_layout = WEND_HEX_EVEN_ROWS;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "hex_layout"));
    assert_int_equal(wend_level_build_grid(level, NULL, &grid), WEND_ERROR_ARGUMENT);
    wend_level_grid_def zero;
    memset(&zero, 0, sizeof zero);
    assert_int_equal(wend_level_build_grid(level, &zero, &grid), WEND_ERROR_ARGUMENT);
    assert_null(grid);
    wend_level_destroy(empty);
    wend_level_destroy(level);
}

static void level_from_grid_refuses_what_cannot_be(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = 2;
    def.origin.x = 2e9;
    wend_grid *grid = grids_make(def);
    wend_level *level;
    wend_message message;
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &level, &message),
                     WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "2^30 metres"));
    assert_null(level);
    assert_int_equal(wend_level_from_grid(grid, 1, 0, &level, &message), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_from_grid(grid, 0, 40, &level, &message), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_from_grid(NULL, 0, 0, &level, &message), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

static void level_from_grid_leaves_out_links_that_cannot_be_used(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(4, 1, 1);
    wend_grid *grid = grids_make(def);
    grids_set(grid, 3, 0, WEND_COST_WALL);
    for (int k = 0; k < 5; k++) {
        wend_link_def link = wend_link_def_default();
        link.from = k == 4 ? 3 : 0;
        link.to = k == 0 ? 3 : 2;
        link.is_open = k != 1;
        link.class_mask = k == 2 ? 2 : 1;
        link.team_mask = k == 3 ? 1 : 0;
        wend_link_id id;
        assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    }
    wend_level *level;
    assert_int_equal(wend_level_from_grid(grid, 0, 0, &level, NULL), WEND_OK);
    assert_int_equal(wend_level_teleport_count(level), 0);
    wend_level_destroy(level);
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &level, NULL), WEND_OK);
    assert_int_equal(wend_level_teleport_count(level), 1);
    wend_level_destroy(level);
    wend_grid_destroy(grid);
}

/* ---- meshes ---- */

static void level_from_mesh_has_outer_edges_and_areas(void **state)
{
    (void)state;
    const wend_vec3 points[6] = {{0, 0, 1}, {2, 0, 2}, {4, 0, 3}, {0, 2, 1}, {2, 2, 2}, {4, 2, 3}};
    const uint32_t corners[8] = {0, 1, 4, 3, 1, 2, 5, 4};
    const uint32_t sizes[2] = {4, 4};
    const uint8_t areas[2] = {7, 9};
    wend_mesh_def def = meshes_def(points, 6, corners, sizes, 2);
    def.areas = areas;
    wend_mesh *mesh = meshes_make(def);
    meshes_link(mesh, (wend_vec2){1, 1}, (wend_vec2){3, 1}, false);
    wend_level *level;
    wend_message message;
    assert_int_equal(wend_level_from_mesh(mesh, &level, &message), WEND_OK);
    assert_int_equal(wend_level_line_count(level), 7);
    assert_int_equal(wend_level_region_count(level), 2);
    assert_int_equal(wend_level_teleport_count(level), 1);
    assert_int_equal(wend_level_get_region(level, 1).area, 9);
    assert_true(is(wend_level_get_region(level, 1).floor, 2));
    int borders = 0;
    for (uint32_t i = 0; i < 7; i++) {
        const wend_level_line line = wend_level_get_line(level, i);
        const bool is_border = line.left == 0 && line.right == 1;
        borders += is_border;
        assert_int_equal(line.stops, is_border ? 0 : WEND_STOPS_ALL);
    }
    assert_int_equal(borders, 1);
    wend_level_destroy(level);
    wend_mesh_destroy(mesh);
    assert_int_equal(wend_level_from_mesh(NULL, &level, &message), WEND_ERROR_ARGUMENT);
    assert_null(level);
}

static void level_from_mesh_of_two_floors_is_unsupported(void **state)
{
    (void)state;
    const wend_vec3 points[6] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 9}, {4, 0, 9}, {0, 4, 9}};
    const uint32_t corners[6] = {0, 1, 2, 3, 4, 5};
    const uint32_t sizes[2] = {3, 3};
    wend_mesh *mesh = meshes_of(points, 6, corners, sizes, 2);
    wend_level *level;
    wend_message message;
    assert_int_equal(wend_level_from_mesh(mesh, &level, &message), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "floors"));
    wend_mesh_destroy(mesh);
}

/* ---- pictures ---- */

typedef struct seen {
    double ground; /* square metres */
    int polygons, lines, starts, items;
} seen;

static void see_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                        double value)
{
    seen *s = context;
    assert_int_equal(meaning, WEND_MEANING_GROUND);
    assert_true(is(value, 4));
    double twice = 0;
    for (size_t i = 0; i < count; i++) {
        twice += wend_vec2_cross(points[i], points[(i + 1) % count]);
    }
    s->ground += twice < 0 ? -twice / 2 : twice / 2;
    s->polygons++;
}

static void see_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                     double value)
{
    (void)from;
    (void)to;
    (void)value;
    assert_int_equal(meaning, WEND_MEANING_WALL);
    ((seen *)context)->lines++;
}

static void see_circle(void *context, wend_vec2 centre, double size, wend_meaning meaning,
                       double value)
{
    (void)centre;
    (void)size;
    (void)value;
    ((seen *)context)->starts += meaning == WEND_MEANING_START;
    ((seen *)context)->items += meaning == WEND_MEANING_ITEM;
}

static void level_draws_ground_walls_and_items(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    const wend_level_item start = {{1, 1}, 0, 1, "start", true};
    const wend_level_item item = {{2, 2}, 0, 2, "item", false};
    assert_int_equal(wend_level_add_item(level, &start, NULL), WEND_OK);
    assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_OK);
    seen s = {0, 0, 0, 0, 0};
    const wend_draw draw = {NULL, see_line, see_polygon, see_circle, NULL, &s};
    assert_int_equal(wend_level_draw(level, &draw), WEND_OK);
    assert_true(is(s.ground, 76));
    assert_int_equal(s.polygons, 4);
    assert_int_equal(s.lines, 8);
    assert_int_equal(s.starts, 1);
    assert_int_equal(s.items, 1);
    const wend_draw nothing = {NULL, NULL, NULL, NULL, NULL, NULL};
    assert_int_equal(wend_level_draw(level, &nothing), WEND_OK);
    assert_int_equal(wend_level_draw(NULL, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_draw(level, NULL), WEND_ERROR_ARGUMENT);
    wend_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_keeps_what_was_added),
        cmocka_unit_test(level_reading_outside_gives_nothing),
        cmocka_unit_test(level_refuses_what_cannot_be),
        cmocka_unit_test(level_outline_knows_its_inside_either_way_round),
        cmocka_unit_test(level_walls_are_the_lines_that_stop),
        cmocka_unit_test(level_grid_is_open_in_regions_off_walls),
        cmocka_unit_test(level_grid_thin_wall_between_cells_does_not_leak),
        cmocka_unit_test(level_grid_outline_with_a_gap_does_not_flood),
        cmocka_unit_test(level_grid_hex_columns_are_open_inside),
        cmocka_unit_test(level_grid_teleports_become_links_between_open_cells),
        cmocka_unit_test(level_grid_refuses_what_cannot_be),
        cmocka_unit_test(level_from_grid_refuses_what_cannot_be),
        cmocka_unit_test(level_from_grid_leaves_out_links_that_cannot_be_used),
        cmocka_unit_test(level_from_mesh_has_outer_edges_and_areas),
        cmocka_unit_test(level_from_mesh_of_two_floors_is_unsupported),
        cmocka_unit_test(level_draws_ground_walls_and_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
