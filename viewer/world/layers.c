/* Draws the layers that are on: costs, sectors, portals, fields, routes, graphs and parts of the
 * crowd, through wend_draw.
 * Cost: drawing the flow of a large map is expensive, so the result is kept, and redrawing takes a
 * tenth of the time at most. */
#include "view.h"
#include "wend/walls.h"

#include <stdio.h>

static const view_layer_row rows[VIEW_LAYER_COUNT] = {
    {"costs", 'k', "what ground costs, as colours and numbers", 0, 0},
    {"sectors", 's', "sectors of the grid", 0, 0},
    {"portals", 'p', "portals between sectors and the edges between them", 0, 0},
    {"field costs", 'u', "costs of the sectors that the request covers", 0, WEND_FLOW_SHOW_COST},
    {"integration", 'i', "remaining cost to the goal of the request", 0,
     WEND_FLOW_SHOW_INTEGRATION},
    {"directions", 'd', "directions of the field of the request", 0, WEND_FLOW_SHOW_DIRECTIONS},
    {"line of sight", 'l', "cells that see the goal", 0, WEND_FLOW_SHOW_LINE_OF_SIGHT},
    {"routes", 'r', "routes over portals, with goals and sources", 0,
     WEND_FLOW_SHOW_ROUTE | WEND_FLOW_SHOW_PORTALS | WEND_FLOW_SHOW_GOALS},
    {"wave fronts", 't', "sectors that are being worked on", 0,
     WEND_FLOW_SHOW_WAVE_FRONT | WEND_FLOW_SHOW_SECTORS},
    {"graph", 'g', "nodes and edges", 0, 0},
    {"headings", 'e', "headings of bodies", WEND_CROWD_SHOW_HEADINGS, 0},
    {"paths", 'w', "the rest of each body's path", WEND_CROWD_SHOW_PATHS, 0},
    {"goals", 'o', "goals of bodies", WEND_CROWD_SHOW_GOALS, 0},
    {"velocities", 'v', "movement in half a second", WEND_CROWD_SHOW_VELOCITIES, 0},
    {"preferred", 'b', "preferred movement in half a second", WEND_CROWD_SHOW_PREFERRED, 0},
    {"neighbours", 'n', "neighbours that bodies avoid", WEND_CROWD_SHOW_NEIGHBOURS, 0},
    {"half-planes", 'h', "borders that bodies may not cross in this tick",
     WEND_CROWD_SHOW_HALF_PLANES, 0},
    {"formations", 'f', "slots, and the member of each", WEND_CROWD_SHOW_FORMATIONS, 0},
    {"zones", 'z', "conveyors, winds, tornadoes", WEND_CROWD_SHOW_ZONES, 0},
    {"stuck", 'x', "bodies that make no progress", WEND_CROWD_SHOW_STUCK, 0},
};

/* Layers for selected bodies only. */
static const uint32_t detail_bits =
    (uint32_t)WEND_CROWD_SHOW_HEADINGS | (uint32_t)WEND_CROWD_SHOW_PATHS |
    (uint32_t)WEND_CROWD_SHOW_GOALS | (uint32_t)WEND_CROWD_SHOW_VELOCITIES |
    (uint32_t)WEND_CROWD_SHOW_PREFERRED | (uint32_t)WEND_CROWD_SHOW_NEIGHBOURS |
    (uint32_t)WEND_CROWD_SHOW_HALF_PLANES;

const view_layer_row *view_layer_get(view_layer layer)
{
    return &rows[layer];
}

static bool is_on(const viewer *v, view_layer layer)
{
    return (v->layers.is_on & 1U << (uint32_t)layer) != 0;
}

bool view_layer_is_there(const viewer *v, view_layer layer)
{
    if (layer == VIEW_LAYER_GRAPH) {
        return scene_graph(v->scene) != NULL;
    }
    if (layer == VIEW_LAYER_PORTALS || rows[layer].flow_bits != 0) {
        return scene_flow(v->scene) != NULL;
    }
    if (layer == VIEW_LAYER_COSTS || layer == VIEW_LAYER_SECTORS) {
        return scene_floor_grid(v->scene, v->layers.floor) != NULL;
    }
    return scene_crowd(v->scene) != NULL;
}

static view_canvas canvas_of(const viewer *v, view_batch *batch, double margin)
{
    const view_canvas canvas = {batch, v->camera, margin, 1.0};
    return canvas;
}

/* ---- the grid ---- */

/* Cells that are seen. */
typedef struct cell_range {
    int32_t x0, y0, x1, y1; /* the last ones excluded */
} cell_range;

