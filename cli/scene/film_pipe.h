/* A film encoder that takes pixels from a pipe. */
#ifndef CLI_SCENE_FILM_PIPE_H
#define CLI_SCENE_FILM_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { FILM_PICTURES_A_SECOND = 20 };

typedef struct film_pipe film_pipe;

/** Starts ffmpeg.
 * @param file name of the film; its extension selects the format.
 * @param out receives the film as Matroska instead of the file; NULL: the file is written.
 * @return NULL if ffmpeg is not installed or cannot be started. */
film_pipe *film_pipe_open(const char *file, FILE *out, int32_t width, int32_t height);
/** One picture. @param rgb [count] bytes. @return false: ffmpeg has ended. */
bool film_pipe_write(film_pipe *pipe, const uint8_t *rgb, size_t count);
/** Waits for the end of ffmpeg and frees. @return true if it reported success, and for NULL. */
bool film_pipe_close(film_pipe *pipe);

#endif
