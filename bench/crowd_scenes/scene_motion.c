/* Measures how bodies move from tick to tick, from their positions alone: sharp turns, turns to
 * the left after turns to the right, accelerations, headings off the direction of motion.
 * Cost: an arc tangent for each moving body. */
#include "scene_private.h"

static const double SLOWEST = 0.1;       /* metres a second: a slower body does not move */
static const double SHARP = 0.34906585;  /* radians a tick: 20 degrees */
static const double SLIGHT = 0.0174533;  /* radians a tick: one degree; less is no turn */
static const double LASTS = 1;           /* seconds: an older turn is no part of a reversal */
static const double SLOWEST_FACED = 0.3; /* metres a second: a slower body may face anywhere */

/* Metres a second squared of one entry of the histogram. */
static const double ACCELERATION_UNIT = 0.05;
/* Ticks after a contact in which accelerations do not count: the velocity before and the one
 * after it. */
enum { TICKS_AFTER_CONTACT = 3 };

static double turn_between(wend_vec2 from, wend_vec2 to)
{
    return wend_atan2(wend_vec2_cross(from, to), wend_vec2_dot(from, to));
}

static void measure_turn(scene *s, scene_agent *agent, double turn)
{
    crowd_motion *m = &s->outcome.motion;
    m->seconds += s->step;
    m->ticks++;
    m->sharp += turn > SHARP || turn < -SHARP ? 1 : 0;
    if (turn > -SLIGHT && turn < SLIGHT) {
        return;
    }
    const int side = turn > 0 ? 1 : -1;
    m->reversals += agent->turned == -side && s->seconds - agent->turned_at < LASTS ? 1 : 0;
    agent->turned = side;
    agent->turned_at = s->seconds;
}

static void measure_acceleration(scene *s, wend_vec2 before, wend_vec2 now)
{
    const double most = wend_vec2_distance(before, now) / s->step;
    const double entry = most / ACCELERATION_UNIT;
    const size_t last = SCENE_ACCELERATIONS - 1;
    s->accelerations[entry < (double)last ? (size_t)entry : last]++;
}

void scene_measure_motion(scene *s, scene_agent *agent)
{
    const wend_vec2 before = agent->velocity;
    const wend_vec2 now = wend_vec2_scale(wend_vec2_sub(agent->at, agent->before), 1 / s->step);
    const double speed = wend_vec2_length(now);
    agent->velocity = now;
    agent->since_contact = agent->is_touching ? 0 : agent->since_contact + 1;
    if (agent->since_contact >= TICKS_AFTER_CONTACT) {
        measure_acceleration(s, before, now);
    }
    if (speed > SLOWEST && wend_vec2_length(before) > SLOWEST) {
        measure_turn(s, agent, turn_between(before, now));
    }
    if (speed > SLOWEST_FACED) {
        const wend_vec2 faced = {wend_cos(agent->heading), wend_sin(agent->heading)};
        const double off = turn_between(faced, now);
        const double size = off < 0 ? -off : off;
        crowd_motion *m = &s->outcome.motion;
        m->heading_off = size > m->heading_off ? size : m->heading_off;
    }
}

/* The acceleration that one of a thousand exceeds. */
void scene_sum_up_motion(scene *s)
{
    static const double PART = 0.999;
    uint64_t all = 0;
    uint64_t below = 0;
    for (size_t i = 0; i < SCENE_ACCELERATIONS; i++) {
        all += s->accelerations[i];
    }
    for (size_t i = 0; i < SCENE_ACCELERATIONS && all > 0; i++) {
        below += s->accelerations[i];
        if ((double)below >= PART * (double)all) {
            s->outcome.motion.acceleration = ACCELERATION_UNIT * (double)(i + 1);
            return;
        }
    }
}
