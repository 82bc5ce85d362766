/* Smells at the edges of their rules: crowds of sources and of trails at one cell, seams far from the
 * middle of a large map, equal intensities, noses that are refused, what is drawn. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/draw.h"
#include "wend/smell.h"

#include <math.h>
#include <string.h>

static const wend_smell_id NONE = {0, 0};

static wend_smell *make(const wend_grid *grid, double trail_strength, uint32_t trail_limit)
{
    wend_smell_def def = wend_smell_def_default();
    wend_smell *smell = NULL;
    def.grid = grid;
    def.trail_strength = trail_strength;
    def.trail_limit = trail_limit;
    def.trail_half_life = 10;
    def.trail_radius = 1.2;
    assert_int_equal(wend_smell_create(&def, &smell), WEND_OK);
    return smell;
}

static wend_smell_id add(wend_smell *smell, wend_vec2 at, double radius, double intensity,
                         bool leaves_trail)
{
    wend_smell_source source = wend_smell_source_default();
    wend_smell_id id;
    source.position = at;
    source.radius = radius;
    source.intensity = intensity;
    source.leaves_trail = leaves_trail;
    assert_int_equal(wend_smell_add_source(smell, &source, &id), WEND_OK);
    return id;
}

static void move(wend_smell *smell, wend_smell_id id, double x, double y)
{
    assert_int_equal(wend_smell_move(smell, id, (wend_vec2){x, y}), WEND_OK);
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-3;
}

static void all_sources_of_one_cell_are_smelled(void **state)
{
    (void)state;
    enum { SOURCES = 70 };
    wend_grid *grid = grids_open(12, 12);
    wend_smell *smell = make(grid, 0.5, 0);
    wend_scent scents[SOURCES];
    size_t count;
    for (int i = 0; i < SOURCES; i++) {
        (void)add(smell, (wend_vec2){5.5, 5.5}, 4, 1 + i % 3, false);
    }
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_true(is_near(wend_smell_intensity(smell, (wend_vec2){5.5, 5.5}, NULL),
                        24 * 1 + 23 * 2 + 23 * 3));
    assert_true(is_near(wend_smell_intensity(smell, (wend_vec2){7.5, 5.5}, NULL),
                        (24 * 1 + 23 * 2 + 23 * 3) / 2.0));
    assert_int_equal(wend_smell_at(smell, (wend_vec2){5.5, 5.5}, NULL, scents, SOURCES, &count),
                     WEND_OK);
    assert_int_equal(count, SOURCES);
    for (int i = 1; i < SOURCES; i++) { /* the strongest first, of equal ones the first */
        assert_true(scents[i - 1].intensity > scents[i].intensity ||
                    scents[i - 1].source.index1 < scents[i].source.index1);
    }
    assert_int_equal(wend_smell_at(smell, (wend_vec2){5.5, 5.5}, NULL, NULL, 0, &count),
                     WEND_TRUNCATED);
    assert_int_equal(count, SOURCES);
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

/* Trails of rising or of falling intensity cross a cell: the strongest are kept either way. */
static void the_strongest_trails_of_a_cell_are_smelled(void **state)
{
    (void)state;
    enum { TRAILS = WEND_SMELL_TRAILS_MAX + 5 };
    for (int is_falling = 0; is_falling < 2; is_falling++) {
        wend_grid *grid = grids_open(12, 12);
        wend_smell *smell = make(grid, 1, 4);
        wend_scent scents[TRAILS];
        size_t count;
        for (int i = 0; i < TRAILS; i++) {
            const wend_smell_id id =
                add(smell, (wend_vec2){2.5, 2.5}, 0, 1 + (is_falling ? TRAILS - 1 - i : i), true);
            move(smell, id, 9.5, 9.5);
        }
        assert_int_equal(wend_smell_update(smell), WEND_OK);
        assert_int_equal(wend_smell_at(smell, (wend_vec2){2.5, 2.5}, NULL, scents, TRAILS, &count),
                         WEND_OK);
        assert_int_equal(count, WEND_SMELL_TRAILS_MAX);
        for (size_t i = 0; i < count; i++) {
            assert_true(scents[i].is_trail);
            assert_true(is_near(scents[i].intensity, (double)TRAILS - (double)i));
        }
        wend_smell_step next;
        assert_true(wend_smell_follow(smell, (wend_vec2){2.5, 2.5}, NULL, NONE, &next));
        assert_true(next.is_source && is_near(next.intensity, TRAILS));
        wend_smell_destroy(smell);
        wend_grid_destroy(grid);
    }
}

