/* Saves, loads and hashes the overlays of a graph.
 * Cost: linear in the numbers of overlays; loading takes memory only for numbers that the bytes can
 * hold.
 *
 *   overlays u8, for each: generation u32, used u8; if 1:
 *   layers u32, keep u32, most u32, numbers u32, for each of them, rising by edge:
 *   edge u32, number u32 */
#include "world/graph/overlay.h"

#include "world/graph/store.h"

static uint32_t overlay_count(const wend_graph *graph)
{
    return wendi_overlay_used_count(wendi_graph_overlay_table(graph));
}

uint64_t wendi_graph_overlays_hash(const wend_graph *graph, uint64_t hash)
{
    for (uint32_t i = 0; i < overlay_count(graph); i++) {
        const wendi_graph_overlay *overlay = &graph->overlays->items[i];
        hash = wendi_overlay_head_hash(&overlay->head, hash);
        for (uint32_t k = 0; k < overlay->head.count; k++) {
            const wendi_graph_overlay_entry *entry = &overlay->entries[k];
            hash = wend_hash_u64(hash, (uint64_t)entry->edge << 32 | entry->value);
        }
    }
    return hash;
}

/* ---- writing ---- */

static void write_overlay(const wendi_graph_overlay *overlay, wendi_writer *writer)
{
    wendi_overlay_head_write(&overlay->head, writer);
    for (uint32_t i = 0; i < overlay->head.count; i++) {
        wendi_write_u32(writer, overlay->entries[i].edge);
        wendi_write_u32(writer, overlay->entries[i].value);
    }
}

void wendi_graph_overlays_write(const wend_graph *graph, wendi_writer *writer)
{
    wendi_write_u8(writer, (uint8_t)overlay_count(graph));
    for (uint32_t i = 0; i < overlay_count(graph); i++) {
        write_overlay(&graph->overlays->items[i], writer);
    }
}

/* ---- reading ---- */

static wend_result bad(const char **reason, const char *what)
{
    *reason = what;
    return WEND_ERROR_FILE;
}

static wend_result read_entries(const wend_graph *graph, wendi_graph_overlay *overlay,
                                wendi_reader *reader, uint32_t count, const char **reason)
{
    if (count > wendi_reader_remaining(reader) / (2 * sizeof(uint32_t))) {
        return bad(reason, "the data ends within the overlays");
    }
    if (count == 0) {
        return WEND_OK;
    }
    overlay->entries = wendi_alloc_items(&graph->allocator, count, sizeof *overlay->entries);
    if (overlay->entries == NULL) {
        return WEND_ERROR_MEMORY;
    }
    overlay->head.capacity = count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t edge = wendi_read_u32(reader);
        const uint32_t value = wendi_read_u32(reader);
        if (!wendi_graph_has_edge(graph, edge) || (i > 0 && edge <= overlay->entries[i - 1].edge)) {
            return bad(reason, "an overlay's edges are not rising or do not exist");
        }
        if (value < 1 || value > overlay->head.most) {
            return bad(reason, "a number of an overlay is 0 or above its max_value");
        }
        overlay->entries[i] = (wendi_graph_overlay_entry){edge, value};
        overlay->head.count = i + 1;
    }
    return WEND_OK;
}

static wend_result read_overlay(const wend_graph *graph, wendi_graph_overlay *overlay,
                                wendi_reader *reader, const char **reason)
{
    uint32_t count;
    const wend_result result = wendi_overlay_head_read(&overlay->head, WEND_GRAPH_OVERLAY_VALUE_MAX,
                                                       reader, &count, reason);
    if (result != WEND_OK) {
        return result;
    }
    return read_entries(graph, overlay, reader, count, reason);
}

wend_result wendi_graph_overlays_read(wend_graph *graph, wendi_reader *reader, const char **reason)
{
    const uint32_t count = wendi_read_u8(reader);
    if (reader->has_failed || count < 1 || count > WEND_GRAPH_OVERLAYS_MAX) {
        return bad(reason, "the count of overlays is missing, 0 or too large");
    }
    if (!wendi_graph_overlays_create(graph)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = read_overlay(graph, &graph->overlays->items[i], reader, reason);
    }
    if (result == WEND_OK && graph->overlays->items[count - 1].head.generation == 0) {
        return bad(reason, "the last overlay was never made");
    }
    return result;
}
