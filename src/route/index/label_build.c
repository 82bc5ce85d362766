/* The making of labels: a pruned search from each jump point, the most important first, writes the
 * lists of jump points; those of all other cells follow from them, in parallel.
 * Cost: a hub on the list of a jump point takes some 100 ns; a cell some microseconds. */
#include "route/index/labels.h"
#include "route/jump/scan.h"
#include "route/jump/step_table.h"

#include <string.h>

/* Hubs looked at for all cells, where CELL_WORK allows less: some seconds. */
static const uint64_t LEAST_WORK = 1500000000;

enum {
    FIRST_CAPACITY = 4,  /* of the list of a jump point */
    HUBS_PER_STEP = 64,  /* of a search */
    WORK_PER_CELL = 256, /* hubs looked at by searches */
    CELLS_MORE = 65536,
    SAMPLES = 512,         /* cells at most of which lists are made to learn how long they are, */
    CELLS_PER_SAMPLE = 16, /* one of so many */
    CELL_WORK = 1000,      /* hubs looked at for a cell, walls included */
    MANY_VIEWS = 24,       /* jump points visible from a cell: queries take too long to list them */
};

/* What a build works on. */
typedef struct label_work {
    wendi_label_build *build;
    wendi_labels *labels;
    const wendi_jump_states *states;
    const wendi_hierarchy *hierarchy;
    const wend_allocator *allocator;
} label_work;

/* The numbers that a job has room for. */
static size_t room_of(const wendi_labels *l)
{
    const size_t most = l->count < WENDI_LABEL_CELL_MAX ? l->count : WENDI_LABEL_CELL_MAX;
    return WENDI_LABEL_BLOCK * (3 * most + 2);
}

static size_t cell_count(const label_work *w)
{
    return (size_t)w->states->rows * w->states->columns;
}

/* ---- memory ---- */

static void free_items(const wend_allocator *a, void *items, size_t count, size_t item_bytes)
{
    wendi_free(a, items, items == NULL ? 0 : count * item_bytes);
}

void wendi_label_build_destroy(wendi_label_build *build, const wendi_labels *labels,
                               const wend_allocator *allocator)
{
    const size_t count = (size_t)labels->count + 1;
    wendi_free(allocator, build->steps, build->steps == NULL ? 0 : sizeof *build->steps);
    free_items(allocator, build->view_first, count, sizeof build->view_first[0]);
    free_items(allocator, build->views, build->view_capacity, sizeof build->views[0]);
    free_items(allocator, build->lists, count, sizeof build->lists[0]);
    free_items(allocator, build->pool, build->pool_capacity, sizeof build->pool[0]);
    free_items(allocator, build->costs, count, sizeof build->costs[0]);
    free_items(allocator, build->distances, count, sizeof build->distances[0]);
    free_items(allocator, build->parents, count, sizeof build->parents[0]);
    free_items(allocator, build->directions, count, sizeof build->directions[0]);
    free_items(allocator, build->reached, count, sizeof build->reached[0]);
    free_items(allocator, build->hub_costs, count, sizeof build->hub_costs[0]);
    if (build->phase != WENDI_LABEL_BEGIN) {
        wendi_heap_free(&build->heap);
    }
    for (uint32_t k = 0; k < WENDI_LABEL_JOBS; ++k) {
        wendi_label_sheet_destroy(&build->jobs[k].sheet, labels->count, allocator);
        free_items(allocator, build->jobs[k].room, room_of(labels), sizeof build->jobs[k].room[0]);
        free_items(allocator, build->jobs[k].covers, count, sizeof build->jobs[k].covers[0]);
    }
    const wendi_label_phase phase = build->phase;
    const wendi_label_kind left_out = build->left_out;
    memset(build, 0, sizeof *build);
    build->left_out = left_out;
    build->phase = phase == WENDI_LABEL_DONE ? WENDI_LABEL_DONE : WENDI_LABEL_BEGIN;
}

size_t wendi_label_build_bytes(const wendi_label_build *build, const wendi_labels *labels)
{
    const size_t count = (size_t)labels->count + 1;
    const size_t by_jump_point = 2 * sizeof(uint32_t) + sizeof build->lists[0] +
                                 2 * sizeof(uint64_t) + sizeof(uint32_t) + sizeof(uint16_t) + 1;
    size_t bytes = build->view_capacity * sizeof build->views[0] +
                   build->pool_capacity * sizeof build->pool[0];
    if (build->steps != NULL) {
        bytes += sizeof *build->steps + count * by_jump_point +
                 build->heap.capacity * sizeof build->heap.nodes[0] +
                 build->heap.slots.capacity * sizeof build->heap.slots.items[0];
    }
    for (uint32_t k = 0; k < WENDI_LABEL_JOBS; ++k) {
        bytes += build->jobs[k].room == NULL ? 0
                                             : (room_of(labels) + count) * sizeof(uint16_t) +
                                                   wendi_label_sheet_bytes(labels->count);
    }
    return bytes;
}

