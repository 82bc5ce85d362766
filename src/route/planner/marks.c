/* Which watched paths pass what, so that an edit leads to the paths that it may break, and paths
 * elsewhere cost nothing.
 *
 *     heads   [ any | sector 0 | sector 1 | ... ]     a mark is in the list of its sector,
 *                          |           |              and in that of its job
 *                       job 7       job 7 -> job 2
 *
 * Over grids these are sectors, over graphs edges, over meshes squares of a lattice over its bounds: a
 * polygon that changed concerns the squares that its own bounds touch. A path that is not lines over the
 * ground (links, maps that wrap, hexes) is marked as one of any sector. Without memory for a mark all
 * paths are tested, as over levels.
 *
 * Walks beside a graph or between cells depend on walls. What was added to these, as boxes, is
 * compared with the legs of all watched paths, which costs less than a test.
 * Cost: a mark for each sector, edge or square that a path passes; after an update the marks of what
 * changed. */
#include "base/math/vec2.h"
#include "route/mesh_space/space.h"
#include "route/planner/planner.h"
#include "route/space/space.h"
#include "world/graph/read.h"
#include "world/mesh/view.h"
#include "world/walls/read.h"

#include <math.h>

enum {
    ANY = 0,
    SIDE = 64,             /* squares along the longer side of a mesh */
    MESH_CHANGES_MAX = 256 /* polygons, beyond which all paths are suspect */
};

void wendi_plan_marks_free(wendi_plan_marks *marks, const wend_allocator *allocator)
{
    wendi_free(allocator, marks->heads, marks->head_count * sizeof *marks->heads);
    wendi_free(allocator, marks->changed, marks->changed_capacity * sizeof *marks->changed);
    wendi_free(allocator, marks->items, marks->capacity * sizeof *marks->items);
    wendi_free(allocator, marks->order, 2 * marks->order_capacity * sizeof *marks->order);
    *marks = (wendi_plan_marks){.free = WENDI_PLAN_NONE};
}

/* ---- memory ---- */

/* The lattice of a grid or a mesh. @return the number of its squares. */
static uint32_t set_lattice(wendi_plan_marks *marks, const wendi_plan_profile *profile)
{
    if (profile->def.grid != NULL) {
        wend_grid_info info;
        wend_grid_get_info(profile->def.grid, &info);
        marks->columns = info.sectors_x;
        marks->rows = info.sectors_y;
        marks->square = info.sector_size;
    } else {
        wend_vec3 low;
        wend_vec3 high;
        wend_mesh_bounds(profile->def.mesh, &low, &high);
        const double width = high.x - low.x;
        const double height = high.y - low.y;
        marks->low = (wend_vec2){low.x, low.y};
        marks->square = (width > height ? width : height) / (double)SIDE;
        marks->square = marks->square > 0 ? marks->square : 1;
        marks->columns = 1 + (int32_t)(width / marks->square);
        marks->rows = 1 + (int32_t)(height / marks->square);
    }
    return (uint32_t)marks->columns * (uint32_t)marks->rows;
}

/* Lists for all sectors; of a graph for all edges that there are by now. */
static bool make_heads(wendi_plan_marks *marks, const wendi_plan_profile *profile,
                       const wend_allocator *a)
{
    const wend_graph *graph = profile->def.graph;
    if (marks->heads != NULL &&
        (graph == NULL || wend_graph_edge_limit(graph) < marks->head_count)) {
        return true;
    }
    uint32_t count =
        1 + (graph != NULL ? wend_graph_edge_limit(graph) : set_lattice(marks, profile));
    count += graph != NULL ? count / 4 : 0;
    uint32_t *more =
        wendi_resize_items(a, marks->heads, marks->head_count, count, sizeof *marks->heads);
    if (more == NULL) {
        return false;
    }
    for (uint32_t i = marks->head_count; i < count; i++) {
        more[i] = WENDI_PLAN_NONE;
    }
    marks->heads = more;
    marks->head_count = count;
    return true;
}

