/* Triggers: things that come back, items, areas, times, noises, what is refused, bytes. */
#include "support/test.h"

#include "wend/crowd.h"
#include "wend/draw.h"
#include "wend/grid.h"
#include "wend/path.h"
#include "wend/planner.h"
#include "wend/trigger.h"

#include <math.h>
#include <string.h>

static wend_triggers *make(wend_triggers_def def)
{
    wend_triggers *triggers = NULL;
    assert_int_equal(wend_triggers_create(&def, &triggers), WEND_OK);
    return triggers;
}

static wend_trigger_id add(wend_triggers *triggers, const wend_trigger *trigger)
{
    wend_trigger_id id;
    assert_int_equal(wend_triggers_add(triggers, trigger, &id), WEND_OK);
    return id;
}

static const wend_trigger_event *update(wend_triggers *triggers, uint64_t tick,
                                        const wend_trigger_agent *agents, size_t count,
                                        size_t expected)
{
    size_t events;
    assert_int_equal(wend_triggers_update(triggers, tick, agents, count, NULL, 0), WEND_OK);
    const wend_trigger_event *list = wend_triggers_events(triggers, &events);
    assert_int_equal(events, expected);
    return list;
}

static const wend_trigger_agent near_agent = {5, {0.6, 0, 0}, 0.5}, far_agent = {6, {9, 0, 0}, 0.5};

static void a_thing_is_taken_and_its_item_sleeps_and_comes_back(void **state)
{
    (void)state;
    const wend_items_def items_def = wend_items_def_default();
    wend_items *items;
    wend_item item = wend_item_default();
    wend_item_id item_id;
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    assert_int_equal(wend_items_add(items, &item, &item_id), WEND_OK);
    wend_triggers_def def = wend_triggers_def_default();
    def.items = items;
    wend_triggers *triggers = make(def);
    wend_trigger health = wend_trigger_default();
    health.item = item_id;
    health.amount = 25;
    health.tag = 3;
    health.sleep_ticks = 10;
    const wend_trigger_id id = add(triggers, &health);
    (void)update(triggers, 1, &far_agent, 1, 0);
    const uint64_t revision = wend_items_revision(items);
    const wend_trigger_event *event = update(triggers, 2, &near_agent, 1, 1);
    assert_int_equal(event->type, WEND_TRIGGER_TAKEN);
    assert_int_equal(event->agent, 5);
    assert_int_equal(event->tag, 3);
    assert_true(event->amount > 24.9);
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, NULL).index1, 0);
    assert_true(wend_items_revision(items) > revision);
    wend_trigger_state now;
    assert_int_equal(wend_triggers_get_state(triggers, id, &now), WEND_OK);
    assert_true(now.is_asleep && now.wake_tick == 12 && now.has_taker && now.last_agent == 5);
    (void)update(triggers, 11, &far_agent, 1, 0);
    event = update(triggers, 12, &far_agent, 1, 1);
    assert_int_equal(event->type, WEND_TRIGGER_WOKE);
    assert_int_equal(wend_items_nearest(items, (wend_vec3){0, 0, 0}, NULL).index1, item_id.index1);
    /* the item moves away from the agent, and is removed */
    assert_int_equal(wend_items_move(items, item_id, (wend_vec3){20, 0, 0}), WEND_OK);
    (void)update(triggers, 13, &near_agent, 1, 0);
    assert_int_equal(wend_items_move(items, item_id, (wend_vec3){9, 0, 0}), WEND_OK);
    (void)update(triggers, 14, &far_agent, 1, 1);
    assert_int_equal(wend_items_remove(items, item_id), WEND_OK);
    (void)update(triggers, 40, &far_agent, 1, 1); /* it wakes, and nothing can be taken */
    (void)update(triggers, 41, &far_agent, 1, 0);
    assert_int_equal(wend_triggers_add(triggers, &health, &(wend_trigger_id){0, 0}),
                     WEND_ERROR_STALE);
    wend_triggers_destroy(triggers);
    wend_items_destroy(items);
}

