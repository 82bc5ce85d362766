/* Saves meshes as bytes and loads them, the same on every machine. A loaded mesh was checked in
 * all that searches rely on.
 * Cost: linear, and the index. */
#include "world/mesh/file.h"

#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "wend/walls.h"
#include "world/mesh/convex.h"
#include "world/mesh/overlay.h"
#include "world/mesh/tiles.h"

static void write_shape(wendi_writer *writer, const wend_mesh *m)
{
    const uint32_t *twins = m->carve == NULL ? m->twins : m->carve->base_twins;
    wendi_write_u32(writer, m->base_count);
    wendi_write_u32(writer, m->base_corners);
    wendi_write_u32(writer, m->base_vertices);
    wendi_write_u8(writer, m->heights == NULL ? 0 : 1);
    wendi_write_f64(writer, m->cell_size);
    for (uint32_t v = 0; v < m->base_vertices; ++v) {
        wendi_write_f64(writer, m->points[v].x);
        wendi_write_f64(writer, m->points[v].y);
    }
    for (uint32_t p = 0; p < m->base_count; ++p) {
        wendi_write_u32(writer, m->firsts[p + 1] - m->firsts[p]);
        wendi_write_u8(writer, m->areas[p]);
        wendi_write_u8(writer, m->closed[p] & 1);
        wendi_write_u32(writer, m->flags[p]);
    }
    for (uint32_t c = 0; c < m->base_corners; ++c) {
        wendi_write_u32(writer, m->vertices[c]);
        wendi_write_u32(writer, twins[c]);
        if (m->heights != NULL) {
            wendi_write_f64(writer, m->heights[c]);
        }
    }
    wendi_write_f64_array(writer, m->factors, WEND_MESH_AREAS);
}

static void visit_end(wendi_visitor *v, const wend_mesh *m, wend_mesh_location *location)
{
    wendi_visit_f64(v, &location->x);
    wendi_visit_f64(v, &location->y);
    if (m->tiles != NULL) {
        wendi_visit_f64(v, &location->z);
    }
    wendi_visit_u32(v, &location->polygon);
}

static void visit_properties(wendi_visitor *v, wendi_mesh_link_slot *slot)
{
    wendi_visit_f64(v, &slot->cost);
    wendi_visit_u64(v, &slot->user);
    wendi_visit_u32(v, &slot->behaviour);
    wendi_visit_u32(v, &slot->flags);
}

static void write_links(wendi_writer *writer, const wend_mesh *m)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    wendi_write_u32(writer, m->links.slot_count);
    wendi_write_u32(writer, m->links.free_first1);
    for (uint32_t i = 0; i < m->links.slot_count; ++i) {
        wendi_mesh_link_slot *slot = &m->links.slots[i];
        wendi_write_u32(writer, slot->generation);
        if (!slot->is_used) {
            wendi_write_u8(writer, 0);
            wendi_write_u32(writer, m->links.next_free1[i]);
            continue;
        }
        wendi_write_u8(writer, (uint8_t)(WENDI_MESH_LINK_USED |
                                         (slot->is_two_way ? WENDI_MESH_LINK_TWO_WAY : 0) |
                                         (slot->is_open ? WENDI_MESH_LINK_OPEN : 0)));
        wend_mesh_location from = slot->from;
        wend_mesh_location to = slot->to;
        from.polygon = wendi_mesh_home(m, from.polygon);
        to.polygon = wendi_mesh_home(m, to.polygon);
        visit_end(&v, m, &from);
        visit_end(&v, m, &to);
        visit_properties(&v, slot);
    }
}

/* The oldest one that holds all. */
static uint32_t version_of(const wend_mesh *m)
{
    return m->tiles != NULL ? 4 : m->carve != NULL ? 3 : m->overlays != NULL ? 2 : 1;
}

static void write_mesh(const void *object, wendi_writer *writer)
{
    const wend_mesh *mesh = object;
    if (mesh->tiles != NULL) {
        wendi_mesh_tiles_write(mesh, writer);
    } else {
        write_shape(writer, mesh);
    }
    write_links(writer, mesh);
    const uint32_t version = version_of(mesh);
    if (version == 2) {
        wendi_mesh_overlays_write(mesh, writer);
    } else if (version > 2) {
        wendi_write_u8(writer, mesh->overlays != NULL ? 1 : 0);
        if (mesh->overlays != NULL) {
            wendi_mesh_overlays_write(mesh, writer);
        }
        wendi_mesh_obstacles_write(mesh, writer);
    }
}

