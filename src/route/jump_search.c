/* Takes: a query with one goal on a space whose open cells all cost the same, with 8 neighbours.
 * Gives: the cheapest way, as jump points.
 * Cost: one step for each jump point; each a few word scans and a queue entry for each jump point
 * found from it. */
#include "route/search_private.h"

#include "base/bits.h"

#include <string.h>

enum { FIRST_NODES = 256, FIRST_TABLE = 1024 };

/* ---- nodes by cell ---- */

static size_t table_slot(const wendi_jump_scratch *jump, uint32_t cell)
{
    return (cell * 0x9E3779B97F4A7C15u >> 32) & jump->table_mask;
}

static void table_put(wendi_jump_scratch *jump, uint32_t cell, uint32_t index)
{
    size_t at = table_slot(jump, cell);
    while (jump->table[at] != 0) {
        at = (at + 1) & jump->table_mask;
    }
    jump->table[at] = (uint64_t)cell << 32 | (index + 1);
}

static bool table_reserve(wendi_jump_scratch *jump, size_t entries, const wend_allocator *allocator)
{
    if (entries > jump->table_capacity) {
        const size_t item = sizeof jump->table[0];
        uint64_t *grown =
            wendi_resize(allocator, jump->table, jump->table_capacity * item, entries * item);
        if (grown == NULL) {
            return false;
        }
        jump->table = grown;
        jump->table_capacity = entries;
    }
    memset(jump->table, 0, entries * sizeof jump->table[0]);
    jump->table_mask = entries - 1;
    return true;
}

static bool nodes_reserve(wendi_jump_scratch *jump, size_t count, const wend_allocator *allocator)
{
    if (count <= jump->node_capacity) {
        return true;
    }
    const size_t item = sizeof jump->nodes[0];
    wendi_jump_node *grown =
        wendi_resize(allocator, jump->nodes, jump->node_capacity * item, count * item);
    if (grown == NULL) {
        return false;
    }
    jump->nodes = grown;
    jump->node_capacity = count;
    return true;
}

/* Doubles the table, which keeps it at most half full. On failure the nodes are still all there,
 * but no longer found, so the query has to end. */
static bool table_grow(wendi_jump_scratch *jump, const wend_allocator *allocator)
{
    if (!table_reserve(jump, (jump->table_mask + 1) * 2, allocator)) {
        return false;
    }
    for (size_t index = 0; index < jump->node_count; ++index) {
        table_put(jump, jump->nodes[index].cell, (uint32_t)index);
    }
    return true;
}

void wendi_jump_destroy(wendi_jump_scratch *scratch, const wend_allocator *allocator)
{
    wendi_free(allocator, scratch->nodes, scratch->node_capacity * sizeof scratch->nodes[0]);
    wendi_free(allocator, scratch->table, scratch->table_capacity * sizeof scratch->table[0]);
    memset(scratch, 0, sizeof *scratch);
}

size_t wendi_jump_bytes(const wendi_jump_scratch *scratch)
{
    return scratch->node_capacity * sizeof scratch->nodes[0] +
           scratch->table_capacity * sizeof scratch->table[0];
}

uint32_t wendi_jump_find(const wendi_jump_scratch *scratch, uint32_t cell)
{
    size_t at = table_slot(scratch, cell);
    while (scratch->table[at] != 0 && scratch->table[at] >> 32 != cell) {
        at = (at + 1) & scratch->table_mask;
    }
    return (uint32_t)scratch->table[at] - 1;
}

/* ---- finding jump points ---- */

/* The node being expanded, and everything its expansion needs. */
typedef struct expansion {
    wend_search *search;
    wendi_jump_scratch *jump;
    const wendi_jump_map *map;
    uint32_t px, py;
    uint32_t index;
    uint64_t cost;
    bool is_out_of_memory;
} expansion;

static uint64_t estimate_from(const wendi_jump_scratch *jump, uint32_t px, uint32_t py)
{
    const uint32_t dx = px > jump->goal_x ? px - jump->goal_x : jump->goal_x - px;
    const uint32_t dy = py > jump->goal_y ? py - jump->goal_y : jump->goal_y - py;
    const uint32_t diagonal = dx < dy ? dx : dy;
    return (dx + dy - 2 * diagonal) * jump->straight + diagonal * jump->diagonal;
}

