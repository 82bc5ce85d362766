/* takes: lines that an anchor is to go along, and the walls around.
 * gives: points of its way, away from walls as far as its pattern needs and there is room, and how
 *        much room that is.
 * cost:  two rays for each point, of as many strides as the pattern is wide over what barriers can
 *        be asked for; once for each way. */
#include "crowd/formation/anchor_path.h"

#include "base/math/clamp.h"

#include <math.h>

enum { RAY_STRIDES = 96, SMOOTH_MOST = 24, POINTS_MOST = 16384, ROUNDS = 4 };

/* Normals are those of chords of so many metres to both sides, at most. */
static const double CHORD_MOST = 2;
/* A way that is moved aside does so by no more than this many metres a metre. */
static const double SLOPE = 0.5;
static const double GRAZE = 0.05;  /* metres that a way may come into the corner of a wall */
static const double BORDER = 1e-3; /* metres; who is nearer to a wall is on its border */
#define TOUCH 0.1                  /* metres: the thickness of what may be touched */

/* ---- rays ---- */

/* Each wall near allows some way to where its line is crossed. */
static double stride(const wendi_obstacle_constraint *near, uint32_t count, wend_vec2 direction,
                     double radius, double most)
{
    for (uint32_t i = 0; i < count; ++i) {
        const double towards = direction.x * near[i].x + direction.y * near[i].y;
        if (towards > 1e-3) {
            most = wendi_min(most, wendi_max(near[i].distance - radius, 0) / towards);
        }
    }
    return most;
}

double wendi_anchor_path_clear_distance(const wendi_obstacle_set *set, wend_vec2 from,
                                        wend_vec2 direction, double most, double radius,
                                        double margin)
{
    const double longest = margin - radius > 0.25 ? margin - radius : 0.25;
    double done = 0;
    for (uint32_t i = 0; i < RAY_STRIDES && done < most; ++i) {
        const wend_vec2 at = {from.x + direction.x * done, from.y + direction.y * done};
        wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
        const uint32_t count = wendi_obstacles_nearest(set, at.x, at.y, margin, near);
        const double went = stride(near, count, direction, radius, longest);
        done += went;
        if (went < 0.01) {
            break;
        }
    }
    return wendi_min(done, most);
}

/* ---- open ground ---- */

static bool can_walk(const wendi_anchor_path_agent *w, wend_vec2 from, wend_vec2 to,
                     wend_vec2 aside)
{
    return wendi_obstacles_is_segment_clear(w->set, wend_vec2_add(from, aside),
                                            wend_vec2_add(to, aside), 0, w->margin);
}

/* On a border places count as open, and the wall behind it as one that they lie in. */
static bool is_off_borders(const wendi_anchor_path_agent *w, wend_vec2 at)
{
    for (uint32_t i = 0; i < 4; ++i) {
        const double x = at.x + (i % 2 == 0 ? BORDER : -BORDER);
        const double y = at.y + (i < 2 ? BORDER : -BORDER);
        if (!wendi_obstacles_is_open(w->obstacles, w->set, w->crowd_class, x, y)) {
            return false;
        }
    }
    return true;
}

bool wendi_anchor_path_open_position_near(const wendi_anchor_path_agent *w, wend_vec2 at,
                                          wend_vec2 *open)
{
    static const wend_vec2 AROUND[] = {{0, 0}, {TOUCH, 0}, {-TOUCH, 0}, {0, TOUCH}, {0, -TOUCH}};
    for (size_t i = 0; i < sizeof AROUND / sizeof AROUND[0]; ++i) {
        const wend_vec2 place = wend_vec2_add(at, AROUND[i]);
        if (is_off_borders(w, place)) {
            *open = place;
            return true;
        }
    }
    return false;
}

/* A wall that is only touched stops nobody a little to the left or to the right. */
bool wendi_anchor_path_is_leg_open(const wendi_anchor_path_agent *w, wend_vec2 from, wend_vec2 to)
{
    const wend_vec2 leg = wend_vec2_sub(to, from);
    const double length = wend_vec2_length(leg);
    wend_vec2 place = to;
    if (!wendi_anchor_path_open_position_near(w, to, &place)) {
        return false;
    }
    const wend_vec2 aside =
        length > 0 ? wend_vec2_scale(wend_vec2_perpendicular(leg), GRAZE / length) : leg;
    return can_walk(w, from, to, (wend_vec2){0, 0}) || can_walk(w, from, to, aside) ||
           can_walk(w, from, to, wend_vec2_scale(aside, -1));
}

/* The same, and nothing is touched. */
static bool is_leg_free(const wendi_anchor_path_agent *w, wend_vec2 from, wend_vec2 to)
{
    return is_off_borders(w, to) && can_walk(w, from, to, (wend_vec2){0, 0});
}

