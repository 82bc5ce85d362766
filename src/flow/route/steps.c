/* Turns a path of nodes into steps, which join existing steps as soon as that costs little more,
 * and hands out the finished route.
 * Cost: the steps of each sector on the path. */
#include "flow/route/route_private.h"

#include <string.h>

/* The highest accepted cost of a path whose best cost is given. */
static uint64_t allowed(const wendi_router *r, uint64_t best)
{
    return best + (best * r->slack >> 16);
}

static uint32_t saturated(uint64_t cost)
{
    return cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX;
}

/* @return the new step; NONE without memory. */
static uint32_t add_step(wendi_router *r, uint32_t index, uint32_t portal, uint64_t cost)
{
    void *tree = r->tree;
    const bool has_room =
        wendi_grow_items(&r->allocator, &tree, &r->tree_capacity, r->tree_count, sizeof r->tree[0]);
    r->tree = tree;
    if (!has_room) {
        return WENDI_ROUTE_NONE;
    }
    wendi_sector_record *record = &r->records[index];
    r->tree[r->tree_count] =
        (wendi_route_tree_step){{record->sector, portal, WENDI_STEP_NONE, saturated(cost)},
                                cost,
                                record->first_step,
                                WENDI_ROUTE_NONE};
    record->first_step = (uint32_t)r->tree_count;
    return (uint32_t)r->tree_count++;
}

static uint32_t goal_step(wendi_router *r, uint32_t record)
{
    if (r->records[record].goal_step == WENDI_ROUTE_NONE) {
        r->records[record].goal_step = add_step(r, record, WENDI_PORTAL_GOAL, 0);
    }
    return r->records[record].goal_step;
}

/* The least cost of entering by a portal and joining a step of the sector, of those before `end`.
 * @return the cost; UNREACHED: no step can be joined. */
static uint64_t join(const wendi_router *r, uint32_t node, size_t end, uint32_t *step)
{
    const wendi_route_node *n = &r->nodes[node];
    const wendi_sector_record *record = &r->records[n->record];
    const uint64_t entry = wendi_route_entry_cost(r, &record->page, n->portal);
    uint64_t least = WENDI_ROUTE_UNREACHED;
    for (uint32_t s = record->first_step; s != WENDI_ROUTE_NONE; s = r->tree[s].next_in_sector) {
        const wendi_route_tree_step *tree_step = &r->tree[s];
        if (s >= end) {
            continue;
        }
        const uint32_t w = tree_step->step.portal;
        const uint32_t cost = w == WENDI_PORTAL_GOAL
                                  ? r->goal_costs.items[record->goal_costs + n->portal]
                                  : record->page.costs[w * record->page.portal_count + n->portal];
        if (cost != WENDI_PORTAL_UNCONNECTED && entry + cost + tree_step->cost < least) {
            least = entry + cost + tree_step->cost;
            *step = s;
        }
    }
    return least;
}

/* A lower bound for a node that leaves the source's sector: no path from there costs less than the
 * best one. */
static uint64_t least_cost(const wendi_router *r, uint32_t node, uint32_t portal)
{
    const uint64_t least = r->best - r->source_costs[portal];
    return r->nodes[node].is_closed && r->nodes[node].cost > least ? r->nodes[node].cost : least;
}

/* The portal of the source's sector that joins an existing step at once, if that costs little more
 * than the best path. @return the node to leave by; @param step to join; @param cost of the node
 * then. */
static uint32_t prefer_steps(wendi_router *r, uint32_t *step, uint64_t *cost)
{
    uint64_t least = allowed(r, r->best) + 1;
    uint32_t preferred = WENDI_ROUTE_NONE;
    const uint32_t count = r->records[r->source_record].page.portal_count;
    for (uint32_t w = 0; w < count; ++w) {
        const uint32_t from = r->source_costs[w];
        const uint32_t node = from == WENDI_PORTAL_UNCONNECTED || from > r->best
                                  ? WENDI_ROUTE_NONE
                                  : wendi_route_find_node_out(r, r->source_record, w);
        if (node == WENDI_ROUTE_NONE) {
            continue;
        }
        uint32_t next = WENDI_ROUTE_NONE;
        const uint64_t joined = join(r, node, r->tree_count, &next);
        if (joined < least && joined + from < least &&
            joined <= allowed(r, least_cost(r, node, w))) {
            least = joined + from;
            preferred = node;
            *step = next;
            *cost = joined;
        }
    }
    return preferred;
}

