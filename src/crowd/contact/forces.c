/* The external forces on bodies (impulses, explosions, zones), and bodies embedded in new walls.
 * Cost: nothing for bodies without any. */
#include "crowd/contact/forces.h"
#include "crowd/contact/zones.h"

#include "base/math/vec2.h"
#include "world/mesh/store.h"

#include <math.h>

static const double PUSH_MOST = 10000; /* metres a second */

static wend_vec2 shortened(wend_vec2 v, double most)
{
    const double length = wendi_vec2_length_unscaled(v);
    if (!(length > most)) {
        return v;
    }
    return (wend_vec2){v.x / length * most, v.y / length * most};
}

/* ---- embedded bodies ---- */

/* After edits of a mesh: the polygon under a body, at its height. @return true if either is another. */
static bool relocate(wendi_bodies *b, uint32_t body, const wend_mesh *mesh)
{
    static const double SAME = 1e-6; /* metres of height */
    wend_mesh_location at = wendi_bodies_location(b, body);
    const wend_mesh_polygon known = wend_mesh_get_polygon(mesh, at.polygon);
    wend_mesh_location on = at;
    on.z = (double)NAN; /* only its own polygon */
    const double off = wend_mesh_height(mesh, at.polygon, at.x, at.y) - at.z;
    if (known.count > 0 && off < SAME && off > -SAME &&
        wendi_mesh_polygon_of(mesh, &on) == at.polygon) {
        return false;
    }
    at.polygon = wend_mesh_locate(mesh, at.x, at.y, at.z);
    const double z = wend_mesh_height(mesh, at.polygon, at.x, at.y);
    if (at.polygon != WEND_NODE_NONE && wendi_bodies_is_level_with(b, body, z)) {
        at.z = z;
    } else {
        at.polygon = WEND_NODE_NONE; /* the ground is gone */
    }
    wendi_bodies_put(b, body, &at);
    return true;
}

static void update_embedded(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    const uint32_t bit = (uint32_t)WENDI_BODY_EMBEDDED;
    if ((b->flags[body] & (uint32_t)WENDI_BODY_ON_LINK) != 0) {
        return;
    }
    if (set->mesh != NULL && relocate(b, body, set->mesh)) {
        wendi_detail_wake(&crowd->detail, body); /* others have it where it was */
    }
    const wend_mesh_location at = wendi_bodies_location(b, body);
    if ((set->mesh == NULL || at.polygon != WEND_NODE_NONE) &&
        wendi_obstacles_is_open_at(&crowd->obstacles, set, b->crowd_class[body], &at)) {
        b->flags[body] &= ~bit;
        return;
    }
    if ((b->flags[body] & bit) == 0) {
        b->flags[body] |= bit;
        wendi_detail_wake(&crowd->detail, body);
        wendi_events_set(&crowd->events, body, WEND_EVENT_EMBEDDED);
    }
}

/* ---- pushes ---- */

/* The displacement by forces in this tick, without walls and others. A push came after the body's last
 * tick, since pushed bodies move in each: it moves the body for one tick, whatever time the body makes up
 * for. */
static void compute_displacement(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    const double step = wendi_body_step(crowd, body);
    wend_vec2 carried;
    wend_vec2 pushed;
    wendi_zones_apply(crowd->zones, b, body, step, &carried, &pushed);
    const wend_vec2 apply_forces =
        shortened((wend_vec2){b->push_x[body] + pushed.x, b->push_y[body] + pushed.y}, PUSH_MOST);
    wendi_body_set_push(b, body, apply_forces.x, apply_forces.y);
    w->carried_x[body] = carried.x;
    w->carried_y[body] = carried.y;
    const double tick = crowd->step;
    w->displace_x[body] = (apply_forces.x + carried.x) * tick + carried.x * (step - tick);
    w->displace_y[body] = (apply_forces.y + carried.y) * tick + carried.y * (step - tick);
    const double squared =
        w->displace_x[body] * w->displace_x[body] + w->displace_y[body] * w->displace_y[body];
    w->displace_state[body] = squared > 0 ? (uint8_t)WENDI_DISPLACEMENT_PENDING : 0;
}

static void apply_forces(wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    const bool was_embedded = (b->flags[body] & (uint32_t)WENDI_BODY_EMBEDDED) != 0;
    w->displace_state[body] = 0;
    w->displaced_x[body] = 0;
    w->displaced_y[body] = 0;
    if (crowd->zones->active_count > 0) {
        w->carried_x[body] = 0;
        w->carried_y[body] = 0;
    }
    if (w->has_edits || was_embedded) {
        update_embedded(crowd, body);
    }
    if ((b->flags[body] & (uint32_t)WENDI_BODY_ON_LINK) != 0) {
        /* Off the ground nothing moves it. */
        wendi_body_set_push(&crowd->bodies, body, 0, 0);
    } else if (was_embedded || (b->flags[body] & (uint32_t)WENDI_BODY_EMBEDDED) != 0) {
        /* An embedded body rests where it gets out. */
        wendi_body_put_home(&crowd->bodies, body, b->x[body], b->y[body]);
    } else if (crowd->zones->active_count > 0 || b->push_x[body] < 0 || b->push_x[body] > 0 ||
               b->push_y[body] < 0 || b->push_y[body] > 0) {
        compute_displacement(crowd, body);
    }
}

