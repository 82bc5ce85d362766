/* Buttons, boxes and sliders: their pictures, and the actions of the mouse on them. Only their
 * rectangles are kept, for the next press and for scripts.
 * Cost: a few shapes each. */
#include "view.h"

#include <stdio.h>
#include <string.h>

void view_ui_begin(viewer *v)
{
    v->ui.widget_count = 0;
    v->ui.area_count = 0;
}

void view_ui_end(viewer *v)
{
    v->ui.is_pressed = false;
    /* Let go in this frame: sliders saw where. */
    if (v->ui.is_released) {
        v->ui.is_held = false;
        v->ui.is_released = false;
    }
    if (!v->ui.is_held) {
        v->ui.held[0] = '\0';
    }
}

static bool is_in(const view_widget *w, double x, double y)
{
    return x >= w->x && x < w->x + w->width && y >= w->y && y < w->y + w->height;
}

bool view_ui_is_over(const view_ui *ui, double x, double y)
{
    for (size_t i = 0; i < ui->area_count; i++) {
        if (is_in(&ui->areas[i], x, y)) {
            return true;
        }
    }
    return false;
}

static void set_widget(view_widget *w, const char *name, double x, double y, double width,
                       double height)
{
    SDL_strlcpy(w->name, name, sizeof w->name);
    w->x = x;
    w->y = y;
    w->width = width;
    w->height = height;
}

void view_ui_area(viewer *v, double x, double y, double width, double height)
{
    if (v->ui.area_count < sizeof v->ui.areas / sizeof v->ui.areas[0]) {
        set_widget(&v->ui.areas[v->ui.area_count++], "", x, y, width, height);
    }
}

/* Stores the rectangle. @return true if it was pressed since the last frame. */
static bool is_pressed(viewer *v, const char *name, double x, double y, double width, double height)
{
    view_widget widget;
    set_widget(&widget, name, x, y, width, height);
    if (v->ui.widget_count < VIEW_WIDGETS_MAX) {
        v->ui.widgets[v->ui.widget_count++] = widget;
    }
    return v->ui.is_pressed && is_in(&widget, v->ui.press_x, v->ui.press_y);
}

bool view_ui_area_button(viewer *v, const char *name, double x, double y, double width,
                         double height)
{
    return is_pressed(v, name, x, y, width, height);
}

static bool is_under_mouse(const viewer *v, double x, double y, double width, double height)
{
    view_widget widget;
    set_widget(&widget, "", x, y, width, height);
    return is_in(&widget, v->ui.mouse_x, v->ui.mouse_y);
}

static bool is_called(const char *name, const char *other)
{
    while (*name != '\0' && ((*name == '_' ? ' ' : *name) == (*other == '_' ? ' ' : *other))) {
        name++;
        other++;
    }
    return *name == '\0' && *other == '\0';
}

const view_widget *view_ui_find(const view_ui *ui, const char *name)
{
    for (size_t i = 0; i < ui->widget_count; i++) {
        if (is_called(ui->widgets[i].name, name)) {
            return &ui->widgets[i];
        }
    }
    return NULL;
}

static double cap_of(const viewer *v)
{
    return v->atlas.cap[VIEW_TEXT_BODY];
}

double view_ui_row(const viewer *v)
{
    return cap_of(v) * 2.0;
}

double view_ui_slider_height(const viewer *v)
{
    return cap_of(v) * 3.3;
}

bool view_ui_button(viewer *v, const char *name, const char *label, bool is_on, double x, double y,
                    double width, double height)
{
    const bool is_hot = is_under_mouse(v, x, y, width, height);
    const view_ink ink = is_on ? VIEW_INK_ACCENT : is_hot ? VIEW_INK_HOT : VIEW_INK_TRACK;
    const SDL_Color dark = {36, 30, 14, 255};
    view_round_rect(&v->front, x, y, width, height, 4.0, view_ink_colour(ink));
    const double text = view_text_width(&v->atlas, VIEW_TEXT_BODY, label);
    view_text(&v->front, VIEW_TEXT_BODY, x + (width - text) / 2.0, y + (height - cap_of(v)) / 2.0,
              label, is_on ? dark : view_ink_colour(VIEW_INK_TEXT));
    return is_pressed(v, name, x, y, width, height);
}

