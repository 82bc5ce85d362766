/* The one door to a zip library. core/archive_libzip.c stands behind it, or
 * core/archive_none.c.
 *
 * libzip has no hook for memory: its own (the list of entries, a window for unpacking) comes from
 * libc; unpacked bytes come from the caller's allocator. */
#ifndef WENDI_IO_CORE_ARCHIVE_H
#define WENDI_IO_CORE_ARCHIVE_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** An archive in memory that is being read. */
typedef struct wendi_archive wendi_archive;

/** True if this build can read archives. */
bool wendi_archive_exists(void);

/** True if the bytes start as a zip archive does, with an entry or empty. */
static inline bool wendi_archive_is_zip(const uint8_t *bytes, size_t count)
{
    return count >= 4 && bytes[0] == 'P' && bytes[1] == 'K' &&
           ((bytes[2] == 3 && bytes[3] == 4) || (bytes[2] == 5 && bytes[3] == 6));
}

/** Opens an archive. @param bytes [count], to live as long. @param archive set to NULL first.
 * @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED. */
wend_result wendi_archive_open(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                               wendi_archive **archive, wend_message *message);
/** NULL is fine. */
void wendi_archive_close(wendi_archive *archive);
/** Entries, folders among them. */
size_t wendi_archive_count(const wendi_archive *archive);
/** An entry's whole name with forward slashes; never NULL, valid as long as the archive. */
const char *wendi_archive_name(const wendi_archive *archive, size_t index);
/** Finds an entry by its whole name. @param index set in any case. @return false: no such entry. */
bool wendi_archive_find(const wendi_archive *archive, const char *name, size_t *index);
/** Unpacks an entry and checks its checksum. Free with wend_io_free.
 * @param bytes_max larger ones are refused. @param bytes [*count], a zero behind.
 * @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY. */
wend_result wendi_archive_read(const wendi_archive *archive, size_t index, size_t bytes_max,
                               uint8_t **bytes, size_t *count, wend_message *message);

#endif
