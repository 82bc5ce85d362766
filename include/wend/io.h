/* wend/io.h: files and pictures, a library of its own (libwend_io) beside the core.
 *
 * Readers take bytes, so that they work on archives and can be fuzzed; each has a companion that
 * takes a file name. A bad file is WEND_ERROR_FILE with a message that says what was found and what
 * was expected, and nothing is made then. The readers of bytes leave the line in message->line; the
 * companions also put "file:line: " in front of the text. The formats are described in
 * docs/formats.md. Nothing here depends on the locale.
 *
 * Threads: functions on different objects may run at the same time; one scenario may be read by
 * many threads, one picture is drawn by one.
 */
#ifndef WEND_IO_H
#define WEND_IO_H

#include "wend/io_world.h"
#include "wend/wend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- whole files ---- */

/** Reads a file into memory; files over 1 GiB are refused.
 * @param allocator NULL = libc. @param bytes set to NULL first; [*count], and a zero behind them
 * that is not counted; free with wend_io_free and the same allocator.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_io_read_file(const char *file, const wend_allocator *allocator,
                                       uint8_t **bytes, size_t *count, wend_message *message);
/** @param bytes from wend_io_read_file, with its count; NULL is fine. */
WEND_API void wend_io_free(const wend_allocator *allocator, uint8_t *bytes, size_t count);
/** Writes a file anew, through a temporary one beside it ("<file>.0.tmp"), so that a failure leaves
 * the old one. A device, a pipe and what a link names are written to as they are. @param bytes
 * [count], may be NULL when count is 0.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_io_write_file(const char *file, const uint8_t *bytes, size_t count,
                                        wend_message *message);

/* ---- maps ---- */

typedef enum wend_map_format {
    WEND_MAP_FORMAT_AUTO = 0, /**< By the first bytes. */
    WEND_MAP_FORMAT_MOVINGAI, /**< "type octile" or "type octile-corner". */
    WEND_MAP_FORMAT_TEXT,     /**< Rows of characters, see docs. */
    WEND_MAP_FORMAT_PNG,      /**< A colour is a cost. */
    WEND_MAP_FORMAT_GRID,     /**< What wend_grid_save writes. */
    WEND_MAP_FORMAT_TMX,      /**< Of the editor Tiled. */
    WEND_MAP_FORMAT_WESNOTH,  /**< Hexes of The Battle for Wesnoth. */
    WEND_MAP_FORMAT_WARZONE   /**< Of Warzone 2100: a game.map, or an archive of maps. */
} wend_map_format;

/** "movingai", "text", "png", "grid", "tmx", "wesnoth", "warzone", "auto". Never NULL. */
WEND_API const char *wend_map_format_name(wend_map_format format);

/** The format that wend_map_save_file takes for the ending of a file's name: .map MovingAI, .txt
 * text, .png PNG, .wend grid; AUTO for any other, and NULL. */
WEND_API wend_map_format wend_map_format_from_name(const char *file);

/** A colour's cost in a PNG map. */
typedef struct wend_colour_cost {
    uint8_t red, green, blue;
    uint8_t cost; /**< 1 to 255. */
} wend_colour_cost;

/** Gives a file that a map refers to, such as a tileset.
 * @param name relative to the map's folder, or to the data folder with that in front; forward
 * slashes. @param bytes to be made as wend_io_read_file does with this allocator; the library frees
 * them. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED. */
typedef wend_result (*wend_io_read_fn)(void *context, const char *name,
                                       const wend_allocator *allocator, uint8_t **bytes,
                                       size_t *count, wend_message *message);