static void an_agent_that_stays_takes_once(void **state)
{
    (void)state;
    wend_triggers *triggers = make(wend_triggers_def_default());
    wend_trigger ammunition = wend_trigger_default();
    ammunition.sleep_ticks = 2;
    (void)add(triggers, &ammunition);
    ammunition.is_repeated = true;
    ammunition.position.y = 0.1;
    (void)add(triggers, &ammunition);
    (void)update(triggers, 0, &near_agent, 1, 2);
    const wend_trigger_event *event = update(triggers, 2, &near_agent, 1, 3);
    assert_int_equal(event[0].type, WEND_TRIGGER_WOKE);
    assert_int_equal(event[1].type, WEND_TRIGGER_WOKE);
    assert_int_equal(event[2].type, WEND_TRIGGER_TAKEN);
    assert_int_equal(event[2].trigger.index1, 2);
    (void)update(triggers, 3, NULL, 0, 0); /* it left */
    event = update(triggers, 4, &near_agent, 1, 3);
    assert_int_equal(event[0].type, WEND_TRIGGER_TAKEN);
    assert_int_equal(event[0].trigger.index1, 1);
    wend_triggers_destroy(triggers);
}

static bool is_not_five(void *user, const wend_triggers *triggers, wend_trigger_id id,
                        uint64_t agent)
{
    wend_triggers *changed = *(wend_triggers **)user;
    const wend_trigger trigger = wend_trigger_default();
    wend_trigger_id added;
    assert_ptr_equal(triggers, changed);
    assert_int_equal(wend_triggers_add(changed, &trigger, &added), WEND_ERROR_BUSY);
    assert_int_equal(wend_triggers_remove(changed, id), WEND_ERROR_BUSY);
    assert_int_equal(wend_triggers_set_asleep(changed, id, true), WEND_ERROR_BUSY);
    assert_int_equal(wend_triggers_move(changed, id, (wend_vec3){1, 1, 0}), WEND_ERROR_BUSY);
    assert_int_equal(wend_triggers_update(changed, 99, NULL, 0, NULL, 0), WEND_ERROR_BUSY);
    return agent != 5;
}

static void a_rule_refuses_and_the_next_agent_takes(void **state)
{
    (void)state;
    wend_triggers *triggers = NULL;
    wend_triggers_def def = wend_triggers_def_default();
    def.accept = is_not_five;
    def.user = &triggers;
    triggers = make(def);
    const wend_trigger trigger = wend_trigger_default();
    (void)add(triggers, &trigger);
    const wend_trigger_agent agents[] = {{7, {0.8, 0, 0}, 0.5}, near_agent};
    const wend_trigger_event *event = update(triggers, 0, agents, 2, 1);
    assert_int_equal(event->agent, 7);
    (void)update(triggers, 1, &near_agent, 1, 0);
    wend_triggers_destroy(triggers);
}

static void areas_know_their_agents(void **state)
{
    (void)state;
    wend_triggers *triggers = make(wend_triggers_def_default());
    const wend_vec2 corners[] = {{8, -1}, {12, -1}, {12, 1}, {8, 1}};
    wend_trigger area = wend_trigger_default();
    area.kind = WEND_TRIGGER_AREA;
    area.points = corners;
    area.point_count = 4;
    const wend_trigger_id id = add(triggers, &area);
    assert_int_equal(update(triggers, 0, &far_agent, 1, 1)->type, WEND_TRIGGER_ENTERED);
    assert_true(wend_triggers_is_inside(triggers, id, 6));
    (void)update(triggers, 1, &far_agent, 1, 0);
    assert_int_equal(wend_triggers_set_asleep(triggers, id, true), WEND_OK);
    assert_int_equal(update(triggers, 2, &far_agent, 1, 1)->type, WEND_TRIGGER_LEFT);
    assert_int_equal(wend_triggers_set_asleep(triggers, id, false), WEND_OK);
    assert_int_equal(update(triggers, 3, &far_agent, 1, 1)->type, WEND_TRIGGER_ENTERED);
    assert_int_equal(update(triggers, 4, NULL, 0, 1)->type, WEND_TRIGGER_LEFT);
    const wend_trigger_agent upstairs = {6, {9, 0, 3}, 0.5};
    (void)update(triggers, 5, &upstairs, 1, 0);
    assert_int_equal(wend_triggers_remove(triggers, id), WEND_OK);
    assert_int_equal(wend_triggers_count(triggers), 0);
    assert_int_equal(wend_triggers_remove(triggers, id), WEND_ERROR_STALE);
    wend_triggers_destroy(triggers);
}

