/* The cells of the frame that a pass over a tile makes cheaper beyond one side, and those that
 * matter inside; and the choice of the best kernel.
 * Cost: a few operations for each WENDI_BORDER_PART cells. Without a kernel all loops run over
 * arrays that do not overlap, of a multiple of that length, so that compilers vectorize them. */
#include "flow/tile/border.h"

#include "flow/tile/kernels.h"

#include <string.h>

enum { UNREACHED = WENDI_TILE_UNREACHED, WALL = WENDI_TILE_WALL, PART = WENDI_BORDER_PART };

/* Costs that steps have to undercut. The diagonal one of cell i stands at i + 1. */
typedef struct border_targets {
    uint16_t straight[WENDI_BORDER_VALUES], slanting[WENDI_BORDER_VALUES + 2];
} border_targets;

/* Costs of the cells of a line plus one step, UNREACHED where there is none. */
typedef struct border_sums {
    uint16_t straight[WENDI_BORDER_VALUES], slanting[WENDI_BORDER_VALUES];
} border_sums;

static inline uint16_t plus(uint16_t a, uint16_t b)
{
    const uint16_t sum = (uint16_t)(a + b);
    return sum < a ? (uint16_t)UNREACHED : sum;
}

static int32_t padded_count(const wendi_border_line *line)
{
    return (line->count + 2 + PART - 1) / PART * PART;
}

/* Steps from `d`; a diagonal one needs the cell of `beside` to be open. */
static inline void add_steps(const uint16_t *restrict d, const uint8_t *restrict cost,
                             const uint8_t *restrict beside, const wendi_border_line *line,
                             int32_t end, border_sums *restrict s)
{
    const uint16_t straight = line->straight, diagonal = line->diagonal;
    const uint16_t barred = diagonal == 0 ? (uint16_t)UNREACHED : 0;
    for (int32_t k = 0; k < end; ++k) {
        s->straight[k] = plus(d[k], (uint16_t)(straight * cost[k]));
    }
    for (int32_t k = 0; k < end; ++k) {
        const uint16_t sum = plus(d[k], (uint16_t)(diagonal * cost[k]));
        const uint16_t shut = beside[k] == WALL ? (uint16_t)UNREACHED : barred;
        s->slanting[k] = (uint16_t)(sum | shut);
    }
}

/* Only cells 1 to count are targets; diagonal ones stand one place further on. */
static void clear_ends(border_targets *t, int32_t count, int32_t end)
{
    t->straight[0] = 0;
    t->slanting[0] = 0;
    t->slanting[1] = 0;
    for (int32_t i = count + 1; i < end; ++i) {
        t->straight[i] = 0;
        t->slanting[i + 1] = 0;
    }
    t->slanting[end + 1] = 0;
}

/* ---- improvements beyond ---- */

/* Costs beyond, where open; for diagonal steps only where the cell on this side is open too. */
static inline void set_limits(const uint16_t *restrict out, const uint8_t *restrict out_cost,
                              const uint8_t *restrict in_cost, uint16_t *restrict straight,
                              uint16_t *restrict slanting, int32_t end)
{
    for (int32_t k = 0; k < end; ++k) {
        const uint16_t limit = out_cost[k] == WALL ? 0 : out[k];
        straight[k] = limit;
        slanting[k] = in_cost[k] == WALL ? 0 : limit;
    }
}

/* @param straight, slanting limits; slanting: from the cell before on. */
static inline uint16_t least_sum(const border_sums *restrict s, const uint16_t *restrict straight,
                                 const uint16_t *restrict slanting, int32_t end)
{
    uint16_t least = UNREACHED;
    for (int32_t k = 0; k < end; ++k) {
        const uint16_t more = slanting[k] > slanting[k + 2] ? slanting[k] : slanting[k + 2];
        const uint16_t first = s->straight[k] < straight[k] ? s->straight[k] : UNREACHED;
        const uint16_t second = s->slanting[k] < more ? s->straight[k] : UNREACHED;
        const uint16_t both = first < second ? first : second;
        least = both < least ? both : least;
    }
    return least;
}

uint32_t wendi_border_line_least_improvement_scalar(const wendi_border_line *line)
{
    border_targets t;
    border_sums s;
    const int32_t end = padded_count(line);
    set_limits(line->out, line->out_cost, line->in_cost, t.straight, t.slanting + 1, end);
    clear_ends(&t, line->count, end);
    add_steps(line->in, line->in_cost, line->out_cost, line, end, &s);
    s.slanting[0] = UNREACHED;
    s.slanting[line->count + 1] = UNREACHED;
    const uint16_t least = least_sum(&s, t.straight, t.slanting, end);
    return least == UNREACHED ? WENDI_BORDER_UNCHANGED : least;
}

/* ---- frame cells in use ---- */

/* Costs of the cells inside; 0 stands for none, as no sum is 0 (every step costs something). For
 * diagonal steps only where the frame cell beside is open. */
static inline void set_targets(const uint16_t *restrict in, const uint8_t *restrict out_cost,
                               uint16_t *restrict straight, uint16_t *restrict slanting,
                               int32_t end)
{
    for (int32_t k = 0; k < end; ++k) {
        const uint16_t target = in[k] == UNREACHED ? 0 : in[k];
        straight[k] = target;
        slanting[k] = out_cost[k] == WALL ? 0 : target;
    }
}

static inline void keep_used(const border_sums *restrict s, const uint16_t *restrict straight,
                             const uint16_t *restrict slanting, const uint16_t *restrict out,
                             uint16_t *restrict kept, int32_t end)
{
    for (int32_t k = 0; k < end; ++k) {
        const bool matters = (s->straight[k] == straight[k]) | (s->slanting[k] == slanting[k]) |
                             (s->slanting[k] == slanting[k + 2]);
        kept[k] = matters ? out[k] : (uint16_t)UNREACHED;
    }
}

void wendi_border_line_prune_scalar(const wendi_border_line *line, uint16_t *out)
{
    border_targets t;
    border_sums s;
    uint16_t kept[WENDI_BORDER_VALUES];
    const int32_t end = padded_count(line);
    set_targets(line->in, line->out_cost, t.straight, t.slanting + 1, end);
    clear_ends(&t, line->count, end);
    add_steps(line->out, line->out_cost, line->in_cost, line, end, &s);
    keep_used(&s, t.straight, t.slanting, line->out, kept, end);
    memcpy(out, kept, ((size_t)line->count + 2) * sizeof *out);
}

/* ---- choice ---- */

uint32_t wendi_border_line_least_improvement(const wendi_border_line *line)
{
    const wendi_tile_kernel *kernel = wendi_tile_kernel_at(0);
    return kernel != NULL ? kernel->least_improvement(line)
                          : wendi_border_line_least_improvement_scalar(line);
}

void wendi_border_line_prune(const wendi_border_line *line, uint16_t *out)
{
    const wendi_tile_kernel *kernel = wendi_tile_kernel_at(0);
    if (kernel != NULL) {
        kernel->prune(line, out);
    } else {
        wendi_border_line_prune_scalar(line, out);
    }
}
