/* Items and triggers as lines of text that people and editors write.
 * Cost: linear in the bytes, with one call of the object for each line, and one more when all lines
 * are known to be good.
 *
 *   item X Y [HEIGHT] [tag=N] [user=N] [inactive]
 *   trigger KIND X Y [HEIGHT] [radius=R] [half_size=W,H] [points=X,Y,...] [height=H|any] [item=N]
 *           [tag=N] [amount=A] [user=N] [first_tick=N] [period=N] [loudness=D]
 *           [sleep_ticks=N|forever] [repeated] [stay] [asleep]
 *
 * Lines are read into objects of their own, and copied into those of the caller when none is bad:
 *
 *     bytes --lines--> items, triggers --copies--> the caller's
 */
#include "wend/items.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/decimal.h"
#include "io/core/file.h"
#include "io/core/output.h"
#include "wend/io_map.h"
#include "wend/io_world.h"

#include <math.h>
#include <string.h>

enum { KIND_COUNT = 4 };

static const char *const kind_names[KIND_COUNT] = {"take", "area", "time", "sound"};

/* ---- reading lines ---- */

/** A file being read. */
typedef struct items_text_reader {
    wendi_lines lines;
    const wend_allocator *allocator;
    wend_items *items;
    wend_triggers *triggers;
    wend_message *message;
    bool takes_triggers; /**< The caller has triggers. */
    bool has_begun;      /**< A line was not empty. */
    wend_vec2 *points;   /**< [point_count] of the trigger of this line. */
    size_t point_count;
} items_text_reader;

/** Cuts the text before the next comma, or all of it, off the front. */
static wendi_span cut_part(wendi_span *list)
{
    const uint8_t *comma = list->length == 0 ? NULL : memchr(list->text, ',', list->length);
    const size_t length = comma == NULL ? list->length : (size_t)(comma - list->text);
    const wendi_span part = {list->text, length};
    list->text += comma == NULL ? length : length + 1;
    list->length -= comma == NULL ? length : length + 1;
    return part;
}

static bool read_pair(wendi_span word, wend_vec2 *pair)
{
    return wendi_span_coordinate(cut_part(&word), &pair->x) &&
           memchr(word.text - 1, ',', 1) != NULL && wendi_span_coordinate(word, &pair->y);
}

/** The reason that an object gives, without the name of its function. */
static wend_result fail_by(const items_text_reader *r, wend_result result, const char *reason)
{
    const char *colon = strstr(reason, ": ");
    return result == WEND_ERROR_ARGUMENT ? wendi_fail_line(r->message, r->lines.number, "%s",
                                                           colon == NULL ? reason : colon + 2)
                                         : wendi_fail(r->message, result, "no room for line %lu",
                                                      (unsigned long)r->lines.number);
}

static bool read_place(wendi_span *line, wend_vec3 *position)
{
    return wendi_span_coordinate(wendi_span_word(line), &position->x) &&
           wendi_span_coordinate(wendi_span_word(line), &position->y);
}

static wend_result bad_place(const items_text_reader *r, const char *what)
{
    return wendi_fail_line(r->message, r->lines.number,
                           "bad or no x or y of %s, expected numbers of at most 2^30 in size",
                           what);
}

static bool read_item_word(wendi_span word, int position, wend_item *item)
{
    if (wendi_span_cut_name(&word, "tag")) {
        return wendi_span_u32(word, &item->tag);
    }
    if (wendi_span_cut_name(&word, "user")) {
        return wendi_span_u64(word, UINT64_MAX, &item->user);
    }
    if (wendi_span_is(word, "inactive")) {
        item->is_active = false;
        return true;
    }
    return position == 0 && wendi_span_coordinate(word, &item->position.z);
}