static bool same(double a, double b)
{
    return !(a < b) && !(a > b);
}

static void areas_move_with_their_corners(void **state)
{
    (void)state;
    wend_triggers *triggers = make(wend_triggers_def_default());
    const wend_vec2 corners[] = {{8, -1}, {12, -1}, {12, 1}, {8, 1}};
    wend_trigger area = wend_trigger_default();
    wend_trigger read;
    area.kind = WEND_TRIGGER_AREA;
    area.points = corners;
    area.point_count = 4;
    area.position = (wend_vec3){10, 0, 0};
    const wend_trigger_id id = add(triggers, &area);
    (void)update(triggers, 0, &far_agent, 1, 1);
    assert_int_equal(wend_triggers_move(triggers, id, (wend_vec3){30, 5, 1}), WEND_OK);
    assert_int_equal(wend_triggers_get(triggers, id, &read), WEND_OK);
    assert_true(same(read.position.x, 30) && same(read.position.y, 5) && same(read.position.z, 1));
    assert_true(same(read.points[2].x, 32) && same(read.points[2].y, 6));
    assert_int_equal(update(triggers, 1, &far_agent, 1, 1)->type, WEND_TRIGGER_LEFT);
    assert_int_equal(wend_triggers_move(triggers, id, (wend_vec3){10, 0, 0}), WEND_OK);
    assert_int_equal(update(triggers, 2, &far_agent, 1, 1)->type, WEND_TRIGGER_ENTERED);
    const uint64_t hash = wend_triggers_hash(triggers);
    assert_int_equal(wend_triggers_move(triggers, id, (wend_vec3){1073741824, 0, 0}),
                     WEND_ERROR_ARGUMENT); /* its corners would lie outside */
    assert_int_equal(wend_triggers_move(triggers, id, (wend_vec3){(double)NAN, 0, 0}),
                     WEND_ERROR_ARGUMENT);
    assert_true(wend_triggers_hash(triggers) == hash);
    assert_int_equal(wend_triggers_remove(triggers, id), WEND_OK);
    assert_int_equal(wend_triggers_move(triggers, id, (wend_vec3){0, 0, 0}), WEND_ERROR_STALE);
    wend_triggers_destroy(triggers);
}

static void a_thing_moves_by_its_item(void **state)
{
    (void)state;
    const wend_items_def items_def = wend_items_def_default();
    wend_items *items;
    wend_item item = wend_item_default();
    wend_item_id item_id;
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    assert_int_equal(wend_items_add(items, &item, &item_id), WEND_OK);
    wend_triggers_def def = wend_triggers_def_default();
    def.items = items;
    wend_triggers *triggers = make(def);
    wend_trigger health = wend_trigger_default();
    health.item = item_id;
    const wend_trigger_id id = add(triggers, &health);
    assert_int_equal(wend_triggers_move(triggers, id, (wend_vec3){9, 0, 0}), WEND_OK);
    assert_int_equal(wend_items_get(items, item_id, &item), WEND_OK);
    assert_true(same(item.position.x, 9));
    (void)update(triggers, 0, &near_agent, 1, 0);
    assert_int_equal(update(triggers, 1, &far_agent, 1, 1)->type, WEND_TRIGGER_TAKEN);
    assert_int_equal(wend_items_remove(items, item_id), WEND_OK);
    assert_int_equal(wend_triggers_move(triggers, id, (wend_vec3){1, 0, 0}), WEND_ERROR_STALE);
    wend_triggers_destroy(triggers);
    wend_items_destroy(items);
}

