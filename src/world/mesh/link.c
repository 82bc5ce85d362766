/* Adds, changes and removes the off-mesh connections of a mesh.
 * Cost: finding the polygons of the ends; a change or removal that joins or separates islands is
 * linear in links. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "world/mesh/tiles.h"

#include <string.h>

static const uint32_t COOKIE = 0x11c4b7e5;
static const double COST_MAX = 1073741824.0;

enum { FIRST_CAPACITY = 16, LINKS_MAX = 1 << 20, ONE_WAY_MAX = 1 << 18 };

wend_mesh_link wend_mesh_link_default(void)
{
    wend_mesh_link link;
    memset(&link, 0, sizeof link);
    link.cookie = COOKIE;
    link.from.polygon = WEND_NODE_NONE;
    link.to.polygon = WEND_NODE_NONE;
    link.is_open = true;
    link.behaviour = WEND_BEHAVIOUR_TELEPORT;
    return link;
}

/* ---- room ---- */

static void free_links(const wend_mesh *m, wendi_mesh_links *links)
{
    const wend_allocator *a = &m->allocator;
    const size_t capacity = links->capacity;
    const size_t polygons = m->polygon_capacity;
    wendi_free(a, links->slots, capacity * sizeof *links->slots);
    wendi_free(a, links->next_free1, capacity * sizeof *links->next_free1);
    wendi_free(a, links->ends, 2 * capacity * sizeof *links->ends);
    wendi_free(a, links->one_way_ends, 2 * capacity * sizeof *links->one_way_ends);
    wendi_free(a, links->groups, polygons * sizeof *links->groups);
    wendi_free(a, links->numbers, polygons * sizeof *links->numbers);
    memset(links, 0, sizeof *links);
}

void wendi_mesh_links_free(wend_mesh *m)
{
    free_links(m, &m->links);
}

/* Allocates empty links; NULL arrays failed. */
static bool make_links(const wend_mesh *m, uint32_t capacity, wendi_mesh_links *links)
{
    const wend_allocator *a = &m->allocator;
    const size_t polygons = m->polygon_capacity;
    links->capacity = capacity;
    links->slots = wendi_alloc_zero(a, capacity * sizeof *links->slots);
    links->next_free1 = wendi_alloc_zero(a, capacity * sizeof *links->next_free1);
    links->ends = wendi_alloc(a, 2 * (size_t)capacity * sizeof *links->ends);
    links->one_way_ends = wendi_alloc(a, 2 * (size_t)capacity * sizeof *links->one_way_ends);
    links->groups = wendi_alloc(a, polygons * sizeof *links->groups);
    links->numbers = wendi_alloc(a, polygons * sizeof *links->numbers);
    if (links->slots == NULL || links->next_free1 == NULL || links->ends == NULL ||
        links->one_way_ends == NULL || links->groups == NULL || links->numbers == NULL) {
        return false;
    }
    memset(links->ends, 0xff, 2 * (size_t)capacity * sizeof *links->ends);
    memset(links->numbers, 0xff, polygons * sizeof *links->numbers);
    for (uint32_t i = 0; i < m->polygon_capacity; ++i) {
        links->groups[i] = i;
    }
    return true;
}

bool wendi_mesh_links_reserve(wend_mesh *m, uint32_t capacity)
{
    wendi_mesh_links *links = &m->links;
    if (capacity <= links->capacity) {
        return true;
    }
    wendi_mesh_links grown;
    memset(&grown, 0, sizeof grown);
    if (!make_links(m, capacity, &grown)) {
        free_links(m, &grown);
        return false;
    }
    if (links->slot_count > 0) {
        memcpy(grown.slots, links->slots, links->slot_count * sizeof *grown.slots);
        memcpy(grown.next_free1, links->next_free1, links->slot_count * sizeof *grown.next_free1);
    }
    grown.slot_count = links->slot_count;
    grown.free_first1 = links->free_first1;
    grown.count = links->count;
    grown.one_way_count = links->one_way_count;
    free_links(m, links);
    *links = grown;
    wendi_mesh_reach_rebuild(m);
    return true;
}

