/* Memory of the exact search. Cost: that of the allocator; nothing once it is warm. */
#include "route/mesh_search/search.h"

#include "base/core/memory.h"

static bool grow(const wend_allocator *a, void **items, size_t *capacity, size_t needed,
                 size_t item_bytes)
{
    if (needed <= *capacity) {
        return true;
    }
    const size_t count = needed < 256 ? 256 : needed + needed / 2;
    void *grown = wendi_resize(a, *items, *capacity * item_bytes, count * item_bytes);
    if (grown == NULL) {
        return false;
    }
    *items = grown;
    *capacity = count;
    return true;
}

bool wendi_mesh_exact_reserve(wend_mesh_search *search, size_t nodes, size_t roots)
{
    wendi_mesh_intervals *s = &search->intervals;
    void *node_items = s->nodes;
    void *root_items = s->roots;
    const bool is_done =
        grow(&search->allocator, &node_items, &s->node_capacity, s->node_count + nodes,
             sizeof *s->nodes) &&
        grow(&search->allocator, &root_items, &s->root_capacity, s->root_count + roots,
             sizeof *s->roots) &&
        wendi_length_queue_reserve(&s->queue, s->queue.count + nodes, &search->allocator);
    s->nodes = node_items;
    s->roots = root_items;
    return is_done;
}

bool wendi_mesh_exact_prepare(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    const uint32_t count = search->space->cells.vertex_count + search->space->link_arc_count;
    if (count > s->known_capacity || s->stamp == UINT32_MAX) {
        const wend_allocator *a = &search->allocator;
        wendi_free(a, s->known, s->known_capacity * sizeof *s->known);
        s->known = wendi_alloc_zero(a, count * sizeof *s->known);
        s->known_capacity = s->known == NULL ? 0 : count;
        s->stamp = 0;
        if (s->known == NULL) {
            return false;
        }
    }
    s->stamp++;
    return true;
}

void wendi_mesh_exact_free(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    const wend_allocator *a = &search->allocator;
    wendi_free(a, s->nodes, s->node_capacity * sizeof *s->nodes);
    wendi_free(a, s->roots, s->root_capacity * sizeof *s->roots);
    wendi_free(a, s->known, s->known_capacity * sizeof *s->known);
    wendi_length_queue_free(&s->queue, a);
}

size_t wendi_mesh_exact_bytes(const wend_mesh_search *search)
{
    const wendi_mesh_intervals *s = &search->intervals;
    return s->node_capacity * sizeof *s->nodes + s->root_capacity * sizeof *s->roots +
           s->known_capacity * sizeof *s->known + s->queue.capacity * sizeof *s->queue.entries;
}
