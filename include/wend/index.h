/** @file wend/index.h
 * Indexes: optimal paths between two nodes of a large graph or grid, without a search of it.
 *
 * An index is built ahead over a space, once, and then answers in microseconds what a search answers
 * in milliseconds: on a road network of 100,000 nodes in less than a hundredth of the time of A*.
 * The cost is the same to the last bit. It takes memory in proportion to the world, unlike a table
 * (wend/table.h), and so suits graphs and grids of any size that do not change during play.
 *
 *     space --create--> index --build(budget), build...--> built --save--> bytes
 *                                                            |
 *                       search, one a thread <---------------'   --find--> answer, path
 *
 * An index of a grid is one of its jump points, the corners of walls at which cheapest paths turn
 * (see WEND_METHOD_JUMP_POINT). The grid is of squares with 8 neighbours and any corner rule, its open
 * cells have one cost, and it neither wraps nor has links. Where memory allows, each open cell has a
 * label: a list of important jump points with their distances. A query then compares two lists, in
 * about a microsecond: 0.001 to 0.35 of the time of the jump table (wend_space_prepare). A label takes
 * 50 to 200 bytes an open cell, and some microseconds to make. Where all labels would be too large,
 * they have the more important half of the jump points or more, and a query of cells that are near
 * each other looks at those around both as well; where these would be too large too, the hierarchy
 * answers queries, which takes 0.3 to 2 times as long as the table: see docs/performance.md.
 * wend_index_info.label_bytes tells which.
 *
 * An index describes the space as it was when the index was created. After an edit that changes what
 * the agent can do, finding returns WEND_ERROR_STALE: use a search (wend/search.h) until another
 * index is built. An edit that is taken back makes the old index fit again.
 *
 * The index depends on the world alone: not on the slices in which it was built, nor on threads.
 *
 * Threads: any number of searches, each used by one thread at a time, may use one built index and
 * one space at once. The space is updated only while none of them is in a call.
 *
 * Sources: contraction hierarchies, Geisberger, Sanders, Schultes and Delling, "Contraction
 * Hierarchies: Faster and Simpler Hierarchical Routing in Road Networks" (2008); over jump points,
 * Harabor, Uras, Stuckey and Koenig, "Regarding Jump Point Search and Subgoal Graphs" (IJCAI 2019);
 * labels, Abraham, Delling, Goldberg and Werneck, "Hierarchical Hub Labelings for Shortest Paths"
 * (2012), and Akiba, Iwata and Yoshida, "Fast Exact Shortest-Path Distance Queries on Large Networks
 * by Pruned Landmark Labeling" (2013).
 */
#ifndef WEND_INDEX_H
#define WEND_INDEX_H

#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- indexes ---- */

/** An index. */
typedef struct wend_index wend_index;

