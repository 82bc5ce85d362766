/* wend/io_world.h: files of levels, meshes, triangles and graphs; part of wend/io.h, which includes
 * it.
 *
 *     Doom WAD, any grid map  --wend_level_load_file-->  wend_level   (all worlds come from there)
 *     OBJ, Polyanya, saved    --wend_mesh_load_file--->  wend_mesh
 *     OBJ                     --wend_triangles--->  triangles to bake a mesh from
 *     text, saved             --wend_graph_load_file-->  wend_graph
 *
 * What wend/io.h says of readers holds here too: a bad file is WEND_ERROR_FILE, with its line
 * (text) or its lump or byte (binary) in the message, and nothing is made then. The formats are
 * described in docs/formats.md. Numbers are read without the locale and rounded correctly.
 */
#ifndef WEND_IO_WORLD_H
#define WEND_IO_WORLD_H

#include "wend/wend.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wend_map_options;

/* ---- levels ---- */

typedef enum wend_level_format {
    WEND_LEVEL_FORMAT_AUTO = 0, /**< By the first bytes. */
    WEND_LEVEL_FORMAT_WAD,      /**< Of Doom and its kin: "IWAD" or "PWAD". */
    WEND_LEVEL_FORMAT_MAP       /**< Any map that wend_map_load_file knows. */
} wend_level_format;

/** "wad", "map", "auto". Never NULL. */
WEND_API const char *wend_level_format_name(wend_level_format format);

/** Of what a WAD's lines stop: monsters, and not players. */
#define WEND_STOPS_MONSTERS ((uint32_t)WEND_STOPS_USER)

/** Area of a WAD's regions whose floor hurts; all others have 0. */
enum { WEND_LEVEL_AREA_HURTS = 1 };

typedef struct wend_level_options {
    uint32_t cookie;          /**< Set by wend_level_options_default; leave it. */
    wend_level_format format; /**< Default AUTO. */
    const char *entry;        /**< Which level of the file, by its name ("MAP01", "E1M1"; capital
                                 letters or not). Default NULL: the first. */
    double max_step_height;   /**< WAD: highest step, up or down, that can be walked. Units of the
                           file,   which are metres here; 0 or more. Default 24. */
    double
        min_opening;  /**< WAD: lowest opening that can be walked through, 0 or more. Default 56. */
    bool opens_doors; /**< WAD: walkers open doors, so that a shut one does not stop them (it
                         does stop sight and shots). Default true. */
    bool uses_lifts;  /**< WAD: walkers wait for lifts, so that a lift's floor counts as being at
                         every height it goes to. Default true. */
    uint32_t movement_class;            /**< Maps: whose walls. Default 0. */
    uint32_t team;                      /**< Maps: which gates are open. Default WEND_TEAM_NONE. */
    const struct wend_map_options *map; /**< Maps: how they are read. Its allocator and message are
                                           not used, its entry only where the one above is NULL.
                                           Default NULL: wend_map_options_default. */
    wend_allocator allocator;           /**< Of the level too. Default libc. */
    wend_message *message;              /**< Text of a failure; may be NULL (default). */
} wend_level_options;

WEND_API wend_level_options wend_level_options_default(void);
/** Opens a level. WAD: lines are walls as the options say (user = number of the linedef), regions
 * are sectors (same numbers, tag = the sector's), items are things (tag = type), teleport lines are
 * teleports. Maps: as wend_level_from_grid, with the map's items (tag = their number, from 1).
 * @param options NULL = defaults. @param level set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (also: no level of that
 * name; the message names those there are), WEND_ERROR_UNSUPPORTED (levels of Hexen, UDMF; and as
 * wend_map_load_file). */
WEND_API wend_result wend_level_load_file(const char *file, const wend_level_options *options,
                                          wend_level **level);
/** The same from bytes, which are not kept. @param bytes [count]. */
WEND_API wend_result wend_level_load_memory(const uint8_t *bytes, size_t count,
                                            const wend_level_options *options, wend_level **level);

/** Calls back for each level of a file, in its order, with its name: a WAD's levels, an archive's
 * maps; one level "" in a file that has but one without a name. @param name valid during the call.
 * @return true = go on. */
typedef bool (*wend_level_name_fn)(void *context, const char *name);
/** Lists a file's levels. @param options NULL = defaults. Results as wend_level_load_file; a WAD
 * without levels is WEND_OK and no call. */
