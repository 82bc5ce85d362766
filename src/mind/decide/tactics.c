/* Tactics: the decisions so far, and for each context and tactic the number and sum of scores.
 * Cost: a choice looks at all tactics; adding a decision takes constant time.
 *
 *   history, a ring       context 3, tactic 1, 0.5 | context 0, tactic 2, -1 | ...
 *   row of a context      tries and sum of tactic 0 | of tactic 1 | ...      made with its first decision
 *   overall               likewise, over all contexts
 *
 * Scores are integers of 2^-24, so that sums from which old scores are taken again are exact: equal
 * histories have equal sums, whatever went before. Only the history is saved and hashed.
 *
 * Bytes: one section of bytes.h, magic "WTAC", version 1, with these numbers, little-endian:
 *
 *   tactic count u32, context count u32, history limit u32, standard u32, exploration f64,
 *   borrowing f64, seed u64, decisions added u64, count u32,
 *   for each decision, the oldest first: context u32, tactic u32, score u64 */
#include "wend/tactics.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"

#include <float.h>
#include <string.h>

enum { COOKIE = 0x54414331, MAGIC = 0x43415457, VERSION = 1, RING_FIRST = 32, ROWS_FIRST = 4 };

static const double SCORE_UNIT = 1 << 24;
static const double BORROWING_MOST = 65536;

typedef struct tactic_record {
    uint32_t context, tactic;
    int64_t score; /* in units of 2^-24 */
} tactic_record;

typedef struct tactic_tally {
    int64_t sum;
    uint32_t count;
} tactic_tally;

struct wend_tactics {
    wend_allocator allocator;
    wend_message message;
    uint32_t tactic_count, context_count, history_limit;
    int32_t standard;
    double exploration, borrowing;
    uint64_t seed;
    tactic_record *ring; /* [ring_capacity] */
    uint32_t ring_capacity, oldest, count;
    uint64_t added_count;
    uint32_t *row_of;   /* [context_count] row + 1; 0: no decision yet */
    tactic_tally *rows; /* [row_capacity][tactic_count] */
    uint32_t row_count, row_capacity;
    tactic_tally *overall; /* [tactic_count] */
};

wend_tactics_def wend_tactics_def_default(void)
{
    wend_tactics_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.tactic_count = 2;
    def.context_count = 1;
    def.history_limit = 256;
    def.standard = WEND_TACTIC_RANDOM;
    def.exploration = 0.5;
    def.borrowing = 1;
    def.seed = 1;
    return def;
}

/* ---- create, destroy ---- */

static wend_result check_def(const wend_tactics_def *def, const char *function)
{
    wend_message *m = def->message;
    if (def->tactic_count < 1 || def->tactic_count > WEND_TACTICS_MAX) {
        return wendi_refuse(m, function, "tactic_count", def->tactic_count, 1, WEND_TACTICS_MAX);
    }
    if (def->context_count < 1 || def->context_count > WEND_TACTICS_CONTEXTS_MAX) {
        return wendi_refuse(m, function, "context_count", def->context_count, 1,
                            WEND_TACTICS_CONTEXTS_MAX);
    }
    if (def->history_limit < 1 || def->history_limit > WEND_TACTICS_HISTORY_MAX) {
        return wendi_refuse(m, function, "history_limit", def->history_limit, 1,
                            WEND_TACTICS_HISTORY_MAX);
    }
    if (def->standard != WEND_TACTIC_RANDOM &&
        (def->standard < 0 || (uint32_t)def->standard >= def->tactic_count)) {
        return wendi_refuse(m, function, "standard", def->standard, WEND_TACTIC_RANDOM,
                            (double)def->tactic_count - 1);
    }
    if (!(def->exploration >= 0 && def->exploration <= WEND_TACTICS_SCORE_MAX)) {
        return wendi_refuse(m, function, "exploration", def->exploration, 0,
                            WEND_TACTICS_SCORE_MAX);
    }
    if (!(def->borrowing >= 0 && def->borrowing <= BORROWING_MOST)) {
        return wendi_refuse(m, function, "borrowing", def->borrowing, 0, BORROWING_MOST);
    }
    return WEND_OK;
}

