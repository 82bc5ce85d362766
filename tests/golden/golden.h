/* The parts of the golden program, which prints `name hash` for each of them.
 *
 * A part computes something from fixed numbers and gives its fingerprint (wend_hash_u64 over the
 * bits of everything that came out; never over raw memory). The lines must be the same for every
 * compiler, level of optimisation and processor: expected.txt holds them. No libc mathematics, no
 * files, no clock, less than a second unoptimised.
 *
 * To add one: a function here, its body in golden_<room>.c, a row in golden.c, and the new line
 * from `golden` in expected.txt.
 */
#ifndef TEST_GOLDEN_H
#define TEST_GOLDEN_H

#include "wend/wend.h"

uint64_t golden_base_random(void);
uint64_t golden_base_hash(void);
uint64_t golden_path_walk(void);
uint64_t golden_path_smooth(void);
uint64_t golden_search(void);
uint64_t golden_search_hex(void);
uint64_t golden_search_wrap(void);
uint64_t golden_search_turning(void);
uint64_t golden_path_hex(void);
uint64_t golden_walls(void);
uint64_t golden_mesh(void);
uint64_t golden_mesh_disc(void);
uint64_t golden_graph(void);
uint64_t golden_flow(void);
uint64_t golden_steer(void);
uint64_t golden_crowd(void);
uint64_t golden_items(void);
uint64_t golden_explore(void);
uint64_t golden_layers(void);
uint64_t golden_mesh_overlay(void);
uint64_t golden_hierarchy(void);
uint64_t golden_mesh_routes(void);
uint64_t golden_memory(void);
uint64_t golden_markers(void);
uint64_t golden_smell(void);
uint64_t golden_mind(void);
uint64_t golden_machines(void);
uint64_t golden_messages(void);
uint64_t golden_traffic(void);
uint64_t golden_commander(void);
uint64_t golden_terrain_analysis(void);
uint64_t golden_influence(void);
uint64_t golden_senses(void);
uint64_t golden_trigger(void);
uint64_t golden_cover(void);
uint64_t golden_reserve(void);
uint64_t golden_rules(void);
uint64_t golden_squads(void);
uint64_t golden_minds(void);
uint64_t golden_perceptions(void);

/** The results that every version must give; the number of expanded nodes is not part of them. */
uint64_t golden_add_answer(uint64_t hash, wend_search *search, const wend_search_query *query);

#endif
