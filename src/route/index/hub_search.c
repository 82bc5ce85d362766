/* Queries on labels: the distance of two cells, and the jump points of a cheapest path.
 * Cost: a look at the bits that two lists share, and one pass over some tens of hubs; with lists of jump points alone, these are made
 * first, some microseconds. A path takes some lookups a jump point, and at both ends the jump points
 * visible from there. */
#include "base/math/bits.h"
#include "route/index/hub_labels.h"
#include "route/jump/scan.h"

#include <string.h>

bool wendi_hub_label_search_create(wendi_hub_label_search *search, const wendi_hub_labels *labels,
                                   const wend_allocator *allocator)
{
    memset(search, 0, sizeof *search);
    search->labels = labels;
    search->count = labels->count;
    wendi_array_u32_init(&search->chain, allocator);
    bool is_done = true;
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        is_done = wendi_hub_label_sheet_create(&search->sheets[side], labels->count, allocator) &&
                  is_done;
    }
    return is_done;
}

void wendi_hub_label_search_destroy(wendi_hub_label_search *search, const wend_allocator *allocator)
{
    if (search->labels == NULL) {
        return;
    }
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        wendi_hub_label_sheet_destroy(&search->sheets[side], search->count, allocator);
    }
    wendi_array_u32_free(&search->chain);
    memset(search, 0, sizeof *search);
}

size_t wendi_hub_label_search_bytes(const wendi_hub_label_search *search)
{
    return search->labels == NULL ? 0
                                  : WENDI_SIDES * wendi_hub_label_sheet_bytes(search->count) +
                                        search->chain.capacity * sizeof search->chain.items[0];
}

/* ---- distances ---- */

/* The list of a cell as it lies in the pool. */
typedef struct hub_list_view {
    uint32_t x, y;
    uint64_t top, top_counted; /* those of the top that need steps */
    const uint16_t *hubs;      /* behind the top */
    const uint16_t *steps;     /* of the top, then of the others */
} hub_list_view;

static hub_list_view read_list(const wendi_hub_labels *l, uint32_t cell)
{
    const uint16_t *at = l->pool + wendi_hub_label_offset(l, cell);
    hub_list_view list = {.x = cell & 0xFFFF, .y = cell >> 16, .hubs = at + WENDI_HUB_LABEL_HEAD};
    uint64_t straight;
    memcpy(&list.top, at, sizeof list.top);
    memcpy(&straight, at + WENDI_HUB_LABEL_TOP_NUMBERS, sizeof straight);
    list.top_counted = list.top & ~straight;
    list.steps = list.hubs + at[WENDI_HUB_LABEL_HEAD - 1] + 1;
    return list;
}

/* The steps from a cell to a hub: straight << 16 | diagonal. Both ways to them are gone, as which of
 * them counts cannot be foreseen. @param counted the hub's if it needs steps, else what follows. */
static inline uint32_t steps_to(const hub_list_view *list, uint32_t place, bool is_straight,
                                const uint16_t *counted)
{
    const uint32_t dx = wendi_difference(list->x, place & 0xFFFF);
    const uint32_t dy = wendi_difference(list->y, place >> 16);
    const uint32_t diagonal = dx < dy ? dx : dy;
    const uint32_t open = (dx + dy - 2 * diagonal) << 16 | diagonal;
    const uint32_t listed = (uint32_t)counted[0] << 16 | counted[1];
    const uint32_t all = is_straight ? UINT32_MAX : 0;
    return (open & all) | (listed & ~all);
}

/* The best of the hubs that two lists share. */
typedef struct best_hub {
    uint64_t cost;
    uint32_t hub, ahead, behind; /* steps to it from both ends */
} best_hub;

static uint64_t cost_of_steps(uint32_t ahead, uint32_t behind)
{
    return wendi_hub_label_cost((uint64_t)(ahead >> 16) + (behind >> 16),
                                (uint64_t)(ahead & 0xFFFF) + (behind & 0xFFFF));
}

