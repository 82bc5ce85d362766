/* Builds and repairs a hierarchy, in slices:
 *
 *   compare regions -> their rows -> join -> compare groups -> their rows -> next level ... -> ready
 *
 * A row is the costs from one portal to all others of its region or group. Rows are computed in
 * batches by an executor; each is written by one thread, and they do not depend on each other. Blocks
 * replace the old ones when all rows of a level are there, so nothing is lost by starting again.
 * Cost: a region's row 15 to 30 us; a group's 20 to 100 us. */
#include "base/core/budget.h"
#include "base/core/union_find.h"
#include "base/math/mix.h"
#include "route/hierarchy/local_search.h"
#include "route/hierarchy/mesh.h"
#include "wend/graph.h"

#include <string.h>

enum { BATCH_ROWS = 64, WORKERS = 16 };

/* ---- blocks and tasks ---- */

bool wendi_abstract_block_make(wendi_abstract_block *block, bool has_nodes,
                               const wend_allocator *allocator)
{
    const size_t count = block->count;
    if (count == 0) {
        return true;
    }
    block->costs = wendi_alloc_items(allocator, count, count * sizeof block->costs[0]);
    if (has_nodes) {
        block->nodes = wendi_alloc_items(allocator, count, sizeof block->nodes[0]);
        block->joined = wendi_alloc_items(allocator, count, sizeof block->joined[0]);
    }
    return block->costs != NULL && (!has_nodes || (block->nodes != NULL && block->joined != NULL));
}

void wendi_abstract_block_free(wendi_abstract_block *block, const wend_allocator *allocator)
{
    const size_t count = block->count;
    wendi_free(allocator, block->nodes, count * sizeof block->nodes[0]);
    wendi_free(allocator, block->joined, count * sizeof block->joined[0]);
    wendi_free(allocator, block->costs, count * count * sizeof block->costs[0]);
    memset(block, 0, sizeof *block);
}

size_t wendi_abstract_block_bytes(const wendi_abstract_block *block)
{
    const size_t count = block->count;
    return (block->nodes != NULL ? count * sizeof block->nodes[0] : 0) +
           (block->joined != NULL ? count * sizeof block->joined[0] : 0) +
           (block->costs != NULL ? count * count * sizeof block->costs[0] : 0);
}

void wendi_abstract_tasks_clear(wend_hierarchy *h)
{
    wendi_abstract_tasks *tasks = &h->tasks;
    for (size_t k = 0; k < tasks->count; ++k) {
        wendi_abstract_block_free(&tasks->items[k].block, &h->allocator);
    }
    for (uint32_t k = 0; k < tasks->worker_count; ++k) {
        wendi_local_destroy(&tasks->workers[k], &h->allocator);
    }
    wendi_free(&h->allocator, tasks->workers, tasks->worker_count * sizeof tasks->workers[0]);
    wendi_free(&h->allocator, tasks->items, tasks->capacity * sizeof tasks->items[0]);
    memset(tasks, 0, sizeof *tasks);
}

size_t wendi_abstract_tasks_bytes(const wend_hierarchy *h)
{
    const wendi_abstract_tasks *tasks = &h->tasks;
    size_t bytes =
        tasks->capacity * sizeof tasks->items[0] + tasks->worker_count * sizeof tasks->workers[0];
    for (size_t k = 0; k < tasks->count; ++k) {
        bytes += wendi_abstract_block_bytes(&tasks->items[k].block);
    }
    for (uint32_t k = 0; k < tasks->worker_count; ++k) {
        bytes += wendi_local_bytes(&tasks->workers[k]);
    }
    return bytes;
}

/* Adds a task for a cell, with its block. On failure the block is freed. */
static bool add_task(wend_hierarchy *h, uint32_t cell, wendi_abstract_block *block)
{
    wendi_abstract_tasks *tasks = &h->tasks;
    if (tasks->count == tasks->capacity) {
        const size_t capacity = tasks->capacity == 0 ? 64 : tasks->capacity * 2;
        wendi_abstract_task *grown = wendi_resize_items(&h->allocator, tasks->items,
                                                        tasks->capacity, capacity, sizeof grown[0]);
        if (grown == NULL) {
            wendi_abstract_block_free(block, &h->allocator);
            return false;
        }
        tasks->items = grown;
        tasks->capacity = capacity;
    }
    tasks->items[tasks->count++] = (wendi_abstract_task){cell, tasks->row_count, *block};
    tasks->row_count += block->count;
    return true;
}

