/* Stamps of influence: kernels, floods over open cells, and which stamps an edit of the grid touches.
 * Cost: a straight stamp takes its cells; a path stamp some ten times that. */
#include "mind/strategy/influence.h"

#include "base/math/bits.h"
#include "base/math/clamp.h"

#include <string.h>

enum {
    FLOOD_SHIFT = 31, /* buckets of half a step: their cells are final when they are reached */
    KERNELS_MOST = 64
};

int32_t wendi_influence_cell_of(double coordinate, double origin, double cell_size)
{
    const double cells = (coordinate - origin) / cell_size, far = (double)WENDI_INFLUENCE_FAR;
    if (!(cells > -far)) {
        return -WENDI_INFLUENCE_FAR;
    }
    if (cells >= far) {
        return WENDI_INFLUENCE_FAR;
    }
    const int32_t cut = (int32_t)cells;
    return cells < (double)cut ? cut - 1 : cut;
}

influence_key wendi_influence_key_of(const wend_influence *map, const wend_influence_source *source)
{
    const bool is_straight = source->is_straight || map->ground.grid == NULL;
    const double size = is_straight ? map->cell_size : map->cell_size / map->block;
    influence_key key = {.x = wendi_influence_cell_of(source->position.x, map->origin.x, size),
                         .y = wendi_influence_cell_of(source->position.y, map->origin.y, size),
                         .strength = (int64_t)(source->strength * WENDI_INFLUENCE_UNIT),
                         .radius = source->radius,
                         .side = source->side,
                         .falloff = (uint8_t)source->falloff,
                         .is_straight = is_straight,
                         .is_set = true};
    if (key.strength == 0 || (!is_straight && (key.x < 0 || key.y < 0 || key.x >= map->grid_width ||
                                               key.y >= map->grid_height))) {
        key.is_set = false; /* nothing to stamp */
    }
    return key;
}

bool wendi_influence_is_same_key(const influence_key *a, const influence_key *b)
{
    if (!a->is_set || !b->is_set) {
        return a->is_set == b->is_set;
    }
    return a->x == b->x && a->y == b->y && a->strength == b->strength &&
           wendi_bits_of_f64(a->radius) == wendi_bits_of_f64(b->radius) && a->side == b->side &&
           a->falloff == b->falloff && a->is_straight == b->is_straight;
}

/* The part of the strength at a distance, 0 beyond the radius. */
static uint32_t fraction_at(uint8_t falloff, double distance, double radius)
{
    const double one = (double)((int64_t)1 << WENDI_INFLUENCE_FRACTION_BITS);
    if (distance > radius) {
        return 0;
    }
    const double t = radius > 0 ? distance / radius : 0;
    double part = 1;
    if (falloff == WEND_FALLOFF_LINEAR) {
        part = 1 - t;
    } else if (falloff == WEND_FALLOFF_QUADRATIC) {
        part = (1 - t) * (1 - t);
    } else if (falloff == WEND_FALLOFF_ROUND) {
        part = 1 - t * t;
    }
    return (uint32_t)(part * one + 0.5);
}

/* strength * fraction in units of strength, to the nearest; ties away from 0. */
static int64_t amount_of(int64_t strength, uint32_t fraction)
{
    const int64_t half = (int64_t)1 << (WENDI_INFLUENCE_FRACTION_BITS - 1);
    const int64_t size = (strength < 0 ? -strength : strength) * (int64_t)fraction;
    const int64_t rounded = (size + half) >> WENDI_INFLUENCE_FRACTION_BITS;
    return strength < 0 ? -rounded : rounded;
}

/* ---- kernels ---- */

static const influence_kernel *find_kernel(const wend_influence *map, const influence_key *key)
{
    for (uint32_t i = 0; i < map->kernel_count; i++) {
        const influence_kernel *kernel = &map->kernels[i];
        if (wendi_bits_of_f64(kernel->radius) == wendi_bits_of_f64(key->radius) &&
            kernel->falloff == key->falloff) {
            return kernel;
        }
    }
    return NULL;
}

