/* The lists of cells: each follows from those of the jump points that are visible from the cell.
 * Cost: a look at each of their hubs, and at the hubs of each hub that stays. */
#include "route/index/hub_build.h"

#include <string.h>

/* Hubs looked at for all cells, by lists made one by one: some four seconds of one thread. */
static const uint64_t MOST_WORK = 1500000000;

/* More than any detour between two cells of a list; detours are forgotten when so much was moved. */
static const uint64_t DETOUR_MOST = (uint64_t)1 << 52;
/* How much farther from a jump point than the cell the hubs are that are looked at. */
static const uint64_t DETOUR_MARGIN = 16 * WEND_COST_ONE;

enum {
    SAMPLES = 512,         /* cells at most of which lists are made to learn how long they are, */
    CELLS_PER_SAMPLE = 16, /* one of so many */
    VIEW_WORK = 8,         /* a visible jump point takes as long as so many hubs */
    SAMPLE_MARGIN = 32,    /* lists of all cells may be longer by such a part */
    LISTED_PART = 2        /* with less than half of the hubs on lists few queries end with these */
};

/* ---- one cell ---- */

/* True if a more important hub of the sheet leads to a jump point at no higher cost: mostly the one
 * that did so for the cell before. Only those can that are nearer to it than the cell is. Where none
 * does, the least detour over one bounds those of the cells that follow, as a step makes it shorter by
 * the cost of the step at most; so that it lasts, hubs a bit farther away are looked at as well. */
static bool is_covered(wendi_hub_label_job *job, const wendi_hub_label_work *w, uint32_t rank,
                       uint64_t cost, uint64_t *detour)
{
    const uint64_t *costs = job->sheet.costs;
    const uint32_t first = w->labels->first[rank];
    const wendi_sort_pair *near = w->build->near + first;
    const uint32_t count = w->labels->first[rank + 1] - first - 1;
    const uint32_t last = job->covers[rank];
    if (last < count && costs[near[last].value] + near[last].key <= cost) {
        return true;
    }
    const uint64_t most = cost + DETOUR_MARGIN;
    uint64_t least = DETOUR_MOST;
    uint32_t k = 0;
    for (; k < count && near[k].key < most; ++k) {
        const uint64_t sum = costs[near[k].value] + near[k].key;
        if (sum <= cost) {
            job->sheet.work += k;
            job->covers[rank] = (uint16_t)k;
            return true;
        }
        least = sum < least ? sum : least;
    }
    job->sheet.work += k;
    *detour = least < most || k == count ? least : most;
    return false;
}

/* The same for a hub that is on the sheet with those that lead to it. */
static bool is_needless(wendi_hub_label_job *job, const wendi_hub_label_work *w, uint32_t hub)
{
    const uint64_t cost = job->sheet.costs[hub];
    if (job->detours[hub] > job->moved + cost) {
        return false;
    }
    uint64_t detour;
    if (is_covered(job, w, hub, cost, &detour)) {
        return true;
    }
    job->detours[hub] = job->moved + detour;
    return false;
}

/* True if a hub that is on the sheet already, more important than a visible jump point, leads there at
 * no higher cost. That hub or one that leads to it has what can be found by way of the jump point on its
 * own list. */
static bool is_view_covered(wendi_hub_label_job *job, const wendi_hub_label_work *w,
                            const wendi_hub_label_view *view)
{
    const uint64_t cost = wendi_hub_label_cost(view->straight, view->diagonal);
    uint64_t unused;
    return job->detours[view->rank] <= job->moved + cost &&
           is_covered(job, w, view->rank, cost, &unused);
}

static void extend(wendi_hub_label_job *job, uint64_t cost)
{
    job->reach = cost > job->reach ? cost : job->reach;
}

/* Puts the listed hubs of a jump point that is some steps away. */
static void put_list(wendi_hub_label_job *job, const wendi_hub_label_work *w, uint32_t rank,
                     uint32_t straight, uint32_t diagonal)
{
    const wendi_hub_labels *l = w->labels;
    const uint64_t cost = wendi_hub_label_cost(straight, diagonal);
    const uint32_t end = l->first[rank + 1];
    uint32_t k = l->first[rank];
    for (; k < end && l->hubs[k].hub < l->listed; ++k) {
        const wendi_hub_label_hub *hub = &l->hubs[k];
        wendi_hub_label_sheet_put(&job->sheet, hub->hub, cost + hub->cost, straight + hub->straight,
                                  diagonal + hub->diagonal);
    }
    job->sheet.work += k - l->first[rank];
    if (k < end) {
        extend(job, cost + w->build->reaches[rank]);
    }
}

