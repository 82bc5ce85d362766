/* A tick of the senses: indices, light, sight, hearing, touch; then the commit and the events.
 * Cost: see wend_senses_update. Blocks are cut by number of observers, and each writes its own lists. */
#include "mind/senses/store.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "base/math/clamp.h"

#include <string.h>

enum { LOOK_BLOCK = 16, LIGHT_BLOCK = 64 };

/* The capacity that an array grows to. */
static uint64_t room_for(uint32_t capacity, uint64_t count)
{
    const uint64_t grown = (uint64_t)capacity + capacity / 2 + 8;
    return grown < count ? count : grown;
}

bool wendi_senses_reserve_slots(const wend_allocator *allocator, wendi_slots *slots, uint64_t count)
{
    if (count <= slots->capacity) {
        return true;
    }
    const uint64_t room = room_for(slots->capacity, count);
    return room <= UINT32_MAX / 2 && wendi_slots_reserve(slots, (uint32_t)room, allocator);
}

bool wendi_senses_reserve(const wend_allocator *allocator, void **items, uint32_t *capacity,
                          size_t item_bytes, uint64_t count)
{
    if (count <= *capacity) {
        return true;
    }
    const uint64_t room = room_for(*capacity, count);
    void *bigger = room > UINT32_MAX / 2
                       ? NULL
                       : wendi_resize_items(allocator, *items, *capacity, (size_t)room, item_bytes);
    if (bigger == NULL) {
        return false;
    }
    *items = bigger;
    *capacity = (uint32_t)room;
    return true;
}

/* ---- indices ---- */

static bool reserve_indices(wend_senses *senses)
{
    const wend_allocator *a = &senses->allocator;
    uint32_t blockers = 0;
    for (uint32_t i = 0; i < senses->source_slots.limit; i++) {
        const wend_source *it = &senses->sources[i].def;
        blockers += wendi_slots_is_used(&senses->source_slots, i) && it->is_active &&
                            (it->blocks_sight || it->blocks_shots)
                        ? 1
                        : 0;
    }
    return wendi_sense_index_reserve(&senses->source_index, a, senses->source_slots.count) &&
           wendi_sense_index_reserve(&senses->blocker_index, a, blockers) &&
           wendi_sense_index_reserve(&senses->lamp_index, a, senses->lamp_slots.count) &&
           (senses->noise_count == 0 ||
            wendi_sense_index_reserve(&senses->observer_index, a, senses->observer_slots.count));
}

static void index_sources(wend_senses *senses)
{
    wendi_sense_index *all = &senses->source_index, *blockers = &senses->blocker_index;
    wendi_sense_index_begin(all, senses->cell_size / 2);
    wendi_sense_index_begin(blockers, senses->cell_size / 2);
    senses->blocker_radius = 0;
    for (uint32_t i = 0; i < senses->source_slots.limit; i++) {
        const wend_source *it = &senses->sources[i].def;
        if (!wendi_slots_is_used(&senses->source_slots, i) || !it->is_active) {
            continue;
        }
        wendi_sense_index_add(all, i, it->position, it->groups);
        if (it->blocks_sight || it->blocks_shots) {
            wendi_sense_index_add(blockers, i, it->position, it->groups);
            senses->blocker_radius = wendi_max(senses->blocker_radius, it->radius);
        }
    }
    wendi_sense_index_end(all);
    wendi_sense_index_end(blockers);
}

static void index_lamps(wend_senses *senses)
{
    wendi_sense_index_begin(&senses->lamp_index, senses->cell_size);
    senses->lamp_radius = 0;
    for (uint32_t i = 0; i < senses->lamp_slots.limit; i++) {
        if (wendi_slots_is_used(&senses->lamp_slots, i) && senses->lamps[i].is_on) {
            wendi_sense_index_add(&senses->lamp_index, i, senses->lamps[i].position, 0);
            senses->lamp_radius = wendi_max(senses->lamp_radius, senses->lamps[i].radius);
        }
    }
    wendi_sense_index_end(&senses->lamp_index);
}

