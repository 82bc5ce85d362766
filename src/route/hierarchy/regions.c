/* The division of a world: the sectors of a grid, or groups of a graph's nodes; and the groups of
 * these, so that the regions of a group follow each other.
 * Cost: sorting the nodes of a graph once for each halving. */
#include "base/core/sort.h"
#include "route/hierarchy/hierarchy.h"

#include <string.h>

/* ---- halving ---- */

/* Points that are divided into parts of limited size, one half after the other. */
typedef struct halving {
    const wend_vec2 *points;          /* by item */
    uint32_t *items;                  /* [count] brought into the order of parts */
    wendi_sort_pair *pairs, *scratch; /* [count] */
} halving;

/* The number as a key that sorts alike. */
static uint64_t key_of(double value)
{
    uint64_t bits;
    const double plain = value + 0.0; /* -0 and 0 are equal */
    memcpy(&bits, &plain, sizeof bits);
    return (bits >> 63) != 0 ? ~bits : bits | (uint64_t)1 << 63;
}

/* Sorts items along the longer side of the box around them; of equal ones the least first. */
static void sort_along(const halving *h, uint32_t begin, uint32_t end)
{
    wend_vec2 low = h->points[h->items[begin]];
    wend_vec2 high = low;
    for (uint32_t k = begin; k < end; ++k) {
        const wend_vec2 p = h->points[h->items[k]];
        low.x = p.x < low.x ? p.x : low.x;
        low.y = p.y < low.y ? p.y : low.y;
        high.x = p.x > high.x ? p.x : high.x;
        high.y = p.y > high.y ? p.y : high.y;
    }
    const bool along_x = high.x - low.x >= high.y - low.y;
    const uint32_t count = end - begin;
    for (uint32_t k = 0; k < count; ++k) {
        h->pairs[k] = (wendi_sort_pair){h->items[begin + k], h->items[begin + k]};
    }
    wendi_sort_pairs(h->pairs, h->scratch, count);
    for (uint32_t k = 0; k < count; ++k) {
        const wend_vec2 p = h->points[h->pairs[k].value];
        h->pairs[k].key = key_of(along_x ? p.x : p.y);
    }
    wendi_sort_pairs(h->pairs, h->scratch, count);
    for (uint32_t k = 0; k < count; ++k) {
        h->items[begin + k] = h->pairs[k].value;
    }
}

/* Divides items begin ... end-1 into parts of at most `most`, and lists where each begins.
 * @return false: no memory. */
static bool halve(const halving *h, uint32_t begin, uint32_t end, uint32_t most,
                  wendi_array_u32 *starts)
{
    /* The later halves that wait: each is at most half of the one below. */
    uint32_t waiting[64];
    uint32_t depth = 0;
    waiting[depth++] = end;
    uint32_t at = begin;
    while (depth > 0) {
        const uint32_t to = waiting[depth - 1];
        if (to - at <= most) {
            if (!wendi_array_u32_push(starts, at)) {
                return false;
            }
            at = to;
            --depth;
            continue;
        }
        sort_along(h, at, to);
        waiting[depth++] = at + (to - at) / 2;
    }
    return true;
}

static bool halving_create(halving *h, const wend_vec2 *points, uint32_t count,
                           const wend_allocator *a)
{
    h->points = points;
    h->items = wendi_alloc_items(a, count, sizeof h->items[0]);
    h->pairs = wendi_alloc_items(a, count, sizeof h->pairs[0]);
    h->scratch = wendi_alloc_items(a, count, sizeof h->scratch[0]);
    return h->items != NULL && h->pairs != NULL && h->scratch != NULL;
}

static void halving_destroy(halving *h, uint32_t count, const wend_allocator *a)
{
    wendi_free(a, h->items, count * sizeof h->items[0]);
    wendi_free(a, h->pairs, count * sizeof h->pairs[0]);
    wendi_free(a, h->scratch, count * sizeof h->scratch[0]);
}

/* ---- levels ---- */

/* Regions up to which two levels are enough. */
enum { TWO_LEVELS_MOST = 4096 };

