/* Saves senses as bytes, loads them, and hashes them.
 * Cost: linear.
 *
 * One section of bytes.h, magic "WSNS", version 1: the definition's numbers and the tick; profiles;
 * materials; sources, lamps and observers, each by index with the free indices behind; noises; touches;
 * what was heard and felt last. */
#include "mind/senses/store.h"

#include "base/core/message.h"
#include "base/core/visitor.h"

#include <float.h>

enum {
    MAGIC = 0x534E5357,
    VERSION = 1,
    SLOT_BYTES = 5,
    PROFILE_BYTES = 96,
    MATERIAL_BYTES = 16,
    NOISE_BYTES = 64,
    OTHER_BYTES = 128
};

/* Fields that memory holds in fewer bits. */
static void visit_flag(wendi_visitor *v, bool *flag)
{
    *flag = wendi_visit_code(v, *flag ? 1 : 0, 1) != 0;
}

static void visit_vec3(wendi_visitor *v, wend_vec3 *p)
{
    wendi_visit_f64(v, &p->x);
    wendi_visit_f64(v, &p->y);
    wendi_visit_f64(v, &p->z);
}

static void visit_head(wendi_visitor *v, wend_senses_def *def, uint64_t *tick)
{
    wendi_visit_f64(v, &def->tick_seconds);
    wendi_visit_f64(v, &def->cell_size);
    wendi_visit_f64(v, &def->ambient);
    wendi_visit_f64(v, &def->muffling);
    wendi_visit_f64(v, &def->corner_loss);
    wendi_visit_u32(v, &def->target_limit);
    wendi_visit_u32(v, &def->perception_limit);
    wendi_visit_u64(v, tick);
}

static void visit_profile(wendi_visitor *v, wend_sense_profile *p)
{
    wendi_visit_f64(v, &p->sight_range);
    wendi_visit_f64(v, &p->sight_angle);
    wendi_visit_f64(v, &p->peripheral_range);
    wendi_visit_f64(v, &p->peripheral_angle);
    wendi_visit_f64(v, &p->peripheral_acuity);
    wendi_visit_u32(v, &p->points);
    wendi_visit_f64(v, &p->notice_seconds);
    wendi_visit_f64(v, &p->notice_seconds_far);
    wendi_visit_f64(v, &p->forget_seconds);
    wendi_visit_f64(v, &p->min_fraction);
    wendi_visit_f64(v, &p->min_light);
    wendi_visit_f64(v, &p->hearing_threshold);
    wendi_visit_f64(v, &p->hearing_clear);
    wendi_visit_u32(v, &p->sight_stops);
    wendi_visit_u32(v, &p->shot_stops);
    wendi_visit_u32(v, &p->sound_stops);
    wendi_visit_u32(v, &p->groups);
}

static void visit_source(wendi_visitor *v, wend_source *s)
{
    visit_vec3(v, &s->position);
    wendi_visit_f64(v, &s->radius);
    wendi_visit_f64(v, &s->height);
    wendi_visit_u32(v, &s->tag);
    wendi_visit_u32(v, &s->groups);
    wendi_visit_u32(v, &s->team);
    wendi_visit_f64(v, &s->light);
    wendi_visit_f64(v, &s->visibility);
    visit_flag(v, &s->blocks_sight);
    visit_flag(v, &s->blocks_shots);
    visit_flag(v, &s->is_active);
    wendi_visit_f64(v, &s->reaction);
    wendi_visit_id(v, &s->body.index1, &s->body.generation);
    wendi_visit_u64(v, &s->user);
}

static void visit_observer(wendi_visitor *v, wend_observer *o, uint64_t *last_tick)
{
    visit_vec3(v, &o->position);
    wendi_visit_f64(v, &o->eye_height);
    wendi_visit_f64(v, &o->heading);
    wendi_visit_u32(v, &o->profile);
    wendi_visit_u32(v, &o->team);
    wendi_visit_u32(v, &o->hostile_teams);
    wendi_visit_u32(v, &o->every);
    wendi_visit_id(v, &o->self.index1, &o->self.generation);
    visit_flag(v, &o->is_active);
    wendi_visit_id(v, &o->body.index1, &o->body.generation);
    wendi_visit_u64(v, &o->user);
    wendi_visit_u64(v, last_tick);
}

