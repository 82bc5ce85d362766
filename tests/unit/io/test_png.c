/* PNG files made in memory, whole, cut and damaged: colours, costs and refusals. */
#include "io/core/png.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

/** Pixels for the encoder. */
typedef struct pixels {
    const uint8_t *rgb; /**< [height][width][3]. */
    size_t width;
} pixels;

static void give(void *context, int32_t y, uint8_t *rgb)
{
    const pixels *p = context;
    memcpy(rgb, p->rgb + (size_t)y * p->width * 3, p->width * 3);
}

static wendi_array_u8 encode(const uint8_t *rgb, int32_t width, int32_t height)
{
    pixels p = {rgb, (size_t)width};
    wendi_array_u8 out;
    wendi_array_u8_init(&out, NULL);
    assert_int_equal(wendi_png_write(width, height, NULL, give, &p, &out, NULL), WEND_OK);
    return out;
}

static int skip_without_png(void **state)
{
    (void)state;
    if (!wendi_png_exists()) {
        print_message("no PNG in this build: skipped\n");
        exit(EXIT_SUCCESS);
    }
    return 0;
}

/** Reads back and compares costs. */
static void expect_costs(const wendi_array_u8 *png, const wend_map_options *options,
                         const uint8_t *costs, int32_t width, int32_t height)
{
    wend_grid *grid = NULL;
    wend_map_format format;
    assert_int_equal(wend_map_load_grid_memory(png->items, png->count, options, &grid, &format),
                     WEND_OK);
    assert_int_equal(format, WEND_MAP_FORMAT_PNG);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.width, width);
    assert_int_equal(info.height, height);
    for (int32_t i = 0; i < width * height; i++) {
        assert_int_equal(wend_grid_cost(grid, 0, i % width, i / width), costs[i]);
    }
    wend_grid_destroy(grid);
}

/* Small files of kinds that the writer does not make. */
static const uint8_t interlaced_grey[] = {
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x03, 0x08, 0x00, 0x00, 0x00, 0x01, 0x04, 0x44, 0xDA,
    0xF5, 0x00, 0x00, 0x00, 0x17, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x10, 0x60, 0x50, 0x60,
    0x30, 0x70, 0x60, 0x08, 0x60, 0x48, 0x60, 0x28, 0x68, 0x98, 0x00, 0x00, 0x0D, 0x7F, 0x02, 0xD1,
    0x21, 0x1A, 0xE5, 0x59, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};
static const uint8_t palette_of_2_bits[] = {
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x02, 0x02, 0x03, 0x00, 0x00, 0x00, 0x02, 0xC6, 0x95,
    0xF0, 0x00, 0x00, 0x00, 0x0C, 0x50, 0x4C, 0x54, 0x45, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x14,
    0x5A, 0xC8, 0x09, 0x09, 0x09, 0x06, 0x5E, 0x6B, 0x21, 0x00, 0x00, 0x00, 0x02, 0x74, 0x52, 0x4E,
    0x53, 0xFF, 0x00, 0xE5, 0xB7, 0x30, 0x4A, 0x00, 0x00, 0x00, 0x0C, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xDA, 0x63, 0x90, 0x66, 0x79, 0x02, 0x00, 0x01, 0x41, 0x01, 0x04, 0x80, 0x61, 0xB4, 0x72, 0x00,
    0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};
static const uint8_t rgba_of_8_bits[] = {
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0xF4,
    0x22, 0x7F, 0x8A, 0x00, 0x00, 0x00, 0x0F, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8,
    0x0F, 0x04, 0x0C, 0x0C, 0x0C, 0x0D, 0x00, 0x1A, 0x6F, 0x04, 0x7D, 0x16, 0x8D, 0xCB, 0x33,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};
static const uint8_t grey_of_16_bits[] = {
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x10, 0x00, 0x00, 0x00,
    0x00, 0x81, 0xD9, 0xFC, 0x15, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xDA, 0x63, 0xF8, 0xFF, 0x5F, 0xC8, 0x04, 0x00, 0x07, 0x56, 0x02, 0x45, 0xBE, 0x6A,
    0xC3, 0x37, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};
