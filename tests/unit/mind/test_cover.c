/* Cover: behind what, crouched or not, peeks, claims, obstacles, what is refused, bytes. */
#include "support/test.h"

#include "wend/cover.h"
#include "wend/draw.h"
#include "wend/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct world {
    wend_walls *walls;
    wend_cover *cover;
} world;

static void begin(world *w, wend_cover_def def)
{
    const wend_walls_def walls = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&walls, &w->walls), WEND_OK);
    def.walls = w->walls;
    assert_int_equal(wend_cover_create(&def, &w->cover), WEND_OK);
}

static void end(world *w)
{
    wend_cover_destroy(w->cover);
    wend_walls_destroy(w->walls);
}

static wend_wall_id add_wall(world *w, double x0, double y0, double x1, double y1, uint32_t stops)
{
    wend_wall_id id;
    assert_int_equal(
        wend_walls_add_segment(w->walls, (wend_vec2){x0, y0}, (wend_vec2){x1, y1}, stops, 0, &id),
        WEND_OK);
    return id;
}

static wend_cover_query query_of(const wend_cover_threat *threats, size_t count, double x, double y)
{
    wend_cover_query query = wend_cover_query_default();
    query.threats = threats;
    query.threat_count = count;
    query.position = (wend_vec2){x, y};
    return query;
}

static size_t find(world *w, const wend_cover_query *query, wend_cover_spot *spots, size_t capacity)
{
    size_t count = 0;
    assert_int_equal(wend_cover_find(w->cover, query, NULL, spots, capacity, &count, NULL),
                     WEND_OK);
    return count;
}

static const wend_cover_threat north = {{0, 10}, 1, 100};

static void a_wide_wall_hides_and_a_narrow_one_does_not(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spot;
    begin(&w, wend_cover_def_default());
    const wend_cover_query query = query_of(&north, 1, 0, -3);
    const wend_wall_id wide = add_wall(&w, -2, 0, 2, 0, WEND_STOPS_ALL);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_int_equal(spot.origin, WEND_COVER_COMPUTED);
    assert_true(spot.position.y < -0.59 && spot.position.y > -0.61);
    assert_true(spot.direction.y > 0.99);
    assert_true(spot.exposure <= 0);
    assert_int_equal(wend_walls_remove(w.walls, wide), WEND_OK);
    (void)add_wall(&w, -0.3, 0, 0.3, 0, WEND_STOPS_ALL);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    assert_int_equal(wend_cover_count(w.cover), 0);
    assert_int_equal(find(&w, &query, &spot, 1), 0);
    end(&w);
}

static void a_low_wall_hides_a_crouched_agent_that_shoots_over_it(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spot;
    wend_cover_def def = wend_cover_def_default();
    def.stops_low = WEND_STOPS_USER;
    begin(&w, def);
    (void)add_wall(&w, -9, 0, 9, 0, (uint32_t)WEND_STOPS_USER | (uint32_t)WEND_STOPS_WALK);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    wend_cover_query query = query_of(&north, 1, 0, -3);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_true(spot.is_crouched);
    assert_int_equal(spot.peek, WEND_COVER_PEEK_UP);
    query.is_crouch_allowed = false;
    assert_int_equal(find(&w, &query, &spot, 1), 0);
    end(&w);
}

static void a_wall_hides_up_to_its_height(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spot;
    begin(&w, wend_cover_def_default());
    const wend_wall_id wall = add_wall(&w, -9, 0, 9, 0, WEND_STOPS_ALL);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    const wend_cover_query query = query_of(&north, 1, 0, -3);
    assert_int_equal(wend_walls_set_heights(w.walls, wall, 0, 3), WEND_OK);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_false(spot.is_crouched);
    assert_int_equal(wend_walls_set_heights(w.walls, wall, 0, 1.3), WEND_OK);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_true(spot.is_crouched);
    assert_int_equal(spot.peek, WEND_COVER_PEEK_UP);
    assert_int_equal(wend_walls_set_heights(w.walls, wall, 0, 0.8), WEND_OK);
    assert_int_equal(find(&w, &query, &spot, 1), 0);
    end(&w);
}