static void index_observers(wend_senses *senses)
{
    wendi_sense_index_begin(&senses->observer_index, senses->cell_size);
    for (uint32_t i = 0; i < senses->observer_slots.limit; i++) {
        const wend_observer *it = &senses->observers[i].def;
        if (wendi_slots_is_used(&senses->observer_slots, i) && it->is_active) {
            wendi_sense_index_add(&senses->observer_index, i, it->position,
                                  senses->profiles[it->profile].def.groups);
        }
    }
    wendi_sense_index_end(&senses->observer_index);
}

/* Cells of the walls, laid out once the walls stay as they are; until then rays use the tree, and the
 * answers are the same. */
static bool lay_out_walls(wend_senses *senses)
{
    const uint64_t revision = wend_walls_revision(senses->walls);
    const bool is_stable = revision == senses->seen_revision;
    senses->seen_revision = revision;
    if (senses->walls == NULL || revision == senses->cells_revision) {
        return true;
    }
    senses->wall_cells.is_useful = false;
    if (is_stable) {
        if (!wendi_wall_cells_build(&senses->wall_cells, senses->walls, &senses->allocator)) {
            return false;
        }
        senses->cells_revision = revision;
    }
    return true;
}

/* ---- light and sight ---- */

static void light_block(void *context, size_t begin, size_t end)
{
    wend_senses *senses = context;
    for (size_t i = begin; i < end; i++) {
        if (wendi_slots_is_used(&senses->source_slots, (uint32_t)i) && !senses->sources[i].is_lit) {
            wendi_senses_light_source(senses, (uint32_t)i);
        }
    }
}

/* The light of what has not moved is that of the last update. */
static void light_sources(wend_senses *senses, const wend_executor *executor)
{
    const uint64_t revision = wend_walls_revision(senses->walls);
    if (!senses->are_lamps_indexed || revision != senses->walls_revision) {
        index_lamps(senses);
        senses->are_lamps_indexed = true;
        senses->walls_revision = revision;
        for (uint32_t i = 0; i < senses->source_slots.limit; i++) {
            senses->sources[i].is_lit = false;
        }
    }
    wend_parallel_for(executor, senses->source_slots.limit, LIGHT_BLOCK, light_block, senses);
}

typedef struct look_job {
    wend_senses *senses;
    uint64_t tick;
} look_job;

/* Lists of different observers lie far apart, and so do their targets: those of the next one are fetched while
 * one looks. */
static void fetch_next(const wend_senses *senses, size_t observer)
{
    enum { LINE = 64 };
    if (observer >= senses->observer_slots.limit) {
        return;
    }
    const wendi_sense_observer *it = &senses->observers[observer];
    const size_t bytes = it->kept_count * sizeof(wend_perception);
    const uint8_t *half = (const uint8_t *)wendi_senses_kept(senses, (uint32_t)observer, 0);
    const uint8_t *other = (const uint8_t *)wendi_senses_kept(senses, (uint32_t)observer, 1);
    for (size_t at = 0; at < bytes; at += LINE) {
        wendi_prefetch(half + at);
        wendi_prefetch(other + at);
    }
    /* what it looked at last, it most often looks at again */
    for (uint32_t i = 0; i < it->trace_count; i++) {
        const uint8_t *source = (const uint8_t *)&senses->sources[it->traces[i].source];
        wendi_prefetch(source);
        wendi_prefetch(source + LINE);
    }
}

static void look_block(void *context, size_t begin, size_t end)
{
    const look_job *job = context;
    for (size_t i = begin; i < end; i++) {
        wendi_sense_observer *it = &job->senses->observers[i];
        it->looks = wendi_slots_is_used(&job->senses->observer_slots, (uint32_t)i) &&
                    it->def.is_active && (job->tick + i) % it->def.every == 0;
        fetch_next(job->senses, i + 1);
        if (it->looks) {
            wendi_senses_look(job->senses, (uint32_t)i, job->tick);
        }
    }
}

/* ---- noises and touches, by observer ---- */

static bool is_heard(const wend_senses *senses, const wendi_sense_pair *pair)
{
    return pair->level >= senses->profiles[pair->profile].def.hearing_threshold;
}

