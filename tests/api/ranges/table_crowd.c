/* The ranges of crowds, formations and flows, as the headers document them. */
#include "ranges.h"
#include "wend/detail.h"

#include <math.h>
#include <string.h>

/* Two floors and two classes, on an open plane. */
static wend_crowd_def crowd_def(void)
{
    static const wend_crowd_floor floors[WEND_CROWD_FLOORS_MAX + 1];
    static wend_crowd_class classes[WEND_CROWD_CLASSES_MAX + 1];
    for (size_t i = 0; i <= WEND_CROWD_CLASSES_MAX; i++) {
        classes[i] = wend_crowd_class_default();
    }
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = 8;
    def.floors = floors;
    def.floor_count = 2;
    def.classes = classes;
    def.class_count = 2;
    return def;
}

static wend_result use_crowd_def(const range_trial *t)
{
    wend_crowd_def def = crowd_def();
    t->set(&def, t->range, t->value);
    wend_crowd *it;
    wend_result result = wend_crowd_create(&def, &it);
    if (result == WEND_OK) {
        wend_body_def body = wend_body_def_default();
        body.radius = 1e-6;
        result = wend_crowd_add_body(it, &body, NULL);
        body.position.x = 1;
        wend_crowd_add_body(it, &body, NULL);
        result = result == WEND_OK ? wend_crowd_tick(it) : result;
    }
    wend_crowd_destroy(it);
    return result;
}

static wend_result use_body_def(const range_trial *t)
{
    wend_body_def def = wend_body_def_default();
    const wend_crowd_def crowd = crowd_def();
    wend_crowd *it;
    wend_crowd_create(&crowd, &it);
    t->set(&def, t->range, t->value);
    wend_result result = wend_crowd_add_body(it, &def, NULL);
    result = result == WEND_OK ? wend_crowd_tick(it) : result;
    wend_crowd_destroy(it);
    return result;
}

static wend_result use_source_def(const range_trial *t)
{
    static wend_route_rule rules[WEND_CROWD_RULES_MAX + 1];
    wend_profile_source_def def = wend_profile_source_def_default();
    wend_planner_def planner_def = wend_planner_def_default();
    const wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    wend_route_source source;
    uint32_t profile;
    wend_planner *planner;
    planner_def.grid = t->world->grid;
    wend_planner_create(&planner_def, &planner);
    wend_planner_add_profile(planner, &profile_def, &profile);
    for (size_t i = 0; i <= WEND_CROWD_RULES_MAX; i++) {
        rules[i] = (wend_route_rule){WEND_ROUTE_CLASS_ANY, 1, profile};
    }
    def.planner = planner;
    def.rules = rules;
    def.rule_count = 1;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_route_source_from_profiles(&def, &source);
    wend_planner_destroy(planner);
    return result;
}

static wend_result use_near_query(const range_trial *t)
{
    wend_crowd_near_query query = wend_crowd_near_query_default();
    const wend_crowd_def crowd = crowd_def();
    size_t count;
    wend_crowd *it;
    wend_crowd_create(&crowd, &it);
    t->set(&query, t->range, t->value);
    const wend_result result = wend_crowd_query_near(it, &query, NULL, 0, &count);
    wend_crowd_destroy(it);
    return result;
}

static wend_result use_detail_def(const range_trial *t)
{
    wend_detail_def def = wend_detail_def_default();
    wend_detail_region regions[WEND_DETAIL_REGIONS_MAX];
    const wend_crowd_def crowd = crowd_def();
    wend_body_def body = wend_body_def_default();
    wend_crowd *it;
    wend_crowd_create(&crowd, &it);
    wend_crowd_add_body(it, &body, NULL);
    for (uint32_t i = 0; i < WEND_DETAIL_REGIONS_MAX; i++) {
        regions[i] = (wend_detail_region){0, {i, 0}, {i, 1}, 1};
    }
    def.regions = regions;
    t->set(&def, t->range, t->value);
    wend_result result = wend_crowd_set_detail(it, &def);
    result = result == WEND_OK ? wend_crowd_tick(it) : result;
    wend_crowd_destroy(it);
    return result;
}

