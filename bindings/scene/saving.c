/* Saves a running scene as bytes, and loads them into a scene that was just opened. Its objects and tables
 * are filled in place, so its functions keep them.
 * Cost: that of saving each object.
 *
 *     "WENDSCNE" version seed
 *     parameters: number, then "NAME=VALUE" with a zero each
 *     wend.pack of {
 *       source, seed, tick,           fingerprint of the scene's text, and so on
 *       parameters,                   fingerprint of those above
 *       world = {crowd=, grid=, walls=, graph=, planner=},     bytes of each
 *       objects = {name = bytes},
 *       grid_walls = {name of walls = {bytes of each grid_walls in them}},
 *       state,                        as it is
 *       sliders = {values},
 *       dice = {seed, count},         of math.random
 *       flow, orders, counts } */
#include "lua/core/pack.h"
#include "lua/core/rooms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

enum { VERSION = 2, HEAD_BYTES = 24, SEED_AT = 12, PARAMETERS_AT = 20 };

static const char magic[8] = {'W', 'E', 'N', 'D', 'S', 'C', 'N', 'E'};

/* Fields of wend.scene that name the objects of the world, in the order of loading: a crowd finds its
 * routes in the planner that was loaded before it. */
static const char *const world_names[] = {"grid", "walls", "graph", "planner", "crowd"};

enum { WORLD_COUNT = sizeof world_names / sizeof world_names[0] };

/* ---- objects ---- */

/* Pushes a field of the scene's table. @return its type. */
static int push_field(lua_State *L, const scene *s, const char *name)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->table);
    lua_pushstring(L, name);
    const int type = lua_rawget(L, -2);
    lua_remove(L, -2);
    return type;
}

/* Pushes a field of the scene's table that holds an object or nothing: the script has the table too, and
 * may have put anything there since. @return false: nil was pushed. */
static bool push_object(lua_State *L, const scene *s, const char *name)
{
    const int type = push_field(L, s, name);
    if (type != LUA_TNIL && type != LUA_TUSERDATA) {
        luaL_error(L, "%s%s: an object expected, got %s", s->where, name, luaL_typename(L, -1));
    }
    return type != LUA_TNIL;
}

/* Calls a method of the object at index, with the argument on top of the stack if there is one, and
 * leaves its result. Errors begin with the scene's line and what the object is called. */
static void call_method(lua_State *L, const scene *s, int object, const char *method, int arguments,
                        const char *label)
{
    lua_getfield(L, object, method);
    lua_insert(L, -1 - arguments);
    lua_pushvalue(L, object);
    lua_insert(L, -1 - arguments);
    if (lua_pcall(L, 1 + arguments, 1, 0) != LUA_OK) {
        luaL_error(L, "%s%s: %s", s->where, label, lua_tostring(L, -1));
    }
}

/* The bytes of the object at index; of one that has none the hash, which a load compares. */
static void save_one(lua_State *L, const scene *s, int object, const char *label)
{
    const wendlua_object *about = lua_touserdata(L, object);
    const bool has_bytes = wendlua_has_method(about->kind, "save");
    call_method(L, s, object, has_bytes ? "save" : "hash", 0, label);
    if (!has_bytes) {
        lua_tostring(L, -1);
    }
}

static void save_world(lua_State *L, const scene *s)
{
    lua_newtable(L);
    for (size_t i = 0; i < WORLD_COUNT; i++) {
        if (push_object(L, s, world_names[i])) {
            save_one(L, s, lua_gettop(L), world_names[i]);
            lua_setfield(L, -3, world_names[i]);
        }
        lua_pop(L, 1);
    }
}

static void save_objects(lua_State *L, const scene *s)
{
    lua_newtable(L);
    for (size_t i = 0; i < s->object_count; i++) {
        const scene_own_object *own = &s->objects[i];
        lua_rawgeti(L, LUA_REGISTRYINDEX, own->reference);
        save_one(L, s, lua_gettop(L), own->label);
        lua_setfield(L, -3, own->label + strlen(SCENE_OBJECTS_PREFIX));
        lua_pop(L, 1);
    }
}

