/* Pathfinders for planners: many of them over spaces that the planner owns and that stay unchanged
 * while queries run, and the path to the best node so far of a query under way.
 * Cost: nothing beside the pathfinder's own; a path so far is traced and straightened. */
#include "base/core/memory.h"
#include "route/pathfinder/pathfinder.h"
#include "route/search/search.h"

static wend_result make_parts(wend_pathfinder *made)
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
    }
    return searched;
}

wend_result wendi_pathfinder_create_shared(const wend_pathfinder_def *def,
                                           const wendi_pathfinder_layout *layout,
                                           const wend_allocator *allocator,
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
    made->is_pinned = true;
    wendi_array_u32_init(&made->cells, &made->allocator);
    const wend_result result = make_parts(made);
    if (result != WEND_OK) {
        wend_pathfinder_destroy(made);
        return result;
    }
    *pathfinder = made;
    return WEND_OK;
}

uint64_t wendi_pathfinder_max_frontier(const wend_pathfinder *pathfinder)
{
    wend_search_answer answer;
    if (pathfinder->is_indexed) {
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
        (pathfinder->search != NULL && pathfinder->search->is_deferred)) {
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
