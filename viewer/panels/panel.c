/* Draws the panels: tools, time, figures, sliders, layers, plot, and the line at the bottom.
 * Cost: some thousand vertices. */
#include "view.h"

#include <stdio.h>

static double cap_of(const viewer *v)
{
    return v->atlas.cap[VIEW_TEXT_BODY];
}

static double tools_width(const viewer *v)
{
    return cap_of(v) * 10.5;
}

double view_panel_side_width(const viewer *v)
{
    return cap_of(v) * 29.0;
}

void view_panel_sides(const viewer *v, double *left, double *right)
{
    const bool is_hidden = v->ui.is_panel_hidden || view_panel_is_narrow(v);
    *left = is_hidden ? 0.0 : tools_width(v) + 16.0;
    *right = is_hidden ? 0.0 : view_panel_side_width(v);
    double x = 0.0;
    double end = 0.0;
    const double room = v->camera.width - *left - 24.0 * cap_of(v);
    if (view_layer_panel_sides(v, &x, &end) && v->camera.width - x < room) {
        *right = v->camera.width - x;
    }
}

bool view_panel_is_narrow(const viewer *v)
{
    return v->camera.width < tools_width(v) + view_panel_side_width(v) + 24.0 * cap_of(v);
}

bool view_panel_shows(const viewer *v, view_panel_name panel)
{
    return view_panel_is_narrow(v) ? v->ui.narrow_panel == panel && !v->ui.is_layers
                                   : !v->ui.is_panel_hidden;
}

void view_panel_next(viewer *v)
{
    if (view_panel_is_narrow(v) && v->ui.is_layers) {
        v->ui.is_layers = false;
    } else if (view_panel_is_narrow(v)) {
        const int next = ((int)v->ui.narrow_panel + 1) % VIEW_PANEL_COUNT;
        v->ui.narrow_panel = (view_panel_name)next;
    } else {
        v->ui.is_panel_hidden = !v->ui.is_panel_hidden;
    }
}

/* ---- panels higher than the window ---- */

void view_scroll_hold(viewer *v, view_scroll *scroll, double right)
{
    const double seen = v->camera.height;
    const double most = scroll->height > seen ? scroll->height - seen : 0.0;
    scroll->at = scroll->at > most ? most : scroll->at;
    scroll->at = scroll->at > 0.0 ? scroll->at : 0.0;
    if (most > 0.5) {
        view_rect(&v->front, right - 4.0, scroll->at / scroll->height * seen, 4.0,
                  seen * seen / scroll->height, view_ink_colour(VIEW_INK_DIM));
    }
}

bool view_ui_wheel(viewer *v, double turns)
{
    const double step = turns * cap_of(v) * 6.0;
    const bool is_over_side = view_panel_shows(v, VIEW_PANEL_SIDE) &&
                              v->ui.mouse_x >= v->camera.width - view_panel_side_width(v);
    double left = 0.0;
    double right = 0.0;
    const bool is_over_layers =
        view_layer_panel_sides(v, &left, &right) && v->ui.mouse_x >= left && v->ui.mouse_x < right;
    if (v->ui.is_help) {
        v->ui.help.at -= step;
    } else if (is_over_layers) {
        v->ui.layers.at -= step;
    } else if (is_over_side) {
        v->ui.side.at -= step;
    }
    return v->ui.is_help || view_ui_is_over(&v->ui, v->ui.mouse_x, v->ui.mouse_y);
}

static void panel(viewer *v, double x, double y, double width, double height)
{
    view_rect(&v->front, x, y, width, height, view_ink_colour(VIEW_INK_PANEL));
    view_ui_area(v, x, y, width, height);
}

/* State shared by the rows of the right panel. */
typedef struct column {
    double x, y, width;
} column;

static void heading(viewer *v, column *c, const char *text)
{
    c->y += cap_of(v) * 0.5;
    view_rect(&v->front, c->x, c->y, c->width, 1.0, view_ink_colour(VIEW_INK_EDGE));
    c->y += cap_of(v) * 0.7;
    view_text(&v->front, VIEW_TEXT_BODY, c->x, c->y, text, view_ink_colour(VIEW_INK_ACCENT));
    c->y += cap_of(v) * 1.7;
}

