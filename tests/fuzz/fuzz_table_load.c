/* Runs wend_table_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. A table that loads answers all pairs, and saves to the same bytes. */
#include "fuzz/framed.h"
#include "wend/table.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x42415457, VERSION = 1, NODES_MAX = 64 };

/* No pair of any loaded table may lead outside, or into an endless loop. */
static void use(const wend_table *table)
{
    for (wend_node from = 0; from < NODES_MAX; from++) {
        for (wend_node to = 0; to < NODES_MAX; to++) {
            const wend_node next = wend_table_next(table, from, to);
            check(from == to || (next == WEND_NODE_NONE) ==
                                    (wend_table_next_edge(table, from, to) == WEND_EDGE_NONE));
            (void)wend_table_cost(table, from, to);
        }
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_message message;
    wend_table_def def = wend_table_def_default();
    def.message = &message;
    wend_table *table = NULL;
    const wend_result result = noted(wend_table_load(&def, bytes, count, &table));
    check((result == WEND_OK) == (table != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (table == NULL) {
        return;
    }
    use(table);
    uint8_t *again = malloc(count);
    size_t again_count = 0;
    check(wend_table_save(table, again, count, &again_count) == WEND_OK);
    check(again_count == count && memcmp(again, bytes, count) == 0);
    free(again);
    wend_table_destroy(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
