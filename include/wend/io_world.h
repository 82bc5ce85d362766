/** @file wend/io_world.h
 * Files of levels, meshes, triangles, graphs and items; part of wend/io.h, which includes it.
 *
 *     Doom WAD, any grid map  --wend_level_load_file-->  wend_level   (all worlds come from there)
 *     OBJ, Polyanya, saved    --wend_mesh_load_file--->  wend_mesh
 *     OBJ                     --wend_triangles--->  triangles to bake a mesh from
 *     text, saved             --wend_graph_load_file-->  wend_graph
 *     text                    --wend_items_add_file--->  wend_items, wend_triggers
 *
 * The rules of wend/io.h for readers hold here too: a bad file gives WEND_ERROR_FILE, with its line
 * (text) or its lump or byte (binary) in the message, and nothing is created. docs/formats.md
 * describes the formats. Numbers are read without the locale and rounded correctly.
 */
#ifndef WEND_IO_WORLD_H
#define WEND_IO_WORLD_H

#include "wend/io_map.h"
#include "wend/level.h"
#include "wend/trigger.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- levels ---- */

/** Formats of levels. */
typedef enum wend_level_format {
    WEND_LEVEL_FORMAT_AUTO = 0, /**< By the first bytes. */
    WEND_LEVEL_FORMAT_WAD,      /**< Doom and related games: "IWAD" or "PWAD". */
    WEND_LEVEL_FORMAT_MAP       /**< Any map of wend_map_load_file. */
} wend_level_format;

/** Returns a format's name: "wad", "map", "auto". Never NULL. */
WEND_API const char *wend_level_format_name(wend_level_format format);

/** Bit of a WAD's lines that stop monsters, and not players. */
#define WEND_STOPS_MONSTERS ((uint32_t)WEND_STOPS_USER)

/** Areas of a WAD's regions. */
enum { WEND_LEVEL_AREA_HURTS = 1 /**< The floor hurts; all other regions have 0. */ };

/** Options for loading a level. */
typedef struct wend_level_options {
    uint32_t cookie;          /**< Set by wend_level_options_default; leave it. */
    wend_level_format format; /**< Default AUTO. */
    const char *entry;        /**< Name of the level in the file ("MAP01", "E1M1"; case does not
                                   matter). Default NULL: the first. */
    double max_step_height;   /**< WAD: highest step, up or down, that can be walked. Units of the
                                   file, which are metres here; 0 or more. Default 24. */
    double
        min_opening;  /**< WAD: lowest opening that can be walked through, 0 or more. Default 56. */
    bool opens_doors; /**< WAD: agents open doors, so that a shut door does not stop them (it does
                           stop sight and shots). Default true. */
    bool uses_lifts;  /**< WAD: agents wait for lifts, so that a lift's floor counts at every height
                           it moves to. Default true. */
    uint32_t movement_class;     /**< Maps: movement class whose walls count. Default 0. */
    uint32_t team;               /**< Maps: team whose gates apply. Default WEND_TEAM_NONE. */
    const wend_map_options *map; /**< Maps: options for loading them. Its allocator and message are
                                      not used, its entry only if the one above is NULL. Default
                                      NULL: wend_map_options_default. */
    wend_allocator allocator;    /**< Of the level too. Default libc. */
    wend_message *message;       /**< Text of a failure; may be NULL (default). */
} wend_level_options;

/** Returns the default options, with their cookie. */
WEND_API wend_level_options wend_level_options_default(void);
/** Loads a level from a file.
 *
 * WAD: lines are walls as the options say (user = number of the linedef), regions are sectors (same
 * numbers, tag = the sector's), items are things (tag = type), teleport lines are teleports. Maps:
 * as wend_level_from_grid, with the map's items (tag = their number, from 1).
 * @param options NULL = defaults.
 * @param level set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (also: no level of that
 * name; the message lists the names), WEND_ERROR_UNSUPPORTED (levels of Hexen, UDMF; and as
 * wend_map_load_file). */
WEND_API wend_result wend_level_load_file(const char *file, const wend_level_options *options,
                                          wend_level **level);
/** Loads a level from bytes, which are not kept; otherwise as wend_level_load_file.
 * @param bytes [count]. */
WEND_API wend_result wend_level_load_memory(const uint8_t *bytes, size_t count,
                                            const wend_level_options *options, wend_level **level);

/** Receives the name of each level of a file, in its order: a WAD's levels, an archive's maps; ""
 * for the single level of a file without names. The name is valid during the call.
 * @return true = continue. */
typedef bool (*wend_level_name_fn)(void *context, const char *name);
/** Lists a file's levels.
 * @param options NULL = defaults.
 * @param callback called for each level.
 * @return as wend_level_load_file; a WAD without levels is WEND_OK and no call. */
WEND_API wend_result wend_level_list_file(const char *file, const wend_level_options *options,
                                          wend_level_name_fn callback, void *context);
