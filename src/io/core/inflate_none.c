/* Builds without zlib: unpacking is WEND_ERROR_UNSUPPORTED. */
#include "base/core/message.h"
#include "io/core/inflate.h"

bool wendi_inflate_exists(void)
{
    return false;
}

wend_result wendi_inflate(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                          uint8_t *out, size_t out_count, wend_message *message)
{
    (void)bytes;
    (void)count;
    (void)allocator;
    (void)out;
    (void)out_count;
    return wendi_fail(message, WEND_ERROR_UNSUPPORTED,
                      "this build of wend_io unpacks nothing (it was made without zlib)");
}
