/* The parts of an index: the contraction while it is built, the hierarchy afterwards; of a grid its
 * jump points as well, which are the nodes of both. */
#ifndef WENDI_ROUTE_INDEX_INDEX_H
#define WENDI_ROUTE_INDEX_INDEX_H

#include "base/core/message.h"
#include "route/index/hierarchy.h"
#include "route/index/hub_labels.h"
#include "route/index/jump_states.h"
#include "route/space/space.h"
#include "wend/index.h"

enum { WENDI_INDEX_COOKIE = 0x57494E31, WENDI_INDEX_SEARCH_COOKIE = 0x57494E32 };

typedef enum wendi_index_phase {
    WENDI_INDEX_STATES, /* of a grid */
    WENDI_INDEX_ARCS,   /* of the space, into the contraction */
    WENDI_INDEX_CONTRACTION,
    WENDI_INDEX_LAYOUT,
    WENDI_INDEX_LABELS, /* of a grid */
    WENDI_INDEX_DONE
} wendi_index_phase;

struct wend_index {
    wend_allocator allocator;
    wend_executor executor;
    uint64_t max_steps; /* 0 = no limit, as max_bytes */
    size_t max_bytes;
    wendi_index_phase phase;
    wendi_jump_listing listing;
    uint32_t listed;         /* cells or nodes whose arcs are in the contraction */
    wendi_array_u64 scratch; /* of arcs; empty once these are listed */
    wendi_hierarchy_layout layout;
    bool is_refused; /* a limit was reached */
    bool is_built;
    bool is_grid;
    uint64_t hash;                   /* of the space's arcs, or of its open cells */
    uint32_t node_count, edge_count; /* of the hierarchy */
    wendi_jump_states states;        /* of a grid */
    wendi_contraction contraction;   /* empty once built */
    wendi_hierarchy hierarchy;       /* empty until then */
    wendi_hub_label_build label_build;
    wendi_hub_labels labels; /* of a grid */
    wend_message error;      /* of the last failure */
};

struct wend_index_search {
    const wend_index *index;
    const wend_space *space;
    wend_allocator allocator;
    wendi_hierarchy_search search; /* none where there are labels */
    wendi_hub_label_search labels; /* none where there are none */
    wendi_jump_ends starts, goals; /* on grids: the states at both ends */
    wend_index_answer answer;
    bool has_answer;
    bool is_direct;     /* on grids: the path found needs no states */
    wend_message error; /* of the last failure */
};

/** The inputs of jump points of a space. */
static inline wendi_jump_ground wendi_index_ground(const wend_space *space)
{
    return (wendi_jump_ground){&space->jump, &space->steps};
}

/** Makes the labels of a laid out index of a grid, or goes on with them.
 * @return as wendi_hub_label_build_run. */
wend_result wendi_index_label(wend_index *index, uint64_t *steps);

/** True if the index fits the space, and the space its world. */
bool wendi_index_fits(const wend_index *index, const wend_space *space);
/** True if the index fits the space, which may be older than its world. */
bool wendi_index_fits_space(const wend_index *index, const wend_space *space);

/** True if a built index answers faster than a search with a jump table. */
bool wendi_index_pays(const wend_index *index);

/** As wend_index_create, but nothing is listed yet: that is a part of building.
 * @return as wend_index_create. */
wend_result wendi_index_create_empty(const wend_index_def *def, wend_index **index);
/** As wend_index_build. @param space of the definition, unchanged since. */
wend_result wendi_index_build(wend_index *index, const wend_space *space, wend_budget *budget);

/* ---- searches, for pathfinders: the space may be older than its world ---- */

/** @param index built; it fits the space. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_index_search_create(const wend_index *index, const wend_space *space,
                                      const wend_allocator *allocator, wend_index_search **search);
/** As wend_index_search_find, with nodes of the space, on an index that fits it. */
wend_result wendi_index_search_find(wend_index_search *search, wend_node start, wend_node goal);
/** Begins a query with many ends; over graphs only. */
void wendi_index_search_begin(wend_index_search *search);
/** Adds a start (WENDI_AHEAD) or goal (WENDI_BEHIND) and the cost before or behind it; one that
 * costs 2^62 or more does not count. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_index_search_add(wend_index_search *search, uint32_t side, wend_node node,
                                   wend_cost cost);
/** @return as wend_index_search_find; answer.start and goal become those of the path. */
wend_result wendi_index_search_run(wend_index_search *search);
/** As wend_path_from_index, after WEND_OK. */
wend_result wendi_index_search_path(wend_path *path, wend_index_search *search);

#endif
