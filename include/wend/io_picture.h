/** @file wend/io_picture.h
 * Pictures as PNG and SVG, and their palette; part of wend/io.h, which includes it.
 *
 *     wend_picture_create  --wend_picture_draw-->  callbacks for wend_grid_draw, wend_crowd_draw...
 *                          --wend_picture_save_file-->  PNG, SVG
 */
#ifndef WEND_IO_PICTURE_H
#define WEND_IO_PICTURE_H

#include "wend/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the palette ---- */

/** A colour; alpha 0 is invisible. */
typedef struct wend_colour {
    uint8_t red;   /**< Red, 0 to 255. */
    uint8_t green; /**< Green, 0 to 255. */
    uint8_t blue;  /**< Blue, 0 to 255. */
    uint8_t alpha; /**< Opacity, 0 to 255. */
} wend_colour;

/** The style of a shape. */
typedef struct wend_style {
    wend_colour fill;    /**< Of cells, polygons and discs; alpha 0 leaves it out. */
    wend_colour stroke;  /**< Of lines, and of the outline of what is filled; likewise. */
    wend_colour casing;  /**< Of a light edge around lines and discs, which sets them off from the
                             ground; likewise. */
    double stroke_width; /**< Pixels. */
    double mark_radius;  /**< Pixels, of a circle without a radius. */
    bool is_tile;        /**< True: shapes of this meaning share edges, as cells do, and are drawn
                              without gaps between them. */
} wend_style;

/** Returns the style that pictures use for a meaning, so that a program's own window can look the
 * same.
 * @param meaning numbers outside of wend_meaning give the style of WEND_MEANING_NOTE.
 * @param value as passed to the callbacks of wend_draw; any number, also NaN. */
WEND_API wend_style wend_style_of(wend_meaning meaning, double value);

/* ---- pictures ---- */

/** A picture that is drawn through wend_draw and then written as PNG or SVG. */
typedef struct wend_picture wend_picture;

/** Formats of pictures. */
typedef enum wend_picture_format {
    WEND_PICTURE_PNG = 0, /**< PNG. */
    WEND_PICTURE_SVG      /**< SVG. */
} wend_picture_format;

/** Definition of a picture. */
typedef struct wend_picture_def {
    uint32_t cookie;            /**< Set by wend_picture_def_default; leave it. */
    wend_picture_format format; /**< Default PNG. A file to save it in may not end in the other
                                     format's .png or .svg. */
    wend_vec2 low;              /**< Smallest x and y of the part of the world shown, metres. Set
                                     it. */
    wend_vec2 high;             /**< Largest x and y. Set it. */
    bool is_y_up;               /**< y points up in the picture, as on most maps and in most
                                     engines. Default false: down, as rows of a grid are counted. */
    double pixels_per_metre;    /**< Default 0: chosen so that the longer side has about 1024 pixels
                                     (whole pixels for a metre where more than one fits; one for a
                                     metre up to 4096 metres). Above 0: as given. */
    wend_allocator allocator;   /**< Default libc. */
    wend_message *message;      /**< Text of a failure; may be NULL (default). */
} wend_picture_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_picture_def wend_picture_def_default(void);
/** Creates an empty picture: 3 bytes a pixel for PNG, the drawn shapes for SVG.
 * @param def not NULL, as low and high have no default.
 * @param picture set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also above 16384 pixels a side), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (PNG in a build without it). */
WEND_API wend_result wend_picture_create(const wend_picture_def *def, wend_picture **picture);
/** Frees a picture; NULL is allowed. */
WEND_API void wend_picture_destroy(wend_picture *picture);
/** Returns the message of the last failure of a call that changes the picture; see wend_grid_error.
 */
WEND_API const char *wend_picture_error(const wend_picture *picture);
/** Returns the callbacks that draw into a picture; valid as long as it. Later shapes lie on top.
 * Shapes with a coordinate that is not finite are left out. NULL gives callbacks that are
 * NULL. */
WEND_API wend_draw wend_picture_draw(wend_picture *picture);
/** Saves a picture to a file; drawing and saving may continue afterwards.
 * @param file may have any ending but that of another format: .svg for a PNG, .png for an SVG.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (also when drawing ran
 * out of memory), WEND_ERROR_FILE. */
WEND_API wend_result wend_picture_save_file(wend_picture *picture, const char *file,
                                            wend_message *message);
/** Saves a picture to memory: bytes as those of wend_map_save_memory.
 * @param allocator of the bytes; NULL = libc.
 * @return as wend_picture_save_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_picture_save_memory(wend_picture *picture,
                                              const wend_allocator *allocator, uint8_t **bytes,
                                              size_t *count, wend_message *message);
/** Saves pixels as a PNG file, for example frames of a window or a film.
 * @param width,height 1 to 16384.
 * @param rgb [height][width][3], rows from the top.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED
 * (a build without PNG). */
WEND_API wend_result wend_io_save_png_file(const char *file, int32_t width, int32_t height,
                                           const uint8_t *rgb, wend_message *message);
/** Saves pixels as PNG to memory: bytes as those of wend_map_save_memory.
 * @param allocator of the bytes; NULL = libc.
 * @return as wend_io_save_png_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_io_save_png_memory(int32_t width, int32_t height, const uint8_t *rgb,
                                             const wend_allocator *allocator, uint8_t **bytes,
                                             size_t *count, wend_message *message);

#ifdef __cplusplus
}
#endif
#endif
