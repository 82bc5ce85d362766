/* Which watched paths cross which sectors of a grid, so that an edit leads to the paths that it may
 * break, and paths elsewhere cost nothing.
 *
 *     heads   [ sector 0 | sector 1 | ... | any ]     a mark is in the list of its sector,
 *                  |           |                      and in that of its job
 *               job 7       job 7 -> job 2
 *
 * A path that is not a plain line over the map (links, maps that wrap, hexes) is marked as one of any
 * sector. Without memory for a mark all paths are tested, as over graphs and meshes.
 * Cost: a mark for each sector that a path crosses; after an update the marks of the sectors that
 * changed. */
#include "route/planner/planner.h"
#include "route/space/space.h"

#include <math.h>

void wendi_plan_marks_free(wendi_plan_marks *marks, const wend_allocator *allocator)
{
    wendi_free(allocator, marks->heads, ((size_t)marks->sector_count + 1) * sizeof *marks->heads);
    wendi_free(allocator, marks->sectors, marks->sector_count * sizeof *marks->sectors);
    wendi_free(allocator, marks->items, marks->capacity * sizeof *marks->items);
    wendi_free(allocator, marks->order, 2 * marks->order_capacity * sizeof *marks->order);
    *marks = (wendi_plan_marks){.free = WENDI_PLAN_NONE};
}

/* ---- memory ---- */

static bool make(wendi_plan_marks *marks, const wend_grid *grid, const wend_allocator *a)
{
    if (marks->heads != NULL) {
        return true;
    }
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const uint32_t count = (uint32_t)info.sectors_x * (uint32_t)info.sectors_y;
    uint32_t *heads = wendi_alloc_items(a, (size_t)count + 1, sizeof *heads);
    uint32_t *sectors = wendi_alloc_items(a, count, sizeof *sectors);
    if (heads == NULL || sectors == NULL) {
        wendi_free(a, heads, ((size_t)count + 1) * sizeof *heads);
        wendi_free(a, sectors, count * sizeof *sectors);
        return false;
    }
    for (uint32_t i = 0; i <= count; i++) {
        heads[i] = WENDI_PLAN_NONE;
    }
    *marks = (wendi_plan_marks){.heads = heads,
                                .sectors = sectors,
                                .sector_count = count,
                                .columns = info.sectors_x,
                                .rows = info.sectors_y,
                                .sector_size = info.sector_size,
                                .free = WENDI_PLAN_NONE,
                                .unmarked_count = marks->unmarked_count};
    return true;
}

/* Room to sort all watched jobs. */
static bool reserve_order(wendi_plan_marks *marks, size_t count, const wend_allocator *a)
{
    if (count <= marks->order_capacity) {
        return true;
    }
    const size_t capacity = 2 * count;
    wendi_sort_pair *more =
        wendi_resize_items(a, marks->order, 2 * marks->order_capacity, 2 * capacity, sizeof *more);
    if (more == NULL) {
        return false;
    }
    marks->order = more;
    marks->order_capacity = capacity;
    return true;
}

static uint32_t new_mark(wendi_plan_marks *marks, const wend_allocator *a)
{
    if (marks->free != WENDI_PLAN_NONE) {
        const uint32_t mark = marks->free;
        marks->free = marks->items[mark].next;
        return mark;
    }
    if (marks->count == marks->capacity) {
        const uint32_t capacity = marks->capacity == 0 ? 64 : 2 * marks->capacity;
        wendi_plan_mark *more =
            wendi_resize_items(a, marks->items, marks->capacity, capacity, sizeof *more);
        if (more == NULL) {
            return WENDI_PLAN_NONE;
        }
        marks->items = more;
        marks->capacity = capacity;
    }
    return marks->count++;
}

/* ---- marks of a path ---- */

static bool add(wend_planner *planner, wendi_plan_marks *marks, uint32_t job, uint32_t sector)
{
    const uint32_t head = marks->heads[sector];
    if (head != WENDI_PLAN_NONE && marks->items[head].job == job) {
        return true; /* a path is marked in one go */
    }
    const uint32_t mark = new_mark(marks, &planner->allocator);
    if (mark == WENDI_PLAN_NONE) {
        return false;
    }
    marks->items[mark] = (wendi_plan_mark){.job = job,
                                           .sector = sector,
                                           .next = head,
                                           .previous = WENDI_PLAN_NONE,
                                           .next_of_job = planner->jobs[job].first_mark};
    if (head != WENDI_PLAN_NONE) {
        marks->items[head].previous = mark;
    }
    marks->heads[sector] = mark;
    planner->jobs[job].first_mark = mark;
    return true;
}

