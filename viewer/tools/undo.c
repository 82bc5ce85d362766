/* Takes edits back and makes them again. Both are inputs of the scene with the former and the new values, so a
 * record of them replays like one of any other edit.
 *
 *     edits:  [0] [1] [2] | [3] [4]     each with the inputs that make it and those that take it back
 *              done        taken back
 *
 * Cost: for painted cells the costs that they had, as rectangles. */
#include "view.h"
#include "wend/stamp.h"
#include "wend/walls.h"

#include <stdlib.h>
#include <string.h>

/* Where on a line that was added it is looked for: off its middle, where others may cross it. */
static const double on_line = 0.3819660112501051;
static const double line_reach = 1e-3; /* metres */

enum { BRUSH_CELLS_MOST = 64 * 64 };

/* ---- lists of inputs ---- */

static bool add(view_input_list *list, const scene_input *input)
{
    if (list->count == list->capacity) {
        const size_t capacity = 2 * list->capacity + 8;
        scene_input *bigger = realloc(list->items, capacity * sizeof *bigger);
        if (bigger == NULL) {
            return false;
        }
        list->items = bigger;
        list->capacity = capacity;
    }
    list->items[list->count++] = *input;
    return true;
}

static void free_edit(view_edit *edit)
{
    free(edit->back.items);
    free(edit->forward.items);
    memset(edit, 0, sizeof *edit);
}

static void forget_from(view_undo *undo, size_t first)
{
    while (undo->count > first) {
        free_edit(&undo->edits[--undo->count]);
    }
    undo->done = undo->done < first ? undo->done : first;
}

void view_undo_clear(viewer *v)
{
    forget_from(&v->undo, 0);
    v->undo.done = 0;
    v->undo.is_cut = true;
    v->undo.edit_tick = 0;
    v->undo.undo_tick = 0;
}

/* ---- what takes an input back ---- */

/* One more rectangle, or one row more of the rectangle above. */
static bool add_run(view_input_list *list, size_t first, const scene_input *run)
{
    for (size_t i = list->count; i > first; i--) {
        scene_input *above = &list->items[i - 1];
        if (above->y + above->height == run->y && above->x == run->x &&
            above->width == run->width && above->cost == run->cost) {
            above->height++;
            return true;
        }
    }
    return add(list, run);
}

/* The ground costs of one class as rectangles of equal costs. */
static bool add_costs(view_input_list *list, const scene_input *input, const uint8_t *costs)
{
    const size_t first = list->count;
    bool fits = true;
    for (int32_t y = 0; y < input->height; y++) {
        const uint8_t *row = costs + (size_t)y * (size_t)input->width;
        for (int32_t x = 0; x < input->width && fits;) {
            scene_input run = *input;
            int32_t end = x + 1;
            while (end < input->width && row[end] == row[x]) {
                end++;
            }
            run.x = input->x + x;
            run.y = input->y + y;
            run.width = end - x;
            run.height = 1;
            run.cost = row[x];
            fits = add_run(list, first, &run);
            x = end;
        }
    }
    return fits;
}

static bool back_of_cells(const viewer *v, const scene_input *input, view_input_list *list)
{
    const wend_grid *grid = scene_grid(v->scene);
    uint8_t costs[BRUSH_CELLS_MOST] = {0};
    uint8_t others[BRUSH_CELLS_MOST] = {0};
    wend_grid_info info;
    const size_t count = (size_t)input->width * (size_t)input->height;
    if (grid == NULL || count > BRUSH_CELLS_MOST) {
        return false;
    }
    wend_grid_get_info(grid, &info);
    scene_input back = *input;
    back.movement_class = WEND_CLASS_ALL;
    /* Mostly all classes have the same costs. */
    bool are_equal = true;
    for (int32_t i = 0; i < info.class_count; i++) {
        if (wend_grid_get_ground_costs(grid, (uint32_t)i, input->x, input->y, input->width,
                                       input->height, i == 0 ? costs : others,
                                       (size_t)input->width) != WEND_OK) {
            return false;
        }
        are_equal = are_equal && (i == 0 || memcmp(costs, others, count) == 0);
    }
    if (are_equal) {
        return add_costs(list, &back, costs);
    }
    for (int32_t i = 0; i < info.class_count; i++) {
        back.movement_class = (uint32_t)i;
        (void)wend_grid_get_ground_costs(grid, (uint32_t)i, input->x, input->y, input->width,
                                         input->height, costs, (size_t)input->width);
        if (!add_costs(list, &back, costs)) {
            return false;
        }
    }
    return true;
}

