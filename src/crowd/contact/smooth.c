/* Limits what bodies do to what people do: they turn by small angles, begin few turns that they
 * take back at once, and accelerate no faster than people.
 * Cost: three square roots for each body. */
#include "crowd/contact/smooth.h"

#include "base/math/clamp.h"
#include "crowd/core/motion.h"

/* Radians a second: 14 and 19 degrees in a tick of a twentieth of a second. */
static const double TURN_RATE = 5;
static const double SLIDE_RATE = 6.5;
static const double TURN_MOST = 1.5;     /* radians in a tick, however long it is */
static const double SLIGHT_RATE = 0.32;  /* radians a second: slow turns are never postponed */
static const double TURN_SECONDS = 0.05; /* in which half of a turn is done */

static const float SLOWEST = 0.09F;    /* metres a second: a slower body turns at will */
static const float SLIDES_SLOW = 0.2F; /* metres a second: a slower one slides anywhere */
/* A turn by less than a part of the speed ahead and of the preferred speed is postponed: two
 * neighbours would turn a body between them left and right for ever. */
static const float IDLE_AHEAD = 0.1F;
static const float IDLE_SPEED = 0.03F;
/* Metres a second squared, as people; bodies faster than people gain the same part of their speed
 * in a second. Contacts change velocities faster. */
static const float ACCELERATION = 4.9F;
static const float ACCELERATION_PART = 3.75F;
static const float IN_CONTACT = 4;

wendi_smooth_limits wendi_smooth_limits_of(const wend_crowd *crowd)
{
    const double turn = wendi_clamp(TURN_RATE * crowd->step, 0, TURN_MOST);
    const double slide = wendi_clamp(SLIDE_RATE * crowd->step, 0, TURN_MOST);
    return (wendi_smooth_limits){.step = (float)crowd->step,
                                 .turn_cos = (float)wend_cos(turn),
                                 .turn_sin = (float)wend_sin(turn),
                                 .slide_cos = (float)wend_cos(slide),
                                 .slight = (float)(SLIGHT_RATE * crowd->step),
                                 .part = (float)(crowd->step / (TURN_SECONDS + crowd->step))};
}

/* Metres to the side that are left of so many, beside a displacement ahead. */
static float damped(float aside, float ahead, float full, const wendi_smooth_limits *m)
{
    const float idle = IDLE_AHEAD * ahead + IDLE_SPEED * full;
    return wendi_max_f32(m->part * (aside - idle), wendi_min_f32(aside, m->slight * ahead));
}

/* A target that turns the body as far as it can: beyond that it loses the speed that leads
 * elsewhere, and turns anyhow once it is slow. */
static wendi_vec2_f32 turned(wendi_vec2_f32 target, wendi_vec2_f32 last, float length, float full,
                             const wendi_smooth_limits *m)
{
    const float x = last.x / length;
    const float y = last.y / length;
    const float ahead = target.x * x + target.y * y;
    const float left = x * target.y - y * target.x;
    float forward = ahead;
    float aside = left < 0 ? -left : left;
    if (ahead > 0) {
        aside = damped(aside, ahead, full, m);
    }
    if (aside * m->turn_cos > ahead * m->turn_sin) {
        const float reached = wendi_max_f32(ahead * m->turn_cos + aside * m->turn_sin, 0);
        forward = reached * m->turn_cos;
        aside = reached * m->turn_sin;
    }
    const float side = left < 0 ? -aside : aside;
    return (wendi_vec2_f32){x * forward - y * side, y * forward + x * side};
}

void wendi_smooth_target(wendi_workspace *work, size_t at, const wendi_smooth_limits *limits,
                         wendi_vec2_f32 *target)
{
    const float speed = work->speed[at];
    const wendi_vec2_f32 last = {work->vx[at] * limits->step, work->vy[at] * limits->step};
    const float length = sqrtf(last.x * last.x + last.y * last.y);
    wendi_vec2_f32 t = *target;
    if (length > SLOWEST * limits->step) {
        t = turned(t, last, length, speed * limits->step, limits);
    }
    const float times = (work->moved[at] | work->next_moved[at]) != 0 ? IN_CONTACT : 1.0F;
    const float most = times * wendi_max_f32(ACCELERATION, ACCELERATION_PART * speed);
    const float x = t.x - last.x;
    const float y = t.y - last.y;
    const float part = wendi_length_factor(x, y, most * limits->step * limits->step);
    *target = (wendi_vec2_f32){last.x + part * x, last.y + part * y};
}

float wendi_smooth_slide(const wendi_workspace *work, uint32_t at,
                         const wendi_smooth_limits *limits, float x, float y)
{
    const wendi_vec2_f32 first = work->travelled[at];
    const float last_x = work->vx[at];
    const float last_y = work->vy[at];
    const float last = sqrtf(last_x * last_x + last_y * last_y);
    const float all_x = first.x + x;
    const float all_y = first.y + y;
    const float all = sqrtf(all_x * all_x + all_y * all_y);
    const float slowest = SLOWEST * limits->step;
    if (!(last > SLIDES_SLOW) || !(all > slowest) ||
        all_x * last_x + all_y * last_y >= limits->slide_cos * all * last) {
        return 1;
    }
    const float room = slowest - sqrtf(first.x * first.x + first.y * first.y);
    return room > 0 ? wendi_length_factor(x, y, room) : 0;
}
