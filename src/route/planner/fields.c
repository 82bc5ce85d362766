/* Queries, answers and paths of a planner as bytes, and back.
 * Cost: a pass over them. */
#include "route/planner/save.h"

#include "base/core/message.h"
#include "route/path/path.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

void wendi_plan_visit_index(wendi_visitor *v, uint32_t *index, uint32_t limit)
{
    wendi_visit_u32(v, index);
    wendi_visit_expect(v, *index < limit, NULL);
    if (wendi_visitor_has_failed(v)) {
        *index = 0;
    }
}

static void visit_f64(wendi_visitor *v, double *value)
{
    wendi_visit_f64(v, value);
    wendi_visit_expect(v, isfinite(*value), NULL);
}

static void visit_coordinate(wendi_visitor *v, double *value)
{
    wendi_visit_f64(v, value);
    /* Corners of discs lie a little outside of what positions may be. */
    wendi_visit_expect(v, fabs(*value) <= 2 * WEND_COORDINATE_MAX, NULL);
}

void wendi_plan_visit_vec3(wendi_visitor *v, wend_vec3 *position)
{
    visit_coordinate(v, &position->x);
    visit_coordinate(v, &position->y);
    visit_coordinate(v, &position->z);
}

void wendi_plan_visit_size(wendi_visitor *v, size_t *value)
{
    uint64_t wide = *value;
    wendi_visit_u64(v, &wide);
    wendi_visit_expect(v, wide <= SIZE_MAX, NULL);
    *value = wendi_visitor_has_failed(v) ? 0 : (size_t)wide;
}

/* ---- queries ---- */

/* A position of a query, which is checked with the query; one that the query has no use for may be
 * anything. */
static void visit_position(wendi_visitor *v, wend_vec3 *position)
{
    wendi_visit_f64(v, &position->x);
    wendi_visit_f64(v, &position->y);
    wendi_visit_f64(v, &position->z);
}

static void visit_turning(wendi_visitor *v, wend_turning *turning)
{
    wendi_visit_u64(v, &turning->cost);
    wendi_visit_u32(v, &turning->max_parts);
    wendi_visit_u32(v, &turning->start_heading);
    wendi_visit_u32(v, &turning->goal_heading);
    wendi_visit_bool(v, &turning->fewest_turns);
}

/* Reading, the arrays are the job's own from the moment they exist. */
static void visit_arrays(wendi_visitor *v, const wend_planner *planner, wendi_plan_job *job)
{
    enum { POSITIONS_MAX = 65536, POSITION_BYTES = 24, TAG_BYTES = 4 };
    wend_path_query *query = &job->query;
    const bool reads = wendi_visitor_is_reading(v);
    const size_t positions =
        wendi_visit_count(v, query->position_count, POSITION_BYTES, POSITIONS_MAX);
    const size_t tags = wendi_visit_count(v, query->tag_count, TAG_BYTES, WEND_PATH_TAGS_MAX);
    if (reads) {
        query->positions = NULL;
        query->tags = NULL;
        query->position_count = query->tag_count = 0;
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        wend_vec3 *made =
            positions == 0 ? NULL
                           : wendi_alloc_items_zero(&planner->allocator, positions, sizeof *made);
        query->positions = made;
        query->position_count = made == NULL ? 0 : positions;
        uint32_t *made_tags =
            tags == 0 ? NULL : wendi_alloc_items_zero(&planner->allocator, tags, sizeof *made_tags);
        job->nearest = made_tags == NULL ? NULL
                                         : wendi_alloc_items_zero(&planner->allocator, tags,
                                                                  sizeof *job->nearest);
        if (job->nearest == NULL) {
            wendi_free(&planner->allocator, made_tags, tags * sizeof *made_tags);
            made_tags = NULL;
        }
        query->tags = made_tags;
        query->tag_count = made_tags == NULL ? 0 : tags;
        if (!wendi_visit_expect_memory(v, query->position_count == positions &&
                                              query->tag_count == tags)) {
            return;
        }
    }
    /* The job's own copies: const for their readers only. */
    wend_vec3 *own = (wend_vec3 *)(uintptr_t)query->positions;
    for (size_t i = 0; i < positions; i++) {
        visit_position(v, &own[i]);
    }
    wendi_visit_u32_array(v, (uint32_t *)(uintptr_t)query->tags, tags);
    for (size_t i = 0; i < tags && (!reads || job->nearest != NULL); i++) {
        wendi_plan_visit_nearest(v, &job->nearest[i]);
    }
}