static bool make_workers(wend_hierarchy *h, uint32_t portals)
{
    wendi_abstract_tasks *tasks = &h->tasks;
    if (tasks->row_count == 0) {
        return true;
    }
    const uint32_t count = h->executor.parallel_for == NULL ? 1 : WORKERS;
    tasks->workers = wendi_alloc_items_zero(&h->allocator, count, sizeof tasks->workers[0]);
    if (tasks->workers == NULL) {
        return false;
    }
    tasks->worker_count = count;
    for (uint32_t k = 0; k < count; ++k) {
        if (!wendi_local_reserve(&tasks->workers[k], h, portals, &h->allocator)) {
            return false;
        }
    }
    return true;
}

/* ---- changes ---- */

/* A region is so many steps, which are some 10 us each. */
enum { REGIONS_PER_STEP = 4, GROUPS_PER_STEP = 4 };

static bool compare_regions(wend_hierarchy *h, wendi_array_u32 *nodes, uint64_t *steps)
{
    for (; h->cell<h->regions.count && * steps> 0; ++h->cell) {
        const uint32_t region = h->cell;
        *steps -= region % REGIONS_PER_STEP == 0 ? 1 : 0;
        const uint64_t hash = wendi_abstract_region_hash(h, region);
        if (hash == h->levels[0].blocks[region].hash) {
            continue;
        }
        if (!wendi_abstract_find_portals(h, region, nodes)) {
            return false;
        }
        wendi_abstract_block block = {.hash = hash, .count = (uint32_t)nodes->count};
        if (!wendi_abstract_block_make(&block, true, &h->allocator)) {
            wendi_abstract_block_free(&block, &h->allocator);
            return false;
        }
        if (block.count > 0) {
            memcpy(block.nodes, nodes->items, block.count * sizeof block.nodes[0]);
        }
        if (!add_task(h, region, &block)) {
            return false;
        }
    }
    return true;
}

/* The hash of all that the costs of a group depend on; never 0. */
static uint64_t hash_group(const wend_hierarchy *h, uint32_t level, uint32_t cell)
{
    const wendi_abstract_layout *layout = &h->layout;
    const uint32_t first = layout->first[h->levels[level].first[cell]];
    const uint32_t end = layout->first[h->levels[level].first[cell + 1]];
    uint64_t hash = level;
    for (uint32_t r = h->levels[level].first[cell]; r < h->levels[level].first[cell + 1]; ++r) {
        hash = wendi_hash_mix(hash, h->levels[0].blocks[r].hash);
    }
    for (uint32_t portal = first; portal < end; ++portal) {
        const bool is_border = layout->borders[level].ranks[portal] != WENDI_ABSTRACT_NONE;
        hash = wendi_hash_mix(hash, (uint64_t)layout->nodes[portal] << 1 | is_border);
        for (uint32_t k = layout->arc_first[portal]; k < layout->arc_first[portal + 1]; ++k) {
            const uint32_t target = layout->arcs[k].target;
            if (target >= first && target < end) {
                hash = wendi_hash_mix(wendi_hash_mix(hash, layout->arcs[k].cost),
                                      layout->nodes[target]);
            }
        }
    }
    return hash != 0 ? hash : 1;
}

static bool compare_groups(wend_hierarchy *h, uint64_t *steps)
{
    const wendi_abstract_level *level = &h->levels[h->level];
    for (; h->cell<level->cell_count && * steps> 0; ++h->cell) {
        const uint32_t cell = h->cell;
        *steps -= cell % GROUPS_PER_STEP == 0 ? 1 : 0;
        const uint64_t hash = hash_group(h, h->level, cell);
        const uint32_t *first = h->layout.borders[h->level].first;
        if (hash == level->blocks[cell].hash &&
            level->blocks[cell].count == first[cell + 1] - first[cell]) {
            continue; /* a file may say otherwise */
        }
        wendi_abstract_block block = {.hash = hash, .count = first[cell + 1] - first[cell]};
        if (!wendi_abstract_block_make(&block, false, &h->allocator)) {
            wendi_abstract_block_free(&block, &h->allocator);
            return false;
        }
        if (!add_task(h, cell, &block)) {
            return false;
        }
        const uint32_t portals =
            h->layout.first[level->first[cell + 1]] - h->layout.first[level->first[cell]];
        h->portals_most = portals > h->portals_most ? portals : h->portals_most;
    }
    return true;
}

/* ---- rows ---- */

/* A batch: rows of tasks. */
typedef struct row_batch {
    wend_hierarchy *h;
    uint64_t first;
    size_t block_items;
} row_batch;

static void fill_region_row(const wend_hierarchy *h, wendi_local *local, wendi_abstract_task *task,
                            uint32_t row)
{
    wendi_abstract_block *block = &task->block;
    wendi_local_load(local, h, task->cell);
    wendi_local_flood(local, h, block->nodes[row], false);
    for (uint32_t k = 0; k < block->count; ++k) {
        block->costs[(size_t)row * block->count + k] = wendi_local_cost(local, h, block->nodes[k]);
    }
}

