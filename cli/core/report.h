/* The arguments for searching, and reports of answers and paths. */
#ifndef CLI_CORE_REPORT_H
#define CLI_CORE_REPORT_H

#include "core/args.h"
#include "json.h"

#include "wend/pathfinder.h"
#include "wend/search.h"
#include "wend/types.h"

/* Options of a search. */
typedef struct report_query {
    wend_method method;
    wend_heuristic heuristic;
    double weight; /* 0 = not given */
    int64_t max_steps;
    double max_cost;
    double noise;
    int64_t noise_seed;
    /* of turning; -1 = not given */
    double turn_cost;
    int64_t start_heading, goal_heading, most_turn;
    bool has_fewest_turns;
    wend_turning turning; /* set by report_query_make */
} report_query;

report_query report_query_default(void);
/** Adds --method, --heuristic, --weight, --max-steps, --max-cost, --noise and --noise-seed. */
void report_query_add(args *a, report_query *how);
/** Adds --turn-cost, --start-heading, --goal-heading, --most-turn and --fewest-turns. */
void report_turning_add(args *a, report_query *how);
/** True if any option about turning is set. */
bool report_query_turns(const report_query *how);
/** Reads the name of a method of grids and graphs into a wend_method, as an arg_read_fn. */
bool report_method_read(void *target, const char *text, arg_expected *expected);
/** Adds --method alone. */
void report_method_add(args *a, wend_method *method);
/** Reports a failure if options exclude each other. */
bool report_query_fits(const cli *c, const report_query *how);
/** A query with all but the ends set; valid as long as how is. */
wend_search_query report_query_make(report_query *how);

/** The same for a pathfinder; its path leads from cell to cell. */
wend_path_query report_path_query_make(report_query *how);

/** A search on a shared space, or a failure. @return CLI_OK or CLI_BAD. */
int report_search(const cli *c, const wend_space *space, wend_search **search);

/** "path", "no-path", "partial". */
const char *report_result_name(wend_result result);

/** method, exact, cost (null without a path), bound, expanded, generated, max_frontier,
 * memory_bytes; with a heading also turns and heading. */
void report_answer_json(json *j, const wend_search_answer *answer);
/** A node as [x, y]. */
void report_node_json(json *j, const char *key, const wend_grid *grid, wend_node node);
/** path_cost, length, and legs. */
void report_path_json(json *j, const wend_grid *grid, const wend_path *path);

/** Cost, length and legs, in a line. */
void report_path_text(const wend_path *path);
/** A line for each leg. */
void report_legs_text(const wend_grid *grid, const wend_path *path);
/** Method, expanded nodes, time, in a line. */
void report_effort(const wend_search_answer *answer, uint64_t nanoseconds);

#endif
