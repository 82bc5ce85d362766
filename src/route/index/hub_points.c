/* The lists of jump points: a pruned search from each, the most important first, over what is
 * visible from each.
 * Cost: a look at each hub that is on a list already, for each jump point reached. */
#include "route/index/hub_build.h"
#include "route/jump/step_table.h"

#include <string.h>

enum {
    FIRST_CAPACITY = 4, /* of a list */
    HUBS_PER_STEP = 64,
    WORK_PER_CELL = 256 /* hubs looked at */
};

/* ---- views ---- */

static bool reserve_views(const wendi_hub_label_work *w)
{
    wendi_hub_label_build *b = w->build;
    const size_t needed = b->view_count + w->labels->count;
    if (needed <= b->view_capacity) {
        return true;
    }
    const size_t room = needed > 2 * b->view_capacity ? needed : 2 * b->view_capacity;
    wendi_hub_label_view *views =
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
static bool view_from(const wendi_hub_label_work *w, uint32_t rank)
{
    wendi_hub_label_build *b = w->build;
    if (!reserve_views(w)) {
        return false;
    }
    wendi_hub_label_view *views = b->views + b->view_count;
    const uint32_t count = wendi_hub_labels_view(w->labels, w->labels->places[rank], views);
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t mask = neighbours_at(w->states, w->labels->places[views[k].rank]);
        views[k].onward = views[k].turns ? b->steps->natural[mask][views[k].arrival] : 0;
    }
    b->view_count += count;
    b->view_first[rank + 1] = (uint32_t)b->view_count;
    return true;
}