static void times_and_noises_fire(void **state)
{
    (void)state;
    wend_triggers *triggers = make(wend_triggers_def_default());
    wend_trigger trigger = wend_trigger_default();
    trigger.kind = WEND_TRIGGER_TIME;
    trigger.first_tick = 5;
    trigger.period = 3;
    (void)add(triggers, &trigger);
    trigger.kind = WEND_TRIGGER_SOUND;
    trigger.loudness = 40;
    trigger.sleep_ticks = WEND_TRIGGER_FOREVER;
    (void)add(triggers, &trigger);
    (void)update(triggers, 4, NULL, 0, 0);
    assert_int_equal(update(triggers, 12, NULL, 0, 1)->count, 3); /* 5, 8, 11 */
    (void)update(triggers, 13, NULL, 0, 0);
    size_t count;
    wend_trigger_noise noise = {{11, 0, 0}, 60, 8, 44};
    assert_int_equal(wend_triggers_update(triggers, 13, NULL, 0, &noise, 1), WEND_OK);
    (void)wend_triggers_events(triggers, &count);
    assert_int_equal(count, 0); /* 39.2 decibels */
    noise.position.x = 10;
    assert_int_equal(wend_triggers_update(triggers, 13, NULL, 0, &noise, 1), WEND_OK);
    const wend_trigger_event *event = wend_triggers_events(triggers, &count);
    assert_int_equal(count, 1);
    assert_int_equal(event->type, WEND_TRIGGER_HEARD);
    assert_true(fabs(event->level - 40) < 1e-9 && event->agent == 8 && event->user == 44);
    assert_int_equal(wend_triggers_update(triggers, 13, NULL, 0, &noise, 1), WEND_OK);
    assert_null(wend_triggers_events(triggers, NULL)); /* asleep for ever */
    wend_triggers_destroy(triggers);
}

static double muffled(void *user, const wend_trigger_noise *noise, wend_vec3 position)
{
    (void)user;
    (void)position;
    return noise->loudness - 30;
}

static void levels_may_come_from_a_function(void **state)
{
    (void)state;
    wend_triggers_def def = wend_triggers_def_default();
    def.level = muffled;
    wend_triggers *triggers = make(def);
    wend_trigger trigger = wend_trigger_default();
    trigger.kind = WEND_TRIGGER_SOUND;
    (void)add(triggers, &trigger);
    const wend_trigger_noise noises[] = {{{500, 0, 0}, 75, 1, 0}, {{1, 0, 0}, 69, 2, 0}};
    assert_int_equal(wend_triggers_update(triggers, 0, NULL, 0, noises, 2), WEND_OK);
    const wend_trigger_event *event = wend_triggers_events(triggers, NULL);
    assert_non_null(event);
    assert_true(event->agent == 1 && fabs(event->level - 45) < 1e-9);
    wend_triggers_destroy(triggers);
}

static void bodies_of_a_crowd_are_agents(void **state)
{
    (void)state;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid;
    wend_crowd *crowd;
    wend_body_id body;
    grid_def.width = grid_def.height = 16;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    wend_crowd_def crowd_def = wend_crowd_def_default();
    const wend_crowd_floor floors[1] = {{grid, NULL}};
    crowd_def.floors = floors;
    crowd_def.floor_count = 1;
    crowd_def.max_bodies = 4;
    assert_int_equal(wend_crowd_create(&crowd_def, &crowd), WEND_OK);
    wend_body_def body_def = wend_body_def_default();
    body_def.position = (wend_vec2){8, 8};
    assert_int_equal(wend_crowd_add_body(crowd, &body_def, &body), WEND_OK);
    wend_triggers *triggers = make(wend_triggers_def_default());
    wend_trigger trigger = wend_trigger_default();
    trigger.position = (wend_vec3){8, 8.2, 0};
    (void)add(triggers, &trigger);
    assert_int_equal(wend_triggers_update_crowd(triggers, 1, crowd, NULL, 0, NULL, 0), WEND_OK);
    const wend_trigger_event *event = wend_triggers_events(triggers, NULL);
    assert_non_null(event);
    assert_true(event->agent == ((uint64_t)body.generation << 32 | body.index1));
    assert_int_equal(wend_triggers_update_crowd(triggers, 1, NULL, NULL, 0, NULL, 0),
                     WEND_ERROR_ARGUMENT);
    /* The height of its floor brings it out of reach, and back. */
    double height = 50;
    const uint64_t agent = (uint64_t)body.generation << 32 | body.index1;
    trigger.kind = WEND_TRIGGER_AREA;
    trigger.height = 2;
    const wend_trigger_id area = add(triggers, &trigger);
    assert_int_equal(wend_triggers_update_crowd(triggers, 2, crowd, &height, 1, NULL, 0), WEND_OK);
    assert_false(wend_triggers_is_inside(triggers, area, agent));
    height = 0.5;
    assert_int_equal(wend_triggers_update_crowd(triggers, 3, crowd, &height, 1, NULL, 0), WEND_OK);
    assert_true(wend_triggers_is_inside(triggers, area, agent));
    height = (double)INFINITY;
    assert_int_equal(wend_triggers_update_crowd(triggers, 4, crowd, &height, 1, NULL, 0),
                     WEND_ERROR_ARGUMENT);
    wend_triggers_destroy(triggers);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

/* A planner over a grid, and its request to the nearest item, which is under way. */
static wend_planner *search_for_item(const wend_grid *grid, const wend_items *items,
                                     wend_planner_request_id *id)
{
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    wend_planner_request_def request = wend_planner_request_def_default();
    wend_planner *planner = NULL;
    def.grid = grid;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile_def, &request.profile), WEND_OK);
    request.query.from = (wend_vec3){2.5, 20.5, 0};
    request.query.goal_kind = WEND_PATH_TO_ITEM;
    request.query.items = items;
    assert_int_equal(wend_planner_add_request(planner, &request, id), WEND_OK);
    wend_planner_answer answer = {.state = WEND_PLANNER_WAITING};
    for (int i = 0; i < 1000 && answer.state == WEND_PLANNER_WAITING; i++) {
        wend_budget few = wend_budget_steps(20);
        (void)wend_planner_update(planner, &few);
        (void)wend_planner_poll(planner, *id, &answer, NULL);
    }
    assert_true(answer.state == WEND_PLANNER_SEARCHING || answer.state == WEND_PLANNER_PARTIAL);
    return planner;
}