/** Lists the levels in bytes; otherwise as wend_level_list_file. */
WEND_API wend_result wend_level_list_memory(const uint8_t *bytes, size_t count,
                                            const wend_level_options *options,
                                            wend_level_name_fn callback, void *context);

/* ---- meshes ---- */

/** Formats of meshes. */
typedef enum wend_mesh_format {
    WEND_MESH_FORMAT_AUTO = 0, /**< Loading: by the first bytes. Saving: by the name. */
    WEND_MESH_FORMAT_OBJ,      /**< Wavefront OBJ whose faces are the polygons. */
    WEND_MESH_FORMAT_POLYANYA, /**< Polyanya's text, version 2. */
    WEND_MESH_FORMAT_SAVED     /**< The bytes of wend_mesh_save. */
} wend_mesh_format;

/** Returns a format's name: "obj", "polyanya", "saved", "auto". Never NULL. */
WEND_API const char *wend_mesh_format_name(wend_mesh_format format);
/** Returns the format of wend_mesh_save_file for the ending of a file's name: .obj OBJ, .mesh
 * Polyanya, .wend saved; AUTO for any other, and NULL. */
WEND_API wend_mesh_format wend_mesh_format_from_name(const char *file);

/** Options for loading a mesh. */
typedef struct wend_mesh_options {
    uint32_t cookie;          /**< Set by wend_mesh_options_default; leave it. */
    wend_mesh_format format;  /**< Default AUTO. */
    wend_up_axis up;          /**< OBJ. Default WEND_UP_Y. */
    double weld;              /**< OBJ: as in wend_mesh_def. Default 0. */
    const double *factors;    /**< OBJ, Polyanya: as in wend_mesh_def. Default NULL. */
    double cell_size;         /**< OBJ, Polyanya: as in wend_mesh_def. Default 0. */
    bool is_strict;           /**< OBJ, Polyanya: as in wend_mesh_def. Default false. */
    wend_allocator allocator; /**< Of the mesh too. Default libc. */
    wend_message *message;    /**< Text of a failure; may be NULL (default). */
} wend_mesh_options;

/** Returns the default options, with their cookie. */
WEND_API wend_mesh_options wend_mesh_options_default(void);
/** Loads a mesh from a file.
 *
 * Polygons keep the file's order; areas of an OBJ come from its materials ("area7" is area 7, every
 * other name 0). Contradictions in the file (a number out of range, neighbours that are not mutual)
 * are refused; defects (polygons that are not convex, without area, clockwise) are repaired as in
 * wend_mesh_create, and counted.
 * @param options NULL = defaults.
 * @param mesh set to NULL first; the caller destroys it.
 * @param report repairs; may be NULL; all 0 for a saved mesh.
 * @param format the format of the file; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (also what
 * wend_mesh_create refuses), WEND_ERROR_FULL. */
WEND_API wend_result wend_mesh_load_file(const char *file, const wend_mesh_options *options,
                                         wend_mesh **mesh, wend_mesh_report *report,
                                         wend_mesh_format *format);
/** Loads a mesh from bytes, which are not kept; otherwise as wend_mesh_load_file.
 * @param bytes [count]. */
WEND_API wend_result wend_mesh_load_memory(const uint8_t *bytes, size_t count,
                                           const wend_mesh_options *options, wend_mesh **mesh,
                                           wend_mesh_report *report, wend_mesh_format *format);
/** Saves a mesh to a file.
 *
 * Saved: all of it. OBJ: polygons, heights and areas. Polyanya: polygons and neighbours. Numbers
 * are restored to the last bit. Off-mesh links, factors, flags and closed polygons are left out of
 * both texts silently. An OBJ holds no neighbours: loading derives them from shared points, without
 * walls on such edges and without steps between heights.
 * @param format AUTO: by the name's ending.
 * @param up OBJ only.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also AUTO and none of these endings), WEND_ERROR_MEMORY,
 * WEND_ERROR_FILE, WEND_ERROR_UNSUPPORTED (Polyanya, and a mesh with floors over each other or with
 * areas; both texts, and obstacles that cover all of the mesh). */
WEND_API wend_result wend_mesh_save_file(const wend_mesh *mesh, const char *file,
                                         wend_mesh_format format, wend_up_axis up,
                                         wend_message *message);
/** Saves a mesh to memory: bytes as those of wend_map_save_memory, to be freed with wend_io_free.
 * @param format not AUTO, because there is no name.
 * @param allocator of the bytes; NULL = libc.
 * @return as wend_mesh_save_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_mesh_save_memory(const wend_mesh *mesh, wend_mesh_format format,
                                           wend_up_axis up, const wend_allocator *allocator,
                                           uint8_t **bytes, size_t *count, wend_message *message);

/* ---- triangles for baking ---- */

/** Loads an OBJ's triangles. Of options, up, allocator and message are used.
 * @param triangles zeroed first; free with wend_triangles_free.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (also: no faces). */
