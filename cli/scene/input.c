/* Opens scenes and records by name, also from a pipe.
 * Cost: that of the scene. */
#include "scene/input.h"

#include "core/input.h"
#include "streams.h"

/* Puts a scene that comes through a pipe into the options; leaves those of a file alone. */
static wend_result take_text(const char *file, scene_options *options, wend_message *message)
{
    uint8_t *bytes = NULL;
    if (file == NULL || !streams_is_once(file)) {
        return WEND_OK;
    }
    const wend_result result = input_read(file, &bytes, &options->text_count, message);
    options->text = (const char *)bytes;
    return result;
}

wend_result scene_input_open(const char *file, const scene_options *options, scene **made,
                             wend_message *message)
{
    scene_options chosen = *options;
    *made = NULL;
    const wend_result result = take_text(file, &chosen, message);
    return result == WEND_OK ? scene_open(input_name(file), &chosen, made, message) : result;
}

wend_result scene_input_replay(const char *file, const char *scene_file,
                               const scene_options *options, scene_replay **made,
                               wend_message *message)
{
    scene_options chosen = *options;
    uint8_t *bytes = NULL;
    size_t count = 0;
    *made = NULL;
    wend_result result = take_text(scene_file, &chosen, message);
    const char *scene_name = scene_file == NULL ? NULL : input_name(scene_file);
    if (result == WEND_OK && !streams_is_once(file)) {
        return scene_replay_open(file, scene_name, &chosen, made, message);
    }
    if (result == WEND_OK) {
        result = input_read(file, &bytes, &count, message);
    }
    return result == WEND_OK ? scene_replay_open_bytes(input_name(file), bytes, count, scene_name,
                                                       &chosen, made, message)
                             : result;
}
