/* Pieces of a path over a mesh, some of which are arcs.
 *
 *           . - ~ - .       A piece with a turn other than 0 goes from its `from` to its `to` on a
 *      from           to    circle around its `centre`, turning left (above 0) or right, by so many
 *            centre         radians. A split replaces it by lines that are tangent to the arc from
 *                           outside, away from the corner it goes around, at most 1 % of the radius
 *                           off. Only where another wall is nearly as near are they nearer to that.
 */
#ifndef WENDI_ROUTE_MESH_SEARCH_PIECE_H
#define WENDI_ROUTE_MESH_SEARCH_PIECE_H

#include "route/mesh_search/search.h"

enum { MESH_PIECE_CORNERS_MOST = 64 };

/** The straight pieces that replace a piece: their ends. The first begins at piece->from, the last
 * ends at piece->to. A straight piece and a link give one.
 * @param points [MESH_PIECE_CORNERS_MOST + 1]
 * @return their number. */
size_t wendi_mesh_piece_split(const wendi_mesh_piece *piece, wend_vec2 *points);
/** Metres, of an arc along the arc; not for links. */
double wendi_mesh_piece_length(const wendi_mesh_piece *piece);

#endif
