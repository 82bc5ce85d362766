/* The classes that may follow the fields of another class, and requests for groups of agents of
 * several classes.
 * Cost: after edits each sector and pair of classes; for a group each pair of its classes, and
 * each member and class. */
#include "flow/requests/request.h"

#include <stdio.h>
#include <string.h>

/* ---- compatibility of classes ---- */

/* True if all ground of the sector that is open to a is open to b. */
static bool is_compatible_in_sector(const wend_flow *flow, uint32_t a, uint32_t b, uint32_t sector)
{
    const wendi_cost_tile of_a = wendi_portal_graph_cost_tile(flow->classes[a].graph, sector);
    const wendi_cost_tile of_b = wendi_portal_graph_cost_tile(flow->classes[b].graph, sector);
    if (of_a.is_closed || of_b.is_open || of_a.key == of_b.key) {
        return true;
    }
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&flow->map, sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(bounds.width, bounds.height);
    for (int32_t y = 0; y < bounds.height; ++y) {
        for (int32_t x = 0; x < bounds.width; ++x) {
            const int32_t at = wendi_tile_index(&shape, x, y);
            if (of_a.cost[at] != WENDI_TILE_WALL && of_b.cost[at] == WENDI_TILE_WALL) {
                return false;
            }
        }
    }
    return true;
}

/* @return 0: portal graphs are not up to date. */
static uint64_t sum_stamps(const wend_flow *flow)
{
    uint64_t sum = 1;
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        if (!wendi_portal_graph_is_fresh(flow->classes[i].graph)) {
            return 0;
        }
        sum += wendi_portal_graph_stamp(flow->classes[i].graph);
    }
    return sum;
}

/* Between edits and updates the last result stays. @return WEND_OK, WEND_ERROR_STALE (there is
 * none yet), WEND_ERROR_MEMORY. */
static wend_result update_compatibility(wend_flow *flow)
{
    const uint64_t stamps = sum_stamps(flow);
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
        uint32_t fits = (uint32_t)(((uint64_t)1 << flow->class_count) - 1);
        const uint32_t own = (uint32_t)1 << a;
        for (uint32_t sector = 0; fits != own && sector < flow->map.sector_count; ++sector) {
            for (uint32_t b = 0; b < flow->class_count; ++b) {
                if (b != a && (fits >> b & 1) != 0 &&
                    !is_compatible_in_sector(flow, a, b, sector)) {
                    fits &= ~((uint32_t)1 << b);
                }
            }
        }
        flow->fits.fits[a] = fits;
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
    return a == b || (update_compatibility(flow) == WEND_OK && (flow->fits.fits[a] >> b & 1) != 0);
}

/* ---- groups ---- */

/* A request for a group in progress. */
typedef struct class_group {
    wend_flow *flow;
    const wend_flow_request_def *def;
    const wend_flow_member *members; /* [member_count] */
    size_t member_count;
    uint32_t *chosen;              /* [member_count] class whose fields each member follows */
    wend_flow_position *positions; /* [member_count] scratch */
    uint32_t present;              /* classes of members: bits */
    uint32_t fits[WEND_FLOW_CLASSES_MAX];
    uint8_t strictness[WEND_FLOW_CLASSES_MAX]; /* number of present classes that a class fits */
} class_group;

/* Before the first update nothing is known, and every class fits only itself. */
static wend_result find_group_compatibility(class_group *group)
{
    const uint32_t count = group->flow->class_count;
    for (size_t i = 0; i < group->member_count; ++i) {
        group->present |= (uint32_t)1 << group->members[i].flow_class;
    }
    const wend_result result = update_compatibility(group->flow);
    if (result == WEND_ERROR_MEMORY) {
        return result;
    }
    for (uint32_t a = 0; a < count; ++a) {
        group->fits[a] = result == WEND_OK ? group->flow->fits.fits[a] : (uint32_t)1 << a;
        group->strictness[a] = 0;
        for (uint32_t b = 0; b < count; ++b) {
            group->strictness[a] += (uint8_t)((group->fits[a] & group->present) >> b & 1);
        }
    }
    return WEND_OK;
}

static bool reaches_cell(const class_group *group, uint32_t flow_class,
                         const wend_flow_position *from, uint32_t floor, int32_t x, int32_t y)
{
    const wendi_sector_map *map = &group->flow->map;
    int32_t from_x = 0;
    int32_t from_y = 0;
    return from->floor < map->floor_count &&
           wendi_sector_map_cell_at(map, from->floor, from->position, &from_x, &from_y) &&
           wendi_reachability_has_path(group->flow->classes[flow_class].reach, from->floor, from_x,
                                       from_y, floor, x, y);
}

