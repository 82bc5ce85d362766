/* Distances to the nearest item or node of each of several tags, by one search.
 *
 *           a ---- b          The search expands in the order of costs and records the first item of
 *      S --- c         a      each tag. It ends when it has come farther than the farthest of those
 *             `------- d      that are the nearest of their tag: nothing behind can be nearer.
 *
 * Cells and nodes are looked up when they are expanded: the frontier then has their final cost.
 * Cost: a search by cost alone, some nanoseconds more for each cell or node. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"

#include "route/mesh_search/search.h"
#include "wend/table.h"

#include <string.h>

void wendi_pathfinder_each_free(wendi_pathfinder_each *each, const wend_allocator *allocator)
{
    wendi_free(allocator, each->entries, each->entry_capacity * sizeof *each->entries);
    each->entries = NULL;
    each->entry_capacity = 0;
}

void wendi_pathfinder_each_reach(wend_pathfinder *pathfinder, size_t tag, size_t place,
                                 wend_node node, wend_cost cost)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    wend_path_nearest *nearest = &each->nearest[tag];
    if (cost > nearest->cost || (cost == nearest->cost && place >= each->places[tag]) ||
        cost > wendi_pathfinder_cost_limit(pathfinder) || cost == WEND_COST_INFINITE) {
        return;
    }
    nearest->cost = cost;
    nearest->node = node;
    each->places[tag] = place;
    each->most = 0;
    for (size_t i = 0; i < each->count; i++) {
        each->most = each->nearest[i].cost > each->most ? each->nearest[i].cost : each->most;
    }
}

/* ---- cells and nodes ---- */

/* Most cells and nodes have no entry: a bit tells, without a look into the list. */
static uint32_t filter_bit(wend_node node)
{
    return node * 0x9E3779B1u >> 18; /* of 256 words */
}

static bool may_have_entry(const wendi_pathfinder_each *each, wend_node node)
{
    const uint32_t bit = filter_bit(node);
    return (each->filter[bit / 64] >> bit % 64 & 1) != 0;
}

