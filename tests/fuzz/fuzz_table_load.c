/* Takes: any bytes.
 * Gives: a run of wend_table_load on them, and on the same bytes under a right frame and checksum,
 *        which chance would never find; what loads answers all pairs, and saves to the same bytes.
 * Cost: microseconds. */
#include "base/bytes.h"
#include "wend/table.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAGIC = 0x42415457, VERSION = 1, FRAME_BEFORE = 16, FRAME_AFTER = 8, NODES_MAX = 64 };

static void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* No pair of whatever loads may lead outside, or on for ever. */
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
    const wend_result result = wend_table_load(&def, bytes, count, &table);
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

/* The input as the content of a section that is otherwise right; seeds carry a frame already. */
static void try_framed(const uint8_t *data, size_t size)
{
    const uint8_t magic[] = {'W', 'T', 'A', 'B'};
    if (size >= FRAME_BEFORE + FRAME_AFTER && memcmp(data, magic, sizeof magic) == 0) {
        data += FRAME_BEFORE;
        size -= FRAME_BEFORE + FRAME_AFTER;
    }
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    const size_t section = wendi_write_section_begin(&writer, MAGIC, VERSION);
    wendi_write_raw(&writer, data, size);
    wendi_write_section_end(&writer, section);
    if (!writer.has_failed) {
        try_bytes(writer.bytes.items, writer.bytes.count);
    }
    wendi_writer_free(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_bytes(data, size);
    try_framed(data, size);
    return 0;
}
