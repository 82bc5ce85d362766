/* Meshes of tiles: a mesh as made (store.h) whose polygons come and go.
 *
 *   polygons   | slot 0: of its tile, then unused ones | slot 1: ... | ... | nowhere |
 *   corners    | likewise; an unused polygon has one, the last one of a slot all the rest |
 *   vertices   | one for each corner; corners that meet at a point use the lowest one's |
 *
 * So every polygon has corners as made, the firsts rise, and pieces of obstacles follow behind. An
 * unused polygon is absent, as one that obstacles cut up, but has no record. The last polygon is never
 * used: ends of links that lie on no ground now belong to it.
 *
 * The arrays are as large as they are made: no edit of tiles moves them.
 *
 * A tile that comes or goes is an edit of obstacles without obstacles: its polygons are jobs (carve.h),
 * and so are those beside it that are cut otherwise now. What a failure must undo is a function of
 * the edges: they are taken apart again, and the vertices numbered anew. */
#ifndef WENDI_WORLD_MESH_TILES_H
#define WENDI_WORLD_MESH_TILES_H

#include "wend/mesh_tiles.h"
#include "world/mesh/carve.h"

enum {
    WENDI_TILE_LINK_REACH = 1,     /* metres between a link's end and the ground that it joins */
    WENDI_TILE_MAGIC = 0x4c495457, /* "WTIL" */
    WENDI_TILE_VERSION = 1,
    WENDI_TILE_CLASSES = 28 /* sizes of blocks of the index: 4 << class */
};

/** The edge of a tile that an edge joins; corner UINT32_MAX: none, a wall or an edge inside. */
typedef struct wendi_tile_border {
    wend_mesh_tile_id id;
    uint32_t corner; /* of all of that tile */
} wendi_tile_border;

/** A tile as it is read: numbers of polygons and corners are its own. */
typedef struct wendi_tile {
    wend_mesh_tile_info info;
    uint32_t *sizes, *flags;    /* [polygon_count] */
    uint8_t *areas, *closed;    /* [polygon_count] */
    wend_vec3 *points;          /* [corner_count] */
    uint32_t *twins;            /* [corner_count]; UINT32_MAX: none inside */
    wendi_tile_border *borders; /* [corner_count] */
} wendi_tile;

typedef struct wendi_mesh_tile_slot {
    wend_mesh_tile_info info;
    bool is_used;
} wendi_mesh_tile_slot;

typedef struct wendi_mesh_tiles {
    wendi_mesh_tile_slot *slots; /* [slot_count] */
    uint32_t slot_count, used_count;
    uint32_t max_polygons, max_corners;   /* of a tile */
    uint32_t slot_polygons, slot_corners; /* of a slot */
    wendi_tile_border *borders;           /* [base_corners] */
    wendi_array_u32 beside;               /* polygons of other tiles that an edit cuts anew */
    uint8_t *cell_classes;                /* [cell_count] of the blocks of the index's cells */
    size_t cell_count;
    uint32_t free_blocks[WENDI_TILE_CLASSES]; /* of entries of the index; UINT32_MAX: none */
} wendi_mesh_tiles;

static inline uint32_t wendi_tile_first_polygon(const wendi_mesh_tiles *t, uint32_t slot)
{
    return slot * t->slot_polygons;
}

static inline uint32_t wendi_tile_first_corner(const wendi_mesh_tiles *t, uint32_t slot)
{
    return slot * t->slot_corners;
}

/** The polygon that is never used. */
static inline uint32_t wendi_mesh_nowhere(const wend_mesh *m)
{
    return m->base_count - 1;
}

/** False: the polygon as made is one of no tile that is there. */
bool wendi_mesh_tiles_has_polygon(const wend_mesh *m, wend_node polygon);
/** True if no polygon as made contains a point: the ground there may be that of a tile that is not
 * there. Of a mesh of tiles. */
bool wendi_mesh_tiles_is_gap(const wend_mesh *m, double x, double y);
void wendi_mesh_tiles_free(wend_mesh *m);
size_t wendi_mesh_tiles_memory_bytes(const wend_mesh *m);

/* ---- tile_bytes.c ---- */

/** Reads and checks the content of a section. @param reason set on WEND_ERROR_FILE. */
wend_result wendi_tile_read(wendi_reader *reader, const wend_allocator *allocator, wendi_tile *tile,
                            const char **reason);
/** Reads bytes of one section and nothing else. @param message says what is wrong. */
wend_result wendi_tile_load(const uint8_t *bytes, size_t count, const char *function,
                            const wend_allocator *allocator, wendi_tile *tile,
                            wend_message *message);
void wendi_tile_free(wendi_tile *tile, const wend_allocator *allocator);
/** The polygons as made of a tile, in any mesh. */
typedef struct wendi_tile_source {
    const wend_mesh *mesh;
    wend_mesh_tile_info info; /* without its box */
    const uint32_t *polygons; /* [polygon_count]; NULL: from first_polygon on */
    const uint32_t *locals;   /* [base_corners] numbers of corners in their tiles; NULL:
                                         from first_corner on */
    uint32_t first_polygon, first_corner;
    const wendi_tile_border *borders; /* [base_corners] */
} wendi_tile_source;

/** Writes a section with a tile of any mesh. */
void wendi_tile_write(wendi_writer *writer, const wendi_tile_source *source);
/** Writes a section with a tile that is there. */
void wendi_tile_write_slot(wendi_writer *writer, const wend_mesh *m, uint32_t slot);

/* ---- tile_file.c ---- */

/** Writes what a mesh of tiles has besides links, overlays and obstacles. */
void wendi_mesh_tiles_write(const wend_mesh *m, wendi_writer *writer);
/** Makes a mesh of it. @param reason set on WEND_ERROR_FILE. */
wend_result wendi_mesh_tiles_read(const wend_mesh_def *def, wendi_reader *reader, wend_mesh **mesh,
                                  const char **reason);

/* ---- tiles.c ---- */

/** Places a tile in a slot that is free. @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FULL (all is
 * as before). */
wend_result wendi_mesh_tiles_place(wend_mesh *m, uint32_t slot, const wendi_tile *tile);

/* ---- tile_join.c ---- */

/** Writes a tile into the arrays of the mesh as made, joined with nothing. */
void wendi_tile_enter(wend_mesh *m, uint32_t slot, const wendi_tile *tile);
/** Makes all of a slot unused. */
void wendi_tile_clear(wend_mesh *m, uint32_t slot);
/** Joins the tile of a slot with those beside it, or takes it apart from them; vertices follow. Lists
 * the polygons of other tiles that obstacles must cut anew, since their vertices have other numbers,
 * and, with_all, all that share an edge. @return false: no memory; call the other one. */
bool wendi_tile_join(wend_mesh *m, uint32_t slot, bool is_joined, bool with_all);
/** Islands and sums of areas follow the tiles. Time: the polygons that there is room for. */
void wendi_mesh_tiles_follow(wend_mesh *m);
/** Ends of links on a tile that goes. */
void wendi_tile_leave_links(wend_mesh *m, uint32_t slot);
/** Ends of links on one that came. @return true: there are some. */
bool wendi_tile_take_links(wend_mesh *m, uint32_t slot);

/* ---- tile_index.c ---- */

bool wendi_mesh_tiles_index_create(wend_mesh *m, wend_vec3 low, wend_vec3 high, double cell_size);
/** Room for the polygons of a slot. */
bool wendi_tile_index_reserve(wend_mesh *m, uint32_t slot);
void wendi_tile_index_add(wend_mesh *m, uint32_t slot);
void wendi_tile_index_remove(wend_mesh *m, uint32_t slot);

#endif
