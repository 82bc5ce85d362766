/* Inputs to a running scene, applied in order at the beginning of the next tick.
 * Cost: that of the edits; an order takes a pass over its bodies. */
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"
#include "wend/stamp.h"
#include "wend/walls.h"

enum { BODIES_MAX = 1000000, JOINED_MAX = 16 };

/* ---- keeping ---- */

static bool is_number(double value)
{
    return value >= -1e12 && value <= 1e12;
}

static bool is_key(const char *key)
{
    size_t count = 0;
    while (count < SCENE_KEY_CAPACITY && key[count] != '\0') {
        if (key[count] <= ' ' || key[count] > '~') {
            return false;
        }
        count++;
    }
    return count < SCENE_KEY_CAPACITY;
}

bool scene_input_is_good(const scene_input *input)
{
    bool has_bodies = input->bodies != NULL || input->body_count == 0;
    bool has_kind = input->kind >= SCENE_INPUT_ORDER && input->kind < SCENE_INPUT_KINDS;
    return has_kind && has_bodies && input->body_count <= BODIES_MAX && is_number(input->at.x) &&
           is_number(input->at.y) && is_number(input->to.x) && is_number(input->to.y) &&
           is_number(input->radius) && is_number(input->impulse) && is_number(input->value) &&
           is_key(input->key) && (input->kind != SCENE_INPUT_KEY || input->key[0] != '\0');
}

static bool make_room(scene_inputs *inputs)
{
    if (inputs->count < inputs->capacity) {
        return true;
    }
    size_t capacity = inputs->capacity * 2 + 16;
    scene_kept_input *grown = realloc(inputs->items, capacity * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    inputs->items = grown;
    inputs->capacity = capacity;
    return true;
}

wend_result scene_add_input(scene *s, const scene_input *input)
{
    if (!scene_input_is_good(input)) {
        return scene_fail(&s->message, WEND_ERROR_ARGUMENT, "an input is out of range");
    }
    size_t bytes = input->body_count * sizeof *input->bodies;
    wend_body_id *bodies = malloc(bytes + 1);
    if (bodies == NULL || !make_room(&s->inputs)) {
        free(bodies);
        return scene_fail(&s->message, WEND_ERROR_MEMORY, "out of memory");
    }
    if (bytes > 0) {
        memcpy(bodies, input->bodies, bytes);
    }
    scene_kept_input *kept = &s->inputs.items[s->inputs.count++];
    kept->input = *input;
    kept->input.bodies = bodies;
    kept->bodies = bodies;
    return WEND_OK;
}

void scene_free_inputs(scene_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        free(inputs->items[i].bodies);
    }
    inputs->count = 0;
}

/* ---- ground ---- */

/* The part of a rectangle that lies on the grid. @return is there any? */
static bool clip(const scene *s, scene_input *input)
{
    if (s->grid == NULL) {
        return false;
    }
    wend_grid_info info;
    wend_grid_get_info(s->grid, &info);
    int64_t x1 = (int64_t)input->x + input->width;
    int64_t y1 = (int64_t)input->y + input->height;
    input->x = input->x < 0 ? 0 : input->x;
    input->y = input->y < 0 ? 0 : input->y;
    x1 = x1 > info.width ? info.width : x1;
    y1 = y1 > info.height ? info.height : y1;
    input->width = x1 > input->x ? (int32_t)(x1 - input->x) : 0;
    input->height = y1 > input->y ? (int32_t)(y1 - input->y) : 0;
    return input->width > 0 && input->height > 0 && input->cost >= 1 && input->cost <= 255;
}

static void do_cells(const scene *s, scene_input input)
{
    if (clip(s, &input)) {
        (void)wend_grid_fill(s->grid, input.movement_class, input.x, input.y, input.width,
                             input.height, (uint8_t)input.cost);
    }
}

