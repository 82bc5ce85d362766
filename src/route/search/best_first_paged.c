/* Best-first search over cells with records in pages, for planners.
 * Cost: that of best_first.c and some instructions a cell; 3 kB for each tile of 16 x 16 cells of which
 * any is reached. */
#include "route/search/page_access.h"

#include "route/search/cell_best_first.h"

wend_result wendi_paged_best_first_begin(wend_search *search)
{
    return begin(search);
}

wend_result wendi_paged_best_first_advance(wend_search *search, uint64_t *steps)
{
    return advance(search, steps);
}
