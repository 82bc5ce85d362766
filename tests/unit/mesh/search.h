/* A mesh of three squares in a row. */
#ifndef TEST_UNIT_MESH_SEARCH_H
#define TEST_UNIT_MESH_SEARCH_H

#include "support/mesh_world.h"
#include "support/test.h"

static inline wend_mesh_search_answer find(mesh_world *w, const wend_mesh_search_query *query,
                                           wend_result result)
{
    wend_mesh_search_answer answer;
    assert_int_equal(wend_mesh_search_find(w->search, query), result);
    wend_mesh_search_get_answer(w->search, &answer);
    assert_int_equal(answer.result, result);
    return answer;
}

#endif