static void do_stamp(const scene *s, scene_input input)
{
    if (!clip(s, &input) || input.width > WEND_STAMP_SIDE_MAX ||
        input.height > WEND_STAMP_SIDE_MAX) {
        return;
    }
    size_t count = (size_t)input.width * (size_t)input.height;
    uint8_t *costs = malloc(count);
    if (costs != NULL) {
        wend_stamp_id id;
        memset(costs, (int)input.cost, count);
        wend_stamp_def def = wend_stamp_def_default();
        def.x = input.x;
        def.y = input.y;
        def.width = input.width;
        def.height = input.height;
        def.costs = costs;
        (void)wend_grid_add_stamp(s->grid, &def, &id, NULL);
    }
    free(costs);
}

static void do_lift(const scene *s, const scene_input *input)
{
    if (s->grid != NULL) {
        (void)wend_grid_remove_stamp(
            s->grid, wend_grid_stamp_at(s->grid, input->movement_class, input->x, input->y));
    }
}

/* ---- walls, graphs ---- */

static void do_erase(const scene *s, const scene_input *input)
{
    wend_wall_hit hit;
    if (s->walls != NULL &&
        wend_walls_nearest(s->walls, input->at, input->radius, UINT32_MAX, &hit)) {
        (void)wend_walls_remove(s->walls, hit.wall);
    }
}

/* A node that is joined to its nearest ones. */
static void do_node_add(const scene *s, const scene_input *input)
{
    if (s->graph == NULL) {
        return;
    }
    wend_node near[JOINED_MAX];
    wend_graph_nearest_query query = wend_graph_nearest_query_default();
    query.max_distance = input->radius;
    size_t wanted = input->index < JOINED_MAX ? input->index : JOINED_MAX;
    size_t count = wend_graph_nearest_many(s->graph, input->at, &query, near, wanted);
    wend_node node = WEND_NODE_NONE;
    wend_graph_node def = wend_graph_node_default();
    def.position = input->at;
    if (wend_graph_add_node(s->graph, &def, &node) != WEND_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t edge = 0;
        wend_graph_edge edge_def = wend_graph_edge_default();
        edge_def.from = node;
        edge_def.to = near[i];
        (void)wend_graph_add_edge(s->graph, &edge_def, &edge);
    }
}

static void do_node_move(const scene *s, const scene_input *input)
{
    wend_graph_node def;
    if (s->graph != NULL && wend_graph_get_node(s->graph, input->index, &def) == WEND_OK) {
        def.position = input->at;
        (void)wend_graph_set_node(s->graph, input->index, &def);
    }
}

/* ---- bodies ---- */

static void do_stop(scene *s, const scene_input *input)
{
    for (size_t i = 0; i < input->body_count; i++) {
        scene_forget_order(s, input->bodies[i]);
        (void)wend_crowd_stop(s->crowd, input->bodies[i]);
    }
}

/* Pushes the list of those that exist. */
static void push_bodies(lua_State *L, const scene *s, const scene_input *input)
{
    lua_createtable(L, (int)input->body_count, 0);
    lua_Integer there = 0;
    for (size_t i = 0; i < input->body_count; i++) {
        wend_body body;
        if (wend_crowd_get_body(s->crowd, input->bodies[i], &body) == WEND_OK) {
            wendlua_push_id(L, WENDLUA_BODY, input->bodies[i].index1, input->bodies[i].generation);
            lua_rawseti(L, -2, ++there);
        }
    }
}

/* on_order(bodies, x, y, floor), or the default for orders. */
static void do_order(lua_State *L, scene *s, const scene_input *input)
{
    if (!scene_has_hook(s, SCENE_ON_ORDER)) {
        (void)scene_order(s, input);
        return;
    }
    push_bodies(L, s, input);
    lua_pushnumber(L, input->at.x);
    lua_pushnumber(L, input->at.y);
    lua_pushinteger(L, input->floor);
    scene_call(L, s->hooks[SCENE_ON_ORDER], 4, 0);
}