/* What stands on these takes a load for a change of all of them. */
static bool is_world(const wendlua_kind *kind)
{
    return kind == &wendlua_grid_kind || kind == &wendlua_walls_kind ||
           kind == &wendlua_graph_kind || kind == &wendlua_mesh_kind || kind == &wendlua_items_kind;
}

/* Loads bytes on top of the stack into the object below. Pops both. */
static void load_one(lua_State *L, const scene *s, const char *label)
{
    const int object = lua_gettop(L) - 1;
    const wendlua_object *about = lua_touserdata(L, object);
    const bool can_load = wendlua_has_method(about->kind, "load");
    bool is_same = false;
    if (!can_load || is_world(about->kind)) {
        save_one(L, s, object, label);
        is_same = lua_rawequal(L, -1, -2) != 0;
        lua_pop(L, 1);
    }
    if (!is_same && !can_load) {
        luaL_error(L, "%s%s: it is not as it was saved, and a %s cannot be loaded in mid-run",
                   s->where, label, about->kind->name);
    }
    if (!is_same) {
        call_method(L, s, object, "load", 1, label);
    }
    lua_settop(L, object - 1);
}

/* ---- walls of grids ---- */

/* Takes the walls on top of the stack, and `lists`, the table of all lists. */
typedef void (*walls_fn)(lua_State *L, const scene *s, int lists, const char *label);

/* Calls for all walls that the scene names. */
static void each_walls(lua_State *L, const scene *s, int lists, walls_fn see)
{
    if (push_object(L, s, "walls") && wendlua_test(L, -1, &wendlua_walls_kind) != NULL) {
        see(L, s, lists, "walls");
    }
    lua_settop(L, lists);
    for (size_t i = 0; i < s->object_count; i++) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, s->objects[i].reference);
        if (wendlua_test(L, -1, &wendlua_walls_kind) != NULL) {
            see(L, s, lists, s->objects[i].label);
        }
        lua_settop(L, lists);
    }
}

static void save_grid_walls(lua_State *L, const scene *s, int lists, const char *label)
{
    const size_t count = wendlua_list_grid_walls(L, lua_gettop(L));
    const int list = lua_gettop(L);
    lua_newtable(L);
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i);
        save_one(L, s, list + 2, label);
        lua_rawseti(L, list + 1, (lua_Integer)i);
        lua_settop(L, list + 1);
    }
    if (count > 0) {
        lua_setfield(L, lists, label);
    }
}

/* Those that are there find their segments in the walls that were loaded. */
static void load_grid_walls(lua_State *L, const scene *s, int lists, const char *label)
{
    const size_t count = wendlua_list_grid_walls(L, lua_gettop(L));
    const int list = lua_gettop(L);
    lua_getfield(L, lists, label);
    const size_t saved = lua_istable(L, -1) ? (size_t)lua_rawlen(L, -1) : 0;
    if (saved != count) {
        luaL_error(L,
                   "%s%s: it was saved with %I grid_walls, and has %I when the scene is opened, "
                   "which are all that can be loaded",
                   s->where, label, (lua_Integer)saved, (lua_Integer)count);
    }
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i);
        lua_rawgeti(L, list + 1, (lua_Integer)i);
        call_method(L, s, list + 2, "load", 1, label);
        lua_settop(L, list + 1);
    }
}

/* ---- numbers ---- */

static void set_integer(lua_State *L, const char *name, uint64_t value)
{
    wendlua_push_u64(L, value);
    lua_setfield(L, -2, name);
}

static uint64_t get_integer(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    if (lua_rawget(L, table) != LUA_TNUMBER || !lua_isinteger(L, -1)) {
        luaL_error(L, "it is damaged: no '%s'", name);
    }
    const lua_Integer value = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return (uint64_t)value;
}

/* Pushes a table of the one at index. @return its place. */
static int get_table(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    if (lua_rawget(L, table) != LUA_TTABLE) {
        luaL_error(L, "it is damaged: no '%s'", name);
    }
    return lua_gettop(L);
}

/* Pushes the value of a slider as its table has it: scripts tell 1 from 1.0. */
static void push_slider(lua_State *L, const scene_own_slider *slider)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, slider->table);
    lua_pushstring(L, "value");
    lua_rawget(L, -2);
    lua_remove(L, -2);
    lua_pushnumber(L, slider->value);
    const bool is_kept = lua_type(L, -2) == LUA_TNUMBER && lua_compare(L, -2, -1, LUA_OPEQ) != 0;
    lua_remove(L, is_kept ? -1 : -2);
}

