/* Baking, saving and streaming the flow of a small map, and the calls they refuse. */
#include "support/flow_stage.h"
#include "support/test.h"

#include "flow/baked/file.h"
#include "support/grids.h"

#include <stdlib.h>

/* ---- streaming ---- */

static void flow_stream_takes_portals_without_building_them(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    flow_stage_add_streams(&s);
    flow_stage_add_built(&s);
    assert_int_equal(flow_info_of(s.streams).sectors_waiting, 0);
    assert_true(flow_info_of(s.streams).sectors_built < flow_info_of(s.built).sectors_built);
    assert_int_equal(flow_info_of(s.streams).portals, flow_info_of(s.built).portals);
    assert_int_equal(flow_info_of(s.streams).portal_edges, flow_info_of(s.built).portal_edges);
    assert_int_equal(wend_flow_hash(s.streams), wend_flow_hash(s.built));
    assert_true(flow_info_of(s.streams).memory_bytes > wendi_baked_file_memory_bytes(s.streams));
    assert_true(wendi_baked_file_memory_bytes(s.streams) > 0);
    assert_int_equal(wendi_baked_file_memory_bytes(s.built), 0);
    flow_stage_free(&s);
}

static void expect_same_samples(const wend_flow *a, wend_flow_request_id id_a, const wend_flow *b,
                                wend_flow_request_id id_b)
{
    for (int32_t i = 0; i < 2 * FLOW_STAGE_WIDTH * 2 * FLOW_STAGE_HEIGHT; ++i) {
        const double x = 0.25 + i % (2 * FLOW_STAGE_WIDTH) / 2.0;
        const double y = 0.25 + i / (2 * FLOW_STAGE_WIDTH) / 2.0;
        double to_a[2], to_b[2];
        const wend_flow_guidance why = wend_flow_sample(a, id_a, 0, x, y, &to_a[0], &to_a[1]);
        assert_int_equal(wend_flow_sample(b, id_b, 0, x, y, &to_b[0], &to_b[1]), why);
        assert_memory_equal(to_a, to_b, sizeof to_a);
    }
}

/* Both flows are sent from the first room to x, y, and say the same everywhere. */
static void expect_same_way(const flow_stage *s, double x, double y)
{
    const wend_flow_request_id a = flow_stage_order(s->streams, x, y, 2.5, 2.5);
    const wend_flow_request_id b = flow_stage_order(s->built, x, y, 2.5, 2.5);
    expect_same_samples(s->streams, a, s->built, b);
    assert_int_equal(wend_flow_hash(s->streams), wend_flow_hash(s->built));
}

/* Streamed fields equal built ones, and all but the goal's own field are streamed. */
static void expect_streams_as_built(flow_stage *s)
{
    flow_stage_add_file(s);
    flow_stage_add_built(s);
    flow_stage_add_streams(s);
    expect_same_way(s, 60.5, 44.5);
    assert_int_equal(flow_info_of(s->streams).fields_built, 1);
    assert_true(flow_info_of(s->streams).fields_streamed > 4);
}

static void flow_stream_builds_goal_sectors_only(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    expect_streams_as_built(&s);
    assert_true(flow_info_of(s.built).fields_built > 5);
    assert_int_equal(flow_info_of(s.built).fields_streamed, 0);
    flow_stage_free(&s);
}

static void flow_stream_takes_fields_of_every_integration(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    for (int i = 0; i < 12; ++i) {
        s.def.integration = (wend_flow_integration)(i % 3);
        s.def.is_fine = i / 3 % 2 != 0;
        s.def.has_angles = i / 6 != 0;
        expect_streams_as_built(&s);
        flow_stage_clear(&s);
    }
    flow_stage_free(&s);
}

static void flow_stream_takes_fields_too_expensive_for_16_bits(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_fill(&s, 20, 20, 10, 10, 254);
    for (int32_t i = 0; i < 4; ++i) { /* a long path through expensive ground */
        flow_stage_fill(&s, 21 + 2 * i, 20 + i % 2, 1, 9, WEND_COST_WALL);
    }
    expect_streams_as_built(&s);
    wend_flow *flow = flow_stage_updated(&s);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    uint32_t wide = 0;
    for (uint32_t i = 0; i < flow->fields.used; ++i) {
        wide +=
            wendi_field_at(&flow->fields, i)->is_kept && wendi_field_at(&flow->fields, i)->is_wide;
    }
    assert_true(wide > 0);
    wend_flow *streams = flow_stage_streaming(&s);
    const wendi_portal_graph *graph = streams->classes[0].graph;
    for (uint32_t sector = 0; sector < streams->map.sector_count; ++sector) {
        const wendi_sector_portals page = wendi_portal_graph_sector(graph, sector);
        for (uint32_t i = 0; i < page.first[WENDI_SIDE_LINK_OUT]; ++i) {
            const uint32_t at = wendi_baked_file_load_field(streams, 0, sector, i);
            assert_int_not_equal(at, WENDI_FIELD_NONE);
            wide -= wendi_field_at(&streams->fields, at)->is_wide;
        }
    }
    assert_int_equal(wide, 0);
    wend_flow_destroy(streams);
    wend_flow_destroy(flow);
    flow_stage_free(&s);
}

