/* takes: lines of points, arcs along a way.
 * gives: a way's memory, places and directions on it.
 * cost:  a place is a search by halves; adding a point is constant. */
#include "crowd/formation_way.h"

#include "base/memory.h"

#include <string.h>

enum { POINT_BYTES = 2 * sizeof(wend_vec2) + 4 * sizeof(double) };

/* The way's ends go on as its last metre does. */
static const double END_METRES = 1;
static const double SHORT = 1e-9;

/* ---- memory ---- */

static void cut_up(wendi_formation_way *way, void *block, size_t capacity)
{
    way->points = block;
    way->normals = way->points + capacity;
    void *behind = way->normals + capacity;
    way->arcs = behind;
    way->rooms = way->arcs + capacity;
    way->lefts = way->rooms + capacity;
    way->rights = way->lefts + capacity;
    way->capacity = (uint32_t)capacity;
}

void wendi_way_clear(wendi_formation_way *way)
{
    way->count = 0;
    way->open = 0;
}

bool wendi_way_reserve(wendi_formation_way *way, const wend_allocator *a, size_t count)
{
    if (count <= way->capacity) {
        return true;
    }
    if (count > UINT32_MAX / (2 * POINT_BYTES)) {
        return false;
    }
    const size_t more = count + count / 4;
    void *block = wendi_alloc(a, more * POINT_BYTES);
    if (block == NULL) {
        return false;
    }
    const wendi_formation_way old = *way;
    cut_up(way, block, more);
    if (old.count > 0) {
        memcpy(way->points, old.points, old.count * sizeof *way->points);
        memcpy(way->arcs, old.arcs, old.count * sizeof *way->arcs);
        memcpy(way->rooms, old.rooms, old.count * sizeof *way->rooms);
    }
    wendi_free(a, old.points, (size_t)old.capacity * POINT_BYTES);
    return true;
}

void wendi_way_free(wendi_formation_way *way, const wend_allocator *a)
{
    wendi_free(a, way->points, (size_t)way->capacity * POINT_BYTES);
    *way = (wendi_formation_way){.count = 0};
}

size_t wendi_way_bytes(const wendi_formation_way *way)
{
    return (size_t)way->capacity * POINT_BYTES;
}

void wendi_way_append(wendi_formation_way *way, wend_vec2 point)
{
    const uint32_t i = way->count;
    way->arcs[i] = i == 0 ? 0 : way->arcs[i - 1] + wend_vec2_distance(way->points[i - 1], point);
    way->points[i] = point;
    way->rooms[i] = 2 * WENDI_WAY_ROOM_MOST;
    way->open += way->open == way->count;
    way->count++;
}

uint32_t wendi_way_drop(wendi_formation_way *way, double arc)
{
    uint32_t first = 0;
    while (first + 2 < way->count && way->arcs[first + 1] < arc) {
        first++;
    }
    if (first > 0) {
        way->count -= first;
        way->open = way->open > first ? way->open - first : 1;
        memmove(way->points, way->points + first, way->count * sizeof *way->points);
        memmove(way->arcs, way->arcs + first, way->count * sizeof *way->arcs);
        memmove(way->rooms, way->rooms + first, way->count * sizeof *way->rooms);
    }
    return first;
}

uint32_t wendi_way_look_at_cut(const wendi_formation_way *way, double arc, wend_vec2 *last)
{
    *last = way->points[way->count - 1];
    if (!(arc < wendi_way_end(way))) {
        return way->count;
    }
    const uint32_t leg = wendi_way_leg_at(way, arc);
    const bool is_between = arc - way->arcs[leg] > SHORT;
    *last = is_between ? wendi_way_at(way, arc) : way->points[leg];
    return leg + 1 + is_between;
}

void wendi_way_cut(wendi_formation_way *way, double arc)
{
    if (way->count < 2 || !(arc < wendi_way_end(way))) {
        return;
    }
    const uint32_t leg = wendi_way_leg_at(way, arc);
    const double room = way->rooms[leg];
    wend_vec2 last;
    const uint32_t count = wendi_way_look_at_cut(way, arc, &last);
    way->count = leg + 1;
    way->open = way->open < way->count ? way->open : way->count;
    if (count > way->count) {
        wendi_way_append(way, last);
        way->rooms[leg + 1] = room;
    }
}

/* ---- places ---- */

double wendi_way_end(const wendi_formation_way *way)
{
    return way->count == 0 ? 0 : way->arcs[way->count - 1];
}

uint32_t wendi_way_leg_at(const wendi_formation_way *way, double arc)
{
    uint32_t low = 0;
    uint32_t high = way->count - 2;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if (way->arcs[middle] <= arc) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

static wend_vec2 inner(const wendi_formation_way *way, double arc)
{
    const uint32_t leg = wendi_way_leg_at(way, arc);
    const double length = way->arcs[leg + 1] - way->arcs[leg];
    double t = length > 0 ? (arc - way->arcs[leg]) / length : 0;
    t = t > 0 ? t : 0;
    return wend_vec2_lerp(way->points[leg], way->points[leg + 1], t < 1 ? t : 1);
}

wend_vec2 wendi_way_at(const wendi_formation_way *way, double arc)
{
    const double begin = way->arcs[0];
    const double end = wendi_way_end(way);
    if (arc >= begin && arc <= end) {
        return inner(way, arc);
    }
    const bool is_before = arc < begin;
    const wend_vec2 tip = is_before ? way->points[0] : way->points[way->count - 1];
    const double within = is_before ? begin + END_METRES : end - END_METRES;
    const wend_vec2 out = wend_vec2_normalize(wend_vec2_sub(tip, inner(way, within)));
    return wend_vec2_add(tip, wend_vec2_scale(out, is_before ? begin - arc : arc - end));
}

wend_vec2 wendi_way_direction(const wendi_formation_way *way, double arc, double half)
{
    const wend_vec2 chord =
        wend_vec2_sub(wendi_way_at(way, arc + half), wendi_way_at(way, arc - half));
    if (wend_vec2_length(chord) > 1e-6) {
        return wend_vec2_normalize(chord);
    }
    const uint32_t leg = wendi_way_leg_at(way, arc);
    return wend_vec2_normalize(wend_vec2_sub(way->points[leg + 1], way->points[leg]));
}

double wendi_way_narrowest(const wendi_formation_way *way, double from, double to)
{
    double least = 2 * WENDI_WAY_ROOM_MOST;
    if (way->count < 2) {
        return least;
    }
    for (uint32_t i = wendi_way_leg_at(way, from); i < way->count && way->arcs[i] <= to; ++i) {
        if (way->arcs[i] >= from && way->rooms[i] < least) {
            least = way->rooms[i];
        }
    }
    return least;
}
