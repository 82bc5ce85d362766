/* Crowds as bytes, whole, cut, and with every number spoilt: what loads, what is refused with all
 * as before, and how many shapes are drawn. */
#include "support/crowds.h"
#include "support/test.h"

#include "base/math/bits.h"
#include "crowd/core/crowd.h"
#include "support/crowd_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 16, TRAILER = 8, BODIES = 20, BYTES_MOST = 1 << 16 };

typedef struct saved {
    uint8_t bytes[BYTES_MOST];
    size_t count;
} saved;

static void save(const wend_crowd *crowd, saved *s)
{
    assert_int_equal(wend_crowd_save(crowd, s->bytes, BYTES_MOST, &s->count), WEND_OK);
}

/* The checksum again, over the changed bytes. */
static void seal(saved *s)
{
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    const size_t section =
        wendi_write_section_begin(&writer, wendi_load_u32(s->bytes), wendi_load_u32(s->bytes + 4));
    wendi_write_raw(&writer, s->bytes + HEADER, s->count - HEADER - TRAILER);
    wendi_write_section_end(&writer, section);
    assert_int_equal(writer.bytes.count, s->count);
    memcpy(s->bytes, writer.bytes.items, s->count);
    wendi_writer_free(&writer);
}

static void begin(crowd_scene *scene, uint64_t seed)
{
    assert_int_equal(crowd_scene_make(scene, seed, BODIES, NULL, NULL), WEND_OK);
    crowd_scene_fill(scene, scene->crowd, BODIES);
    for (uint64_t tick = 0; tick < 20; tick++) {
        assert_true(crowd_scene_act(scene, scene->crowd, tick) >= 0);
        crowds_tick(scene->crowd, 1);
    }
}

static wend_crowd *make(double step, uint32_t limit, uint32_t floor_count, uint32_t class_count,
                        double max_radius)
{
    static const wend_crowd_floor floors[2] = {{NULL, NULL}, {NULL, NULL}};
    const wend_crowd_class classes[2] = {wend_crowd_class_default(), wend_crowd_class_default()};
    wend_crowd_def def = wend_crowd_def_default();
    def.step = step;
    def.max_bodies = limit;
    def.floors = floors;
    def.floor_count = floor_count;
    def.classes = classes;
    def.class_count = class_count;
    def.max_radius = max_radius;
    return crowds_make(def);
}

static void crowd_of_another_kind_is_refused(void **state)
{
    (void)state;
    wend_crowd *from = make(0.05, 8, 1, 1, 1);
    wend_crowd *others[] = {make(0.1, 8, 1, 1, 1), make(0.05, 8, 2, 1, 1), make(0.05, 8, 1, 2, 1),
                            make(0.05, 8, 1, 1, 2), make(0.05, 2, 1, 1, 1)};
    saved s;
    wend_body_id ids[3];
    for (int i = 0; i < 3; i++) {
        wend_body_def def = wend_body_def_default();
        def.position.x = i;
        assert_int_equal(wend_crowd_add_body(from, &def, &ids[i]), WEND_OK);
    }
    save(from, &s);
    for (int i = 0; i < 5; i++) {
        const uint64_t hash = wend_crowd_hash(others[i]);
        wend_message message;
        assert_int_equal(wend_crowd_load(others[i], s.bytes, s.count, &message),
                         i == 4 ? WEND_ERROR_FULL : WEND_ERROR_FILE);
        assert_true(strlen(message.text) > 0);
        assert_true(wend_crowd_hash(others[i]) == hash);
        wend_crowd_destroy(others[i]);
    }
    wend_crowd *larger = make(0.05, 100, 1, 1, 1);
    assert_int_equal(wend_crowd_load(larger, s.bytes, s.count, NULL), WEND_OK);
    assert_true(wend_crowd_hash(larger) == wend_crowd_hash(from));
    wend_body body;
    assert_int_equal(wend_crowd_get_body(larger, ids[2], &body), WEND_OK);
    assert_true(body.position.x > 1.99 && body.position.x < 2.01);
    wend_crowd_destroy(larger);
    wend_crowd_destroy(from);
}

