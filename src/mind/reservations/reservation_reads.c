/* Lists of claims, claims on items, drawing.
 * Cost: linear in what is listed. */
#include "mind/reservations/reservations.h"

#include "wend/draw.h"

/* Writes one of a list. */
static void put(const wend_reservations *reservations, wend_claim_id *ids, size_t capacity,
                size_t *count, uint32_t index)
{
    if (*count < capacity) {
        ids[*count] = wendi_claim_id_of(reservations, index);
    }
    (*count)++;
}

static bool is_list_sound(const wend_reservations *reservations, const wend_claim_id *ids,
                          size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    return reservations != NULL && count != NULL && (ids != NULL || capacity == 0);
}

wend_result wend_reservations_list_holders(const wend_reservations *reservations, uint32_t kind,
                                           uint64_t key, wend_claim_id *ids, size_t capacity,
                                           size_t *count)
{
    if (!is_list_sound(reservations, ids, capacity, count)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_claim_names *names = &reservations->names;
    const uint32_t name = wendi_claim_names_find(names, WENDI_CLAIM_OF_KEY, kind, key);
    if (name != WENDI_CLAIM_NONE) {
        uint32_t index = names->records[name].first;
        for (; index != WENDI_CLAIM_NONE; index = reservations->claims[index].next_of_name) {
            put(reservations, ids, capacity, count, index);
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_reservations_list_agent(const wend_reservations *reservations, uint64_t agent,
                                         wend_claim_id *ids, size_t capacity, size_t *count)
{
    if (!is_list_sound(reservations, ids, capacity, count)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_claim_names *names = &reservations->names;
    const uint32_t owner = wendi_claim_names_find(names, WENDI_CLAIM_OF_AGENT, 0, agent);
    if (owner != WENDI_CLAIM_NONE) {
        uint32_t index = names->records[owner].first;
        for (; index != WENDI_CLAIM_NONE; index = reservations->claims[index].next_of_agent) {
            put(reservations, ids, capacity, count, index);
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_reservations_list(const wend_reservations *reservations, wend_claim_id *ids,
                                   size_t capacity, size_t *count)
{
    if (!is_list_sound(reservations, ids, capacity, count)) {
        return WEND_ERROR_ARGUMENT;
    }
    uint32_t index = reservations->first;
    for (; index != WENDI_CLAIM_NONE; index = reservations->claims[index].next_of_all) {
        put(reservations, ids, capacity, count, index);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_reservations_get(const wend_reservations *reservations, wend_claim_id id,
                                  wend_claim *claim)
{
    if (claim != NULL) {
        *claim = wend_claim_default();
    }
    if (reservations == NULL || claim == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t index = wendi_claim_index_of(reservations, id);
    if (index == WENDI_CLAIM_NONE) {
        return WEND_ERROR_STALE;
    }
    const wendi_claim_record *it = &reservations->claims[index];
    claim->kind = it->kind;
    claim->key = it->key;
    claim->agent = it->agent;
    claim->ticks = it->expiry == WENDI_CLAIM_NEVER ? 0 : it->expiry - reservations->tick;
    claim->priority = it->priority;
    claim->is_place = it->is_place;
    if (it->is_place) {
        claim->position = it->position;
        claim->radius = it->radius;
    }
    return WEND_OK;
}

/* ---- items ---- */

uint64_t wend_reservations_item_key(wend_item_id item)
{
    return (uint64_t)item.generation << 32 | item.index1;
}

bool wend_reservations_is_item_free(void *user, uint64_t agent, wend_item_id item)
{
    const wend_free_items *free_items = user;
    if (free_items == NULL || free_items->reservations == NULL) {
        return true;
    }
    wend_claim claim = wend_claim_default();
    claim.kind = free_items->kind;
    claim.key = wend_reservations_item_key(item);
    claim.agent = agent;
    claim.priority = free_items->priority;
    return wend_reservations_is_free(free_items->reservations, &claim);
}

/* ---- all ---- */

size_t wend_reservations_memory_bytes(const wend_reservations *reservations)
{
    if (reservations == NULL) {
        return 0;
    }
    const wendi_claim_names *names = &reservations->names;
    return sizeof *reservations + wend_items_memory_bytes(reservations->places) +
           reservations->claim_capacity * sizeof *reservations->claims +
           reservations->event_capacity * sizeof *reservations->events +
           names->capacity * (sizeof *names->records + sizeof *names->buckets);
}

wend_result wend_reservations_draw(const wend_reservations *reservations, const wend_draw *draw)
{
    if (reservations == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    uint32_t index = reservations->first;
    while (index != WENDI_CLAIM_NONE && draw->circle != NULL) {
        const wendi_claim_record *it = &reservations->claims[index];
        if (it->is_place) {
            draw->circle(draw->context, (wend_vec2){it->position.x, it->position.y}, it->radius,
                         WEND_MEANING_SLOT, it->kind);
        }
        index = it->next_of_all;
    }
    return WEND_OK;
}
