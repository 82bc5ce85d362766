/* The least cost per metre of a graph, and the few arcs that are cheaper than that.
 * Cost: linear to build; for a changed arc the 32 of its block and a path up the tree.
 *
 * An estimate of distance * rate is never too large if no arc costs less than its own length times
 * the rate. One teleport would bring the rate, and the estimate, to nothing; so up to 16 arcs that
 * are much cheaper than all others do not count for the rate. Estimates consider paths through them
 * one by one (see heuristic/graph.c).
 *
 *              least of all                    a tree of minima over blocks of 32 arcs, so that
 *          /               \                   a change updates one path up, and the 17 least are
 *     least of these    least of those         found without reading the others */
#include "route/space/graph.h"

#include "base/math/bits.h"
#include "base/math/clamp.h"
#include "base/math/constants.h"

/* Of rates: far more than all the roundings of lengths, products and estimates together. */
static const double rounding_guard = 1 - 1.0 / (1024.0 * 1024.0 * 1024.0);

/* Arcs this much cheaper than the 17th of all are kept apart. */
static const double cheap_share = 0.75;

static double absolute(double value)
{
    return value < 0 ? -value : value;
}

double wendi_graph_length(uint32_t metric, wend_vec3 from, wend_vec3 to)
{
    const double root_2_less_1 = 0.41421356237309503;
    const double dx = absolute(to.x - from.x);
    const double dy = absolute(to.y - from.y);
    const double dz = absolute(to.z - from.z);
    switch (metric) {
    case WENDI_METRIC_OCTILE:
        return dx > dy ? dx + root_2_less_1 * dy : dy + root_2_less_1 * dx;
    case WENDI_METRIC_MANHATTAN:
        return dx + dy + dz;
    case WENDI_METRIC_STRAIGHT:
    default:
        return wend_sqrt(dx * dx + dy * dy + dz * dz);
    }
}

/* ---- the tree ---- */

/* Cost per metre; infinite for closed arcs and those without length. */
static double rate_of(const wendi_space_graph *net, uint32_t metric, uint32_t from,
                      const wendi_space_arc *arc)
{
    const double length =
        arc->cost == WEND_COST_INFINITE
            ? 0
            : wendi_graph_length(metric, net->positions[from], net->positions[arc->target]);
    return length > 0 ? (double)arc->cost / length : wendi_f64_of_bits(WENDI_INFINITY_BITS);
}

static double least_of_block(const wendi_space_graph *net, uint32_t metric, uint32_t block)
{
    const uint32_t begin = block * WENDI_RATE_BLOCK;
    const uint32_t left = begin < net->out.count ? net->out.count - begin : 0;
    const uint32_t end = begin + (left < WENDI_RATE_BLOCK ? left : WENDI_RATE_BLOCK);
    double least = wendi_f64_of_bits(WENDI_INFINITY_BITS);
    for (uint32_t k = begin; k < end; ++k) {
        const wendi_space_arc *arc = &net->out.items[k];
        const double rate = rate_of(net, metric, wendi_graph_arc_source(net, arc), arc);
        least = rate < least ? rate : least;
    }
    return least;
}

void wendi_graph_rates_set_leaf(wendi_space_graph *net, uint32_t leaf)
{
    for (uint32_t metric = 0; metric < WENDI_METRICS; ++metric) {
        net->rates[metric].tree[net->leaves + leaf] = least_of_block(net, metric, leaf);
    }
}

void wendi_graph_rates_set_knots(wendi_space_graph *net)
{
    for (uint32_t metric = 0; metric < WENDI_METRICS; ++metric) {
        double *tree = net->rates[metric].tree;
        for (uint32_t k = net->leaves - 1; k > 0; --k) {
            tree[k] = wendi_min(tree[2 * k], tree[2 * k + 1]);
        }
    }
}

void wendi_graph_rates_note_edit(wendi_space_graph *net, uint32_t first, uint32_t end)
{
    for (uint32_t block = first / WENDI_RATE_BLOCK; block * WENDI_RATE_BLOCK < end; ++block) {
        for (uint32_t metric = 0; metric < WENDI_METRICS; ++metric) {
            double *tree = net->rates[metric].tree;
            uint32_t k = net->leaves + block;
            tree[k] = least_of_block(net, metric, block);
            for (k /= 2; k > 0; k /= 2) {
                tree[k] = wendi_min(tree[2 * k], tree[2 * k + 1]);
            }
        }
    }
}