static bool is_felt(const wend_senses *senses, const wendi_sense_touch *touch)
{
    const wend_observer_id id = touch->observer;
    if (!wendi_slots_has(&senses->observer_slots, id.index1, id.generation)) {
        return false;
    }
    const wend_observer *observer = &senses->observers[id.index1 - 1].def;
    return observer->is_active &&
           (senses->profiles[observer->profile].def.groups & touch->def.groups) != 0;
}

static wend_perception heard(const wend_senses *senses, const wendi_sense_pair *pair, uint64_t tick)
{
    const wend_noise *noise = &senses->noises[pair->noise];
    const wend_observer *observer = &senses->observers[pair->observer].def;
    const wend_sense_profile *profile = &senses->profiles[observer->profile].def;
    const double clear = (pair->level - profile->hearing_threshold) / profile->hearing_clear;
    return (wend_perception){.sense = WEND_SENSE_HEARING,
                             .source = noise->source,
                             .user = noise->user,
                             .tag = noise->tag,
                             .team = noise->team,
                             .position = noise->position,
                             .distance = pair->distance,
                             .certainty = wendi_min(clear, 1),
                             .strength = pair->level,
                             .reaction = noise->reaction,
                             .first_tick = tick,
                             .tick = tick,
                             .is_perceived = true,
                             .is_noticed = clear >= 1,
                             .is_hostile = wendi_senses_is_hostile(observer, noise->team),
                             .is_around_corner = pair->is_around_corner};
}

static wend_perception felt(const wend_senses *senses, const wendi_sense_touch *touch,
                            uint64_t tick)
{
    const wend_observer *observer = &senses->observers[touch->observer.index1 - 1].def;
    const wend_touch *it = &touch->def;
    return (wend_perception){
        .sense = WEND_SENSE_TOUCH,
        .source = it->source,
        .user = it->user,
        .tag = it->tag,
        .team = it->team,
        .position = it->position,
        .distance = wend_vec2_distance((wend_vec2){observer->position.x, observer->position.y},
                                       (wend_vec2){it->position.x, it->position.y}),
        .certainty = 1,
        .strength = it->strength,
        .reaction = it->reaction,
        .first_tick = tick,
        .tick = tick,
        .is_perceived = true,
        .is_noticed = true,
        .is_hostile = wendi_senses_is_hostile(observer, it->team)};
}

/* Puts what is heard and felt into new_others, by observer, noises first. */
static bool collect_others(wend_senses *senses, uint64_t tick)
{
    const uint64_t most = (uint64_t)senses->pair_count + senses->touch_count;
    void *order = senses->order, *others = senses->new_others;
    const bool has_order = wendi_senses_reserve(&senses->allocator, &order, &senses->order_capacity,
                                                2 * sizeof *senses->order, most);
    senses->order = order;
    const bool has_others = wendi_senses_reserve(
        &senses->allocator, &others, &senses->new_other_capacity, sizeof *senses->others, most);
    senses->new_others = others;
    if (!has_order || !has_others) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < senses->pair_count; i++) {
        if (is_heard(senses, &senses->pairs[i])) {
            senses->order[count++] = (wendi_sort_pair){senses->pairs[i].observer, i};
        }
    }
    for (uint32_t i = 0; i < senses->touch_count; i++) {
        if (is_felt(senses, &senses->touches[i])) {
            senses->order[count++] =
                (wendi_sort_pair){senses->touches[i].observer.index1 - 1, senses->pair_count + i};
        }
    }
    if (count > 0) {
        wendi_sort_pairs(senses->order, senses->order + senses->order_capacity, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t value = senses->order[i].value;
        senses->new_others[i].observer = (uint32_t)senses->order[i].key;
        senses->new_others[i].perception =
            value < senses->pair_count
                ? heard(senses, &senses->pairs[value], tick)
                : felt(senses, &senses->touches[value - senses->pair_count], tick);
    }
    senses->new_other_count = count;
    return true;
}

/* ---- the commit ---- */

