/* Takes: a heap of rectangles.
 * Gives: a tree over them, split where the two halves' girths times their counts are least.
 * Cost: n log n; no memory. */
#include "world/walls/tree_build.h"

/* Girth (half the outline) is how often a line at random meets a box. Centres are sorted into bins,
 * and the cuts between bins are tried; Wald, "On fast construction of SAH-based bounding volume
 * hierarchies" (2007). Below DEEP the halves get equal counts, so that no tree becomes high. */
enum { BINS = 16, DEEP = 24 };

/* leaves order[begin ... end - 1] that go to one place of the tree */
typedef struct span {
    uint32_t begin, end, place;
    uint32_t depth;
} span;

typedef struct bin {
    wendi_aabb box;
    uint32_t count;
} bin;

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

/* How centres become bins. */
typedef struct axis {
    double low, factor;
    bool is_y;
} axis;

static uint32_t bin_of(const axis *cut, const wendi_aabb *box)
{
    const double place = (centre(box, cut->is_y) - cut->low) * cut->factor;
    return place >= (double)BINS ? BINS - 1 : (uint32_t)place;
}

static wendi_aabb box_of(const wendi_wall_tree *tree, const span *s)
{
    wendi_aabb box = tree->leaves[tree->order[s->begin]].box;
    for (uint32_t i = s->begin + 1; i < s->end; i++) {
        extend(&box, &tree->leaves[tree->order[i]].box);
    }
    return box;
}

/* The axis along which the centres lie further apart; factor 0 when all lie on one place. */
static axis longer_axis(const wendi_wall_tree *tree, const span *s)
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
    return (axis){low[is_y], length > 1e-25 ? (double)BINS / length : 0, is_y};
}

static void fill_bins(const wendi_wall_tree *tree, const span *s, const axis *cut, bin bins[BINS])
{
    for (int i = 0; i < BINS; i++) {
        bins[i].count = 0;
    }
    for (uint32_t i = s->begin; i < s->end; i++) {
        const wendi_aabb *box = &tree->leaves[tree->order[i]].box;
        bin *b = &bins[bin_of(cut, box)];
        if (b->count++ == 0) {
            b->box = *box;
        } else {
            extend(&b->box, box);
        }
    }
}

/* costs[i] of the bins up to i, or from i + 1 on, when they make one half. */
static void half_costs(const bin bins[BINS], bool from_end, double costs[BINS])
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
static uint32_t best_cut(const bin bins[BINS])
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

/* Moves the leaves of the first half to the front. @return where the second begins. */
static uint32_t part(wendi_wall_tree *tree, const span *s, const axis *cut, uint32_t last)
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

static uint32_t split(wendi_wall_tree *tree, const span *s)
{
    const uint32_t half = s->begin + (s->end - s->begin) / 2;
    const axis cut = longer_axis(tree, s);
    if (s->depth >= DEEP || !(cut.factor > 0)) {
        return half;
    }
    bin bins[BINS];
    fill_bins(tree, s, &cut, bins);
    const uint32_t middle = part(tree, s, &cut, best_cut(bins));
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

void wendi_wall_tree_split(wendi_wall_tree *tree, uint32_t count)
{
    span stack[WENDI_WALL_TREE_STACK];
    uint32_t waiting = 0;
    if (count > 0) {
        stack[waiting++] = (span){0, count, 0, 0};
    }
    while (waiting > 0) {
        const span s = stack[--waiting];
        wendi_wall_tree_pair *pair = &tree->pairs[s.place >> 1];
        pair->boxes[s.place & 1] = box_of(tree, &s);
        if (s.end - s.begin == 1) {
            const uint32_t leaf = tree->order[s.begin];
            pair->refs[s.place & 1] = ~(int32_t)leaf;
            tree->leaves[leaf].place = s.place;
            continue;
        }
        const uint32_t child = tree->pair_limit++;
        pair->refs[s.place & 1] = (int32_t)child;
        tree->pairs[child].parent = s.place;
        const uint32_t middle = split(tree, &s);
        stack[waiting++] = (span){middle, s.end, 2 * child + 1, s.depth + 1};
        stack[waiting++] = (span){s.begin, middle, 2 * child, s.depth + 1};
    }
    set_heights(tree);
}
