/* Crowds, bodies, goals, forces. */
#include "fuzz.h"

#include "wend/detail.h"
#include "wend/steer.h"

#include <math.h>
#include <string.h>

wend_body_id some_body(fuzz *f, const wend_crowd *crowd)
{
    wend_body_id ids[40];
    size_t count = 0;
    wend_crowd_list_bodies(crowd, ids, 40, &count);
    CHECK(f, count == wend_crowd_body_count(crowd));
    wend_body_id id;
    some_id(f, ids, count < 40 ? count : 40, &id);
    return id;
}

/* ---- route sources ---- */

/* The context of route sources: the querying crowd. */
static struct {
    fuzz *f;
    wend_crowd *crowd;
} source;

/* Route sources of the crowd may call it while it is in a call of this step. */
void let_call_back(fuzz *f, wend_crowd *crowd)
{
    source.f = f;
    source.crowd = crowd;
    may_call_back(f, KIND_CROWD, crowd);
}

static wend_result give_way(wend_path *path, uint64_t ticket, wend_vec2 from, wend_vec2 to)
{
    call_back();
    const wend_vec2 points[3] = {from, {to.x, from.y}, to};
    const uint32_t how = wend_random_below(5, ticket, 0, 16);
    if (how < 9) {
        const wend_result filled = wend_path_from_points(path, points, how < 4 ? 2 : 3);
        return filled == WEND_OK && how == 0 ? WEND_PARTIAL : filled;
    }
    static const wend_result others[] = {WEND_NO_PATH,       WEND_IN_PROGRESS, WEND_IN_PROGRESS,
                                         WEND_ERROR_MEMORY,  WEND_OK,          WEND_PARTIAL,
                                         WEND_ERROR_ARGUMENT};
    return others[how - 9];
}

static wend_result ask_way(void *context, const wend_route_query *query, wend_path *path)
{
    (void)context;
    CHECK(source.f, query->ticket != 0);
    return give_way(path, query->ticket, query->from, query->to);
}

static wend_result poll_way(void *context, uint64_t ticket, wend_path *path)
{
    (void)context;
    const wend_vec2 from = {2, 2};
    const wend_vec2 to = {(double)(ticket % 20), (double)(ticket % 7)};
    return give_way(path, wend_random(1, ticket, source.f->step), from, to);
}

static wend_result poll_way_from(void *context, const wend_route_query *now, wend_path *path)
{
    (void)context;
    return give_way(path, wend_random(1, now->ticket, source.f->step), now->from, now->to);
}

static void say_more(void *context, const wend_route_query *query, wend_route_answer *answer)
{
    (void)context;
    call_back();
    CHECK(source.f, (query->place_count > 0) == (query->goal == WEND_ROUTE_TO_PLACES));
    answer->has_item = query->ticket % 3 != 0;
    answer->item = query->ticket % 5;
    answer->cost_unit = query->ticket % 2 == 0 ? 1 : (double)NAN;
}

static void cancel_way(void *context, uint64_t ticket)
{
    (void)context;
    CHECK(source.f, ticket != 0);
    call_back();
}

/* ---- the crowd ---- */

