/* Smooths a path over cells: string pulling where that is clear and no more expensive.
 * Cost: the cells of the path and the clearance tests of pulling. */
#include "base/math/predicates.h"
#include "route/mesh_space/corridor.h"
#include "route/mesh_space/space.h"
#include "route/path/path.h"
#include "route/path/straighten.h"
#include "route/segment/segment.h"
#include "wend/mesh_path.h"
#include "wend/path_shape.h"
#include "wend/walls.h"
#include <math.h>
#include <string.h>

/* ---- cells ---- */

static bool is_plain_at(const wend_path *path, const wend_space *space, size_t index)
{
    return wendi_leg_is_on_cells(space, &path->legs.items[index]);
}

static void add_leg(wend_path *path, const wend_leg *leg)
{
    path->spare.items[path->spare.count++] = *leg;
}

/* A part of a leg, or a straight segment that replaces several. */
static wend_leg shortcut_leg(const wend_path *path, const wend_space *space, uint32_t a, uint32_t b,
                             const wendi_shortcut *link)
{
    const wendi_path_points *points = &path->points;
    wend_leg leg = {.from = points->nodes.items[a],
                    .to = points->nodes.items[b],
                    .cost = link->cost,
                    .length = link->length,
                    .behaviour = WEND_BEHAVIOUR_WALK,
                    .edge = WEND_EDGE_NONE};
    leg.from_point = wendi_path_position(space, leg.from);
    leg.to_point = wendi_path_position(space, leg.to);
    return leg;
}

/* Writes the chosen segments of a stretch; a leg that is used whole stays bit for bit. */
static void add_chosen(wend_path *path, const wend_space *space, int64_t radius,
                       const wend_leg *legs)
{
    const wendi_path_points *points = &path->points;
    for (size_t i = 1; i < points->chosen.count; ++i) {
        uint32_t a = points->chosen.items[i - 1];
        uint32_t b = points->chosen.items[i];
        uint32_t index = points->legs.items[a];
        uint32_t begin = index == 0 ? 0 : points->leg_ends.items[index - 1];
        if (a == begin && b == points->leg_ends.items[index]) {
            add_leg(path, &legs[index]);
            continue;
        }
        wendi_shortcut link;
        wendi_path_shortcut(points, space, radius, a, b, &link);
        wend_leg leg = shortcut_leg(path, space, a, b, &link);
        add_leg(path, &leg);
    }
}

static wend_result smooth_stretch(wend_path *path, const wend_space *space, int64_t radius,
                                  wend_smoothing smoothing, size_t first, size_t count)
{
    const wend_leg *legs = path->legs.items + first;
    wend_result result = wendi_path_points_fill(&path->points, space, legs, count);
    if (result == WEND_OK) {
        wendi_path_pull_string(&path->points, space, radius, smoothing);
        add_chosen(path, space, radius, legs);
    }
    return result;
}

/* All stretches, and the legs between them as they are, into path->spare. */
static wend_result smooth_all(wend_path *path, const wend_space *space, int64_t radius,
                              wend_smoothing smoothing)
{
    path->spare.count = 0;
    if (!wendi_path_reserve(path, &path->spare, path->legs.count)) {
        return WEND_ERROR_MEMORY;
    }
    size_t at = 0;
    while (at < path->legs.count) {
        /* The legs from here on that walk over open ground, each from where the last one ended. */
        const wend_leg *legs = path->legs.items;
        size_t end = at;
        while (end < path->legs.count && is_plain_at(path, space, end) &&
               (end == at || legs[end].from == legs[end - 1].to)) {
            ++end;
        }
        size_t count = end - at;

        if (count == 0) {
            add_leg(path, &path->legs.items[at++]);
            continue;
        }
        wend_result result = smooth_stretch(path, space, radius, smoothing, at, count);
        if (result != WEND_OK) {
            return result;
        }
        at += count;
    }
    return WEND_OK;
}

wend_result wend_path_smooth(wend_path *path, const wend_space *space, double radius,
                             wend_smoothing smoothing)
{
    static const char function[] = "wend_path_smooth";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (space == NULL) {
        return wendi_refuse_null(&path->error, function, "space");
    }
    if (space->net != NULL) {
        return wendi_fail(&path->error, WEND_ERROR_UNSUPPORTED,
                          "%s: space is that of a graph: use wend_path_smooth_walls", function);
    }
    int64_t units;
    if (!wendi_segment_radius(space, radius, &units)) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: radius is %s, and must be a finite number, 0 or more", function,
                          wendi_format_number(radius).text);
    }
    if (smoothing != WEND_SMOOTHING_QUICK && smoothing != WEND_SMOOTHING_PRECISE) {
        return wendi_refuse(&path->error, function, "smoothing", (double)smoothing,
                            WEND_SMOOTHING_QUICK, WEND_SMOOTHING_PRECISE);
    }

    /* Legs over open ground must lead to cells of this space; others may count in another world. */
    const wend_node node_count = wendi_space_node_count(space);
    for (size_t i = 0; i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        if (is_plain_at(path, space, i) && (leg->from >= node_count || leg->to >= node_count)) {
            return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                              "%s: space has %lu nodes, but a leg of the path leads to others",
                              function, (unsigned long)wendi_space_node_count(space));
        }
    }

    wend_result result = smooth_all(path, space, units, smoothing);
    if (result == WEND_OK) {
        wendi_path_commit(path, path->start);
    }
    return wendi_fail_plain(&path->error, function, result);
}

/* ---- past walls ---- */

enum { WALLS_COOKIE = 0x57505731 };

