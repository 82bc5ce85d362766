/* The obstacles around a position, and the movement of discs among them.
 * Cost: nothing in the open; else the cells and lines within reach. A movement reads them once for
 * every stride; strides are as long as the walls around allow. */
#include "crowd/obstacles/obstacles.h"
#include "crowd/obstacles/candidates.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"
#include "world/grid/read.h"
#include "world/mesh/store.h"

/* Metres: a wall this little in front of a nearer wall's line still counts as behind it. */
static const double SEAM = 1e-9;

static wend_crowd_floor floor_of(const wend_crowd_def *def, uint32_t floor)
{
    if (def->floors != NULL) {
        return def->floors[floor];
    }
    return (wend_crowd_floor){.grid = def->grid, .walls = def->walls};
}

static wend_result create_sets(wendi_obstacles *b, const wend_crowd_def *def)
{
    const uint32_t count = b->floor_count * b->class_count;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_crowd_floor floor = floor_of(def, i / b->class_count);
        b->sets[i].mesh = def->mesh;
        b->sets[i].lines.walls = floor.walls;
        b->sets[i].next.walls = floor.walls;
        const wend_result result = wendi_obstacle_cells_create(
            &b->sets[i].cells, floor.grid, &b->classes[i % b->class_count], &b->allocator);
        if (result != WEND_OK) {
            return result;
        }
    }
    bool has_changed = false;
    const wend_result result = wendi_obstacles_update(b, &has_changed);
    wendi_obstacles_forget_edits(b);
    return result;
}

wend_result wendi_obstacles_create(wendi_obstacles *b, const wend_crowd_def *def, double margin)
{
    *b = (wendi_obstacles){.allocator = def->allocator, .margin = margin};
    const wend_crowd_class standard = wend_crowd_class_default();
    const uint32_t floors = def->floors != NULL ? def->floor_count : 1;
    const uint32_t classes = def->classes != NULL ? def->class_count : 1;
    b->classes = wendi_alloc(&b->allocator, classes * sizeof *b->classes);
    b->sets = wendi_alloc_zero(&b->allocator, (size_t)floors * classes * sizeof *b->sets);
    b->floor_count = floors;
    b->class_count = classes;
    if (b->classes == NULL || b->sets == NULL) {
        wendi_obstacles_free(b);
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < classes; ++i) {
        b->classes[i] = def->classes != NULL ? def->classes[i] : standard;
    }
    const wend_result result = create_sets(b, def);
    if (result != WEND_OK) {
        wendi_obstacles_free(b);
    }
    return result;
}

void wendi_obstacles_free(wendi_obstacles *b)
{
    const size_t count = (size_t)b->floor_count * b->class_count;
    for (size_t i = 0; b->sets != NULL && i < count; ++i) {
        wendi_obstacle_cells_free(&b->sets[i].cells, &b->allocator);
        wendi_obstacle_lines_free(&b->sets[i].lines, &b->allocator);
        wendi_obstacle_lines_free(&b->sets[i].next, &b->allocator);
    }
    wendi_free(&b->allocator, b->sets, b->sets == NULL ? 0 : count * sizeof *b->sets);
    wendi_free(&b->allocator, b->classes,
               b->classes == NULL ? 0 : b->class_count * sizeof *b->classes);
    b->sets = NULL;
    b->classes = NULL;
}

