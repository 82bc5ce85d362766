/* The padded map of the plain searches, the steps on it and the goal in its coordinates.
 * Cost: one byte for each cell and for each cell of the rim. */
#include "yardstick/ground.h"

#include <stdlib.h>
#include <string.h>

static void copy_row(yardstick_ground *ground, int32_t y, const uint8_t *costs)
{
    uint8_t *row = ground->factors + (size_t)(y + 1) * (size_t)ground->stride + 1;
    for (int32_t x = 0; x < ground->width; x++) {
        uint8_t cost = costs[x] == WEND_COST_WALL ? 0 : costs[x];
        row[x] = cost;
        if (cost != 0) {
            ground->factor_min = cost < ground->factor_min ? cost : ground->factor_min;
            ground->factor_max = cost > ground->factor_max ? cost : ground->factor_max;
        }
    }
}

bool yardstick_ground_make(yardstick_ground *ground, const uint8_t *costs, int32_t width,
                           int32_t height, bool has_diagonals)
{
    *ground = (yardstick_ground){.width = width,
                                 .height = height,
                                 .stride = width + 2,
                                 .factor_min = WEND_COST_WALL,
                                 .factor_max = 1,
                                 .has_diagonals = has_diagonals};
    ground->cell_count = (uint32_t)(width + 2) * (uint32_t)(height + 2);
    ground->factors = calloc(ground->cell_count, 1);
    if (ground->factors == NULL) {
        return false;
    }
    for (int32_t y = 0; y < height; y++) {
        copy_row(ground, y, costs + (size_t)y * (size_t)width);
    }
    if (ground->factor_min == WEND_COST_WALL) {
        ground->factor_min = 1;
    }
    return true;
}

void yardstick_ground_free(yardstick_ground *ground)
{
    free(ground->factors);
    memset(ground, 0, sizeof *ground);
}

yardstick_steps yardstick_steps_make(const yardstick_ground *ground)
{
    yardstick_steps steps = {.dx = {0, 1, 0, -1, 1, 1, -1, -1}, .dy = {-1, 0, 1, 0, -1, 1, 1, -1}};
    for (int i = 0; i < YARDSTICK_WAYS; i++) {
        steps.offset[i] = steps.dy[i] * ground->stride + steps.dx[i];
        steps.length[i] = i < YARDSTICK_STRAIGHT ? WEND_COST_ONE : WEND_COST_DIAGONAL;
    }
    return steps;
}

yardstick_goal yardstick_goal_make(const yardstick_ground *ground, uint32_t padded_goal)
{
    yardstick_goal goal = {.has_diagonals = ground->has_diagonals};
    goal.x = (int32_t)(padded_goal % (uint32_t)ground->stride);
    goal.y = (int32_t)(padded_goal / (uint32_t)ground->stride);
    goal.straight = WEND_COST_ONE * ground->factor_min;
    goal.diagonal_extra = (WEND_COST_DIAGONAL - WEND_COST_ONE) * ground->factor_min;
    return goal;
}

uint32_t yardstick_padded(const yardstick_ground *ground, uint32_t node)
{
    uint32_t width = (uint32_t)ground->width;
    return (node / width + 1) * (uint32_t)ground->stride + node % width + 1;
}

uint32_t yardstick_unpadded(const yardstick_ground *ground, uint32_t cell)
{
    uint32_t stride = (uint32_t)ground->stride;
    return (cell / stride - 1) * (uint32_t)ground->width + cell % stride - 1;
}

size_t yardstick_read_path(const yardstick_ground *ground, const yardstick_cell *cells,
                           uint32_t start, uint32_t goal, uint32_t *path)
{
    size_t count = 0;
    for (uint32_t cell = goal; cell != start; cell = cells[cell].parent) {
        path[count++] = yardstick_unpadded(ground, cell);
    }
    path[count++] = yardstick_unpadded(ground, start);
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t other = path[count - 1 - i];
        path[count - 1 - i] = path[i];
        path[i] = other;
    }
    return count;
}
