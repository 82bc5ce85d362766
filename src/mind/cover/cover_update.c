/* Computes places along walls, and again around those that changed.
 * Cost: a look at each wall's id where the walls were edited; then some tests for each position
 * along the walls within a few radii of what changed. */
#include "mind/cover/cover.h"

#include "base/core/budget.h"
#include "base/math/vec2.h"

/* ---- which walls changed ---- */

bool wendi_cover_reserve_states(wend_cover *cover, uint32_t count)
{
    if (count <= cover->state_capacity) {
        return true;
    }
    wendi_cover_wall *states = wendi_resize_items(&cover->allocator, cover->states,
                                                  cover->state_capacity, count, sizeof *states);
    if (states == NULL) {
        return false;
    }
    cover->states = states;
    cover->state_capacity = count;
    return true;
}

static bool reserve_ids(wend_cover *cover, size_t count)
{
    if (count <= cover->id_capacity) {
        return true;
    }
    wend_wall_id *ids =
        wendi_resize_items(&cover->allocator, cover->ids, cover->id_capacity, count, sizeof *ids);
    if (ids == NULL) {
        return false;
    }
    cover->ids = ids;
    cover->id_capacity = count;
    return true;
}

static bool reserve_boxes(wend_cover *cover, size_t count)
{
    if (count <= cover->box_capacity) {
        return true;
    }
    wendi_cover_box *boxes = wendi_resize_items(&cover->allocator, cover->boxes,
                                                cover->box_capacity, count, sizeof *boxes);
    if (boxes == NULL) {
        return false;
    }
    cover->boxes = boxes;
    cover->box_capacity = count;
    return true;
}

static void mark(wend_cover *cover, uint32_t index)
{
    if (index < cover->state_limit && !cover->states[index].is_dirty) {
        cover->states[index].is_dirty = true;
        cover->dirty_count++;
    }
}

/* How far a wall reaches that decides about a place of another: from that wall to the place, and on
 * to the ends of the rays and of the body. */
static double reach(const wend_cover *cover)
{
    return 6 * cover->def.radius + 3 * cover->def.gap;
}

static double within(double value)
{
    return value < -WEND_COORDINATE_MAX  ? -WEND_COORDINATE_MAX
           : value > WEND_COORDINATE_MAX ? WEND_COORDINATE_MAX
                                         : value;
}

/* Marks the walls around a box. There is room for the ids of all walls. */
static void mark_around(wend_cover *cover, wend_vec2 low, wend_vec2 high)
{
    const double more = reach(cover);
    const wend_vec2 a = {within(low.x - more), within(low.y - more)};
    const wend_vec2 b = {within(high.x + more), within(high.y + more)};
    size_t count = 0;
    (void)wend_walls_query_box(cover->def.walls, a, b, WEND_STOPS_ALL, cover->ids,
                               cover->id_capacity, &count);
    for (size_t i = 0; i < count && i < cover->id_capacity; i++) {
        mark(cover, cover->ids[i].index1 - 1);
    }
}

static void set_state(wendi_cover_wall *state, wend_wall_id id, const wend_wall *wall)
{
    state->generation = id.generation;
    state->stops = wall->stops;
    state->low = state->high = wall->points[0];
    for (size_t i = 1; i < wall->count; i++) {
        const wend_vec2 point = wall->points[i];
        state->low.x = point.x < state->low.x ? point.x : state->low.x;
        state->low.y = point.y < state->low.y ? point.y : state->low.y;
        state->high.x = point.x > state->high.x ? point.x : state->high.x;
        state->high.y = point.y > state->high.y ? point.y : state->high.y;
    }
    /* -0 is never kept */
    state->low = (wend_vec2){state->low.x + 0.0, state->low.y + 0.0};
    state->high = (wend_vec2){state->high.x + 0.0, state->high.y + 0.0};
}

/* Compares all walls with what they were, and marks those around the ones that differ. */
static wend_result look(wend_cover *cover)
{
    size_t count = 0;
    (void)wend_walls_list(cover->def.walls, NULL, 0, &count);
    if (!reserve_ids(cover, count)) {
        return WEND_ERROR_MEMORY;
    }
    (void)wend_walls_list(cover->def.walls, cover->ids, cover->id_capacity, &count);
    const uint32_t above = count == 0 ? 0 : cover->ids[count - 1].index1;
    const uint32_t limit = above > cover->state_limit ? above : cover->state_limit;
    if (!wendi_cover_reserve_states(cover, limit) || !reserve_boxes(cover, 2 * (size_t)limit)) {
        return WEND_ERROR_MEMORY;
    }
    for (; cover->state_limit < limit; cover->state_limit++) {
        cover->states[cover->state_limit] = (wendi_cover_wall){.first = WENDI_COVER_NONE};
    }
    size_t next = 0, changed = 0;
    for (uint32_t i = 0; i < limit; i++) {
        wendi_cover_wall *state = &cover->states[i];
        const bool is_there = next < count && cover->ids[next].index1 == i + 1;
        const wend_wall_id id = is_there ? cover->ids[next++] : (wend_wall_id){0, 0};
        wend_wall wall = {.stops = 0};
        if (is_there) {
            (void)wend_walls_get(cover->def.walls, id, &wall);
        }
        if (state->generation == id.generation && state->stops == wall.stops) {
            continue;
        }
        if (state->generation != 0) {
            cover->boxes[changed++] = (wendi_cover_box){state->low, state->high};
        }
        if (state->generation != id.generation) {
            wendi_cover_clear_wall(cover, state);
            state->generation = state->stops = 0;
            state->low = state->high = (wend_vec2){0, 0};
        }
        if (is_there) {
            set_state(state, id, &wall);
            cover->boxes[changed++] = (wendi_cover_box){state->low, state->high};
        }
        mark(cover, i);
    }
    for (size_t i = 0; i < changed; i++) {
        mark_around(cover, cover->boxes[i].low, cover->boxes[i].high);
    }
    cover->seen_revision = wend_walls_revision(cover->def.walls);
    return WEND_OK;
}

