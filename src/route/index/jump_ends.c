/* The states at both ends of a path on an index of a grid.
 * Cost: some word scans a direction, and for each state found. */
#include "route/index/jump_states.h"
#include "route/jump/scan.h"
#include "route/jump/step_table.h"

/* ---- clear paths ---- */

static bool is_clear_along(const uint64_t *line, uint32_t from, uint32_t to)
{
    return from <= to ? wendi_scan_zero_up(line, from) > to : wendi_scan_zero_down(line, from) < to;
}

bool wendi_jump_is_clear(const wendi_jump_map *map, uint32_t from, uint32_t to)
{
    const uint32_t px = from & 0xFFFF;
    const uint32_t py = from >> 16;
    const uint32_t gx = to & 0xFFFF;
    const uint32_t gy = to >> 16;
    const uint32_t dx = wendi_difference(px, gx);
    const uint32_t dy = wendi_difference(py, gy);
    const uint32_t diagonal = dx < dy ? dx : dy;
    const bool is_east = px < gx;
    const bool is_south = py < gy;
    const uint32_t cx = is_east ? px + diagonal : px - diagonal;
    const uint32_t cy = is_south ? py + diagonal : py - diagonal;
    const bool is_straight_clear =
        dx > dy ? is_clear_along(wendi_jump_row(map, WENDI_JUMP_OPEN, gy), cx, gx)
                : is_clear_along(wendi_jump_column(map, WENDI_JUMP_OPEN_T, gx), cy, gy);
    if (!is_straight_clear || diagonal == 0) {
        return is_straight_clear;
    }
    const bool is_rising = is_east != is_south;
    const uint64_t *step =
        wendi_jump_row(map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING,
                       wendi_jump_line(map, px, py, is_rising));
    return is_east ? wendi_jump_last_up(step, px) >= cx : wendi_jump_last_down(step, px) <= cx;
}

/* ---- the start ---- */

void wendi_jump_ends_free(wendi_jump_ends *ends)
{
    wendi_free(&ends->allocator, ends->items, ends->capacity * sizeof ends->items[0]);
    ends->items = NULL;
    ends->count = ends->capacity = 0;
}

static bool reserve(wendi_jump_ends *ends, size_t capacity)
{
    if (capacity <= ends->capacity) {
        return true;
    }
    const size_t room = capacity > 2 * ends->capacity ? capacity : 2 * ends->capacity;
    wendi_jump_end *items =
        wendi_resize_items(&ends->allocator, ends->items, ends->capacity, room, sizeof items[0]);
    if (items == NULL) {
        return false;
    }
    ends->items = items;
    ends->capacity = room;
    return true;
}

bool wendi_jump_ends_of_start(const wendi_jump_states *s, const wendi_jump_ground *ground,
                              uint32_t cell, wendi_jump_ends *ends)
{
    const uint32_t px = cell & 0xFFFF;
    const uint32_t py = cell >> 16;
    uint64_t targets[64];
    const uint32_t most = sizeof targets / sizeof targets[0];
    ends->count = 0;
    for (uint32_t done = 0;; done += most) {
        const uint32_t count =
            wendi_jump_successors(ground, px, py, WENDI_DIRECTION_NONE, done, targets, most);
        if (!reserve(ends, count)) {
            return false;
        }
        for (uint32_t k = 0; k < most && done + k < count; ++k) {
            const uint32_t at = wendi_jump_entry_cell(targets[k]);
            const uint32_t dx = wendi_difference(at & 0xFFFF, px);
            const uint32_t dy = wendi_difference(at >> 16, py);
            const uint32_t diagonal = dx < dy ? dx : dy;
            ends->items[ends->count++] = (wendi_jump_end){
                wendi_jump_states_of(s, at, wendi_jump_entry_direction(targets[k])),
                dx + dy - 2 * diagonal, diagonal};
        }
        if (done + most >= count) {
            return true;
        }
    }
}

/* ---- the goal ---- */

/* A goal, and the straight part of paths to it that is followed back. */
typedef struct goal_scan {
    const wendi_jump_states *states;
    const wendi_jump_ground *ground;
    wendi_jump_ends *ends;
    uint32_t px, py;
    bool is_out_of_memory;
} goal_scan;

/* Adds the states of a jump point that continue in a direction. */
static void add_states(goal_scan *g, uint32_t px, uint32_t py, uint32_t direction,
                       uint32_t straight, uint32_t diagonal)
{
    const wendi_jump_states *s = g->states;
    const uint32_t id = s->ids[(size_t)py * s->columns + px];
    const uint8_t *natural =
        g->ground->steps->natural[wendi_jump_neighbours_at(g->ground->map, px, py)];
    if (!reserve(g->ends, g->ends->count + WENDI_DIRECTIONS)) {
        g->is_out_of_memory = true;
        return;
    }
    uint32_t state = s->first[id];
    for (uint32_t left = s->arrivals[id]; left != 0; left &= left - 1) {
        if ((natural[wendi_ctz64(left)] >> direction & 1) != 0) {
            g->ends->items[g->ends->count++] = (wendi_jump_end){state, straight, diagonal};
            if (s->is_by_cell) {
                return;
            }
        }
        state += s->is_by_cell ? 0 : 1;
    }
}

