/* Spaces that know their islands, searches on them, and edits, with allocations that fail in turn:
 * a failed call works when it is repeated, and then answers like a fresh one. */
#include "support/fault.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/clearance.h"
#include "wend/islands.h"
#include "wend/link.h"
#include "wend/mesh_search.h"

enum { SIDE = 20, TRIES = 4, ROUNDS = 3, NODES = 700, MESH_QUERIES = 48 };

typedef struct space_pair {
    wend_clearance *clearance;
    wend_islands *islands;
    wend_space *space;
    wend_search *search;
} space_pair;

/* The first failure of a row of calls. */
static void note(wend_result *first, wend_result result)
{
    *first = *first == WEND_OK && result < 0 ? result : *first;
}

static void drop(space_pair *p)
{
    wend_search_destroy(p->search);
    wend_space_destroy(p->space);
    wend_islands_destroy(p->islands);
    wend_clearance_destroy(p->clearance);
}

static wend_result make_search(space_pair *p, wend_allocator allocator)
{
    wend_search_def def = wend_search_def_default();
    def.space = p->space;
    def.allocator = allocator;
    return wend_search_create(&def, &p->search);
}

static wend_result make_grid_space(const wend_grid *grid, wend_allocator allocator, space_pair *p)
{
    *p = (space_pair){0};
    wend_clearance_def clearance = wend_clearance_def_default();
    clearance.grid = grid;
    clearance.allocator = allocator;
    wend_result result = wend_clearance_create(&clearance, &p->clearance);
    wend_islands_def islands = wend_islands_def_default();
    islands.grid = grid;
    islands.clearance = p->clearance;
    islands.size = 2;
    islands.allocator = allocator;
    result = result == WEND_OK ? wend_islands_create(&islands, &p->islands) : result;
    wend_space_def space = wend_space_def_default();
    space.grid = grid;
    space.clearance = p->clearance;
    space.size = 2;
    space.islands = p->islands;
    space.allocator = allocator;
    result = result == WEND_OK ? wend_space_create(&space, &p->space) : result;
    return result == WEND_OK ? make_search(p, allocator) : result;
}

static wend_result make_graph_space(const wend_graph *graph, wend_allocator allocator,
                                    space_pair *p)
{
    *p = (space_pair){0};
    wend_space_def space = wend_space_def_default();
    space.graph = graph;
    space.allocator = allocator;
    const wend_result result = wend_space_create(&space, &p->space);
    return result == WEND_OK ? make_search(p, allocator) : result;
}

/* Queries until the answer succeeds. @return the answer. */
static bool ask(wend_search *search, wend_node start, wend_node goal, wend_search_answer *answer,
                wend_result *first)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = goal;
    wend_result result = WEND_ERROR_MEMORY;
    for (int tries = 0; tries < TRIES && result < 0; ++tries) {
        result = wend_search_find(search, &query);
        note(first, result);
    }
    wend_search_get_answer(search, answer);
    return result >= 0;
}

static wend_result update_in_slices(wend_space *space)
{
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(30);
        result = wend_space_update_sliced(space, &budget);
    }
    return result;
}

/* Updates until it works; leaves off where memory never comes back. */
static bool update(wend_space *space, bool in_slices, wend_result *first)
{
    wend_result result = WEND_ERROR_MEMORY;
    for (int tries = 0; tries < TRIES && result < 0; ++tries) {
        result = in_slices ? update_in_slices(space) : wend_space_update(space);
        note(first, result);
    }
    return result == WEND_OK;
}

static void check_as_fresh(space_pair *p, space_pair *fresh, uint32_t nodes, wend_result *first)
{
    for (uint64_t k = 0; k < 40; ++k) {
        wend_result none = WEND_OK;
        const wend_node start = wend_random_below(3, k, 0, nodes);
        const wend_node goal = wend_random_below(3, k, 1, nodes);
        wend_search_answer answer;
        wend_search_answer other;
        assert_true(ask(fresh->search, start, goal, &other, &none));
        if (ask(p->search, start, goal, &answer, first)) {
            assert_int_equal(answer.result, other.result);
            assert_int_equal(answer.reason, other.reason);
            assert_true(answer.cost == other.cost);
        }
    }
}

