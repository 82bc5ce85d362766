/* Runs wend_items_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Items that load must save and load again to the same bytes, and bear
 * queries and edits. */
#include "fuzz/framed.h"
#include "wend/items.h"
#include "world/items/store.h"

#include <stdlib.h>
#include <string.h>

/* Each active item is found where it is. */
static void read_all(const wend_items *items)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < wend_items_limit(items); i++) {
        const wend_item_id id = wend_items_id(items, i);
        wend_item item;
        size_t count;
        if (id.index1 == 0) {
            continue;
        }
        found++;
        check(wend_items_get(items, id, &item) == WEND_OK);
        check(wend_items_in_circle(items, item.position, 0, NULL, NULL, 0, &count) >= 0);
        check(count > 0 || !item.is_active);
        if (i > 200) {
            continue;
        }
        check(!item.is_active || wend_items_nearest(items, item.position, NULL).index1 != 0);
    }
    check(found == wend_items_count(items));
}

static void edit(wend_items *items)
{
    const wend_item item = wend_item_default();
    wend_item_id id;
    for (uint32_t i = 0; i < wend_items_limit(items) && i < 200; i++) {
        (void)wend_items_move(items, wend_items_id(items, i), (wend_vec3){i, 3, 0});
        if (i % 3 == 0) {
            (void)wend_items_remove(items, wend_items_id(items, i));
        }
    }
    for (int i = 0; i < 20; i++) {
        check(wend_items_add(items, &item, &id) == WEND_OK);
    }
    read_all(items);
}

static void check_round_trip(const wend_items *items, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_items_save(items, NULL, 0, &again_count) == WEND_TRUNCATED);
    uint8_t *again_bytes = malloc(again_count);
    if (again_bytes == NULL) {
        return;
    }
    check(wend_items_save(items, again_bytes, again_count, &again_count) == WEND_OK);
    /* Items have a single saved form. */
    check(again_count == count && memcmp(again_bytes, bytes, count) == 0);
    wend_items *again = NULL;
    const wend_result result = wend_items_load(NULL, again_bytes, again_count, &again);
    check(result == WEND_OK || result == WEND_ERROR_MEMORY);
    check(again == NULL || wend_items_hash(again) == wend_items_hash(items));
    const uint64_t hash = wend_items_hash(again);
    check(wend_items_restore(again, bytes, count > 0 ? count - 1 : 0) < 0);
    check(wend_items_hash(again) == hash);
    edit(again);
    const wend_result restored = wend_items_restore(again, again_bytes, again_count);
    check(restored == WEND_OK || restored == WEND_ERROR_MEMORY || again == NULL);
    check(restored != WEND_OK || wend_items_hash(again) == wend_items_hash(items));
    wend_items_destroy(again);
    free(again_bytes);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_items *items = NULL;
    wend_message message;
    wend_items_def def = wend_items_def_default();
    def.message = &message;
    const wend_result result = noted(wend_items_load(&def, bytes, count, &items));
    check((result == WEND_OK) == (items != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (items != NULL) {
        check_round_trip(items, bytes, count);
        read_all(items);
        edit(items);
        wend_items_destroy(items);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, WENDI_ITEMS_FILE_MAGIC, WENDI_ITEMS_FILE_VERSION, try_bytes);
    return 0;
}
