/* Triggers against a twin that compares all with all, in random worlds. */
#include "support/test.h"

#include "wend/trigger.h"
#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRIGGERS = 40, AGENTS = 30, NOISES = 6, TICKS = 60, EVENTS = 4000 };

static const double SIDE = 30;

typedef struct twin_trigger {
    wend_trigger def;
    wend_trigger_id id;
    wend_vec2 points[5];
    bool is_asleep, is_held;
    uint64_t wake, next, last;
    bool is_inside[AGENTS];
} twin_trigger;

typedef struct twin {
    twin_trigger list[TRIGGERS];
    wend_trigger_event events[EVENTS];
    size_t event_count;
    uint64_t tick;
} twin;

static double unit(uint64_t seed, uint64_t a, uint64_t b)
{
    return wend_random_unit(seed, a, b);
}

/* Some agents refuse some things at some ticks. */
static bool refuses(uint32_t tag, uint64_t agent)
{
    return (tag * 7 + agent) % 3 == 0;
}

static bool accept(void *user, const wend_triggers *triggers, wend_trigger_id id, uint64_t agent)
{
    wend_trigger trigger;
    (void)user;
    assert_int_equal(wend_triggers_get(triggers, id, &trigger), WEND_OK);
    return !refuses(trigger.tag, agent);
}

static wend_trigger random_trigger(uint64_t seed, uint64_t n, wend_vec2 points[5])
{
    wend_trigger it = wend_trigger_default();
    it.kind = (wend_trigger_kind)(n % 4);
    it.position = (wend_vec3){SIDE * unit(seed, 1, n), SIDE * unit(seed, 2, n), n % 7 == 0 ? 3 : 0};
    it.radius = it.kind == WEND_TRIGGER_TAKE ? 0.5 : 4 * unit(seed, 3, n);
    it.tag = (uint32_t)n;
    it.amount = unit(seed, 4, n);
    it.user = n * 100;
    it.sleep_ticks = n % 3 == 0 ? 0 : wend_random_below(seed, 5, n, 9);
    it.is_repeated = n % 5 == 0;
    it.is_stay_reported = n % 2 == 0;
    it.first_tick = wend_random_below(seed, 6, n, 20);
    it.period = wend_random_below(seed, 7, n, 6);
    it.loudness = 20 + 40 * unit(seed, 8, n);
    it.is_asleep = n % 11 == 10;
    if (it.kind == WEND_TRIGGER_AREA && n % 8 == 1) {
        it.half_size = (wend_vec2){5 * unit(seed, 9, n), 5 * unit(seed, 10, n)};
    } else if (it.kind == WEND_TRIGGER_AREA && n % 8 == 5) {
        for (uint64_t k = 0; k < 5; k++) {
            points[k] = (wend_vec2){it.position.x + 10 * unit(seed, 20 + k, n) - 5,
                                    it.position.y + 10 * unit(seed, 30 + k, n) - 5};
        }
        it.points = points;
        it.point_count = 5;
    }
    return it;
}

/* Winding by angles would do as well; this counts crossings of a ray to the right. */
static bool is_in_outline(const wend_vec2 *points, size_t count, double x, double y)
{
    int crossings = 0;
    for (size_t i = 0; i < count; i++) {
        const wend_vec2 a = points[i], b = points[(i + 1) % count];
        const bool is_between = (a.y <= y && b.y > y) || (b.y <= y && a.y > y);
        if (is_between && a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > x) {
            crossings++;
        }
    }
    return crossings % 2 == 1;
}

static bool contains(const twin_trigger *t, const wend_trigger_agent *agent)
{
    const double x = agent->position.x - t->def.position.x;
    const double y = agent->position.y - t->def.position.y;
    if (fabs(agent->position.z - t->def.position.z) > t->def.height) {
        return false;
    }
    if (t->def.point_count > 0) {
        return is_in_outline(t->points, 5, agent->position.x, agent->position.y);
    }
    if (t->def.half_size.x > 0 || t->def.half_size.y > 0) {
        return fabs(x) <= t->def.half_size.x && fabs(y) <= t->def.half_size.y;
    }
    return x * x + y * y <= t->def.radius * t->def.radius;
}

static bool touches(const twin_trigger *t, const wend_trigger_agent *agent, double *distance)
{
    const double x = agent->position.x - t->def.position.x;
    const double y = agent->position.y - t->def.position.y;
    *distance = x * x + y * y;
    return sqrt(*distance) <= t->def.radius + agent->radius &&
           fabs(agent->position.z - t->def.position.z) <= t->def.height;
}

static wend_trigger_event *put(twin *w, const twin_trigger *t, wend_trigger_event_type type,
                               uint64_t agent)
{
    assert_true(w->event_count < EVENTS);
    wend_trigger_event *e = &w->events[w->event_count++];
    *e = (wend_trigger_event){.type = type,
                              .trigger = t->id,
                              .agent = agent,
                              .tag = t->def.tag,
                              .amount = t->def.amount,
                              .user = t->def.user,
                              .count = 1};
    return e;
}

