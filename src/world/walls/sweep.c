/* Moves a disc along a segment: whether walls stay a radius away from it (exactly), and where it
 * is stopped first.
 * Cost: the boxes along the segment, grown by the radius. */
#include "world/walls/intersect.h"
#include "world/walls/traversal.h"

/* Larger than the distance of any two positions, so that larger radii mean the same. */
static const double MAX_RADIUS = 8589934592.0;

typedef struct wall_sweep {
    const wend_walls *walls;
    wend_vec2 a, b;
    double radius;
    uint32_t stops;
} wall_sweep;

static wall_sweep sweep_make(const wend_walls *walls, wend_vec2 a, wend_vec2 b, double radius,
                             uint32_t stops)
{
    return (wall_sweep){walls,
                        {wendi_flush_coordinate(a.x), wendi_flush_coordinate(a.y)},
                        {wendi_flush_coordinate(b.x), wendi_flush_coordinate(b.y)},
                        radius < MAX_RADIUS ? radius : MAX_RADIUS,
                        stops};
}

static bool is_stopped(const wall_sweep *s)
{
    const wendi_capsule capsule = wendi_capsule_make(s->a, s->b, s->radius);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &s->walls->edge_tree, &capsule);
    for (uint32_t e; wendi_wall_traversal_next(&traversal, &capsule, &e);) {
        const wendi_wall_edge *edge = &s->walls->edges[e];
        if ((edge->stops & s->stops) != 0 &&
            wendi_wall_edge_is_nearer(s->a, s->b, edge, s->radius)) {
            return true;
        }
    }
    return wendi_walls_containing(s->walls, s->a, s->stops) != WENDI_WALLS_NONE;
}

static bool is_query_valid(const wend_walls *walls, wend_vec2 a, wend_vec2 b, double radius)
{
    return walls != NULL && wendi_point_is_valid(a) && wendi_point_is_valid(b) && radius >= 0 &&
           radius <= 1.7976931348623157e308;
}

bool wend_walls_can_walk(const wend_walls *walls, wend_vec2 a, wend_vec2 b, double radius,
                         uint32_t stops)
{
    if (!is_query_valid(walls, a, b, radius)) {
        return false;
    }
    if (!(wendi_flush_coordinate(radius) > 0)) {
        return !wendi_walls_block_segment(walls, a, b, stops);
    }
    const wall_sweep s = sweep_make(walls, a, b, radius, stops);
    return !is_stopped(&s);
}

/* ---- the contact: in doubles, once the exact test found one ---- */

/* Time at which the centre comes within the radius of a point, 0 to 1; 2 = never. */
static double time_to_point(const wall_sweep *s, wend_vec2 p)
{
    const wend_vec2 along = wend_vec2_sub(s->b, s->a);
    const wend_vec2 to_point = wend_vec2_sub(p, s->a);
    const double length = wend_vec2_length(along);
    const double ahead = wend_vec2_dot(along, to_point) / length;
    const double beside = wendi_abs(wend_vec2_cross(along, to_point)) / length;
    if (!(ahead > 0) || !(beside < s->radius)) {
        return 2;
    }
    const double before = wend_sqrt((s->radius - beside) * (s->radius + beside));
    const double time = (ahead - before) / length;
    return time > 0 ? time : 0;
}

/* The same for the edge between its ends. */
static double time_to_line(const wall_sweep *s, const wendi_wall_edge *edge)
{
    const wend_vec2 line = wend_vec2_sub(edge->b, edge->a);
    const double length = wend_vec2_length(line);
    if (!(length > 0)) {
        return 2;
    }
    const wend_vec2 along = wend_vec2_sub(s->b, s->a);
    const double side = wend_vec2_cross(line, wend_vec2_sub(s->a, edge->a)) / length;
    const double speed = wend_vec2_cross(line, along) / length;
    const double nearer = side > 0 ? -speed : speed; /* per segment */
    if (!(nearer > 0)) {
        return 2;
    }
    const double time = (wendi_abs(side) - s->radius) / nearer;
    const wend_vec2 there = wend_vec2_lerp(s->a, s->b, time);
    const double at = wend_vec2_dot(line, wend_vec2_sub(there, edge->a)) / length;
    if (time > 1 || at < 0 || at > length) {
        return 2;
    }
    return time > 0 ? time : 0;
}

/* The time at which the nearer end is abreast of the disc: for contacts so slight that roundings
 * hide them. */
