/* Measures overlaps, violations of walls, passages and arrivals from the positions before and
 * after a tick.
 * Cost: a sweep over x, and each body with each wall. */
#include "scene_private.h"

#include <math.h>

static const double TOUCH = 0.02; /* metres of gap: nearer bodies and walls are in contact */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

wend_vec2 scene_nearest(scene_segment segment, wend_vec2 place)
{
    const wend_vec2 along = wend_vec2_sub(segment.b, segment.a);
    const double square = wend_vec2_dot(along, along);
    double part = square > 0 ? wend_vec2_dot(wend_vec2_sub(place, segment.a), along) / square : 0;
    part = part < 0 ? 0 : part;
    part = part > 1 ? 1 : part;
    return wend_vec2_add(segment.a, wend_vec2_scale(along, part));
}

static double side_of(scene_segment line, wend_vec2 place)
{
    return wend_vec2_cross(wend_vec2_sub(line.b, line.a), wend_vec2_sub(place, line.a));
}

/* Did a step lead through a segment? Touching its line at the end counts as through. */
static bool goes_through(scene_segment step, scene_segment wall)
{
    const double before = side_of(wall, step.a);
    const double after = side_of(wall, step.b);
    if ((before > 0) == (after > 0)) {
        return false;
    }
    return (side_of(step, wall.a) > 0) != (side_of(step, wall.b) > 0);
}

/* Nearly sorted from the tick before, so insertion is fast. */
static void sort_by_x(scene *s)
{
    for (size_t i = 1; i < s->agent_count; i++) {
        const uint32_t moved = s->order[i];
        size_t k = i;
        for (; k > 0 && s->agents[s->order[k - 1]].at.x > s->agents[moved].at.x; k--) {
            s->order[k] = s->order[k - 1];
        }
        s->order[k] = moved;
    }
}

static void measure_pair(scene *s, scene_agent *a, scene_agent *b)
{
    const double smaller = a->radius < b->radius ? a->radius : b->radius;
    const double gap = wend_vec2_distance(a->at, b->at) - a->radius - b->radius;
    s->outcome.overlap = larger(s->outcome.overlap, -gap / (2 * smaller));
    if (gap < TOUCH) {
        a->is_touching = true;
        b->is_touching = true;
    }
}

static void measure_overlaps(scene *s)
{
    sort_by_x(s);
    for (size_t i = 0; i < s->agent_count; i++) {
        scene_agent *a = &s->agents[s->order[i]];
        for (size_t k = i + 1; k < s->agent_count && !a->is_gone; k++) {
            scene_agent *b = &s->agents[s->order[k]];
            if (b->at.x - a->at.x > 2 * larger(a->radius, s->radius) + TOUCH) {
                break;
            }
            if (!b->is_gone) {
                measure_pair(s, a, b);
            }
        }
    }
}

/* True if a wall is farther from a step than the radius of a body, along x or along y. */
static bool is_far(scene_segment wall, scene_segment step, double reach)
{
    return fmin(wall.a.x, wall.b.x) > fmax(step.a.x, step.b.x) + reach ||
           fmax(wall.a.x, wall.b.x) < fmin(step.a.x, step.b.x) - reach ||
           fmin(wall.a.y, wall.b.y) > fmax(step.a.y, step.b.y) + reach ||
           fmax(wall.a.y, wall.b.y) < fmin(step.a.y, step.b.y) - reach;
}

static void measure_walls(scene *s, scene_agent *agent)
{
    const scene_segment step = {agent->before, agent->at};
    for (size_t i = 0; i < s->wall_count; i++) {
        if (is_far(s->walls[i], step, agent->radius + TOUCH)) {
            continue;
        }
        const double gap = wend_vec2_distance(scene_nearest(s->walls[i], agent->at), agent->at);
        const double depth =
            goes_through(step, s->walls[i]) ? 1 : (agent->radius - gap) / (2 * agent->radius);
        s->outcome.wall_depth = larger(s->outcome.wall_depth, depth);
        agent->is_touching = agent->is_touching || gap < agent->radius + TOUCH;
    }
}

static void measure_exits(scene *s, scene_agent *agent)
{
    const scene_segment step = {agent->before, agent->at};
    for (size_t i = 0; i < s->exit_count && !agent->is_through; i++) {
        if (goes_through(step, s->exits[i])) {
            agent->is_through = true;
            s->out[s->out_count++] = s->seconds;
        }
    }
    if (s->leaves && agent->is_through) {
        agent->is_gone = wend_crowd_remove_body(s->crowd, agent->id) == WEND_OK;
    }
}

