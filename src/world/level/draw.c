/* Draws a level: regions as trapezoids, walls, items and teleports.
 * Cost: the heights of line ends times the lines at one height.
 *
 * A sweep over the plan from low to high y. Between two heights at which lines end, the lines that go
 * through are ordered by x, and a traversal of them gives the regions: a region begins at a line that
 * has it on its far side, and ends at one that has it on its near side. Between the same two lines
 * the trapezoid grows. Where lines cross each other (which a plan should not have) the drawing is as
 * wrong as the plan. */
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "world/level/store.h"

#include <string.h>

/* The ground to the right of a line that is not drawn yet. */
typedef struct trapezoid {
    uint32_t right, region; /* right WEND_EDGE_NONE = none */
    double low, high;
} trapezoid;

typedef struct level_sweep {
    const wend_level *level;
    const wend_draw *draw;
    wendi_sort_pair *heights, *order, *scratch; /* [2 * lines] each */
    wendi_sort_pair *begins;                    /* [lines] by their lower end */
    size_t next_begin;
    uint32_t *active; /* [lines] */
    size_t active_count;
    int32_t *depths; /* [regions] */
    trapezoid *open; /* [lines] */
} level_sweep;

static double value_of(uint64_t key)
{
    const uint64_t bits = key >> 63 != 0 ? key & ~((uint64_t)1 << 63) : ~key;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double x_at(const wend_level_line *line, double y)
{
    const double part = (y - line->a.y) / (line->b.y - line->a.y);
    return line->a.x + (line->b.x - line->a.x) * part;
}

static void emit(const level_sweep *s, uint32_t left)
{
    const trapezoid *t = &s->open[left];
    if (t->right == WEND_EDGE_NONE) {
        return;
    }
    const wend_level_line *lines = s->level->lines;
    const wend_vec2 points[4] = {{x_at(&lines[left], t->low), t->low},
                                 {x_at(&lines[t->right], t->low), t->low},
                                 {x_at(&lines[t->right], t->high), t->high},
                                 {x_at(&lines[left], t->high), t->high}};
    const uint32_t area = s->level->regions[t->region].area;
    s->draw->polygon(s->draw->context, points, 4, WEND_MEANING_GROUND,
                     area < 253 ? 1.0 + area : 254.0);
}

static void extend(const level_sweep *s, uint32_t left, uint32_t right, uint32_t region, double low,
                   double high)
{
    trapezoid *t = &s->open[left];
    if (t->right == right && t->region == region &&
        wendi_f64_sort_key(t->high) == wendi_f64_sort_key(low)) {
        t->high = high;
        return;
    }
    emit(s, left);
    *t = (trapezoid){right, region, low, high};
}

/* The region on a side of a line, for a traversal in the direction of x. */
static uint32_t beyond(const wend_level_line *line)
{
    return line->b.y > line->a.y ? line->right : line->left;
}

static uint32_t before(const wend_level_line *line)
{
    return line->b.y > line->a.y ? line->left : line->right;
}

/* Adds the lines that begin at or below a height and removes those that end there; sorts the
 * rest, which go through to the next height, from left to right. */
static size_t lines_between(level_sweep *s, double low, double high)
{
    const wend_level_line *lines = s->level->lines;
    while (s->next_begin < s->level->line_count &&
           s->begins[s->next_begin].key <= wendi_f64_sort_key(low)) {
        s->active[s->active_count++] = s->begins[s->next_begin++].value;
    }
    size_t kept = 0;
    for (size_t k = 0; k < s->active_count; ++k) {
        const wend_level_line *line = &lines[s->active[k]];
        if ((line->a.y > line->b.y ? line->a.y : line->b.y) > low) {
            const uint64_t key = wendi_f64_sort_key(x_at(line, low + (high - low) / 2));
            s->order[kept] = (wendi_sort_pair){key, s->active[k]};
            s->active[kept++] = s->active[k];
        }
    }
    s->active_count = kept;
    wendi_sort_pairs(s->order, s->scratch, kept);
    return kept;
}

static void sweep_slab(level_sweep *s, double low, double high)
{
    const size_t count = lines_between(s, low, high);
    uint32_t region = WEND_REGION_NONE;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t i = s->order[k].value;
        const wend_level_line *line = &s->level->lines[i];
        if (before(line) != WEND_REGION_NONE) {
            s->depths[before(line)]--;
        }
        if (beyond(line) != WEND_REGION_NONE) {
            region = beyond(line);
            s->depths[region]++;
        }
        if (region != WEND_REGION_NONE && s->depths[region] > 0 && k + 1 < count) {
            extend(s, i, s->order[k + 1].value, region, low, high);
        }
    }
    memset(s->depths, 0, s->level->region_count * sizeof *s->depths);
}