static bool add_node(expansion *e, uint32_t cell, uint32_t px, uint32_t py, uint32_t *index)
{
    wendi_jump_scratch *jump = e->jump;
    const wend_allocator *allocator = &e->search->allocator;
    if (jump->node_count == jump->node_capacity &&
        !nodes_reserve(jump, jump->node_capacity * 2, allocator)) {
        return false;
    }
    if (jump->node_count * 2 > jump->table_mask && !table_grow(jump, allocator)) {
        return false;
    }
    *index = (uint32_t)jump->node_count++;
    table_put(jump, cell, *index);
    jump->nodes[*index].cell = cell;
    jump->nodes[*index].estimate = estimate_from(jump, px, py);
    return true;
}

/* A way to a cell was found: keep it if it is cheaper than what was known. */
static void reach(expansion *e, uint32_t px, uint32_t py, uint64_t cost, uint32_t direction)
{
    wend_search *search = e->search;
    wendi_jump_scratch *jump = e->jump;
    const uint32_t cell = py << 16 | px;
    size_t at = table_slot(jump, cell);
    while (jump->table[at] != 0 && jump->table[at] >> 32 != cell) {
        at = (at + 1) & jump->table_mask;
    }
    uint32_t index = (uint32_t)jump->table[at] - 1;
    if (jump->table[at] != 0) {
        if (cost >= jump->nodes[index].cost) {
            return;
        }
    } else {
        if (cost > search->query.max_cost) {
            search->hit_limit = true;
            return;
        }
        if (!add_node(e, cell, px, py, &index)) {
            e->is_out_of_memory = true;
            return;
        }
    }
    wendi_jump_node *node = &jump->nodes[index];
    node->cost = cost;
    node->parent = e->index;
    node->direction = direction;
    node->is_open = 1;
    ++search->answer.generated;
    if (node->estimate == 0) {
        search->goal_cost = cost;
        jump->goal_node = index;
        return;
    }
    const uint64_t total = cost + node->estimate;
    if (total < search->goal_cost && !wendi_buckets_push(&search->queue, total, index)) {
        e->is_out_of_memory = true;
    }
}

/* First stop after `from` towards higher positions. The frame guarantees that there is one. */
static uint32_t scan_up(const uint64_t *line, uint32_t from)
{
    uint32_t word = (from + 1) / 64;
    uint64_t bits = line[word] & UINT64_MAX << ((from + 1) % 64);
    while (bits == 0) {
        bits = line[++word];
    }
    return word * 64 + wendi_ctz64(bits);
}

static uint32_t scan_down(const uint64_t *line, uint32_t from)
{
    uint32_t word = (from - 1) / 64;
    uint64_t bits = line[word] & UINT64_MAX >> (63 - (from - 1) % 64);
    while (bits == 0) {
        bits = line[--word];
    }
    return word * 64 + 63 - wendi_clz64(bits);
}

static bool is_open_at(const uint64_t *line, uint32_t position)
{
    return (line[position / 64] >> (position % 64) & 1) != 0;
}

/* Straight jumps from any cell (on the way of a diagonal, too); cost is that of the cell. */
static void jump_horizontal(expansion *e, uint32_t px, uint32_t py, uint64_t cost, bool is_east)
{
    const wendi_jump_scratch *jump = e->jump;
    const uint32_t stop = is_east ? scan_up(wendi_jump_row(e->map, WENDI_JUMP_STOP_EAST, py), px)
                                  : scan_down(wendi_jump_row(e->map, WENDI_JUMP_STOP_WEST, py), px);
    const uint32_t direction = is_east ? WENDI_EAST : WENDI_WEST;
    if (py == jump->goal_y && (is_east ? jump->goal_x > px && jump->goal_x <= stop
                                       : jump->goal_x < px && jump->goal_x >= stop)) {
        const uint32_t distance = is_east ? jump->goal_x - px : px - jump->goal_x;
        reach(e, jump->goal_x, py, cost + distance * jump->straight, direction);
    } else if (is_open_at(wendi_jump_row(e->map, WENDI_JUMP_OPEN, py), stop)) {
        reach(e, stop, py, cost + (is_east ? stop - px : px - stop) * jump->straight, direction);
    }
}

