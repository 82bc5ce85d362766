/* Bilinear blending of the directions of the four cells around a point, and the cells
 * that half a step in a direction crosses. */
#ifndef WENDI_FLOW_SAMPLE_BLEND_H
#define WENDI_FLOW_SAMPLE_BLEND_H

#include "flow/sample/cell.h"

/* Least component of a blended direction along the cell's own one. */
#define WENDI_BLEND_ALONG_MIN 0.35
/* Half a cell, plus rounding. */
#define WENDI_HALF_STEP (0.5 + 1e-6)

/* The four cells whose middles are nearest to a point, by rows. */
typedef struct wendi_bilinear {
    int32_t x, y; /* the first one, relative to the cell of the point: -1 or 0 */
    double weights[4];
} wendi_bilinear;

static inline wendi_bilinear wendi_bilinear_of(int32_t cell_x, int32_t cell_y, double px, double py)
{
    const int32_t x = cell_x - (px - (double)cell_x < 0.5 ? 1 : 0);
    const int32_t y = cell_y - (py - (double)cell_y < 0.5 ? 1 : 0);
    const double right = px - 0.5 - (double)x;
    const double below = py - 0.5 - (double)y;
    return (wendi_bilinear){x - cell_x,
                            y - cell_y,
                            {(1.0 - right) * (1.0 - below), right * (1.0 - below),
                             (1.0 - right) * below, right * below}};
}

/* The cells that half a step in a direction leads into, relative to the cell of the point. */
typedef struct wendi_half_step {
    int32_t dx, dy; /* 1 or -1 */
    bool is_x_first;
    bool is_through_both;
} wendi_half_step;

/** @param fx, fy position of the point in its cell, 0 to 1. */
static inline wendi_half_step wendi_half_step_of(double fx, double fy, wend_vec2 to)
{
    const double speed_x = to.x < 0.0 ? -to.x : to.x;
    const double speed_y = to.y < 0.0 ? -to.y : to.y;
    const double room_x = to.x < 0.0 ? fx : 1.0 - fx;
    const double room_y = to.y < 0.0 ? fy : 1.0 - fy;
    return (wendi_half_step){
        to.x < 0.0 ? -1 : 1, to.y < 0.0 ? -1 : 1, room_x * speed_y < room_y * speed_x,
        room_x <= WENDI_HALF_STEP * speed_x && room_y <= WENDI_HALF_STEP * speed_y};
}

static inline wend_vec2 wendi_flow_unit_vector(double x, double y)
{
    const double square = x * x + y * y;
    if (!(square > 0.0)) {
        return (wend_vec2){0.0, 0.0};
    }
    const double factor = 1.0 / wend_sqrt(square);
    return (wend_vec2){x * factor, y * factor};
}

#endif
