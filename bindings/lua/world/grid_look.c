/* Methods of wend.grid for changes since a revision and the link of a leg.
 * Cost: as in wend/grid.h, wend/stamp.h and wend/link.h. */
#include "lua/core/rooms.h"
#include "wend/grid.h"
#include "wend/link.h"
#include "wend/stamp.h"

static const wend_grid *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_grid_kind);
}

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
        return 0;
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