void wendi_plan_visit_query(wendi_visitor *v, const wend_planner *planner, wendi_plan_job *job)
{
    wend_path_query *query = &job->query;
    visit_position(v, &query->from);
    query->goal_kind =
        (wend_path_goal)wendi_visit_code(v, (uint32_t)query->goal_kind, WEND_PATH_TO_EACH_TAG);
    visit_position(v, &query->to);
    wendi_visit_u32(v, &query->from_polygon);
    wendi_visit_u32(v, &query->to_polygon);
    wendi_visit_u32(v, &query->from_node);
    wendi_visit_u32(v, &query->to_node);
    visit_arrays(v, planner, job);
    wendi_visit_u32(v, &query->tag);
    wendi_visit_u32(v, &query->tag_mask);
    wendi_visit_u64(v, &query->agent);
    query->shape = (wend_path_shape)wendi_visit_code(v, (uint32_t)query->shape, WEND_PATH_AS_FOUND);
    const bool is_routed = query->method == WEND_METHOD_HIERARCHY;
    const uint32_t method =
        wendi_visit_code(v, is_routed ? (uint32_t)WEND_METHOD_COUNT : (uint32_t)query->method,
                         (uint32_t)WEND_METHOD_COUNT);
    query->method =
        method == (uint32_t)WEND_METHOD_COUNT ? WEND_METHOD_HIERARCHY : (wend_method)method;
    query->heuristic =
        (wend_heuristic)wendi_visit_code(v, (uint32_t)query->heuristic, WEND_HEURISTIC_CUSTOM);
    wendi_visit_f64(v, &query->noise);
    wendi_visit_u64(v, &query->noise_seed);
    query->mesh_method = (wend_mesh_method)wendi_visit_code(v, (uint32_t)query->mesh_method,
                                                            (uint32_t)WEND_MESH_METHOD_COUNT - 1);
    query->corners =
        (wend_corners)wendi_visit_code(v, (uint32_t)query->corners, WEND_CORNERS_MITRED);
    wendi_visit_f64(v, &query->weight);
    wendi_visit_u64(v, &query->max_steps);
    wendi_visit_u64(v, &query->max_cost);
    wendi_visit_u32(v, &query->max_depth);
    wendi_visit_bool(v, &query->records_order);
    wendi_visit_bool(v, &query->is_nearest_allowed);
    wendi_visit_bool(v, &query->is_searched);
    bool turns = query->turning != NULL;
    wendi_visit_bool(v, &turns);
    if (turns) {
        visit_turning(v, &job->turning);
    }
    if (wendi_visitor_is_reading(v)) {
        query->turning = turns ? &job->turning : NULL;
    }
}

/* ---- answers ---- */

/* Names of methods as numbers: "", "direct", "index", "goal-tree", those of wend_method, those of
 * wend_mesh_method, "hierarchy". */
enum {
    METHOD_DIRECT = 1,
    METHOD_INDEX,
    METHOD_TREE,
    METHOD_FIRST,
    METHOD_MESH = METHOD_FIRST + (int)WEND_METHOD_COUNT
};
enum { METHOD_HIERARCHY = METHOD_MESH + (int)WEND_MESH_METHOD_COUNT, METHODS };

static const char *method_text(uint32_t code)
{
    return code == (uint32_t)METHOD_HIERARCHY ? wend_method_name(WEND_METHOD_HIERARCHY)
           : code >= (uint32_t)METHOD_MESH
               ? wend_mesh_method_name((wend_mesh_method)(code - METHOD_MESH))
           : code >= (uint32_t)METHOD_FIRST  ? wend_method_name((wend_method)(code - METHOD_FIRST))
           : code == (uint32_t)METHOD_DIRECT ? "direct"
           : code == (uint32_t)METHOD_INDEX  ? "index"
           : code == (uint32_t)METHOD_TREE   ? "goal-tree"
                                             : "";
}

static uint32_t method_code(const char *text, bool is_mesh)
{
    uint32_t code = is_mesh ? (uint32_t)METHOD_HIERARCHY - 1 : (uint32_t)METHOD_MESH - 1;
    if (strcmp(text, wend_method_name(WEND_METHOD_HIERARCHY)) == 0) {
        return METHOD_HIERARCHY;
    }
    while (code > 0 && strcmp(method_text(code), text) != 0) {
        code--;
    }
    return code;
}

static void visit_result(wendi_visitor *v, wend_result *result)
{
    enum { SHIFT = -(int)WEND_ERROR_UNSUPPORTED }; /* errors are below 0 */
    const uint32_t code =
        wendi_visit_code(v, (uint32_t)((int32_t)*result + SHIFT), (uint32_t)SHIFT + WEND_TRUNCATED);
    if (wendi_visitor_is_reading(v)) {
        *result = (wend_result)((int32_t)code - SHIFT);
    }
}

