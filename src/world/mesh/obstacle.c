/* Obstacles of a mesh: definitions, ids, and the edits that place and remove them.
 * Cost: that of cutting the polygons under them; see carve.h. */
#include "world/mesh/carve.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

static const uint32_t COOKIE = 0x4d4f6273;

static const double SIZE_LEAST = 1.0 / 1024;
static const double SIZE_MOST = 1048576;
static const double PI = 3.14159265358979323846;

wend_mesh_obstacle_def wend_mesh_obstacle_def_default(void)
{
    wend_mesh_obstacle_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.shape = WEND_MESH_OBSTACLE_CIRCLE;
    def.radius = def.half_width = def.half_depth = 0.5;
    def.corner_count = 12;
    def.low = -HUGE_VAL;
    def.high = HUGE_VAL;
    return def;
}

/* ---- shapes ---- */

/* The corners of a regular polygon whose sides touch a circle, a bit beyond it for rounding. */
static uint32_t circle_corners(const wend_mesh_obstacle_def *def, wendi_circle_directions *known,
                               wend_vec2 *corners)
{
    if (known->count != def->corner_count) {
        known->count = def->corner_count;
        known->cos_half = wend_cos(PI / def->corner_count);
        for (uint32_t i = 0; i < def->corner_count; i++) {
            const double angle = 2 * PI * i / def->corner_count;
            known->directions[i] = (wend_vec2){wend_cos(angle), wend_sin(angle)};
        }
    }
    const double reach = def->radius * (1 + 1e-12) / known->cos_half;
    for (uint32_t i = 0; i < def->corner_count; i++) {
        corners[i] = (wend_vec2){def->centre.x + reach * known->directions[i].x,
                                 def->centre.y + reach * known->directions[i].y};
    }
    return def->corner_count;
}

