/* scene/run_film.h: pictures of a running scene: single ones, and films. */
#ifndef CLI_SCENE_RUN_FILM_H
#define CLI_SCENE_RUN_FILM_H

#include "core/cli.h"

#include "scene.h"

enum { RUN_FILM_PATH_CAPACITY = 1024 };

/* Options of a film. */
typedef struct run_film_request {
    const char *video; /* file; "-" = standard output, as Matroska; NULL = no film */
    const char *png;   /* "FILE@TICK", TICK may be left out: the last one; NULL = none */
    int64_t width;     /* pixels */
    int64_t every;     /* ticks between two pictures of the film */
} run_film_request;

typedef struct run_film run_film;

/** Prepares pictures; starts ffmpeg where a film is wanted and it is there, else numbers PNG files
 * in a folder. NULL and no failure where nothing is wanted.
 * @return CLI_OK or CLI_BAD (told). */
int run_film_begin(const cli *c, const run_film_request *request, const scene *s, run_film **film);
/** After each tick, and once before the first. @return CLI_OK or CLI_BAD (told). */
int run_film_tick(const cli *c, run_film *film, scene *s);
/** Writes what the end brings; NULL is fine. @return CLI_OK or CLI_BAD (told). */
int run_film_end(const cli *c, run_film *film, scene *s);
void run_film_free(run_film *film);
/** The film that was made: a file, or "FOLDER/frame-00000.png" for a folder of pictures; NULL =
 * none.
 */
const char *run_film_video(const run_film *film);
/** The single picture; NULL = none was made. */
const char *run_film_png(const run_film *film);

#endif
