/* Labels the triangles of a triangulation by the outlines they lie in.
 * Cost: each triangle is visited once, the edges of each line four times.
 *
 * One traversal of all triangles from the rim. Where it crosses a line, the winding number of the
 * line's outline changes by one; on the way back it changes back. Outlines stay closed whatever
 * crossings did to their lines, so that the numbers do not depend on the order of the traversal. */
#include "world/triangulation/winding.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t BACK = (uint32_t)1 << 31;

typedef struct winding_walk {
    const wendi_winding_input *input;
    uint32_t *labels;
    int32_t *windings; /* [outline_count] */
    uint8_t *tops; /* [2 * leaves] tree: ground below this node surrounds the current triangle */
    uint8_t *is_grounded; /* [outline_count] holes that lie in ground somewhere */
    size_t leaves;
    uint32_t hole_count; /* Holes around the current triangle. */
    uint32_t now;        /* Label of the current triangle. */
    wendi_array_u32 stack;
} winding_walk;

static void free_walk(winding_walk *f)
{
    const wend_allocator *a = &f->input->cdt->allocator;
    const size_t count = f->input->outline_count;
    wendi_free(a, f->windings, count * sizeof *f->windings);
    wendi_free(a, f->tops, 2 * f->leaves);
    wendi_free(a, f->is_grounded, count);
    wendi_array_u32_free(&f->stack);
}

static bool make_walk(winding_walk *f, const wendi_winding_input *input, uint32_t *labels)
{
    const wend_allocator *a = &input->cdt->allocator;
    memset(f, 0, sizeof *f);
    f->input = input;
    f->labels = labels;
    f->leaves = 1;
    while (f->leaves < input->outline_count) {
        f->leaves *= 2;
    }
    wendi_array_u32_init(&f->stack, a);
    f->windings = wendi_alloc_zero(a, input->outline_count * sizeof *f->windings);
    f->tops = wendi_alloc_zero(a, 2 * f->leaves);
    f->is_grounded = wendi_alloc_zero(a, input->outline_count);
    return f->windings != NULL && f->tops != NULL && f->is_grounded != NULL;
}

/* ---- the current triangle ---- */

static void set_ground(winding_walk *f, size_t outline, bool is_around)
{
    size_t at = f->leaves + outline;
    f->tops[at] = is_around;
    for (at /= 2; at > 0; at /= 2) {
        f->tops[at] = f->tops[2 * at] | f->tops[2 * at + 1];
    }
}

static uint32_t last_ground(const winding_walk *f)
{
    size_t at = 1;
    while (at < f->leaves) {
        at = f->tops[2 * at + 1] != 0 ? 2 * at + 1 : 2 * at;
    }
    return (uint32_t)(at - f->leaves);
}

static void add_winding(winding_walk *f, uint32_t outline, int32_t by)
{
    const uint8_t *is_hole = f->input->is_hole;
    if (is_hole == NULL) {
        f->windings[0] += by;
        return;
    }
    const bool was = f->windings[outline] != 0;
    f->windings[outline] += by;
    const bool is = f->windings[outline] != 0;
    if (was == is) {
        return;
    }
    if (is_hole[outline] != 0) {
        f->hole_count += is ? 1 : UINT32_MAX;
    } else {
        set_ground(f, outline, is);
    }
}

static uint32_t label_here(const winding_walk *f)
{
    if (f->input->is_hole == NULL) {
        return f->windings[0] & 1;
    }
    if (f->hole_count > 0 || f->tops[1] == 0) {
        return 0;
    }
    return f->input->areas == NULL ? 1 : 1 + (uint32_t)f->input->areas[last_ground(f)];
}

/* Crosses a marked half-edge into its triangle, or back out of it. */
static void cross_mark(winding_walk *f, uint32_t half, bool is_back)
{
    const wendi_cdt *cdt = f->input->cdt;
    uint32_t mark = cdt->halves[half].mark;
    while (mark != WENDI_CDT_NONE) {
        uint32_t line;
        bool is_forward;
        mark = wendi_cdt_read(cdt, mark, &line, &is_forward);
        add_winding(f, f->input->outlines[line], is_forward != is_back ? 1 : -1);
    }
    f->now = label_here(f);
}

/* Records the holes found to lie in ground at a mark: those that begin here, or, where ground
 * begins, all around. */
static void record_holes(winding_walk *f, uint32_t mark, bool was_ground)
{
    if (f->input->is_hole == NULL || f->hole_count == 0 || f->tops[1] == 0) {
        return;
    }
    for (size_t i = 0; !was_ground && i < f->input->outline_count; ++i) {
        f->is_grounded[i] |= f->windings[i] != 0;
    }
    while (mark != WENDI_CDT_NONE) {
        uint32_t line;
        bool is_forward;
        mark = wendi_cdt_read(f->input->cdt, mark, &line, &is_forward);
        const uint32_t outline = f->input->outlines[line];
        f->is_grounded[outline] |= f->windings[outline] != 0;
    }
}

/* ---- traversal ---- */

static bool enter(winding_walk *f, uint32_t half, bool notes_holes)
{
    const wendi_cdt *cdt = f->input->cdt;
    const uint32_t first = half - half % 3;
    bool is_done = true;
    if (cdt->halves[half].mark != WENDI_CDT_NONE) {
        const bool was_ground = f->tops[1] != 0;
        cross_mark(f, half, false);
        is_done = wendi_array_u32_push(&f->stack, BACK | half);
        if (notes_holes) {
            record_holes(f, cdt->halves[half].mark, was_ground);
        }
    }
    f->labels[half / 3] = f->now;
    for (uint32_t h = first; h < first + 3 && is_done; ++h) {
        const uint32_t twin = cdt->halves[h].twin;
        if (twin != WENDI_CDT_NONE && f->labels[twin / 3] == UINT32_MAX) {
            is_done = wendi_array_u32_push(&f->stack, twin);
        }
    }
    return is_done;
}

static bool walk(winding_walk *f, bool notes_holes)
{
    const wendi_cdt *cdt = f->input->cdt;
    memset(f->labels, 0xff, cdt->half_count / 3 * sizeof *f->labels);
    bool is_done = wendi_array_u32_push(&f->stack, cdt->firsts[0]);
    while (is_done && f->stack.count > 0) {
        const uint32_t step = f->stack.items[--f->stack.count];
        if ((step & BACK) != 0) {
            cross_mark(f, step ^ BACK, true);
        } else if (f->labels[step / 3] == UINT32_MAX) {
            is_done = enter(f, step, notes_holes);
        }
    }
    return is_done;
}

static size_t find_loose_hole(const winding_walk *f)
{
    for (size_t i = 0; f->input->is_hole != NULL && i < f->input->outline_count; ++i) {
        if (f->input->is_hole[i] != 0 && f->is_grounded[i] == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

wend_result wendi_winding_label(const wendi_winding_input *input, uint32_t *labels,
                                size_t *loose_hole)
{
    winding_walk f;
    const bool is_done = make_walk(&f, input, labels) && walk(&f, loose_hole != NULL);
    if (is_done && loose_hole != NULL) {
        *loose_hole = find_loose_hole(&f);
    }
    free_walk(&f);
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}
