/* Keeps the shapes of a mesh's overlays that a space's agents count, and finds those that a line
 * meets.
 * Cost: 250 bytes a shape; an update copies the shapes and sorts them, 0.1 us each; a line takes some
 * 50 ns and 30 ns for each shape that it meets, whatever their number. */
#include "route/mesh_space/patches.h"

#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/bits.h"

#include <string.h>

enum { FAN_OUT = 8, LEVELS_MOST = 8 };

/* ---- the tree ---- */

/* The bits of a number of 16 bits, with a gap before each. */
static uint32_t interleave(uint32_t x)
{
    x = (x | x << 8) & 0x00FF00FF;
    x = (x | x << 4) & 0x0F0F0F0F;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

static void widen(wendi_patch_box *box, const wendi_patch_box *by)
{
    box->low.x = by->low.x < box->low.x ? by->low.x : box->low.x;
    box->low.y = by->low.y < box->low.y ? by->low.y : box->low.y;
    box->high.x = by->high.x > box->high.x ? by->high.x : box->high.x;
    box->high.y = by->high.y > box->high.y ? by->high.y : box->high.y;
}

static uint32_t step_of(double value, double low, double scale)
{
    const double step = (value - low) * scale;
    return !(step > 0) ? 0 : step >= 65535 ? 65535 : (uint32_t)step;
}

/* Numbers of the shapes along a Z-order curve through the middles of their boxes. */
static void sort_shapes(wend_mesh_space *space)
{
    wendi_patch_tree *tree = &space->patch_tree;
    wendi_patch_box all = {space->patches[0].low, space->patches[0].high};
    for (size_t i = 1; i < space->patch_count; i++) {
        const wendi_patch_box box = {space->patches[i].low, space->patches[i].high};
        widen(&all, &box);
    }
    /* Twice the middle, so that halves need no rounding. */
    const double width = all.high.x - all.low.x;
    const double height = all.high.y - all.low.y;
    const double scale = width > height ? 32768 / width : height > 0 ? 32768 / height : 0;
    for (size_t i = 0; i < space->patch_count; i++) {
        const wendi_mesh_patch *p = &space->patches[i];
        const uint32_t x = step_of(p->low.x + p->high.x, 2 * all.low.x, scale);
        const uint32_t y = step_of(p->low.y + p->high.y, 2 * all.low.y, scale);
        tree->pairs[i] =
            (wendi_sort_pair){interleave(x) | (uint64_t)interleave(y) << 1, (uint32_t)i};
    }
    wendi_sort_pairs(tree->pairs, tree->pairs + space->patch_capacity, space->patch_count);
}

/* The number of boxes of all levels over so many shapes. */
static size_t box_count(size_t shapes)
{
    size_t count = shapes;
    for (size_t row = shapes; row > 1;) {
        row = (row + FAN_OUT - 1) / FAN_OUT;
        count += row;
    }
    return count;
}

static void make_tree(wend_mesh_space *space)
{
    wendi_patch_tree *tree = &space->patch_tree;
    tree->level_count = 0;
    if (space->patch_count == 0) {
        return;
    }
    sort_shapes(space);
    for (size_t i = 0; i < space->patch_count; i++) {
        const wendi_mesh_patch *p = &space->patches[tree->pairs[i].value];
        tree->boxes[i] = (wendi_patch_box){p->low, p->high};
    }
    uint32_t below = 0;
    uint32_t first = (uint32_t)space->patch_count;
    tree->firsts[tree->level_count++] = 0;
    while (first - below > 1) {
        const uint32_t count = (first - below + FAN_OUT - 1) / FAN_OUT;
        for (uint32_t i = 0; i < count; i++) {
            wendi_patch_box box = tree->boxes[below + FAN_OUT * i];
            for (uint32_t k = below + FAN_OUT * i + 1; k < first && k < below + FAN_OUT * (i + 1);
                 k++) {
                widen(&box, &tree->boxes[k]);
            }
            tree->boxes[first + i] = box;
        }
        tree->firsts[tree->level_count++] = first;
        below = first;
        first += count;
    }
    tree->firsts[tree->level_count] = first;
}

/* ---- keeping ---- */

static bool reserve(wend_mesh_space *space, size_t count)
{
    if (count <= space->patch_capacity) {
        return true;
    }
    const wend_allocator *a = &space->allocator;
    wendi_mesh_patch *patches = wendi_alloc_items(a, count, sizeof *patches);
    wendi_patch_box *boxes = wendi_alloc_items(a, box_count(count), sizeof *boxes);
    wendi_sort_pair *pairs = wendi_alloc_items(a, 2 * count, sizeof *pairs);
    if (patches == NULL || boxes == NULL || pairs == NULL) {
        wendi_free(a, patches, count * sizeof *patches);
        wendi_free(a, boxes, box_count(count) * sizeof *boxes);
        wendi_free(a, pairs, 2 * count * sizeof *pairs);
        return false;
    }
    wendi_mesh_patches_free(space);
    space->patches = patches;
    space->patch_tree.boxes = boxes;
    space->patch_tree.pairs = pairs;
    space->patch_capacity = count;
    return true;
}

bool wendi_mesh_patches_update(wend_mesh_space *space)
{
    const size_t count = wendi_mesh_overlays_list(space->mesh, space->overlay_layers, NULL, 0);
    if (!reserve(space, count)) {
        return false;
    }
    space->patch_count =
        wendi_mesh_overlays_list(space->mesh, space->overlay_layers, space->patches, count);
    make_tree(space);
    space->patch_serial++;
    return true;
}

void wendi_mesh_patches_free(wend_mesh_space *space)
{
    const wend_allocator *a = &space->allocator;
    const size_t count = space->patch_capacity;
    wendi_patch_tree *tree = &space->patch_tree;
    wendi_free(a, space->patches, count * sizeof(wendi_mesh_patch));
    wendi_free(a, tree->boxes, box_count(count) * sizeof *tree->boxes);
    wendi_free(a, tree->pairs, 2 * count * sizeof *tree->pairs);
    memset(tree, 0, sizeof *tree);
    space->patches = NULL;
    space->patch_count = space->patch_capacity = 0;
}

/* ---- sets ---- */

void wendi_patch_set_clear(const wend_mesh_space *space, wendi_patch_set *set)
{
    memset(set->used, 0, (space->patch_count + 4095) / 4096 * sizeof set->used[0]);
    set->count = (uint32_t)((space->patch_count + 4095) / 4096);
    set->first = set->count;
}

static void add(wendi_patch_set *set, uint32_t number)
{
    const uint32_t word = number / 64;
    const uint64_t bit = (uint64_t)1 << number % 64;
    const uint64_t used = (uint64_t)1 << word % 64;
    set->words[word] = (set->used[word / 64] & used) != 0 ? set->words[word] | bit : bit;
    set->used[word / 64] |= used;
    set->first = word / 64 < set->first ? word / 64 : set->first;
}

bool wendi_patch_set_take(wendi_patch_set *set, uint32_t *number)
{
    while (set->first < set->count && set->used[set->first] == 0) {
        set->first++;
    }
    if (set->first == set->count) {
        return false;
    }
    uint64_t *used = &set->used[set->first];
    const uint32_t word = 64 * set->first + wendi_ctz64(*used);
    *number = 64 * word + wendi_ctz64(set->words[word]);
    set->words[word] &= set->words[word] - 1;
    *used = set->words[word] == 0 ? *used & (*used - 1) : *used;
    return true;
}

typedef struct patch_stop {
    uint32_t level, box;
} patch_stop;

void wendi_patch_set_collect(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to,
                             wendi_patch_set *set)
{
    const wendi_patch_tree *tree = &space->patch_tree;
    patch_stop stack[FAN_OUT * LEVELS_MOST];
    uint32_t count = 0;
    if (tree->level_count == 0 ||
        !wendi_mesh_line_may_meet(from, to, tree->boxes[tree->firsts[tree->level_count] - 1].low,
                                  tree->boxes[tree->firsts[tree->level_count] - 1].high)) {
        return;
    }
    stack[count++] = (patch_stop){tree->level_count - 1, tree->firsts[tree->level_count - 1]};
    while (count > 0) {
        const patch_stop at = stack[--count];
        if (at.level == 0) {
            add(set, tree->pairs[at.box].value);
            continue;
        }
        const uint32_t begin =
            tree->firsts[at.level - 1] + FAN_OUT * (at.box - tree->firsts[at.level]);
        const uint32_t end =
            begin + FAN_OUT < tree->firsts[at.level] ? begin + FAN_OUT : tree->firsts[at.level];
        for (uint32_t k = begin; k < end; k++) {
            if (wendi_mesh_line_may_meet(from, to, tree->boxes[k].low, tree->boxes[k].high)) {
                stack[count++] = (patch_stop){at.level - 1, k};
            }
        }
    }
}

/* ---- lines ---- */

double wendi_mesh_patches_cost(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to)
{
    wendi_patch_set set;
    double cost = 0;
    if (space->patch_count == 0) {
        return 0;
    }
    wendi_patch_set_clear(space, &set);
    wendi_patch_set_collect(space, from, to, &set);
    for (uint32_t i; wendi_patch_set_take(&set, &i);) {
        const double metres = wendi_mesh_patch_metres(&space->patches[i], from, to);
        cost += metres * wendi_mesh_patch_cost(&space->patches[i]);
    }
    return cost;
}

bool wendi_mesh_patches_cover(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to)
{
    wendi_patch_set set;
    double metres = 0;
    if (space->patch_count == 0) {
        return false;
    }
    wendi_patch_set_clear(space, &set);
    wendi_patch_set_collect(space, from, to, &set);
    for (uint32_t i; wendi_patch_set_take(&set, &i);) {
        metres += wendi_mesh_patch_metres(&space->patches[i], from, to);
    }
    return metres > 0 && 2 * metres >= wend_vec2_distance(from, to);
}