static uint32_t box_corners(const wend_mesh_obstacle_def *def, wend_vec2 *corners)
{
    static const double SIGNS[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const double c = wend_cos(def->angle);
    const double s = wend_sin(def->angle);
    for (uint32_t i = 0; i < 4; i++) {
        const double x = SIGNS[i][0] * def->half_width;
        const double y = SIGNS[i][1] * def->half_depth;
        corners[i] = (wend_vec2){def->centre.x + (x * c - y * s), def->centre.y + (x * s + y * c)};
    }
    return 4;
}

static bool is_size(double value)
{
    return value >= SIZE_LEAST && value <= SIZE_MOST;
}

static wend_result check_circle(const wend_mesh_obstacle_def *def, const char *function,
                                wend_message *message)
{
    if (!is_size(def->radius)) {
        return wendi_refuse(message, function, "radius", def->radius, SIZE_LEAST, SIZE_MOST);
    }
    return def->corner_count >= 8 && def->corner_count <= WEND_MESH_OBSTACLE_CORNERS_MAX
               ? WEND_OK
               : wendi_refuse(message, function, "corner_count", def->corner_count, 8,
                              WEND_MESH_OBSTACLE_CORNERS_MAX);
}

static wend_result check_box(const wend_mesh_obstacle_def *def, const char *function,
                             wend_message *message)
{
    if (!is_size(def->half_width) || !is_size(def->half_depth)) {
        const bool is_width = !is_size(def->half_width);
        return wendi_refuse(message, function, is_width ? "half_width" : "half_depth",
                            is_width ? def->half_width : def->half_depth, SIZE_LEAST, SIZE_MOST);
    }
    return def->angle >= -SIZE_MOST && def->angle <= SIZE_MOST
               ? WEND_OK
               : wendi_refuse(message, function, "angle", def->angle, -SIZE_MOST, SIZE_MOST);
}

static wend_result check_polygon(const wend_mesh_obstacle_def *def, const char *function,
                                 wend_message *message)
{
    if (def->corner_count < 3 || def->corner_count > WEND_MESH_OBSTACLE_CORNERS_MAX) {
        return wendi_refuse(message, function, "corner_count", def->corner_count, 3,
                            WEND_MESH_OBSTACLE_CORNERS_MAX);
    }
    for (uint32_t i = 0; i < def->corner_count; i++) {
        const wend_result result = wendi_check_vec2(message, function, "a corner", def->corners[i]);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

wend_result wendi_mesh_obstacle_measure(const wend_mesh_obstacle_def *def,
                                        wendi_circle_directions *known, wendi_carve_shape *shape,
                                        const char *function, wend_message *message)
{
    wend_vec2 corners[WEND_MESH_OBSTACLE_CORNERS_MAX];
    uint32_t count = 0;
    wend_result result = WEND_ERROR_ARGUMENT;
    /* NaN fails. */
    if (!(def->low <= def->high)) {
        return wendi_fail(message, result, "%s: low is above high, or not a number", function);
    }
    if (def->shape != WEND_MESH_OBSTACLE_POLYGON) {
        result = wendi_check_vec2(message, function, "centre", def->centre);
        if (result != WEND_OK) {
            return result;
        }
    }
    switch (def->shape) {
    case WEND_MESH_OBSTACLE_CIRCLE:
        result = check_circle(def, function, message);
        count = result == WEND_OK ? circle_corners(def, known, corners) : 0;
        break;
    case WEND_MESH_OBSTACLE_BOX:
        result = check_box(def, function, message);
        count = result == WEND_OK ? box_corners(def, corners) : 0;
        break;
    case WEND_MESH_OBSTACLE_POLYGON:
        result = check_polygon(def, function, message);
        count = result == WEND_OK ? def->corner_count : 0;
        memcpy(corners, def->corners, sizeof corners);
        break;
    default:
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s: shape is %d, and must be 0 to 2",
                          function, (int)def->shape);
    }
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = wendi_check_vec2(message, function, "a corner", corners[i]);
    }
    if (result == WEND_OK && !wendi_carve_shape_make(corners, count, shape)) {
        result =
            wendi_fail(message, WEND_ERROR_ARGUMENT,
                       "%s: the corners are not those of a convex polygon with an area", function);
    }
    return result;
}

/* ---- slots ---- */

static wendi_mesh_obstacle_slot *slot_of(const wend_mesh *m, wend_mesh_obstacle_id id)
{
    if (m->carve == NULL || id.index1 == 0 || id.index1 > m->carve->slot_count) {
        return NULL;
    }
    wendi_mesh_obstacle_slot *slot = &m->carve->slots[id.index1 - 1];
    return slot->is_used && slot->generation == id.generation ? slot : NULL;
}

/* Room for more obstacles. */
static wend_result reserve_slots(wend_mesh *m, size_t more)
{
    wendi_mesh_carve *carve = m->carve;
    if (more > WEND_MESH_OBSTACLES_MAX - carve->count) {
        return WEND_ERROR_FULL;
    }
    const uint32_t free_count = carve->slot_count - carve->count;
    const uint32_t needed =
        carve->slot_count + (more > free_count ? (uint32_t)more - free_count : 0);
    if (needed <= carve->slot_capacity) {
        return WEND_OK;
    }
    uint32_t wanted = carve->slot_capacity < 4 ? 8 : 2 * carve->slot_capacity;
    wanted = wanted < needed ? needed : wanted;
    wendi_mesh_obstacle_slot *slots = wendi_resize_items(
        &m->allocator, carve->slots, carve->slot_capacity, wanted, sizeof *slots);
    if (slots == NULL) {
        return WEND_ERROR_MEMORY;
    }
    carve->slots = slots;
    carve->slot_capacity = wanted;
    return WEND_OK;
}

static uint32_t acquire_slot(wendi_mesh_carve *carve)
{
    uint32_t index = carve->slot_count;
    if (carve->free_first1 != 0) {
        index = carve->free_first1 - 1;
        carve->free_first1 = carve->slots[index].next_free1;
    } else {
        carve->slot_count++;
        memset(&carve->slots[index], 0, sizeof carve->slots[index]);
        carve->slots[index].generation = 1;
    }
    carve->slots[index].is_used = true;
    carve->slots[index].next_free1 = 0;
    carve->count++;
    return index;
}

/* @param is_stale ids of it must not be found again. */
static void release_slot(wendi_mesh_carve *carve, uint32_t index, bool is_stale)
{
    wendi_mesh_obstacle_slot *slot = &carve->slots[index];
    slot->is_used = false;
    slot->next_free1 = carve->free_first1;
    carve->free_first1 = index + 1;
    carve->count--;
    if (is_stale) {
        slot->generation = slot->generation == UINT32_MAX ? 1 : slot->generation + 1;
    } else if (index + 1 == carve->slot_count && slot->generation == 1) {
        carve->free_first1 = slot->next_free1; /* it was never used */
        carve->slot_count--;
    }
}

/* ---- edits ---- */

static wend_result set_all(wend_mesh *m, const char *function, wend_mesh_obstacle_id *ids,
                           const wend_mesh_obstacle_def *defs, size_t count, wend_message *message)
{
    size_t added = 0;
    for (size_t i = 0; i < count; i++) {
        added += ids[i].index1 == 0 ? 1 : 0;
        if (ids[i].index1 != 0 && slot_of(m, ids[i]) == NULL) {
            return wendi_refuse_id(message, function, "obstacle", ids[i].index1, ids[i].generation);
        }
        if (defs[i].cookie != COOKIE) {
            return wendi_refuse_cookie(message, function, defs[i].cookie,
                                       "wend_mesh_obstacle_def_default");
        }
    }
    if (count == 0) {
        return WEND_OK;
    }
    wendi_mesh_obstacle_change *changes = wendi_alloc_items(&m->allocator, count, sizeof *changes);
    wend_result result = WEND_ERROR_MEMORY;
    if (changes != NULL && wendi_mesh_carve_create(m)) {
        result = WEND_OK;
    }
    wendi_circle_directions known = {.count = 0};
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        changes[i].def = defs[i];
        result =
            wendi_mesh_obstacle_measure(&defs[i], &known, &changes[i].shape, function, message);
    }
    if (result == WEND_OK) {
        result = reserve_slots(m, added);
        if (result == WEND_ERROR_FULL) {
            (void)wendi_fail(message, result, "%s: there are %lu obstacles, and at most %d fit",
                             function, (unsigned long)m->carve->count, WEND_MESH_OBSTACLES_MAX);
        }
    }
    size_t placed = 0;
    for (; placed < count && result == WEND_OK; placed++) {
        wendi_mesh_obstacle_change *change = &changes[placed];
        change->was_used = ids[placed].index1 != 0;
        change->is_used = true;
        change->slot = change->was_used ? ids[placed].index1 - 1 : acquire_slot(m->carve);
        if (m->carve->slots[change->slot].is_changing) {
            result = wendi_fail(message, WEND_ERROR_ARGUMENT, "%s: obstacle %lu is named twice",
                                function, (unsigned long)ids[placed].index1);
        }
        m->carve->slots[change->slot].is_changing = true;
    }
    if (result == WEND_OK) {
        result = wendi_mesh_carve_edit(m, changes, count);
    }
    for (size_t i = placed; i > 0; i--) {
        m->carve->slots[changes[i - 1].slot].is_changing = false;
        if (result != WEND_OK && !changes[i - 1].was_used) {
            release_slot(m->carve, changes[i - 1].slot, false);
        }
    }
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        ids[i] = (wend_mesh_obstacle_id){changes[i].slot + 1,
                                         m->carve->slots[changes[i].slot].generation};
    }
    wendi_free(&m->allocator, changes, count * sizeof *changes);
    return result;
}

