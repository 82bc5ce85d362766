/* Cover against slow twins: rays one by one, all places one after the other, all computed anew. */
#include "support/test.h"

#include "wend/cover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WALLS = 40, OBSTACLES = 8, PLACES = 4000, SPOTS = 6 };

static const double SIDE = 40;

typedef struct world {
    wend_walls *walls;
    wend_cover *cover;
    wend_wall_id ids[4 * WALLS];
    size_t wall_count;
} world;

static double unit(uint64_t seed, uint64_t a, uint64_t b)
{
    return wend_random_unit(seed, a, b);
}

static void add_wall(world *w, uint64_t seed, uint64_t n)
{
    const double x = SIDE * unit(seed, 1, n), y = SIDE * unit(seed, 2, n);
    const wend_vec2 a = {x, y};
    const wend_vec2 b = {x + 6 * unit(seed, 3, n) - 3, y + 6 * unit(seed, 4, n) - 3};
    const uint32_t stops = unit(seed, 5, n) < 0.2 ? (uint32_t)WEND_STOPS_USER | 1u : 9u;
    wend_wall_id *id = &w->ids[w->wall_count++];
    if (unit(seed, 6, n) < 0.6) {
        assert_int_equal(wend_walls_add_segment(w->walls, a, b, stops, n, id), WEND_OK);
    } else {
        const wend_vec2 box[] = {a, {b.x, a.y}, b, {a.x, b.y}};
        assert_int_equal(wend_walls_add_polygon(w->walls, box, 4, stops, n, id), WEND_OK);
    }
}

static wend_cover *cover_over(const wend_walls *walls)
{
    wend_cover_def def = wend_cover_def_default();
    wend_cover *cover = NULL;
    def.walls = walls;
    def.stops_low = WEND_STOPS_USER;
    assert_int_equal(wend_cover_create(&def, &cover), WEND_OK);
    return cover;
}

static void begin(world *w, uint64_t seed)
{
    const wend_walls_def def = wend_walls_def_default();
    memset(w, 0, sizeof *w);
    assert_int_equal(wend_walls_create(&def, &w->walls), WEND_OK);
    for (uint64_t n = 0; n < WALLS; n++) {
        add_wall(w, seed, n);
    }
    w->cover = cover_over(w->walls);
    assert_int_equal(wend_cover_update(w->cover, NULL), WEND_OK);
    assert_true(wend_cover_is_current(w->cover));
}

static void end(world *w)
{
    wend_cover_destroy(w->cover);
    wend_walls_destroy(w->walls);
}

/* ---- repaired = computed anew ---- */

typedef struct line {
    double numbers[4];
} line;

static int compare(const void *a, const void *b)
{
    const line *x = a, *y = b;
    for (int i = 0; i < 4; i++) {
        if (x->numbers[i] < y->numbers[i] || x->numbers[i] > y->numbers[i]) {
            return x->numbers[i] < y->numbers[i] ? -1 : 1;
        }
    }
    return 0;
}

static size_t list_places(const wend_cover *cover, line *lines)
{
    size_t count = 0;
    for (uint32_t i = 0; i < wend_cover_limit(cover); i++) {
        wend_cover_place place;
        wend_cover_origin origin;
        const wend_cover_id id = wend_cover_id_at(cover, i);
        if (id.index1 != 0) {
            assert_int_equal(wend_cover_get_place(cover, id, &place, &origin), WEND_OK);
            assert_int_equal(origin, WEND_COVER_COMPUTED);
            assert_true(count < PLACES);
            lines[count++] =
                (line){{place.position.x, place.position.y, place.direction.x, place.direction.y}};
        }
    }
    assert_int_equal(count, wend_cover_count(cover));
    qsort(lines, count, sizeof *lines, compare);
    return count;
}