/* The states on the diagonal that leads to a cell in a direction. */
static void add_diagonal(goal_scan *g, uint32_t px, uint32_t py, uint32_t direction,
                         uint32_t straight)
{
    const wendi_jump_map *map = g->ground->map;
    const bool is_west = wendi_direction_x(direction) > 0; /* of the cell are the states */
    const bool is_north = wendi_direction_y(direction) > 0;
    const bool is_rising = is_west != is_north;
    const uint32_t line = wendi_jump_line(map, px, py, is_rising);
    const uint64_t *step =
        wendi_jump_row(map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING, line);
    const uint32_t last = is_west ? wendi_jump_last_down(step, px) : wendi_jump_last_up(step, px);
    if (last == px) {
        return;
    }
    const uint32_t low = is_west ? last : px + 1;
    const uint32_t high = is_west ? px - 1 : last;
    const uint64_t *leaves = g->states->leaves[direction] + (size_t)line * g->states->row_words;
    for (uint32_t word = low / 64; word <= high / 64; ++word) {
        uint64_t bits = leaves[word];
        bits &= word == low / 64 ? UINT64_MAX << low % 64 : UINT64_MAX;
        bits &= word == high / 64 ? UINT64_MAX >> (63 - high % 64) : UINT64_MAX;
        for (; bits != 0; bits &= bits - 1) {
            const uint32_t x = word * 64 + wendi_ctz64(bits);
            const uint32_t distance = wendi_difference(x, px);
            add_states(g, x, is_north ? py - distance : py + distance, direction, straight,
                       distance);
        }
    }
}

/* The states from which straight steps in a direction lead to the goal, or straight steps after
 * diagonal ones. */
static void add_straight(goal_scan *g, uint32_t direction)
{
    const wendi_jump_states *s = g->states;
    const wendi_jump_map *map = g->ground->map;
    const bool is_row = direction == WENDI_EAST || direction == WENDI_WEST;
    const bool is_behind = direction == WENDI_EAST || direction == WENDI_SOUTH;
    const uint32_t from = is_row ? g->px : g->py;
    const uint32_t line = is_row ? g->py : g->px;
    const uint32_t words = is_row ? s->row_words : s->column_words;
    const int stops = direction == WENDI_EAST    ? WENDI_JUMP_STOP_EAST
                      : direction == WENDI_WEST  ? WENDI_JUMP_STOP_WEST
                      : direction == WENDI_SOUTH ? WENDI_JUMP_STOP_SOUTH
                                                 : WENDI_JUMP_STOP_NORTH;
    const uint64_t *stop =
        is_row ? wendi_jump_row(map, stops, line) : wendi_jump_column(map, stops, line);
    const uint32_t low = is_behind ? wendi_scan_down(stop, from) : from + 1;
    const uint32_t high = is_behind ? from - 1 : wendi_scan_up(stop, from);
    const size_t at = (size_t)line * words;
    const uint32_t aside[2] = {(direction + 7) % WENDI_DIRECTIONS, direction + 1};
    uint64_t *const *turns = is_row ? s->row_turns : s->column_turns;
    const uint64_t *leaves = s->leaves[direction] + at;
    const uint64_t *first = turns[aside[0] / 2] + at;
    const uint64_t *second = turns[aside[1] / 2] + at;
    for (uint32_t word = low / 64; word <= high / 64; ++word) {
        uint64_t within = word == low / 64 ? UINT64_MAX << low % 64 : UINT64_MAX;
        within &= word == high / 64 ? UINT64_MAX >> (63 - high % 64) : UINT64_MAX;
        uint64_t bits = (leaves[word] | first[word] | second[word]) & within;
        for (; bits != 0; bits &= bits - 1) {
            const uint32_t along = word * 64 + wendi_ctz64(bits);
            const uint64_t bit = bits & (~bits + 1);
            const uint32_t x = is_row ? along : g->px;
            const uint32_t y = is_row ? g->py : along;
            const uint32_t distance = wendi_difference(along, from);
            if ((leaves[word] & bit) != 0) {
                add_states(g, x, y, direction, distance, 0);
            }
            if ((first[word] & bit) != 0) {
                add_diagonal(g, x, y, aside[0], distance);
            }
            if ((second[word] & bit) != 0) {
                add_diagonal(g, x, y, aside[1], distance);
            }
        }
    }
}

bool wendi_jump_ends_of_goal(const wendi_jump_states *s, const wendi_jump_ground *ground,
                             uint32_t cell, wendi_jump_ends *ends)
{
    goal_scan g = {s, ground, ends, cell & 0xFFFF, cell >> 16, false};
    ends->count = 0;
    for (uint32_t direction = 0; direction < WENDI_DIRECTIONS; ++direction) {
        if (direction % 2 == 0) {
            add_straight(&g, direction);
        } else {
            add_diagonal(&g, g.px, g.py, direction, 0);
        }
    }
    return !g.is_out_of_memory;
}
