/* Saves, loads and hashes the stamps of a grid; loading does not compose yet.
 * Cost: linear in their cells.
 *
 *   serial u64, slot count u32, stamp count u32, the free slots u32 each, next one first;
 *   for each stamp, oldest first:
 *   slot u32, serial u64, layer count u8, piece count u32, cell count u32,
 *   for each piece: sector u32, count u16, cells in the sector u16 each, rising,
 *   costs u8 of each layer and cell,
 *   user u64, x u32, y u32 (not before version 3) */
#include "base/core/memory.h"
#include "world/layers/compose.h"

enum { PIECE_BYTES = 6, SLOT_UNKNOWN = -1 };

/* ---- hash ---- */

/* The same for every sector size: a sum over cells does not depend on their order. */
static uint64_t hash_cells(const wend_grid *grid, const wendi_stamp *stamp)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        const wendi_stamp_piece *piece = &stamp->pieces[i];
        const wendi_sector_rect rect = wendi_sector_rect_of(grid, piece->sector);
        for (uint32_t k = piece->first; k < piece->first + piece->count; k++) {
            const int32_t x = rect.x + (int32_t)(stamp->cells[k] % rect.row_cells);
            const int32_t y = rect.y + (int32_t)(stamp->cells[k] / rect.row_cells);
            uint64_t hash = wend_hash_u64(wend_hash_begin(), (uint64_t)y << 32 | (uint32_t)x);
            for (uint32_t layer = 0; layer < stamp->layer_count; layer++) {
                hash = wend_hash_u64(hash, stamp->costs[(size_t)layer * stamp->cell_count + k]);
            }
            sum += hash;
        }
    }
    return sum;
}

uint64_t wendi_stamps_hash(const wend_grid *grid, uint64_t hash)
{
    const wendi_stamps *stamps = &grid->compose->stamps;
    hash = wend_hash_u64(hash, stamps->serial);
    hash = wend_hash_u64(hash, (uint64_t)stamps->slot_count << 32 | stamps->count);
    for (uint32_t i = stamps->free_first1; i != 0; i = stamps->slots[i - 1].next_free1) {
        hash = wend_hash_u64(hash, i);
    }
    for (const wendi_stamp *stamp = stamps->oldest; stamp != NULL; stamp = stamp->newer) {
        hash = wend_hash_u64(hash, (uint64_t)stamp->index << 32 | stamp->layer_count);
        hash = wend_hash_u64(hash, stamp->serial);
        hash = wend_hash_u64(hash, stamp->user);
        hash = wend_hash_u64(hash, (uint64_t)(uint32_t)stamp->x << 32 | (uint32_t)stamp->y);
        hash = wend_hash_u64(hash, hash_cells(grid, stamp));
    }
    return hash;
}

/* ---- writing ---- */

static void write_stamp(const wendi_stamp *stamp, wendi_writer *writer)
{
    wendi_write_u32(writer, stamp->index);
    wendi_write_u64(writer, stamp->serial);
    wendi_write_u8(writer, (uint8_t)stamp->layer_count);
    wendi_write_u32(writer, stamp->piece_count);
    wendi_write_u32(writer, stamp->cell_count);
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        const wendi_stamp_piece *piece = &stamp->pieces[i];
        wendi_write_u32(writer, piece->sector);
        wendi_write_u16(writer, (uint16_t)piece->count);
        for (uint32_t k = 0; k < piece->count; k++) {
            wendi_write_u16(writer, stamp->cells[piece->first + k]);
        }
    }
    wendi_write_raw(writer, stamp->costs, (size_t)stamp->layer_count * stamp->cell_count);
    wendi_write_u64(writer, stamp->user);
    wendi_write_u32(writer, (uint32_t)stamp->x);
    wendi_write_u32(writer, (uint32_t)stamp->y);
}

void wendi_stamps_write(const wend_grid *grid, wendi_writer *writer)
{
    const wendi_stamps *stamps = &grid->compose->stamps;
    wendi_write_u64(writer, stamps->serial);
    wendi_write_u32(writer, stamps->slot_count);
    wendi_write_u32(writer, stamps->count);
    for (uint32_t i = stamps->free_first1; i != 0; i = stamps->slots[i - 1].next_free1) {
        wendi_write_u32(writer, i - 1);
    }
    for (const wendi_stamp *stamp = stamps->oldest; stamp != NULL; stamp = stamp->newer) {
        write_stamp(stamp, writer);
    }
}

