/* Methods of wend.mesh for queries, edits, and links.
 * Cost: as in wend/mesh.h. */
#include <math.h>

#include "lua/world/mesh.h"
#include "lua/world/overlays.h"

static void destroy(wendlua_object *object)
{
    wend_mesh_destroy(object->pointer);
}

static wend_mesh *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_mesh_kind);
}

static const wend_mesh *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_mesh_kind);
}

wendlua_object *wendlua_new_mesh(lua_State *L)
{
    return wendlua_new(L, &wendlua_mesh_kind, sizeof(wendlua_object));
}

/* ---- positions ---- */

static const wendlua_field place_fields[] = {
    {"x", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_mesh_location, x), NULL},
    {"y", WENDLUA_DOUBLE | WENDLUA_NEEDED, offsetof(wend_mesh_location, y), NULL},
    {"z", WENDLUA_DOUBLE, offsetof(wend_mesh_location, z), NULL},
    {"polygon", WENDLUA_NODE, offsetof(wend_mesh_location, polygon), NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field hit_fields[] = {
    {"fraction", WENDLUA_DOUBLE, offsetof(wend_mesh_hit, fraction), NULL},
    {"corner", WENDLUA_NODE, offsetof(wend_mesh_hit, corner), NULL},
    {"normal", WENDLUA_VEC2, offsetof(wend_mesh_hit, normal), NULL},
    {NULL, 0, 0, NULL},
};

/* {x=, y=, z=, polygon=}; missing fields are found. */
wend_mesh_location wendlua_mesh_place(lua_State *L, int arg)
{
    wend_mesh_location at = wend_mesh_location_at(0, 0, 0);
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, place_fields, &at);
    return at;
}

int wendlua_push_mesh_place(lua_State *L, const wend_mesh_location *at)
{
    wendlua_push(L, place_fields, at);
    return 1;
}

static int push_hit(lua_State *L, const wend_mesh_hit *hit)
{
    wendlua_push(L, hit_fields, hit);
    wendlua_push_mesh_place(L, &hit->location);
    lua_setfield(L, -2, "location");
    return 1;
}

