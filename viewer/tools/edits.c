/* Tools that change the world: inputs of the scene for cells, stamps, lines and explosions, and
 * the preview of their effect.
 * Cost: an input for each step of a brush. */
#include "view.h"

/* Pixels around the cursor in which a line is found. */
static const double pick_pixels = 10.0;

/* A square of cells around a position. */
typedef struct cell_box {
    int32_t x, y, width, height; /* cut off at the map's edge; may be empty */
} cell_box;

static int32_t whole_below(double x)
{
    /* Far more cells than a grid has. */
    const double most = 1e6;
    return (int32_t)SDL_floor(x < -most ? -most : x > most ? most : x);
}

static cell_box clipped(int32_t x, int32_t y, int32_t width, int32_t height,
                        const wend_grid_info *info)
{
    const int32_t right = x + width < info->width ? x + width : info->width;
    const int32_t bottom = y + height < info->height ? y + height : info->height;
    const int32_t left = x > 0 ? x : 0;
    const int32_t top = y > 0 ? y : 0;
    const cell_box box = {left, top, right - left, bottom - top};
    return box;
}

/* Hexes lie in rows and columns that are moved by halves: the box is put around the cell. */
static cell_box hex_box_at(const wend_grid *grid, const wend_grid_info *info, wend_vec2 position,
                           int32_t width, int32_t height)
{
    int32_t x = 0;
    int32_t y = 0;
    if (!wend_grid_cell(grid, wend_grid_node_at(grid, position), &x, &y)) {
        const cell_box none = {0, 0, 0, 0};
        return none;
    }
    return clipped(x - (width - 1) / 2, y - (height - 1) / 2, width, height, info);
}

static cell_box box_at(const viewer *v, wend_vec2 position, int32_t width, int32_t height)
{
    const wend_grid *grid = scene_grid(v->scene);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (grid == NULL) {
        const cell_box none = {0, 0, 0, 0};
        return none;
    }
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        return hex_box_at(grid, &info, position, width, height);
    }
    const double x = (position.x - info.origin.x) / info.cell_size - (width - 1) / 2.0;
    const double y = (position.y - info.origin.y) / info.cell_size - (height - 1) / 2.0;
    return clipped(whole_below(x), whole_below(y), width, height, &info);
}

static cell_box brush_at(const viewer *v, wend_vec2 position)
{
    const int32_t side = (int32_t)v->tools.brush;
    return box_at(v, position, side, side);
}

static cell_box stamp_at(const viewer *v, wend_vec2 position)
{
    return box_at(v, position, (int32_t)v->tools.stamp_width, (int32_t)v->tools.stamp_height);
}

static void put_box(scene_input *input, const cell_box *box)
{
    input->x = box->x;
    input->y = box->y;
    input->width = box->width;
    input->height = box->height;
}

static bool is_empty(const cell_box *box)
{
    return box->width <= 0 || box->height <= 0;
}

/* ---- inputs ---- */

static uint32_t brush_cost(const view_tools *tools)
{
    return tools->tool == VIEW_TOOL_WALL   ? WEND_COST_WALL
           : tools->tool == VIEW_TOOL_COST ? (uint32_t)tools->cost
                                           : 1;
}

static void paint(viewer *v, wend_vec2 position)
{
    const cell_box box = brush_at(v, position);
    scene_input input = {0};
    if (is_empty(&box)) {
        return;
    }
    input.kind = SCENE_INPUT_CELLS;
    put_box(&input, &box);
    input.cost = brush_cost(&v->tools);
    input.movement_class = WEND_CLASS_ALL;
    view_input(v, &input);
}

static void erase_line(viewer *v, wend_vec2 position)
{
    scene_input input = {0};
    if (scene_walls(v->scene) == NULL) {
        return;
    }
    input.kind = SCENE_INPUT_ERASE;
    input.at = position;
    input.radius = pick_pixels / v->camera.scale;
    view_input(v, &input);
}

