/* Expanded geometry: walls grown by a radius become a graph on which searches find shortest paths
 * of a disc.
 * Cost: finding the corners that paths turn around sorts the ends of all wall edges; most of the
 * time goes into testing the walls between each two corners. */
#include "world/graph_build/expanded.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "base/math/predicates.h"
#include "world/graph/store.h"
#include "world/graph_build/build.h"
#include "world/walls/store.h"

#include <string.h>

/* An edge of a wall, seen from one of its ends. */
typedef struct wall_end {
    wend_vec2 position, other;
    uint64_t code;
    bool left_open, right_open; /* an agent can be on that side, as seen from position */
} wall_end;

typedef struct wall_end_list {
    const wend_level *level;
    wall_end *records; /* [capacity], NULL for the counting pass */
    size_t count;
} wall_end_list;

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return wendi_f64_sort_key(a.x) == wendi_f64_sort_key(b.x) &&
           wendi_f64_sort_key(a.y) == wendi_f64_sort_key(b.y);
}

static void add_end(wall_end_list *c, wend_vec2 position, wend_vec2 other, uint64_t code,
                    bool left_open, bool right_open)
{
    if (c->records != NULL) {
        c->records[c->count] = (wall_end){position, other, code, left_open, right_open};
    }
    c->count++;
}

static void collect_wall(wall_end_list *c, const wendi_wall_slot *slot, uint32_t index)
{
    const wend_vec2 *points = slot->corners == NULL ? slot->ends : slot->corners;
    const uint64_t code = WENDI_CORNER_MARK | (uint64_t)(index + 1) << 32;
    bool left = true;
    bool right = true;
    if (c->level != NULL && slot->user < wend_level_line_count(c->level)) {
        const wend_level_line line = wend_level_get_line(c->level, (uint32_t)slot->user);
        left = line.left != WEND_REGION_NONE;
        right = line.right != WEND_REGION_NONE;
    }
    const uint32_t edges = slot->corners == NULL ? 1 : slot->count;
    for (uint32_t k = 0; k < edges; ++k) {
        const uint32_t next = k + 1 < slot->count ? k + 1 : 0;
        add_end(c, points[k], points[next], code | k, left, right);
        add_end(c, points[next], points[k], code | next, right, left);
    }
}

static void collect(wall_end_list *c, const wend_walls *walls, uint32_t stops)
{
    c->count = 0;
    for (uint32_t i = 0; i < walls->slot_limit; ++i) {
        if (walls->slots[i].count > 0 && (walls->slots[i].stops & stops) != 0) {
            collect_wall(c, &walls->slots[i], i);
        }
    }
}

/* ---- corners ---- */

/* The walls that meet in a point, as far as they were read. */
typedef struct corner_fan {
    const wall_end *first, *last; /* NULL: none with a length */
    bool is_full;                 /* they take half a turn or more */
} corner_fan;

/* The sides of the two outermost walls decide exactly where one more lies. */
static void widen(corner_fan *f, const wall_end *record)
{
    if (is_same(record->position, record->other) || f->is_full) {
        return;
    }
    if (f->first == NULL) {
        f->first = f->last = record;
        return;
    }
    const double of_first = wendi_orient(record->position, f->first->other, record->other);
    const double of_last = wendi_orient(record->position, f->last->other, record->other);
    const bool is_level = !(of_first < 0) && !(of_first > 0) && !(of_last < 0) && !(of_last > 0);
    if (is_level) {
        f->is_full = wendi_compare_along(record->position, f->first->other, record->other) < 0;
    } else if (of_first > 0 && of_last > 0) {
        f->last = record;
    } else if (of_first < 0 && of_last < 0) {
        f->first = record;
    } else if (!(of_first >= 0 && of_last <= 0)) {
        f->is_full = true;
    }
}

static wend_vec2 direction_of(const wall_end *record)
{
    return wend_vec2_normalize(wend_vec2_sub(record->other, record->position));
}

/* Adds the corner of the records [count] of one point, if they form one. */
static void add_corner(wendi_corners *corners, const wall_end *records,
                       const wendi_sort_pair *order, size_t count)
{
    corner_fan f = {NULL, NULL, false};
    uint64_t code = UINT64_MAX;
    for (size_t k = 0; k < count; ++k) {
        const wall_end *record = &records[order[k].value];
        widen(&f, record);
        code = record->code < code ? record->code : code;
    }
    if (f.is_full || (f.first != NULL && !f.last->left_open && !f.first->right_open)) {
        return;
    }
    wendi_corner *corner = &corners->items[corners->count++];
    memset(corner, 0, sizeof *corner);
    corner->position = records[order[0].value].position;
    corner->code = code;
    corner->is_post = f.first == NULL;
    corner->first_end = corner->last_end = corner->position;
    if (f.first != NULL) {
        corner->first = direction_of(f.first);
        corner->last = direction_of(f.last);
        corner->first_end = f.first->other;
        corner->last_end = f.last->other;
    }
}