static int32_t held(double x, int32_t most)
{
    return x < 0.0 ? 0 : x > (double)most ? most : (int32_t)x;
}

static cell_range seen_cells(const viewer *v, const wend_grid_info *info)
{
    const view_camera *camera = &v->camera;
    const wend_vec2 a = view_to_world(camera, 0.0, 0.0);
    const wend_vec2 b = view_to_world(camera, camera->width, camera->height);
    const cell_range range = {held((a.x - info->origin.x) / info->cell_size, info->width),
                              held((a.y - info->origin.y) / info->cell_size, info->height),
                              held((b.x - info->origin.x) / info->cell_size + 1.0, info->width),
                              held((b.y - info->origin.y) / info->cell_size + 1.0, info->height)};
    return range;
}

static void draw_number(viewer *v, const wend_grid *grid, const wend_grid_info *info, int32_t x,
                        int32_t y)
{
    const uint32_t cost = wend_grid_cost(grid, v->layers.movement_class, x, y);
    char text[8];
    double sx = 0.0;
    double sy = 0.0;
    if (cost == 1 || cost >= WEND_COST_WALL) {
        return;
    }
    snprintf(text, sizeof text, "%u", (unsigned)cost);
    const wend_vec2 at = {info->origin.x + (x + 0.5) * info->cell_size,
                          info->origin.y + (y + 0.5) * info->cell_size};
    const SDL_Color colour = {44, 60, 56, 200};
    view_to_screen(&v->camera, at, &sx, &sy);
    view_text(&v->world, VIEW_TEXT_BODY,
              sx - view_text_width(&v->atlas, VIEW_TEXT_BODY, text) / 2.0,
              sy - v->atlas.cap[VIEW_TEXT_BODY] / 2.0, text, colour);
}

/* Numbers, where cells are large enough to hold them. */
static void draw_numbers(viewer *v, const wend_grid *grid, const wend_grid_info *info)
{
    const cell_range range = seen_cells(v, info);
    if (info->cell_size * v->camera.scale < v->atlas.cap[VIEW_TEXT_BODY] * 2.4) {
        return;
    }
    for (int32_t y = range.y0; y < range.y1; y++) {
        for (int32_t x = range.x0; x < range.x1; x++) {
            draw_number(v, grid, info, x, y);
        }
    }
}

static void draw_sectors(viewer *v, const wend_grid_info *info)
{
    view_canvas canvas = canvas_of(v, &v->world, 0.0);
    const wend_draw draw = view_draw_of(&canvas);
    const double side = info->sector_size * info->cell_size;
    const wend_vec2 high = {info->origin.x + info->width * info->cell_size,
                            info->origin.y + info->height * info->cell_size};
    if (side * v->camera.scale < 4.0) {
        return;
    }
    for (int32_t i = 0; i <= info->sectors_x; i++) {
        const double x = info->origin.x + i * side;
        const wend_vec2 from = {x < high.x ? x : high.x, info->origin.y};
        const wend_vec2 to = {from.x, high.y};
        draw.line(draw.context, from, to, WEND_MEANING_SECTOR, 0.0);
    }
    for (int32_t i = 0; i <= info->sectors_y; i++) {
        const double y = info->origin.y + i * side;
        const wend_vec2 from = {info->origin.x, y < high.y ? y : high.y};
        const wend_vec2 to = {high.x, from.y};
        draw.line(draw.context, from, to, WEND_MEANING_SECTOR, 0.0);
    }
}

/* Hexes have no texture. */
static void draw_grid(viewer *v)
{
    const wend_grid *grid = scene_floor_grid(v->scene, v->layers.floor);
    wend_grid_info info;
    if (grid == NULL) {
        return;
    }
    wend_grid_get_info(grid, &info);
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        view_canvas canvas = canvas_of(v, &v->world, 0.0);
        const wend_draw draw = view_draw_of(&canvas);
        (void)wend_grid_draw(grid, v->layers.movement_class, &draw);
        return;
    }
    if (is_on(v, VIEW_LAYER_SECTORS)) {
        draw_sectors(v, &info);
    }
    if (is_on(v, VIEW_LAYER_COSTS)) {
        draw_numbers(v, grid, &info);
    }
}

/* ---- the flow ---- */

enum { ORDERS_SHOWN = 4 };