/* ---- tools ---- */

static int tool_count(const viewer *v)
{
    int count = 0;
    for (int i = 0; i < VIEW_TOOL_COUNT; i++) {
        count += view_tool_is_there(v, (view_tool)i);
    }
    return count;
}

/* Lower in windows that are not high enough for all. */
static double tool_height(const viewer *v)
{
    const double room = (v->camera.height - 24.0) / tool_count(v) - 4.0;
    const double usual = cap_of(v) * 2.3;
    return room > usual ? usual : room > cap_of(v) * 1.3 ? room : cap_of(v) * 1.3;
}

static double tools_panel_height(const viewer *v)
{
    return tool_count(v) * (tool_height(v) + 4.0) + 8.0;
}

void view_panel_room(const viewer *v, double top, double *left, double *right)
{
    const bool has_tools =
        view_panel_shows(v, VIEW_PANEL_TOOLS) && tools_panel_height(v) + 8.0 > top;
    *left = has_tools ? tools_width(v) + 28.0 : 8.0;
    double x = 0.0;
    double end = 0.0;
    *right =
        v->camera.width - (view_panel_shows(v, VIEW_PANEL_SIDE) ? view_panel_side_width(v) : 0.0);
    *right = (view_layer_panel_sides(v, &x, &end) ? x : *right) - 8.0;
}

static double draw_tool(viewer *v, view_tool tool, double x, double y)
{
    char label[32];
    char name[32];
    const view_tool_row *row = view_tool_get(tool);
    const double height = tool_height(v);
    snprintf(label, sizeof label, "%s %s", row->key, row->name);
    snprintf(name, sizeof name, "tool %s", row->name);
    if (!view_tool_is_there(v, tool)) {
        return y;
    }
    if (view_ui_button(v, name, label, v->tools.tool == tool, x, y, tools_width(v), height)) {
        v->tools.tool = tool;
    }
    return y + height + 4.0;
}

static void draw_tools(viewer *v)
{
    double y = 14.0;
    panel(v, 8.0, 8.0, tools_width(v) + 12.0, tools_panel_height(v));
    for (int i = 0; i < VIEW_TOOL_COUNT; i++) {
        y = draw_tool(v, (view_tool)i, 14.0, y);
    }
}

/* ---- time and figures ---- */

static void draw_time(viewer *v, column *c)
{
    view_time *time = &v->time;
    const double height = cap_of(v) * 2.3;
    const double wide = (c->width - 8.0) * 0.5;
    const double small = (c->width - 8.0) * 0.25;
    if (view_ui_button(v, "pause", time->is_paused ? "run" : "pause", time->is_paused, c->x, c->y,
                       wide - 4.0, height)) {
        time->is_paused = !time->is_paused && !v->has_failed;
    }
    if (view_ui_button(v, "step", "step", false, c->x + wide, c->y, small, height)) {
        time->is_paused = true;
        time->steps_wanted++;
    }
    const double half = (small - 2.0) / 2.0;
    const double x = c->x + wide + small + 4.0;
    if (view_ui_button(v, "slower", "-", false, x, c->y, half, height)) {
        view_time_faster(time, -1);
    }
    if (view_ui_button(v, "faster", "+", false, x + half + 4.0, c->y, half, height)) {
        view_time_faster(time, 1);
    }
    c->y += height + 4.0;
    const bool can_leave = view_can_leave(v);
    if (view_ui_button(v, "restart", "F5 restart", false, c->x, c->y,
                       can_leave ? wide - 4.0 : c->width, height)) {
        v->wants_restart = true;
    }
    if (can_leave &&
        view_ui_button(v, "scenes", "scenes", false, c->x + wide, c->y, c->width - wide, height)) {
        v->wants_leave = true;
    }
    c->y += height + cap_of(v) * 0.6;
}

