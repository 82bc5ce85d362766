/* Memories: certainty, velocity, what goes, what is gone, sharing, guesses, items, bytes. */
#include "support/grids.h"
#include "support/test.h"

#include "mind/memory/fading.h"
#include "wend/draw.h"
#include "wend/memory.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { ALICE = 1, BOB = 2, CAROL = 3, PACK = 4, GUARD = 5, HEALTH = 6 };

static wend_memories *make(uint32_t record_limit)
{
    wend_memories_def def = wend_memories_def_default();
    wend_memories *memories = NULL;
    def.record_limit = record_limit;
    def.tick_seconds = 0.5;
    assert_int_equal(wend_memories_create(&def, &memories), WEND_OK);
    for (uint64_t agent = ALICE; agent <= CAROL; agent++) {
        assert_int_equal(wend_memories_add_agent(memories, agent), WEND_OK);
    }
    return memories;
}

static wend_result see_as(wend_memories *memories, uint64_t agent, uint64_t subject, double x,
                          double certainty)
{
    wend_memory_observation o = wend_memory_observation_default();
    o.subject = subject;
    o.position.x = x;
    o.certainty = certainty;
    return wend_memories_observe(memories, agent, &o);
}

static void see(wend_memories *memories, uint64_t agent, uint64_t subject, double x)
{
    assert_int_equal(see_as(memories, agent, subject, x, 1), WEND_OK);
}

static wend_memory recall(const wend_memories *memories, uint64_t agent, uint64_t subject)
{
    wend_memory memory;
    assert_int_equal(wend_memories_get(memories, agent, subject, &memory), WEND_OK);
    return memory;
}

static bool knows(const wend_memories *memories, uint64_t agent, uint64_t subject)
{
    wend_memory memory;
    return wend_memories_get(memories, agent, subject, &memory) == WEND_OK;
}

static void set_tick(wend_memories *memories, uint64_t tick)
{
    assert_int_equal(wend_memories_set_tick(memories, tick), WEND_OK);
}

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-9);
}

static void certainty_halves_and_what_is_below_the_threshold_is_forgotten(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    wend_memory_kind kind = wend_memory_kind_default();
    kind.half_life = 10;
    kind.threshold = 0.25;
    assert_int_equal(wend_memories_set_kind(memories, 0, &kind), WEND_OK);
    set_tick(memories, 100);
    see(memories, ALICE, PACK, 7);
    assert_near(recall(memories, ALICE, PACK).certainty, 1);
    set_tick(memories, 110);
    assert_near(recall(memories, ALICE, PACK).certainty, 0.5);
    set_tick(memories, 120);
    assert_near(recall(memories, ALICE, PACK).certainty, 0.25);
    assert_true(recall(memories, ALICE, PACK).last_tick == 100);
    set_tick(memories, 121);
    assert_false(knows(memories, ALICE, PACK));
    see(memories, ALICE, PACK, 8);
    assert_true(recall(memories, ALICE, PACK).first_tick == 121); /* begins anew */
    wend_memories_destroy(memories);
}

static void perceptions_raise_certainty_and_keep_the_first_tick(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    assert_int_equal(see_as(memories, ALICE, PACK, 7, 0.5), WEND_OK);
    assert_int_equal(see_as(memories, ALICE, PACK, 9, 0.25), WEND_OK);
    assert_near(recall(memories, ALICE, PACK).certainty, 0.625);
    assert_near(recall(memories, ALICE, PACK).position.x, 7); /* the more certain of the tick */
    set_tick(memories, 200);                                  /* the half-life */
    assert_int_equal(see_as(memories, ALICE, PACK, 3, 0.5), WEND_OK);
    const wend_memory memory = recall(memories, ALICE, PACK);
    assert_near(memory.certainty, 1 - (1 - 0.3125) * 0.5);
    assert_near(memory.position.x, 3);
    assert_true(memory.first_tick == 0 && memory.last_tick == 200);
    wend_memories_destroy(memories);
}