/* Makes a level from where its cells begin among the regions. */
static bool make_level(wend_hierarchy *h, uint32_t level, const wendi_array_u32 *starts)
{
    const wend_allocator *a = &h->allocator;
    wendi_abstract_level *made = &h->levels[level];
    const uint32_t regions = h->regions.count;
    const uint32_t count = level == 0 ? regions : (uint32_t)starts->count;
    made->blocks = wendi_alloc_items_zero(a, count, sizeof made->blocks[0]);
    made->cell_count = made->blocks != NULL ? count : 0;
    if (level == 0 || made->blocks == NULL) {
        return made->blocks != NULL;
    }
    made->cells = wendi_alloc_items(a, regions, sizeof made->cells[0]);
    made->first = wendi_alloc_items(a, (size_t)count + 1, sizeof made->first[0]);
    if (made->cells == NULL || made->first == NULL) {
        return false;
    }
    for (uint32_t cell = 0; cell < count; ++cell) {
        const uint32_t end = cell + 1 < count ? starts->items[cell + 1] : regions;
        made->first[cell] = starts->items[cell];
        for (uint32_t r = starts->items[cell]; r < end; ++r) {
            made->cells[r] = cell;
        }
    }
    made->first[count] = regions;
    return true;
}

/* ---- grids ---- */

/* Where a sector stands among those of its group, groups of their group, ...: digits, the largest
 * groups first. */
static uint64_t sector_key(const wend_hierarchy *h, uint32_t sector)
{
    uint32_t x = sector % h->regions.sectors_x;
    uint32_t y = sector / h->regions.sectors_x;
    const uint32_t side = h->group_size;
    uint64_t key = 0;
    unsigned shift = 0;
    for (uint32_t level = 1; level < h->level_count; ++level) {
        key |= (uint64_t)(y % side * side + x % side) << shift;
        shift += 6;
        x /= side;
        y /= side;
    }
    return key | ((uint64_t)y << 14 | x) << shift;
}

