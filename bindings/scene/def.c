/* Reads the fields of a scene from the table of wend.scene{...}; an error names the field and the
 * scene's line.
 * Cost: a pass over the fields. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lua/core/pack.h"
#include "scene/private.h"

/* ---- the fields of a scene ---- */

typedef struct scene_field {
    const char *name;
    int type;
} scene_field;

static const scene_field fields[] = {
    {"title", LUA_TSTRING},       {"crowd", LUA_TUSERDATA},        {"grid", LUA_TUSERDATA},
    {"flow", LUA_TUSERDATA},      {"walls", LUA_TUSERDATA},        {"graph", LUA_TUSERDATA},
    {"view", LUA_TTABLE},         {"ticks", LUA_TNUMBER},          {"flow_budget", LUA_TNUMBER},
    {"colours", LUA_TTABLE},      {"sliders", LUA_TTABLE},         {"on_tick", LUA_TFUNCTION},
    {"on_arrive", LUA_TFUNCTION}, {"on_leg", LUA_TFUNCTION},       {"on_behaviour", LUA_TFUNCTION},
    {"on_route", LUA_TFUNCTION},  {"on_no_path", LUA_TFUNCTION},   {"on_stuck", LUA_TFUNCTION},
    {"on_free", LUA_TFUNCTION},   {"on_given_up", LUA_TFUNCTION},  {"on_embedded", LUA_TFUNCTION},
    {"on_floor", LUA_TFUNCTION},  {"on_order", LUA_TFUNCTION},     {"on_key", LUA_TFUNCTION},
    {"text", LUA_TFUNCTION},      {"is_done", LUA_TFUNCTION},      {"draw", LUA_TFUNCTION},
    {"planner", LUA_TUSERDATA},   {"planner_budget", LUA_TNUMBER}, {"figures", LUA_TFUNCTION},
    {"on_select", LUA_TFUNCTION}, {"objects", LUA_TTABLE},         {"state", LUA_TTABLE},
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

/* By scene_hook. */
static const char *const hook_names[SCENE_HOOKS] = {
    "on_tick",  "on_arrive", "on_leg",      "on_behaviour", "on_route", "on_no_path",
    "on_stuck", "on_free",   "on_given_up", "on_embedded",  "on_floor", "on_order",
    "on_key",   "text",      "is_done",     "draw",         "figures",  "on_select",
};

static const scene_field *find_field(const char *name)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(fields[i].name, name) == 0) {
            return &fields[i];
        }
    }
    return NULL;
}

/* Pushes the known names for an unknown field. */
static const char *list_fields(lua_State *L, const scene_field *known, size_t count)
{
    const char *text = lua_pushstring(L, "there is no such field; there are");
    for (size_t i = 0; i < count; i++) {
        text = lua_pushfstring(L, "%s %s", text, known[i].name);
        lua_remove(L, -2);
    }
    return text;
}

/* The entry on top of the stack, its key below. */
static void check_entry(lua_State *L)
{
    if (lua_type(L, -2) != LUA_TSTRING) {
        wendlua_fail(L, "fields have names; this one is a %s", luaL_typename(L, -2));
    }
    const char *name = lua_tostring(L, -2);
    const scene_field *field = find_field(name);
    if (field == NULL) {
        wendlua_fail(L, "field '%s': %s", name, list_fields(L, fields, FIELD_COUNT));
    } else if (lua_type(L, -1) != field->type) {
        wendlua_fail(L, "field '%s': a %s expected, got %s", name, lua_typename(L, field->type),
                     luaL_typename(L, -1));
    }
}

/* ---- colours ---- */

typedef struct colour_name {
    const char *name;
    uint8_t rgb[3];
} colour_name;