/* The cost over a place where the ground is open on both sides of it: never more than the real one. */
static inline uint64_t open_cost(const hub_list_view *from, const hub_list_view *to, uint32_t place)
{
    const uint32_t x = place & 0xFFFF;
    const uint32_t y = place >> 16;
    const uint32_t ahead_x = wendi_difference(from->x, x);
    const uint32_t ahead_y = wendi_difference(from->y, y);
    const uint32_t behind_x = wendi_difference(to->x, x);
    const uint32_t behind_y = wendi_difference(to->y, y);
    const uint32_t diagonal =
        (ahead_x < ahead_y ? ahead_x : ahead_y) + (behind_x < behind_y ? behind_x : behind_y);
    return wendi_hub_label_cost(ahead_x + ahead_y + behind_x + behind_y - 2 * diagonal, diagonal);
}

static uint32_t steps_to_top(const hub_list_view *list, uint32_t place, uint32_t hub)
{
    const uint64_t bit = (uint64_t)1 << hub;
    const uint64_t before = list->top_counted & (bit - 1);
    return steps_to(list, place, (list->top_counted & bit) == 0,
                    list->steps + 2 * (size_t)wendi_popcount64_portable(before));
}

/* Keeps the best hub of those in the top: first of those that need no steps, mostly the half, then of
 * the others that could be better. Where a path is as short as over open ground, none is shorter.
 * Which hub is better cannot be foreseen, so the first loop does not branch on it. */
static uint32_t meet_top(const wendi_hub_labels *l, const hub_list_view *from,
                         const hub_list_view *to, uint64_t least, best_hub *best)
{
    const uint64_t shared = from->top & to->top;
    const uint64_t counted = shared & (from->top_counted | to->top_counted);
    uint32_t count = 0;
    for (uint64_t bits = shared & ~counted; bits != 0 && best->cost > least; bits &= bits - 1) {
        const uint32_t hub = wendi_ctz64(bits);
        const uint64_t cost = open_cost(from, to, l->places[hub]);
        best->hub = cost < best->cost ? hub : best->hub;
        best->cost = cost < best->cost ? cost : best->cost;
        ++count;
    }
    for (uint64_t bits = counted; bits != 0 && best->cost > least; bits &= bits - 1) {
        const uint32_t hub = wendi_ctz64(bits);
        const uint32_t place = l->places[hub];
        ++count;
        if (open_cost(from, to, place) < best->cost) {
            const uint64_t cost =
                cost_of_steps(steps_to_top(from, place, hub), steps_to_top(to, place, hub));
            best->hub = cost < best->cost ? hub : best->hub;
            best->cost = cost < best->cost ? cost : best->cost;
        }
    }
    if (count > 0) {
        best->ahead = steps_to_top(from, l->places[best->hub], best->hub);
        best->behind = steps_to_top(to, l->places[best->hub], best->hub);
    }
    return count;
}

/* The steps of the hubs of a list that are passed. */
static inline const uint16_t *pass_steps(const uint16_t *steps, const uint16_t *from,
                                         const uint16_t *to)
{
    for (; from < to; ++from) {
        steps += (*from & 1) == 0 ? 2 : 0;
    }
    return steps;
}

/* One pass over the hubs behind the top; both lists end in the same number.
 * @return the number of common ones. */
static uint32_t merge(const wendi_hub_labels *l, const hub_list_view *from, const hub_list_view *to,
                      best_hub *best)
{
    const uint16_t *a = from->hubs;
    const uint16_t *b = to->hubs;
    const uint16_t *a_last = a; /* up to there steps are passed */
    const uint16_t *b_last = b;
    const uint16_t *a_steps =
        from->steps + 2 * (size_t)wendi_popcount64_portable(from->top_counted);
    const uint16_t *b_steps = to->steps + 2 * (size_t)wendi_popcount64_portable(to->top_counted);
    for (uint32_t common = 0;;) {
        const uint32_t x = *a | 1u; /* whether steps are needed makes no other hub */
        const uint32_t y = *b | 1u;
        if (x == y) {
            if (x == WENDI_HUB_LABEL_END) {
                return common;
            }
            a_steps = pass_steps(a_steps, a_last, a);
            b_steps = pass_steps(b_steps, b_last, b);
            a_last = a;
            b_last = b;
            const uint32_t place = l->places[x >> 1];
            const uint32_t ahead = steps_to(from, place, (*a & 1) != 0, a_steps);
            const uint32_t behind = steps_to(to, place, (*b & 1) != 0, b_steps);
            const uint64_t cost = cost_of_steps(ahead, behind);
            *best = cost < best->cost ? (best_hub){cost, x >> 1, ahead, behind} : *best;
            ++common;
        }
        a += x <= y ? 1 : 0;
        b += y <= x ? 1 : 0;
    }
}

