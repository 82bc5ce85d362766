/* Orders without a point, priorities and profiles, floors, and each kind of `meanwhile`: the source
 * gets what the body's definition says, bodies go to the item in its answer and change floors at the
 * ends of legs, and all of it is saved.
 * Cost: some thousand ticks of a few bodies. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/graph.h"
#include "wend/pathfinder.h"

#include <string.h>

enum { MOST = 256, BYTES = 1 << 16 };

/* A source that keeps what it is asked, and answers later. */
typedef struct source {
    wend_route_query last;
    wend_route_place places[MOST];
    double heights[MOST];
    wend_leg legs[4]; /* of its path */
    size_t leg_count;
    uint32_t later; /* polls before the answer */
    uint32_t polls;
    wend_vec2 polled_from;
    wend_route_answer says;
} source;

static wend_result give(source *s, wend_path *path)
{
    for (size_t i = 0; i < s->leg_count; i++) {
        assert_int_equal(wend_path_add_leg(path, &s->legs[i]), WEND_OK);
    }
    return WEND_OK;
}

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    source *s = context;
    s->last = *query;
    s->polls = 0;
    for (size_t i = 0; i < query->place_count; i++) {
        s->places[i] = query->places[i];
        s->heights[i] = query->place_heights[i];
    }
    return s->later == 0 ? give(s, path) : WEND_IN_PROGRESS;
}

static wend_result poll_from(void *context, const wend_route_query *now, wend_path *path)
{
    source *s = context;
    assert_true(now->ticket <= s->last.ticket);
    s->polled_from = now->from;
    return ++s->polls < s->later ? WEND_IN_PROGRESS : give(s, path);
}

static void get_answer(void *context, const wend_route_query *query, wend_route_answer *answer)
{
    source *s = context;
    assert_true(query->ticket <= s->last.ticket);
    assert_false(answer->has_item);
    *answer = s->says;
}

static void add_leg(source *s, wend_vec2 from, double from_height, wend_vec2 to, double to_height)
{
    wend_leg *leg = &s->legs[s->leg_count++];
    *leg = wend_path_leg(NULL, 0);
    leg->from_point = from;
    leg->to_point = to;
    leg->from_height = from_height;
    leg->to_height = to_height;
}

static wend_crowd *make(source *s, wend_crowd_def def)
{
    def.route_source = (wend_route_source){
        .start = ask, .context = s, .poll_from = poll_from, .get_answer = get_answer};
    return crowds_make(def);
}

/* ---- what is asked ---- */

static void queries_carry_what_the_definition_of_the_body_says(void **state)
{
    (void)state;
    source s = {.later = 3};
    wend_crowd *crowd = make(&s, wend_crowd_def_default());
    wend_body_def def = wend_body_def_default();
    const wend_body_id plain = crowds_put(crowd, 9, 9);
    def.route_priority = 7;
    def.route_profile = 3;
    const wend_body_id id = crowds_add(crowd, def, 1, 2);
    assert_int_equal(wend_crowd_set_goal_tag(crowd, id, 42), WEND_OK);
    crowds_tick(crowd, 1);
    assert_int_equal(s.last.goal, WEND_ROUTE_TO_TAG);
    assert_int_equal(s.last.tag, 42);
    assert_int_equal(s.last.priority, 7);
    assert_int_equal(s.last.profile, 3);
    assert_int_equal(s.last.body.index1, id.index1);
    assert_null(s.last.places);
    assert_int_equal(wend_crowd_set_goal(crowd, plain, (wend_vec2){3, 3}, 0), WEND_OK);
    crowds_tick(crowd, 1);
    assert_int_equal(s.last.goal, WEND_ROUTE_TO_POINT);
    assert_true(s.last.profile == WEND_ROUTE_PROFILE_ANY);
    assert_int_equal(s.last.priority, 0);
    wend_crowd_destroy(crowd);
}

