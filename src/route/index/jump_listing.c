/* The listing of the states of an index of a grid, from the bitmaps of jump points, in steps.
 * Cost: two looks at each cell, some scans for each state. */
#include "route/index/jump_states.h"
#include "route/jump/scan.h"
#include "route/jump/step_table.h"

#include <string.h>

enum {
    MANY_ARRIVALS = 225, /* directions of arrival a jump point, in hundredths, from which on its
                            states are one */
    CELLS_PER_STEP = 64  /* of a row that is looked at */
};

/* ---- states ---- */

/* Counts jump points and states of a row, or writes them, with their numbers. */
static void look_at_row(wendi_jump_listing *l, wendi_jump_states *s,
                        const wendi_jump_ground *ground, uint32_t py, bool fills)
{
    const uint64_t *open = wendi_jump_row(ground->map, WENDI_JUMP_OPEN, py);
    for (uint32_t word = 0; word < s->row_words; ++word) {
        for (uint64_t bits = open[word]; bits != 0; bits &= bits - 1) {
            const uint32_t px = word * 64 + wendi_ctz64(bits);
            if (px == 0 || px + 1 >= s->columns) {
                continue; /* the frame, and what lies behind it */
            }
            const uint8_t here = l->arrivals[wendi_jump_neighbours_at(ground->map, px, py)];
            if (here == 0) {
                continue;
            }
            const uint32_t states = fills && s->is_by_cell ? 1 : wendi_popcount64(here);
            if (fills) {
                const uint32_t at = py << 16 | px;
                s->cells[l->cells] = at;
                s->arrivals[l->cells] = here;
                s->first[l->cells] = l->states;
                s->ids[(size_t)py * s->columns + px] = l->cells;
                for (uint32_t k = 0; k < states; ++k) {
                    s->places[l->states + k] = at;
                }
            }
            ++l->cells;
            l->states += states;
        }
    }
}

static void fill_row(wendi_jump_listing *l, wendi_jump_states *s, const wendi_jump_ground *ground,
                     uint32_t py)
{
    memset(s->ids + (size_t)py * s->columns, 0xFF, s->columns * sizeof s->ids[0]);
    memcpy(s->open + (size_t)py * s->row_words, wendi_jump_row(ground->map, WENDI_JUMP_OPEN, py),
           s->row_words * sizeof s->open[0]);
    if (py > 0 && py + 1 < s->rows) {
        look_at_row(l, s, ground, py, true);
    }
    s->first[s->cell_count] = l->states;
}

/* ---- bitmaps ---- */

static void set_bit(uint64_t *lines, size_t words, uint32_t line, uint32_t position)
{
    lines[(size_t)line * words + position / 64] |= (uint64_t)1 << position % 64;
}

static void set_straight(const wendi_jump_states *s, uint32_t px, uint32_t py, uint32_t direction)
{
    if (direction == WENDI_NORTH || direction == WENDI_SOUTH) {
        set_bit(s->leaves[direction], s->column_words, px, py);
    } else {
        set_bit(s->leaves[direction], s->row_words, py, px);
    }
}

static void set_diagonal(const wendi_jump_states *s, const wendi_jump_map *map, uint32_t px,
                         uint32_t py, uint32_t direction)
{
    const int32_t dx = wendi_direction_x(direction);
    const int32_t dy = wendi_direction_y(direction);
    const bool is_rising = dx != dy;
    const uint32_t line = wendi_jump_line(map, px, py, is_rising);
    const uint64_t *step =
        wendi_jump_row(map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING, line);
    const uint32_t last = dx > 0 ? wendi_jump_last_up(step, px) : wendi_jump_last_down(step, px);
    set_bit(s->leaves[direction], s->row_words, line, px);
    for (uint32_t x = px, y = py; x != last;) {
        x = (uint32_t)((int32_t)x + dx);
        y = (uint32_t)((int32_t)y + dy);
        set_bit(s->row_turns[direction / 2], s->row_words, y, x);
        set_bit(s->column_turns[direction / 2], s->column_words, x, y);
    }
}

