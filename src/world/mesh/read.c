/* Reads polygons, corners and edges, hashes a mesh, and gives the view that route and crowd read.
 * Cost: constant; the hash reads all. */
#include "base/core/memory.h"
#include "base/math/bits.h"
#include "world/mesh/overlay.h"
#include "world/mesh/tiles.h"

#include <string.h>

wendi_mesh_view wendi_mesh_view_of(const wend_mesh *mesh)
{
    return (wendi_mesh_view){.polygon_count = mesh->polygon_count,
                             .corner_count = mesh->corner_count,
                             .vertex_count = mesh->vertex_count,
                             .base_count = mesh->base_count,
                             .base_corners = mesh->base_corners,
                             .base_vertices = mesh->base_vertices,
                             .polygon_capacity = mesh->polygon_capacity,
                             .corner_capacity = mesh->corner_capacity,
                             .vertex_capacity = mesh->vertex_capacity,
                             .firsts = mesh->firsts,
                             .ends = mesh->ends,
                             .vertices = mesh->vertices,
                             .neighbours = mesh->neighbours,
                             .twins = mesh->twins,
                             .base_twins =
                                 mesh->carve == NULL ? mesh->twins : mesh->carve->base_twins,
                             .points = mesh->points,
                             .heights = mesh->heights,
                             .areas = mesh->areas,
                             .closed = mesh->closed_count == 0 ? NULL : mesh->closed,
                             .flags = mesh->flags,
                             .factors = mesh->factors,
                             .components = &mesh->components,
                             .links = mesh->links.slots,
                             .link_limit = mesh->links.slot_count,
                             .revision = mesh->revision,
                             .shape_revision = mesh->shape_revision,
                             .factors_revision = mesh->factors_revision,
                             .links_revision = mesh->links_revision,
                             .overlays_revision = mesh->overlays_revision,
                             .layout_revision = mesh->layout_revision,
                             .tiles_revision = mesh->tiles_revision};
}

uint32_t wend_mesh_polygon_count(const wend_mesh *mesh)
{
    return mesh == NULL ? 0 : mesh->polygon_count;
}

uint32_t wend_mesh_corner_count(const wend_mesh *mesh)
{
    return mesh == NULL ? 0 : mesh->corner_count;
}