/* Adds a kernel; where there are too many it replaces the oldest. */
static bool add_kernel(wend_influence *map, const influence_key *key)
{
    if (map->kernels == NULL) {
        map->kernels = wendi_alloc_items_zero(&map->allocator, KERNELS_MOST, sizeof *map->kernels);
    }
    const int32_t reach = (int32_t)(key->radius / map->cell_size);
    const size_t side = (size_t)reach + 1;
    uint32_t *fractions = wendi_alloc_items(&map->allocator, side * side, sizeof *fractions);
    if (map->kernels == NULL || fractions == NULL) {
        wendi_free(&map->allocator, fractions, side * side * sizeof *fractions);
        return false;
    }
    for (int32_t y = 0; y <= reach; y++) {
        for (int32_t x = 0; x <= reach; x++) {
            const double distance = wend_sqrt((double)(x * x + y * y)) * map->cell_size;
            fractions[(size_t)y * side + (size_t)x] =
                fraction_at(key->falloff, distance, key->radius);
        }
    }
    influence_kernel *kernel = &map->kernels[map->kernel_next];
    if (map->kernel_count == KERNELS_MOST) {
        const size_t old_side = (size_t)kernel->reach + 1;
        wendi_free(&map->allocator, kernel->fractions,
                   old_side * old_side * sizeof *kernel->fractions);
    } else {
        map->kernel_count++;
    }
    map->kernel_next = (map->kernel_next + 1) % KERNELS_MOST;
    *kernel = (influence_kernel){key->radius, key->falloff, reach, fractions};
    return true;
}

static bool has_kernel(wend_influence *map, const influence_key *key)
{
    return !key->is_set || !key->is_straight || find_kernel(map, key) != NULL ||
           add_kernel(map, key);
}

bool wendi_influence_prepare_kernels(wend_influence *map, const influence_key *old_key,
                                     const influence_key *new_key)
{
    /* The second may replace the first, the third does not replace the second. */
    return has_kernel(map, new_key) && has_kernel(map, old_key) && has_kernel(map, new_key);
}

size_t wendi_influence_kernel_bytes(const wend_influence *map)
{
    size_t bytes = map->kernels == NULL ? 0 : KERNELS_MOST * sizeof *map->kernels;
    for (uint32_t i = 0; map->kernels != NULL && i < map->kernel_count; i++) {
        const size_t side = (size_t)map->kernels[i].reach + 1;
        bytes += side * side * sizeof(uint32_t);
    }
    return bytes;
}

void wendi_influence_free_kernels(wend_influence *map)
{
    for (uint32_t i = 0; i < map->kernel_count; i++) {
        const size_t side = (size_t)map->kernels[i].reach + 1;
        wendi_free(&map->allocator, map->kernels[i].fractions, side * side * sizeof(uint32_t));
    }
    wendi_free(&map->allocator, map->kernels, KERNELS_MOST * sizeof *map->kernels);
}

/* The cells in reach of a cell: x0 <= x <= x1, y0 <= y <= y1; none where x0 > x1 or y0 > y1. */
typedef struct reach_box {
    int32_t x0, y0, x1, y1;
} reach_box;

static reach_box box_around(int32_t x, int32_t y, int32_t reach, int32_t width, int32_t height)
{
    return (reach_box){x - reach > 0 ? x - reach : 0, y - reach > 0 ? y - reach : 0,
                       x + reach < width ? x + reach : width - 1,
                       y + reach < height ? y + reach : height - 1};
}

static int32_t size_of(int32_t value)
{
    return value < 0 ? -value : value;
}

/* ---- floods ---- */

/* A flood over the cells of the grid in reach of its start. */
typedef struct influence_flood {
    wend_influence *map;
    reach_box box;
    int32_t width; /* of the box */
    uint64_t limit;
    bool has_diagonals;
    wend_corner_rule corner_rule;
} influence_flood;

static bool is_open(const influence_flood *f, int32_t x, int32_t y)
{
    return f->map->open[(size_t)y * (size_t)f->map->grid_width + (size_t)x] != 0;
}

