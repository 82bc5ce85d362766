/* Reports of contacts with walls and bodies that began in a tick.
 * Cost: nothing unless a body reports; for one that does, its neighbours and the walls near it. */
#include "crowd/contact/contacts.h"

#include "base/core/memory.h"
#include "base/math/vec2.h"

/* Metres of a gap that count as none: as much as bodies and walls keep from each other. */
static const double TOUCH = 0.02;
/* Metres a second: a slower approach is an old contact, or slides along. */
static const double SLOWEST = 0.05;

/* Cosine: walls in such directions count as one. */
static const double ALIKE = 0.9;

/* At two moments. */
enum { FOUND_MOST = 2 * (WENDI_CONTACTS_MOST + WENDI_CONSTRAINTS_MOST) };

void wendi_contacts_free(wendi_contacts *contacts)
{
    wendi_free(&contacts->allocator, contacts->items, contacts->capacity * sizeof *contacts->items);
    *contacts = (wendi_contacts){.allocator = contacts->allocator};
}

static bool reports(const wend_crowd *crowd, uint32_t body)
{
    return crowd->contacts->are_all ||
           (crowd->bodies.flags[body] & (uint32_t)WENDI_BODY_REPORTS_CONTACTS) != 0;
}

bool wendi_contacts_prepare(wend_crowd *crowd)
{
    wendi_contacts *contacts = crowd->contacts;
    if (!contacts->are_all && !contacts->may_be_any) {
        return true;
    }
    size_t reporting = 0;
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        reporting += wendi_bodies_is_alive(&crowd->bodies, i) && reports(crowd, i);
    }
    contacts->may_be_any = reporting > 0;
    const size_t most = reporting * WEND_CROWD_CONTACTS_MAX;
    if (most <= contacts->capacity) {
        return true;
    }
    const size_t capacity = most + most / 2;
    wend_contact *items =
        wendi_resize(&contacts->allocator, contacts->items, contacts->capacity * sizeof *items,
                     capacity * sizeof *items);
    if (items == NULL) {
        return false;
    }
    contacts->items = items;
    contacts->capacity = capacity;
    return true;
}

/* ---- one body ---- */

/* The contacts found of one body. */
typedef struct found_contacts {
    wend_crowd *crowd;
    uint32_t body;
    bool is_thrown;  /* look at the moment after external forces moved bodies, not at the end */
    wend_vec2 at;    /* its position at that moment */
    wend_vec2 moved; /* its movement in this tick until then, metres */
    uint32_t count;
    wend_contact items[FOUND_MOST];
} found_contacts;

/* Its movement in this tick, all or that by external forces, which comes first. */
static wend_vec2 movement(const found_contacts *found, uint32_t body)
{
    const wendi_workspace *w = &found->crowd->work;
    const double step = wendi_body_step(found->crowd, body); /* 0: it stands still */
    if (!(step > 0)) {
        return (wend_vec2){0, 0};
    }
    return found->is_thrown ? (wend_vec2){w->displaced_x[body], w->displaced_y[body]}
                            : (wend_vec2){w->moved_x[body] * step, w->moved_y[body] * step};
}

static wend_vec2 position(const found_contacts *found, uint32_t body)
{
    const wendi_bodies *b = &found->crowd->bodies;
    const wendi_body_result *walked = &found->crowd->work.results[body];
    return found->is_thrown && wendi_body_stride(found->crowd, body) > 0
               ? (wend_vec2){b->x[body] - (double)walked->travelled_x,
                             b->y[body] - (double)walked->travelled_y}
               : (wend_vec2){b->x[body], b->y[body]};
}

/* The velocity with which it began the tick. */
static wend_vec2 velocity_before(const wend_crowd *crowd, uint32_t body)
{
    const uint32_t at = crowd->cells.sorted_index[body];
    return (wend_vec2){(double)crowd->work.vx[at], (double)crowd->work.vy[at]};
}

/* Adds a contact if it began in this tick. @param towards of length 1, to the touched object.
 * @param closer metres by which the gap became smaller in this tick. @param speed that of the
 * approach at its beginning. */
static void add(found_contacts *found, uint32_t other, wend_vec2 towards, double gap, double closer,
                double speed)
{
    const wend_crowd *crowd = found->crowd;
    const wendi_bodies *b = &crowd->bodies;
    const double now = closer / wendi_body_step(crowd, found->body);
    const double hard = speed > now ? speed : now;
    if (!(gap <= TOUCH) || !(gap + closer > TOUCH) || !(hard >= SLOWEST)) {
        return;
    }
    const uint32_t i = found->body;
    const uint32_t other_index1 = other == WENDI_NONE ? 0 : other + 1;
    for (uint32_t k = 0; k < found->count; ++k) {
        const wend_contact *c = &found->items[k];
        if (c->other.index1 == other_index1 && wend_vec2_dot(c->normal, towards) < -ALIKE) {
            return;
        }
    }
    wend_contact *contact = &found->items[found->count++];
    *contact = (wend_contact){
        .body = wendi_bodies_id(b, i),
        .floor = b->floor[i],
        .point = {found->at.x + towards.x * b->radius[i], found->at.y + towards.y * b->radius[i]},
        .normal = {-towards.x, -towards.y},
        .speed = hard,
        .user = b->user[i]};
    if (other != WENDI_NONE) {
        contact->other = wendi_bodies_id(b, other);
        contact->other_user = b->user[other];
    }
}

