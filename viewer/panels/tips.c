/* Shows what the widget under the mouse does, when the mouse rests there.
 * Cost: a look at the widgets of a frame. */
#include "view.h"

#include <string.h>

/* Frames that the mouse rests before its tip is shown. */
enum { REST_FRAMES = 30 };

typedef struct tip_row {
    const char *widget, *text;
} tip_row;

static const tip_row tips[] = {
    {"pause", "Space: stops the time of the scene, or lets it go on"},
    {"step", "point: a single tick"},
    {"slower", "-: half the speed"},
    {"faster", "+: double the speed"},
    {"restart", "F5: begins the scene again, as its file is now"},
    {"scenes", "Esc with none selected: the choice of scenes"},
    {"layers", "F2: a panel with all that can be shown, also of the scene's objects"},
    {"close layers", "F2: hides this panel"},
    {"save", "F6: items and triggers as wend-view.items, the grid as wend-view.wend"},
    {"undo", "Ctrl+Z: takes the last edit back"},
    {"redo", "Ctrl+Y: makes the edit that was taken back once more"},
    {"inspector", "the body that is selected; Esc releases it"},
    {"slider brush, cells", "width of the brush: drag, or - and +"},
};

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static const char *layer_help(const viewer *v, const char *name)
{
    scene_layer layer;
    for (size_t i = 0; view_layer_get(v, i, &layer); i++) {
        if (strcmp(layer.name, name) == 0) {
            return layer.help;
        }
    }
    return NULL;
}

static const char *tool_hint(const char *name)
{
    for (int i = 0; i < VIEW_TOOL_COUNT; i++) {
        const view_tool_row *row = view_tool_get((view_tool)i);
        if (strcmp(row->name, name) == 0) {
            return row->hint;
        }
    }
    return NULL;
}

const char *view_tip_of(const viewer *v, const char *widget)
{
    for (size_t i = 0; i < sizeof tips / sizeof tips[0]; i++) {
        if (strcmp(tips[i].widget, widget) == 0) {
            return tips[i].text;
        }
    }
    if (begins(widget, "show ")) {
        return layer_help(v, widget + strlen("show "));
    }
    if (begins(widget, "tool ")) {
        return tool_hint(widget + strlen("tool "));
    }
    if (begins(widget, "slider ")) {
        return "drag, or press - and + beside it";
    }
    return begins(widget, "less ") ? "a step less" : begins(widget, "more ") ? "a step more" : NULL;
}

/* The one that was drawn last lies above. */
static const view_widget *under_mouse(const view_ui *ui)
{
    const view_widget *found = NULL;
    for (size_t i = 0; i < ui->widget_count; i++) {
        const view_widget *w = &ui->widgets[i];
        if (ui->mouse_x >= w->x && ui->mouse_x < w->x + w->width && ui->mouse_y >= w->y &&
            ui->mouse_y < w->y + w->height) {
            found = w;
        }
    }
    return found;
}

void view_tip_draw(viewer *v)
{
    view_ui *ui = &v->ui;
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    const bool rests = !(ui->mouse_x < ui->rest_x || ui->mouse_x > ui->rest_x ||
                         ui->mouse_y < ui->rest_y || ui->mouse_y > ui->rest_y);
    ui->rest_frames = rests && !ui->is_held ? ui->rest_frames + 1 : 0;
    ui->rest_x = ui->mouse_x;
    ui->rest_y = ui->mouse_y;
    const view_widget *widget = under_mouse(ui);
    const char *text =
        widget != NULL && ui->rest_frames >= REST_FRAMES ? view_tip_of(v, widget->name) : NULL;
    if (text == NULL) {
        return;
    }
    const double most = v->camera.width - 16.0 < cap * 36.0 ? v->camera.width - 16.0 : cap * 36.0;
    const double whole = view_text_width(&v->atlas, VIEW_TEXT_BODY, text) + cap * 0.5;
    const double room = most - cap * 1.8;
    const double width = (whole < room ? whole : room) + cap * 1.8;
    const double height = view_text_wrapped_height(&v->atlas, text, width - cap * 1.8) + cap * 0.9;
    double x = ui->mouse_x;
    double y = widget->y + widget->height + 6.0;
    x = x + width > v->camera.width - 8.0 ? v->camera.width - 8.0 - width : x;
    y = y + height > v->camera.height - 4.0 ? widget->y - height - 6.0 : y;
    view_round_rect(&v->front, x - 1.0, y - 1.0, width + 2.0, height + 2.0, 4.0,
                    view_ink_colour(VIEW_INK_EDGE));
    view_round_rect(&v->front, x, y, width, height, 4.0, view_ink_colour(VIEW_INK_HOT));
    (void)view_text_wrapped(&v->front, x + cap * 0.9, y + cap * 0.8, width - cap * 1.8, text,
                            view_ink_colour(VIEW_INK_TEXT));
}
