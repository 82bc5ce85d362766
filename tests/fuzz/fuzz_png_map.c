/* Runs the PNG reader on any bytes, and on a copy whose chunks have right lengths and checksums,
 * which random bytes would never have. At most 2^20 pixels are allowed. */
#include "fuzz/check.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

static uint32_t big_endian(const uint8_t *bytes)
{
    return ((uint32_t)bytes[0] << 24) | ((uint32_t)bytes[1] << 16) | ((uint32_t)bytes[2] << 8) |
           bytes[3];
}

/** The checksum of PNG, bit by bit. */
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

static void put_big_endian(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

/** Chunks: length, four letters, content, checksum of letters and content. Lengths are cut to the
 * available bytes, and the last chunk becomes the end chunk. @param bytes room for 12 more than
 * count. @return the new number of bytes. */
static size_t repair(uint8_t *bytes, size_t count)
{
    static const uint8_t last[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
    size_t at = 8;
    while (count >= at + 12) {
        size_t length = big_endian(bytes + at);
        if (length > count - at - 12) {
            length = count - at - 12;
            put_big_endian(bytes + at, (uint32_t)length);
        }
        put_big_endian(bytes + at + 8 + length, crc_of(bytes + at + 4, length + 4));
        at += length + 12;
    }
    if (count < at) {
        return count;
    }
    memcpy(bytes + at, last, sizeof last);
    return at + sizeof last;
}

static void read_png(const uint8_t *data, size_t size, const wend_colour_cost *colours,
                     size_t colour_count)
{
    wend_message message = {0, ""};
    wend_map_options options = wend_map_options_default();
    options.format = WEND_MAP_FORMAT_PNG;
    options.message = &message;
    options.colours = colours;
    options.colour_count = colour_count;
    wend_grid *grid = NULL;
    wend_result result = wend_map_load_grid_memory(data, size, &options, &grid, NULL);
    check((result == WEND_OK) == (grid != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (grid != NULL) {
        wend_grid_info info;
        wend_grid_get_info(grid, &info);
        check(wend_grid_cost(grid, 0, info.width - 1, info.height - 1) > 0);
        wend_grid_destroy(grid);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const wend_colour_cost colours[] = {
        {255, 255, 255, 1}, {20, 90, 200, 8}, {0, 0, 0, 255}};
    if (size >= 24 && (uint64_t)big_endian(data + 16) * big_endian(data + 20) > 1 << 20 &&
        data[16] == 0 && data[20] == 0) {
        return 0;
    }
    read_png(data, size, NULL, 0);
    uint8_t *copy = malloc(size + 12);
    if (copy == NULL) {
        return 0;
    }
    if (size > 0) {
        memcpy(copy, data, size);
    }
    size = repair(copy, size);
    read_png(copy, size, colours, sizeof colours / sizeof colours[0]);
    free(copy);
    return 0;
}
