/* Plans an edit of obstacles: which polygons it concerns, and the points on their edges.
 * Cost: a look into the index for each obstacle. */
#include "world/mesh/carve_plan.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

static uint32_t corner_count_of(const wend_mesh *m, uint32_t polygon)
{
    return wendi_mesh_base_end(m, polygon) - m->firsts[polygon];
}

static wend_vec2 base_point(const wend_mesh *m, uint32_t polygon, uint32_t edge)
{
    const uint32_t first = m->firsts[polygon];
    const uint32_t c = first + edge;
    return m->points[m->vertices[c == wendi_mesh_base_end(m, polygon) ? first : c]];
}

/* ---- jobs ---- */

uint32_t wendi_carve_job_of(wendi_carve_planner *p, uint32_t polygon)
{
    wendi_mesh_carve *carve = p->carve;
    if (carve->job_of1[polygon] != 0) {
        return carve->job_of1[polygon] - 1;
    }
    if (carve->job_count == carve->job_capacity) {
        const uint32_t wanted = 2 * carve->job_capacity + 8;
        wendi_carve_job *jobs =
            wendi_resize_items(&p->plan, carve->jobs, carve->job_capacity, wanted, sizeof *jobs);
        if (jobs == NULL) {
            p->has_failed = true;
            return NONE;
        }
        carve->jobs = jobs;
        carve->job_capacity = wanted;
    }
    const wendi_carve_record *record = wendi_mesh_record(p->m, polygon);
    wendi_carve_job *job = &carve->jobs[carve->job_count];
    memset(job, 0, sizeof *job);
    job->polygon = polygon;
    job->edge_count = corner_count_of(p->m, polygon);
    job->obstacle_capacity = (record == NULL ? 0 : record->obstacle_count) + 4;
    job->obstacles = wendi_alloc_items(&p->plan, job->obstacle_capacity, sizeof *job->obstacles);
    job->is_reversed = wendi_alloc_items(&p->plan, job->edge_count, sizeof *job->is_reversed);
    job->rim_firsts =
        wendi_alloc_items(&p->plan, (size_t)job->edge_count + 1, sizeof *job->rim_firsts);
    if (job->obstacles == NULL || job->is_reversed == NULL || job->rim_firsts == NULL) {
        p->has_failed = true;
        return NONE;
    }
    for (uint32_t i = 0; record != NULL && i < record->obstacle_count; i++) {
        const uint32_t slot = wendi_carve_obstacles(record)[i];
        if (!carve->slots[slot].is_changing) {
            job->obstacles[job->obstacle_count++] = slot;
        }
    }
    carve->job_of1[polygon] = ++carve->job_count;
    return carve->job_count - 1;
}

/* -1, 0, 1: by corners, then by their number. */
static int compare_shapes(const wendi_carve_shape *a, const wendi_carve_shape *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        const wend_vec2 u = a->points[i];
        const wend_vec2 v = b->points[i];
        if (!wendi_carve_is_same(u, v)) {
            return u.x < v.x || (!(u.x > v.x) && u.y < v.y) ? -1 : 1;
        }
    }
    return a->count < b->count ? -1 : a->count > b->count ? 1 : 0;
}

/* Adds an obstacle to a job in its place. */
static void add_obstacle(wendi_carve_planner *p, uint32_t polygon, uint32_t slot)
{
    const uint32_t index = wendi_carve_job_of(p, polygon);
    if (index == NONE) {
        return;
    }
    wendi_carve_job *job = &p->carve->jobs[index];
    if (job->obstacle_count == job->obstacle_capacity) {
        const uint32_t wanted = 2 * job->obstacle_capacity;
        uint32_t *obstacles = wendi_resize_items(&p->plan, job->obstacles, job->obstacle_capacity,
                                                 wanted, sizeof *obstacles);
        if (obstacles == NULL) {
            p->has_failed = true;
            return;
        }
        job->obstacles = obstacles;
        job->obstacle_capacity = wanted;
    }
    const wendi_mesh_obstacle_slot *slots = p->carve->slots;
    uint32_t at = job->obstacle_count++;
    for (; at > 0 && compare_shapes(&slots[slot].shape, &slots[job->obstacles[at - 1]].shape) < 0;
         at--) {
        job->obstacles[at] = job->obstacles[at - 1];
    }
    job->obstacles[at] = slot;
}

