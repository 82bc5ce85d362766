/* Islands of random grids after random edits against a flood fill over all cells. */
#include "islands_flood.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/clearance.h"
#include "wend/islands.h"
#include "wend/link.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- comparing ---- */

/* The same cells together, the same ones apart, with any numbers. */
static bool is_same_partition(const model *m, const wend_islands *islands)
{
    static uint32_t number[CELLS_MAX];
    memset(number, 0xff, sizeof number);
    uint64_t found = 0;
    for (wend_node node = 0; node < m->node_count; ++node) {
        const uint32_t island = wend_islands_at(islands, node);
        if ((island == WEND_ISLAND_NONE) != !m->open[node]) {
            return false;
        }
        if (island != WEND_ISLAND_NONE) {
            uint32_t *mine = &number[m->island[node]];
            if (*mine == NONE) {
                *mine = island;
                found += wend_islands_cell_count(islands, island);
            }
            if (*mine != island ||
                wend_islands_cell_count(islands, island) != m->cells[m->island[node]]) {
                return false;
            }
        }
    }
    uint64_t all = 0;
    for (uint32_t i = 0; i < m->count; ++i) {
        all += m->cells[i];
    }
    /* Two floods with one number would count its cells twice. */
    return found == all && wend_islands_count(islands) == m->count;
}

static bool answers_agree(model *m, const wend_islands *islands, dice *d)
{
    const wend_node from = roll(d, m->node_count);
    const wend_node goal = roll(d, m->node_count);
    wend_node nearest;
    const wend_result result = wend_islands_nearest(islands, from, goal, &nearest);
    if (!m->open[from]) {
        return result == WEND_NO_PATH && nearest == WEND_NODE_NONE &&
               !wend_islands_can_reach(islands, from, goal);
    }
    find_reached(m, from);
    return result == WEND_OK && nearest == find_nearest(m, goal) &&
           wend_islands_can_reach(islands, from, goal) == m->reached[goal] &&
           wend_islands_can_reach(islands, from, nearest);
}

/* ---- worlds and edits ---- */

typedef struct trial {
    bool has_links, has_size;
    bool is_strip; /* one to three cells high and long, so that cuts lie far apart */
    int32_t side_max;
    uint32_t rounds;
} trial;

static wend_grid *make_grid(dice *d, int32_t side_max, bool is_strip)
{
    static const wend_neighbours kinds[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6, WEND_NEIGHBOURS_8,
                                            WEND_NEIGHBOURS_8};
    wend_grid_def def = wend_grid_def_default();
    def.width = 1 + (int32_t)roll(d, (uint32_t)side_max);
    def.height = 1 + (int32_t)roll(d, (uint32_t)side_max);
    if (is_strip) {
        def.width = 100 + (int32_t)roll(d, CELLS_MAX / 4 - 100);
        def.height = 1 + (int32_t)roll(d, 3);
    }
    def.neighbours = kinds[roll(d, 4)];
    def.corner_rule = (wend_corner_rule)roll(d, 3);
    def.wrap = (wend_wrap)roll(d, 4);
    def.sector_size = 8 + (int32_t)roll(d, 25);
    def.class_count = 2;
    if (def.neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = (wend_hex_layout)roll(d, 4);
        def.width += def.width % 2;
        def.height += def.height % 2;
    }
    return grids_make(def);
}

static void edit_rectangle(model *m, dice *d, uint8_t cost)
{
    const int32_t x = (int32_t)roll(d, (uint32_t)m->info.width);
    const int32_t y = (int32_t)roll(d, (uint32_t)m->info.height);
    const uint32_t wide = (uint32_t)(m->info.width - x);
    const uint32_t high = (uint32_t)(m->info.height - y);
    const bool is_bar = roll(d, 2) == 0;
    const int32_t width = 1 + (int32_t)roll(d, is_bar ? 1 : wide);
    const int32_t height = 1 + (int32_t)roll(d, is_bar ? high : 1 + high / 3);
    assert_int_equal(wend_grid_fill(m->grid, roll(d, 2), x, y, width, height, cost), WEND_OK);
}

