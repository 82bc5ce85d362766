/* Memories are those of a slow twin: lists of records without order, whose certainty is computed by the
 * formula at each call. Objects that are saved and loaded in between go on as others do. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 40, STEPS = 400, AGENTS = 5, SUBJECTS = 9, LIMIT_MOST = 6, KINDS = 3, GROUPS = 2 };

static const double HALF_LIVES[KINDS] = {7, 23, 0}, THRESHOLDS[KINDS] = {0.07, 0.31, 0.11};

typedef struct twin {
    uint64_t seed, tick, draw;
    uint32_t limit;
    bool is_there[AGENTS], is_member[AGENTS][GROUPS];
    bool is_news[AGENTS][GROUPS]; /* since the group shared last */
    uint32_t counts[AGENTS];
    wend_memory records[AGENTS][LIMIT_MOST + 1]; /* certainty: at last_tick */
    wend_memories *object, *reloaded;
} twin;

static uint32_t below(twin *t, uint32_t count)
{
    return wend_random_below(t->seed, 1, t->draw++, count);
}

static double now_of(const twin *t, const wend_memory *m)
{
    const double half = HALF_LIVES[m->kind];
    return half > 0 ? m->certainty * pow(2, -(double)(t->tick - m->last_tick) / half)
                    : m->certainty;
}

static void note_news(twin *t, uint32_t a)
{
    for (uint32_t g = 0; g < GROUPS; g++) {
        t->is_news[a][g] = true;
    }
}

static void forget_old(twin *t)
{
    for (uint32_t a = 0; a < AGENTS; a++) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < t->counts[a]; i++) {
            const wend_memory *m = &t->records[a][i];
            if (now_of(t, m) >= THRESHOLDS[m->kind]) {
                t->records[a][kept++] = *m;
            }
        }
        t->counts[a] = kept;
    }
}

static wend_memory *find(twin *t, uint32_t a, uint64_t subject)
{
    for (uint32_t i = 0; i < t->counts[a]; i++) {
        if (t->records[a][i].subject == subject) {
            return &t->records[a][i];
        }
    }
    return NULL;
}

/* Adds or replaces; then the weakest of too many goes. @return true if it is kept. */
static bool keep(twin *t, uint32_t a, wend_memory m)
{
    wend_memory *old = find(t, a, m.subject);
    if (old != NULL) {
        *old = m;
        return true;
    }
    wend_memory *list = t->records[a];
    list[t->counts[a]++] = m;
    if (t->counts[a] <= t->limit) {
        return true;
    }
    uint32_t weakest = 0;
    for (uint32_t i = 1; i < t->counts[a]; i++) {
        const double x = now_of(t, &list[i]), y = now_of(t, &list[weakest]);
        const bool is_alike = fabs(x - y) < 1e-9;
        if (is_alike ? list[i].last_tick < list[weakest].last_tick ||
                           (list[i].last_tick == list[weakest].last_tick &&
                            list[i].subject < list[weakest].subject)
                     : x < y) {
            weakest = i;
        }
    }
    const bool is_kept = list[weakest].subject != m.subject;
    list[weakest] = list[--t->counts[a]];
    return is_kept;
}

static bool observe(twin *t)
{
    wend_memory_observation o = wend_memory_observation_default();
    const uint32_t a = below(t, AGENTS);
    o.subject = below(t, SUBJECTS);
    o.kind = below(t, 8) == 0 ? below(t, KINDS) : (uint32_t)o.subject % KINDS;
    o.sense = 1u << below(t, 3);
    o.position.x = below(t, 100);
    o.certainty = (1 + below(t, 8)) / 8.0;
    o.has_velocity = true; /* estimates have a test of their own */
    o.velocity.y = below(t, 5);
    const wend_result result = wend_memories_observe(t->object, a, &o);
    if (wend_memories_observe(t->reloaded, a, &o) != result || !t->is_there[a]) {
        return !t->is_there[a] && result == WEND_ERROR_STALE;
    }
    const wend_memory *old = find(t, a, o.subject);
    wend_memory m = {.subject = o.subject,
                     .kind = o.kind,
                     .sense = o.sense,
                     .position = o.position,
                     .velocity = o.velocity,
                     .certainty = o.certainty,
                     .first_tick = old != NULL ? old->first_tick : t->tick,
                     .last_tick = t->tick,
                     .source = a};
    if (old != NULL && old->kind == o.kind && !old->is_gone) {
        m.certainty = 1 - (1 - now_of(t, old)) * (1 - o.certainty);
        if (old->last_tick == t->tick) {
            m.sense |= old->sense;
            m.position = o.certainty < old->certainty ? old->position : m.position;
            m.velocity = o.certainty < old->certainty ? old->velocity : m.velocity;
        }
    }
    const bool is_kept = m.certainty >= THRESHOLDS[m.kind] && keep(t, a, m);
    if (is_kept) {
        note_news(t, a);
    }
    return result == (is_kept ? WEND_OK : WEND_TRUNCATED);
}

