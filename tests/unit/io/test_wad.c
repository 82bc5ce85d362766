/* Levels of Doom: the kinds that lines stop, regions, items, teleports and lifts. */
#include "io/games/wad.h"
#include "support/test.h"
#include "support/wad_make.h"
#include "wads.h"
#include "wend/io_world.h"
#include "wend/walls.h"

#include <stdlib.h>

static wend_level *open_plan(const plan *p, const wend_level_options *options)
{
    wad_maker wad;
    wend_message message = {0};
    wend_level_options o = options == NULL ? wend_level_options_default() : *options;
    o.message = &message;
    wad_begin(&wad);
    add_level(&wad, "MAP01", p);
    wend_level *level = NULL;
    if (wend_level_load_memory(wad.bytes, wad_end(&wad), &o, &level) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return level;
}

/* The kinds that the line between rooms 0 and 1 stops. */
static uint32_t stops_between(const plan *p, const wend_level_options *options)
{
    wend_level *level = open_plan(p, options);
    const wend_level_line line = wend_level_get_line(level, 0);
    assert_int_equal(line.user, 0);
    assert_int_equal(line.right, 0);
    assert_int_equal(line.left, 1);
    wend_level_destroy(level);
    return line.stops;
}

static const uint32_t far = WEND_STOPS_SIGHT | WEND_STOPS_SHOT | WEND_STOPS_SOUND;

static const uint32_t walk = WEND_STOPS_WALK | WEND_STOPS_MONSTERS;

static uint32_t stops_of_rooms(int floor, int ceiling, int flags)
{
    const plan p = {2, {{0, 128, 0, 0}, {floor, ceiling, 0, 0}}, {{0, 0, flags}}, NULL, 0};
    return stops_between(&p, NULL);
}

static void wad_steps_and_gaps_stop_walkers_beyond_24_and_below_56(void **state)
{
    (void)state;
    assert_int_equal(stops_of_rooms(0, 128, 0), 0);
    assert_int_equal(stops_of_rooms(24, 128, 0), 0);
    assert_int_equal(stops_of_rooms(25, 128, 0), walk);
    assert_int_equal(stops_of_rooms(-24, 128, 0), 0);
    assert_int_equal(stops_of_rooms(-25, 128, 0), walk);
    assert_int_equal(stops_of_rooms(0, 56, 0), 0);
    assert_int_equal(stops_of_rooms(0, 55, 0), walk);
    assert_int_equal(stops_of_rooms(10, 65, 0), walk);
    assert_int_equal(stops_of_rooms(0, 0, 0), walk | far);
    assert_int_equal(stops_of_rooms(0, 1, 0), walk);
    assert_int_equal(stops_of_rooms(0, 128, WENDI_WAD_BLOCKS), walk);
    assert_int_equal(stops_of_rooms(0, 128, WENDI_WAD_BLOCKS_MONSTERS), WEND_STOPS_MONSTERS);
}

static void wad_options_change_what_can_be_walked(void **state)
{
    (void)state;
    const plan p = {2, {{0, 128, 0, 0}, {40, 90, 0, 0}}, {{0, 0, 0}}, NULL, 0};
    wend_level_options o = wend_level_options_default();
    assert_int_equal(stops_between(&p, &o), walk);
    o.max_step_height = 40.0;
    assert_int_equal(stops_between(&p, &o), walk);
    o.min_opening = 50.0;
    assert_int_equal(stops_between(&p, &o), 0);
}

static void wad_shut_door_stops_sight_but_only_walkers_that_open_none(void **state)
{
    (void)state;
    const plan manual = {
        3, {{0, 128, 0, 0}, {0, 0, 0, 0}, {0, 100, 0, 0}}, {{1, 0, 0}, {0, 0, 0}}, NULL, 0};
    plan tagged = manual;
    plan low = manual;
    plan other = manual;
    wend_level_options shut = wend_level_options_default();
    shut.opens_doors = false;
    assert_int_equal(stops_between(&manual, NULL), far);
    assert_int_equal(stops_between(&manual, &shut), walk | far);
    tagged.borders[0][SPECIAL] = 63;
    tagged.borders[0][TAG] = 7;
    tagged.rooms[1][3] = 7;
    assert_int_equal(stops_between(&tagged, NULL), far);
    tagged.rooms[1][3] = 8;
    assert_int_equal(stops_between(&tagged, NULL), walk | far);
    /* It opens to 4 below the lowest ceiling beside it. */
    low.rooms[2][1] = 59;
    assert_int_equal(stops_between(&low, NULL), walk | far);
    low.rooms[2][1] = 60;
    assert_int_equal(stops_between(&low, NULL), far);
    /* A line that closes doors opens none. */
    other.borders[0][SPECIAL] = 42;
    assert_int_equal(stops_between(&other, NULL), walk | far);
}

static void wad_lift_joins_the_floors_it_goes_to(void **state)
{
    (void)state;
    /* Room 1 is a lift at 100, room 2 beside it at 0. */
    const plan p = {
        3, {{100, 256, 0, 0}, {100, 256, 0, 5}, {0, 256, 0, 0}}, {{0, 0, 0}, {62, 5, 0}}, NULL, 0};
    wend_level_options o = wend_level_options_default();
    wend_level *level = open_plan(&p, &o);
    assert_int_equal(wend_level_get_line(level, 0).stops, 0);
    assert_int_equal(wend_level_get_line(level, 1).stops, 0);
    wend_level_destroy(level);
    o.uses_lifts = false;
    level = open_plan(&p, &o);
    assert_int_equal(wend_level_get_line(level, 1).stops, walk);
    wend_level_destroy(level);
}

static void wad_regions_lines_and_items_are_as_in_the_file(void **state)
{
    (void)state;
    static const int things[] = {64,  64, 90, 1,  7, 200, 32, 180, 2012, 7,
                                 200, 80, 0,  99, 7, 32,  32, -90, 11,   0};
    const plan p = {2, {{8, 120, 7, 3}, {0, 128, 0, 0}}, {{0, 0, 0}}, things, 4};
    wend_level *level = open_plan(&p, NULL);
    assert_int_equal(wend_level_region_count(level), 2);
    assert_int_equal(wend_level_line_count(level), 7);
    const wend_level_region region = wend_level_get_region(level, 0);
    assert_true(region.floor > 7.9 && region.floor < 8.1 && region.ceiling > 119.9);
    assert_int_equal(region.area, WEND_LEVEL_AREA_HURTS);
    assert_int_equal(region.tag, 3);
    assert_int_equal(wend_level_get_region(level, 1).area, 0);
    const wend_level_line outer = wend_level_get_line(level, 1);
    assert_int_equal(outer.stops, WEND_STOPS_ALL);
    assert_int_equal(outer.left, WEND_REGION_NONE);
    assert_int_equal(outer.right, 0);
    assert_int_equal(wend_level_item_count(level), 4);
    const wend_level_item start = wend_level_get_item(level, 0);
    assert_true(start.is_start && start.angle > 1.5707963 && start.angle < 1.5707964);
    assert_string_equal(start.name, "player 1 start");
    const wend_level_item medikit = wend_level_get_item(level, 1);
    assert_int_equal(medikit.tag, 2012);
    assert_string_equal(medikit.name, "medikit");
    assert_false(medikit.is_start);
    assert_true(medikit.position.x > 199.9 && medikit.position.y < 32.1);
    assert_string_equal(wend_level_get_item(level, 2).name, "");
    assert_true(wend_level_get_item(level, 3).is_start);
    wend_level_destroy(level);
}

static void wad_teleport_line_leads_from_its_front_to_the_thing_of_its_tag(void **state)
{
    (void)state;
    static const int things[] = {300, 64, 0, 14, 7, 200, 64, 0, 14, 7};
    plan p = {
        3, {{0, 128, 0, 0}, {0, 128, 0, 0}, {0, 128, 0, 9}}, {{97, 9, 0}, {0, 0, 0}}, things, 2};
    wend_level *level = open_plan(&p, NULL);
    assert_int_equal(wend_level_teleport_count(level), 1);
    const wend_level_teleport t = wend_level_get_teleport(level, 0);
    const wend_level_teleport expected = {{127.0, 64.0}, {300.0, 64.0}, false};
    assert_memory_equal(&t.from, &expected.from, sizeof t.from);
    assert_memory_equal(&t.to, &expected.to, sizeof t.to);
    assert_false(t.is_two_way);
    wend_level_destroy(level);
    p.borders[0][TAG] = 8;
    level = open_plan(&p, NULL);
    assert_int_equal(wend_level_teleport_count(level), 0);
    wend_level_destroy(level);
}

/* Records the largest requested block. */
static void *resize_noting_largest(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    size_t *largest = context;
    (void)old_bytes;
    *largest = new_bytes > *largest ? new_bytes : *largest;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

static size_t largest_block(const plan *p, size_t teleports)
{
    size_t largest = 0;
    wend_level_options o = wend_level_options_default();
    o.allocator = (wend_allocator){resize_noting_largest, &largest};
    wend_level *level = open_plan(p, &o);
    assert_int_equal(wend_level_teleport_count(level), teleports);
    wend_level_destroy(level);
    return largest;
}

static void wad_memory_follows_the_tags_of_its_sectors(void **state)
{
    (void)state;
    static const int things[] = {300, 64, 0, 14, 7};
    plan p = {3,
              {{0, 128, 0, 0}, {0, 128, 0, 0}, {0, 128, 0, 9}},
              {{97, 9, 0}, {63, 65535, 0}},
              things,
              1};
    assert_in_range(largest_block(&p, 1), 1, 4096);
    p.rooms[2][3] = 0;
    assert_in_range(largest_block(&p, 0), 1, 4096);
    p.rooms[2][3] = 65535;
    p.borders[0][TAG] = 65535;
    assert_in_range(largest_block(&p, 1), 65536, 1 << 20);
}

static void wad_sector_at_a_place_is_that_of_the_nearest_line(void **state)
{
    (void)state;
    const plan p = {3, {{0, 128, 0, 0}, {0, 128, 0, 0}, {0, 128, 0, 0}}, {{0}}, NULL, 0};
    wad_maker maker;
    wend_message message = {0};
    wendi_wad wad;
    wendi_wad_level level;
    wad_begin(&maker);
    add_level(&maker, "E1M1", &p);
    assert_int_equal(wendi_wad_open(maker.bytes, wad_end(&maker), &message, &wad), WEND_OK);
    assert_int_equal(wendi_wad_level_open(&wad, NULL, &level), WEND_OK);
    assert_int_equal(wendi_wad_sector_at(&level, 5, 64), 0);
    assert_int_equal(wendi_wad_sector_at(&level, 127, 127), 0);
    assert_int_equal(wendi_wad_sector_at(&level, 130, 1), 1);
    assert_int_equal(wendi_wad_sector_at(&level, 380, 64), 2);
    assert_int_equal(wendi_wad_sector_at(&level, 385, 64), WENDI_WAD_NONE);
    assert_int_equal(wendi_wad_sector_at(&level, -5, 64), WENDI_WAD_NONE);
    assert_int_equal(wendi_wad_sector_at(&level, 5, 200), WENDI_WAD_NONE);
    assert_false(wendi_wad_rejects(&level, 0, 1));
}

static void wad_reject_table_is_read_where_it_is_whole(void **state)
{
    (void)state;
    const plan p = {2, {{0, 128, 0, 0}, {0, 128, 0, 0}}, {{0}}, NULL, 0};
    const int table[] = {2 + 8}; /* 0 does not see 1, 1 does not see 1 */
    for (int i = 0; i < 2; i++) {
        wad_maker maker;
        wendi_wad wad;
        wendi_wad_level level;
        wad_begin(&maker);
        add_level(&maker, "MAP01", &p);
        wad_lump(&maker, "REJECT", table, i == 0 ? 1 : 0);
        assert_int_equal(wendi_wad_open(maker.bytes, wad_end(&maker), NULL, &wad), WEND_OK);
        assert_int_equal(wendi_wad_level_open(&wad, "MAP01", &level), WEND_OK);
        assert_false(wendi_wad_rejects(&level, 0, 0));
        assert_int_equal(wendi_wad_rejects(&level, 0, 1), i == 0);
        assert_false(wendi_wad_rejects(&level, 1, 0));
        assert_int_equal(wendi_wad_rejects(&level, 1, 1), i == 0);
    }
}

static void wad_lift_of_no_end_rises_to_the_highest_floor(void **state)
{
    (void)state;
    plan p = {
        3, {{200, 512, 0, 0}, {100, 512, 0, 5}, {0, 512, 0, 0}}, {{0, 0, 0}, {87, 5, 0}}, NULL, 0};
    assert_int_equal(stops_between(&p, NULL), 0);
    p.borders[1][SPECIAL] = 88;
    assert_int_equal(stops_between(&p, NULL), walk);
    /* A door whose neighbours are all doors stays as it is. */
    const plan doors = {2, {{0, 0, 14, 0}, {0, 0, 14, 0}}, {{0, 0, 0}}, NULL, 0};
    assert_int_equal(stops_between(&doors, NULL), walk | far);
}

static void wad_first_target_of_the_lowest_sector_is_teleported_to(void **state)
{
    (void)state;
    static const int things[] = {300, 64, 0, 14, 7, 160, 64, 0, 14, 7,
                                 170, 64, 0, 14, 7, 900, 64, 0, 14, 7};
    const plan p = {
        3, {{0, 128, 0, 0}, {0, 128, 0, 9}, {0, 128, 0, 9}}, {{39, 9, 0}, {0, 0, 0}}, things, 4};
    wend_level *level = open_plan(&p, NULL);
    assert_int_equal(wend_level_teleport_count(level), 1);
    const wend_vec2 to = {160.0, 64.0};
    const wend_level_teleport t = wend_level_get_teleport(level, 0);
    assert_memory_equal(&t.to, &to, sizeof to);
    wend_level_destroy(level);
}

static void wad_sector_beside_a_corner_is_that_of_the_line_above(void **state)
{
    (void)state;
    /* A diamond, looked at from its left and its middle at the height of its corner. */
    static const int points[] = {0, 0, 100, 100, 200, 0, 100, -100};
    static const int lines[] = {0, 1, 0, 0, 0, 0, 65535, 1, 2, 0, 0, 0, 1, 65535,
                                2, 3, 0, 0, 0, 2, 65535, 3, 0, 0, 0, 0, 3, 65535,
                                1, 1, 0, 0, 0, 0, 65535, 0, 2, 0, 0, 0, 0, 0};
    static const int sides[] = {0, 0, 0, 0};
    static const int sectors[1][4] = {{0, 128, 0, 0}};
    wad_maker maker;
    wendi_wad wad;
    wendi_wad_level from;
    wend_level *level = NULL;
    wad_begin(&maker);
    wad_lump(&maker, "MAP01", NULL, 0);
    wad_lump(&maker, "THINGS", NULL, 0);
    wad_lump(&maker, "LINEDEFS", lines, 42);
    wad_sides(&maker, sides, 4);
    wad_lump(&maker, "VERTEXES", points, 8);
    wad_sectors(&maker, sectors, 1);
    const size_t count = wad_end(&maker);
    assert_int_equal(wendi_wad_open(maker.bytes, count, NULL, &wad), WEND_OK);
    assert_int_equal(wendi_wad_level_open(&wad, NULL, &from), WEND_OK);
    assert_int_equal(wendi_wad_sector_at(&from, 100, 0), 0);
    assert_int_equal(wendi_wad_sector_at(&from, 10, 0), 0);
    assert_int_equal(wendi_wad_sector_at(&from, -10, 0), WENDI_WAD_NONE);
    assert_int_equal(wendi_wad_sector_at(&from, 300, 0), WENDI_WAD_NONE);
    assert_int_equal(wendi_wad_sector_at(&from, 0, 100), WENDI_WAD_NONE);
    assert_int_equal(wendi_wad_sector_at(&from, 0, -100), WENDI_WAD_NONE);
    /* The line of no length is left out; the one inside of the sector is not flagged two-sided, so
     * that it stops sight and stays. */
    assert_int_equal(wend_level_load_memory(maker.bytes, count, NULL, &level), WEND_OK);
    assert_int_equal(wend_level_line_count(level), 5);
    assert_int_equal(wend_level_get_line(level, 4).stops, far);
    wend_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wad_steps_and_gaps_stop_walkers_beyond_24_and_below_56),
        cmocka_unit_test(wad_options_change_what_can_be_walked),
        cmocka_unit_test(wad_shut_door_stops_sight_but_only_walkers_that_open_none),
        cmocka_unit_test(wad_lift_joins_the_floors_it_goes_to),
        cmocka_unit_test(wad_regions_lines_and_items_are_as_in_the_file),
        cmocka_unit_test(wad_teleport_line_leads_from_its_front_to_the_thing_of_its_tag),
        cmocka_unit_test(wad_memory_follows_the_tags_of_its_sectors),
        cmocka_unit_test(wad_sector_at_a_place_is_that_of_the_nearest_line),
        cmocka_unit_test(wad_reject_table_is_read_where_it_is_whole),
        cmocka_unit_test(wad_lift_of_no_end_rises_to_the_highest_floor),
        cmocka_unit_test(wad_first_target_of_the_lowest_sector_is_teleported_to),
        cmocka_unit_test(wad_sector_beside_a_corner_is_that_of_the_line_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
