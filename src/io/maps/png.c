/* Maps from PNG files: a cost for each pixel by its grey or by a table of colours.
 * Cost: linear in the pixels; with a table, times its length wherever the colour changes. */
#include "io/core/png.h"
#include "base/core/message.h"
#include "io/maps/reader.h"

#include <string.h>

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

static const int64_t cells_max = (int64_t)1 << 28;
/* Deflate makes at most 1032 bytes of one, and a byte holds at most 8 pixels: a file too short for
 * its sizes is refused before memory is taken for them. */
static const int64_t pixels_per_byte_max = INT64_C(1032) * 8;

bool wendi_map_is_png(const uint8_t *bytes, size_t count)
{
    return count >= sizeof signature && memcmp(bytes, signature, sizeof signature) == 0;
}

static int64_t big_endian(const uint8_t *bytes)
{
    return ((int64_t)bytes[0] << 24) | ((int64_t)bytes[1] << 16) | ((int64_t)bytes[2] << 8) |
           bytes[3];
}

/** True if every chunk up to the last lies within the file. libpng allocates for a chunk by the
 * length it claims.
 *
 *     signature | length letters content checksum | ... | 0 "IEND" checksum */
static bool has_whole_chunks(const uint8_t *bytes, size_t count)
{
    enum { FRAME_BYTES = 12 };
    size_t at = sizeof signature;
    while (count - at >= FRAME_BYTES) {
        int64_t length = big_endian(bytes + at);
        if (length > (int64_t)(count - at - FRAME_BYTES)) {
            return false;
        }
        if (memcmp(bytes + at + 4, "IEND", 4) == 0) {
            return true;
        }
        at += (size_t)length + FRAME_BYTES;
    }
    return false;
}

/** Reads the sizes before anything is decoded. */
static wend_result read_size(const uint8_t *bytes, size_t count, int32_t *width, int32_t *height,
                             wend_message *message)
{
    enum { HEADER_AT = 8, WIDTH_AT = 16, HEIGHT_AT = 20, HEADER_BYTES = 33 };
    if (!wendi_map_is_png(bytes, count) || count < HEADER_BYTES ||
        big_endian(bytes + HEADER_AT) != 13 || memcmp(bytes + HEADER_AT + 4, "IHDR", 4) != 0) {
        return wendi_fail(message, WEND_ERROR_FILE, "no PNG, or its header is cut off");
    }
    int64_t w = big_endian(bytes + WIDTH_AT);
    int64_t h = big_endian(bytes + HEIGHT_AT);
    if (w < 1 || h < 1 || w > WEND_GRID_SIDE_MAX || h > WEND_GRID_SIDE_MAX || w * h > cells_max) {
        return wendi_fail(message, WEND_ERROR_FILE,
                          "a PNG of %lld x %lld pixels, expected 1 to %d a side", (long long)w,
                          (long long)h, (int)WEND_GRID_SIDE_MAX);
    }
    if (!has_whole_chunks(bytes, count)) {
        return wendi_fail(message, WEND_ERROR_FILE, "a PNG that ends within a chunk");
    }
    if (w * h / pixels_per_byte_max > (int64_t)count) {
        return wendi_fail(message, WEND_ERROR_FILE, "a PNG cut off: too short for %lld x %lld",
                          (long long)w, (long long)h);
    }
    *width = (int32_t)w;
    *height = (int32_t)h;
    return WEND_OK;
}

/** White is 1, black a wall; between them darker is more expensive. */
static uint8_t grey_cost(const uint8_t *rgb)
{
    int grey = (299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000;
    return (uint8_t)(grey >= 255 ? 1 : 255 - grey);
}

static int square(int a)
{
    return a * a;
}

/** The cost of the nearest colour; of equally near ones the first. */
static uint8_t table_cost(const wend_map_options *options, const uint8_t *rgb)
{
    int nearest = INT32_MAX;
    uint8_t cost = WEND_COST_WALL;
    for (size_t i = 0; i < options->colour_count; i++) {
        const wend_colour_cost *c = &options->colours[i];
        int distance =
            square(c->red - rgb[0]) + square(c->green - rgb[1]) + square(c->blue - rgb[2]);
        if (distance < nearest) {
            nearest = distance;
            cost = c->cost;
        }
    }
    return cost;
}

/** The cells that rows of a PNG fill. */
typedef struct png_reader {
    const wend_map_options *options;
    wendi_map_cells cells;
} png_reader;

static void read_png_row(void *context, int32_t y, const uint8_t *rgb)
{
    const png_reader *t = context;
    uint8_t *costs = t->cells.costs + (size_t)y * (size_t)t->cells.width;
    for (size_t x = 0; x < (size_t)t->cells.width; x++) {
        const uint8_t *pixel = rgb + 3 * x;
        if (x > 0 && memcmp(pixel, pixel - 3, 3) == 0) {
            costs[x] = costs[x - 1];
        } else {
            costs[x] =
                t->options->colours == NULL ? grey_cost(pixel) : table_cost(t->options, pixel);
        }
    }
}

wend_result wendi_map_read_png(const uint8_t *bytes, size_t count, const wend_map_options *options,
                               wendi_map_cells *cells)
{
    int32_t width = 0;
    int32_t height = 0;
    wend_result result = read_size(bytes, count, &width, &height, options->message);
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_png_exists()) {
        return wendi_fail(options->message, WEND_ERROR_UNSUPPORTED,
                          "this build of wend_io reads no PNG");
    }
    png_reader t = {options, {NULL, 0, 0}};
    result = wendi_map_cells_create(&t.cells, width, height, options);
    if (result == WEND_OK) {
        result = wendi_png_read(bytes, count, width, height, &options->allocator, read_png_row, &t,
                                options->message);
    }
    if (result != WEND_OK) {
        wendi_map_cells_destroy(&t.cells, &options->allocator);
        return result;
    }
    *cells = t.cells;
    return WEND_OK;
}
