/* Runs a scene without a window for a number of ticks: figures, hash, pictures, a film, a record.
 * Cost: that of the scene. */
#include "core/args.h"
#include "core/input.h"
#include "core/output.h"
#include "core/times.h"
#include "json.h"
#include "progress.h"
#include "scene/args.h"
#include "scene/input.h"
#include "scene/run_film.h"
#include "scene/run_save.h"

#include "scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct run_request {
    const char *scene, *record, *save, *load;
    int64_t ticks, seed; /* ticks 0 = from the scene */
    scene_args limits;
    run_film_request film;
} run_request;

/* Nanoseconds of each tick. */
typedef struct tick_times {
    uint64_t *items;
    size_t count, capacity;
} tick_times;

typedef struct run_work {
    const run_request *request;
    scene *scene;
    run_film *film;
    run_save save;
    run_load load;
    tick_times times;
    uint64_t ns_script, ns_flow, ns_crowd;
    const scene_figure *figures; /* [figure_count] the scene's own */
    size_t figure_count;
} run_work;

/* ---- sliders from the command line ---- */

static int refuse_slider(const cli *c, const scene *s, const char *name)
{
    const char *names[SCENE_SLIDERS_MAX];
    char suggestion[SUGGEST_CAPACITY];
    scene_slider slider;
    size_t sliders = 0;
    while (sliders < SCENE_SLIDERS_MAX && scene_get_slider(s, sliders, &slider)) {
        names[sliders++] = slider.name;
    }
    return cli_fail(c, "--set: the scene has no slider and reads no parameter '%s'%s", name,
                    suggest(name, names, sliders, suggestion));
}

static int set_one(const cli *c, scene *s, const char *name, const char *value)
{
    scene_input input = {.kind = SCENE_INPUT_SLIDER};
    scene_slider slider;
    if (scene_reads_parameter(s, name)) {
        return CLI_OK;
    }
    for (size_t i = 0; scene_get_slider(s, i, &slider); i++) {
        if (strcmp(slider.name, name) == 0) {
            input.index = (uint32_t)i;
            if (!arg_parse_number(value, slider.from, slider.to, &input.value)) {
                return cli_fail(c, "--set: %s: expected a number from %g to %g, found '%s'",
                                slider.name, slider.from, slider.to, value);
            }
            return scene_add_input(s, &input) == WEND_OK ? CLI_OK : cli_fail(c, "out of memory");
        }
    }
    return refuse_slider(c, s, name);
}

static int set_sliders(const cli *c, scene *s, const scene_args *a)
{
    char name[SCENE_PARAMETER_CAPACITY];
    for (size_t i = 0; i < a->setting_count; i++) {
        const size_t count = strcspn(a->settings[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)count, a->settings[i]);
        if (set_one(c, s, name, a->settings[i] + count + 1) != CLI_OK) {
            return CLI_BAD;
        }
    }
    return CLI_OK;
}

/* ---- running ---- */

