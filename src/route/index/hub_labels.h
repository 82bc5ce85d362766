/* Labels: for each open cell of a grid a short list of important jump points (hubs) with their
 * distances, so that any two cells that are not in plain view of each other have on both lists a hub
 * of a cheapest path between them. A query is one pass over two lists.
 *
 *   cells [cell] -> offset   pool  ... | top top* reach count | hub hub* hub ~ | steps steps | top ...
 *
 *   start  2 5 9 17 ~     hub 5: 12 straight, 3 diagonal steps     the least sum over common hubs
 *   goal   1 5 17 ~       hub 5:  4 straight, 9 diagonal steps     is the distance
 *
 * Hubs are jump points by rank, the most important first, after the order of the hierarchy. A hub is
 * on the list of a cell if no more important one lies on a cheapest path between the two. Steps are
 * counted, not costs: they need less memory, and sums of costs stay exact. Hubs that are as near
 * as over open ground (*) need none; of the others a number says how many pairs of straight steps and
 * diagonal ones there are more or less than over open ground, or where a pair before the steps tells
 * them all. The first 64 hubs, mostly near the half of a list, are bits of
 * one word (top), and those of them that need no steps are bits of another (top*): what two cells
 * have in common of these takes one step, and no memory where walls are dense.
 *
 * From each cell the visible jump points are those to which a diagonal, then a straight line leads,
 * up to the first on each line at which a search would turn. The list of a cell follows from those
 * of the jump points that it sees. Those of jump points also name the next jump point towards the
 * hub, which lays paths; where the lists of all cells need too much memory, those of jump points are
 * kept alone, and a query makes the lists of its two cells. Between these, the lists of cells have the
 * more important hubs only, and say how far away the farthest of the others is (reach): cells farther
 * apart than both reach have no other hub in common, and queries of nearer ones look at the lists of
 * jump points as well.
 *
 * Sources: hub labels, Abraham, Delling, Goldberg and Werneck, "Hierarchical Hub Labelings for
 * Shortest Paths" (2012); pruning, Akiba, Iwata and Yoshida, "Fast Exact Shortest-Path Distance
 * Queries on Large Networks by Pruned Landmark Labeling" (2013). */
#ifndef WENDI_ROUTE_INDEX_HUB_LABELS_H
#define WENDI_ROUTE_INDEX_HUB_LABELS_H

#include "base/core/heap.h"
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "route/index/hierarchy.h"
#include "route/index/jump_states.h"

enum {
    WENDI_HUB_LABEL_HUBS_MAX = 32767, /* jump points of a grid, at most one less */
    WENDI_HUB_LABEL_CELL_MAX = 1024,  /* hubs of a cell at most */
    WENDI_HUB_LABEL_JOBS = 8,
    WENDI_HUB_LABEL_BLOCK = 32, /* cells of a job */
    WENDI_HUB_LABEL_END = 0xFFFF,
    WENDI_HUB_LABEL_TOP = 64,                                /* hubs that are bits */
    WENDI_HUB_LABEL_TOP_NUMBERS = 4,                         /* of the pool in a word of bits */
    WENDI_HUB_LABEL_REACH = 2 * WENDI_HUB_LABEL_TOP_NUMBERS, /* where the reach is */
    WENDI_HUB_LABEL_HEAD = WENDI_HUB_LABEL_REACH + 2,        /* numbers before the hubs */
    WENDI_HUB_LABEL_REACH_MAX = UINT16_MAX,                  /* or more */
    WENDI_HUB_LABEL_COUNT_BITS = 11,  /* of the number of hubs; above it that of far ones, or: */
    WENDI_HUB_LABEL_PLAIN = 31,       /* all steps take two numbers */
    WENDI_HUB_LABEL_FAR_STEPS = 0x80, /* high byte of steps: the low one is the number of a pair */
    WENDI_HUB_LABEL_BEHIND = 2        /* numbers that are read behind the last list, and not used */
};

/** A jump point on the list of another. */
typedef struct wendi_hub_label_hub {
    uint64_t cost;               /* of the steps to it */
    uint16_t hub;                /* rank */
    uint16_t next;               /* rank of the next jump point towards it */
    uint16_t straight, diagonal; /* steps to it */
} wendi_hub_label_hub;