static const uint8_t grey_of_1_bit[] = {
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x09, 0x00, 0x00, 0x00, 0x02, 0x01, 0x00, 0x00, 0x00, 0x00, 0xA2,
    0x2D, 0xCB, 0x7E, 0x00, 0x00, 0x00, 0x0E, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x58,
    0xD5, 0xC0, 0x10, 0xCA, 0x00, 0x00, 0x06, 0x02, 0x01, 0x80, 0x9F, 0x75, 0xD7, 0x13, 0x00,
    0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};

static void expect_file(const uint8_t *bytes, size_t count, const uint8_t *costs, int32_t width,
                        int32_t height)
{
    wendi_array_u8 png;
    wendi_array_u8_init(&png, NULL);
    assert_true(wendi_array_u8_append(&png, bytes, count));
    expect_costs(&png, NULL, costs, width, height);
    wendi_array_u8_free(&png);
}

static void every_kind_of_pixel_is_read(void **state)
{
    (void)state;
    /* Grey 0x10 0x50 0x20, 0x70 0x80 0x90, 0x30 0x60 0x40. */
    static const uint8_t interlaced[] = {239, 175, 223, 143, 127, 111, 207, 159, 191};
    expect_file(interlaced_grey, sizeof interlaced_grey, interlaced, 3, 3);
    /* White, black, blue (20, 90, 200) of grey 82, and 9; transparency is left out. */
    static const uint8_t palette[] = {1, 255, 173, 246, 246, 246, 246, 246};
    expect_file(palette_of_2_bits, sizeof palette_of_2_bits, palette, 4, 2);
    static const uint8_t ends[] = {1, 255};
    expect_file(rgba_of_8_bits, sizeof rgba_of_8_bits, ends, 2, 1);
    static const uint8_t deep[] = {1, 237};
    expect_file(grey_of_16_bits, sizeof grey_of_16_bits, deep, 2, 1);
    static const uint8_t bits[] = {1,   255, 1,   255, 1,   255, 1,   255, 1,
                                   255, 1,   255, 1,   255, 1,   255, 1,   255};
    expect_file(grey_of_1_bit, sizeof grey_of_1_bit, bits, 9, 2);
}

static void greys_cost_by_their_darkness(void **state)
{
    (void)state;
    static const uint8_t rgb[] = {255, 255, 255, 254, 254, 254, 253, 253, 253,
                                  128, 128, 128, 1,   1,   1,   0,   0,   0};
    static const uint8_t costs[] = {1, 1, 2, 127, 254, WEND_COST_WALL};
    wendi_array_u8 png = encode(rgb, 3, 2);
    expect_costs(&png, NULL, costs, 3, 2);
    wendi_array_u8_free(&png);
}

static void nearest_colour_of_a_table_wins_and_the_first_of_equals(void **state)
{
    (void)state;
    static const wend_colour_cost colours[] = {
        {255, 0, 0, 3}, {0, 0, 255, 9}, {0, 0, 0, WEND_COST_WALL}, {0, 0, 0, 7}};
    static const uint8_t rgb[] = {250, 10, 10, 10, 10, 250, 3, 3, 3, 255, 0, 255};
    static const uint8_t costs[] = {3, 9, WEND_COST_WALL, 3};
    wend_map_options options = wend_map_options_default();
    options.colours = colours;
    options.colour_count = 4;
    wendi_array_u8 png = encode(rgb, 4, 1);
    expect_costs(&png, &options, costs, 4, 1);
    wendi_array_u8_free(&png);
}

static void every_cut_of_a_file_is_refused(void **state)
{
    (void)state;
    static const uint8_t rgb[3 * 12] = {255, 9, 80};
    wendi_array_u8 png = encode(rgb, 4, 3);
    for (size_t count = 0; count < png.count; count++) {
        wend_message message = {0, ""};
        wend_map_options options = wend_map_options_default();
        options.format = WEND_MAP_FORMAT_PNG;
        options.message = &message;
        wend_grid *grid = NULL;
        assert_int_equal(wend_map_load_grid_memory(png.items, count, &options, &grid, NULL),
                         WEND_ERROR_FILE);
        assert_null(grid);
        assert_true(message.text[0] != '\0');
    }
    wendi_array_u8_free(&png);
}

