/* Keeps up which open polygons are connected.
 * Cost: see connected.h. Nothing here takes memory after the arrays are there. */
#include "world/mesh/connected.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

bool wendi_mesh_components_reserve(wendi_mesh_components *components, uint32_t polygon_count,
                                   const wend_allocator *allocator)
{
    const size_t bytes = polygon_count * sizeof(uint32_t);
    components->labels = wendi_alloc(allocator, bytes);
    components->sizes = wendi_alloc_zero(allocator, bytes);
    components->marks = wendi_alloc_zero(allocator, bytes);
    components->queue = wendi_alloc(allocator, bytes);
    if (polygon_count > 0 && (components->labels == NULL || components->sizes == NULL ||
                              components->marks == NULL || components->queue == NULL)) {
        return false;
    }
    if (polygon_count > 0) {
        memset(components->labels, 0xff, bytes);
    }
    return true;
}

void wendi_mesh_components_release(wendi_mesh_components *components, uint32_t polygon_count,
                                   const wend_allocator *allocator)
{
    const size_t bytes = polygon_count * sizeof(uint32_t);
    wendi_free(allocator, components->labels, bytes);
    wendi_free(allocator, components->sizes, bytes);
    wendi_free(allocator, components->marks, bytes);
    wendi_free(allocator, components->queue, bytes);
    memset(components, 0, sizeof *components);
}

/* An unused label: there are more labels than components as long as one polygon has none. */
uint32_t wendi_mesh_components_free_label(wendi_mesh_components *components,
                                          const wendi_mesh_edges *edges)
{
    uint32_t label = components->next_label;
    while (components->sizes[label] != 0) {
        label = label + 1 == edges->polygon_count ? 0 : label + 1;
    }
    components->next_label = label;
    return label;
}

/* ---- opening ---- */

/* Gives all polygons of p's component another label. */
void wendi_mesh_components_relabel(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                                   wend_node p, uint32_t label)
{
    const uint32_t old = components->labels[p];
    uint32_t *queue = components->queue;
    uint32_t count = 0;
    components->labels[p] = label;
    queue[count++] = p;
    for (uint32_t done = 0; done < count; done++) {
        const wend_node q = queue[done];
        for (uint32_t c = edges->firsts[q]; c < edges->ends[q]; c++) {
            const wend_node r = edges->neighbours[c];
            if (r != WEND_NODE_NONE && components->labels[r] == old) {
                components->labels[r] = label;
                queue[count++] = r;
            }
        }
    }
    components->sizes[old] -= count;
    components->sizes[label] += count;
}

void wendi_mesh_components_add(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                               wend_node p)
{
    uint32_t largest = NONE;
    for (uint32_t c = edges->firsts[p]; c < edges->ends[p]; c++) {
        const wend_node q = edges->neighbours[c];
        const uint32_t label = q == WEND_NODE_NONE ? NONE : components->labels[q];
        if (label != NONE &&
            (largest == NONE || components->sizes[label] > components->sizes[largest])) {
            largest = label;
        }
    }
    largest = largest == NONE ? wendi_mesh_components_free_label(components, edges) : largest;
    components->labels[p] = largest;
    components->sizes[largest]++;
}

void wendi_mesh_components_open(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                                wend_node p)
{
    wendi_mesh_components_add(components, edges, p);
    const uint32_t largest = components->labels[p];
    for (uint32_t c = edges->firsts[p]; c < edges->ends[p]; c++) {
        const wend_node q = edges->neighbours[c];
        if (q != WEND_NODE_NONE && components->labels[q] != NONE &&
            components->labels[q] != largest) {
            wendi_mesh_components_relabel(components, edges, q, largest);
        }
    }
}

/* ---- closing ---- */

enum { WALKS_MOST = 32 };

/* The open neighbours of a polygon that closes, in groups that are known to be connected. */
typedef struct closing_groups {
    wendi_mesh_components *components;
    const wendi_mesh_edges *edges;
    wend_node closed;
    uint32_t label;
    uint32_t starts[WALKS_MOST]; /* edges of neighbours that face the closed one */
    wend_node polygons[WALKS_MOST];
    uint32_t groups[WALKS_MOST]; /* the lowest of each group */
    uint32_t at[WALKS_MOST];     /* the edge that the walk from each has come to, */
    wend_node in[WALKS_MOST];    /* and its polygon */
    bool has_ended[WALKS_MOST];
    uint32_t count;
} closing_groups;