/* The requests of the selected bodies; if none is selected, the first requests. */
static size_t orders_shown(const viewer *v, wend_flow_request_id orders[ORDERS_SHOWN])
{
    size_t count = 0;
    for (size_t i = 0; i < v->bodies.count && v->bodies.selected_count > 0; i++) {
        const view_body *body = &v->bodies.items[i];
        const wend_flow_request_id order =
            body->is_selected ? scene_order_of(v->scene, body->id) : (wend_flow_request_id){0, 0};
        if (order.index1 != 0) {
            orders[0] = order;
            return 1;
        }
    }
    (void)wend_flow_list_requests(scene_flow(v->scene), orders, ORDERS_SHOWN, &count);
    return count < ORDERS_SHOWN ? count : ORDERS_SHOWN;
}

static uint32_t flow_bits(const viewer *v)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < VIEW_LAYER_COUNT; i++) {
        bits |= is_on(v, (view_layer)i) ? rows[i].flow_bits : 0U;
    }
    return bits;
}

static void make_cache(viewer *v, const wend_flow_request_id *orders, size_t count)
{
    view_cache *cache = &v->layers.cache;
    const uint64_t begin = wend_clock_ns();
    const wend_flow *flow = scene_flow(v->scene);
    view_batch_clear(&cache->batch);
    cache->batch.atlas = &v->atlas;
    cache->camera = v->camera;
    view_canvas canvas = canvas_of(v, &cache->batch, v->camera.width / 4.0);
    const wend_draw draw = view_draw_of(&canvas);
    if (is_on(v, VIEW_LAYER_PORTALS)) {
        wend_draw without_text = draw;
        /* Costs of edges are readable only where edges are long. */
        if (v->camera.scale < 14.0) {
            without_text.text = NULL;
        }
        (void)wend_flow_draw_portals(flow, 0, v->layers.floor, &without_text);
    }
    for (size_t i = 0; i < count; i++) {
        (void)wend_flow_draw(flow, orders[i], v->layers.floor, flow_bits(v), &draw);
    }
    cache->made_ns = wend_clock_ns();
    cache->cost_ns = cache->made_ns - begin;
}

/* Content of the cache, as a number. */
static uint64_t cache_key(const viewer *v, const wend_flow_request_id *orders, size_t count)
{
    uint64_t key = wend_hash_u64(wend_hash_begin(), v->layers.is_on);
    key = wend_hash_u64(key, v->layers.floor);
    for (size_t i = 0; i < count; i++) {
        key = wend_hash_u64(key, orders[i].index1);
        key = wend_hash_u64(key, orders[i].generation);
    }
    return key;
}

static bool is_cache_good(const viewer *v, uint64_t key)
{
    const view_cache *cache = &v->layers.cache;
    const double zoom = v->camera.scale / cache->camera.scale;
    return cache->key == key && !v->time.is_by_frames && zoom > 0.7 && zoom < 1.4 &&
           wend_clock_ns() - cache->made_ns < 10 * cache->cost_ns;
}

static void draw_flow(viewer *v)
{
    wend_flow_request_id orders[ORDERS_SHOWN];
    view_cache *cache = &v->layers.cache;
    if (scene_flow(v->scene) == NULL || (flow_bits(v) == 0 && !is_on(v, VIEW_LAYER_PORTALS))) {
        return;
    }
    const size_t count = orders_shown(v, orders);
    const uint64_t key = cache_key(v, orders, count);
    if (!is_cache_good(v, key)) {
        make_cache(v, orders, count);
        cache->key = key;
    }
    /* Present position of the corner of the cached picture. */
    double x = 0.0;
    double y = 0.0;
    view_to_screen(&v->camera, view_to_world(&cache->camera, 0.0, 0.0), &x, &y);
    view_batch_append(&v->world, &cache->batch, v->camera.scale / cache->camera.scale, x, y);
}

/* ---- what the scene draws itself ---- */

static void draw_shape(viewer *v, const scene_shape *shape)
{
    const SDL_Color colour = {shape->rgb[0], shape->rgb[1], shape->rgb[2],
                              (uint8_t)(shape->alpha * 255.0)};
    double x = 0.0;
    double y = 0.0;
    double bx = 0.0;
    double by = 0.0;
    view_to_screen(&v->camera, shape->from, &x, &y);
    view_to_screen(&v->camera, shape->to, &bx, &by);
    const double r = shape->size > 0.0 ? shape->size * v->camera.scale : 3.0;
    if (!(x > -1e6 && x < 1e6 && y > -1e6 && y < 1e6 && bx > -1e6 && bx < 1e6 && by > -1e6 &&
          by < 1e6)) {
        return;
    }
    switch (shape->kind) {
    case SCENE_SHAPE_LINE:
        view_line(&v->world, x, y, bx, by, shape->size, colour);
        break;
    case SCENE_SHAPE_DISC:
        view_disc(&v->world, VIEW_DISC_PLAIN, x, y, r, colour);
        break;
    case SCENE_SHAPE_CIRCLE:
        view_disc(&v->world, VIEW_DISC_RING, x, y, r, colour);
        break;
    case SCENE_SHAPE_CELLS:
        view_rect(&v->world, x < bx ? x : bx, y < by ? y : by, x < bx ? bx - x : x - bx,
                  y < by ? by - y : y - by, colour);
        break;
    case SCENE_SHAPE_TEXT:
    default:
        view_text(&v->world, VIEW_TEXT_BODY, x, y - v->atlas.cap[VIEW_TEXT_BODY], shape->text,
                  colour);
        break;
    }
}

