/* Closures of random directed graphs say what a plain search says; rough ones never wrongly say no;
 * slices make what one go makes. */
#include "support/fault.h"
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

/* ---- nets of many ranges ---- */

/* Leaves without edges, nodes between with some of the leaves, and a hub with all of these. The leaves are
 * components of their own, and those that a node leads to lie apart. */
enum { LEAVES = 400, BETWEEN = 300, HUB = LEAVES + BETWEEN, WIDE_NODES = HUB + 1 };

typedef struct wide_net {
    uint32_t count;
    uint32_t first[WIDE_NODES + 1];
    uint32_t to[3 * BETWEEN + BETWEEN + LEAVES];
} wide_net;

static uint32_t wide_target(const void *context, uint32_t edge)
{
    return ((const wide_net *)context)->to[edge];
}

static void begin_node(wide_net *n, uint32_t node)
{
    n->first[node] = n->count;
}

static void lead(wide_net *n, uint32_t to)
{
    n->to[n->count++] = to;
}

static void make_wide(wide_net *n, bool leads_to_leaves)
{
    n->count = 0;
    for (uint32_t node = 0; node < WIDE_NODES; ++node) {
        begin_node(n, node);
        for (uint32_t k = 0; node >= LEAVES && node < HUB && k < 3; ++k) {
            lead(n, 2 * k);
        }
        for (uint32_t k = 0; node == HUB && k < BETWEEN; ++k) {
            lead(n, leads_to_leaves ? (k * 2) % LEAVES : LEAVES + k);
        }
    }
    n->first[WIDE_NODES] = n->count;
}

/* A hub leads to every second leaf: more ranges than are sorted one by one. */
static void many_ranges_of_one_node_are_all_known(void **state)
{
    (void)state;
    static wide_net n;
    wendi_closure closure;
    make_wide(&n, true);
    wendi_closure_init(&closure, NULL);
    assert_true(wendi_closure_build(&closure, NULL, WIDE_NODES, n.first, wide_target, &n));
    for (uint32_t leaf = 0; leaf < LEAVES; ++leaf) {
        assert_int_equal(wendi_closure_query(&closure, HUB, leaf),
                         leaf % 2 == 0 ? WENDI_CLOSURE_REACHED : WENDI_CLOSURE_NOT_REACHED);
        assert_int_equal(wendi_closure_query(&closure, leaf, HUB), WENDI_CLOSURE_NOT_REACHED);
    }
    wendi_closure_free(&closure);
}

/* With a limit the hub's ranges are rough: a search of its successors decides, or gives up, but is never
 * wrong; without room for them it is not known at all. */
static void rough_ranges_are_searched_up_to_a_limit(void **state)
{
    (void)state;
    static wide_net n;
    for (uint32_t limit = 2; limit <= 16; limit += 14) {
        for (int leads_to_leaves = 0; leads_to_leaves < 2; ++leads_to_leaves) {
            wendi_closure closure;
            wendi_closure_work work;
            uint64_t steps = UINT64_MAX;
            uint32_t unknown = 0;
            make_wide(&n, leads_to_leaves != 0);
            wendi_closure_init(&closure, NULL);
            wendi_closure_work_init(&work, NULL);
            assert_true(wendi_closure_reserve(&work, &closure, WIDE_NODES, n.count));
            assert_true(wendi_closure_begin(&work, WIDE_NODES, n.first, wide_target, &n, limit));
            assert_int_equal(wendi_closure_advance(&work, &steps), WEND_OK);
            for (uint32_t leaf = 0; leaf < LEAVES; ++leaf) {
                const bool is_reached =
                    leads_to_leaves ? leaf % 2 == 0 : leaf == 0 || leaf == 2 || leaf == 4;
                const wendi_closure_answer says = wendi_closure_query(&work.made, HUB, leaf);
                unknown += says == WENDI_CLOSURE_UNKNOWN ? 1 : 0;
                assert_true(says == WENDI_CLOSURE_UNKNOWN ||
                            (says == WENDI_CLOSURE_REACHED) == is_reached);
            }
            /* 300 successors are more than are visited, and than have room. */
            assert_int_equal(unknown > 0, limit == 2);
            wendi_closure_work_free(&work);
            wendi_closure_free(&closure);
        }
    }
}

/* Without memory there is no closure, and the old one stays. */
static wend_result build_wide(wend_allocator allocator, void *context)
{
    const wide_net *n = context;
    wendi_closure closure;
    wendi_closure_init(&closure, &allocator);
    const bool is_built =
        wendi_closure_build(&closure, &allocator, WIDE_NODES, n->first, wide_target, n);
    assert_true(is_built || wendi_closure_memory_bytes(&closure) == 0);
    assert_true(!is_built || wendi_closure_query(&closure, HUB, 2) == WENDI_CLOSURE_REACHED);
    wendi_closure_free(&closure);
    return is_built ? WEND_OK : WEND_ERROR_MEMORY;
}

static void each_allocation_of_a_closure_may_fail(void **state)
{
    (void)state;
    static wide_net n;
    make_wide(&n, true);
    assert_true(fault_run(build_wide, &n) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closures_say_what_a_search_says),
        cmocka_unit_test(many_ranges_of_one_node_are_all_known),
        cmocka_unit_test(rough_ranges_are_searched_up_to_a_limit),
        cmocka_unit_test(each_allocation_of_a_closure_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
