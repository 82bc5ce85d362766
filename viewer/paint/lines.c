/* Breaks or cuts text that is too wide, and draws the lines at the bottom of the window.
 * Cost: linear in the characters. */
#include "view.h"

#include <stdio.h>
#include <string.h>

/* Texts of notices are no longer. */
enum { LINE_CAPACITY = 256 };

/* Number of characters of a text that fit in a line: up to its last blank if all do not fit, or up
 * to
 * where a word is too long for a line; of some text one at least. */
static size_t fitting(const view_atlas *atlas, view_text_size size, const char *text, double width)
{
    char line[LINE_CAPACITY];
    size_t fits = 0;
    size_t blank = 0;
    for (size_t i = 1; text[0] != '\0' && i < sizeof line; i++) {
        SDL_strlcpy(line, text, i + 1);
        if (view_text_width(atlas, size, line) > width) {
            break;
        }
        fits = i;
        if (text[i] == '\0') {
            return strlen(text);
        }
        blank = text[i] == ' ' ? i : blank;
    }
    return blank > 0 ? blank : fits > 0 ? fits : text[0] != '\0';
}

/* Takes a line off a text. @return the rest, from its first character that is not blank. */
static const char *take_line(const view_atlas *atlas, const char *text, double width,
                             char line[LINE_CAPACITY])
{
    const size_t count = fitting(atlas, VIEW_TEXT_BODY, text, width);
    SDL_strlcpy(line, text, (count < LINE_CAPACITY - 1 ? count : LINE_CAPACITY - 1) + 1);
    text += strlen(line);
    return text + strspn(text, " ");
}

static double line_height(const view_atlas *atlas)
{
    return atlas->cap[VIEW_TEXT_BODY] * 1.75;
}

double view_text_wrapped_height(const view_atlas *atlas, const char *text, double width)
{
    char line[LINE_CAPACITY];
    double height = 0.0;
    do {
        text = take_line(atlas, text, width, line);
        height += line_height(atlas);
    } while (*text != '\0');
    return height;
}

double view_text_wrapped(view_batch *batch, double x, double y, double width, const char *text,
                         SDL_Color colour)
{
    char line[LINE_CAPACITY];
    do {
        text = take_line(batch->atlas, text, width, line);
        view_text(batch, VIEW_TEXT_BODY, x, y, line, colour);
        y += line_height(batch->atlas);
    } while (*text != '\0');
    return y;
}

/* Number of letters, one at least, that fit; of a text that does not fit as a whole. */
static size_t fitting_letters(const view_atlas *atlas, view_text_size size, const char *text,
                              double width)
{
    char start[LINE_CAPACITY];
    size_t count = 1;
    while (count + 4 < sizeof start && text[count] != '\0') {
        SDL_strlcpy(start, text, count + 2);
        if (view_text_width(atlas, size, start) > width) {
            break;
        }
        count++;
    }
    return count;
}

void view_text_cut(view_batch *batch, view_text_size size, double x, double y, double width,
                   const char *text, SDL_Color colour)
{
    char line[LINE_CAPACITY];
    SDL_strlcpy(line, text, sizeof line);
    if (view_text_width(batch->atlas, size, line) > width) {
        size_t count = fitting_letters(batch->atlas, size, line, width);
        for (memcpy(line + count, "..", 3);
             count > 1 && view_text_width(batch->atlas, size, line) > width; count--) {
            memcpy(line + count - 1, "..", 3);
        }
    }
    view_text(batch, size, x, y, line, colour);
}

void view_text_lines(view_batch *batch, double x, double y, double width, const char *text,
                     int lines, SDL_Color colour)
{
    char line[LINE_CAPACITY];
    for (; lines > 1 && *text != '\0'; lines--) {
        text = take_line(batch->atlas, text, width, line);
        view_text(batch, VIEW_TEXT_BODY, x, y, line, colour);
        y += line_height(batch->atlas);
    }
    if (*text != '\0') {
        view_text_cut(batch, VIEW_TEXT_BODY, x, y, width, text, colour);
    }
}

