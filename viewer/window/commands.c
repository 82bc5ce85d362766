/* Turns the words of a script command into the events of mouse and keys, pushed into SDL's queue.
 * Cost: a few events. */
#include "window/script.h"

#include <string.h>

/* Frames of a drag that names none. */
enum { DRAG_FRAMES = 6 };

static int whole(double x)
{
    const double most = 1e6;
    return (int)SDL_floor((x > most ? most : x > -most ? x : -most) + 0.5);
}

static void push_motion(viewer *v, double x, double y)
{
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = SDL_MOUSEMOTION;
    event.motion.x = whole(x / v->pixel_ratio);
    event.motion.y = whole(y / v->pixel_ratio);
    v->script.x = x;
    v->script.y = y;
    SDL_PushEvent(&event);
}

static void push_button(viewer *v, bool is_down, uint8_t button, uint8_t clicks)
{
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = is_down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    event.button.button = button;
    event.button.clicks = clicks;
    event.button.x = whole(v->script.x / v->pixel_ratio);
    event.button.y = whole(v->script.y / v->pixel_ratio);
    SDL_PushEvent(&event);
}

static void push_key(SDL_Keycode key, uint16_t modifiers, bool is_down)
{
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = is_down ? SDL_KEYDOWN : SDL_KEYUP;
    event.key.keysym.sym = key;
    event.key.keysym.mod = modifiers;
    SDL_PushEvent(&event);
}

typedef struct how {
    uint8_t button, clicks;
    bool has_shift;
} how;

static how take_how(view_words *w)
{
    how h = {SDL_BUTTON_LEFT, 1, false};
    for (bool is_more = true; is_more;) {
        is_more = false;
        if (view_word_take(w, "right")) {
            h.button = SDL_BUTTON_RIGHT;
            is_more = true;
        } else if (view_word_take(w, "middle")) {
            h.button = SDL_BUTTON_MIDDLE;
            is_more = true;
        } else if (view_word_take(w, "double")) {
            h.clicks = 2;
            is_more = true;
        } else if (view_word_take(w, "shift")) {
            h.has_shift = true;
            is_more = true;
        }
    }
    return h;
}

static void push_shift(bool is_down)
{
    push_key(SDLK_LSHIFT, is_down ? KMOD_LSHIFT : KMOD_NONE, is_down);
}

/* ---- commands ---- */

static bool do_move(viewer *v, view_words *w)
{
    double x = 0.0;
    double y = 0.0;
    if (!view_word_take_position(v, w, &x, &y)) {
        return false;
    }
    push_motion(v, x, y);
    return true;
}

static bool do_click(viewer *v, view_words *w)
{
    if (!do_move(v, w)) {
        return false;
    }
    const how h = take_how(w);
    if (h.has_shift) {
        push_shift(true);
    }
    push_button(v, true, h.button, h.clicks);
    push_button(v, false, h.button, h.clicks);
    if (h.has_shift) {
        push_shift(false);
    }
    return true;
}

static bool do_down(viewer *v, view_words *w)
{
    if (!do_move(v, w)) {
        return false;
    }
    push_button(v, true, take_how(w).button, 1);
    return true;
}

static bool do_up(viewer *v, view_words *w)
{
    if (!do_move(v, w)) {
        return false;
    }
    push_button(v, false, take_how(w).button, 1);
    return true;
}

static bool do_drag(viewer *v, view_words *w)
{
    double x = 0.0;
    double y = 0.0;
    double frames = DRAG_FRAMES;
    if (!view_word_take_position(v, w, &x, &y) ||
        !view_word_take_position(v, w, &v->script.to_x, &v->script.to_y)) {
        return false;
    }
    const how h = take_how(w);
    (void)view_word_take_number(w, &frames);
    push_motion(v, x, y);
    if (h.has_shift) {
        push_shift(true);
    }
    push_button(v, true, h.button, 1);
    if (h.has_shift) {
        push_shift(false);
    }
    v->script.drag_left = frames >= 1.0 && frames < 1e6 ? (uint32_t)frames : 1;
    v->script.drag_button = h.button;
    return true;
}

