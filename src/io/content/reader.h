/* content/reader.h: what the readers of the map formats share.
 *
 *   bytes --reader of one format--> wendi_map_cells (one cost a cell) ----+
 *   bytes --reader of one format--> wendi_map_content (all it says) --+-- maps/load_grid.c,
 * maps/load.c
 *                                                                     +--> wend_grid, wend_map */
#ifndef WENDI_IO_CONTENT_READER_H
#define WENDI_IO_CONTENT_READER_H

#include "base/math/floating_point.h"
#include "io/content/content.h"
#include "wend/io.h"

/** A map as a plain array, on its way to or from a grid. Zeroed = none. */
typedef struct wendi_map_cells {
    uint8_t *costs; /**< [height][width], each 1 to 255. */
    int32_t width, height;
} wendi_map_cells;

/** Room for width * height cells of undefined cost. The sizes must be 1 to WEND_GRID_SIDE_MAX. */
wend_result wendi_map_cells_create(wendi_map_cells *cells, int32_t width, int32_t height,
                                   const wend_map_options *options);
void wendi_map_cells_destroy(wendi_map_cells *cells, const wend_allocator *allocator);
/** Moves cells into an empty content as its one class. */
void wendi_map_content_move_cells(wendi_map_content *content, wendi_map_cells *cells);

/** The readers: bytes to cells. On failure cells is untouched and the options' message says why. */
wend_result wendi_map_read_movingai(const uint8_t *bytes, size_t count,
                                    const wend_map_options *options, wendi_map_cells *cells);
wend_result wendi_map_read_text(const uint8_t *bytes, size_t count, const wend_map_options *options,
                                wendi_map_cells *cells);
wend_result wendi_map_read_png(const uint8_t *bytes, size_t count, const wend_map_options *options,
                               wendi_map_cells *cells);

/** What a reader of contents reads. */
typedef struct wendi_map_file_source {
    const uint8_t *bytes; /**< [count] */
    size_t count;
    const char *folder; /**< Of the map's file with the slash behind it, or "". */
    bool is_file;       /**< Were the bytes a file on the disk, so that others lie beside it? */
    const wend_map_options *options;
} wendi_map_file_source;

/** Opens a file that the map names, by a name relative to the map's own folder. Absolute names are
 * refused. Goes through options->open if that is set. Free with wend_io_free.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE, or what options->open says. */
wend_result wendi_map_source_open_sibling(const wendi_map_file_source *source, const char *name,
                                          uint8_t **bytes, size_t *count);
/** Opens a file of options->data_folder, by a name relative to that folder. */
wend_result wendi_map_source_open_data(const wendi_map_file_source *source, const char *name,
                                       uint8_t **bytes, size_t *count);

/** A map's file in memory, as a source. */
typedef struct wendi_map_file {
    wendi_map_file_source source;
    uint8_t *bytes;
    size_t count;
    char *folder;
    size_t folder_bytes;
} wendi_map_file;

/** Reads a file into memory. On failure there is nothing to close; the message names the file. */
wend_result wendi_map_file_open(const char *file, const wend_map_options *options,
                                wendi_map_file *opened);
void wendi_map_file_close(wendi_map_file *opened);

/** Checks the options and clears their message. */
wend_result wendi_map_options_check(const wend_map_options *options);

/** Reads a map of any format: the grid, and beside it what else there is (the content keeps its
 * sizes, not its costs). On failure there is no grid; the caller frees the content in any case.
 * @param content initialised. @param format set on success. */
wend_result wendi_map_read_all(const wendi_map_file_source *source, wendi_map_content *content,
                               wend_grid **grid, wend_map_format *format);

/** The readers of contents: they fill one that was initialised and is empty. On failure the
 * options' message says why, and the caller frees what was collected. */
wend_result wendi_map_read_tmx(const wendi_map_file_source *source, wendi_map_content *content);

/** Do the bytes start as the format does? */
bool wendi_map_is_tmx(const uint8_t *bytes, size_t count);
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
