/* Changes areas, flags and factors of polygons, and opens and closes them. Constant; opening and
 * closing also keep up the components. */
#include "world/mesh/store.h"

static void mark(wend_mesh *m)
{
    m->revision++;
    m->shape_revision = m->revision;
}

/* Updates components after a change that may open or close the polygon. */
static void follow(wend_mesh *m, wend_node p, bool could_enter)
{
    const bool can_enter = wendi_mesh_can_enter(m, p);
    mark(m);
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

wend_result wend_mesh_set_area(wend_mesh *m, wend_node p, uint8_t area)
{
    if (m == NULL || p >= m->polygon_count) {
        return refuse_polygon(m, "wend_mesh_set_area", p);
    }
    if (m->areas[p] != area) {
        const bool could_enter = wendi_mesh_can_enter(m, p);
        m->areas[p] = area;
        follow(m, p, could_enter);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_flags(wend_mesh *m, wend_node p, uint32_t flags)
{
    if (m == NULL || p >= m->polygon_count) {
        return refuse_polygon(m, "wend_mesh_set_flags", p);
    }
    if (m->flags[p] != flags) {
        m->flags[p] = flags;
        mark(m);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_open(wend_mesh *m, wend_node p, bool is_open)
{
    if (m == NULL || p >= m->polygon_count) {
        return refuse_polygon(m, "wend_mesh_set_open", p);
    }
    if ((m->closed[p] == 0) != is_open) {
        const bool could_enter = wendi_mesh_can_enter(m, p);
        m->closed[p] = is_open ? 0 : 1;
        m->closed_count += is_open ? 0 : 1;
        m->closed_count -= is_open ? 1 : 0;
        follow(m, p, could_enter);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_factor(wend_mesh *m, uint8_t area, double factor)
{
    const bool is_infinite = factor > 1.7976931348623157e308;
    if (m == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!(factor >= 1.0 / 256) || (factor > 65536 && !is_infinite)) {
        return wendi_fail(&m->error, WEND_ERROR_ARGUMENT,
                          "wend_mesh_set_factor: factor is %s, and must be from 1/256 to 65536, or "
                          "infinite",
                          wendi_format_number(factor).text);
    }
    const double before = m->factors[area];
    if (before < factor || before > factor) {
        m->factors[area] = factor;
        mark(m);
        if ((before > 65536) != is_infinite) {
            wendi_mesh_components_rebuild(m);
            wendi_mesh_reach_rebuild(m);
        }
    }
    return WEND_OK;
}

const char *wend_mesh_error(const wend_mesh *m)
{
    return m == NULL ? "" : m->error.text;
}
