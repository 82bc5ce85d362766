/* Maps for benchmarks: cost factors by rows and pairs of cells, from files or from a seed.
 * Cost: one byte a cell, 8 bytes a query. */
#include "measure/maps.h"

#include "progress.h"

#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_map_free(bench_map *map)
{
    free(map->costs);
    free(map->queries);
    memset(map, 0, sizeof *map);
}

/* "maps/dao/arena.map" gives "arena". */
static void set_name(bench_map *map, const char *file)
{
    const char *name = file;
    for (const char *c = file; *c != '\0'; c++) {
        name = *c == '/' || *c == '\\' ? c + 1 : name;
    }
    snprintf(map->name, sizeof map->name, "%s", name);
    char *ending = strrchr(map->name, '.');
    if (ending != NULL) {
        *ending = '\0';
    }
}

static bool take_costs(bench_map *map, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    map->width = info.width;
    map->height = info.height;
    map->has_diagonals = true;
    map->costs = malloc((size_t)info.width * (size_t)info.height);
    return map->costs != NULL && wend_grid_get_costs(grid, 0, 0, 0, info.width, info.height,
                                                     map->costs, (size_t)info.width) == WEND_OK;
}

/* The message of a reader of files begins with the file's name. */
static void tell_failure(const char *file, wend_result result, const wend_message *message)
{
    progress_end();
    if (message->text[0] != '\0') {
        fprintf(stderr, "%s\n", message->text);
    } else {
        fprintf(stderr, "%s: %s\n", file, wend_result_text(result));
    }
}

bool bench_map_load(bench_map *map, const char *file)
{
    wend_message message = {0};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_grid *grid = NULL;
    memset(map, 0, sizeof *map);
    wend_result result = wend_map_load_grid_file(file, &options, &grid, NULL);
    if (result != WEND_OK) {
        tell_failure(file, result, &message);
        return false;
    }
    bool is_taken = take_costs(map, grid);
    wend_grid_destroy(grid);
    if (!is_taken) {
        fprintf(stderr, "%s: out of memory\n", file);
        bench_map_free(map);
        return false;
    }
    set_name(map, file);
    return true;
}

