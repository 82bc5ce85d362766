/* Finds the polygon under a point, the nearest location on the mesh, and heights.
 * Cost: some 50 ns for the polygons of one cell of the index; beside the mesh, cells in rings. */
#include "wend/walls.h"
#include "world/mesh/carve.h"

static const double FAR = 8 * WEND_COORDINATE_MAX;
static const double SAME_FLOOR = 0.01; /* metres between heights of one location */

wend_mesh_location wend_mesh_location_at(double x, double y, double z)
{
    return (wend_mesh_location){x, y, z, WEND_NODE_NONE};
}

/* ---- one polygon ---- */

/* The corners of a polygon or piece, or of a polygon as made, which has them while obstacles cut it. */
typedef struct ring {
    const wend_mesh *m;
    uint32_t first;
    uint32_t end;
} ring;

static inline ring ring_of(const wend_mesh *m, wend_node p)
{
    return (ring){m, m->firsts[p], m->ends[p]};
}

static inline uint32_t next_in(ring r, uint32_t corner)
{
    return corner + 1 == r.end ? r.first : corner + 1;
}

static inline bool contains(ring r, wend_vec2 at)
{
    if (r.first == r.end) {
        return false; /* obstacles cut it up, or nothing has this number */
    }
    wend_vec2 a = wendi_mesh_point(r.m, r.end - 1);
    for (uint32_t c = r.first; c < r.end; ++c) {
        const wend_vec2 b = wendi_mesh_point(r.m, c);
        if (wendi_orient(a, b, at) < 0) {
            return false;
        }
        a = b;
    }
    return true;
}

bool wendi_mesh_contains(const wend_mesh *m, wend_node p, double x, double y)
{
    return contains(ring_of(m, p), (wend_vec2){x, y});
}

static double square_between(wend_vec2 a, wend_vec2 b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

double wendi_mesh_closest_point(const wend_mesh *m, wend_node p, double x, double y,
                                wend_vec2 *nearest)
{
    const wend_vec2 at = {x, y};
    double best = FAR * FAR;
    wend_vec2 a = wendi_mesh_point(m, m->ends[p] - 1);
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
        const wend_vec2 b = wendi_mesh_point(m, c);
        const wend_vec2 on = wendi_mesh_closest_on_segment(a, b, at);
        const double square = square_between(on, at);
        if (square < best) {
            best = square;
            *nearest = on;
        }
        a = b;
    }
    return best;
}

/* ---- heights ---- */

/* The height of an edge at a point on its line. */
static double height_on_edge(ring r, uint32_t c, wend_vec2 at)
{
    const wend_mesh *m = r.m;
    const uint32_t next = next_in(r, c);
    const wend_vec2 a = wendi_mesh_point(m, c);
    const wend_vec2 b = wendi_mesh_point(m, next);
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double t = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
    if (!(t > 0)) {
        return m->heights[c];
    }
    return t >= 1 ? m->heights[next] : m->heights[c] + (m->heights[next] - m->heights[c]) * t;
}

/* Beside the polygon: on its nearest edge. */
static double height_beside(ring r, wend_vec2 at)
{
    double best = FAR * FAR;
    double height = 0;
    for (uint32_t c = r.first; c < r.end; ++c) {
        const wend_vec2 on = wendi_mesh_closest_on_segment(
            wendi_mesh_point(r.m, c), wendi_mesh_point(r.m, next_in(r, c)), at);
        const double square = square_between(on, at);
        if (square < best) {
            best = square;
            height = height_on_edge(r, c, on);
        }
    }
    return height;
}

/* The height of a triangle of the fan from the first corner: that with the edge from a corner. */
static double height_on_triangle(ring r, uint32_t c, wend_vec2 at)
{
    const wend_mesh *m = r.m;
    const wend_vec2 a = wendi_mesh_point(m, r.first);
    const wend_vec2 b = wendi_mesh_point(m, c);
    const wend_vec2 d = wendi_mesh_point(m, c + 1);
    const double of_a = wendi_mesh_twice_area(at, b, d);
    const double of_b = wendi_mesh_twice_area(a, at, d);
    const double of_d = wendi_mesh_twice_area(a, b, at);
    const double whole = of_a + of_b + of_d;
    if (!(whole > 0)) {
        return height_beside(r, at);
    }
    return (m->heights[r.first] * of_a + m->heights[c] * of_b + m->heights[c + 1] * of_d) / whole;
}

