/* Keeps up the components of a mesh after polygons were cut anew. */
#include "world/mesh/carve.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

uint32_t wendi_mesh_carve_mark(wend_mesh *m)
{
    wendi_mesh_carve *carve = m->carve;
    if (carve->member_mark == UINT32_MAX) {
        memset(carve->members, 0, m->polygon_capacity * sizeof(uint32_t));
        carve->member_mark = 0;
    }
    return ++carve->member_mark;
}

void wendi_mesh_carve_update_labels(wend_mesh *m)
{
    wendi_mesh_carve *carve = m->carve;
    const wendi_mesh_edges edges = {m->firsts, m->ends, m->neighbours, m->twins,
                                    m->polygon_capacity};
    const uint32_t count = (uint32_t)carve->touched.count;
    if (count == 0) {
        return; /* the obstacle lies beside the mesh */
    }
    if (wendi_mesh_components_prefers_anew(count, m->polygon_count)) {
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t p = carve->touched.items[i];
            if (wendi_mesh_can_enter(m, p)) {
                m->components.labels[p] = 0;
            }
        }
        wendi_mesh_components_number(&m->components, &edges);
        return;
    }
    const wendi_mesh_reconnect_work work = {carve->label_owners, carve->label_waiting,
                                            carve->touched.items + count};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = carve->touched.items[i];
        if (m->components.labels[p] == NONE && wendi_mesh_can_enter(m, p)) {
            wendi_mesh_components_add(&m->components, &edges, p);
        }
    }
    wendi_mesh_components_reconnect(&m->components, &edges, &work, carve->touched.items, count);
}
