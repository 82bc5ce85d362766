/* The parts of an index: the contraction while it is built, the hierarchy afterwards; of a grid its
 * jump points as well, which are the nodes of both. */
#ifndef WENDI_ROUTE_INDEX_INDEX_H
#define WENDI_ROUTE_INDEX_INDEX_H

#include "base/core/message.h"
#include "route/index/hierarchy.h"
#include "route/index/jump_states.h"
#include "route/space/space.h"
#include "wend/index.h"

enum { WENDI_INDEX_COOKIE = 0x57494E31, WENDI_INDEX_SEARCH_COOKIE = 0x57494E32 };

struct wend_index {
    wend_allocator allocator;
    wend_executor executor;
    bool is_built;
    bool is_grid;
    uint64_t hash;                   /* of the space's arcs, or of its open cells */
    uint32_t node_count, edge_count; /* of the hierarchy */
    wendi_jump_states states;        /* of a grid */
    wendi_contraction contraction;   /* empty once built */
    wendi_hierarchy hierarchy;       /* empty until then */
    wend_message error;              /* of the last failure */
};

struct wend_index_search {
    const wend_index *index;
    const wend_space *space;
    wend_allocator allocator;
    wendi_hierarchy_search search;
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

/** True if the index fits the space. */
bool wendi_index_fits(const wend_index *index, const wend_space *space);

#endif
