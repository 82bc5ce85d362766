/* Replays a record: ticks its scene with the same inputs and finds the first tick whose hash
 * differs.
 * Cost: that of the scene, and a hash a tick. */
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

enum { REPLAY_PATH_CAPACITY = 1024 };

struct scene_replay {
    scene *played;
    scene_reader reader;
};

/* ---- opening ---- */

/* The scene beside the record, for records that were moved together with it. */
static void beside(const char *record, const char *scene_file, char *path)
{
    const char *slash = strrchr(record, '/');
    const char *name = strrchr(scene_file, '/');
    int folder = slash == NULL ? 0 : (int)(slash - record) + 1;
    snprintf(path, REPLAY_PATH_CAPACITY, "%.*s%s", folder, record,
             name == NULL ? scene_file : name + 1);
}

static bool exists(const char *file)
{
    FILE *opened = fopen(file, "rb");
    if (opened != NULL) {
        fclose(opened);
    }
    return opened != NULL;
}

static wend_result open_scene(scene_replay *r, const char *chosen, const scene_options *wanted,
                              wend_message *message)
{
    char near_path[REPLAY_PATH_CAPACITY];
    scene_options options = wanted != NULL ? *wanted : scene_options_default();
    options.seed = r->reader.seed;
    options.parameters = r->reader.parameters;
    options.parameter_count = r->reader.parameter_count;
    options.record = NULL;
    options.record_stream = NULL;
    const char *named = r->reader.scene;
    const char *file = chosen != NULL ? chosen : named;
    if (chosen == NULL && !exists(named)) {
        beside(r->reader.file, named, near_path);
        file = exists(near_path) ? near_path : named;
    }
    return scene_open(file, &options, &r->played, message);
}

static wend_result open_replay(const char *file, const uint8_t *bytes, size_t count,
                               const char *scene_file, const scene_options *options,
                               scene_replay **made, wend_message *message)
{
    scene_replay *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return scene_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    wend_result result = scene_reader_open(&r->reader, file, bytes, count, message);
    result = result == WEND_OK ? open_scene(r, scene_file, options, message) : result;
    if (result != WEND_OK) {
        scene_replay_close(r);
        return result;
    }
    *made = r;
    return WEND_OK;
}

wend_result scene_replay_open(const char *file, const char *scene_file,
                              const scene_options *options, scene_replay **made,
                              wend_message *message)
{
    *made = NULL;
    return file == NULL ? scene_fail(message, WEND_ERROR_ARGUMENT, "a record expected")
                        : open_replay(file, NULL, 0, scene_file, options, made, message);
}

wend_result scene_replay_open_bytes(const char *file, const uint8_t *bytes, size_t count,
                                    const char *scene_file, const scene_options *options,
                                    scene_replay **made, wend_message *message)
{
    *made = NULL;
    return file == NULL || bytes == NULL
               ? scene_fail(message, WEND_ERROR_ARGUMENT, "a record and its name expected")
               : open_replay(file, bytes, count, scene_file, options, made, message);
}

scene *scene_replay_scene(const scene_replay *replay)
{
    return replay->played;
}

void scene_replay_close(scene_replay *replay)
{
    if (replay != NULL) {
        scene_close(replay->played);
        scene_reader_close(&replay->reader);
        free(replay);
    }
}

/* ---- playing ---- */

static wend_result play_tick(const scene_replay *r, uint64_t recorded, scene_difference *difference,
                             wend_message *message)
{
    const uint64_t tick = scene_tick_count(r->played) + 1;
    wend_result result = scene_tick(r->played);
    if (result != WEND_OK) {
        return scene_fail(message, result, "%s", scene_message(r->played));
    }
    uint64_t played = scene_hash(r->played);
    if (difference != NULL) {
        bool is_changed = r->reader.source_hash != r->played->source_hash;
        *difference = (scene_difference){tick, recorded, played, is_changed};
    }
    return recorded == played ? WEND_OK : WEND_PARTIAL;
}

wend_result scene_replay_tick(scene_replay *replay, scene_difference *difference,
                              wend_message *message)
{
    scene *played = replay->played;
    wend_result result = WEND_OK;
    scene_reader_item item = {.kind = SCENE_READER_INPUT};
    while (result == WEND_OK && item.kind == SCENE_READER_INPUT) {
        result =
            scene_reader_next(&replay->reader, played->L, scene_tick_count(played), &item, message);
        if (result == WEND_OK && item.kind == SCENE_READER_INPUT) {
            result = scene_add_input(played, &item.input);
            if (result != WEND_OK) {
                (void)scene_fail(message, result, "%s", scene_message(played));
            }
        }
        free(item.bodies);
    }
    return result == WEND_OK ? play_tick(replay, item.hash, difference, message) : result;
}
