/* Expanded geometry of corners that are points: radius 0, or mitred.
 * Cost: a node for each point of the grown outline, and a wall test for each two points that turn
 * around their corners.
 *
 *            \ grown /           A mitre is where the two grown edges meet; one that would be more
 *         ----o     o----        than 4 radii from its corner is cut off square at the radius:
 *              \___/             that is what the ends of single walls look like, too. */
#include "base/core/memory.h"
#include "base/math/predicates.h"
#include "wend/walls.h"
#include "world/graph_build/expanded.h"

#include <math.h>

enum { POINTS_MAX = 4 };

/* A future node, and the next points of the grown outline. */
typedef struct outline_point {
    wend_vec2 position, one, other; /* one, other: points of the outline on either side */
    const wendi_corner *corner;
} outline_point;

typedef struct points_builder {
    const wendi_corners *corners;
    const wend_graph_build_def *def;
    wend_graph *graph;
    outline_point *points; /* [SPOTS_MAX * corners] */
    wend_vec2 *positions;  /* likewise */
    uint32_t count;
} points_builder;

/* ---- positions ---- */

static outline_point point_at(const wendi_corner *corner, wend_vec2 position, wend_vec2 one,
                              wend_vec2 other)
{
    return (outline_point){position, wend_vec2_add(position, one), wend_vec2_add(position, other),
                           corner};
}

/* Finds where the edges grown by a radius meet. @return the number of points. */
static int mitre(const wendi_corner *corner, double radius, outline_point points[POINTS_MAX])
{
    if (corner->is_post) {
        for (int k = 0; k < 4; ++k) {
            const double x = k == 0 || k == 3 ? 1 : -1;
            const double y = k < 2 ? 1 : -1;
            const wend_vec2 position = {corner->position.x + x * radius,
                                        corner->position.y + y * radius};
            points[k] = point_at(corner, position, (wend_vec2){-x, 0}, (wend_vec2){0, -y});
        }
        return 4;
    }
    const wend_vec2 n1 = wend_vec2_perpendicular(corner->last);
    const wend_vec2 n2 = wend_vec2_scale(wend_vec2_perpendicular(corner->first), -1);
    const double cosine = wend_vec2_dot(n1, n2); /* of the angle between the two */
    const wend_vec2 c = corner->position;
    if (1 + cosine > 2.0 / 16) {
        const double scale = radius / (1 + cosine);
        const wend_vec2 position = {c.x + (n1.x + n2.x) * scale, c.y + (n1.y + n2.y) * scale};
        points[0] = point_at(corner, position, corner->last, corner->first);
        return 1;
    }
    const wend_vec2 middle =
        wend_vec2_normalize(wend_vec2_scale(wend_vec2_add(corner->first, corner->last), -1));
    const wend_vec2 aside = wend_vec2_perpendicular(middle); /* n2 lies on this side */
    const double half_cosine = wend_vec2_dot(n1, middle);
    const double half_sine = -wend_vec2_dot(n1, aside);
    const double wide = radius * (1 - half_cosine) / half_sine;
    const wend_vec2 p1 = {c.x + radius * middle.x - wide * aside.x,
                          c.y + radius * middle.y - wide * aside.y};
    const wend_vec2 p2 = {c.x + radius * middle.x + wide * aside.x,
                          c.y + radius * middle.y + wide * aside.y};
    points[0] = point_at(corner, p1, corner->last, aside);
    points[1] = point_at(corner, p2, wend_vec2_scale(aside, -1), corner->first);
    return 2;
}

static bool runs_with_axis(wend_vec2 d)
{
    return !(d.x < 0 || d.x > 0) || !(d.y < 0 || d.y > 0);
}

static bool is_free(const points_builder *b, wend_vec2 position)
{
    return wend_walls_can_walk(b->corners->walls, position, position, b->corners->radius,
                               b->corners->stops);
}

/* Along the axes edges grown by exactly the radius are exact; passages as wide as the agent stay
 * open. */
