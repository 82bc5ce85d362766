/* Zones that carry and push the bodies in them.
 * Cost: a look at each zone for each body, while there are zones. */
#include "crowd/contact/zones.h"
#include "crowd/core/crowd.h"

#include "base/core/memory.h"

enum { ZONE_COOKIE = 0x5A4F4E45, ZONE_BYTES = 4 * 4 + 9 * 8 };

wend_zone_def wend_zone_def_default(void)
{
    wend_zone_def def = {0};
    def.cookie = ZONE_COOKIE;
    def.layers = UINT32_MAX;
    return def;
}

void wendi_zones_free(wendi_zones *zones)
{
    wendi_free(&zones->allocator, zones->items, zones->capacity * sizeof *zones->items);
    *zones = (wendi_zones){.allocator = zones->allocator};
}

/* ---- effects ---- */

static double clamp_unit(double value)
{
    return value > 1 ? 1 : value;
}

/* Full strength around the eye, less towards its middle and towards the edge. */
static void whirl(const wend_zone_def *def, double dx, double dy, double factor, wend_vec2 *pushed)
{
    const double distance = wend_sqrt(dx * dx + dy * dy);
    if (!(distance > 0) || distance > def->radius) {
        return;
    }
    const double eye = 0.25 * def->radius;
    const double strength = distance < eye
                                ? distance / eye
                                : clamp_unit((def->radius - distance) / (def->radius - eye));
    const double ux = dx / distance;
    const double uy = dy / distance;
    pushed->x += (-uy * def->velocity.x - ux * def->velocity.y) * strength * factor;
    pushed->y += (ux * def->velocity.x - uy * def->velocity.y) * strength * factor;
}

static void apply_one(const wend_zone_def *def, double x, double y, double factor,
                      wend_vec2 *carried, wend_vec2 *pushed)
{
    if (def->kind == WEND_ZONE_TORNADO) {
        whirl(def, x - def->centre.x, y - def->centre.y, factor, pushed);
        return;
    }
    if (x < def->low.x || x > def->high.x || y < def->low.y || y > def->high.y) {
        return;
    }
    wend_vec2 *out = def->kind == WEND_ZONE_CONVEYOR ? carried : pushed;
    const double part = def->kind == WEND_ZONE_CONVEYOR ? 1 : factor;
    out->x += def->velocity.x * part;
    out->y += def->velocity.y * part;
}

void wendi_zones_apply(const wendi_zones *zones, const wendi_bodies *bodies, uint32_t body,
                       double step, wend_vec2 *carried, wend_vec2 *pushed)
{
    *carried = (wend_vec2){0, 0};
    *pushed = (wend_vec2){0, 0};
    if (zones->active_count == 0) {
        return;
    }
    const double factor = step / bodies->mass[body];
    for (uint32_t i = 0; i < zones->count; ++i) {
        const wendi_zone *zone = &zones->items[i];
        if ((zone->generation & 1) != 0 && zone->def.floor == bodies->floor[body] &&
            (zone->def.layers & bodies->layer[body]) != 0) {
            apply_one(&zone->def, bodies->x[body], bodies->y[body], factor, carried, pushed);
        }
    }
}

/* ---- calls ---- */

static const double VELOCITY_MOST = 1e9;

static bool is_number(double value, double most)
{
    return value >= -most && value <= most;
}

static bool is_sound(const wend_zone_def *def, uint32_t floor_count)
{
    const double most = WEND_COORDINATE_MAX;
    const bool is_known = def->kind == WEND_ZONE_CONVEYOR || def->kind == WEND_ZONE_WIND ||
                          def->kind == WEND_ZONE_TORNADO;
    return def->cookie == ZONE_COOKIE && is_known && def->floor < floor_count &&
           is_number(def->low.x, most) && is_number(def->low.y, most) &&
           is_number(def->high.x, most) && is_number(def->high.y, most) &&
           is_number(def->centre.x, most) && is_number(def->centre.y, most) && def->radius >= 0 &&
           def->radius <= most && is_number(def->velocity.x, VELOCITY_MOST) &&
           is_number(def->velocity.y, VELOCITY_MOST);
}

