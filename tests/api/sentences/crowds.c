/* Messages of pools, flows, crowds and formations. */
#include "sentences.h"
#include "wend/detail.h"

#include <math.h>

static wend_message m;

static void try_flows(wend_grid *grid)
{
    wend_flow_def def = wend_flow_def_default();
    wend_flow *flow = NULL;
    def.message = &m;
    def.grid = grid;
    def.margin = 9;
    TOLD(wend_flow_create(&def, &flow), m.text, "wend_flow_create: margin is 9", "0 to 4");
    def.margin = 1;
    wend_flow_create(&def, &flow);
    wend_flow_request_def order = wend_flow_request_def_default();
    const wend_flow_position far = {{400, 0}, 0};
    const wend_flow_member member = {far, 8};
    wend_flow_request_id id;
    size_t count;
    uint32_t assigned;
    order.flow_class = 6;
    TOLD(wend_flow_add_request(flow, &order, &id, &m), m.text,
         "wend_flow_add_request: flow_class is 6", "number of classes is 1");
    order.flow_class = 0;
    order.goals = &far;
    order.goal_count = 1;
    TOLD(wend_flow_add_request(flow, &order, &id, NULL), wend_flow_error(flow),
         "wend_flow_add_request: position of goal 0 is 400, 0", "0, 0 to 12, 9");
    TOLD(wend_flow_add_request_to(flow, 4, far.position, 0, &id), wend_flow_error(flow),
         "wend_flow_add_request_to: flow_class is 4", "number of classes is 1");
    TOLD(wend_flow_add_request_to(flow, 0, far.position, 0, &id), wend_flow_error(flow),
         "wend_flow_add_request_to: position of goal 0 is 400, 0", "0, 0 to 12, 9");
    TOLD(wend_flow_add_group(flow, &order, &member, 1, &id, &count, &assigned, &m), m.text,
         "wend_flow_add_group: flow_class of member 0 is 8", "number of classes is 1");
    id = (wend_flow_request_id){7, 2};
    TOLD(wend_flow_remove_request(flow, id), wend_flow_error(flow),
         "wend_flow_remove_request: ", "request 7", "generation 2");
    TOLD(wend_flow_set_goals(flow, id, &far, 1, &m), m.text, "wend_flow_set_goals: ", "request 7");
    TOLD(wend_flow_set_sources(flow, id, NULL, 2, NULL), wend_flow_error(flow),
         "wend_flow_set_sources: sources is NULL", "source_count is 2");
    TOLD(wend_flow_add_source(flow, id, 0, 0, 0), wend_flow_error(flow),
         "wend_flow_add_source: ", "request 7");
    TOLD(wend_flow_bake(flow, 3, NULL), wend_flow_error(flow), "wend_flow_bake: flow_class is 3",
         "number of classes is 1");
    wend_flow_destroy(flow);
}

