/* takes: links of the grids and joins of the flow.
 * gives: those that a class can use now, by where they begin, and the ends in each sector.
 * cost:  a look at all of them, and sorting those of the class, when any changed or the ground of
 *        a sector with ends did; else none. */
#include "flow/portals/portal_graph_private.h"

#include "base/core/sort.h"
#include "world/layers/link.h"

#include <string.h>

/* ---- candidates: all that the class may use, if their ends are open ---- */

typedef struct candidates {
    wendi_sector_link *ways; /* [count]; NULL while they are only counted */
    bool *is_open;           /* [count] both ends are */
    size_t count;
} candidates;

static bool is_open(const wendi_portal_graph *portals, uint32_t floor, int32_t x, int32_t y)
{
    uint8_t cost;
    wendi_agent_grid_copy_row(&portals->floors[floor].ground, x, y, 1, &cost);
    return cost != WENDI_TILE_WALL;
}

static void add_candidate(const wendi_portal_graph *portals, const wendi_one_way_join *at,
                          candidates *list)
{
    const wendi_sector_map *map = portals->map;
    if (list->ways != NULL) {
        const int32_t side = map->sector_size;
        list->ways[list->count] = (wendi_sector_link){
            .from_sector = wendi_sector_map_sector_at(map, at->from_floor, at->from_x, at->from_y),
            .to_sector = wendi_sector_map_sector_at(map, at->to_floor, at->to_x, at->to_y),
            .from_x = (uint8_t)(at->from_x % side),
            .from_y = (uint8_t)(at->from_y % side),
            .to_x = (uint8_t)(at->to_x % side),
            .to_y = (uint8_t)(at->to_y % side),
            .cost = at->cost};
        list->is_open[list->count] = is_open(portals, at->from_floor, at->from_x, at->from_y) &&
                                     is_open(portals, at->to_floor, at->to_x, at->to_y);
    }
    ++list->count;
}

static void add_link(const wendi_portal_graph *portals, uint32_t floor, const wendi_link *link,
                     candidates *list)
{
    const uint32_t width = (uint32_t)portals->map->floors[floor].width;
    wendi_one_way_join way = {.from_floor = floor,
                              .to_floor = floor,
                              .from_x = (int32_t)(link->from % width),
                              .from_y = (int32_t)(link->from / width),
                              .to_x = (int32_t)(link->to % width),
                              .to_y = (int32_t)(link->to / width),
                              .cost = wendi_flow_cost_units(link->cost)};
    add_candidate(portals, &way, list);
    if (link->is_two_way) {
        const wendi_one_way_join on = way;
        way.from_x = on.to_x;
        way.from_y = on.to_y;
        way.to_x = on.from_x;
        way.to_y = on.from_y;
        add_candidate(portals, &way, list);
    }
}

static void find_candidates(const wendi_portal_graph *portals, candidates *list)
{
    const wendi_sector_map *map = portals->map;
    list->count = 0;
    for (uint32_t floor = 0; floor < map->floor_count; ++floor) {
        const wend_grid *grid = map->floors[floor].grid;
        const uint32_t slots = wendi_links_slot_count(grid);
        for (uint32_t i = 0; i < slots; ++i) {
            const wendi_link *link = wendi_link_at(grid, i);
            if (link != NULL &&
                wendi_link_is_usable(link, portals->movement_class, portals->team)) {
                add_link(portals, floor, link, list);
            }
        }
    }
    for (uint32_t i = 0; i < map->join_count; ++i) {
        if ((map->joins[i].class_mask >> portals->class_index & 1) != 0) {
            add_candidate(portals, &map->joins[i], list);
        }
    }
}

/* ---- sectors with ends ---- */

static uint32_t remove_doubles(uint32_t *sorted, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (i == 0 || sorted[i] != sorted[i - 1]) {
            sorted[kept++] = sorted[i];
        }
    }
    return kept;
}

