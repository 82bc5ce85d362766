/* Overlays on grids: what they add where, how they fade, and bad bytes of them. */
#include "base/core/bytes.h"
#include "overlays.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/overlay.h"
#include "wend/path.h"
#include "wend/search.h"
#include "wend/stamp.h"
#include "world/grid/file.h"
#include "world/layers/compose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- overlays ---- */

static wend_overlay_id add_overlay(wend_grid *grid, double keep, uint32_t most)
{
    wend_overlay_def def = wend_overlay_def_default();
    def.keep = keep;
    def.max_value = most;
    wend_overlay_id id;
    wend_message message;
    assert_int_equal(wend_grid_add_overlay(grid, &def, &id, &message), WEND_OK);
    assert_string_equal(message.text, "");
    return id;
}

static void overlay_adds_whole_numbers_and_fades(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(20, 3, 1));
    grids_set(grid, 12, 1, WALL);
    const wend_overlay_id id = add_overlay(grid, 0.5, 64 * 256);
    assert_int_equal(wend_grid_overlay_add_rect(grid, id, 11, 1, 3, 1, 4 * 256 + 255), WEND_OK);
    check_row(grid, 1, "111111111115#5111111");
    assert_int_equal(wend_grid_overlay_value(grid, id, 12, 1), 4 * 256 + 255);
    uint64_t revision = wend_grid_revision(grid);
    assert_int_equal(wend_grid_overlay_tick(grid, id), WEND_OK);
    check_row(grid, 1, "111111111113#3111111");
    assert_int_equal(wend_grid_revision(grid), ++revision);
    assert_int_equal(wend_grid_sector_revision(grid, 0), 1);
    assert_int_equal(wend_grid_sector_revision(grid, 1), revision);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_grid_overlay_tick(grid, id), WEND_OK);
        assert_int_equal(wend_grid_revision(grid), ++revision);
    }
    assert_int_equal(wend_grid_overlay_value(grid, id, 11, 1), 159);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(wend_grid_overlay_tick(grid, id), WEND_OK);
        assert_int_equal(wend_grid_revision(grid), revision);
    }
    assert_int_equal(wend_grid_overlay_value(grid, id, 11, 1), 0);
    wend_grid_destroy(grid);
}

static void overlay_numbers_stay_within_0_and_most(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(4, 1, 1));
    const wend_overlay_id id = add_overlay(grid, 1.0, 65535);
    assert_int_equal(wend_grid_overlay_add_rect(grid, id, 0, 0, 2, 1, INT32_MAX), WEND_OK);
    assert_int_equal(wend_grid_overlay_value(grid, id, 0, 0), 65535);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 0), 254);
    assert_int_equal(wend_grid_overlay_tick(grid, id), WEND_OK);
    assert_int_equal(wend_grid_overlay_value(grid, id, 0, 0), 65535);
    assert_int_equal(wend_grid_overlay_add_rect(grid, id, 0, 0, 4, 1, INT32_MIN), WEND_OK);
    assert_int_equal(wend_grid_overlay_value(grid, id, 0, 0), 0);
    check_row(grid, 0, "1111");
    wend_grid_destroy(grid);
}

static void overlays_add_up_and_go_with_what_they_added(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(4, 1, 1));
    const wend_overlay_id a = add_overlay(grid, 1.0, 9999);
    const wend_overlay_id b = add_overlay(grid, 1.0, 9999);
    assert_int_equal(wend_grid_overlay_add_rect(grid, a, 0, 0, 2, 1, 256 + 128), WEND_OK);
    assert_int_equal(wend_grid_overlay_add_rect(grid, b, 1, 0, 2, 1, 512 + 128), WEND_OK);
    check_row(grid, 0, "2431");
    assert_int_equal(wend_grid_remove_overlay(grid, a), WEND_OK);
    check_row(grid, 0, "1331");
    assert_int_equal(wend_grid_remove_overlay(grid, a), WEND_ERROR_STALE);
    const wend_overlay_id c = add_overlay(grid, 1.0, 9999);
    assert_int_equal(c.index1, a.index1);
    assert_int_equal(wend_grid_overlay_tick(grid, a), WEND_ERROR_STALE);
    assert_int_equal(wend_grid_overlay_value(grid, a, 1, 0), 0);
    wend_grid_destroy(grid);
}

