/* takes: classes of movement, and groups whose members differ in class.
 * gives: which class can follow which one's fields; orders for groups.
 * cost:  after edits a look at each sector and class; for a group a look at each pair of its
 *        classes, and at each member and class. */
#include "flow/core/flow_private.h"
#include "flow/requests/sources.h"

#include <stdio.h>
#include <string.h>

/* ---- whose ground is whose ---- */

/* Is all ground of a tile that is open to a open to b? */
static bool fits_in_sector(const wend_flow *flow, uint32_t a, uint32_t b, uint32_t sector)
{
    const wendi_cost_tile of_a = wendi_portal_graph_cost_tile(flow->classes[a].portals, sector);
    const wendi_cost_tile of_b = wendi_portal_graph_cost_tile(flow->classes[b].portals, sector);
    if (of_a.is_closed || of_b.is_open || of_a.key == of_b.key) {
        return true;
    }
    const wendi_sector_bounds place = wendi_sector_map_bounds(&flow->map, sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(place.width, place.height);
    for (int32_t y = 0; y < place.height; ++y) {
        for (int32_t x = 0; x < place.width; ++x) {
            const int32_t at = wendi_tile_index(&shape, x, y);
            if (of_a.cost[at] != WENDI_TILE_WALL && of_b.cost[at] == WENDI_TILE_WALL) {
                return false;
            }
        }
    }
    return true;
}

static uint32_t fits_of(const wend_flow *flow, uint32_t a)
{
    uint32_t fits = (uint32_t)(((uint64_t)1 << flow->class_count) - 1);
    const uint32_t own = (uint32_t)1 << a;
    for (uint32_t sector = 0; fits != own && sector < flow->map.sector_count; ++sector) {
        for (uint32_t b = 0; b < flow->class_count; ++b) {
            if (b != a && (fits >> b & 1) != 0 && !fits_in_sector(flow, a, b, sector)) {
                fits &= ~((uint32_t)1 << b);
            }
        }
    }
    return fits;
}

/* 0: portals are not up to date. */
static uint64_t sum_of_stamps(const wend_flow *flow)
{
    uint64_t sum = 1;
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        if (!wendi_portal_graph_is_fresh(flow->classes[i].portals)) {
            return 0;
        }
        sum += wendi_portal_graph_stamp(flow->classes[i].portals);
    }
    return sum;
}

/* Between edits and updates what was known stays. @return WEND_OK, WEND_ERROR_STALE (nothing was
 * ever known), WEND_ERROR_MEMORY. */
static wend_result know_fits(wend_flow *flow)
{
    const uint64_t stamps = sum_of_stamps(flow);
    if (stamps == 0 || flow->fits.stamps == stamps) {
        return flow->fits.stamps != 0 ? WEND_OK : WEND_ERROR_STALE;
    }
    if (flow->fits.fits == NULL) {
        flow->fits.fits =
            wendi_alloc(&flow->allocator, flow->class_count * sizeof *flow->fits.fits);
        if (flow->fits.fits == NULL) {
            return WEND_ERROR_MEMORY;
        }
    }
    for (uint32_t a = 0; a < flow->class_count; ++a) {
        flow->fits.fits[a] = fits_of(flow, a);
    }
    flow->fits.stamps = stamps;
    return WEND_OK;
}

bool wend_flow_class_fits(wend_flow *flow, uint32_t a, uint32_t b)
{
    if (wendi_flow_check_idle(flow) != WEND_OK || a >= flow->class_count ||
        b >= flow->class_count) {
        return false;
    }
    return a == b || (know_fits(flow) == WEND_OK && (flow->fits.fits[a] >> b & 1) != 0);
}

/* ---- groups ---- */

/* A group on its way to orders. */
typedef struct group {
    wend_flow *flow;
    const wend_flow_request_def *def;
    const wend_flow_member *members; /* [member_count] */
    size_t member_count;
    uint32_t *chosen;           /* [member_count] class that each one follows */
    wend_flow_position *places; /* [member_count] scratch */
    uint32_t present;           /* classes of members: bits */
    uint32_t fits[WEND_FLOW_CLASSES_MAX];
    uint8_t strictness[WEND_FLOW_CLASSES_MAX]; /* how many of those present a class fits */
} group;

