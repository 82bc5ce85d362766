/* Saves tables to bytes, and loads them from bytes of any origin.
 * Cost: linear.
 *
 * Every index is checked here, so that queries need not. */
#include "base/core/bytes.h"
#include "base/core/message.h"
#include "route/table/table.h"

enum { FILE_MAGIC = 0x42415457 /* WTAB */, FILE_VERSION = 1 };

/* ---- out ---- */

static void write_all(const void *object, wendi_writer *writer)
{
    const wend_table *table = object;
    const size_t nodes = table->node_count;
    wendi_write_u64(writer, table->hash);
    wendi_write_u8(writer, table->costs != NULL);
    wendi_write_u64(writer, nodes);
    wendi_write_u32_array(writer, table->positions, nodes);
    wendi_write_u64(writer, table->edge_count);
    for (uint32_t k = 0; k < table->edge_count; ++k) {
        wendi_write_u32(writer, table->edges[k].from);
        wendi_write_u32(writer, table->edges[k].to);
        wendi_write_u64(writer, table->edges[k].cost);
    }
    wendi_write_u64_array(writer, table->row_ends, nodes);
    wendi_write_u64(writer, table->runs.count);
    wendi_write_u64_array(writer, table->runs.items, table->runs.count);
    if (table->costs != NULL) {
        wendi_write_u64_array(writer, table->costs, nodes * nodes);
    }
}

wend_result wend_table_save(const wend_table *table, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wendi_save_object(table, write_all, FILE_MAGIC, FILE_VERSION, bytes, capacity, count);
}

/* ---- in ---- */

/* True if the positions are a permutation of 0 ... count-1. @param seen [count], zero. */
static bool is_order(const uint32_t *positions, uint32_t count, uint8_t *seen)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (positions[k] >= count || seen[positions[k]] != 0) {
            return false;
        }
        seen[positions[k]] = 1;
    }
    return true;
}

static bool is_edge(const wend_table *table, const wendi_table_edge *edge)
{
    const bool is_none = edge->from == WEND_NODE_NONE && edge->to == WEND_NODE_NONE &&
                         edge->cost == WEND_COST_INFINITE;
    const bool is_cost =
        edge->cost > 0 && (edge->cost >> 62 == 0 || edge->cost == (uint64_t)1 << 62 ||
                           edge->cost == WEND_COST_INFINITE);
    return is_none || (edge->from < table->node_count && edge->to < table->node_count &&
                       edge->from != edge->to && is_cost);
}

/* True if the edge leads on from the node. */
static bool leaves(const wend_table *table, uint32_t node, uint32_t edge)
{
    if (edge >= table->edge_count) {
        return edge == WEND_EDGE_NONE;
    }
    const wendi_table_edge *known = &table->edges[edge];
    return (known->from == node || known->to == node) && known->cost != WEND_COST_INFINITE;
}

/* A row has runs, the first at 0, the others after one another and within the nodes; or none. */
static bool is_row(const wend_table *table, uint32_t node)
{
    const uint64_t begin = node == 0 ? 0 : table->row_ends[node - 1];
    const uint64_t end = table->row_ends[node];
    if (end == begin) {
        return true; /* the node was removed */
    }
    if (end < begin || end > table->runs.count || table->runs.items[begin] >> 32 != 0) {
        return false;
    }
    for (uint64_t k = begin; k < end; ++k) {
        const uint64_t position = table->runs.items[k] >> 32;
        const bool is_after = k == begin || position > table->runs.items[k - 1] >> 32;
        if (!is_after || position >= table->node_count ||
            !leaves(table, node, (uint32_t)table->runs.items[k])) {
            return false;
        }
    }
    return true;
}

static const char *check_rows(const wend_table *table)
{
    for (uint32_t node = 0; node < table->node_count; ++node) {
        if (!is_row(table, node)) {
            return "a row makes no sense";
        }
    }
    const uint64_t end = table->node_count == 0 ? 0 : table->row_ends[table->node_count - 1];
    return end == table->runs.count ? NULL : "there are runs without a row";
}

static const char *read_edges(wend_table *table, wendi_reader *reader)
{
    for (uint32_t k = 0; k < table->edge_count; ++k) {
        wendi_table_edge *edge = &table->edges[k];
        edge->from = wendi_read_u32(reader);
        edge->to = wendi_read_u32(reader);
        edge->cost = wendi_read_u64(reader);
        if (!is_edge(table, edge)) {
            return "an edge makes no sense";
        }
    }
    return NULL;
}

/* The counts in the bytes, read before anything is allocated. */
typedef struct table_head {
    uint64_t hash;
    bool has_costs;
    uint32_t node_count, edge_count;
    size_t positions_at; /* offset in the section */
} table_head;

