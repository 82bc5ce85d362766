/* Jump point search with the jump table of the space, for one goal.
 * Cost: one step for each jump point; each reads one list of the table and makes a queue entry for
 * each jump point in it that it improves.
 *
 * The goal is found by a line-of-sight test from each jump point. */
#include "route/jump/scan.h"
#include "route/search/search.h"

/* ---- the goal ---- */

/* Number of open cells in line with the goal, on each of its four sides. */
static void measure_goal_clearance(wend_search *search)
{
    const wendi_jump_map *map = &search->space->jump;
    const uint32_t px = search->jump.goal_x;
    const uint32_t py = search->jump.goal_y;
    uint32_t *clear = search->jump.records.clear;
    const uint64_t *row = wendi_jump_row(map, WENDI_JUMP_OPEN, py);
    const uint64_t *column = wendi_jump_column(map, WENDI_JUMP_OPEN_T, px);
    clear[0] = px - wendi_scan_zero_down(row, px) - 1;
    clear[1] = wendi_scan_zero_up(row, px) - px - 1;
    clear[2] = py - wendi_scan_zero_down(column, py) - 1;
    clear[3] = wendi_scan_zero_up(column, py) - py - 1;
}

/* The greatest clear length of the straight part of a path from a cell that goes diagonally first.
 */
static inline uint32_t clear_at_goal(const wend_search *search, uint32_t px, uint32_t py,
                                     bool is_horizontal)
{
    const uint32_t horizontal = px >= search->jump.goal_x;
    const uint32_t vertical = 2 + (py >= search->jump.goal_y);
    return search->jump.records.clear[is_horizontal ? horizontal : vertical];
}

/* True if the path from a cell to the goal is clear that goes diagonally first. Its straight part
 * is tested from the goal's side, so that most cells are rejected without reading the maps. */
static inline bool goal_is_visible(const wend_search *search, uint32_t px, uint32_t py)
{
    const wendi_jump_scratch *jump = &search->jump;
    const wendi_jump_map *map = &search->space->jump;
    const bool is_west = px < jump->goal_x;
    const bool is_north = py < jump->goal_y;
    const uint32_t dx = wendi_difference(px, jump->goal_x);
    const uint32_t dy = wendi_difference(py, jump->goal_y);
    if (wendi_difference(dx, dy) > clear_at_goal(search, px, py, dx > dy)) {
        return false;
    }
    const uint32_t length = dx < dy ? dx : dy;
    const bool is_rising = is_west != is_north;
    const uint64_t *step =
        wendi_jump_row(map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING,
                       wendi_jump_line(map, px, py, is_rising));
    return is_west ? wendi_scan_zero_up(step, px - 1) >= px + length
                   : wendi_scan_zero_down(step, px) < px - length;
}

static void reach_goal(wend_search *search, uint32_t from)
{
    wendi_jump_records *records = &search->jump.records;
    const wendi_jump_record *node = &records->items[from];
    wendi_jump_record *goal = &records->items[records->goal];
    goal->cost = node->cost + node->estimate;
    goal->estimate = 0;
    goal->cell = records->goal_cell;
    goal->parent = from;
    goal->meta = records->generation | WENDI_JUMP_IS_OPEN | WENDI_DIRECTION_NONE;
    search->goal_cost = goal->cost;
    search->jump.goal_node = records->goal;
    ++search->answer.generated;
}

/* ---- expansion of a jump point ---- */

/* The members of the search that expansion reads. */
typedef struct table_expansion {
    wend_search *search;
    const wendi_jump_table *table;
    wendi_jump_record *items;
    uint32_t generation;
    uint32_t goal_x, goal_y;
    uint64_t straight, turn; /* cost of a straight step; cost of a diagonal one less two straight
                                ones */
} table_expansion;

/* A jump point to expand. */
typedef struct jump_point {
    uint32_t index, px, py;
    uint64_t cost;
} jump_point;

static table_expansion table_expansion_of(wend_search *search)
{
    const wendi_jump_scratch *jump = &search->jump;
    const table_expansion w = {search,
                               &search->space->jump_table,
                               jump->records.items,
                               jump->records.generation,
                               jump->goal_x,
                               jump->goal_y,
                               jump->straight,
                               jump->diagonal - 2 * jump->straight};
    return w;
}

static inline jump_point jump_point_of(const table_expansion *w, uint32_t index)
{
    const wendi_jump_record *record = &w->items[index];
    const jump_point p = {index, record->cell & 0xFFFF, record->cell >> 16, record->cost};
    return p;
}

