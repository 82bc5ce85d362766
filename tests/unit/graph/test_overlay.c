/* Overlays of a graph: discs and edges, layers, ticks, ids, bytes, and the spaces that count them. */
#include "edges.h"

#include "wend/graph_overlay.h"
#include "wend/search.h"

static wend_overlay_id overlay(wend_graph *graph, uint32_t layers, double keep)
{
    wend_graph_overlay_def def = wend_graph_overlay_def_default();
    wend_overlay_id id;
    def.layers = layers;
    def.keep = keep;
    assert_int_equal(wend_graph_add_overlay(graph, &def, &id, NULL), WEND_OK);
    return id;
}

/* A straight way of 10 m, edge 0, and a detour of 3 + 10 + 3 m, edges 1 to 3. */
static wend_graph *two_ways(void)
{
    wend_graph *graph = graphs_empty();
    const wend_node a = add(graph, 0, 0);
    const wend_node b = add(graph, 10, 0);
    const wend_node c = add(graph, 0, 3);
    const wend_node d = add(graph, 10, 3);
    join(graph, a, b);
    join(graph, a, c);
    join(graph, c, d);
    join(graph, d, b);
    return graph;
}

static void a_disc_adds_for_each_metre_within_it(void **state)
{
    (void)state;
    wend_graph *graph = two_ways();
    const wend_overlay_id id = overlay(graph, 1, 1);
    const wend_cost base = edge_of(graph, 0).cost;
    assert_int_equal(wend_graph_overlay_add(graph, id, (wend_vec2){5, 0}, 2, 3 * WEND_OVERLAY_ONE),
                     WEND_OK);
    assert_int_equal(wend_graph_overlay_value(graph, id, 0), 12 * WEND_OVERLAY_ONE);
    assert_int_equal(wend_graph_overlay_value(graph, id, 1), 0);
    assert_int_equal(wend_graph_overlay_value(graph, id, 2), 0);
    assert_true(wend_graph_overlay_cost(graph, 1, 0) == 12 * WEND_COST_ONE);
    assert_true(wend_graph_overlay_cost(graph, ~1u, 0) == 0);
    assert_true(edge_of(graph, 0).cost == base);
    /* Away from the ends, at an end, and none at all. */
    assert_int_equal(wend_graph_overlay_add(graph, id, (wend_vec2){0, 3}, 1, 256), WEND_OK);
    assert_int_equal(wend_graph_overlay_value(graph, id, 1), 256);
    assert_int_equal(wend_graph_overlay_value(graph, id, 2), 256);
    assert_int_equal(wend_graph_overlay_add(graph, id, (wend_vec2){0, 3}, 0, 256), WEND_OK);
    assert_int_equal(wend_graph_overlay_add(graph, id, (wend_vec2){50, 3}, 1, 256), WEND_OK);
    assert_int_equal(wend_graph_overlay_value(graph, id, 1), 256);
    /* Limits. */
    assert_int_equal(wend_graph_overlay_add(graph, id, (wend_vec2){0, 0}, 1e300, INT32_MAX),
                     WEND_OK);
    assert_int_equal(wend_graph_overlay_value(graph, id, 0), 64 * WEND_OVERLAY_ONE);
    assert_int_equal(wend_graph_overlay_add(graph, id, (wend_vec2){0, 0}, 1e300, INT32_MIN),
                     WEND_OK);
    assert_int_equal(wend_graph_overlay_value(graph, id, 0), 0);
    wend_graph_destroy(graph);
}

static void ladders_count_whole_and_teleports_only_by_name(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    wend_graph_node top = wend_graph_node_default();
    top.height = 4;
    const wend_node a = add(graph, 0, 0);
    const wend_node b = graphs_add_node(graph, top);
    const wend_node c = add(graph, 10, 0);
    const uint32_t ladder = join(graph, a, b);
    wend_graph_edge def = wend_graph_edge_default();
    def.from = a;
    def.to = c;
    def.behaviour = WEND_BEHAVIOUR_TELEPORT;
    const uint32_t teleport = graphs_add_edge(graph, def);
    const wend_overlay_id id = overlay(graph, 1, 1);
    assert_int_equal(wend_graph_overlay_add(graph, id, (wend_vec2){0.5, 0}, 1, 256), WEND_OK);
    assert_int_equal(wend_graph_overlay_value(graph, id, ladder), 4 * 256);
    assert_int_equal(wend_graph_overlay_value(graph, id, teleport), 0);
    assert_int_equal(wend_graph_overlay_add_edge(graph, id, teleport, 300), WEND_OK);
    assert_int_equal(wend_graph_overlay_value(graph, id, teleport), 300);
    assert_true(wend_graph_overlay_cost(graph, 1, teleport) == WEND_COST_ONE + WEND_COST_ONE / 8);
    wend_graph_destroy(graph);
}

