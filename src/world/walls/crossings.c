/* Lists all walls that a ray passes through, in order.
 * Cost: the boxes along the whole ray; for each crossing the crossings kept behind it. */
#include "world/walls/ray.h"

#include "base/math/vec2.h"
#include "world/walls/cells.h"
#include "world/walls/gap.h"

/* The first crossings so far, in order, up to the capacity. */
typedef struct crossing_list {
    const wend_walls *walls;
    wend_wall_crossing *items;
    size_t capacity;
    size_t found;
} crossing_list;

static bool comes_before(const wend_wall_crossing *p, const wend_wall_crossing *q)
{
    return p->fraction < q->fraction ||
           (!(p->fraction > q->fraction) && p->wall.index1 < q->wall.index1);
}

static void add(crossing_list *l, uint32_t wall, double fraction)
{
    const wendi_wall_slot *slot = &l->walls->slots[wall];
    const wend_wall_crossing crossing = {wendi_wall_id_of(l->walls, wall), slot->stops, slot->user,
                                         fraction > 0 ? fraction : 0};
    size_t at = l->found < l->capacity ? l->found : l->capacity;
    l->found++;
    if (at == l->capacity) {
        if (at == 0 || !comes_before(&crossing, &l->items[at - 1])) {
            return;
        }
        at--;
    }
    for (; at > 0 && comes_before(&crossing, &l->items[at - 1]); at--) {
        l->items[at] = l->items[at - 1];
    }
    l->items[at] = crossing;
}

/* ---- the start, and faces ---- */

/* Polygons that hold the start, or that the ray goes into from their outline, and those that meet on
 * the ray's line from both of its sides. */
static void list_start(wendi_wall_ray *r, crossing_list *l)
{
    if (r->walls->solid_tree.count == 0) {
        return;
    }
    const wendi_capsule capsule = wendi_capsule_make(r->a, r->a, 0);
    const bool is_moving = !wendi_vec2_is_same(r->a, r->b);
    uint32_t least = WENDI_WALLS_NONE;
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &r->walls->solid_tree, &capsule);
    for (uint32_t i; wendi_wall_traversal_next(&traversal, &capsule, &i);) {
        bool sides[2] = {false, false};
        if ((r->walls->slots[i].stops & r->stops) == 0 || !wendi_wall_ray_starts_at_height(r, i)) {
            continue;
        }
        const wendi_containment containment = wendi_wall_locate_point(r->walls, i, r->a);
        if (containment == WENDI_ON_OUTLINE && is_moving) {
            wendi_wall_solid_sides(r->walls, i, r->a, r->b, sides);
        }
        if (containment == WENDI_INSIDE || (sides[0] && sides[1])) {
            add(l, i, 0);
            continue;
        }
        for (int side = 0; side < 2; side++) {
            r->is_solid[side] = r->is_solid[side] || sides[side];
        }
        least = (sides[0] || sides[1]) && i < least ? i : least;
    }
    if (r->is_solid[0] && r->is_solid[1]) {
        add(l, least, 0);
    }
}

static void list_faces(const wendi_wall_ray *r, crossing_list *l)
{
    const wendi_capsule capsule = wendi_capsule_make(r->a, r->b, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &r->walls->solid_tree, &capsule);
    for (uint32_t i; wendi_wall_traversal_next(&traversal, &capsule, &i);) {
        double fraction;
        wend_vec2 at;
        if ((r->walls->slots[i].stops & r->stops) != 0 &&
            wendi_wall_ray_enters_face(r, i, &fraction, &at)) {
            add(l, i, fraction);
        }
    }
}

/* ---- crossed edges, and points with walls on both sides ---- */

static void list_edges(wendi_wall_ray *r, crossing_list *l)
{
    const wendi_capsule capsule = wendi_capsule_make(r->a, r->b, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &r->walls->edge_tree, &capsule);
    for (const wendi_wall_edge *edge = NULL;
         wendi_wall_ray_next_edge(r, &traversal, &capsule, &edge);) {
        const wendi_intersection m = wendi_wall_ray_intersect(r, edge);
        if (m.kind == WENDI_INTERSECTION_CROSSES) {
            add(l, edge->wall, m.fraction);
        } else if (m.kind == WENDI_INTERSECTION_TOUCHES) {
            r->is_touched[m.side < 0] = true;
        }
    }
}

