/* Portals of maps that are edited, and portals of links and joins. */
#include "flow/portals/portal_graph.h"
#include "portals.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/link.h"

#include <string.h>

/* ---- edits ---- */

static void portals_an_edit_works_out_the_sectors_it_touches(void **state)
{
    (void)state;
    scene s;
    built_scene(&s, 100, 100);
    const struct {
        int32_t x, y;
        uint8_t cost;
        uint32_t built;
    } edits[] = {
        {55, 55, WEND_COST_WALL, 1}, /* inside */
        {59, 55, WEND_COST_WALL, 2}, /* on a border */
        {59, 59, WEND_COST_WALL, 3}, /* in a corner */
        {50, 51, 5, 1},              /* on a border, windows stay */
        {55, 55, 1, 1},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; ++i) {
        grids_set(s.grid, edits[i].x, edits[i].y, edits[i].cost);
        assert_false(wendi_portal_graph_is_fresh(s.graph));
        build(s.graph);
        assert_int_equal(info_of(&s).built_last, edits[i].built);
        assert_int_equal(wendi_portal_graph_stamp(s.graph), i + 1);
        assert_int_equal(wendi_portal_graph_sector_stamp(s.graph, 55), i + 1);
        assert_int_equal(wendi_portal_graph_sector_stamp(s.graph, 99), 0);
    }
    scene_free(&s);
}

static void portals_an_edit_of_another_class_changes_nothing(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = 40;
    def.class_count = 2;
    wend_grid *grid = grids_make(def);
    scene s;
    scene_of(&s, grid, NULL, 0, 0);
    build(s.graph);
    const uint64_t built = info_of(&s).built;
    assert_int_equal(wend_grid_set_cost(grid, 1, 15, 15, WEND_COST_WALL), WEND_OK);
    build(s.graph);
    assert_int_equal(info_of(&s).built, built);
    assert_int_equal(wendi_portal_graph_stamp(s.graph), 0);
    scene_free(&s);
}

static void portals_of_an_edit_undone_are_as_before(void **state)
{
    (void)state;
    scene s;
    built_scene(&s, 100, 100);
    const uint64_t hash = wendi_portal_graph_hash(s.graph, 0);
    const uint8_t *const costs = wendi_portal_graph_cost_tile(s.graph, 44).cost;
    grids_wall(s.grid, 35, 41, 17, 8);
    build(s.graph);
    assert_int_not_equal(wendi_portal_graph_hash(s.graph, 0), hash);
    grids_fill(s.grid, 35, 41, 17, 8, 1);
    build(s.graph);
    assert_int_equal(wendi_portal_graph_hash(s.graph, 0), hash);
    assert_ptr_equal(wendi_portal_graph_cost_tile(s.graph, 44).cost, costs);
    scene_free(&s);
}

/* The sectors that wait are (0, 0) to (2, 2) and (3, 3) to (5, 5): behind (2, 2) comes (3, 3), one
 * column on but on another row. Below it lies a sector that is not like the others. */
static void portals_edits_in_two_places_are_looked_at_apart(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(80, 80), NULL, 0, 0);
    grids_wall(s.grid, 35, 40, 1, 1);
    build(s.graph);
    grids_set(s.grid, 15, 15, 3);
    grids_wall(s.grid, 40, 40, 10, 10);
    build(s.graph);
    check_fresh(&s, 0);
    scene_free(&s);
}

/* The last sector that waits of one floor is (2, 2), the first one of the next floor (3, 2). */
static void portals_edits_on_two_floors_are_looked_at_apart(void **state)
{
    (void)state;
    wend_grid *grids[2] = {grids_open(80, 30), grids_open(80, 80)};
    wend_flow_def def;
    memset(&def, 0, sizeof def);
    def.floors = (const wend_grid *const *)grids;
    def.floor_count = 2;
    scene s = {.grid = grids[0]};
    assert_int_equal(wendi_sector_map_create(&def, &HEAP, &s.map, NULL), WEND_OK);
    const wend_flow_class agent = plain_class();
    assert_int_equal(wendi_portal_graph_create(&s.map, &agent, 0, &HEAP, &s.graph, NULL), WEND_OK);
    grids_wall(grids[1], 35, 30, 1, 1);
    build(s.graph);
    grids_set(grids[0], 15, 15, 3);
    grids_wall(grids[1], 40, 30, 10, 10);
    build(s.graph);
    check_fresh(&s, 0);
    scene_free(&s);
    wend_grid_destroy(grids[1]);
}

