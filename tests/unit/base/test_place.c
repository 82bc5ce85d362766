/* No object is made or loaded without a place for it, a definition and bytes: the call is refused, and a
 * place that is given is set to NULL first. One line for each object. */
#include "support/test.h"

#include "wend/wend.h"

/* What a place holds before a call. */
static int old_content;
/* Bytes of no object. */
static const uint8_t bytes[4] = {1, 2, 3, 4};

#define CREATES(def_type, type, default_def, create)                                               \
    do {                                                                                           \
        const def_type def = default_def();                                                        \
        type *it = (void *)&old_content;                                                           \
        assert_true(create(&def, NULL) == WEND_ERROR_ARGUMENT);                                    \
        assert_true(create(NULL, &it) == WEND_ERROR_ARGUMENT);                                     \
        assert_true(it == NULL);                                                                   \
    } while (false)

/* Where a definition is optional, and for bytes of no object, it is the file that is at fault. */
#define LOADS(def_type, type, default_def, load)                                                   \
    do {                                                                                           \
        const def_type def = default_def();                                                        \
        def_type without_cookie = def;                                                             \
        type *it = (void *)&old_content;                                                           \
        without_cookie.cookie = 0;                                                                 \
        assert_true(load(&def, bytes, sizeof bytes, NULL) == WEND_ERROR_ARGUMENT);                 \
        assert_true(load(NULL, bytes, sizeof bytes, &it) < 0);                                     \
        assert_true(it == NULL);                                                                   \
        it = (void *)&old_content;                                                                 \
        assert_true(load(&without_cookie, bytes, sizeof bytes, &it) == WEND_ERROR_ARGUMENT);       \
        assert_true(it == NULL);                                                                   \
        it = (void *)&old_content;                                                                 \
        assert_true(load(&def, NULL, sizeof bytes, &it) == WEND_ERROR_ARGUMENT);                   \
        assert_true(it == NULL);                                                                   \
        it = (void *)&old_content;                                                                 \
        assert_true(load(&def, NULL, 0, &it) < 0);                                                 \
        assert_true(it == NULL);                                                                   \
        it = (void *)&old_content;                                                                 \
        assert_true(load(&def, bytes, sizeof bytes, &it) < 0);                                     \
        assert_true(it == NULL);                                                                   \
    } while (false)

static void nothing_is_made_without_definition_and_place(void **state)
{
    (void)state;
    CREATES(wend_clearance_def, wend_clearance, wend_clearance_def_default, wend_clearance_create);
    CREATES(wend_commander_def, wend_commander, wend_commander_def_default, wend_commander_create);
    CREATES(wend_cover_def, wend_cover, wend_cover_def_default, wend_cover_create);
    CREATES(wend_crowd_def, wend_crowd, wend_crowd_def_default, wend_crowd_create);
    CREATES(wend_cell_explorer_def, wend_cell_explorer, wend_cell_explorer_def_default,
            wend_cell_explorer_create);
    CREATES(wend_explored_map_def, wend_explored_map, wend_explored_map_def_default,
            wend_explored_map_create);
    CREATES(wend_explorers_def, wend_explorers, wend_explorers_def_default, wend_explorers_create);
    CREATES(wend_flow_def, wend_flow, wend_flow_def_default, wend_flow_create);
    CREATES(wend_graph_def, wend_graph, wend_graph_def_default, wend_graph_create);
    CREATES(wend_grid_def, wend_grid, wend_grid_def_default, wend_grid_create);
    CREATES(wend_grid_walls_def, wend_grid_walls, wend_grid_walls_def_default,
            wend_grid_walls_create);
    CREATES(wend_hierarchy_def, wend_hierarchy, wend_hierarchy_def_default, wend_hierarchy_create);
    CREATES(wend_hierarchy_search_def, wend_hierarchy_search, wend_hierarchy_search_def_default,
            wend_hierarchy_search_create);
    CREATES(wend_incremental_def, wend_incremental, wend_incremental_def_default,
            wend_incremental_create);
    CREATES(wend_index_def, wend_index, wend_index_def_default, wend_index_create);
    CREATES(wend_index_search_def, wend_index_search, wend_index_search_def_default,
            wend_index_search_create);
    CREATES(wend_influence_def, wend_influence, wend_influence_def_default, wend_influence_create);
    CREATES(wend_islands_def, wend_islands, wend_islands_def_default, wend_islands_create);
    CREATES(wend_items_def, wend_items, wend_items_def_default, wend_items_create);
    CREATES(wend_machines_def, wend_machines, wend_machines_def_default, wend_machines_create);
    CREATES(wend_markers_def, wend_markers, wend_markers_def_default, wend_markers_create);
    CREATES(wend_memories_def, wend_memories, wend_memories_def_default, wend_memories_create);
    CREATES(wend_mesh_space_def, wend_mesh_space, wend_mesh_space_def_default,
            wend_mesh_space_create);
    CREATES(wend_messages_def, wend_messages, wend_messages_def_default, wend_messages_create);
    CREATES(wend_minds_def, wend_minds, wend_minds_def_default, wend_minds_create);
    CREATES(wend_mix_def, wend_mix, wend_mix_def_default, wend_mix_create);
    CREATES(wend_pathfinder_def, wend_pathfinder, wend_pathfinder_def_default,
            wend_pathfinder_create);
    CREATES(wend_planner_def, wend_planner, wend_planner_def_default, wend_planner_create);
    CREATES(wend_predictor_def, wend_predictor, wend_predictor_def_default, wend_predictor_create);
    CREATES(wend_reservations_def, wend_reservations, wend_reservations_def_default,
            wend_reservations_create);
    CREATES(wend_rules_def, wend_rules, wend_rules_def_default, wend_rules_create);
    CREATES(wend_space_def, wend_space, wend_space_def_default, wend_space_create);
    CREATES(wend_search_def, wend_search, wend_search_def_default, wend_search_create);
    CREATES(wend_senses_def, wend_senses, wend_senses_def_default, wend_senses_create);
    CREATES(wend_smell_def, wend_smell, wend_smell_def_default, wend_smell_create);
    CREATES(wend_squads_def, wend_squads, wend_squads_def_default, wend_squads_create);
    CREATES(wend_table_def, wend_table, wend_table_def_default, wend_table_create);
    CREATES(wend_tactics_def, wend_tactics, wend_tactics_def_default, wend_tactics_create);
    CREATES(wend_terrain_analysis_def, wend_terrain_analysis, wend_terrain_analysis_def_default,
            wend_terrain_analysis_create);
    CREATES(wend_traffic_def, wend_traffic, wend_traffic_def_default, wend_traffic_create);
    CREATES(wend_triggers_def, wend_triggers, wend_triggers_def_default, wend_triggers_create);
    CREATES(wend_walls_def, wend_walls, wend_walls_def_default, wend_walls_create);
}

