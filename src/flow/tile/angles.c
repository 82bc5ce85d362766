/* Finer directions, in 256ths of a turn, of a tile whose directions are known.
 * Cost: some 50 ns a cell.
 *
 *   c --- s      D is known in c, in its straight neighbour s and in the diagonal one t, and is
 *     \   |      linear in between: it falls by `ahead` from c to s, by `aside` from s to t. The
 *       \ |      steepest descent leads through the triangle if 0 <= aside <= ahead, and falls by
 *         t      the root of the sum of both squares; else it follows a side of the triangle.
 *
 * Source: Ferguson and Stentz, "Field D*: An Interpolation-based Path Planner and Replanner",
 * 2005. */
#include "flow/tile/integrate.h"

#include <stddef.h>

/* Tangents of the angles halfway between 256ths of a turn: (i + 1/2) * 2 pi / 256. */
static const double half_way[32] = {
    0.012272462379566276, 0.036832180994845636, 0.061436352581593759, 0.086114851197627906,
    0.11089791159591302,  0.1358162787093877,   0.16090136245348918,  0.1861853995275837,
    0.21170162402398335,  0.23748444881607017,  0.26356965989991799,  0.28999462611260612,
    0.3167985269526038,   0.34402260159242631,  0.37171042261274345,  0.39990819851453718,
    0.4286651096994995,   0.45803368337067241,  0.48807021372286286,  0.51883523489997574,
    0.55039405553726395,  0.58281736533497608,  0.61618192609486599,  0.65057136208015331,
    0.68607706754486286,  0.72279925296420588,  0.76084815607025125,  0.80034544949932018,
    0.84142588400725471,  0.88423921522534976,  0.92895247337036746,  0.97575264993237654};

/* 256ths of a turn from the straight neighbour towards the diagonal one, 0 to 32. */
static int32_t angle_of(double ahead, double aside)
{
    int32_t angle = 0;
    for (int32_t step = 16; step > 0; step /= 2) {
        if (aside > half_way[angle + step - 1] * ahead) {
            angle += step;
        }
    }
    return angle + (angle == 31 && aside > half_way[31] * ahead ? 1 : 0);
}

/* Decrease of D from a cell to each of its eight neighbours. */
typedef struct cell_descent {
    double by[8];
    uint32_t reached;  /* bit by direction: a step may end there */
    uint32_t no_walls; /* likewise */
} cell_descent;

/* The steepest descent found so far, from `direction` towards the one `turn` (1 or -1) beside it.
 */
typedef struct steepest_slope {
    double square; /* of the fall of D along one cell's length */
    double ahead, aside;
    int32_t direction, turn;
} steepest_slope;

static double value_at(const wendi_tile_directions_input *in, int32_t index)
{
    return in->d != NULL ? (double)in->d[index] : (double)in->wide[index];
}

static bool is_reached(const wendi_tile_directions_input *in, int32_t index)
{
    return in->d != NULL ? in->d[index] != WENDI_TILE_UNREACHED
                         : in->wide[index] != WENDI_TILE_WIDE_UNREACHED;
}

static cell_descent descent_of(const wendi_tile_directions_input *in, int32_t index)
{
    cell_descent f = {.reached = 0};
    const double here = value_at(in, index);
    for (int32_t d = 0; d < 8; d++) {
        const int32_t to = index + wendi_flow_dy[d] * in->shape.stride + wendi_flow_dx[d];
        const uint32_t open = in->cost[to] != WENDI_TILE_WALL ? 1U : 0U;
        f.by[d] = here - value_at(in, to);
        f.no_walls |= open << d;
        f.reached |= (is_reached(in, to) ? open : 0U) << d;
    }
    return f;
}

static bool has_bit(uint32_t bits, int32_t direction)
{
    return (bits >> (direction & 7) & 1) != 0;
}

/* The triangle between a straight direction and the diagonal one `turn` beside it. */
static void improve_by_triangle(const cell_descent *f, int32_t direction, int32_t turn,
                                steepest_slope *best)
{
    const int32_t diagonal = (direction + turn) & 7;
    if (!has_bit(f->reached, diagonal) || !has_bit(f->no_walls, direction + 2 * turn)) {
        return;
    }
    const double ahead = f->by[direction];
    const double both = f->by[diagonal];
    const double aside = both - ahead;
    const double square = ahead * ahead + aside * aside;
    if (ahead > 0.0 && aside > 0.0 && aside <= ahead && square > best->square) {
        *best = (steepest_slope){square, ahead, aside, direction, turn};
    }
    const double half = both * both * 0.5;
    if (both > 0.0 && half > best->square) {
        *best = (steepest_slope){half, 1.0, 0.0, diagonal, 0};
    }
}

static uint8_t angle_at(const wendi_tile_directions_input *in, int32_t index, int32_t given)
{
    const cell_descent f = descent_of(in, index);
    steepest_slope best = {0.0, 1.0, 0.0, given, 0};
    for (int32_t direction = 0; direction < 8; direction += 2) {
        if (!has_bit(f.reached, direction)) {
            continue;
        }
        const double ahead = f.by[direction];
        if (ahead > 0.0 && ahead * ahead > best.square) {
            best = (steepest_slope){ahead * ahead, 1.0, 0.0, direction, 0};
        }
        if (in->diagonal != 0) {
            improve_by_triangle(&f, direction, 1, &best);
            improve_by_triangle(&f, direction, -1, &best);
        }
    }
    const int32_t turned = best.turn != 0 ? best.turn * angle_of(best.ahead, best.aside) : 0;
    return (uint8_t)((best.direction * 32 + turned) & 255);
}

void wendi_tile_angles(const wendi_tile_directions_input *in, const uint8_t *flow, uint8_t *angles)
{
    for (int32_t y = 0; y < in->shape.height; y++) {
        for (int32_t x = 0; x < in->shape.width; x++) {
            const int32_t at = y * in->shape.width + x;
            const int32_t direction = flow[at] & WENDI_FLOW_DIRECTION_MASK;
            const int32_t index = wendi_tile_index(&in->shape, x, y);
            angles[at] = direction < 8 ? angle_at(in, index, direction) : 0;
        }
    }
}
