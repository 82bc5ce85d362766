/* The methods of explorers of cells: one step of each. Constant, but for turning at a corner.
 *
 * Why tracing with the line ends, and is right: each trace begins at a cell of the line whose next
 * cell is closed, and ends at a cell of the line nearer to the goal. So no cell of the line begins two
 * traces. A trace goes once around the closed cells that hang together with the one that was met (by
 * sides or corners; by sides alone where steps pass all corners), on their side where the agent is.
 * If there is a path, the line leaves these cells for the last time into a cell that the agent can
 * reach; that cell is beside them, so the trace comes by, and it is nearer to the goal. */
#include "route/explore/explorer.h"

enum { RUN_MOST = 4 };

static uint32_t draw_below(wend_cell_explorer *e, uint32_t count)
{
    return wend_random_below(e->seed, 0x6578706CU, e->draws++, count);
}

/* A direction turned by so many sides, clockwise. */
static uint32_t turned(const wendi_explore_cells *cells, uint32_t direction, int32_t sides)
{
    const int32_t count = (int32_t)cells->directions;
    const int32_t to = (int32_t)direction + sides * (int32_t)cells->side_step;
    return (uint32_t)((to % count + count) % count);
}

static void move(wend_cell_explorer *e, uint32_t direction)
{
    e->node = wendi_explore_neighbour(&e->cells, e->node, direction);
    e->steps++;
    if (e->node == e->goal) {
        e->state = WEND_EXPLORE_ARRIVED;
    }
}

/* ---- tracing ---- */

/* The side to turn to at a collision: true for the right hand at the wall. */
static bool choose_right_hand(wend_cell_explorer *e, uint32_t direction)
{
    if (e->hand != WEND_EXPLORE_HAND_NEARER) {
        return e->hand == WEND_EXPLORE_HAND_RIGHT;
    }
    /* The left hand at the wall leads clockwise. */
    const wend_node ways[2] = {
        wendi_explore_neighbour(&e->cells, e->node, turned(&e->cells, direction, 1)),
        wendi_explore_neighbour(&e->cells, e->node, turned(&e->cells, direction, -1))};
    const bool is_open[2] = {wendi_explore_is_open(&e->cells, ways[0]),
                             wendi_explore_is_open(&e->cells, ways[1])};
    if (is_open[0] != is_open[1]) {
        return is_open[1];
    }
    int64_t left[2] = {0, 0};
    for (int k = 0; k < 2 && is_open[k]; ++k) {
        left[k] = wendi_explore_distance(&e->cells, ways[k], e->goal);
    }
    return left[0] == left[1] ? draw_below(e, 2) == 1 : left[1] < left[0];
}

static void begin_trace(wend_cell_explorer *e, uint32_t direction)
{
    e->collisions++;
    e->is_right = choose_right_hand(e, direction);
    e->state = WEND_EXPLORE_TRACING;
    e->hit_node = e->node;
    e->hit_side = direction;
    e->side = direction;
}

static bool is_back_at_collision(const wend_cell_explorer *e)
{
    return e->node == e->hit_node && e->side == e->hit_side;
}

/* Where steps pass all corners, past the corner between side and heading. */
static bool pass_corner(wend_cell_explorer *e, uint32_t heading)
{
    const uint32_t between = e->is_right
                                 ? (heading + 1) % e->cells.directions
                                 : (heading + e->cells.directions - 1) % e->cells.directions;
    if (!e->cells.passes_all_corners || !wendi_explore_can_step(&e->cells, e->node, between)) {
        return false;
    }
    move(e, between);
    e->side = turned(&e->cells, e->side, e->is_right ? 1 : -1);
    return true;
}

/* One step along the wall, with as many turns as it takes. */
static void trace(wend_cell_explorer *e)
{
    const int32_t turn = e->is_right ? -1 : 1;
    if (wendi_explore_can_step(&e->cells, e->node, e->side)) {
        /* Around the end of the wall. */
        move(e, e->side);
        e->side = turned(&e->cells, e->side, -turn);
    } else {
        uint32_t heading = turned(&e->cells, e->side, turn);
        while (!pass_corner(e, heading)) {
            if (wendi_explore_can_step(&e->cells, e->node, heading)) {
                move(e, heading);
                e->side = e->cells.is_hex ? turned(&e->cells, e->side, -turn) : e->side;
                break;
            }
            e->side = heading;
            if (is_back_at_collision(e)) {
                e->state = WEND_EXPLORE_NO_PATH;
                return;
            }
            heading = turned(&e->cells, heading, turn);
        }
    }
    if (e->state == WEND_EXPLORE_TRACING && is_back_at_collision(e)) {
        e->state = WEND_EXPLORE_NO_PATH;
    }
}

