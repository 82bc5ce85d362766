/* Opens a window in which a scene runs and can be changed, and measures its frames.
 * Cost: that of the scene and of drawing it. */
#include "core/args.h"
#include "core/folder.h"
#include "core/input.h"
#include "core/output.h"
#include "json.h"
#include "scene/args.h"
#include "scene/run_save.h"
#include "streams.h"

#include "viewer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_CAPACITY = 512 };

typedef struct view_request {
    viewer_options options;
    const char *screenshot; /* FILE@FRAME */
    const char *size;       /* WxH */
    const char *load;
    int64_t seed, frames; /* seed below 0 = none was given */
    scene_args limits;
    char shot_file[FILE_CAPACITY];
    run_load loaded;
} view_request;

/* FILE@FRAME; without @FRAME the last one. */
static int take_screenshot(const cli *c, view_request *request)
{
    viewer_options *options = &request->options;
    const char *text = request->screenshot;
    if (text == NULL) {
        return CLI_OK;
    }
    const char *at = strrchr(text, '@');
    const size_t count = at != NULL ? (size_t)(at - text) : strlen(text);
    int64_t frame = request->frames;
    if (count == 0 || count >= sizeof request->shot_file) {
        return cli_fail(c, "--screenshot: expected FILE@FRAME, got '%s'", text);
    }
    if (at != NULL && !arg_parse_integer(at + 1, 1, INT64_MAX, &frame)) {
        return cli_fail(c, "--screenshot: expected a frame from 1 on behind the @, got '%s'",
                        at + 1);
    }
    if (frame == 0) {
        return cli_fail(c, "--screenshot: which frame? FILE@FRAME, or --frames N for the last");
    }
    memcpy(request->shot_file, text, count);
    options->screenshot = request->shot_file;
    options->screenshot_frame = (uint64_t)frame;
    return CLI_OK;
}

static int take_size(const cli *c, view_request *request)
{
    char width[16] = "";
    int64_t w = request->options.width;
    int64_t h = request->options.height;
    const char *x = request->size != NULL ? strchr(request->size, 'x') : NULL;
    if (x != NULL && (size_t)(x - request->size) < sizeof width) {
        memcpy(width, request->size, (size_t)(x - request->size));
    }
    if (request->size != NULL &&
        (!arg_parse_integer(width, 64, 16384, &w) || !arg_parse_integer(x + 1, 64, 16384, &h))) {
        return cli_fail(c, "--size: expected WIDTHxHEIGHT from 64x64 to 16384x16384, got '%s'",
                        request->size);
    }
    request->options.width = (int)w;
    request->options.height = (int)h;
    return CLI_OK;
}

/* Input from a pipe is read at once; messages use this name for it. */
static int take_text(const cli *c, const char **name, const char **text, size_t *count)
{
    wend_message message = {0};
    uint8_t *bytes = NULL;
    if (*name == NULL || !streams_is_once(*name)) {
        return CLI_OK;
    }
    const wend_result result = input_read(*name, &bytes, count, &message);
    *text = (const char *)bytes;
    *name = input_name(*name);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, *name, result, &message);
}

static int take_files(const cli *c, view_request *request)
{
    viewer_options *options = &request->options;
    const char *shot = request->screenshot;
    if (shot != NULL && shot[0] == '-' && (shot[1] == '\0' || shot[1] == '@')) {
        return cli_fail(c, "--screenshot: found '-', expected the name of a file that "
                           "ends in .png or .bmp");
    }
    if (options->record != NULL && strcmp(options->record, "-") == 0) {
        options->record = output_name(options->record);
        options->record_stream = output_stream();
    }
    return take_text(c, &options->scene, &options->text, &options->text_count) == CLI_OK
               ? take_text(c, &options->script, &options->script_text, &options->script_count)
               : CLI_BAD;
}

/* ---- the choice of scenes ---- */

/* Files of a folder that end in .lua. */
typedef struct scene_list {
    char (*files)[FILE_CAPACITY];
    const char **names; /* [count] sorted */
    size_t count, capacity;
    const char *folder;
    bool has_failed; /* for want of memory */
} scene_list;