/* Stamps of tools are full rectangles of one cost; others cannot be made by an input. */
static bool back_of_lift(const viewer *v, const scene_input *input, view_input_list *list)
{
    const wend_grid *grid = scene_grid(v->scene);
    const wend_stamp_id id = wend_grid_stamp_at(grid, input->movement_class, input->x, input->y);
    wend_stamp_info info;
    if (id.index1 == 0) {
        return true; /* nothing is removed */
    }
    if (wend_grid_get_stamp(grid, id, &info) != WEND_OK) {
        return false;
    }
    scene_input back = {0};
    back.kind = SCENE_INPUT_STAMP;
    back.x = info.low_x;
    back.y = info.low_y;
    back.width = info.high_x - info.low_x + 1;
    back.height = info.high_y - info.low_y + 1;
    back.cost = wend_grid_cost(grid, 0, input->x, input->y);
    if (info.cell_count != (uint32_t)(back.width * back.height)) {
        return false;
    }
    for (int32_t y = info.low_y; y <= info.high_y; y++) {
        for (int32_t x = info.low_x; x <= info.high_x; x++) {
            if (wend_grid_cost(grid, 0, x, y) != back.cost) {
                return false;
            }
        }
    }
    return add(list, &back);
}

static bool back_of_erase(const viewer *v, const scene_input *input, view_input_list *list)
{
    const wend_walls *walls = scene_walls(v->scene);
    wend_wall_hit hit;
    wend_wall wall;
    if (walls == NULL || !wend_walls_nearest(walls, input->at, input->radius, UINT32_MAX, &hit)) {
        return true; /* nothing is removed */
    }
    if (wend_walls_get(walls, hit.wall, &wall) != WEND_OK || wall.is_polygon || wall.count != 2 ||
        wall.stops != (uint32_t)WEND_STOPS_WALK) {
        return false;
    }
    scene_input back = {0};
    back.kind = SCENE_INPUT_SEGMENT;
    back.at = wall.points[0];
    back.to = wall.points[1];
    return add(list, &back);
}

static bool back_of_move(const viewer *v, const scene_input *input, view_input_list *list)
{
    scene_input back = *input;
    if (input->kind == SCENE_INPUT_NODE_MOVE) {
        back.at = wend_graph_position(scene_graph(v->scene), input->index);
        return add(list, &back);
    }
    if (input->kind == SCENE_INPUT_TRIGGER_MOVE) {
        return scene_trigger_at(v->scene, v->tools.trigger, &back.at) && add(list, &back);
    }
    wend_item item;
    if (wend_items_get(scene_items(v->scene), v->tools.item, &item) != WEND_OK) {
        return false;
    }
    back.at = (wend_vec2){item.position.x, item.position.y};
    back.value = item.is_active ? 1.0 : 0.0;
    return add(list, &back);
}

/* @return false: it cannot be taken back. */
static bool add_back(const viewer *v, const scene_input *input, view_input_list *list)
{
    scene_input back = {0};
    scene_slider slider;
    switch (input->kind) {
    case SCENE_INPUT_CELLS:
        return back_of_cells(v, input, list);
    case SCENE_INPUT_STAMP:
        back.kind = SCENE_INPUT_LIFT;
        back.x = input->x;
        back.y = input->y;
        return add(list, &back);
    case SCENE_INPUT_LIFT:
        return back_of_lift(v, input, list);
    case SCENE_INPUT_SEGMENT:
        back.kind = SCENE_INPUT_ERASE;
        back.at = wend_vec2_lerp(input->at, input->to, on_line);
        back.radius = line_reach;
        return add(list, &back);
    case SCENE_INPUT_ERASE:
        return back_of_erase(v, input, list);
    case SCENE_INPUT_SLIDER:
        back = *input;
        (void)scene_get_slider(v->scene, input->index, &slider);
        back.value = slider.value;
        return add(list, &back);
    case SCENE_INPUT_NODE_MOVE:
    case SCENE_INPUT_ITEM_MOVE:
    case SCENE_INPUT_ITEM_ACTIVE:
    case SCENE_INPUT_TRIGGER_MOVE:
        return back_of_move(v, input, list);
    case SCENE_INPUT_ORDER:
    case SCENE_INPUT_STOP:
    case SCENE_INPUT_EXPLODE:
    case SCENE_INPUT_KEY:
    case SCENE_INPUT_NODE_ADD:
    case SCENE_INPUT_NODE_REMOVE:
    case SCENE_INPUT_SELECT:
    case SCENE_INPUT_ITEM_ADD:
    case SCENE_INPUT_ITEM_REMOVE:
    case SCENE_INPUT_TRIGGER_ADD:
    case SCENE_INPUT_TRIGGER_REMOVE:
    case SCENE_INPUT_KINDS:
    default:
        return false;
    }
}

