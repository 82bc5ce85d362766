/* takes: a file of mouse and keys, line by line.
 * gives: the same events that a hand would give, frame by frame.
 * cost:  a line at a time. */
#include "view.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

/* Lines, with # for comments; a place is X Y in pixels, or in metres with an m behind each
 * (12.5m 30m), or @name of a widget (blanks as _), with :part for a place along it.
 *
 *     wait N                    frame N (goes on in that frame)
 *     move PLACE                click PLACE [right|middle|double|shift]
 *     down PLACE, up PLACE      drag PLACE PLACE [right|middle|shift] [frames]
 *     wheel N                   key NAME [ctrl] [shift]
 *     shot FILE                 size WIDTH HEIGHT
 *     quit                                                                             */

enum { WORDS_MAX = 10, WORD_CAPACITY = 128, DRAG_FRAMES = 6 };

typedef struct words {
    char text[WORDS_MAX][WORD_CAPACITY];
    int count, next;
} words;

static words split(const char *line)
{
    words w;
    memset(&w, 0, sizeof w);
    while (*line != '\0' && *line != '#' && *line != '\n' && w.count < WORDS_MAX) {
        size_t length = 0;
        while (*line == ' ' || *line == '\t' || *line == '\r') {
            line++;
        }
        for (; *line > ' ' && *line != '#'; line++) {
            if (length + 1 < WORD_CAPACITY) {
                w.text[w.count][length++] = *line;
            }
        }
        w.count += length > 0;
        if (*line != '\0' && *line != ' ' && *line != '\t' && *line != '\r') {
            break;
        }
    }
    return w;
}

static const char *next_word(words *w)
{
    return w->next < w->count ? w->text[w->next++] : "";
}

/* Takes a word if it is this one. */
static bool take(words *w, const char *word)
{
    if (w->next < w->count && strcmp(w->text[w->next], word) == 0) {
        w->next++;
        return true;
    }
    return false;
}

static bool take_number(words *w, double *value)
{
    char *end = NULL;
    if (w->next >= w->count) {
        return false;
    }
    *value = strtod(w->text[w->next], &end);
    if (end == w->text[w->next] || (*end != '\0' && strcmp(end, "m") != 0)) {
        return false;
    }
    w->next++;
    return true;
}

static bool take_widget(viewer *v, words *w, double *x, double *y)
{
    char name[WORD_CAPACITY];
    double part = 0.5;
    SDL_strlcpy(name, next_word(w) + 1, sizeof name);
    char *colon = strrchr(name, ':');
    if (colon != NULL) {
        part = strtod(colon + 1, NULL);
        *colon = '\0';
    }
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    const view_widget *widget = view_ui_find(&v->ui, name);
    if (widget == NULL) {
        return false;
    }
    *x = widget->x + widget->width * part;
    *y = widget->y + widget->height / 2.0;
    return true;
}

static bool take_place(viewer *v, words *w, double *x, double *y)
{
    if (w->next < w->count && w->text[w->next][0] == '@') {
        return take_widget(v, w, x, y);
    }
    const bool is_in_metres = w->next < w->count && strchr(w->text[w->next], 'm') != NULL;
    if (!take_number(w, x) || !take_number(w, y)) {
        return false;
    }
    if (is_in_metres) {
        const wend_vec2 place = {*x, *y};
        view_to_screen(&v->camera, place, x, y);
    }
    return true;
}

/* ---- events ---- */