static bool note_time(tick_times *times, uint64_t ns)
{
    if (times->count == times->capacity) {
        size_t capacity = times->capacity * 2 + 1024;
        uint64_t *grown = realloc(times->items, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        times->items = grown;
        times->capacity = capacity;
    }
    times->items[times->count++] = ns;
    return true;
}

static int note_tick(const cli *c, run_work *work)
{
    scene_stats stats;
    scene_get_stats(work->scene, &stats);
    work->ns_script += stats.ns_script;
    work->ns_flow += stats.ns_flow;
    work->ns_crowd += stats.ns_crowd;
    return note_time(&work->times, stats.ns_last) ? CLI_OK : cli_fail(c, "out of memory");
}

static bool goes_on(const run_work *work)
{
    uint64_t ticks = (uint64_t)work->request->ticks;
    return ticks > 0 ? scene_tick_count(work->scene) < ticks : !scene_is_done(work->scene);
}

static int run(const cli *c, run_work *work)
{
    if (run_film_tick(c, work->film, work->scene) != CLI_OK ||
        run_save_tick(c, &work->save, work->scene) != CLI_OK) {
        return CLI_BAD;
    }
    const uint64_t most =
        work->request->ticks > 0 ? (uint64_t)work->request->ticks : scene_ticks(work->scene);
    while (goes_on(work)) {
        wend_result result = scene_tick(work->scene);
        if (result != WEND_OK) {
            return cli_fail(c, "%s", scene_message(work->scene));
        }
        progress_count("ticks", scene_tick_count(work->scene), most);
        if (note_tick(c, work) != CLI_OK || run_film_tick(c, work->film, work->scene) != CLI_OK ||
            run_save_tick(c, &work->save, work->scene) != CLI_OK) {
            return CLI_BAD;
        }
    }
    progress_end();
    return run_film_end(c, work->film, work->scene) == CLI_OK
               ? run_save_end(c, &work->save, work->scene)
               : CLI_BAD;
}

/* ---- telling ---- */

static double mean_ms(const run_work *work, uint64_t ns)
{
    size_t count = work->times.count;
    return count == 0 ? 0.0 : (double)ns / (double)count / 1e6;
}

static void put_json_figures(json *j, const run_work *work)
{
    json_object(j, "figures");
    for (size_t i = 0; i < work->figure_count; i++) {
        const scene_figure *figure = &work->figures[i];
        switch (figure->kind) {
        case SCENE_FIGURE_INTEGER:
            json_integer(j, figure->name, figure->integer);
            break;
        case SCENE_FIGURE_NUMBER:
            json_number(j, figure->name, figure->number);
            break;
        case SCENE_FIGURE_BOOLEAN:
            json_bool(j, figure->name, figure->integer != 0);
            break;
        case SCENE_FIGURE_TEXT:
            json_text(j, figure->name, figure->text);
            break;
        }
    }
    json_close(j);
}

static void put_json(const run_work *work, const scene_stats *stats, const times_summary *times,
                     const char *hash)
{
    json j = json_begin(stdout);
    json_text(&j, "scene", work->request->scene);
    json_text(&j, "title", scene_title(work->scene));
    json_unsigned(&j, "seed", work->load.seed);
    json_integer(&j, "threads", work->request->limits.threads);
    json_unsigned(&j, "ticks", stats->ticks);
    json_number(&j, "seconds", (double)stats->ticks * scene_step(work->scene));
    json_unsigned(&j, "agents", stats->agents);
    json_object(&j, "ms_per_tick");
    json_number(&j, "mean", times->mean_us / 1e3);
    json_number(&j, "p99", times->p99_us / 1e3);
    json_number(&j, "max", times->max_us / 1e3);
    json_number(&j, "script", mean_ms(work, work->ns_script));
    json_number(&j, "flow", mean_ms(work, work->ns_flow));
    json_number(&j, "crowd", mean_ms(work, work->ns_crowd));
    json_close(&j);
    json_text(&j, "text", scene_text(work->scene));
    json_unsigned(&j, "arrived", stats->arrived);
    json_unsigned(&j, "arrivals", stats->arrivals);
    json_unsigned(&j, "moving", stats->moving);
    json_unsigned(&j, "stuck", stats->stuck);
    json_unsigned(&j, "given_up", stats->given_up);
    json_unsigned(&j, "no_path", stats->no_path);
    json_unsigned(&j, "embedded", stats->embedded);
    json_number(&j, "max_overlap", stats->max_overlap);
    json_unsigned(&j, "wall_violations", stats->wall_violations);
    put_json_figures(&j, work);
    json_text(&j, "hash", hash);
    json_text(&j, "video", run_film_video(work->film));
    json_text(&j, "png", run_film_png(work->film));
    json_text(&j, "record", work->request->record);
    json_text(&j, "save", run_save_file(&work->save));
    json_finish(&j);
}

static void put_text(const run_work *work, const scene_stats *stats, const times_summary *times,
                     const char *hash)
{
    printf("scene            %s, seed %" PRIu64 "\n", scene_title(work->scene), work->load.seed);
    printf("agents           %u\n", (unsigned)stats->agents);
    printf("ticks            %" PRIu64 " (%.1f s)\n", stats->ticks,
           (double)stats->ticks * scene_step(work->scene));
    printf("ms_per_tick      mean %.2f, p99 %.2f, max %.2f (crowd %.2f, flow %.2f, script %.2f), "
           "%" PRId64 " thread%s\n",
           times->mean_us / 1e3, times->p99_us / 1e3, times->max_us / 1e3,
           mean_ms(work, work->ns_crowd), mean_ms(work, work->ns_flow),
           mean_ms(work, work->ns_script), work->request->limits.threads,
           work->request->limits.threads == 1 ? "" : "s");
    if (scene_text(work->scene)[0] != '\0') {
        printf("text             %s\n", scene_text(work->scene));
    }
    printf("arrived          %u (%" PRIu64 " ever)\n", (unsigned)stats->arrived, stats->arrivals);
    printf("stuck            %u\n", (unsigned)stats->stuck);
    printf("max_overlap      %.2f %% of the diameter\n", stats->max_overlap * 100.0);
    printf("wall_violations  %" PRIu64 "\n", stats->wall_violations);
    for (size_t i = 0; i < work->figure_count; i++) {
        char text[SCENE_FIGURE_TEXT_CAPACITY];
        scene_figure_text(&work->figures[i], text);
        printf("%-16s %s\n", work->figures[i].name, text);
    }
    printf("hash             %s (the same on every machine, for any number of threads)\n", hash);
    if (run_film_video(work->film) != NULL) {
        printf("video            %s\n", run_film_video(work->film));
    }
    if (run_film_png(work->film) != NULL) {
        printf("png              %s\n", output_name(run_film_png(work->film)));
    }
    if (work->request->record != NULL) {
        printf("record           %s\n", output_name(work->request->record));
    }
    if (run_save_file(&work->save) != NULL) {
        printf("save             %s\n", output_name(run_save_file(&work->save)));
    }
}

static int tell(const cli *c, run_work *work)
{
    scene_stats stats;
    char hash[24];
    /* What cannot be hashed is a failure, which the figures tell. */
    snprintf(hash, sizeof hash, "%016" PRIx64, scene_hash(work->scene));
    if (scene_get_figures(work->scene, &work->figures, &work->figure_count) != WEND_OK) {
        return cli_fail(c, "%s", scene_message(work->scene));
    }
    scene_get_stats(work->scene, &stats);
    const times_summary times = times_sum_up(work->times.items, work->times.count, 1);
    if (c->is_json) {
        put_json(work, &stats, &times, hash);
    } else {
        put_text(work, &stats, &times, hash);
    }
    return CLI_OK;
}

static int answer(const cli *c, run_work *work)
{
    wend_message message = {0};
    scene_options options = scene_options_default();
    if (run_load_begin(c, work->request->load, work->request->seed, work->request->record,
                       &work->request->limits, &work->load) != CLI_OK ||
        run_save_begin(c, work->request->save, &work->save) != CLI_OK) {
        return CLI_BAD;
    }
    options.seed = work->load.seed;
    options.threads = (uint32_t)work->request->limits.threads;
    options.memory_mb = (uint32_t)work->request->limits.memory_mb;
    options.instructions = (uint64_t)work->request->limits.instructions;
    options.folders = work->request->limits.folders;
    options.folder_count = work->request->limits.folder_count;
    options.parameters = work->load.parameters;
    options.parameter_count = work->load.parameter_count;
    options.record = work->request->record;
    if (options.record != NULL && strcmp(options.record, "-") == 0) {
        options.record = output_name(options.record);
        options.record_stream = output_stream();
    }
    wend_result result = scene_input_open(work->request->scene, &options, &work->scene, &message);
    if (result != WEND_OK) {
        return input_fail(c, work->request->scene, result, &message);
    }
    if (run_load_into(c, &work->load, work->scene) != CLI_OK ||
        set_sliders(c, work->scene, &work->request->limits) != CLI_OK ||
        run_film_begin(c, &work->request->film, work->scene, &work->film) != CLI_OK ||
        run(c, work) != CLI_OK) {
        return CLI_BAD;
    }
    if (scene_end_record(work->scene) != WEND_OK) {
        return cli_fail(c, "%s", scene_message(work->scene));
    }
    return tell(c, work);
}

int cmd_run(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    run_request request = {
        .seed = -1, .limits = scene_args_default(), .film = {.width = 1280, .every = 1}};
    args a = args_make("Runs a scene written in Lua, without a window and as fast as it can.",
                       "  wend run scenes/battle.lua\n"
                       "  wend run scenes/doors.lua --seed 7 --threads 2 --json\n"
                       "  wend run scenes/battle.lua --video battle.mp4 --every 2\n"
                       "  wend run scenes/circle.lua --png circle.png@200 --record circle.rec\n"
                       "  wend run scenes/ghosts.lua --save ghosts.save@200\n"
                       "  wend run scenes/ghosts.lua --load ghosts.save\n");
    a.details =
        "Prints the number of agents, milliseconds a tick, arrived and stuck agents,\n"
        "the deepest overlap, and the hash of the end. docs/scenes.md shows how scenes are\n"
        "written.";
    args_positional(&a, "SCENE", "the scene's file", true, &request.scene);
    args_file(&a, ARG_READS, "SCENE", &request.scene);
    args_file(&a, ARG_WRITES, "--record", &request.record);
    args_file(&a, ARG_READS, "--load", &request.load);
    args_file(&a, ARG_WRITES, "--save", &request.save);
    args_file(&a, ARG_WRITES, "--png", &request.film.png);
    args_file(&a, ARG_WRITES, "--video", &request.film.video);
    args_integer(&a, "--ticks", "N",
                 "stop after N ticks (default: the scene's ticks, or when it ends)", 1, 1000000000,
                 &request.ticks);
    args_integer(&a, "--seed", "N", "wend.args.seed of the scene (default 1, or that of --load)", 0,
                 INT64_MAX, &request.seed);
    scene_args_add(&a, &request.limits);
    scene_args_add_set(&a, &request.limits);
    args_text(&a, "--record", "FILE", "write inputs and hashes, for 'wend replay'",
              &request.record);
    args_text(&a, "--save", "FILE@TICK",
              "save the scene after that tick (without @TICK: at the end), for --load",
              &request.save);
    args_text(&a, "--load", "FILE", "go on from a saved scene, bit for bit", &request.load);
    args_text(&a, "--video", "FILE",
              "film it with ffmpeg (-: as Matroska); without that: PNG files in FILE.frames",
              &request.film.video);
    args_text(&a, "--png", "FILE@TICK", "a picture after that tick (without @TICK: at the end)",
              &request.film.png);
    args_text(&a, "--layers", "NAMES", "layers of pictures: a,b shows, -a hides (docs/viewer.md)",
              &request.film.layers);
    args_integer(&a, "--every", "N", "ticks from one picture of the film to the next (default 1)",
                 1, 1000, &request.film.every);
    args_integer(&a, "--width", "PIXELS", "of pictures (default 1280)", 64, 4096,
                 &request.film.width);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    run_work work = {.request = &request};
    exit_code = scene_args_cut_set(&c, &request.limits);
    exit_code = exit_code == CLI_OK ? answer(&c, &work) : exit_code;
    run_film_free(work.film);
    scene_close(work.scene);
    run_load_free(&work.load);
    free(work.times.items);
    return exit_code;
}
