/* The path of an anchor: its points, the room beside them, and positions on it.
 * Cost: a point is found by bisection; a path is measured once, by two rays for each point, of as
 * many strides as the pattern is wide over the reach of an obstacle query. */
#include "crowd/formation/anchor_path.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"

#include <math.h>
#include <string.h>

enum { POINT_BYTES = 2 * sizeof(wend_vec2) + 4 * sizeof(double) };

/* Beyond its ends the path continues as its last metre. */
static const double END_METRES = 1;
static const double SHORT = 1e-9;

/* ---- memory ---- */

void wendi_anchor_path_clear(wendi_anchor_path *path)
{
    path->count = 0;
    path->open = 0;
}

bool wendi_anchor_path_reserve(wendi_anchor_path *path, const wend_allocator *a, size_t count)
{
    if (count <= path->capacity) {
        return true;
    }
    if (count > UINT32_MAX / (2 * POINT_BYTES)) {
        return false;
    }
    const size_t more = count + count / 4;
    void *block = wendi_alloc(a, more * POINT_BYTES);
    if (block == NULL) {
        return false;
    }
    const wendi_anchor_path old = *path;
    path->points = block;
    path->normals = path->points + more;
    void *behind = path->normals + more;
    path->arcs = behind;
    path->rooms = path->arcs + more;
    path->lefts = path->rooms + more;
    path->rights = path->lefts + more;
    path->capacity = (uint32_t)more;
    if (old.count > 0) {
        memcpy(path->points, old.points, old.count * sizeof *path->points);
        memcpy(path->arcs, old.arcs, old.count * sizeof *path->arcs);
        memcpy(path->rooms, old.rooms, old.count * sizeof *path->rooms);
    }
    wendi_free(a, old.points, (size_t)old.capacity * POINT_BYTES);
    return true;
}

void wendi_anchor_path_free(wendi_anchor_path *path, const wend_allocator *a)
{
    wendi_free(a, path->points, (size_t)path->capacity * POINT_BYTES);
    *path = (wendi_anchor_path){.count = 0};
}

size_t wendi_anchor_path_memory_bytes(const wendi_anchor_path *path)
{
    return (size_t)path->capacity * POINT_BYTES;
}

void wendi_anchor_path_append(wendi_anchor_path *path, wend_vec2 point)
{
    const uint32_t i = path->count;
    path->arcs[i] = i == 0 ? 0 : path->arcs[i - 1] + wend_vec2_distance(path->points[i - 1], point);
    path->points[i] = point;
    path->rooms[i] = 2 * WENDI_ANCHOR_PATH_WIDTH_MOST;
    path->open += path->open == path->count;
    path->count++;
}

uint32_t wendi_anchor_path_drop(wendi_anchor_path *path, double arc)
{
    uint32_t first = 0;
    while (first + 2 < path->count && path->arcs[first + 1] < arc) {
        first++;
    }
    if (first > 0) {
        path->count -= first;
        path->open = path->open > first ? path->open - first : 1;
        memmove(path->points, path->points + first, path->count * sizeof *path->points);
        memmove(path->arcs, path->arcs + first, path->count * sizeof *path->arcs);
        memmove(path->rooms, path->rooms + first, path->count * sizeof *path->rooms);
    }
    return first;
}

uint32_t wendi_anchor_path_preview_cut(const wendi_anchor_path *path, double arc, wend_vec2 *last)
{
    *last = path->points[path->count - 1];
    if (!(arc < wendi_anchor_path_end(path))) {
        return path->count;
    }
    const uint32_t leg = wendi_anchor_path_leg_at(path, arc);
    const bool is_between = arc - path->arcs[leg] > SHORT;
    *last = is_between ? wendi_anchor_path_point(path, arc) : path->points[leg];
    return leg + 1 + is_between;
}

