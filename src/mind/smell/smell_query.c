/* Noses: what is smelled at a position, the strongest, the direction, the next cell of a trail.
 * Cost: the sources of the tiles around, and the cells within the radius of a trail. */
#include "mind/smell/smell.h"

#include "base/math/bits.h"
#include "wend/draw.h"
#include "wend/walls.h"
#include "world/cells/directions.h"

#include <string.h>

enum {
    COOKIE = 0x534D4C33,
    NEAR_SIDE = 2 * WEND_SMELL_TRAIL_RADIUS_MAX + 1,
    NEAR_WORDS = 4 * NEAR_SIDE * NEAR_SIDE,
    GATHERED = 32 /* sources */
};

static const double FACTOR_MOST = 1024;

static const wend_nose PLAIN_NOSE = {.cookie = COOKIE, .sensitivity = 1, .kinds = UINT64_MAX};

wend_nose wend_nose_default(void)
{
    return PLAIN_NOSE;
}

static bool is_nose(const wend_nose *nose)
{
    if (nose->cookie != COOKIE || !(nose->threshold >= 0) || !(nose->sensitivity >= 0) ||
        !(nose->sensitivity <= FACTOR_MOST)) {
        return false;
    }
    for (int i = 0; nose->profile != NULL && i < WEND_SMELL_KINDS_MAX; i++) {
        if (!(nose->profile[i] >= 0 && nose->profile[i] <= FACTOR_MOST)) {
            return false;
        }
    }
    return true;
}

/* The intensity for a nose; 0 where it is not smelled. @param intensity in 1/65536. */
static double perceived(const wend_nose *nose, uint32_t kind, uint32_t intensity)
{
    const double profile = nose->profile == NULL ? 1 : nose->profile[kind];
    const double value = (double)intensity / WENDI_SMELL_ONE * nose->sensitivity * profile;
    return value > 0 && value >= nose->threshold ? value : 0;
}

static bool is_smelled(const wend_smell *smell, const wend_nose *nose, uint32_t index)
{
    const wendi_smell_source *it = &smell->sources[index];
    return (nose->kinds >> it->kind & 1) != 0 &&
           !(nose->own.index1 == index + 1 && nose->own.generation == it->generation);
}

/* What is left of an intensity at a path length below the reach. */
static uint32_t faded(uint32_t intensity, uint32_t length, uint32_t reach)
{
    return (uint32_t)((uint64_t)intensity * (reach - length) / reach);
}

/* ---- sources ---- */

/* False if a cell lies beyond the window of a source. */
static inline bool may_reach(const wend_smell *smell, const wendi_smell_spot *it, int32_t at_x,
                             int32_t at_y)
{
    const uint32_t side = wendi_smell_side(it->reach);
    const uint32_t x = (uint32_t)(at_x - it->centre_x) + side / 2;
    const uint32_t y = (uint32_t)(at_y - it->centre_y) + side / 2;
    return ((x < side) & (y < side)) != 0 || smell->info.wrap != WEND_WRAP_NONE;
}

/* The shortest path length from a source to a cell that it may reach. */
static inline uint32_t length_to(const wend_smell *smell, const wendi_smell_spot *it, int32_t at_x,
                                 int32_t at_y)
{
    const int32_t width = smell->info.width, height = smell->info.height;
    const int32_t side = (int32_t)wendi_smell_side(it->reach), radius = side / 2;
    const int32_t dx = at_x - it->centre_x, dy = at_y - it->centre_y;
    if (smell->info.wrap == WEND_WRAP_NONE) {
        return it->window[(dy + radius) * side + dx + radius];
    }
    /* Where the map wraps, the cell lies in the window once for each turn around it. */
    const int32_t step_x = (smell->info.wrap & WEND_WRAP_X) != 0 ? width : 4 * side + 2 * width;
    const int32_t step_y = (smell->info.wrap & WEND_WRAP_Y) != 0 ? height : 4 * side + 2 * height;
    uint32_t least = WENDI_SMELL_FAR;
    const int32_t first_x = dx - (dx + radius) / step_x * step_x;
    const int32_t first_y = dy - (dy + radius) / step_y * step_y;
    for (int32_t y = first_y - step_y; y <= radius; y += step_y) {
        for (int32_t x = first_x - step_x; x <= radius; x += step_x) {
            if (x >= -radius && y >= -radius) {
                const uint32_t length = it->window[(y + radius) * side + x + radius];
                least = length < least ? length : least;
            }
        }
    }
    return least;
}

