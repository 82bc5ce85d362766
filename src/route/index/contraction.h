/* Contraction: the nodes of a directed graph are taken out one after the other, the least important
 * first, and arcs that stand for two others (shortcuts) keep all distances between the rest.
 *
 *        5       2                     5       2
 *     a ---> m ---> b      becomes   a ... m ... b     m is out; its arcs stay as they were then
 *                                     '---------'
 *                                          7           unless another path a ~> b costs at most 7
 *
 * It goes in rounds. All nodes that are less important than their neighbours leave together:
 *
 *   priorities -> gather -> select -> shortcuts -> remove -> insert -> priorities ...
 *   of changed    those     the       of each,     from      all
 *   nodes         around    least     in parallel  lists     shortcuts
 *
 * Within a phase nothing that it reads changes, so neither the number of threads nor the slices of
 * the work show in the result. A path that makes a shortcut needless avoids all nodes of the round:
 * two nodes of equal distance would justify each other's removal otherwise.
 *
 * Nodes that would need too many shortcuts stay as the core, in which queries search as usual.
 *
 * Source: Geisberger, Sanders, Schultes and Delling, "Contraction Hierarchies: Faster and Simpler
 * Hierarchical Routing in Road Networks" (2008); rounds of independent nodes after Vetter, "Parallel
 * Time-Dependent Contraction Hierarchies" (2009). */
#ifndef WENDI_ROUTE_INDEX_CONTRACTION_H
#define WENDI_ROUTE_INDEX_CONTRACTION_H

#include "base/core/array.h"
#include "base/core/memory.h"

enum {
    WENDI_CONTRACTION_BLOCK = 8,        /* nodes of one job */
    WENDI_CONTRACTION_JOBS = 16,        /* jobs at once */
    WENDI_CONTRACTION_SHORTCUTS = 1000, /* most_shortcuts at most */
    WENDI_CONTRACTION_RELAXATIONS = 128 /* of a step */
};

/** In `via`: the arc is a shortcut over the node in the other bits, else these are its edge. */
static const uint32_t WENDI_SHORTCUT = (uint32_t)1 << 31;

typedef struct wendi_contraction_arc {
    uint64_t cost;
    uint32_t target; /* of an arc that leads to a node: where it begins */
    uint32_t via;
    uint32_t hops; /* edges it stands for */
} wendi_contraction_arc;

/** Arcs of a node: pool[begin ... begin + count). */
typedef struct wendi_contraction_list {
    uint32_t begin, count, capacity;
} wendi_contraction_list;

typedef struct wendi_contraction_shortcut {
    uint64_t cost;
    uint32_t from, to, middle, hops;
} wendi_contraction_shortcut;

/** Scratch memory of one job, see witness.c. */
typedef struct wendi_witness wendi_witness;

typedef enum wendi_contraction_phase {
    WENDI_CONTRACTION_PRIORITIES,
    WENDI_CONTRACTION_GATHER,
    WENDI_CONTRACTION_SELECT,
    WENDI_CONTRACTION_FIND,
    WENDI_CONTRACTION_REMOVE,
    WENDI_CONTRACTION_INSERT,
    WENDI_CONTRACTION_DONE
} wendi_contraction_phase;

typedef struct wendi_contraction {
    wend_allocator allocator;
    uint32_t node_count;
    bool is_symmetric;       /* every arc has a twin back; `in` is `out` then */
    uint32_t most_shortcuts; /* of one node; one that needs more stays in the core */
    wendi_contraction_arc *pool;
    size_t pool_count, pool_capacity;
    wendi_contraction_list *out, *in; /* [node_count] */
    uint64_t *keys;                   /* [node_count] priority << 32 | mixed node; ~0 = core */
    uint32_t *levels;                 /* [node_count] */
    uint8_t *is_chosen;               /* [node_count] leaves in this round */
    uint8_t *is_core;                 /* [node_count] stays */
    uint32_t *noted;                  /* [node_count] last round in which it was changed */
    uint32_t *gathered;               /* [node_count] last round in which it was a candidate */
    wendi_array_u32 changed, candidates, chosen; /* of the round */
    wendi_array_u32 order;                       /* nodes that have left */
    wendi_contraction_shortcut *shortcuts;       /* of the round */
    size_t shortcut_count, shortcut_capacity;
    wendi_witness *jobs; /* [job_count] */
    uint32_t job_count;
    wendi_contraction_phase phase;
    uint32_t round;
    size_t at;           /* next item of the phase */
    uint64_t mean_steps; /* an item of the last batch took so many, at least 1 */
    uint64_t work;       /* so far, WENDI_CONTRACTION_RELAXATIONS for an item */
    uint64_t kept_count; /* arcs of nodes that have left */
} wendi_contraction;

/** An empty graph of a number of nodes, fewer than 2^31. @return false: no memory; destroy it. */
bool wendi_contraction_create(wendi_contraction *c, uint32_t node_count, bool is_symmetric,
                              const wend_allocator *allocator);
void wendi_contraction_destroy(wendi_contraction *c);

/** Adds an arc before the first step; of parallel arcs the cheapest stays, of equal ones that with
 * the least edge. Arcs of a symmetric graph are added in both directions. @param cost 1 to 2^62.
 * @param edge below 2^31. @return false: no memory. */
bool wendi_contraction_add_arc(wendi_contraction *c, uint32_t from, uint32_t to, uint64_t cost,
                               uint32_t edge);

/** Performs up to *steps steps, and counts them down. A step is an item of a phase: a node, a
 * shortcut; or WENDI_CONTRACTION_RELAXATIONS arcs that local searches look at.
 * @return WEND_OK (done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call again to continue). */
wend_result wendi_contraction_run(wendi_contraction *c, const wend_executor *executor,
                                  uint64_t *steps);

size_t wendi_contraction_bytes(const wendi_contraction *c);

/* witness.c */

/** The shortcuts that contracting a node needs. */
typedef struct wendi_contraction_need {
    uint32_t shortcuts;
    uint64_t hops; /* edges they stand for */
} wendi_contraction_need;

wendi_witness *wendi_witnesses_create(uint32_t count, const wend_allocator *allocator);
void wendi_witnesses_destroy(wendi_witness *witnesses, uint32_t count,
                             const wend_allocator *allocator);
size_t wendi_witness_bytes(void);

/** Computes the shortcuts of a node. @param shortcuts [WENDI_CONTRACTION_SHORTCUTS] or NULL.
 * @return false: too many, or one is too expensive. */
bool wendi_witness_shortcuts(const wendi_contraction *c, wendi_witness *witnesses, size_t job,
                             uint32_t node, wendi_contraction_shortcut *shortcuts,
                             wendi_contraction_need *need);
/** The arcs that all searches looked at since the last call. */
uint64_t wendi_witnesses_take_work(wendi_witness *witnesses, uint32_t count);
/** Room for the shortcuts of a job's nodes:
 * [WENDI_CONTRACTION_BLOCK][WENDI_CONTRACTION_SHORTCUTS]. */
wendi_contraction_shortcut *wendi_witness_room(wendi_witness *witnesses, size_t job);

#endif
