/* Draws the inspector: of the one body that is selected its goal, what it does and why it waits; and the
 * line about the point under the mouse.
 * Cost: a look at the bodies near one body. */
#include "view.h"
#include "wend/stamp.h"
#include "wend/walls.h"

#include <stdio.h>

/* Bodies and walls nearer than this touch, metres. */
static const double touch = 0.05;

static double cap_of(const viewer *v)
{
    return v->atlas.cap[VIEW_TEXT_BODY];
}

/* ---- what is around a body ---- */

typedef struct surroundings {
    size_t touching, near; /* other bodies: at its skin, and within a metre */
    bool has_wall;         /* at its skin */
} surroundings;

static bool is_blocked(const wend_grid *grid, const wend_grid_info *info, wend_vec2 position)
{
    int32_t x = 0;
    int32_t y = 0;
    return wend_grid_cell(grid, wend_grid_node_at(grid, position), &x, &y) && x < info->width &&
           wend_grid_cost(grid, 0, x, y) >= WEND_COST_WALL;
}

static bool touches_wall(const viewer *v, const wend_body *body)
{
    enum { POINTS = 16 };
    const wend_grid *grid = scene_floor_grid(v->scene, body->floor);
    const wend_walls *walls = scene_floor_walls(v->scene, body->floor);
    const double reach = body->radius + touch;
    wend_grid_info info;
    if (walls != NULL && wend_walls_nearest(walls, body->position, reach, WEND_STOPS_WALK, NULL)) {
        return true;
    }
    if (grid == NULL) {
        return false;
    }
    wend_grid_get_info(grid, &info);
    for (int i = 0; i < POINTS; i++) {
        const double angle = 6.283185307179586 * i / (double)POINTS;
        const wend_vec2 edge = {body->position.x + reach * wend_cos(angle),
                                body->position.y + reach * wend_sin(angle)};
        if (is_blocked(grid, &info, edge)) {
            return true;
        }
    }
    return false;
}

static surroundings look_around(const viewer *v, const wend_body *body)
{
    const wend_crowd *crowd = scene_crowd(v->scene);
    surroundings s = {0, 0, touches_wall(v, body)};
    (void)wend_crowd_query_circle(crowd, body->floor, body->position, body->radius + touch, NULL, 0,
                                  &s.touching);
    (void)wend_crowd_query_circle(crowd, body->floor, body->position, body->radius + 1.0, NULL, 0,
                                  &s.near);
    /* The body itself is among them. */
    s.touching -= s.touching > 0;
    s.near -= s.near > 0;
    return s;
}

/* ---- sentences ---- */

static double length_of(wend_vec2 v)
{
    return wend_vec2_distance(v, (wend_vec2){0.0, 0.0});
}

const char *view_body_state_text(const wend_body *body)
{
    if (body->is_stuck) {
        return "is stuck";
    }
    switch (body->state) {
    case WEND_BODY_PATH_PENDING:
        return "waits for its route";
    case WEND_BODY_MOVING:
        return length_of(body->velocity) < 0.05 ? "waits on its way" : "moves to its goal";
    case WEND_BODY_ARRIVED:
        return "has arrived";
    case WEND_BODY_NO_PATH:
        return "has no path";
    case WEND_BODY_GIVEN_UP:
        return "has given up";
    case WEND_BODY_NONE:
    default:
        return "stands";
    }
}

static const char *goal_text(wend_body_goal goal)
{
    static const char *const texts[] = {"nothing",
                                        "a point",
                                        "the end of a path",
                                        "the goal of a flow request",
                                        "its slot in a formation",
                                        "a velocity that is set for it",
                                        "what its steering says"};
    const size_t count = sizeof texts / sizeof texts[0];
    return (size_t)goal < count ? texts[goal] : "something";
}

