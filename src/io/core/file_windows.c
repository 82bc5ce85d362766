/* Renaming and kinds of files, Windows, whose rename() refuses an existing target. */
#include "io/core/file.h"

#include <windows.h>

bool wendi_file_replace(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0;
}

bool wendi_file_is_replaceable(const char *file)
{
    const DWORD about = GetFileAttributesA(file);
    return about == INVALID_FILE_ATTRIBUTES ||
           (about & (FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DEVICE)) == 0;
}