static void save_says_how_many_bytes_it_needs(void **state)
{
    (void)state;
    wend_crowd *crowd = make(0.05, 8, 1, 1, 1);
    uint8_t bytes[BYTES_MOST];
    size_t count = 0;
    assert_int_equal(wend_crowd_save(crowd, NULL, 0, &count), WEND_TRUNCATED);
    assert_true(count > 0 && count < BYTES_MOST);
    const size_t needed = count;
    assert_int_equal(wend_crowd_save(crowd, bytes, needed - 1, &count), WEND_TRUNCATED);
    assert_int_equal(wend_crowd_save(crowd, bytes, needed, &count), WEND_OK);
    assert_int_equal(count, needed);
    assert_int_equal(wend_crowd_save(NULL, bytes, needed, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_crowd_save(crowd, NULL, 9, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_save(crowd, bytes, needed, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_load(NULL, bytes, needed, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_load(crowd, NULL, needed, NULL), WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(crowd);
}

static void crowd_that_is_cut_or_flipped_is_refused(void **state)
{
    (void)state;
    crowd_scene scene;
    saved s;
    begin(&scene, 7);
    save(scene.crowd, &s);
    const uint64_t hash = wend_crowd_hash(scene.crowd);
    for (size_t i = 0; i < s.count; i += 1 + i / 64) {
        assert_int_equal(wend_crowd_load(scene.crowd, s.bytes, i, NULL), WEND_ERROR_FILE);
        s.bytes[i] ^= 0x10;
        assert_int_equal(wend_crowd_load(scene.crowd, s.bytes, s.count, NULL), WEND_ERROR_FILE);
        s.bytes[i] ^= 0x10;
        assert_true(wend_crowd_hash(scene.crowd) == hash);
    }
    assert_int_equal(wend_crowd_load(scene.crowd, s.bytes, s.count, NULL), WEND_OK);
    crowd_scene_free(&scene);
}

/* Every byte in turn, under a right checksum: a loaded crowd must be able to continue. */
static void crowd_with_any_byte_spoilt_is_refused_or_goes_on(void **state)
{
    (void)state;
    crowd_scene scene;
    saved whole;
    begin(&scene, 5);
    save(scene.crowd, &whole);
    uint32_t loaded = 0;
    for (size_t i = HEADER; i < whole.count - TRAILER; i += 3) {
        saved s = whole;
        s.bytes[i] = (uint8_t)(i % 2 == 0 ? 0xFF : s.bytes[i] ^ 0x81);
        seal(&s);
        const uint64_t hash = wend_crowd_hash(scene.crowd);
        const wend_result result = wend_crowd_load(scene.crowd, s.bytes, s.count, NULL);
        if (result == WEND_OK) {
            loaded++;
            crowds_tick(scene.crowd, 1);
        } else {
            assert_true(result == WEND_ERROR_FILE || result == WEND_ERROR_FULL);
            assert_true(wend_crowd_hash(scene.crowd) == hash);
        }
    }
    assert_true(loaded > 0);
    crowd_scene_free(&scene);
}

/* ---- numbers ---- */

static double *column_of(wendi_bodies *b, size_t k)
{
    double *columns[] = {b->x,
                         b->y,
                         b->vx,
                         b->vy,
                         b->push_x,
                         b->push_y,
                         b->heading_x,
                         b->heading_y,
                         b->radius,
                         b->speed,
                         b->max_speed,
                         b->acceleration,
                         b->turn_rate,
                         b->turn_radius,
                         b->mass,
                         b->goal_x,
                         b->goal_y,
                         b->home_x,
                         b->home_y,
                         b->goal_vector_x,
                         b->goal_vector_y,
                         b->goal_group_radius,
                         b->distance_left,
                         b->distance_left_least,
                         b->leg_free,
                         b->slow,
                         b->patience,
                         b->avoid_vx,
                         b->avoid_vy,
                         b->contact_vx,
                         b->contact_vy};
    return k < sizeof columns / sizeof columns[0] ? columns[k] : NULL;
}

static void body_with_a_number_that_is_none_is_refused(void **state)
{
    (void)state;
    wend_crowd *crowd = make(0.05, 4, 1, 1, 1);
    wend_crowd *other = make(0.05, 4, 1, 1, 1);
    const wend_body_def def = wend_body_def_default();
    const double bad[] = {(double)NAN, -(double)INFINITY, -1e200};
    assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_OK);
    const uint64_t hash = wend_crowd_hash(other);
    for (size_t k = 0; column_of(&crowd->bodies, k) != NULL; k++) {
        double *number = column_of(&crowd->bodies, k);
        const double kept = *number;
        for (size_t i = 0; i < 3; i++) {
            saved s;
            *number = bad[i];
            save(crowd, &s);
            assert_int_equal(wend_crowd_load(other, s.bytes, s.count, NULL), WEND_ERROR_FILE);
            assert_true(wend_crowd_hash(other) == hash);
        }
        *number = kept;
    }
    wend_crowd_destroy(other);
    wend_crowd_destroy(crowd);
}

static void body_of_no_kind_is_refused(void **state)
{
    (void)state;
    wend_crowd *crowd = make(0.05, 4, 1, 1, 1);
    wend_crowd *other = make(0.05, 4, 1, 1, 1);
    const wend_body_def def = wend_body_def_default();
    assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_OK);
    wendi_bodies *b = &crowd->bodies;
    uint32_t *words[] = {b->floor, b->goal_floor, b->crowd_class, b->leg};
    uint8_t *bytes[] = {b->goal, b->state, b->stuck};
    saved s;
    for (int i = 0; i < 4; i++) {
        *words[i] = 1;
        save(crowd, &s);
        assert_int_equal(wend_crowd_load(other, s.bytes, s.count, NULL), WEND_ERROR_FILE);
        *words[i] = 0;
    }
    for (int i = 0; i < 3; i++) {
        const uint8_t kept = *bytes[i];
        *bytes[i] = 7;
        save(crowd, &s);
        assert_int_equal(wend_crowd_load(other, s.bytes, s.count, NULL), WEND_ERROR_FILE);
        *bytes[i] = kept;
    }
    *b->goal = WEND_BODY_GOAL_FLOW;
    save(crowd, &s);
    assert_int_equal(wend_crowd_load(other, s.bytes, s.count, NULL), WEND_ERROR_FILE);
    *b->goal = WEND_BODY_GOAL_NONE;
    save(crowd, &s);
    assert_int_equal(wend_crowd_load(other, s.bytes, s.count, NULL), WEND_OK);
    wend_crowd_destroy(other);
    wend_crowd_destroy(crowd);
}

/* ---- queries ---- */

typedef struct counts {
    uint32_t asks, cancels;
    uint64_t last;
} counts;

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    counts *c = context;
    (void)path;
    c->asks++;
    assert_true(query->ticket > c->last);
    c->last = query->ticket;
    return WEND_IN_PROGRESS;
}

static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    const counts *c = context;
    (void)path;
    assert_true(ticket == c->last);
    return WEND_IN_PROGRESS;
}

static void cancel(void *context, uint64_t ticket)
{
    counts *c = context;
    assert_true(ticket == c->last);
    c->cancels++;
}

static void questions_are_asked_again_after_loading(void **state)
{
    (void)state;
    counts c = {.asks = 0};
    wend_crowd_def def = wend_crowd_def_default();
    wend_body_id id;
    saved s;
    saved again;
    const wend_body_def body_def = wend_body_def_default();
    def.route_source =
        (wend_route_source){.start = ask, .poll = poll, .cancel = cancel, .context = &c};
    wend_crowd *crowd = crowds_make(def);
    assert_int_equal(wend_crowd_add_body(crowd, &body_def, &id), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){9, 0}, 0), WEND_OK);
    crowds_tick(crowd, 1);
    assert_int_equal(c.asks, 1);
    save(crowd, &s);
    const uint64_t hash = wend_crowd_hash(crowd);
    assert_int_equal(wend_crowd_load(crowd, s.bytes, s.count, NULL), WEND_OK);
    assert_true(wend_crowd_hash(crowd) == hash);
    save(crowd, &again);
    assert_int_equal(again.count, s.count);
    assert_memory_equal(again.bytes, s.bytes, s.count);
    assert_int_equal(c.cancels, 1);
    crowds_tick(crowd, 1);
    assert_int_equal(c.asks, 2);
    assert_int_equal(c.cancels, 1);
    wend_crowd_destroy(crowd);
}