/* Links steps first ... end - 1 into one path that continues with `last` and costs more for it. */
static void chain(wendi_router *r, size_t first, size_t end, uint32_t last, uint64_t more)
{
    for (size_t i = first; i < end; ++i) {
        wendi_route_tree_step *tree_step = &r->tree[i];
        tree_step->step.next = i + 1 < end ? (uint32_t)i + 1 : last;
        tree_step->cost += more;
        tree_step->step.cost = saturated(tree_step->cost);
    }
}

/* Adds the step of a node. @return false: no memory. */
static bool add_node_step(wendi_router *r, uint32_t node)
{
    uint32_t portal = 0;
    const uint32_t left = wendi_route_node_origin(r, node, &portal);
    return add_step(r, left, portal, r->nodes[node].cost) != WENDI_ROUTE_NONE;
}

/* Adds steps for the nodes from the source on, up to the first that joins existing steps: at the
 * latest the one whose parent has a step, because that is a step of the sector being entered. The
 * source's own node has none, as its component would have a step then. A path may cross a sector
 * twice; its own steps are not joined, as it would run in a circle. */
static bool trace_to_tree(wendi_router *r, uint32_t node, uint32_t *step)
{
    const size_t first = r->tree_count;
    *step = (uint32_t)first;
    for (;;) {
        uint32_t last = WENDI_ROUTE_NONE;
        const uint64_t cost = join(r, node, first, &last);
        if (!add_node_step(r, node)) {
            return false;
        }
        if (cost <= allowed(r, r->nodes[node].cost)) {
            chain(r, first, r->tree_count, last, cost - r->nodes[node].cost);
            return true;
        }
        if (r->nodes[node].parent == WENDI_ROUTE_GOAL) {
            const size_t end = r->tree_count;
            last = goal_step(r, r->nodes[node].record);
            chain(r, first, end, last, 0);
            return last != WENDI_ROUTE_NONE;
        }
        node = r->nodes[node].parent;
    }
}

bool wendi_route_trace(wendi_router *r, uint32_t *step)
{
    if (r->best_node == WENDI_ROUTE_GOAL) {
        *step = goal_step(r, r->source_record);
        return *step != WENDI_ROUTE_NONE;
    }
    uint32_t next = WENDI_ROUTE_NONE;
    uint64_t cost = 0;
    const uint32_t preferred = prefer_steps(r, &next, &cost);
    if (preferred == WENDI_ROUTE_NONE) {
        return trace_to_tree(r, r->best_node, step);
    }
    *step = (uint32_t)r->tree_count;
    if (!add_node_step(r, preferred)) {
        return false;
    }
    chain(r, *step, r->tree_count, next, cost - r->nodes[preferred].cost);
    return true;
}

/* Seeds of a component: the node of the step's portal, or the goals. */
static void mark_component_seeds(const wendi_router *r, const wendi_sector_record *record,
                                 uint32_t portal, wendi_route_component *component)
{
    memset(component, 0, sizeof *component);
    if (portal != WENDI_PORTAL_GOAL) {
        int32_t x = 0;
        int32_t y = 0;
        wendi_portal_cell(&record->bounds, &record->page.portals[portal], &x, &y);
        component->rows[y] = (uint32_t)1 << x;
        return;
    }
    for (size_t i = record->goals; i < r->goal_count && r->goal_order[i].key == record->sector;
         ++i) {
        const wendi_sector_cell *goal = &r->goals[r->goal_order[i].value];
        component->rows[goal->y] |= (uint32_t)1 << goal->x;
    }
}

/* @return false: no memory. */
static bool find_component(wendi_router *r, const wendi_sector_record *record, uint32_t step)
{
    if (r->tree[step].component != WENDI_ROUTE_NONE) {
        return true;
    }
    void *components = r->components;
    const bool has_room = wendi_grow_items(&r->allocator, &components, &r->component_capacity,
                                           r->component_count, sizeof r->components[0]);
    r->components = components;
    if (!has_room) {
        return false;
    }
    wendi_route_component *component = &r->components[r->component_count];
    mark_component_seeds(r, record, r->tree[step].step.portal, component);
    wendi_route_flood_component(r, record, component);
    r->tree[step].component = (uint32_t)r->component_count++;
    return true;
}

