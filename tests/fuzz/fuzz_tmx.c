/* Runs the reader of Tiled's maps on any bytes; behind a zero byte follows a tileset or template.
 * All that a map gives must hold together. */
#include "fuzz/check.h"
#include "io/core/xml.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    const uint8_t *data;
    size_t size;
} bytes;

/* Fuzzing is for the reader: maps with two sides above 1000 take time and show nothing new. */
static bool is_huge(const uint8_t *data, size_t size)
{
    int large = 0;
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++) {
        bool is_digit = data[i] >= '0' && data[i] <= '9';
        if (!is_digit) {
            large += number > 1000 && number <= WEND_GRID_SIDE_MAX ? 1 : 0;
            number = 0;
        } else if (number <= WEND_GRID_SIDE_MAX) {
            number = number * 10 + (uint64_t)(data[i] - '0');
        }
    }
    return large > 1;
}

static wend_result give_rest(void *context, const char *name, const wend_allocator *allocator,
                             uint8_t **out, size_t *count, wend_message *message)
{
    const bytes *rest = context;
    (void)allocator;
    (void)message;
    check(name[0] != '\0' && name[0] != '/');
    if (rest->size == 0) {
        return WEND_ERROR_FILE;
    }
    /* The allocator of the options is libc's. */
    uint8_t *copy = malloc(rest->size + 1);
    if (copy == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memcpy(copy, rest->data, rest->size);
    copy[rest->size] = 0;
    *out = copy;
    *count = rest->size;
    return WEND_OK;
}

static void look_at_items(const wend_map *map)
{
    for (size_t i = 0; i < wend_map_item_count(map); i++) {
        wend_map_item item = wend_map_get_item(map, i);
        check(item.name != NULL && item.type != NULL);
        check((item.point_count == 0) == (item.points == NULL));
        check(item.node == wend_grid_node_at(wend_map_grid(map), item.position));
        check(wend_map_item_property(map, i, "no such property, surely") == NULL);
        size_t index = 0;
        check(item.name[0] == '\0' || wend_map_item_from_name(map, item.name, &index));
        check(index <= i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size == 0 ? NULL : memchr(data, 0, size);
    size_t length = zero == NULL ? size : (size_t)(zero - data);
    bytes rest = {data + length + (zero == NULL ? 0 : 1), size - length - (zero == NULL ? 0 : 1)};
    if (is_huge(data, length)) {
        return 0;
    }
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.format = WEND_MAP_FORMAT_TMX;
    options.message = &message;
    options.read = give_rest;
    options.read_context = &rest;
    wend_map *map = NULL;
    wend_result result = wend_map_load_memory(data, length, &options, &map);
    check((result == WEND_OK) == (map != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    check(result != WEND_ERROR_ARGUMENT);
    if (map != NULL) {
        wend_grid_info info;
        wend_grid_get_info(wend_map_grid(map), &info);
        check((uint32_t)info.class_count == wend_map_class_count(map));
        check(wend_grid_cost(wend_map_grid(map), 0, info.width - 1, info.height - 1) > 0);
        look_at_items(map);
    }
    wend_map_destroy(map);
    return 0;
}
