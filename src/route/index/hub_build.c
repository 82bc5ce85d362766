/* The making of labels: ranks, the lines that views scan, and the order of all parts.
 * Cost: a hub on the list of a jump point takes some 100 ns; a cell some microseconds. */
#include "route/index/hub_build.h"
#include "route/jump/step_table.h"

#include <string.h>

/* Jump points visible from a cell, from which on queries take too long to list them. */
enum { MANY_VIEWS = 24 };

/* ---- memory ---- */

void wendi_hub_label_job_destroy(wendi_hub_label_job *job, const wendi_hub_labels *labels,
                                 const wend_allocator *a)
{
    const size_t count = (size_t)labels->count + 1;
    wendi_hub_label_sheet_destroy(&job->sheet, labels->count, a);
    wendi_hub_label_free(a, job->covers, count, sizeof job->covers[0]);
    wendi_hub_label_free(a, job->detours, count, sizeof job->detours[0]);
    wendi_hub_label_free(a, job->turning, count / 64 + 1, sizeof job->turning[0]);
    wendi_hub_label_free(a, job->view_of, count, sizeof job->view_of[0]);
    wendi_hub_label_free(a, job->room, wendi_hub_label_room(labels), sizeof job->room[0]);
    memset(job, 0, sizeof *job);
}

void wendi_hub_label_build_destroy(wendi_hub_label_build *build, const wendi_hub_labels *labels,
                                   const wend_allocator *allocator)
{
    const size_t count = (size_t)labels->count + 1;
    wendi_free(allocator, build->steps, build->steps == NULL ? 0 : sizeof *build->steps);
    wendi_hub_label_free(allocator, build->view_first, count, sizeof build->view_first[0]);
    wendi_hub_label_free(allocator, build->views, build->view_capacity, sizeof build->views[0]);
    wendi_hub_label_free(allocator, build->lists, count, sizeof build->lists[0]);
    wendi_hub_label_free(allocator, build->pool, build->pool_capacity, sizeof build->pool[0]);
    wendi_hub_label_free(allocator, build->costs, count, sizeof build->costs[0]);
    wendi_hub_label_free(allocator, build->distances, count, sizeof build->distances[0]);
    wendi_hub_label_free(allocator, build->parents, count, sizeof build->parents[0]);
    wendi_hub_label_free(allocator, build->directions, count, sizeof build->directions[0]);
    wendi_hub_label_free(allocator, build->reached, count, sizeof build->reached[0]);
    wendi_hub_label_free(allocator, build->hub_costs, count, sizeof build->hub_costs[0]);
    wendi_hub_label_free(allocator, build->reaches, count, sizeof build->reaches[0]);
    wendi_hub_label_free(allocator, build->near, build->near_count, sizeof build->near[0]);
    if (build->phase != WENDI_HUB_LABEL_BEGIN) {
        wendi_heap_free(&build->heap);
    }
    for (uint32_t k = 0; k < WENDI_HUB_LABEL_JOBS; ++k) {
        wendi_hub_label_job_destroy(&build->jobs[k], labels, allocator);
    }
    const wendi_hub_label_phase phase = build->phase;
    const wendi_hub_label_kind left_out = build->left_out;
    const uint32_t listed_most = build->listed_most;
    memset(build, 0, sizeof *build);
    build->left_out = left_out;
    build->listed_most = listed_most;
    build->phase = phase == WENDI_HUB_LABEL_DONE ? WENDI_HUB_LABEL_DONE : WENDI_HUB_LABEL_BEGIN;
}

size_t wendi_hub_label_build_bytes(const wendi_hub_label_build *build,
                                   const wendi_hub_labels *labels)
{
    const size_t count = (size_t)labels->count + 1;
    const size_t by_jump_point = 2 * sizeof(uint32_t) + sizeof build->lists[0] +
                                 3 * sizeof(uint64_t) + sizeof(uint32_t) + sizeof(uint16_t) + 1;
    size_t bytes = build->view_capacity * sizeof build->views[0] +
                   build->pool_capacity * sizeof build->pool[0] +
                   build->near_count * sizeof build->near[0];
    if (build->steps != NULL) {
        bytes += sizeof *build->steps + count * by_jump_point +
                 build->heap.capacity * sizeof build->heap.nodes[0] +
                 build->heap.slots.capacity * sizeof build->heap.slots.items[0];
    }
    for (uint32_t k = 0; k < WENDI_HUB_LABEL_JOBS; ++k) {
        bytes += build->jobs[k].room == NULL
                     ? 0
                     : (wendi_hub_label_room(labels) + 2 * count) * sizeof(uint16_t) +
                           (count + count / 64 + 1) * sizeof(uint64_t) +
                           wendi_hub_label_sheet_bytes(labels->count);
    }
    return bytes;
}

