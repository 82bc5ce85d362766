/* Opens bytes as the text of a scene; where they begin with a '#', they choose a program of
 * objects, calls of any function of the binding with odd values, and hooks that call further
 * functions. The scene is opened within small limits, ticked, and given inputs. It always ends at
 * its limits; a failure has a sentence; one scene in AGAIN is run again, to the same hashes. Of
 * texts that are no Lua, which all fail alike, one in OPENED is opened. A scene takes a millisecond
 * and more. With WEND_FUZZ_STATISTICS set it prints how many scenes opened. */
#include "fuzz/scene_place.h"

#include <lauxlib.h>
#include <lua.h>

#include "scene/private.h"

enum {
    TICKS = 4,
    TEXT_MOST = 1 << 16,
    DEPTH_MOST = 3,
    NAMES_MOST = 4096,
    STATEMENTS_MOST = 24,
    KINDS_MOST = 128,
    AGAIN = 32,
    OPENED = 32,
    FROM_FILE = 16
};

/* ---- names of all that can be called ---- */

typedef struct vocabulary {
    char holders[NAMES_MOST][24]; /* "wend", "wend.steer", "wend.grid" (an object) */
    char names[NAMES_MOST][40];
    uint32_t count;
} vocabulary;

static vocabulary words;

/* Notes the functions of the table on top of the stack, by name. */
static void note_functions(lua_State *L, const char *holder)
{
    const uint32_t first = words.count;
    for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || !lua_isfunction(L, -1)) {
            continue;
        }
        check(words.count < NAMES_MOST);
        const char *name = lua_tostring(L, -2);
        uint32_t at = words.count++;
        for (; at > first && strcmp(words.names[at - 1], name) > 0; at--) {
            memcpy(words.names[at], words.names[at - 1], sizeof words.names[at]);
        }
        snprintf(words.names[at], sizeof words.names[at], "%s", name);
        snprintf(words.holders[words.count - 1], sizeof words.holders[0], "%s", holder);
    }
}

/* Kinds of objects are the tables of the registry that are named as such, and have methods. */
static uint32_t list_kinds(lua_State *L, const char *kinds[KINDS_MOST])
{
    uint32_t count = 0;
    for (lua_pushnil(L); lua_next(L, LUA_REGISTRYINDEX) != 0; lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if (strncmp(name, "wend.", 5) != 0 || !lua_istable(L, -1)) {
            continue;
        }
        check(count < KINDS_MOST);
        uint32_t at = count++;
        for (; at > 0 && strcmp(kinds[at - 1], name) > 0; at--) {
            kinds[at] = kinds[at - 1];
        }
        kinds[at] = name;
    }
    return count;
}

static void note_all(void)
{
    static const char *const tables[] = {"steer", "hex", "terrain"};
    const char *kinds[KINDS_MOST];
    lua_State *L = luaL_newstate();
    check(L != NULL);
    luaL_requiref(L, "wend", luaopen_wend, 0);
    note_functions(L, "wend");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char holder[24];
        snprintf(holder, sizeof holder, "wend.%s", tables[i]);
        check(lua_getfield(L, -1, tables[i]) == LUA_TTABLE);
        note_functions(L, holder);
        lua_pop(L, 1);
    }
    const uint32_t count = list_kinds(L, kinds);
    for (uint32_t i = 0; i < count; i++) {
        if (luaL_getmetatable(L, kinds[i]) == LUA_TTABLE &&
            lua_getfield(L, -1, "__index") == LUA_TTABLE) {
            note_functions(L, kinds[i]);
        }
        lua_settop(L, 1);
    }
    lua_close(L);
    check(words.count > 200);
}

/* ---- programs ---- */

typedef struct program {
    const uint8_t *data;
    size_t size, at;
    char text[TEXT_MOST];
    size_t used;
} program;

static uint8_t take(program *p)
{
    return p->at < p->size ? p->data[p->at++] : 0;
}

static void say(program *p, const char *text)
{
    const size_t length = strlen(text);
    check(p->used + length < TEXT_MOST);
    memcpy(p->text + p->used, text, length + 1);
    p->used += length;
}