static void do_select(lua_State *L, const scene *s, const scene_input *input)
{
    if (scene_has_hook(s, SCENE_ON_SELECT)) {
        push_bodies(L, s, input);
        scene_call(L, s->hooks[SCENE_ON_SELECT], 1, 0);
    }
}

bool scene_takes_selections(const scene *s)
{
    return scene_has_hook(s, SCENE_ON_SELECT);
}

/* ---- the scene's own ---- */

static void do_slider(lua_State *L, scene *s, const scene_input *input)
{
    if (input->index >= s->slider_count) {
        return;
    }
    scene_own_slider *slider = &s->sliders[input->index];
    double value = input->value < slider->from ? slider->from : input->value;
    slider->value = value > slider->to ? slider->to : value;
    lua_rawgeti(L, LUA_REGISTRYINDEX, slider->table);
    lua_pushnumber(L, slider->value);
    lua_setfield(L, -2, "value");
    lua_pop(L, 1);
    if (slider->on_change != LUA_NOREF) {
        lua_pushnumber(L, slider->value);
        scene_call(L, slider->on_change, 1, 0);
    }
}

static void do_key(lua_State *L, const scene *s, const scene_input *input)
{
    if (scene_has_hook(s, SCENE_ON_KEY)) {
        lua_pushstring(L, input->key);
        scene_call(L, s->hooks[SCENE_ON_KEY], 1, 0);
    }
}

/* ---- all of them ---- */

static void do_input(lua_State *L, scene *s, const scene_input *input)
{
    switch (input->kind) {
    case SCENE_INPUT_ORDER:
        do_order(L, s, input);
        break;
    case SCENE_INPUT_STOP:
        do_stop(s, input);
        break;
    case SCENE_INPUT_CELLS:
        do_cells(s, *input);
        break;
    case SCENE_INPUT_STAMP:
        do_stamp(s, *input);
        break;
    case SCENE_INPUT_LIFT:
        do_lift(s, input);
        break;
    case SCENE_INPUT_SEGMENT:
        (void)wend_walls_add_segment(s->walls, input->at, input->to, WEND_STOPS_WALK, 0, NULL);
        break;
    case SCENE_INPUT_ERASE:
        do_erase(s, input);
        break;
    case SCENE_INPUT_EXPLODE:
        (void)wend_crowd_apply_explosion(s->crowd, input->floor, input->at, input->radius,
                                         input->impulse, true, NULL);
        break;
    case SCENE_INPUT_SLIDER:
        do_slider(L, s, input);
        break;
    case SCENE_INPUT_KEY:
        do_key(L, s, input);
        break;
    case SCENE_INPUT_NODE_ADD:
        do_node_add(s, input);
        break;
    case SCENE_INPUT_NODE_MOVE:
        do_node_move(s, input);
        break;
    case SCENE_INPUT_NODE_REMOVE:
        (void)wend_graph_remove_node(s->graph, input->index);
        break;
    case SCENE_INPUT_SELECT:
        do_select(L, s, input);
        break;
    case SCENE_INPUT_ITEM_ADD:
    case SCENE_INPUT_ITEM_MOVE:
    case SCENE_INPUT_ITEM_ACTIVE:
    case SCENE_INPUT_ITEM_REMOVE:
    case SCENE_INPUT_TRIGGER_ADD:
    case SCENE_INPUT_TRIGGER_MOVE:
    case SCENE_INPUT_TRIGGER_REMOVE:
        scene_do_placing(s, input);
        break;
    case SCENE_INPUT_KINDS:
        break;
    }
}

void scene_do_inputs(lua_State *L, scene *s)
{
    for (size_t i = 0; i < s->inputs.count; i++) {
        scene_record_input(s, &s->inputs.items[i].input);
        do_input(L, s, &s->inputs.items[i].input);
    }
    scene_free_inputs(&s->inputs);
}
