/* Converts a map file to another format.
 * Cost: reading and writing. */
#include "core/input.h"
#include "core/output.h"
#include "json.h"
#include "map/format.h"
#include "map/left_out.h"
#include "map/map.h"
#include "progress.h"

#include <stdio.h>

/* Replaces a grid of several classes by one of a single class. */
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

/* Arguments of the command. */
typedef struct convert_request {
    map_arguments map;
    map_agent agent;
    const char *out;
    wend_map_format to; /* AUTO = by the name's ending */
} convert_request;

static int load(const cli *c, convert_request *request, wend_grid **grid, wend_map_format *from,
                left_out *left)
{
    wend_map *file = NULL;
    map_agent *agent = &request->agent;
    const bool is_given = agent->movement_class >= 0 || agent->class_name != NULL;
    const wend_map_format to =
        request->to == WEND_MAP_FORMAT_AUTO ? wend_map_format_from_name(request->out) : request->to;
    progress_say("reading", input_name(request->map.file));
    int exit_code = map_open(c, &request->map, &file, grid);
    if (exit_code == CLI_OK) {
        *left = left_out_of(file, *grid, to, is_given);
    }
    if (exit_code == CLI_OK && is_given) {
        const bool is_there = map_agent_resolve(c, file, agent) && map_agent_fits(c, *grid, agent);
        exit_code = is_there ? keep_class(c, (uint32_t)agent->movement_class, grid) : CLI_BAD;
    }
    *from = wend_map_get_format(file);
    wend_map_destroy(file);
    return exit_code;
}

static void put_json(const convert_request *request, wend_map_format from, const wend_grid *grid,
                     const left_out *left)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    json j = json_begin(stdout);
    json_text(&j, "in", request->map.file);
    json_text(&j, "in_format", wend_map_format_name(from));
    json_text(&j, "out", request->out);
    json_integer(&j, "width", info.width);
    json_integer(&j, "height", info.height);
    json_array(&j, "left_out");
    for (size_t i = 0; i < left->count; i++) {
        json_text(&j, NULL, left->parts[i]);
    }
    json_close(&j);
    json_finish(&j);
}

static int convert(const cli *c, convert_request *request)
{
    wend_grid *grid = NULL;
    wend_map_format from = WEND_MAP_FORMAT_AUTO;
    left_out left = {.count = 0};
    int exit_code = load(c, request, &grid, &from, &left);
    if (exit_code == CLI_OK) {
        progress_say("writing", output_name(request->out));
        exit_code = output_map(c, grid, request->out, request->to);
    }
    progress_end();
    if (exit_code == CLI_OK) {
        left_out_note(c, &left);
    }
    if (exit_code == CLI_OK && c->is_json) {
        put_json(request, from, grid, &left);
    } else if (exit_code == CLI_OK) {
        printf("%s (%s) -> %s\n", input_name(request->map.file), wend_map_format_name(from),
               output_name(request->out));
    }
    wend_grid_destroy(grid);
    return exit_code;
}

int cmd_convert(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    convert_request request = {.map = map_arguments_default(), .to = WEND_MAP_FORMAT_AUTO};
    args a = args_make("Writes a map in another format.",
                       "  wend convert maps/rooms65.map rooms.png\n"
                       "  wend convert maps/city64.txt city.bin --to grid\n");
    a.details = "Of a map with several classes, text, png and movingai hold the first one, or the "
                "one of --class.\nWhat the format does not hold is named in a line on stderr; "
                "hexes and maps that wrap\nneed a grid.\n";
    args_positional(&a, "IN", "a map file", true, &request.map.file);
    args_file(&a, ARG_READS, "IN", &request.map.file);
    args_positional(&a, "OUT", "the file to write", true, &request.out);
    args_file(&a, ARG_WRITES, "OUT", &request.out);
    map_format_add(&a, &request.to);
    map_class_add(&a, &request.agent);
    map_arguments_add(&a, &request.map);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    return convert(&c, &request);
}