/* ---- edits ---- */

/* Items, triggers and nodes that come and go get other numbers, to which older edits refer. */
static bool ends_history(scene_input_kind kind)
{
    return kind == SCENE_INPUT_NODE_ADD || kind == SCENE_INPUT_NODE_REMOVE ||
           kind == SCENE_INPUT_ITEM_ADD || kind == SCENE_INPUT_ITEM_REMOVE ||
           kind == SCENE_INPUT_TRIGGER_ADD || kind == SCENE_INPUT_TRIGGER_REMOVE;
}

static bool is_edit(scene_input_kind kind)
{
    return kind != SCENE_INPUT_ORDER && kind != SCENE_INPUT_STOP && kind != SCENE_INPUT_EXPLODE &&
           kind != SCENE_INPUT_KEY && kind != SCENE_INPUT_SELECT;
}

/* A new edit, or the one under way. All edits between two ticks are one, as the former values are those
 * before all of them. @return NULL: there is none to which it belongs. */
static view_edit *edit_for_input(view_undo *undo, uint64_t tick)
{
    const bool is_same_tick = undo->edit_tick == tick;
    if (undo->done > 0 && undo->done == undo->count && (!undo->is_cut || is_same_tick)) {
        return &undo->edits[undo->done - 1];
    }
    forget_from(undo, undo->done);
    if (undo->count == VIEW_UNDO_MAX) {
        free_edit(&undo->edits[0]);
        memmove(&undo->edits[0], &undo->edits[1], (VIEW_UNDO_MAX - 1) * sizeof undo->edits[0]);
        memset(&undo->edits[VIEW_UNDO_MAX - 1], 0, sizeof undo->edits[0]);
        undo->count = VIEW_UNDO_MAX - 1;
    }
    undo->done = ++undo->count;
    undo->is_cut = false;
    return &undo->edits[undo->done - 1];
}

void view_undo_note(viewer *v, const scene_input *input)
{
    view_undo *undo = &v->undo;
    const uint64_t tick = scene_tick_count(v->scene) + 1;
    if (!is_edit(input->kind)) {
        return;
    }
    /* What was taken back takes effect in the next tick: the values before it are not known yet. */
    if (ends_history(input->kind) || undo->undo_tick == tick) {
        view_undo_clear(v);
        return;
    }
    view_edit *edit = edit_for_input(undo, tick);
    undo->edit_tick = tick;
    if (!add_back(v, input, &edit->back) || !add(&edit->forward, input)) {
        view_undo_clear(v);
    }
}

/* ---- undo and redo ---- */

static void add_inputs(viewer *v, const view_input_list *list, bool is_backwards)
{
    for (size_t i = 0; i < list->count; i++) {
        const scene_input *input = &list->items[is_backwards ? list->count - 1 - i : i];
        const wend_result result = scene_add_input(v->scene, input);
        if (result != WEND_OK) {
            view_tell(v, wend_result_text(result));
            return;
        }
    }
    v->undo.undo_tick = scene_tick_count(v->scene) + 1;
    v->undo.is_cut = true;
}

void view_undo_back(viewer *v)
{
    view_undo *undo = &v->undo;
    if (undo->done == 0 || v->has_failed) {
        view_tell(v, "nothing to take back");
        return;
    }
    undo->done--;
    add_inputs(v, &undo->edits[undo->done].back, true);
}

void view_undo_again(viewer *v)
{
    view_undo *undo = &v->undo;
    if (undo->done == undo->count || v->has_failed) {
        view_tell(v, "nothing to make again");
        return;
    }
    add_inputs(v, &undo->edits[undo->done].forward, false);
    undo->done++;
}