/* Sectors that look alike but are not of one size. */
static void portals_floors_of_one_sector_have_pages_of_their_size(void **state)
{
    (void)state;
    wend_grid *grids[3] = {grids_open(10, 10), grids_open(5, 10), grids_open(5, 7)};
    wend_flow_def def;
    memset(&def, 0, sizeof def);
    def.floors = (const wend_grid *const *)grids;
    def.floor_count = 3;
    scene s = {.grid = grids[0]};
    assert_int_equal(wendi_sector_map_create(&def, &HEAP, &s.map, NULL), WEND_OK);
    const wend_flow_class agent = plain_class();
    assert_int_equal(wendi_portal_graph_create(&s.map, &agent, 0, &HEAP, &s.graph, NULL), WEND_OK);
    build(s.graph);
    for (uint32_t i = 0; i < 3; ++i) {
        const wendi_sector_bounds place = wendi_sector_map_bounds(&s.map, i);
        const wendi_tile_shape shape = wendi_tile_shape_of(place.width, place.height);
        const uint8_t *costs = wendi_portal_graph_cost_tile(s.graph, i).cost;
        assert_int_equal(costs[wendi_tile_index(&shape, 4, 6)], 1);
        assert_int_equal(costs[wendi_tile_index(&shape, place.width, 0)], WENDI_TILE_WALL);
        assert_int_equal(costs[wendi_tile_index(&shape, 0, place.height)], WENDI_TILE_WALL);
    }
    scene_free(&s);
    wend_grid_destroy(grids[1]);
    wend_grid_destroy(grids[2]);
}

/* A change of more sectors than are listed at once. */
static void portals_large_edits_are_noticed(void **state)
{
    (void)state;
    scene s;
    built_scene(&s, 400, 400);
    for (int32_t y = 0; y < 400; y += 10) {
        grids_wall(s.grid, 3, y + 5, 390, 1);
    }
    build(s.graph);
    scene fresh;
    scene_of(&fresh, s.grid, NULL, 0, 0);
    build(fresh.graph);
    assert_int_equal(wendi_portal_graph_hash(s.graph, 0), wendi_portal_graph_hash(fresh.graph, 0));
    fresh.grid = NULL;
    scene_free(&fresh);
    scene_free(&s);
}

static void portals_built_in_steps_take_as_many_as_sectors(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(100, 100), NULL, 0, 0);
    assert_int_equal(info_of(&s).dirty, 100);
    uint64_t steps = 99;
    assert_int_equal(wendi_portal_graph_build(s.graph, NULL, &steps), WEND_IN_PROGRESS);
    assert_int_equal(steps, 0);
    assert_int_equal(info_of(&s).dirty, 1);
    assert_int_not_equal(wendi_portal_graph_hash(s.graph, 0),
                         0); /* The last one counts as nothing. */
    steps = 5;
    assert_int_equal(wendi_portal_graph_build(s.graph, NULL, &steps), WEND_OK);
    assert_int_equal(steps, 4);
    scene_free(&s);
}

/* ---- links ---- */

static wend_link_id link_of(wend_grid *grid, wend_node from, wend_node to, bool is_two_way)
{
    wend_link_def def = wend_link_def_default();
    def.from = from;
    def.to = to;
    def.cost = 3 * WEND_COST_ONE;
    def.is_two_way = is_two_way;
    wend_link_id id;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    return id;
}

static void portals_links_come_and_go_with_their_ends(void **state)
{
    (void)state;
    scene s;
    built_scene(&s, 30, 10);
    const wend_link_id id = link_of(s.grid, 35, 25, true);
    build(s.graph);
    uint32_t count;
    const wendi_sector_link *ways = wendi_portal_graph_links(s.graph, &count);
    assert_int_equal(count, 2);
    assert_int_equal(ways[0].from_sector, 0);
    assert_int_equal(ways[0].to_sector, 2);
    assert_int_equal(ways[0].from_x, 5);
    assert_int_equal(ways[0].from_y, 1);
    assert_int_equal(ways[0].cost, 36);
    const wendi_sector_portals p = wendi_portal_graph_sector(s.graph, 0);
    assert_int_equal(p.portal_count, 3);
    assert_int_equal(p.portals[1].side, WENDI_SIDE_LINK_OUT);
    assert_int_equal(p.portals[2].side, WENDI_SIDE_LINK_IN);
    assert_int_equal(p.costs[1 * 3 + 2], 0);
    assert_int_equal(p.links[0], 0);
    assert_int_equal(p.links[1], 1);
    uint32_t across;
    assert_int_equal(wendi_portal_graph_opposite(s.graph, 0, 1, &across), 2);
    assert_int_equal(wendi_portal_graph_sector(s.graph, 2).portals[across].side,
                     WENDI_SIDE_LINK_IN);
    grids_set(s.grid, 25, 0, WEND_COST_WALL);
    build(s.graph);
    (void)wendi_portal_graph_links(s.graph, &count);
    assert_int_equal(count, 0);
    assert_int_equal(wendi_portal_graph_sector(s.graph, 0).portal_count, 1);
    grids_set(s.grid, 25, 0, 1);
    build(s.graph);
    assert_int_equal(wendi_portal_graph_sector(s.graph, 0).portal_count, 3);
    assert_int_equal(wend_grid_remove_link(s.grid, id), WEND_OK);
    build(s.graph);
    assert_int_equal(wendi_portal_graph_sector(s.graph, 0).portal_count, 1);
    assert_int_equal(info_of(&s).portals, 2);
    scene_free(&s);
}

