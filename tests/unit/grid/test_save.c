/* Saved grids: equal bytes and hashes for equal maps, grids back from bytes, and what bad bytes
 * return. */
#include "support/grids.h"
#include "support/test.h"

#include "base/core/bytes.h"
#include "base/math/bits.h"
#include "wend/grid.h"
#include "world/grid/file.h"

#include <stdlib.h>
#include <string.h>

/* The bytes behind the gates in an empty version 2: no links and no parts. */
enum { TAIL_BYTES = 2 };

/* The same bits: exact, and without comparing doubles by ==. */
static bool is(double a, double b)
{
    return wendi_bits_of_f64(a) == wendi_bits_of_f64(b);
}

static uint8_t *save(const wend_grid *grid, size_t *count)
{
    assert_int_equal(wend_grid_save(grid, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    size_t capacity = *count;
    assert_int_equal(wend_grid_save(grid, bytes, capacity, count), WEND_OK);
    assert_int_equal(*count, capacity);
    return bytes;
}

/* A grid with two classes, pages, uniform sectors, a long run and gates. */
static wend_grid *rich_grid(void)
{
    wend_grid_def def = grids_def(300, 301, 2);
    def.neighbours = WEND_NEIGHBOURS_4;
    def.corner_rule = WEND_CORNER_ONE_OPEN;
    def.wrap = WEND_WRAP_X;
    def.cell_size = 0.25;
    def.origin = (wend_vec2){-5.5, 1e6};
    wend_grid *grid = grids_make(def);
    assert_int_equal(wend_grid_fill(grid, 1, 0, 290, 300, 11, 200), WEND_OK);
    grids_set(grid, 299, 300, WEND_COST_WALL);
    grids_fill(grid, 3, 3, 40, 5, 9);
    assert_int_equal(wend_grid_set_closed_teams(grid, 20, 20, 33, 7, 0x80000001u), WEND_OK);
    return grid;
}

static void check_same(const wend_grid *a, const wend_grid *b)
{
    assert_true(wend_grid_hash(a) == wend_grid_hash(b));
    size_t a_count;
    size_t b_count;
    uint8_t *a_bytes = save(a, &a_count);
    uint8_t *b_bytes = save(b, &b_count);
    assert_int_equal(a_count, b_count);
    assert_memory_equal(a_bytes, b_bytes, a_count);
    free(a_bytes);
    free(b_bytes);
}

static void grid_saved_and_loaded_is_the_same_map(void **state)
{
    (void)state;
    wend_grid *grid = rich_grid();
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_message message;
    wend_grid *loaded = NULL;
    assert_int_equal(wend_grid_load(bytes, count, NULL, &loaded, &message), WEND_OK);
    assert_string_equal(message.text, "");
    check_same(grid, loaded);
    for (int32_t y = 0; y < 301; y++) {
        for (int32_t x = 0; x < 300; x++) {
            assert_int_equal(wend_grid_cost(grid, 0, x, y), wend_grid_cost(loaded, 0, x, y));
            assert_int_equal(wend_grid_cost(grid, 1, x, y), wend_grid_cost(loaded, 1, x, y));
            assert_int_equal(wend_grid_get_closed_teams(grid, x, y),
                             wend_grid_get_closed_teams(loaded, x, y));
        }
    }
    wend_grid_info info;
    wend_grid_get_info(loaded, &info);
    assert_int_equal(info.neighbours, WEND_NEIGHBOURS_4);
    assert_int_equal(info.corner_rule, WEND_CORNER_ONE_OPEN);
    assert_int_equal(info.wrap, WEND_WRAP_X);
    assert_true(is(info.cell_size, 0.25) && is(info.origin.x, -5.5) && is(info.origin.y, 1e6));
    free(bytes);
    wend_grid_destroy(grid);
    wend_grid_destroy(loaded);
}

static void grid_hexes_saved_and_loaded_lie_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        wend_grid_def def = grids_def(12, 10, 1);
        def.neighbours = WEND_NEIGHBOURS_6;
        def.hex_layout = (wend_hex_layout)(i / 4);
        def.wrap = (wend_wrap)(i % 4);
        wend_grid *grid = grids_make(def);
        size_t count;
        uint8_t *bytes = save(grid, &count);
        wend_grid *loaded = NULL;
        assert_int_equal(wend_grid_load(bytes, count, NULL, &loaded, NULL), WEND_OK);
        check_same(grid, loaded);
        wend_grid_info info;
        wend_grid_get_info(loaded, &info);
        assert_int_equal(info.neighbours, WEND_NEIGHBOURS_6);
        assert_int_equal(info.hex_layout, i / 4);
        assert_int_equal(info.wrap, i % 4);
        free(bytes);
        wend_grid_destroy(grid);
        wend_grid_destroy(loaded);
    }
}

