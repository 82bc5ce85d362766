/* takes: a definition; cells, nodes and positions.
 * gives: a grid, what it is made of, and the way between its three kinds of places.
 * cost:  making clears 4 bytes a sector; everything else takes constant time. */
#include "base/bits.h"
#include "base/memory.h"
#include "base/message.h"
#include "world/grid_store.h"

#include <string.h>

static const uint32_t COOKIE = 0x47d1e3a9;

enum {
    SECTOR_SIZE_MIN = 8,
    SECTOR_SIZE_MAX = 32,
    /* On maps with fewer sectors looking through all marks is as fast as a journal. */
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
    (void)wendi_fail(message, WEND_ERROR_ARGUMENT, "wend_grid_create: %s %ld is not in %ld ... %ld",
                     name, (long)value, (long)low, (long)high);
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
    if (neighbours != 4 && neighbours != 8) {
        (void)wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                         "wend_grid_create: neighbours %d is not 4 or 8", neighbours);
        return false;
    }
    return check_range(def->message, "corner_rule", (int32_t)def->corner_rule, WEND_CORNER_NEVER,
                       WEND_CORNER_ALWAYS);
}

static bool check_metres(const wend_grid_def *def)
{
    wend_message *message = def->message;
    double size = def->cell_size;
    return check_that(message, wendi_is_finite(size) && size > 0.0,
                      "cell_size is not a finite number above 0") &&
           check_that(message, wendi_is_finite(def->origin.x) && wendi_is_finite(def->origin.y),
                      "origin is not a pair of finite numbers") &&
           check_that(message,
                      wendi_is_finite(def->origin.x + def->width * size) &&
                          wendi_is_finite(def->origin.y + def->height * size),
                      "origin + width and height * cell_size is not finite");
}

static bool check_def(const wend_grid_def *def)
{
    wend_message *message = def->message;
    return check_range(message, "width", def->width, 1, WEND_GRID_SIDE_MAX) &&
           check_range(message, "height", def->height, 1, WEND_GRID_SIDE_MAX) && check_rules(def) &&
           check_range(message, "sector_size", def->sector_size, SECTOR_SIZE_MIN,
                       SECTOR_SIZE_MAX) &&
           check_range(message, "class_count", def->class_count, 1, WEND_GRID_CLASSES_MAX) &&
           check_range(message, "cost", def->cost, 1, WEND_COST_WALL) && check_metres(def);
}

/* ---- making ---- */

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
    wendi_grid_forget_history(grid);
    return true;
}

wend_result wend_grid_create(const wend_grid_def *def, wend_grid **grid)
{
    if (grid != NULL) {
        *grid = NULL;
    }
    if (def == NULL || def->cookie != COOKIE) {
        return WEND_ERROR_ARGUMENT; /* The message pointer cannot be trusted either. */
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
    bytes += wendi_layer_bytes(grid, &grid->gates);
    for (uint32_t i = 0; i < grid->class_count; i++) {
        bytes += wendi_layer_bytes(grid, &grid->classes[i]);
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
    info->sector_size = grid->sector_size;
    info->sectors_x = grid->sectors_x;
    info->sectors_y = grid->sectors_y;
    info->class_count = (int32_t)grid->class_count;
    info->cell_size = grid->cell_size;
    info->origin = grid->origin;
    info->revision = grid->revision;
    info->memory_bytes = memory_bytes(grid);
}

/* ---- places ---- */

wend_node wend_grid_node(const wend_grid *grid, int32_t x, int32_t y)
{
    if (grid == NULL || !wendi_grid_is_inside(grid, x, y)) {
        return WEND_NODE_NONE;
    }
    return (wend_node)y * (wend_node)grid->width + (wend_node)x;
}

bool wend_grid_cell(const wend_grid *grid, wend_node node, int32_t *x, int32_t *y)
{
    bool is_inside = grid != NULL && node < (wend_node)grid->width * (wend_node)grid->height;
    if (x != NULL) {
        *x = is_inside ? (int32_t)(node % (wend_node)grid->width) : -1;
    }
    if (y != NULL) {
        *y = is_inside ? (int32_t)(node / (wend_node)grid->width) : -1;
    }
    return is_inside;
}

wend_node wend_grid_node_at(const wend_grid *grid, wend_vec2 position)
{
    if (grid == NULL) {
        return WEND_NODE_NONE;
    }
    double x = (position.x - grid->origin.x) / grid->cell_size;
    double y = (position.y - grid->origin.y) / grid->cell_size;
    /* Written so that NaN fails. */
    if (!(x >= 0.0 && y >= 0.0 && x < grid->width && y < grid->height)) {
        return WEND_NODE_NONE;
    }
    return wend_grid_node(grid, (int32_t)x, (int32_t)y);
}

wend_vec2 wend_grid_position(const wend_grid *grid, wend_node node)
{
    int32_t x;
    int32_t y;
    if (!wend_grid_cell(grid, node, &x, &y)) {
        return (wend_vec2){0.0, 0.0};
    }
    return (wend_vec2){grid->origin.x + (x + 0.5) * grid->cell_size,
                       grid->origin.y + (y + 0.5) * grid->cell_size};
}
