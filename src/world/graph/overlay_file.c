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
    uint32_t count = 0;
    for (uint32_t i = 0; i < WEND_GRAPH_OVERLAYS_MAX; i++) {
        count = graph->overlays->items[i].generation != 0 ? i + 1 : count;
    }
    return count;
}

uint64_t wendi_graph_overlays_hash(const wend_graph *graph, uint64_t hash)
{
    for (uint32_t i = 0; graph->overlays != NULL && i < overlay_count(graph); i++) {
        const wendi_graph_overlay *overlay = &graph->overlays->items[i];
        hash = wend_hash_u64(hash, (uint64_t)overlay->generation << 32 | overlay->is_used);
        hash = wend_hash_u64(hash, (uint64_t)overlay->layers << 32 | overlay->keep);
        hash = wend_hash_u64(hash, (uint64_t)overlay->most << 32 | overlay->count);
        for (uint32_t k = 0; k < overlay->count; k++) {
            const wendi_graph_overlay_entry *entry = &overlay->entries[k];
            hash = wend_hash_u64(hash, (uint64_t)entry->edge << 32 | entry->value);
        }
    }
    return hash;
}

/* ---- writing ---- */

static void write_overlay(const wendi_graph_overlay *overlay, wendi_writer *writer)
{
    wendi_write_u32(writer, overlay->generation);
    wendi_write_u8(writer, overlay->is_used);
    if (!overlay->is_used) {
        return;
    }
    wendi_write_u32(writer, overlay->layers);
    wendi_write_u32(writer, overlay->keep);
    wendi_write_u32(writer, overlay->most);
    wendi_write_u32(writer, overlay->count);
    for (uint32_t i = 0; i < overlay->count; i++) {
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
    overlay->capacity = count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t edge = wendi_read_u32(reader);
        const uint32_t value = wendi_read_u32(reader);
        if (!wendi_graph_has_edge(graph, edge) || (i > 0 && edge <= overlay->entries[i - 1].edge)) {
            return bad(reason, "an overlay's edges are not rising or do not exist");
        }
        if (value < 1 || value > overlay->most) {
            return bad(reason, "a number of an overlay is 0 or above its max_value");
        }
        overlay->entries[i] = (wendi_graph_overlay_entry){edge, value};
        overlay->count = i + 1;
    }
    return WEND_OK;
}

static wend_result read_overlay(const wend_graph *graph, wendi_graph_overlay *overlay,
                                wendi_reader *reader, const char **reason)
{
    overlay->generation = wendi_read_u32(reader);
    const uint32_t is_used = wendi_read_u8(reader);
    if (reader->has_failed || is_used > 1 || (is_used == 1 && overlay->generation == 0)) {
        return bad(reason, "an overlay is missing or was never made");
    }
    if (is_used == 0) {
        return WEND_OK;
    }
    overlay->is_used = true;
    overlay->layers = wendi_read_u32(reader);
    overlay->keep = wendi_read_u32(reader);
    overlay->most = wendi_read_u32(reader);
    const uint32_t count = wendi_read_u32(reader);
    if (reader->has_failed || overlay->keep > WENDI_GRAPH_KEEP_ONE || overlay->most < 1 ||
        overlay->most > WEND_GRAPH_OVERLAY_VALUE_MAX) {
        return bad(reason, "an overlay's keep or max_value cannot be");
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
    if (result == WEND_OK && graph->overlays->items[count - 1].generation == 0) {
        return bad(reason, "the last overlay was never made");
    }
    return result;
}
