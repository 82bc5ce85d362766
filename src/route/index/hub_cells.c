/* The lists of cells: each follows from those of the jump points that are visible from the cell.
 * Cost: a look at each of their hubs, and at the hubs of each hub that stays. */
#include "route/index/hub_build.h"

#include <string.h>

/* Hubs looked at for all cells, where CELL_WORK allows less: some seconds. */
static const uint64_t LEAST_WORK = 1500000000;

enum {
    SAMPLES = 512,         /* cells at most of which lists are made to learn how long they are, */
    CELLS_PER_SAMPLE = 16, /* one of so many */
    CELL_WORK = 1000       /* hubs looked at for a cell, walls included */
};

/* ---- one cell ---- */

/* True if a more important hub of the sheet leads to a hub at no higher cost: mostly the one that did
 * so for the cell before. */
static bool is_needless(wendi_hub_label_job *job, const wendi_hub_labels *l, uint32_t hub)
{
    const uint64_t *costs = job->sheet.costs;
    const uint64_t cost = costs[hub];
    const wendi_hub_label_hub *list = l->hubs + l->first[hub];
    const uint32_t count = l->first[hub + 1] - l->first[hub] - 1; /* the last is itself */
    const uint32_t last = job->covers[hub];
    if (last < count && costs[list[last].hub] + list[last].cost <= cost) {
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
static uint32_t list_hubs(wendi_hub_label_job *job, const wendi_hub_labels *l,
                          uint16_t hubs[WENDI_HUB_LABEL_CELL_MAX])
{
    wendi_hub_label_sheet *sheet = &job->sheet;
    uint32_t count = 0;
    for (uint32_t word = sheet->low; word < sheet->high; ++word) {
        for (uint64_t bits = sheet->set[word]; bits != 0; bits &= bits - 1) {
            const uint32_t hub = word * 64 + wendi_ctz64(bits);
            if (is_needless(job, l, hub)) {
                sheet->costs[hub] = WENDI_HUB_LABEL_FAR;
            } else if (count == WENDI_HUB_LABEL_CELL_MAX) {
                return count + 1;
            } else {
                hubs[count++] = (uint16_t)hub;
            }
        }
    }
    return count;
}

/* Writes the list of an open cell. @return the numbers written; 0: too many. */
static size_t write_list(wendi_hub_label_job *job, const wendi_hub_labels *l, uint32_t cell,
                         uint16_t *out)
{
    uint16_t hubs[WENDI_HUB_LABEL_CELL_MAX];
    const wendi_hub_label_sheet *sheet = &job->sheet;
    const uint32_t count = list_hubs(job, l, hubs);
    if (count > WENDI_HUB_LABEL_CELL_MAX) {
        return 0;
    }
    uint32_t top_count = 0;
    while (top_count < count && hubs[top_count] < WENDI_HUB_LABEL_TOP) {
        ++top_count;
    }
    uint64_t top = 0;
    uint64_t straight_top = 0;
    uint16_t *next = out + WENDI_HUB_LABEL_HEAD;
    uint16_t *steps = next + (count - top_count) + 1;
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t hub = hubs[k];
        const bool is_straight =
            sheet->costs[hub] == wendi_hierarchy_octile(cell, l->places[hub], 1);
        if (k < top_count) {
            top |= (uint64_t)1 << hub;
            straight_top |= (uint64_t)(is_straight ? 1 : 0) << hub;
        } else {
            *next++ = (uint16_t)(hub << 1 | (is_straight ? 1 : 0));
        }
        if (!is_straight) {
            *steps++ = (uint16_t)(sheet->steps[hub] >> 16);
            *steps++ = (uint16_t)sheet->steps[hub];
        }
    }
    *next = WENDI_HUB_LABEL_END;
    memcpy(out, &top, sizeof top);
    memcpy(out + WENDI_HUB_LABEL_TOP_NUMBERS, &straight_top, sizeof straight_top);
    out[WENDI_HUB_LABEL_HEAD - 1] = (uint16_t)(count - top_count);
    return (size_t)(steps - out);
}

/* Adds the list of a cell to those of a job, none for a wall. */
static void label_cell(const wendi_hub_label_work *w, wendi_hub_label_job *job, size_t at,
                       uint16_t *count)
{
    const wendi_jump_states *s = w->states;
    const uint32_t px = (uint32_t)(at % s->columns);
    const uint32_t py = (uint32_t)(at / s->columns);
    *count = 0;
    if (!wendi_hub_label_is_open(s, px, py)) {
        return;
    }
    const uint32_t cell = py << 16 | px;
    wendi_hub_label_sheet_gather(&job->sheet, w->labels, cell);
    const size_t used = write_list(job, w->labels, cell, job->room + job->used);
    job->is_over = job->is_over || used == 0 || job->sheet.is_over;
    *count = (uint16_t)used;
    job->used += used;
    wendi_hub_label_sheet_clear(&job->sheet);
}

static void label_cells(void *context, size_t begin, size_t end)
{
    const wendi_hub_label_work *w = context;
    wendi_hub_label_job *job = &w->build->jobs[begin / WENDI_HUB_LABEL_BLOCK];
    job->used = 0;
    job->is_over = false;
    for (size_t k = begin; k < end && !job->is_over; ++k) {
        label_cell(w, job, w->build->at + k, &job->counts[k - begin]);
    }
}

/* ---- all cells ---- */

/* @return false: no memory. */
static bool reserve_pool(const wendi_hub_label_work *w, size_t more)
{
    wendi_hub_labels *l = w->labels;
    const size_t needed = l->pool_count + more + WENDI_HUB_LABEL_BEHIND;
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
static bool begin_jobs(const wendi_hub_label_work *w)
{
    wendi_hub_label_build *b = w->build;
    const uint32_t count = w->labels->count;
    for (uint32_t k = 0; k < WENDI_HUB_LABEL_JOBS; ++k) {
        wendi_hub_label_job *job = &b->jobs[k];
        if (job->room != NULL) {
            continue;
        }
        if (!wendi_hub_label_sheet_create(&job->sheet, count, w->allocator)) {
            wendi_hub_label_sheet_destroy(&job->sheet, count, w->allocator);
            return false;
        }
        const size_t covers = (size_t)count + 1;
        job->covers = wendi_alloc_items_zero(w->allocator, covers, sizeof job->covers[0]);
        job->room =
            wendi_alloc_items(w->allocator, wendi_hub_label_room(w->labels), sizeof job->room[0]);
        if (job->covers == NULL || job->room == NULL) {
            wendi_hub_label_free(w->allocator, job->covers, covers, sizeof job->covers[0]);
            wendi_hub_label_free(w->allocator, job->room, wendi_hub_label_room(w->labels),
                                 sizeof job->room[0]);
            job->covers = job->room = NULL;
            wendi_hub_label_sheet_destroy(&job->sheet, count, w->allocator);
            return false;
        }
    }
    return true;
}

wend_result wendi_hub_label_sample(const wendi_hub_label_work *w, uint64_t *steps)
{
    wendi_hub_labels *l = w->labels;
    wendi_hub_label_build *b = w->build;
    if (b->jobs[WENDI_HUB_LABEL_JOBS - 1].room == NULL && !begin_jobs(w)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_hub_label_job *job = &b->jobs[0];
    const uint32_t cells = (uint32_t)wendi_hub_label_cell_count(w);
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
    const uint64_t all = bytes + cells * (uint64_t)sizeof l->cells[0] + wendi_hub_labels_bytes(l);
    const uint64_t work = b->sampled.work * cells / samples;
    const bool is_slow = work > LEAST_WORK && work / cells > CELL_WORK;
    return all > b->most_bytes || is_slow || b->left_out == WENDI_HUB_LABELS_OF_CELLS
               ? WEND_ERROR_FULL
               : WEND_OK;
}

/* @return false: no memory. */
static bool begin_cells(const wendi_hub_label_work *w)
{
    wendi_hub_labels *l = w->labels;
    enum { EMPTY = WENDI_HUB_LABEL_HEAD + 1 };
    if (!reserve_pool(w, EMPTY)) {
        return false;
    }
    l->cells =
        wendi_alloc_items_zero(w->allocator, wendi_hub_label_cell_count(w), sizeof l->cells[0]);
    memset(l->pool, 0, EMPTY * sizeof l->pool[0]);
    l->pool[EMPTY - 1] = WENDI_HUB_LABEL_END;
    l->pool_count = EMPTY;
    return l->cells != NULL;
}

/* Appends what the jobs wrote for `count` cells. @return WEND_OK, WEND_ERROR_FULL, WEND_ERROR_MEMORY
 * (nothing was appended). */
static wend_result append_cells(const wendi_hub_label_work *w, size_t count)
{
    wendi_hub_labels *l = w->labels;
    wendi_hub_label_build *b = w->build;
    const size_t jobs = (count + WENDI_HUB_LABEL_BLOCK - 1) / WENDI_HUB_LABEL_BLOCK;
    size_t used = 0;
    for (size_t k = 0; k < jobs; ++k) {
        if (b->jobs[k].is_over) {
            return WEND_ERROR_FULL;
        }
        used += b->jobs[k].used;
    }
    const size_t other = wendi_hub_labels_bytes(l) - l->pool_capacity * sizeof l->pool[0];
    const size_t bytes = (l->pool_count + used) * sizeof l->pool[0];
    if (l->pool_count + used > UINT32_MAX || other + bytes > b->most_bytes) {
        return WEND_ERROR_FULL;
    }
    if (!reserve_pool(w, used)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t k = 0; k < jobs; ++k) {
        const wendi_hub_label_job *job = &b->jobs[k];
        size_t at = l->pool_count;
        if (job->used > 0) {
            memcpy(l->pool + at, job->room, job->used * sizeof l->pool[0]);
        }
        for (size_t i = k * WENDI_HUB_LABEL_BLOCK; i < count && i < (k + 1) * WENDI_HUB_LABEL_BLOCK;
             ++i) {
            const size_t here = job->counts[i - k * WENDI_HUB_LABEL_BLOCK];
            l->cells[b->at + i] = here == 0 ? 0 : (uint32_t)at;
            at += here;
        }
        l->pool_count = at;
    }
    return WEND_OK;
}

wend_result wendi_hub_label_all_cells(const wendi_hub_label_work *w, const wend_executor *executor,
                                      uint64_t *steps)
{
    wendi_hub_labels *l = w->labels;
    wendi_hub_label_build *b = w->build;
    wendi_hub_label_work shared = *w;
    if (l->cells == NULL && !begin_cells(w)) {
        return WEND_ERROR_MEMORY;
    }
    while (b->at < wendi_hub_label_cell_count(w)) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        size_t count = (size_t)WENDI_HUB_LABEL_JOBS * WENDI_HUB_LABEL_BLOCK;
        count = count < *steps ? count : (size_t)*steps;
        count = count < wendi_hub_label_cell_count(w) - b->at
                    ? count
                    : wendi_hub_label_cell_count(w) - b->at;
        wend_parallel_for(executor, count, WENDI_HUB_LABEL_BLOCK, label_cells, &shared);
        const wend_result result = append_cells(w, count);
        if (result != WEND_OK) {
            return result;
        }
        b->at += (uint32_t)count;
        *steps -= count;
    }
    memset(l->pool + l->pool_count, 0, WENDI_HUB_LABEL_BEHIND * sizeof l->pool[0]);
    const size_t room = l->pool_count + WENDI_HUB_LABEL_BEHIND;
    uint16_t *pool =
        wendi_resize_items(w->allocator, l->pool, l->pool_capacity, room, sizeof pool[0]);
    if (pool != NULL) {
        l->pool = pool;
        l->pool_capacity = room;
    }
    return WEND_OK;
}
