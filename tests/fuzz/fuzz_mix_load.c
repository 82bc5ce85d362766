/* Runs wend_mix_load on any bytes, and on the same bytes under a right frame and checksum, which chance
 * would never find. Mixes that load must save again to the same bytes, and bear use. */
#include "base/core/counted_memory.h"
#include "fuzz/framed.h"
#include "wend/mix.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x58494d57, VERSION = 1 }; /* of src/mind/commander/mix.c */
enum { MEMORY_MOST = 1 << 24 };           /* a few bytes can describe a large one */

static void check_round_trip(const wend_mix *mix, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_mix_save(mix, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_mix_save(mix, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_mix *mix)
{
    double shares[WEND_MIX_KINDS_MAX];
    wend_mix_answer answer;
    const wend_result result = wend_mix_solve(mix, NULL, shares, WEND_MIX_KINDS_MAX, &answer);
    check(result == WEND_OK || result == WEND_TRUNCATED);
    check(answer.value <= answer.bound + 1e-6 && answer.bound <= 1.000001);
    check(wend_mix_add_seen(mix, 0, 3) == WEND_OK);
    check(wend_mix_add_outcome(mix, 0, 0, 3, 4) == WEND_OK);
    check(wend_mix_set_tick(mix, UINT64_MAX) == WEND_OK);
    check(wend_mix_get_opponent(mix, NULL, shares, WEND_MIX_KINDS_MAX, NULL) == WEND_OK);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_mix *mix = NULL;
    wend_message message;
    wendi_counted_memory memory = {.limit = MEMORY_MOST};
    wend_mix_def def = wend_mix_def_default();
    def.allocator = wendi_counted_allocator(&memory);
    def.message = &message;
    const wend_result result = wend_mix_load(&def, bytes, count, &mix);
    check((result == WEND_OK) == (mix != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (mix != NULL) {
        check_round_trip(mix, bytes, count);
        use(mix);
        wend_mix_destroy(mix);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
