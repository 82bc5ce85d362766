/* The cells around a cell by rings and by distance, and their distances.
 * Cost: made once for each clearance; some 16 bytes for each cell within reach, twice that for
 * hexes. */
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "world/derived/clearance_store.h"

/* Squared distance to a wall's square, its sides in half cells. */
static uint32_t square_number(int32_t dx, int32_t dy)
{
    const int32_t x = 2 * (dx < 0 ? -dx : dx) - 1;
    const int32_t y = 2 * (dy < 0 ? -dy : dy) - 1;
    return (uint32_t)((x > 0 ? x * x : 0) + (y > 0 ? y * y : 0));
}

/* With u counting half cells along the lines and v thirds of the distance between lines, 12 times a
 * squared length is 3 u^2 + v^2, and the hex around 0 has its corners at (1, 1), (0, 2) and so on.
 *
 *        (0,2)        The nearest point of the border lies on the upright side, at the corner (1, 1),
 *       /     \       on the slanted side between the two corners, or at the top. The foot of the
 *   (-1,1)   (1,1)    point on the line of the slanted side decides. On that side the distance is
 *     |       |       the one of the centres, (a + b) / 2 in units of half a cell's height, less 1.
 *   (-1,-1)  (1,-1)   All corners and centres have whole u and v, so the numbers are exact.
 *       \     /
 *        (0,-2) */
uint32_t wendi_clearance_hex_number(int32_t half_cells, int32_t lines)
{
    const int32_t a = half_cells < 0 ? -half_cells : half_cells;
    const int32_t b = lines < 0 ? -3 * lines : 3 * lines;
    if (a == 0 && b == 0) {
        return 0;
    }
    const int32_t foot = 3 * a - b + 2;
    if (b == 0) {
        return (uint32_t)(3 * (a - 1) * (a - 1));
    }
    if (foot < 0) {
        return (uint32_t)(3 * a * a + (b - 2) * (b - 2));
    }
    if (foot <= 4) {
        const int32_t half = (a + b - 2) / 2;
        return (uint32_t)(3 * half * half);
    }
    return (uint32_t)(3 * (a - 1) * (a - 1) + (b - 1) * (b - 1));
}

/* The root, rounded down. */
static uint32_t root_of(uint32_t square)
{
    uint32_t root = 0;
    for (uint32_t bit = 1u << 15; bit != 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= square) {
            root += bit;
        }
    }
    return root;
}

/* Around a cell that changed, rings are searched outwards for cells whose nearest wall it is.
 * Let p be one beyond a ring and z where the line from p straight to the changed cell crosses
 * the ring: z is nearest to the changed cell too, and one of the ring's centres, a, lies within
 * half a cell of z. So a is at most one cell nearer to some wall than to the changed one. When
 * all cells of a ring are nearer than that, with root(old) + 1 cell < root(number), nothing
 * changes beyond it: when old is below the value returned here, for one cell squared = `parts`. */
static uint16_t stop_below(uint32_t number, uint32_t parts)
{
    return (uint16_t)(number <= parts ? 0 : number + parts - root_of(4 * parts * number));
}

/* The distance of another cell in half cells and lines; see cells/directions.h for moved lines. */
static void hex_apart(const wend_clearance *clearance, uint32_t moved, int32_t dx, int32_t dy,
                      int32_t *half_cells, int32_t *lines)
{
    const bool is_rows = wendi_hex_is_rows(clearance->layout);
    *lines = is_rows ? dy : dx;
    *half_cells = 2 * (is_rows ? dx : dy);
    if ((*lines & 1) != 0) {
        *half_cells += moved != 0 ? -1 : 1;
    }
}

static wendi_clearance_offset offset_at(const wend_clearance *clearance, uint32_t moved, int32_t dx,
                                        int32_t dy, uint32_t *number)
{
    const int32_t far_x = dx < 0 ? -dx : dx;
    const int32_t far_y = dy < 0 ? -dy : dy;
    int32_t ring = far_x > far_y ? far_x : far_y;
    *number = square_number(dx, dy);
    if (clearance->is_hex) {
        int32_t along;
        int32_t lines;
        hex_apart(clearance, moved, dx, dy, &along, &lines);
        *number = wendi_clearance_hex_number(along, lines);
        along = along < 0 ? -along : along;
        lines = lines < 0 ? -lines : lines;
        ring = along > lines ? (along + lines) / 2 : lines;
    }
    const wendi_clearance_offset offset = {(int8_t)dx, (int8_t)dy, (uint16_t)*number,
                                           stop_below(*number, clearance->parts), (uint16_t)ring};
    return offset;
}

/* Lists the cells within reach row by row. @param cells may be NULL. @return their number. */
static uint32_t list_offsets(const wend_clearance *clearance, uint32_t moved,
                             wendi_clearance_offset *cells)
{
    uint32_t count = 0;
    for (int32_t dy = -clearance->margin; dy <= clearance->margin; ++dy) {
        for (int32_t dx = -clearance->margin; dx <= clearance->margin; ++dx) {
            uint32_t number;
            const wendi_clearance_offset offset = offset_at(clearance, moved, dx, dy, &number);
            if (number >= clearance->cap) {
                continue;
            }
            if (cells != NULL) {
                cells[count] = offset;
            }
            ++count;
        }
    }
    return count;
}

