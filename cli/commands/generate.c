/* Writes a generated map of a kind, a size and a seed.
 * Cost: linear in the cells. */
#include "core/output.h"
#include "generate/city.h"
#include "generate/terrain.h"
#include "json.h"
#include "map/format.h"
#include "map/rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GENERATE_SIDE_MAX = 4096 };

typedef struct generate_request {
    const char *kind, *out;
    int32_t width, height;
    int64_t seed;
    double density;
    map_rules rules;
    wend_map_format format;
} generate_request;

static const char *const KINDS[] = {"city", "rooms", "maze", "noise", "cave"};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

static bool read_size(void *target, const char *text, arg_expected *expected)
{
    generate_request *request = target;
    char first[16];
    const char *cross = strchr(text, 'x');
    const size_t length = cross == NULL ? sizeof first : (size_t)(cross - text);
    int64_t width = 0;
    int64_t height = 0;
    snprintf(expected->text, sizeof expected->text,
             "expected WxH with sides from %d to %d, such as 64x64", CITY_SIDE_MIN,
             GENERATE_SIDE_MAX);
    if (length >= sizeof first) {
        return false;
    }
    memcpy(first, text, length);
    first[length] = '\0';
    if (!arg_parse_integer(first, CITY_SIDE_MIN, GENERATE_SIDE_MAX, &width) ||
        !arg_parse_integer(cross + 1, CITY_SIDE_MIN, GENERATE_SIDE_MAX, &height)) {
        return false;
    }
    request->width = (int32_t)width;
    request->height = (int32_t)height;
    return true;
}

static bool make_city(const generate_request *request, uint8_t *costs)
{
    if (!city_make((uint64_t)request->seed, request->width, request->height, costs)) {
        return false;
    }
    const size_t cells = (size_t)request->width * (size_t)request->height;
    for (size_t i = 0; i < cells; i++) {
        costs[i] = city_cost((city_kind)costs[i]);
    }
    return true;
}

/* @param costs, scratch [height][width]. */
static bool make(const generate_request *request, int kind, uint8_t *costs, uint8_t *scratch)
{
    const uint64_t seed = (uint64_t)request->seed;
    const int32_t width = request->width;
    const int32_t height = request->height;
    switch (kind) {
    case 0:
        return make_city(request, costs);
    case 1:
        terrain_rooms(seed, width, height, costs);
        return true;
    case 2:
        terrain_maze(seed, width, height, costs);
        return true;
    case 3:
        terrain_noise(seed, width, height, request->density, costs);
        return true;
    default:
        terrain_cave(seed, width, height, costs, scratch);
        return true;
    }
}

static int make_grid(const cli *c, const generate_request *request, int kind, wend_grid **grid)
{
    const size_t cells = (size_t)request->width * (size_t)request->height;
    uint8_t *costs = malloc(cells);
    uint8_t *scratch = malloc(cells);
    wend_message message = {0};
    wend_grid_def def = wend_grid_def_default();
    def.width = request->width;
    def.height = request->height;
    map_rules_apply(&request->rules, &def);
    def.message = &message;
    wend_result result = WEND_ERROR_MEMORY;
    if (costs != NULL && scratch != NULL && make(request, kind, costs, scratch)) {
        result = wend_grid_create(&def, grid);
    }
    if (result == WEND_OK) {
        result = wend_grid_set_costs(*grid, 0, 0, 0, request->width, request->height, costs,
                                     (size_t)request->width);
    }
    free(costs);
    free(scratch);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, request->kind, result, &message);
}

/* Other formats hold costs only, and would lose the rules in silence. */
static bool rules_fit(const cli *c, const generate_request *request)
{
    const map_rules *rules = &request->rules;
    const char *ending = strrchr(request->out, '.');
    const bool is_grid =
        request->format == WEND_MAP_FORMAT_GRID ||
        (request->format == WEND_MAP_FORMAT_AUTO && ending != NULL && strcmp(ending, ".wend") == 0);
    const char *option = rules->has_neighbours    ? "--neighbours"
                         : rules->has_hex_layout  ? "--hex-layout"
                         : rules->has_corner_rule ? "--corners"
                         : rules->has_wrap        ? "--wrap"
                                                  : NULL;
    if (option != NULL && !is_grid) {
        cli_fail(c, "%s: only .wend files keep it; say it when the map is read", option);
        return false;
    }
    if (rules->has_hex_layout && rules->neighbours != WEND_NEIGHBOURS_6) {
        cli_fail(c, "--hex-layout: the cells are no hexes; --neighbours 6 makes them so");
        return false;
    }
    return true;
}

static int generate(const cli *c, const generate_request *request, int kind)
{
    wend_grid *grid = NULL;
    int exit_code = make_grid(c, request, kind, &grid);
    if (exit_code == CLI_OK) {
        exit_code = output_map(c, grid, request->out, request->format);
    }
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, wend_grid_hash(grid));
    wend_grid_destroy(grid);
    if (exit_code == CLI_OK && c->is_json) {
        json j = json_begin(stdout);
        json_text(&j, "out", request->out);
        json_text(&j, "kind", request->kind);
        json_integer(&j, "width", request->width);
        json_integer(&j, "height", request->height);
        json_integer(&j, "seed", request->seed);
        json_text(&j, "hash", hash);
        json_finish(&j);
    } else if (exit_code == CLI_OK) {
        printf("%s: %s of %d x %d cells, seed %" PRId64 ", hash %s\n", output_name(request->out),
               request->kind, (int)request->width, (int)request->height, request->seed, hash);
    }
    return exit_code;
}

int cmd_generate(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    generate_request request = {
        .width = 64, .height = 64, .seed = 1, .density = 0.3, .rules = map_rules_default()};
    args a = args_make("Makes a map from a seed.",
                       "  wend generate city --size 512x512 --seed 7 city.txt\n"
                       "  wend generate maze --size 127x127 maze.map\n"
                       "  wend generate noise --neighbours 6 --wrap x globe.wend\n");
    a.details = "The same kind, size and seed give the same map on every machine. Cities have\n"
                "several costs, which .map files cannot hold: write them as .txt, .png or .wend.\n";
    args_positional(&a, "KIND", "city, rooms, maze, noise or cave", true, &request.kind);
    args_positional(&a, "OUT", "the file to write", true, &request.out);
    args_file(&a, ARG_WRITES, "OUT", &request.out);
    args_custom(&a, "--size", "WxH", "cells (default 64x64)", read_size, &request);
    args_integer(&a, "--seed", "N", "another seed, another map (default 1)", 0, INT64_MAX,
                 &request.seed);
    args_number(&a, "--density", "P", "part of walls in noise (default 0.3)", 0.0, 1.0,
                &request.density);
    map_rules_add(&a, &request.rules);
    map_format_add(&a, &request.format);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    arg_expected expected = {.text = ""};
    const int kind = arg_choice(request.kind, KINDS, KIND_COUNT, &expected);
    if (kind < 0) {
        return cli_fail(&c, "KIND: %s, found '%s'%s", expected.text, request.kind,
                        expected.suggestion);
    }
    return rules_fit(&c, &request) ? generate(&c, &request, kind) : CLI_BAD;
}