static void visit_lamp(wendi_visitor *v, wend_lamp *l)
{
    visit_vec3(v, &l->position);
    wendi_visit_f64(v, &l->radius);
    wendi_visit_f64(v, &l->strength);
    wendi_visit_u32(v, &l->stops);
    visit_flag(v, &l->is_on);
    wendi_visit_u64(v, &l->user);
}

static void visit_noise(wendi_visitor *v, wend_noise *n)
{
    visit_vec3(v, &n->position);
    wendi_visit_f64(v, &n->loudness);
    wendi_visit_id(v, &n->source.index1, &n->source.generation);
    wendi_visit_u32(v, &n->tag);
    wendi_visit_u32(v, &n->groups);
    wendi_visit_u32(v, &n->team);
    wendi_visit_f64(v, &n->reaction);
    wendi_visit_u64(v, &n->user);
}

static void visit_touch(wendi_visitor *v, wendi_sense_touch *t)
{
    visit_vec3(v, &t->def.position);
    wendi_visit_f64(v, &t->def.strength);
    wendi_visit_id(v, &t->def.source.index1, &t->def.source.generation);
    wendi_visit_u32(v, &t->def.tag);
    wendi_visit_u32(v, &t->def.groups);
    wendi_visit_u32(v, &t->def.team);
    wendi_visit_f64(v, &t->def.reaction);
    wendi_visit_u64(v, &t->def.user);
    wendi_visit_id(v, &t->observer.index1, &t->observer.generation);
}

static bool is_unit(double value)
{
    return value >= 0 && value <= 1;
}

static bool is_finite(double value)
{
    return value >= -DBL_MAX && value <= DBL_MAX;
}

static void visit_perception(wendi_visitor *v, wend_perception *p, uint64_t tick)
{
    p->sense = (wend_sense)wendi_visit_code(v, p->sense, WEND_SENSE_TOUCH);
    wendi_visit_id(v, &p->source.index1, &p->source.generation);
    wendi_visit_u64(v, &p->user);
    wendi_visit_u32(v, &p->tag);
    wendi_visit_u32(v, &p->team);
    visit_vec3(v, &p->position);
    wendi_visit_f64(v, &p->distance);
    wendi_visit_f64(v, &p->certainty);
    wendi_visit_f64(v, &p->fraction);
    wendi_visit_u32(v, &p->points);
    wendi_visit_u32(v, &p->hittable);
    wendi_visit_f64(v, &p->strength);
    wendi_visit_f64(v, &p->reaction);
    wendi_visit_u64(v, &p->first_tick);
    wendi_visit_u64(v, &p->tick);
    visit_flag(v, &p->is_perceived);
    visit_flag(v, &p->is_noticed);
    visit_flag(v, &p->is_peripheral);
    visit_flag(v, &p->is_hostile);
    visit_flag(v, &p->is_around_corner);
    wendi_visit_expect(v,
                       wendi_check_vec3(NULL, NULL, NULL, p->position) == WEND_OK &&
                           p->distance >= 0 && p->distance <= DBL_MAX && is_unit(p->certainty) &&
                           is_unit(p->fraction) && p->points <= WEND_SIGHT_ALL &&
                           p->hittable <= WEND_SIGHT_ALL && is_finite(p->strength) &&
                           is_finite(p->reaction) && p->first_tick <= p->tick && p->tick <= tick,
                       "a perception is out of range");
}

/* ---- writing and hashing ---- */

static bool visit_slot(wendi_visitor *v, const wendi_slots *slots, uint32_t index)
{
    uint8_t state = wendi_slots_is_used(slots, index) ? 1 : 0;
    uint32_t generation = slots->generation[index];
    wendi_visit_u8(v, &state);
    wendi_visit_u32(v, &generation);
    return state != 0;
}