/* Before the first update nothing is known, and every class stands for itself. */
static wend_result find_fits(group *g)
{
    const uint32_t count = g->flow->class_count;
    for (size_t i = 0; i < g->member_count; ++i) {
        g->present |= (uint32_t)1 << g->members[i].flow_class;
    }
    const wend_result result = know_fits(g->flow);
    if (result == WEND_ERROR_MEMORY) {
        return result;
    }
    for (uint32_t a = 0; a < count; ++a) {
        g->fits[a] = result == WEND_OK ? g->flow->fits.fits[a] : (uint32_t)1 << a;
        g->strictness[a] = 0;
        for (uint32_t b = 0; b < count; ++b) {
            g->strictness[a] += (uint8_t)((g->fits[a] & g->present) >> b & 1);
        }
    }
    return WEND_OK;
}

static bool reaches_cell(const group *g, uint32_t flow_class, const wend_flow_position *from,
                         uint32_t floor, int32_t x, int32_t y)
{
    const wendi_sector_map *map = &g->flow->map;
    int32_t from_x = 0;
    int32_t from_y = 0;
    return from->floor < map->floor_count &&
           wendi_sector_map_cell_at(map, from->floor, from->position, &from_x, &from_y) &&
           wendi_reachability_has_path(g->flow->classes[flow_class].reach, from->floor, from_x,
                                       from_y, floor, x, y);
}

static bool reaches_area(const group *g, uint32_t flow_class, const wend_flow_position *from,
                         const wend_flow_area *area)
{
    if (area->floor >= g->flow->map.floor_count) {
        return false;
    }
    const wendi_sector_map_floor *floor = &g->flow->map.floors[area->floor];
    for (int64_t y = area->y; y < (int64_t)area->y + area->height && y < floor->height; ++y) {
        for (int64_t x = area->x; x < (int64_t)area->x + area->width && x < floor->width; ++x) {
            if (x >= 0 && y >= 0 &&
                reaches_cell(g, flow_class, from, area->floor, (int32_t)x, (int32_t)y)) {
                return true;
            }
        }
    }
    return false;
}

