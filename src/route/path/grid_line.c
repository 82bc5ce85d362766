/* Straight or diagonal lines of cells: the cells in steps, their costs and lengths.
 * Cost: constant; one read for each cell where factors differ. */
#include "route/path/path.h"
#include "route/space/space.h"
#include "wend/hex.h"

/* The square root of 2, rounded to nearest. */
static const double SQRT_2 = 1.4142135623730951;

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

static uint32_t heading_of(int32_t step_x, int32_t step_y)
{
    static const uint8_t headings[9] = {WENDI_NORTH_WEST, WENDI_NORTH,          WENDI_NORTH_EAST,
                                        WENDI_WEST,       WENDI_DIRECTION_NONE, WENDI_EAST,
                                        WENDI_SOUTH_WEST, WENDI_SOUTH,          WENDI_SOUTH_EAST};
    return headings[(step_y + 1) * 3 + step_x + 1];
}

static wend_hex hex_of(const wend_space *space, wend_node node)
{
    const uint32_t width = (uint32_t)space->width;
    return wend_hex_from_offset(space->hex_layout, (int32_t)(node % width),
                                (int32_t)(node / width));
}

/* On hexes a line keeps one of the three axial coordinates. */
static bool hex_line_between(const wend_space *space, wend_node from, wend_node to,
                             wendi_tile_border *line)
{
    const wend_hex a = hex_of(space, from);
    const wend_hex b = hex_of(space, to);
    const wend_hex origin = {0, 0};
    const wend_hex step = {sign(b.q - a.q), sign(b.r - a.r)};
    const int32_t steps = wend_hex_distance(a, b);
    if (a.q + step.q * steps != b.q || a.r + step.r * steps != b.r) {
        return false;
    }
    uint32_t heading = 0;
    for (; heading < WEND_HEX_DIRECTIONS; ++heading) {
        const wend_hex next = wend_hex_neighbour(origin, (int32_t)heading);
        if (next.q == step.q && next.r == step.r) {
            break;
        }
    }
    *line = (wendi_tile_border){(uint32_t)steps, heading, false, 0, 0};
    return heading < WEND_HEX_DIRECTIONS;
}

bool wendi_line_along(int32_t dx, int32_t dy, wendi_tile_border *line)
{
    const int32_t along_x = dx < 0 ? -dx : dx;
    const int32_t along_y = dy < 0 ? -dy : dy;
    const bool is_diagonal = along_x == along_y;
    if ((dx != 0 && dy != 0 && !is_diagonal) || (dx == 0 && dy == 0)) {
        return false;
    }
    line->steps = (uint32_t)(along_x > along_y ? along_x : along_y);
    line->heading = heading_of(sign(dx), sign(dy));
    line->is_diagonal = is_diagonal;
    return true;
}

bool wendi_line_between(const wend_space *space, wend_node from, wend_node to,
                        wendi_tile_border *line)
{
    if (from >= wendi_space_node_count(space) || to >= wendi_space_node_count(space) ||
        from == to) {
        return false;
    }
    if (space->is_hex) {
        return hex_line_between(space, from, to, line);
    }
    const uint32_t width = (uint32_t)space->width;
    const int32_t dx = (int32_t)(to % width) - (int32_t)(from % width);
    const int32_t dy = (int32_t)(to / width) - (int32_t)(from / width);
    line->node_step = sign(dy) * space->width + sign(dx);
    line->slot_step = sign(dy) * (int32_t)space->stride + sign(dx);
    return wendi_line_along(dx, dy, line);
}

wend_node wendi_line_at(const wend_space *space, const wendi_tile_border *line, wend_node from,
                        uint32_t steps)
{
    if (!space->is_hex) {
        return from + steps * (uint32_t)line->node_step;
    }
    const wend_hex origin = {0, 0};
    const wend_hex step = wend_hex_neighbour(origin, (int32_t)line->heading);
    const wend_hex at = hex_of(space, from);
    const wend_hex to = {at.q + step.q * (int32_t)steps, at.r + step.r * (int32_t)steps};
    int32_t x;
    int32_t y;
    wend_hex_to_offset(space->hex_layout, to, &x, &y);
    return (wend_node)y * (wend_node)space->width + (wend_node)x;
}

static uint8_t factor_at(const wend_space *space, wend_node node)
{
    return space->costs[wendi_space_slot(space, node)];
}

static uint32_t hex_line_run(const wend_space *space, const wendi_tile_border *line, wend_node from,
                             uint32_t most, uint8_t factor)
{
    uint32_t run = 1;
    while (run < most && factor_at(space, wendi_line_at(space, line, from, run + 1)) == factor) {
        ++run;
    }
    return run;
}

uint32_t wendi_line_run(const wend_space *space, const wendi_tile_border *line, wend_node from,
                        uint32_t most, uint8_t *factor)
{
    if (space->is_uniform) {
        *factor = space->cost_min;
        return most;
    }
    *factor = factor_at(space, wendi_line_at(space, line, from, 1));
    if (space->is_hex) {
        return hex_line_run(space, line, from, most, *factor);
    }
    uint32_t slot = wendi_space_slot(space, from) + (uint32_t)line->slot_step;
    uint32_t run = 1;
    while (run < most && space->costs[slot + (uint32_t)line->slot_step] == *factor) {
        slot += (uint32_t)line->slot_step;
        ++run;
    }
    return run;
}

wend_cost wendi_line_cost(const wendi_tile_border *line, uint32_t steps, uint8_t factor)
{
    return (line->is_diagonal ? WEND_COST_DIAGONAL : WEND_COST_ONE) * factor * steps;
}

double wendi_line_length(const wend_space *space, const wendi_tile_border *line, uint32_t steps)
{
    double straight = (double)steps * space->cell_size;
    return line->is_diagonal ? straight * SQRT_2 : straight;
}

wend_vec2 wendi_path_position(const wend_space *space, wend_node node)
{
    if (space->is_hex) {
        return wend_grid_position(space->grid, node);
    }
    /* Called for each leg of each path: without a further call or a second division. */
    const uint32_t width = (uint32_t)space->width;
    const uint32_t row = node / width;
    return (wend_vec2){space->origin.x + ((double)(node - row * width) + 0.5) * space->cell_size,
                       space->origin.y + ((double)row + 0.5) * space->cell_size};
}

bool wendi_leg_is_on_cells(const wend_space *space, const wend_leg *leg)
{
    if (leg->behaviour != WEND_BEHAVIOUR_WALK || leg->edge != WEND_EDGE_NONE) {
        return false;
    }
    /* A leg over a seam ends beyond the map's edge. */
    const double off = !space->wraps
                           ? 0.0
                           : wend_vec2_distance(leg->to_point, wendi_path_position(space, leg->to));
    return off < space->cell_size / 2;
}
