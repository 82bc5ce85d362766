/* The mesh of a bake: edges of neighbouring tiles are cut at both ends of the rows they share, the
 * points there are merged, and islands that are too small are left out.
 * Cost: some 1 us a polygon; sorting cuts is linear.
 *
 *        |   b               |   b
 *     a  +------     ->   a  o------      Merged points have the same x and y; their height is the
 *        |   c               |   c        mean. */
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/core/union_find.h"
#include "recast/bake.h"
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* ---- joins ---- */

/* A floor seen from both tiles may be rounded differently. */
enum { FLOOR_SLACK = 2 };

static const uint32_t *bake_edge(const wend_bake *bake, uint32_t edge)
{
    return bake->polygons.edges.items + (size_t)edge * WENDI_EDGE_FIELDS;
}

static const uint32_t *row_at(const wend_bake *bake, const uint32_t *edge, uint32_t row)
{
    return bake->polygons.rows.items +
           2 * ((size_t)edge[WENDI_EDGE_ROW] + row - edge[WENDI_EDGE_LOW]);
}

static bool is_same_floor(uint32_t a, uint32_t b)
{
    const uint32_t off = a > b ? a - b : b - a;
    return a != UINT32_MAX && b != UINT32_MAX && off <= FLOOR_SLACK;
}

static bool is_joined(const wend_bake *bake, const uint32_t *a, const uint32_t *b, uint32_t row)
{
    const uint32_t *here = row_at(bake, a, row);
    const uint32_t *there = row_at(bake, b, row);
    return is_same_floor(here[1], there[0]) || is_same_floor(there[1], here[0]);
}

static bool push(wendi_bake_joins *joins, wendi_bake_join join)
{
    if (joins->count == joins->capacity) {
        const size_t capacity = joins->capacity > 0 ? 2 * joins->capacity : 64;
        void *grown =
            wendi_resize(&joins->allocator, joins->items, joins->capacity * sizeof *joins->items,
                         capacity * sizeof *joins->items);
        if (grown == NULL) {
            return false;
        }
        joins->items = grown;
        joins->capacity = capacity;
    }
    joins->items[joins->count++] = join;
    return true;
}

/* Runs of joined rows of two edges. */
static bool join_edges(const wend_bake *bake, uint32_t first, uint32_t second,
                       wendi_bake_joins *joins)
{
    const uint32_t *a = bake_edge(bake, first);
    const uint32_t *b = bake_edge(bake, second);
    const uint32_t low =
        a[WENDI_EDGE_LOW] > b[WENDI_EDGE_LOW] ? a[WENDI_EDGE_LOW] : b[WENDI_EDGE_LOW];
    const uint32_t high =
        a[WENDI_EDGE_HIGH] < b[WENDI_EDGE_HIGH] ? a[WENDI_EDGE_HIGH] : b[WENDI_EDGE_HIGH];
    for (uint32_t row = low; row < high;) {
        uint32_t end = row;
        while (end < high && is_joined(bake, a, b, end)) {
            end++;
        }
        if (end > row && !push(joins, (wendi_bake_join){{first, second}, row, end})) {
            return false;
        }
        row = end + 1;
    }
    return true;
}

static bool join_tiles(const wend_bake *bake, uint32_t tile, uint32_t side, uint32_t other,
                       wendi_bake_joins *joins)
{
    const uint32_t facing = side == 2 ? 0 : 3;
    for (uint32_t a = bake->edge_firsts[tile]; a < bake->edge_firsts[tile + 1]; a++) {
        if (bake_edge(bake, a)[WENDI_EDGE_SIDE] != side) {
            continue;
        }
        for (uint32_t b = bake->edge_firsts[other]; b < bake->edge_firsts[other + 1]; b++) {
            if (bake_edge(bake, b)[WENDI_EDGE_SIDE] == facing && !join_edges(bake, a, b, joins)) {
                return false;
            }
        }
    }
    return true;
}