static void sweep_all(level_sweep *s)
{
    const wend_level *level = s->level;
    for (size_t i = 0; i < level->line_count; ++i) {
        s->heights[2 * i] = (wendi_sort_pair){wendi_f64_sort_key(level->lines[i].a.y), 0};
        s->heights[2 * i + 1] = (wendi_sort_pair){wendi_f64_sort_key(level->lines[i].b.y), 0};
        const uint64_t low = s->heights[2 * i].key;
        const uint64_t high = s->heights[2 * i + 1].key;
        s->begins[i] = (wendi_sort_pair){low < high ? low : high, (uint32_t)i};
        s->open[i].right = WEND_EDGE_NONE;
    }
    wendi_sort_pairs(s->begins, s->scratch, level->line_count);
    wendi_sort_pairs(s->heights, s->scratch, 2 * level->line_count);
    for (size_t k = 1; k < 2 * level->line_count; ++k) {
        if (s->heights[k].key != s->heights[k - 1].key) {
            sweep_slab(s, value_of(s->heights[k - 1].key), value_of(s->heights[k].key));
        }
    }
    for (size_t i = 0; i < level->line_count; ++i) {
        emit(s, (uint32_t)i);
    }
}

static wend_result draw_regions(const wend_level *level, const wend_draw *draw)
{
    if (draw->polygon == NULL || level->line_count == 0 || level->region_count == 0) {
        return WEND_OK;
    }
    const wend_allocator *a = &level->allocator;
    const size_t ends = 2 * level->line_count;
    level_sweep s = {.level = level, .draw = draw};
    const size_t pair_count = 3 * ends + level->line_count;
    s.heights = wendi_alloc(a, pair_count * sizeof *s.heights);
    s.active = wendi_alloc(a, level->line_count * sizeof *s.active);
    s.open = wendi_alloc(a, level->line_count * sizeof *s.open);
    s.depths = wendi_alloc_zero(a, level->region_count * sizeof *s.depths);
    const bool has_all =
        s.heights != NULL && s.active != NULL && s.open != NULL && s.depths != NULL;
    if (has_all) {
        s.order = s.heights + ends;
        s.scratch = s.order + ends;
        s.begins = s.scratch + ends;
        sweep_all(&s);
    }
    wendi_free(a, s.heights, pair_count * sizeof *s.heights);
    wendi_free(a, s.active, level->line_count * sizeof *s.active);
    wendi_free(a, s.open, level->line_count * sizeof *s.open);
    wendi_free(a, s.depths, level->region_count * sizeof *s.depths);
    return has_all ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_level_draw(const wend_level *level, const wend_draw *draw)
{
    if (level == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = draw_regions(level, draw);
    if (result != WEND_OK) {
        return result;
    }
    for (size_t i = 0; draw->line != NULL && i < level->line_count; ++i) {
        const wend_level_line *line = &level->lines[i];
        if (line->stops != 0) {
            draw->line(draw->context, line->a, line->b, WEND_MEANING_WALL, line->stops);
        }
    }
    for (size_t i = 0; draw->circle != NULL && i < level->item_count; ++i) {
        const wend_level_item *item = &level->items[i].item;
        draw->circle(draw->context, item->position, 0,
                     item->is_start ? WEND_MEANING_START : WEND_MEANING_ITEM, item->tag);
    }
    return WEND_OK;
}
