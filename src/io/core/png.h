/* The one door to a PNG library. core/png_libpng.c stands behind it, or
 * core/png_none.c. */
#ifndef WENDI_IO_CORE_PNG_H
#define WENDI_IO_CORE_PNG_H

#include "base/core/array.h"
#include "wend/io_map.h"

/** Receives row y of a picture. @param rgb [width][3]. */
typedef void (*wendi_png_row_fn)(void *context, int32_t y, const uint8_t *rgb);
/** Fills row y of a picture. @param rgb [width][3]. */
typedef void (*wendi_png_fill_row_fn)(void *context, int32_t y, uint8_t *rgb);

/** True if this build can read and write PNG. */
bool wendi_png_exists(void);

/** Decodes to 8 bits for each of red, green and blue, rows from the top; gray, palette and 16 bits
 * are converted, transparency is left out.
 * @param width, height those of the file's header; checked by the caller against its limits, and
 * here against the file.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED. */
wend_result wendi_png_read(const uint8_t *bytes, size_t count, int32_t width, int32_t height,
                           const wend_allocator *allocator, wendi_png_row_fn take, void *context,
                           wend_message *message);

/** Encodes; `give` is called once for each row, from the top.
 * @param out appended to.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED. */
wend_result wendi_png_write(int32_t width, int32_t height, const wend_allocator *allocator,
                            wendi_png_fill_row_fn give, void *context, wendi_array_u8 *out,
                            wend_message *message);

#endif