static void brush(viewer *v, wend_vec2 position)
{
    if (scene_grid(v->scene) != NULL) {
        paint(v, position);
    }
    if (v->tools.tool == VIEW_TOOL_ERASE) {
        erase_line(v, position);
    }
}

static void put_stamp(viewer *v, wend_vec2 position)
{
    const cell_box box = stamp_at(v, position);
    scene_input input = {0};
    if (is_empty(&box)) {
        return;
    }
    input.kind = SCENE_INPUT_STAMP;
    put_box(&input, &box);
    input.cost = WEND_COST_WALL;
    view_input(v, &input);
}

static void remove_stamp(viewer *v, wend_vec2 position)
{
    const cell_box box = box_at(v, position, 1, 1);
    scene_input input = {0};
    if (is_empty(&box)) {
        return;
    }
    input.kind = SCENE_INPUT_LIFT;
    put_box(&input, &box);
    view_input(v, &input);
}

static void explode(viewer *v, wend_vec2 position)
{
    scene_input input = {0};
    input.kind = SCENE_INPUT_EXPLODE;
    input.at = position;
    input.radius = v->tools.blast_radius;
    input.impulse = v->tools.blast_impulse;
    view_input(v, &input);
    v->tools.blast_at = position;
    v->tools.blast_frame = v->time.frame + 1;
}

static bool is_brush(view_tool tool)
{
    return tool == VIEW_TOOL_WALL || tool == VIEW_TOOL_ERASE || tool == VIEW_TOOL_COST;
}

void view_edit_press(viewer *v, wend_vec2 position)
{
    const view_tool tool = v->tools.tool;
    if (is_brush(tool)) {
        brush(v, position);
    } else if (tool == VIEW_TOOL_STAMP) {
        put_stamp(v, position);
    } else if (tool == VIEW_TOOL_REMOVE) {
        remove_stamp(v, position);
    } else if (tool == VIEW_TOOL_EXPLODE) {
        explode(v, position);
    }
}

/* A fast mouse leaves no gaps: the brush goes there in steps of half its size. */
void view_edit_drag(viewer *v, wend_vec2 from, wend_vec2 to)
{
    enum { STEPS_MOST = 400 };
    wend_grid_info info;
    wend_grid_get_info(scene_grid(v->scene), &info);
    if (!is_brush(v->tools.tool)) {
        return;
    }
    const double cell = scene_grid(v->scene) != NULL ? info.cell_size : 8.0 / v->camera.scale;
    const double stride = cell * (v->tools.brush > 2.0 ? v->tools.brush / 2.0 : 0.7);
    const double steps = wend_vec2_distance(from, to) / stride + 1.0;
    const int count = steps < (double)STEPS_MOST ? (int)steps : STEPS_MOST;
    for (int i = 1; i <= count; i++) {
        brush(v, wend_vec2_lerp(from, to, (double)i / count));
    }
}

void view_edit_release(viewer *v, wend_vec2 position)
{
    scene_input input = {0};
    if (v->tools.tool != VIEW_TOOL_LINE || scene_walls(v->scene) == NULL ||
        wend_vec2_distance(v->tools.press, position) * v->camera.scale < 3.0) {
        return;
    }
    input.kind = SCENE_INPUT_SEGMENT;
    input.at = v->tools.press;
    input.to = position;
    view_input(v, &input);
}

void view_edit_remove(viewer *v, wend_vec2 position)
{
    remove_stamp(v, position);
    erase_line(v, position);
}

/* ---- preview of the tool ---- */

static void draw_hexes(viewer *v, const cell_box *box)
{
    view_canvas canvas = {&v->front, v->camera, 0.0, 1.0};
    const wend_draw draw = view_draw_of(&canvas);
    const wend_grid *grid = scene_grid(v->scene);
    for (int32_t y = box->y; y < box->y + box->height; y++) {
        for (int32_t x = box->x; x < box->x + box->width; x++) {
            wend_grid_draw_cell(grid, wend_grid_node(grid, x, y), &draw, WEND_MEANING_FRONTIER,
                                0.0);
        }
    }
}

