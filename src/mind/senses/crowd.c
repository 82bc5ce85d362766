/* Senses beside a crowd: bodies move sources and observers, and their contacts are touches; ways of
 * sounds by a pathfinder.
 * Cost: linear in sources, observers and contacts; a path for each way. */
#include "mind/senses/store.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/pathfinder.h"

#include <math.h>

static bool find_body(const wend_crowd *crowd, wend_body_id id, const double *floor_heights,
                      uint32_t floor_count, wend_vec3 *position, double *heading)
{
    wend_body body;
    if (id.index1 == 0 || wend_crowd_get_body(crowd, id, &body) != WEND_OK) {
        return false;
    }
    position->x = body.position.x + 0.0;
    position->y = body.position.y + 0.0;
    position->z = body.floor < floor_count ? floor_heights[body.floor] + 0.0 : position->z;
    *heading = body.heading + 0.0;
    return true;
}

wend_result wend_senses_follow_crowd(wend_senses *senses, const wend_crowd *crowd,
                                     const double *floor_heights, uint32_t floor_count)
{
    static const char function[] = "wend_senses_follow_crowd";
    if (senses == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (senses->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (crowd == NULL) {
        return wendi_refuse_null(&senses->message, function, "crowd");
    }
    const uint32_t floors = floor_heights == NULL ? 0 : floor_count;
    for (uint32_t i = 0; i < floors; i++) {
        if (!(floor_heights[i] >= -WEND_COORDINATE_MAX &&
              floor_heights[i] <= WEND_COORDINATE_MAX)) {
            return wendi_refuse(&senses->message, function, "floor_heights", floor_heights[i],
                                -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX);
        }
    }
    double heading;
    for (uint32_t i = 0; i < senses->source_slots.limit; i++) {
        wendi_sense_source *it = &senses->sources[i];
        if (wendi_slots_is_used(&senses->source_slots, i) &&
            find_body(crowd, it->def.body, floor_heights, floors, &it->def.position, &heading)) {
            it->is_lit = false;
        }
    }
    for (uint32_t i = 0; i < senses->observer_slots.limit; i++) {
        wendi_sense_observer *it = &senses->observers[i];
        if (wendi_slots_is_used(&senses->observer_slots, i) &&
            find_body(crowd, it->def.body, floor_heights, floors, &it->def.position, &heading)) {
            it->def.heading = heading;
            wendi_senses_derive_observer(it);
        }
    }
    return WEND_OK;
}

/* ---- contacts ---- */

/* For each body its observer and its source, index + 1; 0 = none; and the generation in contacts. */
typedef struct body_table {
    uint32_t *numbers; /* [count][3] */
    uint32_t count;
} body_table;

static void note_generation(body_table *table, wend_body_id id)
{
    if (id.index1 > 0 && id.index1 <= table->count) {
        table->numbers[3 * (size_t)(id.index1 - 1) + 2] = id.generation;
    }
}

static void note(body_table *table, wend_body_id id, uint32_t which, uint32_t index)
{
    if (id.index1 == 0 || id.index1 > table->count) {
        return;
    }
    uint32_t *numbers = &table->numbers[3 * (size_t)(id.index1 - 1)];
    if (numbers[which] == 0 && numbers[2] == id.generation) {
        numbers[which] = index + 1;
    }
}

static uint32_t number_of(const body_table *table, wend_body_id id, uint32_t which)
{
    return id.index1 > 0 && id.index1 <= table->count
               ? table->numbers[3 * (size_t)(id.index1 - 1) + which]
               : 0;
}

static wendi_sense_touch touch_of(const wend_senses *senses, const body_table *table,
                                  const wend_contact *contact, uint32_t observer1)
{
    wend_touch touch = wend_touch_default();
    const double height = senses->observers[observer1 - 1].def.position.z;
    touch.position = (wend_vec3){contact->point.x + 0.0, contact->point.y + 0.0, height};
    touch.strength = contact->speed + 0.0;
    const uint32_t source1 = number_of(table, contact->other, 1);
    if (source1 != 0) {
        const wend_source *source = &senses->sources[source1 - 1].def;
        touch.source = (wend_source_id){source1, senses->source_slots.generation[source1 - 1]};
        touch.tag = source->tag;
        touch.groups = source->groups;
        touch.team = source->team;
        touch.reaction = source->reaction;
        touch.user = source->user;
    }
    return (wendi_sense_touch){touch,
                               {observer1, senses->observer_slots.generation[observer1 - 1]}};
}

static wend_result check_contacts(wend_senses *senses, const char *function,
                                  const wend_contact *contacts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const wend_result result =
            wendi_check_vec2(&senses->message, function, "point", contacts[i].point);
        if (result != WEND_OK) {
            return result;
        }
        if (!(contacts[i].speed >= 0 && contacts[i].speed <= WEND_COORDINATE_MAX)) {
            return wendi_refuse(&senses->message, function, "speed", contacts[i].speed, 0,
                                WEND_COORDINATE_MAX);
        }
    }
    return count > WEND_SENSES_NOISES_MAX
               ? wendi_fail_plain(&senses->message, function, WEND_ERROR_FULL)
               : wendi_senses_put_touches(senses, function, count);
}

wend_result wend_senses_add_contacts(wend_senses *senses, const wend_contact *contacts,
                                     size_t count)
{
    static const char function[] = "wend_senses_add_contacts";
    if (senses == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (senses->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (contacts == NULL && count > 0) {
        return wendi_refuse_null(&senses->message, function, "contacts");
    }
    const wend_result result = check_contacts(senses, function, contacts, count);
    if (result != WEND_OK || count == 0) {
        return result;
    }
    body_table table = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        const uint32_t body = contacts[i].body.index1, other = contacts[i].other.index1;
        table.count = body > table.count && body <= WEND_CROWD_BODIES_MAX ? body : table.count;
        table.count = other > table.count && other <= WEND_CROWD_BODIES_MAX ? other : table.count;
    }
    table.numbers =
        wendi_alloc_items_zero(&senses->allocator, table.count, 3 * sizeof *table.numbers);
    if (table.numbers == NULL && table.count > 0) {
        return wendi_fail_plain(&senses->message, function, WEND_ERROR_MEMORY);
    }
    for (size_t i = 0; i < count; i++) {
        note_generation(&table, contacts[i].body);
        note_generation(&table, contacts[i].other);
    }
    for (uint32_t i = 0; i < senses->observer_slots.limit; i++) {
        if (wendi_slots_is_used(&senses->observer_slots, i)) {
            note(&table, senses->observers[i].def.body, 0, i);
        }
    }
    for (uint32_t i = 0; i < senses->source_slots.limit; i++) {
        if (wendi_slots_is_used(&senses->source_slots, i)) {
            note(&table, senses->sources[i].def.body, 1, i);
        }
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t observer1 = number_of(&table, contacts[i].body, 0);
        if (observer1 != 0) {
            senses->touches[senses->touch_count++] =
                touch_of(senses, &table, &contacts[i], observer1);
        }
    }
    wendi_free(&senses->allocator, table.numbers, 3 * table.count * sizeof *table.numbers);
    return WEND_OK;
}

/* ---- ways of sounds ---- */

static double length_by_pathfinder(void *context, wend_vec3 from, wend_vec3 to, double limit)
{
    wend_path_query query = wend_path_query_default();
    wend_path_answer answer;
    query.from = from;
    query.to = to;
    if (wend_pathfinder_find(context, &query) != WEND_OK) {
        return HUGE_VAL;
    }
    wend_pathfinder_get_answer(context, &answer);
    return answer.length <= limit ? answer.length : HUGE_VAL;
}

wend_sound_paths wend_sound_paths_from_pathfinder(wend_pathfinder *pathfinder)
{
    return (wend_sound_paths){pathfinder == NULL ? NULL : length_by_pathfinder, pathfinder};
}
