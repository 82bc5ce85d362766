/* Which open polygons of a mesh are connected by shared edges: labels, kept up as polygons open and
 * close.
 *
 *      |  a |  b |        Closing p: a walk begins at each edge of an open neighbour that faces p,
 *      |----+----|        and follows the rim of the open ground. Neighbours that a walk joins are
 *      |  c | p  #        still connected, and mostly some steps show that. The walks take turns; once
 *      |----+----#        one closes a rim that lacks some neighbour, two floods take turns, from
 *      |  d |  e |        polygons of two rims: they meet, or the smaller side gets a new label.
 *
 * Also used for the polygons that are open to one kind of agent, which a space keeps. */
#ifndef WENDI_WORLD_MESH_CONNECTED_H
#define WENDI_WORLD_MESH_CONNECTED_H

#include "wend/types.h"

#include <stdbool.h>

/** Polygons and their edges; see view.h. */
typedef struct wendi_mesh_edges {
    const uint32_t *firsts, *ends, *neighbours, *twins;
    uint32_t polygon_count; /* the arrays of components have room for so many */
} wendi_mesh_edges;

/** Components: open polygons connected by shared edges. */
typedef struct wendi_mesh_components {
    uint32_t *labels; /* [polygon_count]; UINT32_MAX = closed */
    uint32_t *sizes;  /* [polygon_count] polygons of each label */
    uint32_t *marks;  /* [polygon_count] scratch of edits */
    uint32_t *queue;  /* [polygon_count] likewise */
    uint32_t mark, next_label;
} wendi_mesh_components;

/** All closed. @return false: no memory; call free in any case. */
bool wendi_mesh_components_reserve(wendi_mesh_components *components, uint32_t polygon_count,
                                   const wend_allocator *allocator);
void wendi_mesh_components_release(wendi_mesh_components *components, uint32_t polygon_count,
                                   const wend_allocator *allocator);
/** Opens a polygon. Time: the smaller ones of the components that it joins. */
void wendi_mesh_components_open(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                                wend_node polygon);
/** Closes one. Time: the rims beside it but for the longest, each as far as its neighbours or the
 * shorter one is long; where it divides a component, the smaller side too. On surfaces with tunnels
 * a flood where rims do not tell. */
void wendi_mesh_components_close(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                                 wend_node polygon);

/* ---- many polygons at once, as after a cut: drop, add, reconnect ---- */

/** Scratch. */
typedef struct wendi_mesh_reconnect_work {
    uint32_t *owners;  /* [polygon_count] */
    uint32_t *waiting; /* [polygon_count] 0 before and after */
    uint32_t *groups;  /* [4 * count] */
} wendi_mesh_reconnect_work;

/** Takes the label of a polygon that is closed or gone. */
void wendi_mesh_components_drop(wendi_mesh_components *components, wend_node polygon);
/** Gives a polygon without a label that of its largest neighbour, or a new one. */
void wendi_mesh_components_add(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                               wend_node polygon);
/** Joins and divides components. @param polygons [count] all that were added or have other neighbours
 * now, and the neighbours of those that were dropped; each once. */
void wendi_mesh_components_reconnect(wendi_mesh_components *components,
                                     const wendi_mesh_edges *edges,
                                     const wendi_mesh_reconnect_work *work,
                                     const uint32_t *polygons, uint32_t count);

/** True if so many polygons changed that numbering all components anew is less work. */
static inline bool wendi_mesh_components_prefers_anew(uint32_t count, uint32_t polygon_count)
{
    enum { SHARE = 8 };
    return count > polygon_count / SHARE;
}

/** Numbers the components of all polygons that have a label, whatever it is. Time: one flood. */
void wendi_mesh_components_number(wendi_mesh_components *components, const wendi_mesh_edges *edges);

/* ---- for both ---- */

/** An unused label. */
uint32_t wendi_mesh_components_free_label(wendi_mesh_components *components,
                                          const wendi_mesh_edges *edges);
/** Gives another label to the polygons of p's that are connected with it. */
void wendi_mesh_components_relabel(wendi_mesh_components *components, const wendi_mesh_edges *edges,
                                   wend_node p, uint32_t label);
uint32_t wendi_mesh_components_new_mark(wendi_mesh_components *components,
                                        const wendi_mesh_edges *edges);

#endif
