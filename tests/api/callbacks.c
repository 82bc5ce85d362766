/* Calls from callbacks: the calling object must refuse changes and may be read, and other objects
 * must work as usual. */
#include "fuzz.h"

#include "wend/detail.h"
#include "wend/exits.h"
#include "wend/formation.h"
#include "wend/social.h"
#include "wend/steer.h"

#include <stdio.h>
#include <string.h>

/* The object of the callbacks. */
static fuzz *caller;

void may_call_back(fuzz *f, fuzz_kind kind, void *it)
{
    caller = f;
    f->busy_kind = kind;
    f->busy = chance(f, 3) ? it : NULL;
}

/* ---- the object that is busy ---- */

static wend_result change_search(fuzz *f, wend_search *search)
{
    wend_search_query query = wend_search_query_default();
    wend_node node = 0;
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    wend_search_cost_to(search, 0);
    wend_search_cancel(search);
    query.start = 0;
    query.goal = 0;
    const uint32_t how = below(f, 4);
    return how == 0   ? wend_search_start(search, &query)
           : how == 1 ? wend_search_find(search, &query)
           : how == 2 ? wend_search_nearest_reachable(search, 0, 0, &node)
                      : wend_search_run(search, NULL);
}

static wend_result change_mesh_search(fuzz *f, wend_mesh_search *search)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    size_t count = 0;
    wend_mesh_search_get_answer(search, &answer);
    wend_mesh_search_points(search, NULL, 0, &count);
    const uint32_t how = below(f, 3);
    return how == 0   ? wend_mesh_search_start(search, &query)
           : how == 1 ? wend_mesh_search_find(search, &query)
                      : wend_mesh_search_run(search, NULL);
}

static wend_result change_commander(fuzz *f, wend_commander *commander)
{
    const wend_commander_group group = wend_commander_group_default();
    const wend_commander_goal goal = wend_commander_goal_default();
    wend_commander_goal_id id = wend_commander_goal_at(commander, 0);
    wend_commander_info info;
    wend_commander_get_info(commander, &info);
    const uint32_t how = below(f, 5);
    return how == 0   ? wend_commander_set_group(commander, &group)
           : how == 1 ? wend_commander_remove_goal(commander, id)
           : how == 2 ? wend_commander_set_tick(commander, info.tick)
           : how == 3 ? wend_commander_add_goal(commander, &goal, &id)
                      : wend_commander_update(commander, NULL);
}

static wend_result change_finder(fuzz *f, wend_pathfinder *finder)
{
    const wend_vec3 from = {1, 1, 0};
    const wend_vec3 to = {3, 3, 0};
    wend_path_query query = wend_path_query_default();
    wend_path_answer answer;
    query.from = from;
    query.to = to;
    wend_pathfinder_get_answer(finder, &answer);
    CHECK(f, !wend_pathfinder_can_walk(finder, from, to, NULL));
    CHECK(f, !wend_pathfinder_can_reach(finder, from, to));
    const uint32_t how = below(f, 3);
    return how == 0   ? wend_pathfinder_start(finder, &query)
           : how == 1 ? wend_pathfinder_find(finder, &query)
                      : wend_pathfinder_run(finder, NULL);
}

/* Other threads may add and poll requests at any time, and so may a predicate. */
static wend_result change_planner(fuzz *f, wend_planner *planner)
{
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner_stats stats;
    uint32_t index = 0;
    wend_planner_get_stats(planner, &stats);
    return chance(f, 2) ? wend_planner_update(planner, NULL)
                        : wend_planner_add_profile(planner, &profile, &index);
}

static wend_result change_senses(fuzz *f, wend_senses *senses)
{
    const wend_source source = wend_source_default();
    const wend_noise noise = wend_noise_default();
    wend_source_id id;
    size_t count;
    (void)wend_senses_get_events(senses, &count);
    switch (below(f, 4)) {
    case 0:
        return wend_senses_update(senses, NULL);
    case 1:
        return wend_senses_add_source(senses, &source, &id);
    case 2:
        return wend_senses_add_noise(senses, &noise);
    default:
        return wend_senses_remove_observer(senses, (wend_observer_id){1, 1});
    }
}

