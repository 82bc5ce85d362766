/* How a map of Tiled is read. Its document is gone through twice:
 *
 *   1  tilesets, items, sizes:  document.c --> tileset.c  which tiles there are, and their costs
 *                                          --> object.c   items, in pixels
 *                                          --> layout.c   from pixels and tiles to the grid
 *   2  layers, from the bottom: document.c --> layer.c    the costs of cells
 *
 * so that no layer is kept. Whatever returns a result has written the message. */
#ifndef WENDI_IO_TILED_TMX_H
#define WENDI_IO_TILED_TMX_H

#include "io/content/content.h"
#include "io/core/xml.h"

/** The costs that a tile, a layer or a ground sets: [0] to all classes, [k] to class k, which
 * holds before [0]. 0 = nothing. */
typedef struct wendi_tmx_costs {
    uint8_t of[WEND_GRID_CLASSES_MAX];
} wendi_tmx_costs;

/** The elements that are read; others are skipped with all their contents. */
typedef enum wendi_tmx_kind {
    WENDI_TMX_IGNORED = 0,
    WENDI_TMX_ROOT,          /**< Around the map. */
    WENDI_TMX_ROOT_TILESET,  /**< Around a tileset in a file of its own. */
    WENDI_TMX_ROOT_TEMPLATE, /**< Around a template in a file of its own. */
    WENDI_TMX_MAP,
    WENDI_TMX_TILESET,
    WENDI_TMX_TILE,
    WENDI_TMX_GROUNDS, /**< terraintypes, wangset */
    WENDI_TMX_GROUND,  /**< terrain, wangcolor */
    WENDI_TMX_WANGSETS,
    WENDI_TMX_WANGTILE,
    WENDI_TMX_LAYER,
    WENDI_TMX_GROUP,
    WENDI_TMX_DATA,
    WENDI_TMX_CHUNK,
    WENDI_TMX_DATA_TILE,
    WENDI_TMX_OBJECTS,
    WENDI_TMX_TEMPLATE,
    WENDI_TMX_OBJECT,
    WENDI_TMX_TEMPLATE_OBJECT,
    WENDI_TMX_SHAPE,
    WENDI_TMX_PROPERTIES,
    WENDI_TMX_PROPERTY
} wendi_tmx_kind;

/** An element that is open. */
typedef struct wendi_tmx_frame {
    wendi_tmx_kind kind;
    bool is_hidden;        /**< Layers and groups. */
    wendi_tmx_costs costs; /**< From its properties. */
} wendi_tmx_frame;

typedef enum wendi_tmx_orientation {
    WENDI_TMX_ORTHOGONAL = 0,
    WENDI_TMX_ISOMETRIC,
    WENDI_TMX_STAGGERED,
    WENDI_TMX_HEXAGONAL
} wendi_tmx_orientation;

typedef enum wendi_tmx_encoding {
    WENDI_TMX_ELEMENTS = 0, /**< One <tile gid="..."/> each. */
    WENDI_TMX_CSV,
    WENDI_TMX_BASE64,
    WENDI_TMX_BASE64_PACKED /**< zlib or gzip */
} wendi_tmx_encoding;

/** A rectangle of tiles. */
typedef struct wendi_tmx_area {
    int64_t x, y, width, height;
} wendi_tmx_area;

/** x = xx * pixel_x + xy * pixel_y + x0, in metres; y likewise. */
typedef struct wendi_tmx_affine {
    double xx, xy, x0, yx, yy, y0;
} wendi_tmx_affine;

typedef enum wendi_tmx_shape {
    WENDI_TMX_RECTANGLE = 0,
    WENDI_TMX_POINT,
    WENDI_TMX_ELLIPSE,
    WENDI_TMX_POLYGON,
    WENDI_TMX_POLYLINE,
    WENDI_TMX_PICTURE /**< A single tile. */
} wendi_tmx_shape;

/** The object that is open, in pixels. */
typedef struct wendi_tmx_object {
    double x, y, width, height, rotation_deg;
    wendi_tmx_shape shape;
} wendi_tmx_object;