static wend_result read_item(items_text_reader *r, wendi_span line)
{
    wend_item item = wend_item_default();
    wend_item_id id;
    if (!read_place(&line, &item.position)) {
        return bad_place(r, "an item");
    }
    wendi_span word = wendi_span_word(&line);
    for (int i = 0; word.length > 0; i++, word = wendi_span_word(&line)) {
        if (!read_item_word(word, i, &item)) {
            return wendi_fail_word(r->message, &r->lines, word,
                                   "a height, tag=N, user=N or inactive");
        }
    }
    const wend_result result = wend_items_add(r->items, &item, &id);
    return result == WEND_OK ? WEND_OK : fail_by(r, result, wend_items_error(r->items));
}

/** The corners of a polygon. @return false: they are no pairs of numbers; or there is no memory, and
 * then r->points is NULL though point_count is not 0. */
static bool read_points(items_text_reader *r, wendi_span list)
{
    size_t count = 1;
    for (size_t i = 0; i < list.length; i++) {
        count += list.text[i] == ',';
    }
    if (count % 2 != 0 || r->points != NULL) {
        return false;
    }
    r->point_count = count / 2;
    r->points = wendi_alloc_items(r->allocator, r->point_count, sizeof *r->points);
    if (r->points == NULL) {
        return false;
    }
    for (size_t i = 0; i < r->point_count; i++) {
        if (!wendi_span_coordinate(cut_part(&list), &r->points[i].x) ||
            !wendi_span_coordinate(cut_part(&list), &r->points[i].y)) {
            return false;
        }
    }
    return true;
}

static bool read_number(wendi_span word, wend_trigger *trigger, bool *is_one)
{
    double *number = wendi_span_cut_name(&word, "radius")     ? &trigger->radius
                     : wendi_span_cut_name(&word, "amount")   ? &trigger->amount
                     : wendi_span_cut_name(&word, "loudness") ? &trigger->loudness
                     : wendi_span_cut_name(&word, "height")   ? &trigger->height
                                                              : NULL;
    *is_one = number != NULL;
    if (number == &trigger->height && wendi_span_is(word, "any")) {
        *number = (double)INFINITY;
        return true;
    }
    return number != NULL && wendi_span_double(word, number);
}

static bool read_count(wendi_span word, wend_trigger *trigger, bool *is_one)
{
    uint64_t *count = wendi_span_cut_name(&word, "user")          ? &trigger->user
                      : wendi_span_cut_name(&word, "first_tick")  ? &trigger->first_tick
                      : wendi_span_cut_name(&word, "period")      ? &trigger->period
                      : wendi_span_cut_name(&word, "sleep_ticks") ? &trigger->sleep_ticks
                                                                  : NULL;
    *is_one = count != NULL;
    if (count == &trigger->sleep_ticks && wendi_span_is(word, "forever")) {
        *count = WEND_TRIGGER_FOREVER;
        return true;
    }
    return count != NULL && wendi_span_u64(word, UINT64_MAX, count);
}

static bool read_flag(wendi_span word, wend_trigger *trigger)
{
    bool *flag = wendi_span_is(word, "repeated") ? &trigger->is_repeated
                 : wendi_span_is(word, "stay")   ? &trigger->is_stay_reported
                 : wendi_span_is(word, "asleep") ? &trigger->is_asleep
                                                 : NULL;
    if (flag != NULL) {
        *flag = true;
    }
    return flag != NULL;
}

static bool read_trigger_word(items_text_reader *r, wendi_span word, int position,
                              wend_trigger *trigger)
{
    bool is_one = false;
    bool is_good = read_number(word, trigger, &is_one);
    is_good = is_one ? is_good : read_count(word, trigger, &is_one);
    if (is_one) {
        return is_good;
    }
    if (wendi_span_cut_name(&word, "tag")) {
        return wendi_span_u32(word, &trigger->tag);
    }
    if (wendi_span_cut_name(&word, "half_size")) {
        return read_pair(word, &trigger->half_size);
    }
    if (wendi_span_cut_name(&word, "points")) {
        return read_points(r, word);
    }
    if (wendi_span_cut_name(&word, "item")) {
        uint32_t number = 0;
        const bool is_there = wendi_span_u32(word, &number) && number < wend_items_limit(r->items);
        trigger->item = is_there ? wend_items_id(r->items, number) : trigger->item;
        return is_there;
    }
    return read_flag(word, trigger) ||
           (position == 0 && wendi_span_coordinate(word, &trigger->position.z));
}