static void edit_walls(world *w, uint64_t seed, uint64_t round)
{
    for (uint64_t k = 0; k < 3; k++) {
        const uint64_t n = 1000 + round * 10 + k;
        const uint32_t which = wend_random_below(seed, 7, n, (uint32_t)w->wall_count);
        if (unit(seed, 8, n) < 0.4) {
            add_wall(w, seed, n);
        } else if (unit(seed, 9, n) < 0.5) {
            (void)wend_walls_remove(w->walls, w->ids[which]);
        } else {
            (void)wend_walls_set_stops(w->walls, w->ids[which], unit(seed, 10, n) < 0.5 ? 0 : 9);
        }
    }
}

static void repaired_places_are_those_computed_anew(void **state)
{
    (void)state;
    line *repaired = calloc(PLACES, sizeof *repaired), *anew = calloc(PLACES, sizeof *anew);
    assert_non_null(repaired);
    assert_non_null(anew);
    size_t slices = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        world w;
        begin(&w, seed);
        for (uint64_t round = 0; round < 12; round++) {
            edit_walls(&w, seed, round);
            wend_result result;
            do {
                wend_budget budget = wend_budget_steps(20);
                result = wend_cover_update(w.cover, round % 2 == 0 ? &budget : NULL);
                slices++;
            } while (result == WEND_IN_PROGRESS);
            assert_int_equal(result, WEND_OK);
            wend_cover *fresh = cover_over(w.walls);
            assert_int_equal(wend_cover_update(fresh, NULL), WEND_OK);
            const size_t count = list_places(w.cover, repaired);
            assert_int_equal(count, list_places(fresh, anew));
            assert_memory_equal(repaired, anew, count * sizeof *anew);
            wend_cover_destroy(fresh);
        }
        end(&w);
    }
    assert_true(slices > 2 * 6 * 12);
    free(repaired);
    free(anew);
}

static void places_that_stay_keep_their_ids(void **state)
{
    (void)state;
    world w;
    begin(&w, 3);
    wend_cover_id ids[PLACES];
    wend_cover_place places[PLACES], place;
    size_t count = 0, kept = 0;
    for (uint32_t i = 0; i < wend_cover_limit(w.cover); i++) {
        ids[count] = wend_cover_id_at(w.cover, i);
        (void)wend_cover_get_place(w.cover, ids[count], &places[count], NULL);
        count++;
    }
    assert_true(count > 50);
    assert_int_equal(wend_walls_remove(w.walls, w.ids[0]), WEND_OK);
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        if (wend_cover_get_place(w.cover, ids[i], &place, NULL) == WEND_OK) {
            assert_memory_equal(&place.position, &places[i].position, sizeof place.position);
            kept++;
        }
    }
    assert_true(kept > count / 2 && kept < count);
    /* all computed again, and nothing changed */
    const uint64_t hash = wend_cover_hash(w.cover);
    assert_int_equal(wend_cover_invalidate(w.cover, (wend_vec2){0, 0}, (wend_vec2){SIDE, SIDE}),
                     WEND_OK);
    assert_false(wend_cover_is_current(w.cover));
    assert_int_equal(wend_cover_update(w.cover, NULL), WEND_OK);
    assert_true(wend_cover_hash(w.cover) == hash);
    end(&w);
}

/* ---- exposure ---- */