/** A jump point that is visible from a cell. */
typedef struct wendi_hub_label_view {
    uint32_t rank;
    uint16_t straight, diagonal;
    uint8_t departure, arrival; /* directions of the first and the last step */
    uint8_t onward; /* directions in which a search goes on; set while labels are made */
    bool turns;     /* a search would turn there */
} wendi_hub_label_view;

typedef enum wendi_hub_label_kind {
    WENDI_HUB_LABELS_NONE, /* too many jump points, or too little memory allowed */
    WENDI_HUB_LABELS_OF_JUMP_POINTS,
    WENDI_HUB_LABELS_OF_CELLS
} wendi_hub_label_kind;

typedef struct wendi_hub_labels {
    wendi_hub_label_kind kind;
    const wendi_jump_states *states; /* of the same index */
    uint32_t count;                  /* jump points */
    uint64_t *rows, *columns;        /* lines: a set bit is a wall or a jump point */
    uint64_t *steps[2];              /* falling and rising lines: as those of a jump map */
    uint64_t *beside[4];             /* [direction / 2] of diagonals, in such lines: there is a jump
                                        point at the cell, or straight away from it */
    uint16_t *ranks;                 /* [rows][columns] of jump points; END elsewhere */
    uint8_t *arrivals;               /* [count] bit d: a search that arrives in d turns there */
    uint32_t *places;                /* [count + 1] rank -> cell */
    uint32_t *first;                 /* [count + 1] */
    wendi_hub_label_hub *hubs;       /* [hub_count] lists by rank, each by hub */
    size_t hub_count;
    uint32_t *cells; /* [rows][columns] offsets; 0 = an empty list */
    uint16_t *pool;
    size_t pool_count, pool_capacity; /* there are at least BEHIND more than the count */
    uint32_t listed;                  /* hubs of ranks below it are on lists of cells */
} wendi_hub_labels;

/** The rank of the jump point at a cell; WENDI_HUB_LABEL_END where there is none. */
static inline uint32_t wendi_hub_label_rank_at(const wendi_hub_labels *labels, uint32_t cell)
{
    return labels->ranks[(size_t)(cell >> 16) * labels->states->columns + (cell & 0xFFFF)];
}

void wendi_hub_labels_destroy(wendi_hub_labels *labels, const wend_allocator *allocator);
size_t wendi_hub_labels_bytes(const wendi_hub_labels *labels);

/** Lists the jump points that are visible from an open cell. @param views [count of jump points].
 * @return their number. */
uint32_t wendi_hub_labels_view(const wendi_hub_labels *labels, uint32_t cell,
                               wendi_hub_label_view *views);
/** As wendi_hub_labels_view, those alone that a path of at most a cost to another cell can pass after
 * steps in a direction, or steps in it and then across. */
uint32_t wendi_hub_labels_view_towards(const wendi_hub_labels *labels, uint32_t cell,
                                       uint32_t direction, uint32_t to, uint64_t most,
                                       wendi_hub_label_view *views);

/** More than any cost; sums of it with costs do not overflow. */
static const uint64_t WENDI_HUB_LABEL_FAR = (uint64_t)1 << 62;

/** The cost of steps on ground of factor 1. */
static inline uint64_t wendi_hub_label_cost(uint64_t straight, uint64_t diagonal)
{
    return straight * WEND_COST_ONE + diagonal * WEND_COST_DIAGONAL;
}

/* ---- lists in the making ---- */

/** A list of hubs of one cell that is gathered from those of jump points. */
typedef struct wendi_hub_label_sheet {
    wendi_hub_label_view *views; /* [count] scratch */
    uint32_t view_count;
    uint64_t *costs; /* [count] by hub; far = not on the list */
    uint32_t *steps; /* [count] straight << 16 | diagonal */
    uint64_t *set;   /* bits of hubs that are on the list */
    uint32_t words;
    uint32_t low, high; /* words of `set` that may not be 0 */
    uint32_t work;      /* hubs looked at, since it was set to 0 */
    bool is_over;       /* more than 65535 steps */
} wendi_hub_label_sheet;

