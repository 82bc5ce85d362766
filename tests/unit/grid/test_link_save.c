/* Links that are saved and loaded, whole and damaged. */
#include "links.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "world/cells/store.h"
#include "world/layers/link.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *save(const wend_grid *grid, size_t *count)
{
    assert_int_equal(wend_grid_save(grid, NULL, 0, count), WEND_TRUNCATED);
    const size_t capacity = *count;
    uint8_t *bytes = malloc(capacity);
    assert_non_null(bytes);
    assert_int_equal(wend_grid_save(grid, bytes, capacity, count), WEND_OK);
    assert_int_equal(*count, capacity);
    return bytes;
}

/* Saved and loaded: must have the same hash and bytes. The caller destroys it. */
static wend_grid *reload(const wend_grid *grid)
{
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *loaded = NULL;
    wend_message message;
    assert_int_equal(wend_grid_load(bytes, count, NULL, &loaded, &message), WEND_OK);
    assert_true(wend_grid_hash(grid) == wend_grid_hash(loaded));
    size_t again_count;
    uint8_t *again = save(loaded, &again_count);
    assert_int_equal(count, again_count);
    assert_memory_equal(bytes, again, count);
    free(again);
    free(bytes);
    return loaded;
}

/* ---- state ---- */

static void link_free_grid_has_the_hash_it_always_had(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    const uint64_t empty = wend_grid_hash(grid);
    const wend_link_id id = add(grid, 1, 2);
    const uint64_t one = wend_grid_hash(grid);
    assert_false(one == empty);
    /* Ids to come differ, so the state does. */
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    assert_false(wend_grid_hash(grid) == empty);
    (void)add(grid, 1, 2);
    assert_false(wend_grid_hash(grid) == one);
    wend_grid_destroy(grid);
}

static wend_link_def random_def(uint64_t seed, uint64_t tick)
{
    wend_link_def def = link_def(wend_random_below(seed, 1, tick, 100),
                                 100 + wend_random_below(seed, 2, tick, 100));
    def.cost = 1 + wend_random_below(seed, 3, tick, UINT32_MAX);
    def.is_two_way = wend_random_below(seed, 4, tick, 2) != 0;
    def.is_open = wend_random_below(seed, 5, tick, 2) != 0;
    def.class_mask = (uint32_t)wend_random(seed, 6, tick);
    def.team_mask = (uint32_t)wend_random(seed, 7, tick);
    def.behaviour = (uint32_t)wend_random(seed, 8, tick);
    def.user = wend_random(seed, 9, tick);
    return def;
}

enum { MODEL_EDITS = 60 };

/* The expected links, in the order of index1. */
typedef struct model {
    wend_link_id ids[MODEL_EDITS + 1];
    wend_link_def defs[MODEL_EDITS + 1];
    bool is_used[MODEL_EDITS + 1];
    size_t count;
} model;

static bool model_holds(const model *m, const wend_grid *grid)
{
    bool holds = wend_grid_link_count(grid) == m->count;
    for (uint32_t i = 0; i <= MODEL_EDITS; i++) {
        const wend_link_id at = i == 0 ? (wend_link_id){0, 0} : wend_grid_link_of_edge(grid, i - 1);
        wend_link_def def;
        holds = holds && (at.index1 != 0) == m->is_used[i];
        if (m->is_used[i]) {
            holds = holds && at.generation == m->ids[i].generation;
            holds = holds && wend_grid_get_link(grid, m->ids[i], &def) == WEND_OK;
            holds = holds && are_same(&def, &m->defs[i]);
        } else if (m->ids[i].index1 != 0) {
            holds = holds && wend_grid_get_link(grid, m->ids[i], &def) == WEND_ERROR_STALE;
        }
    }
    return holds;
}

static bool edit_model(model *m, wend_grid *grid, uint64_t seed, uint64_t tick)
{
    const uint32_t at = 1 + wend_random_below(seed, 10, tick, 12);
    wend_link_def def = random_def(seed, tick);
    if (m->is_used[at] && wend_random_below(seed, 11, tick, 2) == 0) {
        m->is_used[at] = false;
        m->count--;
        return wend_grid_remove_link(grid, m->ids[at]) == WEND_OK;
    }
    if (m->is_used[at]) {
        def.from = m->defs[at].from;
        def.to = m->defs[at].to;
        m->defs[at] = def;
        return wend_grid_set_link(grid, m->ids[at], &def, NULL) == WEND_OK;
    }
    wend_link_id id;
    if (wend_grid_add_link(grid, &def, &id, NULL) != WEND_OK || m->is_used[id.index1]) {
        return false;
    }
    m->ids[id.index1] = id;
    m->defs[id.index1] = def;
    m->is_used[id.index1] = true;
    m->count++;
    return true;
}

