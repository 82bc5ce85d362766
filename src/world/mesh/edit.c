/* Changes areas, flags and factors of polygons, and opens and closes them.
 * Cost: constant; opening and closing also keep up the components. */
#include "world/mesh/store.h"

static void mark(wend_mesh *m)
{
    m->revision++;
    m->shape_revision = m->revision;
}

static void mark_polygon(wend_mesh *m, wend_node p)
{
    wendi_mesh_change *change = &m->changes[m->next_change];
    mark(m);
    if (m->change_count == WENDI_MESH_CHANGES) {
        m->change_floor = change->revision;
    } else {
        m->change_count++;
    }
    *change = (wendi_mesh_change){m->revision, p};
    m->next_change = (m->next_change + 1) % WENDI_MESH_CHANGES;
}

bool wendi_mesh_changed_polygons(const wend_mesh *mesh, uint64_t since, uint32_t *polygons,
                                 size_t *count)
{
    *count = 0;
    for (uint32_t i = 0; i < mesh->change_count; i++) {
        if (mesh->changes[i].revision > since) {
            polygons[(*count)++] = mesh->changes[i].polygon;
        }
    }
    return since >= mesh->change_floor;
}

/* Updates components after a change that may open or close the polygon. */
static void follow(wend_mesh *m, wend_node p, bool could_enter)
{
    const bool can_enter = wendi_mesh_can_enter(m, p);
    mark_polygon(m, p);
    if (can_enter == could_enter) {
        return;
    }
    if (can_enter) {
        wendi_mesh_components_open_polygon(m, p);
    } else {
        wendi_mesh_components_close_polygon(m, p);
    }
    wendi_mesh_reach_rebuild(m);
}

static wend_result refuse_polygon(wend_mesh *m, const char *function, wend_node p)
{
    return wendi_refuse_index(m == NULL ? NULL : &m->error, function, "polygon", p, "polygons",
                              m == NULL ? 0 : m->polygon_count);
}

wend_result wend_mesh_set_area(wend_mesh *mesh, wend_node polygon, uint8_t area)
{
    if (mesh == NULL || polygon >= mesh->polygon_count) {
        return refuse_polygon(mesh, "wend_mesh_set_area", polygon);
    }
    if (mesh->areas[polygon] != area) {
        const bool could_enter = wendi_mesh_can_enter(mesh, polygon);
        mesh->areas[polygon] = area;
        follow(mesh, polygon, could_enter);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_flags(wend_mesh *mesh, wend_node polygon, uint32_t flags)
{
    if (mesh == NULL || polygon >= mesh->polygon_count) {
        return refuse_polygon(mesh, "wend_mesh_set_flags", polygon);
    }
    if (mesh->flags[polygon] != flags) {
        mesh->flags[polygon] = flags;
        mark_polygon(mesh, polygon);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_open(wend_mesh *mesh, wend_node polygon, bool is_open)
{
    if (mesh == NULL || polygon >= mesh->polygon_count) {
        return refuse_polygon(mesh, "wend_mesh_set_open", polygon);
    }
    if ((mesh->closed[polygon] == 0) != is_open) {
        const bool could_enter = wendi_mesh_can_enter(mesh, polygon);
        mesh->closed[polygon] = is_open ? 0 : 1;
        mesh->closed_count += is_open ? 0 : 1;
        mesh->closed_count -= is_open ? 1 : 0;
        follow(mesh, polygon, could_enter);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_factor(wend_mesh *mesh, uint8_t area, double factor)
{
    const bool is_infinite = factor > 1.7976931348623157e308;
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!(factor >= 1.0 / 256) || (factor > 65536 && !is_infinite)) {
        return wendi_fail(&mesh->error, WEND_ERROR_ARGUMENT,
                          "wend_mesh_set_factor: factor is %s, and must be from 1/256 to 65536, or "
                          "infinite",
                          wendi_format_number(factor).text);
    }
    const double before = mesh->factors[area];
    if (before < factor || before > factor) {
        mesh->factors[area] = factor;
        mark(mesh);
        if ((before > 65536) != is_infinite) {
            mesh->change_floor = mesh->revision; /* polygons anywhere are open or closed now */
            wendi_mesh_components_rebuild(mesh);
            wendi_mesh_reach_rebuild(mesh);
        }
    }
    return WEND_OK;
}

const char *wend_mesh_error(const wend_mesh *mesh)
{
    return mesh == NULL ? "" : mesh->error.text;
}