static wend_result check_def(wend_crowd *crowd, const char *function, const wend_zone_def *def)
{
    if (def == NULL) {
        return wendi_refuse_null(&crowd->error, function, "def");
    }
    if (def->cookie != ZONE_COOKIE) {
        return wendi_refuse_cookie(&crowd->error, function, def->cookie, "wend_zone_def_default");
    }
    if (!(def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(&crowd->error, function, "radius", def->radius, 0, WEND_COORDINATE_MAX);
    }
    wend_result result = wendi_crowd_check_position(crowd, function, def->centre, def->floor);
    if (result == WEND_OK) {
        result = wendi_check_vec2(&crowd->error, function, "low", def->low);
    }
    if (result == WEND_OK) {
        result = wendi_check_vec2(&crowd->error, function, "high", def->high);
    }
    if (result != WEND_OK || is_sound(def, crowd->obstacles.floor_count)) {
        return result;
    }
    if (!is_number(def->velocity.x, VELOCITY_MOST) || !is_number(def->velocity.y, VELOCITY_MOST)) {
        const bool is_x = !is_number(def->velocity.x, VELOCITY_MOST);
        return wendi_refuse(&crowd->error, function, is_x ? "velocity.x" : "velocity.y",
                            is_x ? def->velocity.x : def->velocity.y, -VELOCITY_MOST,
                            VELOCITY_MOST);
    }
    return wendi_refuse(&crowd->error, function, "kind", (int)def->kind, WEND_ZONE_CONVEYOR,
                        WEND_ZONE_TORNADO);
}

static wend_result find_zone(wend_crowd *crowd, const char *function, wend_zone_id id,
                             wendi_zone **zone)
{
    const wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    const wendi_zones *zones = crowd->zones;
    if (id.index1 == 0 || id.index1 > zones->count || (id.generation & 1) == 0 ||
        zones->items[id.index1 - 1].generation != id.generation) {
        (void)wendi_refuse_id(&crowd->error, function, "zone", id.index1, id.generation);
        return WEND_ERROR_STALE;
    }
    *zone = &zones->items[id.index1 - 1];
    return WEND_OK;
}

static wendi_zone *allocate_zone(wendi_zones *zones, wend_result *result)
{
    for (uint32_t i = 0; i < zones->count; ++i) {
        if ((zones->items[i].generation & 1) == 0) {
            return &zones->items[i];
        }
    }
    if (zones->count == WENDI_ZONES_MOST) {
        *result = WEND_ERROR_FULL;
        return NULL;
    }
    if (zones->count == zones->capacity) {
        const uint32_t more = zones->capacity * 2 + 8;
        wendi_zone *items = wendi_resize(&zones->allocator, zones->items,
                                         zones->capacity * sizeof *items, more * sizeof *items);
        if (items == NULL) {
            *result = WEND_ERROR_MEMORY;
            return NULL;
        }
        zones->items = items;
        zones->capacity = more;
    }
    zones->items[zones->count] = (wendi_zone){.generation = 0};
    return &zones->items[zones->count++];
}

wend_result wend_crowd_add_zone(wend_crowd *crowd, const wend_zone_def *def, wend_zone_id *id)
{
    if (id != NULL) {
        *id = (wend_zone_id){0, 0};
    }
    static const char function[] = "wend_crowd_add_zone";
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result == WEND_OK) {
        result = check_def(crowd, function, def);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_zone *zone = allocate_zone(crowd->zones, &result);
    if (zone == NULL) {
        return result == WEND_ERROR_FULL
                   ? wendi_fail(&crowd->error, result, "%s: there are %d zones, which is the most",
                                function, (int)WENDI_ZONES_MOST)
                   : wendi_fail_plain(&crowd->error, function, result);
    }
    zone->def = *def;
    zone->generation++;
    crowd->zones->active_count++;
    if (id != NULL) {
        *id = (wend_zone_id){(uint32_t)(zone - crowd->zones->items) + 1, zone->generation};
    }
    return WEND_OK;
}

wend_result wend_crowd_set_zone(wend_crowd *crowd, wend_zone_id id, const wend_zone_def *def)
{
    wendi_zone *zone = NULL;
    wend_result result = find_zone(crowd, "wend_crowd_set_zone", id, &zone);
    if (result == WEND_OK) {
        result = check_def(crowd, "wend_crowd_set_zone", def);
    }
    if (result != WEND_OK) {
        return result;
    }
    zone->def = *def;
    return WEND_OK;
}

wend_result wend_crowd_remove_zone(wend_crowd *crowd, wend_zone_id id)
{
    wendi_zone *zone = NULL;
    const wend_result result = find_zone(crowd, "wend_crowd_remove_zone", id, &zone);
    if (result != WEND_OK) {
        return result;
    }
    zone->generation++;
    crowd->zones->active_count--;
    return WEND_OK;
}

/* ---- state ---- */

static void visit_zone(wendi_visitor *v, wendi_zone *zone, uint32_t floor_count)
{
    wend_zone_def *def = &zone->def;
    wendi_visit_u32(v, &zone->generation);
    const uint32_t kind = wendi_visit_code(v, (uint32_t)def->kind, WEND_ZONE_TORNADO);
    if (wendi_visitor_is_reading(v)) {
        *def = wend_zone_def_default();
        def->kind = (wend_zone_kind)kind;
    }
    wendi_visit_u32(v, &def->floor);
    wendi_visit_u32(v, &def->layers);
    wendi_visit_vec2(v, &def->low);
    wendi_visit_vec2(v, &def->high);
    wendi_visit_vec2(v, &def->centre);
    wendi_visit_f64(v, &def->radius);
    wendi_visit_vec2(v, &def->velocity);
    if (wendi_visitor_is_reading(v)) {
        wendi_visit_expect(v, is_sound(def, floor_count), NULL);
    }
}

void wendi_zones_visit(wendi_zones *zones, uint32_t floor_count, wendi_visitor *v)
{
    const size_t count = wendi_visit_count(v, zones->count, ZONE_BYTES, WENDI_ZONES_MOST);
    if (wendi_visitor_is_reading(v) && count > 0) {
        zones->items = wendi_alloc_zero(&zones->allocator, count * sizeof *zones->items);
        if (!wendi_visit_expect_memory(v, zones->items != NULL)) {
            return;
        }
        zones->count = zones->capacity = (uint32_t)count;
    }
    for (uint32_t i = 0; i < zones->count && !wendi_visitor_has_failed(v); ++i) {
        /* Free slots hold a definition, too. */
        visit_zone(v, &zones->items[i], floor_count);
    }
    if (wendi_visitor_is_reading(v)) {
        for (uint32_t i = 0; i < zones->count; ++i) {
            zones->active_count += zones->items[i].generation & 1;
        }
    }
}
