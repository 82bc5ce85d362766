/* Fingerprint of items: edits by fixed numbers, and what queries find in between. */
#include "golden.h"

static wend_vec3 position(uint64_t draw)
{
    return (wend_vec3){wend_random_unit(17, draw, 0) * 200 - 100,
                       wend_random_unit(17, draw, 1) * 100 - 50, wend_random_below(17, draw, 2, 3)};
}

static uint64_t add_queries(uint64_t hash, const wend_items *items, uint64_t step)
{
    wend_item_id ids[16];
    size_t count = 0;
    wend_items_query query = wend_items_query_default();
    query.tag = wend_random_below(17, step, 3, 4);
    query.tag_mask = step % 2 == 0 ? UINT32_MAX : 2;
    const size_t near = wend_items_nearest_many(items, position(step + 900), &query, ids, 16);
    for (size_t i = 0; i < near; i++) {
        hash = wend_hash_u64(hash, (uint64_t)ids[i].generation << 32 | ids[i].index1);
    }
    (void)wend_items_in_circle(items, position(step + 950), 30, &query, ids, 16, &count);
    hash = wend_hash_u64(hash, count);
    for (size_t i = 0; i < count && i < 16; i++) {
        hash = wend_hash_u64(hash, ids[i].index1);
    }
    return hash;
}

uint64_t golden_items(void)
{
    wend_items_def def = wend_items_def_default();
    wend_items *items = NULL;
    uint64_t hash = wend_hash_begin();
    if (wend_items_create(&def, &items) != WEND_OK) {
        return 0;
    }
    for (uint64_t step = 0; step < 400; step++) {
        wend_item item = wend_item_default();
        item.position = position(step);
        item.tag = wend_random_below(17, step, 4, 4);
        const uint32_t limit = wend_items_limit(items);
        const uint32_t index = limit == 0 ? 0 : wend_random_below(17, step, 5, limit);
        wend_item_id id = wend_items_id(items, index);
        if (step % 5 == 4) {
            (void)wend_items_remove(items, id);
        } else if (step % 5 == 3) {
            (void)wend_items_move(items, id, item.position);
        } else {
            (void)wend_items_add(items, &item, &id);
        }
        hash = step % 10 == 0 ? add_queries(hash, items, step) : hash;
    }
    hash = wend_hash_u64(hash, wend_items_hash(items));
    wend_items_destroy(items);
    return hash;
}