/* The least sum over common hubs, the most important first. */
static void compare_lists(wendi_hub_label_search *search, uint32_t from_cell, uint32_t to_cell)
{
    const wendi_hub_labels *l = search->labels;
    const uint64_t least = wendi_hierarchy_octile(from_cell, to_cell, 1);
    const hub_list_view from = read_list(l, from_cell);
    const hub_list_view to = read_list(l, to_cell);
    best_hub best = {.cost = WENDI_HUB_LABEL_FAR};
    search->compared = 1;
    search->common = meet_top(l, &from, &to, least, &best);
    if (best.cost > least) {
        search->compared += (uint32_t)(from.steps - from.hubs) + (uint32_t)(to.steps - to.hubs) - 2;
        search->common += merge(l, &from, &to, &best);
    }
    search->best = best.cost;
    search->hub = best.hub;
    search->costs[WENDI_AHEAD] = wendi_hub_label_cost(best.ahead >> 16, best.ahead & 0xFFFF);
    search->costs[WENDI_BEHIND] = wendi_hub_label_cost(best.behind >> 16, best.behind & 0xFFFF);
}

/* ---- distances by the lists of jump points ---- */

/* Keeps the path over a hub if it is the cheapest so far. */
static void meet(wendi_hub_label_search *search, uint32_t hub, uint64_t from, uint64_t to)
{
    ++search->common;
    if (from + to < search->best) {
        search->best = from + to;
        search->costs[WENDI_AHEAD] = from;
        search->costs[WENDI_BEHIND] = to;
        search->hub = hub;
    }
}

/* Lists the jump points visible from a cell, or itself if it is one. @return their number. */
static uint32_t view(const wendi_hub_labels *l, uint32_t cell, wendi_hub_label_view *views)
{
    const uint32_t rank = wendi_hub_label_rank_at(l, cell);
    if (rank == WENDI_HUB_LABEL_END) {
        return wendi_hub_labels_view(l, cell, views);
    }
    memset(views, 0, sizeof views[0]);
    views[0].rank = rank;
    views[0].turns = true;
    return 1;
}

/* The least that a path over a visible jump point costs. */
static uint64_t least_over(const wendi_hub_labels *l, const wendi_hub_label_view *v, uint32_t other)
{
    return wendi_hub_label_cost(v->straight, v->diagonal) +
           wendi_hierarchy_octile(l->places[v->rank], other, 1);
}

/* The most promising visible jump point. */
static const wendi_hub_label_view *nearest_view(const wendi_hub_labels *l,
                                                const wendi_hub_label_sheet *sheet, uint32_t other)
{
    const wendi_hub_label_view *best = NULL;
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 0; k < sheet->view_count; ++k) {
        const uint64_t here = least_over(l, &sheet->views[k], other);
        if (here < least) {
            least = here;
            best = &sheet->views[k];
        }
    }
    return best;
}

/* A first path, by way of two jump points. */
static void meet_over(wendi_hub_label_search *search, const wendi_hub_label_view *a,
                      const wendi_hub_label_view *b)
{
    const wendi_hub_labels *l = search->labels;
    const uint64_t from = wendi_hub_label_cost(a->straight, a->diagonal);
    const uint64_t to = wendi_hub_label_cost(b->straight, b->diagonal);
    uint32_t i = l->first[a->rank];
    uint32_t k = l->first[b->rank];
    const uint32_t i_end = l->first[a->rank + 1];
    const uint32_t k_end = l->first[b->rank + 1];
    search->compared += i_end - i + k_end - k;
    while (i < i_end && k < k_end) {
        const wendi_hub_label_hub *x = &l->hubs[i];
        const wendi_hub_label_hub *y = &l->hubs[k];
        if (x->hub == y->hub) {
            meet(search, x->hub, from + x->cost, to + y->cost);
        }
        i += x->hub <= y->hub ? 1 : 0;
        k += y->hub <= x->hub ? 1 : 0;
    }
}

