/* takes: pixels.
 * gives: a PNG file.
 * cost:  that of the PNG library.
 */
#include "base/message.h"
#include "io/png.h"
#include "wend/io.h"

#include <string.h>

static const int32_t side_max = 16384;

typedef struct pixels {
    const uint8_t *rgb;
    size_t row_bytes;
} pixels;

static void give_row(void *context, int32_t y, uint8_t *rgb)
{
    const pixels *p = context;
    memcpy(rgb, p->rgb + (size_t)y * p->row_bytes, p->row_bytes);
}

wend_result wend_io_write_png(const char *file, int32_t width, int32_t height, const uint8_t *rgb,
                              wend_message *message)
{
    wendi_message_clear(message);
    if (file == NULL || rgb == NULL || width < 1 || height < 1 || width > side_max ||
        height > side_max) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "a file, pixels, and 1 to 16384 of them along a side expected");
    }
    wend_allocator allocator = {0};
    wendi_array_u8 out = {0};
    pixels p = {rgb, (size_t)width * 3};
    wend_result result = wendi_png_write(width, height, &allocator, give_row, &p, &out, message);
    if (result == WEND_OK) {
        result = wend_io_write_file(file, out.items, out.count, message);
    }
    wendi_array_u8_free(&out);
    return result;
}
