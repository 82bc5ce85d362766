/* Makes a mesh of the open cells of a grid for one class and team; links become off-mesh
 * connections.
 * Cost: reads the cells twice, and 2 us for each straight piece of a border between costs. */
#include "base/core/message.h"
#include "base/math/predicates.h"
#include "wend/link.h"
#include "world/convert/level_to_mesh.h"
#include "world/layers/link.h"

#include <string.h>

enum { COSTS = 256 };

/* A mesh's links cost up to 2^30 metres; 0 would mean the distance. */
static const double COST_MAX = 1073741824.0;
static const double COST_MIN = 2.3283064365386963e-10;

static wend_result add_link(const wend_grid *grid, const wendi_link *from, wend_mesh *mesh)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const wend_vec2 a = wend_grid_position(grid, from->from);
    const wend_vec2 b = wend_grid_position(grid, from->to);
    const double cost = wend_cost_to_double(from->cost) * info.cell_size;
    wend_mesh_link link = wend_mesh_link_default();
    link.from = wend_mesh_location_at(a.x, a.y, 0.0);
    link.to = wend_mesh_location_at(b.x, b.y, 0.0);
    link.cost = cost < COST_MIN ? COST_MIN : cost < COST_MAX ? cost : COST_MAX;
    link.is_two_way = from->is_two_way;
    link.is_open = from->is_open;
    link.behaviour = from->behaviour;
    link.user = from->user;
    wend_mesh_link_id id;
    return wend_mesh_add_link(mesh, &link, &id, NULL);
}

static wend_result add_links(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                             wend_mesh *mesh)
{
    for (uint32_t i = 0; i < wendi_links_slot_count(grid); ++i) {
        const wendi_link *link = wendi_link_at(grid, i);
        wendi_link requested;
        if (link == NULL) {
            continue;
        }
        /* Closed links stay closed, to be opened later. */
        requested = *link;
        requested.is_open = true;
        const wend_result result = wendi_link_is_usable(&requested, movement_class, team)
                                       ? add_link(grid, link, mesh)
                                       : WEND_OK;
        /* An end in a wall is not on the mesh. */
        if (result < WEND_OK && result != WEND_ERROR_ARGUMENT) {
            return result;
        }
    }
    return WEND_OK;
}

static wend_result mesh_of_level(const wend_level *level, const wend_allocator *allocator,
                                 wend_mesh **mesh, wend_message *message)
{
    uint8_t areas[COSTS] = {0};
    double factors[COSTS];
    for (uint32_t cost = 0; cost < COSTS; ++cost) {
        factors[cost] = cost > 0 ? cost : 1;
    }
    /* One region for each cost, its tag. */
    const size_t count = wend_level_region_count(level);
    for (uint32_t i = 0; i < count && i < COSTS; ++i) {
        areas[i] = (uint8_t)wend_level_get_region(level, i).tag;
    }
    const wendi_level_mesh_input input = {.level = level,
                                          .areas = areas,
                                          .factors = factors,
                                          .merges = true,
                                          .allocator = allocator,
                                          .message = message,
                                          .caller = "wend_mesh_from_grid"};
    if (wend_level_line_count(level) == 0) {
        return wendi_fail(
            message, WEND_ERROR_ARGUMENT,
            "wend_mesh_from_grid: grid has no open cell for this movement_class and team");
    }
    return wendi_level_mesh_build(&input, mesh, NULL);
}

wend_result wend_mesh_from_grid(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                                const wend_allocator *allocator, wend_mesh **mesh,
                                wend_message *message)
{
    static const char function[] = "wend_mesh_from_grid";
    wendi_message_clear(message);
    if (mesh == NULL) {
        return wendi_refuse_null(message, function, "mesh");
    }
    *mesh = NULL;
    wend_level *level = NULL;
    wend_result result = wend_level_from_grid(grid, movement_class, team, &level, message);
    if (result != WEND_OK) {
        return wendi_fail_as(message, function, result);
    }
    result = mesh_of_level(level, allocator, mesh, message);
    wend_level_destroy(level);
    if (result == WEND_OK) {
        result = add_links(grid, movement_class, team, *mesh);
        if (result != WEND_OK) {
            wend_mesh_destroy(*mesh);
            *mesh = NULL;
            return wendi_fail_plain(message, function, result);
        }
    }
    return wendi_fail_as(message, function, result);
}
