/* Lists the polygons in a box or a circle.
 * Cost: a look at each polygon of the index's cells that the box meets, and of those found twice a look at
 * where they were found first; sorting takes no memory beside the caller's. */
#include "wend/walls.h"
#include "world/mesh/carve.h"

static const uint32_t NONE = UINT32_MAX;

/* What is asked, and the answer so far: once `capacity` polygons are written they are a heap with the
 * largest index on top, which a smaller one replaces. */
typedef struct area_query {
    const wend_mesh *m;
    wend_vec2 low, high; /* the box; around the circle */
    wend_vec2 centre;
    double square; /* of the radius; negative: a box */
    double lowest, highest;
    wend_node *polygons;
    size_t capacity, count;
} area_query;

/* ---- the lowest indices, sorted ---- */

static void sift_down(wend_node *heap, size_t count, size_t at)
{
    const wend_node moved = heap[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && heap[child + 1] > heap[child] ? 1 : 0;
        if (heap[child] <= moved) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

static void make_heap(wend_node *items, size_t count)
{
    for (size_t i = count / 2; i > 0; i--) {
        sift_down(items, count, i - 1);
    }
}

static void add(area_query *q, wend_node p)
{
    if (q->count < q->capacity) {
        q->polygons[q->count] = p;
        if (q->count + 1 == q->capacity) {
            make_heap(q->polygons, q->capacity);
        }
    } else if (q->capacity > 0 && p < q->polygons[0]) {
        q->polygons[0] = p;
        sift_down(q->polygons, q->capacity, 0);
    }
    q->count++;
}

static void sort(wend_node *items, size_t count)
{
    make_heap(items, count);
    for (size_t left = count; left > 1; left--) {
        const wend_node largest = items[0];
        items[0] = items[left - 1];
        items[left - 1] = largest;
        sift_down(items, left - 1, 0);
    }
}

/* ---- one polygon ---- */

/* True if no edge of a polygon has the box strictly on its outer side. Of the corners of a box the one
 * that lies farthest inwards decides. */
static bool has_no_edge_between(const area_query *q, wend_node p)
{
    const wend_mesh *m = q->m;
    wend_vec2 a = wendi_mesh_point(m, m->ends[p] - 1);
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; c++) {
        const wend_vec2 b = wendi_mesh_point(m, c);
        const wend_vec2 innermost = {b.y < a.y ? q->high.x : q->low.x,
                                     b.x > a.x ? q->high.y : q->low.y};
        if (wendi_orient(a, b, innermost) < 0) {
            return false;
        }
        a = b;
    }
    return true;
}

/* True if a polygon or piece, which may be none now, is in the area. */
static bool touches(const area_query *q, wend_node p)
{
    const wend_mesh *m = q->m;
    if (m->firsts[p] == m->ends[p]) {
        return false;
    }
    wend_vec3 low = wend_mesh_corner(m, m->firsts[p]);
    wend_vec3 high = low;
    for (uint32_t c = m->firsts[p] + 1; c < m->ends[p]; c++) {
        const wend_vec3 at = wend_mesh_corner(m, c);
        low.x = at.x < low.x ? at.x : low.x;
        low.y = at.y < low.y ? at.y : low.y;
        low.z = at.z < low.z ? at.z : low.z;
        high.x = at.x > high.x ? at.x : high.x;
        high.y = at.y > high.y ? at.y : high.y;
        high.z = at.z > high.z ? at.z : high.z;
    }
    if (low.x > q->high.x || low.y > q->high.y || high.x < q->low.x || high.y < q->low.y ||
        low.z > q->highest || high.z < q->lowest) {
        return false;
    }
    if (q->square < 0) {
        return has_no_edge_between(q, p);
    }
    wend_vec2 nearest;
    return wendi_mesh_contains(m, p, q->centre.x, q->centre.y) ||
           wendi_mesh_closest_point(m, p, q->centre.x, q->centre.y, &nearest) <= q->square;
}

/* ---- cells ---- */

/* Columns and rows of a grid. */
typedef struct cell_range {
    uint32_t left, right, low, high;
} cell_range;

/* Those that the box meets. */
static cell_range range_of(const area_query *q, const wendi_mesh_index_grid *grid)
{
    return (cell_range){wendi_mesh_index_line(q->low.x, grid->x, grid->per_metre, grid->columns),
                        wendi_mesh_index_line(q->high.x, grid->x, grid->per_metre, grid->columns),
                        wendi_mesh_index_line(q->low.y, grid->y, grid->per_metre, grid->rows),
                        wendi_mesh_index_line(q->high.y, grid->y, grid->per_metre, grid->rows)};
}

/* The first of the cells without finer grids, as they are visited, that has a polygon. It lies in
 * several, and is taken there only. @return NONE: no cell of this grid that the box meets. */
static uint32_t first_cell_of(const area_query *q, uint32_t number, wend_node p)
{
    const wend_mesh *m = q->m;
    const wendi_mesh_index_grid *grid = &m->index.grids[number];
    cell_range range = range_of(q, grid);
    wendi_mesh_index_clip_rows(m, grid, p, &range.low, &range.high);
    for (uint32_t row = range.low; row <= range.high; row++) {
        uint32_t first;
        uint32_t last;
        if (!wendi_mesh_index_span(m, grid, p, row, &first, &last)) {
            continue;
        }
        first = first < range.left ? range.left : first;
        last = last > range.right ? range.right : last;
        for (uint32_t column = first; column <= last; column++) {
            const uint32_t at = grid->first_cell + row * grid->columns + column;
            const wendi_mesh_index_cell cell = m->index.cells[at];
            const uint32_t found =
                cell.count == WENDI_MESH_INDEX_FINER ? first_cell_of(q, cell.first, p) : at;
            if (found != NONE) {
                return found;
            }
        }
    }
    return NONE;
}

/* A polygon as made, or its pieces. */
static void visit_polygon(area_query *q, wend_node p)
{
    const wendi_carve_record *record = wendi_mesh_record(q->m, p);
    const uint32_t count = record == NULL ? 1 : record->piece_count;
    for (uint32_t i = 0; i < count; i++) {
        const wend_node part = record == NULL ? p : wendi_carve_pieces_of(record)[i];
        if (touches(q, part)) {
            add(q, part);
        }
    }
}

static void visit_grid(area_query *q, uint32_t number)
{
    const wend_mesh *m = q->m;
    const wendi_mesh_index_grid *grid = &m->index.grids[number];
    const cell_range range = range_of(q, grid);
    for (uint32_t row = range.low; row <= range.high; row++) {
        for (uint32_t column = range.left; column <= range.right; column++) {
            const uint32_t at = grid->first_cell + row * grid->columns + column;
            const wendi_mesh_index_cell cell = m->index.cells[at];
            if (cell.count == WENDI_MESH_INDEX_FINER) {
                visit_grid(q, cell.first);
                continue;
            }
            for (uint32_t i = 0; i < cell.count; i++) {
                const wend_node p = m->index.entries[cell.first + i];
                if (first_cell_of(q, 0, p) == at) {
                    visit_polygon(q, p);
                }
            }
        }
    }
}

/* ---- questions ---- */

static bool is_number(double value)
{
    return value <= 0 || value > 0;
}

/* Answers for the part of the box over the mesh. */
static wend_result answer(area_query *q, size_t *count)
{
    const wend_mesh *m = q->m;
    q->low.x = q->low.x < m->low.x ? m->low.x : q->low.x;
    q->low.y = q->low.y < m->low.y ? m->low.y : q->low.y;
    q->high.x = q->high.x > m->high.x ? m->high.x : q->high.x;
    q->high.y = q->high.y > m->high.y ? m->high.y : q->high.y;
    if (q->low.x <= q->high.x && q->low.y <= q->high.y && q->lowest <= q->highest) {
        visit_grid(q, 0);
    }
    *count = q->count;
    sort(q->polygons, q->count < q->capacity ? q->count : q->capacity);
    return q->count > q->capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_mesh_polygons_in_box(const wend_mesh *mesh, wend_vec3 low, wend_vec3 high,
                                      wend_node *polygons, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (mesh == NULL || count == NULL || (polygons == NULL && capacity > 0) || !is_number(low.x) ||
        !is_number(low.y) || !is_number(low.z) || !is_number(high.x) || !is_number(high.y) ||
        !is_number(high.z)) {
        return WEND_ERROR_ARGUMENT;
    }
    area_query q = {.m = mesh,
                    .low = {low.x, low.y},
                    .high = {high.x, high.y},
                    .square = -1,
                    .lowest = low.z,
                    .highest = high.z,
                    .polygons = polygons,
                    .capacity = capacity};
    return answer(&q, count);
}

wend_result wend_mesh_polygons_in_circle(const wend_mesh *mesh, wend_vec2 centre, double radius,
                                         double low, double high, wend_node *polygons,
                                         size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (mesh == NULL || count == NULL || (polygons == NULL && capacity > 0) || !(radius >= 0) ||
        !is_number(low) || !is_number(high) || !(centre.x >= -WEND_COORDINATE_MAX) ||
        !(centre.x <= WEND_COORDINATE_MAX) || !(centre.y >= -WEND_COORDINATE_MAX) ||
        !(centre.y <= WEND_COORDINATE_MAX)) {
        return WEND_ERROR_ARGUMENT;
    }
    /* Sums are rounded: a polygon that the circle touches must not lie beyond its box. */
    const double reach = radius + (radius + WEND_COORDINATE_MAX) * 1e-15;
    area_query q = {.m = mesh,
                    .low = {centre.x - reach, centre.y - reach},
                    .high = {centre.x + reach, centre.y + reach},
                    .centre = centre,
                    .square = wendi_mesh_squared(radius),
                    .lowest = low,
                    .highest = high,
                    .polygons = polygons,
                    .capacity = capacity};
    return answer(&q, count);
}
