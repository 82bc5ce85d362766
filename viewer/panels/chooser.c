/* Draws the choice of scenes: a card for each one, with its name, its first comment and a picture of its first
 * seconds. Pictures are painted one after the other while the choice is shown.
 * Cost: opening each scene once, and a few milliseconds a frame until all are painted. */
#include "view.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

/* Pixels of a picture. */
enum { PICTURE_WIDTH = 384, PICTURE_HEIGHT = 240 };

/* Ticks until a scene's picture is painted, and the time after which a slow one is painted anyway. */
enum { TRIAL_TICKS = 80, TICKS_BY_FRAMES = 16 };
static const uint64_t trial_ns_most = 600000000;
static const uint64_t frame_ns_most = 12000000;

static double cap_of(const viewer *v)
{
    return v->atlas.cap[VIEW_TEXT_BODY];
}

/* ---- the list ---- */

static void set_name(view_choice *choice, const char *file)
{
    const char *name = file;
    for (const char *c = file; *c != '\0'; c++) {
        name = *c == '/' || *c == '\\' ? c + 1 : name;
    }
    SDL_strlcpy(choice->name, name, sizeof choice->name);
    char *dot = strrchr(choice->name, '.');
    if (dot != NULL) {
        *dot = '\0';
    }
}

wend_result view_chooser_open(viewer *v)
{
    view_chooser *chooser = &v->chooser;
    const size_t count = v->options.choice_count;
    chooser->items = calloc(count + 1, sizeof *chooser->items);
    if (chooser->items == NULL) {
        return view_fail(&v->message, WEND_ERROR_MEMORY, "%s", wend_result_text(WEND_ERROR_MEMORY));
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t *bytes = NULL;
        size_t size = 0;
        set_name(&chooser->items[i], v->options.choices[i]);
        if (wend_io_read_file(v->options.choices[i], NULL, &bytes, &size, NULL) == WEND_OK) {
            view_comment_take((const char *)bytes, size, chooser->items[i].text,
                              sizeof chooser->items[i].text);
            wend_io_free(NULL, bytes, size);
        }
    }
    chooser->is_open = true;
    return WEND_OK;
}

void view_chooser_free(viewer *v)
{
    view_chooser *chooser = &v->chooser;
    for (size_t i = 0; i < v->options.choice_count && chooser->items != NULL; i++) {
        if (chooser->items[i].picture != NULL) {
            SDL_DestroyTexture(chooser->items[i].picture);
        }
    }
    scene_close(chooser->trial);
    free(chooser->items);
    memset(chooser, 0, sizeof *chooser);
}

/* ---- pictures ---- */

/* Paints the scene into a texture, with the camera and the state of the window put aside. */
static SDL_Texture *paint(viewer *v, scene *shown)
{
    const view_camera camera = v->camera;
    const bool is_hidden = v->ui.is_panel_hidden;
    SDL_Texture *picture =
        SDL_CreateTexture(v->renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_TARGET,
                          PICTURE_WIDTH, PICTURE_HEIGHT);
    if (picture == NULL || SDL_SetRenderTarget(v->renderer, picture) != 0) {
        SDL_DestroyTexture(picture);
        return NULL;
    }
    v->scene = shown;
    v->camera.width = PICTURE_WIDTH;
    v->camera.height = PICTURE_HEIGHT;
    v->ui.is_panel_hidden = true;
    v->ui.is_layers = false;
    for (size_t i = 0; i < scene_layer_count(shown); i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        v->layers.is_on[i] = layer.is_on;
    }
    wend_vec2 low = {0.0, 0.0};
    wend_vec2 high = {0.0, 0.0};
    scene_view(shown, &low, &high);
    view_camera_fit(v, low, high);
    view_world_list(v);
    view_picture_send(v);
    SDL_SetRenderTarget(v->renderer, NULL);
    view_ground_free(v);
    view_bodies_free(&v->bodies);
    v->layers.cache.key = 0;
    v->scene = NULL;
    v->camera = camera;
    v->ui.is_panel_hidden = is_hidden;
    return picture;
}

/* Opens the next scene without a picture. */
static void begin_trial(viewer *v)
{
    view_chooser *chooser = &v->chooser;
    for (size_t i = 0; i < v->options.choice_count && chooser->trial == NULL; i++) {
        view_choice *choice = &chooser->items[i];
        if (choice->is_done) {
            continue;
        }
        wend_message message = {0};
        choice->is_done = view_scene_open(v, v->options.choices[i], &chooser->trial, &message) < 0;
        chooser->trial_at = i;
        chooser->trial_ns = 0;
        return;
    }
}

/* A frame's share of ticks; then the picture, if that was all. */
static void run_trial(viewer *v)
{
    view_chooser *chooser = &v->chooser;
    scene *trial = chooser->trial;
    view_choice *choice = &chooser->items[chooser->trial_at];
    const uint64_t begin = wend_clock_ns();
    const bool is_by_frames = v->time.is_by_frames;
    bool is_over = false;
    for (int ticks = 0; !is_over && (is_by_frames ? ticks < TICKS_BY_FRAMES
                                                  : wend_clock_ns() - begin < frame_ns_most);
         ticks++) {
        is_over = scene_tick_count(trial) >= TRIAL_TICKS || scene_tick(trial) != WEND_OK;
    }
    chooser->trial_ns += wend_clock_ns() - begin;
    if (!is_over && (is_by_frames || chooser->trial_ns < trial_ns_most)) {
        return;
    }
    choice->picture = paint(v, trial);
    choice->is_done = true;
    scene_close(trial);
    chooser->trial = NULL;
}

/* ---- keys ---- */

