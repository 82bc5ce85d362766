/* takes: a triangulation whose lines belong to outlines.
 * gives: for each triangle, what it lies in.
 * cost:  each triangle once; each line's edges four times.
 *
 * One walk over all triangles from the rim on. Where it passes a line, the number of times that the
 * line's outline winds around changes by one; on the way back it changes back. Outlines are closed
 * whatever became of their lines, so that the numbers do not depend on the way. */
#include "world/triangulation/winding.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t BACK = (uint32_t)1 << 31;

typedef struct flood {
    const wendi_winding_input *input;
    uint32_t *labels;
    int32_t *windings;    /* [outline_count] */
    uint8_t *tops;        /* [2 * leaves] tree: is any ground below here around us? */
    uint8_t *is_grounded; /* [outline_count] holes that lie in ground somewhere */
    size_t leaves;
    uint32_t hole_count; /* Holes around us. */
    uint32_t now;        /* Label of the triangle we are in. */
    wendi_array_u32 stack;
} flood;

static void free_flood(flood *f)
{
    const wend_allocator *a = &f->input->cdt->allocator;
    const size_t count = f->input->outline_count;
    wendi_free(a, f->windings, count * sizeof *f->windings);
    wendi_free(a, f->tops, 2 * f->leaves);
    wendi_free(a, f->is_grounded, count);
    wendi_array_u32_free(&f->stack);
}

static bool make_flood(flood *f, const wendi_winding_input *input, uint32_t *labels)
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

/* ---- where we are ---- */

static void set_ground(flood *f, size_t outline, bool is_around)
{
    size_t at = f->leaves + outline;
    f->tops[at] = is_around;
    for (at /= 2; at > 0; at /= 2) {
        f->tops[at] = f->tops[2 * at] | f->tops[2 * at + 1];
    }
}

static uint32_t last_ground(const flood *f)
{
    size_t at = 1;
    while (at < f->leaves) {
        at = f->tops[2 * at + 1] != 0 ? 2 * at + 1 : 2 * at;
    }
    return (uint32_t)(at - f->leaves);
}

static void add_winding(flood *f, uint32_t outline, int32_t by)
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

static uint32_t label_here(const flood *f)
{
    if (f->input->is_hole == NULL) {
        return f->windings[0] & 1;
    }
    if (f->hole_count > 0 || f->tops[1] == 0) {
        return 0;
    }
    return f->input->areas == NULL ? 1 : 1 + (uint32_t)f->input->areas[last_ground(f)];
}

/* Goes over a marked half-edge into its triangle, or back out of it. */
static void pass(flood *f, uint32_t half, bool is_back)
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

/* Notes the holes that are found to lie in ground by passing a mark: those that begin here, or,
 * where the ground does, all around us. */
static void note_holes(flood *f, uint32_t mark, bool was_ground)
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

/* ---- the walk ---- */

static bool enter(flood *f, uint32_t half, bool notes_holes)
{
    const wendi_cdt *cdt = f->input->cdt;
    const uint32_t first = half - half % 3;
    bool is_done = true;
    if (cdt->halves[half].mark != WENDI_CDT_NONE) {
        const bool was_ground = f->tops[1] != 0;
        pass(f, half, false);
        is_done = wendi_array_u32_push(&f->stack, BACK | half);
        if (notes_holes) {
            note_holes(f, cdt->halves[half].mark, was_ground);
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

static bool walk(flood *f, bool notes_holes)
{
    const wendi_cdt *cdt = f->input->cdt;
    memset(f->labels, 0xff, cdt->half_count / 3 * sizeof *f->labels);
    bool is_done = wendi_array_u32_push(&f->stack, cdt->firsts[0]);
    while (is_done && f->stack.count > 0) {
        const uint32_t step = f->stack.items[--f->stack.count];
        if ((step & BACK) != 0) {
            pass(f, step ^ BACK, true);
        } else if (f->labels[step / 3] == UINT32_MAX) {
            is_done = enter(f, step, notes_holes);
        }
    }
    return is_done;
}

static size_t find_loose_hole(const flood *f)
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
    flood f;
    const bool is_done = make_flood(&f, input, labels) && walk(&f, loose_hole != NULL);
    if (is_done && loose_hole != NULL) {
        *loose_hole = find_loose_hole(&f);
    }
    free_flood(&f);
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}