static wend_result read_trigger_words(items_text_reader *r, wendi_span line)
{
    wend_trigger trigger = wend_trigger_default();
    wend_trigger_id id;
    const wendi_span kind = wendi_span_word(&line);
    int number = 0;
    while (number < KIND_COUNT && !wendi_span_is(kind, kind_names[number])) {
        number++;
    }
    if (number == KIND_COUNT) {
        return wendi_fail_word(r->message, &r->lines, kind, "take, area, time or sound");
    }
    if (!r->takes_triggers) {
        return wendi_fail_line(r->message, r->lines.number,
                               "a trigger, but there are no triggers to add it to");
    }
    trigger.kind = (wend_trigger_kind)number;
    if (!read_place(&line, &trigger.position)) {
        return bad_place(r, "a trigger");
    }
    wendi_span word = wendi_span_word(&line);
    for (int i = 0; word.length > 0; i++, word = wendi_span_word(&line)) {
        if (!read_trigger_word(r, word, i, &trigger)) {
            return r->point_count > 0 && r->points == NULL
                       ? fail_by(r, WEND_ERROR_MEMORY, "")
                       : wendi_fail_word(
                             r->message, &r->lines, word,
                             "a height, item=N of an item above, a field of a trigger such as "
                             "radius=R, repeated, stay or asleep");
        }
    }
    trigger.points = r->points;
    trigger.point_count = r->point_count;
    const wend_result result = wend_triggers_add(r->triggers, &trigger, &id);
    return result == WEND_OK ? WEND_OK : fail_by(r, result, wend_triggers_error(r->triggers));
}

static void free_points(items_text_reader *r)
{
    wendi_free(r->allocator, r->points, r->point_count * sizeof *r->points);
    r->points = NULL;
    r->point_count = 0;
}

static wend_result read_trigger(items_text_reader *r, wendi_span line)
{
    const wend_result result = read_trigger_words(r, line);
    free_points(r);
    return result;
}

static wend_result read_line(items_text_reader *r, wendi_span line)
{
    const wendi_span key = wendi_span_word(&line);
    const bool had_begun = r->has_begun;
    r->has_begun = r->has_begun || key.length > 0;
    if (key.length == 0) {
        return WEND_OK;
    }
    if (wendi_span_is(key, "item")) {
        return read_item(r, line);
    }
    if (wendi_span_is(key, "trigger")) {
        return read_trigger(r, line);
    }
    if (wendi_span_is(key, "items") && !had_begun) {
        const wendi_span version = wendi_span_word(&line);
        return wendi_span_is(version, "1") && wendi_span_is_blank(line)
                   ? WEND_OK
                   : wendi_fail_word(r->message, &r->lines, version, "\"items 1\"");
    }
    return wendi_fail_word(r->message, &r->lines, key, "item or trigger");
}

static wend_result read_lines(items_text_reader *r)
{
    wend_result result = WEND_OK;
    wendi_span line;
    while (result == WEND_OK && wendi_lines_next_without_note(&r->lines, &line)) {
        result = read_line(r, line);
    }
    return result == WEND_OK && !r->has_begun
               ? wendi_fail_line(r->message, 1, "nothing but notes, expected lines of items")
               : result;
}

/* ---- copies ---- */

/** What was added to the caller's objects. */
typedef struct items_added {
    wend_item_id *items;       /**< [item_count] */
    wend_trigger_id *triggers; /**< [trigger_count] */
    uint32_t item_count, trigger_count;
} items_added;

static wend_result copy_items(const items_text_reader *r, wend_items *items, items_added *added)
{
    for (uint32_t i = 0; i < wend_items_limit(r->items); i++) {
        wend_item item;
        (void)wend_items_get(r->items, wend_items_id(r->items, i), &item);
        const wend_result result = wend_items_add(items, &item, &added->items[i]);
        if (result != WEND_OK) {
            return wendi_fail(r->message, result, "%s", wend_items_error(items));
        }
        added->item_count++;
    }
    return WEND_OK;
}

