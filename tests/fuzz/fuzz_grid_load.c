/* Takes: any bytes.
 * Gives: a run of wend_grid_load on them, and on the same bytes under a right frame and checksum,
 *        which chance would never find; what loads must save and load again to the same bytes.
 * Cost: a few milliseconds for small inputs. */
#include "base/bytes.h"
#include "wend/grid.h"
#include "world/grid_file.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

static uint8_t *save(const wend_grid *grid, size_t *count)
{
    check(wend_grid_save(grid, NULL, 0, count) == WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    if (bytes != NULL) {
        check(wend_grid_save(grid, bytes, *count, count) == WEND_OK);
    }
    return bytes;
}

/* Reads every part once, so that a sanitizer sees a page or index that leads astray. */
static void use(wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    check(info.revision == 1);
    (void)wend_grid_is_open(grid, 0, 3, info.width - 1, info.height - 1);
    check(wend_grid_fill(grid, WEND_CLASS_ALL, info.width / 2, 0, 1, info.height, 9) == WEND_OK);
    check(wend_grid_close_to_teams(grid, 0, info.height / 2, info.width, 1, 5) == WEND_OK);
    check(wend_grid_cost(grid, 0, info.width / 2, 0) == 9);
}

static void check_round_trip(const wend_grid *grid)
{
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *again = NULL;
    if (bytes == NULL) {
        return;
    }
    wend_result result = wend_grid_load(bytes, count, NULL, &again, NULL);
    check(result == WEND_OK || result == WEND_ERROR_MEMORY);
    if (again != NULL) {
        size_t again_count;
        uint8_t *again_bytes = save(again, &again_count);
        check(wend_grid_hash(again) == wend_grid_hash(grid));
        check(again_bytes == NULL ||
              (again_count == count && memcmp(again_bytes, bytes, count) == 0));
        free(again_bytes);
        wend_grid_destroy(again);
    }
    free(bytes);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_grid *grid = NULL;
    wend_message message;
    wend_result result = wend_grid_load(bytes, count, NULL, &grid, &message);
    check((result == WEND_OK) == (grid != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (grid != NULL) {
        check_round_trip(grid);
        use(grid);
        wend_grid_destroy(grid);
    }
}

/* The input as the content of a section that is otherwise right. Seeds carry a frame already. */
static void try_framed(const uint8_t *data, size_t size)
{
    const uint8_t magic[] = {'W', 'G', 'R', 'D'};
    if (size >= WENDI_GRID_FILE_FRAME_BYTES && memcmp(data, magic, sizeof magic) == 0) {
        data += 16;
        size -= WENDI_GRID_FILE_FRAME_BYTES;
    }
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    size_t section =
        wendi_write_section_begin(&writer, WENDI_GRID_FILE_MAGIC, WENDI_GRID_FILE_VERSION);
    wendi_write_raw(&writer, data, size);
    wendi_write_section_end(&writer, section);
    if (!writer.has_failed) {
        try_bytes(writer.bytes.items, writer.bytes.count);
    }
    wendi_writer_free(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_bytes(data, size);
    try_framed(data, size);
    return 0;
}