/* ---- polygons under a shape ---- */

typedef struct shape_query {
    const wendi_carve_shape *shape;
    double low, high; /* heights */
    uint32_t slot;
    bool
        was_used; /* the polygons that the slot is cut out of become jobs; else those under the shape,
                      and get the slot */
} shape_query;

static bool is_cut_by(const wend_mesh *m, uint32_t polygon, uint32_t slot)
{
    const wendi_carve_record *record = wendi_mesh_record(m, polygon);
    uint32_t i = 0;
    while (record != NULL && i < record->obstacle_count &&
           wendi_carve_obstacles(record)[i] != slot) {
        i++;
    }
    return record != NULL && i < record->obstacle_count;
}

static bool reaches(const wendi_carve_planner *p, const shape_query *query, uint32_t polygon)
{
    const wend_mesh *m = p->m;
    const uint32_t first = m->firsts[polygon];
    const uint32_t end = wendi_mesh_base_end(m, polygon);
    double low = m->heights == NULL ? 0 : m->heights[first];
    double high = low;
    for (uint32_t c = first + 1; m->heights != NULL && c < end; c++) {
        low = m->heights[c] < low ? m->heights[c] : low;
        high = m->heights[c] > high ? m->heights[c] : high;
    }
    return low <= query->high && high >= query->low;
}

