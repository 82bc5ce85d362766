/* Finds the nearest point of a wall, and whether a point lies inside one.
 * Cost: the boxes nearer than the answer. */
#include "base/math/predicates.h"
#include "world/walls/intersect.h"
#include "world/walls/traversal.h"

static const double MAX_DISTANCE = 8589934592.0;

typedef struct nearest_query {
    const wend_walls *walls;
    wend_vec2 centre;
    double most; /* as given */
    uint32_t stops;
    uint32_t only; /* this wall only; WENDI_WALLS_NONE: any */
    uint32_t wall; /* WENDI_WALLS_NONE = none yet */
    double square; /* distance, squared */
    wend_vec2 point;
} nearest_query;

static double square_to_box(wend_vec2 p, const wendi_aabb *box)
{
    const double low_x = (double)box->low_x - p.x;
    const double high_x = p.x - (double)box->high_x;
    const double low_y = (double)box->low_y - p.y;
    const double high_y = p.y - (double)box->high_y;
    const double x = low_x > 0 ? low_x : high_x > 0 ? high_x : 0;
    const double y = low_y > 0 ? low_y : high_y > 0 ? high_y : 0;
    return (x * x + y * y) * (1 - 1e-14);
}

static void try_edge(nearest_query *n, uint32_t e)
{
    const wendi_wall_edge *edge = &n->walls->edges[e];
    const bool is_included =
        n->only == WENDI_WALLS_NONE ? (edge->stops & n->stops) != 0 : edge->wall == n->only;
    if (!is_included) {
        return;
    }
    const wend_vec2 point = wendi_wall_edge_nearest_point(edge, n->centre);
    const wend_vec2 offset = wend_vec2_sub(point, n->centre);
    const double square = wend_vec2_dot(offset, offset);
    const bool is_nearer = n->wall == WENDI_WALLS_NONE || square < n->square ||
                           (!(square > n->square) && edge->wall < n->wall);
    if (is_nearer && wendi_wall_edge_compare_distance(n->centre, edge, n->most) <= 0) {
        n->wall = edge->wall;
        n->square = square;
        n->point = point;
    }
}

typedef struct waiting_pair {
    int32_t ref;
    double square;
} waiting_pair;

static void find(nearest_query *n)
{
    const wendi_wall_tree *tree = &n->walls->edge_tree;
    waiting_pair stack[WENDI_WALL_TREE_STACK];
    uint32_t count = 0;
    if (tree->count > 0) {
        stack[count++] = (waiting_pair){tree->pairs[0].refs[0], 0};
    }
    while (count > 0) {
        const waiting_pair next = stack[--count];
        if (next.square > n->square) {
            continue;
        }
        if (next.ref < 0) {
            try_edge(n, (uint32_t)~next.ref);
            continue;
        }
        const wendi_wall_tree_pair *pair = &tree->pairs[next.ref];
        const double squares[2] = {square_to_box(n->centre, &pair->boxes[0]),
                                   square_to_box(n->centre, &pair->boxes[1])};
        const int far = squares[1] < squares[0] ? 0 : 1;
        stack[count++] = (waiting_pair){pair->refs[far], squares[far]};
        stack[count++] = (waiting_pair){pair->refs[1 - far], squares[1 - far]};
    }
}

uint32_t wendi_walls_containing(const wend_walls *walls, wend_vec2 p, uint32_t stops)
{
    uint32_t wall = WENDI_WALLS_NONE;
    const wendi_capsule capsule = wendi_capsule_make(p, p, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->solid_tree, &capsule);
    for (uint32_t i; wendi_wall_traversal_next(&traversal, &capsule, &i);) {
        if (i < wall && (walls->slots[i].stops & stops) != 0 &&
            wendi_wall_locate_point(walls, i, p) == WENDI_INSIDE) {
            wall = i;
        }
    }
    return wall;
}

static void find_nearest(nearest_query *n, wend_wall_hit *hit)
{
    n->only = wendi_walls_containing(n->walls, n->centre, n->stops);
    const bool is_inside = n->only != WENDI_WALLS_NONE;
    n->most = is_inside ? MAX_DISTANCE : n->most;
    n->square = n->most * n->most * (1 + 1e-14);
    find(n);
    if (n->wall == WENDI_WALLS_NONE) {
        return;
    }
    const wend_vec2 away = wend_vec2_sub(n->centre, n->point);
    hit->wall = wendi_wall_id_of(n->walls, n->wall);
    hit->fraction = 0;
    hit->point = n->point;
    hit->normal = is_inside ? (wend_vec2){0, 0} : wend_vec2_normalize(away);
    /* The decision was exact; the point is rounded, on an edge of many kilometres by more than a
     * nanometre. */
    const double distance = wend_vec2_length(away);
    hit->distance = distance < n->most ? distance : n->most;
    hit->is_inside = is_inside;
}

bool wend_walls_nearest(const wend_walls *walls, wend_vec2 centre, double max_distance,
                        uint32_t stops, wend_wall_hit *hit)
{
    wend_wall_hit nearest_hit = {.fraction = 1, .point = centre};
    if (walls != NULL && wendi_point_is_valid(centre) && max_distance >= 0) {
        const double within = wendi_flush_coordinate(max_distance);
        nearest_query n = {
            .walls = walls,
            .centre = {wendi_flush_coordinate(centre.x), wendi_flush_coordinate(centre.y)},
            .most = within < MAX_DISTANCE ? within : MAX_DISTANCE,
            .stops = stops,
            .wall = WENDI_WALLS_NONE};
        find_nearest(&n, &nearest_hit);
    }
    if (hit != NULL) {
        *hit = nearest_hit;
    }
    return nearest_hit.wall.index1 != 0;
}

bool wend_walls_is_inside(const wend_walls *walls, wend_vec2 point, uint32_t stops)
{
    if (walls == NULL || !wendi_point_is_valid(point)) {
        return false;
    }
    const wend_vec2 p = {wendi_flush_coordinate(point.x), wendi_flush_coordinate(point.y)};
    return wendi_walls_containing(walls, p, stops) != WENDI_WALLS_NONE;
}
