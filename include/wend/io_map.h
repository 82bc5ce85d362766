/** @file wend/io_map.h
 * Whole files, maps of all formats and scenarios; part of wend/io.h, which includes it.
 *
 *     MovingAI, text, PNG, saved, Tiled, Wesnoth, Warzone 2100  --wend_map_load_file-->  wend_map:
 *                                               a grid, names of its classes, items, properties
 *
 * The rules of wend/io.h for readers hold here too. docs/formats.md describes the formats.
 */
#ifndef WEND_IO_MAP_H
#define WEND_IO_MAP_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- whole files ---- */

/** Reads a file into memory; files over 1 GiB are refused.
 * @param allocator NULL = libc.
 * @param bytes set to NULL first; [*count], and a zero behind them
 * that is not counted; free with wend_io_free and the same allocator.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_io_read_file(const char *file, const wend_allocator *allocator,
                                       uint8_t **bytes, size_t *count, wend_message *message);
/** Frees bytes. @param bytes from wend_io_read_file, with its count; NULL is allowed. */
WEND_API void wend_io_free(const wend_allocator *allocator, uint8_t *bytes, size_t count);
/** Writes a file through a temporary one beside it ("FILE.0.tmp"), so that a failure leaves the old
 * one. A device, a pipe and the target of a link are written directly.
 * @param bytes [count], may be NULL when count is 0.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_io_write_file(const char *file, const uint8_t *bytes, size_t count,
                                        wend_message *message);

/* ---- maps ---- */

/** Formats of maps. */
typedef enum wend_map_format {
    WEND_MAP_FORMAT_AUTO = 0, /**< By the first bytes. */
    WEND_MAP_FORMAT_MOVINGAI, /**< "type octile" or "type octile-corner". */
    WEND_MAP_FORMAT_TEXT,     /**< Rows of characters, see docs. */
    WEND_MAP_FORMAT_PNG,      /**< A colour is a cost. */
    WEND_MAP_FORMAT_GRID,     /**< The bytes of wend_grid_save. */
    WEND_MAP_FORMAT_TMX,      /**< Maps of the editor Tiled. */
    WEND_MAP_FORMAT_WESNOTH,  /**< Hexes of The Battle for Wesnoth. */
    WEND_MAP_FORMAT_WARZONE   /**< Warzone 2100: a game.map, or an archive of maps. */
} wend_map_format;

/** Returns a format's name: "movingai", "text", "png", "grid", "tmx", "wesnoth", "warzone", "auto".
 * Never NULL. */
WEND_API const char *wend_map_format_name(wend_map_format format);

/** Returns the format of wend_map_save_file for the ending of a file's name: .map MovingAI, .txt
 * text, .png PNG, .wend grid; AUTO for any other, and NULL. */
WEND_API wend_map_format wend_map_format_from_name(const char *file);

/** A colour's cost in a PNG map. */
typedef struct wend_colour_cost {
    uint8_t red;   /**< Red, 0 to 255. */
    uint8_t green; /**< Green, 0 to 255. */
    uint8_t blue;  /**< Blue, 0 to 255. */
    uint8_t cost;  /**< 1 to 255. */
} wend_colour_cost;

/** Reads a file that a map refers to, such as a tileset.
 *
 * The name is relative to the map's folder, or to the data folder with that in front; with forward
 * slashes. The bytes are allocated as by wend_io_read_file with this allocator; the library frees
 * them. The message may be NULL.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED. */
typedef wend_result (*wend_io_read_fn)(void *context, const char *name,
                                       const wend_allocator *allocator, uint8_t **bytes,
                                       size_t *count, wend_message *message);

