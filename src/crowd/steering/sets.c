/* sets.c: the steering behaviours of bodies: memory, the call that sets them, hash and bytes.
 * Cost: a set has room for the most items. */
#include "crowd/steering/steering.h"

#include "base/core/memory.h"

#include <stdio.h>

void wendi_steering_init(wendi_steering *steering, uint32_t limit, const wend_allocator *a)
{
    *steering = (wendi_steering){.limit = limit, .allocator = *a};
}

void wendi_steering_free(wendi_steering *steering)
{
    for (uint32_t i = 0; steering->of != NULL && i < steering->limit; ++i) {
        wendi_free(&steering->allocator, steering->of[i].items,
                   steering->of[i].capacity * sizeof *steering->of[i].items);
    }
    wendi_free(&steering->allocator, steering->of,
               steering->of == NULL ? 0 : steering->limit * sizeof *steering->of);
    steering->of = NULL;
}

/* Reserves the most items a body may have, so that another set needs no memory. */
static bool reserve(wendi_steering *steering, uint32_t body)
{
    if (steering->of == NULL) {
        steering->of =
            wendi_alloc_zero(&steering->allocator, steering->limit * sizeof *steering->of);
    }
    if (steering->of == NULL) {
        return false;
    }
    wendi_steer_set *set = &steering->of[body];
    if (set->items == NULL) {
        set->items =
            wendi_alloc_zero(&steering->allocator, WEND_STEER_ITEMS_MAX * sizeof *set->items);
        set->capacity = set->items == NULL ? 0 : WEND_STEER_ITEMS_MAX;
    }
    return set->items != NULL;
}

static const double NUMBER_MOST = 1e12;

static bool is_number(double value)
{
    return value >= -NUMBER_MOST && value <= NUMBER_MOST;
}

static bool is_sound(const wend_steer_item *item)
{
    return (uint32_t)item->kind <= (uint32_t)WEND_STEER_AVOID_OTHERS && is_number(item->weight) &&
           item->chance >= 0 && item->chance <= 1 && item->range >= 0 && is_number(item->range) &&
           is_number(item->target.x) && is_number(item->target.y) && is_number(item->extra.x) &&
           is_number(item->extra.y);
}

/* Names the field of an item that is out of range. */
static wend_result refuse_item(wend_crowd *crowd, const char *function, const wend_steer_item *item,
                               size_t index)
{
    const struct {
        const char *name;
        double value, low, high;
    } fields[] = {
        {"kind", (double)item->kind, 0, WEND_STEER_AVOID_OTHERS},
        {"weight", item->weight, -NUMBER_MOST, NUMBER_MOST},
        {"chance", item->chance, 0, 1},
        {"range", item->range, 0, NUMBER_MOST},
        {"target.x", item->target.x, -NUMBER_MOST, NUMBER_MOST},
        {"target.y", item->target.y, -NUMBER_MOST, NUMBER_MOST},
        {"extra.x", item->extra.x, -NUMBER_MOST, NUMBER_MOST},
        {"extra.y", item->extra.y, -NUMBER_MOST, NUMBER_MOST},
    };
    size_t i = 0;
    while (i + 1 < sizeof fields / sizeof fields[0] && fields[i].value >= fields[i].low &&
           fields[i].value <= fields[i].high) {
        ++i;
    }
    char field[48];
    (void)snprintf(field, sizeof field, "items[%zu].%s", index, fields[i].name);
    return wendi_refuse(&crowd->error, function, field, fields[i].value, fields[i].low,
                        fields[i].high);
}

