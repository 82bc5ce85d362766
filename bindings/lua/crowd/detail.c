/* Methods of wend.crowd for levels of detail.
 * Cost: as in wend/detail.h. */
#include "wend/detail.h"
#include "lua/crowd/crowd.h"

static const wendlua_field detail_fields[] = {
    {"regions", WENDLUA_OTHER, 0, NULL},
    {"margin", WENDLUA_DOUBLE, offsetof(wend_detail_def, margin), NULL},
    {"band", WENDLUA_DOUBLE, offsetof(wend_detail_def, band), NULL},
    {"level_most", WENDLUA_U32, offsetof(wend_detail_def, level_most), NULL},
    {NULL, 0, 0, NULL},
};

/* A circle has a centre, a box two corners; both may have a radius. */
typedef struct lua_region {
    wend_detail_region region;
    wend_vec2 centre;
} lua_region;

static const wendlua_field region_fields[] = {
    {"floor", WENDLUA_U32, offsetof(lua_region, region.floor), NULL},
    {"centre", WENDLUA_VEC2, offsetof(lua_region, centre), NULL},
    {"low", WENDLUA_VEC2, offsetof(lua_region, region.low), NULL},
    {"high", WENDLUA_VEC2, offsetof(lua_region, region.high), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(lua_region, region.radius), NULL},
    {NULL, 0, 0, NULL},
};

static void read_regions(lua_State *L, wend_detail_def *def)
{
    size_t count = wendlua_field_list(L, 2, "regions");
    if (count == 0) {
        return;
    }
    int list = lua_gettop(L);
    wendlua_arg_check(L, count <= WEND_DETAIL_REGIONS_MAX, 2, "more than 64 regions");
    wend_detail_region *regions = wendlua_scratch(L, count, sizeof *regions);
    for (size_t i = 0; i < count; i++) {
        lua_region read = {.region = {.floor = WEND_DETAIL_ALL_FLOORS}};
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        wendlua_read_item(L, -1, region_fields, &read, "regions", i + 1);
        lua_getfield(L, -1, "centre");
        if (!lua_isnil(L, -1)) {
            read.region.low = read.centre;
            read.region.high = read.centre;
        }
        lua_pop(L, 2);
        regions[i] = read.region;
    }
    def->regions = regions;
    def->region_count = (uint32_t)count;
}

/* set_detail{regions=} or set_detail() */
int wendlua_crowd_set_detail(lua_State *L)
{
    wend_detail_def def = wend_detail_def_default();
    const bool is_on = !lua_isnoneornil(L, 2);
    if (is_on) {
        wendlua_need_table(L, 2);
        wendlua_read(L, 2, detail_fields, &def);
        read_regions(L, &def);
    }
    wend_crowd *crowd = wendlua_crowd_edit(L);
    wendlua_done_by(L, wend_crowd_set_detail(crowd, is_on ? &def : NULL), wend_crowd_error(crowd));
    return 0;
}

int wendlua_crowd_get_detail(lua_State *L)
{
    uint32_t level = 0;
    wend_body_id id = wendlua_body(L, 2);
    wendlua_body_done(L, wend_crowd_get_detail(wendlua_crowd_read(L), id, &level));
    lua_pushinteger(L, level);
    return 1;
}

/* How many moved, and a list of the bodies of each level. */
int wendlua_crowd_count_detail(lua_State *L)
{
    uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1];
    lua_pushinteger(L, wend_crowd_count_detail(wendlua_crowd_read(L), counts));
    lua_createtable(L, WEND_DETAIL_LEVEL_MAX + 1, 0);
    for (int i = 0; i <= WEND_DETAIL_LEVEL_MAX; i++) {
        lua_pushinteger(L, counts[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 2;
}
