/* takes: pixels.
 * gives: a refusal: this build has no libpng.
 * cost:  none. */
#include "view.h"

wend_result view_png_write(const char *file, const uint8_t *rgba, int width, int height,
                           wend_message *message)
{
    (void)rgba;
    (void)width;
    (void)height;
    return view_fail(message, WEND_ERROR_UNSUPPORTED,
                     "%s: this build cannot write PNG; name a .bmp, or install libpng-dev", file);
}