bool wendi_bake_find_joins(const wend_bake *bake, wendi_bake_joins *joins)
{
    const wendi_bake_lattice *l = &bake->lattice;
    for (uint32_t tile = 0; tile < bake->grid_count; tile++) {
        const bool has_right = tile % l->tiles_x + 1 < l->tiles_x;
        const bool has_top = tile / l->tiles_x + 1 < l->tiles_y;
        if ((has_right && !join_tiles(bake, tile, 2, tile + 1, joins)) ||
            (has_top && !join_tiles(bake, tile, 1, tile + l->tiles_x, joins))) {
            return false;
        }
    }
    return true;
}

/* ---- mesh ---- */

enum { BLOCKS = 16 };

typedef struct bake_mesh_builder {
    const wend_bake *bake;
    const wendi_bake_joins *joins;
    uint32_t point_count, corner_count, polygon_count, cut_count;
    wendi_sort_pair *cuts; /* [cut_count] key: edge, then position along it */
    uint32_t *firsts;      /* [polygon_count + 1] corners */
    uint32_t *owners;      /* [corner_count] polygons */
    uint32_t *edges;       /* [corner_count] edge on a border, or NONE */
    uint32_t *groups;      /* [polygon_count] union-find: islands */
    uint64_t *surfaces;    /* [polygon_count] of an island, twice, in cells; at its root */
    uint32_t *parents;     /* [point_count + cut_count] union-find: points that became one */
    double *heights;       /* at roots: sum of all of them */
    uint32_t *members;     /* at roots: how many */
    uint32_t *numbers;     /* of points of the mesh */
    wend_vec3 *points;     /* the arrays of the mesh */
    uint32_t *corners;
    uint32_t *sizes;
    uint8_t *areas;
    size_t out_points, out_corners, out_polygons;
    struct {
        void *memory;
        size_t bytes;
    } blocks[BLOCKS];
    size_t block_count;
} bake_mesh_builder;

static void *allocate(bake_mesh_builder *w, size_t count, size_t bytes)
{
    size_t total = 0;
    void *memory = wendi_size_multiply(count > 0 ? count : 1, bytes, &total)
                       ? wendi_alloc_zero(&w->bake->def.allocator, total)
                       : NULL;
    w->blocks[w->block_count].memory = memory;
    w->blocks[w->block_count++].bytes = memory != NULL ? total : 0;
    return memory;
}

static void free_blocks(bake_mesh_builder *w)
{
    for (size_t k = 0; k < w->block_count; k++) {
        wendi_free(&w->bake->def.allocator, w->blocks[k].memory, w->blocks[k].bytes);
    }
}

/* ---- positions of corners and edges ---- */

static const uint32_t *edge_at(const bake_mesh_builder *w, uint32_t edge)
{
    return w->bake->polygons.edges.items + (size_t)edge * WENDI_EDGE_FIELDS;
}

static uint32_t axis_of(const uint32_t *edge)
{
    return edge[WENDI_EDGE_SIDE] == 0 || edge[WENDI_EDGE_SIDE] == 2 ? 1 : 0;
}

static uint32_t next_corner(const bake_mesh_builder *w, uint32_t corner)
{
    const uint32_t polygon = w->owners[corner];
    return corner + 1 < w->firsts[polygon + 1] ? corner + 1 : w->firsts[polygon];
}

static const uint32_t *point_at(const bake_mesh_builder *w, uint32_t corner)
{
    return w->bake->polygons.points.items + 3 * (size_t)w->bake->polygons.corners.items[corner];
}

static uint64_t key_of(uint32_t edge, uint32_t position)
{
    return (uint64_t)edge << 32 | position;
}

