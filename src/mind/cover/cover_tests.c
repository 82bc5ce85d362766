/* What makes a position cover: samples along walls, where agents can stand, which rays are stopped.
 * Cost: three rays over walls and obstacles a test. */
#include "mind/cover/cover.h"

#include "base/math/vec2.h"
#include "wend/grid.h"
#include "wend/mesh.h"

#include <math.h>

/* The edge rays of the test of width stay within the wall's ends by so much. */
static const double WIDE_PART = 0.98;

/* ---- samples ---- */

/* A wall's edge, and where its samples lie. */
typedef struct cover_edge {
    wend_vec2 a, along, normal;
    double first, step, away;
    uint32_t last; /* number of the last sample */
} cover_edge;

static bool lay_out(const wend_cover *cover, wend_vec2 a, wend_vec2 b, double radius,
                    cover_edge *edge)
{
    const wend_vec2 difference = wendi_vec2_sub(b, a);
    const double length = wendi_vec2_length(difference);
    if (!(length > 0)) {
        return false;
    }
    const double inset = radius + cover->def.gap, room = length - 2 * inset;
    edge->a = a;
    edge->along = wendi_vec2_scale(difference, 1 / length);
    edge->normal = (wend_vec2){-edge->along.y, edge->along.x};
    edge->away = inset;
    edge->first = room > 0 ? inset : length / 2;
    edge->last = 0;
    edge->step = 0;
    if (room > 0) {
        const double steps = room / cover->def.spacing;
        edge->last = steps < WEND_COVER_SAMPLES_MAX - 2 ? (uint32_t)steps + 1
                                                        : (uint32_t)WEND_COVER_SAMPLES_MAX - 1;
        edge->step = room / edge->last;
    }
    return true;
}

static bool visit_side(const cover_edge *edge, uint64_t side, double turn,
                       wendi_cover_sample_fn visit, void *context)
{
    const wend_vec2 out = wendi_vec2_scale(edge->normal, turn);
    const wend_vec2 direction = {0.0 - out.x, 0.0 - out.y};
    for (uint32_t i = 0; i <= edge->last; i++) {
        const double at = edge->first + edge->step * i;
        const wend_vec2 position = {edge->a.x + edge->along.x * at + out.x * edge->away,
                                    edge->a.y + edge->along.y * at + out.y * edge->away};
        if (!visit(context, side << 32 | i, position, direction)) {
            return false;
        }
    }
    return true;
}

void wendi_cover_samples(const wend_cover *cover, const wend_wall *wall, double radius,
                         wendi_cover_sample_fn visit, void *context)
{
    const size_t edges = wall->is_polygon ? wall->count : wall->count - 1;
    for (size_t k = 0; k < edges; k++) {
        cover_edge edge;
        const size_t next = k + 1 < wall->count ? k + 1 : 0;
        if (lay_out(cover, wall->points[k], wall->points[next], radius, &edge) &&
            (!visit_side(&edge, 2 * (uint64_t)k, 1, visit, context) ||
             !visit_side(&edge, 2 * (uint64_t)k + 1, -1, visit, context))) {
            return;
        }
    }
}

/* ---- ground ---- */

/* The middle of the body and four points of its edge lie on open cells. */
static bool is_on_grid(const wend_cover *cover, wend_vec2 position, double radius)
{
    const double x[] = {0, radius, -radius, 0, 0}, y[] = {0, 0, 0, radius, -radius};
    wend_grid_info info;
    wend_grid_get_info(cover->def.grid, &info);
    for (int i = 0; i < 5; i++) {
        const wend_node node =
            wend_grid_node_at(cover->def.grid, (wend_vec2){position.x + x[i], position.y + y[i]});
        if (node == WEND_NODE_NONE ||
            !wend_grid_is_open(cover->def.grid, cover->def.movement_class, WEND_TEAM_NONE,
                               (int32_t)(node % (uint32_t)info.width),
                               (int32_t)(node / (uint32_t)info.width))) {
            return false;
        }
    }
    return true;
}

static bool is_on_mesh(const wend_cover *cover, wend_vec2 position, double radius)
{
    const wend_mesh_location at = wend_mesh_location_at(position.x, position.y, 0);
    return wend_mesh_wall_distance(cover->def.mesh, at, radius, NULL) >= radius;
}

