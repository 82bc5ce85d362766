/* Labels: their memory, the jump points visible from a cell, and lists of hubs in the making.
 * Cost: two scans for each step of the diagonals from a cell; a look at each hub of each visible
 * jump point. */
#include "route/index/hub_labels.h"
#include "route/jump/scan.h"

#include <string.h>

/* ---- memory ---- */

static size_t row_words(const wendi_hub_labels *l)
{
    return (size_t)l->states->rows * l->states->row_words;
}

static size_t column_words(const wendi_hub_labels *l)
{
    return (size_t)l->states->columns * l->states->column_words;
}

static size_t cell_count(const wendi_hub_labels *l)
{
    return (size_t)l->states->rows * l->states->columns;
}

static void free_items(const wend_allocator *a, void *items, size_t count, size_t item_bytes)
{
    wendi_free(a, items, items == NULL ? 0 : count * item_bytes);
}

void wendi_hub_labels_destroy(wendi_hub_labels *labels, const wend_allocator *allocator)
{
    if (labels->states != NULL) {
        free_items(allocator, labels->rows, row_words(labels), sizeof labels->rows[0]);
        free_items(allocator, labels->columns, column_words(labels), sizeof labels->columns[0]);
        for (uint32_t k = 0; k < 4; ++k) {
            free_items(allocator, labels->beside[k], row_words(labels), sizeof(uint64_t));
        }
        for (uint32_t k = 0; k < 2; ++k) {
            free_items(allocator, labels->steps[k], row_words(labels), sizeof(uint64_t));
        }
        free_items(allocator, labels->cells, cell_count(labels), sizeof labels->cells[0]);
        free_items(allocator, labels->ranks, cell_count(labels), sizeof labels->ranks[0]);
    }
    const size_t count = (size_t)labels->count + 1;
    free_items(allocator, labels->arrivals, count, sizeof labels->arrivals[0]);
    free_items(allocator, labels->places, count, sizeof labels->places[0]);
    free_items(allocator, labels->first, count, sizeof labels->first[0]);
    free_items(allocator, labels->hubs, labels->hub_count + 1, sizeof labels->hubs[0]);
    free_items(allocator, labels->pool, labels->pool_capacity, sizeof labels->pool[0]);
    memset(labels, 0, sizeof *labels);
}

size_t wendi_hub_labels_bytes(const wendi_hub_labels *labels)
{
    const size_t count = (size_t)labels->count + 1;
    size_t bytes = labels->pool_capacity * sizeof labels->pool[0];
    bytes += labels->rows == NULL ? 0 : 7 * row_words(labels) * sizeof labels->rows[0];
    bytes += labels->columns == NULL ? 0 : column_words(labels) * sizeof labels->columns[0];
    bytes += labels->cells == NULL ? 0 : cell_count(labels) * sizeof labels->cells[0];
    bytes += labels->ranks == NULL ? 0 : cell_count(labels) * sizeof labels->ranks[0];
    bytes += labels->arrivals == NULL ? 0 : count * sizeof labels->arrivals[0];
    bytes += labels->places == NULL ? 0 : count * sizeof labels->places[0];
    bytes += labels->first == NULL ? 0 : count * sizeof labels->first[0];
    return bytes + (labels->hubs == NULL ? 0 : (labels->hub_count + 1) * sizeof labels->hubs[0]);
}

/* ---- views ---- */

/* A cell, and the array that receives what it sees. */
typedef struct label_viewer {
    const wendi_hub_labels *labels;
    wendi_hub_label_view *views;
    uint32_t count;
    uint32_t to;   /* the end of the paths that are looked for */
    uint64_t most; /* what they cost; far = all that is visible is listed */
} label_viewer;

/* True if no path that is looked for passes a cell some steps away. No cell behind it does then. */
static inline bool is_beyond(const label_viewer *v, uint32_t cell, uint32_t straight,
                             uint32_t diagonal)
{
    return v->most != WENDI_HUB_LABEL_FAR &&
           wendi_hub_label_cost(straight, diagonal) + wendi_hierarchy_octile(cell, v->to, 1) >
               v->most;
}

/* Adds the jump point of a cell, if there is one. @return true if a search would turn there, and at
 * a wall. */
