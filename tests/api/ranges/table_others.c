/* The fields of definitions that are no numbers and have no range. */
#include "ranges.h"

const unbounded_fields unbounded[] = {
    {"wend_bake_def", " points corners areas is_two_sided factors executor allocator message"},
    {"wend_pool_def", " allocator message"},
    {"wend_clearance_def", " grid is_deferred allocator message"},
    {"wend_crowd_def",
     " has_own_flow has_contact_reports floors floor_heights grid walls classes flow "
     "route_source jam_grid jam_graph jam_mesh executor allocator "
     "message"},
    {"wend_profile_source_def", " planner rules items"},
    {"wend_cell_explorer_def", " grid allocator message"},
    {"wend_explored_map_def", " like origin allocator message"},
    {"wend_explorers_def", " crowd map is_careful allocator message"},
    {"wend_explorer_def", " goal"},
    {"wend_flow_def",
     " grid floors joins classes is_fine has_angles has_line_of_sight executor allocator message"},
    {"wend_flow_request_def", " goals areas sources covers_all"},
    {"wend_formation_def", " slots is_narrowing is_waiting"},
    {"wend_graph_def", " allocator message"},
    {"wend_graph_edge", " follows_length is_two_way is_open"},
    {"wend_graph_nearest_query", " walls examined"},
    {"wend_graph_build_def", " points reduces executor allocator message"},
    {"wend_grid_def", " allocator message"},
    {"wend_map_options", " uses_glyph_cost colours entry data_folder tile_property read "
                         "read_context allocator message"},
    {"wend_picture_def", " is_y_up allocator message"},
    {"wend_level_options", " entry opens_doors uses_lifts map allocator message"},
    {"wend_mesh_options", " factors is_strict allocator message"},
    {"wend_islands_def", " grid clearance is_deferred allocator message"},
    {"wend_items_def", " allocator message"},
    {"wend_item", " is_active"},
    {"wend_items_query", " is_inactive_found is_item user"},
    {"wend_level_grid_def", " allocator message"},
    {"wend_level_mesh_def", " merges keeps_regions allocator message"},
    {"wend_link_def", " is_two_way is_open"},
    {"wend_mesh_def",
     " points corners sizes neighbours areas flags factors is_strict allocator message"},
    {"wend_mesh_outlines",
     " points sizes is_hole areas factors merges is_strict allocator message"},
    {"wend_mesh_grid_def", " allocator message"},
    {"wend_mesh_link", " from to is_two_way is_open"},
    {"wend_mesh_space_def", " mesh factors has_islands allocator message"},
    {"wend_mesh_search_query", " start goal goals is_goal user"},
    {"wend_path_walls", " walls keeps user"},
    {"wend_path_rounding", " walls keeps user"},
    {"wend_space_def", " grid graph behaviour_factors clearance islands has_jump_table is_deferred "
                       "executor allocator message"},
    {"wend_turning", " fewest_turns"},
    {"wend_search_query",
     " starts start_costs goals goal_costs is_goal estimate user turning records_order"},
    {"wend_search_def", " space grid allocator message"},
    {"wend_stamp_def", " costs is_mirrored"},
    {"wend_index_def", " space max_steps max_bytes executor allocator message"},
    {"wend_index_search_def", " index space allocator message"},
    {"wend_incremental_def", " space allocator message"},
    {"wend_hierarchy_def", " space mesh_space regions executor allocator message"},
    {"wend_hierarchy_search_def", " hierarchy allocator message"},
    {"wend_table_def", " space has_costs executor allocator message"},
    {"wend_walls_def", " allocator message"},
    {"wend_pathfinder_def", " space mesh_space grid graph mesh level table walls has_jump_table "
                            "has_index has_hierarchy has_islands behaviour_factors "
                            "area_factors executor allocator message"},
    {"wend_planner_def", " grid graph mesh level walls executor allocator message"},
    {"wend_planner_profile_def",
     " table has_jump_table is_deferred has_index has_hierarchy has_islands behaviour_factors "
     "area_factors"},
    {"wend_planner_request_def", " query is_cost_only keeps_valid on_answer user"},
    {"wend_path_query", " positions tags items is_goal is_item user is_searched is_nearest_allowed "
                        "estimate turning records_order"},
};
const size_t unbounded_count = sizeof unbounded / sizeof *unbounded;
