/* What is read from an analysis of terrain: regions, choke points, routes, cells, spots, pictures.
 * Cost: cells, regions and choke points take constant time; routes and spots as the header says. */
#include "mind/strategy/terrain_analysis.h"

#include "base/core/union_find.h"
#include "base/math/bits.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"
#include "wend/items.h"

#include <string.h>

static const uint32_t NO_CELL = UINT32_MAX;

/* The cell of a position; NO_CELL outside and before the first result. */
static uint32_t cell_at(const terrain_result *r, wend_vec2 position)
{
    const double x = (position.x - r->origin.x) / r->cell_size;
    const double y = (position.y - r->origin.y) / r->cell_size;
    if (r->width == 0 || !(x >= 0 && y >= 0 && x < (double)r->width && y < (double)r->height)) {
        return NO_CELL;
    }
    return (uint32_t)y * (uint32_t)r->width + (uint32_t)x;
}

/* The result of an analysis; NULL before the first. */
static const terrain_result *result_of(const wend_terrain_analysis *analysis)
{
    return analysis != NULL && analysis->has_result ? &analysis->result : NULL;
}

static uint32_t region_at(const terrain_result *r, wend_vec2 position)
{
    const uint32_t cell = cell_at(r, position);
    return cell == NO_CELL ? WEND_REGION_NONE : r->labels[cell];
}

uint32_t wend_terrain_analysis_region_at(const wend_terrain_analysis *analysis, wend_vec2 position)
{
    const terrain_result *r = result_of(analysis);
    return r == NULL ? WEND_REGION_NONE : region_at(r, position);
}

wend_result wend_terrain_analysis_get_region(const wend_terrain_analysis *analysis, uint32_t index,
                                             wend_terrain_region *region)
{
    if (region != NULL) {
        memset(region, 0, sizeof *region);
    }
    if (analysis == NULL || region == NULL || index >= analysis->result.region_count) {
        return WEND_ERROR_ARGUMENT;
    }
    *region = analysis->result.regions[index];
    return WEND_OK;
}

wend_result wend_terrain_analysis_get_choke(const wend_terrain_analysis *analysis, uint32_t index,
                                            wend_terrain_choke *choke)
{
    if (choke != NULL) {
        memset(choke, 0, sizeof *choke);
    }
    if (analysis == NULL || choke == NULL || index >= analysis->result.choke_count) {
        return WEND_ERROR_ARGUMENT;
    }
    *choke = analysis->result.chokes[index];
    return WEND_OK;
}