static wend_result change_path(fuzz *f, wend_path *path)
{
    const wend_vec2 points[2] = {{0, 0}, {3, 4}};
    const wend_path_walls walls = wend_path_walls_default();
    const wend_path_rounding rounding = wend_path_rounding_default();
    wend_leg leg = {0};
    const uint64_t hash = fuzz_hash(KIND_PATH, path);
    wend_path_clear(path);
    CHECK(f, fuzz_hash(KIND_PATH, path) == hash);
    switch (below(f, 9)) {
    case 0:
        return wend_path_from_points(path, points, 2);
    case 1:
        return wend_path_add_leg(path, &leg);
    case 2:
        return wend_path_smooth_walls(path, &walls);
    case 3:
        return wend_path_round(path, &rounding, NULL);
    case 4:
        return wend_path_smooth(path, NULL, 0, WEND_SMOOTHING_QUICK);
    case 5:
        return wend_path_smooth_mesh(path, NULL, 0, WEND_SMOOTHING_QUICK);
    case 6:
        return wend_path_split_arcs(path, NULL, NULL);
    case 7:
        return wend_path_from_search(path, NULL);
    default:
        return wend_path_from_pathfinder(path, NULL);
    }
}

static wend_result change_flow(fuzz *f, wend_flow *flow)
{
    const wend_flow_position place = {{1, 1}, 0};
    const wend_flow_member member = {0};
    wend_flow_request_def def = wend_flow_request_def_default();
    wend_flow_request_id id = {1, 1};
    size_t count = 0;
    uint32_t assigned = 0;
    wend_message message = {0};
    wend_flow_info info;
    def.goals = &place;
    def.goal_count = 1;
    wend_flow_get_info(flow, &info);
    CHECK(f, !wend_flow_class_fits(flow, 0, 0));
    switch (below(f, 9)) {
    case 0:
        return wend_flow_update(flow, NULL);
    case 1:
        return wend_flow_add_request(flow, &def, &id, &message);
    case 2:
        return wend_flow_remove_request(flow, id);
    case 3:
        return wend_flow_set_goals(flow, id, &place, 1, &message);
    case 4:
        return wend_flow_set_sources(flow, id, &place, 1, &message);
    case 5:
        return wend_flow_add_source(flow, id, 0, 1, 1);
    case 6:
        return wend_flow_bake(flow, 0, NULL);
    case 7:
        return wend_flow_add_group(flow, &def, &member, 1, &id, &count, &assigned, &message);
    default:
        return wend_flow_load_stream(flow, NULL, NULL, 0, &message);
    }
}

static wend_result change_formation(fuzz *f, wend_crowd *crowd, wend_body_id body)
{
    const wend_formation_def def = wend_formation_def_default();
    wend_formation_id id = {1, 1};
    switch (below(f, 6)) {
    case 0:
        return wend_formation_create(crowd, &def, &body, NULL, 1, &id);
    case 1:
        return wend_formation_destroy(crowd, id);
    case 2:
        return wend_formation_add_member(crowd, id, body, 0);
    case 3:
        return wend_formation_remove_member(crowd, body);
    case 4:
        return wend_formation_set_goal(crowd, id, (wend_vec2){1, 1}, 0);
    default:
        return wend_formation_stop(crowd, id);
    }
}

static wend_result change_social_group(fuzz *f, wend_crowd *crowd, wend_body_id body)
{
    const wend_social_def def = wend_social_def_default();
    wend_social_id id = {1, 1};
    switch (below(f, 5)) {
    case 0:
        return wend_social_create(crowd, &def, &body, 1, &id);
    case 1:
        return wend_social_destroy(crowd, id);
    case 2:
        return wend_social_add_member(crowd, id, body);
    case 3:
        return wend_social_remove_member(crowd, body);
    default:
        return wend_social_set_goal(crowd, id, (wend_vec2){1, 1}, 0);
    }
}

static wend_result change_exits(fuzz *f, wend_crowd *crowd, wend_body_id body)
{
    const wend_exit_def def = wend_exit_def_default();
    wend_exit_id id = {1, 1};
    switch (below(f, 4)) {
    case 0:
        return wend_crowd_add_exit(crowd, &def, &id);
    case 1:
        return wend_crowd_set_exit(crowd, id, &def);
    case 2:
        return wend_crowd_remove_exit(crowd, id);
    default:
        return wend_crowd_leave(crowd, &body, 1, WEND_EXIT_LEAST_TIME);
    }
}