static void make_corners(wendi_corners *corners, const wall_end_list *c, wendi_sort_pair *order)
{
    const wall_end *records = c->records;
    wendi_sort_pair *scratch = order + c->count;
    const size_t count = c->count;
    for (size_t i = 0; i < count; ++i) {
        order[i] = (wendi_sort_pair){wendi_f64_sort_key(records[i].position.y), (uint32_t)i};
    }
    wendi_sort_pairs(order, scratch, count);
    for (size_t i = 0; i < count; ++i) {
        order[i].key = wendi_f64_sort_key(records[order[i].value].position.x);
    }
    wendi_sort_pairs(order, scratch, count);
    for (size_t begin = 0; begin < c->count;) {
        size_t end = begin + 1;
        while (end < c->count && is_same(c->records[order[begin].value].position,
                                         c->records[order[end].value].position)) {
            ++end;
        }
        add_corner(corners, c->records, order + begin, end - begin);
        begin = end;
    }
}

static double size_of(const wend_walls *walls)
{
    wend_vec2 low;
    wend_vec2 high;
    wend_walls_bounds(walls, &low, &high);
    const double sizes[4] = {-low.x, -low.y, high.x, high.y};
    double size = 0;
    for (int i = 0; i < 4; ++i) {
        const double positive = sizes[i] < 0 ? -sizes[i] : sizes[i];
        size = positive > size ? positive : size;
    }
    return size;
}

bool wendi_corners_find(wendi_corners *corners, const wend_walls *walls, const wend_level *level,
                        const wend_graph_build_def *def)
{
    const wend_allocator *a = &def->allocator;
    wall_end_list c = {level, NULL, 0};
    collect(&c, walls, def->stops);
    *corners = (wendi_corners){.walls = walls, .radius = def->radius, .stops = def->stops};
    corners->spare = (size_of(walls) + def->radius) * 1.4210854715202004e-14; /* 2^-46 */
    if (c.count == 0) {
        return true;
    }
    const size_t count = c.count;
    wendi_sort_pair *order = wendi_alloc(a, 2 * count * sizeof *order);
    c.records = wendi_alloc(a, count * sizeof *c.records);
    corners->items = wendi_alloc(a, count * sizeof *corners->items);
    corners->capacity = (uint32_t)count;
    const bool has_all = order != NULL && c.records != NULL && corners->items != NULL;
    if (has_all) {
        collect(&c, walls, def->stops);
        make_corners(corners, &c, order);
    } else {
        wendi_corners_free(corners, a);
    }
    wendi_free(a, order, 2 * count * sizeof *order);
    wendi_free(a, c.records, count * sizeof *c.records);
    return has_all;
}

void wendi_corners_free(wendi_corners *corners, const wend_allocator *allocator)
{
    wendi_free(allocator, corners->items, corners->capacity * sizeof *corners->items);
    corners->items = NULL;
    corners->count = corners->capacity = 0;
}

/* ---- building ---- */

static const char *const function = "wend_graph_build_expanded";

wend_result wendi_graph_expand(const wend_walls *walls, const wend_level *level,
                               const wend_graph_build_def *def, wend_graph **graph)
{
    wend_graph *made;
    wend_result result = wendi_graph_assemble_begin(def, function, 0, &made);
    if (result != WEND_OK) {
        return result;
    }
    wendi_corners corners;
    if (!wendi_corners_find(&corners, walls, level, def)) {
        result = WEND_ERROR_MEMORY;
    } else if (def->corners == WEND_CORNERS_MITRED || !(def->radius > 0)) {
        result = wendi_expanded_points(&corners, def, made);
    } else {
        result = wendi_expanded_circles(&corners, def, made);
    }
    wendi_corners_free(&corners, &def->allocator);
    return wendi_graph_assemble_end(def, function, result, made, graph);
}

wend_result wend_graph_build_expanded(const wend_walls *walls, const wend_graph_build_def *def,
                                      wend_graph **graph)
{
    if (wendi_graph_build_begin(def, function, "walls", walls, graph) != WEND_OK || walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_graph_expand(walls, NULL, def, graph);
}

bool wend_graph_get_arc(const wend_graph *graph, uint32_t edge, const wend_walls *walls,
                        wend_graph_arc *arc)
{
    if (arc != NULL) {
        *arc = (wend_graph_arc){{0, 0}, 0, 0};
    }
    wend_graph_edge def;
    if (graph == NULL || walls == NULL || arc == NULL ||
        wend_graph_get_edge(graph, edge, &def) != WEND_OK || (def.flags & WEND_GRAPH_ARC) == 0) {
        return false;
    }
    const uint64_t wall = (def.user >> 32) - 1;
    const uint32_t corner = (uint32_t)def.user;
    if (wall >= walls->slot_limit || corner >= walls->slots[wall].count) {
        return false;
    }
    const wendi_wall_slot *slot = &walls->slots[wall];
    arc->centre = slot->corners == NULL ? slot->ends[corner] : slot->corners[corner];
    arc->radius = wend_vec2_distance(arc->centre, wend_graph_position(graph, def.from));
    arc->turn =
        wendi_angle_between(wend_vec2_sub(wend_graph_position(graph, def.from), arc->centre),
                            wend_vec2_sub(wend_graph_position(graph, def.to), arc->centre));
    return true;
}
