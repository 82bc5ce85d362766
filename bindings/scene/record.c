/* Writes the inputs of a running scene and its hash after each tick to a text file.
 * Cost: a hash a tick.
 *
 *     wend-record 2
 *     scene scenes/battle.lua
 *     source 5d2f0c9a7be81463           fingerprint of the scene's text
 *     seed 1
 *     parameter level=yard              each one that the scene has read
 *     i 0 slider 0 1.5                  before tick 0 became tick 1
 *     t 1 8c6f3e02b1a9d754              after it
 *     end 1                             complete: number of ticks */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "scene/private.h"

wend_result scene_record_begin(scene *s)
{
    if (s->options.record == NULL) {
        return WEND_OK;
    }
    if (strpbrk(s->file, "\r\n") != NULL) {
        return scene_fail(&s->message, WEND_ERROR_FILE, "a scene of this name cannot be recorded");
    }
    s->record = s->options.record_stream != NULL ? s->options.record_stream
                                                 : fopen(s->options.record, "wb");
    if (s->record == NULL) {
        return scene_fail(&s->message, WEND_ERROR_FILE, "%s: cannot be written: %s",
                          s->options.record, strerror(errno));
    }
    fprintf(s->record, "wend-record 2\nscene %s\nsource %016" PRIx64 "\nseed %" PRIu64 "\n",
            s->file, s->source_hash, s->options.seed);
    for (size_t i = 0; i < s->parameter_count; i++) {
        if (s->parameters[i].is_read) {
            fprintf(s->record, "parameter %s\n", s->parameters[i].text);
        }
    }
    return WEND_OK;
}

void scene_record_input(scene *s, const scene_input *input)
{
    if (s->record != NULL) {
        fprintf(s->record, "i %" PRIu64 " ", s->tick_count);
        (void)scene_write_input(s->record, input);
        fprintf(s->record, "\n");
    }
}

/* Buffered data would fail after the last check for errors. */
static wend_result check_written(scene *s)
{
    if (fflush(s->record) != 0 || ferror(s->record) != 0) {
        return scene_fail(&s->message, WEND_ERROR_FILE, "%s: cannot be written (is the disk full?)",
                          s->options.record);
    }
    return WEND_OK;
}

wend_result scene_record_tick(scene *s)
{
    if (s->record == NULL) {
        return WEND_OK;
    }
    fprintf(s->record, "t %" PRIu64 " %016" PRIx64 "\n", s->tick_count, scene_hash(s));
    return check_written(s);
}

wend_result scene_end_record(scene *s)
{
    if (s->record == NULL) {
        return WEND_OK;
    }
    fprintf(s->record, "end %" PRIu64 "\n", s->tick_count);
    const wend_result result = check_written(s);
    if (s->record != s->options.record_stream) {
        fclose(s->record);
    }
    s->record = NULL;
    return result;
}