/* The least cost of a step from a cell. */
static uint64_t step_cost_from(const wendi_router *r, const wendi_sector_record *record,
                               uint32_t step, int32_t x, int32_t y)
{
    const wendi_route_tree_step *tree_step = &r->tree[step];
    if (tree_step->step.portal == WENDI_PORTAL_GOAL) {
        return 0;
    }
    int32_t to_x = 0;
    int32_t to_y = 0;
    wendi_portal_cell(&record->bounds, &record->page.portals[tree_step->step.portal], &to_x, &to_y);
    return tree_step->cost + wendi_route_open_cost(r, to_x - x, to_y - y);
}

wend_result wendi_route_find_covering_step(wendi_router *r, uint32_t index, int32_t x, int32_t y,
                                           uint32_t *step)
{
    const wendi_sector_record *record = &r->records[index];
    uint64_t least = WENDI_ROUTE_UNREACHED;
    for (uint32_t s = record->first_step; s != WENDI_ROUTE_NONE; s = r->tree[s].next_in_sector) {
        if (!find_component(r, record, s)) {
            return WEND_ERROR_MEMORY;
        }
        const bool is_inside = (r->components[r->tree[s].component].rows[y] >> x & 1) != 0;
        const uint64_t cost = step_cost_from(r, record, s, x, y);
        if (is_inside && cost < least) {
            least = cost;
            *step = s;
        }
    }
    return WEND_OK;
}

/* Appends all sectors of the visited clusters. */
static size_t list_cluster_sectors(const wendi_router *r, uint32_t *sectors, size_t count)
{
    uint32_t group_count = 0;
    const uint32_t *clusters =
        r->clusters == NULL ? NULL : wendi_clusters_visited(r->clusters, &group_count);
    for (uint32_t i = 0; i < group_count; ++i) {
        count += wendi_clusters_list_sectors(r->clusters, clusters[i], sectors + count);
    }
    return count;
}

/* Lists the visited sectors, ascending, each once. @return false: no memory. */
static bool list_visited(wendi_router *r, wendi_route *route)
{
    uint32_t group_count = 0;
    if (r->clusters != NULL) {
        (void)wendi_clusters_visited(r->clusters, &group_count);
    }
    const size_t most =
        r->record_count + (size_t)group_count * (size_t)r->cluster_size * (size_t)r->cluster_size;
    uint32_t *sectors = wendi_alloc(&r->allocator, 2 * most * sizeof *sectors);
    if (sectors == NULL) {
        return most == 0;
    }
    for (size_t i = 0; i < r->record_count; ++i) {
        sectors[i] = r->records[i].sector;
    }
    const size_t listed = list_cluster_sectors(r, sectors, r->record_count);
    wendi_sort_u32(sectors, sectors + most, listed);

    size_t kept = 0;
    for (size_t i = 0; i < listed; ++i) {
        if (kept == 0 || sectors[kept - 1] != sectors[i]) {
            sectors[kept++] = sectors[i];
        }
    }
    const size_t count = kept;
    route->visited = wendi_alloc(&r->allocator, count * sizeof *sectors);
    if (route->visited != NULL) {
        memcpy(route->visited, sectors, count * sizeof *sectors);
        route->visited_count = (uint32_t)count;
    }
    wendi_free(&r->allocator, sectors, 2 * most * sizeof *sectors);
    return route->visited != NULL;
}

wend_result wendi_router_get_route(wendi_router *router, wendi_route *route)
{
    *route = (wendi_route){NULL, NULL, NULL, 0, 0, 0};
    const size_t step_bytes = router->tree_count * sizeof route->steps[0];
    const size_t first_bytes = router->first.count * sizeof route->first[0];
    route->steps = wendi_alloc(&router->allocator, step_bytes);
    route->step_count = route->steps == NULL ? 0 : (uint32_t)router->tree_count;
    route->first = wendi_alloc(&router->allocator, first_bytes);
    route->source_count = route->first == NULL ? 0 : (uint32_t)router->first.count;
    if (route->step_count < router->tree_count || route->source_count < router->first.count ||
        !list_visited(router, route)) {
        wendi_route_free(route, &router->allocator);
        return WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < route->step_count; ++i) {
        route->steps[i] = router->tree[i].step;
    }
    if (route->source_count > 0) {
        memcpy(route->first, router->first.items, first_bytes);
    }
    return WEND_OK;
}

void wendi_route_free(wendi_route *route, const wend_allocator *allocator)
{
    wendi_free(allocator, route->steps, route->step_count * sizeof route->steps[0]);
    wendi_free(allocator, route->first, route->source_count * sizeof route->first[0]);
    wendi_free(allocator, route->visited, route->visited_count * sizeof route->visited[0]);
    *route = (wendi_route){NULL, NULL, NULL, 0, 0, 0};
}
