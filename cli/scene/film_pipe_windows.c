/* No pipe to ffmpeg on Windows: films become folders of pictures there. */
#include "scene/film_pipe.h"

film_pipe *film_pipe_open(const char *file, FILE *out, int32_t width, int32_t height)
{
    (void)file;
    (void)out;
    (void)width;
    (void)height;
    return NULL;
}

bool film_pipe_write(film_pipe *pipe, const uint8_t *rgb, size_t count)
{
    (void)pipe;
    (void)rgb;
    (void)count;
    return false;
}

bool film_pipe_close(film_pipe *pipe)
{
    return pipe == NULL;
}