void wendi_anchor_path_find_open(wendi_anchor_path *path, uint32_t leg, wend_vec2 from,
                                 const wendi_anchor_path_agent *walker)
{
    uint32_t next = leg + 1;
    while (next < path->count && wendi_anchor_path_is_leg_open(walker, from, path->points[next])) {
        from = path->points[next++];
    }
    path->open = next < path->count ? next : path->count;
}

/* ---- steps ---- */

static double step_of(double metres, double spacing)
{
    const double step = wendi_max(spacing / 2, 0.1);
    return wendi_max(step, metres / (double)POINTS_MOST);
}

size_t wendi_anchor_path_points_for(double metres, double spacing)
{
    return (size_t)(metres / step_of(metres, spacing)) + 2;
}

double wendi_anchor_path_line_length(const wend_vec2 *line, size_t count)
{
    double metres = 0;
    for (size_t i = 1; i < count; ++i) {
        metres += wend_vec2_distance(line[i - 1], line[i]);
    }
    return metres;
}

/* Points at equal steps along the line, its last point too; the first one is on the way already. */
static void cut_into_steps(wendi_anchor_path *path, const wend_vec2 *line, size_t count,
                           double metres, double step)
{
    const uint32_t points = (uint32_t)(metres / step) + 1;
    const double pace = metres / points;
    size_t leg = 0;
    double before = 0;
    for (uint32_t k = 1; k < points; ++k) {
        const double arc = pace * k;
        double length = wend_vec2_distance(line[leg], line[leg + 1]);
        while (leg + 2 < count && before + length < arc) {
            before += length;
            leg++;
            length = wend_vec2_distance(line[leg], line[leg + 1]);
        }
        const double t = length > 0 ? wendi_min((arc - before) / length, 1) : 0;
        wendi_anchor_path_append(path, wend_vec2_lerp(line[leg], line[leg + 1], t));
    }
    wendi_anchor_path_append(path, line[count - 1]);
}

/* ---- room ---- */

static void look_aside(wendi_anchor_path *path, uint32_t i, const wendi_anchor_path_agent *walker)
{
    const double most = wendi_min(walker->width + walker->spacing, WENDI_ANCHOR_PATH_WIDTH_MOST);
    const double half = wendi_max(wendi_min(walker->width / 2, CHORD_MOST), walker->spacing);
    const wend_vec2 ahead = wendi_anchor_path_direction(path, path->arcs[i], half);
    const wend_vec2 left = {-ahead.y, ahead.x};
    const wend_vec2 right = {ahead.y, -ahead.x};
    path->normals[i] = left;
    path->lefts[i] = wendi_anchor_path_clear_distance(walker->set, path->points[i], left, most,
                                                      walker->radius, walker->margin);
    path->rights[i] = wendi_anchor_path_clear_distance(walker->set, path->points[i], right, most,
                                                       walker->radius, walker->margin);
    path->rooms[i] = path->lefts[i] + path->rights[i];
}

void wendi_anchor_path_measure(wendi_anchor_path *path, uint32_t first,
                               const wendi_anchor_path_agent *walker)
{
    for (uint32_t i = first; i < path->count && path->count >= 2; ++i) {
        look_aside(path, i, walker);
    }
}

/* How far to the left a point should go so that the pattern has room, or stands in the middle. */
static double shift_of(double left, double right, double width)
{
    const double half = width / 2;
    if (left + right < width) {
        return (left - right) / 2;
    }
    if (left < half) {
        return left - half;
    }
    return right < half ? half - right : 0;
}

/* The shift that is largest around point i: what a thin wall asks for begins before it. */
static double largest_around(const wendi_anchor_path *path, uint32_t i, uint32_t first,
                             uint32_t around, double width)
{
    const uint32_t low = i > first + around ? i - around : first;
    const uint32_t high = i + around < path->count ? i + around : path->count - 1;
    double largest = 0;
    for (uint32_t k = low; k <= high; ++k) {
        const double shift = shift_of(path->lefts[k], path->rights[k], width);
        if (fabs(shift) > fabs(largest)) {
            largest = shift;
        }
    }
    return largest;
}

static double mean_around(const wendi_anchor_path *path, uint32_t i, uint32_t first,
                          uint32_t around)
{
    const uint32_t low = i > first + around ? i - around : first;
    const uint32_t high = i + around < path->count ? i + around : path->count - 1;
    double sum = 0;
    for (uint32_t k = low; k <= high; ++k) {
        sum += path->arcs[k];
    }
    return sum / (high - low + 1);
}