static void grid_loaded_starts_at_revision_1(void **state)
{
    (void)state;
    wend_grid *grid = rich_grid();
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *loaded = NULL;
    assert_int_equal(wend_grid_load(bytes, count, NULL, &loaded, NULL), WEND_OK);
    assert_int_equal(wend_grid_revision(loaded), 1);
    assert_int_equal(wend_grid_sector_revision(loaded, 0), 1);
    assert_int_equal(wend_grid_list_changes(loaded, 1, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    free(bytes);
    wend_grid_destroy(grid);
    wend_grid_destroy(loaded);
}

static void grid_save_does_not_depend_on_history(void **state)
{
    (void)state;
    wend_grid *a = grids_make(grids_def(33, 17, 2));
    wend_grid_def def = grids_def(33, 17, 2);
    def.cost = 7;
    def.origin = (wend_vec2){-0.0, -0.0};
    wend_grid *b = grids_make(def);
    assert_false(wend_grid_hash(a) == wend_grid_hash(b));
    assert_int_equal(wend_grid_set_closed_teams(b, 0, 0, 33, 17, 5), WEND_OK);
    assert_int_equal(wend_grid_set_closed_teams(b, 0, 0, 33, 17, 0), WEND_OK);
    assert_int_equal(wend_grid_set_cost(b, 1, 3, 3, 9), WEND_OK);
    assert_int_equal(wend_grid_fill(b, WEND_CLASS_ALL, 0, 0, 33, 17, 1), WEND_OK);
    check_same(a, b);
    wend_grid_destroy(a);
    wend_grid_destroy(b);
}

static void grid_hash_does_not_depend_on_sector_size(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(33, 37, 1);
    def.sector_size = 8;
    wend_grid *a = grids_make(def);
    def.sector_size = 31;
    wend_grid *b = grids_make(def);
    grids_fill(a, 3, 4, 20, 30, 9);
    grids_fill(b, 3, 4, 20, 30, 9);
    assert_true(wend_grid_hash(a) == wend_grid_hash(b));
    wend_grid_destroy(a);
    wend_grid_destroy(b);
}

static void grid_hash_differs_for_each_thing_that_matters(void **state)
{
    (void)state;
    wend_grid_def defs[12];
    for (size_t i = 0; i < 12; i++) {
        defs[i] = grids_def(8, 6, 1);
    }
    defs[1] = grids_def(6, 8, 1);
    defs[2].neighbours = WEND_NEIGHBOURS_4;
    defs[3].corner_rule = WEND_CORNER_ALWAYS;
    defs[4].class_count = 2;
    defs[5].cell_size = 2.0;
    defs[6].origin.x = 1.0;
    defs[7].origin.y = 1.0;
    defs[8].cost = 2;
    defs[9].wrap = WEND_WRAP_Y;
    defs[10].neighbours = WEND_NEIGHBOURS_6;
    defs[11].neighbours = WEND_NEIGHBOURS_6;
    defs[11].hex_layout = WEND_HEX_ODD_COLUMNS;
    uint64_t hashes[14];
    for (size_t i = 0; i < 12; i++) {
        wend_grid *grid = grids_make(defs[i]);
        hashes[i] = wend_grid_hash(grid);
        wend_grid_destroy(grid);
    }
    wend_grid *grid = grids_make(defs[0]);
    grids_set(grid, 7, 5, 3);
    hashes[12] = wend_grid_hash(grid);
    grids_set(grid, 7, 5, 1);
    assert_true(wend_grid_hash(grid) == hashes[0]);
    assert_int_equal(wend_grid_set_closed_teams(grid, 7, 5, 1, 1, 8), WEND_OK);
    hashes[13] = wend_grid_hash(grid);
    wend_grid_destroy(grid);
    for (size_t i = 0; i < 14; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_false(hashes[i] == hashes[k]);
        }
    }
    assert_false(wend_grid_hash(NULL) == hashes[0]);
}

static void grid_save_too_small_says_what_is_needed(void **state)
{
    (void)state;
    wend_grid *grid = rich_grid();
    size_t count;
    uint8_t *bytes = save(grid, &count);
    size_t needed = 0;
    assert_int_equal(wend_grid_save(grid, bytes, count - 1, &needed), WEND_TRUNCATED);
    assert_int_equal(needed, count);
    assert_int_equal(wend_grid_save(grid, NULL, 1, &needed), WEND_ERROR_ARGUMENT);
    assert_int_equal(needed, 0);
    assert_int_equal(wend_grid_save(grid, bytes, count, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_save(NULL, bytes, count, &needed), WEND_ERROR_ARGUMENT);
    free(bytes);
    wend_grid_destroy(grid);
}

static void grid_save_of_open_ground_is_small(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(4096, 4096, 1));
    size_t count;
    assert_int_equal(wend_grid_save(grid, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 24 + WENDI_GRID_FILE_HEADER_BYTES + 256 * 3 + 1 + TAIL_BYTES);
    wend_grid_destroy(grid);
}

/* ---- bad bytes ---- */

static void check_not_loaded(const uint8_t *bytes, size_t count, wend_result result,
                             const char *text)
{
    wend_message message;
    int dummy = 0;
    wend_grid *grid = (wend_grid *)(void *)&dummy;
    assert_int_equal(wend_grid_load(bytes, count, NULL, &grid, &message), result);
    assert_null(grid);
    if (text != NULL) {
        assert_string_equal(message.text, text);
    } else {
        assert_true(strncmp(message.text, "wend_grid_load: ", 16) == 0);
    }
}

static void grid_load_every_truncation_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = rich_grid();
    size_t count;
    uint8_t *bytes = save(grid, &count);
    for (size_t i = 0; i < count; i++) {
        check_not_loaded(bytes, i, WEND_ERROR_FILE, NULL);
    }
    free(bytes);
    wend_grid_destroy(grid);
}

static void grid_load_every_flipped_bit_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(11, 3, 1));
    assert_int_equal(wend_grid_set_closed_teams(grid, 2, 2, 3, 1, 5), WEND_OK);
    size_t count;
    uint8_t *bytes = save(grid, &count);
    for (size_t i = 0; i < count * 8; i++) {
        bytes[i / 8] ^= (uint8_t)(1u << i % 8);
        check_not_loaded(bytes, count, WEND_ERROR_FILE, NULL);
        bytes[i / 8] ^= (uint8_t)(1u << i % 8);
    }
    free(bytes);
    wend_grid_destroy(grid);
}