static void overlay_disc_reaches_around_a_grid_that_wraps(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(9, 5, 1);
    def.wrap = WEND_WRAP_X;
    def.cell_size = 2.0;
    def.origin = (wend_vec2){100.0, -50.0};
    wend_grid *grid = grids_make(def);
    const wend_overlay_id id = add_overlay(grid, 1.0, 9999);
    /* The centre of cell 0, 0, seen once around the map. */
    const wend_vec2 centre = {101.0 + 18.0, -49.0};
    assert_int_equal(wend_grid_overlay_add(grid, id, centre, 3.0, 256), WEND_OK);
    check_row(grid, 0, "221111112");
    check_row(grid, 1, "221111112");
    check_row(grid, 2, "111111111");
    const wend_vec2 outside = {101.0, -90.0};
    assert_int_equal(wend_grid_overlay_add(grid, id, outside, 3.0, 256), WEND_OK);
    assert_int_equal(wend_grid_overlay_add(grid, id, outside, 0.0, 256), WEND_OK);
    assert_int_equal(wend_grid_overlay_add(grid, id, (wend_vec2){1e300, 0.0}, 1.0, 256), WEND_OK);
    check_row(grid, 0, "221111112");
    assert_int_equal(wend_grid_overlay_add(grid, id, centre, 1e300, 256), WEND_OK);
    check_row(grid, 4, "222222222");
    assert_int_equal(wend_grid_overlay_add(grid, id, (wend_vec2){101.5, -48.5}, 0.0, 256), WEND_OK);
    check_row(grid, 0, "432222223");
    wend_grid_destroy(grid);
}

static void overlay_cell_is_found_around_a_grid_that_wraps(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(9, 5, 1);
    def.wrap = WEND_WRAP_X;
    wend_grid *grid = grids_make(def);
    const wend_overlay_id id = add_overlay(grid, 1.0, 9999);
    assert_int_equal(
        wend_grid_overlay_add(grid, id, (wend_vec2){-0.5, 0.5}, 0.0, 3 * WEND_OVERLAY_ONE),
        WEND_OK);
    assert_int_equal(
        wend_grid_overlay_add(grid, id, (wend_vec2){9.5, 0.5}, 0.0, 2 * WEND_OVERLAY_ONE), WEND_OK);
    check_row(grid, 0, "311111114");
    assert_int_equal(
        wend_grid_overlay_add(grid, id, (wend_vec2){1.5, -0.5}, 0.0, 2 * WEND_OVERLAY_ONE),
        WEND_OK);
    check_row(grid, 4, "111111111");
    wend_grid_destroy(grid);
}