/* Ends the build without labels of cells, or of anything. */
static void leave_out(const wendi_hub_label_work *w, wendi_hub_label_kind kind)
{
    wendi_hub_labels *l = w->labels;
    if (kind == WENDI_HUB_LABELS_NONE) {
        wendi_hub_label_build_destroy(w->build, l, w->allocator);
        wendi_hub_labels_destroy(l, w->allocator);
    } else {
        wendi_hub_label_free(w->allocator, l->cells, wendi_hub_label_cell_count(w),
                             sizeof l->cells[0]);
        wendi_hub_label_free(w->allocator, l->pool, l->pool_capacity, sizeof l->pool[0]);
        l->cells = NULL;
        l->pool = NULL;
        l->pool_count = l->pool_capacity = 0;
        l->kind = kind;
    }
    w->build->phase = WENDI_HUB_LABEL_DONE;
}

/* ---- lines ---- */

/* The ranks follow the first of the states of each jump point in the hierarchy. */
static void rank_jump_points(const wendi_hub_label_work *w)
{
    const wendi_jump_states *s = w->states;
    wendi_hub_labels *l = w->labels;
    memset(l->ranks, 0xFF, wendi_hub_label_cell_count(w) * sizeof l->ranks[0]);
    uint32_t count = 0;
    for (uint32_t position = 0; position < w->hierarchy->node_count; ++position) {
        const uint32_t cell = s->places[w->hierarchy->nodes[position]];
        const size_t at = (size_t)(cell >> 16) * s->columns + (cell & 0xFFFF);
        if (l->ranks[at] == WENDI_HUB_LABEL_END) {
            l->places[count] = cell;
            l->arrivals[count] = s->arrivals[s->ids[at]];
            l->ranks[at] = (uint16_t)count++;
        }
    }
}

static bool reserve_all(const wendi_hub_label_work *w)
{
    const wend_allocator *a = w->allocator;
    wendi_hub_labels *l = w->labels;
    wendi_hub_label_build *b = w->build;
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
    l->ranks = wendi_alloc_items(a, wendi_hub_label_cell_count(w), sizeof l->ranks[0]);
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
    b->reaches = wendi_alloc_items_zero(a, count, sizeof b->reaches[0]);
    wendi_heap_init(&b->heap, a);
    b->phase = WENDI_HUB_LABEL_LINES;
    if (!has_lines || l->rows == NULL || l->columns == NULL || l->ranks == NULL ||
        l->arrivals == NULL || l->places == NULL || b->steps == NULL || b->view_first == NULL ||
        b->lists == NULL || b->costs == NULL || b->distances == NULL || b->parents == NULL ||
        b->directions == NULL || b->reached == NULL || b->hub_costs == NULL || b->reaches == NULL ||
        !wendi_heap_reserve(&b->heap, count, (uint32_t)count)) {
        return false;
    }
    for (size_t k = 0; k < count; ++k) {
        b->costs[k] = b->hub_costs[k] = WENDI_HUB_LABEL_FAR;
    }
    memset(l->columns, 0xFF, column_words * sizeof l->columns[0]);
    return true;
}

static wend_result begin(const wendi_hub_label_work *w)
{
    w->labels->states = w->states;
    w->labels->count = w->states->cell_count;
    if (w->states->cell_count >= WENDI_HUB_LABEL_HUBS_MAX ||
        w->build->left_out == WENDI_HUB_LABELS_OF_JUMP_POINTS) {
        leave_out(w, WENDI_HUB_LABELS_NONE);
        return WEND_OK;
    }
    const size_t most_bytes = w->build->most_bytes;
    if (!reserve_all(w)) {
        wendi_hub_label_build_destroy(w->build, w->labels, w->allocator);
        w->build->most_bytes = most_bytes;
        wendi_hub_labels_destroy(w->labels, w->allocator);
        return WEND_ERROR_MEMORY;
    }
    rank_jump_points(w);
    const wendi_step_rules rules = {WEND_NEIGHBOURS_8, (wend_corner_rule)w->states->rule,
                                    WEND_HEX_ODD_ROWS};
    wendi_step_table_build(w->build->steps, &rules);
    return WEND_OK;
}

static void set_lines_of_row(const wendi_hub_label_work *w, uint32_t py)
{
    const wendi_jump_states *s = w->states;
    wendi_hub_labels *l = w->labels;
    const uint64_t *open = s->open + (size_t)py * s->row_words;
    uint64_t *line = l->rows + (size_t)py * s->row_words;
    for (uint32_t word = 0; word < s->row_words; ++word) {
        line[word] = ~open[word];
        for (uint64_t bits = open[word]; bits != 0; bits &= bits - 1) {
            const uint32_t px = word * 64 + wendi_ctz64(bits);
            if (l->ranks[(size_t)py * s->columns + px] != WENDI_HUB_LABEL_END) {
                line[word] |= bits & (~bits + 1);
            } else {
                l->columns[(size_t)px * s->column_words + py / 64] &= ~((uint64_t)1 << py % 64);
            }
        }
    }
}

