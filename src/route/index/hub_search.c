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
    uint32_t count, reach;
    uint64_t top, top_counted; /* those of the top that need steps */
    const uint16_t *hubs;      /* behind the top */
    const uint16_t *steps;     /* of the top, then of the others */
    bool is_plain;             /* steps take two numbers each */
} hub_list_view;

static hub_list_view read_list(const wendi_hub_labels *l, uint32_t cell)
{
    const uint16_t *at = l->pool + wendi_hub_label_offset(l, cell);
    const uint32_t counts = at[WENDI_HUB_LABEL_HEAD - 1];
    const uint32_t pairs = counts >> WENDI_HUB_LABEL_COUNT_BITS;
    hub_list_view list = {.x = cell & 0xFFFF, .y = cell >> 16, .hubs = at + WENDI_HUB_LABEL_HEAD};
    uint64_t straight;
    memcpy(&list.top, at, sizeof list.top);
    memcpy(&straight, at + WENDI_HUB_LABEL_TOP_NUMBERS, sizeof straight);
    list.top_counted = list.top & ~straight;
    list.reach = at[WENDI_HUB_LABEL_REACH];
    list.count = counts & ((1u << WENDI_HUB_LABEL_COUNT_BITS) - 1);
    list.is_plain = pairs == WENDI_HUB_LABEL_PLAIN;
    list.steps = list.hubs + list.count + 1 + (list.is_plain ? 0 : 2 * (size_t)pairs);
    return list;
}

/* The steps from a cell to a hub: straight << 16 | diagonal. Those over open ground and what is added
 * are both gone through, as which hub needs steps cannot be foreseen.
 * @param counted the number of hubs with steps before this one. */