static void try_bodies(wend_crowd *crowd, wend_body_id body)
{
    const char *(*error)(const wend_crowd *) = wend_crowd_error;
    const wend_vec2 far = {(double)INFINITY, 0};
    const wend_body_id none = {9, 4};
    const wend_flow_request_id order = {1, 1};
    wend_body_def def = wend_body_def_default();
    def.radius = 100;
    TOLD(wend_crowd_add_body(crowd, &def, NULL), error(crowd), "wend_crowd_add_body: radius is 100",
         "at least 1e-06");
    TOLD(wend_crowd_add_bodies(crowd, &def, 3, NULL), error(crowd),
         "wend_crowd_add_bodies: radius is 100", "at least 1e-06");
    TOLD(wend_crowd_set_body(crowd, body, &def), error(crowd),
         "wend_crowd_set_body: radius is 100");
    TOLD(wend_crowd_remove_body(crowd, none), error(crowd), "wend_crowd_remove_body: ", "body 9",
         "generation 4");
    TOLD(wend_crowd_set_speed(crowd, body, 101), error(crowd), "wend_crowd_set_speed: speed is 101",
         "0 to 100");
    TOLD(wend_crowd_set_heading(crowd, body, 1e7), error(crowd),
         "wend_crowd_set_heading: heading is 10000000", "-1000000 to 1000000");
    TOLD(wend_crowd_set_position(crowd, body, far, 0), error(crowd),
         "wend_crowd_set_position: x is inf", "1073741824");
    TOLD(wend_crowd_set_goal(crowd, body, far, 0), error(crowd), "wend_crowd_set_goal: x is inf");
    TOLD(wend_crowd_set_group_goal(crowd, &body, 1, far, 0), error(crowd),
         "wend_crowd_set_group_goal: x is inf");
    const wend_vec3 deep = {0, 0, (double)INFINITY};
    TOLD(wend_crowd_set_goal_at(crowd, body, deep), error(crowd),
         "wend_crowd_set_goal_at: z is inf");
    TOLD(wend_crowd_set_group_goal_at(crowd, &body, 1, deep), error(crowd),
         "wend_crowd_set_group_goal_at: z is inf");
    TOLD(wend_crowd_set_position_at(crowd, none, deep), error(crowd),
         "wend_crowd_set_position_at: ", "body 9");
    const wend_route_place place = {far, 0, 0};
    TOLD(wend_crowd_set_goal_places(crowd, body, &place, 1), error(crowd),
         "wend_crowd_set_goal_places: x is inf");
    TOLD(wend_crowd_set_goal_tag(crowd, none, 1), error(crowd),
         "wend_crowd_set_goal_tag: ", "body 9");
    TOLD(wend_crowd_follow_path(crowd, body, NULL), error(crowd),
         "wend_crowd_follow_path: path is NULL");
    TOLD(wend_crowd_follow_flow(crowd, &body, 1, order), error(crowd),
         "wend_crowd_follow_flow: the crowd has no flow");
    TOLD(wend_crowd_set_velocity(crowd, body, far), error(crowd),
         "wend_crowd_set_velocity: ", "inf");
    TOLD(wend_crowd_stop(crowd, none), error(crowd), "wend_crowd_stop: ", "body 9");
    TOLD(wend_crowd_set_held(crowd, none, true), error(crowd), "wend_crowd_set_held: ", "body 9");
    TOLD(wend_crowd_set_contact_reports(crowd, none, true), error(crowd),
         "wend_crowd_set_contact_reports: ", "body 9");
    TOLD(wend_crowd_apply_impulse(crowd, body, far), error(crowd),
         "wend_crowd_apply_impulse: ", "inf");
    TOLD(wend_crowd_apply_explosion(crowd, 0, (wend_vec2){0, 0}, -1, 1, false, NULL), error(crowd),
         "wend_crowd_apply_explosion: radius is -1");
    TOLD(wend_crowd_apply_explosion(crowd, 1, (wend_vec2){0, 0}, 5, 1, false, NULL), error(crowd),
         "wend_crowd_apply_explosion: floor is 1");
    TOLD(wend_crowd_set_steering(crowd, body, NULL, 3, WEND_STEER_WEIGHTED, 1, false), error(crowd),
         "wend_crowd_set_steering: items is NULL");
    wend_zone_def zone = wend_zone_def_default();
    zone.cookie = 3;
    TOLD(wend_crowd_add_zone(crowd, &zone, NULL), error(crowd),
         "wend_crowd_add_zone: ", "wend_zone_def_default");
    const wend_zone_id zone_id = {4, 1};
    TOLD(wend_crowd_set_zone(crowd, zone_id, &zone), error(crowd), "wend_crowd_set_zone: ");
    TOLD(wend_crowd_remove_zone(crowd, zone_id), error(crowd),
         "wend_crowd_remove_zone: ", "zone 4");
}

static void try_formations(wend_crowd *crowd, wend_body_id body)
{
    const char *(*error)(const wend_crowd *) = wend_crowd_error;
    const wend_formation_id none = {5, 1};
    wend_formation_def def = wend_formation_def_default();
    wend_formation_id id;
    def.spacing = -1;
    TOLD(wend_formation_create(crowd, &def, &body, NULL, 1, &id), error(crowd),
         "wend_formation_create: spacing is -1");
    TOLD(wend_formation_destroy(crowd, none), error(crowd),
         "wend_formation_destroy: ", "formation 5");
    TOLD(wend_formation_reshape(crowd, none, &def), error(crowd), "wend_formation_reshape: ");
    TOLD(wend_formation_add_member(crowd, none, body, 0), error(crowd),
         "wend_formation_add_member: ", "formation 5");
    TOLD(wend_formation_remove_member(crowd, (wend_body_id){9, 4}), error(crowd),
         "wend_formation_remove_member: ", "body 9");
    TOLD(wend_formation_set_goal(crowd, none, (wend_vec2){0, 0}, 0), error(crowd),
         "wend_formation_set_goal: ", "formation 5");
    TOLD(wend_formation_follow_flow(crowd, none, (wend_flow_request_id){1, 1}), error(crowd),
         "wend_formation_follow_flow: ", "formation 5");
    TOLD(wend_formation_follow_path(crowd, none, NULL), error(crowd),
         "wend_formation_follow_path: ");
    TOLD(wend_formation_stop(crowd, none), error(crowd), "wend_formation_stop: ", "formation 5");
}

