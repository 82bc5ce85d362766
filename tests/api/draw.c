/* The numbers of a step: sound ones with an eye for ends of ranges, and unsound ones. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

uint64_t roll(fuzz *f)
{
    return wend_random(wend_random(f->seed, f->episode, 77), f->step, f->draw++);
}

uint32_t below(fuzz *f, uint32_t count)
{
    return count == 0 ? 0 : (uint32_t)(roll(f) >> 32) % count;
}

bool chance(fuzz *f, uint32_t once_in)
{
    return below(f, once_in) == 0;
}

bool unsound(fuzz *f, uint32_t once_in)
{
    return below(f, once_in) == 0 && !f->is_sound;
}

double wild(fuzz *f)
{
    static const double some[] = {(double)NAN,
                                  (double)INFINITY,
                                  -(double)INFINITY,
                                  -0.0,
                                  0.0,
                                  5e-324,
                                  -5e-324,
                                  1e-308,
                                  1e300,
                                  -1e300,
                                  1e18,
                                  -1e18,
                                  1e-9,
                                  -1e-9,
                                  -1,
                                  1073741824.0,
                                  1e154,
                                  2147483648.0};
    if (chance(f, 4)) {
        const uint64_t bits = roll(f);
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    return some[below(f, (uint32_t)(sizeof some / sizeof *some))];
}

double real(fuzz *f, double low, double high)
{
    if (unsound(f, 16)) {
        return chance(f, 2)
                   ? wild(f)
                   : (chance(f, 2) ? nextafter(low, -HUGE_VAL) : nextafter(high, HUGE_VAL));
    }
    const uint32_t how = below(f, 12);
    if (how < 2) {
        return how == 0 ? low : high;
    }
    const double unit = (double)(roll(f) >> 11) * 0x1p-53;
    const double value = low + (high - low) * unit;
    const double rounded = floor(value * 2) / 2;
    return how < 6 && rounded >= low ? rounded : value;
}

int32_t whole(fuzz *f, int32_t low, int32_t high)
{
    if (unsound(f, 16)) {
        const int32_t some[] = {0,
                                -1,
                                INT32_MAX,
                                INT32_MIN,
                                high < INT32_MAX ? high + 1 : high,
                                low > INT32_MIN ? low - 1 : low};
        return some[below(f, 6)];
    }
    const uint32_t how = below(f, 10);
    if (how < 2) {
        return how == 0 ? low : high;
    }
    return (int32_t)(low + (int64_t)(roll(f) % ((uint64_t)((int64_t)high - low) + 1)));
}

uint32_t count_to(fuzz *f, uint32_t most)
{
    if (unsound(f, 16)) {
        return chance(f, 2) ? UINT32_MAX : most + 1 + below(f, 3);
    }
    return chance(f, 8) ? most : below(f, most + 1);
}

wend_vec2 somewhere(fuzz *f)
{
    const wend_vec2 at = {real(f, 0, FUZZ_SIDE), real(f, 0, FUZZ_SIDE)};
    return at;
}

wend_vec3 somewhere_high(fuzz *f)
{
    const wend_vec2 at = somewhere(f);
    const wend_vec3 high = {at.x, at.y, chance(f, 3) ? real(f, -1, 4) : 0};
    return high;
}

wend_node some_node(fuzz *f, uint32_t limit)
{
    if (unsound(f, 16)) {
        return chance(f, 2) ? WEND_NODE_NONE : limit + below(f, 3);
    }
    return below(f, limit);
}

wend_cost some_cost(fuzz *f)
{
    if (unsound(f, 8)) {
        const wend_cost some[] = {0,
                                  1,
                                  (wend_cost)1 << 48,
                                  ((wend_cost)1 << 48) + 1,
                                  WEND_COST_INFINITE,
                                  WEND_COST_INFINITE - 1,
                                  (wend_cost)1 << 63,
                                  (wend_cost)1 << 62};
        return some[below(f, 8)];
    }
    return 1 + roll(f) % (WEND_COST_ONE * 20);
}

void some_cookie(fuzz *f, uint32_t *cookie)
{
    if (unsound(f, 60)) {
        *cookie = chance(f, 2) ? 0 : ~*cookie;
        f->has_garbage |= *cookie != 0; /* of which the message is not looked at */
    }
}

void some_id(fuzz *f, const void *ids, size_t count, void *id)
{
    uint32_t pair[2] = {0, 0};
    if (count > 0) {
        memcpy(pair, (const uint8_t *)ids + 8 * below(f, (uint32_t)count), 8);
    }
    if (unsound(f, 12)) {
        const uint32_t how = below(f, 4);
        pair[0] = how == 0 ? 0 : how == 1 ? pair[0] + 1 : how == 2 ? (uint32_t)roll(f) : pair[0];
        pair[1] = how == 3 ? pair[1] + 1 - 2 * below(f, 2) : pair[1];
    }
    memcpy(id, pair, 8);
}

uint32_t some_class(fuzz *f)
{
    if (unsound(f, 24)) {
        return chance(f, 2) ? WEND_CLASS_ALL : 1 + below(f, 34);
    }
    return 0;
}

uint32_t some_team(fuzz *f)
{
    if (unsound(f, 24)) {
        return 30 + below(f, 4);
    }
    return chance(f, 2) ? WEND_TEAM_NONE : below(f, 32);
}

uint32_t some_stops(fuzz *f)
{
    return chance(f, 3) ? (uint32_t)roll(f) : chance(f, 8) ? 0 : WEND_STOPS_WALK;
}

wend_budget *some_budget(fuzz *f, wend_budget *budget)
{
    const uint32_t how = below(f, 8);
    *budget = wend_budget_steps(how < 3 ? below(f, 40) : 1000 + below(f, 5000));
    if (how == 7) {
        *budget = wend_budget_ns(1000000);
        budget->deadline_ns = chance(f, 2) ? 1 : UINT64_MAX;
    }
    return how == 0 ? NULL : budget;
}

wend_message *some_message(fuzz *f)
{
    f->has_message = !chance(f, 3);
    f->message.text[0] = 0;
    return f->has_message ? &f->message : NULL;
}

uint8_t *damaged(fuzz *f, const uint8_t *bytes, size_t *count)
{
    const size_t least = *count;
    if (*count > 0 && unsound(f, 4)) {
        *count = chance(f, 2) ? below(f, (uint32_t)*count) : *count + below(f, 9);
    }
    uint8_t *copy = scratch(f, *count, 1);
    if (bytes != NULL && least > 0 && *count > 0) {
        memcpy(copy, bytes, *count < least ? *count : least);
    }
    for (uint32_t i = unsound(f, 2) && *count > 0 ? 1 + below(f, 4) : 0; i > 0; --i) {
        copy[below(f, (uint32_t)*count)] = (uint8_t)roll(f);
    }
    return copy;
}
