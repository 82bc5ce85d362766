/* Writes tiles into the arrays of a mesh, and joins them edge by edge.
 * Cost: linear in the tile and the corners around its border; islands and sums look at all polygons. */
#include "world/mesh/tiles.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* ---- arrays of a slot ---- */

static void write_corner(wend_mesh *m, uint32_t corner, wend_vec3 at)
{
    m->points[corner] = (wend_vec2){at.x, at.y};
    m->heights[corner] = at.z;
    m->vertices[corner] = corner;
    m->twins[corner] = NONE;
    m->neighbours[corner] = WEND_NODE_NONE;
    m->carve->base_twins[corner] = NONE;
    m->carve->base_neighbours[corner] = WEND_NODE_NONE;
    m->tiles->borders[corner] = (wendi_tile_border){.corner = NONE};
}

/* Unused polygons, from one on; the last one has all corners that are left. */
static void write_unused(wend_mesh *m, uint32_t slot, uint32_t polygon, uint32_t corner)
{
    const wendi_mesh_tiles *t = m->tiles;
    const uint32_t end = wendi_tile_first_polygon(t, slot + 1);
    for (uint32_t c = corner; c < wendi_tile_first_corner(t, slot + 1); c++) {
        write_corner(m, c, (wend_vec3){0, 0, 0});
    }
    for (uint32_t p = polygon; p < end; p++, corner++) {
        m->firsts[p] = m->ends[p] = corner;
        m->closed[p] = WENDI_MESH_ABSENT;
        m->areas[p] = 0;
        m->flags[p] = 0;
        m->islands[p] = NONE;
    }
}

void wendi_tile_clear(wend_mesh *m, uint32_t slot)
{
    wendi_mesh_tiles *t = m->tiles;
    memset(&t->slots[slot].info, 0, sizeof t->slots[slot].info);
    write_unused(m, slot, wendi_tile_first_polygon(t, slot), wendi_tile_first_corner(t, slot));
}

void wendi_tile_enter(wend_mesh *m, uint32_t slot, const wendi_tile *tile)
{
    wendi_mesh_tiles *t = m->tiles;
    const uint32_t first = wendi_tile_first_polygon(t, slot);
    const uint32_t first_corner = wendi_tile_first_corner(t, slot);
    uint32_t corner = first_corner;
    t->slots[slot].info = tile->info;
    for (uint32_t i = 0; i < tile->info.polygon_count; i++) {
        m->firsts[first + i] = m->ends[first + i] = corner;
        m->areas[first + i] = tile->areas[i];
        m->flags[first + i] = tile->flags[i];
        m->closed[first + i] = (uint8_t)(WENDI_MESH_ABSENT | tile->closed[i]);
        corner += tile->sizes[i];
    }
    for (uint32_t i = 0; i < tile->info.corner_count; i++) {
        const uint32_t c = first_corner + i;
        write_corner(m, c, tile->points[i]);
        t->borders[c] = tile->borders[i];
        if (tile->twins[i] != NONE) {
            m->carve->base_twins[c] = first_corner + tile->twins[i];
        }
    }
    write_unused(m, slot, first + tile->info.polygon_count, corner);
    for (uint32_t i = 0; i < tile->info.polygon_count; i++) {
        for (uint32_t c = m->firsts[first + i]; c < wendi_mesh_base_end(m, first + i); c++) {
            const uint32_t twin = m->carve->base_twins[c];
            if (twin != NONE) {
                m->carve->base_neighbours[twin] = first + i;
            }
        }
    }
}

/* ---- corners around a vertex ---- */

static uint32_t base_next(const wend_mesh *m, uint32_t polygon, uint32_t corner)
{
    return corner + 1 == wendi_mesh_base_end(m, polygon) ? m->firsts[polygon] : corner + 1;
}

static uint32_t base_previous(const wend_mesh *m, uint32_t polygon, uint32_t corner)
{
    return corner == m->firsts[polygon] ? wendi_mesh_base_end(m, polygon) - 1 : corner - 1;
}

/* One corner on, clockwise or counter-clockwise, over an edge as made. @return false: it is a wall. */
static bool turn(const wend_mesh *m, bool is_clockwise, uint32_t *polygon, uint32_t *corner)
{
    const wendi_mesh_carve *carve = m->carve;
    const uint32_t edge = is_clockwise ? *corner : base_previous(m, *polygon, *corner);
    const uint32_t twin = carve->base_twins[edge];
    if (twin == NONE) {
        return false;
    }
    *polygon = carve->base_neighbours[edge];
    *corner = is_clockwise ? base_next(m, *polygon, twin) : twin;
    return true;
}

static bool list_beside(wend_mesh *m, uint32_t slot, uint32_t polygon)
{
    const uint32_t first = wendi_tile_first_polygon(m->tiles, slot);
    if (polygon >= first && polygon < first + m->tiles->slot_polygons) {
        return true;
    }
    return wendi_array_u32_push(&m->tiles->beside, polygon);
}

