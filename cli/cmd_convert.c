/* Takes: a map file and a name for another.
 * Gives: the same map in the other format.
 * Cost: reading and writing. */
#include "json.h"
#include "map.h"
#include "map_format.h"

#include <stdio.h>

/* Puts a grid of one class in the place of one of several. */
static int keep_class(const cli *c, uint32_t movement_class, wend_grid **grid)
{
    const wend_grid_def def = map_def_of(*grid);
    wend_grid *one = NULL;
    const wend_result result = map_copy(*grid, &def, movement_class, &one);
    if (result != WEND_OK) {
        return cli_fail_call(c, "--class", result, NULL);
    }
    wend_grid_destroy(*grid);
    *grid = one;
    return CLI_OK;
}

static int load(const cli *c, const map_arguments *map, map_agent *agent, wend_grid **grid,
                wend_map_format *from)
{
    wend_map *file = NULL;
    const bool is_given = agent->movement_class >= 0 || agent->class_name != NULL;
    int exit_code = map_open(c, map, &file, grid);
    if (exit_code == CLI_OK && is_given) {
        const bool is_there = map_agent_resolve(c, file, agent) && map_agent_fits(c, *grid, agent);
        exit_code = is_there ? keep_class(c, (uint32_t)agent->movement_class, grid) : CLI_BAD;
    }
    *from = wend_map_get_format(file);
    wend_map_destroy(file);
    return exit_code;
}

static int convert(const cli *c, const map_arguments *map, map_agent *agent, const char *out,
                   wend_map_format to)
{
    wend_grid *grid = NULL;
    wend_map_format from = WEND_MAP_FORMAT_AUTO;
    int exit_code = load(c, map, agent, &grid, &from);
    if (exit_code == CLI_OK) {
        exit_code = map_format_store(c, grid, out, to);
    } else {
        wend_grid_destroy(grid);
        return exit_code;
    }
    if (exit_code == CLI_OK && c->is_json) {
        wend_grid_info info;
        wend_grid_get_info(grid, &info);
        json j = json_begin(stdout);
        json_text(&j, "in", map->file);
        json_text(&j, "in_format", wend_map_format_name(from));
        json_text(&j, "out", out);
        json_integer(&j, "width", info.width);
        json_integer(&j, "height", info.height);
        json_finish(&j);
    } else if (exit_code == CLI_OK) {
        printf("%s (%s) -> %s\n", map->file, wend_map_format_name(from), out);
    }
    wend_grid_destroy(grid);
    return exit_code;
}

int cmd_convert(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    map_arguments map = map_arguments_default();
    map_agent agent;
    const char *out = NULL;
    wend_map_format to = WEND_MAP_FORMAT_AUTO;
    args a = args_make("Writes a map in another format.",
                       "  wend convert maps/rooms65.map rooms.png\n"
                       "  wend convert maps/city64.txt city.bin --to grid\n");
    a.details = "Of a map with several classes, text, png and movingai hold the first one, or the "
                "one of --class.\n";
    args_positional(&a, "IN", "a map file", true, &map.file);
    args_positional(&a, "OUT", "the file to write", true, &out);
    map_format_add(&a, &to);
    map_class_add(&a, &agent);
    map_arguments_add(&a, &map);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    return convert(&c, &map, &agent, out, to);
}
