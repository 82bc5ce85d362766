/* The benchmarks as the command `wend bench` calls them. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

/** `wend bench search`: searches on grids beside plain A*, A* with buckets and Boost.Graph. Tables
 * on stdout (Markdown, or JSON with --json), progress on stderr; --help lists the options.
 * @param argv argv[0] is the word before the options.
 * @return 0; 1 when answers differ or something failed; 2 for wrong options. */
int wend_bench_search_main(int argc, char **argv);

/** `wend bench mesh`: the shortest path over meshes beside Detour, on the same polygons and the
 * same queries, point location left out on both sides. Arguments and results as for search. */
int wend_bench_mesh_main(int argc, char **argv);

/** `wend bench graph`: nearest nodes among few and many. Arguments and results as for search. */
int wend_bench_graph_main(int argc, char **argv);

/** `wend bench flow`: flow fields beside queue floods and Dial's buckets. Arguments and results as
 * for search. */
int wend_bench_flow_main(int argc, char **argv);

/** `wend bench crowd`: arrivals and quality of crowds, and the time of a tick, beside DetourCrowd.
 * Arguments and results as for search. */
int wend_bench_crowd_main(int argc, char **argv);

/** `wend bench planner`: many path requests under a budget. Arguments and results as for search. */
int wend_bench_planner_main(int argc, char **argv);

/** `wend bench hierarchy`: hierarchies on grids beside A* and jump points: what paths cost over the
 * least, and times. Arguments and results as for search. */
int wend_bench_hierarchy_main(int argc, char **argv);

/** `wend bench mind`: what many agents perceive and decide by. Arguments and results as for search.
 */
int wend_bench_mind_main(int argc, char **argv);

#endif
