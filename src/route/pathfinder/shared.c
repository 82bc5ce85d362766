/* Pathfinders for planners: many of them over spaces that the planner owns and that stay unchanged
 * while queries run, and the path to the best node so far of a query under way.
 * Cost: nothing beside the pathfinder's own; a path so far is traced and straightened. */
#include "route/pathfinder/shared.h"

#include "base/core/memory.h"
#include "route/mesh_disc/search.h"
#include "route/pathfinder/pathfinder.h"
#include "route/search/search.h"

static wend_result make_parts(wend_pathfinder *made, wendi_page_pool *pool)
{
    const wend_result result = wend_path_create(&made->allocator, &made->path);
    if (result != WEND_OK) {
        return result;
    }
    if (made->def.mesh_space != NULL) {
        const wend_result searched =
            wend_mesh_search_create(made->def.mesh_space, &made->allocator, &made->mesh_search);
        if (searched == WEND_OK) {
            made->mesh_search->is_pinned = true;
        }
        return searched;
    }
    wend_search_def search = wend_search_def_default();
    search.space = made->def.space;
    search.allocator = made->allocator;
    const wend_result searched = wend_search_create(&search, &made->search);
    if (searched == WEND_OK) {
        made->search->is_pinned = true;
        wendi_cell_pages *pages[2] = {&made->search->records.pages,
                                      &made->search->back_records.pages};
        for (int i = 0; i < 2; i++) {
            pages[i]->pool = pool;
            pages[i]->allocator = &made->search->allocator;
        }
    }
    return searched;
}

wend_result wendi_pathfinder_create_shared(const wend_pathfinder_def *def,
                                           const wendi_pathfinder_layout *layout,
                                           wendi_page_pool *pool, const wend_allocator *allocator,
                                           wend_pathfinder **pathfinder)
{
    *pathfinder = NULL;
    wend_pathfinder *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->allocator = *allocator;
    made->def = *def;
    made->def.message = NULL;
    made->def.grid = NULL;
    made->def.graph = NULL;
    made->def.mesh = NULL;
    made->def.level = NULL;
    made->def.behaviour_factors = NULL;
    made->def.area_factors = NULL;
    made->def.space = layout->space;
    made->def.mesh_space = layout->mesh_space;
    made->def.walls = def->level != NULL ? layout->walls : def->walls;
    made->index = layout->index;
    made->hierarchy = layout->hierarchy;
    made->is_pinned = true;
    wendi_array_u32_init(&made->cells, &made->allocator);
    const wend_result result = make_parts(made, pool);
    if (result != WEND_OK) {
        wend_pathfinder_destroy(made);
        return result;
    }
    *pathfinder = made;
    return WEND_OK;
}

void wendi_pathfinder_return_pages(wend_pathfinder *pathfinder)
{
    if (pathfinder->search != NULL) {
        wendi_search_return_pages(pathfinder->search);
    }
}

bool wendi_pathfinder_has_pages(const wend_pathfinder *pathfinder)
{
    return pathfinder->search != NULL && pathfinder->search->records.is_paged;
}

uint64_t wendi_pathfinder_max_frontier(const wend_pathfinder *pathfinder)
{
    wend_search_answer answer;
    if (pathfinder->is_indexed || pathfinder->is_routed) {
        return 0;
    }
    wend_search_get_answer(pathfinder->search, &answer);
    return answer.max_frontier;
}

