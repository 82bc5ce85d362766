/* Advances a scene by a tick: inputs, on_tick, the flow, the crowd, hooks of events.
 * Cost: that of flow, crowd and the scene's functions. */
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

/* ---- calling the scene ---- */

bool scene_has_hook(const scene *s, scene_hook hook)
{
    return s->hooks[hook] != LUA_NOREF;
}

void scene_call(lua_State *L, int reference, int argument_count, int result_count)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    lua_insert(L, -1 - argument_count);
    lua_call(L, argument_count, result_count);
}

wend_result scene_keep_error(scene *s, int status)
{
    if (status == LUA_OK) {
        return WEND_OK;
    }
    const char *text = lua_type(s->L, -1) == LUA_TSTRING ? lua_tostring(s->L, -1) : NULL;
    wend_result result = status == LUA_ERRMEM ? WEND_ERROR_MEMORY : WEND_ERROR_FILE;
    if (scene_limits_tell(s, status, text, &s->message)) {
        lua_settop(s->L, 0);
        return s->limits.is_spent ? WEND_ERROR_FILE : WEND_ERROR_MEMORY;
    }
    if (text != NULL) {
        scene_fail(&s->message, result, "%s", text);
    } else {
        scene_fail(&s->message, result, "%s: an error that is no text, but a %s", s->file,
                   luaL_typename(s->L, -1));
    }
    lua_settop(s->L, 0);
    return result;
}

wend_result scene_look(scene *s, lua_CFunction function)
{
    s->message.text[0] = '\0';
    scene_limits_begin(&s->limits);
    /* A run is the same whether it is looked at or not. */
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->keeper);
    const int keeper = lua_gettop(s->L);
    wendlua_lock(s->L, keeper, true);
    lua_pushcfunction(s->L, function);
    lua_pushlightuserdata(s->L, s);
    const int status = wendlua_pcall(s->L, 1, 0);
    wendlua_lock(s->L, keeper, false);
    lua_remove(s->L, keeper);
    const wend_result result = scene_keep_error(s, status);
    s->has_failed = s->has_failed || result != WEND_OK;
    return result;
}

void scene_ask(lua_State *L, scene *s)
{
    if (scene_has_hook(s, SCENE_ASK_TEXT)) {
        scene_call(L, s->hooks[SCENE_ASK_TEXT], 0, 1);
        const char *text = lua_tostring(L, -1);
        snprintf(s->text, sizeof s->text, "%s", text != NULL ? text : "");
        lua_pop(L, 1);
    }
    if (scene_has_hook(s, SCENE_ASK_DONE)) {
        scene_call(L, s->hooks[SCENE_ASK_DONE], 0, 1);
        s->is_done = lua_toboolean(L, -1);
        lua_pop(L, 1);
    }
}

/* ---- events ---- */

static scene_hook hook_of(wend_event_kind kind)
{
    switch (kind) {
    case WEND_EVENT_ARRIVED:
        return SCENE_ON_ARRIVE;
    case WEND_EVENT_LEG:
        return SCENE_ON_LEG;
    case WEND_EVENT_ROUTE:
        return SCENE_ON_ROUTE;
    case WEND_EVENT_NO_PATH:
        return SCENE_ON_NO_WAY;
    case WEND_EVENT_STUCK:
        return SCENE_ON_STUCK;
    case WEND_EVENT_FREE:
        return SCENE_ON_FREE;
    case WEND_EVENT_GIVEN_UP:
        return SCENE_ON_GIVEN_UP;
    case WEND_EVENT_EMBEDDED:
        return SCENE_ON_BURIED;
    case WEND_EVENT_FLOOR:
        return SCENE_ON_FLOOR;
    }
    return SCENE_HOOKS;
}

static void count_event(scene_stats *stats, wend_event_kind kind)
{
    stats->arrivals += kind == WEND_EVENT_ARRIVED;
    stats->stucks += kind == WEND_EVENT_STUCK;
    stats->embedded += kind == WEND_EVENT_EMBEDDED;
    stats->given_up += kind == WEND_EVENT_GIVEN_UP;
    stats->no_path += kind == WEND_EVENT_NO_PATH;
}

/* Names of wend_stuck_plan. */
static const wendlua_name plan_names[] = {
    {"continue", WEND_STUCK_CONTINUE}, {"yield", WEND_STUCK_YIELD},
    {"back_off", WEND_STUCK_BACK_OFF}, {"reroute", WEND_STUCK_REROUTE},
    {"give_up", WEND_STUCK_GIVE_UP},   {NULL, 0},
};

/* Pushes the arguments of a hook beside the body. @return their number. */
static int push_details(lua_State *L, const scene *s, const wend_event *event)
{
    switch (event->kind) {
    case WEND_EVENT_LEG:
        wendlua_push_name(L, wendlua_behaviour_names, event->behaviour);
        wendlua_push_u64(L, event->value);
        return 2;
    case WEND_EVENT_STUCK:
        wendlua_push_name(L, plan_names, (uint32_t)event->value);
        return 1;
    case WEND_EVENT_ROUTE:
        wendlua_crowd_push_item(L, s->crowd_about, event->value);
        return 1;
    case WEND_EVENT_FLOOR:
        wendlua_push_u64(L, event->value);
        return 1;
    case WEND_EVENT_ARRIVED:
    case WEND_EVENT_NO_PATH:
    case WEND_EVENT_FREE:
    case WEND_EVENT_GIVEN_UP:
    case WEND_EVENT_EMBEDDED:
        break;
    }
    return 0;
}

