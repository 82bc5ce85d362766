/* Makes spaces, searches and paths by the defaults, or by a definition. */
#include "support/searches.h"

#include "support/test.h"
#include "wend/search.h"

wend_space *spaces_make(wend_space_def def)
{
    wend_space *space = NULL;
    assert_int_equal(wend_space_create(&def, &space), WEND_OK);
    return space;
}

wend_space *spaces_on(const wend_grid *grid)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    return spaces_make(def);
}

wend_space *spaces_on_graph(const wend_graph *graph)
{
    wend_space_def def = wend_space_def_default();
    def.graph = graph;
    return spaces_make(def);
}

wend_search *searches_make(wend_search_def def)
{
    wend_search *search = NULL;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    return search;
}

wend_search *searches_on(const wend_space *space)
{
    wend_search_def def = wend_search_def_default();
    def.space = space;
    return searches_make(def);
}

wend_path *paths_make(void)
{
    wend_path *path = NULL;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    return path;
}
