/* Spaces, searches and paths in one line. Every function fails the cmocka test when it
 * cannot do its work. The caller destroys what is made. */
#ifndef TEST_SUPPORT_SEARCHES_H
#define TEST_SUPPORT_SEARCHES_H

#include "wend/path.h"
#include "wend/search.h"

wend_space *spaces_make(wend_space_def def);
/** Of a point agent of class 0. */
wend_space *spaces_on(const wend_grid *grid);
wend_space *spaces_on_graph(const wend_graph *graph);

wend_search *searches_make(wend_search_def def);
wend_search *searches_on(const wend_space *space);

wend_path *paths_make(void);

#endif
