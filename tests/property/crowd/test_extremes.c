/* Crowds with every kind of order, whose numbers lie at both ends of their ranges: all accepted
 * values are saved, loaded and hashed alike. */
#include "support/crowds.h"
#include "support/flows.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/formation.h"
#include "wend/search.h"
#include "wend/steer.h"
#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 8, LIMIT = 24, SIDE = 48, ROUNDS = 8, DEEDS = 12, TICKS = 3 };

typedef struct stage {
    uint64_t seed, drawn; /* numbers that were drawn so far */
    wend_grid *grid;      /* NULL in some */
    wend_flow *flow;      /* if there is a grid */
    wend_flow_request_id order;
    wend_crowd_def def;
    wend_crowd *crowd;
    wend_body_id ids[LIMIT];
    size_t count;
} stage;

static uint32_t below(stage *s, uint32_t count)
{
    return wend_random_below(s->seed, 1, s->drawn++, count);
}

static double unit(stage *s)
{
    return wend_random_unit(s->seed, 2, s->drawn++);
}

/* An end of a range, near one, a usual value, or anything between. */
static double within(stage *s, double low, double usual, double high)
{
    switch (below(s, 8)) {
    case 0:
        return low;
    case 1:
        return high;
    case 2:
        return low + (high - low) * 1e-12 * unit(s);
    case 3:
        return low + (high - low) * unit(s);
    default:
        return usual;
    }
}

static double place_on(stage *s)
{
    const double usual = (double)SIDE * unit(s);
    if (s->grid != NULL && below(s, 8) != 0) {
        return usual;
    }
    return within(s, -WEND_COORDINATE_MAX, usual, WEND_COORDINATE_MAX);
}

static wend_vec2 place(stage *s)
{
    const double x = place_on(s);
    return (wend_vec2){x, place_on(s)};
}

static wend_vec2 pair(stage *s, double most, double usual)
{
    const double x = within(s, -most, usual, most);
    return (wend_vec2){x, within(s, -most, -usual, most)};
}

/* ---- what is made ---- */

static void make_ground(stage *s)
{
    if (below(s, 2) == 0) {
        return;
    }
    s->grid = grids_open(SIDE, SIDE);
    for (uint32_t i = 0; i < SIDE; i++) {
        grids_set(s->grid, (int32_t)below(s, SIDE), (int32_t)below(s, SIDE), WEND_COST_WALL);
    }
    grids_set(s->grid, 9, 9, 1);
    s->flow = flows_on(s->grid);
    s->order = flows_order(s->flow, 9.5, 9.5, 0);
}

static void make_crowd(stage *s)
{
    s->def = wend_crowd_def_default();
    s->def.max_bodies = LIMIT;
    s->def.grid = s->grid;
    s->def.flow = s->flow;
    s->def.step = within(s, 1.0 / 240, 0.05, 0.25);
    s->def.max_radius = within(s, 1e-6, 1, 64);
    s->def.horizon = within(s, 0.1, 4, 60);
    s->def.reach = within(s, 1, 6, 64);
    s->def.stuck_margin = within(s, 1, 3, 100);
    s->def.stuck_plan = below(s, 16);
    assert_int_equal(wend_crowd_create(&s->def, &s->crowd), WEND_OK);
}

static wend_body_def body(stage *s)
{
    wend_body_def def = wend_body_def_default();
    const double usual = s->def.max_radius < 0.25 ? s->def.max_radius : 0.25;
    def.position = place(s);
    def.heading = within(s, -1e6, 1, 1e6);
    def.radius = within(s, 1e-6, usual, s->def.max_radius);
    def.speed = within(s, 0, 1.3, 100);
    def.max_speed = within(s, 0, 0, 100);
    def.acceleration = within(s, 0, 0, 1e6);
    def.turn_rate = within(s, 0, 0, 1e6);
    def.turn_radius = within(s, 0, 0, 1e6);
    def.headway = within(s, 0, 0, 10);
    def.mass = within(s, 1e-6, 80, 1e9);
    def.layer = below(s, 4);
    def.avoids = below(s, 2) == 0 ? UINT32_MAX : below(s, 4);
    def.touches = below(s, 2) == 0 ? UINT32_MAX : below(s, 4);
    def.group = below(s, 3);
    def.priority = below(s, 4) == 0 ? INT32_MIN : (int32_t)below(s, 3);
    def.user = below(s, 100);
    return def;
}

