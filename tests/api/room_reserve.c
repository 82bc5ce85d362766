/* Claims of agents on places, items and targets. */
#include "fuzz.h"

enum { CLAIM_KINDS = 3, CLAIM_KEYS = 4, CLAIM_AGENTS = 5, CLAIM_IDS = 6 };

void make_reservations(fuzz *f)
{
    wend_reservations_def def = wend_reservations_def_default();
    def.capacity = chance(f, 2) ? count_to(f, WEND_RESERVATIONS_CAPACITY_MAX) : def.capacity;
    def.cell_size = chance(f, 2) ? real(f, 1.0 / 1024, 30) : def.cell_size;
    def.max_height_difference = chance(f, 2) ? real(f, 0, 10) : def.max_height_difference;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_reservations *reservations = NULL;
    GIVES(f, wend_reservations_create(&def, &reservations), "AM");
    keep(f, KIND_RESERVATIONS, reservations, NULL, NULL, NULL);
}

static wend_claim some_claim(fuzz *f)
{
    wend_claim claim = wend_claim_default();
    claim.kind = below(f, CLAIM_KINDS);
    claim.key = below(f, CLAIM_KEYS);
    claim.agent = below(f, CLAIM_AGENTS);
    claim.ticks = chance(f, 8) ? roll(f) : below(f, 10);
    claim.priority = whole(f, -2, 2);
    claim.is_place = chance(f, 3);
    claim.position = somewhere_high(f);
    claim.radius = chance(f, 8) ? real(f, 0, WEND_CLAIMS_RADIUS_MAX) : real(f, 0, 2);
    some_cookie(f, &claim.cookie);
    return claim;
}

static wend_claim_id some_claim_id(fuzz *f, const wend_reservations *reservations)
{
    wend_claim_id ids[CLAIM_IDS], id = {0, 0};
    size_t count = 0;
    (void)wend_reservations_list(reservations, ids, CLAIM_IDS, &count);
    some_id(f, ids, count < CLAIM_IDS ? count : CLAIM_IDS, &id);
    return id;
}

static void claim_things(fuzz *f)
{
    wend_reservations *reservations = get(f, KIND_RESERVATIONS);
    for (uint32_t i = below(f, 6); i > 0; --i) {
        const wend_claim claim = some_claim(f);
        const bool is_free = wend_reservations_is_free(reservations, &claim);
        wend_claim_id id, *to = unsound(f, 20) ? NULL : &id;
        fuzz_watch(f, KIND_RESERVATIONS, reservations);
        const wend_result result =
            GIVES(f, wend_reservations_claim(reservations, &claim, to), "AMF");
        CHECK(f, to == NULL || (id.index1 != 0) == (result == WEND_OK && is_free));
        if (result == WEND_OK && is_free && !claim.is_place) {
            const wend_claim_id found =
                wend_reservations_find(reservations, claim.kind, claim.key, claim.agent);
            CHECK(f, found.index1 == id.index1 && found.generation == id.generation);
        }
    }
    CHECK(f, wend_reservations_error(reservations) != NULL);
}

static void end_claims(fuzz *f)
{
    wend_reservations *reservations = get(f, KIND_RESERVATIONS);
    const uint32_t kind = below(f, CLAIM_KINDS);
    const uint64_t key = below(f, CLAIM_KEYS);
    fuzz_watch(f, KIND_RESERVATIONS, reservations);
    switch (below(f, 6)) {
    case 0:
        GIVES(f, wend_reservations_release(reservations, some_claim_id(f, reservations)), "AS");
        break;
    case 1: {
        const uint64_t agent = below(f, CLAIM_AGENTS);
        size_t count = 0;
        (void)wend_reservations_list_agent(reservations, agent, NULL, 0, &count);
        CHECK(f, wend_reservations_release_agent(reservations, agent) == count);
        f->watched = NULL;
        break;
    }
    case 2:
        GIVES(f, wend_reservations_revoke(reservations, kind, key), "AM");
        break;
    case 3:
        GIVES(f, wend_reservations_set_capacity(reservations, kind, key, whole(f, -1, 6)), "AM");
        break;
    case 4:
        GIVES(f, wend_reservations_set_kind_capacity(reservations, kind, whole(f, -1, 6)), "AM");
        break;
    default:
        f->watched = NULL;
        if (chance(f, 8)) {
            wend_reservations_clear(reservations);
            CHECK(f, wend_reservations_total(reservations) == 0);
        }
        break;
    }
}

