/* Creates islands of a grid and answers queries about them.
 * Cost: creating takes 1 to 13 ns a cell; a query reads the components of one tile. */
#include "world/derived/islands.h"
#include "base/core/message.h"
#include "world/derived/clearance.h"
#include "world/derived/clearance_store.h"

#include <string.h>

static const uint32_t COOKIE = 0x1517a2d5;

wend_islands_def wend_islands_def_default(void)
{
    wend_islands_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.team = WEND_TEAM_NONE;
    def.size = 1;
    return def;
}

/* ---- creating ---- */

static wend_result refuse(const wend_islands_def *def, const char *what)
{
    return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "wend_islands_create: %s", what);
}

static wend_result check_agent(const wend_islands_def *def)
{
    if (def->size < 1 || def->size > WEND_CLEARANCE_MAX) {
        return wendi_refuse(def->message, "wend_islands_create", "size", def->size, 1,
                            WEND_CLEARANCE_MAX);
    }
    if (!wendi_is_finite(def->radius) || def->radius < 0.0) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "wend_islands_create: radius is %s, and must be a finite number, 0 or more",
            wendi_format_number(def->radius).text);
    }
    const bool has_radius = def->radius > 0.0;
    if (def->size > 1 && has_radius) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_islands_create: size is %ld and radius is %s: set only one of them",
                          (long)def->size, wendi_format_number(def->radius).text);
    }
    if (def->clearance == NULL) {
        return def->size > 1 || has_radius
                   ? refuse(def, "clearance is NULL, and an agent with a size or radius needs it")
                   : WEND_OK;
    }
    if (!wendi_clearance_matches(def->clearance, def->grid, def->movement_class, def->team)) {
        return refuse(def, "clearance is that of another grid, movement_class or team");
    }
    if (def->size > def->clearance->most) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_islands_create: size is %ld, but clearance goes up to %ld: make it "
                          "with a larger max_clearance",
                          (long)def->size, (long)def->clearance->most);
    }
    return WEND_OK;
}

static wend_result check_def(const wend_islands_def *def)
{
    const wend_result result = wendi_agent_grid_check(def->grid, def->movement_class, def->team,
                                                      "wend_islands_create", def->message);
    return result == WEND_OK ? check_agent(def) : result;
}

static wend_result set_ground(wend_islands *islands, const wend_islands_def *def)
{
    islands->allocator = def->allocator;
    islands->clearance = def->clearance;
    islands->size = def->size;
    islands->radius = def->radius;
    islands->seen_next = 1;
    wendi_agent_grid *agent_grid = &islands->agent_grid;
    agent_grid->grid = def->grid;
    agent_grid->movement_class = def->movement_class;
    agent_grid->team = def->team;
    agent_grid->overlay_layers = WEND_LAYER_JAM;
    agent_grid->need_square = def->size > 1 ? (uint32_t)def->size : 0;
    if (def->radius > 0.0) {
        agent_grid->need_disc = wendi_clearance_need_disc(def->clearance, def->radius);
    }
    const bool has_size = agent_grid->need_square != 0 || agent_grid->need_disc != 0;
    agent_grid->clearance = has_size ? def->clearance : NULL;
    islands->tiling = wendi_island_tiling_of(def->grid, agent_grid->need_disc != 0);
    return agent_grid->need_disc == UINT32_MAX
               ? wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                            "wend_islands_create: radius is %s, more than clearance can "
                            "hold: make it with a larger max_clearance than %ld",
                            wendi_format_number(def->radius).text, (long)def->clearance->most)
               : WEND_OK;
}

static wend_result build(wend_islands *islands, bool is_deferred)
{
    wend_result result = WEND_OK;
    if (is_deferred) {
        return wendi_island_map_clear(&islands->map, islands);
    }
    if (islands->clearance != NULL) {
        result = wend_clearance_update(islands->clearance);
    }
    if (result == WEND_OK) {
        result = wendi_island_map_build(&islands->map, islands);
    }
    if (result == WEND_OK) {
        result = wendi_island_links_update(islands);
    }
    islands->revision = wend_grid_revision(islands->agent_grid.grid);
    return result;
}

