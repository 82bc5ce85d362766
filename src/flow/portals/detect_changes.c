/* Marks the sectors that edits of the grids may have changed.
 * Cost: the changed sectors and those around them; all sectors after very many edits. */
#include "flow/portals/portal_graph_private.h"

#include "base/math/bits.h"
#include "wend/grid.h"
#include "wend/link.h"

enum { CHANGES_AT_ONCE = 256 };

/* Cells x0 ... x1, y0 ... y1 of a floor. */
typedef struct changed_box {
    int32_t x0, y0, x1, y1;
} changed_box;

static int32_t max_of(int32_t value, int32_t low)
{
    return value < low ? low : value;
}

static int32_t min_of(int32_t value, int32_t high)
{
    return value > high ? high : value;
}

/* All cells that may change with a cell of the sector: the sector itself, cells that an agent may
 * no longer fit in, and frames. Clipped to the floor. */
static changed_box affected_cells(const wendi_sector_map_floor *floor,
                                  const wendi_sector_bounds *bounds, int32_t reach)
{
    const changed_box around = {max_of(bounds->x - reach, 0), max_of(bounds->y - reach, 0),
                                min_of(bounds->x + bounds->width - 1 + reach, floor->width - 1),
                                min_of(bounds->y + bounds->height - 1 + reach, floor->height - 1)};
    return around;
}

static void mark_around(wendi_portal_graph *graph, uint32_t sector)
{
    const wendi_sector_map *map = graph->map;
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(map, sector);
    const wendi_sector_map_floor *floor = &map->floors[bounds.floor];
    const changed_box around =
        affected_cells(floor, &bounds, graph->floors[bounds.floor].reach + 1);
    const uint32_t first = wendi_sector_map_sector_at(map, bounds.floor, around.x0, around.y0);
    const uint32_t last = wendi_sector_map_sector_at(map, bounds.floor, around.x1, around.y0);
    const uint32_t end = wendi_sector_map_sector_at(map, bounds.floor, around.x0, around.y1);
    for (uint32_t row = first; row <= end; row += (uint32_t)floor->sectors_x) {
        const uint32_t row_last = row + (last - first);
        for (uint32_t each = row; each <= row_last; ++each) {
            wendi_dirty_sectors_add(&graph->dirty, each);
        }
        graph->link_table.is_stale = graph->link_table.is_stale ||
                                     wendi_portal_links_watches(&graph->link_table, row, row_last);
    }
}

/* Used when there are too many changes to list. */
static void mark_by_revision(wendi_portal_graph *graph, uint32_t floor, uint64_t since)
{
    const wendi_sector_map_floor *at = &graph->map->floors[floor];
    const uint32_t count = (uint32_t)at->sectors_x * (uint32_t)at->sectors_y;
    for (uint32_t i = 0; i < count; ++i) {
        if (wend_grid_sector_revision(at->grid, i) > since) {
            mark_around(graph, at->first_sector + i);
        }
    }
}

static void detect_floor_changes(wendi_portal_graph *graph, uint32_t index)
{
    wendi_portal_graph_floor *floor = &graph->floors[index];
    const wendi_sector_map_floor *at = &graph->map->floors[index];
    const uint64_t revision = wend_grid_revision(at->grid);
    const uint64_t links_revision = wend_grid_links_revision(at->grid);
    if (floor->clearance != NULL) {
        (void)wend_clearance_update(floor->clearance); /* Never fails. */
    }
    if (links_revision != floor->links_revision) {
        graph->link_table.is_stale = true;
        floor->links_revision = links_revision;
    }
    if (revision == floor->revision) {
        return;
    }
    uint32_t changed[CHANGES_AT_ONCE];
    size_t count;
    if (wend_grid_list_changes(at->grid, floor->revision, changed, CHANGES_AT_ONCE, &count) ==
        WEND_OK) {
        for (size_t i = 0; i < count; ++i) {
            mark_around(graph, at->first_sector + changed[i]);
        }
    } else {
        mark_by_revision(graph, index, floor->revision);
    }
    floor->revision = revision;
    graph->is_stamped = false;
    graph->built_last = 0;
}