wend_result wendi_obstacles_update(wendi_obstacles *b, bool *has_changed)
{
    const uint32_t count = b->floor_count * b->class_count;
    for (uint32_t i = 0; i < count; ++i) {
        wendi_obstacle_set *set = &b->sets[i];
        if (wendi_obstacle_lines_are_stale(&set->lines) &&
            !wendi_obstacle_lines_build(&set->next, b->classes[i % b->class_count].stops, b->margin,
                                        &b->allocator)) {
            return WEND_ERROR_MEMORY;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        wendi_obstacle_set *set = &b->sets[i];
        *has_changed |= wendi_obstacle_surface_update(set);
        *has_changed |=
            wendi_obstacle_cells_update(&set->cells, &b->classes[i % b->class_count], &set->closed);
        if (wendi_obstacle_lines_are_stale(&set->lines)) {
            const wendi_obstacle_lines old = set->lines;
            set->lines = set->next;
            set->next = old;
            wendi_obstacle_lines_compare(&set->lines, &set->next, &set->closed);
            *has_changed = true;
        }
    }
    return WEND_OK;
}

/* ---- edits ---- */

void wendi_obstacle_edits_add(wendi_obstacle_edits *closed, const wendi_obstacle_edits *more)
{
    closed->low_x = more->low_x < closed->low_x ? more->low_x : closed->low_x;
    closed->low_y = more->low_y < closed->low_y ? more->low_y : closed->low_y;
    closed->high_x = more->high_x > closed->high_x ? more->high_x : closed->high_x;
    closed->high_y = more->high_y > closed->high_y ? more->high_y : closed->high_y;
}

bool wendi_obstacles_have_edits(const wendi_obstacles *b)
{
    for (uint32_t i = 0; i < b->floor_count * b->class_count; ++i) {
        if (b->sets[i].closed.low_x <= b->sets[i].closed.high_x) {
            return true;
        }
    }
    return false;
}

bool wendi_obstacles_edits_touch(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 to,
                                 double radius)
{
    const wendi_obstacle_edits *c = &set->closed;
    const double low_x = from.x < to.x ? from.x : to.x;
    const double high_x = from.x < to.x ? to.x : from.x;
    const double low_y = from.y < to.y ? from.y : to.y;
    const double high_y = from.y < to.y ? to.y : from.y;
    return low_x - radius <= c->high_x && c->low_x <= high_x + radius &&
           low_y - radius <= c->high_y && c->low_y <= high_y + radius;
}

void wendi_obstacles_forget_edits(wendi_obstacles *b)
{
    for (uint32_t i = 0; i < b->floor_count * b->class_count; ++i) {
        b->sets[i].closed = (wendi_obstacle_edits){1e300, 1e300, -1e300, -1e300};
    }
}

static size_t bytes_of(const wendi_obstacle_lines *lines)
{
    return lines->line_capacity * sizeof *lines->lines + lines->id_capacity * sizeof *lines->ids +
           (lines->start_capacity + lines->item_capacity) * sizeof(uint32_t);
}

size_t wendi_obstacles_memory_bytes(const wendi_obstacles *b)
{
    const size_t count = (size_t)b->floor_count * b->class_count;
    size_t bytes = count * sizeof *b->sets + b->class_count * sizeof *b->classes;
    for (size_t i = 0; i < count; ++i) {
        const wendi_obstacle_set *set = &b->sets[i];
        if (set->cells.grid != NULL) {
            bytes += 2 * ((size_t)set->cells.info.height + 2) * set->cells.words * sizeof(uint64_t);
        }
        bytes += bytes_of(&set->lines) + bytes_of(&set->next);
    }
    return bytes;
}

/* ---- nearest points ---- */

void wendi_obstacle_candidates_drop(wendi_obstacle_candidates *candidates, double squared)
{
    candidates->dropped = squared < candidates->dropped ? squared : candidates->dropped;
}

void wendi_obstacle_candidates_add(wendi_obstacle_candidates *candidates,
                                   const wendi_obstacle_candidate *candidate)
{
    const uint32_t capacity = sizeof candidates->items / sizeof candidates->items[0];
    uint32_t at = candidates->count;
    if (at == capacity) {
        at = 0;
        for (uint32_t i = 1; i < capacity; ++i) {
            if (candidates->items[i].squared > candidates->items[at].squared) {
                at = i;
            }
        }
        if (candidate->squared >= candidates->items[at].squared) {
            wendi_obstacle_candidates_drop(candidates, candidate->squared);
            return;
        }
        wendi_obstacle_candidates_drop(candidates, candidates->items[at].squared);
    } else {
        candidates->count++;
    }
    candidates->items[at] = *candidate;
}

static bool is_before(const wendi_obstacle_candidates *candidates, uint32_t a, uint32_t b)
{
    if (candidates->items[a].squared < candidates->items[b].squared) {
        return true;
    }
    return !(candidates->items[a].squared > candidates->items[b].squared) && a < b;
}

/* The nearest candidate that is left. */
static uint32_t pick(const wendi_obstacle_candidates *candidates, uint64_t left)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < candidates->count; ++i) {
        if ((left >> i & 1) != 0 && (best == UINT32_MAX || is_before(candidates, i, best))) {
            best = i;
        }
    }
    return best;
}

