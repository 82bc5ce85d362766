/* Smooths a path along the surface of a mesh where that is clear and no more expensive.
 * Cost: clearance tests, each the polygons near the segment. */
#include "route/mesh_space/segment.h"
#include "route/path/straighten.h"
#include "wend/mesh_path.h"

#include "base/math/predicates.h"

wend_result wendi_mesh_can_walk(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                const wendi_mesh_line *line, double radius, wend_cost *cost)
{
    wend_result result = wendi_mesh_corridor_find(corridor, space, line);
    const uint32_t last = result == WEND_OK ? corridor->path.items[corridor->path.count - 1] : 0;
    if (result == WEND_OK && line->to != WEND_NODE_NONE && last != line->to) {
        result = WEND_NO_PATH; /* there, but on another floor */
    }
    if (result != WEND_OK) {
        return result;
    }
    const double factor = wendi_mesh_corridor_factor(corridor, space, line);
    *cost = wend_cost_from_double(wend_vec2_distance(line->a, line->b) * factor);
    return radius > 0 ? wendi_mesh_corridor_fits(corridor, space, line, radius) : WEND_OK;
}

/* ---- one walk ---- */

static bool is_valid_location(const wend_mesh_location *place)
{
    return wendi_coordinate_is_valid(place->x) && wendi_coordinate_is_valid(place->y);
}

static bool settle(const wend_mesh_space *space, wend_mesh_location *place)
{
    if (place->polygon == WEND_NODE_NONE) {
        place->polygon = wend_mesh_locate(space->mesh, place->x, place->y, place->z);
    }
    place->x = wendi_flush_coordinate(place->x);
    place->y = wendi_flush_coordinate(place->y);
    return wendi_mesh_space_cell(space, place->polygon) != UINT32_MAX;
}

static wend_result check_segment(const wend_mesh_space *space, wend_mesh_location from,
                                 wend_mesh_location to, double radius, wend_cost *cost)
{
    if (space == NULL || !(radius >= 0 && radius <= WEND_COORDINATE_MAX) ||
        !is_valid_location(&from) || !is_valid_location(&to)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_mesh_space_is_fresh(space)) {
        return WEND_ERROR_STALE;
    }
    if (!settle(space, &from) || !settle(space, &to)) {
        return WEND_NO_PATH;
    }
    const wendi_mesh_line line = {{from.x, from.y}, {to.x, to.y}, from.polygon, to.polygon};
    wendi_mesh_corridor corridor;
    wendi_mesh_corridor_init(&corridor, &space->allocator);
    const wend_result result = wendi_mesh_can_walk(&corridor, space, &line, radius, cost);
    wendi_mesh_corridor_free(&corridor);
    return result == WEND_OK && *cost == WEND_COST_INFINITE ? WEND_ERROR_FULL : result;
}

bool wend_mesh_space_can_walk(const wend_mesh_space *space, wend_mesh_location from,
                              wend_mesh_location to, double radius, wend_cost *cost,
                              wend_result *result)
{
    wend_cost found_cost = WEND_COST_INFINITE;
    const wend_result walked = check_segment(space, from, to, radius, &found_cost);
    if (cost != NULL) {
        *cost = walked == WEND_OK ? found_cost : WEND_COST_INFINITE;
    }
    if (result != NULL) {
        *result = walked;
    }
    return walked == WEND_OK;
}

/* ---- smoothing ---- */

typedef struct mesh_surface {
    wendi_mesh_corridor *corridor;
    const wend_mesh_space *space;
    double radius;
} mesh_surface;

static bool is_plain(void *context, const wend_leg *leg)
{
    (void)context;
    return leg->behaviour == WEND_BEHAVIOUR_WALK && leg->edge == WEND_EDGE_NONE;
}

static wend_result walk(void *context, wend_leg *leg, wend_cost most)
{
    const mesh_surface *s = context;
    if (wend_cost_from_double(leg->length * s->space->cells.factor_least) > most) {
        return WEND_NO_PATH;
    }
    const wendi_mesh_line line = {leg->from_point, leg->to_point, leg->from, leg->to};
    return wendi_mesh_can_walk(s->corridor, s->space, &line, s->radius, &leg->cost);
}

static bool fits(const wend_path *path, const wend_mesh_space *space)
{
    for (size_t i = 0; i < path->legs.count; i++) {
        const wend_leg *leg = &path->legs.items[i];
        if (is_plain(NULL, leg) &&
            (leg->from >= space->cells.polygon_count || leg->to >= space->cells.polygon_count)) {
            return false;
        }
    }
    return true;
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
    if (!fits(path, space)) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: space has %lu polygons, but a leg of the path leads to others",
                          function, (unsigned long)space->cells.polygon_count);
    }
    mesh_surface s = {&path->corridor, space, radius};
    const wendi_segment_world how = {&s, true, is_plain, walk};
    return wendi_fail_plain(&path->error, function, wendi_path_straighten(path, &how, smoothing));
}
