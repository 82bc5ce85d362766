/* Creates and destroys grids.
 * Cost: creating clears 4 bytes a sector; the rest is constant. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "world/cells/store.h"
#include "world/layers/compose.h"
#include "world/layers/link.h"

#include <string.h>

static const uint32_t COOKIE = 0x47d1e3a9;

enum {
    SECTOR_SIZE_MIN = 8,
    SECTOR_SIZE_MAX = 32,
    /* With fewer sectors a pass over all marks is as fast as a journal. */
    JOURNAL_SECTORS_MIN = 1024
};

wend_grid_def wend_grid_def_default(void)
{
    wend_grid_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.neighbours = WEND_NEIGHBOURS_8;
    def.corner_rule = WEND_CORNER_NEVER;
    def.sector_size = 10;
    def.class_count = 1;
    def.cost = 1;
    def.cell_size = 1.0;
    return def;
}

/* ---- checking ---- */

static bool check_range(wend_message *message, const char *name, int32_t value, int32_t low,
                        int32_t high)
{
    if (value >= low && value <= high) {
        return true;
    }
    (void)wendi_refuse(message, "wend_grid_create", name, value, low, high);
    return false;
}

static bool check_that(wend_message *message, bool holds, const char *what)
{
    if (!holds) {
        (void)wendi_fail(message, WEND_ERROR_ARGUMENT, "wend_grid_create: %s", what);
    }
    return holds;
}

static bool check_rules(const wend_grid_def *def)
{
    int neighbours = (int)def->neighbours;
    if (neighbours != 4 && neighbours != 6 && neighbours != 8) {
        (void)wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                         "wend_grid_create: neighbours is %d, and must be 4, 6 or 8", neighbours);
        return false;
    }
    return check_range(def->message, "corner_rule", (int32_t)def->corner_rule, WEND_CORNER_NEVER,
                       WEND_CORNER_ALWAYS) &&
           check_range(def->message, "hex_layout", (int32_t)def->hex_layout, WEND_HEX_ODD_ROWS,
                       WEND_HEX_EVEN_COLUMNS) &&
           check_range(def->message, "wrap", (int32_t)def->wrap, WEND_WRAP_NONE, WEND_WRAP_BOTH);
}

/* Half cells must meet half cells where a hex grid wraps around. */
static bool check_seams(const wend_grid_def *def)
{
    if (def->neighbours != WEND_NEIGHBOURS_6) {
        return check_that(def->message, def->hex_layout == WEND_HEX_ODD_ROWS,
                          "hex_layout is set, which is for hexes: set neighbours to 6");
    }
    const bool is_rows =
        def->hex_layout == WEND_HEX_ODD_ROWS || def->hex_layout == WEND_HEX_EVEN_ROWS;
    const bool is_odd_x = !is_rows && (def->wrap & WEND_WRAP_X) != 0 && def->width % 2 != 0;
    const bool is_odd_y = is_rows && (def->wrap & WEND_WRAP_Y) != 0 && def->height % 2 != 0;
    return check_that(def->message, !is_odd_x,
                      "width is odd, but hexes in columns wrap in x only with an even width") &&
           check_that(def->message, !is_odd_y,
                      "height is odd, but hexes in rows wrap in y only with an even height");
}

static bool check_metres(const wend_grid_def *def)
{
    wend_message *message = def->message;
    double size = def->cell_size;
    if (!wendi_is_finite(size) || !(size > 0.0)) {
        (void)wendi_fail(message, WEND_ERROR_ARGUMENT,
                         "wend_grid_create: cell_size is %s, and must be a finite number above 0",
                         wendi_format_number(size).text);
        return false;
    }
    if (!wendi_is_finite(def->origin.x + def->width * size) ||
        !wendi_is_finite(def->origin.y + def->height * size)) {
        (void)wendi_fail(message, WEND_ERROR_ARGUMENT,
                         "wend_grid_create: origin is %s, %s, and must be finite, as must the far "
                         "corner of the grid",
                         wendi_format_number(def->origin.x).text,
                         wendi_format_number(def->origin.y).text);
        return false;
    }
    return true;
}

static bool check_def(const wend_grid_def *def)
{
    wend_message *message = def->message;
    return check_range(message, "width", def->width, 1, WEND_GRID_SIDE_MAX) &&
           check_range(message, "height", def->height, 1, WEND_GRID_SIDE_MAX) && check_rules(def) &&
           check_seams(def) &&
           check_range(message, "sector_size", def->sector_size, SECTOR_SIZE_MIN,
                       SECTOR_SIZE_MAX) &&
           check_range(message, "class_count", def->class_count, 1, WEND_GRID_CLASSES_MAX) &&
           check_range(message, "cost", def->cost, 1, WEND_COST_WALL) && check_metres(def);
}

/* ---- creating ---- */