void make_crowd(fuzz *f)
{
    wend_crowd_def def = wend_crowd_def_default();
    const wend_grid *grid = chance(f, 2) ? get(f, KIND_GRID) : NULL;
    const wend_walls *walls = chance(f, 2) ? get(f, KIND_WALLS) : NULL;
    wend_grid *jam_grid = chance(f, 4) ? get_old(f, KIND_GRID) : NULL;
    wend_graph *jam_graph = chance(f, 4) ? get_old(f, KIND_GRAPH) : NULL;
    wend_mesh *jam_mesh = chance(f, 4) ? get_old(f, KIND_MESH) : NULL;
    const wend_mesh *mesh = chance(f, 3) ? get(f, KIND_MESH) : NULL;
    const wend_crowd_floor floors[2] = {{grid, walls}, {NULL, NULL}};
    const double heights[2] = {0, chance(f, 2) ? 0 : 3};
    const wend_crowd_class classes[2] = {
        wend_crowd_class_default(),
        {some_class(f), some_team(f), some_stops(f), chance(f, 2), real(f, 0, 2)}};
    if (grid_nodes(grid) > FUZZ_SIDE * FUZZ_SIDE) {
        return;
    }
    def.max_bodies = 1 + below(f, 30);
    if (unsound(f, 30)) {
        def.max_bodies = chance(f, 2) ? 0 : WEND_CROWD_BODIES_MAX + 1;
    }
    if (chance(f, 4)) {
        def.floors = floors;
        def.floor_count = 1 + below(f, 2);
        def.floor_heights = chance(f, 2) ? NULL : heights;
    } else {
        def.grid = mesh == NULL || unsound(f, 8) ? grid : NULL;
        def.walls = mesh == NULL || unsound(f, 8) ? walls : NULL;
        def.mesh = mesh;
    }
    def.classes = chance(f, 2) ? NULL : classes;
    def.class_count = chance(f, 2) ? 1 : 2;
    def.step = chance(f, 3) ? real(f, 1.0 / 240, 0.25) : 0.05;
    def.max_radius = chance(f, 3) ? real(f, 0.1, 4) : 1;
    def.horizon = chance(f, 3) ? real(f, 0.1, 10) : 4;
    def.reach = chance(f, 3) ? real(f, 1, 64) : 6;
    def.seed = roll(f);
    def.flow = chance(f, def.mesh == NULL ? 2 : 12) ? get(f, KIND_FLOW) : NULL;
    def.has_own_flow = chance(f, unsound(f, 4) ? 2 : 6) && (def.flow == NULL || unsound(f, 4));
    def.flow_steps = chance(f, 2) ? UINT64_MAX : below(f, unsound(f, 12) ? 2 : 9) + 1;
    if (chance(f, 2)) {
        def.route_source.start = ask_way;
        def.route_source.poll = poll_way;
        def.route_source.cancel = chance(f, 2) ? NULL : cancel_way;
        def.route_source.poll_from = chance(f, 2) ? NULL : poll_way_from;
        def.route_source.get_answer = chance(f, 2) ? NULL : say_more;
    }
    wend_pathfinder *pathfinder = chance(f, 4) ? get_old(f, KIND_PATHFINDER) : NULL;
    if (chance(f, 3)) {
        def.route_source = wend_route_source_from_pathfinder(pathfinder);
    }
    wend_planner *planner = chance(f, 4) ? get_old(f, KIND_PLANNER) : NULL;
    if (chance(f, 4)) {
        def.route_source = wend_route_source_from_planner(planner, below(f, 2));
    }
    if (chance(f, 6)) {
        const wend_route_rule rules[2] = {
            {chance(f, 2) ? WEND_ROUTE_CLASS_ANY : below(f, 3), real(f, -0.1, 1), below(f, 2)},
            {WEND_ROUTE_CLASS_ANY, (double)INFINITY, 0}};
        wend_profile_source_def source_def = wend_profile_source_def_default();
        source_def.planner = planner;
        source_def.rules = chance(f, 12) ? NULL : rules;
        source_def.rule_count = unsound(f, 12) ? below(f, 70) * 33 : 1 + below(f, 2);
        source_def.partial_after_updates = below(f, 5);
        source_def.shape = (wend_path_shape)below(f, unsound(f, 12) ? 9 : 3);
        source_def.noise = chance(f, 3) ? real(f, 0, 11) : 0;
        some_cookie(f, &source_def.cookie);
        GIVES(f, wend_route_source_from_profiles(&source_def, &def.route_source), "AFM");
    }
    def.jam_grid = jam_grid;
    def.jam_graph = jam_graph;
    def.jam_mesh = jam_mesh;
    def.stuck_plan = chance(f, 3) ? below(f, unsound(f, 20) ? 32 : 16) : def.stuck_plan;
    def.stuck_margin = chance(f, 3) ? real(f, 1, 100) : 3;
    def.has_contact_reports = chance(f, 3);
    def.stuck_leg_factor = chance(f, 3) ? real(f, 1, 3) : 0;
    def.stuck_leg_seconds = chance(f, 3) ? real(f, 0, 9) : 4;
    def.meanwhile = (wend_meanwhile)below(f, unsound(f, 20) ? 9 : 5);
    def.executor = some_executor(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_crowd *crowd = NULL;
    GIVES(f, wend_crowd_create(&def, &crowd), "AUM");
    keep(f, KIND_CROWD, crowd, grid, walls, def.flow);
    keep_parent(f, KIND_CROWD, crowd, jam_grid);
    keep_parent(f, KIND_CROWD, crowd, jam_graph);
    keep_parent(f, KIND_CROWD, crowd, jam_mesh);
    keep_parent(f, KIND_CROWD, crowd, mesh);
    keep_parent(f, KIND_CROWD, crowd, pathfinder);
    keep_parent(f, KIND_CROWD, crowd, planner);
}

static void fill_body(fuzz *f, wend_body_def *def)
{
    def->position = somewhere(f);
    def->floor = chance(f, 12) ? count_to(f, 1) : 0;
    def->heading = real(f, -4, 4);
    def->radius = chance(f, 2) ? 0.25 : real(f, 0.05, 1);
    def->speed = chance(f, 2) ? 1.3 : real(f, 0, 100);
    def->max_speed = chance(f, 2) ? 0 : real(f, 0, 125);
    def->acceleration = chance(f, 2) ? 0 : real(f, 0, 20);
    def->turn_rate = chance(f, 2) ? 0 : real(f, 0, 10);
    def->turn_radius = chance(f, 3) ? real(f, 0, 3) : 0;
    def->headway = chance(f, 3) ? real(f, 0, 10) : 0;
    def->mass = chance(f, 3) ? real(f, 1e-6, 1e9) : 80;
    def->z = chance(f, 2) ? 0 : real(f, -9, 9);
    def->height = chance(f, 2) ? 1.8 : real(f, 0, 9);
    def->crowd_class = chance(f, 6) ? count_to(f, 1) : 0;
    def->layer = chance(f, 3) ? (uint32_t)roll(f) : 1;
    def->avoids = chance(f, 4) ? (uint32_t)roll(f) : UINT32_MAX;
    def->touches = chance(f, 4) ? (uint32_t)roll(f) : UINT32_MAX;
    def->group = below(f, 3);
    def->priority = chance(f, 3) ? whole(f, -3, 3) : 0;
    def->user = roll(f);
    def->is_abrupt = chance(f, 3);
    def->meanwhile = (wend_meanwhile)(chance(f, 2) ? below(f, unsound(f, 20) ? 9 : 5) : 0);
    def->route_priority = chance(f, 3) ? below(f, unsound(f, 20) ? 20 : 16) : 0;
    def->route_profile = chance(f, 3) ? below(f, 3) : WEND_ROUTE_PROFILE_ANY;
    some_cookie(f, &def->cookie);
}

static void add_body(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    wend_body_def def = wend_body_def_default();
    fill_body(f, &def);
    wend_body_id id = {7, 7};
    fuzz_watch(f, KIND_CROWD, crowd);
    const wend_result result =
        GIVES(f, wend_crowd_add_body(crowd, &def, chance(f, 6) ? NULL : &id), "AFM");
    CHECK(f, result != WEND_OK || wend_crowd_body_count(crowd) > 0);
}

static void add_bodies(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    wend_body_def def = wend_body_def_default();
    fill_body(f, &def);
    wend_body_id ids[6];
    const uint32_t before = wend_crowd_body_count(crowd);
    const size_t count = below(f, 7);
    fuzz_watch(f, KIND_CROWD, crowd);
    const wend_result result =
        GIVES(f, wend_crowd_add_bodies(crowd, &def, count, chance(f, 6) ? NULL : ids), "AFM");
    CHECK(f, wend_crowd_body_count(crowd) == before + (result == WEND_OK ? count : 0));
    wend_flow *flow = wend_crowd_flow(crowd);
    if (flow != NULL && chance(f, 2)) {
        wend_flow_request_id id;
        GIVES(f, wend_flow_add_request_to(flow, 0, somewhere(f), 0, &id), "NAFM");
    }
}

static void edit_body(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    const wend_body_id id = some_body(f, crowd);
    wend_body_def def;
    GIVES(f, wend_crowd_get_body_def(crowd, id, &def), "AS");
    let_call_back(f, crowd);
    const uint32_t how = below(f, 4);
    fuzz_watch(f, KIND_CROWD, crowd);
    if (how == 0) {
        GIVES(f, wend_crowd_remove_body(crowd, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_crowd_set_speed(crowd, id, real(f, -1, 101)), "AS");
        GIVES(f, wend_crowd_set_heading(crowd, id, real(f, -1e6, 1.1e6)), "AS");
        GIVES(f, wend_crowd_set_position(crowd, id, somewhere(f), chance(f, 8) ? 1 : 0), "ASM");
        GIVES(f, wend_crowd_set_position_at(crowd, id, somewhere_high(f)), "ASM");
    } else {
        const bool is_as_read = chance(f, 3);
        if (!is_as_read) {
            fill_body(f, &def);
        }
        const wend_result result = GIVES(f, wend_crowd_set_body(crowd, id, &def), "ASF");
        CHECK(f, !is_as_read || result == WEND_OK || result == WEND_ERROR_STALE ||
                     result == WEND_ERROR_ARGUMENT);
    }
}

static void send_body(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    const wend_body_id id = some_body(f, crowd);
    const size_t count = below(f, 5);
    wend_body_id *ids = scratch(f, count, sizeof *ids);
    for (size_t i = 0; i < count; ++i) {
        ids[i] = some_body(f, crowd);
    }
    const wend_vec2 to = somewhere(f);
    const uint32_t how = below(f, 11);
    const wend_route_place places[3] = {
        {to, 0, real(f, -3, 9)}, {somewhere(f), chance(f, 9) ? 1 : 0, 0}, {somewhere(f), 0, 0}};
    const wend_flow_request_id order = some_order(f, get_old(f, KIND_FLOW));
    wend_steer_item items[WEND_STEER_ITEMS_MAX];
    const size_t item_count = below(f, unsound(f, 12) ? 14 : 5);
    memset(items, 0, sizeof items);
    for (size_t i = 0; i < WEND_STEER_ITEMS_MAX; ++i) {
        items[i].weight = real(f, 0, 4);
        items[i].chance = real(f, 0, 1);
        items[i].range = real(f, 0, 6);
        items[i].target = somewhere(f);
        items[i].extra = somewhere(f);
        items[i].kind = (wend_steer_kind)below(f, unsound(f, 40) ? 23 : 21);
        items[i].group = below(f, 3);
        items[i].other = some_body(f, crowd);
        items[i].other_b = some_body(f, crowd);
        items[i].request = order;
    }
    const wend_path *path = how == 2 ? get(f, KIND_PATH) : NULL;
    let_call_back(f, crowd);
    fuzz_watch(f, KIND_CROWD, crowd);
    if (how == 0) {
        GIVES(f, wend_crowd_set_goal(crowd, id, to, chance(f, 8) ? 1 : 0), "AS");
        if (chance(f, 2)) {
            GIVES(f, wend_crowd_set_goal_at(crowd, id, somewhere_high(f)), "AS");
        }
    } else if (how == 1) {
        GIVES(f, wend_crowd_set_group_goal(crowd, ids, count, to, 0), "ASMF");
        if (chance(f, 2)) {
            GIVES(f, wend_crowd_set_group_goal_at(crowd, ids, count, somewhere_high(f)), "ASMF");
        }
    } else if (how == 2) {
        GIVES(f, wend_crowd_follow_path(crowd, id, path), "ASM");
    } else if (how == 3) {
        GIVES(f, wend_crowd_follow_flow(crowd, ids, count, order), "ASM");
    } else if (how == 4) {
        const wend_vec2 velocity = {real(f, -3, 3), real(f, -3, 3)};
        GIVES(f, wend_crowd_set_velocity(crowd, id, velocity), "AS");
    } else if (how == 5) {
        GIVES(f, wend_crowd_stop(crowd, id), "AS");
    } else if (how == 6) {
        GIVES(f, wend_crowd_set_held(crowd, id, chance(f, 2)), "AS");
        GIVES(f, wend_crowd_set_contact_reports(crowd, id, chance(f, 2)), "AS");
    } else if (how == 7) {
        GIVES(f, wend_crowd_set_goal_tag(crowd, id, below(f, 4)), "ASU");
    } else if (how == 8) {
        GIVES(f, wend_crowd_set_goal_places(crowd, id, places, below(f, 4)), "ASM");
    } else {
        GIVES(f,
              wend_crowd_set_steering(crowd, id, item_count > WEND_STEER_ITEMS_MAX ? NULL : items,
                                      item_count,
                                      (wend_steer_combine)below(f, unsound(f, 20) ? 5 : 3),
                                      real(f, 0.1, 20), chance(f, 2)),
              "ASM");
    }
}

static void push_bodies(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    const wend_vec2 impulse = {real(f, -900, 900), real(f, -900, 900)};
    size_t hits = 0;
    fuzz_watch(f, KIND_CROWD, crowd);
    if (chance(f, 2)) {
        GIVES(f, wend_crowd_apply_impulse(crowd, some_body(f, crowd), impulse), "AS");
    } else {
        GIVES(f,
              wend_crowd_apply_explosion(crowd, 0, somewhere(f), real(f, 0, 9), real(f, 0, 2000),
                                         chance(f, 2), chance(f, 2) ? NULL : &hits),
              "AM");
    }
}

static void zones(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    wend_zone_def def = wend_zone_def_default();
    wend_zone_id id = {below(f, 4), below(f, 3)};
    def.kind = (wend_zone_kind)below(f, unsound(f, 20) ? 5 : 3);
    def.floor = chance(f, 12) ? 1 : 0;
    def.low = somewhere(f);
    def.high.x = def.low.x + real(f, 0, 9);
    def.high.y = def.low.y + real(f, 0, 9);
    def.centre = somewhere(f);
    def.radius = real(f, 0.1, 9);
    def.velocity.x = real(f, -9, 9);
    def.velocity.y = real(f, -9, 9);
    def.layers = chance(f, 3) ? (uint32_t)roll(f) : UINT32_MAX;
    some_cookie(f, &def.cookie);
    const uint32_t how = below(f, 4);
    fuzz_watch(f, KIND_CROWD, crowd);
    if (how == 0) {
        GIVES(f, wend_crowd_remove_zone(crowd, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_crowd_set_zone(crowd, id, &def), "AS");
    } else {
        GIVES(f, wend_crowd_add_zone(crowd, &def, &id), "AMF");
    }
}

/* A crowd that ticks edits its jam_grid, jam_graph and jam_mesh. */
static void tick(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
        quiet(f, f->objects[KIND_GRID][i].it);
        quiet(f, f->objects[KIND_GRAPH][i].it);
        quiet(f, f->objects[KIND_MESH][i].it);
    }
    source.f = f;
    source.crowd = crowd;
    may_call_back(f, KIND_CROWD, crowd);
    for (uint32_t ticks = 1 + below(f, chance(f, 3) ? 20 : 4); ticks > 0; --ticks) {
        const uint64_t before = wend_crowd_tick_count(crowd);
        fuzz_watch(f, KIND_CROWD, crowd);
        const wend_result result = GIVES(f, wend_crowd_tick(crowd), "AM");
        CHECK(f, wend_crowd_tick_count(crowd) == before + (result == WEND_OK ? 1 : 0));
        size_t count = 9;
        const wend_event *events = wend_crowd_get_events(crowd, &count);
        CHECK(f, (events == NULL) == (count == 0));
        const wend_contact *contacts = wend_crowd_get_contacts(crowd, &count);
        CHECK(f, (contacts == NULL) == (count == 0));
        for (size_t i = 0; i < count; ++i) {
            CHECK(f, contacts[i].speed > 0 && wend_vec2_length(contacts[i].normal) > 0.99);
            CHECK(f, i == 0 || contacts[i - 1].body.index1 <= contacts[i].body.index1);
        }
    }
    wend_crowd_info info;
    wend_crowd_get_info(crowd, &info);
    CHECK(f, info.wall_violations == 0);
}

static void ask_crowd(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    const wend_body_id id = some_body(f, crowd);
    wend_body body;
    if (GIVES(f, wend_crowd_get_body(crowd, id, &body), "AS") == WEND_OK) {
        CHECK(f, isfinite(body.position.x) && isfinite(body.velocity.x));
        CHECK(f, fabs(body.heading) <= 3.1416 && body.distance_left >= 0);
    }
    const size_t capacity = below(f, 20);
    wend_body_id *ids = scratch(f, capacity, sizeof *ids);
    double *x = scratch(f, capacity, sizeof *x);
    double *y = scratch(f, capacity, sizeof *y);
    double *heading = scratch(f, capacity, sizeof *heading);
    double *radius = scratch(f, capacity, sizeof *radius);
    uint64_t *users = scratch(f, capacity, sizeof *users);
    CHECK(f, wend_crowd_get_bodies(crowd, capacity, chance(f, 3) ? NULL : ids,
                                   chance(f, 3) ? NULL : x, y, chance(f, 3) ? NULL : heading,
                                   radius, chance(f, 3) ? NULL : users) <= capacity);
    size_t count = 0;
    GIVES(f, wend_crowd_query_circle(crowd, 0, somewhere(f), real(f, 0, 9), ids, capacity, &count),
          "AT");
    wend_crowd_near_query near = wend_crowd_near_query_default();
    near.centre = somewhere(f);
    near.radius = real(f, 0, 9);
    near.heading = real(f, -4, 4);
    near.half_angle = real(f, 0, 4);
    near.layers = (uint32_t)roll(f);
    near.group = chance(f, 2) ? WEND_BODY_GROUP_NONE : below(f, 3);
    near.left_out = id;
    near.is_nearest_first = chance(f, 2);
    some_cookie(f, &near.cookie);
    GIVES(f, wend_crowd_query_near(crowd, &near, ids, capacity, &count), "AT");
    wend_vec2 *points = scratch(f, capacity, sizeof *points);
    GIVES(f, wend_crowd_get_path(crowd, id, points, capacity, &count), "NATS");
    wend_draw draw;
    GIVES(f, wend_crowd_draw(crowd, 0, below(f, 2048), some_draw(f, &draw)), "A");
    GIVES(f, wend_crowd_draw_bodies(crowd, &id, 1, below(f, 2048), some_draw(f, &draw)), "A");
}

static void set_detail(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    wend_detail_def def = wend_detail_def_default();
    wend_detail_region regions[3];
    for (size_t i = 0; i < 3; ++i) {
        const wend_vec2 low = somewhere(f);
        const uint32_t floor = chance(f, 2) ? WEND_DETAIL_ALL_FLOORS : below(f, 3);
        regions[i] = (wend_detail_region){
            floor, low, {low.x + real(f, 0, 9), low.y + real(f, 0, 9)}, real(f, 0, 5)};
    }
    def.regions = chance(f, 9) ? NULL : regions;
    def.region_count = below(f, 4);
    def.margin = real(f, 0, 5);
    def.band = real(f, 0, 9);
    def.level_most = chance(f, 9) ? (uint32_t)roll(f) : 1 + below(f, 4);
    some_cookie(f, &def.cookie);
    GIVES(f, wend_crowd_set_detail(crowd, chance(f, 4) ? NULL : &def), "A");
    uint32_t level = 9;
    GIVES(f, wend_crowd_get_detail(crowd, some_body(f, crowd), &level), "AS");
    CHECK(f, level <= WEND_DETAIL_LEVEL_MAX);
    uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1];
    const uint32_t moved = wend_crowd_count_detail(crowd, counts);
    uint32_t sum = 0;
    for (size_t i = 0; i <= WEND_DETAIL_LEVEL_MAX; ++i) {
        sum += counts[i];
    }
    CHECK(f, sum == wend_crowd_body_count(crowd) && moved <= sum);
}

static void save_crowd(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    size_t count = 0;
    if (GIVES(f, wend_crowd_save(crowd, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_crowd_save(crowd, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    const size_t whole_count = count;
    const uint64_t hash = wend_crowd_hash(crowd);
    uint8_t *copy = damaged(f, bytes, &count);
    const bool is_same = count == whole_count && memcmp(copy, bytes, count) == 0;
    wend_crowd *to = chance(f, 2) ? crowd : get(f, KIND_CROWD);
    source.f = f;
    source.crowd = to;
    may_call_back(f, KIND_CROWD, source.crowd);
    fuzz_watch(f, KIND_CROWD, to);
    const wend_result result = GIVES(f, wend_crowd_load(to, copy, count, some_message(f)), "ALFM");
    CHECK(f, to != crowd || !is_same || result == WEND_OK || result == WEND_ERROR_MEMORY);
    CHECK(f, !is_same || result != WEND_OK || wend_crowd_hash(to) == hash);
}

static const fuzz_action actions[] = {
    {"make_crowd", make_crowd, 1}, {"add_body", add_body, 10},
    {"add_bodies", add_bodies, 2}, {"edit_body", edit_body, 4},
    {"send_body", send_body, 10},  {"push_bodies", push_bodies, 2},
    {"zones", zones, 2},           {"tick", tick, 12},
    {"ask_crowd", ask_crowd, 4},   {"save_crowd", save_crowd, 4},
    {"form_up", form_up, 3},       {"order_formation", order_formation, 5},
    {"join_up", join_up, 3},       {"order_social_group", order_social_group, 4},
    {"open_exit", open_exit, 2},   {"leave_by_exits", leave_by_exits, 4},
    {"assign", assign, 1},         {"set_detail", set_detail, 3},
};
const fuzz_room room_crowd = {"crowd", actions, sizeof actions / sizeof *actions};