wend_result wend_mesh_save(const wend_mesh *mesh, uint8_t *bytes, size_t capacity, size_t *count)
{
    const uint32_t version = mesh == NULL ? 1 : version_of(mesh);
    return wendi_save_object(mesh, write_mesh, WENDI_MESH_FILE_MAGIC, version, bytes, capacity,
                             count);
}

/* ---- loading ---- */

static const double COST_MAX = 1073741824.0;
static const uint32_t LINKS_MAX = 1 << 20;
static const uint32_t ONE_WAY_MAX = 1 << 18;

static bool is_as_kept(double value)
{
    return wendi_coordinate_is_valid(value) &&
           wendi_bits_of_f64(wendi_flush_coordinate(value)) == wendi_bits_of_f64(value);
}

static bool is_infinite(double value)
{
    return value > 1.7976931348623157e308;
}

/* ---- the shape ---- */

typedef struct mesh_header {
    uint32_t polygons, corners, vertices;
    uint8_t has_heights;
    double cell_size;
} mesh_header;

/* The error in the shape, NULL if none; memory is allocated only for what can follow. */
static const char *read_header(wendi_reader *reader, mesh_header *h)
{
    h->polygons = wendi_read_u32(reader);
    h->corners = wendi_read_u32(reader);
    h->vertices = wendi_read_u32(reader);
    h->has_heights = wendi_read_u8(reader);
    h->cell_size = wendi_read_f64(reader);
    const uint64_t per_corner = WENDI_MESH_FILE_CORNER_BYTES + (h->has_heights != 0 ? 8 : 0);
    const uint64_t needed = (uint64_t)h->vertices * WENDI_MESH_FILE_VERTEX_BYTES +
                            (uint64_t)h->polygons * WENDI_MESH_FILE_POLYGON_BYTES +
                            h->corners * per_corner + WENDI_MESH_FILE_FACTOR_BYTES + 8;
    if (reader->has_failed || needed > wendi_reader_remaining(reader) || h->polygons == 0 ||
        h->vertices == 0 || h->corners / 3 < h->polygons) {
        return "the numbers of polygons, corners and vertices make no sense";
    }
    if (h->has_heights > 1 || !(h->cell_size >= 0 && h->cell_size <= WEND_COORDINATE_MAX)) {
        return "the header makes no sense";
    }
    return NULL;
}

static const char *read_vertices(wendi_reader *reader, wend_mesh *m)
{
    for (uint32_t v = 0; v < m->vertex_count; ++v) {
        m->points[v].x = wendi_read_f64(reader);
        m->points[v].y = wendi_read_f64(reader);
        if (!is_as_kept(m->points[v].x) || !is_as_kept(m->points[v].y)) {
            return "a coordinate is out of range";
        }
    }
    return NULL;
}

static const char *read_polygons(wendi_reader *reader, wend_mesh *m)
{
    uint64_t corner = 0;
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        const uint32_t size = wendi_read_u32(reader);
        m->firsts[p] = (uint32_t)corner;
        m->ends[p] = (uint32_t)corner + size;
        m->areas[p] = wendi_read_u8(reader);
        m->closed[p] = wendi_read_u8(reader);
        m->flags[p] = wendi_read_u32(reader);
        m->closed_count += m->closed[p];
        corner += size;
        if (size < 3 || corner > m->corner_count || m->closed[p] > 1) {
            return "a polygon makes no sense";
        }
    }
    m->firsts[m->polygon_count] = (uint32_t)corner;
    return corner == m->corner_count ? NULL : "there are corners of no polygon";
}

static const char *read_corners(wendi_reader *reader, wend_mesh *m)
{
    for (uint32_t c = 0; c < m->corner_count; ++c) {
        m->vertices[c] = wendi_read_u32(reader);
        m->twins[c] = wendi_read_u32(reader);
        if (m->vertices[c] >= m->vertex_count ||
            (m->twins[c] >= m->corner_count && m->twins[c] != UINT32_MAX)) {
            return "a corner makes no sense";
        }
        if (m->heights != NULL) {
            m->heights[c] = wendi_read_f64(reader);
            if (!is_as_kept(m->heights[c])) {
                return "a height is out of range";
            }
        }
    }
    return NULL;
}

static const char *read_factors(wendi_reader *reader, wend_mesh *m)
{
    for (size_t i = 0; i < WEND_MESH_AREAS; ++i) {
        const double factor = wendi_read_f64(reader);
        m->factors[i] = factor;
        if (!(factor >= 1.0 / 256 && (factor <= 65536 || is_infinite(factor)))) {
            return "a factor is out of range";
        }
    }
    return NULL;
}

/* ---- checks ---- */

