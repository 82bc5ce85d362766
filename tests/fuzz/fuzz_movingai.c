/* Runs the MovingAI reader on any bytes: a map is as large as its costs say and holds no cost of 0,
 * and a refusal has a message. */
#include "fuzz/check.h"
#include "wend/io.h"

static void check_grid(wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    check(info.width >= 1 && info.height >= 1);
    for (int32_t y = 0; y < info.height; y++) {
        uint8_t cost = wend_grid_cost(grid, 0, info.width - 1, y);
        check(cost == 1 || cost == 2 || cost == 3 || cost == 5 || cost == WEND_COST_WALL);
    }
    wend_grid_destroy(grid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.format = WEND_MAP_FORMAT_MOVINGAI;
    options.message = &message;
    wend_grid *grid = NULL;
    wend_map_format format = WEND_MAP_FORMAT_AUTO;
    wend_result result = wend_map_load_grid_memory(data, size, &options, &grid, &format);
    check((result == WEND_OK) == (grid != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (grid != NULL) {
        check(format == WEND_MAP_FORMAT_MOVINGAI);
        check_grid(grid);
    }
    return 0;
}