/* ---- what is done: accepted or not ---- */

static void steer(stage *s, wend_body_id id)
{
    wend_steer_item items[WEND_STEER_ITEMS_MAX] = {{.weight = 0}};
    const uint32_t count = below(s, WEND_STEER_ITEMS_MAX + 1);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = (wend_steer_item){.weight = within(s, -1e12, 1, 1e12),
                                     .chance = within(s, 0, 0.5, 1),
                                     .range = within(s, 0, 3, 1e12),
                                     .kind = (wend_steer_kind)below(s, WEND_STEER_AVOID_OTHERS + 1),
                                     .group = below(s, 3),
                                     .request = s->order};
        items[i].target = pair(s, 1e12, 5);
        items[i].extra = pair(s, 1e12, 9);
        items[i].other = s->ids[below(s, (uint32_t)s->count)];
        items[i].other_b = s->ids[below(s, (uint32_t)s->count)];
    }
    (void)wend_crowd_set_steering(s->crowd, id, items, count, (wend_steer_combine)below(s, 3),
                                  within(s, 0, 10, 1e6), below(s, 2) == 0);
}

static void follow(stage *s, wend_body_id id, wend_formation_id formation)
{
    wend_vec2 points[4];
    wend_path *path = paths_make();
    for (int32_t i = 0; i < 4; i++) {
        points[i] = place(s);
    }
    if (wend_path_from_points(path, points, 1 + below(s, 4)) == WEND_OK) {
        (void)wend_crowd_follow_path(s->crowd, id, path);
        (void)wend_formation_follow_path(s->crowd, formation, path);
    }
    wend_path_destroy(path);
}

static void form(stage *s)
{
    wend_formation_def def = wend_formation_def_default();
    wend_formation_slot slots[LIMIT];
    wend_formation_id id;
    const uint32_t count = 1 + below(s, (uint32_t)s->count);
    for (uint32_t i = 0; i < LIMIT; i++) {
        slots[i] = (wend_formation_slot){pair(s, 1e6, i), below(s, 2)};
    }
    def.shape = (wend_formation_shape)below(s, WEND_FORMATION_CUSTOM + 1);
    def.slots = slots;
    def.slot_count = below(s, LIMIT + 1);
    def.files = below(s, 3) == 0 ? (uint32_t)WEND_FORMATION_SLOTS_MAX : below(s, 5);
    def.spacing = below(s, 2) == 0 ? 0 : within(s, 1e-6, 1, 1000);
    def.is_narrowing = below(s, 2) == 0;
    def.is_waiting = below(s, 2) == 0;
    if (wend_formation_create(s->crowd, &def, s->ids, NULL, count, &id) != WEND_OK) {
        return;
    }
    switch (below(s, 4)) {
    case 0:
        (void)wend_formation_set_goal(s->crowd, id, place(s), within(s, -1e6, (double)NAN, 1e6));
        break;
    case 1:
        (void)wend_formation_follow_flow(s->crowd, id, s->order);
        break;
    case 2:
        follow(s, (wend_body_id){0, 0}, id);
        break;
    default:
        break;
    }
}

static void zone(stage *s)
{
    wend_zone_def def = wend_zone_def_default();
    def.kind = (wend_zone_kind)below(s, 3);
    def.low = pair(s, WEND_COORDINATE_MAX, 5);
    def.high = pair(s, WEND_COORDINATE_MAX, 25);
    def.centre = place(s);
    def.radius = within(s, 0, 10, WEND_COORDINATE_MAX);
    def.velocity = pair(s, 1e9, 2);
    wend_zone_id id;
    if (wend_crowd_add_zone(s->crowd, &def, &id) == WEND_OK && below(s, 2) == 0) {
        (void)wend_crowd_remove_zone(s->crowd, id);
    }
}

