/* Adds, changes and removes walls, one by one or many at once; without memory nothing changes.
 * Cost: the height of the tree for each edge; n log n for many at once. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/predicates.h"
#include "world/walls/store.h"

#include <math.h>
#include <string.h>

static const uint64_t MOST_EDGES = INT32_MAX - 1;

/* Reserves `count` more items of a growing array. */
static bool reserve(const wend_allocator *allocator, void **items, uint32_t *capacity,
                    size_t item_bytes, uint64_t count)
{
    if (count <= *capacity) {
        return true;
    }
    const uint64_t grown = (uint64_t)*capacity + *capacity / 2 + 8;
    const uint64_t room = grown < count || grown > MOST_EDGES ? count : grown;
    void *bigger = room > SIZE_MAX
                       ? NULL
                       : wendi_resize_items(allocator, *items, *capacity, (size_t)room, item_bytes);
    if (bigger == NULL) {
        return false;
    }
    *items = bigger;
    *capacity = (uint32_t)room;
    return true;
}

/* Reserves memory for more walls and edges. */
wend_result wendi_walls_make_room(wend_walls *walls, uint64_t wall_count, uint64_t edge_count,
                                  bool are_polygons)
{
    const uint64_t edges = walls->edge_count + edge_count;
    const uint64_t slots = walls->count + wall_count;
    if (edges > MOST_EDGES || slots > MOST_EDGES) {
        return WEND_ERROR_FULL;
    }
    const wend_allocator *a = &walls->allocator;
    void *slot_items = walls->slots;
    void *edge_items = walls->edges;
    const bool has_slots =
        reserve(a, &slot_items, &walls->slot_capacity, sizeof *walls->slots, slots);
    walls->slots = slot_items;
    const bool has_edges =
        has_slots && reserve(a, &edge_items, &walls->edge_capacity, sizeof *walls->edges, edges);
    walls->edges = edge_items;
    return has_edges && wendi_wall_tree_reserve(&walls->edge_tree, a, walls->edge_capacity) &&
                   (!are_polygons ||
                    wendi_wall_tree_reserve(&walls->solid_tree, a, walls->slot_capacity))
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

static uint32_t acquire_slot(wend_walls *walls)
{
    const uint32_t free_slot = walls->free_slot;
    walls->count++;
    if (free_slot != WENDI_WALLS_NONE) {
        walls->free_slot = walls->slots[free_slot].first_edge;
        return free_slot;
    }
    walls->slots[walls->slot_limit] = (wendi_wall_slot){.generation = 1};
    return walls->slot_limit++;
}

static uint32_t acquire_edge(wend_walls *walls)
{
    const uint32_t free_edge = walls->free_edge;
    walls->edge_count++;
    if (free_edge != WENDI_WALLS_NONE) {
        walls->free_edge = walls->edges[free_edge].next;
        return free_edge;
    }
    return walls->edge_limit++;
}

static wend_vec2 lower(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}

static wend_vec2 higher(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

static void put_edge(wend_walls *walls, uint32_t wall, wend_vec2 a, wend_vec2 b, bool builds_later)
{
    wendi_wall_slot *slot = &walls->slots[wall];
    const uint32_t edge = acquire_edge(walls);
    walls->edges[edge] = (wendi_wall_edge){a, b, wall, slot->stops, slot->first_edge};
    slot->first_edge = edge;
    const wendi_aabb box = wendi_aabb_around(lower(a, b), higher(a, b));
    if (builds_later) {
        wendi_wall_tree_append(&walls->edge_tree, edge, box);
    } else {
        wendi_wall_tree_insert(&walls->edge_tree, edge, box);
    }
}

void wendi_walls_put_edges(wend_walls *walls, uint32_t wall)
{
    wendi_wall_slot *slot = &walls->slots[wall];
    const wend_vec2 *points = slot->corners != NULL ? slot->corners : slot->ends;
    const uint32_t edges = slot->corners != NULL ? slot->count : 1;
    slot->low = slot->high = points[0];
    for (uint32_t i = 0; i < slot->count; i++) {
        slot->low = lower(slot->low, points[i]);
        slot->high = higher(slot->high, points[i]);
    }
    for (uint32_t i = 0; i < edges; i++) {
        put_edge(walls, wall, points[i], points[i + 1 < slot->count ? i + 1 : 0], true);
    }
    if (slot->corners != NULL) {
        wendi_wall_tree_insert(&walls->solid_tree, wall, wendi_aabb_around(slot->low, slot->high));
    }
}

static wendi_wall_slot *new_wall(wend_walls *walls, uint32_t stops, uint64_t user, uint32_t *wall)
{
    *wall = acquire_slot(walls);
    wendi_wall_slot *slot = &walls->slots[*wall];
    slot->stops = stops;
    slot->user = user;
    slot->corners = NULL;
    slot->first_edge = WENDI_WALLS_NONE;
    slot->bottom = -HUGE_VAL;
    slot->top = HUGE_VAL;
    return slot;
}

static wend_wall_id put_segment(wend_walls *walls, const wend_vec2 ends[2], uint32_t stops,
                                uint64_t user, bool builds_later)
{
    uint32_t wall;
    wendi_wall_slot *slot = new_wall(walls, stops, user, &wall);
    for (int i = 0; i < 2; i++) {
        slot->ends[i] =
            (wend_vec2){wendi_flush_coordinate(ends[i].x), wendi_flush_coordinate(ends[i].y)};
    }
    slot->count = 2;
    slot->low = lower(slot->ends[0], slot->ends[1]);
    slot->high = higher(slot->ends[0], slot->ends[1]);
    put_edge(walls, wall, slot->ends[0], slot->ends[1], builds_later);
    return wendi_wall_id_of(walls, wall);
}

static wend_result check_points(wend_walls *walls, const char *function, const wend_vec2 *points,
                                size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!wendi_point_is_valid(points[i])) {
            return wendi_fail(&walls->error, WEND_ERROR_ARGUMENT,
                              "%s: point %lu is %s,%s, and coordinates must be from -2^30 to 2^30",
                              function, (unsigned long)i, wendi_format_number(points[i].x).text,
                              wendi_format_number(points[i].y).text);
        }
    }
    return WEND_OK;
}