/* `ask` fails for a ticket that is no higher than the last one. */
static void tickets_are_given_once_across_saves_and_loads(void **state)
{
    (void)state;
    counts c = {.asks = 0};
    wend_crowd_def def = wend_crowd_def_default();
    wend_body_id id;
    saved early;
    saved late;
    const wend_body_def body_def = wend_body_def_default();
    def.route_source =
        (wend_route_source){.start = ask, .poll = poll, .cancel = cancel, .context = &c};
    wend_crowd *first = crowds_make(def);
    assert_int_equal(wend_crowd_add_body(first, &body_def, &id), WEND_OK);
    save(first, &early);
    for (uint32_t asked = 1; asked <= 3; asked++) {
        assert_int_equal(wend_crowd_set_goal(first, id, (wend_vec2){9, asked}, 0), WEND_OK);
        crowds_tick(first, 1);
        assert_int_equal(c.asks, asked);
    }
    save(first, &late);

    /* A crowd loaded from before its queries. */
    assert_int_equal(wend_crowd_load(first, early.bytes, early.count, NULL), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(first, id, (wend_vec2){9, 0}, 0), WEND_OK);
    crowds_tick(first, 1);
    assert_int_equal(c.asks, 4);
    assert_true(c.last == 4);

    /* A new crowd that continues after them: its source may still hold the three tickets. */
    c.last = 3;
    wend_crowd *second = crowds_make(def);
    assert_int_equal(wend_crowd_load(second, late.bytes, late.count, NULL), WEND_OK);
    crowds_tick(second, 1);
    assert_int_equal(c.asks, 5);
    assert_true(c.last == 4);
    wend_crowd_destroy(second);
    c.last = 4;
    wend_crowd_destroy(first);
}

