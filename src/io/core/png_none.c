/* Builds without libpng: PNG is WEND_ERROR_UNSUPPORTED. */
#include "base/core/message.h"
#include "io/core/png.h"

bool wendi_png_exists(void)
{
    return false;
}

wend_result wendi_png_read(const uint8_t *bytes, size_t count, int32_t width, int32_t height,
                           const wend_allocator *allocator, wendi_png_row_fn take, void *context,
                           wend_message *message)
{
    (void)bytes;
    (void)count;
    (void)width;
    (void)height;
    (void)allocator;
    (void)take;
    (void)context;
    return wendi_fail(message, WEND_ERROR_UNSUPPORTED, "this build of wend_io reads no PNG");
}

wend_result wendi_png_write(int32_t width, int32_t height, const wend_allocator *allocator,
                            wendi_png_fill_row_fn give, void *context, wendi_array_u8 *out,
                            wend_message *message)
{
    (void)width;
    (void)height;
    (void)allocator;
    (void)give;
    (void)context;
    (void)out;
    return wendi_fail(message, WEND_ERROR_UNSUPPORTED, "this build of wend_io writes no PNG");
}
