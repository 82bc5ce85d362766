/* A planner as a route source by hand: rules, refused definitions, too many sources, queries that are
 * started, polled, cancelled and asked for. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/crowd.h"
#include "wend/planner.h"

#include <math.h>
#include <string.h>

typedef struct stage {
    wend_grid *grid;
    wend_planner *planner;
    wend_path *path;
} stage;

/* Two profiles: 0 for any body, 1 for bodies that need two cells. A wall with a gap of one cell. */
static stage make(const wend_allocator *allocator)
{
    stage s;
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    s.grid = grids_open(16, 16);
    grids_wall(s.grid, 8, 0, 1, 7);
    grids_wall(s.grid, 8, 8, 1, 8);
    def.grid = s.grid;
    def.allocator = allocator != NULL ? *allocator : def.allocator;
    assert_int_equal(wend_planner_create(&def, &s.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s.planner, &profile, &index), WEND_OK);
    profile.size = 2;
    assert_int_equal(wend_planner_add_profile(s.planner, &profile, &index), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &s.path), WEND_OK);
    return s;
}

static void destroy(stage *s)
{
    wend_path_destroy(s->path);
    wend_planner_destroy(s->planner);
    wend_grid_destroy(s->grid);
}

static const wend_route_rule rules[] = {{.crowd_class = 3, .max_radius = 9, .profile = 1},
                                        {WEND_ROUTE_CLASS_ANY, 0.5, 0}};

static wend_route_source rule_source(const stage *s)
{
    wend_profile_source_def def = wend_profile_source_def_default();
    wend_route_source source;
    def.planner = s->planner;
    def.rules = rules;
    def.rule_count = 2;
    assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_OK);
    return source;
}

static wend_route_query query_of(uint64_t ticket, double radius)
{
    wend_route_query query;
    memset(&query, 0, sizeof query);
    query.ticket = ticket;
    query.from = (wend_vec2){2.5, 2.5};
    query.to = (wend_vec2){13.5, 2.5};
    query.radius = radius;
    query.profile = WEND_ROUTE_PROFILE_ANY;
    return query;
}

/* Starts a query, serves it, and polls it. */
static wend_result ask(const stage *s, const wend_route_source *source, wend_route_query query)
{
    const wend_result started = source->start(source->context, &query, s->path);
    if (started != WEND_IN_PROGRESS) {
        return started;
    }
    assert_true(source->has_ticket(source->context, query.ticket));
    assert_int_equal(source->poll(source->context, query.ticket, s->path), WEND_IN_PROGRESS);
    assert_int_equal(wend_planner_update(s->planner, NULL), WEND_OK);
    const wend_result result = source->poll(source->context, query.ticket, s->path);
    assert_false(source->has_ticket(source->context, query.ticket)); /* released */
    return result;
}

static void rules_choose_the_profile(void **state)
{
    (void)state;
    stage s = make(NULL);
    const wend_route_source source = rule_source(&s);
    wend_route_query query = query_of(1, 0.4);
    assert_int_equal(ask(&s, &source, query), WEND_OK);
    assert_true(wend_path_length(s.path) > 11);
    query.crowd_class = 3; /* two cells wide: it has no room in the gap */
    assert_int_equal(ask(&s, &source, query), WEND_NO_PATH);
    query.crowd_class = 0;
    query.radius = 0.6; /* no rule fits */
    assert_int_equal(ask(&s, &source, query), WEND_NO_PATH);
    query.profile = 0; /* a profile of its own goes before the rules */
    assert_int_equal(ask(&s, &source, query), WEND_OK);
    query.profile = 2; /* one that does not exist */
    assert_int_equal(ask(&s, &source, query), WEND_NO_PATH);
    destroy(&s);
}

static void a_query_that_is_cancelled_has_no_answer(void **state)
{
    (void)state;
    stage s = make(NULL);
    const wend_route_source source = wend_route_source_from_planner(s.planner, 0);
    const wend_route_query query = query_of(5, 0.4);
    assert_int_equal(source.start(source.context, &query, s.path), WEND_IN_PROGRESS);
    source.cancel(source.context, 5);
    assert_false(source.has_ticket(source.context, 5));
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_true(source.poll(source.context, 5, s.path) < 0);
    destroy(&s);
}