/** Definition of an index. */
typedef struct wend_index_def {
    uint32_t cookie;         /**< Set by wend_index_def_default; leave it. */
    const wend_space *space; /**< The space. Set it; read only by wend_index_create. */
    uint64_t max_steps;      /**< Building ends when contraction needs more steps than these: see
                             wend_index_build. 0 (default) = no limit. */
    size_t max_bytes; /**< And when the index is larger than that. 0 (default) = no limit. Labels
                             of a grid are left out where they alone would exceed it, and where they
                             would exceed 200 bytes a cell, of 65536 more cells than there are. */
    wend_executor executor;   /**< Builds in parallel; the index does not depend on it. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_index_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_index_def wend_index_def_default(void);
/** Creates an index that is not built yet: copies the arcs of the space, or lists its jump points
 * and which can follow which; the space is then no longer needed for building. Time on a grid: some
 * 10 ns a cell, and a microsecond a jump point.
 * @param index set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED (a grid with other
 * neighbours than 8, several costs, links, or one that wraps), WEND_ERROR_STALE (update the space first), WEND_ERROR_FULL (2^31 nodes or edges, or more),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_index_create(const wend_index_def *def, wend_index **index);
/** Frees an index; NULL is allowed. Searches on it can then only be destroyed. */
WEND_API void wend_index_destroy(wend_index *index);
/** Returns the message of the last failure of wend_index_build; "" if none. Never NULL. */
WEND_API const char *wend_index_error(const wend_index *index);
/** Builds the index, or goes on with it.
 *
 * A step looks at one node, or at 128 arcs around one: some microseconds. A graph needs some 20
 * steps a node. Laying the index out takes a step a node as well. Time in all, on one processor: 10
 * to 20 us a node of a road network; graphs without important roads (a raster of equal streets)
 * several times that. A grid takes 10 to 30 us a jump point where walls are lines and solid shapes.
 * Where single closed cells stand on open ground (a tenth of it, or some hundred on a plain of 128
 * x 128), each jump point leads to very many, and building takes minutes. Set max_steps, and use
 * the jump table (wend_space_prepare) on such maps.
 * @param budget reduced by the work done; NULL = no limit.
 * @return WEND_OK (built; also when it was before), WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY (call again to go on), WEND_ERROR_FULL (max_steps or max_bytes is too little for
 * this world; so says every further call). The limits do not depend on slices. */
WEND_API wend_result wend_index_build(wend_index *index, wend_budget *budget);

/** State and figures of an index. */
typedef struct wend_index_info {
    bool is_built;           /**< Searches can use it. */
    uint32_t node_count;     /**< Nodes of the graph, removed ones included; of a grid jump points,
                                  counted for each direction of arrival that makes them one. */
    uint32_t done_count;     /**< Nodes that have their place in the hierarchy. While it is built
                                  this grows from 0 towards node_count. */
    uint32_t core_count;     /**< Nodes at the top that have no order: those that would need more
                                  than 1000 shortcuts each. Known when built. */
    uint64_t arc_count;      /**< Arcs, shortcuts included. Known when built. */
    uint64_t shortcut_count; /**< Of these, shortcuts. Known when built. */
    size_t memory_bytes;     /**< As wend_index_memory_bytes. */
    size_t label_bytes;      /**< Of these, labels; 0 = there are none. */
} wend_index_info;

/** Gets state and figures of an index; zeroes for NULL. Time: linear in arcs.
 * @param info always set. */
WEND_API void wend_index_get_info(const wend_index *index, wend_index_info *info);
/** True if the index fits the space now: the same edges are open to the same agent at the same
 * costs; the same cells of a grid are open to it, at the same cost, under the same corner rule. False
 * for a space that is older than its world. Positions of nodes and behaviours of edges may change.
 * Time: constant; a space of a grid keeps a fingerprint of its open cells. */
WEND_API bool wend_index_fits(const wend_index *index, const wend_space *space);
/** Returns the memory of the index in bytes; while it is built, with what building needs. */
WEND_API size_t wend_index_memory_bytes(const wend_index *index);
/** Returns a fingerprint of a built index: equal for equal graphs, built or loaded. That of an
 * index that is not built yet says nothing. */
WEND_API uint64_t wend_index_hash(const wend_index *index);
/** Saves a built index as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT (also when it is not
 * built), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_index_save(const wend_index *index, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads an index from the bytes of wend_index_save. It is built. Labels are not saved: they are made
 * again, with the executor, which takes as long as before.
 * @param def allocator, executor and message are used; NULL = defaults.
 * @param index set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_index_load(const wend_index_def *def, const uint8_t *bytes, size_t count,
                                     wend_index **index);

/* ---- searches ---- */

/** A search on an index: scratch memory that answers one query after the other. */
typedef struct wend_index_search wend_index_search;

/** Definition of a search on an index. */
typedef struct wend_index_search_def {
    uint32_t cookie;          /**< Set by wend_index_search_def_default; leave it. */
    const wend_index *index;  /**< A built index; must outlive the search. Set it. */
    const wend_space *space;  /**< A space that the index fits; must outlive the search. Set it. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_index_search_def;

/** Answer of a search on an index. */
typedef struct wend_index_answer {
    wend_result result;         /**< As wend_index_search_find returned it. */
    wend_failure_reason reason; /**< Reason if there is no path. */
    wend_node start;            /**< Of the query. */
    wend_node goal;             /**< Of the query. */
    wend_cost cost;             /**< Cost of the cheapest path; infinite without one. */
    uint64_t expanded;          /**< Nodes of the index expanded; with labels: entries compared. */
    uint64_t generated;  /**< Nodes generated, counted again for each cheaper path; with labels:
                                     entries in common. */
    size_t memory_bytes; /**< Scratch memory of the search, without the index. */
} wend_index_answer;

/** Returns the default definition, with its cookie. */
WEND_API wend_index_search_def wend_index_search_def_default(void);
/** Creates a search on an index: 40 bytes a node of the index, or a jump point.
 * @param search set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also when the index is not built), WEND_ERROR_STALE (it does
 * not fit the space), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_index_search_create(const wend_index_search_def *def,
                                              wend_index_search **search);
/** Frees a search; NULL is allowed. */
WEND_API void wend_index_search_destroy(wend_index_search *search);
/** Returns the message of the last failure of this search; "" if none. Never NULL. */
WEND_API const char *wend_index_search_error(const wend_index_search *search);
/** Finds the cheapest path from one node to another. It has the cost that A* finds, to the bit; of
 * several cheapest paths it may be another one, always the same for one index.
 *
 * Time: some 10 to 50 us in road networks of any size; a microsecond with labels. Once warm it allocates nothing.
 * @return WEND_OK; WEND_NO_PATH (answer.reason says why); WEND_ERROR_ARGUMENT (a node outside);
 * WEND_ERROR_STALE (the space changed, or is older than its world); WEND_ERROR_FULL (the path costs
 * 2^63 or more); WEND_ERROR_MEMORY. */
WEND_API wend_result wend_index_search_find(wend_index_search *search, wend_node start,
                                            wend_node goal);
/** Gets the last answer, after a failure with its result and without a cost; zeroes before the first
 * query. @param answer always set. */
WEND_API void wend_index_search_get_answer(const wend_index_search *search,
                                           wend_index_answer *answer);
/** Fills a path with the answer of a search on an index: a leg for each edge, or on a grid for each
 * straight or diagonal line, as wend_path_from_search gives them, whose costs sum to answer.cost
 * exactly.
 * @return WEND_OK, WEND_NO_PATH (path empty), WEND_ERROR_ARGUMENT (NULL, or no answer),
 * WEND_ERROR_STALE (the space changed since), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_index(wend_path *path, wend_index_search *search);

#ifdef __cplusplus
}
#endif
#endif