static uint64_t news_of(const wend_memory *m)
{
    return m->is_gone ? m->gone_tick : m->last_tick;
}

/* 1: a is newer than b, -1: older, 0: neither. */
static int compare(const wend_memory *a, const wend_memory *b)
{
    if (news_of(a) != news_of(b)) {
        return news_of(a) > news_of(b) ? 1 : -1;
    }
    if (a->is_gone != b->is_gone) {
        return a->is_gone ? 1 : -1;
    }
    if (a->last_tick != b->last_tick) {
        return a->last_tick > b->last_tick ? 1 : -1;
    }
    return fabs(a->certainty - b->certainty) < 1e-9 ? 0 : a->certainty > b->certainty ? 1 : -1;
}

static size_t tell(twin *t, uint32_t a, wend_memory m)
{
    const wend_memory *known = find(t, a, m.subject);
    m.certainty *= 0.75;
    m.first_tick = known != NULL ? known->first_tick : m.first_tick;
    const bool is_kept = (known == NULL || compare(&m, known) > 0) &&
                         now_of(t, &m) >= THRESHOLDS[m.kind] && keep(t, a, m);
    if (is_kept) {
        note_news(t, a);
    }
    return is_kept ? 1 : 0;
}

static bool share(twin *t)
{
    const uint32_t g = below(t, GROUPS);
    wend_memory best[SUBJECTS];
    bool has_best[SUBJECTS] = {false};
    for (uint32_t a = 0; a < AGENTS; a++) {
        for (uint32_t i = 0; t->is_there[a] && t->is_member[a][g] && i < t->counts[a]; i++) {
            const wend_memory *m = &t->records[a][i];
            const int order = has_best[m->subject] ? compare(m, &best[m->subject]) : 1;
            if (order > 0 || (order == 0 && m->source < best[m->subject].source)) {
                best[m->subject] = *m;
                has_best[m->subject] = true;
            }
        }
    }
    size_t copied = 0, shared, other;
    bool is_news = false;
    for (uint32_t a = 0; a < AGENTS; a++) {
        is_news = is_news || (t->is_there[a] && t->is_member[a][g] && t->is_news[a][g]);
    }
    for (uint32_t a = 0; a < AGENTS && is_news; a++) {
        for (uint32_t s = 0; t->is_there[a] && t->is_member[a][g] && s < SUBJECTS; s++) {
            copied += has_best[s] ? tell(t, a, best[s]) : 0;
        }
    }
    for (uint32_t a = 0; a < AGENTS && is_news; a++) {
        t->is_news[a][g] = t->is_member[a][g] ? false : t->is_news[a][g];
    }
    return wend_memories_share(t->object, g, &shared) == WEND_OK &&
           wend_memories_share(t->reloaded, g, &other) == WEND_OK && shared == other &&
           shared == copied;
}

static bool report(twin *t)
{
    const uint32_t a = below(t, AGENTS);
    const uint64_t subject = below(t, SUBJECTS);
    const bool is_one = below(t, 2) == 0;
    const wend_vec2 centre = {below(t, 100), 0};
    const double radius = below(t, 30);
    for (uint32_t i = 0; t->is_there[a] && i < t->counts[a]; i++) {
        wend_memory *m = &t->records[a][i];
        const bool is_seen = m->last_tick < t->tick && fabs(m->position.x - centre.x) <= radius &&
                             (5u >> m->kind & 1) != 0;
        if (!m->is_gone && (is_one ? m->subject == subject : is_seen)) {
            m->is_gone = true;
            m->gone_tick = t->tick;
            m->velocity.y = 0;
            note_news(t, a);
        }
    }
    wend_memories *const both[] = {t->object, t->reloaded};
    bool is_right = true;
    for (uint32_t i = 0; i < 2; i++) {
        const wend_result result =
            is_one ? wend_memories_report_gone(both[i], a, subject)
                   : wend_memories_report_empty(both[i], a, centre, radius, 5, NULL);
        is_right = is_right && result == (t->is_there[a] ? WEND_OK : WEND_ERROR_STALE);
    }
    return is_right;
}

static bool edit_agents(twin *t)
{
    const uint32_t a = below(t, AGENTS), g = below(t, GROUPS), what = below(t, 4);
    wend_memories *const both[] = {t->object, t->reloaded};
    for (uint32_t i = 0; i < 2; i++) {
        if (!t->is_there[a]) {
            (void)wend_memories_add_agent(both[i], a);
        } else if (what == 0) {
            (void)wend_memories_remove_agent(both[i], a);
        } else if (t->is_member[a][g]) {
            (void)wend_memories_leave(both[i], a, g);
        } else {
            (void)wend_memories_join(both[i], a, g);
        }
    }
    if (!t->is_there[a] || what == 0) {
        t->is_there[a] = !t->is_there[a];
        t->counts[a] = 0;
        note_news(t, a);
        memset(t->is_member[a], 0, sizeof t->is_member[a]);
    } else {
        t->is_member[a][g] = !t->is_member[a][g];
        if (t->is_member[a][g]) {
            note_news(t, a);
        }
    }
    return true;
}

