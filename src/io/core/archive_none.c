/* Builds without libzip: archives are WEND_ERROR_UNSUPPORTED. */
#include "base/core/message.h"
#include "io/core/archive.h"

bool wendi_archive_exists(void)
{
    return false;
}

wend_result wendi_archive_open(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                               wendi_archive **archive, wend_message *message)
{
    (void)bytes;
    (void)count;
    (void)allocator;
    *archive = NULL;
    return wendi_fail(message, WEND_ERROR_UNSUPPORTED, "this build of wend_io reads no archives");
}

void wendi_archive_close(wendi_archive *archive)
{
    (void)archive;
}

size_t wendi_archive_count(const wendi_archive *archive)
{
    (void)archive;
    return 0;
}

const char *wendi_archive_name(const wendi_archive *archive, size_t index)
{
    (void)archive;
    (void)index;
    return "";
}

bool wendi_archive_find(const wendi_archive *archive, const char *name, size_t *index)
{
    (void)archive;
    (void)name;
    *index = 0;
    return false;
}

wend_result wendi_archive_read(const wendi_archive *archive, size_t index, size_t bytes_max,
                               uint8_t **bytes, size_t *count, wend_message *message)
{
    (void)archive;
    (void)index;
    (void)bytes_max;
    *bytes = NULL;
    *count = 0;
    return wendi_fail(message, WEND_ERROR_UNSUPPORTED, "this build of wend_io reads no archives");
}
