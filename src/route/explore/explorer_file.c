/* Saves explorers of cells as bytes, loads them, and hashes them. Linear in what they remember.
 *
 * One section of bytes.h, magic "WEPL", version 1: width, height, directions, then the fields in
 * their order, then each remembered cell with the direction back. */
#include "base/core/visitor.h"
#include "route/explore/explorer.h"

enum { VISIT_BYTES = 5 };

static void visit_flag(wendi_visitor *v, bool *flag)
{
    *flag = wendi_visit_code(v, *flag ? 1 : 0, 1) != 0;
}

static void visit_node(wendi_visitor *v, const wend_cell_explorer *e, wend_node *node)
{
    wendi_visit_u32(v, node);
    const uint64_t count = (uint64_t)e->cells.width * (uint64_t)e->cells.height;
    wendi_visit_expect(v, *node < count || *node == WEND_NODE_NONE, "a cell lies outside");
}

static void visit_direction(wendi_visitor *v, const wend_cell_explorer *e, uint32_t *direction)
{
    *direction = wendi_visit_code(v, *direction, e->cells.directions - 1);
}

/* Numbers that were counted, as they are. */
static void visit_fields(wendi_visitor *v, wend_cell_explorer *e)
{
    e->method = (wend_explore_method)wendi_visit_code(v, (uint32_t)e->method, WEND_EXPLORE_RANDOM);
    e->hand = (wend_explore_hand)wendi_visit_code(v, (uint32_t)e->hand, WEND_EXPLORE_HAND_NEARER);
    wendi_visit_u64(v, &e->seed);
    wendi_visit_u64(v, &e->max_steps);
    e->state = (wend_explore_state)wendi_visit_code(v, (uint32_t)e->state, WEND_EXPLORE_LIMIT);
    visit_node(v, e, &e->from);
    visit_node(v, e, &e->node);
    visit_node(v, e, &e->goal);
    wendi_visit_u64(v, &e->steps);
    wendi_visit_u64(v, &e->collisions);
    wendi_visit_u64(v, &e->draws);
    visit_node(v, e, &e->hit_node);
    visit_direction(v, e, &e->hit_side);
    visit_direction(v, e, &e->side);
    visit_flag(v, &e->is_right);
    uint64_t index = (uint64_t)e->line_index;
    wendi_visit_u64(v, &index);
    wendi_visit_expect(v, index <= 2 * (uint64_t)WEND_GRID_SIDE_MAX, "the line is too long");
    e->line_index = (int64_t)index;
    visit_direction(v, e, &e->heading);
    wendi_visit_u32(v, &e->run_left);
}

/* The cells of squares are traced over sides only. */
static bool is_sound(const wend_cell_explorer *e)
{
    const bool is_started = e->node != WEND_NODE_NONE;
    return is_started == (e->from != WEND_NODE_NONE) && is_started == (e->goal != WEND_NODE_NONE) &&
           e->hit_side % e->cells.side_step == 0 && e->side % e->cells.side_step == 0 &&
           (e->state != WEND_EXPLORE_ARRIVED || e->node == e->goal) &&
           (e->node != e->goal || e->state == WEND_EXPLORE_ARRIVED || !is_started);
}

static void visit_visits(wendi_visitor *v, wend_cell_explorer *e)
{
    const size_t most = (size_t)e->cells.width * (size_t)e->cells.height;
    const size_t count = wendi_visit_count(v, e->table.count, VISIT_BYTES, most);
    bool is_here = false;
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); ++i) {
        wendi_explore_visit visit = {0};
        if (!wendi_visitor_is_reading(v)) {
            visit = e->visits[i];
        }
        visit_node(v, e, &visit.node);
        wendi_visit_u8(v, &visit.back);
        if (!wendi_visitor_is_reading(v)) {
            continue;
        }
        wendi_visit_expect(
            v,
            visit.node != WEND_NODE_NONE &&
                (visit.back < e->cells.directions || visit.back == WENDI_EXPLORE_NO_DIRECTION) &&
                wendi_key_table_find(&e->table, visit.node) == UINT32_MAX,
            "a remembered cell makes no sense");
        if (wendi_visitor_has_failed(v) ||
            !wendi_visit_expect_memory(v, wendi_cell_explorer_reserve(e))) {
            return;
        }
        wendi_cell_explorer_remember(e, visit.node, visit.back);
        is_here |= visit.node == e->node;
    }
    wendi_visit_expect(v, count == 0 || is_here, "the cell itself is not remembered");
}