/** Costs of tiles by their numbers (gid). */
typedef struct wendi_tmx_tiles {
    wendi_array_u64 keys;             /**< In the order of the file: 2 * gid, + 1 for its ground. */
    wendi_array_u8 key_costs;         /**< [keys.count] wendi_tmx_costs. */
    wendi_array_u32 tilesets;         /**< First gid of each, rising. */
    wendi_array_u32 ends;             /**< [tilesets.count] One past the last gid of each. */
    wendi_array_u8 tileset_own_costs; /**< [tilesets.count] wendi_tmx_costs. */
    wendi_array_u8 grounds;       /**< wendi_tmx_costs of the terrains or colours that are open. */
    wendi_array_u32 gids;         /**< When all is known: each gid once, rising, */
    wendi_array_u8 costs;         /**< [gids.count][class_count] its costs, 0 = none; */
    wendi_array_u8 tileset_costs; /**< [tilesets.count][class_count] those of other tiles. */
} wendi_tmx_tiles;

typedef struct wendi_tmx {
    const wendi_map_file_source *source;
    wendi_map_content *content;
    wend_message *message;
    bool is_second; /**< The second reading. */
    /* the map */
    bool has_map;
    wendi_tmx_orientation orientation;
    wendi_tmx_area area; /**< Columns and rows of tiles; may begin below 0. */
    int64_t tile_width, tile_height, hex_side;
    bool is_stagger_x, is_stagger_even, is_infinite;
    bool has_layer;
    bool has_tile_property; /**< The file has options->tile_property. */
    uint32_t class_count;
    wendi_tmx_affine affine;
    /* open elements */
    wendi_tmx_frame frames[2 * WENDI_XML_DEPTH_MAX + 4];
    size_t depth; /**< frames[depth] is the innermost. */
    wendi_array_u8 text;
    wendi_array_u8 property_name; /**< With a zero; empty when the value stood in an attribute. */
    uint32_t line;                /**< Beginning of the text. */
    /* tilesets */
    wendi_tmx_tiles tiles;
    uint32_t first_gid, tile_gid;
    /* objects */
    wendi_tmx_object object;
    /* layers */
    char layer_name[41]; /**< Cut off if longer; "" = none. */
    wendi_tmx_encoding encoding;
    wendi_tmx_area chunk; /**< The tiles that are being read. */
    wendi_array_u32 gids; /**< Theirs. */
    uint8_t empty_cost;
} wendi_tmx;

/* ---- tiled/tmx.c ---- */

/** True if the bytes start as such a map does. */
bool wendi_map_is_tmx(const uint8_t *bytes, size_t count);
/** Reads a map into an empty content, which the caller frees in any case. */
wend_result wendi_map_read_tmx(const wendi_map_file_source *source, wendi_map_content *content);

wend_result wendi_tmx_no_memory(const wendi_tmx *tmx);
/** The value of an attribute; NULL when it is missing. */
const char *wendi_tmx_attribute(const char **attributes, const char *name);
/** A whole number; fallback when the attribute is missing, which is an error if it lies outside of
 * low ... high itself. */
wend_result wendi_tmx_integer(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                              const char *name, int64_t low, int64_t high, int64_t fallback,
                              int64_t *value);
/** A number; unchanged when the attribute is missing. */
wend_result wendi_tmx_number(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                             const char *name, double *value);
/** One of two words; the first when the attribute is missing. @param is_second which one it is. */
wend_result wendi_tmx_either(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                             const char *name, const char *first, const char *second,
                             bool *is_second);
/** Reads "-1.5" and the like. */
bool wendi_tmx_parse_number(wendi_span span, double *value);
/** True if equal but for the case of the letters a to z. */
bool wendi_tmx_same_word(const char *a, const char *b);

/* ---- tiled/document.c ---- */

/** Goes through the map's document. */
wend_result wendi_tmx_read(wendi_tmx *tmx);

/* ---- tiled/tileset.c ---- */

