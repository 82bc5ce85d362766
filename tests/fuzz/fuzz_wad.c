/* Runs the reader of WADs on any bytes: a level has lines of finite length between regions that
 * exist, and its names end. */
#include "fuzz/check.h"
#include "io/games/wad.h"

#include <math.h>
#include <string.h>

static void check_level(const wend_level *level)
{
    const size_t regions = wend_level_region_count(level);
    for (uint32_t i = 0; i < wend_level_line_count(level); i++) {
        const wend_level_line line = wend_level_get_line(level, i);
        check(line.left < regions || line.left == WEND_REGION_NONE);
        check(line.right < regions || line.right == WEND_REGION_NONE);
        check(wend_vec2_distance(line.a, line.b) >= 1.0);
        check(line.user <= UINT16_MAX);
    }
    for (uint32_t i = 0; i < wend_level_item_count(level); i++) {
        const wend_level_item item = wend_level_get_item(level, i);
        check(strlen(item.name) < 32 && isfinite(item.angle));
    }
    for (uint32_t i = 0; i < wend_level_teleport_count(level); i++) {
        const wend_level_teleport t = wend_level_get_teleport(level, i);
        check(isfinite(t.from.x) && isfinite(t.from.y) && fabs(t.to.x) <= 32768.0);
    }
}

static bool see(void *context, const char *name)
{
    size_t *count = context;
    check(strlen(name) < WENDI_WAD_NAME_CAPACITY);
    return ++*count < 100;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wend_message message = {0, ""};
    wend_level_options options = wend_level_options_default();
    options.format = WEND_LEVEL_FORMAT_WAD;
    options.message = &message;
    wend_level *level = NULL;
    size_t count = 0;
    wend_result result = wend_level_load_memory(data, size, &options, &level);
    check((result == WEND_OK) == (level != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (level != NULL) {
        check_level(level);
    }
    wend_level_destroy(level);
    result = wend_level_list_memory(data, size, &options, see, &count);
    check(level == NULL || (result == WEND_OK && count > 0));
    return 0;
}