static void unite(closing_groups *g, uint32_t a, uint32_t b)
{
    const uint32_t from = g->groups[a] > g->groups[b] ? g->groups[a] : g->groups[b];
    const uint32_t to = g->groups[a] > g->groups[b] ? g->groups[b] : g->groups[a];
    for (uint32_t i = 0; i < g->count; i++) {
        g->groups[i] = g->groups[i] == from ? to : g->groups[i];
    }
}

/* Forgets the neighbours that are a component of their own now. */
static void drop_separated(closing_groups *g)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->components->labels[g->polygons[i]] == g->label) {
            g->starts[kept] = g->starts[i];
            g->polygons[kept] = g->polygons[i];
            g->groups[kept] = g->groups[i];
            g->at[kept] = g->at[i];
            g->in[kept] = g->in[i];
            g->has_ended[kept] = g->has_ended[i];
            kept++;
        }
    }
    g->count = kept;
}

/* A neighbour of another group than the first; NONE: there is one group. */
static uint32_t find_other(const closing_groups *g, uint32_t group)
{
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->groups[i] != group) {
            return i;
        }
    }
    return NONE;
}

/* The next edge of the rim: around the end of this one, from open polygon to open polygon. */
static uint32_t next_of_rim(const closing_groups *g, uint32_t corner, wend_node *polygon)
{
    const wendi_mesh_edges *edges = g->edges;
    for (;;) {
        corner = corner + 1 == edges->ends[*polygon] ? edges->firsts[*polygon] : corner + 1;
        const wend_node beyond = edges->neighbours[corner];
        if (beyond == WEND_NODE_NONE || g->components->labels[beyond] == NONE) {
            return corner;
        }
        *polygon = beyond;
        corner = edges->twins[corner];
    }
}

/* True if all walks of a group have ended: its rim is closed. */
static bool is_closed_rim(const closing_groups *g, uint32_t group)
{
    bool is_closed = true;
    for (uint32_t i = 0; i < g->count; i++) {
        is_closed = is_closed && (g->groups[i] != group || g->has_ended[i]);
    }
    return is_closed;
}

/* Walks along the rims, in turns, until one group is left, or the rim of one is closed. @return a
 * neighbour of that; NONE: there is one group. */
static uint32_t walk_rims(closing_groups *g)
{
    if (g->count < 2) {
        return NONE;
    }
    for (uint32_t i = 0; i < g->count; i++) {
        if (is_closed_rim(g, g->groups[i])) {
            return find_other(g, g->groups[i]) == NONE ? NONE : i;
        }
    }
    for (uint32_t i = 0; find_other(g, g->groups[0]) != NONE; i = i + 1 == g->count ? 0 : i + 1) {
        if (g->has_ended[i]) {
            continue;
        }
        g->at[i] = next_of_rim(g, g->at[i], &g->in[i]);
        if (g->edges->neighbours[g->at[i]] != g->closed) {
            continue;
        }
        g->has_ended[i] = true;
        for (uint32_t k = 0; k < g->count; k++) {
            if (g->starts[k] == g->at[i]) {
                unite(g, i, k);
            }
        }
        if (is_closed_rim(g, g->groups[i])) {
            return find_other(g, g->groups[i]) == NONE ? NONE : i;
        }
    }
    return NONE;
}

/* One of two floods. The first one's queue rises from the bottom of the array, the other's falls
 * from the top: together they never hold more than all polygons. */
typedef struct closing_flood {
    uint32_t mark, done, count;
    bool is_falling;
} closing_flood;

static uint32_t *place(const closing_groups *g, const closing_flood *f, uint32_t i)
{
    return &g->components->queue[f->is_falling ? g->edges->polygon_count - 1 - i : i];
}

static void reach(closing_groups *g, closing_flood *f, wend_node p)
{
    g->components->marks[p] = f->mark;
    *place(g, f, f->count++) = p;
}