/* Why it does not move as fast as it can; "" where it does. */
static void put_why(const wend_body *body, const surroundings *s, char *text, size_t capacity)
{
    const double speed = length_of(body->velocity);
    const double preferred = length_of(body->preferred);
    const bool is_slow = speed < 0.5 * body->speed;
    char by[64] = "";
    text[0] = '\0';
    if (s->touching > 0 && s->has_wall) {
        snprintf(by, sizeof by, "%u bodies and a wall", (unsigned)s->touching);
    } else if (s->touching > 0) {
        snprintf(by, sizeof by, "%u bodies that touch it", (unsigned)s->touching);
    } else if (s->near > 0) {
        snprintf(by, sizeof by, "%u bodies within a metre", (unsigned)s->near);
    } else if (s->has_wall) {
        snprintf(by, sizeof by, "a wall");
    }
    if (body->state == WEND_BODY_PATH_PENDING) {
        snprintf(text, capacity, "the planner still searches");
    } else if (body->state == WEND_BODY_NO_PATH) {
        snprintf(text, capacity, "no path leads from here to its goal");
    } else if (body->state == WEND_BODY_GIVEN_UP) {
        snprintf(text, capacity, "it was stuck, and its plans failed");
    } else if (body->state == WEND_BODY_MOVING && is_slow && preferred >= 0.5 * body->speed &&
               by[0] != '\0') {
        snprintf(text, capacity, "held up by %s", by);
    } else if (body->state == WEND_BODY_MOVING && is_slow && preferred < 0.5 * body->speed) {
        snprintf(text, capacity, "%s",
                 body->goal == WEND_BODY_GOAL_SLOT
                     ? "it keeps pace with its formation"
                     : "it chooses to be slow here: it yields, turns or arrives");
    }
}

/* ---- the box ---- */

typedef struct column {
    double x, y, width;
} column;

static void row(viewer *v, column *c, const char *name, const char *text, view_ink ink)
{
    const double indent = cap_of(v) * 7.5;
    if (text[0] == '\0') {
        return;
    }
    view_text(&v->front, VIEW_TEXT_BODY, c->x, c->y, name, view_ink_colour(VIEW_INK_DIM));
    c->y = view_text_wrapped(&v->front, c->x + indent, c->y, c->width - indent, text,
                             view_ink_colour(ink));
}

static void put_rows(viewer *v, const view_body *shown, const wend_body *body, column *c)
{
    char text[160];
    const surroundings s = look_around(v, body);
    const bool has_goal = body->goal == WEND_BODY_GOAL_POINT || body->goal == WEND_BODY_GOAL_PATH ||
                          body->goal == WEND_BODY_GOAL_SLOT;
    const bool is_bad =
        body->is_stuck || body->state == WEND_BODY_NO_PATH || body->state == WEND_BODY_GIVEN_UP;
    view_disc(&v->front, VIEW_DISC_PLAIN, c->x + cap_of(v) * 0.7, c->y + cap_of(v) * 0.7,
              cap_of(v) * 0.7, view_group_colour(v, body->group));
    snprintf(text, sizeof text, "body %u, group %u", (unsigned)shown->id.index1,
             (unsigned)body->group);
    view_text(&v->front, VIEW_TEXT_TITLE, c->x + cap_of(v) * 2.2, c->y, text,
              view_ink_colour(VIEW_INK_TEXT));
    c->y += v->atlas.line[VIEW_TEXT_TITLE] + cap_of(v) * 0.6;
    row(v, c, "it", view_body_state_text(body), is_bad ? VIEW_INK_BAD : VIEW_INK_ACCENT);
    put_why(body, &s, text, sizeof text);
    row(v, c, "because", text, VIEW_INK_ACCENT);
    row(v, c, "wants", goal_text(body->goal), VIEW_INK_TEXT);
    snprintf(text, sizeof text, "%.1f, %.1f; %.1f m left", body->goal_point.x, body->goal_point.y,
             body->distance_left);
    row(v, c, "goal", has_goal ? text : "", VIEW_INK_TEXT);
    snprintf(text, sizeof text, "%.2f of %.2f m/s", length_of(body->velocity), body->speed);
    row(v, c, "speed", text, VIEW_INK_TEXT);
    snprintf(text, sizeof text, "%.1f, %.1f", body->position.x, body->position.y);
    row(v, c, "at", text, VIEW_INK_TEXT);
    snprintf(text, sizeof text, "%u bodies%s; %u within a metre", (unsigned)s.touching,
             s.has_wall ? ", a wall" : "", (unsigned)s.near);
    row(v, c, "touches", text, VIEW_INK_TEXT);
}