/* Objects are made in front of everything, as the bits of two bytes say. */
static void say_world(program *p)
{
    static const char *const parts[] = {
        "grid:fill('all', 12, 0, 1, 13, 255)\n",
        "keep(wend.walls()):add_polygon{4, 4, 6, 4, 6, 6, 4, 6}\n",
        "local graph = keep(wend.graph()) graph:add_node(1, 1) graph:add_node(9, 9) "
        "graph:add_edge(0, 1)\n",
        "local level = keep(wend.level()) level:add_outline({0, 0, 9, 0, 9, 9, 0, 9}, "
        "level:add_region{}, nil)\n",
        "local flow = keep(wend.flow{grid = grid}) flow:add_request{goals = {{20.5, 3.5}}, sources "
        "= "
        "{{2.5, 2.5}}}\n",
        "keep(wend.mesh_from_grid(grid))\n",
        "keep(wend.clearance{grid = grid})\n",
        "keep(wend.search{grid = grid})\n",
        "keep(wend.pathfinder{grid = grid})\n",
        "keep(wend.path{{0, 0}, {5, 5}, {9, 0}})\n",
        "keep(wend.formation(crowd, {shape = 'line'}, {bodies[1], bodies[2]}))\n",
        "crowd:set_group_goal(bodies, 20.5, 3.5)\n",
        "keep(wend.table{graph = at('wend.graph', 0)})\n",
        "keep(wend.islands{grid = grid})\n",
        "keep(wend.pathfinder{mesh = at('wend.mesh', 0)})\n",
        "keep(wend.grid{width = 9, height = 7, neighbours = 6})\n",
    };
    const uint32_t which = take(p) | (uint32_t)take(p) << 8;
    say(p,
        "local wend = require 'wend'\n"
        "local o, last = {}, nil\n"
        "local function keep(v)\n"
        "  if type(v) == 'userdata' then\n"
        "    local kind = tostring(v)\n"
        "    local list = o[kind] or {}\n"
        "    o[kind] = list\n"
        "    if #list < 6 then list[#list + 1] = v end\n"
        "  end\n"
        "  last = v\n"
        "  return v\n"
        "end\n"
        "local function at(kind, i) local l = o[kind] return l and l[i % #l + 1] end\n"
        "local function call(kind, i, name, ...) local v = at(kind, i) keep(v[name](v, ...)) end\n"
        "local function make(holder, name, ...) keep(holder[name](...)) end\n"
        "local grid = keep(wend.grid{width = 24, height = 16, class_count = 2})\n");
    const uint8_t crowd = take(p);
    say(p, "local source\nlocal crowd = keep(wend.crowd{max_bodies = 12, grid = grid");
    say(p, (crowd & 1) != 0 ? ", route_source = function(q) return source(q) end" : "");
    say(p, (crowd & 2) != 0 ? ", jam_grid = grid" : "");
    say(p, "})\nlocal bodies = {}\n"
           "for i = 1, 5 do bodies[i] = crowd:add_body{x = 0.8 * i + 0.5, y = 9.5} end\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if ((which >> i & 1) != 0) {
            say(p, "pcall(function() ");
            say(p, parts[i]);
            say(p, "end)\n");
        }
    }
}

static void say_call(program *p, int depth);

static void say_object(program *p)
{
    char text[80];
    const uint8_t byte = take(p);
    snprintf(text, sizeof text, "at('%s', %u)", words.holders[byte * 4 % words.count],
             (unsigned)byte % 3);
    say(p, byte < 40 ? "grid" : byte < 90 ? "crowd" : byte < 110 ? "bodies" : text);
}

static void say_function(program *p, int depth)
{
    static const char *const bodies[] = {"return true end", "error('junk') end",
                                         "coroutine.yield() end", "return ... end",
                                         "return {{0, 0}, {5, 5}} end"};
    const uint8_t byte = take(p);
    say(p, "function(...) ");
    if (byte % 8 < 5) {
        say(p, bodies[byte % 8]);
        return;
    }
    say_call(p, depth + 1);
    say(p, "return last end");
}

