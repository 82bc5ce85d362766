/* Zip archives through libzip.
 * Cost: opening reads the list of entries; unpacking is linear. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/archive.h"

#include <zip.h>

/* Deflate makes at most 1032 bytes of one: an entry that claims more is refused before memory is
 * taken for it. */
static const uint64_t unpacked_per_byte_max = 1032;
static const uint64_t smallest_claim = 4096;

struct wendi_archive {
    wend_allocator allocator;
    zip_t *zip;
};

bool wendi_archive_exists(void)
{
    return true;
}

static wend_result report_error(const zip_error_t *error, const char *name, wend_message *message)
{
    if (zip_error_code_zip(error) == ZIP_ER_MEMORY) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory for the archive");
    }
    return wendi_fail(message, WEND_ERROR_FILE, "the archive%s%.100s is damaged or unknown (%d)",
                      name[0] == '\0' ? "" : "'s entry ", name, zip_error_code_zip(error));
}

wend_result wendi_archive_open(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                               wendi_archive **archive, wend_message *message)
{
    *archive = NULL;
    wendi_archive *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory for the archive");
    }
    if (allocator != NULL) {
        made->allocator = *allocator;
    }
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *source = zip_source_buffer_create(bytes, count, 0, &error);
    made->zip = source == NULL ? NULL : zip_open_from_source(source, ZIP_RDONLY, &error);
    if (made->zip == NULL) {
        wend_result result = report_error(&error, "", message);
        zip_source_free(source);
        zip_error_fini(&error);
        wendi_free(allocator, made, sizeof *made);
        return result;
    }
    zip_error_fini(&error);
    *archive = made;
    return WEND_OK;
}

void wendi_archive_close(wendi_archive *archive)
{
    if (archive == NULL) {
        return;
    }
    zip_discard(archive->zip);
    wend_allocator allocator = archive->allocator;
    wendi_free(&allocator, archive, sizeof *archive);
}

size_t wendi_archive_count(const wendi_archive *archive)
{
    zip_int64_t count = zip_get_num_entries(archive->zip, 0);
    return count < 0 ? 0 : (size_t)count;
}

const char *wendi_archive_name(const wendi_archive *archive, size_t index)
{
    const char *name = zip_get_name(archive->zip, index, 0);
    return name == NULL ? "" : name;
}

bool wendi_archive_find(const wendi_archive *archive, const char *name, size_t *index)
{
    zip_int64_t found = zip_name_locate(archive->zip, name, 0);
    *index = found < 0 ? 0 : (size_t)found;
    return found >= 0;
}

/** The size an entry claims, if it is one that can be. */
static wend_result claimed_size(const wendi_archive *archive, size_t index, size_t bytes_max,
                                size_t *size, wend_message *message)
{
    const char *name = wendi_archive_name(archive, index);
    zip_stat_t stat;
    zip_stat_init(&stat);
    const zip_uint64_t sizes = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
    if (zip_stat_index(archive->zip, index, 0, &stat) != 0 || (stat.valid & sizes) != sizes) {
        return report_error(zip_get_error(archive->zip), name, message);
    }
    if (stat.size > bytes_max) {
        return wendi_fail(message, WEND_ERROR_FILE, "%.100s: %llu bytes, expected at most %llu",
                          name, (unsigned long long)stat.size, (unsigned long long)bytes_max);
    }
    if (stat.size > smallest_claim && stat.size / unpacked_per_byte_max > stat.comp_size) {
        return wendi_fail(message, WEND_ERROR_FILE, "%.100s: %llu bytes cannot unpack to %llu",
                          name, (unsigned long long)stat.comp_size, (unsigned long long)stat.size);
    }
    *size = (size_t)stat.size;
    return WEND_OK;
}

/** Unpacks exactly this number of bytes; reading beyond them makes libzip verify the checksum. */
static wend_result unpack(const wendi_archive *archive, size_t index, uint8_t *bytes, size_t size,
                          wend_message *message)
{
    const char *name = wendi_archive_name(archive, index);
    zip_file_t *file = zip_fopen_index(archive->zip, index, 0);
    if (file == NULL) {
        return report_error(zip_get_error(archive->zip), name, message);
    }
    size_t got = 0;
    uint8_t beyond = 0;
    zip_int64_t n = 1;
    while (got < size && n > 0) {
        n = zip_fread(file, bytes + got, size - got);
        got += n > 0 ? (size_t)n : 0;
    }
    n = n < 0 ? n : zip_fread(file, &beyond, 1);
    wend_result result = WEND_OK;
    if (n < 0) {
        result = report_error(zip_file_get_error(file), name, message);
    } else if (got != size || n != 0) {
        result = wendi_fail(message, WEND_ERROR_FILE, "%.100s: not the %llu bytes it claims", name,
                            (unsigned long long)size);
    }
    (void)zip_fclose(file);
    return result;
}

wend_result wendi_archive_read(const wendi_archive *archive, size_t index, size_t bytes_max,
                               uint8_t **bytes, size_t *count, wend_message *message)
{
    *bytes = NULL;
    *count = 0;
    size_t size = 0;
    wend_result result = claimed_size(archive, index, bytes_max, &size, message);
    if (result != WEND_OK) {
        return result;
    }
    uint8_t *made = wendi_alloc(&archive->allocator, size + 1);
    if (made == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory for %.100s",
                          wendi_archive_name(archive, index));
    }
    result = unpack(archive, index, made, size, message);
    if (result != WEND_OK) {
        wendi_free(&archive->allocator, made, size + 1);
        return result;
    }
    made[size] = 0;
    *bytes = made;
    *count = size;
    return WEND_OK;
}
