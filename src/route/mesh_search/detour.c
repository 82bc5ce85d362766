/* Exact searches over a mesh with overlays, and of discs over ground of several costs.
 *
 *     first search, as without overlays --> path P     P stays clear of all shapes, and on the
 *           |          and dearer ground               cheapest ground: it is the cheapest, as they
 *           v                                          only add
 *     P, with detours around shapes -----------------. Edges that shapes cover for the half or more
 *     second search, covered edges closed --> path Q | are closed: doors and corridors that are
 *     Q, with detours around shapes -----------------+ jammed. So are those that lead from the
 *                                                    v cheapest ground onto dearer one.
 *                                        the cheaper one; bound = its cost / cost of P without
 *                                        overlays and dearer ground, which no path can be below
 *
 *                 w1---w2          A detour: least costs over the points of the path and points
 *            .--'  .--.  '--.      around the shapes that it passes; two points are joined where
 *      a ---+-----(----)-----+- b  the agent can walk straight from one to the other.
 *                  '--'
 *
 * Cost: a second search that is no longer than the path it may replace; for detours the pairs of at
 * most DETOUR_POINTS points that can be cheaper, each a test of a straight walk. */
#include "route/mesh_search/search.h"
#include "route/mesh_space/corridor.h"
#include "route/mesh_space/patches.h"

#include "base/core/memory.h"

#include <math.h>
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

enum { PIECES_MOST = 12, PATCHES_MOST = 4, RING = 8 };
enum { DETOUR_POINTS = PIECES_MOST + 1 + PATCHES_MOST * RING, DEAR_CELLS = 24 };

/* Points around a disc lie a little outside of it, and so do the lines between them: 1 / cos(22.5
 * degrees) and a little. */
static const double RING_RADIUS = 1.0834;
static const double RING_COS[RING] = {1,  0.70710678118654757,  0, -0.70710678118654757,
                                      -1, -0.70710678118654757, 0, 0.70710678118654757};
static const double OUTSIDE = 1.001; /* corners of polygons, from their middle */

/* ---- costs ---- */

double wendi_mesh_piece_extra(const wend_mesh_search *search, const wendi_mesh_piece *piece)
{
    if (search->space->patch_count == 0 || piece->link_arc != NONE) {
        return 0;
    }
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    const size_t count = wendi_mesh_piece_split(piece, points);
    double cost = 0;
    wend_vec2 from = piece->from;
    for (size_t i = 0; i < count; i++) {
        cost += wendi_mesh_patches_cost(search->space, from, points[i]);
        from = points[i];
    }
    return cost;
}

double wendi_mesh_pieces_extra(const wend_mesh_search *search)
{
    double cost = 0;
    for (size_t i = 0; i < search->piece_count; i++) {
        cost += wendi_mesh_piece_extra(search, &search->pieces[i]);
    }
    return cost;
}

static double cost_of(const wend_mesh_search *search, const wendi_mesh_piece *piece)
{
    return wendi_mesh_piece_length(piece) * piece->factor + wendi_mesh_piece_extra(search, piece);
}

static void sum_pieces(wend_mesh_search *search)
{
    wend_mesh_search_answer *answer = &search->answer;
    wendi_mesh_pieces_sum(search, &answer->length, &answer->cost);
    answer->cost += wendi_mesh_pieces_extra(search);
}

bool wendi_mesh_detour_is_covered(const wend_mesh_search *search, const wendi_mesh_half *half)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t number = (uint32_t)(half - cells->halves);
    uint8_t *known = search->detour.covered;
    if (known != NULL && known[number] != 0) {
        return known[number] == 2;
    }
    const uint32_t next = wendi_mesh_next(cells, number);
    const bool is = (wendi_mesh_ground_counts(search) && wendi_mesh_ground_rises(search, half)) ||
                    wendi_mesh_patches_cover(search->space, half->point, cells->halves[next].point);
    if (known != NULL) {
        known[number] = is ? 2 : 1;
    }
    return is;
}

static void free_covered(wend_mesh_search *search)
{
    wendi_mesh_detour *d = &search->detour;
    wendi_free(&search->allocator, d->covered, d->covered_count * sizeof *d->covered);
    d->covered = NULL;
    d->covered_count = 0;
}

/* Searches cross edges many times, and the shapes are the same for many searches. Without memory
 * each edge is looked at anew. */
