/* Saves a running scene to a file, and loads one.
 * Cost: a pass over all that the scene consists of. */
#include "scene/run_save.h"

#include "core/input.h"
#include "core/output.h"
#include "scene/at_tick.h"
#include "streams.h"

#include "wend/io_map.h"

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

/* An older file of this name stays as it is until all bytes of the new one are written. */
static int write_file(const cli *c, const run_save *save, const uint8_t *bytes, size_t count)
{
    const bool is_stream = strcmp(save->file, "-") == 0;
    if (is_stream && streams_is_terminal(output_stream())) {
        return cli_fail(c, "--save: standard output is a terminal, and a saved scene is not text; "
                           "send it to a file or a pipe");
    }
    if (is_stream) {
        return fwrite(bytes, 1, count, output_stream()) == count
                   ? CLI_OK
                   : cli_fail(c, "--save: %s: cannot be written: %s", output_name(save->file),
                              strerror(errno));
    }
    wend_message message = {0};
    return wend_io_write_file(save->file, bytes, count, &message) == WEND_OK
               ? CLI_OK
               : cli_fail(c, "--save: %s", message.text);
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

static bool has_name(const char *setting, const char *other)
{
    const size_t count = strcspn(other, "=");
    return strncmp(setting, other, count) == 0 && setting[count] == '=';
}

/* Saved ones that were not given again, then those that were given. */
static void list_parameters(run_load *load, const char *const *saved, size_t saved_count,
                            const scene_args *given)
{
    for (size_t i = 0; i < saved_count; i++) {
        bool is_given = false;
        for (size_t k = 0; k < given->setting_count && !is_given; k++) {
            is_given = has_name(given->settings[k], saved[i]);
        }
        if (!is_given) {
            load->parameters[load->parameter_count++] = saved[i];
        }
    }
    for (size_t i = 0; i < given->setting_count; i++) {
        load->parameters[load->parameter_count++] = given->settings[i];
    }
}

int run_load_begin(const cli *c, const char *file, int64_t seed, const char *record,
                   const scene_args *given, run_load *load)
{
    const char *saved[SCENE_PARAMETERS_MAX];
    size_t saved_count = 0;
    wend_message message = {0};
    *load = (run_load){.file = file, .seed = seed < 0 ? 1 : (uint64_t)seed};
    if (file == NULL) {
        list_parameters(load, saved, 0, given);
        return CLI_OK;
    }
    if (record != NULL) {
        return cli_fail(c,
                        "--record: a record begins at tick 0, and --load goes on from a later one");
    }
    const wend_result result = input_read(file, &load->bytes, &load->count, &message);
    if (result != WEND_OK) {
        return input_fail(c, file, result, &message);
    }
    if (scene_saved_seed(load->bytes, load->count, &load->seed, &message) != WEND_OK ||
        scene_saved_parameters(load->bytes, load->count, saved, &saved_count, &message) !=
            WEND_OK) {
        return cli_fail(c, "--load: %s: %s", input_name(file), message.text);
    }
    if (seed >= 0 && (uint64_t)seed != load->seed) {
        return cli_fail(c, "--seed: %s was saved with seed %" PRIu64, input_name(file), load->seed);
    }
    list_parameters(load, saved, saved_count, given);
    return CLI_OK;
}

int run_load_into(const cli *c, const run_load *load, scene *s)
{
    return load->bytes == NULL || scene_load(s, load->bytes, load->count) == WEND_OK
               ? CLI_OK
               : cli_fail(c, "--load: %s: %s", input_name(load->file), scene_message(s));
}

void run_load_free(run_load *load)
{
    if (load->bytes != NULL) {
        input_free(load->file, load->bytes, load->count);
        load->bytes = NULL;
    }
}
