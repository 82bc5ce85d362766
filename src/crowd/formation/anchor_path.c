/* takes: lines of points, arcs along a way.
 * gives: a way's memory, places and directions on it.
 * cost:  a place is a search by halves; adding a point is constant. */
#include "crowd/formation/anchor_path.h"

#include "base/core/memory.h"

#include <string.h>

enum { POINT_BYTES = 2 * sizeof(wend_vec2) + 4 * sizeof(double) };

/* The way's ends go on as its last metre does. */
static const double END_METRES = 1;
static const double SHORT = 1e-9;

/* ---- memory ---- */

static void cut_up(wendi_anchor_path *path, void *block, size_t capacity)
{
    path->points = block;
    path->normals = path->points + capacity;
    void *behind = path->normals + capacity;
    path->arcs = behind;
    path->rooms = path->arcs + capacity;
    path->lefts = path->rooms + capacity;
    path->rights = path->lefts + capacity;
    path->capacity = (uint32_t)capacity;
}

void wendi_anchor_path_clear(wendi_anchor_path *path)
{
    path->count = 0;
    path->open = 0;
}

bool wendi_anchor_path_reserve(wendi_anchor_path *path, const wend_allocator *a, size_t count)
{
    if (count <= path->capacity) {
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
    const wendi_anchor_path old = *path;
    cut_up(path, block, more);
    if (old.count > 0) {
        memcpy(path->points, old.points, old.count * sizeof *path->points);
        memcpy(path->arcs, old.arcs, old.count * sizeof *path->arcs);
        memcpy(path->rooms, old.rooms, old.count * sizeof *path->rooms);
    }
    wendi_free(a, old.points, (size_t)old.capacity * POINT_BYTES);
    return true;
}

void wendi_anchor_path_free(wendi_anchor_path *path, const wend_allocator *a)
{
    wendi_free(a, path->points, (size_t)path->capacity * POINT_BYTES);
    *path = (wendi_anchor_path){.count = 0};
}

size_t wendi_anchor_path_memory_bytes(const wendi_anchor_path *path)
{
    return (size_t)path->capacity * POINT_BYTES;
}

void wendi_anchor_path_append(wendi_anchor_path *path, wend_vec2 point)
{
    const uint32_t i = path->count;
    path->arcs[i] = i == 0 ? 0 : path->arcs[i - 1] + wend_vec2_distance(path->points[i - 1], point);
    path->points[i] = point;
    path->rooms[i] = 2 * WENDI_ANCHOR_PATH_WIDTH_MOST;
    path->open += path->open == path->count;
    path->count++;
}

uint32_t wendi_anchor_path_drop(wendi_anchor_path *path, double arc)
{
    uint32_t first = 0;
    while (first + 2 < path->count && path->arcs[first + 1] < arc) {
        first++;
    }
    if (first > 0) {
        path->count -= first;
        path->open = path->open > first ? path->open - first : 1;
        memmove(path->points, path->points + first, path->count * sizeof *path->points);
        memmove(path->arcs, path->arcs + first, path->count * sizeof *path->arcs);
        memmove(path->rooms, path->rooms + first, path->count * sizeof *path->rooms);
    }
    return first;
}

uint32_t wendi_anchor_path_preview_cut(const wendi_anchor_path *path, double arc, wend_vec2 *last)
{
    *last = path->points[path->count - 1];
    if (!(arc < wendi_anchor_path_end(path))) {
        return path->count;
    }
    const uint32_t leg = wendi_anchor_path_leg_at(path, arc);
    const bool is_between = arc - path->arcs[leg] > SHORT;
    *last = is_between ? wendi_anchor_path_point(path, arc) : path->points[leg];
    return leg + 1 + is_between;
}

void wendi_anchor_path_cut(wendi_anchor_path *path, double arc)
{
    if (path->count < 2 || !(arc < wendi_anchor_path_end(path))) {
        return;
    }
    const uint32_t leg = wendi_anchor_path_leg_at(path, arc);
    const double room = path->rooms[leg];
    wend_vec2 last;
    const uint32_t count = wendi_anchor_path_preview_cut(path, arc, &last);
    path->count = leg + 1;
    path->open = path->open < path->count ? path->open : path->count;
    if (count > path->count) {
        wendi_anchor_path_append(path, last);
        path->rooms[leg + 1] = room;
    }
}

/* ---- places ---- */

double wendi_anchor_path_end(const wendi_anchor_path *path)
{
    return path->count == 0 ? 0 : path->arcs[path->count - 1];
}

uint32_t wendi_anchor_path_leg_at(const wendi_anchor_path *path, double arc)
{
    uint32_t low = 0;
    uint32_t high = path->count - 2;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if (path->arcs[middle] <= arc) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

static wend_vec2 inner(const wendi_anchor_path *path, double arc)
{
    const uint32_t leg = wendi_anchor_path_leg_at(path, arc);
    const double length = path->arcs[leg + 1] - path->arcs[leg];
    double t = length > 0 ? (arc - path->arcs[leg]) / length : 0;
    t = t > 0 ? t : 0;
    return wend_vec2_lerp(path->points[leg], path->points[leg + 1], t < 1 ? t : 1);
}

wend_vec2 wendi_anchor_path_point(const wendi_anchor_path *path, double arc)
{
    const double begin = path->arcs[0];
    const double end = wendi_anchor_path_end(path);
    if (arc >= begin && arc <= end) {
        return inner(path, arc);
    }
    const bool is_before = arc < begin;
    const wend_vec2 tip = is_before ? path->points[0] : path->points[path->count - 1];
    const double within = is_before ? begin + END_METRES : end - END_METRES;
    const wend_vec2 out = wend_vec2_normalize(wend_vec2_sub(tip, inner(path, within)));
    return wend_vec2_add(tip, wend_vec2_scale(out, is_before ? begin - arc : arc - end));
}

wend_vec2 wendi_anchor_path_direction(const wendi_anchor_path *path, double arc, double half)
{
    const wend_vec2 chord = wend_vec2_sub(wendi_anchor_path_point(path, arc + half),
                                          wendi_anchor_path_point(path, arc - half));
    if (wend_vec2_length(chord) > 1e-6) {
        return wend_vec2_normalize(chord);
    }
    const uint32_t leg = wendi_anchor_path_leg_at(path, arc);
    return wend_vec2_normalize(wend_vec2_sub(path->points[leg + 1], path->points[leg]));
}

double wendi_anchor_path_narrowest(const wendi_anchor_path *path, double from, double to)
{
    double least = 2 * WENDI_ANCHOR_PATH_WIDTH_MOST;
    if (path->count < 2) {
        return least;
    }
    for (uint32_t i = wendi_anchor_path_leg_at(path, from); i < path->count && path->arcs[i] <= to;
         ++i) {
        if (path->arcs[i] >= from && path->rooms[i] < least) {
            least = path->rooms[i];
        }
    }
    return least;
}
