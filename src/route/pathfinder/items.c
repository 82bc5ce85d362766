/* Items as goals: they become the positions of the query when it starts. When it has ended, the
 * items that were changed meanwhile are compared with the result.
 * Cost: all items when the query starts, those and a compare of revisions when it ends. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"

#include <math.h>
#include <string.h>

static bool reserve(wend_pathfinder *pathfinder, size_t count)
{
    wendi_pathfinder_items *items = &pathfinder->items;
    if (!wendi_pathfinder_reserve_positions(pathfinder, count)) {
        return false;
    }
    if (count <= items->capacity) {
        return true;
    }
    wend_item_id *ids = wendi_alloc_items(&pathfinder->allocator, count, sizeof *ids);
    uint32_t *groups = wendi_alloc_items(&pathfinder->allocator, count, sizeof *groups);
    if (ids == NULL || groups == NULL) {
        wendi_free(&pathfinder->allocator, ids, count * sizeof *ids);
        wendi_free(&pathfinder->allocator, groups, count * sizeof *groups);
        return false;
    }
    if (pathfinder->position_count > 0) {
        memcpy(ids, items->ids, pathfinder->position_count * sizeof *ids);
        memcpy(groups, items->groups, pathfinder->position_count * sizeof *groups);
    }
    wendi_pathfinder_items_free(items, &pathfinder->allocator);
    items->ids = ids;
    items->groups = groups;
    items->capacity = count;
    return true;
}

void wendi_pathfinder_items_free(wendi_pathfinder_items *items, const wend_allocator *allocator)
{
    wendi_free(allocator, items->ids, items->capacity * sizeof *items->ids);
    wendi_free(allocator, items->groups, items->capacity * sizeof *items->groups);
    items->ids = NULL;
    items->groups = NULL;
    items->capacity = 0;
}

static wend_items_query query_of(const wend_path_query *query, uint32_t tag)
{
    wend_items_query all = wend_items_query_default();
    all.tag = tag;
    all.tag_mask = query->tag_mask;
    all.is_item = query->is_item;
    all.user = query->user;
    all.agent = query->agent;
    return all;
}

/* Adds the items of a tag to the positions. */
static wend_result list_tag(wend_pathfinder *pathfinder, uint32_t tag, uint32_t group)
{
    const wend_items *from = pathfinder->query.items;
    const wend_items_query all = query_of(&pathfinder->query, tag);
    const size_t first = pathfinder->position_count;
    if (!reserve(pathfinder, first + wend_items_count(from) + 1)) {
        return WEND_ERROR_MEMORY;
    }
    size_t count = 0;
    (void)wend_items_in_circle(from, (wend_vec3){0, 0, 0}, (double)INFINITY, &all,
                               pathfinder->items.ids + first, pathfinder->items.capacity - first,
                               &count);
    for (size_t i = first; i < first + count; i++) {
        wend_item item;
        (void)wend_items_get(from, pathfinder->items.ids[i], &item);
        pathfinder->positions[i] = item.position;
        pathfinder->items.groups[i] = group;
    }
    pathfinder->position_count += count;
    return WEND_OK;
}

wend_result wendi_pathfinder_list_items(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_items *items = &pathfinder->items;
    wend_path_query *query = &pathfinder->query;
    items->is_asked = true;
    items->revision = wend_items_revision(query->items);
    pathfinder->position_count = 0;
    wend_result result = WEND_OK;
    if (query->goal_kind == WEND_PATH_TO_ITEM) {
        result = list_tag(pathfinder, query->tag, 0);
    }
    for (size_t i = 0; i < pathfinder->each.count && result == WEND_OK; i++) {
        result = list_tag(pathfinder, pathfinder->each.tags[i], (uint32_t)i);
    }
    query->goal_kind = WEND_PATH_TO_POSITIONS;
    if (result == WEND_OK && pathfinder->position_count == 0) {
        pathfinder->answer.reason = WEND_FAILURE_NO_ITEM;
        return WEND_NO_PATH;
    }
    return result;
}

void wendi_pathfinder_name_item(wend_pathfinder *pathfinder, size_t place)
{
    wend_path_answer *answer = &pathfinder->answer;
    if (pathfinder->items.is_asked) {
        wend_item item;
        answer->item = pathfinder->items.ids[place];
        answer->goal_index = 0;
        (void)wend_items_get(pathfinder->query.items, answer->item, &item);
        answer->tag = item.tag;
        answer->item_user = item.user;
    } else if (pathfinder->query.goal_kind == WEND_PATH_TO_TAG) {
        wend_graph_node node;
        (void)wend_graph_get_node(pathfinder->def.space->graph, answer->node, &node);
        answer->tag = node.tag;
        answer->item_user = node.user;
    }
}

/* ---- edits meanwhile ---- */

/* True if no item of a tag that was changed since can be cheaper to get to than this. */
static bool is_none_cheaper(const wend_pathfinder *pathfinder, uint32_t tag, wend_cost cost)
{
    const wend_path_query *query = &pathfinder->query;
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(pathfinder);
    for (uint32_t i = 0; i < wend_items_limit(query->items); i++) {
        const wend_item_id id = wend_items_id(query->items, i);
        wend_item item;
        if (wend_items_revision_of(query->items, id) > pathfinder->items.revision &&
            wend_items_get(query->items, id, &item) == WEND_OK && item.is_active &&
            ((item.tag ^ tag) & query->tag_mask) == 0 &&
            world->least(pathfinder, query->from, item.position) < cost &&
            (query->is_item == NULL || query->is_item(query->user, query->agent, id))) {
            return false;
        }
    }
    return true;
}

/* True if the item found for a tag, {0, 0} for none, is still the nearest. */
static bool holds(const wend_pathfinder *pathfinder, uint32_t tag, wend_item_id found,
                  wend_cost cost)
{
    const wend_path_query *query = &pathfinder->query;
    if (found.index1 != 0 &&
        (!wend_items_has(query->items, found) ||
         wend_items_revision_of(query->items, found) > pathfinder->items.revision ||
         (query->is_item != NULL && !query->is_item(query->user, query->agent, found)))) {
        return false;
    }
    return wend_items_revision(query->items) == pathfinder->items.revision ||
           is_none_cheaper(pathfinder, tag, found.index1 != 0 ? cost : WEND_COST_INFINITE);
}

/* A cost over cells as one that a straight line can be compared with: it leaves out the legs from
 * positions to their cells, which lie at most three cells off. */
static wend_cost with_ends(const wend_pathfinder *pathfinder, wend_cost cost)
{
    enum { CELLS = 9 };
    const wend_space *space = pathfinder->def.space;
    const bool is_grid = space != NULL && space->net == NULL;
    return is_grid && cost < WEND_COST_INFINITE / 2 ? cost + CELLS * WEND_COST_ONE * space->cost_min
                                                    : cost;
}

bool wendi_pathfinder_items_hold(const wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_each *each = &pathfinder->each;
    if (!pathfinder->items.is_asked) {
        return true;
    }
    if (!each->is_asked) {
        return holds(pathfinder, pathfinder->query.tag, pathfinder->answer.item,
                     pathfinder->answer.cost);
    }
    bool is_held = true;
    for (size_t i = 0; i < each->count && is_held; i++) {
        is_held = holds(pathfinder, each->tags[i], each->nearest[i].item,
                        with_ends(pathfinder, each->nearest[i].cost));
    }
    return is_held;
}
