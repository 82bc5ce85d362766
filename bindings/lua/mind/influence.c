/* wend.influence and its methods: influence maps.
 * Cost: as in wend/influence.h. */
#include "wend/influence.h"
#include "lua/core/rooms.h"

static void destroy(wendlua_object *object)
{
    wend_influence_destroy(object->pointer);
}

static wend_influence *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_influence_kind);
}

static const wend_influence *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_influence_kind);
}

static const wendlua_name falloff_names[] = {
    {"linear", WEND_FALLOFF_LINEAR},
    {"quadratic", WEND_FALLOFF_QUADRATIC},
    {"round", WEND_FALLOFF_ROUND},
    {"constant", WEND_FALLOFF_CONSTANT},
    {NULL, 0},
};

static const wendlua_name kind_names[] = {
    {"difference", WEND_INFLUENCE_DIFFERENCE},
    {"own", WEND_INFLUENCE_OWN},
    {"enemies", WEND_INFLUENCE_ENEMIES},
    {"tension", WEND_INFLUENCE_TENSION},
    {"vulnerability", WEND_INFLUENCE_VULNERABILITY},
    {NULL, 0},
};

static const wendlua_field def_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {"width", WENDLUA_I32, offsetof(wend_influence_def, width), NULL},
    {"height", WENDLUA_I32, offsetof(wend_influence_def, height), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_influence_def, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_influence_def, origin), NULL},
    {"block", WENDLUA_I32, offsetof(wend_influence_def, block), NULL},
    {"movement_class", WENDLUA_U32, offsetof(wend_influence_def, movement_class), NULL},
    {"team", WENDLUA_TEAM, offsetof(wend_influence_def, team), NULL},
    {"side_count", WENDLUA_U32, offsetof(wend_influence_def, side_count), NULL},
    {"half_life", WENDLUA_U32, offsetof(wend_influence_def, half_life), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field source_fields[] = {
    {"x", WENDLUA_DOUBLE, offsetof(wend_influence_source, position.x), NULL},
    {"y", WENDLUA_DOUBLE, offsetof(wend_influence_source, position.y), NULL},
    {"strength", WENDLUA_DOUBLE, offsetof(wend_influence_source, strength), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_influence_source, radius), NULL},
    {"falloff", WENDLUA_ENUM, offsetof(wend_influence_source, falloff), falloff_names},
    {"side", WENDLUA_U32, offsetof(wend_influence_source, side), NULL},
    {"is_straight", WENDLUA_BOOL, offsetof(wend_influence_source, is_straight), NULL},
    {"user", WENDLUA_U64, offsetof(wend_influence_source, user), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field measure_fields[] = {
    {"kind", WENDLUA_ENUM, offsetof(wend_influence_measure, kind), kind_names},
    {"own_sides", WENDLUA_U32, offsetof(wend_influence_measure, own_sides), NULL},
    {"enemy_sides", WENDLUA_U32, offsetof(wend_influence_measure, enemy_sides), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field area_fields[] = {
    {"low", WENDLUA_VEC2, offsetof(wend_influence_area, low), NULL},
    {"high", WENDLUA_VEC2, offsetof(wend_influence_area, high), NULL},
    {"centre", WENDLUA_VEC2, offsetof(wend_influence_area, centre), NULL},
    {"radius", WENDLUA_LIMIT, offsetof(wend_influence_area, radius), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field cell_fields[] = {
    {"x", WENDLUA_I32, offsetof(wend_influence_cell, x), NULL},
    {"y", WENDLUA_I32, offsetof(wend_influence_cell, y), NULL},
    {"position", WENDLUA_VEC2, offsetof(wend_influence_cell, position), NULL},
    {"value", WENDLUA_DOUBLE, offsetof(wend_influence_cell, value), NULL},
    {NULL, 0, 0, NULL},
};

/* ---- creation ---- */

/* wend.influence{...} */
static int make(lua_State *L)
{
    wend_message message = {0};
    wend_influence_def def = wend_influence_def_default();
    wend_influence *made = NULL;
    lua_settop(L, 1);
    wendlua_need_table(L, 1);
    wendlua_read(L, 1, def_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_influence_kind, sizeof *self);
    def.grid = wendlua_master(L, lua_gettop(L), 1, "grid", &wendlua_grid_kind);
    const wend_result result = wend_influence_create(&def, &made);
    return wendlua_made(L, self, made, result, &message);
}

static const wendlua_field load_fields[] = {
    {"grid", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

/* wend.influence_load(bytes [, {grid=}]) */
static int make_loaded(lua_State *L)
{
    size_t count;
    wend_message message = {0};
    wend_influence_def def = wend_influence_def_default();
    wend_influence *made = NULL;
    lua_settop(L, 2);
    const char *bytes = wendlua_bytes(L, 1, &count);
    wendlua_read(L, 2, load_fields, &def);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    wendlua_object *self = wendlua_new(L, &wendlua_influence_kind, sizeof *self);
    if (lua_istable(L, 2)) {
        def.grid = wendlua_master(L, lua_gettop(L), 2, "grid", &wendlua_grid_kind);
    }
    const wend_result result = wend_influence_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_made(L, self, made, result, &message);
}

/* ---- sources ---- */

/* An id as an integer: the generation above the index. */
static wend_influence_id id_at(lua_State *L, int arg)
{
    const uint64_t id = wendlua_u64(L, arg);
    return (wend_influence_id){(uint32_t)id, (uint32_t)(id >> 32)};
}

static void push_id(lua_State *L, wend_influence_id id)
{
    wendlua_push_u64(L, (uint64_t)id.generation << 32 | id.index1);
}

/* add(fields) */
static int add(lua_State *L)
{
    wend_influence_source source = wend_influence_source_default();
    wend_influence_id id;
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, source_fields, &source);
    wendlua_done_by(L, wend_influence_add(edit(L), &source, &id), wend_influence_error(read(L)));
    push_id(L, id);
    return 1;
}

static int remove_source(lua_State *L)
{
    const wend_influence_id id = id_at(L, 2);
    wendlua_done_by(L, wend_influence_remove(edit(L), id), wend_influence_error(read(L)));
    return 0;
}

/* set(id, fields): what is not named stays. */
static int set(lua_State *L)
{
    wend_influence_source source;
    const wend_influence_id id = id_at(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_influence_get(read(L), id, &source), NULL, "there is no such source");
    wendlua_read(L, 3, source_fields, &source);
    wendlua_done_by(L, wend_influence_set(edit(L), id, &source), wend_influence_error(read(L)));
    return 0;
}

/* move(id, x, y) */
static int move(lua_State *L)
{
    const wend_influence_id id = id_at(L, 2);
    const wend_vec2 to = wendlua_xy(L, 3);
    wendlua_done_by(L, wend_influence_move(edit(L), id, to), wend_influence_error(read(L)));
    return 0;
}

static int get(lua_State *L)
{
    wend_influence_source source;
    const wend_influence_id id = id_at(L, 2);
    wendlua_done(L, wend_influence_get(read(L), id, &source), NULL, "there is no such source");
    wendlua_push(L, source_fields, &source);
    return 1;
}

static int has(lua_State *L)
{
    const wend_influence_id id = id_at(L, 2);
    lua_pushboolean(L, wend_influence_has(read(L), id));
    return 1;
}

static int ids(lua_State *L)
{
    lua_Integer number = 0;
    lua_newtable(L);
    for (uint32_t i = 0; i < wend_influence_limit(read(L)); i++) {
        const wend_influence_id id = wend_influence_id_at(read(L), i);
        if (id.index1 != 0) {
            push_id(L, id);
            lua_rawseti(L, -2, ++number);
        }
    }
    return 1;
}

/* ---- events, time, updates ---- */

/* add_event(fields) */
static int add_event(lua_State *L)
{
    wend_influence_source event = wend_influence_source_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, source_fields, &event);
    wendlua_done_by(L, wend_influence_add_event(edit(L), &event), wend_influence_error(read(L)));
    return 0;
}

static int set_tick(lua_State *L)
{
    const uint64_t tick = wendlua_u64(L, 2);
    wendlua_done_by(L, wend_influence_set_tick(edit(L), tick), wend_influence_error(read(L)));
    return 0;
}

static int clear_events(lua_State *L)
{
    (void)wend_influence_clear_events(edit(L));
    return 0;
}

/* update([steps]): true if all is done. */
static int update(lua_State *L)
{
    wend_budget steps;
    wend_budget *budget = wendlua_budget(L, 2, &steps);
    const wend_result result =
        wendlua_done_by(L, wend_influence_update(edit(L), budget), wend_influence_error(read(L)));
    lua_pushboolean(L, result == WEND_OK);
    return 1;
}

static int is_fresh(lua_State *L)
{
    lua_pushboolean(L, wend_influence_is_fresh(read(L)));
    return 1;
}

static const wendlua_field info_fields[] = {
    {"width", WENDLUA_I32, offsetof(wend_influence_info, width), NULL},
    {"height", WENDLUA_I32, offsetof(wend_influence_info, height), NULL},
    {"cell_size", WENDLUA_DOUBLE, offsetof(wend_influence_info, cell_size), NULL},
    {"origin", WENDLUA_VEC2, offsetof(wend_influence_info, origin), NULL},
    {"side_count", WENDLUA_U32, offsetof(wend_influence_info, side_count), NULL},
    {"source_count", WENDLUA_U32, offsetof(wend_influence_info, source_count), NULL},
    {"waiting", WENDLUA_U32, offsetof(wend_influence_info, waiting), NULL},
    {"tick", WENDLUA_U64, offsetof(wend_influence_info, tick), NULL},
    {"stamped", WENDLUA_U64, offsetof(wend_influence_info, stamped), NULL},
    {"memory_bytes", WENDLUA_SIZE, offsetof(wend_influence_info, memory_bytes), NULL},
    {NULL, 0, 0, NULL},
};

static int get_info(lua_State *L)
{
    wend_influence_info info;
    wend_influence_get_info(read(L), &info);
    wendlua_push(L, info_fields, &info);
    return 1;
}

/* cell_at(x, y): column and row, or nil. */
static int cell_at(lua_State *L)
{
    int32_t x, y;
    const wend_vec2 at = wendlua_xy(L, 2);
    if (!wend_influence_cell_at(read(L), at, &x, &y)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, x);
    lua_pushinteger(L, y);
    return 2;
}

/* position(column, row): the centre. */
static int position(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2), y = wendlua_i32(L, 3);
    return wendlua_push_xy(L, wend_influence_position(read(L), x, y));
}

/* ---- values ---- */

static wend_influence_measure measure_at(lua_State *L, int arg)
{
    wend_influence_measure measure = wend_influence_measure_default();
    if (!lua_isnoneornil(L, arg)) {
        wendlua_need_table(L, arg);
        wendlua_read(L, arg, measure_fields, &measure);
    }
    return measure;
}

static wend_influence_area area_at(lua_State *L, int arg)
{
    wend_influence_area area = wend_influence_area_default();
    if (!lua_isnoneornil(L, arg)) {
        wendlua_need_table(L, arg);
        wendlua_read(L, arg, area_fields, &area);
        wendlua_arg_check(L, area.radius >= 0, arg, "a radius of 0 or more expected");
    }
    return area;
}

/* value(x, y [, measure]) */
static int value(lua_State *L)
{
    const wend_vec2 at = wendlua_xy(L, 2);
    const wend_influence_measure measure = measure_at(L, 4);
    lua_pushnumber(L, wend_influence_value(read(L), &measure, at));
    return 1;
}

/* cell_value(column, row [, measure]) */
static int cell_value(lua_State *L)
{
    const int32_t x = wendlua_i32(L, 2), y = wendlua_i32(L, 3);
    const wend_influence_measure measure = measure_at(L, 4);
    lua_pushnumber(L, wend_influence_cell_value(read(L), &measure, x, y));
    return 1;
}

/* gradient(x, y [, measure]) */
static int gradient(lua_State *L)
{
    wend_vec2 rise;
    const wend_vec2 at = wendlua_xy(L, 2);
    const wend_influence_measure measure = measure_at(L, 4);
    wendlua_done(L, wend_influence_gradient(read(L), &measure, at, &rise), NULL, NULL);
    return wendlua_push_xy(L, rise);
}

/* values([measure]): a list of all cells, by rows. */
static int values(lua_State *L)
{
    wend_influence_info info;
    const wend_influence_measure measure = measure_at(L, 2);
    wend_influence_get_info(read(L), &info);
    const size_t count = (size_t)info.width * (size_t)info.height;
    double *numbers = wendlua_scratch(L, count, sizeof *numbers);
    wendlua_done(L,
                 wend_influence_get_values(read(L), &measure, 0, 0, info.width, info.height,
                                           numbers, (size_t)info.width),
                 NULL, NULL);
    return wendlua_push_numbers(L, numbers, count);
}

/* control(column, row): the side and its margin, or nil. */
static int control(lua_State *L)
{
    double margin;
    const int32_t x = wendlua_i32(L, 2), y = wendlua_i32(L, 3);
    const uint32_t side = wend_influence_control(read(L), x, y, &margin);
    if (side == WEND_SIDE_NONE) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, side);
    lua_pushnumber(L, margin);
    return 2;
}

/* ---- areas ---- */

static int push_found(lua_State *L, bool is_found, const wend_influence_cell *cell)
{
    if (is_found) {
        wendlua_push(L, cell_fields, cell);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* strongest([measure [, area]]) */
static int strongest(lua_State *L)
{
    wend_influence_cell cell;
    const wend_influence_measure measure = measure_at(L, 2);
    const wend_influence_area area = area_at(L, 3);
    return push_found(L, wend_influence_strongest(read(L), &measure, &area, &cell), &cell);
}

static int weakest(lua_State *L)
{
    wend_influence_cell cell;
    const wend_influence_measure measure = measure_at(L, 2);
    const wend_influence_area area = area_at(L, 3);
    return push_found(L, wend_influence_weakest(read(L), &measure, &area, &cell), &cell);
}

/* nearest(x, y, low, high [, measure [, area]]) */
static int nearest(lua_State *L)
{
    wend_influence_cell cell;
    const wend_vec2 at = wendlua_xy(L, 2);
    const double low = wendlua_limit(L, 4), high = wendlua_limit(L, 5);
    const wend_influence_measure measure = measure_at(L, 6);
    const wend_influence_area area = area_at(L, 7);
    return push_found(L, wend_influence_nearest(read(L), &measure, at, low, high, &area, &cell),
                      &cell);
}

static int sum(lua_State *L)
{
    const wend_influence_measure measure = measure_at(L, 2);
    const wend_influence_area area = area_at(L, 3);
    lua_pushnumber(L, wend_influence_sum(read(L), &measure, &area));
    return 1;
}

/* Room for all cells of the map. */
static wend_influence_cell *cell_room(lua_State *L, size_t *capacity)
{
    wend_influence_info info;
    wend_influence_get_info(read(L), &info);
    *capacity = (size_t)info.width * (size_t)info.height;
    return wendlua_scratch(L, *capacity, sizeof(wend_influence_cell));
}

static int push_cells(lua_State *L, wend_result result, const wend_influence_cell *cells,
                      size_t count, const char *hint)
{
    wendlua_done(L, result, NULL, hint);
    return wendlua_push_structs(L, cell_fields, cells, sizeof *cells, count);
}

/* list(low, high [, measure [, area]]) */
static int list(lua_State *L)
{
    size_t capacity, count;
    const double low = wendlua_limit(L, 2), high = wendlua_limit(L, 3);
    const wend_influence_measure measure = measure_at(L, 4);
    const wend_influence_area area = area_at(L, 5);
    wend_influence_cell *cells = cell_room(L, &capacity);
    const wend_result result =
        wend_influence_list(read(L), &measure, low, high, &area, cells, capacity, &count);
    return push_cells(L, result, cells, count, NULL);
}

/* front([measure [, area]]) */
static int front(lua_State *L)
{
    size_t capacity, count;
    const wend_influence_measure measure = measure_at(L, 2);
    const wend_influence_area area = area_at(L, 3);
    wend_influence_cell *cells = cell_room(L, &capacity);
    const wend_result result =
        wend_influence_list_front(read(L), &measure, &area, cells, capacity, &count);
    return push_cells(L, result, cells, count, NULL);
}

/* conflicts(strength, closeness [, measure [, area]]) */
static int conflicts(lua_State *L)
{
    size_t capacity, count;
    const double strength = wendlua_number(L, 2), closeness = wendlua_number(L, 3);
    const wend_influence_measure measure = measure_at(L, 4);
    const wend_influence_area area = area_at(L, 5);
    wend_influence_cell *cells = cell_room(L, &capacity);
    const wend_result result = wend_influence_list_conflicts(read(L), &measure, strength, closeness,
                                                             &area, cells, capacity, &count);
    return push_cells(L, result, cells, count,
                      "strength must be above 0 and closeness from 0 to 1");
}

/* ---- several maps ---- */

static const wendlua_field term_fields[] = {
    {"influence", WENDLUA_OTHER, 0, NULL},
    {"measure", WENDLUA_OTHER, 0, NULL},
    {"weight", WENDLUA_DOUBLE, offsetof(wend_influence_term, weight), NULL},
    {NULL, 0, 0, NULL},
};

/* The list of terms at a slot; the memory and the maps stay good until Lua takes memory. */
static wend_influence_term *terms_at(lua_State *L, int arg, size_t *count)
{
    wendlua_need_table(L, arg);
    *count = wendlua_list_length(L, arg);
    wend_influence_term *terms = wendlua_scratch(L, *count + 1, sizeof *terms);
    for (size_t i = 0; i < *count; i++) {
        wend_influence_term *term = &terms[i];
        lua_rawgeti(L, arg, (lua_Integer)i + 1);
        const int slot = lua_gettop(L);
        wendlua_need_table(L, slot);
        term->weight = 1;
        wendlua_read(L, slot, term_fields, term);
        lua_pushstring(L, "measure");
        lua_rawget(L, slot);
        term->measure = measure_at(L, slot + 1);
        lua_settop(L, slot - 1);
    }
    for (size_t i = 0; i < *count; i++) { /* the pointers last: see lua/core/object.h */
        lua_rawgeti(L, arg, (lua_Integer)i + 1);
        terms[i].influence =
            wendlua_field_pointer(L, lua_gettop(L), "influence", &wendlua_influence_kind);
        if (terms[i].influence == NULL) {
            wendlua_fail(L, "field 'influence' of term %d is missing", (int)i + 1);
        }
        lua_pop(L, 1);
    }
    return terms;
}

/* wend.influence_score(terms, x, y) */
static int score(lua_State *L)
{
    size_t count;
    const wend_vec2 at = wendlua_xy(L, 2);
    const wend_influence_term *terms = terms_at(L, 1, &count);
    lua_pushnumber(L, wend_influence_score(terms, count, at));
    return 1;
}

/* wend.influence_best(terms [, area]) */
static int best(lua_State *L)
{
    size_t count;
    wend_influence_cell cell;
    lua_settop(L, 2);
    const wend_influence_area area = area_at(L, 2);
    const wend_influence_term *terms = terms_at(L, 1, &count);
    return push_found(L, wend_influence_best(terms, count, &area, &cell), &cell);
}

/* ---- state ---- */

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_influence_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_influence_save(it, bytes, capacity, count);
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
    wend_influence_def def = wend_influence_def_default();
    wend_influence *made = NULL;
    const char *bytes = wendlua_bytes(L, 2, &count);
    def.grid = wendlua_find_master(L, 1, &wendlua_grid_kind);
    wendlua_object *self = wendlua_edit(L, 1, &wendlua_influence_kind);
    def.allocator = wendlua_allocator(L);
    def.message = &message;
    const wend_result result = wend_influence_load(&def, (const uint8_t *)bytes, count, &made);
    return wendlua_reloaded(L, self, made, result, &message);
}

static const luaL_Reg methods[] = {
    {"add", add},
    {"remove", remove_source},
    {"set", set},
    {"move", move},
    {"get", get},
    {"has", has},
    {"ids", ids},
    {"add_event", add_event},
    {"set_tick", set_tick},
    {"clear_events", clear_events},
    {"update", update},
    {"is_fresh", is_fresh},
    {"get_info", get_info},
    {"cell_at", cell_at},
    {"position", position},
    {"value", value},
    {"cell_value", cell_value},
    {"gradient", gradient},
    {"values", values},
    {"control", control},
    {"strongest", strongest},
    {"weakest", weakest},
    {"nearest", nearest},
    {"sum", sum},
    {"list", list},
    {"front", front},
    {"conflicts", conflicts},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {NULL, NULL},
};

const wendlua_kind wendlua_influence_kind = {"influence", "wend.influence", destroy, methods};

const luaL_Reg wendlua_influence_functions[] = {
    {"influence", make},
    {"influence_load", make_loaded},
    {"influence_score", score},
    {"influence_best", best},
    {NULL, NULL},
};