static void a_tick_makes_a_revision_only_where_a_step_changes(void **state)
{
    (void)state;
    wend_graph *graph = two_ways();
    const wend_overlay_id id = overlay(graph, 1, 0.5);
    uint64_t revision = wend_graph_revision(graph);
    wendi_graph_change changes[8];
    size_t count;
    assert_int_equal(wend_graph_overlay_add_edge(graph, id, 2, 16), WEND_OK);
    assert_true(wend_graph_revision(graph) == revision);
    assert_int_equal(wend_graph_overlay_add_edge(graph, id, 2, 16), WEND_OK);
    assert_true(wend_graph_revision(graph) == revision + 1);
    assert_int_equal(wend_graph_overlay_tick(graph, id), WEND_OK);
    assert_true(wend_graph_revision(graph) == revision + 2);
    assert_int_equal(wend_graph_overlay_value(graph, id, 2), 16);
    for (uint32_t value = 8; value > 0; value /= 2) {
        assert_int_equal(wend_graph_overlay_tick(graph, id), WEND_OK);
        assert_int_equal(wend_graph_overlay_value(graph, id, 2), value);
    }
    assert_int_equal(wend_graph_overlay_tick(graph, id), WEND_OK);
    assert_int_equal(wend_graph_overlay_value(graph, id, 2), 0);
    assert_true(wend_graph_revision(graph) == revision + 2);
    assert_true(wendi_graph_list_changes(graph, revision, changes, 8, &count));
    assert_int_equal(count, 2);
    assert_int_equal(changes[1].number, 2);
    wend_graph_destroy(graph);
}

static uint32_t first_edge_from(const wend_graph *graph, const wend_space *space)
{
    wend_search_def def = wend_search_def_default();
    wend_search_query query = wend_search_query_default();
    wend_search *search = NULL;
    wend_search_answer answer;
    def.space = space;
    query.start = 0;
    query.goal = 1;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    assert_int_equal(wend_search_find(search, &query), WEND_OK);
    wend_search_get_answer(search, &answer);
    const bool is_straight =
        answer.cost == edge_of(graph, 0).cost + wend_graph_overlay_cost(graph, 1, 0);
    wend_search_destroy(search);
    return is_straight ? 0 : 1;
}

static void a_space_counts_its_layers_only(void **state)
{
    (void)state;
    wend_graph *graph = two_ways();
    wend_space_def def = wend_space_def_default();
    wend_space *jams = NULL;
    wend_space *danger = NULL;
    def.graph = graph;
    assert_int_equal(def.overlay_layers, WEND_LAYER_JAM);
    assert_int_equal(wend_space_create(&def, &jams), WEND_OK);
    def.overlay_layers = 2;
    assert_int_equal(wend_space_create(&def, &danger), WEND_OK);
    const wend_overlay_id id = overlay(graph, 2, 1);
    assert_int_equal(wend_graph_overlay_add(graph, id, (wend_vec2){5, 0}, 2, 3 * WEND_OVERLAY_ONE),
                     WEND_OK);
    assert_int_equal(wend_space_update(jams), WEND_OK);
    assert_int_equal(wend_space_update(danger), WEND_OK);
    assert_int_equal(first_edge_from(graph, jams), 0);
    assert_int_equal(first_edge_from(graph, danger), 1);
    assert_int_equal(wend_graph_remove_overlay(graph, id), WEND_OK);
    assert_int_equal(wend_space_update(danger), WEND_OK);
    assert_int_equal(first_edge_from(graph, danger), 0);
    wend_space_destroy(jams);
    wend_space_destroy(danger);
    wend_graph_destroy(graph);
}