/* A convex polygon has a point inside if its triangle of the fan has, and the point does not lie on the edges
 * at the first corner. */
static double height_in(ring r, wend_vec2 at)
{
    const wend_mesh *m = r.m;
    if (m->heights == NULL || r.first == r.end) {
        return 0;
    }
    const uint32_t last = r.end - 1;
    const wend_vec2 apex = wendi_mesh_point(m, r.first);
    uint32_t c = r.first + 1;
    wend_vec2 from = wendi_mesh_point(m, c);
    if (!(wendi_orient(apex, from, at) > 0) ||
        !(wendi_orient(wendi_mesh_point(m, last), apex, at) > 0)) {
        return height_beside(r, at);
    }
    wend_vec2 to = wendi_mesh_point(m, c + 1);
    while (c + 1 < last && wendi_orient(apex, to, at) > 0) {
        c++;
        from = to;
        to = wendi_mesh_point(m, c + 1);
    }
    return wendi_orient(from, to, at) > 0 ? height_on_triangle(r, c, at) : height_beside(r, at);
}

static double height_at(const wend_mesh *m, wend_node p, wend_vec2 at)
{
    return height_in(ring_of(m, p), at);
}

double wendi_mesh_home_height(const wend_mesh *m, wend_node home, wend_vec2 at)
{
    return height_in((ring){m, m->firsts[home], wendi_mesh_base_end(m, home)}, at);
}

static bool is_valid(double x, double y)
{
    return wendi_coordinate_is_valid(x) && wendi_coordinate_is_valid(y);
}

double wend_mesh_height(const wend_mesh *mesh, wend_node polygon, double x, double y)
{
    if (mesh == NULL || polygon >= mesh->polygon_count || !is_valid(x, y)) {
        return 0;
    }
    return height_at(mesh, polygon,
                     (wend_vec2){wendi_flush_coordinate(x), wendi_flush_coordinate(y)});
}

static double height_gap(const wend_mesh *m, wend_node p, wend_vec2 at, double z)
{
    const double gap = height_at(m, p, at) - z;
    return gap < 0 ? -gap : gap;
}

/* ---- locating ---- */

wendi_mesh_index_cell wendi_mesh_index_cell_at(const wend_mesh *m, double x, double y)
{
    const wendi_mesh_index *index = &m->index;
    wendi_mesh_index_cell cell = {0, WENDI_MESH_INDEX_FINER};
    while (cell.count == WENDI_MESH_INDEX_FINER) {
        const wendi_mesh_index_grid *grid = &index->grids[cell.first];
        const uint32_t column = wendi_mesh_index_line(x, grid->x, grid->per_metre, grid->columns);
        const uint32_t row = wendi_mesh_index_line(y, grid->y, grid->per_metre, grid->rows);
        cell = index->cells[grid->first_cell + (size_t)row * grid->columns + column];
    }
    return cell;
}

wend_node wendi_mesh_part_at(const wend_mesh *m, wend_node p, wend_vec2 at)
{
    const wendi_carve_record *record = wendi_mesh_record(m, p);
    if (record == NULL) {
        return wendi_mesh_contains(m, p, at.x, at.y) ? p : WEND_NODE_NONE;
    }
    for (uint32_t i = 0; i < record->piece_count; ++i) {
        const wend_node piece = wendi_carve_pieces_of(record)[i];
        if (wendi_mesh_contains(m, piece, at.x, at.y)) {
            return piece;
        }
    }
    return WEND_NODE_NONE;
}

static wend_node locate_floor(const wend_mesh *m, wendi_mesh_index_cell cell, wend_vec2 at,
                              double z)
{
    wend_node found = WEND_NODE_NONE;
    double best = 0;
    for (uint32_t i = 0; i < cell.count; ++i) {
        const wend_node p = wendi_mesh_part_at(m, m->index.entries[cell.first + i], at);
        if (p != WEND_NODE_NONE) {
            const double gap = height_gap(m, p, at, z);
            if (found == WEND_NODE_NONE || gap < best) {
                found = p;
                best = gap;
            }
        }
    }
    return found;
}

