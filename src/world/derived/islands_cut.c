/* Separates islands after cells were removed.
 * Cost: the components on the smaller side of a cut, or those visited until both sides meet.
 *
 * The components that hold neighbours of removed cells are the seeds. Seeds of one cluster of
 * adjacent tiles and of one island form a cut. Searches run in turns from all seeds of a cut. Two
 * searches that touch are joined; one without pending components has found a separated island;
 * the last one keeps number and labels.
 *
 *        a . . b        x: removed. Cut 1: is b reached from a? If c was separated and touches
 *      ##x#######x##    the second x too, both cuts are joined: what lies behind it may be
 *        c . . . c      connected only through c, which is gone from the island. */
#include "world/derived/islands.h"

#include <assert.h>

static const uint32_t END = UINT32_MAX;

/* ---- memory ---- */

bool wendi_islands_reserve_cut(wend_islands *islands, size_t seeds)
{
    const wend_allocator *allocator = &islands->allocator;
    wendi_island_scratch *s = &islands->scratch;
    void *grown = wendi_islands_grow_array(allocator, s->pairs, &s->pair_capacity, 2 * seeds,
                                           sizeof *s->pairs);
    s->pairs = grown != NULL ? grown : s->pairs;
    bool is_done = grown != NULL;
    grown =
        wendi_islands_grow_array(allocator, s->seeds, &s->seed_capacity, seeds, sizeof *s->seeds);
    s->seeds = grown != NULL ? grown : s->seeds;
    is_done = is_done && grown != NULL;
    grown = wendi_islands_grow_array(allocator, s->cuts, &s->cut_capacity, seeds, sizeof *s->cuts);
    s->cuts = grown != NULL ? grown : s->cuts;
    is_done = is_done && grown != NULL;
    grown = wendi_islands_grow_array(allocator, s->searches, &s->search_capacity, seeds,
                                     sizeof *s->searches);
    s->searches = grown != NULL ? grown : s->searches;
    is_done = is_done && grown != NULL;
    grown = wendi_islands_grow_array(allocator, s->running, &s->running_capacity, seeds,
                                     sizeof *s->running);
    s->running = grown != NULL ? grown : s->running;
    return is_done && grown != NULL;
}

void wendi_island_scratch_free(wendi_island_scratch *scratch, const wend_allocator *allocator)
{
    wendi_free(allocator, scratch->sectors, scratch->sector_capacity * sizeof *scratch->sectors);
    wendi_free(allocator, scratch->changes, scratch->change_capacity * sizeof *scratch->changes);
    wendi_free(allocator, scratch->pairs, scratch->pair_capacity * sizeof *scratch->pairs);
    wendi_free(allocator, scratch->seeds, scratch->seed_capacity * sizeof *scratch->seeds);
    wendi_free(allocator, scratch->cuts, scratch->cut_capacity * sizeof *scratch->cuts);
    wendi_free(allocator, scratch->searches, scratch->search_capacity * sizeof *scratch->searches);
    wendi_free(allocator, scratch->running, scratch->running_capacity * sizeof *scratch->running);
}

size_t wendi_island_scratch_memory_bytes(const wendi_island_scratch *scratch)
{
    return scratch->sector_capacity * sizeof *scratch->sectors +
           scratch->change_capacity * sizeof *scratch->changes +
           scratch->pair_capacity * sizeof *scratch->pairs +
           scratch->seed_capacity * sizeof *scratch->seeds +
           scratch->cut_capacity * sizeof *scratch->cuts +
           scratch->search_capacity * sizeof *scratch->searches +
           scratch->running_capacity * sizeof *scratch->running;
}

/* ---- clusters ---- */

static uint32_t cluster_of(wendi_island_tile_change *changes, uint32_t i)
{
    while (changes[i].cluster != i) {
        changes[i].cluster = changes[changes[i].cluster].cluster;
        i = changes[i].cluster;
    }
    return i;
}

static void unite_clusters(wendi_island_tile_change *changes, uint32_t a, uint32_t b)
{
    changes[cluster_of(changes, a)].cluster = cluster_of(changes, b);
}