static void grid_load_bad_arguments_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(11, 3, 1));
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_message message;
    assert_int_equal(wend_grid_load(bytes, count, NULL, NULL, &message), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_grid_load: grid is NULL");
    check_not_loaded(NULL, 10, WEND_ERROR_ARGUMENT, "wend_grid_load: bytes is NULL");
    check_not_loaded(NULL, 0, WEND_ERROR_FILE, NULL);
    free(bytes);
    wend_grid_destroy(grid);
}

static void grid_load_bytes_behind_the_grid_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(11, 3, 1));
    size_t count;
    uint8_t *bytes = save(grid, &count);
    uint8_t *more = calloc(1, count + 2);
    assert_non_null(more);
    memcpy(more, bytes, count);
    check_not_loaded(more, count + 2, WEND_ERROR_FILE, "wend_grid_load: 2 bytes behind the grid");
    free(more);
    free(bytes);
    wend_grid_destroy(grid);
}

/* Content under a right checksum: width, height, rules and sizes, then what the test writes. */
typedef struct content {
    uint32_t width, height;
    uint32_t version;
    uint8_t neighbours, corner_rule, hex_layout, wrap, sector_size, class_count;
    double cell_size;
    uint8_t body[64];
    size_t body_count;
    size_t tail_count; /* Zeros behind the body. */
} content;

