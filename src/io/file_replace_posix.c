/* takes: two names on one file system.
 * gives: the first file under the second name.
 * cost:  one system call. */
#include "io/file_replace.h"

#include <stdio.h>

bool wendi_file_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}
