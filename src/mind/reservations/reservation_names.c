/* The hash table from names to their claims.
 * Cost: constant a call, but for growth. */
#include "mind/reservations/reservations.h"

#include "base/math/mix.h"

#include <string.h>

enum { CAPACITY_FIRST = 16 };

static uint32_t *bucket_of(const wendi_claim_names *names, uint32_t space, uint32_t kind,
                           uint64_t key)
{
    const uint64_t hash = wendi_mix64(wendi_mix64(key) ^ ((uint64_t)space << 32 | kind));
    return &names->buckets[(uint32_t)hash & (names->capacity - 1)];
}

static void enter(wendi_claim_names *names, uint32_t name)
{
    wendi_claim_name *it = &names->records[name];
    uint32_t *bucket = bucket_of(names, it->space, it->kind, it->key);
    it->next_in_bucket = *bucket;
    *bucket = name;
}

/* A record is in use while it has claims or a capacity: free ones have neither. */
static bool is_used(const wendi_claim_name *it)
{
    return it->count > 0 || it->capacity != WEND_RESERVATIONS_CAPACITY_NONE;
}

bool wendi_claim_names_reserve(wendi_claim_names *names, uint32_t more,
                               const wend_allocator *allocator)
{
    uint32_t capacity = names->capacity == 0 ? (uint32_t)CAPACITY_FIRST : names->capacity;
    while (capacity < names->used + more) {
        capacity *= 2;
    }
    if (capacity == names->capacity) {
        return true;
    }
    uint32_t *buckets = wendi_alloc_items(allocator, capacity, sizeof *buckets);
    if (buckets == NULL) {
        return false;
    }
    wendi_claim_name *records =
        wendi_resize_items(allocator, names->records, names->capacity, capacity, sizeof *records);
    if (records == NULL) {
        wendi_free(allocator, buckets, capacity * sizeof *buckets);
        return false;
    }
    wendi_free(allocator, names->buckets, names->capacity * sizeof *buckets);
    names->records = records;
    names->buckets = buckets;
    names->capacity = capacity;
    for (uint32_t i = 0; i < capacity; i++) {
        buckets[i] = WENDI_CLAIM_NONE;
    }
    for (uint32_t i = 0; i < names->limit; i++) {
        if (is_used(&records[i])) {
            enter(names, i);
        }
    }
    return true;
}

void wendi_claim_names_init(wendi_claim_names *names)
{
    memset(names, 0, sizeof *names);
    names->free_first = WENDI_CLAIM_NONE;
    names->first_with_capacity = names->last_with_capacity = WENDI_CLAIM_NONE;
}

void wendi_claim_names_free(wendi_claim_names *names, const wend_allocator *allocator)
{
    wendi_free(allocator, names->records, names->capacity * sizeof *names->records);
    wendi_free(allocator, names->buckets, names->capacity * sizeof *names->buckets);
    wendi_claim_names_init(names);
}

uint32_t wendi_claim_names_find(const wendi_claim_names *names, wendi_claim_space space,
                                uint32_t kind, uint64_t key)
{
    if (names->capacity == 0) {
        return WENDI_CLAIM_NONE;
    }
    uint32_t name = *bucket_of(names, space, kind, key);
    while (name != WENDI_CLAIM_NONE) {
        const wendi_claim_name *it = &names->records[name];
        if (it->key == key && it->kind == kind && it->space == (uint32_t)space) {
            break;
        }
        name = it->next_in_bucket;
    }
    return name;
}

uint32_t wendi_claim_names_get(wendi_claim_names *names, wendi_claim_space space, uint32_t kind,
                               uint64_t key)
{
    uint32_t name = wendi_claim_names_find(names, space, kind, key);
    if (name != WENDI_CLAIM_NONE) {
        return name;
    }
    name = names->free_first;
    if (name != WENDI_CLAIM_NONE) {
        names->free_first = names->records[name].next_in_bucket;
    } else {
        name = names->limit++;
    }
    names->used++;
    names->records[name] = (wendi_claim_name){.key = key,
                                              .kind = kind,
                                              .space = space,
                                              .first = WENDI_CLAIM_NONE,
                                              .last = WENDI_CLAIM_NONE,
                                              .capacity = WEND_RESERVATIONS_CAPACITY_NONE};
    enter(names, name);
    return name;
}

static void unlist(wendi_claim_names *names, const wendi_claim_name *it)
{
    if (it->prev_with_capacity != WENDI_CLAIM_NONE) {
        names->records[it->prev_with_capacity].next_with_capacity = it->next_with_capacity;
    } else {
        names->first_with_capacity = it->next_with_capacity;
    }
    if (it->next_with_capacity != WENDI_CLAIM_NONE) {
        names->records[it->next_with_capacity].prev_with_capacity = it->prev_with_capacity;
    } else {
        names->last_with_capacity = it->prev_with_capacity;
    }
    names->with_capacity_count--;
}

static void list(wendi_claim_names *names, uint32_t name)
{
    wendi_claim_name *it = &names->records[name];
    it->next_with_capacity = WENDI_CLAIM_NONE;
    it->prev_with_capacity = names->last_with_capacity;
    if (it->prev_with_capacity != WENDI_CLAIM_NONE) {
        names->records[it->prev_with_capacity].next_with_capacity = name;
    } else {
        names->first_with_capacity = name;
    }
    names->last_with_capacity = name;
    names->with_capacity_count++;
}

void wendi_claim_names_set_capacity(wendi_claim_names *names, uint32_t name, int32_t capacity)
{
    wendi_claim_name *it = &names->records[name];
    const bool had = it->capacity != WEND_RESERVATIONS_CAPACITY_NONE;
    const bool has = capacity != WEND_RESERVATIONS_CAPACITY_NONE;
    if (had && !has) {
        unlist(names, it);
    } else if (has && !had) {
        list(names, name);
    }
    it->capacity = capacity;
}

void wendi_claim_names_tidy(wendi_claim_names *names, uint32_t name)
{
    wendi_claim_name *it = &names->records[name];
    if (is_used(it)) {
        return;
    }
    uint32_t *link = bucket_of(names, it->space, it->kind, it->key);
    while (*link != name) {
        link = &names->records[*link].next_in_bucket;
    }
    *link = it->next_in_bucket;
    it->next_in_bucket = names->free_first;
    names->free_first = name;
    names->used--;
}
