/* Requests of equal queries share a search, and those that differ in anything that matters do not. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/items.h"
#include "wend/planner.h"

enum { SIDE = 40 };

static wend_grid *grid;
static wend_items *items, *other_items;
static const wend_vec3 positions[] = {{35.5, 35.5, 0}, {35.5, 2.5, 0}};
static const wend_vec3 other_positions[] = {{35.5, 35.5, 0}, {35.5, 3.5, 0}};
static const uint32_t tags[] = {1, 2};
static const uint32_t other_tags[] = {1, 3};

static wend_items *make_items(void)
{
    const wend_items_def def = wend_items_def_default();
    wend_items *made = NULL;
    assert_int_equal(wend_items_create(&def, &made), WEND_OK);
    for (uint32_t i = 0; i < 4; i++) {
        wend_item item = wend_item_default();
        wend_item_id id;
        item.tag = i;
        item.position = (wend_vec3){30.5 + i, 8.5 * i + 2, 0};
        assert_int_equal(wend_items_add(made, &item, &id), WEND_OK);
    }
    return made;
}

/* Walls between which paths wind. */
static int set_up(void **state)
{
    (void)state;
    grid = grids_open(SIDE, SIDE);
    for (int32_t x = 8; x < SIDE - 8; x += 8) {
        grids_wall(grid, x, x % 16 == 0 ? 0 : 8, 1, SIDE - 8);
    }
    items = make_items();
    other_items = make_items();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    wend_items_destroy(items);
    wend_items_destroy(other_items);
    wend_grid_destroy(grid);
    return 0;
}

static wend_planner *make_planner(void)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    uint32_t index;
    def.grid = grid;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    profile.size = 2;
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    return planner;
}

/* True if the second of two requests is answered by the search of the first one. */
static bool is_joined(const wend_planner_request_def *first, const wend_planner_request_def *second)
{
    wend_planner *planner = make_planner();
    wend_planner_request_id a, b;
    wend_planner_answer answer;
    assert_int_equal(wend_planner_add_request(planner, first, &a), WEND_OK);
    assert_int_equal(wend_planner_add_request(planner, second, &b), WEND_OK);
    assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
    (void)wend_planner_poll(planner, a, &answer, NULL);
    assert_int_equal(answer.state, WEND_PLANNER_READY);
    assert_false(answer.is_joined);
    (void)wend_planner_poll(planner, b, &answer, NULL);
    assert_int_equal(answer.state, WEND_PLANNER_READY);
    wend_planner_destroy(planner);
    return answer.is_joined;
}

static wend_planner_request_def to_position(void)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    def.query.from = (wend_vec3){1.5, 1.5, 0};
    def.query.to = (wend_vec3){35.5, 35.5, 0};
    return def;
}

static wend_planner_request_def to_positions(void)
{
    wend_planner_request_def def = to_position();
    def.query.goal_kind = WEND_PATH_TO_POSITIONS;
    def.query.positions = positions;
    def.query.position_count = 2;
    return def;
}

static wend_planner_request_def to_item(void)
{
    wend_planner_request_def def = to_position();
    def.query.goal_kind = WEND_PATH_TO_ITEM;
    def.query.items = items;
    def.query.tag = 1;
    return def;
}

static wend_planner_request_def to_each_tag(void)
{
    wend_planner_request_def def = to_position();
    def.query.goal_kind = WEND_PATH_TO_EACH_TAG;
    def.query.items = items;
    def.query.tags = tags;
    def.query.tag_count = 2;
    return def;
}

static void equal_queries_share_a_search(void **state)
{
    (void)state;
    const wend_planner_request_def defs[] = {to_position(), to_positions(), to_item(),
                                             to_each_tag()};
    for (size_t i = 0; i < sizeof defs / sizeof *defs; i++) {
        assert_true(is_joined(&defs[i], &defs[i]));
        for (size_t k = 0; k < sizeof defs / sizeof *defs; k++) {
            assert_true(i == k || !is_joined(&defs[i], &defs[k]));
        }
    }
    /* Copies of positions and of tags are as good, and so is another agent of another importance. */
    wend_planner_request_def copy = to_positions();
    const wend_vec3 copies[] = {positions[0], positions[1]};
    copy.query.positions = copies;
    copy.agent = 9;
    copy.priority = 1;
    assert_true(is_joined(&defs[1], &copy));
    copy = to_each_tag();
    const uint32_t tag_copies[] = {tags[0], tags[1]};
    copy.query.tags = tag_copies;
    assert_true(is_joined(&defs[3], &copy));
}

/* Changes one field of a request. */
typedef void (*change_fn)(wend_planner_request_def *def);

