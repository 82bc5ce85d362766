/* The parts of an index: the contraction while it is built, the hierarchy afterwards. */
#ifndef WENDI_ROUTE_INDEX_INDEX_H
#define WENDI_ROUTE_INDEX_INDEX_H

#include "base/core/message.h"
#include "route/index/hierarchy.h"
#include "route/space/space.h"
#include "wend/index.h"

enum { WENDI_INDEX_COOKIE = 0x57494E31, WENDI_INDEX_SEARCH_COOKIE = 0x57494E32 };

struct wend_index {
    wend_allocator allocator;
    wend_executor executor;
    bool is_built;
    uint64_t hash; /* of the space's arcs */
    uint32_t node_count, edge_count;
    wendi_contraction contraction; /* empty once built */
    wendi_hierarchy hierarchy;     /* empty until then */
    wend_message error;            /* of the last failure */
};

struct wend_index_search {
    const wend_index *index;
    const wend_space *space;
    wend_allocator allocator;
    wendi_hierarchy_search search;
    wend_index_answer answer;
    bool has_answer;
    wend_message error; /* of the last failure */
};

/** True if the index fits the space. */
bool wendi_index_fits(const wend_index *index, const wend_space *space);

#endif