/* Calls for each source whose window may reach a cell. */
typedef void (*smell_visit_fn)(void *context, uint32_t index, uint32_t length);

/* The tiles of a line that lie within a reach of a coordinate: `count` of them from `first` on. */
static int32_t tiles_near(int32_t at, int32_t reach, int32_t size, int32_t tile, bool wraps,
                          int32_t *first)
{
    const int32_t tiles = (size + tile - 1) / tile;
    if (!wraps) {
        const int32_t low = at - reach < 0 ? 0 : (at - reach) / tile;
        const int32_t high = at + reach >= size ? tiles - 1 : (at + reach) / tile;
        *first = low;
        return high - low + 1;
    }
    /* The last tile may be narrow: one more to each side, and all where they would meet. */
    const int32_t around = reach / tile + 2;
    if (2 * around + 1 >= tiles) {
        *first = 0;
        return tiles;
    }
    *first = (at / tile - around + tiles) % tiles;
    return 2 * around + 1;
}

/* Sources that may reach a cell. Their windows are all read before one is looked at, so that the reading
 * overlaps. */
typedef struct gathered_sources {
    uint32_t sources[GATHERED], count;
} gathered_sources;

static void visit_gathered(const wend_smell *smell, gathered_sources *near, int32_t x, int32_t y,
                           smell_visit_fn visit, void *context)
{
    uint32_t lengths[GATHERED];
    for (uint32_t i = 0; i < near->count; i++) {
        lengths[i] = length_to(smell, &smell->spots[near->sources[i]], x, y);
    }
    for (uint32_t i = 0; i < near->count; i++) {
        if (lengths[i] < smell->spots[near->sources[i]].reach) {
            visit(context, near->sources[i], lengths[i]);
        }
    }
    near->count = 0;
}

static void visit_class(const wend_smell *smell, uint32_t cell, uint32_t radius_class,
                        smell_visit_fn visit, void *context)
{
    const wend_grid_info *info = &smell->info;
    const int32_t x = (int32_t)(cell % (uint32_t)info->width);
    const int32_t y = (int32_t)(cell / (uint32_t)info->width);
    const int32_t reach = smell->class_reach[radius_class];
    const uint32_t *tiles = smell->tiles[radius_class];
    const int32_t tiles_x = smell->tiles_x[radius_class], tiles_y = smell->tiles_y[radius_class];
    const int32_t tile = wendi_smell_tile_side(radius_class);
    int32_t first_x, first_y;
    const int32_t columns =
        tiles_near(x, reach, info->width, tile, (info->wrap & WEND_WRAP_X) != 0, &first_x);
    const int32_t rows =
        tiles_near(y, reach, info->height, tile, (info->wrap & WEND_WRAP_Y) != 0, &first_y);
    gathered_sources near;
    near.count = 0;
    for (int32_t r = 0; r < rows; r++) {
        const int32_t row = first_y + r < tiles_y ? first_y + r : first_y + r - tiles_y;
        for (int32_t c = 0; c < columns; c++) {
            const int32_t column = first_x + c < tiles_x ? first_x + c : first_x + c - tiles_x;
            uint32_t i = tiles[row * tiles_x + column];
            for (; i != WENDI_SMELL_NONE; i = smell->spots[i].next) {
                near.sources[near.count] = i;
                near.count += may_reach(smell, &smell->spots[i], x, y) ? 1 : 0;
                if (near.count == GATHERED) {
                    visit_gathered(smell, &near, x, y, visit, context);
                }
            }
        }
    }
    visit_gathered(smell, &near, x, y, visit, context);
}

static void visit_sources(const wend_smell *smell, uint32_t cell, smell_visit_fn visit,
                          void *context)
{
    for (uint32_t c = 0; c < WENDI_SMELL_CLASSES; c++) {
        if (smell->class_counts[c] > 0) {
            visit_class(smell, cell, c, visit, context);
        }
    }
}

