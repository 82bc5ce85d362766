/* Requests of `wend serve` from JSON, and answers to it. Cost: linear in the line and the path. */
#include "serve/request.h"

#include "core/report.h"
#include "suggest.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

CLI_PRINTF(2, 3)
static bool refuse(char *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(error, SERVE_ERROR_CAPACITY, format, list);
    va_end(list);
    return false;
}

static bool is_one_of(const char *text, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/** Refuses an object with a key that is none of these. */
static bool has_known_keys(const cJSON *object, const char *const *names, size_t count, char *error)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, object)
    {
        if (!is_one_of(item->string, names, count)) {
            char suggestion[SUGGEST_CAPACITY];
            return refuse(error, "\"%.40s\": no such key%s", item->string,
                          suggest(item->string, names, count, suggestion));
        }
    }
    return true;
}

/* ---- numbers and positions ---- */

/** Reads a number from low to high; leaves the value as it is where there is no such key. */
static bool read_number(const cJSON *object, const char *key, double low, double high,
                        double *value, char *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) {
        return true;
    }
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= low && item->valuedouble <= high)) {
        return refuse(error, "\"%s\": expected a number from %.17g to %.17g", key, low, high);
    }
    *value = item->valuedouble;
    return true;
}

/** Likewise a whole number. */
static bool read_whole(const cJSON *object, const char *key, double low, double high, double *value,
                       char *error)
{
    double number = *value;
    if (!read_number(object, key, low, high, &number, error)) {
        return false;
    }
    if (number > floor(number)) {
        return refuse(error, "\"%s\": expected a whole number", key);
    }
    *value = number;
    return true;
}

static bool read_position(const cJSON *item, const char *key, wend_vec3 *position, char *error)
{
    double numbers[3] = {0.0, 0.0, 0.0};
    const int count = cJSON_IsArray(item) ? cJSON_GetArraySize(item) : 0;
    bool is_good = count == 2 || count == 3;
    for (int i = 0; i < count && is_good; i++) {
        const cJSON *number = cJSON_GetArrayItem(item, i);
        numbers[i] = cJSON_IsNumber(number) ? number->valuedouble : (double)INFINITY;
        is_good = fabs(numbers[i]) <= WEND_COORDINATE_MAX;
    }
    if (!is_good) {
        return refuse(error, "\"%s\": expected a position in metres, [x, y] or [x, y, z]", key);
    }
    *position = (wend_vec3){numbers[0], numbers[1], numbers[2]};
    return true;
}

static bool read_positions(const cJSON *list, serve_request *request, char *error)
{
    wend_path_query *query = &request->path.query;
    const cJSON *item = NULL;
    query->goal_kind = WEND_PATH_TO_POSITIONS;
    query->positions = request->positions;
    query->position_count = 0;
    cJSON_ArrayForEach(item, list)
    {
        if (query->position_count == SERVE_POSITIONS_MAX) {
            return refuse(error, "\"positions\": at most %d", (int)SERVE_POSITIONS_MAX);
        }
        if (!read_position(item, "positions", &request->positions[query->position_count++],
                           error)) {
            return false;
        }
    }
    return query->position_count > 0 ||
           refuse(error, "\"positions\": expected a list of at least one position");
}

/* ---- requests for paths ---- */

static bool read_goal(const cJSON *object, serve_request *request, char *error)
{
    const cJSON *to = cJSON_GetObjectItemCaseSensitive(object, "to");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "positions");
    const bool is_within = cJSON_HasObjectItem(object, "within");
    const bool is_away = cJSON_HasObjectItem(object, "away");
    if ((to == NULL) == (list == NULL)) {
        return refuse(error, "expected \"to\" or \"positions\"");
    }
    if ((is_within || is_away) && (to == NULL || (is_within && is_away))) {
        return refuse(error, "expected \"within\" or \"away\" beside \"to\"");
    }
    if (list != NULL) {
        return read_positions(list, request, error);
    }
    if (is_within || is_away) {
        request->path.goal = is_within ? WEND_PLANNER_GOAL_WITHIN : WEND_PLANNER_GOAL_AWAY;
    }
    return read_position(to, "to", &request->path.query.to, error) &&
           read_number(object, is_within ? "within" : "away", 0.0, WEND_COORDINATE_MAX,
                       &request->path.distance, error);
}

