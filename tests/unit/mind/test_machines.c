/* State machines: order of callbacks, stack, failures, removal, other agents, threads, and what is
 * refused. */
#include "support/test.h"

#include "wend/machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PATROL, COMBAT, CHASE, SHOOT, FLEE, ANY, STATES };
enum { HEALTH, ENEMY, FACTS };
enum { ALARM = 7 };

typedef struct stage {
    wend_machines *machines;
    char log[512];
    uint32_t fail_in; /* state whose enter fails; STATES: none */
    uint64_t removed; /* by an update of PATROL */
    uint64_t alarmed; /* changed to FLEE by an update of PATROL; 0: none */
    bool flips;       /* enter of CHASE and FLEE change to each other */
} stage;

static void note(stage *s, const char *what, const wend_machine_turn *turn)
{
    const size_t length = strlen(s->log);
    (void)snprintf(s->log + length, sizeof s->log - length, "%s%s ", what,
                   wend_machines_state_name(turn->machines, turn->state));
}

static wend_result enter(void *user, wend_machine_turn *turn)
{
    stage *s = user;
    note(s, "+", turn);
    if (s->flips && turn->state != COMBAT) {
        assert_int_equal(wend_machine_turn_change(turn, turn->state == CHASE ? FLEE : CHASE),
                         WEND_OK);
    }
    return turn->state == s->fail_in ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}

static wend_result leave(void *user, wend_machine_turn *turn)
{
    note(user, "-", turn);
    return WEND_OK;
}

static wend_result update(void *user, wend_machine_turn *turn)
{
    stage *s = user;
    note(s, "", turn);
    assert_int_equal(wend_machines_update(turn->machines, turn->tick), WEND_ERROR_BUSY);
    assert_int_equal(wend_machines_add_agent(turn->machines, 99, PATROL), WEND_ERROR_BUSY);
    if (s->removed != 0 && turn->state == PATROL) {
        assert_int_equal(wend_machines_remove_agent(turn->machines, s->removed), WEND_OK);
        s->removed = 0;
    }
    if (s->alarmed != 0 && turn->state == PATROL) {
        assert_int_equal(wend_machines_change(turn->machines, s->alarmed, FLEE), WEND_OK);
        assert_int_equal(wend_machines_set_fact(turn->machines, s->alarmed, HEALTH, 3), WEND_OK);
        s->alarmed = 0;
    }
    return WEND_OK;
}

static wend_result hear(void *user, wend_machine_turn *turn, const wend_telegram *telegram,
                        bool *is_handled)
{
    note(user, "!", turn);
    *is_handled = telegram->type == ALARM;
    return WEND_OK;
}

typedef struct description {
    wend_state_def states[STATES];
    wend_transition_def transitions[4];
    wend_fact_condition near, far, weak, well;
    const char *fact_names[FACTS];
    wend_machines_def def;
} description;

static wend_fact_condition when(uint32_t fact, wend_compare compare, double value)
{
    return (wend_fact_condition){.fact = fact, .compare = compare, .value = value};
}

static wend_transition_def from_to(uint32_t from, uint32_t to, const wend_fact_condition *condition)
{
    wend_transition_def it = wend_transition_def_default();
    it.from = from;
    it.to = to;
    it.conditions = condition;
    it.condition_count = 1;
    return it;
}

