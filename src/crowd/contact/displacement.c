/* Moves bodies by external forces, along walls and other bodies, and teleports. Bodies never pass
 * through each other here, and never land on each other. Single-threaded: the order matters.
 * Cost: nothing while no body is pushed; else a look at each body, and at the bodies around each
 * one that moves, for every stride.
 *
 * Bodies are moved one after the other, each until something stops it. If that is a body which is
 * to move in this tick as well, that one moves first:
 *
 *      a -> b -> c     a meets b, which waits to be moved: b moves first and meets c, which moves
 *                      first; then b continues, then a. So a row that is carried along stays a row.
 *
 * A body that still blocks the movement gets a part of the push, as in an inelastic collision, and
 * moves by it from the next tick on. */
#include "crowd/contact/forces.h"
#include "crowd/contact/zones.h"
#include "crowd/core/motion.h"

#include "base/core/memory.h"
#include "base/math/vec2.h"

/* ---- chains of bodies by cell ---- */

enum { SIDE_LEAST = 16 };

static size_t head_bytes(const wendi_body_chains *chains)
{
    return (size_t)chains->side * chains->side * sizeof *chains->heads;
}

wend_result wendi_body_chains_create(wendi_body_chains *chains, uint32_t limit,
                                     const wend_allocator *a)
{
    *chains = (wendi_body_chains){.limit = limit, .side = SIDE_LEAST, .size = 1, .allocator = *a};
    while ((size_t)chains->side * chains->side < limit) {
        chains->side *= 2;
    }
    chains->heads = wendi_alloc_zero(a, head_bytes(chains));
    chains->next = wendi_alloc_zero(a, limit * sizeof *chains->next);
    if (chains->heads == NULL || chains->next == NULL) {
        wendi_body_chains_free(chains);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

void wendi_body_chains_free(wendi_body_chains *chains)
{
    wendi_free(&chains->allocator, chains->heads, chains->heads == NULL ? 0 : head_bytes(chains));
    wendi_free(&chains->allocator, chains->next,
               chains->next == NULL ? 0 : chains->limit * sizeof *chains->next);
    *chains = (wendi_body_chains){.allocator = chains->allocator};
}

size_t wendi_body_chains_memory_bytes(const wendi_body_chains *chains)
{
    return head_bytes(chains) + chains->limit * sizeof *chains->next;
}

/* ---- their bodies ---- */

static uint32_t cell_of(const wendi_body_chains *chains, double metres)
{
    const double cells = metres / chains->size;
    const int64_t whole = (int64_t)cells;
    return (uint32_t)(uint64_t)(cells < (double)whole ? whole - 1 : whole);
}

static uint32_t *head_at(const wendi_body_chains *chains, uint32_t column, uint32_t row)
{
    const uint32_t mask = chains->side - 1;
    return &chains->heads[(size_t)(row & mask) * chains->side + (column & mask)];
}

static uint32_t *head_of(const wendi_body_chains *chains, double x, double y)
{
    return head_at(chains, cell_of(chains, x), cell_of(chains, y));
}

static void link(wendi_body_chains *chains, const wendi_bodies *bodies, uint32_t body)
{
    uint32_t *head = head_of(chains, bodies->x[body], bodies->y[body]);
    chains->next[body] = *head;
    *head = body;
}

static void chains_move(wendi_body_chains *chains, wendi_bodies *bodies, uint32_t body,
                        wend_vec2 to)
{
    uint32_t *from = head_of(chains, bodies->x[body], bodies->y[body]);
    bodies->x[body] = to.x;
    bodies->y[body] = to.y;
    if (from == head_of(chains, to.x, to.y)) {
        return;
    }
    while (*from != body) {
        from = &chains->next[*from];
    }
    *from = chains->next[body];
    link(chains, bodies, body);
}

static void chains_around(const wendi_body_chains *chains, double x, double y, uint32_t heads[9])
{
    const uint32_t column = cell_of(chains, x);
    const uint32_t row = cell_of(chains, y);
    for (uint32_t i = 0; i < 9; ++i) {
        heads[i] = *head_at(chains, column + i % 3 - 1, row + i / 3 - 1);
    }
}

/* A pushed body slows down by drag, a part each second, and by friction. */
static const double DRAG = 1.5;
static const double FRICTION = 4.0;
static const double STRIDE = 1.0; /* metres looked ahead */
static const double SKIN = 0.001; /* metres kept between bodies */
static const double NOTHING = 1e-9;

/* Rings of positions around an exit, as far as WENDI_TELEPORT_EXIT_RADII. */
enum { STRIDES_MOST = 1024, SLIDES_MOST = 4, TRIES = 3, RINGS = 4 };

/* Values of wendi_workspace.displace_state. */
enum { RESTS = 0, WAITS = WENDI_DISPLACEMENT_PENDING, MOVES = 2, HAS_MOVED = 3 };

static double dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static wend_vec2 times(wend_vec2 v, double factor)
{
    return (wend_vec2){v.x * factor, v.y * factor};
}

static const wendi_obstacle_set *set_of(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
}

void wendi_body_set_push(wendi_bodies *bodies, uint32_t body, double x, double y)
{
    bodies->vx[body] += x - bodies->push_x[body];
    bodies->vy[body] += y - bodies->push_y[body];
    bodies->push_x[body] = x;
    bodies->push_y[body] = y;
}

/* ---- hits ---- */

typedef struct disc_hit {
    double part;    /* of the movement until then */
    uint32_t other; /* WENDI_NONE: none */
    wend_vec2 n;    /* of length 1, towards the other */
} disc_hit;

static bool may_touch(const wendi_bodies *b, uint32_t i, uint32_t j)
{
    return i != j && wendi_bodies_are_level(b, i, j) && (b->touches[i] & b->layer[j]) != 0 &&
           (b->touches[j] & b->layer[i]) != 0;
}

/* A body that touches another already may move away from it, not towards it. */
static void sweep_disc(const wendi_bodies *b, uint32_t i, uint32_t j, wend_vec2 by, disc_hit *first)
{
    const wend_vec2 p = {b->x[j] - b->x[i], b->y[j] - b->y[i]};
    const double touch = b->radius[i] + b->radius[j] + SKIN;
    const double nears = dot(p, by);
    const double gap = dot(p, p) - touch * touch;
    const double squared = dot(by, by);
    const double root = nears * nears - squared * gap;
    if (!(nears > 0) || !(squared > 0) || root < 0) {
        return;
    }
    const double part = gap > 0 ? (nears - wend_sqrt(root)) / squared : 0;
    if (part > first->part || (!(part < first->part) && j >= first->other)) {
        return;
    }
    const wend_vec2 n = {p.x - part * by.x, p.y - part * by.y};
    const double length = wendi_vec2_length_unscaled(n);
    *first = (disc_hit){part, j, times(n, 1 / length)};
}

static disc_hit first_hit(const wend_crowd *crowd, uint32_t body, wend_vec2 by)
{
    const wendi_bodies *b = &crowd->bodies;
    uint32_t heads[9];
    disc_hit first = {1, WENDI_NONE, {0, 0}};
    chains_around(crowd->chains, b->x[body], b->y[body], heads);
    for (uint32_t k = 0; k < 9; ++k) {
        for (uint32_t j = heads[k]; j != WENDI_NONE; j = crowd->chains->next[j]) {
            if (may_touch(b, body, j)) {
                sweep_disc(b, body, j, by, &first);
            }
        }
    }
    return first;
}

/* True if the body would overlap none there or, with from_here, none more than it does now. */
static bool has_room(const wend_crowd *crowd, uint32_t body, wend_vec2 at, bool from_here)
{
    const wendi_bodies *b = &crowd->bodies;
    uint32_t heads[9];
    chains_around(crowd->chains, at.x, at.y, heads);
    for (uint32_t k = 0; k < 9; ++k) {
        for (uint32_t j = heads[k]; j != WENDI_NONE; j = crowd->chains->next[j]) {
            const wend_vec2 p = {b->x[j] - at.x, b->y[j] - at.y};
            const wend_vec2 now = {b->x[j] - b->x[body], b->y[j] - b->y[body]};
            const double touch = b->radius[body] + b->radius[j];
            if (may_touch(b, body, j) && dot(p, p) < touch * touch &&
                !(from_here && dot(p, p) >= dot(now, now))) {
                return false;
            }
        }
    }
    return true;
}

/* ---- one body ---- */

/* The velocity of a body by external forces. */
static wend_vec2 moved_by(const wend_crowd *crowd, uint32_t i)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    /* Else carried_x, carried_y are not set. */
    const bool are_zones = crowd->zones->active_count > 0 && wendi_body_stride(crowd, i) > 0;
    return (wend_vec2){b->push_x[i] + (are_zones ? w->carried_x[i] : 0),
                       b->push_y[i] + (are_zones ? w->carried_y[i] : 0)};
}

/* An inelastic collision: both continue alike along n, by their masses. A held body gains
 * nothing. */
static void bump(wend_crowd *crowd, uint32_t i, const disc_hit *to)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    const uint32_t j = to->other;
    const wend_vec2 own = moved_by(crowd, i);
    const wend_vec2 its = moved_by(crowd, j);
    const double nears = dot(own, to->n) - dot(its, to->n);
    if (!(nears > 0)) {
        return;
    }
    const bool is_held = w->is_held[j] || (b->flags[j] & (uint32_t)WENDI_BODY_EMBEDDED) != 0;
    const double share = is_held ? 0 : b->mass[i] / (b->mass[i] + b->mass[j]);
    const double push = b->push_x[i] * to->n.x + b->push_y[i] * to->n.y;
    const double loss = nears * (1 - share) < push ? nears * (1 - share) : push;
    if (loss > 0) {
        wendi_body_set_push(b, i, b->push_x[i] - loss * to->n.x, b->push_y[i] - loss * to->n.y);
    }
    const double gain = nears * share;
    wendi_detail_wake(&crowd->detail, j);
    wendi_body_set_push(b, j, b->push_x[j] + gain * to->n.x, b->push_y[j] + gain * to->n.y);
}

