/* requests/draw.h: what the parts of a flow's picture share. */
#ifndef WENDI_FLOW_REQUESTS_DRAW_H
#define WENDI_FLOW_REQUESTS_DRAW_H

#include "flow/sample/cell.h"

typedef struct wendi_flow_painter {
    const wend_flow *flow;
    const wendi_flow_request *request;
    const wendi_plan *plan; /* what is sampled; NULL: none */
    const wendi_plan *way;  /* whose route and sectors are drawn: the plan, or the next one */
    uint32_t floor;
    const wend_draw *draw;
    wend_vec2 origin;
    double cell_size;
} wendi_flow_painter;

/** Metres of a place in cells. */
static inline wend_vec2 wendi_flow_painter_point(const wendi_flow_painter *p, double x, double y)
{
    return (wend_vec2){p->origin.x + x * p->cell_size, p->origin.y + y * p->cell_size};
}

void wendi_flow_painter_line(const wendi_flow_painter *p, wend_vec2 from, wend_vec2 to,
                             wend_meaning meaning, double value);
void wendi_flow_painter_mark(const wendi_flow_painter *p, double x, double y, double radius,
                             wend_meaning meaning, double value);

/* Each draws one of wend_flow_show. */
void wendi_flow_painter_cost(const wendi_flow_painter *p);
void wendi_flow_painter_integration(const wendi_flow_painter *p);
void wendi_flow_painter_line_of_sight(const wendi_flow_painter *p);
void wendi_flow_painter_directions(const wendi_flow_painter *p);
void wendi_flow_painter_wave_front(const wendi_flow_painter *p);

#endif
