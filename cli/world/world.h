/* A world made of the content of a file, for path queries of an agent.
 *
 *     file --source_open--> source --world_build--> world --world_path_find--> path --world_paint-->
 *     picture
 */
#ifndef CLI_WORLD_WORLD_H
#define CLI_WORLD_WORLD_H

#include "json.h"
#include "wend/draw.h"
#include "wend/graph_build.h"
#include "wend/io_picture.h"
#include "wend/mesh.h"
#include "wend/types.h"
#include "world/source.h"

typedef enum world_kind {
    WORLD_GRID,
    WORLD_POV,
    WORLD_FLOOD,
    WORLD_EXPANDED,
    WORLD_MESH,
    WORLD_GRAPH, /* a graph as its file has it */
    WORLD_DEFAULT
} world_kind;

/* Options for the world. */
typedef struct world_arguments {
    source_arguments source;
    world_kind kind;
    double radius, spacing; /* 0 = not said */
    wend_corners corners;
    const char *points; /* a graph whose nodes are points or seeds; NULL = the level's */
} world_arguments;

/* A world; the parts of other kinds are NULL. */
typedef struct world {
    world_kind kind;
    const world_arguments *how;
    const world_source *source;
    wend_walls *walls; /* where graphs were built */
    wend_grid *grid;
    bool is_radius_kept; /* the grid's cells were made of a level, so far from its walls */
    wend_graph *graph;
    wend_mesh *mesh;
    wend_mesh_report report;
    wend_vec2 low, high; /* around all of it */
    uint64_t nanoseconds;
    /* of the graph as built, before start and goal were joined to it */
    uint32_t node_limit, edge_limit;
} world;

world_arguments world_arguments_default(void);
/** Adds --radius, --cell-size, --spacing, --corners, --points and those of the source.
 * @param option the option for the kind of world: "--world" or "--as". */
void world_arguments_add(args *a, const char *option, world_arguments *how);
/** "grid", "pov", "flood", "expanded", "mesh", "graph". */
const char *world_kind_name(world_kind kind);
/** The side of cells where none was said: those of a map; else as the agent is wide, or a 256th of
 * the longer side. */
double world_cell_size(const world_arguments *how, const world_source *source);

/** Builds the world, or reports a failure; close it in any case. Takes the usable parts out of the
 * source, which must outlive it. @return CLI_OK or CLI_BAD. */
int world_build(const cli *c, const world_arguments *how, world_source *source, world *w);
void world_close(world *w);
/** A level's walls, and a graph of them. Used by world_build. */
int world_build_graph(const cli *c, world *w);
/** Opens a graph for the positions of its nodes. @param points freed with free(). */
int world_read_points(const cli *c, const char *file, wend_vec2 **points, size_t *count);

/** "12 polygons", "40 nodes, 88 edges". */
void world_size_text(const world *w, char *text, size_t capacity);
/** polygons; or nodes and edges; or width, height and cell_size. */
void world_sizes_json(json *j, const world *w);

/** Draws the ground and the world on it. @param draw y as the source has it. */
void world_paint(const world *w, const wend_draw *draw);
/** Draws an edge of the world's graph, also around a corner. @param from the node it is gone from,
 * at begin. */
void world_paint_edge(const world *w, uint32_t edge, wend_node from, wend_vec2 begin, wend_vec2 end,
                      wend_meaning meaning, const wend_draw *draw);
/** Shapes drawn on top. */
typedef void (*world_paint_fn)(void *context, const wend_draw *draw);
/** Writes a picture of the world and the objects on it. @return CLI_OK or CLI_BAD. */
int world_picture(const cli *c, const world *w, const char *file, wend_picture_format format,
                  world_paint_fn paint, void *context);

#endif