static void a_planner_hears_of_a_thing_that_is_taken_in_mid_search(void **state)
{
    (void)state;
    wend_grid_def grid_def = wend_grid_def_default();
    const wend_items_def items_def = wend_items_def_default();
    wend_grid *grid;
    wend_items *items;
    wend_item item = wend_item_default();
    wend_item_id near_item, far_item;
    wend_path *path;
    wend_planner_request_id request;
    wend_planner_answer answer;
    grid_def.width = grid_def.height = 200;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    for (uint32_t i = 0; i < 200 * 200; i++) { /* ground of many costs: a long search */
        const uint8_t cost = (uint8_t)(1 + wend_random_below(3, 0, i, 9));
        assert_int_equal(wend_grid_set_cost(grid, 0, (int32_t)(i % 200), (int32_t)(i / 200), cost),
                         WEND_OK);
    }
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    item.position = (wend_vec3){125.5, 120.5, 0};
    assert_int_equal(wend_items_add(items, &item, &near_item), WEND_OK);
    item.position = (wend_vec3){135.5, 120.5, 0};
    assert_int_equal(wend_items_add(items, &item, &far_item), WEND_OK);
    wend_triggers_def def = wend_triggers_def_default();
    def.items = items;
    wend_triggers *triggers = make(def);
    wend_trigger trigger = wend_trigger_default();
    trigger.item = near_item;
    trigger.sleep_ticks = 50;
    (void)add(triggers, &trigger);
    wend_planner *planner = search_for_item(grid, items, &request);
    const wend_trigger_agent taker = {1, {125.5, 120.5, 0}, 0.5};
    (void)update(triggers, 1, &taker, 1, 1);
    assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(planner, request, &answer, path), WEND_OK);
    assert_int_equal(answer.path.item.index1, far_item.index1);
    wend_planner_destroy(planner);
    wend_triggers_destroy(triggers);
    wend_path_destroy(path);
    wend_items_destroy(items);
    wend_grid_destroy(grid);
}

