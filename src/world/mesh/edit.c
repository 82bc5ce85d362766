/* Changes areas, flags and factors of polygons, and opens and closes them.
 * Cost: constant; opening and closing also keep up the components. */
#include "world/mesh/tiles.h"

static void mark(wend_mesh *m)
{
    m->revision++;
    m->shape_revision = m->revision;
}

void wendi_mesh_note_move(wend_mesh *m, wend_node p)
{
    wendi_mesh_change *change = &m->changes[p];
    const bool is_listed = change->revision != 0;
    if (is_listed && change->revision == m->revision) {
        return;
    }
    change->revision = m->revision;
    if (m->latest_change == p) {
        return;
    }
    if (is_listed) { /* the one after it is there, since it is not the latest */
        m->changes[change->next].before = change->before;
        if (change->before != WEND_NODE_NONE) {
            m->changes[change->before].next = change->next;
        }
    }
    change->before = m->latest_change;
    change->next = WEND_NODE_NONE;
    if (m->latest_change != WEND_NODE_NONE) {
        m->changes[m->latest_change].next = p;
    }
    m->latest_change = p;
}

void wendi_mesh_note_change(wend_mesh *m, wend_node p)
{
    m->changes[p].cut_revision = m->revision;
    wendi_mesh_note_move(m, p);
}

wend_node wendi_mesh_changed_before(const wend_mesh *mesh, wend_node polygon, uint64_t since)
{
    const wend_node p =
        polygon == WEND_NODE_NONE ? mesh->latest_change : mesh->changes[polygon].before;
    return p != WEND_NODE_NONE && mesh->changes[p].revision > since ? p : WEND_NODE_NONE;
}

uint64_t wendi_mesh_change_revision(const wend_mesh *mesh, wend_node polygon)
{
    return mesh->changes[polygon].revision;
}

uint64_t wendi_mesh_cut_revision(const wend_mesh *mesh, wend_node polygon)
{
    return mesh->changes[polygon].cut_revision;
}

bool wendi_mesh_remembers(const wend_mesh *mesh, uint64_t since)
{
    return since >= mesh->change_floor;
}

bool wendi_mesh_changed_polygons(const wend_mesh *mesh, uint64_t since, uint32_t *polygons,
                                 size_t capacity, size_t *count)
{
    *count = 0;
    for (wend_node p = wendi_mesh_changed_before(mesh, WEND_NODE_NONE, since); p != WEND_NODE_NONE;
         p = wendi_mesh_changed_before(mesh, p, since)) {
        if (*count == capacity) {
            return false;
        }
        polygons[(*count)++] = p;
    }
    return wendi_mesh_remembers(mesh, since);
}

/* Updates components after a change that may open or close the polygon. */
static void follow(wend_mesh *m, wend_node p, bool could_enter)
{
    const bool can_enter = wendi_mesh_can_enter(m, p);
    wendi_mesh_note_change(m, p);
    if (can_enter != could_enter) {
        wendi_mesh_components_follow(m, p, can_enter);
    }
}

static wend_result refuse_polygon(wend_mesh *m, const char *function, wend_node p)
{
    if (m != NULL && m->tiles != NULL && p < m->polygon_count) {
        return wendi_fail(&m->error, WEND_ERROR_ARGUMENT,
                          "%s: polygon %lu is one of no tile that is loaded", function,
                          (unsigned long)p);
    }
    return wendi_refuse_index(m == NULL ? NULL : &m->error, function, "polygon", p, "polygons",
                              m == NULL ? 0 : m->polygon_count);
}

/* The polygon as made whose properties polygon p has; WEND_NODE_NONE: there is none. */
static wend_node home_of(const wend_mesh *m, wend_node p)
{
    const wend_node home =
        m == NULL || p >= m->polygon_count ? WEND_NODE_NONE : wendi_mesh_home(m, p);
    const bool is_there =
        home == WEND_NODE_NONE || m->tiles == NULL || wendi_mesh_tiles_has_polygon(m, home);
    return is_there ? home : WEND_NODE_NONE;
}

/* Sets the properties of a polygon, and of all pieces that obstacles left of it. */
static void set_all(wend_mesh *m, wend_node home, uint8_t area, uint32_t flags, uint8_t door)
{
    const wendi_carve_record *record = wendi_mesh_record(m, home);
    const uint32_t count = record == NULL ? 0 : record->piece_count;
    mark(m);
    for (uint32_t i = 0; i <= count; i++) {
        const wend_node p = i == 0 ? home : wendi_carve_pieces_of(record)[i - 1];
        const bool could_enter = wendi_mesh_can_enter(m, p);
        const uint8_t before = m->closed[p];
        m->areas[p] = area;
        m->flags[p] = flags;
        m->closed[p] = (uint8_t)((before & WENDI_MESH_ABSENT) | door);
        m->closed_count += before == 0 && m->closed[p] != 0 ? 1 : 0;
        m->closed_count -= before != 0 && m->closed[p] == 0 ? 1 : 0;
        follow(m, p, could_enter);
    }
}

wend_result wend_mesh_set_area(wend_mesh *mesh, wend_node polygon, uint8_t area)
{
    const wend_node home = home_of(mesh, polygon);
    if (home == WEND_NODE_NONE) {
        return refuse_polygon(mesh, "wend_mesh_set_area", polygon);
    }
    if (mesh->areas[home] != area) {
        set_all(mesh, home, area, mesh->flags[home], mesh->closed[home] & 1);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_flags(wend_mesh *mesh, wend_node polygon, uint32_t flags)
{
    const wend_node home = home_of(mesh, polygon);
    if (home == WEND_NODE_NONE) {
        return refuse_polygon(mesh, "wend_mesh_set_flags", polygon);
    }
    if (mesh->flags[home] != flags) {
        set_all(mesh, home, mesh->areas[home], flags, mesh->closed[home] & 1);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_open(wend_mesh *mesh, wend_node polygon, bool is_open)
{
    const wend_node home = home_of(mesh, polygon);
    if (home == WEND_NODE_NONE) {
        return refuse_polygon(mesh, "wend_mesh_set_open", polygon);
    }
    const uint8_t door = is_open ? 0 : 1;
    if ((mesh->closed[home] & 1) != door) {
        set_all(mesh, home, mesh->areas[home], mesh->flags[home], door);
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
        mesh->factors_revision = mesh->revision;
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
