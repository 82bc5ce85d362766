/* Reads polygons, corners and edges, hashes a mesh, and gives the view that the rooms above read.
 * Constant; the hash reads all. */
#include "base/core/memory.h"
#include "base/math/bits.h"
#include "world/mesh/store.h"

#include <string.h>

wendi_mesh_view wendi_mesh_view_of(const wend_mesh *m)
{
    return (wendi_mesh_view){.polygon_count = m->polygon_count,
                             .corner_count = m->corner_count,
                             .vertex_count = m->vertex_count,
                             .firsts = m->firsts,
                             .vertices = m->vertices,
                             .neighbours = m->neighbours,
                             .twins = m->twins,
                             .points = m->points,
                             .heights = m->heights,
                             .areas = m->areas,
                             .closed = m->closed_count == 0 ? NULL : m->closed,
                             .flags = m->flags,
                             .factors = m->factors,
                             .links = m->links.slots,
                             .link_limit = m->links.slot_count,
                             .revision = m->revision,
                             .shape_revision = m->shape_revision,
                             .links_revision = m->links_revision};
}

uint32_t wend_mesh_polygon_count(const wend_mesh *m)
{
    return m == NULL ? 0 : m->polygon_count;
}

uint32_t wend_mesh_corner_count(const wend_mesh *m)
{
    return m == NULL ? 0 : m->corner_count;
}

/* The centroid, computed from the first corner so that far away meshes lose no precision. */
static wend_vec2 centroid_of(const wend_mesh *m, wend_node p)
{
    const wend_vec2 apex = wendi_mesh_point(m, m->firsts[p]);
    double x = 0;
    double y = 0;
    double whole = 0;
    for (uint32_t c = m->firsts[p] + 1; c + 1 < m->firsts[p + 1]; ++c) {
        const wend_vec2 a = wendi_mesh_point(m, c);
        const wend_vec2 b = wendi_mesh_point(m, c + 1);
        const double twice = wendi_mesh_twice_area(apex, a, b);
        x += twice * (a.x - apex.x + (b.x - apex.x));
        y += twice * (a.y - apex.y + (b.y - apex.y));
        whole += twice;
    }
    if (!(whole > 0)) {
        return apex;
    }
    return (wend_vec2){apex.x + x / (3 * whole), apex.y + y / (3 * whole)};
}

wend_mesh_polygon wend_mesh_get_polygon(const wend_mesh *m, wend_node p)
{
    wend_mesh_polygon polygon;
    memset(&polygon, 0, sizeof polygon);
    if (m == NULL || p >= m->polygon_count) {
        return polygon;
    }
    polygon.first_corner = m->firsts[p];
    polygon.count = m->firsts[p + 1] - m->firsts[p];
    polygon.area = m->areas[p];
    polygon.is_open = m->closed[p] == 0;
    polygon.flags = m->flags[p];
    polygon.island = m->islands[p];
    polygon.centroid = centroid_of(m, p);
    const wend_vec2 apex = wendi_mesh_point(m, m->firsts[p]);
    for (uint32_t c = m->firsts[p] + 1; c + 1 < m->firsts[p + 1]; ++c) {
        polygon.surface +=
            wendi_mesh_twice_area(apex, wendi_mesh_point(m, c), wendi_mesh_point(m, c + 1)) / 2;
    }
    return polygon;
}

wend_vec3 wend_mesh_corner(const wend_mesh *m, uint32_t corner)
{
    if (m == NULL || corner >= m->corner_count) {
        return (wend_vec3){0, 0, 0};
    }
    const wend_vec2 p = wendi_mesh_point(m, corner);
    return (wend_vec3){p.x, p.y, m->heights == NULL ? 0 : m->heights[corner]};
}

wend_node wend_mesh_neighbour(const wend_mesh *m, uint32_t corner)
{
    return m == NULL || corner >= m->corner_count ? WEND_NODE_NONE : m->neighbours[corner];
}

void wend_mesh_bounds(const wend_mesh *m, wend_vec3 *low, wend_vec3 *high)
{
    const wend_vec3 zero = {0, 0, 0};
    if (low != NULL) {
        *low = m == NULL ? zero : m->low;
    }
    if (high != NULL) {
        *high = m == NULL ? zero : m->high;
    }
}

