/* Methods of wend.grid for stamps, gradient, overlays, links, and changes since a revision.
 * Cost: as in wend/stamp.h, wend/overlay.h and wend/link.h. */
#include "lua/core/rooms.h"
#include "wend/grid.h"
#include "wend/link.h"
#include "wend/overlay.h"
#include "wend/stamp.h"

static wend_grid *edit(lua_State *L)
{
    return wendlua_edit_pointer(L, 1, &wendlua_grid_kind);
}

static const wend_grid *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_grid_kind);
}

/* ---- stamps ---- */

static const wendlua_field stamp_fields[] = {
    {"x", WENDLUA_I32, offsetof(wend_stamp_def, x), NULL},
    {"y", WENDLUA_I32, offsetof(wend_stamp_def, y), NULL},
    {"width", WENDLUA_I32 | WENDLUA_NEEDED, offsetof(wend_stamp_def, width), NULL},
    {"height", WENDLUA_I32 | WENDLUA_NEEDED, offsetof(wend_stamp_def, height), NULL},
    {"layer_count", WENDLUA_I32, offsetof(wend_stamp_def, layer_count), NULL},
    {"quarter_turns", WENDLUA_I32, offsetof(wend_stamp_def, quarter_turns), NULL},
    {"is_mirrored", WENDLUA_BOOL, offsetof(wend_stamp_def, is_mirrored), NULL},
    {"user", WENDLUA_U64, offsetof(wend_stamp_def, user), NULL},
    {"costs", WENDLUA_OTHER, 0, NULL},
    {"cost", WENDLUA_OTHER, 0, NULL},
    {NULL, 0, 0, NULL},
};

static const wendlua_field stamp_info_fields[] = {
    {"x", WENDLUA_I32, offsetof(wend_stamp_info, x), NULL},
    {"y", WENDLUA_I32, offsetof(wend_stamp_info, y), NULL},
    {"cell_count", WENDLUA_U32, offsetof(wend_stamp_info, cell_count), NULL},
    {"low_x", WENDLUA_I32, offsetof(wend_stamp_info, low_x), NULL},
    {"low_y", WENDLUA_I32, offsetof(wend_stamp_info, low_y), NULL},
    {"high_x", WENDLUA_I32, offsetof(wend_stamp_info, high_x), NULL},
    {"high_y", WENDLUA_I32, offsetof(wend_stamp_info, high_y), NULL},
    {"user", WENDLUA_U64, offsetof(wend_stamp_info, user), NULL},
    {NULL, 0, 0, NULL},
};

/* Reads {width=, height=, costs={...}}, or cost=255 for all cells alike; the costs stay on the
 * stack. */
static wend_stamp_def stamp_def(lua_State *L, int arg)
{
    wend_stamp_def def = wend_stamp_def_default();
    wendlua_need_table(L, arg);
    wendlua_read(L, arg, stamp_fields, &def);
    wendlua_arg_check(L,
                      def.width >= 1 && def.width <= WEND_STAMP_SIDE_MAX && def.height >= 1 &&
                          def.height <= WEND_STAMP_SIDE_MAX,
                      arg, "width and height are 1 to 1024");
    wendlua_arg_check(L, def.layer_count >= 1 && def.layer_count <= WEND_GRID_CLASSES_MAX, arg,
                      "layer_count is 1 to 32");
    size_t count = (size_t)def.width * (size_t)def.height * (size_t)def.layer_count;
    lua_pushstring(L, "costs");
    if (lua_rawget(L, arg) != LUA_TNIL) {
        def.costs = wendlua_costs(L, lua_gettop(L), count, true);
        return def;
    }
    lua_pushstring(L, "cost");
    lua_rawget(L, arg);
    bool is_given = !lua_isnil(L, -1);
    uint8_t one = is_given ? (uint8_t)wendlua_integer(L, lua_gettop(L), 1, WEND_COST_WALL)
                           : (uint8_t)WEND_COST_WALL;
    uint8_t *costs = wendlua_scratch(L, count, 1);
    for (size_t i = 0; i < count; i++) {
        costs[i] = one;
    }
    def.costs = costs;
    return def;
}

int wendlua_grid_add_stamp(lua_State *L)
{
    wend_message message = {0};
    wend_stamp_id id = {0, 0};
    wend_stamp_def def = stamp_def(L, 2);
    wend_result result = wend_grid_add_stamp(edit(L), &def, &id, &message);
    wendlua_done(L, result, &message, NULL);
    wendlua_push_id(L, WENDLUA_STAMP, id.index1, id.generation);
    return 1;
}

