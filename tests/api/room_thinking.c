/* Scheduled thinking: agents, bands, budgets, callbacks that ask for things, bytes. */
#include "fuzz.h"

#include <string.h>

enum { AGENTS = 12, BYTES = 3 };

/* Callbacks draw from numbers of their own: they may run on any thread. */
void some_think(void *user, wend_mind_turn *turn)
{
    uint64_t hash = wend_hash_u64(turn->tick, turn->agent + turn->slot);
    uint64_t agent = hash >> 20 & 15;
    wend_mind_info info;
    wend_minds_info all;
    (void)user;
    (void)wend_minds_has_agent(turn->minds, agent);
    (void)wend_minds_get_agent(turn->minds, agent, &info);
    wend_minds_get_info(turn->minds, &all);
    const uint8_t *other = wend_minds_decision(turn->minds, agent);
    uint8_t *next = turn->next != NULL ? turn->next : wend_mind_turn_decision(turn, agent);
    for (uint32_t i = 0; next != NULL && i < BYTES; i++) {
        hash = wend_hash_u64(hash, other == NULL ? 0 : other[i]);
        next[i] = (uint8_t)hash;
    }
    wend_mind_def def = wend_mind_def_default();
    def.agent = hash >> 30 & 15;
    def.period = (uint32_t)(hash >> 40 & 15);
    def.decision = next;
    const wend_mind_def *asked = hash % 50 == 0 ? NULL : &def;
    if (hash % 6 == 0) {
        (void)wend_mind_turn_add_agent(turn, asked);
    } else if (hash % 6 == 1) {
        (void)wend_mind_turn_remove_agent(turn, hash % 12 == 1 ? turn->agent : agent);
    } else if (hash % 6 == 2) {
        (void)wend_mind_turn_wake(turn, agent);
    } else if (hash % 6 == 3 && wend_minds_wake(turn->owner, agent) != WEND_ERROR_BUSY) {
        fuzz_fail((const fuzz *)user, __FILE__, __LINE__, "a callback changed its minds");
    }
}

void make_minds(fuzz *f)
{
    wend_mind_band bands[2] = {{10, 1 + count_to(f, 3)}, {20, 2 + count_to(f, 5)}};
    wend_minds_def def = wend_minds_def_default();
    bands[1].distance = unsound(f, 20) ? wild(f) : bands[1].distance;
    def.think = unsound(f, 20) ? NULL : some_think;
    def.think_central = chance(f, 2) ? some_think : NULL;
    def.user = f;
    def.decision_bytes = BYTES;
    def.central_period = 1 + count_to(f, 3);
    def.central_cost = count_to(f, 5);
    def.bands = unsound(f, 20) ? NULL : bands;
    def.band_count = below(f, 3);
    def.far_period = 1 + count_to(f, 8);
    def.hysteresis = chance(f, 2) ? real(f, 0, 5) : 0;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_minds *minds = NULL;
    GIVES(f, wend_minds_create(&def, &minds), "AM");
    keep(f, KIND_MINDS, minds, NULL, NULL, NULL);
}

static void change_agents(fuzz *f)
{
    wend_minds *minds = get(f, KIND_MINDS);
    const uint8_t decision[BYTES] = {1, 2, 3};
    for (uint32_t i = below(f, 8); i > 0; --i) {
        wend_mind_def def = wend_mind_def_default();
        const uint64_t agent = below(f, AGENTS);
        def.agent = agent;
        def.period = 1 + count_to(f, 6);
        def.cost = 1 + count_to(f, 4);
        def.priority = 1 + count_to(f, 4);
        def.position = somewhere_high(f);
        def.decision = chance(f, 2) ? decision : NULL;
        some_cookie(f, &def.cookie);
        const wend_mind_def *given = unsound(f, 30) ? NULL : &def;
        const wend_vec3 points[2] = {somewhere_high(f), somewhere_high(f)};
        fuzz_watch(f, KIND_MINDS, minds);
        switch (below(f, 7)) {
        case 0:
            GIVES(f, wend_minds_remove_agent(minds, agent), "AS");
            break;
        case 1:
            GIVES(f, wend_minds_set_agent(minds, given), "AMS");
            break;
        case 2:
            GIVES(f, wend_minds_set_position(minds, agent, somewhere_high(f)), "AS");
            break;
        case 3:
            GIVES(f, wend_minds_set_points(minds, unsound(f, 20) ? NULL : points, below(f, 3)),
                  "A");
            break;
        case 4:
            GIVES(f, wend_minds_wake(minds, agent), "AS");
            break;
        default:
            GIVES(f, wend_minds_add_agent(minds, given), "AFM");
            break;
        }
    }
    CHECK(f, wend_minds_error(minds) != NULL);
}

static void think_some_ticks(fuzz *f)
{
    wend_minds *minds = get(f, KIND_MINDS);
    /* The allocator of the fuzzer counts, and is called by one thread alone. */
    for (uint32_t i = 1 + below(f, 4); i > 0; --i) {
        wend_budget budget;
        wend_minds_info before, after;
        wend_minds_get_info(minds, &before);
        GIVES(f, wend_minds_update(minds, some_budget(f, &budget), NULL), "AI");
        wend_minds_get_info(minds, &after);
        CHECK(f, minds == NULL || after.tick == before.tick + 1);
        CHECK(f, after.think_count == before.think_count + after.thought_count);
        CHECK(f, after.thought_count <= after.due_count);
    }
}

static void read_minds(fuzz *f)
{
    const wend_minds *minds = get(f, KIND_MINDS);
    wend_minds_info all;
    wend_mind_info info;
    uint64_t agent = 0;
    wend_minds_get_info(minds, &all);
    CHECK(f, minds == NULL || all.memory_bytes > 0);
    if (GIVES(f, wend_minds_agent_at(minds, below(f, all.agent_count + 1), &agent), "A") !=
        WEND_OK) {
        agent = below(f, 30);
    }
    const bool is_there = wend_minds_has_agent(minds, agent);
    const wend_result result = GIVES(f, wend_minds_get_agent(minds, agent, &info), "AS");
    CHECK(f, (result == WEND_OK) == is_there);
    CHECK(f, result != WEND_OK || (info.period >= 1 && info.last_tick <= all.tick));
    CHECK(f, (wend_minds_decision(minds, agent) != NULL) == is_there);
    wend_draw draw;
    GIVES(f, wend_minds_draw(minds, some_draw(f, &draw)), "A");
}

static void save_minds(fuzz *f)
{
    const wend_minds *minds = get(f, KIND_MINDS);
    size_t count = 0;
    if (GIVES(f, wend_minds_save(minds, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_minds_save(minds, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_minds_def def = wend_minds_def_default();
    def.think = unsound(f, 20) ? NULL : some_think;
    def.user = f;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_minds *loaded = NULL;
    GIVES(f, wend_minds_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_minds_hash(loaded) == wend_minds_hash(minds));
    keep(f, KIND_MINDS, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make minds", make_minds, 1},  {"change agents of minds", change_agents, 5},
    {"think", think_some_ticks, 6}, {"read minds", read_minds, 3},
    {"save minds", save_minds, 1},
};

const fuzz_room room_thinking = {"thinking", actions, sizeof actions / sizeof *actions};
