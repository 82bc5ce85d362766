/* The shortcuts that a node needs when it is contracted: for each pair of neighbours a local
 * search for a path around the node that costs no more.
 * Cost: a search of up to SETTLED_MAX nodes for each node with an arc to this one.
 *
 * A search that ends early misses paths: a superfluous shortcut results, which does no harm. */
#include "route/index/contraction.h"

#include <string.h>

enum { SETTLED_MAX = 100, ENTRIES_MAX = 1024, TABLE_SIZE = 2 * ENTRIES_MAX, HEAP_MAX = 2048 };

static const uint64_t COST_LIMIT = (uint64_t)1 << 62;

typedef struct witness_entry {
    uint64_t cost; /* infinite: a target that was not reached yet */
    uint32_t node;
    bool is_target;
} witness_entry;

typedef struct witness_wait {
    uint64_t cost;
    uint32_t entry;
} witness_wait;

struct wendi_witness {
    witness_entry entries[ENTRIES_MAX];
    witness_wait heap[HEAP_MAX]; /* entries wait more than once; the cheapest counts */
    uint16_t table[TABLE_SIZE];  /* node, hashed -> entry + 1; 0 = free */
    uint32_t entry_count, heap_count;
    uint64_t work; /* arcs looked at */
    wendi_contraction_shortcut room[(size_t)WENDI_CONTRACTION_BLOCK * WENDI_CONTRACTION_SHORTCUTS];
};

wendi_witness *wendi_witnesses_create(uint32_t count, const wend_allocator *allocator)
{
    return wendi_alloc_items_zero(allocator, count, sizeof(wendi_witness));
}

void wendi_witnesses_destroy(wendi_witness *witnesses, uint32_t count,
                             const wend_allocator *allocator)
{
    wendi_free(allocator, witnesses, witnesses == NULL ? 0 : count * sizeof *witnesses);
}

size_t wendi_witness_bytes(void)
{
    return sizeof(wendi_witness);
}

uint64_t wendi_witnesses_take_work(wendi_witness *witnesses, uint32_t count)
{
    uint64_t work = 0;
    for (uint32_t k = 0; k < count; ++k) {
        work += witnesses[k].work;
        witnesses[k].work = 0;
    }
    return work;
}

wendi_contraction_shortcut *wendi_witness_room(wendi_witness *witnesses, size_t job)
{
    return witnesses[job].room;
}

/* ---- entries ---- */

static uint32_t hash_of(uint32_t node)
{
    return (node * 0x9E3779B1u) >> 16 & (TABLE_SIZE - 1);
}

/* The entry of a node, made where there is none; ENTRIES_MAX where there is no room for it. */
static uint32_t entry_of(wendi_witness *w, uint32_t node)
{
    uint32_t at = hash_of(node);
    while (w->table[at] != 0) {
        if (w->entries[w->table[at] - 1].node == node) {
            return w->table[at] - 1u;
        }
        at = (at + 1) & (TABLE_SIZE - 1);
    }
    if (w->entry_count == ENTRIES_MAX) {
        return ENTRIES_MAX;
    }
    w->entries[w->entry_count] = (witness_entry){UINT64_MAX, node, false};
    w->table[at] = (uint16_t)++w->entry_count;
    return w->entry_count - 1;
}

static void clear(wendi_witness *w)
{
    if (w->entry_count > TABLE_SIZE / 8) {
        memset(w->table, 0, sizeof w->table);
    } else {
        /* In reverse, each one is found from its hash before those that it pushed on are gone. */
        while (w->entry_count > 0) {
            uint32_t at = hash_of(w->entries[w->entry_count - 1].node);
            while (w->table[at] != w->entry_count) {
                at = (at + 1) & (TABLE_SIZE - 1);
            }
            w->table[at] = 0;
            --w->entry_count;
        }
    }
    w->entry_count = 0;
    w->heap_count = 0;
}

/* ---- the heap ---- */

static bool push(wendi_witness *w, uint64_t cost, uint32_t entry)
{
    if (w->heap_count == HEAP_MAX) {
        return false;
    }
    uint32_t at = w->heap_count++;
    while (at > 0) {
        const uint32_t parent = (at - 1) / 2;
        if (cost >= w->heap[parent].cost) {
            break;
        }
        w->heap[at] = w->heap[parent];
        at = parent;
    }
    w->heap[at] = (witness_wait){cost, entry};
    return true;
}

