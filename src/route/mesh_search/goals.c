/* Goals of a query by cell, and the dead ends that lead to one.
 * Cost: linear in the mesh once, then in the goals. */
#include "route/mesh_search/search.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

/* Room for all cells and polygons; a new stamp for a new query. */
static bool begin_stamps(wend_mesh_search *search)
{
    const wend_allocator *a = &search->allocator;
    const wendi_mesh_cells *cells = &search->space->cells;
    if (cells->cell_count > search->cell_capacity || search->stamp >= UINT32_MAX / 2 - 1) {
        wendi_mesh_goals_free(search);
        const size_t count = (size_t)cells->cell_count + 1;
        search->cell_goals = wendi_alloc_zero(a, count * sizeof(uint32_t));
        search->cell_stamps = wendi_alloc_zero(a, count * sizeof(uint32_t));
        search->open_stamps = wendi_alloc_zero(a, count * sizeof(uint32_t));
        search->cell_capacity = cells->cell_count + 1;
        search->stamp = 0;
        if (search->cell_goals == NULL || search->cell_stamps == NULL ||
            search->open_stamps == NULL) {
            wendi_mesh_goals_free(search);
            return false;
        }
    }
    if (search->query.goal_kind == WEND_MESH_GOAL_PREDICATE &&
        cells->polygon_count > search->polygon_capacity) {
        uint32_t *tested = wendi_alloc_zero(a, cells->polygon_count * sizeof(uint32_t));
        if (tested == NULL) {
            return false;
        }
        wendi_free(a, search->predicate_stamps, search->polygon_capacity * sizeof(uint32_t));
        search->predicate_stamps = tested;
        search->polygon_capacity = cells->polygon_count;
    }
    search->stamp++;
    return true;
}

static bool reserve_goals(wend_mesh_search *search, size_t count)
{
    if (count <= search->goal_capacity) {
        return true;
    }
    if (count > UINT32_MAX / 2) {
        return false;
    }
    wendi_mesh_goal *goals =
        wendi_resize(&search->allocator, search->goals, search->goal_capacity * sizeof *goals,
                     count * sizeof *goals);
    if (goals == NULL) {
        return false;
    }
    search->goals = goals;
    search->goal_capacity = (uint32_t)count;
    return true;
}

wend_result wendi_mesh_goals_prepare(wend_mesh_search *search)
{
    const wend_mesh_search_query *query = &search->query;
    const size_t count = query->goal_kind == WEND_MESH_GOAL_SET ? query->goal_count : 1;
    search->goal_count = 0;
    return begin_stamps(search) && reserve_goals(search, count) ? WEND_OK : WEND_ERROR_MEMORY;
}

bool wendi_mesh_goals_reserve(wend_mesh_search *search)
{
    const size_t count = (size_t)search->goal_count + 1;
    return count <= search->goal_capacity || reserve_goals(search, count + count / 2);
}

void wendi_mesh_goals_free(wend_mesh_search *search)
{
    const wend_allocator *a = &search->allocator;
    wendi_free(a, search->cell_goals, search->cell_capacity * sizeof(uint32_t));
    wendi_free(a, search->cell_stamps, search->cell_capacity * sizeof(uint32_t));
    wendi_free(a, search->open_stamps, search->cell_capacity * sizeof(uint32_t));
    wendi_free(a, search->predicate_stamps, search->polygon_capacity * sizeof(uint32_t));
    search->cell_goals = search->cell_stamps = search->open_stamps = search->predicate_stamps =
        NULL;
    search->cell_capacity = search->polygon_capacity = 0;
}

void wendi_mesh_goals_add(wend_mesh_search *search, wend_vec2 point, uint32_t cell)
{
    wendi_mesh_goal *goal = &search->goals[search->goal_count];
    goal->point = point;
    goal->cell = cell;
    goal->next = wendi_mesh_goals_in(search, cell);
    search->cell_goals[cell] = search->goal_count;
    search->cell_stamps[cell] = search->stamp;
    search->goal_count++;
    wendi_mesh_goals_open(search, cell);
}

void wendi_mesh_goals_open(wend_mesh_search *search, uint32_t cell)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    uint32_t at = cell;
    while (search->open_stamps[at] != search->stamp) {
        search->open_stamps[at] = search->stamp;
        if (cells->exits[at] == NONE) {
            break;
        }
        at = cells->halves[cells->halves[cells->exits[at]].twin].cell;
    }
}

bool wendi_mesh_goals_test(wend_mesh_search *search, uint32_t polygon)
{
    uint32_t *tested = &search->predicate_stamps[polygon];
    if (*tested >> 1 != search->stamp) {
        const bool is_goal = search->query.is_goal(search->query.user, polygon);
        *tested = search->stamp << 1 | (is_goal ? 1 : 0);
    }
    return (*tested & 1) != 0;
}
