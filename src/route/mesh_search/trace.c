/* The path of a finished search as pieces.
 * Cost: the pieces. */
#include "base/core/memory.h"
#include "base/math/predicates.h"
#include "base/math/vec2.h"
#include "route/mesh_search/search.h"
#include "route/mesh_space/corridor.h"
#include <math.h>
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

/* ---- arcs as lines ---- */

/* The direction in the middle of two, a to b turning with the sign. */
static wend_vec2 middle_direction(wend_vec2 a, wend_vec2 b, double sign)
{
    wend_vec2 m = {a.x + b.x, a.y + b.y};
    if (wend_vec2_dot(a, b) < 0) {
        /* Of the difference more digits are left. */
        m.x = sign * (b.y - a.y);
        m.y = sign * (a.x - b.x);
    }
    const double length = sqrt(wend_vec2_dot(m, m));
    const wend_vec2 dir = {m.x / length, m.y / length};
    return dir;
}

/* Appends the point where the tangents at a and b meet, if the arc between is no longer than
 * `least` allows; else both halves of it. */
static size_t cut_corner(const wendi_mesh_piece *piece, wend_vec2 a, wend_vec2 b, double least,
                         wend_vec2 *points)
{
    const double cosine = wend_vec2_dot(a, b);
    if (cosine < least) {
        const wend_vec2 m = middle_direction(a, b, piece->turn);
        const size_t count = cut_corner(piece, a, m, least, points);
        return count + cut_corner(piece, m, b, least, points + count);
    }
    const double scale = wend_vec2_distance(piece->from, piece->centre) / (1 + cosine);
    points->x = piece->centre.x + scale * (a.x + b.x);
    points->y = piece->centre.y + scale * (a.y + b.y);
    return 1;
}

size_t wendi_mesh_piece_cut(const wendi_mesh_piece *piece, double least, wend_vec2 *points)
{
    const wend_vec2 a = wend_vec2_normalize(wend_vec2_sub(piece->from, piece->centre));
    const wend_vec2 b = wend_vec2_normalize(wend_vec2_sub(piece->to, piece->centre));
    return cut_corner(piece, a, b, least, points);
}

size_t wendi_mesh_piece_split(const wendi_mesh_piece *piece, wend_vec2 *points)
{
    size_t count = 0;
    if (piece->turn < 0 || piece->turn > 0) {
        /* 16 degrees: the corners lie 1 % of the radius outside. */
        count = wendi_mesh_piece_cut(piece, 0.9612, points);
    }
    points[count] = piece->to;
    return count + 1;
}

double wendi_mesh_piece_length(const wendi_mesh_piece *piece)
{
    if (piece->turn < 0 || piece->turn > 0) {
        return fabs(piece->turn) * wend_vec2_distance(piece->from, piece->centre);
    }
    return wend_vec2_distance(piece->from, piece->to);
}

/* ---- pieces ---- */

static bool reserve(wend_mesh_search *search, size_t count)
{
    if (count <= search->piece_capacity) {
        return true;
    }
    const size_t capacity = count < 32 ? 32 : count + count / 2;
    wendi_mesh_piece *pieces =
        wendi_resize(&search->allocator, search->pieces, search->piece_capacity * sizeof *pieces,
                     capacity * sizeof *pieces);
    if (pieces == NULL) {
        return false;
    }
    search->pieces = pieces;
    search->piece_capacity = capacity;
    return true;
}

bool wendi_mesh_piece_add(wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t link_arc,
                          double factor)
{
    if (link_arc == NONE && wendi_vec2_is_same(from, to)) {
        return true;
    }
    if (!reserve(search, search->piece_count + 1)) {
        return false;
    }
    const wendi_mesh_piece piece = {.from = from, .to = to, .link_arc = link_arc, .factor = factor};
    search->pieces[search->piece_count++] = piece;
    return true;
}

bool wendi_mesh_pieces_replace(wend_mesh_search *search, size_t first, size_t count,
                               const wendi_mesh_piece *pieces, size_t new_count)
{
    const size_t total = search->piece_count - count + new_count;
    if (!reserve(search, total)) {
        return false;
    }
    if (search->pieces != NULL) {
        memmove(search->pieces + first + new_count, search->pieces + first + count,
                (search->piece_count - first - count) * sizeof *pieces);
        if (new_count > 0) {
            memcpy(search->pieces + first, pieces, new_count * sizeof *pieces);
        }
    }
    search->piece_count = total;
    return true;
}

void wendi_mesh_pieces_sum(const wend_mesh_search *search, double *length, double *cost)
{
    *length = *cost = 0;
    for (size_t i = 0; i < search->piece_count; i++) {
        const wendi_mesh_piece *piece = &search->pieces[i];
        const double metres = piece->link_arc == NONE
                                  ? wendi_mesh_piece_length(piece)
                                  : search->space->link_arcs[piece->link_arc].cost;
        *length += metres;
        *cost += metres * piece->factor;
    }
}

/* Least distance of a point beyond a polygon's edges; 0 or below when it is inside. */
static double beyond(const wendi_mesh_view *view, uint32_t polygon, wend_vec2 position)
{
    const uint32_t first = view->firsts[polygon];
    const uint32_t end = view->ends[polygon];
    double most = -(double)INFINITY;
    for (uint32_t c = first; c < end; c++) {
        const wend_vec2 a = view->points[view->vertices[c]];
        const wend_vec2 b = view->points[view->vertices[c + 1 == end ? first : c + 1]];
        const double out = -wendi_orient(a, b, position) / wend_vec2_distance(a, b);
        most = out > most ? out : most;
    }
    return most;
}