/* Cells lie under the bodies, all else above. */
static void draw_shapes(viewer *v, bool is_below)
{
    const scene_shape *shapes = NULL;
    size_t count = 0;
    (void)scene_draw(v->scene, &shapes, &count); /* the next tick tells a failure */
    for (size_t i = 0; i < count; i++) {
        if ((shapes[i].kind == SCENE_SHAPE_CELLS) == is_below) {
            draw_shape(v, &shapes[i]);
        }
    }
}

/* ---- all ---- */

void view_layers_draw_below(viewer *v)
{
    view_canvas canvas = canvas_of(v, &v->world, 0.0);
    const wend_draw draw = view_draw_of(&canvas);
    draw_grid(v);
    draw_shapes(v, true);
    draw_flow(v);
    const wend_walls *walls = scene_floor_walls(v->scene, v->layers.floor);
    if (walls != NULL) {
        (void)wend_walls_draw(walls, &draw);
    }
    if (scene_graph(v->scene) != NULL && is_on(v, VIEW_LAYER_GRAPH)) {
        (void)wend_graph_draw(scene_graph(v->scene), &draw);
    }
    if (scene_crowd(v->scene) != NULL && is_on(v, VIEW_LAYER_ZONES)) {
        (void)wend_crowd_draw(scene_crowd(v->scene), v->layers.floor, WEND_CROWD_SHOW_ZONES, &draw);
    }
}

/* ---- layers of single bodies ---- */

static bool is_in_view(const viewer *v, const view_body *body)
{
    double x = 0.0;
    double y = 0.0;
    view_to_screen(&v->camera, body->position, &x, &y);
    return x >= 0.0 && x < v->camera.width && y >= 0.0 && y < v->camera.height;
}

/* Arrows and lines are drawn for the selected bodies, else for all if these are few. @return their
 * number; their ids are in the bodies' scratch. */
static size_t find_shown(viewer *v)
{
    view_bodies *bodies = &v->bodies;
    const bool has_selected = bodies->selected_count > 0;
    size_t count = 0;
    for (size_t i = 0; i < bodies->count; i++) {
        const view_body *body = &bodies->items[i];
        if (has_selected ? body->is_selected : is_in_view(v, body)) {
            bodies->ids[count++] = body->id;
        }
    }
    return has_selected || count < VIEW_SHOWN_MOST ? count : 0;
}

static bool shows_detail(const viewer *v)
{
    bool is_shown = false;
    for (uint32_t i = 0; i < VIEW_LAYER_COUNT; i++) {
        is_shown = is_shown || (is_on(v, (view_layer)i) && (rows[i].crowd_bits & detail_bits) != 0);
    }
    return is_shown;
}

bool view_layers_want_selection(viewer *v)
{
    return v->bodies.selected_count == 0 && v->bodies.count > 0 && shows_detail(v) &&
           v->bodies.count >= VIEW_SHOWN_MOST && find_shown(v) == 0;
}

void view_layers_draw_above(viewer *v)
{
    const wend_crowd *crowd = scene_crowd(v->scene);
    view_canvas canvas = canvas_of(v, &v->world, 0.0);
    const wend_draw draw = view_draw_of(&canvas);
    uint32_t bits = 0;
    draw_shapes(v, false);
    for (uint32_t i = 0; i < VIEW_LAYER_COUNT; i++) {
        bits |= is_on(v, (view_layer)i) ? rows[i].crowd_bits : 0U;
    }
    bits &= ~(uint32_t)WEND_CROWD_SHOW_ZONES;
    if (crowd != NULL && (bits & ~detail_bits) != 0) {
        (void)wend_crowd_draw(crowd, v->layers.floor, bits & ~detail_bits, &draw);
    }
    if (crowd != NULL && (bits & detail_bits) != 0) {
        (void)wend_crowd_draw_bodies(crowd, v->bodies.ids, find_shown(v), bits & detail_bits,
                                     &draw);
    }
}