/* ---- reading ---- */

static wendi_mesh_link_slot *slot_of(const wend_mesh *m, wend_mesh_link_id id)
{
    if (id.index1 == 0 || id.index1 > m->links.slot_count) {
        return NULL;
    }
    wendi_mesh_link_slot *slot = &m->links.slots[id.index1 - 1];
    return slot->is_used && slot->generation == id.generation ? slot : NULL;
}

wend_result wend_mesh_get_link(const wend_mesh *mesh, wend_mesh_link_id id, wend_mesh_link *link)
{
    if (link != NULL) {
        *link = wend_mesh_link_default();
    }
    if (mesh == NULL || link == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_mesh_link_slot *slot = slot_of(mesh, id);
    if (slot == NULL) {
        return WEND_ERROR_STALE;
    }
    link->from = slot->from;
    link->to = slot->to;
    link->cost = slot->cost;
    link->is_two_way = slot->is_two_way;
    link->is_open = slot->is_open;
    link->behaviour = slot->behaviour;
    link->flags = slot->flags;
    link->user = slot->user;
    return WEND_OK;
}

wend_mesh_link_id wend_mesh_link_of_edge(const wend_mesh *mesh, uint32_t edge)
{
    if (mesh == NULL || edge >= mesh->links.slot_count || !mesh->links.slots[edge].is_used) {
        return (wend_mesh_link_id){0, 0};
    }
    return (wend_mesh_link_id){edge + 1, mesh->links.slots[edge].generation};
}

size_t wend_mesh_link_count(const wend_mesh *mesh)
{
    return mesh == NULL ? 0 : mesh->links.count;
}

wend_result wend_mesh_list_links(const wend_mesh *mesh, wend_mesh_link_id *ids, size_t capacity,
                                 size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (mesh == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    size_t written = 0;
    for (uint32_t i = 0; i < mesh->links.slot_count && written < capacity; ++i) {
        if (mesh->links.slots[i].is_used) {
            ids[written++] = (wend_mesh_link_id){i + 1, mesh->links.slots[i].generation};
        }
    }
    *count = mesh->links.count;
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- checking ---- */

static wend_result refuse(wend_message *message, const char *function, const char *what)
{
    return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s: %s", function, what);
}

/* Of a mesh of tiles: false if the tile under an end is not there. */
static bool is_on_ground(const wend_mesh *m, const wend_mesh_location *end, wend_node p)
{
    const double off = wend_mesh_height(m, p, end->x, end->y) - end->z;
    const double reach = (double)WENDI_TILE_LINK_REACH;
    return p != WEND_NODE_NONE && off <= reach && off >= -reach;
}

/* Puts an end exactly on its polygon, and on that as made, whose height it has: the same when obstacles
 * come and go, and when the mesh is loaded. */
static bool find_end(const wend_mesh *m, const wend_mesh_location *location,
                     wend_mesh_location *end)
{
    const wend_node p = wendi_mesh_polygon_of(m, location);
    if (m->tiles != NULL && !is_on_ground(m, location, p)) {
        *end = (wend_mesh_location){wendi_flush_coordinate(location->x),
                                    wendi_flush_coordinate(location->y),
                                    wendi_flush_coordinate(location->z), wendi_mesh_nowhere(m)};
        return wendi_coordinate_is_valid(location->x) && wendi_coordinate_is_valid(location->y) &&
               wendi_coordinate_is_valid(location->z);
    }
    return p != WEND_NODE_NONE && wendi_mesh_snap_home(m, p, location->x, location->y, end);
}

static bool differs(double a, double b)
{
    return a < b || a > b;
}

/* True if a location is an end of a link as it was read, or made again without its polygon. */
static bool is_end(const wend_mesh *m, const wend_mesh_location *location,
                   const wend_mesh_location *end)
{
    return !differs(location->x, end->x) && !differs(location->y, end->y) &&
           !differs(location->z, end->z) &&
           (location->polygon == WEND_NODE_NONE || location->polygon == end->polygon ||
            (location->polygon < m->polygon_count &&
             wendi_mesh_home(m, location->polygon) == wendi_mesh_home(m, end->polygon)));
}

/* Finds an end. One that a link has already stays, also while an obstacle covers it. */
static bool find_or_keep_end(const wend_mesh *m, const wend_mesh_location *location,
                             const wend_mesh_location *kept, wend_mesh_location *end)
{
    if (kept != NULL && is_end(m, location, kept)) {
        *end = *kept;
        return true;
    }
    return find_end(m, location, end);
}

static double distance(const wend_mesh_location *a, const wend_mesh_location *b)
{
    const double x = a->x - b->x;
    const double y = a->y - b->y;
    const double z = a->z - b->z;
    return wend_sqrt(x * x + y * y + z * z);
}

/* @param kept the slot as it is; NULL: a new one. */
static wend_result make_slot(const wend_mesh *m, const wend_mesh_link *link,
                             const wendi_mesh_link_slot *kept, const char *function,
                             wend_message *message, wendi_mesh_link_slot *slot)
{
    memset(slot, 0, sizeof *slot);
    if (m == NULL || link == NULL) {
        return wendi_refuse_null(message, function, m == NULL ? "mesh" : "link");
    }
    if (link->cookie != COOKIE) {
        return wendi_refuse_cookie(message, function, link->cookie, "wend_mesh_link_default");
    }
    if (!(link->cost >= 0 && link->cost <= COST_MAX)) {
        return wendi_refuse(message, function, "cost", link->cost, 0, COST_MAX);
    }
    if (!find_or_keep_end(m, &link->from, kept == NULL ? NULL : &kept->from, &slot->from)) {
        return refuse(message, function, "from is not on the mesh");
    }
    if (!find_or_keep_end(m, &link->to, kept == NULL ? NULL : &kept->to, &slot->to)) {
        return refuse(message, function, "to is not on the mesh");
    }
    slot->cost = link->cost > 0 ? link->cost : distance(&slot->from, &slot->to);
    slot->user = link->user;
    slot->behaviour = link->behaviour;
    slot->flags = link->flags;
    slot->is_two_way = link->is_two_way;
    slot->is_open = link->is_open;
    return WEND_OK;
}

/* ---- changing ---- */

static uint32_t one_way_links(const wendi_mesh_link_slot *slot)
{
    return slot->is_used && slot->is_open && !slot->is_two_way ? 1 : 0;
}

static void mark(wend_mesh *m)
{
    m->revision++;
    m->links_revision = m->revision;
}

/* The slot of one more link; there must be room. */
static uint32_t acquire_slot(wendi_mesh_links *links)
{
    uint32_t index = links->slot_count;
    if (links->free_first1 != 0) {
        index = links->free_first1 - 1;
        links->free_first1 = links->next_free1[index];
        links->next_free1[index] = 0;
    } else {
        links->slots[links->slot_count++].generation = 1;
    }
    links->count++;
    return index;
}

static wend_result add(wend_mesh *m, const wend_mesh_link *link, wend_mesh_link_id *id,
                       wend_message *message)
{
    static const char function[] = "wend_mesh_add_link";
    if (id == NULL) {
        return refuse(message, function, "id is NULL");
    }
    *id = (wend_mesh_link_id){0, 0};
    wendi_mesh_link_slot slot;
    const wend_result result = make_slot(m, link, NULL, function, message, &slot);
    if (result != WEND_OK) {
        return result;
    }
    slot.is_used = true;
    wendi_mesh_links *links = &m->links;
    if (links->count == LINKS_MAX || links->one_way_count + one_way_links(&slot) > ONE_WAY_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL, "%s: there are %lu links, which is the most",
                          function, (unsigned long)links->count);
    }
    if (links->free_first1 == 0 && links->slot_count == links->capacity &&
        !wendi_mesh_links_reserve(m, links->capacity == 0 ? FIRST_CAPACITY : links->capacity * 2)) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "%s: no memory for one more link", function);
    }
    const uint32_t index = acquire_slot(links);
    slot.generation = links->slots[index].generation;
    links->slots[index] = slot;
    links->one_way_count += one_way_links(&slot);
    wendi_mesh_reach_add_link(m, index);
    mark(m);
    *id = (wend_mesh_link_id){index + 1, slot.generation};
    return WEND_OK;
}

