/* Reads a script of mouse and keys line by line, and issues its events frame by frame.
 * Cost: a line at a time. */
#include "window/script.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

/* Lines, with # for comments; a PLACE is X Y in pixels, or in metres with an m behind each
 * (12.5m 30m), or @name of a widget (blanks as _), with :part for a position along it.
 *
 *     wait N                    frame N (continues in that frame)
 *     move PLACE                click PLACE [right|middle|double|shift]
 *     down PLACE, up PLACE      drag PLACE PLACE [right|middle|shift] [frames]
 *     wheel N                   key NAME [ctrl] [shift]
 *     shot FILE                 size WIDTH HEIGHT
 *     show LAYER, hide LAYER    quit                                                   */

static view_words split(const char *line)
{
    view_words w;
    memset(&w, 0, sizeof w);
    while (*line != '\0' && *line != '#' && *line != '\n' && w.count < VIEW_WORDS_MAX) {
        size_t length = 0;
        while (*line == ' ' || *line == '\t' || *line == '\r') {
            line++;
        }
        for (; *line > ' ' && *line != '#'; line++) {
            if (length + 1 < VIEW_WORD_CAPACITY) {
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

const char *view_word_next(view_words *w)
{
    return w->next < w->count ? w->text[w->next++] : "";
}

bool view_word_take(view_words *w, const char *word)
{
    if (w->next < w->count && strcmp(w->text[w->next], word) == 0) {
        w->next++;
        return true;
    }
    return false;
}

bool view_word_take_number(view_words *w, double *value)
{
    char *end = NULL;
    if (w->next >= w->count) {
        return false;
    }
    *value = strtod(w->text[w->next], &end);
    /* NaN is refused as well. */
    if (end == w->text[w->next] || (*end != '\0' && strcmp(end, "m") != 0) ||
        !(*value >= -1e9 && *value <= 1e9)) {
        return false;
    }
    w->next++;
    return true;
}

static bool take_widget(viewer *v, view_words *w, double *x, double *y)
{
    char name[VIEW_WORD_CAPACITY];
    double part = 0.5;
    SDL_strlcpy(name, view_word_next(w) + 1, sizeof name);
    char *colon = strrchr(name, ':');
    if (colon != NULL) {
        part = strtod(colon + 1, NULL);
        part = part > 0.0 ? (part < 1.0 ? part : 1.0) : 0.0;
        *colon = '\0';
    }
    for (char *c = name; *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    const view_widget *widget = view_ui_find(&v->ui, name);
    if (widget == NULL) {
        return false;
    }
    /* The whole pixel nearest to it that lies on the widget. */
    const double first = SDL_ceil(widget->x);
    const double last = SDL_ceil(widget->x + widget->width) - 1.0;
    *x = SDL_floor(widget->x + widget->width * part + 0.5);
    *x = *x > last ? last : *x;
    *x = *x < first ? first : *x;
    *y = widget->y + widget->height / 2.0;
    return true;
}

bool view_word_take_position(viewer *v, view_words *w, double *x, double *y)
{
    if (w->next < w->count && w->text[w->next][0] == '@') {
        return take_widget(v, w, x, y);
    }
    const bool is_in_metres = w->next < w->count && strchr(w->text[w->next], 'm') != NULL;
    if (!view_word_take_number(w, x) || !view_word_take_number(w, y)) {
        return false;
    }
    if (is_in_metres) {
        const wend_vec2 position = {*x, *y};
        view_to_screen(&v->camera, position, x, y);
    }
    return true;
}

bool view_script_line(viewer *v, const char *line)
{
    view_words w = split(line);
    if (w.count == 0) {
        return true;
    }
    const char *name = view_word_next(&w);
    if (view_command(v, name, &w) && w.next == w.count) {
        return true;
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
    if (v->options.script_text != NULL) {
        v->script.next = v->options.script_text;
        return WEND_OK;
    }
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
        view_command_drag(v);
        return;
    }
    /* The rectangles of widgets are known once a frame was drawn. */
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
