/* On uniform ground a route costs at most `portal_spacing` cells more than the least for each border
 * that a cheapest path crosses: along the entrance of a border to the next portal, and back behind
 * it. */
#include "support/gen.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/hierarchy.h"

enum { MAPS = 60, SIDE = 60, ASKED = 25, FACTOR = 2 };

/* Regions that the path enters. */
static uint32_t count_borders(const wend_hierarchy *hierarchy, const wend_search *search,
                              wend_path *path)
{
    static wend_node cells[SIDE * SIDE];
    size_t count = 0;
    uint32_t borders = 0;
    assert_int_equal(wend_path_from_search(path, search), WEND_OK);
    assert_int_equal(wend_path_cells(path, wend_search_space(search), cells, SIDE * SIDE, &count),
                     WEND_OK);
    for (size_t k = 1; k < count; ++k) {
        borders += wend_hierarchy_region(hierarchy, cells[k]) !=
                           wend_hierarchy_region(hierarchy, cells[k - 1])
                       ? 1
                       : 0;
    }
    return borders;
}

static bool bound_holds(uint64_t seed, void *context)
{
    (void)context;
    static const gen_kind kinds[5] = {GEN_ROOMS, GEN_CAVE, GEN_NOISE, GEN_BARS, GEN_OPEN};
    gen_map map = gen_map_make(kinds[seed % 5], seed, SIDE, SIDE);
    map.neighbours = seed % 4 == 0 ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    for (int32_t k = 0; k < map.width * map.height; ++k) {
        map.costs[k] = map.costs[k] == WEND_COST_WALL ? WEND_COST_WALL : FACTOR;
    }
    wend_grid *grid = gen_map_grid(&map, NULL);
    wend_space *space = spaces_on(grid);
    wend_search *search = searches_on(space);
    wend_path *path = paths_make();
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.space = space;
    def.sector_size = 8 + (uint32_t)(seed % 13);
    def.portal_spacing = 1 + (uint32_t)(seed / 5 % 12);
    wend_hierarchy *hierarchy = NULL;
    wend_hierarchy_search_def search_def = wend_hierarchy_search_def_default();
    wend_hierarchy_search *route = NULL;
    assert_int_equal(wend_hierarchy_create(&def, &hierarchy), WEND_OK);
    assert_int_equal(wend_hierarchy_update(hierarchy, NULL), WEND_OK);
    search_def.hierarchy = hierarchy;
    assert_int_equal(wend_hierarchy_search_create(&search_def, &route), WEND_OK);
    bool holds = true;
    for (uint64_t k = 0; k < ASKED && holds; ++k) {
        wend_search_query query = wend_search_query_default();
        wend_search_answer exact;
        wend_hierarchy_answer answer;
        query.start = wend_random_below(seed, k, 1, SIDE * SIDE);
        query.goal = wend_random_below(seed, k, 2, SIDE * SIDE);
        const wend_result result = wend_search_find(search, &query);
        wend_search_get_answer(search, &exact);
        holds = wend_hierarchy_search_find(route, query.start, query.goal) == result;
        wend_hierarchy_search_get_answer(route, &answer);
        if (holds && result == WEND_OK) {
            const uint64_t more = (uint64_t)count_borders(hierarchy, search, path) *
                                  def.portal_spacing * FACTOR * WEND_COST_ONE;
            holds = answer.cost >= exact.cost && answer.cost <= exact.cost + more;
        }
    }
    wend_hierarchy_search_destroy(route);
    wend_hierarchy_destroy(hierarchy);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    gen_map_free(&map);
    return holds;
}

static void routes_on_uniform_ground_keep_their_bound(void **state)
{
    (void)state;
    gen_property("additive bound", MAPS, bound_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_on_uniform_ground_keep_their_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
