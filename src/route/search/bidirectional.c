/* Bidirectional A* over cells, for goal nodes.
 * Cost: one step for each cell expanded from either end; 24 bytes a cell of the space. */
#include "route/search/cell_access.h"

#include "route/search/cell_bidirectional.h"

wend_result wendi_bidirectional_begin(wend_search *search)
{
    return begin(search);
}

wend_result wendi_bidirectional_advance(wend_search *search, uint64_t *steps)
{
    return advance(search, steps);
}