static bool is_convex(const wend_mesh *m, wend_node p)
{
    const uint32_t end = m->ends[p];
    wendi_convex_walk walk =
        wendi_convex_begin(wendi_mesh_point(m, end - 2), wendi_mesh_point(m, end - 1));
    for (uint32_t i = m->firsts[p]; i < end; ++i) {
        wendi_convex_add(&walk, wendi_mesh_point(m, i));
    }
    return wendi_convex_end(&walk);
}

static bool twin_fits(const wend_mesh *m, wend_node p, uint32_t c)
{
    const uint32_t twin = m->twins[c];
    const wend_node other = m->neighbours[c];
    return m->twins[twin] == c && other != p &&
           m->vertices[wendi_mesh_next(m, p, c)] == m->vertices[twin] &&
           m->vertices[wendi_mesh_next(m, other, twin)] == m->vertices[c];
}

static const char *check_shape(wend_mesh *m)
{
    for (uint32_t c = 0; c < m->corner_count; ++c) {
        m->neighbours[c] =
            m->twins[c] == UINT32_MAX ? WEND_NODE_NONE : wendi_mesh_owner(m, m->twins[c]);
    }
    for (wend_node p = 0; p < m->polygon_count; ++p) {
        if (!is_convex(m, p)) {
            return "a polygon is not convex";
        }
        for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
            if (m->twins[c] != UINT32_MAX && !twin_fits(m, p, c)) {
                return "a shared edge does not fit";
            }
        }
    }
    return NULL;
}

/* ---- links ---- */

static bool read_end(wendi_visitor *v, const wend_mesh *m, wend_mesh_location *location)
{
    visit_end(v, m, location);
    if (m->tiles != NULL && location->polygon == wendi_mesh_nowhere(m)) {
        return is_as_kept(location->x) && is_as_kept(location->y) && is_as_kept(location->z);
    }
    if (!is_as_kept(location->x) || !is_as_kept(location->y) ||
        location->polygon >= m->polygon_count ||
        !wendi_mesh_contains(m, location->polygon, location->x, location->y)) {
        return false;
    }
    location->z = wend_mesh_height(m, location->polygon, location->x, location->y);
    return true;
}

static const char *read_link(wendi_reader *reader, wend_mesh *m, uint8_t marks,
                             wendi_mesh_link_slot *slot)
{
    wendi_visitor v = wendi_visitor_reading(reader);
    if (!read_end(&v, m, &slot->from) || !read_end(&v, m, &slot->to)) {
        return "an end of a link is not on the mesh";
    }
    visit_properties(&v, slot);
    slot->is_used = true;
    slot->is_two_way = (marks & WENDI_MESH_LINK_TWO_WAY) != 0;
    slot->is_open = (marks & WENDI_MESH_LINK_OPEN) != 0;
    m->links.count++;
    m->links.one_way_count += slot->is_open && !slot->is_two_way ? 1 : 0;
    const bool is_right = slot->cost >= 0 && slot->cost <= 4 * COST_MAX &&
                          wendi_bits_of_f64(slot->cost) >> 63 == 0 &&
                          marks < 2 * WENDI_MESH_LINK_OPEN && (marks & WENDI_MESH_LINK_USED) != 0;
    return is_right ? NULL : "a link makes no sense";
}

/* True if the chain of free slots goes through all of them, each once. */
static bool chain_is_whole(const wendi_mesh_links *links)
{
    uint32_t left = links->slot_count - links->count;
    uint32_t at1 = links->free_first1;
    while (at1 != 0 && left > 0) {
        if (at1 > links->slot_count || links->slots[at1 - 1].is_used) {
            return false;
        }
        at1 = links->next_free1[at1 - 1];
        left--;
    }
    return at1 == 0 && left == 0;
}

static const char *read_slots(wendi_reader *reader, wend_mesh *m)
{
    wendi_mesh_links *links = &m->links;
    for (uint32_t i = 0; i < links->slot_count; ++i) {
        wendi_mesh_link_slot *slot = &links->slots[i];
        slot->generation = wendi_read_u32(reader);
        const uint8_t marks = wendi_read_u8(reader);
        if (reader->has_failed || slot->generation == 0) {
            return "a link makes no sense";
        }
        if (marks == 0) {
            links->next_free1[i] = wendi_read_u32(reader);
            continue;
        }
        const char *reason = read_link(reader, m, marks, slot);
        if (reason != NULL) {
            return reason;
        }
    }
    return links->one_way_count <= ONE_WAY_MAX && chain_is_whole(links)
               ? NULL
               : "the slots of links are inconsistent";
}