static void visit_chain(wendi_visitor *v, const wendi_slots *slots)
{
    uint32_t index = slots->free_first;
    for (; index != WENDI_SLOT_NONE; index = slots->next[index]) {
        uint32_t number = index;
        wendi_visit_u32(v, &number);
    }
}

static void visit_registered(wendi_visitor *v, const wend_senses *senses)
{
    wendi_visit_count(v, senses->profile_count, PROFILE_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < senses->profile_count; i++) {
        wend_sense_profile it = senses->profiles[i].def;
        visit_profile(v, &it);
    }
    wendi_visit_count(v, senses->material_count, MATERIAL_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < senses->material_count; i++) {
        wendi_sense_material it = senses->materials[i];
        wendi_visit_u64(v, &it.user);
        wendi_visit_f64(v, &it.decibels);
    }
    wendi_visit_count(v, senses->source_slots.limit, SLOT_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < senses->source_slots.limit; i++) {
        if (visit_slot(v, &senses->source_slots, i)) {
            wend_source it = senses->sources[i].def;
            visit_source(v, &it);
        }
    }
    visit_chain(v, &senses->source_slots);
    wendi_visit_count(v, senses->lamp_slots.limit, SLOT_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < senses->lamp_slots.limit; i++) {
        if (visit_slot(v, &senses->lamp_slots, i)) {
            wend_lamp it = senses->lamps[i];
            visit_lamp(v, &it);
        }
    }
    visit_chain(v, &senses->lamp_slots);
}

static void visit_observers(wendi_visitor *v, const wend_senses *senses)
{
    wendi_visit_count(v, senses->observer_slots.limit, SLOT_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < senses->observer_slots.limit; i++) {
        if (!visit_slot(v, &senses->observer_slots, i)) {
            continue;
        }
        wendi_sense_observer it = senses->observers[i];
        const wend_perception *kept = wendi_senses_kept(senses, i, it.kept_half);
        visit_observer(v, &it.def, &it.last_tick);
        wendi_visit_u32(v, &it.kept_count);
        for (uint32_t k = 0; k < it.kept_count; k++) {
            wend_perception perception = kept[k];
            visit_perception(v, &perception, senses->tick);
        }
    }
    visit_chain(v, &senses->observer_slots);
}

static void visit_senses(wendi_visitor *v, const wend_senses *senses)
{
    wend_senses_def def = wend_senses_def_default();
    uint64_t tick = senses->tick;
    def.tick_seconds = senses->tick_seconds;
    def.cell_size = senses->cell_size;
    def.ambient = senses->ambient;
    def.muffling = senses->muffling;
    def.corner_loss = senses->corner_loss;
    def.target_limit = senses->target_limit;
    def.perception_limit = senses->perception_limit;
    visit_head(v, &def, &tick);
    visit_registered(v, senses);
    visit_observers(v, senses);
    wendi_visit_count(v, senses->noise_count, NOISE_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < senses->noise_count; i++) {
        wend_noise it = senses->noises[i];
        visit_noise(v, &it);
    }
    wendi_visit_count(v, senses->touch_count, NOISE_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < senses->touch_count; i++) {
        wendi_sense_touch it = senses->touches[i];
        visit_touch(v, &it);
    }
    wendi_visit_count(v, senses->other_count, OTHER_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < senses->other_count; i++) {
        wendi_sense_other it = senses->others[i];
        wendi_visit_u32(v, &it.observer);
        visit_perception(v, &it.perception, senses->tick);
    }
}

uint64_t wend_senses_hash(const wend_senses *senses)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (senses == NULL) {
        return 0;
    }
    visit_senses(&v, senses);
    return v.hash;
}

static void write_senses(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_senses(&v, object);
}

