/* The passes over one tile: costs (the integration field), then directions.
 *
 *   D(c) = least over neighbours n of D(n) + step(c, n) * cost(n)
 *
 * D of the interior starts unreached but for seeds; the frame holds the costs of the sectors around
 * and is never changed. The result is the unique fixed point, so it depends neither on the order of
 * sweeps nor on the number of values in a register. A diagonal step needs both cells beside it to
 * be open (frame cells count by their cost), with every rule of the map: an agent that follows a
 * field would touch the corner. */
#ifndef WENDI_FLOW_TILE_INTEGRATE_H
#define WENDI_FLOW_TILE_INTEGRATE_H

#include "flow/tile/tile.h"

/** Lowers 16-bit costs with straight and diagonal steps of 12 and 17 units to the fixed point.
 * @param cost framed, 1 to 255. @param d framed; changed inside, where it is not below a frame
 * value. @param has_diagonals false: four neighbours only.
 * @return false: the cost of a reachable cell is 65535 or more; such cells stay unreached, and the
 * caller repeats the tile with wendi_tile_integrate_wide. Walls come out unreached. */
bool wendi_tile_integrate(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                          bool has_diagonals);
/** The same, one cell at a time: kernels equal it to the bit. */
bool wendi_tile_integrate_scalar(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                                 bool has_diagonals);
/** 32-bit costs. @param straight, diagonal units of a step; 0 for diagonal: four neighbours only.
 * @return false: even these saturated (cells stay unreached). */
bool wendi_tile_integrate_wide(const wendi_tile_shape *shape, const uint8_t *cost, uint32_t *d,
                               uint32_t straight, uint32_t diagonal);
/** Costs by the Eikonal equation (first order upwind scheme on the four neighbours; walls leave
 * their side out; a step to a neighbour has that neighbour's factor; each value is rounded down to
 * a whole unit, so that the fixed point is the same everywhere). Over uneven ground by single steps.
 * @param straight units of a step, 1 to 16384. @param diagonal of a diagonal one over uneven ground;
 * 0: none.
 * Source: Tsitsiklis 1995; Zhao, "A Fast Sweeping Method for Eikonal Equations", 2005. */
bool wendi_tile_integrate_eikonal(const wendi_tile_shape *shape, const uint8_t *cost, uint32_t *d,
                                  uint32_t straight, uint32_t diagonal);

/** Input of a direction pass. */
typedef struct wendi_tile_directions_input {
    wendi_tile_shape shape;
    const uint8_t *cost;         /* framed */
    const uint16_t *d;           /* framed; or NULL: */
    const uint32_t *wide;        /* framed */
    uint32_t straight, diagonal; /* units; diagonal 0: four neighbours */
    const uint8_t *flags; /* framed: WENDI_FLOW_VISIBLE, _LOS_CORNER, and _GOAL or _LINK in the low
                           * bits where they replace the direction; or NULL: none */
} wendi_tile_directions_input;

/** Directions and flags of all cells. Ties: the lower direction. A step whose cost reaches the
 * unreached value counts as none. Walls are WENDI_FLOW_NONE without flags; low bits of `flags`
 * other than 0 replace the direction.
 * @param flow [height * width], rows without frame. */
void wendi_tile_directions(const wendi_tile_directions_input *in, uint8_t *flow);
/** Finer directions: the angle of the steepest descent between two neighbouring cells, with D
 * linear in between, 256ths of a turn clockwise from east; 0 where there is none. A diagonal
 * descent, and one between a straight and a diagonal one, needs both cells beside the corner open.
 * Where nothing descends (seeds), the direction of `flow`.
 * Source: the interpolation of Ferguson and Stentz, "Field D*", 2005.
 * @param flow from wendi_tile_directions. @param angles [height * width]. */
void wendi_tile_angles(const wendi_tile_directions_input *in, const uint8_t *flow, uint8_t *angles);

#endif