/* Ends the build without labels of cells, or of anything. */
static void leave_out(const label_work *w, wendi_label_kind kind)
{
    wendi_labels *l = w->labels;
    if (kind == WENDI_LABELS_NONE) {
        wendi_label_build_destroy(w->build, l, w->allocator);
        wendi_labels_destroy(l, w->allocator);
    } else {
        free_items(w->allocator, l->cells, cell_count(w), sizeof l->cells[0]);
        free_items(w->allocator, l->pool, l->pool_capacity, sizeof l->pool[0]);
        l->cells = NULL;
        l->pool = NULL;
        l->pool_count = l->pool_capacity = 0;
        l->kind = kind;
    }
    w->build->phase = WENDI_LABEL_DONE;
}

/* ---- lines ---- */

/* The ranks follow the first of the states of each jump point in the hierarchy. */
static void rank_jump_points(const label_work *w)
{
    const wendi_jump_states *s = w->states;
    wendi_labels *l = w->labels;
    memset(l->ranks, 0xFF, cell_count(w) * sizeof l->ranks[0]);
    uint32_t count = 0;
    for (uint32_t position = 0; position < w->hierarchy->node_count; ++position) {
        const uint32_t cell = s->places[w->hierarchy->nodes[position]];
        const size_t at = (size_t)(cell >> 16) * s->columns + (cell & 0xFFFF);
        if (l->ranks[at] == WENDI_LABEL_END) {
            l->places[count] = cell;
            l->arrivals[count] = s->arrivals[s->ids[at]];
            l->ranks[at] = (uint16_t)count++;
        }
    }
}

static bool reserve_all(const label_work *w)
{
    const wend_allocator *a = w->allocator;
    wendi_labels *l = w->labels;
    wendi_label_build *b = w->build;
    const size_t count = (size_t)l->count + 1;
    const size_t row_words = (size_t)w->states->rows * w->states->row_words;
    const size_t column_words = (size_t)w->states->columns * w->states->column_words;
    bool has_lines = true;
    for (uint32_t k = 0; k < 4; ++k) {
        l->beside[k] = wendi_alloc_items_zero(a, row_words, sizeof(uint64_t));
        has_lines = has_lines && l->beside[k] != NULL;
    }
    for (uint32_t k = 0; k < 2; ++k) {
        l->steps[k] = wendi_alloc_items_zero(a, row_words, sizeof(uint64_t));
        has_lines = has_lines && l->steps[k] != NULL;
    }
    l->rows = wendi_alloc_items(a, row_words, sizeof l->rows[0]);
    l->columns = wendi_alloc_items(a, column_words, sizeof l->columns[0]);
    l->ranks = wendi_alloc_items(a, cell_count(w), sizeof l->ranks[0]);
    l->arrivals = wendi_alloc_items_zero(a, count, sizeof l->arrivals[0]);
    l->places = wendi_alloc_items_zero(a, count, sizeof l->places[0]);
    b->steps = wendi_alloc_zero(a, sizeof *b->steps);
    b->view_first = wendi_alloc_items_zero(a, count, sizeof b->view_first[0]);
    b->lists = wendi_alloc_items_zero(a, count, sizeof b->lists[0]);
    b->costs = wendi_alloc_items(a, count, sizeof b->costs[0]);
    b->distances = wendi_alloc_items_zero(a, count, sizeof b->distances[0]);
    b->parents = wendi_alloc_items_zero(a, count, sizeof b->parents[0]);
    b->directions = wendi_alloc_items_zero(a, count, sizeof b->directions[0]);
    b->reached = wendi_alloc_items_zero(a, count, sizeof b->reached[0]);
    b->hub_costs = wendi_alloc_items(a, count, sizeof b->hub_costs[0]);
    wendi_heap_init(&b->heap, a);
    b->phase = WENDI_LABEL_LINES;
    if (!has_lines || l->rows == NULL || l->columns == NULL || l->ranks == NULL ||
        l->arrivals == NULL || l->places == NULL || b->steps == NULL || b->view_first == NULL ||
        b->lists == NULL || b->costs == NULL || b->distances == NULL || b->parents == NULL ||
        b->directions == NULL || b->reached == NULL || b->hub_costs == NULL ||
        !wendi_heap_reserve(&b->heap, count, (uint32_t)count)) {
        return false;
    }
    for (size_t k = 0; k < count; ++k) {
        b->costs[k] = b->hub_costs[k] = WENDI_LABEL_FAR;
    }
    memset(l->columns, 0xFF, column_words * sizeof l->columns[0]);
    return true;
}

