/* Corridors: the polygons that a segment over a mesh passes, or the point where it leaves the
 * ground.
 * Cost: the polygons it touches. */
#include "route/mesh_space/corridor.h"
#include "route/mesh_space/patches.h"
#include "route/mesh_space/space.h"
#include "wend/mesh_path.h"

#include "base/math/predicates.h"
#include "world/walls/intersect.h"

static const uint32_t NONE = UINT32_MAX;

void wendi_mesh_corridor_init(wendi_mesh_corridor *corridor, const wend_allocator *allocator)
{
    const wend_allocator libc = {NULL, NULL};
    const wendi_key_table none = {NULL, 0, 0, 0};
    corridor->allocator = allocator == NULL ? libc : *allocator;
    corridor->visited = none;
    wendi_array_u32_init(&corridor->polygons, allocator);
    wendi_array_u32_init(&corridor->parents, allocator);
    wendi_array_u32_init(&corridor->path, allocator);
}

void wendi_mesh_corridor_free(wendi_mesh_corridor *corridor)
{
    wendi_key_table_destroy(&corridor->visited, &corridor->allocator);
    wendi_array_u32_free(&corridor->polygons);
    wendi_array_u32_free(&corridor->parents);
    wendi_array_u32_free(&corridor->path);
}

/* ---- what touches what ---- */

/* True if the boxes of two segments overlap. For segments on one line: true if they touch. */
static bool boxes_overlap(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q)
{
    const bool is_left = (a.x < p.x && a.x < q.x && b.x < p.x && b.x < q.x);
    const bool is_right = (a.x > p.x && a.x > q.x && b.x > p.x && b.x > q.x);
    const bool is_below = (a.y < p.y && a.y < q.y && b.y < p.y && b.y < q.y);
    const bool is_above = (a.y > p.y && a.y > q.y && b.y > p.y && b.y > q.y);
    return !is_left && !is_right && !is_below && !is_above;
}

static bool is_one_side(double first, double second)
{
    return (first > 0 && second > 0) || (first < 0 && second < 0);
}

static bool segments_touch(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q)
{
    return boxes_overlap(a, b, p, q) &&
           !is_one_side(wendi_orient(a, b, p), wendi_orient(a, b, q)) &&
           !is_one_side(wendi_orient(p, q, a), wendi_orient(p, q, b));
}

/* The surface as a flood sees it. */
typedef struct corridor_flood {
    wendi_mesh_corridor *corridor;
    const wend_mesh_space *space;
    const wendi_mesh_line *line;
    double reach;      /* 0: edges that are touched; above: edges that are nearer */
    bool stops_at_end; /* search for a polygon that contains b */
    bool is_any;       /* goes over all ground, also where the agent cannot be */
    bool touches_wall; /* an edge with nothing beyond was among those touched */
    uint32_t end;      /* index of the polygon where the segment ends, NONE = not found */
} corridor_flood;

static wendi_wall_edge edge_of(const wendi_mesh_view *view, uint32_t polygon, uint32_t corner)
{
    const uint32_t next = corner + 1 == view->ends[polygon] ? view->firsts[polygon] : corner + 1;
    wendi_wall_edge edge = {0};
    edge.a = view->points[view->vertices[corner]];
    edge.b = view->points[view->vertices[next]];
    return edge;
}

static bool touches(const corridor_flood *f, const wendi_wall_edge *edge)
{
    const wendi_mesh_line *line = f->line;
    return f->reach > 0 ? wendi_wall_edge_is_nearer(line->a, line->b, edge, f->reach)
                        : segments_touch(line->a, line->b, edge->a, edge->b);
}

/* True if a polygon contains a point, its edges included, or (with a reach) has an edge that near.
 */
static bool contains(const corridor_flood *f, uint32_t polygon, wend_vec2 point)
{
    const wendi_mesh_view *view = &f->space->view;
    bool is_inside = true;
    for (uint32_t c = view->firsts[polygon]; c < view->ends[polygon]; c++) {
        const wendi_wall_edge edge = edge_of(view, polygon, c);
        if (f->reach > 0 && wendi_wall_edge_is_nearer(point, point, &edge, f->reach)) {
            return true;
        }
        is_inside = is_inside && wendi_orient(edge.a, edge.b, point) >= 0;
    }
    return is_inside;
}