static const colour_name colour_names[] = {
    {"red", {204, 51, 51}},     {"blue", {45, 105, 200}},   {"green", {46, 148, 76}},
    {"orange", {226, 124, 30}}, {"purple", {130, 76, 180}}, {"teal", {22, 146, 148}},
    {"yellow", {226, 182, 38}}, {"pink", {218, 92, 152}},   {"brown", {132, 92, 60}},
    {"black", {36, 38, 46}},    {"white", {250, 250, 250}}, {"grey", {128, 132, 142}},
    {"gray", {128, 132, 142}},  {"navy", {34, 54, 110}},    {"maroon", {120, 30, 44}},
    {"olive", {122, 124, 48}},  {"cyan", {40, 176, 214}},   {"magenta", {190, 50, 170}},
};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)tolower((unsigned char)c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex_colour(const char *text, uint8_t rgb[3])
{
    if (strlen(text) != 7) {
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        int high = hex_digit(text[1 + 2 * i]);
        int low = hex_digit(text[2 + 2 * i]);
        if (high < 0 || low < 0) {
            return false;
        }
        rgb[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

bool scene_read_colour(const char *text, uint8_t rgb[3])
{
    if (text[0] == '#') {
        return read_hex_colour(text, rgb);
    }
    for (size_t i = 0; i < sizeof colour_names / sizeof colour_names[0]; i++) {
        if (strcmp(colour_names[i].name, text) == 0) {
            memcpy(rgb, colour_names[i].rgb, 3);
            return true;
        }
    }
    return false;
}

/* colours = {[group] = "red"} */
static void read_colours(lua_State *L, scene *s, int table)
{
    s->colour_count = 0;
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        lua_Integer group = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : -1;
        if (group < 0 || group > UINT32_MAX) {
            wendlua_fail(L, "colours: its keys are groups of bodies: 0 or more");
        }
        uint8_t *rgb = s->colours[s->colour_count];
        if (lua_type(L, -1) != LUA_TSTRING || !scene_read_colour(lua_tostring(L, -1), rgb)) {
            wendlua_fail(L, "colours[%I]: '%s' is no colour; write \"red\" or \"#cc3333\"",
                         (LUAI_UACINT)group, luaL_tolstring(L, -1, NULL));
        }
        s->colour_groups[s->colour_count++] = (uint32_t)group;
        if (s->colour_count == SCENE_COLOURS_MAX) {
            wendlua_fail(L, "colours: more than %d", SCENE_COLOURS_MAX - 1);
        }
    }
}

/* ---- numbers ---- */

/* A number of the table on top of the stack. */
static double number_at(lua_State *L, int table, lua_Integer i)
{
    lua_rawgeti(L, table, i);
    if (lua_type(L, -1) != LUA_TNUMBER) {
        wendlua_fail(L, "view: four numbers expected, {x0, y0, x1, y1}");
    }
    double value = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!(value >= -1e9 && value <= 1e9)) {
        wendlua_fail(L, "view: a number of it is out of range");
    }
    return value;
}

static void read_view(lua_State *L, scene *s, int table)
{
    s->view_low = (wend_vec2){number_at(L, table, 1), number_at(L, table, 2)};
    s->view_high = (wend_vec2){number_at(L, table, 3), number_at(L, table, 4)};
    if (!(s->view_low.x < s->view_high.x) || !(s->view_low.y < s->view_high.y)) {
        wendlua_fail(L, "view: x0 < x1 and y0 < y1 expected, {x0, y0, x1, y1}");
    }
    s->has_view = true;
}

static void read_count(lua_State *L, int table, const char *name, uint64_t *count)
{
    lua_getfield(L, table, name);
    if (!lua_isnil(L, -1)) {
        lua_Integer value = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
        if (value < 1 || value > 1000000000) {
            wendlua_fail(L, "field '%s': a whole number from 1 to 10^9 expected", name);
        }
        *count = (uint64_t)value;
    }
    lua_pop(L, 1);
}

/* ---- sliders ---- */

static const scene_field slider_fields[] = {
    {"name", LUA_TSTRING},  {"from", LUA_TNUMBER},        {"to", LUA_TNUMBER},
    {"value", LUA_TNUMBER}, {"on_change", LUA_TFUNCTION},
};

static void check_slider_entry(lua_State *L, size_t number)
{
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
    for (size_t i = 0; i < sizeof slider_fields / sizeof slider_fields[0]; i++) {
        if (strcmp(slider_fields[i].name, name) == 0) {
            if (lua_type(L, -1) != slider_fields[i].type) {
                wendlua_fail(L, "sliders[%d]: field '%s': a %s expected, got %s", (int)number, name,
                             lua_typename(L, slider_fields[i].type), luaL_typename(L, -1));
            }
            return;
        }
    }
    wendlua_fail(L, "sliders[%d]: field '%s': %s", (int)number, name,
                 list_fields(L, slider_fields, sizeof slider_fields / sizeof slider_fields[0]));
}

static double slider_number(lua_State *L, int table, const char *name, size_t number)
{
    lua_getfield(L, table, name);
    double value = lua_tonumber(L, -1);
    if (lua_isnil(L, -1) || !(value >= -1e12 && value <= 1e12)) {
        wendlua_fail(L, "sliders[%d]: field '%s': a number expected", (int)number, name);
    }
    lua_pop(L, 1);
    return value;
}

static void read_slider_name(lua_State *L, scene *s, scene_own_slider *slider, size_t number)
{
    lua_getfield(L, -1, "name");
    const char *name = lua_tostring(L, -1);
    if (name == NULL || name[0] == '\0' || strpbrk(name, " \t\r\n=,") != NULL ||
        strlen(name) >= SCENE_NAME_CAPACITY) {
        wendlua_fail(L, "sliders[%d]: field 'name': a short text without blanks expected",
                     (int)number);
    }
    for (size_t i = 0; i < s->slider_count; i++) {
        if (strcmp(s->sliders[i].name, name) == 0) {
            wendlua_fail(L, "sliders[%d]: there are two called '%s'", (int)number, name);
        }
    }
    memcpy(slider->name, name, strlen(name) + 1);
    lua_pop(L, 1);
}

/* The table on top of the stack. */
static void read_slider(lua_State *L, scene *s, size_t number)
{
    int table = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        check_slider_entry(L, number);
    }
    scene_own_slider *slider = &s->sliders[s->slider_count];
    read_slider_name(L, s, slider, number);
    slider->from = slider_number(L, table, "from", number);
    slider->to = slider_number(L, table, "to", number);
    slider->value = slider_number(L, table, "value", number);
    if (!(slider->from < slider->to) ||
        !(slider->value >= slider->from && slider->value <= slider->to)) {
        wendlua_fail(L, "sliders[%d]: from <= value <= to and from < to expected", (int)number);
    }
    slider->on_change = LUA_NOREF;
    if (lua_getfield(L, table, "on_change") == LUA_TFUNCTION) {
        slider->on_change = luaL_ref(L, LUA_REGISTRYINDEX);
    }
    lua_pushvalue(L, table);
    slider->table = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_settop(L, table);
    s->slider_count++;
}

static void read_sliders(lua_State *L, scene *s, int table)
{
    s->slider_count = 0;
    size_t count = lua_rawlen(L, table);
    if (count > SCENE_SLIDERS_MAX) {
        wendlua_fail(L, "sliders: more than %d", SCENE_SLIDERS_MAX);
    }
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, table, (lua_Integer)i);
        if (!lua_istable(L, -1)) {
            wendlua_fail(L, "sliders[%d]: a table expected", (int)i);
        }
        read_slider(L, s, i);
        lua_pop(L, 1);
    }
}