static void prepare_covered(wend_mesh_search *search)
{
    wendi_mesh_detour *d = &search->detour;
    const size_t count = search->space->cells.half_count;
    if (count != d->covered_count) {
        free_covered(search);
        d->covered = wendi_alloc_items(&search->allocator, count, sizeof *d->covered);
        d->covered_count = d->covered == NULL ? 0 : count;
        d->covered_serial = 0;
    }
    if (d->covered != NULL && d->covered_serial != search->space->patch_serial) {
        memset(d->covered, 0, count * sizeof *d->covered);
        d->covered_serial = search->space->patch_serial;
    }
}

/* ---- detours ---- */

typedef struct detour_point {
    wend_vec2 at;
    uint32_t polygon; /* NONE = not known: a point of a ring that nothing leads to yet */
    double cost;      /* least known, from the first point */
    double factor; /* of the ground from the point before, where that is not the one on the path */
    uint32_t before;
    bool is_done;
} detour_point;

/* Pieces first ... end - 1, and the points at their ends, then those of rings. */
typedef struct detour_graph {
    wend_mesh_search *search;
    wendi_mesh_corridor *corridor;
    size_t first, end;
    uint32_t path_count, count; /* points of the path, all points */
    detour_point points[DETOUR_POINTS];
    double factor;
    uint32_t dear[DEAR_CELLS]; /* cells of dearer ground that the path passes, and others around */
    uint32_t dear_count;
    uint64_t tests; /* walks that were tested */
} detour_graph;

static void add_point(detour_graph *g, wend_vec2 at)
{
    g->points[g->count++] = (detour_point){
        .at = at, .polygon = NONE, .cost = (double)INFINITY, .factor = g->factor, .before = NONE};
}

static void add_ring(detour_graph *g, const wendi_mesh_patch *patch)
{
    const wend_vec2 c = {0.5 * (patch->low.x + patch->high.x),
                         0.5 * (patch->low.y + patch->high.y)};
    const uint32_t count = patch->point_count == 0 ? RING : patch->point_count;
    for (uint32_t i = 0; i < count; i++) {
        if (patch->point_count == 0) {
            const double r = patch->radius * RING_RADIUS;
            add_point(
                g, (wend_vec2){c.x + r * RING_COS[i], c.y + r * RING_COS[(i + RING - 2) % RING]});
        } else {
            const wend_vec2 p = patch->points[i];
            add_point(g, (wend_vec2){c.x + (p.x - c.x) * OUTSIDE, c.y + (p.y - c.y) * OUTSIDE});
        }
    }
}

static bool touches(const detour_graph *g, const wendi_mesh_patch *patch)
{
    for (size_t i = g->first; i < g->end; i++) {
        const wendi_mesh_piece *piece = &g->search->pieces[i];
        if (wendi_mesh_patch_metres(patch, piece->from, piece->to) > 0) {
            return true;
        }
    }
    return false;
}

/* Adds points around the first shapes that the row of walks touches. */
static void add_rings(detour_graph *g)
{
    const wend_mesh_space *space = g->search->space;
    wendi_patch_set near;
    wendi_patch_set_clear(space, &near);
    for (size_t i = g->first; i < g->end; i++) {
        const wendi_mesh_piece *piece = &g->search->pieces[i];
        wendi_patch_set_collect(space, piece->from, piece->to, &near);
    }
    uint32_t rings = 0;
    for (uint32_t k; rings < PATCHES_MOST && wendi_patch_set_take(&near, &k);) {
        if (touches(g, &space->patches[k])) {
            add_ring(g, &space->patches[k]);
            rings++;
        }
    }
}

/* ---- detours around dearer ground ---- */

static bool is_dear_cell(const detour_graph *g, uint32_t cell)
{
    return g->search->space->cells.factors[cell] > g->factor;
}

/* Lists a cell of dearer ground once, as far as there is room. */
static void list_dear(detour_graph *g, uint32_t cell)
{
    uint32_t i = 0;
    while (i < g->dear_count && g->dear[i] != cell) {
        i++;
    }
    if (i == g->dear_count && i < DEAR_CELLS && is_dear_cell(g, cell)) {
        g->dear[g->dear_count++] = cell;
    }
}

static void list_dear_path(detour_graph *g)
{
    const wendi_array_u32 *path = &g->corridor->path;
    for (size_t i = 0; i < path->count; i++) {
        const uint32_t cell = wendi_mesh_space_cell(g->search->space, path->items[i]);
        if (cell != NONE) {
            list_dear(g, cell);
        }
    }
}

