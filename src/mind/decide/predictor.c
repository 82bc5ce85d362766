/* Predicts the next action from the n-grams of the last ones.
 * Cost: an action or a prediction looks up at most length * (length + 1) / 2 n-grams.
 *
 * Bytes: one section of bytes.h, magic "WPRD", version 1, with these numbers, little-endian:
 *
 *   action count u32, length u32, support u32, history limit u32, actions added u64,
 *   begins u8, count u32, the ring's entries u32, the oldest first */
#include "mind/decide/predictor.h"

#include "base/core/message.h"
#include "base/core/visitor.h"

#include <string.h>

enum { COOKIE = 0x50524431, MAGIC = 0x44525057, VERSION = 1, RING_FIRST = 32 };

wend_predictor_def wend_predictor_def_default(void)
{
    wend_predictor_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.action_count = 2;
    def.length = 3;
    def.support = 2;
    def.history_limit = 1024;
    return def;
}

/* ---- create, destroy ---- */

static wend_result check_def(const wend_predictor_def *def, const char *function)
{
    wend_message *m = def->message;
    if (def->action_count < 1 || def->action_count > WEND_PREDICTOR_ACTIONS_MAX) {
        return wendi_refuse(m, function, "action_count", def->action_count, 1,
                            WEND_PREDICTOR_ACTIONS_MAX);
    }
    if (def->length < 1 || def->length > WEND_PREDICTOR_LENGTH_MAX) {
        return wendi_refuse(m, function, "length", def->length, 1, WEND_PREDICTOR_LENGTH_MAX);
    }
    if (def->support < 1) {
        return wendi_refuse(m, function, "support", def->support, 1, UINT32_MAX);
    }
    if (def->history_limit < 1 || def->history_limit > WEND_PREDICTOR_HISTORY_MAX) {
        return wendi_refuse(m, function, "history_limit", def->history_limit, 1,
                            WEND_PREDICTOR_HISTORY_MAX);
    }
    return WEND_OK;
}