/** Reads one of a list of names into its index. */
static bool read_name(const cJSON *object, const char *key, const char *const *names, size_t count,
                      size_t *index, char *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) {
        return true;
    }
    for (size_t i = 0; i < count && cJSON_IsString(item); i++) {
        if (strcmp(item->valuestring, names[i]) == 0) {
            *index = i;
            return true;
        }
    }
    char list[256] = "";
    for (size_t i = 0; i < count; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s\"%s\"", i == 0 ? "" : ", ", names[i]);
    }
    return refuse(error, "\"%s\": expected one of %s", key, list);
}

static bool read_method(const cJSON *object, const world *w, wend_path_query *query, char *error)
{
    const char *names[(size_t)WEND_METHOD_COUNT + (size_t)WEND_MESH_METHOD_COUNT];
    size_t count = 0;
    size_t index = w->mesh != NULL ? (size_t)query->mesh_method : (size_t)query->method;
    const size_t all = w->mesh != NULL ? (size_t)WEND_MESH_METHOD_COUNT : (size_t)WEND_METHOD_COUNT;
    for (; count < all; count++) {
        names[count] = w->mesh != NULL ? wend_mesh_method_name((wend_mesh_method)count)
                                       : wend_method_name((wend_method)count);
    }
    if (!read_name(object, "method", names, count, &index, error)) {
        return false;
    }
    if (w->mesh != NULL) {
        query->mesh_method = (wend_mesh_method)index;
    } else {
        query->method = (wend_method)index;
    }
    return true;
}

static bool read_path(const cJSON *object, const world *w, serve_request *request, char *error)
{
    static const char *const KEYS[] = {"id",        "from",     "to",       "positions", "within",
                                       "away",      "shape",    "method",   "priority",  "weight",
                                       "max_steps", "max_cost", "cost_only"};
    static const char *const SHAPES[] = {"quick", "precise", "as-found"};
    wend_planner_request_def *path = &request->path;
    const cJSON *from = cJSON_GetObjectItemCaseSensitive(object, "from");
    const cJSON *cost_only = cJSON_GetObjectItemCaseSensitive(object, "cost_only");
    size_t shape = WEND_PATH_SMOOTH_QUICK;
    double priority = 0.0;
    double max_steps = 0.0;
    double max_cost = HUGE_VAL;
    *path = wend_planner_request_def_default();
    path->query.corners = w->how->corners;
    if (!has_known_keys(object, KEYS, sizeof KEYS / sizeof KEYS[0], error)) {
        return false;
    }
    if (from == NULL) {
        return refuse(error, "expected \"from\", \"edit\" or \"stats\"");
    }
    if (cost_only != NULL && !cJSON_IsBool(cost_only)) {
        return refuse(error, "\"cost_only\": expected true or false");
    }
    if (!read_position(from, "from", &path->query.from, error) ||
        !read_goal(object, request, error) ||
        !read_name(object, "shape", SHAPES, 3, &shape, error) ||
        !read_method(object, w, &path->query, error) ||
        !read_whole(object, "priority", 0.0, WEND_PLANNER_PRIORITY_MAX, &priority, error) ||
        !read_number(object, "weight", 1.0, 1000.0, &path->query.weight, error) ||
        !read_whole(object, "max_steps", 1.0, 1e15, &max_steps, error) ||
        !read_number(object, "max_cost", 0.0, 1e9, &max_cost, error)) {
        return false;
    }
    path->priority = (uint32_t)priority;
    path->query.shape = (wend_path_shape)shape;
    path->query.max_steps = (uint64_t)max_steps;
    path->query.max_cost = wend_cost_from_double(max_cost);
    path->is_cost_only = cJSON_IsTrue(cost_only);
    return true;
}

/* ---- edits ---- */