/* One frame of a drag. */
void view_command_drag(viewer *v)
{
    view_script *script = &v->script;
    const double part = 1.0 / script->drag_left;
    push_motion(v, script->x + (script->to_x - script->x) * part,
                script->y + (script->to_y - script->y) * part);
    if (--script->drag_left == 0) {
        push_button(v, false, script->drag_button, 1);
    }
}

static bool do_wheel(viewer *v, view_words *w)
{
    double turns = 0.0;
    SDL_Event event;
    (void)v;
    if (!view_word_take_number(w, &turns) || turns < -100.0 || turns > 100.0) {
        return false;
    }
    memset(&event, 0, sizeof event);
    event.type = SDL_MOUSEWHEEL;
    event.wheel.y = (int32_t)turns;
    SDL_PushEvent(&event);
    return true;
}

static bool do_key(viewer *v, view_words *w)
{
    const SDL_Keycode key = SDL_GetKeyFromName(view_word_next(w));
    uint16_t modifiers = KMOD_NONE;
    (void)v;
    modifiers = (uint16_t)(modifiers | (view_word_take(w, "ctrl") ? KMOD_LCTRL : 0));
    modifiers = (uint16_t)(modifiers | (view_word_take(w, "shift") ? KMOD_LSHIFT : 0));
    if (key == SDLK_UNKNOWN) {
        return false;
    }
    push_key(key, modifiers, true);
    push_key(key, KMOD_NONE, false);
    return true;
}

static bool do_wait(viewer *v, view_words *w)
{
    double frames = 0.0;
    if (!view_word_take_number(w, &frames) || !(frames >= 0.0) || frames > 1e9) {
        return false;
    }
    v->script.wait_until = v->time.frame + (uint64_t)frames;
    return true;
}

static bool do_frame(viewer *v, view_words *w)
{
    double frame = 0.0;
    if (!view_word_take_number(w, &frame) || !(frame >= 0.0) || frame > 1e9) {
        return false;
    }
    v->script.wait_until = (uint64_t)frame;
    return true;
}

static bool do_shot(viewer *v, view_words *w)
{
    SDL_strlcpy(v->shot, view_word_next(w), sizeof v->shot);
    v->script.wait_until = v->time.frame + 1;
    return v->shot[0] != '\0';
}

static bool do_save(viewer *v, view_words *w)
{
    const char *name = view_word_next(w);
    return name[0] != '\0' && v->scene != NULL && view_save(v, name);
}

static bool do_size(viewer *v, view_words *w)
{
    double width = 0.0;
    double height = 0.0;
    if (!view_word_take_number(w, &width) || !view_word_take_number(w, &height) ||
        !(width >= 64.0) || !(height >= 64.0) || width > 16384.0 || height > 16384.0) {
        return false;
    }
    SDL_SetWindowSize(v->window, (int)width, (int)height);
    view_window_fit(v);
    return true;
}

/* The layer, or all of the object, that the next word names. */
static bool set_layers(viewer *v, view_words *w, const char *sign)
{
    char list[VIEW_WORD_CAPACITY + 2];
    SDL_snprintf(list, sizeof list, "%s%s", sign, view_word_next(w));
    return v->scene != NULL && scene_set_layers(v->scene, list, v->layers.is_on, NULL) == WEND_OK;
}

static bool do_show(viewer *v, view_words *w)
{
    return set_layers(v, w, "");
}

static bool do_hide(viewer *v, view_words *w)
{
    return set_layers(v, w, "-");
}

static bool do_quit(viewer *v, view_words *w)
{
    (void)w;
    v->is_over = true;
    return true;
}

typedef struct command {
    const char *name;
    bool (*act)(viewer *v, view_words *w);
} command;

static const command commands[] = {
    {"move", do_move},   {"click", do_click}, {"down", do_down}, {"up", do_up},
    {"drag", do_drag},   {"wheel", do_wheel}, {"key", do_key},   {"wait", do_wait},
    {"frame", do_frame}, {"shot", do_shot},   {"size", do_size}, {"quit", do_quit},
    {"show", do_show},   {"hide", do_hide},   {"save", do_save},
};

bool view_command(viewer *v, const char *name, view_words *w)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return commands[i].act(v, w);
        }
    }
    return false;
}
