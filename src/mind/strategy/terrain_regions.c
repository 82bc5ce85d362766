/* Regions and choke points. Cells are taken by falling distance to the walls; those beside a region join it,
 * the others begin one. Where two regions meet in a narrow cell a border is kept, else they become one.
 * Cost: the cells, sorted; borders and their surroundings. */
#include "mind/strategy/terrain_analysis.h"

#include "base/core/union_find.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"

#include <string.h>

enum { FLOODS_FIRST = 64, BORDERS_FIRST = 64, NEAR = 2 };

static const uint32_t UNSET = UINT32_MAX;
static const uint32_t QUEUED = UINT32_MAX - 1;

bool wendi_terrain_fits(const terrain_result *r, const terrain_rules *rules, size_t cell)
{
    const double least = 4 * rules->radius * rules->radius;
    return r->open[cell] != 0 && (double)r->distances[cell] * r->cell_size * r->cell_size >= least;
}

bool wendi_terrain_is_step(const terrain_work *w, const terrain_rules *rules, int32_t x, int32_t y,
                           int32_t dx, int32_t dy)
{
    const terrain_result *r = &w->result;
    if (dx == 0 || dy == 0) {
        return true;
    }
    if (!w->has_diagonals) {
        return false;
    }
    const size_t beside = (size_t)y * (size_t)r->width + (size_t)(x + dx);
    const size_t below = (size_t)(y + dy) * (size_t)r->width + (size_t)x;
    const bool a = wendi_terrain_fits(r, rules, beside), b = wendi_terrain_fits(r, rules, below);
    return w->corner_rule == WEND_CORNER_ALWAYS ||
           (w->corner_rule == WEND_CORNER_ONE_OPEN ? a || b : a && b);
}

/* ---- the order ---- */

wend_result wendi_terrain_sort(wend_terrain_analysis *t, uint64_t *steps)
{
    terrain_work *w = &t->work;
    const size_t cells = wendi_terrain_cells(&w->result);
    if (*steps == 0) {
        return WEND_IN_PROGRESS;
    }
    w->order_count = 0;
    for (size_t i = 0; i < cells; i++) {
        w->result.labels[i] = UNSET;
        if (wendi_terrain_fits(&w->result, &t->rules, i)) {
            w->order[w->order_count++] =
                (wendi_sort_pair){UINT32_MAX - w->result.distances[i], (uint32_t)i};
        }
    }
    wendi_sort_pairs(w->order, w->order_scratch, w->order_count);
    *steps -= *steps < cells ? *steps : cells;
    return WEND_OK;
}

/* ---- floods ---- */

static uint32_t root_of(terrain_work *w, uint32_t flood)
{
    while (w->floods[flood].parent != flood) {
        w->floods[flood].parent = w->floods[w->floods[flood].parent].parent;
        flood = w->floods[flood].parent;
    }
    return flood;
}

/* Cells that a step leads to. @param cells [8]. @return how many. */
static uint32_t steps_from(const terrain_work *w, const terrain_rules *rules, uint32_t cell,
                           uint32_t *cells)
{
    const terrain_result *r = &w->result;
    const int32_t x = (int32_t)(cell % (uint32_t)r->width);
    const int32_t y = (int32_t)(cell / (uint32_t)r->width);
    uint32_t count = 0;
    for (int32_t k = 0; k < 9; k++) {
        const int32_t dx = k % 3 - 1, dy = k / 3 - 1;
        const int32_t nx = x + dx, ny = y + dy;
        if (k == 4 || nx < 0 || ny < 0 || nx >= r->width || ny >= r->height) {
            continue;
        }
        const uint32_t next = (uint32_t)ny * (uint32_t)r->width + (uint32_t)nx;
        if (wendi_terrain_fits(r, rules, next) && wendi_terrain_is_step(w, rules, x, y, dx, dy)) {
            cells[count++] = next;
        }
    }
    return count;
}