static void a_body_goes_to_the_thing_that_the_source_names(void **state)
{
    (void)state;
    source s = {.says = {.item = 77, .has_item = true}};
    add_leg(&s, (wend_vec2){1, 1}, 0, (wend_vec2){4, 1}, 0);
    wend_crowd *crowd = make(&s, wend_crowd_def_default());
    const wend_body_id id = crowds_put(crowd, 1, 1);
    assert_int_equal(wend_crowd_set_goal_tag(crowd, id, 5), WEND_OK);
    assert_false(crowds_body(crowd, id).has_item);
    crowds_tick(crowd, 1);
    size_t count;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, WEND_EVENT_ROUTE);
    assert_int_equal(events[0].value, 77);
    crowds_tick(crowd, 100);
    const wend_body body = crowds_body(crowd, id);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(body.has_item && body.item == 77);
    assert_true(wend_vec2_distance(body.position, (wend_vec2){4, 1}) < 0.2);
    assert_int_equal(wend_crowd_stop(crowd, id), WEND_OK);
    assert_false(crowds_body(crowd, id).has_item);
    wend_crowd_destroy(crowd);
}

static void without_a_word_of_the_source_the_place_at_the_end_of_the_path_counts(void **state)
{
    (void)state;
    const wend_route_place places[3] = {{{9, 9}, 0, 0}, {{4, 1}, 0, 0}, {{-5, 0}, 0, 0}};
    source s = {.later = 0};
    add_leg(&s, (wend_vec2){1, 1}, 0, (wend_vec2){4, 1}, 0);
    wend_crowd *crowd = make(&s, wend_crowd_def_default());
    const wend_body_id id = crowds_put(crowd, 1, 1);
    assert_int_equal(wend_crowd_set_goal_places(crowd, id, places, 3), WEND_OK);
    crowds_tick(crowd, 1);
    assert_int_equal(s.last.place_count, 3);
    assert_true(memcmp(s.places, places, sizeof places) == 0);
    assert_true(crowds_body(crowd, id).has_item);
    assert_int_equal(crowds_body(crowd, id).item, 1);
    wend_crowd_destroy(crowd);
}

