/* The tiles of a layer (elements, CSV, base64, packed or not) and the costs of the cells under
 * them.
 * Cost: linear in the tiles; four bytes for each tile of one layer or chunk, and its text. */
#include "base/core/message.h"
#include "io/core/base64.h"
#include "io/core/inflate.h"
#include "io/tiled/tmx.h"

#include <string.h>

/** Masks the bits that turn and mirror a tile. */
static const uint32_t gid_mask = 0x0FFFFFFFu;

static wend_result read_encoding(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    const char *encoding = wendi_tmx_attribute(attributes, "encoding");
    const char *packing = wendi_tmx_attribute(attributes, "compression");
    bool is_packed = packing != NULL && packing[0] != '\0';
    tmx->encoding = WENDI_TMX_ELEMENTS;
    if (encoding == NULL) {
        return WEND_OK;
    }
    if (strcmp(encoding, "csv") == 0) {
        tmx->encoding = WENDI_TMX_CSV;
        return WEND_OK;
    }
    if (strcmp(encoding, "base64") != 0) {
        return wendi_fail_line(tmx->message, line, "encoding is '%.40s', expected csv or base64",
                               encoding);
    }
    tmx->encoding = is_packed ? WENDI_TMX_BASE64_PACKED : WENDI_TMX_BASE64;
    if (is_packed && strcmp(packing, "zlib") != 0 && strcmp(packing, "gzip") != 0) {
        if (strcmp(packing, "zstd") == 0) {
            (void)wendi_fail_line(tmx->message, line,
                                  "compression 'zstd' is not read; let Tiled save "
                                  "the map with zlib, gzip or CSV");
            return WEND_ERROR_UNSUPPORTED;
        }
        return wendi_fail_line(tmx->message, line, "compression is '%.40s', expected zlib or gzip",
                               packing);
    }
    return WEND_OK;
}

static void begin_tiles(wendi_tmx *tmx, uint32_t line)
{
    wendi_array_u8_clear(&tmx->text);
    wendi_array_u32_clear(&tmx->gids);
    tmx->line = line;
}

wend_result wendi_tmx_open_data(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    tmx->has_layer = true;
    begin_tiles(tmx, line);
    tmx->chunk = tmx->area;
    return read_encoding(tmx, line, attributes);
}

/** The map reaches as far as its chunks do. */
static void widen(wendi_tmx_area *area, const wendi_tmx_area *chunk)
{
    if (area->width == 0) {
        *area = *chunk;
        return;
    }
    int64_t right = area->x + area->width;
    int64_t low = area->y + area->height;
    right = chunk->x + chunk->width > right ? chunk->x + chunk->width : right;
    low = chunk->y + chunk->height > low ? chunk->y + chunk->height : low;
    area->x = chunk->x < area->x ? chunk->x : area->x;
    area->y = chunk->y < area->y ? chunk->y : area->y;
    area->width = right - area->x;
    area->height = low - area->y;
}

wend_result wendi_tmx_open_chunk(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    static const int64_t far = 1 << 20;
    static const char *const names[] = {"x", "y", "width", "height"};
    int64_t *values[] = {&tmx->chunk.x, &tmx->chunk.y, &tmx->chunk.width, &tmx->chunk.height};
    if (!tmx->is_infinite) {
        return wendi_fail_line(tmx->message, line, "a chunk in a map that is not infinite");
    }
    for (size_t i = 0; i < 4; i++) {
        bool is_size = i >= 2;
        wend_result result =
            wendi_tmx_integer(tmx, line, attributes, names[i], is_size ? 1 : -far,
                              is_size ? WEND_GRID_SIDE_MAX : far, INT64_MIN, values[i]);
        if (result != WEND_OK) {
            return result;
        }
    }
    begin_tiles(tmx, line);
    if (!tmx->is_second) {
        widen(&tmx->area, &tmx->chunk);
    }
    return WEND_OK;
}

static size_t tile_count(const wendi_tmx *tmx)
{
    return (size_t)(tmx->chunk.width * tmx->chunk.height);
}

