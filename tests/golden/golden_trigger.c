/* Fingerprint of triggers: agents that cross areas, take things and make noises. */
#include "golden.h"

enum { TRIGGERS = 80, AGENTS = 50, TICKS = 150 };

static double at(uint64_t stream, uint64_t n)
{
    return 40 * wend_random_unit(41, stream, n);
}

static bool accept(void *user, const wend_triggers *triggers, wend_trigger_id trigger,
                   uint64_t agent)
{
    (void)user;
    return (agent + trigger.index1 + wend_triggers_tick(triggers)) % 4 != 0;
}

static uint64_t add_events(uint64_t hash, const wend_triggers *triggers)
{
    size_t count;
    const wend_trigger_event *events = wend_triggers_events(triggers, &count);
    for (size_t i = 0; i < count; i++) {
        hash = wend_hash_u64(hash, (uint64_t)events[i].type << 32 | events[i].trigger.index1);
        hash = wend_hash_u64(hash, events[i].agent + events[i].count);
    }
    return hash;
}

static void fill(wend_triggers *triggers)
{
    for (uint64_t n = 0; n < TRIGGERS; n++) {
        wend_trigger trigger = wend_trigger_default();
        wend_trigger_id id;
        const wend_vec2 corners[] = {
            {at(1, n), at(2, n)}, {at(3, n), at(4, n)}, {at(5, n), at(6, n)}};
        trigger.kind = (wend_trigger_kind)(n % 4);
        trigger.position = (wend_vec3){at(7, n), at(8, n), 0};
        trigger.radius = n % 4 == 0 ? 0.5 : 0.1 * at(9, n);
        trigger.period = n % 5;
        trigger.sleep_ticks = n % 7;
        trigger.loudness = 35;
        trigger.is_stay_reported = n % 3 == 0;
        if (n % 8 == 1) {
            trigger.points = corners;
            trigger.point_count = 3;
        }
        (void)wend_triggers_add(triggers, &trigger, &id);
    }
}

uint64_t golden_trigger(void)
{
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *triggers = NULL;
    uint64_t hash = wend_hash_begin();
    def.accept = accept;
    if (wend_triggers_create(&def, &triggers) != WEND_OK) {
        return 0;
    }
    fill(triggers);
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        wend_trigger_agent agents[AGENTS];
        const wend_trigger_noise noise = {{at(20, tick), at(21, tick), 0}, 50, tick, 1};
        for (uint64_t i = 0; i < AGENTS; i++) {
            const double part = (double)(tick % 30) / 30;
            const uint64_t leg = tick / 30 * AGENTS + i;
            agents[i] = (wend_trigger_agent){i,
                                             {at(30, leg) * (1 - part) + at(31, leg) * part,
                                              at(32, leg) * (1 - part) + at(33, leg) * part, 0},
                                             0.4};
        }
        (void)wend_triggers_update(triggers, tick, agents, AGENTS, &noise, 1);
        hash = add_events(hash, triggers);
    }
    hash = wend_hash_u64(hash, wend_triggers_hash(triggers));
    wend_triggers_destroy(triggers);
    return hash;
}