/* Distance along a direction to the foremost part of a wall. */
static double foremost(const wendi_obstacle_candidate *candidate, double x, double y)
{
    if (candidate->is_box) {
        return wendi_min(x * candidate->ax, x * candidate->bx) +
               wendi_min(y * candidate->ay, y * candidate->by);
    }
    return wendi_min(x * candidate->ax + y * candidate->ay, x * candidate->bx + y * candidate->by);
}

/* Drops all candidates that lie behind the line of this wall within reach. Their nearest points do
 * not suffice: a wall may begin behind the line and come forward. */
static uint64_t drop_hidden(const wendi_obstacle_candidates *candidates, uint64_t left,
                            const wendi_obstacle_constraint *nearest)
{
    for (uint32_t i = 0; i < candidates->count; ++i) {
        if (foremost(&candidates->items[i], nearest->x, nearest->y) >= nearest->distance - SEAM) {
            left &= ~((uint64_t)1 << i);
        }
    }
    return left;
}

/* The nearest candidates that no nearer one hides. @param known see wendi_obstacles_nearest_known. */
static uint32_t choose(wendi_obstacle_candidates *candidates, wendi_obstacle_constraint *near,
                       double *known)
{
    uint64_t left = candidates->count >= 64 ? UINT64_MAX : ((uint64_t)1 << candidates->count) - 1;
    uint32_t count = 0;
    while (left != 0 && count < WENDI_CONSTRAINTS_MOST) {
        const uint32_t at = pick(candidates, left);
        const double distance = wend_sqrt(candidates->items[at].squared);
        near[count].distance = distance;
        near[count].x = candidates->items[at].x / distance;
        near[count].y = candidates->items[at].y / distance;
        left &= ~((uint64_t)1 << at);
        left = drop_hidden(candidates, left, &near[count]);
        count++;
    }
    if (left != 0) {
        wendi_obstacle_candidates_drop(candidates,
                                       candidates->items[pick(candidates, left)].squared);
    }
    *known = wend_sqrt(candidates->dropped);
    return count;
}

uint32_t wendi_obstacles_nearest_known(const wendi_obstacle_set *set, double x, double y,
                                       double reach, wendi_obstacle_constraint *near, double *known)
{
    wendi_obstacle_candidates candidates;
    candidates.count = 0;
    candidates.dropped = reach * reach;
    wendi_obstacle_cells_find(&set->cells, x, y, reach, &candidates);
    wendi_obstacle_lines_find(&set->lines, x, y, reach, &candidates);
    return choose(&candidates, near, known);
}

uint32_t wendi_obstacles_nearest_at(const wendi_obstacle_set *set, const wend_mesh_location *at,
                                    double reach, wendi_obstacle_constraint *near, double *known)
{
    bool is_amid = false;
    return wendi_obstacles_nearest_around(set, at, reach, near, known, &is_amid);
}

uint32_t wendi_obstacles_nearest_around(const wendi_obstacle_set *set, const wend_mesh_location *at,
                                        double reach, wendi_obstacle_constraint *near,
                                        double *known, bool *is_amid)
{
    *is_amid = false;
    if (set->mesh == NULL) {
        return wendi_obstacles_nearest_known(set, at->x, at->y, reach, near, known);
    }
    wendi_obstacle_candidates candidates;
    candidates.count = 0;
    candidates.dropped = reach * reach;
    wendi_obstacle_surface_find(set->mesh, at->polygon, at->x, at->y, reach, &candidates);
    *is_amid = candidates.is_amid;
    return choose(&candidates, near, known);
}

