/* Levels, and worlds made of them, with allocations that fail in turn: a failing call leaves the
 * level as it was and keeps nothing. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/level.h"
#include "wend/link.h"
#include "wend/walls.h"

#include <string.h>

static size_t size_of(const wend_level *level)
{
    return wend_level_region_count(level) + wend_level_line_count(level) +
           wend_level_item_count(level) + wend_level_teleport_count(level);
}

/* Adds one of each kind. */
static wend_result add_one(wend_level *level, int k)
{
    const double x = 10 * k;
    const wend_vec2 points[4] = {{x, 0}, {x + 8, 0}, {x + 8, 8}, {x, 8}};
    const wend_level_region region = {0, 1, 0, 0};
    const wend_level_item item = {{x + 2, 2}, 0, 1, "an item", k == 0};
    const wend_level_teleport teleport = {{x + 1, 1}, {6, 6}, false};
    wend_result first = WEND_OK;
    for (int kind = 0; kind < 4; kind++) {
        const size_t before = size_of(level);
        wend_result result;
        if (kind == 0) {
            result = wend_level_add_region(level, &region, NULL);
        } else if (kind == 1) {
            const uint32_t inside = wend_level_region_count(level) > 0 ? 0 : WEND_REGION_NONE;
            result = wend_level_add_outline(level, points, 4, inside, WEND_REGION_NONE);
        } else if (kind == 2) {
            result = wend_level_add_item(level, &item, NULL);
        } else {
            result = wend_level_add_teleport(level, &teleport, NULL);
        }
        assert_true(result == WEND_OK || size_of(level) == before);
        first = first == WEND_OK ? result : first;
    }
    return first;
}

static wend_result make(wend_allocator allocator, wend_level **level)
{
    wend_result first = wend_level_create(&allocator, level);
    for (int k = 0; k < 20 && *level != NULL; k++) {
        const wend_result result = add_one(*level, k);
        first = first == WEND_OK ? result : first;
    }
    return first;
}

static wend_result add_all(wend_allocator allocator, void *context)
{
    (void)context;
    wend_level *level;
    const wend_result result = make(allocator, &level);
    wend_level_destroy(level);
    return result;
}

static void level_add_without_memory_changes_nothing(void **state)
{
    (void)state;
    assert_true(fault_run(add_all, NULL) > 20);
}

static void see_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                        double value)
{
    (void)points;
    (void)meaning;
    (void)value;
    *(size_t *)context += count;
}

static wend_result draw_it(wend_allocator allocator, void *context)
{
    (void)context;
    wend_level *level;
    wend_result result = make(allocator, &level);
    size_t corners = 0;
    const wend_draw draw = {NULL, NULL, see_polygon, NULL, NULL, &corners};
    if (result == WEND_OK) {
        result = wend_level_draw(level, &draw);
        assert_int_equal(corners, result == WEND_OK ? 80 : 0);
    }
    wend_level_destroy(level);
    return result;
}

static void level_draw_without_memory_draws_nothing(void **state)
{
    (void)state;
    assert_true(fault_run(draw_it, NULL) > 24);
}

static wend_result build_worlds(wend_allocator allocator, void *context)
{
    (void)context;
    wend_level *level;
    assert_int_equal(make((wend_allocator){NULL, NULL}, &level), WEND_OK);
    wend_walls *walls;
    wend_result first = wend_level_build_walls(level, &allocator, &walls);
    assert_true((first == WEND_OK) == (walls != NULL));
    wend_walls_destroy(walls);
    wend_message message;
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = 0.5;
    def.allocator = allocator;
    def.message = &message;
    wend_grid *grid;
    const wend_result result = wend_level_build_grid(level, &def, &grid);
    if (result == WEND_OK) {
        assert_int_equal(wend_grid_link_count(grid), 20);
    } else {
        assert_null(grid);
        assert_true(message.text[0] != '\0');
    }
    first = first == WEND_OK ? result : first;
    if (grid != NULL) {
        wend_level *back;
        const wend_result again = wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &back, &message);
        assert_true((again == WEND_OK) == (back != NULL));
        assert_true(again == WEND_OK || strstr(message.text, "no memory") != NULL);
        first = first == WEND_OK ? again : first;
        wend_level_destroy(back);
    }
    wend_grid_destroy(grid);
    wend_level_destroy(level);
    return first;
}

static void level_worlds_without_memory_are_not_made(void **state)
{
    (void)state;
    assert_true(fault_run(build_worlds, NULL) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_add_without_memory_changes_nothing),
        cmocka_unit_test(level_draw_without_memory_draws_nothing),
        cmocka_unit_test(level_worlds_without_memory_are_not_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