/* can_place_stamp(def [, needs_open_ground [, class]]): 2nd result: it touches another one. */
int wendlua_grid_can_add_stamp(lua_State *L)
{
    lua_settop(L, 4);
    wend_stamp_def def = stamp_def(L, 2);
    bool needs_open = wendlua_bool_or(L, 3, false);
    uint32_t movement_class = wendlua_u32_or(L, 4, 0);
    const wend_grid *grid = read(L);
    lua_pushboolean(L, wend_grid_can_add_stamp(grid, &def, needs_open, movement_class));
    lua_pushboolean(L, wend_grid_stamp_touches(grid, &def));
    return 2;
}

static wend_stamp_id stamp_id(lua_State *L, int arg)
{
    return (wend_stamp_id){wendlua_index1(L, arg, WENDLUA_STAMP),
                           wendlua_generation(L, arg, WENDLUA_STAMP)};
}

static const char no_stamp[] = "there is no such stamp";

int wendlua_grid_remove_stamp(lua_State *L)
{
    wend_stamp_id id = stamp_id(L, 2);
    wendlua_done_by(L, wend_grid_remove_stamp(edit(L), id), wend_grid_error(read(L)));
    return 0;
}

int wendlua_grid_get_stamp(lua_State *L)
{
    wend_stamp_info info;
    wend_stamp_id id = stamp_id(L, 2);
    wendlua_done(L, wend_grid_get_stamp(read(L), id, &info), NULL, no_stamp);
    wendlua_push(L, stamp_info_fields, &info);
    return 1;
}

int wendlua_grid_stamp_cells(lua_State *L)
{
    wend_stamp_info info;
    wend_stamp_id id = stamp_id(L, 2);
    wendlua_done(L, wend_grid_get_stamp(read(L), id, &info), NULL, no_stamp);
    wend_node *nodes = wendlua_scratch(L, info.cell_count, sizeof *nodes);
    size_t count = 0;
    wend_result result = wend_grid_stamp_cells(read(L), id, nodes, info.cell_count, &count);
    wendlua_done(L, result, NULL, NULL);
    wendlua_push_nodes(L, nodes, count < info.cell_count ? count : info.cell_count);
    return 1;
}

int wendlua_grid_stamp_at(lua_State *L)
{
    uint32_t movement_class = wendlua_u32(L, 2);
    int32_t x = wendlua_i32(L, 3);
    int32_t y = wendlua_i32(L, 4);
    wend_stamp_id id = wend_grid_stamp_at(read(L), movement_class, x, y);
    wendlua_push_id(L, WENDLUA_STAMP, id.index1, id.generation);
    return 1;
}

int wendlua_grid_list_stamps(lua_State *L)
{
    size_t most = wend_grid_stamp_count(read(L));
    wend_stamp_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wendlua_done(L, wend_grid_list_stamps(read(L), ids, most, &count), NULL, NULL);
    wendlua_push_ids(L, WENDLUA_STAMP, &ids->index1, count < most ? count : most);
    return 1;
}

/* ---- gradient ---- */

int wendlua_grid_set_gradient(lua_State *L)
{
    uint32_t movement_class = lua_isnil(L, 2) ? WEND_CLASS_ALL : wendlua_u32(L, 2);
    wendlua_need_table(L, 3);
    size_t count = wendlua_list_length(L, 3);
    wendlua_arg_check(L, count <= WEND_GRADIENT_MAX, 3, "a gradient has at most 16 steps");
    const uint8_t *additions = wendlua_costs(L, 3, count, true);
    wend_result result = wend_grid_set_gradient(edit(L), movement_class, additions, count);
    wendlua_done_by(L, result, wend_grid_error(read(L)));
    return 0;
}

int wendlua_grid_get_gradient(lua_State *L)
{
    uint8_t additions[WEND_GRADIENT_MAX];
    size_t count = 0;
    uint32_t movement_class = wendlua_u32(L, 2);
    wend_result result =
        wend_grid_get_gradient(read(L), movement_class, additions, WEND_GRADIENT_MAX, &count);
    wendlua_done(L, result, NULL, "there is no such class");
    wendlua_push_costs(L, additions, count);
    return 1;
}

/* ---- overlays ---- */

static const char no_overlay[] = "there is no such overlay";

