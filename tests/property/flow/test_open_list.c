/* Open lists whose keys change as a whole, against a plain array: the least entry comes first. */
#include "flow/route/open_list.h"
#include "support/gen.h"
#include "support/test.h"
#include "wend/grid.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 400, TURNS = 1500 };

typedef struct twin {
    wendi_open_entry items[ENTRIES];
    size_t count;
} twin;

static uint32_t roll(uint64_t seed, uint64_t *draws, uint32_t count)
{
    return wend_random_below(seed, 3, (*draws)++, count);
}

static size_t least_of(const twin *t)
{
    size_t least = 0;
    for (size_t i = 1; i < t->count; ++i) {
        const wendi_open_entry *a = &t->items[i];
        const wendi_open_entry *b = &t->items[least];
        least = a->key < b->key || (a->key == b->key && a->low < b->low) ? i : least;
    }
    return least;
}

/* New keys for all, from each entry's node. */
static void reorder(wendi_open_list *list, twin *t, uint64_t seed, uint32_t range, uint64_t tick)
{
    for (size_t i = 0; i < list->total; ++i) {
        const uint32_t node = wendi_open_entry_node(&list->items[i]);
        list->items[i].key = wend_random_below(seed, node, tick, range);
    }
    for (size_t i = 0; i < t->count; ++i) {
        const uint32_t node = wendi_open_entry_node(&t->items[i]);
        t->items[i].key = wend_random_below(seed, node, tick, range);
    }
    wendi_open_list_reorder(list, 1 + range / 50);
}

static bool order_holds(uint64_t seed, void *context)
{
    (void)context;
    const wend_allocator allocator = wend_grid_def_default().allocator;
    wendi_open_list list = {.items = NULL};
    twin *t = calloc(1, sizeof *t);
    uint64_t draws = 0;
    const uint32_t range = 1 + roll(seed, &draws, 2000);
    bool holds = t != NULL;
    for (uint32_t turn = 0; holds && turn < TURNS; ++turn) {
        const uint32_t kind = roll(seed, &draws, 40);
        if (kind == 0) {
            reorder(&list, t, seed, range, turn);
        } else if (kind == 1 && roll(seed, &draws, 8) == 0) {
            wendi_open_list_clear(&list);
            t->count = 0;
        } else if (kind < 22 && t->count < ENTRIES) {
            const wendi_open_entry entry =
                wendi_open_entry_make(roll(seed, &draws, range), roll(seed, &draws, 3), turn);
            holds = wendi_open_list_push(&list, &allocator, entry);
            t->items[t->count++] = entry;
        } else if (t->count > 0) {
            const size_t least = least_of(t);
            holds = list.count > 0 && list.items[0].key == t->items[least].key &&
                    list.items[0].low == t->items[least].low;
            wendi_open_list_pop(&list);
            t->items[least] = t->items[--t->count];
        }
        holds = holds && list.total == t->count && (list.count > 0) == (t->count > 0);
    }
    wendi_open_list_free(&list, &allocator);
    free(t);
    return holds;
}

static void flow_open_list_gives_the_least_entry_first(void **state)
{
    (void)state;
    gen_property("open list", 200, order_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_open_list_gives_the_least_entry_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