static void figure(viewer *v, column *c, const char *name, view_ink ink, const char *text)
{
    view_text(&v->front, VIEW_TEXT_BODY, c->x, c->y, name, view_ink_colour(VIEW_INK_DIM));
    view_text(&v->front, VIEW_TEXT_BODY,
              c->x + c->width - view_text_width(&v->atlas, VIEW_TEXT_BODY, text), c->y, text,
              view_ink_colour(ink));
    c->y += cap_of(v) * 1.65;
}

static void draw_figures(viewer *v, column *c)
{
    char text[64];
    scene_stats stats;
    const double seconds = (double)scene_tick_count(v->scene) * scene_step(v->scene);
    scene_get_stats(v->scene, &stats);
    snprintf(text, sizeof text, "%.1f s, tick %llu, x%g", seconds,
             (unsigned long long)scene_tick_count(v->scene), v->time.speed);
    figure(v, c, "time", VIEW_INK_TEXT, text);
    if (scene_floor_count(v->scene) > 1) {
        snprintf(text, sizeof text, "%u of %u", (unsigned)v->layers.floor + 1,
                 (unsigned)scene_floor_count(v->scene));
        figure(v, c, "floor", VIEW_INK_ACCENT, text);
    }
    snprintf(text, sizeof text, "%u, %u selected", (unsigned)stats.agents,
             (unsigned)v->bodies.selected_count);
    figure(v, c, "agents", VIEW_INK_TEXT, text);
    snprintf(text, sizeof text, "%u, %u", (unsigned)stats.moving, (unsigned)stats.arrived);
    figure(v, c, "moving, arrived", VIEW_INK_TEXT, text);
    snprintf(text, sizeof text, "%u", (unsigned)stats.stuck);
    figure(v, c, "stuck", stats.stuck > 0 ? VIEW_INK_ACCENT : VIEW_INK_TEXT, text);
    snprintf(text, sizeof text, "%.1f %% of a diameter", stats.max_overlap * 100.0);
    figure(v, c, "overlap", stats.max_overlap > 0.05 ? VIEW_INK_BAD : VIEW_INK_GOOD, text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)stats.wall_violations);
    figure(v, c, "in walls", stats.wall_violations > 0 ? VIEW_INK_BAD : VIEW_INK_GOOD, text);
}

/* The scene's own. */
static void draw_scene_figures(viewer *v, column *c)
{
    const scene_figure *figures = NULL;
    size_t count = 0;
    (void)scene_get_figures(v->scene, &figures, &count); /* the next tick tells a failure */
    if (count > 0) {
        heading(v, c, "figures");
    }
    for (size_t i = 0; i < count; i++) {
        char text[SCENE_FIGURE_TEXT_CAPACITY];
        scene_figure_text(&figures[i], text);
        const double name = view_text_width(&v->atlas, VIEW_TEXT_BODY, figures[i].name);
        const double value = view_text_width(&v->atlas, VIEW_TEXT_BODY, text);
        const double most = c->width * 0.6;
        const double room = value < most ? value : most;
        view_text_cut(&v->front, VIEW_TEXT_BODY, c->x, c->y,
                      name < c->width - room - cap_of(v) ? name : c->width - room - cap_of(v),
                      figures[i].name, view_ink_colour(VIEW_INK_DIM));
        view_text_cut(&v->front, VIEW_TEXT_BODY, c->x + c->width - room, c->y, room, text,
                      view_ink_colour(VIEW_INK_TEXT));
        c->y += cap_of(v) * 1.65;
    }
}

/* ---- sliders ---- */

static void draw_slider(viewer *v, column *c, const char *label, double from, double to,
                        bool is_whole, double *value)
{
    char name[VIEW_NAME_CAPACITY];
    snprintf(name, sizeof name, "slider %s", label);
    (void)view_ui_slider(v, name, label, from, to, is_whole, value, c->x, c->y, c->width);
    c->y += view_ui_slider_height(v);
}

