/* Draws through wend_draw into rows of characters for a terminal.
 *
 *     #  wall   .  open ground   2-9 +  ground of a higher cost   -  searched   o  frontier
 *     ~  within reach   *  path   S  start   G  goal
 *
 * A map wider than the terminal is shrunk: one character then stands for a block of cells, twice as
 * high as wide because characters are. It shows the most important thing in the block. Hexes lie as
 * they do on the map, with a space between them, if the terminal is wide enough; else in plain rows
 * and columns:
 *
 *     rows   . . #     columns   .   #
 *             . . .                .
 *                                .   .
 *                                  .
 */
#ifndef CLI_CORE_ASCII_H
#define CLI_CORE_ASCII_H

#include "wend/types.h"

#include <stdio.h>

typedef struct ascii_canvas ascii_canvas;

/** A canvas for a grid, which must stay there as long. @param columns most characters in a row, 1
 * or more.
 * @return NULL when there is no memory; the caller destroys it. */
ascii_canvas *ascii_create(const wend_grid *grid, int32_t columns);
void ascii_destroy(ascii_canvas *canvas);
/** The callbacks that draw into it. */
wend_draw ascii_draw(ascii_canvas *canvas);
void ascii_write(const ascii_canvas *canvas, FILE *out);

#endif
