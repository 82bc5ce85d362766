/* The memory of a plain search, its first cell, and its answer.
 * Cost: 20 bytes a cell. */
#include "yardstick/search.h"

#include <stdlib.h>

bool yardstick_search_make(yardstick_search *search, const yardstick_ground *ground)
{
    *search = (yardstick_search){.ground = ground, .steps = yardstick_steps_make(ground)};
    search->cells = calloc(ground->cell_count, sizeof *search->cells);
    search->path = malloc(ground->cell_count * sizeof *search->path);
    return search->cells != NULL && search->path != NULL;
}

void yardstick_search_free(yardstick_search *search)
{
    free(search->cells);
    free(search->path);
}

uint64_t yardstick_search_begin(yardstick_search *search, uint32_t start, uint32_t goal,
                                yardstick_take_fn take, void *context)
{
    const uint32_t stride = (uint32_t)search->ground->stride;
    const int32_t x = (int32_t)(start % stride);
    const int32_t y = (int32_t)(start / stride);
    search->mark += 2;
    search->goal = yardstick_goal_make(search->ground, goal);
    take(context, start, x, y, 0, start);
    return yardstick_estimate(&search->goal, x, y);
}

void yardstick_search_answer(yardstick_search *search, uint32_t start, uint32_t goal,
                             yardstick_answer *answer)
{
    answer->is_found = true;
    answer->cost = search->cells[goal].cost;
    answer->path_count =
        yardstick_read_path(search->ground, search->cells, start, goal, search->path);
}
