/* takes: two names on one volume.
 * gives: the first file under the second name; rename() refuses an existing one there.
 * cost:  one system call. */
#include "io/file_replace.h"

#include <windows.h>

bool wendi_file_replace(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0;
}