/* ---- lists ---- */

typedef struct smell_list {
    const wend_smell *smell;
    const wend_nose *nose;
    wend_scent *scents; /* [capacity] the strongest first */
    size_t capacity, kept, found;
} smell_list;

static bool is_stronger(const wend_scent *a, const wend_scent *b)
{
    if (a->intensity < b->intensity || a->intensity > b->intensity) {
        return a->intensity > b->intensity;
    }
    return a->is_trail != b->is_trail ? b->is_trail : a->source.index1 < b->source.index1;
}

static void keep(smell_list *list, const wend_scent *scent)
{
    list->found++;
    if (list->kept == list->capacity &&
        (list->capacity == 0 || !is_stronger(scent, &list->scents[list->kept - 1]))) {
        return;
    }
    size_t at = list->kept < list->capacity ? list->kept++ : list->kept - 1;
    while (at > 0 && is_stronger(scent, &list->scents[at - 1])) {
        list->scents[at] = list->scents[at - 1];
        at--;
    }
    list->scents[at] = *scent;
}

static wend_scent scent_of(const wend_smell *smell, uint32_t index, uint32_t length)
{
    const wendi_smell_source *it = &smell->sources[index];
    return (wend_scent){.source = {index + 1, it->generation},
                        .user = it->user,
                        .kind = it->kind,
                        .distance = (double)length / WENDI_SMELL_ONE * smell->info.cell_size};
}

static void list_source(void *context, uint32_t index, uint32_t length)
{
    smell_list *list = context;
    const wendi_smell_source *it = &list->smell->sources[index];
    if (is_smelled(list->smell, list->nose, index)) {
        const double value =
            perceived(list->nose, it->kind, faded(it->intensity, length, it->reach));
        if (value > 0) {
            wend_scent scent = scent_of(list->smell, index, length);
            scent.intensity = value;
            keep(list, &scent);
        }
    }
}

/* ---- trails ---- */

/* The best cell of a trail near a nose. */
typedef struct near_trail {
    uint32_t source, intensity; /* intensity: in 1/65536 */
    uint32_t length, point;
    uint64_t tick;
} near_trail;

typedef struct near_trails {
    near_trail items[WEND_SMELL_TRAILS_MAX];
    uint32_t count;
} near_trails;

static bool is_better_trail(const near_trail *a, const near_trail *b)
{
    return a->intensity != b->intensity ? a->intensity > b->intensity : a->source < b->source;
}

/* Keeps the best cell of each trail, and of the trails the strongest. */
static void add_trail(near_trails *trails, const near_trail *trail)
{
    uint32_t weakest = 0;
    for (uint32_t i = 0; i < trails->count; i++) {
        near_trail *it = &trails->items[i];
        if (it->source == trail->source) {
            if (trail->intensity > it->intensity ||
                (trail->intensity == it->intensity && trail->tick > it->tick)) {
                *it = *trail;
            }
            return;
        }
        weakest = is_better_trail(it, &trails->items[weakest]) ? weakest : i;
    }
    if (trails->count < WEND_SMELL_TRAILS_MAX) {
        trails->items[trails->count++] = *trail;
    } else if (is_better_trail(trail, &trails->items[weakest])) {
        trails->items[weakest] = *trail;
    }
}

typedef void (*trail_visit_fn)(void *context, const near_trail *trail);

