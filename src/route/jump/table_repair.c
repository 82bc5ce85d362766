/* Repairs the jump table in a rectangle of changed cells, after the bitmaps were repaired, to what
 * a build would give but for ids and offsets of blocks.
 * Cost: some 150 ns for each jump point whose lists cross the rectangle, and the cells from which
 * they could, up to the work that the caller grants.
 *
 * The contents of a list depend on the cells that its scans pass up to the first stop. So the lists
 * to repair are found by scanning back from the rectangle (#, with its neighbours): straight up to
 * a stop (s), and from each of those cells (o) back along the diagonals that could turn there.
 *
 *     \  \  \  \
 *      o  o  o  o  #       lists of eastward moves that pass the rectangle, and of diagonal moves
 *   s  o  o  o  o  #       that turn east before it; the other directions alike
 *      /  /  /  / */
#include "route/jump/scan.h"
#include "route/jump/table_block.h"

#include <string.h>

enum { LIST_WORDS = 256 };

/* Work is counted in cells read and in words of lists written or read. */
enum { WORK_A_BLOCK = 8, CELLS_A_WORK = 2 };

typedef wendi_jump_table_repair_state jump_table_repair;

static void spend(jump_table_repair *r, uint64_t work)
{
    if (work < r->work_left) {
        r->work_left -= work;
        return;
    }
    r->work_left = 0;
    r->cells_left = 0;
    r->result = r->result == WEND_OK ? WEND_ERROR_FULL : r->result;
}

static void spend_cells(jump_table_repair *r, uint64_t cells)
{
    r->cells_left -= cells < r->cells_left ? cells : r->cells_left;
    spend(r, cells);
}

/* Called for each cell from which a scan in a direction passes the changed cells. */
typedef void (*repair_cell_fn)(jump_table_repair *r, uint32_t px, uint32_t py, uint32_t direction);

/* ---- going back ---- */

static void scan_back_diagonally(jump_table_repair *r, uint32_t px, uint32_t py, uint32_t direction,
                                 repair_cell_fn visit)
{
    const wendi_jump_map *map = r->ground->map;
    const bool is_east = direction == WENDI_NORTH_EAST || direction == WENDI_SOUTH_EAST;
    const bool is_south = direction == WENDI_SOUTH_EAST || direction == WENDI_SOUTH_WEST;
    const bool is_rising = is_east != is_south;
    const uint64_t *step =
        wendi_jump_row(map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING,
                       wendi_jump_line(map, px, py, is_rising));
    const uint32_t last = is_east ? wendi_jump_last_down(step, px) : wendi_jump_last_up(step, px);
    const uint32_t length = wendi_difference(last, px);
    spend_cells(r, length);
    for (uint32_t k = 1; k <= length && r->cells_left != 0; ++k) {
        visit(r, is_east ? px - k : px + k, is_south ? py - k : py + k, direction);
    }
}

/* From the positions low ... high of a line (a row when moving level, else a column) back to the
 * first stop before them. */
static void scan_back(jump_table_repair *r, uint32_t direction, uint32_t line, uint32_t low,
                      uint32_t high, repair_cell_fn visit)
{
    static const int stops[4] = {WENDI_JUMP_STOP_NORTH, WENDI_JUMP_STOP_EAST, WENDI_JUMP_STOP_SOUTH,
                                 WENDI_JUMP_STOP_WEST};
    const wendi_jump_map *map = r->ground->map;
    const bool is_horizontal = direction == WENDI_EAST || direction == WENDI_WEST;
    const bool is_up = direction == WENDI_EAST || direction == WENDI_SOUTH;
    const int which = stops[direction / 2];
    const uint64_t *stop =
        is_horizontal ? wendi_jump_row(map, which, line) : wendi_jump_column(map, which, line);
    const uint64_t *open = is_horizontal ? wendi_jump_row(map, WENDI_JUMP_OPEN, line)
                                         : wendi_jump_column(map, WENDI_JUMP_OPEN_T, line);
    uint32_t first = is_up ? wendi_scan_down(stop, low) : low;
    uint32_t last = is_up ? high : wendi_scan_up(stop, high);
    /* A stop that is a wall may lie in the frame, which has no diagonals. */
    first += is_up && !wendi_scan_bit(open, first);
    last -= !is_up && !wendi_scan_bit(open, last);
    for (uint32_t p = first; p <= last && r->cells_left != 0; ++p) {
        /* The cell of the line, and the diagonals that turn there. */
        const uint32_t px = is_horizontal ? p : line;
        const uint32_t py = is_horizontal ? line : p;
        visit(r, px, py, direction);
        scan_back_diagonally(r, px, py, (direction + 1) % WENDI_DIRECTIONS, visit);
        scan_back_diagonally(r, px, py, (direction + 7) % WENDI_DIRECTIONS, visit);

        spend_cells(r, 1);
    }
}

