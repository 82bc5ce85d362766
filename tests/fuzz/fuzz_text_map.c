/* Runs the map reader that finds the format by itself on any bytes, and the text reader with every
 * character allowed, which must read all rows that are equally long. */
#include "fuzz/check.h"
#include "wend/io.h"

#include <string.h>

static void read_as(const uint8_t *data, size_t size, wend_map_format format, bool allow_all)
{
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.format = format;
    options.message = &message;
    options.uses_glyph_cost = allow_all;
    if (allow_all) {
        memset(options.glyph_cost, 7, sizeof options.glyph_cost);
    }
    wend_grid *grid = NULL;
    wend_result result = wend_map_load_grid_memory(data, size, &options, &grid, NULL);
    check((result == WEND_OK) == (grid != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (allow_all && grid != NULL) {
        wend_grid_info info;
        wend_grid_get_info(grid, &info);
        check((size_t)info.width * (size_t)info.height <= size);
        check(wend_grid_cost(grid, 0, info.width - 1, info.height - 1) == 7);
    }
    wend_grid_destroy(grid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_as(data, size, WEND_MAP_FORMAT_AUTO, false);
    read_as(data, size, WEND_MAP_FORMAT_TEXT, true);
    return 0;
}