static wend_node locate(const wend_mesh *m, wend_vec2 at, double z)
{
    const wendi_mesh_index_cell cell = wendi_mesh_index_cell_at(m, at.x, at.y);
    if (m->has_floors && m->heights != NULL) {
        return locate_floor(m, cell, at, z);
    }
    for (uint32_t i = 0; i < cell.count; ++i) {
        const wend_node p = wendi_mesh_part_at(m, m->index.entries[cell.first + i], at);
        if (p != WEND_NODE_NONE) {
            return p;
        }
    }
    return WEND_NODE_NONE;
}

wend_node wend_mesh_locate(const wend_mesh *mesh, double x, double y, double z)
{
    if (mesh == NULL || !is_valid(x, y) || !wendi_coordinate_is_valid(z)) {
        return WEND_NODE_NONE;
    }
    return locate(mesh, (wend_vec2){wendi_flush_coordinate(x), wendi_flush_coordinate(y)}, z);
}

/* True if a polygon that holds a location is another one than when the location was found: numbers of
 * pieces that obstacles leave, and of polygons of tiles, are used again, also for other floors. */
static bool is_on_other_floor(const wend_mesh *m, const wend_mesh_location *location, wend_vec2 at)
{
    return (location->polygon >= m->base_count || m->tiles != NULL) && m->has_floors &&
           m->heights != NULL && wendi_coordinate_is_valid(location->z) &&
           height_gap(m, location->polygon, at, location->z) > SAME_FLOOR;
}

wend_node wendi_mesh_polygon_of(const wend_mesh *m, const wend_mesh_location *location)
{
    if (!is_valid(location->x, location->y)) {
        return WEND_NODE_NONE;
    }
    const wend_vec2 at = {wendi_flush_coordinate(location->x), wendi_flush_coordinate(location->y)};
    if (location->polygon < m->polygon_count &&
        wendi_mesh_contains(m, location->polygon, at.x, at.y) &&
        !is_on_other_floor(m, location, at)) {
        return location->polygon;
    }
    return wendi_coordinate_is_valid(location->z) ? locate(m, at, location->z) : WEND_NODE_NONE;
}

wend_node wendi_mesh_next_touching(const wend_mesh *mesh, wend_node polygon, wend_vec2 at,
                                   uint32_t *cursor)
{
    const wendi_mesh_index_cell cell = wendi_mesh_index_cell_at(mesh, at.x, at.y);
    const double z = height_at(mesh, polygon, at);
    const double slack = 1e-9 * (1 + (z < 0 ? -z : z));
    uint32_t number = 0; /* of polygons and pieces in the cell */
    for (uint32_t i = 0; i < cell.count; i++) {
        const wend_node entry = mesh->index.entries[cell.first + i];
        const wendi_carve_record *record = wendi_mesh_record(mesh, entry);
        const uint32_t count = record == NULL ? 1 : record->piece_count;
        for (uint32_t k = *cursor > number ? *cursor - number : 0; k < count; k++) {
            const wend_node p = record == NULL ? entry : wendi_carve_pieces_of(record)[k];
            *cursor = number + k + 1;
            if (wendi_mesh_contains(mesh, p, at.x, at.y) && height_gap(mesh, p, at, z) <= slack) {
                return p;
            }
        }
        number += count;
    }
    return WEND_NODE_NONE;
}

/* ---- exactly on the polygon ---- */

static wend_vec2 middle_of(ring r)
{
    wend_vec2 sum = {0, 0};
    for (uint32_t c = r.first; c < r.end; ++c) {
        sum = wend_vec2_add(sum, wendi_mesh_point(r.m, c));
    }
    const double count = r.end - r.first;
    return (wend_vec2){sum.x / count, sum.y / count};
}

/* Moves a point into two rings: it stays where both contain it, else it goes as far as doubles need
 * towards the middle of the first. @return false: nothing inside was found, as the ring is so thin. */
