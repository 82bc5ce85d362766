/* A layer of numbers that fade by a half-life, without work for the passing of time.
 *
 *   tick      0 ......... h ......... 2h ........          h = half-life
 *   epoch     0           1           2                    whole half-lives so far
 *   factor    1 ... 1/2   1 ... 1/2   1 ... 1/2            what the rest of the time takes
 *
 * A cell holds its number as of the start of an epoch, that of its tile of 16 x 16 cells. Reading halves
 * it for each epoch since, and multiplies it with the factor. Adding brings its tile to the present epoch
 * and adds the number divided by the factor. All in integers; halving rounds towards 0, so that halving
 * twice equals a quarter, whenever it is done. */
#ifndef WENDI_MIND_STRATEGY_FADING_LAYER_H
#define WENDI_MIND_STRATEGY_FADING_LAYER_H

#include "base/core/memory.h"
#include "base/core/visitor.h"

enum { WENDI_FADING_TILE = 16, WENDI_FADING_BITS = 22 };

/** Greatest size of a cell. */
static const int64_t WENDI_FADING_MOST = (int64_t)1 << 40;

/** The time of some layers. */
typedef struct wendi_fading_clock {
    uint64_t tick, epoch;
    uint32_t half_life;
    int64_t factor, inverse; /* in units of 2^-22 */
} wendi_fading_clock;

typedef struct wendi_fading_layer {
    int64_t *cells;   /* [height][width]; NULL: all 0 */
    uint64_t *epochs; /* [tiles_y][tiles_x] */
    int32_t width, height, tiles_x, tiles_y;
} wendi_fading_layer;

/** Sets the time. @param half_life 1 or more. */
void wendi_fading_clock_set(wendi_fading_clock *clock, uint32_t half_life, uint64_t tick);

/** A layer of zeros without memory. */
void wendi_fading_init(wendi_fading_layer *fading, int32_t width, int32_t height);
/** Allocates the cells. @return false: no memory; the layer is as before. */
bool wendi_fading_reserve(wendi_fading_layer *fading, const wend_allocator *allocator);
void wendi_fading_free(wendi_fading_layer *fading, const wend_allocator *allocator);
size_t wendi_fading_memory_bytes(const wendi_fading_layer *fading);
/** Sets all to 0. */
void wendi_fading_clear(wendi_fading_layer *fading);

static inline int64_t wendi_fading_halved(int64_t value, uint64_t times)
{
    if (times >= 63) {
        return 0;
    }
    return value < 0 ? -(-value >> times) : value >> times;
}

/** value * factor in units of 2^-22, rounded towards 0. |value| <= 2^40, factor <= 2^22. */
static inline int64_t wendi_fading_scaled(int64_t value, int64_t factor)
{
    const int64_t product = (value < 0 ? -value : value) * factor;
    const int64_t rounded = product >> WENDI_FADING_BITS;
    return value < 0 ? -rounded : rounded;
}

/** The number of a cell now. */
static inline int64_t wendi_fading_value(const wendi_fading_layer *fading,
                                         const wendi_fading_clock *clock, int32_t x, int32_t y)
{
    if (fading->cells == NULL) {
        return 0;
    }
    const int64_t value = fading->cells[(size_t)y * (size_t)fading->width + (size_t)x];
    const size_t tile =
        (size_t)(y / WENDI_FADING_TILE) * (size_t)fading->tiles_x + (size_t)(x / WENDI_FADING_TILE);
    return value == 0 ? 0
                      : wendi_fading_scaled(
                            wendi_fading_halved(value, clock->epoch - fading->epochs[tile]),
                            clock->factor);
}

/** Adds to a cell; it stays within WENDI_FADING_MOST. There must be memory.
 * @param amount at most 2^38 in size. */
void wendi_fading_add(wendi_fading_layer *fading, const wendi_fading_clock *clock, int32_t x,
                      int32_t y, int64_t amount);

/** Visits the tiles that are not 0 now, brought to the present epoch: there is a single form. Reading
 * allocates. @return false: no memory. */
bool wendi_fading_visit(wendi_visitor *v, wendi_fading_layer *fading,
                        const wendi_fading_clock *clock, const wend_allocator *allocator);

#endif