/** @return false: no memory; destroy it. */
bool wendi_hub_label_sheet_create(wendi_hub_label_sheet *sheet, uint32_t count,
                                  const wend_allocator *allocator);
void wendi_hub_label_sheet_destroy(wendi_hub_label_sheet *sheet, uint32_t count,
                                   const wend_allocator *allocator);
size_t wendi_hub_label_sheet_bytes(uint32_t count);
/** Adds a hub, or keeps it where it is no nearer than it was. */
static inline void wendi_hub_label_sheet_put(wendi_hub_label_sheet *sheet, uint32_t hub,
                                             uint64_t cost, uint32_t straight, uint32_t diagonal)
{
    if (cost >= sheet->costs[hub]) {
        return;
    }
    if (sheet->costs[hub] == WENDI_HUB_LABEL_FAR) {
        const uint32_t word = hub / 64;
        sheet->set[word] |= (uint64_t)1 << hub % 64;
        sheet->low = word < sheet->low ? word : sheet->low;
        sheet->high = word + 1 > sheet->high ? word + 1 : sheet->high;
    }
    sheet->is_over = sheet->is_over || straight > UINT16_MAX || diagonal > UINT16_MAX;
    sheet->costs[hub] = cost;
    sheet->steps[hub] = (straight & UINT16_MAX) << 16 | (diagonal & UINT16_MAX);
}

/** Empties a sheet. */
void wendi_hub_label_sheet_clear(wendi_hub_label_sheet *sheet);

/* ---- building: hub_build.c, hub_points.c, hub_cells.c ---- */

typedef enum wendi_hub_label_phase {
    WENDI_HUB_LABEL_BEGIN,
    WENDI_HUB_LABEL_LINES,
    WENDI_HUB_LABEL_DIAGONALS,
    WENDI_HUB_LABEL_VIEWS,
    WENDI_HUB_LABEL_SEARCHES,
    WENDI_HUB_LABEL_PACK,
    WENDI_HUB_LABEL_SAMPLE,
    WENDI_HUB_LABEL_CELLS,
    WENDI_HUB_LABEL_DONE
} wendi_hub_label_phase;

typedef struct wendi_hub_label_list {
    uint32_t begin, count, capacity;
} wendi_hub_label_list;

/** What one job makes. */
typedef struct wendi_hub_label_job {
    wendi_hub_label_sheet sheet;
    uint16_t *covers;  /* [count] which near one made a hub needless the last time */
    uint64_t *detours; /* [count] the least cost of going to a hub over another, plus `moved` */
    uint64_t *turning; /* [words] scratch: visible jump points at which a search would turn */
    uint16_t *view_of; /* [count] scratch: where they are in the views */
    uint64_t moved;    /* cost of all steps from cell to cell */
    uint32_t last;     /* cell */
    uint64_t reach;    /* of the cell: at least the cost to each hub that is not listed */
    uint16_t *room;    /* lists end to end */
    size_t used;
    uint16_t counts[WENDI_HUB_LABEL_BLOCK]; /* numbers of each list in the room; 0 = a wall */
    bool is_over;                           /* a list is too long, or a distance too large */
} wendi_hub_label_job;

typedef struct wendi_step_table wendi_step_table;

/** The making of labels, which can be cut. Zeroed = not begun. */
typedef struct wendi_hub_label_build {
    wendi_hub_label_phase phase;
    wendi_hub_label_kind left_out; /* the least that is not made, for tests; NONE = all is made */
    size_t most_bytes;
    uint32_t listed_most; /* hubs on lists of cells at most, for tests; 0 = all that fit */
    uint32_t at;          /* the next row, jump point, or cell */
    wendi_step_table *steps;
    uint32_t *view_first; /* [count + 1] */
    wendi_hub_label_view *views;
    size_t view_count, view_capacity;
    wendi_hub_label_list *lists; /* [count] in `pool` */
    wendi_hub_label_hub *pool;
    size_t pool_count, pool_capacity;
    bool is_searching;
    wendi_heap heap;
    uint64_t *costs;     /* [count] of the search; far = not reached */
    uint32_t *distances; /* [count] straight << 16 | diagonal */
    uint16_t *parents;   /* [count] */
    uint8_t *directions; /* [count] natural steps onward */
    uint32_t *reached;   /* [count] to be set back */
    uint32_t reached_count;
    uint64_t *hub_costs;   /* [count] of the hub's own list; far = not on it */
    wendi_sort_pair *near; /* [near_count] the lists without their owners, the nearest hub first:
                              cost and hub; behind them scratch of the longest list */
    size_t near_count;
    uint64_t work;     /* hubs looked at by searches */
    uint64_t *reaches; /* [count] the cost to the farthest hub that is not listed; 0 if all are */
    struct {
        uint64_t work;    /* hubs and views looked at */
        uint64_t numbers; /* of lists */
        uint64_t views, cells;
    } sampled;
    wendi_hub_label_job jobs[WENDI_HUB_LABEL_JOBS];
} wendi_hub_label_build;

