/* Clearance of lines that the centre of a disc moves on.
 * Cost: the edges of the cells that come nearer than the radius.
 *
 *     +--------+------+     Walls are found by flooding: from the cell of the line's end over every
 *     |   o----|---o  |     edge that is near enough, with the interval of the line that it is near
 *     +----+###|######+     to; so floors over or under the line are no obstacle. */
#include "route/mesh_disc/search.h"
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

/* ---- lines ---- */

/* A part of a line; empty when low > high. */
typedef struct line_interval {
    double low, high;
} line_interval;

static const line_interval EMPTY = {1, 0};

static line_interval both(line_interval a, line_interval b)
{
    const line_interval p = {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
    return p;
}

/* The least part with both in it. */
static line_interval around(line_interval a, line_interval b)
{
    if (!(a.low <= a.high)) {
        return b;
    }
    if (!(b.low <= b.high)) {
        return a;
    }
    const line_interval p = {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    return p;
}

/* Finds where base + t * slope lies between two values. */
static line_interval between(double base, double slope, double low, double high)
{
    if (!(slope < 0) && !(slope > 0)) {
        const line_interval all = {-(double)INFINITY, (double)INFINITY};
        return base > low && base < high ? all : EMPTY;
    }
    const double a = (low - base) / slope;
    const double b = (high - base) / slope;
    const line_interval p = {a < b ? a : b, a < b ? b : a};
    return p;
}

/* The part of the line within a distance of a point. */
static line_interval near_point(wend_vec2 from, wend_vec2 delta, wend_vec2 point, double distance)
{
    const wend_vec2 u = wendi_disc_sub(point, from);
    const double square = wendi_disc_dot(delta, delta);
    const double beside = wendi_disc_cross(delta, u);
    const double rest = distance * distance - beside * beside / square;
    if (!(rest > 0)) {
        return EMPTY;
    }
    const double middle = wendi_disc_dot(u, delta) / square;
    const double half = sqrt(rest / square);
    const line_interval p = {middle - half, middle + half};
    return p;
}

double wendi_disc_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 e = wendi_disc_sub(b, a);
    const double square = wendi_disc_dot(e, e);
    double t = square > 0 ? wendi_disc_dot(wendi_disc_sub(p, a), e) / square : 0;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    const wend_vec2 at = {a.x + e.x * t, a.y + e.y * t};
    return wendi_disc_distance(p, at);
}

/* The part of a line that comes nearer to an edge than a distance: the distance to an edge is
 * convex along a line, so it is one part. */
static line_interval near_edge(wend_vec2 from, wend_vec2 delta, wend_vec2 a, wend_vec2 b,
                               double distance)
{
    const line_interval all = {0, 1};
    if (!(wendi_disc_dot(delta, delta) > 0)) {
        return wendi_disc_point_distance(from, a, b) < distance ? all : EMPTY;
    }
    line_interval p =
        around(near_point(from, delta, a, distance), near_point(from, delta, b, distance));
    const wend_vec2 e = wendi_disc_sub(b, a);
    const wend_vec2 u = wendi_disc_sub(from, a);
    const double square = wendi_disc_dot(e, e);
    const double wide = distance * sqrt(square);
    const line_interval beside =
        both(between(wendi_disc_dot(u, e), wendi_disc_dot(delta, e), 0, square),
             between(wendi_disc_cross(e, u), wendi_disc_cross(e, delta), -wide, wide));
    p = around(p, beside);
    return p.low <= p.high ? both(p, all) : EMPTY;
}

bool wendi_disc_line_is_near(wend_vec2 from, wend_vec2 to, wend_vec2 a, wend_vec2 b,
                             double distance, double *middle)
{
    const line_interval p = near_edge(from, wendi_disc_sub(to, from), a, b, distance);
    *middle = 0.5 * (p.low + p.high);
    return p.low <= p.high;
}

/* The part of a line inside of a cell, or nearly. */
static line_interval inside(const wendi_mesh_cells *cells, uint32_t cell, wend_vec2 from,
                            wend_vec2 delta, double slack)
{
    line_interval p = {0, 1};
    const uint32_t end = cells->ranges[cell].end;
    for (uint32_t h = cells->ranges[cell].first; h < end && p.low <= p.high; h++) {
        const wend_vec2 a = cells->halves[h].point;
        const wend_vec2 e = wendi_disc_sub(cells->halves[wendi_mesh_next(cells, h)].point, a);
        p = both(p,
                 between(wendi_disc_cross(e, wendi_disc_sub(from, a)), wendi_disc_cross(e, delta),
                         -slack * (fabs(e.x) + fabs(e.y)), (double)INFINITY));
    }
    return p;
}

/* ---- flooding ---- */

static void start_flood(wendi_mesh_disc *disc)
{
    if (++disc->interval_stamp == 0) {
        memset(disc->intervals, 0, disc->cell_count * sizeof *disc->intervals);
        disc->interval_stamp = 1;
    }
    wendi_array_u32_clear(&disc->stack);
}

/* Into a cell, with a window; again, if the window has become wider. */
static void enter(wend_mesh_search *search, uint32_t cell, line_interval p)
{
    wendi_mesh_disc *disc = search->disc;
    wendi_disc_interval *interval = &disc->intervals[cell];
    if (interval->stamp == disc->interval_stamp) {
        if (interval->low <= p.low && interval->high >= p.high) {
            return;
        }
        p.low = p.low < interval->low ? p.low : interval->low;
        p.high = p.high > interval->high ? p.high : interval->high;
    }
    interval->low = p.low;
    interval->high = p.high;
    interval->stamp = disc->interval_stamp;
    if (!wendi_array_u32_push(&disc->stack, cell)) {
        disc->is_out_of_memory = true;
    }
}

typedef struct disc_line {
    wend_vec2 from, delta;
    double width; /* width of the line times its length */
    bool lists;   /* list the cells it comes near to */
    bool cuts;    /* collect the intervals that walls cut off, instead of stopping at the first */
} disc_line;

static disc_line line_of(const wend_mesh_search *search, wend_vec2 from, wend_vec2 to)
{
    disc_line l = {.from = from, .delta = wendi_disc_sub(to, from)};
    l.width = search->disc->room * sqrt(wendi_disc_dot(l.delta, l.delta));
    return l;
}

/* True if an edge lies far to one side of the line, or far before or behind it. Most do. */
static bool is_far(const disc_line *l, wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 u = wendi_disc_sub(a, l->from);
    const wend_vec2 v = wendi_disc_sub(b, l->from);
    const double side_a = wendi_disc_cross(l->delta, u);
    const double side_b = wendi_disc_cross(l->delta, v);
    const double along_a = wendi_disc_dot(l->delta, u);
    const double along_b = wendi_disc_dot(l->delta, v);
    const double end = wendi_disc_dot(l->delta, l->delta) + l->width;
    return (side_a > l->width && side_b > l->width) || (side_a < -l->width && side_b < -l->width) ||
           (along_a < -l->width && along_b < -l->width) || (along_a > end && along_b > end);
}

static bool cut(wend_mesh_search *search, line_interval p)
{
    wendi_mesh_disc *disc = search->disc;
    void *cuts = wendi_disc_grow(search, disc->cuts, &disc->cut_capacity, disc->cut_count + 1,
                                 sizeof *disc->cuts);
    if (cuts == NULL) {
        return false;
    }
    disc->cuts = cuts;
    const wendi_disc_interval made = {p.low, p.high, 0};
    disc->cuts[disc->cut_count++] = made;
    return true;
}

/* Checks the walls of a cell and continues over its other edges.
 * @return false: a wall is too near. */
static bool check_cell(wend_mesh_search *search, const disc_line *l, uint32_t cell,
                       line_interval interval)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const line_interval own = inside(cells, cell, l->from, l->delta, search->disc->slack);
    const line_interval common = both(own, interval);
    if (common.low <= common.high) {
        interval = around(own, interval);
    }
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        const wendi_mesh_half *half = &cells->halves[h];
        const wend_vec2 to = cells->halves[wendi_mesh_next(cells, h)].point;
        if (is_far(l, half->point, to)) {
            continue;
        }
        line_interval p = near_edge(l->from, l->delta, half->point, to, search->disc->room);
        p = both(p, interval);
        if (!(p.low <= p.high)) {
            continue;
        }
        if (half->twin != NONE) {
            enter(search, cells->halves[half->twin].cell, p);
        } else if (!l->cuts || !cut(search, p)) {
            return false;
        }
    }
    return true;
}