static void without_a_source_the_nearest_place_is_the_goal_and_tags_are_refused(void **state)
{
    (void)state;
    const wend_route_place places[3] = {{{9, 9}, 0, 0}, {{3, 1}, 0, 0}, {{-5, 0}, 0, 0}};
    wend_crowd *crowd = crowds_open();
    const wend_body_id id = crowds_put(crowd, 1, 1);
    assert_int_equal(wend_crowd_set_goal_tag(crowd, id, 1), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_crowd_set_goal_places(crowd, id, places, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_goal_places(crowd, id, NULL, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_goal_places(crowd, id, places, MOST + 1), WEND_ERROR_ARGUMENT);
    const wend_route_place off = {{0, 0}, 1, 0};
    assert_int_equal(wend_crowd_set_goal_places(crowd, id, &off, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_goal_places(crowd, id, places, 3), WEND_OK);
    crowds_tick(crowd, 80);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
    assert_int_equal(crowds_body(crowd, id).item, 1);
    wend_crowd_destroy(crowd);
}

/* ---- a pathfinder over a graph knows tags ---- */

static void a_pathfinder_over_a_graph_finds_the_nearest_tag(void **state)
{
    (void)state;
    wend_graph *graph = NULL;
    wend_pathfinder *pathfinder = NULL;
    const wend_graph_def graph_def = wend_graph_def_default();
    assert_int_equal(wend_graph_create(&graph_def, &graph), WEND_OK);
    wend_node nodes[4];
    for (uint32_t i = 0; i < 4; i++) {
        wend_graph_node node = wend_graph_node_default();
        node.position = (wend_vec2){5.0 * i, 0};
        node.tag = i == 1 || i == 3 ? 6 : 0;
        assert_int_equal(wend_graph_add_node(graph, &node, &nodes[i]), WEND_OK);
        wend_graph_edge edge = wend_graph_edge_default();
        edge.from = i > 0 ? nodes[i - 1] : 0;
        edge.to = nodes[i];
        assert_true(i == 0 || wend_graph_add_edge(graph, &edge, NULL) == WEND_OK);
    }
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.graph = graph;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.route_source = wend_route_source_from_pathfinder(pathfinder);
    wend_crowd *crowd = crowds_make(crowd_def);
    const wend_body_id id = crowds_put(crowd, 11, 0.2);
    assert_int_equal(wend_crowd_set_goal_tag(crowd, id, 6), WEND_OK);
    crowds_tick(crowd, 120);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
    assert_int_equal(crowds_body(crowd, id).item, nodes[3]);
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_graph_destroy(graph);
}

/* ---- meanwhile ---- */

static void meanwhile_a_body_seeks_waits_or_wanders(void **state)
{
    (void)state;
    source s = {.later = 100000};
    wend_crowd_def def = wend_crowd_def_default();
    def.meanwhile = WEND_MEANWHILE_WAIT;
    wend_crowd *crowd = make(&s, def);
    wend_body_def body = wend_body_def_default();
    const wend_body_id waits = crowds_add(crowd, body, 0, 0);
    body.meanwhile = WEND_MEANWHILE_SEEK;
    const wend_body_id seeks = crowds_add(crowd, body, 0, 10);
    body.meanwhile = WEND_MEANWHILE_WANDER;
    const wend_body_id wanders = crowds_add(crowd, body, 0, 20);
    for (uint32_t i = 0; i < 3; i++) {
        const wend_body_id id = i == 0 ? waits : i == 1 ? seeks : wanders;
        assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){40, 10.0 * i}, 0), WEND_OK);
    }
    double furthest = 0;
    for (int i = 0; i < 200; i++) {
        crowds_tick(crowd, 1);
        const double far =
            wend_vec2_distance(crowds_body(crowd, wanders).position, (wend_vec2){0, 20});
        furthest = far > furthest ? far : furthest;
    }
    assert_true(wend_vec2_distance(crowds_body(crowd, waits).position, (wend_vec2){0, 0}) < 0.01);
    assert_true(crowds_body(crowd, seeks).position.x > 12);
    assert_true(furthest > 0.8 && furthest < 3.5);
    assert_int_equal(crowds_body(crowd, wanders).state, WEND_BODY_PATH_PENDING);
    wend_crowd_destroy(crowd);
}

/* A wall with its end far to the left: straight on the body would stand there for ever. */
static void meanwhile_a_body_traces_the_wall_in_its_way(void **state)
{
    (void)state;
    for (int traces = 0; traces < 2; traces++) {
        source s = {.later = 100000};
        wend_crowd_def def = wend_crowd_def_default();
        wend_grid *grid = grids_open(30, 30);
        grids_wall(grid, 14, 8, 2, 14);
        def.grid = grid;
        def.meanwhile = traces ? WEND_MEANWHILE_TRACE : WEND_MEANWHILE_SEEK;
        wend_crowd *crowd = make(&s, def);
        const wend_body_id id = crowds_put(crowd, 5, 15);
        assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){25, 15}, 0), WEND_OK);
        crowds_tick(crowd, 900);
        const double left =
            wend_vec2_distance(crowds_body(crowd, id).position, (wend_vec2){25, 15});
        assert_true(traces ? left < 0.5 : left > 10);
        assert_int_equal(crowds_info(crowd).wall_violations, 0);
        wend_crowd_destroy(crowd);
        wend_grid_destroy(grid);
    }
}