/* A corner of dearer ground, a little outside. */
static void add_border(detour_graph *g, uint32_t cell, wend_vec2 corner)
{
    const wend_vec2 c = g->search->space->cells.centroids[cell];
    const wend_vec2 at = {c.x + (corner.x - c.x) * OUTSIDE, c.y + (corner.y - c.y) * OUTSIDE};
    bool is_known = g->count == DETOUR_POINTS;
    for (uint32_t i = g->path_count; i < g->count && !is_known; i++) {
        is_known = wend_vec2_distance(g->points[i].at, at) <
                   0.5 * (OUTSIDE - 1) * wend_vec2_distance(corner, c);
    }
    if (!is_known) {
        add_point(g, at);
    }
}

/* Adds the corners of the dearer ground that the path passes, where cheapest ground lies beside it. */
static void add_borders(detour_graph *g)
{
    const wendi_mesh_cells *cells = &g->search->space->cells;
    for (uint32_t i = 0; i < g->dear_count; i++) {
        const wendi_mesh_range range = cells->ranges[g->dear[i]];
        for (uint32_t h = range.first; h < range.end; h++) {
            const uint32_t twin = cells->halves[h].twin;
            if (twin == NONE) {
                continue;
            }
            if (is_dear_cell(g, cells->halves[twin].cell)) {
                list_dear(g, cells->halves[twin].cell);
            } else {
                add_border(g, g->dear[i], cells->halves[h].point);
                add_border(g, g->dear[i], cells->halves[wendi_mesh_next(cells, h)].point);
            }
        }
    }
}

/* The polygons at the ends of the pieces up to the last one of the graph. */
static wend_result locate(detour_graph *g)
{
    uint32_t at = g->search->query.start.polygon;
    for (size_t i = 0; i < g->end; i++) {
        if (i == g->first) {
            g->points[0].polygon = at;
        }
        const wendi_mesh_piece *piece = &g->search->pieces[i];
        wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
        const size_t parts = wendi_mesh_piece_split(piece, points);
        for (size_t k = 0; k < parts; k++) {
            const wendi_mesh_piece_segment segment = {i, k == 0 ? piece->from : points[k - 1],
                                                      points[k], k + 1 == parts};
            const wend_result result =
                wendi_mesh_corridor_segment(g->corridor, g->search, &segment, &at);
            if (result != WEND_OK) {
                return result;
            }
            if (i >= g->first && wendi_mesh_ground_counts(g->search)) {
                list_dear_path(g);
            }
        }
        if (i >= g->first) {
            g->points[i - g->first + 1].polygon = at;
        }
    }
    return WEND_OK;
}

/* Makes the graph of a row of walks. */
static wend_result make_graph(detour_graph *g)
{
    const wend_mesh_space *space = g->search->space;
    g->factor = space->cells.factor_least;
    add_point(g, g->search->pieces[g->first].from);
    for (size_t i = g->first; i < g->end; i++) {
        add_point(g, g->search->pieces[i].to);
    }
    g->path_count = g->count;
    add_rings(g);
    const wend_result result = locate(g);
    add_borders(g);
    return result;
}

/* Relaxes the straight line from one point to another, if the agent can walk it. */
static wend_result try_walk(detour_graph *g, uint32_t from, uint32_t to)
{
    const detour_point *a = &g->points[from];
    detour_point *b = &g->points[to];
    const detour_point *last = &g->points[g->path_count - 1];
    /* Overlays and dearer ground only add: most lines are too long already without them. */
    const double rest = wend_vec2_distance(b->at, last->at) * g->factor;
    const double least = a->cost + wend_vec2_distance(a->at, b->at) * g->factor;
    if (!(least < b->cost) || !(least + rest < last->cost)) {
        return WEND_OK;
    }
    double cost = least + wendi_mesh_patches_cost(g->search->space, a->at, b->at);
    if (!(cost < b->cost) || !(cost + rest < last->cost)) {
        return WEND_OK;
    }
    const wendi_mesh_line line = {a->at, b->at, a->polygon, b->polygon};
    wend_cost walked;
    g->tests++;
    const wend_result result =
        wendi_mesh_can_walk(g->corridor, g->search->space, &line, g->search->query.radius, &walked);
    if (result != WEND_OK) {
        return result == WEND_ERROR_MEMORY ? result : WEND_OK;
    }
    const double factor = wendi_mesh_corridor_factor(g->corridor, g->search->space, &line);
    cost += wend_vec2_distance(a->at, b->at) * (factor - g->factor);
    if (!(cost < b->cost)) {
        return WEND_OK;
    }
    b->factor = factor;
    b->polygon = g->corridor->path.items[g->corridor->path.count - 1];
    b->cost = cost;
    b->before = from;
    return WEND_OK;
}

