/* Hierarchies of random meshes: a route is found where a path is, its pieces follow each other and
 * cost no more than it and no less than the least; what was repaired is what is made afresh. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/pools.h"
#include "support/test.h"
#include "wend/hierarchy.h"
#include "wend/mesh_path.h"
#include "wend/mesh_search.h"
#include "wend/path.h"

#include <math.h>
#include <string.h>

enum { SEEDS = 120, ROUNDS = 3, QUERIES = 6 };

/* Roundings of costs, each of them in units of 2^-32 metres. */
static const double slack = 1e-6;

typedef struct fixture {
    uint64_t seed, drawn;
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_mesh_search *exact;
    wend_hierarchy_def def;
    wend_hierarchy *hierarchy;
    wend_hierarchy_search *search;
    wend_path *path, *whole;
    uint32_t regions[64];
    const char *what;
} fixture;

static double total_excess;
static size_t total_paths;

static uint32_t draw(fixture *f, uint32_t below)
{
    return wend_random_below(f->seed, 91, f->drawn++, below);
}

static bool breaks(fixture *f, const char *what)
{
    f->what = what;
    return false;
}

static void make(fixture *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->seed = seed;
    gen_mesh gen = gen_mesh_make((gen_mesh_kind)(seed % GEN_MESH_KINDS), seed, 9);
    f->mesh = gen_mesh_build(&gen, NULL);
    gen_mesh_free(&gen);
    wend_mesh_space_def space = wend_mesh_space_def_default();
    space.mesh = f->mesh;
    assert_int_equal(wend_mesh_space_create(&space, &f->space), WEND_OK);
    assert_int_equal(wend_mesh_search_create(f->space, NULL, &f->exact), WEND_OK);
    f->def = wend_hierarchy_def_default();
    f->def.mesh_space = f->space;
    f->def.region_nodes = 2 + draw(f, 12);
    f->def.level_count = draw(f, 5);
    f->def.group_size = 2;
    if (draw(f, 3) == 0) {
        for (uint32_t k = 0; k < 64; ++k) {
            f->regions[k] = draw(f, 5);
        }
        f->def.regions = f->regions;
        f->def.region_node_count = 1 + draw(f, 64);
    }
    wend_hierarchy_search_def search = wend_hierarchy_search_def_default();
    assert_int_equal(wend_hierarchy_create(&f->def, &f->hierarchy), WEND_OK);
    search.hierarchy = f->hierarchy;
    assert_int_equal(wend_hierarchy_search_create(&search, &f->search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &f->path), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &f->whole), WEND_OK);
}

static void drop(fixture *f)
{
    wend_path_destroy(f->whole);
    wend_path_destroy(f->path);
    wend_hierarchy_search_destroy(f->search);
    wend_hierarchy_destroy(f->hierarchy);
    wend_mesh_search_destroy(f->exact);
    wend_mesh_space_destroy(f->space);
    wend_mesh_destroy(f->mesh);
}

static bool is_at(wend_vec2 a, double x, double y)
{
    return wend_vec2_distance(a, (wend_vec2){x, y}) <= 0;
}

static bool pieces_hold(fixture *f, wend_mesh_location start, wend_mesh_location goal,
                        wend_cost route, double least, bool is_exact)
{
    wend_vec2 at = {start.x, start.y};
    wend_cost sum = 0;
    wend_result result = WEND_PARTIAL;
    for (uint32_t k = 0; result == WEND_PARTIAL && k < 1000; ++k) {
        result = wend_hierarchy_search_next(f->search, f->path);
        const size_t legs = wend_path_leg_count(f->path);
        if ((result != WEND_OK && result != WEND_PARTIAL) ||
            (result == WEND_PARTIAL && legs == 0)) {
            return breaks(f, "a piece fails");
        }
        for (size_t i = 0; i < legs; ++i) {
            const wend_leg leg = wend_path_leg(f->path, i);
            if (!is_at(at, leg.from_point.x, leg.from_point.y)) {
                return breaks(f, "a leg begins elsewhere");
            }
            at = leg.to_point;
        }
        if (!wend_path_is_valid_mesh(f->path, f->space, 0, 0, NULL, NULL)) {
            return breaks(f, "a piece is not valid");
        }
        sum += wend_path_cost(f->path);
    }
    if (result != WEND_OK || !is_at(at, goal.x, goal.y)) {
        return breaks(f, "the pieces end elsewhere");
    }
    const double cost = wend_cost_to_double(sum);
    if (cost < least - slack || (is_exact && cost > wend_cost_to_double(route) + slack)) {
        return breaks(f, "the pieces cost too little or too much");
    }
    total_excess += least > 0 ? cost / least - 1 : 0;
    ++total_paths;
    return (wend_path_from_hierarchy(f->whole, f->search) == WEND_OK &&
            wend_path_cost(f->whole) == sum) ||
           breaks(f, "the whole path is not that of the pieces");
}

