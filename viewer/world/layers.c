/* Draws the layers that are on: costs, sectors, portals, fields, routes, graphs and parts of the
 * crowd, through wend_draw.
 * Cost: drawing the flow of a large map is expensive, so the result is kept, and redrawing takes a
 * tenth of the time at most. */
#include "view.h"
#include "wend/walls.h"

#include <stdio.h>

/* Layers for selected bodies only. */
static const uint32_t detail_bits =
    (uint32_t)WEND_CROWD_SHOW_HEADINGS | (uint32_t)WEND_CROWD_SHOW_PATHS |
    (uint32_t)WEND_CROWD_SHOW_GOALS | (uint32_t)WEND_CROWD_SHOW_VELOCITIES |
    (uint32_t)WEND_CROWD_SHOW_PREFERRED | (uint32_t)WEND_CROWD_SHOW_NEIGHBOURS |
    (uint32_t)WEND_CROWD_SHOW_HALF_PLANES;

bool view_layer_get(const viewer *v, size_t index, scene_layer *layer)
{
    return scene_get_layer(v->scene, index, v->layers.floor, layer);
}

static bool is_on(const viewer *v, scene_layer_index layer)
{
    return v->layers.is_on[layer];
}

static view_canvas canvas_of(const viewer *v, view_batch *batch, double margin)
{
    const view_canvas canvas = {batch, v->camera, margin, 1.0};
    return canvas;
}

/* A layer as the scene draws it. @param bodies [count] those that are selected; NULL = none. */
static void draw_layer(viewer *v, size_t index, const wend_body_id *bodies, size_t count)
{
    const size_t before = v->world.vertex_count;
    view_canvas canvas = canvas_of(v, &v->world, 0.0);
    const wend_draw draw = view_draw_of(&canvas);
    const scene_layer_look look = {v->layers.floor, v->layers.movement_class, bodies, count};
    (void)scene_draw_layer(v->scene, index, &look, &draw);
    v->layers.is_empty[index] = v->world.vertex_count == before;
}

/* Puts the ids of selected bodies into the bodies' scratch. @return their number. */
static size_t list_selected(viewer *v)
{
    view_bodies *bodies = &v->bodies;
    size_t count = 0;
    for (size_t i = 0; i < bodies->count && bodies->selected_count > 0; i++) {
        if (bodies->items[i].is_selected) {
            bodies->ids[count++] = bodies->items[i].id;
        }
    }
    return count;
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
    if (is_on(v, SCENE_LAYER_SECTORS) &&
        info.sector_size * info.cell_size * v->camera.scale >= 4.0) {
        draw_layer(v, SCENE_LAYER_SECTORS, NULL, 0);
    }
    if (is_on(v, SCENE_LAYER_COSTS)) {
        draw_numbers(v, grid, &info);
    }
}

/* ---- the flow ---- */

enum { ORDERS_SHOWN = 4 };

/* The requests of the selected bodies; if none is selected, the first requests. */
static size_t orders_shown(viewer *v, wend_flow_request_id orders[ORDERS_SHOWN])
{
    const size_t selected = list_selected(v);
    return scene_requests_shown(v->scene, v->bodies.ids, selected, orders, ORDERS_SHOWN);
}

static uint32_t flow_bits(const viewer *v)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < SCENE_LAYER_OBJECTS; i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        bits |= v->layers.is_on[i] ? layer.flow_bits : 0U;
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
    if (is_on(v, SCENE_LAYER_PORTALS)) {
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
    uint64_t key = wend_hash_u64(wend_hash_begin(), flow_bits(v));
    key = wend_hash_u64(key, is_on(v, SCENE_LAYER_PORTALS));
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
    if (scene_flow(v->scene) == NULL || (flow_bits(v) == 0 && !is_on(v, SCENE_LAYER_PORTALS))) {
        return;
    }
    const size_t count = orders_shown(v, orders);
    for (size_t i = 0; i < SCENE_LAYER_OBJECTS; i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        if (layer.flow_bits != 0) {
            v->layers.is_empty[i] = count == 0;
        }
    }
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
    if (!is_on(v, SCENE_LAYER_DRAWING)) {
        return;
    }
    (void)scene_draw(v->scene, &shapes, &count); /* the next tick tells a failure */
    for (size_t i = 0; i < count; i++) {
        if ((shapes[i].kind == SCENE_SHAPE_CELLS) == is_below) {
            draw_shape(v, &shapes[i]);
        }
    }
}

