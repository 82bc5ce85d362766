/* map_private.h: what the readers of the map formats share.
 *
 *   bytes --reader of one format--> wendi_cells (one cost a cell) --map.c--> wend_grid */
#ifndef WENDI_IO_MAP_PRIVATE_H
#define WENDI_IO_MAP_PRIVATE_H

#include "base/base_private.h"
#include "wend/io.h"

/** A map as a plain array, on its way to or from a grid. Zeroed = none. */
typedef struct wendi_cells {
    uint8_t *costs; /**< [height][width], each 1 to 255. */
    int32_t width, height;
} wendi_cells;

/** Room for width * height cells of undefined cost. The sizes must be 1 to WEND_GRID_SIDE_MAX. */
wend_result wendi_cells_create(wendi_cells *cells, int32_t width, int32_t height,
                               const wend_map_options *options);
void wendi_cells_destroy(wendi_cells *cells, const wend_allocator *allocator);

/** The readers: bytes to cells. On failure cells is untouched and the options' message says why. */
wend_result wendi_map_read_movingai(const uint8_t *bytes, size_t count,
                                    const wend_map_options *options, wendi_cells *cells);
wend_result wendi_map_read_text(const uint8_t *bytes, size_t count, const wend_map_options *options,
                                wendi_cells *cells);
wend_result wendi_map_read_png(const uint8_t *bytes, size_t count, const wend_map_options *options,
                               wendi_cells *cells);

/** Do the bytes start as the format does? */
bool wendi_map_is_movingai(const uint8_t *bytes, size_t count);
bool wendi_map_is_png(const uint8_t *bytes, size_t count);

/** The costs of the characters of one format. */
typedef enum wendi_glyphs {
    WENDI_GLYPHS_OCTILE = 0,
    WENDI_GLYPHS_OCTILE_CORNER,
    WENDI_GLYPHS_TEXT
} wendi_glyphs;

/** Fills a table of costs, 0 where a character has no meaning. @param cost [256]. */
void wendi_glyph_costs(wendi_glyphs glyphs, uint8_t *cost);

/** The costs of a row of characters.
 * @param row [width] @param costs [width] @param line its line, for the message. */
wend_result wendi_glyph_row(const uint8_t *row, int32_t width, const uint8_t *glyph_cost,
                            uint32_t line, uint8_t *costs, wend_message *message);

#endif
