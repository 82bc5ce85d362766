/* Makes a space, a search and a path on a grid. */
#include "support/world.h"

#include "support/test.h"
#include "wend/grid.h"
#include "wend/search.h"

world world_on(wend_grid *grid)
{
    assert_non_null(grid);
    world w = {grid, NULL, NULL, NULL};
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    assert_int_equal(wend_space_create(&space_def, &w.space), WEND_OK);
    wend_search_def search_def = wend_search_def_default();
    search_def.space = w.space;
    assert_int_equal(wend_search_create(&search_def, &w.search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &w.path), WEND_OK);
    return w;
}

wend_search_answer world_ask(const world *w, const wend_search_query *query)
{
    wend_search_answer answer;
    assert_int_equal(wend_search_find(w->search, query), WEND_OK);
    wend_search_get_answer(w->search, &answer);
    return answer;
}

void world_free(world *w)
{
    wend_path_destroy(w->path);
    wend_search_destroy(w->search);
    wend_space_destroy(w->space);
    wend_grid_destroy(w->grid);
}
