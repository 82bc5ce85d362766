/* look.h: which colours and widths a meaning has; the same for PNG and SVG. */
#ifndef WENDI_IO_LOOK_H
#define WENDI_IO_LOOK_H

#include "io/canvas.h"

/** How something is drawn. Widths and radii in pixels; an alpha of 0 leaves that part out. */
typedef struct wendi_look {
    wendi_colour fill;   /**< Cells, polygons, discs. */
    wendi_colour stroke; /**< Lines, and the outline of what is filled. */
    wendi_colour casing; /**< A light edge around lines and discs that sets them off. */
    double stroke_width;
    double mark_radius; /**< Of a circle without a radius. */
    bool is_tile;       /**< Lies edge to edge with others of its kind. */
} wendi_look;

/** The look of a meaning; any value is fine, NaN too. */
wendi_look wendi_look_of(wend_meaning meaning, double value);

/** The colour of the empty picture. */
wendi_colour wendi_look_paper(void);

#endif
