/* Methods of wend.flow for lists: all requests, samples for all agents of a request.
 * Cost: as in wend/flow.h, and two lists. */
#include "lua/flow/flow.h"

static const wend_flow *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_flow_kind);
}

/* All orders, by index. */
int wendlua_flow_list_requests(lua_State *L)
{
    size_t count = 0;
    (void)wend_flow_list_requests(read(L), NULL, 0, &count);
    size_t most = count;
    wend_flow_request_id *ids = wendlua_scratch(L, most, sizeof *ids);
    wendlua_done(L, wend_flow_list_requests(read(L), ids, most, &count), NULL, NULL);
    wendlua_push_ids(L, WENDLUA_ORDER, &ids->index1, count < most ? count : most);
    return 1;
}

/* Arrays of wend_flow_sample_many. */
typedef struct samples {
    double *x, *y, *direction_x, *direction_y; /* [count] */
    uint32_t *floors;                          /* [count] */
    uint8_t *why;                              /* [count] */
    size_t count;
} samples;

/* Pushes the memory of all lists. */
static samples take_memory(lua_State *L, const wend_vec2 *places, size_t count)
{
    samples all = {.count = count};
    all.x = wendlua_scratch(L, count, 4 * sizeof *all.x);
    all.y = all.x + count;
    all.direction_x = all.y + count;
    all.direction_y = all.direction_x + count;
    all.floors = wendlua_scratch(L, count, sizeof *all.floors);
    all.why = wendlua_scratch(L, count, 1);
    for (size_t i = 0; i < count; i++) {
        all.x[i] = places[i].x;
        all.y[i] = places[i].y;
    }
    return all;
}

/* One floor for all, or a list with each one's; nil = 0. */
static void read_floors(lua_State *L, int arg, samples *all)
{
    if (lua_type(L, arg) != LUA_TTABLE) {
        uint32_t floor = wendlua_u32_or(L, arg, 0);
        for (size_t i = 0; i < all->count; i++) {
            all->floors[i] = floor;
        }
        return;
    }
    size_t given = 0;
    const wend_node *floors = wendlua_nodes(L, arg, &given);
    wendlua_arg_check(L, given == all->count, arg, "as many floors as positions expected");
    for (size_t i = 0; i < given; i++) {
        all->floors[i] = floors[i];
    }
}

static void push_directions(lua_State *L, const samples *all)
{
    lua_newtable(L);
    for (size_t i = 0; i < all->count; i++) {
        lua_pushnumber(L, all->direction_x[i]);
        lua_rawseti(L, -2, 2 * (lua_Integer)i + 1);
        lua_pushnumber(L, all->direction_y[i]);
        lua_rawseti(L, -2, 2 * (lua_Integer)i + 2);
    }
}

/* sample_many(request, positions [, floor | floors]): {dx, dy, dx, dy...}, {why, why...} */
int wendlua_flow_sample_many(lua_State *L)
{
    size_t count = 0;
    lua_settop(L, 4);
    wend_flow_request_id order = {wendlua_index1(L, 2, WENDLUA_ORDER),
                                  wendlua_generation(L, 2, WENDLUA_ORDER)};
    const wend_vec2 *places = wendlua_points(L, 3, &count);
    samples all = take_memory(L, places, count);
    read_floors(L, 4, &all);
    wend_result result = wend_flow_sample_many(read(L), order, all.floors, all.x, all.y, count,
                                               all.direction_x, all.direction_y, all.why);
    wendlua_done(L, result, NULL, NULL);
    int slot = lua_gettop(L);
    push_directions(L, &all);
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        wendlua_push_name(L, wendlua_flow_why_names, all.why[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return lua_gettop(L) - slot;
}
