/* takes: two names on one file system.
 * gives: the first file under the second name.
 * cost:  one system call. */
#include "io/core/file.h"

#include <stdio.h>
#include <sys/stat.h>

bool wendi_file_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool wendi_file_is_replaceable(const char *file)
{
    struct stat about;
    return lstat(file, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode);
}