static void call_hook(lua_State *L, const scene *s, scene_hook hook, const wend_event *event)
{
    if (hook < SCENE_HOOKS && scene_has_hook(s, hook)) {
        wendlua_push_id(L, WENDLUA_BODY, event->body.index1, event->body.generation);
        int details = push_details(L, s, event);
        scene_call(L, s->hooks[hook], 1 + details, 0);
    }
}

/* Copies the events: hooks may change the crowd. */
static size_t take_events(lua_State *L, scene *s)
{
    size_t count = 0;
    const wend_event *events = wend_crowd_get_events(s->crowd, &count);
    if (count > s->event_capacity) {
        wend_event *grown = realloc(s->events, 2 * count * sizeof *grown);
        if (grown == NULL) {
            return (size_t)luaL_error(L, "out of memory");
        }
        s->events = grown;
        s->event_capacity = 2 * count;
    }
    if (count > 0) {
        memcpy(s->events, events, count * sizeof *events);
    }
    return count;
}

static void tell_events(lua_State *L, scene *s)
{
    size_t count = take_events(L, s);
    for (size_t i = 0; i < count; i++) {
        wend_event event = s->events[i];
        count_event(&s->stats, event.kind);
        call_hook(L, s, hook_of(event.kind), &event);
        if (event.kind == WEND_EVENT_LEG) {
            call_hook(L, s, SCENE_ON_BEHAVIOUR, &event);
        }
    }
}

/* ---- one tick ---- */

static void update_flow(lua_State *L, const scene *s)
{
    if (s->flow != NULL) {
        wend_budget budget = wend_budget_steps(s->flow_budget);
        wend_result result = wend_flow_update(s->flow, &budget);
        if (result < WEND_OK) {
            luaL_error(L, "%s: flow: %s", s->file, wend_result_text(result));
        }
    }
}

/* The budget is the scene's table's, so that a slider can change it. */
static void update_planner(lua_State *L, scene *s)
{
    if (s->planner == NULL) {
        return;
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->table);
    lua_pushstring(L, "planner_budget");
    if (lua_rawget(L, -2) != LUA_TNIL) {
        const lua_Integer steps = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
        if (steps < 1 || steps > 1000000000) {
            luaL_error(L, "%s: planner_budget: a whole number from 1 to 10^9 expected", s->file);
        }
        s->planner_budget = (uint64_t)steps;
    }
    lua_pop(L, 2);
    wend_budget budget = wend_budget_steps(s->planner_budget);
    const wend_result result = wend_planner_update(s->planner, &budget);
    if (result < WEND_OK) {
        luaL_error(L, "%s: planner: %s", s->file, wend_planner_error(s->planner));
    }
}

/* By the object's own method, so that functions in Lua can be route sources. */
static void tick_crowd(lua_State *L, const scene *s)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->crowd_object);
    lua_getfield(L, -1, "tick");
    lua_insert(L, -2);
    lua_call(L, 1, 0);
}

static int tick(lua_State *L)
{
    scene *s = lua_touserdata(L, 1);
    uint64_t begin = wend_clock_ns();
    scene_do_inputs(L, s);
    if (scene_has_hook(s, SCENE_ON_TICK)) {
        wendlua_push_u64(L, s->tick_count);
        scene_call(L, s->hooks[SCENE_ON_TICK], 1, 0);
    }
    uint64_t scripted = wend_clock_ns();
    update_flow(L, s);
    uint64_t flowed = wend_clock_ns();
    update_planner(L, s);
    uint64_t planned = wend_clock_ns();
    tick_crowd(L, s);
    uint64_t ticked = wend_clock_ns();
    s->tick_count++;
    tell_events(L, s);
    scene_ask(L, s);
    uint64_t end = wend_clock_ns();
    s->stats.ns_last = end - begin;
    s->stats.ns_script = scripted - begin + (end - ticked);
    s->stats.ns_flow = flowed - scripted;
    s->stats.ns_planner = planned - flowed;
    s->stats.ns_crowd = ticked - planned;
    return 0;
}

wend_result scene_tick(scene *s)
{
    if (s->has_failed) {
        return WEND_ERROR_FILE;
    }
    s->is_drawn = false;
    s->has_figures = false;
    s->message.text[0] = '\0';
    scene_limits_begin(&s->limits);
    lua_pushcfunction(s->L, tick);
    lua_pushlightuserdata(s->L, s);
    wend_result result = scene_keep_error(s, wendlua_pcall(s->L, 1, 0));
    if (result == WEND_OK) {
        result = scene_record_tick(s);
    }
    s->has_failed = result != WEND_OK;
    return result;
}
