/* Edits of squads within callbacks: a mind's wait for the end of the update, all others are refused. */
#include "support/test.h"

#include "wend/memory.h"
#include "wend/squad.h"

#include <string.h>

typedef struct theatre theatre;
typedef void (*act_fn)(theatre *t, wend_squad_id squad);

struct theatre {
    wend_squads *squads;
    wend_squad_id red, blue, green; /* members 1 2 3, 4 5, 6 */
    act_fn act, act_in_danger;      /* what the mind of red, and the danger, do */
    wend_squad_order order;         /* that the mind of red gives */
    bool gives_order;
    uint32_t minds, dangers;
};

static bool decide(void *user, const wend_squads *squads, wend_squad_id squad, uint64_t tick,
                   wend_squad_order *order)
{
    theatre *t = user;
    (void)squads;
    (void)tick;
    if (squad.index1 != t->red.index1) {
        return false;
    }
    t->minds++;
    if (t->act != NULL) {
        t->act(t, squad);
    }
    *order = t->gives_order ? t->order : *order;
    return t->gives_order;
}

static double danger(void *user, wend_squad_id squad, wend_vec2 at)
{
    theatre *t = user;
    (void)at;
    t->dangers++;
    if (t->act_in_danger != NULL) {
        t->act_in_danger(t, squad);
    }
    return 0;
}

static wend_squad_id add(theatre *t, uint64_t first, uint64_t last)
{
    const wend_squad_def def = wend_squad_def_default();
    wend_squad_id id;
    assert_int_equal(wend_squads_add(t->squads, &def, &id), WEND_OK);
    for (uint64_t agent = first; agent <= last; agent++) {
        const wend_squad_member member = {
            .agent = agent, .strength = 1, .range = 5, .roles = WEND_SQUAD_CAN_ALL};
        const wend_squad_state state = {.position = {(double)agent, 0},
                                        .health = 1,
                                        .speed = 1,
                                        .ammunition = 9,
                                        .is_alive = true};
        assert_int_equal(wend_squads_join(t->squads, id, &member), WEND_OK);
        assert_int_equal(wend_squads_set_state(t->squads, agent, &state), WEND_OK);
    }
    return id;
}

static void make(theatre *t, uint32_t max_edits)
{
    wend_squads_def def = wend_squads_def_default();
    memset(t, 0, sizeof *t);
    def.max_squads = 4;
    def.max_edits = max_edits;
    def.mind = decide;
    def.danger = danger;
    def.user = t;
    assert_int_equal(wend_squads_create(&def, &t->squads), WEND_OK);
    t->red = add(t, 1, 3);
    t->blue = add(t, 4, 5);
    t->green = add(t, 6, 6);
}

static wend_squad_info info_of(const theatre *t, wend_squad_id id)
{
    wend_squad_info info;
    assert_int_equal(wend_squads_get_info(t->squads, id, &info), WEND_OK);
    return info;
}

static bool is_of(const theatre *t, uint64_t agent, wend_squad_id id)
{
    const wend_squad_id of = wend_squads_of_agent(t->squads, agent);
    return of.index1 == id.index1 && of.generation == id.generation;
}

static void change_members(theatre *t, wend_squad_id squad)
{
    const wend_squad_member member = {.agent = 9};
    assert_int_equal(wend_squads_join(t->squads, squad, &member), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_leave(t->squads, 2), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_leave(t->squads, 2), WEND_IN_PROGRESS); /* nothing is left to do */
    assert_int_equal(wend_squads_set_captain(t->squads, 3), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_remove(t->squads, t->green), WEND_IN_PROGRESS);
    assert_true(is_of(t, 2, squad) && wend_squads_of_agent(t->squads, 9).index1 == 0);
}

static void members_change_when_the_update_is_over(void **state)
{
    (void)state;
    theatre t;
    wend_squad_info info;
    make(&t, 8);
    t.act = change_members;
    assert_int_equal(wend_squads_update(t.squads, 1), WEND_OK);
    assert_int_equal(t.minds, 1);
    assert_true(is_of(&t, 9, t.red));
    assert_int_equal(wend_squads_of_agent(t.squads, 2).index1, 0);
    assert_int_equal(wend_squads_of_agent(t.squads, 6).index1, 0);
    assert_int_equal(info_of(&t, t.red).captain, 3);
    assert_int_equal(wend_squads_get_info(t.squads, t.green, &info), WEND_ERROR_STALE);
    wend_squads_destroy(t.squads);
}

