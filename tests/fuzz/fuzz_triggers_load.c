/* Runs wend_triggers_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Triggers that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/trigger.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x47525457, VERSION = 1 }; /* of src/mind/triggers/triggers_file.c */

static void check_round_trip(const wend_triggers *triggers, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_triggers_save(triggers, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_triggers_save(triggers, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

/* Whatever triggers were loaded, they fire, are read and removed. */
static void use(wend_triggers *triggers)
{
    const wend_trigger_agent agents[] = {{5, {0, 0, 0}, 0.5}, {2, {9, 1, 0}, 0.5}};
    const wend_trigger_noise noise = {{1, 1, 0}, 70, 3, 4};
    uint64_t tick = wend_triggers_tick(triggers);
    for (int i = 0; i < 3; i++) {
        tick = tick < UINT64_MAX - 100 ? tick + 50 : tick;
        check(wend_triggers_update(triggers, tick, agents, 2, &noise, 1) == WEND_OK);
    }
    for (uint32_t i = 0; i < wend_triggers_limit(triggers) && i < 40; i++) {
        wend_trigger trigger;
        wend_trigger_state state;
        const wend_trigger_id id = wend_triggers_id_at(triggers, i);
        if (id.index1 != 0) {
            check(wend_triggers_get(triggers, id, &trigger) == WEND_OK);
            check(wend_triggers_get_state(triggers, id, &state) == WEND_OK);
            check(i % 2 == 0 || wend_triggers_remove(triggers, id) == WEND_OK);
        }
    }
    check(wend_triggers_update(triggers, tick, agents, 1, NULL, 0) == WEND_OK);
}

static void try_bytes(const uint8_t *bytes, size_t size)
{
    wend_items_def items_def = wend_items_def_default();
    wend_items *items = NULL;
    wend_triggers *triggers = NULL;
    wend_message message;
    wend_triggers_def def = wend_triggers_def_default();
    wend_item item = wend_item_default();
    wend_item_id item_id;
    if (wend_items_create(&items_def, &items) != WEND_OK) {
        return;
    }
    (void)wend_items_add(items, &item, &item_id);
    def.items = items;
    def.message = &message;
    const wend_result result = noted(wend_triggers_load(&def, bytes, size, &triggers));
    check((result == WEND_OK) == (triggers != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (triggers != NULL) {
        check_round_trip(triggers, bytes, size);
        use(triggers);
        wend_triggers_destroy(triggers);
    }
    wend_items_destroy(items);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