wend_result wend_terrain_analysis_list_chokes(const wend_terrain_analysis *analysis,
                                              uint32_t region, uint32_t *chokes, size_t capacity,
                                              size_t *count)
{
    const terrain_result *r = result_of(analysis);
    if (count != NULL) {
        *count = 0;
    }
    if (r == NULL || count == NULL || region >= r->region_count ||
        (chokes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t first = r->choke_first[region];
    *count = r->choke_first[region + 1] - first;
    for (size_t i = 0; i < *count && i < capacity; i++) {
        chokes[i] = r->choke_list[first + i];
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- paths ---- */

static double distance_between(wend_vec2 a, wend_vec2 b)
{
    return wendi_vec2_length(wendi_vec2_sub(a, b));
}

static uint32_t other_side(const wend_terrain_choke *choke, uint32_t region)
{
    return choke->region_a == region ? choke->region_b : choke->region_a;
}

/* The choke point between two regions nearest to a position; NO_CELL where there is none. */
static uint32_t choke_between(const terrain_result *r, uint32_t a, uint32_t b, wend_vec2 position)
{
    uint32_t nearest = NO_CELL;
    double best = 0;
    for (uint32_t i = r->choke_first[a]; i < r->choke_first[a + 1]; i++) {
        const uint32_t choke = r->choke_list[i];
        const double distance = distance_between(r->chokes[choke].position, position);
        if (other_side(&r->chokes[choke], a) == b && (nearest == NO_CELL || distance < best)) {
            nearest = choke;
            best = distance;
        }
    }
    return nearest;
}

/* A walk along a path that notes the choke points. */
typedef struct path_walk {
    const terrain_result *r;
    uint32_t region; /* the last one */
    uint32_t *chokes;
    size_t capacity, count;
} path_walk;

static void walk_to(path_walk *w, wend_vec2 position)
{
    const uint32_t region = region_at(w->r, position);
    if (region == WEND_REGION_NONE || region == w->region) {
        return;
    }
    const uint32_t choke =
        w->region == WEND_REGION_NONE ? NO_CELL : choke_between(w->r, w->region, region, position);
    if (choke != NO_CELL) {
        if (w->count < w->capacity) {
            w->chokes[w->count] = choke;
        }
        w->count++;
    }
    w->region = region;
}

/* Cuts a line at the edges of the map, along one axis: from <= t <= to. */
static void cut_line(double start, double along, double low, double high, double *from, double *to)
{
    if (wendi_is_zero(along)) {
        *to = start < low || start > high ? -1 : *to;
        return;
    }
    const double a = (low - start) / along, b = (high - start) / along;
    *from = wendi_max(*from, wendi_min(a, b));
    *to = wendi_min(*to, wendi_max(a, b));
}

/* Walks a line within the map in quarters of cells. */
static void walk_line(path_walk *w, wend_vec2 a, wend_vec2 b)
{
    const terrain_result *r = w->r;
    const wend_vec2 along = wendi_vec2_sub(b, a);
    double from = 0, to = 1;
    cut_line(a.x, along.x, r->origin.x, r->origin.x + (double)r->width * r->cell_size, &from, &to);
    cut_line(a.y, along.y, r->origin.y, r->origin.y + (double)r->height * r->cell_size, &from, &to);
    if (from > to) {
        return;
    }
    const double length = wendi_vec2_length(along) * (to - from);
    const int64_t steps = 1 + (int64_t)(4 * length / r->cell_size);
    for (int64_t i = 0; i <= steps; i++) {
        const double t = from + (to - from) * (double)i / (double)steps;
        walk_to(w, wendi_vec2_add(a, wendi_vec2_scale(along, t)));
    }
}

wend_result wend_terrain_analysis_chokes_on_path(const wend_terrain_analysis *analysis,
                                                 const wend_vec2 *points, size_t point_count,
                                                 uint32_t *chokes, size_t capacity, size_t *count)
{
    const terrain_result *r = result_of(analysis);
    path_walk w = {r, WEND_REGION_NONE, chokes, capacity, 0};
    if (count != NULL) {
        *count = 0;
    }
    if (r == NULL || count == NULL || (points == NULL && point_count > 0) ||
        (chokes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < point_count; i++) {
        if (wendi_check_vec2(NULL, "", "", points[i]) != WEND_OK) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    for (size_t i = 0; i < point_count; i++) {
        walk_line(&w, points[i], points[i + 1 < point_count ? i + 1 : i]);
    }
    *count = w.count;
    return w.count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- routes over regions ---- */

/* A search over choke points, for the least sum of straight distances. */
typedef struct choke_search {
    const terrain_result *r;
    double *costs;   /* [choke_count] */
    uint32_t *after; /* the choke before it; NO_CELL: the start */
    uint8_t *states; /* 0 not reached, 1 reached, 2 final, 3 closed */
} choke_search;

static void reach_choke(choke_search *s, uint32_t choke, uint32_t before, double cost)
{
    if (s->states[choke] >= 2 || (s->states[choke] == 1 && cost >= s->costs[choke])) {
        return;
    }
    s->states[choke] = 1;
    s->costs[choke] = cost;
    s->after[choke] = before;
}

static void expand_region(choke_search *s, uint32_t region, uint32_t before, wend_vec2 from,
                          double cost)
{
    for (uint32_t i = s->r->choke_first[region]; i < s->r->choke_first[region + 1]; i++) {
        const uint32_t choke = s->r->choke_list[i];
        reach_choke(s, choke, before, cost + distance_between(from, s->r->chokes[choke].position));
    }
}

/* The last choke of the best route; NO_CELL where there is none. */
static uint32_t search_route(choke_search *s, uint32_t from, uint32_t to)
{
    const terrain_result *r = s->r;
    uint32_t best = NO_CELL;
    double best_cost = 0;
    expand_region(s, from, NO_CELL, r->regions[from].position, 0);
    for (;;) {
        uint32_t next = NO_CELL;
        for (uint32_t i = 0; i < r->choke_count; i++) {
            if (s->states[i] == 1 && (next == NO_CELL || s->costs[i] < s->costs[next])) {
                next = i;
            }
        }
        if (next == NO_CELL || (best != NO_CELL && s->costs[next] >= best_cost)) {
            return best;
        }
        const wend_terrain_choke *choke = &r->chokes[next];
        s->states[next] = 2;
        if (choke->region_a == to || choke->region_b == to) {
            const double cost =
                s->costs[next] + distance_between(choke->position, r->regions[to].position);
            if (best == NO_CELL || cost < best_cost) {
                best = next;
                best_cost = cost;
            }
        }
        expand_region(s, choke->region_a, next, choke->position, s->costs[next]);
        expand_region(s, choke->region_b, next, choke->position, s->costs[next]);
    }
}

static wend_result write_route(const choke_search *s, uint32_t last, uint32_t *chokes,
                               size_t capacity, size_t *count)
{
    for (uint32_t at = last; at != NO_CELL; at = s->after[at]) {
        ++*count;
    }
    size_t place = *count;
    for (uint32_t at = last; at != NO_CELL; at = s->after[at]) {
        --place;
        if (place < capacity) {
            chokes[place] = at;
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_terrain_analysis_find_route(const wend_terrain_analysis *analysis, uint32_t from,
                                             uint32_t to, const uint32_t *closed,
                                             size_t closed_count, uint32_t *chokes, size_t capacity,
                                             size_t *count)
{
    const terrain_result *r = result_of(analysis);
    if (count != NULL) {
        *count = 0;
    }
    if (r == NULL || count == NULL || from >= r->region_count || to >= r->region_count ||
        (closed == NULL && closed_count > 0) || (chokes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < closed_count; i++) {
        if (closed[i] >= r->choke_count) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    if (from == to) {
        return WEND_OK;
    }
    const size_t number = (size_t)r->choke_count + 1;
    const wend_allocator *a = &analysis->allocator;
    choke_search s = {.r = r,
                      .costs = wendi_alloc_items(a, number, sizeof *s.costs),
                      .after = wendi_alloc_items(a, number, sizeof *s.after),
                      .states = wendi_alloc_zero(a, number)};
    wend_result result = WEND_ERROR_MEMORY;
    if (s.costs != NULL && s.after != NULL && s.states != NULL) {
        for (size_t i = 0; i < closed_count; i++) {
            s.states[closed[i]] = 3;
        }
        const uint32_t last = search_route(&s, from, to);
        result = last == NO_CELL ? WEND_NO_PATH : write_route(&s, last, chokes, capacity, count);
    }
    wendi_free(a, s.costs, number * sizeof *s.costs);
    wendi_free(a, s.after, number * sizeof *s.after);
    wendi_free(a, s.states, number);
    return result;
}

/* ---- cells and high ground ---- */

/* The part of walls in the square around a cell; outside counts as walls. */
static double cover_of(const terrain_result *r, const terrain_rules *rules, uint32_t cell)
{
    const double cells = rules->cover_radius / r->cell_size;
    const int32_t most = r->width + r->height;
    const int32_t reach = cells < (double)most ? (int32_t)cells : most;
    const int32_t x = (int32_t)(cell % (uint32_t)r->width);
    const int32_t y = (int32_t)(cell / (uint32_t)r->width);
    const size_t stride = (size_t)r->width + 1;
    const size_t x0 = (size_t)wendi_max_i64(x - reach, 0);
    const size_t y0 = (size_t)wendi_max_i64(y - reach, 0);
    const size_t x1 = (size_t)wendi_min_i64((int64_t)x + reach + 1, r->width);
    const size_t y1 = (size_t)wendi_min_i64((int64_t)y + reach + 1, r->height);
    const uint32_t walls = r->walls[y1 * stride + x1] - r->walls[y0 * stride + x1] -
                           r->walls[y1 * stride + x0] + r->walls[y0 * stride + x0];
    const double all = (2.0 * (double)reach + 1) * (2.0 * (double)reach + 1);
    const double inside = (double)((x1 - x0) * (y1 - y0));
    return (all - inside + (double)walls) / all;
}

wend_result wend_terrain_analysis_get_cell(const wend_terrain_analysis *analysis,
                                           wend_vec2 position, wend_terrain_cell *cell)
{
    const terrain_result *r = result_of(analysis);
    if (cell != NULL) {
        memset(cell, 0, sizeof *cell);
    }
    const uint32_t at = r == NULL ? NO_CELL : cell_at(r, position);
    if (cell == NULL || at == NO_CELL) {
        return WEND_ERROR_ARGUMENT;
    }
    const int32_t stride = analysis->rules.view_stride;
    const int32_t x = (int32_t)(at % (uint32_t)r->width) / stride;
    const int32_t y = (int32_t)(at / (uint32_t)r->width) / stride;
    *cell = (wend_terrain_cell){
        .region = r->labels[at],
        .clearance = wend_sqrt((double)r->distances[at]) / 2 * r->cell_size,
        .cover = cover_of(r, &analysis->rules, at),
        .openness = r->openness == NULL
                        ? 0
                        : (double)r->openness[(size_t)y * (size_t)r->samples_x + (size_t)x] / 65535,
        .advantage = r->advantages == NULL ? 0 : (double)r->advantages[at]};
    return WEND_OK;
}

wend_result wend_terrain_analysis_get_high_ground(const wend_terrain_analysis *analysis,
                                                  uint32_t index, wend_terrain_high_ground *high)
{
    if (high != NULL) {
        memset(high, 0, sizeof *high);
    }
    if (analysis == NULL || high == NULL || index >= analysis->result.high_count) {
        return WEND_ERROR_ARGUMENT;
    }
    *high = analysis->result.highs[index];
    return WEND_OK;
}

/* ---- resource spots ---- */

typedef struct spot_item {
    wend_vec3 position;
    uint32_t island;
} spot_item;

typedef struct spot_search {
    const terrain_result *r;
    const wend_items *items;
    wend_items_query query;
    double distance;
    uint32_t limit, count;
    uint32_t *local; /* [limit] number of an item of the search; NO_CELL: none */
    spot_item *found;
    uint32_t *roots;
    wend_item_id *near; /* [limit] */
    wendi_sort_pair *order, *scratch;
    size_t spots;
} spot_search;

static bool reserve_spots(spot_search *s, const wend_allocator *a)
{
    const size_t limit = (size_t)s->limit + 1;
    s->local = wendi_alloc_items(a, limit, sizeof *s->local);
    s->found = wendi_alloc_items(a, limit, sizeof *s->found);
    s->roots = wendi_alloc_items(a, limit, sizeof *s->roots);
    s->near = wendi_alloc_items(a, limit, sizeof *s->near);
    s->order = wendi_alloc_items(a, limit, sizeof *s->order);
    s->scratch = wendi_alloc_items(a, limit, sizeof *s->scratch);
    return s->local != NULL && s->found != NULL && s->roots != NULL && s->near != NULL &&
           s->order != NULL && s->scratch != NULL;
}

static void free_spots(spot_search *s, const wend_allocator *a)
{
    const size_t limit = (size_t)s->limit + 1;
    wendi_free(a, s->local, limit * sizeof *s->local);
    wendi_free(a, s->found, limit * sizeof *s->found);
    wendi_free(a, s->roots, limit * sizeof *s->roots);
    wendi_free(a, s->near, limit * sizeof *s->near);
    wendi_free(a, s->order, limit * sizeof *s->order);
    wendi_free(a, s->scratch, limit * sizeof *s->scratch);
}

static void take_items(spot_search *s)
{
    for (uint32_t i = 0; i < s->limit; i++) {
        wend_item item;
        s->local[i] = NO_CELL;
        const wend_item_id id = wend_items_id(s->items, i);
        if (id.index1 == 0 || wend_items_get(s->items, id, &item) != WEND_OK || !item.is_active ||
            ((item.tag ^ s->query.tag) & s->query.tag_mask) != 0) {
            continue;
        }
        const uint32_t region = region_at(s->r, (wend_vec2){item.position.x, item.position.y});
        if (region != WEND_REGION_NONE) {
            s->local[i] = s->count;
            s->roots[s->count] = s->count;
            s->found[s->count++] = (spot_item){item.position, s->r->regions[region].island};
        }
    }
}

static void join_items(spot_search *s)
{
    for (uint32_t i = 0; i < s->limit; i++) {
        size_t number = 0;
        if (s->local[i] == NO_CELL) {
            continue;
        }
        const spot_item *item = &s->found[s->local[i]];
        (void)wend_items_in_circle(s->items, item->position, s->distance, &s->query, s->near,
                                   s->limit, &number);
        for (size_t k = 0; k < number; k++) {
            const uint32_t other = s->local[s->near[k].index1 - 1];
            if (other != NO_CELL && s->found[other].island == item->island) {
                wendi_union_find_join(s->roots, s->local[i], other);
            }
        }
    }
}

/* The open cell of an island nearest to a position, no farther than an item of it. */
static uint32_t cell_near(const terrain_result *r, wend_vec2 to, uint32_t island, double reach)
{
    const int64_t cells = (int64_t)(reach / r->cell_size) + 2;
    const int64_t x = (int64_t)((to.x - r->origin.x) / r->cell_size);
    const int64_t y = (int64_t)((to.y - r->origin.y) / r->cell_size);
    uint32_t nearest = NO_CELL;
    double best = 0;
    for (int64_t row = wendi_max_i64(y - cells, 0); row <= wendi_min_i64(y + cells, r->height - 1);
         row++) {
        for (int64_t column = wendi_max_i64(x - cells, 0);
             column <= wendi_min_i64(x + cells, r->width - 1); column++) {
            const uint32_t cell = (uint32_t)(row * r->width + column);
            const uint32_t label = r->labels[cell];
            if (label == WEND_REGION_NONE || r->regions[label].island != island) {
                continue;
            }
            const double distance = distance_between(wendi_terrain_centre(r, cell), to);
            if (nearest == NO_CELL || distance < best) {
                nearest = cell;
                best = distance;
            }
        }
    }
    return nearest;
}

static wend_terrain_spot make_spot(const spot_search *s, uint32_t root)
{
    wend_terrain_spot spot = {{0, 0}, WEND_REGION_NONE, 0, 0};
    wend_vec2 sum = {0, 0};
    double nearest = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (wendi_union_find_root(s->roots, i) == root) {
            sum = wendi_vec2_add(sum, (wend_vec2){s->found[i].position.x, s->found[i].position.y});
            spot.item_count++;
        }
    }
    const wend_vec2 middle = {sum.x / (double)spot.item_count, sum.y / (double)spot.item_count};
    bool is_first = true;
    for (uint32_t i = 0; i < s->count; i++) {
        if (wendi_union_find_root(s->roots, i) == root) {
            const wend_vec2 at = {s->found[i].position.x, s->found[i].position.y};
            const double distance = distance_between(at, middle);
            nearest = is_first || distance < nearest ? distance : nearest;
            is_first = false;
        }
    }
    const uint32_t cell = cell_near(s->r, middle, s->found[root].island, nearest);
    if (cell == NO_CELL) { /* never: the nearest item's cell is one */
        return spot;
    }
    spot.position = wendi_terrain_centre(s->r, cell);
    spot.region = s->r->labels[cell];
    for (uint32_t i = 0; i < s->count; i++) {
        if (wendi_union_find_root(s->roots, i) == root) {
            const wend_vec2 at = {s->found[i].position.x, s->found[i].position.y};
            spot.spread = wendi_max(spot.spread, distance_between(at, spot.position));
        }
    }
    return spot;
}

/* The roots by falling number of items. */
static void sort_spots(spot_search *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        s->local[i] = 0; /* sizes by root, from here on */
    }
    for (uint32_t i = 0; i < s->count; i++) {
        s->local[wendi_union_find_root(s->roots, i)]++;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->roots[i] == i) {
            s->order[s->spots++] = (wendi_sort_pair){UINT32_MAX - s->local[i], i};
        }
    }
    wendi_sort_pairs(s->order, s->scratch, s->spots);
}

wend_result wend_terrain_analysis_find_spots(const wend_terrain_analysis *analysis,
                                             const wend_items *items, uint32_t tag,
                                             uint32_t tag_mask, double distance,
                                             wend_terrain_spot *spots, size_t capacity,
                                             size_t *count)
{
    const terrain_result *r = result_of(analysis);
    if (count != NULL) {
        *count = 0;
    }
    if (r == NULL || items == NULL || count == NULL || !(distance > 0) ||
        !wendi_is_finite(distance) || (spots == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    spot_search s = {.r = r,
                     .items = items,
                     .query = wend_items_query_default(),
                     .distance = distance,
                     .limit = wend_items_limit(items)};
    s.query.tag = tag;
    s.query.tag_mask = tag_mask;
    wend_result result = WEND_ERROR_MEMORY;
    if (reserve_spots(&s, &analysis->allocator)) {
        take_items(&s);
        join_items(&s);
        sort_spots(&s);
        for (size_t i = 0; i < s.spots && i < capacity; i++) {
            spots[i] = make_spot(&s, s.order[i].value);
        }
        *count = s.spots;
        result = s.spots > capacity ? WEND_TRUNCATED : WEND_OK;
    }
    free_spots(&s, &analysis->allocator);
    return result;
}

/* ---- pictures ---- */

static void draw_borders(const terrain_result *r, const wend_draw *draw)
{
    const double half = r->cell_size / 2;
    for (int32_t y = 0; y < r->height; y++) {
        for (int32_t x = 0; x < r->width; x++) {
            const uint32_t cell = (uint32_t)y * (uint32_t)r->width + (uint32_t)x;
            const wend_vec2 at = wendi_terrain_centre(r, cell);
            const uint32_t here = r->labels[cell];
            const uint32_t right = x + 1 < r->width ? r->labels[cell + 1] : here;
            const uint32_t below = y + 1 < r->height ? r->labels[cell + (uint32_t)r->width] : here;
            if (here != right && here != WEND_REGION_NONE && right != WEND_REGION_NONE) {
                draw->line(draw->context, (wend_vec2){at.x + half, at.y - half},
                           (wend_vec2){at.x + half, at.y + half}, WEND_MEANING_SECTOR, 0);
            }
            if (here != below && here != WEND_REGION_NONE && below != WEND_REGION_NONE) {
                draw->line(draw->context, (wend_vec2){at.x - half, at.y + half},
                           (wend_vec2){at.x + half, at.y + half}, WEND_MEANING_SECTOR, 0);
            }
        }
    }
}

wend_result wend_terrain_analysis_draw(const wend_terrain_analysis *analysis, const wend_draw *draw)
{
    if (analysis == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const terrain_result *r = &analysis->result;
    if (draw->line != NULL) {
        draw_borders(r, draw);
        for (uint32_t i = 0; i < r->choke_count; i++) {
            draw->line(draw->context, r->chokes[i].ends[0], r->chokes[i].ends[1],
                       WEND_MEANING_PORTAL, (double)i);
        }
    }
    for (uint32_t i = 0; draw->circle != NULL && i < r->high_count; i++) {
        draw->circle(draw->context, r->highs[i].position, 0, WEND_MEANING_ITEM, (double)i);
    }
    for (uint32_t i = 0; draw->circle != NULL && i < r->region_count; i++) {
        draw->circle(draw->context, r->regions[i].position, 0, WEND_MEANING_NOTE, (double)i);
    }
    return WEND_OK;
}
