/* Creating, renaming and kinds of files, Windows: its rename() refuses an existing target, and its
 * older C library takes no "x" in the mode of fopen(). */
#include "io/core/file.h"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

FILE *wendi_file_create_new(const char *file)
{
    const int number =
        _open(file, _O_WRONLY | _O_BINARY | _O_CREAT | _O_EXCL, _S_IREAD | _S_IWRITE);
    if (number < 0) {
        return NULL;
    }
    FILE *stream = _fdopen(number, "wb");
    if (stream == NULL) {
        (void)_close(number);
    }
    return stream;
}

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