/* Goes over the edges of one polygon. @return true: it met the other flood. */
static bool expand(closing_groups *g, closing_flood *f, uint32_t other)
{
    const wend_node q = *place(g, f, f->done++);
    for (uint32_t c = g->edges->firsts[q]; c < g->edges->ends[q]; c++) {
        const wend_node r = g->edges->neighbours[c];
        if (r == WEND_NODE_NONE || g->components->labels[r] != g->label ||
            g->components->marks[r] == f->mark) {
            continue;
        }
        if (g->components->marks[r] == other) {
            return true;
        }
        reach(g, f, r);
    }
    return false;
}

uint32_t wendi_mesh_components_new_mark(wendi_mesh_components *components,
                                        const wendi_mesh_edges *edges)
{
    if (components->mark >= UINT32_MAX - 1) {
        memset(components->marks, 0, edges->polygon_count * sizeof *components->marks);
        components->mark = 0;
    }
    return ++components->mark;
}

/* Gives the polygons of a flood a label of their own. */
static void separate(closing_groups *g, const closing_flood *f)
{
    wendi_mesh_components *components = g->components;
    const uint32_t fresh = wendi_mesh_components_free_label(components, g->edges);
    for (uint32_t i = 0; i < f->count; i++) {
        components->labels[*place(g, f, i)] = fresh;
    }
    components->sizes[fresh] = f->count;
    components->sizes[g->label] -= f->count;
}

/* Two floods in turns, from neighbours a and b: they meet, or one is a component of its own. */
static void flood_both(closing_groups *g, uint32_t a, uint32_t b)
{
    closing_flood floods[2] = {{0}, {0}};
    (void)wendi_mesh_components_new_mark(g->components, g->edges); /* room for two in a row */
    floods[0].mark = g->components->mark;
    floods[1].mark = ++g->components->mark;
    floods[1].is_falling = true;
    reach(g, &floods[0], g->polygons[a]);
    if (g->polygons[a] == g->polygons[b]) {
        unite(g, a, b);
        return;
    }
    reach(g, &floods[1], g->polygons[b]);
    for (uint32_t side = 0;; side = 1 - side) {
        if (floods[side].done == floods[side].count) {
            separate(g, &floods[side]);
            return;
        }
        if (expand(g, &floods[side], floods[1 - side].mark)) {
            unite(g, a, b);
            return;
        }
    }
}

/* For polygons of very many sides: each neighbour against one that has the label. */
static void close_many_sided(closing_groups *g)
{
    const uint32_t *labels = g->components->labels;
    wend_node keeper = WEND_NODE_NONE;
    for (uint32_t c = g->edges->firsts[g->closed]; c < g->edges->ends[g->closed]; c++) {
        const wend_node q = g->edges->neighbours[c];
        if (q == WEND_NODE_NONE || labels[q] != g->label) {
            continue;
        }
        if (keeper == WEND_NODE_NONE || labels[keeper] != g->label) {
            keeper = q;
            continue;
        }
        g->polygons[0] = keeper;
        g->polygons[1] = q;
        g->groups[0] = 0;
        g->groups[1] = 1;
        g->count = 2;
        flood_both(g, 0, 1);
    }
}

void wendi_mesh_components_close(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                                 wend_node p)
{
    closing_groups g = {.components = components, .edges = edges, .closed = p};
    g.label = components->labels[p];
    components->labels[p] = NONE;
    components->sizes[g.label]--;
    bool is_complete = true;
    for (uint32_t c = edges->firsts[p]; c < edges->ends[p]; c++) {
        const wend_node q = edges->neighbours[c];
        if (q == WEND_NODE_NONE || components->labels[q] == NONE) {
            continue;
        }
        if (g.count == WALKS_MOST) {
            is_complete = false;
            break;
        }
        g.starts[g.count] = g.at[g.count] = edges->twins[c];
        g.polygons[g.count] = g.in[g.count] = q;
        g.groups[g.count] = g.count;
        g.count++;
    }
    if (!is_complete) {
        close_many_sided(&g);
        return;
    }
    for (uint32_t closed = walk_rims(&g); closed != NONE; closed = walk_rims(&g)) {
        flood_both(&g, closed, find_other(&g, g.groups[closed]));
        drop_separated(&g);
    }
}
