/* Hierarchies from bytes that no hierarchy was saved to, under a right checksum: what makes no sense is
 * refused with a sentence, and what an update can find out it works out again. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include "base/core/bytes.h"
#include "wend/hierarchy.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 32,
    SECTOR = 8,
    REGIONS = 16,
    GROUPS = 4,
    MAGIC = 0x52494857,
    VERSION = 1,
    HEAD_BYTES = 28,
    FRAME_BEFORE = 16,
    FRAME_AFTER = 8,
    BLOCK_HEAD_BYTES = 16 /* hash, count */
};

typedef struct hostile {
    wend_grid *grid;
    wend_space *space;
    wend_hierarchy *hierarchy;
    uint8_t *content; /* of the section */
    size_t count;
} hostile;

static wend_hierarchy_def def_of(const hostile *h)
{
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.space = h->space;
    def.sector_size = SECTOR;
    def.group_size = 2;
    def.level_count = 2;
    return def;
}

static hostile hostile_make(void)
{
    hostile h = {.grid = grids_open(SIDE, SIDE)};
    size_t size = 0;
    grids_wall(h.grid, 11, 3, 1, 20);
    h.space = spaces_on(h.grid);
    const wend_hierarchy_def def = def_of(&h);
    assert_int_equal(wend_hierarchy_create(&def, &h.hierarchy), WEND_OK);
    assert_int_equal(wend_hierarchy_update(h.hierarchy, NULL), WEND_OK);
    assert_int_equal(wend_hierarchy_save(h.hierarchy, NULL, 0, &size), WEND_TRUNCATED);
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(wend_hierarchy_save(h.hierarchy, bytes, size, &size), WEND_OK);
    h.count = size - FRAME_BEFORE - FRAME_AFTER;
    h.content = malloc(h.count);
    assert_non_null(h.content);
    memcpy(h.content, bytes + FRAME_BEFORE, h.count);
    free(bytes);
    return h;
}

static void hostile_free(hostile *h)
{
    free(h->content);
    wend_hierarchy_destroy(h->hierarchy);
    wend_space_destroy(h->space);
    wend_grid_destroy(h->grid);
}

static uint64_t u64_at(const hostile *h, size_t at)
{
    uint64_t value = 0;
    for (size_t k = 8; k > 0; k--) {
        value = value << 8 | h->content[at + k - 1];
    }
    return value;
}

static void set_u64(hostile *h, size_t at, uint64_t value)
{
    for (size_t k = 0; k < 8; k++) {
        h->content[at + k] = (uint8_t)(value >> (8 * k));
    }
}

/* Where the block of a cell begins; those of the regions come first. */
static size_t block_at(const hostile *h, uint32_t cell)
{
    size_t at = HEAD_BYTES;
    for (uint32_t k = 0; k < cell; k++) {
        const size_t count = (size_t)u64_at(h, at + 8);
        at += BLOCK_HEAD_BYTES + (k < REGIONS ? 4 * count : 0) + 8 * count * count;
    }
    return at;
}

static wend_result load(const hostile *h, wend_hierarchy **loaded, wend_message *message)
{
    wend_hierarchy_def def = def_of(h);
    wendi_writer writer;
    def.message = message;
    wendi_writer_init(&writer, NULL);
    const size_t section = wendi_write_section_begin(&writer, MAGIC, VERSION);
    wendi_write_raw(&writer, h->content, h->count);
    wendi_write_section_end(&writer, section);
    assert_false(writer.has_failed);
    const wend_result result =
        wend_hierarchy_load(&def, writer.bytes.items, writer.bytes.count, loaded);
    wendi_writer_free(&writer);
    return result;
}

static void assert_refused(const hostile *h, const char *text)
{
    wend_message message = {0};
    wend_hierarchy *loaded = NULL;
    assert_int_equal(load(h, &loaded, &message), WEND_ERROR_FILE);
    assert_null(loaded);
    if (strstr(message.text, text) == NULL) {
        assert_string_equal(message.text, text);
    }
}

static void content_that_was_not_changed_loads(void **state)
{
    (void)state;
    hostile h = hostile_make();
    wend_message message = {0};
    wend_hierarchy *loaded = NULL;
    assert_int_equal(block_at(&h, REGIONS + GROUPS), h.count);
    assert_int_equal(load(&h, &loaded, &message), WEND_OK);
    assert_string_equal(message.text, "");
    assert_int_equal(wend_hierarchy_update(loaded, NULL), WEND_OK);
    assert_int_equal(wend_hierarchy_hash(loaded), wend_hierarchy_hash(h.hierarchy));
    wend_hierarchy_destroy(loaded);
    hostile_free(&h);
}

