/* Makes spaces, clearances and islands for the agent that the options describe.
 * Cost: that of these objects. */
#include "map/agent.h"

#include "wend/io.h"

#include <stdio.h>
#include <string.h>

/* A number, or else a name from the map. */
static bool read_class(void *target, const char *text, arg_expected *expected)
{
    map_agent *agent = target;
    snprintf(expected->text, sizeof expected->text,
             "expected a whole number from 0 to %d, or the name of one of the map's classes",
             (int)WEND_GRID_CLASSES_MAX - 1);
    agent->class_name = NULL;
    if (strspn(text, "0123456789.+-") == strlen(text)) {
        return arg_parse_integer(text, 0, WEND_GRID_CLASSES_MAX - 1, &agent->movement_class);
    }
    agent->class_name = text;
    return true;
}

void map_class_add(args *a, map_agent *agent)
{
    *agent = (map_agent){.movement_class = -1, .team = -1, .size = 1};
    args_custom(a, "--class", "N|NAME", "the movement class to keep (default all)", read_class,
                agent);
}

void map_agent_add(args *a, map_agent *agent)
{
    *agent = (map_agent){.movement_class = 0, .team = -1, .size = 1};
    args_custom(a, "--class", "N|NAME", "movement class (default 0)", read_class, agent);
    args_integer(a, "--team", "N", "team whose gates are open (default none)", 0,
                 WEND_GRID_TEAMS_MAX - 1, &agent->team);
    args_number(a, "--radius", "METRES",
                "of a round agent: cells whose centre lies nearer to a wall or to the map's edge "
                "are closed",
                0.0, 1e9, &agent->radius);
    args_integer(a, "--size", "CELLS",
                 "side of a square agent; its position is its upper left cell", 1,
                 WEND_CLEARANCE_MAX, &agent->size);
}

static bool has_class_names(const wend_map *file)
{
    for (uint32_t i = 0; i < wend_map_class_count(file); i++) {
        if (wend_map_class_name(file, i)[0] != '\0') {
            return true;
        }
    }
    return false;
}

bool map_agent_resolve(const cli *c, const wend_map *file, map_agent *agent)
{
    uint32_t movement_class = 0;
    if (agent->class_name == NULL) {
        return true;
    }
    if (!has_class_names(file)) {
        cli_fail(c,
                 "--class: the map's classes have no names; expected a whole number from 0 to %d, "
                 "found '%s'",
                 (int)wend_map_class_count(file) - 1, agent->class_name);
        return false;
    }
    if (!wend_map_class_from_name(file, agent->class_name, &movement_class)) {
        const char *names[WEND_GRID_CLASSES_MAX];
        char suggestion[SUGGEST_CAPACITY];
        const uint32_t count = wend_map_class_count(file);
        for (uint32_t i = 0; i < count; i++) {
            names[i] = wend_map_class_name(file, i);
        }
        cli_fail(c, "--class: the map has no class named '%s'%s (wend info lists them)",
                 agent->class_name, suggest(agent->class_name, names, count, suggestion));
        return false;
    }
    agent->movement_class = movement_class;
    agent->class_name = NULL;
    return true;
}

bool map_agent_fits(const cli *c, const wend_grid *grid, const map_agent *agent)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (agent->class_name != NULL) {
        cli_fail(c,
                 "--class: a scenario's map names no classes; expected a whole number, found "
                 "'%s'",
                 agent->class_name);
        return false;
    }
    if (agent->movement_class >= info.class_count) {
        cli_fail(c, "--class: expected a whole number from 0 to %d (the map's classes), found '%d'",
                 (int)info.class_count - 1, (int)agent->movement_class);
        return false;
    }
    if (agent->radius > 0.0 && agent->size > 1) {
        cli_fail(c, "--size: not together with --radius: an agent is round or square");
        return false;
    }
    if (agent->radius > (double)WEND_CLEARANCE_MAX * info.cell_size) {
        cli_fail(c, "--radius: expected at most %g metres (%d cells), found %g",
                 (double)WEND_CLEARANCE_MAX * info.cell_size, WEND_CLEARANCE_MAX, agent->radius);
        return false;
    }
    return true;
}

bool map_agent_is_large(const map_agent *agent)
{
    return agent->radius > 0.0 || agent->size > 1;
}

static uint32_t team_of(const map_agent *agent)
{
    return agent->team < 0 ? WEND_TEAM_NONE : (uint32_t)agent->team;
}

int map_space(const cli *c, const wend_grid *grid, const map_agent *agent, bool is_prepared,
              wend_space **space)
{
    wend_message message = {0};
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.movement_class = (uint32_t)agent->movement_class;
    def.team = team_of(agent);
    def.radius = agent->radius;
    def.size = (int32_t)agent->size;
    def.has_jump_table = is_prepared;
    def.message = &message;
    const wend_result result = wend_space_create(&def, space);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "space", result, &message);
}

int map_clearance(const cli *c, const wend_grid *grid, const map_agent *agent,
                  wend_clearance **clearance)
{
    wend_message message = {0};
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.movement_class = (uint32_t)agent->movement_class;
    def.team = team_of(agent);
    def.max_clearance = WEND_CLEARANCE_MAX;
    def.message = &message;
    const wend_result result = wend_clearance_create(&def, clearance);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "clearance", result, &message);
}

int map_islands(const cli *c, const wend_grid *grid, const map_agent *agent,
                wend_clearance *clearance, wend_islands **islands)
{
    wend_message message = {0};
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    def.movement_class = (uint32_t)agent->movement_class;
    def.team = team_of(agent);
    def.clearance = map_agent_is_large(agent) ? clearance : NULL;
    def.radius = agent->radius;
    def.size = (int32_t)agent->size;
    def.message = &message;
    const wend_result result = wend_islands_create(&def, islands);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "islands", result, &message);
}