static bool reserve_floods(wend_terrain_analysis *t)
{
    terrain_work *w = &t->work;
    if (w->flood_count == w->flood_capacity) {
        const uint32_t capacity =
            w->flood_capacity == 0 ? (uint32_t)FLOODS_FIRST : 2 * w->flood_capacity;
        terrain_flood *floods = wendi_resize_items(&t->allocator, w->floods, w->flood_capacity,
                                                   capacity, sizeof *floods);
        if (floods == NULL) {
            return false;
        }
        w->floods = floods;
        w->flood_capacity = capacity;
    }
    if (w->border_count + 8 > w->border_capacity) {
        const uint32_t capacity =
            w->border_capacity == 0 ? (uint32_t)BORDERS_FIRST : 2 * w->border_capacity;
        terrain_border *borders = wendi_resize_items(&t->allocator, w->borders, w->border_capacity,
                                                     capacity, sizeof *borders);
        if (borders == NULL) {
            return false;
        }
        w->borders = borders;
        w->border_capacity = capacity;
    }
    return true;
}

/* True if a passage of this distance between a region and a lesser one is narrow. */
static bool is_narrow(const terrain_rules *rules, uint32_t passage, uint32_t lesser_peak)
{
    return (double)passage < rules->choke_ratio * rules->choke_ratio * (double)lesser_peak;
}

/* The roots of the floods beside a cell, each once, ascending. */
static uint32_t floods_beside(wend_terrain_analysis *t, uint32_t cell, uint32_t *roots)
{
    terrain_work *w = &t->work;
    uint32_t beside[8], count = 0;
    const uint32_t number = steps_from(w, &t->rules, cell, beside);
    for (uint32_t i = 0; i < number; i++) {
        const uint32_t label = w->result.labels[beside[i]];
        if (label == UNSET || label == QUEUED) {
            continue;
        }
        const uint32_t root = root_of(w, label);
        uint32_t at = 0;
        while (at < count && roots[at] < root) {
            at++;
        }
        if (at < count && roots[at] == root) {
            continue;
        }
        memmove(&roots[at + 1], &roots[at], (count - at) * sizeof *roots);
        roots[at] = root;
        count++;
    }
    return count;
}

/* Gives a cell to a flood. Lower numbers have the greater peaks, for floods begin by falling distance. */
static void assign(wend_terrain_analysis *t, uint32_t cell)
{
    terrain_work *w = &t->work;
    uint32_t roots[9];
    const uint32_t distance = w->result.distances[cell];
    const uint32_t count = floods_beside(t, cell, roots);
    if (count == 0) {
        w->floods[w->flood_count] = (terrain_flood){w->flood_count, cell, distance, 1};
        w->result.labels[cell] = w->flood_count++;
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        terrain_flood *lesser = &w->floods[roots[i]];
        if (is_narrow(&t->rules, distance, lesser->peak)) {
            w->borders[w->border_count++] = (terrain_border){cell, roots[0], roots[i]};
        } else {
            lesser->parent = roots[0];
            w->floods[roots[0]].cell_count += lesser->cell_count;
        }
    }
    w->floods[roots[0]].cell_count++;
    w->result.labels[cell] = roots[0];
}

/* Spreads over the cells of one distance from those in the queue, breadth first, so that two floods
 * meet in the middle of a corridor. @return false: no memory. */
static bool spread(wend_terrain_analysis *t, uint32_t count)
{
    terrain_work *w = &t->work;
    uint32_t beside[8];
    for (uint32_t head = 0; head < count; head++) {
        const uint32_t cell = w->queue[head];
        if (!reserve_floods(t)) {
            return false;
        }
        assign(t, cell);
        const uint32_t number = steps_from(w, &t->rules, cell, beside);
        for (uint32_t i = 0; i < number; i++) {
            if (w->result.labels[beside[i]] == UNSET &&
                w->result.distances[beside[i]] == w->result.distances[cell]) {
                w->result.labels[beside[i]] = QUEUED;
                w->queue[count++] = beside[i];
            }
        }
    }
    return true;
}

static bool flood_level(wend_terrain_analysis *t, uint32_t begin, uint32_t end)
{
    terrain_work *w = &t->work;
    uint32_t count = 0, roots[9];
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t cell = w->order[i].value;
        if (floods_beside(t, cell, roots) > 0) {
            w->queue[count++] = cell;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        w->result.labels[w->queue[i]] = QUEUED;
    }
    if (!spread(t, count)) {
        return false;
    }
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t cell = w->order[i].value;
        if (w->result.labels[cell] == UNSET) {
            w->result.labels[cell] = QUEUED;
            w->queue[0] = cell;
            if (!spread(t, 1)) {
                return false;
            }
        }
    }
    return true;
}