static bool read_edit(const cJSON *object, const world *w, serve_edit *edit, char *error)
{
    static const char *const KEYS[] = {"x", "y", "width", "height", "class", "cost"};
    double values[6] = {-1.0, -1.0, 1.0, 1.0, 0.0, -1.0};
    wend_grid_info info;
    if (w->grid == NULL) {
        return refuse(error, "\"edit\": only grids are edited");
    }
    wend_grid_get_info(w->grid, &info);
    const double highs[6] = {info.width - 1.0, info.height - 1.0,      info.width,
                             info.height,      info.class_count - 1.0, WEND_COST_WALL};
    if (!cJSON_IsObject(object) || !has_known_keys(object, KEYS, 6, error)) {
        return cJSON_IsObject(object) ? false : refuse(error, "\"edit\": expected an object");
    }
    for (size_t i = 0; i < 6; i++) {
        const double low = i == 2 || i == 3 || i == 5 ? 1.0 : 0.0;
        if (!read_whole(object, KEYS[i], low, highs[i], &values[i], error)) {
            return false;
        }
    }
    if (values[0] < 0.0 || values[1] < 0.0 || values[5] < 0.0) {
        return refuse(error, "\"edit\": expected \"x\", \"y\" and \"cost\" (255 is a wall)");
    }
    if (values[0] + values[2] > info.width || values[1] + values[3] > info.height) {
        return refuse(error, "\"edit\": the rectangle leads beyond the %d x %d cells",
                      (int)info.width, (int)info.height);
    }
    *edit = (serve_edit){(int32_t)values[0], (int32_t)values[1], (int32_t)values[2],
                         (int32_t)values[3], (int32_t)values[4], (int32_t)values[5]};
    return true;
}

bool serve_read(const cJSON *object, const world *w, serve_request *request, char *error)
{
    static const char *const EDIT_KEYS[] = {"id", "edit"};
    static const char *const STATS_KEYS[] = {"id", "stats"};
    request->id = NULL;
    if (!cJSON_IsObject(object)) {
        return refuse(error, "expected an object such as {\"from\": [1, 1], \"to\": [9, 9]}");
    }
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    if (id != NULL && !cJSON_IsString(id) && !cJSON_IsNumber(id)) {
        return refuse(error, "\"id\": expected a text or a number");
    }
    request->id = id;
    const cJSON *edit = cJSON_GetObjectItemCaseSensitive(object, "edit");
    if (edit != NULL) {
        request->kind = SERVE_EDIT;
        return has_known_keys(object, EDIT_KEYS, 2, error) &&
               read_edit(edit, w, &request->edit, error);
    }
    if (cJSON_HasObjectItem(object, "stats")) {
        request->kind = SERVE_STATS;
        return has_known_keys(object, STATS_KEYS, 2, error);
    }
    request->kind = SERVE_PATH;
    return read_path(object, w, request, error);
}

/* ---- answers ---- */

void serve_put_id(json *j, const cJSON *id)
{
    if (cJSON_IsString(id)) {
        json_text(j, "id", id->valuestring);
    } else if (cJSON_IsNumber(id)) {
        json_number(j, "id", id->valuedouble);
    }
}

static void put_point(json *j, wend_vec2 at, double height)
{
    json_array(j, NULL);
    json_number(j, NULL, at.x);
    json_number(j, NULL, at.y);
    json_number(j, NULL, height);
    json_close(j);
}

void serve_put_answer(json *j, const wend_planner_answer *answer, wend_result result,
                      const wend_path *path)
{
    const wend_path_answer *found = &answer->path;
    const bool is_there = result != WEND_NO_PATH;
    json_text(j, "result", report_result_name(result));
    if (result != WEND_OK) {
        json_text(j, "reason", wend_failure_reason_text(found->reason));
    }
    json_text(j, "method", found->method);
    json_number(j, "bound", found->bound);
    json_number(j, "cost", is_there ? wend_cost_to_double(found->cost) : (double)NAN);
    json_number(j, "length", is_there ? found->length : (double)NAN);
    json_unsigned(j, "goal_index", found->goal_index);
    json_unsigned(j, "expanded", found->expanded);
    json_bool(j, "joined", answer->is_joined);
    json_unsigned(j, "revision", answer->revision);
    if (!is_there || path == NULL) {
        return;
    }
    const size_t count = wend_path_leg_count(path);
    json_array(j, "points");
    for (size_t i = 0; i < count; i++) {
        const wend_leg leg = wend_path_leg(path, i);
        if (i == 0) {
            put_point(j, leg.from_point, leg.from_height);
        }
        put_point(j, leg.to_point, leg.to_height);
    }
    json_close(j);
    json_array(j, "behaviours");
    for (size_t i = 0; i < count; i++) {
        json_unsigned(j, NULL, wend_path_leg(path, i).behaviour);
    }
    json_close(j);
}