/* One grid is edited on, the other one is saved and loaded now and then; both must give the same
 * ids and be the same at the end. */
static bool edits_hold(uint64_t seed, void *context)
{
    (void)context;
    wend_grid *grid = grids_open(20, 10);
    wend_grid *twin = grids_open(20, 10);
    model m = {0};
    model other = {0};
    bool holds = true;
    for (uint64_t tick = 0; tick < MODEL_EDITS && holds; tick++) {
        holds = edit_model(&m, grid, seed, tick) && edit_model(&other, twin, seed, tick);
        holds = holds && memcmp(m.ids, other.ids, sizeof m.ids) == 0;
        holds = holds && model_holds(&m, grid) && model_holds(&m, twin);
        if (wend_random_below(seed, 12, tick, 8) == 0) {
            wend_grid *loaded = reload(twin);
            wend_grid_destroy(twin);
            twin = loaded;
        }
    }
    holds = holds && wend_grid_hash(grid) == wend_grid_hash(twin);
    wend_grid_destroy(grid);
    wend_grid_destroy(twin);
    return holds;
}

static void link_random_edits_agree_with_model_across_save_and_load(void **state)
{
    (void)state;
    gen_property("link_random_edits", 100, edits_hold, NULL);
}

static void link_loaded_starts_at_revision_1(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    const wend_link_id id = add(grid, 1, 2);
    wend_grid *loaded = reload(grid);
    assert_int_equal(wend_grid_revision(loaded), 1);
    assert_int_equal(wend_grid_links_revision(loaded), 1);
    assert_int_equal(wend_grid_remove_link(loaded, id), WEND_OK);
    assert_int_equal(wend_grid_links_revision(loaded), 2);
    wend_grid_destroy(loaded);
    wend_grid_destroy(grid);
}

/* ---- bytes from anywhere ---- */

/* Two links, and two free slots: 1 used, 4 -> 2 free, 3 used. */
static wend_grid *chained(void)
{
    wend_grid *grid = grids_open(20, 10);
    wend_link_id ids[4];
    for (uint32_t i = 0; i < 4; i++) {
        ids[i] = add(grid, i, 10 + i);
    }
    assert_int_equal(wend_grid_remove_link(grid, ids[1]), WEND_OK);
    assert_int_equal(wend_grid_remove_link(grid, ids[3]), WEND_OK);
    return grid;
}

enum {
    AT_COUNT = 1,
    AT_FREE = 5,
    AT_FIRST = 9,
    AT_SECOND = AT_FIRST + WENDI_LINK_FILE_USED_BYTES,
    AT_FOURTH = AT_SECOND + WENDI_LINK_FILE_FREE_BYTES + WENDI_LINK_FILE_USED_BYTES,
    CHAINED_BYTES = AT_FOURTH + WENDI_LINK_FILE_FREE_BYTES
};

static void write_links(wend_grid *grid, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    wendi_links_visit(&grid->links, 0, NULL, &v);
}

static void write_chained(uint8_t *bytes)
{
    wend_grid *grid = chained();
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    write_links(grid, &writer);
    assert_int_equal(writer.bytes.count, CHAINED_BYTES);
    memcpy(bytes, writer.bytes.items, CHAINED_BYTES);
    wendi_writer_free(&writer);
    wend_grid_destroy(grid);
}

/* Reads them into a grid of this many cells; NULL = good, else what is wrong. */
static const char *read_bytes(const uint8_t *bytes, size_t count, int32_t width)
{
    wend_grid *grid = grids_open(width, 1);
    wendi_reader reader;
    wendi_reader_init(&reader, bytes, count);
    wendi_visitor v = wendi_visitor_reading(&reader);
    wendi_links_visit(&grid->links, (wend_node)width, &grid->allocator, &v);
    const wend_result result = wendi_visitor_result(&v);
    const char *reason = result == WEND_OK ? NULL : v.reason;
    assert_int_equal(result, reason == NULL ? WEND_OK : WEND_ERROR_FILE);
    assert_int_equal(reader.has_failed, reason != NULL);
    if (reason == NULL) {
        wendi_writer writer;
        wendi_writer_init(&writer, NULL);
        write_links(grid, &writer);
        assert_int_equal(writer.bytes.count, reader.offset);
        assert_memory_equal(writer.bytes.items, bytes, reader.offset);
        wendi_writer_free(&writer);
    }
    wend_grid_destroy(grid);
    return reason;
}