enum { CELLS_CROSSED_MAX = 64 };

/* The crossed edges of a walk through cells, in which an edge is found several times. */
typedef struct crossed_edges {
    double x, y, slack; /* of the ray, from its start; of gaps */
    uint32_t edges[CELLS_CROSSED_MAX];
    uint32_t count, wall_count;
    bool is_full;
} crossed_edges;

static void add_crossed(crossed_edges *c, const wend_walls *walls, uint32_t number)
{
    bool is_new_wall = true;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->edges[i] == number) {
            return;
        }
        is_new_wall = is_new_wall && walls->edges[c->edges[i]].wall != walls->edges[number].wall;
    }
    c->is_full = c->count == CELLS_CROSSED_MAX;
    if (!c->is_full) {
        c->edges[c->count++] = number;
        c->wall_count += is_new_wall ? 1 : 0;
    }
}

/* Adds an edge near the ray if it crosses it. */
static void test_near(wendi_wall_ray *r, crossed_edges *c, double gap, uint32_t number)
{
    const wendi_wall_edge *edge = &r->walls->edges[number];
    if ((edge->stops & r->stops) == 0) {
        return;
    }
    wendi_intersection_kind kind = WENDI_INTERSECTION_CROSSES;
    if (r->has_heights || !(gap < -c->slack)) {
        const wendi_intersection m = wendi_wall_ray_intersect(r, edge);
        kind = m.kind;
        if (kind == WENDI_INTERSECTION_TOUCHES) {
            r->is_touched[m.side < 0] = true;
        }
    }
    if (kind == WENDI_INTERSECTION_CROSSES) {
        add_crossed(c, r->walls, number);
    }
}

static inline void test_edge(wendi_wall_ray *r, crossed_edges *c, wend_vec2 from, wend_vec2 to,
                             uint32_t number)
{
    const wend_vec2 a = {from.x - r->a.x, from.y - r->a.y}, b = {to.x - r->a.x, to.y - r->a.y};
    const wendi_wall_gap gap = wendi_wall_gap_between(a, b, c->x, c->y);
    const double widest = wendi_max(gap.edge, gap.ray);
    if (!(widest > c->slack)) {
        test_near(r, c, widest, number);
    }
}

/* Finds the crossed edges until there are too many, or more walls than are of use. */
static void find_crossed(wendi_wall_ray *r, const wendi_wall_cells *cells,
                         const wendi_crossings_need *need, crossed_edges *c)
{
    c->x = r->b.x - r->a.x;
    c->y = r->b.y - r->a.y;
    const double far = wendi_abs(c->x) + wendi_abs(c->y) + wendi_walls_far(r->walls, r->a);
    c->slack = far * far * WENDI_GAP_ROUNDING;
    c->count = c->wall_count = 0;
    c->is_full = false;
    if (need->edge1 > 0) {
        const wendi_wall_edge *edge = &r->walls->edges[need->edge1 - 1];
        test_edge(r, c, edge->a, edge->b, need->edge1 - 1);
        if (c->wall_count > need->most) {
            return;
        }
    }
    wendi_wall_rows rows = wendi_wall_rows_make(cells, r->a, r->b, 0);
    for (uint32_t begin, end;
         !c->is_full && c->wall_count <= need->most && wendi_wall_rows_next(&rows, &begin, &end);) {
        for (uint32_t i = begin; i < end; i++) {
            test_edge(r, c, cells->ends[i].at[0], cells->ends[i].at[1], cells->edges[i]);
        }
    }
}

/* The same by cells. @return false: more walls are crossed than are of use, and this many are found. */
static bool list_edges_in_cells(wendi_wall_ray *r, const wendi_wall_cells *cells,
                                wendi_crossings_need *need, crossing_list *l)
{
    crossed_edges c;
    find_crossed(r, cells, need, &c);
    if (c.wall_count > need->most) {
        need->edge1 = c.edges[c.count - 1] + 1;
        l->found = c.wall_count;
        return false;
    }
    if (c.is_full) {
        list_edges(r, l);
        return true;
    }
    for (uint32_t i = 0; i < c.count; i++) {
        const wendi_wall_edge *edge = &r->walls->edges[c.edges[i]];
        add(l, edge->wall, wendi_wall_ray_intersect(r, edge).fraction);
    }
    return true;
}