uint32_t wendi_obstacles_nearest(const wendi_obstacle_set *set, double x, double y, double reach,
                                 wendi_obstacle_constraint *near)
{
    double known = 0;
    return wendi_obstacles_nearest_known(set, x, y, reach, near, &known);
}

bool wendi_obstacles_are_near(const wendi_obstacle_set *set, double x, double y, double reach)
{
    return wendi_obstacle_lines_are_near(&set->lines, x, y) ||
           wendi_obstacle_cells_are_near(&set->cells, x, y, reach);
}

double wendi_obstacles_pace(const wendi_obstacles *b, uint32_t floor, uint32_t crowd_class,
                            double x, double y, wend_node polygon)
{
    const wend_crowd_class *as = &b->classes[crowd_class];
    const wend_grid *grid = wendi_obstacles_set_of(b, floor, crowd_class)->cells.grid;
    const wend_mesh *mesh = wendi_obstacles_set_of(b, floor, crowd_class)->mesh;
    if (as->is_slowed_by_cost && mesh != NULL && polygon != WEND_NODE_NONE) {
        const double factor = wend_mesh_factor(mesh, wend_mesh_get_polygon(mesh, polygon).area);
        return factor > 1 && factor <= 65536 ? 1 / factor : 1;
    }
    int32_t column = 0;
    int32_t row = 0;
    if (!as->is_slowed_by_cost || grid == NULL ||
        !wend_grid_cell(grid, wend_grid_node_at(grid, (wend_vec2){x, y}), &column, &row)) {
        return 1;
    }
    const uint8_t cost = wendi_grid_base_cost(grid, as->movement_class, column, row);
    return cost == WEND_COST_WALL ? 1 : 1 / (double)cost;
}

bool wendi_obstacles_is_open(const wendi_obstacles *b, const wendi_obstacle_set *set,
                             uint32_t crowd_class, double x, double y)
{
    return wendi_obstacle_cells_is_open(&set->cells, x, y) &&
           !(set->lines.walls != NULL && wend_walls_is_inside(set->lines.walls, (wend_vec2){x, y},
                                                              b->classes[crowd_class].stops));
}

/* ---- movement ---- */

/* Metres: the least radius in tests for a clear path, and the least stride. */
static const double POINT = 0.02;

enum { PROJECTIONS = 6, STRIDES_MOST = 4096, EXIT_TRIES = 8 };

static double dot(wend_vec2 a, const wendi_obstacle_constraint *near)
{
    return a.x * near->x + a.y * near->y;
}

wend_vec2 wendi_obstacles_clip(const wendi_obstacle_constraint *near, uint32_t count, wend_vec2 by,
                               double radius)
{
    for (int32_t i = 0; i < PROJECTIONS; ++i) {
        uint32_t worst = UINT32_MAX;
        double most = 1e-12;
        for (uint32_t k = 0; k < count; ++k) {
            const double over = dot(by, &near[k]) - (near[k].distance - radius);
            if (over > most) {
                most = over;
                worst = k;
            }
        }
        if (worst == UINT32_MAX) {
            return by;
        }
        by.x -= most * near[worst].x;
        by.y -= most * near[worst].y;
    }
    /* Still crossed: shortened until no wall is. A wall that is too near already allows no movement
     * towards it. */
    double part = 1;
    for (uint32_t i = 0; i < count; ++i) {
        const double along = dot(by, &near[i]);
        const double gap = near[i].distance - radius;
        const double room = gap > 0 ? gap : 0;
        if (along > room && along * part > room) {
            part = room / along;
        }
    }
    return (wend_vec2){by.x * part, by.y * part};
}