/* Gathers the hubs of an open cell: of what is visible the most important first, so that most of the
 * others are covered. Jump points at which no search would turn come last, as what lies behind them is
 * not on the sheet with them. */
static void gather(wendi_hub_label_job *job, const wendi_hub_label_work *w, uint32_t cell)
{
    const wendi_hub_labels *l = w->labels;
    wendi_hub_label_sheet *sheet = &job->sheet;
    const uint32_t own = wendi_hub_label_rank_at(l, cell);
    job->reach = 0;
    if (own != WENDI_HUB_LABEL_END) {
        put_list(job, w, own, 0, 0);
        return;
    }
    sheet->view_count = wendi_hub_labels_view(l, cell, sheet->views);
    sheet->work += VIEW_WORK * sheet->view_count;
    uint32_t low = sheet->words;
    uint32_t high = 0;
    for (uint32_t k = 0; k < sheet->view_count; ++k) {
        if (sheet->views[k].turns) {
            const uint32_t rank = sheet->views[k].rank;
            job->turning[rank / 64] |= (uint64_t)1 << rank % 64;
            job->view_of[rank] = (uint16_t)k;
            low = rank / 64 < low ? rank / 64 : low;
            high = rank / 64 + 1 > high ? rank / 64 + 1 : high;
        }
    }
    for (uint32_t word = low; word < high; ++word) {
        for (uint64_t bits = job->turning[word]; bits != 0; bits &= bits - 1) {
            const uint32_t rank = word * 64 + wendi_ctz64(bits);
            const wendi_hub_label_view *view = &sheet->views[job->view_of[rank]];
            if (!is_view_covered(job, w, view)) {
                put_list(job, w, rank, view->straight, view->diagonal);
            }
        }
        job->turning[word] = 0;
    }
    for (uint32_t k = 0; k < sheet->view_count; ++k) {
        const wendi_hub_label_view *view = &sheet->views[k];
        const uint64_t cost = wendi_hub_label_cost(view->straight, view->diagonal);
        if (!view->turns && view->rank < l->listed) {
            wendi_hub_label_sheet_put(sheet, view->rank, cost, view->straight, view->diagonal);
        } else if (!view->turns) {
            extend(job, cost);
        }
    }
}

/* The hubs of a sheet in order, without those that a more important one makes needless, and with them
 * what was gathered at too large a distance. @return their number; too many: one more than allowed. */
