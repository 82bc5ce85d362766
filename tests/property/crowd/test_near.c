/* Bodies nearby, filtered by cone, layer and group: against every body, sorted the plain way. */
#include "support/gen.h"
#include "support/test.h"

#include "support/crowds.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 56, LATER = 8, BODIES = FIRST + LATER, QUERIES = 40 };

static const double HALF_TURN = 3.141592653589793;

typedef struct dice {
    uint64_t seed, tick;
} dice;

static uint32_t roll(dice *d, uint32_t bound)
{
    return wend_random_below(d->seed, 0, d->tick++, bound);
}

static double place(dice *d)
{
    return (double)roll(d, 40) / 2 - 10; /* often equal distances */
}

static wend_body_id add_body(dice *d, wend_crowd *crowd)
{
    wend_body_def def = wend_body_def_default();
    def.layer = 1U << roll(d, 3);
    def.group = roll(d, 3);
    def.radius = 0.1 + 0.1 * roll(d, 3);
    const double x = place(d);
    return crowds_add(crowd, def, x, place(d));
}

/* Some ids are stale, and some of those have the index of a body that came later. */
static wend_crowd *make_crowd(dice *d, wend_body_id *ids)
{
    wend_crowd *crowd = crowds_open();
    for (uint32_t i = 0; i < FIRST; ++i) {
        ids[i] = add_body(d, crowd);
    }
    for (uint32_t i = 0; i < 2 * LATER; ++i) {
        (void)wend_crowd_remove_body(crowd, ids[roll(d, FIRST)]);
    }
    for (uint32_t i = FIRST; i < BODIES; ++i) {
        ids[i] = add_body(d, crowd);
    }
    return crowd;
}

static wend_crowd_near_query roll_query(dice *d, const wend_body_id *ids)
{
    wend_crowd_near_query query = wend_crowd_near_query_default();
    query.centre.x = place(d);
    query.centre.y = place(d);
    query.radius = roll(d, 15);
    /* no body of the half-metre places lies on the border of a cone */
    query.heading = (double)roll(d, 100) / 10 - 5.013;
    query.half_angle = roll(d, 3) == 0 ? 4 : (double)roll(d, 35) / 10;
    query.layers = roll(d, 2) == 0 ? UINT32_MAX : roll(d, 8);
    query.group = roll(d, 2) == 0 ? WEND_BODY_GROUP_NONE : roll(d, 3);
    query.group_left_out = roll(d, 2) == 0 ? WEND_BODY_GROUP_NONE : roll(d, 3);
    query.left_out = ids[roll(d, BODIES)];
    query.is_nearest_first = roll(d, 2) == 0;
    return query;
}

typedef struct found_body {
    wend_body_id id;
    double order;
} found_body;

static int compare_found(const void *one, const void *other)
{
    const found_body *a = one;
    const found_body *b = other;
    const int by_order = (a->order > b->order) - (a->order < b->order);
    return by_order != 0 ? by_order : (a->id.index1 > b->id.index1) - (a->id.index1 < b->id.index1);
}

static bool is_wanted(const wend_crowd *crowd, const wend_crowd_near_query *query, wend_body_id id,
                      double *order)
{
    wend_body_def def = wend_body_def_default();
    if (wend_crowd_get_body_def(crowd, id, &def) != WEND_OK) {
        return false;
    }
    const wend_body body = crowds_body(crowd, id);
    const wend_vec2 d = {body.position.x - query->centre.x, body.position.y - query->centre.y};
    const double distance = wend_sqrt(d.x * d.x + d.y * d.y);
    double angle = wend_atan2(d.y, d.x) - query->heading;
    while (angle > HALF_TURN) {
        angle -= 2 * HALF_TURN;
    }
    while (angle < -HALF_TURN) {
        angle += 2 * HALF_TURN;
    }
    angle = angle < 0 ? -angle : angle;
    *order = query->is_nearest_first ? distance * distance : 0;
    const bool is_in_cone =
        query->half_angle >= HALF_TURN || !(distance > 0) || angle <= query->half_angle;
    return distance <= query->radius + def.radius && is_in_cone &&
           (def.layer & query->layers) != 0 &&
           (query->group == WEND_BODY_GROUP_NONE || def.group == query->group) &&
           (query->group_left_out == WEND_BODY_GROUP_NONE || def.group != query->group_left_out) &&
           memcmp(&id, &query->left_out, sizeof id) != 0;
}

static bool finds_all(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    wend_body_id ids[BODIES];
    wend_crowd *crowd = make_crowd(&d, ids);
    bool holds = true;
    for (uint32_t k = 0; holds && k < QUERIES; ++k) {
        const wend_crowd_near_query query = roll_query(&d, ids);
        found_body wanted[BODIES];
        size_t wanted_count = 0;
        for (uint32_t i = 0; i < BODIES; ++i) {
            found_body *next = &wanted[wanted_count];
            next->id = ids[i];
            wanted_count += is_wanted(crowd, &query, ids[i], &next->order) ? 1 : 0;
        }
        qsort(wanted, wanted_count, sizeof *wanted, compare_found);
        wend_body_id found[BODIES];
        const size_t capacity = roll(&d, BODIES);
        size_t count = 0;
        const wend_result result = wend_crowd_query_near(crowd, &query, found, capacity, &count);
        holds = count == wanted_count && result == (count > capacity ? WEND_TRUNCATED : WEND_OK);
        for (size_t i = 0; holds && i < count && i < capacity; ++i) {
            holds = memcmp(&found[i], &wanted[i].id, sizeof found[i]) == 0;
        }
    }
    wend_crowd_destroy(crowd);
    return holds;
}

static void bodies_nearby_are_those_of_a_plain_search(void **state)
{
    (void)state;
    gen_property("crowd near", 60, finds_all, NULL);
}

/* Bodies that touch the circle are in it; those of other floors are not. */
static void a_touch_counts_on_its_floor(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_def def = wend_body_def_default();
    def.radius = 0.5;
    const wend_body_id id = crowds_add(crowd, def, 3, 0);
    wend_crowd_near_query query = wend_crowd_near_query_default();
    for (uint32_t floor = 0; floor < 2; ++floor) {
        wend_body_id found;
        size_t count = 9;
        query.radius = 2.5;
        query.floor = floor;
        assert_int_equal(wend_crowd_query_near(crowd, &query, &found, 1, &count), WEND_OK);
        assert_int_equal(count, 1 - floor);
        assert_true(count == 0 || memcmp(&found, &id, sizeof id) == 0);
    }
    wend_crowd_destroy(crowd);
}

static void bad_queries_are_refused(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_id id;
    size_t count = 9;
    wend_crowd_near_query query = wend_crowd_near_query_default();
    assert_int_equal(wend_crowd_query_near(crowd, &query, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_int_equal(wend_crowd_query_near(NULL, &query, &id, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_query_near(crowd, NULL, &id, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_query_near(crowd, &query, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_query_near(crowd, &query, &id, 1, NULL), WEND_ERROR_ARGUMENT);
    query.cookie = 0;
    assert_int_equal(wend_crowd_query_near(crowd, &query, &id, 1, &count), WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_nearby_are_those_of_a_plain_search),
        cmocka_unit_test(a_touch_counts_on_its_floor),
        cmocka_unit_test(bad_queries_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