typedef struct wend_map_options {
    uint32_t cookie;              /**< Set by wend_map_options_default; leave it. */
    wend_map_format format;       /**< Default AUTO. */
    wend_neighbours neighbours;   /**< Default 8. 6 makes hexes of MovingAI, text and PNG maps. Maps
                                     that say themselves what their cells are (Tiled, Wesnoth,
                                     Warzone 2100) keep to it: hexes have 6, and squares 8 where 6
                                     is said here. */
    wend_hex_layout hex_layout;   /**< Of hexes made so; otherwise the map says it. Default odd
                                     rows. */
    wend_wrap wrap;               /**< Which sides meet; no format but the saved grid says it.
                                     Default none. */
    wend_corner_rule corner_rule; /**< Default never. */
    double cell_size;             /**< Metres, above 0, finite. Default 1. */
    uint8_t glyph_cost[256];      /**< Cost of each character of MovingAI and text maps, 1 to 255;
                                     0 = not allowed. Looked at only if use_glyph_cost is set.
                                     Default: the table of "type octile", . G S 1 and @ O T W walls;
                                     change it as you like. */
    bool use_glyph_cost;          /**< Default false: each format has a table of its own (docs/
                                     formats.md). True: glyph_cost holds for all of them. */
    const wend_colour_cost *colours; /**< [colour_count], for PNG: the nearest colour wins, of
                                    equally near ones the first; NULL (default) = white 1, black
                                    wall, between them 255 - grey. Kept by the caller. */
    size_t colour_count;             /**< Default 0. */
    const char *entry;         /**< Which map of an archive, by its name there. Default NULL: the
                                  only or first one. */
    const char *data_folder;   /**< Where the game keeps what its maps refer to (Wesnoth: the folder
                                  with core/terrain.cfg). Default NULL: none. */
    const char *tile_property; /**< TMX: the property that says a tile's cost. Default "cost". When
                                  nothing has it, see wend_map_has_tile_property. */
    wend_io_read_fn open;      /**< Gives the files a map refers to. Default NULL: they are read
                                  from the disk when the map was opened by its file's name, and are
                                  missing when it was opened from bytes (but for data_folder). */
    void *open_context;        /**< Passed back untouched. Default NULL. */
    wend_allocator allocator;  /**< Of the grid too. Default libc. */
    wend_message *message;     /**< Text of a failure; may be NULL (default). */
} wend_map_options;

WEND_API wend_map_options wend_map_options_default(void);

/** Makes a grid from bytes: of one class for MovingAI, text and PNG, of as many as the file says
 * for the others (WEND_MAP_FORMAT_GRID: the rules and the size of cells also come from the file,
 * whatever the options say).
 * Takes one byte for each class and cell for a while.
 * @param bytes [count]. @param options NULL = defaults. @param grid set to NULL first; the caller
 * destroys it. @param format what it was; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE,
 * WEND_ERROR_UNSUPPORTED (a format whose library is not in this build, or what the text of the
 * failure names), or what options->open returns. */
WEND_API wend_result wend_map_load_grid_memory(const uint8_t *bytes, size_t count,
                                               const wend_map_options *options, wend_grid **grid,
                                               wend_map_format *format);
/** The same from a file, which is wholly read into memory first. */
WEND_API wend_result wend_map_load_grid_file(const char *file, const wend_map_options *options,
                                             wend_grid **grid, wend_map_format *format);
/** Writes a grid to a file. AUTO goes by the name's ending (wend_map_format_from_name).
 * WEND_MAP_FORMAT_GRID holds all of the grid. The others hold the costs of class 0 as
 * wend_grid_cost sees them, with stamps, gradients and overlays in them; read back by default
 * options they are the same. What those formats have no place for is left out without a word:
 *  - further classes, gates of teams, links;
 *  - what lies under stamps, gradients and overlays, and that these can be lifted again;
 *  - 4 neighbours, the corner rule, the sizes of cells and sectors, the origin.
 * A grid of hexes or one that wraps would come back as another map and is refused.
 * No format keeps what a wend_map knows beside its grid: names of classes, items, properties.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also AUTO and none of these endings), WEND_ERROR_MEMORY,
 * WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED (hexes or wrapping, but for a grid; the format cannot
 * hold one of the costs: MovingAI holds 1 and walls, text 1 to 9 and walls, PNG and grid all; PNG
 * in a build without it; or a format that is only read: TMX, Wesnoth, Warzone 2100). */
WEND_API wend_result wend_map_save_file(const wend_grid *grid, const char *file,
                                        wend_map_format format, wend_message *message);
/** The same into memory. @param format not AUTO: there is no name to go by. @param allocator NULL =
 * libc. @param bytes set to NULL first; [*count], and a zero behind them that is not counted; free
 * with wend_io_free and the same allocator. @param count set to 0 first. @param message may be
 * NULL.
 * @return as wend_map_save_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_map_save_memory(const wend_grid *grid, wend_map_format format,
                                          const wend_allocator *allocator, uint8_t **bytes,
                                          size_t *count, wend_message *message);

/* ---- maps that say more than costs ---- */

/** What stands on a map beside its ground. */
typedef enum wend_map_item_kind {
    WEND_MAP_ITEM_THING = 0, /**< Something at a point. */
    WEND_MAP_ITEM_SPAWN,     /**< Where somebody begins; a point, or a region with a size. */
    WEND_MAP_ITEM_REGION,    /**< A rectangle (or the one around an ellipse). */
    WEND_MAP_ITEM_POLYGON,   /**< An area between its points. */
    WEND_MAP_ITEM_LINE       /**< A line along its points. */
} wend_map_item_kind;