static void jump_vertical(expansion *e, uint32_t px, uint32_t py, uint64_t cost, bool is_south)
{
    const wendi_jump_scratch *jump = e->jump;
    const uint32_t stop = is_south
                              ? scan_up(wendi_jump_column(e->map, WENDI_JUMP_STOP_SOUTH, px), py)
                              : scan_down(wendi_jump_column(e->map, WENDI_JUMP_STOP_NORTH, px), py);
    const uint32_t direction = is_south ? WENDI_SOUTH : WENDI_NORTH;
    if (px == jump->goal_x && (is_south ? jump->goal_y > py && jump->goal_y <= stop
                                        : jump->goal_y < py && jump->goal_y >= stop)) {
        const uint32_t distance = is_south ? jump->goal_y - py : py - jump->goal_y;
        reach(e, px, jump->goal_y, cost + distance * jump->straight, direction);
    } else if (is_open_at(wendi_jump_column(e->map, WENDI_JUMP_OPEN_T, px), stop)) {
        reach(e, px, stop, cost + (is_south ? stop - py : py - stop) * jump->straight, direction);
    }
}

/* A diagonal from the expanded node. */
typedef struct diagonal {
    bool is_east, is_south;
    uint32_t direction;
    const uint64_t *turn; /* the skewed line of turns */
} diagonal;

/* How far the diagonal can be gone, in cells. */
static uint32_t diagonal_length(const uint64_t *step, uint32_t px, bool is_east)
{
    uint32_t position = is_east ? px : px - 1;
    uint32_t word = position / 64;
    if (is_east) {
        uint64_t ends = ~step[word] & UINT64_MAX << (position % 64);
        while (ends == 0) {
            ends = ~step[++word];
        }
        return word * 64 + wendi_ctz64(ends) - px;
    }
    uint64_t ends = ~step[word] & UINT64_MAX >> (63 - position % 64);
    while (ends == 0) {
        ends = ~step[--word];
    }
    return px - 1 - (word * 64 + 63 - wendi_clz64(ends));
}

/* Has the cell a forced neighbour for who comes along the diagonal? Only where corners are cut. */
static bool is_forced(const expansion *e, const diagonal *d, uint32_t px, uint32_t py);

/* Looks to both sides from the cell `distance` along; returns whether the diagonal ends there,
 * because the cell is itself a jump point. */
static bool turn_at(expansion *e, const diagonal *d, uint32_t distance)
{
    const uint32_t px = d->is_east ? e->px + distance : e->px - distance;
    const uint32_t py = d->is_south ? e->py + distance : e->py - distance;
    const uint64_t cost = e->cost + distance * e->jump->diagonal;
    if (e->map->rule != WEND_CORNER_NEVER && is_forced(e, d, px, py)) {
        reach(e, px, py, cost, d->direction);
        return true;
    }
    jump_horizontal(e, px, py, cost, d->is_east);
    jump_vertical(e, px, py, cost, d->is_south);
    return false;
}

/* Turns east of px up to px + length; returns how far the diagonal goes. */
static uint32_t turns_up(expansion *e, const diagonal *d, uint32_t length)
{
    const uint32_t last = e->px + length;
    for (uint32_t word = (e->px + 1) / 64; word <= last / 64; ++word) {
        uint64_t bits = d->turn[word];
        bits &= word == (e->px + 1) / 64 ? UINT64_MAX << ((e->px + 1) % 64) : UINT64_MAX;
        bits &= word == last / 64 ? UINT64_MAX >> (63 - last % 64) : UINT64_MAX;
        for (; bits != 0; bits &= bits - 1) {
            const uint32_t distance = word * 64 + wendi_ctz64(bits) - e->px;
            if (turn_at(e, d, distance)) {
                return distance;
            }
        }
    }
    return length;
}

static uint32_t turns_down(expansion *e, const diagonal *d, uint32_t length)
{
    const uint32_t last = e->px - length;
    const uint32_t first = e->px - 1;
    for (uint32_t word = first / 64 + 1; word-- > last / 64;) {
        uint64_t bits = d->turn[word];
        bits &= word == first / 64 ? UINT64_MAX >> (63 - first % 64) : UINT64_MAX;
        bits &= word == last / 64 ? UINT64_MAX << (last % 64) : UINT64_MAX;
        while (bits != 0) {
            const uint32_t high = 63 - wendi_clz64(bits);
            bits &= ~((uint64_t)1 << high);
            const uint32_t distance = e->px - (word * 64 + high);
            if (turn_at(e, d, distance)) {
                return distance;
            }
        }
    }
    return length;
}