static uint32_t list_hubs(wendi_hub_label_job *job, const wendi_hub_label_work *w,
                          uint16_t hubs[WENDI_HUB_LABEL_CELL_MAX])
{
    wendi_hub_label_sheet *sheet = &job->sheet;
    uint32_t count = 0;
    for (uint32_t word = sheet->low; word < sheet->high; ++word) {
        for (uint64_t bits = sheet->set[word]; bits != 0; bits &= bits - 1) {
            const uint32_t hub = word * 64 + wendi_ctz64(bits);
            if (is_needless(job, w, hub)) {
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

/* Writes the steps to a hub beside those over open ground. @return false: it takes a pair. */
static bool steps_fit(uint32_t cell, uint32_t place, uint32_t steps, uint16_t *out)
{
    const uint32_t dx = wendi_difference(cell & 0xFFFF, place & 0xFFFF);
    const uint32_t dy = wendi_difference(cell >> 16, place >> 16);
    const uint32_t diagonal = dx < dy ? dx : dy;
    /* Whether the number of straight steps is odd follows from the places. */
    const uint32_t more_straight = ((steps >> 16) - (dx + dy - 2 * diagonal) + 254) / 2;
    const uint32_t more_diagonal = (steps & 0xFFFF) - diagonal + 128;
    if (more_straight > 254 || more_diagonal > 255) {
        return false;
    }
    *out = (uint16_t)(((more_straight - 127) & 0xFF) << 8 | ((more_diagonal - 128) & 0xFF));
    return true;
}

/* The steps to hubs that need them. */
typedef struct hub_counted {
    uint32_t count, pairs;
    uint32_t steps[WENDI_HUB_LABEL_CELL_MAX];
    uint16_t numbers[WENDI_HUB_LABEL_CELL_MAX];
} hub_counted;

static void add_counted(hub_counted *counted, uint32_t cell, uint32_t place, uint32_t steps)
{
    uint16_t *number = &counted->numbers[counted->count];
    if (!steps_fit(cell, place, steps, number)) {
        *number = (uint16_t)(WENDI_HUB_LABEL_FAR_STEPS << 8 | (counted->pairs & 0xFF));
        ++counted->pairs;
    }
    counted->steps[counted->count++] = steps;
}

static uint16_t *write_pair(uint16_t *out, uint32_t steps)
{
    out[0] = (uint16_t)(steps >> 16);
    out[1] = (uint16_t)steps;
    return out + 2;
}

/* Writes steps, pairs first if they are few: what that takes is less than a pair each.
 * @param plain set to what stands above the count. @return behind them. */
static uint16_t *write_steps(const hub_counted *counted, uint16_t *out, uint32_t *pairs)
{
    *pairs = counted->pairs;
    if (counted->pairs >= WENDI_HUB_LABEL_PLAIN || 2 * counted->pairs > counted->count) {
        *pairs = WENDI_HUB_LABEL_PLAIN;
        for (uint32_t k = 0; k < counted->count; ++k) {
            out = write_pair(out, counted->steps[k]);
        }
        return out;
    }
    uint32_t next = 0;
    for (uint32_t k = 0; k < counted->count; ++k) {
        if (counted->numbers[k] >> 8 == WENDI_HUB_LABEL_FAR_STEPS) {
            /* They are numbered backwards from the steps. */
            (void)write_pair(out + 2 * (size_t)(counted->pairs - 1 - next), counted->steps[k]);
            ++next;
        }
    }
    out += 2 * (size_t)counted->pairs;
    memcpy(out, counted->numbers, counted->count * sizeof out[0]);
    return out + counted->count;
}

/* Writes the list of an open cell. @return the numbers written; 0: too many. */
static size_t write_list(wendi_hub_label_job *job, const wendi_hub_label_work *w, uint32_t cell,
                         uint16_t *out)
{
    const wendi_hub_labels *l = w->labels;
    uint16_t hubs[WENDI_HUB_LABEL_CELL_MAX];
    hub_counted counted;
    const wendi_hub_label_sheet *sheet = &job->sheet;
    const uint32_t count = list_hubs(job, w, hubs);
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
    counted.count = counted.pairs = 0;
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
            add_counted(&counted, cell, l->places[hub], sheet->steps[hub]);
        }
    }
    *next++ = WENDI_HUB_LABEL_END;
    uint32_t pairs;
    const uint16_t *end = write_steps(&counted, next, &pairs);
    const uint64_t reach = (job->reach + WEND_COST_ONE - 1) / WEND_COST_ONE;
    memcpy(out, &top, sizeof top);
    memcpy(out + WENDI_HUB_LABEL_TOP_NUMBERS, &straight_top, sizeof straight_top);
    out[WENDI_HUB_LABEL_REACH] =
        (uint16_t)(reach < WENDI_HUB_LABEL_REACH_MAX ? reach : WENDI_HUB_LABEL_REACH_MAX);
    out[WENDI_HUB_LABEL_HEAD - 1] =
        (uint16_t)(pairs << WENDI_HUB_LABEL_COUNT_BITS | (count - top_count));
    return (size_t)(end - out);
}

/* Goes on to a cell, mostly to the next one in the row. */
static void move_to(wendi_hub_label_job *job, const wendi_hub_labels *l, uint32_t cell)
{
    job->moved += job->last + 1 == cell ? WEND_COST_ONE : DETOUR_MOST;
    job->last = cell;
    if (job->moved >> 62 != 0) {
        memset(job->detours, 0, ((size_t)l->count + 1) * sizeof job->detours[0]);
        job->moved = 0;
    }
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
    move_to(job, w->labels, cell);
    gather(job, w, cell);
    const size_t used = write_list(job, w, cell, job->room + job->used);
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

/* @return false: no memory; the job has none. */
static bool begin_job(const wendi_hub_label_work *w, wendi_hub_label_job *job)
{
    const wend_allocator *a = w->allocator;
    const size_t count = (size_t)w->labels->count + 1;
    const bool has_sheet = wendi_hub_label_sheet_create(&job->sheet, w->labels->count, a);
    job->covers = wendi_alloc_items_zero(a, count, sizeof job->covers[0]);
    job->detours = wendi_alloc_items_zero(a, count, sizeof job->detours[0]);
    job->turning = wendi_alloc_items_zero(a, count / 64 + 1, sizeof job->turning[0]);
    job->view_of = wendi_alloc_items(a, count, sizeof job->view_of[0]);
    job->room = wendi_alloc_items(a, wendi_hub_label_room(w->labels), sizeof job->room[0]);
    if (!has_sheet || job->covers == NULL || job->detours == NULL || job->turning == NULL ||
        job->view_of == NULL || job->room == NULL) {
        wendi_hub_label_job_destroy(job, w->labels, a);
        return false;
    }
    return true;
}

/* @return false: no memory. */
static bool begin_jobs(const wendi_hub_label_work *w)
{
    bool is_done = true;
    for (uint32_t k = 0; k < WENDI_HUB_LABEL_JOBS && is_done; ++k) {
        wendi_hub_label_job *job = &w->build->jobs[k];
        is_done = job->room != NULL || begin_job(w, job);
    }
    return is_done;
}

/* Lists hubs below a rank only. */
static void list_below(const wendi_hub_label_work *w, uint32_t listed)
{
    wendi_hub_labels *l = w->labels;
    wendi_hub_label_build *b = w->build;
    l->listed = listed;
    for (uint32_t rank = 0; rank < l->count; ++rank) {
        b->reaches[rank] = 0;
        for (uint32_t k = l->first[rank]; k < l->first[rank + 1]; ++k) {
            const wendi_hub_label_hub *hub = &l->hubs[k];
            if (hub->hub >= listed && hub->cost > b->reaches[rank]) {
                b->reaches[rank] = hub->cost;
            }
        }
    }
    memset(&b->sampled, 0, sizeof b->sampled);
    for (uint32_t k = 0; k < WENDI_HUB_LABEL_JOBS; ++k) {
        memset(b->jobs[k].detours, 0, ((size_t)l->count + 1) * sizeof b->jobs[k].detours[0]);
    }
}

/* What the sampled lists tell of all. */
static bool is_sample_allowed(const wendi_hub_label_work *w, uint32_t samples)
{
    const wendi_hub_labels *l = w->labels;
    const wendi_hub_label_build *b = w->build;
    const uint64_t cells = wendi_hub_label_cell_count(w);
    const uint64_t bytes = b->sampled.numbers * sizeof l->pool[0] * cells / samples;
    const uint64_t all = bytes + cells * (uint64_t)sizeof l->cells[0] + wendi_hub_labels_bytes(l);
    const uint64_t work = b->sampled.work * cells / samples;
    return all + bytes / SAMPLE_MARGIN <= b->most_bytes && work <= MOST_WORK;
}

wend_result wendi_hub_label_sample(const wendi_hub_label_work *w, uint64_t *steps)
{
    wendi_hub_labels *l = w->labels;
    wendi_hub_label_build *b = w->build;
    if (b->jobs[WENDI_HUB_LABEL_JOBS - 1].room == NULL && !begin_jobs(w)) {
        return WEND_ERROR_MEMORY;
    }
    if (l->listed == 0) {
        list_below(w, b->listed_most != 0 && b->listed_most < l->count ? b->listed_most : l->count);
    }
    wendi_hub_label_job *job = &b->jobs[0];
    const uint32_t cells = (uint32_t)wendi_hub_label_cell_count(w);
    const uint32_t enough = cells / CELLS_PER_SAMPLE + 1;
    const uint32_t samples = enough < SAMPLES ? enough : SAMPLES;
    for (;;) {
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
        if (b->left_out == WENDI_HUB_LABELS_OF_CELLS) {
            return WEND_ERROR_FULL;
        }
        if (is_sample_allowed(w, samples)) {
            return WEND_OK;
        }
        const uint32_t fewer = l->listed - l->listed / 4;
        if (fewer < l->count / LISTED_PART || fewer == l->listed) {
            return WEND_ERROR_FULL;
        }
        list_below(w, fewer);
        b->at = 0;
    }
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
