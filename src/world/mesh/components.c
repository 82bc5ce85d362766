/* Connected polygons: islands by shared edges, components by shared edges of open polygons, and
 * the components that links reach from each.
 * Cost: creating is linear; opening and closing polygons as connected.h says, and linear in links.
 * Neither takes memory. A new link is constant on average, any other change of links linear in links. A query takes some steps up
 * a tree; with one-way links it follows those until it reaches nothing new. */
#include "base/math/mix.h"
#include "world/mesh/store.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* ---- labels ---- */

void wendi_mesh_components_free(wend_mesh *m)
{
    wendi_mesh_components_release(&m->components, m->polygon_capacity, &m->allocator);
}

/* Gives a label to all polygons connected to p that have none. @return their number. */
static uint32_t label_from(const wend_mesh *m, wend_node p, uint32_t label, uint32_t *labels,
                           bool through_closed)
{
    uint32_t *queue = m->components.queue;
    uint32_t count = 0;
    uint32_t done = 0;
    labels[p] = label;
    queue[count++] = p;
    while (done < count) {
        const wend_node q = queue[done++];
        for (uint32_t c = m->firsts[q]; c < m->ends[q]; ++c) {
            const wend_node r = m->neighbours[c];
            if (r != WEND_NODE_NONE && labels[r] == NONE &&
                (through_closed || wendi_mesh_can_enter(m, r))) {
                labels[r] = label;
                queue[count++] = r;
            }
        }
    }
    return count;
}

void wendi_mesh_components_rebuild(wend_mesh *m)
{
    const size_t bytes = m->polygon_capacity * sizeof(uint32_t);
    memset(m->components.labels, 0xff, bytes);
    memset(m->components.sizes, 0, bytes);
    uint32_t label = 0;
    for (wend_node p = 0; p < m->polygon_count; ++p) {
        if (m->components.labels[p] == NONE && wendi_mesh_can_enter(m, p)) {
            m->components.sizes[label] = label_from(m, p, label, m->components.labels, false);
            label++;
        }
    }
}

bool wendi_mesh_components_create(wend_mesh *m)
{
    if (!wendi_mesh_components_reserve(&m->components, m->polygon_count, &m->allocator)) {
        return false;
    }
    memset(m->islands, 0xff, m->polygon_count * sizeof *m->islands);
    uint32_t island = 0;
    for (wend_node p = 0; p < m->polygon_count; ++p) {
        if (m->islands[p] == NONE) {
            (void)label_from(m, p, island++, m->islands, true);
        }
    }
    wendi_mesh_components_rebuild(m);
    return true;
}

void wendi_mesh_components_follow(wend_mesh *m, wend_node p, bool is_open)
{
    const wendi_mesh_edges edges = {m->firsts, m->ends, m->neighbours, m->twins,
                                    m->polygon_capacity};
    if (is_open) {
        wendi_mesh_components_open(&m->components, &edges, p);
    } else {
        wendi_mesh_components_close(&m->components, &edges, p);
    }
    if (m->links.count > 0) {
        wendi_mesh_reach_rebuild(m);
    }
}

/* ---- links between components ---- */

enum { FEW = 1 << 13, MANY = 1 << 19 };

static uint32_t root_of(const uint32_t *groups, uint32_t label)
{
    while (groups[label] != label) {
        label = groups[label];
    }
    return label;
}

/* Joins two trees. The remaining root is chosen by a hash, so that trees stay low. @return it. */
static uint32_t join(uint32_t *groups, uint32_t a, uint32_t b)
{
    a = root_of(groups, a);
    b = root_of(groups, b);
    const bool stays = wendi_mix64(a) < wendi_mix64(b);
    groups[stays ? b : a] = stays ? a : b;
    return stays ? a : b;
}

/* Components of the ends of open links; those of two-way links are joined. */
static void join_components(wend_mesh *m)
{
    wendi_mesh_links *links = &m->links;
    for (uint32_t i = 0; i < links->slot_count; ++i) {
        const wendi_mesh_link_slot *slot = &links->slots[i];
        if (!slot->is_used || !slot->is_open) {
            continue;
        }
        const uint32_t from = m->components.labels[slot->from.polygon];
        const uint32_t to = m->components.labels[slot->to.polygon];
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

static void add_one_way(wendi_mesh_links *links, uint32_t from, uint32_t to)
{
    const uint32_t from_group = root_of(links->groups, from);
    const uint32_t to_group = root_of(links->groups, to);
    if (from_group != to_group) {
        uint32_t *end_pair = links->one_way_ends + 2 * (size_t)links->one_way_end_count++;
        end_pair[0] = number_of(links, from_group);
        end_pair[1] = number_of(links, to_group);
    }
}

void wendi_mesh_reach_rebuild(wend_mesh *m)
{
    wendi_mesh_links *links = &m->links;
    /* Resets the tables from their last use. */
    for (size_t i = 0; i < 2 * (size_t)links->slot_count; ++i) {
        const uint32_t label = links->ends[i];
        if (label != NONE) {
            links->groups[label] = label;
            links->numbers[label] = NONE;
            links->ends[i] = NONE;
        }
    }
    links->one_way_end_count = links->number_count = 0;
    join_components(m);
    for (uint32_t i = 0; i < links->slot_count; ++i) {
        const uint32_t *ends = links->ends + 2 * (size_t)i;
        if (ends[0] != NONE && !links->slots[i].is_two_way) {
            add_one_way(links, ends[0], ends[1]);
        }
    }
}

void wendi_mesh_reach_add_link(wend_mesh *m, uint32_t index)
{
    wendi_mesh_links *links = &m->links;
    const wendi_mesh_link_slot *slot = &links->slots[index];
    const uint32_t from = m->components.labels[slot->from.polygon];
    const uint32_t to = m->components.labels[slot->to.polygon];
    if (!slot->is_open || from == NONE || to == NONE || from == to) {
        return;
    }
    links->ends[2 * (size_t)index] = from;
    links->ends[2 * (size_t)index + 1] = to;
    if (!slot->is_two_way) {
        add_one_way(links, from, to);
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

/* ---- queries ---- */

static bool has_bit(const uint64_t *bits, uint32_t i)
{
    return (bits[i / 64] >> (i % 64) & 1) != 0;
}

static bool follow_one_way(uint64_t *bits, const uint32_t *end_pair)
{
    if (!has_bit(bits, end_pair[0]) || has_bit(bits, end_pair[1])) {
        return false;
    }
    bits[end_pair[1] / 64] |= (uint64_t)1 << (end_pair[1] % 64);
    return true;
}

/* Everything reached from a number, alternately forwards and backwards through the list. */
static bool search(const wendi_mesh_links *links, uint32_t from, uint32_t to, uint64_t *bits)
{
    bool is_new = true;
    bits[from / 64] |= (uint64_t)1 << (from % 64);
    for (bool is_forward = true; is_new && !has_bit(bits, to); is_forward = !is_forward) {
        is_new = false;
        for (uint32_t i = 0; i < links->one_way_end_count; ++i) {
            const uint32_t at = is_forward ? i : links->one_way_end_count - 1 - i;
            is_new = follow_one_way(bits, links->one_way_ends + 2 * (size_t)at) || is_new;
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

bool wend_mesh_can_reach(const wend_mesh *mesh, wend_node from, wend_node to)
{
    if (mesh == NULL || from >= mesh->polygon_count || to >= mesh->polygon_count) {
        return false;
    }
    const uint32_t a = mesh->components.labels[from];
    const uint32_t b = mesh->components.labels[to];
    const wendi_mesh_links *links = &mesh->links;
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