static content good_content(void)
{
    /* 5 cells of cost 1, 28 walls, no gates. */
    content c = {.width = 11, .height = 3, .version = WENDI_GRID_FILE_VERSION, .neighbours = 8};
    c.sector_size = 10;
    c.class_count = 1;
    c.cell_size = 1.0;
    c.body_count = 7;
    memcpy(c.body, (const uint8_t[]){4, 0, 1, 27, 0, 255, 0}, c.body_count);
    c.tail_count = TAIL_BYTES;
    return c;
}

static void check_content(content from, const char *text)
{
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    size_t section = wendi_write_section_begin(&writer, WENDI_GRID_FILE_MAGIC, from.version);
    wendi_write_u32(&writer, from.width);
    wendi_write_u32(&writer, from.height);
    wendi_write_u8(&writer, from.neighbours);
    wendi_write_u8(&writer, from.corner_rule);
    if (from.version > 1) {
        wendi_write_u8(&writer, from.hex_layout);
        wendi_write_u8(&writer, from.wrap);
    }
    wendi_write_u8(&writer, from.sector_size);
    wendi_write_u8(&writer, from.class_count);
    wendi_write_f64(&writer, from.cell_size);
    wendi_write_f64(&writer, 0.0);
    wendi_write_f64(&writer, 0.0);
    wendi_write_raw(&writer, from.body, from.body_count);
    const uint8_t zeros[64] = {0};
    wendi_write_raw(&writer, zeros, from.tail_count);
    wendi_write_section_end(&writer, section);
    assert_false(writer.has_failed);
    if (text != NULL) {
        check_not_loaded(writer.bytes.items, writer.bytes.count, WEND_ERROR_FILE, text);
    } else {
        wend_grid *grid = NULL;
        assert_int_equal(wend_grid_load(writer.bytes.items, writer.bytes.count, NULL, &grid, NULL),
                         WEND_OK);
        wend_grid_destroy(grid);
    }
    wendi_writer_free(&writer);
}

static void grid_load_good_content_passes(void **state)
{
    (void)state;
    check_content(good_content(), NULL);
}

static void grid_load_version_1_without_hexes_and_wrap_passes(void **state)
{
    (void)state;
    content c = good_content();
    c.version = 1;
    c.tail_count = 0;
    check_content(c, NULL);
    c.tail_count = 1;
    check_content(c, "wend_grid_load: there are bytes behind the map, at byte 43 of the map");
}

static void grid_load_header_out_of_range_is_refused(void **state)
{
    (void)state;
    content c = good_content();
    c.width = 0;
    check_content(c, "wend_grid_load: wend_grid_create: width is 0, and must be from 1 to 16384");
    c = good_content();
    c.height = UINT32_MAX;
    check_content(c, "wend_grid_load: wend_grid_create: height is -1, and must be from 1 to 16384");
    c = good_content();
    c.neighbours = 5;
    check_content(c, "wend_grid_load: wend_grid_create: neighbours is 5, and must be 4, 6 or 8");
    c = good_content();
    c.hex_layout = 1;
    check_content(c, "wend_grid_load: wend_grid_create: hex_layout is set, which is for hexes: set "
                     "neighbours to 6");
    c = good_content();
    c.wrap = 4;
    check_content(c, "wend_grid_load: wend_grid_create: wrap is 4, and must be from 0 to 3");
    c = good_content();
    c.sector_size = 255;
    check_content(c,
                  "wend_grid_load: wend_grid_create: sector_size is 255, and must be from 8 to 32");
    c = good_content();
    c.class_count = 0;
    check_content(c,
                  "wend_grid_load: wend_grid_create: class_count is 0, and must be from 1 to 32");
    c = good_content();
    c.cell_size = -1.0;
    check_content(
        c,
        "wend_grid_load: wend_grid_create: cell_size is -1, and must be a finite number above 0");
}

