/* takes: tiles out of which cells were removed.
 * gives: islands of their own for what they cut off.
 * cost:  the parts on the smaller side of a cut, or those passed until both sides meet.
 *
 * Whatever a removed cell held together lies beside it, so the parts that hold neighbours of
 * removed cells are the seeds, and only seeds of one place (cluster) of one island need to be
 * looked at together: that is a job. From all seeds of a job searches run by turns. Two that meet
 * become one; one that has nowhere left to go has found an island; the last one keeps number and
 * labels.
 *
 *        a . . b        x: removed. Job 1: is b reached from a? If c has been cut off and touches
 *      ##x#######x##    the second x as well, both jobs are one: what lies behind it may hang
 *        c . . . c      together only through c, which is gone from the island. */
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
    grown = wendi_islands_grow_array(allocator, s->jobs, &s->job_capacity, seeds, sizeof *s->jobs);
    s->jobs = grown != NULL ? grown : s->jobs;
    is_done = is_done && grown != NULL;
    grown = wendi_islands_grow_array(allocator, s->groups, &s->group_capacity, seeds,
                                     sizeof *s->groups);
    s->groups = grown != NULL ? grown : s->groups;
    is_done = is_done && grown != NULL;
    grown = wendi_islands_grow_array(allocator, s->running, &s->running_capacity, seeds,
                                     sizeof *s->running);
    s->running = grown != NULL ? grown : s->running;
    return is_done && grown != NULL;
}

void wendi_island_scratch_free(wendi_island_scratch *s, const wend_allocator *allocator)
{
    wendi_free(allocator, s->sectors, s->sector_capacity * sizeof *s->sectors);
    wendi_free(allocator, s->changes, s->change_capacity * sizeof *s->changes);
    wendi_free(allocator, s->pairs, s->pair_capacity * sizeof *s->pairs);
    wendi_free(allocator, s->seeds, s->seed_capacity * sizeof *s->seeds);
    wendi_free(allocator, s->jobs, s->job_capacity * sizeof *s->jobs);
    wendi_free(allocator, s->groups, s->group_capacity * sizeof *s->groups);
    wendi_free(allocator, s->running, s->running_capacity * sizeof *s->running);
}

