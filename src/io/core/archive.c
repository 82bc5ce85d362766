/* takes: the first bytes of a file.
 * gives: whether it is an archive.
 * cost:  none. */
#include "io/core/archive.h"

#include <string.h>

bool wendi_archive_is_zip(const uint8_t *bytes, size_t count)
{
    static const uint8_t entry[4] = {'P', 'K', 3, 4};
    static const uint8_t empty[4] = {'P', 'K', 5, 6};
    return count >= sizeof entry &&
           (memcmp(bytes, entry, sizeof entry) == 0 || memcmp(bytes, empty, sizeof empty) == 0);
}