/* ---- objects and hooks ---- */

/* The object that keeps the scene's others alive, even if the script closes them. */
static void destroy_keeper(wendlua_object *object)
{
    (void)object;
}

static const luaL_Reg no_methods[] = {{NULL, NULL}};
static const wendlua_kind keeper_kind = {"scene", "wend.scene.keeper", destroy_keeper, no_methods};

/* The crowd on top of the stack follows no flow but the scene's, which the scene updates: bodies
 * would stand still, or walk where the ground has changed, without a word. */
static void check_flow(lua_State *L, const scene *s)
{
    if (lua_getiuservalue(L, -1, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, -1); i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        const wendlua_object *flow = wendlua_test(L, -1, &wendlua_flow_kind);
        if (flow != NULL && s->flow == NULL) {
            wendlua_fail(L, "field 'flow' is missing: the crowd has a flow, which the scene "
                            "updates before each tick");
        } else if (flow != NULL && flow->pointer != s->flow) {
            wendlua_fail(L, "field 'flow': this is not the crowd's flow");
        }
        const wendlua_object *planner = wendlua_test(L, -1, &wendlua_planner_kind);
        if (planner != NULL && planner->pointer != s->planner) {
            wendlua_fail(L, s->planner == NULL
                                ? "field 'planner' is missing: the crowd asks a planner, which the "
                                  "scene updates before each tick"
                                : "field 'planner': this is not the crowd's planner");
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_objects(lua_State *L, scene *s, int table)
{
    wendlua_add_kind(L, &keeper_kind);
    wendlua_object *keeper = wendlua_new(L, &keeper_kind, sizeof *keeper);
    int index = lua_gettop(L);
    keeper->pointer = s;
    s->crowd = wendlua_master(L, index, table, "crowd", &wendlua_crowd_kind);
    s->flow = wendlua_master(L, index, table, "flow", &wendlua_flow_kind);
    s->planner = wendlua_master(L, index, table, "planner", &wendlua_planner_kind);
    s->grid = wendlua_master(L, index, table, "grid", &wendlua_grid_kind);
    s->walls = wendlua_master(L, index, table, "walls", &wendlua_walls_kind);
    s->graph = wendlua_master(L, index, table, "graph", &wendlua_graph_kind);
    if (s->crowd == NULL) {
        wendlua_fail(L, "field 'crowd' is missing: a scene needs one");
    }
    s->keeper = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_getfield(L, table, "crowd");
    check_flow(L, s);
    s->crowd_about = lua_touserdata(L, -1);
    s->crowd_object = luaL_ref(L, LUA_REGISTRYINDEX);
}

/* ---- objects and state of its own ---- */

/* The value on top of the stack as an object of the module that can be saved. */
static const wendlua_object *check_own(lua_State *L, const char *label)
{
    const wendlua_object *object = NULL;
    if (lua_isuserdata(L, -1) && luaL_getmetafield(L, -1, "__name") == LUA_TSTRING) {
        object = strncmp(lua_tostring(L, -1), "wend.", 5) == 0 ? lua_touserdata(L, -2) : NULL;
        lua_pop(L, 1);
    }
    if (object == NULL) {
        wendlua_fail(L, "%s: an object of wend expected, got %s", label, luaL_typename(L, -1));
        return NULL;
    }
    if (!wendlua_has_method(object->kind, "hash")) {
        wendlua_fail(L, "%s: a %s cannot be saved", label, object->kind->name);
    }
    return object;
}

static void take_own(lua_State *L, scene *s, const char *name, size_t length, int keeper)
{
    if (s->object_count == SCENE_OBJECTS_MAX) {
        wendlua_fail(L, "objects: more than %d", SCENE_OBJECTS_MAX);
    }
    size_t at = s->object_count++;
    scene_own_object own = {.reference = LUA_NOREF};
    const size_t room = sizeof own.label - sizeof SCENE_OBJECTS_PREFIX;
    if (length == 0 || length > room || strlen(name) != length) {
        wendlua_fail(L, "objects: names of 1 to %d characters expected", (int)room);
    }
    snprintf(own.label, sizeof own.label, SCENE_OBJECTS_PREFIX "%s", name);
    (void)check_own(L, own.label);
    wendlua_attach(L, keeper, -1);
    lua_pushvalue(L, -1);
    own.reference = luaL_ref(L, LUA_REGISTRYINDEX);
    for (; at > 0 && strcmp(s->objects[at - 1].label, own.label) > 0; at--) {
        s->objects[at] = s->objects[at - 1];
    }
    s->objects[at] = own;
}

/* objects = {senses = senses} */
static void read_own_objects(lua_State *L, scene *s, int table)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->keeper);
    const int keeper = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        size_t length = 0;
        if (lua_type(L, -2) != LUA_TSTRING) {
            wendlua_fail(L, "objects: objects have names; this one has a %s", luaL_typename(L, -2));
        }
        const char *name = lua_tolstring(L, -2, &length);
        take_own(L, s, name, length, keeper);
    }
}