static double part_of(double t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static int32_t clamp(double value, int32_t most)
{
    return value < 0 ? 0 : value > (double)most ? most : (int32_t)value;
}

/* The sectors within `margin` cells of a line between two positions in cells, row by row. */
static bool add_line(wend_planner *planner, wendi_plan_marks *marks, uint32_t job, wend_vec2 a,
                     wend_vec2 b, double margin)
{
    const double size = marks->sector_size;
    const double low = (a.y < b.y ? a.y : b.y) - margin;
    const double high = (a.y < b.y ? b.y : a.y) + margin;
    const int32_t last = clamp(high / size, marks->rows - 1);
    bool is_done = true;
    for (int32_t row = clamp(low / size, marks->rows - 1); row <= last && is_done; row++) {
        double t0 = 0;
        double t1 = 1;
        if (fabs(b.y - a.y) > 1e-9) { /* the part of the line beside this row */
            const double from = (row * size - margin - a.y) / (b.y - a.y);
            const double to = ((row + 1) * size + margin - a.y) / (b.y - a.y);
            t0 = part_of(from < to ? from : to);
            t1 = part_of(from < to ? to : from);
        }
        const double x0 = a.x + (b.x - a.x) * t0;
        const double x1 = a.x + (b.x - a.x) * t1;
        const int32_t end = clamp(((x0 > x1 ? x0 : x1) + margin) / size, marks->columns - 1);
        int32_t column = clamp(((x0 < x1 ? x0 : x1) - margin) / size, marks->columns - 1);
        for (; column <= end && is_done; column++) {
            is_done = add(planner, marks, job, (uint32_t)(row * marks->columns + column));
        }
    }
    return is_done;
}

/* True if the path is lines over cells that an edit beside them cannot break. */
static bool is_plain(const wend_space *space, const wend_path *path)
{
    bool is = !space->is_hex && !space->wraps;
    for (size_t i = 0; i < wend_path_leg_count(path) && is; i++) {
        const wend_leg *leg = &wend_path_legs(path)[i];
        is = leg->edge == WEND_EDGE_NONE && leg->behaviour == (uint32_t)WEND_BEHAVIOUR_WALK;
    }
    return is;
}

static bool add_path(wend_planner *planner, wendi_plan_profile *profile, uint32_t job)
{
    wendi_plan_marks *marks = &profile->marks;
    const wend_space *space = profile->layout.space;
    const wend_path *path = planner->jobs[job].shown.path;
    if (!make(marks, profile->def.grid, &planner->allocator) ||
        !reserve_order(marks, profile->watched.count, &planner->allocator)) {
        return false;
    }
    if (!is_plain(space, path)) {
        return add(planner, marks, job, marks->sector_count);
    }
    const double margin = 3 + wendi_space_reach(space) + profile->def.radius / space->cell_size;
    bool is_done = true;
    for (size_t i = 0; i < wend_path_leg_count(path) && is_done; i++) {
        const wend_leg *leg = &wend_path_legs(path)[i];
        const wend_vec2 a = {(leg->from_point.x - space->origin.x) / space->cell_size,
                             (leg->from_point.y - space->origin.y) / space->cell_size};
        const wend_vec2 b = {(leg->to_point.x - space->origin.x) / space->cell_size,
                             (leg->to_point.y - space->origin.y) / space->cell_size};
        is_done = add_line(planner, marks, job, a, b, margin);
    }
    return is_done;
}

void wendi_plan_marks_add(wend_planner *planner, uint32_t job)
{
    wendi_plan_profile *profile = wendi_plan_profile_of(planner, job);
    wendi_plan_job *j = &planner->jobs[job];
    j->first_mark = WENDI_PLAN_NONE;
    j->is_unmarked = profile->def.grid == NULL || !add_path(planner, profile, job);
    profile->marks.unmarked_count += j->is_unmarked ? 1 : 0;
}

void wendi_plan_marks_remove(wend_planner *planner, uint32_t job)
{
    wendi_plan_marks *marks = &wendi_plan_profile_of(planner, job)->marks;
    wendi_plan_job *j = &planner->jobs[job];
    while (j->first_mark != WENDI_PLAN_NONE) {
        const uint32_t mark = j->first_mark;
        wendi_plan_mark *m = &marks->items[mark];
        j->first_mark = m->next_of_job;
        if (m->next != WENDI_PLAN_NONE) {
            marks->items[m->next].previous = m->previous;
        }
        if (m->previous != WENDI_PLAN_NONE) {
            marks->items[m->previous].next = m->next;
        } else {
            marks->heads[m->sector] = m->next;
        }
        m->next = marks->free;
        marks->free = mark;
    }
    marks->unmarked_count -= j->is_unmarked ? 1 : 0;
    j->is_unmarked = false;
}

/* ---- after an update ---- */

static size_t suspect_sector(wend_planner *planner, wendi_plan_marks *marks, uint32_t sector,
                             size_t count, uint64_t *steps)
{
    for (uint32_t m = marks->heads[sector]; m != WENDI_PLAN_NONE; m = marks->items[m].next) {
        wendi_plan_job *j = &planner->jobs[marks->items[m].job];
        ++*steps;
        if (!j->is_suspect) {
            j->is_suspect = true;
            marks->order[count++] = (wendi_sort_pair){j->sequence, marks->items[m].job};
        }
    }
    return count;
}

static void suspect_all(wend_planner *planner, wendi_plan_profile *profile)
{
    for (uint32_t i = profile->watched.first; i != WENDI_PLAN_NONE; i = planner->jobs[i].next) {
        planner->jobs[i].is_suspect = true;
    }
    profile->unwatched = profile->watched.count;
}

uint64_t wendi_plan_marks_suspect(wend_planner *planner, wendi_plan_profile *profile,
                                  uint64_t since)
{
    wendi_plan_marks *marks = &profile->marks;
    uint64_t steps = 0;
    size_t changed = 0;
    if (profile->watched.count == 0) {
        return steps;
    }
    if (profile->def.grid == NULL || marks->unmarked_count > 0) {
        suspect_all(planner, profile);
        return steps;
    }
    (void)wend_grid_list_changes(profile->def.grid, since, marks->sectors, marks->sector_count,
                                 &changed);
    size_t count = suspect_sector(planner, marks, marks->sector_count, 0, &steps);
    for (size_t i = 0; i < changed; i++) {
        count = suspect_sector(planner, marks, marks->sectors[i], count, &steps);
    }
    /* They are tested before the others, in the order of their requests. */
    wendi_sort_pairs(marks->order, marks->order + marks->order_capacity, count);
    for (size_t i = count; i > 0; i--) {
        const uint32_t job = marks->order[i - 1].value;
        wendi_plan_list_remove(planner, &profile->watched, job);
        wendi_plan_list_add_first(planner, &profile->watched, job);
    }
    profile->unwatched += (uint32_t)count;
    return steps;
}