/* Between the walls beside it, and from and to the ends of the line by a slope. */
static double limited(const wendi_anchor_path *path, uint32_t i, uint32_t first, double step,
                      double shift, bool is_end)
{
    shift = wendi_min(wendi_max(shift, -path->rights[i]), path->lefts[i]);
    double most = SLOPE * step * (i + 1 - first);
    if (is_end) {
        most = wendi_min(most, SLOPE * step * (path->count - 1 - i));
    }
    return wendi_min(wendi_max(shift, -most), most);
}

static wend_vec2 moved(const wendi_anchor_path *path, uint32_t i)
{
    return wend_vec2_add(path->points[i], wend_vec2_scale(path->normals[i], path->rights[i]));
}

/* Points that were moved behind a corner, or are now on two sides of one, stay where they were. */
static void keep_in_the_open(wendi_anchor_path *path, uint32_t first,
                             const wendi_anchor_path_agent *walker)
{
    bool has_changed = true;
    for (uint32_t round = 0; round < ROUNDS && has_changed; ++round) {
        has_changed = false;
        for (uint32_t i = first; i < path->count; ++i) {
            const bool is_inner = i > first;
            const bool is_moved =
                fabs(path->rights[i]) > 0 || (is_inner && fabs(path->rights[i - 1]) > 0);
            const wend_vec2 from = is_inner ? moved(path, i - 1) : path->points[first - 1];
            if (is_moved && !is_leg_free(walker, from, moved(path, i))) {
                path->rights[i] = 0;
                path->rights[i - 1] = is_inner ? 0 : path->rights[i - 1];
                has_changed = true;
            }
        }
    }
}

/* Moves points aside; those that would lead back are left out. */
static void move_aside(wendi_anchor_path *path, uint32_t first)
{
    uint32_t kept = first;
    for (uint32_t i = first; i < path->count; ++i) {
        const wend_vec2 left = path->normals[i];
        const wend_vec2 at = moved(path, i);
        const double room = path->rooms[i];
        const wend_vec2 travelled = wend_vec2_sub(at, path->points[kept - 1]);
        const bool is_last = i + 1 == path->count;
        if (!is_last && travelled.x * left.y - travelled.y * left.x <= 1e-3) {
            continue;
        }
        path->points[kept] = at;
        path->rooms[kept] = room;
        path->arcs[kept] = path->arcs[kept - 1] + wend_vec2_length(travelled);
        kept++;
    }
    path->count = kept;
}

/* How far each point is to go to the left, in rights. */
static void find_shifts(wendi_anchor_path *path, uint32_t first,
                        const wendi_anchor_path_agent *walker, double step, bool is_end)
{
    const double wanted = wendi_max(walker->width / 2, walker->spacing) / step;
    const uint32_t around = wanted < (double)SMOOTH_MOST ? (uint32_t)wanted : SMOOTH_MOST;
    /* Arcs are worked out anew by move_aside: until then they hold shifts. */
    for (uint32_t i = first; i < path->count; ++i) {
        path->arcs[i] = largest_around(path, i, first, around, walker->width);
    }
    for (uint32_t i = first; i < path->count; ++i) {
        const double shift = mean_around(path, i, first, around);
        path->rights[i] = limited(path, i, first, step, shift, is_end);
    }
    keep_in_the_open(path, first, walker);
}

/* Lays down a line behind the point before `first`; finds out how far that is open. */
static void lay(wendi_anchor_path *path, uint32_t first, const wend_vec2 *line, size_t count,
                const wendi_anchor_path_agent *walker, bool is_end, bool is_moved)
{
    const double metres = wendi_anchor_path_line_length(line, count);
    const double step = step_of(metres, walker->spacing);
    path->count = first;
    path->open = first;
    cut_into_steps(path, line, count, metres, step);
    wendi_anchor_path_measure(path, first, walker);
    if (is_moved) {
        find_shifts(path, first, walker, step, is_end);
        move_aside(path, first);
    }
    wendi_anchor_path_find_open(path, first - 1, path->points[first - 1], walker);
}

void wendi_anchor_path_extend(wendi_anchor_path *path, const wend_vec2 *line, size_t count,
                              const wendi_anchor_path_agent *walker, bool is_end)
{
    const uint32_t first = path->count;
    const uint32_t open = path->open;
    if (count < 2 || !(wendi_anchor_path_line_length(line, count) > 1e-6)) {
        return;
    }
    lay(path, first, line, count, walker, is_end, true);
    if (path->open < path->count) {
        /* The line itself may be open all the way, or further. */
        lay(path, first, line, count, walker, is_end, false);
    }
    path->open = open < first ? open : path->open;
}