bool view_ui_toggle(viewer *v, const char *name, const char *label, char key, bool is_on, double x,
                    double y, double width)
{
    const double height = view_ui_row(v);
    const double box = cap_of(v) + 2.0;
    const double top = y + (height - box) / 2.0;
    if (is_under_mouse(v, x, y, width, height)) {
        view_round_rect(&v->front, x - 4.0, y, width + 8.0, height, 3.0,
                        view_ink_colour(VIEW_INK_TRACK));
    }
    view_frame(&v->front, x, top, box, box, 1.0, view_ink_colour(VIEW_INK_DIM));
    if (is_on) {
        view_rect(&v->front, x + 3.0, top + 3.0, box - 6.0, box - 6.0,
                  view_ink_colour(VIEW_INK_ACCENT));
    }
    const double line = y + (height - cap_of(v)) / 2.0;
    const double indent = box + cap_of(v) * 0.7;
    view_text_cut(&v->front, VIEW_TEXT_BODY, x + indent, line,
                  width - indent - (key != '\0' ? cap_of(v) * 1.2 : 0.0), label,
                  view_ink_colour(is_on ? VIEW_INK_TEXT : VIEW_INK_DIM));
    if (key != '\0') {
        const char text[2] = {(char)(key - 'a' + 'A'), '\0'};
        const double across = view_text_width(&v->atlas, VIEW_TEXT_BODY, text);
        view_text(&v->front, VIEW_TEXT_BODY, x + width - across, line, text,
                  view_ink_colour(VIEW_INK_DIM));
    }
    return is_pressed(v, name, x, y, width, height);
}

/* The mouse drags a slider from the press on until the button is let go. */
static bool take_value(viewer *v, const char *name, double from, double to, bool is_whole,
                       double *value, double x, double width)
{
    const bool is_dragged = v->ui.is_held && strcmp(v->ui.held, name) == 0;
    const double at = v->ui.is_pressed ? v->ui.press_x : v->ui.mouse_x;
    double part = (at - x) / width;
    if (!is_dragged && !v->ui.is_pressed) {
        return false;
    }
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    double wanted = from + (to - from) * part;
    wanted = is_whole ? SDL_floor(wanted + 0.5) : wanted;
    const bool is_changed = wanted < *value || wanted > *value;
    *value = wanted;
    return is_changed;
}

/* The buttons beside the track. */
static bool take_step(viewer *v, const char *name, double from, double to, bool is_whole,
                      double *value, double x, double y, double width)
{
    char less[VIEW_NAME_CAPACITY];
    char more[VIEW_NAME_CAPACITY];
    const char *blank = strchr(name, ' ');
    const char *own = blank != NULL ? blank + 1 : name;
    const double side = cap_of(v) * 1.6;
    const double step = is_whole ? 1.0 : (to - from) / 20.0;
    double wanted = *value;
    snprintf(less, sizeof less, "less %.90s", own);
    snprintf(more, sizeof more, "more %.90s", own);
    if (view_ui_button(v, less, "-", false, x, y, side, side)) {
        wanted -= step;
    }
    if (view_ui_button(v, more, "+", false, x + width - side, y, side, side)) {
        wanted += step;
    }
    wanted = wanted < from ? from : wanted > to ? to : wanted;
    const bool is_changed = wanted < *value || wanted > *value;
    *value = wanted;
    return is_changed;
}

static void slider_picture(viewer *v, const char *label, double from, double to, bool is_whole,
                           double value, double x, double y, double width)
{
    char text[32];
    const double cap = cap_of(v);
    const double part = to > from ? (value - from) / (to - from) : 0.0;
    const double track = y + cap * 2.1;
    const double beside = cap * 2.5; /* a button and its gap */
    snprintf(text, sizeof text, is_whole || value >= 100.0 ? "%.0f" : "%.2f", value);
    const double across = view_text_width(&v->atlas, VIEW_TEXT_BODY, text);
    view_text_cut(&v->front, VIEW_TEXT_BODY, x - beside, y + cap * 0.1,
                  width + 2.0 * beside - across - cap, label, view_ink_colour(VIEW_INK_TEXT));
    view_text(&v->front, VIEW_TEXT_BODY, x + width + beside - across, y + cap * 0.1, text,
              view_ink_colour(VIEW_INK_ACCENT));
    view_round_rect(&v->front, x, track, width, 5.0, 2.5, view_ink_colour(VIEW_INK_TRACK));
    if (part > 0.02) {
        view_round_rect(&v->front, x, track, width * part, 5.0, 2.5,
                        view_ink_colour(VIEW_INK_ACCENT));
    }
    view_disc(&v->front, VIEW_DISC_PLAIN, x + width * part, track + 2.5, cap * 0.55,
              view_ink_colour(VIEW_INK_TEXT));
}

bool view_ui_slider(viewer *v, const char *name, const char *label, double from, double to,
                    bool is_whole, double *value, double x, double y, double width)
{
    const double top = y + cap_of(v) * 1.5;
    const double button = cap_of(v) * 1.6;
    bool is_changed = take_step(v, name, from, to, is_whole, value, x, top, width);
    x += button + cap_of(v) * 0.9;
    width -= 2.0 * (button + cap_of(v) * 0.9);
    const bool is_hit = is_pressed(v, name, x, top, width, cap_of(v) * 1.8);
    if (is_hit) {
        SDL_strlcpy(v->ui.held, name, sizeof v->ui.held);
    }
    if (is_hit || (v->ui.is_held && strcmp(v->ui.held, name) == 0)) {
        is_changed = take_value(v, name, from, to, is_whole, value, x, width) || is_changed;
    }
    slider_picture(v, label, from, to, is_whole, *value, x, y, width);
    return is_changed;
}