wend_result wend_senses_save(const wend_senses *senses, uint8_t *bytes, size_t capacity,
                             size_t *count)
{
    return wendi_save_object(senses, write_senses, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- reading ---- */

/* Reads a count and reserves room for it. */
static uint32_t read_room(wendi_visitor *v, wend_senses *senses, void **items, uint32_t *capacity,
                          size_t item_bytes, size_t file_bytes, size_t most)
{
    const size_t count = wendi_visit_count(v, 0, file_bytes, most);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(
            v, wendi_senses_reserve(&senses->allocator, items, capacity, item_bytes, count))) {
        return 0;
    }
    return (uint32_t)count;
}

static uint32_t read_slots(wendi_visitor *v, wend_senses *senses, wendi_slots *slots, size_t most)
{
    const size_t limit = wendi_visit_count(v, 0, SLOT_BYTES, most);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v,
                                   wendi_senses_reserve_slots(&senses->allocator, slots, limit))) {
        return 0;
    }
    return (uint32_t)limit;
}

/* Reads the state of the next index. @return true if it is used. */
static bool read_slot(wendi_visitor *v, wendi_slots *slots)
{
    uint8_t state = 0;
    uint32_t generation = 0;
    wendi_visit_u8(v, &state);
    wendi_visit_u32(v, &generation);
    wendi_visit_expect(v, state <= 1 && generation != 0, "the state of an index makes no sense");
    if (wendi_visitor_has_failed(v)) {
        return false;
    }
    slots->generation[slots->limit] = generation;
    slots->next[slots->limit++] = state != 0 ? WENDI_SLOT_USED : WENDI_SLOT_NONE;
    slots->count += state != 0 ? 1 : 0;
    return state != 0;
}

/* Chains the free indices, each once. */
static void read_chain(wendi_visitor *v, wendi_slots *slots)
{
    uint32_t *link = &slots->free_first;
    uint32_t last = UINT32_MAX;
    for (uint32_t left = slots->limit - slots->count; left > 0; left--) {
        uint32_t index = 0;
        wendi_visit_u32(v, &index);
        wendi_visit_expect(
            v, index < slots->limit && index != last && slots->next[index] == WENDI_SLOT_NONE,
            "the free indices make no sense");
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        *link = index;
        link = &slots->next[index];
        *link = index; /* not free any more for this check; the next one, or the end, follows */
        last = index;
    }
    *link = WENDI_SLOT_NONE;
}

static void read_profiles(wendi_visitor *v, wend_senses *senses)
{
    void *items = senses->profiles;
    const uint32_t count =
        read_room(v, senses, &items, &senses->profile_capacity, sizeof *senses->profiles,
                  PROFILE_BYTES, WEND_SENSES_PROFILES_MAX);
    senses->profiles = items;
    for (; senses->profile_count < count && !wendi_visitor_has_failed(v); senses->profile_count++) {
        wendi_sense_profile it = {.def = wend_sense_profile_default()};
        visit_profile(v, &it.def);
        wendi_visit_expect(v, wendi_senses_check_profile(&it.def, NULL, NULL) == WEND_OK,
                           "a profile is out of range");
        wendi_senses_derive_profile(&it);
        senses->profiles[senses->profile_count] = it;
    }
    items = senses->materials;
    const uint32_t materials =
        read_room(v, senses, &items, &senses->material_capacity, sizeof *senses->materials,
                  MATERIAL_BYTES, WEND_SENSES_MATERIALS_MAX);
    senses->materials = items;
    for (uint32_t i = 0; i < materials && !wendi_visitor_has_failed(v); i++) {
        wendi_sense_material it = {0, 0};
        wendi_visit_u64(v, &it.user);
        wendi_visit_f64(v, &it.decibels);
        wendi_visit_expect(v,
                           it.decibels >= 0 && it.decibels <= 1000 &&
                               (i == 0 || it.user > senses->materials[i - 1].user),
                           "a material makes no sense");
        senses->materials[i] = it;
        senses->material_count = i + 1;
    }
}

