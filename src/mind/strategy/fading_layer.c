/* Layers that fade. Cost: adding takes constant time, and 256 cells for the first number in a tile in each
 * half-life; the passing of time takes none. */
#include "mind/strategy/fading_layer.h"

#include <string.h>

enum { TILE = WENDI_FADING_TILE };

static const double LN_2 = 0x1.62e42fefa39efp-1;

void wendi_fading_clock_set(wendi_fading_clock *clock, uint32_t half_life, uint64_t tick)
{
    const double part = (double)(tick % half_life) / (double)half_life;
    const double one = (double)((int64_t)1 << WENDI_FADING_BITS);
    clock->tick = tick;
    clock->half_life = half_life;
    clock->epoch = tick / half_life;
    clock->factor = (int64_t)(one * wend_exp(-LN_2 * part) + 0.5);
    clock->inverse = (int64_t)(one * wend_exp(LN_2 * part) + 0.5);
}

void wendi_fading_init(wendi_fading_layer *fading, int32_t width, int32_t height)
{
    *fading = (wendi_fading_layer){.width = width,
                                   .height = height,
                                   .tiles_x = (width + TILE - 1) / TILE,
                                   .tiles_y = (height + TILE - 1) / TILE};
}

static size_t cell_count(const wendi_fading_layer *fading)
{
    return (size_t)fading->width * (size_t)fading->height;
}

static size_t tile_count(const wendi_fading_layer *fading)
{
    return (size_t)fading->tiles_x * (size_t)fading->tiles_y;
}

bool wendi_fading_reserve(wendi_fading_layer *fading, const wend_allocator *allocator)
{
    if (fading->cells != NULL) {
        return true;
    }
    int64_t *cells = wendi_alloc_items_zero(allocator, cell_count(fading), sizeof *cells);
    uint64_t *epochs = wendi_alloc_items_zero(allocator, tile_count(fading), sizeof *epochs);
    if (cells == NULL || epochs == NULL) {
        wendi_free(allocator, cells, cell_count(fading) * sizeof *cells);
        wendi_free(allocator, epochs, tile_count(fading) * sizeof *epochs);
        return false;
    }
    fading->cells = cells;
    fading->epochs = epochs;
    return true;
}

void wendi_fading_free(wendi_fading_layer *fading, const wend_allocator *allocator)
{
    wendi_free(allocator, fading->cells, cell_count(fading) * sizeof *fading->cells);
    wendi_free(allocator, fading->epochs, tile_count(fading) * sizeof *fading->epochs);
    fading->cells = NULL;
    fading->epochs = NULL;
}

size_t wendi_fading_memory_bytes(const wendi_fading_layer *fading)
{
    return fading->cells == NULL ? 0
                                 : cell_count(fading) * sizeof *fading->cells +
                                       tile_count(fading) * sizeof *fading->epochs;
}

void wendi_fading_clear(wendi_fading_layer *fading)
{
    if (fading->cells != NULL) {
        memset(fading->cells, 0, cell_count(fading) * sizeof *fading->cells);
        memset(fading->epochs, 0, tile_count(fading) * sizeof *fading->epochs);
    }
}

/* The cells of a tile: x0 <= x < x1, y0 <= y < y1. */
typedef struct tile_cells {
    int32_t x0, y0, x1, y1;
} tile_cells;

static tile_cells cells_of(const wendi_fading_layer *fading, size_t tile)
{
    const int32_t x = (int32_t)(tile % (size_t)fading->tiles_x) * TILE;
    const int32_t y = (int32_t)(tile / (size_t)fading->tiles_x) * TILE;
    return (tile_cells){x, y, x + TILE < fading->width ? x + TILE : fading->width,
                        y + TILE < fading->height ? y + TILE : fading->height};
}

static void bring_up(wendi_fading_layer *fading, size_t tile, uint64_t epoch)
{
    const uint64_t times = epoch - fading->epochs[tile];
    const tile_cells c = cells_of(fading, tile);
    for (int32_t y = c.y0; y < c.y1; y++) {
        int64_t *row = &fading->cells[(size_t)y * (size_t)fading->width];
        for (int32_t x = c.x0; x < c.x1; x++) {
            row[x] = wendi_fading_halved(row[x], times);
        }
    }
    fading->epochs[tile] = epoch;
}