static uint32_t line_count(const jump_table_repair *r)
{
    return (r->py1 - r->py0 + 1) + (r->px1 - r->px0 + 1);
}

/* Both directions of a line of the rectangle: first its rows, then its columns. */
static void scan_back_line(jump_table_repair *r, uint32_t line, repair_cell_fn visit)
{
    const uint32_t rows = r->py1 - r->py0 + 1;
    if (r->cells_left == 0) {
        return;
    }
    if (line < rows) {
        scan_back(r, WENDI_EAST, r->py0 + line, r->px0, r->px1, visit);
        scan_back(r, WENDI_WEST, r->py0 + line, r->px0, r->px1, visit);
    } else {
        scan_back(r, WENDI_SOUTH, r->px0 + line - rows, r->py0, r->py1, visit);
        scan_back(r, WENDI_NORTH, r->px0 + line - rows, r->py0, r->py1, visit);
    }
}

/* ---- which jump points ---- */

static uint32_t *id_at(const jump_table_repair *r, uint32_t px, uint32_t py)
{
    return &r->table->ids[(size_t)py * r->table->columns + px];
}

static void list_cell(jump_table_repair *r, uint32_t px, uint32_t py)
{
    uint32_t *id = id_at(r, px, py);
    if ((*id & WENDI_JUMP_LISTED) == 0) {
        *id |= WENDI_JUMP_LISTED;
        if (!wendi_array_u32_push(&r->table->listed, py << 16 | px)) {
            r->result = WEND_ERROR_MEMORY;
        }
    }
}

static void list_if_affected(jump_table_repair *r, uint32_t px, uint32_t py, uint32_t direction)
{
    if ((*id_at(r, px, py) & WENDI_JUMP_LISTED) == 0 &&
        (r->table->successor_directions[wendi_jump_neighbours_at(r->ground->map, px, py)] >>
             direction &
         1) != 0) {
        list_cell(r, px, py);
    }
}

static void free_block(wendi_jump_table *table, uint32_t at)
{
    const uint32_t size = wendi_jump_size_of(wendi_jump_block_words(table, table->words + at));
    table->words[at] = table->free_blocks[size];
    table->free_blocks[size] = at;
}

static void remove_cell(jump_table_repair *r, uint32_t px, uint32_t py)
{
    wendi_jump_table *table = r->table;
    uint32_t *id = id_at(r, px, py);
    const uint32_t was = *id & WENDI_JUMP_ID;
    free_block(table, table->blocks[was]);
    table->blocks[was] = table->free_id;
    table->free_id = was;
    *id = WENDI_JUMP_NO_ID;
    --*wendi_jump_tile(table, px, py);
}

static bool grow_ids(jump_table_repair *r)
{
    wendi_jump_table *table = r->table;
    const uint32_t capacity = table->id_capacity + table->id_capacity / 8 + 64;
    const size_t item = sizeof table->blocks[0];
    uint32_t *grown =
        wendi_resize(r->allocator, table->blocks, table->id_capacity * item, capacity * item);
    if (grown != NULL) {
        table->blocks = grown;
        table->id_capacity = capacity;
    }
    return grown != NULL;
}

static void add_cell(jump_table_repair *r, uint32_t px, uint32_t py)
{
    wendi_jump_table *table = r->table;
    uint32_t id = table->free_id;
    if (id != WENDI_JUMP_NO_ID) {
        table->free_id = table->blocks[id];
    } else {
        if (table->id_count == table->id_capacity && !grow_ids(r)) {
            r->result = WEND_ERROR_MEMORY;
            return;
        }
        id = table->id_count++;
    }
    table->blocks[id] = WENDI_JUMP_NO_ID;
    *id_at(r, px, py) = id;
    ++*wendi_jump_tile(table, px, py);
    list_cell(r, px, py);
}

