/* Triggers: things that come back, areas, times, noises. */
#include "fuzz.h"

enum { TRIGGER_AGENTS = 6, TRIGGER_NOISES = 3, TRIGGER_POINTS = 5 };

static bool some_accept(void *user, const wend_triggers *triggers, wend_trigger_id trigger,
                        uint64_t agent)
{
    (void)user;
    return wend_triggers_count(triggers) > 0 && (agent + trigger.index1) % 3 != 0;
}

static double some_level(void *user, const wend_trigger_noise *noise, wend_vec3 position)
{
    (void)user;
    return noise->loudness - position.x;
}

void make_triggers(fuzz *f)
{
    wend_triggers_def def = wend_triggers_def_default();
    wend_items *items = chance(f, 2) ? get(f, KIND_ITEMS) : NULL;
    def.items = items;
    def.cell_size = chance(f, 2) ? real(f, 1.0 / 1024, 30) : def.cell_size;
    def.accept = chance(f, 2) ? some_accept : NULL;
    def.level = chance(f, 4) ? some_level : NULL;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_triggers *triggers = NULL;
    GIVES(f, wend_triggers_create(&def, &triggers), "AM");
    keep(f, KIND_TRIGGERS, triggers, items, NULL, NULL);
}

static wend_trigger_id some_trigger_id(fuzz *f, const wend_triggers *triggers)
{
    const uint32_t limit = wend_triggers_limit(triggers);
    wend_trigger_id id = {below(f, 8), 1 + below(f, 2)};
    return limit > 0 && chance(f, 2) ? wend_triggers_id_at(triggers, below(f, limit)) : id;
}

static void add_trigger(fuzz *f)
{
    wend_triggers *triggers = get(f, KIND_TRIGGERS);
    wend_trigger trigger = wend_trigger_default();
    wend_trigger_id id;
    wend_vec2 *points = scratch(f, TRIGGER_POINTS, sizeof *points);
    trigger.kind = unsound(f, 30) ? (wend_trigger_kind)7 : (wend_trigger_kind)below(f, 4);
    trigger.position = somewhere_high(f);
    trigger.radius = real(f, 0, 6);
    if (trigger.kind == WEND_TRIGGER_AREA && chance(f, 3)) {
        trigger.half_size = (wend_vec2){real(f, 0, 6), real(f, 0, 6)};
    } else if (trigger.kind == WEND_TRIGGER_AREA && chance(f, 2)) {
        for (uint32_t i = 0; i < TRIGGER_POINTS; i++) {
            points[i] = somewhere(f);
        }
        trigger.points = points;
        trigger.point_count = unsound(f, 20) ? 2 : 3 + below(f, TRIGGER_POINTS - 2);
    }
    if (trigger.kind == WEND_TRIGGER_TAKE && chance(f, 2)) {
        trigger.item = (wend_item_id){below(f, 5), 1};
    }
    trigger.height = chance(f, 2) ? real(f, 0, 9) : trigger.height;
    trigger.tag = below(f, 4);
    trigger.amount = real(f, -9, 9);
    trigger.user = roll(f);
    trigger.first_tick = below(f, 20);
    trigger.period = chance(f, 9) ? roll(f) : below(f, 4);
    trigger.loudness = real(f, -1000, 1000);
    trigger.sleep_ticks = chance(f, 9) ? roll(f) : below(f, 6);
    trigger.is_repeated = chance(f, 2);
    trigger.is_stay_reported = chance(f, 2);
    trigger.is_asleep = chance(f, 6);
    some_cookie(f, &trigger.cookie);
    fuzz_watch(f, KIND_TRIGGERS, triggers);
    const wend_result result = GIVES(f, wend_triggers_add(triggers, &trigger, &id), "AMFS");
    CHECK(f, (result == WEND_OK) == (id.index1 != 0));
    CHECK(f, wend_triggers_error(triggers) != NULL);
}

static void edit_trigger(fuzz *f)
{
    wend_triggers *triggers = get(f, KIND_TRIGGERS);
    const wend_trigger_id id = some_trigger_id(f, triggers);
    fuzz_watch(f, KIND_TRIGGERS, triggers);
    if (chance(f, 3)) {
        GIVES(f, wend_triggers_remove(triggers, id), "AS");
    } else if (chance(f, 2)) {
        GIVES(f, wend_triggers_move(triggers, id, somewhere_high(f)), "AS");
    } else {
        GIVES(f, wend_triggers_set_asleep(triggers, id, chance(f, 2)), "AS");
    }
}