static void a_velocity_is_estimated_blended_and_limited(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    wend_memory_kind kind = wend_memory_kind_default();
    kind.max_speed = 10;
    assert_int_equal(wend_memories_set_kind(memories, 0, &kind), WEND_OK);
    see(memories, ALICE, PACK, 0);
    assert_near(recall(memories, ALICE, PACK).velocity.x, 0);
    set_tick(memories, 2);
    see(memories, ALICE, PACK, 4); /* one second */
    assert_near(recall(memories, ALICE, PACK).velocity.x, 4);
    set_tick(memories, 4);
    see(memories, ALICE, PACK, 6);
    assert_near(recall(memories, ALICE, PACK).velocity.x, 3);
    set_tick(memories, 5);
    see(memories, ALICE, PACK, 1000);
    assert_near(recall(memories, ALICE, PACK).velocity.x, 6.5);
    set_tick(memories, 50); /* after the gap */
    see(memories, ALICE, PACK, 1001);
    assert_near(recall(memories, ALICE, PACK).velocity.x, 0);
    wend_memories_destroy(memories);
}

static void of_a_full_memory_the_weakest_and_oldest_goes(void **state)
{
    (void)state;
    wend_memories *memories = make(3);
    see(memories, ALICE, 30, 0);
    set_tick(memories, 1);
    see(memories, ALICE, 10, 0);
    assert_int_equal(see_as(memories, ALICE, 20, 0, 0.5), WEND_OK);
    see(memories, ALICE, 40, 0);
    assert_false(knows(memories, ALICE, 20)); /* the weakest */
    set_tick(memories, 2);
    see(memories, ALICE, 50, 0);
    assert_false(knows(memories, ALICE, 30)); /* the oldest, aged */
    see(memories, ALICE, 10, 0);
    see(memories, ALICE, 40, 0);
    see(memories, ALICE, 60, 0);
    assert_false(knows(memories, ALICE, 10)); /* all alike: the smallest subject */
    assert_int_equal(see_as(memories, ALICE, 70, 0, 0.9), WEND_TRUNCATED);
    assert_int_equal(see_as(memories, ALICE, 5, 0, 1), WEND_TRUNCATED);
    assert_true(knows(memories, ALICE, 40) && knows(memories, ALICE, 50) &&
                knows(memories, ALICE, 60));
    wend_memories_destroy(memories);
}

static void a_weight_keeps_what_matters(void **state)
{
    (void)state;
    wend_memories *memories = make(2);
    wend_memory_kind kind = wend_memory_kind_default();
    kind.weight = 4;
    assert_int_equal(wend_memories_set_kind(memories, 7, &kind), WEND_OK);
    wend_memory_observation o = wend_memory_observation_default();
    o.subject = PACK;
    o.kind = 7;
    o.certainty = 0.3;
    assert_int_equal(wend_memories_observe(memories, ALICE, &o), WEND_OK);
    see(memories, ALICE, GUARD, 0);
    see(memories, ALICE, HEALTH, 0);
    assert_true(knows(memories, ALICE, PACK));
    assert_false(knows(memories, ALICE, GUARD));
    wend_memories_destroy(memories);
}

static void what_is_gone_is_not_found_until_it_is_seen_again(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    wend_memory memory;
    size_t count;
    const wend_vec3 origin = {0, 0, 0};
    see(memories, ALICE, PACK, 5);
    see(memories, ALICE, HEALTH, 50);
    set_tick(memories, 1);
    see(memories, ALICE, GUARD, 6);
    assert_int_equal(
        wend_memories_report_empty(memories, ALICE, (wend_vec2){4, 0}, 3, UINT64_MAX, &count),
        WEND_OK);
    assert_int_equal(count, 1); /* the guard was seen in this tick, the health is elsewhere */
    assert_true(recall(memories, ALICE, PACK).is_gone);
    assert_true(recall(memories, ALICE, PACK).gone_tick == 1);
    assert_true(wend_memories_nearest(memories, ALICE, origin, NULL, &memory));
    assert_true(memory.subject == GUARD);
    see(memories, ALICE, PACK, 5);
    assert_true(wend_memories_nearest(memories, ALICE, origin, NULL, &memory));
    assert_true(memory.subject == PACK && !memory.is_gone && memory.first_tick == 0);
    assert_int_equal(wend_memories_report_gone(memories, ALICE, PACK), WEND_OK);
    wend_memory_query query = wend_memory_query_default();
    query.is_gone_found = true;
    assert_true(wend_memories_nearest(memories, ALICE, origin, &query, &memory));
    assert_true(memory.subject == PACK);
    wend_memories_destroy(memories);
}