static wend_result edit(wend_mesh *mesh, const char *function, wend_mesh_obstacle_id *ids,
                        const wend_mesh_obstacle_def *defs, size_t count, wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    if (mesh == NULL) {
        return wendi_refuse_null(failure, function, "mesh");
    }
    if ((ids == NULL || defs == NULL) && count > 0) {
        return wendi_fail_as_both(
            &mesh->error, failure, function,
            wendi_refuse_null(failure, function, ids == NULL ? "ids" : "defs"));
    }
    return wendi_fail_as_both(&mesh->error, failure, function,
                              set_all(mesh, function, ids, defs, count, failure));
}

wend_result wend_mesh_add_obstacle(wend_mesh *mesh, const wend_mesh_obstacle_def *def,
                                   wend_mesh_obstacle_id *id, wend_message *message)
{
    static const char function[] = "wend_mesh_add_obstacle";
    if (id == NULL || def == NULL) {
        if (id != NULL) {
            *id = (wend_mesh_obstacle_id){0, 0};
        }
        return wendi_refuse_null(message, function, def == NULL ? "def" : "id");
    }
    *id = (wend_mesh_obstacle_id){0, 0};
    return edit(mesh, function, id, def, 1, message);
}

wend_result wend_mesh_move_obstacle(wend_mesh *mesh, wend_mesh_obstacle_id id,
                                    const wend_mesh_obstacle_def *def, wend_message *message)
{
    static const char function[] = "wend_mesh_move_obstacle";
    if (def == NULL) {
        return wendi_refuse_null(message, function, "def");
    }
    if (mesh != NULL && id.index1 == 0) {
        return wendi_refuse_id(message, function, "obstacle", 0, id.generation);
    }
    return edit(mesh, function, &id, def, 1, message);
}