/* ---- reading ---- */

static wend_result fail_with(const char **reason, const char *what)
{
    *reason = what;
    return WEND_ERROR_FILE;
}

/* True if the piece lies in its sector, with rising cells. */
static bool read_piece(const wend_grid *grid, wendi_reader *reader, wendi_stamp *stamp,
                       wendi_stamp_piece *piece)
{
    piece->sector = wendi_read_u32(reader);
    piece->count = wendi_read_u16(reader);
    if (reader->has_failed || piece->sector >= grid->sector_count || piece->count == 0 ||
        piece->count > stamp->cell_count - piece->first) {
        return false;
    }
    const uint32_t cells = wendi_sector_rect_of(grid, piece->sector).cell_count;
    for (uint32_t i = piece->first; i < piece->first + piece->count; i++) {
        stamp->cells[i] = wendi_read_u16(reader);
        if (stamp->cells[i] >= cells ||
            (i > piece->first && stamp->cells[i] <= stamp->cells[i - 1])) {
            return false;
        }
    }
    return true;
}

static bool read_pieces(const wend_grid *grid, wendi_reader *reader, wendi_stamp *stamp)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        wendi_stamp_piece *piece = &stamp->pieces[i];
        *piece = (wendi_stamp_piece){.first = first};
        if (!read_piece(grid, reader, stamp, piece) ||
            (i > 0 && piece->sector <= stamp->pieces[i - 1].sector)) {
            return false;
        }
        first += piece->count;
    }
    return first == stamp->cell_count;
}

static bool every_cell_has_a_cost(const wendi_stamp *stamp)
{
    for (uint32_t i = 0; i < stamp->cell_count; i++) {
        uint32_t any = 0;
        for (uint32_t layer = 0; layer < stamp->layer_count; layer++) {
            any |= stamp->costs[(size_t)layer * stamp->cell_count + i];
        }
        if (any == 0) {
            return false;
        }
    }
    return true;
}

static void read_tail(uint32_t version, wendi_reader *reader, wendi_stamp *stamp)
{
    if (version < 3) {
        /* The position was not saved: as if its shape had no empty columns and rows. */
        const wendi_cell_rect area = wendi_cell_rect_of_stamp(stamp);
        stamp->x = area.low_x;
        stamp->y = area.low_y;
        return;
    }
    stamp->user = wendi_read_u64(reader);
    stamp->x = (int32_t)wendi_read_u32(reader);
    stamp->y = (int32_t)wendi_read_u32(reader);
}

static wend_result fill_stamp(const wend_grid *grid, uint32_t version, wendi_reader *reader,
                              wendi_stamp *stamp, const char **reason)
{
    if (!read_pieces(grid, reader, stamp)) {
        return fail_with(reason, "a stamp's cells are not where they can be");
    }
    wendi_read_raw(reader, stamp->costs, (size_t)stamp->layer_count * stamp->cell_count);
    if (reader->has_failed || !every_cell_has_a_cost(stamp)) {
        return fail_with(reason, "a cell of a stamp has no cost");
    }
    wendi_stamp_measure(grid, stamp);
    read_tail(version, reader, stamp);
    if (reader->has_failed) {
        return fail_with(reason, "the data ends within a stamp");
    }
    return WEND_OK;
}

/* @param stamp NULL on failure. */
static wend_result read_stamp(const wend_grid *grid, uint32_t version, wendi_reader *reader,
                              wendi_stamp **stamp, const char **reason)
{
    *stamp = NULL;
    const uint32_t index = wendi_read_u32(reader);
    const uint64_t serial = wendi_read_u64(reader);
    const uint32_t layer_count = wendi_read_u8(reader);
    const uint32_t piece_count = wendi_read_u32(reader);
    const uint32_t cell_count = wendi_read_u32(reader);
    const uint64_t bytes =
        (uint64_t)PIECE_BYTES * piece_count + (uint64_t)cell_count * (2 + (uint64_t)layer_count);
    if (reader->has_failed || bytes > wendi_reader_remaining(reader) || cell_count == 0 ||
        (layer_count != 1 && layer_count != grid->class_count)) {
        return fail_with(reason,
                         "a stamp has no cells, more than there are bytes, or too many layers");
    }
    wendi_stamp *made = wendi_stamp_new(grid, piece_count, cell_count, layer_count);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->index = index;
    made->serial = serial;
    const wend_result result = fill_stamp(grid, version, reader, made, reason);
    if (result != WEND_OK) {
        wendi_stamp_free(grid, made);
        return result;
    }
    *stamp = made;
    return WEND_OK;
}