void wendi_pass_forces(wend_crowd *crowd, size_t begin, size_t end)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_block_summary *block = &crowd->work.blocks[begin / WENDI_CROWD_BLOCK];
    *block = (wendi_block_summary){.extent = {1e300, -1e300, 1e300, -1e300},
                                   .radius_least = 1e300,
                                   .layer = UINT32_MAX,
                                   .touches = UINT32_MAX};
    for (size_t i = begin; i < end; ++i) {
        const uint32_t body = (uint32_t)i;
        if (wendi_bodies_is_alive(&crowd->bodies, body)) {
            crowd->work.is_held[body] = (b->flags[body] & (uint32_t)WENDI_BODY_HELD) != 0;
            if (wendi_body_stride(crowd, body) > 0) {
                apply_forces(crowd, body);
            } else if (crowd->work.has_edits) {
                update_embedded(crowd, body);
            }
            wendi_bodies_extent *e = &block->extent;
            e->low_x = b->x[body] < e->low_x ? b->x[body] : e->low_x;
            e->high_x = b->x[body] > e->high_x ? b->x[body] : e->high_x;
            e->low_y = b->y[body] < e->low_y ? b->y[body] : e->low_y;
            e->high_y = b->y[body] > e->high_y ? b->y[body] : e->high_y;
            block->max_radius =
                b->radius[body] > block->max_radius ? b->radius[body] : block->max_radius;
            block->radius_least =
                b->radius[body] < block->radius_least ? b->radius[body] : block->radius_least;
            block->layer &= b->layer[body];
            block->touches &= b->touches[body];
            const uint32_t lands = (uint32_t)WENDI_BODY_TELEPORTS | (uint32_t)WENDI_BODY_ON_LINK;
            const bool is_displaced =
                wendi_body_stride(crowd, body) > 0 && crowd->work.displace_state[body] != 0;
            block->moves |= is_displaced || (crowd->bodies.flags[body] & lands) != 0;
            block->steering |= crowd->bodies.goal[body] == (uint8_t)WEND_BODY_GOAL_STEER;
        }
    }
}

/* ---- calls ---- */

static bool is_number(double value, double most)
{
    return value >= -most && value <= most;
}

static void add_push(wend_crowd *crowd, uint32_t body, double x, double y)
{
    wendi_bodies *b = &crowd->bodies;
    const wend_vec2 apply_forces = shortened(
        (wend_vec2){b->push_x[body] + x / b->mass[body], b->push_y[body] + y / b->mass[body]},
        PUSH_MOST);
    wendi_detail_wake(&crowd->detail, body);
    crowd->work.moved_x[body] += apply_forces.x - b->push_x[body];
    crowd->work.moved_y[body] += apply_forces.y - b->push_y[body];
    wendi_body_set_push(b, body, apply_forces.x, apply_forces.y);
}

wend_result wend_crowd_apply_impulse(wend_crowd *crowd, wend_body_id id, wend_vec2 impulse)
{
    uint32_t body = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, "wend_crowd_apply_impulse", id, &body);
    if (result != WEND_OK) {
        return result;
    }
    if (!is_number(impulse.x, 1e15) || !is_number(impulse.y, 1e15)) {
        const bool is_x = !is_number(impulse.x, 1e15);
        return wendi_refuse(&crowd->error, "wend_crowd_apply_impulse",
                            is_x ? "impulse.x" : "impulse.y", is_x ? impulse.x : impulse.y, -1e15,
                            1e15);
    }
    add_push(crowd, body, impulse.x, impulse.y);
    return WEND_OK;
}

static bool is_behind_wall(const wend_crowd *crowd, uint32_t body, wend_vec2 centre)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    if (set->mesh != NULL) {
        /* Along the surface, from the body: the centre has no height. */
        const wend_mesh_location from = wendi_bodies_location(b, body);
        return !wendi_obstacles_is_way_clear(set, &from, centre, 0, crowd->obstacles.margin, NULL);
    }
    return !wendi_obstacles_is_segment_clear(set, centre, (wend_vec2){b->x[body], b->y[body]}, 0,
                                             crowd->obstacles.margin);
}

wend_result wend_crowd_apply_explosion(wend_crowd *crowd, uint32_t floor, wend_vec2 centre,
                                       double radius, double impulse, bool is_shielded,
                                       size_t *hit_count)
{
    if (hit_count != NULL) {
        *hit_count = 0;
    }
    static const char function[] = "wend_crowd_apply_explosion";
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result == WEND_OK) {
        result = wendi_crowd_check_position(crowd, function, centre, floor);
    }
    if (result == WEND_OK && !(radius > 0 && radius <= 1e6)) {
        result = wendi_fail(&crowd->error, WEND_ERROR_ARGUMENT,
                            "%s: radius is %s, and must be above 0 and at most 1e6", function,
                            wendi_format_number(radius).text);
    }
    if (result == WEND_OK && !is_number(impulse, 1e15)) {
        result = wendi_refuse(&crowd->error, function, "impulse", impulse, -1e15, 1e15);
    }
    if (result == WEND_OK && is_shielded) {
        result = wendi_crowd_update_obstacles(crowd, function);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_bodies *b = &crowd->bodies;
    size_t count = 0;
    for (uint32_t i = 0; i < b->high; ++i) {
        const double dx = b->x[i] - centre.x;
        const double dy = b->y[i] - centre.y;
        if (!wendi_bodies_is_alive(b, i) || b->floor[i] != floor ||
            dx * dx + dy * dy >= radius * radius ||
            (is_shielded && is_behind_wall(crowd, i, centre))) {
            continue;
        }
        /* A body exactly in the centre is pushed along x. */
        const double distance = wend_sqrt(dx * dx + dy * dy);
        const double strength = impulse * (1 - distance / radius);
        if (distance > 1e-9) {
            add_push(crowd, i, dx / distance * strength, dy / distance * strength);
        } else {
            add_push(crowd, i, strength, 0);
        }
        count++;
    }
    if (hit_count != NULL) {
        *hit_count = count;
    }
    return WEND_OK;
}