static void give_orders(theatre *t, wend_squad_id squad)
{
    const wend_squad_order order = {.kind = WEND_SQUAD_MOVE, .at = {30, 0}};
    wend_squad_order kept;
    assert_int_equal(wend_squads_set_order(t->squads, squad, &order), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_set_order(t->squads, t->green, &order), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_move_order(t->squads, t->green, (wend_vec2){0, 40}),
                     WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_merge(t->squads, t->green, t->blue), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_get_order(t->squads, squad, &kept), WEND_OK);
    assert_int_equal(kept.kind, WEND_SQUAD_HOLD);
}

static void orders_and_mergers_wait_too(void **state)
{
    (void)state;
    theatre t;
    wend_squad_order order;
    make(&t, 8);
    t.act = give_orders;
    assert_int_equal(wend_squads_update(t.squads, 1), WEND_OK);
    assert_int_equal(wend_squads_get_order(t.squads, t.red, &order), WEND_OK);
    assert_true(order.kind == WEND_SQUAD_MOVE && order.at.x > 29);
    assert_int_equal(wend_squads_get_order(t.squads, t.green, &order), WEND_OK);
    assert_true(order.kind == WEND_SQUAD_MOVE && order.at.y > 39 && order.at.x < 1);
    assert_int_equal(info_of(&t, t.green).member_count, 3);
    assert_true(is_of(&t, 5, t.green));
    wend_squads_destroy(t.squads);
}

static void fill_the_queue(theatre *t, wend_squad_id squad)
{
    (void)squad;
    assert_int_equal(wend_squads_leave(t->squads, 1), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_leave(t->squads, 2), WEND_IN_PROGRESS);
    const uint64_t before = wend_squads_hash(t->squads);
    const wend_squad_order order = {.kind = WEND_SQUAD_MOVE};
    const wend_squad_member member = {.agent = 9};
    assert_int_equal(wend_squads_leave(t->squads, 3), WEND_ERROR_FULL);
    assert_string_equal(wend_squads_error(t->squads),
                        "wend_squads_leave: 2 edits are queued, the most");
    assert_int_equal(wend_squads_join(t->squads, t->red, &member), WEND_ERROR_FULL);
    assert_int_equal(wend_squads_merge(t->squads, t->red, t->blue), WEND_ERROR_FULL);
    assert_int_equal(wend_squads_remove(t->squads, t->blue), WEND_ERROR_FULL);
    assert_int_equal(wend_squads_set_captain(t->squads, 3), WEND_ERROR_FULL);
    assert_int_equal(wend_squads_set_order(t->squads, t->red, &order), WEND_ERROR_FULL);
    assert_int_equal(wend_squads_move_order(t->squads, t->red, (wend_vec2){1, 1}), WEND_ERROR_FULL);
    assert_true(wend_squads_hash(t->squads) == before);
}

static void leave_by_one(theatre *t, wend_squad_id squad)
{
    (void)squad;
    assert_int_equal(wend_squads_leave(t->squads, 3), WEND_IN_PROGRESS);
}

static void a_full_queue_takes_no_more(void **state)
{
    (void)state;
    theatre t;
    make(&t, 2);
    t.act = fill_the_queue;
    assert_int_equal(wend_squads_update(t.squads, 1), WEND_OK);
    assert_int_equal(info_of(&t, t.red).member_count, 1);
    t.act = leave_by_one; /* the queue is empty again */
    assert_int_equal(wend_squads_update(t.squads, 2), WEND_OK);
    assert_int_equal(info_of(&t, t.red).member_count, 0);
    wend_squads_destroy(t.squads);
}

/* Edits that no callback may make. */
static void edit_at_once(theatre *t, wend_squad_id squad)
{
    const wend_squad_def def = wend_squad_def_default();
    const wend_squad_state state = {.health = 1};
    const wend_squad_enemy enemy = {.number = 7};
    const uint64_t agent = 1;
    const wend_memories_def memories_def = wend_memories_def_default();
    wend_memories *memories = NULL;
    wend_squad_id id;
    const uint64_t before = wend_squads_hash(t->squads);
    assert_int_equal(wend_memories_create(&memories_def, &memories), WEND_OK);
    assert_int_equal(wend_squads_add(t->squads, &def, &id), WEND_ERROR_BUSY);
    assert_int_equal(id.index1, 0);
    assert_int_equal(wend_squads_set_def(t->squads, squad, &def), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_split(t->squads, squad, &agent, 1, &id), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_set_leader(t->squads, 1, true), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_set_state(t->squads, 1, &state), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_set_enemy(t->squads, squad, &enemy), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_forget_enemy(t->squads, squad, 7), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_report_memories(t->squads, squad, memories, 0), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_report_seen(t->squads, squad, (wend_vec2){0, 0}, 1),
                     WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_update(t->squads, 1), WEND_ERROR_BUSY);
    assert_true(wend_squads_hash(t->squads) == before);
    wend_memories_destroy(memories);
}

