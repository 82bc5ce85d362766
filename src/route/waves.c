/* Takes: a search whose waves hold what was found from each end.
 * Gives: the slots to search, level by level.
 * Cost: constant for each of them. */
#include "route/waves.h"

void wendi_waves_begin(wend_search *search)
{
    search->wave_next = 0;
    search->other_wave_next = 0;
    wendi_array_u32_clear(&search->wave);
    wendi_array_u32_clear(&search->other_wave);
    search->wave_end = 1;
    search->is_other_turn = false;
    search->meeting_slot = UINT32_MAX;
}

void wendi_waves_meet(wend_search *search, uint32_t slot, uint64_t cost)
{
    search->meeting_slot = slot;
    search->goal_cost = cost;
    search->goal_slot = search->goals.items[0];
}

bool wendi_waves_next_level(wend_search *search)
{
    const size_t waiting = search->wave.count - search->wave_next;
    const size_t other = search->other_wave.count - search->other_wave_next;
    const bool are_two = wendi_waves_are_two(search);
    if (waiting == 0 || (are_two && other == 0)) {
        return false;
    }
    search->is_other_turn = are_two && other < waiting;
    search->wave_end = search->is_other_turn ? search->other_wave.count : search->wave.count;
    return true;
}

wend_result wendi_waves_finish(wend_search *search)
{
    return search->query.goal_kind == WEND_GOAL_WITHIN || search->goal_slot != UINT32_MAX
               ? WEND_OK
               : wendi_search_give_up(search, false);
}
