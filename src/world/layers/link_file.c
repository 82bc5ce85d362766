/* Saves, loads and hashes the links of a grid. Linear in the slots. */
#include "base/core/memory.h"
#include "world/cells/store.h"
#include "world/layers/link.h"

/* ---- writing ---- */

static uint8_t flags_of(const wendi_link_slot *slot)
{
    if (!slot->is_used) {
        return 0;
    }
    return (uint8_t)(WENDI_LINK_FILE_USED | (slot->link.is_two_way ? WENDI_LINK_FILE_TWO_WAY : 0) |
                     (slot->link.is_open ? WENDI_LINK_FILE_OPEN : 0));
}

static uint64_t hash_link(const wendi_link *link, uint64_t hash)
{
    hash = wend_hash_u64(hash, (uint64_t)link->from << 32 | link->to);
    hash = wend_hash_u64(hash, link->cost);
    hash = wend_hash_u64(hash, (uint64_t)link->class_mask << 32 | link->team_mask);
    hash = wend_hash_u64(hash, link->behaviour);
    return wend_hash_u64(hash, link->user);
}

uint64_t wendi_links_hash(const wendi_links *links, uint64_t hash)
{
    if (links->slot_count == 0) {
        return hash;
    }
    hash = wend_hash_u64(hash, (uint64_t)links->slot_count << 32 | links->free_first1);
    for (uint32_t i = 0; i < links->slot_count; ++i) {
        const wendi_link_slot *slot = &links->slots[i];
        hash = wend_hash_u64(hash, (uint64_t)slot->generation << 32 | flags_of(slot));
        hash = slot->is_used ? hash_link(&slot->link, hash) : wend_hash_u64(hash, slot->next_free1);
    }
    return hash;
}

uint64_t wendi_links_file_bytes(const wendi_links *links)
{
    if (links->slot_count == 0) {
        return 1;
    }
    return 1 + WENDI_LINK_FILE_HEADER_BYTES + (uint64_t)links->count * WENDI_LINK_FILE_USED_BYTES +
           (uint64_t)(links->slot_count - links->count) * WENDI_LINK_FILE_FREE_BYTES;
}

void wendi_links_write(const wendi_links *links, wendi_writer *writer)
{
    wendi_write_u8(writer, links->slot_count > 0);
    if (links->slot_count == 0) {
        return;
    }
    wendi_write_u32(writer, links->slot_count);
    wendi_write_u32(writer, links->free_first1);
    for (uint32_t i = 0; i < links->slot_count; ++i) {
        const wendi_link_slot *slot = &links->slots[i];
        wendi_write_u32(writer, slot->generation);
        wendi_write_u8(writer, flags_of(slot));
        if (slot->is_used) {
            const wendi_link *link = &slot->link;
            wendi_write_u32(writer, link->from);
            wendi_write_u32(writer, link->to);
            wendi_write_u64(writer, link->cost);
            wendi_write_u32(writer, link->class_mask);
            wendi_write_u32(writer, link->team_mask);
            wendi_write_u32(writer, link->behaviour);
            wendi_write_u64(writer, link->user);
        } else {
            wendi_write_u32(writer, slot->next_free1);
        }
    }
}

/* ---- reading ---- */

/* The error in a link; NULL if it is valid. */
static const char *read_link(const wend_grid *grid, wendi_link *link, wendi_reader *reader)
{
    link->from = wendi_read_u32(reader);
    link->to = wendi_read_u32(reader);
    link->cost = wendi_read_u64(reader);
    link->class_mask = wendi_read_u32(reader);
    link->team_mask = wendi_read_u32(reader);
    link->behaviour = wendi_read_u32(reader);
    link->user = wendi_read_u64(reader);
    const wend_node node_count = (wend_node)grid->width * (wend_node)grid->height;
    if (link->from >= node_count || link->to >= node_count) {
        return "a link ends outside the map";
    }
    if (link->from == link->to) {
        return "both ends of a link are the same cell";
    }
    if (link->cost == 0 || link->cost > (wend_cost)1 << WENDI_LINK_COST_BITS) {
        return "the cost of a link is not in 1 ... 2^48";
    }
    return NULL;
}

static const char *read_slot(const wend_grid *grid, wendi_link_slot *slot, wendi_reader *reader)
{
    slot->generation = wendi_read_u32(reader);
    const uint8_t flags = wendi_read_u8(reader);
    if (reader->has_failed) {
        return "the data ends within the links";
    }
    if (slot->generation == 0) {
        return "the generation of a link is 0";
    }
    slot->is_used = (flags & WENDI_LINK_FILE_USED) != 0;
    slot->link.is_two_way = (flags & WENDI_LINK_FILE_TWO_WAY) != 0;
    slot->link.is_open = (flags & WENDI_LINK_FILE_OPEN) != 0;
    if (flags != flags_of(slot)) {
        return "the flags of a link make no sense";
    }
    const char *reason = NULL;
    if (slot->is_used) {
        reason = read_link(grid, &slot->link, reader);
    } else {
        slot->next_free1 = wendi_read_u32(reader);
    }
    return reader->has_failed ? "the data ends within the links" : reason;
}

/* True if the free slots form one chain. Counting as many steps as there are free slots finds
 * circles too. */
static bool is_chain_sound(const wendi_links *links)
{
    uint32_t at1 = links->free_first1;
    for (uint32_t left = links->slot_count - links->count; left > 0; --left) {
        if (at1 == 0 || at1 > links->slot_count || links->slots[at1 - 1].is_used) {
            return false;
        }
        at1 = links->slots[at1 - 1].next_free1;
    }
    return at1 == 0;
}

static wend_result fail(wendi_reader *reader, const char **reason, const char *what)
{
    wendi_reader_fail(reader);
    *reason = what;
    return WEND_ERROR_FILE;
}

static wend_result read_slots(wend_grid *grid, wendi_reader *reader, const char **reason)
{
    wendi_links *links = &grid->links;
    while (links->slot_count < links->capacity) {
        wendi_link_slot *slot = &links->slots[links->slot_count];
        const char *what = read_slot(grid, slot, reader);
        if (what != NULL) {
            return fail(reader, reason, what);
        }
        links->slot_count++;
        links->count += slot->is_used ? 1u : 0u;
    }
    return is_chain_sound(links) ? WEND_OK
                                 : fail(reader, reason, "the chain of free links is broken");
}

wend_result wendi_links_read(wend_grid *grid, wendi_reader *reader, const char **reason)
{
    const uint8_t has_links = wendi_read_u8(reader);
    if (has_links > 1 || reader->has_failed) {
        return fail(reader, reason, "the mark for links is not 0 or 1");
    }
    if (has_links == 0) {
        return WEND_OK;
    }
    const uint32_t slot_count = wendi_read_u32(reader);
    const uint32_t free_first1 = wendi_read_u32(reader);
    /* Memory is allocated only for what can follow. */
    if (slot_count == 0 || slot_count > WEND_GRID_LINKS_MAX ||
        slot_count > wendi_reader_remaining(reader) / WENDI_LINK_FILE_FREE_BYTES) {
        return fail(reader, reason, "the number of links makes no sense");
    }
    wendi_links *links = &grid->links;
    links->slots = wendi_alloc_zero(&grid->allocator, slot_count * sizeof *links->slots);
    if (links->slots == NULL) {
        return WEND_ERROR_MEMORY;
    }
    links->capacity = slot_count;
    links->free_first1 = free_first1;
    return read_slots(grid, reader, reason);
}