/*  patrol    combat { chase (initial), shoot }, deep history    flee    any (global)  */
static void describe(description *d, stage *s)
{
    static const char *const names[STATES] = {"patrol", "combat", "chase", "shoot", "flee", "any"};
    memset(d, 0, sizeof *d);
    for (uint32_t i = 0; i < STATES; i++) {
        d->states[i] = wend_state_def_default();
        d->states[i].name = names[i];
        d->states[i].enter = enter;
        d->states[i].update = update;
        d->states[i].exit = leave;
    }
    d->states[CHASE].parent = d->states[SHOOT].parent = COMBAT;
    d->states[COMBAT].initial = CHASE;
    d->states[COMBAT].history = WEND_HISTORY_DEEP;
    d->states[COMBAT].on_message = hear;
    d->states[ANY].is_global = true;
    d->states[ANY].enter = d->states[ANY].exit = d->states[ANY].update = NULL;
    d->near = when(ENEMY, WEND_LESS, 10);
    d->far = when(ENEMY, WEND_GREATER_EQUAL, 10);
    d->weak = when(HEALTH, WEND_LESS, 20);
    d->well = when(HEALTH, WEND_GREATER, 40);
    d->transitions[0] = from_to(PATROL, COMBAT, &d->near);
    d->transitions[1] = from_to(COMBAT, PATROL, &d->far);
    d->transitions[2] = from_to(ANY, FLEE, &d->weak);
    d->transitions[3] = from_to(FLEE, PATROL, &d->well);
    d->fact_names[HEALTH] = "health";
    d->fact_names[ENEMY] = "enemy";
    d->def = wend_machines_def_default();
    d->def.states = d->states;
    d->def.state_count = STATES;
    d->def.transitions = d->transitions;
    d->def.transition_count = 4;
    d->def.fact_names = d->fact_names;
    d->def.fact_count = FACTS;
    d->def.user = s;
    s->fail_in = STATES;
}

static void begin(stage *s, description *d)
{
    memset(s, 0, sizeof *s);
    describe(d, s);
    assert_int_equal(wend_machines_create(&d->def, &s->machines), WEND_OK);
    assert_int_equal(wend_machines_add_agent(s->machines, 1, WEND_STATE_NONE), WEND_OK);
}

static void set_facts(stage *s, uint64_t agent, double health, double enemy)
{
    const double facts[] = {health, enemy};
    assert_int_equal(wend_machines_set_facts(s->machines, agent, facts, FACTS), WEND_OK);
}

static wend_result tick(stage *s, uint64_t at)
{
    s->log[0] = '\0';
    return wend_machines_update(s->machines, at);
}

static uint32_t state_of(const stage *s, uint64_t agent)
{
    wend_machine_agent info;
    assert_int_equal(wend_machines_get_agent(s->machines, agent, &info), WEND_OK);
    return info.state;
}

static void transitions_leave_and_enter_in_order(void **state)
{
    (void)state;
    stage s;
    description d;
    begin(&s, &d);
    assert_string_equal(s.log, "+patrol ");
    set_facts(&s, 1, 100, 50);
    assert_int_equal(tick(&s, 1), WEND_OK);
    assert_string_equal(s.log, "patrol ");
    set_facts(&s, 1, 100, 5);
    assert_int_equal(tick(&s, 2), WEND_OK);
    assert_string_equal(s.log, "-patrol +combat +chase combat chase ");
    assert_true(wend_machines_is_in(s.machines, 1, COMBAT));
    assert_int_equal(wend_machines_change(s.machines, 1, SHOOT), WEND_OK);
    set_facts(&s, 1, 10, 5); /* the global state comes first */
    assert_int_equal(tick(&s, 3), WEND_OK);
    assert_string_equal(s.log, "-shoot -combat +flee flee ");
    set_facts(&s, 1, 50, 50);
    assert_int_equal(tick(&s, 4), WEND_OK);
    set_facts(&s, 1, 50, 5);
    assert_int_equal(tick(&s, 5), WEND_OK);
    assert_string_equal(s.log, "-patrol +combat +shoot combat shoot "); /* its history */
    assert_int_equal(wend_machines_visits(s.machines, COMBAT), 2);
    wend_machine_record records[16];
    size_t count;
    assert_int_equal(wend_machines_get_records(s.machines, records, 16, &count), WEND_OK);
    assert_int_equal(count, 6);
    assert_true(records[0].reason == WEND_CHANGE_START && records[0].from == WEND_STATE_NONE);
    assert_true(records[2].reason == WEND_CHANGE_CALL && records[2].to == SHOOT);
    assert_true(records[3].tick == 3 && records[3].agent == 1 && records[3].transition == 2);
    assert_int_equal(wend_machines_get_records(s.machines, records, 2, &count), WEND_TRUNCATED);
    assert_int_equal(records[1].tick, 5);
    wend_machines_destroy(s.machines);
}