static void visit_polygon(wendi_carve_planner *p, const shape_query *query, uint32_t polygon)
{
    const wend_mesh *m = p->m;
    const wendi_carve_shape *shape = query->shape;
    if (p->carve->seen[polygon] == p->carve->seen_mark) {
        return;
    }
    p->carve->seen[polygon] = p->carve->seen_mark;
    if (query->was_used) {
        if (is_cut_by(m, polygon, query->slot)) {
            (void)wendi_carve_job_of(p, polygon);
        }
        return;
    }
    const uint32_t count = corner_count_of(m, polygon);
    wend_vec2 few[16];
    wend_vec2 *points = count <= 16 ? few : wendi_alloc_items(&p->work, count, sizeof *points);
    if (points == NULL) {
        p->has_failed = true;
        return;
    }
    wend_vec2 low = base_point(m, polygon, 0);
    wend_vec2 high = low;
    for (uint32_t i = 0; i < count; i++) {
        const wend_vec2 at = base_point(m, polygon, i);
        low = (wend_vec2){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
        high = (wend_vec2){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
        points[i] = at;
    }
    if (low.x >= shape->high.x || low.y >= shape->high.y || high.x <= shape->low.x ||
        high.y <= shape->low.y || !reaches(p, query, polygon) ||
        !wendi_carve_overlaps(shape, points, count)) {
        return;
    }
    add_obstacle(p, polygon, query->slot);
}

static void visit_grid(wendi_carve_planner *p, const shape_query *query, uint32_t number)
{
    const wendi_mesh_index *index = &p->m->index;
    const wendi_mesh_index_grid *grid = &index->grids[number];
    const wendi_carve_shape *shape = query->shape;
    const uint32_t left =
        wendi_mesh_index_line(shape->low.x, grid->x, grid->per_metre, grid->columns);
    const uint32_t right =
        wendi_mesh_index_line(shape->high.x, grid->x, grid->per_metre, grid->columns);
    const uint32_t top = wendi_mesh_index_line(shape->high.y, grid->y, grid->per_metre, grid->rows);
    uint32_t row = wendi_mesh_index_line(shape->low.y, grid->y, grid->per_metre, grid->rows);
    for (; row <= top; row++) {
        for (uint32_t column = left; column <= right; column++) {
            const wendi_mesh_index_cell cell =
                index->cells[grid->first_cell + (size_t)row * grid->columns + column];
            if (cell.count == WENDI_MESH_INDEX_FINER) {
                visit_grid(p, query, cell.first);
                continue;
            }
            for (uint32_t i = 0; i < cell.count; i++) {
                visit_polygon(p, query, index->entries[cell.first + i]);
            }
        }
    }
}

static void begin_visit(wendi_carve_planner *p)
{
    if (p->carve->seen_mark == UINT32_MAX) {
        memset(p->carve->seen, 0, p->m->base_count * sizeof *p->carve->seen);
        p->carve->seen_mark = 0;
    }
    p->carve->seen_mark++;
}

static void visit_shape(wendi_carve_planner *p, const shape_query *query)
{
    begin_visit(p);
    visit_grid(p, query, 0);
}

/* ---- rims ---- */

/* Points of one edge, in the direction in which they are computed. */
typedef struct edge_points {
    wend_vec2 from, to;
    wend_vec2 *points;
    uint32_t *sources; /* as in a record */
    uint32_t count, capacity;
} edge_points;

static bool comes_before(const edge_points *e, wend_vec2 a, wend_vec2 b)
{
    const double x = e->to.x - e->from.x;
    const double y = e->to.y - e->from.y;
    const bool is_flat = (x < 0 ? -x : x) > (y < 0 ? -y : y);
    const double first =
        is_flat ? (x > 0 ? b.x - a.x : a.x - b.x) : (y > 0 ? b.y - a.y : a.y - b.y);
    if (first < 0 || first > 0) {
        return first > 0;
    }
    return is_flat ? (y > 0 ? a.y < b.y : a.y > b.y) : (x > 0 ? a.x < b.x : a.x > b.x);
}

static void add_edge_point(wendi_carve_planner *p, edge_points *e, wend_vec2 at, uint32_t source)
{
    if (wendi_carve_is_same(at, e->from) || wendi_carve_is_same(at, e->to)) {
        return;
    }
    if (e->count == e->capacity) {
        const uint32_t wanted = 2 * e->capacity + 8;
        wend_vec2 *points =
            wendi_resize_items(&p->work, e->points, e->capacity, wanted, sizeof *points);
        uint32_t *sources =
            wendi_resize_items(&p->work, e->sources, e->capacity, wanted, sizeof *sources);
        if (points == NULL || sources == NULL) {
            p->has_failed = true;
            return;
        }
        e->points = points;
        e->sources = sources;
        e->capacity = wanted;
    }
    uint32_t i = e->count;
    while (i > 0 && comes_before(e, at, e->points[i - 1])) {
        i--;
    }
    if (i > 0 && wendi_carve_is_same(e->points[i - 1], at)) {
        /* The neighbour has the same obstacle. */
        e->sources[i - 1] = e->sources[i - 1] == source ? source : WENDI_CARVE_UNKNOWN;
        return;
    }
    memmove(e->points + i + 1, e->points + i, (e->count - i) * sizeof *e->points);
    memmove(e->sources + i + 1, e->sources + i, (e->count - i) * sizeof *e->sources);
    e->points[i] = at;
    e->sources[i] = source;
    e->count++;
}

static void add_edge_points(wendi_carve_planner *p, edge_points *e, const uint32_t *obstacles,
                            uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 points[4];
        uint32_t crossings[4];
        const uint32_t found = wendi_carve_edge_points(
            e->from, e->to, &p->carve->slots[obstacles[i]].shape, points, crossings);
        for (uint32_t k = 0; k < found; k++) {
            add_edge_point(p, e, points[k],
                           crossings[k] == NONE
                               ? WENDI_CARVE_UNKNOWN
                               : 2 * WENDI_CARVE_CORNERS_MAX * obstacles[i] + crossings[k]);
        }
    }
}

/* Adds the points that the obstacles over a polygon make on one of the edges. */
static void add_points_of(wendi_carve_planner *p, edge_points *e, uint32_t polygon)
{
    const wendi_carve_record *record = wendi_mesh_record(p->m, polygon);
    if (p->carve->job_of1[polygon] != 0) {
        const wendi_carve_job *job = &p->carve->jobs[p->carve->job_of1[polygon] - 1];
        add_edge_points(p, e, job->obstacles, job->obstacle_count);
    } else if (record != NULL) {
        add_edge_points(p, e, wendi_carve_obstacles(record), record->obstacle_count);
    }
}

uint32_t wendi_carve_edge_name(const wend_mesh *m, uint32_t corner)
{
    const uint32_t twin = m->carve->base_twins[corner];
    return twin < corner ? twin : corner;
}

/* True if a neighbour's record has the same points on an edge. @param twin the edge as its corner. */
static bool has_same_points(const wendi_carve_planner *p, uint32_t neighbour, uint32_t twin,
                            const edge_points *e, bool is_reversed)
{
    const wend_mesh *m = p->m;
    const wendi_carve_record *record = wendi_mesh_record(m, neighbour);
    if (record == NULL) {
        return e->count == 0;
    }
    const uint32_t *firsts = wendi_carve_rim_firsts(record) + (twin - m->firsts[neighbour]);
    const uint32_t *rim = wendi_carve_rim(record) + firsts[0] + 1;
    if (record->has_extras || firsts[1] - firsts[0] - 1 != e->count) {
        return false;
    }
    for (uint32_t i = 0; i < e->count; i++) {
        const uint32_t at = is_reversed ? i : e->count - 1 - i;
        if (!wendi_carve_is_same(m->points[rim[i]], e->points[at])) {
            return false;
        }
    }
    return true;
}

void wendi_carve_plan_rim(wendi_carve_planner *p, uint32_t index)
{
    const wend_mesh *m = p->m;
    wendi_mesh_carve *carve = p->carve;
    const uint32_t polygon = carve->jobs[index].polygon;
    const uint32_t edge_count = carve->jobs[index].edge_count;
    uint32_t capacity = edge_count + 8;
    uint32_t count = 0;
    wend_vec2 *rim = wendi_alloc_items(&p->plan, capacity, sizeof *rim);
    uint32_t *sources = wendi_alloc_items(&p->plan, capacity, sizeof *sources);
    edge_points e = {.count = 0};
    for (uint32_t i = 0; i < edge_count && rim != NULL && sources != NULL && !p->has_failed; i++) {
        const uint32_t corner = m->firsts[polygon] + i;
        const uint32_t twin = carve->base_twins[corner];
        const bool is_reversed = twin < corner;
        const wend_vec2 a = base_point(m, polygon, i);
        const wend_vec2 b = base_point(m, polygon, i + 1);
        e.from = is_reversed ? b : a;
        e.to = is_reversed ? a : b;
        e.count = 0;
        add_points_of(p, &e, polygon);
        if (twin != NONE) {
            add_points_of(p, &e, carve->base_neighbours[corner]);
        }
        bool has_extras = false;
        for (uint32_t k = 0; k < carve->extra_count; k++) {
            if (carve->extras[k].edge == wendi_carve_edge_name(m, corner)) {
                add_edge_point(p, &e, carve->extras[k].at, WENDI_CARVE_UNKNOWN);
                has_extras = true;
            }
        }
        if (count + 1 + e.count > capacity) {
            const uint32_t wanted = 2 * (count + 1 + e.count);
            rim = wendi_resize_items(&p->plan, rim, capacity, wanted, sizeof *rim);
            sources = wendi_resize_items(&p->plan, sources, capacity, wanted, sizeof *sources);
            capacity = wanted;
        }
        if (rim == NULL || sources == NULL || p->has_failed) {
            break;
        }
        wendi_carve_job *job = &carve->jobs[index];
        job->is_reversed[i] = is_reversed ? 1 : 0;
        job->rim_firsts[i] = count;
        job->has_extras = job->has_extras || has_extras;
        sources[count] = WENDI_CARVE_FIXED;
        rim[count++] = a;
        for (uint32_t k = 0; k < e.count; k++) {
            const uint32_t at = is_reversed ? e.count - 1 - k : k;
            sources[count] = e.sources[at];
            rim[count++] = e.points[at];
        }
        if (twin != NONE && carve->job_of1[carve->base_neighbours[corner]] == 0 &&
            !has_same_points(p, carve->base_neighbours[corner], twin, &e, is_reversed)) {
            (void)wendi_carve_job_of(p, carve->base_neighbours[corner]);
        }
    }
    wendi_carve_job *job = &carve->jobs[index];
    job->rim = rim;
    job->rim_sources = sources;
    job->rim_count = count;
    job->rim_firsts[edge_count] = count;
    job->has_rim = true;
    p->has_failed = p->has_failed || rim == NULL || sources == NULL;
}

/* ---- whole edits ---- */

bool wendi_mesh_carve_plan(wend_mesh *m, const wendi_mesh_obstacle_change *changes, size_t count)
{
    wendi_mesh_carve *carve = m->carve;
    wendi_carve_planner p = {m,
                             carve,
                             wendi_arena_allocator(&carve->plan),
                             wendi_arena_allocator(&carve->work),
                             false,
                             m->keeps_pieces};
    for (size_t i = 0; i < count && !p.has_failed; i++) {
        const wendi_mesh_obstacle_change *change = &changes[i];
        const wendi_mesh_obstacle_slot *slot = &carve->slots[change->slot];
        if (change->was_used) {
            const shape_query before = {&change->shape, change->def.low, change->def.high,
                                        change->slot, true};
            visit_shape(&p, &before);
        }
        if (change->is_used) {
            const shape_query after = {&slot->shape, slot->def.low, slot->def.high, change->slot,
                                       false};
            visit_shape(&p, &after);
        }
        wendi_arena_reset(&carve->work);
    }
    return wendi_carve_plan_jobs(&p);
}

/* The polygons of a tile that came get the obstacles over them. */
static void visit_tile(wendi_carve_planner *p, const wendi_carve_tile *tile)
{
    const wendi_mesh_carve *carve = p->carve;
    for (uint32_t i = 0; i < carve->slot_count && !p->has_failed; i++) {
        const wendi_mesh_obstacle_slot *slot = &carve->slots[i];
        const wendi_carve_shape *shape = &slot->shape;
        if (!slot->is_used || tile->low.x >= shape->high.x || tile->low.y >= shape->high.y ||
            tile->high.x <= shape->low.x || tile->high.y <= shape->low.y) {
            continue;
        }
        const shape_query query = {shape, slot->def.low, slot->def.high, i, false};
        begin_visit(p);
        for (uint32_t k = 0; k < tile->count && !p->has_failed; k++) {
            visit_polygon(p, &query, tile->first + k);
        }
        wendi_arena_reset(&p->carve->work);
    }
}

bool wendi_mesh_carve_plan_tile(wend_mesh *m, const wendi_carve_tile *tile)
{
    wendi_mesh_carve *carve = m->carve;
    wendi_carve_planner p = {
        m,     carve, wendi_arena_allocator(&carve->plan), wendi_arena_allocator(&carve->work),
        false, false};
    for (uint32_t i = 0; i < tile->count && !p.has_failed; i++) {
        const uint32_t index = wendi_carve_job_of(&p, tile->first + i);
        if (index != NONE && tile->is_gone) {
            wendi_carve_job *job = &carve->jobs[index];
            job->is_gone = job->is_whole = job->has_rim = job->is_done = true;
        }
    }
    for (uint32_t i = 0; i < tile->beside_count && !p.has_failed; i++) {
        (void)wendi_carve_job_of(&p, tile->beside[i]);
    }
    if (!tile->is_gone && !p.has_failed) {
        visit_tile(&p, tile);
    }
    return wendi_carve_plan_jobs(&p);
}

void wendi_mesh_carve_forget(wend_mesh *m)
{
    wendi_mesh_carve *carve = m->carve;
    for (uint32_t i = 0; i < carve->job_count; i++) {
        carve->job_of1[carve->jobs[i].polygon] = 0;
    }
    carve->jobs = NULL;
    carve->extras = NULL;
    carve->job_count = carve->job_capacity = carve->extra_count = 0;
    wendi_arena_reset(&carve->plan);
    wendi_arena_reset(&carve->work);
    wendi_arena_reset(&carve->lanes);
}