void wendi_anchor_path_cut(wendi_anchor_path *path, double arc)
{
    if (path->count < 2 || !(arc < wendi_anchor_path_end(path))) {
        return;
    }
    const uint32_t leg = wendi_anchor_path_leg_at(path, arc);
    const double room = path->rooms[leg];
    wend_vec2 last;
    const uint32_t count = wendi_anchor_path_preview_cut(path, arc, &last);
    path->count = leg + 1;
    path->open = path->open < path->count ? path->open : path->count;
    if (count > path->count) {
        wendi_anchor_path_append(path, last);
        path->rooms[leg + 1] = room;
    }
}

/* ---- points on the path ---- */

double wendi_anchor_path_end(const wendi_anchor_path *path)
{
    return path->count == 0 ? 0 : path->arcs[path->count - 1];
}

uint32_t wendi_anchor_path_leg_at(const wendi_anchor_path *path, double arc)
{
    uint32_t low = 0;
    uint32_t high = path->count - 2;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if (path->arcs[middle] <= arc) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

static wend_vec2 inner(const wendi_anchor_path *path, double arc)
{
    const uint32_t leg = wendi_anchor_path_leg_at(path, arc);
    const double length = path->arcs[leg + 1] - path->arcs[leg];
    double t = length > 0 ? (arc - path->arcs[leg]) / length : 0;
    t = t > 0 ? t : 0;
    return wend_vec2_lerp(path->points[leg], path->points[leg + 1], t < 1 ? t : 1);
}

wend_vec2 wendi_anchor_path_point(const wendi_anchor_path *path, double arc)
{
    const double begin = path->arcs[0];
    const double end = wendi_anchor_path_end(path);
    if (arc >= begin && arc <= end) {
        return inner(path, arc);
    }
    const bool is_before = arc < begin;
    const wend_vec2 tip = is_before ? path->points[0] : path->points[path->count - 1];
    const double within = is_before ? begin + END_METRES : end - END_METRES;
    const wend_vec2 out = wend_vec2_normalize(wend_vec2_sub(tip, inner(path, within)));
    return wend_vec2_add(tip, wend_vec2_scale(out, is_before ? begin - arc : arc - end));
}

wend_vec2 wendi_anchor_path_direction(const wendi_anchor_path *path, double arc, double half)
{
    const wend_vec2 chord = wend_vec2_sub(wendi_anchor_path_point(path, arc + half),
                                          wendi_anchor_path_point(path, arc - half));
    if (wend_vec2_length(chord) > 1e-6) {
        return wend_vec2_normalize(chord);
    }
    const uint32_t leg = wendi_anchor_path_leg_at(path, arc);
    return wend_vec2_normalize(wend_vec2_sub(path->points[leg + 1], path->points[leg]));
}

double wendi_anchor_path_narrowest(const wendi_anchor_path *path, double from, double to)
{
    double least = 2 * WENDI_ANCHOR_PATH_WIDTH_MOST;
    if (path->count < 2) {
        return least;
    }
    for (uint32_t i = wendi_anchor_path_leg_at(path, from); i < path->count && path->arcs[i] <= to;
         ++i) {
        if (path->arcs[i] >= from && path->rooms[i] < least) {
            least = path->rooms[i];
        }
    }
    return least;
}

/* ---- open ground and room ---- */

enum { RAY_STRIDES = 96, SMOOTH_MOST = 24, POINTS_MOST = 16384, ROUNDS = 4 };

/* Metres: half of the longest chord whose normal is used. */
static const double CHORD_MOST = 2;
/* Metres by which a shifted path moves aside, for each metre along it. */
static const double SLOPE = 0.5;
static const double GRAZE = 0.05;  /* metres that a path may come into the corner of a wall */
static const double BORDER = 1e-3; /* metres: a position this near to a wall is on its border */
#define TOUCH 0.1                  /* metres: the thickness of what may be touched */

/* ---- rays ---- */

/* Each near wall allows movement up to its line. */
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

static bool is_in_sight(const wendi_anchor_path_agent *w, wend_vec2 from, wend_vec2 to,
                        wend_vec2 aside)
{
    return wendi_obstacles_is_segment_clear(w->set, wend_vec2_add(from, aside),
                                            wend_vec2_add(to, aside), 0, w->margin);
}

/* On a border positions count as open, and the wall behind as one that contains them. */
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

bool wendi_anchor_path_open_position_near(const wendi_anchor_path_agent *agent, wend_vec2 at,
                                          wend_vec2 *open)
{
    static const wend_vec2 AROUND[] = {{0, 0}, {TOUCH, 0}, {-TOUCH, 0}, {0, TOUCH}, {0, -TOUCH}};
    for (size_t i = 0; i < sizeof AROUND / sizeof AROUND[0]; ++i) {
        const wend_vec2 position = wend_vec2_add(at, AROUND[i]);
        if (is_off_borders(agent, position)) {
            *open = position;
            return true;
        }
    }
    return false;
}

/* A wall that is only touched blocks neither of the lines slightly beside the leg. */
bool wendi_anchor_path_is_leg_open(const wendi_anchor_path_agent *agent, wend_vec2 from,
                                   wend_vec2 to)
{
    const wend_vec2 leg = wend_vec2_sub(to, from);
    const double length = wend_vec2_length(leg);
    wend_vec2 position = to;
    if (!wendi_anchor_path_open_position_near(agent, to, &position)) {
        return false;
    }
    const wend_vec2 aside =
        length > 0 ? wend_vec2_scale(wend_vec2_perpendicular(leg), GRAZE / length) : leg;
    return is_in_sight(agent, from, to, (wend_vec2){0, 0}) || is_in_sight(agent, from, to, aside) ||
           is_in_sight(agent, from, to, wend_vec2_scale(aside, -1));
}

/* The same without touching. */
static bool is_leg_free(const wendi_anchor_path_agent *w, wend_vec2 from, wend_vec2 to)
{
    return is_off_borders(w, to) && is_in_sight(w, from, to, (wend_vec2){0, 0});
}

void wendi_anchor_path_find_open(wendi_anchor_path *path, uint32_t leg, wend_vec2 from,
                                 const wendi_anchor_path_agent *agent)
{
    uint32_t next = leg + 1;
    while (next < path->count && wendi_anchor_path_is_leg_open(agent, from, path->points[next])) {
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

/* Points at equal steps along the line, including its last point; the first one is on the path
 * already. */
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

/* ---- shifts ---- */

void wendi_anchor_path_measure(wendi_anchor_path *path, uint32_t first,
                               const wendi_anchor_path_agent *agent)
{
    for (uint32_t i = first; i < path->count && path->count >= 2; ++i) {
        const double most = wendi_min(agent->width + agent->spacing, WENDI_ANCHOR_PATH_WIDTH_MOST);
        const double half = wendi_max(wendi_min(agent->width / 2, CHORD_MOST), agent->spacing);
        const wend_vec2 ahead = wendi_anchor_path_direction(path, path->arcs[i], half);
        const wend_vec2 left = {-ahead.y, ahead.x};
        const wend_vec2 right = {ahead.y, -ahead.x};
        path->normals[i] = left;
        path->lefts[i] = wendi_anchor_path_clear_distance(agent->set, path->points[i], left, most,
                                                          agent->radius, agent->margin);
        path->rights[i] = wendi_anchor_path_clear_distance(agent->set, path->points[i], right, most,
                                                           agent->radius, agent->margin);
        path->rooms[i] = path->lefts[i] + path->rights[i];
    }
}

/* The shift to the left that gives the pattern room, or centres it. */
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

/* Points of a path that count together: where the pattern is at a point, it is at all of these. */
typedef struct path_window {
    uint32_t low, high; /* inclusive */
} path_window;

static path_window window_of(const wendi_anchor_path *path, uint32_t i, uint32_t first,
                             uint32_t around)
{
    return (path_window){i > first + around ? i - around : first,
                         i + around < path->count ? i + around : path->count - 1};
}

/* The width of the pattern as it passes: it narrows to the room. */
static double width_in(const wendi_anchor_path *path, path_window w, double width)
{
    for (uint32_t k = w.low; k <= w.high; ++k) {
        width = wendi_min(width, path->rooms[k]);
    }
    return width;
}

/* The largest shift in a window: a thin wall has its effect before it is reached. */
static double largest_shift(const wendi_anchor_path *path, path_window w, double width)
{
    double largest = 0;
    for (uint32_t k = w.low; k <= w.high; ++k) {
        const double shift = shift_of(path->lefts[k], path->rights[k], width);
        if (fabs(shift) > fabs(largest)) {
            largest = shift;
        }
    }
    return largest;
}

/* Limits a shift so that a pattern of this width fits between the walls on both sides, and by a
 * slope from and to the ends of the line. */
static double limited(const wendi_anchor_path *path, uint32_t i, uint32_t first, double step,
                      double shift, double width, bool is_end)
{
    shift = wendi_min(wendi_max(shift, width / 2 - path->rights[i]), path->lefts[i] - width / 2);
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

/* Points that were moved behind a corner, or are now on two sides of one, return to where they
 * were. */
static void keep_in_the_open(wendi_anchor_path *path, uint32_t first,
                             const wendi_anchor_path_agent *agent)
{
    bool has_changed = true;
    for (uint32_t round = 0; round < ROUNDS && has_changed; ++round) {
        has_changed = false;
        for (uint32_t i = first; i < path->count; ++i) {
            const bool is_inner = i > first;
            const bool is_moved =
                fabs(path->rights[i]) > 0 || (is_inner && fabs(path->rights[i - 1]) > 0);
            const wend_vec2 from = is_inner ? moved(path, i - 1) : path->points[first - 1];
            if (is_moved && !is_leg_free(agent, from, moved(path, i))) {
                path->rights[i] = 0;
                path->rights[i - 1] = is_inner ? 0 : path->rights[i - 1];
                has_changed = true;
            }
        }
    }
}

/* Moves points aside; leaves out those that would lead back. */
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

/* Computes the shift of each point to the left, in rights. */
static void find_shifts(wendi_anchor_path *path, uint32_t first,
                        const wendi_anchor_path_agent *agent, double step, bool is_end)
{
    const double wanted = wendi_max(agent->width / 2, agent->spacing) / step;
    const uint32_t around = wanted < (double)SMOOTH_MOST ? (uint32_t)wanted : SMOOTH_MOST;
    /* Arcs hold shifts until move_aside recomputes them. */
    for (uint32_t i = first; i < path->count; ++i) {
        const path_window w = window_of(path, i, first, around);
        path->arcs[i] = largest_shift(path, w, width_in(path, w, agent->width));
    }
    for (uint32_t i = first; i < path->count; ++i) {
        const path_window w = window_of(path, i, first, around);
        double sum = 0;
        for (uint32_t k = w.low; k <= w.high; ++k) {
            sum += path->arcs[k];
        }
        const double shift = sum / (w.high - w.low + 1);
        path->rights[i] =
            limited(path, i, first, step, shift, width_in(path, w, agent->width), is_end);
    }
    keep_in_the_open(path, first, agent);
}

/* Lays a line behind the point before `first`, and finds how far it is open. */
static void lay(wendi_anchor_path *path, uint32_t first, const wend_vec2 *line, size_t count,
                const wendi_anchor_path_agent *agent, bool is_end, bool is_moved)
{
    const double metres = wendi_anchor_path_line_length(line, count);
    const double step = step_of(metres, agent->spacing);
    path->count = first;
    path->open = first;
    cut_into_steps(path, line, count, metres, step);
    wendi_anchor_path_measure(path, first, agent);
    if (is_moved) {
        find_shifts(path, first, agent, step, is_end);
        move_aside(path, first);
    }
    wendi_anchor_path_find_open(path, first - 1, path->points[first - 1], agent);
}

void wendi_anchor_path_extend(wendi_anchor_path *path, const wend_vec2 *line, size_t count,
                              const wendi_anchor_path_agent *agent, bool is_end)
{
    const uint32_t first = path->count;
    const uint32_t open = path->open;
    if (count < 2 || !(wendi_anchor_path_line_length(line, count) > 1e-6)) {
        return;
    }
    lay(path, first, line, count, agent, is_end, true);
    if (path->open < path->count) {
        /* The line without shifts may be open further. */
        lay(path, first, line, count, agent, is_end, false);
    }
    path->open = open < first ? open : path->open;
}
