/* Saves a running scene to a file, and loads one.
 * Cost: a pass over all that the scene consists of. */
#include "scene/run_save.h"

#include "core/input.h"
#include "core/output.h"
#include "scene/at_tick.h"
#include "streams.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int run_save_begin(const cli *c, const char *text, run_save *save)
{
    *save = (run_save){.tick = UINT64_MAX};
    return text == NULL
               ? CLI_OK
               : at_tick_read(c, "--save", text, save->file, sizeof save->file, &save->tick);
}

static int write_file(const cli *c, const run_save *save, const uint8_t *bytes, size_t count)
{
    const bool is_stream = strcmp(save->file, "-") == 0;
    if (is_stream && streams_is_terminal(output_stream())) {
        return cli_fail(c, "--save: standard output is a terminal, and a saved scene is not text; "
                           "send it to a file or a pipe");
    }
    FILE *out = is_stream ? output_stream() : fopen(save->file, "wb");
    bool is_written = out != NULL && fwrite(bytes, 1, count, out) == count;
    if (out != NULL && !is_stream) {
        is_written = fclose(out) == 0 && is_written;
    }
    return is_written ? CLI_OK
                      : cli_fail(c, "--save: %s: cannot be written: %s", output_name(save->file),
                                 strerror(errno));
}

static int save_now(const cli *c, run_save *save, scene *s)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (scene_save(s, &bytes, &count) != WEND_OK) {
        return cli_fail(c, "--save: %s", scene_message(s));
    }
    save->is_saved = true;
    const int result = write_file(c, save, bytes, count);
    free(bytes);
    return result;
}

int run_save_tick(const cli *c, run_save *save, scene *s)
{
    const bool is_due = save->file[0] != '\0' && scene_tick_count(s) == save->tick;
    return is_due ? save_now(c, save, s) : CLI_OK;
}

int run_save_end(const cli *c, run_save *save, scene *s)
{
    if (save->file[0] == '\0' || save->is_saved) {
        return CLI_OK;
    }
    if (save->tick != UINT64_MAX) {
        return cli_fail(c, "--save: the scene ended at tick %" PRIu64, scene_tick_count(s));
    }
    return save_now(c, save, s);
}

const char *run_save_file(const run_save *save)
{
    return save->is_saved ? save->file : NULL;
}

/* ---- loading ---- */

int run_load_read(const cli *c, const char *file, uint8_t **bytes, size_t *count, uint64_t *seed)
{
    wend_message message = {0};
    wend_result result = input_read(file, bytes, count, &message);
    if (result != WEND_OK) {
        return input_fail(c, file, result, &message);
    }
    result = scene_saved_seed(*bytes, *count, seed, &message);
    return result == WEND_OK ? CLI_OK
                             : cli_fail(c, "--load: %s: %s", input_name(file), message.text);
}

int run_load(const cli *c, const char *file, const uint8_t *bytes, size_t count, scene *s)
{
    return scene_load(s, bytes, count) == WEND_OK
               ? CLI_OK
               : cli_fail(c, "--load: %s: %s", input_name(file), scene_message(s));
}