static void grid_load_map_larger_than_its_bytes_is_refused_before_memory_is_taken(void **state)
{
    (void)state;
    content c = good_content();
    c.width = c.height = 16384;
    check_content(c, "wend_grid_load: too few bytes for the map they speak of");
    c = good_content();
    c.class_count = 32;
    check_content(c, "wend_grid_load: too few bytes for the map they speak of");
}

static void grid_load_bad_runs_are_refused(void **state)
{
    (void)state;
    content c = good_content();
    c.body[2] = 0;
    check_content(c, "wend_grid_load: a cost is 0, not in 1 ... 255, at byte 41 of the map");
    c = good_content();
    c.body[3] = 28;
    check_content(c, "wend_grid_load: the runs are longer than the map, at byte 44 of the map");
    c = good_content();
    c.body[3] = 20;
    c.tail_count = 0;
    check_content(c, "wend_grid_load: the data ends within the runs, at byte 44 of the map");
    c = good_content();
    c.body[5] = 1;
    check_content(
        c, "wend_grid_load: two neighbouring runs have the same value, at byte 44 of the map");
}

static void grid_load_bad_gates_are_refused(void **state)
{
    (void)state;
    content c = good_content();
    c.body[6] = 2;
    check_content(c, "wend_grid_load: the mark for gates is not 0 or 1, at byte 45 of the map");
    c = good_content();
    c.body_count = 6;
    c.tail_count = 0;
    check_content(c, "wend_grid_load: the mark for gates is not 0 or 1, at byte 44 of the map");
    c = good_content();
    const uint8_t open[] = {1, 32, 0, 0, 0, 0, 0};
    memcpy(c.body + 6, open, sizeof open);
    c.body_count = 6 + sizeof open;
    check_content(
        c, "wend_grid_load: there are gates, but none is closed to a team, at byte 51 of the map");
    c.body[9] = 1;
    check_content(c, NULL);
    c.tail_count++;
    check_content(c, "wend_grid_load: there are bytes behind the map, at byte 53 of the map");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_saved_and_loaded_is_the_same_map),
        cmocka_unit_test(grid_hexes_saved_and_loaded_lie_the_same),
        cmocka_unit_test(grid_loaded_starts_at_revision_1),
        cmocka_unit_test(grid_save_does_not_depend_on_history),
        cmocka_unit_test(grid_hash_does_not_depend_on_sector_size),
        cmocka_unit_test(grid_hash_differs_for_each_thing_that_matters),
        cmocka_unit_test(grid_save_too_small_says_what_is_needed),
        cmocka_unit_test(grid_save_of_open_ground_is_small),
        cmocka_unit_test(grid_load_every_truncation_is_refused),
        cmocka_unit_test(grid_load_every_flipped_bit_is_refused),
        cmocka_unit_test(grid_load_bad_arguments_are_refused),
        cmocka_unit_test(grid_load_bytes_behind_the_grid_are_refused),
        cmocka_unit_test(grid_load_good_content_passes),
        cmocka_unit_test(grid_load_version_1_without_hexes_and_wrap_passes),
        cmocka_unit_test(grid_load_header_out_of_range_is_refused),
        cmocka_unit_test(grid_load_map_larger_than_its_bytes_is_refused_before_memory_is_taken),
        cmocka_unit_test(grid_load_bad_runs_are_refused),
        cmocka_unit_test(grid_load_bad_gates_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