static void set_bits_of_cell(const wendi_jump_states *s, const wendi_jump_ground *ground,
                             uint32_t cell)
{
    const uint32_t px = s->cells[cell] & 0xFFFF;
    const uint32_t py = s->cells[cell] >> 16;
    const uint32_t mask = wendi_jump_neighbours_at(ground->map, px, py);
    uint32_t steps = 0;
    for (uint32_t left = s->arrivals[cell]; left != 0; left &= left - 1) {
        steps |= ground->steps->natural[mask][wendi_ctz64(left)];
    }
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t direction = wendi_ctz64(steps);
        if (direction % 2 == 0) {
            set_straight(s, px, py, direction);
        } else {
            set_diagonal(s, ground->map, px, py, direction);
        }
    }
}

/* ---- phases ---- */

void wendi_jump_listing_begin(wendi_jump_listing *listing, wendi_jump_states *s,
                              const wendi_jump_ground *ground, uint8_t factor)
{
    memset(s, 0, sizeof *s);
    memset(listing, 0, sizeof *listing);
    const wendi_jump_map *map = ground->map;
    s->rows = map->rows;
    s->columns = map->columns;
    s->row_words = map->row_words;
    s->column_words = map->column_words;
    s->rule = (uint8_t)map->rule;
    s->factor = factor;
    for (uint32_t mask = 0; mask < 256; ++mask) {
        listing->arrivals[mask] = wendi_jump_arrivals_of(ground->steps, mask);
    }
}

/* From the counts to the arrays. @return false: no memory. */
static bool begin_filling(wendi_jump_listing *l, wendi_jump_states *s,
                          const wend_allocator *allocator)
{
    s->cell_count = l->cells;
    s->is_by_cell = 100 * (uint64_t)l->states > (uint64_t)MANY_ARRIVALS * l->cells;
    s->state_count = s->is_by_cell ? l->cells : l->states;
    if (!wendi_jump_states_reserve(s, allocator)) {
        return false;
    }
    l->cells = l->states = 0;
    l->at = 0;
    l->phase = WENDI_JUMP_LISTING_FILL;
    return true;
}

wend_result wendi_jump_listing_run(wendi_jump_listing *listing, wendi_jump_states *s,
                                   const wendi_jump_ground *ground, const wend_allocator *allocator,
                                   uint64_t *steps)
{
    const uint64_t of_row = 1 + s->columns / CELLS_PER_STEP;
    while (listing->phase != WENDI_JUMP_LISTING_DONE) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        uint64_t used = 1;
        if (listing->phase == WENDI_JUMP_LISTING_COUNT) {
            used = of_row;
            if (listing->at > 0 && listing->at + 1 < s->rows) {
                look_at_row(listing, s, ground, listing->at, false);
            }
            listing->at += listing->at < s->rows ? 1 : 0;
            if (listing->at == s->rows && !begin_filling(listing, s, allocator)) {
                return WEND_ERROR_MEMORY;
            }
        } else if (listing->phase == WENDI_JUMP_LISTING_FILL) {
            used = of_row;
            fill_row(listing, s, ground, listing->at++);
            if (listing->at == s->rows) {
                listing->at = 0;
                listing->phase = WENDI_JUMP_LISTING_BITS;
            }
        } else if (listing->at < s->cell_count) {
            set_bits_of_cell(s, ground, listing->at++);
        } else {
            listing->phase = WENDI_JUMP_LISTING_DONE;
        }
        *steps -= used < *steps ? used : *steps;
    }
    return WEND_OK;
}

wend_result wendi_jump_states_create(wendi_jump_states *s, const wendi_jump_ground *ground,
                                     uint8_t factor, const wend_allocator *allocator)
{
    uint64_t unlimited = UINT64_MAX;
    wendi_jump_listing listing;
    wendi_jump_listing_begin(&listing, s, ground, factor);
    return wendi_jump_listing_run(&listing, s, ground, allocator, &unlimited);
}