static wend_result number_sectors(wend_hierarchy *h, wendi_sort_pair *pairs,
                                  wendi_sort_pair *scratch, wendi_array_u32 *starts)
{
    wendi_abstract_regions *r = &h->regions;
    for (uint32_t sector = 0; sector < r->count; ++sector) {
        pairs[sector] = (wendi_sort_pair){sector_key(h, sector), sector};
    }
    wendi_sort_pairs(pairs, scratch, r->count);
    for (uint32_t region = 0; region < r->count; ++region) {
        r->sectors[region] = pairs[region].value;
        r->of_sector[pairs[region].value] = region;
    }
    for (uint32_t level = 0; level < h->level_count; ++level) {
        wendi_array_u32_clear(starts);
        for (uint32_t region = 0; region < r->count && level > 0; ++region) {
            const bool begins =
                region == 0 || pairs[region].key >> 6 * level != pairs[region - 1].key >> 6 * level;
            if (begins && !wendi_array_u32_push(starts, region)) {
                return WEND_ERROR_MEMORY;
            }
        }
        if (!make_level(h, level, starts)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

static wend_result divide_grid(wend_hierarchy *h, const wend_hierarchy_def *def,
                               wendi_array_u32 *starts)
{
    wendi_abstract_regions *r = &h->regions;
    const wend_allocator *a = &h->allocator;
    const uint32_t size = def->sector_size;
    r->sector_size = (int32_t)size;
    r->sectors_x = ((uint32_t)h->space->width + size - 1) / size;
    r->sectors_y = ((uint32_t)h->space->height + size - 1) / size;
    const uint32_t count = r->sectors_x * r->sectors_y;
    if (h->level_count == 0) {
        h->level_count = count <= TWO_LEVELS_MOST ? 2 : 3;
    }
    r->of_sector = wendi_alloc_items(a, count, sizeof r->of_sector[0]);
    r->sectors = wendi_alloc_items(a, count, sizeof r->sectors[0]);
    r->count = count;
    wendi_sort_pair *pairs = wendi_alloc_items(a, count, sizeof pairs[0]);
    wendi_sort_pair *scratch = wendi_alloc_items(a, count, sizeof scratch[0]);
    wend_result result = WEND_ERROR_MEMORY;
    if (r->of_sector != NULL && r->sectors != NULL && pairs != NULL && scratch != NULL) {
        result = number_sectors(h, pairs, scratch, starts);
    }
    wendi_free(a, pairs, count * sizeof pairs[0]);
    wendi_free(a, scratch, count * sizeof scratch[0]);
    return result;
}

wendi_abstract_rect wendi_abstract_region_rect(const wend_hierarchy *h, uint32_t region)
{
    const wendi_abstract_regions *r = &h->regions;
    const int32_t size = r->sector_size;
    const int32_t x = (int32_t)(r->sectors[region] % r->sectors_x) * size;
    const int32_t y = (int32_t)(r->sectors[region] / r->sectors_x) * size;
    const int32_t right = h->space->width - x;
    const int32_t below = h->space->height - y;
    return (wendi_abstract_rect){x, y, right < size ? right : size, below < size ? below : size};
}

/* ---- graphs ---- */

/* Regions by hand: numbers as given become 0, 1, 2 ... in rising order; nodes beyond the array get
 * one behind all. @return false: no memory. */
static bool take_given(wend_hierarchy *h, const wend_hierarchy_def *def)
{
    wendi_abstract_regions *r = &h->regions;
    const wend_allocator *a = &h->allocator;
    const uint32_t count = r->node_count;
    wendi_sort_pair *pairs = wendi_alloc_items(a, count, sizeof pairs[0]);
    wendi_sort_pair *scratch = wendi_alloc_items(a, count, sizeof scratch[0]);
    const bool is_done = pairs != NULL && scratch != NULL;
    if (is_done) {
        for (uint32_t node = 0; node < count; ++node) {
            const uint64_t number = node < def->region_node_count ? def->regions[node] : UINT32_MAX;
            pairs[node] = (wendi_sort_pair){number, node};
        }
        wendi_sort_pairs(pairs, scratch, count);
        uint32_t region = 0;
        for (uint32_t k = 0; k < count; ++k) {
            region += k > 0 && pairs[k].key != pairs[k - 1].key ? 1 : 0;
            r->of_node[pairs[k].value] = region;
        }
        r->count = region + 1;
    }
    wendi_free(a, pairs, count * sizeof pairs[0]);
    wendi_free(a, scratch, count * sizeof scratch[0]);
    return is_done;
}

/* Regions by halving the nodes. @return false: no memory. */
static bool find_regions(wend_hierarchy *h, uint32_t most, wendi_array_u32 *starts)
{
    wendi_abstract_regions *r = &h->regions;
    const wend_allocator *a = &h->allocator;
    const uint32_t count = r->node_count;
    wend_vec2 *points = wendi_alloc_items(a, count, sizeof points[0]);
    halving parts = {0};
    bool is_done = points != NULL && halving_create(&parts, points, count, a);
    if (is_done) {
        for (uint32_t node = 0; node < count; ++node) {
            points[node] =
                (wend_vec2){h->space->net->positions[node].x, h->space->net->positions[node].y};
            parts.items[node] = node;
        }
        is_done = halve(&parts, 0, count, most, starts);
    }
    if (is_done) {
        r->count = (uint32_t)starts->count;
        for (uint32_t region = 0; region < r->count; ++region) {
            const uint32_t end = region + 1 < r->count ? starts->items[region + 1] : count;
            for (uint32_t k = starts->items[region]; k < end; ++k) {
                r->of_node[parts.items[k]] = region;
            }
        }
    }
    halving_destroy(&parts, count, a);
    wendi_free(a, points, count * sizeof points[0]);
    return is_done;
}

/* Lists the nodes of each region. Arrays must be there. */
static void list_nodes(wendi_abstract_regions *r)
{
    memset(r->first, 0, ((size_t)r->count + 1) * sizeof r->first[0]);
    for (uint32_t node = 0; node < r->node_count; ++node) {
        ++r->first[r->of_node[node] + 1];
    }
    r->most = 0;
    for (uint32_t region = 0; region < r->count; ++region) {
        r->most = r->first[region + 1] > r->most ? r->first[region + 1] : r->most;
        r->first[region + 1] += r->first[region];
    }
    for (uint32_t node = 0; node < r->node_count; ++node) {
        const uint32_t at = r->first[r->of_node[node]]++;
        r->nodes[at] = node;
    }
    for (uint32_t region = r->count; region > 0; --region) {
        r->first[region] = r->first[region - 1];
    }
    r->first[0] = 0;
    for (uint32_t region = 0; region < r->count; ++region) {
        for (uint32_t k = r->first[region]; k < r->first[region + 1]; ++k) {
            r->index[r->nodes[k]] = k - r->first[region];
        }
    }
}

/* The middle of the nodes of each region. */
static void find_middles(const wend_hierarchy *h, wend_vec2 *middles)
{
    const wendi_abstract_regions *r = &h->regions;
    for (uint32_t region = 0; region < r->count; ++region) {
        const uint32_t count = r->first[region + 1] - r->first[region];
        wend_vec2 sum = {0, 0};
        for (uint32_t k = r->first[region]; k < r->first[region + 1]; ++k) {
            const wend_vec3 at = h->space->net->positions[r->nodes[k]];
            sum = (wend_vec2){sum.x + at.x, sum.y + at.y};
        }
        middles[region] = count == 0 ? sum : wend_vec2_scale(sum, 1.0 / (double)count);
    }
}

/* Renumbers regions so that those of a group follow each other, and makes the levels: the largest
 * groups first, each then divided further.
 * @param steps [count + 1] scratch for the cells of the level above. */
static wend_result group_regions(wend_hierarchy *h, halving *parts, uint32_t *numbers,
                                 wendi_array_u32 *starts)
{
    wendi_abstract_regions *r = &h->regions;
    for (uint32_t region = 0; region < r->count; ++region) {
        parts->items[region] = region;
    }
    uint64_t most = 1;
    for (uint32_t level = 1; level < h->level_count; ++level) {
        most *= (uint64_t)h->group_size * h->group_size;
    }
    for (uint32_t level = h->level_count - 1; level > 0; --level) {
        const wendi_abstract_level *above =
            level + 1 < h->level_count ? &h->levels[level + 1] : NULL;
        const uint32_t above_count = above != NULL ? above->cell_count : 1;
        wendi_array_u32_clear(starts);
        for (uint32_t cell = 0; cell < above_count; ++cell) {
            const uint32_t begin = above != NULL ? above->first[cell] : 0;
            const uint32_t end = above != NULL ? above->first[cell + 1] : r->count;
            if (!halve(parts, begin, end, most > r->count ? r->count : (uint32_t)most, starts)) {
                return WEND_ERROR_MEMORY;
            }
        }
        if (!make_level(h, level, starts)) {
            return WEND_ERROR_MEMORY;
        }
        most /= (uint64_t)h->group_size * h->group_size;
    }
    for (uint32_t place = 0; place < r->count; ++place) {
        numbers[parts->items[place]] = place;
    }
    for (uint32_t node = 0; node < r->node_count; ++node) {
        r->of_node[node] = numbers[r->of_node[node]];
    }
    return make_level(h, 0, starts) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result divide_graph(wend_hierarchy *h, const wend_hierarchy_def *def,
                                wendi_array_u32 *starts)
{
    wendi_abstract_regions *r = &h->regions;
    const wend_allocator *a = &h->allocator;
    const uint32_t count = h->space->net->node_count;
    r->node_count = count;
    if (count > 0) {
        r->of_node = wendi_alloc_items(a, count, sizeof r->of_node[0]);
        r->index = wendi_alloc_items(a, count, sizeof r->index[0]);
        r->nodes = wendi_alloc_items(a, count, sizeof r->nodes[0]);
        if (r->of_node == NULL || r->index == NULL || r->nodes == NULL ||
            !(def->regions != NULL ? take_given(h, def)
                                   : find_regions(h, def->region_nodes, starts))) {
            return WEND_ERROR_MEMORY;
        }
    }
    /* One more for nodes that are added later. */
    ++r->count;
    if (h->level_count == 0) {
        h->level_count = r->count <= TWO_LEVELS_MOST ? 2 : 3;
    }
    r->first = wendi_alloc_items(a, (size_t)r->count + 1, sizeof r->first[0]);
    wend_vec2 *middles = wendi_alloc_items(a, r->count, sizeof middles[0]);
    uint32_t *numbers = wendi_alloc_items(a, r->count, sizeof numbers[0]);
    halving parts = {0};
    const uint32_t regions = r->count;
    wend_result result = WEND_ERROR_MEMORY;
    if (r->first != NULL && middles != NULL && numbers != NULL &&
        halving_create(&parts, middles, regions, a)) {
        list_nodes(r);
        find_middles(h, middles);
        result = group_regions(h, &parts, numbers, starts);
        if (result == WEND_OK) {
            r->added = numbers[regions - 1];
            list_nodes(r);
        }
    }
    halving_destroy(&parts, regions, a);
    wendi_free(a, middles, regions * sizeof middles[0]);
    wendi_free(a, numbers, regions * sizeof numbers[0]);
    return result;
}

wend_result wendi_abstract_add_nodes(wend_hierarchy *h)
{
    wendi_abstract_regions *r = &h->regions;
    if (h->space->net == NULL || h->space->net->node_count == r->node_count) {
        return WEND_OK;
    }
    const uint32_t count = h->space->net->node_count;
    const wend_allocator *a = &h->allocator;
    uint32_t *of_node = wendi_alloc_items(a, count, sizeof of_node[0]);
    uint32_t *index = wendi_alloc_items(a, count, sizeof index[0]);
    uint32_t *nodes = wendi_alloc_items(a, count, sizeof nodes[0]);
    if (of_node == NULL || index == NULL || nodes == NULL) {
        wendi_free(a, of_node, count * sizeof of_node[0]);
        wendi_free(a, index, count * sizeof index[0]);
        wendi_free(a, nodes, count * sizeof nodes[0]);
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t node = 0; node < count; ++node) {
        of_node[node] = node < r->node_count ? r->of_node[node] : r->added;
    }
    wendi_free(a, r->of_node, r->node_count * sizeof of_node[0]);
    wendi_free(a, r->index, r->node_count * sizeof index[0]);
    wendi_free(a, r->nodes, r->node_count * sizeof nodes[0]);
    r->of_node = of_node;
    r->index = index;
    r->nodes = nodes;
    r->node_count = count;
    list_nodes(r);
    return WEND_OK;
}

/* ---- all ---- */

wend_result wendi_abstract_divide(wend_hierarchy *h, const wend_hierarchy_def *def)
{
    wendi_array_u32 starts;
    wendi_array_u32_init(&starts, &h->allocator);
    const wend_result result =
        h->space->net != NULL ? divide_graph(h, def, &starts) : divide_grid(h, def, &starts);
    wendi_array_u32_free(&starts);
    return result;
}

void wendi_abstract_regions_destroy(wend_hierarchy *h)
{
    const wend_allocator *a = &h->allocator;
    wendi_abstract_regions *r = &h->regions;
    const size_t sectors = (size_t)r->sectors_x * r->sectors_y;
    wendi_free(a, r->of_sector, sectors * sizeof r->of_sector[0]);
    wendi_free(a, r->sectors, sectors * sizeof r->sectors[0]);
    wendi_free(a, r->of_node, r->node_count * sizeof r->of_node[0]);
    wendi_free(a, r->index, r->node_count * sizeof r->index[0]);
    wendi_free(a, r->nodes, r->node_count * sizeof r->nodes[0]);
    wendi_free(a, r->first, r->first != NULL ? ((size_t)r->count + 1) * sizeof r->first[0] : 0);
    for (uint32_t level = 0; level < WEND_HIERARCHY_LEVELS_MAX; ++level) {
        wendi_abstract_level *l = &h->levels[level];
        for (uint32_t cell = 0; cell < l->cell_count; ++cell) {
            wendi_abstract_block_free(&l->blocks[cell], a);
        }
        wendi_free(a, l->blocks, l->cell_count * sizeof l->blocks[0]);
        wendi_free(a, l->cells, l->cells != NULL ? r->count * sizeof l->cells[0] : 0);
        wendi_free(a, l->first,
                   l->first != NULL ? ((size_t)l->cell_count + 1) * sizeof l->first[0] : 0);
    }
    memset(r, 0, sizeof *r);
    memset(h->levels, 0, sizeof h->levels);
}

size_t wendi_abstract_regions_bytes(const wend_hierarchy *h)
{
    const wendi_abstract_regions *r = &h->regions;
    size_t bytes = (size_t)r->sectors_x * r->sectors_y * 2 * sizeof(uint32_t) +
                   (size_t)r->node_count * 3 * sizeof(uint32_t) +
                   (r->first != NULL ? ((size_t)r->count + 1) * sizeof(uint32_t) : 0);
    for (uint32_t level = 0; level < h->level_count; ++level) {
        const wendi_abstract_level *l = &h->levels[level];
        bytes += l->cell_count * sizeof l->blocks[0];
        bytes += l->cells != NULL ? r->count * sizeof l->cells[0] : 0;
        bytes += l->first != NULL ? ((size_t)l->cell_count + 1) * sizeof l->first[0] : 0;
        for (uint32_t cell = 0; cell < l->cell_count; ++cell) {
            bytes += wendi_abstract_block_bytes(&l->blocks[cell]);
        }
    }
    return bytes;
}