/* The jump points among the cells of the rectangle are up to date, as everything in it. */
static void update_cells(jump_table_repair *r)
{
    for (uint32_t py = r->py0; py <= r->py1; ++py) {
        for (uint32_t px = r->px0; px <= r->px1; ++px) {
            const uint32_t *id = id_at(r, px, py);
            const bool is_jump = wendi_jump_arrivals(r->table, r->ground->map, px, py) != 0;
            if (*id == WENDI_JUMP_NO_ID && is_jump) {
                add_cell(r, px, py);
            } else if (*id != WENDI_JUMP_NO_ID && is_jump) {
                list_cell(r, px, py);
            } else if (*id != WENDI_JUMP_NO_ID) {
                remove_cell(r, px, py);
            }
        }
    }
}

/* Lists the jump points of a tile. */
static void list_tile(jump_table_repair *r, uint32_t left, uint32_t top)
{
    const wendi_jump_table *table = r->table;
    const uint32_t right = left + WENDI_JUMP_TILE_COLUMNS;
    const uint32_t bottom = top + WENDI_JUMP_TILE_ROWS;
    for (uint32_t py = top; py < bottom && py < table->rows; ++py) {
        for (uint32_t px = left; px < right && px < table->columns; ++px) {
            if (*id_at(r, px, py) != WENDI_JUMP_NO_ID) {
                list_cell(r, px, py);
            }
        }
    }
}

static void list_all(jump_table_repair *r)
{
    for (uint32_t py = 0; py < r->table->rows; py += WENDI_JUMP_TILE_ROWS) {
        for (uint32_t px = 0; px < r->table->columns; px += WENDI_JUMP_TILE_COLUMNS) {
            if (*wendi_jump_tile(r->table, px, py) != 0) {
                list_tile(r, px, py);
            }
        }
    }
}

/* ---- new blocks ---- */

static bool grow_words(jump_table_repair *r, uint32_t needed)
{
    wendi_jump_table *table = r->table;
    const uint64_t capacity = (uint64_t)table->word_capacity + table->word_capacity / 8 + needed;
    const size_t item = sizeof table->words[0];
    if (capacity > UINT32_MAX) {
        return false;
    }
    uint64_t *grown = wendi_resize(r->allocator, table->words, table->word_capacity * item,
                                   (size_t)capacity * item);
    if (grown != NULL) {
        table->words = grown;
        table->word_capacity = (uint32_t)capacity;
    }
    return grown != NULL;
}

/* The offset of a free block of a number of words; ~0 without memory. */
static uint32_t allocate_block(jump_table_repair *r, uint32_t words)
{
    wendi_jump_table *table = r->table;
    const uint32_t size = wendi_jump_size_of(words);
    const uint32_t reused = table->free_blocks[size];
    if (reused != WENDI_JUMP_NO_ID) {
        table->free_blocks[size] = (uint32_t)table->words[reused];
        return reused;
    }
    const uint32_t needed = wendi_jump_size_words(size);
    if (table->word_capacity - table->word_count < needed && !grow_words(r, needed)) {
        return WENDI_JUMP_NO_ID;
    }
    const uint32_t at = table->word_count;
    table->word_count += needed;
    return at;
}

/* Bit d: the list of direction d is empty. */
static uint32_t empty_lists(const wendi_jump_table *table, const uint64_t *block)
{
    uint32_t empty = 0;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; d += 2 / table->end_words) {
        const uint64_t *end;
        empty |= (uint32_t)(wendi_jump_block_list(table, block, d, &end) == end) << d;
    }
    return empty;
}

/* Moves a block to an offset of the right size, if its size changed. */
static uint32_t relocate_block(jump_table_repair *r, uint32_t id, uint32_t words)
{
    wendi_jump_table *table = r->table;
    uint32_t at = table->blocks[id];
    if (at != WENDI_JUMP_NO_ID) {
        const uint32_t before = wendi_jump_block_words(table, table->words + at);
        if (wendi_jump_size_of(before) == wendi_jump_size_of(words)) {
            return at;
        }
        free_block(table, at);
    }
    at = allocate_block(r, words);
    table->blocks[id] = at;
    return at;
}