/* The good bytes with one of them changed. */
static void check_bad(size_t at, uint8_t value, const char *reason)
{
    uint8_t bytes[CHAINED_BYTES];
    write_chained(bytes);
    bytes[at] = value;
    const char *got = read_bytes(bytes, sizeof bytes, 200);
    assert_non_null(got);
    assert_string_equal(got, reason);
}

static void link_load_damaged_numbers_are_refused(void **state)
{
    (void)state;
    check_bad(0, 2, "the mark for links is not 0 or 1");
    check_bad(AT_COUNT, 0, "the number of links makes no sense");
    check_bad(AT_COUNT + 3, 1, "the number of links makes no sense");
    check_bad(AT_COUNT, 12, "the number of links makes no sense");
    check_bad(AT_COUNT, 5, "the data ends within the links");
    check_bad(AT_COUNT, 3, "the chain of free links is broken");
    check_bad(AT_FREE, 0, "the chain of free links is broken");
    check_bad(AT_FREE, 1, "the chain of free links is broken");
    check_bad(AT_FREE, 2, "the chain of free links is broken");
    check_bad(AT_FREE, 5, "the chain of free links is broken");
    check_bad(AT_SECOND + 5, 4, "the chain of free links is broken");
    check_bad(AT_FOURTH + 5, 4, "the chain of free links is broken");
    check_bad(AT_FIRST, 0, "the generation of a link is 0");
    check_bad(AT_FIRST + 4, 8 | 1, "the flags of a link make no sense");
    check_bad(AT_SECOND + 4, 2, "the flags of a link make no sense");
    check_bad(AT_FIRST + 5, 200, "a link ends outside the map");
    check_bad(AT_FIRST + 9, 200, "a link ends outside the map");
    check_bad(AT_FIRST + 9, 0, "both ends of a link are the same cell");
    check_bad(AT_FIRST + 17, 0, "the cost of a link is not in 1 ... 2^48");
    check_bad(AT_FIRST + 19, 1, "the cost of a link is not in 1 ... 2^48");
}

static void link_load_cut_off_anywhere_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[CHAINED_BYTES];
    write_chained(bytes);
    assert_null(read_bytes(bytes, sizeof bytes, 200));
    assert_null(read_bytes(bytes, sizeof bytes, 14));
    assert_non_null(read_bytes(bytes, sizeof bytes, 12));
    for (size_t count = 0; count < sizeof bytes; count++) {
        assert_non_null(read_bytes(bytes, count, 200));
    }
}

/* Every byte, with every other value: refused, or read and written alike. */
static void link_load_changed_byte_is_refused_or_taken_as_it_is(void **state)
{
    (void)state;
    uint8_t bytes[CHAINED_BYTES];
    write_chained(bytes);
    for (size_t at = 0; at < sizeof bytes; at++) {
        const uint8_t good = bytes[at];
        for (uint32_t value = 0; value < 256; value++) {
            bytes[at] = (uint8_t)value;
            (void)read_bytes(bytes, sizeof bytes, 200);
        }
        bytes[at] = good;
    }
}

/* The grid's own loader hands the reason on. */
static void link_load_of_a_grid_says_what_is_wrong_with_its_links(void **state)
{
    (void)state;
    wend_grid *grid = chained();
    grid->links.slots[0].link.cost = 0;
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *loaded = NULL;
    wend_message message;
    assert_int_equal(wend_grid_load(bytes, count, NULL, &loaded, &message), WEND_ERROR_FILE);
    assert_null(loaded);
    assert_non_null(strstr(message.text, "the cost of a link is not in 1 ... 2^48, at byte "));
    free(bytes);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_free_grid_has_the_hash_it_always_had),
        cmocka_unit_test(link_random_edits_agree_with_model_across_save_and_load),
        cmocka_unit_test(link_loaded_starts_at_revision_1),
        cmocka_unit_test(link_load_damaged_numbers_are_refused),
        cmocka_unit_test(link_load_cut_off_anywhere_is_refused),
        cmocka_unit_test(link_load_changed_byte_is_refused_or_taken_as_it_is),
        cmocka_unit_test(link_load_of_a_grid_says_what_is_wrong_with_its_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
