/* Jump tables of random maps of one cost: a repaired table holds what a fresh one holds, and
 * searches find the same costs with it and without. */
#include "route/jump/table.h"
#include "route/space/space.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/pools.h"
#include "support/reference.h"
#include "support/same_table.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/path.h"

#include <stdlib.h>
#include <string.h>

enum { MAPS = 1200, SEARCH_MAPS = 1500, LARGE_MAPS = 12, SIDE_MAX = 14, EDITS = 8 };

/* A map with 8 neighbours and one cost. */
static gen_map plain_map(uint64_t seed, int32_t side_max)
{
    gen_map map = gen_map_random(seed, side_max);
    map.neighbours = WEND_NEIGHBOURS_8;
    map.corner_rule = (wend_corner_rule)(seed % 3);
    for (int32_t k = 0; k < map.width * map.height; ++k) {
        map.costs[k] = map.costs[k] == WEND_COST_WALL ? WEND_COST_WALL : 3;
    }
    return map;
}

/* ---- contents ---- */

/* Bitmaps and table of a map, with its frame. */
typedef struct bench {
    size_t stride;
    uint8_t *costs;
    wendi_jump_map map;
    wendi_step_table steps;
    wendi_jump_ground ground;
    wendi_jump_table table;
} bench;

static void bench_make(bench *b, const gen_map *map)
{
    memset(b, 0, sizeof *b);
    b->stride = (size_t)map->width + 2;
    const size_t bytes = b->stride * ((size_t)map->height + 2) + 8;
    b->costs = malloc(bytes);
    assert_non_null(b->costs);
    memset(b->costs, WEND_COST_WALL, bytes);
    for (int32_t y = 0; y < map->height; ++y) {
        memcpy(b->costs + ((size_t)y + 1) * b->stride + 1,
               map->costs + (size_t)y * (size_t)map->width, (size_t)map->width);
    }
    const wendi_step_rules rules = {WEND_NEIGHBOURS_8, map->corner_rule, WEND_HEX_ODD_ROWS};
    wendi_step_table_build(&b->steps, &rules);
    assert_int_equal(
        wendi_jump_map_create(&b->map, map->width, map->height, map->corner_rule, 0, NULL),
        WEND_OK);
    assert_int_equal(wendi_jump_map_build(&b->map, b->costs, b->stride, NULL), WEND_OK);
    b->ground.map = &b->map;
    b->ground.steps = &b->steps;
    assert_int_equal(wendi_jump_table_build(&b->table, &b->ground, NULL, NULL), WEND_OK);
    assert_true(b->table.is_built);
}

static void bench_free(bench *b)
{
    wendi_jump_table_destroy(&b->table, NULL);
    wendi_jump_map_destroy(&b->map, NULL);
    free(b->costs);
}

/* Changes a small rectangle: to walls, to open ground, or inverted. */
static void edit_costs(bench *b, const uint32_t box[4], uint32_t kind)
{
    for (uint32_t py = box[1]; py <= box[3]; ++py) {
        for (uint32_t px = box[0]; px <= box[2]; ++px) {
            uint8_t *cost = &b->costs[py * b->stride + px];
            const bool was_wall = *cost == WEND_COST_WALL;
            *cost = kind == 0 || (kind > 1 && !was_wall) ? WEND_COST_WALL : 3;
        }
    }
}

static bool edit_and_compare(bench *b, const gen_map *map, uint64_t seed, uint64_t edit)
{
    const uint32_t width = (uint32_t)map->width;
    const uint32_t height = (uint32_t)map->height;
    const bool is_cell = wend_random_below(seed, 5, edit, 4) != 0;
    const uint32_t px = 1 + wend_random_below(seed, 1, edit, width);
    const uint32_t py = 1 + wend_random_below(seed, 2, edit, height);
    const uint32_t right = px + (is_cell ? 0 : wend_random_below(seed, 3, edit, 4));
    const uint32_t bottom = py + (is_cell ? 0 : wend_random_below(seed, 4, edit, 4));
    const uint32_t box[4] = {px, py, right < width ? right : width,
                             bottom < height ? bottom : height};
    edit_costs(b, box, wend_random_below(seed, 6, edit, 4));
    wendi_jump_map_repair(&b->map, b->costs, b->stride, box[0], box[1], box[2], box[3]);
    uint64_t work = edit % 2 == 0 ? UINT64_MAX : wendi_jump_table_work(&b->table);
    const wend_result result =
        wendi_jump_table_repair(&b->table, &b->ground, box[0], box[1], box[2], box[3], &work, NULL);
    if (result == WEND_ERROR_FULL && work == 0) {
        return wendi_jump_table_build(&b->table, &b->ground, NULL, NULL) == WEND_OK;
    }
    if (result != WEND_OK) {
        return false;
    }
    wendi_jump_table fresh;
    memset(&fresh, 0, sizeof fresh);
    assert_int_equal(wendi_jump_table_build(&fresh, &b->ground, NULL, NULL), WEND_OK);
    const bool is_same = same_table(&b->table, &fresh);
    wendi_jump_table_destroy(&fresh, NULL);
    return is_same;
}

static bool repairs_hold(uint64_t seed, int32_t side_max)
{
    gen_map map = plain_map(seed, side_max);
    bench b;
    bench_make(&b, &map);
    bool is_right = true;
    for (uint64_t edit = 0; edit < EDITS && is_right; ++edit) {
        is_right = edit_and_compare(&b, &map, seed, edit);
    }
    bench_free(&b);
    gen_map_free(&map);
    return is_right;
}