static void refill_cell(jump_table_repair *r, uint32_t px, uint32_t py)
{
    wendi_jump_table *table = r->table;
    const uint32_t id = *id_at(r, px, py) & WENDI_JUMP_ID;
    const bool is_new = table->blocks[id] == WENDI_JUMP_NO_ID;
    const uint32_t before = is_new ? 0 : empty_lists(table, table->words + table->blocks[id]);
    uint64_t block[LIST_WORDS];
    const uint32_t words = wendi_jump_block_fill(table, r->ground, px, py, block, LIST_WORDS);
    spend(r, WORK_A_BLOCK + words);
    if (words - table->end_words > WENDI_JUMP_ENTRIES_MAX) {
        r->result = WEND_ERROR_FULL;
        return;
    }
    const uint32_t at = relocate_block(r, id, words);
    if (at == WENDI_JUMP_NO_ID) {
        r->result = WEND_ERROR_MEMORY;
        return;
    }
    if (words <= LIST_WORDS) {
        memcpy(table->words + at, block, words * sizeof block[0]);
    } else {
        wendi_jump_block_fill(table, r->ground, px, py, table->words + at, words);
    }
    /* All predecessors of a new jump point are listed as well. */
    const uint32_t changed = is_new ? 0 : before ^ empty_lists(table, table->words + at);
    if (changed != 0 && !(wendi_array_u32_push(&table->emptied, py << 16 | px) &&
                          wendi_array_u32_push(&table->emptied, changed))) {
        r->result = WEND_ERROR_MEMORY;
    }
}

/* Estimates the work from the lists as they are, before anything is changed. */
static bool is_too_much(const jump_table_repair *r)
{
    const wendi_jump_table *table = r->table;
    const wendi_array_u32 *listed = &table->listed;
    uint64_t work = 0;
    for (size_t k = 0; k < listed->count && work < r->work_left; ++k) {
        const uint32_t id = *id_at(r, listed->items[k] & 0xFFFF, listed->items[k] >> 16);
        const uint32_t at = table->blocks[id & WENDI_JUMP_ID];
        const uint32_t words =
            at == WENDI_JUMP_NO_ID ? 0 : wendi_jump_block_words(table, table->words + at);
        work += 2 * (WORK_A_BLOCK + words); /* to fill it, and to mark it */
    }
    return work >= r->work_left;
}

/* ---- dead ends ---- */

static void mark_cell(jump_table_repair *r, uint32_t px, uint32_t py, uint32_t direction)
{
    const uint32_t id = *id_at(r, px, py);
    (void)direction;
    if (id != WENDI_JUMP_NO_ID) {
        uint64_t *block = r->table->words + r->table->blocks[id & WENDI_JUMP_ID];
        wendi_jump_block_mark(r->table, block);
        spend(r, WORK_A_BLOCK + wendi_jump_block_words(r->table, block));
    }
}

/* Marks anew whatever leads to lists of a jump point that became empty, or are no longer. */
static void mark_emptied(jump_table_repair *r, size_t k)
{
    const wendi_array_u32 *emptied = &r->table->emptied;
    const uint32_t px = emptied->items[k] & 0xFFFF;
    const uint32_t py = emptied->items[k] >> 16;
    for (uint32_t bits = emptied->items[k + 1]; bits != 0; bits &= bits - 1) {
        const uint32_t d = wendi_ctz64(bits);
        if (d % 2 == 1) {
            scan_back_diagonally(r, px, py, d, mark_cell);
        } else if (d == WENDI_EAST || d == WENDI_WEST) {
            scan_back(r, d, py, px, px, mark_cell);
        } else {
            scan_back(r, d, px, py, py, mark_cell);
        }
    }
}

/* Scanning more cells than this takes longer than repairing all jump points. */
static uint64_t cells_most(const wendi_jump_table *table)
{
    return (uint64_t)table->id_count * 16 + 4096;
}

/* ---- in parts ---- */

enum { PART_CELLS, PART_LIST, PART_REFILL, PART_EMPTIED, PART_MARK, PART_END };