static bool is_in(const influence_flood *f, int32_t x, int32_t y)
{
    return x >= f->box.x0 && x <= f->box.x1 && y >= f->box.y0 && y <= f->box.y1;
}

/* False without memory. */
static bool reach_cell(influence_flood *f, int32_t x, int32_t y, uint64_t cost)
{
    const uint32_t at = (uint32_t)((y - f->box.y0) * f->width + (x - f->box.x0));
    if (cost > f->limit || cost >= f->map->costs.items[at]) {
        return true;
    }
    f->map->costs.items[at] = cost;
    return wendi_bucket_queue_push(&f->map->queue, cost, at);
}

static bool may_cut_corner(const influence_flood *f, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    const bool a = is_open(f, x + dx, y), b = is_open(f, x, y + dy);
    return f->corner_rule == WEND_CORNER_ALWAYS ||
           (f->corner_rule == WEND_CORNER_ONE_OPEN ? a || b : a && b);
}

static bool expand(influence_flood *f, int32_t x, int32_t y, uint64_t cost)
{
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            const bool is_diagonal = dx != 0 && dy != 0;
            if ((dx == 0 && dy == 0) || (is_diagonal && !f->has_diagonals) ||
                !is_in(f, x + dx, y + dy) || !is_open(f, x + dx, y + dy) ||
                (is_diagonal && !may_cut_corner(f, x, y, dx, dy))) {
                continue;
            }
            if (!reach_cell(f, x + dx, y + dy,
                            cost + (is_diagonal ? WEND_COST_DIAGONAL : WEND_COST_ONE))) {
                return false;
            }
        }
    }
    return true;
}

static bool run_flood(influence_flood *f, const influence_key *key)
{
    uint32_t at = 0;
    wendi_bucket_queue_clear(&f->map->queue, FLOOD_SHIFT, 0);
    if (!reach_cell(f, key->x, key->y, 0)) {
        return false;
    }
    for (;;) {
        const wend_result result = wendi_bucket_queue_pop(&f->map->queue, &at);
        if (result != WEND_OK) {
            return result == WEND_NO_PATH;
        }
        const int32_t x = f->box.x0 + (int32_t)at % f->width;
        const int32_t y = f->box.y0 + (int32_t)at / f->width;
        if (!expand(f, x, y, f->map->costs.items[at])) {
            return false;
        }
    }
}

/* The flood's costs as fractions of the map's cells, into the spare list. */
static bool gather(influence_flood *f, const influence_key *key)
{
    wend_influence *map = f->map;
    const int32_t block = map->block;
    const double cell = map->cell_size / block;
    const reach_box to = {f->box.x0 / block, f->box.y0 / block, f->box.x1 / block,
                          f->box.y1 / block};
    const int32_t width = to.x1 - to.x0 + 1;
    const size_t count = (size_t)width * (size_t)(to.y1 - to.y0 + 1);
    wendi_array_u32_clear(&map->fractions);
    if (!wendi_array_u32_resize(&map->fractions, count)) {
        return false;
    }
    uint32_t used = 0;
    for (int32_t y = f->box.y0; y <= f->box.y1; y++) {
        const size_t from = (size_t)(y - f->box.y0) * (size_t)f->width;
        const size_t row = (size_t)(y / block - to.y0) * (size_t)width;
        for (int32_t x = f->box.x0; x <= f->box.x1; x++) {
            const uint64_t cost = map->costs.items[from + (size_t)(x - f->box.x0)];
            if (cost == UINT64_MAX) {
                continue;
            }
            const double distance = wend_cost_to_double(cost) * cell;
            const uint32_t fraction = fraction_at(key->falloff, distance, key->radius);
            uint32_t *into = &map->fractions.items[row + (size_t)(x / block - to.x0)];
            used += *into == 0 && fraction != 0 ? 1 : 0;
            *into = fraction > *into ? fraction : *into;
        }
    }
    if (used > map->spare.capacity) {
        influence_entry *entries = wendi_resize_items(&map->allocator, map->spare.entries,
                                                      map->spare.capacity, used, sizeof *entries);
        if (entries == NULL) {
            return false;
        }
        map->spare.entries = entries;
        map->spare.capacity = used;
    }
    map->spare.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (map->fractions.items[i] != 0) {
            const size_t cell_index = wendi_influence_index(
                map, to.x0 + (int32_t)(i % (size_t)width), to.y0 + (int32_t)(i / (size_t)width));
            map->spare.entries[map->spare.count++] =
                (influence_entry){(uint32_t)cell_index, map->fractions.items[i]};
        }
    }
    return true;
}

