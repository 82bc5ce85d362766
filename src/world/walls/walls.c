/* Creates and destroys sets of walls, lists, bounds, hashes and draws them.
 * Cost: listing, hashing and drawing read all walls; the bounds read some. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/draw.h"
#include "world/walls/store.h"

#include <string.h>

static const uint32_t COOKIE = 0x77616C31;

wend_walls_def wend_walls_def_default(void)
{
    return (wend_walls_def){.cookie = COOKIE};
}

wend_result wend_walls_create(const wend_walls_def *def, wend_walls **walls)
{
    if (walls != NULL) {
        *walls = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, "wend_walls_create",
                                         "wend_walls_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (walls == NULL) {
        return wendi_refuse_null(def->message, "wend_walls_create", "walls");
    }
    wend_walls *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY,
                          "wend_walls_create: no memory for a set of walls");
    }
    made->allocator = def->allocator;
    made->free_slot = made->free_edge = WENDI_WALLS_NONE;
    made->revision = 1;
    *walls = made;
    return WEND_OK;
}

void wend_walls_destroy(wend_walls *walls)
{
    if (walls == NULL) {
        return;
    }
    const wend_allocator a = walls->allocator;
    for (uint32_t i = 0; i < walls->slot_limit; i++) {
        wendi_wall_slot *slot = &walls->slots[i];
        wendi_free(&a, slot->corners, slot->count * sizeof *slot->corners);
    }
    wendi_wall_tree_free(&walls->edge_tree, &a);
    wendi_wall_tree_free(&walls->solid_tree, &a);
    wendi_free(&a, walls->slots, walls->slot_capacity * sizeof *walls->slots);
    wendi_free(&a, walls->edges, walls->edge_capacity * sizeof *walls->edges);
    wendi_free(&a, walls, sizeof *walls);
}

wend_result wend_walls_get(const wend_walls *walls, wend_wall_id id, wend_wall *wall)
{
    if (wall != NULL) {
        memset(wall, 0, sizeof *wall);
    }
    if (walls == NULL || wall == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_wall_slot *slot = wendi_wall_find(walls, id);
    if (slot == NULL) {
        return WEND_ERROR_STALE;
    }
    wall->is_polygon = slot->corners != NULL;
    wall->points = wall->is_polygon ? slot->corners : slot->ends;
    wall->count = slot->count;
    wall->stops = slot->stops;
    wall->user = slot->user;
    wall->bottom = slot->bottom;
    wall->top = slot->top;
    return WEND_OK;
}

size_t wend_walls_count(const wend_walls *walls)
{
    return walls == NULL ? 0 : walls->count;
}

uint64_t wend_walls_revision(const wend_walls *walls)
{
    return walls == NULL ? 0 : walls->revision;
}

wend_result wend_walls_list(const wend_walls *walls, wend_wall_id *ids, size_t capacity,
                            size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (walls == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    size_t found = 0;
    for (uint32_t i = 0; i < walls->slot_limit && found < capacity; i++) {
        if (walls->slots[i].count > 0) {
            ids[found++] = wendi_wall_id_of(walls, i);
        }
    }
    *count = walls->count;
    return walls->count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* The least value of sign * coordinate; boxes rule out subtrees. */
static double least(const wend_walls *walls, bool is_y, double sign)
{
    const wendi_wall_tree *tree = &walls->edge_tree;
    int32_t stack[WENDI_WALL_TREE_STACK] = {tree->pairs[0].refs[0]};
    uint32_t waiting = 1;
    double best = 2 * WEND_COORDINATE_MAX;
    while (waiting > 0) {
        const int32_t ref = stack[--waiting];
        if (ref < 0) {
            const wendi_wall_edge *edge = &walls->edges[~ref];
            const double a = sign * (is_y ? edge->a.y : edge->a.x);
            const double b = sign * (is_y ? edge->b.y : edge->b.x);
            best = a < best ? a : best;
            best = b < best ? b : best;
            continue;
        }
        for (int side = 0; side < 2; side++) {
            const wendi_aabb *box = &tree->pairs[ref].boxes[side];
            const float low = is_y ? box->low_y : box->low_x;
            const float high = is_y ? box->high_y : box->high_x;
            if ((sign > 0 ? (double)low : -(double)high) < best) {
                stack[waiting++] = tree->pairs[ref].refs[side];
            }
        }
    }
    return best;
}

bool wend_walls_bounds(const wend_walls *walls, wend_vec2 *low, wend_vec2 *high)
{
    const bool is_any = walls != NULL && walls->count > 0;
    if (low != NULL) {
        *low =
            is_any ? (wend_vec2){least(walls, false, 1), least(walls, true, 1)} : (wend_vec2){0, 0};
    }
    if (high != NULL) {
        *high = is_any ? (wend_vec2){-least(walls, false, -1), -least(walls, true, -1)}
                       : (wend_vec2){0, 0};
    }
    return is_any;
}

static uint64_t hash_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return wend_hash_u64(hash, bits);
}

uint64_t wend_walls_hash(const wend_walls *walls)
{
    uint64_t hash = wend_hash_begin();
    for (uint32_t i = 0; walls != NULL && i < walls->slot_limit; i++) {
        const wendi_wall_slot *slot = &walls->slots[i];
        if (slot->count == 0) {
            continue;
        }
        const wend_vec2 *points = slot->corners != NULL ? slot->corners : slot->ends;
        hash = wend_hash_u64(hash, (uint64_t)slot->generation << 32 | i);
        hash = wend_hash_u64(hash, (uint64_t)slot->stops << 32 | slot->count);
        hash = wend_hash_u64(hash, slot->corners != NULL);
        hash = wend_hash_u64(hash, slot->user);
        if (wendi_wall_is_bounded(slot)) {
            hash = hash_double(hash_double(hash, slot->bottom), slot->top);
        }
        for (uint32_t k = 0; k < slot->count; k++) {
            hash = hash_double(hash_double(hash, points[k].x), points[k].y);
        }
    }
    return hash;
}

wend_result wend_walls_draw(const wend_walls *walls, const wend_draw *draw)
{
    if (walls == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < walls->slot_limit; i++) {
        if (walls->slots[i].count > 0) {
            const wendi_wall_slot *slot = &walls->slots[i];
            const wend_vec2 *points = slot->corners != NULL ? slot->corners : slot->ends;
            const double value = (double)slot->stops;
            if (slot->count >= 3) {
                if (draw->polygon != NULL) {
                    draw->polygon(draw->context, points, slot->count, WEND_MEANING_WALL, value);
                }
            } else if (draw->line != NULL) {
                draw->line(draw->context, points[0], points[slot->count - 1], WEND_MEANING_WALL,
                           value);
            }
        }
    }
    return WEND_OK;
}