static bool list_scene(void *context, const char *name)
{
    scene_list *list = context;
    const char *dot = strrchr(name, '.');
    if (dot == NULL || strcmp(dot, ".lua") != 0 ||
        strlen(list->folder) + strlen(name) + 2 > FILE_CAPACITY) {
        return true;
    }
    if (list->count == list->capacity) {
        const size_t capacity = 2 * list->capacity + 32;
        void *bigger = realloc(list->files, capacity * sizeof *list->files);
        if (bigger == NULL) {
            list->has_failed = true;
            return false;
        }
        list->files = bigger;
        list->capacity = capacity;
    }
    snprintf(list->files[list->count++], FILE_CAPACITY, "%s/%s", list->folder, name);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool list_folder(scene_list *list, const char *folder)
{
    list->folder = folder;
    return folder_each(folder, list_scene, list);
}

/* Lists the scenes of a folder that is named instead of a scene, or the shipped ones.
 * @return CLI_OK, also if a scene is named. */
static int take_choices(const cli *c, view_request *request, scene_list *list)
{
    viewer_options *options = &request->options;
    const bool is_stream = options->scene != NULL && streams_is_once(options->scene);
    bool is_folder = false;
    if (options->scene != NULL && !is_stream) {
        is_folder = list_folder(list, options->scene);
    } else if (options->scene == NULL) {
        (void)list_folder(list, "scenes");
        if (list->count == 0) {
            (void)list_folder(list, WEND_INSTALLED_SCENES);
        }
    }
    if (list->has_failed) {
        return cli_fail(c, "%s", wend_result_text(WEND_ERROR_MEMORY));
    }
    if (is_folder && list->count == 0) {
        return cli_fail(c, "%s: this folder has no scenes, which are files that end in .lua",
                        options->scene);
    }
    if (options->scene != NULL && list->count == 0) {
        return CLI_OK;
    }
    if (list->count == 0) {
        return cli_fail(c,
                        "no scene is named, and there are none to choose from in scenes and in "
                        "%s; name one, or a folder of scenes",
                        WEND_INSTALLED_SCENES);
    }
    if (options->record != NULL || request->load != NULL) {
        return cli_fail(c, "%s: needs the name of a scene",
                        options->record != NULL ? "--record" : "--load");
    }
    list->names = malloc(list->count * sizeof *list->names);
    if (list->names == NULL) {
        return cli_fail(c, "%s", wend_result_text(WEND_ERROR_MEMORY));
    }
    qsort(list->files, list->count, sizeof *list->files, by_name);
    for (size_t i = 0; i < list->count; i++) {
        list->names[i] = list->files[i];
    }
    options->scene = NULL;
    options->choices = list->names;
    options->choice_count = list->count;
    return CLI_OK;
}

static void put_time(json *j, const char *name, const viewer_time *time)
{
    json_object(j, name);
    json_number(j, "mean", time->mean);
    json_number(j, "p99", time->p99);
    json_number(j, "max", time->most);
    json_close(j);
}

static void put_json(const view_request *request, const viewer_report *report, const char *hash)
{
    json j = json_begin(stdout);
    json_text(&j, "scene", request->options.scene);
    json_unsigned(&j, "seed", request->loaded.seed);
    json_integer(&j, "threads", request->limits.threads);
    json_unsigned(&j, "frames", report->frames);
    json_unsigned(&j, "ticks", report->ticks);
    json_unsigned(&j, "agents", report->agents);
    json_text(&j, "driver", report->driver);
    json_text(&j, "renderer", report->renderer);
    json_object(&j, "ms_per_frame");
    put_time(&j, "simulation", &report->sim);
    put_time(&j, "draw_list", &report->list);
    put_time(&j, "both", &report->both);
    put_time(&j, "present", &report->present);
    json_close(&j);
    json_text(&j, "hash", hash);
    json_text(&j, "screenshot", request->options.screenshot);
    json_text(&j, "record", request->options.record);
    json_finish(&j);
}

static void put_line(const char *name, const viewer_time *time)
{
    printf("%-16s mean %.2f, p99 %.2f, max %.2f ms a frame\n", name, time->mean, time->p99,
           time->most);
}

static void put_text(const view_request *request, const viewer_report *report, const char *hash)
{
    printf("frames           %" PRIu64 ", ticks %" PRIu64 ", agents %u (%s, %s)\n", report->frames,
           report->ticks, (unsigned)report->agents, report->driver, report->renderer);
    put_line("simulation", &report->sim);
    put_line("draw list", &report->list);
    put_line("both", &report->both);
    put_line("present", &report->present);
    printf("hash             %s\n", hash);
    if (request->options.screenshot != NULL) {
        printf("screenshot       %s\n", request->options.screenshot);
    }
    if (request->options.record != NULL) {
        printf("record           %s\n", request->options.record);
    }
}

static int run(const cli *c, view_request *request, scene_list *list)
{
    char hash[24];
    viewer_report report;
    wend_message message = {0};
    request->options.threads = (uint32_t)request->limits.threads;
    request->options.memory_mb = (uint32_t)request->limits.memory_mb;
    request->options.instructions = (uint64_t)request->limits.instructions;
    request->options.folders = request->limits.folders;
    request->options.folder_count = request->limits.folder_count;
    if (scene_args_cut_set(c, &request->limits) != CLI_OK ||
        run_load_begin(c, request->load, request->seed, request->options.record, &request->limits,
                       &request->loaded) != CLI_OK) {
        return CLI_BAD;
    }
    request->options.seed = request->loaded.seed;
    request->options.parameters = request->loaded.parameters;
    request->options.parameter_count = request->loaded.parameter_count;
    request->options.saved = request->loaded.bytes;
    request->options.saved_count = request->loaded.count;
    request->options.frames = (uint64_t)request->frames;
    if (take_choices(c, request, list) != CLI_OK || take_files(c, request) != CLI_OK ||
        take_screenshot(c, request) != CLI_OK || take_size(c, request) != CLI_OK) {
        return CLI_BAD;
    }
    const wend_result result = viewer_run(&request->options, &report, &message);
    if (result != WEND_OK && report.layers[0] != '\0') {
        return cli_fail(c, "--layers: %s; there are %s", message.text, report.layers);
    }
    if (result != WEND_OK && report.is_load_refused) {
        return cli_fail(c, "--load: %s: %s", input_name(request->load), message.text);
    }
    if (result != WEND_OK) {
        const char *name = request->options.scene;
        if (name == NULL) {
            return cli_fail(c, "%s", message.text);
        }
        return request->options.text == NULL ? input_fail(c, name, result, &message)
                                             : cli_fail_call(c, name, result, &message);
    }
    snprintf(hash, sizeof hash, "%016" PRIx64, report.hash);
    if (c->is_json) {
        put_json(request, &report, hash);
    } else {
        put_text(request, &report, hash);
    }
    return CLI_OK;
}

int cmd_view(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    view_request request = {
        .options = viewer_options_default(), .seed = -1, .limits = scene_args_default()};
    viewer_options *options = &request.options;
    args a = args_make("Shows a scene written in Lua in a window, and changes it while it runs.",
                       "  wend view\n"
                       "  wend view scenes/battle.lua\n"
                       "  wend view scenes/battle.lua --threads 2 --record battle.rec\n"
                       "  wend view scenes/ghosts.lua --load ghosts.save\n"
                       "  SDL_VIDEODRIVER=dummy wend view scenes/circle.lua --frames 200 "
                       "--screenshot circle.png\n");
    a.details = "F1 in the window lists mouse and keys; docs/viewer.md describes them. With\n"
                "--frames or --script each frame is a tick, regardless of the clock.";
    args_positional(&a, "SCENE", "the scene's file; a folder of scenes, or nothing: choose one",
                    false, &options->scene);
    args_file(&a, ARG_READS, "SCENE", &options->scene);
    args_file(&a, ARG_READS, "--script", &options->script);
    args_file(&a, ARG_READS, "--load", &request.load);
    args_file(&a, ARG_WRITES, "--record", &options->record);
    args_integer(&a, "--seed", "N", "wend.args.seed of the scene (default 1, or that of --load)", 0,
                 INT64_MAX, &request.seed);
    scene_args_add(&a, &request.limits);
    scene_args_add_set(&a, &request.limits);
    args_text(&a, "--record", "FILE", "write inputs and hashes, for 'wend replay'",
              &options->record);
    args_text(&a, "--load", "FILE", "go on from a scene that 'wend run --save' saved",
              &request.load);
    args_text(&a, "--script", "FILE", "mouse and keys from a file", &options->script);
    args_text(&a, "--layers", "NAMES", "layers at first: a,b shows, -a hides (docs/viewer.md)",
              &options->layers);
    args_text(&a, "--screenshot", "FILE@FRAME", "a picture (.png, .bmp) of that frame",
              &request.screenshot);
    args_integer(&a, "--frames", "N", "end after N frames", 1, 1000000000, &request.frames);
    args_text(&a, "--size", "WxH", "of the window, pixels (default 1280x800)", &request.size);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    scene_list list = {0};
    exit_code = run(&c, &request, &list);
    free(list.files);
    free(list.names);
    run_load_free(&request.loaded);
    return exit_code;
}
