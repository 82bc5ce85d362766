/* The polygons that readers of meshes collect.
 *
 *   bytes --obj.c, polyanya.c--> wendi_polygon_list --mesh_load.c--> wend_mesh, wend_triangles */
#ifndef WENDI_IO_WORLDS_POLYGON_LIST_H
#define WENDI_IO_WORLDS_POLYGON_LIST_H

#include "base/core/array.h"
#include "io/core/decimal.h"
#include "wend/io_map.h"
#include "wend/mesh.h"

/** Polygons as a file has them. Zeroed, with an allocator, is empty. */
typedef struct wendi_polygon_list {
    wend_allocator allocator;
    wend_vec3 *points; /**< [point_count] */
    size_t point_count, point_capacity;
    wendi_array_u32 corners;    /**< Polygon after polygon. */
    wendi_array_u32 sizes;      /**< [polygons] */
    wendi_array_u32 neighbours; /**< [corners], or empty: the file has none. */
    wendi_array_u8 areas;       /**< [polygons], or empty: all 0. */
} wendi_polygon_list;

void wendi_polygon_list_init(wendi_polygon_list *polygons, const wend_allocator *allocator);
void wendi_polygon_list_free(wendi_polygon_list *polygons);
/** False without memory. */
bool wendi_polygon_list_add_point(wendi_polygon_list *polygons, wend_vec3 point);

/** The readers fill polygons that were initialised; on failure message says why, and the caller
 * frees what was collected. */
wend_result wendi_obj_read(const uint8_t *bytes, size_t count, wend_up_axis up,
                           wendi_polygon_list *polygons, wend_message *message);
wend_result wendi_polyanya_read(const uint8_t *bytes, size_t count, wendi_polygon_list *polygons,
                                wend_message *message);

#endif
