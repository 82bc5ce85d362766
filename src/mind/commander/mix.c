/* The mix of units against what an opponent builds: effects, builds seen, the matrix game, bytes.
 * Cost: an answer takes iterations times pairs of kinds, everything else constant time or pairs.
 *
 * One section of bytes.h, magic "WMIX", version 1, with these numbers, little-endian:
 *
 *   definition, tick; for each pair prior, done, taken, tick of both; for each kind of the opponent's
 *   cost seen and its tick */
#include "wend/mix.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "mind/memory/fading.h"
#include "wend/predict.h"

#include <string.h>

enum { COOKIE = 0x4d495831, MAGIC = 0x58494d57, VERSION = 1, CHECK_PERIOD = 32 };

/* What was added fades, so that sums stay far below this. */
static const double SUM_MOST = 1152921504606846976.0; /* 2^60 */

/* A sum that fades, as it was at a tick. */
typedef struct mix_sum {
    double value;
    uint64_t tick;
} mix_sum;

typedef struct mix_pair {
    double prior, done, taken;
    uint64_t tick;
} mix_pair;

struct wend_mix {
    wend_mix_def def; /* its message is NULL */
    wend_message message;
    uint64_t tick;
    mix_pair *pairs; /* [own_count][enemy_count] */
    mix_sum *seen;   /* [enemy_count] */

    /* Scratch of an answer. */
    double *game;    /* [own_count][enemy_count] */
    double *rows;    /* [4][own_count]: regrets, mix, mean mix, payoffs */
    double *columns; /* [5][enemy_count]: regrets, mix, mean mix, payoffs, shares of the opponent */
};

wend_mix_def wend_mix_def_default(void)
{
    wend_mix_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.own_count = def.enemy_count = 3;
    def.seen_half_life = 2048;
    def.outcome_half_life = 16384;
    def.prior_weight = def.trust_cost = 16;
    def.prediction_cost = 8;
    def.trust_most = 0.9;
    def.iterations = 4096;
    def.tolerance = 0.001;
    return def;
}

/* ---- create, destroy ---- */

static bool check_def(const wend_mix_def *def, const char *function)
{
    wend_message *m = def->message;
    const double cost = WEND_MIX_COST_MAX;
    return wendi_check_range(m, function, "own_count", def->own_count, 1, WEND_MIX_KINDS_MAX) &&
           wendi_check_range(m, function, "enemy_count", def->enemy_count, 1, WEND_MIX_KINDS_MAX) &&
           wendi_check_range(m, function, "seen_half_life", def->seen_half_life, 1,
                             WEND_MIX_HALF_LIFE_MAX) &&
           wendi_check_range(m, function, "outcome_half_life", def->outcome_half_life, 1,
                             WEND_MIX_HALF_LIFE_MAX) &&
           wendi_check_range(m, function, "prior_weight", def->prior_weight, 0, cost) &&
           wendi_check_range(m, function, "trust_cost", def->trust_cost, 0, cost) &&
           wendi_check_range(m, function, "prediction_cost", def->prediction_cost, 0, cost) &&
           wendi_check_range(m, function, "trust_most", def->trust_most, 0, 1) &&
           wendi_check_range(m, function, "least_share", def->least_share, 0,
                             1.0 / def->own_count) &&
           wendi_check_range(m, function, "iterations", def->iterations, 1,
                             WEND_MIX_ITERATIONS_MAX) &&
           wendi_check_range(m, function, "tolerance", def->tolerance, 0, 1);
}

static size_t pair_count(const wend_mix *mix)
{
    return (size_t)mix->def.own_count * mix->def.enemy_count;
}

/* Without -0, which loading refuses. */
static wend_mix_def plain_def(const wend_mix_def *def)
{
    wend_mix_def it = *def;
    it.prior_weight += 0.0;
    it.trust_cost += 0.0;
    it.prediction_cost += 0.0;
    it.trust_most += 0.0;
    it.least_share += 0.0;
    it.tolerance += 0.0;
    return it;
}

