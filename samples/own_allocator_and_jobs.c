/* Memory and threads of the program: wend takes both from the caller. The allocator here counts
 * and can be set to fail; the job system is a plain list of blocks that run in any order. Every
 * job has its own search on one shared space, so nothing needs a lock. */
#include "wend/wend.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 128, AGENT_COUNT = 64, AGENTS_IN_BLOCK = 8, BLOCKS_MAX = 64 };

/* ---- an allocator that counts ---- */

typedef struct counter {
    size_t calls, bytes, bytes_max, limit;
} counter;

/* One hook for all memory: old size 0 = new block, new size 0 = free. It may return NULL at any
 * time; the call that needed the memory then returns WEND_ERROR_MEMORY and changes nothing. */
static void *counting_resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    counter *c = context;
    c->calls++;
    if (new_bytes == 0) {
        free(block);
        c->bytes -= old_bytes;
        return NULL;
    }
    if (c->bytes - old_bytes + new_bytes > c->limit) {
        return NULL;
    }
    void *grown = realloc(block, new_bytes);
    if (grown != NULL) {
        c->bytes += new_bytes - old_bytes;
        c->bytes_max = c->bytes > c->bytes_max ? c->bytes : c->bytes_max;
    }
    return grown;
}

/* ---- a job system ---- */

typedef struct job {
    size_t begin, end;
} job;

/* Called by wend when there is work in blocks. An engine pushes the blocks into its queues and
 * waits; this one runs them backwards, to show that the order does not matter. */
static void run_jobs(void *context, size_t item_count, size_t block_items, wend_job_fn work,
                     void *job_context)
{
    job jobs[BLOCKS_MAX];
    size_t count = 0;
    for (size_t begin = 0; begin < item_count && count < BLOCKS_MAX; begin += block_items) {
        const size_t end = begin + block_items;
        jobs[count++] = (job){begin, end < item_count ? end : item_count};
    }
    *(size_t *)context += count;
    while (count > 0) {
        count--;
        work(job_context, jobs[count].begin, jobs[count].end);
    }
}

/* ---- the work ---- */

typedef struct crowd {
    const wend_space *space;
    const wend_grid *grid;
    double costs[AGENT_COUNT]; /* each job writes its own slots only */
} crowd;

static void plan_block(void *context, size_t begin, size_t end)
{
    crowd *c = context;
    wend_search_def def = wend_search_def_default();
    def.space = c->space; /* shared and read only; scratch memory is the search's own */
    wend_search *search = NULL;
    if (wend_search_create(&def, &search) != WEND_OK) {
        return;
    }
    for (size_t i = begin; i < end; i++) {
        wend_search_query query = wend_search_query_default();
        query.start = wend_grid_node(c->grid, 1, (int32_t)(2 * i));
        query.goal = wend_grid_node(c->grid, SIDE - 2, (int32_t)(SIDE - 1 - 2 * i));
        wend_search_answer answer = {0};
        if (wend_search_find(search, &query) == WEND_OK) {
            wend_search_get_answer(search, &answer);
        }
        c->costs[i] = wend_cost_to_double(answer.cost);
    }
    wend_search_destroy(search);
}

int main(void)
{
    counter memory = {.limit = 1 << 20};
    size_t jobs_run = 0;
    const wend_allocator allocator = {counting_resize, &memory};
    const wend_executor executor = {run_jobs, &jobs_run};

    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = SIDE;
    grid_def.height = SIDE;
    grid_def.allocator = allocator;
    wend_grid *grid = NULL;
    wend_space *space = NULL;
    wend_result result = wend_grid_create(&grid_def, &grid);
    if (result == WEND_OK) {
        result = wend_grid_fill(grid, 0, SIDE / 2, 8, 2, SIDE - 8, WEND_COST_WALL);
    }
    if (result == WEND_OK) {
        wend_space_def space_def = wend_space_def_default();
        space_def.grid = grid;
        space_def.allocator = allocator;
        result = wend_space_create(&space_def, &space);
    }
    if (result == WEND_OK) {
        crowd c = {.space = space, .grid = grid};
        wend_parallel_for(&executor, AGENT_COUNT, AGENTS_IN_BLOCK, plan_block, &c);
        printf("first agent %.3f, last agent %.3f, in %zu jobs\n", c.costs[0],
               c.costs[AGENT_COUNT - 1], jobs_run);
    }
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    printf("%s; %zu calls of the allocator, %zu bytes at most, %zu left\n",
           wend_result_text(result), memory.calls, memory.bytes_max, memory.bytes);
    return result == WEND_OK && memory.bytes == 0 ? 0 : 1;
}
