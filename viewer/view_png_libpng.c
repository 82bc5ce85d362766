/* takes: pixels.
 * gives: a PNG file, by libpng.
 * cost:  one pass; libpng compresses. */
#include "view.h"

#include <png.h>
#include <string.h>

wend_result view_png_write(const char *file, const uint8_t *rgba, int width, int height,
                           wend_message *message)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)width;
    image.height = (png_uint_32)height;
    image.format = PNG_FORMAT_RGBA;
    if (png_image_write_to_file(&image, file, 0, rgba, 0, NULL) == 0) {
        return view_fail(message, WEND_ERROR_FILE, "%s: cannot be written: %s", file,
                         image.message);
    }
    return WEND_OK;
}