static bool is_free_slot(const wendi_stamps *stamps, uint32_t index)
{
    return index < stamps->slot_count && stamps->slots[index].stamp == NULL &&
           stamps->slots[index].next_free1 == (uint32_t)SLOT_UNKNOWN;
}

static wend_result link_next(wend_grid *grid, uint32_t version, wendi_reader *reader,
                             const char **reason)
{
    wendi_stamps *stamps = &grid->compose->stamps;
    const uint64_t last = stamps->newest == NULL ? 0 : stamps->newest->serial;
    wendi_stamp *stamp;
    wend_result result = read_stamp(grid, version, reader, &stamp, reason);
    if (result != WEND_OK) {
        return result;
    }
    uint32_t classes = 0;
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        classes |= stamp->pieces[i].class_mask;
    }
    wendi_compose_tables opened;
    if (!is_free_slot(stamps, stamp->index) || stamp->serial <= last ||
        stamp->serial > stamps->serial) {
        result = fail_with(reason, "a stamp's slot or serial number cannot be");
    } else if (!wendi_compose_create_tables(grid, classes, true, &opened) ||
               !wendi_stamp_reserve(grid, stamp)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result != WEND_OK) {
        wendi_stamp_free(grid, stamp);
        return result;
    }
    wendi_stamp_attach(grid, stamp);
    return WEND_OK;
}

/* The list of free slots, in order. */
static wend_result read_free(wendi_stamps *stamps, uint32_t count, wendi_reader *reader,
                             const char **reason)
{
    uint32_t *to = &stamps->free_first1;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = wendi_read_u32(reader);
        if (reader->has_failed || !is_free_slot(stamps, index)) {
            return fail_with(reason, "the free slots of stamps are damaged");
        }
        *to = index + 1;
        to = &stamps->slots[index].next_free1;
        *to = 0;
    }
    return WEND_OK;
}

static wend_result make_slots(wend_grid *grid, uint32_t slot_count)
{
    wendi_stamp_slot *grown;
    uint32_t capacity;
    wendi_compose_tables opened;
    if (!wendi_compose_create_tables(grid, 0, true, &opened) ||
        !wendi_stamps_reserve(grid, slot_count, &grown, &capacity)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_stamps *stamps = &grid->compose->stamps;
    wendi_stamps_set_slots(grid, grown, capacity);
    stamps->slot_count = slot_count;
    for (uint32_t i = 0; i < slot_count; i++) {
        stamps->slots[i] = (wendi_stamp_slot){NULL, (uint32_t)SLOT_UNKNOWN};
    }
    return WEND_OK;
}

wend_result wendi_stamps_read(wend_grid *grid, uint32_t version, wendi_reader *reader,
                              const char **reason)
{
    const uint64_t serial = wendi_read_u64(reader);
    const uint32_t slot_count = wendi_read_u32(reader);
    const uint32_t count = wendi_read_u32(reader);
    if (reader->has_failed || serial > INT64_MAX || slot_count > WEND_GRID_STAMPS_MAX ||
        count > slot_count || slot_count > wendi_reader_remaining(reader) / sizeof(uint32_t)) {
        return fail_with(reason, "there are more stamps than bytes, or than there can be");
    }
    wend_result result = make_slots(grid, slot_count);
    if (result != WEND_OK) {
        return result;
    }
    wendi_stamps *stamps = &grid->compose->stamps;
    stamps->serial = serial;
    result = read_free(stamps, slot_count - count, reader, reason);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = link_next(grid, version, reader, reason);
    }
    return result;
}