/* Least costs from the first point to the last one of the path. */
static wend_result find_least(detour_graph *g)
{
    detour_point *points = g->points;
    points[0].cost = 0;
    for (uint32_t i = 1; i < g->path_count; i++) {
        points[i].cost =
            points[i - 1].cost + cost_of(g->search, &g->search->pieces[g->first + i - 1]);
        points[i].before = i - 1;
    }
    for (;;) {
        uint32_t at = NONE;
        for (uint32_t i = 0; i < g->count; i++) {
            if (!points[i].is_done && points[i].cost < (double)INFINITY &&
                (at == NONE || points[i].cost < points[at].cost)) {
                at = i;
            }
        }
        if (at == NONE || at == g->path_count - 1) {
            return WEND_OK;
        }
        points[at].is_done = true;
        if (at + 1 < g->path_count) {
            const double cost =
                points[at].cost + cost_of(g->search, &g->search->pieces[g->first + at]);
            if (cost < points[at + 1].cost) {
                points[at + 1].cost = cost;
                points[at + 1].before = at;
            }
        }
        for (uint32_t i = 1; i < g->count; i++) {
            const wend_result result = points[i].is_done ? WEND_OK : try_walk(g, at, i);
            if (result != WEND_OK) {
                return result;
            }
        }
    }
}

/* Puts the cheapest pieces in place of the old ones. */
static bool take_least(detour_graph *g)
{
    wendi_mesh_piece pieces[DETOUR_POINTS];
    size_t count = DETOUR_POINTS;
    for (uint32_t at = g->path_count - 1; at != 0; at = g->points[at].before) {
        const uint32_t before = g->points[at].before;
        const bool is_old = at < g->path_count && before + 1 == at;
        if (is_old) {
            pieces[--count] = g->search->pieces[g->first + before];
        } else {
            pieces[--count] = (wendi_mesh_piece){.from = g->points[before].at,
                                                 .to = g->points[at].at,
                                                 .link_arc = NONE,
                                                 .factor = g->points[at].factor};
        }
    }
    return wendi_mesh_pieces_replace(g->search, g->first, g->end - g->first, pieces + count,
                                     DETOUR_POINTS - count);
}

/* True if shapes lie on a piece, or it passes over dearer ground. */
static bool is_dear(const wend_mesh_search *search, const wendi_mesh_piece *piece)
{
    return wendi_mesh_piece_extra(search, piece) > 0 || wendi_mesh_piece_dearer(search, piece) > 0;
}

/* Improves the walks around the pieces that are dear, from piece `at` on.
 * @param next set to the piece to go on from. */
static wend_result improve_at(wend_mesh_search *search, wendi_mesh_corridor *corridor, size_t at,
                              size_t *next, uint64_t *steps)
{
    detour_graph g;
    memset(&g, 0, sizeof g);
    g.search = search;
    g.corridor = corridor;
    g.first = at > 0 && search->pieces[at - 1].link_arc == NONE ? at - 1 : at;
    g.end = at;
    size_t last_touched = at;
    while (g.end < search->piece_count && g.end - g.first < PIECES_MOST &&
           search->pieces[g.end].link_arc == NONE && g.end <= last_touched + 1) {
        last_touched = is_dear(search, &search->pieces[g.end]) ? g.end : last_touched;
        g.end++;
    }
    const size_t after = search->piece_count - g.end;
    wend_result result = make_graph(&g);
    if (result == WEND_OK) {
        result = find_least(&g);
    }
    *steps += g.tests;
    if (result == WEND_OK && !take_least(&g)) {
        result = WEND_ERROR_MEMORY;
    }
    *next = search->piece_count - after;
    return result;
}

static wend_result improve(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_corridor corridor;
    wendi_mesh_corridor_init(&corridor, &search->allocator);
    wend_result result = WEND_OK;
    for (size_t at = 0; at < search->piece_count && result == WEND_OK;) {
        if (is_dear(search, &search->pieces[at])) {
            result = improve_at(search, &corridor, at, &at, steps);
        } else {
            at++;
        }
    }
    wendi_mesh_corridor_free(&corridor);
    if (result == WEND_OK && wendi_mesh_ground_counts(search)) {
        result = wendi_mesh_ground_split(search);
    }
    sum_pieces(search);
    return result;
}

