/* Random edits of items compared with a plain list: queries of all kinds, with every cell size,
 * equal a scan of all items; saved and loaded items continue alike. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/items.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 60, STEPS = 400 };

typedef struct model {
    wend_item items[MOST];
    wend_item_id ids[MOST];
    uint32_t count;
} model;

typedef struct found {
    double square;
    wend_item_id id;
} found;

static int compare_found(const void *a, const void *b)
{
    const found *p = a;
    const found *q = b;
    if (p->square < q->square || p->square > q->square) {
        return p->square < q->square ? -1 : 1;
    }
    return p->id.index1 < q->id.index1 ? -1 : 1;
}

static double number(uint64_t seed, uint64_t step, uint64_t draw, double range)
{
    /* Often on a lattice, so that distances tie and cells are met at their borders. */
    const double unit = wend_random_unit(seed, step, draw) * 2 - 1;
    return wend_random_below(seed, step, draw + 100, 3) > 0 ? floor(unit * 8) * range / 8
                                                            : unit * range;
}

static wend_item some_item(uint64_t seed, uint64_t step, double range)
{
    wend_item item = wend_item_default();
    item.position = (wend_vec3){number(seed, step, 1, range), number(seed, step, 2, range),
                                (double)wend_random_below(seed, step, 3, 3) * 4};
    item.tag = wend_random_below(seed, step, 4, 8);
    item.is_active = wend_random_below(seed, step, 5, 4) > 0;
    item.user = wend_random_below(seed, step, 6, 9);
    return item;
}

static bool is_even_user(void *user, uint64_t agent, wend_item_id id)
{
    const model *m = user;
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->ids[i].index1 == id.index1) {
            return (m->items[i].user + agent) % 2 == 0;
        }
    }
    return false;
}

static wend_items_query some_query(uint64_t seed, uint64_t step, model *m)
{
    static const uint32_t masks[] = {0, UINT32_MAX, 1, 6};
    wend_items_query query = wend_items_query_default();
    query.tag = wend_random_below(seed, step, 11, 8);
    query.tag_mask = masks[wend_random_below(seed, step, 12, 4)];
    query.is_inactive_found = wend_random_below(seed, step, 13, 3) == 0;
    query.max_height_difference = wend_random_below(seed, step, 14, 3) == 0 ? 4 : (double)INFINITY;
    query.max_distance =
        wend_random_below(seed, step, 15, 3) == 0 ? number(seed, step, 16, 40) : (double)INFINITY;
    query.max_distance = query.max_distance < 0 ? -query.max_distance : query.max_distance;
    if (wend_random_below(seed, step, 17, 3) == 0) {
        query.is_item = is_even_user;
        query.user = m;
        query.agent = step;
    }
    return query;
}

static bool matches(const model *m, uint32_t i, const wend_items_query *query, double height)
{
    const wend_item *item = &m->items[i];
    return (item->is_active || query->is_inactive_found) &&
           (item->tag & query->tag_mask) == (query->tag & query->tag_mask) &&
           fabs(item->position.z - height) <= query->max_height_difference &&
           (query->is_item == NULL || query->is_item(query->user, query->agent, m->ids[i]));
}

static double square_of(wend_vec3 a, wend_vec3 b)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    return x * x + y * y;
}

static void check_nearest(const wend_items *items, model *m, uint64_t seed, uint64_t step,
                          double range)
{
    const wend_items_query query = some_query(seed, step, m);
    const wend_vec3 at = some_item(seed, step + 1000, range).position;
    found all[MOST];
    size_t count = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const double square = square_of(m->items[i].position, at);
        if (square <= query.max_distance * query.max_distance && matches(m, i, &query, at.z)) {
            all[count++] = (found){square, m->ids[i]};
        }
    }
    qsort(all, count, sizeof *all, compare_found);
    wend_item_id ids[MOST];
    const size_t capacity = 1 + wend_random_below(seed, step, 21, 9);
    const size_t wanted = count < capacity ? count : capacity;
    assert_int_equal(wend_items_nearest_many(items, at, &query, ids, capacity), wanted);
    for (size_t i = 0; i < wanted; i++) {
        assert_memory_equal(&ids[i], &all[i].id, sizeof *ids);
    }
    const wend_item_id one = wend_items_nearest(items, at, &query);
    assert_int_equal(one.index1, count > 0 ? all[0].id.index1 : 0);
}

