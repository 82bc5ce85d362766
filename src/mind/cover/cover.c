/* Cover: the object, designed places, obstacles.
 * Cost: constant a place; an obstacle costs an edit of a set of walls. */
#include "mind/cover/cover.h"

#include "base/math/vec2.h"
#include "wend/draw.h"
#include "wend/grid.h"

#include <math.h>
#include <string.h>

enum {
    COOKIE = 0x43565231,
    PLACE_COOKIE = 0x43565232,
    OBSTACLE_COOKIE = 0x43565233,
    CAPACITY_FIRST = 16
};

static const double PI = 0x1.921fb54442d18p+1, LENGTH_LEAST = 1.0 / 64, LENGTH_MOST = 64,
                    SIZE_MOST = 65536, CELL_LEAST = 1.0 / 1024, ARC_MOST = 3.2,
                    OBSTACLE_COORDINATE_MOST = WEND_COORDINATE_MAX - 131072;

wend_cover_def wend_cover_def_default(void)
{
    wend_cover_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.stops_walk = WEND_STOPS_WALK;
    def.stops = WEND_STOPS_SHOT;
    def.radius = 0.5;
    def.gap = 0.1;
    def.spacing = 1;
    def.peek_distance = 1.5;
    def.standing_height = 1.8;
    def.crouched_height = 1;
    def.cell_size = 8;
    return def;
}

wend_cover_place wend_cover_place_default(void)
{
    wend_cover_place place;
    memset(&place, 0, sizeof place);
    place.cookie = PLACE_COOKIE;
    return place;
}

wend_cover_obstacle wend_cover_obstacle_default(void)
{
    wend_cover_obstacle obstacle;
    memset(&obstacle, 0, sizeof obstacle);
    obstacle.cookie = OBSTACLE_COOKIE;
    obstacle.radius = 0.5;
    obstacle.heading.x = 1;
    obstacle.height = (double)INFINITY;
    return obstacle;
}

/* ---- create, destroy ---- */

static wend_result check_range(wend_message *m, const char *function, const char *field,
                               double value, double low, double high)
{
    return value >= low && value <= high ? WEND_OK
                                         : wendi_refuse(m, function, field, value, low, high);
}

wend_result wendi_cover_check(const wend_cover_def *def, const char *function)
{
    wend_message *m = def->message;
    wend_result result = check_range(m, function, "radius", def->radius, LENGTH_LEAST, LENGTH_MOST);
    result = result != WEND_OK ? result : check_range(m, function, "gap", def->gap, 0, LENGTH_MOST);
    result = result != WEND_OK
                 ? result
                 : check_range(m, function, "spacing", def->spacing, LENGTH_LEAST, SIZE_MOST);
    result = result != WEND_OK
                 ? result
                 : check_range(m, function, "peek_distance", def->peek_distance, 0, LENGTH_MOST);
    result = result != WEND_OK ? result
                               : check_range(m, function, "standing_height", def->standing_height,
                                             0, WEND_COORDINATE_MAX);
    result = result != WEND_OK ? result
                               : check_range(m, function, "crouched_height", def->crouched_height,
                                             0, WEND_COORDINATE_MAX);
    result = result != WEND_OK ? result
                               : check_range(m, function, "cell_size", def->cell_size, CELL_LEAST,
                                             WEND_COORDINATE_MAX);
    if (result == WEND_OK && def->stops == 0) {
        return wendi_refuse(m, function, "stops", 0, 1, UINT32_MAX);
    }
    return result;
}