static double cross(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool crosses(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

/* Ray by ray, edge by edge. Positions inside polygons are left to the caller. */
static bool is_stopped(const world *w, wend_vec2 a, wend_vec2 b, uint32_t stops)
{
    for (size_t i = 0; i < w->wall_count; i++) {
        wend_wall wall;
        if (wend_walls_get(w->walls, w->ids[i], &wall) != WEND_OK || (wall.stops & stops) == 0) {
            continue;
        }
        for (size_t k = 0; k + (wall.is_polygon ? 0 : 1) < wall.count; k++) {
            if (crosses(a, b, wall.points[k], wall.points[(k + 1) % wall.count])) {
                return true;
            }
        }
    }
    return false;
}

static void exposure_equals_rays_one_by_one(void **state)
{
    (void)state;
    size_t seen = 0, hidden = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        world w;
        begin(&w, seed);
        for (uint64_t n = 0; n < 400; n++) {
            const wend_vec2 s = {SIDE * unit(seed, 20, n), SIDE * unit(seed, 21, n)};
            const wend_vec2 p = {SIDE * unit(seed, 22, n), SIDE * unit(seed, 23, n)};
            const bool is_crouched = n % 2 == 0;
            const uint32_t stops = is_crouched ? 8u | (uint32_t)WEND_STOPS_USER : 8u;
            const double distance = wend_vec2_distance(s, p);
            uint32_t visible = 0;
            for (int i = -1; i <= 1; i++) {
                const wend_vec2 point = {p.x - (p.y - s.y) / distance * 0.5 * i,
                                         p.y + (p.x - s.x) / distance * 0.5 * i};
                visible += wend_walls_is_inside(w.walls, s, stops) ||
                                   wend_walls_is_inside(w.walls, point, stops) ||
                                   is_stopped(&w, s, point, stops)
                               ? 0
                               : 1;
            }
            const double exposure = wend_cover_exposure(w.cover, s, p, 0.5, is_crouched);
            assert_true(fabs(exposure - (distance > 0.5 ? visible / 3.0 : 1)) < 1e-9);
            seen += visible;
            hidden += 3 - visible;
        }
        end(&w);
    }
    assert_true(seen > 1000 && hidden > 1000);
}

/* ---- queries ---- */

/* The score of one place, or infinity where it is no cover. Without peeks. */
static double score_of(const wend_cover *cover, const wend_cover_query *query,
                       const wend_cover_place *place)
{
    const double distance = wend_vec2_distance(query->position, place->position);
    double best = (double)INFINITY;
    for (int crouched = 0; crouched < 2 && !(best < (double)INFINITY); crouched++) {
        double sum = 0, weights = 0;
        for (size_t i = 0; i < query->threat_count; i++) {
            const wend_cover_threat *threat = &query->threats[i];
            weights += threat->weight;
            if (wend_vec2_distance(threat->position, place->position) <= threat->range) {
                sum += threat->weight * wend_cover_exposure(cover, threat->position,
                                                            place->position, 0.5, crouched == 1);
            }
        }
        const double exposure = sum / weights;
        if (exposure <= query->max_exposure && distance <= query->max_distance) {
            best = query->distance_weight * distance + query->exposure_weight * exposure;
        }
    }
    return best;
}

static void best_spots_equal_those_of_all_places(void **state)
{
    (void)state;
    size_t answers = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        world w;
        begin(&w, seed);
        for (uint64_t n = 0; n < 15; n++) {
            wend_cover_threat threats[3];
            wend_cover_spot spots[SPOTS];
            size_t count;
            wend_cover_stats stats;
            wend_cover_query query = wend_cover_query_default();
            for (uint64_t i = 0; i < 3; i++) {
                threats[i] = (wend_cover_threat){
                    {SIDE * unit(seed, 30 + i, n), SIDE * unit(seed, 40 + i, n)},
                    1 + (double)i,
                    20};
            }
            query.position = (wend_vec2){SIDE * unit(seed, 50, n), SIDE * unit(seed, 51, n)};
            query.threats = threats;
            query.threat_count = 1 + n % 3;
            query.max_exposure = n % 2 == 0 ? 0 : 0.4;
            query.max_distance = 9;
            query.max_candidates = WEND_COVER_CANDIDATES_MAX;
            query.max_found = 0;
            query.peek_weight = 0;
            query.min_separation = 0;
            assert_int_equal(wend_cover_find(w.cover, &query, NULL, spots, SPOTS, &count, &stats),
                             WEND_OK);
            assert_true(stats.places_tested < WEND_COVER_CANDIDATES_MAX);
            double scores[PLACES];
            size_t covers = 0;
            for (uint32_t i = 0; i < wend_cover_limit(w.cover); i++) {
                wend_cover_place place;
                if (wend_cover_get_place(w.cover, wend_cover_id_at(w.cover, i), &place, NULL) ==
                    WEND_OK) {
                    const double score = score_of(w.cover, &query, &place);
                    if (score < (double)INFINITY) {
                        size_t at = covers++;
                        for (; at > 0 && scores[at - 1] > score; at--) {
                            scores[at] = scores[at - 1];
                        }
                        scores[at] = score;
                    }
                }
            }
            assert_int_equal(count, covers < SPOTS ? covers : SPOTS);
            for (size_t i = 0; i < count; i++) {
                assert_true(fabs(spots[i].score - scores[i]) < 1e-9);
                answers++;
            }
            assert_int_equal(stats.hidden, covers);
        }
        end(&w);
    }
    assert_true(answers > 300);
}