static void read_state(lua_State *L, scene *s, int table)
{
    s->has_state = true;
    if (!wendlua_pack(L, table, "state")) {
        wendlua_fail(L, "%s", lua_tostring(L, -1));
    }
}

static void read_hooks(lua_State *L, scene *s, int table)
{
    for (size_t i = 0; i < SCENE_HOOKS; i++) {
        s->hooks[i] = LUA_NOREF;
        if (lua_getfield(L, table, hook_names[i]) == LUA_TFUNCTION) {
            s->hooks[i] = luaL_ref(L, LUA_REGISTRYINDEX);
        } else {
            lua_pop(L, 1);
        }
    }
}

static void read_title(lua_State *L, scene *s, int table)
{
    if (lua_getfield(L, table, "title") == LUA_TSTRING) {
        snprintf(s->title, sizeof s->title, "%s", lua_tostring(L, -1));
    }
    lua_pop(L, 1);
}

/* Reads a field that is a table by a function of its own. */
static void read_table(lua_State *L, scene *s, int table, const char *name,
                       void (*read)(lua_State *, scene *, int))
{
    if (lua_getfield(L, table, name) == LUA_TTABLE) {
        read(L, s, lua_gettop(L));
    }
    lua_pop(L, 1);
}

/* wend.scene{...}: checks and reads it, and gives it back. */
int scene_take_def(lua_State *L)
{
    scene *s = lua_touserdata(L, lua_upvalueindex(3));
    if (s->table != LUA_NOREF) {
        return wendlua_fail(L, "a file makes one scene");
    }
    if (!lua_istable(L, 1)) {
        return wendlua_fail(L, "a table expected, got %s", luaL_typename(L, 1));
    }
    lua_settop(L, 1);
    for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) {
        check_entry(L);
    }
    luaL_where(L, 1);
    snprintf(s->where, sizeof s->where, "%s", lua_tostring(L, -1));
    lua_pop(L, 1);
    read_objects(L, s, 1);
    read_table(L, s, 1, "objects", read_own_objects);
    scene_layers_begin(L, s);
    read_table(L, s, 1, "state", read_state);
    read_title(L, s, 1);
    read_table(L, s, 1, "view", read_view);
    read_table(L, s, 1, "colours", read_colours);
    read_table(L, s, 1, "sliders", read_sliders);
    read_count(L, 1, "ticks", &s->ticks);
    read_count(L, 1, "flow_budget", &s->flow_budget);
    read_count(L, 1, "planner_budget", &s->planner_budget);
    read_hooks(L, s, 1);
    lua_settop(L, 1);
    lua_pushvalue(L, 1);
    s->table = luaL_ref(L, LUA_REGISTRYINDEX);
    return 1;
}