static bool snap(ring r, ring other, wend_vec2 *at)
{
    if (contains(r, *at) && contains(other, *at)) {
        return true;
    }
    const wend_vec2 from = *at;
    const wend_vec2 middle = middle_of(r);
    double t = 1.1102230246251565e-16; /* 2^-53, doubled each time */
    while (t <= 1) {
        at->x = wendi_flush_coordinate(from.x + (middle.x - from.x) * t);
        at->y = wendi_flush_coordinate(from.y + (middle.y - from.y) * t);
        t *= 2;
        if (contains(r, *at) && contains(other, *at)) {
            return true;
        }
    }
    /* The nearest corner of the first. */
    *at = wendi_mesh_point(r.m, r.first);
    for (uint32_t c = r.first + 1; c < r.end; ++c) {
        const wend_vec2 corner = wendi_mesh_point(r.m, c);
        *at = square_between(corner, from) < square_between(*at, from) ? corner : *at;
    }
    return contains(r, *at) && contains(other, *at);
}

wend_mesh_location wendi_mesh_snap_location(const wend_mesh *m, wend_node p, double x, double y)
{
    wend_vec2 at = {wendi_flush_coordinate(x), wendi_flush_coordinate(y)};
    const ring own = ring_of(m, p);
    snap(own, own, &at);
    return (wend_mesh_location){at.x, at.y, height_in(own, at), p};
}

bool wendi_mesh_snap_home(const wend_mesh *m, wend_node p, double x, double y,
                          wend_mesh_location *location)
{
    const wend_node home = wendi_mesh_home(m, p);
    const ring whole = {m, m->firsts[home], wendi_mesh_base_end(m, home)};
    wend_vec2 at = {wendi_flush_coordinate(x), wendi_flush_coordinate(y)};
    if (!snap(ring_of(m, p), whole, &at)) {
        return false;
    }
    *location = (wend_mesh_location){at.x, at.y, height_in(whole, at), home};
    location->polygon = wendi_mesh_piece_of_end(m, location, home);
    return true;
}

/* ---- the nearest location ---- */

typedef struct nearest_location {
    const wend_mesh *m;
    wend_vec2 at, on;
    double z, square, gap;
    wend_node polygon;
} nearest_location;

static void consider(nearest_location *n, wend_node p)
{
    wend_vec2 on = n->at;
    const double square = wendi_mesh_contains(n->m, p, n->at.x, n->at.y)
                              ? 0
                              : wendi_mesh_closest_point(n->m, p, n->at.x, n->at.y, &on);
    if (square > n->square) {
        return;
    }
    const double gap = n->m->heights == NULL ? 0 : height_gap(n->m, p, on, n->z);
    const bool is_nearer = square < n->square || n->polygon == WEND_NODE_NONE || gap < n->gap ||
                           (!(gap > n->gap) && p < n->polygon);
    if (is_nearer) {
        n->square = square;
        n->gap = gap;
        n->on = on;
        n->polygon = p;
    }
}

static void consider_next(void *context, wend_node p)
{
    consider(context, p);
}

bool wend_mesh_nearest(const wend_mesh *mesh, double x, double y, double z, double max_distance,
                       wend_mesh_location *location)
{
    if (location != NULL) {
        *location = wend_mesh_location_at(0, 0, 0);
    }
    if (mesh == NULL || location == NULL || !is_valid(x, y) || !wendi_coordinate_is_valid(z) ||
        !(max_distance >= 0)) {
        return false;
    }
    nearest_location n = {.m = mesh,
                          .at = {wendi_flush_coordinate(x), wendi_flush_coordinate(y)},
                          .z = z,
                          .square = wendi_mesh_squared(max_distance),
                          .polygon = WEND_NODE_NONE};
    const wend_node under = locate(mesh, n.at, z);
    if (under != WEND_NODE_NONE) {
        *location = (wend_mesh_location){n.at.x, n.at.y, height_at(mesh, under, n.at), under};
        return true;
    }
    wendi_mesh_visit_rings(mesh, n.at, &n.square, consider_next, &n);
    if (n.polygon == WEND_NODE_NONE) {
        return false;
    }
    *location = wendi_mesh_snap_location(mesh, n.polygon, n.on.x, n.on.y);
    return true;
}
