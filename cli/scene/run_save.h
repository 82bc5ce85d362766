/* Saves a running scene to a file, and loads one: also for the window. */
#ifndef CLI_SCENE_RUN_SAVE_H
#define CLI_SCENE_RUN_SAVE_H

#include "core/cli.h"
#include "scene/args.h"

#include "scene.h"

enum { RUN_SAVE_PATH_CAPACITY = 1024 };

typedef struct run_save {
    char file[RUN_SAVE_PATH_CAPACITY]; /* "" = none, "-" = standard output */
    uint64_t tick;                     /* UINT64_MAX = at the end */
    bool is_saved;
} run_save;

/** Reads "FILE@TICK". @param text NULL = nothing is saved. @return CLI_OK or CLI_BAD (reported). */
int run_save_begin(const cli *c, const char *text, run_save *save);
/** After each tick, and once before the first. @return CLI_OK or CLI_BAD (reported). */
int run_save_tick(const cli *c, run_save *save, scene *s);
/** Behind the last tick. @return CLI_OK or CLI_BAD (reported). */
int run_save_end(const cli *c, run_save *save, scene *s);
/** The file that was written; NULL = none. */
const char *run_save_file(const run_save *save);

/* A saved scene that a command goes on from, and what its scene is opened with. */
typedef struct run_load {
    const char *file;
    uint8_t *bytes; /* [count]; NULL = none */
    size_t count;
    uint64_t seed;
    const char *parameters[SCENE_PARAMETERS_MAX + SCENE_ARGS_SETTINGS_MAX]; /* [parameter_count] */
    size_t parameter_count;
} run_load;

/** What a scene is opened with: seed and settings as they were given, and, where there is a file to load,
 * the seed and the parameters of that one. Given ones come last, so they count, and differences are refused
 * when the file is loaded.
 * @param file of --load; NULL = none. @param seed as given; below 0 = none was.
 * @param record of --record, which needs a beginning; NULL = none.
 * @param load free with run_load_free, also after a failure. @return CLI_OK or CLI_BAD (reported). */
int run_load_begin(const cli *c, const char *file, int64_t seed, const char *record,
                   const scene_args *given, run_load *load);
/** Puts the file, if there is one, into a scene that was just opened. @return CLI_OK or CLI_BAD
 * (reported). */
int run_load_into(const cli *c, const run_load *load, scene *s);
void run_load_free(run_load *load);

#endif