wend_result wend_cover_create(const wend_cover_def *def, wend_cover **cover)
{
    static const char function[] = "wend_cover_create";
    if (cover != NULL) {
        *cover = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, COOKIE, def->message, function, "wend_cover_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = wendi_cover_check(def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (def->walls == NULL || cover == NULL) {
        return wendi_refuse_null(def->message, function, cover == NULL ? "cover" : "walls");
    }
    wend_grid_info info = {.class_count = 1};
    if (def->grid != NULL) {
        wend_grid_get_info(def->grid, &info);
    }
    if (def->grid != NULL && def->movement_class >= (uint32_t)info.class_count) {
        return wendi_refuse_index(def->message, function, "movement_class", def->movement_class,
                                  "classes", (uint32_t)info.class_count);
    }
    wend_items_def items = wend_items_def_default();
    wend_walls_def walls = wend_walls_def_default();
    items.allocator = walls.allocator = def->allocator;
    items.cell_size = def->cell_size;
    wend_cover *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->def = *def;
    made->def.message = NULL;
    wendi_slots_init(&made->place_slots);
    wendi_slots_init(&made->solid_slots);
    if (wend_items_create(&items, &made->places) != WEND_OK ||
        wend_items_create(&items, &made->solid_places) != WEND_OK ||
        wend_walls_create(&walls, &made->solids) != WEND_OK) {
        wend_cover_destroy(made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    *cover = made;
    return WEND_OK;
}

void wend_cover_destroy(wend_cover *cover)
{
    if (cover == NULL) {
        return;
    }
    const wend_allocator allocator = cover->allocator;
    wend_items_destroy(cover->places);
    wend_items_destroy(cover->solid_places);
    wend_walls_destroy(cover->solids);
    wendi_slots_free(&cover->place_slots, &allocator);
    wendi_slots_free(&cover->solid_slots, &allocator);
    wendi_free(&allocator, cover->records, cover->record_capacity * sizeof *cover->records);
    wendi_free(&allocator, cover->solid_records,
               cover->solid_capacity * sizeof *cover->solid_records);
    wendi_free(&allocator, cover->states, cover->state_capacity * sizeof *cover->states);
    wendi_free(&allocator, cover->ids, cover->id_capacity * sizeof *cover->ids);
    wendi_free(&allocator, cover->boxes, cover->box_capacity * sizeof *cover->boxes);
    wendi_free(&allocator, cover, sizeof *cover);
}

const char *wend_cover_error(const wend_cover *cover)
{
    return cover == NULL ? "" : cover->message.text;
}

static uint32_t grown(uint32_t capacity, uint32_t count)
{
    const uint32_t twice = capacity == 0 ? (uint32_t)CAPACITY_FIRST : 2 * capacity;
    return twice > count ? twice : count;
}

bool wendi_cover_reserve_records(wend_cover *cover, uint32_t count)
{
    if (count > cover->record_capacity) {
        const uint32_t capacity = grown(cover->record_capacity, count);
        wendi_cover_record *records = wendi_resize_items(
            &cover->allocator, cover->records, cover->record_capacity, capacity, sizeof *records);
        if (records == NULL) {
            return false;
        }
        cover->records = records;
        cover->record_capacity = capacity;
    }
    return wendi_slots_reserve(&cover->place_slots, cover->record_capacity, &cover->allocator);
}

bool wendi_cover_reserve_solids(wend_cover *cover, uint32_t count)
{
    if (count > cover->solid_capacity) {
        const uint32_t capacity = grown(cover->solid_capacity, count);
        wendi_cover_solid *records =
            wendi_resize_items(&cover->allocator, cover->solid_records, cover->solid_capacity,
                               capacity, sizeof *records);
        if (records == NULL) {
            return false;
        }
        cover->solid_records = records;
        cover->solid_capacity = capacity;
    }
    return wendi_slots_reserve(&cover->solid_slots, cover->solid_capacity, &cover->allocator);
}

/* ---- places ---- */

bool wendi_cover_link_place(wend_cover *cover, uint32_t index)
{
    wendi_cover_record *record = &cover->records[index];
    wend_item item = wend_item_default();
    item.position = (wend_vec3){record->position.x, record->position.y, 0};
    item.user = index;
    record->trusted_cosine = wend_cos(record->trusted_arc < PI ? record->trusted_arc : PI);
    return wend_items_add(cover->places, &item, &record->item) == WEND_OK;
}

wend_result wendi_cover_put(wend_cover *cover, const wendi_cover_record *record, uint32_t *index)
{
    const uint32_t limit = wendi_slots_limit_with(&cover->place_slots, 1);
    if (limit > WEND_COVER_PLACES_MAX) {
        return WEND_ERROR_FULL;
    }
    if (!wendi_cover_reserve_records(cover, limit)) {
        return WEND_ERROR_MEMORY;
    }
    /* The next index is known before it is taken: the item needs it. */
    const wendi_slots *slots = &cover->place_slots;
    const uint32_t next = slots->free_first != WENDI_SLOT_NONE ? slots->free_first : slots->limit;
    cover->records[next] = *record;
    if (!wendi_cover_link_place(cover, next)) {
        return WEND_ERROR_MEMORY;
    }
    *index = wendi_slots_take(&cover->place_slots);
    return WEND_OK;
}

void wendi_cover_take(wend_cover *cover, uint32_t index)
{
    (void)wend_items_remove(cover->places, cover->records[index].item);
    wendi_slots_release(&cover->place_slots, index);
}

void wendi_cover_clear_wall(wend_cover *cover, wendi_cover_wall *state)
{
    uint32_t index = state->first;
    while (index != WENDI_COVER_NONE) {
        const uint32_t next = cover->records[index].next_of_wall;
        wendi_cover_take(cover, index);
        index = next;
    }
    state->first = WENDI_COVER_NONE;
}

wend_result wendi_cover_check_place(const wend_cover_place *place, wend_message *message,
                                    const char *function)
{
    if (place == NULL) {
        return wendi_refuse_null(message, function, "place");
    }
    if (place->cookie != PLACE_COOKIE) {
        return wendi_refuse_cookie(message, function, place->cookie, "wend_cover_place_default");
    }
    wend_result result = wendi_check_vec2(message, function, "position", place->position);
    result = result != WEND_OK ? result
                               : wendi_check_vec2(message, function, "direction", place->direction);
    return result != WEND_OK
               ? result
               : check_range(message, function, "trusted_arc", place->trusted_arc, 0, ARC_MOST);
}

/* -0 is never kept. */
static wend_vec2 plain(wend_vec2 v)
{
    return (wend_vec2){v.x + 0.0, v.y + 0.0};
}

static bool is_busy(wend_cover *cover, const char *function, wend_result *result)
{
    *result = WEND_ERROR_ARGUMENT;
    if (cover != NULL && cover->is_updating) {
        *result = wendi_fail_plain(&cover->message, function, WEND_ERROR_BUSY);
    }
    return cover == NULL || cover->is_updating;
}

wend_result wend_cover_add_place(wend_cover *cover, const wend_cover_place *place,
                                 wend_cover_id *id)
{
    static const char function[] = "wend_cover_add_place";
    wend_result result;
    uint32_t index;
    if (id != NULL) {
        *id = (wend_cover_id){0, 0};
    }
    if (is_busy(cover, function, &result)) {
        return result;
    }
    result = wendi_cover_check_place(place, &cover->message, function);
    if (result != WEND_OK) {
        return result;
    }
    const wendi_cover_record record = {.position = plain(place->position),
                                       .direction = plain(wendi_vec2_normalize(place->direction)),
                                       .trusted_arc = place->trusted_arc + 0.0,
                                       .user = place->user,
                                       .wall = WENDI_COVER_NONE,
                                       .next_of_wall = WENDI_COVER_NONE,
                                       .is_trusted_low = place->is_trusted_low};
    result = wendi_cover_put(cover, &record, &index);
    if (result != WEND_OK) {
        return wendi_fail_plain(&cover->message, function, result);
    }
    if (id != NULL) {
        *id = wend_cover_id_at(cover, index);
    }
    return WEND_OK;
}

wend_result wend_cover_remove_place(wend_cover *cover, wend_cover_id id)
{
    static const char function[] = "wend_cover_remove_place";
    wend_result result;
    if (is_busy(cover, function, &result)) {
        return result;
    }
    if (!wendi_slots_has(&cover->place_slots, id.index1, id.generation)) {
        return wendi_refuse_id(&cover->message, function, "place", id.index1, id.generation);
    }
    const uint32_t index = id.index1 - 1, wall = cover->records[index].wall;
    if (wall != WENDI_COVER_NONE) {
        uint32_t *link = &cover->states[wall].first;
        while (*link != index) {
            link = &cover->records[*link].next_of_wall;
        }
        *link = cover->records[index].next_of_wall;
    }
    wendi_cover_take(cover, index);
    return WEND_OK;
}

wend_result wend_cover_get_place(const wend_cover *cover, wend_cover_id id, wend_cover_place *place,
                                 wend_cover_origin *origin)
{
    if (place != NULL) {
        *place = wend_cover_place_default();
    }
    if (origin != NULL) {
        *origin = WEND_COVER_DESIGNED;
    }
    if (cover == NULL || place == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_slots_has(&cover->place_slots, id.index1, id.generation)) {
        return WEND_ERROR_STALE;
    }
    const wendi_cover_record *record = &cover->records[id.index1 - 1];
    place->position = record->position;
    place->direction = record->direction;
    place->trusted_arc = record->trusted_arc;
    place->is_trusted_low = record->is_trusted_low;
    place->user = record->user;
    if (origin != NULL && record->wall != WENDI_COVER_NONE) {
        *origin = WEND_COVER_COMPUTED;
    }
    return WEND_OK;
}

uint32_t wend_cover_count(const wend_cover *cover)
{
    return cover == NULL ? 0 : cover->place_slots.count;
}

uint32_t wend_cover_limit(const wend_cover *cover)
{
    return cover == NULL ? 0 : cover->place_slots.limit;
}

wend_cover_id wend_cover_id_at(const wend_cover *cover, uint32_t index)
{
    return cover != NULL && wendi_slots_is_used(&cover->place_slots, index)
               ? (wend_cover_id){index + 1, cover->place_slots.generation[index]}
               : (wend_cover_id){0, 0};
}

/* ---- obstacles ---- */

wend_result wendi_cover_check_obstacle(const wend_cover_obstacle *obstacle, wend_message *message,
                                       const char *function)
{
    if (obstacle == NULL) {
        return wendi_refuse_null(message, function, "obstacle");
    }
    if (obstacle->cookie != OBSTACLE_COOKIE) {
        return wendi_refuse_cookie(message, function, obstacle->cookie,
                                   "wend_cover_obstacle_default");
    }
    wend_result result = check_range(message, function, "position.x", obstacle->position.x,
                                     -OBSTACLE_COORDINATE_MOST, OBSTACLE_COORDINATE_MOST);
    result = result != WEND_OK ? result
                               : check_range(message, function, "position.y", obstacle->position.y,
                                             -OBSTACLE_COORDINATE_MOST, OBSTACLE_COORDINATE_MOST);
    result = result != WEND_OK ? result
                               : check_range(message, function, "radius", obstacle->radius,
                                             CELL_LEAST, SIZE_MOST);
    result = result != WEND_OK ? result
                               : check_range(message, function, "half_size.x",
                                             obstacle->half_size.x, 0, SIZE_MOST);
    result = result != WEND_OK ? result
                               : check_range(message, function, "half_size.y",
                                             obstacle->half_size.y, 0, SIZE_MOST);
    result = result != WEND_OK ? result
                               : wendi_check_vec2(message, function, "heading", obstacle->heading);
    result = result != WEND_OK
                 ? result
                 : check_range(message, function, "height", obstacle->height, 0, (double)INFINITY);
    if (result == WEND_OK && wendi_is_zero(obstacle->heading.x) &&
        wendi_is_zero(obstacle->heading.y)) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s: heading is 0, 0", function);
    }
    return result;
}

static bool is_disc(const wendi_cover_solid *solid)
{
    return wendi_is_zero(solid->half_size.x) && wendi_is_zero(solid->half_size.y);
}

static size_t outline(const wendi_cover_solid *solid, wend_vec2 points[WENDI_SOLID_CORNERS])
{
    if (is_disc(solid)) {
        for (int i = 0; i < WENDI_SOLID_CORNERS; i++) {
            const double angle = 2 * PI * i / (double)WENDI_SOLID_CORNERS;
            points[i].x = solid->position.x + solid->radius * wend_cos(angle);
            points[i].y = solid->position.y + solid->radius * wend_sin(angle);
        }
        return WENDI_SOLID_CORNERS;
    }
    const wend_vec2 along = wendi_vec2_scale(solid->heading, solid->half_size.x);
    const wend_vec2 across = {-solid->heading.y * solid->half_size.y,
                              solid->heading.x * solid->half_size.y};
    const wend_vec2 front = wendi_vec2_add(solid->position, along);
    const wend_vec2 back = wendi_vec2_sub(solid->position, along);
    points[0] = wendi_vec2_sub(front, across);
    points[1] = wendi_vec2_add(front, across);
    points[2] = wendi_vec2_add(back, across);
    points[3] = wendi_vec2_sub(back, across);
    return 4;
}

bool wendi_cover_link_solid(wend_cover *cover, wendi_cover_solid *solid, uint32_t index)
{
    wend_vec2 points[WENDI_SOLID_CORNERS];
    const size_t count = outline(solid, points);
    const uint32_t stops = (uint32_t)WENDI_SOLID_WALK | (uint32_t)WENDI_SOLID_SHOT;
    wend_item item = wend_item_default();
    item.position = (wend_vec3){solid->position.x, solid->position.y, 0};
    item.user = index;
    if (wend_items_add(cover->solid_places, &item, &solid->item) != WEND_OK) {
        return false;
    }
    if (wend_walls_add_polygon(cover->solids, points, count, stops, index, &solid->wall) !=
        WEND_OK) {
        (void)wend_items_remove(cover->solid_places, solid->item);
        return false;
    }
    (void)wend_walls_set_heights(cover->solids, solid->wall, -(double)INFINITY, solid->height);
    return true;
}

static wendi_cover_solid solid_of(const wend_cover_obstacle *obstacle)
{
    return (wendi_cover_solid){.position = plain(obstacle->position),
                               .half_size = plain(obstacle->half_size),
                               .heading = plain(wendi_vec2_normalize(obstacle->heading)),
                               .radius = obstacle->radius,
                               .height = obstacle->height + 0.0};
}

static void unlink_solid(wend_cover *cover, const wendi_cover_solid *solid)
{
    (void)wend_items_remove(cover->solid_places, solid->item);
    (void)wend_walls_remove(cover->solids, solid->wall);
}

wend_result wend_cover_add_obstacle(wend_cover *cover, const wend_cover_obstacle *obstacle,
                                    wend_cover_id *id)
{
    static const char function[] = "wend_cover_add_obstacle";
    wend_result result;
    if (id != NULL) {
        *id = (wend_cover_id){0, 0};
    }
    if (is_busy(cover, function, &result)) {
        return result;
    }
    if (id == NULL) {
        return wendi_refuse_null(&cover->message, function, "id");
    }
    result = wendi_cover_check_obstacle(obstacle, &cover->message, function);
    if (result != WEND_OK) {
        return result;
    }
    wendi_slots *slots = &cover->solid_slots;
    const uint32_t limit = wendi_slots_limit_with(slots, 1);
    if (limit > WEND_COVER_OBSTACLES_MAX) {
        return wendi_fail_plain(&cover->message, function, WEND_ERROR_FULL);
    }
    wendi_cover_solid solid = solid_of(obstacle);
    if (!wendi_cover_reserve_solids(cover, limit)) {
        return wendi_fail_plain(&cover->message, function, WEND_ERROR_MEMORY);
    }
    const uint32_t next = slots->free_first != WENDI_SLOT_NONE ? slots->free_first : slots->limit;
    if (!wendi_cover_link_solid(cover, &solid, next)) {
        return wendi_fail_plain(&cover->message, function, WEND_ERROR_MEMORY);
    }
    const uint32_t index = wendi_slots_take(slots);
    cover->solid_records[index] = solid;
    *id = (wend_cover_id){index + 1, slots->generation[index]};
    return WEND_OK;
}

wend_result wend_cover_set_obstacle(wend_cover *cover, wend_cover_id id,
                                    const wend_cover_obstacle *obstacle)
{
    static const char function[] = "wend_cover_set_obstacle";
    wend_result result;
    if (is_busy(cover, function, &result)) {
        return result;
    }
    if (!wendi_slots_has(&cover->solid_slots, id.index1, id.generation)) {
        return wendi_refuse_id(&cover->message, function, "obstacle", id.index1, id.generation);
    }
    result = wendi_cover_check_obstacle(obstacle, &cover->message, function);
    if (result != WEND_OK) {
        return result;
    }
    wendi_cover_solid solid = solid_of(obstacle), *record = &cover->solid_records[id.index1 - 1];
    if (!wendi_cover_link_solid(cover, &solid, id.index1 - 1)) {
        return wendi_fail_plain(&cover->message, function, WEND_ERROR_MEMORY);
    }
    unlink_solid(cover, record);
    *record = solid;
    return WEND_OK;
}

wend_result wend_cover_remove_obstacle(wend_cover *cover, wend_cover_id id)
{
    static const char function[] = "wend_cover_remove_obstacle";
    wend_result result;
    if (is_busy(cover, function, &result)) {
        return result;
    }
    if (!wendi_slots_has(&cover->solid_slots, id.index1, id.generation)) {
        return wendi_refuse_id(&cover->message, function, "obstacle", id.index1, id.generation);
    }
    unlink_solid(cover, &cover->solid_records[id.index1 - 1]);
    wendi_slots_release(&cover->solid_slots, id.index1 - 1);
    return WEND_OK;
}

wend_result wend_cover_get_obstacle(const wend_cover *cover, wend_cover_id id,
                                    wend_cover_obstacle *obstacle)
{
    if (obstacle != NULL) {
        *obstacle = wend_cover_obstacle_default();
    }
    if (cover == NULL || obstacle == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_slots_has(&cover->solid_slots, id.index1, id.generation)) {
        return WEND_ERROR_STALE;
    }
    const wendi_cover_solid *solid = &cover->solid_records[id.index1 - 1];
    obstacle->position = solid->position;
    obstacle->radius = solid->radius;
    obstacle->half_size = solid->half_size;
    obstacle->heading = solid->heading;
    obstacle->height = solid->height;
    return WEND_OK;
}

uint32_t wend_cover_obstacle_count(const wend_cover *cover)
{
    return cover == NULL ? 0 : cover->solid_slots.count;
}

/* ---- all ---- */

size_t wend_cover_memory_bytes(const wend_cover *cover)
{
    if (cover == NULL) {
        return 0;
    }
    return sizeof *cover + wend_items_memory_bytes(cover->places) +
           wend_items_memory_bytes(cover->solid_places) +
           cover->record_capacity * sizeof *cover->records +
           cover->solid_capacity * sizeof *cover->solid_records +
           ((size_t)cover->place_slots.capacity + cover->solid_slots.capacity) * 2 *
               sizeof(uint32_t) +
           cover->state_capacity * sizeof *cover->states + cover->id_capacity * sizeof *cover->ids +
           cover->box_capacity * sizeof *cover->boxes;
}

wend_result wend_cover_draw(const wend_cover *cover, const wend_draw *draw)
{
    if (cover == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < cover->place_slots.limit; i++) {
        const wendi_cover_record *it = &cover->records[i];
        const double origin =
            it->wall == WENDI_COVER_NONE ? WEND_COVER_DESIGNED : WEND_COVER_COMPUTED;
        if (!wendi_slots_is_used(&cover->place_slots, i)) {
            continue;
        }
        if (draw->circle != NULL) {
            draw->circle(draw->context, it->position, 0, WEND_MEANING_SLOT, origin);
        }
        if (draw->line != NULL) {
            draw->line(
                draw->context, it->position,
                wendi_vec2_add(it->position, wendi_vec2_scale(it->direction, cover->def.radius)),
                WEND_MEANING_SLOT, origin);
        }
    }
    for (uint32_t i = 0; i < cover->solid_slots.limit && draw->polygon != NULL; i++) {
        if (wendi_slots_is_used(&cover->solid_slots, i)) {
            wend_vec2 points[WENDI_SOLID_CORNERS];
            const size_t count = outline(&cover->solid_records[i], points);
            draw->polygon(draw->context, points, count, WEND_MEANING_WALL, 0);
        }
    }
    return WEND_OK;
}