WEND_API wend_result wend_level_list_file(const char *file, const wend_level_options *options,
                                          wend_level_name_fn see, void *context);
/** The same from bytes. */
WEND_API wend_result wend_level_list_memory(const uint8_t *bytes, size_t count,
                                            const wend_level_options *options,
                                            wend_level_name_fn see, void *context);

/* ---- meshes ---- */

typedef enum wend_mesh_format {
    WEND_MESH_FORMAT_AUTO = 0, /**< Reading: by the first bytes. Writing: by the name. */
    WEND_MESH_FORMAT_OBJ,      /**< Wavefront OBJ whose faces are the polygons. */
    WEND_MESH_FORMAT_POLYANYA, /**< Polyanya's text, version 2. */
    WEND_MESH_FORMAT_SAVED     /**< What wend_mesh_save writes. */
} wend_mesh_format;

/** "obj", "polyanya", "saved", "auto". Never NULL. */
WEND_API const char *wend_mesh_format_name(wend_mesh_format format);
/** The format that wend_mesh_save_file takes for the ending of a file's name: .obj OBJ, .mesh
 * Polyanya, .wend saved; AUTO for any other, and NULL. */
WEND_API wend_mesh_format wend_mesh_format_from_name(const char *file);

/** Which axis of an OBJ points up. */
typedef enum wend_up_axis {
    WEND_UP_Y = 0, /**< x and z are the ground plane: a file's (x, y, z) is (x, z, y) here, so that
                      coordinates keep their signs. For a file whose axes are right-handed, as
                      most are, the map is a mirror image. Faces are read the other way round, so
                      that what faced up still does. */
    WEND_UP_Z,     /**< x and y are the ground plane. */
    WEND_UP_Y_TURNED /**< x and -z are the ground plane: a file's (x, y, z) is (x, -z, y) here. A
                        turn: nothing is mirrored, and z changes its sign. */
} wend_up_axis;

typedef struct wend_mesh_options {
    uint32_t cookie;          /**< Set by wend_mesh_options_default; leave it. */
    wend_mesh_format format;  /**< Default AUTO. */
    wend_up_axis up;          /**< OBJ. Default y. */
    double weld;              /**< OBJ: as in wend_mesh_def. Default 0. */
    const double *factors;    /**< OBJ, Polyanya: as in wend_mesh_def. Default NULL. */
    double cell_size;         /**< OBJ, Polyanya: as in wend_mesh_def. Default 0. */
    bool is_strict;           /**< OBJ, Polyanya: as in wend_mesh_def. Default false. */
    wend_allocator allocator; /**< Of the mesh too. Default libc. */
    wend_message *message;    /**< Text of a failure; may be NULL (default). */
} wend_mesh_options;

WEND_API wend_mesh_options wend_mesh_options_default(void);
/** Opens a mesh. Polygons keep the file's order; areas of an OBJ come from its materials ("area7"
 * is area 7, every other name 0). What the file gets wrong inside of itself (a number out of range,
 * neighbours that are not mutual) is refused; what is only awkward (polygons that are not convex,
 * without area, clockwise) is mended as wend_mesh_create says, and counted.
 * @param options NULL = defaults. @param mesh set to NULL first; the caller destroys it.
 * @param report what was mended; may be NULL; all 0 for a saved mesh.
 * @param format what it was; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (also what
 * wend_mesh_create refuses), WEND_ERROR_FULL. */
WEND_API wend_result wend_mesh_load_file(const char *file, const wend_mesh_options *options,
                                         wend_mesh **mesh, wend_mesh_report *report,
                                         wend_mesh_format *format);
/** The same from bytes, which are not kept. @param bytes [count]. */
WEND_API wend_result wend_mesh_load_memory(const uint8_t *bytes, size_t count,
                                           const wend_mesh_options *options, wend_mesh **mesh,
                                           wend_mesh_report *report, wend_mesh_format *format);
/** Writes a mesh. Saved: all of it. OBJ: polygons, heights and areas. Polyanya: polygons and
 * neighbours. Numbers come back to the last bit. Off-mesh links, factors, flags and what is closed
 * are left out of both texts without a word. An OBJ names no neighbours: they are found anew from
 * the points that polygons share, without walls on such edges and without steps between heights.
 * @param format AUTO goes by the name's ending.
 * @param up OBJ only. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also AUTO and none of these endings), WEND_ERROR_MEMORY,
 * WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED (Polyanya, and a mesh with floors over each other or with
 * areas). */