/* ---- one wall ---- */

/* The old places of a wall, beside the positions along it: both by rising key. */
typedef struct cover_merge {
    wend_cover *cover;
    uint32_t wall;
    uint32_t last; /* the place before the next old one, or NONE */
    uint64_t steps;
    wend_result result;
} cover_merge;

static uint32_t *next_old(const cover_merge *merge)
{
    wend_cover *cover = merge->cover;
    return merge->last == WENDI_COVER_NONE ? &cover->states[merge->wall].first
                                           : &cover->records[merge->last].next_of_wall;
}

/* Removes old places whose key is below this. */
static void drop_below(cover_merge *merge, uint64_t key)
{
    wend_cover *cover = merge->cover;
    uint32_t *link = next_old(merge);
    while (*link != WENDI_COVER_NONE && cover->records[*link].key < key) {
        const uint32_t gone = *link;
        *link = cover->records[gone].next_of_wall;
        wendi_cover_take(cover, gone);
    }
}

static bool merge_sample(void *context, uint64_t key, wend_vec2 position, wend_vec2 direction)
{
    cover_merge *merge = context;
    wend_cover *cover = merge->cover;
    merge->steps++;
    drop_below(merge, key);
    if (!wendi_cover_stands(cover, position, cover->def.radius, false) ||
        !wendi_cover_is_wide(cover, position, direction)) {
        return true;
    }
    const uint32_t old = *next_old(merge);
    if (old != WENDI_COVER_NONE && cover->records[old].key == key) {
        merge->last = old;
        return true;
    }
    const wendi_cover_record record = {
        .position = {position.x + 0.0, position.y + 0.0},
        .direction = {direction.x + 0.0, direction.y + 0.0},
        .key = key,
        .wall = merge->wall,
        .next_of_wall = old,
    };
    uint32_t index;
    merge->result = wendi_cover_put(cover, &record, &index);
    if (merge->result != WEND_OK) {
        return false;
    }
    *next_old(merge) = index;
    merge->last = index;
    return true;
}

static wend_result compute_wall(wend_cover *cover, uint32_t index, uint64_t *steps)
{
    cover_merge merge = {cover, index, WENDI_COVER_NONE, 1, WEND_OK};
    const wendi_cover_wall *state = &cover->states[index];
    const wend_wall_id id = {index + 1, state->generation};
    wend_wall wall;
    if ((state->stops & (cover->def.stops | cover->def.stops_low)) != 0 &&
        wend_walls_get(cover->def.walls, id, &wall) == WEND_OK) {
        wendi_cover_samples(cover, &wall, cover->def.radius, merge_sample, &merge);
    }
    if (merge.result == WEND_OK) {
        drop_below(&merge, UINT64_MAX);
        cover->states[index].is_dirty = false;
        cover->dirty_count--;
    }
    *steps = *steps > merge.steps ? *steps - merge.steps : 0;
    return merge.result;
}

/* The next walls that are marked, until the steps are used up. */
typedef struct cover_slice {
    wend_cover *cover;
    uint32_t next;
} cover_slice;

static wend_result compute_slice(void *context, uint64_t *steps)
{
    cover_slice *slice = context;
    wend_cover *cover = slice->cover;
    while (cover->dirty_count > 0 && *steps > 0) {
        while (!cover->states[slice->next].is_dirty) {
            slice->next++;
        }
        const wend_result result = compute_wall(cover, slice->next, steps);
        if (result != WEND_OK) {
            return result;
        }
    }
    return cover->dirty_count > 0 ? WEND_IN_PROGRESS : WEND_OK;
}

static wend_result refuse_busy(wend_cover *cover, const char *function)
{
    return wendi_fail_plain(&cover->message, function, WEND_ERROR_BUSY);
}

wend_result wend_cover_update(wend_cover *cover, wend_budget *budget)
{
    static const char function[] = "wend_cover_update";
    if (cover == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (cover->is_updating) {
        return refuse_busy(cover, function);
    }
    wend_result result = WEND_OK;
    if (cover->seen_revision != wend_walls_revision(cover->def.walls)) {
        result = look(cover);
    }
    if (result == WEND_OK && cover->dirty_count > 0) {
        cover_slice slice = {cover, 0};
        cover->is_updating = true;
        result = wendi_budget_run(budget, compute_slice, &slice);
        cover->is_updating = false;
    }
    return result < 0 ? wendi_fail_plain(&cover->message, function, result) : result;
}

bool wend_cover_is_current(const wend_cover *cover)
{
    return cover != NULL && cover->dirty_count == 0 &&
           cover->seen_revision == wend_walls_revision(cover->def.walls);
}

wend_result wend_cover_invalidate(wend_cover *cover, wend_vec2 low, wend_vec2 high)
{
    static const char function[] = "wend_cover_invalidate";
    if (cover == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (cover->is_updating) {
        return refuse_busy(cover, function);
    }
    wend_result result = wendi_check_vec2(&cover->message, function, "low", low);
    result = result != WEND_OK ? result : wendi_check_vec2(&cover->message, function, "high", high);
    if (result != WEND_OK) {
        return result;
    }
    if (!reserve_ids(cover, wend_walls_count(cover->def.walls))) {
        return wendi_fail_plain(&cover->message, function, WEND_ERROR_MEMORY);
    }
    mark_around(cover, low, high);
    return WEND_OK;
}
