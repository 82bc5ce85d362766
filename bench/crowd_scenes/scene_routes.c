/* Gives the agents of a scene paths as a user of the library would: straight lines,
 * wend_pathfinder over a mesh, a path of points, a flow over a grid.
 * Cost: a mesh of some dozen triangles; a search of it for each agent. */
#include "scene_private.h"
#include "wend/exits.h"
#include "wend/walls.h"

#include <stdlib.h>

/* Ground around everything, metres. */
static const double BORDER = 4;
static const double CELL = 0.25;

static void grow(wend_vec2 *low, wend_vec2 *high, wend_vec2 place)
{
    low->x = place.x < low->x ? place.x : low->x;
    low->y = place.y < low->y ? place.y : low->y;
    high->x = place.x > high->x ? place.x : high->x;
    high->y = place.y > high->y ? place.y : high->y;
}

static wend_result add_ground(scene *s)
{
    wend_vec2 low = {0, 0}, high = {0, 0};
    for (size_t i = 0; i < s->wall_count; i++) {
        grow(&low, &high, s->walls[i].a);
        grow(&low, &high, s->walls[i].b);
    }
    for (size_t i = 0; i < s->agent_count; i++) {
        grow(&low, &high, s->agents[i].start);
        grow(&low, &high, scene_at(s->agents[i].goal.x - s->disc, s->agents[i].goal.y - s->disc));
        grow(&low, &high, scene_at(s->agents[i].goal.x + s->disc, s->agents[i].goal.y + s->disc));
    }
    const wend_vec2 outline[4] = {{low.x - BORDER, low.y - BORDER},
                                  {high.x + BORDER, low.y - BORDER},
                                  {high.x + BORDER, high.y + BORDER},
                                  {low.x - BORDER, high.y + BORDER}};
    return wend_level_add_outline(s->level, outline, 4, 0, WEND_REGION_NONE);
}

/* A plan: ground everywhere, and the walls as lines in it. */
static bool make_level(scene *s)
{
    const wend_level_region ground = {.floor = 0, .ceiling = 3};
    if (wend_level_create(NULL, &s->level) != WEND_OK ||
        wend_level_add_region(s->level, &ground, NULL) != WEND_OK || add_ground(s) != WEND_OK) {
        return false;
    }
    for (size_t i = 0; i < s->wall_count; i++) {
        const wend_level_line line = {
            .a = s->walls[i].a, .b = s->walls[i].b, .stops = WEND_STOPS_ALL};
        if (wend_level_add_line(s->level, &line, NULL) != WEND_OK) {
            return false;
        }
    }
    return true;
}

static double radius_of(const scene *s)
{
    return s->agent_count > 0 ? s->agents[0].radius : 0;
}

static bool make_finder(scene *s)
{
    const wend_level_mesh_def mesh = wend_level_mesh_def_default();
    if (wend_level_build_mesh(s->level, &mesh, &s->mesh, NULL) != WEND_OK) {
        return false;
    }
    wend_mesh_space_def space = wend_mesh_space_def_default();
    space.mesh = s->mesh;
    if (wend_mesh_space_create(&space, &s->space) != WEND_OK) {
        return false;
    }
    wend_pathfinder_def finder = wend_pathfinder_def_default();
    finder.mesh_space = s->space;
    finder.radius = radius_of(s);
    return wend_pathfinder_create(&finder, &s->finder) == WEND_OK;
}

static bool make_flow(scene *s)
{
    wend_level_grid_def grid = wend_level_grid_def_default();
    grid.cell_size = CELL;
    grid.radius = radius_of(s);
    if (wend_level_build_grid(s->level, &grid, &s->grid) != WEND_OK) {
        return false;
    }
    wend_flow_def flow = wend_flow_def_default();
    flow.grid = s->grid;
    return wend_flow_create(&flow, &s->flow) == WEND_OK;
}

bool scene_routes_make(scene *s)
{
    const scene_routes routes = s->kind->routes;
    if (wend_path_create(NULL, &s->path) != WEND_OK) {
        return false;
    }
    if (routes != SCENE_MESH && routes != SCENE_FLOW) {
        return true;
    }
    if (!make_level(s) || !make_finder(s)) {
        return false;
    }
    return routes != SCENE_FLOW || make_flow(s);
}

void scene_routes_free(scene *s)
{
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grid);
    wend_pathfinder_destroy(s->finder);
    wend_mesh_space_destroy(s->space);
    wend_mesh_destroy(s->mesh);
    wend_level_destroy(s->level);
    wend_path_destroy(s->path);
}

static wend_result find(wend_pathfinder *finder, wend_vec2 from, wend_vec2 to)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){from.x, from.y, 0};
    query.to = (wend_vec3){to.x, to.y, 0};
    return wend_pathfinder_find(finder, &query);
}

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    scene *s = context;
    const wend_result result = find(s->finder, query->from, query->to);
    return result == WEND_OK ? wend_path_from_pathfinder(path, s->finder) : result;
}

wend_route_source scene_route_source(scene *s)
{
    if (s->kind->routes != SCENE_MESH) {
        return (wend_route_source){0};
    }
    return (wend_route_source){.start = ask, .context = s};
}