static void push_nodes(lua_State *L, const wend_node *nodes, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, nodes[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* polygons_in_box(x0, y0, x1, y1 [, low, high]) */
static int polygons_in_box(lua_State *L)
{
    const wend_vec2 from = wendlua_xy(L, 2);
    const wend_vec2 to = wendlua_xy(L, 4);
    const wend_vec3 low = {from.x, from.y, wendlua_limit_or(L, 6, -(double)INFINITY)};
    const wend_vec3 high = {to.x, to.y, wendlua_limit_or(L, 7, (double)INFINITY)};
    size_t count = 0;
    (void)wend_mesh_polygons_in_box(read(L), low, high, NULL, 0, &count);
    wend_node *nodes = wendlua_scratch(L, count + 1, sizeof *nodes);
    wendlua_done(L, wend_mesh_polygons_in_box(read(L), low, high, nodes, count, &count), NULL,
                 NULL);
    push_nodes(L, nodes, count);
    return 1;
}

/* polygons_in_circle(x, y, radius [, low, high]) */
static int polygons_in_circle(lua_State *L)
{
    const wend_vec2 centre = wendlua_xy(L, 2);
    const double radius = wendlua_limit(L, 4);
    const double low = wendlua_limit_or(L, 5, -(double)INFINITY);
    const double high = wendlua_limit_or(L, 6, (double)INFINITY);
    if (radius < 0) {
        wendlua_fail(L, "radius is %f, and must be 0 or more", radius);
    }
    size_t count = 0;
    (void)wend_mesh_polygons_in_circle(read(L), centre, radius, low, high, NULL, 0, &count);
    wend_node *nodes = wendlua_scratch(L, count + 1, sizeof *nodes);
    wendlua_done(
        L, wend_mesh_polygons_in_circle(read(L), centre, radius, low, high, nodes, count, &count),
        NULL, NULL);
    push_nodes(L, nodes, count);
    return 1;
}

static int locate(lua_State *L)
{
    wend_vec2 at = wendlua_xy(L, 2);
    double z = wendlua_number_or(L, 4, 0);
    wendlua_push_node(L, wend_mesh_locate(read(L), at.x, at.y, z));
    return 1;
}

/* nearest(x, y [, z [, most]]) */
static int nearest(lua_State *L)
{
    wend_mesh_location found;
    wend_vec2 at = wendlua_xy(L, 2);
    double z = wendlua_number_or(L, 4, 0);
    double most = wendlua_limit_or(L, 5, (double)INFINITY);
    return wend_mesh_nearest(read(L), at.x, at.y, z, most, &found)
               ? wendlua_push_mesh_place(L, &found)
               : wendlua_push_nil(L);
}

static int height(lua_State *L)
{
    wend_node polygon = wendlua_u32(L, 2);
    wend_vec2 at = wendlua_xy(L, 3);
    lua_pushnumber(L, wend_mesh_height(read(L), polygon, at.x, at.y));
    return 1;
}

/* ray(from, x, y): did it arrive, and where it ended. */
static int ray(lua_State *L)
{
    wend_mesh_hit hit;
    wend_mesh_location from = wendlua_mesh_place(L, 2);
    wend_vec2 to = wendlua_xy(L, 3);
    lua_pushboolean(L, wend_mesh_ray(read(L), from, to.x, to.y, &hit));
    return 1 + push_hit(L, &hit);
}

static int move(lua_State *L)
{
    wend_mesh_location end;
    wend_mesh_location from = wendlua_mesh_place(L, 2);
    wend_vec2 to = wendlua_xy(L, 3);
    wend_result result = wend_mesh_move(read(L), from, to.x, to.y, &end);
    wendlua_done(L, result, NULL, "the location is not on the mesh");
    return wendlua_push_mesh_place(L, &end);
}

/* wall_distance(location [, most]): metres and the wall's point, or nil off the mesh. */
static int wall_distance(lua_State *L)
{
    wend_mesh_hit hit;
    wend_mesh_location at = wendlua_mesh_place(L, 2);
    double most = wendlua_limit_or(L, 3, (double)INFINITY);
    double distance = wend_mesh_wall_distance(read(L), at, most, &hit);
    if (!(distance >= 0)) {
        return wendlua_push_nil(L);
    }
    lua_pushnumber(L, distance);
    return 1 + push_hit(L, &hit);
}

static int push_random(lua_State *L, wend_result result, const wend_mesh_location *at)
{
    wendlua_done(L, result, NULL, "the radius is 0 or more");
    return result == WEND_OK ? wendlua_push_mesh_place(L, at) : wendlua_push_nil(L);
}

static int random_location(lua_State *L)
{
    wend_mesh_location at;
    uint64_t seed = wendlua_u64(L, 2);
    uint64_t id = wendlua_u64(L, 3);
    uint64_t tick = wendlua_u64(L, 4);
    wend_result result = wend_mesh_random_location(read(L), seed, id, tick, &at);
    return push_random(L, result, &at);
}

/* random_near(centre, radius, seed, id, tick) */
static int random_near(lua_State *L)
{
    wend_mesh_location at;
    wend_mesh_location centre = wendlua_mesh_place(L, 2);
    double radius = wendlua_number(L, 3);
    uint64_t seed = wendlua_u64(L, 4);
    uint64_t id = wendlua_u64(L, 5);
    uint64_t tick = wendlua_u64(L, 6);
    wend_result result = wend_mesh_random_near(read(L), centre, radius, seed, id, tick, &at);
    return push_random(L, result, &at);
}

static int can_reach(lua_State *L)
{
    wend_node from = wendlua_u32(L, 2);
    wend_node to = wendlua_u32(L, 3);
    lua_pushboolean(L, wend_mesh_can_reach(read(L), from, to));
    return 1;
}

/* ---- polygons and edges ---- */

static const wendlua_field polygon_fields[] = {
    {"area", WENDLUA_U8, offsetof(wend_mesh_polygon, area), NULL},
    {"is_open", WENDLUA_BOOL, offsetof(wend_mesh_polygon, is_open), NULL},
    {"flags", WENDLUA_U32, offsetof(wend_mesh_polygon, flags), NULL},
    {"island", WENDLUA_U32, offsetof(wend_mesh_polygon, island), NULL},
    {"centroid", WENDLUA_VEC2, offsetof(wend_mesh_polygon, centroid), NULL},
    {"surface", WENDLUA_DOUBLE, offsetof(wend_mesh_polygon, surface), NULL},
    {NULL, 0, 0, NULL},
};

static int polygon_count(lua_State *L)
{
    lua_pushinteger(L, wend_mesh_polygon_count(read(L)));
    return 1;
}

/* A polygon with its corners, and the neighbour beyond each edge (nil = a wall). */
static int polygon(lua_State *L)
{
    wend_node number = wendlua_u32(L, 2);
    if (number >= wend_mesh_polygon_count(read(L))) {
        return wendlua_push_nil(L);
    }
    wend_mesh_polygon about = wend_mesh_get_polygon(read(L), number);
    wendlua_push(L, polygon_fields, &about);
    lua_newtable(L);
    for (uint32_t i = 0; i < about.count; i++) {
        wend_vec3 corner = wend_mesh_corner(read(L), about.first_corner + i);
        wend_node beyond = wend_mesh_neighbour(read(L), about.first_corner + i);
        wend_mesh_location at = {corner.x, corner.y, corner.z, beyond};
        wendlua_push(L, place_fields, &at);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "corners");
    return 1;
}

static int bounds(lua_State *L)
{
    wend_vec3 low = {0, 0, 0};
    wend_vec3 high = {0, 0, 0};
    wend_mesh_bounds(read(L), &low, &high);
    wendlua_push_xy(L, (wend_vec2){low.x, low.y});
    wendlua_push_xy(L, (wend_vec2){high.x, high.y});
    return 4;
}

static int has_floors(lua_State *L)
{
    lua_pushboolean(L, wend_mesh_has_floors(read(L)));
    return 1;
}

static int memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_mesh_memory_bytes(read(L)));
    return 1;
}