static double time_of_nearest(const wall_sweep *s, const wendi_wall_edge *edge)
{
    const wend_vec2 along = wend_vec2_sub(s->b, s->a);
    const double square = wend_vec2_dot(along, along);
    const double first = wend_vec2_dot(along, wend_vec2_sub(edge->a, s->a)) / square;
    const double second = wend_vec2_dot(along, wend_vec2_sub(edge->b, s->a)) / square;
    const double time = first < second ? first : second;
    return time > 1 ? 1 : time > 0 ? time : 0;
}

static double contact_time(const wall_sweep *s, const wendi_wall_edge *edge)
{
    const double times[3] = {time_to_line(s, edge), time_to_point(s, edge->a),
                             time_to_point(s, edge->b)};
    double first = times[0];
    first = times[1] < first ? times[1] : first;
    first = times[2] < first ? times[2] : first;
    return first <= 1 ? first : time_of_nearest(s, edge);
}

typedef struct wall_contact {
    uint32_t wall; /* WENDI_WALLS_NONE = none */
    uint32_t edge;
    double fraction;
    bool is_inside;
} wall_contact;

static bool is_earlier(const wall_contact *c, const wall_contact *than)
{
    if (than->wall == WENDI_WALLS_NONE || c->is_inside != than->is_inside) {
        return than->wall == WENDI_WALLS_NONE || c->is_inside;
    }
    return c->fraction < than->fraction ||
           (!(c->fraction > than->fraction) && c->wall < than->wall);
}

static wall_contact contact_with(const wall_sweep *s, uint32_t e)
{
    const wendi_wall_edge *edge = &s->walls->edges[e];
    wall_contact c = {.wall = edge->wall, .edge = e};
    c.is_inside = wendi_wall_edge_compare_distance(s->a, edge, s->radius) < 0;
    c.fraction = c.is_inside ? 0 : contact_time(s, edge);
    return c;
}

static wall_contact first_contact(const wall_sweep *s)
{
    wall_contact first = {.wall = wendi_walls_containing(s->walls, s->a, s->stops),
                          .edge = WENDI_WALLS_NONE};
    first.is_inside = first.wall != WENDI_WALLS_NONE;
    wendi_capsule capsule = wendi_capsule_make(s->a, s->b, s->radius);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &s->walls->edge_tree, &capsule);
    for (uint32_t e; wendi_wall_traversal_next(&traversal, &capsule, &e);) {
        const wendi_wall_edge *edge = &s->walls->edges[e];
        if ((edge->stops & s->stops) == 0 ||
            !wendi_wall_edge_is_nearer(s->a, s->b, edge, s->radius)) {
            continue;
        }
        const wall_contact c = contact_with(s, e);
        if (is_earlier(&c, &first)) {
            first = c;
            wendi_capsule_shorten(&capsule, c.fraction);
        }
    }
    return first;
}

static wend_vec2 contact_normal(const wall_sweep *s, const wall_contact *c, wend_vec2 centre)
{
    if (c->is_inside) {
        return (wend_vec2){0, 0};
    }
    const wendi_wall_edge *edge = &s->walls->edges[c->edge];
    const wend_vec2 wall_point = wendi_wall_edge_nearest_point(edge, centre);
    return wend_vec2_normalize(wend_vec2_sub(centre, wall_point));
}

static void sweep_disc(const wall_sweep *s, wend_wall_hit *hit)
{
    const wall_contact c = first_contact(s);
    if (c.wall == WENDI_WALLS_NONE) {
        hit->distance = wend_vec2_distance(s->a, s->b);
        return;
    }
    hit->wall = wendi_wall_id_of(s->walls, c.wall);
    hit->fraction = c.fraction;
    hit->point = c.fraction > 0 ? wend_vec2_lerp(s->a, s->b, c.fraction) : s->a;
    hit->distance = wend_vec2_distance(s->a, s->b) * c.fraction;
    hit->normal = contact_normal(s, &c, hit->point);
    hit->is_inside = c.is_inside;
}

bool wend_walls_sweep(const wend_walls *walls, wend_vec2 from, wend_vec2 to, double radius,
                      uint32_t stops, wend_wall_hit *hit)
{
    wend_wall_hit first_hit = {.fraction = 1, .point = to};
    if (is_query_valid(walls, from, to, radius)) {
        const wall_sweep s = sweep_make(walls, from, to, radius, stops);
        if (wendi_flush_coordinate(radius) > 0) {
            sweep_disc(&s, &first_hit);
        } else {
            wendi_walls_cast_ray(walls, from, to, stops, &first_hit);
        }
    }
    if (hit != NULL) {
        *hit = first_hit;
    }
    return first_hit.wall.index1 != 0;
}
