/* Pictures of a running scene: single ones, and films. */
#ifndef CLI_SCENE_RUN_FILM_H
#define CLI_SCENE_RUN_FILM_H

#include "core/cli.h"

#include "scene.h"

enum { RUN_FILM_PATH_CAPACITY = 1024 };

/* Options of a film. */
typedef struct run_film_request {
    const char *video;  /* file; "-" = standard output, as Matroska; NULL = no film */
    const char *layers; /* shown and hidden ones, see scene_set_layers; NULL = the usual ones */
    const char *png;    /* "FILE@TICK", TICK may be left out: the last one; NULL = none */
    int64_t width;      /* pixels */
    int64_t every;      /* ticks between two pictures of the film */
} run_film_request;

typedef struct run_film run_film;

/** Prepares pictures; for a film starts ffmpeg if it is installed, else numbers PNG files in a
 * folder. NULL without a failure if nothing was requested.
 * @return CLI_OK or CLI_BAD (reported). */
int run_film_begin(const cli *c, const run_film_request *request, const scene *s, run_film **film);
/** After each tick, and once before the first. @return CLI_OK or CLI_BAD (reported). */
int run_film_tick(const cli *c, run_film *film, scene *s);
/** Finishes films and pictures; NULL is fine. @return CLI_OK or CLI_BAD (reported). */
int run_film_end(const cli *c, run_film *film, scene *s);
void run_film_free(run_film *film);
/** The film that was made: a file, or "FOLDER/frame-00000.png" for a folder of pictures; NULL =
 * none.
 */
const char *run_film_video(const run_film *film);
/** The single picture; NULL = none was made. */
const char *run_film_png(const run_film *film);

#endif
