/* Tells terminals, pipes and devices among the standard streams and named files, and reserves
 * standard output for data.
 * Cost: a few system calls. */
#define _DEFAULT_SOURCE /* struct winsize */
#define _POSIX_C_SOURCE 200809L

#include "streams.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COLUMNS_USUAL = 80 };

void streams_begin(void)
{
    for (int stream = 0; stream <= STDERR_FILENO; stream++) {
        /* open() returns the lowest free number. Writing to a stream opened for reading fails, and
         * vice versa, as it does with a closed stream. */
        if (fcntl(stream, F_GETFD) < 0) {
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

bool streams_is_once(const char *name)
{
    struct stat status;
    if (strcmp(name, "-") == 0) {
        return true;
    }
    return stat(name, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool streams_is_terminal(FILE *stream)
{
    return isatty(fileno(stream)) != 0;
}

bool streams_is_pipe(FILE *stream)
{
    struct stat status;
    return fstat(fileno(stream), &status) == 0 && S_ISFIFO(status.st_mode);
}

int streams_columns(FILE *stream)
{
    struct winsize size;
    const bool is_known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : COLUMNS_USUAL;
}

FILE *streams_input(void)
{
    return stdin;
}

FILE *streams_take_output(void)
{
    fflush(stdout);
    const int data = dup(STDOUT_FILENO);
    if (data < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        return NULL;
    }
    return fdopen(data, "wb");
}