static void an_interruption_returns(void **state)
{
    (void)state;
    stage s;
    description d;
    wend_machine_agent info;
    begin(&s, &d);
    set_facts(&s, 1, 100, 50);
    assert_int_equal(tick(&s, 10), WEND_OK);
    assert_int_equal(wend_machines_push(s.machines, 1, FLEE), WEND_OK);
    assert_int_equal(wend_machines_get_agent(s.machines, 1, &info), WEND_OK);
    assert_true(info.state == FLEE && info.stack_count == 1 && info.interrupted == PATROL);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(wend_machines_push(s.machines, 1, CHASE), WEND_OK);
    }
    assert_int_equal(wend_machines_push(s.machines, 1, CHASE), WEND_ERROR_FULL);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(wend_machines_pop(s.machines, 1), WEND_OK);
    }
    assert_int_equal(wend_machines_get_agent(s.machines, 1, &info), WEND_OK);
    assert_true(info.state == PATROL && info.ticks == 10 && info.previous == FLEE);
    assert_int_equal(wend_machines_pop(s.machines, 1), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_machines_error(s.machines),
                        "wend_machines_pop: agent 1 has no interrupted state");
    wend_machines_destroy(s.machines);
}

static void a_callback_that_fails_leaves_the_agent_where_it_was(void **state)
{
    (void)state;
    stage s;
    description d;
    size_t count;
    begin(&s, &d);
    assert_int_equal(wend_machines_add_agent(s.machines, 2, FLEE), WEND_OK);
    set_facts(&s, 1, 100, 5);
    set_facts(&s, 2, 100, 50);
    s.fail_in = CHASE;
    assert_int_equal(tick(&s, 3), WEND_PARTIAL);
    assert_string_equal(s.log, "-patrol +combat +chase -flee +patrol patrol ");
    assert_int_equal(state_of(&s, 1), PATROL);
    assert_int_equal(state_of(&s, 2), PATROL);
    assert_string_equal(wend_machines_error(s.machines),
                        "wend_machines_update: agent 1: enter of state 'chase' gives 'not "
                        "supported'");
    const wend_machine_failure *failures = wend_machines_get_failures(s.machines, &count);
    assert_true(count == 1 && failures[0].agent == 1 && failures[0].state == CHASE &&
                failures[0].kind == WEND_MACHINE_FAILED_ENTER);
    assert_int_equal(wend_machines_failure_count(s.machines), 1);
    s.fail_in = STATES;
    assert_int_equal(tick(&s, 4), WEND_OK);
    assert_int_equal(state_of(&s, 1), CHASE);
    assert_null(wend_machines_get_failures(s.machines, &count));
    wend_machines_destroy(s.machines);
}

static void a_cycle_of_changes_is_reported_with_its_states(void **state)
{
    (void)state;
    stage s;
    description d;
    size_t count;
    begin(&s, &d);
    s.flips = true;
    assert_int_equal(wend_machines_change(s.machines, 1, FLEE), WEND_PARTIAL);
    assert_string_equal(wend_machines_error(s.machines),
                        "wend_machines_change: agent 1 changes its state more than 8 times: ... "
                        "flee -> chase -> flee -> chase -> flee -> chase");
    const wend_machine_failure *failures = wend_machines_get_failures(s.machines, &count);
    assert_true(count == 1 && failures[0].kind == WEND_MACHINE_FAILED_CHAIN &&
                failures[0].cycle_count == WEND_MACHINE_CYCLE && failures[0].cycle[5] == CHASE);
    assert_int_equal(state_of(&s, 1), CHASE); /* a whole state all the same */
    s.flips = false;
    assert_int_equal(tick(&s, 1), WEND_OK);
    wend_machines_destroy(s.machines);
}

