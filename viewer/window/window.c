/* The window, renderer and events of SDL: each frame handles events, runs ticks and draws.
 * Cost: that of the ticks and of drawing. */
#include "view.h"

#include <string.h>

/* True if the video driver has no screen. */
static bool is_blind(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    return driver == NULL || SDL_strcmp(driver, "dummy") == 0 ||
           SDL_strcmp(driver, "offscreen") == 0;
}

/* Without a screen nothing is gained by a graphics driver, which takes long to load. */
static SDL_Renderer *renderer_of(SDL_Window *window, bool is_by_frames)
{
    const uint32_t pace = is_by_frames ? 0 : (uint32_t)SDL_RENDERER_PRESENTVSYNC;
    SDL_Renderer *renderer =
        is_blind() ? NULL : SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED | pace);
    return renderer != NULL ? renderer : SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
}

/* SDL falls back to drivers without a screen, which count only if the user names them. */
static bool has_no_display(void)
{
    const char *wanted = SDL_getenv("SDL_VIDEODRIVER");
    return is_blind() && (wanted == NULL || wanted[0] == '\0');
}

bool view_window_open(viewer *v)
{
    char title[128];
    SDL_SetMainReady();
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        v->result =
            view_fail(&v->message, WEND_ERROR_UNSUPPORTED,
                      "no window can be opened: %s (without a display: wend run)", SDL_GetError());
        return false;
    }
    v->has_video = true;
    if (!v->time.is_by_frames && has_no_display()) {
        v->result = view_fail(&v->message, WEND_ERROR_UNSUPPORTED,
                              "no window can be opened: there is no display; --frames or --script "
                              "run without one, and so does wend run");
        return false;
    }
    SDL_snprintf(title, sizeof title, "wend: %s",
                 v->scene != NULL ? scene_title(v->scene) : "scenes");
    v->window =
        SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, v->options.width,
                         v->options.height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    v->renderer = v->window != NULL ? renderer_of(v->window, v->time.is_by_frames) : NULL;
    if (v->renderer == NULL) {
        v->result = view_fail(&v->message, WEND_ERROR_UNSUPPORTED, "no window can be opened: %s",
                              SDL_GetError());
        return false;
    }
    SDL_SetRenderDrawBlendMode(v->renderer, SDL_BLENDMODE_BLEND);
    view_window_fit(v);
    if (v->atlas.texture == NULL) {
        v->result = view_fail(&v->message, WEND_ERROR_MEMORY, "no texture for text can be made");
        return false;
    }
    return true;
}

void view_window_close(viewer *v)
{
    view_ground_free(v);
    view_chooser_free(v);
    view_atlas_free(&v->atlas);
    if (v->renderer != NULL) {
        SDL_DestroyRenderer(v->renderer);
        v->renderer = NULL;
    }
    if (v->window != NULL) {
        SDL_DestroyWindow(v->window);
        v->window = NULL;
    }
    if (v->has_video) {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        v->has_video = false;
    }
}

/* The height of text follows both sides of the window, so that it can be read on small and dense
 * screens. */
static int text_height(const viewer *v)
{
    const int by_height = (v->camera.height + 44) / 88;
    const int by_width = (v->camera.width + 60) / 140;
    const int usual = by_height < by_width ? by_height : by_width;
    const int cap = (usual < 8 ? 8 : usual > 32 ? 32 : usual) + v->ui.scale;
    return cap < 7 ? 7 : cap > 48 ? 48 : cap;
}

void view_window_fit(viewer *v)
{
    int width = 0;
    int height = 0;
    SDL_GetWindowSize(v->window, &width, &height);
    if (SDL_GetRendererOutputSize(v->renderer, &v->camera.width, &v->camera.height) != 0) {
        v->camera.width = width;
        v->camera.height = height;
    }
    v->pixel_ratio = width > 0 ? (double)v->camera.width / width : 1.0;
    if (v->atlas.texture == NULL || v->atlas.cap[VIEW_TEXT_BODY] != text_height(v)) {
        (void)view_atlas_make(&v->atlas, v->renderer, text_height(v));
        /* The cache refers to the old texture. */
        v->layers.cache.key = 0;
    }
    v->world.atlas = &v->atlas;
    v->front.atlas = &v->atlas;
}

/* ---- events ---- */

static void button_down(viewer *v, const SDL_MouseButtonEvent *event, double x, double y)
{
    view_ui *ui = &v->ui;
    const bool is_added = (v->modifiers & KMOD_SHIFT) != 0;
    if (ui->is_help || v->chooser.is_open) {
        /* A click closes help, and the choice has widgets alone. */
        ui->area_count = 0;
        ui->is_help = false;
        ui->is_pressed = v->chooser.is_open && event->button == SDL_BUTTON_LEFT;
        ui->press_x = x;
        ui->press_y = y;
    } else if (event->button == SDL_BUTTON_MIDDLE) {
        v->tools.is_panning = true;
    } else if (view_ui_is_over(ui, x, y)) {
        ui->is_pressed = ui->is_held = event->button == SDL_BUTTON_LEFT;
        ui->is_released = false;
        ui->press_x = x;
        ui->press_y = y;
    } else if (event->button == SDL_BUTTON_RIGHT) {
        view_tool_order(v, view_to_world(&v->camera, x, y));
    } else if (event->button == SDL_BUTTON_LEFT) {
        const view_body *body =
            event->clicks == 2 ? view_body_at(v, view_to_world(&v->camera, x, y)) : NULL;
        if (v->tools.tool == VIEW_TOOL_SELECT && body != NULL) {
            view_select_group(v, body->group);
        } else {
            view_tool_press(v, x, y, is_added);
        }
    }
}