static void try_social_groups(wend_crowd *crowd, wend_body_id body)
{
    const char *(*error)(const wend_crowd *) = wend_crowd_error;
    const wend_social_id none = {5, 1};
    wend_social_def def = wend_social_def_default();
    wend_social_id id;
    const wend_body_id twice[2] = {body, body};
    TOLD(wend_social_create(crowd, &def, twice, 2, &id), error(crowd), "wend_social_create: body ",
         "is given twice");
    def.speed_loss = 1;
    TOLD(wend_social_create(crowd, &def, &body, 1, &id), error(crowd),
         "wend_social_create: speed_loss is 1");
    TOLD(wend_social_destroy(crowd, none), error(crowd), "wend_social_destroy: ", "social group 5");
    TOLD(wend_social_add_member(crowd, none, body), error(crowd),
         "wend_social_add_member: ", "social group 5");
    TOLD(wend_social_remove_member(crowd, (wend_body_id){9, 4}), error(crowd),
         "wend_social_remove_member: ", "body 9");
    TOLD(wend_social_set_goal(crowd, none, (wend_vec2){0, 0}, 0), error(crowd),
         "wend_social_set_goal: ", "social group 5");
}

static void try_exits(wend_crowd *crowd, wend_body_id body)
{
    const char *(*error)(const wend_crowd *) = wend_crowd_error;
    const wend_exit_id none = {5, 1};
    wend_exit_def def = wend_exit_def_default();
    wend_exit_id id;
    TOLD(wend_crowd_leave(crowd, &body, 1, WEND_EXIT_LEAST_TIME), error(crowd),
         "wend_crowd_leave: ", "has no exits");
    TOLD(wend_crowd_leave(crowd, &body, 1, (wend_exit_choice)7), error(crowd),
         "wend_crowd_leave: choice is 7");
    TOLD(wend_crowd_leave(crowd, &(wend_body_id){9, 4}, 1, WEND_EXIT_NEAREST), error(crowd),
         "wend_crowd_leave: ", "body 9");
    TOLD(wend_crowd_set_exit(crowd, none, &def), error(crowd), "wend_crowd_set_exit: ", "exit 5");
    TOLD(wend_crowd_remove_exit(crowd, none), error(crowd), "wend_crowd_remove_exit: ", "exit 5");
    def.width = 0;
    TOLD(wend_crowd_add_exit(crowd, &def, &id), error(crowd), "wend_crowd_add_exit: width is 0");
    def.width = 1;
    def.rate = -1;
    TOLD(wend_crowd_add_exit(crowd, &def, &id), error(crowd), "wend_crowd_add_exit: rate is -1",
         "must be 0 (measured) or from 0.001 to");
    def.rate = 0;
    def.position.x = 1e10;
    TOLD(wend_crowd_add_exit(crowd, &def, &id), error(crowd),
         "wend_crowd_add_exit: position.x is 1");
    def.position.x = 0;
    def.has_goal = true;
    def.goal.y = -1e10;
    TOLD(wend_crowd_add_exit(crowd, &def, &id), error(crowd), "wend_crowd_add_exit: goal.y is -1");
}

static void try_detail(wend_crowd *crowd)
{
    wend_detail_def def = wend_detail_def_default();
    def.level_most = 9;
    TOLD(wend_crowd_set_detail(crowd, &def), wend_crowd_error(crowd),
         "wend_crowd_set_detail: level_most is 9");
    def = wend_detail_def_default();
    def.region_count = 2;
    TOLD(wend_crowd_set_detail(crowd, &def), wend_crowd_error(crowd),
         "wend_crowd_set_detail: regions");
    const wend_detail_region regions[2] = {{0, {0, 0}, {1, 1}, 0}, {0, {2, 0}, {1, 1}, 0}};
    def.regions = regions;
    TOLD(wend_crowd_set_detail(crowd, &def), wend_crowd_error(crowd),
         "wend_crowd_set_detail: ", "regions[1].high.x is ");
}

