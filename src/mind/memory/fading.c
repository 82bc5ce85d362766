/* The age at which something has faded below a threshold: by the logarithm, then to the tick. */
#include "mind/memory/fading.h"

#include "wend/base.h"

static const double LN2 = 0x1.62e42fefa39efp-1;

uint64_t wendi_fade_life(double start, double threshold, uint64_t half_life)
{
    if (half_life == 0 || !(threshold > 0)) {
        return UINT64_MAX;
    }
    const double halvings = wend_log(start / threshold) / LN2;
    if (!(halvings < 1000)) {
        return 1000 * half_life - 1;
    }
    const double estimate = halvings * (double)half_life;
    uint64_t life = estimate > 0 ? (uint64_t)estimate : 0;
    while (life > 0 && start * wendi_fade(life, half_life) < threshold) {
        life--;
    }
    while (start * wendi_fade(life + 1, half_life) >= threshold) {
        life++;
    }
    return life;
}