static wend_result begin(const label_work *w)
{
    w->labels->states = w->states;
    w->labels->count = w->states->cell_count;
    if (w->states->cell_count >= WENDI_LABEL_HUBS_MAX ||
        w->build->left_out == WENDI_LABELS_OF_JUMP_POINTS) {
        leave_out(w, WENDI_LABELS_NONE);
        return WEND_OK;
    }
    const size_t most_bytes = w->build->most_bytes;
    if (!reserve_all(w)) {
        wendi_label_build_destroy(w->build, w->labels, w->allocator);
        w->build->most_bytes = most_bytes;
        wendi_labels_destroy(w->labels, w->allocator);
        return WEND_ERROR_MEMORY;
    }
    rank_jump_points(w);
    const wendi_step_rules rules = {WEND_NEIGHBOURS_8, (wend_corner_rule)w->states->rule,
                                    WEND_HEX_ODD_ROWS};
    wendi_step_table_build(w->build->steps, &rules);
    return WEND_OK;
}

static void set_lines_of_row(const label_work *w, uint32_t py)
{
    const wendi_jump_states *s = w->states;
    wendi_labels *l = w->labels;
    const uint64_t *open = s->open + (size_t)py * s->row_words;
    uint64_t *line = l->rows + (size_t)py * s->row_words;
    for (uint32_t word = 0; word < s->row_words; ++word) {
        line[word] = ~open[word];
        for (uint64_t bits = open[word]; bits != 0; bits &= bits - 1) {
            const uint32_t px = word * 64 + wendi_ctz64(bits);
            if (l->ranks[(size_t)py * s->columns + px] != WENDI_LABEL_END) {
                line[word] |= bits & (~bits + 1);
            } else {
                l->columns[(size_t)px * s->column_words + py / 64] &= ~((uint64_t)1 << py % 64);
            }
        }
    }
}

static bool is_open(const wendi_jump_states *s, uint32_t px, uint32_t py)
{
    return wendi_scan_bit(s->open + (size_t)py * s->row_words, px);
}

/* True if the diagonal step from an open cell to the cell (x, y) is allowed. */
static bool can_step(const wendi_jump_states *s, uint32_t px, uint32_t py, uint32_t x, uint32_t y)
{
    const uint32_t beside = (is_open(s, x, py) ? 1u : 0u) + (is_open(s, px, y) ? 1u : 0u);
    return is_open(s, x, y) &&
           (s->rule == WEND_CORNER_ALWAYS || beside >= (s->rule == WEND_CORNER_ONE_OPEN ? 1u : 2u));
}

static void set_bit(const wendi_jump_states *s, uint64_t *lines, uint32_t line, uint32_t px)
{
    lines[(size_t)line * s->row_words + px / 64] |= (uint64_t)1 << px % 64;
}

static void set_diagonals_of_cell(const label_work *w, uint32_t px, uint32_t py)
{
    const wendi_jump_states *s = w->states;
    wendi_labels *l = w->labels;
    const uint64_t *row = l->rows + (size_t)py * s->row_words;
    const uint64_t *column = l->columns + (size_t)px * s->column_words;
    const uint32_t rising = (px + py) % s->rows;
    const uint32_t falling = (py + s->rows - px % s->rows) % s->rows;
    if (can_step(s, px, py, px + 1, py + 1)) {
        set_bit(s, l->steps[0], falling, px);
    }
    if (can_step(s, px, py, px + 1, py - 1)) {
        set_bit(s, l->steps[1], rising, px);
    }
    const bool is_here = wendi_scan_bit(row, px);
    const bool is_east = is_open(s, wendi_scan_up(row, px), py);
    const bool is_west = is_open(s, wendi_scan_down(row, px), py);
    const bool is_south = is_open(s, px, wendi_scan_up(column, py));
    const bool is_north = is_open(s, px, wendi_scan_down(column, py));
    const bool is_seen[4] = {is_north || is_east, is_south || is_east, is_south || is_west,
                             is_north || is_west};
    for (uint32_t k = 0; k < 4; ++k) {
        if (is_here || is_seen[k]) {
            set_bit(s, l->beside[k], k % 2 == 0 ? rising : falling, px);
        }
    }
}

static void set_diagonals_of_row(const label_work *w, uint32_t py)
{
    const uint64_t *open = w->states->open + (size_t)py * w->states->row_words;
    for (uint32_t word = 0; word < w->states->row_words; ++word) {
        for (uint64_t bits = open[word]; bits != 0; bits &= bits - 1) {
            set_diagonals_of_cell(w, word * 64 + wendi_ctz64(bits), py);
        }
    }
}

/* ---- views ---- */

static bool reserve_views(const label_work *w)
{
    wendi_label_build *b = w->build;
    const size_t needed = b->view_count + w->labels->count;
    if (needed <= b->view_capacity) {
        return true;
    }
    const size_t room = needed > 2 * b->view_capacity ? needed : 2 * b->view_capacity;
    wendi_label_view *views =
        wendi_resize_items(w->allocator, b->views, b->view_capacity, room, sizeof views[0]);
    if (views == NULL) {
        return false;
    }
    b->views = views;
    b->view_capacity = room;
    return true;
}

