/* Paths of discs over ground of several costs.
 *
 *     the shortest path, as if all ground were the cheapest --> its pieces are split where the cost
 *     changes. Where none is dearer it is the cheapest path; else a second search follows (detour.c).
 *
 * Cost: the polygons that the path touches. */
#include "route/mesh_search/search.h"
#include "route/mesh_space/corridor.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

/* Pieces that replace those of the path. */
typedef struct split_path {
    wend_mesh_search *search;
    wendi_mesh_corridor corridor;
    wendi_mesh_piece *pieces; /* [capacity] */
    size_t count, capacity;
} split_path;

bool wendi_mesh_ground_counts(const wend_mesh_search *search)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    return search->query.method == WEND_MESH_METHOD_EXACT &&
           cells->factor_least < cells->factor_most;
}

static bool add(split_path *s, const wendi_mesh_piece *piece)
{
    if (s->count == s->capacity) {
        const size_t wanted = 2 * s->capacity + 32;
        wendi_mesh_piece *pieces = wendi_resize_items(&s->search->allocator, s->pieces, s->capacity,
                                                      wanted, sizeof *pieces);
        if (pieces == NULL) {
            return false;
        }
        s->pieces = pieces;
        s->capacity = wanted;
    }
    s->pieces[s->count++] = *piece;
    return true;
}

/* Adds the parts of a straight piece whose polygons were listed. */
static bool add_parts(split_path *s, const wendi_mesh_piece *piece)
{
    const wendi_mesh_line line = {piece->from, piece->to, NONE, NONE};
    wendi_mesh_ground part = {.at = 0};
    bool is_done = true;
    while (is_done &&
           wendi_mesh_corridor_next_ground(&s->corridor, s->search->space, &line, &part)) {
        wendi_mesh_piece next = *piece;
        next.factor = part.factor;
        next.from =
            part.begin > 0 ? wend_vec2_lerp(piece->from, piece->to, part.begin) : piece->from;
        next.to = part.end < 1 ? wend_vec2_lerp(piece->from, piece->to, part.end) : piece->to;
        is_done = !(part.end > part.begin) || add(s, &next);
    }
    return is_done;
}

/* An arc stays whole: its factor is the mean along the lines that replace it. */
typedef struct arc_sum {
    double least, most, metres, cost;
} arc_sum;

static void add_segment(const split_path *s, wend_vec2 from, wend_vec2 to, arc_sum *sum)
{
    const wendi_mesh_line line = {from, to, NONE, NONE};
    const double metres = wend_vec2_distance(from, to);
    const double factor = wendi_mesh_corridor_factor(&s->corridor, s->search->space, &line);
    sum->least = sum->metres > 0 && sum->least < factor ? sum->least : factor;
    sum->most = sum->metres > 0 && sum->most > factor ? sum->most : factor;
    sum->metres += metres;
    sum->cost += metres * factor;
}

/* @param at the polygon where the piece begins, set to the one where it ends. */
static wend_result split_piece(split_path *s, size_t index, uint32_t *at)
{
    const wendi_mesh_piece *piece = &s->search->pieces[index];
    const bool is_straight = !(piece->turn < 0) && !(piece->turn > 0);
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    const size_t parts = wendi_mesh_piece_split(piece, points);
    arc_sum sum = {0};
    for (size_t i = 0; i < parts; i++) {
        const wendi_mesh_piece_segment segment = {index, i == 0 ? piece->from : points[i - 1],
                                                  points[i], i + 1 == parts};
        const wend_result result =
            wendi_mesh_corridor_segment(&s->corridor, s->search, &segment, at);
        if (result != WEND_OK) {
            return result;
        }
        if (piece->link_arc == NONE && !is_straight) {
            add_segment(s, segment.from, segment.to, &sum);
        }
    }
    if (piece->link_arc == NONE && is_straight) {
        return add_parts(s, piece) ? WEND_OK : WEND_ERROR_MEMORY;
    }
    wendi_mesh_piece whole = *piece;
    if (piece->link_arc == NONE && sum.metres > 0) {
        whole.factor = sum.least < sum.most ? sum.cost / sum.metres : sum.least;
    }
    return add(s, &whole) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_mesh_ground_split(wend_mesh_search *search)
{
    split_path s = {.search = search};
    uint32_t at = search->query.start.polygon;
    wend_result result = WEND_OK;
    wendi_mesh_corridor_init(&s.corridor, &search->allocator);
    for (size_t i = 0; i < search->piece_count && result == WEND_OK; i++) {
        result = split_piece(&s, i, &at);
    }
    if (result == WEND_OK &&
        !wendi_mesh_pieces_replace(search, 0, search->piece_count, s.pieces, s.count)) {
        result = WEND_ERROR_MEMORY;
    }
    wendi_mesh_corridor_free(&s.corridor);
    wendi_free(&search->allocator, s.pieces, s.capacity * sizeof *s.pieces);
    return result;
}

double wendi_mesh_piece_dearer(const wend_mesh_search *search, const wendi_mesh_piece *piece)
{
    const double more = piece->factor - search->space->cells.factor_least;
    return piece->link_arc == NONE && more > 0 ? more * wendi_mesh_piece_length(piece) : 0;
}

double wendi_mesh_pieces_dearer(const wend_mesh_search *search)
{
    double sum = 0;
    for (size_t i = 0; i < search->piece_count; i++) {
        sum += wendi_mesh_piece_dearer(search, &search->pieces[i]);
    }
    return sum;
}

bool wendi_mesh_ground_rises(const wend_mesh_search *search, const wendi_mesh_half *half)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const double least = cells->factor_least;
    return half->twin != NONE && cells->factors[cells->halves[half->twin].cell] > least &&
           !(cells->factors[half->cell] > least);
}