static witness_wait pop(wendi_witness *w)
{
    const witness_wait least = w->heap[0];
    const witness_wait last = w->heap[--w->heap_count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < w->heap_count; child = 2 * at + 1) {
        if (child + 1 < w->heap_count && w->heap[child + 1].cost < w->heap[child].cost) {
            ++child;
        }
        if (last.cost <= w->heap[child].cost) {
            break;
        }
        w->heap[at] = w->heap[child];
        at = child;
    }
    w->heap[at] = last;
    return least;
}

/* ---- one search ---- */

/* A search around `avoided` from a node with an arc to it. */
typedef struct witness_query {
    uint32_t source, avoided;
    uint64_t most;    /* the most that a path of use costs */
    uint32_t waiting; /* targets not settled yet */
} witness_query;

/* Improves the entry of an arc's target. @return false: no room, the search ends. */
static bool relax(const wendi_contraction *c, wendi_witness *w, const witness_query *q,
                  const wendi_contraction_arc *arc, uint64_t cost)
{
    const uint64_t sum = cost + arc->cost;
    if (sum > q->most || arc->target == q->avoided || c->is_chosen[arc->target] != 0) {
        return true;
    }
    const uint32_t entry = entry_of(w, arc->target);
    if (entry == ENTRIES_MAX || sum >= w->entries[entry].cost) {
        return true;
    }
    w->entries[entry].cost = sum;
    return push(w, sum, entry);
}

static void search(const wendi_contraction *c, wendi_witness *w, witness_query *q)
{
    const uint32_t source = entry_of(w, q->source);
    w->entries[source].cost = 0;
    (void)push(w, 0, source);
    for (uint32_t settled = 0; w->heap_count > 0 && settled < SETTLED_MAX;) {
        const witness_wait next = pop(w);
        const witness_entry *entry = &w->entries[next.entry];
        if (next.cost > entry->cost) {
            continue;
        }
        if (entry->is_target && --q->waiting == 0) {
            return;
        }
        ++settled;
        const wendi_contraction_list list = c->out[entry->node];
        w->work += list.count;
        for (uint32_t k = 0; k < list.count; ++k) {
            if (!relax(c, w, q, &c->pool[list.begin + k], next.cost)) {
                return;
            }
        }
    }
}

/* ---- all pairs ---- */

/* Makes the targets of a search from the neighbour at `first`, in a symmetric graph those behind it
 * only. */
static void add_targets(const wendi_contraction *c, wendi_witness *w, uint32_t node,
                        uint64_t cost_in, uint32_t from, witness_query *q)
{
    const wendi_contraction_arc *out = c->pool + c->out[node].begin;
    for (uint32_t k = from; k < c->out[node].count; ++k) {
        if (out[k].target == q->source) {
            continue;
        }
        const uint64_t sum = cost_in + out[k].cost;
        q->most = sum > q->most ? sum : q->most;
        w->entries[entry_of(w, out[k].target)].is_target = true;
        ++q->waiting;
    }
}

bool wendi_witness_shortcuts(const wendi_contraction *c, wendi_witness *witnesses, size_t job,
                             uint32_t node, wendi_contraction_shortcut *shortcuts,
                             wendi_contraction_need *need)
{
    wendi_witness *w = &witnesses[job];
    const wendi_contraction_list in = c->in[node];
    const wendi_contraction_list out = c->out[node];
    *need = (wendi_contraction_need){0, 0};
    if (out.count > ENTRIES_MAX / 2 || in.count > ENTRIES_MAX / 2) {
        return false;
    }
    for (uint32_t i = 0; i < in.count; ++i) {
        const wendi_contraction_arc first = c->pool[in.begin + i];
        const uint32_t from = c->is_symmetric ? i + 1 : 0;
        witness_query q = {first.target, node, 0, 0};
        clear(w);
        add_targets(c, w, node, first.cost, from, &q);
        if (q.waiting == 0) {
            continue;
        }
        search(c, w, &q);
        for (uint32_t k = from; k < out.count; ++k) {
            const wendi_contraction_arc second = c->pool[out.begin + k];
            const uint64_t sum = first.cost + second.cost;
            if (second.target == first.target ||
                w->entries[entry_of(w, second.target)].cost <= sum) {
                continue;
            }
            if (sum >= COST_LIMIT || need->shortcuts >= c->most_shortcuts) {
                return false;
            }
            const uint32_t hops = first.hops + second.hops;
            if (shortcuts != NULL) {
                shortcuts[need->shortcuts] =
                    (wendi_contraction_shortcut){sum, first.target, second.target, node, hops};
            }
            ++need->shortcuts;
            need->hops += hops;
        }
    }
    return true;
}
