/* Formations that turn into another corridor, as wide as the pattern or narrower: they narrow by files,
 * wheel, and take little longer than a column; none is crushed along a wall. */
#include "support/crowds.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/formation.h"

#include <math.h>

enum { MEMBERS_MOST = 100, MOST_TICKS = 6000 };
static const double LONG = 60; /* metres, of each corridor */
static const double BESIDE = 0.8;

typedef struct corner {
    uint32_t members;
    double width;   /* metres, of both corridors */
    double turned;  /* radians, the whole level */
    bool is_inside; /* the path hugs the inner corner, as a shortest one does; else the middle */
} corner;

/* The outcome of a march. */
typedef struct march {
    double seconds;
    double error; /* spacings, mean of the whole march */
} march;

static wend_vec2 place(const corner *c, double x, double y)
{
    const double cosine = wend_cos(c->turned);
    const double sine = wend_sin(c->turned);
    return (wend_vec2){cosine * x - sine * y, sine * x + cosine * y};
}

static void add_wall(wend_walls *walls, const corner *c, const double at[4])
{
    const wend_vec2 corners[] = {place(c, at[0], at[1]), place(c, at[2], at[1]),
                                 place(c, at[2], at[3]), place(c, at[0], at[3])};
    walls_add_outline(walls, corners, 4, WEND_STOPS_ALL);
}

/* From x = -30 on eastwards, and to the north at the end. */
static wend_walls *make_level(const corner *c)
{
    wend_walls *walls = walls_empty();
    const double end = LONG + c->width;
    add_wall(walls, c, (double[4]){-30, -1, end + 1, 0});
    add_wall(walls, c, (double[4]){-30, c->width, LONG, c->width + LONG});
    add_wall(walls, c, (double[4]){end, 0, end + 1, c->width + LONG + 10});
    return walls;
}

static void put_members(wend_crowd *crowd, const corner *c, wend_body_id *ids)
{
    const uint32_t abreast = (uint32_t)(c->width / BESIDE);
    for (uint32_t i = 0; i < c->members; i++) {
        wend_body_def def = wend_body_def_default();
        def.position = place(c, 8 - BESIDE * (i / abreast), BESIDE / 2 + BESIDE * (i % abreast));
        def.heading = c->turned;
        assert_int_equal(wend_crowd_add_body(crowd, &def, &ids[i]), WEND_OK);
    }
}

static void send(wend_crowd *crowd, const corner *c, wend_formation_id id)
{
    const double middle = c->width / 2;
    const wend_vec2 bend =
        c->is_inside ? place(c, LONG + 0.28, c->width - 0.28) : place(c, LONG + middle, middle);
    const wend_vec2 points[] = {place(c, 8, middle), bend,
                                place(c, LONG + middle, c->width + LONG - 20)};
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
    assert_int_equal(wend_formation_follow_path(crowd, id, path), WEND_OK);
    wend_path_destroy(path);
}

static march run(const corner *c, wend_formation_shape shape)
{
    wend_crowd_def def = wend_crowd_def_default();
    wend_formation_def pattern = wend_formation_def_default();
    wend_formation_info info = {.state = WEND_BODY_MOVING};
    wend_body_id ids[MEMBERS_MOST];
    wend_formation_id id;
    uint32_t ticks = 0;
    double errors = 0;
    def.max_bodies = c->members;
    wend_walls *walls = make_level(c);
    def.walls = walls;
    wend_crowd *crowd = crowds_make(def);
    put_members(crowd, c, ids);
    pattern.shape = shape;
    assert_int_equal(wend_formation_create(crowd, &pattern, ids, NULL, c->members, &id), WEND_OK);
    send(crowd, c, id);
    for (; ticks < MOST_TICKS && info.state == WEND_BODY_MOVING; ticks++) {
        crowds_tick(crowd, 1);
        assert_int_equal(wend_formation_get_info(crowd, id, &info), WEND_OK);
        errors += info.mean_error / 0.75;
    }
    assert_int_equal(info.state, WEND_BODY_ARRIVED);
    assert_int_equal(info.in_slot, c->members);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    return (march){ticks * def.step, errors / ticks};
}

static void check(const corner *c)
{
    static const wend_formation_shape shapes[] = {WEND_FORMATION_LINE, WEND_FORMATION_WEDGE,
                                                  WEND_FORMATION_PHALANX, WEND_FORMATION_CIRCLE};
    const double column = run(c, WEND_FORMATION_COLUMN).seconds;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const march m = run(c, shapes[i]);
        print_message("%u members, %g m, shape %d: %.1f s, the column %.1f, %.2f spacings off\n",
                      c->members, c->width, (int)shapes[i], m.seconds, column, m.error);
        assert_true(m.seconds <= 1.3 * column);
        assert_true(m.error <= 1);
    }
}

static void patterns_turn_into_a_corridor_nearly_as_fast_as_a_column(void **state)
{
    (void)state;
    static const corner corners[] = {
        {30, 10, 0, false},   {30, 10, 0, true}, {60, 10, 0.4, false}, {100, 10, 0, true},
        {100, 14, 2.2, true}, {40, 6, 0, false}, {30, 5, -0.7, true},
    };
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        check(&corners[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_turn_into_a_corridor_nearly_as_fast_as_a_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
