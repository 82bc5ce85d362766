/* Bytes written as letters, as RFC 4648 has it. */
#ifndef WENDI_IO_CORE_BASE64_H
#define WENDI_IO_CORE_BASE64_H

#include "base/core/array.h"

/** Decodes; blanks and line ends are passed over, '=' may only fill up the end and may be missing.
 * @param bytes appended to; as it was on failure.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE (the message, without a line, names the
 * unexpected byte). */
wend_result wendi_base64_decode(const uint8_t *text, size_t count, wendi_array_u8 *bytes,
                                wend_message *message);

#endif