static const wendlua_field overlay_fields[] = {
    {"class_mask", WENDLUA_MASK, offsetof(wend_overlay_def, class_mask), NULL},
    {"layers", WENDLUA_MASK, offsetof(wend_overlay_def, layers), NULL},
    {"keep", WENDLUA_DOUBLE, offsetof(wend_overlay_def, keep), NULL},
    {"max_value", WENDLUA_U32, offsetof(wend_overlay_def, max_value), NULL},
    {NULL, 0, 0, NULL},
};

static wend_overlay_id overlay_id(lua_State *L, int arg)
{
    return (wend_overlay_id){wendlua_index1(L, arg, WENDLUA_OVERLAY),
                             wendlua_generation(L, arg, WENDLUA_OVERLAY)};
}

int wendlua_grid_add_overlay(lua_State *L)
{
    wend_message message = {0};
    wend_overlay_def def = wend_overlay_def_default();
    wend_overlay_id id = {0, 0};
    wendlua_read(L, 2, overlay_fields, &def);
    wendlua_done(L, wend_grid_add_overlay(edit(L), &def, &id, &message), &message, NULL);
    wendlua_push_id(L, WENDLUA_OVERLAY, id.index1, id.generation);
    return 1;
}

int wendlua_grid_remove_overlay(lua_State *L)
{
    wend_overlay_id id = overlay_id(L, 2);
    wendlua_done_by(L, wend_grid_remove_overlay(edit(L), id), wend_grid_error(read(L)));
    return 0;
}

int wendlua_grid_overlay_add(lua_State *L)
{
    wendlua_takes(L, "id, x, y, radius, amount");
    wend_overlay_id id = overlay_id(L, 2);
    wend_vec2 centre = wendlua_xy(L, 3);
    double radius = wendlua_number(L, 5);
    int32_t amount = wendlua_i32(L, 6);
    wend_result result = wend_grid_overlay_add(edit(L), id, centre, radius, amount);
    wendlua_done_by(L, result, wend_grid_error(read(L)));
    return 0;
}

int wendlua_grid_overlay_add_rect(lua_State *L)
{
    wendlua_takes(L, "id, x, y, width, height, amount");
    wend_overlay_id id = overlay_id(L, 2);
    int32_t x = wendlua_i32(L, 3);
    int32_t y = wendlua_i32(L, 4);
    int32_t width = wendlua_i32(L, 5);
    int32_t height = wendlua_i32(L, 6);
    int32_t amount = wendlua_i32(L, 7);
    wend_result result = wend_grid_overlay_add_rect(edit(L), id, x, y, width, height, amount);
    wendlua_done_by(L, result, wend_grid_error(read(L)));
    return 0;
}

int wendlua_grid_overlay_tick(lua_State *L)
{
    wend_overlay_id id = overlay_id(L, 2);
    wendlua_done_by(L, wend_grid_overlay_tick(edit(L), id), wend_grid_error(read(L)));
    return 0;
}

int wendlua_grid_overlay_value(lua_State *L)
{
    wend_overlay_id id = overlay_id(L, 2);
    int32_t x = wendlua_i32(L, 3);
    int32_t y = wendlua_i32(L, 4);
    lua_pushinteger(L, wend_grid_overlay_value(read(L), id, x, y));
    return 1;
}

int wendlua_grid_get_overlay(lua_State *L)
{
    wend_overlay_def def;
    wend_overlay_id id = overlay_id(L, 2);
    wendlua_done(L, wend_grid_get_overlay(read(L), id, &def), NULL, no_overlay);
    wendlua_push(L, overlay_fields, &def);
    return 1;
}

int wendlua_grid_list_overlays(lua_State *L)
{
    wend_overlay_id ids[WEND_OVERLAYS_MAX];
    size_t count = 0;
    wendlua_done(L, wend_grid_list_overlays(read(L), ids, WEND_OVERLAYS_MAX, &count), NULL, NULL);
    wendlua_push_ids(L, WENDLUA_OVERLAY, &ids[0].index1, count);
    return 1;
}

/* ---- links ---- */

static const char no_link[] = "there is no such link";