/* Calls for each cell of a trail that is smelled at a cell. */
static void visit_trails(const wend_smell *smell, const wend_nose *nose, uint32_t cell,
                         trail_visit_fn visit, void *context)
{
    uint16_t memory[NEAR_WORDS];
    uint32_t window[NEAR_SIDE * NEAR_SIDE];
    if (smell->bucket_count == 0 || smell->trail_limit == 0) {
        return;
    }
    const int32_t width = smell->info.width, height = smell->info.height;
    const uint32_t side = wendi_smell_side(smell->trail_reach), reach = smell->trail_reach;
    const int32_t x = (int32_t)(cell % (uint32_t)width), y = (int32_t)(cell / (uint32_t)width);
    const int32_t radius = (int32_t)(side / 2);
    const wendi_smell_scratch scratch = wendi_smell_scratch_of(memory, side);
    wendi_smell_spread(smell, cell, reach, side, &scratch, window);
    for (uint32_t i = 0; i < side * side; i++) {
        if (window[i] >= reach) {
            continue;
        }
        /* A reached cell lies on the map, perhaps around it. */
        const int32_t to_x = ((x + (int32_t)(i % side) - radius) % width + width) % width;
        const int32_t to_y = ((y + (int32_t)(i / side) - radius) % height + height) % height;
        const uint32_t there = (uint32_t)(to_y * width + to_x);
        uint32_t at = smell->buckets[wendi_smell_bucket(smell, there)];
        for (; at != WENDI_SMELL_NONE; at = smell->points[at].next) {
            const wendi_smell_point *point = &smell->points[at];
            const uint32_t source = at / smell->trail_limit;
            if (point->cell != there || !wendi_smell_is_alive(smell, point) ||
                !is_smelled(smell, nose, source)) {
                continue;
            }
            const near_trail trail = {
                source, faded(wendi_smell_trail_intensity(smell, source, point), window[i], reach),
                window[i], at, point->tick};
            if (perceived(nose, smell->sources[source].kind, trail.intensity) > 0) {
                visit(context, &trail);
            }
        }
    }
}

static void gather_trail(void *context, const near_trail *trail)
{
    add_trail(context, trail);
}

static void list_trails(smell_list *list, uint32_t cell)
{
    near_trails trails;
    const wend_smell *smell = list->smell;
    trails.count = 0;
    visit_trails(smell, list->nose, cell, gather_trail, &trails);
    for (uint32_t i = 0; i < trails.count; i++) {
        const near_trail *it = &trails.items[i];
        wend_scent scent = scent_of(smell, it->source, it->length);
        scent.intensity = perceived(list->nose, scent.kind, it->intensity);
        scent.is_trail = true;
        scent.age = smell->tick - it->tick;
        keep(list, &scent);
    }
}

/* ---- the public face ---- */

