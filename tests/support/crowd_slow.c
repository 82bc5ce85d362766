/* Distances of bodies from walls and from each other, by a look at every cell, line and pair. */
#include "support/crowd_slow.h"

#include "support/test.h"
#include "wend/grid.h"
#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* ---- cells ---- */

static double outside(double value, double low, double high)
{
    return value < low ? low - value : value > high ? value - high : 0;
}

static double to_cell(const wend_grid_info *info, int32_t x, int32_t y, wend_vec2 at)
{
    const double low_x = info->origin.x + (double)x * info->cell_size;
    const double low_y = info->origin.y + (double)y * info->cell_size;
    return hypot(outside(at.x, low_x, low_x + info->cell_size),
                 outside(at.y, low_y, low_y + info->cell_size));
}

static bool is_in_cell(const wend_grid_info *info, int32_t x, int32_t y, wend_vec2 at)
{
    const double low_x = info->origin.x + (double)x * info->cell_size;
    const double low_y = info->origin.y + (double)y * info->cell_size;
    return at.x > low_x && at.x < low_x + info->cell_size && at.y > low_y &&
           at.y < low_y + info->cell_size;
}

static double room_in_grid(const wend_grid *grid, wend_vec2 at)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const double right = info.origin.x + info.cell_size * (double)info.width;
    const double top = info.origin.y + info.cell_size * (double)info.height;
    double room =
        least(least(at.x - info.origin.x, right - at.x), least(at.y - info.origin.y, top - at.y));
    for (int32_t y = 0; y < info.height; y++) {
        for (int32_t x = 0; x < info.width; x++) {
            if (!wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y)) {
                room = least(room, is_in_cell(&info, x, y, at) ? -1 : to_cell(&info, x, y, at));
            }
        }
    }
    return room;
}

static void spread(const wend_grid *grid, uint32_t *parts, int32_t x, int32_t y, uint32_t part)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (x < 0 || y < 0 || x >= info.width || y >= info.height || parts[y * info.width + x] != 0 ||
        !wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y)) {
        return;
    }
    parts[y * info.width + x] = part;
    spread(grid, parts, x + 1, y, part);
    spread(grid, parts, x - 1, y, part);
    spread(grid, parts, x, y + 1, part);
    spread(grid, parts, x, y - 1, part);
}

void crowd_slow_parts(const wend_grid *grid, uint32_t *parts)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    for (int32_t i = 0; i < info.width * info.height; i++) {
        parts[i] = 0;
    }
    for (int32_t y = 0; y < info.height; y++) {
        for (int32_t x = 0; x < info.width; x++) {
            spread(grid, parts, x, y, (uint32_t)(y * info.width + x) + 1);
        }
    }
}

/* ---- walls ---- */

static double to_line(wend_vec2 a, wend_vec2 b, wend_vec2 at)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double squared = dx * dx + dy * dy;
    const double t = squared > 0 ? ((at.x - a.x) * dx + (at.y - a.y) * dy) / squared : 0;
    const double part = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(a.x + part * dx - at.x, a.y + part * dy - at.y);
}

static double room_in_walls(const wend_walls *walls, wend_vec2 at)
{
    const size_t limit = wend_walls_count(walls);
    wend_wall_id *ids = malloc((limit + 1) * sizeof *ids);
    size_t count = 0;
    double room = 1e300;
    assert_non_null(ids);
    assert_int_equal(wend_walls_list(walls, ids, limit, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_wall wall;
        assert_int_equal(wend_walls_get(walls, ids[i], &wall), WEND_OK);
        for (size_t k = 0; k < wall.count && (wall.stops & (uint32_t)WEND_STOPS_WALK) != 0; k++) {
            room = least(room, to_line(wall.points[k], wall.points[(k + 1) % wall.count], at));
        }
    }
    free(ids);
    return wend_walls_is_inside(walls, at, WEND_STOPS_WALK) ? -1 : room;
}

double crowd_slow_room(const wend_grid *grid, const wend_walls *walls, wend_vec2 at)
{
    double room = 1e300;
    if (grid != NULL) {
        room = least(room, room_in_grid(grid, at));
    }
    if (walls != NULL) {
        room = least(room, room_in_walls(walls, at));
    }
    return room;
}

/* ---- crowds ---- */

static wend_body_id *list(const wend_crowd *crowd, size_t *count)
{
    const size_t limit = wend_crowd_body_count(crowd);
    wend_body_id *ids = malloc((limit + 1) * sizeof *ids);
    assert_non_null(ids);
    assert_int_equal(wend_crowd_list_bodies(crowd, ids, limit, count), WEND_OK);
    return ids;
}

static bool is_finite_body(const wend_body *body)
{
    return isfinite(body->position.x) && isfinite(body->position.y) && isfinite(body->velocity.x) &&
           isfinite(body->velocity.y) && isfinite(body->heading) && isfinite(body->preferred.x) &&
           isfinite(body->preferred.y) && !isnan(body->distance_left);
}

double crowd_slow_least_gap(const wend_crowd *crowd, const wend_grid *grid, const wend_walls *walls)
{
    size_t count;
    wend_body_id *ids = list(crowd, &count);
    double gap = 1e300;
    for (size_t i = 0; i < count; i++) {
        wend_body body;
        assert_int_equal(wend_crowd_get_body(crowd, ids[i], &body), WEND_OK);
        if (!is_finite_body(&body)) {
            gap = -1e300;
        } else if (body.user == 0) {
            gap = least(gap, crowd_slow_room(grid, walls, body.position) - body.radius);
        }
    }
    free(ids);
    return gap;
}

static double overlap_of(const wend_body *a, const wend_body *b)
{
    const double far = hypot(a->position.x - b->position.x, a->position.y - b->position.y);
    const double smaller = a->radius < b->radius ? a->radius : b->radius;
    return a->floor == b->floor && a->user == 0 && b->user == 0
               ? (a->radius + b->radius - far) / (2 * smaller)
               : 0;
}

double crowd_slow_overlap(const wend_crowd *crowd)
{
    size_t count;
    wend_body_id *ids = list(crowd, &count);
    wend_body *bodies = malloc((count + 1) * sizeof *bodies);
    double deepest = 0;
    assert_non_null(bodies);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(wend_crowd_get_body(crowd, ids[i], &bodies[i]), WEND_OK);
        for (size_t k = 0; k < i; k++) {
            const double over = overlap_of(&bodies[i], &bodies[k]);
            deepest = over > deepest ? over : deepest;
        }
    }
    free(bodies);
    free(ids);
    return deepest;
}