uint32_t wendi_mesh_polygon_at(const wend_mesh_space *space, uint32_t cell, wend_vec2 position)
{
    const wendi_mesh_cells *cells = &space->cells;
    uint32_t best = cells->polygons[cells->polygon_ranges[cell].first];
    double best_beyond = (double)INFINITY;
    for (uint32_t i = cells->polygon_ranges[cell].first; i < cells->polygon_ranges[cell].end; i++) {
        const uint32_t polygon = cells->polygons[i];
        const double out = beyond(&space->view, polygon, position);
        if (out < best_beyond) {
            best_beyond = out;
            best = polygon;
        }
    }
    return best;
}

wend_result wend_mesh_search_points(const wend_mesh_search *search, wend_vec2 *points,
                                    size_t capacity, size_t *count)
{
    if (count == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = 0;
    if (search == NULL || !search->has_query || (points == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->answer.result != WEND_OK && search->answer.result != WEND_PARTIAL) {
        return WEND_OK;
    }
    *count = search->piece_count + 1;
    if (*count > capacity || points == NULL) {
        return WEND_TRUNCATED;
    }
    points[0] = (wend_vec2){search->query.start.x, search->query.start.y};
    for (size_t i = 0; i < search->piece_count; i++) {
        points[i + 1] = search->pieces[i].to;
    }
    return WEND_OK;
}

/* ---- polygons ---- */

/* The polygon a piece must end in, as far as that is known. */
static uint32_t end_of(const wend_mesh_search *search, size_t piece)
{
    const wend_mesh_space *space = search->space;
    if (piece + 1 == search->piece_count) {
        return search->answer.location.polygon;
    }
    const wendi_mesh_piece *next = &search->pieces[piece + 1];
    if (next->link_arc == WENDI_MESH_NONE) {
        return WEND_NODE_NONE;
    }
    const wendi_mesh_link_arc *link_arc = &space->link_arcs[next->link_arc];
    const wendi_mesh_link_slot *link = &space->view.links[link_arc->slot];
    return link_arc->is_reverse ? link->to.polygon : link->from.polygon;
}

/* Both ends of a link. */
static wend_result list_link_arc(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                                 uint32_t index, uint32_t *at)
{
    const wendi_mesh_link_arc *link_arc = &search->space->link_arcs[index];
    const wendi_mesh_link_slot *link = &search->space->view.links[link_arc->slot];
    const uint32_t to = link_arc->is_reverse ? link->from.polygon : link->to.polygon;
    wendi_array_u32_clear(&corridor->path);
    const bool is_listed =
        wendi_array_u32_push(&corridor->path, *at) && wendi_array_u32_push(&corridor->path, to);
    *at = to;
    return is_listed ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_mesh_corridor_segment(wendi_mesh_corridor *corridor,
                                        const wend_mesh_search *search,
                                        const wendi_mesh_piece_segment *segment, uint32_t *at)
{
    const wendi_mesh_piece *piece = &search->pieces[segment->piece];
    if (piece->link_arc != WENDI_MESH_NONE) {
        return list_link_arc(corridor, search, piece->link_arc, at);
    }
    const uint32_t to = segment->is_last ? end_of(search, segment->piece) : WEND_NODE_NONE;
    const wendi_mesh_line line = {segment->from, segment->to, *at, to};
    const wend_result result = wendi_mesh_corridor_follow(corridor, search->space, &line);
    if (result == WEND_OK) {
        *at = corridor->path.items[corridor->path.count - 1];
    }
    return result;
}

/* Appends the polygons of one piece, but for the first, where the one before ended. */
static void append(const wendi_mesh_corridor *corridor, wend_node *polygons, size_t capacity,
                   size_t *count)
{
    for (size_t i = 1; i < corridor->path.count; i++) {
        if (*count < capacity) {
            polygons[*count] = corridor->path.items[i];
        }
        ++*count;
    }
}

typedef struct polygon_list {
    wend_node *polygons;
    size_t capacity;
    size_t *count;
} polygon_list;

static wend_result list_piece(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                              size_t index, uint32_t *at, const polygon_list *list)
{
    const wendi_mesh_piece *piece = &search->pieces[index];
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    const size_t parts = wendi_mesh_piece_split(piece, points);
    wend_result result = WEND_OK;
    for (size_t i = 0; i < parts && result == WEND_OK; i++) {
        const wendi_mesh_piece_segment segment = {index, i == 0 ? piece->from : points[i - 1],
                                                  points[i], i + 1 == parts};
        result = wendi_mesh_corridor_segment(corridor, search, &segment, at);
        if (result == WEND_OK) {
            append(corridor, list->polygons, list->capacity, list->count);
        }
    }
    return result;
}

static wend_result list_all(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                            const polygon_list *list)
{
    uint32_t at = search->query.start.polygon;
    if (list->capacity > 0) {
        list->polygons[0] = at;
    }
    *list->count = 1;
    for (size_t i = 0; i < search->piece_count; i++) {
        const wend_result result = list_piece(corridor, search, i, &at, list);
        if (result != WEND_OK) {
            *list->count = 0;
            return result;
        }
    }
    return *list->count > list->capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_mesh_search_polygons(const wend_mesh_search *search, wend_node *polygons,
                                      size_t capacity, size_t *count)
{
    if (count == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = 0;
    if (search == NULL || !search->has_query || (polygons == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->answer.result != WEND_OK && search->answer.result != WEND_PARTIAL) {
        return WEND_OK;
    }
    const polygon_list list = {polygons, capacity, count};
    wendi_mesh_corridor corridor;
    wendi_mesh_corridor_init(&corridor, &search->allocator);
    const wend_result result = list_all(&corridor, search, &list);
    wendi_mesh_corridor_free(&corridor);
    return result;
}
