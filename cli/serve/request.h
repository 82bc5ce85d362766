/* Requests of `wend serve` as lines of JSON, and their answers. */
#ifndef CLI_SERVE_REQUEST_H
#define CLI_SERVE_REQUEST_H

#include "json.h"
#include "world/world.h"

#include "wend/planner.h"
#include "wend/types.h"

#include <cjson/cJSON.h>

enum { SERVE_POSITIONS_MAX = 4096, SERVE_ERROR_CAPACITY = 512 };

/* Kinds of requests. */
typedef enum serve_kind { SERVE_PATH, SERVE_EDIT, SERVE_STATS } serve_kind;

/* An edit of a rectangle of a grid. */
typedef struct serve_edit {
    int32_t x, y, width, height, movement_class, cost;
} serve_edit;

/* A request. */
typedef struct serve_request {
    serve_kind kind;
    const cJSON *id; /* a text or a number of the line; NULL = none */
    wend_planner_request_def path;
    wend_vec3 *positions; /* [SERVE_POSITIONS_MAX], the server's */
    serve_edit edit;
} serve_request;

/** Reads a request. @param request positions as given, the rest is set. @param error
 * [SERVE_ERROR_CAPACITY], the mistake and the expected value. @return false: it is refused. */
bool serve_read(const cJSON *object, const world *w, serve_request *request, char *error);
/** Writes the id of a request, if it has one. */
void serve_put_id(json *j, const cJSON *id);
/** Writes an answer and its path. */
void serve_put_answer(json *j, const wend_planner_answer *answer, wend_result result,
                      const wend_path *path);

#endif
