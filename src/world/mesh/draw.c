/* Draws a mesh: polygons, inner edges, walls and links.
 * Cost: linear. */
#include "world/mesh/store.h"

enum { CHUNK = 64 };

/* Polygons of many corners are drawn as a fan of smaller ones. */
static void draw_polygon(const wend_mesh *m, const wend_draw *draw, wend_node p)
{
    const bool can_enter = wendi_mesh_can_enter(m, p);
    const wend_meaning meaning = can_enter ? WEND_MEANING_GROUND : WEND_MEANING_WALL;
    const double value = can_enter ? m->factors[m->areas[p]] : 0;
    const uint32_t end = m->ends[p];
    wend_vec2 points[CHUNK];
    points[0] = wendi_mesh_point(m, m->firsts[p]);
    uint32_t next = m->firsts[p] + 1;
    while (next + 1 < end) {
        size_t count = 1;
        for (uint32_t c = next; c < end && count < CHUNK; ++c) {
            points[count++] = wendi_mesh_point(m, c);
            next = c;
        }
        draw->polygon(draw->context, points, count, meaning, value);
    }
}

static void draw_edges(const wend_mesh *m, const wend_draw *draw, wend_node p, bool outer)
{
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
        const bool is_outer = m->twins[c] == UINT32_MAX;
        if (is_outer == outer && (is_outer || c < m->twins[c])) {
            draw->line(draw->context, wendi_mesh_point(m, c),
                       wendi_mesh_point(m, wendi_mesh_next(m, p, c)),
                       outer ? WEND_MEANING_WALL : WEND_MEANING_EDGE, 0);
        }
    }
}

wend_result wend_mesh_draw(const wend_mesh *mesh, const wend_draw *draw)
{
    if (mesh == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (wend_node p = 0; draw->polygon != NULL && p < mesh->polygon_count; ++p) {
        draw_polygon(mesh, draw, p);
    }
    if (draw->line == NULL) {
        return WEND_OK;
    }
    for (wend_node p = 0; p < mesh->polygon_count; ++p) {
        draw_edges(mesh, draw, p, false);
    }
    for (wend_node p = 0; p < mesh->polygon_count; ++p) {
        draw_edges(mesh, draw, p, true);
    }
    for (uint32_t i = 0; i < mesh->links.slot_count; ++i) {
        const wendi_mesh_link_slot *slot = &mesh->links.slots[i];
        if (slot->is_used) {
            draw->line(draw->context, (wend_vec2){slot->from.x, slot->from.y},
                       (wend_vec2){slot->to.x, slot->to.y}, WEND_MEANING_PORTAL, slot->is_open);
        }
    }
    return WEND_OK;
}