/* The neighbourhood mask of a cell, as wendi_jump_neighbours_at. */
static uint32_t neighbours_at(const wendi_jump_states *s, uint32_t cell)
{
    static const uint8_t bits[3][3] = {{0, 1, 2}, {3, 8, 4}, {5, 6, 7}};
    uint32_t mask = 0;
    for (uint32_t dy = 0; dy < 3; ++dy) {
        const uint64_t *line = s->open + (size_t)((cell >> 16) + dy - 1) * s->row_words;
        for (uint32_t dx = 0; dx < 3; ++dx) {
            const bool is_open = wendi_scan_bit(line, (cell & 0xFFFF) + dx - 1);
            mask |= is_open ? 1u << bits[dy][dx] : 0;
        }
    }
    return mask & 0xFF;
}

/* @return false: no memory. */
static bool view_from(const label_work *w, uint32_t rank)
{
    wendi_label_build *b = w->build;
    if (!reserve_views(w)) {
        return false;
    }
    wendi_label_view *views = b->views + b->view_count;
    const uint32_t count = wendi_labels_view(w->labels, w->labels->places[rank], views);
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t mask = neighbours_at(w->states, w->labels->places[views[k].rank]);
        views[k].onward = views[k].turns ? b->steps->natural[mask][views[k].arrival] : 0;
    }
    b->view_count += count;
    b->view_first[rank + 1] = (uint32_t)b->view_count;
    return true;
}

/* ---- searches ---- */

/* Makes room for one more hub on the list of a jump point. @return false: no memory. */
static bool reserve_hub(const label_work *w, uint32_t rank)
{
    wendi_label_build *b = w->build;
    wendi_label_list *list = &b->lists[rank];
    if (list->count < list->capacity) {
        return true;
    }
    const uint32_t room = list->capacity == 0 ? FIRST_CAPACITY : 2 * list->capacity;
    const size_t needed = b->pool_count + room;
    if (needed > b->pool_capacity) {
        const size_t capacity = needed > 2 * b->pool_capacity ? needed : 2 * b->pool_capacity;
        wendi_label_hub *pool =
            wendi_resize_items(w->allocator, b->pool, b->pool_capacity, capacity, sizeof pool[0]);
        if (pool == NULL) {
            return false;
        }
        b->pool = pool;
        b->pool_capacity = capacity;
    }
    if (list->count > 0) {
        memcpy(b->pool + b->pool_count, b->pool + list->begin, list->count * sizeof b->pool[0]);
    }
    list->begin = (uint32_t)b->pool_count;
    list->capacity = room;
    b->pool_count = needed;
    return true;
}

static void reach(wendi_label_build *b, uint32_t rank, uint64_t cost, uint32_t distance,
                  uint32_t parent, uint32_t onward)
{
    if (cost > b->costs[rank]) {
        return;
    }
    if (cost == b->costs[rank]) {
        b->directions[rank] |= (uint8_t)onward;
        return;
    }
    const bool is_new = b->costs[rank] == WENDI_LABEL_FAR;
    b->costs[rank] = cost;
    b->distances[rank] = distance;
    b->parents[rank] = (uint16_t)parent;
    b->directions[rank] = (uint8_t)onward;
    if (is_new) {
        b->reached[b->reached_count++] = rank;
        (void)wendi_heap_push(&b->heap, cost, rank); /* room is reserved */
    } else {
        (void)wendi_heap_decrease(&b->heap, cost, rank);
    }
}

/* True if a hub on both lists gives a path to a jump point that costs no more. */
static bool is_covered(const wendi_label_build *b, const wendi_label_list *list, uint64_t cost)
{
    const wendi_label_hub *hubs = b->pool + list->begin;
    for (uint32_t k = 0; k < list->count; ++k) {
        if (b->hub_costs[hubs[k].hub] + hubs[k].cost <= cost) {
            return true;
        }
    }
    return false;
}

static void begin_search(wendi_label_build *b)
{
    const wendi_label_list *own = &b->lists[b->at];
    for (uint32_t k = 0; k < own->count; ++k) {
        const wendi_label_hub *hub = &b->pool[own->begin + k];
        b->hub_costs[hub->hub] = hub->cost;
    }
    reach(b, b->at, 0, 0, b->at, 0xFF);
    b->is_searching = true;
}

static void end_search(wendi_label_build *b)
{
    const wendi_label_list *own = &b->lists[b->at];
    for (uint32_t k = 0; k < own->count; ++k) {
        b->hub_costs[b->pool[own->begin + k].hub] = WENDI_LABEL_FAR;
    }
    for (uint32_t k = 0; k < b->reached_count; ++k) {
        b->costs[b->reached[k]] = WENDI_LABEL_FAR;
    }
    b->reached_count = 0;
    b->is_searching = false;
    ++b->at;
}

