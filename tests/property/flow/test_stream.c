/* Flows streamed from files, and from files whose fields were changed under right checksums, equal
 * built ones to the bit; an edited flow saves the bytes of a new one; slices of baking make no
 * difference. */
#include "support/flow_stage.h"
#include "support/flow_world.h"
#include "support/gen.h"
#include "support/test.h"

#include "base/core/bytes.h"
#include "base/math/bits.h"
#include "flow/baked/file.h"

#include <stdlib.h>
#include <string.h>

enum { ORDERS = 3, SIDE_MAX = 45 };

static void bake_all(flow_world *world, wend_flow *flow, bool is_sliced)
{
    for (uint32_t i = 0; i < world->def.class_count; ++i) {
        wend_result result = WEND_IN_PROGRESS;
        for (uint32_t slices = 0; result == WEND_IN_PROGRESS; ++slices) {
            wend_budget budget = wend_budget_steps(1 + flow_world_roll(world, 90));
            result = wend_flow_bake(flow, i, is_sliced ? &budget : NULL);
            assert_true(slices < 100000);
        }
        assert_int_equal(result, WEND_OK);
    }
}

static wend_flow *baked(flow_world *world, bool is_sliced)
{
    wend_flow *flow = flow_world_flow(world, NULL, NULL);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    bake_all(world, flow, is_sliced);
    return flow;
}