wend_result wend_mesh_set_obstacles(wend_mesh *mesh, wend_mesh_obstacle_id *ids,
                                    const wend_mesh_obstacle_def *defs, size_t count,
                                    wend_message *message)
{
    return edit(mesh, "wend_mesh_set_obstacles", ids, defs, count, message);
}

wend_result wend_mesh_set_executor(wend_mesh *mesh, const wend_executor *executor)
{
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    mesh->executor = executor == NULL ? (wend_executor){NULL, NULL} : *executor;
    return WEND_OK;
}

wend_result wend_mesh_set_keeps_pieces(wend_mesh *mesh, bool keeps)
{
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    mesh->keeps_pieces = keeps;
    return WEND_OK;
}

wend_result wend_mesh_remove_obstacle(wend_mesh *mesh, wend_mesh_obstacle_id id)
{
    static const char function[] = "wend_mesh_remove_obstacle";
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_mesh_obstacle_slot *slot = slot_of(mesh, id);
    if (slot == NULL) {
        return wendi_refuse_id(&mesh->error, function, "obstacle", id.index1, id.generation);
    }
    wendi_mesh_obstacle_change change = {.slot = id.index1 - 1,
                                         .was_used = true,
                                         .is_used = false,
                                         .def = slot->def,
                                         .shape = slot->shape};
    const wend_result result = wendi_mesh_carve_edit(mesh, &change, 1);
    if (result == WEND_OK) {
        release_slot(mesh->carve, change.slot, true);
    }
    return wendi_fail_plain(&mesh->error, function, result);
}

/* ---- reading ---- */

wend_result wend_mesh_get_obstacle(const wend_mesh *mesh, wend_mesh_obstacle_id id,
                                   wend_mesh_obstacle_def *def)
{
    if (def != NULL) {
        *def = wend_mesh_obstacle_def_default();
    }
    if (mesh == NULL || def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_mesh_obstacle_slot *slot = slot_of(mesh, id);
    if (slot == NULL) {
        return WEND_ERROR_STALE;
    }
    *def = slot->def;
    return WEND_OK;
}

uint32_t wend_mesh_obstacle_corners(const wend_mesh *mesh, wend_mesh_obstacle_id id,
                                    wend_vec2 *corners)
{
    const wendi_mesh_obstacle_slot *slot = mesh == NULL ? NULL : slot_of(mesh, id);
    if (slot == NULL || corners == NULL) {
        return 0;
    }
    memcpy(corners, slot->shape.points, slot->shape.count * sizeof *corners);
    return slot->shape.count;
}

size_t wend_mesh_obstacle_count(const wend_mesh *mesh)
{
    return mesh == NULL || mesh->carve == NULL ? 0 : mesh->carve->count;
}

wend_result wend_mesh_list_obstacles(const wend_mesh *mesh, wend_mesh_obstacle_id *ids,
                                     size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (mesh == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_mesh_carve *carve = mesh->carve;
    size_t written = 0;
    for (uint32_t i = 0; carve != NULL && i < carve->slot_count && written < capacity; i++) {
        if (carve->slots[i].is_used) {
            ids[written++] = (wend_mesh_obstacle_id){i + 1, carve->slots[i].generation};
        }
    }
    *count = wend_mesh_obstacle_count(mesh);
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_node wend_mesh_polygon_origin(const wend_mesh *mesh, wend_node polygon)
{
    return mesh == NULL || polygon >= mesh->polygon_count ? WEND_NODE_NONE
                                                          : wendi_mesh_home(mesh, polygon);
}