/* ---- the least ones ---- */

enum { LEAST_COUNT = WENDI_CHEAP_ARCS + 1 };

/* The least rates found so far, ascending, and their arcs. */
typedef struct least_list {
    double rates[LEAST_COUNT];
    uint32_t arcs[LEAST_COUNT];
} least_list;

/* The order of arcs of equal rates: that of the nodes they lead out of, then of edges. */
static bool is_before(const wendi_space_graph *net, uint32_t a, uint32_t b)
{
    const wendi_space_arc *one = &net->out.items[a];
    const wendi_space_arc *two = &net->out.items[b];
    const uint32_t from = wendi_graph_arc_source(net, one);
    const uint32_t other = wendi_graph_arc_source(net, two);
    return from < other || (from == other && one->edge < two->edge);
}

static void insert(const wendi_space_graph *net, least_list *list, double rate, uint32_t arc)
{
    uint32_t k = LEAST_COUNT - 1;
    if (!(rate < list->rates[k])) {
        return;
    }
    for (; k > 0 && (rate < list->rates[k - 1] ||
                     (rate <= list->rates[k - 1] && is_before(net, arc, list->arcs[k - 1])));
         --k) {
        list->rates[k] = list->rates[k - 1];
        list->arcs[k] = list->arcs[k - 1];
    }
    list->rates[k] = rate;
    list->arcs[k] = arc;
}

static void insert_block(const wendi_space_graph *net, uint32_t metric, uint32_t block,
                         least_list *list)
{
    for (uint32_t k = 0; k < WENDI_RATE_BLOCK; ++k) {
        const uint32_t index = block * WENDI_RATE_BLOCK + k;
        if (index >= net->out.count) {
            return;
        }
        const wendi_space_arc *arc = &net->out.items[index];
        insert(net, list, rate_of(net, metric, wendi_graph_arc_source(net, arc), arc), index);
    }
}

/* Goes down only where something less than the last of the list lies, first where the least is. Of
 * several rates as large as the last one any may be listed; such arcs are never cheap. */
static void collect(const wendi_space_graph *net, uint32_t metric, least_list *list)
{
    enum { DEPTH_MAX = 64 };
    const double *tree = net->rates[metric].tree;
    uint32_t waiting[DEPTH_MAX];
    uint32_t count = 0;
    waiting[count++] = 1;
    while (count > 0) {
        const uint32_t knot = waiting[--count];
        if (!(tree[knot] < list->rates[LEAST_COUNT - 1])) {
            continue;
        }
        if (knot >= net->leaves) {
            insert_block(net, metric, knot - net->leaves, list);
        } else {
            const uint32_t is_right = tree[2 * knot + 1] < tree[2 * knot];
            waiting[count++] = 2 * knot + 1 - is_right;
            waiting[count++] = 2 * knot + is_right;
        }
    }
}

static void settle(wendi_space_graph *net, uint32_t metric)
{
    wendi_graph_rate *rate = &net->rates[metric];
    const double infinity = wendi_f64_of_bits(WENDI_INFINITY_BITS);
    least_list list;
    for (uint32_t k = 0; k < LEAST_COUNT; ++k) {
        list.rates[k] = infinity;
        list.arcs[k] = UINT32_MAX;
    }
    collect(net, metric, &list);
    uint32_t last = LEAST_COUNT - 1;
    while (last > 0 && !(list.rates[last] < infinity)) {
        --last;
    }
    rate->cheap_count = 0;
    while (rate->cheap_count < last &&
           list.rates[rate->cheap_count] < cheap_share * list.rates[last]) {
        rate->cheap[rate->cheap_count] = list.arcs[rate->cheap_count];
        ++rate->cheap_count;
    }
    const double least = list.rates[rate->cheap_count];
    rate->least = least < infinity ? least * rounding_guard : 0;
}

void wendi_graph_rates_update(wendi_space_graph *net)
{
    for (uint32_t metric = 0; metric < WENDI_METRICS; ++metric) {
        settle(net, metric);
    }
}
