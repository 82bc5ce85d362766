/* Keeps up the components of a mesh after polygons were cut anew.
 * Cost: floods from the polygons concerned until they meet, mostly near by; where a component was
 * divided, the parts found before the last one; where components join, the smaller ones. */
#include "world/mesh/carve.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

uint32_t wendi_mesh_carve_mark(wend_mesh *m)
{
    wendi_mesh_components *components = &m->components;
    if (components->mark == UINT32_MAX) {
        memset(components->marks, 0, m->polygon_capacity * sizeof(uint32_t));
        memset(m->carve->members, 0, m->polygon_capacity * sizeof(uint32_t));
        components->mark = 0;
    }
    return ++components->mark;
}

/* There are more labels than components as long as one polygon has none. */
static uint32_t free_label(wend_mesh *m)
{
    wendi_mesh_components *components = &m->components;
    uint32_t label = components->next_label;
    while (components->sizes[label] != 0) {
        label = label + 1 == m->polygon_capacity ? 0 : label + 1;
    }
    components->next_label = label;
    return label;
}

/* Gives another label to all polygons of a label that are connected to p. */
static void relabel(wend_mesh *m, wend_node p, uint32_t label)
{
    wendi_mesh_components *components = &m->components;
    const uint32_t old = components->labels[p];
    uint32_t count = 0;
    components->labels[p] = label;
    components->queue[count++] = p;
    for (uint32_t i = 0; i < count; i++) {
        const wend_node q = components->queue[i];
        for (uint32_t c = m->firsts[q]; c < m->ends[q]; c++) {
            const wend_node r = m->neighbours[c];
            if (r != WEND_NODE_NONE && components->labels[r] == old) {
                components->labels[r] = label;
                components->queue[count++] = r;
            }
        }
    }
    components->sizes[old] -= count;
    components->sizes[label] += count;
}

/* Labels a new polygon and joins what it connects. */
static void label_new(wend_mesh *m, wend_node p)
{
    wendi_mesh_components *components = &m->components;
    uint32_t largest = NONE;
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; c++) {
        const wend_node q = m->neighbours[c];
        const uint32_t label = q == WEND_NODE_NONE ? NONE : components->labels[q];
        if (label != NONE &&
            (largest == NONE || components->sizes[label] > components->sizes[largest])) {
            largest = label;
        }
    }
    largest = largest == NONE ? free_label(m) : largest;
    components->labels[p] = largest;
    components->sizes[largest]++;
}

static void join_around(wend_mesh *m, wend_node p)
{
    wendi_mesh_components *components = &m->components;
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; c++) {
        const wend_node q = m->neighbours[c];
        if (q == WEND_NODE_NONE || components->labels[q] == NONE ||
            components->labels[q] == components->labels[p]) {
            continue;
        }
        const uint32_t a = components->labels[p];
        const uint32_t b = components->labels[q];
        if (components->sizes[a] < components->sizes[b]) {
            relabel(m, p, b);
        } else {
            relabel(m, q, a);
        }
    }
}

/* Floods from p through its label until no more members are left. @return false: it ended before;
 * the polygons that it reached are in the queue. */
static bool reaches_members(wend_mesh *m, wend_node p, uint32_t mark, uint32_t member,
                            uint32_t left, uint32_t *count)
{
    wendi_mesh_components *components = &m->components;
    uint32_t *members = m->carve->members;
    const uint32_t label = components->labels[p];
    *count = 0;
    components->marks[p] = mark;
    components->queue[(*count)++] = p;
    for (uint32_t i = 0; i < *count; i++) {
        const wend_node q = components->queue[i];
        if (members[q] == member) {
            members[q] = 0;
            if (--left == 0) {
                return true;
            }
        }
        for (uint32_t c = m->firsts[q]; c < m->ends[q]; c++) {
            const wend_node r = m->neighbours[c];
            if (r != WEND_NODE_NONE && components->labels[r] == label &&
                components->marks[r] != mark) {
                components->marks[r] = mark;
                components->queue[(*count)++] = r;
            }
        }
    }
    return false;
}

/* Gives labels of their own to parts that are no longer connected. */
static void divide(wend_mesh *m, const uint32_t *polygons, uint32_t count)
{
    wendi_mesh_components *components = &m->components;
    uint32_t *members = m->carve->members;
    const uint32_t member = wendi_mesh_carve_mark(m);
    for (uint32_t i = 0; i < count; i++) {
        if (components->labels[polygons[i]] != NONE) {
            members[polygons[i]] = member;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const wend_node p = polygons[i];
        if (members[p] != member) {
            continue;
        }
        const uint32_t label = components->labels[p];
        uint32_t left = 0;
        for (uint32_t k = i; k < count; k++) {
            /* Each polygon is listed once. */
            left += members[polygons[k]] == member && components->labels[polygons[k]] == label;
        }
        uint32_t reached;
        if (reaches_members(m, p, wendi_mesh_carve_mark(m), member, left, &reached)) {
            continue;
        }
        const uint32_t fresh = free_label(m);
        for (uint32_t k = 0; k < reached; k++) {
            components->labels[components->queue[k]] = fresh;
        }
        components->sizes[fresh] = reached;
        components->sizes[label] -= reached;
    }
}

void wendi_mesh_carve_update_labels(wend_mesh *m, const uint32_t *polygons, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (m->components.labels[polygons[i]] == NONE && wendi_mesh_can_enter(m, polygons[i])) {
            label_new(m, polygons[i]);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (m->components.labels[polygons[i]] != NONE) {
            join_around(m, polygons[i]);
        }
    }
    divide(m, polygons, count);
}
