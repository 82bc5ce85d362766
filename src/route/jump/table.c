/* The jump table, built in bands of rows that are independent of each other.
 * Cost: about 30 ns a list and 1 ns a cell. */
#include "route/jump/step_table.h"
#include "route/jump/table_block.h"

#include "route/jump/bits.h"
#include "route/jump/scan.h"

#include <string.h>

enum { BAND_ROWS = WENDI_JUMP_TILE_ROWS };

typedef wendi_jump_band_sum jump_band_sum;
typedef wendi_jump_table_build_state jump_table_build;

/* ---- passes over a band ---- */

/* Cells of a word that are open and have a wall around. */
static uint64_t cells_near_walls(const wendi_jump_map *map, uint32_t py, size_t word)
{
    const size_t words = map->row_words;
    const uint64_t *line = wendi_jump_row(map, WENDI_JUMP_OPEN, py);
    const uint64_t *above = line - words;
    const uint64_t *below = line + words;
    const uint64_t middle = above[word] & line[word] & below[word];
    const uint64_t west =
        wendi_bits_up(above, word) & wendi_bits_up(line, word) & wendi_bits_up(below, word);
    const uint64_t east = wendi_bits_down(above, word, words) & wendi_bits_down(line, word, words) &
                          wendi_bits_down(below, word, words);
    return line[word] & ~(middle & west & east);
}

typedef void (*build_cell_fn)(jump_table_build *b, jump_band_sum *sum, uint32_t px, uint32_t py);

/* Each open cell near a wall, by tiles of 64 columns, so that neighbours get near numbers. */
static void visit_band(jump_table_build *b, uint32_t band, build_cell_fn visit)
{
    const wendi_jump_map *map = b->ground->map;
    const uint32_t first = band == 0 ? 1 : band * BAND_ROWS;
    const uint32_t end =
        (band + 1) * BAND_ROWS < map->rows - 1 ? (band + 1) * BAND_ROWS : map->rows - 1;
    for (uint32_t word = b->first_word; word < b->end_word; ++word) {
        for (uint32_t py = first; py < end; ++py) {
            uint64_t bits = cells_near_walls(map, py, word);
            for (; bits != 0; bits &= bits - 1) {
                visit(b, &b->bands[band], word * 64 + wendi_ctz64(bits), py);
            }
        }
    }
}

static uint32_t *id_at(const wendi_jump_table *table, uint32_t px, uint32_t py)
{
    return &table->ids[(size_t)py * table->columns + px];
}

static void number_cell(jump_table_build *b, jump_band_sum *sum, uint32_t px, uint32_t py)
{
    if (wendi_jump_arrivals(b->table, b->ground->map, px, py) != 0) {
        *id_at(b->table, px, py) = (uint32_t)sum->ids++;
        ++*wendi_jump_tile(b->table, px, py);
    }
}

static void count_cell(jump_table_build *b, jump_band_sum *sum, uint32_t px, uint32_t py)
{
    uint32_t *id = id_at(b->table, px, py);
    if (*id == WENDI_JUMP_NO_ID) {
        return;
    }
    *id += (uint32_t)sum->ids;
    const uint32_t words = wendi_jump_block_count(b->table, b->ground, px, py);
    if (words == WENDI_JUMP_NO_ID) {
        sum->words = UINT32_MAX;
    } else if (sum->words < UINT32_MAX) {
        const uint32_t size = wendi_jump_size_of(words);
        b->table->blocks[*id] = size;
        sum->words += wendi_jump_size_words(size);
    }
}

static void fill_cell(jump_table_build *b, jump_band_sum *sum, uint32_t px, uint32_t py)
{
    const uint32_t id = *id_at(b->table, px, py);
    if (id == WENDI_JUMP_NO_ID) {
        return;
    }
    const uint32_t at = (uint32_t)sum->words;
    const uint32_t words = wendi_jump_size_words(b->table->blocks[id]);
    sum->words += words;
    b->table->blocks[id] = at;
    wendi_jump_block_fill(b->table, b->ground, px, py, b->table->words + at, words);
}

static void mark_cell(jump_table_build *b, jump_band_sum *sum, uint32_t px, uint32_t py)
{
    const uint32_t id = *id_at(b->table, px, py);
    (void)sum;
    if (id != WENDI_JUMP_NO_ID) {
        wendi_jump_block_mark(b->table, b->table->words + b->table->blocks[id]);
    }
}

static void number_bands(void *context, size_t begin, size_t end)
{
    jump_table_build *b = context;
    const uint32_t columns = b->table->columns;
    for (size_t band = begin; band < end; ++band) {
        const size_t first = band * BAND_ROWS;
        const size_t rows = b->table->rows - first < BAND_ROWS ? b->table->rows - first : BAND_ROWS;
        if (b->first_word == 0) {
            memset(b->table->ids + first * columns, 0xFF, rows * columns * sizeof b->table->ids[0]);
        }
        visit_band(b, (uint32_t)band, number_cell);
    }
}

static void count_bands(void *context, size_t begin, size_t end)
{
    for (size_t band = begin; band < end; ++band) {
        visit_band(context, (uint32_t)band, count_cell);
    }
}