static void of_equal_scents_sources_are_before_trails(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(12, 12);
    wend_smell *smell = make(grid, 1, 4);
    wend_scent scents[4];
    wend_smell_step next;
    size_t count;
    const wend_smell_id first = add(smell, (wend_vec2){2.5, 2.5}, 0, 4, true);
    const wend_smell_id second = add(smell, (wend_vec2){2.5, 2.5}, 0, 4, true);
    const wend_smell_id source = add(smell, (wend_vec2){2.5, 2.5}, 2, 4, false);
    move(smell, second, 3.5, 2.5);
    move(smell, first, 2.5, 3.5);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_int_equal(wend_smell_at(smell, (wend_vec2){2.5, 2.5}, NULL, scents, 4, &count), WEND_OK);
    assert_int_equal(count, 3);
    assert_true(scents[0].source.index1 == source.index1 && !scents[0].is_trail);
    assert_true(scents[1].source.index1 == first.index1 && scents[1].is_trail);
    assert_true(scents[2].source.index1 == second.index1 && scents[2].is_trail);
    assert_true(wend_smell_follow(smell, (wend_vec2){2.5, 2.5}, NULL, NONE, &next));
    assert_true(next.is_source && is_near(next.position.y, 3.5));
    assert_true(wend_smell_follow(smell, (wend_vec2){2.5, 2.5}, NULL, second, &next));
    assert_true(next.is_source && is_near(next.position.x, 3.5));
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

/* The newest cell of a trail that is smelled leads on, whatever the order in which cells are looked at. */
static void a_trail_that_comes_back_is_followed_from_its_newest_cell(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(12, 12);
    wend_smell *smell = make(grid, 1, 16);
    wend_smell_step next;
    const double way[][2] = {{3.5, 2.5}, {4.5, 2.5}, {4.5, 3.5}, {3.5, 3.5},
                             {2.5, 3.5}, {1.5, 3.5}, {1.5, 8.5}};
    const wend_smell_id id = add(smell, (wend_vec2){2.5, 2.5}, 0, 4, true);
    const wend_smell_id other = add(smell, (wend_vec2){9.5, 9.5}, 0, 4, true);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(wend_smell_set_tick(smell, (uint64_t)i + 1), WEND_OK);
        move(smell, id, way[i][0], way[i][1]);
    }
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    /* At the beginning of the trail its cells 1 above and below are smelled, too. */
    assert_true(wend_smell_follow(smell, (wend_vec2){3.5, 2.5}, NULL, id, &next));
    assert_true(is_near(next.position.x, 2.5) && is_near(next.position.y, 3.5));
    assert_false(wend_smell_follow(smell, (wend_vec2){3.5, 2.5}, NULL, other, &next));
    assert_false(wend_smell_follow(smell, (wend_vec2){9.5, 2.5}, NULL, id, &next));
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

/* On a map of many tiles only those around a nose are looked at, and those across the seam. */
static void smells_go_around_a_large_map(void **state)
{
    (void)state;
    const wend_wrap wraps[] = {WEND_WRAP_NONE, WEND_WRAP_X, WEND_WRAP_Y, WEND_WRAP_BOTH};
    for (int i = 0; i < 4; i++) {
        wend_grid_def def = wend_grid_def_default();
        wend_grid *grid;
        wend_vec2 direction;
        def.width = 530;
        def.height = 410;
        def.wrap = wraps[i];
        assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
        const bool is_x = (wraps[i] & WEND_WRAP_X) != 0, is_y = (wraps[i] & WEND_WRAP_Y) != 0;
        for (int radius = 4; radius <= 24; radius += 20) {
            wend_smell *smell = make(grid, 1, 4);
            (void)add(smell, (wend_vec2){1.5, 200.5}, radius, 1, false);
            (void)add(smell, (wend_vec2){300.5, 408.5}, radius, 1, false);
            assert_int_equal(wend_smell_update(smell), WEND_OK);
            const double across = 1 - 2.0 / radius;
            assert_true(is_near(wend_smell_intensity(smell, (wend_vec2){529.5, 200.5}, NULL),
                                is_x ? across : 0));
            assert_true(is_near(wend_smell_intensity(smell, (wend_vec2){300.5, 0.5}, NULL),
                                is_y ? across : 0));
            assert_true(
                is_near(wend_smell_intensity(smell, (wend_vec2){3.5, 200.5}, NULL), across));
            assert_true(
                is_near(wend_smell_intensity(smell, (wend_vec2){300.5, 406.5}, NULL), across));
            assert_true(is_near(wend_smell_intensity(smell, (wend_vec2){260.5, 200.5}, NULL), 0));
            assert_true(wend_smell_direction(smell, (wend_vec2){529.5, 200.5}, NULL, NONE,
                                             &direction) == is_x);
            assert_true(is_near(direction.x, is_x ? 1 : 0) && is_near(direction.y, 0));
            assert_true(wend_smell_direction(smell, (wend_vec2){300.5, 0.5}, NULL, NONE,
                                             &direction) == is_y);
            assert_true(is_near(direction.y, is_y ? -1 : 0) && is_near(direction.x, 0));
            wend_smell_destroy(smell);
        }
        wend_grid_destroy(grid);
    }
}

static void a_nose_out_of_range_smells_nothing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(12, 12);
    wend_smell *smell = make(grid, 1, 4);
    const wend_vec2 at = {5.5, 5.5};
    double profile[WEND_SMELL_KINDS_MAX] = {1};
    wend_scent scents[2];
    wend_smell_step step;
    wend_vec2 direction;
    size_t count;
    const wend_smell_id id = add(smell, at, 5, 1, true);
    move(smell, id, 6.5, 5.5);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    for (int i = 0; i < 6; i++) {
        wend_nose nose = wend_nose_default();
        nose.cookie += i == 0 ? 1 : 0;
        nose.threshold = i == 1 ? (double)NAN : i == 2 ? -1 : 0;
        nose.sensitivity = i == 3 ? 1025 : i == 4 ? -1 : 1;
        profile[63] = i == 5 ? 1025 : 1;
        nose.profile = profile;
        assert_int_equal(wend_smell_at(smell, at, &nose, scents, 2, &count), WEND_ERROR_ARGUMENT);
        assert_int_equal(count, 0);
        assert_false(wend_smell_strongest(smell, at, &nose, scents));
        assert_true(is_near(wend_smell_intensity(smell, at, &nose), 0));
        assert_false(wend_smell_direction(smell, at, &nose, NONE, &direction));
        assert_false(wend_smell_follow(smell, at, &nose, NONE, &step));
    }
    profile[63] = -1;
    wend_nose nose = wend_nose_default();
    nose.profile = profile;
    assert_int_equal(wend_smell_at(smell, at, &nose, scents, 2, &count), WEND_ERROR_ARGUMENT);
    /* A kind of factor 0 is not smelled, also with a threshold of 0. */
    profile[63] = 1;
    profile[0] = 0;
    assert_int_equal(wend_smell_at(smell, at, &nose, scents, 2, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_false(wend_smell_strongest(smell, at, &nose, scents));
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

static void positions_and_arguments_that_are_none_smell_of_nothing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(12, 12);
    wend_smell *smell = make(grid, 1, 4);
    const wend_vec2 at = {5.5, 5.5}, outside = {-3, 5}, bad = {(double)NAN, 0},
                    bad_y = {0, (double)INFINITY}, wall = {2.5, 5.5};
    wend_scent scents[2];
    wend_smell_step step;
    wend_vec2 direction;
    size_t count = 7;
    const wend_smell_id gone = {1, 9};
    const wend_smell_id id = add(smell, (wend_vec2){3.5, 5.5}, 5, 1, false);
    grids_wall(grid, 2, 5, 1, 1);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_int_equal(wend_smell_at(smell, at, NULL, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_smell_at(smell, at, NULL, scents, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_smell_at(NULL, at, NULL, scents, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_smell_at(smell, bad, NULL, scents, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_smell_at(smell, bad_y, NULL, scents, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_smell_at(smell, outside, NULL, scents, 1, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_false(wend_smell_strongest(smell, at, NULL, NULL));
    assert_false(wend_smell_strongest(smell, outside, NULL, scents));
    assert_true(is_near(wend_smell_intensity(NULL, at, NULL), 0));
    assert_true(is_near(wend_smell_intensity(smell, outside, NULL), 0));
    assert_false(wend_smell_direction(NULL, at, NULL, NONE, &direction));
    assert_false(wend_smell_direction(smell, at, NULL, NONE, NULL));
    assert_false(wend_smell_direction(smell, at, NULL, gone, &direction));
    assert_false(wend_smell_direction(smell, outside, NULL, id, &direction));
    assert_false(wend_smell_direction(smell, wall, NULL, id, &direction));
    assert_true(wend_smell_direction(smell, at, NULL, id, &direction));
    assert_false(wend_smell_follow(NULL, at, NULL, NONE, &step));
    assert_false(wend_smell_follow(smell, at, NULL, NONE, NULL));
    assert_false(wend_smell_follow(smell, at, NULL, gone, &step));
    assert_false(wend_smell_follow(smell, outside, NULL, NONE, &step));
    wend_nose nose = wend_nose_default();
    nose.has_no_sources = nose.has_no_trails = true;
    assert_true(is_near(wend_smell_intensity(smell, at, &nose), 0));
    assert_false(wend_smell_direction(smell, at, &nose, id, &direction));
    assert_false(wend_smell_follow(smell, at, &nose, NONE, &step));
    assert_int_equal(wend_smell_at(smell, at, &nose, scents, 2, &count), WEND_OK);
    assert_int_equal(count, 0);
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

/* A nose's own source is left out, and not the one that took its place. */
static void the_own_source_is_one_of_its_generation(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(12, 12);
    wend_smell *smell = make(grid, 1, 4);
    const wend_vec2 at = {5.5, 5.5};
    wend_nose nose = wend_nose_default();
    nose.own = add(smell, at, 5, 1, false);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_true(is_near(wend_smell_intensity(smell, at, &nose), 0));
    assert_int_equal(wend_smell_remove_source(smell, nose.own), WEND_OK);
    const wend_smell_id next = add(smell, at, 5, 1, false);
    assert_int_equal(next.index1, nose.own.index1);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_true(is_near(wend_smell_intensity(smell, at, &nose), 1));
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

typedef struct drawn_things {
    int cells, lines;
} drawn_things;

static void count_cell(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                       double value)
{
    (void)low, (void)high, (void)value;
    assert_int_equal(meaning, WEND_MEANING_REACH);
    ((drawn_things *)context)->cells++;
}

static void count_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                       double value)
{
    (void)from, (void)to, (void)value;
    assert_int_equal(meaning, WEND_MEANING_PATH);
    ((drawn_things *)context)->lines++;
}

static void drawing_shows_the_kinds_asked_for_and_trails_that_are_left(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(12, 12);
    wend_smell *smell = make(grid, 1, 8);
    drawn_things drawn = {0, 0};
    const wend_draw draw = {.cells = count_cell, .line = count_line, .context = &drawn};
    const wend_draw cells_only = {.cells = count_cell, .context = &drawn};
    const wend_smell_id id = add(smell, (wend_vec2){2.5, 2.5}, 1.2, 4, true);
    move(smell, id, 3.5, 2.5); /* this cell is forgotten after 32 half-lives */
    assert_int_equal(wend_smell_set_tick(smell, 200), WEND_OK);
    move(smell, id, 4.5, 2.5);
    move(smell, id, 5.5, 2.5);
    assert_int_equal(wend_smell_set_tick(smell, 400), WEND_OK);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_int_equal(wend_smell_draw(smell, 1, &draw), WEND_OK);
    assert_int_equal(drawn.cells, 5);
    assert_int_equal(drawn.lines, 2);
    assert_int_equal(wend_smell_draw(smell, 2, &draw), WEND_OK); /* another kind */
    assert_int_equal(drawn.cells, 5);
    assert_int_equal(wend_smell_draw(smell, 1, &cells_only), WEND_OK);
    assert_int_equal(drawn.cells, 10);
    assert_int_equal(drawn.lines, 2);
    assert_int_equal(wend_smell_remove_source(smell, id), WEND_OK);
    assert_int_equal(wend_smell_draw(smell, UINT64_MAX, &draw), WEND_OK);
    assert_int_equal(drawn.cells, 10);
    (void)add(smell, (wend_vec2){2.5, 2.5}, 1.2, 4, true); /* before its update */
    assert_int_equal(wend_smell_draw(smell, UINT64_MAX, &draw), WEND_OK);
    assert_int_equal(drawn.cells, 10);
    assert_int_equal(wend_smell_draw(NULL, 1, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_smell_draw(smell, 1, NULL), WEND_ERROR_ARGUMENT);
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sources_of_one_cell_are_smelled),
        cmocka_unit_test(the_strongest_trails_of_a_cell_are_smelled),
        cmocka_unit_test(of_equal_scents_sources_are_before_trails),
        cmocka_unit_test(a_trail_that_comes_back_is_followed_from_its_newest_cell),
        cmocka_unit_test(smells_go_around_a_large_map),
        cmocka_unit_test(a_nose_out_of_range_smells_nothing),
        cmocka_unit_test(positions_and_arguments_that_are_none_smell_of_nothing),
        cmocka_unit_test(the_own_source_is_one_of_its_generation),
        cmocka_unit_test(drawing_shows_the_kinds_asked_for_and_trails_that_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