static bool reaches_goal(const group *g, uint32_t flow_class, const wend_flow_position *from)
{
    const wend_flow_request_def *def = g->def;
    for (size_t i = 0; i < def->goal_count; ++i) {
        if (wend_flow_can_reach(g->flow, flow_class, *from, def->goals[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < def->area_count; ++i) {
        if (reaches_area(g, flow_class, from, &def->areas[i])) {
            return true;
        }
    }
    return false;
}

/* The strictest class that fits the member's own and gets it to a goal; else its own. Of equally
 * strict ones the first. */
static uint32_t choose(const group *g, const wend_flow_member *member)
{
    uint32_t tried = 0;
    for (;;) {
        uint32_t best = WEND_FLOW_CLASSES_MAX;
        for (uint32_t a = 0; a < g->flow->class_count; ++a) {
            const bool is_fitting = ((g->present & ~tried) >> a & 1) != 0 &&
                                    (g->fits[a] >> member->flow_class & 1) != 0;
            if (is_fitting &&
                (best == WEND_FLOW_CLASSES_MAX || g->strictness[a] > g->strictness[best])) {
                best = a;
            }
        }
        if (best == WEND_FLOW_CLASSES_MAX) {
            return member->flow_class;
        }
        if (reaches_goal(g, best, &member->place)) {
            return best;
        }
        tried |= (uint32_t)1 << best;
    }
}

/* Lists the places of those who follow a class. */
static size_t list_places(const group *g, uint32_t flow_class)
{
    size_t count = 0;
    for (size_t i = 0; i < g->member_count; ++i) {
        if (g->chosen[i] == flow_class) {
            g->places[count++] = g->members[i].place;
        }
    }
    return count;
}

static void end_orders(wend_flow *flow, wend_flow_request_id *ids, size_t *count)
{
    while (*count > 0) {
        --*count;
        (void)wend_flow_remove_request(flow, ids[*count]);
        ids[*count] = (wend_flow_request_id){0, 0};
    }
}

/* An order for each class that somebody follows. */
static wend_result place_orders(const group *g, wend_flow_request_id *ids, size_t *count,
                                uint32_t *index_of, wend_message *message)
{
    wend_result worst = WEND_OK;
    for (uint32_t a = 0; a < g->flow->class_count; ++a) {
        wend_flow_request_def def = *g->def;
        def.flow_class = a;
        def.sources = g->places;
        def.source_count = list_places(g, a);
        if (def.source_count == 0) {
            continue;
        }
        const wend_result result = wend_flow_add_request(g->flow, &def, &ids[*count], message);
        if (result < 0) {
            end_orders(g->flow, ids, count);
            return result;
        }
        index_of[a] = (uint32_t)*count;
        ++*count;
        worst = result != WEND_OK ? result : worst;
    }
    return worst;
}

static wend_result check_members(const wend_flow *flow, const wend_flow_member *members,
                                 size_t count, wend_message *message)
{
    for (size_t i = 0; i < count; ++i) {
        if (members[i].flow_class >= flow->class_count) {
            char field[48];
            (void)snprintf(field, sizeof field, "flow_class of member %zu", i);
            return wendi_refuse_index(message, NULL, field, members[i].flow_class, "classes",
                                      flow->class_count);
        }
    }
    return WEND_OK;
}

static wend_result order_group(group *g, wend_flow_request_id *ids, size_t *count,
                               uint32_t *assigned, wend_message *message)
{
    if (find_fits(g) != WEND_OK) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < g->member_count; ++i) {
        g->chosen[i] = choose(g, &g->members[i]);
    }
    uint32_t index_of[WEND_FLOW_CLASSES_MAX] = {0};
    const wend_result result = place_orders(g, ids, count, index_of, message);
    for (size_t i = 0; result >= 0 && i < g->member_count; ++i) {
        assigned[i] = index_of[g->chosen[i]];
    }
    return result;
}

static wend_result request_group(wend_flow *flow, const wend_flow_request_def *def,
                                 const wend_flow_member *members, size_t member_count,
                                 wend_flow_request_id *ids, size_t *id_count, uint32_t *assigned,
                                 wend_message *message)
{
    if (id_count != NULL) {
        *id_count = 0;
    }
    if (flow == NULL || def == NULL || members == NULL || member_count == 0 || ids == NULL ||
        id_count == NULL || assigned == NULL) {
        return member_count == 0 ? wendi_fail(message, WEND_ERROR_ARGUMENT,
                                              "member_count is 0, and must be 1 or more")
                                 : wendi_fail(message, WEND_ERROR_ARGUMENT, "%s is NULL",
                                              flow == NULL       ? "flow"
                                              : def == NULL      ? "def"
                                              : members == NULL  ? "members"
                                              : ids == NULL      ? "ids"
                                              : id_count == NULL ? "id_count"
                                                                 : "assigned");
    }
    if (flow->is_busy) {
        return wendi_fail(message, WEND_ERROR_BUSY,
                          "wend_flow_add_group: the flow is reading what it streams");
    }
    if (member_count > UINT32_MAX / 64) {
        return wendi_fail(message, WEND_ERROR_FULL,
                          "member_count is %zu, and must be from 1 to 2^26 - 1", member_count);
    }
    wend_result result = wendi_flow_request_check_def(def, message);
    if (result == WEND_OK) {
        result = check_members(flow, members, member_count, message);
    }
    if (result != WEND_OK) {
        return result;
    }
    group g = {.flow = flow, .def = def, .members = members, .member_count = member_count};
    g.chosen = wendi_alloc(&flow->allocator, member_count * sizeof *g.chosen);
    g.places = wendi_alloc(&flow->allocator, member_count * sizeof *g.places);
    result = g.chosen == NULL || g.places == NULL
                 ? wendi_fail(message, WEND_ERROR_MEMORY, "out of memory")
                 : order_group(&g, ids, id_count, assigned, message);
    wendi_free(&flow->allocator, g.chosen, member_count * sizeof *g.chosen);
    wendi_free(&flow->allocator, g.places, member_count * sizeof *g.places);
    return result;
}

wend_result wend_flow_add_group(wend_flow *flow, const wend_flow_request_def *def,
                                const wend_flow_member *members, size_t member_count,
                                wend_flow_request_id *ids, size_t *id_count, uint32_t *assigned,
                                wend_message *message)
{
    wend_message own = {0};
    wend_message *told = message != NULL ? message : &own;
    wendi_message_clear(told);
    return wendi_fail_as_both(
        flow == NULL ? NULL : &flow->error, told, "wend_flow_add_group",
        request_group(flow, def, members, member_count, ids, id_count, assigned, told));
}
