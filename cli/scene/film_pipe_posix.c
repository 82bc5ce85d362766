/* Pipes pictures to ffmpeg, which runs beside without a shell in between.
 * Cost: that of ffmpeg. */
#define _POSIX_C_SOURCE 200809L

#include "scene/film_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct film_pipe {
    pid_t child;
    int out;
};

/* In the child: becomes ffmpeg, or reports a failure through `told`. Matroska can be written
 * from front to back; mp4 cannot. @param out -1 = the file. */
static void become_ffmpeg(const char *file, int out, int32_t width, int32_t height, int in,
                          int told)
{
    char size[32];
    char rate[16];
    snprintf(size, sizeof size, "%dx%d", (int)width, (int)height);
    snprintf(rate, sizeof rate, "%d", (int)FILM_PICTURES_A_SECOND);
    if (dup2(in, STDIN_FILENO) >= 0 && out >= 0 && dup2(out, STDOUT_FILENO) >= 0) {
        execlp("ffmpeg", "ffmpeg", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
               "-s", size, "-r", rate, "-i", "-", "-an", "-pix_fmt", "yuv420p", "-f", "matroska",
               "-", (char *)NULL);
    } else if (out < 0 && dup2(in, STDIN_FILENO) >= 0) {
        execlp("ffmpeg", "ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt",
               "rgb24", "-s", size, "-r", rate, "-i", "-", "-an", "-pix_fmt", "yuv420p", "--", file,
               (char *)NULL);
    }
    const char sign = 'x';
    (void)!write(told, &sign, 1);
    _exit(127);
}

static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        return false;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* Nothing comes through `told` when the child became ffmpeg: exec closed its end. */
static bool has_become(int told)
{
    char sign = 0;
    ssize_t count = 0;
    do {
        count = read(told, &sign, 1);
    } while (count < 0 && errno == EINTR);
    return count == 0;
}

static bool start(film_pipe *made, const char *file, int out, int32_t width, int32_t height)
{
    int pixels[2];
    int told[2];
    if (!open_pipe(pixels)) {
        return false;
    }
    if (!open_pipe(told)) {
        close(pixels[0]);
        close(pixels[1]);
        return false;
    }
    made->child = fork();
    if (made->child == 0) {
        become_ffmpeg(file, out, width, height, pixels[0], told[1]);
    }
    close(pixels[0]);
    close(told[1]);
    made->out = pixels[1];
    const bool is_there = made->child > 0 && has_become(told[0]);
    close(told[0]);
    return is_there;
}

film_pipe *film_pipe_open(const char *file, FILE *out, int32_t width, int32_t height)
{
    film_pipe *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->out = -1;
    made->child = -1;
    /* A write to an encoder that has ended is to fail, not to end us. */
    (void)signal(SIGPIPE, SIG_IGN);
    if (!start(made, file, out != NULL ? fileno(out) : -1, width, height)) {
        (void)film_pipe_close(made);
        return NULL;
    }
    return made;
}

bool film_pipe_write(film_pipe *pipe, const uint8_t *rgb, size_t count)
{
    while (count > 0) {
        const ssize_t written = write(pipe->out, rgb, count);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            rgb += written;
            count -= (size_t)written;
        }
    }
    return true;
}

bool film_pipe_close(film_pipe *pipe)
{
    int status = 0;
    if (pipe == NULL) {
        return true;
    }
    if (pipe->out >= 0) {
        close(pipe->out);
    }
    const bool has_ended = pipe->child > 0 && waitpid(pipe->child, &status, 0) == pipe->child;
    free(pipe);
    return has_ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
