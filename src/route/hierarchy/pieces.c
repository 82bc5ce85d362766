/* Pieces of a path along a route.
 *
 *   route     S ----------------------> o--o -----> G        within a group, over a border, ...
 *   hops      S --> o-o ---> o-o -----> o--o --> o-o --> G   the same within regions, one by one
 *
 *   window    +-----+-----+-----+        A search from where the last piece ended to the farthest
 *             | S   |     |     |        hop within some three by three regions, free to cross
 *             |  \__|__   |  t  |        borders anywhere. The first half of what it finds is the
 *             +-----+--`m-+-/---+        piece; the rest lies in the next window too, so that the
 *             |     |     `'    |        pieces cost no more than the hops.
 *             +-----+-----+-----+
 *
 * Steps over seams and links end a window. On graphs routes cost the least anyhow, and a piece is the
 * way through one region.
 *
 * Cost: a search in the window. */
#include "route/hierarchy/search.h"
#include "route/path/path.h"

#include <string.h>

/* Regions along the sides of a window. */
enum { WINDOW_REGIONS = 3 };

void wendi_route_rewind(wend_hierarchy_search *search)
{
    memset(&search->cursor, 0, sizeof search->cursor);
    search->cursor.at = search->start;
    search->cursor.place = search->from;
    wendi_array_u32_clear(&search->hops);
    wendi_array_u32_clear(&search->hop_via);
}

void wend_hierarchy_search_rewind(wend_hierarchy_search *search)
{
    if (search != NULL) {
        wendi_route_rewind(search);
    }
}

/* ---- hops ---- */

static bool push_hop(wend_hierarchy_search *s, uint32_t to, uint32_t via)
{
    return wendi_array_u32_push(&s->stack, to) && wendi_array_u32_push(&s->stack, via);
}

/* Puts the path from one portal to another within a cell of a level above 1 onto the stack, the
 * last hop first. */
static bool push_way(wend_hierarchy_search *s, uint32_t level, uint32_t from, uint32_t to)
{
    const wend_hierarchy *h = s->hierarchy;
    const wendi_abstract_layout *layout = &h->layout;
    const uint32_t cell = h->levels[level].cells[layout->regions[from]];
    const uint32_t first = layout->first[h->levels[level].first[cell]];
    const uint32_t end = layout->first[h->levels[level].first[cell + 1]];
    if (!wendi_local_reserve(&s->local, h, end - first, &s->allocator)) {
        return false;
    }
    wendi_local_search_portals(&s->local, h, level, cell, from, to);
    const wendi_local_records *r = &s->local.records;
    if (to < first || to >= end || r->sums[to - first] == WEND_COST_INFINITE) {
        return true; /* only of a damaged file: its costs promise a path that the portals do not have */
    }
    for (uint32_t item = to - first; r->from[item] != WENDI_ABSTRACT_NONE; item = r->from[item]) {
        const uint32_t via =
            r->via[item] == WENDI_ABSTRACT_NONE ? WENDI_HOP_WITHIN + level - 1 : r->via[item];
        if (!push_hop(s, item + first, via)) {
            return false;
        }
    }
    return true;
}

/* Expands the next step of the route into hops. @return false: no memory. */
static bool add_hops(wend_hierarchy_search *s)
{
    const size_t step = s->cursor.step;
    uint32_t from = step == 0 ? WENDI_ABSTRACT_NONE : s->route.items[step - 1];
    wendi_array_u32_clear(&s->stack);
    if (!push_hop(s, s->route.items[step], s->route_via.items[step])) {
        return false;
    }
    while (s->stack.count > 0) {
        const uint32_t via = s->stack.items[--s->stack.count];
        const uint32_t to = s->stack.items[--s->stack.count];
        if (via > WENDI_HOP_WITHIN) {
            if (!push_way(s, via - WENDI_HOP_WITHIN, from, to)) {
                return false;
            }
            continue;
        }
        if (!wendi_array_u32_push(&s->hops, to) || !wendi_array_u32_push(&s->hop_via, via)) {
            return false;
        }
        from = to;
    }
    ++s->cursor.step;
    return true;
}