/* Settles the next jump point of the search from hub `at`. What more important hubs cover is not
 * followed: they cover what lies behind it too. @return WEND_OK, WEND_ERROR_FULL (a distance is too
 * large for a label), WEND_ERROR_MEMORY. */
static wend_result settle(const label_work *w, uint64_t *work)
{
    wendi_label_build *b = w->build;
    if (!reserve_hub(w, b->heap.nodes[0].id)) {
        return WEND_ERROR_MEMORY;
    }
    uint64_t cost;
    uint32_t rank;
    (void)wendi_heap_pop(&b->heap, &cost, &rank);
    wendi_label_list *list = &b->lists[rank];
    *work += 1 + list->count;
    if (is_covered(b, list, cost)) {
        return WEND_OK;
    }
    const uint32_t straight = b->distances[rank] >> 16;
    const uint32_t diagonal = b->distances[rank] & 0xFFFF;
    b->pool[list->begin + list->count++] = (wendi_label_hub){
        cost, (uint16_t)b->at, b->parents[rank], (uint16_t)straight, (uint16_t)diagonal};
    const uint32_t end = b->view_first[rank + 1];
    for (uint32_t k = b->view_first[rank]; k < end; ++k) {
        const wendi_label_view *view = &b->views[k];
        if (view->rank < b->at || (b->directions[rank] >> view->departure & 1) == 0) {
            continue; /* More important ones cover themselves. */
        }
        const uint32_t s = straight + view->straight;
        const uint32_t d = diagonal + view->diagonal;
        if (s > UINT16_MAX || d > UINT16_MAX) {
            return WEND_ERROR_FULL;
        }
        reach(b, view->rank, wendi_label_cost(s, d), s << 16 | d, rank, view->onward);
    }
    *work += end - b->view_first[rank];
    return WEND_OK;
}

static wend_result search_all(const label_work *w, uint64_t *steps)
{
    wendi_label_build *b = w->build;
    const uint64_t most_work = (uint64_t)WORK_PER_CELL * (cell_count(w) + CELLS_MORE);
    while (b->at < w->labels->count) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        uint64_t work = 0;
        if (!b->is_searching) {
            begin_search(b);
        }
        while (b->heap.count > 0 && work < HUBS_PER_STEP) {
            const wend_result result = settle(w, &work);
            if (result != WEND_OK) {
                return result;
            }
        }
        if (b->heap.count == 0) {
            end_search(b);
        }
        b->work += work;
        *steps -= 1 + work / HUBS_PER_STEP < *steps ? 1 + work / HUBS_PER_STEP : *steps;
        if (b->work > most_work || b->pool_count * sizeof b->pool[0] / 2 > b->most_bytes) {
            return WEND_ERROR_FULL;
        }
    }
    return WEND_OK;
}

/* ---- packing ---- */

/* @return false: no memory. */
static bool begin_packing(const label_work *w)
{
    wendi_labels *l = w->labels;
    size_t total = 0;
    for (uint32_t rank = 0; rank < l->count; ++rank) {
        total += w->build->lists[rank].count;
    }
    l->first = wendi_alloc_items_zero(w->allocator, (size_t)l->count + 1, sizeof l->first[0]);
    l->hub_count = total;
    l->hubs = wendi_alloc_items_zero(w->allocator, total + 1, sizeof l->hubs[0]);
    if (l->first == NULL || l->hubs == NULL) {
        free_items(w->allocator, l->first, (size_t)l->count + 1, sizeof l->first[0]);
        free_items(w->allocator, l->hubs, total + 1, sizeof l->hubs[0]);
        l->first = NULL;
        l->hubs = NULL;
        l->hub_count = 0;
        return false;
    }
    return true;
}

static wend_result pack(const label_work *w, uint64_t *steps)
{
    wendi_labels *l = w->labels;
    wendi_label_build *b = w->build;
    if (l->hubs == NULL && !begin_packing(w)) {
        return WEND_ERROR_MEMORY;
    }
    for (; b->at < l->count; ++b->at) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        const wendi_label_list *list = &b->lists[b->at];
        memcpy(l->hubs + l->first[b->at], b->pool + list->begin, list->count * sizeof l->hubs[0]);
        l->first[b->at + 1] = l->first[b->at] + list->count;
        *steps -= b->at % HUBS_PER_STEP == 0 ? 1 : 0;
    }
    free_items(w->allocator, b->pool, b->pool_capacity, sizeof b->pool[0]);
    b->pool = NULL;
    b->pool_count = b->pool_capacity = 0;
    return WEND_OK;
}

/* ---- cells ---- */

/* True if a more important hub of the sheet leads to a hub at no higher cost: mostly the one that did
 * so for the cell before. */
