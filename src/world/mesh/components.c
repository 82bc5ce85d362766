/* takes: a mesh, and polygons that open and close.
 * gives: islands (polygons joined by shared edges), and parts (the same through open ones only).
 * cost:  making is linear. Opening: the smaller ones of the parts that come together. Closing: a
 *        flood from one neighbour till it met the others; at most the part. Neither takes memory.
 */
#include "base/core/memory.h"
#include "world/mesh/store.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

void wendi_mesh_components_free(wend_mesh *m)
{
    const wend_allocator *a = &m->allocator;
    const size_t bytes = m->polygon_count * sizeof(uint32_t);
    wendi_free(a, m->parts.labels, bytes);
    wendi_free(a, m->parts.sizes, bytes);
    wendi_free(a, m->parts.marks, bytes);
    wendi_free(a, m->parts.queue, bytes);
    memset(&m->parts, 0, sizeof m->parts);
}

/* Gives a label to all polygons joined to p that have none yet. @return how many. */
static uint32_t label_from(const wend_mesh *m, wend_node p, uint32_t label, uint32_t *labels,
                           bool through_closed)
{
    uint32_t *queue = m->parts.queue;
    uint32_t count = 0;
    uint32_t done = 0;
    labels[p] = label;
    queue[count++] = p;
    while (done < count) {
        const wend_node q = queue[done++];
        for (uint32_t c = m->firsts[q]; c < m->firsts[q + 1]; ++c) {
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
    const size_t bytes = m->polygon_count * sizeof(uint32_t);
    memset(m->parts.labels, 0xff, bytes);
    memset(m->parts.sizes, 0, bytes);
    uint32_t label = 0;
    for (wend_node p = 0; p < m->polygon_count; ++p) {
        if (m->parts.labels[p] == NONE && wendi_mesh_can_enter(m, p)) {
            m->parts.sizes[label] = label_from(m, p, label, m->parts.labels, false);
            label++;
        }
    }
}

bool wendi_mesh_components_create(wend_mesh *m)
{
    const wend_allocator *a = &m->allocator;
    const size_t bytes = m->polygon_count * sizeof(uint32_t);
    m->parts.labels = wendi_alloc(a, bytes);
    m->parts.sizes = wendi_alloc(a, bytes);
    m->parts.marks = wendi_alloc_zero(a, bytes);
    m->parts.queue = wendi_alloc(a, bytes);
    if (m->parts.labels == NULL || m->parts.sizes == NULL || m->parts.marks == NULL ||
        m->parts.queue == NULL) {
        return false;
    }
    memset(m->islands, 0xff, bytes);
    uint32_t island = 0;
    for (wend_node p = 0; p < m->polygon_count; ++p) {
        if (m->islands[p] == NONE) {
            (void)label_from(m, p, island++, m->islands, true);
        }
    }
    wendi_mesh_components_rebuild(m);
    return true;
}

/* ---- opening ---- */

/* A label nobody has: there are more labels than parts as long as one polygon lacks a part. */
static uint32_t free_label(wend_mesh *m)
{
    uint32_t label = m->parts.next_label;
    while (m->parts.sizes[label] != 0) {
        label = label + 1 == m->polygon_count ? 0 : label + 1;
    }
    m->parts.next_label = label;
    return label;
}

/* Takes the part of p away from its label, to be given another one. @return its polygons. */
static uint32_t unlabel(wend_mesh *m, wend_node p)
{
    const uint32_t old = m->parts.labels[p];
    uint32_t *queue = m->parts.queue;
    uint32_t count = 0;
    uint32_t done = 0;
    m->parts.labels[p] = NONE;
    queue[count++] = p;
    while (done < count) {
        const wend_node q = queue[done++];
        for (uint32_t c = m->firsts[q]; c < m->firsts[q + 1]; ++c) {
            const wend_node r = m->neighbours[c];
            if (r != WEND_NODE_NONE && m->parts.labels[r] == old) {
                m->parts.labels[r] = NONE;
                queue[count++] = r;
            }
        }
    }
    m->parts.sizes[old] -= count;
    return count;
}

void wendi_mesh_components_open_polygon(wend_mesh *m, wend_node p)
{
    uint32_t largest = NONE;
    for (uint32_t c = m->firsts[p]; c < m->firsts[p + 1]; ++c) {
        const wend_node q = m->neighbours[c];
        const uint32_t label = q == WEND_NODE_NONE ? NONE : m->parts.labels[q];
        if (label != NONE && (largest == NONE || m->parts.sizes[label] > m->parts.sizes[largest])) {
            largest = label;
        }
    }
    largest = largest == NONE ? free_label(m) : largest;
    m->parts.labels[p] = largest;
    m->parts.sizes[largest]++;
    for (uint32_t c = m->firsts[p]; c < m->firsts[p + 1]; ++c) {
        const wend_node q = m->neighbours[c];
        if (q == WEND_NODE_NONE || m->parts.labels[q] == NONE || m->parts.labels[q] == largest) {
            continue;
        }
        const uint32_t count = unlabel(m, q);
        for (uint32_t i = 0; i < count; ++i) {
            m->parts.labels[m->parts.queue[i]] = largest;
        }
        m->parts.sizes[largest] += count;
    }
}

/* ---- closing ---- */

static uint32_t new_mark(wend_mesh *m)
{
    if (m->parts.mark == UINT32_MAX) {
        memset(m->parts.marks, 0, m->polygon_count * sizeof *m->parts.marks);
        m->parts.mark = 0;
    }
    return ++m->parts.mark;
}

/* How many of p's neighbours with this label are not marked. */
static uint32_t unmet(const wend_mesh *m, wend_node p, uint32_t label, uint32_t mark)
{
    uint32_t count = 0;
    for (uint32_t c = m->firsts[p]; c < m->firsts[p + 1]; ++c) {
        const wend_node q = m->neighbours[c];
        count += q != WEND_NODE_NONE && m->parts.labels[q] == label && m->parts.marks[q] != mark;
    }
    return count;
}

static bool is_beside(const wend_mesh *m, wend_node q, wend_node p)
{
    for (uint32_t c = m->firsts[q]; c < m->firsts[q + 1]; ++c) {
        if (m->neighbours[c] == p) {
            return true;
        }
    }
    return false;
}

/* Floods from a neighbour of p until all neighbours are met, which is what is told, or there is
 * nothing left; what was met lies in the queue. */
static bool meets_all(wend_mesh *m, wend_node start, wend_node p, uint32_t *count)
{
    const uint32_t label = m->parts.labels[start];
    const uint32_t mark = new_mark(m);
    uint32_t *queue = m->parts.queue;
    uint32_t done = 0;
    *count = 0;
    m->parts.marks[start] = mark;
    queue[(*count)++] = start;
    if (unmet(m, p, label, mark) == 0) {
        return true;
    }
    while (done < *count) {
        const wend_node q = queue[done++];
        for (uint32_t c = m->firsts[q]; c < m->firsts[q + 1]; ++c) {
            const wend_node r = m->neighbours[c];
            if (r == WEND_NODE_NONE || m->parts.labels[r] != label || m->parts.marks[r] == mark) {
                continue;
            }
            m->parts.marks[r] = mark;
            queue[(*count)++] = r;
            if (is_beside(m, r, p) && unmet(m, p, label, mark) == 0) {
                return true;
            }
        }
    }
    return false;
}

void wendi_mesh_components_close_polygon(wend_mesh *m, wend_node p)
{
    const uint32_t label = m->parts.labels[p];
    m->parts.labels[p] = NONE;
    m->parts.sizes[label]--;
    for (uint32_t c = m->firsts[p]; c < m->firsts[p + 1]; ++c) {
        const wend_node q = m->neighbours[c];
        uint32_t count;
        if (q == WEND_NODE_NONE || m->parts.labels[q] != label) {
            continue;
        }
        if (meets_all(m, q, p, &count)) {
            return;
        }
        const uint32_t fresh = free_label(m);
        for (uint32_t i = 0; i < count; ++i) {
            m->parts.labels[m->parts.queue[i]] = fresh;
        }
        m->parts.sizes[fresh] = count;
        m->parts.sizes[label] -= count;
    }
}