/** Options for loading a map. */
typedef struct wend_map_options {
    uint32_t cookie;            /**< Set by wend_map_options_default; leave it. */
    wend_map_format format;     /**< Default AUTO. */
    wend_neighbours neighbours; /**< Default 8. 6 makes hexes of MovingAI, text and PNG maps. Maps
                                     that define their cells (Tiled, Wesnoth, Warzone 2100) keep
                                     them: hexes have 6, and squares 8 where 6 is set here. */
    wend_hex_layout hex_layout; /**< Layout of such hexes; otherwise the map defines it. Default odd
                                     rows. */
    wend_wrap wrap;             /**< Sides that meet; only the saved grid defines it itself. Default
                                     none. */
    wend_corner_rule corner_rule; /**< Default never. */
    double cell_size;             /**< Metres, above 0, finite. Default 1. */
    uint8_t glyph_cost[256];      /**< Cost of each character of MovingAI and text maps, 1 to 255; 0
                                       = not allowed. Used only if uses_glyph_cost is set. Default:
                                       the table of "type octile", . G S 1 and @ O T W walls; change
                                       it freely. */
    bool uses_glyph_cost;         /**< Default false: each format has a table of its own (docs/
                                       formats.md). True: glyph_cost holds for all of them. */
    const wend_colour_cost *colours; /**< [colour_count], for PNG: the nearest colour wins, of
                                          equally near ones the first; NULL (default) = white 1,
                                          black wall, between them 255 - grey. Kept by the caller.
                                          */
    size_t colour_count;             /**< Default 0. */
    const char *entry;               /**< Name of the map in an archive. Default NULL: the only or
                                          first one. */
    const char *data_folder;   /**< The game's folder of files that its maps refer to (Wesnoth: the
                                    folder with core/terrain.cfg). Default NULL: none. */
    const char *tile_property; /**< TMX: the property with a tile's cost. Default "cost". When
                                    nothing has it, see wend_map_has_tile_property. */
    wend_io_read_fn read;      /**< Reads the files a map refers to. Default NULL: they are read
                                    from the disk when the map is loaded by its file's name, and are
                                    missing when it is loaded from bytes (except in data_folder). */
    void *read_context;        /**< Passed back untouched. Default NULL. */
    wend_allocator allocator;  /**< Of the grid too. Default libc. */
    wend_message *message;     /**< Text of a failure; may be NULL (default). */
} wend_map_options;

/** Returns the default options, with their cookie. */
WEND_API wend_map_options wend_map_options_default(void);

/** Loads a grid from bytes: of one class for MovingAI, text and PNG, of as many as the file defines
 * for the others (WEND_MAP_FORMAT_GRID: the rules and the size of cells also come from the file and
 * override the options). Uses one byte for each class and cell temporarily.
 * @param bytes [count].
 * @param options NULL = defaults.
 * @param grid set to NULL first; the caller destroys it.
 * @param format the format of the bytes; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE,
 * WEND_ERROR_UNSUPPORTED (a format whose library is not in this build, or content named in the
 * message), or the result of options->read. */
WEND_API wend_result wend_map_load_grid_memory(const uint8_t *bytes, size_t count,
                                               const wend_map_options *options, wend_grid **grid,
                                               wend_map_format *format);
/** Loads a grid from a file, which is read into memory first; otherwise as
 * wend_map_load_grid_memory. */
WEND_API wend_result wend_map_load_grid_file(const char *file, const wend_map_options *options,
                                             wend_grid **grid, wend_map_format *format);
/** Saves a grid to a file.
 *
 * WEND_MAP_FORMAT_GRID holds all of the grid. The others hold the effective costs of class 0 (see
 * wend_grid_cost), with stamps, gradients and overlays included; loading them with default options
 * gives the same costs. Those formats silently leave out:
 *  - further classes, gates of teams, links;
 *  - the ground under stamps, gradients and overlays, and these as removable objects;
 *  - 4 neighbours, the corner rule, the sizes of cells and sectors, the origin.
 *
 * A grid of hexes or one that wraps would load as another map and is refused. No format keeps the
 * other content of a wend_map: names of classes, items, properties.
 * @param format AUTO: by the name's ending (wend_map_format_from_name).
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also AUTO and none of these endings), WEND_ERROR_MEMORY,
 * WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED (hexes or wrapping, but for a grid; the format cannot
 * hold one of the costs: MovingAI holds 1 and walls, text 1 to 9 and walls, PNG and grid all; PNG
 * in a build without it; or a format that is only read: TMX, Wesnoth, Warzone 2100). */
