/* portals/lanes_plain.h: 16 lanes on machines that have no registers for them, or that the compiler
 * finds some for. */
#ifndef WENDI_FLOW_PORTALS_LANES_PLAIN_H
#define WENDI_FLOW_PORTALS_LANES_PLAIN_H

#include <string.h>

typedef struct lanes {
    int16_t lane[LANES];
} lanes;

static inline lanes lanes_of(int16_t value)
{
    lanes a;
    for (int32_t i = 0; i < LANES; ++i) {
        a.lane[i] = value;
    }
    return a;
}

static inline lanes lanes_load(const int16_t *from)
{
    lanes a;
    memcpy(a.lane, from, sizeof a.lane);
    return a;
}

static inline void lanes_store(int16_t *to, lanes a)
{
    memcpy(to, a.lane, sizeof a.lane);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    for (int32_t i = 0; i < LANES; ++i) {
        a.lane[i] = (int16_t)(a.lane[i] + b.lane[i]);
    }
    return a;
}

static inline lanes lanes_least(lanes a, lanes b)
{
    for (int32_t i = 0; i < LANES; ++i) {
        a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

/** What of a was added up, with what is not the same in b and c: 0 while they always agreed. */
static inline lanes lanes_differ(lanes a, lanes b, lanes c)
{
    for (int32_t i = 0; i < LANES; ++i) {
        a.lane[i] = (int16_t)(a.lane[i] | (b.lane[i] ^ c.lane[i]));
    }
    return a;
}

static inline bool lanes_any(lanes a)
{
    int32_t any = 0;
    for (int32_t i = 0; i < LANES; ++i) {
        any |= a.lane[i];
    }
    return any != 0;
}

#endif