/* The page stays, but its users must see the change. */
static void portals_a_more_expensive_link_stamps_both_sectors(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(30, 10), NULL, 0, 0);
    const wend_link_id id = link_of(s.grid, 35, 25, false);
    build(s.graph);
    assert_int_equal(wendi_portal_graph_stamp(s.graph), 0);
    wend_link_def def;
    assert_int_equal(wend_grid_get_link(s.grid, id, &def), WEND_OK);
    def.cost = 5 * WEND_COST_ONE;
    assert_int_equal(wend_grid_set_link(s.grid, id, &def, NULL), WEND_OK);
    build(s.graph);
    assert_int_equal(info_of(&s).built_last, 0);
    assert_int_equal(wendi_portal_graph_sector_stamp(s.graph, 0), 1);
    assert_int_equal(wendi_portal_graph_sector_stamp(s.graph, 1), 0);
    assert_int_equal(wendi_portal_graph_sector_stamp(s.graph, 2), 1);
    scene_free(&s);
}

static void portals_a_link_in_another_row_is_another_window(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(30, 10), NULL, 0, 0);
    const wend_link_id id = link_of(s.grid, 35, 25, false);
    build(s.graph);
    assert_int_equal(wend_grid_remove_link(s.grid, id), WEND_OK);
    (void)link_of(s.grid, 65, 25, false);
    build(s.graph);
    assert_int_equal(wendi_portal_graph_sector(s.graph, 0).portals[1].count, 2);
    check_fresh(&s, 0);
    scene_free(&s);
}

static void portals_too_many_links_inside_a_sector_are_left_out(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(30, 10), NULL, 0, 0);
    for (wend_node i = 0; i < 100; ++i) {
        (void)link_of(s.grid, i / 10 * 30 + i % 10, (i / 10 * 30 + i % 10 + 30) % 300, false);
    }
    build(s.graph);
    uint32_t count;
    (void)wendi_portal_graph_links(s.graph, &count);
    assert_int_equal(count, (WENDI_PORTALS_MAX - 64) / 2);
    scene_free(&s);
}

/* No sector has more portals than its numbers can distinguish. */
static void portals_too_many_links_are_left_out(void **state)
{
    (void)state;
    scene s;
    scene_of(&s, grids_open(30, 10), NULL, 0, 0);
    for (wend_node i = 0; i < 300; ++i) {
        (void)link_of(s.grid, i % 100 / 10 * 30 + i % 10, 20 + i / 100, false);
    }
    (void)link_of(s.grid, 0, 1, false);
    build(s.graph);
    const wendi_sector_portals p = wendi_portal_graph_sector(s.graph, 0);
    const uint32_t kept = WENDI_PORTALS_MAX - 64;
    uint32_t count;
    (void)wendi_portal_graph_links(s.graph, &count);
    assert_int_equal(count, kept);
    assert_int_equal(p.portal_count, kept + 1);
    for (uint32_t i = 0; i < p.portal_count; ++i) {
        uint32_t across;
        uint32_t back;
        const uint32_t other = wendi_portal_graph_opposite(s.graph, 0, i, &across);
        assert_int_equal(wendi_portal_graph_opposite(s.graph, other, across, &back), 0);
        assert_int_equal(back, i);
    }
    scene_free(&s);
}

static void portals_joins_are_for_the_classes_they_name(void **state)
{
    (void)state;
    const wend_flow_join joins[] = {{.from = 0, .to = 25, .cost = WEND_COST_ONE, .class_mask = 1},
                                    {.from = 0, .to = 26, .cost = WEND_COST_ONE, .class_mask = 2}};
    scene s;
    scene_of(&s, grids_open(30, 10), joins, 2, 0);
    build(s.graph);
    uint32_t first;
    uint32_t last;
    uint32_t count;
    const wendi_sector_link *ways = wendi_portal_graph_links(s.graph, &count);
    assert_int_equal(count, 1);
    assert_int_equal(ways[0].to_x, 5);
    wendi_portal_graph_links_from(s.graph, 0, &first, &last);
    assert_int_equal(last - first, 1);
    wendi_portal_graph_links_from(s.graph, 2, &first, &last);
    assert_int_equal(last - first, 0);
    wendi_portal_graph_links_from(s.graph, 1, &first, &last);
    assert_int_equal(last - first, 0);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portals_an_edit_works_out_the_sectors_it_touches),
        cmocka_unit_test(portals_an_edit_of_another_class_changes_nothing),
        cmocka_unit_test(portals_of_an_edit_undone_are_as_before),
        cmocka_unit_test(portals_edits_in_two_places_are_looked_at_apart),
        cmocka_unit_test(portals_edits_on_two_floors_are_looked_at_apart),
        cmocka_unit_test(portals_floors_of_one_sector_have_pages_of_their_size),
        cmocka_unit_test(portals_large_edits_are_noticed),
        cmocka_unit_test(portals_built_in_steps_take_as_many_as_sectors),
        cmocka_unit_test(portals_links_come_and_go_with_their_ends),
        cmocka_unit_test(portals_a_more_expensive_link_stamps_both_sectors),
        cmocka_unit_test(portals_a_link_in_another_row_is_another_window),
        cmocka_unit_test(portals_too_many_links_inside_a_sector_are_left_out),
        cmocka_unit_test(portals_too_many_links_are_left_out),
        cmocka_unit_test(portals_joins_are_for_the_classes_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