static void say_value(program *p, int depth)
{
    static const char *const numbers[] = {"-1",
                                          "0.5",
                                          "2.5",
                                          "60",
                                          "255",
                                          "256",
                                          "1e12",
                                          "-1e12",
                                          "2147483648.0",
                                          "-0.0",
                                          "1 << 32",
                                          "9007199254740992.0",
                                          "1e300",
                                          "math.huge",
                                          "-math.huge",
                                          "0 / 0",
                                          "math.maxinteger",
                                          "math.mininteger",
                                          "1 / 3",
                                          "100"};
    static const char *const texts[] = {
        "''",     "'all'",      "'walk'",     "'never'",   "'expanded'",
        "'jump'", "'x'",        "'wedge'",    "'seek'",    "'stop'",
        "'3'",    "'\\0\\255'", "'weighted'", "'eikonal'", "('long'):rep(100)"};
    static const char *const fields[] = {
        "x",         "y",       "width",  "height",   "cost",   "grid",      "walls",   "flow",
        "graph",     "mesh",    "radius", "from",     "to",     "goals",     "sources", "points",
        "floor",     "classes", "kind",   "weight",   "target", "order",     "shape",   "slots",
        "step",      "speed",   "group",  "velocity", "low",    "high",      "centre",  "stops",
        "behaviour", "user",    "start",  "goal",     "method", "cell_size", "class",   "nonsense"};
    char text[32];
    const uint8_t byte = take(p);
    const uint8_t more = byte < 96 ? 0 : take(p);
    if (byte < 96 || depth >= DEPTH_MOST) {
        snprintf(text, sizeof text, "%u", (unsigned)byte % 24);
        say(p, text);
    } else if (byte < 128) {
        say(p, numbers[more % (sizeof numbers / sizeof *numbers)]);
    } else if (byte < 148) {
        say(p, texts[more % (sizeof texts / sizeof *texts)]);
    } else if (byte < 160) {
        say(p, more % 3 == 0 ? "nil" : more % 3 == 1 ? "true" : "false");
    } else if (byte < 180) {
        snprintf(text, sizeof text, "bodies[%u]", (unsigned)more % 7);
        say(p, more < 200 ? text : "last");
    } else if (byte < 200) {
        say_object(p);
    } else if (byte < 212) {
        say_function(p, depth);
    } else {
        say(p, "{");
        for (uint32_t i = 0; i < more % 5U; i++) {
            if (byte % 2 == 0) {
                say(p, fields[take(p) % (sizeof fields / sizeof *fields)]);
                say(p, " = ");
            }
            say_value(p, depth + 1);
            say(p, ", ");
        }
        say(p, "}");
    }
}

static void say_call(program *p, int depth)
{
    char text[160];
    const uint32_t which = ((uint32_t)take(p) << 8 | take(p)) % words.count;
    const char *holder = words.holders[which];
    const bool is_module = strcmp(holder, "wend") == 0 || strcmp(holder, "wend.steer") == 0 ||
                           strcmp(holder, "wend.hex") == 0 || strcmp(holder, "wend.terrain") == 0;
    const uint8_t shape = take(p);
    const char *name = words.names[which];
    /* Closed objects are not used again. */
    name = strcmp(name, "close") == 0 && shape < 240 ? "is_closed" : name;
    if (is_module) {
        snprintf(text, sizeof text, "pcall(make, %s, '%s'", holder, name);
    } else {
        snprintf(text, sizeof text, "pcall(call, '%s', %u, '%s'", holder, (unsigned)shape >> 5,
                 name);
    }
    say(p, text);
    for (uint32_t i = 0; i < shape % 8U; i++) {
        say(p, ", ");
        say_value(p, depth);
    }
    say(p, ")\n");
}

/* Values beyond limits, or beyond the binding. */
static void say_odd(program *p)
{
    static const char *const odd[] = {
        "for i = 1, 1e9 do end\n",
        "local s = 'x' for i = 1, 40 do s = s .. s end\n",
        "local function f() return f() + 1 end pcall(f)\n",
        "o = {}\n",
        "last = coroutine.wrap(function() crowd:tick() coroutine.yield(1) end) pcall(last)\n",
        "pcall(crowd.tick, crowd)\n",
        "collectgarbage()\n",
        "for k, v in pairs(o) do o[k] = nil end\n",
        "last = setmetatable({}, {__index = function(t, k) return k end, __len = function() return "
        "9 "
        "end})\n",
        "pcall(require, 'scene')\n",
        "error({})\n",
        "local x <close> = setmetatable({}, {__close = function() crowd:tick() end})\n",
        "for i = 1, 300 do o[i] = crowd end\n",
        "source = nil\n",
    };
    say(p, "do ");
    say(p, odd[take(p) % (sizeof odd / sizeof *odd)]);
    say(p, "end\n");
}

static void say_statements(program *p, uint32_t most)
{
    for (uint32_t i = 0; i < most && p->at < p->size && p->used < TEXT_MOST / 2; i++) {
        if (take(p) < 248) {
            say_call(p, 0);
        } else {
            say_odd(p);
        }
    }
}