static void groups_share_the_newest(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    size_t shared;
    assert_int_equal(wend_memories_join(memories, ALICE, 77), WEND_OK);
    assert_int_equal(wend_memories_join(memories, BOB, 77), WEND_OK);
    see(memories, ALICE, PACK, 1);
    see(memories, CAROL, HEALTH, 1);
    set_tick(memories, 3);
    see(memories, BOB, PACK, 2);
    see(memories, BOB, GUARD, 3);
    assert_int_equal(wend_memories_share(memories, 77, &shared), WEND_OK);
    assert_int_equal(shared, 2);
    const wend_memory told = recall(memories, ALICE, PACK);
    assert_near(told.position.x, 2);
    assert_near(told.certainty, 0.9);
    assert_true(told.source == BOB && told.first_tick == 0 && told.last_tick == 3);
    assert_true(knows(memories, ALICE, GUARD));
    assert_false(knows(memories, ALICE, HEALTH)); /* Carol is no member */
    assert_int_equal(wend_memories_share(memories, 77, &shared), WEND_OK);
    assert_int_equal(shared, 0);
    /* The report that it is gone is newer than its sight. */
    assert_int_equal(wend_memories_report_gone(memories, ALICE, GUARD), WEND_OK);
    assert_int_equal(wend_memories_share(memories, 77, &shared), WEND_OK);
    assert_int_equal(shared, 1);
    assert_true(recall(memories, BOB, GUARD).is_gone);
    assert_int_equal(wend_memories_tell(memories, BOB, CAROL, &shared), WEND_OK);
    assert_int_equal(shared, 2);
    assert_int_equal(wend_memories_leave(memories, BOB, 77), WEND_OK);
    assert_false(wend_memories_is_member(memories, BOB, 77));
    wend_memories_destroy(memories);
}

static double score_by_value(void *user, uint64_t agent, const wend_memory *memory)
{
    assert_true(agent == ALICE);
    return memory->subject == GUARD ? (double)NAN : *(const double *)user * memory->value;
}

static void the_best_and_the_most_dangerous_are_found(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    wend_memory_observation o = wend_memory_observation_default();
    const double dangers[] = {1, 8, 8, 0}, places[] = {0, 20, 10, 0};
    for (uint32_t i = 0; i < 4; i++) {
        o.subject = PACK + i;
        o.danger = dangers[i];
        o.value = i;
        o.position.x = places[i];
        o.team = i % 2;
        assert_int_equal(wend_memories_observe(memories, ALICE, &o), WEND_OK);
    }
    wend_memory memory;
    double value, factor = -2;
    const wend_vec3 origin = {0, 0, 0};
    assert_true(wend_memories_most_dangerous(memories, ALICE, origin, NULL, &memory, &value));
    assert_true(memory.subject == HEALTH);
    assert_near(value, 4); /* 8 at danger_distance */
    assert_true(wend_memories_best(memories, ALICE, origin, NULL, score_by_value, &factor, &memory,
                                   &value));
    assert_true(memory.subject == PACK);
    factor = 2;
    assert_true(wend_memories_best(memories, ALICE, origin, NULL, score_by_value, &factor, &memory,
                                   &value));
    assert_true(memory.subject == PACK + 3);
    assert_near(value, 6);
    wend_memory_query query = wend_memory_query_default();
    query.teams = WEND_MEMORY_TEAMS_SAME;
    query.team = 1;
    assert_true(wend_memories_most_dangerous(memories, ALICE, origin, &query, &memory, NULL));
    assert_true(memory.subject == GUARD);
    query.teams = WEND_MEMORY_TEAMS_OTHERS;
    query.max_distance = 5;
    assert_true(wend_memories_most_dangerous(memories, ALICE, origin, &query, &memory, NULL));
    assert_true(memory.subject == PACK);
    query.kinds = 2;
    assert_false(wend_memories_most_dangerous(memories, ALICE, origin, &query, &memory, NULL));
    wend_memories_destroy(memories);
}

static wend_vec3 to_the_left(void *user, uint64_t agent, const wend_memory *memory, wend_vec3 guess)
{
    (void)user;
    assert_true(agent == ALICE && memory->subject == PACK);
    return (wend_vec3){guess.x - 1, guess.y, guess.z};
}