static bool is_inside(const bench_map *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

static bool is_open(const bench_map *map, wend_node node)
{
    return map->costs[node] != WEND_COST_WALL;
}

static bool is_useful(const bench_map *map, const wend_scenario_row *row)
{
    return row->length > 0 && is_inside(map, row->start_x, row->start_y) &&
           is_inside(map, row->goal_x, row->goal_y);
}

static wend_node node_of(const bench_map *map, int32_t x, int32_t y)
{
    return (wend_node)y * (wend_node)map->width + (wend_node)x;
}

static size_t take_rows(bench_map *map, const wend_scenario *scenario)
{
    size_t count = 0;
    for (size_t i = 0; i < wend_scenario_count(scenario); i++) {
        wend_scenario_row row = wend_scenario_get(scenario, i);
        if (!is_useful(map, &row)) {
            continue;
        }
        bench_query query = {node_of(map, row.start_x, row.start_y),
                             node_of(map, row.goal_x, row.goal_y)};
        if (is_open(map, query.start) && is_open(map, query.goal)) {
            map->queries[count++] = query;
        }
    }
    return count;
}

/* Keeps the middle one of each of `limit` equal parts. */
static void thin_out(bench_map *map, size_t limit)
{
    if (limit == 0 || map->query_count <= limit) {
        return;
    }
    for (size_t i = 0; i < limit; i++) {
        map->queries[i] = map->queries[(2 * i + 1) * map->query_count / (2 * limit)];
    }
    map->query_count = limit;
}

bool bench_map_load_queries(bench_map *map, const char *scenario_file, size_t limit)
{
    wend_message message = {0};
    wend_scenario *scenario = NULL;
    wend_result result = wend_scenario_load_file(scenario_file, NULL, &scenario, &message);
    if (result != WEND_OK) {
        tell_failure(scenario_file, result, &message);
        return false;
    }
    map->queries = calloc(wend_scenario_count(scenario) + 1, sizeof *map->queries);
    if (map->queries != NULL) {
        map->query_count = take_rows(map, scenario);
        thin_out(map, limit);
    }
    wend_scenario_destroy(scenario);
    return map->queries != NULL;
}

/* Marks the cells connected with `seed` (straight steps suffice: a diagonal one needs both cells
 * beside it). @return their number. */
static size_t flood(const bench_map *map, uint32_t *parts, uint32_t part, wend_node seed,
                    wend_node *stack)
{
    size_t count = 0, waiting = 0;
    parts[seed] = part;
    stack[waiting++] = seed;
    while (waiting > 0) {
        wend_node node = stack[--waiting];
        int32_t x = (int32_t)(node % (wend_node)map->width);
        int32_t y = (int32_t)(node / (wend_node)map->width);
        count++;
        for (int way = 0; way < 4; way++) {
            int32_t next_x = x + (way == 0) - (way == 1);
            int32_t next_y = y + (way == 2) - (way == 3);
            if (!is_inside(map, next_x, next_y)) {
                continue;
            }
            wend_node next = node_of(map, next_x, next_y);
            if (is_open(map, next) && parts[next] == 0) {
                parts[next] = part;
                stack[waiting++] = next;
            }
        }
    }
    return count;
}

/* Lists the cells of the largest connected part. */
static size_t list_largest_part(const bench_map *map, uint32_t *parts, wend_node *cells)
{
    wend_node cell_count = (wend_node)map->width * (wend_node)map->height;
    uint32_t part = 0, largest = 0;
    size_t most = 0, count = 0;
    for (wend_node node = 0; node < cell_count; node++) {
        if (is_open(map, node) && parts[node] == 0) {
            size_t size = flood(map, parts, ++part, node, cells);
            largest = size > most ? part : largest;
            most = size > most ? size : most;
        }
    }
    for (wend_node node = 0; node < cell_count; node++) {
        if (largest != 0 && parts[node] == largest) {
            cells[count++] = node;
        }
    }
    return count;
}

bool bench_map_random_queries(bench_map *map, uint64_t seed, size_t count)
{
    size_t cell_count = (size_t)map->width * (size_t)map->height;
    uint32_t *parts = calloc(cell_count, sizeof *parts);
    wend_node *cells = calloc(cell_count, sizeof *cells);
    map->queries = calloc(count + 1, sizeof *map->queries);
    bool has_memory = parts != NULL && cells != NULL && map->queries != NULL;
    uint32_t part_size = has_memory ? (uint32_t)list_largest_part(map, parts, cells) : 0;
    map->query_count = part_size >= 2 ? count : 0;
    for (size_t i = 0; i < map->query_count; i++) {
        uint32_t start = wend_random_below(seed, i, 0, part_size);
        uint32_t goal = wend_random_below(seed, i, 1, part_size - 1);
        map->queries[i] = (bench_query){cells[start], cells[goal < start ? goal : goal + 1]};
    }
    free(parts);
    free(cells);
    return part_size >= 2;
}

wend_grid *bench_map_grid(const bench_map *map, const wend_allocator *allocator)
{
    return bench_map_grid_of(map, allocator, wend_grid_def_default().sector_size);
}

wend_grid *bench_map_grid_of(const bench_map *map, const wend_allocator *allocator,
                             int32_t sector_size)
{
    wend_grid_def def = wend_grid_def_default();
    def.sector_size = sector_size;
    def.width = map->width;
    def.height = map->height;
    def.neighbours = map->is_hex          ? WEND_NEIGHBOURS_6
                     : map->has_diagonals ? WEND_NEIGHBOURS_8
                                          : WEND_NEIGHBOURS_4;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK ||
        wend_grid_set_costs(grid, WEND_CLASS_ALL, 0, 0, map->width, map->height, map->costs,
                            (size_t)map->width) != WEND_OK) {
        wend_grid_destroy(grid);
        return NULL;
    }
    return grid;
}
