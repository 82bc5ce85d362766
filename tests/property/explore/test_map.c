/* Explored maps: what is known does not depend on the order of reports nor on the threads that
 * report, the grid follows it, and spaces over the grid repair themselves. */
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/explore.h"
#include "wend/search.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 70, REPORTS = 300, THREADS = 4 };

static wend_explored_map *map_of(int32_t width, int32_t height)
{
    wend_explored_map_def def = wend_explored_map_def_default();
    def.width = width;
    def.height = height;
    wend_explored_map *map = NULL;
    assert_int_equal(wend_explored_map_create(&def, &map), WEND_OK);
    return map;
}

static void make_sightings(uint64_t seed, uint32_t cells, wend_sighting *sightings)
{
    for (uint32_t i = 0; i < REPORTS; ++i) {
        sightings[i].node = wend_random_below(seed, i, 0, cells);
        sightings[i].cost = wend_random_below(seed, i, 1, 3) == 0
                                ? WEND_COST_WALL
                                : (uint8_t)(1 + wend_random_below(seed, i, 2, 9));
        sightings[i].time = wend_random_below(seed, i, 3, 9);
    }
}

/* The report that holds, by looking at all of them. */
static wend_sighting slow_get(const wend_sighting *sightings, wend_node node)
{
    wend_sighting best = {.node = node};
    for (uint32_t i = 0; i < REPORTS; ++i) {
        const wend_sighting *s = &sightings[i];
        if (s->node == node && (best.cost == 0 || s->time > best.time ||
                                (s->time == best.time && s->cost > best.cost))) {
            best = *s;
        }
    }
    return best;
}

static bool is_as_reported(const wend_explored_map *map, const wend_sighting *sightings,
                           int32_t width, int32_t height)
{
    const wend_grid *grid = wend_explored_map_grid(map);
    size_t known = 0;
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; x < width; ++x) {
            const wend_node node = wend_grid_node(grid, x, y);
            const wend_sighting expected = slow_get(sightings, node);
            wend_sighting got;
            const bool is_known = wend_explored_map_get(map, node, &got);
            const uint8_t open = is_known ? expected.cost : 1;
            const uint8_t closed = is_known ? expected.cost : WEND_COST_WALL;
            known += is_known;
            if (is_known != (expected.cost != 0) || got.cost != expected.cost ||
                got.time != expected.time ||
                wend_grid_cost(grid, WEND_EXPLORED_OPTIMISTIC, x, y) != open ||
                wend_grid_cost(grid, WEND_EXPLORED_CAREFUL, x, y) != closed) {
                return false;
            }
        }
    }
    return known == wend_explored_map_known_count(map);
}

