/* Takes: a grid, a class and a team.
 * Gives: a number for each cell; equal numbers can reach each other.
 * Cost: linear in the cells; 8 bytes each. */
#include "islands.h"

#include <stdlib.h>

typedef struct flood {
    islands *found;
    uint32_t *stack;
    size_t count;
    int32_t width, height;
    bool is_diagonal; /* diagonal steps join what straight ones do not */
} flood;

static const uint32_t UNNUMBERED = UINT32_MAX;

static void visit(flood *f, int32_t x, int32_t y, uint32_t number)
{
    if (x < 0 || y < 0 || x >= f->width || y >= f->height) {
        return;
    }
    const uint32_t node = (uint32_t)y * (uint32_t)f->width + (uint32_t)x;
    if (f->found->numbers[node] == UNNUMBERED) {
        f->found->numbers[node] = number;
        f->stack[f->count++] = node;
    }
}

/* Numbers all that a cell can reach. @return how many cells. */
static uint32_t fill(flood *f, uint32_t seed, uint32_t number)
{
    static const int8_t STEP[8][2] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                      {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    const int ways = f->is_diagonal ? 8 : 4;
    uint32_t cells = 0;
    f->found->numbers[seed] = number;
    f->stack[f->count++] = seed;
    while (f->count > 0) {
        const uint32_t node = f->stack[--f->count];
        const int32_t x = (int32_t)(node % (uint32_t)f->width);
        const int32_t y = (int32_t)(node / (uint32_t)f->width);
        cells++;
        for (int i = 0; i < ways; i++) {
            visit(f, x + STEP[i][0], y + STEP[i][1], number);
        }
    }
    return cells;
}

static void mark_open(islands *found, const wend_grid *grid, const map_agent *agent, int32_t width,
                      int32_t height)
{
    const uint32_t team = agent->team < 0 ? WEND_TEAM_NONE : (uint32_t)agent->team;
    uint32_t *number = found->numbers;
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const bool is_open =
                wend_grid_is_open(grid, (uint32_t)agent->movement_class, team, x, y);
            *number++ = is_open ? UNNUMBERED : 0;
        }
    }
}

bool islands_find(islands *found, const wend_grid *grid, const map_agent *agent)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const size_t cells = (size_t)info.width * (size_t)info.height;
    *found = (islands){.numbers = calloc(cells, sizeof *found->numbers)};
    /* Where a corner must be open at least on one side, straight steps lead round it. */
    flood f = {.found = found,
               .stack = malloc(cells * sizeof *f.stack),
               .width = info.width,
               .height = info.height,
               .is_diagonal =
                   info.neighbours == WEND_NEIGHBOURS_8 && info.corner_rule == WEND_CORNER_ALWAYS};
    const bool has_memory = found->numbers != NULL && f.stack != NULL;
    if (has_memory) {
        mark_open(found, grid, agent, info.width, info.height);
        for (uint32_t node = 0; node < cells; node++) {
            if (found->numbers[node] == UNNUMBERED) {
                const uint32_t size = fill(&f, node, ++found->count);
                found->main = size > found->largest ? found->count : found->main;
                found->largest = size > found->largest ? size : found->largest;
            }
        }
    }
    free(f.stack);
    return has_memory;
}

void islands_free(islands *found)
{
    free(found->numbers);
    *found = (islands){0};
}
