/* Watched paths over random grids, graphs and meshes: those that an edit of them, or of walls, may
 * break are found by the sectors, edges and squares that they pass. What is answered anew is what a planner answers anew that tests all of them. */
#include "support/gen.h"
#include "support/planner_stage.h"
#include "support/test.h"

#include "route/planner/planner.h"
#include "wend/graph.h"
#include "wend/walls.h"

enum { WATCHED = 24, EDITS = 30, ALL = 1 << 20 };

typedef struct watched_pair {
    planner_stage s; /* its planner has marks */
    wend_planner *full;
    wend_path *path;
    wend_planner_request_id ids[2][WATCHED];
} watched_pair;

typedef struct setting {
    uint64_t sums[STAGE_KINDS][4]; /* tested with marks, all tested; broken in both */
} setting;

static void begin(watched_pair *p, uint64_t seed, planner_stage_kind kind)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    def.cache_capacity = 0;
    p->s = planner_stage_make(kind, seed, &def);
    def.grid = p->s.grid;
    def.graph = p->s.graph;
    def.mesh = p->s.mesh;
    def.walls = p->s.graph != NULL ? p->s.walls : NULL;
    profile.radius = planner_stage_radius(&p->s);
    assert_int_equal(wend_planner_create(&def, &p->full), WEND_OK);
    assert_int_equal(wend_planner_add_profile(p->full, &profile, &index), WEND_OK);
    p->full->profiles[0]->marks.unmarked_count = ALL; /* as without memory for marks */
    assert_int_equal(wend_path_create(NULL, &p->path), WEND_OK);
    for (uint64_t i = 0; i < WATCHED; i++) {
        wend_planner_request_def request = wend_planner_request_def_default();
        request.query = planner_stage_query(&p->s, i);
        request.keeps_valid = i % 5 != 4;
        assert_int_equal(wend_planner_add_request(p->s.planner, &request, &p->ids[0][i]), WEND_OK);
        assert_int_equal(wend_planner_add_request(p->full, &request, &p->ids[1][i]), WEND_OK);
    }
}

static void end(watched_pair *p)
{
    wend_path_destroy(p->path);
    wend_planner_destroy(p->full);
    planner_stage_free(&p->s);
}

static bool are_alike(watched_pair *p)
{
    for (uint64_t i = 0; i < WATCHED; i++) {
        wend_planner_answer a;
        wend_planner_answer b;
        const wend_result x = wend_planner_poll(p->s.planner, p->ids[0][i], &a, p->s.path);
        const wend_result y = wend_planner_poll(p->full, p->ids[1][i], &b, p->path);
        if (x != y || !planner_stage_same(p->s.path, p->path) || a.asked != b.asked) {
            print_message("request %llu: %s, cost %.6f; with all tested %s, cost %.6f\n",
                          (unsigned long long)i, wend_result_text(x),
                          wend_cost_to_double(a.path.cost), wend_result_text(y),
                          wend_cost_to_double(b.path.cost));
            return false;
        }
    }
    return true;
}

static uint64_t tested(wend_planner *planner, uint64_t *broken)
{
    wend_planner_stats stats;
    wend_planner_get_stats(planner, &stats);
    *broken += stats.broken;
    return stats.watched;
}

/* Changes the world, over graphs now and then only the walls beside it, or the edges there are. */
static void edit(planner_stage *s, uint64_t i)
{
    const uint32_t way = wend_random_below(s->seed, i, 6, 4);
    if (s->graph == NULL) {
        planner_stage_edit(s);
    } else if (way == 1) {
        const wend_vec3 at = planner_stage_query(s, 300 + i).to;
        wend_wall_id wall;
        assert_int_equal(wend_walls_add_segment(s->walls, (wend_vec2){at.x - 1, at.y},
                                                (wend_vec2){at.x, at.y + 1}, WEND_STOPS_ALL, 0,
                                                &wall),
                         WEND_OK);
        if (i % 3 == 0) {
            assert_int_equal(wend_walls_remove(s->walls, wall), WEND_OK);
        }
    } else {
        const uint32_t edge = wend_random_below(s->seed, i, 7, wend_graph_edge_limit(s->graph));
        wend_graph_edge def;
        if (wend_graph_get_edge(s->graph, edge, &def) == WEND_OK && way == 2) {
            assert_int_equal(wend_graph_add_edge(s->graph, &def, NULL), WEND_OK);
        }
        (void)(way == 0 ? wend_graph_set_open(s->graph, edge, i % 4 == 0)
                        : wend_graph_remove_edge(s->graph, edge));
    }
}

static bool marks_hold(uint64_t seed, void *context)
{
    setting *of = context;
    bool holds = true;
    for (int kind = STAGE_GRID; kind <= STAGE_MESH_ROUND && holds; kind++) {
        uint64_t *sums = of->sums[kind];
        watched_pair p;
        begin(&p, seed, (planner_stage_kind)kind);
        for (uint64_t i = 0; i < EDITS && holds; i++) {
            const uint64_t loose = wend_random_below(seed, i, 5, 2 * WATCHED);
            if (i > 0) {
                edit(&p.s, i);
            }
            assert_int_equal(wend_planner_update(p.s.planner, NULL), WEND_OK);
            assert_int_equal(wend_planner_update(p.full, NULL), WEND_OK);
            holds = are_alike(&p);
            if (loose < WATCHED) { /* gone already: stale, in both */
                (void)wend_planner_release(p.s.planner, p.ids[0][loose]);
                (void)wend_planner_release(p.full, p.ids[1][loose]);
            }
        }
        sums[0] += tested(p.s.planner, &sums[2]);
        sums[1] += tested(p.full, &sums[3]);
        end(&p);
    }
    return holds;
}

static void marks_find_all_paths_that_edits_break(void **state)
{
    (void)state;
    setting of = {{{0}}};
    gen_property("planner_marks", 12, marks_hold, &of);
    for (int kind = STAGE_GRID; kind <= STAGE_MESH_ROUND; kind++) {
        const uint64_t *sums = of.sums[kind];
        print_message("kind %d: %lu tests, %lu without marks, %lu paths broken\n", kind,
                      (unsigned long)sums[0], (unsigned long)sums[1], (unsigned long)sums[2]);
        assert_int_equal(sums[2], sums[3]);
        assert_true(sums[2] > 0);
        assert_true(sums[0] < sums[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(marks_find_all_paths_that_edits_break)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
