/* takes: pieces of text and numbers.
 * gives: them one behind the other, in a file.
 * cost:  linear; the whole text lies in memory. */
#include "io/text_out.h"

#include "base/message.h"
#include "io/decimal.h"

#include <string.h>

void wendi_put_text(wendi_writer *out, const char *text)
{
    wendi_write_raw(out, text, strlen(text));
}

void wendi_put_double(wendi_writer *out, double value)
{
    char text[WENDI_DOUBLE_TEXT_CAPACITY];
    wendi_write_raw(out, text, wendi_double_text(value, text));
}

void wendi_put_u64(wendi_writer *out, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    wendi_write_raw(out, digits + at, sizeof digits - at);
}

wend_result wendi_put_file(wendi_writer *out, const char *file, wend_message *message)
{
    wend_result result =
        out->has_failed ? wendi_fail(message, WEND_ERROR_MEMORY, "%s: out of memory", file)
                        : wend_io_write_file(file, out->bytes.items, out->bytes.count, message);
    wendi_writer_free(out);
    return result;
}

bool wendi_name_ends(const char *file, const char *ending)
{
    const size_t length = file == NULL ? 0 : strlen(file);
    const size_t end = strlen(ending);
    if (length < end) {
        return false;
    }
    for (size_t i = 0; i < end; i++) {
        const char c = file[length - end + i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != ending[i]) {
            return false;
        }
    }
    return true;
}