static void set_size(wend_grid *grid, const wend_grid_def *def)
{
    int32_t size = def->sector_size;
    grid->width = def->width;
    grid->height = def->height;
    grid->sector_size = size;
    grid->sectors_x = (def->width + size - 1) / size;
    grid->sectors_y = (def->height + size - 1) / size;
    grid->sector_count = (uint32_t)grid->sectors_x * (uint32_t)grid->sectors_y;
    grid->sector_factor = ((1u << 20) + (uint32_t)size - 1) / (uint32_t)size;
    grid->neighbours = def->neighbours;
    grid->corner_rule = def->corner_rule;
    grid->hex_layout = def->hex_layout;
    grid->wrap = def->wrap;
    grid->class_count = (uint32_t)def->class_count;
    grid->cell_size = def->cell_size;
    /* Adding 0 makes -0 to 0, so that equal maps have equal bytes. */
    grid->origin = (wend_vec2){def->origin.x + 0.0, def->origin.y + 0.0};
}

static void set_layers(wend_grid *grid, uint8_t cost)
{
    size_t page_cells = (size_t)grid->sector_size * (size_t)grid->sector_size;
    grid->cost_pages.page_bytes = page_cells;
    grid->cost_pages.limit = grid->sector_count * grid->class_count;
    grid->mask_pages.page_bytes = page_cells * sizeof(uint32_t);
    grid->mask_pages.limit = grid->sector_count;
    grid->gates.pages = &grid->mask_pages;
    grid->gates.cell_bytes = sizeof(uint32_t);
    for (uint32_t i = 0; i < grid->class_count; i++) {
        grid->classes[i].pages = &grid->cost_pages;
        grid->classes[i].cell_bytes = 1;
        grid->classes[i].base = cost;
    }
}

static size_t marks_bytes(const wend_grid *grid)
{
    return grid->sector_count * sizeof *grid->marks;
}

static size_t journal_bytes(void)
{
    return WENDI_JOURNAL_CAPACITY * sizeof(wendi_journal_entry);
}

static bool make_history(wend_grid *grid)
{
    grid->marks = wendi_alloc(&grid->allocator, marks_bytes(grid));
    if (grid->marks == NULL) {
        return false;
    }
    if (grid->sector_count >= JOURNAL_SECTORS_MIN) {
        grid->journal.entries = wendi_alloc(&grid->allocator, journal_bytes());
        if (grid->journal.entries == NULL) {
            return false;
        }
    }
    wendi_grid_reset_history(grid);
    return true;
}

wend_result wend_grid_create(const wend_grid_def *def, wend_grid **grid)
{
    if (grid != NULL) {
        *grid = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, "wend_grid_create",
                                         "wend_grid_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (!check_that(def->message, grid != NULL, "grid is NULL") || !check_def(def)) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_grid *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made != NULL) {
        made->allocator = def->allocator;
        set_size(made, def);
        set_layers(made, def->cost);
        if (make_history(made)) {
            *grid = made;
            return WEND_OK;
        }
        wend_grid_destroy(made);
    }
    return wendi_fail(def->message, WEND_ERROR_MEMORY,
                      "wend_grid_create: no memory for a grid of %ld x %ld cells", (long)def->width,
                      (long)def->height);
}

static void free_pages(wend_grid *grid, wendi_pages *pages)
{
    wendi_free(&grid->allocator, pages->bytes, pages->capacity * pages->page_bytes);
}

void wend_grid_destroy(wend_grid *grid)
{
    if (grid == NULL) {
        return;
    }
    wend_allocator allocator = grid->allocator;
    wendi_layer_free_table(grid, &grid->gates);
    for (uint32_t i = 0; i < grid->class_count; i++) {
        wendi_layer_free_table(grid, &grid->classes[i]);
    }
    wendi_compose_free(grid);
    wendi_links_free(&grid->links, &allocator);
    free_pages(grid, &grid->cost_pages);
    free_pages(grid, &grid->mask_pages);
    wendi_free(&allocator, grid->journal.entries, journal_bytes());
    wendi_free(&allocator, grid->marks, marks_bytes(grid));
    wendi_free(&allocator, grid, sizeof *grid);
}

static size_t memory_bytes(const wend_grid *grid)
{
    size_t bytes = sizeof *grid + marks_bytes(grid);
    bytes += grid->journal.entries == NULL ? 0 : journal_bytes();
    bytes += grid->cost_pages.capacity * grid->cost_pages.page_bytes;
    bytes += grid->mask_pages.capacity * grid->mask_pages.page_bytes;
    bytes += wendi_layer_memory_bytes(grid, &grid->gates);
    bytes += wendi_links_memory_bytes(&grid->links) + wendi_compose_memory_bytes(grid);
    for (uint32_t i = 0; i < grid->class_count; i++) {
        bytes += wendi_layer_memory_bytes(grid, &grid->classes[i]);
    }
    return bytes;
}

void wend_grid_get_info(const wend_grid *grid, wend_grid_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (grid == NULL) {
        return;
    }
    info->width = grid->width;
    info->height = grid->height;
    info->neighbours = grid->neighbours;
    info->corner_rule = grid->corner_rule;
    info->hex_layout = grid->hex_layout;
    info->wrap = grid->wrap;
    info->sector_size = grid->sector_size;
    info->sectors_x = grid->sectors_x;
    info->sectors_y = grid->sectors_y;
    info->class_count = (int32_t)grid->class_count;
    info->cell_size = grid->cell_size;
    info->origin = grid->origin;
    info->revision = grid->revision;
    info->memory_bytes = memory_bytes(grid);
}