static bool query_holds(fixture *f, bool is_exact)
{
    wend_mesh_location start;
    wend_mesh_location goal;
    if (wend_mesh_random_location(f->mesh, f->seed, f->drawn++, 0, &start) != WEND_OK ||
        wend_mesh_random_location(f->mesh, f->seed, f->drawn++, 0, &goal) != WEND_OK) {
        return true;
    }
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer least;
    wend_hierarchy_answer answer;
    query.start = start;
    query.goal = goal;
    query.method = is_exact ? WEND_MESH_METHOD_EXACT : WEND_MESH_METHOD_MIDPOINT;
    const wend_result expected = wend_mesh_search_find(f->exact, &query);
    wend_mesh_search_get_answer(f->exact, &least);
    const wend_result result = wend_hierarchy_search_find_mesh(f->search, start, goal);
    wend_hierarchy_search_get_answer(f->search, &answer);
    if (result != expected || answer.reason != least.reason) {
        print_error("%d %d, reasons %d %d\n", result, expected, answer.reason, least.reason);
        return breaks(f, "another result");
    }
    wend_hierarchy_stop stops[256];
    size_t count;
    if (result == WEND_OK &&
        (wend_hierarchy_search_route(f->search, stops, 256, &count) != WEND_OK || count < 2 ||
         stops[0].node != start.polygon || stops[count - 1].node != goal.polygon ||
         stops[count - 1].cost != answer.cost)) {
        return breaks(f, "another route");
    }
    return result != WEND_OK ||
           pieces_hold(f, start, goal, answer.cost, is_exact ? least.cost : 0, is_exact);
}

static bool is_as_fresh(fixture *f, const wend_executor *executor)
{
    wend_hierarchy_def def = f->def;
    wend_hierarchy *fresh;
    def.executor = *executor;
    assert_int_equal(wend_hierarchy_create(&def, &fresh), WEND_OK);
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(5);
        result = wend_hierarchy_update(fresh, &budget);
    }
    const uint64_t hash = wend_hierarchy_hash(fresh);
    wend_hierarchy_destroy(fresh);
    return (hash != 0 && hash == wend_hierarchy_hash(f->hierarchy)) ||
           breaks(f, "repaired is not fresh");
}

static void add_link(fixture *f)
{
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    if (wend_mesh_random_location(f->mesh, f->seed, f->drawn++, 1, &link.from) == WEND_OK &&
        wend_mesh_random_location(f->mesh, f->seed, f->drawn++, 1, &link.to) == WEND_OK) {
        link.is_two_way = draw(f, 2) == 0;
        (void)wend_mesh_add_link(f->mesh, &link, &id, NULL);
    }
}

/* Opens, closes, prices, moves or removes a link. Another one may get the slot of a removed one. */
static void change_link(fixture *f)
{
    wend_mesh_link_id ids[64];
    size_t count;
    (void)wend_mesh_list_links(f->mesh, ids, 64, &count);
    if (count == 0) {
        return;
    }
    const wend_mesh_link_id id = ids[draw(f, (uint32_t)(count < 64 ? count : 64))];
    wend_mesh_link link;
    assert_int_equal(wend_mesh_get_link(f->mesh, id, &link), WEND_OK);
    switch (draw(f, 5)) {
    case 0:
        assert_int_equal(wend_mesh_remove_link(f->mesh, id), WEND_OK);
        return;
    case 1:
        assert_int_equal(wend_mesh_remove_link(f->mesh, id), WEND_OK);
        add_link(f);
        return;
    case 2:
        link.is_two_way = !link.is_two_way;
        break;
    case 3:
        link.cost += 10;
        break;
    default:
        link.is_open = !link.is_open;
        break;
    }
    assert_int_equal(wend_mesh_set_link(f->mesh, id, &link, NULL), WEND_OK);
}

/* Repairs the hierarchy at once, or in slices. */
static void repair(const fixture *f, bool is_sliced)
{
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(is_sliced ? 3 : UINT64_MAX);
        result = wend_hierarchy_update(f->hierarchy, &budget);
    }
    assert_int_equal(result, WEND_OK);
}

/* @return false once there is ground of several costs. */
static bool edit(fixture *f, bool is_exact)
{
    const uint32_t polygons = wend_mesh_polygon_count(f->mesh);
    for (uint32_t k = 0; k < 3; ++k) {
        const wend_node polygon = draw(f, polygons);
        switch (draw(f, 8)) {
        case 0:
            add_link(f);
            break;
        case 6:
        case 7:
            change_link(f);
            break;
        case 1:
            if (draw(f, 3) == 0) {
                (void)wend_mesh_set_factor(f->mesh, 1, 3);
                (void)wend_mesh_set_area(f->mesh, polygon, 1);
                is_exact = false;
            }
            break;
        default:
            (void)wend_mesh_set_open(f->mesh, polygon, draw(f, 2) == 0);
            break;
        }
    }
    return is_exact;
}

static bool mesh_holds(uint64_t seed, void *context)
{
    fixture f;
    make(&f, seed);
    bool holds = true;
    bool is_exact = true;
    for (uint32_t round = 0; round < ROUNDS && holds; ++round) {
        assert_int_equal(wend_mesh_space_update(f.space), WEND_OK);
        repair(&f, round % 2 == 1);
        for (uint32_t k = 0; k < QUERIES && holds; ++k) {
            holds = query_holds(&f, is_exact);
        }
        holds = holds && is_as_fresh(&f, context);
        is_exact = edit(&f, is_exact);
    }
    if (!holds) {
        print_error("seed %lu: %s\n", (unsigned long)seed, f.what);
    }
    drop(&f);
    return holds;
}

static void hierarchy_of_any_mesh_finds_what_searches_find(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(3);
    wend_executor executor = wend_pool_executor(pool);
    gen_property("hierarchies of meshes", SEEDS, mesh_holds, &executor);
    wend_pool_destroy(pool);
    print_message("%d paths, %d in 10,000 over the least on average\n", (int)total_paths,
                  (int)(1e4 * total_excess / (double)total_paths));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchy_of_any_mesh_finds_what_searches_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