/* ---- pictures ---- */

typedef struct board {
    uint32_t lines[WEND_MEANING_COUNT], circles[WEND_MEANING_COUNT], polygons[WEND_MEANING_COUNT];
    bool is_odd;
} board;

static void on_line(void *context, wend_vec2 a, wend_vec2 b, wend_meaning meaning, double value)
{
    board *on = context;
    on->lines[meaning]++;
    on->is_odd = on->is_odd || !isfinite(a.x + a.y + b.x + b.y + value);
}

static void on_circle(void *context, wend_vec2 a, double radius, wend_meaning meaning, double value)
{
    board *on = context;
    on->circles[meaning]++;
    on->is_odd = on->is_odd || !isfinite(a.x + a.y + radius + value);
}

static void on_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                       double value)
{
    board *on = context;
    on->polygons[meaning]++;
    on->is_odd = on->is_odd || count != 4 || !isfinite(points[0].x + value);
}

static board drawn(const wend_crowd *crowd, uint32_t show)
{
    board on;
    memset(&on, 0, sizeof on);
    const wend_draw draw = {
        .line = on_line, .circle = on_circle, .polygon = on_polygon, .context = &on};
    assert_int_equal(wend_crowd_draw(crowd, 0, show, &draw), WEND_OK);
    assert_false(on.is_odd);
    return on;
}