static void a_source_of_no_planner_finds_no_path(void **state)
{
    (void)state;
    stage s = make(NULL);
    const wend_route_source sources[] = {wend_route_source_from_planner(NULL, 0),
                                         wend_route_source_from_planner(s.planner, 2)};
    const wend_route_query query = query_of(1, 0.4);
    for (int i = 0; i < 2; i++) {
        const wend_route_source *it = &sources[i];
        assert_null(it->context);
        assert_int_equal(it->start(it->context, &query, s.path), WEND_NO_PATH);
        assert_int_equal(it->poll(it->context, 1, s.path), WEND_NO_PATH);
        assert_int_equal(it->poll_from(it->context, &query, s.path), WEND_NO_PATH);
        assert_false(it->has_ticket(it->context, 1));
        it->cancel(it->context, 1);
    }
    destroy(&s);
}

static void definitions_of_sources_are_checked(void **state)
{
    (void)state;
    stage s = make(NULL);
    wend_route_source source;
    wend_route_rule bad[2] = {rules[0], rules[1]};
    wend_profile_source_def plain = wend_profile_source_def_default(), def;
    plain.planner = s.planner;
    plain.rules = bad;
    plain.rule_count = 2;
    const struct {
        size_t rule_count;
        uint32_t profile;
        double max_radius, noise;
        int shape;
        const char *text;
    } cases[] = {
        {0, 0, 1, 0, 0, "rule_count is 0, and must be from 1 to 64"},
        {65, 0, 1, 0, 0, "rule_count is 65, and must be from 1 to 64"},
        {2, 2, 1, 0, 0, "profile is 2, but the number of profiles is 2"},
        {2, 0, -1, 0, 0, "max_radius is -1"},
        {2, 0, (double)NAN, 0, 0, "max_radius is nan"},
        {2, 0, 1, 11, 0, "noise is 11, and must be from 0 to 10"},
        {2, 0, 1, (double)NAN, 0, "noise is nan"},
        {2, 0, 1, 0, WEND_PATH_AS_FOUND + 1, "shape is "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        def = plain;
        def.rule_count = cases[i].rule_count;
        bad[1].profile = cases[i].profile;
        bad[1].max_radius = cases[i].max_radius;
        def.noise = cases[i].noise;
        def.shape = (wend_path_shape)cases[i].shape;
        assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_ERROR_ARGUMENT);
        assert_true(source.start == NULL);
        assert_non_null(strstr(wend_planner_error(s.planner), cases[i].text));
    }
    bad[1] = rules[1];
    assert_int_equal(wend_route_source_from_profiles(&plain, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_route_source_from_profiles(NULL, &source), WEND_ERROR_ARGUMENT);
    def = plain;
    def.rules = NULL;
    assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_ERROR_ARGUMENT);
    def = plain;
    def.planner = NULL;
    assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_ERROR_ARGUMENT);
    def = plain;
    def.cookie = 0;
    assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_ERROR_ARGUMENT);
    destroy(&s);
}

static void a_planner_has_so_many_sources(void **state)
{
    (void)state;
    stage s = make(NULL);
    wend_profile_source_def def = wend_profile_source_def_default();
    wend_route_source source;
    def.planner = s.planner;
    def.rules = rules;
    def.rule_count = 2;
    for (int i = 0; i < WEND_PLANNER_SOURCES_MAX; i++) {
        if (i % 2 == 0) {
            assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_OK);
        } else {
            source = wend_route_source_from_planner(s.planner, 0);
        }
        assert_non_null(source.context);
    }
    assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_ERROR_FULL);
    assert_null(source.context);
    assert_non_null(strstr(wend_planner_error(s.planner), "the planner has 64 sources"));
    assert_null(wend_route_source_from_planner(s.planner, 0).context);
    destroy(&s);
}

static void a_source_without_memory_is_none(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    stage s = make(&allocator);
    wend_profile_source_def def = wend_profile_source_def_default();
    wend_route_source source;
    def.planner = s.planner;
    def.rules = rules;
    def.rule_count = 2;
    fault_heap_arm(&heap, FAULT_ONCE, 0);
    assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_ERROR_MEMORY);
    assert_true(source.start == NULL);
    assert_int_equal(wend_route_source_from_profiles(&def, &source), WEND_OK);
    assert_int_equal(ask(&s, &source, query_of(1, 0.4)), WEND_OK);
    destroy(&s);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_choose_the_profile),
        cmocka_unit_test(a_query_that_is_cancelled_has_no_answer),
        cmocka_unit_test(a_source_of_no_planner_finds_no_path),
        cmocka_unit_test(definitions_of_sources_are_checked),
        cmocka_unit_test(a_planner_has_so_many_sources),
        cmocka_unit_test(a_source_without_memory_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