void wendi_plan_visit_answer(wendi_visitor *v, wend_path_answer *answer)
{
    visit_result(v, &answer->result);
    answer->reason =
        (wend_failure_reason)wendi_visit_code(v, (uint32_t)answer->reason, WEND_FAILURE_NO_ITEM);
    uint32_t method = 0;
    if (!wendi_visitor_is_reading(v)) {
        /* Names of both kinds of methods differ, or mean the same. */
        method = method_code(answer->method, false);
        method = method == 0 ? method_code(answer->method, true) : method;
    }
    method = wendi_visit_code(v, method, (uint32_t)METHODS - 1);
    if (wendi_visitor_is_reading(v)) {
        answer->method = method_text(method);
    }
    wendi_visit_u32(v, &answer->node);
    wendi_plan_visit_size(v, &answer->goal_index);
    wendi_plan_visit_vec3(v, &answer->position);
    wendi_visit_u64(v, &answer->cost);
    visit_f64(v, &answer->length);
    visit_f64(v, &answer->bound);
    wendi_visit_u32(v, &answer->heading);
    wendi_visit_u32(v, &answer->turns);
    wendi_visit_u64(v, &answer->expanded);
    wendi_visit_bool(v, &answer->is_nearest);
    visit_f64(v, &answer->goal_distance);
    wendi_visit_id(v, &answer->item.index1, &answer->item.generation);
    wendi_visit_u32(v, &answer->tag);
    wendi_visit_u64(v, &answer->item_user);
    wendi_visit_u64(v, &answer->generated);
    wendi_plan_visit_size(v, &answer->memory_bytes);
}

void wendi_plan_visit_nearest(wendi_visitor *v, wend_path_nearest *nearest)
{
    visit_result(v, &nearest->result);
    wendi_visit_u32(v, &nearest->tag);
    wendi_visit_u64(v, &nearest->cost);
    wendi_visit_id(v, &nearest->item.index1, &nearest->item.generation);
    wendi_visit_u64(v, &nearest->user);
    wendi_visit_u32(v, &nearest->node);
    wendi_plan_visit_vec3(v, &nearest->position);
}

/* ---- paths ---- */

static void visit_leg(wendi_visitor *v, wend_leg *leg)
{
    wendi_visit_u32(v, &leg->from);
    wendi_visit_u32(v, &leg->to);
    visit_coordinate(v, &leg->from_point.x);
    visit_coordinate(v, &leg->from_point.y);
    visit_coordinate(v, &leg->to_point.x);
    visit_coordinate(v, &leg->to_point.y);
    visit_coordinate(v, &leg->from_height);
    visit_coordinate(v, &leg->to_height);
    wendi_visit_u64(v, &leg->cost);
    visit_f64(v, &leg->length);
    wendi_visit_expect(v, leg->length >= 0, NULL);
    wendi_visit_u32(v, &leg->behaviour);
    wendi_visit_u32(v, &leg->edge);
}

void wendi_plan_visit_path(wendi_visitor *v, const wend_planner *planner, wend_path **path)
{
    enum { LEG_BYTES = 80 };
    wend_path *p = *path;
    bool has_path = p != NULL;
    wendi_visit_bool(v, &has_path);
    if (!has_path || wendi_visitor_has_failed(v)) {
        return;
    }
    if (wendi_visitor_is_reading(v)) {
        const wend_result made = wend_path_create(&planner->allocator, path);
        if (!wendi_visit_expect_memory(v, made == WEND_OK)) {
            return;
        }
        p = *path;
    }
    if (p == NULL) {
        return; /* a flag changes by reading only */
    }
    wendi_visit_u32(v, &p->start);
    const size_t count = wendi_visit_count(v, p->legs.count, LEG_BYTES, UINT32_MAX / LEG_BYTES);
    if (!wendi_visitor_is_reading(v)) {
        for (size_t i = 0; i < count; i++) {
            visit_leg(v, &p->legs.items[i]);
        }
        return;
    }
    if (!wendi_visit_expect_memory(v, wendi_path_reserve(p, &p->spare, count))) {
        return;
    }
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        visit_leg(v, &p->spare.items[i]);
        p->spare.count = i + 1;
    }
    wendi_path_commit(p, p->start);
}

void wendi_plan_visit_found(wendi_visitor *v, const wend_planner *planner, wendi_plan_found *found)
{
    wendi_plan_visit_answer(v, &found->answer);
    wendi_plan_visit_path(v, planner, &found->path);
    wendi_visit_u64(v, &found->revision);
    wendi_visit_u64(v, &found->max_frontier);
    wendi_visit_u64(v, &found->steps);
    wendi_visit_u64(v, &found->time_ns);
    wendi_visit_u64(v, &found->items_revision);
    wendi_visit_u32(v, &found->retries);
    wendi_visit_bool(v, &found->is_outdated);
}