static void ids_definitions_and_arguments_are_checked(void **state)
{
    (void)state;
    wend_graph *graph = two_ways();
    wend_graph_overlay_def def = wend_graph_overlay_def_default();
    wend_graph_overlay_def got;
    wend_overlay_id ids[WEND_GRAPH_OVERLAYS_MAX + 1];
    size_t count;
    const uint64_t hash = wend_graph_hash(graph);
    def.keep = 2;
    assert_int_equal(wend_graph_add_overlay(graph, &def, &ids[0], NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_graph_hash(graph) == hash);
    def.keep = 0.3;
    def.layers = 6;
    for (uint32_t i = 0; i < WEND_GRAPH_OVERLAYS_MAX; i++) {
        assert_int_equal(wend_graph_add_overlay(graph, &def, &ids[i], NULL), WEND_OK);
        assert_int_equal(ids[i].index1, i + 1);
    }
    assert_int_equal(wend_graph_add_overlay(graph, &def, &ids[16], NULL), WEND_ERROR_FULL);
    assert_int_equal(wend_graph_get_overlay(graph, ids[3], &got), WEND_OK);
    assert_int_equal(got.layers, 6);
    assert_true(got.keep > 0.2999 && got.keep < 0.3001);
    assert_int_equal(wend_graph_remove_overlay(graph, ids[3]), WEND_OK);
    assert_int_equal(wend_graph_remove_overlay(graph, ids[3]), WEND_ERROR_STALE);
    assert_int_equal(wend_graph_overlay_tick(graph, ids[3]), WEND_ERROR_STALE);
    assert_int_equal(wend_graph_list_overlays(graph, ids, 2, &count), WEND_TRUNCATED);
    assert_int_equal(count, WEND_GRAPH_OVERLAYS_MAX - 1);
    assert_int_equal(wend_graph_add_overlay(graph, &def, &ids[4], NULL), WEND_OK);
    assert_int_equal(ids[4].index1, 4);
    assert_int_equal(ids[4].generation, 2);
    assert_int_equal(wend_graph_overlay_add(graph, ids[4], (wend_vec2){0, 0}, -1, 1),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_graph_overlay_add(graph, (wend_overlay_id){0, 0}, (wend_vec2){0, 0}, 1, 1),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_overlay_add_edge(graph, ids[4], 4, 1), WEND_ERROR_STALE);
    wend_graph_destroy(graph);
}

/* Byte 4 to 7 are the version. */
static void a_graph_that_never_had_an_overlay_keeps_its_old_bytes(void **state)
{
    (void)state;
    uint8_t bytes[1024];
    size_t count;
    wend_graph *graph = two_ways();
    wend_graph *loaded;
    assert_int_equal(wend_graph_save(graph, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(bytes[4], 1);
    const uint64_t hash = wend_graph_hash(graph);
    const wend_overlay_id id = overlay(graph, 5, 0.5);
    assert_int_equal(wend_graph_overlay_add_edge(graph, id, 2, 1000), WEND_OK);
    assert_true(wend_graph_hash(graph) != hash);
    assert_int_equal(wend_graph_save(graph, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(bytes[4], 2);
    for (size_t i = 0; i < count; ++i) {
        assert_int_equal(wend_graph_load(NULL, bytes, i, &loaded), WEND_ERROR_FILE);
    }
    assert_int_equal(wend_graph_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_graph_hash(loaded) == wend_graph_hash(graph));
    assert_int_equal(wend_graph_overlay_value(loaded, id, 2), 1000);
    assert_int_equal(wend_graph_overlay_tick(loaded, id), WEND_OK);
    assert_int_equal(wend_graph_overlay_value(loaded, id, 2), 500);
    wend_graph_destroy(loaded);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_adds_for_each_metre_within_it),
        cmocka_unit_test(ladders_count_whole_and_teleports_only_by_name),
        cmocka_unit_test(a_tick_makes_a_revision_only_where_a_step_changes),
        cmocka_unit_test(a_space_counts_its_layers_only),
        cmocka_unit_test(ids_definitions_and_arguments_are_checked),
        cmocka_unit_test(a_graph_that_never_had_an_overlay_keeps_its_old_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