/* The first entry of a node, or where it would stand. */
static size_t find_entry(const wendi_pathfinder_each *each, wend_node node)
{
    size_t low = 0;
    size_t high = each->entry_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (each->entries[middle].key < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void reach_items(wend_pathfinder *pathfinder, wend_node node, wend_cost cost)
{
    const wendi_pathfinder_each *each = &pathfinder->each;
    const bool is_graph = pathfinder->def.space->net != NULL;
    if (!may_have_entry(each, node)) {
        return;
    }
    for (size_t i = find_entry(each, node); i < each->entry_count && each->entries[i].key == node;
         i++) {
        const uint32_t value = each->entries[i].value;
        const wendi_pathfinder_end *end = is_graph ? &pathfinder->graph.ends.items[value] : NULL;
        const uint32_t place = end != NULL ? end->place : value;
        const wend_cost rest = end != NULL ? end->cost : 0;
        if (rest < WEND_COST_INFINITE - cost) {
            wendi_pathfinder_each_reach(pathfinder, pathfinder->items.groups[place], place,
                                        is_graph ? WEND_NODE_NONE : node, cost + rest);
        }
    }
}

static void reach_node(wend_pathfinder *pathfinder, wend_node node, wend_cost cost)
{
    const wend_path_query *query = &pathfinder->query;
    const wendi_pathfinder_each *each = &pathfinder->each;
    wend_graph_node def;
    bool is_known = wend_graph_get_node(pathfinder->def.space->graph, node, &def) != WEND_OK;
    bool is_goal = !is_known;
    is_known = is_known || query->is_goal == NULL;
    for (size_t i = 0; i < each->count && is_goal; i++) {
        if (((def.tag ^ each->tags[i]) & query->tag_mask) != 0) {
            continue;
        }
        is_goal = is_known || query->is_goal(query->user, node);
        is_known = true;
        if (is_goal) {
            wendi_pathfinder_each_reach(pathfinder, i, node, node, cost);
        }
    }
}

/* Called for each cell or node, which has its least cost by now. */
static bool is_beyond(void *user, wend_node node)
{
    wend_pathfinder *pathfinder = user;
    if (pathfinder->each.most == WEND_COST_INFINITE && pathfinder->items.is_asked &&
        !may_have_entry(&pathfinder->each, node)) {
        return false;
    }
    const wend_cost cost = wend_search_cost_to(pathfinder->search, node);
    if (pathfinder->items.is_asked) {
        reach_items(pathfinder, node, cost);
    } else {
        reach_node(pathfinder, node, cost);
    }
    return cost > pathfinder->each.most;
}

/* Lists the reachable items at each cell or node. @return false without memory. */
static bool list_entries(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    const bool is_graph = pathfinder->def.space->net != NULL;
    const wendi_pathfinder_ends *ends = &pathfinder->graph.ends;
    const size_t count = !pathfinder->items.is_asked ? 0
                         : is_graph                  ? ends->count
                                                     : pathfinder->position_count;
    each->entry_count = 0;
    memset(each->filter, 0, sizeof each->filter);
    if (2 * count > each->entry_capacity) {
        wendi_pathfinder_each_free(each, &pathfinder->allocator);
        each->entries = wendi_alloc_items(&pathfinder->allocator, 2 * count, sizeof *each->entries);
        if (each->entries == NULL) {
            return false;
        }
        each->entry_capacity = 2 * count;
    }
    for (size_t i = 0; i < count; i++) {
        const wend_node node = is_graph ? ends->items[i].node : pathfinder->cells.items[i];
        if (node != WEND_NODE_NONE) {
            const uint32_t bit = filter_bit(node);
            each->filter[bit / 64] |= (uint64_t)1 << bit % 64;
            each->entries[each->entry_count++] = (wendi_sort_pair){node, (uint32_t)i};
        }
    }
    if (count > 0) {
        wendi_sort_pairs(each->entries, each->entries + count, each->entry_count);
    }
    return true;
}

wend_result wendi_pathfinder_each_search(wend_pathfinder *pathfinder, wend_search_query *query)
{
    if (!list_entries(pathfinder)) {
        return WEND_ERROR_MEMORY;
    }
    query->method = WEND_METHOD_DIJKSTRA;
    query->heuristic = WEND_HEURISTIC_BEST;
    query->goal_kind = WEND_GOAL_PREDICATE;
    query->is_goal = is_beyond;
    query->user = pathfinder;
    query->max_cost = wendi_pathfinder_cost_limit(pathfinder);
    const wend_result result = wend_search_start(pathfinder->search, query);
    return result < 0 && result != WEND_ERROR_MEMORY
               ? wendi_fail(&pathfinder->message, result, "%s",
                            wend_search_error(pathfinder->search))
               : result;
}

/* ---- tables ---- */

/* The least cost from any of the nodes beside the start, those to them included. */
static wend_cost cost_in_table(const wend_pathfinder *pathfinder, wend_node to)
{
    const wendi_pathfinder_ends *beginnings = &pathfinder->graph.beginnings;
    wend_cost least = WEND_COST_INFINITE;
    for (size_t i = 0; i < beginnings->count; i++) {
        const wendi_pathfinder_end *begin = &beginnings->items[i];
        const wend_cost way = wend_table_cost(pathfinder->def.table, begin->node, to);
        if (way < WEND_COST_INFINITE - begin->cost && begin->cost + way < least) {
            least = begin->cost + way;
        }
    }
    return least;
}

static bool is_asked_for(const wend_pathfinder *pathfinder, uint32_t tag)
{
    const wendi_pathfinder_each *each = &pathfinder->each;
    bool is = false;
    for (size_t i = 0; i < each->count && !is; i++) {
        is = ((tag ^ each->tags[i]) & pathfinder->query.tag_mask) == 0;
    }
    return is;
}

bool wendi_pathfinder_each_look_up(wend_pathfinder *pathfinder)
{
    const wend_table *table = pathfinder->def.table;
    const wend_space *space = pathfinder->def.space;
    const wend_path_query *query = &pathfinder->query;
    if (table == NULL || query->max_depth != 0 || query->max_steps != 0 ||
        !wend_table_fits(table, space)) {
        return false;
    }
    const wendi_pathfinder_ends *ends = &pathfinder->graph.ends;
    for (size_t i = 0; i < ends->count; i++) {
        const wend_cost cost = cost_in_table(pathfinder, ends->items[i].node);
        if (cost < WEND_COST_INFINITE - ends->items[i].cost) {
            wendi_pathfinder_each_reach(pathfinder, pathfinder->items.groups[ends->items[i].place],
                                        ends->items[i].place, WEND_NODE_NONE,
                                        cost + ends->items[i].cost);
        }
    }
    const uint32_t limit = pathfinder->items.is_asked ? 0 : wend_graph_node_limit(space->graph);
    for (wend_node node = 0; node < limit; node++) {
        wend_graph_node def;
        if (wend_graph_get_node(space->graph, node, &def) == WEND_OK &&
            is_asked_for(pathfinder, def.tag)) {
            reach_node(pathfinder, node, cost_in_table(pathfinder, node));
        }
    }
    pathfinder->each.is_looked_up = true;
    return true;
}

/* ---- begin, run, answer ---- */

void wendi_pathfinder_each_ask(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    each->is_asked = query->goal_kind == WEND_PATH_TO_EACH_TAG;
    each->count = each->is_asked ? query->tag_count : 0;
    each->most = WEND_COST_INFINITE;
    each->is_looked_up = each->is_priced = false;
    each->bound = 1;
    for (size_t i = 0; i < each->count; i++) {
        each->tags[i] = query->tags[i];
        each->nearest[i] = (wend_path_nearest){.result = WEND_NO_PATH,
                                               .tag = each->tags[i],
                                               .cost = WEND_COST_INFINITE,
                                               .node = WEND_NODE_NONE};
        each->places[i] = SIZE_MAX;
    }
}

/* Fills the result for a tag. */
static void name_nearest(wend_pathfinder *pathfinder, size_t tag, bool is_cut)
{
    wendi_pathfinder_each *each = &pathfinder->each;
    wend_path_nearest *nearest = &each->nearest[tag];
    const size_t place = each->places[tag];
    if (nearest->cost == WEND_COST_INFINITE) {
        nearest->result = WEND_NO_PATH;
        return;
    }
    nearest->result = is_cut ? WEND_PARTIAL : WEND_OK;
    if (pathfinder->items.is_asked) {
        wend_item item;
        nearest->item = pathfinder->items.ids[place];
        (void)wend_items_get(pathfinder->query.items, nearest->item, &item);
        nearest->user = item.user;
        nearest->position = pathfinder->positions[place];
        return;
    }
    wend_graph_node node;
    (void)wend_graph_get_node(pathfinder->def.space->graph, (wend_node)place, &node);
    nearest->user = node.user;
    nearest->position = pathfinder->def.space->net->positions[place];
}

static wend_result conclude(wend_pathfinder *pathfinder, wend_result result)
{
    const wend_path_query *query = &pathfinder->query;
    wend_path_answer *answer = &pathfinder->answer;
    const bool is_cut = result == WEND_PARTIAL && query->max_steps != 0 &&
                        answer->expanded >= query->max_steps && !pathfinder->each.is_priced;
    const bool is_all = pathfinder->each.most != WEND_COST_INFINITE;
    if (pathfinder->each.is_looked_up) {
        answer->method = "table";
        answer->reason = is_all                                  ? WEND_FAILURE_NONE
                         : query->max_cost == WEND_COST_INFINITE ? WEND_FAILURE_UNREACHABLE
                                                                 : WEND_FAILURE_LIMIT;
    }
    bool is_any = false;
    for (size_t i = 0; i < pathfinder->each.count; i++) {
        name_nearest(pathfinder, i, is_cut);
        is_any = is_any || pathfinder->each.nearest[i].result != WEND_NO_PATH;
    }
    answer->bound = is_cut || !is_any || pathfinder->graph.is_cut ? 0 : pathfinder->each.bound;
    if (is_cut || (answer->reason == WEND_FAILURE_LIMIT && !is_all)) {
        answer->reason = WEND_FAILURE_LIMIT;
        return WEND_PARTIAL;
    }
    answer->reason = is_any ? WEND_FAILURE_NONE : answer->reason;
    return is_any ? WEND_OK : WEND_NO_PATH;
}

wend_result wendi_pathfinder_each_run(wend_pathfinder *pathfinder, wend_budget *budget)
{
    const wend_result result = wendi_pathfinder_world_of(pathfinder)->run(pathfinder, budget);
    return result < 0 || result == WEND_IN_PROGRESS ? result : conclude(pathfinder, result);
}

wend_result wend_pathfinder_get_nearest(const wend_pathfinder *pathfinder, size_t index,
                                        wend_path_nearest *nearest)
{
    if (nearest != NULL) {
        *nearest = (wend_path_nearest){
            .result = WEND_NO_PATH, .cost = WEND_COST_INFINITE, .node = WEND_NODE_NONE};
    }
    if (pathfinder == NULL || nearest == NULL || !pathfinder->has_query ||
        !pathfinder->each.is_asked || index >= pathfinder->each.count) {
        return WEND_ERROR_ARGUMENT;
    }
    if (pathfinder->answer.result == WEND_IN_PROGRESS) {
        return WEND_IN_PROGRESS;
    }
    *nearest = pathfinder->each.nearest[index];
    return nearest->result;
}
