/* Creating, renaming and kinds of files, POSIX. */
#include "io/core/file.h"

#include <sys/stat.h>

FILE *wendi_file_create_new(const char *file)
{
    return fopen(file, "wbx");
}

bool wendi_file_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool wendi_file_is_replaceable(const char *file)
{
    struct stat about;
    return lstat(file, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode);
}