static void from_x(wend_planner_request_def *def)
{
    def->query.from.x += 1;
}
static void from_y(wend_planner_request_def *def)
{
    def->query.from.y += 1;
}
static void to_x(wend_planner_request_def *def)
{
    def->query.to.x += 0.25;
}
static void to_y(wend_planner_request_def *def)
{
    def->query.to.y += 0.25;
}
static void to_z(wend_planner_request_def *def)
{
    def->query.to.z += 1;
}
static void profile(wend_planner_request_def *def)
{
    def->profile = 1;
}
static void shape(wend_planner_request_def *def)
{
    def->query.shape = WEND_PATH_AS_FOUND;
}
static void method(wend_planner_request_def *def)
{
    def->query.method = WEND_METHOD_DIJKSTRA;
}
static void weight(wend_planner_request_def *def)
{
    def->query.weight = 2;
}
static void max_steps(wend_planner_request_def *def)
{
    def->query.max_steps = 1000000;
}
static void from_node(wend_planner_request_def *def)
{
    def->query.from_node = SIDE + 1;
}
static void to_node(wend_planner_request_def *def)
{
    def->query.to_node = 35 * SIDE + 35;
}
static void heuristic(wend_planner_request_def *def)
{
    def->query.heuristic = WEND_HEURISTIC_MANHATTAN;
}
static void noise(wend_planner_request_def *def)
{
    def->query.noise = 0.5;
}
static void max_cost(wend_planner_request_def *def)
{
    def->query.max_cost = WEND_COST_INFINITE - 1;
}
static void searched(wend_planner_request_def *def)
{
    def->query.is_searched = true;
}
static void nearest_allowed(wend_planner_request_def *def)
{
    def->query.is_nearest_allowed = true;
}
static void max_depth(wend_planner_request_def *def)
{
    def->query.max_depth = 10000;
}
static void records(wend_planner_request_def *def)
{
    def->query.records_order = true;
}

static void queries_that_differ_are_searched(void **state)
{
    (void)state;
    static const change_fn changes[] = {from_x,    from_y,  to_x,     to_y,     to_z,
                                        profile,   shape,   method,   weight,   max_steps,
                                        from_node, noise,   max_cost, searched, nearest_allowed,
                                        max_depth, records, to_node,  heuristic};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const wend_planner_request_def plain = to_position();
        wend_planner_request_def changed = to_position();
        changes[i](&changed);
        if (is_joined(&plain, &changed) || is_joined(&changed, &plain)) {
            fail_msg("change %d is joined", (int)i);
        }
        assert_true(is_joined(&changed, &changed));
    }
    wend_planner_request_def a = to_position(), b = to_position();
    a.query.noise = b.query.noise = 0.5;
    b.query.noise_seed = 1;
    assert_false(is_joined(&a, &b));
}

static void position(wend_planner_request_def *def)
{
    def->query.positions = other_positions;
}
static void position_count(wend_planner_request_def *def)
{
    def->query.position_count = 1;
}

static void sets_of_positions_that_differ_are_searched(void **state)
{
    (void)state;
    static const change_fn changes[] = {position, position_count};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const wend_planner_request_def plain = to_positions();
        wend_planner_request_def changed = to_positions();
        changes[i](&changed);
        assert_false(is_joined(&plain, &changed));
    }
    /* `to` says nothing then. */
    const wend_planner_request_def plain = to_positions();
    wend_planner_request_def changed = to_positions();
    changed.query.to.x = 3;
    assert_true(is_joined(&plain, &changed));
}

static void tag(wend_planner_request_def *def)
{
    def->query.tag = 2;
}
static void tag_mask(wend_planner_request_def *def)
{
    def->query.tag_mask = 1;
}
static void items_of(wend_planner_request_def *def)
{
    def->query.items = other_items;
}

static void items_that_differ_are_searched(void **state)
{
    (void)state;
    static const change_fn changes[] = {tag, tag_mask, items_of};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const wend_planner_request_def plain = to_item();
        wend_planner_request_def changed = to_item();
        changes[i](&changed);
        assert_false(is_joined(&plain, &changed));
    }
}

static void some_tags(wend_planner_request_def *def)
{
    def->query.tags = other_tags;
}
static void tag_count(wend_planner_request_def *def)
{
    def->query.tag_count = 1;
}

static void lists_of_tags_that_differ_are_searched(void **state)
{
    (void)state;
    static const change_fn changes[] = {some_tags, tag_count, tag_mask, items_of};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const wend_planner_request_def plain = to_each_tag();
        wend_planner_request_def changed = to_each_tag();
        changes[i](&changed);
        assert_false(is_joined(&plain, &changed));
    }
}

static void distances_that_differ_are_searched(void **state)
{
    (void)state;
    wend_planner_request_def a = to_position(), b;
    a.goal = WEND_PLANNER_GOAL_WITHIN;
    a.distance = 4;
    b = a;
    assert_true(is_joined(&a, &b));
    b.distance = 5;
    assert_false(is_joined(&a, &b));
    b = a;
    b.goal = WEND_PLANNER_GOAL_AWAY;
    assert_false(is_joined(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_queries_share_a_search),
        cmocka_unit_test(queries_that_differ_are_searched),
        cmocka_unit_test(sets_of_positions_that_differ_are_searched),
        cmocka_unit_test(items_that_differ_are_searched),
        cmocka_unit_test(lists_of_tags_that_differ_are_searched),
        cmocka_unit_test(distances_that_differ_are_searched),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