WEND_API wend_result wend_map_save_file(const wend_grid *grid, const char *file,
                                        wend_map_format format, wend_message *message);
/** Saves a grid to memory; otherwise as wend_map_save_file.
 * @param format not AUTO, because there is no name.
 * @param allocator NULL = libc.
 * @param bytes set to NULL first; [*count], and a zero behind them that is not counted; free with
 * wend_io_free and the same allocator.
 * @param count set to 0 first.
 * @param message may be NULL.
 * @return as wend_map_save_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_map_save_memory(const wend_grid *grid, wend_map_format format,
                                          const wend_allocator *allocator, uint8_t **bytes,
                                          size_t *count, wend_message *message);

/* ---- maps with classes, items and properties ---- */

/** Kinds of items on a map. */
typedef enum wend_map_item_kind {
    WEND_MAP_ITEM_THING = 0, /**< An object at a point. */
    WEND_MAP_ITEM_SPAWN,     /**< A start of agents; a point, or a region with a size. */
    WEND_MAP_ITEM_REGION,    /**< A rectangle (or the one around an ellipse). */
    WEND_MAP_ITEM_POLYGON,   /**< An area between its points. */
    WEND_MAP_ITEM_LINE       /**< A line along its points. */
} wend_map_item_kind;

/** Returns a kind's name: "thing", "spawn", "region", "polygon", "line". Never NULL. */
WEND_API const char *wend_map_item_kind_name(wend_map_item_kind kind);

/** An item; the texts and points belong to the map. */
typedef struct wend_map_item {
    wend_map_item_kind kind; /**< Kind. */
    const char *name;        /**< UTF-8 as in the file; "" = none. Names need not be unique. */
    const char *type;        /**< Type as in the file; "" = none. */
    int32_t player;          /**< Player; -1 = none. */
    int32_t team;            /**< Team; -1 = none. */
    wend_vec2 position;      /**< Metres: the point, a region's centre, a shape's first point. */
    wend_vec2 size;          /**< Metres, of a region and of the rectangle around a shape. */
    wend_node node;          /**< The cell under position; WEND_NODE_NONE outside. */
    const wend_vec2 *points; /**< [point_count], metres; NULL when there are none. */
    size_t point_count;      /**< Number of points. */
} wend_map_item;

/** A loaded map: a grid, names of its classes, items, properties. */
typedef struct wend_map wend_map;

/** Loads a map of any format from a file.
 * @param options NULL = defaults.
 * @param map set to NULL first; the caller destroys it.
 * @return as wend_map_load_grid_memory. */
WEND_API wend_result wend_map_load_file(const char *file, const wend_map_options *options,
                                        wend_map **map);
/** Loads a map from bytes, which are not kept; otherwise as wend_map_load_file.
 * @param bytes [count]. */
WEND_API wend_result wend_map_load_memory(const uint8_t *bytes, size_t count,
                                          const wend_map_options *options, wend_map **map);
/** Frees a map, and its grid unless it was released; NULL is allowed. */
WEND_API void wend_map_destroy(wend_map *map);
/** Returns "": no call on a map can fail. It exists so that all objects have equal functions. */
WEND_API const char *wend_map_error(const wend_map *map);
/** Returns the format of the file; AUTO for NULL. */
WEND_API wend_map_format wend_map_get_format(const wend_map *map);
/** Returns the map's grid, which belongs to it and is not edited; NULL once it was released. A game
 * that builds in it releases it: wend_map_release_grid. */
WEND_API const wend_grid *wend_map_grid(const wend_map *map);
/** Releases the grid to the caller, which may edit it and destroys it; NULL when it was released
 * before. All else in the map stays valid. */
WEND_API wend_grid *wend_map_release_grid(wend_map *map);
/** Returns the number of classes of the grid, at least 1; 0 for NULL. */
WEND_API uint32_t wend_map_class_count(const wend_map *map);
/** Returns the name of a class ("smallfoot"); "" for a class without a name and for none. Never
 * NULL. */
WEND_API const char *wend_map_class_name(const wend_map *map, uint32_t movement_class);
/** Finds a class by its name.
 * @param movement_class set to 0 when there is none; may be NULL.
 * @return true if there is one. */