static wend_result copy_triggers(const items_text_reader *r, wend_triggers *triggers,
                                 items_added *added)
{
    for (uint32_t i = 0; i < wend_triggers_limit(r->triggers); i++) {
        wend_trigger trigger;
        (void)wend_triggers_get(r->triggers, wend_triggers_id_at(r->triggers, i), &trigger);
        if (trigger.item.index1 != 0) {
            trigger.item = added->items[trigger.item.index1 - 1];
        }
        const wend_result result = wend_triggers_add(triggers, &trigger, &added->triggers[i]);
        if (result == WEND_ERROR_STALE) {
            return wendi_fail(r->message, WEND_ERROR_ARGUMENT,
                              "triggers are linked to other items than these");
        }
        if (result != WEND_OK) {
            return wendi_fail(r->message, result, "%s", wend_triggers_error(triggers));
        }
        added->trigger_count++;
    }
    return WEND_OK;
}

static wend_result copy_all(const items_text_reader *r, wend_items *items, wend_triggers *triggers)
{
    const size_t item_limit = (size_t)wend_items_limit(r->items) + 1;
    const size_t trigger_limit = (size_t)wend_triggers_limit(r->triggers) + 1;
    items_added added = {NULL, NULL, 0, 0};
    added.items = wendi_alloc_items(r->allocator, item_limit, sizeof *added.items);
    added.triggers = wendi_alloc_items(r->allocator, trigger_limit, sizeof *added.triggers);
    wend_result result = WEND_OK;
    if (added.items == NULL || added.triggers == NULL) {
        result = wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory");
    }
    result = result == WEND_OK ? copy_items(r, items, &added) : result;
    result = result == WEND_OK ? copy_triggers(r, triggers, &added) : result;
    while (result != WEND_OK && added.trigger_count > 0) {
        (void)wend_triggers_remove(triggers, added.triggers[--added.trigger_count]);
    }
    while (result != WEND_OK && added.item_count > 0) {
        (void)wend_items_remove(items, added.items[--added.item_count]);
    }
    wendi_free(r->allocator, added.items, item_limit * sizeof *added.items);
    wendi_free(r->allocator, added.triggers, trigger_limit * sizeof *added.triggers);
    return result;
}

static wend_result add_text(const uint8_t *bytes, size_t count, wend_items *items,
                            wend_triggers *triggers, const wend_allocator *allocator,
                            wend_message *message)
{
    const wend_allocator libc = {NULL, NULL};
    items_text_reader r = {.lines = wendi_lines_begin(bytes, count),
                           .allocator = allocator == NULL ? &libc : allocator,
                           .message = message,
                           .takes_triggers = triggers != NULL};
    wend_items_def items_def = wend_items_def_default();
    items_def.allocator = *r.allocator;
    items_def.message = message;
    wend_result result = wend_items_create(&items_def, &r.items);
    wend_triggers_def triggers_def = wend_triggers_def_default();
    triggers_def.allocator = *r.allocator;
    triggers_def.items = r.items;
    triggers_def.message = message;
    result = result == WEND_OK ? wend_triggers_create(&triggers_def, &r.triggers) : result;
    result = result == WEND_OK ? read_lines(&r) : result;
    result = result == WEND_OK ? copy_all(&r, items, triggers) : result;
    wend_triggers_destroy(r.triggers);
    wend_items_destroy(r.items);
    return result;
}

wend_result wend_items_add_memory(const uint8_t *bytes, size_t count, wend_items *items,
                                  wend_triggers *triggers, const wend_allocator *allocator,
                                  wend_message *message)
{
    wendi_message_clear(message);
    if (items == NULL || (bytes == NULL && count > 0)) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s is NULL",
                          items == NULL ? "items" : "bytes");
    }
    return count == 0 ? wendi_fail_line(message, 1, "empty, expected items")
                      : add_text(bytes, count, items, triggers, allocator, message);
}