static void check_lists(const wend_items *items, model *m, uint64_t seed, uint64_t step,
                        double range)
{
    const wend_items_query query = some_query(seed, step, m);
    const wend_vec3 at = some_item(seed, step + 2000, range).position;
    const wend_vec3 other = some_item(seed, step + 3000, range).position;
    const double radius = sqrt(square_of(at, other));
    const bool is_circle = step % 2 == 0;
    found all[MOST];
    size_t count = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const wend_vec3 p = m->items[i].position;
        const bool is_inside = is_circle
                                   ? square_of(p, at) <= radius * radius
                                   : p.x >= at.x && p.x <= other.x && p.y >= at.y && p.y <= other.y;
        if (is_inside && matches(m, i, &query, at.z)) {
            all[count++] = (found){0, m->ids[i]};
        }
    }
    qsort(all, count, sizeof *all, compare_found);
    wend_item_id ids[MOST];
    size_t told = 0;
    const size_t capacity = wend_random_below(seed, step, 31, MOST / 2);
    const wend_result result =
        is_circle ? wend_items_in_circle(items, at, radius, &query, ids, capacity, &told)
                  : wend_items_in_box(items, at, (wend_vec2){other.x, other.y}, &query, ids,
                                      capacity, &told);
    assert_int_equal(result, count > capacity ? WEND_TRUNCATED : WEND_OK);
    assert_int_equal(told, count);
    for (size_t i = 0; i < count && i < capacity; i++) {
        assert_memory_equal(&ids[i], &all[i].id, sizeof *ids);
    }
}

static void edit(wend_items *items, model *m, uint64_t seed, uint64_t step, double range)
{
    const uint32_t how = wend_random_below(seed, step, 40, 6);
    const wend_item item = some_item(seed, step, range);
    if (m->count == 0 || (how < 2 && m->count < MOST)) {
        m->items[m->count] = item;
        assert_int_equal(wend_items_add(items, &item, &m->ids[m->count]), WEND_OK);
        m->count++;
        return;
    }
    const uint32_t i = wend_random_below(seed, step, 41, m->count);
    if (how == 2) {
        assert_int_equal(wend_items_remove(items, m->ids[i]), WEND_OK);
        m->count--;
        m->items[i] = m->items[m->count];
        m->ids[i] = m->ids[m->count];
    } else if (how == 3) {
        assert_int_equal(wend_items_set(items, m->ids[i], &item), WEND_OK);
        m->items[i] = item;
    } else if (how == 4) {
        assert_int_equal(wend_items_set_active(items, m->ids[i], item.is_active), WEND_OK);
        m->items[i].is_active = item.is_active;
    } else {
        assert_int_equal(wend_items_move(items, m->ids[i], item.position), WEND_OK);
        m->items[i].position = item.position;
    }
}

static wend_items *reload(wend_items *items)
{
    size_t count;
    assert_int_equal(wend_items_save(items, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_items_save(items, bytes, count, &count), WEND_OK);
    wend_items *loaded;
    assert_int_equal(wend_items_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_int_equal(wend_items_hash(loaded), wend_items_hash(items));
    free(bytes);
    wend_items_destroy(items);
    return loaded;
}

static void play(uint64_t seed)
{
    static const double cells[] = {1.0 / 1024, 0.5, 4, 100, 1073741824};
    static const double ranges[] = {3, 30, 1000, 1073741824};
    model m;
    memset(&m, 0, sizeof m);
    wend_items_def def = wend_items_def_default();
    def.cell_size = cells[seed % 5];
    const double range = ranges[seed / 5 % 4];
    wend_items *items;
    assert_int_equal(wend_items_create(&def, &items), WEND_OK);
    for (uint64_t step = 0; step < STEPS; step++) {
        edit(items, &m, seed, step, range);
        check_nearest(items, &m, seed, step, range);
        check_lists(items, &m, seed, step, range);
        if (step % 97 == 96) {
            items = reload(items);
        }
    }
    assert_int_equal(wend_items_count(items), m.count);
    wend_items_destroy(items);
}

static void items_queries_equal_a_look_at_all(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        play(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_queries_equal_a_look_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
