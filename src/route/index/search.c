/* Searches on an index: queries between nodes of its graph or grid, and their paths.
 * Cost: that of a search in the hierarchy, on grids with that for the jump points at both ends; a
 * path costs some lookups an edge. */
#include "route/index/index.h"
#include "route/jump/scan.h"
#include "route/path/path.h"

#include <string.h>

wend_index_search_def wend_index_search_def_default(void)
{
    wend_index_search_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WENDI_INDEX_SEARCH_COOKIE;
    return def;
}

static wend_result check(const wend_index_search_def *def)
{
    static const char function[] = "wend_index_search_create";
    if (def == NULL || !wendi_has_cookie(def->cookie, WENDI_INDEX_SEARCH_COOKIE, def->message,
                                         function, "wend_index_search_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def->index == NULL || def->space == NULL) {
        return wendi_refuse_null(def->message, function, def->index == NULL ? "index" : "space");
    }
    if (!def->index->is_built) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: the index is not built: call wend_index_build until it returns "
                          "WEND_OK",
                          function);
    }
    return wendi_index_fits(def->index, def->space)
               ? WEND_OK
               : wendi_fail(def->message, WEND_ERROR_STALE,
                            "%s: space is not of the world that the index was made for, or that "
                            "world changed",
                            function);
}

wend_result wend_index_search_create(const wend_index_search_def *def, wend_index_search **search)
{
    if (search != NULL) {
        *search = NULL;
    }
    const wend_result result = check(def);
    if (result != WEND_OK || def == NULL) {
        return result;
    }
    if (search == NULL) {
        return wendi_refuse_null(def->message, "wend_index_search_create", "search");
    }
    wendi_message_clear(def->message);
    return wendi_index_search_create(def->index, def->space, &def->allocator, search) == WEND_OK
               ? WEND_OK
               : wendi_fail_plain(def->message, "wend_index_search_create", WEND_ERROR_MEMORY);
}

wend_result wendi_index_search_create(const wend_index *index, const wend_space *space,
                                      const wend_allocator *allocator, wend_index_search **search)
{
    *search = NULL;
    wend_index_search *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->index = index;
    made->space = space;
    made->allocator = *allocator;
    made->starts.allocator = *allocator;
    made->goals.allocator = *allocator;
    const bool is_made =
        index->labels.kind != WENDI_HUB_LABELS_NONE
            ? wendi_hub_label_search_create(&made->labels, &index->labels, allocator)
            : wendi_hierarchy_search_create(&made->search, &index->hierarchy, allocator);
    if (!is_made) {
        wend_index_search_destroy(made);
        return WEND_ERROR_MEMORY;
    }
    *search = made;
    return WEND_OK;
}

void wend_index_search_destroy(wend_index_search *search)
{
    if (search != NULL) {
        const wend_allocator a = search->allocator;
        wendi_hierarchy_search_destroy(&search->search);
        wendi_hub_label_search_destroy(&search->labels, &a);
        wendi_jump_ends_free(&search->starts);
        wendi_jump_ends_free(&search->goals);
        wendi_free(&a, search, sizeof *search);
    }
}

const char *wend_index_search_error(const wend_index_search *search)
{
    return search == NULL ? "" : search->error.text;
}

void wend_index_search_get_answer(const wend_index_search *search, wend_index_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    memset(answer, 0, sizeof *answer);
    if (search != NULL && (search->has_answer || search->answer.result < 0)) {
        *answer = search->answer;
        answer->memory_bytes =
            sizeof *search + wendi_hub_label_search_bytes(&search->labels) +
            (search->search.hierarchy != NULL ? wendi_hierarchy_search_bytes(&search->search) : 0) +
            (search->starts.capacity + search->goals.capacity) * sizeof search->starts.items[0];
    }
}

/* ---- finding ---- */

static uint32_t cell_of(const wend_space *space, wend_node node)
{
    const uint32_t width = (uint32_t)space->width;
    return (node / width + 1) << 16 | (node % width + 1);
}

static bool add_ends(wendi_hierarchy_search *s, const wend_index *index, uint32_t side,
                     const wendi_jump_ends *ends)
{
    for (size_t k = 0; k < ends->count; ++k) {
        const wendi_jump_end *end = &ends->items[k];
        const uint64_t cost = wendi_jump_states_cost(&index->states, end->straight, end->diagonal);
        if (!wendi_hierarchy_search_add(s, side, index->hierarchy.positions[end->state], cost)) {
            return false;
        }
    }
    return true;
}