static wend_result read_links(wendi_reader *reader, wend_mesh *m, const char **reason)
{
    const uint32_t count = wendi_read_u32(reader);
    const uint32_t free_first1 = wendi_read_u32(reader);
    if (count > LINKS_MAX ||
        (uint64_t)count * WENDI_MESH_FILE_FREE_BYTES > wendi_reader_remaining(reader) ||
        free_first1 > count) {
        *reason = "the number of links makes no sense";
        return WEND_ERROR_FILE;
    }
    if (!wendi_mesh_links_reserve(m, count)) {
        return WEND_ERROR_MEMORY;
    }
    m->links.slot_count = count;
    m->links.free_first1 = free_first1;
    *reason = read_slots(reader, m);
    return *reason == NULL ? WEND_OK : WEND_ERROR_FILE;
}

/* ---- the mesh ---- */

typedef const char *(*read_step)(wendi_reader *reader, wend_mesh *m);

static wend_result read_shape(wendi_reader *reader, wend_mesh *m, const char **reason)
{
    static const read_step steps[] = {read_vertices, read_polygons, read_corners, read_factors};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        *reason = steps[i](reader, m);
        if (*reason != NULL) {
            return WEND_ERROR_FILE;
        }
    }
    *reason = check_shape(m);
    return *reason == NULL ? WEND_OK : WEND_ERROR_FILE;
}

/* What follows the shape. */
static wend_result read_rest(wendi_reader *reader, uint32_t version, wend_mesh *m,
                             const char **reason)
{
    wend_result result = read_links(reader, m, reason);
    const bool has_overlays = version == 2 || (version > 2 && wendi_read_u8(reader) != 0);
    if (result == WEND_OK && has_overlays) {
        result = wendi_mesh_overlays_read(m, reader, reason);
    }
    if (result == WEND_OK && m->tiles == NULL && !wendi_mesh_finish(m)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK && version > 2) {
        result = wendi_mesh_obstacles_read(m, reader, reason);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_reader_is_done(reader)) {
        *reason = "there are bytes missing or left over";
        return WEND_ERROR_FILE;
    }
    if (m->links.count > 0) {
        wendi_mesh_reach_rebuild(m);
    }
    return WEND_OK;
}

static const char loading[] = "wend_mesh_load";

static wend_result load_tiles(const wend_mesh_def *def, uint32_t version, wendi_reader *reader,
                              wend_mesh **mesh)
{
    wend_mesh *m = NULL;
    const char *reason = NULL;
    wend_result result = wendi_mesh_tiles_read(def, reader, &m, &reason);
    if (result == WEND_OK) {
        result = read_rest(reader, version, m, &reason);
    }
    if (result != WEND_OK) {
        wend_mesh_destroy(m);
        return wendi_fail_reason(def->message, loading, result,
                                 result == WEND_ERROR_FILE ? reason : NULL);
    }
    *mesh = m;
    return WEND_OK;
}

static wend_result load(const wend_mesh_def *def, uint32_t version, wendi_reader *reader,
                        wend_mesh **mesh)
{
    mesh_header h;
    const char *reason = read_header(reader, &h);
    if (reason != NULL) {
        return wendi_fail_reason(def->message, loading, WEND_ERROR_FILE, reason);
    }
    wend_mesh *m =
        wendi_mesh_new(&def->allocator, h.polygons, h.corners, h.vertices, h.has_heights != 0);
    if (m == NULL) {
        return wendi_fail_reason(def->message, loading, WEND_ERROR_MEMORY, NULL);
    }
    m->cell_size = h.cell_size;
    wend_result result = read_shape(reader, m, &reason);
    if (result == WEND_OK) {
        result = read_rest(reader, version, m, &reason);
    }
    if (result != WEND_OK) {
        wend_mesh_destroy(m);
        return wendi_fail_reason(def->message, loading, result, reason);
    }
    *mesh = m;
    return WEND_OK;
}

wend_result wend_mesh_load(const wend_mesh_def *def, const uint8_t *bytes, size_t count,
                           wend_mesh **mesh)
{
    const wend_mesh_def standard = wend_mesh_def_default();
    def = def == NULL ? &standard : def;
    if (mesh != NULL) {
        *mesh = NULL;
    }
    if (!wendi_has_cookie(def->cookie, standard.cookie, def->message, loading,
                          "wend_mesh_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (mesh == NULL) {
        return wendi_refuse_null(def->message, loading, "mesh");
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(def->message, loading, "bytes");
    }
    wendi_message_clear(def->message);
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, WENDI_MESH_FILE_MAGIC, WENDI_MESH_FILE_VERSION,
                                "there are bytes behind the mesh", &content, &version,
                                &reason) != WEND_OK) {
        return wendi_fail_reason(def->message, loading, WEND_ERROR_FILE, reason.text);
    }
    return version > 3 ? load_tiles(def, version, &content, mesh)
                       : load(def, version, &content, mesh);
}