static wend_flow *streaming(const flow_world *world, flow_file *file)
{
    wend_message message;
    wend_flow *flow = flow_world_flow(world, NULL, NULL);
    const wend_result result =
        wend_flow_load_stream(flow, flow_file_read, file, file->count, &message);
    if (result != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return flow;
}

/* The same orders to both. */
static void order(flow_world *world, wend_flow *a, wend_flow *b)
{
    for (int i = 0; i < ORDERS; ++i) {
        flow_order wanted;
        flow_world_order(world, &wanted);
        wanted.def.seeds =
            flow_world_roll(world, 5) == 0 ? WEND_FLOW_SEED_COSTS : WEND_FLOW_SEED_PORTALS;
        wanted.def.covers_all = false;
        wend_flow_request_id id_a, id_b;
        const wend_result result = wend_flow_add_request(a, flow_order_def(&wanted), &id_a, NULL);
        assert_int_equal(wend_flow_add_request(b, flow_order_def(&wanted), &id_b, NULL), result);
    }
    assert_int_equal(wend_flow_update(a, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(b, NULL), WEND_OK);
}

static bool same_bytes(const flow_file *a, const flow_file *b)
{
    return a->count == b->count && memcmp(a->bytes, b->bytes, a->count) == 0;
}

static uint64_t streamed_of(const wend_flow *flow)
{
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    return info.fields_streamed;
}

/* ---- streamed is built ---- */

static bool streams_what_is_built(uint64_t seed, void *context)
{
    uint64_t *streamed = context;
    flow_world world;
    flow_world_make(&world, seed, SIDE_MAX);
    wend_flow *maker = baked(&world, flow_world_roll(&world, 2) == 0);
    flow_file file = flow_file_save(maker);
    wend_flow *streams = streaming(&world, &file);
    wend_flow *builds = flow_world_flow(&world, NULL, NULL);
    assert_int_equal(wend_flow_update(streams, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(builds, NULL), WEND_OK);
    bool holds = wend_flow_hash(streams) == wend_flow_hash(builds);
    order(&world, streams, builds);
    holds = holds && wend_flow_hash(streams) == wend_flow_hash(builds);
    for (int i = 0; i < 6 && holds; ++i) {
        flow_world_edit(&world);
        order(&world, streams, builds);
        holds = wend_flow_hash(streams) == wend_flow_hash(builds);
    }
    *streamed += streamed_of(streams);
    wend_flow_destroy(maker);
    wend_flow_destroy(streams);
    wend_flow_destroy(builds);
    free(file.bytes);
    flow_world_free(&world);
    return holds;
}

static void flow_stream_gives_the_fields_that_would_be_built(void **state)
{
    (void)state;
    uint64_t streamed = 0;
    gen_property("flow stream", 150, streams_what_is_built, &streamed);
    assert_true(streamed > 100 || getenv("WEND_SEED") != NULL);
}

/* ---- history does not show ---- */

static bool saves_the_same(uint64_t seed, void *context)
{
    (void)context;
    flow_world world;
    flow_world_make(&world, seed, SIDE_MAX);
    wend_flow *old = baked(&world, true);
    for (int i = 0; i < 4; ++i) {
        flow_world_edit(&world);
        if (flow_world_roll(&world, 2) == 0) {
            assert_int_equal(wend_flow_update(old, NULL), WEND_OK);
            wend_budget budget = wend_budget_steps(flow_world_roll(&world, 60));
            assert_true(wend_flow_bake(old, 0, &budget) >= WEND_OK);
        }
    }
    assert_int_equal(wend_flow_update(old, NULL), WEND_OK);
    bake_all(&world, old, false);
    wend_flow *fresh = baked(&world, false);
    flow_file a = flow_file_save(old);
    flow_file b = flow_file_save(fresh);
    /* Fields of shared grounds that are no longer there were baked as well: those may be more. */
    wend_flow *streams = streaming(&world, &a);
    bake_all(&world, streams, false);
    flow_file again = flow_file_save(streams);
    const bool holds = same_bytes(&again, &b) && a.count >= b.count;
    wend_flow_destroy(old);
    wend_flow_destroy(fresh);
    wend_flow_destroy(streams);
    free(a.bytes);
    free(b.bytes);
    free(again.bytes);
    flow_world_free(&world);
    return holds;
}

static void flow_saved_after_edits_is_flow_saved_afresh(void **state)
{
    (void)state;
    gen_property("flow save", 100, saves_the_same, NULL);
}

/* ---- forged fields ---- */

static size_t chunks_at(const flow_file *file)
{
    const size_t header = 16 + (size_t)wendi_load_u64(file->bytes + 8);
    return file->count - (size_t)wendi_load_u64(file->bytes + header - 8);
}

/* Changes a byte of each chunk and puts the checksum right. */
static void forge(flow_world *world, flow_file *file)
{
    const size_t header = 16 + (size_t)wendi_load_u64(file->bytes + 8);
    const size_t index = (size_t)wendi_load_u64(file->bytes + header - 16);
    const size_t at = chunks_at(file);
    size_t chunk = at;
    for (size_t i = 16; i + 8 < index; i += WENDI_BAKED_INDEX_ITEM) {
        const size_t length =
            wendi_load_u32(file->bytes + (at - index) + i + 8) - WENDI_BAKED_CHECKSUM;
        uint8_t *bytes = file->bytes + chunk;
        for (uint32_t k = flow_world_roll(world, 3) + 1; k > 0; --k) {
            bytes[flow_world_roll(world, (uint32_t)length)] ^=
                (uint8_t)(1u << flow_world_roll(world, 8));
        }
        wendi_writer sum;
        wendi_writer_init(&sum, NULL);
        wendi_write_u64(&sum, wend_hash_bytes(wend_hash_begin(), bytes, length));
        memcpy(bytes + length, sum.bytes.items, WENDI_BAKED_CHECKSUM);
        wendi_writer_free(&sum);
        chunk += length + WENDI_BAKED_CHECKSUM;
    }
    assert_int_equal(chunk, file->count);
}

static bool same_field(const wend_flow *a, uint32_t field_a, const wend_flow *b, uint32_t field_b)
{
    const wendi_field *x = wendi_field_at(&a->fields, field_a);
    const wendi_field *y = wendi_field_at(&b->fields, field_b);
    const wendi_tile_shape shape = wendi_tile_shape_of(x->width, x->height);
    const size_t cells = (size_t)x->width * x->height;
    return x->is_wide == y->is_wide && x->width == y->width && x->height == y->height &&
           memcmp(x->block, y->block, (size_t)shape.count * (x->is_wide ? 4 : 2)) == 0 &&
           memcmp(wendi_field_directions(&a->fields, x), wendi_field_directions(&b->fields, y),
                  cells) == 0 &&
           (!a->has_angles || memcmp(wendi_field_angles(&a->fields, x),
                                     wendi_field_angles(&b->fields, y), cells) == 0);
}

/* True if all fields from the file equal the baked ones. */
static bool takes_right_ones(wend_flow *streams, const wend_flow *maker)
{
    bool holds = true;
    for (uint32_t i = 0; i < streams->class_count * streams->map.sector_count; ++i) {
        const uint32_t flow_class = i / streams->map.sector_count;
        const uint32_t sector = i % streams->map.sector_count;
        const wendi_portal_graph *graph = maker->classes[flow_class].graph;
        const wendi_sector_portals page = wendi_portal_graph_sector(graph, sector);
        for (uint32_t k = 0; k < page.first[WENDI_SIDE_LINK_OUT]; ++k) {
            const uint32_t taken = wendi_baked_file_load_field(streams, flow_class, sector, k);
            const uint32_t baked = wendi_field_cache_find_portal(
                &maker->fields, wendi_portal_graph_cost_tile(graph, sector).key,
                wendi_portal_key(&page.portals[k]));
            holds =
                holds && (taken == WENDI_FIELD_NONE || same_field(streams, taken, maker, baked));
        }
    }
    return holds;
}

static bool bears_forged_fields(uint64_t seed, void *context)
{
    uint64_t *counts = context;
    flow_world world;
    flow_world_make(&world, seed, SIDE_MAX);
    if (world.def.integration == WEND_FLOW_EIKONAL) {
        world.def.integration = WEND_FLOW_STEPS_8;
    }
    wend_flow *maker = baked(&world, false);
    flow_file file = flow_file_save(maker);
    forge(&world, &file);
    wend_flow *streams = streaming(&world, &file);
    const bool holds = takes_right_ones(streams, maker);
    counts[0] += streamed_of(streams);
    counts[1] += maker->fields.built;
    wend_flow_destroy(maker);
    wend_flow_destroy(streams);
    free(file.bytes);
    flow_world_free(&world);
    return holds;
}

static void flow_stream_takes_no_field_that_is_not_right(void **state)
{
    (void)state;
    uint64_t counts[2] = {0, 0}; /* fields taken, and fields that there were */
    gen_property("flow forged", 300, bears_forged_fields, counts);
    assert_true(counts[0] > counts[1] / 4 || getenv("WEND_SEED") != NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_stream_gives_the_fields_that_would_be_built),
        cmocka_unit_test(flow_saved_after_edits_is_flow_saved_afresh),
        cmocka_unit_test(flow_stream_takes_no_field_that_is_not_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