/* ---- grids ---- */

static void edit_grid(wend_grid *grid, int round)
{
    const uint8_t cost = round == 1 ? 1 : WEND_COST_WALL;
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = 2 * SIDE + 2;
    def.to = 15 * SIDE + 3 + (wend_node)round;
    def.is_two_way = round == 2;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    grids_fill(grid, 10, 0, 1, SIDE, cost);
    grids_wall(grid, 0, 5 + round, SIDE, 1);
}

/* @param context NULL: whole updates. */
static wend_result run_grid(wend_allocator allocator, void *context)
{
    wend_grid *grid = grids_make(grids_def(SIDE, SIDE, 1));
    grids_wall(grid, 0, 12, SIDE, 1);
    space_pair p;
    wend_result first = make_grid_space(grid, allocator, &p);
    for (int round = 0; round < ROUNDS && p.search != NULL; ++round) {
        edit_grid(grid, round);
        if (update(p.space, context != NULL, &first)) {
            space_pair fresh;
            assert_int_equal(make_grid_space(grid, (wend_allocator){NULL, NULL}, &fresh), WEND_OK);
            check_as_fresh(&p, &fresh, SIDE * SIDE, &first);
            drop(&fresh);
        }
    }
    drop(&p);
    wend_grid_destroy(grid);
    return first;
}

static void grid_space_with_islands_without_memory_stays_usable(void **state)
{
    (void)state;
    assert_true(fault_run(run_grid, NULL) > 20);
}

static void grid_space_updated_in_slices_without_memory_stays_usable(void **state)
{
    (void)state;
    bool in_slices = true;
    assert_true(fault_run(run_grid, &in_slices) > 20);
}

/* ---- graphs ---- */

static wend_graph *make_graph(void)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t i = 0; i < NODES; ++i) {
        graphs_node(graph, i % 40, i / 40);
    }
    for (uint32_t i = 0; i + 1 < NODES; ++i) {
        graphs_edge(graph, i, i + 1, i % 9 != 0);
    }
    return graph;
}

static wend_result run_graph(wend_allocator allocator, void *context)
{
    (void)context;
    wend_graph *graph = make_graph();
    space_pair p;
    wend_result first = make_graph_space(graph, allocator, &p);
    for (uint32_t round = 0; round < ROUNDS && p.search != NULL; ++round) {
        if (round == 1) { /* laid out again */
            graphs_edge(graph, 600, 100, false);
        } else {
            assert_int_equal(wend_graph_set_open(graph, 300 + round, false), WEND_OK);
        }
        if (update(p.space, false, &first)) {
            space_pair fresh;
            assert_int_equal(make_graph_space(graph, (wend_allocator){NULL, NULL}, &fresh),
                             WEND_OK);
            check_as_fresh(&p, &fresh, NODES, &first);
            drop(&fresh);
        }
    }
    drop(&p);
    wend_graph_destroy(graph);
    return first;
}

static void one_way_graph_space_without_memory_stays_usable(void **state)
{
    (void)state;
    assert_true(fault_run(run_graph, NULL) > 20);
}

/* ---- meshes ---- */

/* Rooms in a row, joined by passages 1 m wide; the third one only by links. */
static wend_mesh *make_mesh(void)
{
    wend_grid_def def = grids_def(24, 6, 1);
    wend_grid *grid = grids_make(def);
    for (int32_t x = 5; x < 24; x += 6) {
        grids_wall(grid, x, 0, 1, 6);
        if (x != 17) {
            grids_set(grid, x, 3, 1);
        }
    }
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, &mesh, NULL), WEND_OK);
    wend_grid_destroy(grid);
    return mesh;
}

static void link_mesh(wend_mesh *mesh, double from, double to, bool is_two_way)
{
    meshes_link(mesh, (wend_vec2){from, 2}, (wend_vec2){to, 2}, is_two_way);
}