static void fall_asleep(const twin *w, twin_trigger *t, uint64_t ticks)
{
    if (ticks > 0) {
        t->is_asleep = true;
        t->wake = ticks == WEND_TRIGGER_FOREVER ? ticks : w->tick + ticks;
    }
}

static void twin_take(twin *w, twin_trigger *t, const wend_trigger_agent *agents, size_t count)
{
    size_t best = AGENTS;
    double best_distance = 0, distance;
    bool still = false;
    for (size_t i = 0; i < count; i++) {
        still = still || (agents[i].agent == t->last && touches(t, &agents[i], &distance));
    }
    t->is_held = t->is_held && still;
    for (size_t i = 0; i < count && !t->is_asleep; i++) {
        const bool may = touches(t, &agents[i], &distance) &&
                         !refuses(t->def.tag, agents[i].agent) &&
                         !(t->is_held && agents[i].agent == t->last && !t->def.is_repeated);
        if (may && (best == AGENTS || distance < best_distance ||
                    (distance <= best_distance && agents[i].agent < agents[best].agent))) {
            best = i;
            best_distance = distance;
        }
    }
    if (best < AGENTS) {
        (void)put(w, t, WEND_TRIGGER_TAKEN, agents[best].agent);
        t->last = agents[best].agent;
        t->is_held = true;
        fall_asleep(w, t, t->def.sleep_ticks);
    }
}

static void twin_area(twin *w, twin_trigger *t, const wend_trigger_agent *agents, size_t count)
{
    bool has_entered = false;
    for (uint64_t number = 0; number < AGENTS; number++) {
        bool is = false;
        for (size_t i = 0; i < count; i++) {
            is = is || (agents[i].agent == number && !t->is_asleep && contains(t, &agents[i]));
        }
        const bool was = t->is_inside[number];
        if (was && is && t->def.is_stay_reported) {
            (void)put(w, t, WEND_TRIGGER_STAYED, number);
        } else if (was && !is) {
            (void)put(w, t, WEND_TRIGGER_LEFT, number);
        } else if (is && !was) {
            (void)put(w, t, WEND_TRIGGER_ENTERED, number);
            has_entered = true;
        }
        t->is_inside[number] = is;
    }
    if (has_entered) {
        fall_asleep(w, t, t->def.sleep_ticks);
    }
}

static void twin_time(twin *w, twin_trigger *t)
{
    if (t->is_asleep || t->next > w->tick) {
        return;
    }
    wend_trigger_event *e = put(w, t, WEND_TRIGGER_TIMED, 0);
    if (t->def.period == 0) {
        fall_asleep(w, t, WEND_TRIGGER_FOREVER);
        return;
    }
    for (e->count = 0; t->next <= w->tick; t->next += t->def.period) {
        e->count++;
    }
}

static void twin_sound(twin *w, twin_trigger *t, const wend_trigger_noise *noises)
{
    size_t best = NOISES;
    double best_level = 0;
    for (size_t i = 0; i < NOISES && !t->is_asleep; i++) {
        const double x = noises[i].position.x - t->def.position.x;
        const double y = noises[i].position.y - t->def.position.y;
        const double z = noises[i].position.z - t->def.position.z;
        const double distance = sqrt(x * x + y * y + z * z);
        const double level = noises[i].loudness - 20 * log10(distance > 1 ? distance : 1);
        if (level >= t->def.loudness && (best == NOISES || level > best_level)) {
            best = i;
            best_level = level;
        }
    }
    if (best < NOISES) {
        wend_trigger_event *e = put(w, t, WEND_TRIGGER_HEARD, noises[best].agent);
        e->user = noises[best].user;
        e->level = best_level;
        fall_asleep(w, t, t->def.sleep_ticks);
    }
}

static void twin_update(twin *w, uint64_t tick, const wend_trigger_agent *agents, size_t count,
                        const wend_trigger_noise *noises)
{
    w->tick = tick;
    w->event_count = 0;
    for (size_t n = 0; n < TRIGGERS; n++) {
        twin_trigger *t = &w->list[n];
        if (t->is_asleep && t->wake <= tick && t->wake != WEND_TRIGGER_FOREVER) {
            t->is_asleep = false;
            (void)put(w, t, WEND_TRIGGER_WOKE, 0);
        }
        if (t->def.kind == WEND_TRIGGER_TAKE) {
            twin_take(w, t, agents, count);
        } else if (t->def.kind == WEND_TRIGGER_AREA) {
            twin_area(w, t, agents, count);
        } else if (t->def.kind == WEND_TRIGGER_TIME) {
            twin_time(w, t);
        } else {
            twin_sound(w, t, noises);
        }
    }
}