static void flow_stream_that_is_edited_is_flow_that_is_built(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    flow_stage_add_streams(&s);
    flow_stage_fill(&s, 17, 6, 1, 2, WEND_COST_WALL); /* one door is closed, another one opened */
    flow_stage_fill(&s, 17, 2, 1, 1, 1);
    flow_stage_add_built(&s);
    assert_int_equal(wend_flow_update(s.streams, NULL), WEND_OK);
    assert_int_equal(wend_flow_hash(s.streams), wend_flow_hash(s.built));
    expect_same_way(&s, 60.5, 3.5);
    assert_true(flow_info_of(s.streams).fields_built > 1);
    assert_true(flow_info_of(s.streams).fields_streamed > 0);
    flow_stage_free(&s);
}

static void flow_stream_that_ends_builds(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    flow_stage_add_streams(&s);
    (void)flow_stage_order_across(s.streams);
    const uint64_t before = flow_info_of(s.streams).fields_streamed;
    assert_int_equal(wend_flow_load_stream(s.streams, NULL, NULL, 0, NULL), WEND_OK);
    s.file.is_gone = true;
    const uint64_t built = flow_info_of(s.streams).fields_built;
    (void)flow_stage_order(s.streams, 2.5, 2.5, 60.5, 44.5);
    assert_int_equal(flow_info_of(s.streams).fields_streamed, before);
    assert_true(flow_info_of(s.streams).fields_built > built + 1);
    wend_flow *never = flow_stage_flow(&s);
    assert_int_equal(wend_flow_load_stream(never, NULL, NULL, 0, NULL), WEND_OK);
    wend_flow_destroy(never);
    flow_stage_free(&s);
}

static void flow_stream_that_cannot_be_read_any_more_builds(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    flow_stage_add_streams(&s);
    flow_stage_add_built(&s);
    s.file.is_gone = true;
    (void)flow_stage_order_across(s.streams);
    (void)flow_stage_order_across(s.built);
    assert_int_equal(wend_flow_hash(s.streams), wend_flow_hash(s.built));
    assert_int_equal(flow_info_of(s.streams).fields_streamed, 0);
    flow_stage_free(&s);
}

static void flow_stream_without_baked_fields_takes_portals(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_built(&s);
    s.file = flow_file_save(s.built);
    flow_stage_add_streams(&s);
    assert_int_equal(wend_flow_hash(s.streams), wend_flow_hash(s.built));
    (void)flow_stage_order_across(s.streams);
    assert_int_equal(flow_info_of(s.streams).fields_streamed, 0);
    flow_stage_free(&s);
}

/* ---- arguments ---- */

