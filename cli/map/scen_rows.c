/* Selects the rows of a scenario that can run on a map, with the reason for each other row.
 * Cost: linear in the rows. */
#include "map/scen_rows.h"

#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* @return NULL when the row can be run. */
static const char *why_not(const wend_scenario_row *row, const wend_grid *grid,
                           const wend_space *space)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const wend_node start = wend_grid_node(grid, row->start_x, row->start_y);
    const wend_node goal = wend_grid_node(grid, row->goal_x, row->goal_y);
    if (row->width != info.width || row->height != info.height) {
        return "made for a map of another size";
    }
    if (start == WEND_NODE_NONE || goal == WEND_NODE_NONE) {
        return "start or goal outside the map";
    }
    if (!wend_space_is_open(space, start)) {
        return "start blocked";
    }
    if (!wend_space_is_open(space, goal)) {
        return "goal blocked";
    }
    if (row->length <= 0.0 && start != goal) {
        return "length 0 between different cells";
    }
    return NULL;
}

bool scen_rows_choose(scen_rows *rows, const wend_scenario *scenario, const wend_grid *grid,
                      const wend_space *space, size_t limit)
{
    const size_t all = wend_scenario_count(scenario);
    const size_t count = all < limit ? all : limit;
    *rows = (scen_rows){.run = malloc((count + 1) * sizeof *rows->run),
                        .skips = malloc((count + 1) * sizeof *rows->skips)};
    if (rows->run == NULL || rows->skips == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const wend_scenario_row row = wend_scenario_get(scenario, i);
        const char *why = why_not(&row, grid, space);
        if (why == NULL) {
            rows->run[rows->run_count++] = i;
        } else {
            rows->skips[rows->skip_count++] = (scen_skip){.line = row.line, .why = why};
        }
    }
    return true;
}

void scen_rows_free(scen_rows *rows)
{
    free(rows->run);
    free(rows->skips);
    *rows = (scen_rows){0};
}

static bool is_there(const char *file)
{
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) {
        return false;
    }
    fclose(stream);
    return true;
}

/* The part of a name behind the last separator. */
static const char *base_name(const char *file)
{
    const char *base = file;
    for (const char *at = file; *at != '\0'; at++) {
        if (*at == '/' || *at == '\\') {
            base = at + 1;
        }
    }
    return base;
}

static bool try_name(char *map, const char *head, size_t head_length, const char *tail)
{
    const int length = snprintf(map, SCEN_NAME_CAPACITY, "%.*s%s", (int)head_length, head, tail);
    return length > 0 && length < SCEN_NAME_CAPACITY && is_there(map);
}

bool scen_find_map(const char *scenario_file, const wend_scenario *scenario, char *map)
{
    static const char ENDING[] = ".scen";
    const size_t length = strlen(scenario_file);
    const size_t ending = sizeof ENDING - 1;
    if (length >= SCEN_NAME_CAPACITY) {
        return false;
    }
    if (length > ending && strcmp(scenario_file + length - ending, ENDING) == 0 &&
        (try_name(map, scenario_file, length - ending, "") ||
         try_name(map, scenario_file, length - ending, ".map"))) {
        return true;
    }
    const char *named = base_name(wend_scenario_map(scenario));
    const size_t folder = (size_t)(base_name(scenario_file) - scenario_file);
    return named[0] != '\0' && try_name(map, scenario_file, folder, named);
}
