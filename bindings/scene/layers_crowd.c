/* Draws what a scene's crowd is as a whole: its density, and the goals that several bodies share.
 * Cost: a look at each body, and the cells of the area that they cover. */
#include <stdlib.h>

#include "scene/layers.h"

/* Cast down, for positions within 2^31 of the origin. */
static double whole_below(double x)
{
    const double cut = (double)(int64_t)x;
    return cut > x ? cut - 1.0 : cut;
}

/* ---- density ---- */

/* Cells of an even size over all bodies: large enough that there are not too many. */
typedef struct heat {
    float *persons; /* [width * height] a square metre */
    int32_t width, height;
    wend_vec2 low;
    double cell;
} heat;

enum { HEAT_SIDE_MOST = 512, HEAT_LEVELS = 12 };
static const double heat_levels = HEAT_LEVELS;

/* Bodies a square metre at which the colour is the strongest: shoulder to shoulder. */
static const double heat_most = 4.0;

/* The bodies of a floor. @return [*count], NULL without any. */
static wend_body *bodies_of(const wend_crowd *crowd, uint32_t floor, size_t *count)
{
    const uint32_t most = wend_crowd_body_count(crowd);
    wend_body *bodies = malloc((most + (size_t)1) * sizeof *bodies);
    wend_body_id *ids = malloc((most + (size_t)1) * sizeof *ids);
    size_t listed = 0;
    *count = 0;
    if (bodies != NULL && ids != NULL) {
        (void)wend_crowd_list_bodies(crowd, ids, most, &listed);
    }
    for (size_t i = 0; i < listed && i < most; i++) {
        if (wend_crowd_get_body(crowd, ids[i], &bodies[*count]) == WEND_OK &&
            bodies[*count].floor == floor) {
            ++*count;
        }
    }
    free(ids);
    if (*count == 0) {
        free(bodies);
        bodies = NULL;
    }
    return bodies;
}

static bool make_heat(heat *h, const wend_body *bodies, size_t count)
{
    wend_vec2 low = bodies[0].position;
    wend_vec2 high = low;
    for (size_t i = 1; i < count; i++) {
        const wend_vec2 at = bodies[i].position;
        low.x = at.x < low.x ? at.x : low.x;
        low.y = at.y < low.y ? at.y : low.y;
        high.x = at.x > high.x ? at.x : high.x;
        high.y = at.y > high.y ? at.y : high.y;
    }
    const double across = high.x - low.x > high.y - low.y ? high.x - low.x : high.y - low.y;
    h->cell = across > HEAT_SIDE_MOST - 4 ? across / (HEAT_SIDE_MOST - 4) : 1.0;
    /* Whole metres, so that the cells stay where they are while the bodies move. */
    h->low.x = whole_below(low.x / h->cell - 1.0) * h->cell;
    h->low.y = whole_below(low.y / h->cell - 1.0) * h->cell;
    h->width = (int32_t)((high.x - h->low.x) / h->cell) + 3;
    h->height = (int32_t)((high.y - h->low.y) / h->cell) + 3;
    h->persons = calloc((size_t)h->width * (size_t)h->height, sizeof *h->persons);
    return h->persons != NULL;
}

/* Each body is spread over the four cells around it, so that the picture does not flicker. */
static void add_body(const heat *h, wend_vec2 at)
{
    const double x = (at.x - h->low.x) / h->cell - 0.5;
    const double y = (at.y - h->low.y) / h->cell - 0.5;
    const int32_t column = (int32_t)x;
    const int32_t line = (int32_t)y;
    const double right = x - column;
    const double below = y - line;
    float *corner = h->persons + (size_t)line * (size_t)h->width + (size_t)column;
    const double each = 1.0 / (h->cell * h->cell);
    corner[0] += (float)(each * (1.0 - right) * (1.0 - below));
    corner[1] += (float)(each * right * (1.0 - below));
    corner[h->width] += (float)(each * (1.0 - right) * below);
    corner[h->width + 1] += (float)(each * right * below);
}

static int32_t level_at(const heat *h, int32_t x, int32_t y)
{
    const double part =
        (double)h->persons[(size_t)y * (size_t)h->width + (size_t)x] / heat_most * heat_levels;
    return part >= heat_levels ? HEAT_LEVELS : (int32_t)(part + 0.5);
}