static wend_result use_zone_def(const range_trial *t)
{
    wend_zone_def def = wend_zone_def_default();
    const wend_crowd_def crowd = crowd_def();
    wend_zone_id id;
    wend_crowd *it;
    wend_crowd_create(&crowd, &it);
    t->set(&def, t->range, t->value);
    wend_result result = wend_crowd_add_zone(it, &def, &id);
    result = result == WEND_OK ? wend_crowd_tick(it) : result;
    wend_crowd_destroy(it);
    return result;
}

static wend_grid *flow_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid;
    def.width = 4;
    def.height = 4;
    wend_grid_create(&def, &grid);
    return grid;
}

static wend_result use_flow_def(const range_trial *t)
{
    static wend_flow_class classes[WEND_FLOW_CLASSES_MAX + 1];
    const wend_flow_join joins[1] = {{0}};
    const wend_grid *floors[WEND_FLOW_FLOORS_MAX + 1];
    wend_flow_def def = wend_flow_def_default();
    wend_grid *grid = flow_grid();
    for (size_t i = 0; i <= WEND_FLOW_CLASSES_MAX; i++) {
        classes[i] = wend_flow_class_default();
    }
    for (size_t i = 0; i <= WEND_FLOW_FLOORS_MAX; i++) {
        floors[i] = grid;
    }
    def.floors = floors;
    def.floor_count = 1;
    def.classes = classes;
    def.class_count = 1;
    def.joins = joins;
    t->set(&def, t->range, t->value);
    wend_flow *it;
    wend_result result = wend_flow_create(&def, &it);
    result = result == WEND_OK ? wend_flow_update(it, NULL) : result;
    wend_flow_destroy(it);
    wend_grid_destroy(grid);
    return result;
}

static wend_result use_flow_request_def(const range_trial *t)
{
    static wend_flow_position goals[WEND_FLOW_GOALS_MAX + 1];
    static const wend_flow_area areas[2] = {{0, 0, 0, 1, 1}, {0, 2, 2, 1, 1}};
    const wend_flow_class classes[2] = {wend_flow_class_default(), wend_flow_class_default()};
    wend_flow_def flow_def = wend_flow_def_default();
    wend_flow_request_def def = wend_flow_request_def_default();
    wend_grid *grid = flow_grid();
    wend_flow_request_id id;
    wend_flow *it;
    flow_def.grid = grid;
    flow_def.classes = classes;
    flow_def.class_count = 2;
    wend_flow_create(&flow_def, &it);
    for (size_t i = 0; i <= WEND_FLOW_GOALS_MAX; i++) {
        goals[i].position = (wend_vec2){0.5 + (double)(i % 4), 0.5 + (double)(i / 4 % 4)};
    }
    def.goals = goals;
    def.goal_count = 1;
    def.areas = areas;
    def.sources = goals;
    def.source_count = 1;
    t->set(&def, t->range, t->value);
    wend_result result = wend_flow_add_request(it, &def, &id, NULL);
    result = result == WEND_OK ? wend_flow_update(it, NULL) : result;
    wend_flow_destroy(it);
    wend_grid_destroy(grid);
    return result;
}

static wend_result use_formation_def(const range_trial *t)
{
    static const wend_formation_slot slots[WEND_FORMATION_SLOTS_MAX + 1];
    wend_formation_def def = wend_formation_def_default();
    const wend_crowd_def crowd = crowd_def();
    wend_body_id members[3];
    wend_formation_id id;
    wend_crowd *it;
    wend_crowd_create(&crowd, &it);
    for (int i = 0; i < 3; i++) {
        wend_body_def body = wend_body_def_default();
        body.position.x = i;
        wend_crowd_add_body(it, &body, &members[i]);
    }
    def.slots = slots;
    def.slot_count = 3;
    t->set(&def, t->range, t->value);
    wend_result result = wend_formation_create(it, &def, members, NULL, 3, &id);
    result = result == WEND_OK ? wend_crowd_tick(it) : result;
    wend_crowd_destroy(it);
    return result;
}