static void list_pinches(const wendi_wall_ray *r, crossing_list *l)
{
    wendi_touched_walls c = {.last = r->a};
    (void)wendi_wall_ray_visit(r, r->a, &c);
    c.is_touched[0] = r->is_solid[0];
    c.is_touched[1] = r->is_solid[1];
    bool is_listed = c.is_touched[0] && c.is_touched[1];
    wend_vec2 at = r->a;
    while (wendi_wall_ray_next_touch(r, at, &at)) {
        if (wendi_order_along(r->a, r->b, at, c.last) > 0) {
            c = (wendi_touched_walls){.last = at};
            is_listed = false;
        }
        const uint32_t wall = wendi_wall_ray_visit(r, at, &c);
        if (c.is_touched[0] && c.is_touched[1] && !is_listed && wall != WENDI_WALLS_NONE) {
            add(l, wall, wendi_wall_ray_fraction_at(r, at));
            is_listed = true;
        }
    }
}

static wend_result list(wendi_wall_ray *r, const wendi_wall_cells *cells,
                        wendi_crossings_need *need, wend_wall_crossing *crossings, size_t capacity,
                        size_t *count)
{
    crossing_list l = {.walls = r->walls, .items = crossings, .capacity = capacity};
    list_start(r, &l);
    if (r->has_heights && (r->a_height < r->b_height || r->a_height > r->b_height)) {
        list_faces(r, &l);
    }
    if (!wendi_vec2_is_same(r->a, r->b)) {
        r->is_touched[0] = r->is_solid[0];
        r->is_touched[1] = r->is_solid[1];
        if (cells == NULL) {
            list_edges(r, &l);
        } else if (!list_edges_in_cells(r, cells, need, &l)) {
            *count = l.found;
            return WEND_PARTIAL;
        }
        if (r->is_touched[0] && r->is_touched[1]) {
            list_pinches(r, &l);
        }
    }
    *count = l.found;
    return l.found > capacity ? WEND_TRUNCATED : WEND_OK;
}

static bool is_asked_well(const wend_walls *walls, wend_vec3 from, wend_vec3 to,
                          const wend_wall_crossing *crossings, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    return walls != NULL && count != NULL && (crossings != NULL || capacity == 0) &&
           wendi_point3_is_valid(from) && wendi_point3_is_valid(to);
}

wend_result wend_walls_crossings(const wend_walls *walls, wend_vec2 from, wend_vec2 to,
                                 uint32_t stops, wend_wall_crossing *crossings, size_t capacity,
                                 size_t *count)
{
    const wend_vec3 start = {from.x, from.y, 0}, end = {to.x, to.y, 0};
    if (!is_asked_well(walls, start, end, crossings, capacity, count)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_wall_ray r = wendi_wall_ray_make(walls, start, end, stops);
    r.has_heights = false;
    return list(&r, NULL, NULL, crossings, capacity, count);
}

wend_result wendi_walls_crossings_in_cells(const wend_walls *walls, const wendi_wall_cells *cells,
                                           wend_vec3 from, wend_vec3 to, uint32_t stops,
                                           wendi_crossings_need *need,
                                           wend_wall_crossing *crossings, size_t capacity,
                                           size_t *count)
{
    if (!is_asked_well(walls, from, to, crossings, capacity, count)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_crossings_need all = {.most = SIZE_MAX};
    wendi_wall_ray r = wendi_wall_ray_make(walls, from, to, stops);
    return list(&r, cells, need == NULL ? &all : need, crossings, capacity, count);
}

wend_result wend_walls_crossings_3d(const wend_walls *walls, wend_vec3 from, wend_vec3 to,
                                    uint32_t stops, wend_wall_crossing *crossings, size_t capacity,
                                    size_t *count)
{
    return wendi_walls_crossings_in_cells(walls, NULL, from, to, stops, NULL, crossings, capacity,
                                          count);
}