static void find_walls(found_contacts *found)
{
    wend_crowd *crowd = found->crowd;
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t i = found->body;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[i], b->crowd_class[i]);
    const double reach = b->radius[i] + TOUCH;
    if (!wendi_obstacles_may_be_near(set, found->at.x, found->at.y, reach)) {
        return;
    }
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    wend_mesh_location at = wendi_bodies_location(b, i);
    at.x = found->at.x;
    at.y = found->at.y;
    if (!wendi_obstacles_is_open_at(&crowd->obstacles, set, b->crowd_class[i], &at) ||
        !wendi_obstacles_locate(set, &at)) {
        return;
    }
    double known = 0;
    const uint32_t count = wendi_obstacles_nearest_at(set, &at, reach, near, &known);
    const wend_vec2 velocity = velocity_before(crowd, i);
    for (uint32_t k = 0; k < count; ++k) {
        const wend_vec2 towards = {near[k].x, near[k].y};
        add(found, WENDI_NONE, towards, near[k].distance - b->radius[i],
            wend_vec2_dot(found->moved, towards), wend_vec2_dot(velocity, towards));
    }
}

static void find_bodies(found_contacts *found)
{
    const wend_crowd *crowd = found->crowd;
    const wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    const uint32_t i = found->body;
    const uint32_t at = crowd->cells.sorted_index[i];
    const wendi_contact *contacts = wendi_contacts_of(w, at);
    for (uint32_t k = 0; k < w->contact_count[at]; ++k) {
        const uint32_t j = crowd->cells.order[contacts[k].at];
        const wend_vec2 apart = wend_vec2_sub(position(found, j), found->at);
        const double distance = wendi_vec2_length_unscaled(apart);
        if (!(distance > 0)) {
            continue;
        }
        const wend_vec2 towards = {apart.x / distance, apart.y / distance};
        const wend_vec2 closer = wend_vec2_sub(found->moved, movement(found, j));
        const wend_vec2 velocity =
            wend_vec2_sub(velocity_before(crowd, i), velocity_before(crowd, j));
        add(found, j, towards, distance - (b->radius[i] + b->radius[j]),
            wend_vec2_dot(closer, towards), wend_vec2_dot(velocity, towards));
    }
}

/* The hardest first; of equals walls, then bodies by index. */
static bool is_before(const wend_contact *a, const wend_contact *b)
{
    if (a->speed < b->speed || b->speed < a->speed) {
        return a->speed > b->speed;
    }
    if (a->other.index1 != b->other.index1) {
        return a->other.index1 < b->other.index1;
    }
    return a->normal.x < b->normal.x || (!(b->normal.x < a->normal.x) && a->normal.y < b->normal.y);
}

static void find(found_contacts *found, bool is_thrown)
{
    found->is_thrown = is_thrown;
    found->at = position(found, found->body);
    found->moved = movement(found, found->body);
    find_walls(found);
    find_bodies(found);
}

static void collect_body(wend_crowd *crowd, uint32_t body)
{
    found_contacts found = {.crowd = crowd, .body = body};
    /* A displaced body may have left the object that it hit again by the end of the tick. */
    find(&found, true);
    find(&found, false);
    wendi_contacts *contacts = crowd->contacts;
    for (uint32_t picked = 0; picked < found.count && picked < WEND_CROWD_CONTACTS_MAX; ++picked) {
        uint32_t best = picked;
        for (uint32_t k = picked + 1; k < found.count; ++k) {
            best = is_before(&found.items[k], &found.items[best]) ? k : best;
        }
        const wend_contact hardest = found.items[best];
        found.items[best] = found.items[picked];
        found.items[picked] = hardest;
        contacts->items[contacts->count++] = hardest;
    }
}

void wendi_contacts_collect(wend_crowd *crowd)
{
    wendi_contacts *contacts = crowd->contacts;
    contacts->count = 0;
    if (!contacts->are_all && !contacts->may_be_any) {
        return;
    }
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (wendi_bodies_is_alive(&crowd->bodies, i) && reports(crowd, i) &&
            wendi_body_stride(crowd, i) > 0) {
            collect_body(crowd, i);
        }
    }
}

/* ---- calls ---- */

wend_result wend_crowd_set_contact_reports(wend_crowd *crowd, wend_body_id id, bool is_on)
{
    uint32_t body = WENDI_NONE;
    const wend_result result = wendi_crowd_find(crowd, "wend_crowd_set_contact_reports", id, &body);
    if (result == WEND_OK) {
        const uint32_t bit = (uint32_t)WENDI_BODY_REPORTS_CONTACTS;
        uint32_t *flags = &crowd->bodies.flags[body];
        *flags = is_on ? *flags | bit : *flags & ~bit;
        crowd->contacts->may_be_any |= is_on;
    }
    return result;
}

const wend_contact *wend_crowd_get_contacts(const wend_crowd *crowd, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || crowd->contacts->count == 0) {
        return NULL;
    }
    *count = crowd->contacts->count;
    return crowd->contacts->items;
}