static void agents_can_be_removed_by_callbacks(void **state)
{
    (void)state;
    stage s;
    description d;
    begin(&s, &d);
    for (uint64_t i = 2; i <= 3; i++) {
        assert_int_equal(wend_machines_add_agent(s.machines, i, PATROL), WEND_OK);
    }
    for (uint64_t i = 1; i <= 3; i++) {
        set_facts(&s, i, 100, 50);
    }
    s.removed = 1; /* itself */
    assert_int_equal(tick(&s, 1), WEND_OK);
    assert_string_equal(s.log, "patrol patrol patrol ");
    assert_int_equal(wend_machines_agent_count(s.machines), 2);
    s.removed = 3; /* by 2, before the turn of 3 */
    assert_int_equal(tick(&s, 2), WEND_OK);
    assert_string_equal(s.log, "patrol ");
    assert_false(wend_machines_has_agent(s.machines, 3));
    assert_int_equal(wend_machines_change(s.machines, 3, FLEE), WEND_ERROR_STALE);
    assert_string_equal(wend_machines_error(s.machines),
                        "wend_machines_change: agent 3 does not exist or was removed");
    assert_int_equal(wend_machines_add_agent(s.machines, 3, PATROL), WEND_OK);
    uint64_t list[3];
    size_t count;
    assert_int_equal(wend_machines_list_agents(s.machines, list, 3, &count), WEND_OK);
    assert_true(count == 2 && list[0] + list[1] == 5);
    wend_machines_destroy(s.machines);
}

static void changes_of_other_agents_wait_for_the_end_of_the_update(void **state)
{
    (void)state;
    stage s;
    description d;
    begin(&s, &d);
    assert_int_equal(wend_machines_add_agent(s.machines, 2, PATROL), WEND_OK);
    set_facts(&s, 1, 100, 50);
    set_facts(&s, 2, 100, 50);
    s.alarmed = 2;
    assert_int_equal(tick(&s, 1), WEND_OK);
    assert_string_equal(s.log, "patrol patrol -patrol +flee ");
    assert_true(wend_machines_get_fact(s.machines, 2, HEALTH) <= 3);
    wend_machines_destroy(s.machines);
}

static bool deliver_any(void *user, uint64_t agent, wend_vec2 *position)
{
    (void)user;
    *position = (wend_vec2){(double)agent, 0};
    return agent != 2;
}

static void count_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    (void)meaning;
    assert_true(at.x > 0);
    assert_string_equal(text, "flee +1");
    ++*(uint32_t *)context;
}

static void messages_go_inwards_out(void **state)
{
    (void)state;
    stage s;
    description d;
    begin(&s, &d);
    wend_messages_def def = wend_messages_def_default();
    wend_messages *messages;
    assert_int_equal(wend_messages_create(&def, &messages), WEND_OK);
    assert_int_equal(wend_messages_add_agent(messages, 1), WEND_OK);
    assert_int_equal(wend_messages_add_agent(messages, 8), WEND_OK); /* no machine */
    assert_int_equal(wend_machines_change(s.machines, 1, CHASE), WEND_OK);
    wend_telegram_def telegram = wend_telegram_def_default();
    telegram.to = WEND_TO_ALL;
    telegram.type = ALARM;
    s.log[0] = '\0';
    assert_int_equal(wend_messages_send(messages, &telegram, NULL), WEND_OK);
    assert_int_equal(wend_machines_deliver(s.machines, messages, 1, NULL, NULL), WEND_OK);
    assert_string_equal(s.log, "!combat ");
    wend_messages_info info;
    wend_messages_get_info(messages, &info);
    assert_true(info.delivered == 1 && info.unhandled == 1);
    assert_int_equal(wend_machines_push(s.machines, 1, FLEE), WEND_OK);
    uint32_t count = 0;
    const wend_draw draw = {.text = count_text, .context = &count};
    assert_int_equal(wend_machines_draw(s.machines, deliver_any, NULL, &draw), WEND_OK);
    assert_int_equal(count, 1);
    wend_messages_destroy(messages);
    wend_machines_destroy(s.machines);
}

