/* Clearance of arcs around corners that the centre of a disc moves on, and the cells that an arc
 * crosses.
 * Cost: the edges of the cells that come nearer than the radius. */
#include "route/mesh_disc/search.h"

static const uint32_t NONE = WENDI_MESH_NONE;

/* Part of a circle, counter-clockwise from one direction to another, at most half a turn. */
typedef struct disc_arc {
    wend_vec2 centre, low, high;
    double radius;
    double slack; /* of directions */
} disc_arc;

static wend_vec2 outward(const wendi_disc_root *root, wend_vec2 dir)
{
    const double sign = root->turning > 0 ? 1 : -1;
    const wend_vec2 out = {sign * dir.y, -sign * dir.x};
    return out;
}

static disc_arc arc_of(const wend_mesh_search *search, const wendi_disc_root *root, wend_vec2 until)
{
    disc_arc made = {.centre = root->centre, .radius = fabs(root->turning)};
    made.slack = search->disc->angle;
    made.low = outward(root, root->turning > 0 ? root->dir : until);
    made.high = outward(root, root->turning > 0 ? until : root->dir);
    return made;
}

static wend_vec2 on_arc(const disc_arc *c, wend_vec2 out)
{
    const wend_vec2 at = {c->centre.x + c->radius * out.x, c->centre.y + c->radius * out.y};
    return at;
}

/* True if the part of the circle beside a point is nearer to it than a distance. */
static bool is_beside(const disc_arc *c, wend_vec2 point, double distance)
{
    const wend_vec2 u = wendi_disc_sub(point, c->centre);
    const double far = sqrt(wendi_disc_dot(u, u));
    if (!(far > 0) || fabs(far - c->radius) >= distance) {
        return false;
    }
    const wend_vec2 out = {u.x / far, u.y / far};
    return wendi_disc_is_between(c->low, c->high, out, c->slack);
}

/* True if the edge crosses the arc between its ends, or passes beside it. */
static bool is_beside_edge(const disc_arc *c, wend_vec2 a, wend_vec2 b, double distance)
{
    const wend_vec2 e = wendi_disc_sub(b, a);
    const double square = wendi_disc_dot(e, e);
    const double foot = -wendi_disc_dot(wendi_disc_sub(a, c->centre), e) / square;
    const wend_vec2 at = {a.x + e.x * foot, a.y + e.y * foot};
    const double far = wendi_disc_distance(at, c->centre);
    if (far >= c->radius) {
        return foot >= 0 && foot <= 1 && is_beside(c, at, distance);
    }
    const double half = sqrt((c->radius * c->radius - far * far) / square);
    for (int sign = -1; sign <= 1; sign += 2) {
        const double t = foot + sign * half;
        const wend_vec2 met = {a.x + e.x * t, a.y + e.y * t};
        const wend_vec2 out = {(met.x - c->centre.x) / c->radius,
                               (met.y - c->centre.y) / c->radius};
        if (t >= 0 && t <= 1 && wendi_disc_is_between(c->low, c->high, out, c->slack)) {
            return true;
        }
    }
    return false;
}

static bool is_arc_near(const disc_arc *c, wend_vec2 a, wend_vec2 b, double distance)
{
    const double far = c->radius + distance;
    if ((a.x > c->centre.x + far && b.x > c->centre.x + far) ||
        (a.x < c->centre.x - far && b.x < c->centre.x - far) ||
        (a.y > c->centre.y + far && b.y > c->centre.y + far) ||
        (a.y < c->centre.y - far && b.y < c->centre.y - far)) {
        return false;
    }
    return wendi_disc_point_distance(on_arc(c, c->low), a, b) < distance ||
           wendi_disc_point_distance(on_arc(c, c->high), a, b) < distance ||
           (c->radius > 0 && (is_beside(c, a, distance) || is_beside(c, b, distance) ||
                              is_beside_edge(c, a, b, distance)));
}

/* Floods all cells that the arc comes nearer to than a distance, and lists them.
 * @return false: there is a wall among their edges that near. */
static bool flood_arc(wend_mesh_search *search, const disc_arc *c, uint32_t cell, double distance)
{
    wendi_mesh_disc *disc = search->disc;
    const wendi_mesh_cells *cells = &search->space->cells;
    bool is_clear = true;
    wendi_array_u32_clear(&disc->touched);
    wendi_disc_start_flood(search, cell);
    while (disc->stack.count > 0 && !disc->is_out_of_memory) {
        const uint32_t at = disc->stack.items[--disc->stack.count];
        if (!wendi_array_u32_push(&disc->touched, at)) {
            disc->is_out_of_memory = true;
        }
        for (uint32_t h = cells->firsts[at]; h < cells->firsts[at + 1]; h++) {
            const wendi_mesh_half *half = &cells->halves[h];
            const wend_vec2 to = cells->halves[wendi_mesh_next(cells, h)].point;
            if (!is_arc_near(c, half->point, to, distance)) {
                continue;
            }
            if (half->twin == NONE) {
                is_clear = false;
                continue;
            }
            wendi_disc_flood_into(search, cells->halves[half->twin].cell);
        }
    }
    return is_clear;
}

bool wendi_disc_arc_is_clear(wend_mesh_search *search, const wendi_disc_root *root, wend_vec2 dir)
{
    const disc_arc c = arc_of(search, root, dir);
    return flood_arc(search, &c, root->cell, search->disc->room) && !search->disc->is_out_of_memory;
}

void wendi_disc_list_arc_cells(wend_mesh_search *search, const wendi_disc_root *root)
{
    const disc_arc c = arc_of(search, root, root->end);
    (void)flood_arc(search, &c, root->cell, search->disc->slack);
}