/* Meets the hubs of a visible jump point of the goal with those gathered from the start. */
static void meet_view(wendi_hub_label_search *search, const wendi_hub_label_view *v)
{
    const wendi_hub_labels *l = search->labels;
    const uint64_t *costs = search->sheets[WENDI_AHEAD].costs;
    const uint64_t to = wendi_hub_label_cost(v->straight, v->diagonal);
    /* The last on the list of a jump point is itself. */
    const uint32_t end = l->first[v->rank + 1];
    for (uint32_t k = v->turns ? l->first[v->rank] : end - 1; k < end; ++k) {
        const wendi_hub_label_hub *hub = &l->hubs[k];
        if (costs[hub->hub] != WENDI_HUB_LABEL_FAR) {
            meet(search, hub->hub, costs[hub->hub], to + hub->cost);
        }
    }
    search->compared += v->turns ? end - l->first[v->rank] : 1;
}

/* The lists of both cells are made as far as they can give a cheaper path than the first one. */
static void gather_both(wendi_hub_label_search *search, uint32_t from, uint32_t to)
{
    const wendi_hub_labels *l = search->labels;
    wendi_hub_label_sheet *ahead = &search->sheets[WENDI_AHEAD];
    wendi_hub_label_sheet *behind = &search->sheets[WENDI_BEHIND];
    ahead->view_count = view(l, from, ahead->views);
    behind->view_count = view(l, to, behind->views);
    search->compared = 0;
    if (ahead->view_count == 0 || behind->view_count == 0) {
        return;
    }
    meet_over(search, nearest_view(l, ahead, to), nearest_view(l, behind, from));
    wendi_hub_label_sheet_clear(ahead);
    ahead->work = 0;
    for (uint32_t k = 0; k < ahead->view_count; ++k) {
        const wendi_hub_label_view *v = &ahead->views[k];
        if (least_over(l, v, to) < search->best) {
            wendi_hub_label_sheet_put_view(ahead, l, v);
        }
    }
    for (uint32_t k = 0; k < behind->view_count; ++k) {
        const wendi_hub_label_view *v = &behind->views[k];
        if (least_over(l, v, from) < search->best) {
            meet_view(search, v);
        }
    }
    search->compared += ahead->work;
}

bool wendi_hub_label_search_find(wendi_hub_label_search *search, uint32_t from, uint32_t to)
{
    const wendi_hub_labels *l = search->labels;
    search->best = WENDI_HUB_LABEL_FAR;
    search->common = 0;
    if (l->kind == WENDI_HUB_LABELS_OF_CELLS) {
        compare_lists(search, from, to);
    } else {
        gather_both(search, from, to);
    }
    return search->best != WENDI_HUB_LABEL_FAR;
}

/* ---- paths ---- */

/* The entry of a hub on the list of a jump point; NULL if it is not on it. No list is empty: the last
 * hub on it is the jump point itself. */
static const wendi_hub_label_hub *hub_of(const wendi_hub_labels *l, uint32_t rank, uint32_t hub)
{
    const wendi_hub_label_hub *at = &l->hubs[l->first[rank]];
    for (uint32_t count = l->first[rank + 1] - l->first[rank]; count > 1;) {
        const uint32_t half = count / 2;
        at += at[half].hub <= hub ? half : 0;
        count -= half;
    }
    return at->hub == hub ? at : NULL;
}

