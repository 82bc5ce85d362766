/* The contents of a map's file as its reader collects them, and the files of a
 * map.
 *
 *   costs  [class 0: height x width bytes][class 1: ...]...
 *   items  [ name, type, position | ... ]  texts, points and properties lie in arrays of their own:
 *   texts  [ s m a l l f o o t 0 k e e p 0 ... ]      text n begins at texts.items[n - 1]; 0 = none
 *   points [ x y x y ... ]                            each item's in one stretch
 *
 *   bytes --reader of one format--> wendi_map_cells (one cost a cell) --+
 *                                                                       |    maps/load_grid.c,
 *   bytes --reader of one format--> wendi_map_content (all of it) ------+--> load.c
 *
 * A zeroed content is a valid empty one. Readers fill it in any order; whatever returns a result
 * writes the message of the options when it fails, and leaves the content as it was. */
#ifndef WENDI_IO_CONTENT_CONTENT_H
#define WENDI_IO_CONTENT_CONTENT_H

#include "base/core/array.h"
#include "base/math/floating_point.h"
#include "io/core/lines.h"
#include "wend/io_map.h"

/** A text of the content: 1 + where it begins; 0 = "". */
typedef uint32_t wendi_map_text;

/** An item as a reader describes it. */
typedef struct wendi_map_item {
    wend_map_item_kind kind;
    wendi_span name, type; /**< Copied. Length 0 = none. */
    int32_t player, team;  /**< -1 = none. */
    bool is_at_cell;       /**< True: it is at the centre of cell x, y, and position is ignored. */
    int32_t x, y;
    wend_vec2 position; /**< Metres, see wend_map_item. */
    wend_vec2 size;     /**< Metres. */
} wendi_map_item;

/** An item as stored. */
typedef struct wendi_map_record {
    wend_map_item_kind kind;
    wendi_map_text name, type;
    int32_t player, team;
    bool is_at_cell;
    int32_t x, y;
    wend_vec2 position, size;
    wend_node node; /**< Set once the grid is made. */
    size_t first_point, point_count;
} wendi_map_record;

/** A property of an item, or of the map itself. */
typedef struct wendi_map_property {
    size_t item; /**< WENDI_MAP_ITSELF = of the map. */
    wendi_map_text name, value;
} wendi_map_property;

static const size_t WENDI_MAP_ITSELF = SIZE_MAX;

typedef struct wendi_map_content {
    const wend_map_options *options; /**< For the allocator and the message; set by init. */
    uint8_t *costs;                  /**< [class_count][height][width], each 1 to 255. */
    int32_t width, height;
    uint32_t class_count;
    wendi_map_text class_names[WEND_GRID_CLASSES_MAX];
    wend_neighbours neighbours; /**< From the options, or from the file. */
    wend_hex_layout hex_layout; /**< Likewise; read for 6 neighbours. */
    bool has_tile_property;     /**< The file has options->tile_property. */
    wendi_array_u8 texts;
    wendi_map_record *records; /**< [record_count] */
    size_t record_count, record_capacity;
    wend_vec2 *points; /**< [point_count], metres. */
    size_t point_count, point_capacity;
    wendi_map_property *properties; /**< [property_count] */
    size_t property_count, property_capacity;
} wendi_map_content;

/** An empty content that uses the options' allocator, message and neighbours; the options must live
 * as long as it is filled. */
void wendi_map_content_init(wendi_map_content *content, const wend_map_options *options);
/** Frees all; the content is zeroed. */
void wendi_map_content_free(wendi_map_content *content);

/** Room for the costs, all 1 at first. Called once.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE (a side not in 1 ... WEND_GRID_SIDE_MAX,
 * classes not in 1 ... WEND_GRID_CLASSES_MAX, more than 2^31 costs). */
wend_result wendi_map_content_resize(wendi_map_content *content, int64_t width, int64_t height,
                                     int64_t class_count);
/** The row of costs of a class; the caller writes it. @return [width]. */
uint8_t *wendi_map_content_row(const wendi_map_content *content, uint32_t movement_class,
                               int32_t y);
/** Gives the costs back early; the sizes stay. */
void wendi_map_content_drop_costs(wendi_map_content *content);
/** Names a class, which may be done before there is room for its costs.
 * @param movement_class 0 ... WEND_GRID_CLASSES_MAX - 1. */
wend_result wendi_map_content_name_class(wendi_map_content *content, uint32_t movement_class,
                                         wendi_span name);

/** Appends an item with no points; its index is the record_count there was before. */
wend_result wendi_map_content_add_item(wendi_map_content *content, const wendi_map_item *item);
/** Appends a point (metres) to the item added last. */
wend_result wendi_map_content_add_point(wendi_map_content *content, wend_vec2 point);
/** Appends a property to an item or to the map (WENDI_MAP_ITSELF). */
wend_result wendi_map_content_add_property(wendi_map_content *content, size_t item, wendi_span name,
                                           wendi_span value);

/** Keeps a text. A zero byte within ends it. @param text set to 0 for an empty one. */
wend_result wendi_map_content_add_text(wendi_map_content *content, wendi_span span,
                                       wendi_map_text *text);
/** A text that was kept; valid until the next one is. Never NULL. */
const char *wendi_map_content_text(const wendi_map_content *content, wendi_map_text text);

/** A map as a plain array, on its way to or from a grid. Zeroed = none. */
typedef struct wendi_map_cells {
    uint8_t *costs; /**< [height][width], each 1 to 255. */
    int32_t width, height;
} wendi_map_cells;

/** Moves cells into an empty content as its one class. */
void wendi_map_content_move_cells(wendi_map_content *content, wendi_map_cells *cells);

/** The bytes of a map and where they came from. */
typedef struct wendi_map_file_source {
    const uint8_t *bytes; /**< [count] */
    size_t count;
    const char *folder; /**< Of the map's file with the slash behind it, or "". */
    bool is_file;       /**< The bytes were a file on the disk: others lie beside it. */
    const wend_map_options *options;
} wendi_map_file_source;

/** Opens a file that the map names, by a name relative to the map's own folder. Absolute names are
 * refused. Goes through options->open if that is set. Free with wend_io_free.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE, or the result of options->open. */
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

/** A zero-terminated text as a span. */
wendi_span wendi_span_of(const char *text);

#endif