static bool flood(wend_mesh_search *search, const disc_line *l)
{
    wendi_mesh_disc *disc = search->disc;
    while (disc->stack.count > 0 && !disc->is_out_of_memory) {
        const uint32_t cell = disc->stack.items[--disc->stack.count];
        const line_interval interval = {disc->intervals[cell].low, disc->intervals[cell].high};
        if (l->lists && !wendi_array_u32_push(&disc->touched, cell)) {
            disc->is_out_of_memory = true;
        }
        if (!check_cell(search, l, cell, interval)) {
            return false;
        }
    }
    return !disc->is_out_of_memory;
}

void wendi_disc_start_flood(wend_mesh_search *search, uint32_t cell)
{
    const line_interval all = {0, 1};
    start_flood(search->disc);
    enter(search, cell, all);
}

void wendi_disc_flood_into(wend_mesh_search *search, uint32_t cell)
{
    const line_interval all = {0, 1};
    enter(search, cell, all);
}

bool wendi_disc_line_is_clear(wend_mesh_search *search, wend_vec2 from, wend_vec2 to,
                              uint32_t cell_of_to)
{
    const disc_line l = line_of(search, from, to);
    const line_interval end = {1, 1};
    start_flood(search->disc);
    enter(search, cell_of_to, end);
    return flood(search, &l);
}