static inline uint64_t cost_between(const table_expansion *w, uint32_t dx, uint32_t dy)
{
    /* turn is negative: the sum is right although parts of it wrap around. */
    return (dx + dy) * w->straight + (dx < dy ? dx : dy) * w->turn;
}

static inline uint64_t estimate_from(const table_expansion *w, uint32_t px, uint32_t py)
{
    return cost_between(w, wendi_difference(px, w->goal_x), wendi_difference(py, w->goal_y));
}

/* Relaxes a jump point of a list if the cost improves on the best known, and can be part of a
 * cheaper path to the goal; else returns false. */
static inline bool improve(const table_expansion *w, const jump_point *from, uint64_t entry,
                           uint32_t id)
{
    const uint32_t cell = wendi_jump_entry_cell(entry);
    const uint32_t px = cell & 0xFFFF;
    const uint32_t py = cell >> 16;
    if (wendi_jump_entry_is_dead_end(entry) && !goal_is_visible(w->search, px, py)) {
        return false;
    }
    const uint64_t cost = from->cost + cost_between(w, wendi_difference(px, from->px),
                                                    wendi_difference(py, from->py));
    wendi_jump_record *record = &w->items[id];
    const bool is_new = (record->meta ^ w->generation) >= WENDI_JUMP_GENERATION;
    if (!is_new && cost >= record->cost) {
        return false;
    }
    const uint64_t estimate = estimate_from(w, px, py);
    if (cost + estimate >= w->search->goal_cost) {
        return false;
    }
    record->cost = cost;
    record->estimate = estimate;
    record->cell = cell;
    record->parent = from->index;
    record->block = w->table->blocks[id];
    record->meta = w->generation | wendi_jump_entry_direction(entry);
    ++w->search->answer.generated;
    return true;
}

static inline bool queue(const table_expansion *w, uint32_t id)
{
    wendi_jump_record *record = &w->items[id];
    record->meta |= WENDI_JUMP_IS_OPEN;
    wendi_prefetch(w->table->words + record->block);
    return wendi_bucket_queue_push(&w->search->queue, record->cost + record->estimate, id);
}

static inline const uint64_t *list_of(const table_expansion *w, uint32_t index,
                                      const uint64_t **end)
{
    const wendi_jump_record *record = &w->items[index];
    return wendi_jump_block_list(w->table, w->table->words + record->block,
                                 record->meta & WENDI_JUMP_DIRECTION, end);
}

/* A jump point of a list. */
static inline bool reach(const table_expansion *w, const jump_point *from, uint64_t entry,
                         uint32_t id)
{
    return !improve(w, from, entry, id) || queue(w, id);
}

/* The start has no list: most starts are no jump points, and none is arrived at. */
static bool expand_start(const table_expansion *w, const jump_point *from)
{
    const wend_space *space = w->search->space;
    const wendi_jump_ground ground = {&space->jump, &space->steps};
    uint64_t targets[64];
    const uint32_t capacity = sizeof targets / sizeof targets[0];
    for (uint32_t done = 0;; done += capacity) {
        const uint32_t count = wendi_jump_successors(&ground, from->px, from->py,
                                                     WENDI_DIRECTION_NONE, done, targets, capacity);
        for (uint32_t k = 0; k < capacity && done + k < count; ++k) {
            const uint32_t cell = wendi_jump_entry_cell(targets[k]);
            if (!reach(w, from, targets[k], wendi_jump_table_id(w->table, cell))) {
                return false;
            }
        }
        if (done + capacity >= count) {
            return true;
        }
    }
}

static bool expand(const table_expansion *w, const jump_point *from)
{
    if ((w->items[from->index].meta & WENDI_JUMP_DIRECTION) == WENDI_DIRECTION_NONE) {
        return expand_start(w, from);
    }
    const uint64_t *end;
    const uint64_t *const list = list_of(w, from->index, &end);
    /* In long lists the records of the later ones are prefetched while the first are relaxed. */
    for (const uint64_t *entry = list + 2; entry < end; ++entry) {
        wendi_prefetch(&w->items[wendi_jump_entry_id(*entry)]);
    }
    for (const uint64_t *entry = list; entry < end; ++entry) {
        if (!reach(w, from, *entry, wendi_jump_entry_id(*entry))) {
            return false;
        }
    }
    return true;
}

/* ---- the search ---- */

