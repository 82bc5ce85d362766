/* The tree of n-grams: counts that rise and fall, and the most frequent child of each node. */
#include "mind/decide/predictor.h"

#include "base/math/mix.h"

#include <string.h>

enum { CAPACITY_FIRST = 64 };

static uint32_t bucket_of(const wendi_ngrams *ngrams, int32_t parent, uint32_t action)
{
    return (uint32_t)wendi_mix64((uint64_t)(uint32_t)parent << 32 | action) &
           (ngrams->capacity - 1);
}

static void enter(wendi_ngrams *ngrams, int32_t node)
{
    wendi_ngram *it = &ngrams->nodes[node];
    int32_t *bucket = &ngrams->buckets[bucket_of(ngrams, it->parent, it->action)];
    it->next_in_bucket = *bucket;
    *bucket = node;
}

bool wendi_ngrams_reserve(wendi_ngrams *ngrams, uint32_t more, const wend_allocator *allocator)
{
    uint32_t capacity = ngrams->capacity == 0 ? (uint32_t)CAPACITY_FIRST : ngrams->capacity;
    while (capacity < ngrams->used + more) {
        capacity *= 2;
    }
    if (capacity == ngrams->capacity) {
        return true;
    }
    int32_t *buckets = wendi_alloc_items(allocator, capacity, sizeof *buckets);
    if (buckets == NULL) {
        return false;
    }
    wendi_ngram *nodes =
        wendi_resize_items(allocator, ngrams->nodes, ngrams->capacity, capacity, sizeof *nodes);
    if (nodes == NULL) {
        wendi_free(allocator, buckets, capacity * sizeof *buckets);
        return false;
    }
    wendi_free(allocator, ngrams->buckets, ngrams->capacity * sizeof *buckets);
    ngrams->nodes = nodes;
    ngrams->buckets = buckets;
    ngrams->capacity = capacity;
    for (uint32_t i = 0; i < capacity; i++) {
        buckets[i] = WENDI_NGRAM_NONE;
    }
    for (uint32_t i = 1; i < ngrams->limit; i++) {
        if (nodes[i].count > 0) {
            enter(ngrams, (int32_t)i);
        }
    }
    return true;
}

void wendi_ngrams_clear(wendi_ngrams *ngrams)
{
    for (uint32_t i = 0; i < ngrams->capacity; i++) {
        ngrams->buckets[i] = WENDI_NGRAM_NONE;
    }
    ngrams->nodes[WENDI_NGRAM_ROOT] = (wendi_ngram){.parent = WENDI_NGRAM_NONE,
                                                    .first = WENDI_NGRAM_NONE,
                                                    .best = WENDI_NGRAM_NONE,
                                                    .next = WENDI_NGRAM_NONE,
                                                    .previous = WENDI_NGRAM_NONE,
                                                    .next_in_bucket = WENDI_NGRAM_NONE};
    ngrams->limit = ngrams->used = 1;
    ngrams->free_first = WENDI_NGRAM_NONE;
}

void wendi_ngrams_free(wendi_ngrams *ngrams, const wend_allocator *allocator)
{
    wendi_free(allocator, ngrams->nodes, ngrams->capacity * sizeof *ngrams->nodes);
    wendi_free(allocator, ngrams->buckets, ngrams->capacity * sizeof *ngrams->buckets);
    memset(ngrams, 0, sizeof *ngrams);
}

int32_t wendi_ngrams_child(const wendi_ngrams *ngrams, int32_t node, uint32_t action)
{
    int32_t child = ngrams->buckets[bucket_of(ngrams, node, action)];
    while (child != WENDI_NGRAM_NONE &&
           (ngrams->nodes[child].parent != node || ngrams->nodes[child].action != action)) {
        child = ngrams->nodes[child].next_in_bucket;
    }
    return child;
}

/* ---- nodes ---- */

static int32_t add(wendi_ngrams *ngrams, int32_t parent, uint32_t action)
{
    int32_t node = ngrams->free_first;
    if (node != WENDI_NGRAM_NONE) {
        ngrams->free_first = ngrams->nodes[node].parent;
    } else {
        node = (int32_t)ngrams->limit++;
    }
    ngrams->used++;
    wendi_ngram *above = &ngrams->nodes[parent];
    ngrams->nodes[node] = (wendi_ngram){.action = action,
                                        .parent = parent,
                                        .first = WENDI_NGRAM_NONE,
                                        .best = WENDI_NGRAM_NONE,
                                        .next = above->first,
                                        .previous = WENDI_NGRAM_NONE};
    if (above->first != WENDI_NGRAM_NONE) {
        ngrams->nodes[above->first].previous = node;
    }
    above->first = node;
    enter(ngrams, node);
    return node;
}

/* Takes a node without occurrences out; it has no children left, as these occur no more often. */
static void drop(wendi_ngrams *ngrams, int32_t node)
{
    wendi_ngram *it = &ngrams->nodes[node];
    int32_t *link = &ngrams->buckets[bucket_of(ngrams, it->parent, it->action)];
    while (*link != node) {
        link = &ngrams->nodes[*link].next_in_bucket;
    }
    *link = it->next_in_bucket;
    if (it->previous != WENDI_NGRAM_NONE) {
        ngrams->nodes[it->previous].next = it->next;
    } else {
        ngrams->nodes[it->parent].first = it->next;
    }
    if (it->next != WENDI_NGRAM_NONE) {
        ngrams->nodes[it->next].previous = it->previous;
    }
    it->parent = ngrams->free_first;
    ngrams->free_first = node;
    ngrams->used--;
}

/* ---- the most frequent child ---- */

static bool is_better(const wendi_ngrams *ngrams, int32_t node, int32_t best)
{
    if (best == WENDI_NGRAM_NONE) {
        return true;
    }
    const wendi_ngram *a = &ngrams->nodes[node], *b = &ngrams->nodes[best];
    return a->count > b->count || (a->count == b->count && a->action < b->action);
}

static void find_best(wendi_ngrams *ngrams, int32_t parent)
{
    int32_t best = WENDI_NGRAM_NONE;
    int32_t child = ngrams->nodes[parent].first;
    for (; child != WENDI_NGRAM_NONE; child = ngrams->nodes[child].next) {
        best = is_better(ngrams, child, best) ? child : best;
    }
    ngrams->nodes[parent].best = best;
}

void wendi_ngrams_increment(wendi_ngrams *ngrams, int32_t node, uint32_t action)
{
    int32_t child = wendi_ngrams_child(ngrams, node, action);
    child = child != WENDI_NGRAM_NONE ? child : add(ngrams, node, action);
    ngrams->nodes[child].count++;
    wendi_ngram *above = &ngrams->nodes[node];
    above->followed++;
    if (child != above->best && is_better(ngrams, child, above->best)) {
        above->best = child;
    }
}

void wendi_ngrams_decrement(wendi_ngrams *ngrams, int32_t node)
{
    const int32_t parent = ngrams->nodes[node].parent;
    ngrams->nodes[parent].followed--;
    if (--ngrams->nodes[node].count == 0) {
        drop(ngrams, node);
    }
    if (ngrams->nodes[parent].best == node) {
        find_best(ngrams, parent);
    }
}
