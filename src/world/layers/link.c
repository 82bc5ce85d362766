/* Adds, changes and removes the links of a grid.
 * Cost: constant on average; listing reads every slot. */
#include "world/layers/link.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "world/cells/store.h"

#include <string.h>

static const uint32_t COOKIE = 0x11c4b7e3;

enum { FIRST_CAPACITY = 16 };

wend_link_def wend_link_def_default(void)
{
    wend_link_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.from = WEND_NODE_NONE;
    def.to = WEND_NODE_NONE;
    def.cost = WEND_COST_ONE;
    def.is_open = true;
    def.class_mask = UINT32_MAX;
    def.behaviour = WEND_BEHAVIOUR_TELEPORT;
    return def;
}

/* ---- reading ---- */

uint32_t wendi_links_slot_count(const wend_grid *grid)
{
    return grid->links.slot_count;
}

const wendi_link *wendi_link_at(const wend_grid *grid, uint32_t index)
{
    const wendi_links *links = &grid->links;
    if (index >= links->slot_count || !links->slots[index].is_used) {
        return NULL;
    }
    return &links->slots[index].link;
}

/* The slot of an id; NULL when the id is invalid or its link was removed. */
static wendi_link_slot *slot_of(const wend_grid *grid, wend_link_id id)
{
    const wendi_links *links = &grid->links;
    if (id.index1 == 0 || id.index1 > links->slot_count) {
        return NULL;
    }
    wendi_link_slot *slot = &links->slots[id.index1 - 1];
    return slot->is_used && slot->generation == id.generation ? slot : NULL;
}

wend_result wend_grid_get_link(const wend_grid *grid, wend_link_id id, wend_link_def *def)
{
    if (def != NULL) {
        *def = wend_link_def_default();
    }
    if (grid == NULL || def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_link_slot *slot = slot_of(grid, id);
    if (slot == NULL) {
        return WEND_ERROR_STALE;
    }
    const wendi_link *link = &slot->link;
    def->from = link->from;
    def->to = link->to;
    def->cost = link->cost;
    def->is_two_way = link->is_two_way;
    def->is_open = link->is_open;
    def->class_mask = link->class_mask;
    def->team_mask = link->team_mask;
    def->behaviour = link->behaviour;
    def->user = link->user;
    return WEND_OK;
}

wend_link_id wend_grid_link_of_edge(const wend_grid *grid, uint32_t edge)
{
    if (grid == NULL || wendi_link_at(grid, edge) == NULL) {
        return (wend_link_id){0, 0};
    }
    return (wend_link_id){edge + 1, grid->links.slots[edge].generation};
}

size_t wend_grid_link_count(const wend_grid *grid)
{
    return grid == NULL ? 0 : grid->links.count;
}

wend_result wend_grid_list_links(const wend_grid *grid, wend_link_id *ids, size_t capacity,
                                 size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = grid->links.count;
    size_t written = 0;
    for (uint32_t i = 0; i < grid->links.slot_count && written < capacity; ++i) {
        if (grid->links.slots[i].is_used) {
            ids[written++] = (wend_link_id){i + 1, grid->links.slots[i].generation};
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

uint64_t wend_grid_links_revision(const wend_grid *grid)
{
    if (grid == NULL) {
        return 0;
    }
    return grid->links.revision == 0 ? 1 : grid->links.revision;
}

/* ---- checking ---- */

static wend_result check_end(const wend_grid *grid, const char *end, wend_node node,
                             const char *function, wend_message *message)
{
    const wend_node node_count = (wend_node)grid->width * (wend_node)grid->height;
    if (node < node_count) {
        return WEND_OK;
    }
    if (node == WEND_NODE_NONE) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s: %s is WEND_NODE_NONE", function, end);
    }
    return wendi_refuse(message, function, end, node, 0, node_count - 1);
}

static wend_result check_def(const wend_grid *grid, const wend_link_def *def, const char *function,
                             wend_message *message)
{
    if (grid == NULL || def == NULL) {
        return wendi_refuse_null(message, function, grid == NULL ? "grid" : "def");
    }
    if (def->cookie != COOKIE) {
        return wendi_refuse_cookie(message, function, def->cookie, "wend_link_def_default");
    }
    if (check_end(grid, "from", def->from, function, message) != WEND_OK ||
        check_end(grid, "to", def->to, function, message) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def->from == def->to) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "%s: from and to are both %lu, and must be two cells", function,
                          (unsigned long)def->from);
    }
    if (def->cost == 0 || def->cost > (wend_cost)1 << WENDI_LINK_COST_BITS) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "%s: cost is %llu, and must be from 1 to 2^%d", function,
                          (unsigned long long)def->cost, WENDI_LINK_COST_BITS);
    }
    return WEND_OK;
}

static wendi_link link_of(const wend_link_def *def)
{
    return (wendi_link){.from = def->from,
                        .to = def->to,
                        .cost = def->cost,
                        .user = def->user,
                        .class_mask = def->class_mask,
                        .team_mask = def->team_mask,
                        .behaviour = def->behaviour,
                        .is_two_way = def->is_two_way,
                        .is_open = def->is_open};
}

/* True if two links between the same ends are equal. */
static bool are_equal(const wendi_link *a, const wendi_link *b)
{
    return a->cost == b->cost && a->user == b->user && a->class_mask == b->class_mask &&
           a->team_mask == b->team_mask && a->behaviour == b->behaviour &&
           a->is_two_way == b->is_two_way && a->is_open == b->is_open;
}