static bool order_makes_no_difference(uint64_t seed, void *context)
{
    (void)context;
    const int32_t width = 1 + (int32_t)wend_random_below(seed, 1, 9, SIDE);
    const int32_t height = 1 + (int32_t)wend_random_below(seed, 2, 9, SIDE);
    wend_sighting sightings[REPORTS];
    make_sightings(seed, (uint32_t)(width * height), sightings);
    wend_explored_map *maps[2] = {map_of(width, height), map_of(width, height)};
    assert_int_equal(wend_explored_map_report(maps[0], sightings, REPORTS, NULL), WEND_OK);
    for (uint32_t i = REPORTS; i-- > 0;) {
        assert_int_equal(wend_explored_map_report(maps[1], &sightings[i], 1, NULL), WEND_OK);
        if (i % 50 == 0) {
            assert_int_equal(wend_explored_map_update(maps[1]), WEND_OK);
        }
    }
    assert_int_equal(wend_explored_map_update(maps[0]), WEND_OK);
    bool is_right = is_as_reported(maps[0], sightings, width, height) &&
                    is_as_reported(maps[1], sightings, width, height) &&
                    wend_explored_map_hash(maps[0]) == wend_explored_map_hash(maps[1]);
    /* Through bytes, over other knowledge. */
    wend_explored_map *read = map_of(width, height);
    const wend_sighting wrong = {0, 7, 100};
    assert_int_equal(wend_explored_map_report(read, &wrong, 1, NULL), WEND_OK);
    assert_int_equal(wend_explored_map_update(read), WEND_OK);
    size_t count = 0;
    assert_int_equal(wend_explored_map_save(maps[0], NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_int_equal(wend_explored_map_save(maps[0], bytes, count, &count), WEND_OK);
    assert_int_equal(wend_explored_map_load(read, bytes, count, NULL), WEND_OK);
    assert_int_equal(wend_explored_map_update(read), WEND_OK);
    is_right = is_right && is_as_reported(read, sightings, width, height) &&
               wend_explored_map_hash(read) == wend_explored_map_hash(maps[0]);
    /* Damage is refused, and changes nothing. */
    bytes[wend_random_below(seed, 3, 9, (uint32_t)count)] ^= 0x10;
    is_right = is_right && wend_explored_map_load(read, bytes, count, NULL) == WEND_ERROR_FILE &&
               wend_explored_map_hash(read) == wend_explored_map_hash(maps[0]);
    free(bytes);
    wend_explored_map_destroy(read);
    wend_explored_map_destroy(maps[0]);
    wend_explored_map_destroy(maps[1]);
    return is_right;
}

static void newest_report_holds_in_any_order(void **state)
{
    (void)state;
    gen_property("explored_map", 60, order_makes_no_difference, NULL);
}

/* ---- searches ---- */

static wend_result search_from_corner(wend_space *space, wend_node goal)
{
    wend_search_def def = wend_search_def_default();
    def.space = space;
    wend_search *search = NULL;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = goal;
    assert_int_equal(wend_search_start(search, &query), WEND_OK);
    const wend_result result = wend_search_run(search, NULL);
    wend_search_destroy(search);
    return result;
}

static void searches_are_optimistic_or_careful(void **state)
{
    (void)state;
    wend_explored_map *map = map_of(3, 1);
    wend_space *spaces[2];
    for (uint32_t k = 0; k < 2; ++k) {
        wend_space_def def = wend_space_def_default();
        def.grid = wend_explored_map_grid(map);
        def.movement_class = k;
        assert_int_equal(wend_space_create(&def, &spaces[k]), WEND_OK);
    }
    static const wend_sighting STEPS[] = {{0, 1, 1}, {2, 1, 1}, {1, 3, 2}, {1, WEND_COST_WALL, 3},
                                          {1, 1, 2}, {1, 1, 4}};
    /* The first cell and the goal are open; then the one between is open, closed, an old report, and
     * open again. */
    static const wend_result OPTIMISTIC[] = {WEND_OK,      WEND_OK,      WEND_OK,
                                             WEND_NO_PATH, WEND_NO_PATH, WEND_OK};
    static const wend_result CAREFUL[] = {WEND_NO_PATH, WEND_NO_PATH, WEND_OK,
                                          WEND_NO_PATH, WEND_NO_PATH, WEND_OK};
    for (size_t i = 0; i < 6; ++i) {
        assert_int_equal(wend_explored_map_report(map, &STEPS[i], 1, NULL), WEND_OK);
        assert_int_equal(wend_explored_map_update(map), WEND_OK);
        for (uint32_t k = 0; k < 2; ++k) {
            assert_int_equal(wend_space_update(spaces[k]), WEND_OK);
            assert_int_equal(search_from_corner(spaces[k], 2),
                             k == WEND_EXPLORED_OPTIMISTIC ? OPTIMISTIC[i] : CAREFUL[i]);
        }
    }
    assert_int_equal(wend_explored_map_report(map, NULL, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_explored_map_error(map), "sightings is NULL"));
    assert_int_equal(wend_explored_map_report(map, NULL, 0, NULL), WEND_OK);
    assert_int_equal(wend_explored_map_forget(map, 2), 2);
    assert_int_equal(wend_explored_map_known_count(map), 1);
    wend_space_destroy(spaces[0]);
    wend_space_destroy(spaces[1]);
    wend_explored_map_destroy(map);
}

/* ---- threads ---- */

typedef struct crowd_of_reporters {
    wend_explored_map *map;
    const wend_sighting *sightings;
    uint32_t known[THREADS * 8];
} crowd_of_reporters;

static void report_and_ask(void *context, size_t begin, size_t end)
{
    crowd_of_reporters *all = context;
    for (size_t part = begin; part < end; ++part) {
        for (size_t i = part; i < REPORTS; i += THREADS * 8) {
            size_t changed = 0;
            (void)wend_explored_map_report(all->map, &all->sightings[i], 1, &changed);
            wend_sighting got;
            all->known[part] += wend_explored_map_get(all->map, all->sightings[i].node, &got);
            (void)wend_explored_map_known_count(all->map);
            if (i % 60 == 0) {
                (void)wend_explored_map_hash(all->map);
            }
            /* One thread at a time brings the grid up to date while others report. */
            if (part == 0) {
                (void)wend_explored_map_update(all->map);
            }
        }
    }
}

static void threads_report_and_ask_at_once(void **state)
{
    (void)state;
    wend_pool_def pool_def = wend_pool_def_default();
    pool_def.thread_count = THREADS;
    wend_pool *pool = NULL;
    if (wend_pool_create(&pool_def, &pool) == WEND_ERROR_UNSUPPORTED) {
        skip();
    }
    const wend_executor executor = wend_pool_executor(pool);
    wend_sighting sightings[REPORTS];
    for (uint64_t seed = 0; seed < 20; ++seed) {
        make_sightings(seed, SIDE * SIDE, sightings);
        crowd_of_reporters all = {.map = map_of(SIDE, SIDE), .sightings = sightings};
        wend_parallel_for(&executor, THREADS * 8, 1, report_and_ask, &all);
        assert_int_equal(wend_explored_map_update(all.map), WEND_OK);
        assert_true(is_as_reported(all.map, sightings, SIDE, SIDE));
        for (uint32_t i = 0; i < THREADS * 8; ++i) {
            assert_true(all.known[i] > 0);
        }
        wend_explored_map_destroy(all.map);
    }
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newest_report_holds_in_any_order),
        cmocka_unit_test(searches_are_optimistic_or_careful),
        cmocka_unit_test(threads_report_and_ask_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