static void draw_placing_sliders(viewer *v, column *c)
{
    view_tools *tools = &v->tools;
    char label[32];
    if (tools->tool == VIEW_TOOL_ITEM) {
        draw_slider(v, c, "tag", 0.0, 20.0, true, &tools->item_tag);
        draw_slider(v, c, "active", 0.0, 1.0, true, &tools->item_active);
        return;
    }
    snprintf(label, sizeof label, "kind: %s", view_trigger_kind_name(tools->trigger_kind));
    (void)view_ui_slider(v, "slider kind", label, 0.0, 3.0, true, &tools->trigger_kind, c->x, c->y,
                         c->width);
    c->y += view_ui_slider_height(v);
    draw_slider(v, c, "radius, m", 0.25, 20.25, false, &tools->trigger_radius);
    draw_slider(v, c, "tag", 0.0, 20.0, true, &tools->trigger_tag);
}

static void draw_save(viewer *v, column *c)
{
    const double height = cap_of(v) * 2.3;
    if (view_ui_button(v, "save", "save (F6)", false, c->x, c->y, c->width, height)) {
        (void)view_save(v, "wend-view");
    }
    c->y += height + cap_of(v) * 0.6;
}

/* In the line of the tool's name, once there is something to take back or to make again. */
static void draw_undo(viewer *v, const column *c)
{
    const double height = cap_of(v) * 1.8;
    const double width = cap_of(v) * 5.6;
    const double y = c->y - cap_of(v) * 0.4;
    const double x = c->x + c->width - width;
    if (v->undo.done > 0 &&
        view_ui_button(v, "undo", "undo", false, x - width - 4.0, y, width, height)) {
        view_undo_back(v);
    }
    if (v->undo.done < v->undo.count &&
        view_ui_button(v, "redo", "redo", false, x, y, width, height)) {
        view_undo_again(v);
    }
}

static void draw_tool_sliders(viewer *v, column *c)
{
    view_tools *tools = &v->tools;
    const view_tool tool = tools->tool;
    const bool has_brush =
        tool == VIEW_TOOL_WALL || tool == VIEW_TOOL_ERASE || tool == VIEW_TOOL_COST;
    if (has_brush) {
        draw_slider(v, c, "brush, cells", 1.0, 15.0, true, &tools->brush);
    }
    if (tool == VIEW_TOOL_COST) {
        draw_slider(v, c, "cost", 1.0, 20.0, true, &tools->cost);
    }
    if (tool == VIEW_TOOL_STAMP) {
        draw_slider(v, c, "stamp width", 1.0, 24.0, true, &tools->stamp_width);
        draw_slider(v, c, "stamp height", 1.0, 24.0, true, &tools->stamp_height);
    }
    if (tool == VIEW_TOOL_EXPLODE) {
        draw_slider(v, c, "radius, m", 1.0, 30.0, false, &tools->blast_radius);
        draw_slider(v, c, "impulse, Ns", 100.0, 8000.0, true, &tools->blast_impulse);
    }
    if (tool == VIEW_TOOL_ITEM || tool == VIEW_TOOL_TRIGGER) {
        draw_placing_sliders(v, c);
    }
    if (tool == VIEW_TOOL_ITEM || tool == VIEW_TOOL_TRIGGER || tool == VIEW_TOOL_COST) {
        draw_save(v, c);
    }
}

static void draw_scene_sliders(viewer *v, column *c)
{
    const size_t count = scene_slider_count(v->scene);
    for (size_t i = 0; i < count; i++) {
        scene_slider slider;
        char name[VIEW_NAME_CAPACITY];
        (void)scene_get_slider(v->scene, i, &slider);
        double value = slider.value;
        snprintf(name, sizeof name, "slider %s", slider.name);
        if (view_ui_slider(v, name, slider.name, slider.from, slider.to, false, &value, c->x, c->y,
                           c->width)) {
            scene_input input = {0};
            input.kind = SCENE_INPUT_SLIDER;
            input.index = (uint32_t)i;
            input.value = value;
            view_input(v, &input);
        }
        c->y += view_ui_slider_height(v);
    }
}