bool wendi_cover_stands(const wend_cover *cover, wend_vec2 position, double radius,
                        bool with_solids)
{
    const wend_cover_def *def = &cover->def;
    return fabs(position.x) <= WEND_COORDINATE_MAX && fabs(position.y) <= WEND_COORDINATE_MAX &&
           wend_walls_can_walk(def->walls, position, position, radius, def->stops_walk) &&
           !wend_walls_is_inside(def->walls, position, def->stops_walk) &&
           (!with_solids || cover->solid_slots.count == 0 ||
            (wend_walls_can_walk(cover->solids, position, position, radius, WENDI_SOLID_WALK) &&
             !wend_walls_is_inside(cover->solids, position, WENDI_SOLID_WALK))) &&
           (def->grid == NULL || is_on_grid(cover, position, radius)) &&
           (def->mesh == NULL || is_on_mesh(cover, position, radius)) &&
           (def->is_ground == NULL || def->is_ground(def->user, position, radius));
}

bool wendi_cover_is_wide(const wend_cover *cover, wend_vec2 position, wend_vec2 direction)
{
    const wend_cover_def *def = &cover->def;
    const double reach = 3 * def->radius + def->gap, side = WIDE_PART * def->radius;
    for (int i = -1; i <= 1; i++) {
        const wend_vec2 from = {position.x - direction.y * side * i,
                                position.y + direction.x * side * i};
        const wend_vec2 to = {from.x + direction.x * reach, from.y + direction.y * reach};
        if (!wend_walls_ray(def->walls, from, to, def->stops | def->stops_low, NULL)) {
            return false;
        }
    }
    return true;
}

/* ---- rays ---- */

/* The shooter stands; the target's points are as high as it is, standing or crouched. */
static uint32_t see_points(const wend_cover *cover, wend_vec2 from, const wend_vec2 *to,
                           size_t count, bool is_crouched)
{
    const wend_cover_def *def = &cover->def;
    const double height = is_crouched ? def->crouched_height : def->standing_height;
    const wend_vec3 shooter = {from.x, from.y, def->standing_height};
    wend_vec3 points[3];
    for (size_t i = 0; i < count; i++) {
        points[i] = (wend_vec3){to[i].x, to[i].y, height};
    }
    const uint32_t stops = def->stops | (is_crouched ? def->stops_low : 0);
    uint32_t visible = wend_walls_see_points(def->walls, shooter, points, count, stops);
    if (visible != 0 && cover->solid_slots.count > 0) {
        visible &= wend_walls_see_points(cover->solids, shooter, points, count, WENDI_SOLID_SHOT);
    }
    return visible;
}

bool wendi_cover_is_clear(const wend_cover *cover, wend_vec2 a, wend_vec2 b, bool is_crouched)
{
    return see_points(cover, a, &b, 1, is_crouched) != 0;
}

uint32_t wendi_cover_visible(const wend_cover *cover, wend_vec2 shooter, wend_vec2 position,
                             double radius, bool is_crouched)
{
    const wend_vec2 way = wendi_vec2_sub(position, shooter);
    const double distance = wendi_vec2_length(way);
    if (!(distance > radius)) {
        return 3;
    }
    const wend_vec2 side = {-way.y / distance * radius, way.x / distance * radius};
    const wend_vec2 points[3] = {{position.x - side.x, position.y - side.y},
                                 position,
                                 {position.x + side.x, position.y + side.y}};
    return wendi_popcount64(see_points(cover, shooter, points, 3, is_crouched));
}

double wend_cover_exposure(const wend_cover *cover, wend_vec2 shooter, wend_vec2 position,
                           double radius, bool is_crouched)
{
    if (cover == NULL || !(radius >= 0 && radius <= WEND_COORDINATE_MAX) ||
        wendi_check_vec2(NULL, NULL, NULL, shooter) != WEND_OK ||
        wendi_check_vec2(NULL, NULL, NULL, position) != WEND_OK) {
        return 1;
    }
    return wendi_cover_visible(cover, shooter, position, radius, is_crouched) / 3.0;
}
