/* Traffic maps: layers of counts that fade, one for all agents, one for each direction, one for each kind of
 * events.
 * Cost: counting takes constant time; questions take the cells of their box.
 *
 * One section of bytes.h, magic "WTRF", version 1, with these numbers, little-endian:
 *
 *   width u32, height u32, cell size f64, origin f64 x 2, kinds u32, has directions u32, least speed f64,
 *   half-life u32, tick u64, counted u64, then the layers as in fading.h: agents, directions, kinds */
#include "wend/traffic.h"

#include "base/core/message.h"
#include "base/math/bits.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"
#include "mind/strategy/fading_layer.h"
#include "wend/crowd.h"
#include "wend/grid.h"

#include <string.h>

enum { COOKIE = 0x54524631, MAGIC = 0x46525457, VERSION = 1, FIRST_DIRECTION = 1 };

static const double UNIT = 65536;
static const double CELL_SIZE_LEAST = 1.0 / 1024;
static const double METRES_MOST = 1 << 20;

struct wend_traffic {
    wend_allocator allocator;
    wend_message message;
    int32_t width, height;
    double cell_size, least_speed;
    wend_vec2 origin;
    uint32_t kind_count;
    bool has_directions;
    wendi_fading_clock clock;
    wendi_fading_layer *layers; /* [layer_count] all agents, 8 directions where they count, kinds */
    uint32_t layer_count;
    uint64_t added;
    wend_body_id *bodies; /* [body_capacity] scratch */
    size_t body_capacity;
};

wend_traffic_def wend_traffic_def_default(void)
{
    wend_traffic_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.width = def.height = 64;
    def.cell_size = 1;
    def.kind_count = 2;
    def.has_directions = true;
    def.least_speed = 0.1;
    def.half_life = 4096;
    return def;
}

/* ---- create, destroy ---- */

static wend_result check_def(const wend_traffic_def *def, const char *function)
{
    wend_message *m = def->message;
    if (def->width < 1 || def->width > WEND_TRAFFIC_SIDE_MAX) {
        return wendi_refuse(m, function, "width", def->width, 1, WEND_TRAFFIC_SIDE_MAX);
    }
    if (def->height < 1 || def->height > WEND_TRAFFIC_SIDE_MAX) {
        return wendi_refuse(m, function, "height", def->height, 1, WEND_TRAFFIC_SIDE_MAX);
    }
    if (!(def->cell_size >= CELL_SIZE_LEAST && def->cell_size <= METRES_MOST)) {
        return wendi_refuse(m, function, "cell_size", def->cell_size, CELL_SIZE_LEAST, METRES_MOST);
    }
    if (def->kind_count > WEND_TRAFFIC_KINDS_MAX) {
        return wendi_refuse(m, function, "kind_count", def->kind_count, 0, WEND_TRAFFIC_KINDS_MAX);
    }
    if (!(def->least_speed >= 0 && wendi_is_finite(def->least_speed))) {
        return wendi_refuse(m, function, "least_speed", def->least_speed, 0,
                            1.7976931348623157e308);
    }
    if (def->half_life < 1 || def->half_life > WEND_TRAFFIC_HALF_LIFE_MAX) {
        return wendi_refuse(m, function, "half_life", def->half_life, 1,
                            WEND_TRAFFIC_HALF_LIFE_MAX);
    }
    return wendi_check_vec2(m, function, "origin", def->origin);
}

static wend_result create(const wend_traffic_def *def, wend_traffic **traffic)
{
    wend_traffic *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->allocator = def->allocator;
    made->width = def->width;
    made->height = def->height;
    made->cell_size = def->cell_size;
    made->origin = wendi_vec2_add(def->origin, (wend_vec2){0, 0}); /* -0 would save other bytes */
    made->kind_count = def->kind_count;
    made->has_directions = def->has_directions;
    made->least_speed = def->least_speed + 0.0;
    made->layer_count =
        1 + (def->has_directions ? (uint32_t)WEND_TRAFFIC_DIRECTIONS : 0) + def->kind_count;
    wendi_fading_clock_set(&made->clock, def->half_life, 0);
    made->layers = wendi_alloc_items_zero(&def->allocator, made->layer_count, sizeof *made->layers);
    if (made->layers == NULL) {
        wend_traffic_destroy(made);
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < made->layer_count; i++) {
        wendi_fading_init(&made->layers[i], made->width, made->height);
    }
    *traffic = made;
    return WEND_OK;
}

