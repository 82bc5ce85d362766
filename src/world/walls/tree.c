/* A tree of bounding boxes.
 * Cost: leaves go in and out one by one at the tree's height each; the tree is rebuilt in n log n
 * when it grew by half or became too high. A build splits where the areas of the two halves times
 * their counts are least (surface area heuristic), and takes no memory. */
#include "world/walls/tree.h"

#include "base/core/memory.h"

#include <string.h>

/* ---- building at once ---- */

/* The probability that a random line meets a box is proportional to half its outline, its girth.
 * Centres are sorted into bins, and the cuts between bins are tried; Wald, "On fast construction
 * of SAH-based bounding volume hierarchies" (2007). Below DEEP the halves get equal counts, so
 * that no tree becomes high. */
enum { BINS = 16, DEEP = 24 };

/* leaves order[begin ... end - 1] of one node of the tree */
typedef struct leaf_span {
    uint32_t begin, end, slot;
    uint32_t depth;
} leaf_span;

typedef struct centre_bin {
    wendi_aabb box;
    uint32_t count;
} centre_bin;

static void extend(wendi_aabb *box, const wendi_aabb *by)
{
    box->low_x = by->low_x < box->low_x ? by->low_x : box->low_x;
    box->low_y = by->low_y < box->low_y ? by->low_y : box->low_y;
    box->high_x = by->high_x > box->high_x ? by->high_x : box->high_x;
    box->high_y = by->high_y > box->high_y ? by->high_y : box->high_y;
}

static double girth(const wendi_aabb *b)
{
    return ((double)b->high_x - (double)b->low_x) + ((double)b->high_y - (double)b->low_y);
}

/* Twice the centre. */
static double centre(const wendi_aabb *box, bool is_y)
{
    return is_y ? (double)box->low_y + (double)box->high_y
                : (double)box->low_x + (double)box->high_x;
}

/* The mapping from centres to bins. */
typedef struct split_axis {
    double low, factor;
    bool is_y;
} split_axis;

static uint32_t bin_of(const split_axis *cut, const wendi_aabb *box)
{
    const double slot = (centre(box, cut->is_y) - cut->low) * cut->factor;
    return slot >= (double)BINS ? BINS - 1 : (uint32_t)slot;
}

static wendi_aabb box_of(const wendi_wall_tree *tree, const leaf_span *s)
{
    wendi_aabb box = tree->leaves[tree->order[s->begin]].box;
    for (uint32_t i = s->begin + 1; i < s->end; i++) {
        extend(&box, &tree->leaves[tree->order[i]].box);
    }
    return box;
}

/* The axis along which the centres extend further; factor 0 when all are equal. */
static split_axis longer_axis(const wendi_wall_tree *tree, const leaf_span *s)
{
    double low[2] = {0, 0};
    double high[2] = {0, 0};
    for (uint32_t i = s->begin; i < s->end; i++) {
        for (int y = 0; y < 2; y++) {
            const double c = centre(&tree->leaves[tree->order[i]].box, y == 1);
            low[y] = i == s->begin || c < low[y] ? c : low[y];
            high[y] = i == s->begin || c > high[y] ? c : high[y];
        }
    }
    const bool is_y = high[1] - low[1] > high[0] - low[0];
    const double length = high[is_y] - low[is_y];
    return (split_axis){low[is_y], length > 1e-25 ? (double)BINS / length : 0, is_y};
}

static void fill_bins(const wendi_wall_tree *tree, const leaf_span *s, const split_axis *cut,
                      centre_bin bins[BINS])
{
    for (int i = 0; i < BINS; i++) {
        bins[i].count = 0;
    }
    for (uint32_t i = s->begin; i < s->end; i++) {
        const wendi_aabb *box = &tree->leaves[tree->order[i]].box;
        centre_bin *b = &bins[bin_of(cut, box)];
        if (b->count++ == 0) {
            b->box = *box;
        } else {
            extend(&b->box, box);
        }
    }
}