static wend_result use_social_def(const range_trial *t)
{
    wend_social_def def = wend_social_def_default();
    const wend_crowd_def crowd = crowd_def();
    wend_body_id members[2];
    wend_social_id id;
    wend_crowd *it;
    wend_crowd_create(&crowd, &it);
    for (int i = 0; i < 2; i++) {
        wend_body_def body = wend_body_def_default();
        body.position.x = i;
        wend_crowd_add_body(it, &body, &members[i]);
    }
    t->set(&def, t->range, t->value);
    wend_result result = wend_social_create(it, &def, members, 2, &id);
    result = result == WEND_OK ? wend_social_set_goal(it, id, (wend_vec2){9, 0}, 0) : result;
    for (int i = 0; i < 3 && result == WEND_OK; i++) {
        result = wend_crowd_tick(it);
    }
    wend_crowd_destroy(it);
    return result;
}

static wend_result use_exit_def(const range_trial *t)
{
    wend_exit_def def = wend_exit_def_default();
    const wend_crowd_def crowd = crowd_def();
    const wend_body_def body = wend_body_def_default();
    wend_body_id member;
    wend_exit_id id;
    wend_crowd *it;
    wend_crowd_create(&crowd, &it);
    wend_crowd_add_body(it, &body, &member);
    def.position.x = 9;
    def.goal.x = 12;
    def.has_goal = true;
    t->set(&def, t->range, t->value);
    wend_result result = wend_crowd_add_exit(it, &def, &id);
    result = result == WEND_OK ? wend_crowd_leave(it, &member, 1, WEND_EXIT_LEAST_TIME) : result;
    for (int i = 0; i < 9 && result == WEND_OK; i++) {
        result = wend_crowd_tick(it);
    }
    wend_crowd_destroy(it);
    return result;
}

/* ---- explorers ---- */

static wend_result use_cell_explorer(const range_trial *t)
{
    wend_cell_explorer_def def = wend_cell_explorer_def_default();
    def.grid = t->world->grid;
    t->set(&def, t->range, t->value);
    wend_cell_explorer *it;
    const wend_result result = wend_cell_explorer_create(&def, &it);
    wend_cell_explorer_destroy(it);
    return result;
}

static wend_result use_explored_map(const range_trial *t)
{
    wend_explored_map_def def = wend_explored_map_def_default();
    def.width = 4;
    def.height = 4;
    if (strcmp(t->range->field, "hex_layout") == 0) {
        def.neighbours = WEND_NEIGHBOURS_6;
    }
    t->set(&def, t->range, t->value);
    wend_explored_map *it;
    const wend_result result = wend_explored_map_create(&def, &it);
    wend_explored_map_destroy(it);
    return result;
}

static wend_result explore(const wend_explorers_def *def, const wend_explorer_def *order)
{
    wend_explorers *it;
    wend_body_id body;
    const wend_body_def body_def = wend_body_def_default();
    wend_result result = wend_explorers_create(def, &it);
    if (result == WEND_OK) {
        (void)wend_crowd_add_body(def->crowd, &body_def, &body);
        result = wend_explorers_send(it, body, order);
        result = result == WEND_OK ? wend_explorers_update(it) : result;
    }
    wend_explorers_destroy(it);
    return result;
}

static wend_result use_explorers_def(const range_trial *t)
{
    const wend_crowd_def crowd = crowd_def();
    wend_explorers_def def = wend_explorers_def_default();
    const wend_explorer_def order = wend_explorer_def_default();
    (void)wend_crowd_create(&crowd, &def.crowd);
    def.max_explorers = 2;
    t->set(&def, t->range, t->value);
    const wend_result result = explore(&def, &order);
    wend_crowd_destroy(def.crowd);
    return result;
}