static void fill_bands(void *context, size_t begin, size_t end)
{
    for (size_t band = begin; band < end; ++band) {
        visit_band(context, (uint32_t)band, fill_cell);
    }
}

static void mark_bands(void *context, size_t begin, size_t end)
{
    for (size_t band = begin; band < end; ++band) {
        visit_band(context, (uint32_t)band, mark_cell);
    }
}

/* ---- building ---- */

enum { BUILD_NUMBERS, BUILD_COUNTS, BUILD_FILLS, BUILD_MARKS, BUILD_END };

uint8_t wendi_jump_arrivals_of(const wendi_step_table *steps, uint32_t mask)
{
    uint32_t arrivals = 0;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        const uint32_t back =
            steps->natural[mask][WENDI_DIRECTION_NONE] >> wendi_direction_opposite(d);
        const uint32_t forced = d % 2 == 0 ? 0xFF & ~(1u << d) : wendi_jump_sides(d);
        const bool is_jump = (back & 1) != 0 && (steps->natural[mask][d] & forced) != 0;
        arrivals |= (uint32_t)is_jump << d;
    }
    return (uint8_t)arrivals;
}

/* For each mask, the directions of arrival that force a turn. */
static void find_arrivals(wendi_jump_table *table, const wendi_step_table *steps)
{
    for (uint32_t mask = 0; mask < 256; ++mask) {
        uint32_t arrivals = wendi_jump_arrivals_of(steps, mask);
        table->arrivals[mask] = (uint8_t)arrivals;
        table->successor_directions[mask] = 0;
        for (; arrivals != 0; arrivals &= arrivals - 1) {
            table->successor_directions[mask] |= steps->natural[mask][wendi_ctz64(arrivals)];
        }
    }
}

/* Bands' sums become their beginnings; returns the sum of all. */
static jump_band_sum begin_bands(jump_table_build *b)
{
    jump_band_sum total = {0, 0};
    for (uint32_t band = 0; band < b->band_count; ++band) {
        const jump_band_sum here = b->bands[band];
        b->bands[band] = total;
        total.ids += here.ids;
        total.words += here.words;
    }
    return total;
}

/* Spare room for edits. */
static uint64_t with_room(uint64_t count)
{
    return count + count / 32 + 64;
}

/* WEND_ERROR_FULL when the table would be too large. */
static wend_result reserve_words(jump_table_build *b, const wend_allocator *allocator)
{
    wendi_jump_table *table = b->table;
    for (uint32_t band = 0; band < b->band_count; ++band) {
        b->bands[band].ids = 0;
    }
    const uint64_t words = begin_bands(b).words;
    if (with_room(words) > UINT32_MAX) {
        return WEND_ERROR_FULL;
    }
    table->word_count = (uint32_t)words;
    table->word_capacity = (uint32_t)with_room(words);
    table->words = wendi_alloc(allocator, table->word_capacity * sizeof table->words[0]);
    table->word_capacity = table->words == NULL ? 0 : table->word_capacity;
    return table->words == NULL ? WEND_ERROR_MEMORY : WEND_OK;
}

static size_t id_bytes(const wendi_jump_table *table)
{
    return (size_t)table->rows * table->columns * sizeof table->ids[0];
}

static size_t tile_bytes(const wendi_jump_table *table)
{
    const size_t rows = (table->rows + WENDI_JUMP_TILE_ROWS - 1) / WENDI_JUMP_TILE_ROWS;
    const size_t tiles = (table->columns + WENDI_JUMP_TILE_COLUMNS - 1) / WENDI_JUMP_TILE_COLUMNS;
    return rows * tiles * sizeof table->tiles[0];
}

