/* Traces walls with one hand: a disc around cells and walls alike. Some sweeps. */
#include "crowd/explore/explorers.h"

#include "base/math/clamp.h"

enum { STEPS_MOST = 24 /* of the contact in a tick */ };

/* Metres, and parts of the radius: what a disc keeps from a wall that it slides along, so that the
 * slide is no hit. */
static const double SKIN = 0.001;
static const double SKIN_PART = 0.01;
/* Parts of the radius: a step of the contact, so that corners are rounded in arcs. */
static const double STEP_PART = 0.25;
/* Metres that a body may keep off a wall along which it is led, or part of its radius. */
static const double ASIDE = 0.15;
static const double ASIDE_PART = 0.5;
/* The contact is so many ticks ahead of the body. */
static const double AHEAD = 1.5;
/* Seconds after which a body that does not get to the contact begins anew. */
static const double PATIENCE = 4;
/* Part of the radius: so near to where the trace began it is back. */
static const double NEAR_PART = 0.4;
/* Cosine: the wall of the collision is on the same side again. */
static const double SAME_SIDE = 0.3;

static double aside_of(const wendi_explorer_view *view)
{
    return wendi_max(ASIDE, ASIDE_PART * view->radius);
}

/* The direction along a wall with this normal: the wall on the left (y downwards), or right. */
static wend_vec2 tangent(wend_vec2 normal, bool is_right)
{
    return is_right ? (wend_vec2){-normal.y, normal.x} : (wend_vec2){normal.y, -normal.x};
}

static bool choose_right_hand(const wendi_explorer_view *view, wend_vec2 normal,
                              wend_vec2 direction)
{
    if (view->e->hand != WEND_EXPLORE_HAND_NEARER) {
        return view->e->hand == WEND_EXPLORE_HAND_RIGHT;
    }
    const double left = wend_vec2_dot(tangent(normal, false), direction);
    if (left < 1e-9 && left > -1e-9) {
        return wendi_explorer_draw_below(view, 2) == 1;
    }
    return left < 0;
}

/* The normal of a hit; that of a disc which is too near to a wall is opposite to its movement. */
static wend_vec2 normal_of(const wend_crowd_hit *hit, wend_vec2 direction)
{
    return wend_vec2_dot(hit->normal, hit->normal) > 0.5 ? hit->normal
                                                         : wend_vec2_scale(direction, -1);
}

void wendi_explorer_begin_trace(const wendi_explorer_view *view, const wend_crowd_hit *hit,
                                wend_vec2 direction)
{
    wendi_explorer *e = view->e;
    const wend_vec2 normal = normal_of(hit, direction);
    e->state = WEND_EXPLORE_TRACING;
    e->is_right = choose_right_hand(view, normal, direction);
    e->hit = hit->point;
    e->hit_normal = normal;
    e->hit_left = wend_vec2_distance(hit->point, e->goal);
    e->line_side = 0;
    e->contact = hit->point;
    e->normal = normal;
    e->progress = 0;
    e->is_leaving = false;
    e->run_left = (uint32_t)(PATIENCE / view->crowd->step);
    e->wall = wend_vec2_sub(hit->point, wend_vec2_scale(normal, view->radius));
}

/* Metres from a point to the segment between the last contact and this one. */
static double distance_to_step(wend_vec2 point, wend_vec2 from, wend_vec2 to)
{
    const wend_vec2 step = wend_vec2_sub(to, from);
    const double square = wend_vec2_dot(step, step);
    const double part = square > 0 ? wend_vec2_dot(step, wend_vec2_sub(point, from)) / square : 0;
    return wend_vec2_distance(point, wend_vec2_lerp(from, to, wendi_clamp(part, 0, 1)));
}

/* True if it is where the trace began, having gone forward, with the wall on the same side. Contacts
 * count, not positions: they lie on one closed curve around the wall, wherever others push the
 * body. */
static bool is_back_at_collision(const wendi_explorer_view *view, wend_vec2 contact,
                                 wend_vec2 normal)
{
    const wendi_explorer *e = view->e;
    const double near = NEAR_PART * view->radius;
    return e->progress > 4 * near && distance_to_step(e->hit, e->contact, contact) < near &&
           (wend_vec2_dot(normal, e->hit_normal) > SAME_SIDE ||
            wend_vec2_dot(e->normal, e->hit_normal) > SAME_SIDE);
}

/* Metres that each collision is nearer to the goal than the last, at least about. */
static double margin_of(const wendi_explorer_view *view)
{
    return wendi_max(view->radius, ASIDE);
}

/* True if the contact is nearer to the goal than the collision by the margin. */
static bool is_far_ahead(const wendi_explorer_view *view, wend_vec2 contact)
{
    return wend_vec2_distance(contact, view->e->goal) < view->e->hit_left - margin_of(view);
}

/* True if the disc can go the margin on to the goal from there. */
static bool gets_ahead(const wendi_explorer_view *view, wend_vec2 from)
{
    wend_crowd_hit hit;
    const wend_vec2 way = wend_vec2_sub(view->e->goal, from);
    const double left = wend_vec2_length(way);
    const double part = left > 0 ? wendi_min(margin_of(view) / left, 1) : 0;
    return !wendi_explorer_sweep(view, from, wend_vec2_add(from, wend_vec2_scale(way, part)), &hit);
}

/* What the disc keeps from a wall along which it slides: more than sweeps round. */
static double skin_of(const wendi_explorer_view *view)
{
    const wendi_obstacle_cells *cells =
        &wendi_obstacles_set_of(&view->crowd->obstacles, view->floor, view->crowd_class)->cells;
    const double rounding = cells->grid != NULL ? cells->info.cell_size / 16384 : 0;
    return wendi_max(wendi_min(SKIN, SKIN_PART * view->radius), rounding);
}