wend_result wendi_portal_graph_detect_changes(wendi_portal_graph *graph)
{
    for (uint32_t i = 0; i < graph->map->floor_count; ++i) {
        detect_floor_changes(graph, i);
    }
    if (graph->link_table.is_stale && !wendi_portal_links_update(graph)) {
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

bool wendi_portal_graph_is_fresh(const wendi_portal_graph *graph)
{
    bool is_fresh = graph->dirty.count == 0 && !graph->link_table.is_stale;
    for (uint32_t i = 0; is_fresh && i < graph->map->floor_count; ++i) {
        is_fresh = graph->floors[i].revision == wend_grid_revision(graph->map->floors[i].grid);
    }
    return is_fresh;
}

enum { WORD = 64 };

bool wendi_dirty_sectors_create(wendi_dirty_sectors *dirty, const wend_allocator *allocator,
                                uint32_t sector_count)
{
    dirty->word_count = sector_count / WORD + 1;
    dirty->word_group_count = dirty->word_count / WORD + 1;
    dirty->words = wendi_alloc_zero(allocator, wendi_dirty_sectors_memory_bytes(dirty));
    if (dirty->words == NULL) {
        return false;
    }
    dirty->word_groups = dirty->words + dirty->word_count;
    for (uint32_t sector = 0; sector < sector_count; ++sector) {
        wendi_dirty_sectors_add(dirty, sector);
    }
    return true;
}

void wendi_dirty_sectors_destroy(wendi_dirty_sectors *dirty, const wend_allocator *allocator)
{
    if (dirty->words != NULL) {
        wendi_free(allocator, dirty->words, wendi_dirty_sectors_memory_bytes(dirty));
    }
    dirty->words = NULL;
}

size_t wendi_dirty_sectors_memory_bytes(const wendi_dirty_sectors *dirty)
{
    return ((size_t)dirty->word_count + dirty->word_group_count) * sizeof *dirty->words;
}

void wendi_dirty_sectors_add(wendi_dirty_sectors *dirty, uint32_t sector)
{
    const uint32_t word = sector / WORD;
    const uint64_t bit = UINT64_C(1) << sector % WORD;
    dirty->count += (dirty->words[word] & bit) == 0;
    dirty->words[word] |= bit;
    dirty->word_groups[word / WORD] |= UINT64_C(1) << word % WORD;
    if (word / WORD < dirty->first_word_group) {
        dirty->first_word_group = word / WORD;
    }
}

void wendi_dirty_sectors_remove(wendi_dirty_sectors *dirty, uint32_t sector)
{
    const uint32_t word = sector / WORD;
    const uint64_t bit = UINT64_C(1) << sector % WORD;
    dirty->count -= (dirty->words[word] & bit) != 0;
    dirty->words[word] &= ~bit;
    if (dirty->words[word] == 0) {
        dirty->word_groups[word / WORD] &= ~(UINT64_C(1) << word % WORD);
    }
}

uint32_t wendi_dirty_sectors_list(wendi_dirty_sectors *dirty, uint32_t *sectors, uint32_t capacity)
{
    uint32_t count = 0;
    while (dirty->first_word_group < dirty->word_group_count &&
           dirty->word_groups[dirty->first_word_group] == 0) {
        ++dirty->first_word_group;
    }
    for (uint32_t word_group = dirty->first_word_group; word_group < dirty->word_group_count;
         ++word_group) {
        for (uint64_t words = dirty->word_groups[word_group]; words != 0; words &= words - 1) {
            const uint32_t word = word_group * WORD + wendi_ctz64(words);
            for (uint64_t bits = dirty->words[word]; bits != 0; bits &= bits - 1) {
                if (count == capacity) {
                    return count;
                }
                sectors[count++] = word * WORD + wendi_ctz64(bits);
            }
        }
    }
    return count;
}
