/* Influence maps inside: sources, their stamps, and the layers they add up to.
 *
 *   records   wanted: as the user set it      key: as it is stamped, and the list of cells of a path stamp
 *   waiting   indices of records whose key differs from what is wanted, in the order of the calls
 *   sums      for each side the sum of all stamps, integers of 2^-16; NULL: all 0
 *   fading    for each side the events
 *   open      for each cell of the grid if it is open, as of the last update
 *
 * A straight stamp is a strength times a kernel: the falloff over one quadrant, shared by all sources of
 * equal radius and falloff. A path stamp is a list of cells and fractions, kept with its source, so it
 * is taken off exactly though the grid has changed since. Fractions are integers of 2^-24. */
#ifndef WENDI_MIND_STRATEGY_INFLUENCE_H
#define WENDI_MIND_STRATEGY_INFLUENCE_H

#include "base/core/array.h"
#include "base/core/bucket_queue.h"
#include "base/core/message.h"
#include "mind/strategy/fading_layer.h"
#include "wend/grid.h"
#include "wend/influence.h"
#include "world/derived/agent_grid.h"

enum {
    WENDI_INFLUENCE_FRACTION_BITS = 24,
    WENDI_INFLUENCE_FAR = 1 << 20 /* cells further out than any source reaches */
};

/** Units of strength in 1. */
static const double WENDI_INFLUENCE_UNIT = 65536;

/** All that a stamp depends on, but for the open cells. */
typedef struct influence_key {
    int32_t x, y; /* cell of the map; of a path stamp, of the grid */
    int64_t strength;
    double radius;
    uint32_t side;
    uint8_t falloff;
    bool is_straight;
    bool is_set; /* false: no stamp */
} influence_key;

typedef struct influence_entry {
    uint32_t cell, fraction;
} influence_entry;

/** A list of cells and fractions, by rising cell. */
typedef struct influence_list {
    influence_entry *entries;
    uint32_t count, capacity;
} influence_list;

typedef struct influence_record {
    wend_influence_source wanted;
    influence_key key;
    influence_list list; /* of a path stamp */
    uint32_t generation;
    bool exists;     /* it was not removed */
    bool is_waiting; /* it is in `waiting` */
    bool is_listed;  /* loading: an index of a list names it */
    bool is_touched; /* the grid was edited within its reach since it was stamped */
} influence_record;

typedef struct influence_kernel {
    double radius;
    uint8_t falloff;
    int32_t reach;       /* cells */
    uint32_t *fractions; /* [reach + 1][reach + 1] */
} influence_kernel;

struct wend_influence {
    wend_allocator allocator;
    wend_message message;
    wendi_agent_grid ground; /* grid NULL: none */
    int32_t width, height, block, grid_width, grid_height;
    double cell_size;
    wend_vec2 origin;
    uint32_t side_count, movement_class, team;
    wendi_fading_clock clock;
    int64_t **sums;             /* [side_count] each [height][width] or NULL */
    wendi_fading_layer *fading; /* [side_count] */
    influence_record *records;
    uint32_t record_count, record_capacity, source_count;
    wendi_array_u32 free_records; /* the last one is used next */
    wendi_array_u32 waiting;      /* room for all records */
    uint32_t waiting_first;       /* those before are done */
    uint8_t *open;                /* [grid_height][grid_width] */
    uint16_t *open_count;         /* [height][width] open cells of the grid in a cell */
    uint64_t revision;            /* of the grid; 0: compare all */
    wendi_array_u32 sectors;      /* scratch: sectors that changed */
    influence_kernel *kernels;    /* [64]; NULL: none yet */
    uint32_t kernel_count, kernel_next;
    wendi_bucket_queue queue; /* of floods */
    bool has_queue;
    wendi_array_u64 costs;     /* scratch of floods: the cells in reach */
    wendi_array_u32 fractions; /* scratch: the map's cells in reach */
    influence_list spare;      /* the list of the next path stamp */
    uint64_t stamped;
};

static inline size_t wendi_influence_index(const wend_influence *map, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)map->width + (size_t)x;
}

static inline size_t wendi_influence_cells(const wend_influence *map)
{
    return (size_t)map->width * (size_t)map->height;
}

static inline bool wendi_influence_is_open(const wend_influence *map, int32_t x, int32_t y)
{
    return map->open_count == NULL || map->open_count[wendi_influence_index(map, x, y)] != 0;
}

/** The column or row of a coordinate; far outside, WENDI_INFLUENCE_FAR either way. */
int32_t wendi_influence_cell_of(double coordinate, double origin, double cell_size);
/** Creates a map of checked numbers without reading its grid. */
wend_result wendi_influence_create(const wend_influence_def *def, wend_influence **influence);
/** Checks the numbers of a definition, the grid's apart. */
wend_result wendi_influence_check_def(const wend_influence_def *def, const char *function);
/** Sets the size and place of the map from the grid. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_UNSUPPORTED. */
wend_result wendi_influence_fit_grid(wend_influence_def *def, const char *function);
/** Checks a source or event of a map. */
wend_result wendi_influence_check_source(const wend_influence *map, wend_message *message,
                                         const char *function, const wend_influence_source *source);
/** Reserves memory for records. @return false: no memory. */
bool wendi_influence_reserve_records(wend_influence *map, uint32_t count);
/** Allocates the sums of a side. @return false: no memory. */
bool wendi_influence_reserve_side(wend_influence *map, uint32_t side);
/** Puts a record among those that wait. */
void wendi_influence_wait(wend_influence *map, uint32_t index);

/* ---- stamps ---- */

/** The key of a source as it is wanted. */
influence_key wendi_influence_key_of(const wend_influence *map,
                                     const wend_influence_source *source);
bool wendi_influence_is_same_key(const influence_key *a, const influence_key *b);
/** Prepares a stamp: its kernel, or its list in map->spare. @return false: no memory. */
bool wendi_influence_prepare(wend_influence *map, const influence_key *key);
/** Prepares the kernels of two keys together, where they are straight. @return false: no memory. */
bool wendi_influence_prepare_kernels(wend_influence *map, const influence_key *old_key,
                                     const influence_key *new_key);
size_t wendi_influence_kernel_bytes(const wend_influence *map);
void wendi_influence_free_kernels(wend_influence *map);
/** Adds a prepared stamp to the sums of its side, or takes it off. @param list of a path stamp.
 * @param sign 1 or -1. @return cells. */
uint64_t wendi_influence_stamp(wend_influence *map, const influence_key *key,
                               const influence_list *list, int64_t sign);
/** Adds a prepared stamp to the events. @return cells. */
uint64_t wendi_influence_stamp_event(wend_influence *map, const influence_key *key);
/** Reads all of the grid. */
void wendi_influence_read_grid(wend_influence *map);
/** Reads the sectors that changed, and puts the sources in whose reach a cell opened or closed among
 * those that wait. @return false: no memory. */
bool wendi_influence_follow_grid(wend_influence *map);

#endif