static bool reserve_events(wend_senses *senses)
{
    size_t count = senses->new_other_count;
    for (uint32_t i = 0; i < senses->observer_slots.limit; i++) {
        count += senses->observers[i].looks ? senses->observers[i].event_count : 0;
    }
    if (count <= senses->event_capacity) {
        return true;
    }
    const size_t capacity = count + count / 2 + 8;
    wend_sense_event *events = wendi_resize_items(&senses->allocator, senses->events,
                                                  senses->event_capacity, capacity, sizeof *events);
    if (events == NULL) {
        return false;
    }
    senses->events = events;
    senses->event_capacity = capacity;
    return true;
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1) {
        count++;
    }
    return count;
}

static void commit_look(wend_senses *senses, uint32_t observer, uint64_t tick)
{
    wendi_sense_observer *it = &senses->observers[observer];
    if (it->event_count > 0) {
        senses->event_count +=
            wendi_senses_list_changes(senses, observer, senses->events + senses->event_count);
    }
    it->kept_half = 1 - it->kept_half;
    it->kept_count = it->new_count;
    it->last_tick = tick;
    senses->info.looks++;
    senses->info.targets += it->target_count;
    senses->info.rays +=
        (uint64_t)it->target_count * count_bits(senses->profiles[it->def.profile].def.points);
}

static void commit(wend_senses *senses, uint64_t tick)
{
    wendi_sense_other *others = senses->others;
    const uint32_t capacity = senses->other_capacity;
    uint32_t next = 0;
    senses->event_count = 0;
    for (uint32_t i = 0; i < senses->observer_slots.limit; i++) {
        if (senses->observers[i].looks) {
            commit_look(senses, i, tick);
        }
        for (; next < senses->new_other_count && senses->new_others[next].observer == i; next++) {
            const wend_perception *it = &senses->new_others[next].perception;
            senses->events[senses->event_count++] = (wend_sense_event){
                it->sense == WEND_SENSE_HEARING ? WEND_SENSE_HEARD : WEND_SENSE_TOUCHED,
                {i + 1, senses->observer_slots.generation[i]},
                senses->observers[i].def.user,
                *it};
        }
    }
    senses->others = senses->new_others;
    senses->other_capacity = senses->new_other_capacity;
    senses->other_count = senses->new_other_count;
    senses->new_others = others;
    senses->new_other_capacity = capacity;
    senses->info.noises = senses->noise_count;
    senses->info.listens = senses->pair_count;
    senses->noise_count = senses->touch_count = 0;
    senses->tick = tick;
}

static wend_result compute(wend_senses *senses, const wend_executor *executor)
{
    look_job job = {senses, senses->tick + 1};
    if (!reserve_indices(senses) || !lay_out_walls(senses)) {
        return WEND_ERROR_MEMORY;
    }
    index_sources(senses);
    light_sources(senses, executor);
    wend_parallel_for(executor, senses->observer_slots.limit, LOOK_BLOCK, look_block, &job);
    senses->pair_count = 0;
    if (senses->noise_count > 0) {
        index_observers(senses);
        const wend_result result = wendi_senses_listen(senses, executor);
        if (result != WEND_OK) {
            return result;
        }
    }
    return collect_others(senses, job.tick) && reserve_events(senses) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_senses_update(wend_senses *senses, const wend_executor *executor)
{
    if (senses == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (senses->is_busy) {
        return WEND_ERROR_BUSY;
    }
    const wend_senses_info before = senses->info;
    memset(&senses->info, 0, sizeof senses->info);
    senses->is_busy = true;
    const wend_result result = compute(senses, executor);
    if (result != WEND_OK) {
        senses->info = before;
        senses->is_busy = false;
        return wendi_fail_plain(&senses->message, "wend_senses_update", result);
    }
    commit(senses, senses->tick + 1);
    for (size_t i = 0; senses->react != NULL && i < senses->event_count; i++) {
        const wend_sense_event *event = &senses->events[i];
        if (event->kind != WEND_SENSE_BEGAN && event->kind != WEND_SENSE_LOST) {
            senses->react(senses->user, event->observer, event);
        }
    }
    senses->is_busy = false;
    return WEND_OK;
}
