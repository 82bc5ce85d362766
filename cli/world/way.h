/* Path queries through a world of any kind. */
#ifndef CLI_WORLD_WAY_H
#define CLI_WORLD_WAY_H

#include "json.h"
#include "wend/search.h"
#include "wend/types.h"
#include "world/world.h"

/* A position on the command line. */
typedef struct way_place {
    wend_vec3 at;
    const char *item; /* an item's name or "#3"; NULL = at holds, if it was given */
    bool is_given;
} way_place;

typedef enum way_smoothing { WAY_NONE, WAY_QUICK, WAY_PRECISE } way_smoothing;

/* A query. */
typedef struct way_question {
    way_place from, to;
    const char *method; /* NULL = the world's best */
    double weight;      /* 0 = not said */
    int64_t max_steps;  /* 0 = no limit */
    way_smoothing smoothing;
} way_question;

/* Its answer. */
typedef struct way {
    wend_vec3 from, to;
    wend_result result;
    wend_failure_reason reason;
    const char *method; /* the one that ran */
    double bound, cost, length;
    uint64_t expanded, generated;
    size_t memory_bytes;
    uint64_t prepare_ns, search_ns;
    wend_path *path;
} way;

/** Adds --from, --to, --method, --weight, --max-steps and --smooth. */
void way_question_add(args *a, way_question *question);
/** Finds the path, or reports a failure; close it in any case. No path is no failure. May add start
 * and goal to the world's graph. @return CLI_OK or CLI_BAD. */
int way_find(const cli *c, world *w, const way_question *question, way *found);
void way_close(way *found);

/** Reason for the lack of a path, as text. */
void way_explain(const world *w, const way *found, char *text, size_t capacity);
/** result, from, to, method, exact, bound, cost, length, expanded, generated, memory_bytes,
 * prepare_us, us; reason and why; legs. */
void way_json(json *j, const world *w, const way *found, way_smoothing smoothing);
void way_text(const world *w, const way *found);
/** Draws path, start and goal on a world's picture. */
void way_paint(const world *w, const way *found, const wend_draw *draw);

#endif
