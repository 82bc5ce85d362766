/* Runs the reader of hex maps on any bytes: a map, and behind zeros the game's terrain.cfg,
 * units.cfg and movetypes.cfg. Aliases are followed a bounded number of times. */
#include "base/core/memory.h"
#include "fuzz/check.h"
#include "wend/io.h"

#include <string.h>

enum { FILES = 4 };

typedef struct part {
    const uint8_t *bytes;
    size_t count;
} part;

static wend_result open_part(void *context, const char *name, const wend_allocator *allocator,
                             uint8_t **bytes, size_t *count, wend_message *message)
{
    static const char *const names[FILES] = {NULL, "d/core/terrain.cfg", "d/core/units.cfg",
                                             "d/core/macros/movetypes.cfg"};
    const part *parts = context;
    (void)message;
    for (size_t i = 1; i < FILES; i++) {
        if (strcmp(names[i], name) == 0 && parts[i].bytes != NULL) {
            *bytes = wendi_alloc_zero(allocator, parts[i].count + 1);
            check(*bytes != NULL);
            if (parts[i].count > 0) {
                memcpy(*bytes, parts[i].bytes, parts[i].count);
            }
            *count = parts[i].count;
            return WEND_OK;
        }
    }
    return WEND_ERROR_FILE;
}

static void check_map(const wend_map *map)
{
    wend_grid_info info;
    const wend_grid *grid = wend_map_grid(map);
    wend_grid_get_info(grid, &info);
    check(info.neighbours == WEND_NEIGHBOURS_6 && info.hex_layout == WEND_HEX_ODD_COLUMNS);
    check((uint32_t)info.class_count == wend_map_class_count(map));
    for (uint32_t i = 0; i < wend_map_class_count(map); i++) {
        uint8_t cost = wend_grid_cost(grid, i, info.width - 1, info.height - 1);
        check((cost >= 1 && cost < 99) || cost == WEND_COST_WALL);
    }
    for (size_t i = 0; i < wend_map_item_count(map); i++) {
        check(wend_map_get_item(map, i).node != WEND_NODE_NONE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part parts[FILES];
    memset(parts, 0, sizeof parts);
    size_t rest = size;
    for (size_t i = 0; i < FILES && data != NULL; i++) {
        const uint8_t *zero = rest == 0 ? NULL : memchr(data, 0, rest);
        parts[i].bytes = data;
        parts[i].count = zero == NULL ? rest : (size_t)(zero - data);
        rest -= zero == NULL ? rest : parts[i].count + 1;
        data = zero == NULL ? NULL : zero + 1;
    }
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.format = WEND_MAP_FORMAT_WESNOTH;
    options.message = &message;
    options.read = open_part;
    options.read_context = parts;
    options.data_folder = parts[1].bytes == NULL ? NULL : "d";
    wend_map *map = NULL;
    wend_result result = wend_map_load_memory(parts[0].bytes, parts[0].count, &options, &map);
    check((result == WEND_OK) == (map != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (map != NULL) {
        check_map(map);
        wend_map_destroy(map);
    }
    return 0;
}