static wend_result make_mesh_search(wend_mesh *mesh, wend_allocator allocator,
                                    wend_mesh_space **space, wend_mesh_search **search)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = mesh;
    def.has_islands = true;
    def.allocator = allocator;
    *search = NULL;
    const wend_result result = wend_mesh_space_create(&def, space);
    return result == WEND_OK ? wend_mesh_search_create(*space, &allocator, search) : result;
}

static bool ask_mesh(wend_mesh_search *search, uint64_t k, wend_mesh_search_answer *answer,
                     wend_result *first)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.radius = k % 3 == 0 ? 0.6 : k % 3 == 1 ? 0.4 : 0;
    query.start = wend_mesh_location_at(2 + 6 * (double)(k % 4), 3, 0);
    query.goal = wend_mesh_location_at(2.5 + 6 * (double)(k / 4 % 4), 2, 0);
    wend_result result = WEND_ERROR_MEMORY;
    for (int tries = 0; tries < TRIES && result < 0; ++tries) {
        result = wend_mesh_search_find(search, &query);
        note(first, result);
    }
    wend_mesh_search_get_answer(search, answer);
    return result >= 0;
}

typedef wend_mesh_search_answer mesh_answers[ROUNDS][MESH_QUERIES];

static void check_mesh(wend_mesh_search *search, const wend_mesh_search_answer *fresh,
                       wend_result *first)
{
    for (uint64_t k = 0; k < MESH_QUERIES; ++k) {
        const wend_mesh_search_answer *other = &fresh[k];
        wend_mesh_search_answer answer;
        if (ask_mesh(search, k, &answer, first)) {
            assert_int_equal(answer.result, other->result);
            assert_int_equal(answer.reason, other->reason);
            assert_true(!(answer.length < other->length || answer.length > other->length));
            assert_true(answer.reason != WEND_FAILURE_UNREACHABLE || answer.expanded == 0);
        }
    }
}

static void edit_mesh(wend_mesh *mesh, int round)
{
    if (round > 0) {
        link_mesh(mesh, round == 1 ? 2.5 : 20.5, 14.5, round == 2);
    }
}

/* The answers of a space that is made after each edit. */
static void answer_fresh(mesh_answers answers)
{
    wend_mesh *mesh = make_mesh();
    for (int round = 0; round < ROUNDS; ++round) {
        wend_mesh_space *space = NULL;
        wend_mesh_search *search = NULL;
        wend_result none = WEND_OK;
        edit_mesh(mesh, round);
        assert_int_equal(make_mesh_search(mesh, (wend_allocator){NULL, NULL}, &space, &search),
                         WEND_OK);
        for (uint64_t k = 0; k < MESH_QUERIES; ++k) {
            assert_true(ask_mesh(search, k, &answers[round][k], &none));
        }
        wend_mesh_search_destroy(search);
        wend_mesh_space_destroy(space);
    }
    wend_mesh_destroy(mesh);
}

static wend_result run_mesh(wend_allocator allocator, void *context)
{
    const wend_mesh_search_answer(*fresh)[MESH_QUERIES] = context;
    wend_mesh *mesh = make_mesh();
    wend_mesh_space *space = NULL;
    wend_mesh_search *search = NULL;
    wend_result first = make_mesh_search(mesh, allocator, &space, &search);
    for (int round = 0; round < ROUNDS && search != NULL; ++round) {
        edit_mesh(mesh, round);
        wend_result result = WEND_ERROR_MEMORY;
        for (int tries = 0; tries < TRIES && result < 0; ++tries) {
            result = wend_mesh_space_update(space);
            note(&first, result);
        }
        if (result == WEND_OK) {
            check_mesh(search, fresh[round], &first);
        }
    }
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    return first;
}

static void mesh_space_with_islands_without_memory_stays_usable(void **state)
{
    (void)state;
    static mesh_answers fresh;
    answer_fresh(fresh);
    assert_true(fault_run(run_mesh, fresh) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_space_with_islands_without_memory_stays_usable),
        cmocka_unit_test(grid_space_updated_in_slices_without_memory_stays_usable),
        cmocka_unit_test(one_way_graph_space_without_memory_stays_usable),
        cmocka_unit_test(mesh_space_with_islands_without_memory_stays_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
