/* The list of rooms. */
#include "fuzz.h"

#if defined(WEND_HAVE_RECAST)
extern const fuzz_room room_bake;
#endif
extern const fuzz_room room_base, room_grid, room_walls, room_graph, room_search, room_path,
    room_mesh, room_items, room_planner, room_hierarchy, room_flow, room_crowd, room_steer,
    room_explore, room_reserve, room_cover, room_trigger, room_mind, room_traffic, room_commander,
    room_mix, room_terrain_analysis, room_influence, room_senses, room_rules, room_squad,
    room_thinking, room_memory, room_io;

extern const fuzz_room room_messages;
extern const fuzz_room room_machines;
const fuzz_room *const fuzz_rooms[] = {
    &room_base,
    &room_grid,
    &room_walls,
    &room_graph,
    &room_search,
    &room_path,
    &room_mesh,
    &room_items,
    &room_planner,
    &room_flow,
    &room_crowd,
    &room_steer,
    &room_io,
    &room_hierarchy,
    &room_explore,
    &room_reserve,
    &room_cover,
    &room_trigger,
    &room_mind,
    &room_traffic,
    &room_commander,
    &room_mix,
    &room_terrain_analysis,
    &room_influence,
    &room_senses,
    &room_rules,
    &room_squad,
    &room_thinking,
    &room_memory,
    &room_messages,
    &room_machines,
#if defined(WEND_HAVE_RECAST)
    &room_bake,
#endif
};
const size_t fuzz_room_count = sizeof fuzz_rooms / sizeof *fuzz_rooms;
