/* Reservations against a plain list that is looked through from end to end, on random calls. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/reserve.h"

#include <stdlib.h>
#include <string.h>

enum { CALLS = 600, LISTED = 800, KINDS = 3, KEYS = 5, AGENTS = 6 };

typedef struct listed {
    wend_claim claim;
    wend_claim_id id;
    uint64_t expiry; /* 0 = never */
    bool is_gone;
} listed;

/* The slow twin: claims in the order in which they were made. */
typedef struct twin {
    listed list[LISTED];
    size_t count;
    wend_claim_event events[LISTED];
    size_t event_count;
    int32_t kind_capacity[KINDS], capacity[KINDS][KEYS];
    uint64_t tick;
} twin;

static bool is_same_thing(const wend_claim *a, const wend_claim *b)
{
    return a->kind == b->kind && a->is_place == b->is_place &&
           (a->is_place ? memcmp(&a->position, &b->position, sizeof a->position) == 0 &&
                              a->radius - b->radius >= 0 && a->radius - b->radius <= 0
                        : a->key == b->key);
}

static bool collide(const wend_claim *a, const wend_claim *b)
{
    const double x = a->position.x - b->position.x, y = a->position.y - b->position.y;
    const double z = a->position.z - b->position.z, sum = a->radius + b->radius;
    return a->kind == b->kind && a->is_place && b->is_place && x * x + y * y < sum * sum &&
           z <= 2 && z >= -2;
}

static uint32_t twin_capacity(const twin *t, const wend_claim *claim)
{
    const int32_t own = claim->is_place ? -1 : t->capacity[claim->kind][claim->key];
    return (uint32_t)(own >= 0                             ? own
                      : t->kind_capacity[claim->kind] >= 0 ? t->kind_capacity[claim->kind]
                                                           : 2);
}

static void twin_end(twin *t, size_t index, wend_claim_event_type type, uint64_t by)
{
    listed *it = &t->list[index];
    it->is_gone = true;
    t->events[t->event_count++] = (wend_claim_event){.type = type,
                                                     .kind = it->claim.kind,
                                                     .key = it->claim.is_place ? 0 : it->claim.key,
                                                     .agent = it->claim.agent,
                                                     .by = by,
                                                     .id = it->id,
                                                     .is_place = it->claim.is_place};
}

/* @return the index of the claim: a new one without an id, or the agent's; LISTED: not granted. */
static size_t twin_claim(twin *t, const wend_claim *claim)
{
    const uint64_t expiry = claim->ticks == 0 ? 0 : t->tick + claim->ticks;
    size_t rivals = 0, weaker = 0;
    for (size_t i = 0; i < t->count; i++) {
        listed *it = &t->list[i];
        if (it->is_gone) {
            continue;
        }
        if (it->claim.agent == claim->agent && is_same_thing(&it->claim, claim)) {
            it->claim.priority = claim->priority;
            it->expiry = expiry;
            return i;
        }
        if (it->claim.agent != claim->agent &&
            (claim->is_place ? collide(&it->claim, claim) : is_same_thing(&it->claim, claim))) {
            rivals++;
            weaker += it->claim.priority < claim->priority ? 1 : 0;
        }
    }
    const size_t capacity = twin_capacity(t, claim);
    size_t losers = rivals < capacity ? 0 : rivals - capacity + 1;
    if (capacity == 0 || losers > weaker) {
        return LISTED;
    }
    for (; losers > 0; losers--) {
        size_t weakest = LISTED;
        for (size_t i = 0; i < t->count; i++) {
            const listed *it = &t->list[i];
            if (!it->is_gone && it->claim.agent != claim->agent &&
                (claim->is_place ? collide(&it->claim, claim) : is_same_thing(&it->claim, claim)) &&
                (weakest == LISTED || it->claim.priority <= t->list[weakest].claim.priority)) {
                weakest = i;
            }
        }
        twin_end(t, weakest, WEND_CLAIM_LOST, claim->agent);
    }
    t->list[t->count] = (listed){.claim = *claim, .expiry = expiry};
    return t->count++;
}

static void twin_update(twin *t, uint64_t tick)
{
    t->tick = tick;
    t->event_count = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (!t->list[i].is_gone && t->list[i].expiry != 0 && t->list[i].expiry <= tick) {
            twin_end(t, i, WEND_CLAIM_EXPIRED, 0);
        }
    }
}

