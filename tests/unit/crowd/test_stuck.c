/* Bodies that make no progress, follow a flow without a path, or jump to a taken exit. */
#include "support/crowd_slow.h"
#include "support/crowds.h"
#include "support/flows.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/graph_overlay.h"
#include "wend/mesh_overlay.h"
#include "wend/overlay.h"
#include "wend/search.h"
#include "wend/walls.h"

#include <math.h>

enum { MOST = 32 };

typedef struct told {
    wend_event_kind kind;
    uint64_t value;
    uint64_t tick;
} told;

/* A corridor with a body that goes through it, and one that holds in its middle. */
typedef struct stage {
    wend_grid *grid;
    wend_crowd *crowd;
    wend_body_id walker, blocker;
    told events[MOST]; /* of the walker */
    size_t count;
    double least; /* its least x while it was stuck */
} stage;

static void begin(stage *s, uint32_t plan, uint32_t floor)
{
    const char *const rows[] = {"############", "#..........#", "############"};
    *s = (stage){.grid = grids_drawn(grids_def(0, 0, 1), rows, 3), .least = 99};
    const wend_crowd_floor floors[2] = {{s->grid, NULL}, {s->grid, NULL}};
    wend_crowd_def def = wend_crowd_def_default();
    wend_body_def body = wend_body_def_default();
    def.floors = floors;
    def.floor_count = 2;
    def.jam_grid = s->grid;
    def.stuck_plan = plan;
    s->crowd = crowds_make(def);
    body.floor = floor;
    s->walker = crowds_add(s->crowd, body, 2.5, 1.5);
    body.radius = 0.45;
    s->blocker = crowds_add(s->crowd, body, 6.5, 1.5);
    assert_int_equal(wend_crowd_set_held(s->crowd, s->blocker, true), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(s->crowd, s->walker, (wend_vec2){10.5, 1.5}, floor),
                     WEND_OK);
}

static void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_grid_destroy(s->grid);
}

static wend_body walker(const stage *s)
{
    return crowds_body(s->crowd, s->walker);
}

static void run(stage *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        size_t count;
        crowds_tick(s->crowd, 1);
        const wend_event *events = wend_crowd_get_events(s->crowd, &count);
        for (size_t k = 0; k < count && s->count < MOST; k++) {
            if (events[k].body.index1 == s->walker.index1 && events[k].kind >= WEND_EVENT_STUCK) {
                s->events[s->count++] =
                    (told){events[k].kind, events[k].value, wend_crowd_tick_count(s->crowd)};
            }
        }
        const wend_body body = walker(s);
        s->least = body.is_stuck && body.position.x < s->least ? body.position.x : s->least;
    }
}

/* ---- plans ---- */

static void plans_are_tried_in_their_order_each_for_its_time(void **state)
{
    (void)state;
    stage s;
    begin(&s,
          (uint32_t)WEND_STUCK_YIELD | (uint32_t)WEND_STUCK_BACK_OFF | (uint32_t)WEND_STUCK_REROUTE,
          0);
    run(&s, 20 * 30);
    const uint64_t plans[] = {WEND_STUCK_YIELD, WEND_STUCK_BACK_OFF, WEND_STUCK_REROUTE,
                              WEND_STUCK_CONTINUE};
    assert_true(s.count >= 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(s.events[i].kind, WEND_EVENT_STUCK);
        assert_int_equal(s.events[i].value, plans[i]);
        assert_true(i == 0 || s.events[i].tick - s.events[i - 1].tick < 20 * 4);
    }
    /* It walks for two seconds or so, and is patient for ten at most. */
    assert_true(s.events[0].tick > 20 * 4 && s.events[0].tick < 20 * 14);
    end(&s);
}

static void who_backs_off_steps_back_and_who_does_not_stays(void **state)
{
    (void)state;
    stage s;
    begin(&s, (uint32_t)WEND_STUCK_BACK_OFF, 0);
    run(&s, 20 * 20);
    assert_true(s.count > 0 && s.least < 5.5);
    end(&s);
    begin(&s, (uint32_t)WEND_STUCK_CONTINUE, 0);
    run(&s, 20 * 20);
    assert_true(s.count > 0 && s.least > 5.6);
    end(&s);
}