wend_result wendi_terrain_levels(wend_terrain_analysis *t, uint64_t *steps)
{
    terrain_work *w = &t->work;
    while (w->cursor < w->order_count) {
        uint32_t end = w->cursor;
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        while (end < w->order_count && w->order[end].key == w->order[w->cursor].key) {
            end++;
        }
        if (!flood_level(t, w->cursor, end)) {
            return WEND_ERROR_MEMORY;
        }
        const uint64_t done = end - w->cursor;
        *steps -= *steps < done ? *steps : done;
        w->cursor = end;
    }
    w->cursor = 0;
    return WEND_OK;
}

/* ---- numbers ---- */

/* Regions that are too small join the neighbour behind their widest passage: borders come by falling
 * distance. */
static void join_small(wend_terrain_analysis *t)
{
    terrain_work *w = &t->work;
    const double cell_area = w->result.cell_size * w->result.cell_size;
    for (uint32_t i = 0; i < w->border_count; i++) {
        const uint32_t a = root_of(w, w->borders[i].a), b = root_of(w, w->borders[i].b);
        const uint32_t least = wendi_min_i64(w->floods[a].cell_count, w->floods[b].cell_count) ==
                                       (int64_t)w->floods[a].cell_count
                                   ? w->floods[a].cell_count
                                   : w->floods[b].cell_count;
        if (a != b && (double)least * cell_area < t->rules.min_area) {
            const uint32_t into = a < b ? a : b, from = a < b ? b : a;
            w->floods[from].parent = into;
            w->floods[into].cell_count += w->floods[from].cell_count;
        }
    }
}

wend_result wendi_terrain_regions(wend_terrain_analysis *t, uint64_t *steps)
{
    terrain_work *w = &t->work;
    terrain_result *r = &w->result;
    const size_t cells = wendi_terrain_cells(r);
    uint32_t count = 0;
    if (*steps == 0) {
        return WEND_IN_PROGRESS;
    }
    join_small(t);
    for (uint32_t i = 0; i < w->flood_count; i++) {
        count += w->floods[i].parent == i ? 1 : 0;
    }
    r->regions = wendi_alloc_items_zero(&t->allocator, (size_t)count + 1, sizeof *r->regions);
    r->choke_first =
        wendi_alloc_items_zero(&t->allocator, (size_t)count + 2, sizeof *r->choke_first);
    r->region_count = count;
    if (r->regions == NULL || r->choke_first == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < cells; i++) {
        r->labels[i] = r->labels[i] == UNSET ? UNSET : root_of(w, r->labels[i]);
    }
    for (uint32_t i = 0; i < w->border_count; i++) {
        w->borders[i].a = root_of(w, w->borders[i].a);
        w->borders[i].b = root_of(w, w->borders[i].b);
    }
    count = 0;
    for (uint32_t i = 0; i < w->flood_count; i++) {
        terrain_flood *flood = &w->floods[i];
        if (flood->parent == i) {
            r->regions[count] = (wend_terrain_region){
                .position = wendi_terrain_centre(r, flood->peak_cell),
                .clearance = wend_sqrt((double)flood->peak) / 2 * r->cell_size,
                .area = (double)flood->cell_count * r->cell_size * r->cell_size,
                .cell_count = flood->cell_count,
                .island = count};
            flood->peak = count++; /* its number from here on */
        }
    }
    for (size_t i = 0; i < cells; i++) {
        r->labels[i] = r->labels[i] == UNSET ? WEND_REGION_NONE : w->floods[r->labels[i]].peak;
    }
    *steps -= *steps < 2 * cells ? *steps : 2 * cells;
    return WEND_OK;
}

/* ---- choke points ---- */

static bool is_closed(const terrain_result *r, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= r->width || y >= r->height ||
           r->open[(size_t)y * (size_t)r->width + (size_t)x] == 0;
}