static inline bool add_view(label_viewer *v, uint32_t cell, uint32_t departure, uint32_t arrival,
                            uint32_t straight, uint32_t diagonal)
{
    const uint32_t rank = wendi_hub_label_rank_at(v->labels, cell);
    if (rank == WENDI_HUB_LABEL_END) {
        return true;
    }
    const bool turns = (v->labels->arrivals[rank] >> arrival & 1) != 0;
    v->views[v->count++] = (wendi_hub_label_view){
        rank, (uint16_t)straight, (uint16_t)diagonal, (uint8_t)departure, (uint8_t)arrival, 0,
        turns};
    return turns;
}

/* Adds what lies on a straight line from a cell, `diagonal` steps away from the viewer. */
static void view_straight(label_viewer *v, uint32_t px, uint32_t py, uint32_t departure,
                          uint32_t direction, uint32_t diagonal)
{
    const wendi_hub_labels *l = v->labels;
    const wendi_jump_states *s = l->states;
    const bool is_row = direction == WENDI_EAST || direction == WENDI_WEST;
    const bool is_up = direction == WENDI_EAST || direction == WENDI_SOUTH;
    const uint32_t step = is_row ? 1 : 1u << 16;
    const uint32_t here = py << 16 | px;
    if (is_beyond(v, is_up ? here + step : here - step, 1, diagonal)) {
        return;
    }
    const uint64_t *line =
        is_row ? l->rows + (size_t)py * s->row_words : l->columns + (size_t)px * s->column_words;
    const uint32_t from = is_row ? px : py;
    for (uint32_t at = from;;) {
        at = is_up ? wendi_scan_up(line, at) : wendi_scan_down(line, at);
        const uint32_t cell = is_row ? py << 16 | at : at << 16 | px;
        const uint32_t straight = wendi_difference(from, at);
        if (is_beyond(v, cell, straight, diagonal) ||
            add_view(v, cell, departure, direction, straight, diagonal)) {
            return;
        }
    }
}

/* The lines of the diagonals in a direction through a cell. */
static uint32_t line_of(const wendi_jump_states *s, uint32_t px, uint32_t py, bool is_rising)
{
    return is_rising ? (px + py) % s->rows : (py + s->rows - px % s->rows) % s->rows;
}

/* Adds what lies at the position px of a diagonal from a cell and straight away from there.
 * @return true if the diagonal ends there. */
static bool view_beside(label_viewer *v, uint32_t cell, uint32_t px, uint32_t direction)
{
    const wendi_hub_labels *l = v->labels;
    const uint32_t steps = wendi_difference(px, cell & 0xFFFF);
    const bool is_south = wendi_direction_y(direction) > 0;
    const uint32_t py = is_south ? (cell >> 16) + steps : (cell >> 16) - steps;
    if (is_beyond(v, py << 16 | px, 0, steps)) {
        return true;
    }
    if (wendi_scan_bit(l->rows + (size_t)py * l->states->row_words, px) &&
        add_view(v, py << 16 | px, direction, direction, 0, steps)) {
        return true;
    }
    const uint32_t across = wendi_direction_x(direction) > 0 ? WENDI_EAST : WENDI_WEST;
    view_straight(v, px, py, direction, across, steps);
    view_straight(v, px, py, direction, is_south ? WENDI_SOUTH : WENDI_NORTH, steps);
    return false;
}

static void view_diagonal(label_viewer *v, uint32_t cell, uint32_t direction)
{
    const wendi_hub_labels *l = v->labels;
    const wendi_jump_states *s = l->states;
    const uint32_t px = cell & 0xFFFF;
    const bool is_east = wendi_direction_x(direction) > 0;
    const bool is_rising = wendi_direction_x(direction) != wendi_direction_y(direction);
    const size_t line = (size_t)line_of(s, px, cell >> 16, is_rising) * s->row_words;
    const uint64_t *steps = l->steps[is_rising ? 1 : 0] + line;
    const uint64_t *beside = l->beside[direction / 2] + line;
    const uint32_t last = is_east ? wendi_jump_last_up(steps, px) : wendi_jump_last_down(steps, px);
    if (last == px) {
        return;
    }
    const uint32_t low = is_east ? px + 1 : last;
    const uint32_t high = is_east ? last : px - 1;
    const uint32_t words = high / 64 - low / 64 + 1;
    for (uint32_t k = 0; k < words; ++k) {
        const uint32_t word = is_east ? low / 64 + k : high / 64 - k;
        uint64_t bits = beside[word];
        bits &= word == low / 64 ? UINT64_MAX << low % 64 : UINT64_MAX;
        bits &= word == high / 64 ? UINT64_MAX >> (63 - high % 64) : UINT64_MAX;
        while (bits != 0) {
            const uint32_t bit = is_east ? wendi_ctz64(bits) : 63 - wendi_clz64(bits);
            bits &= ~((uint64_t)1 << bit);
            if (view_beside(v, cell, word * 64 + bit, direction)) {
                return;
            }
        }
    }
}

