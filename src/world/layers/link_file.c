/* Saves, loads and hashes the links of a grid.
 * Cost: linear in the slots. */
#include "base/core/memory.h"
#include "world/cells/store.h"
#include "world/layers/link.h"

static uint8_t flags_of(const wendi_link_slot *slot)
{
    if (!slot->is_used) {
        return 0;
    }
    return (uint8_t)(WENDI_LINK_FILE_USED | (slot->link.is_two_way ? WENDI_LINK_FILE_TWO_WAY : 0) |
                     (slot->link.is_open ? WENDI_LINK_FILE_OPEN : 0));
}

static void visit_link(wendi_visitor *v, wend_node cell_count, wendi_link *link)
{
    wendi_visit_pair(v, &link->from, &link->to);
    wendi_visit_u64(v, &link->cost);
    wendi_visit_pair(v, &link->class_mask, &link->team_mask);
    wendi_visit_u32(v, &link->behaviour);
    wendi_visit_u64(v, &link->user);
    wendi_visit_expect(v, link->from < cell_count && link->to < cell_count,
                       "a link ends outside the map");
    wendi_visit_expect(v, link->from != link->to, "both ends of a link are the same cell");
    wendi_visit_expect(v, link->cost > 0 && link->cost <= (wend_cost)1 << WENDI_LINK_COST_BITS,
                       "the cost of a link is not in 1 ... 2^48");
}

static void visit_slot(wendi_visitor *v, wend_node cell_count, wendi_link_slot *slot)
{
    uint8_t flags = flags_of(slot);
    if (wendi_visitor_is_hashing(v)) {
        uint32_t low = flags;
        wendi_visit_pair(v, &slot->generation, &low);
    } else {
        wendi_visit_u32(v, &slot->generation);
        wendi_visit_u8(v, &flags);
    }
    if (wendi_visitor_is_reading(v)) {
        wendi_visit_expect(v, slot->generation != 0, "the generation of a link is 0");
        slot->is_used = (flags & WENDI_LINK_FILE_USED) != 0;
        slot->link.is_two_way = (flags & WENDI_LINK_FILE_TWO_WAY) != 0;
        slot->link.is_open = (flags & WENDI_LINK_FILE_OPEN) != 0;
        wendi_visit_expect(v, flags == flags_of(slot), "the flags of a link make no sense");
    }
    if (slot->is_used) {
        visit_link(v, cell_count, &slot->link);
    } else {
        wendi_visit_u32(v, &slot->next_free1);
    }
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

/* Reading allocates memory only for links that can follow. */
static bool make_slots(wendi_links *links, uint32_t slot_count, const wend_allocator *allocator,
                       wendi_visitor *v)
{
    wendi_visit_expect(v,
                       slot_count > 0 && slot_count <= WEND_GRID_LINKS_MAX &&
                           slot_count <=
                               wendi_reader_remaining(v->reader) / WENDI_LINK_FILE_FREE_BYTES,
                       NULL);
    if (wendi_visitor_has_failed(v)) {
        return false;
    }
    links->slots = wendi_alloc_zero(allocator, slot_count * sizeof *links->slots);
    links->capacity = links->slots == NULL ? 0 : slot_count;
    return wendi_visit_expect_memory(v, links->slots != NULL);
}

void wendi_links_visit(wendi_links *links, wend_node cell_count, const wend_allocator *allocator,
                       wendi_visitor *v)
{
    uint8_t has_links = links->slot_count > 0;
    if (!wendi_visitor_is_hashing(v)) {
        wendi_visit_part(v, "the mark for links is not 0 or 1");
        wendi_visit_u8(v, &has_links);
        wendi_visit_expect(v, has_links <= 1, NULL);
    }
    if (has_links == 0 || wendi_visitor_has_failed(v)) {
        return;
    }
    wendi_visit_part(v, "the number of links makes no sense");
    uint32_t slot_count = links->slot_count;
    wendi_visit_pair(v, &slot_count, &links->free_first1);
    if (wendi_visitor_is_reading(v) && !make_slots(links, slot_count, allocator, v)) {
        return;
    }
    wendi_visit_part(v, "the data ends within the links");
    for (uint32_t i = 0; i < slot_count && !wendi_visitor_has_failed(v); ++i) {
        visit_slot(v, cell_count, &links->slots[i]);
        if (wendi_visitor_is_reading(v)) {
            links->slot_count++;
            links->count += links->slots[i].is_used ? 1u : 0u;
        }
    }
    if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, is_chain_sound(links), "the chain of free links is broken");
    }
}
