/* Triggers: the object, adding and removing, what can be read.
 * Cost: constant a call, but for growth and for areas with many agents in them. */
#include "mind/triggers/triggers.h"

#include "base/math/bits.h"
#include "wend/draw.h"
#include "wend/walls.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { COOKIE = 0x54524731, TRIGGER_COOKIE = 0x54524732, CAPACITY_FIRST = 16 };

static const double CELL_LEAST = 1.0 / 1024, LOUDNESS_MOST = 1000;

wend_triggers_def wend_triggers_def_default(void)
{
    wend_triggers_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.cell_size = 4;
    return def;
}

wend_trigger wend_trigger_default(void)
{
    wend_trigger trigger;
    memset(&trigger, 0, sizeof trigger);
    trigger.cookie = TRIGGER_COOKIE;
    trigger.radius = 0.5;
    trigger.height = 2;
    trigger.loudness = 40;
    return trigger;
}

/* ---- create, destroy ---- */

wend_result wend_triggers_create(const wend_triggers_def *def, wend_triggers **triggers)
{
    static const char function[] = "wend_triggers_create";
    if (triggers != NULL) {
        *triggers = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_triggers_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (!(def->cell_size >= CELL_LEAST && def->cell_size <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, function, "cell_size", def->cell_size, CELL_LEAST,
                            WEND_COORDINATE_MAX);
    }
    if (triggers == NULL) {
        return wendi_refuse_null(def->message, function, "triggers");
    }
    wend_triggers *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->def = *def;
    made->def.message = NULL;
    wendi_slots_init(&made->slots);
    *triggers = made;
    return WEND_OK;
}

/* The points are the record's own: they were copied. */
static wend_vec2 *own_points(const wendi_trigger_record *record)
{
    union {
        const wend_vec2 *kept;
        wend_vec2 *own;
    } points = {record->def.points};
    return points.own;
}

static void free_points(wend_triggers *triggers, wendi_trigger_record *record)
{
    wendi_free(&triggers->allocator, own_points(record),
               record->def.point_count * sizeof(wend_vec2));
    record->def.points = NULL;
    record->def.point_count = 0;
}

void wend_triggers_destroy(wend_triggers *triggers)
{
    if (triggers == NULL) {
        return;
    }
    const wend_allocator allocator = triggers->allocator;
    for (uint32_t i = 0; i < triggers->slots.limit; i++) {
        if (wendi_slots_is_used(&triggers->slots, i)) {
            free_points(triggers, &triggers->records[i]);
        }
    }
    wendi_slots_free(&triggers->slots, &allocator);
    wendi_free(&allocator, triggers->records,
               triggers->record_capacity * sizeof *triggers->records);
    wendi_free(&allocator, triggers->inside.items,
               triggers->inside.capacity * sizeof *triggers->inside.items);
    wendi_free(&allocator, triggers->coming.items,
               triggers->coming.capacity * sizeof *triggers->coming.items);
    wendi_free(&allocator, triggers->events, triggers->event_capacity * sizeof *triggers->events);
    wendi_free(&allocator, triggers->agents, triggers->agent_capacity * sizeof *triggers->agents);
    wendi_free(&allocator, triggers->ranks, triggers->agent_capacity * sizeof *triggers->ranks);
    wendi_free(&allocator, triggers->scratch, triggers->agent_capacity * sizeof *triggers->scratch);
    wendi_free(&allocator, triggers->bodies, triggers->body_capacity * sizeof *triggers->bodies);
    wendi_free(&allocator, triggers->body_ids,
               triggers->body_capacity * sizeof *triggers->body_ids);
    wendi_free(&allocator, triggers->body_numbers,
               3 * triggers->body_capacity * sizeof *triggers->body_numbers);
    wendi_trigger_cells_free(&triggers->agent_cells, &allocator);
    wendi_trigger_cells_free(&triggers->noise_cells, &allocator);
    wendi_free(&allocator, triggers, sizeof *triggers);
}

const char *wend_triggers_error(const wend_triggers *triggers)
{
    return triggers == NULL ? "" : triggers->message.text;
}

/* ---- memory ---- */

bool wendi_triggers_reserve_records(wend_triggers *triggers, uint32_t count)
{
    if (count > triggers->record_capacity) {
        uint32_t capacity = triggers->record_capacity == 0 ? (uint32_t)CAPACITY_FIRST
                                                           : 2 * triggers->record_capacity;
        capacity = capacity < count ? count : capacity;
        wendi_trigger_record *records =
            wendi_resize_items(&triggers->allocator, triggers->records, triggers->record_capacity,
                               capacity, sizeof *records);
        if (records == NULL) {
            return false;
        }
        triggers->records = records;
        triggers->record_capacity = capacity;
    }
    return wendi_slots_reserve(&triggers->slots, triggers->record_capacity, &triggers->allocator);
}

bool wendi_triggers_reserve_events(wend_triggers *triggers, size_t count)
{
    if (count <= triggers->event_capacity) {
        return true;
    }
    const size_t twice = 2 * triggers->event_capacity, capacity = twice < count ? count : twice;
    wend_trigger_event *events = wendi_resize_items(
        &triggers->allocator, triggers->events, triggers->event_capacity, capacity, sizeof *events);
    if (events == NULL) {
        return false;
    }
    triggers->events = events;
    triggers->event_capacity = capacity;
    return true;
}

bool wendi_trigger_pairs_reserve(wendi_trigger_pairs *pairs, size_t count,
                                 const wend_allocator *allocator)
{
    if (count <= pairs->capacity) {
        return true;
    }
    size_t capacity = pairs->capacity == 0 ? CAPACITY_FIRST : 2 * pairs->capacity;
    capacity = capacity < count ? count : capacity;
    wendi_trigger_pair *items =
        wendi_resize_items(allocator, pairs->items, pairs->capacity, capacity, sizeof *items);
    if (items == NULL) {
        return false;
    }
    pairs->items = items;
    pairs->capacity = capacity;
    return true;
}

size_t wendi_trigger_pairs_begin(const wendi_trigger_pairs *pairs, uint32_t trigger)
{
    size_t low = 0, high = pairs->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (pairs->items[middle].trigger < trigger) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ---- triggers ---- */

static wend_result check_range(wend_message *m, const char *function, const char *field,
                               double value, double low, double high)
{
    return value >= low && value <= high ? WEND_OK
                                         : wendi_refuse(m, function, field, value, low, high);
}

static wend_result check_points(const wend_trigger *trigger, wend_message *m, const char *function)
{
    if (trigger->point_count == 0) {
        return WEND_OK;
    }
    if (trigger->kind != WEND_TRIGGER_AREA || trigger->point_count < 3 ||
        trigger->point_count > WEND_TRIGGER_POINTS_MAX) {
        return wendi_refuse(m, function, "point_count", (double)trigger->point_count,
                            trigger->kind == WEND_TRIGGER_AREA ? 3 : 0,
                            trigger->kind == WEND_TRIGGER_AREA ? WEND_TRIGGER_POINTS_MAX : 0);
    }
    if (trigger->points == NULL) {
        return wendi_refuse_null(m, function, "points");
    }
    for (size_t i = 0; i < trigger->point_count; i++) {
        if (wendi_check_vec2(m, function, "points", trigger->points[i]) != WEND_OK) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    return WEND_OK;
}

wend_result wendi_trigger_check(const wend_trigger *trigger, wend_message *message,
                                const char *function)
{
    if (trigger == NULL) {
        return wendi_refuse_null(message, function, "trigger");
    }
    if (trigger->cookie != TRIGGER_COOKIE) {
        return wendi_refuse_cookie(message, function, trigger->cookie, "wend_trigger_default");
    }
    const double kind = (double)(int)trigger->kind;
    wend_result result = check_range(message, function, "kind", kind, WEND_TRIGGER_TAKE,
                                     (double)(int)WEND_TRIGGER_SOUND);
    result = result != WEND_OK ? result
                               : wendi_check_vec3(message, function, "position", trigger->position);
    result = result != WEND_OK ? result
                               : check_range(message, function, "radius", trigger->radius, 0,
                                             WEND_COORDINATE_MAX);
    result = result != WEND_OK ? result
                               : check_range(message, function, "half_size.x", trigger->half_size.x,
                                             0, WEND_COORDINATE_MAX);
    result = result != WEND_OK ? result
                               : check_range(message, function, "half_size.y", trigger->half_size.y,
                                             0, WEND_COORDINATE_MAX);
    result = result != WEND_OK
                 ? result
                 : check_range(message, function, "height", trigger->height, 0, (double)INFINITY);
    result = result != WEND_OK
                 ? result
                 : check_range(message, function, "amount", trigger->amount, -DBL_MAX, DBL_MAX);
    result = result != WEND_OK ? result
                               : check_range(message, function, "loudness", trigger->loudness,
                                             -LOUDNESS_MOST, LOUDNESS_MOST);
    result = result != WEND_OK ? result : check_points(trigger, message, function);
    if (result == WEND_OK && trigger->item.index1 != 0 && trigger->kind != WEND_TRIGGER_TAKE) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "%s: item is of a trigger that is not taken", function);
    }
    return result;
}

bool wendi_trigger_position(const wend_triggers *triggers, const wendi_trigger_record *record,
                            wend_vec3 *position)
{
    *position = record->def.position;
    if (record->def.item.index1 == 0) {
        return true;
    }
    wend_item item;
    if (wend_items_get(triggers->def.items, record->def.item, &item) != WEND_OK) {
        return false;
    }
    *position = item.position;
    return true;
}

void wendi_trigger_tell_item(const wend_triggers *triggers, const wendi_trigger_record *record)
{
    wend_item item;
    if (record->def.item.index1 != 0 &&
        wend_items_get(triggers->def.items, record->def.item, &item) == WEND_OK) {
        (void)wend_items_set_active(triggers->def.items, record->def.item, !record->is_asleep);
    }
}

static bool is_busy(wend_triggers *triggers, const char *function, wend_result *result)
{
    *result = WEND_ERROR_ARGUMENT;
    if (triggers != NULL && triggers->is_updating) {
        *result = wendi_fail_plain(&triggers->message, function, WEND_ERROR_BUSY);
    }
    return triggers == NULL || triggers->is_updating;
}

/* -0 is never kept. */
static void make_plain(wend_trigger *trigger)
{
    trigger->position.x += 0.0;
    trigger->position.y += 0.0;
    trigger->position.z += 0.0;
    trigger->radius += 0.0;
    trigger->half_size.x += 0.0;
    trigger->half_size.y += 0.0;
    trigger->height += 0.0;
    trigger->amount += 0.0;
    trigger->loudness += 0.0;
}

static wend_result check_item(wend_triggers *triggers, const wend_trigger *trigger,
                              const char *function)
{
    if (trigger->item.index1 == 0) {
        return WEND_OK;
    }
    if (triggers->def.items == NULL) {
        return wendi_fail(&triggers->message, WEND_ERROR_ARGUMENT,
                          "%s: item is given, but these triggers have no items", function);
    }
    return wend_items_has(triggers->def.items, trigger->item)
               ? WEND_OK
               : wendi_refuse_id(&triggers->message, function, "item", trigger->item.index1,
                                 trigger->item.generation);
}

wend_result wend_triggers_add(wend_triggers *triggers, const wend_trigger *trigger,
                              wend_trigger_id *id)
{
    static const char function[] = "wend_triggers_add";
    wend_result result;
    if (id != NULL) {
        *id = (wend_trigger_id){0, 0};
    }
    if (is_busy(triggers, function, &result)) {
        return result;
    }
    if (id == NULL) {
        return wendi_refuse_null(&triggers->message, function, "id");
    }
    result = wendi_trigger_check(trigger, &triggers->message, function);
    result = result != WEND_OK ? result : check_item(triggers, trigger, function);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t limit = wendi_slots_limit_with(&triggers->slots, 1);
    if (limit > WEND_TRIGGERS_MAX) {
        return wendi_fail_plain(&triggers->message, function, WEND_ERROR_FULL);
    }
    wend_vec2 *points = NULL;
    if (!wendi_triggers_reserve_records(triggers, limit) ||
        (trigger->point_count > 0 &&
         (points = wendi_alloc_items(&triggers->allocator, trigger->point_count, sizeof *points)) ==
             NULL)) {
        return wendi_fail_plain(&triggers->message, function, WEND_ERROR_MEMORY);
    }
    for (size_t i = 0; i < trigger->point_count; i++) {
        points[i] = (wend_vec2){trigger->points[i].x + 0.0, trigger->points[i].y + 0.0};
    }
    const uint32_t index = wendi_slots_take(&triggers->slots);
    wendi_trigger_record *record = &triggers->records[index];
    *record = (wendi_trigger_record){
        .def = *trigger,
        .next_tick = trigger->kind == WEND_TRIGGER_TIME ? trigger->first_tick : 0,
        .is_asleep = trigger->is_asleep,
        .wake_tick = trigger->is_asleep ? WEND_TRIGGER_FOREVER : 0};
    record->def.points = points;
    make_plain(&record->def);
    wendi_trigger_tell_item(triggers, record);
    *id = wend_triggers_id_at(triggers, index);
    return WEND_OK;
}

static wend_result refuse_gone(wend_triggers *triggers, const char *function, wend_trigger_id id)
{
    return wendi_refuse_id(&triggers->message, function, "trigger", id.index1, id.generation);
}

static bool has(const wend_triggers *triggers, wend_trigger_id id)
{
    return wendi_slots_has(&triggers->slots, id.index1, id.generation);
}

wend_result wend_triggers_remove(wend_triggers *triggers, wend_trigger_id id)
{
    static const char function[] = "wend_triggers_remove";
    wend_result result;
    if (is_busy(triggers, function, &result)) {
        return result;
    }
    if (!has(triggers, id)) {
        return refuse_gone(triggers, function, id);
    }
    const uint32_t index = id.index1 - 1;
    wendi_trigger_pairs *inside = &triggers->inside;
    const size_t begin = wendi_trigger_pairs_begin(inside, index);
    const size_t end = wendi_trigger_pairs_begin(inside, index + 1);
    if (end > begin) {
        memmove(&inside->items[begin], &inside->items[end],
                (inside->count - end) * sizeof *inside->items);
        inside->count -= end - begin;
    }
    free_points(triggers, &triggers->records[index]);
    wendi_slots_release(&triggers->slots, index);
    return WEND_OK;
}

/* The position and the corners of a trigger without an item. */
static wend_result move_record(wend_triggers *triggers, wendi_trigger_record *record,
                               wend_vec3 position, const char *function)
{
    const double dx = position.x - record->def.position.x;
    const double dy = position.y - record->def.position.y;
    wend_vec2 *points = own_points(record);
    for (size_t i = 0; i < record->def.point_count; i++) {
        const wend_vec2 moved = {points[i].x + dx, points[i].y + dy};
        if (wendi_check_vec2(&triggers->message, function, "points", moved) != WEND_OK) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    for (size_t i = 0; i < record->def.point_count; i++) {
        points[i] = (wend_vec2){points[i].x + dx + 0.0, points[i].y + dy + 0.0};
    }
    record->def.position = position;
    make_plain(&record->def);
    return WEND_OK;
}

wend_result wend_triggers_move(wend_triggers *triggers, wend_trigger_id id, wend_vec3 position)
{
    static const char function[] = "wend_triggers_move";
    wend_result result;
    if (is_busy(triggers, function, &result)) {
        return result;
    }
    if (!has(triggers, id)) {
        return refuse_gone(triggers, function, id);
    }
    if (wendi_check_vec3(&triggers->message, function, "position", position) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_trigger_record *record = &triggers->records[id.index1 - 1];
    const wend_item_id item = record->def.item;
    if (item.index1 == 0) {
        return move_record(triggers, record, position, function);
    }
    return wend_items_move(triggers->def.items, item, position) == WEND_OK
               ? WEND_OK
               : wendi_refuse_id(&triggers->message, function, "item", item.index1,
                                 item.generation);
}

wend_result wend_triggers_get(const wend_triggers *triggers, wend_trigger_id id,
                              wend_trigger *trigger)
{
    if (trigger != NULL) {
        *trigger = wend_trigger_default();
    }
    if (triggers == NULL || trigger == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!has(triggers, id)) {
        return WEND_ERROR_STALE;
    }
    const wendi_trigger_record *record = &triggers->records[id.index1 - 1];
    *trigger = record->def;
    trigger->is_asleep = record->is_asleep;
    return WEND_OK;
}

uint32_t wend_triggers_count(const wend_triggers *triggers)
{
    return triggers == NULL ? 0 : triggers->slots.count;
}

uint32_t wend_triggers_limit(const wend_triggers *triggers)
{
    return triggers == NULL ? 0 : triggers->slots.limit;
}

wend_trigger_id wend_triggers_id_at(const wend_triggers *triggers, uint32_t index)
{
    return triggers != NULL && wendi_slots_is_used(&triggers->slots, index)
               ? (wend_trigger_id){index + 1, triggers->slots.generation[index]}
               : (wend_trigger_id){0, 0};
}

wend_result wend_triggers_set_asleep(wend_triggers *triggers, wend_trigger_id id, bool is_asleep)
{
    static const char function[] = "wend_triggers_set_asleep";
    wend_result result;
    if (is_busy(triggers, function, &result)) {
        return result;
    }
    if (!has(triggers, id)) {
        return refuse_gone(triggers, function, id);
    }
    wendi_trigger_record *record = &triggers->records[id.index1 - 1];
    record->is_asleep = is_asleep;
    record->wake_tick = is_asleep ? WEND_TRIGGER_FOREVER : 0;
    wendi_trigger_tell_item(triggers, record);
    return WEND_OK;
}

wend_result wend_triggers_get_state(const wend_triggers *triggers, wend_trigger_id id,
                                    wend_trigger_state *state)
{
    if (state != NULL) {
        memset(state, 0, sizeof *state);
    }
    if (triggers == NULL || state == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!has(triggers, id)) {
        return WEND_ERROR_STALE;
    }
    const uint32_t index = id.index1 - 1;
    const wendi_trigger_record *record = &triggers->records[index];
    state->is_asleep = record->is_asleep;
    state->wake_tick = record->wake_tick;
    state->next_tick = record->next_tick;
    state->has_taker = record->has_taker;
    state->last_agent = record->last_agent;
    state->inside = (uint32_t)(wendi_trigger_pairs_begin(&triggers->inside, index + 1) -
                               wendi_trigger_pairs_begin(&triggers->inside, index));
    return WEND_OK;
}

wend_result wend_triggers_list_inside(const wend_triggers *triggers, wend_trigger_id id,
                                      uint64_t *agents, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (triggers == NULL || count == NULL || (agents == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!has(triggers, id)) {
        return WEND_ERROR_STALE;
    }
    const size_t begin = wendi_trigger_pairs_begin(&triggers->inside, id.index1 - 1);
    const size_t end = wendi_trigger_pairs_begin(&triggers->inside, id.index1);
    for (size_t i = begin; i < end && i - begin < capacity; i++) {
        agents[i - begin] = triggers->inside.items[i].agent;
    }
    *count = end - begin;
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

bool wend_triggers_is_inside(const wend_triggers *triggers, wend_trigger_id id, uint64_t agent)
{
    if (triggers == NULL || !has(triggers, id)) {
        return false;
    }
    size_t low = wendi_trigger_pairs_begin(&triggers->inside, id.index1 - 1);
    size_t high = wendi_trigger_pairs_begin(&triggers->inside, id.index1);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (triggers->inside.items[middle].agent == agent) {
            return true;
        }
        if (triggers->inside.items[middle].agent < agent) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

uint64_t wend_triggers_tick(const wend_triggers *triggers)
{
    return triggers == NULL ? 0 : triggers->tick;
}

const wend_trigger_event *wend_triggers_events(const wend_triggers *triggers, size_t *count)
{
    const size_t event_count = triggers == NULL ? 0 : triggers->event_count;
    if (count != NULL) {
        *count = event_count;
    }
    return event_count == 0 ? NULL : triggers->events;
}

/* ---- all ---- */

size_t wend_triggers_memory_bytes(const wend_triggers *triggers)
{
    if (triggers == NULL) {
        return 0;
    }
    size_t bytes =
        sizeof *triggers + triggers->record_capacity * sizeof *triggers->records +
        (size_t)triggers->slots.capacity * 2 * sizeof(uint32_t) +
        (triggers->inside.capacity + triggers->coming.capacity) * sizeof *triggers->inside.items +
        triggers->event_capacity * sizeof *triggers->events +
        triggers->agent_capacity * (sizeof *triggers->agents + 2 * sizeof *triggers->ranks) +
        triggers->body_capacity *
            (sizeof *triggers->bodies + sizeof *triggers->body_ids + 3 * sizeof(double)) +
        2 * (triggers->agent_cells.capacity + triggers->noise_cells.capacity) *
            sizeof(wendi_sort_pair);
    for (uint32_t i = 0; i < triggers->slots.limit; i++) {
        bytes += wendi_slots_is_used(&triggers->slots, i)
                     ? triggers->records[i].def.point_count * sizeof(wend_vec2)
                     : 0;
    }
    return bytes;
}

static void draw_area(const wend_draw *draw, const wend_trigger *it)
{
    const double kind = (double)(int)it->kind;
    const wend_vec2 centre = {it->position.x, it->position.y}, half = it->half_size;
    if (it->point_count == 0 && wendi_is_zero(half.x) && wendi_is_zero(half.y)) {
        if (draw->circle != NULL) {
            draw->circle(draw->context, centre, it->radius, WEND_MEANING_ZONE, kind);
        }
    } else if (draw->polygon != NULL) {
        const wend_vec2 box[] = {{centre.x - half.x, centre.y - half.y},
                                 {centre.x + half.x, centre.y - half.y},
                                 {centre.x + half.x, centre.y + half.y},
                                 {centre.x - half.x, centre.y + half.y}};
        draw->polygon(draw->context, it->point_count > 0 ? it->points : box,
                      it->point_count > 0 ? it->point_count : 4, WEND_MEANING_ZONE, kind);
    }
}

wend_result wend_triggers_draw(const wend_triggers *triggers, const wend_draw *draw)
{
    if (triggers == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < triggers->slots.limit; i++) {
        const wendi_trigger_record *record = &triggers->records[i];
        wend_vec3 position;
        if (!wendi_slots_is_used(&triggers->slots, i) || record->is_asleep ||
            record->def.kind == WEND_TRIGGER_TIME ||
            !wendi_trigger_position(triggers, record, &position)) {
            continue;
        }
        if (record->def.kind == WEND_TRIGGER_AREA) {
            draw_area(draw, &record->def);
        } else if (draw->circle != NULL) {
            const bool is_sound = record->def.kind == WEND_TRIGGER_SOUND;
            draw->circle(draw->context, (wend_vec2){position.x, position.y}, 0,
                         is_sound ? WEND_MEANING_ZONE : WEND_MEANING_ITEM,
                         is_sound ? (double)(int)WEND_TRIGGER_SOUND : record->def.tag);
        }
    }
    return WEND_OK;
}