bool wendi_influence_prepare(wend_influence *map, const influence_key *key)
{
    if (!key->is_set) {
        return true;
    }
    if (key->is_straight) {
        return has_kernel(map, key);
    }
    wend_grid_info info;
    wend_grid_get_info(map->ground.grid, &info);
    const double reach = key->radius * map->block / map->cell_size;
    influence_flood f = {
        .map = map,
        .box = box_around(key->x, key->y, (int32_t)reach, map->grid_width, map->grid_height),
        .limit = wend_cost_from_double(reach),
        .has_diagonals = info.neighbours == WEND_NEIGHBOURS_8,
        .corner_rule = info.corner_rule};
    f.width = f.box.x1 - f.box.x0 + 1;
    const size_t count = (size_t)f.width * (size_t)(f.box.y1 - f.box.y0 + 1);
    if (!wendi_array_u64_resize(&map->costs, count)) {
        return false;
    }
    memset(map->costs.items, 0xff, count * sizeof *map->costs.items);
    return run_flood(&f, key) && gather(&f, key);
}

/* ---- adding up ---- */

/* A place for the cells of a stamp: one of the two. */
typedef struct stamp_target {
    int64_t *sums;
    wendi_fading_layer *fading;
    const wendi_fading_clock *clock;
} stamp_target;

static uint64_t put_kernel(const wend_influence *map, const influence_kernel *kernel,
                           const influence_key *key, int64_t strength, const stamp_target *to)
{
    const reach_box box = box_around(key->x, key->y, kernel->reach, map->width, map->height);
    uint64_t cells = 0;
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint32_t *row =
            &kernel->fractions[(size_t)size_of(y - key->y) * ((size_t)kernel->reach + 1)];
        for (int32_t x = box.x0; x <= box.x1; x++) {
            const int64_t amount = amount_of(strength, row[size_of(x - key->x)]);
            if (to->sums != NULL) {
                to->sums[wendi_influence_index(map, x, y)] += amount;
            } else if (amount != 0) {
                wendi_fading_add(to->fading, to->clock, x, y, amount);
            }
        }
        cells += box.x1 >= box.x0 ? (uint64_t)(box.x1 - box.x0 + 1) : 0;
    }
    return cells;
}

static uint64_t put_list(wend_influence *map, const influence_list *list, int64_t strength,
                         const stamp_target *to)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t cell = list->entries[i].cell;
        const int64_t amount = amount_of(strength, list->entries[i].fraction);
        if (to->sums != NULL) {
            to->sums[cell] += amount;
        } else if (amount != 0) {
            wendi_fading_add(to->fading, to->clock, (int32_t)(cell % (uint32_t)map->width),
                             (int32_t)(cell / (uint32_t)map->width), amount);
        }
    }
    return list->count;
}

static uint64_t put(wend_influence *map, const influence_key *key, const influence_list *list,
                    int64_t strength, const stamp_target *to)
{
    const influence_kernel *kernel = NULL;
    if (!key->is_set) {
        return 0;
    }
    if (!key->is_straight) {
        return put_list(map, list, strength, to);
    }
    kernel = find_kernel(map, key);
    return kernel == NULL ? 0 : put_kernel(map, kernel, key, strength, to); /* it was prepared */
}

uint64_t wendi_influence_stamp(wend_influence *map, const influence_key *key,
                               const influence_list *list, int64_t sign)
{
    const stamp_target to = {.sums = key->is_set ? map->sums[key->side] : NULL};
    return put(map, key, list, sign * key->strength, &to);
}

