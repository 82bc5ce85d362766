/* Minds: hash, save, load.
 *
 * Bytes: one section of bytes.h, magic "WMND", version 1, with these numbers, little-endian:
 *
 *   decision bytes, central period, central cost, band count, far period, point count u32, hysteresis f64,
 *   for each band: distance f64, period u32; for each point: x, y, z f64,
 *   tick, thoughts, debt, longest wait, dropped requests u64, agent count u64,
 *   for each agent in order: number u64, x, y, z f64, due, last, thoughts u64, own period, phase, cost,
 *   priority, band u32, its decision
 *
 * Periods and loads follow from these. */
#include "mind/schedule/minds.h"

#include "base/core/message.h"
#include "base/math/bits.h"

#include <string.h>

enum { MAGIC = 0x444E4D57, VERSION = 1, AGENT_BYTES = 76 };

static const uint64_t TICK_MOST = UINT64_MAX / 4;

/* -0 is never kept: equal minds have equal bytes. */
static void visit_plain(wendi_visitor *v, double *value)
{
    wendi_visit_f64(v, value);
    wendi_visit_expect(v, wendi_bits_of_f64(*value) != (uint64_t)1 << 63,
                       "a number is not in its plain form");
}

static void visit_vec3(wendi_visitor *v, wend_vec3 *value)
{
    visit_plain(v, &value->x);
    visit_plain(v, &value->y);
    visit_plain(v, &value->z);
    wendi_visit_expect(v, wendi_check_vec3(NULL, "", "", *value) == WEND_OK,
                       "a position is out of range");
}

/* The definition and the points. Writing takes a copy of the numbers. */
static void visit_head(wendi_visitor *v, wend_minds_def *def, wend_mind_band *bands,
                       wend_vec3 *points, uint32_t *point_count)
{
    wendi_visit_u32(v, &def->decision_bytes);
    wendi_visit_u32(v, &def->central_period);
    wendi_visit_u32(v, &def->central_cost);
    wendi_visit_u32(v, &def->band_count);
    wendi_visit_u32(v, &def->far_period);
    wendi_visit_u32(v, point_count);
    visit_plain(v, &def->hysteresis);
    wendi_visit_expect(
        v, def->band_count <= WEND_MINDS_BANDS_MAX && *point_count <= WEND_MINDS_POINTS_MAX,
        "the counts make no sense");
    if (wendi_visitor_has_failed(v)) {
        def->band_count = 0;
        *point_count = 0;
    }
    for (uint32_t i = 0; i < def->band_count; i++) {
        visit_plain(v, &bands[i].distance);
        wendi_visit_u32(v, &bands[i].period);
    }
    for (uint32_t i = 0; i < *point_count; i++) {
        visit_vec3(v, &points[i]);
    }
}

static void visit_agent(wendi_visitor *v, wendi_mind *it)
{
    visit_vec3(v, &it->position);
    wendi_visit_u64(v, &it->due);
    wendi_visit_u64(v, &it->last);
    wendi_visit_u64(v, &it->think_count);
    wendi_visit_u32(v, &it->own_period);
    wendi_visit_u32(v, &it->phase);
    wendi_visit_u32(v, &it->cost);
    wendi_visit_u32(v, &it->priority);
    wendi_visit_u32(v, &it->band);
}

static void visit_counters(wendi_visitor *v, uint64_t counters[5])
{
    wendi_visit_u64_array(v, counters, 5);
    wendi_visit_expect(v, counters[0] <= TICK_MOST, "the tick makes no sense");
}

static void visit_minds(wendi_visitor *v, const wend_minds *minds)
{
    wend_minds_def def = {.decision_bytes = minds->decision_bytes,
                          .central_period = minds->central_period,
                          .central_cost = minds->central_cost,
                          .band_count = minds->band_count,
                          .far_period = minds->far_period,
                          .hysteresis = minds->hysteresis};
    wend_mind_band bands[WEND_MINDS_BANDS_MAX];
    wend_vec3 points[WEND_MINDS_POINTS_MAX];
    uint32_t point_count = minds->point_count;
    uint64_t counters[5] = {minds->tick, minds->think_count, minds->debt, minds->overdue_most,
                            minds->dropped_count};
    uint64_t count = minds->agents.table.count;
    memcpy(bands, minds->bands, sizeof bands);
    memcpy(points, minds->points, sizeof points);
    visit_head(v, &def, bands, points, &point_count);
    visit_counters(v, counters);
    wendi_visit_u64(v, &count);
    for (uint32_t i = 0; i < minds->agents.table.count; i++) {
        uint64_t number = minds->agents.table.numbers[i];
        wendi_mind mind = minds->agents.minds[i];
        wendi_visit_u64(v, &number);
        visit_agent(v, &mind);
        wendi_visit_u8_array(v, wendi_minds_published(minds, i), minds->decision_bytes);
    }
}