static void try_explorers(wend_grid *grid, wend_crowd *crowd, wend_body_id body)
{
    wend_cell_explorer_def cell = wend_cell_explorer_def_default();
    wend_cell_explorer *explorer = NULL;
    cell.message = &m;
    cell.grid = grid;
    cell.method = WEND_EXPLORE_BY_MAP;
    TOLD(wend_cell_explorer_create(&cell, &explorer), m.text,
         "wend_cell_explorer_create: method is 6", "from 0 to 5");
    cell.method = WEND_EXPLORE_TRACE;
    (void)wend_cell_explorer_create(&cell, &explorer);
    TOLD(wend_cell_explorer_step(explorer), wend_cell_explorer_error(explorer),
         "wend_cell_explorer_step: ", "not started");
    TOLD(wend_cell_explorer_start(explorer, 0, 999999), wend_cell_explorer_error(explorer),
         "wend_cell_explorer_start: goal is 999999");
    TOLD(wend_cell_explorer_load(explorer, (const uint8_t *)"abc", 3, NULL),
         wend_cell_explorer_error(explorer), "wend_cell_explorer_load: ");
    wend_cell_explorer_destroy(explorer);

    wend_explored_map_def map_def = wend_explored_map_def_default();
    wend_explored_map *map = NULL;
    map_def.message = &m;
    TOLD(wend_explored_map_create(&map_def, &map), m.text, "wend_explored_map_create: ", "width");
    map_def.like = grid;
    (void)wend_explored_map_create(&map_def, &map);
    const wend_sighting outside = {999999, 1, 1};
    TOLD(wend_explored_map_report(map, &outside, 1, NULL), wend_explored_map_error(map),
         "wend_explored_map_report: node of sighting 0 is 999999");
    TOLD(wend_explored_map_load(map, (const uint8_t *)"abc", 3, NULL), wend_explored_map_error(map),
         "wend_explored_map_load: ");

    wend_explorers_def def = wend_explorers_def_default();
    wend_explorers *explorers = NULL;
    def.message = &m;
    TOLD(wend_explorers_create(&def, &explorers), m.text, "wend_explorers_create: crowd is NULL");
    def.crowd = crowd;
    def.max_explorers = 1;
    (void)wend_explorers_create(&def, &explorers);
    wend_explorer_def order = wend_explorer_def_default();
    order.sense = 99;
    TOLD(wend_explorers_send(explorers, body, &order), wend_explorers_error(explorers),
         "wend_explorers_send: sense is 99", "from 0 to 64");
    TOLD(wend_explorers_stop(explorers, body), wend_explorers_error(explorers),
         "wend_explorers_stop: ", "does not explore");
    TOLD(wend_explorers_load(explorers, (const uint8_t *)"abc", 3, NULL),
         wend_explorers_error(explorers), "wend_explorers_load: ");
    wend_explorers_destroy(explorers);
    wend_explored_map_destroy(map);
}

void try_crowds(void)
{
    wend_pool_def pool_def = wend_pool_def_default();
    wend_pool *pool = NULL;
    pool_def.message = &m;
    pool_def.thread_count = 300;
    TOLD(wend_pool_create(&pool_def, &pool), m.text, "wend_pool_create: thread_count is 300",
         "0 to 256");
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid = NULL;
    grid_def.width = 12;
    grid_def.height = 9;
    wend_grid_create(&grid_def, &grid);
    try_flows(grid);
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    wend_body_id body;
    def.message = &m;
    def.step = 3;
    TOLD(wend_crowd_create(&def, &crowd), m.text, "wend_crowd_create: step is 3", "to 0.25");
    def.step = 0.05;
    wend_crowd_create(&def, &crowd);
    const wend_body_def body_def = wend_body_def_default();
    wend_crowd_add_body(crowd, &body_def, &body);
    try_bodies(crowd, body);
    try_explorers(grid, crowd, body);
    try_formations(crowd, body);
    try_social_groups(crowd, body);
    try_exits(crowd, body);
    try_detail(crowd);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}