/* By labels, which know no costs of 2^63. @return WEND_OK, WEND_NO_PATH. */
static wend_result find_by_labels(wend_index_search *search, uint32_t from, uint32_t to)
{
    wendi_hierarchy_search *s = &search->search;
    wendi_hub_label_search *labels = &search->labels;
    const bool is_found = wendi_hub_label_search_find(labels, from, to);
    s->expanded = labels->compared;
    s->generated = labels->common;
    s->best = is_found ? labels->best * search->index->states.factor : UINT64_MAX;
    return is_found ? WEND_OK : WEND_NO_PATH;
}

/* Between cells. @return as wendi_hierarchy_search_run. */
static wend_result find_cells(wend_index_search *search, wend_node start, wend_node goal)
{
    const wend_space *space = search->space;
    const wendi_jump_states *states = &search->index->states;
    const wendi_jump_ground ground = wendi_index_ground(space);
    wendi_hierarchy_search *s = &search->search;
    const uint32_t from = cell_of(space, start);
    const uint32_t to = cell_of(space, goal);
    search->is_direct = wendi_jump_is_clear(&space->jump, from, to);
    s->expanded = s->generated = 0;
    if (search->is_direct) {
        const uint32_t dx = wendi_difference(from & 0xFFFF, to & 0xFFFF);
        const uint32_t dy = wendi_difference(from >> 16, to >> 16);
        const uint32_t diagonal = dx < dy ? dx : dy;
        s->best = wendi_jump_states_cost(states, dx + dy - 2 * diagonal, diagonal);
        return WEND_OK;
    }
    if (search->labels.labels != NULL) {
        return find_by_labels(search, from, to);
    }
    wendi_hierarchy_search_begin(s);
    s->targets[WENDI_AHEAD] = to;
    s->targets[WENDI_BEHIND] = from;
    if (!wendi_jump_ends_of_start(states, &ground, from, &search->starts) ||
        !wendi_jump_ends_of_goal(states, &ground, to, &search->goals) ||
        !add_ends(s, search->index, WENDI_AHEAD, &search->starts) ||
        !add_ends(s, search->index, WENDI_BEHIND, &search->goals)) {
        return WEND_ERROR_MEMORY;
    }
    return wendi_hierarchy_search_run(s);
}

static wend_result find_nodes(wend_index_search *search, wend_node start, wend_node goal)
{
    wendi_hierarchy_search *s = &search->search;
    const uint32_t *positions = search->index->hierarchy.positions;
    wendi_hierarchy_search_begin(s);
    return wendi_hierarchy_search_add(s, WENDI_AHEAD, positions[start], 0) &&
                   wendi_hierarchy_search_add(s, WENDI_BEHIND, positions[goal], 0)
               ? wendi_hierarchy_search_run(s)
               : WEND_ERROR_MEMORY;
}

/* Fills the answer of a search that ended. */
static wend_result answer_as(wend_index_search *search, wend_result result)
{
    wend_index_answer *answer = &search->answer;
    answer->result = result;
    search->has_answer = result != WEND_ERROR_MEMORY;
    if (search->has_answer) {
        answer->expanded = search->search.expanded;
        answer->generated = search->search.generated;
        answer->cost = result == WEND_OK ? search->search.best : WEND_COST_INFINITE;
        answer->reason = result == WEND_NO_PATH ? WEND_FAILURE_UNREACHABLE : WEND_FAILURE_NONE;
    }
    return result;
}

/* True if both cells are open. A grid with labels of cells has no list for a wall, so nothing but the
 * places of the lists is read, and the lists themselves are on their way afterwards.
 * @param is_start_open set. */
static bool are_open(const wend_index_search *search, wend_node start, wend_node goal,
                     bool *is_start_open)
{
    const wend_space *space = search->space;
    const wendi_hub_labels *l = search->labels.labels;
    if (l != NULL && l->kind == WENDI_HUB_LABELS_OF_CELLS) {
        const size_t from = wendi_hub_label_offset(l, cell_of(space, start));
        const size_t to = wendi_hub_label_offset(l, cell_of(space, goal));
        wendi_hub_label_fetch_list(l, from);
        wendi_hub_label_fetch_list(l, to);
        *is_start_open = from != 0;
        return from != 0 && to != 0;
    }
    *is_start_open = wendi_space_is_open_slot(space, wendi_space_slot_of_node(space, start));
    return *is_start_open && wendi_space_is_open_slot(space, wendi_space_slot_of_node(space, goal));
}

static void clear_answer(wend_index_search *search, wend_node start, wend_node goal)
{
    search->has_answer = false;
    memset(&search->answer, 0, sizeof search->answer);
    search->answer.start = start;
    search->answer.goal = goal;
    search->answer.cost = WEND_COST_INFINITE;
}