wend_result wend_mesh_add_link(wend_mesh *mesh, const wend_mesh_link *link, wend_mesh_link_id *id,
                               wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    if (mesh == NULL) {
        if (id != NULL) {
            *id = (wend_mesh_link_id){0, 0};
        }
        return wendi_refuse_null(failure, "wend_mesh_add_link", "mesh");
    }
    return wendi_fail_as_both(&mesh->error, failure, "wend_mesh_add_link",
                              add(mesh, link, id, failure));
}

wend_result wend_mesh_remove_link(wend_mesh *mesh, wend_mesh_link_id id)
{
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_mesh_link_slot *slot = slot_of(mesh, id);
    if (slot == NULL) {
        return wendi_refuse_id(&mesh->error, "wend_mesh_remove_link", "link", id.index1,
                               id.generation);
    }
    mesh->links.one_way_count -= one_way_links(slot);
    slot->is_used = false;
    slot->generation = slot->generation == UINT32_MAX ? 1 : slot->generation + 1;
    mesh->links.next_free1[id.index1 - 1] = mesh->links.free_first1;
    mesh->links.free_first1 = id.index1;
    mesh->links.count--;
    wendi_mesh_reach_remove_link(mesh, id.index1 - 1);
    mark(mesh);
    return WEND_OK;
}