static void edit_gate(model *m, dice *d)
{
    static const uint32_t masks[] = {0, 8, 4, UINT32_MAX};
    const int32_t x = (int32_t)roll(d, (uint32_t)m->info.width);
    const int32_t y = (int32_t)roll(d, (uint32_t)m->info.height);
    const int32_t width = 1 + (int32_t)roll(d, (uint32_t)(m->info.width - x));
    assert_int_equal(wend_grid_set_closed_teams(m->grid, x, y, width, 1, masks[roll(d, 4)]),
                     WEND_OK);
}

static void edit_all(model *m, dice *d)
{
    const uint32_t percent = roll(d, 101);
    uint8_t *costs = malloc(m->node_count);
    assert_non_null(costs);
    for (uint32_t i = 0; i < m->node_count; ++i) {
        costs[i] = roll(d, 100) < percent ? WEND_COST_WALL : 1;
    }
    assert_int_equal(wend_grid_set_costs(m->grid, 0, 0, 0, m->info.width, m->info.height, costs,
                                         (size_t)m->info.width),
                     WEND_OK);
    free(costs);
}

static void edit_links(model *m, dice *d)
{
    if (m->link_count == LINKS_MAX || (m->link_count > 0 && roll(d, 3) == 0)) {
        const uint32_t gone = roll(d, m->link_count);
        assert_int_equal(wend_grid_remove_link(m->grid, m->links[gone]), WEND_OK);
        m->links[gone] = m->links[--m->link_count];
        return;
    }
    wend_link_def def = wend_link_def_default();
    def.from = roll(d, m->node_count);
    def.to = roll(d, m->node_count);
    def.is_two_way = roll(d, 2) == 0;
    def.is_open = roll(d, 6) != 0;
    def.class_mask = roll(d, 6) == 0 ? 2 : UINT32_MAX;
    def.team_mask = roll(d, 6) == 0 ? 8 : 0;
    if (def.from != def.to) {
        assert_int_equal(wend_grid_add_link(m->grid, &def, &m->links[m->link_count++], NULL),
                         WEND_OK);
    }
}

/* Opens or closes an end of a link. */
static void edit_link_end(model *m, dice *d, uint8_t cost)
{
    wend_link_def def;
    int32_t x;
    int32_t y;
    assert_int_equal(wend_grid_get_link(m->grid, m->links[roll(d, m->link_count)], &def), WEND_OK);
    assert_true(wend_grid_cell(m->grid, roll(d, 2) == 0 ? def.from : def.to, &x, &y));
    assert_int_equal(wend_grid_set_cost(m->grid, WEND_CLASS_ALL, x, y, cost), WEND_OK);
}

/* Mostly single cells, as in games. */
static void edit(model *m, dice *d, const trial *t)
{
    const uint32_t kind = roll(d, 40);
    const uint8_t cost = roll(d, 2) == 0 ? WEND_COST_WALL : (uint8_t)(1 + roll(d, 9));
    const bool has_links = t->has_links;
    if (kind == 0 && !t->is_strip) {
        edit_all(m, d);
    } else if (kind < 4) {
        edit_rectangle(m, d, cost);
    } else if (kind < 6) {
        edit_gate(m, d);
    } else if (kind < 10 && has_links) {
        edit_links(m, d);
    } else if (kind < 15 && m->link_count > 0) {
        edit_link_end(m, d, cost);
    } else {
        assert_int_equal(wend_grid_set_cost(m->grid, roll(d, 8) == 0 ? 1 : 0,
                                            (int32_t)roll(d, (uint32_t)m->info.width),
                                            (int32_t)roll(d, (uint32_t)m->info.height), cost),
                         WEND_OK);
    }
}

/* ---- properties ---- */

static void set_size(model *m, dice *d)
{
    if (roll(d, 2) == 0) {
        m->size = 2 + (int32_t)roll(d, 3);
    } else {
        m->radius = 0.25 + 0.25 * roll(d, 12);
    }
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = m->grid;
    def.movement_class = m->movement_class;
    def.team = m->team;
    def.max_clearance = 4 + (int32_t)roll(d, 4);
    assert_int_equal(wend_clearance_create(&def, &m->clearance), WEND_OK);
}

