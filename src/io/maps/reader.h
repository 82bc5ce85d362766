/* Shared by the readers of maps and the makers of grids. */
#ifndef WENDI_IO_MAPS_READER_H
#define WENDI_IO_MAPS_READER_H

#include "io/content/content.h"

/** Room for width * height cells of undefined cost. The sizes must be 1 to WEND_GRID_SIDE_MAX. */
wend_result wendi_map_cells_create(wendi_map_cells *cells, int32_t width, int32_t height,
                                   const wend_map_options *options);
void wendi_map_cells_destroy(wendi_map_cells *cells, const wend_allocator *allocator);

/** The readers: bytes to cells. On failure cells is untouched and the options' message has the
 * reason. */
wend_result wendi_map_read_movingai(const uint8_t *bytes, size_t count,
                                    const wend_map_options *options, wendi_map_cells *cells);
wend_result wendi_map_read_text(const uint8_t *bytes, size_t count, const wend_map_options *options,
                                wendi_map_cells *cells);
wend_result wendi_map_read_png(const uint8_t *bytes, size_t count, const wend_map_options *options,
                               wendi_map_cells *cells);

/** Checks the options and clears their message. */
wend_result wendi_map_options_check(const wend_map_options *options);

/** Reads a map of any format: the grid, and the rest of its contents (which keep their sizes but
 * not their costs). On failure there is no grid; the caller frees the content in any case.
 * @param content initialised. @param format set on success. */
wend_result wendi_map_read_all(const wendi_map_file_source *source, wendi_map_content *content,
                               wend_grid **grid, wend_map_format *format);

/** True if the bytes start as the format does. */
bool wendi_map_is_movingai(const uint8_t *bytes, size_t count);
bool wendi_map_is_png(const uint8_t *bytes, size_t count);

/** The costs of the characters of "type octile", 0 where a character has no meaning.
 * @param cost [256]. */
void wendi_glyph_costs_octile(uint8_t *cost);

#endif