/** Goes on with the labels of a finished hierarchy for up to *steps steps of some microseconds, and
 * counts them down. Labels that would need more than most_bytes, or more work than they are worth,
 * are left out: see labels->kind.
 * @return WEND_OK (done, or left out), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call again to continue,
 * or destroy both). */
wend_result wendi_hub_label_build_run(wendi_hub_label_build *build, wendi_hub_labels *labels,
                                      const wendi_jump_states *states,
                                      const wendi_hierarchy *hierarchy,
                                      const wend_executor *executor,
                                      const wend_allocator *allocator, uint64_t *steps);
void wendi_hub_label_build_destroy(wendi_hub_label_build *build, const wendi_hub_labels *labels,
                                   const wend_allocator *allocator);
size_t wendi_hub_label_build_bytes(const wendi_hub_label_build *build,
                                   const wendi_hub_labels *labels);

/* ---- queries: hub_search.c ---- */

/** Scratch memory of queries on labels. Zeroed = none. */
typedef struct wendi_hub_label_search {
    const wendi_hub_labels *labels;
    uint32_t count; /* jump points of it */
    wendi_hub_label_sheet sheets[WENDI_SIDES];
    wendi_array_u32 chain;
    uint32_t hub;                /* of the path found */
    uint64_t costs[WENDI_SIDES]; /* from each end to it */
    uint64_t best;
    uint32_t compared, common; /* hubs */
} wendi_hub_label_search;

/** @return false: no memory; destroy it. */
bool wendi_hub_label_search_create(wendi_hub_label_search *search, const wendi_hub_labels *labels,
                                   const wend_allocator *allocator);
void wendi_hub_label_search_destroy(wendi_hub_label_search *search,
                                    const wend_allocator *allocator);
size_t wendi_hub_label_search_bytes(const wendi_hub_label_search *search);
/** Where the list of a cell begins in the pool; 0 for a wall. */
static inline size_t wendi_hub_label_offset(const wendi_hub_labels *l, uint32_t cell)
{
    return l->cells[(size_t)(cell >> 16) * l->states->columns + (cell & 0xFFFF)];
}

/** Fetches into the cache where the list of a cell begins. */
static inline void wendi_hub_label_fetch_offset(const wendi_hub_labels *l, uint32_t cell)
{
    wendi_prefetch(&l->cells[(size_t)(cell >> 16) * l->states->columns + (cell & 0xFFFF)]);
}

/** Fetches a list. Lists are spread over many megabytes: all lines of both at once take one wait for
 * memory instead of one a line. */
static inline void wendi_hub_label_fetch_list(const wendi_hub_labels *l, size_t offset)
{
    enum { LINE = 32, LINES = 3 }; /* numbers of a line; most lists end within so many */
    for (size_t k = 0; k < LINES && offset + k * LINE < l->pool_count; ++k) {
        wendi_prefetch(&l->pool[offset + k * LINE]);
    }
}

/** Finds the distance of two open cells that are not in plain view of each other.
 * @return false: there is no path. */
bool wendi_hub_label_search_find(wendi_hub_label_search *search, uint32_t from, uint32_t to);
/** Lists the cells of jump points of the path found, from start to goal, without these.
 * @param map of the grid. @param cells set to them.
 * @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_STALE (not of this grid). */
wend_result wendi_hub_label_search_chain(wendi_hub_label_search *search, const wendi_jump_map *map,
                                         uint32_t from, uint32_t to, const wendi_array_u32 **cells);

#endif
