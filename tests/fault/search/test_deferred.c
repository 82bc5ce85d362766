/* Clearances, islands and spaces of grids that are created stale, with allocations that fail in turn:
 * after a first update that failed they are stale, and the next one makes them as new. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/same_table.h"
#include "support/test.h"

#include "route/space/space.h"
#include "wend/clearance.h"
#include "wend/islands.h"
#include "wend/search.h"

#include <string.h>

enum { SIDE = 24 };

typedef struct objects {
    wend_clearance *clearance;
    wend_islands *islands;
    wend_space *space;
} objects;

typedef enum update_way { UPDATE_WHOLE, UPDATE_SLICED, UPDATE_ONE_BY_ONE, UPDATE_WAYS } update_way;

typedef struct update_case {
    double radius; /* 0: no clearance, and a jump table */
    update_way way;
} update_case;

static wend_grid *make_grid(void)
{
    wend_grid *grid = grids_make(grids_def(SIDE, SIDE, 1));
    grids_wall(grid, 0, 12, SIDE, 1);
    grids_wall(grid, 7, 3, 2, 5);
    grids_wall(grid, 15, 15, 1, 6);
    return grid;
}

static objects make(const wend_grid *grid, double radius, bool is_deferred,
                    wend_allocator allocator)
{
    objects o = {NULL, NULL, NULL};
    wend_clearance_def clearance = wend_clearance_def_default();
    wend_islands_def islands = wend_islands_def_default();
    wend_space_def space = wend_space_def_default();
    clearance.grid = islands.grid = space.grid = grid;
    clearance.is_deferred = islands.is_deferred = space.is_deferred = is_deferred;
    clearance.allocator = islands.allocator = space.allocator = allocator;
    islands.radius = space.radius = radius;
    space.has_jump_table = !(radius > 0);
    if (radius > 0) {
        assert_int_equal(wend_clearance_create(&clearance, &o.clearance), WEND_OK);
        islands.clearance = space.clearance = o.clearance;
    }
    assert_int_equal(wend_islands_create(&islands, &o.islands), WEND_OK);
    space.islands = o.islands;
    assert_int_equal(wend_space_create(&space, &o.space), WEND_OK);
    return o;
}

static void drop(objects *o)
{
    wend_space_destroy(o->space);
    wend_islands_destroy(o->islands);
    wend_clearance_destroy(o->clearance);
}

static wend_result update_one_by_one(objects *o)
{
    wend_result result = o->clearance == NULL ? WEND_OK : wend_clearance_update(o->clearance);
    result = result == WEND_OK ? wend_islands_update(o->islands) : result;
    return result == WEND_OK ? wend_space_update(o->space) : result;
}

static wend_result update(objects *o, update_way way)
{
    if (way == UPDATE_ONE_BY_ONE) {
        return update_one_by_one(o);
    }
    wend_result result = way == UPDATE_WHOLE ? wend_space_update(o->space) : WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(100);
        result = wend_space_update_sliced(o->space, &budget);
    }
    return result;
}

static void check_refused(const objects *o, wend_search *search)
{
    const wend_search_query query = wend_search_query_default();
    wend_space_info info;
    wend_space_get_info(o->space, &info);
    assert_false(info.is_fresh);
    wend_search_query inside = query;
    inside.start = inside.goal = 0;
    assert_int_equal(wend_search_find(search, &inside), WEND_ERROR_STALE);
    assert_non_null(strstr(wend_search_error(search), "call wend_space_update first"));
}

static void check_as_new(const wend_grid *grid, const objects *o, double radius)
{
    objects fresh = make(grid, radius, false, (wend_allocator){NULL, NULL});
    const wend_space *a = o->space;
    const wend_space *b = fresh.space;
    assert_int_equal(a->revision, b->revision);
    assert_memory_equal(a->costs, b->costs, b->slot_count);
    assert_memory_equal(a->walls, b->walls, b->slot_count);
    assert_int_equal(a->has_jump_map, b->has_jump_map);
    assert_int_equal(a->jump_table.is_built, b->jump_table.is_built);
    assert_true(wend_islands_is_fresh(o->islands));
    assert_true(o->clearance == NULL || wend_clearance_is_fresh(o->clearance));
    for (wend_node from = 0; from < SIDE * SIDE; from += 37) {
        for (wend_node to = 0; to < SIDE * SIDE; to += 11) {
            assert_int_equal(wend_islands_can_reach(o->islands, from, to),
                             wend_islands_can_reach(fresh.islands, from, to));
        }
    }
    drop(&fresh);
}

/* Only the update meets failures; after the first one there is memory again. */
static wend_result run(wend_allocator allocator, void *context)
{
    const update_case *c = context;
    fault_heap *heap = allocator.context;
    const fault_mode mode = heap->mode;
    wend_grid *grid = make_grid();
    heap->mode = FAULT_NONE;
    objects o = make(grid, c->radius, true, allocator);
    wend_search *search = NULL;
    wend_search_def def = wend_search_def_default();
    def.space = o.space;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    atomic_store(&heap->calls, 0);
    heap->mode = mode;
    const wend_result result = update(&o, c->way);
    heap->mode = FAULT_NONE;
    if (result < 0) {
        check_refused(&o, search);
        assert_int_equal(update(&o, c->way), WEND_OK);
    }
    check_as_new(grid, &o, c->radius);
    wend_search_destroy(search);
    drop(&o);
    wend_grid_destroy(grid);
    return result;
}

static void objects_without_memory_for_their_first_update_stay_stale(void **state)
{
    (void)state;
    for (int way = 0; way < UPDATE_WAYS; ++way) {
        update_case point = {0, (update_way)way};
        update_case disc = {1.2, (update_way)way};
        assert_true(fault_run(run, &point) > 2);
        assert_true(fault_run(run, &disc) > 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_without_memory_for_their_first_update_stay_stale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