/* The class whose costs are shown. */
static void draw_class_slider(viewer *v, column *c)
{
    wend_grid_info info;
    wend_grid_get_info(scene_grid(v->scene), &info);
    if (info.class_count > 1) {
        double shown = v->layers.movement_class;
        draw_slider(v, c, "class shown", 0.0, info.class_count - 1, true, &shown);
        v->layers.movement_class = (uint32_t)shown;
    }
}

/* ---- layers ---- */

/* Those with letters, unless the panel of all shows them. */
static void draw_layers(viewer *v, column *c)
{
    const double half = c->width / 2.0 - 6.0;
    const double height = cap_of(v) * 2.3;
    int shown = 0;
    for (size_t i = 0; i < SCENE_LAYER_OBJECTS && !v->ui.is_layers; i++) {
        scene_layer layer;
        if (!view_layer_get(v, i, &layer) || !layer.is_there || layer.key == '\0') {
            continue;
        }
        view_layer_row(v, i, &layer, c->x + (shown % 2) * (half + 12.0), c->y, half);
        c->y += shown % 2 == 1 ? view_ui_row(v) : 0.0;
        shown++;
    }
    c->y += (shown % 2 == 1 ? view_ui_row(v) : 0.0) + 4.0;
    if (view_ui_button(v, "layers", "F2  all layers", v->ui.is_layers, c->x, c->y, c->width,
                       height)) {
        view_layer_panel_toggle(v);
    }
    c->y += height + cap_of(v) * 0.6;
}

static void draw_side(viewer *v)
{
    const double width = view_panel_side_width(v);
    const double margin = cap_of(v) * 1.1;
    column c = {v->camera.width - width + margin, margin, width - 2.0 * margin};
    panel(v, v->camera.width - width, 0.0, width, v->camera.height);
    view_scroll_hold(v, &v->ui.side, v->camera.width);
    c.y -= v->ui.side.at;
    view_text_cut(&v->front, VIEW_TEXT_TITLE, c.x, c.y, c.width, scene_title(v->scene),
                  view_ink_colour(VIEW_INK_TEXT));
    c.y += v->atlas.line[VIEW_TEXT_TITLE] + cap_of(v) * 0.4;
    draw_time(v, &c);
    draw_figures(v, &c);
    draw_scene_figures(v, &c);
    if (scene_slider_count(v->scene) > 0) {
        heading(v, &c, "scene");
        draw_scene_sliders(v, &c);
    }
    heading(v, &c, "show (Ctrl and letter)");
    draw_layers(v, &c);
    draw_class_slider(v, &c);
    heading(v, &c, "tool");
    view_text(&v->front, VIEW_TEXT_BODY, c.x, c.y, view_tool_get(v->tools.tool)->name,
              view_ink_colour(VIEW_INK_TEXT));
    draw_undo(v, &c);
    c.y += cap_of(v) * 1.8;
    draw_tool_sliders(v, &c);
    const double plot = view_plot_height(v);
    /* At the bottom, where there is room. */
    const double top = v->camera.height - plot - margin - cap_of(v) * 2.9;
    c.y = c.y < top ? top : c.y;
    heading(v, &c, "time per phase");
    view_plot_draw(v, c.x, c.y, c.width, plot);
    v->ui.side.height = c.y + plot + margin + v->ui.side.at;
}

void view_panels_draw(viewer *v)
{
    const bool is_pressed = v->ui.is_pressed;
    view_ui_begin(v);
    /* The help page lies over all other widgets. */
    v->ui.is_pressed = is_pressed && !v->ui.is_help;
    if (view_panel_shows(v, VIEW_PANEL_TOOLS)) {
        draw_tools(v);
    }
    if (view_panel_shows(v, VIEW_PANEL_SIDE)) {
        draw_side(v);
    }
    view_layer_panel_draw(v);
    view_inspector_draw(v);
    view_lines_draw(v);
    if (v->ui.is_help) {
        view_help_draw(v);
    } else {
        view_tip_draw(v);
    }
    view_ui_end(v);
}
