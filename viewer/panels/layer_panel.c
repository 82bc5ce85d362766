/* Draws the panel of all layers: a check box for each layer of the scene and of its objects.
 * Cost: a row for each layer that lies within the window. */
#include "view.h"

#include <stdio.h>

static double cap_of(const viewer *v)
{
    return v->atlas.cap[VIEW_TEXT_BODY];
}

void view_layer_panel_toggle(viewer *v)
{
    v->ui.is_layers = !v->ui.is_layers;
    v->ui.layers.at = 0.0;
}

/* Beside the panel of figures; over all else in a narrow window. */
bool view_layer_panel_sides(const viewer *v, double *left, double *right)
{
    const bool has_side = !view_panel_is_narrow(v) && !v->ui.is_panel_hidden;
    const double width = cap_of(v) * 24.0;
    *right = v->camera.width - (has_side ? view_panel_side_width(v) : 0.0);
    *left = width < *right ? *right - width : 0.0;
    return v->ui.is_layers;
}

void view_layer_row(viewer *v, size_t index, const scene_layer *layer, double x, double y,
                    double width)
{
    char name[VIEW_NAME_CAPACITY];
    char label[VIEW_NAME_CAPACITY + 8];
    const bool is_empty = v->layers.is_on[index] && v->layers.is_empty[index];
    snprintf(name, sizeof name, "show %s", layer->name);
    snprintf(label, sizeof label, "%s%s", layer->name, is_empty ? ": none" : "");
    if (view_ui_toggle(v, name, label, layer->key, v->layers.is_on[index], x, y, width)) {
        v->layers.is_on[index] = !v->layers.is_on[index];
    }
}

static void put_heading(viewer *v, double x, double *y, double width, const char *text)
{
    *y += cap_of(v) * 0.5;
    view_rect(&v->front, x, *y, width, 1.0, view_ink_colour(VIEW_INK_EDGE));
    *y += cap_of(v) * 0.7;
    view_text(&v->front, VIEW_TEXT_BODY, x, *y, text, view_ink_colour(VIEW_INK_ACCENT));
    *y += cap_of(v) * 1.7;
}

/* Rows of the layers from one number to another. @return help of the one under the mouse, or NULL. */
static const char *put_rows(viewer *v, size_t begin, size_t end, double x, double *y, double width)
{
    const char *help = NULL;
    const double height = view_ui_row(v);
    for (size_t i = begin; i < end; i++) {
        scene_layer layer;
        if (!view_layer_get(v, i, &layer) || !layer.is_there) {
            continue;
        }
        view_layer_row(v, i, &layer, x, *y, width);
        const bool is_hot = v->ui.mouse_x >= x && v->ui.mouse_x < x + width &&
                            v->ui.mouse_y >= *y && v->ui.mouse_y < *y + height;
        help = is_hot ? layer.help : help;
        *y += height;
    }
    return help;
}

/* Colours with what they mean, in one line. */
static void put_legend(viewer *v, double x, double *y, double width, const char *title,
                       const SDL_Color *colours, const char *const *labels, size_t count)
{
    const double cap = cap_of(v);
    const double right = x + width - cap * 5.0;
    view_text_cut(&v->front, VIEW_TEXT_BODY, x, *y + cap * 0.3, width, title,
                  view_ink_colour(VIEW_INK_DIM));
    x += cap * 5.0;
    for (size_t i = 0; i < count && x < right; i++) {
        view_rect(&v->front, x, *y, cap * 1.3, cap * 1.5, colours[i]);
        view_frame(&v->front, x, *y, cap * 1.3, cap * 1.5, 1.0, view_ink_colour(VIEW_INK_EDGE));
        x = view_text(&v->front, VIEW_TEXT_BODY, x + cap * 1.6, *y + cap * 0.3, labels[i],
                      view_ink_colour(VIEW_INK_TEXT)) +
            cap * 0.5;
    }
    *y += cap * 2.1;
}

static void put_legends(viewer *v, double x, double *y, double width)
{
    static const char *const costs[] = {"1", "3", "8", "64", "wall"};
    static const char *const persons[] = {"0.5", "2", "4"};
    SDL_Color ground[] = {view_ground_colour(1, true), view_ground_colour(3, true),
                          view_ground_colour(8, true), view_ground_colour(64, true),
                          view_ground_colour(WEND_COST_WALL, true)};
    SDL_Color heat[3];
    for (int i = 0; i < 3; i++) {
        const double part = i == 0 ? 0.125 : i == 1 ? 0.5 : 1.0;
        heat[i] = view_look_of(WEND_MEANING_SEARCHED, part).fill;
        heat[i].a = 255;
    }
    put_heading(v, x, y, width, "colours");
    put_legend(v, x, y, width, "cost", ground, costs, 5);
    put_legend(v, x, y, width, "per m2", heat, persons, 3);
}

static const char *put_all(viewer *v, double x, double *y, double width)
{
    const size_t count = scene_layer_count(v->scene);
    put_heading(v, x, y, width, "scene");
    const char *help = put_rows(v, 0, SCENE_LAYER_OBJECTS, x, y, width);
    put_heading(v, x, y, width, count > SCENE_LAYER_OBJECTS ? "objects" : "no objects to show");
    const char *other = put_rows(v, SCENE_LAYER_OBJECTS, count, x, y, width);
    put_legends(v, x, y, width);
    return other != NULL ? other : help;
}

void view_layer_panel_draw(viewer *v)
{
    double left = 0.0;
    double right = 0.0;
    if (!view_layer_panel_sides(v, &left, &right)) {
        return;
    }
    const double cap = cap_of(v);
    const double margin = cap * 1.1;
    const double width = right - left - 2.0 * margin;
    const double close = cap * 7.0;
    const double height = cap * 2.3;
    view_scroll *scroll = &v->ui.layers;
    view_rect(&v->front, left, 0.0, right - left, v->camera.height,
              view_ink_colour(VIEW_INK_PANEL));
    view_ui_area(v, left, 0.0, right - left, v->camera.height);
    view_scroll_hold(v, scroll, right);
    double y = margin - scroll->at;
    view_text(&v->front, VIEW_TEXT_TITLE, left + margin, y, "Layers",
              view_ink_colour(VIEW_INK_TEXT));
    if (view_ui_button(v, "close layers", "F2 close", false, right - margin - close, y - 4.0, close,
                       height)) {
        view_layer_panel_toggle(v);
    }
    y += v->atlas.line[VIEW_TEXT_TITLE] + cap * 0.4;
    const double line = y;
    y += cap * 1.8;
    const char *help = put_all(v, left + margin, &y, width);
    view_text_cut(&v->front, VIEW_TEXT_BODY, left + margin, line, width,
                  help != NULL ? help : "shown are those with a mark",
                  view_ink_colour(VIEW_INK_DIM));
    scroll->height = y + margin + scroll->at;
}
