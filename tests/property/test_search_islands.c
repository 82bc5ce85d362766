/* Takes: small worlds of every kind, laid out with islands and without, and edits of them.
 * Gives: proof that islands change no answer, and that what cannot be reached is said at once.
 * Cost: some 200 microseconds a world. */
#include "test.h"

#include "gen.h"
#include "model.h"
#include "wend/islands.h"

#include <string.h>

enum { WORLDS = 2000, ROUNDS = 4, QUERIES = 4 };

/* The same world with islands (1) and without (0). */
typedef struct pair {
    wend_grid *grid;
    wend_clearance *clearance;
    wend_islands *islands;
    wend_space *spaces[2];
    wend_search *searches[2];
} pair;

static bool make(pair *p, const model *m)
{
    memset(p, 0, sizeof *p);
    p->grid = model_grid(m);
    const bool has_size = m->size > 1 || m->radius > 0;
    wend_clearance_def clearance = wend_clearance_def_default();
    clearance.grid = p->grid;
    if (has_size && wend_clearance_create(&clearance, &p->clearance) != WEND_OK) {
        return false;
    }
    wend_islands_def islands = wend_islands_def_default();
    islands.grid = p->grid;
    islands.clearance = p->clearance;
    islands.size = m->size;
    islands.radius = m->radius;
    if (wend_islands_create(&islands, &p->islands) != WEND_OK) {
        return false;
    }
    for (int k = 0; k < 2; ++k) {
        wend_space_def space = wend_space_def_default();
        space.grid = p->grid;
        space.size = m->size;
        space.radius = m->radius;
        space.islands = k == 1 ? p->islands : NULL;
        wend_search_def search = wend_search_def_default();
        if (wend_space_create(&space, &p->spaces[k]) != WEND_OK) {
            return false;
        }
        search.space = p->spaces[k];
        if (wend_search_create(&search, &p->searches[k]) != WEND_OK) {
            return false;
        }
    }
    return true;
}

static void drop(pair *p)
{
    for (int k = 0; k < 2; ++k) {
        wend_search_destroy(p->searches[k]);
        wend_space_destroy(p->spaces[k]);
    }
    wend_islands_destroy(p->islands);
    wend_clearance_destroy(p->clearance);
    wend_grid_destroy(p->grid);
}

static bool answers_agree(pair *p, const wend_query *query)
{
    wend_answer answers[2];
    for (int k = 0; k < 2; ++k) {
        (void)wend_search_find(p->searches[k], query);
        wend_search_get_answer(p->searches[k], &answers[k]);
    }
    if (answers[0].result != answers[1].result || answers[0].reason != answers[1].reason) {
        return false;
    }
    if (answers[1].reason == WEND_REASON_UNREACHABLE) {
        return answers[1].expanded == 0 && answers[1].node == query->start;
    }
    return answers[0].cost == answers[1].cost;
}

static bool islands_agree(uint64_t seed, void *context)
{
    (void)context;
    const model m = model_random(seed);
    const uint32_t cells = (uint32_t)m.width * (uint32_t)m.height;
    pair p;
    bool holds = make(&p, &m);
    for (uint64_t round = 0; round < ROUNDS && holds; ++round) {
        for (uint64_t k = 0; k < QUERIES && holds; ++k) {
            wend_node goals[3];
            for (uint64_t g = 0; g < 3; ++g) {
                goals[g] = wend_random_below(seed, round * 8 + k, g, cells);
            }
            wend_query query = wend_query_default();
            query.start = wend_random_below(seed, round * 8 + k, 3, cells);
            query.goal = goals[0];
            query.goal_kind = k % 2 == 0 ? WEND_GOAL_NODE : WEND_GOAL_SET;
            query.goals = goals;
            query.goal_count = 3;
            holds = answers_agree(&p, &query);
        }
        const wend_node at = wend_random_below(seed, round, 9, cells);
        const int32_t x = (int32_t)(at % (uint32_t)m.width);
        const int32_t y = (int32_t)(at / (uint32_t)m.width);
        const uint8_t cost = wend_grid_cost(p.grid, 0, x, y) == WEND_COST_WALL ? 1 : WEND_COST_WALL;
        holds = holds && wend_grid_set_cost(p.grid, 0, x, y, cost) == WEND_OK &&
                wend_space_update(p.spaces[0]) == WEND_OK &&
                wend_space_update(p.spaces[1]) == WEND_OK && wend_islands_is_fresh(p.islands);
    }
    drop(&p);
    return holds;
}

static void searches_with_islands_answer_as_without(void **state)
{
    (void)state;
    gen_property("islands", WORLDS, islands_agree, NULL);
}

static void space_with_islands_of_another_agent_is_refused(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = 4;
    def.height = 4;
    def.class_count = 2;
    wend_grid *grid;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    wend_islands_def islands_def = wend_islands_def_default();
    islands_def.grid = grid;
    islands_def.movement_class = 1;
    wend_islands *islands;
    assert_int_equal(wend_islands_create(&islands_def, &islands), WEND_OK);
    wend_message message;
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    space_def.islands = islands;
    space_def.message = &message;
    wend_space *space;
    assert_int_equal(wend_space_create(&space_def, &space), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "islands are of another"));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_with_islands_answer_as_without),
        cmocka_unit_test(space_with_islands_of_another_agent_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