static wend_islands *make_islands(const model *m)
{
    wend_islands_def def = wend_islands_def_default();
    def.grid = m->grid;
    def.movement_class = m->movement_class;
    def.team = m->team;
    def.clearance = m->clearance;
    def.size = m->size;
    def.radius = m->radius;
    wend_islands *islands;
    assert_int_equal(wend_islands_create(&def, &islands), WEND_OK);
    return islands;
}

static bool run_rounds(model *m, dice *d, const trial *t)
{
    wend_islands *islands = make_islands(m);
    bool holds = true;
    for (uint32_t round = 0; holds && round < t->rounds; ++round) {
        const uint32_t edits = roll(d, 3) == 0 ? roll(d, 12) : 1;
        for (uint32_t i = 0; i < edits; ++i) {
            edit(m, d, t);
        }
        holds = wend_islands_update(islands) == WEND_OK && wend_islands_is_fresh(islands);
        find_islands(m);
        holds = holds && is_same_partition(m, islands);
        for (uint32_t i = 0; holds && i < (t->has_links ? 8 : 3); ++i) {
            holds = answers_agree(m, islands, d);
        }
    }
    wend_islands_destroy(islands);
    return holds;
}

static bool edits_hold(uint64_t seed, void *context)
{
    const trial *t = context;
    dice d = {seed, 0};
    model *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->grid = make_grid(&d, t->side_max, t->is_strip);
    wend_grid_get_info(m->grid, &m->info);
    m->node_count = (uint32_t)m->info.width * (uint32_t)m->info.height;
    m->movement_class = roll(&d, 4) == 0 ? 1 : 0;
    m->team = roll(&d, 2) == 0 ? WEND_TEAM_NONE : 3;
    m->size = 1;
    if (!t->is_strip) {
        edit_all(m, &d);
    }
    if (t->has_size) {
        set_size(m, &d);
    }
    const bool holds = run_rounds(m, &d, t);
    wend_clearance_destroy(m->clearance);
    wend_grid_destroy(m->grid);
    free(m);
    return holds;
}

static void islands_after_random_edits_are_those_of_a_flood(void **state)
{
    (void)state;
    trial t = {false, false, false, SIDE_MAX - 1, 40};
    gen_property("islands follow edits", 60, edits_hold, &t);
}

static void islands_of_small_maps_are_those_of_a_flood(void **state)
{
    (void)state;
    trial t = {false, false, false, 20, 30};
    gen_property("islands of small maps", 120, edits_hold, &t);
}

static void islands_cut_in_several_places_at_once_are_those_of_a_flood(void **state)
{
    (void)state;
    trial t = {false, false, true, 0, 40};
    gen_property("islands cut in several places", 60, edits_hold, &t);
}

static void islands_with_links_lead_where_links_lead(void **state)
{
    (void)state;
    trial t = {true, false, false, 8, 60};
    gen_property("islands and links of few cells", 100, edits_hold, &t);
    t.side_max = 30;
    gen_property("islands and links", 80, edits_hold, &t);
}

/* Cells that are islands each, and random links between them: all pairs are queried. */
enum { BEADS = 12 };

static void close_over(bool reaches[BEADS][BEADS])
{
    for (uint32_t k = 0; k < BEADS; ++k) {
        for (uint32_t i = 0; i < BEADS; ++i) {
            for (uint32_t j = 0; j < BEADS; ++j) {
                reaches[i][j] = reaches[i][j] || (reaches[i][k] && reaches[k][j]);
            }
        }
    }
}

static wend_grid *make_beads(dice *d, bool reaches[BEADS][BEADS])
{
    wend_grid_def def = grids_def(2 * BEADS, 1, 1);
    wend_grid *grid = grids_make(def);
    for (uint32_t i = 0; i < BEADS; ++i) {
        grids_set(grid, (int32_t)(2 * i + 1), 0, WEND_COST_WALL);
        reaches[i][i] = true;
    }
    for (uint32_t links = roll(d, 2 * BEADS); links > 0; --links) {
        const uint32_t from = roll(d, BEADS);
        const uint32_t to = (from + 1 + roll(d, BEADS - 1)) % BEADS;
        wend_link_def link = wend_link_def_default();
        wend_link_id id;
        link.from = 2 * from;
        link.to = 2 * to;
        link.is_two_way = roll(d, 8) == 0;
        reaches[from][to] = true;
        reaches[to][from] = reaches[to][from] || link.is_two_way;
        assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    }
    return grid;
}