static wend_result check_count(wend_walls *walls, const char *function, size_t count)
{
    return count <= MOST_EDGES ? WEND_OK
                               : wendi_fail(&walls->error, WEND_ERROR_FULL,
                                            "%s: count is %zu, and must be at most %lu", function,
                                            count, (unsigned long)MOST_EDGES);
}

/* Begins a revision in which walls block more than before. */
static void note_change(wend_walls *walls, wend_vec2 low, wend_vec2 high)
{
    wendi_walls_change *change = &walls->changes[walls->next_change];
    if (walls->change_count == WENDI_WALLS_CHANGES) {
        walls->change_floor = change->revision;
    } else {
        walls->change_count++;
    }
    walls->revision++;
    *change = (wendi_walls_change){walls->revision, low, high};
    walls->next_change = (walls->next_change + 1) % WENDI_WALLS_CHANGES;
}

bool wendi_walls_changes(const wend_walls *walls, uint64_t since, wendi_walls_change *changes,
                         size_t *count)
{
    *count = 0;
    for (uint32_t i = 0; i < walls->change_count; i++) {
        if (walls->changes[i].revision > since) {
            changes[(*count)++] = walls->changes[i];
        }
    }
    return since >= walls->change_floor;
}

wend_result wend_walls_add_segment(wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops,
                                   uint64_t user, wend_wall_id *id)
{
    if (id != NULL) {
        *id = (wend_wall_id){0, 0};
    }
    static const char function[] = "wend_walls_add_segment";
    const wend_vec2 ends[2] = {a, b};
    if (walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = check_points(walls, function, ends, 2);
    if (result == WEND_OK && stops == 0) {
        result = wendi_fail(&walls->error, WEND_ERROR_ARGUMENT,
                            "%s: stops is 0, and must be some of WEND_STOPS_ALL", function);
    }
    if (result == WEND_OK) {
        result =
            wendi_fail_plain(&walls->error, function, wendi_walls_make_room(walls, 1, 1, false));
    }
    if (result != WEND_OK) {
        return result;
    }
    const wend_wall_id made = put_segment(walls, ends, stops, user, false);
    note_change(walls, lower(a, b), higher(a, b));
    if (id != NULL) {
        *id = made;
    }
    return WEND_OK;
}

wend_result wend_walls_add_segments(wend_walls *walls, const wend_vec2 *ends, const uint32_t *stops,
                                    size_t count, wend_wall_id *ids)
{
    static const char function[] = "wend_walls_add_segments";
    if (walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (ends == NULL && count > 0) {
        return wendi_refuse_null(&walls->error, function, "ends");
    }
    wend_result result = check_count(walls, function, count);
    if (result != WEND_OK) {
        return result;
    }
    if (ids != NULL) {
        memset(ids, 0, count * sizeof *ids);
    }
    result = check_points(walls, function, ends, 2 * count);
    for (size_t i = 0; result == WEND_OK && stops != NULL && i < count; i++) {
        if (stops[i] == 0) {
            result = wendi_fail(&walls->error, WEND_ERROR_ARGUMENT, "%s: stops[%lu] is 0", function,
                                (unsigned long)i);
        }
    }
    if (result == WEND_OK) {
        result = wendi_fail_plain(&walls->error, function,
                                  wendi_walls_make_room(walls, count, count, false));
    }
    if (result != WEND_OK || count == 0) {
        return result;
    }
    const bool builds_later = count > walls->edge_count / 4;
    wend_vec2 low = ends[0];
    wend_vec2 high = ends[0];
    for (size_t i = 0; i < count; i++) {
        low = lower(low, lower(ends[2 * i], ends[2 * i + 1]));
        high = higher(high, higher(ends[2 * i], ends[2 * i + 1]));
        const uint32_t stopped = stops == NULL ? WEND_STOPS_ALL : stops[i];
        const wend_wall_id id = put_segment(walls, &ends[2 * i], stopped, 0, builds_later);
        if (ids != NULL) {
            ids[i] = id;
        }
    }
    if (builds_later) {
        wendi_wall_tree_build(&walls->edge_tree);
    }
    note_change(walls, low, high);
    return WEND_OK;
}

static uint32_t put_polygon(wend_walls *walls, wend_vec2 *corners, uint32_t count, uint32_t stops,
                            uint64_t user)
{
    uint32_t wall;
    wendi_wall_slot *slot = new_wall(walls, stops, user, &wall);
    slot->corners = corners;
    slot->count = count;
    slot->low = slot->high = corners[0];
    const bool builds_later = count > walls->edge_count / 4;
    for (uint32_t i = 0; i < count; i++) {
        slot->low = lower(slot->low, corners[i]);
        slot->high = higher(slot->high, corners[i]);
        put_edge(walls, wall, corners[i], corners[i + 1 < count ? i + 1 : 0], builds_later);
    }
    if (builds_later) {
        wendi_wall_tree_build(&walls->edge_tree);
    }
    wendi_wall_tree_insert(&walls->solid_tree, wall, wendi_aabb_around(slot->low, slot->high));
    return wall;
}

wend_result wend_walls_add_polygon(wend_walls *walls, const wend_vec2 *points, size_t count,
                                   uint32_t stops, uint64_t user, wend_wall_id *id)
{
    if (id != NULL) {
        *id = (wend_wall_id){0, 0};
    }
    static const char function[] = "wend_walls_add_polygon";
    if (walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (points == NULL || count == 0 || stops == 0) {
        return wendi_fail(&walls->error, WEND_ERROR_ARGUMENT, "%s: %s", function,
                          points == NULL ? "points is NULL"
                          : count == 0   ? "count is 0, and must be 1 or more"
                                         : "stops is 0, and must be some of WEND_STOPS_ALL");
    }
    wend_result result = check_count(walls, function, count);
    if (result == WEND_OK) {
        result = check_points(walls, function, points, count);
    }
    if (result == WEND_OK) {
        result =
            wendi_fail_plain(&walls->error, function, wendi_walls_make_room(walls, 1, count, true));
    }
    if (result != WEND_OK) {
        return result;
    }
    wend_vec2 *corners = wendi_alloc_items(&walls->allocator, count, sizeof *corners);
    if (corners == NULL) {
        return wendi_fail_plain(&walls->error, function, WEND_ERROR_MEMORY);
    }
    for (size_t i = 0; i < count; i++) {
        corners[i] =
            (wend_vec2){wendi_flush_coordinate(points[i].x), wendi_flush_coordinate(points[i].y)};
    }
    const uint32_t wall = put_polygon(walls, corners, (uint32_t)count, stops, user);
    note_change(walls, walls->slots[wall].low, walls->slots[wall].high);
    if (id != NULL) {
        *id = wendi_wall_id_of(walls, wall);
    }
    return WEND_OK;
}

/* Frees the slot; its next wall has another generation. */
static void free_slot(wend_walls *walls, uint32_t wall)
{
    wendi_wall_slot *slot = &walls->slots[wall];
    walls->bounded_count -= wendi_wall_is_bounded(slot) ? 1 : 0;
    wendi_free(&walls->allocator, slot->corners, slot->count * sizeof *slot->corners);
    slot->corners = NULL;
    slot->count = 0;
    slot->generation += slot->generation == UINT32_MAX ? 2 : 1;
    slot->first_edge = walls->free_slot;
    walls->free_slot = wall;
    walls->count--;
}

wend_result wend_walls_remove(wend_walls *walls, wend_wall_id id)
{
    if (walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_wall_slot *slot = wendi_wall_find(walls, id);
    if (slot == NULL) {
        return wendi_refuse_id(&walls->error, "wend_walls_remove", "wall", id.index1,
                               id.generation);
    }
    for (uint32_t e = slot->first_edge; e != WENDI_WALLS_NONE;) {
        const uint32_t next = walls->edges[e].next;
        wendi_wall_tree_remove(&walls->edge_tree, e);
        walls->edges[e].next = walls->free_edge;
        walls->free_edge = e;
        walls->edge_count--;
        e = next;
    }
    if (slot->corners != NULL) {
        wendi_wall_tree_remove(&walls->solid_tree, id.index1 - 1);
    }
    free_slot(walls, id.index1 - 1);
    walls->revision++;
    return WEND_OK;
}

wend_result wend_walls_set_stops(wend_walls *walls, wend_wall_id id, uint32_t stops)
{
    if (walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_wall_slot *slot = wendi_wall_find(walls, id);
    if (slot == NULL) {
        return wendi_refuse_id(&walls->error, "wend_walls_set_stops", "wall", id.index1,
                               id.generation);
    }
    if (slot->stops != stops) {
        const bool blocks_more = (stops & ~slot->stops) != 0;
        wend_vec2 low = walls->edges[slot->first_edge].a;
        wend_vec2 high = low;
        slot->stops = stops;
        for (uint32_t e = slot->first_edge; e != WENDI_WALLS_NONE; e = walls->edges[e].next) {
            walls->edges[e].stops = stops;
            low = lower(low, lower(walls->edges[e].a, walls->edges[e].b));
            high = higher(high, higher(walls->edges[e].a, walls->edges[e].b));
        }
        if (blocks_more) {
            note_change(walls, low, high);
        } else {
            walls->revision++;
        }
    }
    return WEND_OK;
}

wend_result wend_walls_set_user(wend_walls *walls, wend_wall_id id, uint64_t user)
{
    if (walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_wall_slot *slot = wendi_wall_find(walls, id);
    if (slot == NULL) {
        return wendi_refuse_id(&walls->error, "wend_walls_set_user", "wall", id.index1,
                               id.generation);
    }
    if (slot->user != user) {
        slot->user = user;
        walls->revision++;
    }
    return WEND_OK;
}

wend_result wend_walls_set_heights(wend_walls *walls, wend_wall_id id, double bottom, double top)
{
    static const char function[] = "wend_walls_set_heights";
    if (walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_wall_slot *slot = wendi_wall_find(walls, id);
    if (slot == NULL) {
        return wendi_refuse_id(&walls->error, function, "wall", id.index1, id.generation);
    }
    if (!(bottom < top)) {
        return wendi_fail(&walls->error, WEND_ERROR_ARGUMENT,
                          "%s: bottom is %s, and must be below top, which is %s", function,
                          wendi_format_number(bottom).text, wendi_format_number(top).text);
    }
    const double low = bottom + 0.0, high = top + 0.0; /* -0 is never kept */
    if (low < slot->bottom || low > slot->bottom || high < slot->top || high > slot->top) {
        walls->bounded_count -= wendi_wall_is_bounded(slot) ? 1 : 0;
        slot->bottom = low;
        slot->top = high;
        walls->bounded_count += wendi_wall_is_bounded(slot) ? 1 : 0;
        walls->revision++; /* nothing that walks is blocked by it */
    }
    return WEND_OK;
}

void wend_walls_clear(wend_walls *walls)
{
    if (walls == NULL || walls->count == 0) {
        return;
    }
    for (uint32_t i = walls->slot_limit; i-- > 0;) {
        if (walls->slots[i].count > 0) {
            free_slot(walls, i);
        }
    }
    wendi_wall_tree_clear(&walls->edge_tree);
    wendi_wall_tree_clear(&walls->solid_tree);
    walls->edge_limit = walls->edge_count = 0;
    walls->free_edge = WENDI_WALLS_NONE;
    walls->revision++;
}

const char *wend_walls_error(const wend_walls *walls)
{
    return walls == NULL ? "" : walls->error.text;
}
