/* Breadth-first levels.
 * Cost: constant for each slot. */
#include "route/search/levels.h"

void wendi_levels_begin(wend_search *search)
{
    search->fifo_next = 0;
    search->back_fifo_next = 0;
    wendi_array_u32_clear(&search->fifo);
    wendi_array_u32_clear(&search->back_fifo);
    search->level_end = search->starts.count;
    search->is_back_turn = false;
    search->meeting_slot = UINT32_MAX;
}

void wendi_levels_set_meeting(wend_search *search, uint32_t slot, uint64_t cost)
{
    search->meeting_slot = slot;
    search->goal_cost = cost;
    search->goal_slot = search->goals.items[0].slot;
}

bool wendi_levels_next(wend_search *search)
{
    const size_t waiting = search->fifo.count - search->fifo_next;
    const size_t other = search->back_fifo.count - search->back_fifo_next;
    const bool are_two = wendi_levels_are_bidirectional(search);
    if (waiting == 0 || (are_two && other == 0)) {
        return false;
    }
    search->is_back_turn = are_two && other < waiting;
    search->level_end = search->is_back_turn ? search->back_fifo.count : search->fifo.count;
    return true;
}
