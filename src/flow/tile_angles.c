/* takes: a tile whose costs and directions were found.
 * gives: finer directions of its cells, 256ths of a turn.
 * cost:  some 50 ns for each cell.
 *
 *   c --- s      D is known in c, in its straight neighbour s and in the slanting one t, and linear
 *     \   |      between: it falls by `ahead` from c to s, by `aside` from s to t. The steepest way
 *       \ |      leads through the triangle when 0 <= aside <= ahead, and falls by the root of the
 *         t      sum of both squares; else along one of its sides.
 *
 * Source: Ferguson and Stentz, "Field D*: An Interpolation-based Path Planner and Replanner", 2005.
 */
#include "flow/tile_cost.h"

#include <stddef.h>

/* Tangents of the angles half way between 256ths of a turn: (i + 1/2) * 2 pi / 256. */
static const double half_way[32] = {
    0.012272462379566276, 0.036832180994845636, 0.061436352581593759, 0.086114851197627906,
    0.11089791159591302,  0.1358162787093877,   0.16090136245348918,  0.1861853995275837,
    0.21170162402398335,  0.23748444881607017,  0.26356965989991799,  0.28999462611260612,
    0.3167985269526038,   0.34402260159242631,  0.37171042261274345,  0.39990819851453718,
    0.4286651096994995,   0.45803368337067241,  0.48807021372286286,  0.51883523489997574,
    0.55039405553726395,  0.58281736533497608,  0.61618192609486599,  0.65057136208015331,
    0.68607706754486286,  0.72279925296420588,  0.76084815607025125,  0.80034544949932018,
    0.84142588400725471,  0.88423921522534976,  0.92895247337036746,  0.97575264993237654};

/* 256ths of a turn from the straight neighbour towards the slanting one, 0 to 32. */
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

/* The steepest way of a cell so far. */
typedef struct slope {
    double square; /* of how much D falls along one cell's length */
    int32_t angle;
} slope;

static void take_steeper(slope *best, double square, int32_t angle)
{
    if (square > best->square) {
        best->square = square;
        best->angle = angle & 255;
    }
}

static double value_at(const wendi_tile_flow_in *in, int32_t index)
{
    return in->d != NULL ? (double)in->d[index] : (double)in->wide[index];
}

/* Can a step end there? */
static bool is_reached(const wendi_tile_flow_in *in, int32_t index)
{
    const bool is_found = in->d != NULL ? in->d[index] != WENDI_TILE_UNREACHED
                                        : in->wide[index] != WENDI_TILE_WIDE_UNREACHED;
    return is_found && in->cost[index] != WENDI_TILE_WALL;
}

static int32_t neighbour(const wendi_tile_flow_in *in, int32_t index, int32_t direction)
{
    const int32_t d = direction & 7;
    return index + wendi_flow_dy[d] * in->shape.stride + wendi_flow_dx[d];
}

/* The triangle between a straight direction and the slanting one `turn` (1 or -1) beside it. */
static void take_triangle(const wendi_tile_flow_in *in, int32_t index, int32_t direction,
                          int32_t turn, slope *best)
{
    const int32_t slant = neighbour(in, index, direction + turn);
    const int32_t other = neighbour(in, index, direction + 2 * turn);
    if (in->diagonal == 0 || !is_reached(in, slant) || in->cost[other] == WENDI_TILE_WALL) {
        return;
    }
    const double straight = value_at(in, neighbour(in, index, direction));
    const double ahead = value_at(in, index) - straight;
    const double aside = straight - value_at(in, slant);
    if (ahead > 0.0 && aside > 0.0 && aside <= ahead) {
        take_steeper(best, ahead * ahead + aside * aside,
                     direction * 32 + turn * angle_of(ahead, aside));
    }
    const double both = ahead + aside;
    if (both > 0.0) {
        take_steeper(best, both * both * 0.5, (direction + turn) * 32);
    }
}

static uint8_t angle_at(const wendi_tile_flow_in *in, int32_t index, int32_t given)
{
    slope best = {0.0, given * 32};
    for (int32_t direction = 0; direction < 8; direction += 2) {
        const int32_t to = neighbour(in, index, direction);
        if (!is_reached(in, to)) {
            continue;
        }
        const double ahead = value_at(in, index) - value_at(in, to);
        if (ahead > 0.0) {
            take_steeper(&best, ahead * ahead, direction * 32);
        }
        take_triangle(in, index, direction, 1, &best);
        take_triangle(in, index, direction, -1, &best);
    }
    return (uint8_t)best.angle;
}

void wendi_tile_angles(const wendi_tile_flow_in *in, const uint8_t *flow, uint8_t *angles)
{
    for (int32_t y = 0; y < in->shape.height; y++) {
        for (int32_t x = 0; x < in->shape.width; x++) {
            const int32_t place = y * in->shape.width + x;
            const int32_t direction = flow[place] & WENDI_FLOW_DIRECTION;
            const int32_t index = wendi_tile_index(&in->shape, x, y);
            angles[place] = direction < 8 ? angle_at(in, index, direction) : 0;
        }
    }
}