/* ---- the lines at the bottom ---- */

/* Position of the next notice; they pile up from the bottom. */
typedef struct pile {
    double x, width, bottom;
} pile;

static void put_line(viewer *v, pile *p, const char *text, view_ink ink)
{
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    const double room = p->width - cap * 1.8;
    if (text[0] == '\0') {
        return;
    }
    const double high = view_text_wrapped_height(&v->atlas, text, room);
    const double wide = view_text_width(&v->atlas, VIEW_TEXT_BODY, text);
    const double height = high + cap * 0.45;
    const double y = p->bottom - height;
    view_round_rect(&v->front, p->x, y, (wide < room ? wide : room) + cap * 1.8, height, 4.0,
                    view_ink_colour(VIEW_INK_PANEL));
    view_text_wrapped(&v->front, p->x + cap * 0.9, y + cap * 0.6, room, text, view_ink_colour(ink));
    p->bottom = y - 4.0;
}

/* The scene's own line, and the measured time of its planner; not where a frame is a tick, as then
 * every run shows the same. */
static void put_scene_text(viewer *v, pile *p)
{
    char text[LINE_CAPACITY];
    const char *own = scene_text(v->scene);
    const bool has_time = v->time.planner_ms > 0.0 && !v->time.is_by_frames;
    if (!has_time) {
        put_line(v, p, own, VIEW_INK_TEXT);
        return;
    }
    snprintf(text, sizeof text, "%s%splanner %.3f ms", own, own[0] == '\0' ? "" : "; ",
             v->time.planner_ms);
    put_line(v, p, text, VIEW_INK_TEXT);
}

static void put_hint(viewer *v, pile *p)
{
    char hint[160];
    if (view_panel_shows(v, VIEW_PANEL_TOOLS)) {
        snprintf(hint, sizeof hint, "%s    F1: help", view_tool_get(v->tools.tool)->hint);
        put_line(v, p, hint, VIEW_INK_DIM);
    } else if (view_panel_is_narrow(v)) {
        put_line(v, p, "Tab: panels    F1: help", VIEW_INK_DIM);
    }
}

/* Notices stay for some seconds; why a scene failed, for ever. */
static bool has_notice(const viewer *v)
{
    enum { FRAMES = 400 };
    return v->notice[0] != '\0' && (v->has_failed || v->time.frame < v->notice_frame + FRAMES);
}

void view_tell(viewer *v, const char *text)
{
    SDL_strlcpy(v->notice, text, sizeof v->notice);
    v->notice_frame = v->time.frame;
}

void view_notice_draw(viewer *v)
{
    pile p = {8.0, v->camera.width - 16.0, v->camera.height - 8.0};
    if (has_notice(v)) {
        put_line(v, &p, v->notice, VIEW_INK_BAD);
    }
}

void view_lines_draw(viewer *v)
{
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    const double bottom = v->camera.height - 8.0;
    double x = 8.0;
    double right = 0.0;
    view_panel_room(v, bottom - cap * 8.0, &x, &right);
    pile p = {x, right - x, bottom};
    /* A window with room for a panel only shows failures alone. */
    if (p.width < cap * 16.0) {
        p.x = 8.0;
        p.width = v->camera.width - 16.0;
    } else {
        char point[LINE_CAPACITY];
        view_point_text(v, point, sizeof point);
        put_hint(v, &p);
        put_line(v, &p, point, VIEW_INK_TEXT);
        put_scene_text(v, &p);
    }
    if (v->trouble[0] != '\0') {
        put_line(v, &p, "the changed file is refused; the scene goes on as it was:", VIEW_INK_TEXT);
        p.bottom += 4.0;
        put_line(v, &p, v->trouble, VIEW_INK_BAD);
    }
    if (has_notice(v)) {
        put_line(v, &p, v->notice, VIEW_INK_BAD);
    } else if (view_layers_want_selection(v)) {
        put_line(v, &p, "many in view: select some to see their layers", VIEW_INK_ACCENT);
    }
}