static void measure_speed(scene *s, const scene_agent *agent, const wend_body *body)
{
    const double speed = wend_vec2_length(body->velocity);
    const wend_vec2 wish = s->kind->routes == SCENE_OWN ? agent->wish : body->preferred;
    const double wanted = wend_vec2_length(wish);
    if (2 * s->seconds > s->limit_seconds && wanted > 0) {
        s->sums[0] += wend_vec2_dot(body->velocity, wish) / (wanted * agent->speed);
        s->counts[0]++;
    }
    if (!s->has_rooms || s->out_count == s->agent_count) {
        return;
    }
    const bool is_walking = wend_vec2_distance(agent->at, agent->goal) > agent->settle + 1;
    const int room = agent->at.x < s->before_x ? 1 : 2;
    if (room == 1 || (agent->at.x > s->behind_x && is_walking)) {
        s->sums[room] += speed / agent->speed;
        s->counts[room]++;
    }
}

static bool get_body(const scene *s, const scene_agent *agent, wend_body *body)
{
    if (s->orca != NULL) {
        scene_orca_get(s, agent, body);
        return true;
    }
    return wend_crowd_get_body(s->crowd, agent->id, body) == WEND_OK;
}

static void measure_one(scene *s, scene_agent *agent)
{
    wend_body body;
    if (agent->is_gone || !get_body(s, agent, &body)) {
        s->outcome.broken += agent->is_gone ? 0 : 1;
        return;
    }
    agent->before = agent->at;
    agent->at = body.position;
    agent->heading = body.heading;
    agent->is_touching = false;
    if (!isfinite(body.position.x) || !isfinite(body.position.y)) {
        s->outcome.broken++;
        return;
    }
    s->outcome.speed_end += wend_vec2_length(body.velocity);
    measure_walls(s, agent);
    measure_speed(s, agent, &body);
    measure_exits(s, agent);
}

static void take_events(scene *s)
{
    size_t count = 0;
    const wend_event *events = wend_crowd_get_events(s->crowd, &count);
    for (size_t i = 0; i < count; i++) {
        const size_t who = (size_t)events[i].user;
        if (events[i].kind == WEND_EVENT_ARRIVED && who < s->agent_count) {
            s->agents[who].is_told = true;
        }
    }
}

static size_t count_in_place(const scene *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->agent_count; i++) {
        const scene_agent *agent = &s->agents[i];
        const bool is_there = wend_vec2_distance(agent->at, agent->goal) <= agent->settle;
        count += agent->is_gone || is_there ? 1 : 0;
    }
    return count;
}

static size_t count_told(const scene *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->agent_count; i++) {
        const scene_agent *agent = &s->agents[i];
        count +=
            agent->is_told || agent->is_gone || agent->stands || s->is_endless || s->orca != NULL
                ? 1
                : 0;
    }
    return count;
}

void scene_measure(scene *s)
{
    s->outcome.speed_end = 0;
    if (s->crowd != NULL) {
        take_events(s);
    }
    for (size_t i = 0; i < s->agent_count; i++) {
        measure_one(s, &s->agents[i]);
    }
    measure_overlaps(s);
    for (size_t i = 0; i < s->agent_count; i++) {
        if (!s->agents[i].is_gone) {
            scene_measure_motion(s, &s->agents[i]);
        }
    }
    s->outcome.in_slot = count_in_place(s);
    s->outcome.told = count_told(s);
}

static double flow_of(const scene *s)
{
    double width = 0;
    for (size_t i = 0; i < s->exit_count; i++) {
        width += wend_vec2_distance(s->exits[i].a, s->exits[i].b);
    }
    const size_t first = s->agent_count / 10;
    const size_t last = s->agent_count - first - 1;
    if (!s->is_counted || s->exit_count == 0 || last <= first || s->out_count <= last) {
        return 0;
    }
    return (double)(last - first) / (s->out[last] - s->out[first]) / width;
}

/* How far out the outermost body stands, over the radius of the disc that all of them need. */
static double pile_of(const scene *s)
{
    double most = 0;
    for (size_t i = 0; s->disc > 0 && i < s->agent_count; i++) {
        const scene_agent *agent = &s->agents[i];
        most = larger(most, wend_vec2_distance(agent->at, agent->goal) / (s->disc + agent->radius));
    }
    return most;
}

static double mean_of(const scene *s, int what)
{
    return s->counts[what] > 0 ? s->sums[what] / s->counts[what] : 0;
}

void scene_sum_up(scene *s)
{
    crowd_outcome *o = &s->outcome;
    o->agents = s->agent_count;
    o->is_endless = s->is_endless;
    o->speed_end /= (double)s->agent_count;
    o->flow = flow_of(s);
    o->first_out = s->out_count > 0 ? s->out[0] : 0;
    o->last_out = s->out_count > 0 ? s->out[s->out_count - 1] : 0;
    o->pile = pile_of(s);
    o->speed_part = mean_of(s, 0);
    o->speed_before = mean_of(s, 1);
    o->speed_behind = mean_of(s, 2);
    scene_sum_up_motion(s);
    o->hash = s->crowd != NULL ? wend_crowd_hash(s->crowd) : 0;
}