static void check_events(const wend_triggers *triggers, const twin *w)
{
    size_t count;
    const wend_trigger_event *events = wend_triggers_events(triggers, &count);
    assert_int_equal(count, w->event_count);
    for (size_t i = 0; i < count; i++) {
        const wend_trigger_event *a = &events[i], *b = &w->events[i];
        assert_int_equal(a->type, b->type);
        assert_int_equal(a->trigger.index1, b->trigger.index1);
        assert_int_equal(a->agent, b->agent);
        assert_int_equal(a->tag, b->tag);
        assert_int_equal(a->user, b->user);
        assert_int_equal(a->count, b->count);
        assert_true(fabs(a->level - b->level) < 1e-9);
        assert_true(a->amount <= b->amount && a->amount >= b->amount);
    }
}

static void check_states(const wend_triggers *triggers, const twin *w)
{
    for (size_t n = 0; n < TRIGGERS; n++) {
        const twin_trigger *t = &w->list[n];
        wend_trigger_state state;
        uint64_t inside[AGENTS];
        size_t count;
        assert_int_equal(wend_triggers_get_state(triggers, t->id, &state), WEND_OK);
        assert_int_equal(state.is_asleep, t->is_asleep);
        assert_int_equal(wend_triggers_list_inside(triggers, t->id, inside, AGENTS, &count),
                         WEND_OK);
        assert_int_equal(count, state.inside);
        size_t at = 0;
        for (uint64_t number = 0; number < AGENTS; number++) {
            assert_int_equal(wend_triggers_is_inside(triggers, t->id, number),
                             t->is_inside[number]);
            if (t->is_inside[number]) {
                assert_int_equal(inside[at++], number);
            }
        }
        assert_int_equal(at, count);
    }
}

static wend_triggers *reload(wend_triggers *triggers, const wend_triggers_def *def)
{
    size_t count;
    wend_triggers *loaded;
    assert_int_equal(wend_triggers_save(triggers, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_triggers_save(triggers, bytes, count, &count), WEND_OK);
    assert_int_equal(wend_triggers_load(def, bytes, count, &loaded), WEND_OK);
    assert_true(wend_triggers_hash(loaded) == wend_triggers_hash(triggers));
    wend_triggers_destroy(triggers);
    free(bytes);
    return loaded;
}

static size_t run(uint64_t seed)
{
    wend_triggers_def def = wend_triggers_def_default();
    twin *w = calloc(1, sizeof *w);
    wend_triggers *triggers;
    size_t events = 0;
    assert_non_null(w);
    def.accept = accept;
    def.cell_size = seed % 3 == 0 ? 0.2 : seed % 3 == 1 ? 4 : 1000;
    assert_int_equal(wend_triggers_create(&def, &triggers), WEND_OK);
    for (uint64_t n = 0; n < TRIGGERS; n++) {
        twin_trigger *t = &w->list[n];
        t->def = random_trigger(seed, n, t->points);
        t->is_asleep = t->def.is_asleep;
        t->wake = WEND_TRIGGER_FOREVER;
        t->next = t->def.first_tick;
        assert_int_equal(wend_triggers_add(triggers, &t->def, &t->id), WEND_OK);
    }
    uint64_t tick = 0;
    for (uint64_t round = 0; round < TICKS; round++) {
        wend_trigger_agent agents[AGENTS];
        wend_trigger_noise noises[NOISES];
        size_t count = 0;
        tick += wend_random_below(seed, 60, round, 3);
        for (uint64_t k = 0; k < AGENTS; k++) {
            const uint64_t number = (k * 7) % AGENTS; /* not in order */
            if (unit(seed, 61 + number, round) < 0.1) {
                continue; /* not there at this tick */
            }
            agents[count++] = (wend_trigger_agent){number,
                                                   {SIDE * unit(seed, 100 + number, round / 4),
                                                    SIDE * unit(seed, 200 + number, round / 4),
                                                    number % 9 == 0 ? 3 : 0},
                                                   0.2 + unit(seed, 300 + number, 0)};
        }
        for (uint64_t k = 0; k < NOISES; k++) {
            noises[k] = (wend_trigger_noise){
                {SIDE * unit(seed, 400 + k, round), SIDE * unit(seed, 410 + k, round), 0},
                20 + 50 * unit(seed, 420 + k, round),
                k,
                round};
        }
        assert_int_equal(wend_triggers_update(triggers, tick, agents, count, noises, NOISES),
                         WEND_OK);
        twin_update(w, tick, agents, count, noises);
        check_events(triggers, w);
        check_states(triggers, w);
        events += w->event_count;
        if (round % 7 == 3) {
            triggers = reload(triggers, &def);
        }
    }
    wend_triggers_destroy(triggers);
    free(w);
    return events;
}

static void triggers_equal_a_comparison_of_all_with_all(void **state)
{
    (void)state;
    size_t events = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        events += run(seed);
    }
    assert_true(events > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triggers_equal_a_comparison_of_all_with_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