/* ---- two searches ---- */

void wendi_mesh_detour_free(wend_mesh_search *search)
{
    wendi_mesh_detour *d = &search->detour;
    wendi_free(&search->allocator, d->pieces, d->piece_capacity * sizeof *d->pieces);
    free_covered(search);
}

size_t wendi_mesh_detour_bytes(const wend_mesh_search *search)
{
    return search->detour.piece_capacity * sizeof *search->detour.pieces +
           search->detour.covered_count * sizeof *search->detour.covered;
}

static bool keep_first(wend_mesh_search *search)
{
    wendi_mesh_detour *d = &search->detour;
    if (search->piece_count > d->piece_capacity) {
        wendi_mesh_piece *pieces =
            wendi_resize_items(&search->allocator, d->pieces, d->piece_capacity,
                               search->piece_count, sizeof *d->pieces);
        if (pieces == NULL) {
            return false;
        }
        d->pieces = pieces;
        d->piece_capacity = search->piece_count;
    }
    memcpy(d->pieces, search->pieces, search->piece_count * sizeof *d->pieces);
    d->piece_count = search->piece_count;
    d->answer = search->answer;
    d->start_polygon = search->query.start.polygon;
    d->start_cell = search->start_cell;
    d->max_length = search->query.max_length;
    return true;
}

static bool take_first(wend_mesh_search *search)
{
    const wendi_mesh_detour *d = &search->detour;
    const uint64_t expanded = search->answer.expanded;
    search->answer = d->answer;
    search->answer.expanded = expanded;
    search->query.start.polygon = d->start_polygon;
    search->start_cell = d->start_cell;
    search->ends_at_goal = true;
    return wendi_mesh_pieces_replace(search, 0, search->piece_count, d->pieces, d->piece_count);
}

static wend_result end_first(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_detour *d = &search->detour;
    wend_result result = wendi_mesh_search_fill(search);
    d->is_filled = true;
    const double dearer = wendi_mesh_pieces_dearer(search);
    if (result != WEND_OK || !(wendi_mesh_pieces_extra(search) + dearer > 0)) {
        return result;
    }
    double length;
    wendi_mesh_pieces_sum(search, &length, &d->least);
    d->least -= dearer;
    d->least /= search->answer.bound > 1 ? search->answer.bound : 1;
    result = improve(search, steps);
    if (result == WEND_OK && !keep_first(search)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result != WEND_OK) {
        return result;
    }
    /* No path that is longer can be cheaper. */
    const double most = search->answer.cost / search->space->cells.factor_least;
    prepare_covered(search);
    d->is_avoiding = true;
    search->query.max_length = most < d->max_length ? most : d->max_length;
    search->best.length = search->nearest.estimate = (double)INFINITY;
    search->nearest.root = NONE;
    result = search->method->begin(search);
    return result == WEND_OK ? WEND_IN_PROGRESS : wendi_mesh_detour_after(search, result, steps);
}

static wend_result end_second(wend_mesh_search *search, wend_result result, uint64_t *steps)
{
    wendi_mesh_detour *d = &search->detour;
    d->is_avoiding = false;
    search->query.max_length = d->max_length;
    search->hit_limit = false;
    bool is_better = false;
    if (result == WEND_OK) {
        result = wendi_mesh_search_fill(search);
        result = result == WEND_OK ? improve(search, steps) : result;
        is_better = result == WEND_OK && search->answer.cost < d->answer.cost;
    }
    if (result < 0 || (!is_better && !take_first(search))) {
        return result < 0 ? result : WEND_ERROR_MEMORY;
    }
    search->answer.bound = d->least > 0 ? search->answer.cost / d->least : 0;
    return WEND_OK;
}

wend_result wendi_mesh_detour_after(wend_mesh_search *search, wend_result result, uint64_t *steps)
{
    const bool is_concerned =
        (search->space->patch_count > 0 || wendi_mesh_ground_counts(search)) &&
        search->groups == NULL && search->query.method == WEND_MESH_METHOD_EXACT;
    if (!is_concerned || result == WEND_IN_PROGRESS) {
        return result;
    }
    if (search->detour.is_avoiding) {
        return end_second(search, result, steps);
    }
    return result == WEND_OK ? end_first(search, steps) : result;
}
