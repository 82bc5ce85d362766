/* Hierarchies over grids of every kind, before and after edits: a route is found where a path is,
 * costs no less than the least and no more than what the pieces say, and a repaired hierarchy is a
 * fresh one, whatever made it. */
#include "support/edits.h"
#include "support/gen.h"
#include "support/pools.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/hierarchy.h"
#include "wend/search.h"

#include <string.h>

enum { WORLDS = 600, ROUNDS = 3, EDITS = 4, QUERIES = 6 };

typedef struct fixture {
    edits_world world;
    edits_dice dice;
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_path *path, *whole;
    wend_hierarchy_def def;
    wend_hierarchy *hierarchy;
    wend_hierarchy_search *route;
    const char *what; /* does not hold */
} fixture;

static bool breaks(fixture *f, const char *what)
{
    f->what = what;
    return false;
}

static wend_hierarchy *make_hierarchy(const wend_hierarchy_def *def)
{
    wend_hierarchy *hierarchy;
    assert_int_equal(wend_hierarchy_create(def, &hierarchy), WEND_OK);
    return hierarchy;
}

static void make(fixture *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->world = edits_world_random(seed);
    f->dice = (edits_dice){seed, 9, 0};
    f->grid = edits_grid(&f->world);
    wend_space_def space = wend_space_def_default();
    space.grid = f->grid;
    space.team = edits_one_in(&f->dice, 2) ? WEND_TEAM_NONE : EDITS_TEAM;
    if (edits_one_in(&f->dice, 4)) {
        space.size = edits_roll(&f->dice, 1, 3);
    } else if (edits_one_in(&f->dice, 4)) {
        space.radius = 0.3 * edits_roll(&f->dice, 1, 5) * f->world.def.cell_size;
    }
    f->space = spaces_make(space);
    f->search = searches_on(f->space);
    f->path = paths_make();
    f->whole = paths_make();
    f->def = wend_hierarchy_def_default();
    f->def.space = f->space;
    f->def.sector_size = (uint32_t)edits_roll(&f->dice, 8, 17);
    f->def.portal_spacing = (uint32_t)edits_roll(&f->dice, 1, 9);
    f->def.level_count = (uint32_t)edits_roll(&f->dice, 0, 4);
    f->def.group_size = (uint32_t)edits_roll(&f->dice, 2, 3);
    f->hierarchy = make_hierarchy(&f->def);
    wend_hierarchy_search_def route = wend_hierarchy_search_def_default();
    route.hierarchy = f->hierarchy;
    assert_int_equal(wend_hierarchy_search_create(&route, &f->route), WEND_OK);
}

static void drop(fixture *f)
{
    wend_hierarchy_search_destroy(f->route);
    wend_hierarchy_destroy(f->hierarchy);
    wend_path_destroy(f->whole);
    wend_path_destroy(f->path);
    wend_search_destroy(f->search);
    wend_space_destroy(f->space);
    wend_grid_destroy(f->grid);
}

/* Pieces follow each other, are valid, and cost together no more than the route. */
static bool pieces_hold(fixture *f, const wend_hierarchy_answer *answer, wend_cost least)
{
    wend_node at = answer->start;
    wend_cost sum = 0;
    wend_result result = WEND_PARTIAL;
    for (uint32_t k = 0; result == WEND_PARTIAL; ++k) {
        result = wend_hierarchy_search_next(f->route, f->path);
        if (result != WEND_OK && result != WEND_PARTIAL) {
            return breaks(f, "a piece fails");
        }
        const size_t legs = wend_path_leg_count(f->path);
        if (legs == 0 ? result == WEND_PARTIAL : wend_path_leg(f->path, 0).from != at) {
            return breaks(f, "a piece begins elsewhere");
        }
        if (!wend_path_is_valid(f->path, f->space, 0, 0, NULL)) {
            return breaks(f, "a piece is not valid");
        }
        at = legs == 0 ? at : wend_path_leg(f->path, legs - 1).to;
        sum += wend_path_cost(f->path);
        if (k > 10000) {
            return breaks(f, "pieces do not end");
        }
    }
    if (at != answer->goal) {
        return breaks(f, "the last piece ends elsewhere");
    }
    if (sum < least || sum > answer->cost) {
        return breaks(f, "pieces cost too little or too much");
    }
    if (wend_hierarchy_search_next(f->route, f->path) != WEND_NO_PATH ||
        wend_path_leg_count(f->path) != 0) {
        return breaks(f, "there is a piece behind the last");
    }
    if (wend_path_from_hierarchy(f->whole, f->route) != WEND_OK ||
        wend_path_cost(f->whole) != sum) {
        return breaks(f, "the whole path is not that of the pieces");
    }
    return true;
}