static void read_sources(wendi_visitor *v, wend_senses *senses)
{
    const uint32_t limit = read_slots(v, senses, &senses->source_slots, WEND_SENSES_SOURCES_MAX);
    void *items = senses->sources;
    const bool has_room =
        wendi_senses_reserve(&senses->allocator, &items, &senses->source_capacity,
                             sizeof *senses->sources, senses->source_slots.capacity);
    senses->sources = items;
    if (!wendi_visit_expect_memory(v, has_room)) {
        return;
    }
    for (uint32_t i = 0; i < limit && !wendi_visitor_has_failed(v); i++) {
        wendi_sense_source it = {.def = wend_source_default()};
        if (read_slot(v, &senses->source_slots)) {
            visit_source(v, &it.def);
            wendi_visit_expect(v, wendi_senses_check_source(&it.def, NULL, NULL) == WEND_OK,
                               "a source is out of range");
        }
        senses->sources[i] = it;
    }
    if (!wendi_visitor_has_failed(v)) {
        read_chain(v, &senses->source_slots);
    }
}

static void read_lamps(wendi_visitor *v, wend_senses *senses)
{
    const uint32_t limit = read_slots(v, senses, &senses->lamp_slots, WEND_SENSES_LAMPS_MAX);
    void *items = senses->lamps;
    const bool has_room = wendi_senses_reserve(&senses->allocator, &items, &senses->lamp_capacity,
                                               sizeof *senses->lamps, senses->lamp_slots.capacity);
    senses->lamps = items;
    if (!wendi_visit_expect_memory(v, has_room)) {
        return;
    }
    for (uint32_t i = 0; i < limit && !wendi_visitor_has_failed(v); i++) {
        wend_lamp it = wend_lamp_default();
        if (read_slot(v, &senses->lamp_slots)) {
            visit_lamp(v, &it);
            wendi_visit_expect(v, wendi_senses_check_lamp(&it, NULL, NULL) == WEND_OK,
                               "a lamp is out of range");
        }
        senses->lamps[i] = it;
    }
    if (!wendi_visitor_has_failed(v)) {
        read_chain(v, &senses->lamp_slots);
    }
}

/* What an observer keeps: by rising index of the source. */
static void read_kept(wendi_visitor *v, wend_senses *senses, uint32_t observer, uint64_t tick)
{
    wendi_sense_observer *it = &senses->observers[observer];
    wend_perception *kept = wendi_senses_kept(senses, observer, 0);
    uint32_t count = 0, before = 0;
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v, count <= senses->perception_limit, "an observer keeps too much");
    for (uint32_t k = 0; k < count && !wendi_visitor_has_failed(v); k++) {
        wend_perception perception = {.sense = WEND_SENSE_SIGHT};
        visit_perception(v, &perception, tick);
        wendi_visit_expect(v,
                           perception.sense == WEND_SENSE_SIGHT &&
                               perception.source.index1 > before &&
                               perception.source.index1 <= senses->source_slots.limit,
                           "what an observer keeps makes no sense");
        before = perception.source.index1;
        kept[k] = perception;
        it->kept_count = k + 1;
    }
}

static void read_observers(wendi_visitor *v, wend_senses *senses)
{
    const uint32_t limit =
        read_slots(v, senses, &senses->observer_slots, WEND_SENSES_OBSERVERS_MAX);
    const size_t each = 2 * (size_t)senses->perception_limit;
    void *items = senses->observers;
    const bool has_room =
        wendi_senses_reserve(&senses->allocator, &items, &senses->observer_capacity,
                             sizeof *senses->observers, senses->observer_slots.capacity);
    senses->observers = items;
    void *kept = senses->kept;
    if (!wendi_visit_expect_memory(
            v, has_room && wendi_senses_reserve(&senses->allocator, &kept, &senses->kept_capacity,
                                                each * sizeof *senses->kept, limit))) {
        return;
    }
    senses->kept = kept;
    for (uint32_t i = 0; i < limit && !wendi_visitor_has_failed(v); i++) {
        wendi_sense_observer it = {.def = wend_observer_default()};
        senses->observers[i] = it;
        if (!read_slot(v, &senses->observer_slots)) {
            continue;
        }
        visit_observer(v, &it.def, &it.last_tick);
        wendi_visit_expect(
            v,
            wendi_senses_check_observer(&it.def, senses->profile_count, NULL, NULL) == WEND_OK &&
                it.last_tick <= senses->tick,
            "an observer is out of range");
        if (!wendi_visitor_has_failed(v)) {
            wendi_senses_derive_observer(&it);
            senses->observers[i] = it;
            read_kept(v, senses, i, senses->tick);
        }
    }
    if (!wendi_visitor_has_failed(v)) {
        read_chain(v, &senses->observer_slots);
    }
}