bool wendi_disc_follow_line(wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t *cell)
{
    wendi_mesh_disc *disc = search->disc;
    disc_line l = line_of(search, from, to);
    const line_interval begin = {0, 0};
    l.lists = true;
    wendi_array_u32_clear(&disc->touched);
    start_flood(disc);
    enter(search, *cell, begin);
    if (!flood(search, &l)) {
        return false;
    }
    for (size_t i = 0; i < disc->touched.count; i++) {
        if (wendi_disc_is_in_cell(search, disc->touched.items[i], to)) {
            *cell = disc->touched.items[i];
            return true;
        }
    }
    return false;
}

/* ---- free parts ---- */

/* Few: insertion. */
static void sort_cuts(wendi_mesh_disc *disc)
{
    for (size_t i = 1; i < disc->cut_count; i++) {
        for (size_t j = i; j > 0 && disc->cuts[j].low < disc->cuts[j - 1].low; j--) {
            const wendi_disc_interval other = disc->cuts[j];
            disc->cuts[j] = disc->cuts[j - 1];
            disc->cuts[j - 1] = other;
        }
    }
}

/* Replaces the intervals that are cut off by those that are left; there is room for one more. */
static void invert_cuts(wendi_mesh_disc *disc)
{
    const size_t count = disc->cut_count;
    double at = 0;
    disc->cut_count = 0;
    for (size_t i = 0; i < count; i++) {
        const wendi_disc_interval gone = disc->cuts[i];
        if (gone.low >= at && (gone.low > 0 || i > 0)) {
            const wendi_disc_interval left = {at, gone.low, 0};
            disc->cuts[disc->cut_count++] = left;
        }
        at = gone.high > at ? gone.high : at;
    }
    if (at < 1 || count == 0) {
        const wendi_disc_interval left = {at, 1, 0};
        disc->cuts[disc->cut_count++] = left;
    }
}

void wendi_disc_find_free(wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t cell)
{
    wendi_mesh_disc *disc = search->disc;
    disc_line l = line_of(search, from, to);
    const line_interval all = {0, 1};
    l.cuts = true;
    disc->cut_count = 0;
    wendi_disc_start_flood(search, cell);
    if (!flood(search, &l) || !cut(search, all)) {
        disc->is_out_of_memory = true;
        disc->cut_count = 0;
        return;
    }
    disc->cut_count--;
    sort_cuts(disc);
    invert_cuts(disc);
}

/* ---- arcs ---- */

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
        for (uint32_t h = cells->ranges[at].first; h < cells->ranges[at].end; h++) {
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
