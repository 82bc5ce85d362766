/* takes: the nodes where a way over cells turns.
 * gives: legs, each in one direction over ground of one factor; and the cells along them again.
 * cost:  building: the turns on uniform ground, else the cells; listing: the cells. */
#include "route/path_private.h"

/* A leg being made: it grows as long as direction and factor stay. */
typedef struct growing_leg {
    wend_node from;
    wendi_line line; /* steps = those it has so far; 0 = no leg yet */
    uint8_t factor;
} growing_leg;

static wend_node line_end(const growing_leg *leg)
{
    return leg->from + leg->line.steps * (uint32_t)leg->line.node_step;
}

static bool finish_leg(wend_path *path, const wend_space *space, const growing_leg *leg)
{
    if (leg->line.steps == 0) {
        return true;
    }
    if (!wendi_path_reserve(path, &path->spare, path->spare.count + 1)) {
        return false;
    }
    wend_leg *made = &path->spare.items[path->spare.count++];
    made->from = leg->from;
    made->to = line_end(leg);
    made->from_point = wendi_path_position(space, made->from);
    made->to_point = wendi_path_position(space, made->to);
    made->cost = wendi_line_cost(&leg->line, leg->line.steps, leg->factor);
    made->length = wendi_line_length(space, &leg->line, leg->line.steps);
    made->behaviour = WEND_BEHAVIOUR_WALK;
    made->edge = WEND_EDGE_NONE;
    return true;
}

/* Adds a piece of one direction and factor: to the leg being made, or as the beginning of the next.
 */
static bool add_piece(wend_path *path, const wend_space *space, growing_leg *leg,
                      const growing_leg *piece)
{
    bool goes_on = leg->line.steps > 0 && leg->line.node_step == piece->line.node_step &&
                   leg->line.is_diagonal == piece->line.is_diagonal && leg->factor == piece->factor;
    if (goes_on) {
        leg->line.steps += piece->line.steps;
        return true;
    }
    if (!finish_leg(path, space, leg)) {
        return false;
    }
    *leg = *piece;
    return true;
}

static bool add_line(wend_path *path, const wend_space *space, growing_leg *leg, wend_node from,
                     const wendi_line *line)
{
    uint32_t slot = wendi_space_slot(space, from);
    uint32_t left = line->steps;
    growing_leg piece = {.from = from, .line = *line};
    while (left > 0) {
        piece.factor = space->costs[slot + (uint32_t)line->slot_step];
        piece.line.steps = wendi_line_run(space, line, slot, left);
        if (!add_piece(path, space, leg, &piece)) {
            return false;
        }
        left -= piece.line.steps;
        slot += piece.line.steps * (uint32_t)line->slot_step;
        piece.from = line_end(&piece);
    }
    return true;
}

wend_result wendi_path_build(wend_path *path, const wend_space *space, const wend_node *turns,
                             size_t count)
{
    path->spare.count = 0;
    if (count > 0 && turns[0] >= wendi_space_node_count(space)) {
        return WEND_ERROR_ARGUMENT;
    }
    growing_leg leg = {.from = WEND_NODE_NONE};
    for (size_t i = 1; i < count; ++i) {
        wendi_line line;
        if (!wendi_line_between(space, turns[i - 1], turns[i], &line)) {
            return WEND_ERROR_ARGUMENT;
        }
        if (!add_line(path, space, &leg, turns[i - 1], &line)) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (!finish_leg(path, space, &leg)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_path_commit(path, count > 0 ? turns[0] : WEND_NODE_NONE);
    return WEND_OK;
}

/* How many cells the legs enter; false if one of them does not go from cell to cell. */
static bool count_cells(const wend_path *path, const wend_space *space, size_t *count)
{
    wend_node at = path->start;
    for (size_t i = 0; i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        wendi_line line;
        if (!wendi_leg_is_plain(leg) || leg->from != at ||
            !wendi_line_between(space, leg->from, leg->to, &line)) {
            return false;
        }
        *count += line.steps;
        at = leg->to;
    }
    return true;
}

static void list_cells(const wend_path *path, const wend_space *space, wend_node *nodes)
{
    *nodes++ = path->start;
    for (size_t i = 0; i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        wendi_line line = {0};
        wendi_line_between(space, leg->from, leg->to, &line);
        for (uint32_t step = 1; step <= line.steps; ++step) {
            *nodes++ = leg->from + step * (uint32_t)line.node_step;
        }
    }
}

wend_result wend_path_cells(const wend_path *path, const wend_space *space, wend_node *nodes,
                            size_t capacity, size_t *count)
{
    if (count == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = 0;
    if (path == NULL || space == NULL || (nodes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (path->start == WEND_NODE_NONE) {
        return WEND_OK;
    }
    size_t needed = 1;
    if (path->start >= wendi_space_node_count(space) || !count_cells(path, space, &needed)) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = needed;
    if (needed > capacity) {
        return WEND_TRUNCATED;
    }
    list_cells(path, space, nodes);
    return WEND_OK;
}
