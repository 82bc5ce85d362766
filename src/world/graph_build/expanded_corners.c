/* takes: walls.
 * gives: the corners around which a way can turn.
 * cost:  sorting the ends of all edges. */
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/predicates.h"
#include "world/graph_build/expanded.h"
#include "world/level/store.h"
#include "world/walls/store.h"

#include <string.h>

/* An edge of a wall, seen from one of its ends. */
typedef struct end_record {
    wend_vec2 place, other;
    uint64_t code;
    bool left_open, right_open; /* can anybody be on that side, as seen from place? */
} end_record;

typedef struct collector {
    const wend_level *level;
    end_record *records; /* [capacity], NULL while they are counted */
    size_t count;
} collector;

/* Doubles as keys that sort as they do. */
static uint64_t key_of(double value)
{
    uint64_t bits;
    const double positive = value + 0.0; /* -0 becomes 0 */
    memcpy(&bits, &positive, sizeof bits);
    return bits >> 63 != 0 ? ~bits : bits | (uint64_t)1 << 63;
}

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return key_of(a.x) == key_of(b.x) && key_of(a.y) == key_of(b.y);
}

static void put(collector *c, wend_vec2 place, wend_vec2 other, uint64_t code, bool left_open,
                bool right_open)
{
    if (c->records != NULL) {
        c->records[c->count] = (end_record){place, other, code, left_open, right_open};
    }
    c->count++;
}

static void collect_wall(collector *c, const wendi_wall_slot *slot, uint32_t index)
{
    const wend_vec2 *points = slot->corners == NULL ? slot->ends : slot->corners;
    const uint64_t code = WENDI_CORNER_MARK | (uint64_t)(index + 1) << 32;
    bool left = true;
    bool right = true;
    if (c->level != NULL && slot->user < c->level->line_count) {
        left = c->level->lines[slot->user].left != WEND_REGION_NONE;
        right = c->level->lines[slot->user].right != WEND_REGION_NONE;
    }
    const uint32_t edges = slot->corners == NULL ? 1 : slot->count;
    for (uint32_t k = 0; k < edges; ++k) {
        const uint32_t next = k + 1 < slot->count ? k + 1 : 0;
        put(c, points[k], points[next], code | k, left, right);
        put(c, points[next], points[k], code | next, right, left);
    }
}

static void collect(collector *c, const wend_walls *walls, uint32_t stops)
{
    c->count = 0;
    for (uint32_t i = 0; i < walls->slot_limit; ++i) {
        if (walls->slots[i].count > 0 && (walls->slots[i].stops & stops) != 0) {
            collect_wall(c, &walls->slots[i], i);
        }
    }
}

/* ---- corners ---- */

/* The walls that meet in a point, as far as they were looked at. */
typedef struct fan {
    const end_record *first, *last; /* NULL: none with a length */
    bool is_full;                   /* they take half a turn or more */
} fan;

/* Sides of the two outermost walls decide exactly where one more lies. */
static void widen(fan *f, const end_record *record)
{
    if (is_same(record->place, record->other) || f->is_full) {
        return;
    }
    if (f->first == NULL) {
        f->first = f->last = record;
        return;
    }
    const double of_first = wendi_orient(record->place, f->first->other, record->other);
    const double of_last = wendi_orient(record->place, f->last->other, record->other);
    const bool is_level = !(of_first < 0) && !(of_first > 0) && !(of_last < 0) && !(of_last > 0);
    if (is_level) {
        f->is_full = wendi_compare_along(record->place, f->first->other, record->other) < 0;
    } else if (of_first > 0 && of_last > 0) {
        f->last = record;
    } else if (of_first < 0 && of_last < 0) {
        f->first = record;
    } else if (!(of_first >= 0 && of_last <= 0)) {
        f->is_full = true;
    }
}

static wend_vec2 direction_of(const end_record *record)
{
    return wend_vec2_normalize(wend_vec2_sub(record->other, record->place));
}

/* Adds the corner of records [count] of one place, if they make one. */
static void add_corner(wendi_corners *corners, const end_record *records,
                       const wendi_sort_pair *order, size_t count)
{
    fan f = {NULL, NULL, false};
    uint64_t code = UINT64_MAX;
    for (size_t k = 0; k < count; ++k) {
        const end_record *record = &records[order[k].value];
        widen(&f, record);
        code = record->code < code ? record->code : code;
    }
    if (f.is_full || (f.first != NULL && !f.last->left_open && !f.first->right_open)) {
        return;
    }
    wendi_corner *corner = &corners->items[corners->count++];
    memset(corner, 0, sizeof *corner);
    corner->place = records[order[0].value].place;
    corner->code = code;
    corner->is_post = f.first == NULL;
    corner->first_end = corner->last_end = corner->place;
    if (f.first != NULL) {
        corner->first = direction_of(f.first);
        corner->last = direction_of(f.last);
        corner->first_end = f.first->other;
        corner->last_end = f.last->other;
    }
}

static void sort_records(const end_record *records, wendi_sort_pair *order,
                         wendi_sort_pair *scratch, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        order[i] = (wendi_sort_pair){key_of(records[i].place.y), (uint32_t)i};
    }
    wendi_sort_pairs(order, scratch, count);
    for (size_t i = 0; i < count; ++i) {
        order[i].key = key_of(records[order[i].value].place.x);
    }
    wendi_sort_pairs(order, scratch, count);
}

static void make_corners(wendi_corners *corners, const collector *c, wendi_sort_pair *order)
{
    sort_records(c->records, order, order + c->count, c->count);
    for (size_t begin = 0; begin < c->count;) {
        size_t end = begin + 1;
        while (end < c->count &&
               is_same(c->records[order[begin].value].place, c->records[order[end].value].place)) {
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
    collector c = {level, NULL, 0};
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
