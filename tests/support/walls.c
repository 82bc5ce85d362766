/* Makes walls and adds segments and outlines to them. */
#include "support/walls.h"

#include "support/test.h"

wend_walls *walls_empty(void)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    return walls;
}

wend_walls *walls_of(const wend_vec2 *ends, size_t count)
{
    wend_walls *walls = walls_empty();
    assert_int_equal(wend_walls_add_segments(walls, ends, NULL, count, NULL), WEND_OK);
    return walls;
}

wend_walls *walls_outline(const wend_vec2 *corners, size_t count)
{
    wend_walls *walls = walls_empty();
    walls_add_outline(walls, corners, count, WEND_STOPS_ALL);
    return walls;
}

wend_wall_id walls_add(wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops)
{
    wend_wall_id id;
    assert_int_equal(wend_walls_add_segment(walls, a, b, stops, 0, &id), WEND_OK);
    return id;
}

wend_wall_id walls_add_outline(wend_walls *walls, const wend_vec2 *corners, size_t count,
                               uint32_t stops)
{
    wend_wall_id id;
    assert_int_equal(wend_walls_add_polygon(walls, corners, count, stops, 0, &id), WEND_OK);
    return id;
}
