/* Runs a scene in a window, and reports the time of its frames.
 * Cost: that of the frames. */
#include "view.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wend_result view_fail(wend_message *message, wend_result result, const char *format, ...)
{
    va_list list;
    if (message != NULL) {
        message->line = 0;
        va_start(list, format);
        vsnprintf(message->text, sizeof message->text, format, list);
        va_end(list);
    }
    return result;
}

static void begin_tools(viewer *v)
{
    v->tools.brush = 3.0;
    v->tools.cost = 5.0;
    v->tools.stamp_width = 6.0;
    v->tools.stamp_height = 4.0;
    v->tools.blast_radius = 6.0;
    v->tools.item_active = 1.0;
    v->tools.trigger_radius = 2.0;
    v->tools.blast_impulse = 1500.0;
    v->tools.node = WEND_NODE_NONE;
    v->ui.mouse_x = -1e4;
    v->ui.mouse_y = -1e4;
}

static wend_result open_all(viewer *v)
{
    wend_result result = WEND_OK;
    if (v->options.scene != NULL) {
        result = view_scene_open(v, v->options.scene, &v->scene, &v->message);
    } else {
        result = view_chooser_open(v);
    }
    if (result == WEND_OK && v->scene != NULL) {
        result = view_scene_begin(v);
    }
    if (result == WEND_OK && v->options.script != NULL) {
        result = view_script_open(v, v->options.script);
    }
    if (result != WEND_OK) {
        return result;
    }
    return view_window_open(v) ? WEND_OK : v->result;
}

wend_result view_open(viewer *v, const viewer_options *options, wend_message *message)
{
    memset(v, 0, sizeof *v);
    v->options = *options;
    v->time.speed = 1.0;
    v->time.is_by_frames = options->frames > 0 || options->script != NULL;
    begin_tools(v);
    const wend_result result = open_all(v);
    if (message != NULL) {
        *message = v->message;
    }
    if (result != WEND_OK) {
        view_close(v);
        return result;
    }
    if (v->scene != NULL) {
        view_scene_show_all(v);
    }
    v->time.last_ns = wend_clock_ns();
    return WEND_OK;
}

void view_close(viewer *v)
{
    view_batch_free(&v->world);
    view_batch_free(&v->front);
    view_batch_free(&v->layers.cache.batch);
    view_bodies_free(&v->bodies);
    view_trails_free(&v->trails);
    view_undo_clear(v);
    view_script_free(&v->script);
    free(v->time.sim_ms);
    free(v->time.list_ms);
    free(v->time.present_ms);
    view_window_close(v);
    scene_close(v->scene);
    v->scene = NULL;
}

static bool has_ended(const viewer *v)
{
    const bool is_by_frames = v->options.frames > 0;
    /* Without a window the message of a failed scene could not be read. */
    return v->is_over || (is_by_frames && v->time.frame >= v->options.frames) ||
           (v->time.is_by_frames && v->has_failed) ||
           (!is_by_frames && v->options.script != NULL && v->script.is_done);
}

/* What cannot be hashed is a failure of the scene, which its figures tell. */
static wend_result fill_report(viewer *v, viewer_report *report)
{
    SDL_RendererInfo info;
    const scene_figure *figures = NULL;
    size_t figure_count = 0;
    const char *driver = SDL_GetCurrentVideoDriver();
    view_time_report(v, report);
    if (SDL_GetRendererInfo(v->renderer, &info) == 0) {
        SDL_strlcpy(report->renderer, info.name, sizeof report->renderer);
    }
    SDL_strlcpy(report->driver, driver != NULL ? driver : "", sizeof report->driver);
    if (v->scene == NULL) {
        return WEND_OK;
    }
    report->ticks = scene_tick_count(v->scene);
    report->agents = wend_crowd_body_count(scene_crowd(v->scene));
    report->hash = scene_hash(v->scene);
    return scene_get_figures(v->scene, &figures, &figure_count);
}

wend_result viewer_run(const viewer_options *options, viewer_report *report, wend_message *message)
{
    viewer *v = calloc(1, sizeof *v);
    if (report != NULL) {
        memset(report, 0, sizeof *report);
    }
    if (v == NULL) {
        return view_fail(message, WEND_ERROR_MEMORY, "%s", wend_result_text(WEND_ERROR_MEMORY));
    }
    wend_result result = view_open(v, options, message);
    if (result == WEND_OK) {
        while (!has_ended(v)) {
            view_frame_run(v);
        }
        result = v->result;
        const wend_result reported = report != NULL ? fill_report(v, report) : WEND_OK;
        if (result != WEND_OK) {
            (void)view_fail(message, result, "%s",
                            v->message.text[0] != '\0' ? v->message.text : v->notice);
        } else if (reported != WEND_OK) {
            result = view_fail(message, reported, "%s", scene_message(v->scene));
        }
        view_close(v);
    } else if (report != NULL) {
        SDL_strlcpy(report->layers, v->layer_names, sizeof report->layers);
        report->is_load_refused = v->is_load_refused;
    }
    free(v);
    return result;
}