static void the_route_is_polled_from_where_the_body_is_by_then(void **state)
{
    (void)state;
    source s = {.later = 40};
    add_leg(&s, (wend_vec2){2, 0}, 0, (wend_vec2){9, 0}, 0);
    wend_crowd *crowd = make(&s, wend_crowd_def_default());
    const wend_body_id id = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){9, 0}, 0), WEND_OK);
    crowds_tick(crowd, 41);
    assert_true(s.polled_from.x > 1.5);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_MOVING);
    wend_crowd_destroy(crowd);
}

/* ---- floors ---- */

static void routes_change_floors_where_their_legs_do(void **state)
{
    (void)state;
    wend_grid *grids[2] = {grids_open(20, 20), grids_open(20, 20)};
    grids_wall(grids[0], 12, 0, 8, 20); /* the lower floor ends there, the upper one begins */
    grids_wall(grids[1], 0, 0, 9, 20);
    const wend_crowd_floor floors[2] = {{grids[0], NULL}, {grids[1], NULL}};
    const double heights[2] = {0, 3};
    source s = {.later = 0};
    add_leg(&s, (wend_vec2){2, 10}, 0, (wend_vec2){8, 10}, 0);
    add_leg(&s, (wend_vec2){8, 10}, 0, (wend_vec2){11, 10}, 3);
    add_leg(&s, (wend_vec2){11, 10}, 3, (wend_vec2){18, 4}, 3);
    wend_crowd_def def = wend_crowd_def_default();
    def.floors = floors;
    def.floor_count = 2;
    def.floor_heights = heights;
    wend_crowd *crowd = make(&s, def);
    const wend_body_id id = crowds_put(crowd, 2, 10);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){18, 4}, 1), WEND_OK);
    uint32_t changes = 0;
    for (int i = 0; i < 400; i++) {
        crowds_tick(crowd, 1);
        size_t count;
        const wend_event *events = wend_crowd_get_events(crowd, &count);
        for (size_t k = 0; k < count; k++) {
            changes += events[k].kind == WEND_EVENT_FLOOR ? 1 : 0;
            assert_true(events[k].kind != WEND_EVENT_FLOOR || events[k].value == 1);
        }
    }
    assert_true(s.last.to_height > 2.9 && s.last.from_height < 0.1);
    assert_int_equal(changes, 1);
    assert_int_equal(crowds_body(crowd, id).floor, 1);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
    assert_int_equal(crowds_info(crowd).wall_violations, 0);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grids[0]);
    wend_grid_destroy(grids[1]);
}

static void a_teleport_leads_to_the_floor_of_its_end_and_the_order_keeps_its_own(void **state)
{
    (void)state;
    const wend_crowd_floor floors[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    const double heights[3] = {0, 4, 8};
    source s = {.later = 0};
    add_leg(&s, (wend_vec2){0, 0}, 0, (wend_vec2){3, 0}, 0);
    add_leg(&s, (wend_vec2){3, 0}, 0, (wend_vec2){30, 0}, 4);
    s.legs[1].behaviour = WEND_BEHAVIOUR_TELEPORT;
    add_leg(&s, (wend_vec2){30, 0}, 4, (wend_vec2){33, 0}, 8);
    wend_crowd_def def = wend_crowd_def_default();
    def.floors = floors;
    def.floor_count = 3;
    def.floor_heights = heights;
    wend_crowd *crowd = make(&s, def);
    const wend_body_id id = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){33, 0}, 2), WEND_OK);
    for (int i = 0; i < 100 && crowds_body(crowd, id).floor == 0; i++) {
        crowds_tick(crowd, 1);
    }
    assert_int_equal(crowds_body(crowd, id).floor, 1);
    assert_true(crowds_body(crowd, id).position.x > 29.9);
    crowds_tick(crowd, 100);
    assert_int_equal(crowds_body(crowd, id).floor, 2);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
    wend_crowd_destroy(crowd);
}

/* ---- legs that take too long ---- */