wend_result wend_predictor_create(const wend_predictor_def *def, wend_predictor **predictor)
{
    static const char function[] = "wend_predictor_create";
    if (predictor != NULL) {
        *predictor = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_predictor_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = check_def(def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (predictor == NULL) {
        return wendi_refuse_null(def->message, function, "predictor");
    }
    wend_predictor *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL || !wendi_ngrams_reserve(&made->ngrams, 1, &def->allocator)) {
        wendi_free(&def->allocator, made, sizeof *made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->action_count = def->action_count;
    made->length = def->length;
    made->support = def->support;
    made->history_limit = def->history_limit;
    made->begins = true;
    wendi_ngrams_clear(&made->ngrams);
    *predictor = made;
    return WEND_OK;
}

void wend_predictor_destroy(wend_predictor *predictor)
{
    if (predictor == NULL) {
        return;
    }
    const wend_allocator allocator = predictor->allocator;
    wendi_ngrams_free(&predictor->ngrams, &allocator);
    wendi_free(&allocator, predictor->ring, predictor->ring_capacity * sizeof *predictor->ring);
    wendi_free(&allocator, predictor, sizeof *predictor);
}

const char *wend_predictor_error(const wend_predictor *predictor)
{
    return predictor == NULL ? "" : predictor->message.text;
}

/* ---- the history ---- */

/* The last actions that the next one follows: at most length - 1, within one sequence. */
static uint32_t context_length(const wend_predictor *predictor)
{
    uint32_t length = 0;
    while (!predictor->begins && length < predictor->count && length + 1 < predictor->length) {
        const uint32_t entry = wendi_predictor_entry(predictor, predictor->count - 1 - length);
        length++;
        if ((entry & WENDI_PREDICTOR_BEGINS) != 0) {
            break;
        }
    }
    return length;
}

/* The node of the `length` actions that end before position `end` of the history. */
static int32_t node_of(const wend_predictor *predictor, uint32_t end, uint32_t length)
{
    int32_t node = WENDI_NGRAM_ROOT;
    for (uint32_t i = end - length; i < end && node != WENDI_NGRAM_NONE; i++) {
        node = wendi_ngrams_child(&predictor->ngrams, node,
                                  wendi_predictor_entry(predictor, i) & WENDI_PREDICTOR_ACTION);
    }
    return node;
}

/* Takes the oldest action out of the history, with all n-grams that it begins: the longest first, so
 * that a node that is removed has no children. */
static void forget(wend_predictor *predictor)
{
    int32_t path[WEND_PREDICTOR_LENGTH_MAX];
    uint32_t length = 0;
    int32_t node = WENDI_NGRAM_ROOT;
    while (length < predictor->count && length < predictor->length) {
        const uint32_t entry = wendi_predictor_entry(predictor, length);
        if (length > 0 && (entry & WENDI_PREDICTOR_BEGINS) != 0) {
            break;
        }
        node = wendi_ngrams_child(&predictor->ngrams, node, entry & WENDI_PREDICTOR_ACTION);
        path[length++] = node;
    }
    while (length > 0) {
        wendi_ngrams_decrement(&predictor->ngrams, path[--length]);
    }
    const uint32_t oldest = wendi_predictor_entry(predictor, 0);
    predictor->predicted_count -= (oldest & WENDI_PREDICTOR_PREDICTED) != 0 ? 1 : 0;
    predictor->hit_count -= (oldest & WENDI_PREDICTOR_HIT) != 0 ? 1 : 0;
    predictor->oldest =
        predictor->oldest + 1 < predictor->ring_capacity ? predictor->oldest + 1 : 0;
    predictor->count--;
}

/* Appends an entry for which there is room, and counts the n-grams that it ends. */
static void append(wend_predictor *predictor, uint32_t entry)
{
    const uint32_t longest = context_length(predictor), end = predictor->count;
    const uint32_t place = predictor->oldest + end;
    predictor->ring[place < predictor->ring_capacity ? place : place - predictor->ring_capacity] =
        entry;
    for (uint32_t length = 0; length <= longest; length++) {
        wendi_ngrams_increment(&predictor->ngrams, node_of(predictor, end, length),
                               entry & WENDI_PREDICTOR_ACTION);
    }
    predictor->count++;
    predictor->predicted_count += (entry & WENDI_PREDICTOR_PREDICTED) != 0 ? 1 : 0;
    predictor->hit_count += (entry & WENDI_PREDICTOR_HIT) != 0 ? 1 : 0;
    predictor->begins = false;
}

/* Room for one more entry. The ring is full size before its oldest entry is ever forgotten, so it
 * grows only while that lies at its start. */
static bool reserve(wend_predictor *predictor)
{
    if (!wendi_ngrams_reserve(&predictor->ngrams, predictor->length, &predictor->allocator)) {
        return false;
    }
    if (predictor->count < predictor->ring_capacity ||
        predictor->ring_capacity == predictor->history_limit) {
        return true;
    }
    uint32_t capacity =
        predictor->ring_capacity == 0 ? (uint32_t)RING_FIRST : 2 * predictor->ring_capacity;
    capacity = capacity < predictor->history_limit ? capacity : predictor->history_limit;
    uint32_t *ring = wendi_resize_items(&predictor->allocator, predictor->ring,
                                        predictor->ring_capacity, capacity, sizeof *ring);
    if (ring == NULL) {
        return false;
    }
    predictor->ring = ring;
    predictor->ring_capacity = capacity;
    return true;
}

wend_result wend_predictor_add(wend_predictor *predictor, uint32_t action)
{
    static const char function[] = "wend_predictor_add";
    if (predictor == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (action >= predictor->action_count) {
        return wendi_refuse_index(&predictor->message, function, "action", action, "actions",
                                  predictor->action_count);
    }
    if (!reserve(predictor)) {
        return wendi_fail_plain(&predictor->message, function, WEND_ERROR_MEMORY);
    }
    wend_prediction prediction;
    uint32_t entry = action | (predictor->begins ? (uint32_t)WENDI_PREDICTOR_BEGINS : 0);
    if (wend_predictor_predict(predictor, &prediction)) {
        entry |= (uint32_t)WENDI_PREDICTOR_PREDICTED;
        entry |= prediction.action == action ? (uint32_t)WENDI_PREDICTOR_HIT : 0;
    }
    if (predictor->count == predictor->history_limit) {
        forget(predictor);
    }
    append(predictor, entry);
    predictor->added_count++;
    return WEND_OK;
}

wend_result wend_predictor_begin_sequence(wend_predictor *predictor)
{
    if (predictor == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    predictor->begins = true;
    return WEND_OK;
}

wend_result wend_predictor_clear(wend_predictor *predictor)
{
    if (predictor == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_ngrams_clear(&predictor->ngrams);
    predictor->oldest = predictor->count = 0;
    predictor->predicted_count = predictor->hit_count = 0;
    predictor->added_count = 0;
    predictor->begins = true;
    return WEND_OK;
}

/* ---- predictions ---- */

/* The node of the longest run of last actions with enough evidence. */
static int32_t find_context(const wend_predictor *predictor, uint32_t *length)
{
    for (*length = context_length(predictor); *length > 0; --*length) {
        const int32_t node = node_of(predictor, predictor->count, *length);
        if (node != WENDI_NGRAM_NONE &&
            predictor->ngrams.nodes[node].followed >= predictor->support) {
            return node;
        }
    }
    return WENDI_NGRAM_ROOT;
}

bool wend_predictor_predict(const wend_predictor *predictor, wend_prediction *prediction)
{
    if (prediction != NULL) {
        memset(prediction, 0, sizeof *prediction);
    }
    if (predictor == NULL || prediction == NULL || predictor->count == 0) {
        return false;
    }
    uint32_t length;
    const wendi_ngram *context = &predictor->ngrams.nodes[find_context(predictor, &length)];
    const wendi_ngram *best = &predictor->ngrams.nodes[context->best];
    *prediction = (wend_prediction){.action = best->action,
                                    .length = length + 1,
                                    .count = best->count,
                                    .total = context->followed,
                                    .probability = (double)best->count / context->followed};
    return true;
}

wend_result wend_predictor_get_probabilities(const wend_predictor *predictor, double *probabilities,
                                             size_t capacity)
{
    if (predictor == NULL || probabilities == NULL || capacity < predictor->action_count) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < predictor->action_count; i++) {
        probabilities[i] = 0;
    }
    uint32_t length;
    const wendi_ngram *nodes = predictor->ngrams.nodes;
    const wendi_ngram *context = &nodes[find_context(predictor, &length)];
    for (int32_t i = context->first; i != WENDI_NGRAM_NONE; i = nodes[i].next) {
        probabilities[nodes[i].action] = (double)nodes[i].count / context->followed;
    }
    return WEND_OK;
}

uint32_t wend_predictor_count(const wend_predictor *predictor, const uint32_t *actions,
                              size_t count)
{
    if (predictor == NULL || actions == NULL || count < 1 || count > predictor->length) {
        return 0;
    }
    int32_t node = WENDI_NGRAM_ROOT;
    for (size_t i = 0; i < count && node != WENDI_NGRAM_NONE; i++) {
        node = wendi_ngrams_child(&predictor->ngrams, node, actions[i]);
    }
    return node == WENDI_NGRAM_NONE ? 0 : predictor->ngrams.nodes[node].count;
}

void wend_predictor_get_info(const wend_predictor *predictor, wend_predictor_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (predictor != NULL) {
        const wendi_ngrams *ngrams = &predictor->ngrams;
        info->action_count = predictor->action_count;
        info->length = predictor->length;
        info->history_count = predictor->count;
        info->predicted_count = predictor->predicted_count;
        info->hit_count = predictor->hit_count;
        info->added_count = predictor->added_count;
        info->memory_bytes = sizeof *predictor +
                             predictor->ring_capacity * sizeof *predictor->ring +
                             ngrams->capacity * (sizeof *ngrams->nodes + sizeof *ngrams->buckets);
    }
}

/* ---- bytes ---- */

/* All but the entries. */
static void visit_head(wendi_visitor *v, wend_predictor_def *def, uint64_t *added, uint8_t *begins,
                       uint32_t *count)
{
    wendi_visit_u32(v, &def->action_count);
    wendi_visit_u32(v, &def->length);
    wendi_visit_u32(v, &def->support);
    wendi_visit_u32(v, &def->history_limit);
    wendi_visit_u64(v, added);
    wendi_visit_u8(v, begins);
    wendi_visit_u32(v, count);
}

static void visit_predictor(wendi_visitor *v, const wend_predictor *predictor)
{
    wend_predictor_def def = {.action_count = predictor->action_count,
                              .length = predictor->length,
                              .support = predictor->support,
                              .history_limit = predictor->history_limit};
    uint64_t added = predictor->added_count;
    uint8_t begins = predictor->begins ? 1 : 0;
    uint32_t count = predictor->count;
    visit_head(v, &def, &added, &begins, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t entry = wendi_predictor_entry(predictor, i);
        wendi_visit_u32(v, &entry);
    }
}

uint64_t wend_predictor_hash(const wend_predictor *predictor)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (predictor == NULL) {
        return 0;
    }
    visit_predictor(&v, predictor);
    return v.hash;
}

static void write_predictor(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_predictor(&v, object);
}

wend_result wend_predictor_save(const wend_predictor *predictor, uint8_t *bytes, size_t capacity,
                                size_t *count)
{
    return wendi_save_object(predictor, write_predictor, MAGIC, VERSION, bytes, capacity, count);
}

static void read_entry(wendi_visitor *v, wend_predictor *predictor)
{
    uint32_t entry = 0;
    wendi_visit_u32(v, &entry);
    wendi_visit_expect(v,
                       entry <= WENDI_PREDICTOR_ALL &&
                           (entry & WENDI_PREDICTOR_ACTION) < predictor->action_count,
                       "an action makes no sense");
    wendi_visit_expect(
        v, (entry & WENDI_PREDICTOR_HIT) == 0 || (entry & WENDI_PREDICTOR_PREDICTED) != 0,
        "an action was predicted without a prediction");
    if (!wendi_visitor_has_failed(v) && wendi_visit_expect_memory(v, reserve(predictor))) {
        predictor->begins = (entry & WENDI_PREDICTOR_BEGINS) != 0;
        append(predictor, entry);
    }
}

static wend_result read_predictor(wendi_visitor *v, wend_predictor_def *def,
                                  wend_predictor **predictor)
{
    uint64_t added = 0;
    uint8_t begins = 0;
    uint32_t count = 0;
    wendi_visit_part(v, "the data ends within the predictor");
    visit_head(v, def, &added, &begins, &count);
    wend_message *message = def->message;
    def->message = NULL; /* the file is wrong, not a definition */
    wendi_visit_expect(v, check_def(def, "") == WEND_OK, "the definition is out of range");
    wendi_visit_expect(
        v, begins <= 1 && count <= def->history_limit && count <= added && added <= UINT64_MAX / 2,
        "the number of actions makes no sense");
    wend_result result = wendi_visitor_result(v);
    wend_predictor *made = NULL;
    if (result == WEND_OK) {
        result = wend_predictor_create(def, &made);
    }
    def->message = message;
    *predictor = made;
    if (made == NULL) {
        return result;
    }
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        read_entry(v, made);
    }
    made->begins = begins != 0;
    made->added_count = added;
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the predictor");
    return wendi_visitor_result(v);
}

wend_result wend_predictor_load(const wend_predictor_def *def, const uint8_t *bytes, size_t count,
                                wend_predictor **predictor)
{
    static const char function[] = "wend_predictor_load";
    wend_predictor_def from = def == NULL ? wend_predictor_def_default() : *def;
    if (predictor != NULL) {
        *predictor = NULL;
    }
    if (!wendi_has_cookie(from.cookie, COOKIE, from.message, function,
                          "wend_predictor_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (predictor == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, predictor == NULL ? "predictor" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION,
                                "there are bytes behind the predictor", &content, &version,
                                &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_predictor *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_predictor(&v, &from, &made);
    if (result != WEND_OK) {
        wend_predictor_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *predictor = made;
    return WEND_OK;
}