/* What a mind may queue is refused in other callbacks. */
static void queue_nothing(theatre *t, wend_squad_id squad)
{
    const wend_squad_order order = {.kind = WEND_SQUAD_MOVE};
    const wend_squad_member member = {.agent = 9};
    const wend_squad_id gone = {3, 77};
    edit_at_once(t, squad);
    assert_int_equal(wend_squads_join(t->squads, squad, &member), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_leave(t->squads, 1), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_merge(t->squads, squad, t->blue), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_remove(t->squads, t->blue), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_remove(t->squads, gone), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_set_captain(t->squads, 1), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_set_order(t->squads, squad, &order), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_move_order(t->squads, squad, (wend_vec2){1, 1}), WEND_ERROR_BUSY);
}

static void other_edits_are_refused_in_callbacks(void **state)
{
    (void)state;
    theatre t;
    const wend_squad_enemy enemy = {
        .number = 70, .position = {20, 0}, .strength = 1, .health = 10, .certainty = 1};
    const wend_squad_order order = {
        .kind = WEND_SQUAD_ATTACK, .tactic = WEND_SQUAD_FLANK, .target = 70};
    make(&t, 8);
    t.act = edit_at_once;
    t.act_in_danger = queue_nothing;
    assert_int_equal(wend_squads_set_enemy(t.squads, t.red, &enemy), WEND_OK);
    assert_int_equal(wend_squads_set_order(t.squads, t.red, &order), WEND_OK);
    for (uint64_t tick = 1; tick < 4; tick++) {
        assert_int_equal(wend_squads_update(t.squads, tick), WEND_OK);
    }
    assert_true(t.minds == 3 && t.dangers > 0);
    assert_int_equal(info_of(&t, t.red).member_count, 3);
    wend_squads_destroy(t.squads);
}

static void an_order_of_a_mind_is_checked(void **state)
{
    (void)state;
    theatre t;
    wend_squad_order order;
    make(&t, 8);
    t.gives_order = true;
    t.order = (wend_squad_order){.kind = WEND_SQUAD_MOVE, .at = {5, 5}};
    assert_int_equal(wend_squads_update(t.squads, 1), WEND_OK);
    t.order.kind = (wend_squad_order_kind)(WEND_SQUAD_SCOUT + 1);
    assert_int_equal(wend_squads_update(t.squads, 2), WEND_OK);
    t.order = (wend_squad_order){.kind = WEND_SQUAD_MOVE, .radius = -1};
    assert_int_equal(wend_squads_update(t.squads, 3), WEND_OK);
    assert_int_equal(wend_squads_get_order(t.squads, t.red, &order), WEND_OK);
    assert_true(order.kind == WEND_SQUAD_MOVE && order.at.x > 4);
    wend_squads_destroy(t.squads);
}

static void splits_are_checked(void **state)
{
    (void)state;
    theatre t;
    wend_squad_id id, other;
    make(&t, 8);
    const uint64_t twice[] = {1, 1}, foreign[] = {1, 4}, unknown[] = {1, 77}, some[] = {1, 3};
    const uint64_t before = wend_squads_hash(t.squads);
    assert_true(wend_squads_split(t.squads, t.red, twice, 2, &id) < 0);
    assert_true(wend_squads_split(t.squads, t.red, foreign, 2, &id) < 0);
    assert_true(wend_squads_split(t.squads, t.red, unknown, 2, &id) < 0);
    assert_true(wend_squads_split(t.squads, t.red, NULL, 2, &id) < 0);
    assert_true(wend_squads_split(t.squads, t.red, some, 0, &id) < 0);
    assert_true(wend_squads_split(t.squads, t.red, some, 2, NULL) < 0);
    assert_true(wend_squads_hash(t.squads) == before && id.index1 == 0);
    assert_int_equal(wend_squads_split(t.squads, t.red, some, 2, &id), WEND_OK);
    assert_true(is_of(&t, 1, id) && is_of(&t, 2, t.red) && is_of(&t, 3, id));
    assert_int_equal(wend_squads_split(t.squads, id, some, 1, &other), WEND_ERROR_FULL);
    assert_int_equal(other.index1, 0);
    wend_squads_destroy(t.squads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_change_when_the_update_is_over),
        cmocka_unit_test(orders_and_mergers_wait_too),
        cmocka_unit_test(a_full_queue_takes_no_more),
        cmocka_unit_test(other_edits_are_refused_in_callbacks),
        cmocka_unit_test(an_order_of_a_mind_is_checked),
        cmocka_unit_test(splits_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