static void guesses_follow_the_velocity_up_to_obstacles(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    wend_memory_observation o = wend_memory_observation_default();
    o.subject = PACK;
    o.position = (wend_vec3){1, 2.5, 0};
    o.velocity = (wend_vec3){4, 0, 0};
    o.has_velocity = true;
    assert_int_equal(wend_memories_observe(memories, ALICE, &o), WEND_OK);
    wend_vec3 at;
    set_tick(memories, 2);
    assert_int_equal(wend_memories_guess(memories, ALICE, PACK, NULL, &at), WEND_OK);
    assert_near(at.x, 5);
    set_tick(memories, 5); /* 2.5 s, 10 metres */
    assert_int_equal(wend_memories_guess(memories, ALICE, PACK, NULL, &at), WEND_OK);
    assert_near(at.x, 11);
    set_tick(memories, 20); /* no more than 10 metres */
    assert_int_equal(wend_memories_guess(memories, ALICE, PACK, NULL, &at), WEND_OK);
    assert_near(at.x, 11);
    wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){8, 0}, (wend_vec2){8, 9},
                                            WEND_STOPS_WALK, 0, NULL),
                     WEND_OK);
    wend_memory_guess_options options = wend_memory_guess_options_default();
    options.walls = walls;
    options.radius = 0.5;
    assert_int_equal(wend_memories_guess(memories, ALICE, PACK, &options, &at), WEND_OK);
    assert_near(at.x, 7.5);
    wend_grid *grid = grids_open(20, 5);
    grids_wall(grid, 6, 0, 1, 5);
    options.grid = grid;
    options.correct = to_the_left;
    assert_int_equal(wend_memories_guess(memories, ALICE, PACK, &options, &at), WEND_OK);
    assert_near(at.x, 4.5);
    wend_grid_destroy(grid);
    wend_walls_destroy(walls);
    wend_memories_destroy(memories);
}

static void the_nearest_item_that_is_remembered_is_found_by_the_items(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    wend_items_def items_def = wend_items_def_default();
    wend_items *items = NULL;
    wend_item_id ids[3];
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    for (uint32_t i = 0; i < 3; i++) {
        wend_item item = wend_item_default();
        item.position.x = 10.0 * i;
        assert_int_equal(wend_items_add(items, &item, &ids[i]), WEND_OK);
    }
    see(memories, BOB, wend_memory_item_subject(ids[1]), 10);
    see(memories, BOB, wend_memory_item_subject(ids[2]), 20);
    wend_items_query query = wend_items_query_default();
    query.is_item = wend_memories_is_item;
    query.user = memories;
    query.agent = BOB;
    const wend_vec3 origin = {0, 0, 0};
    assert_int_equal(wend_items_nearest(items, origin, &query).index1, ids[1].index1);
    assert_int_equal(wend_memories_report_gone(memories, BOB, wend_memory_item_subject(ids[1])),
                     WEND_OK);
    assert_int_equal(wend_items_nearest(items, origin, &query).index1, ids[2].index1);
    query.agent = CAROL;
    assert_int_equal(wend_items_nearest(items, origin, &query).index1, 0);
    wend_items_destroy(items);
    wend_memories_destroy(memories);
}

static void agents_come_and_go(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    uint64_t agent;
    see(memories, CAROL, PACK, 1);
    assert_int_equal(wend_memories_join(memories, ALICE, 5), WEND_OK);
    assert_int_equal(wend_memories_join(memories, CAROL, 5), WEND_OK);
    assert_int_equal(wend_memories_join(memories, CAROL, 6), WEND_OK);
    assert_int_equal(wend_memories_remove_agent(memories, ALICE), WEND_OK);
    assert_int_equal(wend_memories_remove_agent(memories, ALICE), WEND_ERROR_STALE);
    assert_int_equal(wend_memories_agent_count(memories), 2);
    assert_true(wend_memories_agent(memories, 0, &agent) && agent == CAROL);
    assert_true(knows(memories, CAROL, PACK));
    assert_true(wend_memories_is_member(memories, CAROL, 5));
    assert_int_equal(wend_memories_add_agent(memories, BOB), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_memories_share(memories, 5, NULL), WEND_OK);
    assert_int_equal(wend_memories_forget(memories, CAROL, PACK), WEND_OK);
    assert_false(knows(memories, CAROL, PACK));
    see(memories, CAROL, PACK, 1);
    assert_int_equal(wend_memories_forget_all(memories, CAROL), WEND_OK);
    assert_false(knows(memories, CAROL, PACK));
    for (uint64_t group = 10; group < 16; group++) {
        assert_int_equal(wend_memories_join(memories, CAROL, group), WEND_OK);
    }
    assert_int_equal(wend_memories_join(memories, CAROL, 99), WEND_ERROR_FULL);
    wend_memories_destroy(memories);
}