static void pass_time(fuzz *f)
{
    wend_reservations *reservations = get(f, KIND_RESERVATIONS);
    const uint64_t now = wend_reservations_tick(reservations);
    const uint64_t tick = chance(f, 60) ? roll(f) : unsound(f, 10) ? now - 1 : now + below(f, 5);
    size_t count;
    fuzz_watch(f, KIND_RESERVATIONS, reservations);
    if (GIVES(f, wend_reservations_update(reservations, tick), "AM") == WEND_OK) {
        CHECK(f, wend_reservations_tick(reservations) == tick);
    }
    const wend_claim_event *events = wend_reservations_events(reservations, &count);
    CHECK(f, (events != NULL) == (count > 0));
}

static void read_reservations(fuzz *f)
{
    const wend_reservations *reservations = get(f, KIND_RESERVATIONS);
    const uint32_t kind = below(f, CLAIM_KINDS);
    const uint64_t key = below(f, CLAIM_KEYS);
    wend_claim_id *ids = scratch(f, 4, sizeof *ids);
    wend_claim claim;
    size_t count = 0;
    GIVES(f, wend_reservations_list_holders(reservations, kind, key, ids, below(f, 5), &count),
          "AT");
    CHECK(f, count == wend_reservations_count(reservations, kind, key));
    GIVES(f,
          wend_reservations_list_agent(reservations, below(f, CLAIM_AGENTS), ids, below(f, 5),
                                       &count),
          "AT");
    GIVES(f, wend_reservations_list(reservations, ids, below(f, 5), &count), "AT");
    CHECK(f, count == wend_reservations_total(reservations));
    GIVES(f, wend_reservations_get(reservations, some_claim_id(f, reservations), &claim), "AS");
    CHECK(f, wend_reservations_get_capacity(reservations, kind, key) <=
                 WEND_RESERVATIONS_CAPACITY_MAX);
    CHECK(f, reservations == NULL || wend_reservations_memory_bytes(reservations) > 0);
    wend_draw draw;
    GIVES(f, wend_reservations_draw(reservations, some_draw(f, &draw)), "A");
    const wend_item_id item = {1 + below(f, 3), 1};
    wend_free_items free_items = {reservations, kind, whole(f, -1, 1)};
    claim = wend_claim_default();
    claim.kind = kind;
    claim.key = wend_reservations_item_key(item);
    claim.agent = key;
    claim.priority = free_items.priority;
    CHECK(f, reservations == NULL || wend_reservations_is_item_free(&free_items, key, item) ==
                                         wend_reservations_is_free(reservations, &claim));
}

static void save_reservations(fuzz *f)
{
    const wend_reservations *reservations = get(f, KIND_RESERVATIONS);
    size_t count = 0;
    if (GIVES(f, wend_reservations_save(reservations, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_reservations_save(reservations, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_reservations_def def = wend_reservations_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_reservations *loaded = NULL;
    GIVES(f, wend_reservations_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL ||
                 wend_reservations_hash(loaded) == wend_reservations_hash(reservations));
    keep(f, KIND_RESERVATIONS, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make reservations", make_reservations, 1},
    {"claim things", claim_things, 8},
    {"end claims", end_claims, 3},
    {"pass time", pass_time, 3},
    {"read reservations", read_reservations, 3},
    {"save reservations", save_reservations, 1},
};

const fuzz_room room_reserve = {"reserve", actions, sizeof actions / sizeof *actions};