static wend_result add_gid(wendi_tmx *tmx, uint32_t line, uint32_t gid)
{
    if (tmx->gids.count >= tile_count(tmx)) {
        return wendi_fail_line(tmx->message, line, "more tiles than the %llu expected",
                               (unsigned long long)tile_count(tmx));
    }
    wend_result result = wendi_tmx_check_gid(tmx, line, gid & gid_mask);
    if (result != WEND_OK) {
        return result;
    }
    return wendi_array_u32_push(&tmx->gids, gid & gid_mask) ? WEND_OK : wendi_tmx_no_memory(tmx);
}

wend_result wendi_tmx_data_tile(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    int64_t gid = 0;
    wend_result result = wendi_tmx_integer(tmx, line, attributes, "gid", 0, UINT32_MAX, 0, &gid);
    return result == WEND_OK ? add_gid(tmx, line, (uint32_t)gid) : result;
}

static wendi_span trimmed(wendi_span word)
{
    while (word.length > 0 && (word.text[0] == ' ' || word.text[0] == '\t')) {
        word.text++;
        word.length--;
    }
    while (word.length > 0 &&
           (word.text[word.length - 1] == ' ' || word.text[word.length - 1] == '\t')) {
        word.length--;
    }
    return word;
}

/** Numbers between commas; a comma may end a line. */
static wend_result read_csv_line(wendi_tmx *tmx, uint32_t number, wendi_span line)
{
    while (line.length > 0) {
        const uint8_t *comma = memchr(line.text, ',', line.length);
        size_t length = comma == NULL ? line.length : (size_t)(comma - line.text);
        wendi_span word = trimmed((wendi_span){line.text, length});
        int64_t gid = 0;
        if (!wendi_span_integer(word, 0, UINT32_MAX, &gid)) {
            int shown = word.length > 20 ? 20 : (int)word.length;
            return wendi_fail_line(tmx->message, number,
                                   "found '%.*s', expected the number of a tile", shown,
                                   (const char *)word.text);
        }
        wend_result result = add_gid(tmx, number, (uint32_t)gid);
        if (result != WEND_OK) {
            return result;
        }
        length += comma == NULL ? 0 : 1;
        line.text += length;
        line.length -= length;
        line = trimmed(line);
    }
    return WEND_OK;
}