wend_result wendi_jump_table_build_begin(wendi_jump_table_build_state *build,
                                         wendi_jump_table *table, const wendi_jump_ground *ground,
                                         const wend_allocator *allocator)
{
    wendi_jump_table_destroy(table, allocator);
    table->columns = ground->map->columns;
    table->rows = ground->map->rows;
    table->end_words = ground->map->rule == WEND_CORNER_NEVER ? 1 : 2;
    table->free_id = WENDI_JUMP_NO_ID;
    wendi_array_u32_init(&table->listed, allocator);
    wendi_array_u32_init(&table->emptied, allocator);
    memset(table->free_blocks, 0xFF, sizeof table->free_blocks);
    find_arrivals(table, ground->steps);
    *build = (wendi_jump_table_build_state){.table = table,
                                            .ground = ground,
                                            .band_count = (table->rows + BAND_ROWS - 1) / BAND_ROWS,
                                            .end_word = ground->map->row_words};
    build->bands = wendi_alloc_zero(allocator, build->band_count * sizeof build->bands[0]);
    table->ids = wendi_alloc(allocator, id_bytes(table));
    table->tiles = wendi_alloc_zero(allocator, tile_bytes(table));
    if (build->bands == NULL || table->ids == NULL || table->tiles == NULL) {
        wendi_jump_table_build_end(build, allocator);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

/* What follows a pass over all bands. @return WEND_OK, WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
static wend_result end_pass(wendi_jump_table_build_state *build, const wend_allocator *allocator)
{
    wendi_jump_table *table = build->table;
    switch (build->pass) {
    case BUILD_NUMBERS:
        table->id_count = (uint32_t)begin_bands(build).ids;
        table->id_capacity = (uint32_t)with_room(table->id_count);
        table->blocks = wendi_alloc(allocator, table->id_capacity * sizeof table->blocks[0]);
        if (table->blocks == NULL) {
            table->id_capacity = 0;
            return WEND_ERROR_MEMORY;
        }
        return WEND_OK;
    case BUILD_COUNTS:
        return reserve_words(build, allocator);
    case BUILD_MARKS:
        table->is_built = true;
        return WEND_OK;
    default:
        return WEND_OK;
    }
}

typedef void (*build_pass_fn)(void *context, size_t begin, size_t end);

static const build_pass_fn passes[BUILD_END] = {number_bands, count_bands, fill_bands, mark_bands};

static wend_result next_pass(wendi_jump_table_build_state *build, const wend_allocator *allocator)
{
    const wend_result result = end_pass(build, allocator);
    build->next_band = 0;
    if (result == WEND_ERROR_FULL) {
        build->pass = BUILD_END; /* there is none of such a map */
        return WEND_OK;
    }
    build->pass += result == WEND_OK ? 1 : 0;
    return result != WEND_OK ? result : build->pass < BUILD_END ? WEND_IN_PROGRESS : WEND_OK;
}

/* Jump points in a band, once all are numbered. */
static uint64_t points_of_band(const wendi_jump_table *table, uint32_t band)
{
    uint64_t count = 0;
    for (uint32_t px = 0; px < table->columns; px += WENDI_JUMP_TILE_COLUMNS) {
        count += *wendi_jump_tile(table, px, band * BAND_ROWS);
    }
    return count;
}

wend_result wendi_jump_table_build_unit(wendi_jump_table_build_state *build,
                                        const wend_allocator *allocator, uint64_t *steps)
{
    enum { WORDS = 4, CELLS_A_STEP = 24, STEPS_A_POINT = 1 };
    const uint32_t words = build->ground->map->row_words;
    const uint32_t first = build->end_word < words ? build->end_word : 0;
    const uint32_t end = first + WORDS < words ? first + WORDS : words;
    build->first_word = first;
    build->end_word = end;
    passes[build->pass](build, build->next_band, build->next_band + 1);
    *steps += (uint64_t)(end - first) * 64 * BAND_ROWS / CELLS_A_STEP;
    if (build->pass != BUILD_NUMBERS) {
        *steps +=
            STEPS_A_POINT * points_of_band(build->table, build->next_band) * (end - first) / words;
    }
    if (end < words) {
        return WEND_IN_PROGRESS;
    }
    build->next_band++;
    return build->next_band < build->band_count ? WEND_IN_PROGRESS : next_pass(build, allocator);
}

void wendi_jump_table_build_end(wendi_jump_table_build_state *build,
                                const wend_allocator *allocator)
{
    if (build->table == NULL) {
        return;
    }
    wendi_free(allocator, build->bands,
               build->bands == NULL ? 0 : build->band_count * sizeof build->bands[0]);
    if (!build->table->is_built) {
        wendi_jump_table_destroy(build->table, allocator);
    }
    *build = (wendi_jump_table_build_state){.table = NULL};
}

wend_result wendi_jump_table_build(wendi_jump_table *table, const wendi_jump_ground *ground,
                                   const wend_executor *executor, const wend_allocator *allocator)
{
    wendi_jump_table_build_state build = {.table = NULL};
    wend_result result = wendi_jump_table_build_begin(&build, table, ground, allocator);
    if (result != WEND_OK) {
        return result;
    }
    do {
        wend_parallel_for(executor, build.band_count, 1, passes[build.pass], &build);
        result = next_pass(&build, allocator);
    } while (result == WEND_IN_PROGRESS);
    wendi_jump_table_build_end(&build, allocator);
    return result;
}

void wendi_jump_table_destroy(wendi_jump_table *table, const wend_allocator *allocator)
{
    wendi_free(allocator, table->ids, table->ids == NULL ? 0 : id_bytes(table));
    wendi_free(allocator, table->blocks, table->id_capacity * sizeof table->blocks[0]);
    wendi_free(allocator, table->tiles, table->tiles == NULL ? 0 : tile_bytes(table));
    wendi_array_u32_free(&table->listed);
    wendi_array_u32_free(&table->emptied);
    wendi_free(allocator, table->words, table->word_capacity * sizeof table->words[0]);
    memset(table, 0, sizeof *table);
}

size_t wendi_jump_table_bytes(const wendi_jump_table *table)
{
    return (table->ids == NULL ? 0 : id_bytes(table) + tile_bytes(table)) +
           table->id_capacity * sizeof table->blocks[0] +
           (table->listed.capacity + table->emptied.capacity) * sizeof(uint32_t) +
           table->word_capacity * sizeof table->words[0];
}
