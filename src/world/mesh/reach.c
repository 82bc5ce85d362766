/* takes: the parts of a mesh and its links.
 * gives: whether a point can get from one polygon to another.
 * cost:  a new link is constant on average, any other change that matters linear in links; asking
 *        is some steps up a tree without one-way links, else goes over those until nothing new is
 *        reached. */
#include "base/math/mix.h"
#include "world/mesh/store.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum { FEW = 1 << 13, MANY = 1 << 19 };

static uint32_t root_of(const uint32_t *groups, uint32_t label)
{
    while (groups[label] != label) {
        label = groups[label];
    }
    return label;
}

/* Joins two trees. Which root stays is as good as chance, so that trees stay low.
 * @return it. */
static uint32_t join(uint32_t *groups, uint32_t a, uint32_t b)
{
    a = root_of(groups, a);
    b = root_of(groups, b);
    const bool stays = wendi_mix64(a) < wendi_mix64(b);
    groups[stays ? b : a] = stays ? a : b;
    return stays ? a : b;
}

/* Takes back what the last time left in the tables. */
static void clear(wendi_mesh_links *links)
{
    for (size_t i = 0; i < 2 * (size_t)links->slot_count; ++i) {
        const uint32_t label = links->ends[i];
        if (label != NONE) {
            links->groups[label] = label;
            links->numbers[label] = NONE;
            links->ends[i] = NONE;
        }
    }
    links->hop_count = links->number_count = 0;
}

/* Parts of the ends of open links; those between two-way ones are joined. */
static void join_parts(wend_mesh *m)
{
    wendi_mesh_links *links = &m->links;
    for (uint32_t i = 0; i < links->slot_count; ++i) {
        const wendi_mesh_link_slot *slot = &links->slots[i];
        if (!slot->is_used || !slot->is_open) {
            continue;
        }
        const uint32_t from = m->parts.labels[slot->from.polygon];
        const uint32_t to = m->parts.labels[slot->to.polygon];
        if (from == NONE || to == NONE || from == to) {
            continue;
        }
        links->ends[2 * (size_t)i] = from;
        links->ends[2 * (size_t)i + 1] = to;
        if (slot->is_two_way) {
            (void)join(links->groups, from, to);
        }
    }
}

static uint32_t number_of(wendi_mesh_links *links, uint32_t group)
{
    if (links->numbers[group] == NONE) {
        links->numbers[group] = links->number_count++;
    }
    return links->numbers[group];
}

static void add_hop(wendi_mesh_links *links, uint32_t from, uint32_t to)
{
    const uint32_t from_group = root_of(links->groups, from);
    const uint32_t to_group = root_of(links->groups, to);
    if (from_group != to_group) {
        uint32_t *hop = links->hops + 2 * (size_t)links->hop_count++;
        hop[0] = number_of(links, from_group);
        hop[1] = number_of(links, to_group);
    }
}

void wendi_mesh_reach_rebuild(wend_mesh *m)
{
    wendi_mesh_links *links = &m->links;
    clear(links);
    join_parts(m);
    for (uint32_t i = 0; i < links->slot_count; ++i) {
        const uint32_t *ends = links->ends + 2 * (size_t)i;
        if (ends[0] != NONE && !links->slots[i].is_two_way) {
            add_hop(links, ends[0], ends[1]);
        }
    }
}

void wendi_mesh_reach_add_link(wend_mesh *m, uint32_t index)
{
    wendi_mesh_links *links = &m->links;
    const wendi_mesh_link_slot *slot = &links->slots[index];
    const uint32_t from = m->parts.labels[slot->from.polygon];
    const uint32_t to = m->parts.labels[slot->to.polygon];
    if (!slot->is_open || from == NONE || to == NONE || from == to) {
        return;
    }
    links->ends[2 * (size_t)index] = from;
    links->ends[2 * (size_t)index + 1] = to;
    if (!slot->is_two_way) {
        add_hop(links, from, to);
        return;
    }
    const uint32_t a = root_of(links->groups, from);
    const uint32_t b = root_of(links->groups, to);
    if (a == b) {
        return;
    }
    if (links->numbers[a] != NONE && links->numbers[b] != NONE) {
        wendi_mesh_reach_rebuild(m);
        return;
    }
    const uint32_t number = links->numbers[a] != NONE ? links->numbers[a] : links->numbers[b];
    links->numbers[join(links->groups, a, b)] = number;
}

void wendi_mesh_reach_remove_link(wend_mesh *m, uint32_t index)
{
    if (m->links.ends[2 * (size_t)index] != NONE) {
        wendi_mesh_reach_rebuild(m);
    }
}

/* ---- asking ---- */

static bool has_bit(const uint64_t *bits, uint32_t i)
{
    return (bits[i / 64] >> (i % 64) & 1) != 0;
}

static bool take_hop(uint64_t *bits, const uint32_t *hop)
{
    if (!has_bit(bits, hop[0]) || has_bit(bits, hop[1])) {
        return false;
    }
    bits[hop[1] / 64] |= (uint64_t)1 << (hop[1] % 64);
    return true;
}

/* All that is reached from a number, forwards and backwards through the list in turns. */
static bool search(const wendi_mesh_links *links, uint32_t from, uint32_t to, uint64_t *bits)
{
    bool is_new = true;
    bits[from / 64] |= (uint64_t)1 << (from % 64);
    for (bool is_forward = true; is_new && !has_bit(bits, to); is_forward = !is_forward) {
        is_new = false;
        for (uint32_t i = 0; i < links->hop_count; ++i) {
            const uint32_t at = is_forward ? i : links->hop_count - 1 - i;
            is_new = take_hop(bits, links->hops + 2 * (size_t)at) || is_new;
        }
    }
    return has_bit(bits, to);
}

static bool search_few(const wendi_mesh_links *links, uint32_t from, uint32_t to)
{
    uint64_t bits[FEW / 64];
    memset(bits, 0, sizeof bits);
    return search(links, from, to, bits);
}

static bool search_many(const wendi_mesh_links *links, uint32_t from, uint32_t to)
{
    uint64_t bits[MANY / 64];
    memset(bits, 0, sizeof bits);
    return search(links, from, to, bits);
}

bool wend_mesh_can_reach(const wend_mesh *m, wend_node from, wend_node to)
{
    if (m == NULL || from >= m->polygon_count || to >= m->polygon_count) {
        return false;
    }
    const uint32_t a = m->parts.labels[from];
    const uint32_t b = m->parts.labels[to];
    const wendi_mesh_links *links = &m->links;
    if (a == NONE || b == NONE || a == b || links->count == 0) {
        return a != NONE && a == b;
    }
    const uint32_t group_a = root_of(links->groups, a);
    const uint32_t group_b = root_of(links->groups, b);
    if (group_a == group_b) {
        return true;
    }
    const uint32_t number_a = links->numbers[group_a];
    const uint32_t number_b = links->numbers[group_b];
    if (number_a == NONE || number_b == NONE) {
        return false;
    }
    return links->number_count <= FEW ? search_few(links, number_a, number_b)
                                      : search_many(links, number_a, number_b);
}