wend_result wendi_pathfinder_so_far(wend_pathfinder *pathfinder, wend_path *path,
                                    wend_path_answer *answer)
{
    wend_path_clear(path);
    if (!pathfinder->has_query || pathfinder->each.is_asked || pathfinder->is_indexed ||
        pathfinder->nearest.phase == WENDI_NEAREST_FLOOD ||
        pathfinder->answer.result != WEND_IN_PROGRESS ||
        (pathfinder->search != NULL && !pathfinder->is_routed && pathfinder->search->is_deferred)) {
        return WEND_NO_PATH;
    }
    const wend_path_answer before = pathfinder->answer;
    const bool ends_at_goal = pathfinder->ends_at_goal;
    pathfinder->is_busy = true;
    wend_result result = pathfinder->can_walk
                             ? wendi_pathfinder_answer_straight(pathfinder)
                             : wendi_pathfinder_world_of(pathfinder)->so_far(pathfinder);
    pathfinder->is_busy = false;
    if (result == WEND_OK) {
        result = wend_path_leg_count(pathfinder->path) > 0 ? wendi_path_copy(path, pathfinder->path)
                                                           : WEND_NO_PATH;
    }
    if (result == WEND_OK) {
        wendi_pathfinder_sum_up(pathfinder);
        *answer = pathfinder->answer;
        answer->result = result = WEND_PARTIAL;
        answer->bound = 0;
    }
    wend_path_clear(pathfinder->path);
    pathfinder->answer = before;
    pathfinder->ends_at_goal = ends_at_goal;
    return result;
}

/* ---- what is kept from query to query ---- */

static uint32_t records_warmth(const wendi_cell_records *records)
{
    return records->costs == NULL ? 0 : records->uncleared + 1;
}

wendi_pathfinder_warmth wendi_pathfinder_get_warmth(const wend_pathfinder *pathfinder)
{
    wendi_pathfinder_warmth warmth = {0};
    if (pathfinder->search != NULL) {
        warmth.jump_nodes = pathfinder->search->jump.nodes.capacity;
        warmth.records = records_warmth(&pathfinder->search->records);
        warmth.back_records = records_warmth(&pathfinder->search->back_records);
    }
    const wend_mesh_search *search = pathfinder->mesh_search;
    if (search != NULL && search->disc != NULL) {
        warmth.has_components = search->disc->revision == search->space->revision &&
                                search->disc->components.phase == WENDI_COMPONENTS_DONE;
    }
    return warmth;
}

static wend_result warm_records(wend_search *search, wendi_cell_records *records, uint32_t warmth)
{
    uint64_t steps = UINT64_MAX;
    if (warmth == 0) {
        return WEND_OK;
    }
    if (!wendi_cell_records_reserve(records, search->space, &search->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    (void)wendi_cell_records_clear(records, &steps);
    records->uncleared = warmth - 1 < records->slot_count ? warmth - 1 : records->slot_count;
    return WEND_OK;
}

wend_result wendi_pathfinder_warm_records(wend_pathfinder *pathfinder,
                                          const wendi_pathfinder_warmth *warmth)
{
    wend_search *search = pathfinder->search;
    if (search == NULL || search->space->net != NULL) {
        return WEND_OK;
    }
    const wend_result result = warm_records(search, &search->records, warmth->records);
    wendi_jump_nodes *nodes = &search->jump.nodes;
    const uint64_t most = 4 * (uint64_t)search->space->slot_count;
    while (nodes->capacity < warmth->jump_nodes && nodes->capacity < most) {
        if (!wendi_jump_nodes_grow(nodes, &search->allocator)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return result == WEND_OK ? warm_records(search, &search->back_records, warmth->back_records)
                             : result;
}

wend_result wendi_pathfinder_warm_components(wend_pathfinder *pathfinder)
{
    wend_mesh_search *search = pathfinder->mesh_search;
    if (search == NULL || !search->has_query || search->method != wendi_mesh_disc_method() ||
        search->answer.result != WEND_IN_PROGRESS) {
        return WEND_NO_PATH;
    }
    uint64_t steps = UINT64_MAX;
    while (!wendi_disc_components_build(search, &steps)) {
        if (search->disc->is_out_of_memory) {
            return WEND_ERROR_MEMORY;
        }
        steps = UINT64_MAX;
    }
    search->disc->components.is_wanted = !search->has_predicate;
    return WEND_OK;
}

void wendi_pathfinder_forget_half(wend_pathfinder *pathfinder)
{
    wend_mesh_search *search = pathfinder->mesh_search;
    if (search != NULL && search->disc != NULL &&
        search->disc->components.phase != WENDI_COMPONENTS_DONE) {
        search->disc->components.phase = WENDI_COMPONENTS_SPANS;
        search->disc->components.at = 0;
    }
}
