/* Turns presses and movements of the mouse on the world into selections, orders, and calls of the
 * tools that change the world.
 * Cost: a pass over the bodies for selections. */
#include "view.h"

#include <stdlib.h>

static const view_tool_row rows[VIEW_TOOL_COUNT] = {
    {"select", "1", "drag: select; click: one; right: send"},
    {"order", "2", "click: send the selected bodies"},
    {"wall", "3", "drag: close cells"},
    {"line", "4", "drag: a wall from here to there"},
    {"erase", "5", "drag: open cells, take lines away"},
    {"cost", "6", "drag: paint what ground costs; F6: save"},
    {"stamp", "7", "click: put a block down"},
    {"remove", "8", "click: remove a stamp"},
    {"explode", "9", "click: an explosion"},
    {"node", "0", "click: a node; drag: move it; Delete: remove it"},
    {"item", "F3", "click: an item; drag: move it; Shift: on, off; Delete: remove it; F6: save"},
    {"trigger", "F4", "click: a trigger; drag: move it; Delete: remove it; F6: save"},
};

const view_tool_row *view_tool_get(view_tool tool)
{
    return &rows[tool];
}

bool view_tool_is_there(const viewer *v, view_tool tool)
{
    /* Edits are of the scene's own grid and walls: not of those on another floor. */
    const bool has_grid = scene_grid(v->scene) != NULL &&
                          scene_floor_grid(v->scene, v->layers.floor) == scene_grid(v->scene);
    const bool has_walls = scene_walls(v->scene) != NULL &&
                           scene_floor_walls(v->scene, v->layers.floor) == scene_walls(v->scene);
    switch (tool) {
    case VIEW_TOOL_WALL:
    case VIEW_TOOL_COST:
    case VIEW_TOOL_STAMP:
    case VIEW_TOOL_REMOVE:
        return has_grid;
    case VIEW_TOOL_LINE:
        return has_walls;
    case VIEW_TOOL_ERASE:
        return has_grid || has_walls;
    case VIEW_TOOL_NODE:
        return scene_graph(v->scene) != NULL;
    case VIEW_TOOL_ITEM:
        return scene_items(v->scene) != NULL;
    case VIEW_TOOL_TRIGGER:
        return scene_triggers(v->scene) != NULL;
    case VIEW_TOOL_SELECT:
    case VIEW_TOOL_ORDER:
    case VIEW_TOOL_EXPLODE:
    case VIEW_TOOL_COUNT:
    default:
        return true;
    }
}

void view_input(viewer *v, const scene_input *input)
{
    scene_input placed = *input;
    placed.floor = v->layers.floor;
    if (v->has_failed) {
        return;
    }
    view_undo_note(v, &placed);
    const wend_result result = scene_add_input(v->scene, &placed);
    if (result != WEND_OK) {
        view_tell(v, wend_result_text(result));
    }
}

/* ---- orders ---- */

/* Bodies whose path to the goal is tested: the first ones represent all. */
enum { TESTED_MOST = 8 };

bool view_can_reach(const viewer *v, wend_vec2 position)
{
    size_t tested = 0;
    for (size_t i = 0; i < v->bodies.count && tested < v->bodies.selected_count; i++) {
        const view_body *body = &v->bodies.items[i];
        if (body->is_selected) {
            if (scene_can_reach(v->scene, body->id, position, v->layers.floor)) {
                return true;
            }
            if (++tested == TESTED_MOST) {
                return false;
            }
        }
    }
    return tested == 0;
}

static void input_for_selected(viewer *v, scene_input_kind kind, wend_vec2 at)
{
    size_t count = 0;
    wend_body_id *ids = malloc((v->bodies.selected_count + 1) * sizeof *ids);
    if (ids == NULL || v->bodies.selected_count == 0) {
        free(ids);
        return;
    }
    for (size_t i = 0; i < v->bodies.count && count < v->bodies.selected_count; i++) {
        if (v->bodies.items[i].is_selected) {
            ids[count++] = v->bodies.items[i].id;
        }
    }
    scene_input input = {0};
    input.kind = kind;
    input.bodies = ids;
    input.body_count = count;
    input.at = at;
    view_input(v, &input);
    free(ids);
}

void view_tool_order(viewer *v, wend_vec2 position)
{
    input_for_selected(v, SCENE_INPUT_ORDER, position);
    v->tools.order_at = position;
    v->tools.order_frame = v->bodies.selected_count > 0 ? v->time.frame + 1 : 0;
}

void view_stop_selected(viewer *v)
{
    const wend_vec2 nowhere = {0.0, 0.0};
    input_for_selected(v, SCENE_INPUT_STOP, nowhere);
}

/* ---- the mouse ---- */

static bool is_placing(view_tool tool)
{
    return tool == VIEW_TOOL_ITEM || tool == VIEW_TOOL_TRIGGER;
}

void view_tool_press(viewer *v, double x, double y, bool is_added)
{
    view_tools *tools = &v->tools;
    tools->press_x = x;
    tools->press_y = y;
    tools->press = view_to_world(&v->camera, x, y);
    tools->last = tools->press;
    tools->is_dragging = true;
    tools->is_added = is_added;
    if (tools->tool == VIEW_TOOL_ORDER) {
        view_tool_order(v, tools->press);
    } else if (tools->tool == VIEW_TOOL_NODE) {
        view_node_press(v, tools->press);
    } else if (is_placing(tools->tool)) {
        view_placing_press(v, tools->press);
    } else if (tools->tool != VIEW_TOOL_SELECT) {
        view_edit_press(v, tools->press);
    }
}