static wend_result check(wend_crowd *crowd, const char *function, const wend_steer_item *items,
                         size_t count, wend_steer_combine combine, double max_force)
{
    if (items == NULL && count > 0) {
        return wendi_refuse_null(&crowd->error, function, "items");
    }
    if (count > WEND_STEER_ITEMS_MAX) {
        return wendi_refuse(&crowd->error, function, "count", (double)count, 0,
                            WEND_STEER_ITEMS_MAX);
    }
    if ((uint32_t)combine > (uint32_t)WEND_STEER_DITHERED) {
        return wendi_refuse(&crowd->error, function, "combine", (double)combine, 0,
                            WEND_STEER_DITHERED);
    }
    if (!(max_force > 0) || !is_number(max_force)) {
        return wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                          "%s: max_force is %s, and must be above 0 and at most 1e12", function,
                          wendi_format_number(max_force).text);
    }
    for (size_t i = 0; i < count; ++i) {
        if (!is_sound(&items[i])) {
            return refuse_item(crowd, function, &items[i], i);
        }
    }
    return WEND_OK;
}

wend_result wend_crowd_set_steering(wend_crowd *crowd, wend_body_id id,
                                    const wend_steer_item *items, size_t count,
                                    wend_steer_combine combine, double max_force, bool keeps_apart)
{
    static const char function[] = "wend_crowd_set_steering";
    uint32_t body = WENDI_NONE;
    wend_result result = wendi_crowd_find(crowd, function, id, &body);
    if (result == WEND_OK) {
        result = check(crowd, function, items, count, combine, max_force);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!reserve(crowd->steering, body)) {
        return wendi_fail_plain(&crowd->error, function, WEND_ERROR_MEMORY);
    }
    wendi_steer_set *set = &crowd->steering->of[body];
    /* The route stays, as behaviours may follow it. The rest of the previous goal ends. */
    const uint32_t legs = crowd->routes.of[body].count;
    wendi_goal_end(crowd, body);
    crowd->routes.of[body].count = legs;
    wendi_goal_begin(crowd, body, WEND_BODY_GOAL_STEER);
    for (size_t i = 0; i < count; ++i) {
        set->items[i] = items[i];
    }
    set->count = (uint32_t)count;
    set->combine = combine;
    set->max_force = max_force;
    set->wander_angle = 0;
    set->path_leg = 0;
    if (!keeps_apart) {
        crowd->bodies.flags[body] |= (uint32_t)WENDI_BODY_NO_AVOIDANCE;
    }
    return WEND_OK;
}

/* ---- state ---- */

static void write_item(wendi_writer *writer, const wend_steer_item *item)
{
    wendi_write_u32(writer, (uint32_t)item->kind);
    const double numbers[] = {item->weight,   item->chance,  item->range,  item->target.x,
                              item->target.y, item->extra.x, item->extra.y};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        wendi_write_f64(writer, numbers[i]);
    }
    wendi_write_u32(writer, item->other.index1);
    wendi_write_u32(writer, item->other.generation);
    wendi_write_u32(writer, item->other_b.index1);
    wendi_write_u32(writer, item->other_b.generation);
    wendi_write_u32(writer, item->order.index1);
    wendi_write_u32(writer, item->order.generation);
    wendi_write_u32(writer, item->group);
}

static bool read_item(wendi_reader *reader, wend_steer_item *item)
{
    *item = (wend_steer_item){.weight = 0};
    const uint32_t kind = wendi_read_u32(reader);
    double *numbers[] = {&item->weight,   &item->chance,  &item->range,  &item->target.x,
                         &item->target.y, &item->extra.x, &item->extra.y};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        *numbers[i] = wendi_read_f64(reader);
    }
    item->other.index1 = wendi_read_u32(reader);
    item->other.generation = wendi_read_u32(reader);
    item->other_b.index1 = wendi_read_u32(reader);
    item->other_b.generation = wendi_read_u32(reader);
    item->order.index1 = wendi_read_u32(reader);
    item->order.generation = wendi_read_u32(reader);
    item->group = wendi_read_u32(reader);
    if (kind > (uint32_t)WEND_STEER_AVOID_OTHERS) {
        return false;
    }
    item->kind = (wend_steer_kind)kind;
    return is_sound(item);
}

