/* Runs wend_tactics_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Tactics that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/tactics.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x43415457, VERSION = 1 }; /* of src/mind/decide/tactics.c */

static void check_round_trip(const wend_tactics *tactics, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_tactics_save(tactics, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_tactics_save(tactics, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

/* Whatever the definition that was loaded, tactics can be chosen and decisions added. */
static void use(wend_tactics *tactics)
{
    const uint32_t count = wend_tactics_history_count(tactics);
    for (uint32_t i = 0; i < count && i < 50; i++) {
        wend_tactic_decision decision;
        wend_tactic_info info;
        check(wend_tactics_get_decision(tactics, i, &decision) == WEND_OK);
        check(wend_tactics_get(tactics, decision.context, decision.tactic, &info) == WEND_OK);
        check(info.tries >= 1 && info.tries_all >= info.tries);
    }
    for (uint32_t i = 0; i < 20; i++) {
        wend_tactic_choice choice;
        check(wend_tactics_choose(tactics, 0, &choice) == WEND_OK);
        check(choice.is_first == (wend_tactics_history_count(tactics) == 0));
        check(wend_tactics_add(tactics, 0, choice.tactic, i % 3) == WEND_OK);
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_tactics *tactics = NULL;
    wend_message message;
    wend_tactics_def def = wend_tactics_def_default();
    def.message = &message;
    const wend_result result = noted(wend_tactics_load(&def, bytes, count, &tactics));
    check((result == WEND_OK) == (tactics != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (tactics != NULL) {
        check_round_trip(tactics, bytes, count);
        use(tactics);
        wend_tactics_destroy(tactics);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