/* ---- pure data on threads ---- */

enum { MANY = 9000 };

static wend_result flip(void *user, wend_machine_turn *turn)
{
    (void)user;
    if (wend_random_below(3, turn->agent, turn->tick, 4) == 0) {
        (void)wend_machine_turn_set_fact(turn, HEALTH, (double)(turn->tick % 60));
        return wend_machine_turn_change(turn, turn->state == FLEE ? PATROL : FLEE);
    }
    return wend_machines_change(turn->machines, turn->agent, FLEE) == WEND_ERROR_BUSY
               ? wend_random_below(3, turn->agent, turn->tick, 9) == 0 ? WEND_ERROR_FULL : WEND_OK
               : WEND_ERROR_ARGUMENT;
}

static uint64_t run_many(const wend_executor *executor, bool has_callbacks)
{
    stage s;
    description d;
    memset(&s, 0, sizeof s);
    describe(&d, &s);
    for (uint32_t i = 0; i < STATES; i++) {
        d.states[i].enter = d.states[i].exit = NULL;
        d.states[i].on_message = NULL;
        d.states[i].update = has_callbacks && i != COMBAT && i != ANY ? flip : NULL;
    }
    d.weak.hysteresis = 15;
    d.def.is_thread_safe = true;
    d.def.executor = *executor;
    assert_int_equal(wend_machines_create(&d.def, &s.machines), WEND_OK);
    for (uint64_t i = 0; i < MANY; i++) {
        assert_int_equal(wend_machines_add_agent(s.machines, i, WEND_STATE_NONE), WEND_OK);
    }
    uint64_t hash = wend_hash_begin();
    for (uint64_t at = 1; at < 12; at++) {
        for (uint64_t i = 0; i < MANY; i++) {
            set_facts(&s, i, wend_random_below(1, i, at, 60), wend_random_below(2, i, at, 20));
        }
        (void)wend_machines_update(s.machines, at);
        wend_machine_record records[256];
        size_t count;
        (void)wend_machines_get_records(s.machines, records, 256, &count);
        for (size_t i = 0; i < count; i++) {
            hash =
                wend_hash_u64(hash, records[i].agent << 20 | records[i].from << 8 | records[i].to);
        }
        const wend_machine_failure *failures = wend_machines_get_failures(s.machines, &count);
        hash = wend_hash_u64(hash, count > 0 ? failures[count - 1].agent : 0);
        hash = wend_hash_u64(hash, wend_machines_hash(s.machines));
    }
    wend_machines_destroy(s.machines);
    return hash;
}

static void threads_give_the_same_bits(void **state)
{
    (void)state;
    const wend_executor serial = {NULL, NULL};
    wend_pool_def def = wend_pool_def_default();
    wend_pool *pool = NULL;
    def.thread_count = 3;
    if (wend_pool_create(&def, &pool) == WEND_ERROR_UNSUPPORTED) {
        skip();
    }
    const wend_executor threads = wend_pool_executor(pool);
    assert_true(run_many(&serial, false) == run_many(&threads, false));
    assert_true(run_many(&serial, true) == run_many(&threads, true));
    wend_pool_destroy(pool);
}

/* ---- what is refused ---- */