/** "thing", "spawn", "region", "polygon", "line". Never NULL. */
WEND_API const char *wend_map_item_kind_name(wend_map_item_kind kind);

/** An item; the texts and points belong to the map. */
typedef struct wend_map_item {
    wend_map_item_kind kind;
    const char *name;        /**< UTF-8 as the file has it; "" = none. Names need not be unique. */
    const char *type;        /**< The file's own word for it; "" = none. */
    int32_t player, team;    /**< -1 = none. */
    wend_vec2 position;      /**< Metres: the point, a region's middle, a shape's first point. */
    wend_vec2 size;          /**< Metres, of a region and of the rectangle around a shape. */
    wend_node node;          /**< The cell under position; WEND_NODE_NONE outside. */
    const wend_vec2 *points; /**< [point_count], metres; NULL when there are none. */
    size_t point_count;
} wend_map_item;

/** All that a map's file says: a grid, names of its classes, items, properties. */
typedef struct wend_map wend_map;

/** Opens a map of any format. @param options NULL = defaults. @param map set to NULL first; the
 * caller destroys it. Results as wend_map_load_grid_memory. */
WEND_API wend_result wend_map_load_file(const char *file, const wend_map_options *options,
                                        wend_map **map);
/** The same from bytes, which are not kept. @param bytes [count]. */
WEND_API wend_result wend_map_load_memory(const uint8_t *bytes, size_t count,
                                          const wend_map_options *options, wend_map **map);
/** Frees, the grid too unless it was taken; NULL is fine. */
WEND_API void wend_map_destroy(wend_map *map);
/** "": nothing that is asked of a map can fail. There so that all objects are asked alike. */
WEND_API const char *wend_map_error(const wend_map *map);
/** What it was; AUTO for NULL. */
WEND_API wend_map_format wend_map_get_format(const wend_map *map);
/** The map's grid, which belongs to it; NULL once it was taken. */
WEND_API const wend_grid *wend_map_grid(const wend_map *map);
/** Hands the grid over to the caller, who destroys it; NULL when that was done before. */
WEND_API wend_grid *wend_map_release_grid(wend_map *map);
/** Classes of the grid, at least 1; 0 for NULL. */
WEND_API uint32_t wend_map_class_count(const wend_map *map);
/** "smallfoot"; "" for a class without a name and for none. Never NULL. */
WEND_API const char *wend_map_class_name(const wend_map *map, uint32_t movement_class);
/** Finds a class by its name. @param movement_class set to 0 when there is none.
 * @return is there one? */
WEND_API bool wend_map_class_from_name(const wend_map *map, const char *name,
                                       uint32_t *movement_class);
/** Items, in the file's order. */
WEND_API size_t wend_map_item_count(const wend_map *map);
/** An item; outside: texts "", node WEND_NODE_NONE, player and team -1, else zero. */
WEND_API wend_map_item wend_map_get_item(const wend_map *map, size_t index);
/** Finds the first item of a name. @param index set to 0 when there is none.
 * @return is there one? */
WEND_API bool wend_map_item_from_name(const wend_map *map, const char *name, size_t *index);
/** A property of an item as text; NULL when it has none of the name. Belongs to the map. */
WEND_API const char *wend_map_item_property(const wend_map *map, size_t index, const char *name);
/** A property of the map itself, likewise. */
WEND_API const char *wend_map_property(const wend_map *map, const char *name);
/** TMX: did a tile, a ground, a tileset, a layer or the map say options.tile_property, alone or for
 * a class? If not, only words like "blocked" and defaults made its costs. False for the other
 * formats. */
WEND_API bool wend_map_has_tile_property(const wend_map *map);

/* ---- scenarios (MovingAI) ---- */

/** One query of a scenario. */
typedef struct wend_scenario_row {
    int32_t bucket;
    int32_t width, height;                    /**< Of the map it was made for. */
    int32_t start_x, start_y, goal_x, goal_y; /**< Cells: start and goal rounded down. */
    wend_vec2 start, goal; /**< As written. Whole numbers in scenarios of grids; those of meshes
                              (Polyanya) may have a point and a sign. */
    double length;         /**< The published optimum. */
    double rounding;       /**< How far the published number may lie from the true one, above 0:
                              from the digits of this row and of the whole file. */
    uint32_t line;         /**< In the file. */
} wend_scenario_row;