bool wendi_route_need_hop(wend_hierarchy_search *s, size_t hop, bool *is_end)
{
    while (hop >= s->hops.count && s->cursor.step < s->route.count) {
        const size_t count = s->hops.count;
        if (!add_hops(s)) {
            s->hops.count = count;
            s->hop_via.count = count;
            return false;
        }
    }
    *is_end = hop >= s->hops.count;
    return true;
}

/* ---- traces ---- */

/* Adds the path over nodes of a graph within a region. */
static bool trace_nodes(wend_hierarchy_search *s, wend_node to)
{
    const wend_hierarchy *h = s->hierarchy;
    wendi_array_u32_clear(&s->cells);
    if (!wendi_local_find_nodes(&s->local, h, s->cursor.at, to)) {
        return true; /* not where the hierarchy is right */
    }
    const wendi_local_records *r = &s->local.records;
    const uint32_t *nodes = h->regions.nodes + h->regions.first[h->regions.of_node[to]];
    for (uint32_t item = h->regions.index[to]; r->from[item] != WENDI_ABSTRACT_NONE;
         item = r->from[item]) {
        if (!wendi_array_u32_push(&s->cells, item)) {
            return false;
        }
    }
    for (size_t k = s->cells.count; k > 0; --k) {
        const uint32_t item = s->cells.items[k - 1];
        if (!wendi_trace_push(&s->trace, nodes[item], r->via[item])) {
            return false;
        }
    }
    return true;
}

/* ---- windows ---- */

static wendi_abstract_rect join(wendi_abstract_rect a, wendi_abstract_rect b)
{
    if (a.width == 0) {
        return b;
    }
    const int32_t x = a.x < b.x ? a.x : b.x;
    const int32_t y = a.y < b.y ? a.y : b.y;
    const int32_t right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    const int32_t below = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (wendi_abstract_rect){x, y, right - x, below - y};
}

/* The window of the next piece, and the hops that lead to its end. */
typedef struct piece_window {
    wendi_abstract_rect rect;
    size_t hop;
    bool is_last;    /* there are no hops behind */
    bool is_barrier; /* the next hop is a seam or a link */
} piece_window;

static bool choose_window(wend_hierarchy_search *s, piece_window *w)
{
    const wend_hierarchy *h = s->hierarchy;
    const int32_t most = WINDOW_REGIONS * h->regions.sector_size;
    w->rect = join(s->cursor.rest,
                   wendi_abstract_region_rect(h, wendi_abstract_region_of(h, s->cursor.at)));
    w->hop = s->cursor.hop;
    for (bool is_first = true;; is_first = false) {
        if (!wendi_route_need_hop(s, w->hop, &w->is_last)) {
            return false;
        }
        if (w->is_last) {
            return true;
        }
        const uint32_t via = s->hop_via.items[w->hop];
        w->is_barrier = via < WENDI_HOP_WITHIN && h->layout.arcs[via].follows != WENDI_FOLLOWS_LINE;
        if (w->is_barrier) {
            return true;
        }
        const wendi_abstract_rect wider = join(
            w->rect, wendi_abstract_region_rect(h, wendi_route_region(s, s->hops.items[w->hop])));
        if (!is_first && (wider.width > most || wider.height > most)) {
            return true;
        }
        w->rect = wider;
        ++w->hop;
    }
}

static wendi_abstract_rect rect_around(const wend_hierarchy_search *s, size_t count)
{
    const uint32_t width = (uint32_t)s->hierarchy->space->width;
    wendi_abstract_rect rect = {0, 0, 0, 0};
    for (size_t k = 0; k < count; ++k) {
        const wend_node cell = s->cells.items[k];
        const wendi_abstract_rect one = {(int32_t)(cell % width), (int32_t)(cell / width), 1, 1};
        rect = join(rect, one);
    }
    return rect;
}

