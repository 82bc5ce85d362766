/* Closures of random directed graphs say what a plain search says; rough ones never wrongly say no;
 * slices make what one go makes. */
#include "support/gen.h"
#include "support/test.h"

#include "base/core/closure.h"

#include <string.h>

enum { NODES_MOST = 300, EDGES_MOST = 4 * NODES_MOST };

typedef struct net {
    uint32_t node_count, edge_count;
    uint32_t first[NODES_MOST + 1];
    uint32_t to[EDGES_MOST]; /* UINT32_MAX: closed */
} net;

static uint32_t target_of(const void *context, uint32_t edge)
{
    return ((const net *)context)->to[edge];
}

static net draw_net(uint64_t seed)
{
    net n;
    memset(&n, 0, sizeof n);
    const bool is_small = wend_random_below(seed, 1, 0, 2) == 0;
    const uint32_t fall = wend_random_below(seed, 2, 0, 3); /* edges lead to lower numbers */
    n.node_count = 1 + wend_random_below(seed, 3, 0, is_small ? 12 : NODES_MOST);
    const uint32_t thick = 1 + wend_random_below(seed, 4, 0, 4);
    for (uint32_t node = 0; node < n.node_count; ++node) {
        n.first[node] = n.edge_count;
        const uint32_t count = wend_random_below(seed, 5, node, thick + 1);
        for (uint32_t k = 0; k < count && n.edge_count < EDGES_MOST; ++k) {
            const uint32_t dice = wend_random_below(seed, 6, n.edge_count, 50);
            uint32_t to = wend_random_below(seed, 7, n.edge_count, n.node_count);
            if (fall > 0 && to > node && dice >= fall - 1) {
                to = node;
            }
            n.to[n.edge_count++] = dice == 49 ? UINT32_MAX : to;
        }
    }
    n.first[n.node_count] = n.edge_count;
    return n;
}

static void search(const net *n, uint32_t from, bool *leads)
{
    uint32_t stack[NODES_MOST];
    uint32_t count = 1;
    memset(leads, 0, NODES_MOST * sizeof *leads);
    leads[from] = true;
    stack[0] = from;
    while (count > 0) {
        const uint32_t at = stack[--count];
        for (uint32_t e = n->first[at]; e < n->first[at + 1]; ++e) {
            if (n->to[e] != UINT32_MAX && !leads[n->to[e]]) {
                leads[n->to[e]] = true;
                stack[count++] = n->to[e];
            }
        }
    }
}

/* With a limit there may be no room to know all. */
static bool says_the_same(const net *n, const wendi_closure *closure, uint32_t most)
{
    for (uint32_t from = 0; from < n->node_count; ++from) {
        bool leads[NODES_MOST];
        search(n, from, leads);
        for (uint32_t to = 0; to < n->node_count; ++to) {
            const wendi_closure_answer says = wendi_closure_query(closure, from, to);
            if (says == WENDI_CLOSURE_UNKNOWN ? most == 0
                                              : (says == WENDI_CLOSURE_REACHED) != leads[to]) {
                return false;
            }
        }
    }
    return true;
}

static bool is_same_array(const wendi_array_u32 *a, const wendi_array_u32 *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->items, b->items, a->count * sizeof *a->items) == 0);
}

/* In slices of random size; 0 = at once. */
static bool work_out(wendi_closure_work *work, const net *n, uint32_t most, uint64_t seed)
{
    bool holds = wendi_closure_begin(work, n->node_count, n->first, target_of, n, most);
    wend_result result = WEND_IN_PROGRESS;
    for (uint64_t slice = 0; holds && result == WEND_IN_PROGRESS; ++slice) {
        uint64_t steps = seed == 0 ? UINT64_MAX : 1 + wend_random_below(seed, 8, slice, 30);
        result = wendi_closure_advance(work, &steps);
        holds = result >= 0;
    }
    return holds;
}

static bool closures_hold(uint64_t seed, void *context)
{
    (void)context;
    static const uint32_t limits[] = {0, 2, 3, 8};
    const net n = draw_net(seed);
    bool holds = true;
    for (size_t i = 0; i < sizeof limits / sizeof *limits && holds; ++i) {
        wendi_closure whole;
        wendi_closure_work work;
        wendi_closure_init(&whole, NULL);
        wendi_closure_work_init(&work, NULL);
        holds = limits[i] == 0 || wendi_closure_reserve(&work, &whole, n.node_count, n.edge_count);
        const size_t bytes = wendi_closure_work_memory_bytes(&work);
        holds =
            holds && work_out(&work, &n, limits[i], 0) && says_the_same(&n, &work.made, limits[i]);
        const wendi_closure made = work.made;
        work.made = whole;
        whole = made;
        holds = holds && work_out(&work, &n, limits[i], seed) &&
                is_same_array(&work.made.components, &whole.components) &&
                is_same_array(&work.made.first_range, &whole.first_range) &&
                is_same_array(&work.made.next, &whole.next) &&
                work.made.ranges.count == whole.ranges.count &&
                (limits[i] == 0 || wendi_closure_work_memory_bytes(&work) == bytes);
        for (size_t k = 0; holds && k < whole.ranges.count; ++k) {
            holds = work.made.ranges.items[k] == whole.ranges.items[k];
        }
        wendi_closure_work_free(&work);
        wendi_closure_free(&whole);
    }
    return holds;
}

static void closures_say_what_a_search_says(void **state)
{
    (void)state;
    gen_property("closure", 300, closures_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closures_say_what_a_search_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
