/* The one door to zlib. core/inflate_zlib.c stands behind it, or
 * core/inflate_none.c. */
#ifndef WENDI_IO_CORE_INFLATE_H
#define WENDI_IO_CORE_INFLATE_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** True if this build can unpack. */
bool wendi_inflate_exists(void);

/** Unpacks a zlib or gzip stream that must give exactly this number of bytes and end there.
 * @param out [out_count]; undefined on failure. @param message gets a text without a line.
 * @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED. */
wend_result wendi_inflate(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                          uint8_t *out, size_t out_count, wend_message *message);

#endif