/* True if the contact has passed the line from the collision to the goal, nearer to the goal: by the
 * margin, or anywhere from where it gets on by the margin, as right behind a corner. */
static bool is_on_line(const wendi_explorer_view *view, wend_vec2 contact, wend_vec2 normal)
{
    wendi_explorer *e = view->e;
    const wend_vec2 line = wend_vec2_sub(e->goal, e->hit);
    const wend_vec2 way = wend_vec2_sub(contact, e->hit);
    const double length = e->hit_left;
    const double side = wend_vec2_cross(line, way) / length;
    const double before = e->line_side;
    const bool has_crossed = (side >= 0 && before < 0) || (side <= 0 && before > 0);
    e->line_side = side;
    const double ahead = wend_vec2_dot(line, way) / length;
    return has_crossed && ahead > 0 && ahead <= length &&
           (is_far_ahead(view, contact) ||
            (wend_vec2_distance(contact, e->goal) < e->hit_left &&
             gets_ahead(view, wend_vec2_add(contact, wend_vec2_scale(normal, skin_of(view))))));
}

/* Moves the contact to the next one. @return true if the trace ends there. */
static bool take_contact(const wendi_explorer_view *view, wend_vec2 contact, wend_vec2 normal)
{
    wendi_explorer *e = view->e;
    const wend_vec2 step = wend_vec2_sub(contact, e->contact);
    const wend_vec2 along =
        wend_vec2_add(tangent(normal, e->is_right), tangent(e->normal, e->is_right));
    e->progress += wend_vec2_dot(step, along) / 2;
    const bool is_line = is_on_line(view, contact, normal) && e->method == WEND_EXPLORE_TRACE_LINE;
    const bool is_back = is_back_at_collision(view, contact, normal);
    e->contact = contact;
    e->normal = normal;
    e->wall = wend_vec2_sub(contact, wend_vec2_scale(normal, view->radius));
    e->is_leaving = is_line;
    e->state = is_back && !is_line ? WEND_EXPLORE_NO_PATH : e->state;
    return is_line || is_back;
}

/* Slides the disc along the wall: to another wall in its way, or on and back to the wall.
 * @return false: the wall is gone. */
static bool slide(const wendi_explorer_view *view, wend_vec2 *contact, wend_vec2 *normal)
{
    const wendi_explorer *e = view->e;
    wend_crowd_hit hit;
    const wend_vec2 along = tangent(e->normal, e->is_right);
    const wend_vec2 from = wend_vec2_add(e->contact, wend_vec2_scale(e->normal, skin_of(view)));
    const double length = wendi_min(STEP_PART * view->radius, view->advance);
    const wend_vec2 to = wend_vec2_add(from, wend_vec2_scale(along, length));
    if (wendi_explorer_sweep(view, from, to, &hit)) {
        *normal = normal_of(&hit, along);
    } else if (wendi_explorer_sweep(view, to, e->wall, &hit)) {
        *normal = normal_of(&hit, wend_vec2_normalize(wend_vec2_sub(e->wall, to)));
    } else {
        return false;
    }
    *contact = hit.point;
    return true;
}

/* Moves the contact ahead of the body, as far as the body gets there straight. */
static void lead(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    for (int32_t i = 0; i < STEPS_MOST; ++i) {
        const double left = wend_vec2_distance(view->at, e->contact);
        wend_vec2 contact;
        wend_vec2 normal;
        wend_crowd_hit hit;
        if (left > AHEAD * view->advance + aside_of(view)) {
            return;
        }
        if (!slide(view, &contact, &normal)) {
            e->state = WEND_EXPLORE_STRAIGHT;
            return;
        }
        /* In a corner it may touch another wall, too, just before it is there. */
        const bool is_here = left <= 0.3 * view->advance + 0.1 * view->radius;
        if (!is_here && wendi_explorer_sweep(view, view->at, contact, &hit) &&
            wend_vec2_distance(hit.point, contact) > 0.1 * view->radius) {
            return;
        }
        if (take_contact(view, contact, normal)) {
            return;
        }
    }
}

wend_vec2 wendi_explorer_trace(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    const double before = e->progress;
    const bool was_there =
        wend_vec2_distance(view->at, e->contact) <= AHEAD * view->advance + aside_of(view);
    if (!e->is_leaving) {
        lead(view);
    }
    const double left = wend_vec2_distance(view->at, e->contact);
    const bool gets_on = e->progress > before || (was_there && !e->is_leaving);
    e->run_left = gets_on ? (uint32_t)(PATIENCE / view->crowd->step)
                          : e->run_left - (e->run_left > 0 ? 1 : 0);
    const bool is_lost = e->run_left == 0;
    /* Bodies keep a little off walls. Less than what the line is nearer to the goal. */
    const bool leaves = e->is_leaving && left <= 0.5 * view->advance + 0.8 * aside_of(view) &&
                        (is_far_ahead(view, e->contact) || gets_ahead(view, view->at));
    if (is_lost || leaves) {
        e->state = WEND_EXPLORE_STRAIGHT;
    }
    if (e->state != WEND_EXPLORE_TRACING || !(left > 0)) {
        return (wend_vec2){0, 0};
    }
    const double speed = wendi_min(view->speed, left / view->crowd->step);
    return wend_vec2_scale(wend_vec2_sub(e->contact, view->at), speed / left);
}