/* ---- the flood ---- */

/* @return false without memory. */
static bool visit(corridor_flood *f, uint32_t polygon, uint32_t parent)
{
    wendi_mesh_corridor *c = f->corridor;
    if (c->visited.count + 1 > wendi_key_table_capacity(&c->visited) &&
        !wendi_key_table_grow(&c->visited, &c->allocator)) {
        return false;
    }
    const uint32_t slot = wendi_key_table_slot(&c->visited, polygon);
    if (wendi_key_table_at(&c->visited, slot) < c->visited.count) {
        return true;
    }
    if (!wendi_array_u32_push(&c->polygons, polygon) ||
        !wendi_array_u32_push(&c->parents, parent)) {
        return false;
    }
    const uint32_t index = wendi_key_table_add(&c->visited, slot, polygon);
    if (f->stops_at_end && (f->end == NONE || polygon == f->line->to) &&
        contains(f, polygon, f->line->b)) {
        f->end = index;
    }
    return true;
}

static bool is_done(const corridor_flood *f)
{
    return f->stops_at_end && f->end != NONE &&
           (f->line->to == NONE || f->corridor->polygons.items[f->end] == f->line->to);
}

/* Goes over the touched edges of one polygon. @return false without memory. */
static bool spread(corridor_flood *f, uint32_t index)
{
    const wendi_mesh_view *view = &f->space->view;
    const uint32_t polygon = f->corridor->polygons.items[index];
    for (uint32_t c = view->firsts[polygon]; c < view->ends[polygon]; c++) {
        const wendi_wall_edge edge = edge_of(view, polygon, c);
        if (!touches(f, &edge)) {
            continue;
        }
        const uint32_t beyond = view->neighbours[c];
        if (f->is_any ? beyond == NONE : wendi_mesh_space_cell(f->space, beyond) == NONE) {
            f->touches_wall = true;
        } else if (!visit(f, beyond, index)) {
            return false;
        }
    }
    return true;
}

/* @return false without memory. */
static bool run(corridor_flood *f)
{
    wendi_mesh_corridor *c = f->corridor;
    wendi_key_table_clear(&c->visited);
    wendi_array_u32_clear(&c->polygons);
    wendi_array_u32_clear(&c->parents);
    f->touches_wall = false;
    f->end = NONE;
    if (!visit(f, f->line->from, NONE)) {
        return false;
    }
    for (uint32_t i = 0; i < c->polygons.count && !is_done(f); i++) {
        if (!spread(f, i)) {
            return false;
        }
        if (!f->stops_at_end && f->touches_wall) {
            break;
        }
    }
    return true;
}

/* Lists the polygons from the first to one of the flood. */
static wend_result list_path(wendi_mesh_corridor *c, uint32_t end)
{
    size_t count = 0;
    for (uint32_t i = end; i != NONE; i = c->parents.items[i]) {
        count++;
    }
    if (!wendi_array_u32_resize(&c->path, count)) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = end; i != NONE; i = c->parents.items[i]) {
        c->path.items[--count] = c->polygons.items[i];
    }
    return WEND_OK;
}

static wend_result find(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                        const wendi_mesh_line *line, double reach)
{
    corridor_flood f = {corridor, space, line, reach, true, false, false, NONE};
    wendi_array_u32_clear(&corridor->path);
    if (wendi_mesh_space_cell(space, line->from) == NONE) {
        return WEND_NO_PATH;
    }
    if (!run(&f)) {
        return WEND_ERROR_MEMORY;
    }
    return f.end == NONE ? WEND_NO_PATH : list_path(corridor, f.end);
}

wend_result wendi_mesh_corridor_find(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                     const wendi_mesh_line *line)
{
    return find(corridor, space, line, 0);
}

