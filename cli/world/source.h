/* A file that worlds are made of: a level, a map of cells, a mesh or a graph. */
#ifndef CLI_WORLD_SOURCE_H
#define CLI_WORLD_SOURCE_H

#include "core/args.h"

#include "wend/io_map.h"
#include "wend/io_world.h"
#include "wend/level.h"
#include "wend/mesh.h"
#include "wend/types.h"

/* Kinds of files, by their first bytes. */
typedef enum source_kind {
    SOURCE_MAP, /* cells; every file of no other kind */
    SOURCE_WAD,
    SOURCE_MESH,
    SOURCE_GRAPH
} source_kind;

/* The format given by the user. */
typedef struct source_format {
    const char *name; /* NULL = by the first bytes */
    source_kind kind;
    wend_map_format map;
    wend_mesh_format mesh;
} source_format;

/* Options for the file. */
typedef struct source_arguments {
    const char *file;
    source_format format;
    const char *entry, *data_folder; /* NULL = as the library has it */
    double cell_size;                /* 0 = not said */
    wend_up_axis up;
} source_arguments;

/* Its content. Any pointer may be NULL; a caller that takes one over sets it NULL here. */
typedef struct world_source {
    source_kind kind;
    const char *format; /* "wad", "text", "obj"... */
    wend_level *level;  /* of a WAD and a map; of a mesh once requested */
    wend_grid *grid;    /* of a map */
    wend_mesh *mesh;
    wend_mesh_report report; /* of the mesh */
    wend_graph *graph;
    bool is_baked; /* its cell size was that of the baking */
    bool is_y_up;  /* pictures are to be turned */
} world_source;

/** Adds --format, --entry, --data and --up; file and cell size are the caller's to add. */
void source_arguments_add(args *a, source_arguments *s);
/** Reads "y" or "z" into a wend_up_axis, as an arg_read_fn. */
bool source_read_up(void *target, const char *text, arg_expected *expected);
/** Kind of a file; SOURCE_MAP if it cannot be read (loading it reports the reason). */
source_kind source_kind_of(const char *file);
/** Format of a name, as arg_read_fn has it; the target is a source_format. */
bool source_read_format(void *target, const char *text, arg_expected *expected);
/** Opens the file or reports a failure. @return CLI_OK or CLI_BAD; close it in any case. */
int source_open(const cli *c, const source_arguments *s, world_source *source);
void source_close(world_source *source);
/** Makes the level of a mesh, if there is none yet, or reports a failure. */
int source_need_level(const cli *c, const source_arguments *s, world_source *source);

/** The item of a name, or of "#3"; false: there is none. */
bool source_find_item(const world_source *source, const char *text, wend_level_item *item);

#endif