static const char *read_head(wendi_reader *reader, table_head *h)
{
    h->hash = wendi_read_u64(reader);
    const uint8_t has_costs = wendi_read_u8(reader);
    const size_t nodes = wendi_read_count(reader, 2 * sizeof(uint64_t));
    h->positions_at = reader->offset;
    if (reader->has_failed || has_costs > (nodes > 0 ? 1 : 0) || nodes >= WEND_NODE_NONE) {
        return "the counts make no sense";
    }
    wendi_reader rest = *reader;
    rest.offset += nodes * sizeof(uint32_t);
    const size_t edges = wendi_read_count(&rest, 2 * sizeof(uint64_t));
    if (rest.has_failed || edges >= WEND_EDGE_NONE) {
        return "the counts make no sense";
    }
    /* Costs of all pairs must be there before room is made for them. */
    if (has_costs == 1 &&
        (uint64_t)nodes * nodes > wendi_reader_remaining(&rest) / sizeof(uint64_t)) {
        return "the data ends within the costs";
    }
    h->has_costs = has_costs == 1;
    h->node_count = (uint32_t)nodes;
    h->edge_count = (uint32_t)edges;
    return NULL;
}

/* Reads all but the counts.
 * @return the mistake, NULL if there is none.
 * @param seen [node_count], zero.
 * @param lacks_memory set if memory is. */
static const char *read_body(wend_table *table, wendi_reader *reader, uint8_t *seen,
                             bool *lacks_memory)
{
    const size_t nodes = table->node_count;
    wendi_read_u32_array(reader, table->positions, nodes);
    if (!is_order(table->positions, table->node_count, seen)) {
        return "the order of nodes is none";
    }
    (void)wendi_read_u64(reader); /* the count of edges, known from the head */
    const char *wrong = read_edges(table, reader);
    if (wrong != NULL) {
        return wrong;
    }
    wendi_read_u64_array(reader, table->row_ends, nodes);
    const size_t runs = wendi_read_count(reader, sizeof(uint64_t));
    if (!wendi_array_u64_resize(&table->runs, runs)) {
        *lacks_memory = true;
        return "out of memory";
    }
    wendi_read_u64_array(reader, table->runs.items, runs);
    if (table->costs != NULL) {
        wendi_read_u64_array(reader, table->costs, nodes * nodes);
    }
    return wendi_reader_is_done(reader) ? check_rows(table) : "the data ends early, or too late";
}

static wend_result read_table(const wend_allocator *a, const table_head *h, wendi_reader *reader,
                              wend_table **table, wend_message *message)
{
    bool lacks_memory = true;
    const char *wrong = "out of memory";
    wend_table *made = wendi_table_create_empty(a, h->node_count, h->edge_count, h->has_costs);
    uint8_t *seen = wendi_alloc_zero(a, (size_t)h->node_count + 1);
    if (made != NULL && seen != NULL) {
        lacks_memory = false;
        made->hash = h->hash;
        wrong = read_body(made, reader, seen, &lacks_memory);
    }
    wendi_free(a, seen, seen == NULL ? 0 : (size_t)h->node_count + 1);
    if (wrong != NULL) {
        wend_table_destroy(made);
        return wendi_fail(message, lacks_memory ? WEND_ERROR_MEMORY : WEND_ERROR_FILE,
                          "wend_table_load: %s", wrong);
    }
    *table = made;
    return WEND_OK;
}

wend_result wend_table_load(const wend_table_def *def, const uint8_t *bytes, size_t count,
                            wend_table **table)
{
    if (table != NULL) {
        *table = NULL;
    }
    const wend_table_def defaults = wend_table_def_default();
    def = def == NULL ? &defaults : def;
    if (!wendi_has_cookie(def->cookie, WENDI_TABLE_COOKIE, def->message, "wend_table_load",
                          "wend_table_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (table == NULL) {
        return wendi_refuse_null(def->message, "wend_table_load", "table");
    }
    if (bytes == NULL && count > 0) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "wend_table_load: bytes is NULL");
    }
    wendi_message_clear(def->message);
    wendi_reader content;
    uint32_t version;
    const wend_result framed =
        wendi_read_only_section(bytes, count, FILE_MAGIC, FILE_VERSION,
                                "there is more behind the table", &content, &version, def->message);
    if (framed != WEND_OK) {
        return wendi_fail_as(def->message, "wend_table_load", framed);
    }
    table_head h = {0};
    const char *wrong = read_head(&content, &h);
    if (wrong != NULL) {
        return wendi_fail(def->message, WEND_ERROR_FILE, "wend_table_load: %s", wrong);
    }
    return read_table(&def->allocator, &h, &content, table, def->message);
}