static void nothing_is_loaded_without_bytes_and_place(void **state)
{
    (void)state;
    LOADS(wend_commander_def, wend_commander, wend_commander_def_default, wend_commander_load);
    LOADS(wend_cover_def, wend_cover, wend_cover_def_default, wend_cover_load);
    LOADS(wend_graph_def, wend_graph, wend_graph_def_default, wend_graph_load);
    LOADS(wend_hierarchy_def, wend_hierarchy, wend_hierarchy_def_default, wend_hierarchy_load);
    LOADS(wend_index_def, wend_index, wend_index_def_default, wend_index_load);
    LOADS(wend_influence_def, wend_influence, wend_influence_def_default, wend_influence_load);
    LOADS(wend_items_def, wend_items, wend_items_def_default, wend_items_load);
    LOADS(wend_machines_def, wend_machines, wend_machines_def_default, wend_machines_load);
    LOADS(wend_markers_def, wend_markers, wend_markers_def_default, wend_markers_load);
    LOADS(wend_memories_def, wend_memories, wend_memories_def_default, wend_memories_load);
    LOADS(wend_mesh_def, wend_mesh, wend_mesh_def_default, wend_mesh_load);
    LOADS(wend_messages_def, wend_messages, wend_messages_def_default, wend_messages_load);
    LOADS(wend_minds_def, wend_minds, wend_minds_def_default, wend_minds_load);
    LOADS(wend_mix_def, wend_mix, wend_mix_def_default, wend_mix_load);
    LOADS(wend_predictor_def, wend_predictor, wend_predictor_def_default, wend_predictor_load);
    LOADS(wend_reservations_def, wend_reservations, wend_reservations_def_default,
          wend_reservations_load);
    LOADS(wend_rules_def, wend_rules, wend_rules_def_default, wend_rules_load);
    LOADS(wend_senses_def, wend_senses, wend_senses_def_default, wend_senses_load);
    LOADS(wend_smell_def, wend_smell, wend_smell_def_default, wend_smell_load);
    LOADS(wend_squads_def, wend_squads, wend_squads_def_default, wend_squads_load);
    LOADS(wend_table_def, wend_table, wend_table_def_default, wend_table_load);
    LOADS(wend_tactics_def, wend_tactics, wend_tactics_def_default, wend_tactics_load);
    LOADS(wend_terrain_analysis_def, wend_terrain_analysis, wend_terrain_analysis_def_default,
          wend_terrain_analysis_load);
    LOADS(wend_traffic_def, wend_traffic, wend_traffic_def_default, wend_traffic_load);
    LOADS(wend_triggers_def, wend_triggers, wend_triggers_def_default, wend_triggers_load);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_made_without_definition_and_place),
        cmocka_unit_test(nothing_is_loaded_without_bytes_and_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