static inline uint32_t steps_to(const hub_list_view *list, uint32_t place, bool is_straight,
                                uint32_t counted)
{
    const uint32_t dx = wendi_difference(list->x, place & 0xFFFF);
    const uint32_t dy = wendi_difference(list->y, place >> 16);
    const uint32_t diagonal = dx < dy ? dx : dy;
    const uint32_t open = (dx + dy - 2 * diagonal) << 16 | diagonal;
    const uint32_t all = is_straight ? 0 : UINT32_MAX;
    if (list->is_plain) {
        const uint16_t *pair = list->steps + 2 * (size_t)counted;
        const uint32_t listed = (uint32_t)pair[0] << 16 | pair[1];
        return (open & ~all) | (listed & all);
    }
    const uint32_t more = list->steps[counted] & all;
    if (more >> 8 == WENDI_HUB_LABEL_FAR_STEPS) {
        const uint16_t *pair = list->steps - 2 * ((size_t)(more & 0xFF) + 1);
        return (uint32_t)pair[0] << 16 | pair[1];
    }
    const uint32_t more_straight = ((more >> 8 ^ 0x80) - 0x80) << 17;
    return open + more_straight + ((more & 0xFF) ^ 0x80) - 0x80;
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
    return steps_to(list, place, (list->top_counted & bit) == 0, wendi_popcount64_portable(before));
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

/* The number of hubs with steps up to one, given that up to an earlier one. */
static inline uint32_t pass_counted(uint32_t counted, const uint16_t *from, const uint16_t *to)
{
    for (; from < to; ++from) {
        counted += (*from & 1) == 0 ? 1 : 0;
    }
    return counted;
}

/* One pass over the hubs behind the top; both lists end in the same number.
 * @return the number of common ones. */
static uint32_t merge(const wendi_hub_labels *l, const hub_list_view *from, const hub_list_view *to,
                      best_hub *best)
{
    const uint16_t *a = from->hubs;
    const uint16_t *b = to->hubs;
    const uint16_t *a_last = a; /* up to there hubs with steps are counted */
    const uint16_t *b_last = b;
    uint32_t a_counted = wendi_popcount64_portable(from->top_counted);
    uint32_t b_counted = wendi_popcount64_portable(to->top_counted);
    for (uint32_t common = 0;;) {
        const uint32_t x = *a | 1u; /* whether steps are needed makes no other hub */
        const uint32_t y = *b | 1u;
        if (x == y) {
            if (x == WENDI_HUB_LABEL_END) {
                return common;
            }
            a_counted = pass_counted(a_counted, a_last, a);
            b_counted = pass_counted(b_counted, b_last, b);
            a_last = a;
            b_last = b;
            const uint32_t place = l->places[x >> 1];
            const uint32_t ahead = steps_to(from, place, (*a & 1) != 0, a_counted);
            const uint32_t behind = steps_to(to, place, (*b & 1) != 0, b_counted);
            const uint64_t cost = cost_of_steps(ahead, behind);
            *best = cost < best->cost ? (best_hub){cost, x >> 1, ahead, behind} : *best;
            ++common;
        }
        a += x <= y ? 1 : 0;
        b += y <= x ? 1 : 0;
    }
}

/* The least sum over common hubs, the most important first. @return true if there can be a cheaper path
 * over a hub that is not listed. */
static bool compare_lists(wendi_hub_label_search *search, uint32_t from_cell, uint32_t to_cell)
{
    const wendi_hub_labels *l = search->labels;
    const uint64_t least = wendi_hierarchy_octile(from_cell, to_cell, 1);
    const hub_list_view from = read_list(l, from_cell);
    const hub_list_view to = read_list(l, to_cell);
    best_hub best = {.cost = WENDI_HUB_LABEL_FAR};
    search->compared = 1;
    search->common = meet_top(l, &from, &to, least, &best);
    if (best.cost > least) {
        search->compared += from.count + to.count;
        search->common += merge(l, &from, &to, &best);
    }
    search->best = best.cost;
    search->hub = best.hub;
    search->costs[WENDI_AHEAD] = wendi_hub_label_cost(best.ahead >> 16, best.ahead & 0xFFFF);
    search->costs[WENDI_BEHIND] = wendi_hub_label_cost(best.behind >> 16, best.behind & 0xFFFF);
    const bool is_far = from.reach < WENDI_HUB_LABEL_REACH_MAX &&
                        to.reach < WENDI_HUB_LABEL_REACH_MAX &&
                        least > wendi_hub_label_cost((uint64_t)from.reach + to.reach, 0);
    return best.cost > least && !is_far;
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

/* Lists the jump points visible from a cell in some directions, a bit each, that a path of at most a
 * cost to another cell can pass; itself if it is one. @return their number. */
static uint32_t view(const wendi_hub_labels *l, uint32_t cell, uint32_t directions, uint32_t to,
                     uint64_t most, wendi_hub_label_view *views)
{
    const uint32_t rank = wendi_hub_label_rank_at(l, cell);
    if (rank != WENDI_HUB_LABEL_END) {
        memset(views, 0, sizeof views[0]);
        views[0].rank = rank;
        views[0].turns = true;
        return 1;
    }
    uint32_t count = 0;
    for (uint32_t direction = 0; direction < WENDI_DIRECTIONS; ++direction) {
        if ((directions >> direction & 1) != 0) {
            count += wendi_hub_labels_view_towards(l, cell, direction, to, most, views + count);
        }
    }
    return count;
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

/* The least that a path over a visible jump point costs. */
static uint64_t least_over(const wendi_hub_labels *l, const wendi_hub_label_view *v, uint32_t other)
{
    return wendi_hub_label_cost(v->straight, v->diagonal) +
           wendi_hierarchy_octile(l->places[v->rank], other, 1);
}

/* The most promising jump point that is visible from an end of a path: towards the other end, else
 * anywhere. @return NULL if there is none. */
static const wendi_hub_label_view *nearest_view(wendi_hub_label_search *search, uint32_t side,
                                                uint32_t cell, uint32_t other)
{
    const wendi_hub_labels *l = search->labels;
    wendi_hub_label_sheet *sheet = &search->sheets[side];
    const uint32_t ahead = direction_to(cell, other);
    const uint32_t near = (0x83u << ahead | 0x83u >> (WENDI_DIRECTIONS - ahead)) & 0xFF;
    for (uint32_t turn = 0; turn < 2; ++turn) {
        const wendi_hub_label_view *best = NULL;
        uint64_t least = UINT64_MAX;
        sheet->view_count = view(l, cell, turn == 0 ? near : 0xFF & ~near, other,
                                 WENDI_HUB_LABEL_FAR, sheet->views);
        for (uint32_t k = 0; k < sheet->view_count; ++k) {
            const uint64_t here = least_over(l, &sheet->views[k], other);
            if (here < least) {
                least = here;
                best = &sheet->views[k];
            }
        }
        if (best != NULL) {
            return best;
        }
    }
    return NULL;
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

/* The first entry of a visible jump point that counts: of its list, if a search would turn there, else
 * of itself, which is the last; without hubs that are on lists of cells. */
static uint32_t first_of_view(const wendi_hub_labels *l, const wendi_hub_label_view *v)
{
    const uint32_t end = l->first[v->rank + 1];
    const uint32_t listed = l->kind == WENDI_HUB_LABELS_OF_CELLS ? l->listed : 0;
    uint32_t at = v->turns ? l->first[v->rank] : end - 1;
    for (uint32_t count = end - at; count > 0;) {
        const uint32_t half = count / 2;
        const bool is_listed = l->hubs[at + half].hub < listed;
        at += is_listed ? half + 1 : 0;
        count = is_listed ? count - half - 1 : half;
    }
    return at;
}

/* Puts the hubs of a visible jump point of the start that can be on a cheaper path. */
static void put_view(wendi_hub_label_search *search, const wendi_hub_label_view *v, uint32_t to)
{
    const wendi_hub_labels *l = search->labels;
    const uint64_t cost = wendi_hub_label_cost(v->straight, v->diagonal);
    const uint32_t first = first_of_view(l, v);
    const uint32_t end = l->first[v->rank + 1];
    for (uint32_t k = first; k < end; ++k) {
        const wendi_hub_label_hub *hub = &l->hubs[k];
        const uint64_t here = cost + hub->cost;
        if (here + wendi_hierarchy_octile(l->places[hub->hub], to, 1) < search->best) {
            wendi_hub_label_sheet_put(&search->sheets[WENDI_AHEAD], hub->hub, here,
                                      v->straight + hub->straight, v->diagonal + hub->diagonal);
        }
    }
    search->compared += end - first;
}

/* Meets the hubs of a visible jump point of the goal with those gathered from the start. */
static void meet_view(wendi_hub_label_search *search, const wendi_hub_label_view *v)
{
    const wendi_hub_labels *l = search->labels;
    const uint64_t *costs = search->sheets[WENDI_AHEAD].costs;
    const uint64_t to = wendi_hub_label_cost(v->straight, v->diagonal);
    const uint32_t first = first_of_view(l, v);
    const uint32_t end = l->first[v->rank + 1];
    for (uint32_t k = first; k < end; ++k) {
        const wendi_hub_label_hub *hub = &l->hubs[k];
        if (costs[hub->hub] != WENDI_HUB_LABEL_FAR) {
            meet(search, hub->hub, costs[hub->hub], to + hub->cost);
        }
    }
    search->compared += end - first;
}

/* Looks for a path that is cheaper than the best so far over hubs that are not on lists of cells. Only
 * jump points that such a path can pass are listed, so a good first path saves most of the work. */
static void gather_both(wendi_hub_label_search *search, uint32_t from, uint32_t to)
{
    const wendi_hub_labels *l = search->labels;
    wendi_hub_label_sheet *ahead = &search->sheets[WENDI_AHEAD];
    wendi_hub_label_sheet *behind = &search->sheets[WENDI_BEHIND];
    if (search->best == WENDI_HUB_LABEL_FAR) {
        const wendi_hub_label_view *a = nearest_view(search, WENDI_AHEAD, from, to);
        const wendi_hub_label_view *b =
            a == NULL ? NULL : nearest_view(search, WENDI_BEHIND, to, from);
        if (a == NULL || b == NULL) {
            return;
        }
        meet_over(search, a, b);
    }
    const bool is_met = search->best != WENDI_HUB_LABEL_FAR;
    const uint64_t most = is_met ? search->best - 1 : WENDI_HUB_LABEL_FAR;
    ahead->view_count = view(l, from, 0xFF, to, most, ahead->views);
    wendi_hub_label_sheet_clear(ahead);
    for (uint32_t k = 0; k < ahead->view_count; ++k) {
        put_view(search, &ahead->views[k], to);
    }
    if (ahead->high == 0) {
        return;
    }
    behind->view_count = view(l, to, 0xFF, from, most, behind->views);
    for (uint32_t k = 0; k < behind->view_count; ++k) {
        if (least_over(l, &behind->views[k], from) < search->best) {
            meet_view(search, &behind->views[k]);
        }
    }
}

bool wendi_hub_label_search_find(wendi_hub_label_search *search, uint32_t from, uint32_t to)
{
    const wendi_hub_labels *l = search->labels;
    search->best = WENDI_HUB_LABEL_FAR;
    search->compared = search->common = 0;
    if (l->kind != WENDI_HUB_LABELS_OF_CELLS || compare_lists(search, from, to)) {
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
