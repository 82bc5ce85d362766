/* Runs wend_minds_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Minds that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/mind.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x444E4D57, VERSION = 1 }; /* of src/mind/schedule/minds_bytes.c */

static void think(void *user, wend_mind_turn *turn)
{
    uint32_t *thoughts = user;
    ++*thoughts;
    if (turn->agent % 8 == 1) {
        (void)wend_mind_turn_remove_agent(turn, turn->agent);
    }
}

static void check_round_trip(const wend_minds *minds, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_minds_save(minds, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_minds_save(minds, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_minds *minds)
{
    const wend_vec3 point = {1, 2, 3};
    wend_mind_def def = wend_mind_def_default();
    def.agent = 12345;
    def.period = 3;
    (void)wend_minds_add_agent(minds, &def);
    for (uint32_t tick = 0; tick < 4; tick++) {
        wend_budget budget = wend_budget_steps(20);
        check(wend_minds_update(minds, &budget, NULL) >= 0);
        check(wend_minds_set_points(minds, &point, tick % 2) == WEND_OK);
    }
    check(wend_minds_decision(minds, 12345) != NULL || !wend_minds_has_agent(minds, 12345));
    (void)wend_minds_remove_agent(minds, 12345);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    uint32_t thoughts = 0;
    wend_minds *minds = NULL;
    wend_message message;
    wend_minds_def def = wend_minds_def_default();
    def.message = &message;
    def.think = think;
    def.user = &thoughts;
    const wend_result result = noted(wend_minds_load(&def, bytes, count, &minds));
    check((result == WEND_OK) == (minds != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (minds != NULL) {
        check_round_trip(minds, bytes, count);
        use(minds);
        wend_minds_destroy(minds);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