/* Slides along walls; less far where that bends the movement onto another body. */
static wend_vec2 along_walls(const wend_crowd *crowd, uint32_t body, wend_vec2 by,
                             wend_mesh_location *end)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_mesh_location here = wendi_bodies_location(b, body);
    const wend_vec2 from = {here.x, here.y};
    for (int32_t i = 0; i < TRIES; ++i) {
        *end = wendi_obstacles_move_disc_at(set_of(crowd, body), here, by, b->radius[body],
                                            crowd->obstacles.margin);
        const wend_vec2 to = {end->x, end->y};
        const wend_vec2 moved = {to.x - from.x, to.y - from.y};
        const wend_vec2 bent = {moved.x - by.x, moved.y - by.y};
        if (!(wendi_vec2_length_unscaled(bent) > NOTHING) || has_room(crowd, body, to, true)) {
            return moved;
        }
        by = times(by, 0.5);
    }
    *end = here;
    return (wend_vec2){0, 0};
}

/* Removes the part of a movement that a wall stopped from the push. @return the rest of the
 * displacement. */
static wend_vec2 bend(wendi_bodies *b, uint32_t body, wend_vec2 rest, wend_vec2 moved)
{
    const double length = wendi_vec2_length_unscaled(moved);
    if (!(length > NOTHING)) {
        wendi_body_set_push(b, body, 0, 0);
        return (wend_vec2){0, 0};
    }
    const wend_vec2 direction = times(moved, 1 / length);
    const double push = b->push_x[body] * direction.x + b->push_y[body] * direction.y;
    const double kept = push > 0 ? push : 0;
    wendi_body_set_push(b, body, direction.x * kept, direction.y * kept);
    const double left = dot(rest, direction);
    return times(direction, left > 0 ? left : 0);
}

