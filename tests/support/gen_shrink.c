/* Makes a map that breaks a property smaller until no single cut or change leaves it broken; some
 * thousand trials at most. */
#include "support/gen.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 20000 };

typedef struct shrinker {
    gen_map *map;
    gen_fails_fn fails;
    void *context;
    int32_t tries;
} shrinker;

/* Takes the candidate over if it still fails, else drops it. */
static bool keep_if_failing(shrinker *s, gen_map *candidate)
{
    ++s->tries;
    if (s->tries <= TRIES_MAX && s->fails(candidate, s->context)) {
        gen_map_free(s->map);
        *s->map = *candidate;
        return true;
    }
    gen_map_free(candidate);
    return false;
}

static bool is_cut(int32_t at, int32_t first, int32_t count)
{
    return at >= first && at < first + count;
}

static int32_t moved(int32_t at, int32_t first, int32_t count)
{
    return at < first ? at : at - count;
}

/* The node after count columns (or rows) from first on are gone; false if it lies in them. */
static bool move_node(const gen_map *map, bool columns, int32_t first, int32_t count,
                      int32_t new_width, wend_node *node)
{
    int32_t x = (int32_t)(*node % (wend_node)map->width);
    int32_t y = (int32_t)(*node / (wend_node)map->width);
    if (is_cut(columns ? x : y, first, count)) {
        return false;
    }
    x = columns ? moved(x, first, count) : x;
    y = columns ? y : moved(y, first, count);
    *node = (wend_node)y * (wend_node)new_width + (wend_node)x;
    return true;
}

static void copy_without(const gen_map *map, bool columns, int32_t first, int32_t count,
                         gen_map *out)
{
    size_t next = 0;
    for (int32_t y = 0; y < map->height; ++y) {
        for (int32_t x = 0; x < map->width; ++x) {
            if (!is_cut(columns ? x : y, first, count)) {
                out->costs[next++] = map->costs[(size_t)y * (size_t)map->width + (size_t)x];
            }
        }
    }
}

static bool try_cut(shrinker *s, bool columns, int32_t first, int32_t count)
{
    gen_map candidate = *s->map;
    candidate.width -= columns ? count : 0;
    candidate.height -= columns ? 0 : count;
    if (!move_node(s->map, columns, first, count, candidate.width, &candidate.start) ||
        !move_node(s->map, columns, first, count, candidate.width, &candidate.goal)) {
        return false;
    }
    candidate = gen_map_copy(&candidate);
    copy_without(s->map, columns, first, count, &candidate);
    return keep_if_failing(s, &candidate);
}

static bool cut_lines(shrinker *s, bool columns)
{
    bool got_smaller = false;
    const int32_t *side = columns ? &s->map->width : &s->map->height;
    for (int32_t count = *side / 2; count > 0; count /= 2) {
        int32_t first = 0;
        while (first + count <= *side && *side > count) {
            if (try_cut(s, columns, first, count)) {
                got_smaller = true;
            } else {
                first += count;
            }
        }
    }
    return got_smaller;
}

/* The simpler form of a cell; itself if there is none. */
static uint8_t simpler(uint8_t cost, bool is_halved)
{
    if (cost == WEND_COST_WALL || !is_halved) {
        return 1;
    }
    return cost > 1 ? cost / 2 : 1;
}

static bool try_simplify(shrinker *s, size_t first, size_t count, bool is_halved)
{
    gen_map candidate = gen_map_copy(s->map);
    bool is_changed = false;
    for (size_t i = first; i < first + count; ++i) {
        uint8_t cost = simpler(candidate.costs[i], is_halved);
        is_changed = is_changed || cost != candidate.costs[i];
        candidate.costs[i] = cost;
    }
    if (!is_changed) {
        gen_map_free(&candidate);
        return false;
    }
    return keep_if_failing(s, &candidate);
}

static bool simplify_cells(shrinker *s, bool is_halved)
{
    bool got_simpler = false;
    size_t cells = (size_t)s->map->width * (size_t)s->map->height;
    for (size_t count = cells; count > 0; count /= 2) {
        for (size_t first = 0; first < cells; first += count) {
            size_t here = first + count <= cells ? count : cells - first;
            got_simpler = try_simplify(s, first, here, is_halved) || got_simpler;
        }
    }
    return got_simpler;
}

void gen_shrink(gen_map *map, gen_fails_fn fails, void *context)
{
    shrinker s = {map, fails, context, 0};
    bool goes_on = true;
    while (goes_on && s.tries < TRIES_MAX) {
        goes_on = cut_lines(&s, false);
        goes_on = cut_lines(&s, true) || goes_on;
        goes_on = simplify_cells(&s, false) || goes_on;
        goes_on = simplify_cells(&s, true) || goes_on;
    }
    fprintf(stderr, "shrunk to (after %d tries): ", (int)s.tries);
    gen_map_print(map, stderr);
}