void wendi_fading_add(wendi_fading_layer *fading, const wendi_fading_clock *clock, int32_t x,
                      int32_t y, int64_t amount)
{
    const size_t tile = (size_t)(y / TILE) * (size_t)fading->tiles_x + (size_t)(x / TILE);
    if (fading->epochs[tile] != clock->epoch) {
        bring_up(fading, tile, clock->epoch);
    }
    int64_t *cell = &fading->cells[(size_t)y * (size_t)fading->width + (size_t)x];
    const int64_t sum = *cell + wendi_fading_scaled(amount, clock->inverse);
    *cell = sum > WENDI_FADING_MOST    ? WENDI_FADING_MOST
            : sum < -WENDI_FADING_MOST ? -WENDI_FADING_MOST
                                       : sum;
}

/* ---- bytes ---- */

static int64_t present(const wendi_fading_layer *fading, const wendi_fading_clock *clock,
                       size_t tile, int32_t x, int32_t y)
{
    if (fading->cells == NULL) {
        return 0;
    }
    return wendi_fading_halved(fading->cells[(size_t)y * (size_t)fading->width + (size_t)x],
                               clock->epoch - fading->epochs[tile]);
}

static bool is_tile_zero(const wendi_fading_layer *fading, const wendi_fading_clock *clock,
                         size_t tile)
{
    const tile_cells c = cells_of(fading, tile);
    for (int32_t y = c.y0; y < c.y1; y++) {
        for (int32_t x = c.x0; x < c.x1; x++) {
            if (present(fading, clock, tile, x, y) != 0) {
                return false;
            }
        }
    }
    return true;
}

/* Signed numbers as the even and odd ones. */
static uint64_t code_of(int64_t value)
{
    return value < 0 ? ((uint64_t)-value << 1) - 1 : (uint64_t)value << 1;
}

static int64_t value_of(uint64_t code)
{
    return (code & 1) != 0 ? -(int64_t)(code >> 1) - 1 : (int64_t)(code >> 1);
}

static void visit_tile(wendi_visitor *v, wendi_fading_layer *fading,
                       const wendi_fading_clock *clock, size_t tile)
{
    const tile_cells c = cells_of(fading, tile);
    bool is_zero = true;
    for (int32_t y = c.y0; y < c.y1; y++) {
        for (int32_t x = c.x0; x < c.x1; x++) {
            uint64_t code =
                wendi_visitor_is_reading(v) ? 0 : code_of(present(fading, clock, tile, x, y));
            wendi_visit_u64(v, &code);
            if (wendi_visitor_is_reading(v) && fading->cells != NULL) {
                wendi_visit_expect(v, code <= code_of(WENDI_FADING_MOST),
                                   "a fading number is out of range");
                const bool is_sound = !wendi_visitor_has_failed(v);
                fading->cells[(size_t)y * (size_t)fading->width + (size_t)x] =
                    is_sound ? value_of(code) : 0;
                is_zero = is_zero && code == 0;
            }
        }
    }
    if (wendi_visitor_is_reading(v) && fading->epochs != NULL) {
        fading->epochs[tile] = clock->epoch;
        wendi_visit_expect(v, !is_zero, "a fading tile holds nothing");
    }
}

bool wendi_fading_visit(wendi_visitor *v, wendi_fading_layer *fading,
                        const wendi_fading_clock *clock, const wend_allocator *allocator)
{
    uint32_t count = 0;
    const size_t tiles = tile_count(fading);
    for (size_t i = 0; i < tiles && fading->cells != NULL; i++) {
        count += is_tile_zero(fading, clock, i) ? 0 : 1;
    }
    wendi_visit_u32(v, &count);
    if (wendi_visitor_is_reading(v)) {
        wendi_visit_expect(v, count <= tiles, "there are too many fading tiles");
        if (count > 0 && !wendi_visitor_has_failed(v) && !wendi_fading_reserve(fading, allocator)) {
            return false;
        }
        uint32_t next = 0;
        for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
            uint32_t tile = 0;
            wendi_visit_u32(v, &tile);
            wendi_visit_expect(v, tile >= next && tile < tiles, "fading tiles are not in order");
            if (!wendi_visitor_has_failed(v)) {
                visit_tile(v, fading, clock, tile);
                next = tile + 1;
            }
        }
        return true;
    }
    for (uint32_t i = 0; count > 0 && i < tiles; i++) {
        if (!is_tile_zero(fading, clock, i)) {
            uint32_t tile = i;
            wendi_visit_u32(v, &tile);
            visit_tile(v, fading, clock, i);
        }
    }
    return true;
}
