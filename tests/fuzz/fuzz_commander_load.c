/* Runs wend_commander_load on any bytes, and on the same bytes under a right frame and checksum, which chance
 * would never find. Commanders that load must save again to the same bytes, and bear use. */
#include "base/core/counted_memory.h"
#include "fuzz/framed.h"
#include "wend/commander.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x444d4357, VERSION = 1 }; /* of src/mind/commander/commander_file.c */
enum { MEMORY_MOST = 1 << 24 };           /* a few bytes can describe a huge one */

static void check_round_trip(const wend_commander *commander, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_commander_save(commander, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_commander_save(commander, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_commander *commander)
{
    wend_commander_info info;
    const wend_draw draw = {0};
    wend_commander_get_info(commander, &info);
    check(wend_commander_draw(commander, &draw) == WEND_OK);
    check(wend_commander_set_seen(commander, (wend_vec2){1, 1}, 2) == WEND_OK);
    check(wend_commander_update(commander, NULL) == WEND_OK);
    for (uint32_t i = 0; i < wend_commander_goal_limit(commander); i++) {
        (void)wend_commander_finish_goal(commander, wend_commander_goal_at(commander, i));
    }
    check(wend_commander_update(commander, NULL) == WEND_OK);
    check(wend_commander_set_tick(commander, UINT64_MAX) == WEND_OK);
    check(wend_commander_update(commander, NULL) == WEND_OK);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_commander *commander = NULL;
    wend_message message;
    wendi_counted_memory memory = {.limit = MEMORY_MOST};
    wend_commander_def def = wend_commander_def_default();
    def.allocator = wendi_counted_allocator(&memory);
    def.message = &message;
    const wend_result result = wend_commander_load(&def, bytes, count, &commander);
    check((result == WEND_OK) == (commander != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (commander != NULL) {
        check_round_trip(commander, bytes, count);
        use(commander);
        wend_commander_destroy(commander);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
