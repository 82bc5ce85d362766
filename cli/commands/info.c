/* Describes a map for one kind of agent: format, size, ground, islands, clearance, links, memory,
 * and the method that searches would use.
 * Cost: linear in the cells. */
#include "world/info.h"
#include "core/input.h"
#include "core/report.h"
#include "json.h"
#include "map/items.h"
#include "map/map.h"

#include "wend/io.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct info_work {
    map_arguments map;
    map_agent agent;
    wend_map *file;
    wend_grid *grid;
    wend_space *space;
    wend_map_format format;
    wend_grid_info grid_info;
    wend_space_info space_info;
    wend_clearance *clearance;
    wend_islands *islands;
    uint64_t largest_island; /* cells */
    int32_t largest_square;  /* cells along a side; hexes: see wend_clearance_square */
    double largest_disc;     /* metres */
    uint64_t histogram[256];
    wend_method method; /* WEND_METHOD_BEST when there is nowhere to stand */
} info_work;

static bool count_costs(info_work *work)
{
    const int32_t width = work->grid_info.width;
    uint8_t *row = malloc((size_t)width);
    for (int32_t y = 0; y < work->grid_info.height && row != NULL; y++) {
        (void)wend_grid_get_costs(work->grid, (uint32_t)work->agent.movement_class, 0, y, width, 1,
                                  row, (size_t)width);
        for (int32_t x = 0; x < width; x++) {
            work->histogram[row[x]]++;
        }
    }
    free(row);
    return row != NULL;
}

/* Starts a query on any open cell, only to see which method the library picks. */
static int find_method(const cli *c, info_work *work)
{
    wend_search_query query = wend_search_query_default();
    for (wend_node node = 0; node < work->space_info.node_count; node++) {
        if (wend_space_is_open(work->space, node)) {
            query.start = node;
            break;
        }
    }
    if (query.start == WEND_NODE_NONE) {
        return CLI_OK;
    }
    wend_search *search = NULL;
    query.goal = query.start;
    int exit_code = report_search(c, work->space, &search);
    if (exit_code == CLI_OK) {
        const wend_result result = wend_search_start(search, &query);
        wend_search_answer answer;
        wend_search_get_answer(search, &answer);
        work->method = answer.method;
        exit_code = result >= 0 ? CLI_OK : cli_fail_call(c, "search", result, NULL);
    }
    wend_search_destroy(search);
    return exit_code;
}

static void measure(info_work *work)
{
    const wend_grid_info *grid = &work->grid_info;
    for (wend_node node = 0; node < work->space_info.node_count; node++) {
        const int32_t x = (int32_t)(node % (uint32_t)grid->width);
        const int32_t y = (int32_t)(node / (uint32_t)grid->width);
        const int32_t square = wend_clearance_square(work->clearance, x, y);
        const double disc = wend_clearance_disc(work->clearance, x, y);
        const uint64_t cells =
            wend_islands_cell_count(work->islands, wend_islands_at(work->islands, node));
        work->largest_square = square > work->largest_square ? square : work->largest_square;
        work->largest_disc = disc > work->largest_disc ? disc : work->largest_disc;
        work->largest_island = cells > work->largest_island ? cells : work->largest_island;
    }
}

static int look(const cli *c, info_work *work)
{
    if (map_open(c, &work->map, &work->file, &work->grid) != CLI_OK ||
        !map_agent_resolve(c, work->file, &work->agent) ||
        !map_agent_fits(c, work->grid, &work->agent) ||
        map_space(c, work->grid, &work->agent, false, &work->space) != CLI_OK ||
        map_clearance(c, work->grid, &work->agent, &work->clearance) != CLI_OK ||
        map_islands(c, work->grid, &work->agent, work->clearance, &work->islands) != CLI_OK) {
        return CLI_BAD;
    }
    work->format = wend_map_get_format(work->file);
    wend_grid_get_info(work->grid, &work->grid_info);
    wend_space_get_info(work->space, &work->space_info);
    measure(work);
    if (!count_costs(work)) {
        return cli_fail_call(c, work->map.file, WEND_ERROR_MEMORY, NULL);
    }
    return find_method(c, work);
}

static const char *method_name(const info_work *work)
{
    return work->method == WEND_METHOD_BEST ? NULL : wend_method_name(work->method);
}

static void put_json(const info_work *work)
{
    const wend_grid_info *grid = &work->grid_info;
    const uint64_t cells = (uint64_t)grid->width * (uint64_t)grid->height;
    json j = json_begin(stdout);
    json_text(&j, "map", work->map.file);
    json_text(&j, "format", wend_map_format_name(work->format));
    json_integer(&j, "width", grid->width);
    json_integer(&j, "height", grid->height);
    json_integer(&j, "neighbours", (int64_t)grid->neighbours);
    json_text(&j, "hex_layout",
              grid->neighbours == WEND_NEIGHBOURS_6 ? map_hex_layout_name(grid->hex_layout) : NULL);
    json_text(&j, "corners", map_corner_name(grid->corner_rule));
    json_text(&j, "wrap", map_wrap_name(grid->wrap));
    json_number(&j, "cell_size", grid->cell_size);
    json_integer(&j, "classes", grid->class_count);
    json_unsigned(&j, "open", work->space_info.open_count);
    json_unsigned(&j, "walls", cells - work->space_info.open_count);
    json_bool(&j, "uniform", work->space_info.is_uniform);
    json_unsigned(&j, "islands", wend_islands_count(work->islands));
    json_unsigned(&j, "largest_island", work->largest_island);
    json_integer(&j, "largest_square", work->largest_square);
    json_number(&j, "largest_disc", work->largest_disc);
    json_unsigned(&j, "links", wend_grid_link_count(work->grid));
    json_object(&j, "costs");
    for (int cost = 1; cost < WEND_COST_WALL; cost++) {
        char key[16];
        snprintf(key, sizeof key, "%d", cost);
        if (work->histogram[cost] > 0) {
            json_unsigned(&j, key, work->histogram[cost]);
        }
    }
    json_close(&j);
    json_unsigned(&j, "grid_bytes", grid->memory_bytes);
    json_unsigned(&j, "space_bytes", work->space_info.memory_bytes);
    json_text(&j, "method", method_name(work));
    map_items_json(&j, work->file, work->grid);
    json_finish(&j);
}

