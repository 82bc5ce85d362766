/* A crowd saved by the first version of the format after 60 ticks: it is complete, it continues as
 * it would have, and it is saved in the present version. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/walls.h"

#include "base/math/bits.h"
#include "wend/crowd.h"
#include "wend/formation.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 32, BODIES = 25, LIMIT = 40, ASKING = 8, ASKING_USER = 1008, BYTES_MOST = 1 << 16 };

/* The figures of the version that wrote the file. */
static const uint64_t hash_then = 0x1b9badc8c16d784d;

typedef struct place {
    wend_grid *grid;
    wend_walls *walls;
    wend_crowd *crowd;
    bool is_slow; /* its source of routes; else it answers at once */
} place;

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    const place *p = context;
    const wend_vec2 points[3] = {query->from, {query->to.x, query->from.y}, query->to};
    if (p->is_slow && query->user == ASKING_USER) {
        return WEND_IN_PROGRESS;
    }
    return wend_path_from_points(path, points, 3);
}

static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    (void)context;
    (void)ticket;
    (void)path;
    return WEND_IN_PROGRESS;
}

/* The ground that the crowd of the file walked on. */
static void begin(place *p, bool is_slow)
{
    const wend_crowd_class classes[2] = {wend_crowd_class_default(),
                                         {0, 1, WEND_STOPS_ALL, false, 0}};
    wend_crowd_def def = wend_crowd_def_default();
    p->grid = grids_open(SIDE, SIDE);
    p->walls = walls_empty();
    grids_wall(p->grid, 14, 10, 2, 8);
    walls_add(p->walls, (wend_vec2){20, 22}, (wend_vec2){28, 20}, WEND_STOPS_ALL);
    def.max_bodies = LIMIT;
    def.grid = p->grid;
    def.walls = p->walls;
    def.classes = classes;
    def.class_count = 2;
    def.seed = 77;
    def.route_source = (wend_route_source){.start = ask, .poll = poll, .context = p};
    p->crowd = crowds_make(def);
    p->is_slow = is_slow;
}

static void end(place *p)
{
    wend_crowd_destroy(p->crowd);
    wend_walls_destroy(p->walls);
    wend_grid_destroy(p->grid);
}

static void load_first_version(wend_crowd *crowd)
{
    static uint8_t bytes[BYTES_MOST];
    FILE *file = fopen(WEND_TEST_DATA "/crowd_version_1.bin", "rb");
    wend_message message = {0};
    assert_non_null(file);
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(count > 16 && count < sizeof bytes);
    assert_int_equal(wendi_load_u32(bytes + 4), 1);
    if (wend_crowd_load(crowd, bytes, count, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
}

/* Ids go by the order in which bodies were added; the last one was taken away. */
static wend_body_id id_of(uint32_t index)
{
    return (wend_body_id){index + 1, 1};
}

static wend_body get(const wend_crowd *crowd, uint32_t index)
{
    wend_body body;
    assert_int_equal(wend_crowd_get_body(crowd, id_of(index), &body), WEND_OK);
    return body;
}

static void everything_in_a_first_version_is_there(void **state)
{
    place p;
    (void)state;
    begin(&p, true);
    load_first_version(p.crowd);
    assert_int_equal(wend_crowd_body_count(p.crowd), BODIES);
    assert_int_equal(wend_crowd_tick_count(p.crowd), 60);
    assert_true(wend_crowd_hash(p.crowd) == hash_then);
    for (uint32_t i = 0; i < BODIES; i++) {
        static const wend_body_goal slot = WEND_BODY_GOAL_SLOT;
        const wend_body_goal expected = i < 6                ? WEND_BODY_GOAL_PATH
                                        : i < 13             ? WEND_BODY_GOAL_POINT
                                        : i < 19             ? slot
                                        : i == 19            ? WEND_BODY_GOAL_VELOCITY
                                        : i == 20 || i == 21 ? WEND_BODY_GOAL_NONE
                                        : i < 24             ? slot
                                                             : WEND_BODY_GOAL_STEER;
        const wend_body body = get(p.crowd, i);
        assert_int_equal(body.goal, expected);
        assert_int_equal(body.user, 1000 + i);
        assert_int_equal(body.group, i % 3);
        assert_true(body.mass >= 60 + i && body.mass <= 60 + i);
        assert_int_equal(body.state == WEND_BODY_PATH_PENDING, i == ASKING);
        /* Their movement was not in the file. */
        assert_true(body.velocity.x * body.velocity.x + body.velocity.y * body.velocity.y <= 0);
    }
    const wend_body first = get(p.crowd, 0);
    assert_true(fabs(first.position.x - 5.6324668964371085) <= 0);
    assert_true(fabs(first.position.y - 4.0765829640440643) <= 0);
    wend_formation_id formations[3];
    wend_formation_info info;
    size_t count = 0;
    assert_int_equal(wend_formation_list(p.crowd, formations, 3, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(wend_formation_get_info(p.crowd, formations[0], &info), WEND_OK);
    assert_true(info.members == 6 && info.user == 5 && info.state == WEND_BODY_MOVING);
    assert_int_equal(wend_formation_get_info(p.crowd, formations[1], &info), WEND_OK);
    assert_true(info.members == 2 && info.user == 6 && info.state == WEND_BODY_MOVING);
    end(&p);
}

static void a_first_version_is_saved_as_the_second_and_both_go_on_alike(void **state)
{
    static uint8_t bytes[BYTES_MOST];
    place first;
    place second;
    size_t count = 0;
    (void)state;
    begin(&first, true);
    begin(&second, true);
    load_first_version(first.crowd);
    assert_int_equal(wend_crowd_save(first.crowd, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wendi_load_u32(bytes + 4), 2);
    assert_int_equal(wend_crowd_load(second.crowd, bytes, count, NULL), WEND_OK);
    for (uint32_t tick = 0; tick < 200; tick++) {
        assert_true(wend_crowd_hash(first.crowd) == wend_crowd_hash(second.crowd));
        crowds_tick(first.crowd, 1);
        crowds_tick(second.crowd, 1);
        if (tick == 0) {
            assert_true(get(first.crowd, 0).velocity.x > 0.1);
        }
    }
    end(&second);
    end(&first);
}

static void bodies_of_a_first_version_get_where_they_were_sent(void **state)
{
    place p;
    (void)state;
    begin(&p, false);
    load_first_version(p.crowd);
    for (uint32_t tick = 0; tick < 1600; tick++) {
        crowds_tick(p.crowd, 1);
    }
    for (uint32_t i = 0; i < BODIES; i++) {
        const wend_body body = get(p.crowd, i);
        const bool has_place = i < 19 || i == 22 || i == 23;
        assert_int_equal(body.state == WEND_BODY_ARRIVED, has_place);
    }
    /* The query under way was issued again. */
    const wend_body asked = get(p.crowd, ASKING);
    assert_true(fabs(asked.position.x - 26) < 0.5 && fabs(asked.position.y - 12) < 0.5);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_in_a_first_version_is_there),
        cmocka_unit_test(a_first_version_is_saved_as_the_second_and_both_go_on_alike),
        cmocka_unit_test(bodies_of_a_first_version_get_where_they_were_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