wend_result wendi_index_search_find(wend_index_search *search, wend_node start, wend_node goal)
{
    clear_answer(search, start, goal);
    bool is_start_open;
    if (!are_open(search, start, goal, &is_start_open)) {
        search->answer.reason =
            is_start_open ? WEND_FAILURE_GOAL_BLOCKED : WEND_FAILURE_START_BLOCKED;
        search->has_answer = true;
        return search->answer.result = WEND_NO_PATH;
    }
    return answer_as(search, search->index->is_grid ? find_cells(search, start, goal)
                                                    : find_nodes(search, start, goal));
}

void wendi_index_search_begin(wend_index_search *search)
{
    clear_answer(search, WEND_NODE_NONE, WEND_NODE_NONE);
    wendi_hierarchy_search_begin(&search->search);
}

wend_result wendi_index_search_add(wend_index_search *search, uint32_t side, wend_node node,
                                   wend_cost cost)
{
    const uint32_t position = search->index->hierarchy.positions[node];
    return cost >= WEND_COST_INFINITE / 4 ||
                   wendi_hierarchy_search_add(&search->search, side, position, cost)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

wend_result wendi_index_search_run(wend_index_search *search)
{
    const wend_result result = answer_as(search, wendi_hierarchy_search_run(&search->search));
    if (result == WEND_OK) {
        const uint32_t *nodes = search->index->hierarchy.nodes;
        search->answer.start = nodes[wendi_hierarchy_search_end(&search->search, WENDI_AHEAD)];
        search->answer.goal = nodes[wendi_hierarchy_search_end(&search->search, WENDI_BEHIND)];
    }
    return result;
}

wend_result wend_index_search_find(wend_index_search *search, wend_node start, wend_node goal)
{
    static const char function[] = "wend_index_search_find";
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    clear_answer(search, start, goal);
    const uint32_t count = wendi_space_node_count(search->space);
    if (start >= count || goal >= count) {
        search->answer.result = WEND_ERROR_ARGUMENT;
        return wendi_refuse_index(&search->error, function, start >= count ? "start" : "goal",
                                  start >= count ? start : goal, "nodes", count);
    }
    const wendi_hub_labels *labels = search->labels.labels;
    if (labels != NULL && labels->kind == WENDI_HUB_LABELS_OF_CELLS) {
        wendi_hub_label_fetch_offset(labels, cell_of(search->space, start));
        wendi_hub_label_fetch_offset(labels, cell_of(search->space, goal));
    }
    if (!wendi_index_fits(search->index, search->space)) {
        search->answer.result = WEND_ERROR_STALE;
        return wendi_fail(&search->error, WEND_ERROR_STALE,
                          "%s: the world changed since the index was made: use a search, and "
                          "build another index",
                          function);
    }
    const wend_result result = wendi_index_search_find(search, start, goal);
    return result == WEND_ERROR_FULL
               ? wendi_fail(&search->error, result, "%s: the path costs 2^63 or more", function)
               : wendi_fail_plain(&search->error, function, result);
}

/* ---- paths ---- */

/* The output for the arcs of an unpacked path. */
typedef struct hop_list {
    const wend_index_search *search;
    wendi_trace *trace;
    bool is_wrong; /* the index is not of this graph, in spite of equal hashes */
} hop_list;

static bool add_hop(void *context, uint32_t from, uint32_t to, uint32_t edge)
{
    hop_list *list = context;
    const wendi_space_graph *net = list->search->space->net;
    const uint32_t *nodes = list->search->index->hierarchy.nodes;
    uint32_t at = net->out.spans[nodes[from]].first;
    const uint32_t end = net->out.spans[nodes[from]].end;
    while (at < end &&
           (net->out.items[at].edge != edge || net->out.items[at].target != nodes[to])) {
        ++at;
    }
    /* No cheapest path has more nodes than the graph. */
    list->is_wrong = at == end || list->trace->nodes.count >= net->node_count;
    return !list->is_wrong && wendi_trace_push(list->trace, nodes[to], edge);
}

static wend_result list_hops(wend_index_search *search, wendi_trace *trace)
{
    wendi_array_u32_clear(&trace->nodes);
    wendi_array_u32_clear(&trace->follows);
    if (!wendi_trace_push(trace, search->answer.start, WEND_EDGE_NONE)) {
        return WEND_ERROR_MEMORY;
    }
    hop_list list = {search, trace, false};
    uint32_t start;
    const wend_result result =
        wendi_hierarchy_search_unpack(&search->search, &start, add_hop, &list);
    return list.is_wrong ? WEND_ERROR_STALE : result;
}

/* The output for the cells of an unpacked path. */
typedef struct cell_list {
    const wend_index_search *search;
    wendi_trace *trace;
    uint32_t at; /* the last cell */
    uint32_t hop_count;
    bool is_wrong;
} cell_list;

static bool push_cell(cell_list *list, uint32_t cell)
{
    const uint32_t width = (uint32_t)list->search->space->width;
    list->at = cell;
    return wendi_array_u32_push(&list->trace->nodes,
                                ((cell >> 16) - 1) * width + (cell & 0xFFFF) - 1);
}

/* Continues to a cell, diagonally first, or straight first along a reversed arc. */
static bool go_to_cell(cell_list *list, uint32_t cell)
{
    const wendi_jump_map *map = &list->search->space->jump;
    const uint32_t from = list->at;
    const bool is_ahead = wendi_jump_is_clear(map, from, cell);
    list->is_wrong = !is_ahead && !wendi_jump_is_clear(map, cell, from);
    if (list->is_wrong || cell == from) {
        return !list->is_wrong;
    }
    const uint32_t first = is_ahead ? from : cell;
    const uint32_t turn = wendi_jump_turn(first, is_ahead ? cell : from);
    return (turn == cell || turn == from || push_cell(list, turn)) && push_cell(list, cell);
}

static bool add_cell_hop(void *context, uint32_t from, uint32_t to, uint32_t edge)
{
    (void)from;
    (void)edge;
    cell_list *list = context;
    const wend_index *index = list->search->index;
    /* No cheapest path has more jump points than there are. */
    list->is_wrong = ++list->hop_count > index->node_count;
    return !list->is_wrong && go_to_cell(list, index->states.places[index->hierarchy.nodes[to]]);
}

/* Continues over the jump points of a path found by labels. */
static bool go_by_labels(wend_index_search *search, cell_list *list)
{
    const wendi_array_u32 *cells;
    const wend_result result = wendi_hub_label_search_chain(
        &search->labels, &search->space->jump, cell_of(search->space, search->answer.start),
        cell_of(search->space, search->answer.goal), &cells);
    list->is_wrong = result == WEND_ERROR_STALE;
    bool is_done = result == WEND_OK;
    for (size_t k = 0; is_done && k < cells->count; ++k) {
        is_done = go_to_cell(list, cells->items[k]);
    }
    return is_done;
}

static wend_result list_cells(wend_index_search *search, wendi_trace *trace)
{
    wendi_hierarchy_search *s = &search->search;
    const wend_index *index = search->index;
    cell_list list = {search, trace, 0, 0, false};
    wendi_array_u32_clear(&trace->nodes);
    wendi_array_u32_clear(&trace->follows);
    bool is_done = push_cell(&list, cell_of(search->space, search->answer.start));
    if (is_done && !search->is_direct && search->labels.labels != NULL) {
        is_done = go_by_labels(search, &list);
    } else if (is_done && !search->is_direct) {
        const uint32_t first = wendi_hierarchy_search_end(s, WENDI_AHEAD);
        is_done = go_to_cell(&list, index->states.places[index->hierarchy.nodes[first]]);
        uint32_t start;
        is_done =
            is_done && wendi_hierarchy_search_unpack(s, &start, add_cell_hop, &list) == WEND_OK;
    }
    is_done = is_done && go_to_cell(&list, cell_of(search->space, search->answer.goal));
    return list.is_wrong ? WEND_ERROR_STALE : is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_index_search_path(wend_path *path, wend_index_search *search)
{
    const bool is_grid = search->index->is_grid;
    const wend_result result =
        is_grid ? list_cells(search, &path->trace) : list_hops(search, &path->trace);
    if (result != WEND_OK) {
        return result;
    }
    return is_grid ? wendi_path_build(path, search->space, path->trace.nodes.items, NULL,
                                      path->trace.nodes.count)
                   : wendi_path_build_graph(path, search->space, &path->trace);
}

wend_result wend_path_from_index(wend_path *path, wend_index_search *search)
{
    static const char function[] = "wend_path_from_index";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (search == NULL) {
        return wendi_refuse_null(&path->error, function, "search");
    }
    if (!search->has_answer || search->answer.result < 0) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: search has no path: find one first", function);
    }
    if (search->answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    const wend_result result = wendi_index_fits(search->index, search->space)
                                   ? wendi_index_search_path(path, search)
                                   : WEND_ERROR_STALE;
    return result == WEND_ERROR_STALE
               ? wendi_fail(&path->error, result,
                            "%s: the world is not the one of the index, or changed since the "
                            "search",
                            function)
               : wendi_fail_plain(&path->error, function, result);
}