static wend_result change_crowd(fuzz *f, wend_crowd *crowd)
{
    const wend_body_def def = wend_body_def_default();
    const wend_zone_def zone = wend_zone_def_default();
    const wend_vec2 at = {3, 3};
    wend_body_id body = {1, 1};
    wend_zone_id zone_id = {1, 1};
    wend_body read;
    size_t count = 0;
    wend_crowd_get_body(crowd, body, &read);
    wend_crowd_get_events(crowd, &count);
    wend_crowd_query_circle(crowd, 0, at, 5, NULL, 0, &count);
    switch (below(f, 22)) {
    case 0:
        return wend_crowd_tick(crowd);
    case 1:
        return wend_crowd_load(crowd, (const uint8_t *)"x", 1, NULL);
    case 2:
        return wend_crowd_add_body(crowd, &def, &body);
    case 3:
        return wend_crowd_remove_body(crowd, body);
    case 4:
        return wend_crowd_set_position(crowd, body, at, 0);
    case 5:
        return wend_crowd_set_body(crowd, body, &def);
    case 6:
        return wend_crowd_set_goal(crowd, body, at, 0);
    case 7:
        return wend_crowd_set_group_goal(crowd, &body, 1, at, 0);
    case 8:
        return wend_crowd_set_velocity(crowd, body, at);
    case 9:
        return wend_crowd_stop(crowd, body);
    case 10:
        return wend_crowd_set_held(crowd, body, true);
    case 11:
        return wend_crowd_apply_impulse(crowd, body, at);
    case 12:
        return wend_crowd_apply_explosion(crowd, 0, at, 5, 100, false, NULL);
    case 13:
        return wend_crowd_add_zone(crowd, &zone, &zone_id);
    case 14:
        return wend_crowd_set_steering(crowd, body, NULL, 0, WEND_STEER_WEIGHTED, 1, false);
    case 15:
        return wend_crowd_follow_flow(crowd, &body, 1, (wend_flow_request_id){1, 1});
    case 16:
        return wend_crowd_set_speed(crowd, body, 2);
    case 17:
        return wend_crowd_set_heading(crowd, body, 2);
    case 18:
        return change_social_group(f, crowd, body);
    case 19:
        return change_exits(f, crowd, body);
    case 20:
        return wend_crowd_set_detail(crowd, NULL);
    default:
        return change_formation(f, crowd, body);
    }
}

/* ---- others ---- */

static void use_others(fuzz *f)
{
    wend_grid_def grid_def = wend_grid_def_default();
    wend_search_def search_def = wend_search_def_default();
    wend_crowd_def crowd_def = wend_crowd_def_default();
    wend_body_def body = wend_body_def_default();
    wend_search_query query = wend_search_query_default();
    wend_grid *grid = NULL;
    wend_search *search = NULL;
    wend_crowd *crowd = NULL;
    wend_path *path = NULL;
    grid_def.width = 6;
    grid_def.height = 6;
    CHECK(f, wend_grid_create(&grid_def, &grid) == WEND_OK);
    search_def.grid = grid;
    crowd_def.grid = grid;
    crowd_def.max_bodies = 2;
    body.position = (wend_vec2){1.5, 1.5};
    query.start = 0;
    query.goal = 35;
    CHECK(f, wend_search_create(&search_def, &search) == WEND_OK);
    CHECK(f, wend_path_create(NULL, &path) == WEND_OK);
    CHECK(f, wend_search_find(search, &query) == WEND_OK);
    CHECK(f, wend_path_from_search(path, search) == WEND_OK);
    CHECK(f, wend_crowd_create(&crowd_def, &crowd) == WEND_OK);
    CHECK(f, wend_crowd_add_body(crowd, &body, NULL) == WEND_OK);
    CHECK(f, wend_crowd_tick(crowd) == WEND_OK);
    wend_crowd_destroy(crowd);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
}

void call_back(void)
{
    fuzz *f = caller;
    if (f == NULL || f->busy == NULL || f->depth > 0) {
        return;
    }
    f->depth++;
    wend_result result = WEND_ERROR_BUSY;
    wend_message told = {0};
    snprintf(told.text, sizeof told.text, "%s", sentences_of(f->busy_kind, f->busy));
    if (f->busy_kind == KIND_SEARCH) {
        result = change_search(f, f->busy);
    } else if (f->busy_kind == KIND_MESH_SEARCH) {
        result = change_mesh_search(f, f->busy);
    } else if (f->busy_kind == KIND_PATHFINDER) {
        result = change_finder(f, f->busy);
    } else if (f->busy_kind == KIND_PLANNER) {
        result = change_planner(f, f->busy);
    } else if (f->busy_kind == KIND_PATH) {
        result = change_path(f, f->busy);
    } else if (f->busy_kind == KIND_FLOW) {
        result = change_flow(f, f->busy);
    } else if (f->busy_kind == KIND_SENSES) {
        result = change_senses(f, f->busy);
    } else if (f->busy_kind == KIND_COMMANDER) {
        result = change_commander(f, f->busy);
    } else if (f->busy_kind == KIND_CROWD) {
        result = change_crowd(f, f->busy);
    }
    if (result != WEND_ERROR_BUSY) {
        fuzz_fail(f, __FILE__, __LINE__, wend_result_text(result));
    }
    CHECK(f, strcmp(told.text, sentences_of(f->busy_kind, f->busy)) == 0);
    if (chance(f, 32)) {
        use_others(f);
    }
    f->depth--;
}