static void fill_group_row(const wend_hierarchy *h, wendi_local *local, wendi_abstract_task *task,
                           uint32_t row)
{
    wendi_abstract_block *block = &task->block;
    const uint32_t first = h->layout.first[h->levels[h->level].first[task->cell]];
    wendi_local_search_portals(local, h, h->level, task->cell,
                               wendi_abstract_column(h, h->level, task->cell, row),
                               WENDI_ABSTRACT_NONE);
    for (uint32_t k = 0; k < block->count; ++k) {
        block->costs[(size_t)row * block->count + k] =
            local->records.sums[wendi_abstract_column(h, h->level, task->cell, k) - first];
    }
}

static void fill_rows(void *context, size_t begin, size_t end)
{
    const row_batch *batch = context;
    wend_hierarchy *h = batch->h;
    wendi_local *local = &h->tasks.workers[begin / batch->block_items];
    /* The last task that begins at or before the first row. */
    size_t low = 0;
    size_t high = h->tasks.count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (h->tasks.items[middle].row <= batch->first + begin) {
            low = middle;
        } else {
            high = middle;
        }
    }
    for (size_t k = begin; k < end; ++k) {
        const uint64_t row = batch->first + k;
        while (row - h->tasks.items[low].row >= h->tasks.items[low].block.count) {
            ++low;
        }
        wendi_abstract_task *task = &h->tasks.items[low];
        (h->level == 0 ? fill_region_row : fill_group_row)(h, local, task,
                                                           (uint32_t)(row - task->row));
    }
}

static void run_rows(wend_hierarchy *h, uint64_t *steps)
{
    wendi_abstract_tasks *tasks = &h->tasks;
    while (*steps > 0 && tasks->row_done < tasks->row_count) {
        uint64_t count = tasks->row_count - tasks->row_done;
        count = count < BATCH_ROWS ? count : BATCH_ROWS;
        count = count < *steps ? count : *steps;
        row_batch batch = {h, tasks->row_done,
                           tasks->worker_count == 1 ? BATCH_ROWS : BATCH_ROWS / WORKERS};
        wend_parallel_for(&h->executor, (size_t)count, batch.block_items, fill_rows, &batch);
        tasks->row_done += count;
        h->work_done += count;
        *steps -= count;
    }
}

void wendi_abstract_join_portals(wendi_abstract_block *block)
{
    for (uint32_t k = 0; k < block->count; ++k) {
        block->joined[k] = k;
    }
    for (uint32_t i = 0; i < block->count; ++i) {
        for (uint32_t k = 0; k < block->count; ++k) {
            if (block->costs[(size_t)i * block->count + k] != WEND_COST_INFINITE) {
                wendi_union_find_join(block->joined, i, k);
            }
        }
    }
    for (uint32_t k = 0; k < block->count; ++k) {
        block->joined[k] = wendi_union_find_root(block->joined, k);
    }
}

/* Replaces the blocks of the level by those of the tasks. */
static void commit_tasks(wend_hierarchy *h)
{
    for (size_t k = 0; k < h->tasks.count; ++k) {
        wendi_abstract_task *task = &h->tasks.items[k];
        wendi_abstract_block *block = &h->levels[h->level].blocks[task->cell];
        if (h->level == 0) {
            wendi_abstract_join_portals(&task->block);
        }
        wendi_abstract_block_free(block, &h->allocator);
        *block = task->block;
        memset(&task->block, 0, sizeof task->block);
    }
    wendi_abstract_tasks_clear(h);
}

/* ---- phases ---- */

