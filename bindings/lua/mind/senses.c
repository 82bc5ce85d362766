/* wend.senses and its methods: what agents see, hear and feel.
 * Cost: as in wend/sense.h. */
#include "wend/sense.h"

#include <math.h>

#include "lua/core/ask.h"
#include "lua/core/rooms.h"
#include "wend/grid.h"
#include "wend/walls.h"

/* The function `react` of the definition is its second user value. */
typedef struct lua_senses {
    wendlua_object object; /* first: pointer is the wend_senses */
    wendlua_asked react;   /* L is NULL outside of an update */
    uint64_t failed;       /* user value of the observer of its first error */
    wend_sense_event_kind failed_kind;
} lua_senses;

static void destroy(wendlua_object *object)
{
    wend_senses_destroy(object->pointer);
}

static wend_senses *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_senses_kind);
}

static const wend_senses *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_senses_kind);
}

/* Ends a call that changes the senses. */
static void done(lua_State *L, wend_result result)
{
    (void)wendlua_done_by(L, result, wend_senses_error(read(L)));
}

/* ---- words and fields ---- */

static const wendlua_name sense_names[] = {
    {"sight", WEND_SENSE_SIGHT},
    {"hearing", WEND_SENSE_HEARING},
    {"touch", WEND_SENSE_TOUCH},
    {"smell", WEND_SENSE_SMELL},
    {NULL, 0},
};

static const wendlua_name sense_mask_names[] = {
    {"sight", 1 << WEND_SENSE_SIGHT},
    {"hearing", 1 << WEND_SENSE_HEARING},
    {"touch", 1 << WEND_SENSE_TOUCH},
    {NULL, 0},
};

static const wendlua_name point_names[] = {
    {"centre", WEND_SIGHT_CENTRE}, {"head", WEND_SIGHT_HEAD}, {"left", WEND_SIGHT_LEFT},
    {"right", WEND_SIGHT_RIGHT},   {"all", WEND_SIGHT_ALL},   {NULL, 0},
};