static void descriptions_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    stage s;
    description d;
    wend_message message;
    wend_machines *machines;
    memset(&s, 0, sizeof s);
    describe(&d, &s);
    d.def.message = &message;
    d.states[FLEE].name = "chase";
    assert_int_equal(wend_machines_create(&d.def, &machines), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_machines_create: states[4].name occurs before");
    describe(&d, &s);
    d.def.message = &message;
    d.states[COMBAT].parent = SHOOT;
    assert_int_equal(wend_machines_create(&d.def, &machines), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "states[1].parent leads round in a circle"));
    describe(&d, &s);
    d.def.message = &message;
    d.transitions[2].to = ANY;
    assert_int_equal(wend_machines_create(&d.def, &machines), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "transitions[2].to is no state, or a global one"));
    describe(&d, &s);
    d.def.message = &message;
    d.weak.fact = 9;
    assert_int_equal(wend_machines_create(&d.def, &machines), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "transitions[2].conditions[0].fact is 9"));
    describe(&d, &s);
    d.def.message = &message;
    d.weak.compare = WEND_EQUAL;
    d.weak.hysteresis = 0.5;
    assert_int_equal(wend_machines_create(&d.def, &machines), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text,
                        "wend_machines_create: transitions[2].conditions[0].hysteresis is 0.5, and "
                        "must be 0, as only WEND_LESS to WEND_GREATER_EQUAL on a fact have one");
    describe(&d, &s);
    d.def.message = &message;
    d.weak.value = (double)NAN;
    assert_int_equal(wend_machines_create(&d.def, &machines), WEND_ERROR_ARGUMENT);
    assert_null(machines);
    begin(&s, &d);
    assert_int_equal(wend_machines_change(s.machines, 1, 77), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_machines_error(s.machines),
                        "wend_machines_change: state is 77, but the number of states is 6");
    assert_int_equal(wend_machines_change(s.machines, 1, ANY), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_machines_set_fact(s.machines, 1, HEALTH, (double)INFINITY),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_machines_find_state(s.machines, "shoot"), SHOOT);
    assert_int_equal(wend_machines_find_state(s.machines, "fly"), WEND_STATE_NONE);
    assert_int_equal(wend_machines_find_fact(s.machines, "enemy"), ENEMY);
    wend_machines_destroy(s.machines);
}

static void damaged_bytes_and_other_descriptions_are_refused(void **state)
{
    (void)state;
    stage s;
    description d;
    uint8_t bytes[1024];
    size_t count;
    wend_message message;
    wend_machines *loaded;
    begin(&s, &d);
    assert_int_equal(wend_machines_add_agent(s.machines, 5, SHOOT), WEND_OK);
    assert_int_equal(wend_machines_push(s.machines, 5, FLEE), WEND_OK);
    assert_int_equal(wend_machines_remove_agent(s.machines, 1), WEND_OK);
    assert_int_equal(wend_machines_save(s.machines, bytes, sizeof bytes, &count), WEND_OK);
    d.def.message = &message;
    for (size_t i = 0; i < count; i++) {
        bytes[i] ^= 0x40;
        assert_int_equal(wend_machines_load(&d.def, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_null(loaded);
        assert_true(strlen(message.text) > strlen("wend_machines_load: "));
        assert_int_equal(wend_machines_load(&d.def, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 0x40;
    }
    assert_int_equal(wend_machines_load(&d.def, bytes, count, &loaded), WEND_OK);
    assert_true(wend_machines_hash(loaded) == wend_machines_hash(s.machines));
    wend_machines_destroy(loaded);
    d.states[FLEE].name = "hide";
    assert_int_equal(wend_machines_load(&d.def, bytes, count, &loaded), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "another description"));
    wend_machines_destroy(s.machines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transitions_leave_and_enter_in_order),
        cmocka_unit_test(an_interruption_returns),
        cmocka_unit_test(a_callback_that_fails_leaves_the_agent_where_it_was),
        cmocka_unit_test(a_cycle_of_changes_is_reported_with_its_states),
        cmocka_unit_test(agents_can_be_removed_by_callbacks),
        cmocka_unit_test(changes_of_other_agents_wait_for_the_end_of_the_update),
        cmocka_unit_test(messages_go_inwards_out),
        cmocka_unit_test(threads_give_the_same_bits),
        cmocka_unit_test(descriptions_that_make_no_sense_are_refused),
        cmocka_unit_test(damaged_bytes_and_other_descriptions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
