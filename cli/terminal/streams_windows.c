/* Tells terminals, pipes and devices among the standard streams and named files, and reserves
 * standard output for data.
 * Cost: a few system calls. */
#include "streams.h"

#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <windows.h>

enum { COLUMNS_USUAL = 80 };

void streams_begin(void)
{
    /* The run-time library gives no file the number of a standard stream. */
}

bool streams_is_once(const char *name)
{
    struct _stat64 status;
    if (strcmp(name, "-") == 0) {
        return true;
    }
    return _stat64(name, &status) == 0 && (status.st_mode & (_S_IFREG | _S_IFDIR)) == 0;
}

bool streams_is_terminal(FILE *stream)
{
    return _isatty(_fileno(stream)) != 0;
}

bool streams_is_pipe(FILE *stream)
{
    struct _stat64 status;
    return _fstat64(_fileno(stream), &status) == 0 && (status.st_mode & _S_IFMT) == _S_IFIFO;
}

int streams_columns(FILE *stream)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    const HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));
    return GetConsoleScreenBufferInfo(console, &info) ? info.dwSize.X : COLUMNS_USUAL;
}

FILE *streams_input(void)
{
    (void)_setmode(_fileno(stdin), _O_BINARY);
    return stdin;
}

FILE *streams_take_output(void)
{
    fflush(stdout);
    const int data = _dup(_fileno(stdout));
    if (data < 0 || _dup2(_fileno(stderr), _fileno(stdout)) != 0) {
        return NULL;
    }
    (void)_setmode(data, _O_BINARY);
    return _fdopen(data, "wb");
}