static bool is_needless(wendi_label_job *job, const wendi_labels *l, uint32_t hub)
{
    const uint64_t *costs = job->sheet.costs;
    const uint64_t cost = costs[hub];
    const wendi_label_hub *list = l->hubs + l->first[hub];
    const uint32_t count = l->first[hub + 1] - l->first[hub] - 1; /* the last is itself */
    const uint32_t last = job->covers[hub];
    if (costs[list[last].hub] + list[last].cost <= cost && last < count) {
        return true;
    }
    uint32_t k = 0;
    while (k < count && costs[list[k].hub] + list[k].cost > cost) {
        ++k;
    }
    job->sheet.work += k;
    job->covers[hub] = (uint16_t)k; /* itself if there is none */
    return k < count;
}

/* The hubs of a sheet in order, without those that a more important one makes needless, and with them
 * what was gathered at too large a distance. @return their number; too many: one more than allowed. */
static uint32_t list_hubs(wendi_label_job *job, const wendi_labels *l,
                          uint16_t hubs[WENDI_LABEL_CELL_MAX])
{
    wendi_label_sheet *sheet = &job->sheet;
    uint32_t count = 0;
    for (uint32_t word = sheet->low; word < sheet->high; ++word) {
        for (uint64_t bits = sheet->set[word]; bits != 0; bits &= bits - 1) {
            const uint32_t hub = word * 64 + wendi_ctz64(bits);
            if (is_needless(job, l, hub)) {
                sheet->costs[hub] = WENDI_LABEL_FAR;
            } else if (count == WENDI_LABEL_CELL_MAX) {
                return count + 1;
            } else {
                hubs[count++] = (uint16_t)hub;
            }
        }
    }
    return count;
}

/* Writes the list of an open cell. @return the numbers written; 0: too many. */
static size_t write_list(wendi_label_job *job, const wendi_labels *l, uint32_t cell, uint16_t *out)
{
    uint16_t hubs[WENDI_LABEL_CELL_MAX];
    const wendi_label_sheet *sheet = &job->sheet;
    const uint32_t count = list_hubs(job, l, hubs);
    if (count > WENDI_LABEL_CELL_MAX) {
        return 0;
    }
    uint16_t *steps = out + 2 + count;
    out[0] = (uint16_t)count;
    for (uint32_t k = 0; k < count; ++k) {
        const uint64_t least = wendi_hierarchy_octile(cell, l->places[hubs[k]], 1);
        const bool is_straight = sheet->costs[hubs[k]] == least;
        out[1 + k] = (uint16_t)(hubs[k] << 1 | (is_straight ? 1 : 0));
        if (!is_straight) {
            *steps++ = (uint16_t)(sheet->steps[hubs[k]] >> 16);
            *steps++ = (uint16_t)sheet->steps[hubs[k]];
        }
    }
    out[1 + count] = WENDI_LABEL_END;
    return (size_t)(steps - out);
}

/* Adds the list of a cell to those of a job, none for a wall. */
static void label_cell(const label_work *w, wendi_label_job *job, size_t at, uint16_t *count)
{
    const wendi_jump_states *s = w->states;
    const uint32_t px = (uint32_t)(at % s->columns);
    const uint32_t py = (uint32_t)(at / s->columns);
    *count = 0;
    if (!is_open(s, px, py)) {
        return;
    }
    const uint32_t cell = py << 16 | px;
    wendi_label_sheet_gather(&job->sheet, w->labels, cell);
    const size_t used = write_list(job, w->labels, cell, job->room + job->used);
    job->is_over = job->is_over || used == 0 || job->sheet.is_over;
    *count = (uint16_t)used;
    job->used += used;
    wendi_label_sheet_clear(&job->sheet);
}

static void label_cells(void *context, size_t begin, size_t end)
{
    const label_work *w = context;
    wendi_label_job *job = &w->build->jobs[begin / WENDI_LABEL_BLOCK];
    job->used = 0;
    job->is_over = false;
    for (size_t k = begin; k < end && !job->is_over; ++k) {
        label_cell(w, job, w->build->at + k, &job->counts[k - begin]);
    }
}

/* @return false: no memory. */
static bool reserve_pool(const label_work *w, size_t more)
{
    wendi_labels *l = w->labels;
    const size_t needed = l->pool_count + more;
    if (needed <= l->pool_capacity) {
        return true;
    }
    const size_t larger = l->pool_capacity + l->pool_capacity / 2;
    const size_t room = needed > larger ? needed : larger;
    uint16_t *pool =
        wendi_resize_items(w->allocator, l->pool, l->pool_capacity, room, sizeof pool[0]);
    if (pool == NULL) {
        return false;
    }
    l->pool = pool;
    l->pool_capacity = room;
    return true;
}