static bool small_repairs_hold(uint64_t seed, void *context)
{
    (void)context;
    return repairs_hold(seed, SIDE_MAX);
}

static bool large_repairs_hold(uint64_t seed, void *context)
{
    (void)context;
    return repairs_hold(seed, 150);
}

static void jump_table_repaired_holds_what_a_fresh_one_holds(void **state)
{
    (void)state;
    gen_property("small", MAPS, small_repairs_hold, NULL);
    gen_property("large", LARGE_MAPS, large_repairs_hold, NULL);
}

static void jump_table_is_the_same_with_any_executor(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(3);
    const wend_executor executor = wend_pool_executor(pool);
    for (uint64_t seed = 0; seed < 30; ++seed) {
        gen_map map = plain_map(seed, 150);
        bench b;
        bench_make(&b, &map);
        wendi_jump_table other;
        memset(&other, 0, sizeof other);
        assert_int_equal(wendi_jump_table_build(&other, &b.ground, &executor, NULL), WEND_OK);
        assert_int_equal(other.word_count, b.table.word_count);
        assert_int_equal(other.id_count, b.table.id_count);
        assert_true(same_table(&other, &b.table));
        assert_memory_equal(other.blocks, b.table.blocks, b.table.id_count * sizeof(uint32_t));
        wendi_jump_table_destroy(&other, NULL);
        bench_free(&b);
        gen_map_free(&map);
    }
    wend_pool_destroy(pool);
}

/* ---- searches ---- */

typedef struct pair {
    wend_grid *grid;
    wend_space *with, *without;
    wend_search *fast, *slow;
} pair;

static void pair_make(pair *p, const gen_map *map)
{
    p->grid = gen_map_grid(map, NULL);
    assert_non_null(p->grid);
    wend_space_def def = wend_space_def_default();
    def.grid = p->grid;
    p->without = spaces_make(def);
    def.has_jump_table = true;
    p->with = spaces_make(def);
    wend_search_def search = wend_search_def_default();
    search.space = p->with;
    p->fast = searches_make(search);
    search.space = p->without;
    p->slow = searches_make(search);
}

static void pair_free(pair *p)
{
    wend_search_destroy(p->fast);
    wend_search_destroy(p->slow);
    wend_space_destroy(p->with);
    wend_space_destroy(p->without);
    wend_grid_destroy(p->grid);
}

/* The same answer in slices of one step. */
static bool slices_hold(wend_search *search, const wend_search_query *query)
{
    wend_search_answer whole;
    wend_search_answer sliced;
    wend_search_get_answer(search, &whole);
    assert_int_equal(wend_search_start(search, query), WEND_OK);
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = {1, 0};
        result = wend_search_run(search, &budget);
    }
    wend_search_get_answer(search, &sliced);
    return sliced.result == whole.result && sliced.cost == whole.cost &&
           sliced.expanded == whole.expanded && sliced.generated == whole.generated;
}

static bool ask(pair *p, wend_node start, wend_node goal)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = goal;
    query.method = WEND_METHOD_JUMP_POINT;
    const wend_result fast = wend_search_find(p->fast, &query);
    wend_search_query plain = query;
    plain.method = WEND_METHOD_DIJKSTRA;
    const wend_result slow = wend_search_find(p->slow, &plain);
    wend_search_answer a;
    wend_search_answer b;
    wend_search_get_answer(p->fast, &a);
    wend_search_get_answer(p->slow, &b);
    if (fast != slow || (fast == WEND_OK && (a.cost != b.cost || a.node != b.node))) {
        return false;
    }
    wend_path *path = paths_make();
    const bool is_way = fast != WEND_OK || (wend_path_from_search(path, p->fast) == WEND_OK &&
                                            wend_path_cost(path) == b.cost);
    wend_path_destroy(path);
    return is_way && slices_hold(p->fast, &query);
}

static bool answers_hold(uint64_t seed, void *context)
{
    (void)context;
    gen_map map = plain_map(seed, SIDE_MAX);
    const uint32_t cells = (uint32_t)(map.width * map.height);
    pair p;
    pair_make(&p, &map);
    bool is_right = ask(&p, map.start, map.goal);
    for (uint64_t edit = 0; edit < EDITS && is_right; ++edit) {
        const int32_t x = (int32_t)wend_random_below(seed, 11, edit, (uint32_t)map.width);
        const int32_t y = (int32_t)wend_random_below(seed, 12, edit, (uint32_t)map.height);
        const uint8_t cost = wend_random_below(seed, 13, edit, 2) == 0 ? WEND_COST_WALL : 3;
        grids_set(p.grid, x, y, cost);
        assert_int_equal(wend_space_update(p.with), WEND_OK);
        assert_int_equal(wend_space_update(p.without), WEND_OK);
        wend_space_info info;
        wend_space_get_info(p.with, &info);
        is_right = info.has_jump_table && ask(&p, wend_random_below(seed, 14, edit, cells),
                                              wend_random_below(seed, 15, edit, cells));
    }
    pair_free(&p);
    gen_map_free(&map);
    return is_right;
}

static void jump_table_searches_find_the_least_cost_also_after_edits(void **state)
{
    (void)state;
    gen_property("answers", SEARCH_MAPS, answers_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_table_repaired_holds_what_a_fresh_one_holds),
        cmocka_unit_test(jump_table_is_the_same_with_any_executor),
        cmocka_unit_test(jump_table_searches_find_the_least_cost_also_after_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