wend_path_walls wend_path_walls_default(void)
{
    wend_path_walls how;
    memset(&how, 0, sizeof how);
    how.cookie = WALLS_COOKIE;
    how.stops = WEND_STOPS_WALK;
    how.factor = 1;
    return how;
}

bool wendi_leg_costs_its_length(const wend_leg *leg, double factor)
{
    const double cost = wend_cost_to_double(leg->cost);
    const double metres = leg->length * factor;
    const double off = cost > metres ? cost - metres : metres - cost;
    return off <= metres * 1e-6 || off <= 16 / (double)WEND_COST_ONE;
}

bool wendi_factor_is_valid(double factor)
{
    return factor >= 1.0 / 256 && factor <= 65536;
}

static bool is_plain_at_walls(void *context, const wend_leg *leg)
{
    const wend_path_walls *def = context;
    if (leg->behaviour != WEND_BEHAVIOUR_WALK) {
        return false;
    }
    return def->keeps != NULL ? !def->keeps(def->user, leg)
                              : wendi_leg_costs_its_length(leg, def->factor);
}

static wend_result walk_past_walls(void *context, wend_leg *leg, wend_cost most)
{
    const wend_path_walls *def = context;
    leg->cost = wend_cost_from_double(leg->length * def->factor);
    if (leg->cost > most) {
        return WEND_NO_PATH;
    }
    return wend_walls_can_walk(def->walls, leg->from_point, leg->to_point, def->radius, def->stops)
               ? WEND_OK
               : WEND_NO_PATH;
}

wend_result wend_path_smooth_walls(wend_path *path, const wend_path_walls *options)
{
    static const char function[] = "wend_path_smooth_walls";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (options == NULL) {
        return wendi_refuse_null(&path->error, function, "options");
    }
    if (options->cookie != WALLS_COOKIE) {
        return wendi_refuse_cookie(&path->error, function, options->cookie,
                                   "wend_path_walls_default");
    }
    if (options->walls == NULL) {
        return wendi_refuse_null(&path->error, function, "walls");
    }
    if (!(options->radius >= 0 && options->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(&path->error, function, "radius", options->radius, 0,
                            WEND_COORDINATE_MAX);
    }
    if (!wendi_factor_is_valid(options->factor)) {
        return wendi_refuse(&path->error, function, "factor", options->factor, 1.0 / 256, 65536);
    }
    if (options->smoothing != WEND_SMOOTHING_QUICK &&
        options->smoothing != WEND_SMOOTHING_PRECISE) {
        return wendi_refuse(&path->error, function, "smoothing", (double)options->smoothing,
                            WEND_SMOOTHING_QUICK, WEND_SMOOTHING_PRECISE);
    }
    wend_path_walls own = *options;
    const wendi_segment_world straightener = {&own, false, is_plain_at_walls, walk_past_walls};
    path->is_busy = true;
    const wend_result result = wendi_path_straighten(path, &straightener, options->smoothing);
    path->is_busy = false;
    return wendi_fail_plain(&path->error, function, result);
}

/* ---- meshes ---- */

typedef struct mesh_surface {
    wendi_mesh_corridor *corridor;
    const wend_mesh_space *space;
    double radius;
} mesh_surface;

static bool is_plain_on_mesh(void *context, const wend_leg *leg)
{
    (void)context;
    return leg->behaviour == WEND_BEHAVIOUR_WALK && leg->edge == WEND_EDGE_NONE;
}

static wend_result walk_on_mesh(void *context, wend_leg *leg, wend_cost most)
{
    const mesh_surface *s = context;
    if (wend_cost_from_double(leg->length * s->space->cells.factor_least) > most) {
        return WEND_NO_PATH;
    }
    const wendi_mesh_line line = {leg->from_point, leg->to_point, leg->from, leg->to};
    return wendi_mesh_can_walk(s->corridor, s->space, &line, s->radius, &leg->cost);
}

wend_result wend_path_smooth_mesh(wend_path *path, const wend_mesh_space *space, double radius,
                                  wend_smoothing smoothing)
{
    static const char function[] = "wend_path_smooth_mesh";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (space == NULL) {
        return wendi_refuse_null(&path->error, function, "space");
    }
    if (!(radius >= 0 && radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(&path->error, function, "radius", radius, 0, WEND_COORDINATE_MAX);
    }
    if (smoothing != WEND_SMOOTHING_QUICK && smoothing != WEND_SMOOTHING_PRECISE) {
        return wendi_refuse(&path->error, function, "smoothing", (double)smoothing,
                            WEND_SMOOTHING_QUICK, WEND_SMOOTHING_PRECISE);
    }
    if (!wendi_mesh_space_is_fresh(space)) {
        return wendi_fail(&path->error, WEND_ERROR_STALE,
                          "%s: the mesh changed: call wend_mesh_space_update first", function);
    }
    return wendi_path_smooth_mesh(path, space, radius, smoothing);
}

wend_result wendi_path_smooth_mesh(wend_path *path, const wend_mesh_space *space, double radius,
                                   wend_smoothing smoothing)
{
    static const char function[] = "wend_path_smooth_mesh";
    for (size_t i = 0; i < path->legs.count; i++) {
        const wend_leg *leg = &path->legs.items[i];
        if (is_plain_on_mesh(NULL, leg) &&
            (leg->from >= space->view.polygon_count || leg->to >= space->view.polygon_count)) {
            return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                              "%s: space has %lu polygons, but a leg of the path leads to others",
                              function, (unsigned long)space->view.polygon_count);
        }
    }

    mesh_surface s = {&path->corridor, space, radius};
    const wendi_segment_world world = {&s, true, is_plain_on_mesh, walk_on_mesh};
    return wendi_fail_plain(&path->error, function, wendi_path_straighten(path, &world, smoothing));
}
