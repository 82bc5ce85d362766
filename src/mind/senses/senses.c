/* Senses: creating them, and what the caller registers: profiles, sources, observers, lamps, materials,
 * noises and touches.
 * Cost: constant time for each call, but for growth; materials are kept in order. */
#include "mind/senses/store.h"

#include "base/core/memory.h"
#include "base/core/message.h"

#include <string.h>

/* ---- create, destroy ---- */

wend_result wend_senses_create(const wend_senses_def *def, wend_senses **senses)
{
    static const char function[] = "wend_senses_create";
    if (senses != NULL) {
        *senses = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, wend_senses_def_default().cookie,
                                         def->message, function, "wend_senses_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = wendi_senses_check_def(def, def->message, function);
    if (result != WEND_OK) {
        return result;
    }
    if (senses == NULL) {
        return wendi_refuse_null(def->message, function, "senses");
    }
    wend_senses *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->walls = def->walls;
    made->sound_paths = def->sound_paths;
    made->react = def->react;
    made->user = def->user;
    made->tick_seconds = def->tick_seconds;
    made->cell_size = def->cell_size;
    made->ambient = def->ambient + 0.0; /* -0 is never kept */
    made->muffling = def->muffling + 0.0;
    made->corner_loss = def->corner_loss + 0.0;
    made->target_limit = def->target_limit;
    made->perception_limit = def->perception_limit;
    wendi_slots_init(&made->source_slots);
    wendi_slots_init(&made->observer_slots);
    wendi_slots_init(&made->lamp_slots);
    *senses = made;
    return WEND_OK;
}

void wend_senses_destroy(wend_senses *senses)
{
    if (senses == NULL) {
        return;
    }
    const wend_allocator allocator = senses->allocator, *a = &allocator;
    wendi_slots_free(&senses->source_slots, a);
    wendi_slots_free(&senses->observer_slots, a);
    wendi_slots_free(&senses->lamp_slots, a);
    wendi_free(a, senses->sources, senses->source_capacity * sizeof *senses->sources);
    wendi_free(a, senses->observers, senses->observer_capacity * sizeof *senses->observers);
    wendi_free(a, senses->lamps, senses->lamp_capacity * sizeof *senses->lamps);
    wendi_free(a, senses->kept,
               senses->kept_capacity * 2 * senses->perception_limit * sizeof *senses->kept);
    wendi_free(a, senses->profiles, senses->profile_capacity * sizeof *senses->profiles);
    wendi_free(a, senses->materials, senses->material_capacity * sizeof *senses->materials);
    wendi_free(a, senses->noises, senses->noise_capacity * sizeof *senses->noises);
    wendi_free(a, senses->touches, senses->touch_capacity * sizeof *senses->touches);
    wendi_free(a, senses->others, senses->other_capacity * sizeof *senses->others);
    wendi_free(a, senses->new_others, senses->new_other_capacity * sizeof *senses->new_others);
    wendi_free(a, senses->events, senses->event_capacity * sizeof *senses->events);
    wendi_free(a, senses->pairs, senses->pair_capacity * sizeof *senses->pairs);
    wendi_free(a, senses->order, senses->order_capacity * 2 * sizeof *senses->order);
    wendi_sense_index_free(&senses->source_index, a);
    wendi_sense_index_free(&senses->blocker_index, a);
    wendi_sense_index_free(&senses->lamp_index, a);
    wendi_sense_index_free(&senses->observer_index, a);
    wendi_wall_cells_free(&senses->wall_cells, a);
    wendi_free(a, senses, sizeof *senses);
}

const char *wend_senses_error(const wend_senses *senses)
{
    return senses == NULL ? "" : senses->message.text;
}

void wend_senses_get_info(const wend_senses *senses, wend_senses_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (senses == NULL) {
        return;
    }
    *info = senses->info;
    info->memory_bytes =
        sizeof *senses +
        (senses->source_slots.capacity + (size_t)senses->observer_slots.capacity +
         senses->lamp_slots.capacity) *
            2 * sizeof(uint32_t) +
        senses->source_capacity * sizeof *senses->sources +
        senses->observer_capacity * sizeof *senses->observers +
        senses->lamp_capacity * sizeof *senses->lamps +
        (size_t)senses->kept_capacity * 2 * senses->perception_limit * sizeof *senses->kept +
        senses->profile_capacity * sizeof *senses->profiles +
        senses->material_capacity * sizeof *senses->materials +
        senses->noise_capacity * sizeof *senses->noises +
        senses->touch_capacity * sizeof *senses->touches +
        ((size_t)senses->other_capacity + senses->new_other_capacity) * sizeof *senses->others +
        senses->event_capacity * sizeof *senses->events +
        senses->pair_capacity * sizeof *senses->pairs +
        (size_t)senses->order_capacity * 2 * sizeof *senses->order +
        wendi_sense_index_bytes(&senses->source_index) +
        wendi_sense_index_bytes(&senses->blocker_index) +
        wendi_sense_index_bytes(&senses->lamp_index) +
        wendi_sense_index_bytes(&senses->observer_index) +
        wendi_wall_cells_bytes(&senses->wall_cells);
}

uint64_t wend_senses_tick(const wend_senses *senses)
{
    return senses == NULL ? 0 : senses->tick;
}

/* ---- slots ---- */

/* Reserves a slot. @return WEND_ERROR_FULL at `most` things. */
static wend_result reserve_slot(const wend_senses *senses, wendi_slots *slots, uint32_t most)
{
    if (slots->count >= most) {
        return WEND_ERROR_FULL;
    }
    return wendi_senses_reserve_slots(&senses->allocator, slots, (uint64_t)slots->count + 1)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

static bool reserve_items(const wend_senses *senses, void **items, uint32_t *capacity,
                          size_t item_bytes, const wendi_slots *slots)
{
    return wendi_senses_reserve(&senses->allocator, items, capacity, item_bytes, slots->capacity);
}

/* True if a call may go on: nothing is NULL, no update is under way. */
static bool begins(wend_senses *senses, const char *function, const void *from, const char *name,
                   wend_result *result)
{
    *result = senses == NULL    ? WEND_ERROR_ARGUMENT
              : senses->is_busy ? WEND_ERROR_BUSY
              : from == NULL    ? wendi_refuse_null(&senses->message, function, name)
                                : WEND_OK;
    return *result == WEND_OK;
}

static bool finds(wend_senses *senses, const char *function, const wendi_slots *slots,
                  const char *kind, uint32_t index1, uint32_t generation, wend_result *result)
{
    if (!wendi_slots_has(slots, index1, generation)) {
        *result = wendi_refuse_id(&senses->message, function, kind, index1, generation);
    }
    return *result == WEND_OK;
}

/* -0 is never kept, so that equal senses have equal bytes. */
static wend_vec3 plain(wend_vec3 p)
{
    return (wend_vec3){p.x + 0.0, p.y + 0.0, p.z + 0.0};
}

/* ---- profiles ---- */

static wendi_sense_profile profile_from(const wend_sense_profile *from)
{
    wendi_sense_profile it = {.def = *from};
    it.def.sight_range += 0.0;
    it.def.sight_angle += 0.0;
    it.def.peripheral_range += 0.0;
    it.def.peripheral_angle += 0.0;
    it.def.peripheral_acuity += 0.0;
    it.def.notice_seconds += 0.0;
    it.def.notice_seconds_far += 0.0;
    it.def.forget_seconds += 0.0;
    it.def.min_fraction += 0.0;
    it.def.min_light += 0.0;
    it.def.hearing_threshold += 0.0;
    wendi_senses_derive_profile(&it);
    return it;
}

wend_result wend_senses_add_profile(wend_senses *senses, const wend_sense_profile *from,
                                    uint32_t *profile)
{
    static const char function[] = "wend_senses_add_profile";
    wend_result result;
    if (profile != NULL) {
        *profile = 0;
    }
    if (!begins(senses, function, from, "from", &result)) {
        return result;
    }
    if (profile == NULL) {
        return wendi_refuse_null(&senses->message, function, "profile");
    }
    result = wendi_senses_check_profile(from, &senses->message, function);
    if (result != WEND_OK) {
        return result;
    }
    void *profiles = senses->profiles;
    if (senses->profile_count >= WEND_SENSES_PROFILES_MAX) {
        return wendi_fail_plain(&senses->message, function, WEND_ERROR_FULL);
    }
    const bool has_room =
        wendi_senses_reserve(&senses->allocator, &profiles, &senses->profile_capacity,
                             sizeof *senses->profiles, (uint64_t)senses->profile_count + 1);
    senses->profiles = profiles;
    if (!has_room) {
        return wendi_fail_plain(&senses->message, function, WEND_ERROR_MEMORY);
    }
    *profile = senses->profile_count++;
    senses->profiles[*profile] = profile_from(from);
    return WEND_OK;
}

wend_result wend_senses_set_profile(wend_senses *senses, uint32_t profile,
                                    const wend_sense_profile *from)
{
    static const char function[] = "wend_senses_set_profile";
    wend_result result;
    if (!begins(senses, function, from, "from", &result)) {
        return result;
    }
    if (profile >= senses->profile_count) {
        return wendi_refuse_index(&senses->message, function, "profile", profile, "profiles",
                                  senses->profile_count);
    }
    result = wendi_senses_check_profile(from, &senses->message, function);
    if (result == WEND_OK) {
        senses->profiles[profile] = profile_from(from);
    }
    return result;
}

wend_result wend_senses_get_profile(const wend_senses *senses, uint32_t profile,
                                    wend_sense_profile *to)
{
    if (to != NULL) {
        *to = wend_sense_profile_default();
    }
    if (senses == NULL || to == NULL || profile >= senses->profile_count) {
        return WEND_ERROR_ARGUMENT;
    }
    *to = senses->profiles[profile].def;
    return WEND_OK;
}

uint32_t wend_senses_profile_count(const wend_senses *senses)
{
    return senses == NULL ? 0 : senses->profile_count;
}

/* ---- sources ---- */

static wendi_sense_source source_from(const wend_source *from)
{
    wendi_sense_source it = {.def = *from};
    it.def.position = plain(from->position);
    it.def.radius += 0.0;
    it.def.height += 0.0;
    it.def.light += 0.0;
    it.def.visibility += 0.0;
    it.def.reaction += 0.0;
    return it;
}

wend_result wend_senses_add_source(wend_senses *senses, const wend_source *source,
                                   wend_source_id *id)
{
    static const char function[] = "wend_senses_add_source";
    wend_result result;
    if (id != NULL) {
        *id = (wend_source_id){0, 0};
    }
    if (!begins(senses, function, source, "source", &result)) {
        return result;
    }
    result = id == NULL ? wendi_refuse_null(&senses->message, function, "id")
                        : wendi_senses_check_source(source, &senses->message, function);
    if (result != WEND_OK || id == NULL) {
        return result;
    }
    result = reserve_slot(senses, &senses->source_slots, WEND_SENSES_SOURCES_MAX);
    void *items = senses->sources;
    if (result == WEND_OK && !reserve_items(senses, &items, &senses->source_capacity,
                                            sizeof *senses->sources, &senses->source_slots)) {
        result = WEND_ERROR_MEMORY;
    }
    senses->sources = items;
    if (result != WEND_OK) {
        return wendi_fail_plain(&senses->message, function, result);
    }
    const uint32_t index = wendi_slots_take(&senses->source_slots);
    senses->sources[index] = source_from(source);
    *id = (wend_source_id){index + 1, senses->source_slots.generation[index]};
    return WEND_OK;
}

wend_result wend_senses_remove_source(wend_senses *senses, wend_source_id id)
{
    static const char function[] = "wend_senses_remove_source";
    wend_result result;
    if (begins(senses, function, &id, "", &result) &&
        finds(senses, function, &senses->source_slots, "source", id.index1, id.generation,
              &result)) {
        wendi_slots_release(&senses->source_slots, id.index1 - 1);
    }
    return result;
}

wend_result wend_senses_set_source(wend_senses *senses, wend_source_id id,
                                   const wend_source *source)
{
    static const char function[] = "wend_senses_set_source";
    wend_result result;
    if (!begins(senses, function, source, "source", &result) ||
        !finds(senses, function, &senses->source_slots, "source", id.index1, id.generation,
               &result)) {
        return result;
    }
    result = wendi_senses_check_source(source, &senses->message, function);
    if (result == WEND_OK) {
        senses->sources[id.index1 - 1] = source_from(source);
    }
    return result;
}

wend_result wend_senses_move_source(wend_senses *senses, wend_source_id id, wend_vec3 position)
{
    static const char function[] = "wend_senses_move_source";
    wend_result result;
    if (!begins(senses, function, &id, "", &result) ||
        !finds(senses, function, &senses->source_slots, "source", id.index1, id.generation,
               &result)) {
        return result;
    }
    result = wendi_check_vec3(&senses->message, function, "position", position);
    if (result == WEND_OK) {
        senses->sources[id.index1 - 1].def.position = plain(position);
        senses->sources[id.index1 - 1].is_lit = false;
    }
    return result;
}

wend_result wend_senses_get_source(const wend_senses *senses, wend_source_id id,
                                   wend_source *source)
{
    if (source != NULL) {
        *source = wend_source_default();
    }
    if (senses == NULL || source == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_slots_has(&senses->source_slots, id.index1, id.generation)) {
        return WEND_ERROR_STALE;
    }
    *source = senses->sources[id.index1 - 1].def;
    return WEND_OK;
}

uint32_t wend_senses_source_count(const wend_senses *senses)
{
    return senses == NULL ? 0 : senses->source_slots.count;
}

/* ---- observers ---- */

static void set_observer(wendi_sense_observer *it, const wend_observer *from)
{
    it->def = *from;
    it->def.position = plain(from->position);
    it->def.eye_height += 0.0;
    it->def.heading += 0.0;
    wendi_senses_derive_observer(it);
}

/* Two lists for each slot of an observer. */
static bool reserve_kept(wend_senses *senses)
{
    const uint32_t capacity = senses->observer_slots.capacity;
    if (capacity <= senses->kept_capacity) {
        return true;
    }
    const size_t each = 2 * (size_t)senses->perception_limit;
    wend_perception *kept =
        capacity > SIZE_MAX / (each * sizeof *kept)
            ? NULL
            : wendi_resize_items(&senses->allocator, senses->kept, senses->kept_capacity * each,
                                 capacity * each, sizeof *kept);
    if (kept == NULL) {
        return false;
    }
    senses->kept = kept;
    senses->kept_capacity = capacity;
    return true;
}

wend_result wend_senses_add_observer(wend_senses *senses, const wend_observer *observer,
                                     wend_observer_id *id)
{
    static const char function[] = "wend_senses_add_observer";
    wend_result result;
    if (id != NULL) {
        *id = (wend_observer_id){0, 0};
    }
    if (!begins(senses, function, observer, "observer", &result)) {
        return result;
    }
    result = id == NULL ? wendi_refuse_null(&senses->message, function, "id")
                        : wendi_senses_check_observer(observer, senses->profile_count,
                                                      &senses->message, function);
    if (result != WEND_OK || id == NULL) {
        return result;
    }
    result = reserve_slot(senses, &senses->observer_slots, WEND_SENSES_OBSERVERS_MAX);
    void *items = senses->observers;
    if (result == WEND_OK && (!reserve_items(senses, &items, &senses->observer_capacity,
                                             sizeof *senses->observers, &senses->observer_slots) ||
                              !reserve_kept(senses))) {
        result = WEND_ERROR_MEMORY;
    }
    senses->observers = items;
    if (result != WEND_OK) {
        return wendi_fail_plain(&senses->message, function, result);
    }
    const uint32_t index = wendi_slots_take(&senses->observer_slots);
    senses->observers[index] = (wendi_sense_observer){.kept_half = 0};
    set_observer(&senses->observers[index], observer);
    *id = (wend_observer_id){index + 1, senses->observer_slots.generation[index]};
    return WEND_OK;
}

wend_result wend_senses_remove_observer(wend_senses *senses, wend_observer_id id)
{
    static const char function[] = "wend_senses_remove_observer";
    wend_result result;
    if (!begins(senses, function, &id, "", &result) ||
        !finds(senses, function, &senses->observer_slots, "observer", id.index1, id.generation,
               &result)) {
        return result;
    }
    wendi_slots_release(&senses->observer_slots, id.index1 - 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < senses->other_count; i++) {
        if (senses->others[i].observer != id.index1 - 1) {
            senses->others[count++] = senses->others[i];
        }
    }
    senses->other_count = count;
    return WEND_OK;
}

wend_result wend_senses_set_observer(wend_senses *senses, wend_observer_id id,
                                     const wend_observer *observer)
{
    static const char function[] = "wend_senses_set_observer";
    wend_result result;
    if (!begins(senses, function, observer, "observer", &result) ||
        !finds(senses, function, &senses->observer_slots, "observer", id.index1, id.generation,
               &result)) {
        return result;
    }
    result =
        wendi_senses_check_observer(observer, senses->profile_count, &senses->message, function);
    if (result == WEND_OK) {
        set_observer(&senses->observers[id.index1 - 1], observer);
    }
    return result;
}

wend_result wend_senses_move_observer(wend_senses *senses, wend_observer_id id, wend_vec3 position,
                                      double heading)
{
    static const char function[] = "wend_senses_move_observer";
    wend_result result;
    if (!begins(senses, function, &id, "", &result) ||
        !finds(senses, function, &senses->observer_slots, "observer", id.index1, id.generation,
               &result)) {
        return result;
    }
    wend_observer moved = senses->observers[id.index1 - 1].def;
    moved.position = position;
    moved.heading = heading;
    result = wendi_senses_check_observer(&moved, senses->profile_count, &senses->message, function);
    if (result == WEND_OK) {
        set_observer(&senses->observers[id.index1 - 1], &moved);
    }
    return result;
}

wend_result wend_senses_get_observer(const wend_senses *senses, wend_observer_id id,
                                     wend_observer *observer)
{
    if (observer != NULL) {
        *observer = wend_observer_default();
    }
    if (senses == NULL || observer == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_slots_has(&senses->observer_slots, id.index1, id.generation)) {
        return WEND_ERROR_STALE;
    }
    *observer = senses->observers[id.index1 - 1].def;
    return WEND_OK;
}

uint32_t wend_senses_observer_count(const wend_senses *senses)
{
    return senses == NULL ? 0 : senses->observer_slots.count;
}

/* ---- lamps and light ---- */

static wend_lamp lamp_from(const wend_lamp *from)
{
    wend_lamp it = *from;
    it.position = plain(from->position);
    it.strength += 0.0;
    return it;
}

wend_result wend_senses_add_lamp(wend_senses *senses, const wend_lamp *lamp, wend_lamp_id *id)
{
    static const char function[] = "wend_senses_add_lamp";
    wend_result result;
    if (id != NULL) {
        *id = (wend_lamp_id){0, 0};
    }
    if (!begins(senses, function, lamp, "lamp", &result)) {
        return result;
    }
    result = id == NULL ? wendi_refuse_null(&senses->message, function, "id")
                        : wendi_senses_check_lamp(lamp, &senses->message, function);
    if (result != WEND_OK || id == NULL) {
        return result;
    }
    result = reserve_slot(senses, &senses->lamp_slots, WEND_SENSES_LAMPS_MAX);
    void *items = senses->lamps;
    if (result == WEND_OK && !reserve_items(senses, &items, &senses->lamp_capacity,
                                            sizeof *senses->lamps, &senses->lamp_slots)) {
        result = WEND_ERROR_MEMORY;
    }
    senses->lamps = items;
    if (result != WEND_OK) {
        return wendi_fail_plain(&senses->message, function, result);
    }
    const uint32_t index = wendi_slots_take(&senses->lamp_slots);
    senses->lamps[index] = lamp_from(lamp);
    senses->are_lamps_indexed = false;
    *id = (wend_lamp_id){index + 1, senses->lamp_slots.generation[index]};
    return WEND_OK;
}

wend_result wend_senses_remove_lamp(wend_senses *senses, wend_lamp_id id)
{
    static const char function[] = "wend_senses_remove_lamp";
    wend_result result;
    if (begins(senses, function, &id, "", &result) &&
        finds(senses, function, &senses->lamp_slots, "lamp", id.index1, id.generation, &result)) {
        wendi_slots_release(&senses->lamp_slots, id.index1 - 1);
        senses->are_lamps_indexed = false;
    }
    return result;
}

wend_result wend_senses_set_lamp(wend_senses *senses, wend_lamp_id id, const wend_lamp *lamp)
{
    static const char function[] = "wend_senses_set_lamp";
    wend_result result;
    if (!begins(senses, function, lamp, "lamp", &result) ||
        !finds(senses, function, &senses->lamp_slots, "lamp", id.index1, id.generation, &result)) {
        return result;
    }
    result = wendi_senses_check_lamp(lamp, &senses->message, function);
    if (result == WEND_OK) {
        senses->lamps[id.index1 - 1] = lamp_from(lamp);
        senses->are_lamps_indexed = false;
    }
    return result;
}

wend_result wend_senses_get_lamp(const wend_senses *senses, wend_lamp_id id, wend_lamp *lamp)
{
    if (lamp != NULL) {
        *lamp = wend_lamp_default();
    }
    if (senses == NULL || lamp == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_slots_has(&senses->lamp_slots, id.index1, id.generation)) {
        return WEND_ERROR_STALE;
    }
    *lamp = senses->lamps[id.index1 - 1];
    return WEND_OK;
}

uint32_t wend_senses_lamp_count(const wend_senses *senses)
{
    return senses == NULL ? 0 : senses->lamp_slots.count;
}

wend_result wend_senses_set_ambient(wend_senses *senses, double ambient)
{
    static const char function[] = "wend_senses_set_ambient";
    wend_result result;
    if (!begins(senses, function, &ambient, "", &result)) {
        return result;
    }
    if (!(ambient >= 0 && ambient <= 1)) {
        return wendi_refuse(&senses->message, function, "ambient", ambient, 0, 1);
    }
    senses->ambient = ambient + 0.0;
    senses->are_lamps_indexed = false;
    return WEND_OK;
}

/* ---- noises, materials, touches ---- */

wend_result wend_senses_add_noise(wend_senses *senses, const wend_noise *noise)
{
    static const char function[] = "wend_senses_add_noise";
    wend_result result;
    if (!begins(senses, function, noise, "noise", &result)) {
        return result;
    }
    result = wendi_senses_check_noise(noise, &senses->message, function);
    if (result != WEND_OK) {
        return result;
    }
    void *noises = senses->noises;
    if (senses->noise_count >= WEND_SENSES_NOISES_MAX) {
        return wendi_fail_plain(&senses->message, function, WEND_ERROR_FULL);
    }
    const bool has_room =
        wendi_senses_reserve(&senses->allocator, &noises, &senses->noise_capacity,
                             sizeof *senses->noises, (uint64_t)senses->noise_count + 1);
    senses->noises = noises;
    if (!has_room) {
        return wendi_fail_plain(&senses->message, function, WEND_ERROR_MEMORY);
    }
    wend_noise *it = &senses->noises[senses->noise_count++];
    *it = *noise;
    it->position = plain(noise->position);
    it->loudness += 0.0;
    it->reaction += 0.0;
    return WEND_OK;
}

wend_result wend_senses_set_material(wend_senses *senses, uint64_t wall_user, double decibels)
{
    static const char function[] = "wend_senses_set_material";
    wend_result result;
    if (!begins(senses, function, &wall_user, "", &result)) {
        return result;
    }
    const bool removes = !(decibels <= 0) && !(decibels > 0); /* NaN */
    if (!removes && !(decibels >= 0 && decibels <= 1000)) {
        return wendi_refuse(&senses->message, function, "decibels", decibels, 0, 1000);
    }
    uint32_t at = 0;
    while (at < senses->material_count && senses->materials[at].user < wall_user) {
        at++;
    }
    const bool is_there = at < senses->material_count && senses->materials[at].user == wall_user;
    if (removes) {
        if (is_there) {
            senses->material_count--;
            memmove(&senses->materials[at], &senses->materials[at + 1],
                    (senses->material_count - at) * sizeof *senses->materials);
        }
        return WEND_OK;
    }
    if (!is_there) {
        void *materials = senses->materials;
        if (senses->material_count >= WEND_SENSES_MATERIALS_MAX) {
            return wendi_fail_plain(&senses->message, function, WEND_ERROR_FULL);
        }
        const bool has_room =
            wendi_senses_reserve(&senses->allocator, &materials, &senses->material_capacity,
                                 sizeof *senses->materials, (uint64_t)senses->material_count + 1);
        senses->materials = materials;
        if (!has_room) {
            return wendi_fail_plain(&senses->message, function, WEND_ERROR_MEMORY);
        }
        memmove(&senses->materials[at + 1], &senses->materials[at],
                (senses->material_count - at) * sizeof *senses->materials);
        senses->material_count++;
    }
    senses->materials[at] = (wendi_sense_material){wall_user, decibels + 0.0};
    return WEND_OK;
}

wend_result wendi_senses_put_touches(wend_senses *senses, const char *function, uint64_t count)
{
    void *touches = senses->touches;
    if (senses->touch_count + count > WEND_SENSES_NOISES_MAX) {
        return wendi_fail_plain(&senses->message, function, WEND_ERROR_FULL);
    }
    const bool has_room =
        wendi_senses_reserve(&senses->allocator, &touches, &senses->touch_capacity,
                             sizeof *senses->touches, senses->touch_count + count);
    senses->touches = touches;
    return has_room ? WEND_OK : wendi_fail_plain(&senses->message, function, WEND_ERROR_MEMORY);
}

wend_result wend_senses_add_touch(wend_senses *senses, wend_observer_id observer,
                                  const wend_touch *touch)
{
    static const char function[] = "wend_senses_add_touch";
    wend_result result;
    if (!begins(senses, function, touch, "touch", &result) ||
        !finds(senses, function, &senses->observer_slots, "observer", observer.index1,
               observer.generation, &result)) {
        return result;
    }
    result = wendi_senses_check_touch(touch, &senses->message, function);
    if (result == WEND_OK) {
        result = wendi_senses_put_touches(senses, function, 1);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_sense_touch *it = &senses->touches[senses->touch_count++];
    *it = (wendi_sense_touch){*touch, observer};
    it->def.position = plain(touch->position);
    it->def.strength += 0.0;
    it->def.reaction += 0.0;
    return WEND_OK;
}