/* ---- changing ---- */

/* Starts a new revision that marks the sectors of both ends. */
static void mark_ends(wend_grid *grid, const wendi_link *link)
{
    const wend_node ends[2] = {link->from, link->to};
    wendi_grid_advance_revision(grid);
    for (int i = 0; i < 2; ++i) {
        int32_t x;
        int32_t y;
        (void)wend_grid_cell(grid, ends[i], &x, &y);
        wendi_grid_mark_sector(grid, wendi_grid_cell_address(grid, x, y).sector);
    }
    grid->links.revision = grid->revision;
}

static bool reserve(wendi_links *links, const wend_allocator *allocator)
{
    if (links->free_first1 != 0 || links->slot_count < links->capacity) {
        return true;
    }
    const uint32_t capacity = links->capacity == 0 ? FIRST_CAPACITY : links->capacity * 2;
    wendi_link_slot *slots = wendi_resize(allocator, links->slots, wendi_links_memory_bytes(links),
                                          capacity * sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    links->slots = slots;
    links->capacity = capacity;
    return true;
}

/* A slot for one more link with its generation; there must be room. */
static wendi_link_slot *acquire_slot(wendi_links *links)
{
    wendi_link_slot *slot;
    if (links->free_first1 != 0) {
        slot = &links->slots[links->free_first1 - 1];
        links->free_first1 = slot->next_free1;
    } else {
        slot = &links->slots[links->slot_count++];
        slot->generation = 1;
    }
    slot->is_used = true;
    slot->next_free1 = 0;
    links->count++;
    return slot;
}

static wend_result add(wend_grid *grid, const wend_link_def *def, wend_link_id *id,
                       wend_message *message)
{
    static const char function[] = "wend_grid_add_link";
    if (id == NULL) {
        return wendi_refuse_null(message, function, "id");
    }
    *id = (wend_link_id){0, 0};
    const wend_result result = check_def(grid, def, function, message);
    if (result != WEND_OK) {
        return result;
    }
    wendi_links *links = &grid->links;
    if (links->count == WEND_GRID_LINKS_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL, "%s: there are %ld links, which is the most",
                          function, (long)links->count);
    }
    if (!reserve(links, &grid->allocator)) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "%s: no memory for one more link", function);
    }
    wendi_link_slot *slot = acquire_slot(links);
    slot->link = link_of(def);
    mark_ends(grid, &slot->link);
    *id = (wend_link_id){(uint32_t)(slot - links->slots) + 1, slot->generation};
    return WEND_OK;
}

wend_result wend_grid_add_link(wend_grid *grid, const wend_link_def *def, wend_link_id *id,
                               wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    if (grid == NULL) {
        if (id != NULL) {
            *id = (wend_link_id){0, 0};
        }
        return wendi_refuse_null(failure, "wend_grid_add_link", "grid");
    }
    return wendi_fail_as_both(&grid->error, failure, "wend_grid_add_link",
                              add(grid, def, id, failure));
}

wend_result wend_grid_remove_link(wend_grid *grid, wend_link_id id)
{
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_link_slot *slot = slot_of(grid, id);
    if (slot == NULL) {
        return wendi_refuse_id(&grid->error, "wend_grid_remove_link", "link", id.index1,
                               id.generation);
    }
    mark_ends(grid, &slot->link);
    slot->is_used = false;
    slot->generation = slot->generation == UINT32_MAX ? 1 : slot->generation + 1;
    slot->next_free1 = grid->links.free_first1;
    grid->links.free_first1 = id.index1;
    grid->links.count--;
    return WEND_OK;
}

static wend_result change(wend_grid *grid, wend_link_id id, const wend_link_def *def,
                          wend_message *message)
{
    static const char function[] = "wend_grid_set_link";
    const wend_result result = check_def(grid, def, function, message);
    if (result != WEND_OK) {
        return result;
    }
    wendi_link_slot *slot = slot_of(grid, id);
    if (slot == NULL) {
        return wendi_refuse_id(message, function, "link", id.index1, id.generation);
    }
    const wendi_link changed = link_of(def);
    if (changed.from != slot->link.from || changed.to != slot->link.to) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s: from and to must stay %lu and %lu",
                          function, (unsigned long)slot->link.from, (unsigned long)slot->link.to);
    }
    if (!are_equal(&changed, &slot->link)) {
        slot->link = changed;
        mark_ends(grid, &slot->link);
    }
    return WEND_OK;
}

wend_result wend_grid_set_link(wend_grid *grid, wend_link_id id, const wend_link_def *def,
                               wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    if (grid == NULL) {
        return wendi_refuse_null(failure, "wend_grid_set_link", "grid");
    }
    return wendi_fail_as_both(&grid->error, failure, "wend_grid_set_link",
                              change(grid, id, def, failure));
}

/* ---- memory ---- */

size_t wendi_links_memory_bytes(const wendi_links *links)
{
    return links->capacity * sizeof *links->slots;
}

void wendi_links_free(wendi_links *links, const wend_allocator *allocator)
{
    wendi_free(allocator, links->slots, wendi_links_memory_bytes(links));
    memset(links, 0, sizeof *links);
}