static void put_costs(const info_work *work)
{
    uint64_t most = 1;
    for (int cost = 1; cost <= WEND_COST_WALL; cost++) {
        most = work->histogram[cost] > most ? work->histogram[cost] : most;
    }
    for (int cost = 1; cost <= WEND_COST_WALL; cost++) {
        if (work->histogram[cost] > 0) {
            const int bar = (int)(work->histogram[cost] * 40 / most);
            char name[24];
            snprintf(name, sizeof name, cost == WEND_COST_WALL ? "wall" : "cost %d", cost);
            printf("  %-9s %10" PRIu64 "  %.*s\n", name, work->histogram[cost], bar,
                   "########################################");
        }
    }
}

/* "8 neighbours, corners never", "6 neighbours, odd-rows, wraps x". */
static void put_rules(const wend_grid_info *grid)
{
    const bool is_hex = grid->neighbours == WEND_NEIGHBOURS_6;
    printf("%d neighbours, %s%s", (int)grid->neighbours, is_hex ? "" : "corners ",
           is_hex ? map_hex_layout_name(grid->hex_layout) : map_corner_name(grid->corner_rule));
    if (grid->wrap != WEND_WRAP_NONE) {
        printf(", wraps %s", map_wrap_name(grid->wrap));
    }
    printf(", %d %s\n", (int)grid->class_count, grid->class_count == 1 ? "class" : "classes");
}

/* A size equal to the largest clearance may be larger. */
static void put_room(const info_work *work)
{
    const wend_grid_info *grid = &work->grid_info;
    const bool is_square_most = work->largest_square >= WEND_CLEARANCE_MAX;
    const bool is_disc_most = work->largest_disc >= (double)WEND_CLEARANCE_MAX * grid->cell_size;
    printf("room for a %s of %d%s cells a side, for a disc of %.2f m%s\n",
           grid->neighbours == WEND_NEIGHBOURS_6 ? "hexagon" : "square", (int)work->largest_square,
           is_square_most ? " or more" : "", work->largest_disc, is_disc_most ? " or more" : "");
    const size_t links = wend_grid_link_count(work->grid);
    if (links > 0) {
        printf("%zu %s\n", links, links == 1 ? "link" : "links");
    }
}

static void put_text(const info_work *work)
{
    const wend_grid_info *grid = &work->grid_info;
    const char *method = method_name(work);
    const uint32_t islands = wend_islands_count(work->islands);
    printf("%s: %s, %d x %d cells of %g m\n", input_name(work->map.file),
           wend_map_format_name(work->format), (int)grid->width, (int)grid->height,
           grid->cell_size);
    put_rules(grid);
    printf("%" PRIu64 " open cells, %s, %u %s, the largest with %" PRIu64 " cells\n",
           work->space_info.open_count,
           work->space_info.is_uniform ? "all of one cost" : "of several costs", (unsigned)islands,
           islands == 1 ? "island" : "islands", work->largest_island);
    put_room(work);
    put_costs(work);
    printf("memory: grid %zu bytes, laid out for searching %zu bytes\n", grid->memory_bytes,
           work->space_info.memory_bytes);
    printf("best method: %s\n", method == NULL ? "none: nowhere to stand" : method);
    map_items_text(work->file, work->grid);
}

int cmd_info(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    if (info_world_is_requested(argc, argv)) {
        return info_world(&c, argc, argv);
    }
    info_work work = {.map = map_arguments_default()};
    args a = args_make("Says what a map is made of.", "  wend info maps/rooms65.map\n"
                                                      "  wend info maps/city64.txt --json\n");
    a.details = "Levels (WAD), meshes and graphs are taken too, with --entry, --data and --up.\n";
    args_positional(&a, "MAP", "a map file", true, &work.map.file);
    args_file(&a, ARG_READS, "MAP", &work.map.file);
    map_agent_add(&a, &work.agent);
    map_arguments_add(&a, &work.map);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    exit_code = look(&c, &work);
    if (exit_code == CLI_OK && c.is_json) {
        put_json(&work);
    } else if (exit_code == CLI_OK) {
        put_text(&work);
    }
    wend_islands_destroy(work.islands);
    wend_clearance_destroy(work.clearance);
    wend_space_destroy(work.space);
    wend_grid_destroy(work.grid);
    wend_map_destroy(work.file);
    return exit_code;
}