static wend_result read_csv(wendi_tmx *tmx)
{
    wendi_lines lines = wendi_lines_begin(tmx->text.items, tmx->text.count);
    wendi_span line;
    while (wendi_lines_next(&lines, &line)) {
        wend_result result = read_csv_line(tmx, tmx->line + (lines.number - 1), trimmed(line));
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static wend_result read_bytes(wendi_tmx *tmx, const uint8_t *bytes)
{
    size_t count = tile_count(tmx);
    if (!wendi_array_u32_resize(&tmx->gids, count)) {
        return wendi_tmx_no_memory(tmx);
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *tile = bytes + 4 * i;
        const uint32_t gid = ((uint32_t)tile[0] | (uint32_t)tile[1] << 8 | (uint32_t)tile[2] << 16 |
                              (uint32_t)tile[3] << 24) &
                             gid_mask;
        wend_result result = wendi_tmx_check_gid(tmx, tmx->line, gid);
        if (result != WEND_OK) {
            return result;
        }
        tmx->gids.items[i] = gid;
    }
    return WEND_OK;
}

static wend_result unpack(wendi_tmx *tmx, const wendi_array_u8 *packed)
{
    const wend_allocator *allocator = &tmx->source->options->allocator;
    size_t bytes = 4 * tile_count(tmx);
    wendi_array_u8 tiles;
    wendi_array_u8_init(&tiles, allocator);
    /* zlib packs a thousand bytes into one at best, and nothing into nothing. */
    if (bytes / 1100 > packed->count) {
        return wendi_fail(tmx->message, WEND_ERROR_FILE, "%llu packed bytes cannot hold %llu tiles",
                          (unsigned long long)packed->count, (unsigned long long)tile_count(tmx));
    }
    if (!wendi_array_u8_resize(&tiles, bytes)) {
        return wendi_tmx_no_memory(tmx);
    }
    wend_result result =
        wendi_inflate(packed->items, packed->count, allocator, tiles.items, bytes, tmx->message);
    if (result == WEND_OK) {
        result = read_bytes(tmx, tiles.items);
    }
    wendi_array_u8_free(&tiles);
    return result;
}

static wend_result read_base64(wendi_tmx *tmx)
{
    wendi_array_u8 bytes;
    wendi_array_u8_init(&bytes, &tmx->source->options->allocator);
    wend_result result =
        wendi_base64_decode(tmx->text.items, tmx->text.count, &bytes, tmx->message);
    if (result == WEND_OK && tmx->encoding == WENDI_TMX_BASE64_PACKED) {
        result = unpack(tmx, &bytes);
    } else if (result == WEND_OK && bytes.count != 4 * tile_count(tmx)) {
        result =
            wendi_fail(tmx->message, WEND_ERROR_FILE, "%llu bytes of tiles, expected %llu",
                       (unsigned long long)bytes.count, 4 * (unsigned long long)tile_count(tmx));
    } else if (result == WEND_OK) {
        result = read_bytes(tmx, bytes.items);
    }
    wendi_array_u8_free(&bytes);
    /* Messages without a line get the one where the text began. */
    if (result != WEND_OK && tmx->message != NULL && tmx->message->line == 0) {
        tmx->message->line = tmx->line;
    }
    return result;
}

/** The costs that the layer and the groups around it set, the inner before the outer.
 * @param costs [class_count]. @return false: the layer is hidden and sets no cost. */
static bool layer_costs(const wendi_tmx *tmx, uint8_t *costs)
{
    bool is_hidden = false;
    bool says_something = false;
    memset(costs, 0, WEND_GRID_CLASSES_MAX);
    for (size_t i = tmx->depth; i > 0; i--) {
        const wendi_tmx_frame *frame = &tmx->frames[i];
        if (frame->kind != WENDI_TMX_LAYER && frame->kind != WENDI_TMX_GROUP) {
            continue;
        }
        is_hidden = is_hidden || frame->is_hidden;
        for (uint32_t k = 0; k < tmx->class_count; k++) {
            costs[k] = costs[k] != 0 ? costs[k] : wendi_tmx_cost_of(&frame->costs, k);
            says_something = says_something || costs[k] != 0;
        }
    }
    return says_something || !is_hidden;
}

static void lay_tiles(const wendi_tmx *tmx)
{
    uint8_t layer[WEND_GRID_CLASSES_MAX];
    const uint8_t *tile = NULL;
    uint32_t known = 0;
    if (!layer_costs(tmx, layer)) {
        return;
    }
    for (size_t i = 0; i < tmx->gids.count; i++) {
        uint32_t gid = tmx->gids.items[i];
        if (gid == 0) {
            continue;
        }
        if (gid != known) {
            tile = wendi_tmx_tile_costs(tmx, gid);
            known = gid;
        }
        int64_t row = (int64_t)i / tmx->chunk.width;
        int64_t column = (int64_t)i - row * tmx->chunk.width;
        int32_t x, y;
        wendi_tmx_cell(tmx, tmx->chunk.x + column, tmx->chunk.y + row, &x, &y);
        /* Puts a tile on a cell. A tile without a cost keeps the cost below it, and is plain ground
         * on an empty cell. */
        for (uint32_t k = 0; k < tmx->class_count; k++) {
            uint8_t *cost = wendi_map_content_row(tmx->content, k, y) + x;
            uint8_t wanted = layer[k];
            if (wanted == 0 && tile != NULL) {
                wanted = tile[k];
            }
            if (wanted != 0) {
                *cost = wanted;
            } else if (*cost == 0) {
                *cost = 1;
            }
        }
    }
}

wend_result wendi_tmx_close_data(wendi_tmx *tmx)
{
    wend_result result = WEND_OK;
    if (tmx->encoding == WENDI_TMX_CSV) {
        result = read_csv(tmx);
    } else if (tmx->encoding != WENDI_TMX_ELEMENTS) {
        result = read_base64(tmx);
    }
    if (result == WEND_OK && tmx->gids.count != tile_count(tmx)) {
        result = wendi_fail_line(tmx->message, tmx->line, "%llu tiles, expected %llu",
                                 (unsigned long long)tmx->gids.count,
                                 (unsigned long long)tile_count(tmx));
    }
    if (result == WEND_OK) {
        lay_tiles(tmx);
    }
    return result;
}