static void button_up(viewer *v, const SDL_MouseButtonEvent *event, double x, double y)
{
    if (event->button == SDL_BUTTON_MIDDLE) {
        v->tools.is_panning = false;
    } else if (event->button == SDL_BUTTON_LEFT) {
        v->ui.is_released = true;
        view_tool_release(v, x, y);
    }
}

static void mouse_moved(viewer *v, double x, double y)
{
    if (v->chooser.is_open) {
        v->chooser.is_moved = false;
    } else if (v->tools.is_panning) {
        view_camera_pan(&v->camera, v->ui.mouse_x - x, v->ui.mouse_y - y);
    }
    v->ui.mouse_x = x;
    v->ui.mouse_y = y;
    view_tool_move(v, x, y);
}

static void wheel_turned(viewer *v, const SDL_MouseWheelEvent *event)
{
    double factor = 1.0;
    for (int32_t i = 0; i < event->y && i < 20; i++) {
        factor *= 1.15;
    }
    for (int32_t i = 0; i > event->y && i > -20; i--) {
        factor /= 1.15;
    }
    if (v->chooser.is_open) {
        v->chooser.is_moved = false;
        v->chooser.scroll.at -= event->y * 8.0 * v->atlas.cap[VIEW_TEXT_BODY];
    } else if (!view_ui_wheel(v, event->y)) {
        view_camera_zoom(&v->camera, v->ui.mouse_x, v->ui.mouse_y, factor);
    }
}

static void handle(viewer *v, const SDL_Event *event)
{
    const double ratio = v->pixel_ratio;
    switch (event->type) {
    case SDL_QUIT:
        v->is_over = true;
        return;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED) {
            view_window_fit(v);
        }
        return;
    case SDL_KEYDOWN:
        v->undo.is_cut = true;
        v->modifiers = event->key.keysym.mod;
        view_key(v, event->key.keysym.sym, event->key.keysym.mod);
        return;
    case SDL_KEYUP:
        v->modifiers = event->key.keysym.mod;
        return;
    case SDL_MOUSEMOTION:
        mouse_moved(v, event->motion.x * ratio, event->motion.y * ratio);
        return;
    case SDL_MOUSEBUTTONDOWN:
        v->undo.is_cut = true;
        button_down(v, &event->button, event->button.x * ratio, event->button.y * ratio);
        return;
    case SDL_MOUSEBUTTONUP:
        button_up(v, &event->button, event->button.x * ratio, event->button.y * ratio);
        return;
    case SDL_MOUSEWHEEL:
        wheel_turned(v, &event->wheel);
        return;
    default:
        return;
    }
}

void view_events(viewer *v)
{
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        handle(v, &event);
    }
}

/* ---- frames ---- */

void view_world_list(viewer *v)
{
    view_batch_clear(&v->world);
    view_batch_clear(&v->front);
    view_ground_prepare(v);
    view_bodies_read(v);
    view_layers_draw_below(v);
    view_bodies_draw(v);
    view_layers_draw_above(v);
}

/* Puts the picture together. */
static void list_picture(viewer *v)
{
    if (v->chooser.is_open) {
        view_batch_clear(&v->world);
        view_chooser_draw(v);
        return;
    }
    view_world_list(v);
    view_blast_draw(v);
    view_tools_draw(v);
    view_panels_draw(v);
}

/* Ground lies below all and goes to the renderer first. */
void view_picture_send(viewer *v)
{
    if (v->scene == NULL) {
        SDL_SetRenderDrawColor(v->renderer, 16, 18, 24, 255);
        SDL_RenderClear(v->renderer);
        view_batch_send(&v->front, v->renderer);
        return;
    }
    const bool has_map = scene_floor_grid(v->scene, v->layers.floor) != NULL;
    const SDL_Color paper = view_ground_colour(1, false);
    const uint8_t less = has_map ? 30 : 0;
    SDL_SetRenderDrawColor(v->renderer, (uint8_t)(paper.r - less), (uint8_t)(paper.g - less),
                           (uint8_t)(paper.b - less), 255);
    SDL_RenderClear(v->renderer);
    view_ground_draw(v);
    view_batch_send(&v->world, v->renderer);
    view_batch_send(&v->front, v->renderer);
}

void view_paint(viewer *v)
{
    list_picture(v);
    view_picture_send(v);
}

static void take_shots(viewer *v)
{
    const char *file = v->options.screenshot;
    if (v->shot[0] != '\0') {
        v->result = view_shot(v, v->shot, &v->message);
        v->shot[0] = '\0';
    }
    if (file != NULL && v->time.frame + 1 == v->options.screenshot_frame) {
        v->result = view_shot(v, file, &v->message);
    }
    v->is_over = v->is_over || v->result < 0;
}

static double ms_between(uint64_t a, uint64_t b)
{
    return (double)(b - a) * 1e-6;
}

void view_frame_run(viewer *v)
{
    view_script_run(v);
    view_events(v);
    view_scene_turn(v);
    const uint64_t begin = wend_clock_ns();
    if (v->scene != NULL) {
        view_select_tell(v);
        view_time_run(v);
    }
    const uint64_t ticked = wend_clock_ns();
    list_picture(v);
    const uint64_t listed = wend_clock_ns();
    view_picture_send(v);
    take_shots(v);
    SDL_RenderPresent(v->renderer);
    const uint64_t shown = wend_clock_ns();
    view_time_end_frame(v, ms_between(begin, ticked), ms_between(ticked, listed),
                        ms_between(listed, shown));
    /* Without the display's pace: sixty frames a second. */
    const double left = 16.0 - ms_between(begin, shown);
    if (!v->time.is_by_frames && left > 1.0) {
        SDL_Delay((uint32_t)left);
    }
}