wend_result wend_traffic_create(const wend_traffic_def *def, wend_traffic **traffic)
{
    static const char function[] = "wend_traffic_create";
    if (traffic != NULL) {
        *traffic = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_traffic_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = check_def(def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (traffic == NULL) {
        return wendi_refuse_null(def->message, function, "traffic");
    }
    return wendi_fail_plain(def->message, function, create(def, traffic));
}

void wend_traffic_destroy(wend_traffic *traffic)
{
    if (traffic == NULL) {
        return;
    }
    const wend_allocator a = traffic->allocator;
    for (uint32_t i = 0; traffic->layers != NULL && i < traffic->layer_count; i++) {
        wendi_fading_free(&traffic->layers[i], &a);
    }
    wendi_free(&a, traffic->layers, traffic->layer_count * sizeof *traffic->layers);
    wendi_free(&a, traffic->bodies, traffic->body_capacity * sizeof *traffic->bodies);
    wendi_free(&a, traffic, sizeof *traffic);
}

const char *wend_traffic_error(const wend_traffic *traffic)
{
    return traffic == NULL ? "" : traffic->message.text;
}

/* ---- counting ---- */

/* The cell of a position. @return false: outside. */
static bool cell_at(const wend_traffic *traffic, wend_vec2 position, int32_t *x, int32_t *y)
{
    const double column = (position.x - traffic->origin.x) / traffic->cell_size;
    const double row = (position.y - traffic->origin.y) / traffic->cell_size;
    if (!(column >= 0 && row >= 0 && column < (double)traffic->width &&
          row < (double)traffic->height)) {
        return false;
    }
    *x = (int32_t)column;
    *y = (int32_t)row;
    return true;
}

/* The nearest of 8 directions. Borders lie at odd multiples of 22.5 degrees, whose tangent t has
 * t^2 + 2t = 1. */
static uint32_t direction_of(wend_vec2 v)
{
    const double ax = v.x < 0 ? -v.x : v.x, ay = v.y < 0 ? -v.y : v.y;
    /* Along x where ay / ax < t: ay^2 + 2 ax ay < ax^2. */
    if (ay * ay + 2 * ax * ay < ax * ax) {
        return v.x > 0 ? 0 : 4;
    }
    if (ax * ax + 2 * ax * ay < ay * ay) {
        return v.y > 0 ? 2 : 6;
    }
    return v.y > 0 ? (v.x > 0 ? 1 : 3) : (v.x > 0 ? 7 : 5);
}

static bool is_moving(const wend_traffic *traffic, wend_vec2 velocity)
{
    const double speed = wendi_vec2_length(velocity);
    return traffic->has_directions && speed > 0 && speed >= traffic->least_speed;
}

/* Allocates what counting an agent needs. */
static bool reserve_agent(wend_traffic *traffic, wend_vec2 velocity)
{
    return wendi_fading_reserve(&traffic->layers[0], &traffic->allocator) &&
           (!is_moving(traffic, velocity) ||
            wendi_fading_reserve(&traffic->layers[FIRST_DIRECTION + direction_of(velocity)],
                                 &traffic->allocator));
}

static void count_agent(wend_traffic *traffic, wend_vec2 position, wend_vec2 velocity)
{
    int32_t x, y;
    if (!cell_at(traffic, position, &x, &y)) {
        return;
    }
    wendi_fading_add(&traffic->layers[0], &traffic->clock, x, y, (int64_t)UNIT);
    if (is_moving(traffic, velocity)) {
        wendi_fading_add(&traffic->layers[FIRST_DIRECTION + direction_of(velocity)],
                         &traffic->clock, x, y, (int64_t)UNIT);
    }
    traffic->added++;
}

wend_result wend_traffic_add(wend_traffic *traffic, wend_vec2 position, wend_vec2 velocity)
{
    static const char function[] = "wend_traffic_add";
    if (traffic == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = wendi_check_vec2(&traffic->message, function, "position", position);
    result = result == WEND_OK ? wendi_check_vec2(&traffic->message, function, "velocity", velocity)
                               : result;
    if (result != WEND_OK) {
        return result;
    }
    int32_t x, y;
    if (cell_at(traffic, position, &x, &y) && !reserve_agent(traffic, velocity)) {
        return wendi_fail_plain(&traffic->message, function, WEND_ERROR_MEMORY);
    }
    count_agent(traffic, position, velocity);
    return WEND_OK;
}

wend_result wend_traffic_add_crowd(wend_traffic *traffic, const wend_crowd *crowd, uint32_t group)
{
    static const char function[] = "wend_traffic_add_crowd";
    size_t count = 0;
    wend_body body;
    if (traffic == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (crowd == NULL) {
        return wendi_refuse_null(&traffic->message, function, "crowd");
    }
    const size_t number = wend_crowd_body_count(crowd);
    if (number > traffic->body_capacity) {
        wend_body_id *bodies = wendi_resize_items(&traffic->allocator, traffic->bodies,
                                                  traffic->body_capacity, number, sizeof *bodies);
        if (bodies == NULL) {
            return wendi_fail_plain(&traffic->message, function, WEND_ERROR_MEMORY);
        }
        traffic->bodies = bodies;
        traffic->body_capacity = number;
    }
    (void)wend_crowd_list_bodies(crowd, traffic->bodies, traffic->body_capacity, &count);
    for (uint32_t pass = 0; pass < 2; pass++) { /* memory first */
        for (size_t i = 0; i < count; i++) {
            int32_t x, y;
            if (wend_crowd_get_body(crowd, traffic->bodies[i], &body) != WEND_OK ||
                (group != UINT32_MAX && body.group != group) ||
                !cell_at(traffic, body.position, &x, &y)) {
                continue;
            }
            if (pass == 0 && !reserve_agent(traffic, body.velocity)) {
                return wendi_fail_plain(&traffic->message, function, WEND_ERROR_MEMORY);
            }
            if (pass == 1) {
                count_agent(traffic, body.position, body.velocity);
            }
        }
    }
    return WEND_OK;
}

/* The layer of a kind; NULL where there is none. */
static wendi_fading_layer *layer_of(const wend_traffic *traffic, int32_t kind)
{
    if (kind == WEND_TRAFFIC_MOVES) {
        return &traffic->layers[0];
    }
    return kind >= 0 && (uint32_t)kind < traffic->kind_count
               ? &traffic->layers[traffic->layer_count - traffic->kind_count + (uint32_t)kind]
               : NULL;
}

wend_result wend_traffic_add_event(wend_traffic *traffic, uint32_t kind, wend_vec2 position,
                                   double amount)
{
    static const char function[] = "wend_traffic_add_event";
    if (traffic == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message *m = &traffic->message;
    if (kind >= traffic->kind_count) {
        return wendi_refuse_index(m, function, "kind", kind, "kinds", traffic->kind_count);
    }
    const wend_result result = wendi_check_vec2(m, function, "position", position);
    if (result != WEND_OK) {
        return result;
    }
    if (!(amount >= 0 && amount <= WEND_TRAFFIC_AMOUNT_MAX)) {
        return wendi_refuse(m, function, "amount", amount, 0, WEND_TRAFFIC_AMOUNT_MAX);
    }
    int32_t x, y;
    if (!cell_at(traffic, position, &x, &y)) {
        return WEND_OK;
    }
    wendi_fading_layer *layer = layer_of(traffic, (int32_t)kind);
    if (layer == NULL || !wendi_fading_reserve(layer, &traffic->allocator)) {
        return wendi_fail_plain(m, function, WEND_ERROR_MEMORY);
    }
    wendi_fading_add(layer, &traffic->clock, x, y, (int64_t)(amount * UNIT + 0.5));
    traffic->added++;
    return WEND_OK;
}

wend_result wend_traffic_set_tick(wend_traffic *traffic, uint64_t tick)
{
    if (traffic == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (tick < traffic->clock.tick) {
        return wendi_fail(&traffic->message, WEND_ERROR_ARGUMENT,
                          "wend_traffic_set_tick: tick is %llu, and must not be below %llu",
                          (unsigned long long)tick, (unsigned long long)traffic->clock.tick);
    }
    wendi_fading_clock_set(&traffic->clock, traffic->clock.half_life, tick);
    return WEND_OK;
}

wend_result wend_traffic_clear(wend_traffic *traffic)
{
    if (traffic == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < traffic->layer_count; i++) {
        wendi_fading_clear(&traffic->layers[i]);
    }
    return WEND_OK;
}

void wend_traffic_get_info(const wend_traffic *traffic, wend_traffic_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (traffic == NULL) {
        return;
    }
    size_t bytes = sizeof *traffic + traffic->layer_count * sizeof *traffic->layers +
                   traffic->body_capacity * sizeof *traffic->bodies;
    for (uint32_t i = 0; i < traffic->layer_count; i++) {
        bytes += wendi_fading_memory_bytes(&traffic->layers[i]);
    }
    *info = (wend_traffic_info){.width = traffic->width,
                                .height = traffic->height,
                                .cell_size = traffic->cell_size,
                                .origin = traffic->origin,
                                .kind_count = traffic->kind_count,
                                .tick = traffic->clock.tick,
                                .added = traffic->added,
                                .memory_bytes = bytes};
}

/* ---- questions ---- */

static double count_of(const wend_traffic *traffic, const wendi_fading_layer *layer, int32_t x,
                       int32_t y)
{
    return (double)wendi_fading_value(layer, &traffic->clock, x, y) / UNIT;
}

static bool is_inside(const wend_traffic *traffic, int32_t x, int32_t y)
{
    return traffic != NULL && x >= 0 && y >= 0 && x < traffic->width && y < traffic->height;
}

double wend_traffic_cell_count(const wend_traffic *traffic, int32_t kind, int32_t x, int32_t y)
{
    const wendi_fading_layer *layer = is_inside(traffic, x, y) ? layer_of(traffic, kind) : NULL;
    return layer == NULL ? 0 : count_of(traffic, layer, x, y);
}

double wend_traffic_count_at(const wend_traffic *traffic, int32_t kind, wend_vec2 position)
{
    int32_t x, y;
    return traffic != NULL && cell_at(traffic, position, &x, &y)
               ? wend_traffic_cell_count(traffic, kind, x, y)
               : 0;
}

double wend_traffic_direction_count(const wend_traffic *traffic, uint32_t direction, int32_t x,
                                    int32_t y)
{
    return is_inside(traffic, x, y) && traffic->has_directions &&
                   direction < WEND_TRAFFIC_DIRECTIONS
               ? count_of(traffic, &traffic->layers[FIRST_DIRECTION + direction], x, y)
               : 0;
}

wend_result wend_traffic_get_direction(const wend_traffic *traffic, int32_t x, int32_t y,
                                       wend_vec2 *direction)
{
    static const double diagonal = 0x1.6a09e667f3bcdp-1; /* sqrt(1/2) */
    const wend_vec2 units[WEND_TRAFFIC_DIRECTIONS] = {
        {1, 0},  {diagonal, diagonal},   {0, 1},  {-diagonal, diagonal},
        {-1, 0}, {-diagonal, -diagonal}, {0, -1}, {diagonal, -diagonal}};
    if (direction != NULL) {
        *direction = (wend_vec2){0, 0};
    }
    if (!is_inside(traffic, x, y) || direction == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_vec2 sum = {0, 0};
    double all = 0;
    for (uint32_t i = 0; i < WEND_TRAFFIC_DIRECTIONS; i++) {
        const double count = wend_traffic_direction_count(traffic, i, x, y);
        sum = wendi_vec2_add(sum, wendi_vec2_scale(units[i], count));
        all += count;
    }
    if (all > 0) {
        *direction = (wend_vec2){sum.x / all, sum.y / all};
    }
    return WEND_OK;
}

/* A box within the map: x0 <= x < x1, y0 <= y < y1. */
typedef struct traffic_box {
    int32_t x0, y0, x1, y1;
} traffic_box;

static traffic_box cut_box(const wend_traffic *traffic, int32_t x, int32_t y, int32_t width,
                           int32_t height)
{
    return (traffic_box){(int32_t)wendi_clamp_i64(x, 0, traffic->width),
                         (int32_t)wendi_clamp_i64(y, 0, traffic->height),
                         (int32_t)wendi_clamp_i64((int64_t)x + width, 0, traffic->width),
                         (int32_t)wendi_clamp_i64((int64_t)y + height, 0, traffic->height)};
}

double wend_traffic_sum(const wend_traffic *traffic, int32_t kind, int32_t x, int32_t y,
                        int32_t width, int32_t height)
{
    const wendi_fading_layer *layer = traffic == NULL ? NULL : layer_of(traffic, kind);
    int64_t sum = 0;
    if (layer == NULL) {
        return 0;
    }
    const traffic_box box = cut_box(traffic, x, y, width, height);
    for (int32_t row = box.y0; row < box.y1; row++) {
        for (int32_t column = box.x0; column < box.x1; column++) {
            sum +=
                wendi_fading_value(layer, &traffic->clock, column, row) >> 4; /* fits in 63 bits */
        }
    }
    return (double)sum / (UNIT / 16);
}

static wend_vec2 centre_of(const wend_traffic *traffic, int32_t x, int32_t y)
{
    return (wend_vec2){traffic->origin.x + ((double)x + 0.5) * traffic->cell_size,
                       traffic->origin.y + ((double)y + 0.5) * traffic->cell_size};
}

/* Puts a cell into a list that is sorted by count times sign, falling; equal ones keep their order. */
static size_t insert_cell(wend_traffic_cell *cells, size_t count, size_t capacity, double sign,
                          wend_traffic_cell cell)
{
    if (count == capacity && !(sign * cell.count > sign * cells[count - 1].count)) {
        return count;
    }
    size_t at = count < capacity ? count : capacity - 1;
    while (at > 0 && sign * cell.count > sign * cells[at - 1].count) {
        cells[at] = cells[at - 1];
        at--;
    }
    cells[at] = cell;
    return count < capacity ? count + 1 : capacity;
}

size_t wend_traffic_busiest(const wend_traffic *traffic, int32_t kind, int32_t x, int32_t y,
                            int32_t width, int32_t height, wend_traffic_cell *cells,
                            size_t capacity)
{
    const wendi_fading_layer *layer = traffic == NULL ? NULL : layer_of(traffic, kind);
    size_t count = 0;
    if (layer == NULL || cells == NULL || capacity == 0) {
        return 0;
    }
    const traffic_box box = cut_box(traffic, x, y, width, height);
    for (int32_t row = box.y0; row < box.y1; row++) {
        for (int32_t column = box.x0; column < box.x1; column++) {
            const double number = count_of(traffic, layer, column, row);
            if (number > 0) {
                count = insert_cell(
                    cells, count, capacity, 1,
                    (wend_traffic_cell){column, row, centre_of(traffic, column, row), number});
            }
        }
    }
    return count;
}

/* True if a position is open in a grid, or there is no grid. */
static bool is_open(const wend_grid *grid, uint32_t movement_class, wend_vec2 position)
{
    int32_t x, y;
    return grid == NULL || (wend_grid_cell(grid, wend_grid_node_at(grid, position), &x, &y) &&
                            wend_grid_is_open(grid, movement_class, WEND_TEAM_NONE, x, y));
}

size_t wend_traffic_quietest(const wend_traffic *traffic, int32_t kind, int32_t x, int32_t y,
                             int32_t width, int32_t height, const wend_grid *grid,
                             uint32_t movement_class, wend_traffic_cell *cells, size_t capacity)
{
    const wendi_fading_layer *layer = traffic == NULL ? NULL : layer_of(traffic, kind);
    size_t count = 0;
    if (layer == NULL || cells == NULL || capacity == 0) {
        return 0;
    }
    const traffic_box box = cut_box(traffic, x, y, width, height);
    for (int32_t row = box.y0; row < box.y1; row++) {
        for (int32_t column = box.x0; column < box.x1; column++) {
            const wend_vec2 centre = centre_of(traffic, column, row);
            const double number = count_of(traffic, layer, column, row);
            if (count == capacity && !(number < cells[count - 1].count)) {
                continue;
            }
            if (is_open(grid, movement_class, centre)) {
                count = insert_cell(cells, count, capacity, -1,
                                    (wend_traffic_cell){column, row, centre, number});
            }
        }
    }
    return count;
}

/* ---- overlays ---- */

/* What an overlay's cell shall hold, in 1/256, at most its greatest value. */
static int64_t wanted_of(const wend_traffic *traffic, int32_t kind, double scale,
                         wend_vec2 position, uint32_t most)
{
    const double value =
        wend_traffic_count_at(traffic, kind, position) * scale * (double)WEND_OVERLAY_ONE;
    return value < (double)most ? (int64_t)(value + 0.5) : (int64_t)most;
}

wend_result wend_traffic_write_overlay(wend_traffic *traffic, int32_t kind, double scale,
                                       wend_grid *grid, wend_overlay_id overlay)
{
    static const char function[] = "wend_traffic_write_overlay";
    wend_overlay_def def;
    wend_grid_info info;
    if (traffic == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message *m = &traffic->message;
    if (grid == NULL) {
        return wendi_refuse_null(m, function, "grid");
    }
    if (layer_of(traffic, kind) == NULL) {
        return wendi_refuse(m, function, "kind", kind, WEND_TRAFFIC_MOVES,
                            (double)traffic->kind_count - 1);
    }
    if (!(scale >= 0 && scale <= METRES_MOST)) {
        return wendi_refuse(m, function, "scale", scale, 0, METRES_MOST);
    }
    wend_result result = wend_grid_get_overlay(grid, overlay, &def);
    if (result == WEND_ERROR_ARGUMENT) {
        return wendi_refuse_null(m, function, "overlay");
    }
    if (result != WEND_OK) {
        return wendi_refuse_id(m, function, "overlay", overlay.index1, overlay.generation);
    }
    wend_grid_get_info(grid, &info);
    for (int32_t y = 0; y < info.height && result == WEND_OK; y++) {
        int32_t from = 0;
        int64_t run = 0; /* what the cells from `from` on need added */
        for (int32_t x = 0; x <= info.width && result == WEND_OK; x++) {
            int64_t more = 0;
            if (x < info.width) {
                const wend_vec2 centre = wend_grid_position(grid, wend_grid_node(grid, x, y));
                more = wanted_of(traffic, kind, scale, centre, def.max_value) -
                       (int64_t)wend_grid_overlay_value(grid, overlay, x, y);
            }
            if (x == info.width || more != run) {
                result = run != 0 ? wend_grid_overlay_add_rect(grid, overlay, from, y, x - from, 1,
                                                               (int32_t)run)
                                  : WEND_OK;
                from = x;
                run = more;
            }
        }
    }
    return wendi_fail_plain(m, function, result);
}

/* ---- bytes ---- */

static void visit_head(wendi_visitor *v, wend_traffic_def *def, uint64_t *tick, uint64_t *added)
{
    def->width = (int32_t)wendi_visit_code(v, (uint32_t)def->width, INT32_MAX);
    def->height = (int32_t)wendi_visit_code(v, (uint32_t)def->height, INT32_MAX);
    wendi_visit_f64(v, &def->cell_size);
    wendi_visit_vec2(v, &def->origin);
    wendi_visit_u32(v, &def->kind_count);
    def->has_directions = wendi_visit_code(v, def->has_directions ? 1 : 0, 1) != 0;
    wendi_visit_f64(v, &def->least_speed);
    wendi_visit_u32(v, &def->half_life);
    wendi_visit_u64(v, tick);
    wendi_visit_u64(v, added);
}

static void visit_traffic(wendi_visitor *v, const wend_traffic *traffic)
{
    wend_traffic_def def = {.width = traffic->width,
                            .height = traffic->height,
                            .cell_size = traffic->cell_size,
                            .origin = traffic->origin,
                            .kind_count = traffic->kind_count,
                            .has_directions = traffic->has_directions,
                            .least_speed = traffic->least_speed,
                            .half_life = traffic->clock.half_life};
    uint64_t tick = traffic->clock.tick, added = traffic->added;
    visit_head(v, &def, &tick, &added);
    for (uint32_t i = 0; i < traffic->layer_count; i++) {
        wendi_fading_layer layer = traffic->layers[i];
        (void)wendi_fading_visit(v, &layer, &traffic->clock, &traffic->allocator);
    }
}

uint64_t wend_traffic_hash(const wend_traffic *traffic)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (traffic == NULL) {
        return 0;
    }
    visit_traffic(&v, traffic);
    return v.hash;
}

static void write_traffic(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_traffic(&v, object);
}

wend_result wend_traffic_save(const wend_traffic *traffic, uint8_t *bytes, size_t capacity,
                              size_t *count)
{
    return wendi_save_object(traffic, write_traffic, MAGIC, VERSION, bytes, capacity, count);
}

static wend_result read_traffic(wendi_visitor *v, wend_traffic_def *def, wend_traffic **traffic)
{
    uint64_t tick = 0, added = 0;
    wendi_visit_part(v, "the data ends within the map");
    visit_head(v, def, &tick, &added);
    def->message = NULL; /* the file is wrong, not a definition */
    wendi_visit_expect(v,
                       check_def(def, NULL) == WEND_OK && wendi_f64_is_plain(def->origin.x) &&
                           wendi_f64_is_plain(def->origin.y) &&
                           wendi_f64_is_plain(def->least_speed),
                       "the definition is out of range");
    wend_result result = wendi_visitor_result(v);
    result = result == WEND_OK ? create(def, traffic) : result;
    if (result != WEND_OK) {
        return result;
    }
    wend_traffic *made = *traffic;
    wendi_fading_clock_set(&made->clock, def->half_life, tick);
    made->added = added;
    for (uint32_t i = 0; i < made->layer_count && !wendi_visitor_has_failed(v); i++) {
        (void)wendi_visit_expect_memory(
            v, wendi_fading_visit(v, &made->layers[i], &made->clock, &made->allocator));
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the map");
    return wendi_visitor_result(v);
}

wend_result wend_traffic_load(const wend_traffic_def *def, const uint8_t *bytes, size_t count,
                              wend_traffic **traffic)
{
    static const char function[] = "wend_traffic_load";
    wend_traffic_def from = def == NULL ? wend_traffic_def_default() : *def;
    if (traffic != NULL) {
        *traffic = NULL;
    }
    if (!wendi_has_cookie(from.cookie, COOKIE, from.message, function,
                          "wend_traffic_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message *message = from.message;
    wendi_message_clear(message);
    if (traffic == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(message, function, traffic == NULL ? "traffic" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the map",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_traffic *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_traffic(&v, &from, &made);
    if (result != WEND_OK) {
        wend_traffic_destroy(made);
        return wendi_fail_reason(message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *traffic = made;
    return WEND_OK;
}

/* ---- pictures ---- */

wend_result wend_traffic_draw(const wend_traffic *traffic, int32_t kind, const wend_draw *draw)
{
    const wendi_fading_layer *layer = traffic == NULL ? NULL : layer_of(traffic, kind);
    double most = 0;
    if (layer == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const double half = traffic->cell_size / 2;
    for (int32_t y = 0; y < traffic->height; y++) {
        for (int32_t x = 0; x < traffic->width; x++) {
            most = wendi_max(most, count_of(traffic, layer, x, y));
        }
    }
    for (int32_t y = 0; y < traffic->height; y++) {
        for (int32_t x = 0; x < traffic->width; x++) {
            const wend_vec2 at = centre_of(traffic, x, y);
            const double count = count_of(traffic, layer, x, y);
            wend_vec2 direction = {0, 0};
            if (!(count > 0)) {
                continue;
            }
            if (draw->cells != NULL) {
                draw->cells(draw->context, (wend_vec2){at.x - half, at.y - half},
                            (wend_vec2){at.x + half, at.y + half}, WEND_MEANING_REACH,
                            1 - count / most);
            }
            (void)wend_traffic_get_direction(traffic, x, y, &direction);
            if (draw->line != NULL && kind == WEND_TRAFFIC_MOVES &&
                wendi_vec2_length(direction) > 0) {
                draw->line(draw->context,
                           wendi_vec2_sub(at, wendi_vec2_scale(direction, half * 0.8)),
                           wendi_vec2_add(at, wendi_vec2_scale(direction, half * 0.8)),
                           WEND_MEANING_FLOW, 0);
            }
        }
    }
    return WEND_OK;
}
