/* Stream files that are damaged, cut short, forged or of other maps: they are refused with a
 * message, or the missing parts are built. Files cut short at every length take some tenths of a
 * second. */
#include "support/flow_stage.h"
#include "support/test.h"

#include "base/core/bytes.h"
#include "base/math/bits.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNKS_AT_END = 8 };

/* ---- what is refused ---- */

static void expect_refused(flow_stage *s, const char *text)
{
    wend_message message;
    wend_flow *flow = flow_stage_flow(s);
    const uint64_t hash = wend_flow_hash(flow);
    const wend_result result =
        wend_flow_load_stream(flow, flow_file_read, &s->file, s->file.count, &message);
    assert_int_equal(result, WEND_ERROR_FILE);
    assert_true(wend_flow_hash(flow) == hash);
    assert_int_not_equal(message.text[0], 0);
    if (text != NULL && strstr(message.text, text) == NULL) {
        fail_msg("\"%s\" is not in \"%s\"", text, message.text);
    }
    assert_int_equal(flow_info_of(flow).sectors_waiting,
                     flow_info_of(flow).sectors * flow_info_of(flow).classes);
    wend_flow_destroy(flow);
}

static void flow_stream_of_another_map_is_refused(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    const wend_grid *floors[2] = {s.grid, s.grid};
    s.def.floors = floors;
    s.def.floor_count = 2;
    expect_refused(&s, "of another map: 1 floors, the flow has 2");
    s.def = flow_stage_of(s.grid).def;
    flow_stage_fill(&s, 40, 40, 1, 1, 2);
    expect_refused(&s, "of another map: floor 0 differs");
    flow_stage_free(&s);
}

static void flow_stream_of_other_joins_is_refused(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    wend_flow_join join = {.from = 3,
                           .to = 3 * FLOW_STAGE_WIDTH,
                           .cost = WEND_COST_ONE,
                           .class_mask = 1,
                           .is_two_way = true};
    s.def.joins = &join;
    s.def.join_count = 1;
    flow_stage_add_file(&s);
    join.to += 1;
    expect_refused(&s, "of other joins");
    s.def.join_count = 0;
    expect_refused(&s, "of other joins");
    flow_stage_free(&s);
}

static void flow_stream_of_other_classes_is_refused(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    wend_flow_class classes[2] = {wend_flow_class_default(), wend_flow_class_default()};
    classes[0].radius = 0.9;
    classes[0].team = 3;
    s.def.classes = classes;
    s.def.class_count = 1;
    flow_stage_add_file(&s);
    classes[0].radius = 0.8;
    expect_refused(&s, "of other classes: class 0 differs");
    classes[0].radius = 1.0;
    expect_refused(&s, "of other classes: class 0 differs");
    classes[0].radius = 0.9;
    classes[0].team = 4;
    expect_refused(&s, "of other classes: class 0 differs");
    s.def.class_count = 2;
    expect_refused(&s, "of other classes: 1 of them, the flow has 2");
    flow_stage_free(&s);
}

static void flow_stream_of_another_integration_is_refused(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    s.def.is_fine = true;
    expect_refused(&s, "of another kind of integration");
    s.def.is_fine = false;
    s.def.integration = WEND_FLOW_STEPS_4;
    expect_refused(&s, "of another kind of integration");
    flow_stage_free(&s);
}

/* ---- damage ---- */

static void flow_stream_cut_short_is_refused_at_every_length(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    wend_flow *flow = flow_stage_flow(&s);
    wend_message message;
    for (size_t count = 0; count < s.file.count; ++count) {
        flow_file cut = {s.file.bytes, count, 0, false};
        assert_int_equal(wend_flow_load_stream(flow, flow_file_read, &cut, count, &message),
                         WEND_ERROR_FILE);
        assert_int_not_equal(message.text[0], 0);
        cut.is_gone = true;
        assert_int_equal(wend_flow_load_stream(flow, flow_file_read, &cut, s.file.count, &message),
                         WEND_ERROR_FILE);
    }
    for (size_t count = 0; count < s.file.count; count += 7) { /* reads fail from some offset on */
        flow_file cut = {s.file.bytes, count, 0, false};
        const wend_result result =
            wend_flow_load_stream(flow, flow_file_read, &cut, s.file.count, &message);
        if (result == WEND_OK) {
            wend_flow_destroy(flow);
            flow = flow_stage_flow(&s);
        } else {
            assert_int_equal(result, WEND_ERROR_FILE);
        }
    }
    flow_file on = {calloc(1, s.file.count + 1), s.file.count + 1, 0, false};
    memcpy(on.bytes, s.file.bytes, s.file.count);
    assert_int_equal(wend_flow_load_stream(flow, flow_file_read, &on, on.count, &message),
                     WEND_ERROR_FILE);
    wend_flow_destroy(flow);
    flow_stage_free(&s);
    free(on.bytes);
}

/* A byte of the first three parts is found at once; one of a chunk when it is read, and what is in
 * it is built. */