/* Goes on comparing, or begins again without memory. */
static wend_result compare(wend_hierarchy *h, uint64_t *steps)
{
    if (h->cell == 0 && wendi_abstract_add_nodes(h) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    if (h->cell == 0) {
        h->level = 0;
        h->space_revision = h->space->revision;
        h->space_updates = h->space->update_count;
    }
    wendi_array_u32 nodes;
    wendi_array_u32_init(&nodes, &h->allocator);
    bool has_memory = compare_regions(h, &nodes, steps);
    wendi_array_u32_free(&nodes);
    if (has_memory && h->cell < h->regions.count) {
        return WEND_IN_PROGRESS;
    }
    has_memory = has_memory && make_workers(h, 0);
    h->cell = 0;
    if (!has_memory) {
        wendi_abstract_tasks_clear(h);
        return WEND_ERROR_MEMORY;
    }
    h->phase = WENDI_ABSTRACT_ROWS;
    return WEND_OK;
}

static wend_result compare_level(wend_hierarchy *h, uint64_t *steps)
{
    bool has_memory = compare_groups(h, steps);
    if (has_memory && h->cell < h->levels[h->level].cell_count) {
        return WEND_IN_PROGRESS;
    }
    has_memory = has_memory && make_workers(h, h->portals_most);
    h->cell = 0;
    h->portals_most = 0;
    if (!has_memory) {
        wendi_abstract_tasks_clear(h);
        return WEND_ERROR_MEMORY;
    }
    h->phase = WENDI_ABSTRACT_ROWS;
    return WEND_OK;
}

/* Begins the next level, or ends. */
static void next_level(wend_hierarchy *h)
{
    ++h->level;
    h->phase = h->level < h->level_count ? WENDI_ABSTRACT_GROUPS : WENDI_ABSTRACT_READY;
}

static wend_result run_phase(wend_hierarchy *h, uint64_t *steps)
{
    wend_result result = WEND_OK;
    switch (h->phase) {
    case WENDI_ABSTRACT_DIVIDE:
        --*steps;
        result = wendi_abstract_divide_mesh(h);
        h->phase = result == WEND_OK ? WENDI_ABSTRACT_COMPARE : WENDI_ABSTRACT_DIVIDE;
        h->cell = 0;
        return result;
    case WENDI_ABSTRACT_COMPARE:
        return compare(h, steps);
    case WENDI_ABSTRACT_ROWS:
        run_rows(h, steps);
        if (h->tasks.row_done < h->tasks.row_count) {
            return WEND_IN_PROGRESS;
        }
        commit_tasks(h);
        if (h->level == 0) {
            h->phase = WENDI_ABSTRACT_JOIN;
        } else {
            next_level(h);
        }
        return WEND_OK;
    case WENDI_ABSTRACT_JOIN:
        --*steps;
        result = wendi_abstract_join(h);
        if (result == WEND_OK) {
            next_level(h);
        }
        return result;
    case WENDI_ABSTRACT_GROUPS:
        return compare_level(h, steps);
    case WENDI_ABSTRACT_READY:
        break;
    }
    return WEND_OK;
}

static wend_result slice(void *context, uint64_t *steps)
{
    wend_hierarchy *h = context;
    while (h->phase != WENDI_ABSTRACT_READY) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        const wend_result result = run_phase(h, steps);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static bool space_is_fresh(const wend_space *space)
{
    return space->revision == (space->net != NULL ? wend_graph_revision(space->graph)
                                                  : wend_grid_revision(space->grid));
}

bool wendi_abstract_fits(const wend_hierarchy *h)
{
    return h->phase == WENDI_ABSTRACT_READY && h->space_updates == h->space->update_count &&
           h->space_revision == h->space->revision &&
           (h->mesh == NULL || wendi_abstract_mesh_fits(h->mesh));
}

bool wendi_abstract_is_ready(const wend_hierarchy *h)
{
    return wendi_abstract_fits(h) &&
           (h->mesh != NULL ? wendi_abstract_mesh_is_fresh(h->mesh) : space_is_fresh(h->space));
}

/* Follows a mesh; where links came, went or were moved, the graph is made anew. */
static wend_result follow_mesh(wend_hierarchy *h)
{
    if (h->phase == WENDI_ABSTRACT_DIVIDE || wendi_abstract_mesh_is_outdated(h->mesh)) {
        h->phase = WENDI_ABSTRACT_DIVIDE;
        return WEND_OK;
    }
    return wendi_abstract_mesh_update(h->mesh);
}

wend_result wend_hierarchy_update(wend_hierarchy *hierarchy, wend_budget *budget)
{
    static const char function[] = "wend_hierarchy_update";
    if (hierarchy == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_hierarchy *h = hierarchy;
    const bool is_mesh = h->def.mesh_space != NULL;
    if (is_mesh ? !wendi_mesh_space_is_fresh(h->def.mesh_space) : !space_is_fresh(h->space)) {
        return wendi_fail(&h->error, WEND_ERROR_STALE,
                          "%s: the space is older than its world: call wend_%sspace_update first",
                          function, is_mesh ? "mesh_" : "");
    }
    const wend_result followed = is_mesh ? follow_mesh(h) : WEND_OK;
    if (followed != WEND_OK) {
        return wendi_fail_plain(&h->error, function, followed);
    }
    const bool is_begun =
        h->phase > WENDI_ABSTRACT_COMPARE || (h->phase == WENDI_ABSTRACT_COMPARE && h->cell > 0);
    if (is_begun &&
        (h->space_updates != h->space->update_count || h->space_revision != h->space->revision)) {
        wendi_abstract_tasks_clear(h);
        h->phase = WENDI_ABSTRACT_COMPARE;
        h->cell = 0;
        h->portals_most = 0;
    }
    return wendi_fail_plain(&h->error, function, wendi_budget_run(budget, slice, h));
}