static wend_result make(const wend_islands_def *def, wend_islands **islands)
{
    wend_islands *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = set_ground(made, def);
    if (result == WEND_OK) {
        result = build(made, def->is_deferred);
    }
    if (result != WEND_OK) {
        wend_islands_destroy(made);
        return result;
    }
    *islands = made;
    return WEND_OK;
}

wend_result wend_islands_create(const wend_islands_def *def, wend_islands **islands)
{
    if (islands != NULL) {
        *islands = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, "wend_islands_create",
                                         "wend_islands_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (islands == NULL) {
        return wendi_refuse_null(def->message, "wend_islands_create", "islands");
    }
    wendi_message_clear(def->message);
    wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    result = make(def, islands);
    if (result == WEND_ERROR_MEMORY) {
        wend_grid_info info;
        wend_grid_get_info(def->grid, &info);
        return wendi_fail(def->message, result,
                          "wend_islands_create: no memory for a grid of %ld x %ld cells",
                          (long)info.width, (long)info.height);
    }
    return result;
}

void wend_islands_destroy(wend_islands *islands)
{
    if (islands == NULL) {
        return;
    }
    const wend_allocator allocator = islands->allocator;
    wendi_island_map_free(&islands->map, &allocator);
    wendi_island_scratch_free(&islands->scratch, &allocator);
    wendi_island_links_free(&islands->links);
    wendi_free(&allocator, islands, sizeof *islands);
}

/* ---- queries ---- */

bool wend_islands_is_fresh(const wend_islands *islands)
{
    return islands != NULL && islands->revision == wend_grid_revision(islands->agent_grid.grid);
}

size_t wend_islands_memory_bytes(const wend_islands *islands)
{
    if (islands == NULL) {
        return 0;
    }
    return sizeof *islands + wendi_island_map_memory_bytes(&islands->map) +
           wendi_island_scratch_memory_bytes(&islands->scratch) +
           wendi_island_links_memory_bytes(&islands->links);
}

bool wendi_islands_match(const wend_islands *islands, const wend_grid *grid,
                         uint32_t movement_class, uint32_t team, int32_t size, double radius)
{
    const wendi_agent_grid *agent_grid = &islands->agent_grid;
    return agent_grid->grid == grid && agent_grid->movement_class == movement_class &&
           agent_grid->team == team && islands->size == size && !(islands->radius < radius) &&
           !(islands->radius > radius);
}

static bool is_inside(const wend_islands *islands, wend_node node)
{
    return islands != NULL &&
           node < (uint32_t)islands->tiling.width * (uint32_t)islands->tiling.height;
}

uint32_t wend_islands_at(const wend_islands *islands, wend_node node)
{
    if (!is_inside(islands, node)) {
        return WEND_ISLAND_NONE;
    }
    uint64_t cell;
    const uint32_t tile = wendi_island_tile_of(&islands->tiling, node, &cell);
    const uint32_t component = wendi_tile_component_find(&islands->map, tile, cell);
    return component == UINT32_MAX ? WEND_ISLAND_NONE
                                   : wendi_island_of_component(&islands->map, component);
}

uint32_t wend_islands_count(const wend_islands *islands)
{
    return islands == NULL ? 0 : islands->map.used_count;
}

uint64_t wend_islands_cell_count(const wend_islands *islands, uint32_t island)
{
    if (islands == NULL || island >= islands->map.island_count) {
        return 0;
    }
    return islands->map.islands[island].cell_count;
}

bool wend_islands_can_reach(const wend_islands *islands, wend_node from, wend_node to)
{
    const uint32_t a = wend_islands_at(islands, from);
    const uint32_t b = wend_islands_at(islands, to);
    if (a == WEND_ISLAND_NONE || b == WEND_ISLAND_NONE) {
        return false;
    }
    return a == b || wendi_island_links_connect(&islands->links, a, b);
}
