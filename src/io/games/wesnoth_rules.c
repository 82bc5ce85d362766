/* The rules of The Battle for Wesnoth from its terrain.cfg and units.cfg: terrains with their
 * aliases, and the points each type of movement pays for them.
 * Cost: linear in the files; terrains times types of movement bytes. */
#include "io/games/wesnoth_terrain.h"

#include "base/core/memory.h"
#include "base/core/message.h"

#include <string.h>

void wendi_wesnoth_rules_init(wendi_wesnoth_rules *rules, const wend_allocator *allocator,
                              wend_message *message)
{
    memset(rules, 0, sizeof *rules);
    wendi_array_u8_init(&rules->texts, allocator);
    wendi_array_u64_init(&rules->aliases, allocator);
    wendi_array_u8_init(&rules->points, allocator);
    rules->macros.allocator = rules->texts.allocator;
    rules->message = message;
}

void wendi_wesnoth_rules_free(wendi_wesnoth_rules *rules)
{
    wendi_free(&rules->texts.allocator, rules->terrains,
               rules->terrain_capacity * sizeof *rules->terrains);
    wendi_wml_macros_free(&rules->macros);
    wendi_array_u8_free(&rules->texts);
    wendi_array_u64_free(&rules->aliases);
    wendi_array_u8_free(&rules->points);
    rules->terrains = NULL;
    rules->terrain_count = 0;
    rules->terrain_capacity = 0;
    rules->movetype_count = 0;
}

static wend_result out_of_memory(const wendi_wesnoth_rules *rules)
{
    return wendi_fail(rules->message, WEND_ERROR_MEMORY, "out of memory for the rules of terrain");
}

/** Keeps a name. @param at the index of its first byte. */
static wend_result add_text(wendi_wesnoth_rules *rules, wendi_span text, size_t *at)
{
    size_t begin = rules->texts.count;
    if (!wendi_array_u8_reserve(&rules->texts, begin + text.length + 1)) {
        return out_of_memory(rules);
    }
    (void)wendi_array_u8_append(&rules->texts, text.text, text.length);
    (void)wendi_array_u8_push(&rules->texts, 0);
    *at = begin;
    return WEND_OK;
}

static const char *text_at(const wendi_wesnoth_rules *rules, size_t at)
{
    return (const char *)rules->texts.items + at;
}

const char *wendi_wesnoth_movetype_name(const wendi_wesnoth_rules *rules, size_t movetype)
{
    return text_at(rules, rules->movetypes[movetype].name);
}

/* ---- terrains ---- */

/** The list of aliases that a [terrain_type] got last; that for movement beats the one for all. */
typedef enum alias_source { ALIAS_NONE = 0, ALIAS_OF, ALIAS_MOVEMENT } alias_source;

/** Reads [terrain_type] tags. */
typedef struct terrain_reader {
    wendi_wesnoth_rules *rules;
    uint32_t depth; /**< Tags open. */
    bool is_inside; /**< A terrain is being read, at depth 1. */
    bool has_id;
    alias_source source;
    wendi_wesnoth_terrain terrain;
} terrain_reader;

static wend_result begin_terrain(void *context, wendi_span tag, uint32_t line)
{
    terrain_reader *r = context;
    (void)line;
    if (r->depth++ == 0 && wendi_span_is(tag, "terrain_type")) {
        memset(&r->terrain, 0, sizeof r->terrain);
        r->is_inside = true;
        r->has_id = false;
        r->source = ALIAS_NONE;
    }
    return WEND_OK;
}

/** Cuts the next of several values between commas off, blanks around it taken away. */
static wendi_span next_of_list(wendi_span *list)
{
    const uint8_t *comma = memchr(list->text, ',', list->length);
    size_t length = comma == NULL ? list->length : (size_t)(comma - list->text);
    wendi_span item = {list->text, length};
    size_t used = comma == NULL ? length : length + 1;
    list->text += used;
    list->length -= used;
    return wendi_span_word(&item);
}

/** Reads "-,_bas,Ft". An empty list changes nothing. */
static wend_result read_aliases(terrain_reader *r, alias_source source, wendi_span list,
                                uint32_t line)
{
    wendi_array_u64 *aliases = &r->rules->aliases;
    size_t first = aliases->count;
    while (list.length > 0) {
        wendi_wesnoth_code code;
        wendi_span item = next_of_list(&list);
        if (!wendi_wesnoth_code_from_text(item, &code)) {
            return wendi_fail_line(r->rules->message, line, "an alias that is no terrain code");
        }
        if (!wendi_array_u64_push(aliases, code)) {
            return out_of_memory(r->rules);
        }
    }
    if (aliases->count > first && source >= r->source) {
        r->source = source;
        r->terrain.first_alias = first;
        r->terrain.alias_count = aliases->count - first;
    }
    return WEND_OK;
}