/* The point of a cell's square nearest to another cell's centre, in cells from that centre. */
static wend_vec2 nearest_of(int32_t dx, int32_t dy)
{
    return (wend_vec2){dx > 0   ? dx - 0.5
                       : dx < 0 ? dx + 0.5
                                : 0,
                       dy > 0   ? dy - 0.5
                       : dy < 0 ? dy + 0.5
                                : 0};
}

/* The nearest wall around a cell within a reach, in cells from its centre; only those whose direction
 * makes an angle with `other` whose cosine is at most `cosine`. @return false: none. */
static bool nearest_wall(const terrain_result *r, int32_t x, int32_t y, int32_t reach,
                         wend_vec2 other, double cosine, wend_vec2 *wall)
{
    bool is_found = false;
    double best = 0;
    const double length = wendi_vec2_length(other);
    for (int32_t dy = -reach; dy <= reach; dy++) {
        for (int32_t dx = -reach; dx <= reach; dx++) {
            const wend_vec2 at = nearest_of(dx, dy);
            const double distance = at.x * at.x + at.y * at.y;
            if ((is_found && distance >= best) || !is_closed(r, x + dx, y + dy)) {
                continue;
            }
            const double along = at.x * other.x + at.y * other.y;
            if (length > 0 && along > cosine * length * wend_sqrt(distance)) {
                continue;
            }
            is_found = true;
            best = distance;
            *wall = at;
        }
    }
    return is_found;
}

/* From the middle of the cells of region a around a cell to that of those of b. */
static wend_vec2 passage_direction(const terrain_result *r, int32_t x, int32_t y, int32_t reach,
                                   uint32_t a, uint32_t b)
{
    double sums[2][3] = {{0, 0, 0}, {0, 0, 0}};
    for (int32_t dy = -reach; dy <= reach; dy++) {
        for (int32_t dx = -reach; dx <= reach; dx++) {
            if (is_closed(r, x + dx, y + dy)) {
                continue;
            }
            const uint32_t label =
                r->labels[(size_t)(y + dy) * (size_t)r->width + (size_t)(x + dx)];
            if (label == a || label == b) {
                double *sum = sums[label == a ? 0 : 1];
                sum[0] += (double)dx;
                sum[1] += (double)dy;
                sum[2] += 1;
            }
        }
    }
    if (!(sums[0][2] > 0) || !(sums[1][2] > 0)) {
        return (wend_vec2){0, 0};
    }
    return (wend_vec2){sums[1][0] / sums[1][2] - sums[0][0] / sums[0][2],
                       sums[1][1] / sums[1][2] - sums[0][1] / sums[0][2]};
}

static wend_terrain_choke make_choke(const terrain_result *r, uint32_t cell, uint32_t a, uint32_t b)
{
    const int32_t x = (int32_t)(cell % (uint32_t)r->width);
    const int32_t y = (int32_t)(cell / (uint32_t)r->width);
    const double clearance = wend_sqrt((double)r->distances[cell]) / 2;
    const int32_t reach = (int32_t)clearance + 2;
    wend_vec2 ends[2] = {{0, 0}, {0, 0}};
    wend_terrain_choke choke = {
        .position = wendi_terrain_centre(r, cell), .region_a = a, .region_b = b};
    (void)nearest_wall(r, x, y, reach, (wend_vec2){0, 0}, 0, &ends[0]);
    if (!nearest_wall(r, x, y, 2 * reach, ends[0], -0.5, &ends[1]) &&
        !nearest_wall(r, x, y, 4 * reach, ends[0], 0, &ends[1])) {
        ends[1] = wendi_vec2_scale(ends[0], -1);
    }
    const wend_vec2 across = wendi_vec2_sub(ends[1], ends[0]);
    wend_vec2 direction = wendi_vec2_normalize((wend_vec2){-across.y, across.x});
    const wend_vec2 through = passage_direction(r, x, y, reach + 1, a, b);
    if (direction.x * through.x + direction.y * through.y < 0) {
        direction = wendi_vec2_scale(direction, -1);
    }
    choke.direction = (wend_vec2){direction.x + 0.0, direction.y + 0.0};
    for (int32_t i = 0; i < 2; i++) {
        choke.ends[i] = wendi_vec2_add(choke.position, wendi_vec2_scale(ends[i], r->cell_size));
    }
    choke.width = wendi_vec2_length(across) * r->cell_size;
    return choke;
}

