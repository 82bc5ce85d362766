/* Makes a level of a mesh of one floor: its outer edges and the borders between its areas.
 * Cost: linear in corners. */
#include "base/core/message.h"
#include "wend/walls.h"
#include "world/level/store.h"
#include "world/mesh/view.h"

typedef struct mesh_level_copier {
    wendi_mesh_view mesh;
    wend_level *level;
    uint32_t regions[WEND_MESH_AREAS];
} mesh_level_copier;

static wend_result refuse(wend_message *message, wend_result result)
{
    const char *what = "no memory for the level";
    if (result == WEND_ERROR_UNSUPPORTED) {
        what = "floors of the mesh lie over each other, a level is flat";
    } else if (result == WEND_ERROR_ARGUMENT) {
        what = "mesh or level is NULL";
    }
    return wendi_fail(message, result, "wend_level_from_mesh: %s", what);
}

/* A region's floor is the lowest of its area; a mesh has no ceilings. */
static wend_result add_regions(mesh_level_copier *c)
{
    const wendi_mesh_view *m = &c->mesh;
    double floors[WEND_MESH_AREAS];
    bool is_used[WEND_MESH_AREAS] = {false};
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        for (uint32_t i = m->firsts[p]; i < m->ends[p]; ++i) {
            const double height = m->heights == NULL ? 0.0 : m->heights[i];
            const uint8_t area = m->areas[p];
            floors[area] = !is_used[area] || height < floors[area] ? height : floors[area];
            is_used[area] = true;
        }
    }
    wend_result result = WEND_OK;
    for (uint32_t area = 0; area < WEND_MESH_AREAS && result == WEND_OK; ++area) {
        if (is_used[area]) {
            const wend_level_region region = {floors[area], WEND_COORDINATE_MAX, area, 0};
            result = wend_level_add_region(c->level, &region, &c->regions[area]);
        }
    }
    return result;
}

/* Polygons have their inside to the left of their edges. An edge between two areas is added by
 * the polygon with the smaller number. */
static wend_result add_edge(const mesh_level_copier *c, uint32_t p, uint32_t from, uint32_t to)
{
    const wendi_mesh_view *m = &c->mesh;
    const uint32_t beyond = m->neighbours[from];
    const bool is_outer = beyond == WEND_NODE_NONE;
    if (!is_outer && (beyond < p || m->areas[beyond] == m->areas[p])) {
        return WEND_OK;
    }
    const wend_level_line line = {
        m->points[m->vertices[from]],  m->points[m->vertices[to]],
        c->regions[m->areas[p]],       is_outer ? WEND_REGION_NONE : c->regions[m->areas[beyond]],
        is_outer ? WEND_STOPS_ALL : 0, from};
    return wend_level_add_line(c->level, &line, NULL);
}

static wend_result add_edges(const mesh_level_copier *c)
{
    const wendi_mesh_view *m = &c->mesh;
    wend_result result = WEND_OK;
    for (uint32_t p = 0; p < m->polygon_count && result == WEND_OK; ++p) {
        const uint32_t end = m->ends[p];
        for (uint32_t i = m->firsts[p]; i < end && result == WEND_OK; ++i) {
            result = add_edge(c, p, i, i + 1 < end ? i + 1 : m->firsts[p]);
        }
    }
    return result;
}

static wend_result add_teleports(const mesh_level_copier *c)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < c->mesh.link_limit && result == WEND_OK; ++i) {
        const wendi_mesh_link_slot *link = &c->mesh.links[i];
        if (link->is_used && link->is_open) {
            const wend_level_teleport teleport = {
                {link->from.x, link->from.y}, {link->to.x, link->to.y}, link->is_two_way};
            result = wend_level_add_teleport(c->level, &teleport, NULL);
        }
    }
    return result;
}

wend_result wend_level_from_mesh(const wend_mesh *mesh, wend_level **level, wend_message *message)
{
    wendi_message_clear(message);
    if (level != NULL) {
        *level = NULL;
    }
    if (mesh == NULL || level == NULL) {
        return refuse(message, WEND_ERROR_ARGUMENT);
    }
    if (wend_mesh_has_floors(mesh)) {
        return refuse(message, WEND_ERROR_UNSUPPORTED);
    }
    mesh_level_copier c = {.mesh = wendi_mesh_view_of(mesh)};
    wend_result result = wend_level_create(NULL, &c.level);
    result = result == WEND_OK ? add_regions(&c) : result;
    result = result == WEND_OK ? add_edges(&c) : result;
    result = result == WEND_OK ? add_teleports(&c) : result;
    if (result != WEND_OK) {
        wend_level_destroy(c.level);
        return refuse(message, result);
    }
    *level = c.level;
    return WEND_OK;
}
