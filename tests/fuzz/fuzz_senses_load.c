/* Runs wend_senses_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Senses that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/sense.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x534E5357, VERSION = 1, LISTED = 8 }; /* of src/mind/senses/file.c */

static void check_round_trip(const wend_senses *senses, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_senses_save(senses, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_senses_save(senses, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

/* Whatever was loaded, it can be read, changed and updated. */
static void use(wend_senses *senses)
{
    for (uint32_t i = 1; i < 6; i++) {
        wend_perception list[LISTED];
        wend_sight sight;
        size_t count;
        const wend_observer_id observer = {i, 1};
        (void)wend_senses_get_perceptions(senses, observer, 7, list, LISTED, &count);
        (void)wend_senses_get_threats(senses, observer, list, LISTED, &count);
        (void)wend_senses_can_see(senses, observer, (wend_source_id){i, 1}, &sight);
        (void)wend_senses_remove_source(senses, (wend_source_id){i + 2, 1});
    }
    const wend_source source = wend_source_default();
    const wend_lamp lamp = wend_lamp_default();
    wend_source_id source_id;
    wend_lamp_id lamp_id;
    check(wend_senses_add_source(senses, &source, &source_id) == WEND_OK);
    check(wend_senses_add_lamp(senses, &lamp, &lamp_id) == WEND_OK);
    for (uint32_t i = 0; i < 3; i++) {
        size_t count;
        check(wend_senses_update(senses, NULL) == WEND_OK);
        (void)wend_senses_get_events(senses, &count);
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_senses *senses = NULL;
    wend_message message;
    wend_senses_def def = wend_senses_def_default();
    def.message = &message;
    const wend_result result = noted(wend_senses_load(&def, bytes, count, &senses));
    check((result == WEND_OK) == (senses != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (senses != NULL) {
        check_round_trip(senses, bytes, count);
        use(senses);
        wend_senses_destroy(senses);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
