/* Path queries through a world of any kind. */
#ifndef CLI_WORLD_WORLD_PATH_H
#define CLI_WORLD_WORLD_PATH_H

#include "json.h"
#include "wend/search.h"
#include "wend/types.h"
#include "world/world.h"

/* A position on the command line. */
typedef struct path_end {
    wend_vec3 at;
    const char *item; /* an item's name or "#3"; NULL = at holds, if it was given */
    bool is_given;
} path_end;

typedef enum path_smoothing {
    PATH_SMOOTHING_NONE,
    PATH_SMOOTHING_QUICK,
    PATH_SMOOTHING_PRECISE
} path_smoothing;

/* A query. */
typedef struct world_path_query {
    path_end from, to;
    const char *method; /* NULL = the world's best */
    double weight;      /* 0 = not said */
    int64_t max_steps;  /* 0 = no limit */
    path_smoothing smoothing;
} world_path_query;

/* Its answer. */
typedef struct world_path {
    wend_vec3 from, to;
    wend_result result;
    wend_failure_reason reason;
    const char *method; /* the one that ran */
    double bound, cost, length;
    uint64_t expanded, generated;
    size_t memory_bytes;
    uint64_t prepare_ns, search_ns;
    wend_path *path;
} world_path;

/** Adds --from, --to, --method, --weight, --max-steps and --smooth. */
void world_path_add_options(args *a, world_path_query *request);
/** Finds the path, or reports a failure; close it in any case. No path is no failure. May add start
 * and goal to the world's graph. @return CLI_OK or CLI_BAD. */
int world_path_find(const cli *c, world *w, const world_path_query *request, world_path *found);
void world_path_close(world_path *found);

/** Reason for the lack of a path, as text. */
void world_path_explain(const world *w, const world_path *found, char *text, size_t capacity);
/** result, from, to, method, exact, bound, cost, length, expanded, generated, memory_bytes,
 * prepare_us, us; reason and why; legs. */
void world_path_json(json *j, const world *w, const world_path *found, path_smoothing smoothing);
void world_path_text(const world *w, const world_path *found);
/** Draws path, start and goal on a world's picture. */
void world_path_paint(const world *w, const world_path *found, const wend_draw *draw);

#endif