static bool route_holds(fixture *f, const wend_hierarchy_answer *answer)
{
    wend_hierarchy_stop stops[512];
    size_t count;
    if (wend_hierarchy_search_route(f->route, stops, 512, &count) != WEND_OK || count < 2) {
        return breaks(f, "there is no route");
    }
    for (size_t k = 0; k < count; ++k) {
        if (stops[k].region != wend_hierarchy_region(f->hierarchy, stops[k].node) ||
            (k > 0 && stops[k].cost < stops[k - 1].cost)) {
            return breaks(f, "a stop is wrong");
        }
    }
    return (stops[0].node == answer->start && stops[count - 1].node == answer->goal &&
            stops[count - 1].cost == answer->cost) ||
           breaks(f, "the route has other ends");
}

/* The same in slices. */
static bool slices_hold(fixture *f, const wend_hierarchy_answer *whole)
{
    wend_hierarchy_answer answer;
    if (wend_hierarchy_search_start(f->route, whole->start, whole->goal) != WEND_OK) {
        return breaks(f, "does not start");
    }
    wend_result result = WEND_IN_PROGRESS;
    for (uint32_t k = 0; result == WEND_IN_PROGRESS && k < 100000; ++k) {
        wend_budget budget = wend_budget_steps(k % 4);
        result = wend_hierarchy_search_run(f->route, &budget);
    }
    wend_hierarchy_search_get_answer(f->route, &answer);
    return (result == whole->result && answer.cost == whole->cost &&
            answer.expanded == whole->expanded && answer.generated == whole->generated &&
            answer.reason == whole->reason) ||
           breaks(f, "slices differ");
}

static bool is_exact(const fixture *f)
{
    return f->def.portal_spacing == 1 && f->world.def.neighbours == WEND_NEIGHBOURS_4;
}

static bool query_holds(fixture *f)
{
    const int32_t nodes = f->world.def.width * f->world.def.height;
    const wend_node start = (wend_node)edits_roll(&f->dice, 0, nodes - 1);
    const wend_node goal = (wend_node)edits_roll(&f->dice, 0, nodes - 1);
    wend_search_query query = wend_search_query_default();
    wend_search_answer least;
    wend_hierarchy_answer answer;
    query.start = start;
    query.goal = goal;
    const wend_result expected = wend_search_find(f->search, &query);
    wend_search_get_answer(f->search, &least);
    const wend_result result = wend_hierarchy_search_find(f->route, start, goal);
    wend_hierarchy_search_get_answer(f->route, &answer);
    if (result != expected) {
        return breaks(f, "another result");
    }
    if (answer.reason != least.reason) {
        return breaks(f, "another reason");
    }
    if (result != WEND_OK) {
        return wend_hierarchy_search_next(f->route, f->path) == WEND_NO_PATH ||
               breaks(f, "a piece of no path");
    }
    if (answer.cost < least.cost || (is_exact(f) && answer.cost != least.cost)) {
        return breaks(f, "the route costs too little, or too much for its kind");
    }
    const double over = wend_cost_to_double(answer.cost) / wend_cost_to_double(least.cost);
    if (least.cost > 0 && answer.bound > 0 && over > answer.bound * 1.000001) {
        return breaks(f, "the bound does not hold");
    }
    return route_holds(f, &answer) && pieces_hold(f, &answer, least.cost) &&
           slices_hold(f, &answer);
}

/* What was repaired is what is made afresh; also by threads, and in slices. */
static bool is_as_fresh(fixture *f, const wend_executor *executor)
{
    wend_hierarchy_def def = f->def;
    def.executor = *executor;
    wend_hierarchy *fresh = make_hierarchy(&def);
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(7);
        result = wend_hierarchy_update(fresh, &budget);
    }
    const uint64_t hash = wend_hierarchy_hash(fresh);
    wend_hierarchy_destroy(fresh);
    return (result == WEND_OK && hash != 0 && hash == wend_hierarchy_hash(f->hierarchy)) ||
           breaks(f, "repaired is not fresh");
}

static bool world_holds(uint64_t seed, void *context)
{
    fixture f;
    make(&f, seed);
    bool holds = true;
    for (uint64_t round = 0; round < ROUNDS && holds; ++round) {
        for (uint64_t k = 0; k < EDITS; ++k) {
            const edits_outcome outcome = edits_apply(&f.world, f.grid, round * EDITS + k);
            edits_note(&f.world, &outcome);
        }
        assert_int_equal(wend_space_update(f.space), WEND_OK);
        assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
        for (uint32_t k = 0; k < QUERIES && holds; ++k) {
            holds = query_holds(&f);
        }
        holds = holds && is_as_fresh(&f, context);
    }
    if (!holds) {
        print_error("seed %lu: %s\n", (unsigned long)seed, f.what);
    }
    drop(&f);
    return holds;
}

static void hierarchy_of_any_grid_finds_what_searches_find(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(3);
    wend_executor executor = wend_pool_executor(pool);
    gen_property("hierarchies find what searches find", WORLDS, world_holds, &executor);
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchy_of_any_grid_finds_what_searches_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