/* Half of the directions: each pair is visited once, from one of its sides. */
static void unite_with_neighbours(wend_islands *islands, uint32_t i)
{
    wendi_island_tile_change *changes = islands->scratch.changes;
    for (uint32_t d = WENDI_EAST; d <= WENDI_SOUTH_WEST; ++d) {
        const uint32_t tile = wendi_island_tile_neighbour(
            &islands->tiling, changes[i].tile, wendi_direction_x(d), wendi_direction_y(d));
        const uint32_t cut = islands->map.components[tile].cut;
        if (cut != 0) {
            unite_clusters(changes, i, cut - 1);
        }
    }
}

/* Removed cells in adjacent tiles form one cluster, even if the cells are not adjacent. */
static void find_clusters(wend_islands *islands)
{
    wendi_island_tile_change *changes = islands->scratch.changes;
    wendi_tile_component *components = islands->map.components;
    const uint32_t count = (uint32_t)islands->scratch.change_count;
    for (uint32_t i = 0; i < count; ++i) {
        changes[i].cluster = i;
        components[changes[i].tile].cut = changes[i].removed != 0 ? i + 1 : 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (changes[i].removed != 0) {
            unite_with_neighbours(islands, i);
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        components[changes[i].tile].cut = 0;
    }
}

/* ---- seeds ---- */

/* A component that is a seed of two clusters joins them. */
static void add_seed(wend_islands *islands, uint32_t component, uint32_t change)
{
    wendi_island_scratch *s = &islands->scratch;
    uint32_t *cut = &islands->map.components[component].cut;
    if (*cut != 0) {
        unite_clusters(s->changes, change, *cut - 1);
        return;
    }
    *cut = change + 1;
    assert(2 * s->pair_count < s->pair_capacity);
    s->pairs[s->pair_count++] = (wendi_sort_pair){change, component};
}

static void add_seeds_of(wend_islands *islands, uint32_t change)
{
    const wendi_island_tile_change *at = &islands->scratch.changes[change];
    const wendi_tile_component *components = islands->map.components;
    const uint64_t near = wendi_island_tile_dilate(&islands->tiling, at->removed);
    uint32_t component = at->tile;
    do {
        if ((components[component].cells & near) != 0) {
            add_seed(islands, component, change);
        }
        component = components[component].next;
    } while (component != 0);
    uint32_t touched[WENDI_ISLAND_TOUCHED_MAX];
    const uint32_t count =
        wendi_island_tile_touched(&islands->tiling, components, at->tile, at->removed, touched);
    for (uint32_t i = 0; i < count; ++i) {
        add_seed(islands, touched[i], change);
    }
}

/* Seeds, sorted by cluster and island. */
static void find_seeds(wend_islands *islands)
{
    wendi_island_scratch *s = &islands->scratch;
    s->pair_count = 0;
    for (uint32_t i = 0; i < s->change_count; ++i) {
        if (s->changes[i].removed != 0) {
            add_seeds_of(islands, i);
        }
    }
    for (size_t i = 0; i < s->pair_count; ++i) {
        const uint64_t cluster = cluster_of(s->changes, (uint32_t)s->pairs[i].key);
        s->pairs[i].key =
            cluster << 32 | wendi_island_of_component(&islands->map, s->pairs[i].value);
    }
    wendi_sort_pairs(s->pairs, s->pairs + s->pair_count, s->pair_count);
}

/* ---- cuts ---- */

static uint32_t cut_of(wendi_island_cut *cuts, uint32_t i)
{
    while (cuts[i].parent != i) {
        cuts[i].parent = cuts[cuts[i].parent].parent;
        i = cuts[i].parent;
    }
    return i;
}

static void append_seeds(wend_islands *islands, wendi_island_cut *cut, uint32_t first,
                         uint32_t last)
{
    if (cut->first == END) {
        cut->first = first;
    } else {
        islands->scratch.seeds[cut->last].next = first;
    }
    cut->last = last;
}

static void make_cuts(wend_islands *islands)
{
    wendi_island_scratch *s = &islands->scratch;
    s->cut_count = 0;
    for (uint32_t i = 0; i < s->pair_count; ++i) {
        if (i == 0 || s->pairs[i].key != s->pairs[i - 1].key) {
            const uint32_t number = (uint32_t)s->cut_count++;
            s->cuts[number] = (wendi_island_cut){(uint32_t)s->pairs[i].key, number, END, END};
        }
        s->seeds[i] = (wendi_cut_seed){s->pairs[i].value, END};
        append_seeds(islands, &s->cuts[s->cut_count - 1], i, i);
        islands->map.components[s->pairs[i].value].cut = (uint32_t)s->cut_count;
    }
}

/* ---- searches ---- */

/* The running searches of one cut. */
typedef struct cut_run {
    wend_islands *islands;
    wendi_cut_search *searches;
    uint32_t *running; /* [running_count] indices of searches */
    uint32_t running_count;
    uint32_t base;   /* Components found by search i have number base + i. */
    uint32_t cut;    /* The cut of these searches. */
    bool has_joined; /* Another cut was joined to it. */
} cut_run;

static uint32_t search_of(wendi_cut_search *searches, uint32_t i)
{
    while (searches[i].parent != i) {
        searches[i].parent = searches[searches[i].parent].parent;
        i = searches[i].parent;
    }
    return i;
}

static void stop_search(cut_run *s, uint32_t search)
{
    const uint32_t running_index = s->searches[search].running_index;
    const uint32_t moved = s->running[--s->running_count];
    s->running[running_index] = moved;
    s->searches[moved].running_index = running_index;
}

static void append_component(wendi_tile_component *components, uint32_t *first, uint32_t *last,
                             uint32_t component)
{
    components[component].link = 0;
    if (*first == 0) {
        *first = component;
    } else {
        components[*last].link = component;
    }
    *last = component;
}

static void append_list(wendi_tile_component *components, uint32_t *first, uint32_t *last,
                        uint32_t other_first, uint32_t other_last)
{
    if (other_first == 0) {
        return;
    }
    if (*first == 0) {
        *first = other_first;
    } else {
        components[*last].link = other_first;
    }
    *last = other_last;
}

/* Moves everything that another search found to this one. */
static void absorb_search(cut_run *s, uint32_t search, uint32_t other)
{
    wendi_tile_component *components = s->islands->map.components;
    wendi_cut_search *to = &s->searches[search];
    const wendi_cut_search *from = &s->searches[other];
    append_list(components, &to->pending_first, &to->pending_last, from->pending_first,
                from->pending_last);
    append_list(components, &to->done_first, &to->done_last, from->done_first, from->done_last);
    stop_search(s, other);
    s->searches[other].parent = search;
}

static void reach_component(cut_run *s, uint32_t search, uint32_t component)
{
    wendi_tile_component *components = s->islands->map.components;
    wendi_cut_search *to = &s->searches[search];
    if (components[component].seen < s->base) {
        components[component].seen = s->base + search;
        append_component(components, &to->pending_first, &to->pending_last, component);
        return;
    }
    const uint32_t other = search_of(s->searches, components[component].seen - s->base);
    if (other != search) {
        absorb_search(s, search, other);
    }
}

/* Expands one component. */
static void step_search(cut_run *s, uint32_t search)
{
    wendi_tile_component *components = s->islands->map.components;
    wendi_cut_search *at = &s->searches[search];
    const uint32_t component = at->pending_first;
    at->pending_first = components[component].link;
    append_component(components, &at->done_first, &at->done_last, component);
    uint32_t touched[WENDI_ISLAND_TOUCHED_MAX];
    const uint32_t count =
        wendi_island_tile_touched(&s->islands->tiling, components, components[component].tile,
                                  components[component].cells, touched);
    for (uint32_t i = 0; i < count; ++i) {
        reach_component(s, search, touched[i]);
    }
}

/* A search without pending components has found a separated island. */
static void separate(cut_run *s, uint32_t search)
{
    wendi_island_map *map = &s->islands->map;
    const uint32_t label = wendi_island_label_acquire(map);
    uint64_t cell_count = 0;
    for (uint32_t component = s->searches[search].done_first; component != 0;
         component = map->components[component].link) {
        wendi_tile_component_leave(map, component);
        wendi_tile_component_join(map, component, label);
        cell_count += wendi_popcount64(map->components[component].cells);
        wendi_island_links_mark_tile(&s->islands->links, map->components[component].tile);
        if (map->components[component].cut != 0) {
            /* A separated island touches the seeds of another cut too. */
            const uint32_t other = map->components[component].cut - 1;
            wendi_island_cut *cuts = s->islands->scratch.cuts;
            const uint32_t root = cut_of(cuts, other);
            if (root != s->cut) {
                append_seeds(s->islands, &cuts[s->cut], cuts[root].first, cuts[root].last);
                cuts[root].parent = s->cut;
                s->has_joined = true;
            }
        }
    }
    map->islands[map->labels[label].island].cell_count = cell_count;
    map->islands[s->islands->scratch.cuts[s->cut].island].cell_count -= cell_count;
    stop_search(s, search);
}

/* One search for each seed that still belongs to the cut's island. */
static void start_searches(cut_run *s, uint32_t first)
{
    const wendi_island_scratch *scratch = &s->islands->scratch;
    const uint32_t island = scratch->cuts[s->cut].island;
    for (uint32_t seed = first; seed != END; seed = scratch->seeds[seed].next) {
        if (wendi_island_of_component(&s->islands->map, scratch->seeds[seed].component) == island) {
            const uint32_t search = s->running_count++;
            const uint32_t component = s->islands->scratch.seeds[seed].component;
            s->searches[search] =
                (wendi_cut_search){component, component, 0, 0, search, search, seed};
            s->running[search] = search;
            s->islands->map.components[component].link = 0;
            s->islands->map.components[component].seen = s->base + search;
        }
    }
    s->islands->seen_next += s->running_count;
}

/* Restarts the numbers of searches before they overflow. A round takes at most as many numbers
 * as there are pairs. */
static void restart_numbers(wend_islands *islands)
{
    if (islands->seen_next < UINT32_MAX - (uint32_t)islands->scratch.pair_count) {
        return;
    }
    for (uint32_t i = 0; i < islands->map.component_count; ++i) {
        islands->map.components[i].seen = 0;
    }
    islands->seen_next = 1;
}

/* One round of a cut. Afterwards it has one seed, on the side that keeps the island, and those
 * of cuts that joined it. @return true if another round is needed. */
static bool run_cut(wend_islands *islands, uint32_t number)
{
    wendi_island_scratch *scratch = &islands->scratch;
    wendi_island_cut *cut = &scratch->cuts[number];
    restart_numbers(islands);
    cut_run s = {islands, scratch->searches, scratch->running, 0, islands->seen_next, number,
                 false};
    start_searches(&s, cut->first);
    cut->first = END;
    /* A running search has pending components, and one that absorbs another takes over its
     * pending ones. So the last search, which keeps the island, is never separated; it is at
     * index 0, and the turn ends with it. */
    while (s.running_count > 1) {
        for (uint32_t at = 0; at < s.running_count; ++at) {
            const uint32_t search = s.running[at];
            step_search(&s, search);
            if (s.searches[search].pending_first == 0) {
                separate(&s, search);
            }
        }
    }
    if (s.running_count > 0) {
        const uint32_t seed = scratch->searches[scratch->running[0]].seed;
        scratch->seeds[seed].next = END;
        append_seeds(islands, cut, seed, seed);
    }
    return s.has_joined;
}

void wendi_islands_cut(wend_islands *islands)
{
    wendi_island_scratch *s = &islands->scratch;
    find_clusters(islands);
    find_seeds(islands);
    make_cuts(islands);
    for (uint32_t i = 0; i < s->cut_count; ++i) {
        bool is_on = s->cuts[i].parent == i;
        while (is_on) {
            is_on = run_cut(islands, i);
        }
    }
    for (size_t i = 0; i < s->pair_count; ++i) {
        islands->map.components[s->pairs[i].value].cut = 0;
    }
}