static void draw_squares(viewer *v, const wend_grid_info *info, const cell_box *box,
                         SDL_Color colour)
{
    const wend_vec2 corner = {info->origin.x + box->x * info->cell_size,
                              info->origin.y + box->y * info->cell_size};
    const double side = info->cell_size * v->camera.scale;
    double x = 0.0;
    double y = 0.0;
    SDL_Color fill = colour;
    fill.a = 70;
    view_to_screen(&v->camera, corner, &x, &y);
    view_rect(&v->front, x, y, side * box->width, side * box->height, fill);
    view_frame(&v->front, x, y, side * box->width, side * box->height, 1.5, colour);
}

static void draw_cells(viewer *v, const cell_box *box, SDL_Color colour)
{
    wend_grid_info info;
    wend_grid_get_info(scene_grid(v->scene), &info);
    if (is_empty(box)) {
        return;
    }
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        draw_hexes(v, box);
    } else {
        draw_squares(v, &info, box, colour);
    }
}

static void draw_line(viewer *v, wend_vec2 position)
{
    const SDL_Color colour = {62, 66, 78, 200};
    double ax = 0.0;
    double ay = 0.0;
    double bx = 0.0;
    double by = 0.0;
    view_to_screen(&v->camera, v->tools.press, &ax, &ay);
    view_to_screen(&v->camera, position, &bx, &by);
    if (v->tools.is_dragging) {
        view_line(&v->front, ax, ay, bx, by, 3.0, colour);
    }
    view_disc(&v->front, VIEW_DISC_RING, bx, by, 5.0, colour);
}

static void draw_blast(viewer *v, wend_vec2 position)
{
    const SDL_Color colour = {226, 84, 40, 220};
    double x = 0.0;
    double y = 0.0;
    view_to_screen(&v->camera, position, &x, &y);
    view_disc(&v->front, VIEW_DISC_RING, x, y, v->tools.blast_radius * v->camera.scale, colour);
}

/* The flash of the last explosion fades away. */
void view_blast_draw(viewer *v)
{
    enum { FRAMES = 18 };
    const uint64_t age = v->time.frame + 1 - v->tools.blast_frame;
    SDL_Color colour = {255, 150, 50, 170};
    double x = 0.0;
    double y = 0.0;
    if (v->tools.blast_frame == 0 || age > FRAMES) {
        return;
    }
    colour.a = (uint8_t)(colour.a - colour.a * age / FRAMES);
    view_to_screen(&v->camera, v->tools.blast_at, &x, &y);
    const double part = 0.35 + 0.65 * (double)age / (double)FRAMES;
    view_disc(&v->world, VIEW_DISC_PLAIN, x, y, v->tools.blast_radius * v->camera.scale * part,
              colour);
}

void view_edit_draw(viewer *v, wend_vec2 position)
{
    const SDL_Color dark = {62, 66, 78, 255};
    const SDL_Color light = {206, 110, 30, 255};
    cell_box box = {0, 0, 0, 0};
    switch (v->tools.tool) {
    case VIEW_TOOL_WALL:
    case VIEW_TOOL_ERASE:
    case VIEW_TOOL_COST:
        box = brush_at(v, position);
        draw_cells(v, &box, v->tools.tool == VIEW_TOOL_WALL ? dark : light);
        return;
    case VIEW_TOOL_STAMP:
        box = stamp_at(v, position);
        draw_cells(v, &box, dark);
        return;
    case VIEW_TOOL_REMOVE:
        box = box_at(v, position, 1, 1);
        draw_cells(v, &box, light);
        return;
    case VIEW_TOOL_LINE:
        draw_line(v, position);
        return;
    case VIEW_TOOL_EXPLODE:
        draw_blast(v, position);
        return;
    case VIEW_TOOL_SELECT:
    case VIEW_TOOL_ORDER:
    case VIEW_TOOL_NODE:
    case VIEW_TOOL_ITEM:
    case VIEW_TOOL_TRIGGER:
    case VIEW_TOOL_COUNT:
    default:
        return;
    }
}