static void act(stage *s)
{
    const wend_body_id id = s->ids[below(s, (uint32_t)s->count)];
    switch (below(s, 13)) {
    case 0:
        (void)wend_crowd_set_goal(s->crowd, id, place(s), 0);
        break;
    case 1:
        (void)wend_crowd_set_group_goal(s->crowd, s->ids, s->count, place(s), 0);
        break;
    case 2:
        (void)wend_crowd_set_velocity(s->crowd, id, pair(s, 1e3, 1));
        break;
    case 3:
        steer(s, id);
        break;
    case 4:
        follow(s, id, (wend_formation_id){0, 0});
        break;
    case 5:
        (void)wend_crowd_follow_flow(s->crowd, s->ids, 1 + below(s, (uint32_t)s->count), s->order);
        break;
    case 6:
        form(s);
        break;
    case 7:
        zone(s);
        break;
    case 8:
        (void)wend_crowd_apply_impulse(s->crowd, id, pair(s, 1e15, 100));
        break;
    case 9:
        (void)wend_crowd_apply_explosion(s->crowd, 0, place(s), within(s, 1e-300, 9, 1e6),
                                         within(s, -1e15, 100, 1e15), below(s, 2) == 0, NULL);
        break;
    case 10:
        (void)wend_crowd_set_position(s->crowd, id, place(s), 0);
        break;
    case 11:
        (void)wend_crowd_set_held(s->crowd, id, below(s, 2) == 0);
        break;
    default: {
        const wend_body_def def = body(s);
        (void)wend_crowd_set_body(s->crowd, id, &def);
    }
    }
}

/* ---- saved and loaded ---- */

static uint8_t *save(const wend_crowd *crowd, size_t *count)
{
    assert_int_equal(wend_crowd_save(crowd, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(crowd, bytes, *count, count), WEND_OK);
    return bytes;
}

static bool comes_back(const stage *s)
{
    size_t counts[2];
    uint8_t *bytes[2] = {save(s->crowd, &counts[0]), NULL};
    wend_message message;
    wend_crowd *other = NULL;
    assert_int_equal(wend_crowd_create(&s->def, &other), WEND_OK);
    const wend_result result = wend_crowd_load(other, bytes[0], counts[0], &message);
    bool is_good = result == WEND_OK;
    if (is_good) {
        bytes[1] = save(other, &counts[1]);
        is_good = wend_crowd_hash(s->crowd) == wend_crowd_hash(other) && counts[0] == counts[1] &&
                  memcmp(bytes[0], bytes[1], counts[0]) == 0;
    } else {
        print_message("seed %llu: %s\n", (unsigned long long)s->seed, message.text);
    }
    wend_crowd_destroy(other);
    free(bytes[0]);
    free(bytes[1]);
    return is_good;
}

static bool all_comes_back(uint64_t seed, void *context)
{
    (void)context;
    stage s = {.seed = seed};
    make_ground(&s);
    make_crowd(&s);
    for (int32_t i = 0; i < LIMIT; i++) {
        const wend_body_def def = body(&s);
        s.count += wend_crowd_add_body(s.crowd, &def, &s.ids[s.count]) == WEND_OK;
    }
    bool is_good = comes_back(&s);
    for (int32_t i = 0; i < ROUNDS && is_good && s.count > 0; i++) {
        for (uint32_t k = below(&s, DEEDS); k > 0; k--) {
            act(&s);
        }
        is_good = comes_back(&s);
        for (int32_t k = 0; k < TICKS && is_good; k++) {
            crowds_tick(s.crowd, 1);
            is_good = comes_back(&s);
        }
    }
    wend_crowd_destroy(s.crowd);
    wend_flow_destroy(s.flow);
    wend_grid_destroy(s.grid);
    return is_good;
}

static void what_calls_of_a_crowd_accept_saves_loads_and_hashes_alike(void **state)
{
    (void)state;
    gen_property("extreme crowds", SEEDS, all_comes_back, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_calls_of_a_crowd_accept_saves_loads_and_hashes_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