/* Walks to the end of the window, or half as far where the route goes on behind. */
static bool walk_window(wend_hierarchy_search *s, const piece_window *w)
{
    const wend_hierarchy *h = s->hierarchy;
    const wend_node to = wendi_route_node(s, s->hops.items[w->hop - 1]);
    if (!wendi_local_grid_reserve(&s->local.grid, w->rect.width, w->rect.height, &s->allocator)) {
        return false;
    }
    wendi_local_grid_load(&s->local.grid, h->space, w->rect);
    wendi_array_u32_clear(&s->cells);
    if (!wendi_local_grid_find(&s->local.grid, s->cursor.at, to)) {
        return true; /* not where the hierarchy is right */
    }
    if (!wendi_local_grid_trace(&s->local.grid, to, &s->cells)) {
        return false;
    }
    /* From the target back: count - 1 steps. */
    const size_t steps = s->cells.count - 1;
    const size_t left = w->is_last || w->is_barrier ? 0 : steps / 2;
    for (size_t k = steps; k > left; --k) {
        if (!wendi_trace_push(&s->trace, s->cells.items[k - 1], WENDI_FOLLOWS_LINE)) {
            return false;
        }
    }
    s->cursor.at = s->cells.items[left];
    s->cursor.rest = left == 0 ? (wendi_abstract_rect){0, 0, 0, 0} : rect_around(s, left + 1);
    return true;
}

static bool take_grid_piece(wend_hierarchy_search *s)
{
    piece_window w = {.is_barrier = false};
    if (!choose_window(s, &w)) {
        return false;
    }
    const bool is_there =
        w.hop == 0 || wendi_route_node(s, s->hops.items[w.hop - 1]) == s->cursor.at;
    if (!is_there) {
        if (!walk_window(s, &w)) {
            return false;
        }
    } else {
        s->cursor.rest = (wendi_abstract_rect){0, 0, 0, 0};
        if (w.is_barrier) {
            const wendi_abstract_arc *arc = &s->hierarchy->layout.arcs[s->hop_via.items[w.hop]];
            s->cursor.at = s->hierarchy->layout.nodes[arc->target];
            if (!wendi_trace_push(&s->trace, s->cursor.at, arc->follows)) {
                return false;
            }
            ++w.hop;
        }
    }
    s->cursor.hop = w.hop;
    s->cursor.is_over = w.is_last;
    return true;
}

static bool take_graph_piece(wend_hierarchy_search *s)
{
    for (bool goes_on = true; goes_on;) {
        bool is_end;
        if (!wendi_route_need_hop(s, s->cursor.hop, &is_end)) {
            return false;
        }
        if (is_end) {
            s->cursor.is_over = true;
            return true;
        }
        const uint32_t via = s->hop_via.items[s->cursor.hop];
        const wend_node to = wendi_route_node(s, s->hops.items[s->cursor.hop]);
        goes_on = via >= WENDI_HOP_WITHIN;
        if (goes_on ? !trace_nodes(s, to)
                    : !wendi_trace_push(&s->trace, to, s->hierarchy->layout.arcs[via].follows)) {
            return false;
        }
        s->cursor.at = to;
        ++s->cursor.hop;
    }
    bool is_end;
    if (!wendi_route_need_hop(s, s->cursor.hop, &is_end)) {
        return false;
    }
    s->cursor.is_over = is_end;
    return true;
}

static bool take_piece(wend_hierarchy_search *s)
{
    return s->hierarchy->space->net != NULL ? take_graph_piece(s) : take_grid_piece(s);
}

/* ---- paths ---- */

/* Checks that pieces can be taken: WEND_OK if so. */
static wend_result check(const wend_hierarchy_search *s, const char *function, wend_message *error)
{
    if (s->phase != WENDI_ROUTE_DONE) {
        return wendi_fail(error, WEND_ERROR_ARGUMENT,
                          "%s: search has no answer: find a route first", function);
    }
    if (s->answer.result == WEND_NO_PATH) {
        return WEND_NO_PATH;
    }
    if (s->version != s->hierarchy->version || !wendi_route_is_ready(s)) {
        return wendi_fail(error, WEND_ERROR_STALE,
                          "%s: the hierarchy or its world changed since the search", function);
    }
    return WEND_OK;
}