/* The centroid, computed from the first corner so that far away meshes lose no precision. */
static wend_vec2 centroid_of(const wend_mesh *m, wend_node p)
{
    const wend_vec2 apex = wendi_mesh_point(m, m->firsts[p]);
    double x = 0;
    double y = 0;
    double whole = 0;
    for (uint32_t c = m->firsts[p] + 1; c + 1 < m->ends[p]; ++c) {
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

wend_mesh_polygon wend_mesh_get_polygon(const wend_mesh *mesh, wend_node polygon)
{
    wend_mesh_polygon result;
    memset(&result, 0, sizeof result);
    if (mesh == NULL || polygon >= mesh->polygon_count) {
        return result;
    }
    result.first_corner = mesh->firsts[polygon];
    result.count = mesh->ends[polygon] - mesh->firsts[polygon];
    result.area = mesh->areas[polygon];
    result.is_open = mesh->closed[polygon] == 0;
    result.flags = mesh->flags[polygon];
    result.island = mesh->islands[polygon];
    result.centroid = centroid_of(mesh, polygon);
    const wend_vec2 apex = wendi_mesh_point(mesh, mesh->firsts[polygon]);
    for (uint32_t c = mesh->firsts[polygon] + 1; c + 1 < mesh->ends[polygon]; ++c) {
        result.surface +=
            wendi_mesh_twice_area(apex, wendi_mesh_point(mesh, c), wendi_mesh_point(mesh, c + 1)) /
            2;
    }
    return result;
}

wend_vec3 wend_mesh_corner(const wend_mesh *mesh, uint32_t corner)
{
    if (mesh == NULL || corner >= mesh->corner_count) {
        return (wend_vec3){0, 0, 0};
    }
    const wend_vec2 p = wendi_mesh_point(mesh, corner);
    return (wend_vec3){p.x, p.y, mesh->heights == NULL ? 0 : mesh->heights[corner]};
}

wend_node wend_mesh_neighbour(const wend_mesh *mesh, uint32_t corner)
{
    return mesh == NULL || corner >= mesh->corner_count ? WEND_NODE_NONE : mesh->neighbours[corner];
}

void wend_mesh_bounds(const wend_mesh *mesh, wend_vec3 *low, wend_vec3 *high)
{
    const wend_vec3 zero = {0, 0, 0};
    if (low != NULL) {
        *low = mesh == NULL ? zero : mesh->low;
    }
    if (high != NULL) {
        *high = mesh == NULL ? zero : mesh->high;
    }
}

uint64_t wend_mesh_revision(const wend_mesh *mesh)
{
    return mesh == NULL ? 0 : mesh->revision;
}

bool wend_mesh_has_floors(const wend_mesh *mesh)
{
    return mesh != NULL && mesh->has_floors;
}

double wend_mesh_factor(const wend_mesh *mesh, uint8_t area)
{
    return mesh == NULL ? 0 : mesh->factors[area];
}

wend_node wendi_mesh_owner(const wend_mesh *m, uint32_t corner)
{
    if (corner >= m->base_corners) {
        return m->base_count + (corner - m->base_corners) / WENDI_CARVE_PIECE_CORNERS;
    }
    uint32_t low = 0;
    uint32_t high = m->base_count;
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

/* A polygon as made. */
static uint64_t hash_polygon(const wend_mesh *m, uint64_t hash, wend_node p)
{
    const uint32_t *twins = m->carve == NULL ? m->twins : m->carve->base_twins;
    hash = wend_hash_u64(hash, m->firsts[p + 1] - m->firsts[p]);
    hash = wend_hash_u64(hash, (uint64_t)m->flags[p] << 16 | (uint64_t)m->areas[p] << 1 |
                                   (m->closed[p] & 1));
    for (uint32_t c = m->firsts[p]; c < m->firsts[p + 1]; ++c) {
        const wend_vec2 point = wendi_mesh_point(m, c);
        hash = hash_f64(hash, point.x);
        hash = hash_f64(hash, point.y);
        hash = hash_f64(hash, m->heights == NULL ? 0 : m->heights[c]);
        hash = wend_hash_u64(hash, (uint64_t)m->vertices[c] << 32 | twins[c]);
    }
    return hash;
}

static uint64_t hash_location(const wend_mesh *m, uint64_t hash, const wend_mesh_location *location)
{
    hash = hash_f64(hash, location->x);
    hash = hash_f64(hash, location->y);
    hash = hash_f64(hash, location->z);
    return wend_hash_u64(hash, wendi_mesh_home(m, location->polygon));
}

static uint64_t hash_link(const wend_mesh *m, uint64_t hash, uint32_t index,
                          const wendi_mesh_link_slot *link)
{
    hash = wend_hash_u64(hash, (uint64_t)index << 32 | link->generation);
    hash = hash_location(m, hash_location(m, hash, &link->from), &link->to);
    hash = hash_f64(hash, link->cost);
    hash = wend_hash_u64(hash, link->user);
    hash = wend_hash_u64(hash, (uint64_t)link->behaviour << 32 | link->flags);
    return wend_hash_u64(hash, (link->is_two_way ? 1u : 0u) | (link->is_open ? 2u : 0u));
}

uint64_t wend_mesh_hash(const wend_mesh *mesh)
{
    uint64_t hash = wend_hash_begin();
    if (mesh == NULL) {
        return hash;
    }
    hash = wend_hash_u64(hash, mesh->base_count);
    for (uint32_t p = 0; p < mesh->base_count; ++p) {
        hash = hash_polygon(mesh, hash, p);
    }
    for (size_t i = 0; i < WEND_MESH_AREAS; ++i) {
        hash = hash_f64(hash, mesh->factors[i]);
    }
    for (uint32_t i = 0; i < mesh->links.slot_count; ++i) {
        if (mesh->links.slots[i].is_used) {
            hash = hash_link(mesh, hash, i, &mesh->links.slots[i]);
        }
    }
    return wendi_mesh_obstacles_hash(mesh, wendi_mesh_overlays_hash(mesh, hash));
}

size_t wend_mesh_memory_bytes(const wend_mesh *mesh)
{
    if (mesh == NULL) {
        return 0;
    }
    const size_t polygons = mesh->polygon_capacity;
    const size_t corners = mesh->corner_capacity;
    const size_t per_corner = 3 * sizeof(uint32_t) + (mesh->heights == NULL ? 0 : sizeof(double));
    const size_t per_polygon = 2 + 8 * sizeof(uint32_t) + sizeof *mesh->changes;
    const size_t per_link = sizeof *mesh->links.slots + 5 * sizeof(uint32_t);
    return sizeof *mesh + sizeof(uint32_t) + (mesh->base_count + (size_t)1) * sizeof(double) +
           polygons * per_polygon + corners * per_corner +
           mesh->vertex_capacity * sizeof *mesh->points +
           mesh->index.grid_capacity * sizeof *mesh->index.grids +
           mesh->index.cell_capacity * sizeof *mesh->index.cells +
           mesh->index.entry_capacity * sizeof *mesh->index.entries +
           (mesh->links.capacity > 0 ? 2 * polygons * sizeof(uint32_t) : 0) +
           mesh->links.capacity * per_link + wendi_mesh_overlays_memory_bytes(mesh) +
           wendi_mesh_carve_memory_bytes(mesh) + wendi_mesh_tiles_memory_bytes(mesh);
}