static const wendlua_field link_fields[] = {
    {"from", WENDLUA_NODE | WENDLUA_NEEDED, offsetof(wend_link_def, from), NULL},
    {"to", WENDLUA_NODE | WENDLUA_NEEDED, offsetof(wend_link_def, to), NULL},
    {"cost", WENDLUA_COST, offsetof(wend_link_def, cost), NULL},
    {"is_two_way", WENDLUA_BOOL, offsetof(wend_link_def, is_two_way), NULL},
    {"is_open", WENDLUA_BOOL, offsetof(wend_link_def, is_open), NULL},
    {"class_mask", WENDLUA_MASK, offsetof(wend_link_def, class_mask), NULL},
    {"team_mask", WENDLUA_MASK, offsetof(wend_link_def, team_mask), NULL},
    {"behaviour", WENDLUA_NAMED, offsetof(wend_link_def, behaviour), wendlua_behaviour_names},
    {"user", WENDLUA_U64, offsetof(wend_link_def, user), NULL},
    {NULL, 0, 0, NULL},
};

static wend_link_id link_id(lua_State *L, int arg)
{
    return (wend_link_id){wendlua_index1(L, arg, WENDLUA_LINK),
                          wendlua_generation(L, arg, WENDLUA_LINK)};
}

int wendlua_grid_add_link(lua_State *L)
{
    wend_message message = {0};
    wend_link_def def = wend_link_def_default();
    wend_link_id id = {0, 0};
    wendlua_need_table(L, 2);
    wendlua_read(L, 2, link_fields, &def);
    wendlua_done(L, wend_grid_add_link(edit(L), &def, &id, &message), &message, NULL);
    wendlua_push_id(L, WENDLUA_LINK, id.index1, id.generation);
    return 1;
}

int wendlua_grid_remove_link(lua_State *L)
{
    wend_link_id id = link_id(L, 2);
    wendlua_done_by(L, wend_grid_remove_link(edit(L), id), wend_grid_error(read(L)));
    return 0;
}

/* change_link(id, {is_open=false}): other fields stay as they are, the ends always. */
int wendlua_grid_set_link(lua_State *L)
{
    wend_message message = {0};
    wend_link_def def = wend_link_def_default();
    wend_link_id id = link_id(L, 2);
    wendlua_need_table(L, 3);
    wendlua_done(L, wend_grid_get_link(read(L), id, &def), NULL, no_link);
    wendlua_read(L, 3, link_fields + 2, &def);
    wendlua_done(L, wend_grid_set_link(edit(L), id, &def, &message), &message, NULL);
    return 0;
}

int wendlua_grid_get_link(lua_State *L)
{
    wend_link_def def = wend_link_def_default();
    wend_link_id id = link_id(L, 2);
    wendlua_done(L, wend_grid_get_link(read(L), id, &def), NULL, no_link);
    wendlua_push(L, link_fields, &def);
    return 1;
}

int wendlua_grid_list_links(lua_State *L)
{
    size_t most = wend_grid_link_count(read(L));
    wend_link_id *ids = wendlua_scratch(L, most, sizeof *ids);
    size_t count = 0;
    wendlua_done(L, wend_grid_list_links(read(L), ids, most, &count), NULL, NULL);
    wendlua_push_ids(L, WENDLUA_LINK, &ids->index1, count < most ? count : most);
    return 1;
}

/* ---- changes, and links of legs ---- */

/* changes(revision): the sectors changed after it, by rows from 0. */
int wendlua_grid_list_changes(lua_State *L)
{
    size_t count = 0;
    uint64_t since = (uint64_t)wendlua_integer(L, 2, 0, LUA_MAXINTEGER);
    (void)wend_grid_list_changes(read(L), since, NULL, 0, &count);
    size_t most = count;
    uint32_t *sectors = wendlua_scratch(L, most, sizeof *sectors);
    wendlua_done(L, wend_grid_list_changes(read(L), since, sectors, most, &count), NULL, NULL);
    wendlua_push_nodes(L, sectors, count < most ? count : most);
    return 1;
}

/* The revision a sector was last changed at; nil outside. */
int wendlua_grid_sector_revision(lua_State *L)
{
    uint32_t sector = wendlua_u32(L, 2);
    uint64_t revision = wend_grid_sector_revision(read(L), sector);
    if (revision == 0) {
        return wendlua_push_nil(L);
    }
    wendlua_push_u64(L, revision);
    return 1;
}

int wendlua_grid_links_revision(lua_State *L)
{
    wendlua_push_u64(L, wend_grid_links_revision(read(L)));
    return 1;
}

/* The link that a leg's edge names; 0 where there is none now. */
int wendlua_grid_link_of_edge(lua_State *L)
{
    uint32_t edge = wendlua_node(L, 2);
    wend_link_id id = wend_grid_link_of_edge(read(L), edge);
    wendlua_push_id(L, WENDLUA_LINK, id.index1, id.generation);
    return 1;
}