/* One stride. @return false where another body must be moved first. */
static bool stride(wend_crowd *crowd, uint32_t body, uint32_t *slides, uint32_t *before)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    const wend_vec2 left = {w->displace_x[body], w->displace_y[body]};
    const double length = wendi_vec2_length_unscaled(left);
    const wend_vec2 by = times(left, length > STRIDE ? STRIDE / length : 1);
    const disc_hit to = first_hit(crowd, body, by);
    if (to.other != WENDI_NONE && w->displace_state[to.other] == (uint8_t)WAITS) {
        *before = to.other;
        return false;
    }
    const wend_vec2 free = times(by, to.part);
    wend_mesh_location end;
    const wend_vec2 moved = along_walls(crowd, body, free, &end);
    const wend_vec2 from = {b->x[body], b->y[body]};
    if (b->z != NULL) {
        chains_move(crowd->chains, b, body, (wend_vec2){end.x, end.y});
        wendi_bodies_put(b, body, &end);
    } else {
        chains_move(crowd->chains, b, body, wend_vec2_add(from, moved));
    }
    w->displaced_x[body] += b->x[body] - from.x;
    w->displaced_y[body] += b->y[body] - from.y;
    wend_vec2 rest = {left.x - free.x, left.y - free.y};
    const wend_vec2 bent = {moved.x - free.x, moved.y - free.y};
    if (wendi_vec2_length_unscaled(bent) > NOTHING) {
        rest = bend(b, body, rest, moved);
    } else if (to.other != WENDI_NONE) {
        bump(crowd, body, &to);
        const double into = dot(rest, to.n);
        rest = (wend_vec2){rest.x - into * to.n.x, rest.y - into * to.n.y};
        *slides += 1;
    }
    if (*slides > SLIDES_MOST) {
        rest = (wend_vec2){0, 0};
    }
    w->displace_x[body] = rest.x;
    w->displace_y[body] = rest.y;
    return true;
}