wend_result wend_items_add_file(const char *file, wend_items *items, wend_triggers *triggers,
                                const wend_allocator *allocator, wend_message *message)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    wendi_message_clear(message);
    if (items == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "items is NULL");
    }
    wend_result result = wend_io_read_file(file, allocator, &bytes, &count, message);
    if (result != WEND_OK) {
        return result;
    }
    result = wend_items_add_memory(bytes, count, items, triggers, allocator, message);
    wend_io_free(allocator, bytes, count);
    if (result != WEND_OK) {
        wendi_file_message(message, file);
    }
    return result;
}

/* ---- writing lines ---- */

static void put_count(wendi_writer *out, const char *name, uint64_t value)
{
    if (value != 0) {
        wendi_text_write(out, name);
        wendi_text_write_u64(out, value);
    }
}

/** A number that is not the usual one. */
static void put_number(wendi_writer *out, const char *name, double value, double usual)
{
    if (value < usual || value > usual) {
        wendi_text_write(out, name);
        wendi_text_write_double(out, value);
    }
}

static void put_place(wendi_writer *out, wend_vec3 position)
{
    wendi_text_write(out, " ");
    wendi_text_write_double(out, position.x);
    wendi_text_write(out, " ");
    wendi_text_write_double(out, position.y);
    put_number(out, " ", position.z, 0.0);
}

static void put_item(wendi_writer *out, const wend_item *item, bool is_linked)
{
    wendi_text_write(out, "item");
    put_place(out, item->position);
    put_count(out, " tag=", item->tag);
    put_count(out, " user=", item->user);
    wendi_text_write(out, item->is_active || is_linked ? "" : " inactive");
    wendi_text_write(out, "\n");
}

static void put_points(wendi_writer *out, const wend_trigger *trigger)
{
    for (size_t i = 0; i < trigger->point_count; i++) {
        wendi_text_write(out, i == 0 ? " points=" : ",");
        wendi_text_write_double(out, trigger->points[i].x);
        wendi_text_write(out, ",");
        wendi_text_write_double(out, trigger->points[i].y);
    }
}

/** What fired sleeps for a while, or for ever: it is written awake, as it was placed. */
static bool is_put_to_sleep(const wend_trigger *trigger, const wend_trigger_state *state)
{
    const bool has_fired = state->has_taker || trigger->sleep_ticks == WEND_TRIGGER_FOREVER ||
                           (trigger->kind == WEND_TRIGGER_TIME && trigger->period == 0);
    return state->is_asleep && state->wake_tick == WEND_TRIGGER_FOREVER && !has_fired;
}

/** @param item its number in the file, or UINT32_MAX. */
static void put_trigger(wendi_writer *out, const wend_trigger *trigger,
                        const wend_trigger_state *state, uint32_t item)
{
    const wend_trigger usual = wend_trigger_default();
    wendi_text_write(out, "trigger ");
    wendi_text_write(out, kind_names[trigger->kind]);
    put_place(out, trigger->position);
    put_number(out, " radius=", trigger->radius, usual.radius);
    if (trigger->half_size.x > 0.0 || trigger->half_size.y > 0.0) {
        wendi_text_write(out, " half_size=");
        wendi_text_write_double(out, trigger->half_size.x);
        wendi_text_write(out, ",");
        wendi_text_write_double(out, trigger->half_size.y);
    }
    put_points(out, trigger);
    if (isinf(trigger->height)) {
        wendi_text_write(out, " height=any");
    } else {
        put_number(out, " height=", trigger->height, usual.height);
    }
    if (item != UINT32_MAX) {
        wendi_text_write(out, " item=");
        wendi_text_write_u64(out, item);
    }
    put_count(out, " tag=", trigger->tag);
    put_number(out, " amount=", trigger->amount, usual.amount);
    put_count(out, " user=", trigger->user);
    put_count(out, " first_tick=", trigger->first_tick);
    put_count(out, " period=", trigger->period);
    put_number(out, " loudness=", trigger->loudness, usual.loudness);
    if (trigger->sleep_ticks == WEND_TRIGGER_FOREVER) {
        wendi_text_write(out, " sleep_ticks=forever");
    } else {
        put_count(out, " sleep_ticks=", trigger->sleep_ticks);
    }
    wendi_text_write(out, trigger->is_repeated ? " repeated" : "");
    wendi_text_write(out, trigger->is_stay_reported ? " stay" : "");
    wendi_text_write(out, is_put_to_sleep(trigger, state) ? " asleep" : "");
    wendi_text_write(out, "\n");
}