static void who_gives_up_stands_and_says_so(void **state)
{
    (void)state;
    stage s;
    begin(&s, (uint32_t)WEND_STUCK_YIELD | (uint32_t)WEND_STUCK_GIVE_UP, 0);
    run(&s, 20 * 20);
    assert_int_equal(s.count, 2);
    assert_int_equal(s.events[0].value, WEND_STUCK_YIELD);
    assert_int_equal(s.events[1].kind, WEND_EVENT_GIVEN_UP);
    assert_int_equal(walker(&s).state, WEND_BODY_GIVEN_UP);
    end(&s);
}

static void who_gets_free_says_so_and_arrives(void **state)
{
    (void)state;
    stage s;
    begin(&s, (uint32_t)WEND_STUCK_YIELD, 0);
    run(&s, 20 * 15);
    assert_int_equal(s.count, 1);
    assert_int_equal(wend_crowd_remove_body(s.crowd, s.blocker), WEND_OK);
    run(&s, 20 * 6);
    assert_int_equal(s.events[1].kind, WEND_EVENT_FREE);
    assert_int_equal(walker(&s).state, WEND_BODY_ARRIVED);
    assert_true(walker(&s).distance_left <= 0);
    end(&s);
}

static void who_tried_all_is_stuck_and_tries_again_until_it_is_free(void **state)
{
    (void)state;
    stage s;
    begin(&s, (uint32_t)WEND_STUCK_YIELD, 0);
    run(&s, 20 * 60);
    assert_true(s.count >= 4 && s.count % 2 == 0);
    for (size_t i = 0; i < s.count; i++) {
        assert_int_equal(s.events[i].kind, WEND_EVENT_STUCK);
        assert_int_equal(s.events[i].value, i % 2 == 0 ? WEND_STUCK_YIELD : WEND_STUCK_CONTINUE);
    }
    assert_true(walker(&s).is_stuck);
    const size_t count = s.count;
    assert_int_equal(wend_crowd_set_position(s.crowd, s.walker, (wend_vec2){8, 1.5}, 0), WEND_OK);
    run(&s, 2);
    assert_int_equal(s.count, count + 1);
    assert_int_equal(s.events[count].kind, WEND_EVENT_FREE);
    end(&s);
}

static void who_can_but_give_up_is_stuck_first(void **state)
{
    (void)state;
    stage s;
    begin(&s, (uint32_t)WEND_STUCK_GIVE_UP, 0);
    run(&s, 20 * 20);
    assert_int_equal(s.count, 2);
    assert_int_equal(s.events[0].value, WEND_STUCK_CONTINUE);
    assert_int_equal(s.events[1].kind, WEND_EVENT_GIVEN_UP);
    end(&s);
}

/* The cost of the ground under the jam, and beside it. */
static uint32_t jam_at(const stage *s, int32_t x)
{
    wend_overlay_id id = {0, 0};
    size_t count = 0;
    (void)wend_grid_list_overlays(s->grid, &id, 1, &count);
    return count == 0 ? 0 : wend_grid_overlay_value(s->grid, id, x, 1);
}

static void jam_makes_the_ground_more_expensive_on_floor_0_only(void **state)
{
    (void)state;
    stage s;
    begin(&s, (uint32_t)WEND_STUCK_REROUTE, 0);
    run(&s, 20 * 13);
    assert_true(jam_at(&s, 5) > 0 && jam_at(&s, 4) > 0 && jam_at(&s, 6) > 0);
    assert_int_equal(jam_at(&s, 1), 0);
    end(&s);
    begin(&s, (uint32_t)WEND_STUCK_REROUTE, 1);
    run(&s, 20 * 13);
    assert_true(s.count > 0);
    assert_int_equal(jam_at(&s, 5), 0);
    end(&s);
}

/* The corridor as a graph: edge 0 ends before the jam, edge 1 leads through it. */
static wend_graph *corridor_graph(void)
{
    wend_graph *graph = graphs_empty();
    const wend_node a = graphs_node(graph, 1.5, 1.5);
    const wend_node b = graphs_node(graph, 2.5, 1.5);
    const wend_node c = graphs_node(graph, 10.5, 1.5);
    graphs_edge(graph, a, b, true);
    graphs_edge(graph, b, c, true);
    return graph;
}