static void flow_stream_with_a_changed_byte_is_refused_or_builds(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    const size_t header = 16 + (size_t)wendi_load_u64(s.file.bytes + 8);
    const size_t chunks =
        s.file.count - (size_t)wendi_load_u64(s.file.bytes + header - CHUNKS_AT_END);
    flow_stage_add_built(&s);
    (void)flow_stage_order_across(s.built);
    uint32_t damaged = 0;
    for (size_t i = 0; i < s.file.count; i += i < chunks ? 1 : 5) {
        s.file.bytes[i] ^= 0x10;
        if (i < chunks) {
            expect_refused(&s, NULL);
        } else {
            wend_flow *streams = flow_stage_streaming(&s);
            (void)flow_stage_order_across(streams);
            assert_int_equal(wend_flow_hash(streams), wend_flow_hash(s.built));
            damaged += flow_info_of(streams).fields_built > 1;
            wend_flow_destroy(streams);
        }
        s.file.bytes[i] ^= 0x10;
    }
    assert_true(damaged > 10);
    flow_stage_free(&s);
}

/* ---- numbers changed under right checksums ---- */

/* The section that begins at an offset gets another length of content, and its checksum. */
static void seal(uint8_t *section, size_t framed)
{
    wendi_writer w;
    wendi_writer_init(&w, NULL);
    const size_t at =
        wendi_write_section_begin(&w, wendi_load_u32(section), wendi_load_u32(section + 4));
    wendi_write_raw(&w, section + 16, framed - 24);
    wendi_write_section_end(&w, at);
    assert_int_equal(w.bytes.count, framed);
    memcpy(section, w.bytes.items, framed);
    wendi_writer_free(&w);
}

static void flow_stream_of_another_version_is_refused(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    flow_stage_add_file(&s);
    const size_t header = 24 + (size_t)wendi_load_u64(s.file.bytes + 8);
    s.file.bytes[4] = 2;
    seal(s.file.bytes, header);
    expect_refused(&s, "version");
    s.file.bytes[4] = 1;
    s.file.bytes[0] = 'X';
    seal(s.file.bytes, header);
    expect_refused(&s, NULL);
    flow_stage_free(&s);
}

/* Every byte of the three sections, sealed again: refused, and then nothing was taken, or it does
 * not matter. */
static void flow_stream_with_forged_sections_does_no_harm(void **state)
{
    (void)state;
    flow_stage s = flow_stage_of_map();
    const wend_flow_join join = {.from = 3,
                                 .to = 3 * FLOW_STAGE_WIDTH,
                                 .cost = WEND_COST_ONE,
                                 .class_mask = 1,
                                 .is_two_way = true};
    s.def.joins = &join;
    s.def.join_count = 1;
    flow_stage_add_file(&s);
    const size_t header = 24 + (size_t)wendi_load_u64(s.file.bytes + 8);
    const size_t portals = (size_t)wendi_load_u64(s.file.bytes + header - 32);
    const size_t index = (size_t)wendi_load_u64(s.file.bytes + header - 24);
    const size_t begins[4] = {0, header, header + portals, header + portals + index};
    uint32_t refused = 0, taken = 0;
    for (int part = 0; part < 3; ++part) {
        const size_t framed = begins[part + 1] - begins[part];
        for (size_t i = begins[part] + 16; i < begins[part + 1] - 8; ++i) {
            for (uint32_t change = 1; change < 256; change = change * 11 + 1) {
                s.file.bytes[i] ^= (uint8_t)change;
                seal(s.file.bytes + begins[part], framed);
                wend_flow *flow = flow_stage_flow(&s);
                const uint64_t hash = wend_flow_hash(flow);
                const wend_result result =
                    wend_flow_load_stream(flow, flow_file_read, &s.file, s.file.count, NULL);
                if (result == WEND_OK) {
                    (void)flow_stage_order_across(flow);
                } else {
                    assert_true(wend_flow_hash(flow) == hash);
                }
                refused += result == WEND_ERROR_FILE;
                taken += result == WEND_OK;
                wend_flow_destroy(flow);
                s.file.bytes[i] ^= (uint8_t)change;
            }
        }
        seal(s.file.bytes + begins[part], framed);
    }
    assert_true(refused > 100);
    assert_true(taken > 0); /* changed costs between portals cannot be detected */
    flow_stage_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_stream_of_another_map_is_refused),
        cmocka_unit_test(flow_stream_of_other_joins_is_refused),
        cmocka_unit_test(flow_stream_of_other_classes_is_refused),
        cmocka_unit_test(flow_stream_of_another_integration_is_refused),
        cmocka_unit_test(flow_stream_cut_short_is_refused_at_every_length),
        cmocka_unit_test(flow_stream_with_a_changed_byte_is_refused_or_builds),
        cmocka_unit_test(flow_stream_of_another_version_is_refused),
        cmocka_unit_test(flow_stream_with_forged_sections_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
