/* Runs the reader of items and triggers as text on any bytes: what is added is written as text that
 * reads the same, and bad text changes nothing. */
#include "fuzz/check.h"
#include "wend/io.h"

#include <string.h>

typedef struct placed {
    wend_items *items;
    wend_triggers *triggers;
} placed;

static placed make(void)
{
    placed p = {NULL, NULL};
    const wend_items_def items_def = wend_items_def_default();
    check(wend_items_create(&items_def, &p.items) == WEND_OK);
    wend_triggers_def def = wend_triggers_def_default();
    def.items = p.items;
    check(wend_triggers_create(&def, &p.triggers) == WEND_OK);
    return p;
}

static void destroy(placed p)
{
    wend_triggers_destroy(p.triggers);
    wend_items_destroy(p.items);
}

static uint8_t *text_of(placed p, size_t *count)
{
    uint8_t *bytes = NULL;
    check(wend_items_save_text_memory(p.items, p.triggers, NULL, &bytes, count, NULL) == WEND_OK);
    return bytes;
}

static void check_text(placed p)
{
    size_t count = 0, again_count = 0;
    uint8_t *text = text_of(p, &count);
    const placed back = make();
    check(wend_items_add_memory(text, count, back.items, back.triggers, NULL, NULL) == WEND_OK);
    uint8_t *again = text_of(back, &again_count);
    check(count == again_count && memcmp(text, again, count) == 0);
    check(wend_items_count(back.items) == wend_items_count(p.items));
    check(wend_triggers_count(back.triggers) == wend_triggers_count(p.triggers));
    wend_io_free(NULL, text, count);
    wend_io_free(NULL, again, again_count);
    destroy(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wend_message message = {0, ""};
    const placed p = make();
    const uint64_t items = wend_items_hash(p.items), triggers = wend_triggers_hash(p.triggers);
    const wend_result result =
        wend_items_add_memory(data, size, p.items, p.triggers, NULL, &message);
    check((result == WEND_OK) == (message.text[0] == '\0'));
    check(result == WEND_OK || (result == WEND_ERROR_FILE && message.line > 0));
    if (result == WEND_OK) {
        check_text(p);
    } else {
        check(wend_items_hash(p.items) == items && wend_triggers_hash(p.triggers) == triggers);
    }
    destroy(p);
    return 0;
}