/* ---- along the line from start to goal ---- */

/* Two steps of the line around a corner at once, where a diagonal step leads there. */
static bool cut_corner(wend_cell_explorer *e, uint32_t direction)
{
    const wend_node next = wendi_explore_neighbour(&e->cells, e->node, direction);
    if (!e->cells.has_diagonals || next == e->goal) {
        return false;
    }
    const uint32_t other = wendi_explore_line_next(&e->cells, e->from, e->goal, next);
    if (other == direction) {
        return false;
    }
    const bool is_clockwise = other == turned(&e->cells, direction, 1);
    const uint32_t between = (direction + (is_clockwise ? 1 : 7)) % e->cells.directions;
    if (!wendi_explore_can_step(&e->cells, e->node, between)) {
        return false;
    }
    move(e, between);
    e->line_index += 2;
    return true;
}

static void move_by_line(wend_cell_explorer *e)
{
    if (e->state == WEND_EXPLORE_STRAIGHT) {
        const uint32_t direction = wendi_explore_line_next(&e->cells, e->from, e->goal, e->node);
        if (wendi_explore_can_step(&e->cells, e->node, direction)) {
            if (!cut_corner(e, direction)) {
                move(e, direction);
                e->line_index++;
            }
            return;
        }
        begin_trace(e, direction);
    }
    trace(e);
    const int64_t index = wendi_explore_line_index(&e->cells, e->from, e->goal, e->node);
    if (e->state != WEND_EXPLORE_ARRIVED && index > e->line_index) {
        e->state = WEND_EXPLORE_STRAIGHT;
        e->line_index = index;
    }
}

/* ---- until the straight way is free ---- */

static void move_by_trace(wend_cell_explorer *e)
{
    uint32_t direction;
    const bool is_free = wendi_explore_towards(&e->cells, e->node, e->goal, &direction);
    if (is_free) {
        e->state = WEND_EXPLORE_STRAIGHT;
        move(e, direction);
        return;
    }
    if (e->state == WEND_EXPLORE_STRAIGHT) {
        begin_trace(e, direction);
    }
    trace(e);
}

/* The first open direction on one side of a closed one; the number of turns until there. */
static uint32_t first_open(const wend_cell_explorer *e, uint32_t direction, uint32_t by,
                           uint32_t *turns)
{
    for (*turns = 1; *turns < e->cells.directions; ++*turns) {
        direction = (direction + by) % e->cells.directions;
        if (wendi_explore_can_step(&e->cells, e->node, direction)) {
            break;
        }
    }
    return direction;
}

static bool choose_turn(wend_cell_explorer *e, uint32_t direction)
{
    uint32_t turns[2];
    const uint32_t ways[2] = {first_open(e, direction, 1, &turns[0]),
                              first_open(e, direction, e->cells.directions - 1, &turns[1])};
    if (turns[0] == e->cells.directions) {
        e->state = WEND_EXPLORE_NO_PATH;
        return false;
    }
    int64_t left[2];
    for (int k = 0; k < 2; ++k) {
        left[k] = wendi_explore_distance(
            &e->cells, wendi_explore_neighbour(&e->cells, e->node, ways[k]), e->goal);
    }
    const uint32_t side = left[0] == left[1] ? draw_below(e, 2) : left[1] < left[0] ? 1 : 0;
    e->heading = ways[side];
    e->state = WEND_EXPLORE_TURNED;
    return true;
}

static void move_by_crash_turn(wend_cell_explorer *e)
{
    uint32_t direction;
    if (wendi_explore_towards(&e->cells, e->node, e->goal, &direction)) {
        e->state = WEND_EXPLORE_STRAIGHT;
        move(e, direction);
        return;
    }
    const bool goes_on =
        e->state == WEND_EXPLORE_TURNED && wendi_explore_can_step(&e->cells, e->node, e->heading);
    if (!goes_on) {
        e->collisions++;
        if (!choose_turn(e, direction)) {
            return;
        }
    }
    move(e, e->heading);
}

/* ---- at random ---- */

/* Draws a direction that is open, and a number of steps. */
static bool begin_run(wend_cell_explorer *e, uint32_t most)
{
    uint32_t ways[8];
    uint32_t count = 0;
    for (uint32_t d = 0; d < e->cells.directions; ++d) {
        if (wendi_explore_can_step(&e->cells, e->node, d)) {
            ways[count++] = d;
        }
    }
    if (count == 0) {
        e->state = WEND_EXPLORE_NO_PATH;
        return false;
    }
    e->heading = ways[draw_below(e, count)];
    e->run_left = 1 + draw_below(e, most);
    e->state = WEND_EXPLORE_BACK;
    return true;
}

