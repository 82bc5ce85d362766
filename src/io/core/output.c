/* Shared by the writers of files: text built in memory, bytes for the caller, endings of names. */
#include "io/core/output.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/decimal.h"
#include "io/core/file.h"

#include <string.h>

void wendi_text_write(wendi_writer *out, const char *text)
{
    wendi_write_raw(out, text, strlen(text));
}

void wendi_text_write_double(wendi_writer *out, double value)
{
    char text[WENDI_DOUBLE_TEXT_CAPACITY];
    wendi_write_raw(out, text, wendi_double_text(value, text));
}

void wendi_text_write_u64(wendi_writer *out, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    wendi_write_raw(out, digits + at, sizeof digits - at);
}

wend_result wendi_text_save_file(wendi_writer *out, wend_result written, const char *file,
                                 wend_message *message)
{
    wend_result result = written;
    if (written != WEND_OK) {
        wendi_file_message(message, file);
    } else if (out->has_failed) {
        result = wendi_fail(message, WEND_ERROR_MEMORY, "%s: out of memory", file);
    } else {
        result = wend_io_write_file(file, out->bytes.items, out->bytes.count, message);
    }
    wendi_writer_free(out);
    return result;
}

bool wendi_save_begin(uint8_t **bytes, size_t *count, wend_message *message)
{
    wendi_message_clear(message);
    if (bytes != NULL) {
        *bytes = NULL;
    }
    if (count != NULL) {
        *count = 0;
    }
    if (bytes == NULL || count == NULL) {
        (void)wendi_fail(message, WEND_ERROR_ARGUMENT, "bytes or count is NULL");
        return false;
    }
    return true;
}

wend_result wendi_save_copy(const wendi_array_u8 *from, const wend_allocator *allocator,
                            uint8_t **bytes, size_t *count, wend_message *message)
{
    uint8_t *given = wendi_alloc(allocator, from->count + 1);
    if (given == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    if (from->count > 0) {
        memcpy(given, from->items, from->count);
    }
    given[from->count] = 0;
    *bytes = given;
    *count = from->count;
    return WEND_OK;
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
