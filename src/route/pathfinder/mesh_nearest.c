/* The nearest point of a mesh that can be reached. A flood over edge midpoints lists the polygons
 * that a point can get to, with the nearest point of each to the goal.
 *
 *      G        With a radius, a point q of a polygon that is nearest to the goal G lies on a wall:
 *      |        there is room at p, on the line to the centroid c. The candidates are taken by the
 *    --q----    distance of p; one to which no path of the disc leads is left out.
 *       p \
 *        \  c
 *
 * Cost: the flood; the candidates once for each path that is tried. */
#include "route/mesh_disc/search.h"
#include "route/mesh_search/search.h"
#include "route/pathfinder/pathfinder.h"

#include <math.h>

/* ---- polygons ---- */

static wend_vec2 nearest_on_edge(wend_vec2 a, wend_vec2 b, wend_vec2 to)
{
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double square = x * x + y * y;
    double t = square > 0 ? ((to.x - a.x) * x + (to.y - a.y) * y) / square : 0;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    return (wend_vec2){a.x + x * t, a.y + y * t};
}

static double flat_square(wend_vec2 a, wend_vec2 b)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    return x * x + y * y;
}

/* The point of a convex polygon that is nearest to a point in the plane. */
static wend_vec2 nearest_in_polygon(const wendi_mesh_view *view, wend_node polygon, wend_vec2 to)
{
    const uint32_t first = view->firsts[polygon];
    const uint32_t end = view->ends[polygon];
    wend_vec2 best = to;
    double least = (double)INFINITY;
    bool is_inside = true;
    for (uint32_t c = first; c < end; c++) {
        const wend_vec2 a = view->points[view->vertices[c]];
        const wend_vec2 b = view->points[view->vertices[c + 1 == end ? first : c + 1]];
        const wend_vec2 on = nearest_on_edge(a, b, to);
        const double square = flat_square(on, to);
        is_inside = is_inside && (b.x - a.x) * (to.y - a.y) - (b.y - a.y) * (to.x - a.x) >= 0;
        if (square < least) {
            least = square;
            best = on;
        }
    }
    return is_inside ? to : best;
}

/* The square of a distance to the goal, with the ground's height. */
static double square_to_goal(const wend_pathfinder *pathfinder, wend_node polygon, wend_vec2 at)
{
    const wend_vec3 goal = pathfinder->nearest.goal;
    const wend_mesh *mesh = pathfinder->def.mesh_space->mesh;
    const double up = wend_mesh_height(mesh, polygon, at.x, at.y) - goal.z;
    return flat_square(at, (wend_vec2){goal.x, goal.y}) + up * up;
}

/* ---- the flood ---- */

static bool note_polygon(void *user, wend_node polygon)
{
    wend_pathfinder *pathfinder = user;
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    const wend_vec2 goal = {nearest->goal.x, nearest->goal.y};
    const wend_vec2 at = nearest_in_polygon(&pathfinder->def.mesh_space->view, polygon, goal);
    const double squared = square_to_goal(pathfinder, polygon, at);
    if (pathfinder->def.radius > 0) {
        if (nearest->candidate_count < nearest->candidate_capacity) {
            nearest->candidates[nearest->candidate_count++] =
                (wendi_pathfinder_candidate){squared, polygon};
        }
        return false;
    }
    if (nearest->best == WEND_NODE_NONE || squared < nearest->squared ||
        (squared <= nearest->squared && polygon < nearest->best)) {
        nearest->best = polygon;
        nearest->squared = squared;
        pathfinder->query.to = (wend_vec3){at.x, at.y, 0};
    }
    return false;
}

/* Room for all polygons. @return false without memory. */
static bool reserve_candidates(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    const size_t count = pathfinder->def.mesh_space->cells.polygon_count;
    nearest->candidate_count = 0;
    if (count <= nearest->candidate_capacity) {
        return true;
    }
    wendi_free(&pathfinder->allocator, nearest->candidates,
               nearest->candidate_capacity * sizeof *nearest->candidates);
    nearest->candidates =
        wendi_alloc_items(&pathfinder->allocator, count, sizeof *nearest->candidates);
    nearest->candidate_capacity = nearest->candidates == NULL ? 0 : count;
    return nearest->candidates != NULL;
}

/* Sets the radius of the search, which find_free uses, by a query that stays where it is.
 * @return WEND_OK, WEND_NO_PATH (the start has no room), or an error. */
static wend_result prepare_disc(wend_pathfinder *pathfinder)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    const wend_vec3 from = pathfinder->query.from;
    query.start = wend_mesh_location_at(from.x, from.y, from.z);
    query.start.polygon = pathfinder->query.from_polygon;
    query.goal = query.start;
    query.radius = pathfinder->def.radius;
    const wend_result started = wend_mesh_search_start(pathfinder->mesh_search, &query);
    return started == WEND_OK ? wend_mesh_search_run(pathfinder->mesh_search, NULL) : started;
}