static wend_result read_code(const terrain_reader *r, wendi_span value, uint32_t line,
                             wendi_wesnoth_code *code)
{
    if (value.length == 0) {
        return WEND_OK;
    }
    return wendi_wesnoth_code_from_text(value, code)
               ? WEND_OK
               : wendi_fail_line(r->rules->message, line, "expected a terrain code such as Gg^Vh");
}

static wend_result terrain_value(void *context, wendi_span key, wendi_span value, uint32_t line)
{
    terrain_reader *r = context;
    if (!r->is_inside || r->depth != 1) {
        return WEND_OK;
    }
    if (wendi_span_is(key, "string")) {
        return read_code(r, value, line, &r->terrain.code);
    }
    if (wendi_span_is(key, "default_base")) {
        return read_code(r, value, line, &r->terrain.default_base);
    }
    if (wendi_span_is(key, "id")) {
        r->has_id = true;
        return add_text(r->rules, value, &r->terrain.id);
    }
    if (wendi_span_is(key, "aliasof")) {
        return read_aliases(r, ALIAS_OF, value, line);
    }
    return wendi_span_is(key, "mvt_alias") ? read_aliases(r, ALIAS_MOVEMENT, value, line) : WEND_OK;
}

static bool reserve_terrain(wendi_wesnoth_rules *rules)
{
    if (rules->terrain_count < rules->terrain_capacity) {
        return true;
    }
    size_t capacity = rules->terrain_capacity == 0 ? 64 : rules->terrain_capacity * 2;
    wendi_wesnoth_terrain *terrains =
        wendi_resize(&rules->texts.allocator, rules->terrains,
                     rules->terrain_capacity * sizeof *terrains, capacity * sizeof *terrains);
    if (terrains == NULL) {
        return false;
    }
    rules->terrains = terrains;
    rules->terrain_capacity = capacity;
    return true;
}

static wend_result end_terrain(void *context, wendi_span tag, uint32_t line)
{
    terrain_reader *r = context;
    (void)tag;
    r->depth--;
    if (r->depth > 0 || !r->is_inside) {
        return WEND_OK;
    }
    r->is_inside = false;
    /* Keeps a terrain; of two with one code the first holds, as in the game. */
    wendi_wesnoth_rules *rules = r->rules;
    if (r->terrain.code == 0 || !r->has_id) {
        return wendi_fail_line(rules->message, line, "a terrain_type without string or id");
    }
    size_t at = wendi_wesnoth_position(rules, r->terrain.code);
    if (at < rules->terrain_count && rules->terrains[at].code == r->terrain.code) {
        return WEND_OK;
    }
    if (rules->terrain_count == WENDI_WESNOTH_TERRAINS_MAX) {
        return wendi_fail_line(rules->message, line, "more than %d terrains",
                               (int)WENDI_WESNOTH_TERRAINS_MAX);
    }
    if (!reserve_terrain(rules)) {
        return out_of_memory(rules);
    }
    memmove(rules->terrains + at + 1, rules->terrains + at,
            (rules->terrain_count - at) * sizeof *rules->terrains);
    rules->terrains[at] = r->terrain;
    rules->terrain_count++;
    return WEND_OK;
}

wend_result wendi_wesnoth_read_terrains(wendi_wesnoth_rules *rules, const uint8_t *bytes,
                                        size_t count)
{
    terrain_reader r;
    memset(&r, 0, sizeof r);
    r.rules = rules;
    wendi_wml_handler handler = {begin_terrain, end_terrain, terrain_value, &r};
    wend_result result = wendi_wml_read(bytes, count, &rules->macros, &handler, rules->message);
    if (result == WEND_OK && rules->terrain_count == 0) {
        return wendi_fail_line(rules->message, 1, "no terrain_type");
    }
    return result;
}

wend_result wendi_wesnoth_read_macros(wendi_wesnoth_rules *rules, const uint8_t *bytes,
                                      size_t count)
{
    static const wendi_wml_handler none = {NULL, NULL, NULL, NULL};
    return wendi_wml_read(bytes, count, &rules->macros, &none, rules->message);
}

/* ---- types of movement ---- */