/* The goal is not in the bitmaps: does the diagonal pass its row or its column within `length`
 * steps, with nothing between? */
static void goal_beside(expansion *e, const diagonal *d, uint32_t length)
{
    const wendi_jump_scratch *jump = e->jump;
    const uint32_t across = d->is_east ? jump->goal_x - e->px : e->px - jump->goal_x;
    const uint32_t along = d->is_south ? jump->goal_y - e->py : e->py - jump->goal_y;
    /* Behind the node the differences wrap around to large numbers. */
    const uint32_t distance = across < along ? across : along;
    if (distance == 0 || distance > length || (across | along) > INT32_MAX) {
        return;
    }
    const uint32_t px = d->is_east ? e->px + distance : e->px - distance;
    const uint32_t py = d->is_south ? e->py + distance : e->py - distance;
    const uint64_t cost = e->cost + distance * jump->diagonal;
    if (across == along) {
        reach(e, px, py, cost, d->direction);
    } else if (py == jump->goal_y) {
        jump_horizontal(e, px, py, cost, d->is_east);
    } else {
        jump_vertical(e, px, py, cost, d->is_south);
    }
}

static void jump_diagonal(expansion *e, bool is_east, bool is_south)
{
    const wendi_jump_map *map = e->map;
    const bool is_rising = is_east != is_south;
    const uint32_t line = is_rising ? (e->px + e->py) % map->rows
                                    : (e->py + map->rows - e->px % map->rows) % map->rows;
    const uint64_t *step =
        wendi_jump_row(map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING, line);
    const int turn = is_rising ? (is_east ? WENDI_JUMP_TURN_NE : WENDI_JUMP_TURN_SW)
                               : (is_east ? WENDI_JUMP_TURN_SE : WENDI_JUMP_TURN_NW);
    const uint32_t east = is_south ? WENDI_SOUTH_EAST : WENDI_NORTH_EAST;
    const uint32_t west = is_south ? WENDI_SOUTH_WEST : WENDI_NORTH_WEST;
    const diagonal d = {is_east, is_south, is_east ? east : west, wendi_jump_row(map, turn, line)};
    const uint32_t length = diagonal_length(step, e->px, is_east);
    if (length == 0) {
        return;
    }
    goal_beside(e, &d, is_east ? turns_up(e, &d, length) : turns_down(e, &d, length));
}

/* The eight cells around, as a hood of step_table.h. */
static uint32_t hood_at(const wendi_jump_map *map, uint32_t px, uint32_t py)
{
    const uint32_t word = (px - 1) / 64;
    const uint32_t shift = (px - 1) % 64;
    const uint64_t *above = wendi_jump_row(map, WENDI_JUMP_OPEN, py - 1) + word;
    const uint64_t *line = above + map->row_words;
    const uint64_t *below = line + map->row_words;
    uint64_t a = above[0] >> shift;
    uint64_t l = line[0] >> shift;
    uint64_t b = below[0] >> shift;
    if (shift > 61) {
        a |= above[1] << (64 - shift);
        l |= line[1] << (64 - shift);
        b |= below[1] << (64 - shift);
    }
    return (uint32_t)((a & 7) | (l & 1) << 3 | (l & 4) << 2 | (b & 7) << 5);
}

static bool is_forced(const expansion *e, const diagonal *d, uint32_t px, uint32_t py)
{
    const uint8_t *natural = e->search->space->steps.natural[hood_at(e->map, px, py)];
    const uint32_t left = (d->direction + WENDI_DIRECTIONS - 2) % WENDI_DIRECTIONS;
    const uint32_t right = (d->direction + 2) % WENDI_DIRECTIONS;
    return (natural[d->direction] & (1u << left | 1u << right)) != 0;
}

