/* Runs a record again and compares every tick with it; gives the first tick that differs.
 * Cost: that of the scene. */
#include "core/args.h"
#include "core/input.h"
#include "json.h"
#include "progress.h"
#include "scene/args.h"
#include "scene/input.h"

#include "scene.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct replay_request {
    const char *file, *scene;
    scene_args limits;
} replay_request;

static void put_hash(json *j, const char *key, uint64_t hash)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_text(j, key, text);
}

static void put_json(const replay_request *request, const scene_difference *last, bool differs)
{
    json j = json_begin(stdout);
    json_text(&j, "record", request->file);
    json_bool(&j, "same", !differs);
    json_unsigned(&j, "ticks", last->tick);
    json_bool(&j, "changed_scene", last->is_changed_scene);
    put_hash(&j, "recorded", last->recorded);
    put_hash(&j, "played", last->played);
    json_finish(&j);
}

static void put_text(const scene_difference *last, bool differs)
{
    if (differs) {
        printf("differs at tick %" PRIu64 ": recorded %016" PRIx64 ", played %016" PRIx64 "\n",
               last->tick, last->recorded, last->played);
    } else {
        printf("the same for %" PRIu64 " ticks, hash %016" PRIx64 "\n", last->tick, last->played);
    }
    if (differs && last->is_changed_scene) {
        printf("the scene's text was changed since it was recorded\n");
    }
}

static int play(const cli *c, const replay_request *request, scene_replay *replay)
{
    wend_message message = {0};
    scene_difference last = {0};
    wend_result result = WEND_OK;
    while (result == WEND_OK) {
        result = scene_replay_tick(replay, &last, &message);
        progress_count("ticks", last.tick, 0);
    }
    progress_end();
    if (result < WEND_OK) {
        return input_fail(c, request->file, result, &message);
    }
    const bool differs = result == WEND_PARTIAL;
    if (c->is_json) {
        put_json(request, &last, differs);
    } else {
        put_text(&last, differs);
    }
    return differs ? CLI_NO_PATH : CLI_OK;
}

int cmd_replay(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    replay_request request = {.limits = scene_args_default()};
    args a = args_make("Plays a recorded scene again and stops at the first tick that differs.",
                       "  wend run scenes/circle.lua --record circle.rec\n"
                       "  wend replay circle.rec --threads 2\n");
    a.details = "Ends with 0 when every tick has the hash that was recorded, with 1 at the first "
                "that has not.";
    args_positional(&a, "RECORD", "what --record wrote", true, &request.file);
    args_file(&a, ARG_READS, "RECORD", &request.file);
    args_file(&a, ARG_READS, "--scene", &request.scene);
    args_text(&a, "--scene", "FILE", "the scene (default: as recorded, else beside the record)",
              &request.scene);
    scene_args_add(&a, &request.limits);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    wend_message message = {0};
    scene_replay *replay = NULL;
    scene_options options = scene_options_default();
    options.threads = (uint32_t)request.limits.threads;
    options.memory_mb = (uint32_t)request.limits.memory_mb;
    options.instructions = (uint64_t)request.limits.instructions;
    options.folders = request.limits.folders;
    options.folder_count = request.limits.folder_count;
    const wend_result result =
        scene_input_replay(request.file, request.scene, &options, &replay, &message);
    exit_code = result == WEND_OK ? play(&c, &request, replay)
                                  : input_fail(&c, request.file, result, &message);
    scene_replay_close(replay);
    return exit_code;
}