static bool displace(wend_crowd *crowd, uint32_t body, uint32_t *before)
{
    const wendi_workspace *w = &crowd->work;
    uint32_t slides = 0;
    for (int32_t i = 0; i < STRIDES_MOST; ++i) {
        const wend_vec2 left = {w->displace_x[body], w->displace_y[body]};
        if (!(wendi_vec2_length_unscaled(left) > NOTHING)) {
            break;
        }
        if (!stride(crowd, body, &slides, before)) {
            return false;
        }
    }
    return true;
}

/* Moves a body, and before it those that it waits for. */
static void displace_body(wend_crowd *crowd, uint32_t first)
{
    wendi_workspace *w = &crowd->work;
    uint32_t depth = 0;
    w->stack[depth++] = first;
    w->displace_state[first] = MOVES;
    while (depth > 0) {
        const uint32_t body = w->stack[depth - 1];
        uint32_t before = WENDI_NONE;
        if (displace(crowd, body, &before)) {
            w->displace_state[body] = HAS_MOVED;
            const wend_vec2 push = {crowd->bodies.push_x[body], crowd->bodies.push_y[body]};
            const double speed = wendi_vec2_length_unscaled(push);
            const double left = speed / (1 + DRAG * crowd->step) - FRICTION * crowd->step;
            const double part = left > 0 ? left / speed : 0;
            wendi_body_set_push(&crowd->bodies, body, push.x * part, push.y * part);
            depth--;
        } else {
            w->displace_state[before] = MOVES;
            w->stack[depth++] = before;
        }
    }
}

/* ---- teleports ---- */

static bool can_land(const wend_crowd *crowd, uint32_t body, const wendi_obstacle_set *set,
                     const wend_mesh_location *exit, wend_mesh_location *at, bool is_exit)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 to = {at->x, at->y};
    if (set->mesh != NULL) {
        return has_room(crowd, body, to, false) &&
               (is_exit ||
                wendi_obstacles_is_way_clear(set, exit, to, 0, crowd->obstacles.margin, at));
    }
    return wendi_obstacles_is_open(&crowd->obstacles, set, b->crowd_class[body], at->x, at->y) &&
           has_room(crowd, body, to, false) &&
           (is_exit || wendi_obstacles_is_segment_clear(set, (wend_vec2){exit->x, exit->y}, to, 0,
                                                        crowd->obstacles.margin));
}

