/* mesh_file.h: what the readers of meshes share.
 *
 *   bytes --reader of one format--> wendi_polygons --mesh_open.c--> wend_mesh
 *                                                  --triangles.c--> wend_triangles */
#ifndef WENDI_IO_MESH_FILE_H
#define WENDI_IO_MESH_FILE_H

#include "base/array.h"
#include "io/lines.h"
#include "wend/io.h"

/** Polygons as a file has them. Zeroed, with an allocator, is empty. */
typedef struct wendi_polygons {
    wend_allocator allocator;
    wend_vec3 *points; /**< [point_count] */
    size_t point_count, point_capacity;
    wendi_array_u32 corners;    /**< Polygon after polygon. */
    wendi_array_u32 sizes;      /**< [polygons] */
    wendi_array_u32 neighbours; /**< [corners], or empty: the file does not say. */
    wendi_array_u8 areas;       /**< [polygons], or empty: all 0. */
} wendi_polygons;

void wendi_polygons_init(wendi_polygons *polygons, const wend_allocator *allocator);
void wendi_polygons_read_free(wendi_polygons *polygons);
/** False without memory. */
bool wendi_polygons_add_point(wendi_polygons *polygons, wend_vec3 point);

/** The readers fill polygons that were initialised; on failure message says why, and the caller
 * frees what was collected. */
wend_result wendi_obj_read(const uint8_t *bytes, size_t count, wend_up up, wendi_polygons *polygons,
                           wend_message *message);
wend_result wendi_polyanya_read(const uint8_t *bytes, size_t count, wendi_polygons *polygons,
                                wend_message *message);

/** A coordinate that fills the span: finite and at most WEND_COORDINATE_MAX in size. */
bool wendi_span_coordinate(wendi_span span, double *value);

wend_result wendi_mesh_options_check(const wend_mesh_options *options);

#endif