/* ---- obstacles ---- */

static void spots_behind_obstacles_are_hidden(void **state)
{
    (void)state;
    size_t found = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        world w;
        begin(&w, seed);
        for (uint64_t n = 0; n < OBSTACLES; n++) {
            wend_cover_obstacle obstacle = wend_cover_obstacle_default();
            wend_cover_id id;
            obstacle.position = (wend_vec2){SIDE * unit(seed, 60, n), SIDE * unit(seed, 61, n)};
            obstacle.radius = 0.3 + unit(seed, 62, n);
            if (n % 2 == 0) {
                obstacle.half_size = (wend_vec2){0.2 + unit(seed, 63, n), 0.2 + unit(seed, 64, n)};
                obstacle.heading = (wend_vec2){unit(seed, 65, n) - 0.5, unit(seed, 66, n) - 0.5};
            }
            obstacle.height = n % 3 == 0 ? 1.2 : 3;
            assert_int_equal(wend_cover_add_obstacle(w.cover, &obstacle, &id), WEND_OK);
        }
        for (uint64_t n = 0; n < 20; n++) {
            const wend_cover_threat threat = {
                {SIDE * unit(seed, 70, n), SIDE * unit(seed, 71, n)}, 1, 100};
            wend_cover_spot spots[SPOTS];
            size_t count;
            wend_cover_stats stats;
            wend_cover_query query = wend_cover_query_default();
            query.position = (wend_vec2){SIDE * unit(seed, 72, n), SIDE * unit(seed, 73, n)};
            query.threats = &threat;
            query.threat_count = 1;
            query.max_candidates = 0;
            assert_int_equal(wend_cover_find(w.cover, &query, NULL, spots, SPOTS, &count, &stats),
                             WEND_OK);
            assert_true(stats.found_tested <= OBSTACLES && stats.places_tested == 0);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(spots[i].origin, WEND_COVER_FOUND);
                assert_true(wend_cover_exposure(w.cover, threat.position, spots[i].position, 0.5,
                                                spots[i].is_crouched) <= 0);
                assert_true(wend_walls_can_walk(w.walls, spots[i].position, spots[i].position, 0.5,
                                                WEND_STOPS_WALK));
                assert_true(i == 0 || spots[i].score >= spots[i - 1].score);
                if (spots[i].peek != WEND_COVER_PEEK_NONE) {
                    assert_true(wend_walls_can_see(w.walls, spots[i].peek_position, threat.position,
                                                   WEND_STOPS_SHOT));
                    assert_true(wend_vec2_distance(spots[i].position, spots[i].peek_position) <
                                1.51);
                }
                found++;
            }
        }
        end(&w);
    }
    assert_true(found > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repaired_places_are_those_computed_anew),
        cmocka_unit_test(places_that_stay_keep_their_ids),
        cmocka_unit_test(exposure_equals_rays_one_by_one),
        cmocka_unit_test(best_spots_equal_those_of_all_places),
        cmocka_unit_test(spots_behind_obstacles_are_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