static void read_noises(wendi_visitor *v, wend_senses *senses)
{
    void *items = senses->noises;
    uint32_t count = read_room(v, senses, &items, &senses->noise_capacity, sizeof *senses->noises,
                               NOISE_BYTES, WEND_SENSES_NOISES_MAX);
    senses->noises = items;
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wend_noise it = wend_noise_default();
        visit_noise(v, &it);
        wendi_visit_expect(v, wendi_senses_check_noise(&it, NULL, NULL) == WEND_OK,
                           "a noise is out of range");
        senses->noises[i] = it;
        senses->noise_count = i + 1;
    }
    items = senses->touches;
    count = read_room(v, senses, &items, &senses->touch_capacity, sizeof *senses->touches,
                      NOISE_BYTES, WEND_SENSES_NOISES_MAX);
    senses->touches = items;
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_sense_touch it = {.def = wend_touch_default()};
        visit_touch(v, &it);
        wendi_visit_expect(v, wendi_senses_check_touch(&it.def, NULL, NULL) == WEND_OK,
                           "a touch is out of range");
        senses->touches[i] = it;
        senses->touch_count = i + 1;
    }
    items = senses->others;
    count = read_room(v, senses, &items, &senses->other_capacity, sizeof *senses->others,
                      OTHER_BYTES, UINT32_MAX / 4);
    senses->others = items;
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_sense_other it = {.observer = 0};
        wendi_visit_u32(v, &it.observer);
        visit_perception(v, &it.perception, senses->tick);
        wendi_visit_expect(v,
                           it.observer < senses->observer_slots.limit &&
                               wendi_slots_is_used(&senses->observer_slots, it.observer) &&
                               (i == 0 || it.observer >= senses->others[i - 1].observer) &&
                               it.perception.sense != WEND_SENSE_SIGHT,
                           "what was heard makes no sense");
        senses->others[i] = it;
        senses->other_count = i + 1;
    }
}

static wend_result read_senses(wendi_visitor *v, const wend_senses_def *from, wend_senses **senses)
{
    wend_senses_def def = *from;
    uint64_t tick = 0;
    wendi_visit_part(v, "the data ends within the senses");
    def.message = NULL; /* the file is wrong, not a definition */
    visit_head(v, &def, &tick);
    wendi_visit_expect(v, wendi_senses_check_def(&def, NULL, NULL) == WEND_OK,
                       "the definition is out of range");
    wendi_visit_expect(v, tick <= UINT64_MAX / 2, "the tick is out of range");
    if (wendi_visitor_has_failed(v)) {
        return wendi_visitor_result(v);
    }
    const wend_result result = wend_senses_create(&def, senses);
    if (result != WEND_OK) {
        return result;
    }
    wend_senses *made = *senses;
    made->ambient = def.ambient; /* as it was read, so that it is written the same */
    made->muffling = def.muffling;
    made->corner_loss = def.corner_loss;
    made->tick = tick;
    void (*const parts[])(wendi_visitor *, wend_senses *) = {
        read_profiles, read_sources, read_lamps, read_observers, read_noises};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !wendi_visitor_has_failed(v); i++) {
        parts[i](v, made);
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the senses");
    return wendi_visitor_result(v);
}

wend_result wend_senses_load(const wend_senses_def *def, const uint8_t *bytes, size_t count,
                             wend_senses **senses)
{
    static const char function[] = "wend_senses_load";
    const wend_senses_def from = def == NULL ? wend_senses_def_default() : *def;
    if (senses != NULL) {
        *senses = NULL;
    }
    if (!wendi_has_cookie(from.cookie, wend_senses_def_default().cookie, from.message, function,
                          "wend_senses_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (senses == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, senses == NULL ? "senses" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the senses",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_senses *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_senses(&v, &from, &made);
    if (result != WEND_OK) {
        wend_senses_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *senses = made;
    return WEND_OK;
}
