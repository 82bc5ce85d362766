/* Runs wend_reservations_load on any bytes, and on the same bytes under a right frame and checksum,
 * which chance would never find. Reservations that load must save again to the same bytes, and bear
 * use. */
#include "fuzz/framed.h"
#include "wend/reserve.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x56535257, VERSION = 1 }; /* of src/mind/reservations/reservations_file.c */

static void check_round_trip(const wend_reservations *r, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_reservations_save(r, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_reservations_save(r, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

/* Whatever claims were loaded, they can be read, taken over and ended. */
static void use(wend_reservations *r)
{
    wend_claim_id ids[32];
    size_t count;
    (void)wend_reservations_list(r, ids, 32, &count);
    check(count == wend_reservations_total(r));
    for (size_t i = 0; i < count && i < 32; i++) {
        wend_claim claim;
        wend_claim_id id;
        if (wend_reservations_get(r, ids[i], &claim) != WEND_OK) {
            continue; /* taken over by one of those below */
        }
        check(wend_reservations_is_free(r, &claim));
        check(wend_reservations_claim(r, &claim, &id) == WEND_OK);
        check(memcmp(&id, &ids[i], sizeof id) == 0);
        claim.agent++;
        claim.priority = INT32_MAX;
        claim.ticks = 1;
        (void)wend_reservations_claim(r, &claim, &id);
    }
    const uint64_t tick = wend_reservations_tick(r);
    check(wend_reservations_update(r, tick < UINT64_MAX ? tick + 1 : tick) == WEND_OK);
    (void)wend_reservations_list(r, ids, 32, &count);
    for (size_t i = 0; i < count && i < 32; i++) {
        check(wend_reservations_release(r, ids[i]) == WEND_OK);
    }
    wend_reservations_clear(r);
    check(wend_reservations_total(r) == 0);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_reservations *r = NULL;
    wend_message message;
    wend_reservations_def def = wend_reservations_def_default();
    def.message = &message;
    const wend_result result = noted(wend_reservations_load(&def, bytes, count, &r));
    check((result == WEND_OK) == (r != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (r != NULL) {
        check_round_trip(r, bytes, count);
        use(r);
        wend_reservations_destroy(r);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