static void say_program(program *p)
{
    static const char *const hooks[] = {"on_arrive", "on_route", "on_no_path", "on_stuck",
                                        "on_order",  "on_key",   "text",       "is_done"};
    say_world(p);
    const uint8_t hook = take(p);
    say(p, "source = function(q)\n");
    say_statements(p, 2);
    say(p, (hook & 64) != 0 ? "return {q.from, q.to}\nend\n" : "return nil\nend\n");
    say_statements(p, STATEMENTS_MOST / 2);
    say(p, "return wend.scene{crowd = crowd, grid = grid, walls = at('wend.walls', 0), flow = "
           "at('wend.flow', 0), graph = at('wend.graph', 0),\n"
           "sliders = {{name = 'a', from = 0, to = 9, value = 1, on_change = function(v)\n");
    say_statements(p, 2);
    say(p, "end}},\n");
    say(p, hooks[hook % 8]);
    say(p, " = function(...)\n");
    say_statements(p, 3);
    say(p, "return last end,\non_tick = function(tick)\n");
    say_statements(p, STATEMENTS_MOST);
    say(p, "end}\n");
}

/* ---- runs ---- */

static struct {
    uint64_t opened, failed, ticks, is_counting;
} statistics;

static void tell_statistics(void)
{
    fprintf(stderr, "scenes: %llu opened, %llu failed to, %llu ticks\n",
            (unsigned long long)statistics.opened, (unsigned long long)statistics.failed,
            (unsigned long long)statistics.ticks);
}

static void add_inputs(scene *s, uint64_t choice)
{
    const wend_body_id bodies[2] = {{1, 1}, {2, 1}};
    const scene_input inputs[4] = {
        {.kind = SCENE_INPUT_ORDER, .bodies = bodies, .body_count = 2, .at = {9, 9}},
        {.kind = SCENE_INPUT_KEY, .key = "a"},
        {.kind = SCENE_INPUT_SLIDER, .value = 3},
        {.kind = SCENE_INPUT_CELLS, .x = 3, .y = 3, .width = 2, .height = 2, .cost = 255}};
    check(scene_add_input(s, &inputs[choice % 4]) == WEND_OK);
}

/* @return a fingerprint of all that is visible from outside. */
static uint64_t run(const char *file, const scene_options *options, uint64_t choice)
{
    wend_message message = {0};
    scene *s = NULL;
    wend_result result = scene_open(file, options, &s, &message);
    scene_place_check(result, message.text);
    check((result == WEND_OK) == (s != NULL));
    uint64_t hash = wend_hash_u64(wend_hash_begin(), (uint64_t)(int64_t)result);
    statistics.opened += s != NULL;
    statistics.failed += s == NULL;
    for (int i = 0; i < TICKS && result == WEND_OK; i++) {
        add_inputs(s, choice >> (2 * i));
        result = scene_tick(s);
        scene_place_check(result, scene_message(s));
        hash = wend_hash_u64(hash, (uint64_t)(int64_t)result);
        hash = result == WEND_OK ? wend_hash_u64(hash, scene_hash(s)) : hash;
        statistics.ticks++;
    }
    if (s != NULL) {
        wend_vec2 low;
        wend_vec2 high;
        scene_stats stats;
        scene_get_stats(s, &stats);
        scene_view(s, &low, &high);
        check(stats.wall_violations == 0 && low.x < high.x && low.y < high.y);
    }
    scene_close(s);
    return hash;
}

/* Tested by Lua alone. */
static bool is_lua(const char *text, size_t count)
{
    lua_State *L = luaL_newstate();
    check(L != NULL);
    (void)scene_find_power(text, count);
    const bool is_good = luaL_loadbufferx(L, text, count, "scene.lua", "t") == LUA_OK;
    lua_close(L);
    return is_good;
}

/* Opens the text, now and then out of a file. */
static void try_text(const char *text, size_t count, uint64_t choice)
{
    char path[2 * SCENE_PLACE_NAME];
    const char *file = "scene.lua";
    scene_options options = scene_place_options();
    options.memory_mb = 2 + (uint32_t)(choice % 7);
    if (is_chosen((const uint8_t *)text, count, FROM_FILE)) {
        scene_place_write(file, text, count);
        file = scene_place(file, path);
    } else {
        options.text = text;
        options.text_count = count;
    }
    const uint64_t hash = run(file, &options, choice);
    if (is_chosen((const uint8_t *)text, count, AGAIN)) {
        check(run(file, &options, choice) == hash);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static program p;
    const uint64_t choice = wend_hash_bytes(wend_hash_begin(), data, size);
    if (words.count == 0) {
        note_all();
        if (getenv("WEND_FUZZ_STATISTICS") != NULL) {
            atexit(tell_statistics);
        }
    }
    if (size > 0 && data[0] == '#') {
        p.data = data;
        p.size = size;
        p.at = 1;
        p.used = 0;
        say_program(&p);
        try_text(p.text, p.used, choice);
    } else if (is_lua(size > 0 ? (const char *)data : "", size) || is_chosen(data, size, OPENED)) {
        try_text(size > 0 ? (const char *)data : "", size, choice);
    }
    return 0;
}
