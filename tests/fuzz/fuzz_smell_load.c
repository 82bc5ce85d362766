/* Runs wend_smell_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Smells that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/grid.h"
#include "wend/smell.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x4C4D5357, VERSION = 1, SIDE = 12 }; /* of src/mind/smell/smell_file.c */

static void check_round_trip(const wend_smell *smell, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_smell_save(smell, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_smell_save(smell, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_smell *smell)
{
    wend_smell_source source = wend_smell_source_default();
    const wend_smell_id none = {0, 0};
    wend_smell_id id;
    wend_scent scents[8];
    wend_smell_step next;
    wend_vec2 direction;
    size_t count;
    source.position = (wend_vec2){5.5, 5.5};
    source.leaves_trail = true;
    check(wend_smell_add_source(smell, &source, &id) == WEND_OK);
    for (int32_t i = 0; i < SIDE; i++) {
        const wend_vec2 at = {0.5 + i, 5.5};
        check(wend_smell_move(smell, id, at) == WEND_OK);
        check(wend_smell_update(smell) == WEND_OK && wend_smell_is_fresh(smell));
        check(wend_smell_at(smell, at, NULL, scents, 8, &count) >= WEND_OK);
        (void)wend_smell_follow(smell, at, NULL, none, &next);
        (void)wend_smell_direction(smell, at, NULL, none, &direction);
    }
    check(wend_smell_remove_source(smell, id) == WEND_OK);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_smell *smell = NULL;
    wend_message message;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid = NULL;
    grid_def.width = grid_def.height = SIDE;
    if (wend_grid_create(&grid_def, &grid) != WEND_OK) {
        return;
    }
    wend_smell_def def = wend_smell_def_default();
    def.grid = grid;
    def.message = &message;
    const wend_result result = noted(wend_smell_load(&def, bytes, count, &smell));
    check((result == WEND_OK) == (smell != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (smell != NULL) {
        check_round_trip(smell, bytes, count);
        use(smell);
        wend_smell_destroy(smell);
    }
    wend_grid_destroy(grid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
