/* Runs wend_squads_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Squads that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/squad.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x44515357, VERSION = 1 }; /* of src/mind/squad/squads_bytes.c */

static void check_round_trip(const wend_squads *squads, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_squads_save(squads, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_squads_save(squads, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_squads *squads)
{
    wend_squad_id ids[8];
    size_t count = 0;
    (void)wend_squads_list(squads, ids, 8, &count);
    count = count < 8 ? count : 8;
    for (uint64_t tick = 0; tick < 3; tick++) {
        check(wend_squads_update(squads, UINT64_MAX) == WEND_OK);
        for (size_t i = 0; i < count; i++) {
            const wend_squad_order order = {.kind = (wend_squad_order_kind)(tick + 1),
                                            .at = {3, 4},
                                            .tactic = (wend_squad_tactic)tick};
            const wend_squad_enemy enemy = {tick, {5, 5}, 1, 1, 1};
            (void)wend_squads_set_enemy(squads, ids[i], &enemy);
            check(wend_squads_set_order(squads, ids[i], &order) == WEND_OK);
        }
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_squads *squads = NULL;
    wend_message message;
    wend_squads_def def = wend_squads_def_default();
    def.message = &message;
    const wend_result result = noted(wend_squads_load(&def, bytes, count, &squads));
    check((result == WEND_OK) == (squads != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (squads != NULL) {
        check_round_trip(squads, bytes, count);
        use(squads);
        wend_squads_destroy(squads);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
