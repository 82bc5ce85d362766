/* Runs the reader of zip archives on any bytes: every listed entry can be read by its name, whole
 * or not at all. Time is linear in the bytes and in what is unpacked. */
#include "fuzz/check.h"
#include "io/core/archive.h"
#include "wend/io.h"

enum { ENTRIES_MOST = 64, BYTES_MOST = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wend_message message = {0, ""};
    const wend_allocator allocator = {NULL, NULL};
    wendi_archive *archive = NULL;
    (void)wendi_archive_is_zip(data, size);
    wend_result result = wendi_archive_open(data, size, &allocator, &archive, &message);
    check((result == WEND_OK) == (archive != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    const size_t count = archive != NULL ? wendi_archive_count(archive) : 0;
    for (size_t i = 0; i < count && i < ENTRIES_MOST; i++) {
        size_t found = 0;
        size_t length = 0;
        uint8_t *bytes = NULL;
        const char *name = wendi_archive_name(archive, i);
        check(name != NULL);
        (void)wendi_archive_find(archive, name, &found);
        message.text[0] = '\0';
        result = wendi_archive_read(archive, i, BYTES_MOST, &bytes, &length, &message);
        check((result == WEND_OK) == (bytes != NULL));
        check(length <= BYTES_MOST && (bytes == NULL || bytes[length] == 0));
        check(result == WEND_OK || message.text[0] != '\0');
        wend_io_free(&allocator, bytes, length);
    }
    wendi_archive_close(archive);
    return 0;
}