/* costs[i] of the bins up to i, or from i + 1 on, as one half. */
static void half_costs(const centre_bin bins[BINS], bool from_end, double costs[BINS])
{
    wendi_aabb box = {0};
    uint32_t count = 0;
    for (int k = 0; k < BINS; k++) {
        const int i = from_end ? BINS - 1 - k : k;
        if (bins[i].count > 0 && count == 0) {
            box = bins[i].box;
        } else if (bins[i].count > 0) {
            extend(&box, &bins[i].box);
        }
        count += bins[i].count;
        const int cut = from_end ? i - 1 : i;
        if (cut >= 0) {
            costs[cut] = count == 0 ? 1e300 : girth(&box) * count;
        }
    }
}

/* The last bin of the first half. */
static uint32_t best_cut(const centre_bin bins[BINS])
{
    double first[BINS];
    double second[BINS];
    half_costs(bins, false, first);
    half_costs(bins, true, second);
    uint32_t best = 0;
    for (uint32_t i = 1; i + 1 < BINS; i++) {
        if (first[i] + second[i] < first[best] + second[best]) {
            best = i;
        }
    }
    return best;
}

/* Moves the leaves of the first half to the front. @return the start of the second half. */
static uint32_t partition(wendi_wall_tree *tree, const leaf_span *s, const split_axis *cut,
                          uint32_t last)
{
    uint32_t middle = s->begin;
    for (uint32_t i = s->begin; i < s->end; i++) {
        const uint32_t leaf = tree->order[i];
        if (bin_of(cut, &tree->leaves[leaf].box) <= last) {
            tree->order[i] = tree->order[middle];
            tree->order[middle++] = leaf;
        }
    }
    return middle;
}

static uint32_t split(wendi_wall_tree *tree, const leaf_span *s)
{
    const uint32_t half = s->begin + (s->end - s->begin) / 2;
    const split_axis cut = longer_axis(tree, s);
    if (s->depth >= DEEP || !(cut.factor > 0)) {
        return half;
    }
    centre_bin bins[BINS];
    fill_bins(tree, s, &cut, bins);
    const uint32_t middle = partition(tree, s, &cut, best_cut(bins));
    return middle == s->begin || middle == s->end ? half : middle;
}

static void set_heights(wendi_wall_tree *tree)
{
    for (uint32_t p = tree->pair_limit; p-- > 1;) { /* children come after their parents */
        int32_t height = 0;
        for (int side = 0; side < 2; side++) {
            const int32_t ref = tree->pairs[p].refs[side];
            const int32_t below = ref < 0 ? 0 : tree->pairs[ref].height;
            height = below > height ? below : height;
        }
        tree->pairs[p].height = height + 1;
    }
}

/* Makes an empty tree of the leaves in order[0 ... count - 1]. */
static void split_all(wendi_wall_tree *tree, uint32_t count)
{
    leaf_span stack[WENDI_WALL_TREE_STACK];
    uint32_t waiting = 0;
    if (count > 0) {
        stack[waiting++] = (leaf_span){0, count, 0, 0};
    }
    while (waiting > 0) {
        const leaf_span s = stack[--waiting];
        wendi_wall_tree_pair *pair = &tree->pairs[s.slot >> 1];
        pair->boxes[s.slot & 1] = box_of(tree, &s);
        if (s.end - s.begin == 1) {
            const uint32_t leaf = tree->order[s.begin];
            pair->refs[s.slot & 1] = ~(int32_t)leaf;
            tree->leaves[leaf].slot = s.slot;
            continue;
        }
        const uint32_t child = tree->pair_limit++;
        pair->refs[s.slot & 1] = (int32_t)child;
        tree->pairs[child].parent = s.slot;
        const uint32_t middle = split(tree, &s);
        stack[waiting++] = (leaf_span){middle, s.end, 2 * child + 1, s.depth + 1};
        stack[waiting++] = (leaf_span){s.begin, middle, 2 * child, s.depth + 1};
    }
    set_heights(tree);
}

/* ---- single leaves ---- */

static const uint32_t NOWHERE = UINT32_MAX;

