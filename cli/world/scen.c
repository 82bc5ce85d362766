/* The world of a scenario that is not run over its cells: a mesh of the map, or a level of it and a
 * graph of that. Cost: the builder's. */
#include "world/scen.h"

#include "wend/wend.h"

static bool read_kind(void *target, const char *text, arg_expected *expected)
{
    static const char *const NAMES[] = {"grid", "mesh", "flood", "expanded"};
    const int choice = arg_choice(text, NAMES, 4, expected);
    if (choice >= 0) {
        *(scen_world_kind *)target = (scen_world_kind)choice;
    }
    return choice >= 0;
}

void scen_world_add(args *a, scen_world_kind *kind)
{
    args_custom(a, "--world", "WORLD",
                "run it over the cells (grid, default) or over a world built from them: mesh, "
                "flood or expanded",
                read_kind, kind);
}

int scen_world_open(const cli *c, scen_world *world, const wend_grid *grid, const map_agent *agent,
                    bool is_uniform)
{
    wend_grid_info info;
    wend_message message = {0};
    wend_grid_get_info(grid, &info);
    world->grid = grid;
    world->cell_size = info.cell_size;
    world->method = is_uniform ? WEND_MESH_METHOD_EXACT : WEND_MESH_METHOD_MIDPOINT;
    if (world->kind == SCEN_GRID) {
        return CLI_OK;
    }
    if (agent->size > 1) {
        return cli_fail(c, "--size: means nothing for this --world: --radius does");
    }
    const uint32_t movement_class = (uint32_t)agent->movement_class;
    const uint32_t team = agent->team < 0 ? WEND_TEAM_NONE : (uint32_t)agent->team;
    const wend_result built =
        world->kind == SCEN_MESH
            ? wend_mesh_from_grid(grid, movement_class, team, NULL, &world->mesh, &message)
            : wend_level_from_grid(grid, movement_class, team, &world->level, &message);
    if (built != WEND_OK) {
        return cli_fail_call(c, "--world", built, &message);
    }
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh = world->mesh;
    def.level = world->level;
    def.level_world = world->kind == SCEN_FLOOD      ? WEND_LEVEL_FLOOD
                      : world->kind == SCEN_EXPANDED ? WEND_LEVEL_EXPANDED
                                                     : WEND_LEVEL_MESH;
    def.radius = agent->radius;
    def.spacing = world->kind == SCEN_FLOOD ? info.cell_size : 0;
    def.max_nodes = world->kind == SCEN_FLOOD ? def.max_nodes : UINT32_MAX / 2;
    def.message = &message;
    const wend_result made = wend_pathfinder_create(&def, &world->pathfinder);
    return made == WEND_OK ? CLI_OK : cli_fail_call(c, "--world", made, &message);
}

void scen_world_close(scen_world *world)
{
    wend_pathfinder_destroy(world->pathfinder);
    wend_level_destroy(world->level);
    wend_mesh_destroy(world->mesh);
}

wend_result scen_world_find(const scen_world *world, wend_node start, wend_node goal,
                            wend_path *path, wend_path_answer *answer, double *cost)
{
    const wend_vec2 from = wend_grid_position(world->grid, start);
    const wend_vec2 to = wend_grid_position(world->grid, goal);
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){from.x, from.y, 0};
    query.to = (wend_vec3){to.x, to.y, 0};
    query.mesh_method = world->method;
    wend_result result = wend_pathfinder_find(world->pathfinder, &query);
    if (result >= 0) {
        result = wend_path_from_pathfinder(path, world->pathfinder);
    }
    wend_pathfinder_get_answer(world->pathfinder, answer);
    *cost = wend_cost_to_double(answer->cost) / world->cell_size;
    return result;
}

bool scen_world_is_right(const scen_world *world, double cost, double length, double rounding)
{
    return world->kind == SCEN_FLOOD || cost <= length + rounding;
}