/* Gives all corners of a fan the vertex of the lowest of them. @return false: no memory to list the
 * polygons of other tiles of whose pieces that makes others. */
static bool number_vertex(wend_mesh *m, uint32_t slot, uint32_t polygon, uint32_t corner)
{
    uint32_t p = polygon;
    uint32_t c = corner;
    bool goes_on = true;
    while (goes_on && turn(m, true, &p, &c)) {
        goes_on = c != corner;
    }
    /* From one end of the fan to the other, or once around. */
    const uint32_t start = c;
    const uint32_t start_polygon = p;
    uint32_t lowest = c;
    goes_on = true;
    while (goes_on && turn(m, false, &p, &c)) {
        lowest = c < lowest ? c : lowest;
        goes_on = c != start;
    }
    p = start_polygon;
    c = start;
    bool is_listed = true;
    do {
        if (m->vertices[c] != lowest) {
            m->vertices[c] = lowest;
            if (wendi_mesh_record(m, p) != NULL) {
                is_listed = list_beside(m, slot, p) && is_listed;
            }
        }
        goes_on = turn(m, false, &p, &c);
    } while (goes_on && c != start);
    return is_listed;
}

/* ---- edges between tiles ---- */

static uint32_t slot_of(const wendi_mesh_tiles *t, wend_mesh_tile_id id, uint32_t guess)
{
    if (guess != NONE && t->slots[guess].info.id.x == id.x && t->slots[guess].info.id.y == id.y) {
        return guess;
    }
    for (uint32_t i = 0; i < t->slot_count; i++) {
        if (t->slots[i].is_used && t->slots[i].info.id.x == id.x && t->slots[i].info.id.y == id.y) {
            return i;
        }
    }
    return NONE;
}

/* The corner of another tile that joins a corner's edge; NONE: there is none, or it is another one.
 * @param other set to its polygon. @param guess the slot where the last one was. */
static uint32_t find_twin(const wend_mesh *m, uint32_t slot, uint32_t polygon, uint32_t corner,
                          uint32_t *other, uint32_t *guess)
{
    const wendi_mesh_tiles *t = m->tiles;
    const wendi_tile_border *border = &t->borders[corner];
    if (border->corner == NONE) {
        return NONE;
    }
    const uint32_t there = slot_of(t, border->id, *guess);
    if (there == NONE || there == slot || border->corner >= t->slots[there].info.corner_count) {
        return NONE;
    }
    *guess = there;
    const uint32_t twin = wendi_tile_first_corner(t, there) + border->corner;
    const wendi_tile_border *back = &t->borders[twin];
    const wend_mesh_tile_id own = t->slots[slot].info.id;
    if (back->id.x != own.x || back->id.y != own.y ||
        back->corner != corner - wendi_tile_first_corner(t, slot)) {
        return NONE;
    }
    *other = wendi_mesh_owner(m, twin);
    const bool is_same =
        wendi_carve_is_same(m->points[corner], m->points[base_next(m, *other, twin)]) &&
        wendi_carve_is_same(m->points[base_next(m, polygon, corner)], m->points[twin]);
    return is_same ? twin : NONE;
}

bool wendi_tile_join(wend_mesh *m, uint32_t slot, bool is_joined, bool with_all)
{
    wendi_mesh_carve *carve = m->carve;
    const uint32_t first = wendi_tile_first_polygon(m->tiles, slot);
    const uint32_t end = first + m->tiles->slots[slot].info.polygon_count;
    bool is_listed = true;
    uint32_t guess = NONE;
    wendi_array_u32_clear(&m->tiles->beside);
    for (uint32_t p = first; p < end; p++) {
        for (uint32_t c = m->firsts[p]; c < wendi_mesh_base_end(m, p); c++) {
            uint32_t other = NONE;
            const uint32_t twin = find_twin(m, slot, p, c, &other, &guess);
            if (twin == NONE) {
                continue;
            }
            carve->base_twins[c] = is_joined ? twin : NONE;
            carve->base_neighbours[c] = is_joined ? other : WEND_NODE_NONE;
            carve->base_twins[twin] = is_joined ? c : NONE;
            carve->base_neighbours[twin] = is_joined ? p : WEND_NODE_NONE;
            if (with_all) {
                is_listed = list_beside(m, slot, other) && is_listed;
            }
        }
    }
    guess = NONE;
    for (uint32_t p = first; p < end; p++) {
        for (uint32_t c = m->firsts[p]; c < wendi_mesh_base_end(m, p); c++) {
            is_listed = number_vertex(m, slot, p, c) && is_listed;
            uint32_t other = NONE;
            const uint32_t twin = is_joined ? NONE : find_twin(m, slot, p, c, &other, &guess);
            if (twin != NONE) {
                is_listed = number_vertex(m, slot, other, twin) && is_listed;
                is_listed = number_vertex(m, slot, other, base_next(m, other, twin)) && is_listed;
            }
        }
    }
    return is_listed;
}