static void overlays_are_listed_and_told_as_they_were_made(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 9, 2));
    wend_overlay_id ids[WEND_OVERLAYS_MAX];
    size_t count = 9;
    assert_int_equal(wend_grid_list_overlays(grid, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    const wend_overlay_id first = add_overlay(grid, 1.0, 9);
    const wend_overlay_id second = add_overlay(grid, 0.25, 12345);
    const wend_overlay_id third = add_overlay(grid, 0.0, 65535);
    assert_int_equal(wend_grid_remove_overlay(grid, first), WEND_OK);
    assert_int_equal(wend_grid_list_overlays(grid, ids, WEND_OVERLAYS_MAX, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_memory_equal(&ids[0], &second, sizeof second);
    assert_memory_equal(&ids[1], &third, sizeof third);
    ids[1].index1 = 77;
    assert_int_equal(wend_grid_list_overlays(grid, ids, 1, &count), WEND_TRUNCATED);
    assert_true(count == 2 && ids[1].index1 == 77);
    wend_overlay_def def;
    assert_int_equal(wend_grid_get_overlay(grid, second, &def), WEND_OK);
    assert_true(def.class_mask == 3 && fabs(def.keep - 0.25) < 1e-12 && def.max_value == 12345);
    wend_overlay_id again;
    assert_int_equal(wend_grid_add_overlay(grid, &def, &again, NULL), WEND_OK);
    assert_int_equal(wend_grid_get_overlay(grid, first, &def), WEND_ERROR_STALE);
    assert_int_equal(def.max_value, 64 * WEND_OVERLAY_ONE);
    assert_int_equal(wend_grid_get_overlay(grid, (wend_overlay_id){0, 0}, &def),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_overlay(NULL, second, &def), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_overlay(grid, second, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_list_overlays(NULL, ids, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_list_overlays(grid, ids, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_list_overlays(grid, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

static void overlay_is_felt_by_its_classes_only(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(4, 1, 3));
    wend_overlay_def def = wend_overlay_def_default();
    def.class_mask = 4;
    wend_overlay_id id;
    assert_int_equal(wend_grid_add_overlay(grid, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_grid_overlay_add_rect(grid, id, 0, 0, 4, 1, 900), WEND_OK);
    assert_int_equal(wend_grid_cost(grid, 0, 0, 0), 1);
    assert_int_equal(wend_grid_cost(grid, 1, 0, 0), 1);
    assert_int_equal(wend_grid_cost(grid, 2, 0, 0), 4);
    wend_grid_destroy(grid);
}

/* A jam that hides the ground below it from all but those that do not count jams. */
static void ground_below_the_most_is_followed_by_those_who_count_no_jams(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(12, 12, 1));
    const wend_overlay_id id = add_overlay(grid, 1, 65535);
    assert_int_equal(wend_grid_overlay_add_rect(grid, id, 0, 0, 12, 12, 65535), WEND_OK);
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.overlay_layers = 0;
    wend_space *space;
    assert_int_equal(wend_space_create(&def, &space), WEND_OK);
    grids_set(grid, 5, 5, 7);
    assert_int_equal(wend_grid_cost(grid, 0, 5, 5), 254);
    assert_int_equal(wend_space_update(space), WEND_OK);
    wend_cost cost;
    assert_true(wend_space_can_walk(space, (wend_vec2){5.2, 5.5}, (wend_vec2){5.7, 5.5}, 0, &cost));
    assert_true(cost > 3 * WEND_COST_ONE && cost < 4 * WEND_COST_ONE);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void check_bad_def(wend_grid *grid, wend_overlay_def def, const char *text)
{
    wend_overlay_id id = {5, 5};
    wend_message message;
    assert_int_equal(wend_grid_add_overlay(grid, &def, &id, &message), WEND_ERROR_ARGUMENT);
    assert_int_equal(id.index1, 0);
    assert_string_equal(message.text, text);
}

static void overlay_bad_arguments_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(4, 4, 1));
    wend_overlay_def def = wend_overlay_def_default();
    def.keep = (double)NAN;
    check_bad_def(grid, def, "wend_grid_add_overlay: keep is nan, and must be from 0 to 1");
    def.keep = 1.01;
    check_bad_def(grid, def, "wend_grid_add_overlay: keep is 1.01, and must be from 0 to 1");
    def = wend_overlay_def_default();
    def.max_value = 0;
    check_bad_def(grid, def, "wend_grid_add_overlay: max_value is 0, and must be from 1 to 65535");
    def.max_value = 65536;
    check_bad_def(grid, def,
                  "wend_grid_add_overlay: max_value is 65536, and must be from 1 to 65535");
    def = wend_overlay_def_default();
    def.cookie = 0;
    check_bad_def(grid, def,
                  "wend_grid_add_overlay: cookie is 0: this was made without "
                  "wend_overlay_def_default()");
    const wend_overlay_id none = {0, 0};
    const wend_overlay_id id = {1, 1};
    const wend_vec2 here = {1.0, 1.0};
    assert_int_equal(wend_grid_overlay_tick(grid, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_overlay_tick(NULL, id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_overlay_tick(grid, id), WEND_ERROR_STALE);
    assert_int_equal(wend_grid_overlay_add(grid, id, here, 1.0, 5), WEND_ERROR_STALE);
    assert_int_equal(wend_grid_overlay_add(grid, id, here, -1.0, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_overlay_add(grid, id, here, (double)INFINITY, 5),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_overlay_add(grid, id, (wend_vec2){(double)NAN, 0.0}, 1.0, 5),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_overlay_add_rect(grid, id, 0, 0, 5, 1, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_overlay_add_rect(grid, id, 0, 0, 4, 1, 5), WEND_ERROR_STALE);
    assert_int_equal(wend_grid_overlay_add_rect(NULL, id, 0, 0, 4, 1, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_remove_overlay(NULL, id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_overlay_value(NULL, id, 0, 0), 0);
    assert_int_equal(wend_grid_overlay_value(grid, add_overlay(grid, 1.0, 9), 4, 0), 0);
    wend_grid_destroy(grid);
}

static void overlay_seventeenth_is_one_too_many(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(4, 4, 1));
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        assert_int_equal(add_overlay(grid, 1.0, 9).index1, i + 1);
    }
    const wend_overlay_def def = wend_overlay_def_default();
    wend_overlay_id id;
    wend_message message;
    assert_int_equal(wend_grid_add_overlay(grid, &def, &id, &message), WEND_ERROR_FULL);
    assert_string_equal(message.text,
                        "wend_grid_add_overlay: there are 16 overlays, which is the most");
    wend_grid_destroy(grid);
}

/* ---- bad bytes ---- */

/* A grid of 9 x 8 cells, so 2 x 1 sectors of 8, with every part. */
static uint8_t *saved_parts(size_t *count)
{
    wend_grid_def def = grids_def(9, 8, 1);
    def.sector_size = 8;
    wend_grid *grid = grids_make(def);
    const uint8_t costs[] = {3, 0, 4};
    wend_stamp_def stamp = wend_stamp_def_default();
    stamp.x = 6;
    stamp.width = 3;
    stamp.height = 1;
    stamp.costs = costs;
    wend_stamp_id ids[2];
    assert_int_equal(wend_grid_add_stamp(grid, &stamp, &ids[0], NULL), WEND_OK);
    assert_int_equal(wend_grid_add_stamp(grid, &stamp, &ids[1], NULL), WEND_OK);
    assert_int_equal(wend_grid_remove_stamp(grid, ids[0]), WEND_OK);
    const uint8_t addition = 7;
    assert_int_equal(wend_grid_set_gradient(grid, 0, &addition, 1), WEND_OK);
    const wend_overlay_id overlay = add_overlay(grid, 0.5, 1000);
    assert_int_equal(wend_grid_overlay_add_rect(grid, overlay, 8, 2, 1, 1, 600), WEND_OK);
    assert_int_equal(wend_grid_save(grid, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_grid_save(grid, bytes, *count, count), WEND_OK);
    wend_grid_destroy(grid);
    return bytes;
}

/* Loads content under a right frame. */
static wend_result load_content(const uint8_t *content, size_t count, wend_message *message)
{
    wendi_writer writer;
    wend_grid *grid = NULL;
    wendi_writer_init(&writer, NULL);
    const size_t section =
        wendi_write_section_begin(&writer, WENDI_GRID_FILE_MAGIC, WENDI_GRID_FILE_VERSION);
    wendi_write_raw(&writer, content, count);
    wendi_write_section_end(&writer, section);
    const wend_result result =
        wend_grid_load(writer.bytes.items, writer.bytes.count, NULL, &grid, message);
    assert_int_equal(result == WEND_OK, grid != NULL);
    wend_grid_destroy(grid);
    wendi_writer_free(&writer);
    return result;
}

/* Behind header, one run, no gates and no links. */
enum { PARTS_AT = WENDI_GRID_FILE_HEADER_BYTES + 3 + 1 + 1 };

typedef struct damage {
    size_t at; /* From the parts on. */
    uint8_t value;
    const char *reason;
} damage;

static void grid_load_bad_parts_are_refused(void **state)
{
    (void)state;
    enum { OVERLAYS_AT = 3, STAMPS_AT = OVERLAYS_AT + 1 + 21 + 4 + 16 };
    static const char slot[] = "a stamp's slot or serial number cannot be";
    static const char lies[] = "a stamp's cells are not where they can be";
    static const damage damages[] = {
        {0, 8, "the parts are missing or not known"},
        {0, 4, "a part is there, but empty"},
        {1, 17, "a gradient is missing or reaches too far"},
        {2, 0, "a gradient's last addition is missing or 0"},
        {OVERLAYS_AT, 17, "the count of overlays is missing or too large"},
        {OVERLAYS_AT + 1, 0, "an overlay is missing or was never made"},
        {OVERLAYS_AT + 5, 2, "an overlay is missing or was never made"},
        {OVERLAYS_AT + 6, 2, "an overlay's classes, keep or max_value cannot be"},
        {OVERLAYS_AT + 12, 2, "an overlay's classes, keep or max_value cannot be"},
        {OVERLAYS_AT + 16, 1, "an overlay's classes, keep or max_value cannot be"},
        {OVERLAYS_AT + 22, 2, "an overlay's sectors are not rising or outside"},
        {OVERLAYS_AT + 22 + 4 + 5, 4, "a number of an overlay is above its max_value"},
        {STAMPS_AT + 7, 128, "there are more stamps than bytes, or than there can be"},
        {STAMPS_AT + 10, 1, "there are more stamps than bytes, or than there can be"},
        {STAMPS_AT + 12, 3, "there are more stamps than bytes, or than there can be"},
        {STAMPS_AT + 16, 2, "the free slots of stamps are damaged"},
        {STAMPS_AT + 20, 0, slot},
        {STAMPS_AT + 24, 0, slot},
        {STAMPS_AT + 24, 3, slot},
        {STAMPS_AT + 32, 2, "a stamp has no cells, more than there are bytes, or too many layers"},
        {STAMPS_AT + 37, 0, "a stamp has no cells, more than there are bytes, or too many layers"},
        {STAMPS_AT + 38, 1, "a stamp has no cells, more than there are bytes, or too many layers"},
        {STAMPS_AT + 41, 2, lies},
        {STAMPS_AT + 45, 0, lies},
        {STAMPS_AT + 45, 3, lies},
        {STAMPS_AT + 47, 64, lies},
        {STAMPS_AT + 49, 0, lies},
        {STAMPS_AT + 53, 2, lies},
        {STAMPS_AT + 57, 0, "a cell of a stamp has no cost"},
    };
    size_t count;
    uint8_t *bytes = saved_parts(&count);
    uint8_t *content = bytes + 16;
    count -= WENDI_GRID_FILE_FRAME_BYTES;
    wend_message message;
    assert_int_equal(load_content(content, count, &message), WEND_OK);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        uint8_t *at = &content[PARTS_AT + damages[i].at];
        const uint8_t old = *at;
        *at = damages[i].value;
        assert_int_equal(load_content(content, count, &message), WEND_ERROR_FILE);
        if (strstr(message.text, damages[i].reason) == NULL) {
            fail_msg("damage %u: '%s', not '%s'", (unsigned)i, message.text, damages[i].reason);
        }
        *at = old;
    }
    for (size_t cut = PARTS_AT; cut < count; cut++) {
        assert_int_equal(load_content(content, cut, &message), WEND_ERROR_FILE);
    }
    free(bytes);
}

static void grid_load_empty_parts_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(9, 8, 1));
    uint8_t content[256] = {0};
    size_t count;
    uint8_t bytes[256];
    assert_int_equal(wend_grid_save(grid, bytes, sizeof bytes, &count), WEND_OK);
    memcpy(content, bytes + 16, count - WENDI_GRID_FILE_FRAME_BYTES);
    wend_grid_destroy(grid);
    wend_message message;
    content[PARTS_AT] = WENDI_COMPOSE_FILE_HAS_OVERLAYS;
    assert_int_equal(load_content(content, PARTS_AT + 3, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "a part is there, but empty"));
    content[PARTS_AT] = WENDI_COMPOSE_FILE_HAS_STAMPS;
    assert_int_equal(load_content(content, PARTS_AT + 17, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "a part is there, but empty"));
    content[PARTS_AT] = 0;
    assert_int_equal(load_content(content, PARTS_AT + 1, &message), WEND_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlay_adds_whole_numbers_and_fades),
        cmocka_unit_test(overlay_numbers_stay_within_0_and_most),
        cmocka_unit_test(overlays_add_up_and_go_with_what_they_added),
        cmocka_unit_test(overlay_disc_reaches_around_a_grid_that_wraps),
        cmocka_unit_test(overlay_cell_is_found_around_a_grid_that_wraps),
        cmocka_unit_test(overlays_are_listed_and_told_as_they_were_made),
        cmocka_unit_test(overlay_is_felt_by_its_classes_only),
        cmocka_unit_test(ground_below_the_most_is_followed_by_those_who_count_no_jams),
        cmocka_unit_test(overlay_bad_arguments_are_refused),
        cmocka_unit_test(overlay_seventeenth_is_one_too_many),
        cmocka_unit_test(grid_load_bad_parts_are_refused),
        cmocka_unit_test(grid_load_empty_parts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