/* @return false: no memory. */
static bool begin_jobs(const label_work *w)
{
    wendi_label_build *b = w->build;
    const uint32_t count = w->labels->count;
    for (uint32_t k = 0; k < WENDI_LABEL_JOBS; ++k) {
        wendi_label_job *job = &b->jobs[k];
        if (job->room != NULL) {
            continue;
        }
        if (!wendi_label_sheet_create(&job->sheet, count, w->allocator)) {
            wendi_label_sheet_destroy(&job->sheet, count, w->allocator);
            return false;
        }
        const size_t covers = (size_t)count + 1;
        job->covers = wendi_alloc_items_zero(w->allocator, covers, sizeof job->covers[0]);
        job->room = wendi_alloc_items(w->allocator, room_of(w->labels), sizeof job->room[0]);
        if (job->covers == NULL || job->room == NULL) {
            free_items(w->allocator, job->covers, covers, sizeof job->covers[0]);
            free_items(w->allocator, job->room, room_of(w->labels), sizeof job->room[0]);
            job->covers = job->room = NULL;
            wendi_label_sheet_destroy(&job->sheet, count, w->allocator);
            return false;
        }
    }
    return true;
}

/* Looks at some cells. @return WEND_OK, WEND_IN_PROGRESS, WEND_ERROR_FULL (the lists of all cells
 * would take too much memory or time), WEND_ERROR_MEMORY. */
static wend_result sample_cells(const label_work *w, uint64_t *steps)
{
    wendi_labels *l = w->labels;
    wendi_label_build *b = w->build;
    if (b->jobs[WENDI_LABEL_JOBS - 1].room == NULL && !begin_jobs(w)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_label_job *job = &b->jobs[0];
    const uint32_t cells = (uint32_t)cell_count(w);
    const uint32_t enough = cells / CELLS_PER_SAMPLE + 1;
    const uint32_t samples = enough < SAMPLES ? enough : SAMPLES;
    for (; b->at < samples; ++b->at) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        uint16_t count;
        job->used = 0;
        job->is_over = false;
        job->sheet.work = job->sheet.view_count = 0;
        label_cell(w, job, wend_random_below(SAMPLES, b->at, 0, cells), &count);
        if (job->is_over) {
            return WEND_ERROR_FULL;
        }
        b->sampled.work += job->sheet.work;
        b->sampled.numbers += count;
        b->sampled.views += job->sheet.view_count;
        b->sampled.cells += count > 0 ? 1 : 0;
        --*steps;
    }
    const uint64_t bytes = b->sampled.numbers * sizeof l->pool[0] * cells / samples;
    const uint64_t all = bytes + cells * (uint64_t)sizeof l->cells[0] + wendi_labels_bytes(l);
    const uint64_t work = b->sampled.work * cells / samples;
    const bool is_slow = work > LEAST_WORK && work / cells > CELL_WORK;
    return all > b->most_bytes || is_slow || b->left_out == WENDI_LABELS_OF_CELLS ? WEND_ERROR_FULL
                                                                                  : WEND_OK;
}

/* @return false: no memory. */
static bool begin_cells(const label_work *w)
{
    wendi_labels *l = w->labels;
    if (!reserve_pool(w, 2)) {
        return false;
    }
    l->cells = wendi_alloc_items_zero(w->allocator, cell_count(w), sizeof l->cells[0]);
    l->pool[0] = 0;
    l->pool[1] = WENDI_LABEL_END;
    l->pool_count = 2;
    return l->cells != NULL;
}

/* Appends what the jobs wrote for `count` cells. @return WEND_OK, WEND_ERROR_FULL, WEND_ERROR_MEMORY
 * (nothing was appended). */
static wend_result append_cells(const label_work *w, size_t count)
{
    wendi_labels *l = w->labels;
    wendi_label_build *b = w->build;
    const size_t jobs = (count + WENDI_LABEL_BLOCK - 1) / WENDI_LABEL_BLOCK;
    size_t used = 0;
    for (size_t k = 0; k < jobs; ++k) {
        if (b->jobs[k].is_over) {
            return WEND_ERROR_FULL;
        }
        used += b->jobs[k].used;
    }
    const size_t other = wendi_labels_bytes(l) - l->pool_capacity * sizeof l->pool[0];
    const size_t bytes = (l->pool_count + used) * sizeof l->pool[0];
    if (l->pool_count + used > UINT32_MAX || other + bytes > b->most_bytes) {
        return WEND_ERROR_FULL;
    }
    if (!reserve_pool(w, used)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t k = 0; k < jobs; ++k) {
        const wendi_label_job *job = &b->jobs[k];
        size_t at = l->pool_count;
        if (job->used > 0) {
            memcpy(l->pool + at, job->room, job->used * sizeof l->pool[0]);
        }
        for (size_t i = k * WENDI_LABEL_BLOCK; i < count && i < (k + 1) * WENDI_LABEL_BLOCK; ++i) {
            const size_t here = job->counts[i - k * WENDI_LABEL_BLOCK];
            l->cells[b->at + i] = here == 0 ? 0 : (uint32_t)at;
            at += here;
        }
        l->pool_count = at;
    }
    return WEND_OK;
}