static bool beads_hold(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    bool reaches[BEADS][BEADS] = {{false}};
    wend_islands_def def = wend_islands_def_default();
    wend_grid *grid = make_beads(&d, reaches);
    def.grid = grid;
    wend_islands *islands;
    assert_int_equal(wend_islands_create(&def, &islands), WEND_OK);
    close_over(reaches);
    bool holds = true;
    for (uint32_t i = 0; i < BEADS * BEADS; ++i) {
        const uint32_t from = i / BEADS;
        const uint32_t to = i % BEADS;
        holds = holds && wend_islands_can_reach(islands, 2 * from, 2 * to) == reaches[from][to];
    }
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
    return holds;
}

static void islands_that_are_cells_lead_where_links_lead(void **state)
{
    (void)state;
    gen_property("islands that are cells", 1000, beads_hold, NULL);
}

static void islands_of_large_agents_are_those_of_a_flood(void **state)
{
    (void)state;
    trial t = {true, true, false, 60, 20};
    gen_property("islands of large agents", 60, edits_hold, &t);
}

/* ---- the same edits, the same numbers ---- */

static bool numbers_are_equal(const model *m, const wend_islands *a, const wend_islands *b)
{
    for (wend_node node = 0; node < m->node_count; ++node) {
        if (wend_islands_at(a, node) != wend_islands_at(b, node)) {
            return false;
        }
    }
    return true;
}

/* Islands that no edit touched keep their numbers: their cells are the same set as before. */
static bool numbers_hold(uint64_t seed, void *context)
{
    (void)context;
    const trial plain = {false, false, false, 0, 0};
    dice d = {seed, 0};
    model *m = calloc(1, sizeof *m);
    uint32_t *before = malloc(CELLS_MAX * sizeof *before);
    assert_non_null(m);
    assert_non_null(before);
    m->grid = make_grid(&d, SIDE_MAX - 1, false);
    wend_grid_get_info(m->grid, &m->info);
    m->node_count = (uint32_t)m->info.width * (uint32_t)m->info.height;
    m->team = WEND_TEAM_NONE;
    m->size = 1;
    edit_all(m, &d);
    wend_islands *one = make_islands(m);
    wend_islands *two = make_islands(m);
    bool holds = true;
    for (uint32_t round = 0; holds && round < 20; ++round) {
        for (wend_node node = 0; node < m->node_count; ++node) {
            before[node] = wend_islands_at(one, node);
        }
        edit(m, &d, &plain);
        assert_int_equal(wend_islands_update(one), WEND_OK);
        assert_int_equal(wend_islands_update(two), WEND_OK);
        holds = numbers_are_equal(m, one, two);
        /* An old island whose cells are now exactly one island keeps its number. */
        for (wend_node node = 0; holds && node < m->node_count; ++node) {
            const uint32_t old = before[node];
            const uint32_t now = wend_islands_at(one, node);
            bool is_same = old != WEND_ISLAND_NONE && now != WEND_ISLAND_NONE && old != now;
            for (wend_node k = 0; is_same && k < m->node_count; ++k) {
                is_same = (before[k] == old) == (wend_islands_at(one, k) == now);
            }
            holds = !is_same;
        }
    }
    wend_islands_destroy(one);
    wend_islands_destroy(two);
    wend_grid_destroy(m->grid);
    free(before);
    free(m);
    return holds;
}

static void islands_keep_their_numbers(void **state)
{
    (void)state;
    gen_property("numbers of islands", 30, numbers_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(islands_after_random_edits_are_those_of_a_flood),
        cmocka_unit_test(islands_of_small_maps_are_those_of_a_flood),
        cmocka_unit_test(islands_cut_in_several_places_at_once_are_those_of_a_flood),
        cmocka_unit_test(islands_with_links_lead_where_links_lead),
        cmocka_unit_test(islands_that_are_cells_lead_where_links_lead),
        cmocka_unit_test(islands_of_large_agents_are_those_of_a_flood),
        cmocka_unit_test(islands_keep_their_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
