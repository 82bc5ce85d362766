/* Fingerprint of scheduled thinking: bands, budgets, debts, central thoughts, and agents that add and
 * remove each other. */
#include "golden.h"

enum { AGENTS = 60, TICKS = 80, BYTES = 4 };

static void think(void *user, wend_mind_turn *turn)
{
    uint64_t hash = wend_hash_bytes(turn->tick + turn->elapsed, turn->next, BYTES);
    const uint8_t *other = wend_minds_decision(turn->minds, (turn->agent + 7) % AGENTS);
    (void)user;
    hash = other == NULL ? hash : wend_hash_bytes(hash, other, BYTES);
    for (uint32_t i = 0; i < BYTES; i++) {
        turn->next[i] = (uint8_t)(hash >> (8 * i));
    }
    wend_mind_def def = wend_mind_def_default();
    def.agent = hash >> 40 & 63;
    def.period = 1 + (uint32_t)(hash >> 50 & 7);
    def.decision = turn->next;
    if (hash % 9 == 0) {
        (void)wend_mind_turn_add_agent(turn, &def);
    } else if (hash % 9 == 1) {
        (void)wend_mind_turn_remove_agent(turn, turn->agent);
    } else if (hash % 9 == 2) {
        (void)wend_mind_turn_wake(turn, def.agent);
    }
}

static void plan(void *user, wend_mind_turn *turn)
{
    (void)user;
    for (uint64_t agent = turn->tick % 5; agent < AGENTS; agent += 5) {
        uint8_t *next = wend_mind_turn_decision(turn, agent);
        if (next != NULL) {
            next[0] = (uint8_t)(next[0] + turn->tick);
        }
    }
}

uint64_t golden_minds(void)
{
    static const wend_mind_band bands[] = {{20, 1}, {45, 3}};
    wend_minds_def def = wend_minds_def_default();
    wend_minds *minds = NULL;
    uint64_t hash = wend_hash_begin();
    def.think = think;
    def.think_central = plan;
    def.decision_bytes = BYTES;
    def.central_period = 3;
    def.central_cost = 5;
    def.bands = bands;
    def.band_count = 2;
    def.far_period = 7;
    def.hysteresis = 3;
    if (wend_minds_create(&def, &minds) != WEND_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_mind_def agent = wend_mind_def_default();
        agent.agent = i;
        agent.period = 1 + i % 4;
        agent.cost = 1 + i % 3;
        agent.priority = 1 + i % 5;
        agent.position = (wend_vec3){wend_random_unit(47, 0, i) * 100, i, 0};
        (void)wend_minds_add_agent(minds, &agent);
    }
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        const wend_vec3 player = {wend_random_unit(47, 1, tick / 8) * 100, 30, 0};
        wend_budget budget = wend_budget_steps(tick % 16 == 0 ? 2 : 40);
        (void)wend_minds_set_points(minds, &player, tick < 8 ? 0 : 1);
        (void)wend_minds_update(minds, &budget, NULL);
        hash = wend_hash_u64(hash, wend_minds_hash(minds));
    }
    wend_minds_destroy(minds);
    return hash;
}
