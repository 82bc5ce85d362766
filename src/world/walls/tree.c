/* Takes: rectangles by number, put in and taken out one by one.
 * Gives: a low tree of boxes around them.
 * Cost: the tree's height for each; a build when it grew by half, or became too high. */
#include "world/walls/tree.h"

#include "base/core/memory.h"
#include "world/walls/tree_build.h"

#include <string.h>

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

/* The float below a number, and that above. Powers of two of steps: no libm. */
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

/* What goes to a place knows where it is. */
static void put(wendi_wall_tree *tree, uint32_t place, wendi_aabb box, int32_t ref)
{
    wendi_wall_tree_pair *pair = &tree->pairs[place >> 1];
    pair->boxes[place & 1] = box;
    pair->refs[place & 1] = ref;
    if (ref >= 0) {
        tree->pairs[ref].parent = place;
    } else if (ref != WENDI_WALL_TREE_EMPTY) {
        tree->leaves[~ref].place = place;
    }
}

static uint32_t take_pair(wendi_wall_tree *tree)
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

/* Boxes and heights from a pair up to the root. */
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

/* Down the boxes that grow least, as long as that is cheaper than a new pair here. */
static uint32_t place_for(const wendi_wall_tree *tree, const wendi_aabb *box)
{
    uint32_t place = 0;
    while (tree->pairs[place >> 1].refs[place & 1] >= 0) {
        const wendi_aabb *here = &tree->pairs[place >> 1].boxes[place & 1];
        const uint32_t child = (uint32_t)tree->pairs[place >> 1].refs[place & 1];
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
        place = 2 * child + (costs[1] < costs[0]);
    }
    return place;
}

void wendi_wall_tree_append(wendi_wall_tree *tree, uint32_t leaf, wendi_aabb box)
{
    for (; tree->limit <= leaf; tree->limit++) {
        tree->leaves[tree->limit].place = NOWHERE;
    }
    tree->leaves[leaf].box = box;
    tree->leaves[leaf].place = 0;
    tree->count++;
}

void wendi_wall_tree_insert(wendi_wall_tree *tree, uint32_t leaf, wendi_aabb box)
{
    const uint32_t place = place_for(tree, &box);
    wendi_wall_tree_append(tree, leaf, box);
    const wendi_aabb old_box = tree->pairs[place >> 1].boxes[place & 1];
    const int32_t old = tree->pairs[place >> 1].refs[place & 1];
    if (old == WENDI_WALL_TREE_EMPTY) {
        put(tree, place, box, ~(int32_t)leaf);
        return;
    }
    const uint32_t pair = take_pair(tree);
    put(tree, place, box_union(&old_box, &box), (int32_t)pair);
    put(tree, 2 * pair, old_box, old);
    put(tree, 2 * pair + 1, box, ~(int32_t)leaf);
    refit(tree, pair);
    tree->inserted++;
    if (tree->pairs[tree->pairs[0].refs[0]].height > WENDI_WALL_TREE_HEIGHT ||
        tree->inserted > 16 + tree->count / 2) {
        wendi_wall_tree_build(tree);
    }
}

void wendi_wall_tree_remove(wendi_wall_tree *tree, uint32_t leaf)
{
    const uint32_t place = tree->leaves[leaf].place;
    const uint32_t pair = place >> 1;
    tree->leaves[leaf].place = NOWHERE;
    tree->count--;
    if (pair == 0) {
        tree->pairs[0].refs[0] = WENDI_WALL_TREE_EMPTY;
        return;
    }
    const uint32_t other = (place & 1) ^ 1;
    const uint32_t parent = tree->pairs[pair].parent;
    put(tree, parent, tree->pairs[pair].boxes[other], tree->pairs[pair].refs[other]);
    tree->pairs[pair].parent = tree->free_pair;
    tree->free_pair = pair;
    refit(tree, parent >> 1);
}

void wendi_wall_tree_build(wendi_wall_tree *tree)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tree->limit; i++) {
        if (tree->leaves[i].place != NOWHERE) {
            tree->order[count++] = i;
        }
    }
    tree->inserted = tree->free_pair = 0;
    tree->pair_limit = 1;
    tree->pairs[0].refs[0] = WENDI_WALL_TREE_EMPTY;
    wendi_wall_tree_split(tree, count);
}
