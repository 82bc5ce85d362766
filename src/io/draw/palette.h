/* Which colours and widths a meaning has; the same for PNG and SVG. */
#ifndef WENDI_IO_DRAW_PALETTE_H
#define WENDI_IO_DRAW_PALETTE_H

#include "io/draw/canvas.h"

/** Look of a shape. Widths and radii in pixels; an alpha of 0 leaves that part out. */
typedef struct wendi_draw_style {
    wendi_colour fill;   /**< Cells, polygons, discs. */
    wendi_colour stroke; /**< Lines, and the outline of what is filled. */
    wendi_colour casing; /**< A light edge around lines and discs that sets them off. */
    double stroke_width;
    double mark_radius; /**< Of a circle without a radius. */
    bool is_tile;       /**< Lies edge to edge with others of its kind. */
} wendi_draw_style;

/** The look of a meaning; any value is fine, NaN too. */
wendi_draw_style wendi_draw_style_of(wend_meaning meaning, double value);

/** The colour of the empty picture. */
wendi_colour wendi_draw_background(void);

#endif