/* ---- islands and sums ---- */

static void flood_island(wend_mesh *m, uint32_t polygon, uint32_t island)
{
    const wendi_mesh_carve *carve = m->carve;
    uint32_t *queue = m->components.queue;
    uint32_t count = 0;
    m->islands[polygon] = island;
    queue[count++] = polygon;
    for (uint32_t done = 0; done < count; done++) {
        const uint32_t p = queue[done];
        for (uint32_t c = m->firsts[p]; c < wendi_mesh_base_end(m, p); c++) {
            const uint32_t q = carve->base_neighbours[c];
            if (q != WEND_NODE_NONE && m->islands[q] == NONE) {
                m->islands[q] = island;
                queue[count++] = q;
            }
        }
    }
}

static double surface_of(const wend_mesh *m, uint32_t p)
{
    const wend_vec2 apex = wendi_mesh_point(m, m->firsts[p]);
    double twice = 0;
    for (uint32_t c = m->firsts[p] + 1; c + 1 < wendi_mesh_base_end(m, p); c++) {
        twice += wendi_mesh_twice_area(apex, wendi_mesh_point(m, c), wendi_mesh_point(m, c + 1));
    }
    return twice / 2;
}

void wendi_mesh_tiles_follow(wend_mesh *m)
{
    const wendi_mesh_tiles *t = m->tiles;
    uint32_t island = 0;
    m->sums[0] = 0;
    memset(m->islands, 0xff, m->base_count * sizeof *m->islands);
    for (uint32_t p = 0; p < m->base_count; p++) {
        m->sums[p + 1] = m->sums[p];
        const uint32_t slot = p / t->slot_polygons;
        if (slot < t->slot_count &&
            p - wendi_tile_first_polygon(t, slot) < t->slots[slot].info.polygon_count) {
            m->sums[p + 1] += surface_of(m, p);
            if (m->islands[p] == NONE) {
                flood_island(m, p, island++);
            }
        }
    }
    for (uint32_t p = m->base_count; p < m->polygon_count; p++) {
        const uint32_t home = wendi_mesh_home(m, p);
        m->islands[p] = home == WEND_NODE_NONE ? NONE : m->islands[home];
    }
}

/* ---- links ---- */

void wendi_tile_leave_links(wend_mesh *m, uint32_t slot)
{
    const uint32_t first = wendi_tile_first_polygon(m->tiles, slot);
    for (uint32_t i = 0; i < m->links.slot_count; i++) {
        wend_mesh_location *ends[2] = {&m->links.slots[i].from, &m->links.slots[i].to};
        for (int k = 0; m->links.slots[i].is_used && k < 2; k++) {
            if (wendi_mesh_home(m, ends[k]->polygon) - first < m->tiles->slot_polygons) {
                ends[k]->polygon = wendi_mesh_nowhere(m);
            }
        }
    }
}

/* The polygon as made whose ground is nearest to an end, and within reach. */
static uint32_t ground_of(wend_mesh *m, uint32_t slot, const wend_mesh_location *end, double *z)
{
    const wend_mesh_tile_info *info = &m->tiles->slots[slot].info;
    const uint32_t first = wendi_tile_first_polygon(m->tiles, slot);
    uint32_t found = NONE;
    double least = (double)WENDI_TILE_LINK_REACH;
    if (end->x < info->low.x || end->x > info->high.x || end->y < info->low.y ||
        end->y > info->high.y) {
        return NONE;
    }
    for (uint32_t p = first; p < first + info->polygon_count; p++) {
        const uint32_t kept = m->ends[p];
        m->ends[p] = wendi_mesh_base_end(m, p); /* also of one that obstacles cut up */
        if (wendi_mesh_contains(m, p, end->x, end->y)) {
            const double height = wend_mesh_height(m, p, end->x, end->y);
            const double gap = height < end->z ? end->z - height : height - end->z;
            if (gap < least || (found == NONE && !(gap > least))) {
                found = p;
                least = gap;
                *z = height;
            }
        }
        m->ends[p] = kept;
    }
    return found;
}

bool wendi_tile_take_links(wend_mesh *m, uint32_t slot)
{
    bool has_taken = false;
    for (uint32_t i = 0; i < m->links.slot_count; i++) {
        wend_mesh_location *ends[2] = {&m->links.slots[i].from, &m->links.slots[i].to};
        for (int k = 0; m->links.slots[i].is_used && k < 2; k++) {
            double z = 0;
            const uint32_t home =
                ends[k]->polygon != wendi_mesh_nowhere(m) ? NONE : ground_of(m, slot, ends[k], &z);
            if (home != NONE) {
                ends[k]->z = z;
                ends[k]->polygon = wendi_mesh_piece_of_end(m, ends[k], home);
                has_taken = true;
            }
        }
    }
    return has_taken;
}