uint64_t wend_minds_hash(const wend_minds *minds)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (minds == NULL) {
        return 0;
    }
    visit_minds(&v, minds);
    return v.hash;
}

static void write_minds(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_minds(&v, object);
}

wend_result wend_minds_save(const wend_minds *minds, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wendi_save_object(minds, write_minds, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- load ---- */

static void read_agent(wendi_visitor *v, wend_minds *minds)
{
    uint64_t number = 0;
    wendi_mind mind;
    memset(&mind, 0, sizeof mind);
    wendi_visit_u64(v, &number);
    visit_agent(v, &mind);
    wend_mind_def def = wend_mind_def_default();
    def.agent = number;
    def.period = mind.own_period;
    def.cost = mind.cost;
    def.priority = mind.priority;
    wendi_visit_expect(v,
                       wendi_mind_check(NULL, "", &def) == WEND_OK &&
                           mind.band <= minds->band_count && mind.last <= minds->tick &&
                           mind.due <= minds->tick + 2 * WEND_MINDS_PERIOD_MAX &&
                           wendi_agent_table_find(&minds->agents.table, number) == WENDI_AGENT_NONE,
                       "an agent makes no sense");
    if (wendi_visitor_has_failed(v)) {
        return;
    }
    mind.period = wendi_minds_period_of(minds, mind.own_period, mind.band);
    wendi_visit_expect(v, mind.phase < mind.period, "the phase of an agent makes no sense");
    const wend_result result =
        wendi_visitor_has_failed(v) ? WEND_OK : wend_minds_add_agent(minds, &def);
    if (wendi_visitor_has_failed(v) || !wendi_visit_expect_memory(v, result == WEND_OK)) {
        return;
    }
    const uint32_t index = minds->agents.table.count - 1;
    wendi_minds_take_load(minds, &minds->agents.minds[index]);
    minds->agents.minds[index] = mind;
    wendi_minds_add_load(minds, &mind);
    wendi_visit_u8_array(v, wendi_minds_published(minds, index), minds->decision_bytes);
}

static void read_state(wendi_visitor *v, wend_minds *minds)
{
    uint64_t counters[5] = {0, 0, 0, 0, 0};
    uint64_t count = 0;
    visit_counters(v, counters);
    minds->tick = counters[0];
    minds->think_count = counters[1];
    minds->debt = counters[2];
    minds->overdue_most = counters[3];
    minds->dropped_count = counters[4];
    wendi_visit_u64(v, &count);
    wendi_visit_expect(v,
                       count <= WEND_MINDS_AGENTS_MAX &&
                           count <= wendi_reader_remaining(v->reader) /
                                        (AGENT_BYTES + (uint64_t)minds->decision_bytes),
                       "the number of agents makes no sense");
    for (uint64_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        read_agent(v, minds);
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the minds");
}

static wend_result read_minds(wendi_visitor *v, wend_minds_def *def, wend_minds **minds)
{
    wend_mind_band bands[WEND_MINDS_BANDS_MAX];
    wend_vec3 points[WEND_MINDS_POINTS_MAX];
    uint32_t point_count = 0;
    memset(bands, 0, sizeof bands);
    memset(points, 0, sizeof points);
    wendi_visit_part(v, "the data ends within the minds");
    visit_head(v, def, bands, points, &point_count);
    wend_result result = wendi_visitor_result(v);
    if (result != WEND_OK) {
        return result;
    }
    wend_message *message = def->message;
    def->message = NULL; /* the file is wrong, not a definition */
    def->bands = bands;
    wend_minds *made = NULL;
    result = wend_minds_create(def, &made);
    def->message = message;
    if (result == WEND_ERROR_ARGUMENT) {
        wendi_visit_refuse(v, "the definition is out of range");
        return WEND_ERROR_FILE;
    }
    *minds = made;
    if (made == NULL) {
        return result;
    }
    memcpy(made->points, points, sizeof points);
    made->point_count = point_count;
    read_state(v, made);
    return wendi_visitor_result(v);
}

wend_result wend_minds_load(const wend_minds_def *def, const uint8_t *bytes, size_t count,
                            wend_minds **minds)
{
    static const char function[] = "wend_minds_load";
    const uint32_t cookie = wend_minds_def_default().cookie;
    if (minds != NULL) {
        *minds = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, cookie, def->message, function, "wend_minds_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_minds_def from = *def;
    wendi_message_clear(from.message);
    if (minds == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, minds == NULL ? "minds" : "bytes");
    }
    if (from.think == NULL && from.think_central == NULL) {
        return wendi_fail(from.message, WEND_ERROR_ARGUMENT, "%s: think and think_central are NULL",
                          function);
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the minds",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_minds *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_minds(&v, &from, &made);
    if (result != WEND_OK) {
        wend_minds_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *minds = made;
    return WEND_OK;
}