static void expand(expansion *e, uint32_t direction)
{
    const uint32_t hood = hood_at(e->map, e->px, e->py);
    const uint32_t steps = e->search->space->steps.natural[hood][direction];
    if ((steps & 1u << WENDI_EAST) != 0) {
        jump_horizontal(e, e->px, e->py, e->cost, true);
    }
    if ((steps & 1u << WENDI_WEST) != 0) {
        jump_horizontal(e, e->px, e->py, e->cost, false);
    }
    if ((steps & 1u << WENDI_SOUTH) != 0) {
        jump_vertical(e, e->px, e->py, e->cost, true);
    }
    if ((steps & 1u << WENDI_NORTH) != 0) {
        jump_vertical(e, e->px, e->py, e->cost, false);
    }
    if ((steps & 1u << WENDI_NORTH_EAST) != 0) {
        jump_diagonal(e, true, false);
    }
    if ((steps & 1u << WENDI_SOUTH_EAST) != 0) {
        jump_diagonal(e, true, true);
    }
    if ((steps & 1u << WENDI_SOUTH_WEST) != 0) {
        jump_diagonal(e, false, true);
    }
    if ((steps & 1u << WENDI_NORTH_WEST) != 0) {
        jump_diagonal(e, false, false);
    }
}

/* ---- the search ---- */

static uint32_t slot_of(const wend_search *search, uint32_t cell)
{
    return (cell >> 16) * search->space->stride + (cell & 0xFFFF);
}

wend_result wendi_jump_begin(wend_search *search)
{
    wendi_jump_scratch *jump = &search->jump;
    const wend_space *space = search->space;
    if (!nodes_reserve(jump, FIRST_NODES, &search->allocator) ||
        !table_reserve(jump, FIRST_TABLE, &search->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    const uint32_t goal = search->goals.items[0];
    jump->straight = WEND_COST_ONE * space->cost_min;
    jump->diagonal = WEND_COST_DIAGONAL * space->cost_min;
    jump->goal_x = goal % space->stride;
    jump->goal_y = goal / space->stride;
    jump->goal_node = UINT32_MAX;
    const uint32_t px = search->start_slot % space->stride;
    const uint32_t py = search->start_slot / space->stride;
    const uint32_t cell = py << 16 | px;
    const uint64_t estimate = estimate_from(jump, px, py);
    const wendi_jump_node start = {0, estimate, cell, 0, WENDI_DIRECTION_NONE, 1};
    jump->nodes[0] = start;
    jump->node_count = 1;
    table_put(jump, cell, 0);
    /* Buckets of half a straight step: see docs/decisions.md. */
    const unsigned shift = 31 + (31 - (wendi_clz64(space->cost_min) - 32));
    wendi_buckets_clear(&search->queue, shift, estimate);
    search->best_slot = search->start_slot;
    search->best_estimate = estimate;
    if (search->start_slot == goal) {
        jump->goal_node = 0;
        search->goal_cost = 0;
    }
    return wendi_buckets_push(&search->queue, estimate, 0) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result finish(wend_search *search)
{
    if (search->jump.goal_node == UINT32_MAX) {
        return wendi_search_give_up(search, false);
    }
    search->goal_slot = search->goals.items[0];
    return WEND_OK;
}

static wend_result search_node(wend_search *search, uint32_t index)
{
    wendi_jump_scratch *jump = &search->jump;
    wendi_jump_node *node = &jump->nodes[index];
    node->is_open = 0;
    const uint32_t slot = slot_of(search, node->cell);
    if (node->estimate < search->best_estimate) {
        search->best_estimate = node->estimate;
        search->best_slot = slot;
    }
    if (!wendi_search_record(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (node->cost >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    expansion e = {search,           jump,  &search->space->jump, node->cell & 0xFFFF,
                   node->cell >> 16, index, node->cost,           false};
    expand(&e, node->direction);
    return e.is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wendi_jump_advance(wend_search *search, uint64_t *steps)
{
    wendi_jump_scratch *jump = &search->jump;
    wendi_buckets *queue = &search->queue;
    for (;;) {
        uint32_t index;
        while (!wendi_buckets_pop(queue, &index)) {
            const wend_result moved = wendi_buckets_advance(queue);
            if (moved == WEND_ERROR_MEMORY) {
                return moved;
            }
            if (moved == WEND_NO_PATH || wendi_buckets_bound(queue) >= search->goal_cost) {
                return finish(search);
            }
        }
        const wendi_jump_node *node = &jump->nodes[index];
        if (node->is_open == 0 || node->cost + node->estimate >= search->goal_cost) {
            continue;
        }
        if (*steps == 0) {
            return wendi_buckets_push(queue, node->cost + node->estimate, index)
                       ? WEND_IN_PROGRESS
                       : WEND_ERROR_MEMORY;
        }
        --*steps;
        const wend_result searched = search_node(search, index);
        if (searched != WEND_OK) {
            return searched;
        }
    }
}
