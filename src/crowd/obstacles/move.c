/* takes: discs that want to go somewhere, or are in a wall.
 * gives: how far they get, sliding along walls, and the way out.
 * cost:  a question for walls for every stride; strides are as long as the walls around allow. */
#include "crowd/obstacles/obstacles.h"

#include "base/math/length.h"

#include "crowd/obstacles/candidates.h"

/* Metres: no disc is thinner where it asks for a free way, and no stride of one is cut shorter. */
static const double POINT = 0.02;

enum { PROJECTIONS = 6, STRIDES_MOST = 4096, WAY_OUT_TRIES = 8 };

static double dot(wend_vec2 a, const wendi_obstacle_constraint *near)
{
    return a.x * near->x + a.y * near->y;
}

static uint32_t most_crossed(const wendi_obstacle_constraint *near, uint32_t count, wend_vec2 by,
                             double radius)
{
    uint32_t worst = UINT32_MAX;
    double most = 1e-12;
    for (uint32_t i = 0; i < count; ++i) {
        const double over = dot(by, &near[i]) - (near[i].distance - radius);
        if (over > most) {
            most = over;
            worst = i;
        }
    }
    return worst;
}

/* Shortens a displacement until no wall is crossed. A wall that is too near already allows nothing
 * towards it. */
static wend_vec2 shorten(const wendi_obstacle_constraint *near, uint32_t count, wend_vec2 by,
                         double radius)
{
    double part = 1;
    for (uint32_t i = 0; i < count; ++i) {
        const double along = dot(by, &near[i]);
        const double gap = near[i].distance - radius;
        const double room = gap > 0 ? gap : 0;
        if (along > room && along * part > room) {
            part = room / along;
        }
    }
    return (wend_vec2){by.x * part, by.y * part};
}

wend_vec2 wendi_obstacles_clip(const wendi_obstacle_constraint *near, uint32_t count, wend_vec2 by,
                               double radius)
{
    for (int32_t i = 0; i < PROJECTIONS; ++i) {
        const uint32_t at = most_crossed(near, count, by, radius);
        if (at == UINT32_MAX) {
            return by;
        }
        const double over = dot(by, &near[at]) - (near[at].distance - radius);
        by.x -= over * near[at].x;
        by.y -= over * near[at].y;
    }
    return shorten(near, count, by, radius);
}

wend_vec2 wendi_obstacles_move_disc(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 by,
                                    double radius, double margin)
{
    const double stride = margin - radius > 0.25 * radius ? margin - radius : 0.25 * radius;
    const double cut = 0.5 * radius > POINT ? 0.5 * radius : POINT;
    for (int32_t i = 0; i < STRIDES_MOST; ++i) {
        const double left = wendi_vec2_length_unscaled(by);
        if (!(left > 1e-12)) {
            break;
        }
        double length = left < stride ? left : stride;
        double known = 0;
        wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
        uint32_t count =
            wendi_obstacles_nearest_known(set, from.x, from.y, radius + length, near, &known);
        /* Among many walls short strides: lines through far corners hold off where they need not.
         */
        if (count > 1 && length > cut) {
            length = cut;
            count =
                wendi_obstacles_nearest_known(set, from.x, from.y, radius + length, near, &known);
        }
        /* No further than where walls are that were too many to look at. */
        if (known < radius + length) {
            length = known - radius;
        }
        if (!(length > 1e-9)) {
            break;
        }
        const double part = length / left;
        const wend_vec2 wanted = {by.x * part, by.y * part};
        const wend_vec2 done = wendi_obstacles_clip(near, count, wanted, radius);
        from.x += done.x;
        from.y += done.y;
        /* What a wall took is lost; the rest goes on in the direction that was left. */
        const double kept = left - length;
        const double went = wendi_vec2_length_unscaled(done);
        if (!(went > 1e-9 * length) || !(kept > 0)) {
            break;
        }
        const double pace = kept / length;
        by = (wend_vec2){done.x * pace, done.y * pace};
    }
    return from;
}

/* Strides as long as no wall is near: where walls leave no room, the way is blocked. A point is as
 * thick as its shortest stride, else it would step over thin walls. */
bool wendi_obstacles_is_segment_clear(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 to,
                                      double radius, double margin)
{
    const wend_vec2 way = {to.x - from.x, to.y - from.y};
    const double length = wendi_vec2_length_unscaled(way);
    const double thick = radius > POINT ? radius : POINT;
    const double least = 0.25 * radius > 0.01 ? 0.25 * radius : 0.01;
    double done = 0;
    for (int32_t i = 0; i < STRIDES_MOST; ++i) {
        const double part = length > 0 ? done / length : 0;
        const wend_vec2 at = {from.x + way.x * part, from.y + way.y * part};
        wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
        const uint32_t count = wendi_obstacles_nearest(set, at.x, at.y, margin, near);
        const double room = (count > 0 ? near[0].distance : margin) - thick;
        if (room < -1e-6) {
            return false;
        }
        if (!(done < length)) {
            return true;
        }
        done += room > least ? room : least;
        done = done < length ? done : length;
    }
    return false;
}

/* Out of cells first, then out of polygons, until both are left. */
bool wendi_obstacles_nearest_open(const wendi_obstacles *b, const wendi_obstacle_set *set,
                                  uint32_t crowd_class, wend_vec2 from, double radius,
                                  wend_vec2 *out)
{
    wend_vec2 at = from;
    for (int32_t i = 0; i < WAY_OUT_TRIES; ++i) {
        if (!wendi_obstacle_cells_is_open(&set->cells, at.x, at.y) &&
            !wendi_obstacle_cells_nearest_open(&set->cells, at, radius, &at)) {
            return false;
        }
        wend_wall_hit hit = {.is_inside = false};
        if (set->lines.walls == NULL ||
            !wend_walls_is_inside(set->lines.walls, at, b->classes[crowd_class].stops) ||
            !wend_walls_nearest(set->lines.walls, at, 1e30, b->classes[crowd_class].stops, &hit)) {
            break;
        }
        const double dx = hit.point.x - at.x;
        const double dy = hit.point.y - at.y;
        const double length = wend_sqrt(dx * dx + dy * dy);
        const double more = length > 0 ? (length + radius * (1 + (double)i)) / length : 0;
        at = length > 0 ? (wend_vec2){at.x + dx * more, at.y + dy * more}
                        : (wend_vec2){at.x + hit.normal.x * radius, at.y + hit.normal.y * radius};
    }
    *out = at;
    return wendi_obstacles_is_open(b, set, crowd_class, at.x, at.y);
}