static void update_triggers(fuzz *f)
{
    wend_triggers *triggers = get(f, KIND_TRIGGERS);
    const uint64_t now = wend_triggers_tick(triggers);
    const uint64_t tick = chance(f, 60) ? roll(f) : unsound(f, 10) ? now - 1 : now + below(f, 5);
    wend_trigger_agent *agents = scratch(f, TRIGGER_AGENTS, sizeof *agents);
    wend_trigger_noise *noises = scratch(f, TRIGGER_NOISES, sizeof *noises);
    for (uint32_t i = 0; i < TRIGGER_AGENTS; i++) {
        agents[i] = (wend_trigger_agent){unsound(f, 20) ? 3 : TRIGGER_AGENTS - i, somewhere_high(f),
                                         real(f, 0, 3)};
    }
    for (uint32_t i = 0; i < TRIGGER_NOISES; i++) {
        noises[i] = (wend_trigger_noise){somewhere_high(f), real(f, -1000, 1000), i, roll(f)};
    }
    const double heights[2] = {real(f, -9, 9), real(f, -9, 9)};
    const bool has_heights = chance(f, 2);
    fuzz_watch(f, KIND_TRIGGERS, triggers);
    const wend_result result =
        chance(f, 5)
            ? GIVES(f,
                    wend_triggers_update_crowd(triggers, tick, get(f, KIND_CROWD),
                                               has_heights ? heights : NULL, 2, noises,
                                               below(f, TRIGGER_NOISES + 1)),
                    "AM")
            : GIVES(f,
                    wend_triggers_update(triggers, tick, agents, below(f, TRIGGER_AGENTS + 1),
                                         noises, below(f, TRIGGER_NOISES + 1)),
                    "AM");
    size_t count;
    const wend_trigger_event *events = wend_triggers_events(triggers, &count);
    CHECK(f, (events != NULL) == (count > 0));
    CHECK(f, result != WEND_OK || wend_triggers_tick(triggers) == tick);
    for (size_t i = 1; i < count; i++) {
        CHECK(f, events[i - 1].trigger.index1 <= events[i].trigger.index1);
    }
}

static void read_triggers(fuzz *f)
{
    const wend_triggers *triggers = get(f, KIND_TRIGGERS);
    const wend_trigger_id id = some_trigger_id(f, triggers);
    uint64_t *agents = scratch(f, 4, sizeof *agents);
    wend_trigger trigger;
    wend_trigger_state state;
    wend_draw draw;
    size_t count = 0;
    GIVES(f, wend_triggers_get(triggers, id, &trigger), "AS");
    const wend_result result = GIVES(f, wend_triggers_get_state(triggers, id, &state), "AS");
    GIVES(f, wend_triggers_list_inside(triggers, id, agents, below(f, 5), &count), "ATS");
    CHECK(f, result != WEND_OK || count == state.inside);
    CHECK(f, !wend_triggers_is_inside(triggers, id, below(f, 8)) || count > 0);
    CHECK(f, wend_triggers_count(triggers) <= wend_triggers_limit(triggers));
    CHECK(f, triggers == NULL || wend_triggers_memory_bytes(triggers) > 0);
    GIVES(f, wend_triggers_draw(triggers, some_draw(f, &draw)), "A");
}

static void save_triggers(fuzz *f)
{
    const wend_triggers *triggers = get(f, KIND_TRIGGERS);
    size_t count = 0;
    if (GIVES(f, wend_triggers_save(triggers, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_triggers_save(triggers, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_triggers_def def = wend_triggers_def_default();
    wend_items *items = get(f, KIND_ITEMS);
    def.items = items;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_triggers *loaded = NULL;
    GIVES(f, wend_triggers_load(&def, copy, count, &loaded), "ALM");
    CHECK(f,
          !is_same || loaded == NULL || wend_triggers_hash(loaded) == wend_triggers_hash(triggers));
    keep(f, KIND_TRIGGERS, loaded, items, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make triggers", make_triggers, 1}, {"add a trigger", add_trigger, 5},
    {"edit a trigger", edit_trigger, 2}, {"update triggers", update_triggers, 6},
    {"read triggers", read_triggers, 3}, {"save triggers", save_triggers, 1},
};

const fuzz_room room_trigger = {"trigger", actions, sizeof actions / sizeof *actions};
