/* Sharing: the newest record of each subject goes to all members of a group.
 *
 *     news       [ 3 | 7 | 9 ]        sorted by subject, the best record of each so far
 *     member     [ 3 | 8 ]            is merged in from the back: [ 3 | 7 | 8 | 9 ]
 *
 * Cost: members times subjects that they remember together. */
#include "base/core/message.h"
#include "mind/memory/memories.h"

static uint64_t news_tick(const wendi_memory_record *record)
{
    return record->is_gone ? record->gone_tick : record->last_tick;
}

/* True if record a is better than b. Of two that are alike the one of the smaller agent counts. */
static bool is_better(const wendi_memory_record *a, const wendi_memory_record *b)
{
    if (news_tick(a) != news_tick(b)) {
        return news_tick(a) > news_tick(b);
    }
    if (a->is_gone != b->is_gone) {
        return a->is_gone;
    }
    if (a->last_tick != b->last_tick) {
        return a->last_tick > b->last_tick;
    }
    if (a->certainty < b->certainty || a->certainty > b->certainty) {
        return a->certainty > b->certainty;
    }
    return a->source < b->source;
}

/* True if a copy tells more than what is known: another source alone is no news. */
static bool is_newer(const wendi_memory_record *a, const wendi_memory_record *b)
{
    return is_better(a, b) && (news_tick(a) != news_tick(b) || a->is_gone != b->is_gone ||
                               a->last_tick != b->last_tick || a->certainty > b->certainty);
}

/* Tells an agent of a subject, with the version of this call as that of its last news: the order of the
 * members has no effect. @return true if it keeps the copy. */
static bool tell(wend_memories *memories, uint32_t agent, const wendi_memory_news *news)
{
    const wendi_memory_record *known = wendi_memories_record(memories, agent, news->subject);
    wendi_memory_record copy = news->record;
    copy.certainty *= memories->def.share_certainty;
    if (known != NULL) {
        copy.first_tick = known->first_tick;
    }
    if ((known != NULL && !is_newer(&copy, known)) || !wendi_memories_set_life(memories, &copy) ||
        !wendi_memories_is_alive(memories, &copy) ||
        !wendi_memories_keep(memories, agent, news->subject, &copy)) {
        return false;
    }
    memories->agents[agent].changed = memories->version;
    return true;
}

static bool reserve_news(wend_memories *memories, size_t count)
{
    if (count <= memories->news_capacity) {
        return true;
    }
    wendi_memory_news *news = wendi_resize_items(&memories->allocator, memories->news,
                                                 memories->news_capacity, count, sizeof *news);
    if (news != NULL) {
        memories->news = news;
        memories->news_capacity = count;
    }
    return news != NULL;
}

/* Merges the records of an agent into the news, which are sorted by subject. Both ends of the array
 * are used: the merged news grow from the back, so that nothing is overwritten before it is read. */
static size_t merge(wend_memories *memories, uint32_t agent, size_t count)
{
    const size_t first = wendi_memories_first(memories, agent);
    const uint32_t own = memories->agents[agent].count;
    const uint64_t holder = memories->agents[agent].number;
    wendi_memory_news *news = memories->news;
    size_t at = count + own, left = count;
    for (uint32_t i = own; i > 0; i--) {
        const uint64_t subject = memories->subjects[first + i - 1];
        const wendi_memory_record *record = &memories->records[first + i - 1];
        while (left > 0 && news[left - 1].subject > subject) {
            news[--at] = news[--left];
        }
        if (!wendi_memories_is_alive(memories, record)) {
            continue;
        }
        if (left > 0 && news[left - 1].subject == subject) {
            news[--at] = news[--left];
            const bool is_alike = !is_better(&news[at].record, record);
            if (is_better(record, &news[at].record) || (is_alike && holder < news[at].holder)) {
                news[at] = (wendi_memory_news){subject, holder, *record};
            }
        } else {
            news[--at] = (wendi_memory_news){subject, holder, *record};
        }
    }
    /* Close the gap between what was not touched and what was merged. */
    const size_t merged = count + own - at;
    for (size_t i = 0; i < merged; i++) {
        news[left + i] = news[at + i];
    }
    return left + merged;
}

wend_result wend_memories_share(wend_memories *memories, uint64_t group, size_t *shared)
{
    if (shared != NULL) {
        *shared = 0;
    }
    if (memories == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t index = (uint32_t)wendi_agent_slots_find(&memories->group_of, group);
    if (index == UINT32_MAX) {
        return WEND_OK;
    }
    wendi_memory_group *it = &memories->groups[index];
    const uint32_t part = WEND_MEMORIES_GROUPS_MAX;
    size_t most = 0;
    bool is_changed = false;
    for (uint32_t n = it->first; n != WENDI_MEMORIES_NONE;) {
        const wendi_memory_agent *member = &memories->agents[n / part];
        most += member->count;
        is_changed = is_changed || member->changed > it->shared;
        n = member->groups[n % part].next;
    }
    if (!is_changed) {
        return WEND_OK;
    }
    if (!reserve_news(memories, most)) {
        return wendi_fail_plain(&memories->message, "wend_memories_share", WEND_ERROR_MEMORY);
    }
    size_t count = 0, copied = 0;
    for (uint32_t n = it->first; n != WENDI_MEMORIES_NONE;) {
        count = merge(memories, n / part, count);
        n = memories->agents[n / part].groups[n % part].next;
    }
    memories->version++;
    for (uint32_t n = it->first; n != WENDI_MEMORIES_NONE;) {
        for (size_t i = 0; i < count; i++) {
            copied += tell(memories, n / part, &memories->news[i]) ? 1 : 0;
        }
        n = memories->agents[n / part].groups[n % part].next;
    }
    it->shared = memories->version;
    if (shared != NULL) {
        *shared = copied;
    }
    return WEND_OK;
}

wend_result wend_memories_tell(wend_memories *memories, uint64_t from, uint64_t to, size_t *told)
{
    static const char function[] = "wend_memories_tell";
    uint32_t source = 0, target = 0;
    if (told != NULL) {
        *told = 0;
    }
    wend_result result = wendi_memories_begin(memories, function, from, &source);
    if (result == WEND_OK) {
        result = wendi_memories_begin(memories, function, to, &target);
    }
    if (result != WEND_OK || source == target) {
        return result;
    }
    size_t copied = 0;
    memories->version++;
    const size_t first = wendi_memories_first(memories, source);
    for (uint32_t i = 0; i < memories->agents[source].count; i++) {
        const wendi_memory_news news = {memories->subjects[first + i], from,
                                        memories->records[first + i]};
        if (wendi_memories_is_alive(memories, &news.record)) {
            copied += tell(memories, target, &news) ? 1 : 0;
        }
    }
    if (told != NULL) {
        *told = copied;
    }
    return WEND_OK;
}
