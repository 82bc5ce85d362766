/* Ids, definitions and bytes of overlays, for grids, graphs and meshes.
 * Cost: the 16 heads of a world. */
#include "world/layers/overlay_head.h"

#include "base/core/message.h"

static const wendi_overlay_head *head_at(wendi_overlay_table table, uint32_t index)
{
    return (const void *)((const char *)table.first + index * table.item_bytes);
}

static uint32_t slot_count(wendi_overlay_table table)
{
    return table.first == NULL ? 0 : WEND_OVERLAYS_MAX;
}

/* ---- ids ---- */

wend_result wendi_overlay_choose(wendi_overlay_table table, const wendi_overlay_terms *terms,
                                 uint32_t limit, const char *function, wend_message *message,
                                 uint32_t *index)
{
    *index = 0;
    /* Written so that NaN fails. */
    if (!(terms->keep >= 0.0 && terms->keep <= 1.0)) {
        return wendi_refuse(message, function, "keep", terms->keep, 0, 1);
    }
    if (terms->max_value < 1 || terms->max_value > limit) {
        return wendi_refuse(message, function, "max_value", terms->max_value, 1, limit);
    }
    while (*index < slot_count(table) && head_at(table, *index)->is_used) {
        ++*index;
    }
    if (*index == WEND_OVERLAYS_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL, "%s: there are %ld overlays, which is the most",
                          function, (long)WEND_OVERLAYS_MAX);
    }
    return WEND_OK;
}

wend_overlay_id wendi_overlay_start(wendi_overlay_head *head, const wendi_overlay_terms *terms,
                                    uint32_t index)
{
    head->is_used = true;
    head->generation++;
    head->layers = terms->layers;
    head->keep = (uint32_t)(terms->keep * (double)WENDI_OVERLAY_KEEP_ONE + 0.5);
    head->most = terms->max_value;
    return (wend_overlay_id){index + 1, head->generation};
}

wendi_overlay_terms wendi_overlay_terms_of(const wendi_overlay_head *head)
{
    return (wendi_overlay_terms){head->layers, (double)head->keep / (double)WENDI_OVERLAY_KEEP_ONE,
                                 head->most};
}

wend_result wendi_overlay_index_of(wendi_overlay_table table, wend_overlay_id id, uint32_t *index)
{
    if (id.index1 == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    if (id.index1 > slot_count(table)) {
        return WEND_ERROR_STALE;
    }
    const wendi_overlay_head *head = head_at(table, id.index1 - 1);
    if (!head->is_used || head->generation != id.generation) {
        return WEND_ERROR_STALE;
    }
    *index = id.index1 - 1;
    return WEND_OK;
}

wend_result wendi_overlay_list_ids(wendi_overlay_table table, wend_overlay_id *ids, size_t capacity,
                                   size_t *count)
{
    *count = 0;
    for (uint32_t i = 0; i < slot_count(table); i++) {
        const wendi_overlay_head *head = head_at(table, i);
        if (!head->is_used) {
            continue;
        }
        if (*count < capacity) {
            ids[*count] = (wend_overlay_id){i + 1, head->generation};
        }
        ++*count;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- bytes ---- */

uint32_t wendi_overlay_used_count(wendi_overlay_table table)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < slot_count(table); i++) {
        count = head_at(table, i)->generation != 0 ? i + 1 : count;
    }
    return count;
}

uint64_t wendi_overlay_head_hash(const wendi_overlay_head *head, uint64_t hash)
{
    hash = wend_hash_u64(hash, (uint64_t)head->generation << 32 | head->is_used);
    hash = wend_hash_u64(hash, (uint64_t)head->layers << 32 | head->keep);
    return wend_hash_u64(hash, (uint64_t)head->most << 32 | head->count);
}

void wendi_overlay_head_write(const wendi_overlay_head *head, wendi_writer *writer)
{
    wendi_write_u32(writer, head->generation);
    wendi_write_u8(writer, head->is_used);
    if (head->is_used) {
        wendi_write_u32(writer, head->layers);
        wendi_write_u32(writer, head->keep);
        wendi_write_u32(writer, head->most);
        wendi_write_u32(writer, head->count);
    }
}

bool wendi_overlay_head_read_use(wendi_overlay_head *head, wendi_reader *reader)
{
    head->generation = wendi_read_u32(reader);
    const uint32_t is_used = wendi_read_u8(reader);
    head->is_used = is_used == 1;
    return !reader->has_failed && is_used <= 1 && (!head->is_used || head->generation != 0);
}

wend_result wendi_overlay_head_read(wendi_overlay_head *head, uint32_t limit, wendi_reader *reader,
                                    uint32_t *count, const char **reason)
{
    *count = 0;
    if (!wendi_overlay_head_read_use(head, reader)) {
        *reason = "an overlay is missing or was never made";
        return WEND_ERROR_FILE;
    }
    if (!head->is_used) {
        return WEND_OK;
    }
    head->layers = wendi_read_u32(reader);
    head->keep = wendi_read_u32(reader);
    head->most = wendi_read_u32(reader);
    *count = wendi_read_u32(reader);
    if (reader->has_failed || head->keep > WENDI_OVERLAY_KEEP_ONE || head->most < 1 ||
        head->most > limit) {
        *reason = "an overlay's keep or max_value cannot be";
        return WEND_ERROR_FILE;
    }
    return WEND_OK;
}