wend_result wendi_hub_label_list_views(const wendi_hub_label_work *w, uint64_t *steps)
{
    wendi_hub_label_build *b = w->build;
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

/* ---- searches ---- */

/* Makes room for one more hub on the list of a jump point. @return false: no memory. */
static bool reserve_hub(const wendi_hub_label_work *w, uint32_t rank)
{
    wendi_hub_label_build *b = w->build;
    wendi_hub_label_list *list = &b->lists[rank];
    if (list->count < list->capacity) {
        return true;
    }
    const uint32_t room = list->capacity == 0 ? FIRST_CAPACITY : 2 * list->capacity;
    const size_t needed = b->pool_count + room;
    if (needed > b->pool_capacity) {
        const size_t capacity = needed > 2 * b->pool_capacity ? needed : 2 * b->pool_capacity;
        wendi_hub_label_hub *pool =
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

static void reach(wendi_hub_label_build *b, uint32_t rank, uint64_t cost, uint32_t distance,
                  uint32_t parent, uint32_t onward)
{
    if (cost > b->costs[rank]) {
        return;
    }
    if (cost == b->costs[rank]) {
        b->directions[rank] |= (uint8_t)onward;
        return;
    }
    const bool is_new = b->costs[rank] == WENDI_HUB_LABEL_FAR;
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
static bool is_covered(const wendi_hub_label_build *b, const wendi_hub_label_list *list,
                       uint64_t cost)
{
    const wendi_hub_label_hub *hubs = b->pool + list->begin;
    for (uint32_t k = 0; k < list->count; ++k) {
        if (b->hub_costs[hubs[k].hub] + hubs[k].cost <= cost) {
            return true;
        }
    }
    return false;
}

static void begin_search(wendi_hub_label_build *b)
{
    const wendi_hub_label_list *own = &b->lists[b->at];
    for (uint32_t k = 0; k < own->count; ++k) {
        const wendi_hub_label_hub *hub = &b->pool[own->begin + k];
        b->hub_costs[hub->hub] = hub->cost;
    }
    reach(b, b->at, 0, 0, b->at, 0xFF);
    b->is_searching = true;
}

static void end_search(wendi_hub_label_build *b)
{
    const wendi_hub_label_list *own = &b->lists[b->at];
    for (uint32_t k = 0; k < own->count; ++k) {
        b->hub_costs[b->pool[own->begin + k].hub] = WENDI_HUB_LABEL_FAR;
    }
    for (uint32_t k = 0; k < b->reached_count; ++k) {
        b->costs[b->reached[k]] = WENDI_HUB_LABEL_FAR;
    }
    b->reached_count = 0;
    b->is_searching = false;
    ++b->at;
}

/* Settles the next jump point of the search from hub `at`. What more important hubs cover is not
 * followed: they cover what lies behind it too. @return WEND_OK, WEND_ERROR_FULL (a distance is too
 * large for a label), WEND_ERROR_MEMORY. */
static wend_result settle(const wendi_hub_label_work *w, uint64_t *work)
{
    wendi_hub_label_build *b = w->build;
    if (!reserve_hub(w, b->heap.nodes[0].id)) {
        return WEND_ERROR_MEMORY;
    }
    uint64_t cost;
    uint32_t rank;
    (void)wendi_heap_pop(&b->heap, &cost, &rank);
    wendi_hub_label_list *list = &b->lists[rank];
    *work += 1 + list->count;
    if (is_covered(b, list, cost)) {
        return WEND_OK;
    }
    const uint32_t straight = b->distances[rank] >> 16;
    const uint32_t diagonal = b->distances[rank] & 0xFFFF;
    b->pool[list->begin + list->count++] = (wendi_hub_label_hub){
        cost, (uint16_t)b->at, b->parents[rank], (uint16_t)straight, (uint16_t)diagonal};
    const uint32_t end = b->view_first[rank + 1];
    for (uint32_t k = b->view_first[rank]; k < end; ++k) {
        const wendi_hub_label_view *view = &b->views[k];
        if (view->rank < b->at || (b->directions[rank] >> view->departure & 1) == 0) {
            continue; /* More important ones cover themselves. */
        }
        const uint32_t s = straight + view->straight;
        const uint32_t d = diagonal + view->diagonal;
        if (s > UINT16_MAX || d > UINT16_MAX) {
            return WEND_ERROR_FULL;
        }
        reach(b, view->rank, wendi_hub_label_cost(s, d), s << 16 | d, rank, view->onward);
    }
    *work += end - b->view_first[rank];
    return WEND_OK;
}

wend_result wendi_hub_label_search_all(const wendi_hub_label_work *w, uint64_t *steps)
{
    wendi_hub_label_build *b = w->build;
    const uint64_t most_work =
        (uint64_t)WORK_PER_CELL * (wendi_hub_label_cell_count(w) + WENDI_HUB_LABEL_CELLS_MORE);
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
static bool begin_packing(const wendi_hub_label_work *w)
{
    wendi_hub_labels *l = w->labels;
    wendi_hub_label_build *b = w->build;
    size_t total = 0;
    size_t longest = 0;
    for (uint32_t rank = 0; rank < l->count; ++rank) {
        total += b->lists[rank].count;
        longest = b->lists[rank].count > longest ? b->lists[rank].count : longest;
    }
    l->first = wendi_alloc_items_zero(w->allocator, (size_t)l->count + 1, sizeof l->first[0]);
    l->hub_count = total;
    l->hubs = wendi_alloc_items_zero(w->allocator, total + 1, sizeof l->hubs[0]);
    b->near_count = total + longest + 1;
    b->near = wendi_alloc_items(w->allocator, b->near_count, sizeof b->near[0]);
    if (l->first == NULL || l->hubs == NULL || b->near == NULL) {
        wendi_hub_label_free(w->allocator, b->near, b->near_count, sizeof b->near[0]);
        wendi_hub_label_free(w->allocator, l->first, (size_t)l->count + 1, sizeof l->first[0]);
        wendi_hub_label_free(w->allocator, l->hubs, total + 1, sizeof l->hubs[0]);
        l->first = NULL;
        l->hubs = NULL;
        l->hub_count = 0;
        b->near = NULL;
        b->near_count = 0;
        return false;
    }
    return true;
}

/* Sorts the list of a jump point by cost, without itself, which is the last by rank. */
static void sort_near(wendi_hub_label_build *b, const wendi_hub_labels *l, uint32_t rank)
{
    wendi_sort_pair *near = b->near + l->first[rank];
    const wendi_hub_label_hub *hubs = l->hubs + l->first[rank];
    const uint32_t count = l->first[rank + 1] - l->first[rank];
    for (uint32_t k = 0; k + 1 < count; ++k) {
        near[k] = (wendi_sort_pair){hubs[k].cost, hubs[k].hub};
    }
    wendi_sort_pairs(near, b->near + l->hub_count, count > 0 ? count - 1 : 0);
}

wend_result wendi_hub_label_pack(const wendi_hub_label_work *w, uint64_t *steps)
{
    wendi_hub_labels *l = w->labels;
    wendi_hub_label_build *b = w->build;
    if (l->hubs == NULL && !begin_packing(w)) {
        return WEND_ERROR_MEMORY;
    }
    for (; b->at < l->count; ++b->at) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        const wendi_hub_label_list *list = &b->lists[b->at];
        if (list->count > 0 && b->pool != NULL && l->hubs != NULL) {
            memcpy(l->hubs + l->first[b->at], b->pool + list->begin,
                   list->count * sizeof l->hubs[0]);
        }
        l->first[b->at + 1] = l->first[b->at] + list->count;
        sort_near(b, l, b->at);
        *steps -= b->at % HUBS_PER_STEP == 0 ? 1 : 0;
    }
    wendi_hub_label_free(w->allocator, b->pool, b->pool_capacity, sizeof b->pool[0]);
    b->pool = NULL;
    b->pool_count = b->pool_capacity = 0;
    return WEND_OK;
}