static void view_in(label_viewer *v, uint32_t cell, uint32_t direction)
{
    if (direction % 2 == 0) {
        view_straight(v, cell & 0xFFFF, cell >> 16, direction, direction, 0);
    } else {
        view_diagonal(v, cell, direction);
    }
}

uint32_t wendi_hub_labels_view(const wendi_hub_labels *labels, uint32_t cell,
                               wendi_hub_label_view *views)
{
    label_viewer v = {labels, views, 0, cell, WENDI_HUB_LABEL_FAR};
    for (uint32_t direction = 0; direction < WENDI_DIRECTIONS; ++direction) {
        view_in(&v, cell, direction);
    }
    return v.count;
}

uint32_t wendi_hub_labels_view_towards(const wendi_hub_labels *labels, uint32_t cell,
                                       uint32_t direction, uint32_t to, uint64_t most,
                                       wendi_hub_label_view *views)
{
    label_viewer v = {labels, views, 0, to, most};
    view_in(&v, cell, direction);
    return v.count;
}

/* ---- sheets ---- */

bool wendi_hub_label_sheet_create(wendi_hub_label_sheet *sheet, uint32_t count,
                                  const wend_allocator *allocator)
{
    memset(sheet, 0, sizeof *sheet);
    const size_t room = (size_t)count + 1;
    sheet->words = count / 64 + 1;
    sheet->low = sheet->words;
    sheet->views = wendi_alloc_items(allocator, room, sizeof sheet->views[0]);
    sheet->costs = wendi_alloc_items(allocator, room, sizeof sheet->costs[0]);
    sheet->steps = wendi_alloc_items(allocator, room, sizeof sheet->steps[0]);
    sheet->set = wendi_alloc_items_zero(allocator, sheet->words, sizeof sheet->set[0]);
    for (size_t k = 0; sheet->costs != NULL && k < room; ++k) {
        sheet->costs[k] = WENDI_HUB_LABEL_FAR;
    }
    return sheet->views != NULL && sheet->costs != NULL && sheet->steps != NULL &&
           sheet->set != NULL;
}

void wendi_hub_label_sheet_destroy(wendi_hub_label_sheet *sheet, uint32_t count,
                                   const wend_allocator *allocator)
{
    const size_t room = (size_t)count + 1;
    free_items(allocator, sheet->views, room, sizeof sheet->views[0]);
    free_items(allocator, sheet->costs, room, sizeof sheet->costs[0]);
    free_items(allocator, sheet->steps, room, sizeof sheet->steps[0]);
    free_items(allocator, sheet->set, sheet->words, sizeof sheet->set[0]);
    memset(sheet, 0, sizeof *sheet);
}

size_t wendi_hub_label_sheet_bytes(uint32_t count)
{
    const size_t of_hub = sizeof(wendi_hub_label_view) + sizeof(uint64_t) + sizeof(uint32_t);
    return ((size_t)count + 1) * of_hub + ((size_t)count / 64 + 1) * sizeof(uint64_t);
}

void wendi_hub_label_sheet_clear(wendi_hub_label_sheet *sheet)
{
    for (uint32_t word = sheet->low; word < sheet->high; ++word) {
        for (uint64_t bits = sheet->set[word]; bits != 0; bits &= bits - 1) {
            sheet->costs[word * 64 + wendi_ctz64(bits)] = WENDI_HUB_LABEL_FAR;
        }
        sheet->set[word] = 0;
    }
    sheet->low = sheet->words;
    sheet->high = 0;
    sheet->is_over = false;
}
