/* A small grid and a search on it. */
#ifndef TEST_UNIT_SEARCH_QUERY_H
#define TEST_UNIT_SEARCH_QUERY_H

#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/search.h"

#include <string.h>

enum { SIDE = 10, CELLS = SIDE * SIDE, WALL_NODE = 55 };

typedef struct scene {
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
} scene;

/* 10 x 10 open cells but for one wall; `second` is the cost of cells 1, 0 and 2, 0. */
static inline scene scene_new(wend_neighbours neighbours, uint8_t second)
{
    scene s = {NULL, NULL, NULL};
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.neighbours = neighbours;
    s.grid = grids_make(def);
    grids_set(s.grid, 5, 5, WEND_COST_WALL);
    grids_set(s.grid, 1, 0, second);
    grids_set(s.grid, 2, 0, second);
    s.space = spaces_on(s.grid);
    s.search = searches_on(s.space);
    return s;
}

static inline void scene_free(scene *s)
{
    wend_search_destroy(s->search);
    wend_space_destroy(s->space);
    wend_grid_destroy(s->grid);
}

static inline wend_search_query query_to(wend_node goal, wend_method method)
{
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = goal;
    query.method = method;
    return query;
}

/* Start refuses, says why, and leaves no query behind. */
static inline void refused(scene *s, const wend_search_query *query, wend_result expected,
                           const char *text)
{
    assert_int_equal(wend_search_start(s->search, query), expected);
    if (strstr(wend_search_error(s->search), text) == NULL) {
        fail_msg("\"%s\" is not in \"%s\"", text, wend_search_error(s->search));
    }
    wend_search_answer answer;
    wend_search_get_answer(s->search, &answer);
    assert_int_equal(answer.result, WEND_OK);
    assert_int_equal(answer.method, WEND_METHOD_BEST);
    assert_int_equal(wend_search_run(s->search, NULL), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_search_error(s->search), "no query"));
}

#endif