/** @param numbers [limit] set to the number of each item in the file. */
static void put_items(wendi_writer *out, const wend_items *items, const wend_triggers *triggers,
                      uint32_t *numbers)
{
    const uint32_t limit = wend_items_limit(items);
    uint32_t count = 0;
    for (uint32_t i = 0; i < wend_triggers_limit(triggers); i++) {
        wend_trigger trigger;
        if (wend_triggers_get(triggers, wend_triggers_id_at(triggers, i), &trigger) == WEND_OK &&
            wend_items_has(items, trigger.item)) {
            numbers[trigger.item.index1 - 1] = 1;
        }
    }
    for (uint32_t i = 0; i < limit; i++) {
        wend_item item;
        if (wend_items_get(items, wend_items_id(items, i), &item) == WEND_OK) {
            put_item(out, &item, numbers[i] != 0);
            numbers[i] = count++;
        }
    }
}

static void put_triggers(wendi_writer *out, const wend_items *items, const wend_triggers *triggers,
                         const uint32_t *numbers)
{
    for (uint32_t i = 0; i < wend_triggers_limit(triggers); i++) {
        const wend_trigger_id id = wend_triggers_id_at(triggers, i);
        wend_trigger trigger;
        wend_trigger_state state;
        wend_item item;
        if (wend_triggers_get(triggers, id, &trigger) == WEND_OK &&
            wend_triggers_get_state(triggers, id, &state) == WEND_OK) {
            const bool is_linked = wend_items_get(items, trigger.item, &item) == WEND_OK;
            trigger.position = is_linked ? item.position : trigger.position;
            put_trigger(out, &trigger, &state,
                        is_linked ? numbers[trigger.item.index1 - 1] : UINT32_MAX);
        }
    }
}

/** The content of a file. @param out to be freed in any case. */
static wend_result write_text(const wend_items *items, const wend_triggers *triggers,
                              wendi_writer *out, wend_message *message)
{
    wendi_writer_init(out, NULL);
    if (items == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "items is NULL");
    }
    const size_t bytes = ((size_t)wend_items_limit(items) + 1) * sizeof(uint32_t);
    uint32_t *numbers = wendi_alloc_zero(NULL, bytes);
    if (numbers != NULL) {
        wendi_text_write(out, "items 1\n");
        put_items(out, items, triggers, numbers);
        put_triggers(out, items, triggers, numbers);
    }
    const bool is_written = numbers != NULL && !out->has_failed;
    wendi_free(NULL, numbers, bytes);
    return is_written ? WEND_OK : wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
}

wend_result wend_items_save_text_file(const wend_items *items, const wend_triggers *triggers,
                                      const char *file, wend_message *message)
{
    wendi_message_clear(message);
    if (file == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "file is NULL");
    }
    wendi_writer out;
    const wend_result written = write_text(items, triggers, &out, message);
    return wendi_text_save_file(&out, written, file, message);
}

wend_result wend_items_save_text_memory(const wend_items *items, const wend_triggers *triggers,
                                        const wend_allocator *allocator, uint8_t **bytes,
                                        size_t *count, wend_message *message)
{
    if (!wendi_save_begin(bytes, count, message)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer out;
    wend_result result = write_text(items, triggers, &out, message);
    if (result == WEND_OK) {
        result = wendi_save_copy(&out.bytes, allocator, bytes, count, message);
    }
    wendi_writer_free(&out);
    return result;
}