WEND_API bool wend_map_class_from_name(const wend_map *map, const char *name,
                                       uint32_t *movement_class);
/** Returns the number of items. */
WEND_API size_t wend_map_item_count(const wend_map *map);
/** Returns an item, in the file's order; outside: texts "", node WEND_NODE_NONE, player and team
 * -1, else zero. */
WEND_API wend_map_item wend_map_get_item(const wend_map *map, size_t index);
/** Finds the first item of a name.
 * @param index set to 0 when there is none; may be NULL.
 * @return true if there is one. */
WEND_API bool wend_map_item_from_name(const wend_map *map, const char *name, size_t *index);
/** Finds the first item of a name, and gets it.
 * @param item when there is none, set as by wend_map_get_item for an index outside; may be NULL.
 * @return true if there is one. */
WEND_API bool wend_map_find_item(const wend_map *map, const char *name, wend_map_item *item);
/** Returns a property of an item as text; NULL when it has none of the name. Belongs to the map. */
WEND_API const char *wend_map_item_property(const wend_map *map, size_t index, const char *name);
/** Returns a property of the map itself, likewise. */
WEND_API const char *wend_map_property(const wend_map *map, const char *name);
/** True if a tile, a ground, a tileset, a layer or the TMX map has options.tile_property, alone or
 * for a class. If not, only words like "blocked" and defaults define its costs. False for the other
 * formats. */
WEND_API bool wend_map_has_tile_property(const wend_map *map);

/* ---- scenarios (MovingAI) ---- */

/** One query of a scenario. */
typedef struct wend_scenario_row {
    int32_t bucket;  /**< Bucket. */
    int32_t width;   /**< Columns of its map. */
    int32_t height;  /**< Rows of its map. */
    int32_t start_x; /**< Column of the start, rounded down. */
    int32_t start_y; /**< Row of the start, rounded down. */
    int32_t goal_x;  /**< Column of the goal, rounded down. */
    int32_t goal_y;  /**< Row of the goal, rounded down. */
    wend_vec2 start; /**< As written. Whole numbers in scenarios of grids; those of meshes
                          (Polyanya) may have a point and a sign. */
    wend_vec2 goal;  /**< Likewise. */
    double length;   /**< The published optimum. */
    double rounding; /**< Largest error of the published number, above 0: from the digits of this
                          row and of the whole file. */
    uint32_t line;   /**< Line in the file. */
} wend_scenario_row;

/** A scenario. */
typedef struct wend_scenario wend_scenario;

/** Loads a scenario from bytes: "version 1" or "version 1.0" and rows of nine columns between tabs
 * or spaces. Coordinates are not compared to the sizes, nor to a map or mesh. They are at most 2^30
 * in size.
 * @param allocator NULL = libc.
 * @param scenario set to NULL first; the caller destroys it.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_scenario_load_memory(const uint8_t *bytes, size_t count,
                                               const wend_allocator *allocator,
                                               wend_scenario **scenario, wend_message *message);
/** Loads a scenario from a file; otherwise as wend_scenario_load_memory. */
WEND_API wend_result wend_scenario_load_file(const char *file, const wend_allocator *allocator,
                                             wend_scenario **scenario, wend_message *message);
/** Frees a scenario; NULL is allowed. */
WEND_API void wend_scenario_destroy(wend_scenario *scenario);
/** Returns "": no call on a scenario can fail. It exists so that all objects have the same
 * functions. */
WEND_API const char *wend_scenario_error(const wend_scenario *scenario);
/** Returns the number of rows, without blank lines. */
WEND_API size_t wend_scenario_count(const wend_scenario *scenario);
/** Returns a row; zeroed outside. */
WEND_API wend_scenario_row wend_scenario_get(const wend_scenario *scenario, size_t index);
/** Returns the map's name as in the rows ("maps/dao/arena.map"); "" if there are no rows. */
WEND_API const char *wend_scenario_map(const wend_scenario *scenario);

#ifdef __cplusplus
}
#endif
#endif
