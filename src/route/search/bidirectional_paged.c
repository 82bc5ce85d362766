/* Bidirectional A* over cells with records in pages, for planners.
 * Cost: that of bidirectional.c and some instructions a cell; 3 kB for each tile of 16 x 16 cells of
 * which any is reached from an end. */
#include "route/search/page_access.h"

#include "route/search/cell_bidirectional.h"

wend_result wendi_paged_bidirectional_begin(wend_search *search)
{
    return begin(search);
}

wend_result wendi_paged_bidirectional_advance(wend_search *search, uint64_t *steps)
{
    return advance(search, steps);
}