/* The first of an ascending list that is not below. */
static uint32_t lower_bound(const uint32_t *sorted, uint32_t count, uint32_t value)
{
    uint32_t low = 0;
    while (count > 0) {
        const uint32_t half = count / 2;
        if (sorted[low + half] < value) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

bool wendi_portal_links_watches(const wendi_portal_links *links, uint32_t first, uint32_t last)
{
    const uint32_t at = lower_bound(links->watched, links->watched_count, first);
    return at < links->watched_count && links->watched[at] <= last;
}

/* The sectors of both ends of ways, each once. @param sectors [2 * count] */
static uint32_t list_sectors(const wendi_sector_link *ways, uint32_t count, uint32_t *sectors,
                             uint32_t *scratch)
{
    for (uint32_t i = 0; i < count; ++i) {
        sectors[2 * i] = ways[i].from_sector;
        sectors[2 * i + 1] = ways[i].to_sector;
    }
    wendi_sort_u32(sectors, scratch, 2 * (size_t)count);
    return remove_doubles(sectors, 2 * count);
}

wendi_sector_link_ends wendi_portal_links_in_sector(const wendi_portal_links *links,
                                                    uint32_t sector)
{
    const wendi_sector_link_ends none = {NULL, 0, 0};
    const uint32_t at = lower_bound(links->sectors, links->sector_count, sector);
    if (at >= links->sector_count || links->sectors[at] != sector) {
        return none;
    }
    const uint32_t first = links->first[at];
    const uint32_t count = links->first[at + 1] - first;
    return (wendi_sector_link_ends){links->ends + first, links->outs[at], count - links->outs[at]};
}

/* ---- working them out ---- */

/* Memory of a run. */
typedef struct work {
    candidates found;
    wendi_sort_pair *pairs;    /* [2 * count] */
    wendi_sector_link *sorted; /* [count] */
    size_t capacity;
} work;

static size_t work_bytes(size_t count)
{
    return count * (2 * sizeof(wendi_sort_pair) + 2 * sizeof(wendi_sector_link) + sizeof(bool));
}

static bool start_work(work *w, const wendi_portal_graph *portals)
{
    memset(w, 0, sizeof *w);
    find_candidates(portals, &w->found);
    w->capacity = w->found.count;
    if (w->capacity == 0) {
        return true;
    }
    w->pairs = wendi_alloc(&portals->allocator, work_bytes(w->capacity));
    if (w->pairs == NULL) {
        return false;
    }
    void *behind_pairs = w->pairs + 2 * w->capacity;
    w->sorted = behind_pairs;
    w->found.ways = w->sorted + w->capacity;
    void *behind_ways = w->found.ways + w->capacity;
    w->found.is_open = behind_ways;
    find_candidates(portals, &w->found);
    return true;
}

static void end_work(work *w, const wend_allocator *allocator)
{
    wendi_free(allocator, w->pairs, w->pairs == NULL ? 0 : work_bytes(w->capacity));
}

/* Open ways by where they begin, else in the order they were found. @return how many. */
static uint32_t sort_ways(work *w)
{
    uint32_t count = 0;
    for (size_t i = 0; i < w->capacity; ++i) {
        if (w->found.is_open[i]) {
            w->pairs[count++] = (wendi_sort_pair){w->found.ways[i].from_sector, (uint32_t)i};
        }
    }
    wendi_sort_pairs(w->pairs, w->pairs + w->capacity, count);
    for (uint32_t i = 0; i < count; ++i) {
        w->sorted[i] = w->found.ways[w->pairs[i].value];
    }
    return count;
}

static bool make_block(const wendi_portal_graph *portals, size_t capacity, wendi_portal_links *made)
{
    memset(made, 0, sizeof *made);
    if (capacity == 0) {
        return true;
    }
    made->block_bytes = (10 * capacity + 1) * sizeof *made->block;
    made->way_bytes = capacity * sizeof *made->ways;
    made->block = wendi_alloc(&portals->allocator, made->block_bytes);
    made->ways = wendi_alloc(&portals->allocator, made->way_bytes);
    if (made->block == NULL || made->ways == NULL) {
        wendi_portal_links_free(made, &portals->allocator);
        return false;
    }
    made->watched = made->block;
    made->sectors = made->watched + 2 * capacity;
    made->outs = made->sectors + 2 * capacity;
    made->ends = made->outs + 2 * capacity;
    made->first = made->ends + 2 * capacity;
    return true;
}

/* Leaves out ways in whose sectors there are too many ends already. */
static void thin_ways(wendi_portal_links *made, const wendi_sector_link *ways, uint32_t count)
{
    uint32_t *ends = made->first;
    memset(ends, 0, made->sector_count * sizeof *ends);
    made->way_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t *from = ends + lower_bound(made->sectors, made->sector_count, ways[i].from_sector);
        uint32_t *to = ends + lower_bound(made->sectors, made->sector_count, ways[i].to_sector);
        const uint32_t most = WENDI_LINK_ENDS_MAX - (from == to);
        if (*from < most && *to < most) {
            ++*from;
            ++*to;
            made->ways[made->way_count++] = ways[i];
        }
    }
}

/* Counts ends, then puts them where they belong: beginnings first. */
static void spread_ends(wendi_portal_links *made)
{
    uint32_t *first = made->first;
    memset(made->outs, 0, made->sector_count * sizeof *made->outs);
    memset(first, 0, (made->sector_count + 1) * sizeof *first);
    for (uint32_t i = 0; i < made->way_count; ++i) {
        const wendi_sector_link *way = &made->ways[i];
        const uint32_t from = lower_bound(made->sectors, made->sector_count, way->from_sector);
        ++made->outs[from];
        ++first[from + 1];
        ++first[lower_bound(made->sectors, made->sector_count, way->to_sector) + 1];
    }
    for (uint32_t i = 0; i < made->sector_count; ++i) {
        first[i + 1] += first[i];
    }
    /* Ways are sorted by where they begin, so filling begins at each sector's first place; `first`
     * moves along and is moved back. */
    for (uint32_t i = 0; i < made->way_count; ++i) {
        const uint32_t from =
            lower_bound(made->sectors, made->sector_count, made->ways[i].from_sector);
        made->ends[first[from]++] = i;
    }
    for (uint32_t i = 0; i < made->way_count; ++i) {
        const uint32_t to = lower_bound(made->sectors, made->sector_count, made->ways[i].to_sector);
        made->ends[first[to]++] = i;
    }
    memmove(first + 1, first, made->sector_count * sizeof *first);
    first[0] = 0;
}

static void fill_links(wendi_portal_links *made, work *w)
{
    if (w->capacity == 0) {
        return;
    }
    const uint32_t all = (uint32_t)w->capacity;
    made->watched_count = list_sectors(w->found.ways, all, made->watched, made->sectors);
    const uint32_t count = sort_ways(w);
    made->sector_count = list_sectors(w->sorted, count, made->sectors, made->ends);
    thin_ways(made, w->sorted, count);
    spread_ends(made);
}

/* ---- what is new ---- */

static bool same_way(const wendi_sector_link *a, const wendi_sector_link *b)
{
    return a->from_sector == b->from_sector && a->to_sector == b->to_sector &&
           a->from_x == b->from_x && a->from_y == b->from_y && a->to_x == b->to_x &&
           a->to_y == b->to_y && a->cost == b->cost;
}

static bool same_ends(const wendi_portal_links *a, const wendi_portal_links *b, uint32_t sector)
{
    const wendi_sector_link_ends x = wendi_portal_links_in_sector(a, sector);
    const wendi_sector_link_ends y = wendi_portal_links_in_sector(b, sector);
    if (x.outs != y.outs || x.ins != y.ins) {
        return false;
    }
    if (x.ways == NULL || y.ways == NULL) {
        return true; /* one has no ends, so neither has */
    }
    for (uint32_t i = 0; i < x.outs + x.ins; ++i) {
        if (!same_way(&a->ways[x.ways[i]], &b->ways[y.ways[i]])) {
            return false;
        }
    }
    return true;
}

static bool wake_changed(wendi_portal_graph *portals, const wendi_portal_links *made,
                         const wendi_portal_links *sectors_of, bool is_test)
{
    for (uint32_t i = 0; i < sectors_of->sector_count; ++i) {
        const uint32_t sector = sectors_of->sectors[i];
        if (portals->entries[sector] == WENDI_ENTRY_UNBUILT ||
            same_ends(&portals->links, made, sector)) {
            continue;
        }
        if (is_test) {
            return true;
        }
        wendi_dirty_sectors_add(&portals->waiting, sector);
        wendi_portal_graph_stamp_sector(portals, sector);
    }
    return false;
}

bool wendi_portal_links_update(wendi_portal_graph *portals)
{
    work w;
    wendi_portal_links made;
    bool is_done = start_work(&w, portals);
    if (is_done && (is_done = make_block(portals, w.capacity, &made))) {
        fill_links(&made, &w);
        const bool has_changes = wake_changed(portals, &made, &made, true) ||
                                 wake_changed(portals, &made, &portals->links, true);
        is_done = !has_changes || wendi_portal_graph_reserve_stamps(portals);
        if (is_done) {
            wake_changed(portals, &made, &made, false);
            wake_changed(portals, &made, &portals->links, false);
            wendi_portal_links_free(&portals->links, &portals->allocator);
            portals->links = made;
        } else {
            wendi_portal_links_free(&made, &portals->allocator);
        }
    }
    end_work(&w, &portals->allocator);
    return is_done;
}

void wendi_portal_links_free(wendi_portal_links *links, const wend_allocator *allocator)
{
    wendi_free(allocator, links->block, links->block == NULL ? 0 : links->block_bytes);
    wendi_free(allocator, links->ways, links->ways == NULL ? 0 : links->way_bytes);
    memset(links, 0, sizeof *links);
}