static int points_of(const points_builder *b, const wendi_corner *corner,
                     outline_point points[POINTS_MAX])
{
    if (!(b->corners->radius > 0)) {
        points[0] = point_at(corner, corner->position, corner->first, corner->last);
        return 1;
    }
    if (runs_with_axis(corner->first) && runs_with_axis(corner->last)) {
        const int count = mitre(corner, wendi_corners_reach(b->corners, true), points);
        int free = 0;
        for (int k = 0; k < count; ++k) {
            free += is_free(b, points[k].position);
        }
        if (free == count) {
            return count;
        }
    }
    return mitre(corner, wendi_corners_reach(b->corners, false), points);
}

static wend_result add_points(points_builder *b, const wendi_corner *corner)
{
    outline_point points[POINTS_MAX];
    const int count = points_of(b, corner, points);
    for (int k = 0; k < count; ++k) {
        if (!is_free(b, points[k].position)) {
            continue;
        }
        if (b->count >= b->def->max_nodes) {
            return WEND_ERROR_FULL;
        }
        wend_graph_node node = wend_graph_node_default();
        node.position = points[k].position;
        node.user = points[k].corner->code;
        const wend_result result = wend_graph_add_node(b->graph, &node, NULL);
        if (result != WEND_OK) {
            return result;
        }
        b->positions[b->count] = points[k].position;
        b->points[b->count++] = points[k];
    }
    return WEND_OK;
}

/* ---- edges ---- */

/* True if the line from a point to another has both directions of an outline on one side. */
static bool is_on_one_side(double one, double other)
{
    return !(one > 0 && other < 0) && !(one < 0 && other > 0);
}

bool wendi_corner_is_tangent(const wendi_corner *corner, wend_vec2 from)
{
    return corner->is_post ||
           is_on_one_side(wendi_orient(corner->position, from, corner->first_end),
                          wendi_orient(corner->position, from, corner->last_end));
}

/* Sides below roundings count as 0, in favour of the edge. */
static double side_of(const outline_point *s, wend_vec2 to, wend_vec2 along)
{
    const double side = wendi_orient(s->position, to, along);
    const double slack = 1e-9 * wend_vec2_distance(s->position, to);
    return side < slack && side > -slack ? 0 : side;
}

static bool is_tangent(const points_builder *b, const outline_point *s, wend_vec2 to)
{
    if (!(b->corners->radius > 0)) {
        return wendi_corner_is_tangent(s->corner, to);
    }
    return is_on_one_side(side_of(s, to, s->one), side_of(s, to, s->other));
}

static uint8_t test_pair(const void *context, uint32_t i, uint32_t j)
{
    const points_builder *b = context;
    const outline_point *from = &b->points[i];
    const outline_point *to = &b->points[j];
    return (!b->def->reduces ||
            (is_tangent(b, from, to->position) && is_tangent(b, to, from->position))) &&
           wend_walls_can_walk(b->corners->walls, from->position, to->position, b->corners->radius,
                               b->corners->stops);
}

static wend_result accept_pair(void *context, uint32_t i, uint32_t j, uint8_t verdict)
{
    (void)verdict;
    return wendi_expanded_edge(((const points_builder *)context)->graph, i, j);
}

static wend_result build(points_builder *b)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < b->corners->count && result == WEND_OK; ++i) {
        result = add_points(b, &b->corners->items[i]);
    }
    const wendi_point_pairs pairs = {&b->def->executor, &b->def->allocator, b->positions, b->count,
                                     (double)INFINITY,  test_pair,          accept_pair,  b};
    return result == WEND_OK ? wendi_point_pairs_run(&pairs) : result;
}

wend_result wendi_expanded_points(const wendi_corners *corners, const wend_graph_build_def *def,
                                  wend_graph *graph)
{
    const size_t most = (size_t)corners->count * POINTS_MAX;
    if (most == 0) {
        return WEND_OK;
    }
    const wend_allocator *a = &def->allocator;
    points_builder b = {.corners = corners, .def = def, .graph = graph};
    b.points = wendi_alloc(a, most * sizeof *b.points);
    b.positions = wendi_alloc(a, most * sizeof *b.positions);
    const wend_result result =
        b.points == NULL || b.positions == NULL ? WEND_ERROR_MEMORY : build(&b);
    wendi_free(a, b.points, most * sizeof *b.points);
    wendi_free(a, b.positions, most * sizeof *b.positions);
    return result;
}