static bool begin_trace(wend_hierarchy_search *s)
{
    wendi_array_u32_clear(&s->trace.nodes);
    wendi_array_u32_clear(&s->trace.follows);
    return wendi_trace_push(&s->trace, s->cursor.at, WENDI_FOLLOWS_LINE);
}

/* Takes pieces from where the cursor is: one that has legs, or all.
 * @return WEND_OK, and the errors of pieces; WEND_NO_PATH: a disc has no room. */
static wend_result take_pieces(wend_hierarchy_search *s, wend_path *path, bool all)
{
    path->spare.count = 0;
    if (!begin_trace(s)) {
        return WEND_ERROR_MEMORY;
    }
    bool has_legs = false;
    do {
        wend_result result = WEND_OK;
        if (s->hierarchy->mesh != NULL) {
            result = wendi_route_take_mesh_piece(s, path);
            has_legs = path->spare.count > 0;
        } else {
            result = take_piece(s) ? WEND_OK : WEND_ERROR_MEMORY;
            has_legs = s->trace.nodes.count > 1;
        }
        if (result != WEND_OK) {
            return result;
        }
    } while (!s->cursor.is_over && (all || !has_legs));
    return WEND_OK;
}

static wend_result build(const wend_hierarchy_search *s, wend_path *path)
{
    const wend_space *space = s->hierarchy->space;
    if (s->hierarchy->mesh != NULL) {
        wendi_path_commit(path, path->spare.count > 0 ? path->spare.items[0].from
                                                      : s->cursor.place.polygon);
        return WEND_OK;
    }
    return space->net != NULL ? wendi_path_build_graph(path, space, &s->trace)
                              : wendi_path_build(path, space, s->trace.nodes.items,
                                                 s->trace.follows.items, s->trace.nodes.count);
}

wend_result wend_hierarchy_search_next(wend_hierarchy_search *search, wend_path *path)
{
    static const char function[] = "wend_hierarchy_search_next";
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_hierarchy_search *s = search;
    if (path == NULL) {
        return wendi_refuse_null(&s->error, function, "path");
    }
    wend_result result = wendi_path_check_editable(path);
    result = result != WEND_OK ? result : check(s, function, &s->error);
    if (result == WEND_NO_PATH || (result == WEND_OK && s->cursor.is_over)) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    if (result != WEND_OK) {
        return result;
    }
    const wendi_route_cursor before = s->cursor;
    result = take_pieces(s, path, false);
    result = result == WEND_OK ? build(s, path) : result;
    if (result == WEND_NO_PATH) {
        s->cursor.is_over = true;
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    if (result != WEND_OK) {
        const size_t step = s->cursor.step; /* as many are hops by now */
        s->cursor = before;
        s->cursor.step = step;
        return wendi_fail_plain(&s->error, function, result);
    }
    return s->cursor.is_over ? WEND_OK : WEND_PARTIAL;
}

wend_result wend_path_from_hierarchy(wend_path *path, wend_hierarchy_search *search)
{
    static const char function[] = "wend_path_from_hierarchy";
    wend_result result = wendi_path_check_editable(path);
    if (result != WEND_OK) {
        return result;
    }
    if (search == NULL) {
        return wendi_refuse_null(&path->error, function, "search");
    }
    result = check(search, function, &path->error);
    if (result == WEND_NO_PATH) {
        wend_path_clear(path);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_route_rewind(search);
    result = take_pieces(search, path, true);
    result = result == WEND_OK ? build(search, path) : result;
    if (result == WEND_NO_PATH) {
        wend_path_clear(path);
    }
    wendi_route_rewind(search);
    return wendi_fail_plain(&path->error, function, result);
}