static void an_agent_peeks_around_the_nearer_end(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spots[16];
    begin(&w, wend_cover_def_default());
    (void)add_wall(&w, -6, 0, 6, 0, WEND_STOPS_ALL);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    const wend_cover_query query = query_of(&north, 1, 0, -1);
    const size_t count = find(&w, &query, spots, 16);
    bool is_seen[4] = {false};
    for (size_t i = 0; i < count; i++) {
        is_seen[spots[i].peek] = true;
        if (spots[i].peek == WEND_COVER_PEEK_LEFT) {
            assert_true(spots[i].position.x < -4 && spots[i].peek_position.x < -6);
        } else if (spots[i].peek == WEND_COVER_PEEK_RIGHT) {
            assert_true(spots[i].position.x > 4 && spots[i].peek_position.x > 6);
        } else {
            assert_int_equal(spots[i].peek, WEND_COVER_PEEK_NONE);
        }
    }
    assert_true(is_seen[WEND_COVER_PEEK_LEFT] && is_seen[WEND_COVER_PEEK_RIGHT] &&
                is_seen[WEND_COVER_PEEK_NONE]);
    end(&w);
}

static void claimed_cover_is_skipped_until_its_agent_dies(void **state)
{
    (void)state;
    world w;
    wend_cover_spot first, second, third;
    wend_claim_id id;
    const wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *reservations, *loaded;
    uint8_t bytes[1024];
    size_t count;
    begin(&w, wend_cover_def_default());
    (void)add_wall(&w, -6, 0, 6, 0, WEND_STOPS_ALL);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    assert_int_equal(wend_reservations_create(&def, &reservations), WEND_OK);
    wend_cover_query query = query_of(&north, 1, 0, -3);
    query.reservations = reservations;
    query.claim_kind = 4;
    query.agent = 1;
    assert_int_equal(find(&w, &query, &first, 1), 1);
    const wend_claim claim = wend_cover_spot_claim(&first, 4, 1);
    assert_int_equal(wend_reservations_claim(reservations, &claim, &id), WEND_OK);
    assert_true(id.index1 != 0);
    assert_int_equal(find(&w, &query, &second, 1), 1);
    assert_int_equal(second.place.index1, first.place.index1); /* its own */
    query.agent = 2;
    assert_int_equal(find(&w, &query, &second, 1), 1);
    assert_true(wend_vec2_distance(second.position, first.position) >= 1);
    /* back on load */
    assert_int_equal(wend_reservations_save(reservations, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_reservations_load(NULL, bytes, count, &loaded), WEND_OK);
    query.reservations = loaded;
    assert_int_equal(find(&w, &query, &third, 1), 1);
    assert_int_equal(third.place.index1, second.place.index1);
    assert_int_equal(wend_reservations_release_agent(loaded, 1), 1);
    assert_int_equal(find(&w, &query, &third, 1), 1);
    assert_int_equal(third.place.index1, first.place.index1);
    wend_reservations_destroy(loaded);
    wend_reservations_destroy(reservations);
    end(&w);
}

static void an_obstacle_hides_where_it_is_now(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spot;
    wend_cover_id id;
    begin(&w, wend_cover_def_default());
    wend_cover_obstacle crate = wend_cover_obstacle_default();
    crate.radius = 0.8;
    assert_int_equal(wend_cover_add_obstacle(w.cover, &crate, &id), WEND_OK);
    const wend_cover_query query = query_of(&north, 1, 0, -3);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_int_equal(spot.origin, WEND_COVER_FOUND);
    assert_true(fabs(spot.position.x) < 1e-9 && fabs(spot.position.y + 1.4) < 1e-9);
    assert_int_equal(spot.place.index1, 0);
    crate.position.x = 3;
    crate.half_size = (wend_vec2){0.7, 0.7};
    assert_int_equal(wend_cover_set_obstacle(w.cover, id, &crate), WEND_OK);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_true(spot.position.x > 3);
    crate.height = 1.2;
    assert_int_equal(wend_cover_set_obstacle(w.cover, id, &crate), WEND_OK);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_true(spot.is_crouched);
    crate.height = 0.5;
    assert_int_equal(wend_cover_set_obstacle(w.cover, id, &crate), WEND_OK);
    assert_int_equal(find(&w, &query, &spot, 1), 0);
    assert_int_equal(wend_cover_get_obstacle(w.cover, id, &crate), WEND_OK);
    assert_true(crate.height < 0.6 && crate.position.x > 2.9);
    assert_int_equal(wend_cover_remove_obstacle(w.cover, id), WEND_OK);
    assert_int_equal(wend_cover_obstacle_count(w.cover), 0);
    assert_int_equal(wend_cover_set_obstacle(w.cover, id, &crate), WEND_ERROR_STALE);
    end(&w);
}

static void a_designed_place_hides_in_its_arc_without_walls(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spot;
    wend_cover_id id;
    begin(&w, wend_cover_def_default());
    wend_cover_place bush = wend_cover_place_default();
    bush.direction.y = 2;
    bush.trusted_arc = 0.5;
    bush.user = 77;
    assert_int_equal(wend_cover_add_place(w.cover, &bush, &id), WEND_OK);
    const wend_cover_query query = query_of(&north, 1, 0, -3);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_int_equal(spot.origin, WEND_COVER_DESIGNED);
    assert_int_equal(spot.place.index1, id.index1);
    const wend_cover_threat east = {{10, 0}, 1, 100};
    const wend_cover_query other = query_of(&east, 1, 0, -3);
    assert_int_equal(find(&w, &other, &spot, 1), 0);
    assert_int_equal(wend_cover_get_place(w.cover, id, &bush, NULL), WEND_OK);
    assert_true(bush.direction.y <= 1 && bush.user == 77);
    assert_int_equal(wend_cover_remove_place(w.cover, id), WEND_OK);
    assert_int_equal(wend_cover_remove_place(w.cover, id), WEND_ERROR_STALE);
    end(&w);
}

static double twice(void *user, wend_vec2 from, wend_vec2 to)
{
    (void)user;
    return to.x < 0 ? (double)INFINITY : 2 * wend_vec2_distance(from, to);
}

static double danger_in_the_east(void *user, wend_vec2 position)
{
    (void)user;
    return position.x > 2 ? 5 : 0;
}

static void way_and_danger_count(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spots[16];
    begin(&w, wend_cover_def_default());
    (void)add_wall(&w, -6, 0, 6, 0, WEND_STOPS_ALL);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    wend_cover_query query = query_of(&north, 1, 3, -3);
    query.cost = twice;
    query.danger = danger_in_the_east;
    query.peek_weight = 0;
    const size_t count = find(&w, &query, spots, 16);
    assert_true(count > 3);
    for (size_t i = 0; i < count; i++) {
        const double distance = wend_vec2_distance(query.position, spots[i].position);
        assert_true(spots[i].position.x >= 0);
        assert_true(fabs(spots[i].cost - 2 * distance) < 1e-9);
        assert_true(spots[i].danger <= 5 * distance + 1e-9 && spots[i].danger > 0);
        assert_true(fabs(spots[i].score - spots[i].cost - spots[i].danger) < 1e-9);
    }
    end(&w);
}

static void work_is_bounded_and_a_budget_ends_it(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spots[4];
    wend_cover_stats stats;
    size_t count;
    begin(&w, wend_cover_def_default());
    for (int i = 0; i < 40; i++) {
        (void)add_wall(&w, -9, i, 9, i, WEND_STOPS_ALL);
    }
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    wend_cover_query query = query_of(&north, 1, 0, 5.5);
    query.max_candidates = 10;
    assert_int_equal(wend_cover_find(w.cover, &query, NULL, spots, 4, &count, &stats), WEND_OK);
    assert_int_equal(stats.places_tested, 10);
    assert_true(stats.rays <= 10 * (6 + 9));
    wend_budget budget = wend_budget_steps(3);
    assert_int_equal(wend_cover_find(w.cover, &query, &budget, spots, 4, &count, &stats),
                     WEND_PARTIAL);
    assert_int_equal(stats.places_tested, 3);
    assert_int_equal(budget.steps, 0);
    end(&w);
}

static void without_an_update_walls_are_searched_on_the_spot(void **state)
{
    (void)state;
    world w;
    wend_cover_spot spot;
    begin(&w, wend_cover_def_default());
    (void)add_wall(&w, -3, 0, 3, 0, WEND_STOPS_ALL);
    wend_cover_query query = query_of(&north, 1, 0, -3);
    assert_int_equal(find(&w, &query, &spot, 1), 1);
    assert_int_equal(spot.origin, WEND_COVER_FOUND);
    assert_true(spot.position.y < 0);
    query.max_found = 0;
    assert_int_equal(find(&w, &query, &spot, 1), 0);
    end(&w);
}

static bool is_left_only(void *user, wend_vec2 position, double radius)
{
    world *w = user;
    wend_cover_place place = wend_cover_place_default();
    assert_true(radius > 0);
    assert_int_equal(wend_cover_add_place(w->cover, &place, NULL), WEND_ERROR_BUSY);
    assert_int_equal(wend_cover_update(w->cover, NULL), WEND_ERROR_BUSY);
    return position.x < 0;
}

static void places_stand_on_open_ground_only(void **state)
{
    (void)state;
    world w;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid;
    grid_def.width = grid_def.height = 16;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, 0, 0, 0, 16, 8, WEND_COST_WALL), WEND_OK);
    wend_cover_def def = wend_cover_def_default();
    def.grid = grid;
    begin(&w, def);
    (void)add_wall(&w, 4, 4, 12, 12, WEND_STOPS_ALL);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    const uint32_t half = wend_cover_count(w.cover);
    assert_true(half > 0);
    for (uint32_t i = 0; i < wend_cover_limit(w.cover); i++) {
        wend_cover_place place;
        if (wend_cover_get_place(w.cover, wend_cover_id_at(w.cover, i), &place, NULL) == WEND_OK) {
            assert_true(place.position.y > 8);
        }
    }
    assert_int_equal(wend_grid_fill(grid, 0, 0, 0, 16, 8, 1), WEND_OK);
    assert_int_equal(wend_cover_invalidate(w.cover, (wend_vec2){0, 0}, (wend_vec2){16, 8}),
                     WEND_OK);
    assert_false(wend_cover_is_current(w.cover));
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    assert_true(wend_cover_count(w.cover) > half);
    end(&w);
    wend_grid_destroy(grid);
    def = wend_cover_def_default();
    def.is_ground = is_left_only;
    def.user = &w;
    begin(&w, def);
    (void)add_wall(&w, -6, 0, 6, 0, WEND_STOPS_ALL);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    assert_true(wend_cover_count(w.cover) > 4 && wend_cover_count(w.cover) < 16);
    end(&w);
}