/** Begins a tileset, which reaches up to the next one until its tilecount is known. */
wend_result wendi_tmx_add_tileset(wendi_tmx *tmx, uint32_t line, uint32_t first_gid);
/** The tilecount of the tileset added last, in the map or in its own file. */
wend_result wendi_tmx_tileset_count(wendi_tmx *tmx, uint32_t line, const char **attributes);
/** The tileset added last has this tile, even beyond its tilecount: those made of single pictures
 * leave out the numbers of tiles that were deleted. */
void wendi_tmx_tileset_reaches(wendi_tmx *tmx, uint32_t gid);
/** Refuses a number that is neither 0 nor a tile's; the message names the valid ones. */
wend_result wendi_tmx_check_gid(const wendi_tmx *tmx, uint32_t line, uint32_t gid);
/** Stores the cost if a property sets one. */
wend_result wendi_tmx_cost_property(wendi_tmx *tmx, uint32_t line, const char *name,
                                    const char *value, wendi_tmx_costs *costs);
/** The cost for a class; 0 = none. */
uint8_t wendi_tmx_cost_of(const wendi_tmx_costs *costs, uint32_t movement_class);
/** The costs of the tileset added last, from the map or from its own file. */
void wendi_tmx_tileset_costs(wendi_tmx *tmx, const wendi_tmx_costs *costs);
wend_result wendi_tmx_add_ground(wendi_tmx *tmx, const wendi_tmx_costs *costs);
/** The costs of a tile itself. */
wend_result wendi_tmx_add_tile(wendi_tmx *tmx, uint32_t gid, const wendi_tmx_costs *costs);
/** A tile's corners lie on these grounds: numbers between commas, from `first` on; the most
 * expensive counts. */
wend_result wendi_tmx_add_corners(wendi_tmx *tmx, uint32_t gid, const char *list, int64_t first);
/** All tilesets are read: makes the tables. */
wend_result wendi_tmx_finish_tiles(wendi_tmx *tmx);
/** Costs of a tile, [class_count], 0 = none for a class; NULL = none at all. */
const uint8_t *wendi_tmx_tile_costs(const wendi_tmx *tmx, uint32_t gid);
void wendi_tmx_tiles_init(wendi_tmx_tiles *tiles, const wend_allocator *allocator);
void wendi_tmx_tiles_free(wendi_tmx_tiles *tiles);

/* ---- tiled/object.c ---- */

/** Begins an object; attributes of a template are read into the open object too. */
wend_result wendi_tmx_open_object(wendi_tmx *tmx);
wend_result wendi_tmx_object_attributes(wendi_tmx *tmx, uint32_t line, const char **attributes);
wend_result wendi_tmx_object_shape(wendi_tmx *tmx, uint32_t line, const char *name,
                                   const char **attributes);
wend_result wendi_tmx_object_property(wendi_tmx *tmx, const char *name, const char *value);
wend_result wendi_tmx_close_object(wendi_tmx *tmx);
/** From pixels to metres, once the map's extent is known. */
void wendi_tmx_position_objects(const wendi_tmx *tmx);

/* ---- tiled/layer.c ---- */

wend_result wendi_tmx_open_data(wendi_tmx *tmx, uint32_t line, const char **attributes);
wend_result wendi_tmx_open_chunk(wendi_tmx *tmx, uint32_t line, const char **attributes);
wend_result wendi_tmx_data_tile(wendi_tmx *tmx, uint32_t line, const char **attributes);
/** The tiles of the chunk are complete: decodes the text and writes the cells. */
wend_result wendi_tmx_close_data(wendi_tmx *tmx);

/* ---- tiled/layout.c ---- */

/** Reads the map's orientation and sizes. */
wend_result wendi_tmx_map_attributes(wendi_tmx *tmx, uint32_t line, const char **attributes);
/** Sizes of the grid for the area, and the conversion from pixels. */
wend_result wendi_tmx_lay_out(wendi_tmx *tmx);
/** The cell of a tile of the area. */
void wendi_tmx_cell(const wendi_tmx *tmx, int64_t column, int64_t row, int32_t *x, int32_t *y);

#endif