WEND_API wend_result wend_mesh_save_file(const wend_mesh *mesh, const char *file,
                                         wend_mesh_format format, wend_up_axis up,
                                         wend_message *message);
/** The same into memory: bytes as wend_map_save_memory gives them, to be freed with wend_io_free.
 * @param format not AUTO: there is no name to go by. @param allocator of the bytes; NULL = libc.
 * @return as wend_mesh_save_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_mesh_save_memory(const wend_mesh *mesh, wend_mesh_format format,
                                           wend_up_axis up, const wend_allocator *allocator,
                                           uint8_t **bytes, size_t *count, wend_message *message);

/* ---- triangles to bake from ---- */

/** The triangles of an OBJ, as wend_mesh_bake (wend/bake.h) takes them. */
typedef struct wend_triangles {
    wend_vec3 *points; /**< [point_count]; x, y ground plane, z height. */
    size_t point_count;
    uint32_t *corners; /**< [triangle_count][3] counter-clockwise seen from above where the file
                          said so; larger faces are cut into fans. */
    size_t triangle_count;
    uint8_t *areas; /**< [triangle_count] from materials as wend_mesh_load_file says. */
    wend_allocator allocator;
} wend_triangles;

/** Reads an OBJ's triangles. Of options, up, allocator and message are used.
 * @param triangles zeroed first; free with wend_triangles_free.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (also: no faces). */
WEND_API wend_result wend_triangles_load_file(const char *file, const wend_mesh_options *options,
                                              wend_triangles *triangles);
/** The same from bytes. */
WEND_API wend_result wend_triangles_load_memory(const uint8_t *bytes, size_t count,
                                                const wend_mesh_options *options,
                                                wend_triangles *triangles);
/** Frees and zeroes; NULL and zeroed ones are fine. */
WEND_API void wend_triangles_free(wend_triangles *triangles);

/* ---- graphs ---- */

typedef enum wend_graph_format {
    WEND_GRAPH_FORMAT_AUTO = 0, /**< Reading: by the first bytes. Writing: by the name. */
    WEND_GRAPH_FORMAT_TEXT,     /**< Lines "node X Y ..." and "edge FROM TO ...". */
    WEND_GRAPH_FORMAT_SAVED     /**< What wend_graph_save writes. */
} wend_graph_format;

/** "text", "saved", "auto". Never NULL. */
WEND_API const char *wend_graph_format_name(wend_graph_format format);
/** For the ending of a file's name: .graph and .txt text, .wend saved; AUTO for any other. */
WEND_API wend_graph_format wend_graph_format_from_name(const char *file);

/** Opens a graph. @param format AUTO goes by the first bytes. @param allocator NULL = libc.
 * @param graph set to NULL first; the caller destroys it. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE, WEND_ERROR_FULL. */
WEND_API wend_result wend_graph_load_file(const char *file, wend_graph_format format,
                                          const wend_allocator *allocator, wend_graph **graph,
                                          wend_message *message);
/** The same from bytes, which are not kept. @param bytes [count]. */
WEND_API wend_result wend_graph_load_memory(const uint8_t *bytes, size_t count,
                                            wend_graph_format format,
                                            const wend_allocator *allocator, wend_graph **graph,
                                            wend_message *message);
/** Writes a graph. Saved: all of it. Text: all but the gaps that removed nodes and edges left:
 * those that remain are numbered anew in their order. @param format AUTO goes by the name's ending.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also AUTO and none of these endings), WEND_ERROR_MEMORY,
 * WEND_ERROR_FILE. */
WEND_API wend_result wend_graph_save_file(const wend_graph *graph, const char *file,
                                          wend_graph_format format, wend_message *message);
/** The same into memory: bytes as wend_map_save_memory gives them, to be freed with wend_io_free.
 * @param format not AUTO: there is no name to go by. @param allocator of the bytes; NULL = libc.
 * @return as wend_graph_save_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_graph_save_memory(const wend_graph *graph, wend_graph_format format,
                                            const wend_allocator *allocator, uint8_t **bytes,
                                            size_t *count, wend_message *message);

#ifdef __cplusplus
}
#endif
#endif