static int revision(lua_State *L)
{
    wendlua_push_u64(L, wend_mesh_revision(read(L)));
    return 1;
}

static int hash(lua_State *L)
{
    wendlua_push_u64(L, wend_mesh_hash(read(L)));
    return 1;
}

static wend_result save_bytes(const void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wend_mesh_save(it, bytes, capacity, count);
}

static int save(lua_State *L)
{
    return wendlua_push_save(L, save_bytes, read(L));
}

/* load(bytes): replaces all that lies on it. */
static int load(lua_State *L)
{
    size_t count = 0;
    const char *bytes = wendlua_bytes(L, 2, &count);
    wend_mesh *it = wendlua_edit_pointer(L, 1, &wendlua_mesh_kind);
    (void)wendlua_done_by(L, wend_mesh_restore(it, (const uint8_t *)bytes, count),
                          wend_mesh_error(it));
    return 0;
}

/* ---- edits ---- */

static int set_area(lua_State *L)
{
    wend_node number = wendlua_u32(L, 2);
    uint8_t area = (uint8_t)wendlua_integer(L, 3, 0, WEND_MESH_AREAS - 1);
    wendlua_done_by(L, wend_mesh_set_area(edit(L), number, area), wend_mesh_error(read(L)));
    return 0;
}

static int set_flags(lua_State *L)
{
    wend_node number = wendlua_u32(L, 2);
    wendlua_arg_check(L, !lua_isnone(L, 3), 3, "value expected");
    uint32_t flags = wendlua_mask_or(L, 3, NULL, 0);
    wendlua_done_by(L, wend_mesh_set_flags(edit(L), number, flags), wend_mesh_error(read(L)));
    return 0;
}

static int set_open(lua_State *L)
{
    wend_node number = wendlua_u32(L, 2);
    bool is_open = wendlua_bool(L, 3);
    wendlua_done_by(L, wend_mesh_set_open(edit(L), number, is_open), wend_mesh_error(read(L)));
    return 0;
}

