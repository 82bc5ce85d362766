/* takes: grids, walls, classes; places.
 * gives: the walls around a place, nearest first, without those that cannot matter.
 * cost:  nothing in the open; else the cells and lines within reach. */
#include "crowd/obstacles/obstacles.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/clamp.h"
#include "crowd/obstacles/candidates.h"

/* A wall counts as behind a nearer wall's line when it is no more than this before it. */
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
        b->sets[i].lines.walls = floor.walls;
        b->sets[i].next.walls = floor.walls;
        const wend_result result = wendi_obstacle_cells_create(
            &b->sets[i].cells, floor.grid, &b->classes[i % b->class_count], &b->allocator);
        if (result != WEND_OK) {
            return result;
        }
    }
    bool has_changed = false;
    return wendi_obstacles_update(b, &has_changed);
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
        *has_changed |= wendi_obstacle_cells_update(&set->cells, &b->classes[i % b->class_count]);
        if (wendi_obstacle_lines_are_stale(&set->lines)) {
            const wendi_obstacle_lines old = set->lines;
            set->lines = set->next;
            set->next = old;
            *has_changed = true;
        }
    }
    return WEND_OK;
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

static void note_dropped(wendi_obstacle_candidates *finds, double squared)
{
    finds->dropped = squared < finds->dropped ? squared : finds->dropped;
}

void wendi_obstacle_candidates_add(wendi_obstacle_candidates *finds,
                                   const wendi_obstacle_candidate *find)
{
    const uint32_t capacity = sizeof finds->items / sizeof finds->items[0];
    uint32_t at = finds->count;
    if (at == capacity) {
        at = 0;
        for (uint32_t i = 1; i < capacity; ++i) {
            if (finds->items[i].squared > finds->items[at].squared) {
                at = i;
            }
        }
        if (find->squared >= finds->items[at].squared) {
            note_dropped(finds, find->squared);
            return;
        }
        note_dropped(finds, finds->items[at].squared);
    } else {
        finds->count++;
    }
    finds->items[at] = *find;
}

static bool is_before(const wendi_obstacle_candidates *finds, uint32_t a, uint32_t b)
{
    if (finds->items[a].squared < finds->items[b].squared) {
        return true;
    }
    return !(finds->items[a].squared > finds->items[b].squared) && a < b;
}

/* Takes the nearest one out of those that are left. */
static uint32_t pick(const wendi_obstacle_candidates *finds, uint64_t left)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < finds->count; ++i) {
        if ((left >> i & 1) != 0 && (best == UINT32_MAX || is_before(finds, i, best))) {
            best = i;
        }
    }
    return best;
}

/* How far along a direction the wall's foremost part lies. */
static double foremost(const wendi_obstacle_candidate *find, double x, double y)
{
    if (find->is_box) {
        return wendi_min(x * find->ax, x * find->bx) + wendi_min(y * find->ay, y * find->by);
    }
    return wendi_min(x * find->ax + y * find->ay, x * find->bx + y * find->by);
}

/* Strikes out all that lie behind the line of this wall, as far as they are within reach. That
 * their nearest points do is not enough: a wall may begin behind the line and come forward. */
static uint64_t drop_hidden(const wendi_obstacle_candidates *finds, uint64_t left,
                            const wendi_obstacle_constraint *nearest)
{
    for (uint32_t i = 0; i < finds->count; ++i) {
        if (foremost(&finds->items[i], nearest->x, nearest->y) >= nearest->distance - SEAM) {
            left &= ~((uint64_t)1 << i);
        }
    }
    return left;
}

uint32_t wendi_obstacles_nearest_known(const wendi_obstacle_set *set, double x, double y,
                                       double reach, wendi_obstacle_constraint *near, double *known)
{
    wendi_obstacle_candidates finds;
    finds.count = 0;
    finds.dropped = reach * reach;
    wendi_obstacle_cells_find(&set->cells, x, y, reach, &finds);
    wendi_obstacle_lines_find(&set->lines, x, y, reach, &finds);
    uint64_t left = finds.count >= 64 ? UINT64_MAX : ((uint64_t)1 << finds.count) - 1;
    uint32_t count = 0;
    while (left != 0 && count < WENDI_CONSTRAINTS_MOST) {
        const uint32_t at = pick(&finds, left);
        const double distance = wend_sqrt(finds.items[at].squared);
        near[count].distance = distance;
        near[count].x = finds.items[at].x / distance;
        near[count].y = finds.items[at].y / distance;
        left &= ~((uint64_t)1 << at);
        left = drop_hidden(&finds, left, &near[count]);
        count++;
    }
    if (left != 0) {
        note_dropped(&finds, finds.items[pick(&finds, left)].squared);
    }
    *known = wend_sqrt(finds.dropped);
    return count;
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

bool wendi_obstacles_is_open(const wendi_obstacles *b, const wendi_obstacle_set *set,
                             uint32_t crowd_class, double x, double y)
{
    return wendi_obstacle_cells_is_open(&set->cells, x, y) &&
           !(set->lines.walls != NULL && wend_walls_is_inside(set->lines.walls, (wend_vec2){x, y},
                                                              b->classes[crowd_class].stops));
}