static const wendlua_name event_names[] = {
    {"began", WEND_SENSE_BEGAN}, {"noticed", WEND_SENSE_NOTICED}, {"lost", WEND_SENSE_LOST},
    {"heard", WEND_SENSE_HEARD}, {"touched", WEND_SENSE_TOUCHED}, {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"pathfinder", WENDLUA_OTHER, 0, NULL},
    {"react", WENDLUA_OTHER, 0, NULL},
    {"tick_seconds", WENDLUA_DOUBLE, offsetof(wend_senses_def, tick_seconds), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_senses_def, cell_size), NULL},
    {"target_limit", WENDLUA_U32, offsetof(wend_senses_def, target_limit), NULL},
    {"perception_limit", WENDLUA_U32, offsetof(wend_senses_def, perception_limit), NULL},
    {"ambient", WENDLUA_DOUBLE, offsetof(wend_senses_def, ambient), NULL},
    {"muffling", WENDLUA_DOUBLE, offsetof(wend_senses_def, muffling), NULL},
    {"corner_loss", WENDLUA_DOUBLE, offsetof(wend_senses_def, corner_loss), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field profile_fields[] = {
    {"sight_range", WENDLUA_DOUBLE, offsetof(wend_sense_profile, sight_range), NULL},
    {"sight_angle", WENDLUA_DOUBLE, offsetof(wend_sense_profile, sight_angle), NULL},
    {"peripheral_range", WENDLUA_DOUBLE, offsetof(wend_sense_profile, peripheral_range), NULL},
    {"peripheral_angle", WENDLUA_DOUBLE, offsetof(wend_sense_profile, peripheral_angle), NULL},
    {"peripheral_acuity", WENDLUA_DOUBLE, offsetof(wend_sense_profile, peripheral_acuity), NULL},
    {"points", WENDLUA_MASK, offsetof(wend_sense_profile, points), point_names},
    {"notice_seconds", WENDLUA_DOUBLE, offsetof(wend_sense_profile, notice_seconds), NULL},
    {"notice_seconds_far", WENDLUA_DOUBLE, offsetof(wend_sense_profile, notice_seconds_far), NULL},
    {"forget_seconds", WENDLUA_DOUBLE, offsetof(wend_sense_profile, forget_seconds), NULL},
    {"min_fraction", WENDLUA_DOUBLE, offsetof(wend_sense_profile, min_fraction), NULL},
    {"min_light", WENDLUA_DOUBLE, offsetof(wend_sense_profile, min_light), NULL},
    {"hearing_threshold", WENDLUA_LIMIT, offsetof(wend_sense_profile, hearing_threshold), NULL},
    {"hearing_clear", WENDLUA_DOUBLE, offsetof(wend_sense_profile, hearing_clear), NULL},
    {"sight_stops", WENDLUA_MASK, offsetof(wend_sense_profile, sight_stops), wendlua_stops_names},
    {"shot_stops", WENDLUA_MASK, offsetof(wend_sense_profile, shot_stops), wendlua_stops_names},
    {"sound_stops", WENDLUA_MASK, offsetof(wend_sense_profile, sound_stops), wendlua_stops_names},
    {"groups", WENDLUA_U32, offsetof(wend_sense_profile, groups), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field source_fields[] = {
    {"position", WENDLUA_VEC3, offsetof(wend_source, position), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_source, radius), NULL},
    {"height", WENDLUA_DOUBLE, offsetof(wend_source, height), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_source, tag), NULL},
    {"groups", WENDLUA_U32, offsetof(wend_source, groups), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_source, team), NULL},
    {"light", WENDLUA_DOUBLE, offsetof(wend_source, light), NULL},
    {"visibility", WENDLUA_DOUBLE, offsetof(wend_source, visibility), NULL},
    {"blocks_sight", WENDLUA_BOOL, offsetof(wend_source, blocks_sight), NULL},
    {"blocks_shots", WENDLUA_BOOL, offsetof(wend_source, blocks_shots), NULL},
    {"is_active", WENDLUA_BOOL, offsetof(wend_source, is_active), NULL},
    {"reaction", WENDLUA_DOUBLE, offsetof(wend_source, reaction), NULL},
    {"body", WENDLUA_BODY, offsetof(wend_source, body), NULL},
    {"user", WENDLUA_U64, offsetof(wend_source, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field observer_fields[] = {
    {"position", WENDLUA_VEC3, offsetof(wend_observer, position), NULL},
    {"eye_height", WENDLUA_DOUBLE, offsetof(wend_observer, eye_height), NULL},
    {"heading", WENDLUA_DOUBLE, offsetof(wend_observer, heading), NULL},
    {"profile", WENDLUA_U32, offsetof(wend_observer, profile), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_observer, team), NULL},
    {"hostile_teams", WENDLUA_U32, offsetof(wend_observer, hostile_teams), NULL},
    {"every", WENDLUA_U32, offsetof(wend_observer, every), NULL},
    {"self", WENDLUA_SOURCE, offsetof(wend_observer, self), NULL},
    {"is_active", WENDLUA_BOOL, offsetof(wend_observer, is_active), NULL},
    {"body", WENDLUA_BODY, offsetof(wend_observer, body), NULL},
    {"user", WENDLUA_U64, offsetof(wend_observer, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field lamp_fields[] = {
    {"position", WENDLUA_VEC3, offsetof(wend_lamp, position), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_lamp, radius), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_lamp, strength), NULL},
    {"stops", WENDLUA_MASK, offsetof(wend_lamp, stops), wendlua_stops_names},
    {"is_on", WENDLUA_BOOL, offsetof(wend_lamp, is_on), NULL},
    {"user", WENDLUA_U64, offsetof(wend_lamp, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field noise_fields[] = {
    {"position", WENDLUA_VEC3, offsetof(wend_noise, position), NULL},
    {"loudness", WENDLUA_DOUBLE, offsetof(wend_noise, loudness), NULL},
    {"source", WENDLUA_SOURCE, offsetof(wend_noise, source), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_noise, tag), NULL},
    {"groups", WENDLUA_U32, offsetof(wend_noise, groups), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_noise, team), NULL},
    {"reaction", WENDLUA_DOUBLE, offsetof(wend_noise, reaction), NULL},
    {"user", WENDLUA_U64, offsetof(wend_noise, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field touch_fields[] = {
    {"position", WENDLUA_VEC3, offsetof(wend_touch, position), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_touch, strength), NULL},
    {"source", WENDLUA_SOURCE, offsetof(wend_touch, source), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_touch, tag), NULL},
    {"groups", WENDLUA_U32, offsetof(wend_touch, groups), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_touch, team), NULL},
    {"reaction", WENDLUA_DOUBLE, offsetof(wend_touch, reaction), NULL},
    {"user", WENDLUA_U64, offsetof(wend_touch, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field perception_fields[] = {
    {"sense", WENDLUA_ENUM, offsetof(wend_perception, sense), sense_names},
    {"source", WENDLUA_SOURCE, offsetof(wend_perception, source), NULL},
    {"user", WENDLUA_U64, offsetof(wend_perception, user), NULL},
    {"tag", WENDLUA_U32, offsetof(wend_perception, tag), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_perception, team), NULL},
    {"position", WENDLUA_VEC3, offsetof(wend_perception, position), NULL},
    {"distance", WENDLUA_DOUBLE, offsetof(wend_perception, distance), NULL},
    {"certainty", WENDLUA_DOUBLE, offsetof(wend_perception, certainty), NULL},
    {"fraction", WENDLUA_DOUBLE, offsetof(wend_perception, fraction), NULL},
    {"points", WENDLUA_MASK, offsetof(wend_perception, points), NULL},
    {"hittable", WENDLUA_MASK, offsetof(wend_perception, hittable), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_perception, strength), NULL},
    {"reaction", WENDLUA_DOUBLE, offsetof(wend_perception, reaction), NULL},
    {"first_tick", WENDLUA_U64, offsetof(wend_perception, first_tick), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_perception, tick), NULL},
    {"is_perceived", WENDLUA_BOOL, offsetof(wend_perception, is_perceived), NULL},
    {"is_noticed", WENDLUA_BOOL, offsetof(wend_perception, is_noticed), NULL},
    {"is_peripheral", WENDLUA_BOOL, offsetof(wend_perception, is_peripheral), NULL},
    {"is_hostile", WENDLUA_BOOL, offsetof(wend_perception, is_hostile), NULL},
    {"is_around_corner", WENDLUA_BOOL, offsetof(wend_perception, is_around_corner), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field event_fields[] = {
    {"kind", WENDLUA_ENUM, offsetof(wend_sense_event, kind), event_names},
    {"observer", WENDLUA_OBSERVER, offsetof(wend_sense_event, observer), NULL},
    {"observer_user", WENDLUA_U64, offsetof(wend_sense_event, observer_user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field sight_fields[] = {
    {"distance", WENDLUA_DOUBLE, offsetof(wend_sight, distance), NULL},
    {"fraction", WENDLUA_DOUBLE, offsetof(wend_sight, fraction), NULL},
    {"points", WENDLUA_MASK, offsetof(wend_sight, points), NULL},
    {"hittable", WENDLUA_MASK, offsetof(wend_sight, hittable), NULL},
    {"light", WENDLUA_DOUBLE, offsetof(wend_sight, light), NULL},
    {"is_in_range", WENDLUA_BOOL, offsetof(wend_sight, is_in_range), NULL},
    {"is_peripheral", WENDLUA_BOOL, offsetof(wend_sight, is_peripheral), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field info_fields[] = {
    {"looks", WENDLUA_U64, offsetof(wend_senses_info, looks), NULL},
    {"targets", WENDLUA_U64, offsetof(wend_senses_info, targets), NULL},
    {"rays", WENDLUA_U64, offsetof(wend_senses_info, rays), NULL},
    {"noises", WENDLUA_U64, offsetof(wend_senses_info, noises), NULL},
    {"listens", WENDLUA_U64, offsetof(wend_senses_info, listens), NULL},
    {"paths", WENDLUA_U64, offsetof(wend_senses_info, paths), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_senses_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static wend_source_id source_at(lua_State *L, int arg)
{
    return (wend_source_id){wendlua_index1(L, arg, WENDLUA_SOURCE),
                            wendlua_generation(L, arg, WENDLUA_SOURCE)};
}

static wend_observer_id observer_at(lua_State *L, int arg)
{
    return (wend_observer_id){wendlua_index1(L, arg, WENDLUA_OBSERVER),
                              wendlua_generation(L, arg, WENDLUA_OBSERVER)};
}

static wend_lamp_id lamp_at(lua_State *L, int arg)
{
    return (wend_lamp_id){wendlua_index1(L, arg, WENDLUA_LAMP),
                          wendlua_generation(L, arg, WENDLUA_LAMP)};
}

/* ---- making ---- */

static int push_event(lua_State *L, const void *context)
{
    const wend_sense_event *event = context;
    wendlua_push_id(L, WENDLUA_OBSERVER, event->observer.index1, event->observer.generation);
    wendlua_push(L, event_fields, event);
    wendlua_push(L, perception_fields, &event->perception);
    lua_setfield(L, -2, "perception");
    return 2;
}

/* An error of one reaction is kept for the end of the update; those of other events follow. */
static void on_event(void *user, wend_observer_id observer, const wend_sense_event *event)
{
    lua_senses *self = user;
    wendlua_asked asked = {self->react.L, self->react.function, 0};
    (void)observer;
    if (asked.L == NULL) {
        return;
    }
    if (wendlua_ask(&asked, push_event, event)) {
        lua_pop(asked.L, 1);
    } else if (self->react.error == 0) {
        self->react.error = asked.error;
        self->failed = event->observer_user;
        self->failed_kind = event->kind;
    } else {
        lua_settop(asked.L, asked.error - 1);
    }
}

static void attach(lua_State *L, int index, wend_senses_def *def)
{
    lua_pushstring(L, "react");
    const int type = lua_rawget(L, 1);
    if (type != LUA_TNIL && type != LUA_TFUNCTION) {
        wendlua_fail(L, "field 'react': a function expected, got %s", luaL_typename(L, -1));
    }
    lua_setiuservalue(L, index, 2);
    def->react = type == LUA_TFUNCTION ? on_event : NULL;
    def->user = lua_touserdata(L, index);
    def->walls = wendlua_master(L, index, 1, "walls", &wendlua_walls_kind);
    def->sound_paths = wend_sound_paths_from_pathfinder(
        wendlua_master(L, index, 1, "pathfinder", &wendlua_pathfinder_kind));
}

/* wend.senses{walls=} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = NULL;
    lua_settop(L, 1);
    if (lua_isnil(L, 1)) {
        lua_newtable(L);
        lua_replace(L, 1);
    }
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    lua_senses *self = (lua_senses *)wendlua_new(L, &wendlua_senses_kind, sizeof *self);
    self->react = (wendlua_asked){NULL, 0, 0};
    attach(L, lua_gettop(L), &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_senses_create(&def, &senses);
    return wendlua_made(L, &self->object, senses, result, &message);
}

static const wendlua_field load_fields[] = {
    {"bytes", WENDLUA_OTHER, 0, NULL},
    {"walls", WENDLUA_OTHER, 0, NULL},
    {"pathfinder", WENDLUA_OTHER, 0, NULL},
    {"react", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* wend.senses_load{bytes=, walls=} */
static int make_loaded(lua_State *L)
{
    wend_message message = {0};
    wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = NULL;
    size_t count;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, load_fields, &def);
    lua_pushstring(L, "bytes");
    lua_rawget(L, 1);
    const char *bytes = wendlua_bytes(L, 2, &count);
    lua_senses *self = (lua_senses *)wendlua_new(L, &wendlua_senses_kind, sizeof *self);
    self->react = (wendlua_asked){NULL, 0, 0};
    attach(L, lua_gettop(L), &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_senses_load(&def, (const uint8_t *)bytes, count, &senses);
    return wendlua_made(L, &self->object, senses, result, &message);
}

/* wend.loudness(joules) */
static int loudness(lua_State *L)
{
    lua_pushnumber(L, wend_loudness_of_energy(wendlua_number(L, 1)));
    return 1;
}

/* ---- profiles ---- */

/* add_profile{sight_range=}: its number, from 0 on. */
static int add_profile(lua_State *L)
{
    wend_sense_profile profile = wend_sense_profile_default();
    uint32_t number = 0;
    lua_settop(L, 2);
    wendlua_read(L, 2, profile_fields, &profile);
    done(L, wend_senses_add_profile(edit(L), &profile, &number));
    lua_pushinteger(L, number);
    return 1;
}

/* set_profile(number, {...}): the fields that are given. */
static int set_profile(lua_State *L)
{
    wend_sense_profile profile;
    const uint32_t number = wendlua_u32(L, 2);
    lua_settop(L, 3);
    (void)wend_senses_get_profile(read(L), number, &profile);
    wendlua_read(L, 3, profile_fields, &profile);
    done(L, wend_senses_set_profile(edit(L), number, &profile));
    return 0;
}

static int get_profile(lua_State *L)
{
    wend_sense_profile profile;
    const uint32_t number = wendlua_u32(L, 2);
    wendlua_done(L, wend_senses_get_profile(read(L), number, &profile), NULL, "no such profile");
    wendlua_push(L, profile_fields, &profile);
    return 1;
}

/* ---- sources, observers, lamps ---- */

static int add_source(lua_State *L)
{
    wend_source source = wend_source_default();
    wend_source_id id;
    lua_settop(L, 2);
    wendlua_read(L, 2, source_fields, &source);
    done(L, wend_senses_add_source(edit(L), &source, &id));
    wendlua_push_id(L, WENDLUA_SOURCE, id.index1, id.generation);
    return 1;
}

static int set_source(lua_State *L)
{
    wend_source source;
    const wend_source_id id = source_at(L, 2);
    lua_settop(L, 3);
    (void)wend_senses_get_source(read(L), id, &source);
    wendlua_read(L, 3, source_fields, &source);
    done(L, wend_senses_set_source(edit(L), id, &source));
    return 0;
}

static int move_source(lua_State *L)
{
    const wend_source_id id = source_at(L, 2);
    const wend_vec3 position = wendlua_vec3(L, 3);
    done(L, wend_senses_move_source(edit(L), id, position));
    return 0;
}

static int remove_source(lua_State *L)
{
    const wend_source_id id = source_at(L, 2);
    done(L, wend_senses_remove_source(edit(L), id));
    return 0;
}

static int get_source(lua_State *L)
{
    wend_source source;
    const wend_source_id id = source_at(L, 2);
    wendlua_done(L, wend_senses_get_source(read(L), id, &source), NULL, NULL);
    wendlua_push(L, source_fields, &source);
    return 1;
}

static int add_observer(lua_State *L)
{
    wend_observer observer = wend_observer_default();
    wend_observer_id id;
    lua_settop(L, 2);
    wendlua_read(L, 2, observer_fields, &observer);
    done(L, wend_senses_add_observer(edit(L), &observer, &id));
    wendlua_push_id(L, WENDLUA_OBSERVER, id.index1, id.generation);
    return 1;
}

static int set_observer(lua_State *L)
{
    wend_observer observer;
    const wend_observer_id id = observer_at(L, 2);
    lua_settop(L, 3);
    (void)wend_senses_get_observer(read(L), id, &observer);
    wendlua_read(L, 3, observer_fields, &observer);
    done(L, wend_senses_set_observer(edit(L), id, &observer));
    return 0;
}

/* move_observer(id, position, heading) */
static int move_observer(lua_State *L)
{
    wendlua_takes(L, "id, position, heading");
    const wend_observer_id id = observer_at(L, 2);
    const wend_vec3 position = wendlua_vec3(L, 3);
    const double heading = wendlua_number(L, 4);
    done(L, wend_senses_move_observer(edit(L), id, position, heading));
    return 0;
}

static int remove_observer(lua_State *L)
{
    const wend_observer_id id = observer_at(L, 2);
    done(L, wend_senses_remove_observer(edit(L), id));
    return 0;
}

static int get_observer(lua_State *L)
{
    wend_observer observer;
    const wend_observer_id id = observer_at(L, 2);
    wendlua_done(L, wend_senses_get_observer(read(L), id, &observer), NULL, NULL);
    wendlua_push(L, observer_fields, &observer);
    return 1;
}

static int add_lamp(lua_State *L)
{
    wend_lamp lamp = wend_lamp_default();
    wend_lamp_id id;
    lua_settop(L, 2);
    wendlua_read(L, 2, lamp_fields, &lamp);
    done(L, wend_senses_add_lamp(edit(L), &lamp, &id));
    wendlua_push_id(L, WENDLUA_LAMP, id.index1, id.generation);
    return 1;
}

static int set_lamp(lua_State *L)
{
    wend_lamp lamp;
    const wend_lamp_id id = lamp_at(L, 2);
    lua_settop(L, 3);
    (void)wend_senses_get_lamp(read(L), id, &lamp);
    wendlua_read(L, 3, lamp_fields, &lamp);
    done(L, wend_senses_set_lamp(edit(L), id, &lamp));
    return 0;
}

static int remove_lamp(lua_State *L)
{
    const wend_lamp_id id = lamp_at(L, 2);
    done(L, wend_senses_remove_lamp(edit(L), id));
    return 0;
}

static int get_lamp(lua_State *L)
{
    wend_lamp lamp;
    const wend_lamp_id id = lamp_at(L, 2);
    wendlua_done(L, wend_senses_get_lamp(read(L), id, &lamp), NULL, NULL);
    wendlua_push(L, lamp_fields, &lamp);
    return 1;
}

/* sources, observers, lamps, profiles */
static int counts(lua_State *L)
{
    const wend_senses *senses = read(L);
    lua_pushinteger(L, wend_senses_source_count(senses));
    lua_pushinteger(L, wend_senses_observer_count(senses));
    lua_pushinteger(L, wend_senses_lamp_count(senses));
    lua_pushinteger(L, wend_senses_profile_count(senses));
    return 4;
}

static int set_ambient(lua_State *L)
{
    const double ambient = wendlua_number(L, 2);
    done(L, wend_senses_set_ambient(edit(L), ambient));
    return 0;
}

static int light_at(lua_State *L)
{
    const wend_vec3 position = wendlua_vec3(L, 2);
    lua_pushnumber(L, wend_senses_light_at(read(L), position));
    return 1;
}

/* ---- noises and touches ---- */

static int add_noise(lua_State *L)
{
    wend_noise noise = wend_noise_default();
    lua_settop(L, 2);
    wendlua_read(L, 2, noise_fields, &noise);
    done(L, wend_senses_add_noise(edit(L), &noise));
    return 0;
}

/* level_at(noise, position [, stops]) */
static int level_at(lua_State *L)
{
    wend_noise noise = wend_noise_default();
    wendlua_read(L, 2, noise_fields, &noise);
    const wend_vec3 position = wendlua_vec3(L, 3);
    const uint32_t stops = wendlua_mask_or(L, 4, wendlua_stops_names, WEND_STOPS_SOUND);
    lua_pushnumber(L, wend_senses_level_at(read(L), &noise, position, stops));
    return 1;
}

/* set_material(wall_user, decibels); nil: unknown again */
static int set_material(lua_State *L)
{
    const uint64_t user = wendlua_u64(L, 2);
    const double decibels = lua_isnil(L, 3) ? (double)NAN : wendlua_number(L, 3);
    done(L, wend_senses_set_material(edit(L), user, decibels));
    return 0;
}

/* add_touch(observer, {strength=}) */
static int add_touch(lua_State *L)
{
    wend_touch touch = wend_touch_default();
    const wend_observer_id id = observer_at(L, 2);
    lua_settop(L, 3);
    wendlua_read(L, 3, touch_fields, &touch);
    done(L, wend_senses_add_touch(edit(L), id, &touch));
    return 0;
}

/* add_contacts(crowd): those of its last tick. */
static int add_contacts(lua_State *L)
{
    size_t count = 0;
    const wend_crowd *crowd = wendlua_read_pointer(L, 2, &wendlua_crowd_kind);
    const wend_contact *contacts = wend_crowd_get_contacts(crowd, &count);
    done(L, wend_senses_add_contacts(edit(L), contacts, count));
    return 0;
}

/* follow_crowd(crowd [, floor_heights]) */
static int follow_crowd(lua_State *L)
{
    size_t count = 0;
    const wend_crowd *crowd = wendlua_read_pointer(L, 2, &wendlua_crowd_kind);
    const double *heights = lua_isnoneornil(L, 3) ? NULL : wendlua_numbers(L, 3, &count);
    wendlua_arg_check(L, count <= WEND_CROWD_FLOORS_MAX, 3, "more heights than floors");
    done(L, wend_senses_follow_crowd(edit(L), crowd, heights, (uint32_t)count));
    return 0;
}

/* ---- updates, and what they give ---- */

/* update(): the reactions follow; an error of one is raised behind all of them. */
static int update(lua_State *L)
{
    wend_senses *senses = edit(L);
    lua_senses *self = lua_touserdata(L, 1);
    lua_settop(L, 1);
    lua_getiuservalue(L, 1, 2);
    luaL_checkstack(L, 16, NULL);
    self->react = (wendlua_asked){L, 2, 0};
    wendlua_lock(L, 1, true);
    const wend_result result = wend_senses_update(senses, NULL);
    wendlua_lock(L, 1, false);
    self->react.L = NULL;
    done(L, result);
    if (self->react.error != 0 && lua_type(L, self->react.error) == LUA_TSTRING) {
        lua_pushvalue(L, self->react.error);
        wendlua_fail(L, "react to what observer %I %s: %s", (LUAI_UACINT)self->failed,
                     event_names[self->failed_kind].text, lua_tostring(L, -1));
    }
    if (self->react.error != 0) {
        lua_pushvalue(L, self->react.error);
        (void)lua_error(L);
    }
    return 0;
}

static int tick(lua_State *L)
{
    wendlua_push_u64(L, wend_senses_tick(read(L)));
    return 1;
}

static int info(lua_State *L)
{
    wend_senses_info figures;
    wend_senses_get_info(read(L), &figures);
    wendlua_push(L, info_fields, &figures);
    return 1;
}

/* events(): those of the last update, each with its perception. */
static int events(lua_State *L)
{
    size_t count = 0, now = 0;
    (void)wend_senses_get_events(read(L), &count);
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        const wend_sense_event *list = wend_senses_get_events(read(L), &now);
        if (i >= now) {
            break;
        }
        const wend_sense_event event = list[i];
        wendlua_push(L, event_fields, &event);
        wendlua_push(L, perception_fields, &event.perception);
        lua_setfield(L, -2, "perception");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int push_perceptions(lua_State *L, const wend_perception *list, size_t count)
{
    return wendlua_push_structs(L, perception_fields, list, sizeof *list, count);
}

/* perceptions(observer [, senses]) */
static int perceptions(lua_State *L)
{
    const wend_observer_id id = observer_at(L, 2);
    const uint32_t mask = wendlua_mask_or(L, 3, sense_mask_names, UINT32_MAX);
    size_t count = 0;
    wendlua_done(L, wend_senses_get_perceptions(read(L), id, mask, NULL, 0, &count), NULL, NULL);
    wend_perception *list = wendlua_scratch(L, count, sizeof *list);
    size_t listed = 0;
    (void)wend_senses_get_perceptions(read(L), id, mask, list, count, &listed);
    return push_perceptions(L, list, count);
}

static int push_perception(lua_State *L, const void *context)
{
    wendlua_push(L, perception_fields, context);
    return 1;
}

/* A number; anything else: it does not matter. */
static double score_of(void *user, const wend_perception *perception)
{
    wendlua_asked *asked = user;
    if (!wendlua_ask(asked, push_perception, perception)) {
        return (double)NAN;
    }
    const bool is_number = lua_type(asked->L, -1) == LUA_TNUMBER;
    const double score = is_number ? lua_tonumber(asked->L, -1) : (double)NAN;
    lua_pop(asked->L, 1);
    return score;
}

/* first(observer [, senses [, score]]): the one that matters most, or nil. */
static int first(lua_State *L)
{
    wend_perception found;
    const wend_observer_id id = observer_at(L, 2);
    const uint32_t mask = wendlua_mask_or(L, 3, sense_mask_names, UINT32_MAX);
    lua_settop(L, 4);
    wendlua_arg_check(L, lua_isnil(L, 4) || lua_isfunction(L, 4), 4, "a function expected");
    wendlua_asked asked = {L, 4, 0};
    luaL_checkstack(L, 16, NULL);
    const wend_senses *senses = read(L);
    wendlua_lock(L, 1, true);
    const bool is_found =
        wend_senses_get_first(senses, id, mask, lua_isnil(L, 4) ? NULL : score_of, &asked, &found);
    wendlua_lock(L, 1, false);
    wendlua_raise(&asked);
    if (!is_found) {
        return wendlua_push_nil(L);
    }
    wendlua_push(L, perception_fields, &found);
    return 1;
}

/* threats(observer [, most]) */
static int threats(lua_State *L)
{
    const wend_observer_id id = observer_at(L, 2);
    const uint32_t most = wendlua_u32_or(L, 3, 8);
    wendlua_arg_check(L, most <= 1024, 3, "at most 1024");
    size_t count = 0;
    wend_perception *list = wendlua_scratch(L, most, sizeof *list);
    wendlua_done(L, wend_senses_get_threats(read(L), id, list, most, &count), NULL, NULL);
    return push_perceptions(L, list, count);
}

/* can_see(observer, source): true or false, and the sight. */
static int can_see(lua_State *L)
{
    wend_sight sight;
    const wend_observer_id observer = observer_at(L, 2);
    const wend_source_id source = source_at(L, 3);
    lua_pushboolean(L, wend_senses_can_see(read(L), observer, source, &sight));
    wendlua_push(L, sight_fields, &sight);
    return 2;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_senses_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_senses_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): replaces its state. */
static int load(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_senses_def def = wend_senses_def_default();
    wend_senses *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    def.walls = wendlua_find_master(L, 1, &wendlua_walls_kind);
    def.sound_paths =
        wend_sound_paths_from_pathfinder(wendlua_find_master(L, 1, &wendlua_pathfinder_kind));
    const bool has_react = lua_getiuservalue(L, 1, 2) == LUA_TFUNCTION;
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_senses_kind);
    def.react = has_react ? on_event : NULL;
    def.user = self;
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_senses_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add_profile", add_profile},
    {"set_profile", set_profile},
    {"get_profile", get_profile},
    {"add_source", add_source},
    {"set_source", set_source},
    {"move_source", move_source},
    {"remove_source", remove_source},
    {"get_source", get_source},
    {"add_observer", add_observer},
    {"set_observer", set_observer},
    {"move_observer", move_observer},
    {"remove_observer", remove_observer},
    {"get_observer", get_observer},
    {"add_lamp", add_lamp},
    {"set_lamp", set_lamp},
    {"remove_lamp", remove_lamp},
    {"get_lamp", get_lamp},
    {"counts", counts},
    {"set_ambient", set_ambient},
    {"light_at", light_at},
    {"add_noise", add_noise},
    {"level_at", level_at},
    {"set_material", set_material},
    {"add_touch", add_touch},
    {"add_contacts", add_contacts},
    {"follow_crowd", follow_crowd},
    {"update", update},
    {"tick", tick},
    {"info", info},
    {"events", events},
    {"perceptions", perceptions},
    {"first", first},
    {"threats", threats},
    {"can_see", can_see},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_senses_kind = {"senses", "wend.senses", destroy, methods};

const luaL_Reg wendlua_senses_functions[] = {
    {"senses", make},
    {"senses_load", make_loaded},
    {"loudness", loudness},
    {NULL, NULL},
};
