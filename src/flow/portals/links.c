/* The links and joins that a class can use now, sorted by the sector they begin in, and the link
 * ends in each sector.
 * Cost: all links are read, and those of the class sorted, when any of them changed or the ground
 * of a sector with link ends did; else none. */
#include "flow/portals/portal_graph_private.h"

#include "base/core/sort.h"
#include "world/layers/link.h"

#include <string.h>

/* ---- candidates: all links of the class, whether their ends are open or not ---- */

typedef struct link_candidates {
    wendi_sector_link *links; /* [count]; NULL while they are only counted */
    bool *is_open;            /* [count] both ends are open */
    size_t count;
} link_candidates;

static bool is_open(const wendi_portal_graph *graph, uint32_t floor, int32_t x, int32_t y)
{
    uint8_t cost;
    wendi_agent_grid_copy_row(&graph->floors[floor].ground, x, y, 1, &cost);
    return cost != WENDI_TILE_WALL;
}

static void add_candidate(const wendi_portal_graph *graph, const wendi_one_way_join *at,
                          link_candidates *list)
{
    const wendi_sector_map *map = graph->map;
    if (list->links != NULL) {
        const int32_t side = map->sector_size;
        list->links[list->count] = (wendi_sector_link){
            .from_sector = wendi_sector_map_sector_at(map, at->from_floor, at->from_x, at->from_y),
            .to_sector = wendi_sector_map_sector_at(map, at->to_floor, at->to_x, at->to_y),
            .from_x = (uint8_t)(at->from_x % side),
            .from_y = (uint8_t)(at->from_y % side),
            .to_x = (uint8_t)(at->to_x % side),
            .to_y = (uint8_t)(at->to_y % side),
            .cost = at->cost};
        list->is_open[list->count] = is_open(graph, at->from_floor, at->from_x, at->from_y) &&
                                     is_open(graph, at->to_floor, at->to_x, at->to_y);
    }
    ++list->count;
}

static void add_link(const wendi_portal_graph *graph, uint32_t floor, const wendi_link *link,
                     link_candidates *list)
{
    const uint32_t width = (uint32_t)graph->map->floors[floor].width;
    wendi_one_way_join join = {.from_floor = floor,
                               .to_floor = floor,
                               .from_x = (int32_t)(link->from % width),
                               .from_y = (int32_t)(link->from / width),
                               .to_x = (int32_t)(link->to % width),
                               .to_y = (int32_t)(link->to / width),
                               .cost = wendi_flow_cost_units(link->cost)};
    add_candidate(graph, &join, list);
    if (link->is_two_way) {
        const wendi_one_way_join there = join;
        join.from_x = there.to_x;
        join.from_y = there.to_y;
        join.to_x = there.from_x;
        join.to_y = there.from_y;
        add_candidate(graph, &join, list);
    }
}

static void find_candidates(const wendi_portal_graph *graph, link_candidates *list)
{
    const wendi_sector_map *map = graph->map;
    list->count = 0;
    for (uint32_t floor = 0; floor < map->floor_count; ++floor) {
        const wend_grid *grid = map->floors[floor].grid;
        const uint32_t slots = wendi_links_slot_count(grid);
        for (uint32_t i = 0; i < slots; ++i) {
            const wendi_link *link = wendi_link_at(grid, i);
            if (link != NULL && wendi_link_is_usable(link, graph->movement_class, graph->team)) {
                add_link(graph, floor, link, list);
            }
        }
    }
    for (uint32_t i = 0; i < map->join_count; ++i) {
        if ((map->joins[i].class_mask >> graph->class_index & 1) != 0) {
            add_candidate(graph, &map->joins[i], list);
        }
    }
}

/* ---- sectors with link ends ---- */

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

/* Index of the first value of an ascending list that is not below. */
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

bool wendi_portal_links_watches(const wendi_portal_links *link_table, uint32_t first, uint32_t last)
{
    const uint32_t at = lower_bound(link_table->watched, link_table->watched_count, first);
    return at < link_table->watched_count && link_table->watched[at] <= last;
}