bool wendi_wall_tree_reserve(wendi_wall_tree *tree, const wend_allocator *allocator, uint32_t count)
{
    if (count <= tree->capacity) {
        return true;
    }
    const size_t doubled = (size_t)tree->capacity + tree->capacity / 2 + 8;
    const size_t room = doubled < count || doubled > INT32_MAX ? count : doubled;
    size_t bytes;
    if (!wendi_size_multiply(room + 1, sizeof *tree->pairs, &bytes)) {
        return false;
    }
    wendi_wall_tree_pair *pairs = wendi_alloc(allocator, bytes);
    wendi_wall_tree_leaf *leaves = wendi_alloc(allocator, room * sizeof *leaves);
    uint32_t *order = wendi_alloc(allocator, room * sizeof *order);
    if (pairs == NULL || leaves == NULL || order == NULL) {
        wendi_free(allocator, pairs, bytes);
        wendi_free(allocator, leaves, room * sizeof *leaves);
        wendi_free(allocator, order, room * sizeof *order);
        return false;
    }
    const wendi_wall_tree old = *tree;
    if (old.capacity > 0) {
        memcpy(pairs, old.pairs, old.pair_limit * sizeof *pairs);
        memcpy(leaves, old.leaves, old.limit * sizeof *leaves);
    }
    wendi_wall_tree_free(tree, allocator);
    *tree = old;
    tree->pairs = pairs;
    tree->leaves = leaves;
    tree->order = order;
    tree->capacity = (uint32_t)room;
    if (old.capacity == 0) {
        wendi_wall_tree_clear(tree);
    }
    return true;
}

void wendi_wall_tree_free(wendi_wall_tree *tree, const wend_allocator *allocator)
{
    if (tree->capacity > 0) {
        wendi_free(allocator, tree->pairs, ((size_t)tree->capacity + 1) * sizeof *tree->pairs);
        wendi_free(allocator, tree->leaves, tree->capacity * sizeof *tree->leaves);
        wendi_free(allocator, tree->order, tree->capacity * sizeof *tree->order);
    }
    memset(tree, 0, sizeof *tree);
}

void wendi_wall_tree_clear(wendi_wall_tree *tree)
{
    tree->count = tree->limit = tree->free_pair = tree->inserted = 0;
    if (tree->capacity > 0) {
        const wendi_wall_tree_pair root = {.refs = {WENDI_WALL_TREE_EMPTY, WENDI_WALL_TREE_EMPTY}};
        tree->pairs[0] = root;
        tree->pair_limit = 1;
    }
}

/* The float below a number, and the one above. Powers of two of steps: no libm. */
static float float_below(double value)
{
    const float f = (float)value;
    if ((double)f <= value) {
        return f;
    }
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    bits += f > 0 ? UINT32_MAX : 1; /* f is not 0: numbers of 2^-100 and more do not round to it */
    float lower;
    memcpy(&lower, &bits, sizeof lower);
    return lower;
}

wendi_aabb wendi_aabb_around(wend_vec2 low, wend_vec2 high)
{
    return (wendi_aabb){float_below(low.x), float_below(low.y), -float_below(-high.x),
                        -float_below(-high.y)};
}

static wendi_aabb box_union(const wendi_aabb *a, const wendi_aabb *b)
{
    return (wendi_aabb){a->low_x < b->low_x ? a->low_x : b->low_x,
                        a->low_y < b->low_y ? a->low_y : b->low_y,
                        a->high_x > b->high_x ? a->high_x : b->high_x,
                        a->high_y > b->high_y ? a->high_y : b->high_y};
}

static double box_girth(const wendi_aabb *b)
{
    return ((double)b->high_x - (double)b->low_x) + ((double)b->high_y - (double)b->low_y);
}

/* Stores a child and its back reference. */
static void set_child(wendi_wall_tree *tree, uint32_t slot, wendi_aabb box, int32_t ref)
{
    wendi_wall_tree_pair *pair = &tree->pairs[slot >> 1];
    pair->boxes[slot & 1] = box;
    pair->refs[slot & 1] = ref;
    if (ref >= 0) {
        tree->pairs[ref].parent = slot;
    } else if (ref != WENDI_WALL_TREE_EMPTY) {
        tree->leaves[~ref].slot = slot;
    }
}

static uint32_t acquire_pair(wendi_wall_tree *tree)
{
    const uint32_t pair = tree->free_pair;
    if (pair == 0) {
        return tree->pair_limit++;
    }
    tree->free_pair = tree->pairs[pair].parent;
    return pair;
}

static int32_t height_of(const wendi_wall_tree *tree, int32_t ref)
{
    return ref < 0 ? 0 : tree->pairs[ref].height;
}

