/* Films a running scene with ffmpeg, or as numbered PNG files without it; saves single pictures.
 * Cost: a picture every few ticks; PNG files take far longer than the film. */
#include "scene/run_film.h"

#include "core/folder.h"
#include "core/output.h"
#include "scene/at_tick.h"
#include "scene/film_pipe.h"
#include "scene/frame.h"
#include "streams.h"

#include "wend/io.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run_film {
    frame *frame;
    film_pipe *pipe;
    char folder[RUN_FILM_PATH_CAPACITY]; /* of numbered pictures; "" = none */
    char video[RUN_FILM_PATH_CAPACITY];  /* as shown to the user; "" = none */
    char png[RUN_FILM_PATH_CAPACITY];    /* "" = none */
    bool has_png;
    uint64_t png_tick; /* UINT64_MAX = at the end */
    uint64_t every, pictures;
};

/* ---- beginning ---- */

static int begin_stream(const cli *c, run_film *film)
{
    if (streams_is_terminal(output_stream())) {
        return cli_fail(c,
                        "--video: standard output is a terminal, and a film is not text; send it "
                        "to a file or a pipe");
    }
    film->pipe = film_pipe_open(NULL, output_stream(), film->frame->width, film->frame->height);
    if (film->pipe == NULL) {
        return cli_fail(c, "--video: standard output takes a film, which needs ffmpeg (install the "
                           "package ffmpeg); or name a file");
    }
    snprintf(film->video, sizeof film->video, "%s", output_name("-"));
    return CLI_OK;
}

static int begin_video(const cli *c, const char *file, run_film *film)
{
    if (strcmp(file, "-") == 0) {
        return begin_stream(c, film);
    }
    if (at_tick_check_writable(c, "--video", file) != CLI_OK) {
        return CLI_BAD;
    }
    film->pipe = film_pipe_open(file, NULL, film->frame->width, film->frame->height);
    if (film->pipe != NULL) {
        snprintf(film->video, sizeof film->video, "%s", file);
        return CLI_OK;
    }
    const int written = snprintf(film->folder, sizeof film->folder, "%s.frames", file);
    if (written < 0 || written + 32 > RUN_FILM_PATH_CAPACITY || !folder_make(film->folder)) {
        return cli_fail(c, "--video: cannot make the folder '%s'", film->folder);
    }
    cli_note(c, "no ffmpeg here (install the package ffmpeg): the film becomes PNG files in %s",
             film->folder);
    snprintf(film->video, sizeof film->video, "%.*s/frame-00000.png", written, film->folder);
    return CLI_OK;
}

static int begin(const cli *c, const run_film_request *request, const scene *s, run_film *film)
{
    wend_message message = {0};
    wend_vec2 low;
    wend_vec2 high;
    scene_view(s, &low, &high);
    film->every = (uint64_t)request->every;
    film->frame = frame_make((int32_t)request->width, low, high);
    if (film->frame == NULL) {
        return cli_fail(c, "out of memory");
    }
    if (request->layers != NULL &&
        scene_set_layers(s, request->layers, film->frame->is_on, &message) != WEND_OK) {
        char names[896];
        scene_list_layers(s, names, sizeof names);
        return cli_fail(c, "--layers: %s; there are %s", message.text, names);
    }
    if (request->png != NULL && at_tick_read(c, "--png", request->png, film->png, sizeof film->png,
                                             &film->png_tick) != CLI_OK) {
        return CLI_BAD;
    }
    return request->video != NULL ? begin_video(c, request->video, film) : CLI_OK;
}

int run_film_begin(const cli *c, const run_film_request *request, const scene *s, run_film **film)
{
    *film = NULL;
    if (request->layers != NULL && request->video == NULL && request->png == NULL) {
        return cli_fail(c, "--layers: needs a picture or a film, by --png or --video");
    }
    if (request->video == NULL && request->png == NULL) {
        return CLI_OK;
    }
    run_film *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return cli_fail(c, "out of memory");
    }
    *film = made;
    return begin(c, request, s, made);
}

/* ---- pictures ---- */

static int write_png(const cli *c, const frame *f, const char *file)
{
    return output_png(c, f->width, f->height, f->rgb, file);
}

static int add_to_film(const cli *c, run_film *film)
{
    const frame *f = film->frame;
    if (film->pipe != NULL) {
        const size_t count = 3 * (size_t)f->width * (size_t)f->height;
        return film_pipe_write(film->pipe, f->rgb, count)
                   ? CLI_OK
                   : cli_fail(c, "--video: %s: ffmpeg ended before the film did", film->video);
    }
    char file[RUN_FILM_PATH_CAPACITY + 32];
    snprintf(file, sizeof file, "%s/frame-%05" PRIu64 ".png", film->folder, film->pictures);
    film->pictures++;
    return write_png(c, f, file);
}

static int take_png(const cli *c, run_film *film)
{
    film->has_png = true;
    return write_png(c, film->frame, film->png);
}

static int fail_to_paint(const cli *c, const scene *s)
{
    const char *text = scene_message(s);
    return cli_fail(c, "%s", text[0] != '\0' ? text : "out of memory");
}

int run_film_tick(const cli *c, run_film *film, scene *s)
{
    if (film == NULL) {
        return CLI_OK;
    }
    const uint64_t tick = scene_tick_count(s);
    const bool is_filmed = film->video[0] != '\0' && tick % film->every == 0;
    const bool is_taken = film->png[0] != '\0' && tick == film->png_tick;
    if (!is_filmed && !is_taken) {
        return CLI_OK;
    }
    if (!frame_paint(film->frame, s)) {
        return fail_to_paint(c, s);
    }
    if (is_filmed && add_to_film(c, film) != CLI_OK) {
        return CLI_BAD;
    }
    return is_taken ? take_png(c, film) : CLI_OK;
}

int run_film_end(const cli *c, run_film *film, scene *s)
{
    if (film == NULL) {
        return CLI_OK;
    }
    if (film->png[0] != '\0' && !film->has_png) {
        if (film->png_tick != UINT64_MAX) {
            return cli_fail(c, "--png: the scene ended at tick %" PRIu64, scene_tick_count(s));
        }
        if (!frame_paint(film->frame, s)) {
            return fail_to_paint(c, s);
        }
        if (take_png(c, film) != CLI_OK) {
            return CLI_BAD;
        }
    }
    film_pipe *pipe = film->pipe;
    film->pipe = NULL;
    return film_pipe_close(pipe)
               ? CLI_OK
               : cli_fail(c, "--video: %s: ffmpeg could not write the film", film->video);
}

void run_film_free(run_film *film)
{
    if (film != NULL) {
        (void)film_pipe_close(film->pipe);
        frame_free(film->frame);
        free(film);
    }
}

const char *run_film_video(const run_film *film)
{
    return film != NULL && film->video[0] != '\0' ? film->video : NULL;
}

const char *run_film_png(const run_film *film)
{
    return film != NULL && film->has_png ? film->png : NULL;
}