static void flow_stream_into_a_flow_that_was_updated_is_refused(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    wend_message message;
    wend_flow *flow = flow_stage_updated(&s);
    assert_int_equal(wend_flow_load_stream(flow, flow_file_read, &s.file, s.file.count, &message),
                     WEND_ERROR_ARGUMENT);
    assert_int_not_equal(message.text[0], 0);
    assert_int_equal(wend_flow_load_stream(NULL, flow_file_read, &s.file, s.file.count, &message),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(s.file.reads, 0);
    wend_flow_destroy(flow);
    flow_stage_free(&s);
}

static void flow_save_of_stale_portals_is_refused(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    wend_flow *flow = flow_stage_flow(&s);
    size_t count = 9;
    uint8_t byte = 77;
    assert_int_equal(wend_flow_save(flow, &byte, 1, &count), WEND_ERROR_STALE);
    assert_int_equal(count, 0);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_save(flow, &byte, 1, &count), WEND_TRUNCATED);
    assert_true(count > 100);
    assert_int_equal(byte, 77);
    flow_stage_fill(&s, 50, 40, 1, 1, 3);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_save(flow, NULL, 0, &count), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_save(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_save(flow, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_save(flow, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_bake(flow, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_bake(NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    wend_flow_destroy(flow);
    flow_stage_free(&s);
}

/* ---- baking ---- */

/* The saved bytes equal those of a flow that is baked at once. */
static void expect_file_as_baked_at_once(const flow_stage *s, const wend_flow *flow)
{
    flow_file found = flow_file_save(flow);
    flow_file wanted = flow_stage_baked(s);
    assert_int_equal(found.count, wanted.count);
    assert_memory_equal(found.bytes, wanted.bytes, wanted.count);
    free(found.bytes);
    free(wanted.bytes);
}

static void flow_bake_in_slices_is_bake_at_once(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    wend_flow *flow = flow_stage_updated(&s);
    wend_budget none = wend_budget_steps(0);
    assert_int_equal(wend_flow_bake(flow, 0, &none), WEND_IN_PROGRESS);
    assert_int_equal(flow_info_of(flow).fields_kept, 0);
    uint32_t slices = 0;
    wend_result result = WEND_IN_PROGRESS;
    for (; result == WEND_IN_PROGRESS; ++slices) {
        wend_budget budget = wend_budget_steps(3);
        const uint32_t before = flow_info_of(flow).fields_kept;
        result = wend_flow_bake(flow, 0, &budget);
        assert_true(flow_info_of(flow).fields_kept <= before + 3);
    }
    assert_int_equal(result, WEND_OK);
    assert_true(slices > 10);
    expect_file_as_baked_at_once(&s, flow);
    const uint64_t built = flow_info_of(flow).fields_built;
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    assert_int_equal(flow_info_of(flow).fields_built, built);
    wend_flow_destroy(flow);
    flow_stage_free(&s);
}

static void flow_bake_after_an_edit_begins_anew(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    s.def.max_unused_age = 1;
    wend_flow *flow = flow_stage_updated(&s);
    wend_budget budget = wend_budget_steps(40);
    assert_int_equal(wend_flow_bake(flow, 0, &budget), WEND_IN_PROGRESS);
    flow_stage_fill(&s, 2, 2, 1, 1, 9);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    for (int i = 0; i < 5; ++i) { /* baked fields do not age, earlier ones do */
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    }
    assert_true(flow_info_of(flow).fields_evicted > 0);
    expect_file_as_baked_at_once(&s, flow);
    wend_flow_destroy(flow);
    flow_stage_free(&s);
}

static void flow_bake_keeps_fields_that_orders_built(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    s.def.max_unused_age = 1;
    wend_flow *flow = flow_stage_updated(&s);
    const wend_flow_request_id id = flow_stage_order_across(flow);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    assert_int_equal(wend_flow_remove_request(flow, id), WEND_OK);
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    }
    expect_file_as_baked_at_once(&s, flow);
    wend_flow_destroy(flow);
    flow_stage_free(&s);
}

static void flow_bake_of_open_ground_is_four_fields_of_each_kind(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(400, 400, 1);
    def.sector_size = 10;
    wend_grid *grid = grids_make(def);
    flow_stage s = flow_stage_of(grid);
    flow_stage_add_file(&s);
    assert_true(s.file.count < 800);
    flow_stage_add_streams(&s);
    (void)flow_stage_order(s.streams, 395.5, 395.5, 2.5, 2.5);
    assert_int_equal(flow_info_of(s.streams).fields_built, 1);
    flow_stage_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_stream_takes_portals_without_building_them),
        cmocka_unit_test(flow_stream_builds_goal_sectors_only),
        cmocka_unit_test(flow_stream_takes_fields_of_every_integration),
        cmocka_unit_test(flow_stream_takes_fields_too_expensive_for_16_bits),
        cmocka_unit_test(flow_stream_that_is_edited_is_flow_that_is_built),
        cmocka_unit_test(flow_stream_that_ends_builds),
        cmocka_unit_test(flow_stream_that_cannot_be_read_any_more_builds),
        cmocka_unit_test(flow_stream_without_baked_fields_takes_portals),
        cmocka_unit_test(flow_stream_into_a_flow_that_was_updated_is_refused),
        cmocka_unit_test(flow_save_of_stale_portals_is_refused),
        cmocka_unit_test(flow_bake_in_slices_is_bake_at_once),
        cmocka_unit_test(flow_bake_after_an_edit_begins_anew),
        cmocka_unit_test(flow_bake_keeps_fields_that_orders_built),
        cmocka_unit_test(flow_bake_of_open_ground_is_four_fields_of_each_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