static wend_result use_explorer_def(const range_trial *t)
{
    const wend_crowd_def crowd = crowd_def();
    wend_explored_map_def map = wend_explored_map_def_default();
    wend_explorers_def def = wend_explorers_def_default();
    wend_explorer_def order = wend_explorer_def_default();
    map.width = 4;
    map.height = 4;
    (void)wend_explored_map_create(&map, &def.map);
    (void)wend_crowd_create(&crowd, &def.crowd);
    def.max_explorers = 2;
    order.goal.x = 3;
    t->set(&order, t->range, t->value);
    const wend_result result = explore(&def, &order);
    wend_crowd_destroy(def.crowd);
    wend_explored_map_destroy(def.map);
    return result;
}

static const range rows[] = {
    {FIELD(wend_cell_explorer_def, movement_class), RANGE_UINT32, 0, 0, use_cell_explorer, 0},
    {FIELD(wend_cell_explorer_def, team), RANGE_UINT32, 0, 31, use_cell_explorer, 0},
    {FIELD(wend_cell_explorer_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_cell_explorer,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_cell_explorer_def, method), RANGE_INT32, 0, WEND_EXPLORE_RANDOM, use_cell_explorer,
     0},
    {FIELD(wend_cell_explorer_def, hand), RANGE_INT32, 0, WEND_EXPLORE_HAND_NEARER,
     use_cell_explorer, 0},
    {FIELD(wend_cell_explorer_def, seed), RANGE_UINT64, 0, 18446744073709549568.0,
     use_cell_explorer, RANGE_ANY_ABOVE},
    {FIELD(wend_cell_explorer_def, max_steps), RANGE_UINT64, 0, 18446744073709549568.0,
     use_cell_explorer, RANGE_ANY_ABOVE},
    {FIELD(wend_explored_map_def, width), RANGE_INT32, 1, WEND_GRID_SIDE_MAX, use_explored_map, 0},
    {FIELD(wend_explored_map_def, height), RANGE_INT32, 1, WEND_GRID_SIDE_MAX, use_explored_map, 0},
    {FIELD(wend_explored_map_def, neighbours), RANGE_INT32, 4, 4, use_explored_map,
     RANGE_ANY_ABOVE},
    {FIELD(wend_explored_map_def, corner_rule), RANGE_INT32, 0, 2, use_explored_map, 0},
    {FIELD(wend_explored_map_def, hex_layout), RANGE_INT32, 0, 3, use_explored_map, 0},
    {FIELD(wend_explored_map_def, wrap), RANGE_INT32, 0, 3, use_explored_map, 0},
    {FIELD(wend_explored_map_def, cell_size), RANGE_DOUBLE, 1e-300, 1e300, use_explored_map,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_explorers_def, max_explorers), RANGE_UINT32, 0, 8, use_explorers_def, 0},
    {FIELD(wend_explorers_def, radius), RANGE_DOUBLE, 0, 64, use_explorers_def, 0},
    {FIELD(wend_explorers_def, seed), RANGE_UINT64, 0, 18446744073709549568.0, use_explorers_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_explorer_def, method), RANGE_INT32, 0, WEND_EXPLORE_BY_MAP, use_explorer_def, 0},
    {FIELD(wend_explorer_def, hand), RANGE_INT32, 0, WEND_EXPLORE_HAND_NEARER, use_explorer_def, 0},
    {FIELD(wend_explorer_def, reach), RANGE_DOUBLE, 1e-6, 64, use_explorer_def, 0},
    {FIELD(wend_explorer_def, sense), RANGE_DOUBLE, 0, 64, use_explorer_def, 0},
    {FIELD(wend_explorer_def, memory_cell), RANGE_DOUBLE, 0, 64, use_explorer_def, 0},
    {FIELD(wend_explorer_def, max_ticks), RANGE_UINT64, 0, 18446744073709549568.0, use_explorer_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_crowd_def, max_bodies), RANGE_UINT32, 1, 16777216, use_crowd_def,
     RANGE_COSTLY_HIGH},
    {FIELD(wend_crowd_def, step), RANGE_DOUBLE, 1.0 / 240, 0.25, use_crowd_def, 0},
    {FIELD(wend_crowd_def, reach), RANGE_DOUBLE, 1, 64, use_crowd_def, 0},
    {FIELD(wend_crowd_def, stuck_margin), RANGE_DOUBLE, 1, 100, use_crowd_def, 0},
    {FIELD(wend_crowd_def, floor_count), RANGE_UINT32, 1, WEND_CROWD_FLOORS_MAX, use_crowd_def, 0},
    {FIELD(wend_crowd_def, class_count), RANGE_UINT32, 1, WEND_CROWD_CLASSES_MAX, use_crowd_def, 0},
    {FIELD(wend_crowd_def, max_radius), RANGE_DOUBLE, 1e-6, 64, use_crowd_def, 0},
    {FIELD(wend_crowd_def, horizon), RANGE_DOUBLE, 0.1, 60, use_crowd_def, 0},
    {FIELD(wend_crowd_def, seed), RANGE_UINT64, 0, 18446744073709549568.0, use_crowd_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_crowd_def, stuck_plan), RANGE_UINT32, 0, 15, use_crowd_def, 0},
    {FIELD(wend_crowd_def, stuck_leg_factor), RANGE_DOUBLE, 1, 100, use_crowd_def, 0},
    {FIELD(wend_crowd_def, stuck_leg_seconds), RANGE_DOUBLE, 0, 1000, use_crowd_def, 0},
    {FIELD(wend_crowd_def, meanwhile), RANGE_INT32, 0, 4, use_crowd_def, 0},
    {FIELD(wend_crowd_def, flow_steps), RANGE_UINT64, 1, 18446744073709549568.0, use_crowd_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_body_def, meanwhile), RANGE_INT32, 0, 4, use_body_def, 0},
    {FIELD(wend_body_def, route_priority), RANGE_UINT32, 0, WEND_PLANNER_PRIORITY_MAX, use_body_def,
     0},
    {FIELD(wend_body_def, route_profile), RANGE_UINT32, 0, UINT32_MAX, use_body_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_profile_source_def, rule_count), RANGE_SIZE, 1, WEND_CROWD_RULES_MAX,
     use_source_def, 0},
    {FIELD(wend_profile_source_def, partial_after_updates), RANGE_UINT32, 0, UINT32_MAX,
     use_source_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_profile_source_def, shape), RANGE_INT32, 0, 2, use_source_def, 0},
    {FIELD(wend_profile_source_def, noise), RANGE_DOUBLE, 0, 10, use_source_def, 0},
    {FIELD(wend_body_def, radius), RANGE_DOUBLE, 1e-6, 1, use_body_def, 0},
    {FIELD(wend_body_def, speed), RANGE_DOUBLE, 0, 100, use_body_def, 0},
    {FIELD(wend_body_def, z), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, use_body_def,
     0},
    {FIELD(wend_body_def, height), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_body_def, 0},
    {FIELD(wend_body_def, mass), RANGE_DOUBLE, 1e-6, 1e9, use_body_def, 0},
    {PART(wend_body_def, position, position.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_body_def, 0},
    {PART(wend_body_def, position, position.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_body_def, 0},
    {FIELD(wend_body_def, floor), RANGE_UINT32, 0, 1, use_body_def, 0},
    {FIELD(wend_body_def, heading), RANGE_DOUBLE, -1e6, 1e6, use_body_def, 0},
    {FIELD(wend_body_def, max_speed), RANGE_DOUBLE, 0, 100, use_body_def, 0},
    {FIELD(wend_body_def, acceleration), RANGE_DOUBLE, 0, 1e6, use_body_def, 0},
    {FIELD(wend_body_def, turn_rate), RANGE_DOUBLE, 0, 1e6, use_body_def, 0},
    {FIELD(wend_body_def, turn_radius), RANGE_DOUBLE, 0, 1e6, use_body_def, 0},
    {FIELD(wend_body_def, headway), RANGE_DOUBLE, 0, 10, use_body_def, 0},
    {FIELD(wend_body_def, crowd_class), RANGE_UINT32, 0, 1, use_body_def, 0},
    {FIELD(wend_body_def, layer), RANGE_UINT32, 0, UINT32_MAX, use_body_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_body_def, avoids), RANGE_UINT32, 0, UINT32_MAX, use_body_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_body_def, touches), RANGE_UINT32, 0, UINT32_MAX, use_body_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_body_def, group), RANGE_UINT32, 0, UINT32_MAX, use_body_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_body_def, priority), RANGE_INT32, INT32_MIN, INT32_MAX, use_body_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_body_def, user), RANGE_UINT64, 0, 18446744073709549568.0, use_body_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_crowd_near_query, floor), RANGE_UINT32, 0, UINT32_MAX, use_near_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_crowd_near_query, layers), RANGE_UINT32, 0, UINT32_MAX, use_near_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_crowd_near_query, group), RANGE_UINT32, 0, UINT32_MAX, use_near_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_crowd_near_query, group_left_out), RANGE_UINT32, 0, UINT32_MAX, use_near_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_crowd_near_query, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_near_query, 0},
    {FIELD(wend_crowd_near_query, heading), RANGE_DOUBLE, -1e6, 1e6, use_near_query, 0},
    {FIELD(wend_crowd_near_query, half_angle), RANGE_DOUBLE, 0, 4, use_near_query, 0},
    {FIELD(wend_zone_def, kind), RANGE_INT32, 0, 2, use_zone_def, 0},
    {FIELD(wend_zone_def, floor), RANGE_UINT32, 0, 1, use_zone_def, 0},
    {PART(wend_zone_def, low, low.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_zone_def, 0},
    {PART(wend_zone_def, low, low.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_zone_def, 0},
    {PART(wend_zone_def, high, high.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_zone_def, 0},
    {PART(wend_zone_def, high, high.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_zone_def, 0},
    {PART(wend_zone_def, centre, centre.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_zone_def, 0},
    {PART(wend_zone_def, centre, centre.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_zone_def, 0},
    {FIELD(wend_zone_def, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_zone_def, 0},
    {PART(wend_zone_def, velocity, velocity.x), RANGE_DOUBLE, -1e9, 1e9, use_zone_def, 0},
    {PART(wend_zone_def, velocity, velocity.y), RANGE_DOUBLE, -1e9, 1e9, use_zone_def, 0},
    {FIELD(wend_zone_def, layers), RANGE_UINT32, 0, UINT32_MAX, use_zone_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_flow_def, margin), RANGE_INT32, 0, 4, use_flow_def, 0},
    {FIELD(wend_flow_def, merge_slack), RANGE_DOUBLE, 0, 1, use_flow_def, 0},
    {FIELD(wend_flow_def, cluster_size), RANGE_INT32, 2, 32, use_flow_def, 0},
    {FIELD(wend_flow_def, cluster_size), RANGE_INT32, 0, 0, use_flow_def, RANGE_ANY_ABOVE},
    {FIELD(wend_flow_def, floor_count), RANGE_UINT32, 1, WEND_FLOW_FLOORS_MAX, use_flow_def, 0},
    {FIELD(wend_flow_def, join_count), RANGE_UINT32, 0, WEND_GRID_LINKS_MAX, use_flow_def,
     RANGE_COSTLY_HIGH},
    {FIELD(wend_flow_def, class_count), RANGE_UINT32, 1, WEND_FLOW_CLASSES_MAX, use_flow_def, 0},
    {FIELD(wend_flow_def, integration), RANGE_INT32, 0, 2, use_flow_def, 0},
    {FIELD(wend_flow_def, max_unused_bytes), RANGE_SIZE, 0, 18446744073709549568.0, use_flow_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_flow_def, max_unused_age), RANGE_UINT32, 0, UINT32_MAX, use_flow_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_flow_request_def, flow_class), RANGE_UINT32, 0, 1, use_flow_request_def, 0},
    {FIELD(wend_flow_request_def, goal_count), RANGE_SIZE, 1, WEND_FLOW_GOALS_MAX,
     use_flow_request_def, RANGE_FULL_ABOVE},
    {FIELD(wend_flow_request_def, area_count), RANGE_SIZE, 0, 2, use_flow_request_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_flow_request_def, source_count), RANGE_SIZE, 0, UINT32_MAX / 2,
     use_flow_request_def, RANGE_COSTLY_HIGH | RANGE_FULL_ABOVE},
    {FIELD(wend_flow_request_def, seeds), RANGE_INT32, 0, 1, use_flow_request_def, 0},
    {FIELD(wend_flow_request_def, arrival_radius), RANGE_DOUBLE, 0, 1e9, use_flow_request_def, 0},
    {FIELD(wend_flow_request_def, user), RANGE_UINT64, 0, 18446744073709549568.0,
     use_flow_request_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_formation_def, shape), RANGE_INT32, 0, 5, use_formation_def, 0},
    {FIELD(wend_formation_def, slot_count), RANGE_SIZE, 0, WEND_FORMATION_SLOTS_MAX,
     use_formation_def, 0},
    {FIELD(wend_formation_def, files), RANGE_UINT32, 0, WEND_FORMATION_SLOTS_MAX, use_formation_def,
     0},
    {FIELD(wend_formation_def, spacing), RANGE_DOUBLE, 1e-6, 1000, use_formation_def, 0},
    {FIELD(wend_formation_def, spacing), RANGE_DOUBLE, 0, 0, use_formation_def, RANGE_ANY_ABOVE},
    {PART(wend_exit_def, position, position.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_exit_def, 0},
    {PART(wend_exit_def, position, position.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_exit_def, 0},
    {PART(wend_exit_def, goal, goal.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_exit_def, 0},
    {PART(wend_exit_def, goal, goal.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_exit_def, 0},
    {FIELD(wend_exit_def, floor), RANGE_UINT32, 0, 1, use_exit_def, 0},
    {FIELD(wend_exit_def, z), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, use_exit_def,
     0},
    {FIELD(wend_exit_def, width), RANGE_DOUBLE, 0.1, 1000, use_exit_def, 0},
    {FIELD(wend_exit_def, rate), RANGE_DOUBLE, 1e-3, 1e6, use_exit_def, 0},
    {FIELD(wend_exit_def, rate), RANGE_DOUBLE, 0, 0, use_exit_def, RANGE_ANY_ABOVE},
    {FIELD(wend_exit_def, user), RANGE_UINT64, 0, 18446744073709549568.0, use_exit_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_detail_def, region_count), RANGE_UINT32, 0, WEND_DETAIL_REGIONS_MAX, use_detail_def,
     0},
    {FIELD(wend_detail_def, margin), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_detail_def, 0},
    {FIELD(wend_detail_def, band), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_detail_def, 0},
    {FIELD(wend_detail_def, level_most), RANGE_UINT32, 1, WEND_DETAIL_LEVEL_MAX, use_detail_def, 0},
    {FIELD(wend_social_def, spacing), RANGE_DOUBLE, 1e-6, 1000, use_social_def, 0},
    {FIELD(wend_social_def, spacing), RANGE_DOUBLE, 0, 0, use_social_def, RANGE_ANY_ABOVE},
    {FIELD(wend_social_def, speed_loss), RANGE_DOUBLE, 0, 0.25, use_social_def, 0},
    {FIELD(wend_social_def, user), RANGE_UINT64, 0, 18446744073709549568.0, use_social_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_formation_def, user), RANGE_UINT64, 0, 18446744073709549568.0, use_formation_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
};
const range_list ranges_crowd = {rows, sizeof rows / sizeof *rows};