/* The sectors of both ends of all links, ascending, each once. @param sectors [2 * count] */
static uint32_t list_end_sectors(const wendi_sector_link *links, uint32_t count, uint32_t *sectors,
                                 uint32_t *scratch)
{
    for (uint32_t i = 0; i < count; ++i) {
        sectors[2 * i] = links[i].from_sector;
        sectors[2 * i + 1] = links[i].to_sector;
    }
    wendi_sort_u32(sectors, scratch, 2 * (size_t)count);
    return remove_doubles(sectors, 2 * count);
}

wendi_sector_link_ends wendi_portal_links_in_sector(const wendi_portal_links *link_table,
                                                    uint32_t sector)
{
    const wendi_sector_link_ends none = {NULL, 0, 0};
    const uint32_t at = lower_bound(link_table->sectors, link_table->sector_count, sector);
    if (at >= link_table->sector_count || link_table->sectors[at] != sector) {
        return none;
    }
    const uint32_t first = link_table->first[at];
    const uint32_t count = link_table->first[at + 1] - first;
    return (wendi_sector_link_ends){link_table->ends + first, link_table->outs[at],
                                    count - link_table->outs[at]};
}

/* ---- building the table ---- */

/* Scratch memory of an update. */
typedef struct link_work {
    link_candidates found;
    wendi_sort_pair *pairs;    /* [2 * count] */
    wendi_sector_link *sorted; /* [count] */
    size_t capacity;
} link_work;

static size_t link_work_bytes(size_t count)
{
    return count * (2 * sizeof(wendi_sort_pair) + 2 * sizeof(wendi_sector_link) + sizeof(bool));
}

static bool begin_link_work(link_work *w, const wendi_portal_graph *graph)
{
    memset(w, 0, sizeof *w);
    find_candidates(graph, &w->found);
    w->capacity = w->found.count;
    if (w->capacity == 0) {
        return true;
    }
    w->pairs = wendi_alloc(&graph->allocator, link_work_bytes(w->capacity));
    if (w->pairs == NULL) {
        return false;
    }
    void *behind_pairs = w->pairs + 2 * w->capacity;
    w->sorted = behind_pairs;
    w->found.links = w->sorted + w->capacity;
    void *behind_links = w->found.links + w->capacity;
    w->found.is_open = behind_links;
    find_candidates(graph, &w->found);
    return true;
}

/* Open links by the sector they begin in, else in the order they were found. @return number of
 * links. */
static uint32_t sort_links(link_work *w)
{
    uint32_t count = 0;
    for (size_t i = 0; i < w->capacity; ++i) {
        if (w->found.is_open[i]) {
            w->pairs[count++] = (wendi_sort_pair){w->found.links[i].from_sector, (uint32_t)i};
        }
    }
    wendi_sort_pairs(w->pairs, w->pairs + w->capacity, count);
    for (uint32_t i = 0; i < count; ++i) {
        w->sorted[i] = w->found.links[w->pairs[i].value];
    }
    return count;
}

static bool make_block(const wendi_portal_graph *graph, size_t capacity, wendi_portal_links *made)
{
    memset(made, 0, sizeof *made);
    if (capacity == 0) {
        return true;
    }
    made->block_bytes = (10 * capacity + 1) * sizeof *made->block;
    made->link_bytes = capacity * sizeof *made->links;
    made->block = wendi_alloc(&graph->allocator, made->block_bytes);
    made->links = wendi_alloc(&graph->allocator, made->link_bytes);
    if (made->block == NULL || made->links == NULL) {
        wendi_portal_links_free(made, &graph->allocator);
        return false;
    }
    made->watched = made->block;
    made->sectors = made->watched + 2 * capacity;
    made->outs = made->sectors + 2 * capacity;
    made->ends = made->outs + 2 * capacity;
    made->first = made->ends + 2 * capacity;
    return true;
}