static void a_leg_that_takes_too_long_is_reported_and_asked_again(void **state)
{
    (void)state;
    for (int is_expensive = 0; is_expensive < 2; is_expensive++) {
        source s = {.says = {.cost_unit = 1}};
        add_leg(&s, (wend_vec2){0, 0}, 0, (wend_vec2){13, 0}, 0);
        s.legs[0].cost = wend_cost_from_double(is_expensive ? 130 : 13);
        wend_crowd_def def = wend_crowd_def_default();
        def.stuck_leg_factor = 1.5;
        def.stuck_leg_seconds = 2;
        wend_crowd *crowd = make(&s, def);
        wend_body_def body = wend_body_def_default();
        const wend_body_id id = crowds_add(crowd, body, 0, 0);
        assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){13, 0}, 0), WEND_OK);
        crowds_tick(crowd, 1);
        const uint64_t first = s.last.ticket;
        /* Wind in its face: it gets nearer, so that it is not stuck, and takes twice its time. */
        wend_zone_def zone = wend_zone_def_default();
        zone.low = (wend_vec2){-50, -50};
        zone.high = (wend_vec2){50, 50};
        zone.velocity = (wend_vec2){-0.9, 0};
        assert_int_equal(wend_crowd_add_zone(crowd, &zone, NULL), WEND_OK);
        uint32_t stuck = 0;
        uint64_t plan = 0;
        uint32_t at = 0;
        for (uint32_t i = 0; i < 400; i++) {
            crowds_tick(crowd, 1);
            size_t count;
            const wend_event *events = wend_crowd_get_events(crowd, &count);
            for (size_t k = 0; k < count; k++) {
                if (events[k].kind == WEND_EVENT_STUCK) {
                    at = stuck == 0 ? i : at;
                    stuck++;
                    plan = events[k].value;
                }
            }
        }
        /* 10 s for the leg, times 1.5, plus 2: 17 s. */
        assert_int_equal(stuck, is_expensive ? 0 : 1);
        assert_true(is_expensive || (plan == WEND_STUCK_REROUTE && at > 335 && at < 345));
        assert_true(is_expensive == (s.last.ticket == first));
        assert_true(is_expensive || s.last.is_around_jam);
        wend_crowd_destroy(crowd);
    }
}

/* ---- saves ---- */

static size_t save(const wend_crowd *crowd, uint8_t *bytes)
{
    size_t count = 0;
    assert_int_equal(wend_crowd_save(crowd, bytes, BYTES, &count), WEND_OK);
    return count;
}

static void orders_and_settings_are_saved_and_hashed(void **state)
{
    (void)state;
    static uint8_t bytes[BYTES];
    source s = {.says = {.item = 2, .has_item = true}, .later = 30};
    add_leg(&s, (wend_vec2){0, 0}, 0, (wend_vec2){40, 0}, 0);
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = 8;
    def.stuck_leg_factor = 2;
    wend_crowd *crowd = make(&s, def);
    def.stuck_leg_factor = 0;
    def.meanwhile = WEND_MEANWHILE_WAIT;
    wend_crowd *other = make(&s, def);
    wend_body_def body = wend_body_def_default();
    body.meanwhile = WEND_MEANWHILE_WANDER;
    body.route_priority = 3;
    body.route_profile = 1;
    const wend_body_id id = crowds_add(crowd, body, 0, 0);
    const wend_body_id tag = crowds_put(crowd, 5, 5);
    const wend_route_place places[3] = {{{1, 2}, 0, 0}, {{3, 4}, 0, 0}, {{40, 0}, 0, 0}};
    assert_int_equal(wend_crowd_set_goal_places(crowd, id, places, 3), WEND_OK);
    const uint64_t before = wend_crowd_hash(crowd);
    assert_int_equal(wend_crowd_set_goal_tag(crowd, tag, 9), WEND_OK);
    assert_true(wend_crowd_hash(crowd) != before);
    crowds_tick(crowd, 20);
    for (int round = 0; round < 2; round++) {
        const size_t count = save(crowd, bytes);
        assert_int_equal(wend_crowd_load(other, bytes, count, NULL), WEND_OK);
        assert_true(wend_crowd_hash(other) == wend_crowd_hash(crowd));
        wend_body_def read;
        assert_int_equal(wend_crowd_get_body_def(other, id, &read), WEND_OK);
        assert_int_equal(read.meanwhile, WEND_MEANWHILE_WANDER);
        assert_int_equal(read.route_priority, 3);
        assert_int_equal(read.route_profile, 1);
        if (round == 1) {
            assert_true(crowds_body(other, id).has_item && crowds_body(other, id).item == 2);
            crowds_tick(other, 50);
            crowds_tick(crowd, 50);
            assert_true(wend_crowd_hash(other) == wend_crowd_hash(crowd));
        }
        /* Every damaged byte is found, and changes nothing. */
        const uint64_t hash = wend_crowd_hash(other);
        for (size_t i = 0; i < count; i += 7) {
            bytes[i] ^= 0x40;
            assert_int_equal(wend_crowd_load(other, bytes, count, NULL), WEND_ERROR_FILE);
            bytes[i] ^= 0x40;
        }
        assert_true(wend_crowd_hash(other) == hash);
        crowds_tick(crowd, 60); /* the routes are known in the second round */
    }
    wend_crowd_destroy(other);
    wend_crowd_destroy(crowd);
}