static bool make(wendi_plan_marks *marks, const wendi_plan_profile *profile,
                 const wend_allocator *a)
{
    if (!make_heads(marks, profile, a) || marks->changed != NULL) {
        return marks->changed != NULL && marks->heads != NULL;
    }
    const uint32_t capacity = profile->def.grid != NULL    ? marks->head_count
                              : profile->def.graph != NULL ? (uint32_t)WENDI_GRAPH_CHANGES_MAX
                                                           : (uint32_t)MESH_CHANGES_MAX;
    marks->changed = wendi_alloc_items(a, capacity, sizeof *marks->changed);
    marks->changed_capacity = marks->changed == NULL ? 0 : capacity;
    return marks->changed != NULL;
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

/* @param sector its index among the heads. */
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

/* The squares within `margin` of a line between two positions in cells or metres, row by row. */
static bool add_line(wend_planner *planner, wendi_plan_marks *marks, uint32_t job, wend_vec2 a,
                     wend_vec2 b, double margin)
{
    const double size = marks->square;
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
            is_done = add(planner, marks, job, 1 + (uint32_t)(row * marks->columns + column));
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

static bool add_cells(wend_planner *planner, wendi_plan_profile *profile, uint32_t job)
{
    wendi_plan_marks *marks = &profile->marks;
    const wend_space *space = profile->layout.space;
    const wend_path *path = planner->jobs[job].shown.path;
    if (!is_plain(space, path)) {
        return add(planner, marks, job, ANY);
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

/* Walks beside the graph depend on walls alone. */
static bool add_edges(wend_planner *planner, wendi_plan_profile *profile, uint32_t job)
{
    wendi_plan_marks *marks = &profile->marks;
    const wend_path *path = planner->jobs[job].shown.path;
    bool is_done = true;
    for (size_t i = 0; i < wend_path_leg_count(path) && is_done; i++) {
        const uint32_t edge = wend_path_legs(path)[i].edge;
        is_done = edge == WEND_EDGE_NONE ||
                  (edge + 1 < marks->head_count && add(planner, marks, job, edge + 1));
    }
    return is_done;
}

static bool add_ground(wend_planner *planner, wendi_plan_profile *profile, uint32_t job)
{
    wendi_plan_marks *marks = &profile->marks;
    const wend_path *path = planner->jobs[job].shown.path;
    const double margin = profile->def.radius * 1.01 + marks->square / 256;
    bool is_done = true;
    for (size_t i = 0; i < wend_path_leg_count(path) && is_done; i++) {
        const wend_leg *leg = &wend_path_legs(path)[i];
        is_done = leg->edge != WEND_EDGE_NONE
                      ? add(planner, marks, job, ANY)
                      : add_line(planner, marks, job, wend_vec2_sub(leg->from_point, marks->low),
                                 wend_vec2_sub(leg->to_point, marks->low), margin);
    }
    return is_done;
}

/* True if the edits of such a world can be told apart. */
static bool has_marks(const wendi_plan_profile *profile)
{
    return profile->def.level == NULL;
}

static bool add_path(wend_planner *planner, wendi_plan_profile *profile, uint32_t job)
{
    wendi_plan_marks *marks = &profile->marks;
    if (!has_marks(profile) || !make(marks, profile, &planner->allocator) ||
        !reserve_order(marks, profile->watched.count, &planner->allocator)) {
        return false;
    }
    return profile->def.grid != NULL    ? add_cells(planner, profile, job)
           : profile->def.graph != NULL ? add_edges(planner, profile, job)
                                        : add_ground(planner, profile, job);
}

void wendi_plan_marks_add(wend_planner *planner, uint32_t job)
{
    wendi_plan_profile *profile = wendi_plan_profile_of(planner, job);
    wendi_plan_job *j = &planner->jobs[job];
    j->first_mark = WENDI_PLAN_NONE;
    j->is_unmarked = !add_path(planner, profile, job);
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

/* The jobs that become suspect. */
typedef struct suspect_list {
    wend_planner *planner;
    wendi_plan_marks *marks;
    size_t count; /* in marks->order */
    uint64_t steps;
} suspect_list;

static void suspect(suspect_list *list, uint32_t job)
{
    wendi_plan_job *j = &list->planner->jobs[job];
    if (!j->is_suspect) {
        j->is_suspect = true;
        list->marks->order[list->count++] = (wendi_sort_pair){j->sequence, job};
    }
}

static void suspect_sector(suspect_list *list, uint32_t sector)
{
    const wendi_plan_marks *marks = list->marks;
    uint32_t m = sector < marks->head_count ? marks->heads[sector] : (uint32_t)WENDI_PLAN_NONE;
    for (; m != WENDI_PLAN_NONE; m = marks->items[m].next) {
        list->steps++;
        suspect(list, marks->items[m].job);
    }
}

static void suspect_all(wend_planner *planner, wendi_plan_profile *profile)
{
    for (uint32_t i = profile->watched.first; i != WENDI_PLAN_NONE; i = planner->jobs[i].next) {
        planner->jobs[i].is_suspect = true;
    }
    profile->unwatched = profile->watched.count;
}

/* They are tested before the others, in the order of their requests. */
static void put_first(suspect_list *list, wendi_plan_profile *profile)
{
    const wendi_plan_marks *marks = list->marks;
    wendi_sort_pairs(marks->order, marks->order + marks->order_capacity, list->count);
    for (size_t i = list->count; i > 0; i--) {
        const uint32_t job = marks->order[i - 1].value;
        wendi_plan_list_remove(list->planner, &profile->watched, job);
        wendi_plan_list_add_first(list->planner, &profile->watched, job);
    }
    profile->unwatched += (uint32_t)list->count;
}

/* Sectors of a grid, by their index; edges of a graph, polygons of a mesh. @return false: too many. */
static bool list_changes(wendi_plan_profile *profile, uint64_t since, size_t *count)
{
    wendi_plan_marks *marks = &profile->marks;
    const wend_graph *graph = profile->def.graph;
    if (profile->def.grid != NULL) {
        return wend_grid_list_changes(profile->def.grid, since, marks->changed,
                                      marks->changed_capacity, count) == WEND_OK;
    }
    return graph != NULL ? wendi_graph_changed_edges(graph, since, marks->changed,
                                                     marks->changed_capacity, count)
                         : wendi_mesh_changed_polygons(profile->def.mesh, since, marks->changed,
                                                       marks->changed_capacity, count);
}

/* The squares that a polygon's bounds touch. */
static void suspect_polygon(suspect_list *list, const wendi_mesh_view *view, uint32_t polygon)
{
    const wendi_plan_marks *marks = list->marks;
    /* Of one that obstacles cut up: all that it was. */
    const uint32_t end = view->firsts[polygon] < view->ends[polygon] ? view->ends[polygon]
                         : polygon < view->base_count                ? view->firsts[polygon + 1]
                                                                     : view->firsts[polygon];
    if (end == view->firsts[polygon]) {
        return; /* a piece that is gone: the polygon changed, too */
    }
    wend_vec2 low = view->points[view->vertices[view->firsts[polygon]]];
    wend_vec2 high = low;
    for (uint32_t c = view->firsts[polygon]; c < end; c++) {
        const wend_vec2 at = view->points[view->vertices[c]];
        low = (wend_vec2){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
        high = (wend_vec2){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
    }
    const int32_t right = clamp((high.x - marks->low.x) / marks->square, marks->columns - 1);
    const int32_t top = clamp((high.y - marks->low.y) / marks->square, marks->rows - 1);
    const int32_t left = clamp((low.x - marks->low.x) / marks->square, marks->columns - 1);
    int32_t y = clamp((low.y - marks->low.y) / marks->square, marks->rows - 1);
    for (; y <= top; y++) {
        for (int32_t x = left; x <= right; x++) {
            list->steps++;
            suspect_sector(list, 1 + (uint32_t)(y * marks->columns + x));
        }
    }
}

uint64_t wendi_plan_marks_suspect(wend_planner *planner, wendi_plan_profile *profile,
                                  uint64_t since)
{
    suspect_list list = {planner, &profile->marks, 0, 0};
    size_t changed = 0;
    if (profile->watched.count == 0) {
        return 0;
    }
    if (profile->marks.unmarked_count > 0 || !list_changes(profile, since, &changed)) {
        suspect_all(planner, profile);
        return 0;
    }
    suspect_sector(&list, ANY);
    if (profile->def.mesh != NULL) {
        const wendi_mesh_view view = wendi_mesh_view_of(profile->def.mesh);
        for (size_t i = 0; i < changed; i++) {
            suspect_polygon(&list, &view, profile->marks.changed[i]);
        }
    } else {
        for (size_t i = 0; i < changed; i++) {
            const uint32_t sector = 1 + profile->marks.changed[i];
            if (sector < profile->marks.head_count) { /* else an edge newer than all marks */
                suspect_sector(&list, sector);
            }
        }
    }
    put_first(&list, profile);
    return list.steps;
}

/* ---- walls ---- */

/* True if a box around a leg, and a margin, touches walls that changed. */
static bool is_near(const wend_leg *leg, double margin, const wendi_walls_change *change)
{
    const wend_vec2 a = leg->from_point;
    const wend_vec2 b = leg->to_point;
    return (a.x > b.x ? a.x : b.x) + margin >= change->low.x &&
           (a.x < b.x ? a.x : b.x) - margin <= change->high.x &&
           (a.y > b.y ? a.y : b.y) + margin >= change->low.y &&
           (a.y < b.y ? a.y : b.y) - margin <= change->high.y;
}

/* True if a walk of the path may be blocked now. Edges of a graph are its own affair. */
static bool passes_change(const wend_path *path, double margin, const wendi_walls_change *changes,
                          size_t count)
{
    bool passes = false;
    for (size_t i = 0; i < wend_path_leg_count(path) && !passes; i++) {
        const wend_leg *leg = &wend_path_legs(path)[i];
        for (size_t k = 0; k < count && leg->edge == WEND_EDGE_NONE && !passes; k++) {
            passes = is_near(leg, margin, &changes[k]);
        }
    }
    return passes;
}

uint64_t wendi_plan_marks_suspect_walls(wend_planner *planner, wendi_plan_profile *profile)
{
    const wend_walls *walls = profile->def.walls;
    const uint64_t since = profile->walls_revision;
    suspect_list list = {planner, &profile->marks, 0, 0};
    if (walls == NULL || wend_walls_revision(walls) == since) {
        return 0;
    }
    profile->walls_revision = wend_walls_revision(walls);
    if (profile->watched.count == 0) {
        return 0;
    }
    wendi_walls_change changes[WENDI_WALLS_CHANGES];
    size_t count = 0;
    if (!wendi_walls_changes(walls, since, changes, &count) || profile->marks.unmarked_count > 0) {
        suspect_all(planner, profile);
        return 0;
    }
    const double margin = profile->def.radius * 1.01 + 1e-6;
    for (uint32_t i = profile->watched.first; i != WENDI_PLAN_NONE && count > 0;
         i = planner->jobs[i].next) {
        const wend_path *path = planner->jobs[i].shown.path;
        list.steps += 1 + wend_path_leg_count(path) / 4;
        if (passes_change(path, margin, changes, count)) {
            suspect(&list, i);
        }
    }
    put_first(&list, profile);
    return list.steps;
}