/* True if the diagonal step from an open cell to the cell (x, y) is allowed. */
static bool can_step(const wendi_jump_states *s, uint32_t px, uint32_t py, uint32_t x, uint32_t y)
{
    const uint32_t beside = (wendi_hub_label_is_open(s, x, py) ? 1u : 0u) +
                            (wendi_hub_label_is_open(s, px, y) ? 1u : 0u);
    return wendi_hub_label_is_open(s, x, y) &&
           (s->rule == WEND_CORNER_ALWAYS || beside >= (s->rule == WEND_CORNER_ONE_OPEN ? 1u : 2u));
}

static void set_bit(const wendi_jump_states *s, uint64_t *lines, uint32_t line, uint32_t px)
{
    lines[(size_t)line * s->row_words + px / 64] |= (uint64_t)1 << px % 64;
}

static void set_diagonals_of_cell(const wendi_hub_label_work *w, uint32_t px, uint32_t py)
{
    const wendi_jump_states *s = w->states;
    wendi_hub_labels *l = w->labels;
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
    const bool is_east = wendi_hub_label_is_open(s, wendi_scan_up(row, px), py);
    const bool is_west = wendi_hub_label_is_open(s, wendi_scan_down(row, px), py);
    const bool is_south = wendi_hub_label_is_open(s, px, wendi_scan_up(column, py));
    const bool is_north = wendi_hub_label_is_open(s, px, wendi_scan_down(column, py));
    const bool is_seen[4] = {is_north || is_east, is_south || is_east, is_south || is_west,
                             is_north || is_west};
    for (uint32_t k = 0; k < 4; ++k) {
        if (is_here || is_seen[k]) {
            set_bit(s, l->beside[k], k % 2 == 0 ? rising : falling, px);
        }
    }
}

static void set_diagonals_of_row(const wendi_hub_label_work *w, uint32_t py)
{
    const uint64_t *open = w->states->open + (size_t)py * w->states->row_words;
    for (uint32_t word = 0; word < w->states->row_words; ++word) {
        for (uint64_t bits = open[word]; bits != 0; bits &= bits - 1) {
            set_diagonals_of_cell(w, word * 64 + wendi_ctz64(bits), py);
        }
    }
}

/* ---- phases ---- */

static wend_result run_lines(const wendi_hub_label_work *w, uint64_t *steps)
{
    wendi_hub_label_build *b = w->build;
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

static wend_result run_diagonals(const wendi_hub_label_work *w, uint64_t *steps)
{
    wendi_hub_label_build *b = w->build;
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

static wend_result run_phase(const wendi_hub_label_work *w, const wend_executor *executor,
                             uint64_t *steps)
{
    switch (w->build->phase) {
    case WENDI_HUB_LABEL_BEGIN:
        return begin(w);
    case WENDI_HUB_LABEL_LINES:
        return run_lines(w, steps);
    case WENDI_HUB_LABEL_DIAGONALS:
        return run_diagonals(w, steps);
    case WENDI_HUB_LABEL_VIEWS:
        return wendi_hub_label_list_views(w, steps);
    case WENDI_HUB_LABEL_SEARCHES:
        return wendi_hub_label_search_all(w, steps);
    case WENDI_HUB_LABEL_PACK:
        return wendi_hub_label_pack(w, steps);
    case WENDI_HUB_LABEL_SAMPLE:
        return wendi_hub_label_sample(w, steps);
    case WENDI_HUB_LABEL_CELLS:
        return wendi_hub_label_all_cells(w, executor, steps);
    case WENDI_HUB_LABEL_DONE:
        break;
    }
    return WEND_OK;
}

wend_result wendi_hub_label_build_run(wendi_hub_label_build *build, wendi_hub_labels *labels,
                                      const wendi_jump_states *states,
                                      const wendi_hierarchy *hierarchy,
                                      const wend_executor *executor,
                                      const wend_allocator *allocator, uint64_t *steps)
{
    const wendi_hub_label_work w = {build, labels, states, hierarchy, allocator};
    while (build->phase != WENDI_HUB_LABEL_DONE) {
        const wendi_hub_label_phase phase = build->phase;
        const wend_result result = run_phase(&w, executor, steps);
        if (result == WEND_ERROR_FULL) {
            const bool has_few_views =
                build->left_out != WENDI_HUB_LABELS_NONE ||
                build->sampled.views <= (uint64_t)MANY_VIEWS * build->sampled.cells;
            leave_out(&w, phase >= WENDI_HUB_LABEL_SAMPLE && has_few_views
                              ? WENDI_HUB_LABELS_OF_JUMP_POINTS
                              : WENDI_HUB_LABELS_NONE);
        } else if (result != WEND_OK) {
            return result;
        } else if (build->phase == WENDI_HUB_LABEL_CELLS) {
            labels->kind = WENDI_HUB_LABELS_OF_CELLS;
            build->phase = WENDI_HUB_LABEL_DONE;
        } else if (phase != WENDI_HUB_LABEL_BEGIN) {
            ++build->phase;
            build->at = 0;
        }
    }
    wendi_hub_label_build_destroy(build, labels, allocator);
    return WEND_OK;
}