static bool add_choke(terrain_result *r, const wend_allocator *a, const wend_terrain_choke *choke)
{
    if (r->choke_count == r->choke_capacity) {
        const uint32_t capacity = r->choke_capacity == 0 ? 16 : 2 * r->choke_capacity;
        wend_terrain_choke *chokes =
            wendi_resize_items(a, r->chokes, r->choke_capacity, capacity, sizeof *chokes);
        if (chokes == NULL) {
            return false;
        }
        r->chokes = chokes;
        r->choke_capacity = capacity;
    }
    r->chokes[r->choke_count++] = *choke;
    return true;
}

/* Takes the border cells of one pair that are near each other, from the widest on, out of the marks. */
static void take_cluster(terrain_work *w, uint32_t cell)
{
    const terrain_result *r = &w->result;
    uint32_t count = 0;
    w->queue[count++] = cell;
    w->marks[cell] = 0;
    for (uint32_t head = 0; head < count; head++) {
        const int32_t x = (int32_t)(w->queue[head] % (uint32_t)r->width);
        const int32_t y = (int32_t)(w->queue[head] / (uint32_t)r->width);
        for (int32_t ny = y - NEAR; ny <= y + NEAR; ny++) {
            for (int32_t nx = x - NEAR; nx <= x + NEAR; nx++) {
                if (nx < 0 || ny < 0 || nx >= r->width || ny >= r->height) {
                    continue;
                }
                const uint32_t next = (uint32_t)ny * (uint32_t)r->width + (uint32_t)nx;
                if (w->marks[next] != 0) {
                    w->marks[next] = 0;
                    w->queue[count++] = next;
                }
            }
        }
    }
}

/* Borders between two different regions, sorted by the pair, the widest first, into the order. */
static uint32_t sort_borders(terrain_work *w)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->border_count; i++) {
        terrain_border *border = &w->borders[i];
        const uint32_t a = w->floods[border->a].peak, b = w->floods[border->b].peak;
        if (a != b) {
            w->borders[count++] = (terrain_border){border->cell, a < b ? a : b, a < b ? b : a};
        }
    }
    w->border_count = count;
    return count;
}

static bool find_chokes(wend_terrain_analysis *t, const wendi_sort_pair *pairs)
{
    terrain_work *w = &t->work;
    uint32_t begin = 0;
    while (begin < w->border_count) {
        uint32_t end = begin;
        while (end < w->border_count && pairs[end].key == pairs[begin].key) {
            w->marks[w->borders[pairs[end].value].cell] = 1;
            end++;
        }
        for (uint32_t i = begin; i < end; i++) {
            const terrain_border *border = &w->borders[pairs[i].value];
            if (w->marks[border->cell] == 0) {
                continue;
            }
            take_cluster(w, border->cell);
            const wend_terrain_choke choke =
                make_choke(&w->result, border->cell, border->a, border->b);
            if (!add_choke(&w->result, &t->allocator, &choke)) {
                return false;
            }
        }
        begin = end;
    }
    return true;
}

/* ---- how regions hang together ---- */

static uint32_t other_side(const wend_terrain_choke *choke, uint32_t region)
{
    return choke->region_a == region ? choke->region_b : choke->region_a;
}

static bool list_by_region(wend_terrain_analysis *t)
{
    terrain_result *r = &t->work.result;
    r->choke_list =
        wendi_alloc_items(&t->allocator, 2 * (size_t)r->choke_count + 1, sizeof *r->choke_list);
    if (r->choke_list == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < r->choke_count; i++) {
        r->choke_first[r->chokes[i].region_a + 2]++;
        r->choke_first[r->chokes[i].region_b + 2]++;
    }
    for (uint32_t i = 2; i < r->region_count + 2; i++) {
        r->choke_first[i] += r->choke_first[i - 1];
    }
    for (uint32_t i = 0; i < r->choke_count; i++) {
        r->choke_list[r->choke_first[r->chokes[i].region_a + 1]++] = i;
        r->choke_list[r->choke_first[r->chokes[i].region_b + 1]++] = i;
    }
    return true;
}

/* A depth-first search for chokes whose removal cuts: those that no way around leads back over.
 *
 * Source: Tarjan, "A Note on Finding the Bridges of a Graph" (1974). */