/** Reads [units][movetype][movement_costs]; [units] may be at any depth. */
typedef struct movement_reader {
    wendi_wesnoth_rules *rules;
    uint32_t depth;          /**< Tags open. */
    uint32_t movetype_depth; /**< Depth within the [movetype] being read; 0 = none. */
    uint32_t costs_depth;    /**< Depth within its [movement_costs]; 0 = none. */
} movement_reader;

static wend_result add_movetype(wendi_wesnoth_rules *rules, uint32_t line)
{
    size_t m = rules->movetype_count;
    if (m == WENDI_WESNOTH_MOVETYPES_MAX) {
        return wendi_fail_line(rules->message, line, "more than %d types of movement",
                               (int)WENDI_WESNOTH_MOVETYPES_MAX);
    }
    size_t used = rules->points.count;
    if (!wendi_array_u8_resize(&rules->points, used + rules->terrain_count)) {
        return out_of_memory(rules);
    }
    memset(rules->points.items + used, WENDI_WESNOTH_UNREACHABLE, rules->terrain_count);
    rules->movetypes[m].name = SIZE_MAX;
    rules->movetypes[m].equal = m;
    rules->movetype_count++;
    return WEND_OK;
}

static wend_result begin_movement(void *context, wendi_span tag, uint32_t line)
{
    movement_reader *r = context;
    r->depth++;
    if (r->movetype_depth == 0 && wendi_span_is(tag, "movetype")) {
        r->movetype_depth = r->depth;
        return add_movetype(r->rules, line);
    }
    if (r->movetype_depth + 1 == r->depth && wendi_span_is(tag, "movement_costs")) {
        r->costs_depth = r->movetype_depth == 0 ? 0 : r->depth;
    }
    return WEND_OK;
}

static wend_result set_points(const wendi_wesnoth_rules *rules, wendi_span id, wendi_span value,
                              uint32_t line)
{
    int64_t points = 0;
    if (!wendi_span_integer(value, -1000000, 1000000, &points)) {
        return wendi_fail_line(rules->message, line, "expected movement points, a whole number");
    }
    points = points < 1 ? 1 : points;
    points = points > WENDI_WESNOTH_UNREACHABLE ? WENDI_WESNOTH_UNREACHABLE : points;
    uint8_t *row = rules->points.items + (rules->movetype_count - 1) * rules->terrain_count;
    for (size_t t = 0; t < rules->terrain_count; t++) {
        if (wendi_span_is(id, text_at(rules, rules->terrains[t].id))) {
            row[t] = (uint8_t)points;
        }
    }
    return WEND_OK;
}

static wend_result movement_value(void *context, wendi_span key, wendi_span value, uint32_t line)
{
    movement_reader *r = context;
    if (r->costs_depth > 0 && r->depth == r->costs_depth) {
        return set_points(r->rules, key, value, line);
    }
    if (r->movetype_depth > 0 && r->depth == r->movetype_depth && wendi_span_is(key, "name")) {
        return add_text(r->rules, value, &r->rules->movetypes[r->rules->movetype_count - 1].name);
    }
    return WEND_OK;
}

/** Finds the first movetype that pays the same everywhere. */
static void find_equal(wendi_wesnoth_rules *rules, size_t movetype)
{
    size_t width = rules->terrain_count;
    const uint8_t *row = rules->points.items + movetype * width;
    for (size_t m = 0; m < movetype; m++) {
        if (memcmp(rules->points.items + m * width, row, width) == 0) {
            rules->movetypes[movetype].equal = m;
            return;
        }
    }
}

static wend_result end_movement(void *context, wendi_span tag, uint32_t line)
{
    movement_reader *r = context;
    (void)tag;
    uint32_t depth = r->depth--;
    if (depth == r->costs_depth) {
        r->costs_depth = 0;
    }
    if (depth != r->movetype_depth) {
        return WEND_OK;
    }
    r->movetype_depth = 0;
    size_t movetype = r->rules->movetype_count - 1;
    if (r->rules->movetypes[movetype].name == SIZE_MAX) {
        return wendi_fail_line(r->rules->message, line, "a movetype without a name");
    }
    find_equal(r->rules, movetype);
    return WEND_OK;
}

wend_result wendi_wesnoth_read_movetypes(wendi_wesnoth_rules *rules, const uint8_t *bytes,
                                         size_t count)
{
    movement_reader r = {rules, 0, 0, 0};
    wendi_wml_handler handler = {begin_movement, end_movement, movement_value, &r};
    return wendi_wml_read(bytes, count, &rules->macros, &handler, rules->message);
}