uint64_t wend_mesh_revision(const wend_mesh *m)
{
    return m == NULL ? 0 : m->revision;
}

bool wend_mesh_has_floors(const wend_mesh *m)
{
    return m != NULL && m->has_floors;
}

double wend_mesh_factor(const wend_mesh *m, uint8_t area)
{
    return m == NULL ? 0 : m->factors[area];
}

wend_node wendi_mesh_owner(const wend_mesh *m, uint32_t corner)
{
    uint32_t low = 0;
    uint32_t high = m->polygon_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (m->firsts[middle] <= corner) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ---- hash ---- */

static uint64_t hash_f64(uint64_t hash, double value)
{
    return wend_hash_u64(hash, wendi_bits_of_f64(value));
}

static uint64_t hash_polygon(const wend_mesh *m, uint64_t hash, wend_node p)
{
    hash = wend_hash_u64(hash, m->firsts[p + 1] - m->firsts[p]);
    hash = wend_hash_u64(hash,
                         (uint64_t)m->flags[p] << 16 | (uint64_t)m->areas[p] << 1 | m->closed[p]);
    for (uint32_t c = m->firsts[p]; c < m->firsts[p + 1]; ++c) {
        const wend_vec2 point = wendi_mesh_point(m, c);
        hash = hash_f64(hash, point.x);
        hash = hash_f64(hash, point.y);
        hash = hash_f64(hash, m->heights == NULL ? 0 : m->heights[c]);
        hash = wend_hash_u64(hash, (uint64_t)m->vertices[c] << 32 | m->twins[c]);
    }
    return hash;
}

static uint64_t hash_location(uint64_t hash, const wend_mesh_location *location)
{
    hash = hash_f64(hash, location->x);
    hash = hash_f64(hash, location->y);
    hash = hash_f64(hash, location->z);
    return wend_hash_u64(hash, location->polygon);
}

static uint64_t hash_link(uint64_t hash, uint32_t index, const wendi_mesh_link_slot *link)
{
    hash = wend_hash_u64(hash, (uint64_t)index << 32 | link->generation);
    hash = hash_location(hash_location(hash, &link->from), &link->to);
    hash = hash_f64(hash, link->cost);
    hash = wend_hash_u64(hash, link->user);
    hash = wend_hash_u64(hash, (uint64_t)link->behaviour << 32 | link->flags);
    return wend_hash_u64(hash, (link->is_two_way ? 1u : 0u) | (link->is_open ? 2u : 0u));
}

uint64_t wend_mesh_hash(const wend_mesh *m)
{
    uint64_t hash = wend_hash_begin();
    if (m == NULL) {
        return hash;
    }
    hash = wend_hash_u64(hash, m->polygon_count);
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        hash = hash_polygon(m, hash, p);
    }
    for (size_t i = 0; i < WEND_MESH_AREAS; ++i) {
        hash = hash_f64(hash, m->factors[i]);
    }
    for (uint32_t i = 0; i < m->links.slot_count; ++i) {
        if (m->links.slots[i].is_used) {
            hash = hash_link(hash, i, &m->links.slots[i]);
        }
    }
    return hash;
}

size_t wend_mesh_memory_bytes(const wend_mesh *m)
{
    if (m == NULL) {
        return 0;
    }
    const size_t polygons = m->polygon_count;
    const size_t corners = m->corner_count;
    const size_t per_corner = 3 * sizeof(uint32_t) + (m->heights == NULL ? 0 : sizeof(double));
    const size_t per_polygon = 2 + 7 * sizeof(uint32_t) + sizeof(double);
    const size_t per_link = sizeof *m->links.slots + 5 * sizeof(uint32_t);
    return sizeof *m + sizeof(uint32_t) + sizeof(double) + polygons * per_polygon +
           corners * per_corner + m->vertex_count * sizeof *m->points +
           m->index.grid_capacity * sizeof *m->index.grids +
           m->index.cell_capacity * sizeof *m->index.cells +
           m->index.entry_capacity * sizeof *m->index.entries +
           (m->links.capacity > 0 ? 2 * polygons * sizeof(uint32_t) : 0) +
           m->links.capacity * per_link;
}