/* Runs of equal cells of a row at once. */
static void draw_heat(const heat *h, const wend_draw *draw)
{
    for (int32_t y = 0; y < h->height; y++) {
        for (int32_t x = 0; x < h->width;) {
            const int32_t level = level_at(h, x, y);
            int32_t end = x + 1;
            while (end < h->width && level_at(h, end, y) == level) {
                end++;
            }
            if (level > 0) {
                const wend_vec2 low = {h->low.x + x * h->cell, h->low.y + y * h->cell};
                const wend_vec2 high = {h->low.x + end * h->cell, h->low.y + (y + 1) * h->cell};
                draw->cells(draw->context, low, high, WEND_MEANING_SEARCHED,
                            (double)level / heat_levels);
            }
            x = end;
        }
    }
}

wend_result scene_draw_density(const wend_crowd *crowd, uint32_t floor, const wend_draw *draw)
{
    size_t count = 0;
    heat h = {0};
    wend_body *bodies = bodies_of(crowd, floor, &count);
    if (bodies == NULL || draw->cells == NULL) {
        free(bodies);
        return WEND_OK;
    }
    const bool is_made = make_heat(&h, bodies, count);
    for (size_t i = 0; i < count && is_made; i++) {
        add_body(&h, bodies[i].position);
    }
    if (is_made) {
        draw_heat(&h, draw);
    }
    free(h.persons);
    free(bodies);
    return is_made ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- goals that several bodies share ---- */

enum { MARKS_MOST = 256 };

/* Goals in one square of two metres are one. */
typedef struct mark {
    int64_t x, y; /* of the square */
    wend_vec2 sum;
    uint32_t count;
} mark;

static bool heads_for_point(const wend_body *body)
{
    /* Goals by the flow are those of its requests. */
    const bool has_point = body->goal == WEND_BODY_GOAL_POINT || body->goal == WEND_BODY_GOAL_PATH;
    return has_point && (body->state == WEND_BODY_MOVING || body->state == WEND_BODY_PATH_PENDING);
}

/* @return false: there are more goals than marks can show. */
static bool add_mark(mark *marks, size_t *count, wend_vec2 goal)
{
    const int64_t x = (int64_t)whole_below(goal.x / 2.0);
    const int64_t y = (int64_t)whole_below(goal.y / 2.0);
    size_t i = 0;
    while (i < *count && (marks[i].x != x || marks[i].y != y)) {
        i++;
    }
    if (i == MARKS_MOST) {
        return false;
    }
    if (i == *count) {
        marks[(*count)++] = (mark){x, y, {0.0, 0.0}, 0};
    }
    marks[i].sum.x += goal.x;
    marks[i].sum.y += goal.y;
    marks[i].count++;
    return true;
}

/* Passes the goals of a request on, without its sources. */
static void draw_goal(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                      double value)
{
    const wend_draw *draw = context;
    (void)radius;
    if (meaning == WEND_MEANING_GOAL) {
        draw->circle(draw->context, centre, 0.0, meaning, value);
    }
}

static void draw_request_goals(const wend_flow *flow, uint32_t floor, const wend_draw *draw)
{
    enum { REQUESTS_MOST = 64 };
    wend_flow_request_id requests[REQUESTS_MOST];
    wend_draw inner = *draw; /* the callback changes nothing of it */
    const wend_draw goals = {NULL, NULL, NULL, draw_goal, NULL, &inner};
    size_t count = 0;
    if (flow == NULL || wend_flow_list_requests(flow, requests, REQUESTS_MOST, &count) != WEND_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        (void)wend_flow_draw(flow, requests[i], floor, WEND_FLOW_SHOW_GOALS, &goals);
    }
}

wend_result scene_draw_marks(const wend_crowd *crowd, const wend_flow *flow, uint32_t floor,
                             const wend_draw *draw)
{
    enum { SHARED_LEAST = 3 };
    mark marks[MARKS_MOST];
    size_t mark_count = 0;
    size_t count = 0;
    bool fits = true;
    if (draw->circle == NULL) {
        return WEND_OK;
    }
    draw_request_goals(flow, floor, draw);
    wend_body *bodies = bodies_of(crowd, floor, &count);
    for (size_t i = 0; i < count && fits; i++) {
        fits = !heads_for_point(&bodies[i]) || add_mark(marks, &mark_count, bodies[i].goal_point);
    }
    for (size_t i = 0; i < mark_count && fits; i++) {
        if (marks[i].count >= SHARED_LEAST) {
            const wend_vec2 at = {marks[i].sum.x / marks[i].count, marks[i].sum.y / marks[i].count};
            draw->circle(draw->context, at, 0.0, WEND_MEANING_GOAL, 0.0);
        }
    }
    free(bodies);
    return WEND_OK;
}