static void damaged_bytes_are_refused_or_read(void **state)
{
    (void)state;
    static const uint8_t rgb[3 * 12] = {255, 9, 80};
    wendi_array_u8 png = encode(rgb, 4, 3);
    size_t refused = 0;
    for (size_t i = 0; i < png.count; i++) {
        png.items[i] ^= 0x10;
        wend_grid *grid = NULL;
        wend_map_options options = wend_map_options_default();
        options.format = WEND_MAP_FORMAT_PNG;
        refused +=
            wend_map_load_grid_memory(png.items, png.count, &options, &grid, NULL) != WEND_OK;
        wend_grid_destroy(grid);
        png.items[i] ^= 0x10;
    }
    assert_true(refused > png.count / 2);
    wendi_array_u8_free(&png);
}

static void sizes_are_refused_before_memory_is_taken(void **state)
{
    (void)state;
    static const uint8_t rgb[3] = {255, 255, 255};
    static const uint8_t sizes[][8] = {
        {0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF}, /* 2^31 - 1 a side */
        {0, 0, 0, 0, 0, 0, 0, 1},                         /* no width */
        {0, 0, 0x40, 1, 0, 0, 0, 1},                      /* one more than allowed */
        {0, 0, 0x40, 0, 0, 0, 0x40, 0},                   /* allowed, and far too short a file */
    };
    wendi_array_u8 png = encode(rgb, 1, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        memcpy(png.items + 16, sizes[i], 8);
        wend_message message = {0, ""};
        wend_map_options options = wend_map_options_default();
        options.message = &message;
        wend_grid *grid = NULL;
        assert_int_equal(wend_map_load_grid_memory(png.items, png.count, &options, &grid, NULL),
                         WEND_ERROR_FILE);
        assert_non_null(strstr(message.text, " x "));
    }
    wendi_array_u8_free(&png);
}

static wend_result read_with(wend_allocator allocator, const wendi_array_u8 *png)
{
    wend_map_options options = wend_map_options_default();
    options.allocator = allocator;
    wend_grid *grid = NULL;
    wend_result result = wend_map_load_grid_memory(png->items, png->count, &options, &grid, NULL);
    wend_grid_destroy(grid);
    return result;
}

/** Records the largest requested block. */
static void *watch(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    size_t *largest = context;
    (void)old_bytes;
    *largest = new_bytes > *largest ? new_bytes : *largest;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return new_bytes > 1 << 20 ? NULL : realloc(block, new_bytes);
}

static void chunk_lengths_are_refused_before_memory_is_taken(void **state)
{
    (void)state;
    /* A text of half a gigabyte by its length, of 12 bytes in truth. */
    static const uint8_t chunk[] = {0x21, 0, 0, 0, 'z', 'T', 'X', 't', 'a', 0, 0, 1};
    static const uint8_t rgb[3] = {255, 255, 255};
    wendi_array_u8 png = encode(rgb, 1, 1);
    wendi_array_u8 bad;
    wendi_array_u8_init(&bad, NULL);
    assert_true(wendi_array_u8_append(&bad, png.items, 33));
    assert_true(wendi_array_u8_append(&bad, chunk, sizeof chunk));
    assert_true(wendi_array_u8_append(&bad, png.items + 33, png.count - 33));
    size_t largest = 0;
    wend_allocator allocator = {watch, &largest};
    assert_int_equal(read_with(allocator, &png), WEND_OK);
    assert_int_equal(read_with(allocator, &bad), WEND_ERROR_FILE);
    assert_true(largest < 1 << 20);
    wendi_array_u8_free(&bad);
    wendi_array_u8_free(&png);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_pixel_is_read),
        cmocka_unit_test(greys_cost_by_their_darkness),
        cmocka_unit_test(nearest_colour_of_a_table_wins_and_the_first_of_equals),
        cmocka_unit_test(every_cut_of_a_file_is_refused),
        cmocka_unit_test(damaged_bytes_are_refused_or_read),
        cmocka_unit_test(chunk_lengths_are_refused_before_memory_is_taken),
        cmocka_unit_test(sizes_are_refused_before_memory_is_taken),
    };
    return cmocka_run_group_tests(tests, skip_without_png, NULL);
}