/* The nearest point of the first exit at some distance from its ends, just beyond it. */
static wend_vec2 through(const scene *s, const scene_agent *agent)
{
    static const double keep = 0.3, beyond = 0.05;
    const scene_segment exit = s->exits[0];
    const wend_vec2 along = wend_vec2_normalize(wend_vec2_sub(exit.b, exit.a));
    const double width = wend_vec2_distance(exit.a, exit.b);
    const double kept = keep < width / 2 ? keep : width / 2;
    const scene_segment inner = {wend_vec2_add(exit.a, wend_vec2_scale(along, kept)),
                                 wend_vec2_sub(exit.b, wend_vec2_scale(along, kept))};
    const wend_vec2 out = wend_vec2_perpendicular(along);
    const bool is_left = wend_vec2_dot(out, wend_vec2_sub(agent->goal, exit.a)) > 0;
    return wend_vec2_add(scene_nearest(inner, agent->start),
                         wend_vec2_scale(out, is_left ? beyond : -beyond));
}

static bool send_by_points(scene *s, const scene_agent *agent)
{
    const wend_vec2 points[3] = {agent->start, through(s, agent), agent->goal};
    return wend_path_from_points(s->path, points, 3) == WEND_OK &&
           wend_crowd_follow_path(s->crowd, agent->id, s->path) == WEND_OK;
}

static bool send_one(scene *s, const scene_agent *agent)
{
    if (agent->stands || s->kind->routes == SCENE_OWN) {
        return true;
    }
    if (s->kind->routes == SCENE_POINTS) {
        return send_by_points(s, agent);
    }
    return wend_crowd_set_goal(s->crowd, agent->id, agent->goal, 0) == WEND_OK;
}

/* A request to one position. Its fields are complete when this returns. */
static bool add_request(scene *s, wend_vec2 goal, wend_flow_request_id *id)
{
    const wend_flow_position place = {goal, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &place;
    def.goal_count = 1;
    def.covers_all = true;
    return wend_flow_add_request(s->flow, &def, id, NULL) == WEND_OK &&
           wend_flow_update(s->flow, NULL) == WEND_OK;
}

static bool order(scene *s, const wend_body_id *ids, size_t count, wend_vec2 goal)
{
    if (s->kind->routes != SCENE_FLOW) {
        return wend_crowd_set_group_goal(s->crowd, ids, count, goal, 0) == WEND_OK;
    }
    wend_flow_request_id id;
    return add_request(s, goal, &id) && wend_crowd_follow_flow(s->crowd, ids, count, id) == WEND_OK;
}

/* All of a group that goes together. */
static bool send_party(scene *s, uint32_t group, wend_body_id *ids)
{
    size_t count = 0;
    wend_vec2 goal = {0, 0};
    for (size_t i = 0; i < s->agent_count; i++) {
        if (s->agents[i].group == group && !s->agents[i].stands) {
            goal = s->agents[i].goal;
            ids[count++] = s->agents[i].id;
        }
    }
    return order(s, ids, count, goal);
}

/* All bodies by the exits. */
static bool leave(scene *s, wend_body_id *ids)
{
    for (size_t i = 0; i < s->exit_count; i++) {
        const scene_segment door = s->exits[i];
        wend_exit_def def = wend_exit_def_default();
        wend_exit_id id;
        def.position = wend_vec2_scale(wend_vec2_add(door.a, door.b), 0.5);
        def.width = wend_vec2_distance(door.a, door.b);
        def.has_goal = true;
        def.goal = s->exit_goals[i];
        if (s->kind->routes == SCENE_FLOW && !add_request(s, def.goal, &def.request)) {
            return false;
        }
        if (wend_crowd_add_exit(s->crowd, &def, &id) != WEND_OK) {
            return false;
        }
    }
    for (size_t i = 0; i < s->agent_count; i++) {
        ids[i] = s->agents[i].id;
    }
    return wend_crowd_leave(s->crowd, ids, s->agent_count,
                            s->kind->size < 1 ? WEND_EXIT_NEAREST : WEND_EXIT_LEAST_TIME) ==
           WEND_OK;
}

bool scene_send(scene *s)
{
    wend_body_id *ids = calloc(s->agent_count + 1, sizeof *ids);
    bool is_done = ids != NULL;
    if (is_done && s->sends_by_exits) {
        is_done = leave(s, ids);
        free(ids);
        return is_done;
    }
    for (uint32_t group = 0; is_done && group < s->party_count; group++) {
        is_done = send_party(s, group, ids);
    }
    for (size_t i = 0; is_done && i < s->agent_count; i++) {
        is_done = s->agents[i].group < s->party_count || send_one(s, &s->agents[i]);
    }
    free(ids);
    return is_done;
}

double scene_free_metres(scene *s, const scene_agent *agent)
{
    if (s->kind->routes == SCENE_POINTS) {
        const wend_vec2 place = through(s, agent);
        return wend_vec2_distance(agent->start, place) + wend_vec2_distance(place, agent->goal);
    }
    if (s->finder != NULL && find(s->finder, agent->start, agent->goal) == WEND_OK) {
        wend_path_answer answer;
        wend_pathfinder_get_answer(s->finder, &answer);
        return answer.length;
    }
    return wend_vec2_distance(agent->start, agent->goal);
}