static void a_crowd_with_the_defaults_is_hashed_and_saved_as_before(void **state)
{
    (void)state;
    static uint8_t bytes[BYTES];
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = 4;
    wend_crowd *crowd = crowds_make(def);
    const wend_body_id id = crowds_put(crowd, 1, 1);
    const uint64_t hash = wend_crowd_hash(crowd);
    save(crowd, bytes);
    assert_int_equal(bytes[4], 2); /* the version */
    wend_body_def body;
    assert_int_equal(wend_crowd_get_body_def(crowd, id, &body), WEND_OK);
    body.route_priority = 1;
    assert_int_equal(wend_crowd_set_body(crowd, id, &body), WEND_OK);
    assert_true(wend_crowd_hash(crowd) != hash);
    save(crowd, bytes);
    assert_int_equal(bytes[4], 3);
    body.route_priority = 0;
    assert_int_equal(wend_crowd_set_body(crowd, id, &body), WEND_OK);
    assert_true(wend_crowd_hash(crowd) == hash);
    body.route_priority = 16;
    assert_int_equal(wend_crowd_set_body(crowd, id, &body), WEND_ERROR_ARGUMENT);
    body.route_priority = 0;
    body.meanwhile = (wend_meanwhile)9;
    assert_int_equal(wend_crowd_set_body(crowd, id, &body), WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_carry_what_the_definition_of_the_body_says),
        cmocka_unit_test(a_body_goes_to_the_thing_that_the_source_names),
        cmocka_unit_test(without_a_word_of_the_source_the_place_at_the_end_of_the_path_counts),
        cmocka_unit_test(without_a_source_the_nearest_place_is_the_goal_and_tags_are_refused),
        cmocka_unit_test(a_pathfinder_over_a_graph_finds_the_nearest_tag),
        cmocka_unit_test(meanwhile_a_body_seeks_waits_or_wanders),
        cmocka_unit_test(meanwhile_a_body_traces_the_wall_in_its_way),
        cmocka_unit_test(the_route_is_polled_from_where_the_body_is_by_then),
        cmocka_unit_test(routes_change_floors_where_their_legs_do),
        cmocka_unit_test(a_teleport_leads_to_the_floor_of_its_end_and_the_order_keeps_its_own),
        cmocka_unit_test(a_leg_that_takes_too_long_is_reported_and_asked_again),
        cmocka_unit_test(orders_and_settings_are_saved_and_hashed),
        cmocka_unit_test(a_crowd_with_the_defaults_is_hashed_and_saved_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