typedef struct wend_scenario wend_scenario;

/** Reads "version 1" or "version 1.0" and rows of nine columns between tabs or spaces. Coordinates
 * are not compared to the sizes: whether a place exists and is open, the map or mesh knows. They
 * are at most 2^30 in size.
 * @param allocator NULL = libc. @param scenario set to NULL first; the caller destroys it.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_scenario_load_memory(const uint8_t *bytes, size_t count,
                                               const wend_allocator *allocator,
                                               wend_scenario **scenario, wend_message *message);
/** The same from a file. */
WEND_API wend_result wend_scenario_load_file(const char *file, const wend_allocator *allocator,
                                             wend_scenario **scenario, wend_message *message);
/** Frees; NULL is fine. */
WEND_API void wend_scenario_destroy(wend_scenario *scenario);
/** "": nothing that is asked of a scenario can fail. There so that all objects are asked alike. */
WEND_API const char *wend_scenario_error(const wend_scenario *scenario);
/** Rows; blank lines are none. */
WEND_API size_t wend_scenario_count(const wend_scenario *scenario);
/** A row; zeroed outside. */
WEND_API wend_scenario_row wend_scenario_get(const wend_scenario *scenario, size_t index);
/** The map's name as the rows write it ("maps/dao/arena.map"); "" if there are no rows. */
WEND_API const char *wend_scenario_map(const wend_scenario *scenario);

/* ---- pictures ---- */

/** A picture that is drawn through wend_draw and then written as PNG or SVG. */
typedef struct wend_picture wend_picture;

typedef enum wend_picture_format { WEND_PICTURE_PNG = 0, WEND_PICTURE_SVG } wend_picture_format;

typedef struct wend_picture_def {
    uint32_t cookie;            /**< Set by wend_picture_def_default; leave it. */
    wend_picture_format format; /**< Default PNG. */
    wend_vec2 low, high;        /**< The part of the world shown, metres; low is the picture's upper
                                   left corner, y goes down: both numbers of low are the lesser
                                   ones. Set them. */
    double pixels_per_metre;    /**< Default 0: chosen so that the longer side has about 1024 pixels
                                   (whole pixels for a metre where more than one fits;
                                   one for a metre up to 4096 metres). Above 0: as given. */
    wend_allocator allocator;   /**< Default libc. */
    wend_message *message;      /**< Text of a failure; may be NULL (default). */
} wend_picture_def;

WEND_API wend_picture_def wend_picture_def_default(void);
/** An empty picture: 3 bytes a pixel for PNG, what is drawn for SVG.
 * @param picture set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also above 16384 pixels a side), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (PNG in a build without it). */
WEND_API wend_result wend_picture_create(const wend_picture_def *def, wend_picture **picture);
/** Frees; NULL is fine. */
WEND_API void wend_picture_destroy(wend_picture *picture);
/** The sentence of the last failure of a call that takes the picture to change it, as
 * wend_grid_error. */
WEND_API const char *wend_picture_error(const wend_picture *picture);
/** The callbacks that draw into it; valid as long as the picture. What is drawn later lies on top.
 * Shapes with a coordinate that is not finite are left out. NULL gives callbacks that are NULL. */
WEND_API wend_draw wend_picture_draw(wend_picture *picture);
/** Writes the file; the picture may be drawn on and written again. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (also when drawing ran
 * out of memory), WEND_ERROR_FILE. */
WEND_API wend_result wend_picture_save_file(wend_picture *picture, const char *file,
                                            wend_message *message);
/** The same into memory: bytes as wend_map_save_memory gives them. @param allocator of the bytes;
 * NULL = libc. @return as wend_picture_save_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_picture_save_memory(wend_picture *picture,
                                              const wend_allocator *allocator, uint8_t **bytes,
                                              size_t *count, wend_message *message);
/** Writes pixels of your own as a PNG file: frames of a window, of a film.
 * @param width, height 1 to 16384. @param rgb [height][width][3], rows from the top.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED
 * (a build without PNG). */
WEND_API wend_result wend_io_save_png_file(const char *file, int32_t width, int32_t height,
                                           const uint8_t *rgb, wend_message *message);
/** The same into memory: bytes as wend_map_save_memory gives them. @param allocator of the bytes;
 * NULL = libc. @return as wend_io_save_png_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_io_save_png_memory(int32_t width, int32_t height, const uint8_t *rgb,
                                             const wend_allocator *allocator, uint8_t **bytes,
                                             size_t *count, wend_message *message);

#ifdef __cplusplus
}
#endif
#endif