const view_body *view_inspected(const viewer *v)
{
    return v->bodies.selected_count == 1 ? view_first_selected(v) : NULL;
}

void view_inspector_draw(viewer *v)
{
    const view_body *shown = view_inspected(v);
    const double cap = cap_of(v);
    double left = 0.0;
    double right = 0.0;
    wend_body body;
    view_panel_room(v, 0.0, &left, &right);
    const double width = cap * 30.0;
    if (shown == NULL || right - left < width + cap * 12.0 ||
        wend_crowd_get_body(scene_crowd(v->scene), shown->id, &body) != WEND_OK) {
        return;
    }
    const double height = cap * 20.5;
    view_round_rect(&v->front, left, 8.0, width, height, 4.0, view_ink_colour(VIEW_INK_PANEL));
    view_ui_area(v, left, 8.0, width, height);
    (void)view_ui_area_button(v, "inspector", left, 8.0, width, height);
    column c = {left + cap, 8.0 + cap, width - 2.0 * cap};
    put_rows(v, shown, &body, &c);
}

/* ---- the point under the mouse ---- */

/* Puts what is there behind the coordinates. */
static size_t put_ground(const viewer *v, wend_vec2 position, char *text, size_t capacity)
{
    const wend_grid *grid = scene_floor_grid(v->scene, v->layers.floor);
    const wend_walls *walls = scene_floor_walls(v->scene, v->layers.floor);
    int32_t x = 0;
    int32_t y = 0;
    int used = 0;
    if (grid != NULL && wend_grid_cell(grid, wend_grid_node_at(grid, position), &x, &y)) {
        const uint32_t cost = wend_grid_cost(grid, v->layers.movement_class, x, y);
        const bool has_stamp = wend_grid_stamp_at(grid, v->layers.movement_class, x, y).index1 != 0;
        char what[24] = "wall";
        if (cost < WEND_COST_WALL) {
            snprintf(what, sizeof what, "cost %u", (unsigned)cost);
        }
        used = snprintf(text, capacity, "; cell %d, %d: %s%s", (int)x, (int)y, what,
                        has_stamp ? " of a stamp" : "");
    } else if (grid != NULL) {
        used = snprintf(text, capacity, "; outside the map");
    }
    if (walls != NULL &&
        wend_walls_nearest(walls, position, 6.0 / v->camera.scale, UINT32_MAX, NULL)) {
        used += snprintf(text + used, capacity - (size_t)used, "; a wall");
    }
    return (size_t)used;
}

void view_point_text(const viewer *v, char *text, size_t capacity)
{
    const double x = v->ui.mouse_x;
    const double y = v->ui.mouse_y;
    text[0] = '\0';
    if (x < 0.0 || y < 0.0 || x >= v->camera.width || y >= v->camera.height ||
        view_ui_is_over(&v->ui, x, y)) {
        return;
    }
    const wend_vec2 position = view_to_world(&v->camera, x, y);
    size_t used = (size_t)snprintf(text, capacity, "%.2f, %.2f m", position.x, position.y);
    used += put_ground(v, position, text + used, capacity - used);
    const view_body *at = view_body_at(v, position);
    wend_body body;
    if (at != NULL && wend_crowd_get_body(scene_crowd(v->scene), at->id, &body) == WEND_OK) {
        snprintf(text + used, capacity - used, "; body %u of group %u: %s", (unsigned)at->id.index1,
                 (unsigned)body.group, view_body_state_text(&body));
    }
}