void view_tool_move(viewer *v, double x, double y)
{
    view_tools *tools = &v->tools;
    const wend_vec2 position = view_to_world(&v->camera, x, y);
    if (!tools->is_dragging) {
        return;
    }
    if (tools->tool == VIEW_TOOL_NODE) {
        view_node_drag(v, position);
    } else if (is_placing(tools->tool)) {
        view_placing_drag(v, position);
    } else if (tools->tool != VIEW_TOOL_SELECT && tools->tool != VIEW_TOOL_ORDER) {
        view_edit_drag(v, tools->last, position);
    }
    tools->last = position;
}

static bool is_click(const view_tools *tools, double x, double y)
{
    return SDL_fabs(x - tools->press_x) < 4.0 && SDL_fabs(y - tools->press_y) < 4.0;
}

static void select_released(viewer *v, double x, double y, wend_vec2 position)
{
    view_tools *tools = &v->tools;
    if (!is_click(tools, x, y)) {
        view_select_box(v, tools->press, position, tools->is_added);
        return;
    }
    const view_body *body = view_body_at(v, position);
    if (body != NULL) {
        view_select_one(v, body->id, tools->is_added);
    } else if (!tools->is_added) {
        view_select_none(v);
    }
}

void view_tool_release(viewer *v, double x, double y)
{
    view_tools *tools = &v->tools;
    const wend_vec2 position = view_to_world(&v->camera, x, y);
    if (!tools->is_dragging) {
        return;
    }
    tools->is_dragging = false;
    if (tools->tool == VIEW_TOOL_SELECT) {
        select_released(v, x, y, position);
    } else if (tools->tool != VIEW_TOOL_ORDER && tools->tool != VIEW_TOOL_NODE &&
               !is_placing(tools->tool)) {
        view_edit_release(v, position);
    }
}

/* ---- marks ---- */

static void draw_box(viewer *v)
{
    const view_tools *tools = &v->tools;
    const SDL_Color fill = {255, 196, 74, 40};
    const SDL_Color edge = {214, 150, 20, 255};
    double ax = 0.0;
    double ay = 0.0;
    double bx = 0.0;
    double by = 0.0;
    view_to_screen(&v->camera, tools->press, &ax, &ay);
    view_to_screen(&v->camera, tools->last, &bx, &by);
    const double left = ax < bx ? ax : bx;
    const double top = ay < by ? ay : by;
    view_rect(&v->front, left, top, SDL_fabs(bx - ax), SDL_fabs(by - ay), fill);
    view_frame(&v->front, left, top, SDL_fabs(bx - ax), SDL_fabs(by - ay), 1.5, edge);
}

/* Rings that close in on the position of the last order. */
static void draw_last_order(viewer *v)
{
    enum { FRAMES = 45 };
    const view_tools *tools = &v->tools;
    const uint64_t age = v->time.frame + 1 - tools->order_frame;
    SDL_Color colour = {30, 140, 84, 255};
    double x = 0.0;
    double y = 0.0;
    if (tools->order_frame == 0 || age > FRAMES) {
        return;
    }
    view_to_screen(&v->camera, tools->order_at, &x, &y);
    colour.a = (uint8_t)(255 - age * 255 / FRAMES);
    view_disc(&v->front, VIEW_DISC_RING, x, y, 6.0 + (double)(FRAMES - age) * 0.3, colour);
    view_disc(&v->front, VIEW_DISC_PLAIN, x, y, 3.0, colour);
}

/* Green ring: they get there. Red cross: no. */
static void draw_reach(viewer *v, double x, double y, wend_vec2 position)
{
    const SDL_Color good = {24, 150, 84, 255};
    const SDL_Color bad = {214, 44, 40, 255};
    if (v->bodies.selected_count == 0) {
        return;
    }
    if (view_can_reach(v, position)) {
        view_disc(&v->front, VIEW_DISC_RING, x, y, 9.0, good);
        view_disc(&v->front, VIEW_DISC_PLAIN, x, y, 2.0, good);
        return;
    }
    view_disc(&v->front, VIEW_DISC_RING, x, y, 9.0, bad);
    view_line(&v->front, x - 6.0, y - 6.0, x + 6.0, y + 6.0, 2.5, bad);
    view_text(&v->front, VIEW_TEXT_BODY, x + 14.0, y - v->atlas.cap[VIEW_TEXT_BODY] / 2.0,
              "no path", bad);
}

void view_tools_draw(viewer *v)
{
    const view_tools *tools = &v->tools;
    const double x = v->ui.mouse_x;
    const double y = v->ui.mouse_y;
    const wend_vec2 position = view_to_world(&v->camera, x, y);
    draw_last_order(v);
    if (tools->tool == VIEW_TOOL_SELECT && tools->is_dragging) {
        draw_box(v);
        return;
    }
    if (view_ui_is_over(&v->ui, x, y)) {
        return;
    }
    if (tools->tool == VIEW_TOOL_SELECT || tools->tool == VIEW_TOOL_ORDER) {
        draw_reach(v, x, y, position);
    } else if (tools->tool == VIEW_TOOL_NODE) {
        view_node_draw(v, position);
    } else if (is_placing(tools->tool)) {
        view_placing_draw(v, position);
    } else {
        view_edit_draw(v, position);
    }
}