static void costs_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    hostile h = hostile_make();
    const size_t count = (size_t)u64_at(&h, block_at(&h, 0) + 8);
    const size_t costs = block_at(&h, 0) + BLOCK_HEAD_BYTES + 4 * count;
    const size_t of_group = block_at(&h, REGIONS) + BLOCK_HEAD_BYTES;
    assert_true(count > 1);
    const struct {
        size_t at;
        uint64_t value;
    } wrong[] = {{costs, 1},     /* from a portal to itself */
                 {costs + 8, 0}, /* from one to another */
                 {costs + 8, (UINT64_C(1) << 62) + 1},
                 {of_group, 5},
                 {of_group + 8, 0},
                 {of_group + 8, WEND_COST_INFINITE - 1}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        const uint64_t right = u64_at(&h, wrong[k].at);
        set_u64(&h, wrong[k].at, wrong[k].value);
        assert_refused(&h, "a cost makes no sense");
        set_u64(&h, wrong[k].at, right);
    }
    hostile_free(&h);
}

static void portals_and_counts_of_another_world_are_refused(void **state)
{
    (void)state;
    hostile h = hostile_make();
    const size_t block = block_at(&h, 3);
    h.content[block + BLOCK_HEAD_BYTES] ^= 1; /* the first portal */
    assert_refused(&h, "the portals of a region are others");
    h.content[block + BLOCK_HEAD_BYTES] ^= 1;
    const uint64_t right = u64_at(&h, block + 8);
    const uint64_t counts[] = {right + 1,         right - 1,         0,         70000,
                               UINT64_C(1) << 32, UINT64_C(1) << 61, UINT64_MAX};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        set_u64(&h, block + 8, counts[k]);
        assert_refused(&h, "wend_hierarchy_load: ");
    }
    set_u64(&h, block + 8, right);
    for (size_t k = 0; k < HEAD_BYTES; k++) {
        h.content[k] ^= 0x40;
        assert_refused(&h, "other settings");
        h.content[k] ^= 0x40;
    }
    hostile_free(&h);
}

/* The hash of a group says that its costs hold, its count that they do not. */
static void a_group_with_another_count_is_worked_out_again(void **state)
{
    (void)state;
    hostile h = hostile_make();
    wend_message message = {0};
    wend_hierarchy *loaded = NULL;
    wend_hierarchy_info info;
    const size_t last = block_at(&h, REGIONS + GROUPS - 1);
    assert_true(u64_at(&h, last + 8) > 0);
    set_u64(&h, last + 8, 0);
    h.count = last + BLOCK_HEAD_BYTES;
    assert_int_equal(load(&h, &loaded, &message), WEND_OK);
    assert_int_equal(wend_hierarchy_update(loaded, NULL), WEND_OK);
    wend_hierarchy_get_info(loaded, &info);
    assert_true(info.work_done > 0);
    assert_int_equal(wend_hierarchy_hash(loaded), wend_hierarchy_hash(h.hierarchy));
    wend_hierarchy_destroy(loaded);
    hostile_free(&h);
}

static void load_refuses_null_and_spaces_that_are_older_than_their_world(void **state)
{
    (void)state;
    hostile h = hostile_make();
    wend_message message = {0};
    wend_hierarchy *loaded = h.hierarchy;
    wend_hierarchy_def def = def_of(&h);
    def.message = &message;
    assert_int_equal(wend_hierarchy_load(NULL, h.content, h.count, &loaded), WEND_ERROR_ARGUMENT);
    assert_null(loaded);
    assert_int_equal(wend_hierarchy_load(&def, h.content, h.count, NULL), WEND_ERROR_ARGUMENT);
    assert_string_not_equal(message.text, "");
    assert_int_equal(wend_hierarchy_load(&def, NULL, 9, &loaded), WEND_ERROR_ARGUMENT);
    assert_string_not_equal(message.text, "");
    assert_int_equal(wend_hierarchy_load(&def, NULL, 0, &loaded), WEND_ERROR_FILE);
    assert_string_not_equal(message.text, "");
    grids_set(h.grid, 1, 1, WEND_COST_WALL);
    assert_int_equal(load(&h, &loaded, &message), WEND_ERROR_STALE);
    assert_null(loaded);
    assert_non_null(strstr(message.text, "update"));
    hostile_free(&h);
}

/* The regions of a hierarchy are made only for bytes with a right checksum. */
static void damaged_bytes_ask_for_no_memory(void **state)
{
    (void)state;
    hostile h = hostile_make();
    fault_heap heap;
    wend_message message = {0};
    wend_hierarchy *loaded = NULL;
    wend_hierarchy_def def = def_of(&h);
    fault_heap_init(&heap);
    def.allocator = fault_heap_allocator(&heap);
    def.message = &message;
    assert_int_equal(wend_hierarchy_load(&def, h.content, h.count, &loaded), WEND_ERROR_FILE);
    assert_null(loaded);
    assert_non_null(strstr(message.text, "wend_hierarchy_load: "));
    assert_int_equal(heap.calls, 0);
    hostile_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_that_was_not_changed_loads),
        cmocka_unit_test(costs_that_make_no_sense_are_refused),
        cmocka_unit_test(portals_and_counts_of_another_world_are_refused),
        cmocka_unit_test(a_group_with_another_count_is_worked_out_again),
        cmocka_unit_test(damaged_bytes_ask_for_no_memory),
        cmocka_unit_test(load_refuses_null_and_spaces_that_are_older_than_their_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