/* Updates boxes and heights from a pair up to the root. */
static void refit(wendi_wall_tree *tree, uint32_t from)
{
    for (uint32_t p = from; p != 0; p = tree->pairs[p].parent >> 1) {
        wendi_wall_tree_pair *pair = &tree->pairs[p];
        const int32_t first = height_of(tree, pair->refs[0]);
        const int32_t second = height_of(tree, pair->refs[1]);
        pair->height = 1 + (first > second ? first : second);
        tree->pairs[pair->parent >> 1].boxes[pair->parent & 1] =
            box_union(&pair->boxes[0], &pair->boxes[1]);
    }
}

/* Descends into the boxes that grow least, as long as that is cheaper than a new pair here. */
static uint32_t slot_for(const wendi_wall_tree *tree, const wendi_aabb *box)
{
    uint32_t slot = 0;
    while (tree->pairs[slot >> 1].refs[slot & 1] >= 0) {
        const wendi_aabb *here = &tree->pairs[slot >> 1].boxes[slot & 1];
        const uint32_t child = (uint32_t)tree->pairs[slot >> 1].refs[slot & 1];
        const wendi_aabb all = box_union(here, box);
        const double grown = box_girth(&all) - box_girth(here);
        double costs[2];
        for (uint32_t side = 0; side < 2; side++) {
            const wendi_aabb *old = &tree->pairs[child].boxes[side];
            const wendi_aabb both = box_union(old, box);
            const bool is_leaf = tree->pairs[child].refs[side] < 0;
            costs[side] = box_girth(&both) - (is_leaf ? 0 : box_girth(old)) + grown;
        }
        if (box_girth(&all) < costs[0] && box_girth(&all) < costs[1]) {
            break;
        }
        slot = 2 * child + (costs[1] < costs[0]);
    }
    return slot;
}

void wendi_wall_tree_append(wendi_wall_tree *tree, uint32_t leaf, wendi_aabb box)
{
    for (; tree->limit <= leaf; tree->limit++) {
        tree->leaves[tree->limit].slot = NOWHERE;
    }
    tree->leaves[leaf].box = box;
    tree->leaves[leaf].slot = 0;
    tree->count++;
}

void wendi_wall_tree_insert(wendi_wall_tree *tree, uint32_t leaf, wendi_aabb box)
{
    const uint32_t slot = slot_for(tree, &box);
    wendi_wall_tree_append(tree, leaf, box);
    const wendi_aabb old_box = tree->pairs[slot >> 1].boxes[slot & 1];
    const int32_t old = tree->pairs[slot >> 1].refs[slot & 1];
    if (old == WENDI_WALL_TREE_EMPTY) {
        set_child(tree, slot, box, ~(int32_t)leaf);
        return;
    }
    const uint32_t pair = acquire_pair(tree);
    set_child(tree, slot, box_union(&old_box, &box), (int32_t)pair);
    set_child(tree, 2 * pair, old_box, old);
    set_child(tree, 2 * pair + 1, box, ~(int32_t)leaf);
    refit(tree, pair);
    tree->inserted++;
    if (tree->pairs[tree->pairs[0].refs[0]].height > WENDI_WALL_TREE_HEIGHT ||
        tree->inserted > 16 + tree->count / 2) {
        wendi_wall_tree_build(tree);
    }
}

void wendi_wall_tree_remove(wendi_wall_tree *tree, uint32_t leaf)
{
    const uint32_t slot = tree->leaves[leaf].slot;
    const uint32_t pair = slot >> 1;
    tree->leaves[leaf].slot = NOWHERE;
    tree->count--;
    if (pair == 0) {
        tree->pairs[0].refs[0] = WENDI_WALL_TREE_EMPTY;
        return;
    }
    const uint32_t other = (slot & 1) ^ 1;
    const uint32_t parent = tree->pairs[pair].parent;
    set_child(tree, parent, tree->pairs[pair].boxes[other], tree->pairs[pair].refs[other]);
    tree->pairs[pair].parent = tree->free_pair;
    tree->free_pair = pair;
    refit(tree, parent >> 1);
}

void wendi_wall_tree_build(wendi_wall_tree *tree)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tree->limit; i++) {
        if (tree->leaves[i].slot != NOWHERE) {
            tree->order[count++] = i;
        }
    }
    tree->inserted = tree->free_pair = 0;
    tree->pair_limit = 1;
    tree->pairs[0].refs[0] = WENDI_WALL_TREE_EMPTY;
    split_all(tree, count);
}
