/* Maps of the editor Tiled (.tmx) with the tilesets they name: costs for each movement class,
 * items, properties.
 * Cost: reads the file twice; four bytes a tile for one layer at a time. */
#include "io/tiled/tmx.h"

#include "base/core/message.h"

#include <string.h>

/* ---- attributes ---- */

const char *wendi_tmx_attribute(const char **attributes, const char *name)
{
    for (size_t i = 0; attributes[i] != NULL; i += 2) {
        if (strcmp(attributes[i], name) == 0) {
            return attributes[i + 1];
        }
    }
    return NULL;
}

wend_result wendi_tmx_no_memory(const wendi_tmx *tmx)
{
    return wendi_fail(tmx->message, WEND_ERROR_MEMORY, "out of memory for the map");
}

wend_result wendi_tmx_integer(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                              const char *name, int64_t low, int64_t high, int64_t fallback,
                              int64_t *value)
{
    const char *text = wendi_tmx_attribute(attributes, name);
    *value = fallback;
    if (text == NULL && fallback >= low && fallback <= high) {
        return WEND_OK;
    }
    if (text == NULL) {
        return wendi_fail_line(tmx->message, line, "there is no %s", name);
    }
    if (!wendi_span_integer(wendi_span_of(text), low, high, value)) {
        return wendi_fail_line(tmx->message, line,
                               "%s is '%.40s', expected a whole number from %lld to %lld", name,
                               text, (long long)low, (long long)high);
    }
    return WEND_OK;
}

bool wendi_tmx_parse_number(wendi_span span, double *value)
{
    bool is_negative = span.length > 0 && span.text[0] == '-';
    if (is_negative) {
        span.text++;
        span.length--;
    }
    wendi_decimal decimal;
    if ((is_negative && span.length > 0 && span.text[0] == '+') ||
        !wendi_span_decimal(span, &decimal)) {
        return false;
    }
    *value = is_negative ? -decimal.value : decimal.value;
    return true;
}

wend_result wendi_tmx_number(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                             const char *name, double *value)
{
    const char *text = wendi_tmx_attribute(attributes, name);
    if (text != NULL && !wendi_tmx_parse_number(wendi_span_of(text), value)) {
        return wendi_fail_line(tmx->message, line, "%s is '%.40s', expected a number", name, text);
    }
    return WEND_OK;
}

wend_result wendi_tmx_either(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                             const char *name, const char *first, const char *second,
                             bool *is_second)
{
    const char *text = wendi_tmx_attribute(attributes, name);
    *is_second = text != NULL && strcmp(text, second) == 0;
    if (text == NULL || *is_second || strcmp(text, first) == 0) {
        return WEND_OK;
    }
    return wendi_fail_line(tmx->message, line, "%s is '%.40s', expected %s or %s", name, text,
                           first, second);
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

bool wendi_tmx_same_word(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != '\0' && lower(a[i]) == lower(b[i])) {
        i++;
    }
    return a[i] == b[i];
}

/* ---- the map ---- */

/** Blanks that XML allows before a document. */
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

/** Cells without any tile: the map's own cost, or walls. */
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
