/* What an observer perceives: lists, the first that matters, threats, sight of one source.
 * Cost: linear in what it perceives. */
#include "base/math/bits.h"
#include "mind/senses/store.h"

#include <string.h>

uint32_t wendi_senses_first_other(const wend_senses *senses, uint32_t observer)
{
    uint32_t low = 0, high = senses->other_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (senses->others[middle].observer < observer) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Goes through what an observer perceives, in order. */
typedef struct perception_walk {
    const wend_senses *senses;
    uint32_t observer, mask;
    uint32_t kept, other;
} perception_walk;

static perception_walk walk_begin(const wend_senses *senses, wend_observer_id id, uint32_t mask)
{
    return (perception_walk){.senses = senses,
                             .observer = id.index1 - 1,
                             .mask = mask,
                             .other = wendi_senses_first_other(senses, id.index1 - 1)};
}

static const wend_perception *walk_next(perception_walk *walk)
{
    const wend_senses *senses = walk->senses;
    const wendi_sense_observer *it = &senses->observers[walk->observer];
    if ((walk->mask & 1U << WEND_SENSE_SIGHT) != 0 && walk->kept < it->kept_count) {
        return &wendi_senses_kept(senses, walk->observer, it->kept_half)[walk->kept++];
    }
    while (walk->other < senses->other_count &&
           senses->others[walk->other].observer == walk->observer) {
        const wend_perception *next = &senses->others[walk->other++].perception;
        if ((walk->mask >> next->sense & 1) != 0) {
            return next;
        }
    }
    return NULL;
}

static wend_result check(const wend_senses *senses, wend_observer_id id, const void *perceptions,
                         size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (senses == NULL || count == NULL || (perceptions == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_slots_has(&senses->observer_slots, id.index1, id.generation) ? WEND_OK
                                                                              : WEND_ERROR_STALE;
}

wend_result wend_senses_get_perceptions(const wend_senses *senses, wend_observer_id id,
                                        uint32_t senses_mask, wend_perception *perceptions,
                                        size_t capacity, size_t *count)
{
    const wend_result result = check(senses, id, perceptions, capacity, count);
    if (result != WEND_OK) {
        return result;
    }
    perception_walk walk = walk_begin(senses, id, senses_mask);
    for (const wend_perception *it; (it = walk_next(&walk)) != NULL; (*count)++) {
        if (*count < capacity) {
            perceptions[*count] = *it;
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* Below 0 if p matters more than q. */
static int compare(const wend_perception *p, const wend_perception *q)
{
    if (p->is_hostile != q->is_hostile) {
        return p->is_hostile ? -1 : 1;
    }
    if (p->is_noticed != q->is_noticed) {
        return p->is_noticed ? -1 : 1;
    }
    if (p->reaction > q->reaction || p->reaction < q->reaction) {
        return p->reaction > q->reaction ? -1 : 1;
    }
    if (p->certainty > q->certainty || p->certainty < q->certainty) {
        return p->certainty > q->certainty ? -1 : 1;
    }
    return (p->distance > q->distance) - (p->distance < q->distance);
}

bool wend_senses_get_first(const wend_senses *senses, wend_observer_id id, uint32_t senses_mask,
                           wend_sense_score_fn score, void *user, wend_perception *perception)
{
    size_t count;
    if (perception != NULL) {
        memset(perception, 0, sizeof *perception);
    }
    if (check(senses, id, NULL, 0, &count) != WEND_OK) {
        return false;
    }
    const wend_perception *best = NULL;
    double best_score = 0;
    perception_walk walk = walk_begin(senses, id, senses_mask);
    for (const wend_perception *it; (it = walk_next(&walk)) != NULL;) {
        if (score == NULL) {
            best = best == NULL || compare(it, best) < 0 ? it : best;
            continue;
        }
        const double value = score(user, it);
        if (!wendi_is_nan(value) && (best == NULL || value > best_score)) {
            best = it;
            best_score = value;
        }
    }
    if (best != NULL && perception != NULL) {
        *perception = *best;
    }
    return best != NULL;
}

wend_result wend_senses_get_threats(const wend_senses *senses, wend_observer_id id,
                                    wend_perception *perceptions, size_t capacity, size_t *count)
{
    const wend_result result = check(senses, id, perceptions, capacity, count);
    if (result != WEND_OK) {
        return result;
    }
    size_t found = 0, kept = 0;
    perception_walk walk = walk_begin(senses, id, UINT32_MAX);
    for (const wend_perception *it; (it = walk_next(&walk)) != NULL;) {
        if (!it->is_hostile || !it->is_noticed) {
            continue;
        }
        found++;
        if (kept == capacity &&
            (capacity == 0 || !(it->distance < perceptions[capacity - 1].distance))) {
            continue;
        }
        size_t at = kept < capacity ? kept++ : capacity - 1;
        for (; at > 0 && perceptions[at - 1].distance > it->distance; at--) {
            perceptions[at] = perceptions[at - 1];
        }
        perceptions[at] = *it;
    }
    *count = kept;
    return found > capacity ? WEND_TRUNCATED : WEND_OK;
}

const wend_sense_event *wend_senses_get_events(const wend_senses *senses, size_t *count)
{
    const size_t events = senses == NULL ? 0 : senses->event_count;
    if (count != NULL) {
        *count = events;
    }
    return events == 0 ? NULL : senses->events;
}

bool wend_senses_can_see(const wend_senses *senses, wend_observer_id observer,
                         wend_source_id source, wend_sight *sight)
{
    if (sight != NULL) {
        memset(sight, 0, sizeof *sight);
    }
    if (senses == NULL ||
        !wendi_slots_has(&senses->observer_slots, observer.index1, observer.generation) ||
        !wendi_senses_is_active_source(senses, source)) {
        return false;
    }
    wendi_sense_view view = wendi_sense_view_make(senses, observer.index1 - 1, false);
    const uint32_t index = source.index1 - 1;
    const wend_source *it = &senses->sources[index].def;
    const double x = it->position.x - view.eye.x, y = it->position.y - view.eye.y;
    const double square = x * x + y * y;
    const wend_vec3 centre = {it->position.x, it->position.y, it->position.z + 0.5 * it->height};
    wend_sight found = {.distance = wend_sqrt(square)};
    found.is_in_range = wendi_sense_view_is_in_cones(&view, x, y, square, &found.is_peripheral);
    found.light = wendi_senses_light(senses, centre, it->light, false);
    if (index == view.self || (it->groups & view.profile->def.groups) == 0) {
        return false;
    }
    wendi_sense_view_see(&view, index, &found, NULL);
    if (sight != NULL) {
        *sight = found;
    }
    return found.is_in_range && wendi_sense_view_suffices(&view, &found);
}
