/* Keeps up the components after many polygons came, went or got other neighbours at once.
 * Cost: floods from the polygons concerned, in turns until they meet, mostly near by; where a component
 * was divided, all parts but the largest, as often as there are parts. Where many changed, one flood of
 * all. Takes no memory. */
#include "world/mesh/connected.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* The floods: each group of polygons has a list of those whose neighbours were not looked at. */
typedef struct reconnect_groups {
    wendi_mesh_components *components;
    const wendi_mesh_edges *edges;
    const wendi_mesh_reconnect_work *work;
    uint32_t *parents; /* [count] a forest of groups that met */
    uint32_t *firsts;  /* [count] of the list, NONE: it is empty */
    uint32_t *lasts;   /* [count] */
    uint32_t *active;  /* [count] roots whose floods go on */
    uint32_t mark;
} reconnect_groups;

void wendi_mesh_components_drop(wendi_mesh_components *components, wend_node p)
{
    if (components->labels[p] != NONE) {
        components->sizes[components->labels[p]]--;
        components->labels[p] = NONE;
    }
}

/* Neighbours get one label: the smaller ones change theirs. */
static void join_around(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                        wend_node p)
{
    for (uint32_t c = edges->firsts[p]; c < edges->ends[p]; c++) {
        const wend_node q = edges->neighbours[c];
        if (q == WEND_NODE_NONE || components->labels[q] == NONE ||
            components->labels[q] == components->labels[p]) {
            continue;
        }
        const uint32_t a = components->labels[p];
        const uint32_t b = components->labels[q];
        if (components->sizes[a] < components->sizes[b]) {
            wendi_mesh_components_relabel(components, edges, p, b);
        } else {
            wendi_mesh_components_relabel(components, edges, q, a);
        }
    }
}

static uint32_t root_of(reconnect_groups *g, uint32_t group)
{
    while (g->parents[group] != group) {
        g->parents[group] = g->parents[g->parents[group]];
        group = g->parents[group];
    }
    return group;
}

/* Appends a list of polygons to that of a group. */
static void append(reconnect_groups *g, uint32_t group, uint32_t first, uint32_t last)
{
    if (first == NONE) {
        return;
    }
    if (g->firsts[group] == NONE) {
        g->firsts[group] = first;
    } else {
        g->components->queue[g->lasts[group]] = first;
    }
    g->lasts[group] = last;
}

/* Looks at the neighbours of the next polygon of a group. */
static void expand(reconnect_groups *g, uint32_t group, uint32_t label)
{
    wendi_mesh_components *components = g->components;
    const wend_node q = g->firsts[group];
    g->firsts[group] = components->queue[q];
    for (uint32_t c = g->edges->firsts[q]; c < g->edges->ends[q]; c++) {
        const wend_node r = g->edges->neighbours[c];
        if (r == WEND_NODE_NONE || components->labels[r] != label) {
            continue;
        }
        if (components->marks[r] != g->mark) {
            components->marks[r] = g->mark;
            components->queue[r] = NONE;
            g->work->owners[r] = group;
            append(g, group, r, r);
            continue;
        }
        const uint32_t other = root_of(g, g->work->owners[r]);
        if (other != group) {
            append(g, group, g->firsts[other], g->lasts[other]);
            g->parents[other] = group;
            g->work->waiting[label]--;
        }
    }
}

/* Floods in turns until each label has one group left. Those whose floods end before that are
 * components of their own: they get the label NONE as their last. @return true: there are such. */
static bool flood(reconnect_groups *g, const uint32_t *polygons, uint32_t active_count)
{
    uint32_t *waiting = g->work->waiting;
    bool has_separate = false;
    while (active_count > 0) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < active_count; i++) {
            const uint32_t group = g->active[i];
            const uint32_t label = g->components->labels[polygons[group]];
            if (g->parents[group] != group || waiting[label] < 2) {
                continue;
            }
            if (g->firsts[group] == NONE) {
                waiting[label]--;
                g->lasts[group] = NONE;
                has_separate = true;
                continue;
            }
            expand(g, group, label);
            g->active[kept++] = group;
        }
        active_count = kept;
    }
    return has_separate;
}

void wendi_mesh_components_reconnect(wendi_mesh_components *components,
                                     const wendi_mesh_edges *edges,
                                     const wendi_mesh_reconnect_work *work,
                                     const uint32_t *polygons, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (components->labels[polygons[i]] != NONE) {
            join_around(components, edges, polygons[i]);
        }
    }
    reconnect_groups g = {.components = components,
                          .edges = edges,
                          .work = work,
                          .parents = work->groups,
                          .firsts = work->groups + count,
                          .lasts = work->groups + 2 * (size_t)count,
                          .active = work->groups + 3 * (size_t)count,
                          .mark = wendi_mesh_components_new_mark(components, edges)};
    uint32_t active_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wend_node p = polygons[i];
        g.parents[i] = NONE;
        if (components->labels[p] != NONE) {
            g.parents[i] = work->owners[p] = i;
            g.firsts[i] = g.lasts[i] = p;
            g.active[active_count++] = i;
            components->marks[p] = g.mark;
            components->queue[p] = NONE;
            work->waiting[components->labels[p]]++;
        }
    }
    const bool has_separate = flood(&g, polygons, active_count);
    for (uint32_t i = 0; i < count; i++) {
        if (components->labels[polygons[i]] != NONE) {
            work->waiting[components->labels[polygons[i]]] = 0;
        }
    }
    for (uint32_t i = 0; has_separate && i < count; i++) {
        if (g.parents[i] == i && g.lasts[i] == NONE) {
            wendi_mesh_components_relabel(components, edges, polygons[i],
                                          wendi_mesh_components_free_label(components, edges));
        }
    }
}

/* Components are numbered from 0, so a label above all of them tells what was not reached yet. */
void wendi_mesh_components_number(wendi_mesh_components *components, const wendi_mesh_edges *edges)
{
    static const uint32_t WAITING = UINT32_MAX - 1;
    uint32_t *labels = components->labels;
    uint32_t *queue = components->queue;
    for (uint32_t p = 0; p < edges->polygon_count; p++) {
        labels[p] = labels[p] == NONE ? NONE : WAITING;
    }
    memset(components->sizes, 0, edges->polygon_count * sizeof *components->sizes);
    components->next_label = 0;
    for (uint32_t p = 0; p < edges->polygon_count; p++) {
        if (labels[p] != WAITING) {
            continue;
        }
        const uint32_t label = components->next_label++;
        uint32_t count = 0;
        labels[p] = label;
        queue[count++] = p;
        for (uint32_t done = 0; done < count; done++) {
            const wend_node q = queue[done];
            for (uint32_t c = edges->firsts[q]; c < edges->ends[q]; c++) {
                const wend_node r = edges->neighbours[c];
                if (r != WEND_NODE_NONE && labels[r] == WAITING) {
                    labels[r] = label;
                    queue[count++] = r;
                }
            }
        }
        components->sizes[label] = count;
    }
    if (components->next_label == edges->polygon_count) {
        components->next_label = 0; /* the next one that is looked at */
    }
}