wend_result wend_mix_create(const wend_mix_def *def, wend_mix **mix)
{
    static const char function[] = "wend_mix_create";
    if (mix != NULL) {
        *mix = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, COOKIE, def->message, function, "wend_mix_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (!check_def(def, function)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (mix == NULL) {
        return wendi_refuse_null(def->message, function, "mix");
    }
    const wend_allocator *a = &def->allocator;
    wend_mix *made = wendi_alloc_zero(a, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->def = plain_def(def);
    made->def.message = NULL;
    made->pairs = wendi_alloc_items_zero(a, pair_count(made), sizeof *made->pairs);
    made->seen = wendi_alloc_items_zero(a, def->enemy_count, sizeof *made->seen);
    made->game = wendi_alloc_items_zero(a, pair_count(made), sizeof *made->game);
    made->rows = wendi_alloc_items_zero(a, (size_t)4 * def->own_count, sizeof *made->rows);
    made->columns = wendi_alloc_items_zero(a, (size_t)5 * def->enemy_count, sizeof *made->columns);
    if (made->pairs == NULL || made->seen == NULL || made->game == NULL || made->rows == NULL ||
        made->columns == NULL) {
        wend_mix_destroy(made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    *mix = made;
    return WEND_OK;
}

void wend_mix_destroy(wend_mix *mix)
{
    if (mix == NULL) {
        return;
    }
    const wend_allocator a = mix->def.allocator;
    wendi_free(&a, mix->pairs, pair_count(mix) * sizeof *mix->pairs);
    wendi_free(&a, mix->seen, mix->def.enemy_count * sizeof *mix->seen);
    wendi_free(&a, mix->game, pair_count(mix) * sizeof *mix->game);
    wendi_free(&a, mix->rows, (size_t)4 * mix->def.own_count * sizeof *mix->rows);
    wendi_free(&a, mix->columns, (size_t)5 * mix->def.enemy_count * sizeof *mix->columns);
    wendi_free(&a, mix, sizeof *mix);
}

size_t wend_mix_memory_bytes(const wend_mix *mix)
{
    if (mix == NULL) {
        return 0;
    }
    return sizeof *mix + pair_count(mix) * (sizeof *mix->pairs + sizeof *mix->game) +
           mix->def.enemy_count * (sizeof *mix->seen + 5 * sizeof *mix->columns) +
           (size_t)4 * mix->def.own_count * sizeof *mix->rows;
}

const char *wend_mix_error(const wend_mix *mix)
{
    return mix == NULL ? "" : mix->message.text;
}

/* ---- what is added ---- */

wend_result wend_mix_set_tick(wend_mix *mix, uint64_t tick)
{
    if (mix == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (tick < mix->tick) {
        return wendi_fail(&mix->message, WEND_ERROR_ARGUMENT,
                          "wend_mix_set_tick: tick is %llu, and must not be below %llu",
                          (unsigned long long)tick, (unsigned long long)mix->tick);
    }
    mix->tick = tick;
    return WEND_OK;
}

static bool check_kinds(const wend_mix *mix, wend_message *m, const char *function, uint32_t own,
                        uint32_t enemy)
{
    if (own >= mix->def.own_count) {
        (void)wendi_refuse_index(m, function, "own", own, "own kinds", mix->def.own_count);
        return false;
    }
    if (enemy >= mix->def.enemy_count) {
        (void)wendi_refuse_index(m, function, "enemy", enemy, "the opponent's kinds",
                                 mix->def.enemy_count);
        return false;
    }
    return true;
}

static mix_pair *pair_of(const wend_mix *mix, uint32_t own, uint32_t enemy)
{
    return &mix->pairs[(size_t)own * mix->def.enemy_count + enemy];
}

wend_result wend_mix_set_effect(wend_mix *mix, uint32_t own, uint32_t enemy, double effect)
{
    static const char function[] = "wend_mix_set_effect";
    if (mix == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!check_kinds(mix, &mix->message, function, own, enemy) ||
        !wendi_check_range(&mix->message, function, "effect", effect, -1, 1)) {
        return WEND_ERROR_ARGUMENT;
    }
    pair_of(mix, own, enemy)->prior = effect + 0.0;
    return WEND_OK;
}

wend_result wend_mix_add_outcome(wend_mix *mix, uint32_t own, uint32_t enemy, double done,
                                 double taken)
{
    static const char function[] = "wend_mix_add_outcome";
    if (mix == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!check_kinds(mix, &mix->message, function, own, enemy) ||
        !wendi_check_range(&mix->message, function, "done", done, 0, WEND_MIX_COST_MAX) ||
        !wendi_check_range(&mix->message, function, "taken", taken, 0, WEND_MIX_COST_MAX)) {
        return WEND_ERROR_ARGUMENT;
    }
    mix_pair *pair = pair_of(mix, own, enemy);
    const double left = wendi_fade(mix->tick - pair->tick, mix->def.outcome_half_life);
    const double all_done = pair->done * left + done, all_taken = pair->taken * left + taken;
    pair->done = all_done < SUM_MOST ? all_done : SUM_MOST;
    pair->taken = all_taken < SUM_MOST ? all_taken : SUM_MOST;
    pair->tick = mix->tick;
    return WEND_OK;
}

wend_result wend_mix_add_seen(wend_mix *mix, uint32_t enemy, double cost)
{
    static const char function[] = "wend_mix_add_seen";
    if (mix == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!check_kinds(mix, &mix->message, function, 0, enemy) ||
        !wendi_check_range(&mix->message, function, "cost", cost, 0, WEND_MIX_COST_MAX)) {
        return WEND_ERROR_ARGUMENT;
    }
    mix_sum *seen = &mix->seen[enemy];
    const double all =
        seen->value * wendi_fade(mix->tick - seen->tick, mix->def.seen_half_life) + cost;
    seen->value = all < SUM_MOST ? all : SUM_MOST;
    seen->tick = mix->tick;
    return WEND_OK;
}

/* ---- what is known ---- */

static wend_mix_effect effect_of(const wend_mix *mix, uint32_t own, uint32_t enemy)
{
    const mix_pair *pair = pair_of(mix, own, enemy);
    const double left = wendi_fade(mix->tick - pair->tick, mix->def.outcome_half_life);
    wend_mix_effect it = {pair->prior, pair->done * left, pair->taken * left, pair->prior};
    const double weight = mix->def.prior_weight + it.done + it.taken;
    if (weight > 0) {
        it.effect = (mix->def.prior_weight * it.prior + it.done - it.taken) / weight;
    }
    return it;
}

wend_result wend_mix_get_effect(const wend_mix *mix, uint32_t own, uint32_t enemy,
                                wend_mix_effect *effect)
{
    if (effect != NULL) {
        memset(effect, 0, sizeof *effect);
    }
    if (mix == NULL || effect == NULL || !check_kinds(mix, NULL, NULL, own, enemy)) {
        return WEND_ERROR_ARGUMENT;
    }
    *effect = effect_of(mix, own, enemy);
    return WEND_OK;
}

/* Shares of the opponent's kinds, and the trust in them. @return false: a predictor that does not fit. */
static bool find_opponent(const wend_mix *mix, const wend_predictor *predictor, double *shares,
                          double *trust)
{
    const uint32_t count = mix->def.enemy_count;
    double sum = 0;
    if (predictor != NULL) {
        wend_predictor_info info;
        wend_predictor_get_info(predictor, &info);
        if (info.action_count != count ||
            wend_predictor_get_probabilities(predictor, shares, count) != WEND_OK) {
            return false;
        }
    } else {
        memset(shares, 0, count * sizeof *shares);
    }
    for (uint32_t i = 0; i < count; i++) {
        const mix_sum *seen = &mix->seen[i];
        shares[i] = shares[i] * mix->def.prediction_cost +
                    seen->value * wendi_fade(mix->tick - seen->tick, mix->def.seen_half_life);
        sum += shares[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        shares[i] = sum > 0 ? shares[i] / sum : 1.0 / count;
    }
    *trust = sum > 0 ? mix->def.trust_most * (sum / (sum + mix->def.trust_cost)) : 0;
    return true;
}

wend_result wend_mix_get_opponent(const wend_mix *mix, const wend_predictor *predictor,
                                  double *shares, size_t capacity, double *trust)
{
    double known = 0;
    if (trust != NULL) {
        *trust = 0;
    }
    if (mix == NULL || shares == NULL || capacity < mix->def.enemy_count ||
        !find_opponent(mix, predictor, shares, &known)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (trust != NULL) {
        *trust = known;
    }
    return WEND_OK;
}

/* ---- the matrix game ---- */

/* The game whose safe mix is the answer: trust in what was seen and the least shares are in its
 * numbers. */
static void set_up_game(const wend_mix *mix, const double *opponent, double trust)
{
    const uint32_t own = mix->def.own_count, enemies = mix->def.enemy_count;
    const double least = mix->def.least_share, rest = 1 - least * own;
    for (uint32_t i = 0; i < own; i++) {
        double *row = &mix->game[(size_t)i * enemies];
        double expected = 0;
        for (uint32_t j = 0; j < enemies; j++) {
            row[j] = effect_of(mix, i, j).effect;
            expected += row[j] * opponent[j];
        }
        for (uint32_t j = 0; j < enemies; j++) {
            row[j] = trust * expected + (1 - trust) * row[j];
        }
    }
    for (uint32_t j = 0; j < enemies; j++) {
        double sum = 0;
        for (uint32_t i = 0; i < own; i++) {
            sum += mix->game[(size_t)i * enemies + j];
        }
        for (uint32_t i = 0; i < own; i++) {
            double *it = &mix->game[(size_t)i * enemies + j];
            *it = rest * *it + least * sum;
        }
    }
}

/* Payoffs of each own kind against a mix of the opponent. */
static void pay_rows(const wend_mix *mix, const double *y, double *payoffs)
{
    const uint32_t enemies = mix->def.enemy_count;
    for (uint32_t i = 0; i < mix->def.own_count; i++) {
        const double *row = &mix->game[(size_t)i * enemies];
        payoffs[i] = 0;
        for (uint32_t j = 0; j < enemies; j++) {
            payoffs[i] += row[j] * y[j];
        }
    }
}

/* Payoffs against each kind of the opponent's of an own mix. */
static void pay_columns(const wend_mix *mix, const double *x, double *payoffs)
{
    const uint32_t enemies = mix->def.enemy_count;
    memset(payoffs, 0, enemies * sizeof *payoffs);
    for (uint32_t i = 0; i < mix->def.own_count; i++) {
        const double *row = &mix->game[(size_t)i * enemies];
        for (uint32_t j = 0; j < enemies; j++) {
            payoffs[j] += row[j] * x[i];
        }
    }
}

/* A mix in proportion to the numbers, equal where all are 0. */
static void set_shares(const double *numbers, uint32_t count, double *shares)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += numbers[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        shares[i] = sum > 0 ? numbers[i] / sum : 1.0 / count;
    }
}

/* Regrets grow by what each kind would have paid more than the mix did, and never fall below 0.
 * @param sign -1 for the side that wants small payoffs. */
static void learn(const double *payoffs, uint32_t count, double sign, double *regrets,
                  double *shares)
{
    double mean = 0;
    for (uint32_t i = 0; i < count; i++) {
        mean += payoffs[i] * shares[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        const double regret = regrets[i] + sign * (payoffs[i] - mean);
        regrets[i] = regret > 0 ? regret : 0;
    }
    set_shares(regrets, count, shares);
}

static double least_of(const double *values, uint32_t count)
{
    double least = values[0];
    for (uint32_t i = 1; i < count; i++) {
        least = values[i] < least ? values[i] : least;
    }
    return least;
}

static double most_of(const double *values, uint32_t count)
{
    double most = values[0];
    for (uint32_t i = 1; i < count; i++) {
        most = values[i] > most ? values[i] : most;
    }
    return most;
}

/* Solves the game: the mean mix is written to `shares`. @param columns scratch but for the opponent. */
static void solve_game(wend_mix *mix, double *shares, wend_mix_answer *answer)
{
    const uint32_t own = mix->def.own_count, enemies = mix->def.enemy_count;
    double *row_regrets = mix->rows, *x = mix->rows + own, *mean_x = x + own,
           *row_payoffs = mean_x + own;
    double *column_regrets = mix->columns, *y = mix->columns + enemies, *mean_y = y + enemies,
           *column_payoffs = mean_y + enemies;
    memset(mix->rows, 0, (size_t)4 * own * sizeof *mix->rows);
    memset(mix->columns, 0, (size_t)4 * enemies * sizeof *mix->columns);
    set_shares(row_regrets, own, x);
    set_shares(column_regrets, enemies, y);
    answer->value = -2;
    answer->bound = 2;
    for (uint32_t step = 1; step <= mix->def.iterations; step++) {
        pay_rows(mix, y, row_payoffs);
        learn(row_payoffs, own, 1, row_regrets, x);
        pay_columns(mix, x, column_payoffs);
        learn(column_payoffs, enemies, -1, column_regrets, y);
        for (uint32_t i = 0; i < own; i++) {
            mean_x[i] += step * x[i];
        }
        for (uint32_t j = 0; j < enemies; j++) {
            mean_y[j] += step * y[j];
        }
        answer->iterations = step;
        if (step % CHECK_PERIOD != 0 && step != mix->def.iterations) {
            continue;
        }
        /* The opponent's mean mix bounds what any own mix reaches. */
        set_shares(mean_x, own, shares);
        pay_columns(mix, shares, column_payoffs);
        answer->value = least_of(column_payoffs, enemies);
        set_shares(mean_y, enemies, column_payoffs);
        pay_rows(mix, column_payoffs, row_payoffs);
        answer->bound = most_of(row_payoffs, own);
        if (answer->bound - answer->value <= mix->def.tolerance) {
            break;
        }
    }
}

/* Effects of the mix that was found on what was seen and on the worst kind for it. */
static void judge(const wend_mix *mix, const double *shares, const double *opponent,
                  wend_mix_answer *answer)
{
    for (uint32_t j = 0; j < mix->def.enemy_count; j++) {
        double effect = 0;
        for (uint32_t i = 0; i < mix->def.own_count; i++) {
            effect += shares[i] * effect_of(mix, i, j).effect;
        }
        answer->expected += effect * opponent[j];
        if (j == 0 || effect < answer->worst) {
            answer->worst = effect;
            answer->worst_kind = j;
        }
    }
}

wend_result wend_mix_solve(wend_mix *mix, const wend_predictor *predictor, double *shares,
                           size_t capacity, wend_mix_answer *answer)
{
    static const char function[] = "wend_mix_solve";
    wend_mix_answer found = {0};
    if (answer != NULL) {
        memset(answer, 0, sizeof *answer);
    }
    if (mix == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (shares == NULL) {
        return wendi_refuse_null(&mix->message, function, "shares");
    }
    if (capacity < mix->def.own_count) {
        return wendi_refuse(&mix->message, function, "capacity", (double)capacity,
                            mix->def.own_count, WEND_MIX_KINDS_MAX);
    }
    double *opponent = mix->columns + (size_t)4 * mix->def.enemy_count;
    if (!find_opponent(mix, predictor, opponent, &found.trust)) {
        return wendi_fail(&mix->message, WEND_ERROR_ARGUMENT,
                          "%s: the predictor must have %u actions, one for each kind", function,
                          (unsigned)mix->def.enemy_count);
    }
    set_up_game(mix, opponent, found.trust);
    solve_game(mix, shares, &found);
    const double rest = 1 - mix->def.least_share * mix->def.own_count;
    for (uint32_t i = 0; i < mix->def.own_count; i++) {
        shares[i] = mix->def.least_share + rest * shares[i];
    }
    judge(mix, shares, opponent, &found);
    if (answer != NULL) {
        *answer = found;
    }
    return found.bound - found.value <= mix->def.tolerance ? WEND_OK : WEND_TRUNCATED;
}

/* ---- bytes ---- */

static void visit_def(wendi_visitor *v, wend_mix_def *def)
{
    wendi_visit_u32(v, &def->own_count);
    wendi_visit_u32(v, &def->enemy_count);
    wendi_visit_u32(v, &def->seen_half_life);
    wendi_visit_u32(v, &def->outcome_half_life);
    wendi_visit_f64(v, &def->prior_weight);
    wendi_visit_f64(v, &def->trust_cost);
    wendi_visit_f64(v, &def->prediction_cost);
    wendi_visit_f64(v, &def->trust_most);
    wendi_visit_f64(v, &def->least_share);
    wendi_visit_u32(v, &def->iterations);
    wendi_visit_f64(v, &def->tolerance);
}

static void visit_sum(wendi_visitor *v, double *value)
{
    wendi_visit_f64(v, value);
    wendi_visit_expect(v, *value >= 0 && *value <= SUM_MOST && wendi_f64_is_plain(*value),
                       "a sum is out of range");
}

static void visit_content(wendi_visitor *v, wend_mix *mix)
{
    const bool is_reading = wendi_visitor_is_reading(v);
    wendi_visit_u64(v, &mix->tick);
    for (size_t i = 0; i < pair_count(mix) && !wendi_visitor_has_failed(v); i++) {
        mix_pair pair = mix->pairs[i];
        wendi_visit_f64(v, &pair.prior);
        wendi_visit_expect(v, pair.prior >= -1 && pair.prior <= 1 && wendi_f64_is_plain(pair.prior),
                           "an effect is out of range");
        visit_sum(v, &pair.done);
        visit_sum(v, &pair.taken);
        wendi_visit_u64(v, &pair.tick);
        wendi_visit_expect(v, pair.tick <= mix->tick, "a tick lies in the future");
        if (is_reading) {
            mix->pairs[i] = pair;
        }
    }
    for (uint32_t i = 0; i < mix->def.enemy_count && !wendi_visitor_has_failed(v); i++) {
        mix_sum seen = mix->seen[i];
        visit_sum(v, &seen.value);
        wendi_visit_u64(v, &seen.tick);
        wendi_visit_expect(v, seen.tick <= mix->tick, "a tick lies in the future");
        if (is_reading) {
            mix->seen[i] = seen;
        }
    }
}

static void visit_mix(wendi_visitor *v, const wend_mix *mix)
{
    wend_mix head = *mix;
    visit_def(v, &head.def);
    visit_content(v, &head);
}

uint64_t wend_mix_hash(const wend_mix *mix)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (mix == NULL) {
        return 0;
    }
    visit_mix(&v, mix);
    return v.hash;
}

static void write_mix(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_mix(&v, object);
}

wend_result wend_mix_save(const wend_mix *mix, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wendi_save_object(mix, write_mix, MAGIC, VERSION, bytes, capacity, count);
}

static wend_result read_mix(wendi_visitor *v, wend_mix_def *def, wend_mix **mix)
{
    wendi_visit_part(v, "the data ends within the mix");
    visit_def(v, def);
    def->message = NULL; /* the file is wrong, not a definition */
    wendi_visit_expect(
        v,
        wendi_f64_is_plain(def->prior_weight) && wendi_f64_is_plain(def->trust_cost) &&
            wendi_f64_is_plain(def->prediction_cost) && wendi_f64_is_plain(def->trust_most) &&
            wendi_f64_is_plain(def->least_share) && wendi_f64_is_plain(def->tolerance) &&
            check_def(def, NULL),
        "the definition is out of range");
    wend_result result = wendi_visitor_result(v);
    result = result == WEND_OK ? wend_mix_create(def, mix) : result;
    if (result != WEND_OK) {
        return result;
    }
    visit_content(v, *mix);
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the mix");
    return wendi_visitor_result(v);
}

wend_result wend_mix_load(const wend_mix_def *def, const uint8_t *bytes, size_t count,
                          wend_mix **mix)
{
    static const char function[] = "wend_mix_load";
    wend_mix_def from = def == NULL ? wend_mix_def_default() : *def;
    if (mix != NULL) {
        *mix = NULL;
    }
    if (!wendi_has_cookie(from.cookie, COOKIE, from.message, function, "wend_mix_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message *message = from.message;
    wendi_message_clear(message);
    if (mix == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(message, function, mix == NULL ? "mix" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the mix",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_mix *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_mix(&v, &from, &made);
    if (result != WEND_OK) {
        wend_mix_destroy(made);
        return wendi_fail_reason(message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *mix = made;
    return WEND_OK;
}
