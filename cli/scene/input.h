/* Scenes and records that come by name, from standard input or another pipe. */
#ifndef CLI_SCENE_INPUT_H
#define CLI_SCENE_INPUT_H

#include "scene.h"
#include "wend/base.h"

/** As scene_open; the file may be "-" and a pipe. */
wend_result scene_input_open(const char *file, const scene_options *options, scene **made,
                             wend_message *message);
/** As scene_replay_open; either file may be "-" and a pipe. */
wend_result scene_input_replay(const char *file, const char *scene_file,
                               const scene_options *options, scene_replay **made,
                               wend_message *message);

#endif