static int set_factor(lua_State *L)
{
    uint8_t area = (uint8_t)wendlua_integer(L, 2, 0, WEND_MESH_AREAS - 1);
    double factor = wendlua_limit(L, 3);
    wend_result result = wend_mesh_set_factor(edit(L), area, factor);
    wendlua_done_by(L, result, wend_mesh_error(read(L)));
    return 0;
}

static int get_factor(lua_State *L)
{
    uint8_t area = (uint8_t)wendlua_integer(L, 2, 0, WEND_MESH_AREAS - 1);
    lua_pushnumber(L, wend_mesh_factor(read(L), area));
    return 1;
}

/* ---- links ---- */

static const wendlua_field link_fields[] = {
    {"from", WENDLUA_OTHER, 0, NULL},
    {"to", WENDLUA_OTHER, 0, NULL},
    {"cost", WENDLUA_DOUBLE, offsetof(wend_mesh_link, cost), NULL},
    {"is_two_way", WENDLUA_BOOL, offsetof(wend_mesh_link, is_two_way), NULL},
    {"is_open", WENDLUA_BOOL, offsetof(wend_mesh_link, is_open), NULL},
    {"behaviour", WENDLUA_NAMED, offsetof(wend_mesh_link, behaviour), wendlua_behaviour_names},
    {"flags", WENDLUA_MASK, offsetof(wend_mesh_link, flags), NULL},
    {"user", WENDLUA_U64, offsetof(wend_mesh_link, user), NULL},
    {NULL, 0, 0, NULL},
};

/* The location in a field of the table at arg. */
static wend_mesh_location field_place(lua_State *L, int arg, const char *name)
{
    wend_mesh_location at = wend_mesh_location_at(0, 0, 0);
    lua_pushstring(L, name);
    if (lua_rawget(L, arg) != LUA_TTABLE) {
        wendlua_fail(L, "field '%s': a location {x=, y=} expected, got %s", name,
                     luaL_typename(L, -1));
    }
    wendlua_read_item(L, -1, place_fields, &at, name, 1);
    lua_pop(L, 1);
    return at;
}

static wend_mesh_link_id link_id(lua_State *L, int arg)
{
    return (wend_mesh_link_id){wendlua_index1(L, arg, WENDLUA_MESH_LINK),
                               wendlua_generation(L, arg, WENDLUA_MESH_LINK)};
}

static int add_link(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_link_id id = {0, 0};
    wend_mesh_link link = wend_mesh_link_default();
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, link_fields, &link);
    link.from = field_place(L, 2, "from");
    link.to = field_place(L, 2, "to");
    wendlua_done(L, wend_mesh_add_link(edit(L), &link, &id, &message), &message, NULL);
    wendlua_push_id(L, WENDLUA_MESH_LINK, id.index1, id.generation);
    return 1;
}

static int remove_link(lua_State *L)
{
    wend_mesh_link_id id = link_id(L, 2);
    wendlua_done_by(L, wend_mesh_remove_link(edit(L), id), wend_mesh_error(read(L)));
    return 0;
}

static int set_link(lua_State *L)
{
    wend_message message = {0};
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id = link_id(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_mesh_get_link(read(L), id, &link), NULL, NULL);
    wendlua_read(L, 3, link_fields + 2, &link);
    wendlua_done(L, wend_mesh_set_link(edit(L), id, &link, &message), &message, NULL);
    return 0;
}

static int get_link(lua_State *L)
{
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id = link_id(L, 2);
    wendlua_done(L, wend_mesh_get_link(read(L), id, &link), NULL, NULL);
    wendlua_push(L, link_fields, &link);
    wendlua_push_mesh_place(L, &link.from);
    lua_setfield(L, -2, "from");
    wendlua_push_mesh_place(L, &link.to);
    lua_setfield(L, -2, "to");
    return 1;
}