static void save_sliders(lua_State *L, const scene *s)
{
    lua_newtable(L);
    for (size_t i = 0; i < s->slider_count; i++) {
        push_slider(L, &s->sliders[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Their functions are not called: what they did is saved. */
static void load_sliders(lua_State *L, scene *s, int table)
{
    for (size_t i = 0; i < s->slider_count; i++) {
        scene_own_slider *slider = &s->sliders[i];
        lua_rawgeti(L, table, (lua_Integer)i + 1);
        const double value = lua_tonumber(L, -1);
        if (lua_type(L, -1) != LUA_TNUMBER || !(value >= slider->from && value <= slider->to)) {
            luaL_error(L, "it is damaged: no value of the slider '%s'", slider->name);
        }
        lua_rawgeti(L, LUA_REGISTRYINDEX, slider->table);
        lua_insert(L, -2);
        lua_setfield(L, -2, "value");
        lua_pop(L, 1);
        slider->value = value;
    }
}

static const char *const count_names[] = {"arrivals", "stucks", "embedded", "given_up", "no_path"};

enum { COUNTS = sizeof count_names / sizeof count_names[0] };

static uint64_t *count_at(scene *s, size_t i)
{
    uint64_t *const all[COUNTS] = {&s->stats.arrivals, &s->stats.stucks, &s->stats.embedded,
                                   &s->stats.given_up, &s->stats.no_path};
    return all[i];
}

/* ---- flows ---- */

/* Requests are not in the bytes: those that the scene makes when it is opened are compared, by what they
 * lead to. @return 0 without a flow. */
static uint64_t complete_flow(lua_State *L, const scene *s)
{
    if (s->flow == NULL) {
        return 0;
    }
    const wend_result result = wend_flow_update(s->flow, NULL);
    if (result < WEND_OK) {
        luaL_error(L, "%sflow: %s", s->where, wend_flow_error(s->flow));
    }
    return wend_flow_hash(s->flow);
}

static void refuse_orders(lua_State *L, const scene *s)
{
    if (scene_orders(s, NULL, 0) > 0) {
        luaL_error(L, "%sflow: bodies follow orders that were given by hand, which cannot be saved",
                   s->where);
    }
}

/* ---- parameters ---- */

typedef struct parameter_list {
    const char *texts[SCENE_PARAMETERS_MAX]; /* [count] */
    size_t count;
} parameter_list;

/* The bytes of them in the file. */
static size_t size_of(const parameter_list *list)
{
    size_t bytes = 0;
    for (size_t i = 0; i < list->count; i++) {
        bytes += strlen(list->texts[i]) + 1;
    }
    return bytes;
}

static uint64_t hash_parameters(const parameter_list *list)
{
    uint64_t hash = wend_hash_begin();
    for (size_t i = 0; i < list->count; i++) {
        hash = wend_hash_bytes(hash, list->texts[i], strlen(list->texts[i]) + 1);
    }
    return hash;
}

/* ---- saving ---- */

void scene_push_state(lua_State *L, const scene *s)
{
    if (push_field(L, s, "state") == LUA_TNIL) {
        return;
    }
    if (!wendlua_pack(L, -1, "state")) {
        luaL_error(L, "%s%s", s->where, lua_tostring(L, -1));
    }
    lua_remove(L, -2);
}

static int save(lua_State *L)
{
    scene *s = lua_touserdata(L, 1);
    lua_settop(L, 0);
    refuse_orders(L, s);
    lua_newtable(L);
    set_integer(L, "source", s->source_hash);
    set_integer(L, "seed", s->options.seed);
    set_integer(L, "tick", s->tick_count);
    parameter_list parameters;
    parameters.count = scene_parameters_read(s, parameters.texts);
    set_integer(L, "parameters", hash_parameters(&parameters));
    set_integer(L, "flow", complete_flow(L, s));
    set_integer(L, "dice_seed", s->dice.seed);
    set_integer(L, "dice_count", s->dice.count);
    for (size_t i = 0; i < COUNTS; i++) {
        set_integer(L, count_names[i], *count_at(s, i));
    }
    /* Asking again could draw random numbers. */
    lua_pushstring(L, s->text);
    lua_setfield(L, 1, "text");
    set_integer(L, "is_done", s->is_done);
    save_world(L, s);
    lua_setfield(L, 1, "world");
    save_objects(L, s);
    lua_setfield(L, 1, "objects");
    lua_newtable(L);
    each_walls(L, s, lua_gettop(L), save_grid_walls);
    lua_setfield(L, 1, "grid_walls");
    scene_push_state(L, s);
    lua_setfield(L, 1, "state");
    save_sliders(L, s);
    lua_setfield(L, 1, "sliders");
    if (!wendlua_pack(L, 1, "scene")) {
        return luaL_error(L, "%s%s", s->where, lua_tostring(L, -1));
    }
    return 1;
}

/* Calls a function in protected mode; its results stay on the stack. */
static wend_result run(scene *s, lua_CFunction function, void *job, int results)
{
    s->message.text[0] = '\0';
    scene_limits_begin(&s->limits);
    lua_pushcfunction(s->L, function);
    lua_pushlightuserdata(s->L, job);
    return scene_keep_error(s, wendlua_pcall(s->L, 1, results));
}

static void put_number(uint8_t *bytes, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

static uint64_t take_number(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        value |= (uint64_t)bytes[i] << 8 * i;
    }
    return value;
}

wend_result scene_save(scene *s, uint8_t **bytes, size_t *count)
{
    *bytes = NULL;
    *count = 0;
    if (s->has_failed) {
        return WEND_ERROR_FILE;
    }
    if (s->inputs.count > 0) {
        return scene_fail(&s->message, WEND_ERROR_BUSY,
                          "inputs wait for the next tick: the scene can be saved behind it");
    }
    const wend_result result = run(s, save, s, 1);
    if (result != WEND_OK) {
        return result;
    }
    size_t packed = 0;
    const char *text = lua_tolstring(s->L, -1, &packed);
    parameter_list parameters;
    parameters.count = scene_parameters_read(s, parameters.texts);
    const size_t head = HEAD_BYTES + size_of(&parameters);
    uint8_t *made = malloc(head + packed);
    if (made != NULL) {
        memcpy(made, magic, sizeof magic);
        put_number(made + 8, VERSION, 4);
        put_number(made + SEED_AT, s->options.seed, 8);
        put_number(made + PARAMETERS_AT, parameters.count, 4);
        uint8_t *at = made + HEAD_BYTES;
        for (size_t i = 0; i < parameters.count; i++) {
            const size_t size = strlen(parameters.texts[i]) + 1;
            memcpy(at, parameters.texts[i], size);
            at += size;
        }
        memcpy(at, text, packed);
        *bytes = made;
        *count = head + packed;
    }
    lua_pop(s->L, 1);
    return made != NULL ? WEND_OK : scene_fail(&s->message, WEND_ERROR_MEMORY, "out of memory");
}

/* ---- loading ---- */

typedef struct load_job {
    scene *scene;
    const uint8_t *bytes; /* [count] packed */
    size_t count;
    parameter_list parameters;
} load_job;

/* What is wrong before anything is changed. The content is at 1. */
static void check_content(lua_State *L, scene *s, const parameter_list *parameters)
{
    const uint64_t source = get_integer(L, 1, "source");
    if (source != s->source_hash) {
        char text[96];
        snprintf(text, sizeof text, "fingerprint %016" PRIx64 ", and this one has %016" PRIx64,
                 source, s->source_hash);
        luaL_error(L, "another scene was saved, or the text of this one was changed (%s)", text);
    }
    if (get_integer(L, 1, "seed") != s->options.seed) {
        luaL_error(L, "the scene was saved with another seed");
    }
    if (get_integer(L, 1, "parameters") != hash_parameters(parameters)) {
        luaL_error(L, "it is damaged: 'parameters'");
    }
    if (scene_parameters_match(s, parameters->texts, parameters->count) != WEND_OK) {
        luaL_error(L, "%s", s->message.text);
    }
    const int objects = get_table(L, 1, "objects");
    for (size_t i = 0; i < s->object_count; i++) {
        lua_getfield(L, objects, s->objects[i].label + strlen(SCENE_OBJECTS_PREFIX));
        if (lua_type(L, -1) != LUA_TSTRING) {
            luaL_error(L, "it is damaged: no '%s'", s->objects[i].label);
        }
        lua_pop(L, 1);
    }
    const int world = get_table(L, 1, "world");
    for (size_t i = 0; i < WORLD_COUNT; i++) {
        lua_getfield(L, world, world_names[i]);
        const bool is_saved = lua_type(L, -1) == LUA_TSTRING;
        if (is_saved != push_object(L, s, world_names[i])) {
            luaL_error(L, "it is damaged: '%s'", world_names[i]);
        }
        lua_pop(L, 2);
    }
    (void)get_table(L, 1, "sliders");
    lua_settop(L, 1);
}

/* Items, and worlds beside the scene's own, come first: triggers and requests of planners stand on them. */
static void load_objects(lua_State *L, const scene *s, bool are_worlds)
{
    const int objects = get_table(L, 1, "objects");
    for (size_t i = 0; i < s->object_count; i++) {
        const scene_own_object *own = &s->objects[i];
        lua_rawgeti(L, LUA_REGISTRYINDEX, own->reference);
        const wendlua_object *about = lua_touserdata(L, -1);
        if (is_world(about->kind) == are_worlds) {
            lua_getfield(L, objects, own->label + strlen(SCENE_OBJECTS_PREFIX));
            load_one(L, s, own->label);
        }
        lua_settop(L, objects);
    }
    lua_pop(L, 1);
}

/* The state into the tables that the scene's functions hold. */
static void load_state(lua_State *L, const scene *s)
{
    const char *reason = NULL;
    size_t count = 0;
    lua_getfield(L, 1, "state");
    const char *bytes = lua_tolstring(L, -1, &count);
    if (push_field(L, s, "state") != LUA_TTABLE || bytes == NULL) {
        if (bytes != NULL || !lua_isnil(L, -1)) {
            luaL_error(L, "it is damaged: no 'state'");
        }
        lua_pop(L, 2);
        return;
    }
    if (!wendlua_unpack(L, bytes, count, &reason) || !lua_istable(L, -1)) {
        luaL_error(L, "it is damaged: 'state'");
    }
    wendlua_refill(L, -2);
    lua_pop(L, 2);
}

static int load(lua_State *L)
{
    const load_job *job = lua_touserdata(L, 1);
    scene *s = job->scene;
    const char *reason = NULL;
    lua_settop(L, 0);
    if (!wendlua_unpack(L, (const char *)job->bytes, job->count, &reason) || !lua_istable(L, 1)) {
        return luaL_error(L, "%s", reason != NULL ? reason : "it is damaged");
    }
    check_content(L, s, &job->parameters);
    load_state(L, s); /* a route source finds its tickets there when the crowd is loaded */
    load_objects(L, s, true);
    const int world = get_table(L, 1, "world");
    for (size_t i = 0; i < WORLD_COUNT; i++) {
        if (strcmp(world_names[i], "planner") == 0 &&
            complete_flow(L, s) != get_integer(L, 1, "flow")) {
            luaL_error(L,
                       "%sflow: its requests are not those that the scene makes when it is "
                       "opened, which are all that can be loaded",
                       s->where);
        }
        if (push_object(L, s, world_names[i])) {
            lua_getfield(L, world, world_names[i]);
            load_one(L, s, world_names[i]);
        }
        lua_settop(L, world);
    }
    lua_settop(L, 1);
    load_objects(L, s, false);
    each_walls(L, s, get_table(L, 1, "grid_walls"), load_grid_walls);
    lua_settop(L, 1);
    load_sliders(L, s, get_table(L, 1, "sliders"));
    lua_settop(L, 1);
    s->dice.seed = get_integer(L, 1, "dice_seed");
    s->dice.count = get_integer(L, 1, "dice_count");
    for (size_t i = 0; i < COUNTS; i++) {
        *count_at(s, i) = get_integer(L, 1, count_names[i]);
    }
    s->tick_count = get_integer(L, 1, "tick");
    lua_getfield(L, 1, "text");
    snprintf(s->text, sizeof s->text, "%s",
             lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
    s->is_done = get_integer(L, 1, "is_done") != 0;
    return 0;
}

/* Reads what stands before the packed content. @param size set to its bytes. */
static wend_result read_head(const uint8_t *bytes, size_t count, parameter_list *parameters,
                             size_t *size, wend_message *message)
{
    if (count < SEED_AT || memcmp(bytes, magic, sizeof magic) != 0) {
        return scene_fail(message, WEND_ERROR_FILE, "no saved scene");
    }
    if (take_number(bytes + 8, 4) != VERSION) {
        return scene_fail(message, WEND_ERROR_FILE,
                          "a saved scene of version %" PRIu64 "; this program reads version %d",
                          take_number(bytes + 8, 4), (int)VERSION);
    }
    parameters->count =
        count < HEAD_BYTES ? SIZE_MAX : (size_t)take_number(bytes + PARAMETERS_AT, 4);
    *size = SIZE_MAX;
    if (parameters->count <= SCENE_PARAMETERS_MAX) {
        *size = scene_parameters_take(parameters->texts, bytes + HEAD_BYTES, count - HEAD_BYTES,
                                      parameters->count);
    }
    if (*size == SIZE_MAX) {
        return scene_fail(message, WEND_ERROR_FILE, "it is damaged: its head");
    }
    *size += HEAD_BYTES;
    return WEND_OK;
}

wend_result scene_saved_seed(const uint8_t *bytes, size_t count, uint64_t *seed,
                             wend_message *message)
{
    parameter_list parameters;
    size_t size = 0;
    const wend_result result = read_head(bytes, count, &parameters, &size, message);
    *seed = result == WEND_OK ? take_number(bytes + SEED_AT, 8) : 0;
    return result;
}

wend_result scene_saved_parameters(const uint8_t *bytes, size_t count, const char **parameters,
                                   size_t *parameter_count, wend_message *message)
{
    parameter_list list = {.count = 0};
    size_t size = 0;
    const wend_result result = read_head(bytes, count, &list, &size, message);
    *parameter_count = result == WEND_OK ? list.count : 0;
    memcpy(parameters, list.texts, *parameter_count * sizeof *parameters);
    return result;
}

wend_result scene_load(scene *s, const uint8_t *bytes, size_t count)
{
    load_job job = {.scene = s};
    size_t head = 0;
    wend_result result = s->has_failed ? WEND_ERROR_FILE : WEND_OK;
    if (result == WEND_OK) {
        result = read_head(bytes, count, &job.parameters, &head, &s->message);
    }
    if (result == WEND_OK && (s->tick_count > 0 || s->record != NULL)) {
        result = scene_fail(&s->message, WEND_ERROR_BUSY,
                            s->record != NULL ? "a record begins at tick 0"
                                              : "the scene has run already");
    }
    if (result != WEND_OK) {
        return result;
    }
    job.bytes = bytes + head;
    job.count = count - head;
    result = run(s, load, &job, 0);
    s->is_drawn = false;
    s->has_figures = false;
    s->has_failed = result != WEND_OK;
    return result;
}

/* ---- hash ---- */

static int hash_own(lua_State *L)
{
    scene *s = lua_touserdata(L, 1);
    uint64_t hash = wend_hash_begin();
    lua_settop(L, 0);
    for (size_t i = 0; i < s->object_count; i++) {
        const scene_own_object *own = &s->objects[i];
        lua_rawgeti(L, LUA_REGISTRYINDEX, own->reference);
        call_method(L, s, 1, "hash", 0, own->label);
        hash = wend_hash_bytes(hash, own->label, strlen(own->label));
        hash = wend_hash_u64(hash, (uint64_t)lua_tointeger(L, -1));
        lua_settop(L, 0);
    }
    scene_push_state(L, s);
    size_t count = 0;
    const char *state = lua_tolstring(L, -1, &count);
    s->own_hash = state != NULL ? wend_hash_bytes(hash, state, count) : hash;
    return 0;
}

uint64_t scene_hash_own(scene *s, uint64_t hash)
{
    if (s->has_failed || (s->object_count == 0 && !s->has_state)) {
        return hash;
    }
    return scene_look(s, hash_own) == WEND_OK ? wend_hash_u64(hash, s->own_hash) : hash;
}
