/* takes: two cells of a space in one straight or diagonal line.
 * gives: the cells between them, in steps; their costs and lengths.
 * cost:  constant; one read for each cell where factors differ. */
#include "route/path_private.h"

/* The square root of 2, rounded to nearest. */
static const double SQRT_2 = 1.4142135623730951;

bool wendi_line_between(const wend_space *space, wend_node from, wend_node to, wendi_line *line)
{
    if (from >= wendi_space_node_count(space) || to >= wendi_space_node_count(space)) {
        return false;
    }
    const uint32_t width = (uint32_t)space->width;
    int32_t dx = (int32_t)(to % width) - (int32_t)(from % width);
    int32_t dy = (int32_t)(to / width) - (int32_t)(from / width);
    int32_t along_x = dx < 0 ? -dx : dx;
    int32_t along_y = dy < 0 ? -dy : dy;
    bool is_diagonal = along_x == along_y;
    if ((dx != 0 && dy != 0 && !is_diagonal) || from == to) {
        return false;
    }
    int32_t step_x = (dx > 0) - (dx < 0);
    int32_t step_y = (dy > 0) - (dy < 0);
    line->steps = (uint32_t)(along_x > along_y ? along_x : along_y);
    line->is_diagonal = is_diagonal;
    line->node_step = step_y * space->width + step_x;
    line->slot_step = step_y * (int32_t)space->stride + step_x;
    return true;
}

uint32_t wendi_line_run(const wend_space *space, const wendi_line *line, uint32_t slot,
                        uint32_t most)
{
    if (space->is_uniform) {
        return most;
    }
    slot += (uint32_t)line->slot_step;
    uint8_t factor = space->costs[slot];
    uint32_t run = 1;
    while (run < most && space->costs[slot + (uint32_t)line->slot_step] == factor) {
        slot += (uint32_t)line->slot_step;
        ++run;
    }
    return run;
}

wend_cost wendi_line_cost(const wendi_line *line, uint32_t steps, uint8_t factor)
{
    return (line->is_diagonal ? WEND_COST_DIAGONAL : WEND_COST_ONE) * factor * steps;
}

double wendi_line_length(const wend_space *space, const wendi_line *line, uint32_t steps)
{
    double straight = (double)steps * space->cell_size;
    return line->is_diagonal ? straight * SQRT_2 : straight;
}

wend_vec2 wendi_path_position(const wend_space *space, wend_node node)
{
    const uint32_t width = (uint32_t)space->width;
    const uint32_t row = node / width;
    wend_vec2 position = {
        space->origin.x + ((double)(node - row * width) + 0.5) * space->cell_size,
        space->origin.y + ((double)row + 0.5) * space->cell_size,
    };
    return position;
}

bool wendi_leg_is_plain(const wend_leg *leg)
{
    return leg->behaviour == WEND_BEHAVIOUR_WALK && leg->edge == WEND_EDGE_NONE;
}