/* The exit, or a free position beside it, in rings of six, twelve, ... positions around it. */
static bool find_exit(const wend_crowd *crowd, uint32_t body, const wendi_obstacle_set *set,
                      const wend_mesh_location *exit, wend_mesh_location *at)
{
    const double apart = 2 * crowd->bodies.radius[body] + 2 * SKIN;
    for (int32_t ring = 0; ring <= RINGS; ++ring) {
        for (int32_t q = -ring; q <= ring; ++q) {
            for (int32_t r = -ring; r <= ring; ++r) {
                const int32_t s = q + r;
                const bool is_on =
                    q == ring || q == -ring || r == ring || r == -ring || s == ring || s == -ring;
                const bool is_in = s <= ring && s >= -ring;
                *at = *exit;
                at->x += apart * ((double)q + 0.5 * (double)r);
                at->y += apart * 0.8660254037844386 * (double)r;
                if (is_on && is_in && can_land(crowd, body, set, exit, at, ring == 0)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The floor that a body teleports to: along a route that of its leg's end. */
static uint32_t exit_floor(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_body_route *route = &crowd->routes.of[body];
    if (b->goal[body] != (uint8_t)WEND_BODY_GOAL_POINT &&
        b->goal[body] != (uint8_t)WEND_BODY_GOAL_PATH) {
        return b->goal_floor[body];
    }
    const bool has_floor = b->leg[body] < route->count && route->legs[b->leg[body]].floor1 > 0;
    return has_floor ? route->legs[b->leg[body]].floor1 - 1 : b->floor[body];
}

/* The end of a link that is out of use by now: the nearest open ground. */
static bool find_link_exit(const wend_crowd *crowd, uint32_t body, const wendi_obstacle_set *set,
                           wend_mesh_location *exit)
{
    const wendi_bodies *b = &crowd->bodies;
    *exit = wend_mesh_location_at(b->link_x[body], b->link_y[body], b->link_z[body]);
    return (wendi_obstacles_locate(set, exit) &&
            wendi_obstacles_is_open_at(&crowd->obstacles, set, b->crowd_class[body], exit)) ||
           wendi_obstacles_nearest_open_at(&crowd->obstacles, set, b->crowd_class[body], exit,
                                           b->radius[body], exit);
}

/* On a mesh: the end of a leg that is not walked. */
static void land(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set = set_of(crowd, body);
    const wend_mesh_location here = wendi_bodies_location(b, body);
    const uint32_t flags = b->flags[body];
    wend_mesh_location exit;
    if (!find_link_exit(crowd, body, set, &exit)) {
        return;
    }
    /* Room is that on the ground at the exit. */
    b->z[body] = wend_mesh_height(set->mesh, exit.polygon, exit.x, exit.y);
    exit.z = b->z[body];
    b->flags[body] &= ~((uint32_t)WENDI_BODY_TELEPORTS | (uint32_t)WENDI_BODY_ON_LINK);
    wend_mesh_location at = exit;
    if (!find_exit(crowd, body, set, &exit, &at)) {
        b->z[body] = here.z;
        b->flags[body] = flags;
        return;
    }
    crowd->work.displace_state[body] = RESTS;
    chains_move(crowd->chains, b, body, (wend_vec2){at.x, at.y});
    wendi_bodies_put(b, body, &at);
    wendi_body_put_home(b, body, at.x, at.y);
}

static void teleport(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    if (b->z != NULL) {
        land(crowd, body);
        return;
    }
    const uint32_t floor = b->floor[body];
    const uint32_t to_floor = exit_floor(crowd, body);
    const wend_mesh_location exit =
        wend_mesh_location_at(b->goal_vector_x[body], b->goal_vector_y[body], 0);
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, to_floor, b->crowd_class[body]);
    if (!wendi_obstacles_is_open(&crowd->obstacles, set, b->crowd_class[body], exit.x, exit.y)) {
        b->flags[body] &= ~(uint32_t)WENDI_BODY_TELEPORTS;
        return;
    }
    b->floor[body] = to_floor;
    wend_mesh_location at = exit;
    if (!find_exit(crowd, body, set, &exit, &at)) {
        b->floor[body] = floor;
        return;
    }
    b->flags[body] &= ~(uint32_t)WENDI_BODY_TELEPORTS;
    crowd->work.displace_state[body] = RESTS;
    chains_move(crowd->chains, b, body, (wend_vec2){at.x, at.y});
    if (b->floor[body] != floor) {
        wendi_events_set(&crowd->events, body, WEND_EVENT_FLOOR);
    }
}

/* ---- the pass ---- */

static bool teleports(const wendi_bodies *b, uint32_t body)
{
    const uint32_t flags = wendi_bodies_is_alive(b, body) ? b->flags[body] : 0;
    const bool is_at_link_end =
        (flags & (uint32_t)WENDI_BODY_ON_LINK) != 0 && !(b->link_speed[body] > 0);
    return (flags & (uint32_t)WENDI_BODY_TELEPORTS) != 0 || is_at_link_end;
}

static bool is_any_moved(const wend_crowd *crowd, double *radius)
{
    const wendi_block_summary *blocks = crowd->work.blocks;
    bool is_any = false;
    *radius = 0;
    for (uint32_t i = 0; i < crowd->bodies.high; i += WENDI_CROWD_BLOCK) {
        const wendi_block_summary *block = &blocks[i / WENDI_CROWD_BLOCK];
        is_any = is_any || block->moves;
        *radius = block->max_radius > *radius ? block->max_radius : *radius;
    }
    return is_any;
}

void wendi_displace_bodies(wend_crowd *crowd)
{
    const wendi_bodies *b = &crowd->bodies;
    double radius = 0;
    if (!is_any_moved(crowd, &radius)) {
        return;
    }
    wendi_body_chains *chains = crowd->chains;
    chains->size = 2 * radius + STRIDE + SKIN;
    for (size_t i = 0; i < (size_t)chains->side * chains->side; ++i) {
        chains->heads[i] = WENDI_NONE;
    }
    for (uint32_t i = 0; i < b->high; ++i) {
        if (wendi_bodies_is_alive(b, i)) {
            link(chains, b, i);
        }
    }
    for (uint32_t i = 0; i < b->high; ++i) {
        if (teleports(b, i)) {
            teleport(crowd, i);
        }
    }
    for (uint32_t i = 0; i < b->high; ++i) {
        if (wendi_bodies_is_alive(b, i) && crowd->work.displace_state[i] == (uint8_t)WAITS) {
            displace_body(crowd, i);
        }
    }
}