/* The direction of the first step from a cell towards another one over open ground. */
static uint32_t direction_to(uint32_t cell, uint32_t to)
{
    static const uint8_t directions[3][3] = {{WENDI_NORTH_WEST, WENDI_NORTH, WENDI_NORTH_EAST},
                                             {WENDI_WEST, WENDI_NORTH, WENDI_EAST},
                                             {WENDI_SOUTH_WEST, WENDI_SOUTH, WENDI_SOUTH_EAST}};
    const uint32_t x = cell & 0xFFFF;
    const uint32_t y = cell >> 16;
    const uint32_t to_x = to & 0xFFFF;
    const uint32_t to_y = to >> 16;
    return directions[1 + (to_y > y ? 1 : 0) - (to_y < y ? 1 : 0)]
                     [1 + (to_x > x ? 1 : 0) - (to_x < x ? 1 : 0)];
}

/* The first jump point on a cheapest path from a cell to the hub; ~0 if there is none. It is mostly the
 * hub itself, or lies in its direction. */
static uint32_t first_jump_point(wendi_hub_label_search *search, const wendi_jump_map *map,
                                 uint32_t side, uint32_t cell)
{
    const wendi_hub_labels *l = search->labels;
    const uint32_t rank = wendi_hub_label_rank_at(l, cell);
    if (rank != WENDI_HUB_LABEL_END) {
        return rank;
    }
    static const uint8_t turns[WENDI_DIRECTIONS] = {0, 1, 7, 2, 6, 3, 5, 4};
    const uint64_t cost = search->costs[side];
    const uint32_t place = l->places[search->hub];
    if (cost == wendi_hierarchy_octile(cell, place, 1) && wendi_jump_is_clear(map, cell, place)) {
        return search->hub;
    }
    const uint32_t ahead = direction_to(cell, place);
    wendi_hub_label_view *views = search->sheets[side].views;
    for (uint32_t turn = 0; turn < WENDI_DIRECTIONS; ++turn) {
        const uint32_t direction = (ahead + turns[turn]) % WENDI_DIRECTIONS;
        const uint32_t count =
            wendi_hub_labels_view_towards(l, cell, direction, place, cost, views);
        for (uint32_t k = 0; k < count; ++k) {
            const wendi_hub_label_hub *hub = hub_of(l, views[k].rank, search->hub);
            if (hub != NULL && wendi_hub_label_cost(views[k].straight, views[k].diagonal) +
                                       wendi_hub_label_cost(hub->straight, hub->diagonal) ==
                                   cost) {
                return views[k].rank;
            }
        }
    }
    return UINT32_MAX;
}

/* Lists the jump points from an end to the hub. @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_STALE.
 */
static wend_result list_to_hub(wendi_hub_label_search *search, const wendi_jump_map *map,
                               uint32_t side, uint32_t cell)
{
    const wendi_hub_labels *l = search->labels;
    uint32_t rank = first_jump_point(search, map, side, cell);
    for (;;) {
        const wendi_hub_label_hub *hub = rank == UINT32_MAX ? NULL : hub_of(l, rank, search->hub);
        if (hub == NULL) {
            return WEND_ERROR_STALE;
        }
        if (!wendi_array_u32_push(&search->chain, l->places[rank])) {
            return WEND_ERROR_MEMORY;
        }
        if (rank == search->hub) {
            return WEND_OK;
        }
        rank = hub->next;
    }
}

static void reverse(uint32_t *items, size_t count)
{
    for (size_t low = 0, high = count; low + 1 < high; ++low) {
        const uint32_t swapped = items[low];
        items[low] = items[--high];
        items[high] = swapped;
    }
}

wend_result wendi_hub_label_search_chain(wendi_hub_label_search *search, const wendi_jump_map *map,
                                         uint32_t from, uint32_t to, const wendi_array_u32 **cells)
{
    wendi_array_u32 *chain = &search->chain;
    wendi_array_u32_clear(chain);
    *cells = chain;
    wend_result result = list_to_hub(search, map, WENDI_AHEAD, from);
    if (result != WEND_OK) {
        return result;
    }
    const size_t ahead = chain->count - 1; /* the hub is listed again */
    chain->count = ahead;
    result = list_to_hub(search, map, WENDI_BEHIND, to);
    if (result == WEND_OK) {
        reverse(chain->items + ahead, chain->count - ahead);
    }
    return result;
}