wend_result wendi_pathfinder_flood_mesh(wend_pathfinder *pathfinder)
{
    const bool is_disc = pathfinder->def.radius > 0;
    if (is_disc && !reserve_candidates(pathfinder)) {
        return WEND_ERROR_MEMORY;
    }
    const wend_result prepared = is_disc ? prepare_disc(pathfinder) : WEND_OK;
    if (prepared == WEND_NO_PATH) {
        pathfinder->nearest.reason = pathfinder->mesh_search->answer.reason;
    }
    if (prepared != WEND_OK) {
        return wendi_fail(&pathfinder->message, prepared, "%s",
                          wend_mesh_search_error(pathfinder->mesh_search));
    }
    wend_mesh_search_query query = wend_mesh_search_query_default();
    const wend_vec3 from = pathfinder->query.from;
    query.start = wend_mesh_location_at(from.x, from.y, from.z);
    query.start.polygon = pathfinder->query.from_polygon;
    query.method = WEND_MESH_METHOD_MIDPOINT;
    query.goal_kind = WEND_MESH_GOAL_PREDICATE;
    query.is_goal = note_polygon;
    query.user = pathfinder;
    query.max_steps = pathfinder->query.max_steps;
    return wend_mesh_search_start(pathfinder->mesh_search, &query);
}

/* ---- candidates ---- */

/* The first point on the line from the polygon's nearest point to its centroid where the disc has
 * room. @return false where there is none. */
static bool find_room(wend_pathfinder *pathfinder, wend_node polygon, wend_vec2 *at)
{
    wend_mesh_search *search = pathfinder->mesh_search;
    const wendi_mesh_view *view = &pathfinder->def.mesh_space->view;
    const wend_vec2 goal = {pathfinder->nearest.goal.x, pathfinder->nearest.goal.y};
    const wend_vec2 from = nearest_in_polygon(view, polygon, goal);
    const wend_vec2 to = wend_mesh_get_polygon(pathfinder->def.mesh_space->mesh, polygon).centroid;
    wendi_disc_find_free(search, from, to, pathfinder->def.mesh_space->cells.cell_of[polygon]);
    if (search->disc->cut_count == 0) {
        return false;
    }
    /* A little further, so that rounding does not take the room away again. */
    const wendi_disc_interval free = search->disc->cuts[0];
    const double t = free.low > 0 ? free.low + (free.high - free.low) * 1e-6 : free.low;
    *at = wend_vec2_lerp(from, to, t);
    return true;
}

/* Of the candidates that are left the one whose point with room is nearest. */
static wend_result choose_with_room(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    wend_mesh_search *search = pathfinder->mesh_search;
    size_t best = SIZE_MAX;
    if (nearest->candidate_count == 0) {
        nearest->has_candidates = false;
        return WEND_NO_PATH; /* a start off the mesh prepares no disc */
    }
    search->disc->is_out_of_memory = false;
    for (size_t i = 0; i < nearest->candidate_count; i++) {
        const wendi_pathfinder_candidate *candidate = &nearest->candidates[i];
        wend_vec2 at;
        if ((best != SIZE_MAX && candidate->squared > nearest->squared) ||
            !find_room(pathfinder, candidate->polygon, &at)) {
            continue;
        }
        const double squared = square_to_goal(pathfinder, candidate->polygon, at);
        if (best == SIZE_MAX || squared < nearest->squared ||
            (squared <= nearest->squared && candidate->polygon < nearest->best)) {
            best = i;
            nearest->best = candidate->polygon;
            nearest->squared = squared;
            pathfinder->query.to = (wend_vec3){at.x, at.y, 0};
        }
    }
    if (search->disc->is_out_of_memory) {
        return WEND_ERROR_MEMORY;
    }
    nearest->has_candidates = best != SIZE_MAX;
    if (best != SIZE_MAX) {
        nearest->candidates[best] = nearest->candidates[--nearest->candidate_count];
    }
    return best != SIZE_MAX ? WEND_OK : WEND_NO_PATH;
}

wend_result wendi_pathfinder_choose_polygon(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_nearest *nearest = &pathfinder->nearest;
    wend_path_query *query = &pathfinder->query;
    if (pathfinder->def.radius > 0) {
        const wend_result result = choose_with_room(pathfinder);
        if (result != WEND_OK) {
            return result;
        }
    } else if (nearest->best == WEND_NODE_NONE) {
        return WEND_NO_PATH;
    }
    query->to.z =
        wend_mesh_height(pathfinder->def.mesh_space->mesh, nearest->best, query->to.x, query->to.y);
    query->to_polygon = nearest->best;
    pathfinder->positions[0] = query->to;
    return WEND_OK;
}