static int whole(double x)
{
    return (int)SDL_floor(x + 0.5);
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

static how take_how(words *w)
{
    how h = {SDL_BUTTON_LEFT, 1, false};
    for (bool is_more = true; is_more;) {
        is_more = false;
        if (take(w, "right")) {
            h.button = SDL_BUTTON_RIGHT;
            is_more = true;
        } else if (take(w, "middle")) {
            h.button = SDL_BUTTON_MIDDLE;
            is_more = true;
        } else if (take(w, "double")) {
            h.clicks = 2;
            is_more = true;
        } else if (take(w, "shift")) {
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

static bool do_move(viewer *v, words *w)
{
    double x = 0.0;
    double y = 0.0;
    if (!take_place(v, w, &x, &y)) {
        return false;
    }
    push_motion(v, x, y);
    return true;
}

static bool do_click(viewer *v, words *w)
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

static bool do_down(viewer *v, words *w)
{
    if (!do_move(v, w)) {
        return false;
    }
    push_button(v, true, take_how(w).button, 1);
    return true;
}

static bool do_up(viewer *v, words *w)
{
    if (!do_move(v, w)) {
        return false;
    }
    push_button(v, false, take_how(w).button, 1);
    return true;
}

static bool do_drag(viewer *v, words *w)
{
    double x = 0.0;
    double y = 0.0;
    double frames = DRAG_FRAMES;
    if (!take_place(v, w, &x, &y) || !take_place(v, w, &v->script.to_x, &v->script.to_y)) {
        return false;
    }
    const how h = take_how(w);
    (void)take_number(w, &frames);
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
static void drag_on(viewer *v)
{
    view_script *script = &v->script;
    const double part = 1.0 / script->drag_left;
    push_motion(v, script->x + (script->to_x - script->x) * part,
                script->y + (script->to_y - script->y) * part);
    if (--script->drag_left == 0) {
        push_button(v, false, script->drag_button, 1);
    }
}

static bool do_wheel(viewer *v, words *w)
{
    double turns = 0.0;
    SDL_Event event;
    (void)v;
    if (!take_number(w, &turns) || turns < -100.0 || turns > 100.0) {
        return false;
    }
    memset(&event, 0, sizeof event);
    event.type = SDL_MOUSEWHEEL;
    event.wheel.y = (int32_t)turns;
    SDL_PushEvent(&event);
    return true;
}

static bool do_key(viewer *v, words *w)
{
    const SDL_Keycode key = SDL_GetKeyFromName(next_word(w));
    uint16_t modifiers = KMOD_NONE;
    (void)v;
    modifiers = (uint16_t)(modifiers | (take(w, "ctrl") ? KMOD_LCTRL : 0));
    modifiers = (uint16_t)(modifiers | (take(w, "shift") ? KMOD_LSHIFT : 0));
    if (key == SDLK_UNKNOWN) {
        return false;
    }
    push_key(key, modifiers, true);
    push_key(key, KMOD_NONE, false);
    return true;
}

static bool do_wait(viewer *v, words *w)
{
    double frames = 0.0;
    if (!take_number(w, &frames) || !(frames >= 0.0) || frames > 1e9) {
        return false;
    }
    v->script.wait_until = v->time.frame + (uint64_t)frames;
    return true;
}

static bool do_frame(viewer *v, words *w)
{
    double frame = 0.0;
    if (!take_number(w, &frame) || !(frame >= 0.0) || frame > 1e9) {
        return false;
    }
    v->script.wait_until = (uint64_t)frame;
    return true;
}

static bool do_shot(viewer *v, words *w)
{
    SDL_strlcpy(v->shot, next_word(w), sizeof v->shot);
    v->script.wait_until = v->time.frame + 1;
    return v->shot[0] != '\0';
}

static bool do_size(viewer *v, words *w)
{
    double width = 0.0;
    double height = 0.0;
    if (!take_number(w, &width) || !take_number(w, &height) || !(width >= 64.0) ||
        !(height >= 64.0) || width > 16384.0 || height > 16384.0) {
        return false;
    }
    SDL_SetWindowSize(v->window, (int)width, (int)height);
    view_window_fit(v);
    return true;
}

static bool do_quit(viewer *v, words *w)
{
    (void)w;
    v->is_over = true;
    return true;
}

typedef struct command {
    const char *name;
    bool (*act)(viewer *v, words *w);
} command;

static const command commands[] = {
    {"move", do_move},   {"click", do_click}, {"down", do_down}, {"up", do_up},
    {"drag", do_drag},   {"wheel", do_wheel}, {"key", do_key},   {"wait", do_wait},
    {"frame", do_frame}, {"shot", do_shot},   {"size", do_size}, {"quit", do_quit},
};

bool view_script_line(viewer *v, const char *line)
{
    words w = split(line);
    if (w.count == 0) {
        return true;
    }
    const char *name = next_word(&w);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            if (commands[i].act(v, &w) && w.next == w.count) {
                return true;
            }
            break;
        }
    }
    v->result = view_fail(&v->message, WEND_ERROR_FILE, "%s:%u: \"%s\": not understood here%s%s",
                          v->options.script != NULL ? v->options.script : "script",
                          (unsigned)v->script.line, name, w.next < w.count ? ", at " : "",
                          w.next < w.count ? w.text[w.next] : "");
    v->is_over = true;
    return false;
}

/* ---- the file ---- */

wend_result view_script_open(viewer *v, const char *file)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    const wend_result result = wend_io_read_file(file, NULL, &bytes, &count, &v->message);
    if (result == WEND_OK) {
        v->script.text = (char *)bytes;
        v->script.size = count;
        v->script.next = v->script.text;
    }
    return result;
}

void view_script_run(viewer *v)
{
    view_script *script = &v->script;
    if (script->drag_left > 0) {
        drag_on(v);
        return;
    }
    /* Places of widgets are known once a frame was drawn. */
    while (script->next != NULL && !script->is_done && script->drag_left == 0 && !v->is_over &&
           v->time.frame > 0 && v->time.frame >= script->wait_until) {
        script->line++;
        const char *line = script->next;
        const char *end = strchr(line, '\n');
        script->is_done = end == NULL;
        script->next = end != NULL ? end + 1 : line;
        if (!view_script_line(v, line)) {
            return;
        }
    }
}

void view_script_free(view_script *script)
{
    wend_io_free(NULL, (uint8_t *)script->text, script->size);
    script->text = NULL;
}