static void go_to(jump_table_repair *r, uint32_t part)
{
    r->part = part;
    r->next = 0;
}

static void end_list(jump_table_repair *r)
{
    if (r->cells_left == 0) {
        list_all(r);
    }
    if (r->result == WEND_OK && is_too_much(r)) {
        spend(r, r->work_left);
    }
    go_to(r, PART_REFILL);
}

static void end_emptied(jump_table_repair *r)
{
    if (r->cells_left == 0) {
        list_all(r);
    }
    go_to(r, PART_MARK);
}

/* The next line or jump point of the part it is in. */
static void repair_next(jump_table_repair *r)
{
    const wendi_array_u32 *listed = &r->table->listed;
    const wendi_array_u32 *emptied = &r->table->emptied;
    switch (r->part) {
    case PART_CELLS:
        update_cells(r);
        r->cells_left = cells_most(r->table);
        go_to(r, PART_LIST);
        break;
    case PART_LIST:
        if (r->next < line_count(r) && r->cells_left != 0) {
            scan_back_line(r, r->next++, list_if_affected);
        } else {
            end_list(r);
        }
        break;
    case PART_REFILL:
        if (r->next < listed->count) {
            const uint32_t cell = listed->items[r->next++];
            refill_cell(r, cell & 0xFFFF, cell >> 16);
        } else {
            r->cells_left = cells_most(r->table);
            go_to(r, PART_EMPTIED);
        }
        break;
    case PART_EMPTIED:
        if (r->next < emptied->count && r->cells_left != 0) {
            mark_emptied(r, r->next);
            r->next += 2;
        } else {
            end_emptied(r);
        }
        break;
    default:
        if (r->next < listed->count) {
            const uint32_t px = listed->items[r->next] & 0xFFFF;
            const uint32_t py = listed->items[r->next++] >> 16;
            mark_cell(r, px, py, 0);
            *id_at(r, px, py) &= ~(uint32_t)WENDI_JUMP_LISTED;
        } else {
            go_to(r, PART_END);
        }
        break;
    }
}

void wendi_jump_table_repair_begin(wendi_jump_table_repair_state *repair, wendi_jump_table *table,
                                   const wendi_jump_ground *ground, uint32_t px0, uint32_t py0,
                                   uint32_t px1, uint32_t py1, uint64_t work,
                                   const wend_allocator *allocator)
{
    *repair = (wendi_jump_table_repair_state){
        .table = table,
        .ground = ground,
        .allocator = allocator,
        .px0 = px0 > 1 ? px0 - 1 : 1,
        .py0 = py0 > 1 ? py0 - 1 : 1,
        .px1 = px1 + 2 < table->columns ? px1 + 1 : table->columns - 2,
        .py1 = py1 + 2 < table->rows ? py1 + 1 : table->rows - 2,
        .work_left = work,
        .result = WEND_OK};
    wendi_array_u32_clear(&table->listed);
    wendi_array_u32_clear(&table->emptied);
}

wend_result wendi_jump_table_repair_run(wendi_jump_table_repair_state *repair, uint64_t work)
{
    const uint64_t before = repair->work_left;
    do {
        repair_next(repair);
    } while (repair->result == WEND_OK && repair->part != PART_END &&
             before - repair->work_left < work);
    return repair->result == WEND_OK && repair->part != PART_END ? WEND_IN_PROGRESS
                                                                 : repair->result;
}

uint64_t wendi_jump_table_work(const wendi_jump_table *table)
{
    const uint64_t cells = (uint64_t)table->columns * table->rows;
    return (cells / CELLS_A_WORK + (uint64_t)table->id_count * WORK_A_BLOCK * 3 +
            (uint64_t)table->word_count * 3) /
           2;
}

wend_result wendi_jump_table_repair(wendi_jump_table *table, const wendi_jump_ground *ground,
                                    uint32_t px0, uint32_t py0, uint32_t px1, uint32_t py1,
                                    uint64_t *work, const wend_allocator *allocator)
{
    jump_table_repair r;
    wendi_jump_table_repair_begin(&r, table, ground, px0, py0, px1, py1, *work, allocator);
    const wend_result result = wendi_jump_table_repair_run(&r, UINT64_MAX);
    *work = r.work_left;
    return result;
}
