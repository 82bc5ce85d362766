/* mesh_search/piece.h: pieces of ways that are arcs.
 *
 *           . - ~ - .        A piece with a turn other than 0 goes from its `from` to its `to` on a
 *      from           to     circle around its `centre`, turning left (above 0) or right, by so
 * many centre           radians. What wants straight lines asks for a split: the corners of a line
 * that touches the arc from outside, where no wall of the corner it goes around can be nearer; at
 * most 1 % of the radius off. Only where another wall is nearly as near is it nearer to that one.
 */
#ifndef WENDI_ROUTE_MESH_SEARCH_PIECE_H
#define WENDI_ROUTE_MESH_SEARCH_PIECE_H

#include "route/mesh_search/search.h"

enum { MESH_PIECE_CORNERS_MOST = 64 };

/** Straight pieces in the place of one: where they end. The first begins at piece->from, the last
 * ends at piece->to. A straight piece and a hop give one.
 * @param points [MESH_PIECE_CORNERS_MOST + 1] @return how many. */
size_t wendi_mesh_piece_split(const wendi_mesh_piece *piece, wend_vec2 *points);
/** Metres, of an arc along the arc; not for hops. */
double wendi_mesh_piece_length(const wendi_mesh_piece *piece);

#endif