static bool reload(twin *t)
{
    size_t count;
    (void)wend_memories_save(t->reloaded, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    wend_memories *loaded = NULL;
    const bool is_equal = bytes != NULL &&
                          wend_memories_save(t->reloaded, bytes, count, &count) == WEND_OK &&
                          wend_memories_load(NULL, bytes, count, &loaded) == WEND_OK;
    free(bytes);
    wend_memories_destroy(t->reloaded);
    t->reloaded = loaded;
    return is_equal;
}

static bool is_same(const twin *t, const wend_memory *m, const wend_memory *expected)
{
    return m->kind == expected->kind && m->sense == expected->sense &&
           m->first_tick == expected->first_tick && m->last_tick == expected->last_tick &&
           m->source == expected->source && m->is_gone == expected->is_gone &&
           m->gone_tick == expected->gone_tick &&
           fabs(m->position.x - expected->position.x) < 1e-9 &&
           fabs(m->velocity.y - expected->velocity.y) < 1e-9 &&
           fabs(m->certainty - now_of(t, expected)) < 1e-9;
}

static bool is_as_twin(twin *t)
{
    for (uint32_t a = 0; a < AGENTS; a++) {
        wend_memory list[LIMIT_MOST], nearest;
        wend_memory_query query = wend_memory_query_default();
        size_t count = 0;
        query.is_gone_found = true;
        const wend_result result =
            wend_memories_list(t->object, a, &query, list, LIMIT_MOST, &count);
        if (result != (t->is_there[a] ? WEND_OK : WEND_ERROR_STALE) || count != t->counts[a]) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            const wend_memory *expected = find(t, a, list[i].subject);
            if (expected == NULL || !is_same(t, &list[i], expected) ||
                (i > 0 && list[i - 1].subject >= list[i].subject)) {
                return false;
            }
        }
        const double x = below(t, 100);
        double least = (double)INFINITY;
        for (uint32_t i = 0; i < t->counts[a]; i++) {
            const double distance = fabs(t->records[a][i].position.x - x);
            least = t->records[a][i].is_gone || distance > least ? least : distance;
        }
        const bool has_one =
            wend_memories_nearest(t->object, a, (wend_vec3){x, 0, 0}, NULL, &nearest);
        if (has_one != (least < (double)INFINITY) ||
            (has_one && fabs(fabs(nearest.position.x - x) - least) > 1e-9)) {
            return false;
        }
    }
    return wend_memories_hash(t->object) == wend_memories_hash(t->reloaded);
}

static wend_memories *make(const twin *t)
{
    wend_memories_def def = wend_memories_def_default();
    wend_memories *memories = NULL;
    def.record_limit = t->limit;
    def.share_certainty = 0.75;
    assert_int_equal(wend_memories_create(&def, &memories), WEND_OK);
    for (uint32_t i = 0; i < KINDS; i++) {
        wend_memory_kind kind = wend_memory_kind_default();
        kind.half_life = (uint64_t)HALF_LIVES[i];
        kind.threshold = THRESHOLDS[i];
        assert_int_equal(wend_memories_set_kind(memories, i, &kind), WEND_OK);
    }
    return memories;
}

static bool play(uint64_t seed)
{
    twin t = {.seed = seed};
    bool is_right = true;
    t.limit = 1 + below(&t, LIMIT_MOST);
    t.object = make(&t);
    t.reloaded = make(&t);
    for (uint32_t i = 0; i < STEPS && is_right; i++) {
        const uint32_t what = below(&t, 20);
        is_right = what < 9    ? observe(&t)
                   : what < 11 ? share(&t)
                   : what < 14 ? report(&t)
                   : what < 16 ? edit_agents(&t)
                   : what < 17 ? reload(&t)
                               : true;
        if (what >= 17) {
            t.tick += below(&t, 9);
            (void)wend_memories_set_tick(t.object, t.tick);
            (void)wend_memories_set_tick(t.reloaded, t.tick);
            forget_old(&t);
        }
        is_right = is_right && is_as_twin(&t);
        if (!is_right) {
            print_error("seed %u, step %u, call %u\n", (unsigned)seed, i, what);
        }
    }
    wend_memories_destroy(t.object);
    wend_memories_destroy(t.reloaded);
    return is_right;
}

static void memories_are_those_of_the_slow_twin(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        assert_true(play(seed));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memories_are_those_of_the_slow_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
