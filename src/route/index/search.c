/* Searches on an index: queries between nodes of its graph, and their paths.
 * Cost: that of a search in the hierarchy; a path costs some lookups an edge. */
#include "route/index/index.h"
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
                            "%s: space is not of the graph that the index was made for, or that "
                            "graph changed",
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
    wend_index_search *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made != NULL) {
        made->index = def->index;
        made->space = def->space;
        made->allocator = def->allocator;
        if (!wendi_hierarchy_search_create(&made->search, &def->index->hierarchy,
                                           &def->allocator)) {
            wend_index_search_destroy(made);
            made = NULL;
        }
    }
    *search = made;
    return made != NULL
               ? WEND_OK
               : wendi_fail_plain(def->message, "wend_index_search_create", WEND_ERROR_MEMORY);
}

void wend_index_search_destroy(wend_index_search *search)
{
    if (search != NULL) {
        const wend_allocator a = search->allocator;
        wendi_hierarchy_search_destroy(&search->search);
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
    if (search != NULL && search->has_answer) {
        *answer = search->answer;
        answer->memory_bytes = sizeof *search + wendi_hierarchy_search_bytes(&search->search);
    }
}

/* ---- finding ---- */

static wend_result find(wend_index_search *search, wend_node start, wend_node goal)
{
    wendi_hierarchy_search *s = &search->search;
    const uint8_t *exists = search->space->net->exists;
    if (exists[start] == 0 || exists[goal] == 0) {
        search->answer.reason =
            exists[start] == 0 ? WEND_FAILURE_START_BLOCKED : WEND_FAILURE_GOAL_BLOCKED;
        return WEND_NO_PATH;
    }
    const uint32_t *positions = search->index->hierarchy.positions;
    wendi_hierarchy_search_begin(s);
    if (!wendi_hierarchy_search_add(s, WENDI_AHEAD, positions[start], 0) ||
        !wendi_hierarchy_search_add(s, WENDI_BEHIND, positions[goal], 0)) {
        return WEND_ERROR_MEMORY;
    }
    const wend_result result = wendi_hierarchy_search_run(s);
    search->answer.expanded = s->expanded;
    search->answer.generated = s->generated;
    search->answer.cost = result == WEND_OK ? s->best : WEND_COST_INFINITE;
    search->answer.reason = result == WEND_NO_PATH ? WEND_FAILURE_UNREACHABLE : WEND_FAILURE_NONE;
    return result;
}

wend_result wend_index_search_find(wend_index_search *search, wend_node start, wend_node goal)
{
    static const char function[] = "wend_index_search_find";
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    search->has_answer = false;
    const uint32_t count = search->index->node_count;
    if (start >= count || goal >= count) {
        return wendi_refuse_index(&search->error, function, start >= count ? "start" : "goal",
                                  start >= count ? start : goal, "nodes", count);
    }
    if (!wendi_index_fits(search->index, search->space)) {
        return wendi_fail(&search->error, WEND_ERROR_STALE,
                          "%s: the graph changed since the index was made: use a search, and "
                          "build another index",
                          function);
    }
    memset(&search->answer, 0, sizeof search->answer);
    search->answer.start = start;
    search->answer.goal = goal;
    search->answer.cost = WEND_COST_INFINITE;
    const wend_result result = find(search, start, goal);
    search->answer.result = result;
    search->has_answer = true;
    return result == WEND_ERROR_FULL
               ? wendi_fail(&search->error, result, "%s: the path costs 2^63 or more", function)
               : wendi_fail_plain(&search->error, function, result);
}

/* ---- paths ---- */

/* Where the hops of an unpacked path go. */
typedef struct hop_list {
    const wend_index_search *search;
    wendi_trace *trace;
    bool is_wrong; /* the index is not of this graph, although its hash says so */
} hop_list;

static bool add_hop(void *context, uint32_t from, uint32_t to, uint32_t edge)
{
    hop_list *list = context;
    const wendi_space_graph *net = list->search->space->net;
    const uint32_t *nodes = list->search->index->hierarchy.nodes;
    uint32_t at = net->out.first[nodes[from]];
    const uint32_t end = net->out.first[nodes[from] + 1];
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
    wend_result result = wendi_index_fits(search->index, search->space)
                             ? list_hops(search, &path->trace)
                             : WEND_ERROR_STALE;
    if (result == WEND_OK) {
        result = wendi_path_build_graph(path, search->space, &path->trace);
    }
    return result == WEND_ERROR_STALE
               ? wendi_fail(&path->error, result,
                            "%s: the graph is not the one of the index, or changed since the "
                            "search",
                            function)
               : wendi_fail_plain(&path->error, function, result);
}