static bool reaches_area(const class_group *group, uint32_t flow_class,
                         const wend_flow_position *from, const wend_flow_area *area)
{
    if (area->floor >= group->flow->map.floor_count) {
        return false;
    }
    const wendi_sector_map_floor *floor = &group->flow->map.floors[area->floor];
    for (int64_t y = area->y; y < (int64_t)area->y + area->height && y < floor->height; ++y) {
        for (int64_t x = area->x; x < (int64_t)area->x + area->width && x < floor->width; ++x) {
            if (x >= 0 && y >= 0 &&
                reaches_cell(group, flow_class, from, area->floor, (int32_t)x, (int32_t)y)) {
                return true;
            }
        }
    }
    return false;
}

static bool reaches_goal(const class_group *group, uint32_t flow_class,
                         const wend_flow_position *from)
{
    const wend_flow_request_def *def = group->def;
    for (size_t i = 0; i < def->goal_count; ++i) {
        if (wend_flow_can_reach(group->flow, flow_class, *from, def->goals[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < def->area_count; ++i) {
        if (reaches_area(group, flow_class, from, &def->areas[i])) {
            return true;
        }
    }
    return false;
}

/* The strictest class that fits the member's own and reaches a goal; else its own. Of equally
 * strict ones the first. */
static uint32_t choose_class(const class_group *group, const wend_flow_member *member)
{
    uint32_t tried = 0;
    for (;;) {
        uint32_t best = WEND_FLOW_CLASSES_MAX;
        for (uint32_t a = 0; a < group->flow->class_count; ++a) {
            const bool is_fitting = ((group->present & ~tried) >> a & 1) != 0 &&
                                    (group->fits[a] >> member->flow_class & 1) != 0;
            if (is_fitting &&
                (best == WEND_FLOW_CLASSES_MAX || group->strictness[a] > group->strictness[best])) {
                best = a;
            }
        }
        if (best == WEND_FLOW_CLASSES_MAX) {
            return member->flow_class;
        }
        if (reaches_goal(group, best, &member->position)) {
            return best;
        }
        tried |= (uint32_t)1 << best;
    }
}

/* Lists the positions of the members that follow a class. */
static size_t list_positions(const class_group *group, uint32_t flow_class)
{
    size_t count = 0;
    for (size_t i = 0; i < group->member_count; ++i) {
        if (group->chosen[i] == flow_class) {
            group->positions[count++] = group->members[i].position;
        }
    }
    return count;
}

/* Adds a request for each class that a member follows. */
static wend_result add_requests(const class_group *group, wend_flow_request_id *ids, size_t *count,
                                uint32_t *index_of, wend_message *message)
{
    wend_result worst = WEND_OK;
    for (uint32_t a = 0; a < group->flow->class_count; ++a) {
        wend_flow_request_def def = *group->def;
        def.flow_class = a;
        def.sources = group->positions;
        def.source_count = list_positions(group, a);
        if (def.source_count == 0) {
            continue;
        }
        const wend_result result = wend_flow_add_request(group->flow, &def, &ids[*count], message);
        if (result < 0) {
            while (*count > 0) {
                --*count;
                (void)wend_flow_remove_request(group->flow, ids[*count]);
                ids[*count] = (wend_flow_request_id){0, 0};
            }

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

static wend_result add_group_requests(class_group *group, wend_flow_request_id *ids, size_t *count,
                                      uint32_t *assigned, wend_message *message)
{
    if (find_group_compatibility(group) != WEND_OK) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < group->member_count; ++i) {
        group->chosen[i] = choose_class(group, &group->members[i]);
    }
    uint32_t index_of[WEND_FLOW_CLASSES_MAX] = {0};
    const wend_result result = add_requests(group, ids, count, index_of, message);
    for (size_t i = 0; result >= 0 && i < group->member_count; ++i) {
        assigned[i] = index_of[group->chosen[i]];
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
    class_group group = {
        .flow = flow, .def = def, .members = members, .member_count = member_count};
    group.chosen = wendi_alloc(&flow->allocator, member_count * sizeof *group.chosen);
    group.positions = wendi_alloc(&flow->allocator, member_count * sizeof *group.positions);
    result = group.chosen == NULL || group.positions == NULL
                 ? wendi_fail(message, WEND_ERROR_MEMORY, "out of memory")
                 : add_group_requests(&group, ids, id_count, assigned, message);
    wendi_free(&flow->allocator, group.chosen, member_count * sizeof *group.chosen);
    wendi_free(&flow->allocator, group.positions, member_count * sizeof *group.positions);
    return result;
}

wend_result wend_flow_add_group(wend_flow *flow, const wend_flow_request_def *def,
                                const wend_flow_member *members, size_t member_count,
                                wend_flow_request_id *ids, size_t *id_count, uint32_t *assigned,
                                wend_message *message)
{
    wend_message own = {0};
    wend_message *report = wendi_message_or(message, &own);
    return wendi_fail_as_both(
        flow == NULL ? NULL : &flow->error, report, "wend_flow_add_group",
        request_group(flow, def, members, member_count, ids, id_count, assigned, report));
}