static void what_is_out_of_range_is_refused_with_a_sentence(void **state)
{
    (void)state;
    wend_triggers *triggers = make(wend_triggers_def_default());
    wend_trigger trigger = wend_trigger_default();
    wend_trigger_id id;
    trigger.radius = -1;
    assert_int_equal(wend_triggers_add(triggers, &trigger, &id), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_triggers_error(triggers),
                        "wend_triggers_add: radius is -1, and must be from 0 to 1073741824");
    trigger.radius = 1;
    trigger.item = (wend_item_id){1, 1};
    assert_int_equal(wend_triggers_add(triggers, &trigger, &id), WEND_ERROR_ARGUMENT);
    trigger.kind = WEND_TRIGGER_AREA;
    assert_int_equal(wend_triggers_add(triggers, &trigger, &id), WEND_ERROR_ARGUMENT);
    trigger.item = (wend_item_id){0, 0};
    trigger.point_count = 2;
    assert_int_equal(wend_triggers_add(triggers, &trigger, &id), WEND_ERROR_ARGUMENT);
    trigger.point_count = 3;
    assert_int_equal(wend_triggers_add(triggers, &trigger, &id), WEND_ERROR_ARGUMENT);
    const wend_trigger_agent same[] = {near_agent, near_agent};
    assert_int_equal(wend_triggers_update(triggers, 7, same, 2, NULL, 0), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_triggers_error(triggers),
                        "wend_triggers_update: agents: two have the number 5");
    const wend_trigger_noise noise = {{(double)NAN, 0, 0}, 60, 0, 0};
    assert_int_equal(wend_triggers_update(triggers, 7, NULL, 0, &noise, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_triggers_tick(triggers), 0);
    (void)update(triggers, 7, NULL, 0, 0);
    assert_int_equal(wend_triggers_update(triggers, 6, NULL, 0, NULL, 0), WEND_ERROR_ARGUMENT);
    wend_triggers_destroy(triggers);
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    wend_triggers *triggers = make(wend_triggers_def_default());
    const wend_vec2 corners[] = {{8, -1}, {12, -1}, {12, 1}, {8, 1}};
    wend_trigger trigger = wend_trigger_default();
    trigger.sleep_ticks = 5;
    (void)add(triggers, &trigger);
    trigger.kind = WEND_TRIGGER_AREA;
    trigger.points = corners;
    trigger.point_count = 4;
    (void)add(triggers, &trigger);
    const wend_trigger_agent agents[] = {near_agent, far_agent};
    (void)update(triggers, 2, agents, 2, 2);
    uint8_t bytes[2048];
    size_t count;
    assert_int_equal(wend_triggers_save(triggers, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_message message;
        wend_triggers_def def = wend_triggers_def_default();
        wend_triggers *loaded;
        def.message = &message;
        bytes[i] ^= 0x40;
        assert_int_equal(wend_triggers_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_null(loaded);
        assert_true(strlen(message.text) > strlen("wend_triggers_load: "));
        assert_int_equal(wend_triggers_load(&def, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 0x40;
    }
    wend_triggers_destroy(triggers);
}

static void count_circle(void *context, wend_vec2 at, double radius, wend_meaning meaning,
                         double value)
{
    (void)at;
    (void)radius;
    (void)value;
    (*(int *)context) += meaning == WEND_MEANING_ITEM ? 1 : 10;
}

static void count_outline(void *context, const wend_vec2 *points, size_t count,
                          wend_meaning meaning, double value)
{
    (void)points;
    assert_int_equal(meaning, WEND_MEANING_ZONE);
    assert_true(value > 0.5);
    (*(int *)context) += count == 4 ? 100 : 0;
}

static void what_is_awake_is_drawn(void **state)
{
    (void)state;
    int marks = 0;
    const wend_draw draw = {.circle = count_circle, .polygon = count_outline, .context = &marks};
    wend_triggers *triggers = make(wend_triggers_def_default());
    wend_trigger trigger = wend_trigger_default();
    (void)add(triggers, &trigger);
    trigger.is_asleep = true;
    (void)add(triggers, &trigger);
    trigger.is_asleep = false;
    trigger.kind = WEND_TRIGGER_AREA;
    (void)add(triggers, &trigger);
    trigger.half_size = (wend_vec2){1, 2};
    (void)add(triggers, &trigger);
    assert_int_equal(wend_triggers_draw(triggers, &draw), WEND_OK);
    assert_int_equal(marks, 111);
    wend_triggers_destroy(triggers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thing_is_taken_and_its_item_sleeps_and_comes_back),
        cmocka_unit_test(an_agent_that_stays_takes_once),
        cmocka_unit_test(a_rule_refuses_and_the_next_agent_takes),
        cmocka_unit_test(areas_know_their_agents),
        cmocka_unit_test(areas_move_with_their_corners),
        cmocka_unit_test(a_thing_moves_by_its_item),
        cmocka_unit_test(times_and_noises_fire),
        cmocka_unit_test(levels_may_come_from_a_function),
        cmocka_unit_test(bodies_of_a_crowd_are_agents),
        cmocka_unit_test(a_planner_hears_of_a_thing_that_is_taken_in_mid_search),
        cmocka_unit_test(what_is_out_of_range_is_refused_with_a_sentence),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(what_is_awake_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