uint64_t wendi_influence_stamp_event(wend_influence *map, const influence_key *key)
{
    const stamp_target to = {.fading = &map->fading[key->side], .clock = &map->clock};
    return put(map, key, &map->spare, key->strength, &to);
}

/* ---- the grid ---- */

/* Reads a rectangle of the grid's cells. @return the box around those that changed; none: x0 > x1. */
static reach_box read_cells(wend_influence *map, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    reach_box changed = {INT32_MAX, INT32_MAX, -1, -1};
    uint8_t costs[256];
    for (int32_t y = y0; y < y1; y++) {
        for (int32_t from = x0; from < x1; from += (int32_t)sizeof costs) {
            const int32_t count = (int32_t)wendi_min_i64(x1 - from, (int64_t)sizeof costs);
            wendi_agent_grid_copy_row(&map->ground, from, y, count, costs);
            for (int32_t i = 0; i < count; i++) {
                const int32_t x = from + i;
                const uint8_t now = costs[i] != WEND_COST_WALL ? 1 : 0;
                uint8_t *open = &map->open[(size_t)y * (size_t)map->grid_width + (size_t)x];
                if (*open == now) {
                    continue;
                }
                uint16_t *number =
                    &map->open_count[wendi_influence_index(map, x / map->block, y / map->block)];
                *number = (uint16_t)(now != 0 ? *number + 1 : *number - 1);
                *open = now;
                changed =
                    (reach_box){x < changed.x0 ? x : changed.x0, y < changed.y0 ? y : changed.y0,
                                x > changed.x1 ? x : changed.x1, y > changed.y1 ? y : changed.y1};
            }
        }
    }
    return changed;
}

void wendi_influence_read_grid(wend_influence *map)
{
    (void)read_cells(map, 0, 0, map->grid_width, map->grid_height);
    map->revision = wend_grid_revision(map->ground.grid);
}

static void touch_sources(wend_influence *map, reach_box changed)
{
    for (uint32_t i = 0; i < map->record_count; i++) {
        influence_record *record = &map->records[i];
        const influence_key *key = &record->key;
        if (!key->is_set || key->is_straight || record->is_touched) {
            continue;
        }
        const int32_t reach = (int32_t)(key->radius * map->block / map->cell_size);
        if (key->x + reach >= changed.x0 && key->x - reach <= changed.x1 &&
            key->y + reach >= changed.y0 && key->y - reach <= changed.y1) {
            record->is_touched = true;
            wendi_influence_wait(map, i);
        }
    }
}

bool wendi_influence_follow_grid(wend_influence *map)
{
    const uint64_t revision = wend_grid_revision(map->ground.grid);
    if (revision == map->revision) {
        return true;
    }
    wend_grid_info info;
    size_t count = 0;
    wend_grid_get_info(map->ground.grid, &info);
    const size_t all = (size_t)info.sectors_x * (size_t)info.sectors_y;
    if (map->revision != 0) {
        (void)wend_grid_list_changes(map->ground.grid, map->revision, NULL, 0, &count);
        if (!wendi_array_u32_resize(&map->sectors, count)) {
            return false;
        }
        (void)wend_grid_list_changes(map->ground.grid, map->revision, map->sectors.items, count,
                                     &count);
    }
    const size_t number = map->revision == 0 ? all : count;
    for (size_t i = 0; i < number; i++) {
        const int32_t sector = (int32_t)(map->revision == 0 ? i : map->sectors.items[i]);
        const int32_t x = sector % info.sectors_x * info.sector_size;
        const int32_t y = sector / info.sectors_x * info.sector_size;
        const reach_box changed =
            read_cells(map, x, y, (int32_t)wendi_min_i64(x + info.sector_size, map->grid_width),
                       (int32_t)wendi_min_i64(y + info.sector_size, map->grid_height));
        if (changed.x0 <= changed.x1) {
            touch_sources(map, changed);
        }
    }
    map->revision = revision;
    return true;
}
