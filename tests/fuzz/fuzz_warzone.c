/* Runs the reader of Warzone 2100 maps on any bytes: an archive, or the lengths of a game.map and a
 * ttypes.ttp, both, and behind them what stands on the map. Of an archive also with the checksums
 * of its entries made right, which chance would never find. */
#include "base/core/memory.h"
#include "fuzz/check.h"
#include "io/core/archive.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

enum { PREFIX_BYTES = 5, FILES = 3, CENTRAL_BYTES = 46, LOCAL_BYTES = 30 };

typedef struct part {
    const char *name;
    const uint8_t *bytes;
    size_t count;
} part;

static size_t u16_at(const uint8_t *bytes)
{
    return (size_t)bytes[0] | (size_t)bytes[1] << 8;
}

static size_t u32_at(const uint8_t *bytes)
{
    return u16_at(bytes) | u16_at(bytes + 2) << 16;
}

static wend_result open_part(void *context, const char *name, const wend_allocator *allocator,
                             uint8_t **bytes, size_t *count, wend_message *message)
{
    (void)message;
    for (const part *p = context; p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0) {
            *bytes = wendi_alloc_zero(allocator, p->count + 1);
            check(*bytes != NULL);
            if (p->count > 0) {
                memcpy(*bytes, p->bytes, p->count);
            }
            *count = p->count;
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
    check(info.class_count == 3 && wend_map_class_count(map) == 3);
    for (int32_t y = 0; y < info.height; y++) {
        uint8_t ground = wend_grid_cost(grid, 0, info.width / 2, y);
        uint8_t hover = wend_grid_cost(grid, 1, info.width / 2, y);
        check(ground >= 2 && hover >= 2);
        /* Hovering units reach all cells that the others reach. */
        check(ground == WEND_COST_WALL || hover != WEND_COST_WALL);
    }
    for (size_t i = 0; i < wend_map_item_count(map); i++) {
        check(wend_map_get_item(map, i).player >= -1);
    }
}

static void open_map(const uint8_t *bytes, size_t count, part *parts)
{
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.format = WEND_MAP_FORMAT_WARZONE;
    options.message = &message;
    options.read = open_part;
    options.read_context = parts;
    wend_map *map = NULL;
    wend_result result = wend_map_load_memory(bytes, count, &options, &map);
    check((result == WEND_OK) == (map != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (map != NULL) {
        check_map(map);
        wend_map_destroy(map);
    }
}

static uint32_t crc_of(const uint8_t *bytes, size_t count)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
        }
    }
    return ~crc;
}

/** Gives every entry that is stored as it is the checksum of its bytes. */
static void repair(uint8_t *bytes, size_t count)
{
    for (size_t at = 0; at + CENTRAL_BYTES <= count; at++) {
        if (memcmp(bytes + at, "PK\1\2", 4) != 0) {
            continue;
        }
        size_t local = u32_at(bytes + at + 42);
        size_t packed = u32_at(bytes + at + 20);
        if (local > count || count - local < LOCAL_BYTES) {
            continue;
        }
        size_t begin =
            local + LOCAL_BYTES + u16_at(bytes + local + 26) + u16_at(bytes + local + 28);
        if (begin > count || packed > count - begin) {
            continue;
        }
        uint32_t crc = crc_of(bytes + begin, packed);
        for (int i = 0; i < 4; i++) {
            bytes[at + 16 + (size_t)i] = (uint8_t)(crc >> (8 * i));
            bytes[local + 14 + (size_t)i] = (uint8_t)(crc >> (8 * i));
        }
    }
}

static void open_archive(const uint8_t *data, size_t size, part *parts)
{
    open_map(data, size, parts);
    uint8_t *copy = malloc(size);
    if (copy == NULL) {
        return;
    }
    memcpy(copy, data, size);
    repair(copy, size);
    open_map(copy, size, parts);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part parts[FILES];
    memset(parts, 0, sizeof parts);
    if (wendi_archive_is_zip(data, size)) {
        open_archive(data, size, parts);
        return 0;
    }
    if (size < PREFIX_BYTES) {
        return 0;
    }
    static const char *const objects[4] = {"struct.json", "dinit.bjo", "feature.json", "feat.bjo"};
    size_t rest = size - PREFIX_BYTES;
    size_t map_count = u16_at(data) < rest ? u16_at(data) : rest;
    rest -= map_count;
    size_t types_count = u16_at(data + 2) < rest ? u16_at(data + 2) : rest;
    rest -= types_count;
    const uint8_t *map = data + PREFIX_BYTES;
    parts[0].name = "ttypes.ttp";
    parts[0].bytes = map + map_count;
    parts[0].count = types_count;
    parts[1].name = objects[data[4] & 3];
    parts[1].bytes = map + map_count + types_count;
    parts[1].count = rest;
    open_map(map, map_count, parts);
    return 0;
}