static wend_result label_all_cells(const label_work *w, const wend_executor *executor,
                                   uint64_t *steps)
{
    wendi_labels *l = w->labels;
    wendi_label_build *b = w->build;
    label_work shared = *w;
    if (l->cells == NULL && !begin_cells(w)) {
        return WEND_ERROR_MEMORY;
    }
    while (b->at < cell_count(w)) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        size_t count = (size_t)WENDI_LABEL_JOBS * WENDI_LABEL_BLOCK;
        count = count < *steps ? count : (size_t)*steps;
        count = count < cell_count(w) - b->at ? count : cell_count(w) - b->at;
        wend_parallel_for(executor, count, WENDI_LABEL_BLOCK, label_cells, &shared);
        const wend_result result = append_cells(w, count);
        if (result != WEND_OK) {
            return result;
        }
        b->at += (uint32_t)count;
        *steps -= count;
    }
    uint16_t *pool =
        wendi_resize_items(w->allocator, l->pool, l->pool_capacity, l->pool_count, sizeof pool[0]);
    if (pool != NULL) {
        l->pool = pool;
        l->pool_capacity = l->pool_count;
    }
    return WEND_OK;
}

/* ---- phases ---- */

static wend_result run_lines(const label_work *w, uint64_t *steps)
{
    wendi_label_build *b = w->build;
    const uint64_t of_row = 1 + w->states->columns / 64;
    for (; b->at < w->states->rows; ++b->at) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        set_lines_of_row(w, b->at);
        *steps -= of_row < *steps ? of_row : *steps;
    }
    return WEND_OK;
}

static wend_result run_diagonals(const label_work *w, uint64_t *steps)
{
    wendi_label_build *b = w->build;
    const uint64_t of_row = 1 + w->states->columns / 16;
    for (; b->at < w->states->rows; ++b->at) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        set_diagonals_of_row(w, b->at);
        *steps -= of_row < *steps ? of_row : *steps;
    }
    return WEND_OK;
}

static wend_result run_views(const label_work *w, uint64_t *steps)
{
    wendi_label_build *b = w->build;
    for (; b->at < w->labels->count; ++b->at) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        if (!view_from(w, b->at)) {
            return WEND_ERROR_MEMORY;
        }
        if (b->view_count * sizeof b->views[0] > b->most_bytes) {
            return WEND_ERROR_FULL;
        }
        --*steps;
    }
    return WEND_OK;
}

static wend_result run_phase(const label_work *w, const wend_executor *executor, uint64_t *steps)
{
    switch (w->build->phase) {
    case WENDI_LABEL_BEGIN:
        return begin(w);
    case WENDI_LABEL_LINES:
        return run_lines(w, steps);
    case WENDI_LABEL_DIAGONALS:
        return run_diagonals(w, steps);
    case WENDI_LABEL_VIEWS:
        return run_views(w, steps);
    case WENDI_LABEL_SEARCHES:
        return search_all(w, steps);
    case WENDI_LABEL_PACK:
        return pack(w, steps);
    case WENDI_LABEL_SAMPLE:
        return sample_cells(w, steps);
    case WENDI_LABEL_CELLS:
        return label_all_cells(w, executor, steps);
    case WENDI_LABEL_DONE:
        break;
    }
    return WEND_OK;
}

wend_result wendi_label_build_run(wendi_label_build *build, wendi_labels *labels,
                                  const wendi_jump_states *states, const wendi_hierarchy *hierarchy,
                                  const wend_executor *executor, const wend_allocator *allocator,
                                  uint64_t *steps)
{
    const label_work w = {build, labels, states, hierarchy, allocator};
    while (build->phase != WENDI_LABEL_DONE) {
        const wendi_label_phase phase = build->phase;
        const wend_result result = run_phase(&w, executor, steps);
        if (result == WEND_ERROR_FULL) {
            const bool has_few_views =
                build->left_out != WENDI_LABELS_NONE ||
                build->sampled.views <= (uint64_t)MANY_VIEWS * build->sampled.cells;
            leave_out(&w, phase >= WENDI_LABEL_SAMPLE && has_few_views ? WENDI_LABELS_OF_JUMP_POINTS
                                                                       : WENDI_LABELS_NONE);
        } else if (result != WEND_OK) {
            return result;
        } else if (build->phase == WENDI_LABEL_CELLS) {
            labels->kind = WENDI_LABELS_OF_CELLS;
            build->phase = WENDI_LABEL_DONE;
        } else if (phase != WENDI_LABEL_BEGIN && build->phase == phase) {
            ++build->phase;
            build->at = 0;
        }
    }
    wendi_label_build_destroy(build, labels, allocator);
    return WEND_OK;
}