/* The first cut whose key is not less. */
static uint32_t find_cut(const bake_mesh_builder *w, uint64_t key)
{
    uint32_t low = 0;
    uint32_t high = w->cut_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (w->cuts[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The point of an edge at a position along its border: one of its ends, or of a cut. */
static uint32_t point_along(const bake_mesh_builder *w, uint32_t edge, uint32_t position)
{
    const uint32_t *e = edge_at(w, edge);
    const uint32_t corner = e[WENDI_EDGE_CORNER];
    const uint32_t next = next_corner(w, corner);
    if (point_at(w, corner)[axis_of(e)] == position) {
        return w->bake->polygons.corners.items[corner];
    }
    if (point_at(w, next)[axis_of(e)] == position) {
        return w->bake->polygons.corners.items[next];
    }
    return w->point_count + find_cut(w, key_of(edge, position));
}

/* ---- islands ---- */

static uint64_t twice_area(const bake_mesh_builder *w, uint32_t polygon, bool *is_clockwise)
{
    int64_t sum = 0;
    for (uint32_t c = w->firsts[polygon]; c < w->firsts[polygon + 1]; c++) {
        const uint32_t *a = point_at(w, c);
        const uint32_t *b = point_at(w, next_corner(w, c));
        const uint32_t *o = point_at(w, w->firsts[polygon]);
        sum += ((int64_t)a[0] - o[0]) * ((int64_t)b[1] - o[1]) -
               ((int64_t)a[1] - o[1]) * ((int64_t)b[0] - o[0]);
    }
    *is_clockwise = sum < 0;
    return (uint64_t)(sum < 0 ? -sum : sum);
}

static bool is_kept(const bake_mesh_builder *w, uint32_t polygon)
{
    const uint32_t root = wendi_union_find_root(w->groups, polygon);
    return (double)w->surfaces[root] >= 2 * w->bake->def.min_island_cells && w->surfaces[root] > 0;
}

/* ---- cuts ---- */

static bool make_cuts(bake_mesh_builder *w)
{
    const size_t most = 4 * w->joins->count;
    w->cuts = allocate(w, most, sizeof *w->cuts);
    wendi_sort_pair *scratch = allocate(w, most, sizeof *scratch);
    if (w->cuts == NULL || scratch == NULL) {
        return false;
    }

    /* Both ends of every join cut an edge. */
    for (size_t k = 0; k < w->joins->count; k++) {
        const wendi_bake_join *join = &w->joins->items[k];
        for (size_t side = 0; side < 2; side++) {
            const uint32_t *e = edge_at(w, join->edges[side]);
            if (join->low > e[WENDI_EDGE_LOW]) {
                w->cuts[w->cut_count++].key = key_of(join->edges[side], join->low);
            }
            if (join->high < e[WENDI_EDGE_HIGH]) {
                w->cuts[w->cut_count++].key = key_of(join->edges[side], join->high);
            }
        }
    }

    wendi_sort_pairs(w->cuts, scratch, w->cut_count);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < w->cut_count; k++) {
        if (kept == 0 || w->cuts[k].key != w->cuts[kept - 1].key) {
            w->cuts[kept++] = w->cuts[k];
        }
    }
    w->cut_count = kept;
    return true;
}

/* Position of a cut: x, y, and its height straight between the edge's ends. */
static double cut_position(const bake_mesh_builder *w, uint32_t cut, uint32_t position[2])
{
    const uint32_t edge = (uint32_t)(w->cuts[cut].key >> 32);
    const uint32_t along = (uint32_t)w->cuts[cut].key;
    const uint32_t *e = edge_at(w, edge);
    const uint32_t *a = point_at(w, e[WENDI_EDGE_CORNER]);
    const uint32_t *b = point_at(w, next_corner(w, e[WENDI_EDGE_CORNER]));
    const uint32_t axis = axis_of(e);
    position[axis] = along;
    position[1 - axis] = a[1 - axis];
    const double part = ((double)along - a[axis]) / ((double)b[axis] - a[axis]);
    return a[2] + part * ((double)b[2] - a[2]);
}

static void unite_points(bake_mesh_builder *w)
{
    const uint32_t all = w->point_count + w->cut_count;
    for (uint32_t k = 0; k < all; k++) {
        w->parents[k] = k;
    }
    for (size_t k = 0; k < w->joins->count; k++) {
        const wendi_bake_join *join = &w->joins->items[k];
        wendi_union_find_join(w->parents, point_along(w, join->edges[0], join->low),
                              point_along(w, join->edges[1], join->low));
        wendi_union_find_join(w->parents, point_along(w, join->edges[0], join->high),
                              point_along(w, join->edges[1], join->high));
    }
    for (uint32_t k = 0; k < all; k++) {
        uint32_t position[2];
        const uint32_t root = wendi_union_find_root(w->parents, k);
        w->heights[root] += k < w->point_count
                                ? (double)w->bake->polygons.points.items[3 * (size_t)k + 2]
                                : cut_position(w, k - w->point_count, position);
        w->members[root]++;
    }
}

/* ---- the mesh ---- */

static uint32_t number_of(bake_mesh_builder *w, uint32_t point)
{
    const wendi_bake_lattice *l = &w->bake->lattice;
    const uint32_t root = wendi_union_find_root(w->parents, point);
    if (w->numbers[root] == 0) {
        uint32_t position[2];
        if (root < w->point_count) {
            memcpy(position, w->bake->polygons.points.items + 3 * (size_t)root, sizeof position);
        } else {
            cut_position(w, root - w->point_count, position);
        }
        const double height = (double)l->low_h + w->heights[root] / w->members[root];
        w->points[w->out_points] =
            (wend_vec3){(double)(l->low_x + position[0]) * l->cell,
                        (double)(l->low_y + position[1]) * l->cell, height * l->rise};
        w->numbers[root] = (uint32_t)++w->out_points;
    }
    return w->numbers[root] - 1;
}

/* A corner, and the cuts between it and the next. */
static void emit_corner(bake_mesh_builder *w, uint32_t corner)
{
    const uint32_t edge = w->edges[corner];
    w->corners[w->out_corners++] = number_of(w, w->bake->polygons.corners.items[corner]);
    if (edge == NONE) {
        return;
    }
    const uint32_t axis = axis_of(edge_at(w, edge));
    const bool is_rising = point_at(w, corner)[axis] < point_at(w, next_corner(w, corner))[axis];
    const uint32_t begin = find_cut(w, key_of(edge, 0));
    const uint32_t end = find_cut(w, key_of(edge + 1, 0));
    for (uint32_t k = 0; k < end - begin; k++) {
        const uint32_t cut = is_rising ? begin + k : end - 1 - k;
        w->corners[w->out_corners++] = number_of(w, w->point_count + cut);
    }
}

static void emit_polygon(bake_mesh_builder *w, uint32_t polygon)
{
    const size_t begin = w->out_corners;
    bool is_clockwise = false;
    if (twice_area(w, polygon, &is_clockwise) == 0) {
        return;
    }
    for (uint32_t c = w->firsts[polygon]; c < w->firsts[polygon + 1]; c++) {
        emit_corner(w, c);
    }
    for (size_t low = begin, high = w->out_corners; is_clockwise && low + 1 < high; low++) {
        high--;
        const uint32_t swapped = w->corners[low];
        w->corners[low] = w->corners[high];
        w->corners[high] = swapped;
    }
    w->sizes[w->out_polygons] = (uint32_t)(w->out_corners - begin);
    w->areas[w->out_polygons++] = w->bake->polygons.areas.items[polygon];
}

static bool reserve_polygons(bake_mesh_builder *w)
{
    w->firsts = allocate(w, (size_t)w->polygon_count + 1, sizeof *w->firsts);
    w->owners = allocate(w, w->corner_count, sizeof *w->owners);
    w->edges = allocate(w, w->corner_count, sizeof *w->edges);
    w->groups = allocate(w, w->polygon_count, sizeof *w->groups);
    w->surfaces = allocate(w, w->polygon_count, sizeof *w->surfaces);
    return w->firsts != NULL && w->owners != NULL && w->edges != NULL && w->groups != NULL &&
           w->surfaces != NULL;
}

static bool reserve_points(bake_mesh_builder *w)
{
    const size_t points = (size_t)w->point_count + w->cut_count;
    w->parents = allocate(w, points, sizeof *w->parents);
    w->heights = allocate(w, points, sizeof *w->heights);
    w->members = allocate(w, points, sizeof *w->members);
    w->numbers = allocate(w, points, sizeof *w->numbers);
    w->points = allocate(w, points, sizeof *w->points);
    w->corners = allocate(w, (size_t)w->corner_count + w->cut_count, sizeof *w->corners);
    w->sizes = allocate(w, w->polygon_count, sizeof *w->sizes);
    w->areas = allocate(w, w->polygon_count, sizeof *w->areas);
    return w->parents != NULL && w->heights != NULL && w->members != NULL && w->numbers != NULL &&
           w->points != NULL && w->corners != NULL && w->sizes != NULL && w->areas != NULL;
}

static wend_result create(const bake_mesh_builder *w, wend_mesh **mesh, wend_bake_report *report)
{
    if (w->out_polygons == 0) {
        return WEND_NO_PATH;
    }
    wend_mesh_def def = wend_mesh_def_default();
    def.points = w->points;
    def.point_count = w->out_points;
    def.corners = w->corners;
    def.sizes = w->sizes;
    def.areas = w->areas;
    def.polygon_count = w->out_polygons;
    def.factors = w->bake->def.factors;
    def.allocator = w->bake->def.allocator;
    def.message = w->bake->def.message;
    const wend_result result = wend_mesh_create(&def, mesh, &report->mesh);
    report->polygon_count = result == WEND_OK ? wend_mesh_polygon_count(*mesh) : 0;
    return result;
}

static wend_result run(bake_mesh_builder *w, wend_mesh **mesh, wend_bake_report *report)
{
    if (!reserve_polygons(w)) {
        return WEND_ERROR_MEMORY;
    }

    /* Every corner knows its polygon; a corner where an edge of a tile begins knows that edge. */
    uint32_t corner = 0;
    for (uint32_t p = 0; p < w->polygon_count; p++) {
        w->firsts[p] = corner;
        for (uint32_t k = 0; k < w->bake->polygons.sizes.items[p]; k++) {
            w->edges[corner] = NONE;
            w->owners[corner++] = p;
        }
        w->groups[p] = p;
    }
    w->firsts[w->polygon_count] = corner;
    const uint32_t edge_count = w->bake->edge_firsts[w->bake->grid_count];
    for (uint32_t e = 0; e < edge_count; e++) {
        w->edges[edge_at(w, e)[WENDI_EDGE_CORNER]] = e;
    }

    /* Polygons that touch are one group, and its root holds the sum of their surfaces. */
    for (uint32_t c = 0; c < w->corner_count; c++) {
        if (w->bake->polygons.neighbours.items[c] != NONE) {
            wendi_union_find_join(w->groups, w->owners[c], w->bake->polygons.neighbours.items[c]);
        }
    }
    for (size_t k = 0; k < w->joins->count; k++) {
        const wendi_bake_join *join = &w->joins->items[k];
        wendi_union_find_join(w->groups, w->owners[edge_at(w, join->edges[0])[WENDI_EDGE_CORNER]],
                              w->owners[edge_at(w, join->edges[1])[WENDI_EDGE_CORNER]]);
    }
    for (uint32_t p = 0; p < w->polygon_count; p++) {
        bool is_clockwise = false;
        w->surfaces[wendi_union_find_root(w->groups, p)] += twice_area(w, p, &is_clockwise);
    }

    if (!make_cuts(w) || !reserve_points(w)) {
        return WEND_ERROR_MEMORY;
    }
    unite_points(w);
    for (uint32_t p = 0; p < w->polygon_count; p++) {
        if (is_kept(w, p)) {
            emit_polygon(w, p);
        } else if (wendi_union_find_root(w->groups, p) == p) {
            report->dropped_islands++;
        }
    }
    report->joined_edges = w->joins->count;
    report->cut_edges = w->cut_count;
    return create(w, mesh, report);
}

wend_result wendi_bake_make_mesh(const wend_bake *bake, const wendi_bake_joins *joins,
                                 wend_mesh **mesh, wend_bake_report *report)
{
    bake_mesh_builder w = {.bake = bake, .joins = joins};
    w.point_count = (uint32_t)(bake->polygons.points.count / 3);
    w.corner_count = (uint32_t)bake->polygons.corners.count;
    w.polygon_count = (uint32_t)bake->polygons.sizes.count;
    const wend_result result = run(&w, mesh, report);
    free_blocks(&w);
    return result;
}