/* ---- all ---- */

/* Those of the scene's objects. */
static void draw_objects(viewer *v, bool is_below)
{
    const size_t selected = list_selected(v);
    for (size_t i = SCENE_LAYER_OBJECTS; i < scene_layer_count(v->scene); i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        if (v->layers.is_on[i] && layer.is_below == is_below) {
            draw_layer(v, i, selected > 0 ? v->bodies.ids : NULL, selected);
        }
    }
}

void view_layers_draw_below(viewer *v)
{
    static const scene_layer_index last[] = {SCENE_LAYER_DENSITY, SCENE_LAYER_WALLS,
                                             SCENE_LAYER_GRAPH, SCENE_LAYER_ZONES};
    draw_grid(v);
    draw_shapes(v, true);
    draw_objects(v, true);
    draw_flow(v);
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        if (is_on(v, last[i])) {
            draw_layer(v, last[i], NULL, 0);
        }
    }
    view_trails_draw(v);
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

static uint32_t crowd_bits(const viewer *v)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < SCENE_LAYER_OBJECTS; i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        bits |= v->layers.is_on[i] ? layer.crowd_bits : 0U;
    }
    return bits;
}

static bool shows_detail(const viewer *v)
{
    return (crowd_bits(v) & detail_bits) != 0;
}

bool view_layers_want_selection(viewer *v)
{
    return v->bodies.selected_count == 0 && v->bodies.count > 0 && shows_detail(v) &&
           v->bodies.count >= VIEW_SHOWN_MOST && find_shown(v) == 0;
}

/* Layer by layer, so that it is known which of them show nothing. */
static void draw_crowd_layers(viewer *v, const wend_crowd *crowd, const wend_draw *draw)
{
    const size_t shown = crowd != NULL && shows_detail(v) ? find_shown(v) : 0;
    for (size_t i = 0; i < SCENE_LAYER_OBJECTS && crowd != NULL; i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        if (!v->layers.is_on[i] || layer.crowd_bits == 0 || i == SCENE_LAYER_ZONES) {
            continue;
        }
        const size_t before = v->world.vertex_count;
        if ((layer.crowd_bits & detail_bits) != 0) {
            (void)wend_crowd_draw_bodies(crowd, v->bodies.ids, shown, layer.crowd_bits, draw);
        } else {
            (void)wend_crowd_draw(crowd, v->layers.floor, layer.crowd_bits, draw);
        }
        v->layers.is_empty[i] = v->world.vertex_count == before;
    }
}

void view_layers_draw_above(viewer *v)
{
    const wend_crowd *crowd = scene_crowd(v->scene);
    view_canvas canvas = canvas_of(v, &v->world, 0.0);
    const wend_draw draw = view_draw_of(&canvas);
    draw_shapes(v, false);
    draw_objects(v, false);
    if (v->tools.tool == VIEW_TOOL_ITEM || v->tools.tool == VIEW_TOOL_TRIGGER) {
        view_placed_draw(v);
    }
    if (is_on(v, SCENE_LAYER_MARKS)) {
        draw_layer(v, SCENE_LAYER_MARKS, NULL, 0);
    }
    /* Where the body that is inspected goes. */
    const view_body *inspected = view_inspected(v);
    if (inspected != NULL) {
        (void)wend_crowd_draw_bodies(
            crowd, &inspected->id, 1,
            (uint32_t)WEND_CROWD_SHOW_PATHS | (uint32_t)WEND_CROWD_SHOW_GOALS, &draw);
    }
    draw_crowd_layers(v, crowd, &draw);
}
