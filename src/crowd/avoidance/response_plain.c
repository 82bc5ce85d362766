/* The response of a body to its neighbours on any processor.
 * Cost: some hundred instructions for each of the 16 or so neighbours. */
#include "crowd/avoidance/neighbours.h"
#include "crowd/avoidance/response_constants.h"
#include "crowd/core/crowd.h"

#include "base/math/clamp.h"

#include <math.h>

/* The neighbours to be avoided, and the response to each. */
typedef struct response_columns {
    uint32_t count;
    float x[WENDI_NEIGHBOURS_MOST], y[WENDI_NEIGHBOURS_MOST]; /* relative position */
    float wx[WENDI_NEIGHBOURS_MOST],
        wy[WENDI_NEIGHBOURS_MOST]; /* relative velocity, towards the neighbour */
    float alike[WENDI_NEIGHBOURS_MOST],
        touch[WENDI_NEIGHBOURS_MOST];     /* cosine of directions; distance at touch */
    float follows[WENDI_NEIGHBOURS_MOST]; /* 1: both move, 0: one stands */
    float pace[WENDI_NEIGHBOURS_MOST];    /* of the neighbour, along the body's direction */
    float sidestep_x[WENDI_NEIGHBOURS_MOST],
        sidestep_y[WENDI_NEIGHBOURS_MOST]; /* weighted sidestep */
    float weight[WENDI_NEIGHBOURS_MOST];
    float speed[WENDI_NEIGHBOURS_MOST]; /* allowed behind it */
} response_columns;

static void load_pairs(const wendi_workspace *w, uint32_t at, const wendi_neighbours *others,
                       response_columns *m)
{
    const uint32_t stands = (uint32_t)WENDI_MARK_STANDS;
    /* A body that stands responds as if it stayed in place, even on its way back. */
    const float own = (w->marks[at] & stands) != 0 ? 0.0F : 1.0F;
    const float pref_vx = own * w->pref_vx[at];
    const float pref_vy = own * w->pref_vy[at];
    uint32_t count = 0;
    for (uint32_t i = 0; i < others->count; ++i) {
        const uint32_t j = others->at[i];
        const float alike = w->dir_x[at] * w->dir_x[j] + w->dir_y[at] * w->dir_y[j];
        /* Of neighbours that move the same way the preferred velocity counts: a body that waits
         * with them does not push past. */
        const float share = 0.5F + 0.5F * wendi_max_f32(alike, 0);
        m->x[count] = others->x[i];
        m->y[count] = others->y[i];
        m->wx[count] = pref_vx - share * w->pref_vx[j] - (1 - share) * w->vx[j];
        m->wy[count] = pref_vy - share * w->pref_vy[j] - (1 - share) * w->vy[j];
        m->alike[count] = alike;
        m->touch[count] = w->radius[at] + w->radius[j];
        m->pace[count] = w->vx[j] * w->dir_x[at] + w->vy[j] * w->dir_y[at];
        m->follows[count] = ((w->marks[at] | w->marks[j]) & stands) != 0 ? 0.0F : 1.0F;
        /* Bodies that stand do not respond to each other, or a crowd at rest would never rest. */
        const bool are_both_standing = (w->marks[at] & w->marks[j] & stands) != 0;
        count += (uint32_t)((w->avoids[at] & w->layer[j]) != 0) & (uint32_t)!are_both_standing;
    }
    m->count = count;
}

/* Time and side of the closest approach to each neighbour; the side is the same for both. */
static void sidestep(response_columns *restrict m, float horizon)
{
    const float per_horizon = 1 / horizon;
    for (uint32_t i = 0; i < m->count; ++i) {
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): set below count */
        const float squared = m->wx[i] * m->wx[i] + m->wy[i] * m->wy[i];
        const float along = m->x[i] * m->wx[i] + m->y[i] * m->wy[i];
        const float per = 1 / sqrtf(squared > SLOWEST ? squared : SLOWEST);
        const float time = along * per * per;
        const float right_x = m->wy[i] * per;
        const float right_y = -m->wx[i] * per;
        const float side = m->x[i] * right_x + m->y[i] * right_y;
        const float wide = m->touch[i] + MARGIN;
        const float opposed = m->alike[i] < 0 ? -m->alike[i] : 0.0F;
        const float turn = side > HEAD_ON * wide * opposed ? -1.0F : 1.0F;
        const float room = wide + turn * side;
        const float left = time - m->touch[i] * per;
        const float until = left > 0 ? left : 0.0F;
        const float fading = 1 - until * per_horizon;
        const float aside = room / (until + SOONEST) * (fading > 0 ? fading : 0.0F);
        const float near = time - wide * per <= horizon ? aside : 0.0F;
        const float sound = squared >= SLOWEST ? near : 0.0F;
        const float closing = along > 0 ? sound : 0.0F;
        const float inside = room > 0 ? closing : 0.0F;
        const float weight = room <= ASIDE_REACH * wide ? inside : 0.0F;
        m->weight[i] = weight;
        m->sidestep_x[i] = weight * weight * turn * right_x;
        m->sidestep_y[i] = weight * weight * turn * right_y;
    }
}

static void limit_follow_speed(response_columns *restrict m, float dir_x, float dir_y,
                               float own_headway)
{
    const float headway = own_headway > 0 ? own_headway : HEADWAY;
    const float follow = own_headway > 0 ? HEADWAY_FOLLOW : FOLLOW;
    const float creep = own_headway > 0 ? HEADWAY_CREEP : CREEP;
    for (uint32_t i = 0; i < m->count; ++i) {
        const float ahead = m->x[i] * dir_x + m->y[i] * dir_y;
        const float beside = m->x[i] * dir_y - m->y[i] * dir_x;
        const float gap = sqrtf(m->x[i] * m->x[i] + m->y[i] * m->y[i]) - m->touch[i];
        const float room = gap / headway + wendi_max_f32(m->pace[i] * follow, creep);
        const float most = room > 0 ? room : 0.0F;
        const float in_line =
            beside * beside < m->touch[i] * m->touch[i] * IN_LINE ? most : ANY_SPEED;
        const float same_direction = m->alike[i] > SAME_DIRECTION ? in_line : ANY_SPEED;
        const float both_go = m->follows[i] > 0.5F ? same_direction : ANY_SPEED;
        m->speed[i] = ahead > 0 ? both_go : ANY_SPEED;
    }
}

void wendi_avoidance_respond_plain(const wend_crowd *crowd, uint32_t at,
                                   const wendi_neighbours *others, wendi_avoidance_response *out)
{
    const wendi_workspace *w = &crowd->work;
    response_columns m;
    load_pairs(w, at, others, &m);
    sidestep(&m, (float)crowd->horizon);
    limit_follow_speed(&m, w->dir_x[at], w->dir_y[at], w->headway[at]);
    *out = (wendi_avoidance_response){.total = NO_WEIGHT, .speed = ANY_SPEED};
    for (uint32_t i = 0; i < m.count; ++i) {
        out->x += m.sidestep_x[i];
        out->y += m.sidestep_y[i];
        out->total += m.weight[i];
        out->speed = wendi_min_f32(out->speed, m.speed[i]);
    }
}