typedef struct cut_search {
    terrain_result *r;
    uint32_t *number, *low, *next, *from, *stack; /* [region_count] each */
    uint32_t count;
} cut_search;

static void search_cuts(cut_search *s, uint32_t start)
{
    uint32_t depth = 0;
    s->stack[depth++] = start;
    s->from[start] = UNSET;
    s->number[start] = s->low[start] = ++s->count;
    while (depth > 0) {
        const uint32_t at = s->stack[depth - 1];
        if (s->next[at] < s->r->choke_first[at + 1]) {
            const uint32_t choke = s->r->choke_list[s->next[at]++];
            const uint32_t to = other_side(&s->r->chokes[choke], at);
            if (choke == s->from[at]) {
                continue;
            }
            if (s->number[to] == 0) {
                s->number[to] = s->low[to] = ++s->count;
                s->from[to] = choke;
                s->r->regions[to].island = start;
                s->stack[depth++] = to;
            } else if (s->number[to] < s->low[at]) {
                s->low[at] = s->number[to];
            }
            continue;
        }
        depth--;
        if (s->from[at] != UNSET) {
            const uint32_t above = s->stack[depth - 1];
            s->low[above] = s->low[at] < s->low[above] ? s->low[at] : s->low[above];
            s->r->chokes[s->from[at]].is_cut = s->low[at] == s->number[at];
        }
    }
}

static bool find_cuts(wend_terrain_analysis *t)
{
    terrain_result *r = &t->work.result;
    const size_t count = (size_t)r->region_count + 1;
    uint32_t *numbers = wendi_alloc_items_zero(&t->allocator, 5 * count, sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    cut_search s = {
        r, numbers, numbers + count, numbers + 2 * count, numbers + 3 * count, numbers + 4 * count,
        0};
    for (uint32_t i = 0; i < r->region_count; i++) {
        s.next[i] = r->choke_first[i];
    }
    for (uint32_t i = 0; i < r->region_count; i++) {
        if (s.number[i] == 0) {
            r->regions[i].island = i;
            search_cuts(&s, i);
        }
    }
    wendi_free(&t->allocator, numbers, 5 * count * sizeof *numbers);
    return true;
}

static void find_dead_ends(terrain_result *r)
{
    const size_t cells = wendi_terrain_cells(r);
    for (uint32_t i = 0; i < r->region_count; i++) {
        r->regions[i].choke_count = r->choke_first[i + 1] - r->choke_first[i];
        r->regions[i].is_dead_end = r->regions[i].choke_count == 1;
    }
    for (size_t i = 0; i < cells; i++) {
        const uint32_t label = r->labels[i];
        if (label == WEND_REGION_NONE || !r->regions[label].is_dead_end) {
            continue;
        }
        const wend_vec2 from = r->chokes[r->choke_list[r->choke_first[label]]].position;
        const wend_vec2 to = wendi_terrain_centre(r, (uint32_t)i);
        const double depth = wendi_vec2_length(wendi_vec2_sub(to, from));
        r->regions[label].depth = wendi_max(r->regions[label].depth, depth);
    }
}

wend_result wendi_terrain_chokes(wend_terrain_analysis *t, uint64_t *steps)
{
    terrain_work *w = &t->work;
    if (*steps == 0) {
        return WEND_IN_PROGRESS;
    }
    const uint32_t count = sort_borders(w);
    wendi_sort_pair *pairs = wendi_alloc_items(&t->allocator, 2 * (size_t)count + 1, sizeof *pairs);
    if (pairs == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        pairs[i] = (wendi_sort_pair){(uint64_t)w->borders[i].a << 32 | w->borders[i].b, i};
    }
    wendi_sort_pairs(pairs, pairs + count, count);
    const bool is_done = find_chokes(t, pairs) && list_by_region(t) && find_cuts(t);
    wendi_free(&t->allocator, pairs, (2 * (size_t)count + 1) * sizeof *pairs);
    if (!is_done) {
        return WEND_ERROR_MEMORY;
    }
    find_dead_ends(&w->result);
    const uint64_t done = wendi_terrain_cells(&w->result) + count;
    *steps -= *steps < done ? *steps : done;
    return WEND_OK;
}