static void visit_explorer(wendi_visitor *v, wend_cell_explorer *e)
{
    uint32_t shape[3] = {(uint32_t)e->cells.width, (uint32_t)e->cells.height, e->cells.directions};
    const uint32_t own[3] = {shape[0], shape[1], shape[2]};
    for (int i = 0; i < 3; ++i) {
        wendi_visit_u32(v, &shape[i]);
        wendi_visit_expect(v, shape[i] == own[i], "the explorer is of a grid of another shape");
    }
    wendi_visit_part(v, "the data ends within the explorer");
    visit_fields(v, e);
    wendi_visit_expect(v, is_sound(e), "the explorer makes no sense");
    visit_visits(v, e);
}

static void write_explorer(const void *object, wendi_writer *writer)
{
    /* Writing changes no field. */
    wend_cell_explorer copy = *(const wend_cell_explorer *)object;
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_explorer(&v, &copy);
}

uint64_t wend_cell_explorer_hash(const wend_cell_explorer *explorer)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (explorer != NULL) {
        wend_cell_explorer copy = *explorer;
        visit_explorer(&v, &copy);
    }
    return v.hash;
}

wend_result wend_cell_explorer_save(const wend_cell_explorer *explorer, uint8_t *bytes,
                                    size_t capacity, size_t *count)
{
    return wendi_save_object(explorer, write_explorer, WENDI_CELL_EXPLORER_MAGIC,
                             WENDI_CELL_EXPLORER_VERSION, bytes, capacity, count);
}

static const char loading[] = "wend_cell_explorer_load";

static wend_result load(wend_cell_explorer *explorer, const uint8_t *bytes, size_t count,
                        wend_message *message)
{
    if (explorer == NULL || (bytes == NULL && count > 0)) {
        return wendi_fail_reason(message, loading, WEND_ERROR_ARGUMENT, "no explorer, or no bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, WENDI_CELL_EXPLORER_MAGIC,
                                WENDI_CELL_EXPLORER_VERSION, "there are bytes behind the explorer",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(message, loading, WEND_ERROR_FILE, reason.text);
    }
    wend_cell_explorer read = {.allocator = explorer->allocator, .cells = explorer->cells};
    wendi_visitor v = wendi_visitor_reading(&content);
    visit_explorer(&v, &read);
    wendi_visit_expect(&v, wendi_visitor_has_failed(&v) || wendi_reader_is_done(v.reader),
                       "there are bytes behind the explorer");
    const wend_result result = wendi_visitor_result(&v);
    wend_cell_explorer *from = result == WEND_OK ? explorer : &read;
    wendi_free(&from->allocator, from->visits, from->visit_capacity * sizeof *from->visits);
    wendi_key_table_destroy(&from->table, &from->allocator);
    if (result != WEND_OK) {
        return wendi_fail_reason(message, loading, result, v.reason);
    }
    read.error = explorer->error;
    *explorer = read;
    return WEND_OK;
}

wend_result wend_cell_explorer_load(wend_cell_explorer *explorer, const uint8_t *bytes,
                                    size_t count, wend_message *message)
{
    wend_message own = {0};
    wend_message *to = wendi_message_or(message, &own);
    return wendi_fail_as_both(explorer == NULL ? NULL : &explorer->error, to, loading,
                              load(explorer, bytes, count, to));
}