static uint32_t slot_of(const wend_search *search, uint32_t cell)
{
    return (cell >> 16) * search->space->stride + (cell & 0xFFFF);
}

wend_result wendi_jump_table_search_begin(wend_search *search)
{
    wendi_jump_scratch *jump = &search->jump;
    wendi_jump_records *records = &jump->records;
    const wend_space *space = search->space;
    const wendi_jump_table *table = &space->jump_table;
    if (!wendi_jump_records_begin(records, table->id_capacity, &search->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    const uint32_t px = search->start_slot % space->stride;
    const uint32_t py = search->start_slot / space->stride;
    records->start_cell = py << 16 | px;
    records->goal_cell = jump->goal_cell;
    const uint32_t start_id = wendi_jump_table_id(table, records->start_cell);
    const uint32_t goal_id = wendi_jump_table_id(table, records->goal_cell);
    records->start = start_id == UINT32_MAX ? records->capacity - 2 : start_id;
    records->goal = goal_id == UINT32_MAX ? records->capacity - 1 : goal_id;
    wendi_jump_record *start = &records->items[records->start];
    start->cost = 0;
    start->cell = records->start_cell;
    start->parent = records->start;
    start->meta = records->generation | WENDI_JUMP_IS_OPEN | WENDI_DIRECTION_NONE;
    const table_expansion w = table_expansion_of(search);
    start->estimate = estimate_from(&w, px, py);
    measure_goal_clearance(search);
    search->best_slot = search->start_slot;
    search->best_estimate = start->estimate;
    wendi_jump_search_clear_queue(search, start->estimate);
    return wendi_bucket_queue_push(&search->queue, start->estimate, records->start)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

static wend_result search_node(wend_search *search, uint32_t index)
{
    wendi_jump_record *node = &search->jump.records.items[index];
    node->meta &= ~(uint32_t)WENDI_JUMP_IS_OPEN;
    if (node->estimate < search->best_estimate) {
        search->best_estimate = node->estimate;
        search->best_slot = slot_of(search, node->cell);
    }
    if (search->query.records_order &&
        !wendi_search_note_expanded(search, slot_of(search, node->cell))) {
        return WEND_ERROR_MEMORY;
    }
    if (node->cost >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    const table_expansion w = table_expansion_of(search);
    const jump_point from = jump_point_of(&w, index);
    if (goal_is_visible(search, from.px, from.py)) {
        reach_goal(search, index);
        return WEND_OK;
    }
    return expand(&w, &from) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_jump_table_search_advance(wend_search *search, uint64_t *steps)
{
    wendi_bucket_queue *queue = &search->queue;
    for (;;) {
        uint32_t index = 0;
        const wend_result taken = wendi_bucket_queue_pop(queue, &index);
        if (taken == WEND_ERROR_MEMORY) {
            return taken;
        }
        if (taken == WEND_NO_PATH || wendi_bucket_queue_bound(queue) >= search->goal_cost) {
            return wendi_jump_search_finish(search);
        }
        const wendi_jump_record *node = &search->jump.records.items[index];
        const uint64_t total = node->cost + node->estimate;
        if ((node->meta & WENDI_JUMP_IS_OPEN) == 0 || total >= search->goal_cost) {
            continue;
        }
        if (*steps == 0) {
            return wendi_bucket_queue_push(queue, total, index) ? WEND_IN_PROGRESS
                                                                : WEND_ERROR_MEMORY;
        }
        --*steps;
        const wend_result searched = search_node(search, index);
        if (searched != WEND_OK) {
            return searched;
        }
    }
}

/* ---- known costs ---- */

uint32_t wendi_jump_search_find(const wend_search *search, uint32_t cell)
{
    const wendi_jump_scratch *jump = &search->jump;
    if (!jump->uses_table) {
        return wendi_key_table_find(&jump->nodes.keys, cell);
    }
    const wendi_jump_records *records = &jump->records;
    const wendi_jump_table *table = &search->space->jump_table;
    uint32_t index = UINT32_MAX;
    if (cell == records->start_cell) {
        index = records->start;
    } else if (cell == records->goal_cell) {
        index = records->goal;
    } else if (table->is_built) {
        index = wendi_jump_table_id(table, cell);
    }
    /* The table may have been repaired since. */
    const bool is_known =
        index < records->capacity &&
        (records->items[index].meta ^ records->generation) < WENDI_JUMP_GENERATION &&
        records->items[index].cell == cell;
    return is_known ? index : UINT32_MAX;
}
