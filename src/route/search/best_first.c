/* Best-first search over cells: Dijkstra, A*, weighted A*, greedy.
 * Cost: one step for each cell expanded, constant time each; 12 bytes a cell of the space. */
#include "route/search/cell_access.h"

#include "route/search/cell_best_first.h"

wend_result wendi_best_first_begin(wend_search *search)
{
    return begin(search);
}

wend_result wendi_best_first_advance(wend_search *search, uint64_t *steps)
{
    return advance(search, steps);
}
