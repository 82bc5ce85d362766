/* Saves a running scene to a file, and loads one. */
#ifndef CLI_SCENE_RUN_SAVE_H
#define CLI_SCENE_RUN_SAVE_H

#include "core/cli.h"

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

/** Reads a saved scene. @param bytes [*count]; free with input_free. @param seed that its scene is
 * opened with. @return CLI_OK or CLI_BAD (reported). */
int run_load_read(const cli *c, const char *file, uint8_t **bytes, size_t *count, uint64_t *seed);
/** Puts it into a scene that was just opened. @return CLI_OK or CLI_BAD (reported). */
int run_load(const cli *c, const char *file, const uint8_t *bytes, size_t count, scene *s);

#endif
