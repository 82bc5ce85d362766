/* Items: edits, queries, bytes. */
#include "fuzz.h"

#include <string.h>

enum { ITEM_IDS = 12 };

void make_items(fuzz *f)
{
    wend_items_def def = wend_items_def_default();
    def.cell_size = chance(f, 2) ? real(f, 1.0 / 1024, 30) : def.cell_size;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_items *items = NULL;
    GIVES(f, wend_items_create(&def, &items), "AM");
    keep(f, KIND_ITEMS, items, NULL, NULL, NULL);
}

static wend_item_id some_item_id(fuzz *f, const wend_items *items)
{
    const uint32_t limit = wend_items_limit(items);
    wend_item_id id = {below(f, ITEM_IDS), 1 + below(f, 3)};
    return limit > 0 && chance(f, 2) ? wend_items_id(items, below(f, limit)) : id;
}

static wend_item some_item(fuzz *f)
{
    wend_item item = wend_item_default();
    item.position = somewhere_high(f);
    item.tag = below(f, 4);
    item.is_active = !chance(f, 4);
    item.user = roll(f);
    some_cookie(f, &item.cookie);
    return item;
}

static void edit_items(fuzz *f)
{
    wend_items *items = get(f, KIND_ITEMS);
    wend_item item = some_item(f);
    wend_item_id id = some_item_id(f, items);
    fuzz_watch(f, KIND_ITEMS, items);
    const uint64_t before = wend_items_revision(items);
    switch (below(f, 7)) {
    case 0:
        GIVES(f, wend_items_remove(items, id), "AS");
        CHECK(f, !wend_items_has(items, id));
        break;
    case 1:
        GIVES(f, wend_items_set(items, id, &item), "AS");
        break;
    case 2:
        GIVES(f, wend_items_move(items, id, somewhere_high(f)), "AS");
        break;
    case 3:
        GIVES(f, wend_items_set_active(items, id, chance(f, 2)), "AS");
        break;
    default: {
        const wend_result result = GIVES(f, wend_items_add(items, &item, &id), "AMF");
        CHECK(f, (result == WEND_OK) == (id.index1 != 0));
        CHECK(f, result != WEND_OK || wend_items_has(items, id));
        break;
    }
    }
    CHECK(f, wend_items_revision(items) >= before);
    CHECK(f, wend_items_error(items) != NULL);
}

static void read_items(fuzz *f)
{
    const wend_items *items = get(f, KIND_ITEMS);
    const wend_item_id id = some_item_id(f, items);
    wend_item item;
    const wend_result result = GIVES(f, wend_items_get(items, id, &item), "AS");
    CHECK(f, (result == WEND_OK) == wend_items_has(items, id));
    CHECK(f, (wend_items_revision_of(items, id) != 0) == wend_items_has(items, id));
    CHECK(f, wend_items_count(items) <= wend_items_limit(items));
    CHECK(f, items == NULL || wend_items_memory_bytes(items) > 0);
    wend_draw draw;
    GIVES(f, wend_items_draw(items, some_draw(f, &draw)), "A");
}

bool some_is_item(void *user, uint64_t agent, wend_item_id item)
{
    (void)user;
    return (agent + item.index1) % 3 != 0;
}

static void find_items(fuzz *f)
{
    const wend_items *items = get(f, KIND_ITEMS);
    wend_items_query query = wend_items_query_default();
    query.tag = below(f, 4);
    query.tag_mask = chance(f, 2) ? UINT32_MAX : below(f, 4);
    query.max_distance = chance(f, 3) ? real(f, 0, 20) : query.max_distance;
    query.max_height_difference = chance(f, 3) ? real(f, 0, 4) : query.max_height_difference;
    query.is_inactive_found = chance(f, 3);
    query.is_item = chance(f, 3) ? some_is_item : NULL;
    query.agent = below(f, 3);
    some_cookie(f, &query.cookie);
    const wend_items_query *asked = chance(f, 6) ? NULL : &query;
    wend_item_id *ids = scratch(f, 5, sizeof *ids);
    size_t count = 0;
    const wend_vec3 at = somewhere_high(f);
    const wend_item_id nearest = wend_items_nearest(items, at, asked);
    CHECK(f, nearest.index1 == 0 || wend_items_has(items, nearest));
    const size_t found = wend_items_nearest_many(items, at, asked, ids, below(f, 6));
    CHECK(f, found == 0 || memcmp(&ids[0], &nearest, sizeof nearest) == 0);
    GIVES(f, wend_items_in_circle(items, at, real(f, 0, 12), asked, ids, below(f, 6), &count),
          "TA");
    GIVES(f, wend_items_in_box(items, at, somewhere(f), asked, ids, below(f, 6), &count), "TA");
}

const wend_items *ask_items(fuzz *f, wend_path_query *query)
{
    uint32_t *tags = scratch(f, 5, sizeof *tags);
    for (uint32_t i = 0; i < 5; ++i) {
        tags[i] = below(f, 4);
    }
    query->tags = unsound(f, 20) ? NULL : tags;
    query->tag_count = unsound(f, 20) ? below(f, 80) : 1 + below(f, 5);
    query->tag_count =
        query->tag_count > 5 && query->tag_count <= WEND_PATH_TAGS_MAX ? 5 : query->tag_count;
    query->tag_mask = chance(f, 4) ? below(f, 4) : UINT32_MAX;
    query->is_item = chance(f, 3) ? some_is_item : NULL;
    query->agent = below(f, 3);
    query->items = chance(f, 4) ? NULL : get(f, KIND_ITEMS);
    return query->items;
}

static void save_items(fuzz *f)
{
    const wend_items *items = get(f, KIND_ITEMS);
    size_t count = 0;
    if (GIVES(f, wend_items_save(items, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_items_save(items, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_items_def def = wend_items_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_items *loaded = NULL;
    GIVES(f, wend_items_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_items_hash(loaded) == wend_items_hash(items));
    keep(f, KIND_ITEMS, loaded, NULL, NULL, NULL);
    wend_items *other = get(f, KIND_ITEMS);
    const uint64_t hash = wend_items_hash(other);
    fuzz_watch(f, KIND_ITEMS, other);
    const wend_result result =
        GIVES(f, wend_items_restore(other, unsound(f, 30) ? NULL : copy, count), "ALM");
    CHECK(f, result == WEND_OK || wend_items_hash(other) == hash);
    CHECK(f, !is_same || result != WEND_OK || wend_items_hash(other) == wend_items_hash(items));
}

static const fuzz_action actions[] = {
    {"make items", make_items, 1}, {"edit items", edit_items, 10}, {"read items", read_items, 2},
    {"find items", find_items, 4}, {"save items", save_items, 1},
};

const fuzz_room room_items = {"items", actions, sizeof actions / sizeof *actions};