WEND_API wend_result wend_triangles_load_file(const char *file, const wend_mesh_options *options,
                                              wend_triangles *triangles);
/** Loads triangles from bytes; otherwise as wend_triangles_load_file. */
WEND_API wend_result wend_triangles_load_memory(const uint8_t *bytes, size_t count,
                                                const wend_mesh_options *options,
                                                wend_triangles *triangles);
/** Frees and zeroes triangles; NULL and zeroed ones are allowed. */
WEND_API void wend_triangles_free(wend_triangles *triangles);

/* ---- graphs ---- */

/** Formats of graphs. */
typedef enum wend_graph_format {
    WEND_GRAPH_FORMAT_AUTO = 0, /**< Loading: by the first bytes. Saving: by the name. */
    WEND_GRAPH_FORMAT_TEXT,     /**< Lines "node X Y ..." and "edge FROM TO ...". */
    WEND_GRAPH_FORMAT_SAVED     /**< The bytes of wend_graph_save. */
} wend_graph_format;

/** Returns a format's name: "text", "saved", "auto". Never NULL. */
WEND_API const char *wend_graph_format_name(wend_graph_format format);
/** Returns the format for the ending of a file's name: .graph and .txt text, .wend saved; AUTO for
 * any other. */
WEND_API wend_graph_format wend_graph_format_from_name(const char *file);

/** Loads a graph from a file.
 * @param format AUTO: by the first bytes.
 * @param allocator NULL = libc.
 * @param graph set to NULL first; the caller destroys it.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE, WEND_ERROR_FULL. */
WEND_API wend_result wend_graph_load_file(const char *file, wend_graph_format format,
                                          const wend_allocator *allocator, wend_graph **graph,
                                          wend_message *message);
/** Loads a graph from bytes, which are not kept; otherwise as wend_graph_load_file.
 * @param bytes [count]. */
WEND_API wend_result wend_graph_load_memory(const uint8_t *bytes, size_t count,
                                            wend_graph_format format,
                                            const wend_allocator *allocator, wend_graph **graph,
                                            wend_message *message);
/** Saves a graph to a file. Saved: all of it. Text: all but the gaps of removed nodes and edges;
 * the others are renumbered in their order.
 * @param format AUTO: by the name's ending.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also AUTO and none of these endings), WEND_ERROR_MEMORY,
 * WEND_ERROR_FILE. */
WEND_API wend_result wend_graph_save_file(const wend_graph *graph, const char *file,
                                          wend_graph_format format, wend_message *message);
/** Saves a graph to memory: bytes as those of wend_map_save_memory, to be freed with wend_io_free.
 * @param format not AUTO, because there is no name.
 * @param allocator of the bytes; NULL = libc.
 * @return as wend_graph_save_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_graph_save_memory(const wend_graph *graph, wend_graph_format format,
                                            const wend_allocator *allocator, uint8_t **bytes,
                                            size_t *count, wend_message *message);

/* ---- items and triggers ---- */

/** Adds the items and triggers of a file of lines "item X Y ..." and "trigger KIND X Y ..." to those
 * that are there, in the order of their lines. An item that a trigger of the file is linked to
 * becomes active, or not, as the trigger is awake or asleep.
 * @param triggers whose items are these; may be NULL: then triggers in the file are refused.
 * @param allocator of temporary memory; NULL = libc.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also triggers of other items), WEND_ERROR_MEMORY,
 * WEND_ERROR_FILE, WEND_ERROR_FULL, WEND_ERROR_BUSY (the triggers are being updated). After an error
 * nothing stays added. */
WEND_API wend_result wend_items_add_file(const char *file, wend_items *items,
                                         wend_triggers *triggers, const wend_allocator *allocator,
                                         wend_message *message);
/** Adds the items and triggers of bytes, which are not kept; otherwise as wend_items_add_file.
 * @param bytes [count]. */
WEND_API wend_result wend_items_add_memory(const uint8_t *bytes, size_t count, wend_items *items,
                                           wend_triggers *triggers, const wend_allocator *allocator,
                                           wend_message *message);
/** Saves items and triggers as text, as they were placed: what fired and sleeps is written awake, and
 * ticks, agents and takers are left out (wend_items_save and wend_triggers_save keep all). The gaps of
 * removed ones are closed.
 * @param triggers may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_items_save_text_file(const wend_items *items,
                                               const wend_triggers *triggers, const char *file,
                                               wend_message *message);
/** Saves items and triggers to memory: bytes as those of wend_map_save_memory, to be freed with
 * wend_io_free.
 * @param allocator of the bytes; NULL = libc.
 * @return as wend_items_save_text_file, without WEND_ERROR_FILE. */
WEND_API wend_result wend_items_save_text_memory(const wend_items *items,
                                                 const wend_triggers *triggers,
                                                 const wend_allocator *allocator, uint8_t **bytes,
                                                 size_t *count, wend_message *message);

#ifdef __cplusplus
}
#endif
#endif