static void a_crowd_with_a_jam_is_saved_with_the_overlay_of_its_graph(stage *s, wend_graph *graph)
{
    static uint8_t bytes[1 << 16];
    size_t count;
    assert_int_equal(wend_crowd_save(s->crowd, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(bytes[4], 4);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s->grid;
    def.jam_graph = graph;
    wend_crowd *loaded = crowds_make(def);
    assert_int_equal(wend_crowd_load(loaded, bytes, count, NULL), WEND_OK);
    assert_true(wend_crowd_hash(loaded) == wend_crowd_hash(s->crowd));
    for (size_t i = 0; i < count; i += 7) {
        assert_true(wend_crowd_load(loaded, bytes, i, NULL) != WEND_OK);
    }
    const wend_overlay_id id = {1, 1};
    const uint32_t was = wend_graph_overlay_value(graph, id, 1);
    crowds_tick(loaded, 1);
    wend_overlay_id ids[2];
    size_t overlays;
    assert_int_equal(wend_graph_list_overlays(graph, ids, 2, &overlays), WEND_OK);
    assert_int_equal(overlays, 1);
    assert_true(wend_graph_overlay_value(graph, id, 1) != was);
    wend_crowd_destroy(loaded);
}

static void jam_makes_the_edges_of_a_graph_more_expensive_and_fades(void **state)
{
    (void)state;
    stage s = {.grid = NULL};
    const char *const rows[] = {"############", "#..........#", "############"};
    wend_graph *graph = corridor_graph();
    wend_crowd_def def = wend_crowd_def_default();
    s.grid = grids_drawn(grids_def(0, 0, 1), rows, 3);
    def.grid = s.grid;
    def.jam_graph = graph;
    def.stuck_plan = (uint32_t)WEND_STUCK_REROUTE;
    s.crowd = crowds_make(def);
    s.walker = crowds_put(s.crowd, 2.5, 1.5);
    s.blocker = crowds_put_sized(s.crowd, 6.5, 1.5, 0.45);
    assert_int_equal(wend_crowd_set_held(s.crowd, s.blocker, true), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(s.crowd, s.walker, (wend_vec2){10.5, 1.5}, 0), WEND_OK);
    const wend_overlay_id id = {1, 1};
    uint32_t most = 0;
    for (int i = 0; i < 20 * 16; i++) {
        run(&s, 1);
        const uint32_t value = wend_graph_overlay_value(graph, id, 1);
        most = value > most ? value : most;
    }
    assert_true(most > 6 * WEND_OVERLAY_ONE);
    assert_int_equal(wend_graph_overlay_value(graph, id, 0), 0);
    a_crowd_with_a_jam_is_saved_with_the_overlay_of_its_graph(&s, graph);
    assert_int_equal(wend_crowd_remove_body(s.crowd, s.walker), WEND_OK);
    crowds_tick(s.crowd, 20 * 120);
    assert_true(wend_graph_overlay_cost(graph, WEND_LAYER_JAM, 1) == 0);
    end(&s);
    wend_graph_destroy(graph);
}

static void jam_makes_the_ground_of_a_mesh_more_expensive_and_fades(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 16];
    size_t count;
    stage s = {.grid = NULL};
    const char *const rows[] = {"############", "#..........#", "############"};
    wend_mesh *mesh = meshes_lattice(12, 3, 1, rows);
    wend_crowd_def def = wend_crowd_def_default();
    s.grid = grids_drawn(grids_def(0, 0, 1), rows, 3);
    def.grid = s.grid;
    def.jam_mesh = mesh;
    def.stuck_plan = (uint32_t)WEND_STUCK_REROUTE;
    s.crowd = crowds_make(def);
    s.walker = crowds_put(s.crowd, 2.5, 1.5);
    s.blocker = crowds_put_sized(s.crowd, 6.5, 1.5, 0.45);
    assert_int_equal(wend_crowd_set_held(s.crowd, s.blocker, true), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(s.crowd, s.walker, (wend_vec2){10.5, 1.5}, 0), WEND_OK);
    run(&s, 16 * 20);
    const wend_overlay_id id = {1, 1};
    assert_true(wend_mesh_overlay_cost(mesh, WEND_LAYER_JAM, (wend_vec2){2, 1.5},
                                       (wend_vec2){10, 1.5}) > 1);
    assert_int_equal(wend_crowd_save(s.crowd, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(bytes[4], 6);
    wend_crowd *loaded = crowds_make(def);
    assert_int_equal(wend_crowd_load(loaded, bytes, count, NULL), WEND_OK);
    assert_true(wend_crowd_hash(loaded) == wend_crowd_hash(s.crowd));
    const uint64_t hash = wend_mesh_hash(mesh);
    crowds_tick(loaded, 1);
    assert_true(wend_mesh_hash(mesh) != hash);
    wend_crowd_destroy(loaded);
    assert_int_equal(wend_crowd_remove_body(s.crowd, s.walker), WEND_OK);
    crowds_tick(s.crowd, 20 * 120);
    assert_int_equal(wend_mesh_overlay_shape_count(mesh, id), 0);
    end(&s);
    wend_mesh_destroy(mesh);
}

/* ---- jumps ---- */

static wend_path *jump_to(double x, double y)
{
    const wend_leg legs[] = {
        {.to_point = {x, y}, .behaviour = WEND_BEHAVIOUR_TELEPORT},
        {.from_point = {x, y}, .to_point = {x, y - 2}, .behaviour = WEND_BEHAVIOUR_WALK}};
    wend_path *path = paths_make();
    assert_int_equal(wend_path_add_leg(path, &legs[0]), WEND_OK);
    assert_int_equal(wend_path_add_leg(path, &legs[1]), WEND_OK);
    return path;
}

/* Beside the exit there is a wall, beyond it as much room as on this side. Bodies without room
 * wait. */
static void those_who_jump_land_on_nobody_and_not_beyond_a_wall(void **state)
{
    (void)state;
    static const wend_vec2 WALL[2] = {{30, -20}, {30, 20}};
    wend_walls *walls = crowds_walls(WALL, 1);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_path *path = jump_to(29.7, 5);
    const wend_body_id holds = crowds_put(crowd, 29.7, 5);
    assert_int_equal(wend_crowd_set_held(crowd, holds, true), WEND_OK);
    for (int i = 0; i < 60; i++) {
        const wend_body_id id = crowds_put(crowd, 3 + 0.8 * (i / 8), 1 + 0.8 * (i % 8));
        assert_int_equal(wend_crowd_follow_path(crowd, id, path), WEND_OK);
    }
    size_t beyond = 0;
    size_t there = 0;
    for (int i = 0; i < 60; i++) {
        crowds_tick(crowd, 1);
        assert_true(crowd_slow_overlap(crowd) < 1e-3);
        (void)wend_crowd_query_circle(crowd, 0, (wend_vec2){80.01, 5}, 49.75, NULL, 0, &beyond);
        assert_int_equal(beyond, 0);
    }
    (void)wend_crowd_query_circle(crowd, 0, (wend_vec2){27, 4}, 8, NULL, 0, &there);
    assert_true(there > 20);
    wend_path_destroy(path);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

/* ---- flows ---- */

typedef struct flowing {
    wend_grid *grid;
    wend_flow *flow;
    wend_crowd *crowd;
    wend_body_id id;
} flowing;

static void begin_flow(flowing *f, const char *const *rows, int32_t height, wend_vec2 from,
                       wend_vec2 to, bool covers_all)
{
    wend_grid_def def = grids_def(0, 0, 1);
    def.cell_size = 2;
    f->grid = grids_drawn(def, rows, height);
    f->flow = flows_on(f->grid);
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = f->grid;
    crowd_def.flow = f->flow;
    f->crowd = crowds_make(crowd_def);
    f->id = crowds_put(f->crowd, from.x, from.y);
    const wend_flow_position goal = {.position = to};
    wend_flow_request_def request = wend_flow_request_def_default();
    wend_flow_request_id order;
    request.goals = &goal;
    request.goal_count = 1;
    request.covers_all = covers_all;
    assert_int_equal(wend_flow_add_request(f->flow, &request, &order, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(f->flow, NULL), WEND_OK);
    assert_int_equal(wend_crowd_follow_flow(f->crowd, &f->id, 1, order), WEND_OK);
}

static void end_flow(flowing *f)
{
    wend_crowd_destroy(f->crowd);
    wend_flow_destroy(f->flow);
    wend_grid_destroy(f->grid);
}

static wend_body follower(const flowing *f)
{
    return crowds_body(f->crowd, f->id);
}

static void what_is_left_of_a_flow_is_told_in_metres(void **state)
{
    (void)state;
    const char *const rows[] = {"..........", "..........", ".........."};
    flowing f;
    begin_flow(&f, rows, 3, (wend_vec2){3, 3}, (wend_vec2){17, 3}, true);
    for (int i = 0; i < 20; i++) {
        crowds_tick(f.crowd, 1);
    }
    assert_true(fabs(follower(&f).distance_left - (17 - follower(&f).position.x)) < 2);
    end_flow(&f);
}

static void who_has_no_way_by_its_flow_stands_and_says_so_once(void **state)
{
    (void)state;
    const char *const rows[] = {".....#....", ".....#....", ".....#...."};
    flowing f;
    uint32_t said = 0;
    begin_flow(&f, rows, 3, (wend_vec2){3, 3}, (wend_vec2){17, 3}, true);
    for (int i = 0; i < 40; i++) {
        size_t count;
        crowds_tick(f.crowd, 1);
        const wend_event *events = wend_crowd_get_events(f.crowd, &count);
        for (size_t k = 0; k < count; k++) {
            said += events[k].kind == WEND_EVENT_NO_PATH;
        }
    }
    assert_int_equal(said, 1);
    assert_int_equal(follower(&f).state, WEND_BODY_NO_PATH);
    assert_true(fabs(follower(&f).position.x - 3) < 0.01);
    end_flow(&f);
}

/* The crowd adds a source to the flow at its position. */
static void who_is_where_its_flow_does_not_reach_finds_it(void **state)
{
    (void)state;
    const char *const rows[] = {"..........", "..........", ".........."};
    flowing f;
    begin_flow(&f, rows, 3, (wend_vec2){3, 3}, (wend_vec2){17, 3}, false);
    for (int i = 0; i < 400; i++) {
        crowds_tick(f.crowd, 1);
        (void)wend_flow_update(f.flow, NULL);
    }
    assert_int_equal(follower(&f).state, WEND_BODY_ARRIVED);
    end_flow(&f);
}

/* ---- figures ---- */

static void overlap_that_is_told_is_that_of_all_pairs(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    for (int i = 0; i < 12; i++) {
        (void)crowds_put_sized(crowd, 0.1 * i, 0.07 * (i % 3), 0.2 + 0.05 * (i % 4));
    }
    double most = 0;
    for (int i = 0; i < 40; i++) {
        wend_crowd_info info;
        crowds_tick(crowd, 1);
        wend_crowd_get_info(crowd, &info);
        const double slow = crowd_slow_overlap(crowd);
        most = slow > most ? slow : most;
        assert_true(fabs(info.last_overlap - slow) < 1e-3);
        assert_true(fabs(info.max_overlap - most) < 1e-3);
    }
    assert_true(most > 0.05);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_tried_in_their_order_each_for_its_time),
        cmocka_unit_test(who_backs_off_steps_back_and_who_does_not_stays),
        cmocka_unit_test(who_gives_up_stands_and_says_so),
        cmocka_unit_test(who_gets_free_says_so_and_arrives),
        cmocka_unit_test(who_tried_all_is_stuck_and_tries_again_until_it_is_free),
        cmocka_unit_test(who_can_but_give_up_is_stuck_first),
        cmocka_unit_test(jam_makes_the_ground_more_expensive_on_floor_0_only),
        cmocka_unit_test(jam_makes_the_edges_of_a_graph_more_expensive_and_fades),
        cmocka_unit_test(jam_makes_the_ground_of_a_mesh_more_expensive_and_fades),
        cmocka_unit_test(those_who_jump_land_on_nobody_and_not_beyond_a_wall),
        cmocka_unit_test(what_is_left_of_a_flow_is_told_in_metres),
        cmocka_unit_test(who_has_no_way_by_its_flow_stands_and_says_so_once),
        cmocka_unit_test(who_is_where_its_flow_does_not_reach_finds_it),
        cmocka_unit_test(overlap_that_is_told_is_that_of_all_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
