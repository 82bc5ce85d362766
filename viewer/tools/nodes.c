/* The node tool: inputs that add, move and remove nodes of the scene's graph.
 * Cost: a query of the nearest node. */
#include "view.h"

/* Pixels within which a node is taken hold of. */
static const double pick_pixels = 12.0;
/* A new node is joined to so many others, no farther than that many times the distance between
 * neighbours on the screen. */
enum { JOINED = 4 };
static const double join_pixels = 240.0;

wend_node view_node_at(const viewer *v, wend_vec2 position)
{
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.max_distance = pick_pixels / v->camera.scale;
    return wend_graph_nearest(scene_graph(v->scene), position, &near);
}

void view_node_press(viewer *v, wend_vec2 position)
{
    scene_input input = {0};
    if (scene_graph(v->scene) == NULL) {
        return;
    }
    v->tools.node = view_node_at(v, position);
    if (v->tools.node != WEND_NODE_NONE) {
        return;
    }
    input.kind = SCENE_INPUT_NODE_ADD;
    input.at = position;
    input.index = JOINED;
    input.radius = join_pixels / v->camera.scale;
    view_input(v, &input);
}

void view_node_drag(viewer *v, wend_vec2 position)
{
    scene_input input = {0};
    if (v->tools.node == WEND_NODE_NONE ||
        !wend_graph_has_node(scene_graph(v->scene), v->tools.node)) {
        return;
    }
    input.kind = SCENE_INPUT_NODE_MOVE;
    input.index = v->tools.node;
    input.at = position;
    view_input(v, &input);
}

void view_node_remove(viewer *v, wend_vec2 position)
{
    scene_input input = {0};
    const wend_node node =
        scene_graph(v->scene) != NULL ? view_node_at(v, position) : WEND_NODE_NONE;
    if (node != WEND_NODE_NONE) {
        input.kind = SCENE_INPUT_NODE_REMOVE;
        input.index = node;
        view_input(v, &input);
    }
}

void view_node_draw(viewer *v, wend_vec2 position)
{
    const SDL_Color colour = {206, 110, 30, 255};
    const wend_node node = view_node_at(v, position);
    const wend_vec2 at =
        node != WEND_NODE_NONE ? wend_graph_position(scene_graph(v->scene), node) : position;
    double x = 0.0;
    double y = 0.0;
    view_to_screen(&v->camera, at, &x, &y);
    view_disc(&v->front, VIEW_DISC_RING, x, y, node != WEND_NODE_NONE ? 10.0 : 6.0, colour);
}

void view_tool_remove(viewer *v)
{
    const wend_vec2 position = view_to_world(&v->camera, v->ui.mouse_x, v->ui.mouse_y);
    if (v->tools.tool == VIEW_TOOL_NODE) {
        view_node_remove(v, position);
    } else if (v->tools.tool == VIEW_TOOL_ITEM || v->tools.tool == VIEW_TOOL_TRIGGER) {
        view_placing_remove(v, position);
    } else {
        view_edit_remove(v, position);
    }
}