static void each_part_is_drawn_by_its_bit(void **state)
{
    (void)state;
    wend_crowd *crowd = make(0.05, 8, 2, 1, 1);
    wend_body_id ids[3];
    for (int i = 0; i < 3; i++) {
        wend_body_def def = wend_body_def_default();
        def.position.x = 0.6 * i;
        def.floor = i == 2 ? 1 : 0;
        assert_int_equal(wend_crowd_add_body(crowd, &def, &ids[i]), WEND_OK);
    }
    wend_zone_def zone = wend_zone_def_default();
    zone.high = (wend_vec2){0.1, 0.1};
    assert_int_equal(wend_crowd_add_zone(crowd, &zone, NULL), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(crowd, ids[1], (wend_vec2){5, 1}, 0), WEND_OK);
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_NEIGHBOURS).lines[WEND_MEANING_NEIGHBOUR], 0);
    for (int i = 0; i < 5; i++) {
        crowds_tick(crowd, 1);
    }
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_BODIES).circles[WEND_MEANING_BODY], 2);
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_HEADINGS).lines[WEND_MEANING_HEADING], 2);
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_PREFERRED).lines[WEND_MEANING_PREFERRED], 1);
    assert_true(drawn(crowd, WEND_CROWD_SHOW_VELOCITIES).lines[WEND_MEANING_VELOCITY] >= 1);
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_PATHS).lines[WEND_MEANING_BODY_PATH], 1);
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_GOALS).circles[WEND_MEANING_BODY_GOAL], 1);
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_NEIGHBOURS).lines[WEND_MEANING_NEIGHBOUR], 2);
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_ZONES).polygons[WEND_MEANING_ZONE], 1);
    assert_int_equal(drawn(crowd, 0).circles[WEND_MEANING_BODY], 0);
    /* Bodies removed since the last tick are not drawn as neighbours. */
    assert_int_equal(wend_crowd_remove_body(crowd, ids[0]), WEND_OK);
    assert_int_equal(drawn(crowd, WEND_CROWD_SHOW_NEIGHBOURS).lines[WEND_MEANING_NEIGHBOUR], 0);
    wend_crowd_destroy(crowd);
}

static void scenes_are_drawn_whatever_changed_since_the_tick(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        crowd_scene scene;
        begin(&scene, seed);
        for (uint64_t tick = 100; tick < 120; tick++) {
            assert_true(crowd_scene_act(&scene, scene.crowd, tick) >= 0);
            (void)drawn(scene.crowd, UINT32_MAX);
        }
        const wend_draw none = {NULL, NULL, NULL, NULL, NULL, NULL};
        assert_int_equal(wend_crowd_draw(scene.crowd, 0, WEND_CROWD_SHOW_ALL, &none), WEND_OK);
        assert_int_equal(wend_crowd_draw(scene.crowd, 1, 1, &none), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_draw(scene.crowd, 0, 1, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_draw(NULL, 0, 1, &none), WEND_ERROR_ARGUMENT);
        crowd_scene_free(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_of_another_kind_is_refused),
        cmocka_unit_test(save_says_how_many_bytes_it_needs),
        cmocka_unit_test(crowd_that_is_cut_or_flipped_is_refused),
        cmocka_unit_test(crowd_with_any_byte_spoilt_is_refused_or_goes_on),
        cmocka_unit_test(body_with_a_number_that_is_none_is_refused),
        cmocka_unit_test(body_of_no_kind_is_refused),
        cmocka_unit_test(questions_are_asked_again_after_loading),
        cmocka_unit_test(tickets_are_given_once_across_saves_and_loads),
        cmocka_unit_test(each_part_is_drawn_by_its_bit),
        cmocka_unit_test(scenes_are_drawn_whatever_changed_since_the_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