static uint8_t *save(const wend_cover *cover, size_t *count)
{
    assert_int_equal(wend_cover_save(cover, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_cover_save(cover, bytes, *count, count), WEND_OK);
    return bytes;
}

static void loaded_cover_is_as_before_and_sees_edits_since(void **state)
{
    (void)state;
    world w;
    wend_cover_id id;
    size_t count;
    wend_cover *loaded;
    begin(&w, wend_cover_def_default());
    const wend_wall_id wall = add_wall(&w, -3, 0, 3, 0, WEND_STOPS_ALL);
    (void)add_wall(&w, 20, 0, 26, 0, WEND_STOPS_ALL);
    const wend_cover_place place = wend_cover_place_default();
    const wend_cover_obstacle obstacle = wend_cover_obstacle_default();
    assert_int_equal(wend_cover_add_obstacle(w.cover, &obstacle, &id), WEND_OK);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    assert_int_equal(wend_cover_add_place(w.cover, &place, &id), WEND_OK);
    assert_int_equal(wend_cover_remove_place(w.cover, wend_cover_id_at(w.cover, 1)), WEND_OK);
    uint8_t *bytes = save(w.cover, &count);
    wend_message message;
    wend_cover_def def = wend_cover_def_default();
    def.message = &message;
    assert_int_equal(wend_cover_load(&def, bytes, count, &loaded), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_cover_load: walls is NULL");
    def.walls = w.walls;
    assert_int_equal(wend_cover_load(&def, bytes, count, &loaded), WEND_OK);
    assert_true(wend_cover_hash(loaded) == wend_cover_hash(w.cover));
    const uint32_t places = wend_cover_count(loaded);
    assert_int_equal(wend_cover_update(loaded, NULL), WEND_OK);
    assert_true(wend_cover_hash(loaded) == wend_cover_hash(w.cover));
    assert_int_equal(wend_walls_remove(w.walls, wall), WEND_OK);
    assert_int_equal(wend_cover_update(loaded, NULL), WEND_OK);
    assert_true(wend_cover_count(loaded) < places && wend_cover_count(loaded) > 1);
    wend_cover_destroy(loaded);
    for (size_t i = 0; i < count; i++) {
        bytes[i] ^= 0x20;
        assert_int_equal(wend_cover_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_int_equal(wend_cover_load(&def, bytes, i, &loaded), WEND_ERROR_FILE);
        assert_true(strlen(message.text) > strlen("wend_cover_load: "));
        bytes[i] ^= 0x20;
    }
    free(bytes);
    end(&w);
}

static void what_is_out_of_range_is_refused(void **state)
{
    (void)state;
    world w;
    wend_message message;
    wend_cover *cover = NULL;
    wend_cover_id id;
    wend_cover_spot spot;
    size_t count;
    wend_cover_def def = wend_cover_def_default();
    def.message = &message;
    assert_int_equal(wend_cover_create(&def, &cover), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_cover_create: walls is NULL");
    def.radius = 0;
    assert_int_equal(wend_cover_create(&def, &cover), WEND_ERROR_ARGUMENT);
    begin(&w, wend_cover_def_default());
    wend_cover_place place = wend_cover_place_default();
    place.position.x = (double)NAN;
    assert_int_equal(wend_cover_add_place(w.cover, &place, &id), WEND_ERROR_ARGUMENT);
    wend_cover_obstacle obstacle = wend_cover_obstacle_default();
    obstacle.heading.x = 0;
    assert_int_equal(wend_cover_add_obstacle(w.cover, &obstacle, &id), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_cover_error(w.cover), "wend_cover_add_obstacle: heading is 0, 0");
    wend_cover_query query = query_of(&north, 0, 0, 0);
    assert_int_equal(wend_cover_find(w.cover, &query, NULL, &spot, 1, &count, NULL),
                     WEND_ERROR_ARGUMENT);
    query.threat_count = 1;
    query.max_distance = (double)INFINITY;
    assert_int_equal(wend_cover_find(w.cover, &query, NULL, &spot, 1, &count, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_true(wend_cover_exposure(NULL, place.position, place.position, 1, false) >= 1);
    end(&w);
}

static void count_mark(void *context, wend_vec2 at, double radius, wend_meaning meaning, double v)
{
    (void)at;
    (void)radius;
    (void)v;
    (*(int *)context) += meaning == WEND_MEANING_SLOT ? 1 : 100;
}

static void count_outline(void *context, const wend_vec2 *points, size_t count,
                          wend_meaning meaning, double v)
{
    (void)points;
    (void)v;
    (*(int *)context) += meaning == WEND_MEANING_WALL && count == 16 ? 1000 : 100000;
}

static void places_and_obstacles_are_drawn(void **state)
{
    (void)state;
    world w;
    wend_cover_id id;
    int marks = 0;
    const wend_draw draw = {.circle = count_mark, .polygon = count_outline, .context = &marks};
    begin(&w, wend_cover_def_default());
    const wend_cover_place place = wend_cover_place_default();
    const wend_cover_obstacle obstacle = wend_cover_obstacle_default();
    assert_int_equal(wend_cover_add_place(w.cover, &place, NULL), WEND_OK);
    assert_int_equal(wend_cover_add_obstacle(w.cover, &obstacle, &id), WEND_OK);
    assert_int_equal(wend_cover_draw(w.cover, &draw), WEND_OK);
    assert_int_equal(marks, 1001);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wide_wall_hides_and_a_narrow_one_does_not),
        cmocka_unit_test(a_low_wall_hides_a_crouched_agent_that_shoots_over_it),
        cmocka_unit_test(a_wall_hides_up_to_its_height),
        cmocka_unit_test(an_agent_peeks_around_the_nearer_end),
        cmocka_unit_test(claimed_cover_is_skipped_until_its_agent_dies),
        cmocka_unit_test(an_obstacle_hides_where_it_is_now),
        cmocka_unit_test(a_designed_place_hides_in_its_arc_without_walls),
        cmocka_unit_test(way_and_danger_count),
        cmocka_unit_test(work_is_bounded_and_a_budget_ends_it),
        cmocka_unit_test(without_an_update_walls_are_searched_on_the_spot),
        cmocka_unit_test(places_stand_on_open_ground_only),
        cmocka_unit_test(loaded_cover_is_as_before_and_sees_edits_since),
        cmocka_unit_test(what_is_out_of_range_is_refused),
        cmocka_unit_test(places_and_obstacles_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
