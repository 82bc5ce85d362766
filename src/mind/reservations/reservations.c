/* Reservations: claims made, taken over, released, expired.
 * Cost: the claims on one name, or the places around a position; 150 bytes a claim. */
#include "mind/reservations/reservations.h"

#include "base/math/bits.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { COOKIE = 0x52535631, CLAIM_COOKIE = 0x52535632, CAPACITY_FIRST = 16 };

static const double CELL_LEAST = 1.0 / 1024;

wend_reservations_def wend_reservations_def_default(void)
{
    wend_reservations_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.capacity = 1;
    def.cell_size = 2;
    def.max_height_difference = 2;
    return def;
}

wend_claim wend_claim_default(void)
{
    wend_claim claim;
    memset(&claim, 0, sizeof claim);
    claim.cookie = CLAIM_COOKIE;
    claim.radius = 0.5;
    return claim;
}

/* ---- create, destroy ---- */

wend_result wendi_reservations_check(const wend_reservations_def *def, const char *function)
{
    wend_message *m = def->message;
    if (def->capacity > WEND_RESERVATIONS_CAPACITY_MAX) {
        return wendi_refuse(m, function, "capacity", def->capacity, 0,
                            WEND_RESERVATIONS_CAPACITY_MAX);
    }
    if (!(def->cell_size >= CELL_LEAST && def->cell_size <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(m, function, "cell_size", def->cell_size, CELL_LEAST,
                            WEND_COORDINATE_MAX);
    }
    if (!(def->max_height_difference >= 0)) {
        return wendi_refuse(m, function, "max_height_difference", def->max_height_difference, 0,
                            (double)INFINITY);
    }
    return WEND_OK;
}

wend_result wend_reservations_create(const wend_reservations_def *def,
                                     wend_reservations **reservations)
{
    static const char function[] = "wend_reservations_create";
    if (reservations != NULL) {
        *reservations = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_reservations_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = wendi_reservations_check(def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (reservations == NULL) {
        return wendi_refuse_null(def->message, function, "reservations");
    }
    wend_items_def places = wend_items_def_default();
    places.cell_size = def->cell_size;
    places.allocator = def->allocator;
    wend_reservations *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL || wend_items_create(&places, &made->places) != WEND_OK) {
        wendi_free(&def->allocator, made, sizeof *made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->default_capacity = def->capacity;
    made->max_height_difference = def->max_height_difference + 0.0; /* no -0 */
    made->next_expiry = WENDI_CLAIM_NEVER;
    made->free_first = made->first = made->last = WENDI_CLAIM_NONE;
    wendi_claim_names_init(&made->names);
    *reservations = made;
    return WEND_OK;
}

void wend_reservations_destroy(wend_reservations *reservations)
{
    if (reservations == NULL) {
        return;
    }
    const wend_allocator allocator = reservations->allocator;
    wend_items_destroy(reservations->places);
    wendi_claim_names_free(&reservations->names, &allocator);
    wendi_free(&allocator, reservations->claims,
               reservations->claim_capacity * sizeof *reservations->claims);
    wendi_free(&allocator, reservations->events,
               reservations->event_capacity * sizeof *reservations->events);
    wendi_free(&allocator, reservations, sizeof *reservations);
}

const char *wend_reservations_error(const wend_reservations *reservations)
{
    return reservations == NULL ? "" : reservations->message.text;
}

/* ---- memory ---- */

bool wendi_reservations_reserve_claims(wend_reservations *reservations, uint32_t capacity)
{
    if (capacity <= reservations->claim_capacity) {
        return true;
    }
    uint32_t more = reservations->claim_capacity == 0 ? (uint32_t)CAPACITY_FIRST
                                                      : 2 * reservations->claim_capacity;
    more = more < capacity ? capacity : more;
    wendi_claim_record *claims =
        wendi_resize_items(&reservations->allocator, reservations->claims,
                           reservations->claim_capacity, more, sizeof *claims);
    if (claims == NULL) {
        return false;
    }
    reservations->claims = claims;
    reservations->claim_capacity = more;
    return true;
}

bool wendi_reservations_reserve_events(wend_reservations *reservations, size_t more)
{
    const size_t needed = reservations->event_count + more;
    if (needed <= reservations->event_capacity) {
        return true;
    }
    size_t capacity =
        reservations->event_capacity == 0 ? CAPACITY_FIRST : 2 * reservations->event_capacity;
    capacity = capacity < needed ? needed : capacity;
    wend_claim_event *events =
        wendi_resize_items(&reservations->allocator, reservations->events,
                           reservations->event_capacity, capacity, sizeof *events);
    if (events == NULL) {
        return false;
    }
    reservations->events = events;
    reservations->event_capacity = capacity;
    return true;
}

static bool reserve(wend_reservations *reservations)
{
    return (reservations->free_first != WENDI_CLAIM_NONE ||
            wendi_reservations_reserve_claims(reservations, reservations->limit + 1)) &&
           wendi_claim_names_reserve(&reservations->names, 2, &reservations->allocator);
}

/* ---- lists ---- */

void wendi_reservations_link(wend_reservations *reservations, uint32_t index)
{
    wendi_claim_record *claims = reservations->claims, *it = &claims[index];
    wendi_claim_names *names = &reservations->names;
    it->next_of_all = it->next_of_name = it->next_of_agent = WENDI_CLAIM_NONE;
    it->prev_of_all = reservations->last;
    *(it->prev_of_all != WENDI_CLAIM_NONE ? &claims[it->prev_of_all].next_of_all
                                          : &reservations->first) = index;
    reservations->last = index;

    it->owner = wendi_claim_names_get(names, WENDI_CLAIM_OF_AGENT, 0, it->agent);
    wendi_claim_name *owner = &names->records[it->owner];
    it->prev_of_agent = owner->last;
    *(owner->last != WENDI_CLAIM_NONE ? &claims[owner->last].next_of_agent : &owner->first) = index;
    owner->last = index;
    owner->count++;

    it->name = it->prev_of_name = WENDI_CLAIM_NONE;
    if (!it->is_place) {
        it->name = wendi_claim_names_get(names, WENDI_CLAIM_OF_KEY, it->kind, it->key);
        wendi_claim_name *name = &names->records[it->name];
        it->prev_of_name = name->last;
        *(name->last != WENDI_CLAIM_NONE ? &claims[name->last].next_of_name : &name->first) = index;
        name->last = index;
        name->count++;
    } else if (it->radius > reservations->largest_radius) {
        reservations->largest_radius = it->radius;
    }
    if (it->expiry < reservations->next_expiry) {
        reservations->next_expiry = it->expiry;
    }
    reservations->count++;
}

static void unlink_claim(wend_reservations *reservations, uint32_t index)
{
    wendi_claim_record *claims = reservations->claims, *it = &claims[index];
    wendi_claim_names *names = &reservations->names;
    *(it->prev_of_all != WENDI_CLAIM_NONE ? &claims[it->prev_of_all].next_of_all
                                          : &reservations->first) = it->next_of_all;
    *(it->next_of_all != WENDI_CLAIM_NONE ? &claims[it->next_of_all].prev_of_all
                                          : &reservations->last) = it->prev_of_all;

    wendi_claim_name *owner = &names->records[it->owner];
    *(it->prev_of_agent != WENDI_CLAIM_NONE ? &claims[it->prev_of_agent].next_of_agent
                                            : &owner->first) = it->next_of_agent;
    *(it->next_of_agent != WENDI_CLAIM_NONE ? &claims[it->next_of_agent].prev_of_agent
                                            : &owner->last) = it->prev_of_agent;
    owner->count--;
    wendi_claim_names_tidy(names, it->owner);

    if (it->is_place) {
        (void)wend_items_remove(reservations->places, it->item);
        if (wend_items_count(reservations->places) == 0) {
            reservations->largest_radius = 0;
        }
    } else {
        wendi_claim_name *name = &names->records[it->name];
        *(it->prev_of_name != WENDI_CLAIM_NONE ? &claims[it->prev_of_name].next_of_name
                                               : &name->first) = it->next_of_name;
        *(it->next_of_name != WENDI_CLAIM_NONE ? &claims[it->next_of_name].prev_of_name
                                               : &name->last) = it->prev_of_name;
        name->count--;
        wendi_claim_names_tidy(names, it->name);
    }
    reservations->count--;
}

/* Ends a claim; its index is the next to be used again. */
static void end_claim(wend_reservations *reservations, uint32_t index)
{
    wendi_claim_record *it = &reservations->claims[index];
    unlink_claim(reservations, index);
    it->is_used = false;
    it->generation = it->generation == UINT32_MAX ? 1 : it->generation + 1;
    it->next_of_all = reservations->free_first;
    reservations->free_first = index;
}

/* The same with an event, for which there is room. */
static void end_with_event(wend_reservations *reservations, uint32_t index,
                           wend_claim_event_type type, uint64_t by)
{
    const wendi_claim_record *it = &reservations->claims[index];
    reservations->events[reservations->event_count++] =
        (wend_claim_event){.type = type,
                           .kind = it->kind,
                           .key = it->key,
                           .agent = it->agent,
                           .by = by,
                           .id = wendi_claim_id_of(reservations, index),
                           .is_place = it->is_place};
    end_claim(reservations, index);
}

/* ---- capacities ---- */

static wend_result set_capacity(wend_reservations *reservations, const char *function,
                                wendi_claim_space space, uint32_t kind, uint64_t key,
                                int32_t capacity)
{
    if (reservations == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (capacity < WEND_RESERVATIONS_CAPACITY_NONE || capacity > WEND_RESERVATIONS_CAPACITY_MAX) {
        return wendi_refuse(&reservations->message, function, "capacity", capacity,
                            WEND_RESERVATIONS_CAPACITY_NONE, WEND_RESERVATIONS_CAPACITY_MAX);
    }
    if (!wendi_claim_names_reserve(&reservations->names, 1, &reservations->allocator)) {
        return wendi_fail_plain(&reservations->message, function, WEND_ERROR_MEMORY);
    }
    const uint32_t name = wendi_claim_names_get(&reservations->names, space, kind, key);
    wendi_claim_names_set_capacity(&reservations->names, name, capacity);
    wendi_claim_names_tidy(&reservations->names, name);
    return WEND_OK;
}

wend_result wend_reservations_set_kind_capacity(wend_reservations *reservations, uint32_t kind,
                                                int32_t capacity)
{
    return set_capacity(reservations, "wend_reservations_set_kind_capacity", WENDI_CLAIM_OF_KIND,
                        kind, 0, capacity);
}

wend_result wend_reservations_set_capacity(wend_reservations *reservations, uint32_t kind,
                                           uint64_t key, int32_t capacity)
{
    return set_capacity(reservations, "wend_reservations_set_capacity", WENDI_CLAIM_OF_KEY, kind,
                        key, capacity);
}

static uint32_t capacity_of_kind(const wend_reservations *reservations, uint32_t kind)
{
    const wendi_claim_names *names = &reservations->names;
    const uint32_t name = wendi_claim_names_find(names, WENDI_CLAIM_OF_KIND, kind, 0);
    return name == WENDI_CLAIM_NONE ? reservations->default_capacity
                                    : (uint32_t)names->records[name].capacity;
}

uint32_t wend_reservations_get_capacity(const wend_reservations *reservations, uint32_t kind,
                                        uint64_t key)
{
    if (reservations == NULL) {
        return 0;
    }
    const wendi_claim_names *names = &reservations->names;
    const uint32_t name = wendi_claim_names_find(names, WENDI_CLAIM_OF_KEY, kind, key);
    const int32_t own = name == WENDI_CLAIM_NONE ? (int32_t)WEND_RESERVATIONS_CAPACITY_NONE
                                                 : names->records[name].capacity;
    return own == WEND_RESERVATIONS_CAPACITY_NONE ? capacity_of_kind(reservations, kind)
                                                  : (uint32_t)own;
}

/* ---- what stands in the way of a claim ---- */

/* The claims of others on the same thing. */
typedef struct claim_rivals {
    const wend_reservations *reservations;
    const wend_claim *claim;
    uint32_t count, weaker;
    uint32_t weakest; /* of those with a lower priority, or NONE */
} claim_rivals;

/* True if the first claim gives way before the second: lower priority, later. */
static bool is_weaker(const wendi_claim_record *a, const wendi_claim_record *b)
{
    return a->priority < b->priority || (a->priority == b->priority && a->sequence > b->sequence);
}

static void add_rival(claim_rivals *rivals, uint32_t index)
{
    const wendi_claim_record *claims = rivals->reservations->claims;
    if (claims[index].agent == rivals->claim->agent) {
        return;
    }
    rivals->count++;
    if (claims[index].priority < rivals->claim->priority) {
        rivals->weaker++;
        if (rivals->weakest == WENDI_CLAIM_NONE ||
            is_weaker(&claims[index], &claims[rivals->weakest])) {
            rivals->weakest = index;
        }
    }
}

/* Visits the places in reach: finds none, and counts those that collide. */
static bool visit_place(void *user, uint64_t agent, wend_item_id item)
{
    claim_rivals *rivals = user;
    wend_item place;
    (void)agent;
    if (wend_items_get(rivals->reservations->places, item, &place) == WEND_OK) {
        const uint32_t index = (uint32_t)place.user;
        const wendi_claim_record *it = &rivals->reservations->claims[index];
        const double x = it->position.x - rivals->claim->position.x;
        const double y = it->position.y - rivals->claim->position.y;
        const double sum = it->radius + rivals->claim->radius;
        if (it->kind == rivals->claim->kind && x * x + y * y < sum * sum) {
            add_rival(rivals, index);
        }
    }
    return false;
}

static claim_rivals rivals_of(const wend_reservations *reservations, const wend_claim *claim)
{
    claim_rivals rivals = {reservations, claim, 0, 0, WENDI_CLAIM_NONE};
    if (claim->is_place) {
        wend_items_query query = wend_items_query_default();
        size_t count;
        query.max_height_difference = reservations->max_height_difference;
        query.is_item = visit_place;
        query.user = &rivals;
        (void)wend_items_in_circle(reservations->places, claim->position,
                                   claim->radius + reservations->largest_radius, &query, NULL, 0,
                                   &count);
        return rivals;
    }
    const wendi_claim_names *names = &reservations->names;
    const uint32_t name =
        wendi_claim_names_find(names, WENDI_CLAIM_OF_KEY, claim->kind, claim->key);
    uint32_t index =
        name == WENDI_CLAIM_NONE ? (uint32_t)WENDI_CLAIM_NONE : names->records[name].first;
    for (; index != WENDI_CLAIM_NONE; index = reservations->claims[index].next_of_name) {
        add_rival(&rivals, index);
    }
    return rivals;
}

/* The claim of the agent on the same thing, or NONE. */
uint32_t wendi_reservations_find_own(const wend_reservations *reservations, const wend_claim *claim)
{
    const wendi_claim_names *names = &reservations->names;
    const uint32_t owner = wendi_claim_names_find(names, WENDI_CLAIM_OF_AGENT, 0, claim->agent);
    uint32_t index =
        owner == WENDI_CLAIM_NONE ? (uint32_t)WENDI_CLAIM_NONE : names->records[owner].first;
    for (; index != WENDI_CLAIM_NONE; index = reservations->claims[index].next_of_agent) {
        const wendi_claim_record *it = &reservations->claims[index];
        const bool is_same_place = wendi_is_zero(it->position.x - claim->position.x) &&
                                   wendi_is_zero(it->position.y - claim->position.y) &&
                                   wendi_is_zero(it->position.z - claim->position.z) &&
                                   wendi_is_zero(it->radius - claim->radius);
        if (it->kind == claim->kind && it->is_place == claim->is_place &&
            (claim->is_place ? is_same_place : it->key == claim->key)) {
            break;
        }
    }
    return index;
}

static uint32_t capacity_for(const wend_reservations *reservations, const wend_claim *claim)
{
    return claim->is_place ? capacity_of_kind(reservations, claim->kind)
                           : wend_reservations_get_capacity(reservations, claim->kind, claim->key);
}

/* ---- claims ---- */

wend_result wendi_claim_check(const wend_claim *claim, wend_message *message, const char *function)
{
    if (claim == NULL) {
        return wendi_refuse_null(message, function, "claim");
    }
    if (claim->cookie != CLAIM_COOKIE) {
        return wendi_refuse_cookie(message, function, claim->cookie, "wend_claim_default");
    }
    if (!claim->is_place) {
        return WEND_OK;
    }
    const wend_result result = wendi_check_vec3(message, function, "position", claim->position);
    if (result != WEND_OK) {
        return result;
    }
    return claim->radius >= 0 && claim->radius <= (double)WEND_CLAIMS_RADIUS_MAX
               ? WEND_OK
               : wendi_refuse(message, function, "radius", claim->radius, 0,
                              WEND_CLAIMS_RADIUS_MAX);
}

static uint64_t expiry_of(const wend_reservations *reservations, uint64_t ticks)
{
    return ticks == 0 || ticks > UINT64_MAX - reservations->tick ? WENDI_CLAIM_NEVER
                                                                 : reservations->tick + ticks;
}

static wend_claim_id renew(wend_reservations *reservations, uint32_t index, const wend_claim *claim)
{
    wendi_claim_record *it = &reservations->claims[index];
    it->priority = claim->priority;
    it->expiry = expiry_of(reservations, claim->ticks);
    if (it->expiry < reservations->next_expiry) {
        reservations->next_expiry = it->expiry;
    }
    return wendi_claim_id_of(reservations, index);
}

/* Adds a claim for which there is room; its item is in the index. */
static wend_claim_id add(wend_reservations *reservations, const wend_claim *claim,
                         wend_item_id item)
{
    uint32_t index = reservations->free_first;
    uint32_t generation = 1;
    if (index != WENDI_CLAIM_NONE) {
        reservations->free_first = reservations->claims[index].next_of_all;
        generation = reservations->claims[index].generation;
    } else {
        index = reservations->limit++;
    }
    wendi_claim_record *it = &reservations->claims[index];
    memset(it, 0, sizeof *it);
    it->generation = generation;
    it->kind = claim->kind;
    it->key = claim->is_place ? 0 : claim->key;
    it->agent = claim->agent;
    it->priority = claim->priority;
    it->expiry = expiry_of(reservations, claim->ticks);
    it->sequence = reservations->claimed_count++;
    it->is_used = true;
    it->is_place = claim->is_place;
    if (it->is_place) {
        /* -0 is never kept */
        it->position =
            (wend_vec3){claim->position.x + 0.0, claim->position.y + 0.0, claim->position.z + 0.0};
        it->radius = claim->radius + 0.0;
        it->item = item;
        wend_item place;
        (void)wend_items_get(reservations->places, item, &place);
        place.user = index;
        (void)wend_items_set(reservations->places, item, &place);
    }
    wendi_reservations_link(reservations, index);
    return wendi_claim_id_of(reservations, index);
}

wend_result wend_reservations_claim(wend_reservations *reservations, const wend_claim *claim,
                                    wend_claim_id *id)
{
    static const char function[] = "wend_reservations_claim";
    if (id != NULL) {
        *id = (wend_claim_id){0, 0};
    }
    if (reservations == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (id == NULL) {
        return wendi_refuse_null(&reservations->message, function, "id");
    }
    wend_result result = wendi_claim_check(claim, &reservations->message, function);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t own = wendi_reservations_find_own(reservations, claim);
    if (own != WENDI_CLAIM_NONE) {
        *id = renew(reservations, own, claim);
        return WEND_OK;
    }
    const uint32_t capacity = capacity_for(reservations, claim);
    claim_rivals rivals = rivals_of(reservations, claim);
    uint32_t losers = rivals.count < capacity ? 0 : rivals.count - capacity + 1;
    if (capacity == 0 || losers > rivals.weaker) {
        return WEND_OK;
    }
    if (reservations->count == WEND_CLAIMS_MAX) {
        return wendi_fail_plain(&reservations->message, function, WEND_ERROR_FULL);
    }
    wend_item_id item = {0, 0};
    if (!reserve(reservations) || !wendi_reservations_reserve_events(reservations, losers)) {
        return wendi_fail_plain(&reservations->message, function, WEND_ERROR_MEMORY);
    }
    if (claim->is_place) {
        wend_item place = wend_item_default();
        place.position = claim->position;
        place.user = WENDI_CLAIM_NONE; /* not met by the rivals below: it is not active yet */
        place.is_active = false;
        if (wend_items_add(reservations->places, &place, &item) != WEND_OK) {
            return wendi_fail_plain(&reservations->message, function, WEND_ERROR_MEMORY);
        }
    }
    for (; losers > 0; losers--) {
        end_with_event(reservations, rivals.weakest, WEND_CLAIM_LOST, claim->agent);
        rivals = rivals_of(reservations, claim);
    }
    if (claim->is_place) {
        (void)wend_items_set_active(reservations->places, item, true);
    }
    *id = add(reservations, claim, item);
    return WEND_OK;
}

wend_result wend_reservations_release(wend_reservations *reservations, wend_claim_id id)
{
    if (reservations == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t index = wendi_claim_index_of(reservations, id);
    if (index == WENDI_CLAIM_NONE) {
        return wendi_refuse_id(&reservations->message, "wend_reservations_release", "claim",
                               id.index1, id.generation);
    }
    end_claim(reservations, index);
    return WEND_OK;
}

uint32_t wend_reservations_release_agent(wend_reservations *reservations, uint64_t agent)
{
    if (reservations == NULL) {
        return 0;
    }
    const uint32_t owner =
        wendi_claim_names_find(&reservations->names, WENDI_CLAIM_OF_AGENT, 0, agent);
    const uint32_t count = owner == WENDI_CLAIM_NONE ? 0 : reservations->names.records[owner].count;
    for (uint32_t left = count; left > 0; left--) {
        end_claim(reservations, reservations->names.records[owner].first);
    }
    return count;
}

wend_result wend_reservations_revoke(wend_reservations *reservations, uint32_t kind, uint64_t key)
{
    if (reservations == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t name =
        wendi_claim_names_find(&reservations->names, WENDI_CLAIM_OF_KEY, kind, key);
    const uint32_t count = name == WENDI_CLAIM_NONE ? 0 : reservations->names.records[name].count;
    if (!wendi_reservations_reserve_events(reservations, count)) {
        return wendi_fail_plain(&reservations->message, "wend_reservations_revoke",
                                WEND_ERROR_MEMORY);
    }
    for (uint32_t left = count; left > 0; left--) {
        end_with_event(reservations, reservations->names.records[name].first, WEND_CLAIM_REVOKED,
                       0);
    }
    return WEND_OK;
}

void wend_reservations_clear(wend_reservations *reservations)
{
    if (reservations == NULL) {
        return;
    }
    while (reservations->first != WENDI_CLAIM_NONE) {
        end_claim(reservations, reservations->first);
    }
    reservations->event_count = 0;
    reservations->next_expiry = WENDI_CLAIM_NEVER;
}

/* ---- time and events ---- */

wend_result wend_reservations_update(wend_reservations *reservations, uint64_t tick)
{
    static const char function[] = "wend_reservations_update";
    if (reservations == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (tick < reservations->tick) {
        return wendi_refuse(&reservations->message, function, "tick", (double)tick,
                            (double)reservations->tick, (double)UINT64_MAX);
    }
    size_t ending = 0;
    uint64_t next = WENDI_CLAIM_NEVER;
    const wendi_claim_record *claims = reservations->claims;
    if (tick >= reservations->next_expiry) {
        uint32_t index = reservations->first;
        for (; index != WENDI_CLAIM_NONE; index = claims[index].next_of_all) {
            const uint64_t expiry = claims[index].expiry;
            ending += expiry <= tick && expiry != WENDI_CLAIM_NEVER ? 1 : 0;
            next = expiry > tick && expiry < next ? expiry : next;
        }
        if (ending > reservations->event_count &&
            !wendi_reservations_reserve_events(reservations, ending - reservations->event_count)) {
            return wendi_fail_plain(&reservations->message, function, WEND_ERROR_MEMORY);
        }
        reservations->next_expiry = next;
    }
    reservations->tick = tick;
    reservations->event_count = 0;
    uint32_t index = reservations->first;
    for (; ending > 0; ending--) {
        while (claims[index].expiry > tick || claims[index].expiry == WENDI_CLAIM_NEVER) {
            index = claims[index].next_of_all;
        }
        const uint32_t ended = index;
        index = claims[index].next_of_all;
        end_with_event(reservations, ended, WEND_CLAIM_EXPIRED, 0);
    }
    return WEND_OK;
}

uint64_t wend_reservations_tick(const wend_reservations *reservations)
{
    return reservations == NULL ? 0 : reservations->tick;
}

const wend_claim_event *wend_reservations_events(const wend_reservations *reservations,
                                                 size_t *count)
{
    const size_t event_count = reservations == NULL ? 0 : reservations->event_count;
    if (count != NULL) {
        *count = event_count;
    }
    return event_count == 0 ? NULL : reservations->events;
}

/* ---- questions ---- */

bool wend_reservations_is_free(const wend_reservations *reservations, const wend_claim *claim)
{
    if (reservations == NULL || wendi_claim_check(claim, NULL, NULL) != WEND_OK) {
        return false;
    }
    if (wendi_reservations_find_own(reservations, claim) != WENDI_CLAIM_NONE) {
        return true;
    }
    const uint32_t capacity = capacity_for(reservations, claim);
    const claim_rivals rivals = rivals_of(reservations, claim);
    return capacity > 0 &&
           (rivals.count < capacity || rivals.count - capacity + 1 <= rivals.weaker);
}

uint32_t wend_reservations_count(const wend_reservations *reservations, uint32_t kind, uint64_t key)
{
    if (reservations == NULL) {
        return 0;
    }
    const uint32_t name =
        wendi_claim_names_find(&reservations->names, WENDI_CLAIM_OF_KEY, kind, key);
    return name == WENDI_CLAIM_NONE ? 0 : reservations->names.records[name].count;
}

uint32_t wend_reservations_total(const wend_reservations *reservations)
{
    return reservations == NULL ? 0 : reservations->count;
}

wend_claim_id wend_reservations_find(const wend_reservations *reservations, uint32_t kind,
                                     uint64_t key, uint64_t agent)
{
    wend_claim claim = wend_claim_default();
    claim.kind = kind;
    claim.key = key;
    claim.agent = agent;
    const uint32_t index = reservations == NULL ? (uint32_t)WENDI_CLAIM_NONE
                                                : wendi_reservations_find_own(reservations, &claim);
    return index == WENDI_CLAIM_NONE ? (wend_claim_id){0, 0}
                                     : wendi_claim_id_of(reservations, index);
}
