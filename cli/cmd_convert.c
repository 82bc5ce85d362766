/* Takes: a map file and a name for another.
 * Gives: the same map in the other format.
 * Cost: reading and writing. */
#include "json.h"
#include "map.h"
#include "map_format.h"

#include <stdio.h>

static int convert(const cli *c, const map_arguments *map, const char *out, wend_map_format to)
{
    wend_grid *grid = NULL;
    wend_map_format from = WEND_MAP_FORMAT_AUTO;
    if (map_load(c, map, &grid, &from) != CLI_OK) {
        return CLI_BAD;
    }
    int exit_code = map_format_store(c, grid, out, to);
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
    const char *out = NULL;
    wend_map_format to = WEND_MAP_FORMAT_AUTO;
    args a = args_make("Writes a map in another format.",
                       "  wend convert maps/rooms65.map rooms.png\n"
                       "  wend convert maps/city64.txt city.bin --to grid\n");
    args_positional(&a, "IN", "a map file", true, &map.file);
    args_positional(&a, "OUT", "the file to write", true, &out);
    map_format_add(&a, &to);
    map_arguments_add(&a, &map);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    return convert(&c, &map, out, to);
}
