/* Makes levels and adds regions and outlines to them. */
#include "support/levels.h"

#include "support/test.h"

wend_level *levels_empty(void)
{
    wend_level *level = NULL;
    assert_int_equal(wend_level_create(NULL, &level), WEND_OK);
    return level;
}

uint32_t levels_region(wend_level *level, wend_level_region region)
{
    uint32_t index = WEND_REGION_NONE;
    assert_int_equal(wend_level_add_region(level, &region, &index), WEND_OK);
    return index;
}

void levels_outline(wend_level *level, const wend_vec2 *corners, size_t count, uint32_t region)
{
    assert_int_equal(wend_level_add_outline(level, corners, count, region, WEND_REGION_NONE),
                     WEND_OK);
}

wend_level *levels_room(const wend_vec2 *corners, size_t count)
{
    wend_level *level = levels_empty();
    levels_outline(level, corners, count, levels_region(level, (wend_level_region){0, 3, 0, 0}));
    return level;
}