typedef struct offset_sorting {
    wendi_clearance_offset *listed;
    wendi_sort_pair *pairs, *scratch;
} offset_sorting;

static void put_in_order(const offset_sorting *s, uint32_t count, wendi_clearance_offset *ordered)
{
    wendi_sort_pairs(s->pairs, s->scratch, count);
    for (uint32_t i = 0; i < count; ++i) {
        ordered[i] = s->listed[s->pairs[i].value];
    }
}

static void order_offsets(wend_clearance *clearance, const offset_sorting *s, uint32_t moved)
{
    wendi_clearance_offsets *offsets = &clearance->offsets[moved];
    const uint32_t count = clearance->offset_count;
    (void)list_offsets(clearance, moved, s->listed);
    for (uint32_t i = 0; i < count; ++i) {
        s->pairs[i] = (wendi_sort_pair){s->listed[i].number, i};
    }
    put_in_order(s, count, offsets->by_number);
    for (uint32_t i = 0; i < count; ++i) {
        s->pairs[i] = (wendi_sort_pair){s->listed[i].ring, i};
    }
    put_in_order(s, count, offsets->by_ring);
    clearance->ring_count = offsets->by_ring[count - 1].ring + 1u;
    uint32_t at = 0;
    for (uint32_t ring = 0; ring <= clearance->ring_count; ++ring) {
        while (at < count && offsets->by_ring[at].ring < ring) {
            ++at;
        }
        offsets->ring_first[ring] = at;
    }
}

static size_t block_bytes(const wend_clearance *clearance)
{
    const size_t kinds = clearance->is_hex ? 2 : 1;
    return 2 * kinds * clearance->offset_count * sizeof(wendi_clearance_offset);
}

static size_t hex_bytes(const wend_clearance *clearance)
{
    const size_t count = (size_t)(clearance->margin + 1) * (size_t)(clearance->most + 2);
    return clearance->is_hex ? count * sizeof(uint16_t) : 0;
}

/* Makes the lists from a listing in scratch memory, which is freed. */
static bool make_lists(wend_clearance *clearance)
{
    const size_t count = clearance->offset_count;
    const wend_allocator *allocator = &clearance->allocator;
    offset_sorting s = {wendi_alloc(allocator, count * sizeof(wendi_clearance_offset)),
                        wendi_alloc(allocator, 2 * count * sizeof(wendi_sort_pair)), NULL};
    const bool is_made = s.listed != NULL && s.pairs != NULL;
    if (is_made) {
        s.scratch = s.pairs + count;
        for (uint32_t moved = 0; moved < (clearance->is_hex ? 2u : 1u); ++moved) {
            clearance->offsets[moved].by_ring = clearance->block + 2 * moved * count;
            clearance->offsets[moved].by_number = clearance->block + (2 * moved + 1) * count;
            order_offsets(clearance, &s, moved);
        }
    }
    wendi_free(allocator, s.listed, s.listed == NULL ? 0 : count * sizeof(wendi_clearance_offset));
    wendi_free(allocator, s.pairs, s.pairs == NULL ? 0 : 2 * count * sizeof(wendi_sort_pair));
    return is_made;
}

bool wendi_clearance_tables_create(wend_clearance *clearance)
{
    /* As many around a moved line: it is the mirror image. */
    clearance->offset_count = list_offsets(clearance, 0, NULL);
    clearance->block = wendi_alloc(&clearance->allocator, block_bytes(clearance));
    bool is_made = clearance->block != NULL;
    if (is_made && clearance->is_hex) {
        clearance->hex_numbers = wendi_alloc(&clearance->allocator, hex_bytes(clearance));
        is_made = clearance->hex_numbers != NULL;
    }
    if (!is_made || !make_lists(clearance)) {
        wendi_clearance_tables_destroy(clearance);
        return false;
    }
    if (clearance->is_hex) {
        /* Lines an even number apart have wall i at 2i half cells, the others at 2i + 1. */
        uint16_t *number = clearance->hex_numbers;
        for (int32_t line = 0; line <= clearance->margin; ++line) {
            for (int32_t i = 0; i <= clearance->most + 1; ++i) {
                const uint32_t exact = wendi_clearance_hex_number(2 * i + (line & 1), line);
                *number++ = (uint16_t)(exact < clearance->cap ? exact : clearance->cap);
            }
        }
    }
    return true;
}

void wendi_clearance_tables_destroy(wend_clearance *clearance)
{
    if (clearance->hex_numbers != NULL) {
        wendi_free(&clearance->allocator, clearance->hex_numbers, hex_bytes(clearance));
        clearance->hex_numbers = NULL;
    }
    if (clearance->block != NULL) {
        wendi_free(&clearance->allocator, clearance->block, block_bytes(clearance));
        clearance->block = NULL;
    }
}

size_t wendi_clearance_tables_memory_bytes(const wend_clearance *clearance)
{
    return block_bytes(clearance) + hex_bytes(clearance);
}