static bool is_same_end(const wend_mesh_location *a, const wend_mesh_location *b)
{
    return a->polygon == b->polygon && !differs(a->x, b->x) && !differs(a->y, b->y);
}

static bool are_alike(const wendi_mesh_link_slot *a, const wendi_mesh_link_slot *b)
{
    return !differs(a->cost, b->cost) && a->user == b->user && a->behaviour == b->behaviour &&
           a->flags == b->flags && a->is_two_way == b->is_two_way && a->is_open == b->is_open;
}

static wend_result change(wend_mesh *m, wend_mesh_link_id id, const wend_mesh_link *link,
                          wend_message *message)
{
    static const char function[] = "wend_mesh_set_link";
    wendi_mesh_link_slot changed;
    wendi_mesh_link_slot *slot = slot_of(m, id);
    const wend_result result = make_slot(m, link, slot, function, message, &changed);
    if (result != WEND_OK) {
        return result;
    }
    if (slot == NULL) {
        return wendi_refuse_id(message, function, "link", id.index1, id.generation);
    }
    if (!is_same_end(&changed.from, &slot->from) || !is_same_end(&changed.to, &slot->to)) {
        return refuse(message, function, "from and to must stay as they are");
    }
    changed.is_used = true;
    changed.generation = slot->generation;
    const uint32_t one_way_count =
        m->links.one_way_count - one_way_links(slot) + one_way_links(&changed);
    if (one_way_count > ONE_WAY_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL, "%s: there are too many one-way links",
                          function);
    }
    if (!are_alike(&changed, slot)) {
        *slot = changed;
        m->links.one_way_count = one_way_count;
        wendi_mesh_reach_rebuild(m);
        mark(m);
    }
    return WEND_OK;
}

wend_result wend_mesh_set_link(wend_mesh *mesh, wend_mesh_link_id id, const wend_mesh_link *link,
                               wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    if (mesh == NULL) {
        return wendi_refuse_null(failure, "wend_mesh_set_link", "mesh");
    }
    return wendi_fail_as_both(&mesh->error, failure, "wend_mesh_set_link",
                              change(mesh, id, link, failure));
}