/* The link that a leg's edge names; 0 where there is none now. */
static int link_of_edge(lua_State *L)
{
    const wend_mesh_link_id id = wend_mesh_link_of_edge(read(L), wendlua_node(L, 2));
    wendlua_push_id(L, WENDLUA_MESH_LINK, id.index1, id.generation);
    return 1;
}

static int list_links(lua_State *L)
{
    size_t most = wend_mesh_link_count(read(L));
    wend_mesh_link_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wendlua_done(L, wend_mesh_list_links(read(L), ids, most, &count), NULL, NULL);
    wendlua_push_ids(L, WENDLUA_MESH_LINK, &ids->index1, count < most ? count : most);
    return 1;
}

static const luaL_Reg methods[] = {
    {"locate", locate},
    {"polygons_in_box", polygons_in_box},
    {"polygons_in_circle", polygons_in_circle},
    {"nearest", nearest},
    {"height", height},
    {"ray", ray},
    {"move", move},
    {"wall_distance", wall_distance},
    {"random_location", random_location},
    {"random_near", random_near},
    {"can_reach", can_reach},
    {"polygon_count", polygon_count},
    {"get_polygon", polygon},
    {"bounds", bounds},
    {"has_floors", has_floors},
    {"memory_bytes", memory_bytes},
    {"revision", revision},
    {"hash", hash},
    {"save", save},
    {"load", load},
    {"set_area", set_area},
    {"set_flags", set_flags},
    {"set_open", set_open},
    {"set_factor", set_factor},
    {"factor", get_factor},
    {"add_link", add_link},
    {"remove_link", remove_link},
    {"link_of_edge", link_of_edge},
    {"set_link", set_link},
    {"get_link", get_link},
    {"list_links", list_links},
    {"add_obstacle", wendlua_mesh_add_obstacle},
    {"set_obstacles", wendlua_mesh_set_obstacles},
    {"move_obstacle", wendlua_mesh_move_obstacle},
    {"keep_pieces", wendlua_mesh_keep_pieces},
    {"remove_obstacle", wendlua_mesh_remove_obstacle},
    {"get_obstacle", wendlua_mesh_get_obstacle},
    {"list_obstacles", wendlua_mesh_list_obstacles},
    {"polygon_origin", wendlua_mesh_polygon_origin},
    {"cut", wendlua_mesh_cut},
    {"add_tile", wendlua_mesh_add_tile},
    {"drop_tile", wendlua_mesh_drop_tile},
    {"save_tile", wendlua_mesh_save_tile},
    {"has_tile", wendlua_mesh_has_tile},
    {"list_tiles", wendlua_mesh_list_tiles},
    {"tile_of", wendlua_mesh_tile_of},
    {"add_overlay", wendlua_mesh_add_overlay},
    {"get_overlay", wendlua_mesh_get_overlay},
    {"list_overlays", wendlua_mesh_list_overlays},
    {"remove_overlay", wendlua_mesh_remove_overlay},
    {"overlay_add", wendlua_mesh_overlay_add},
    {"overlay_add_box", wendlua_mesh_overlay_add_box},
    {"overlay_add_polygon", wendlua_mesh_overlay_add_polygon},
    {"overlay_tick", wendlua_mesh_overlay_tick},
    {"overlay_value", wendlua_mesh_overlay_value},
    {"overlay_shape_count", wendlua_mesh_overlay_shape_count},
    {"overlay_cost", wendlua_mesh_overlay_cost},
    {"to_grid", wendlua_mesh_to_grid},
    {"raster", wendlua_mesh_raster},
    {"walls", wendlua_mesh_walls},
    {NULL, NULL},
};

const wendlua_kind wendlua_mesh_kind = {"mesh", "wend.mesh", destroy, methods};

const luaL_Reg wendlua_mesh_functions[] = {
    {"mesh", wendlua_mesh_make},
    {"mesh_build", wendlua_mesh_build},
    {"mesh_from_grid", wendlua_mesh_from_grid},
    {"mesh_load", wendlua_mesh_load},
    {"mesh_tiles", wendlua_mesh_tiles},
    {"mesh_tile_info", wendlua_mesh_tile_info},
    {NULL, NULL},
};