/* Counts the ends of each sector, then fills them in: beginnings first. */
static void index_ends(wendi_portal_links *made)
{
    uint32_t *first = made->first;
    memset(made->outs, 0, made->sector_count * sizeof *made->outs);
    memset(first, 0, (made->sector_count + 1) * sizeof *first);
    for (uint32_t i = 0; i < made->link_count; ++i) {
        const wendi_sector_link *link = &made->links[i];
        const uint32_t from = lower_bound(made->sectors, made->sector_count, link->from_sector);
        ++made->outs[from];
        ++first[from + 1];
        ++first[lower_bound(made->sectors, made->sector_count, link->to_sector) + 1];
    }
    for (uint32_t i = 0; i < made->sector_count; ++i) {
        first[i + 1] += first[i];
    }
    /* Links are sorted by the sector they begin in, so filling starts at each sector's first
     * entry; `first` moves along and is moved back. */
    for (uint32_t i = 0; i < made->link_count; ++i) {
        const uint32_t from =
            lower_bound(made->sectors, made->sector_count, made->links[i].from_sector);
        made->ends[first[from]++] = i;
    }
    for (uint32_t i = 0; i < made->link_count; ++i) {
        const uint32_t to =
            lower_bound(made->sectors, made->sector_count, made->links[i].to_sector);
        made->ends[first[to]++] = i;
    }
    memmove(first + 1, first, made->sector_count * sizeof *first);
    first[0] = 0;
}

static void fill_links(wendi_portal_links *made, link_work *w)
{
    if (w->capacity == 0) {
        return;
    }
    const uint32_t all = (uint32_t)w->capacity;
    made->watched_count = list_end_sectors(w->found.links, all, made->watched, made->sectors);
    const uint32_t count = sort_links(w);
    made->sector_count = list_end_sectors(w->sorted, count, made->sectors, made->ends);

    /* Drops links in whose sectors there are too many ends already. */
    uint32_t *ends = made->first;
    memset(ends, 0, made->sector_count * sizeof *ends);
    made->link_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t *from =
            ends + lower_bound(made->sectors, made->sector_count, w->sorted[i].from_sector);
        uint32_t *to =
            ends + lower_bound(made->sectors, made->sector_count, w->sorted[i].to_sector);
        const uint32_t most = WENDI_LINK_ENDS_MAX - (from == to);
        if (*from < most && *to < most) {
            ++*from;
            ++*to;
            made->links[made->link_count++] = w->sorted[i];
        }
    }

    index_ends(made);
}

/* ---- changes ---- */

static bool is_same_link(const wendi_sector_link *a, const wendi_sector_link *b)
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
    if (x.links == NULL || y.links == NULL) {
        return true; /* neither has ends */
    }
    for (uint32_t i = 0; i < x.outs + x.ins; ++i) {
        if (!is_same_link(&a->links[x.links[i]], &b->links[y.links[i]])) {
            return false;
        }
    }
    return true;
}

static bool mark_changed(wendi_portal_graph *graph, const wendi_portal_links *made,
                         const wendi_portal_links *sectors_of, bool is_test)
{
    for (uint32_t i = 0; i < sectors_of->sector_count; ++i) {
        const uint32_t sector = sectors_of->sectors[i];
        if (graph->entries[sector] == WENDI_ENTRY_UNBUILT ||
            same_ends(&graph->link_table, made, sector)) {
            continue;
        }
        if (is_test) {
            return true;
        }
        wendi_dirty_sectors_add(&graph->dirty, sector);
        wendi_portal_graph_stamp_sector(graph, sector);
    }
    return false;
}

bool wendi_portal_links_update(wendi_portal_graph *graph)
{
    link_work w;
    wendi_portal_links made;
    bool is_done = begin_link_work(&w, graph);
    if (is_done && (is_done = make_block(graph, w.capacity, &made))) {
        fill_links(&made, &w);
        const bool has_changes = mark_changed(graph, &made, &made, true) ||
                                 mark_changed(graph, &made, &graph->link_table, true);
        is_done = !has_changes || wendi_portal_graph_reserve_stamps(graph);
        if (is_done) {
            mark_changed(graph, &made, &made, false);
            mark_changed(graph, &made, &graph->link_table, false);
            wendi_portal_links_free(&graph->link_table, &graph->allocator);
            graph->link_table = made;
        } else {
            wendi_portal_links_free(&made, &graph->allocator);
        }
    }
    wendi_free(&graph->allocator, w.pairs, w.pairs == NULL ? 0 : link_work_bytes(w.capacity));
    return is_done;
}

void wendi_portal_links_free(wendi_portal_links *link_table, const wend_allocator *allocator)
{
    wendi_free(allocator, link_table->block,
               link_table->block == NULL ? 0 : link_table->block_bytes);
    wendi_free(allocator, link_table->links,
               link_table->links == NULL ? 0 : link_table->link_bytes);
    memset(link_table, 0, sizeof *link_table);
}