/* Some roundings of coordinates as large as these. */
static double some_roundings(const wendi_mesh_line *line)
{
    const double x = fabs(line->a.x) > fabs(line->b.x) ? fabs(line->a.x) : fabs(line->b.x);
    const double y = fabs(line->a.y) > fabs(line->b.y) ? fabs(line->a.y) : fabs(line->b.y);
    return (x > y ? x : y) * 5.7e-14 + 1e-25; /* 2^-44 */
}

static uint32_t last_of(const wendi_array_u32 *path)
{
    return path->items[path->count - 1];
}

wend_result wendi_mesh_corridor_follow(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                       const wendi_mesh_line *line)
{
    wend_result result = find(corridor, space, line, 0);
    if (result == WEND_NO_PATH ||
        (result == WEND_OK && line->to != NONE && last_of(&corridor->path) != line->to)) {
        result = find(corridor, space, line, some_roundings(line));
    }
    if (result != WEND_NO_PATH) {
        return result;
    }
    wendi_array_u32_clear(&corridor->path);
    const bool is_known = line->to != NONE && line->to != line->from;
    const bool is_listed = wendi_array_u32_push(&corridor->path, line->from) &&
                           (!is_known || wendi_array_u32_push(&corridor->path, line->to));
    return is_listed ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_mesh_corridor_fits(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                     const wendi_mesh_line *line, double radius)
{
    corridor_flood f = {corridor, space, line, radius, false, false, false, NONE};
    if (wendi_mesh_space_cell(space, line->from) == NONE) {
        return WEND_NO_PATH;
    }
    if (!run(&f)) {
        return WEND_ERROR_MEMORY;
    }
    return f.touches_wall ? WEND_NO_PATH : WEND_OK;
}

bool wendi_mesh_corridor_at_point(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                  wend_vec2 point, uint32_t polygon)
{
    const wendi_mesh_line line = {point, point, polygon, NONE};
    corridor_flood f = {corridor, space, &line, some_roundings(&line), false, true, false, NONE};
    wendi_key_table_clear(&corridor->visited);
    wendi_array_u32_clear(&corridor->polygons);
    wendi_array_u32_clear(&corridor->parents);
    if (!contains(&f, polygon, point)) {
        return true;
    }
    bool has_memory = visit(&f, polygon, NONE);
    for (uint32_t i = 0; i < corridor->polygons.count && has_memory; i++) {
        has_memory = spread(&f, i);
    }
    return has_memory;
}

wend_result wendi_mesh_corridor_recheck(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                        const wendi_mesh_line *line, double radius)
{
    const double room = radius * (1 - 1e-9) - 16 * wendi_mesh_space_rounding(space);
    wend_result result = find(corridor, space, line, some_roundings(line));
    if (result == WEND_OK && line->to != NONE && last_of(&corridor->path) != line->to) {
        result = WEND_NO_PATH; /* there, but on another floor */
    }
    return result == WEND_OK && room > 0 ? wendi_mesh_corridor_fits(corridor, space, line, room)
                                         : result;
}

/* ---- costs ---- */

/* The fraction of the line before the edge between two polygons. */
static double fraction_before(const wendi_mesh_view *view, uint32_t polygon, uint32_t next,
                              const wendi_mesh_line *line, double least)
{
    for (uint32_t c = view->firsts[polygon]; c < view->ends[polygon]; c++) {
        if (view->neighbours[c] != next) {
            continue;
        }
        const wendi_wall_edge edge = edge_of(view, polygon, c);
        const double a = fabs(wendi_orient(edge.a, edge.b, line->a));
        const double b = fabs(wendi_orient(edge.a, edge.b, line->b));
        const double part = a + b > 0 ? a / (a + b) : least;
        return part > least ? part : least;
    }
    return least;
}

static double factor_of(const wend_mesh_space *space, uint32_t polygon)
{
    return space->cells.factors[space->cells.cell_of[polygon]];
}

double wendi_mesh_corridor_factor(const wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                  const wendi_mesh_line *line)
{
    const wendi_array_u32 *path = &corridor->path;
    double sum = 0;
    double done = 0;
    double factor = factor_of(space, path->items[0]);
    for (size_t i = 1; i < path->count; i++) {
        const double next = factor_of(space, path->items[i]);
        if (next < factor || next > factor) {
            const double part =
                fraction_before(&space->view, path->items[i - 1], path->items[i], line, done);
            sum += factor * (part - done);
            done = part;
            factor = next;
        }
    }
    return done > 0 ? sum + factor * (1 - done) : factor;
}

bool wendi_mesh_corridor_next_ground(const wendi_mesh_corridor *corridor,
                                     const wend_mesh_space *space, const wendi_mesh_line *line,
                                     wendi_mesh_ground *part)
{
    const wendi_array_u32 *path = &corridor->path;
    if (part->at >= path->count) {
        return false;
    }
    part->begin = part->at == 0 ? 0 : part->end;
    part->factor = factor_of(space, path->items[part->at]);
    part->end = 1;
    for (size_t i = part->at + 1; i < path->count; i++) {
        const double next = factor_of(space, path->items[i]);
        if (next < part->factor || next > part->factor) {
            part->end = fraction_before(&space->view, path->items[i - 1], path->items[i], line,
                                        part->begin);
            part->at = i;
            return true;
        }
    }
    part->at = path->count;
    return true;
}

wend_result wendi_mesh_can_walk(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                const wendi_mesh_line *line, double radius, wend_cost *cost)
{
    wend_result result = wendi_mesh_corridor_find(corridor, space, line);
    const uint32_t last = result == WEND_OK ? corridor->path.items[corridor->path.count - 1] : 0;
    if (result == WEND_OK && line->to != WEND_NODE_NONE && last != line->to) {
        result = WEND_NO_PATH; /* there, but on another floor */
    }
    if (result != WEND_OK) {
        return result;
    }
    const double factor = wendi_mesh_corridor_factor(corridor, space, line);
    *cost = wend_cost_from_double(wend_vec2_distance(line->a, line->b) * factor +
                                  wendi_mesh_patches_cost(space, line->a, line->b));
    return radius > 0 ? wendi_mesh_corridor_fits(corridor, space, line, radius) : WEND_OK;
}

/* ---- clearance of a segment ---- */

static bool is_valid_location(const wend_mesh_location *location)
{
    return wendi_coordinate_is_valid(location->x) && wendi_coordinate_is_valid(location->y);
}

static bool settle(const wend_mesh_space *space, wend_mesh_location *location)
{
    if (location->polygon == WEND_NODE_NONE) {
        location->polygon = wend_mesh_locate(space->mesh, location->x, location->y, location->z);
    }
    location->x = wendi_flush_coordinate(location->x);
    location->y = wendi_flush_coordinate(location->y);
    return wendi_mesh_space_cell(space, location->polygon) != UINT32_MAX;
}

static wend_result check_segment(const wend_mesh_space *space, wend_mesh_location from,
                                 wend_mesh_location to, double radius, wend_cost *cost)
{
    if (space == NULL || !(radius >= 0 && radius <= WEND_COORDINATE_MAX) ||
        !is_valid_location(&from) || !is_valid_location(&to)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_mesh_space_is_usable(space)) {
        return WEND_ERROR_STALE;
    }
    if (!settle(space, &from) || !settle(space, &to)) {
        return WEND_NO_PATH;
    }
    const wendi_mesh_line line = {{from.x, from.y}, {to.x, to.y}, from.polygon, to.polygon};
    wendi_mesh_corridor corridor;
    wendi_mesh_corridor_init(&corridor, &space->allocator);
    const wend_result result = wendi_mesh_can_walk(&corridor, space, &line, radius, cost);
    wendi_mesh_corridor_free(&corridor);
    return result == WEND_OK && *cost == WEND_COST_INFINITE ? WEND_ERROR_FULL : result;
}

bool wend_mesh_space_can_walk(const wend_mesh_space *space, wend_mesh_location from,
                              wend_mesh_location to, double radius, wend_cost *cost,
                              wend_result *result)
{
    wend_cost found_cost = WEND_COST_INFINITE;
    const wend_result walked = check_segment(space, from, to, radius, &found_cost);
    if (cost != NULL) {
        *cost = walked == WEND_OK ? found_cost : WEND_COST_INFINITE;
    }
    if (result != NULL) {
        *result = walked;
    }
    return walked == WEND_OK;
}
