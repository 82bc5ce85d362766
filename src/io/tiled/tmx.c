/* takes: the bytes of a map of the editor Tiled (.tmx), and the tilesets it names.
 * gives: costs for each movement class, items, properties.
 * cost:  two readings of the file; four bytes a tile for one layer at a time. */
#include "io/tiled/tmx.h"

#include <string.h>

/** Blanks that may stand before and between what begins a document. */
static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static bool begins(const uint8_t *bytes, size_t count, const char *text)
{
    size_t length = strlen(text);
    return count >= length && memcmp(bytes, text, length) == 0;
}

bool wendi_map_is_tmx(const uint8_t *bytes, size_t count)
{
    size_t at = begins(bytes, count, "\xEF\xBB\xBF") ? 3 : 0;
    while (at < count && is_blank(bytes[at])) {
        at++;
    }
    const uint8_t *rest = bytes + at;
    size_t left = count - at;
    return begins(rest, left, "<?xml") || begins(rest, left, "<map") ||
           begins(rest, left, "<!DOCTYPE map") || begins(rest, left, "<!--");
}

/** Cells on which nothing lies: what the map's own cost says, or walls. */
static void fill_empty(const wendi_tmx *tmx)
{
    for (uint32_t k = 0; k < tmx->class_count; k++) {
        uint8_t empty = wendi_tmx_cost_of(&tmx->frames[0].costs, k);
        if (empty == 0) {
            empty = tmx->has_layer ? WEND_COST_WALL : 1;
        }
        for (int32_t y = 0; y < tmx->content->height; y++) {
            uint8_t *row = wendi_map_content_row(tmx->content, k, y);
            for (int32_t x = 0; x < tmx->content->width; x++) {
                row[x] = row[x] == 0 ? empty : row[x];
            }
        }
    }
}

static wend_result read_twice(wendi_tmx *tmx)
{
    wend_result result = wendi_tmx_read(tmx);
    if (result == WEND_OK) {
        result = wendi_tmx_finish_tiles(tmx);
    }
    if (result == WEND_OK) {
        result = wendi_tmx_lay_out(tmx);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_map_content *content = tmx->content;
    size_t cells = (size_t)content->width * (size_t)content->height;
    memset(content->costs, 0, cells * content->class_count);
    wendi_tmx_position_objects(tmx);
    tmx->is_second = true;
    result = wendi_tmx_read(tmx);
    if (result == WEND_OK) {
        content->has_tile_property = tmx->has_tile_property;
        fill_empty(tmx);
    }
    return result;
}

wend_result wendi_map_read_tmx(const wendi_map_file_source *source, wendi_map_content *content)
{
    const wend_allocator *allocator = &source->options->allocator;
    wendi_tmx tmx;
    memset(&tmx, 0, sizeof tmx);
    tmx.source = source;
    tmx.content = content;
    tmx.message = source->options->message;
    tmx.class_count = 1;
    wendi_array_u8_init(&tmx.text, allocator);
    wendi_array_u8_init(&tmx.property_name, allocator);
    wendi_array_u32_init(&tmx.gids, allocator);
    wendi_tmx_tiles_init(&tmx.tiles, allocator);
    wend_result result = read_twice(&tmx);
    wendi_array_u8_free(&tmx.text);
    wendi_array_u8_free(&tmx.property_name);
    wendi_array_u32_free(&tmx.gids);
    wendi_tmx_tiles_free(&tmx.tiles);
    return result;
}