size_t wendi_island_scratch_memory_bytes(const wendi_island_scratch *s)
{
    return s->sector_capacity * sizeof *s->sectors + s->change_capacity * sizeof *s->changes +
           s->pair_capacity * sizeof *s->pairs + s->seed_capacity * sizeof *s->seeds +
           s->job_capacity * sizeof *s->jobs + s->group_capacity * sizeof *s->groups +
           s->running_capacity * sizeof *s->running;
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

/* Half of the directions: each pair is met once, from one of its sides. */
static void unite_with_neighbours(wend_islands *islands, uint32_t i)
{
    wendi_island_tile_change *changes = islands->scratch.changes;
    for (uint32_t d = WENDI_EAST; d <= WENDI_SOUTH_WEST; ++d) {
        const uint32_t tile = wendi_island_tile_neighbour(
            &islands->tiling, changes[i].tile, wendi_direction_x(d), wendi_direction_y(d));
        const uint32_t job = islands->map.parts[tile].job;
        if (job != 0) {
            unite_clusters(changes, i, job - 1);
        }
    }
}

/* Cells were removed in tiles beside each other: one cluster, though the cells may lie apart. */
static void find_clusters(wend_islands *islands)
{
    wendi_island_tile_change *changes = islands->scratch.changes;
    wendi_tile_component *parts = islands->map.parts;
    const uint32_t count = (uint32_t)islands->scratch.change_count;
    for (uint32_t i = 0; i < count; ++i) {
        changes[i].cluster = i;
        parts[changes[i].tile].job = changes[i].removed != 0 ? i + 1 : 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (changes[i].removed != 0) {
            unite_with_neighbours(islands, i);
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        parts[changes[i].tile].job = 0;
    }
}

/* ---- seeds ---- */

/* A part that is a seed of two clusters makes them one. */
static void add_seed(wend_islands *islands, uint32_t part, uint32_t change)
{
    wendi_island_scratch *s = &islands->scratch;
    uint32_t *job = &islands->map.parts[part].job;
    if (*job != 0) {
        unite_clusters(s->changes, change, *job - 1);
        return;
    }
    *job = change + 1;
    assert(2 * s->pair_count < s->pair_capacity);
    s->pairs[s->pair_count++] = (wendi_sort_pair){change, part};
}

static void add_seeds_of(wend_islands *islands, uint32_t change)
{
    const wendi_island_tile_change *at = &islands->scratch.changes[change];
    const wendi_tile_component *parts = islands->map.parts;
    const uint64_t near = wendi_island_tile_dilate(&islands->tiling, at->removed);
    uint32_t part = at->tile;
    do {
        if ((parts[part].cells & near) != 0) {
            add_seed(islands, part, change);
        }
        part = parts[part].next;
    } while (part != 0);
    uint32_t touched[WENDI_ISLAND_TOUCHED_MAX];
    const uint32_t count =
        wendi_island_tile_touched(&islands->tiling, parts, at->tile, at->removed, touched);
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

/* ---- jobs ---- */

static uint32_t job_of(wendi_island_cut *jobs, uint32_t i)
{
    while (jobs[i].parent != i) {
        jobs[i].parent = jobs[jobs[i].parent].parent;
        i = jobs[i].parent;
    }
    return i;
}

static void append_seeds(wend_islands *islands, wendi_island_cut *job, uint32_t first,
                         uint32_t last)
{
    if (job->first == END) {
        job->first = first;
    } else {
        islands->scratch.seeds[job->last].next = first;
    }
    job->last = last;
}

static void make_jobs(wend_islands *islands)
{
    wendi_island_scratch *s = &islands->scratch;
    s->job_count = 0;
    for (uint32_t i = 0; i < s->pair_count; ++i) {
        if (i == 0 || s->pairs[i].key != s->pairs[i - 1].key) {
            const uint32_t number = (uint32_t)s->job_count++;
            s->jobs[number] = (wendi_island_cut){(uint32_t)s->pairs[i].key, number, END, END};
        }
        s->seeds[i] = (wendi_cut_seed){s->pairs[i].value, END};
        append_seeds(islands, &s->jobs[s->job_count - 1], i, i);
        islands->map.parts[s->pairs[i].value].job = (uint32_t)s->job_count;
    }
}

/* ---- searching by turns ---- */

/* One job's searches under way. */
typedef struct search {
    wend_islands *islands;
    wendi_cut_search *groups;
    uint32_t *running; /* [running_count] groups */
    uint32_t running_count;
    uint32_t base;   /* Parts seen by group g have number base + g. */
    uint32_t job;    /* Whose search it is. */
    bool has_joined; /* Another job became part of it. */
} search;

static uint32_t group_of(wendi_cut_search *groups, uint32_t i)
{
    while (groups[i].parent != i) {
        groups[i].parent = groups[groups[i].parent].parent;
        i = groups[i].parent;
    }
    return i;
}

static void stop_group(search *s, uint32_t group)
{
    const uint32_t place = s->groups[group].place;
    const uint32_t moved = s->running[--s->running_count];
    s->running[place] = moved;
    s->groups[moved].place = place;
}

static void append_part(wendi_tile_component *parts, uint32_t *first, uint32_t *last, uint32_t part)
{
    parts[part].link = 0;
    if (*first == 0) {
        *first = part;
    } else {
        parts[*last].link = part;
    }
    *last = part;
}

static void append_list(wendi_tile_component *parts, uint32_t *first, uint32_t *last,
                        uint32_t other_first, uint32_t other_last)
{
    if (other_first == 0) {
        return;
    }
    if (*first == 0) {
        *first = other_first;
    } else {
        parts[*last].link = other_first;
    }
    *last = other_last;
}

/* What the other one has found belongs to this one from now on. */
static void absorb_group(search *s, uint32_t group, uint32_t other)
{
    wendi_tile_component *parts = s->islands->map.parts;
    wendi_cut_search *to = &s->groups[group];
    const wendi_cut_search *from = &s->groups[other];
    append_list(parts, &to->pending_first, &to->pending_last, from->pending_first,
                from->pending_last);
    append_list(parts, &to->done_first, &to->done_last, from->done_first, from->done_last);
    stop_group(s, other);
    s->groups[other].parent = group;
}

static void meet_part(search *s, uint32_t group, uint32_t part)
{
    wendi_tile_component *parts = s->islands->map.parts;
    wendi_cut_search *to = &s->groups[group];
    if (parts[part].seen < s->base) {
        parts[part].seen = s->base + group;
        append_part(parts, &to->pending_first, &to->pending_last, part);
        return;
    }
    const uint32_t other = group_of(s->groups, parts[part].seen - s->base);
    if (other != group) {
        absorb_group(s, group, other);
    }
}

/* Looks around from one part. */
static void step_group(search *s, uint32_t group)
{
    wendi_tile_component *parts = s->islands->map.parts;
    wendi_cut_search *at = &s->groups[group];
    const uint32_t part = at->pending_first;
    at->pending_first = parts[part].link;
    append_part(parts, &at->done_first, &at->done_last, part);
    uint32_t touched[WENDI_ISLAND_TOUCHED_MAX];
    const uint32_t count = wendi_island_tile_touched(&s->islands->tiling, parts, parts[part].tile,
                                                     parts[part].cells, touched);
    for (uint32_t i = 0; i < count; ++i) {
        meet_part(s, group, touched[i]);
    }
}

/* An island that was cut off touches another job's place, too. */
static void join_job(search *s, uint32_t other)
{
    wendi_island_cut *jobs = s->islands->scratch.jobs;
    const uint32_t root = job_of(jobs, other);
    if (root != s->job) {
        append_seeds(s->islands, &jobs[s->job], jobs[root].first, jobs[root].last);
        jobs[root].parent = s->job;
        s->has_joined = true;
    }
}

/* A search has nowhere left to go: what it found is an island. */
static void cut_off(search *s, uint32_t group)
{
    wendi_island_map *map = &s->islands->map;
    const uint32_t label = wendi_island_label_acquire(map);
    uint64_t cell_count = 0;
    for (uint32_t part = s->groups[group].done_first; part != 0; part = map->parts[part].link) {
        wendi_tile_component_leave(map, part);
        wendi_tile_component_join(map, part, label);
        cell_count += wendi_popcount64(map->parts[part].cells);
        wendi_island_links_mark_tile(&s->islands->links, map->parts[part].tile);
        if (map->parts[part].job != 0) {
            join_job(s, map->parts[part].job - 1);
        }
    }
    map->islands[map->labels[label].island].cell_count = cell_count;
    map->islands[s->islands->scratch.jobs[s->job].island].cell_count -= cell_count;
    stop_group(s, group);
}

static void start_group(search *s, uint32_t seed)
{
    const uint32_t group = s->running_count++;
    const uint32_t part = s->islands->scratch.seeds[seed].part;
    s->groups[group] = (wendi_cut_search){part, part, 0, 0, group, group, seed};
    s->running[group] = group;
    s->islands->map.parts[part].link = 0;
    s->islands->map.parts[part].seen = s->base + group;
}

/* One group for each seed that is still of the job's island. */
static void start_groups(search *s, uint32_t first)
{
    const wendi_island_scratch *scratch = &s->islands->scratch;
    const uint32_t island = scratch->jobs[s->job].island;
    for (uint32_t seed = first; seed != END; seed = scratch->seeds[seed].next) {
        if (wendi_island_of_component(&s->islands->map, scratch->seeds[seed].part) == island) {
            start_group(s, seed);
        }
    }
    s->islands->seen_next += s->running_count;
}

/* A running group has parts pending, and one that absorbs another takes over those of it. So the
 * last group, which keeps the island, is never cut off; it is at place 0, and the turn ends with
 * it. */
static void run_groups(search *s)
{
    while (s->running_count > 1) {
        for (uint32_t at = 0; at < s->running_count; ++at) {
            const uint32_t group = s->running[at];
            step_group(s, group);
            if (s->groups[group].pending_first == 0) {
                cut_off(s, group);
            }
        }
    }
}

/* Numbers of searches begin anew before they run out; a round takes no more than there are pairs,
 * so one number earlier or later is all the same. */
static void make_numbers(wend_islands *islands)
{
    if (islands->seen_next < UINT32_MAX - (uint32_t)islands->scratch.pair_count) {
        return;
    }
    for (uint32_t i = 0; i < islands->map.part_count; ++i) {
        islands->map.parts[i].seen = 0;
    }
    islands->seen_next = 1;
}

/* One round of a job. Afterwards it has one seed, on the side that keeps the island, and those of
 * jobs that joined it. @return must there be another round? */
static bool run_job(wend_islands *islands, uint32_t number)
{
    wendi_island_scratch *scratch = &islands->scratch;
    wendi_island_cut *job = &scratch->jobs[number];
    make_numbers(islands);
    search s = {islands, scratch->groups, scratch->running, 0, islands->seen_next, number, false};
    start_groups(&s, job->first);
    job->first = END;
    run_groups(&s);
    if (s.running_count > 0) {
        const uint32_t seed = scratch->groups[scratch->running[0]].seed;
        scratch->seeds[seed].next = END;
        append_seeds(islands, job, seed, seed);
    }
    return s.has_joined;
}

void wendi_islands_cut(wend_islands *islands)
{
    wendi_island_scratch *s = &islands->scratch;
    find_clusters(islands);
    find_seeds(islands);
    make_jobs(islands);
    for (uint32_t i = 0; i < s->job_count; ++i) {
        bool is_on = s->jobs[i].parent == i;
        while (is_on) {
            is_on = run_job(islands, i);
        }
    }
    for (size_t i = 0; i < s->pair_count; ++i) {
        islands->map.parts[s->pairs[i].value].job = 0;
    }
}