static wend_result fill(const wend_smell *smell, wend_vec2 position, const wend_nose *nose,
                        smell_list *list)
{
    if (smell == NULL || !is_nose(nose) ||
        !(wendi_is_finite(position.x) && wendi_is_finite(position.y))) {
        return WEND_ERROR_ARGUMENT;
    }
    list->smell = smell;
    list->nose = nose;
    const uint32_t cell = wend_grid_node_at(smell->grid, position);
    if (cell != WEND_NODE_NONE && smell->bucket_count > 0) {
        wendi_prefetch(&smell->buckets[wendi_smell_bucket(smell, cell)]); /* of trails, below */
    }
    if (cell != WEND_NODE_NONE && !nose->has_no_sources) {
        visit_sources(smell, cell, list_source, list);
    }
    if (cell != WEND_NODE_NONE && !nose->has_no_trails) {
        list_trails(list, cell);
    }
    return list->found > list->capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_smell_at(const wend_smell *smell, wend_vec2 position, const wend_nose *nose,
                          wend_scent *scents, size_t capacity, size_t *count)
{
    smell_list list = {.scents = scents, .capacity = capacity};
    if (count != NULL) {
        *count = 0;
    }
    if (count == NULL || (scents == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = fill(smell, position, nose == NULL ? &PLAIN_NOSE : nose, &list);
    *count = list.found;
    return result;
}

bool wend_smell_strongest(const wend_smell *smell, wend_vec2 position, const wend_nose *nose,
                          wend_scent *scent)
{
    smell_list list = {.scents = scent, .capacity = 1};
    if (scent == NULL) {
        return false;
    }
    memset(scent, 0, sizeof *scent);
    return fill(smell, position, nose == NULL ? &PLAIN_NOSE : nose, &list) >= WEND_OK &&
           list.kept > 0;
}

typedef struct smell_sum {
    const wend_smell *smell;
    const wend_nose *nose;
    uint32_t index1; /* only this source; 0: all */
    uint64_t total;  /* in 1/65536 of the nose's intensities, so that their order has no effect */
} smell_sum;

static void add_up(void *context, uint32_t index, uint32_t length)
{
    smell_sum *sum = context;
    const wendi_smell_source *it = &sum->smell->sources[index];
    if ((sum->index1 == 0 || sum->index1 == index + 1) &&
        is_smelled(sum->smell, sum->nose, index)) {
        sum->total +=
            (uint64_t)(perceived(sum->nose, it->kind, faded(it->intensity, length, it->reach)) *
                       WENDI_SMELL_ONE);
    }
}

static uint64_t total_at(const wend_smell *smell, const wend_nose *nose, uint32_t index1,
                         uint32_t cell)
{
    smell_sum sum = {smell, nose, index1, 0};
    visit_sources(smell, cell, add_up, &sum);
    return sum.total;
}

double wend_smell_intensity(const wend_smell *smell, wend_vec2 position, const wend_nose *nose)
{
    nose = nose == NULL ? &PLAIN_NOSE : nose;
    if (smell == NULL || !is_nose(nose)) {
        return 0;
    }
    const uint32_t cell = wend_grid_node_at(smell->grid, position);
    return cell == WEND_NODE_NONE || nose->has_no_sources
               ? 0
               : (double)total_at(smell, nose, 0, cell) / WENDI_SMELL_ONE;
}

bool wend_smell_direction(const wend_smell *smell, wend_vec2 position, const wend_nose *nose,
                          wend_smell_id source, wend_vec2 *direction)
{
    nose = nose == NULL ? &PLAIN_NOSE : nose;
    if (direction != NULL) {
        *direction = (wend_vec2){0, 0};
    }
    if (smell == NULL || direction == NULL || !is_nose(nose) || nose->has_no_sources ||
        (source.index1 != 0 && wendi_smell_find(smell, source) == NULL)) {
        return false;
    }
    const uint32_t cell = wend_grid_node_at(smell->grid, position);
    if (cell == WEND_NODE_NONE || smell->open[cell] == 0) {
        return false;
    }
    uint64_t most = total_at(smell, nose, source.index1, cell);
    uint32_t best = WENDI_DIRECTIONS;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        const uint32_t to = wendi_smell_step(smell, cell, d);
        const uint64_t total = to == WEND_NODE_NONE ? 0 : total_at(smell, nose, source.index1, to);
        if (total > most) {
            most = total;
            best = d;
        }
    }
    if (best == WENDI_DIRECTIONS) {
        return false;
    }
    /* Around the map the neighbour's centre lies far off: the direction is that of the step. */
    const wend_vec2 from = wend_grid_position(smell->grid, cell);
    const wend_vec2 to = wend_grid_position(smell->grid, wendi_smell_step(smell, cell, best));
    wend_vec2 step = {to.x - from.x, to.y - from.y};
    const double limit = 2 * smell->info.cell_size;
    if (step.x > limit || step.x < -limit || step.y > limit || step.y < -limit) {
        step = (wend_vec2){wendi_direction_x(best), wendi_direction_y(best)};
    }
    *direction = wend_vec2_normalize(step);
    return true;
}

/* The newest cell of one trail. */
typedef struct newest_trail {
    uint32_t source;
    bool has_one;
    near_trail it;
} newest_trail;

/* Points of equal ticks: the one further along the ring is newer. */
static uint32_t age_rank(const wend_smell *smell, uint32_t point)
{
    const uint32_t limit = smell->trail_limit, source = point / limit;
    return (point % limit + limit - smell->sources[source].trail_oldest) % limit;
}

typedef struct newest_search {
    const wend_smell *smell;
    newest_trail newest;
} newest_search;

static void find_newest(void *context, const near_trail *trail)
{
    newest_search *search = context;
    if (trail->source == search->newest.source &&
        (!search->newest.has_one || age_rank(search->smell, trail->point) >
                                        age_rank(search->smell, search->newest.it.point))) {
        search->newest.has_one = true;
        search->newest.it = *trail;
    }
}

/* The source of the strongest trail at a cell; its index, or WENDI_SMELL_NONE. */
static uint32_t strongest_trail(const wend_smell *smell, const wend_nose *nose, uint32_t cell)
{
    near_trails trails;
    uint32_t best = 0;
    trails.count = 0;
    visit_trails(smell, nose, cell, gather_trail, &trails);
    for (uint32_t i = 1; i < trails.count; i++) {
        best = is_better_trail(&trails.items[i], &trails.items[best]) ? i : best;
    }
    return trails.count == 0 ? (uint32_t)WENDI_SMELL_NONE : trails.items[best].source;
}

bool wend_smell_follow(const wend_smell *smell, wend_vec2 position, const wend_nose *nose,
                       wend_smell_id source, wend_smell_step *next)
{
    nose = nose == NULL ? &PLAIN_NOSE : nose;
    if (next != NULL) {
        memset(next, 0, sizeof *next);
    }
    if (smell == NULL || next == NULL || !is_nose(nose) || nose->has_no_trails ||
        (source.index1 != 0 && wendi_smell_find(smell, source) == NULL)) {
        return false;
    }
    const uint32_t cell = wend_grid_node_at(smell->grid, position);
    if (cell == WEND_NODE_NONE) {
        return false;
    }
    newest_search search = {.smell = smell};
    search.newest.source =
        source.index1 != 0 ? source.index1 - 1 : strongest_trail(smell, nose, cell);
    if (search.newest.source == WENDI_SMELL_NONE) {
        return false;
    }
    visit_trails(smell, nose, cell, find_newest, &search);
    if (!search.newest.has_one) {
        return false;
    }
    const uint32_t index = search.newest.source;
    const wendi_smell_source *it = &smell->sources[index];
    const uint32_t after = age_rank(smell, search.newest.it.point) + 1;
    if (after >= it->trail_count) {
        *next = (wend_smell_step){.position = it->position,
                                  .tick = smell->tick,
                                  .intensity = (double)it->intensity / WENDI_SMELL_ONE,
                                  .is_source = true};
        return true;
    }
    const wendi_smell_point *point = wendi_smell_point_at(smell, index, after);
    *next = (wend_smell_step){
        .position = wend_grid_position(smell->grid, point->cell),
        .tick = point->tick,
        .intensity = (double)wendi_smell_trail_intensity(smell, index, point) / WENDI_SMELL_ONE};
    return true;
}

/* ---- drawing ---- */

static void draw_window(const wend_smell *smell, const wendi_smell_source *it,
                        const wend_draw *draw)
{
    const int32_t width = smell->info.width, height = smell->info.height;
    const int32_t radius = (int32_t)(it->side / 2);
    const int32_t x = (int32_t)(it->centre % (uint32_t)width) - radius;
    const int32_t y = (int32_t)(it->centre / (uint32_t)width) - radius;
    for (uint32_t i = 0; i < it->side * it->side; i++) {
        if (it->window[i] < it->reach) {
            const int32_t to_x = ((x + (int32_t)(i % it->side)) % width + width) % width;
            const int32_t to_y = ((y + (int32_t)(i / it->side)) % height + height) % height;
            wend_grid_draw_cell(smell->grid, (uint32_t)(to_y * width + to_x), draw,
                                WEND_MEANING_REACH, (double)it->window[i] / it->reach);
        }
    }
}

static void draw_trail(const wend_smell *smell, uint32_t index, const wend_draw *draw)
{
    const wendi_smell_source *it = &smell->sources[index];
    wend_vec2 from = {0, 0};
    bool has_from = false;
    for (uint32_t i = 0; i <= it->trail_count; i++) {
        const bool is_end = i == it->trail_count;
        const wendi_smell_point *point = is_end ? NULL : wendi_smell_point_at(smell, index, i);
        if (point != NULL && !wendi_smell_is_alive(smell, point)) {
            continue;
        }
        const wend_vec2 to =
            point == NULL ? it->position : wend_grid_position(smell->grid, point->cell);
        if (has_from && draw->line != NULL) {
            draw->line(draw->context, from, to, WEND_MEANING_PATH, index);
        }
        from = to;
        has_from = true;
    }
}

wend_result wend_smell_draw(const wend_smell *smell, uint64_t kinds, const wend_draw *draw)
{
    if (smell == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < smell->limit; i++) {
        const wendi_smell_source *it = &smell->sources[i];
        if (it->is_used && (kinds >> it->kind & 1) != 0) {
            if (it->is_linked) {
                draw_window(smell, it, draw);
            }
            draw_trail(smell, i, draw);
        }
    }
    return WEND_OK;
}
