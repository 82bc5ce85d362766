/* Pixels as a PNG file or its bytes. */
#include "base/core/message.h"
#include "io/core/output.h"
#include "io/core/png.h"
#include "wend/io_picture.h"

#include <string.h>

static const int32_t side_max = 16384;

typedef struct pixels {
    const uint8_t *rgb;
    size_t row_bytes;
} pixels;

static void fill_row(void *context, int32_t y, uint8_t *rgb)
{
    const pixels *p = context;
    memcpy(rgb, p->rgb + (size_t)y * p->row_bytes, p->row_bytes);
}

/** The contents of the file. @param out to be freed in any case. */
static wend_result write_png(int32_t width, int32_t height, const uint8_t *rgb, wendi_array_u8 *out,
                             wend_message *message)
{
    wendi_array_u8_init(out, NULL);
    if (rgb == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "rgb is NULL");
    }
    if (width < 1 || height < 1 || width > side_max || height > side_max) {
        const bool is_width = width < 1 || width > side_max;
        return wendi_refuse(message, NULL, is_width ? "width" : "height", is_width ? width : height,
                            1, side_max);
    }
    wend_allocator allocator = {0};
    pixels p = {rgb, (size_t)width * 3};
    return wendi_png_write(width, height, &allocator, fill_row, &p, out, message);
}

wend_result wend_io_save_png_file(const char *file, int32_t width, int32_t height,
                                  const uint8_t *rgb, wend_message *message)
{
    wendi_message_clear(message);
    if (file == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "file is NULL");
    }
    wendi_array_u8 out;
    wend_result result = write_png(width, height, rgb, &out, message);
    if (result == WEND_OK) {
        result = wend_io_write_file(file, out.items, out.count, message);
    }
    wendi_array_u8_free(&out);
    return result;
}

wend_result wend_io_save_png_memory(int32_t width, int32_t height, const uint8_t *rgb,
                                    const wend_allocator *allocator, uint8_t **bytes, size_t *count,
                                    wend_message *message)
{
    if (!wendi_save_begin(bytes, count, message)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_array_u8 out;
    wend_result result = write_png(width, height, rgb, &out, message);
    if (result == WEND_OK) {
        result = wendi_save_copy(&out, allocator, bytes, count, message);
    }
    wendi_array_u8_free(&out);
    return result;
}
