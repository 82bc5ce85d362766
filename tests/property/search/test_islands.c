/* Islands change no answer of searches in small worlds of every kind, and unreachable goals are
 * known at once. */
#include "support/grids.h"
#include "support/test.h"

#include "support/gen.h"
#include "support/model.h"
#include "wend/clearance.h"
#include "wend/islands.h"
#include "wend/link.h"

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

static bool answers_agree(pair *p, const wend_search_query *query)
{
    wend_search_answer answers[2];
    for (int k = 0; k < 2; ++k) {
        (void)wend_search_find(p->searches[k], query);
        wend_search_get_answer(p->searches[k], &answers[k]);
    }
    if (answers[0].result != answers[1].result || answers[0].reason != answers[1].reason) {
        return false;
    }
    if (answers[1].reason == WEND_FAILURE_UNREACHABLE) {
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
            wend_search_query query = wend_search_query_default();
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

/* ---- classes, teams, links ---- */

enum { SIDE = 14, CELLS = SIDE * SIDE, LINKS = 6, AGENTS = 6, AGENT_WORLDS = 300 };

/* Squares with 4 neighbours; what agents of two classes and some teams can do there. */
typedef struct town {
    uint64_t seed, dice;
    wend_grid *grid;
    wend_link_id links[LINKS];
    wend_islands *islands[AGENTS];
    wend_space *spaces[AGENTS];
    wend_search *searches[AGENTS];
} town;

static const uint32_t agent_teams[AGENTS / 2] = {WEND_TEAM_NONE, 0, 5};

static uint32_t roll(town *t, uint32_t below)
{
    return wend_random_below(t->seed, 31, t->dice++, below);
}

static wend_link_def draw_link(town *t, wend_node from, wend_node to)
{
    static const uint32_t teams[] = {0, 1, 1u << 5, UINT32_MAX};
    wend_link_def def = wend_link_def_default();
    def.from = from;
    def.to = to;
    def.is_two_way = roll(t, 4) == 0;
    def.is_open = roll(t, 5) != 0;
    def.class_mask = 1 + roll(t, 3);
    def.team_mask = teams[roll(t, 4)];
    return def;
}

static void edit_town(town *t)
{
    const int32_t x = (int32_t)roll(t, SIDE - 3);
    const int32_t y = (int32_t)roll(t, SIDE - 3);
    const int32_t width = 1 + (int32_t)roll(t, 3);
    const bool is_tall = roll(t, 2) == 0;
    const int32_t along = is_tall ? 1 : width;
    const int32_t across = is_tall ? width : 1;
    const uint32_t kind = roll(t, 6);
    const size_t link = roll(t, LINKS);
    wend_link_def def;
    if (kind < 3) {
        const uint8_t cost = kind == 0 ? 1 : WEND_COST_WALL;
        assert_int_equal(wend_grid_fill(t->grid, roll(t, 2), x, y, along, across, cost), WEND_OK);
    } else if (kind == 3) {
        const uint32_t mask = roll(t, 3) == 0 ? 0 : roll(t, 2) == 0 ? 1u << 5 : UINT32_MAX;
        assert_int_equal(wend_grid_set_closed_teams(t->grid, x, y, along, across, mask), WEND_OK);
    } else if (wend_grid_get_link(t->grid, t->links[link], &def) != WEND_OK) {
        def = draw_link(t, roll(t, CELLS), roll(t, CELLS));
        (void)wend_grid_add_link(t->grid, &def, &t->links[link], NULL);
    } else if (kind == 4) {
        def = draw_link(t, def.from, def.to);
        assert_int_equal(wend_grid_set_link(t->grid, t->links[link], &def, NULL), WEND_OK);
    } else {
        assert_int_equal(wend_grid_remove_link(t->grid, t->links[link]), WEND_OK);
    }
}

static bool make_town(town *t, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    t->seed = seed;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    def.class_count = 2;
    def.neighbours = WEND_NEIGHBOURS_4;
    bool is_made = wend_grid_create(&def, &t->grid) == WEND_OK;
    for (int i = 0; i < 60 && is_made; ++i) {
        edit_town(t);
    }
    for (uint32_t k = 0; k < AGENTS && is_made; ++k) {
        wend_islands_def islands = wend_islands_def_default();
        islands.grid = t->grid;
        islands.movement_class = k % 2;
        islands.team = agent_teams[k / 2];
        is_made = wend_islands_create(&islands, &t->islands[k]) == WEND_OK;
        wend_space_def space = wend_space_def_default();
        space.grid = t->grid;
        space.movement_class = k % 2;
        space.team = agent_teams[k / 2];
        space.islands = t->islands[k];
        is_made = is_made && wend_space_create(&space, &t->spaces[k]) == WEND_OK;
        wend_search_def search = wend_search_def_default();
        search.space = t->spaces[k];
        is_made = is_made && wend_search_create(&search, &t->searches[k]) == WEND_OK;
    }
    return is_made;
}

static void drop_town(town *t)
{
    for (int k = 0; k < AGENTS; ++k) {
        wend_search_destroy(t->searches[k]);
        wend_space_destroy(t->spaces[k]);
        wend_islands_destroy(t->islands[k]);
    }
    wend_grid_destroy(t->grid);
}

static bool is_stopped(uint32_t mask, uint32_t team)
{
    return team == WEND_TEAM_NONE ? mask == UINT32_MAX : (mask >> team & 1) != 0;
}

static bool can_stand(const town *t, uint32_t agent, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE &&
           wend_grid_cost(t->grid, agent % 2, x, y) != WEND_COST_WALL &&
           !is_stopped(wend_grid_get_closed_teams(t->grid, x, y), agent_teams[agent / 2]);
}

/* Floods over cells and links, one after the other, until nothing is added. */
static void flood(const town *t, uint32_t agent, wend_node start, bool *leads)
{
    memset(leads, 0, CELLS * sizeof *leads);
    leads[start] = can_stand(t, agent, (int32_t)(start % SIDE), (int32_t)(start / SIDE));
    for (bool is_more = true; is_more;) {
        is_more = false;
        for (int32_t i = 0; i < CELLS; ++i) {
            const int32_t x = i % SIDE;
            const int32_t y = i / SIDE;
            const bool is_beside = (x > 0 && leads[i - 1]) || (x + 1 < SIDE && leads[i + 1]) ||
                                   (y > 0 && leads[i - SIDE]) || (y + 1 < SIDE && leads[i + SIDE]);
            if (!leads[i] && is_beside && can_stand(t, agent, x, y)) {
                leads[i] = is_more = true;
            }
        }
        for (int i = 0; i < LINKS; ++i) {
            wend_link_def def;
            if (wend_grid_get_link(t->grid, t->links[i], &def) != WEND_OK || !def.is_open ||
                (def.class_mask >> agent % 2 & 1) == 0 ||
                is_stopped(def.team_mask, agent_teams[agent / 2])) {
                continue;
            }
            for (int back = 0; back <= (def.is_two_way ? 1 : 0); ++back) {
                const wend_node from = back == 0 ? def.from : def.to;
                const wend_node to = back == 0 ? def.to : def.from;
                const bool is_open =
                    can_stand(t, agent, (int32_t)(to % SIDE), (int32_t)(to / SIDE));
                if (leads[from] && !leads[to] && is_open) {
                    leads[to] = is_more = true;
                }
            }
        }
    }
}

static bool town_holds(uint64_t seed, void *context)
{
    (void)context;
    town t;
    bool holds = make_town(&t, seed);
    for (int round = 0; round < 6 && holds; ++round) {
        for (uint32_t agent = 0; agent < AGENTS && holds; ++agent) {
            bool leads[CELLS];
            wend_search_query query = wend_search_query_default();
            query.start = roll(&t, CELLS);
            flood(&t, agent, query.start, leads);
            for (int i = 0; i < 6 && holds; ++i) {
                wend_search_answer answer;
                query.goal = roll(&t, CELLS);
                (void)wend_search_find(t.searches[agent], &query);
                wend_search_get_answer(t.searches[agent], &answer);
                holds = (answer.result == WEND_OK) == leads[query.goal] &&
                        (answer.result == WEND_OK || answer.expanded == 0);
            }
        }
        for (uint32_t edits = roll(&t, 4); edits > 0; --edits) {
            edit_town(&t);
        }
        for (uint32_t agent = 0; agent < AGENTS && holds; ++agent) {
            holds = wend_space_update(t.spaces[agent]) == WEND_OK;
        }
    }
    drop_town(&t);
    return holds;
}

static void searches_of_classes_and_teams_end_at_once_without_a_path(void **state)
{
    (void)state;
    gen_property("islands of agents", AGENT_WORLDS, town_holds, NULL);
}

static void space_with_islands_of_another_agent_is_refused(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(4, 4, 2);
    wend_grid *grid = grids_make(def);
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
    assert_non_null(strstr(message.text, "islands are those of another"));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_with_islands_answer_as_without),
        cmocka_unit_test(searches_of_classes_and_teams_end_at_once_without_a_path),
        cmocka_unit_test(space_with_islands_of_another_agent_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