/* Goes on with a run. @return false: it is over. */
static bool run_on(wend_cell_explorer *e)
{
    const bool is_running = e->state == WEND_EXPLORE_BACK || e->state == WEND_EXPLORE_TURNED;
    if (!is_running || e->run_left == 0 ||
        !wendi_explore_can_step(&e->cells, e->node, e->heading)) {
        return false;
    }
    e->run_left--;
    move(e, e->heading);
    return true;
}

static void move_by_step_back(wend_cell_explorer *e)
{
    if (run_on(e)) {
        return;
    }
    uint32_t direction;
    if (wendi_explore_towards(&e->cells, e->node, e->goal, &direction)) {
        e->state = WEND_EXPLORE_STRAIGHT;
        move(e, direction);
        return;
    }
    e->collisions++;
    if (begin_run(e, RUN_MOST)) {
        run_on(e);
    }
}

static void move_at_random(wend_cell_explorer *e)
{
    if (!run_on(e) && begin_run(e, 2 * RUN_MOST)) {
        run_on(e);
    }
    if (e->state == WEND_EXPLORE_BACK) {
        e->state = WEND_EXPLORE_TURNED;
    }
}

/* ---- depth first ---- */

bool wendi_cell_explorer_reserve(wend_cell_explorer *e)
{
    if (e->table.count < e->visit_capacity) {
        return true;
    }
    wendi_explore_visit *visits = wendi_key_table_grow_with(
        &e->table, e->visits, &e->visit_capacity, sizeof *e->visits, &e->allocator);
    e->visits = visits != NULL ? visits : e->visits;
    return visits != NULL;
}

void wendi_cell_explorer_remember(wend_cell_explorer *e, wend_node node, uint32_t back)
{
    const uint32_t slot = wendi_key_table_slot(&e->table, node);
    const uint32_t index = wendi_key_table_add(&e->table, slot, node);
    e->visits[index] = (wendi_explore_visit){node, (uint8_t)back};
}

static wend_result move_depth_first(wend_cell_explorer *e)
{
    if (!wendi_cell_explorer_reserve(e)) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t best = WENDI_EXPLORE_NO_DIRECTION;
    int64_t least = 0;
    for (uint32_t d = 0; d < e->cells.directions; ++d) {
        if (!wendi_explore_can_step(&e->cells, e->node, d)) {
            continue;
        }
        const wend_node next = wendi_explore_neighbour(&e->cells, e->node, d);
        const int64_t left = wendi_explore_distance(&e->cells, next, e->goal);
        if (wendi_key_table_find(&e->table, next) == UINT32_MAX &&
            (best == WENDI_EXPLORE_NO_DIRECTION || left < least)) {
            best = d;
            least = left;
        }
    }
    if (best != WENDI_EXPLORE_NO_DIRECTION) {
        e->state = WEND_EXPLORE_STRAIGHT;
        move(e, best);
        wendi_cell_explorer_remember(e, e->node,
                                     (best + e->cells.directions / 2) % e->cells.directions);
        return WEND_OK;
    }
    const uint32_t index = wendi_key_table_find(&e->table, e->node);
    const uint32_t back = e->visits[index].back;
    e->collisions += e->state == WEND_EXPLORE_STRAIGHT;
    /* Without an edit it is always open. */
    if (back == WENDI_EXPLORE_NO_DIRECTION || !wendi_explore_can_step(&e->cells, e->node, back)) {
        e->state = WEND_EXPLORE_NO_PATH;
        return WEND_OK;
    }
    e->state = WEND_EXPLORE_BACK;
    move(e, back);
    return WEND_OK;
}

wend_result wendi_cell_explorer_move(wend_cell_explorer *e)
{
    switch (e->method) {
    case WEND_EXPLORE_TRACE_LINE:
        move_by_line(e);
        break;
    case WEND_EXPLORE_TRACE:
        move_by_trace(e);
        break;
    case WEND_EXPLORE_CRASH_TURN:
        move_by_crash_turn(e);
        break;
    case WEND_EXPLORE_STEP_BACK:
        move_by_step_back(e);
        break;
    case WEND_EXPLORE_DEPTH_FIRST:
        return move_depth_first(e);
    case WEND_EXPLORE_RANDOM:
    case WEND_EXPLORE_BY_MAP:
    default:
        move_at_random(e);
        break;
    }
    return WEND_OK;
}
