/* The colour of pictures without shapes; the looks of shapes are those of wend_style_of. */
#ifndef WENDI_IO_DRAW_PALETTE_H
#define WENDI_IO_DRAW_PALETTE_H

#include "io/draw/canvas.h"

/** The colour of the empty picture. */
wend_colour wendi_draw_background(void);

#endif
