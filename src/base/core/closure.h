/* The transitive closure of a directed graph: which nodes reach which.
 *
 *   nodes        a --> b <--> c     a reaches b and c; b and c reach each other
 *   components   1      0  0        strongly connected, numbered in the order in which a depth-first
 *                                   search finishes them: successors have lower numbers
 *   ranges       1: [0 1]  0: [0]   the components that each one reaches, itself included
 *
 * Almost always a component reaches one range of numbers or a few. Where they exceed a limit, the
 * nearest ones are merged with the gaps between them and marked as rough: a number outside of all
 * ranges is still not reached; one in a rough range is searched for along the successors of the
 * component, which are kept for that.
 *
 * Source: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972); ranges after Agrawal,
 * Borgida and Jagadish, "Efficient Management of Transitive Relationships in Large Data and
 * Knowledge Bases" (1989); rough ones after Seufert, Anand, Bedathur and Weikum, "FERRARI: Flexible
 * and Efficient Reachability Range Assignment for Graph Indexing" (2013). */
#ifndef WENDI_BASE_CORE_CLOSURE_H
#define WENDI_BASE_CORE_CLOSURE_H

#include "base/core/array.h"

/** The largest number of nodes of a closure. */
static const uint32_t wendi_closure_max_nodes = (uint32_t)1 << 31;

typedef struct wendi_closure {
    wendi_array_u32 components;  /* [nodes] */
    wendi_array_u32 first_range; /* [components + 1] */
    wendi_array_u64 ranges;      /* low << 33 | high << 1 | is rough; ascending, apart */
    wendi_array_u32 first_next;  /* [components + 1] of those with a rough range; else empty */
    wendi_array_u32 next;        /* components that one of these reaches by one edge */
} wendi_closure;

/** The target of an edge; UINT32_MAX: the edge is closed. */
typedef uint32_t (*wendi_closure_target_fn)(const void *context, uint32_t edge);

/** The computation of a closure, in slices. The graph must not change meanwhile. */
typedef struct wendi_closure_work {
    wendi_closure made;
    uint32_t node_count;
    const uint32_t *first_edge, *end_edge; /* [node_count * edge_stride] */
    uint32_t edge_stride;
    wendi_closure_target_fn target;
    const void *context;
    uint32_t ranges_most;
    wendi_array_u32 order, low, below, next_edge, out_first; /* [node_count] */
    wendi_array_u32 stack, path;
    wendi_array_u32 out; /* successors of the open components */
    wendi_array_u64 found;
    uint32_t component_count, found_count, node;
} wendi_closure_work;

void wendi_closure_init(wendi_closure *closure, const wend_allocator *allocator);
void wendi_closure_free(wendi_closure *closure);
size_t wendi_closure_memory_bytes(const wendi_closure *closure);

void wendi_closure_work_init(wendi_closure_work *work, const wend_allocator *allocator);
/** Frees everything, with a finished closure that was not swapped out. */
void wendi_closure_work_free(wendi_closure_work *work);
/** Bytes of the closure and of the working arrays. */
size_t wendi_closure_work_memory_bytes(const wendi_closure_work *work);
/** Reserves memory for a graph in the work and in a closure: as long as these two are only
 * swapped, a limit of ranges is given and graphs are no larger, nothing allocates any more.
 * Without room for all ranges and successors, later components get fewer. @return false: no
 * memory. */
bool wendi_closure_reserve(wendi_closure_work *work, wendi_closure *closure, uint32_t node_count,
                           uint32_t edge_count);

/** Starts with a graph, and drops any unfinished one. @param first_edge [node_count + 1] each
 * node's first edge; its edges end where the next one's begin. Not copied. @param ranges_most
 * for each component, 2 or more; memory must be reserved then (wendi_closure_reserve). 0 = no
 * limit, then no range is rough. @return false: no memory, or too many nodes. */
bool wendi_closure_begin(wendi_closure_work *work, uint32_t node_count, const uint32_t *first_edge,
                         wendi_closure_target_fn target, const void *context, uint32_t ranges_most);
/** The same with the edges of each node anywhere. @param spans [node_count][2] the first edge and the
 * one after the last. */
bool wendi_closure_begin_spans(wendi_closure_work *work, uint32_t node_count, const uint32_t *spans,
                               wendi_closure_target_fn target, const void *context,
                               uint32_t ranges_most);
/** Continues. @param steps edges and nodes to visit; counted down. @return WEND_OK: `made` is
 * ready, to be swapped out; WEND_IN_PROGRESS, or WEND_ERROR_MEMORY. */
wend_result wendi_closure_advance(wendi_closure_work *work, uint64_t *steps);
/** Computes the closure of a graph at once, without a limit of ranges. @param closure
 * initialised; stays so on failure. */
bool wendi_closure_build(wendi_closure *closure, const wend_allocator *allocator,
                         uint32_t node_count, const uint32_t *first_edge,
                         wendi_closure_target_fn target, const void *context);

/** Results of a reachability query between two nodes. */
typedef enum wendi_closure_answer {
    WENDI_CLOSURE_NOT_REACHED, /* no path of edges leads from one to the other */
    WENDI_CLOSURE_REACHED,     /* a path does */
    WENDI_CLOSURE_UNKNOWN      /* undecided: a search of the rough ranges takes too long */
} wendi_closure_answer;

wendi_closure_answer wendi_closure_query(const wendi_closure *closure, uint32_t from, uint32_t to);
/** The same for a closure without rough ranges. */
static inline bool wendi_closure_reaches(const wendi_closure *closure, uint32_t from, uint32_t to)
{
    return wendi_closure_query(closure, from, to) == WENDI_CLOSURE_REACHED;
}

#endif