wend_mesh_location wendi_obstacles_move_disc_at(const wendi_obstacle_set *set,
                                                wend_mesh_location from, wend_vec2 by,
                                                double radius, double margin)
{
    const double stride = margin - radius > 0.25 * radius ? margin - radius : 0.25 * radius;
    const double cut = 0.5 * radius > POINT ? 0.5 * radius : POINT;
    for (int32_t i = 0; i < STRIDES_MOST; ++i) {
        const double left = wendi_vec2_length_unscaled(by);
        if (!(left > 1e-12)) {
            break;
        }
        double length = left < stride ? left : stride;
        double known = 0;
        wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
        uint32_t count = wendi_obstacles_nearest_at(set, &from, radius + length, near, &known);
        /* Among several walls strides are short: lines through far corners constrain more than the
         * walls do. */
        if (count > 1 && length > cut) {
            length = cut;
            count = wendi_obstacles_nearest_at(set, &from, radius + length, near, &known);
        }
        /* No further than the nearest wall that did not fit into the list. */
        if (known < radius + length) {
            length = known - radius;
        }
        if (!(length > 1e-9)) {
            break;
        }
        const double part = length / left;
        const wend_vec2 wanted = {by.x * part, by.y * part};
        wend_vec2 done = wendi_obstacles_clip(near, count, wanted, radius);
        double went = wendi_vec2_length_unscaled(done);
        /* Walls that are too near push the disc away, but no further than walls are known. */
        if (went > length) {
            done = (wend_vec2){done.x * (length / went), done.y * (length / went)};
            went = length;
        }
        if (set->mesh != NULL) {
            from = wendi_obstacle_surface_move(set->mesh, from, from.x + done.x, from.y + done.y);
        } else {
            from.x += done.x;
            from.y += done.y;
        }
        /* The part that a wall took is lost; the rest continues in the direction that is left. */
        const double kept = left - length;
        if (!(went > 1e-9 * length) || !(kept > 0)) {
            break;
        }
        const double pace = kept / length;
        by = (wend_vec2){done.x * pace, done.y * pace};
    }
    return from;
}

wend_vec2 wendi_obstacles_move_disc(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 by,
                                    double radius, double margin)
{
    const wend_mesh_location at = wend_mesh_location_at(from.x, from.y, 0);
    const wend_mesh_location end = wendi_obstacles_move_disc_at(set, at, by, radius, margin);
    return (wend_vec2){end.x, end.y};
}

/* Strides are as long as the distance to the nearest wall; without any the path is blocked. A point
 * is as thick as its shortest stride, or it would step over thin walls. Where no cell that the disc
 * may touch is closed, the bits of the cells tell so in far fewer looks. */
static bool is_segment_clear(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 to,
                             double radius, double margin, uint64_t *looks)
{
    const wend_vec2 segment = {to.x - from.x, to.y - from.y};
    const double length = wendi_vec2_length_unscaled(segment);
    const double thick = radius > POINT ? radius : POINT;
    if (set->lines.line_count == 0 &&
        wendi_obstacle_cells_are_open_along(&set->cells, from, to, thick, looks)) {
        return true;
    }
    const double least = 0.25 * radius > 0.01 ? 0.25 * radius : 0.01;
    double done = 0;
    for (int32_t i = 0; i < STRIDES_MOST; ++i) {
        const double part = length > 0 ? done / length : 0;
        const wend_vec2 at = {from.x + segment.x * part, from.y + segment.y * part};
        *looks += WENDI_SEARCH_LOOKS;
        wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
        const uint32_t count = wendi_obstacles_nearest(set, at.x, at.y, margin, near);
        const double room = (count > 0 ? near[0].distance : margin) - thick;
        if (room < -1e-6) {
            return false;
        }
        if (!(done < length)) {
            return true;
        }
        done += room > least ? room : least;
        done = done < length ? done : length;
    }
    return false;
}

bool wendi_obstacles_is_segment_clear(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 to,
                                      double radius, double margin)
{
    uint64_t looks = 0;
    return is_segment_clear(set, from, to, radius, margin, &looks);
}

