/* The properties of every triangulation, tested slowly over all of it. In a header of its own, so
 * that fuzz targets, which link no test support, use it too. */
#ifndef TEST_SUPPORT_CHECK_CDT_H
#define TEST_SUPPORT_CHECK_CDT_H

#include "base/math/predicates.h"
#include "world/triangulation/cdt.h"

#include <stdlib.h>

static inline wend_vec2 check_cdt_point(const wendi_cdt *cdt, uint32_t half)
{
    return cdt->points[cdt->halves[half].origin];
}

/** Twins, marks, turns, and Euler's count: V vertices, 4 of them on the rim: 2V - 6 triangles. */
static inline bool check_cdt_is_sound(const wendi_cdt *cdt)
{
    bool is_sound = cdt->half_count == 3 * (2 * cdt->vertex_count - 6);
    uint32_t rim = 0;
    for (uint32_t h = 0; h < cdt->half_count && is_sound; ++h) {
        const uint32_t next = wendi_cdt_next(h);
        const uint32_t last = wendi_cdt_previous(h);
        const wendi_cdt_half *half = &cdt->halves[h];
        is_sound = half->origin < cdt->vertex_count &&
                   wendi_orient(check_cdt_point(cdt, h), check_cdt_point(cdt, next),
                                check_cdt_point(cdt, last)) > 0;
        if (half->twin == WENDI_CDT_NONE) {
            rim++;
        } else if (is_sound) {
            const wendi_cdt_half *twin = &cdt->halves[half->twin];
            is_sound = twin->twin == h && twin->origin == cdt->halves[next].origin &&
                       twin->mark == wendi_cdt_reversed(half->mark);
        }
    }
    for (uint32_t v = 0; v < cdt->vertex_count && is_sound; ++v) {
        is_sound = cdt->firsts[v] < cdt->half_count && cdt->halves[cdt->firsts[v]].origin == v;
    }
    return is_sound && rim == 4;
}

/** No edge but those of lines has what lies beyond in its triangle's circle. */
static inline bool check_cdt_is_delaunay(const wendi_cdt *cdt)
{
    for (uint32_t h = 0; h < cdt->half_count; ++h) {
        const uint32_t twin = cdt->halves[h].twin;
        if (twin != WENDI_CDT_NONE && cdt->halves[h].mark == WENDI_CDT_NONE &&
            wendi_in_circle(check_cdt_point(cdt, h), check_cdt_point(cdt, wendi_cdt_next(h)),
                            check_cdt_point(cdt, wendi_cdt_previous(h)),
                            check_cdt_point(cdt, wendi_cdt_previous(twin))) > 0) {
            return false;
        }
    }
    return true;
}

/* The number of times a line uses a half-edge. */
static inline int32_t check_cdt_uses(const wendi_cdt *cdt, uint32_t half, uint32_t line)
{
    uint32_t mark = cdt->halves[half].mark;
    int32_t uses = 0;
    while (mark != WENDI_CDT_NONE) {
        uint32_t read;
        bool is_forward;
        mark = wendi_cdt_read(cdt, mark, &read, &is_forward);
        uses += read == line && is_forward ? 1 : 0;
    }
    return uses;
}

/* Counts the uses of each line in firsts[line + 2], or, with room for them, notes the half-edges.
 */
static inline void check_cdt_take_uses(const wendi_cdt *cdt, uint32_t *firsts, uint32_t *halves)
{
    for (uint32_t h = 0; h < cdt->half_count; ++h) {
        for (uint32_t mark = cdt->halves[h].mark; mark != WENDI_CDT_NONE;) {
            uint32_t line;
            bool is_forward;
            mark = wendi_cdt_read(cdt, mark, &line, &is_forward);
            if (is_forward && halves == NULL) {
                firsts[line + 2]++;
            } else if (is_forward) {
                halves[firsts[line + 1]++] = h;
            }
        }
    }
}

/* True if a row of the half-edges leads from one end to the other: each vertex but these is left as
 * often as it is entered. @param sums zeros, and left as such. */
static inline bool check_cdt_has_line(const wendi_cdt *cdt, wendi_cdt_line line,
                                      const uint32_t *halves, uint32_t count, bool is_exact,
                                      int32_t *sums)
{
    const uint32_t from = cdt->vertices[line.from];
    const uint32_t to = cdt->vertices[line.to];
    bool is_there = true;
    sums[from] -= 1;
    sums[to] += 1;
    for (uint32_t i = 0; i < count; ++i) {
        sums[cdt->halves[halves[i]].origin] += 1;
        sums[wendi_cdt_target(cdt, halves[i])] -= 1;
        if (is_exact) {
            const double side =
                wendi_orient(cdt->points[from], cdt->points[to], check_cdt_point(cdt, halves[i]));
            is_there = is_there && !(side < 0) && !(side > 0);
        }
    }
    is_there = is_there && sums[from] == 0 && sums[to] == 0;
    for (uint32_t i = 0; i < count; ++i) {
        is_there = is_there && sums[cdt->halves[halves[i]].origin] == 0 &&
                   sums[wendi_cdt_target(cdt, halves[i])] == 0;
    }
    sums[from] = 0;
    sums[to] = 0;
    for (uint32_t i = 0; i < count; ++i) {
        sums[cdt->halves[halves[i]].origin] = 0;
        sums[wendi_cdt_target(cdt, halves[i])] = 0;
    }
    return is_there;
}

/** True if a row of edges with its mark leads from one end of each line to the other. @param
 * is_exact all of it must lie on the line. */
static inline bool check_cdt_has_lines(const wendi_cdt *cdt, const wendi_cdt_line *lines,
                                       uint32_t line_count, bool is_exact)
{
    uint32_t *firsts = calloc((size_t)line_count + 2, sizeof *firsts);
    int32_t *sums = calloc((size_t)cdt->vertex_count + 1, sizeof *sums);
    bool are_there = firsts != NULL && sums != NULL;
    if (are_there) {
        check_cdt_take_uses(cdt, firsts, NULL);
        for (uint32_t i = 0; i < line_count; ++i) {
            firsts[i + 2] += firsts[i + 1];
        }
        uint32_t *halves = calloc((size_t)firsts[line_count + 1] + 1, sizeof *halves);
        are_there = halves != NULL;
        if (are_there) {
            check_cdt_take_uses(cdt, firsts, halves);
        }
        for (uint32_t i = 0; i < line_count && are_there; ++i) {
            are_there = check_cdt_has_line(cdt, lines[i], halves + firsts[i],
                                           firsts[i + 1] - firsts[i], is_exact, sums);
        }
        free(halves);
    }
    free(sums);
    free(firsts);
    return are_there;
}

#endif