void view_chooser_key(viewer *v, SDL_Keycode key)
{
    view_chooser *chooser = &v->chooser;
    const size_t count = v->options.choice_count;
    const size_t columns = chooser->columns > 0 ? chooser->columns : 1;
    if (count == 0) {
        return;
    }
    if (key == SDLK_RETURN || key == SDLK_KP_ENTER || key == SDLK_SPACE) {
        chooser->chosen = chooser->at + 1;
    } else if (key == SDLK_LEFT && chooser->at > 0) {
        chooser->at--;
    } else if (key == SDLK_RIGHT && chooser->at + 1 < count) {
        chooser->at++;
    } else if (key == SDLK_UP && chooser->at >= columns) {
        chooser->at -= columns;
    } else if (key == SDLK_DOWN && chooser->at + columns < count) {
        chooser->at += columns;
    } else if (key == SDLK_HOME) {
        chooser->at = 0;
    } else if (key == SDLK_END) {
        chooser->at = count - 1;
    }
    chooser->is_moved = true;
}

/* ---- cards ---- */

typedef struct card {
    double x, y, width, height, picture; /* picture: its height */
} card;

/* @return true if it was pressed. */
static bool put_card(viewer *v, size_t index, const card *c)
{
    char name[VIEW_NAME_CAPACITY];
    const view_choice *choice = &v->chooser.items[index];
    const double cap = cap_of(v);
    const bool is_hot = v->ui.mouse_x >= c->x && v->ui.mouse_x < c->x + c->width &&
                        v->ui.mouse_y >= c->y && v->ui.mouse_y < c->y + c->height;
    SDL_snprintf(name, sizeof name, "scene %s", choice->name);
    if (index == v->chooser.at) {
        view_round_rect(&v->front, c->x - 3.0, c->y - 3.0, c->width + 6.0, c->height + 6.0, 6.0,
                        view_ink_colour(VIEW_INK_ACCENT));
    }
    view_round_rect(&v->front, c->x, c->y, c->width, c->height, 4.0,
                    view_ink_colour(is_hot ? VIEW_INK_TRACK : VIEW_INK_PANEL));
    if (choice->picture != NULL) {
        view_picture(&v->front, choice->picture, c->x, c->y, c->width, c->picture);
    } else {
        const char *why = choice->is_done ? "no picture" : "...";
        view_text(&v->front, VIEW_TEXT_BODY,
                  c->x + (c->width - view_text_width(&v->atlas, VIEW_TEXT_BODY, why)) / 2.0,
                  c->y + c->picture / 2.0, why, view_ink_colour(VIEW_INK_DIM));
    }
    const double x = c->x + cap;
    const double width = c->width - 2.0 * cap;
    double y = c->y + c->picture + cap * 0.8;
    view_text_cut(&v->front, VIEW_TEXT_TITLE, x, y, width, choice->name,
                  view_ink_colour(VIEW_INK_TEXT));
    y += v->atlas.line[VIEW_TEXT_TITLE] + cap * 0.3;
    view_text_lines(&v->front, x, y, width, choice->text, 3, view_ink_colour(VIEW_INK_DIM));
    return view_ui_area_button(v, name, c->x, c->y, c->width, c->height);
}

/* The marked card is in view after a key moved the mark. */
static void scroll_to(viewer *v, double top, double height)
{
    view_scroll *scroll = &v->chooser.scroll;
    const double below = top + height + cap_of(v) * 2.0 - v->camera.height;
    scroll->at = scroll->at < below ? below : scroll->at;
    scroll->at = scroll->at > top - cap_of(v) * 6.0 ? top - cap_of(v) * 6.0 : scroll->at;
}

static void put_cards(viewer *v)
{
    view_chooser *chooser = &v->chooser;
    const size_t count = v->options.choice_count;
    const double cap = cap_of(v);
    const double gap = cap * 1.6;
    const double room = v->camera.width - 2.0 * gap;
    const double fits = SDL_floor((room + gap) / (cap * 34.0 + gap));
    chooser->columns = fits > 1.0 ? (size_t)fits : 1;
    card c = {0.0, 0.0, 0.0, 0.0, 0.0};
    c.width = (room + gap) / (double)chooser->columns - gap;
    c.picture = c.width * (double)PICTURE_HEIGHT / (double)PICTURE_WIDTH;
    c.height = c.picture + v->atlas.line[VIEW_TEXT_TITLE] + cap * 7.2;
    const double first = cap * 6.0;
    const size_t rows = (count + chooser->columns - 1) / chooser->columns;
    chooser->scroll.height = first + (double)rows * (c.height + gap);
    if (chooser->is_moved) {
        const size_t line = chooser->at / chooser->columns;
        scroll_to(v, first + (double)line * (c.height + gap), c.height);
    }
    view_scroll_hold(v, &chooser->scroll, v->camera.width);
    for (size_t i = 0; i < count; i++) {
        c.x = gap + (double)(i % chooser->columns) * (c.width + gap);
        const size_t line = i / chooser->columns;
        c.y = first + (double)line * (c.height + gap) - chooser->scroll.at;
        if (c.y < v->camera.height && c.y + c.height > 0.0 && put_card(v, i, &c)) {
            chooser->chosen = i + 1;
        }
    }
    view_text_cut(&v->front, VIEW_TEXT_TITLE, gap, cap * 2.0 - chooser->scroll.at, room,
                  count > 0 ? "Choose a scene: click, or arrows and Enter" : "No scenes here",
                  view_ink_colour(VIEW_INK_TEXT));
}

void view_chooser_draw(viewer *v)
{
    if (v->chooser.trial == NULL) {
        begin_trial(v);
    } else {
        run_trial(v);
    }
    view_batch_clear(&v->front);
    view_ui_begin(v);
    put_cards(v);
    view_notice_draw(v);
    view_ui_end(v);
}