void wendi_steering_write(const wendi_steering *steering, const wendi_bodies *bodies,
                          wendi_writer *writer)
{
    for (uint32_t i = 0; i < bodies->high; ++i) {
        const wendi_steer_set *set = steering->of == NULL ? NULL : &steering->of[i];
        const uint32_t count = set == NULL ? 0 : set->count;
        wendi_write_u32(writer, count);
        if (count == 0) {
            continue;
        }
        wendi_write_u32(writer, (uint32_t)set->combine);
        wendi_write_f64(writer, set->max_force);
        wendi_write_f64(writer, set->wander_angle);
        wendi_write_u32(writer, set->path_leg);
        for (uint32_t k = 0; k < count; ++k) {
            write_item(writer, &set->items[k]);
        }
    }
}

static wend_result read_set(wendi_steering *steering, uint32_t body, uint32_t count,
                            wendi_reader *reader)
{
    if (count > WEND_STEER_ITEMS_MAX) {
        return WEND_ERROR_FILE;
    }
    if (!reserve(steering, body)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_steer_set *set = &steering->of[body];
    const uint32_t combine = wendi_read_u32(reader);
    set->combine = combine == 0   ? WEND_STEER_WEIGHTED
                   : combine == 1 ? WEND_STEER_PRIORITY
                                  : WEND_STEER_DITHERED;
    set->max_force = wendi_read_f64(reader);
    set->wander_angle = wendi_read_f64(reader);
    set->path_leg = wendi_read_u32(reader);
    set->count = count;
    bool is_fine = combine <= (uint32_t)WEND_STEER_DITHERED && set->max_force > 0 &&
                   is_number(set->max_force) && is_number(set->wander_angle);
    for (uint32_t k = 0; k < count && is_fine; ++k) {
        is_fine = read_item(reader, &set->items[k]);
    }
    return is_fine ? WEND_OK : WEND_ERROR_FILE;
}

wend_result wendi_steering_read(wendi_steering *steering, const wendi_bodies *bodies,
                                wendi_reader *reader)
{
    for (uint32_t i = 0; i < bodies->high; ++i) {
        const uint32_t count = wendi_read_u32(reader);
        const wend_result result = count == 0 ? WEND_OK : read_set(steering, i, count, reader);
        if (result != WEND_OK) {
            return result;
        }
    }
    return reader->has_failed ? WEND_ERROR_FILE : WEND_OK;
}

static uint64_t hash_item(const wend_steer_item *item, uint64_t hash)
{
    const double numbers[] = {item->weight,   item->chance,  item->range,  item->target.x,
                              item->target.y, item->extra.x, item->extra.y};
    hash = wend_hash_u64(hash, (uint64_t)item->kind << 32 | item->group);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        hash = wendi_hash_f64(hash, numbers[i]);
    }
    hash = wend_hash_u64(hash, (uint64_t)item->other.generation << 32 | item->other.index1);
    hash = wend_hash_u64(hash, (uint64_t)item->other_b.generation << 32 | item->other_b.index1);
    return wend_hash_u64(hash, (uint64_t)item->order.generation << 32 | item->order.index1);
}

uint64_t wendi_steering_hash(const wendi_steering *steering, const wendi_bodies *bodies,
                             uint64_t hash)
{
    for (uint32_t i = 0; steering->of != NULL && i < bodies->high; ++i) {
        const wendi_steer_set *set = &steering->of[i];
        if (set->count == 0) {
            continue;
        }
        hash = wend_hash_u64(hash, i);
        hash = wend_hash_u64(hash, set->count);
        hash = wend_hash_u64(hash, (uint64_t)set->combine);
        hash = wendi_hash_f64(hash, set->max_force);
        hash = wendi_hash_f64(hash, set->wander_angle);
        hash = wend_hash_u64(hash, set->path_leg);
        for (uint32_t k = 0; k < set->count; ++k) {
            hash = hash_item(&set->items[k], hash);
        }
    }
    return hash;
}