wend_result wend_tactics_create(const wend_tactics_def *def, wend_tactics **tactics)
{
    static const char function[] = "wend_tactics_create";
    if (tactics != NULL) {
        *tactics = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_tactics_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = check_def(def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (tactics == NULL) {
        return wendi_refuse_null(def->message, function, "tactics");
    }
    wend_tactics *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->tactic_count = def->tactic_count;
    made->context_count = def->context_count;
    made->history_limit = def->history_limit;
    made->standard = def->standard;
    made->exploration = def->exploration + 0.0; /* -0 would save other bytes */
    made->borrowing = def->borrowing + 0.0;
    made->seed = def->seed;
    made->row_of =
        wendi_alloc_items_zero(&def->allocator, made->context_count, sizeof *made->row_of);
    made->overall =
        wendi_alloc_items_zero(&def->allocator, made->tactic_count, sizeof *made->overall);
    if (made->row_of == NULL || made->overall == NULL) {
        wend_tactics_destroy(made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    *tactics = made;
    return WEND_OK;
}

void wend_tactics_destroy(wend_tactics *tactics)
{
    if (tactics == NULL) {
        return;
    }
    const wend_allocator allocator = tactics->allocator;
    const size_t row_bytes = tactics->tactic_count * sizeof *tactics->rows;
    wendi_free(&allocator, tactics->ring, tactics->ring_capacity * sizeof *tactics->ring);
    wendi_free(&allocator, tactics->row_of, tactics->context_count * sizeof *tactics->row_of);
    wendi_free(&allocator, tactics->rows, tactics->row_capacity * row_bytes);
    wendi_free(&allocator, tactics->overall, row_bytes);
    wendi_free(&allocator, tactics, sizeof *tactics);
}

const char *wend_tactics_error(const wend_tactics *tactics)
{
    return tactics == NULL ? "" : tactics->message.text;
}

/* ---- the history ---- */

static uint32_t place_of(const wend_tactics *tactics, uint32_t index)
{
    const uint32_t place = tactics->oldest + index;
    return place < tactics->ring_capacity ? place : place - tactics->ring_capacity;
}

/* The tallies of a context; NULL before its first decision. */
static tactic_tally *row_of(const wend_tactics *tactics, uint32_t context)
{
    const uint32_t row = tactics->row_of[context];
    return row == 0 ? NULL : &tactics->rows[(size_t)(row - 1) * tactics->tactic_count];
}

static bool reserve_ring(wend_tactics *tactics)
{
    if (tactics->count < tactics->ring_capacity ||
        tactics->ring_capacity == tactics->history_limit) {
        return true;
    }
    /* It is full size before its oldest decision is forgotten, so it grows while that is first. */
    uint32_t capacity =
        tactics->ring_capacity == 0 ? (uint32_t)RING_FIRST : 2 * tactics->ring_capacity;
    capacity = capacity < tactics->history_limit ? capacity : tactics->history_limit;
    tactic_record *ring = wendi_resize_items(&tactics->allocator, tactics->ring,
                                             tactics->ring_capacity, capacity, sizeof *ring);
    if (ring != NULL) {
        tactics->ring = ring;
        tactics->ring_capacity = capacity;
    }
    return ring != NULL;
}

static bool reserve_row(wend_tactics *tactics, uint32_t context)
{
    if (tactics->row_of[context] != 0 || tactics->row_count < tactics->row_capacity) {
        return true;
    }
    uint32_t capacity =
        tactics->row_capacity == 0 ? (uint32_t)ROWS_FIRST : 2 * tactics->row_capacity;
    capacity = capacity < tactics->context_count ? capacity : tactics->context_count;
    const size_t row_bytes = tactics->tactic_count * sizeof *tactics->rows;
    tactic_tally *rows = wendi_resize_items(&tactics->allocator, tactics->rows,
                                            tactics->row_capacity, capacity, row_bytes);
    if (rows != NULL) {
        tactics->rows = rows;
        tactics->row_capacity = capacity;
    }
    return rows != NULL;
}

static void count_in(tactic_tally *t, int64_t score)
{
    t->sum += score;
    t->count++;
}

static void count_out(tactic_tally *t, int64_t score)
{
    t->sum -= score;
    t->count--;
}

/* There must be room, but for the oldest decision. */
static void add(wend_tactics *tactics, const tactic_record *added)
{
    if (tactics->count == tactics->history_limit) {
        const tactic_record *oldest = &tactics->ring[tactics->oldest];
        count_out(&row_of(tactics, oldest->context)[oldest->tactic], oldest->score);
        count_out(&tactics->overall[oldest->tactic], oldest->score);
        tactics->oldest = place_of(tactics, 1);
        tactics->count--;
    }
    tactics->ring[place_of(tactics, tactics->count)] = *added;
    tactics->count++;
    if (tactics->row_of[added->context] == 0) {
        tactics->row_of[added->context] = ++tactics->row_count;
        memset(row_of(tactics, added->context), 0, tactics->tactic_count * sizeof *tactics->rows);
    }
    count_in(&row_of(tactics, added->context)[added->tactic], added->score);
    count_in(&tactics->overall[added->tactic], added->score);
}

static wend_result check_place(const wend_tactics *tactics, wend_message *message,
                               const char *function, uint32_t context, uint32_t tactic)
{
    if (context >= tactics->context_count) {
        return wendi_refuse_index(message, function, "context", context, "contexts",
                                  tactics->context_count);
    }
    return tactic < tactics->tactic_count ? WEND_OK
                                          : wendi_refuse_index(message, function, "tactic", tactic,
                                                               "tactics", tactics->tactic_count);
}

/* To the nearest unit; ties upwards. The score is in range. */
static int64_t units_of(double score)
{
    const double scaled = score * SCORE_UNIT;
    const int64_t cut = (int64_t)scaled;
    const double rest = scaled - (double)cut;
    return rest >= 0.5 ? cut + 1 : rest < -0.5 ? cut - 1 : cut;
}

wend_result wend_tactics_add(wend_tactics *tactics, uint32_t context, uint32_t tactic, double score)
{
    static const char function[] = "wend_tactics_add";
    if (tactics == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = check_place(tactics, &tactics->message, function, context, tactic);
    if (result != WEND_OK) {
        return result;
    }
    if (!(score >= -WEND_TACTICS_SCORE_MAX && score <= WEND_TACTICS_SCORE_MAX)) {
        return wendi_refuse(&tactics->message, function, "score", score, -WEND_TACTICS_SCORE_MAX,
                            WEND_TACTICS_SCORE_MAX);
    }
    if (!reserve_ring(tactics) || !reserve_row(tactics, context)) {
        return wendi_fail_plain(&tactics->message, function, WEND_ERROR_MEMORY);
    }
    add(tactics, &(tactic_record){context, tactic, units_of(score)});
    tactics->added_count++;
    return WEND_OK;
}

wend_result wend_tactics_clear(wend_tactics *tactics)
{
    if (tactics == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    memset(tactics->row_of, 0, tactics->context_count * sizeof *tactics->row_of);
    memset(tactics->overall, 0, tactics->tactic_count * sizeof *tactics->overall);
    tactics->row_count = tactics->oldest = tactics->count = 0;
    tactics->added_count = 0;
    return WEND_OK;
}

/* ---- choices ---- */

static double mean_of(int64_t sum, double count)
{
    return count > 0 ? (double)sum / SCORE_UNIT / count : 0;
}

/* What is expected of a tactic: the scores in this context, and those of others as a few more. */
typedef struct expectation {
    double tries, score;
} expectation;

static expectation expect(const wend_tactics *tactics, const tactic_tally *here, uint32_t tactic)
{
    const tactic_tally *all = &tactics->overall[tactic];
    const tactic_tally in_context = here == NULL ? (tactic_tally){0, 0} : here[tactic];
    const uint32_t elsewhere = all->count - in_context.count;
    const double borrowed = elsewhere < tactics->borrowing ? elsewhere : tactics->borrowing;
    expectation e = {in_context.count + borrowed, 0};
    if (e.tries > 0) {
        e.score = ((double)in_context.sum / SCORE_UNIT +
                   borrowed * mean_of(all->sum - in_context.sum, elsewhere)) /
                  e.tries;
    }
    return e;
}

/* A number below `count` that depends on the decisions so far alone. */
static uint32_t roll(const wend_tactics *tactics, uint32_t context, uint32_t count)
{
    return wend_random_below(tactics->seed, context, tactics->added_count, count);
}

static uint32_t choose_first(const wend_tactics *tactics, uint32_t context)
{
    return tactics->standard != WEND_TACTIC_RANDOM ? (uint32_t)tactics->standard
                                                   : roll(tactics, context, tactics->tactic_count);
}

/* What the sum of score and bonus is; untried tactics come first, or never. */
static double rank(const wend_tactics *tactics, expectation e, double decisions, double *bonus)
{
    if (e.tries > 0) {
        *bonus = tactics->exploration * wend_sqrt(wend_log(1 + decisions) / e.tries);
        return e.score + *bonus;
    }
    *bonus = 0;
    return tactics->exploration > 0 ? DBL_MAX : -DBL_MAX;
}

/* Of the tactics with the greatest rank one at random. */
static void choose_known(const wend_tactics *tactics, uint32_t context, wend_tactic_choice *choice)
{
    const tactic_tally *here = row_of(tactics, context);
    double decisions = 0, greatest = 0, best = 0, bonus;
    uint32_t equal = 0;
    bool has_best = false;
    for (uint32_t i = 0; i < tactics->tactic_count; i++) {
        const expectation e = expect(tactics, here, i);
        decisions += e.tries;
        best = e.tries > 0 && (!has_best || e.score > best) ? e.score : best;
        has_best = has_best || e.tries > 0;
    }
    for (uint32_t i = 0; i < tactics->tactic_count; i++) {
        const double it = rank(tactics, expect(tactics, here, i), decisions, &bonus);
        const bool is_greater = equal == 0 || it > greatest;
        greatest = is_greater ? it : greatest;
        equal = is_greater ? 1 : it >= greatest ? equal + 1 : equal;
    }
    uint32_t left = roll(tactics, context, equal);
    for (uint32_t i = 0; i < tactics->tactic_count; i++) {
        const expectation e = expect(tactics, here, i);
        if (rank(tactics, e, decisions, &bonus) >= greatest && left-- == 0) {
            choice->tactic = i;
            choice->score = e.score;
            choice->bonus = bonus;
            choice->tries = here == NULL ? 0 : here[i].count;
            choice->is_best = e.tries > 0 && e.score >= best;
            return;
        }
    }
}

wend_result wend_tactics_choose(const wend_tactics *tactics, uint32_t context,
                                wend_tactic_choice *choice)
{
    if (choice != NULL) {
        memset(choice, 0, sizeof *choice);
    }
    if (tactics == NULL || choice == NULL || context >= tactics->context_count) {
        return WEND_ERROR_ARGUMENT;
    }
    choice->is_first = tactics->count == 0;
    if (choice->is_first) {
        choice->tactic = choose_first(tactics, context);
    } else {
        choose_known(tactics, context, choice);
    }
    return WEND_OK;
}

wend_result wend_tactics_get(const wend_tactics *tactics, uint32_t context, uint32_t tactic,
                             wend_tactic_info *info)
{
    if (info != NULL) {
        memset(info, 0, sizeof *info);
    }
    if (tactics == NULL || info == NULL ||
        check_place(tactics, NULL, NULL, context, tactic) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    const tactic_tally *here = row_of(tactics, context), *all = &tactics->overall[tactic];
    info->tries = here == NULL ? 0 : here[tactic].count;
    info->mean = here == NULL ? 0 : mean_of(here[tactic].sum, here[tactic].count);
    info->tries_all = all->count;
    info->mean_all = mean_of(all->sum, all->count);
    return WEND_OK;
}

uint32_t wend_tactics_history_count(const wend_tactics *tactics)
{
    return tactics == NULL ? 0 : tactics->count;
}

wend_result wend_tactics_get_decision(const wend_tactics *tactics, uint32_t index,
                                      wend_tactic_decision *decision)
{
    if (decision != NULL) {
        memset(decision, 0, sizeof *decision);
    }
    if (tactics == NULL || decision == NULL || index >= tactics->count) {
        return WEND_ERROR_ARGUMENT;
    }
    const tactic_record *it = &tactics->ring[place_of(tactics, index)];
    *decision = (wend_tactic_decision){.number = tactics->added_count - tactics->count + index,
                                       .context = it->context,
                                       .tactic = it->tactic,
                                       .score = (double)it->score / SCORE_UNIT};
    return WEND_OK;
}

size_t wend_tactics_memory_bytes(const wend_tactics *tactics)
{
    if (tactics == NULL) {
        return 0;
    }
    return sizeof *tactics + tactics->ring_capacity * sizeof *tactics->ring +
           tactics->context_count * sizeof *tactics->row_of +
           ((size_t)tactics->row_capacity + 1) * tactics->tactic_count * sizeof *tactics->rows;
}

/* ---- bytes ---- */

static void visit_head(wendi_visitor *v, wend_tactics_def *def, uint64_t *added, uint32_t *count)
{
    uint32_t standard = (uint32_t)def->standard;
    wendi_visit_u32(v, &def->tactic_count);
    wendi_visit_u32(v, &def->context_count);
    wendi_visit_u32(v, &def->history_limit);
    wendi_visit_u32(v, &standard);
    wendi_visit_f64(v, &def->exploration);
    wendi_visit_f64(v, &def->borrowing);
    wendi_visit_u64(v, &def->seed);
    wendi_visit_u64(v, added);
    wendi_visit_u32(v, count);
    def->standard = standard == UINT32_MAX  ? (int32_t)WEND_TACTIC_RANDOM
                    : standard <= INT32_MAX ? (int32_t)standard
                                            : INT32_MAX;
}

static void visit_decision(wendi_visitor *v, tactic_record *it)
{
    uint64_t score = (uint64_t)it->score;
    wendi_visit_u32(v, &it->context);
    wendi_visit_u32(v, &it->tactic);
    wendi_visit_u64(v, &score);
    it->score = score <= INT64_MAX ? (int64_t)score : -(int64_t)(UINT64_MAX - score) - 1;
}

static void visit_tactics(wendi_visitor *v, const wend_tactics *tactics)
{
    wend_tactics_def def = {.tactic_count = tactics->tactic_count,
                            .context_count = tactics->context_count,
                            .history_limit = tactics->history_limit,
                            .standard = tactics->standard,
                            .exploration = tactics->exploration,
                            .borrowing = tactics->borrowing,
                            .seed = tactics->seed};
    uint64_t added = tactics->added_count;
    uint32_t count = tactics->count;
    visit_head(v, &def, &added, &count);
    for (uint32_t i = 0; i < count; i++) {
        tactic_record it = tactics->ring[place_of(tactics, i)];
        visit_decision(v, &it);
    }
}

uint64_t wend_tactics_hash(const wend_tactics *tactics)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (tactics == NULL) {
        return 0;
    }
    visit_tactics(&v, tactics);
    return v.hash;
}

static void write_tactics(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_tactics(&v, object);
}

wend_result wend_tactics_save(const wend_tactics *tactics, uint8_t *bytes, size_t capacity,
                              size_t *count)
{
    return wendi_save_object(tactics, write_tactics, MAGIC, VERSION, bytes, capacity, count);
}

static void read_decision(wendi_visitor *v, wend_tactics *tactics)
{
    const int64_t score_most = (int64_t)WEND_TACTICS_SCORE_MAX << 24;
    tactic_record it = {0, 0, 0};
    visit_decision(v, &it);
    wendi_visit_expect(v,
                       check_place(tactics, NULL, NULL, it.context, it.tactic) == WEND_OK &&
                           it.score >= -score_most && it.score <= score_most,
                       "a decision is out of range");
    if (!wendi_visitor_has_failed(v) &&
        wendi_visit_expect_memory(v, reserve_ring(tactics) && reserve_row(tactics, it.context))) {
        add(tactics, &it);
    }
}

static wend_result read_tactics(wendi_visitor *v, wend_tactics_def *def, wend_tactics **tactics)
{
    uint64_t added = 0;
    uint32_t count = 0;
    wendi_visit_part(v, "the data ends within the tactics");
    visit_head(v, def, &added, &count);
    wend_message *message = def->message;
    def->message = NULL; /* the file is wrong, not a definition */
    /* -0 is never kept: equal tactics have equal bytes. */
    const bool is_plain =
        wendi_bits_of_f64(def->exploration + 0.0) == wendi_bits_of_f64(def->exploration) &&
        wendi_bits_of_f64(def->borrowing + 0.0) == wendi_bits_of_f64(def->borrowing);
    wendi_visit_expect(v, is_plain && check_def(def, NULL) == WEND_OK,
                       "the definition is out of range");
    wendi_visit_expect(v, count <= def->history_limit && count <= added && added <= UINT64_MAX / 2,
                       "the number of decisions makes no sense");
    wend_result result = wendi_visitor_result(v);
    wend_tactics *made = NULL;
    if (result == WEND_OK) {
        result = wend_tactics_create(def, &made);
    }
    def->message = message;
    *tactics = made;
    if (made == NULL) {
        return result;
    }
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        read_decision(v, made);
    }
    made->added_count = added;
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the tactics");
    return wendi_visitor_result(v);
}

wend_result wend_tactics_load(const wend_tactics_def *def, const uint8_t *bytes, size_t count,
                              wend_tactics **tactics)
{
    static const char function[] = "wend_tactics_load";
    wend_tactics_def from = def == NULL ? wend_tactics_def_default() : *def;
    if (tactics != NULL) {
        *tactics = NULL;
    }
    if (!wendi_has_cookie(from.cookie, COOKIE, from.message, function,
                          "wend_tactics_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (tactics == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, tactics == NULL ? "tactics" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the tactics",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_tactics *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_tactics(&v, &from, &made);
    if (result != WEND_OK) {
        wend_tactics_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *tactics = made;
    return WEND_OK;
}