static void count_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                         double value)
{
    (void)centre;
    (void)radius;
    (void)value;
    ((int *)context)[meaning]++;
}

static void saved_bytes_are_checked_and_drawing_shows_all(void **state)
{
    (void)state;
    wend_memories *memories = make(4);
    uint8_t bytes[2048];
    size_t count;
    int drawn[WEND_MEANING_COUNT] = {0};
    see(memories, ALICE, PACK, 1);
    see(memories, ALICE, GUARD, 2);
    assert_int_equal(wend_memories_report_gone(memories, ALICE, GUARD), WEND_OK);
    const wend_draw draw = {.circle = count_circle, .context = drawn};
    assert_int_equal(wend_memories_draw(memories, ALICE, &draw), WEND_OK);
    assert_int_equal(drawn[WEND_MEANING_ITEM], 1);
    assert_int_equal(drawn[WEND_MEANING_NOTE], 1);
    assert_int_equal(wend_memories_save(memories, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_memories *loaded;
        bytes[i] ^= 1;
        assert_int_equal(wend_memories_load(NULL, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_int_equal(wend_memories_load(NULL, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 1;
    }
    wend_memories *loaded;
    assert_int_equal(wend_memories_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_memories_hash(loaded) == wend_memories_hash(memories));
    wend_memories_destroy(loaded);
    wend_memories_destroy(memories);
}

/* The end of a record is computed late, and is that of the formula to the tick. */
static void a_record_lives_as_long_as_its_certainty_says(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        const uint64_t half_life = 1 + wend_random_below(1, i, 0, i % 2 == 0 ? 50 : 1 << 30);
        const double certainty = i % 5 == 0 ? 1 : 0.001 + 0.999 * wend_random_unit(1, i, 1);
        /* A whole number of halvings now and then. */
        const double threshold =
            i % 3 == 0 ? certainty / (double)(1 << i % 20) : certainty * wend_random_unit(1, i, 2);
        const uint64_t life = wendi_fade_life(certainty, threshold, half_life);
        wend_memory_kind kind = wend_memory_kind_default();
        wend_memories *memories = make(2);
        kind.half_life = half_life;
        kind.threshold = threshold;
        assert_true(wendi_fade_least_life(certainty, threshold, half_life) <= life);
        assert_int_equal(wend_memories_set_kind(memories, 0, &kind), WEND_OK);
        set_tick(memories, 7);
        assert_int_equal(see_as(memories, ALICE, PACK, 0, certainty), WEND_OK);
        set_tick(memories, 7 + life);
        assert_true(knows(memories, ALICE, PACK));
        set_tick(memories, 8 + life);
        assert_false(knows(memories, ALICE, PACK));
        wend_memories_destroy(memories);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certainty_halves_and_what_is_below_the_threshold_is_forgotten),
        cmocka_unit_test(a_record_lives_as_long_as_its_certainty_says),
        cmocka_unit_test(perceptions_raise_certainty_and_keep_the_first_tick),
        cmocka_unit_test(a_velocity_is_estimated_blended_and_limited),
        cmocka_unit_test(of_a_full_memory_the_weakest_and_oldest_goes),
        cmocka_unit_test(a_weight_keeps_what_matters),
        cmocka_unit_test(what_is_gone_is_not_found_until_it_is_seen_again),
        cmocka_unit_test(groups_share_the_newest),
        cmocka_unit_test(the_best_and_the_most_dangerous_are_found),
        cmocka_unit_test(guesses_follow_the_velocity_up_to_obstacles),
        cmocka_unit_test(the_nearest_item_that_is_remembered_is_found_by_the_items),
        cmocka_unit_test(agents_come_and_go),
        cmocka_unit_test(saved_bytes_are_checked_and_drawing_shows_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