static wend_claim random_claim(uint64_t seed, uint64_t call)
{
    wend_claim claim = wend_claim_default();
    claim.kind = wend_random_below(seed, 1, call, KINDS);
    claim.key = wend_random_below(seed, 2, call, KEYS);
    claim.agent = wend_random_below(seed, 3, call, AGENTS);
    claim.priority = (int32_t)wend_random_below(seed, 4, call, 4) - 1;
    claim.ticks = wend_random_below(seed, 5, call, 30);
    claim.is_place = wend_random_below(seed, 6, call, 2) == 0;
    if (claim.is_place) {
        claim.position =
            (wend_vec3){wend_random_below(seed, 7, call, 12), wend_random_below(seed, 8, call, 4),
                        3.0 * wend_random_below(seed, 9, call, 2)};
        claim.radius = 0.5 + 0.25 * wend_random_below(seed, 10, call, 6);
    }
    return claim;
}

static void check_events(const wend_reservations *r, const twin *t)
{
    size_t count;
    const wend_claim_event *events = wend_reservations_events(r, &count);
    assert_int_equal(count, t->event_count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(events[i].type, t->events[i].type);
        assert_int_equal(events[i].agent, t->events[i].agent);
        assert_int_equal(events[i].by, t->events[i].by);
        assert_int_equal(events[i].kind, t->events[i].kind);
        assert_int_equal(events[i].key, t->events[i].key);
        assert_int_equal(events[i].id.index1, t->events[i].id.index1);
        assert_int_equal(events[i].id.generation, t->events[i].id.generation);
        assert_int_equal(events[i].is_place, t->events[i].is_place);
    }
}

static void check_lists(const wend_reservations *r, const twin *t)
{
    wend_claim_id ids[LISTED];
    size_t count, at = 0;
    assert_int_equal(wend_reservations_list(r, ids, LISTED, &count), WEND_OK);
    assert_int_equal(count, wend_reservations_total(r));
    for (size_t i = 0; i < t->count; i++) {
        const listed *it = &t->list[i];
        wend_claim claim;
        if (!it->is_gone) {
            assert_true(at < count);
            assert_memory_equal(&ids[at], &it->id, sizeof it->id);
            assert_int_equal(wend_reservations_get(r, it->id, &claim), WEND_OK);
            assert_true(is_same_thing(&claim, &it->claim));
            assert_int_equal(claim.agent, it->claim.agent);
            assert_int_equal(claim.priority, it->claim.priority);
            assert_int_equal(claim.ticks, it->expiry == 0 ? 0 : it->expiry - t->tick);
            at++;
        } else {
            assert_int_equal(wend_reservations_get(r, it->id, &claim), WEND_ERROR_STALE);
        }
    }
    assert_int_equal(at, count);
}

/* The lists of one name and of one agent. */
static void check_parts(const wend_reservations *r, const twin *t, uint64_t seed, uint64_t call)
{
    const wend_claim some = random_claim(seed, call + 7777);
    wend_claim_id holders[LISTED], own[LISTED];
    size_t holder_count, own_count, h = 0, o = 0;
    assert_int_equal(
        wend_reservations_list_holders(r, some.kind, some.key, holders, LISTED, &holder_count),
        WEND_OK);
    assert_int_equal(wend_reservations_list_agent(r, some.agent, own, LISTED, &own_count), WEND_OK);
    assert_int_equal(wend_reservations_count(r, some.kind, some.key), holder_count);
    wend_claim_id found = {0, 0};
    for (size_t i = 0; i < t->count; i++) {
        const listed *it = &t->list[i];
        if (it->is_gone) {
            continue;
        }
        if (!it->claim.is_place && it->claim.kind == some.kind && it->claim.key == some.key) {
            assert_memory_equal(&holders[h++], &it->id, sizeof it->id);
            found = it->claim.agent == some.agent ? it->id : found;
        }
        if (it->claim.agent == some.agent) {
            assert_memory_equal(&own[o++], &it->id, sizeof it->id);
        }
    }
    assert_int_equal(h, holder_count);
    assert_int_equal(o, own_count);
    const wend_claim_id answer = wend_reservations_find(r, some.kind, some.key, some.agent);
    assert_memory_equal(&answer, &found, sizeof found);
}