/* Leaves closed cells first, then polygons, until the position is open in both. */
bool wendi_obstacles_nearest_open(const wendi_obstacles *b, const wendi_obstacle_set *set,
                                  uint32_t crowd_class, wend_vec2 from, double radius,
                                  wend_vec2 *out)
{
    wend_vec2 at = from;
    for (int32_t i = 0; i < EXIT_TRIES; ++i) {
        if (!wendi_obstacle_cells_is_open(&set->cells, at.x, at.y) &&
            !wendi_obstacle_cells_nearest_open(&set->cells, at, radius, &at)) {
            return false;
        }
        wend_wall_hit hit = {.is_inside = false};
        if (set->lines.walls == NULL ||
            !wend_walls_is_inside(set->lines.walls, at, b->classes[crowd_class].stops) ||
            !wend_walls_nearest(set->lines.walls, at, 1e30, b->classes[crowd_class].stops, &hit)) {
            break;
        }
        const double dx = hit.point.x - at.x;
        const double dy = hit.point.y - at.y;
        const double length = wend_sqrt(dx * dx + dy * dy);
        const double more = length > 0 ? (length + radius * (1 + (double)i)) / length : 0;
        at = length > 0 ? (wend_vec2){at.x + dx * more, at.y + dy * more}
                        : (wend_vec2){at.x + hit.normal.x * radius, at.y + hit.normal.y * radius};
    }
    *out = at;
    return wendi_obstacles_is_open(b, set, crowd_class, at.x, at.y);
}

/* ---- positions with their height and polygon ---- */

bool wendi_obstacles_locate(const wendi_obstacle_set *set, wend_mesh_location *at)
{
    if (set->mesh != NULL) {
        at->polygon = wendi_mesh_polygon_of(set->mesh, at);
    }
    return set->mesh == NULL || at->polygon != WEND_NODE_NONE;
}

bool wendi_obstacles_is_open_at(const wendi_obstacles *b, const wendi_obstacle_set *set,
                                uint32_t crowd_class, const wend_mesh_location *at)
{
    if (set->mesh == NULL) {
        return wendi_obstacles_is_open(b, set, crowd_class, at->x, at->y);
    }
    wend_mesh_location on = *at;
    return wendi_obstacles_locate(set, &on) && wendi_mesh_can_enter(set->mesh, on.polygon);
}

bool wendi_obstacles_nearest_open_at(const wendi_obstacles *b, const wendi_obstacle_set *set,
                                     uint32_t crowd_class, const wend_mesh_location *from,
                                     double radius, wend_mesh_location *out)
{
    if (set->mesh != NULL) {
        return wendi_obstacle_surface_nearest_open(set->mesh, from, radius, out);
    }
    wend_vec2 at = {from->x, from->y};
    const bool is_found = wendi_obstacles_nearest_open(b, set, crowd_class, at, radius, &at);
    *out = wend_mesh_location_at(at.x, at.y, 0);
    return is_found;
}

bool wendi_obstacles_test_way(const wendi_obstacle_set *set, const wend_mesh_location *from,
                              wend_vec2 to, double radius, double margin, wend_mesh_location *end,
                              uint64_t *looks)
{
    wend_mesh_location ignored = wend_mesh_location_at(to.x, to.y, 0);
    wend_mesh_location *at = end == NULL ? &ignored : end;
    *at = ignored;
    return set->mesh == NULL
               ? is_segment_clear(set, (wend_vec2){from->x, from->y}, to, radius, margin, looks)
               : wendi_obstacle_surface_test_way(set->mesh, from, to, radius, margin, at, looks);
}

bool wendi_obstacles_is_way_clear(const wendi_obstacle_set *set, const wend_mesh_location *from,
                                  wend_vec2 to, double radius, double margin,
                                  wend_mesh_location *end)
{
    uint64_t looks = 0;
    return wendi_obstacles_test_way(set, from, to, radius, margin, end, &looks);
}

double wendi_obstacles_open_radius(const wendi_obstacle_set *set, wend_vec2 at, double most,
                                   uint64_t *looks)
{
    return set->mesh != NULL || set->lines.line_count > 0
               ? 0
               : wendi_obstacle_cells_open_radius(&set->cells, at, most, looks);
}
