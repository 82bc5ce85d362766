/* takes: sectors that wait and such that do not any more.
 * gives: the lowest ones that wait.
 * cost:  constant; listing looks at a word for each 4096 sectors and one for each 64 that have any.
 */
#include "flow/portals/portal_graph_private.h"

#include "base/math/bits.h"

enum { WORD = 64 };

bool wendi_dirty_sectors_create(wendi_dirty_sectors *waiting, const wend_allocator *allocator,
                                uint32_t sector_count)
{
    waiting->word_count = sector_count / WORD + 1;
    waiting->group_count = waiting->word_count / WORD + 1;
    waiting->words = wendi_alloc_zero(allocator, wendi_dirty_sectors_memory_bytes(waiting));
    if (waiting->words == NULL) {
        return false;
    }
    waiting->groups = waiting->words + waiting->word_count;
    for (uint32_t sector = 0; sector < sector_count; ++sector) {
        wendi_dirty_sectors_add(waiting, sector);
    }
    return true;
}

void wendi_dirty_sectors_destroy(wendi_dirty_sectors *waiting, const wend_allocator *allocator)
{
    if (waiting->words != NULL) {
        wendi_free(allocator, waiting->words, wendi_dirty_sectors_memory_bytes(waiting));
    }
    waiting->words = NULL;
}

size_t wendi_dirty_sectors_memory_bytes(const wendi_dirty_sectors *waiting)
{
    return ((size_t)waiting->word_count + waiting->group_count) * sizeof *waiting->words;
}

void wendi_dirty_sectors_add(wendi_dirty_sectors *waiting, uint32_t sector)
{
    const uint32_t word = sector / WORD;
    const uint64_t bit = UINT64_C(1) << sector % WORD;
    waiting->count += (waiting->words[word] & bit) == 0;
    waiting->words[word] |= bit;
    waiting->groups[word / WORD] |= UINT64_C(1) << word % WORD;
    if (word / WORD < waiting->first_group) {
        waiting->first_group = word / WORD;
    }
}

void wendi_dirty_sectors_remove(wendi_dirty_sectors *waiting, uint32_t sector)
{
    const uint32_t word = sector / WORD;
    const uint64_t bit = UINT64_C(1) << sector % WORD;
    waiting->count -= (waiting->words[word] & bit) != 0;
    waiting->words[word] &= ~bit;
    if (waiting->words[word] == 0) {
        waiting->groups[word / WORD] &= ~(UINT64_C(1) << word % WORD);
    }
}

uint32_t wendi_dirty_sectors_list(wendi_dirty_sectors *waiting, uint32_t *sectors,
                                  uint32_t capacity)
{
    uint32_t count = 0;
    while (waiting->first_group < waiting->group_count &&
           waiting->groups[waiting->first_group] == 0) {
        ++waiting->first_group;
    }
    for (uint32_t group = waiting->first_group; group < waiting->group_count; ++group) {
        for (uint64_t words = waiting->groups[group]; words != 0; words &= words - 1) {
            const uint32_t word = group * WORD + wendi_ctz64(words);
            for (uint64_t bits = waiting->words[word]; bits != 0; bits &= bits - 1) {
                if (count == capacity) {
                    return count;
                }
                sectors[count++] = word * WORD + wendi_ctz64(bits);
            }
        }
    }
    return count;
}