static void make_claim(wend_reservations *r, twin *t, uint64_t seed, uint64_t call)
{
    const wend_claim claim = random_claim(seed, call);
    const bool is_free = wend_reservations_is_free(r, &claim);
    wend_claim_id id;
    assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_OK);
    const size_t index = twin_claim(t, &claim);
    assert_int_equal(is_free, index != LISTED);
    assert_int_equal(id.index1 != 0, index != LISTED);
    if (index != LISTED && t->list[index].id.index1 == 0) {
        t->list[index].id = id;
    } else if (index != LISTED) {
        assert_memory_equal(&t->list[index].id, &id, sizeof id);
    }
}

static void end_some(wend_reservations *r, twin *t, uint64_t seed, uint64_t call)
{
    const wend_claim some = random_claim(seed, call);
    const uint32_t how = wend_random_below(seed, 20, call, 4);
    uint32_t ended = 0;
    const size_t picked = t->count == 0 ? 0 : wend_random_below(seed, 21, call, (uint32_t)t->count);
    const wend_claim_id stale = {7, 99};
    const wend_claim_id id = t->count == 0 ? stale : t->list[picked].id;
    if (how == 0) {
        const bool is_held = t->count > 0 && !t->list[picked].is_gone;
        assert_int_equal(wend_reservations_release(r, id), is_held ? WEND_OK : WEND_ERROR_STALE);
        if (is_held) {
            t->list[picked].is_gone = true;
        }
    } else if (how == 1) {
        for (size_t i = 0; i < t->count; i++) {
            ended += !t->list[i].is_gone && t->list[i].claim.agent == some.agent ? 1 : 0;
            t->list[i].is_gone = t->list[i].is_gone || t->list[i].claim.agent == some.agent;
        }
        assert_int_equal(wend_reservations_release_agent(r, some.agent), ended);
    } else if (how == 2) {
        for (size_t i = 0; i < t->count; i++) {
            const wend_claim *claim = &t->list[i].claim;
            if (!t->list[i].is_gone && !claim->is_place && claim->kind == some.kind &&
                claim->key == some.key) {
                twin_end(t, i, WEND_CLAIM_REVOKED, 0);
            }
        }
        assert_int_equal(wend_reservations_revoke(r, some.kind, some.key), WEND_OK);
    } else {
        const int32_t capacity = (int32_t)wend_random_below(seed, 22, call, 5) - 1;
        if (some.is_place) {
            t->kind_capacity[some.kind] = capacity;
            assert_int_equal(wend_reservations_set_kind_capacity(r, some.kind, capacity), WEND_OK);
        } else {
            t->capacity[some.kind][some.key] = capacity;
            assert_int_equal(wend_reservations_set_capacity(r, some.kind, some.key, capacity),
                             WEND_OK);
            assert_int_equal(wend_reservations_get_capacity(r, some.kind, some.key),
                             twin_capacity(t, &some));
        }
    }
}

/* The same object again, from its bytes. */
static wend_reservations *reload(wend_reservations *r)
{
    size_t count;
    assert_int_equal(wend_reservations_save(r, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_reservations_save(r, bytes, count, &count), WEND_OK);
    wend_reservations *loaded;
    assert_int_equal(wend_reservations_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_reservations_hash(loaded) == wend_reservations_hash(r));
    wend_reservations_destroy(r);
    free(bytes);
    return loaded;
}

static void run(uint64_t seed)
{
    wend_reservations_def def = wend_reservations_def_default();
    def.capacity = 2;
    def.cell_size = seed % 2 == 0 ? 2 : 0.3;
    wend_reservations *r;
    twin *t = calloc(1, sizeof *t);
    assert_non_null(t);
    memset(t->kind_capacity, 0xFF, sizeof t->kind_capacity);
    memset(t->capacity, 0xFF, sizeof t->capacity);
    assert_int_equal(wend_reservations_create(&def, &r), WEND_OK);
    for (uint64_t call = 0; call < CALLS; call++) {
        const uint32_t what = wend_random_below(seed, 0, call, 20);
        if (what < 14) {
            make_claim(r, t, seed, call);
        } else if (what < 17) {
            end_some(r, t, seed, call);
        } else if (what < 19) {
            const uint64_t tick = t->tick + wend_random_below(seed, 30, call, 6);
            assert_int_equal(wend_reservations_update(r, tick), WEND_OK);
            twin_update(t, tick);
        } else {
            r = reload(r);
        }
        check_events(r, t);
        check_lists(r, t);
        check_parts(r, t, seed, call);
    }
    wend_reservations_destroy(r);
    free(t);
}

static void reservations_equal_a_plain_list(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        run(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reservations_equal_a_plain_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
